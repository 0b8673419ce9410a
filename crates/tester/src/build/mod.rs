//! Compiling and linking programs for the tester: a compiler's own command line with a few words more.
//!
//! | | gcc | clang |
//! | --- | --- | --- |
//! | always | `-fsanitize=thread`, volatile accesses told apart, `-g` unless asked otherwise | the same |
//! | linking | `-ltsan`, which the compiler adds, finds our library in a directory of ours | `-fno-sanitize-link-runtime` and our library |
//!
//! Both link with `--wrap` for `memcpy` and its like, which only newer clangs instrument themselves.

mod words;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use thiserror::Error;

use words::Words;

/// A family of compilers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// gcc and g++.
    Gcc,
    /// clang and clang++.
    Clang,
}

/// The language of a compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
}

/// Why nothing was compiled.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The compiler cannot be run.
    #[error("cannot run the compiler `{}`: {error}", .compiler.display())]
    Compiler {
        /// Its name or path.
        compiler: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// None of the compilers that are tried is there.
    #[error("there is no compiler: none of {} can be run", .tried.join(", "))]
    NoCompiler {
        /// Their names.
        tried: Vec<&'static str>,
    },
    /// The program would not load a shared library.
    #[error("`{word}`: a statically linked program cannot be tested; link it dynamically")]
    Static {
        /// The word on the command line.
        word: String,
    },
    /// A file for the linker cannot be set up.
    #[error("cannot set up the library for the linker: {0}")]
    Setup(std::io::Error),
}

/// A compiler.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// Its name or path.
    pub path: PathBuf,
    /// What it is.
    pub family: Family,
}

impl Compiler {
    /// The compiler of this name or path.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn new(path: &Path) -> Result<Compiler, BuildError> {
        let output = Command::new(path).arg("--version").output();
        let output = output.map_err(|error| BuildError::Compiler { compiler: path.to_owned(), error })?;
        let is_clang = String::from_utf8_lossy(&output.stdout).contains("clang");
        Ok(Compiler { path: path.to_owned(), family: if is_clang { Family::Clang } else { Family::Gcc } })
    }

    /// The first that is there of gcc and clang.
    ///
    /// # Errors
    /// When none is.
    pub fn default_for(language: Language) -> Result<Compiler, BuildError> {
        let tried = match language {
            Language::C => vec!["gcc", "clang"],
            Language::Cxx => vec!["g++", "clang++"],
        };
        let found = tried.iter().find_map(|name| Compiler::new(Path::new(name)).ok());
        found.ok_or(BuildError::NoCompiler { tried })
    }

    /// Compiles, links, or whatever these arguments ask for.
    ///
    /// # Errors
    /// When the compiler cannot be run, or is asked for something that cannot be tested. What the compiler itself complains about is
    /// in its status.
    pub fn run(&self, arguments: &[OsString], library: &Path) -> Result<ExitStatus, BuildError> {
        let words = Words::new(arguments);
        if let Some(word) = words.asks_for_static() {
            return Err(BuildError::Static { word });
        }
        let mut command = Command::new(&self.path);
        command.args(self.instrumentation(&words));
        // The directory has to be there until the linker is done.
        let mut _directory = None;
        if words.links() {
            let directory = linker_directory(library).map_err(BuildError::Setup)?;
            command.args(self.linking_before(directory.path()));
            command.args(arguments).args(self.linking_after(directory.path(), library));
            _directory = Some(directory);
        } else {
            command.args(arguments);
        }
        command.status().map_err(|error| BuildError::Compiler { compiler: self.path.clone(), error })
    }

    fn instrumentation(&self, words: &Words) -> Vec<&'static str> {
        let mut flags = vec!["-fsanitize=thread"];
        match self.family {
            Family::Gcc => flags.push("--param=tsan-distinguish-volatile=1"),
            Family::Clang => flags.extend(["-mllvm", "-tsan-distinguish-volatile=1"]),
        }
        if !words.speaks_of_debugging() {
            flags.push("-g");
        }
        flags
    }

    fn linking_before(&self, directory: &Path) -> Vec<OsString> {
        let mut flags = vec![joined("-L", directory)];
        if self.family == Family::Clang {
            flags.push("-fno-sanitize-link-runtime".into());
        }
        flags
    }

    fn linking_after(&self, directory: &Path, library: &Path) -> Vec<OsString> {
        let mut flags = Vec::new();
        if self.family == Family::Clang {
            flags.extend([joined("-L", directory), "-ltsan".into()]);
        }
        flags.push("-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset".into());
        flags.push(joined("-Wl,-rpath,", library.parent().unwrap_or(Path::new("."))));
        flags
    }
}

fn joined(prefix: &str, path: &Path) -> OsString {
    let mut word = OsString::from(prefix);
    word.push(OsStr::new(path));
    word
}

/// A directory in which linkers find the runtime library when they look for ThreadSanitizer's.
fn linker_directory(library: &Path) -> std::io::Result<tempfile::TempDir> {
    let directory = tempfile::Builder::new().prefix("lakmus-").tempdir()?;
    std::os::unix::fs::symlink(library, directory.path().join("libtsan.so"))?;
    Ok(directory)
}
