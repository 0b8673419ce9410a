//! Which tests the user means: files, lists of tests, directories, the standard input.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use source::{Diagnostic, Severity};

use crate::files;

/// A list or a directory that no tests can be had from.
#[derive(Debug)]
pub(crate) struct Unusable {
    /// The list or directory.
    pub(crate) path: PathBuf,
    /// Why not.
    pub(crate) error: Diagnostic,
}

/// The tests that the arguments stand for, in order, whether they exist or not.
pub(crate) fn expand(arguments: &[PathBuf]) -> Vec<Result<PathBuf, Unusable>> {
    let mut expansion = Expansion::default();
    arguments.iter().for_each(|argument| expansion.argument(argument));
    expansion.found
}

/// Tests that came on the standard input, separated by lines `<<`, each under a path that no file has.
#[derive(Debug, Default)]
pub(crate) struct Piped(Vec<String>);

impl Piped {
    const DIRECTORY: &'static str = "<standard input>";

    /// Takes the tests of an input, and gives their paths.
    ///
    /// # Errors
    /// When it cannot be read, or a test is longer than a file may be.
    fn take(&mut self, input: &mut impl BufRead) -> std::io::Result<Vec<PathBuf>> {
        let first = self.0.len();
        each_test::<std::io::Error>(input, |test| {
            self.0.push(test);
            Ok(())
        })?;
        Ok((first..self.0.len()).map(|number| Path::new(Piped::DIRECTORY).join((number + 1).to_string())).collect())
    }

    /// The text under a path, if the path is of this kind.
    pub(crate) fn text(&self, path: &Path) -> Option<&str> {
        let number = path.strip_prefix(Piped::DIRECTORY).ok()?.to_str()?.parse::<usize>().ok()?;
        self.0.get(number.checked_sub(1)?).map(String::as_str)
    }
}

/// Gives the tests of an input, which lines `<<` separate, one by one.
///
/// # Errors
/// When it cannot be read, or a test is longer than a file may be; and those of `take`.
pub(crate) fn each_test<E: From<std::io::Error>>(
    input: &mut impl BufRead,
    mut take: impl FnMut(String) -> Result<(), E>,
) -> Result<(), E> {
    let mut test = Vec::new();
    loop {
        let start = test.len();
        let is_end = system::read_line(input, &mut test, system::LONGEST_TEXT)? == 0;
        if test.len() > system::LONGEST_TEXT {
            let message = format!("a test is larger than {} MiB", system::LONGEST_TEXT >> 20);
            return Err(std::io::Error::other(message).into());
        }
        let is_separator = test[start..].trim_ascii_end() == b"<<";
        if is_separator {
            test.truncate(start);
        }
        if is_separator || is_end {
            let text = system::text_of(std::mem::take(&mut test))?;
            if !text.trim().is_empty() {
                take(text)?;
            }
        }
        if is_end {
            return Ok(());
        }
    }
}

/// As [`expand`]; `-` stands for the tests on the standard input.
pub(crate) fn expand_piped(arguments: &[PathBuf]) -> (Vec<Result<PathBuf, Unusable>>, Piped) {
    let mut piped = Piped::default();
    let mut found = Vec::new();
    for argument in arguments {
        if argument.as_os_str() != "-" {
            found.extend(expand(std::slice::from_ref(argument)));
            continue;
        }
        match piped.take(&mut std::io::stdin().lock()) {
            Ok(tests) => {
                if tests.is_empty() {
                    found.push(unusable(argument, "no-tests", "there is no test on the standard input".to_owned()));
                }
                found.extend(tests.into_iter().map(Ok));
            }
            Err(error) => {
                let message = format!("cannot read the standard input: {error}");
                found.push(unusable(argument, "unreadable", message));
            }
        }
    }
    (found, piped)
}

fn unusable(path: &Path, code: &'static str, message: String) -> Result<PathBuf, Unusable> {
    let error = Diagnostic::new(Severity::Error, code, message);
    Err(Unusable { path: path.to_owned(), error })
}

#[derive(Default)]
struct Expansion {
    found: Vec<Result<PathBuf, Unusable>>,
    /// The lists that are being read, outermost first.
    open: Vec<PathBuf>,
}

impl Expansion {
    fn argument(&mut self, argument: &Path) {
        if let Some(list) = list(argument) {
            self.list(&list);
        } else if !is_called_a_test(argument) && argument.is_dir() {
            self.directory(argument);
        } else {
            self.found.push(Ok(argument.to_owned()));
        }
    }

    fn list(&mut self, path: &Path) {
        let identity = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if self.open.contains(&identity) {
            self.fail(path, "list-cycle", format!("the list `{}` contains itself", path.display()));
            return;
        }
        let text = match files::text(path) {
            Ok(text) => text,
            Err(error) => {
                self.fail(path, "unreadable", format!("cannot read the list `{}`: {error}", path.display()));
                return;
            }
        };
        let directory = path.parent().unwrap_or(Path::new(""));
        let lines = text.lines().map(str::trim);
        let entries: Vec<&str> = lines.filter(|entry| !entry.is_empty() && !entry.starts_with('#')).collect();
        if entries.is_empty() {
            self.fail(path, "no-tests", format!("the list `{}` names no tests", path.display()));
            return;
        }
        self.open.push(identity);
        entries.iter().for_each(|entry| self.argument(&directory.join(entry)));
        self.open.pop();
    }

    fn directory(&mut self, directory: &Path) {
        let mut tests = Vec::new();
        if let Err((path, error)) = tests_below(directory, &mut tests) {
            self.fail(&path, "unreadable", format!("cannot read the directory `{}`: {error}", path.display()));
            return;
        }
        if tests.is_empty() {
            self.fail(directory, "no-tests", format!("there is no `*.litmus` file below `{}`", directory.display()));
            return;
        }
        tests.sort_by(|a, b| a.as_os_str().as_encoded_bytes().cmp(b.as_os_str().as_encoded_bytes()));
        self.found.extend(tests.into_iter().map(Ok));
    }

    fn fail(&mut self, path: &Path, code: &'static str, message: String) {
        self.found.push(unusable(path, code, message));
    }
}

/// Whether the name is that of a test. It is taken for a file without a look, since to look costs 1 % of a batch.
fn is_called_a_test(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "litmus")
}

/// The file of an argument that stands for a list. For herd the list's own name begins with `@`; we also take `@FILE` for the list FILE.
fn list(argument: &Path) -> Option<PathBuf> {
    let name = argument.file_name()?.to_str()?;
    if name.starts_with('@') && argument.exists() {
        return Some(argument.to_owned());
    }
    let text = argument.to_str()?;
    match (text.strip_prefix('@'), name.strip_prefix('@')) {
        (Some(rest), _) => Some(PathBuf::from(rest)),
        // An entry of a list, which has got the list's directory before it.
        (None, Some(rest)) => Some(argument.with_file_name(rest)),
        (None, None) => None,
    }
}

fn tests_below(directory: &Path, tests: &mut Vec<PathBuf>) -> Result<(), (PathBuf, std::io::Error)> {
    let failed = |error| (directory.to_owned(), error);
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        // Directories behind symbolic links are left out: they could lead back here.
        if entry.file_type().map_err(failed)?.is_dir() {
            tests_below(&path, tests)?;
        } else if is_called_a_test(&path) {
            tests.push(path);
        }
    }
    Ok(())
}
