//! The libraries that a compiler links for atomics, and the choices that their code makes at run time.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::Architecture;
use crate::listing::Line;

use super::{Helper, Helpers, disassembly};

/// Which way code goes that asks what the machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Choice {
    /// Whether the machine has FEAT_LSE, for which outline atomics ask.
    pub(crate) has_lse: bool,
    /// Which variant of its functions libatomic selects when the program begins: 0 for those of any machine, 1 for those that end in `_i1`, and so on.
    pub(crate) variant: u8,
}

impl Choice {
    /// A machine of which nothing is known but that it has FEAT_LSE.
    pub(crate) const ANY: Choice = Choice { has_lse: true, variant: 0 };
}

/// The helpers of a compiler.
#[derive(Clone, Debug, Default)]
pub(crate) struct Library {
    functions: BTreeMap<String, Vec<Line>>,
    /// The names of the variants, as extensions of the machines that they run on: the library has selected one of them for all of the program.
    variants: Vec<&'static str>,
}

/// No library has more variants of a function besides that for any machine.
const MOST_VARIANTS: u8 = 4;

/// Names that are made while libraries are read, each once: machines are distinguished by names that last.
fn interned(name: String) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name.as_str()) {
        return known;
    }
    // (A handful for each library.)
    let name: &'static str = Box::leak(name.into_boxed_str());
    names.insert(name);
    name
}

/// The names of a function in libatomic, that for any machine and its variants.
fn variant_name(symbol: &str, variant: u8) -> Option<String> {
    let rest = symbol.strip_prefix("__atomic_")?;
    Some(if variant == 0 { format!("libat_{rest}") } else { format!("libat_{rest}_i{variant}") })
}

/// The libraries of a batch, each disassembled once, and only when something calls it.
#[derive(Debug, Default)]
pub(crate) struct Libraries {
    known: Mutex<FxHashMap<(String, Architecture), Arc<Library>>>,
}

impl Libraries {
    /// The library of the compiler that `command` runs.
    pub(crate) fn of(
        &self,
        command: &[String],
        disassembler: Option<&str>,
        architecture: Architecture,
    ) -> Arc<Library> {
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
        let name = command.first().map(String::as_str).unwrap_or_default();
        let variants = (0..=MOST_VARIANTS).map(|variant| interned(format!("variant {variant} of libatomic of {name}")));
        Library { functions, variants: variants.collect() }
    }

    /// How many variants of the function that a symbol stands for the library selects one of when the program begins; 0 where there is that for any machine alone.
    pub(crate) fn variants_of(&self, symbol: &str) -> u8 {
        let name = plain(symbol);
        let has = |variant: &u8| variant_name(name, *variant).is_some_and(|name| self.functions.contains_key(&name));
        if has(&0) { (1..=MOST_VARIANTS).take_while(has).count() as u8 } else { 0 }
    }

    /// Whether the function that a symbol stands for asks whether the machine has FEAT_LSE.
    pub(crate) fn asks_for_lse(&self, symbol: &str) -> bool {
        self.functions.get(plain(symbol)).is_some_and(|lines| lines.iter().any(is_question))
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

/// A symbol without what says how it is linked.
fn plain(symbol: &str) -> &str {
    symbol.trim_end_matches("@PLT").trim_end_matches("@plt")
}

impl Helpers for OnMachine<'_> {
    fn find(&self, symbol: &str) -> Result<Helper, String> {
        let (name, Choice { has_lse, variant }) = (plain(symbol), self.choice);
        let functions = &self.library.functions;
        if self.library.variants_of(name) > 0 {
            let lines = variant_name(name, variant).and_then(|name| functions.get(&name));
            let lines =
                lines.ok_or_else(|| format!("it calls `{name}`, of which libatomic has no variant {variant}"))?;
            let names = self.library.variants.iter().enumerate();
            let excludes = names.filter(|(number, _)| *number != usize::from(variant)).map(|(_, name)| *name);
            let needs = self.library.variants.get(usize::from(variant)).copied();
            return Ok(Helper {
                lines: lines.clone(),
                excludes: excludes.collect(),
                needs: needs.into_iter().collect(),
            });
        }
        let exported = variant_name(name, 0);
        let found = functions.get(name).or_else(|| functions.get(&exported?));
        let Some(lines) = found else {
            return Err(format!("it calls `{name}`, whose code is not known"));
        };
        Ok(resolved(lines, has_lse))
    }
}

/// Whether a line asks for FEAT_LSE.
fn is_question(line: &Line) -> bool {
    matches!(line, Line::Instruction(text) if text.starts_with("adrp ") && text.contains(HAS_LSE))
}

/// The way that code goes which asks for FEAT_LSE: `adrp; ldrb; cbz`, as libgcc has it.
fn resolved(lines: &[Line], has_lse: bool) -> Helper {
    let Some(at) = lines.iter().position(is_question) else { return Helper::of(lines.to_vec()) };
    let branch = match &lines[at..] {
        [_, Line::Instruction(load), Line::Instruction(branch), ..] if load.starts_with("ldrb ") => branch.clone(),
        _ => return Helper::of(lines.to_vec()),
    };
    let target = branch.rsplit([' ', ',']).next().unwrap_or_default().to_owned();
    let other = lines.iter().position(|line| *line == Line::Label(target.clone()));
    match (branch.split(' ').next(), other) {
        // The other way begins behind this one, which ends with a return.
        (Some("cbz"), Some(other)) if has_lse => Helper::of([&lines[..at], &lines[at + 3..other]].concat()),
        (Some("cbz"), Some(other)) => {
            Helper { excludes: vec!["LSE"], ..Helper::of([&lines[..at], &lines[other..]].concat()) }
        }
        _ => Helper::of(lines.to_vec()),
    }
}
