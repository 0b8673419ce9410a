//! Volatile accesses as atomic ones: what C11Tester's pass makes of them.
//!
//! ThreadSanitizer's instrumentation announces a volatile access and leaves it in place, so that no load of it can read an old value. So each source is compiled in two steps: to LLVM's
//! textual representation before any pass, in which [`ir`] makes volatile loads and stores atomic, and from there by all passes, the instrumentation among them. That takes clang.
//!
//! A compound assignment (`v++`) stays a load and a store. Accesses that cannot be atomic keep what they are: those larger than 8 bytes or not aligned to their size, and whole structures, which
//! are copied.

mod ir;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use system::TemporaryDirectory;

use super::BuildError;

/// What volatile accesses become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VolatileAccess {
    /// Relaxed atomic accesses.
    Relaxed,
    /// Loads that acquire, and stores that release.
    AcquireRelease,
}

/// A command line taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Line {
    /// What is neither an input nor about where output goes, in order.
    options: Vec<OsString>,
    /// Options about files for `make`, in order.
    dependencies: Vec<OsString>,
    inputs: Vec<Input>,
    output: Option<OsString>,
    ending: Option<Ending>,
}

/// A file to be compiled or linked.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Input {
    name: OsString,
    /// As `-x` says it.
    language: Option<OsString>,
    /// How many options come before it: libraries are looked through in order.
    behind: usize,
}

/// Where compiling ends before anything is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Object,
    Assembly,
}

/// Options whose argument is a word of its own.
const WITH_ARGUMENT: [&str; 33] = [
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "-B",
    "-F",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-isysroot",
    "-cxx-isystem",
    "-Xclang",
    "-Xlinker",
    "-Xpreprocessor",
    "-Xassembler",
    "-mllvm",
    "-target",
    "-arch",
    "--param",
    "-rpath",
    "-soname",
    "--sysroot",
    "-framework",
    "-resource-dir",
];
/// Those of them about files for `make`.
const OF_DEPENDENCIES: [&str; 3] = ["-MF", "-MT", "-MQ"];
const DEPENDENCIES: [&str; 4] = ["-MD", "-MMD", "-MP", "-MG"];
/// With these nothing is compiled.
const ONLY_LOOKED_AT: [&str; 7] = ["-E", "-M", "-MM", "-fsyntax-only", "--version", "-###", "-emit-llvm"];
/// The endings of the names of sources, and those of preprocessed ones.
const SOURCES: [&str; 10] = ["c", "i", "C", "cc", "cp", "cpp", "cxx", "CPP", "c++", "ii"];
/// The languages of `-x` in which there are volatile accesses.
const LANGUAGES: [&str; 4] = ["c", "c++", "cpp-output", "c++-cpp-output"];

