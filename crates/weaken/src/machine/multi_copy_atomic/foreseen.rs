//! What is known of a test before it runs: where each thread may still write, and which accesses are its last.

use program::Program;
use relation::IdVec;

use crate::machine::flat::{Code, StepId};
use crate::machine::locations::{Locations, accessed, reached, written};

/// What is known of each step before the test runs.
pub(crate) struct Foreseen {
    /// Where may be written from here on.
    pub(crate) writes: IdVec<StepId, Locations>,
    /// Whether nothing is accessed behind it.
    pub(crate) is_last: IdVec<StepId, bool>,
}

impl Foreseen {
    pub(crate) fn new(code: &Code, program: &Program) -> Foreseen {
        let accessed = accessed(code, program);
        let reaches = reached(code, |at| accessed[at]);
        let is_last = |at: StepId| code.successors(at).iter().all(|&behind| reaches[behind] == Locations::NONE);
        Foreseen { writes: written(code, &accessed), is_last: code.steps.ids().map(is_last).collect::<Vec<_>>().into() }
    }
}
