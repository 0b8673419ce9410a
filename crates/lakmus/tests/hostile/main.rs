//! What inputs, signals and full devices may not do: choose where files go, leave something behind, take all memory, or look like a verdict.

mod names;
mod reads;
mod signals;
mod statuses;

#[path = "../runtime/mod.rs"]
mod runtime;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LAKMUS: &str = env!("CARGO_BIN_EXE_lakmus");

fn lakmus(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(LAKMUS).args(arguments).current_dir(directory).output().expect("lakmus runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// All that is below a directory, directories too.
fn below(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).expect("it can be read") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() && !path.is_symlink() {
            found.extend(below(&path));
        }
        found.push(path);
    }
    found.sort();
    found
}

/// A file of this package or of the repository.
fn file(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name).display().to_string()
}
