//! What a test expects, and what became of it.

use litmus::{Base, FinalAtom, FinalState, FinalValue, Proposition, Quantifier, RegisterPart};
use program::{LocationId, ThreadId};
use sim::Test;

use crate::graph::Outcome;
use crate::observed::Observed;

/// What is expected of a behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expectation {
    /// Some execution shows it: jMT's *required*.
    Allowed,
    /// None does.
    Forbidden,
    /// All do.
    Always,
}

impl Expectation {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Expectation::Allowed => "allowed",
            Expectation::Forbidden => "forbidden",
            Expectation::Always => "always",
        }
    }
}

/// Whether a model allows a behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Some execution shows it, and some may not.
    Allowed,
    /// None does.
    Forbidden,
    /// A limit was reached before that was known.
    Unknown,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Allowed => "allowed",
            Verdict::Forbidden => "forbidden",
            Verdict::Unknown => "unknown",
        }
    }
}

/// A condition of a test, and what is expected of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Behaviour {
    /// As it prints, with its quantifier.
    pub text: String,
    /// What holds in an outcome that shows it.
    pub condition: Proposition<FinalAtom>,
    /// What is expected, if anything is.
    pub expected: Option<Expectation>,
}

/// What the header of a test says of its condition: a line `Expected=allowed`, or `expected: allowed` in a comment. The outer
/// option: whether it says anything; `unspecified` says that nothing is expected.
pub fn expectation_in(text: &str) -> Option<Option<Expectation>> {
    let header = &text[..text.find("Thread0").unwrap_or(text.len())];
    for line in header.lines() {
        let line = line.trim().trim_start_matches("(*").trim_start();
        let Some(rest) = line.strip_prefix("expected").or_else(|| line.strip_prefix("Expected")) else { continue };
        let Some(word) = rest.trim_start().strip_prefix([':', '=']) else { continue };
        let end = |word: &str| word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
        let word = word.trim_start();
        return match &word[..end(word)] {
            "allowed" | "required" => Some(Some(Expectation::Allowed)),
            "forbidden" => Some(Some(Expectation::Forbidden)),
            "unspecified" | "unknown" => Some(None),
            _ => continue,
        };
    }
    None
}

/// The behaviours that the conditions of a test speak of; `text` is its source.
///
/// `~exists` forbids, `forall` demands in all executions. `exists` requires, unless the header of a test with one condition says
/// otherwise.
pub fn behaviours(test: &Test, text: &str) -> Vec<Behaviour> {
    let lowered = test.lowered();
    let stated = expectation_in(text).filter(|_| lowered.further_conditions.is_empty());
    let first = (lowered.quantifier, lowered.condition.clone());
    let all = [first].into_iter().chain(lowered.further_conditions.iter().cloned());
    all.map(|(quantifier, condition)| {
        let expected = match quantifier {
            Quantifier::Exists => stated.unwrap_or(Some(Expectation::Allowed)),
            Quantifier::NotExists => Some(Expectation::Forbidden),
            Quantifier::Forall => Some(Expectation::Always),
        };
        Behaviour { text: lowered.print_quantified(quantifier, &condition, Base::Decimal), condition, expected }
    })
    .collect()
}

/// An outcome as conditions look at it.
pub struct OutcomeState<'a> {
    /// What is known.
    pub observed: &'a Observed,
    /// The values.
    pub outcome: &'a Outcome,
}

impl FinalState for OutcomeState<'_> {
    fn register(&self, thread: ThreadId, part: RegisterPart) -> FinalValue {
        let value = self.observed.find(thread, part).map_or(0, |at| self.outcome.0[at]);
        FinalValue::Number(program::truncate(value, part.width), part.width)
    }

    fn cell(&self, _: LocationId, _: u32) -> FinalValue {
        // Observed::of refuses tests that look at memory.
        FinalValue::Text("?".to_owned())
    }
}

impl OutcomeState<'_> {
    /// The line of a log that shows it: `0:r1=1; 1:r2=0;`.
    pub fn print(&self, test: &Test) -> String {
        let lowered = test.lowered();
        lowered.print_outcome(&lowered.outcome(self), Base::Decimal) + &self.observed.exceptions_in(self.outcome)
    }
}
