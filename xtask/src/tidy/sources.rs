//! What the Rust files contain and what they are called, and what tests keep of the machine that their inputs were made on.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Findings, layers};
use crate::cargo::root;

/// Beyond this a file is a smell.
const LONG_FILE: usize = 700;

/// Names that say nothing.
const EMPTY_NAMES: &[&str] = &["utils", "util", "helpers", "helper", "misc"];

/// Directories whose files may contain `unsafe`: the runtime's dealings with the machine and with the programs that call it, and programs that are tested, which race on purpose.
const UNSAFE_ALLOWED: &[&str] = &["crates/rt/src/sys/", "crates/rt/src/abi/", "crates/tester/tests/programs/"];

/// What core crates do without.
const NOT_IN_CORE: &[&str] = &[
    "std::fs",
    "std::env",
    "std::thread",
    "std::io",
    "std::process",
    "std::net",
    "Instant",
    "SystemTime",
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
    "dbg!",
];

pub(super) fn check(findings: &mut Findings) -> Result<()> {
    for (name, text) in read_all("ll")? {
        check_places(&name, &text, findings);
    }
    for (name, text) in read_all("rs")? {
        check_name(&name, findings);
        check_length(&name, &text, findings);
        check_unsafe(&name, &text, findings);
        if is_core(&name) {
            check_core(&name, &text, findings);
        }
    }
    Ok(())
}

/// All files with this extension, by name, with their texts.
pub(super) fn read_all(extension: &str) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for directory in ["crates", "launcher", "testing", "xtask", "fuzz"] {
        find(&root().join(directory), extension, &mut files)?;
    }
    files.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok((path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/"), text))
    };
    files.into_iter().map(read).collect()
}

fn find(directory: &Path, extension: &str, files: &mut Vec<PathBuf>) -> Result<()> {
    if !directory.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(directory).with_context(|| format!("cannot list {}", directory.display()))? {
        let path = entry?.path();
        if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
            find(&path, extension, files)?;
        } else if path.extension().is_some_and(|own| own == extension) {
            files.push(path);
        }
    }
    Ok(())
}

/// Compiled programs name the directory that they were compiled in, which no other machine has.
fn check_places(name: &str, text: &str, findings: &mut Findings) {
    for (index, _) in text.lines().enumerate().filter(|(_, line)| line.contains("directory: \"/")) {
        findings.error(format!("{name}:{}: a directory of the machine that it was made on; write `.`", index + 1));
    }
}

fn check_name(name: &str, findings: &mut Findings) {
    let parts = name.trim_end_matches(".rs").split('/');
    for part in parts.filter(|part| EMPTY_NAMES.contains(part)) {
        findings.error(format!("{name}: `{part}` says nothing about what is in it"));
    }
}

fn check_length(name: &str, text: &str, findings: &mut Findings) {
    let lines = text.lines().count();
    if lines > LONG_FILE {
        findings.warning(format!("{name} has {lines} lines; beyond {LONG_FILE} it should be split"));
    }
}

fn check_unsafe(name: &str, text: &str, findings: &mut Findings) {
    if UNSAFE_ALLOWED.iter().any(|directory| name.starts_with(directory)) {
        return;
    }
    for (number, _) in code_lines(text).filter(|(_, line)| has_word(line, "unsafe")) {
        findings.error(format!("{name}:{number}: `unsafe` where it is not allowed (xtask/src/tidy/sources.rs)"));
    }
}

fn is_core(name: &str) -> bool {
    let is_test = name.ends_with("/tests.rs") || name.contains("/tests/");
    !is_test && layers::CORE.iter().any(|core| name.starts_with(&format!("crates/{core}/src/")))
}

fn check_core(name: &str, text: &str, findings: &mut Findings) {
    // By convention unit tests stand at the end of a file.
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    for (number, line) in code_lines(code) {
        for forbidden in NOT_IN_CORE.iter().filter(|word| has_word(&line, word)) {
            findings.error(format!("{name}:{number}: `{forbidden}` in a core crate, which must do without"));
        }
    }
}

/// Lines with their numbers from 1, without comments and without what stands between quotation marks on one line.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, code(line)))
}

fn code(line: &str) -> String {
    let mut code = String::new();
    let mut is_quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if is_quoted => {
                chars.next();
            }
            '"' => is_quoted = !is_quoted,
            '/' if !is_quoted && chars.peek() == Some(&'/') => break,
            _ if is_quoted => {}
            _ => code.push(c),
        }
    }
    code
}

fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        assert!(has_word("use std::fs;", "std::fs"));
        assert!(has_word("{ print!(x) }", "print!"));
        assert!(!has_word("eprint!(x)", "print!"));
        assert!(!has_word("#![deny(unsafe_code)]", "unsafe"));
    }

    #[test]
    fn the_core_rules_see_code_and_not_comments() {
        let mut findings = Findings::default();
        let text =
            "// std::fs\nuse std::fs;\nlet s = \"std::fs // \"; println!(\"{s}\");\n#[cfg(test)]\nuse std::env;\n";
        check_core("f.rs", text, &mut findings);
        let starts: Vec<&str> = findings.errors.iter().filter_map(|error| error.split(" in a").next()).collect();
        assert_eq!(starts, ["f.rs:2: `std::fs`", "f.rs:3: `println!`"]);
    }
}
