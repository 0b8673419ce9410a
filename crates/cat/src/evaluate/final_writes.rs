//! Taking up final writes.
//!
//! There are few combinations of them, and each comes by again with every choice of what is read. What they alone decide is therefore computed once for
//! an event structure and kept: the values that depend on nothing that is read, whether the checks of these hold, and, where final writes leave
//! only one way to make the first choice of the model (mostly coherence), that order and what it alone decides as well.

use relation::rows::Shape;

use super::choices::Search;
use super::value_buffer::ValueBuffer;
use super::work::CandidateWork;
use super::{Allowed, Cancelled, Choices, Evaluator, State, Stop, with_shape};
use crate::compile::plan::{ChoiceId, Level};

/// What combinations with larger numbers decide is not kept.
const KEPT: usize = 64;

/// What is known of the final writes of the event structure at hand, by their numbers.
#[derive(Debug, Default)]
pub(super) struct KeptFinalWrites {
    kept: Vec<Kept>,
    /// Those whose values are where they are computed.
    current: Option<usize>,
}

/// What is known of some final writes.
#[derive(Debug, Default)]
struct Kept {
    /// Nothing if they have not been met.
    outcome: Option<Outcome>,
    /// What lies at [`FinalWritesWork::values`](super::work::FinalWritesWork::values).
    values: Vec<u64>,
}

/// What final writes alone decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// A check does not hold, whatever is read.
    Refuted,
    /// The first choice is open, or there is none.
    Open,
    /// There is one way to make the first choice, which is made.
    Ordered,
}

impl KeptFinalWrites {
    /// The event structure is another one.
    pub(super) fn forget(&mut self) {
        self.kept.iter_mut().for_each(|kept| kept.outcome = None);
        self.current = None;
    }

    /// What the final writes of this number decide, if they have been met; their values are brought back.
    fn recall(&mut self, number: usize, work: &CandidateWork, narrow: &mut ValueBuffer) -> Option<Outcome> {
        let Kept { outcome, values } = self.kept.get(number)?;
        let outcome = (*outcome)?;
        if outcome != Outcome::Refuted && self.current != Some(number) {
            narrow.write_all(&work.final_writes.values, values);
            self.current = Some(number);
        }
        Some(outcome)
    }

    fn keep(&mut self, number: usize, outcome: Outcome, work: &CandidateWork, narrow: &ValueBuffer) {
        if self.kept.len() <= number {
            self.kept.resize_with(number + 1, Kept::default);
        }
        let kept = &mut self.kept[number];
        kept.outcome = Some(outcome);
        if outcome != Outcome::Refuted {
            narrow.read_all(&work.final_writes.values, &mut kept.values);
        }
        self.current = Some(number);
    }
}

impl Evaluator<'_> {
    /// Takes up the final writes, and counts the ways through the choices of the model that it allows.
    ///
    /// # Errors
    /// When `cancelled` says so; it is asked now and then.
    pub fn final_writes(
        &mut self,
        candidate: &dyn Choices,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Allowed, Cancelled> {
        let mut allowed = Allowed::default();
        let mut search = Search { candidate, cancelled, allowed: &mut allowed };
        match with_shape!(self.state.narrow.form, self.final_writes_level(&mut search)) {
            Ok(()) | Err(Stop::Enough) => Ok(allowed),
            Err(Stop::Cancelled) => Err(Cancelled),
        }
    }

    fn final_writes_level<S: Shape>(&mut self, search: &mut Search<'_>) -> Result<(), Stop> {
        let outcome = self.what_they_decide::<S>(search.candidate);
        if outcome == Outcome::Refuted || !self.level::<S>(Level::FINAL_WRITES, search.candidate) {
            return Ok(());
        }
        let is_ordered = outcome == Outcome::Ordered;
        if is_ordered { self.ordered::<S>(ChoiceId::FIRST, search) } else { self.make::<S>(ChoiceId::FIRST, search) }
    }

    /// What the final writes of a candidate decide by themselves; it is computed if it is not kept.
    fn what_they_decide<S: Shape>(&mut self, candidate: &dyn Choices) -> Outcome {
        let State { final_writes, works, narrow, .. } = &mut self.state;
        let number = candidate.final_writes().filter(|&number| number < KEPT);
        if let Some(known) = number.and_then(|number| final_writes.recall(number, works.current(), narrow)) {
            return known;
        }
        let outcome = self.decide::<S>(candidate);
        let State { final_writes, works, narrow, .. } = &mut self.state;
        match number {
            Some(number) => final_writes.keep(number, outcome, works.current(), narrow),
            None => final_writes.current = None,
        }
        outcome
    }

    fn decide<S: Shape>(&mut self, candidate: &dyn Choices) -> Outcome {
        self.fill_level::<S>(Level::FINAL_WRITES, candidate);
        if !self.all_hold::<S>(|work| &work.final_writes.tasks, candidate) {
            return Outcome::Refuted;
        }
        if !self.state.works.current().final_writes.decide_order
            || !self.make_only_order::<S>(ChoiceId::FIRST, candidate)
        {
            return Outcome::Open;
        }
        match self.all_hold::<S>(|work| &work.final_writes.ordered, candidate) {
            true => Outcome::Ordered,
            false => Outcome::Refuted,
        }
    }
}
