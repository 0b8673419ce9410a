//! Build systems that want a compiler of one word, or that name it themselves.
//!
//! A directory has names of compilers, all of which are this command; it comes first in `PATH`. Called by such a name, this command runs the compiler of
//! that name further on in `PATH`, with the options that the tester needs.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use thiserror::Error;

use super::Language;

/// The names.
const NAMES: [(&str, Language); 8] = [
    ("cc", Language::C),
    ("gcc", Language::C),
    ("clang", Language::C),
    ("c++", Language::Cxx),
    ("g++", Language::Cxx),
    ("clang++", Language::Cxx),
    ("lakmus-cc", Language::C),
    ("lakmus-cxx", Language::Cxx),
];

/// In the environment of what is executed with wrappers: their directory.
const DIRECTORY: &str = "LAKMUS_WRAPPERS";

/// Why nothing was executed.
#[derive(Debug, Error)]
pub enum WrapperError {
    /// There is no place for the directory.
    #[error("there is no place for the wrappers: set XDG_CACHE_HOME or HOME")]
    NoPlace,
    /// The directory cannot be made.
    #[error("cannot set up the wrappers in `{}`: {error}", .directory.display())]
    Setup {
        /// The directory.
        directory: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The command cannot be run.
    #[error("cannot run `{}`: {error}", .program.to_string_lossy())]
    Program {
        /// Its name.
        program: OsString,
        /// Why.
        error: std::io::Error,
    },
}

/// A compiler that this command was called as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// Its language.
    pub language: Language,
    /// The compiler of that name; none where the name says only the language.
    pub compiler: Option<PathBuf>,
}

/// What this command was called as, if as a compiler. `name` is its own first word.
pub fn called_as(name: &OsStr) -> Option<Called> {
    let name = Path::new(name).file_name()?.to_str()?;
    let &(name, language) = NAMES.iter().find(|(known, _)| *known == name)?;
    if name.starts_with("lakmus-") {
        return Some(Called { language, compiler: None });
    }
    // Without the variable it is not one of our names that was called, but this command under a name of the user's.
    let directory = PathBuf::from(std::env::var_os(DIRECTORY)?);
    Some(Called { language, compiler: behind(name, &directory, &std::env::var_os("PATH")?) })
}

/// The first program of this name in `path` that does not lie in `directory`.
fn behind(name: &str, directory: &Path, path: &OsStr) -> Option<PathBuf> {
    let places = std::env::split_paths(path).filter(|place| place != directory);
    places.map(|place| place.join(name)).find(|file| file.is_file())
}

/// `PATH` as compilers shall find it: without the wrappers.
pub fn path_without_wrappers() -> Option<OsString> {
    let (directory, path) = (PathBuf::from(std::env::var_os(DIRECTORY)?), std::env::var_os("PATH")?);
    std::env::join_paths(std::env::split_paths(&path).filter(|place| *place != directory)).ok()
}

/// Executes a program with the wrappers first in `PATH`, and in `CC` and `CXX` where these are not set.
///
/// The directory stays: build systems remember where they have found a compiler.
///
/// # Errors
/// When the wrappers cannot be set up, or the program cannot be run.
pub fn execute(program: &OsStr, arguments: &[OsString], lakmus: &Path) -> Result<ExitStatus, WrapperError> {
    let directory = directory()?;
    set_up(&directory, lakmus).map_err(|error| WrapperError::Setup { directory: directory.clone(), error })?;
    let mut path = directory.clone().into_os_string();
    if let Some(more) = std::env::var_os("PATH") {
        path.push(":");
        path.push(more);
    }
    let mut command = Command::new(program);
    command.args(arguments).env("PATH", path).env(DIRECTORY, &directory);
    for (variable, name) in [("CC", "lakmus-cc"), ("CXX", "lakmus-cxx")] {
        if std::env::var_os(variable).is_none() {
            command.env(variable, directory.join(name));
        }
    }
    command.status().map_err(|error| WrapperError::Program { program: program.to_owned(), error })
}

/// Where the wrappers are.
fn directory() -> Result<PathBuf, WrapperError> {
    Ok(super::cache().ok_or(WrapperError::NoPlace)?.join("wrappers"))
}

fn set_up(directory: &Path, lakmus: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(directory)?;
    for (name, _) in NAMES {
        let link = directory.join(name);
        if std::fs::read_link(&link).is_ok_and(|target| target == lakmus) {
            continue;
        }
        // Another process may be at it: a link of its own is put in its place at once.
        let new = directory.join(format!(".{name}-{}", std::process::id()));
        std::os::unix::fs::symlink(lakmus, &new)?;
        std::fs::rename(&new, &link)?;
    }
    Ok(())
}

/// A toolchain file for CMake, in which `lakmus` stands before the compilers that CMake finds. These are as ever in `compile_commands.json`.
pub fn cmake_toolchain(lakmus: &Path) -> String {
    let lakmus = lakmus.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = String::from("# Builds for `lakmus test`: cmake -DCMAKE_TOOLCHAIN_FILE=THIS_FILE ...\n");
    for (language, command) in [("C", "cc"), ("CXX", "cxx")] {
        for what in ["COMPILER", "LINKER"] {
            text += &format!("set(CMAKE_{language}_{what}_LAUNCHER \"{lakmus};{command};--compiler\")\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapper_stands_for_the_compiler_behind_it() {
        let place = tempfile::tempdir().unwrap();
        let [wrappers, real] = ["wrappers", "real"].map(|name| place.path().join(name));
        for directory in [&wrappers, &real] {
            std::fs::create_dir(directory).unwrap();
            std::fs::write(directory.join("gcc"), "").unwrap();
        }
        let path = std::env::join_paths([&wrappers, &real]).unwrap();
        assert_eq!(behind("gcc", &wrappers, &path), Some(real.join("gcc")));
        assert_eq!(behind("clang", &wrappers, &path), None);
    }

    #[test]
    fn names_that_are_no_compilers_are_not_taken_for_some() {
        assert_eq!(called_as(OsStr::new("/usr/bin/lakmus")), None);
        let called = Called { language: Language::Cxx, compiler: None };
        assert_eq!(called_as(OsStr::new("/usr/bin/lakmus-cxx")), Some(called));
    }
}
