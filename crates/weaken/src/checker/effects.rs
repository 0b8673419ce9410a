//! Steps that others see: reads of shared memory, and what takes effect late.

use super::access::{Access, Change, changed};
use super::advance::{Findings, Flow, Machine, Stop};
use super::code::{Step, StepId, Update};
use super::compute;
use super::halves::{is_pinned, is_reserved};
use super::known::{Carried, KnowledgeStep};
use super::lock_word::{self, lock_range, readers_range};
use super::memory::Storage;
use super::order::{self, New, latest_write};
use super::sharing::carried;
use super::state::{Direction, Exclusive, Pending, Range, State, Thread};
use super::trace::{Origin, What};
use crate::Model;

/// A step that is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transition {
    /// The access that a thread stands before takes effect.
    Now,
    /// What a read-modify-write reads takes effect, and what it writes becomes pending.
    Divide,
    /// It is delayed, and supposed to read this.
    Delay(u64),
    /// A free value is this.
    Choose(u64),
    /// What is pending at this place takes effect.
    Effect(u8),
    /// A lock is taken, or found taken.
    Lock,
    Unlock,
    /// An atomic section begins.
    Atomic,
    /// A thread allocates where another object was, or frees one that threads race for.
    Object,
    /// The process ends.
    Exit,
}

/// Where a read gets its value: memory, or the thread's own pending write.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) value: u64,
    pub(super) is_own: bool,
}

