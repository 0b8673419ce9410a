//! What comes of a batch.

use std::collections::{BTreeMap, BTreeSet};

use crate::classes::Member;
use crate::{Architecture, FragmentId, Machine};

/// A piece whose code a bug needs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Culprit {
    /// The number of the piece, in the order of the text.
    pub piece: usize,
    /// The profiles whose code does it.
    pub members: Vec<Member>,
    /// The code of the first of them, a line each.
    pub code: Vec<String>,
    /// How many different codes they have, names of registers aside, that mean the same.
    pub spellings: usize,
}

/// A mixing bug: pieces that together have outcomes which their source does not have, whichever compilers take the others.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Bug {
    /// The profiles' architecture.
    pub architecture: Architecture,
    /// The machine that runs the example.
    pub machine: Machine,
    /// The pieces whose code matters. Which profiles compile the other ones makes no difference. Where every combination shows the bug, those that a table
    /// mends, or all of them.
    pub culprits: Vec<Culprit>,
    /// How many of the judged combinations show it.
    pub combinations: usize,
    /// One of them: by piece the profile, as few different ones as there can be.
    pub example: Vec<Member>,
    /// Its outcomes that the source does not have: values of the observed places.
    pub extra: Vec<Vec<String>>,
    /// Whether only RC11's no-thin-air axiom forbids them.
    pub is_load_buffering: bool,
    /// The example as a test in assembly.
    pub litmus: String,
    /// That the example ends in the first of `extra`, as a proposition about its final states.
    pub claim: String,
    /// Pieces whose code, replaced by a table's, takes the outcomes away: their numbers and the table. Pieces whose code does the same
    /// to memory are replaced together.
    pub fixed_by: Vec<(Vec<usize>, String)>,
}

/// What came of a test.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TestResult {
    /// Its name.
    pub name: String,
    /// What outcomes are made of.
    pub places: Vec<String>,
    /// By piece: its name and its text.
    pub pieces: Vec<(String, String)>,
    /// Why it was skipped: its source has undefined behaviour.
    pub undefined: Option<String>,
    /// Why it could not be judged.
    pub failed: Option<String>,
    /// The source's outcomes.
    pub allowed: Vec<Vec<String>>,
    /// What was found.
    pub bugs: Vec<Bug>,
    /// How many combinations of profiles there are: profiles to the power of pieces.
    pub combinations_of_profiles: f64,
    /// How many combinations of classes there are.
    pub combinations: usize,
    /// How many different combined tests there were.
    pub different: usize,
    /// How many combinations of classes were judged.
    pub judged: usize,
    /// Combinations that could not be judged, with the reason and how many there were.
    pub unknown: BTreeMap<String, usize>,
    /// Whether not all combinations were judged.
    pub is_cut: bool,
    /// Pieces for which some architecture has no code at all.
    pub without_code: BTreeSet<String>,
    /// How many seconds its simulations took; nothing for those that were done for another test.
    pub seconds: f64,
}

/// Code that could not be mixed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Unsupported {
    /// The profile's name.
    pub profile: String,
    /// The function.
    pub fragment: FragmentId,
    /// The function's text.
    pub text: String,
    /// Why.
    pub reason: String,
}

/// What came of a batch.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Summary {
    /// By test.
    pub results: Vec<TestResult>,
    /// What could not be mixed.
    pub unsupported: Vec<Unsupported>,
    /// Profiles that compile nothing, and why.
    pub refused: Vec<(String, String)>,
    /// How many functions were compiled by each profile.
    pub fragments: usize,
    /// How many combined tests were simulated: those that several tests share, once.
    pub simulated: usize,
    /// How many more earlier runs had simulated.
    pub from_earlier_runs: usize,
}

impl TestResult {
    /// That the source ends in an outcome, as a proposition about its final states.
    pub fn claim(&self, outcome: &[String]) -> String {
        let all: Vec<String> =
            self.places.iter().zip(outcome).map(|(place, value)| format!("{place}={value}")).collect();
        if all.is_empty() { "true".to_owned() } else { all.join(r" /\ ") }
    }
}

impl Summary {
    /// Whether something was found.
    pub fn has_bugs(&self) -> bool {
        self.results.iter().any(|result| result.bugs.iter().any(|bug| !bug.is_load_buffering))
    }

    /// Whether something was skipped, cut or not supported.
    pub fn is_incomplete(&self) -> bool {
        let of = |result: &TestResult| {
            result.undefined.is_some()
                || result.failed.is_some()
                || result.is_cut
                || !result.unknown.is_empty()
                || !result.without_code.is_empty()
        };
        !self.unsupported.is_empty() || self.results.iter().any(of)
    }
}
