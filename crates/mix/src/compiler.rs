//! Running compilers: one translation unit a profile holds all functions of a batch.

use std::io::Write;
use std::process::{Command, Stdio};

use thiserror::Error;

use crate::architecture::Architecture;
use crate::cache::CodeCache;
use crate::fragment::{HEAD, NAME};
use crate::source_test::{Fragments, function_name};
use crate::{FragmentId, listing::Listing};

/// Why a compiler gave no code.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CompileError {
    /// It cannot be run.
    #[error("cannot run `{program}`: {message}")]
    Run {
        /// The command's first word.
        program: String,
        /// What the system says.
        message: String,
    },
    /// It ended with an error or a signal.
    #[error("{status}: {message}")]
    Refused {
        /// How it ended.
        status: String,
        /// The first line of what it said.
        message: String,
    },
}

/// Options that every profile has: code as it would stand in a program, but for what only marks it.
const OPTIONS: [&str; 9] = [
    "-S",
    "-x",
    "c",
    "-ffreestanding",
    "-fno-asynchronous-unwind-tables",
    "-fno-stack-protector",
    "-fomit-frame-pointer",
    "-w",
    "-o",
];

/// The translation unit with these functions. Where registers have 32 bits, types may have other sizes than in tests, which have those of 64-bit
/// machines: there each function asks for what it was made for.
pub(crate) fn unit(fragments: &Fragments, ids: &[FragmentId], architecture: Architecture) -> String {
    let mut text = HEAD.to_owned();
    for &id in ids {
        let fragment = fragments.get(id);
        if architecture.convention().word < 64 {
            for (ctype, width) in &fragment.types {
                let condition = format!("sizeof({ctype}) * 8 == {width}");
                text.push_str(&format!("_Static_assert({condition}, \"a type of the test has another size\");\n"));
            }
        }
        text.push_str(&fragment.text.replacen(NAME, &function_name(id), 1));
    }
    text
}

/// Compiles `text` and gives the compiler's assembly text, or what it gave before.
pub(crate) fn compile_text(
    command: &[String],
    architecture: Architecture,
    text: &str,
    cache: &CodeCache,
) -> Result<String, CompileError> {
    let key = cache.key(command, architecture, text);
    if let Some(known) = cache.get(key.as_deref()) {
        return Ok(known);
    }
    let code = compile_now(command, architecture, text)?;
    cache.put(key.as_deref(), &code);
    Ok(code)
}

fn compile_now(command: &[String], architecture: Architecture, text: &str) -> Result<String, CompileError> {
    let program = command.first().cloned().unwrap_or_default();
    let failed = |error: std::io::Error| CompileError::Run { program: program.clone(), message: error.to_string() };
    let mut child = Command::new(&program)
        .args(&command[1.min(command.len())..])
        .args(architecture.plain_code())
        .args(OPTIONS)
        .args(["-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let stdin = child.stdin.take();
    let text = text.to_owned();
    // The compiler may write before it has read everything.
    let writer = std::thread::spawn(move || {
        if let Some(mut stdin) = stdin {
            // A compiler that does not read on says why by itself.
            let _ = stdin.write_all(text.as_bytes());
        }
    });
    let output = child.wait_with_output().map_err(failed)?;
    let _ = writer.join();
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let line = said.lines().find(|line| line.contains("error")).or_else(|| said.lines().next());
        let message = line.unwrap_or("it says nothing").trim().to_owned();
        return Err(CompileError::Refused { status: output.status.to_string(), message });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The code of functions by one profile: parts that each were compiled in one go, and what could not be.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    pub(crate) listings: Vec<Listing>,
    pub(crate) failed: Vec<(FragmentId, CompileError)>,
    /// Why it compiles nothing at all: it cannot be run, or refuses its options.
    pub(crate) refused: Option<CompileError>,
}

impl Compiled {
    /// The listing that has a function.
    pub(crate) fn with(&self, name: &str) -> Option<&Listing> {
        self.listings.iter().find(|listing| listing.symbols.contains_key(name))
    }
}

/// Compiles functions; where the compiler refuses some, the others are compiled all the same.
pub(crate) fn compile(
    command: &[String],
    architecture: Architecture,
    fragments: &Fragments,
    ids: &[FragmentId],
    cache: &CodeCache,
) -> Compiled {
    let mut compiled = Compiled::default();
    halves(command, architecture, fragments, ids, cache, &mut compiled);
    compiled
}

fn halves(
    command: &[String],
    architecture: Architecture,
    fragments: &Fragments,
    ids: &[FragmentId],
    cache: &CodeCache,
    compiled: &mut Compiled,
) {
    match compile_text(command, architecture, &unit(fragments, ids, architecture), cache) {
        Ok(text) => compiled.listings.push(Listing::read(&text, architecture)),
        Err(error @ CompileError::Run { .. }) => compiled.refused = Some(error),
        Err(error) => {
            // A unit without functions tells a compiler that compiles nothing from one that refuses some function.
            let is_first = compiled.listings.is_empty() && compiled.failed.is_empty();
            if is_first && compile_text(command, architecture, HEAD, cache).is_err() {
                compiled.refused = Some(error);
                return;
            }
            if ids.len() <= 1 {
                compiled.failed.extend(ids.iter().map(|&id| (id, error.clone())));
                return;
            }
            let (left, right) = ids.split_at(ids.len() / 2);
            halves(command, architecture, fragments, left, cache, compiled);
            halves(command, architecture, fragments, right, cache, compiled);
        }
    }
}