impl Line {
    /// None if nothing is compiled.
    fn new(arguments: &[OsString]) -> Option<Line> {
        let (mut line, mut language) = (Line::default(), None);
        let words = with_response_files(arguments);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            if ONLY_LOOKED_AT.contains(&&*text) {
                return None;
            }
            match &*text {
                "-c" => line.ending = Some(line.ending.unwrap_or(Ending::Object)),
                "-S" => line.ending = Some(Ending::Assembly),
                "-o" => line.output = words.next().cloned(),
                "-x" => language = words.next().filter(|language| *language != "none").cloned(),
                option if DEPENDENCIES.contains(&option) => line.dependencies.push(word.clone()),
                option if OF_DEPENDENCIES.contains(&option) => {
                    line.dependencies.push(word.clone());
                    line.dependencies.extend(words.next().cloned());
                }
                option if WITH_ARGUMENT.contains(&option) => {
                    line.options.push(word.clone());
                    line.options.extend(words.next().cloned());
                }
                option if option.starts_with("-o") => line.output = Some(OsString::from(&option[2..])),
                option if option.starts_with("-x") => {
                    language = Some(OsString::from(&option[2..])).filter(|language| language != "none");
                }
                option if option.starts_with("-MF") || option.starts_with("-MT") || option.starts_with("-MQ") => {
                    line.dependencies.push(word.clone());
                }
                option if option.starts_with('-') && option.len() > 1 => line.options.push(word.clone()),
                _ => line.inputs.push(Input {
                    name: word.clone(),
                    language: language.clone(),
                    behind: line.options.len(),
                }),
            }
        }
        line.inputs.iter().any(Input::is_source).then_some(line)
    }

    /// Where the result of one source goes if the command line ends there.
    fn output_of(&self, source: &Input, ending: Ending) -> PathBuf {
        let extension = match ending {
            Ending::Object => "o",
            Ending::Assembly => "s",
        };
        let stem =
            || PathBuf::from(Path::new(&source.name).file_stem().unwrap_or(OsStr::new("a"))).with_extension(extension);
        self.output.as_ref().map_or_else(stem, PathBuf::from)
    }

    /// The options about files for `make`, with what they would take from the name of the output.
    fn dependencies_of(&self, source: &Input) -> Vec<OsString> {
        let mut options = self.dependencies.clone();
        let has = |begins: &[&str]| {
            self.dependencies.iter().any(|word| begins.iter().any(|begin| word.to_string_lossy().starts_with(begin)))
        };
        if !has(&["-MD", "-MMD"]) {
            return options;
        }
        let object = match self.ending {
            Some(ending) => self.output_of(source, ending),
            None => Line { output: None, ..self.clone() }.output_of(source, Ending::Object),
        };
        if !has(&["-MF"]) {
            options.extend(["-MF".into(), object.with_extension("d").into()]);
        }
        if !has(&["-MT", "-MQ"]) {
            options.extend(["-MQ".into(), object.into()]);
        }
        options
    }

    /// What is to be linked, with the objects in the place of the sources.
    fn linking(&self, objects: &[PathBuf]) -> Vec<OsString> {
        let (mut words, mut objects, mut inputs) = (Vec::new(), objects.iter(), self.inputs.iter().peekable());
        for count in 0..=self.options.len() {
            while let Some(input) = inputs.next_if(|input| input.behind == count) {
                match input.is_source() {
                    true => words.extend(objects.next().map(OsString::from)),
                    false => words.push(input.name.clone()),
                }
            }
            words.extend(self.options.get(count).cloned());
        }
        words.extend(self.output.iter().flat_map(|output| ["-o".into(), output.clone()]));
        words
    }
}

impl Input {
    fn is_source(&self) -> bool {
        match &self.language {
            Some(language) => LANGUAGES.iter().any(|known| language == known),
            None => Path::new(&self.name).extension().is_some_and(|name| SOURCES.iter().any(|known| name == *known)),
        }
    }
}

/// The words with those of response files (`@FILE`) in their place.
fn with_response_files(arguments: &[OsString]) -> Vec<OsString> {
    let mut words = Vec::new();
    for argument in arguments {
        match argument.to_string_lossy().strip_prefix('@').map(|name| system::read_text(name.as_ref())) {
            Some(Ok(text)) => words.extend(text.split_whitespace().map(OsString::from)),
            Some(Err(_)) | None => words.push(argument.clone()),
        }
    }
    words
}

/// What is left to do when the sources are compiled.
#[derive(Debug)]
pub(super) enum Compiled {
    /// Nothing: this was the last status.
    All(ExitStatus),
    /// The compiler is to do this, and the directory is to be there until it is done.
    Rest(Vec<OsString>, TemporaryDirectory),
}

