//! How many candidate executions end in each final state.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use program::Expressions;

use crate::RunError;
use crate::final_state::FinalStates;
use crate::simulate::Simulation;
use crate::walk::{Met, Walk, Walker, is_allowed};

/// The candidate executions of a test by final state: those that the model allows, and those that it forbids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutcomeCounts {
    /// By final state, as a log shows it.
    pub outcomes: BTreeMap<String, OutcomeCount>,
    /// How many candidates were judged, each way through the model's choices counted.
    pub candidates: u64,
    /// Whether these are all.
    pub is_complete: bool,
}

/// How many candidate executions end in a final state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutcomeCount {
    /// That the model allows.
    pub allowed: u64,
    /// That it forbids.
    pub forbidden: u64,
    /// Whether the proposition of the test's condition holds in it.
    pub satisfies_condition: bool,
}

struct Counter<'a> {
    simulation: &'a Simulation<'a>,
    most: u64,
    counts: OutcomeCounts,
}

impl Simulation<'_> {
    /// Counts the candidate executions by final state, at most `most` of them; on cancellation, those that were met until then.
    ///
    /// Unlike a run it also has the outcomes that the model forbids, and costs what it costs to interpret the model on each candidate.
    ///
    /// # Errors
    /// As [`simulate`](crate::simulate), but for cancellation.
    pub fn outcome_counts(&self, most: u64) -> Result<OutcomeCounts, RunError> {
        let checks = cat::Options { all_checks: true, ..cat::Options::default() };
        let mut counter = Counter { simulation: self, most, counts: OutcomeCounts::default() };
        let walked = Walk::new(self, checks).all(&mut counter);
        let mut counts = counter.counts;
        counts.is_complete = match walked {
            Ok(flow) => flow.is_continue(),
            Err(_) if self.options.is_cancelled() => false,
            Err(error) => return Err(error),
        };
        Ok(counts)
    }
}

impl Walker for Counter<'_> {
    fn is_wanted(&mut self, _: &FinalStates<'_>, _: &Expressions) -> ControlFlow<(), bool> {
        ControlFlow::Continue(true)
    }

    fn meet(&mut self, met: Met<'_, '_, '_, '_>) -> ControlFlow<()> {
        if self.counts.candidates == self.most {
            return ControlFlow::Break(());
        }
        self.counts.candidates += 1;
        let line = met.states.line(met.x, self.simulation.options.base);
        let count = self.counts.outcomes.entry(line).or_default();
        count.satisfies_condition = met.states.holds(met.x);
        match is_allowed(&met.run) {
            true => count.allowed += 1,
            false => count.forbidden += 1,
        }
        ControlFlow::Continue(())
    }
}
