//! Read-modify-writes of Armv8: what one reads takes effect, and later what it writes.
//!
//! Accesses behind it may take effect in between, as loads and stores do: no fence, dependency or acquire that waits for what is read waits for what is written. Other threads may still read the
//! old value then, but write none: the write follows in coherence what was read. One that acquires and releases is waited for as a whole (Arm Architecture Reference Manual,
//! DDI 0487, B2.3: barrier-ordered-before).

use super::access::{changed, lowest_slot};
use super::effects::{Source, is_computed, pending};
use super::event::{Action, Origin};
use super::machine::{Access, Change, Findings, Machine, Stop};
use super::order::{is_reserved, latest_write};
use super::sharing::carried;
use crate::checker::code::StepId;
use crate::checker::state::knowledge_state::{Carried, KnowledgeStep};
use crate::checker::state::{Direction, Exclusive, Pending, State, Thread};

impl Machine<'_> {
    /// Whether what the read-modify-write or the operation on a lock that a thread stands before writes can be delayed behind what it reads, as far as that does not rest on memory.
    pub(crate) fn may_divide(&self, state: &State, t: usize, stop: &Stop) -> bool {
        let (Stop::Update(Access { annotation, .. }, ..)
        | Stop::Lock { access: Access { annotation, .. }, .. }
        | Stop::Unlock { access: Access { annotation, .. } }) = stop
        else {
            return false;
        };
        // All that follows an instruction that acquires and releases waits for what it writes, too.
        let is_waited_for = annotation.acquire && annotation.release && !annotation.paired;
        !is_waited_for
            && !self.is_whole(state, t, stop)
            && state.threads[t].at().is_some_and(|at| self.divided[at] && self.is_delayed(at))
    }

    /// What a read-modify-write that a thread stands before reads takes effect, and what it writes becomes pending.
    pub(crate) fn divide(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        (access, change, data): (&Access, Change, u64),
        findings: &mut Findings,
    ) -> bool {
        let range = access.range;
        let Some((source, sources)) = self.divide_access(state, t, at, (access, change, data), findings) else {
            return false;
        };
        let from = if source.is_own { Origin::OwnWrite } else { Origin::Memory };
        findings.record(t, at, Action::Reads { range, value: source.value, from });
        let new = state.threads[t].pending.last().map_or(0, |half| half.value);
        findings.record(t, at, Action::Enters { range, value: new });
        self.finish_update(&mut state.threads[t], at, source.value, true, sources);
        true
    }

    /// Reads, and enters what is written; gives what was read, and what that depends on.
    pub(crate) fn divide_access(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        (access, change, data): (&Access, Change, u64),
        findings: &mut Findings,
    ) -> Option<(Source, u64)> {
        let range = access.range;
        let source = self.source(state, &state.threads[t].pending, range)?;
        // One that writes nothing is a read.
        let new = changed(change, source.value, range.bytes)?;
        let reading = self.new_access(access, Direction::Read, 0);
        if self.waits(&state.threads[t], &reading) != 0 || !source.is_own && is_reserved(state, t, range) {
            return None;
        }
        let slot = self.free_slot(&state.threads[t], findings).ok()?;
        self.order_access(state, t, at, (range, true), findings);
        let sources = self.read_now(state, t, access, source, findings);
        // Of an exchange, and of a comparison that succeeds, what is written does not depend on what is read.
        let data = data | if is_computed(change) { sources } else { 0 };
        let write = self.half(&state.threads[t], slot, at, access, (new, data), Exclusive::Reserved);
        let thread = &mut state.threads[t];
        thread.pending.push(write);
        thread.addresses |= access.address;
        self.know(state, t, KnowledgeStep::Enter(carried(access.annotation.release)), findings);
        self.order_entered(state, t, at, findings);
        Some((source, sources))
    }

    /// A read-modify-write is delayed that is supposed to read and write this: its halves become pending, one behind the other.
    #[expect(clippy::too_many_arguments, reason = "an access has a thread, a place, a kind, values and a report")]
    pub(crate) fn delay_halves(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        slot: u8,
        (access, change, data): (&Access, Change, u64),
        (expected, new): (u64, u64),
        findings: &mut Findings,
    ) -> bool {
        self.order_access(state, t, at, (access.range, true), findings);
        let thread = &mut state.threads[t];
        let forwarded = latest_write(&thread.pending, access.range).map_or(0, |write| write.sources);
        let waits = self.waits(thread, &self.new_access(access, Direction::Read, 0));
        thread.pending.push(pending(slot, at, Direction::Read, access, expected, expected, waits));
        // Asked for behind the push of the read, as the two must not have one slot.
        let Some(second) = lowest_slot(thread) else {
            findings.is_buffer_full = true;
            return false;
        };
        // What is computed from the value read is as uncertain as the read itself.
        let data = data | if is_computed(change) { 1 << slot } else { 0 };
        let write = self.half(thread, second, at, access, (new, data), Exclusive::Entered);
        debug_assert!(write.waits >> slot & 1 == 1, "a write waits for earlier reads of its cell");
        thread.pending.push(write);
        thread.addresses |= access.address;
        findings.record(t, at, Action::Delays { range: access.range });
        self.finish_update(thread, at, expected, true, 1 << slot | forwarded);
        self.know(state, t, KnowledgeStep::Enter(Carried::Nothing), findings);
        self.know(state, t, KnowledgeStep::Enter(carried(access.annotation.release)), findings);
        self.order_entered(state, t, at, findings);
        true
    }

    /// What a read-modify-write writes, as it will be pending.
    fn half(
        &self,
        thread: &Thread,
        slot: u8,
        at: StepId,
        access: &Access,
        (value, data): (u64, u64),
        exclusive: Exclusive,
    ) -> Pending {
        let waits = self.waits(thread, &self.new_access(access, Direction::Write, data));
        let mut write = pending(slot, at, Direction::Write, access, value, 0, waits);
        write.sources = access.address | data;
        write.is_release = access.annotation.release;
        write.exclusive = exclusive;
        write
    }
}
