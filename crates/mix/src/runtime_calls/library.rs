//! The libraries that a compiler links for atomics, and the choices that their code makes at run time.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::Architecture;
use crate::listing::Line;

use super::{Helper, Helpers, disassembly};

/// Which way code goes that asks what the machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Choice {
    /// The machine has what is asked for.
    Has,
    /// It does not.
    HasNot,
}

/// The helpers of a compiler.
#[derive(Clone, Debug, Default)]
pub(crate) struct Library {
    functions: BTreeMap<String, Vec<Line>>,
}

/// The libraries of a batch, each disassembled once, and only when something calls it.
#[derive(Debug, Default)]
pub(crate) struct Libraries {
    known: Mutex<FxHashMap<(String, Architecture), Arc<Library>>>,
}

impl Libraries {
    /// The library of the compiler that `command` runs.
    pub(crate) fn of(&self, command: &[String], disassembler: Option<&str>, architecture: Architecture) -> Arc<Library> {
        let key = (command.first().cloned().unwrap_or_default(), architecture);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.entry(key).or_insert_with(|| Arc::new(Library::of(command, disassembler, architecture)));
        Arc::clone(found)
    }
}

/// The variable that says whether the machine has FEAT_LSE.
const HAS_LSE: &str = "__aarch64_have_lse_atomics";

impl Library {
    /// Disassembles `libgcc.a` and `libatomic.a` of the compiler that `command` runs; what is not there is left out.
    pub(crate) fn of(command: &[String], disassembler: Option<&str>, architecture: Architecture) -> Library {
        let mut functions = BTreeMap::new();
        for file in archives(command, architecture) {
            for tool in tools(disassembler, architecture) {
                let output = Command::new(&tool).args(["-d", "-r"]).arg(&file).output();
                let Some(output) = output.ok().filter(|output| output.status.success()) else { continue };
                for (name, lines) in disassembly::functions(&String::from_utf8_lossy(&output.stdout)) {
                    functions.entry(name).or_insert(lines);
                }
                break;
            }
        }
        Library { functions }
    }

    /// The helpers on a machine of a kind.
    pub(crate) fn on(&self, choice: Choice) -> OnMachine<'_> {
        OnMachine { library: self, choice }
    }
}

/// Where the archives are that the compiler links: gcc prints them; what clang would link is what the cross gcc of its target has.
fn archives(command: &[String], architecture: Architecture) -> Vec<String> {
    let own = command.first().map(String::as_str).unwrap_or_default();
    let is_gcc = own.rsplit('/').next().is_some_and(|file| file.contains("gcc"));
    let cross = format!("{}-gcc", architecture.triple());
    let compiler = if is_gcc { own } else { cross.as_str() };
    ["-print-libgcc-file-name", "-print-file-name=libatomic.a"]
        .iter()
        .filter_map(|question| {
            let output = Command::new(compiler).arg(question).output().ok()?;
            let path = String::from_utf8(output.stdout).ok()?.trim().to_owned();
            (output.status.success() && std::path::Path::new(&path).is_absolute()).then_some(path)
        })
        .collect()
}

fn tools(given: Option<&str>, architecture: Architecture) -> Vec<String> {
    match given {
        Some(given) => vec![given.to_owned()],
        None => {
            vec![format!("{}-objdump", architecture.triple()), "llvm-objdump".to_owned(), "objdump".to_owned()]
        }
    }
}

/// The helpers on a machine of a kind.
pub(crate) struct OnMachine<'a> {
    library: &'a Library,
    choice: Choice,
}

impl Helpers for OnMachine<'_> {
    fn find(&self, symbol: &str) -> Result<Helper, String> {
        let name = symbol.trim_end_matches("@PLT");
        let exported = name.strip_prefix("__atomic_").map(|rest| format!("libat_{rest}"));
        let found = self.library.functions.get(name).or_else(|| self.library.functions.get(&exported?));
        let Some(lines) = found else {
            return Err(format!("it calls `{name}`, whose code is not known"));
        };
        Ok(resolved(lines, self.choice))
    }
}

/// The way that code goes which asks for FEAT_LSE: `adrp; ldrb; cbz`, as libgcc has it.
fn resolved(lines: &[Line], choice: Choice) -> Helper {
    let is_question =
        |line: &Line| matches!(line, Line::Instruction(text) if text.starts_with("adrp ") && text.contains(HAS_LSE));
    let Some(at) = lines.iter().position(is_question) else {
        return Helper { lines: lines.to_vec(), excludes: Vec::new() };
    };
    let branch = match &lines[at..] {
        [_, Line::Instruction(load), Line::Instruction(branch), ..] if load.starts_with("ldrb ") => branch.clone(),
        _ => return Helper { lines: lines.to_vec(), excludes: Vec::new() },
    };
    let target = branch.rsplit([' ', ',']).next().unwrap_or_default().to_owned();
    let other = lines.iter().position(|line| *line == Line::Label(target.clone()));
    match (branch.split(' ').next(), other) {
        (Some("cbz"), Some(other)) => match choice {
            // The other way begins behind this one, which ends with a return.
            Choice::Has => Helper { lines: [&lines[..at], &lines[at + 3..other]].concat(), excludes: Vec::new() },
            Choice::HasNot => Helper { lines: [&lines[..at], &lines[other..]].concat(), excludes: vec!["LSE"] },
        },
        _ => Helper { lines: lines.to_vec(), excludes: Vec::new() },
    }
}
