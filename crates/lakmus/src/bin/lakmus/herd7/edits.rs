//! Which tests of those that are named are run, under which names, with which conditions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::files;

/// Changes to tests, by their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edits {
    /// Where there are any, only tests of these names are run.
    pub(crate) only: Option<BTreeSet<String>>,
    /// Tests of these names are not run.
    pub(crate) excluded: BTreeSet<String>,
    /// New names.
    pub(crate) names: BTreeMap<String, String>,
    /// New quantifiers.
    pub(crate) kinds: BTreeMap<String, &'static str>,
    /// New conditions.
    pub(crate) conditions: BTreeMap<String, String>,
}

impl Edits {
    /// Whether the test called `name` is run.
    pub(crate) fn is_wanted(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(name)) && !self.excluded.contains(name)
    }

    /// The condition that the test called `name` gets, if another one than its own. `own` is its own, as logs print it.
    pub(crate) fn condition(&self, name: &str, own: &str) -> Option<String> {
        let condition = self.conditions.get(name).cloned();
        match self.kinds.get(name) {
            None => condition,
            Some(quantifier) => {
                let condition = condition.as_deref().unwrap_or(own);
                let proposition = ["~exists", "exists", "forall", "final"]
                    .iter()
                    .find_map(|word| condition.trim_start().strip_prefix(word))
                    .unwrap_or(condition);
                Some(format!("{quantifier} {}", proposition.trim()))
            }
        }
    }
}

/// The names in a file, one a line.
///
/// # Errors
/// When it cannot be read.
pub(super) fn names(path: &Path) -> Result<BTreeSet<String>, String> {
    Ok(lines(path)?.into_iter().map(|line| line.split_whitespace().next().unwrap_or_default().to_owned()).collect())
}

/// The lines `name "text"` or `name text` of a file.
///
/// # Errors
/// When it cannot be read, or a line has no text.
pub(super) fn table(path: &Path) -> Result<BTreeMap<String, String>, String> {
    let entry = |line: String| {
        let (name, text) = line
            .split_once(char::is_whitespace)
            .ok_or_else(|| format!("{}: `{line}` says nothing about its test", path.display()))?;
        let text = text.trim();
        let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
        Ok((name.to_owned(), text.to_owned()))
    };
    lines(path)?.into_iter().map(entry).collect()
}

/// The quantifiers that a file of kinds gives.
///
/// # Errors
/// When it cannot be read, or a word is no kind.
pub(super) fn kinds(path: &Path) -> Result<BTreeMap<String, &'static str>, String> {
    let quantifier = |(name, word): (String, String)| match word.as_str() {
        "Allowed" => Ok((name, "exists")),
        "Forbidden" => Ok((name, "~exists")),
        "Required" => Ok((name, "forall")),
        _ => Err(format!("{}: `{word}` is no kind: Allowed, Forbidden or Required", path.display())),
    };
    table(path)?.into_iter().map(quantifier).collect()
}

fn lines(path: &Path) -> Result<Vec<String>, String> {
    let text = files::text(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    Ok(lines.filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_changes_the_quantifier_of_whatever_condition_there_is() {
        let mut edits = Edits::default();
        edits.kinds.insert("SB".to_owned(), "forall");
        assert_eq!(edits.condition("SB", "exists (0:rax=0)"), Some("forall (0:rax=0)".to_owned()));
        edits.conditions.insert("SB".to_owned(), "~exists (x=1)".to_owned());
        assert_eq!(edits.condition("SB", "exists (0:rax=0)"), Some("forall (x=1)".to_owned()));
        assert_eq!(edits.condition("MP", "exists (0:rax=0)"), None);
    }
}
