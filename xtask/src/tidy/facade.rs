//! What the library `lakmus` hands on may grow without a break: its structs with fields, and its enums, are `#[non_exhaustive]`, but for those enums that are
//! closed.
//!
//! Within the workspace a `match` names every case of a closed enum, so that none is passed over where a case is added.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};

use super::Findings;
use super::sources::read_all;

/// Enums that have all their cases, and structs that are what their fields are. For the others of these the next case is a new major version, as it is for
/// the command, which puts each of them into words.
const CLOSED: &[(&str, &str, &str)] = &[
    ("cat", "Evidence", "a cycle, a pair, members of a set, or nothing: what a check can be about"),
    ("drawing", "Colour", "the colours of a published palette"),
    ("litmus", "Base", "numbers are written in decimal or hexadecimal"),
    ("sim", "ConditionKind", "the three quantifiers of a litmus test"),
    ("sim", "Observation", "no execution, some, or all"),
    ("sim", "Goal", "what may be asked of a simulation; each result depends on it"),
    ("sim", "RunError", "a test is refused, or given up"),
    ("sim", "Turns", "what became of turns; a result that is not complete must not pass for one that is"),
    ("sim", "Verdict", "whether a claim holds"),
    ("sim", "Why", "an outcome is allowed, forbidden, not there, or not found"),
    ("sim", "EventKind", "what an event is; the command has a word for each"),
    ("source", "Severity", "warnings and errors"),
    ("source", "Span", "a begin and an end in a text"),
    ("aeg", "Strategy", "the paper's ways to place fences"),
    ("java", "JavaError", "a test is refused, or given up"),
    ("java", "Verdict", "whether a behaviour is allowed"),
    ("logs", "Verdict", "the three verdicts of a log"),
    ("mix", "Origin", "code is made by a compiler or taken from a table"),
    ("mix", "Unusable", "a test is refused, or not supported"),
    ("tester", "Language", "C and C++"),
    ("tester", "RunError", "a test is refused, or cancelled"),
    ("tester", "FindingKind", "what a finding is; each format has an object for each"),
    ("weaken", "LitmusModel", "writes reach all threads at once, or not"),
    ("weaken", "Propagating", "the machine for writes that reach threads one by one, or the one of 2010"),
];

/// A type that the library hands on: its crate and its name.
type Handed<'t> = (&'t str, &'t str);

pub(super) fn check(findings: &mut Findings) -> Result<()> {
    let sources = read_all("rs")?;
    let facade = sources.iter().filter(|(name, _)| name.starts_with("crates/lakmus/src/") && !name.contains("/bin/"));
    let mut handed: BTreeSet<Handed<'_>> = BTreeSet::new();
    for (_, text) in facade.clone() {
        handed.extend(re_exports(text));
    }
    handed.extend(facade.flat_map(|(_, text)| definitions(text)).map(|found| ("lakmus", found.name)));
    let mut by_crate: BTreeMap<&str, Vec<(&str, Definition<'_>)>> = BTreeMap::new();
    for (file, text) in &sources {
        let Some((krate, _)) = file.strip_prefix("crates/").and_then(|rest| rest.split_once("/src/")) else { continue };
        by_crate.entry(krate).or_default().extend(definitions(text).map(|found| (file.as_str(), found)));
    }
    let mut closed = vec![false; CLOSED.len()];
    for (krate, name) in handed {
        let folder = if krate == "generator" { "gen" } else { krate };
        let known =
            by_crate.get(folder).with_context(|| format!("the library hands on `{name}` of no crate `{folder}`"))?;
        for (file, found) in known.iter().filter(|(_, found)| found.name == name && found.grows && !found.is_open) {
            match CLOSED.iter().position(|(of, closed, _)| (*of, *closed) == (folder, name)) {
                Some(number) => closed[number] = true,
                None => findings.error(format!(
                    "{file}: `{}` is handed on by the library: it is `#[non_exhaustive]`, or closed by the list in xtask/src/tidy/facade.rs",
                    found.name
                )),
            }
        }
    }
    for ((krate, name, _), _) in CLOSED.iter().zip(&closed).filter(|(_, found)| !**found) {
        findings
            .error(format!("{krate}::{name} is not closed any more: take it off the list in xtask/src/tidy/facade.rs"));
    }
    Ok(())
}

/// What `pub use ::NAME::...;` hands on.
fn re_exports(text: &str) -> Vec<Handed<'_>> {
    let mut handed = Vec::new();
    for line in text.split("pub use ::").skip(1) {
        let Some((path, _)) = line.split_once(';') else { continue };
        let krate = path.split("::").next().unwrap_or_default();
        let names = path.rsplit("::").next().unwrap_or_default();
        let names = path.split_once('{').map_or(names, |(_, list)| list.trim_end_matches('}'));
        let names = names.split(',').map(|name| name.split(" as ").next().unwrap_or_default().trim());
        handed.extend(names.filter(|name| name.starts_with(char::is_uppercase)).map(|name| (krate, name)));
    }
    handed
}

/// A public type, as its file defines it.
struct Definition<'t> {
    name: &'t str,
    /// Whether it is an enum, or a struct with a public field.
    grows: bool,
    /// Whether it is `#[non_exhaustive]`.
    is_open: bool,
}

fn definitions(text: &str) -> impl Iterator<Item = Definition<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let at = (0..lines.len()).collect::<Vec<_>>();
    at.into_iter().filter_map(move |number| {
        let rest = lines[number].strip_prefix("pub ")?;
        let (kind, rest) = rest.split_once(' ')?;
        let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
        let fields =
            || lines[number + 1..].iter().take_while(|line| **line != "}").any(|line| line.starts_with("    pub "));
        let grows = match kind {
            "enum" => true,
            "struct" => rest.ends_with('{') && fields(),
            _ => return None,
        };
        let attributes =
            lines[..number].iter().rev().take_while(|line| line.starts_with("#[") || line.starts_with("///"));
        Some(Definition { name, grows, is_open: attributes.clone().any(|line| *line == "#[non_exhaustive]") })
    })
}

#[cfg(test)]
mod tests {
    use super::{definitions, re_exports};

    #[test]
    fn names_are_read_in_lists_and_alone() {
        let text = "pub use ::sim::log::{Change, compare,\n parse};\npub use ::weaken::LitmusModel as Model;\n";
        assert_eq!(re_exports(text), [("sim", "Change"), ("weaken", "LitmusModel")]);
    }

    #[test]
    fn what_grows_and_is_open() {
        let text = "/// A.\n#[non_exhaustive]\npub enum A {\n    B,\n}\n\npub struct C<'a> {\n    /// D.\n    pub d: &'a str,\n}\n\npub struct E {\n    f: u8,\n}\n";
        let found: Vec<(&str, bool, bool)> = definitions(text).map(|of| (of.name, of.grows, of.is_open)).collect();
        assert_eq!(found, [("A", true, true), ("C", true, false), ("E", false, false)]);
    }
}
