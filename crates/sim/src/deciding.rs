//! Whether an event structure can decide the condition at all, before the model is asked anything about it.
//!
//! Where one execution is looked for that decides the condition ([`Goal::Decision`](crate::Goal::Decision)), most event structures have no candidate that does: all their
//! final states are of the other kind. What a model computes for an event structure costs more than to go through a few hundred candidates without it.
//!
//! Gained: combined tests of two threads with 128-bit read-modify-writes (`lakmus mix`) take a quarter to a sixth of the time.

use std::ops::ControlFlow;

use execution::{Candidate, Candidates, EventStructure, ExecutionError, FinalWrites, Limits, Visitor};
use program::Expressions;
use relation::EventId;

use crate::final_state::FinalStates;
use crate::simulate::Simulation;

/// After so many choices of a read, or final states, the model is asked: it may know better.
const MOST_STEPS: u32 = 4096;

/// Looks at final states only.
struct Search<'r, 'a> {
    simulation: &'r Simulation<'a>,
    finals: &'r mut FinalWrites,
    states: &'r mut FinalStates<'a>,
    left: u32,
}

impl Search<'_, '_> {
    /// Whether there is a step left, which is taken.
    fn takes_step(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }
}

impl Visitor for Search<'_, '_> {
    type Break = ();

    fn may_read(&mut self, _: usize, _: EventId, _: EventId) -> bool {
        self.takes_step()
    }

    fn candidate(&mut self, x: &mut Expressions, candidate: &Candidate<'_, '_>) -> ControlFlow<()> {
        // What is wrong with the program is reported whatever it shows.
        if candidate.fault.is_some() {
            return ControlFlow::Break(());
        }
        let mut has_more = self.finals.begin(candidate);
        while has_more {
            self.states.look_at(x, candidate, self.finals);
            if !self.takes_step() || self.simulation.is_asked_about(self.states.holds(x)) {
                return ControlFlow::Break(());
            }
            has_more = self.finals.advance();
        }
        ControlFlow::Continue(())
    }
}

/// Whether some candidate of `structure` may decide the condition, and how many steps that took. A no is certain; a yes is not.
///
/// # Errors
/// On cancellation.
pub(crate) fn may_decide<'a>(
    simulation: &Simulation<'a>,
    structure: &EventStructure<'_>,
    x: &mut Expressions,
    limits: &Limits<'_>,
    (finals, states): (&mut FinalWrites, &mut FinalStates<'a>),
) -> Result<(bool, u64), ExecutionError> {
    let registers = simulation.observed.registers_at_end(structure, x);
    let mut candidates = Candidates::new(structure, x, simulation.paths.symbols, limits);
    candidates.ask(registers);
    finals.forget();
    let mut search = Search { simulation, finals, states, left: MOST_STEPS };
    let is_found = candidates.visit(&mut search)?.is_break();
    Ok((is_found || search.left == 0, u64::from(MOST_STEPS - search.left)))
}
