//! Runs clang: from source files, a compilation database or a build to textual IR.
//!
//! Any clang from 14 on will do. Options that only concern code generation or output are taken out of the commands of a build, and replaced
//! by those that make clang print IR without optimisation, with columns and with names.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use thiserror::Error;

use crate::ll::Malformed;

/// Why there is no IR.
#[derive(Debug, Error)]
pub enum Error {
    /// No compiler was found.
    #[error("no clang found (looked for clang and clang-14 to clang-22); name one with --clang; {}", system::tools::CLANG.installation())]
    NoClang,
    /// The compiler could not be started.
    #[error("cannot run {compiler}: {error}{}", system::tools::advice(.compiler.as_os_str(), .error))]
    Start {
        /// What was run.
        compiler: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// The compiler refused the source.
    #[error("{compiler} cannot compile {file}:\n{message}")]
    Refused {
        /// What was run.
        compiler: PathBuf,
        /// The source.
        file: PathBuf,
        /// What it said.
        message: String,
    },
    /// The compiler takes the file for something else than source.
    #[error("{file} is no source file to {compiler}, by the end of its name (C is .c, C++ .cc or .cpp)")]
    NoSource {
        /// What was run.
        compiler: PathBuf,
        /// The file.
        file: PathBuf,
    },
    /// A file cannot be what it should be.
    #[error("{path} {what}")]
    Unsuitable {
        /// The file.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// A text of LLVM IR is malformed.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// A compilation database makes no sense.
    #[error("{path}: {message}")]
    Database {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
}

/// What identifies the file that a path leads to: its path without symbolic links, or the path itself when there is no such file.
pub fn real_path(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// One compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Where the compiler runs.
    pub directory: PathBuf,
    /// The source, relative to the directory or not.
    pub file: PathBuf,
    /// Options that matter to the front end: `-D`, `-I`, `-std=` and the like.
    pub options: Vec<String>,
}

/// A compiler.
#[derive(Clone, Debug)]
pub struct Clang {
    program: PathBuf,
}

impl Clang {
    /// The compiler of that name, or the newest one that is installed.
    ///
    /// # Errors
    /// [`Error::NoClang`].
    pub fn find(named: Option<&Path>) -> Result<Clang, Error> {
        if let Some(program) = named {
            return Ok(Clang { program: program.to_owned() });
        }
        for name in system::tools::CLANG.programs {
            let runs = Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
            if runs {
                return Ok(Clang { program: name.into() });
            }
        }
        Err(Error::NoClang)
    }

    /// The IR of a translation unit.
    ///
    /// # Errors
    /// When clang cannot be run or refuses the source, or passes it on to a linker.
    pub fn ir(&self, unit: &Unit) -> Result<String, Error> {
        let mut words = vec!["-g", "-gcolumn-info", "-fno-discard-value-names", "-S", "-emit-llvm", "-o", "-"];
        words.extend(["-Xclang", "-disable-O0-optnone", "-fno-inline"]);
        // What is inlined would stand at the call alone; some functions always are, by one of these passes.
        words.extend(["-Xclang", "-disable-llvm-passes"]);
        let output = self.output(unit, &words)?;
        // What clang does not know by the end of its name is for a linker, so that it is left alone without an error.
        if output.is_empty() {
            return Err(Error::NoSource { compiler: self.program.clone(), file: unit.file.clone() });
        }
        Ok(String::from_utf8_lossy(&output).into_owned())
    }

    /// A translation unit behind the preprocessor, with the lines that say where its text came from.
    ///
    /// # Errors
    /// When clang cannot be run or refuses the source.
    pub fn preprocessed(&self, unit: &Unit) -> Result<String, Error> {
        Ok(String::from_utf8_lossy(&self.output(unit, &["-E"])?).into_owned())
    }

    /// The definitions of macros that a translation unit has anywhere, each a line that begins with `#define `, as the preprocessor prints them.
    ///
    /// # Errors
    /// When clang cannot be run or refuses the source.
    pub fn macros(&self, unit: &Unit) -> Result<String, Error> {
        let output = self.output(unit, &["-E", "-dD", "-P"])?;
        let output = String::from_utf8_lossy(&output);
        let lines = output.lines().filter(|line| line.starts_with("#define "));
        Ok(lines.flat_map(|line| [line, "\n"]).collect())
    }

    /// The source file of a translation unit with all macros written out, each beside its use in a comment.
    ///
    /// # Errors
    /// When clang cannot be run or refuses the source.
    pub fn with_macros_written_out(&self, unit: &Unit) -> Result<Vec<u8>, Error> {
        self.output(unit, &["-Xclang", "-rewrite-macros", "-fsyntax-only"])
    }

    /// What clang prints about a translation unit.
    fn output(&self, unit: &Unit, words: &[&str]) -> Result<Vec<u8>, Error> {
        // Databases list what `configure` or CMake compiled in directories that are gone. Starting clang there would fail as if clang were not there.
        if !unit.directory.is_dir() {
            return Err(Error::Refused {
                compiler: self.program.clone(),
                file: unit.file.clone(),
                message: format!("there is no directory {}", unit.directory.display()),
            });
        }
        readable(&unit.directory.join(&unit.file))?;
        let mut command = Command::new(&self.program);
        command.current_dir(&unit.directory).args(&unit.options).args(words);
        command.args(["-w", "-O0", "-U_FORTIFY_SOURCE"]).arg(not_an_option(&unit.file));
        let output = command.output().map_err(|error| Error::Start { compiler: self.program.clone(), error })?;
        if !output.status.success() {
            return Err(Error::Refused {
                compiler: self.program.clone(),
                file: unit.file.clone(),
                message: String::from_utf8_lossy(&output.stderr).into_owned(),
            });
        }
        Ok(output.stdout)
    }
}

/// Bytes that a source file has at most.
const LONGEST_SOURCE: u64 = 64 << 20;

/// Refuses what clang would read without end.
fn readable(file: &Path) -> Result<(), Error> {
    let unsuitable = |what| Err(Error::Unsuitable { path: file.to_owned(), what });
    match std::fs::metadata(file) {
        Ok(found) if found.is_file() && found.len() > LONGEST_SOURCE => unsuitable("is larger than 64 MiB"),
        Ok(found) if is_device(found.file_type()) => unsuitable("is a device"),
        // Clang has more to say about one that is not there.
        Ok(_) | Err(_) => Ok(()),
    }
}

#[cfg(unix)]
fn is_device(kind: std::fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: std::fs::FileType) -> bool {
    false
}

/// A file as a word that clang takes for no option.
fn not_an_option(file: &Path) -> PathBuf {
    let is_like_one = file.as_os_str().as_encoded_bytes().starts_with(b"-");
    if is_like_one { Path::new(".").join(file) } else { file.to_owned() }
}

/// Options that take the next word as their argument and matter to the front end.
const KEPT_WITH_ARGUMENT: &[&str] =
    &["-D", "-U", "-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-isysroot", "-x", "-target"];

/// Options that take the next word as their argument and do not.
const DROPPED_WITH_ARGUMENT: &[&str] =
    &["-o", "-MF", "-MT", "-MQ", "-L", "-l", "-Xlinker", "-T", "-u", "-z", "-Xassembler", "-Xpreprocessor", "--param"];

/// Whether a word names a source that clang compiles to IR.
pub fn is_source(word: &str) -> bool {
    let end = Path::new(word).extension().and_then(OsStr::to_str).unwrap_or_default();
    !word.starts_with('-') && matches!(end, "c" | "cc" | "cpp" | "cxx" | "C" | "c++" | "i" | "ii")
}

/// The compilations of one command line of a compiler (its name left out): one for each source in it.
pub fn units(directory: &Path, words: &[String]) -> Vec<Unit> {
    let mut options = Vec::new();
    let mut files = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if KEPT_WITH_ARGUMENT.contains(&word.as_str()) {
            options.push(word.clone());
            options.extend(words.next().cloned());
        } else if DROPPED_WITH_ARGUMENT.contains(&word.as_str()) {
            words.next();
        } else if is_source(word) {
            files.push(PathBuf::from(word));
        } else if is_front_end_option(word) {
            options.push(word.clone());
        }
    }
    files.into_iter().map(|file| Unit { directory: directory.to_owned(), file, options: options.clone() }).collect()
}

fn is_front_end_option(word: &str) -> bool {
    let kept = [
        "-D",
        "-U",
        "-I",
        "-std=",
        "-ansi",
        "-pthread",
        "-fopenmp",
        "-funsigned-char",
        "-fsigned-char",
        "-fshort-",
        "-fms-",
        "-m32",
        "-m64",
    ];
    let kept_too = [
        "-isystem",
        "-iquote",
        "-include",
        "-idirafter",
        "--sysroot",
        "-nostdinc",
        "-fgnu",
        "-fno-builtin",
        "-fpack-struct",
        "-mcx16",
        "-march=",
        "-fexceptions",
        "-fno-exceptions",
        "-fno-rtti",
    ];
    kept.iter().chain(&kept_too).any(|start| word.starts_with(start)) && !word.starts_with("-Wp,")
}

/// Splits a command as a POSIX shell does, without expansions.
pub fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut open = false;
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (Some('"') | None, '\\') => word.extend(characters.next()),
            (None, '\'' | '"') => {
                quote = Some(character);
                open = true;
            }
            (None, character) if character.is_whitespace() => {
                if open || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                    open = false;
                }
            }
            _ => word.push(character),
        }
    }
    if open || !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        assert_eq!(split(r#"cc -DX='"a b"' "c d" e\ f ''"#), ["cc", "-DX=\"a b\"", "c d", "e f", ""]);
    }

    #[test]
    fn a_unit_whose_directory_is_gone_is_refused_by_itself() {
        let clang = Clang { program: "clang".into() };
        let unit = Unit { directory: "/no/such/directory".into(), file: "x.c".into(), options: Vec::new() };
        let error = clang.ir(&unit).expect_err("there is nothing to compile");
        assert!(matches!(error, Error::Refused { .. }), "{error}");
    }

    #[test]
    fn what_the_front_end_needs_is_kept() {
        let words: Vec<String> = split("-c -O2 -Wall -D A=1 -Isrc -std=c99 -MF x.d -o x.o x.c -lpthread y.c");
        let units = units(Path::new("/d"), &words);
        assert_eq!(units.len(), 2);
        assert_eq!(units[0].options, ["-D", "A=1", "-Isrc", "-std=c99"]);
        assert_eq!(units[1].file, Path::new("y.c"));
    }
}
