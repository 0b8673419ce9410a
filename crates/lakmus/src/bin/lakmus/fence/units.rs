//! The translation units of a program: from files, a compilation database, or a build that is watched.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cprog::clang::{self, Error, Unit};
use rustc_hash::FxHashSet;
use serde::Deserialize;
use system::{TemporaryDirectory, TemporaryDirectoryError};
use thiserror::Error;

/// An entry of a compilation database (clang's documentation, "JSON Compilation Database Format Specification").
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

fn file_error(path: &Path, error: std::io::Error) -> Error {
    Error::File { path: path.to_owned(), error }
}

/// The units of files on the command line, each with the same options.
pub(crate) fn of_files(files: &[PathBuf], options: &[String]) -> Result<Vec<Unit>, Error> {
    for file in files {
        check(file)?;
    }
    let directory = std::env::current_dir().map_err(|error| file_error(Path::new("."), error))?;
    let unit = |file: &PathBuf| Unit { directory: directory.clone(), file: file.clone(), options: options.to_vec() };
    Ok(files.iter().map(unit).collect())
}

/// Says what a compiler, or the reader of IR, would take for a unit with nothing in it.
fn check(file: &Path) -> Result<(), Error> {
    let unsuitable = |what| Err(Error::Unsuitable { path: file.to_owned(), what });
    match fs::metadata(file) {
        Ok(found) if found.is_dir() => {
            unsuitable("is a directory: name the source files, or its compilation database with -p")
        }
        Ok(found) if found.is_file() && found.len() == 0 => unsuitable("is empty"),
        // The compiler has more to say about one that is not there.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Bytes that a compilation database has at most; those of the largest programs have some 100 million.
const LONGEST_DATABASE: usize = 1 << 30;

/// The units of `directory/compile_commands.json`.
pub(crate) fn of_database(directory: &Path) -> Result<Vec<Unit>, Error> {
    let path = directory.join("compile_commands.json");
    let text = system::read_text_up_to(&path, LONGEST_DATABASE).map_err(|error| file_error(&path, error))?;
    let entries: Vec<Entry> = serde_json::from_str(&text)
        .map_err(|error| Error::Database { path: path.clone(), message: error.to_string() })?;
    let mut units = Vec::new();
    for entry in entries {
        let words = match (entry.arguments, entry.command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => clang::split(&command),
            (None, None) => {
                let message = format!("the entry of {} has no command", entry.file.display());
                return Err(Error::Database { path, message });
            }
        };
        let found = clang::units(&entry.directory, words.get(1..).unwrap_or_default());
        units.extend(found.into_iter().filter(|unit| unit.file.file_name() == entry.file.file_name()));
    }
    Ok(each_once(units))
}

/// What is compiled twice (for a library, say, or with and without assertions) counts once, as it was compiled first.
fn each_once(mut units: Vec<Unit>) -> Vec<Unit> {
    let mut seen = FxHashSet::default();
    units.retain(|unit| seen.insert((unit.directory.clone(), unit.file.clone())));
    units
}

/// A build that cannot be watched.
#[derive(Debug, Error)]
pub(crate) enum BuildError {
    /// There is no place to write the compilations down.
    #[error(transparent)]
    Temporary(#[from] TemporaryDirectoryError),
    /// It fails, or what was written down cannot be read.
    #[error(transparent)]
    Build(#[from] Error),
}

/// Names under which builds call a compiler.
const COMPILERS: &[&str] = &[
    "cc",
    "gcc",
    "clang",
    "c99",
    "c++",
    "g++",
    "clang++",
    "x86_64-linux-gnu-gcc",
    "x86_64-linux-gnu-g++",
    "aarch64-linux-gnu-gcc",
];

/// What stands in for a compiler during a build: it writes down its directory and words, and does the work by the real one.
const WRAPPER: &str = r#"#!/bin/sh
log=$(mktemp "$LAKMUS_FENCE_LOG/XXXXXXXXXX") && printf '%s\0' "$PWD" "$@" > "$log"
PATH="$LAKMUS_FENCE_PATH"; export PATH
exec "${0##*/}" "$@"
"#;

/// Runs a build and watches which compilations it does.
pub(crate) fn of_build(command: &[OsString]) -> Result<Vec<Unit>, BuildError> {
    let directory = TemporaryDirectory::new("the compilations of a build")?;
    let (programs, log) = (directory.path().join("bin"), directory.path().join("log"));
    for directory in [&programs, &log] {
        fs::create_dir(directory).map_err(|error| file_error(directory, error))?;
    }
    for name in COMPILERS {
        write_executable(&programs.join(name), WRAPPER)?;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut watched = programs.clone().into_os_string();
    watched.push(":");
    watched.push(&path);
    let (program, arguments) = (&command[0], &command[1..]);
    let status = Command::new(program)
        .args(arguments)
        .env("PATH", &watched)
        .env("LAKMUS_FENCE_PATH", &path)
        .env("LAKMUS_FENCE_LOG", &log)
        // The diff alone goes to the standard output.
        .stdout(Stdio::from(std::io::stderr()))
        .status()
        .map_err(|error| Error::Start { compiler: PathBuf::from(program), error })?;
    if !status.success() {
        let message = format!("the build failed: {status}");
        return Err(Error::Database { path: PathBuf::from(program), message }.into());
    }
    Ok(logged(&log)?)
}

fn write_executable(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|error| file_error(path, error))?;
    crate::files::make_executable(path).map_err(|error| file_error(path, error))
}

fn logged(log: &Path) -> Result<Vec<Unit>, Error> {
    let mut units = Vec::new();
    for entry in fs::read_dir(log).map_err(|error| file_error(log, error))? {
        let path = entry.map_err(|error| file_error(log, error))?.path();
        let text = system::read_text(&path).map_err(|error| file_error(&path, error))?;
        let mut words = text.split('\0').map(str::to_owned);
        let directory = PathBuf::from(words.next().unwrap_or_default());
        let mut words: Vec<String> = words.collect();
        words.pop();
        // Preprocessing and dependency runs compile nothing.
        if words.iter().any(|word| matches!(word.as_str(), "-E" | "-M" | "-MM" | "-print-search-dirs")) {
            continue;
        }
        units.extend(clang::units(&directory, &words));
    }
    // The order of compilations differs from build to build.
    units.sort_by(|left, right| {
        (&left.directory, &left.file, &left.options).cmp(&(&right.directory, &right.file, &right.options))
    });
    let mut units = each_once(units);
    // A configuration's trial programs are gone when it ends.
    units.retain(|unit| unit.directory.join(&unit.file).exists());
    Ok(units)
}
