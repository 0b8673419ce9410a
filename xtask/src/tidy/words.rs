//! Words that are not used, since readers stumble over them: riddles in the place of a subject and a verb. What to write instead stands beside each.
//!
//! `words.txt` lists the files that still have some, with their number. The list only shrinks: a file with more words than listed, or with fewer, is an error.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use super::{Findings, documents, sources};
use crate::cargo::root;

/// Words in lower case, and what is written instead.
const WORDS: &[(&str, &str)] = &[
    ("told", "reported, shown, given"),
    ("tells", "reports, shows, returns, states"),
    ("tell", "report, show, distinguish"),
    ("somebody", "another thread, a user"),
    ("nobody", "no thread, no user"),
    ("whoever", "the thread that, the caller that"),
    ("deed", "action, event"),
];

/// The files that still have such words, with their number.
const EXCEPTIONS: &str = "xtask/src/tidy/words.txt";

pub(super) fn check(findings: &mut Findings) -> Result<()> {
    let listed =
        std::fs::read_to_string(root().join(EXCEPTIONS)).with_context(|| format!("cannot read {EXCEPTIONS}"))?;
    let mut listed: BTreeMap<&str, usize> = listed
        .lines()
        .map(|line| {
            let (count, name) = line.split_once(' ').with_context(|| format!("{EXCEPTIONS}: no number in `{line}`"))?;
            Ok((name, count.parse().with_context(|| format!("{EXCEPTIONS}: no number in `{line}`"))?))
        })
        .collect::<Result<_>>()?;
    for (name, text) in sources::read_all("rs")?.into_iter().chain(documents::read_all()?) {
        if name == "xtask/src/tidy/words.rs" || name == "CHANGELOG.md" {
            continue;
        }
        let found = find(&text);
        let allowed = listed.remove(name.as_str()).unwrap_or(0);
        if found.len() > allowed {
            let (line, word, instead) = found[0];
            findings.error(format!("{name}:{line}: `{word}` is not a word of the house; write {instead}"));
        } else if found.len() < allowed {
            findings.error(format!("{EXCEPTIONS}: {name} has {} such words, not {allowed}", found.len()));
        }
    }
    listed.keys().for_each(|name| findings.error(format!("{EXCEPTIONS}: there is no file {name}")));
    Ok(())
}

/// The unwanted words of a text with their lines, counted from 1.
fn find(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for word in line.split(|character: char| !character.is_alphanumeric() && character != '_') {
            let unwanted = WORDS.iter().find(|(unwanted, _)| word.eq_ignore_ascii_case(unwanted));
            found.extend(unwanted.map(|(unwanted, instead)| (number + 1, *unwanted, *instead)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn whole_words_are_found_in_any_case() {
        let found = find("It tells them.\nA teller, `is_told`, telling;\nWhoever reads");
        assert_eq!(
            found.iter().map(|(line, word, _)| (*line, *word)).collect::<Vec<_>>(),
            [(1, "tells"), (3, "whoever")]
        );
    }
}
