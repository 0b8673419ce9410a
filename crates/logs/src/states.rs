//! Final states of a test.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// A final state, in a form that does not depend on who wrote it: bindings `place=value` by their text, numbers in decimal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(String);

impl State {
    /// From a line of a log without its count.
    pub fn new(line: &str) -> State {
        let mut bindings: Vec<Cow<'_, str>> =
            line.split(';').map(str::trim).filter(|part| !part.is_empty()).map(binding).collect();
        if !bindings.is_sorted() {
            bindings.sort_unstable();
        }
        let mut text = String::with_capacity(line.len());
        for binding in bindings {
            text.push_str(&binding);
            text.push_str("; ");
        }
        text.truncate(text.trim_end().len());
        State(text)
    }

    /// As a line of a log.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The bindings, place and value.
    pub fn bindings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.split(';').filter_map(|part| part.trim().split_once('='))
    }
}

/// `place=value` with a hexadecimal value in decimal.
fn binding(text: &str) -> Cow<'_, str> {
    let decimal = text.split_once('=').and_then(|(place, value)| {
        let number = u128::from_str_radix(value.strip_prefix("0x")?, 16).ok()?;
        Some(format!("{place}={number}"))
    });
    decimal.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// What one set of states has and another has not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Only in the second.
    pub added: Vec<State>,
    /// Only in the first.
    pub missing: Vec<State>,
}

impl Difference {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.missing.is_empty()
    }
}

/// In what two sets of states differ, each part in order. Both are maps to counts, which count for nothing.
pub fn difference(first: &BTreeMap<State, u64>, second: &BTreeMap<State, u64>) -> Difference {
    let without = |these: &BTreeMap<State, u64>, those: &BTreeMap<State, u64>| {
        these.keys().filter(|state| !those.contains_key(*state)).cloned().collect()
    };
    Difference { added: without(second, first), missing: without(first, second) }
}
