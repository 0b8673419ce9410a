//! Two logs side by side.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::print;
use crate::{ConditionKind, Goal, Observation, Report, Verdict};

/// In what a test's result differs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// The test has no block in the actual log.
    Missing,
    /// The test has no block in the expected log.
    Extra,
    /// The claim of the condition, expected and actual.
    Kind(ConditionKind, ConditionKind),
    /// Final states that only one of the two has.
    States {
        /// Expected and not there.
        missing: Vec<String>,
        /// There and not expected.
        added: Vec<String>,
    },
    /// The same final states in another order.
    StateOrder,
    /// Whether executions were cut at the unroll bound, expected and actual.
    Cut(bool, bool),
    /// The verdict, expected and actual.
    Verdict(Verdict, Verdict),
    /// How often the proposition holds, how many executions satisfy it and how many do not, expected and actual.
    Observation((Observation, u64, u64), (Observation, u64, u64)),
    /// Flags that only one of the two has.
    Flags {
        /// Expected and not there.
        missing: Vec<String>,
        /// There and not expected.
        added: Vec<String>,
    },
    /// The condition as it is printed, expected and actual.
    Condition(String, String),
    /// The hash, expected and actual. Logs without hashes differ in none.
    Hash(String, String),
}

/// What differs in one test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The name of the test.
    pub test: String,
    /// In what; not empty.
    pub changes: Vec<Change>,
}

/// Everything in which `actual` differs from `expected`, but for times: by the order of the tests in `expected`, then those that
/// only `actual` has. Where a log has several blocks of one name, the first one counts, as for herd.
pub fn compare(expected: &[Report], actual: &[Report]) -> Vec<Difference> {
    let mut by_name = HashMap::new();
    for report in actual {
        by_name.entry(report.name.as_str()).or_insert(report);
    }
    let mut seen: HashSet<&str> = HashSet::new();
    let mut differences = Vec::new();
    for old in expected {
        if !seen.insert(&old.name) {
            continue;
        }
        let changes = match by_name.get(old.name.as_str()) {
            Some(new) => changes(old, new),
            None => vec![Change::Missing],
        };
        if !changes.is_empty() {
            differences.push(Difference { test: old.name.clone(), changes });
        }
    }
    for new in actual {
        if seen.insert(&new.name) {
            differences.push(Difference { test: new.name.clone(), changes: vec![Change::Extra] });
        }
    }
    differences
}

fn changes(old: &Report, new: &Report) -> Vec<Change> {
    let mut changes = Vec::new();
    if old.kind != new.kind {
        changes.push(Change::Kind(old.kind, new.kind));
    }
    match only_in_one(&old.states, &new.states) {
        Some((missing, added)) => changes.push(Change::States { missing, added }),
        None if old.states != new.states => changes.push(Change::StateOrder),
        None => {}
    }
    if old.is_cut != new.is_cut {
        changes.push(Change::Cut(old.is_cut, new.is_cut));
    }
    if old.verdict != new.verdict {
        changes.push(Change::Verdict(old.verdict, new.verdict));
    }
    // Counts are compared where both logs have them.
    let is_counted = [old, new].iter().all(|report| report.goal == Goal::Counts);
    let observed = |report: &Report| match is_counted {
        true => (report.observation(), report.positive, report.negative),
        false => (report.observation(), 0, 0),
    };
    if observed(old) != observed(new) {
        changes.push(Change::Observation(observed(old), observed(new)));
    }
    if let Some((missing, added)) = only_in_one(&old.flags, &new.flags) {
        changes.push(Change::Flags { missing, added });
    }
    if old.condition != new.condition {
        changes.push(Change::Condition(old.condition.clone(), new.condition.clone()));
    }
    if let (Some(old), Some(new)) = (&old.hash, &new.hash)
        && old != new
    {
        changes.push(Change::Hash(old.clone(), new.clone()));
    }
    changes
}

/// What only `old` has and what only `new` has, if there is any such thing.
fn only_in_one(old: &[String], new: &[String]) -> Option<(Vec<String>, Vec<String>)> {
    let without = |all: &[String], others: &[String]| {
        let others: HashSet<&String> = others.iter().collect();
        all.iter().filter(|one| !others.contains(one)).cloned().collect::<Vec<_>>()
    };
    let (missing, added) = (without(old, new), without(new, old));
    (!missing.is_empty() || !added.is_empty()).then_some((missing, added))
}

/// The name of the test, and under it one line a change; what was expected behind `-`, what is there behind `+`.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Test {}", self.test)?;
        for change in &self.changes {
            write!(f, "\n{change}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Missing => write!(f, "  no result; one was expected"),
            Change::Extra => write!(f, "  a result; none was expected"),
            Change::Kind(old, new) => two_lines(f, "Kind ", print::kind(*old), print::kind(*new)),
            Change::States { missing, added } => one_sided(f, "", missing, added),
            Change::StateOrder => write!(f, "  the same states in another order"),
            Change::Cut(old, new) => two_lines(f, "", cut(*old), cut(*new)),
            Change::Verdict(old, new) => two_lines(f, "", print::verdict(*old), print::verdict(*new)),
            Change::Observation(old, new) => two_lines(f, "Observation ", &counts(*old), &counts(*new)),
            Change::Flags { missing, added } => one_sided(f, "Flag ", missing, added),
            Change::Condition(old, new) => two_lines(f, "Condition ", old, new),
            Change::Hash(old, new) => two_lines(f, "Hash=", old, new),
        }
    }
}

fn cut(is_cut: bool) -> &'static str {
    if is_cut { "Loop" } else { "no Loop" }
}

fn counts((observation, positive, negative): (Observation, u64, u64)) -> String {
    format!("{} {positive} {negative}", print::observation(observation))
}

fn two_lines(f: &mut fmt::Formatter<'_>, what: &str, old: &str, new: &str) -> fmt::Result {
    write!(f, "  - {what}{old}\n  + {what}{new}")
}

fn one_sided(f: &mut fmt::Formatter<'_>, what: &str, missing: &[String], added: &[String]) -> fmt::Result {
    let missing = missing.iter().map(|line| format!("  - {what}{line}"));
    let added = added.iter().map(|line| format!("  + {what}{line}"));
    f.write_str(&missing.chain(added).collect::<Vec<_>>().join("\n"))
}
