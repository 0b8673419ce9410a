//! Accesses that no other thread competes with, to objects that threads do compete for.
//!
//! They lie on no cycle, as no communication leads to them, and they are no events of the abstract graph. But where they take effect at once they may hold up their thread.
//! Under RMO, for instance,
//!
//! ```text
//!   kept = x; copy = kept; z = 1;    z = 2; fence; x = 1;
//! ```
//!
//! can end in kept = 1, z = 2, with another thread that looks at `kept`. The read of x is delayed past `z = 1`, and so is the write of `kept`, which is an event. The read of
//! `kept` is none: only its own thread writes there. It gets its value from that write, and so waits for the read of x; not delayed itself, it lets nothing behind it go first.
//!
//! So each of them is delayed that may have to wait for an access that is, if a cycle leads from what is behind it back to that. Over-approximates: what comes after an access is found
//! without matching calls with returns, and what may order a pair on some path is taken to order it.

use aeg::graph::EventId;
use aeg::model::{Direction, Model as Reordering};
use relation::{IdVec, Index};
use rustc_hash::{FxHashMap, FxHashSet};

use super::certain::Certainty;
use super::remaining::Remaining;
use crate::checker::code::effect::{AccessKind, Effect};
use crate::checker::code::returns::Returns;
use crate::checker::code::{Annotation, Code, Fence, Step, StepId, Target, Value};
use crate::checker::transform::model::TransformModel;

/// Where to look for such accesses.
pub(super) struct Uncontended<'a> {
    code: &'a Code,
    certainty: Certainty<'a>,
    reordering: Reordering,
    model: TransformModel,
    /// The events of each step that has any.
    events: &'a FxHashMap<StepId, Vec<EventId>>,
    returns: Returns,
    /// Whether there are fences that keep writes before later reads and do not make the thread wait.
    marks_writes_before_reads: bool,
}

