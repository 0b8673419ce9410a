//! Running compilers: one translation unit a profile holds all functions of a batch.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::Duration;

use system::{LONGEST_TEXT, ProgramLimits, TemporaryDirectory};
use thiserror::Error;

use crate::architecture::Architecture;
use crate::cache::CodeCache;
use crate::language::{Language, for_other_target};
use crate::object::assembly_text;
use crate::source_test::{Fragments, function_name};
use crate::{FragmentId, listing::Listing};

/// A compiler and how it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompilerCommand {
    /// The command and its arguments, all but those that every profile has. It reads its language on its standard input and writes assembly text to its
    /// standard output.
    pub words: Vec<String>,
    /// The language that it takes.
    pub language: Language,
    /// The command that makes assembly text of LLVM IR, where `words` gives that, for another target than its own.
    pub code_generator: Option<Vec<String>>,
    /// The command that links its object: what is judged is the code that comes out, which a linker may have optimised (*Mix Testing*, section 3.4).
    pub linker: Option<Vec<String>>,
    /// The command that disassembles the compiler's libraries, where it is not that of the target's binutils.
    pub disassembler: Option<String>,
    /// What it is asked for.
    pub form: CodeForm,
    /// How long one run of it may take.
    pub time_limit: Duration,
}

/// The form in which a compiler gives code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CodeForm {
    /// Assembly text.
    #[default]
    Text,
    /// Objects (ELF), which are disassembled: what the assembler makes of the text, or the compiler of the code without one.
    Object,
}

impl CompilerCommand {
    /// How long a run of a compiler may take where nothing is said. A batch of a thousand tests takes seconds.
    pub const TIME_LIMIT: Duration = Duration::from_secs(60);

    /// The options that every profile of its language has beside those of `words`.
    pub fn options(&self) -> &'static [&'static str] {
        match self.language {
            Language::C => &C_OPTIONS,
            Language::Cxx => &CXX_OPTIONS,
            Language::Rust => &RUST_OPTIONS,
        }
    }

    /// The command in words, with the code generator and the linker behind bars.
    pub fn shown(&self) -> String {
        let behind = self.code_generator.iter().chain(&self.linker).map(|words| words.join(" "));
        std::iter::once(self.words.join(" ")).chain(behind).collect::<Vec<_>>().join(" | ")
    }
}

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
    /// It has no end, or writes without one.
    #[error("`{program}`: {reason}")]
    NoEnd {
        /// The command's first word.
        program: String,
        /// Which limit it reached.
        reason: String,
    },
    /// It ended as if all were well, and what it wrote has no code for the function.
    #[error("{reason}")]
    NoCode {
        /// What it wrote.
        reason: &'static str,
    },
    /// The function is not written in the compiler's language.
    #[error("{reason}")]
    NotWritten {
        /// Why.
        reason: String,
    },
    /// There is no place for its object.
    #[error("{reason}")]
    NoPlace {
        /// Why.
        reason: String,
    },
    /// What it gave cannot be read.
    #[error("{reason}")]
    Unreadable {
        /// Why.
        reason: String,
    },
    /// It ended with an error or a signal.
    #[error("{status}: {message}")]
    Refused {
        /// How it ended.
        status: String,
        /// The first line of what it said.
        message: String,
        /// The lines of the translation unit that it finds wrong, and why.
        wrong: Vec<(usize, String)>,
    },
}

/// Options that every profile has: code as it would stand in a program, but for what only marks it.
const C_OPTIONS: [&str; 7] = [
    "-x",
    "c",
    "-ffreestanding",
    "-fno-asynchronous-unwind-tables",
    "-fno-stack-protector",
    "-fomit-frame-pointer",
    "-w",
];

/// The same for C++. Its headers for atomics are not all freestanding.
const CXX_OPTIONS: [&str; 8] = [
    "-x",
    "c++",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-asynchronous-unwind-tables",
    "-fno-stack-protector",
    "-fomit-frame-pointer",
    "-w",
];

/// The same for Rust.
const RUST_OPTIONS: [&str; 4] = ["--edition=2021", "--crate-type=lib", "--crate-name=lakmus", "-Cpanic=abort"];

/// For what makes assembly text of LLVM IR.
const IR_OPTIONS: [&str; 3] = ["-x", "ir", "-w"];

