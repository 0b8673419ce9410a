//! Why an outcome is forbidden.
//!
//! Of all candidates with the outcome the one is taken that comes nearest to being allowed: it fails the fewest checks, and of those with
//! as few, one has the shortest cycle. There may be more candidates than anybody wants to wait for; then what was found within a budget is
//! given, and said to be that.

use std::ops::ControlFlow;

use program::Expressions;

use crate::RunError;
use crate::executions::{Execution, Selection, Violation, execution};
use crate::final_state::FinalStates;
use crate::simulate::Simulation;
use crate::walk::{Met, Walk, Walker};

/// How much may be looked at for one explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Candidates whose final state is looked at.
    pub candidates: u64,
    /// Candidates about which the model is asked, each way through its choices counted.
    pub judged: u64,
    /// Candidates whose cycles are looked for.
    pub explained: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { candidates: 1_000_000, judged: 350, explained: 64 }
    }
}

/// Why the outcome that a test is about is forbidden, if it is.
#[derive(Clone, Debug)]
pub enum Why {
    /// It is allowed, as this execution shows.
    Allowed(Box<Execution>),
    /// The model forbids it.
    Forbidden(Box<Explanation>),
    /// No candidate has it: whatever is read, the program does not compute these values.
    NoCandidate,
    /// No candidate with it was found within the budget, and there are more candidates.
    NotFound,
}

/// Why an outcome is forbidden.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The candidate that comes nearest to being allowed. Its violations have evidence, the shortest comes first.
    pub execution: Execution,
    /// Whether all candidates with the outcome were looked at.
    pub is_nearest: bool,
    /// How many of them were looked at, each way through the model's choices counted.
    pub judged: u64,
}

impl Simulation<'_> {
    /// Why the outcome that the test's condition is about is forbidden: a final state in which the proposition holds, or, with `forall`, in
    /// which it does not.
    ///
    /// # Errors
    /// As [`simulate`](crate::simulate).
    pub fn why(&self, budget: Budget) -> Result<Why, RunError> {
        let mut search =
            Search { simulation: self, budget, seen: 0, judged: 0, explained: 0, best: None, is_over: false };
        let selection = Selection { evidence: true, ..Selection::default() };
        let flow = Walk::new(self, selection.checks()).all(&mut search)?;
        let Search { best, judged, is_over, .. } = search;
        let is_complete = flow.is_continue() && !is_over;
        Ok(match best {
            Some(execution) if execution.is_allowed() => Why::Allowed(Box::new(execution)),
            Some(mut execution) => {
                execution.violations.sort_by_key(length);
                Why::Forbidden(Box::new(Explanation { execution, is_nearest: is_complete, judged }))
            }
            None if is_complete => Why::NoCandidate,
            None => Why::NotFound,
        })
    }
}

fn length(violation: &Violation) -> usize {
    violation.evidence.as_ref().map_or(usize::MAX, cat::Evidence::length)
}

/// How far an execution is from being allowed.
fn distance(execution: &Execution) -> (usize, usize) {
    (execution.violations.len(), execution.violations.iter().map(length).min().unwrap_or(0))
}

struct Search<'a> {
    simulation: &'a Simulation<'a>,
    budget: Budget,
    seen: u64,
    judged: u64,
    explained: u64,
    best: Option<Execution>,
    is_over: bool,
}

impl Walker for Search<'_> {
    fn is_wanted(&mut self, states: &FinalStates<'_>, x: &Expressions) -> ControlFlow<(), bool> {
        self.seen += 1;
        if self.seen > self.budget.candidates {
            self.is_over = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(self.simulation.is_asked_about(states.holds(x)))
    }

    fn meet(&mut self, met: Met<'_, '_, '_, '_>) -> ControlFlow<()> {
        if self.judged == self.budget.judged {
            self.is_over = true;
            return ControlFlow::Break(());
        }
        self.judged += 1;
        let failed = match &met.run {
            cat::Run::Accepted(accepted) => accepted.failed.len(),
            cat::Run::Rejected(_) => 1,
        };
        let fewest = self.best.as_ref().map_or(usize::MAX, |best| best.violations.len());
        // What fails more checks is farther, whatever its cycles.
        if failed > fewest {
            return ControlFlow::Continue(());
        }
        if failed > 0 && failed == fewest && self.explained == self.budget.explained {
            self.is_over = true;
            return ControlFlow::Continue(());
        }
        self.explained += 1;
        let next = execution(self.simulation, met, true);
        let is_nearer = self.best.as_ref().is_none_or(|best| distance(&next) < distance(best));
        let is_allowed = next.is_allowed();
        if is_nearer {
            self.best = Some(next);
        }
        if is_allowed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
