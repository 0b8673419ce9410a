//! `cargo xtask test`: all tests of the workspace.

use std::path::PathBuf;

use anyhow::Result;

use crate::cargo::{cargo, root, succeed};

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match shared_corpus() {
        Some(path) => println!("The shared corpus is at {}: its tests run too.", path.display()),
        None => println!("There is no ../shared/corpus: only the tests of this repository run."),
    }
    succeed(cargo().args(["test", "--workspace"]).args(arguments))
}

/// The reference corpus beside the repository, where there is one.
fn shared_corpus() -> Option<PathBuf> {
    let path = root().join("../shared/corpus");
    path.canonicalize().ok().filter(|path| path.is_dir())
}