/// A translation unit.
pub(crate) struct Unit {
    pub(crate) text: String,
    /// The line on which each function begins, from 1.
    begins: Vec<(usize, FragmentId)>,
    /// The functions that are not written in its language.
    missing: Vec<(FragmentId, CompileError)>,
}

impl Unit {
    /// With these functions.
    pub(crate) fn of(language: Language, fragments: &Fragments, ids: &[FragmentId]) -> Unit {
        let head = language.head();
        let mut unit = Unit { text: head.to_owned(), begins: Vec::new(), missing: Vec::new() };
        let mut line = head.lines().count() + 1;
        for &id in ids {
            let text = match language.function(fragments.get(id), &function_name(id)) {
                Ok(text) => text,
                Err(reason) => {
                    unit.missing.push((id, CompileError::NotWritten { reason }));
                    continue;
                }
            };
            unit.begins.push((line, id));
            line += text.lines().count();
            unit.text.push_str(&text);
        }
        unit.text.push_str(language.tail());
        unit
    }

    /// The function that a line belongs to.
    fn function(&self, line: usize) -> Option<FragmentId> {
        // Lines of the head belong to no function.
        let behind = self.begins.partition_point(|(begin, _)| *begin <= line);
        Some(self.begins.get(behind.checked_sub(1)?)?.1)
    }
}

/// The functions that the target's types rule out, with the reason. Where registers have 32 bits, types may have other sizes than in tests, which have those
/// of 64-bit machines, or not be there at all.
///
/// # Errors
/// When the compiler cannot be run to its end.
fn ruled_out(
    compiler: &CompilerCommand,
    architecture: Architecture,
    fragments: &Fragments,
    ids: &[FragmentId],
    cache: &CodeCache,
) -> Result<Vec<(FragmentId, CompileError)>, CompileError> {
    // (Types of Rust have the sizes that their names say.)
    if architecture.convention().word >= 64 || compiler.language == Language::Rust {
        return Ok(Vec::new());
    }
    // One assertion a line, in the order of the set: the number of the line says which type it was.
    let all: BTreeSet<&(String, u16)> = ids.iter().flat_map(|&id| &fragments.get(id).types).collect();
    let head = compiler.language.head();
    let mut text = head.to_owned();
    let first = head.lines().count() + 1;
    for (ctype, width) in &all {
        let condition = format!("sizeof({ctype}) * 8 == {width}");
        text.push_str(&format!("_Static_assert({condition}, \"a type of the test has another size\");\n"));
    }
    text.push_str(compiler.language.tail());
    let (status, wrong) = match compile_text(compiler, architecture, &text, cache) {
        Ok(_) => return Ok(Vec::new()),
        Err(CompileError::Refused { status, wrong, .. }) => (status, wrong),
        Err(error) => return Err(error),
    };
    let why = |ctype: &(String, u16)| {
        let line = first + all.iter().position(|known| *known == ctype)?;
        wrong.iter().find(|(wrong, _)| *wrong == line).map(|(_, message)| message.clone())
    };
    let of = |&id: &FragmentId| {
        let message = fragments.get(id).types.iter().find_map(why)?;
        Some((id, CompileError::Refused { status: status.clone(), message, wrong: Vec::new() }))
    };
    Ok(ids.iter().filter_map(of).collect())
}

/// Compiles `text` and gives the compiler's assembly text, or what it gave before.
pub(crate) fn compile_text(
    compiler: &CompilerCommand,
    architecture: Architecture,
    text: &str,
    cache: &CodeCache,
) -> Result<String, CompileError> {
    let key = cache.key(compiler, architecture, text);
    if let Some(known) = cache.get(key.as_deref()) {
        return Ok(known);
    }
    let code = compile_now(compiler, architecture, text)?;
    cache.put(key.as_deref(), &code);
    Ok(code)
}

