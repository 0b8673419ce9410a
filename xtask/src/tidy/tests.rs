//! Every file of tests is compiled: cargo finds none by itself where a package lists them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use super::Findings;

pub(super) fn check(metadata: &Value, findings: &mut Findings) -> Result<()> {
    for package in metadata["packages"].as_array().context("no packages")? {
        let manifest = Path::new(package["manifest_path"].as_str().context("a package without a manifest")?);
        let directory = manifest.with_file_name("tests");
        if !directory.is_dir() {
            continue;
        }
        let targets = package["targets"].as_array().context("no targets")?;
        let compiled: BTreeSet<PathBuf> =
            targets.iter().filter_map(|target| target["src_path"].as_str()).map(PathBuf::from).collect();
        let main = std::fs::read_to_string(directory.join("main.rs")).unwrap_or_default();
        let modules: BTreeSet<&str> =
            main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
        for path in programs(&directory)? {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if !compiled.contains(&path) && !modules.contains(name.as_str()) {
                findings.error(format!(
                    "{} is compiled by no test program: main.rs beside it has no `mod {name};`",
                    path.display()
                ));
            }
        }
    }
    Ok(())
}

/// The files in a directory of tests that cargo would take for programs: those of Rust, and `main.rs` one directory below.
fn programs(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))? {
        let path = entry?.path();
        let path = if path.is_dir() { path.join("main.rs") } else { path };
        if path.is_file() && path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(found)
}
