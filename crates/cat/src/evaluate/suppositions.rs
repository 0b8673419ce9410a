//! What follows from little: whether some reads-from and some pairs of an order are enough for the model to allow nothing.
//!
//! The answers come from the bounds ([`bounds`](super::bounds)): what is supposed is in the lower bounds, all else is open. So they hold
//! of every candidate of the event structure, whatever the model's checks are called or look like.

use relation::rows::{Row, Shape};
use relation::{EventId, Index};

use super::{Evaluator, State, Structure, insert_pair, with_shape};
use crate::compile::plan::{ChoiceId, NodeId};
use crate::{BaseId, BaseKind};

/// Pairs of an order that are supposed to be there, while bounds are computed.
#[derive(Debug, Default)]
pub(super) struct Supposed {
    choice: Option<ChoiceId>,
    pairs: Vec<u64>,
    /// What is supposed every time; nothing, or a relation.
    always: Vec<u64>,
    /// What the order of `granted_of` contains in all that is allowed of the candidate at hand.
    granted: Vec<u64>,
    granted_of: Option<ChoiceId>,
}

impl Supposed {
    /// What is supposed of the order of `choice`, as a relation; `None` if nothing is.
    pub(super) fn of(&self, choice: ChoiceId) -> Option<&[u64]> {
        (self.choice == Some(choice)).then_some(&self.pairs[..])
    }

    /// What is known of the order of `choice` for the candidate at hand, beside what the model knows.
    pub(super) fn granted(&self, choice: ChoiceId) -> Option<&[u64]> {
        (self.granted_of == Some(choice)).then_some(&self.granted[..])
    }

    /// The event structure is another one.
    pub(super) fn forget(&mut self) {
        self.choice = None;
        self.granted_of = None;
        self.always.clear();
    }
}

impl Evaluator<'_> {
    /// Whether the first choice of the model that goes location by location orders all of `events`, which access one location, in every candidate of the
    /// event structure: then, of any two of them, one comes before the other.
    pub fn orders_all(&self, events: &[EventId]) -> bool {
        let plan = &self.compiled.plan;
        let Some(choice) = self.order_by_location() else { return false };
        let set = plan.choices[choice].set;
        // A set that candidates decide may lack one of these events in some of them.
        if !plan.is_static(set) || !self.state.has_locations {
            return false;
        }
        with_shape!(self.state.narrow.form, self.are_members(set, events))
    }

    /// From now on these pairs, which are in the order that [`Evaluator::orders_all`] speaks of in each candidate that is allowed, are supposed as well. The
    /// next event structure begins without.
    pub fn suppose_always(&mut self, ordered: &[(EventId, EventId)]) {
        self.state.supposed.always.resize(self.state.narrow.words_of(BaseKind::Relation), 0);
        with_shape!(self.state.narrow.form, self.insert_always(ordered));
    }

    /// Of the candidate that is taken up next, these pairs are known to be in the order that [`Evaluator::orders_all`] speaks of, if it is allowed.
    pub fn grant(&mut self, ordered: impl FnOnce(&mut dyn FnMut(EventId, EventId))) {
        let choice = self.order_by_location();
        let Supposed { granted, granted_of, .. } = &mut self.state.supposed;
        *granted_of = choice;
        granted.clear();
        granted.resize(self.state.narrow.words_of(BaseKind::Relation), 0);
        with_shape!(self.state.narrow.form, self.insert_granted(ordered));
    }

    /// Whether all of these events are in a set.
    fn are_members<S: Shape>(&self, set: NodeId, events: &[EventId]) -> bool {
        let members = S::set(self.state.narrow.value(set));
        let is_member = |number: u32| members.contains(number as usize);
        events.iter().all(|event| self.state.numbers[event.index()].is_some_and(is_member))
    }

    fn insert_granted<S: Shape>(&mut self, ordered: impl FnOnce(&mut dyn FnMut(EventId, EventId))) {
        let State { supposed, numbers, .. } = &mut self.state;
        ordered(&mut |source, target| insert_pair::<S>(&mut supposed.granted, numbers, source, target));
    }

    fn insert_always<S: Shape>(&mut self, ordered: &[(EventId, EventId)]) {
        ordered.iter().for_each(|&(source, target)| {
            insert_pair::<S>(&mut self.state.supposed.always, &self.state.numbers, source, target);
        });
    }

    fn order_by_location(&self) -> Option<ChoiceId> {
        self.compiled.plan.choices.iter_enumerated().find(|(_, choice)| choice.by_location).map(|(id, _)| id)
    }

    /// Whether no candidate of the event structure is allowed in which the pairs of `reads` (writes first) are in `word`, reads-from, and those
    /// of `ordered` in the order that [`Evaluator::orders_all`] speaks of. A no says nothing.
    pub fn refutes(
        &mut self,
        structure: &dyn Structure,
        word: BaseId,
        reads: &[(EventId, EventId)],
        ordered: &[(EventId, EventId)],
    ) -> bool {
        let Some(choice) = self.order_by_location() else { return false };
        if !self.state.has_locations {
            return false;
        }
        with_shape!(self.state.narrow.form, self.suppose(choice, ordered));
        let mut reads = reads.iter().copied();
        let possible = with_shape!(self.state.narrow.form, self.might_allow_reads(structure, word, &mut reads));
        // The next question supposes nothing of this.
        self.state.supposed.choice = None;
        !possible
    }

    fn suppose<S: Shape>(&mut self, choice: ChoiceId, ordered: &[(EventId, EventId)]) {
        let Supposed { choice: of, pairs, always, .. } = &mut self.state.supposed;
        *of = Some(choice);
        pairs.clear();
        pairs.extend_from_slice(always);
        pairs.resize(self.state.narrow.words_of(BaseKind::Relation), 0);
        ordered.iter().for_each(|&(source, target)| {
            insert_pair::<S>(pairs, &self.state.numbers, source, target);
        });
    }
}