fn compile_now(compiler: &CompilerCommand, architecture: Architecture, text: &str) -> Result<String, CompileError> {
    let object = match compiler.form {
        CodeForm::Text => None,
        CodeForm::Object => {
            let directory = TemporaryDirectory::new("a compiler's object");
            Some(directory.map_err(|error| CompileError::NoPlace { reason: error.to_string() })?)
        }
    };
    let file = object.as_ref().map(|directory| directory.path().join("code.o"));
    let path = file.as_ref().map_or_else(|| "-".to_owned(), |file| file.display().to_string());
    let is_object = object.is_some();
    let form = if is_object { "-c" } else { "-S" };
    let to_file = ["-o", path.as_str(), "-"];
    let plain = architecture.plain_code();
    let time = compiler.time_limit;
    let written = match (compiler.language, &compiler.code_generator) {
        (Language::C, _) => filtered(&compiler.words, &[plain, &[form], &C_OPTIONS, &to_file].concat(), text, time),
        (Language::Cxx, _) => filtered(&compiler.words, &[plain, &[form], &CXX_OPTIONS, &to_file].concat(), text, time),
        (Language::Rust, None) => {
            let form = if is_object { "--emit=obj" } else { "--emit=asm" };
            filtered(&compiler.words, &[&RUST_OPTIONS[..], &[form], &to_file].concat(), text, time)
        }
        (Language::Rust, Some(generator)) => {
            let options = [&RUST_OPTIONS[..], &["--emit=llvm-ir", "-o", "-", "-"]].concat();
            let module = filtered(&compiler.words, &options, text, time)?;
            filtered(generator, &[plain, &[form], &IR_OPTIONS, &to_file].concat(), &for_other_target(&module), time)
        }
    }?;
    let Some(mut file) = file else { return Ok(written) };
    let program = compiler.words.first().cloned().unwrap_or_default();
    if let Some(linker) = &compiler.linker {
        let linked = file.with_extension("so");
        let (from, to) = (file.display().to_string(), linked.display().to_string());
        filtered(linker, &[from.as_str(), "-o", to.as_str()], "", time)?;
        file = linked;
    }
    let bytes = std::fs::read(&file)
        .map_err(|error| CompileError::Run { program, message: format!("{}: {error}", file.display()) })?;
    assembly_text(&bytes, architecture).map_err(|error| CompileError::Unreadable { reason: error.to_string() })
}

