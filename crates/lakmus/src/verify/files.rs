//! Programs to be verified, from files.

use std::path::{Path, PathBuf};

use ::cprog::ir::Program;
use system::TemporaryDirectory;

use crate::clang::{Error, Unit, Units, is_ir};

/// Programs of 1990 declare no functions, and CBMC declares its own.
const OPTIONS: &[&str] =
    &["-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion"];

/// What clang is called with for programs that are verified: these options behind those that every program gets.
pub fn compiler_options(options: &[String]) -> impl Iterator<Item = String> {
    OPTIONS.iter().map(|option| (*option).to_owned()).chain(options.iter().cloned())
}

/// The program that these source files, or files of LLVM IR, make up, as it is to be verified: clang compiles them with these options.
///
/// # Errors
/// When a file cannot be read or compiled.
pub fn program_of_files(files: &[PathBuf], clang: Option<&Path>, options: &[String]) -> Result<Program, Error> {
    let directory = std::env::current_dir().map_err(|error| Error::File { path: ".".into(), error })?;
    program_in(&directory, files, clang, options)
}

/// The same, where clang runs in `directory`: places are named from there.
///
/// # Errors
/// As [`program_of_files`].
pub fn program_in(
    directory: &Path,
    files: &[PathBuf],
    clang: Option<&Path>,
    options: &[String],
) -> Result<Program, Error> {
    let is_compiled = files.iter().any(|file| !is_ir(file));
    let headers = if is_compiled { Some(Headers::new()?) } else { None };
    Units::new(units(directory, files, options, headers.as_ref()), clang)?.program_to_run(&[])
}

/// The files of a program with their names, preprocessed: as they are compiled where nothing else is there. IR stays as it is.
///
/// # Errors
/// When a file cannot be read or preprocessed.
pub fn preprocessed(files: &[PathBuf], options: &[String]) -> Result<Vec<(String, String)>, Error> {
    let directory = std::env::current_dir().map_err(|error| Error::File { path: ".".into(), error })?;
    let headers = Headers::new()?;
    let texts = Units::new(units(&directory, files, options, Some(&headers)), None)?.preprocessed()?;
    let place = format!("{}/", headers.0.path().display());
    let named = |(file, text): (&PathBuf, String)| {
        let ending = match file.extension().and_then(|end| end.to_str()) {
            Some("c" | "i") => "i",
            Some("ll") => "ll",
            _ => "ii",
        };
        // Where the headers are is another place each time.
        (file.with_extension(ending).display().to_string(), text.replace(&place, "headers/"))
    };
    Ok(files.iter().zip(texts).map(named).collect())
}

/// What clang compiles, and with what.
fn units(directory: &Path, files: &[PathBuf], options: &[String], headers: Option<&Headers>) -> Vec<Unit> {
    // Behind all others: a program that brings its own headers has its own.
    let behind =
        headers.into_iter().flat_map(|headers| ["-idirafter".to_owned(), headers.0.path().display().to_string()]);
    let options: Vec<String> = compiler_options(options).chain(behind).collect();
    let unit = |file: &PathBuf| Unit { directory: directory.to_owned(), file: file.clone(), options: options.clone() };
    files.iter().map(unit).collect()
}

/// A directory with the headers that programs may include.
struct Headers(TemporaryDirectory);

impl Headers {
    fn new() -> Result<Headers, Error> {
        let of = |path: &Path| {
            let path = path.to_owned();
            move |error| Error::File { path, error }
        };
        let directory = TemporaryDirectory::new("headers").map_err(|error| {
            let error = std::io::Error::other(error.to_string());
            Error::File { path: std::env::temp_dir(), error }
        })?;
        for (name, text) in unroll::kernel::headers() {
            let file = directory.path().join(name);
            let parent = file.parent().unwrap_or(directory.path());
            std::fs::create_dir_all(parent).map_err(of(parent))?;
            std::fs::write(&file, text).map_err(of(&file))?;
        }
        Ok(Headers(directory))
    }
}
