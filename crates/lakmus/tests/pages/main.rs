//! The command line, run: the pages in `tests/cli` and the examples of the documentation.
//!
//! A page is Markdown. In its blocks marked `console`, lines with `$ ` are commands, and what they print stands below them, standard
//! output and standard error as a terminal would show them. In `tests/cli` a line `? N` gives an exit status other than 0; the
//! documentation does not speak of it. A line `...` stands for any lines, and CPU times count as equal.
//!
//! `LAKMUS_BLESS=1 cargo test --package lakmus --test pages` writes into the pages what the commands print now.

mod page;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use page::Page;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.join("../..");
    let mut trials = Vec::new();
    for file in markdown(&package.join("tests/cli")) {
        trials.push(trial("cli", file, package.join("tests/cli/files"), Some(0)));
    }
    let mut documents = markdown(&root.join("docs"));
    documents.push(root.join("README.md"));
    for file in documents {
        trials.push(trial("docs", file, root.clone(), None));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn markdown(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let paths = entries.map(|entry| entry.expect("a directory entry").path());
    let mut found: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|name| name == "md")).collect();
    found.sort();
    found
}

fn trial(group: &str, file: PathBuf, directory: PathBuf, status: Option<i32>) -> Trial {
    let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    Trial::test(format!("{group}::{name}"), move || check(&file, &directory, status).map_err(Failed::from))
}

/// Runs the commands of a page in `directory` and compares; or writes the page anew.
fn check(file: &Path, directory: &Path, status: Option<i32>) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let page = Page::parse(&text, status)?;
    let results = page.run(directory)?;
    let differences = page.differences(&results);
    if differences.is_empty() {
        return Ok(());
    }
    if testing::variables::is_blessed() {
        return std::fs::write(file, page.with(&results)).map_err(|error| error.to_string());
    }
    Err(differences.join("\n"))
}
