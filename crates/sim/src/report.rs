//! The result of one test under one model.

use std::time::Duration;

use crate::{Goal, Turns};

/// What the condition of a test claims, as the first line of a log block calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConditionKind {
    /// `exists p`: some execution satisfies p.
    Allowed,
    /// `~exists p`: no execution satisfies p.
    Forbidden,
    /// `forall p`: every execution satisfies p.
    Required,
}

/// Whether the claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// It holds.
    Ok,
    /// It does not.
    No,
    /// Some allowed execution has undefined behaviour (the flag `*undef*`), so that nothing is claimed.
    Undef,
}

/// How often the proposition of the condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Observation {
    /// In no allowed execution.
    Never,
    /// In some and not in all.
    Sometimes,
    /// In all, and there is one.
    Always,
}

/// The result of one test under one model: what one block of herd's log says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Name of the test.
    pub name: String,
    /// What the condition claims.
    pub kind: ConditionKind,
    /// The distinct final states of allowed executions, one line each as it is printed, in herd's order.
    pub states: Vec<String>,
    /// Whether some execution was given up at the unroll bound (`Loop`), so that outcomes may be missing.
    pub is_cut: bool,
    /// Where it was given up: a label, or a place in the program. A log does not contain it.
    pub cut_at: Option<String>,
    /// Whether the claim holds.
    pub verdict: Verdict,
    /// What was to be found out.
    pub goal: Goal,
    /// What became of turns of loops that change nothing.
    pub turns: Turns,
    /// How many allowed executions satisfy the proposition; where executions were not counted, how many of the states do that were found.
    pub positive: u64,
    /// How many do not.
    pub negative: u64,
    /// The flags that the model raised on allowed executions, sorted.
    pub flags: Vec<String>,
    /// The condition as herd prints it, quantifier included.
    pub condition: String,
    /// CPU time spent, where it was measured.
    pub time: Option<Duration>,
    /// herd's hash of the test.
    pub hash: Option<String>,
    /// Where accesses are of mixed sizes: the size of the smallest piece that memory was divided into, in bytes. A log does not contain it.
    pub pieces: Option<u32>,
    /// A place whose final value has more bits than are shown and compared there, where there is one. A log does not contain it.
    pub cut_place: Option<String>,
}

impl Report {
    /// A result without states, executions and flags: of executions that were counted, none of which a model forbids.
    pub fn new(name: String, kind: ConditionKind, condition: String) -> Report {
        Report {
            name,
            kind,
            states: Vec::new(),
            is_cut: false,
            cut_at: None,
            verdict: Verdict::No,
            goal: Goal::Counts,
            turns: Turns::All,
            positive: 0,
            negative: 0,
            flags: Vec::new(),
            condition,
            time: None,
            hash: None,
            pieces: None,
            cut_place: None,
        }
    }

    /// How often the proposition holds.
    pub fn observation(&self) -> Observation {
        let is_decided = self.positive > 0 || self.negative > 0;
        match (self.goal, self.kind) {
            // The search ended with the first execution that decides, if there is one: of the others nothing is known.
            (Goal::Decision, _) if is_decided => Observation::Sometimes,
            (Goal::Decision, ConditionKind::Required) => Observation::Always,
            (Goal::Decision, ConditionKind::Allowed | ConditionKind::Forbidden) => Observation::Never,
            (Goal::Counts | Goal::States, _) => match (self.positive, self.negative) {
                (0, _) => Observation::Never,
                (_, 0) => Observation::Always,
                _ => Observation::Sometimes,
            },
        }
    }

    /// The two numbers after `Positive:` and `Negative:`: executions for and against the claim. For `~exists` they are
    /// the counts of the proposition, swapped.
    pub fn witnesses(&self) -> (u64, u64) {
        match self.kind {
            ConditionKind::Allowed | ConditionKind::Required => (self.positive, self.negative),
            ConditionKind::Forbidden => (self.negative, self.positive),
        }
    }
}