impl Machine<'_> {
    /// What a read returns that comes in program order behind `before`; `None` while a write is pending that has only some of the bytes.
    pub(super) fn source(&self, state: &State, before: &[Pending], range: Range) -> Option<Source> {
        match latest_write(before, range) {
            None => self.read_memory(state, range).map(|value| Source { value, is_own: false }),
            Some(write) if write.range.contains(range) => {
                let shifted = write.value >> (8 * (range.address - write.range.address));
                Some(Source { value: compute::truncate(shifted, 8 * range.bytes), is_own: true })
            }
            Some(_) => None,
        }
    }

    /// The bits of pending writes that are not to be delayed: the thread does nothing before they have taken effect.
    pub(super) fn at_once(&self, thread: &Thread) -> u64 {
        let Some(late) = self.late else { return 0 };
        let at_once = thread.pending.iter().filter(|pending| !late.may_be_late(pending.step));
        at_once.fold(0, |all, pending| all | 1 << pending.slot)
    }

    /// Whether an access may be delayed.
    pub(super) fn is_late(&self, step: StepId) -> bool {
        self.late.is_none_or(|late| late.may_be_late(step))
    }

    /// The bits of what has to take effect before a new access.
    pub(super) fn waits(&self, thread: &Thread, new: &New) -> u64 {
        order::waits(self.model, thread, new) | self.at_once(thread)
    }

    pub(super) fn new_access(&self, access: &Access, direction: Direction, data: u64) -> New {
        New {
            direction,
            range: access.range,
            is_acquire: access.annotation.acquire,
            is_release: access.annotation.release,
            address: access.address,
            data,
        }
    }

    /// Lets all threads do what they do alone, and says where each of them stops.
    pub(super) fn stops(&self, state: &mut State, stops: &mut Vec<Stop>, findings: &mut Findings) {
        stops.clear();
        loop {
            let mut has_moved = false;
            let mut thread = 0;
            while thread < state.threads.len() && !state.has_exited {
                let is_outside = state.atomic.is_some_and(|inside| usize::from(inside) != thread);
                let is_waiting = matches!(stops.get(thread), Some(Stop::Join | Stop::Object));
                // A join is looked at again whenever a thread has moved: that one may have come to its end. So is an access whose object has been given back since, and what
                // gives one back to which an access has been entered since.
                let is_gone = match stops.get(thread) {
                    Some(Stop::Read(access) | Stop::Update(access, ..)) => self.resolve(state, access.range).is_none(),
                    Some(
                        Stop::Lock { .. }
                        | Stop::Unlock { .. }
                        | Stop::Join
                        | Stop::Choose(_)
                        | Stop::Atomic
                        | Stop::Object
                        | Stop::Blocked
                        | Stop::Ended
                        | Stop::Exit
                        | Stop::Dead
                        | Stop::Fault(..)
                        | Stop::Unsupported(_)
                        | Stop::Circle
                        | Stop::Endless,
                    )
                    | None => false,
                };
                if thread == stops.len() || (is_waiting || is_gone) && !is_outside {
                    let stop = if is_outside {
                        Stop::Blocked
                    } else {
                        let was_full = std::mem::take(&mut findings.is_buffer_full);
                        let stop = self.advance(state, thread, findings);
                        findings.full |= u64::from(findings.is_buffer_full) << thread;
                        findings.is_buffer_full |= was_full;
                        stop
                    };
                    has_moved |= !(is_waiting && matches!(stop, Stop::Join | Stop::Object));
                    match stops.get_mut(thread) {
                        Some(old) => *old = stop,
                        None => stops.push(stop),
                    }
                }
                thread += 1;
            }
            if !has_moved || state.has_exited {
                break;
            }
        }
        if state.has_exited {
            stops.clear();
            stops.resize(state.threads.len(), Stop::Ended);
        }
    }

    /// Whether the access that a thread stands before can take effect now.
    pub(super) fn is_enabled(&self, state: &State, t: usize, stop: &Stop) -> bool {
        let thread = &state.threads[t];
        match stop {
            Stop::Read(access) => {
                let new = self.new_access(access, Direction::Read, 0);
                self.waits(thread, &new) == 0 && self.source(state, &thread.pending, access.range).is_some()
            }
            Stop::Update(access, change, data) => self
                .update_now(state, thread, access, *change, *data)
                .is_some_and(|(_, new)| new.is_none() || !is_pinned(state, t, access.range)),
            Stop::Lock { lock, try_only, shared } => {
                let word = self.read_memory(state, lock_range(*lock));
                *try_only || word.is_some_and(|word| lock_word::is_free(word, *shared))
            }
            Stop::Unlock { .. } | Stop::Exit => true,
            Stop::Atomic => state.atomic.is_none(),
            Stop::Object => true,
            Stop::Join
            | Stop::Choose(_)
            | Stop::Blocked
            | Stop::Ended
            | Stop::Dead
            | Stop::Fault(..)
            | Stop::Unsupported(_)
            | Stop::Circle
            | Stop::Endless => false,
        }
    }

    /// What a read-modify-write that takes effect now reads, and what it writes if anything.
    fn update_now(
        &self,
        state: &State,
        thread: &Thread,
        access: &Access,
        change: Change,
        data: u64,
    ) -> Option<(Source, Option<u64>)> {
        let source = self.source(state, &thread.pending, access.range)?;
        let new = changed(change, source.value, access.range.bytes);
        let direction = if new.is_some() { Direction::Update } else { Direction::Read };
        let entering = self.new_access(access, direction, data);
        // One that writes reads memory itself, not a write that is on its way there.
        let is_free = self.waits(thread, &entering) == 0 && (new.is_none() || !source.is_own);
        is_free.then_some((source, new))
    }

    /// Whether the access that a thread stands before can be delayed.
    pub(super) fn may_delay(&self, state: &State, t: usize, stop: &Stop, findings: &mut Findings) -> bool {
        let acquires = match stop {
            Stop::Read(access) | Stop::Update(access, ..) => access.annotation.acquire,
            Stop::Lock { .. }
            | Stop::Unlock { .. }
            | Stop::Join
            | Stop::Choose(_)
            | Stop::Atomic
            | Stop::Object
            | Stop::Blocked
            | Stop::Ended
            | Stop::Exit
            | Stop::Dead
            | Stop::Fault(..)
            | Stop::Unsupported(_)
            | Stop::Circle
            | Stop::Endless => return false,
        };
        // All that follows an acquire waits for it: it can as well wait where it is.
        let is_overtaken = state.threads[t].at().is_some_and(|at| self.overtaken[at] && self.is_late(at));
        self.model.delays_reads() && !acquires && is_overtaken && self.free_slot(&state.threads[t], findings).is_ok()
    }

    /// Takes a step; false, and the state is of no use, when it cannot be taken.
    pub(super) fn take(
        &self,
        state: &mut State,
        t: usize,
        transition: Transition,
        stop: &Stop,
        findings: &mut Findings,
    ) -> bool {
        // A thread that has ended can have writes that are pending.
        let Some(at) = state.threads[t].at() else {
            return match transition {
                Transition::Effect(index) => self.effect(state, t, usize::from(index), findings),
                Transition::Now
                | Transition::Divide
                | Transition::Delay(_)
                | Transition::Choose(_)
                | Transition::Lock
                | Transition::Unlock
                | Transition::Atomic
                | Transition::Object
                | Transition::Exit => false,
            };
        };
        match (transition, stop) {
            (Transition::Effect(index), _) => return self.effect(state, t, usize::from(index), findings),
            (Transition::Now, Stop::Read(access)) => {
                let Some(source) = self.source(state, &state.threads[t].pending, access.range) else { return false };
                self.read_now(state, t, access, source, findings);
                self.finish_read(&mut state.threads[t], access, source.value, 0);
            }
            (Transition::Now, Stop::Update(access, change, data)) => {
                let now = self.update_now(state, &state.threads[t], access, *change, *data);
                let Some((source, new)) = now else { return false };
                let sources = self.read_now(state, t, access, source, findings);
                if let Some(new) = new {
                    if is_pinned(state, t, access.range) {
                        return false;
                    }
                    self.write(state, access.range, new, findings);
                    let carries = carried(access.annotation.release);
                    self.know(state, t, KnowledgeStep::Add { cell: access.range, carries }, findings);
                }
                findings.tell(t, at, What::Updates { range: access.range, old: source.value, new });
                self.finish_update(&mut state.threads[t], at, source.value, new.is_some(), sources);
            }
            (Transition::Delay(value), Stop::Read(access)) => {
                let Ok(slot) = self.free_slot(&state.threads[t], findings) else { return false };
                findings.tell(t, at, What::Delays { range: access.range });
                let thread = &mut state.threads[t];
                let new = self.new_access(access, Direction::Read, 0);
                let forwarded = latest_write(&thread.pending, access.range).map_or(0, |write| write.sources);
                let waits = self.waits(thread, &new);
                self.begin_turn(thread, at, slot);
                thread.pending.push(pending(slot, at, Direction::Read, access, value, value, waits));
                self.finish_read(thread, access, value, 1 << slot | forwarded);
                self.know(state, t, KnowledgeStep::Enter(Carried::Nothing), findings);
            }
            (Transition::Divide, Stop::Update(access, change, data)) => {
                return self.divide(state, t, at, (access, *change, *data), findings);
            }
            (Transition::Delay(value), Stop::Update(access, change, data)) => {
                let Ok(slot) = self.free_slot(&state.threads[t], findings) else { return false };
                let new = changed(*change, value, access.range.bytes);
                if let (Some(new), true) = (new, self.divided[at]) {
                    return self.delay_halves(state, t, at, slot, (access, *change, *data), (value, new), findings);
                }
                findings.tell(t, at, What::Delays { range: access.range });
                let thread = &mut state.threads[t];
                let direction = if new.is_some() { Direction::Update } else { Direction::Read };
                let entering = self.new_access(access, direction, *data);
                let waits = self.waits(thread, &entering);
                let mut entered = pending(slot, at, direction, access, new.unwrap_or(value), value, waits);
                // What is computed from the value read is as uncertain as the read itself.
                entered.sources = access.address | data | if is_computed(*change) { 1 << slot } else { 0 };
                entered.is_release = access.annotation.release;
                let forwarded = latest_write(&thread.pending, access.range).map_or(0, |write| write.sources);
                if direction == Direction::Read {
                    self.begin_turn(thread, at, slot);
                }
                thread.pending.push(entered);
                thread.addresses |= access.address;
                self.finish_update(thread, at, value, new.is_some(), 1 << slot | forwarded);
                let carries = if new.is_some() { carried(access.annotation.release) } else { Carried::Nothing };
                self.know(state, t, KnowledgeStep::Enter(carries), findings);
            }
            (Transition::Choose(value), Stop::Choose(_)) => {
                let thread = &mut state.threads[t];
                if let Step::Choose { result, .. } = &self.code.steps[at] {
                    Self::set(thread, *result, value, 0);
                }
                Self::go_on(thread);
                findings.tell(t, at, What::Chooses(value));
            }
            (Transition::Lock, Stop::Lock { lock, try_only, shared }) => {
                let range = lock_range(*lock);
                let Some(Storage::Memory { start, .. }) = self.resolve(state, range) else { return false };
                let word = state.memory.read(start, range.bytes);
                let is_free = lock_word::is_free(word, *shared);
                if !is_free && !try_only {
                    return false;
                }
                if is_free {
                    let word = lock_word::taken(word, *shared, t as u64 + 1);
                    state.memory.write(start, range.bytes, word);
                    self.gain(state, t, range, true, findings);
                    if !shared {
                        self.gain(state, t, readers_range(*lock), true, findings);
                    }
                }
                findings.tell(t, at, if is_free { What::Locks } else { What::FindsLocked });
                let thread = &mut state.threads[t];
                if let Step::Lock { result: Some(result), .. } = &self.code.steps[at] {
                    Self::set(thread, *result, u64::from(!is_free), 0);
                }
                Self::go_on(thread);
            }
            (Transition::Unlock, Stop::Unlock { lock }) => self.unlock(state, t, at, *lock, findings),
            (Transition::Atomic, Stop::Atomic) => self.begin_atomic(state, t, findings),
            (Transition::Object, Stop::Object) => {
                return matches!(self.object_now(state, t, at, findings), Flow::Go);
            }
            (Transition::Exit, Stop::Exit) => {
                // What other threads have read never proves right or wrong.
                findings.race = findings.race.or(state.doubts.first().map(|doubt| doubt.class));
                self.exit(state);
            }
            (
                Transition::Now
                | Transition::Divide
                | Transition::Delay(_)
                | Transition::Choose(_)
                | Transition::Lock
                | Transition::Unlock
                | Transition::Atomic
                | Transition::Object
                | Transition::Exit,
                _,
            ) => return false,
        }
        true
    }

    /// The process ends: nothing matters any more but memory.
    fn exit(&self, state: &mut State) {
        state.has_exited = true;
        state.threads.clear();
        state.known.threads.clear();
        state.known.cells.clear();
        state.doubts.clear();
        state.objects.clear();
        state.atomic = None;
    }

    /// A read takes effect; gives what its value depends on.
    pub(super) fn read_now(
        &self,
        state: &mut State,
        t: usize,
        access: &Access,
        source: Source,
        findings: &mut Findings,
    ) -> u64 {
        let range = access.range;
        let all = state.threads[t].pending.len();
        // It takes effect before all that is pending.
        pin(&mut state.threads[t], all, range);
        if !source.is_own {
            self.gain(state, t, range, access.annotation.acquire, findings);
        }
        let thread = &mut state.threads[t];
        if let Some(at) = thread.at()
            && matches!(self.code.steps[at], Step::Load { .. })
        {
            let from = if source.is_own { Origin::OwnWrite } else { Origin::Memory };
            findings.tell(t, at, What::Reads { range, value: source.value, from });
        }
        latest_write(&thread.pending, range).map_or(0, |write| write.sources)
    }

    fn finish_read(&self, thread: &mut Thread, access: &Access, value: u64, sources: u64) {
        let forwarded = latest_write(&thread.pending, access.range)
            .filter(|write| write.range.overlaps(access.range))
            .map_or(0, |write| write.sources);
        thread.addresses |= access.address;
        if let Some(at) = thread.at()
            && let Step::Load { result, bits, .. } = &self.code.steps[at]
        {
            Self::set(thread, *result, compute::truncate(value, *bits), sources | forwarded);
        }
        Self::go_on(thread);
    }

    fn effect(&self, state: &mut State, t: usize, index: usize, findings: &mut Findings) -> bool {
        let pending = state.threads[t].pending[index];
        if pending.waits != 0 {
            return false;
        }
        let range = pending.range;
        if pending.direction.reads() {
            let Some(source) = self.source(state, &state.threads[t].pending[..index], range) else { return false };
            // The supposition was wrong: there is no such execution.
            if source.value != pending.expected {
                return false;
            }
            // What it writes, if it is a half, is entered right behind it.
            let half = state.threads[t].pending.get(index + 1);
            if half.is_some_and(|half| half.exclusive == Exclusive::Entered && half.step == pending.step) {
                if !source.is_own && is_reserved(state, t, range) {
                    return false;
                }
                state.threads[t].pending[index + 1].exclusive = Exclusive::Reserved;
            }
            pin(&mut state.threads[t], index, range);
            if !source.is_own {
                self.gain(state, t, range, false, findings);
            }
        }
        if pending.direction.writes() {
            if is_pinned(state, t, range) {
                return false;
            }
            self.write(state, range, pending.value, findings);
            let carries = Carried::Entered(index as u8);
            let step = match pending.exclusive {
                Exclusive::No if pending.direction == Direction::Write => KnowledgeStep::Set { cell: range, carries },
                Exclusive::No | Exclusive::Entered | Exclusive::Reserved => KnowledgeStep::Add { cell: range, carries },
            };
            self.know(state, t, step, findings);
        }
        let what = match pending.direction {
            Direction::Read => What::Confirms { range, value: pending.value },
            Direction::Write => What::Effect { range, value: pending.value },
            Direction::Update => What::Updates { range, old: pending.expected, new: Some(pending.value) },
        };
        findings.tell(t, pending.step, what);
        let thread = &mut state.threads[t];
        thread.pending.remove(index);
        thread.confirm(pending.slot);
        self.know(state, t, KnowledgeStep::Leave(index as u8), findings);
        settle_doubts(state, t, pending.slot, findings);
        true
    }

    /// Notes a value that reaches memory.
    pub(super) fn learn(&self, range: Range, value: u64, findings: &mut Findings) {
        if needs_values(self.model) {
            findings.learned.push((range, value));
        }
    }

    /// Puts a value into memory; a write to an object that is no more is lost.
    fn write(&self, state: &mut State, range: Range, value: u64, findings: &mut Findings) {
        self.learn(range, value, findings);
        if let Some(Storage::Memory { start, .. }) = self.resolve(state, range) {
            state.memory.write(start, range.bytes, value);
        }
    }
}