/// What a command writes that reads `text`.
fn filtered(words: &[String], options: &[&str], text: &str, time: Duration) -> Result<String, CompileError> {
    let program = words.first().cloned().unwrap_or_default();
    let mut command = Command::new(&program);
    command.args(&words[1.min(words.len())..]).args(options);
    let limits = ProgramLimits { time, bytes: LONGEST_TEXT };
    let output = system::run_within(&mut command, text.as_bytes(), limits).map_err(|error| match error {
        system::ProgramError::System(error) => {
            let advice = system::tools::advice(program.as_ref(), &error);
            CompileError::Run { program: program.clone(), message: format!("{error}{advice}") }
        }
        limit => CompileError::NoEnd { program: program.clone(), reason: limit.to_string() },
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let line = said.lines().find(|line| line.contains("error")).or_else(|| said.lines().next());
        let message = line.unwrap_or("it says nothing").trim().to_owned();
        return Err(CompileError::Refused { status: output.status.to_string(), message, wrong: wrong_lines(&said) });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The lines of the translation unit that messages say are wrong: `<stdin>:12:3: error: ...`, or, as rustc has it, `error: ...` and in another line
/// `--> <anon>:12:3`.
fn wrong_lines(said: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    let mut last = "";
    for text in said.lines() {
        if text.starts_with("error") {
            last = text;
        } else if let Some((_, place)) = text.split_once("--> <anon>:") {
            let line = place.split(':').next().and_then(|line| line.parse().ok());
            all.extend(line.filter(|_| !last.is_empty()).map(|line| (line, last.to_owned())));
            last = "";
        }
        all.extend(wrong_line(text));
    }
    all
}

/// The line of `<stdin>:12:3: error: ...`.
fn wrong_line(said: &str) -> Option<(usize, String)> {
    let rest = said.strip_prefix("<stdin>:")?;
    let (line, rest) = rest.split_once(':')?;
    let (_, message) = rest.split_once("error: ")?;
    Some((line.parse().ok()?, format!("error: {}", message.trim())))
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
        self.listings.iter().find(|listing| listing.function(name).is_some())
    }
}

/// Compiles functions; where the compiler refuses some, the others are compiled all the same.
pub(crate) fn compile(
    compiler: &CompilerCommand,
    architecture: Architecture,
    fragments: &Fragments,
    ids: &[FragmentId],
    cache: &CodeCache,
) -> Compiled {
    let mut job = Job { compiler, architecture, fragments, cache, compiled: Compiled::default() };
    job.compiled.failed = Unit::of(compiler.language, fragments, ids).missing;
    match ruled_out(compiler, architecture, fragments, ids, cache) {
        Ok(ruled_out) => job.compiled.failed.extend(ruled_out),
        Err(error) => {
            job.compiled.refused = Some(error);
            return job.compiled;
        }
    }
    // One function that is refused fails its whole translation unit, so that those known to be are left out first.
    let is_open = |id: &FragmentId| job.compiled.failed.iter().all(|(failed, _)| failed != id);
    let open: Vec<FragmentId> = ids.iter().copied().filter(is_open).collect();
    job.all(open);
    job.compiled
}

/// The work of one profile.
struct Job<'a> {
    compiler: &'a CompilerCommand,
    architecture: Architecture,
    fragments: &'a Fragments,
    cache: &'a CodeCache,
    compiled: Compiled,
}

impl Job<'_> {
    /// Compiles these in one go, without those that the compiler names as wrong; where it names none, by halves.
    fn all(&mut self, mut ids: Vec<FragmentId>) {
        loop {
            let unit = Unit::of(self.compiler.language, self.fragments, &ids);
            let error = match compile_text(self.compiler, self.architecture, &unit.text, self.cache) {
                Ok(text) => return self.listing(&ids, &unit.text, &text),
                Err(error) => error,
            };
            let CompileError::Refused { status, wrong, .. } = &error else {
                self.compiled.refused = Some(error);
                return;
            };
            let mut named: BTreeMap<FragmentId, CompileError> = BTreeMap::new();
            for (line, message) in wrong {
                let Some(id) = unit.function(*line) else { continue };
                named.entry(id).or_insert_with(|| CompileError::Refused {
                    status: status.clone(),
                    message: message.clone(),
                    wrong: Vec::new(),
                });
            }
            // A unit without functions distinguishes a compiler that compiles nothing from one that refuses some function.
            let is_first = self.compiled.listings.is_empty() && self.compiled.failed.is_empty();
            let empty = Unit::of(self.compiler.language, self.fragments, &[]).text;
            if named.is_empty()
                && is_first
                && compile_text(self.compiler, self.architecture, &empty, self.cache).is_err()
            {
                self.compiled.refused = Some(error);
                return;
            }
            if named.is_empty() {
                self.by_halves(&ids, error);
                return;
            }
            ids.retain(|id| !named.contains_key(id));
            self.compiled.failed.extend(named);
        }
    }

    /// Takes what the compiler wrote for these. What it has no code for is named: a compiler that writes to a file of its own, or half of what it should, ends like one that does its work.
    fn listing(&mut self, ids: &[FragmentId], unit: &str, text: &str) {
        let listing = Listing::read(text, self.architecture);
        let missing: Vec<FragmentId> =
            ids.iter().copied().filter(|&id| listing.function(&function_name(id)).is_none()).collect();
        if !missing.is_empty() {
            self.cache.forget(self.compiler, self.architecture, unit);
            let reason = match (text.trim().is_empty(), missing.len() == ids.len()) {
                (true, _) => "the compiler wrote nothing to its standard output",
                (false, true) => "what the compiler wrote to its standard output has none of the functions",
                (false, false) => {
                    "what the compiler wrote to its standard output has other functions, and not this one"
                }
            };
            if missing.len() == ids.len() && self.compiled.listings.is_empty() {
                self.compiled.refused = Some(CompileError::NoCode { reason });
            }
            self.compiled.failed.extend(missing.into_iter().map(|id| (id, CompileError::NoCode { reason })));
        }
        self.compiled.listings.push(listing);
    }

    fn by_halves(&mut self, ids: &[FragmentId], error: CompileError) {
        if ids.len() <= 1 {
            self.compiled.failed.extend(ids.iter().map(|&id| (id, error.clone())));
            return;
        }
        let (left, right) = ids.split_at(ids.len() / 2);
        self.all(left.to_vec());
        self.all(right.to_vec());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_rust_name_lines() {
        let said = "error[E0308]: mismatched types\n --> <anon>:12:3\n  |\nerror: aborting due to 1 previous error\n";
        assert_eq!(wrong_lines(said), [(12, "error[E0308]: mismatched types".to_owned())]);
    }

    #[test]
    fn messages_name_lines() {
        let found = wrong_line("<stdin>:12:3: error: `__int128` is not supported on this target");
        assert_eq!(found, Some((12, "error: `__int128` is not supported on this target".to_owned())));
        assert_eq!(wrong_line("<stdin>:12:3: note: declared here"), None);
        assert_eq!(wrong_line("cc1: error: unrecognized option"), None);
    }
}
