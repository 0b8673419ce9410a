//! The documentation of an installation: commands as one types them there, and the files that its examples name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cargo::root;

/// Puts the README, the pages of `docs/`, and what their examples name below `at`.
pub(super) fn lay_out(at: &Path) -> Result<()> {
    let mut pages = vec![PathBuf::from("README.md"), PathBuf::from("CHANGELOG.md")];
    pages.extend(below(Path::new("docs"))?);
    let mut named = BTreeSet::new();
    for page in &pages {
        let (from, to) = (root().join(page), at.join(page));
        std::fs::create_dir_all(to.parent().context("a path in a directory")?)?;
        if page.extension().is_none_or(|ending| ending != "md") {
            std::fs::copy(&from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
            continue;
        }
        let text = std::fs::read_to_string(&from).with_context(|| format!("cannot read {}", from.display()))?;
        named.extend(files_in(&text)?);
        std::fs::write(&to, installed(&text))?;
    }
    for file in named {
        let to = at.join(&file);
        std::fs::create_dir_all(to.parent().context("a path in a directory")?)?;
        std::fs::copy(root().join(&file), to).with_context(|| format!("cannot copy {}", file.display()))?;
    }
    Ok(())
}

/// A page as it reads where the command is installed: no cargo builds it there.
fn installed(text: &str) -> String {
    text.replace("cargo lakmus ", "lakmus ")
}

/// The files of the repository that a page names: `corpus/c`, `corpus/x86_64/SB*.litmus`.
fn files_in(text: &str) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let separators =
        |letter: char| letter.is_whitespace() || matches!(letter, '`' | '(' | ')' | '"' | '\'' | ',' | ':' | '|');
    for word in
        text.split(separators).filter(|word| word.starts_with("corpus/") || word.starts_with("crates/lakmus/tests/"))
    {
        let word = word.trim_end_matches(['.', '/', ';']);
        let path = Path::new(word);
        if root().join(path).is_dir() {
            found.extend(below(path)?);
        } else if root().join(path).is_file() {
            found.insert(path.to_owned());
        } else if let Some((start, end)) = word.split_once('*') {
            let folder = Path::new(start).parent().unwrap_or(Path::new(""));
            if root().join(folder).is_dir() {
                let fits =
                    |path: &PathBuf| path.to_str().is_some_and(|name| name.starts_with(start) && name.ends_with(end));
                found.extend(below(folder)?.into_iter().filter(fits));
            }
        }
    }
    Ok(found)
}

/// All files below a directory of the repository, by their paths in it.
fn below(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let place = root().join(directory);
    for entry in std::fs::read_dir(&place).with_context(|| format!("cannot read {}", place.display()))? {
        let entry = entry?;
        let path = directory.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => found.extend(below(&path)?),
            false => found.push(path),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_found_and_read_as_typed() {
        let text =
            "```console\n$ cargo lakmus run --model sc corpus/x86_64/SB*.litmus\n```\nsee `corpus/x86_64/SB.litmus`.\n";
        let found = files_in(text).unwrap();
        assert!(found.contains(Path::new("corpus/x86_64/SB.litmus")) && found.len() > 1, "{found:?}");
        assert!(installed(text).contains("$ lakmus run"));
    }

    /// Each word of a page that looks like a file of the repository is one.
    #[test]
    fn pages_name_files_that_are_there() {
        let mut pages = below(Path::new("docs")).unwrap();
        pages.push("README.md".into());
        for page in pages.iter().filter(|page| page.extension().is_some_and(|ending| ending == "md")) {
            let text = std::fs::read_to_string(root().join(page)).unwrap();
            for line in text.lines().filter(|line| line.contains("lakmus ") && line.trim_start().starts_with("$ ")) {
                for word in line.split_whitespace().filter(|word| word.starts_with("corpus/")) {
                    assert!(!files_in(word).unwrap().is_empty(), "{}: there is no {word}", page.display());
                }
            }
        }
    }
}
