//! What mdBook reads: the pages of the summary and those that they lead to, and the reference of commands.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{root, succeed};
use crate::tidy::links_in;

/// The order of the site. `{commands}` and `{others}` are filled in.
const SUMMARY: &str = include_str!("summary.md");

const BOOK: &str = r#"[book]
title = "Lakmus"
description = "One toolkit for programs that run on relaxed memory"
language = "en"
src = "src"

[build]
use-default-preprocessors = false

[output.html]
smart-punctuation = false
default-theme = "light"

[output.html.fold]
enable = true
level = 1

[output.html.search]
heading-split-level = 3
limit-results = 30
"#;

/// Where the reference of commands is.
const REFERENCE: &str = "reference";

/// What the pages name, as paths of the repository.
#[derive(Default)]
struct Found {
    /// Markdown.
    pages: BTreeSet<PathBuf>,
    /// Directories that have no page of their own.
    directories: BTreeSet<PathBuf>,
    /// Anything else: it is copied.
    files: BTreeSet<PathBuf>,
}

/// Lays out a book at `book`, and returns the files that belong beside its pages.
///
/// # Errors
/// When a page leads to what is not there, a page of `docs/` is not in the summary, or the command does not print its reference.
pub(super) fn lay_out(book: &Path, command: &Path) -> Result<BTreeSet<PathBuf>> {
    let src = book.join("src");
    std::fs::create_dir_all(&src)?;
    std::fs::write(book.join("book.toml"), BOOK)?;
    let reference = src.join(REFERENCE);
    succeed(Command::new(command).args(["man", "--markdown", "-o"]).arg(&reference))?;
    let found = found(&listed())?;
    for page in &found.pages {
        write(&src.join(page), &text_of(page)?)?;
    }
    for directory in &found.directories {
        write(&src.join(directory).join("index.md"), &listing(directory)?)?;
    }
    std::fs::write(src.join("SUMMARY.md"), summary(&commands(&reference)?, &found))?;
    let mut files = found.files;
    for directory in &found.directories {
        files.extend(tracked(directory)?);
    }
    Ok(files)
}

/// Copies files of the repository to their places at `site`.
///
/// # Errors
/// When one cannot be copied.
pub(super) fn copy(files: &BTreeSet<PathBuf>, site: &Path) -> Result<()> {
    for file in files {
        let to = site.join(file);
        std::fs::create_dir_all(to.parent().context("a path in a directory")?)?;
        std::fs::copy(root().join(file), &to).with_context(|| format!("cannot copy {}", file.display()))?;
    }
    Ok(())
}

/// The pages that the summary names.
fn listed() -> BTreeSet<PathBuf> {
    links_in(SUMMARY).map(PathBuf::from).collect()
}

/// All that is reached from `pages` by links.
fn found(pages: &BTreeSet<PathBuf>) -> Result<Found> {
    let mut found = Found { pages: pages.clone(), ..Found::default() };
    let mut open: Vec<PathBuf> = pages.iter().cloned().collect();
    while let Some(page) = open.pop() {
        let text =
            std::fs::read_to_string(root().join(&page)).with_context(|| format!("cannot read {}", page.display()))?;
        for link in links_in(&text) {
            let Some(path) = path_of(&page, link) else { continue };
            let place = root().join(&path);
            if place.is_dir() && !place.join("README.md").exists() {
                found.directories.insert(path);
            } else if place.is_dir() || path.extension().is_some_and(|ending| ending == "md") {
                let path = if place.is_dir() { path.join("README.md") } else { path };
                if found.pages.insert(path.clone()) {
                    open.push(path);
                }
            } else if place.is_file() {
                found.files.insert(path);
            } else {
                bail!("{} leads to {link}, which is not there", page.display());
            }
        }
    }
    Ok(found)
}

/// What a link of a page names in the repository; `None` where it leads elsewhere, or to a place of the page itself.
fn path_of(page: &Path, link: &str) -> Option<PathBuf> {
    let path = link.split('#').next().unwrap_or_default();
    if path.is_empty() || link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let mut found = page.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => {
                found.pop();
            }
            Component::Normal(name) => found.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    Some(found)
}