pub(super) fn pending(
    slot: u8,
    step: StepId,
    direction: Direction,
    access: &Access,
    value: u64,
    expected: u64,
    waits: u64,
) -> Pending {
    Pending {
        slot,
        direction,
        step,
        range: access.range,
        value,
        expected,
        waits,
        sources: 0,
        precedes_reads: false,
        precedes_writes: false,
        is_release: false,
        is_pinned: false,
        exclusive: Exclusive::No,
    }
}

/// What a thread has read proves right: the races that rest on nothing else are races.
fn settle_doubts(state: &mut State, t: usize, slot: u8, findings: &mut Findings) {
    for doubt in &mut state.doubts {
        if let Some(reads) = doubt.reads.get_mut(t) {
            *reads &= !(1u64 << slot);
        }
    }
    let certain = state.doubts.iter().find(|doubt| doubt.reads.iter().all(|reads| *reads == 0));
    findings.race = findings.race.or(certain.map(|doubt| doubt.class));
}

/// Whether what a read-modify-write writes depends on what it reads.
pub(super) fn is_computed(change: Change) -> bool {
    match change {
        Change::Update(Update::Exchange, _) | Change::CompareExchange { .. } => false,
        Change::Update(..) => true,
    }
}

/// A read takes effect before the first `before` of what is pending: earlier reads of the location must read the same write, those before an own
/// write to it excepted.
fn pin(thread: &mut Thread, before: usize, range: Range) {
    for pending in thread.pending[..before].iter_mut().rev().filter(|pending| pending.range.overlaps(range)) {
        match pending.direction {
            Direction::Read => pending.is_pinned = true,
            Direction::Write | Direction::Update => return,
        }
    }
}

/// Values that a delayed read may be supposed to return, where a model has such reads.
pub(super) fn needs_values(model: Model) -> bool {
    model.delays_reads()
}
