//! Accesses of a thread as it comes to them: done at once, entered, or left to a choice.

use super::event::{Action, Origin};
use super::machine::{Access, Change, Fault, Findings, Machine, Stop};
use super::memory::Storage;
use super::order::is_pinned;
use super::sharing::carried;
use super::written::UNDEFINED;
use crate::checker::code::address;
use crate::checker::code::compute;
use crate::checker::code::{Annotation, ClassId, Step, StepId, Update, Value};
use crate::checker::state::bytes::read_bytes;
use crate::checker::state::happens_before::Following;
use crate::checker::state::knowledge_state::{Carried, KnowledgeStep};
use crate::checker::state::lock_word;
use crate::checker::state::{Direction, Exclusive, Pending, Range, State, Supposed, Thread};

impl Machine<'_> {
    /// An access of `bytes` bytes at an address that a thread has.
    pub(crate) fn access(thread: &Thread, address: Value, bytes: u8, annotation: Annotation) -> Access {
        let (address, sources) = Self::get(thread, address);
        Access { range: Range { address, bytes }, annotation, address: sources }
    }

    /// The value of a load that is not interleaved, with what it depends on.
    pub(crate) fn load(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        access: Access,
        findings: &mut Findings,
    ) -> Result<(u64, u64), Stop> {
        let range = access.range;
        let (start, class, bit) = match self.resolve(state, range) {
            None => {
                let supposed = access.address | state.threads[t].control;
                return Err(self.no_object(state, range.address, supposed, findings));
            }
            Some(Storage::Constant(start)) => {
                // No write competes with it, so that it makes no difference when it is read.
                return Ok((read_bytes(&self.code.constants, start, range.bytes), access.address));
            }
            Some(Storage::Memory { start, class, bit }) => (start, class, bit),
        };
        match bit.filter(|_| !self.is_interleaved(class, bit)) {
            Some(bit) => {
                if access.annotation.acquire
                    && !access.annotation.overtakes_releases
                    && self.has_pending_release(&state.threads[t])
                {
                    return Err(Stop::Blocked);
                }
                self.order_access(state, t, at, (range, false), findings);
                if !self.touch_read(state, t, (class, bit), findings) {
                    return Err(Stop::Dead);
                }
                self.order_read(state, t, at, range, findings);
                let value = state.memory.read(start, range.bytes);
                findings.has_touched = true;
                findings.record(t, at, Action::Reads { range, value, from: Origin::Settled });
                let thread = &mut state.threads[t];
                // No other thread sees the read, but a later write still waits for its address where the model has that.
                thread.addresses |= access.address;
                // What was stored on a supposition is as uncertain when it is read back.
                let supposed = thread.supposed.iter().filter(|cell| cell.range.overlaps(range));
                let mut sources = supposed.fold(access.address, |all, cell| all | cell.sources);
                let control = thread.control;
                sources |= self
                    .check_written(state, at, range)
                    .map_err(|fault| Stop::Fault(fault, (sources | control) & !UNDEFINED))?;
                Ok((value, sources))
            }
            // No other thread moves while a section lasts, so that it takes effect where it stands.
            None if state.atomic == Some(t as u8) => {
                self.order_access(state, t, at, (range, false), findings);
                self.order_read(state, t, at, range, findings);
                self.gain(state, t, range, true, findings);
                let value = state.memory.read(start, range.bytes);
                findings.record(t, at, Action::Reads { range, value, from: Origin::Memory });
                Ok((value, self.note_read(state, (t, at), range, findings)))
            }
            None => Err(Stop::Read(access)),
        }
    }

    pub(crate) fn store(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        access: Access,
        (value, data): (u64, u64),
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        // That a value was never written is no pending access, so that no write may wait for it.
        let (range, undefined, data) = (access.range, data & UNDEFINED, data & !UNDEFINED);
        let Some(Storage::Memory { start, class, bit }) = self.resolve(state, range) else {
            let supposed = access.address | state.threads[t].control;
            return Err(self.no_object(state, range.address, supposed, findings));
        };
        if let Some(bit) = bit.filter(|_| !self.is_interleaved(class, bit)) {
            if access.annotation.release && self.is_behind_pending(&state.threads[t]) {
                findings.race = Some(class);
                return Err(Stop::Dead);
            }
            self.order_access(state, t, at, (range, true), findings);
            if !self.touch_write(state, t, (class, bit), findings) {
                return Err(Stop::Dead);
            }
            self.order_write(state, t, at, (range, Following::Store), findings);
            state.memory.write(start, range.bytes, value);
            self.note_write(state, range, undefined);
            findings.has_touched = true;
            findings.record(t, at, Action::Writes { range, value });
            let thread = &mut state.threads[t];
            thread.addresses |= access.address;
            // A cell that is written over in part stays uncertain as a whole.
            thread.supposed.retain(|cell| !range.contains(cell.range));
            let sources = access.address | data;
            if sources != 0 {
                thread.supposed.push(Supposed { range, sources });
            }
            return Ok(());
        }
        if state.atomic == Some(t as u8) {
            // It would come between reads of another thread that must read one write: no execution goes on from here.
            if is_pinned(state, t, range) {
                return Err(Stop::Dead);
            }
            self.order_access(state, t, at, (range, true), findings);
            self.order_write(state, t, at, (range, Following::Store), findings);
            state.memory.write(start, range.bytes, value);
            self.note_write(state, range, undefined);
            self.learn(range, value, findings);
            findings.record(t, at, Action::Writes { range, value });
            self.know(state, t, KnowledgeStep::Set { cell: range, carries: Carried::Sure }, findings);
            return Ok(());
        }
        // First of all, as it is refused where no slot is free: nothing may be noted of a write that is tried again later.
        self.enter(&mut state.threads[t], at, access, (value, data), findings)?;
        if let Some(entered) = state.threads[t].pending.last_mut() {
            entered.sources |= undefined;
        }
        self.order_access(state, t, at, (range, true), findings);
        self.know(state, t, KnowledgeStep::Enter(carried(access.annotation.release)), findings);
        self.order_entered(state, t, at, findings);
        findings.record(t, at, Action::Enters { range, value });
        Ok(())
    }

    /// Whether a load-acquire that no other thread sees has to wait all the same: under Armv8 it comes after the store-releases before it, and what follows comes after it.
    fn has_pending_release(&self, thread: &Thread) -> bool {
        self.model.local().is_some_and(|local| local.acquires_wait_for_releases)
            && thread.pending.iter().any(|pending| pending.is_release)
    }

    /// Whether a store-release that no other thread sees orders anything all the same: under Armv8 it comes after all that is pending, and a later load-acquire comes after it. It is
    /// interleaved then, so that it is pending itself.
    fn is_behind_pending(&self, thread: &Thread) -> bool {
        !self.model.is_sequential() && !thread.pending.is_empty()
    }

    /// Why a read-modify-write that no other thread sees cannot be done yet, or not without being interleaved, by what it orders.
    fn ordered_by_settled(
        &self,
        thread: &Thread,
        access: &Access,
        change: Change,
        class: ClassId,
        findings: &mut Findings,
    ) -> Option<Stop> {
        let may_fail = matches!(change, Change::CompareExchange { .. });
        match (access.annotation.acquire, access.annotation.release) {
            // What is before it is before all that is behind it.
            (true, true) if !may_fail && !access.annotation.paired && self.is_behind_pending(thread) => {
                Some(Stop::Blocked)
            }
            // One that fails is no release, and whether it does is not known here.
            (_, true) if self.is_behind_pending(thread) => {
                findings.race = Some(class);
                Some(Stop::Dead)
            }
            (true, _) if self.has_pending_release(thread) => Some(Stop::Blocked),
            (true | false, true | false) => None,
        }
    }

    /// Why there is nothing to access at an address. Where an object was that is no more, the access may also have come before it went: threads race for it.
    fn no_object(&self, state: &State, address: u64, supposed: u64, findings: &mut Findings) -> Stop {
        let index =
            address::split(address).and_then(|(object, _)| (object.0 as usize).checked_sub(self.code.statics.len()));
        let former = index.and_then(|index| Some((index, state.objects.get(index)?)));
        match former {
            Some((index, of))
                if !of.is_live
                    && state.threads.len() > 1
                    && !self.is_interleaved(of.class, self.bit_of_allocated(index)) =>
            {
                findings.race = Some(of.class);
                Stop::Dead
            }
            _ => Stop::Fault(Fault::Address(address), supposed),
        }
    }

    /// Enters a write.
    pub(crate) fn enter(
        &self,
        thread: &mut Thread,
        step: StepId,
        access: Access,
        (value, data): (u64, u64),
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        let slot = self.free_slot(thread, findings)?;
        let is_release = access.annotation.release;
        let new = self.new_access(&access, Direction::Write, data);
        let waits = self.waits(thread, &new);
        // Behind `waits`, which asks for the addresses of earlier accesses alone.
        thread.addresses |= access.address;
        thread.pending.push(Pending {
            slot,
            direction: Direction::Write,
            step,
            range: access.range,
            value,
            expected: 0,
            waits,
            sources: access.address | data,
            precedes_reads: false,
            precedes_writes: false,
            precedes_its_reads: false,
            is_release,
            is_pinned: false,
            exclusive: Exclusive::No,
        });
        Ok(())
    }

    /// A bit that nothing pending has. A thread with a full buffer waits, and one with a write that is not to be delayed until that has taken effect.
    pub(crate) fn free_slot(&self, thread: &Thread, findings: &mut Findings) -> Result<u8, Stop> {
        // What is not to be delayed behaves as under sequential consistency, where nothing is entered before it has taken effect.
        if self.at_once(thread) != 0 {
            return Err(Stop::Blocked);
        }
        // Under sequential consistency a second write could not take effect before the first.
        let bound = if self.model.is_sequential() { 1 } else { self.buffer };
        // Both halves of a read-modify-write are one access.
        let accesses = thread.pending.iter().filter(|pending| pending.exclusive != Exclusive::Entered).count();
        let slot = lowest_slot(thread).filter(|_| accesses < bound);
        findings.is_buffer_full |= slot.is_none() && !self.model.is_sequential();
        slot.ok_or(Stop::Blocked)
    }

    #[expect(clippy::too_many_arguments, reason = "an access has a thread, a place, a kind, an operand and a report")]
    pub(crate) fn update(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        access: Access,
        change: Change,
        data: u64,
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        let range = access.range;
        self.check_defined(data).map_err(|fault| Stop::Fault(fault, state.threads[t].control))?;
        let Some(Storage::Memory { start, class, bit }) = self.resolve(state, range) else {
            let supposed = access.address | state.threads[t].control;
            return Err(self.no_object(state, range.address, supposed, findings));
        };
        let tracked = bit.filter(|_| !self.is_interleaved(class, bit));
        // Other threads see it: when it takes effect is the search's choice.
        if tracked.is_none() && state.atomic != Some(t as u8) {
            return Err(Stop::Update(access, change, data));
        }
        // Before memory is read: what a step reads follows from what it has read.
        if tracked.is_some()
            && let Some(stop) = self.ordered_by_settled(&state.threads[t], &access, change, class, findings)
        {
            return Err(stop);
        }
        let old = state.memory.read(start, range.bytes);
        let new = changed(change, old, range.bytes);
        self.order_access(state, t, at, (range, new.is_some()), findings);
        match tracked {
            Some(bit) => {
                let object = (class, bit);
                let is_allowed = match new {
                    Some(_) => self.touch_write(state, t, object, findings),
                    None => self.touch_read(state, t, object, findings),
                };
                if !is_allowed {
                    return Err(Stop::Dead);
                }
                findings.has_touched = true;
            }
            // Within an atomic section, whose begin and end are full fences.
            None if new.is_some() && is_pinned(state, t, range) => return Err(Stop::Dead),
            None => self.gain(state, t, range, true, findings),
        }
        self.order_read(state, t, at, range, findings);
        self.note_read(state, (t, at), range, findings);
        findings.record(t, at, Action::Updates { range, old, new });
        if let Some(new) = new {
            self.note_write(state, range, 0);
            self.order_write(state, t, at, (range, Following::Update), findings);
            state.memory.write(start, range.bytes, new);
            if tracked.is_none() {
                self.learn(range, new, findings);
                self.know(state, t, KnowledgeStep::Set { cell: range, carries: Carried::Sure }, findings);
            }
        }
        let sources = access.address | data;
        let sources = suppose(&mut state.threads[t], range, sources, tracked.is_some() && new.is_some());
        self.finish_update(&mut state.threads[t], at, old, new.is_some(), sources);
        Ok(())
    }

    /// Sets the results of a read-modify-write, and goes on.
    pub(crate) fn finish_update(&self, thread: &mut Thread, at: StepId, old: u64, is_success: bool, sources: u64) {
        if let Step::Update { result, .. } | Step::CompareExchange { result, .. } = &self.code.steps[at] {
            Self::set(thread, *result, old, sources);
        }
        if let Step::CompareExchange { success, .. } = &self.code.steps[at] {
            Self::set(thread, *success, u64::from(is_success), sources);
        }
        // It has written, so that coming back here is no iteration without effect.
        if is_success {
            thread.iterations.clear();
        }
        Self::go_on(thread);
    }
}