/// A page as it stands in the book: a link to a directory leads to the page that stands for it.
fn text_of(page: &Path) -> Result<String> {
    let text = std::fs::read_to_string(root().join(page))?;
    let mut result = text.clone();
    for link in links_in(&text) {
        let Some(path) = path_of(page, link).filter(|path| root().join(path).is_dir()) else { continue };
        let inner = if root().join(path).join("README.md").exists() { "README.md" } else { "index.md" };
        result = result.replace(&format!("]({link})"), &format!("]({}/{inner})", link.trim_end_matches('/')));
    }
    Ok(result)
}

/// The page that stands for a directory.
fn listing(directory: &Path) -> Result<String> {
    let mut text = format!("# {}\n\n", directory.display());
    for file in tracked(directory)? {
        let name = file.strip_prefix(directory)?.display().to_string();
        writeln!(text, "- [{name}]({name})")?;
    }
    Ok(text)
}

/// The files of a directory that the repository has.
fn tracked(directory: &Path) -> Result<Vec<PathBuf>> {
    let output = Command::new("git").args(["ls-files", "-z", "--"]).arg(directory).current_dir(root()).output()?;
    ensure!(output.status.success(), "git does not list {}", directory.display());
    let names = String::from_utf8(output.stdout).context("a file's name is no UTF-8")?;
    let files: Vec<PathBuf> = names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect();
    ensure!(!files.is_empty(), "git has no files in {}", directory.display());
    Ok(files)
}

/// The commands that have pages in the reference, as `lakmus mix run`, with the names of their pages.
fn commands(reference: &Path) -> Result<BTreeMap<String, String>> {
    let mut pages = BTreeMap::new();
    for entry in std::fs::read_dir(reference)? {
        let entry = entry?;
        let text = std::fs::read_to_string(entry.path())?;
        let title = text.lines().next().and_then(|line| line.strip_prefix("# ")).context("a page has a title")?;
        pages.insert(title.to_owned(), entry.file_name().to_string_lossy().into_owned());
    }
    ensure!(pages.len() > 10, "`lakmus man` has written {} pages", pages.len());
    Ok(pages)
}

fn summary(commands: &BTreeMap<String, String>, found: &Found) -> String {
    let mut reference = String::new();
    for (words, page) in commands {
        let depth = words.matches(' ').count();
        reference += &format!("{}- [{words}]({REFERENCE}/{page})\n", "  ".repeat(depth));
    }
    let listed = listed();
    let pages = found.pages.iter().filter(|page| !listed.contains(*page)).cloned();
    let others: Vec<PathBuf> = pages.chain(found.directories.iter().map(|path| path.join("index.md"))).collect();
    let mut rest = String::new();
    for page in others {
        let name = page.parent().filter(|_| page.ends_with("index.md") || page.ends_with("README.md")).unwrap_or(&page);
        rest += &format!("- [{}]({})\n", name.display(), page.display());
    }
    SUMMARY.replace("{commands}\n", &reference).replace("{others}\n", &rest)
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::create_dir_all(path.parent().context("a path in a directory")?)?;
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_of_the_documentation_is_in_the_summary() {
        let listed = listed();
        for entry in std::fs::read_dir(root().join("docs")).unwrap() {
            let path = Path::new("docs").join(entry.unwrap().file_name());
            if path.extension().is_some_and(|ending| ending == "md") {
                assert!(listed.contains(&path), "xtask/src/docs/summary.md does not name {}", path.display());
            }
        }
    }

    #[test]
    fn links_are_paths_of_the_repository() {
        let page = Path::new("docs/recipes/release.md");
        assert_eq!(path_of(page, "../install.md#python"), Some("docs/install.md".into()));
        assert_eq!(path_of(page, "#here"), None);
        assert_eq!(path_of(page, "https://a/b.md"), None);
        assert!(found(&listed()).unwrap().pages.contains(Path::new("docs/reports/campaigns.md")));
    }
}