impl<'a> Uncontended<'a> {
    pub(super) fn new(
        code: &'a Code,
        (model, reordering): (TransformModel, Reordering),
        events: &'a FxHashMap<StepId, Vec<EventId>>,
    ) -> Uncontended<'a> {
        let marks_writes_before_reads = code.steps.iter().any(
            |step| matches!(step, Step::Fence(Fence::Marks(pairs)) if pairs.has(Direction::Write, Direction::Read)),
        );
        let (certainty, returns) = (Certainty { code }, Returns::new(code));
        Uncontended { code, certainty, reordering, model, events, returns, marks_writes_before_reads }
    }

    /// Those of the accesses `among` that have to be delayed with the events that are `late`.
    pub(super) fn held_up(&self, among: &[StepId], late: &[bool], remaining: &Remaining<'_>) -> Vec<StepId> {
        let is_delayed = |(step, events): &(&StepId, &Vec<EventId>)| {
            self.may_be_delayed(**step) && events.iter().any(|event| late[event.index()])
        };
        let mut causes: FxHashMap<StepId, Vec<EventId>> = FxHashMap::default();
        let mut waiting: FxHashMap<StepId, Vec<StepId>> = FxHashMap::default();
        for (first, events) in self.events.iter().filter(is_delayed) {
            // What waits for the access, or for what waits for it.
            let mut known: FxHashSet<StepId> = FxHashSet::default();
            let mut open = vec![*first];
            while let Some(at) = open.pop() {
                let waiting = waiting.entry(at).or_insert_with(|| self.waiting(at, among));
                open.extend(waiting.iter().filter(|step| known.insert(**step)));
            }
            known.into_iter().for_each(|step| causes.entry(step).or_default().extend(events));
        }
        // An access that holds up its thread matters where something behind it would have to come before the delayed access.
        let needs_delay = |(step, causes): &(StepId, Vec<EventId>)| {
            let behind = self.behind(*step);
            let later = self.events.iter().filter(|(step, _)| behind[**step]);
            let later: Vec<EventId> = later.flat_map(|(_, events)| events.iter().copied()).collect();
            remaining.leads(&later, causes, late)
        };
        causes.into_iter().filter(needs_delay).map(|(step, _)| step).collect()
    }

    /// Those of the accesses `among` that may have to wait for an earlier one.
    fn waiting(&self, first: StepId, among: &[StepId]) -> Vec<StepId> {
        let behind = self.behind(first);
        let waits = |step: &&StepId| behind[**step] && self.may_be_delayed(**step) && self.may_wait(first, **step);
        among.iter().filter(waits).copied().collect()
    }

    fn may_be_delayed(&self, step: StepId) -> bool {
        self.model.delays(&self.code.steps[step])
    }

    /// The steps that a thread may come to while an access is pending.
    fn behind(&self, first: StepId) -> IdVec<StepId, bool> {
        let is_read = self.directions(first) == [Direction::Read];
        let mut behind = IdVec::from_elem(false, self.code.steps.len());
        let mut open = self.code.steps[first].successors(first);
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut behind[at], true) {
                continue;
            }
            let step = &self.code.steps[at];
            match step.effect() {
                // These wait for it.
                Effect::Fence(Fence::Full) | Effect::AtomicEnd => continue,
                Effect::Fence(Fence::Read) if is_read => continue,
                Effect::Call(Target::Function(function)) => {
                    open.extend(self.code.bodies[function].map(|body| body.entry));
                }
                Effect::Call(Target::Pointer(_)) => {
                    open.extend(self.code.bodies.iter().flatten().map(|body| body.entry));
                }
                Effect::Return => {
                    open.extend(self.returns.of(self.code.functions[at]));
                }
                Effect::Register
                | Effect::Choice
                | Effect::Access(_)
                | Effect::Fence(Fence::Read | Fence::Decided | Fence::Marks(_) | Fence::SameLocation)
                | Effect::Jump(_)
                | Effect::Condition
                | Effect::Allocate
                | Effect::Free
                | Effect::Start
                | Effect::Synchronise
                | Effect::End => {}
            }
            open.extend(step.successors(at));
        }
        behind
    }

    /// Whether an access may have to wait for an earlier one that is pending.
    fn may_wait(&self, first: StepId, second: StepId) -> bool {
        let (before, after) = (self.directions(first), self.directions(second));
        let relaxes = |first: &Direction| after.iter().all(|second| self.reordering.relaxes(*first, *second));
        // The questions that need no path come first.
        if !before.iter().all(relaxes) || self.may_wait_for_location(first, second) {
            return true;
        }
        let is_release_before_acquire = self.annotation(first).release
            && self.annotation(second).acquire
            && !self.annotation(second).overtakes_releases;
        // But for these, only full fences let a read wait for a write, and none of those is on the way; unless there are fences of just such pairs.
        let are_write_and_read =
            before == [Direction::Write] && after == [Direction::Read] && !self.marks_writes_before_reads;
        is_release_before_acquire || !are_write_and_read && !self.certainty.are_free(&[first], &[second])
    }

    fn directions(&self, step: StepId) -> &'static [Direction] {
        match self.code.steps[step].access().map(|access| access.kind) {
            Some(AccessKind::Read) => &[Direction::Read],
            Some(AccessKind::Write) => &[Direction::Write],
            Some(AccessKind::Update | AccessKind::CompareExchange) => &[Direction::Read, Direction::Write],
            None => &[],
        }
    }

    /// Whether two accesses may be of bytes for the sake of which the second waits. A read does not wait for another one, nor for a write that has all its bytes, of which it gets its value.
    fn may_wait_for_location(&self, first: StepId, second: StepId) -> bool {
        let writes = |step: StepId| self.directions(step).contains(&Direction::Write);
        let (Some(one), Some(other)) = (self.bytes(first), self.bytes(second)) else {
            return writes(first) || writes(second);
        };
        let is_apart = one.end <= other.start || other.end <= one.start;
        let has_all = one.start <= other.start && other.end <= one.end;
        !is_apart && (writes(second) || writes(first) && !has_all)
    }

    fn annotation(&self, step: StepId) -> Annotation {
        self.code.steps[step].access().map_or(Annotation::default(), |access| access.annotation)
    }

    /// What bytes an access is of, as far as its address is in the text.
    fn bytes(&self, step: StepId) -> Option<std::ops::Range<u64>> {
        let access = self.code.steps[step].access()?;
        match access.address {
            Value::Constant(start) => Some(start..start + u64::from(access.bytes)),
            Value::Slot(_) => None,
        }
    }
}