/// What a read-modify-write of a cell depends on, with what the cell depends on; it is as uncertain as that where it `remains` in an object that is not interleaved.
fn suppose(thread: &mut Thread, range: Range, sources: u64, remains: bool) -> u64 {
    let supposed = thread.supposed.iter().filter(|cell| cell.range.overlaps(range));
    let sources = supposed.fold(sources, |all, cell| all | cell.sources);
    if remains && sources != 0 {
        thread.supposed.retain(|cell| !range.contains(cell.range));
        thread.supposed.push(Supposed { range, sources });
    }
    sources
}

/// The lowest bit that nothing pending has, as states that differ in nothing but slots would be states of their own.
pub(crate) fn lowest_slot(thread: &Thread) -> Option<u8> {
    let live = thread.live();
    (live != u64::MAX).then(|| live.trailing_ones() as u8)
}

/// What a read-modify-write writes; `None` when a compare-and-exchange fails.
pub(crate) fn changed(change: Change, old: u64, bytes: u8) -> Option<u64> {
    let bits = 8 * bytes;
    let (update, value) = match change {
        Change::CompareExchange { expected, new } => return (old == expected).then_some(new),
        Change::Lock { holder, shared } => {
            return lock_word::is_free(old, shared).then(|| lock_word::taken(old, shared, holder));
        }
        Change::Unlock => return Some(lock_word::given_back(old)),
        Change::Update(update, value) => (update, value),
    };
    // Slots hold zeros above the value, so that only signed comparison needs the sign.
    let (a, b) = (compute::signed(old, bits), compute::signed(value, bits));
    let new = match update {
        Update::Exchange => value,
        Update::Add => old.wrapping_add(value),
        Update::Subtract => old.wrapping_sub(value),
        Update::And => old & value,
        Update::Nand => !(old & value),
        Update::Or => old | value,
        Update::Xor => old ^ value,
        Update::Maximum => a.max(b) as u64,
        Update::Minimum => a.min(b) as u64,
        Update::UnsignedMaximum => old.max(value),
        Update::UnsignedMinimum => old.min(value),
    };
    Some(compute::truncate(new, bits))
}
