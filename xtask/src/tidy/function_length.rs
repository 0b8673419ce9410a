//! How long functions are: at most [`LONGEST`] lines, but for those in [`EXCEPTIONS`].
//!
//! The list only shrinks: a function in it may not grow, and one that is short now, or is gone, has to leave it. A function ends where `cargo fmt` puts its
//! closing brace, at the indentation of its first line, so nothing has to be parsed. Lines of comments do not count, and tests are not measured.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use super::{Findings, sources};
use crate::cargo::root;

/// The most lines of a function, with those of its signature and its closing brace, without those of comments.
const LONGEST: usize = 60;

/// A function a line: its file, its name, and how many lines it has.
const EXCEPTIONS: &str = "xtask/src/tidy/long-functions.txt";

/// By file and name, how many lines functions have: those of the longest where several have the same name.
type Lengths = BTreeMap<(String, String), usize>;

pub(super) fn check(findings: &mut Findings) -> Result<()> {
    let mut found = Lengths::new();
    for (file, text) in sources::read_all("rs")? {
        if is_measured(&file) {
            add(&file, &text, &mut found);
        }
    }
    let listed =
        std::fs::read_to_string(root().join(EXCEPTIONS)).with_context(|| format!("cannot read {EXCEPTIONS}"))?;
    compare(&found, &parse(&listed)?, findings);
    Ok(())
}

fn is_measured(file: &str) -> bool {
    file.contains("/src/") && !file.ends_with("tests.rs") && !file.contains("/tests/")
}

/// Adds the functions of a file.
fn add(file: &str, text: &str, lengths: &mut Lengths) {
    // By convention unit tests stand at the end of a file.
    let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines: Vec<&str> = code.lines().collect();
    for (begin, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else { continue };
        let indentation = &line[..line.len() - line.trim_start().len()];
        let closing = format!("{indentation}}}");
        let declared = format!("{indentation}) ");
        let ends = |(index, line): (usize, &&str)| {
            let is_on_one_line = index == 0 && line.ends_with([';', '}']);
            let is_declaration = line.starts_with(&declared) && line.ends_with(';');
            **line == *closing || is_on_one_line || is_declaration
        };
        let Some(length) = lines[begin..].iter().enumerate().position(ends) else { continue };
        let is_code = |line: &&&str| !line.trim_start().starts_with("//");
        let length = lines[begin..=begin + length].iter().filter(is_code).count();
        let longest = lengths.entry((file.to_owned(), name.to_owned())).or_default();
        *longest = (*longest).max(length);
    }
}

/// The name of the function that begins on this line.
fn function_name(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    if let Some(visible) = rest.strip_prefix("pub") {
        rest = match visible.strip_prefix('(') {
            Some(restricted) => restricted.split_once(')')?.1,
            None => visible,
        };
        rest = rest.strip_prefix(' ')?;
    }
    for word in ["const ", "unsafe ", "extern \"C\" ", "extern \"C-unwind\" "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let name = rest.strip_prefix("fn ")?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    (end > 0).then(|| &name[..end])
}

fn parse(text: &str) -> Result<Lengths> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entry = |line: &str| {
        let mut words = line.split_whitespace();
        let (Some(file), Some(name), Some(lines), None) = (words.next(), words.next(), words.next(), words.next())
        else {
            anyhow::bail!("{EXCEPTIONS}: `{line}` is not a file, a function and a number of lines");
        };
        let lines = lines.parse().with_context(|| format!("{EXCEPTIONS}: `{line}`"))?;
        Ok(((file.to_owned(), name.to_owned()), lines))
    };
    lines.map(entry).collect()
}

fn compare(found: &Lengths, listed: &Lengths, findings: &mut Findings) {
    for ((file, name), &lines) in found.iter().filter(|(_, lines)| **lines > LONGEST) {
        match listed.get(&(file.clone(), name.clone())) {
            None => findings.error(format!("{file}: the function `{name}` has {lines} lines; at most {LONGEST}")),
            Some(&before) if lines > before => findings.error(format!(
                "{file}: the function `{name}` has {lines} lines; {EXCEPTIONS} has it with {before}, and it may only shrink"
            )),
            Some(_) => {}
        }
    }
    for (file, name) in listed.keys() {
        let problem = match found.get(&(file.clone(), name.clone())) {
            None => "is gone",
            Some(lines) if *lines <= LONGEST => "is short now",
            Some(_) => continue,
        };
        findings.error(format!("{EXCEPTIONS}: `{name}` of {file} {problem}; remove the line"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(text: &str) -> Vec<(String, usize)> {
        let mut found = Lengths::new();
        add("f.rs", text, &mut found);
        found.into_iter().map(|((_, name), lines)| (name, lines)).collect()
    }

    #[test]
    fn functions_are_measured_by_their_closing_braces() {
        let text = "impl S {\n    pub(super) const fn a(\n        x: u8,\n    ) -> u8 {\n        // Why.\n        x\n    }\n\n    fn b();\n    fn c() {}\n}\n\nunsafe extern \"C\" fn d() {\n}\n";
        let expected = [("a", 5), ("b", 1), ("c", 1), ("d", 2)];
        assert_eq!(lengths(text), expected.map(|(name, lines)| (name.to_owned(), lines)));
    }

    #[test]
    fn tests_are_not_measured() {
        assert_eq!(lengths("fn a() {}\n\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n"), [("a".to_owned(), 1)]);
        assert!(!is_measured("crates/c/tests/t.rs") && !is_measured("crates/c/src/m/tests.rs"));
        assert!(is_measured("crates/c/src/m.rs"));
    }

    /// What is wrong where functions have `found` lines and the list says `listed`.
    fn errors(found: &[(&str, usize)], listed: &[(&str, usize)]) -> Vec<String> {
        let lengths = |of: &[(&str, usize)]| -> Lengths {
            of.iter().map(|(name, lines)| (("f.rs".to_owned(), (*name).to_owned()), *lines)).collect()
        };
        let mut findings = Findings::default();
        compare(&lengths(found), &lengths(listed), &mut findings);
        findings.errors
    }

    #[test]
    fn the_list_only_shrinks() {
        assert!(errors(&[("a", 60), ("b", 61)], &[("b", 61)]).is_empty());
        assert!(errors(&[("a", 61)], &[])[0].contains("`a` has 61 lines; at most 60"));
        assert!(errors(&[("a", 63)], &[("a", 62)])[0].contains("may only shrink"));
        assert!(errors(&[("a", 60)], &[("a", 62)])[0].contains("is short now"));
        assert!(errors(&[], &[("a", 62)])[0].contains("is gone"));
    }
}
