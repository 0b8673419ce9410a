//! What the documentation points to exists, and what the README promises is what continuous integration runs.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::Findings;
use crate::cargo::root;

/// Where Markdown files are.
const PLACES: &[&str] = &[".", "docs", "docs/recipes", "corpus", "crates", "examples", "fuzz", "python"];

pub(super) fn check(findings: &mut Findings) -> Result<()> {
    for place in PLACES {
        for file in markdown(&root().join(place))? {
            let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            check_links(&file, &text, findings);
        }
    }
    let readme = std::fs::read_to_string(root().join("README.md")).context("cannot read README.md")?;
    let run = std::fs::read_to_string(root().join(".ci/run")).context("cannot read .ci/run")?;
    for command in shell_commands(&readme) {
        if !run.lines().any(|line| line == format!("step {command}")) {
            findings.error(format!(".ci/run does not run the README's command `{command}`"));
        }
    }
    Ok(())
}

/// All documents by name, with their texts.
pub(super) fn read_all() -> Result<Vec<(String, String)>> {
    let mut all = Vec::new();
    for place in PLACES {
        for file in markdown(&root().join(place))? {
            let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let name = file.strip_prefix(root()).unwrap_or(&file).to_string_lossy();
            all.push((name.trim_start_matches("./").to_owned(), text));
        }
    }
    Ok(all)
}

fn markdown(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(_) => return Ok(Vec::new()),
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Links to files of the repository must not be dead.
fn check_links(file: &Path, text: &str, findings: &mut Findings) {
    let directory = file.parent().unwrap_or(Path::new(""));
    for target in links(text) {
        let path = target.split('#').next().unwrap_or_default();
        if !path.is_empty() && !path.contains("://") && !directory.join(path).exists() {
            let name = file.strip_prefix(root()).unwrap_or(file).display();
            findings.error(format!("{name}: there is no `{target}` to point to"));
        }
    }
}

/// The targets of `[text](target)`.
pub(crate) fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)).filter(|target| !target.contains(' '))
}

/// The commands in blocks marked `sh`.
fn shell_commands(text: &str) -> impl Iterator<Item = &str> {
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
    blocks.flat_map(str::lines).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_commands_are_found() {
        let text = "[a](b.md#c) and [d](https://e)\n```sh\ncargo xtask test\n```\n";
        assert_eq!(links(text).collect::<Vec<_>>(), ["b.md#c", "https://e"]);
        assert_eq!(shell_commands(text).collect::<Vec<_>>(), ["cargo xtask test"]);
    }
}
