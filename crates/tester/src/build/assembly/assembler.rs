//! This command in the place of a compiler's assembler.
//!
//! A directory in which compilers look for their programs first has the name `as`, which is this command. It rewrites what it is to assemble, and runs the compiler's own assembler on that.

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use system::TemporaryDirectory;
use thiserror::Error;

use super::super::NESTED;

/// In the environment of a compiler: itself, which knows its assembler.
pub(in crate::build) const COMPILER: &str = "LAKMUS_ASSEMBLER_OF";

/// Why nothing was assembled.
#[derive(Debug, Error)]
pub enum AssemblerError {
    /// The compiler does not say where its assembler is.
    #[error("cannot ask `{}` for its assembler: {error}", .compiler.display())]
    Compiler {
        /// Its name or path.
        compiler: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The assembler cannot be run.
    #[error("cannot run the assembler `{}`: {error}{}", .assembler.display(), system::tools::advice(.assembler.as_os_str(), .error))]
    Assembler {
        /// Its name or path.
        assembler: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// What is to be assembled cannot be read, or not be written where the assembler finds it.
    #[error("cannot rewrite what is to be assembled: {0}")]
    Rewriting(std::io::Error),
}

/// Whether this command was called as the assembler of a compiler that `lakmus cc` runs. `name` is its own first word.
pub fn is_called(name: &OsStr) -> bool {
    Path::new(name).file_name() == Some(OsStr::new("as")) && std::env::var_os(COMPILER).is_some()
}

/// A directory for a compiler, in which this command is its assembler.
pub(in crate::build) fn directory(lakmus: &Path) -> std::io::Result<TemporaryDirectory> {
    let directory = TemporaryDirectory::new("the assembler").map_err(std::io::Error::other)?;
    std::os::unix::fs::symlink(lakmus, directory.path().join("as"))?;
    Ok(directory)
}

/// Assembles what these arguments say, rewritten.
///
/// # Errors
/// When the assembler cannot be found or run, or its input not read. What the assembler itself complains about is in its status.
pub fn assemble(arguments: &[OsString]) -> Result<ExitStatus, AssemblerError> {
    let assembler = own_assembler()?;
    let mut arguments = arguments.to_vec();
    // The directory has to be there until the assembler is done.
    let mut _directory = None;
    if let Some(place) = input(&arguments) {
        let name = arguments.get(place).filter(|name| *name != "-").cloned();
        let written = Rewritten::of(name.as_deref())?;
        let file = written.file.into_os_string();
        match arguments.get_mut(place) {
            Some(word) if !written.is_behind => *word = file,
            Some(_) | None => arguments.push(file),
        }
        _directory = Some(written.directory);
    }
    let status = Command::new(&assembler).args(&arguments).status();
    status.map_err(|error| AssemblerError::Assembler { assembler, error })
}

/// What the compiler would have run.
fn own_assembler() -> Result<PathBuf, AssemblerError> {
    let compiler = PathBuf::from(std::env::var_os(COMPILER).unwrap_or_default());
    let mut command = Command::new(&compiler);
    command.arg("-print-prog-name=as").env(NESTED, "1");
    let output = command.output().map_err(|error| AssemblerError::Compiler { compiler, error })?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// Options of assemblers whose argument is a word of its own.
const WITH_ARGUMENT: [&str; 8] =
    ["-o", "-I", "--MD", "-MD", "--defsym", "--debug-prefix-map", "-D", "--listing-lhs-width"];

/// The place of the input among the arguments: behind the last where it is standard input. None where there are several, which is not what compilers do, or where nothing is assembled.
fn input(arguments: &[OsString]) -> Option<usize> {
    if arguments.iter().any(|word| word == "--version" || word == "--help") {
        return None;
    }
    let mut inputs = Vec::new();
    let mut is_argument = false;
    for (place, word) in arguments.iter().enumerate() {
        let word = word.to_string_lossy();
        let is_input = !std::mem::take(&mut is_argument) && (word == "-" || !word.starts_with(['-', '@']));
        if is_input {
            inputs.push(place);
        }
        is_argument = WITH_ARGUMENT.contains(&&*word);
    }
    match inputs[..] {
        [] => Some(arguments.len()),
        [one] => Some(one),
        _ => None,
    }
}

/// What is assembled in the place of an input, or behind it, and where that has been written.
struct Rewritten {
    directory: TemporaryDirectory,
    file: PathBuf,
    is_behind: bool,
}

impl Rewritten {
    /// That of a file, or of standard input.
    fn of(name: Option<&OsStr>) -> Result<Rewritten, AssemblerError> {
        let written = || -> std::io::Result<Rewritten> {
            let bytes = match name {
                Some(name) => std::fs::read(name)?,
                None => {
                    let mut bytes = Vec::new();
                    std::io::stdin().read_to_end(&mut bytes)?;
                    bytes
                }
            };
            // Compilers write what they like into comments: a character stands for a byte, whatever text that is.
            let text: String = bytes.iter().copied().map(char::from).collect();
            let (text, is_behind) = match (super::is_of_compiler(&text), name) {
                (true, _) => (super::rewritten(&text), false),
                // Debug information names a hand-written file: it stays what is assembled.
                (false, Some(_)) => (super::report_of_file(&text), true),
                (false, None) => (format!("{text}{}", super::report_of_file(&text)), false),
            };
            let text: Vec<u8> = text.chars().map(|character| character as u8).collect();
            let directory = TemporaryDirectory::new("the assembler").map_err(std::io::Error::other)?;
            let file = directory.path().join("rewritten.s");
            std::fs::write(&file, text)?;
            Ok(Rewritten { directory, file, is_behind })
        };
        written().map_err(AssemblerError::Rewriting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_input_is_found_among_the_options() {
        let place = |line: &str| input(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(place("--64 -o a.o a.s"), Some(3));
        assert_eq!(place("-I . --gdwarf-5 --64 -o a.o"), Some(6));
        assert_eq!(place("--64 -o a.o -"), Some(3));
        assert_eq!(place("--version"), None);
    }
}