/// Compiles the sources of a command line for clang, by `command`, which has the options for the instrumentation already. None if it names no source, so that there is nothing to rewrite.
///
/// # Errors
/// When clang cannot be run, or a file cannot be read or written.
pub(super) fn compile(
    arguments: &[OsString],
    access: VolatileAccess,
    command: &dyn Fn() -> Command,
) -> Result<Option<Compiled>, BuildError> {
    let Some(line) = Line::new(arguments) else { return Ok(None) };
    let directory = TemporaryDirectory::new("rewritten code").map_err(std::io::Error::other);
    let directory = directory.map_err(BuildError::Rewriting)?;
    let mut objects = Vec::new();
    let mut last = None;
    for (number, source) in line.inputs.iter().filter(|input| input.is_source()).enumerate() {
        let [text, object] =
            ["ll", "o"].map(|extension| directory.path().join(number.to_string()).with_extension(extension));
        let mut to_text = command();
        to_text.args(&line.options).args(line.dependencies_of(source));
        // Options for the linker are not used here, nor are those for the preprocessor in the second step.
        to_text.args(["-Qunused-arguments", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-o"]).arg(&text);
        if let Some(language) = &source.language {
            to_text.arg("-x").arg(language);
        }
        let status = status(to_text.arg(&source.name))?;
        if !status.success() {
            return Ok(Some(Compiled::All(status)));
        }
        let read = std::fs::read_to_string(&text).map_err(BuildError::Rewriting)?;
        std::fs::write(&text, ir::rewrite(&read, access)).map_err(BuildError::Rewriting)?;
        let (stop, output) = match line.ending {
            Some(Ending::Assembly) => ("-S", line.output_of(source, Ending::Assembly)),
            Some(Ending::Object) => ("-c", line.output_of(source, Ending::Object)),
            None => ("-c", object),
        };
        let mut from_text = command();
        from_text.args(&line.options).args(["-Qunused-arguments", stop, "-o"]).arg(&output);
        let status = self::status(from_text.args(["-x", "ir"]).arg(&text))?;
        if !status.success() {
            return Ok(Some(Compiled::All(status)));
        }
        objects.push(output);
        last = Some(status);
    }
    Ok(match (line.ending, last) {
        (Some(_), Some(status)) => Some(Compiled::All(status)),
        (Some(_), None) => None,
        (None, _) => Some(Compiled::Rest(line.linking(&objects), directory)),
    })
}

fn status(command: &mut Command) -> Result<ExitStatus, BuildError> {
    let compiler = PathBuf::from(command.get_program());
    command.status().map_err(|error| BuildError::Compiler { compiler, error })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    fn line(text: &str) -> Line {
        Line::new(&words(text)).expect("something is compiled")
    }

    #[test]
    fn sources_are_replaced_by_objects() {
        let line = line("-O2 main.c -I include -include first.c lib.a -x c++ other -x none more.o -lm -o prog -MD");
        let objects = [PathBuf::from("/0.o"), PathBuf::from("/1.o")];
        let linking = line.linking(&objects);
        assert_eq!(linking, words("-O2 /0.o -I include -include first.c lib.a /1.o more.o -lm -o prog"));
        assert_eq!(line.dependencies_of(&line.inputs[0]), words("-MD -MF main.d -MQ main.o"));
    }

    #[test]
    fn what_compiles_only_names_its_object() {
        let line = line("-c dir/a.cc -MMD -MF x.d -oout/a.o");
        assert_eq!(line.ending, Some(Ending::Object));
        assert_eq!(line.output_of(&line.inputs[0], Ending::Object), Path::new("out/a.o"));
        assert_eq!(line.dependencies_of(&line.inputs[0]), words("-MMD -MF x.d -MQ out/a.o"));
        assert_eq!(self::line("-c dir/a.cc").output_of(&line.inputs[0], Ending::Object), Path::new("a.o"));
    }

    #[test]
    fn nothing_is_compiled_without_sources() {
        for text in ["a.o -o a", "-E a.c", "a.S -c", "-v", "-MM a.c", "-c a.c -emit-llvm"] {
            assert_eq!(Line::new(&words(text)), None, "{text}");
        }
    }
}
