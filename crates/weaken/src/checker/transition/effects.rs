//! Steps that others see: reads of shared memory, and what takes effect late.

use super::access::changed;
use super::event::{Action, Origin};
use super::machine::{Access, Change, Findings, Machine, Stop, Transition};
use super::memory::{FLAG, Storage};
use super::order::{self, New, is_pinned, is_reserved, latest_write};
use super::sharing::carried;
use super::written::UNDEFINED;
use crate::Model;
use crate::checker::code::compute;
use crate::checker::code::{Step, StepId, Update};
use crate::checker::state::happens_before::Following;
use crate::checker::state::knowledge_state::{Carried, KnowledgeStep};
use crate::checker::state::{Direction, Exclusive, Pending, Range, State, Thread};

/// Where a read gets its value: memory, or the thread's own pending write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) value: u64,
    pub(crate) is_own: bool,
}

impl Machine<'_> {
    /// What a read returns that comes in program order behind `before`; `None` while a write is pending that has only some of the bytes.
    pub(crate) fn source(&self, state: &State, before: &[Pending], range: Range) -> Option<Source> {
        match latest_write(before, range) {
            None => self.read_memory(state, range).map(|value| Source { value, is_own: false }),
            // A read that its own pending write covers gets its value from that write, before other threads can see it.
            Some(write) if write.range.contains(range) => {
                let shifted = write.value >> (8 * (range.address - write.range.address));
                Some(Source { value: compute::truncate(shifted, 8 * range.bytes), is_own: true })
            }
            Some(_) => None,
        }
    }

    /// The bits of pending writes that are not to be delayed: the thread does nothing before they have taken effect.
    pub(crate) fn at_once(&self, thread: &Thread) -> u64 {
        let Some(late) = self.late else { return 0 };
        let at_once = thread.pending.iter().filter(|pending| !late.may_be_delayed(pending.step));
        at_once.fold(0, |all, pending| all | 1 << pending.slot)
    }

    /// Whether an access may be delayed.
    pub(crate) fn is_delayed(&self, step: StepId) -> bool {
        self.late.is_none_or(|late| late.may_be_delayed(step))
    }

    /// The bits of what has to take effect before a new access.
    pub(crate) fn waits(&self, thread: &Thread, new: &New) -> u64 {
        order::waits(self.model, thread, new) | self.at_once(thread)
    }

    pub(crate) fn new_access(&self, access: &Access, direction: Direction, data: u64) -> New {
        New {
            direction,
            range: access.range,
            is_acquire: access.annotation.acquire && direction.reads(),
            overtakes_releases: access.annotation.overtakes_releases,
            is_release: access.annotation.release && direction.writes() || access.annotation.read_waits,
            address: access.address,
            data,
        }
    }

    /// Lets all threads do what they do alone, and says where each of them stops.
    pub(crate) fn stops(&self, state: &mut State, stops: &mut Vec<Stop>, findings: &mut Findings) {
        stops.clear();
        loop {
            let mut has_moved = false;
            let mut thread = 0;
            // No iterator: what a thread does alone may start others.
            while thread < state.threads.len() && !state.has_exited {
                let is_outside = state.atomic.is_some_and(|inside| usize::from(inside) != thread);
                let is_waiting = matches!(stops.get(thread), Some(Stop::Join | Stop::Object));
                // A join is looked at again whenever a thread has moved: that one may have come to its end. So is an access whose object has been given back since, and what
                // gives one back to which an access has been entered since.
                let access = stops.get(thread).and_then(Stop::access);
                let is_gone = access.is_some_and(|access| self.resolve(state, access.range).is_none());
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
    pub(crate) fn is_enabled(&self, state: &State, t: usize, stop: &Stop) -> bool {
        let thread = &state.threads[t];
        match stop {
            Stop::Read(access) => {
                let new = self.new_access(access, Direction::Read, 0);
                self.waits(thread, &new) == 0 && self.source(state, &thread.pending, access.range).is_some()
            }
            // A failing compare-and-exchange is a read, which may come between the reads of other threads.
            Stop::Update(access, change, data) => self
                .update_now(state, thread, access, *change, *data)
                .is_some_and(|(_, new)| new.is_none() || !is_pinned(state, t, access.range)),
            Stop::Lock { access, try_only, shared } => self.lock_now(state, t, (access, *try_only, *shared)).is_some(),
            Stop::Unlock { access } => self.may_unlock(state, t, access),
            Stop::Atomic => state.atomic.is_none(),
            Stop::Exit | Stop::Object => true,
            Stop::Join | Stop::Choose(_) | Stop::Blocked | Stop::Ended | Stop::Dead => false,
            Stop::Fault(..) | Stop::Unsupported(_) | Stop::Circle | Stop::Endless => false,
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
    pub(crate) fn may_delay(&self, state: &State, t: usize, stop: &Stop, findings: &mut Findings) -> bool {
        let Some(access) = stop.access() else { return false };
        // All that follows an acquire waits for it: it can as well wait where it is.
        let is_overtaken = state.threads[t].at().is_some_and(|at| self.overtaken[at] && self.is_delayed(at));
        self.model.delays_reads()
            && !access.annotation.acquire
            && is_overtaken
            && self.free_slot(&state.threads[t], findings).is_ok()
    }

    /// Takes a step; false, and the state is of no use, when it cannot be taken.
    pub(crate) fn take(
        &self,
        state: &mut State,
        t: usize,
        transition: Transition,
        stop: &Stop,
        findings: &mut Findings,
    ) -> bool {
        // A thread that has ended can have writes that are pending, and no more.
        let at = match (transition, state.threads[t].at()) {
            (Transition::Effect(index), _) => return self.effect(state, t, usize::from(index), findings),
            (_, None) => return false,
            (_, Some(at)) => at,
        };
        match transition {
            Transition::Effect(_) => false,
            Transition::Now => self.take_now(state, t, at, stop, findings),
            Transition::Divide => match stop {
                Stop::Update(access, change, data) => self.divide(state, t, at, (access, *change, *data), findings),
                Stop::Lock { .. } | Stop::Unlock { .. } => self.divide_lock(state, t, at, stop, findings),
                _ => false,
            },
            Transition::Delay(value) => match stop {
                Stop::Read(access) => self.delay_read(state, t, at, access, value, findings),
                Stop::Update(access, change, data) => {
                    self.delay_update(state, t, at, (access, *change, *data), value, findings)
                }
                _ => false,
            },
            Transition::Choose(value) => {
                let thread = &mut state.threads[t];
                if let Step::Choose { result, .. } = &self.code.steps[at] {
                    Self::set(thread, *result, value, 0);
                }
                Self::go_on(thread);
                findings.record(t, at, Action::Chooses(value));
                true
            }
            Transition::Lock => {
                let Stop::Lock { access, try_only, shared } = stop else { return false };
                self.take_lock(state, t, at, (access, *try_only, *shared), findings)
            }
            Transition::Unlock => {
                let Stop::Unlock { access } = stop else { return false };
                self.check_held(state, (t, at), access.range, findings);
                self.unlock(state, t, at, access.range, findings);
                true
            }
            Transition::Atomic => {
                self.begin_atomic(state, t, findings);
                true
            }
            Transition::Object => self.object_now(state, t, at, findings).is_ok(),
            Transition::Exit => {
                // What other threads have read never proves right or wrong.
                let doubt = state.doubts.iter().find(|doubt| doubt.fault.is_none());
                findings.race = findings.race.or(doubt.map(|doubt| doubt.class));
                self.exit(state);
                true
            }
        }
    }

    /// The access that a thread stands before takes effect.
    fn take_now(&self, state: &mut State, t: usize, at: StepId, stop: &Stop, findings: &mut Findings) -> bool {
        match stop {
            Stop::Read(access) => {
                let Some(source) = self.source(state, &state.threads[t].pending, access.range) else { return false };
                self.order_access(state, t, at, (access.range, false), findings);
                self.read_now(state, t, access, source, findings);
                let undefined = if source.is_own { 0 } else { self.note_read(state, (t, at), access.range, findings) };
                self.finish_read(&mut state.threads[t], access, source.value, undefined);
                true
            }
            Stop::Update(access, change, data) => {
                let now = self.update_now(state, &state.threads[t], access, *change, *data);
                let Some((source, new)) = now else { return false };
                self.order_access(state, t, at, (access.range, new.is_some()), findings);
                if !source.is_own {
                    self.note_read(state, (t, at), access.range, findings);
                }
                let sources = self.read_now(state, t, access, source, findings);
                if let Some(new) = new {
                    if is_pinned(state, t, access.range) {
                        return false;
                    }
                    // Read before write: what the read has brought is carried on by the write of the same instruction.
                    self.order_write(state, t, at, (access.range, Following::Update), findings);
                    self.write(state, access.range, new, findings);
                    let carries = carried(access.annotation.release);
                    self.know(state, t, KnowledgeStep::Add { cell: access.range, carries }, findings);
                }
                findings.record(t, at, Action::Updates { range: access.range, old: source.value, new });
                self.finish_update(&mut state.threads[t], at, source.value, new.is_some(), sources);
                true
            }
            // Only accesses take effect now; a stop of another kind has a transition of its own.
            Stop::Lock { .. } | Stop::Unlock { .. } | Stop::Join | Stop::Choose(_) | Stop::Atomic | Stop::Object => {
                false
            }
            Stop::Blocked | Stop::Ended | Stop::Exit | Stop::Dead => false,
            Stop::Fault(..) | Stop::Unsupported(_) | Stop::Circle | Stop::Endless => false,
        }
    }

    /// A read becomes pending, and is supposed to return `value`.
    fn delay_read(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        access: &Access,
        value: u64,
        findings: &mut Findings,
    ) -> bool {
        let Ok(slot) = self.free_slot(&state.threads[t], findings) else { return false };
        findings.record(t, at, Action::Delays { range: access.range });
        self.order_access(state, t, at, (access.range, false), findings);
        let thread = &mut state.threads[t];
        let new = self.new_access(access, Direction::Read, 0);
        let forwarded = latest_write(&thread.pending, access.range).map_or(0, |write| write.sources);
        let waits = self.waits(thread, &new);
        // Before the read is entered and its register set: an iteration is compared with the state in which the thread came to the read.
        self.begin_iteration(thread, at, slot);
        thread.pending.push(pending(slot, at, Direction::Read, access, value, value, waits));
        self.finish_read(thread, access, value, 1 << slot | forwarded);
        self.know(state, t, KnowledgeStep::Enter(Carried::Nothing), findings);
        true
    }

    /// A read-modify-write becomes pending, and is supposed to read `value`.
    fn delay_update(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        (access, change, data): (&Access, Change, u64),
        value: u64,
        findings: &mut Findings,
    ) -> bool {
        let Ok(slot) = self.free_slot(&state.threads[t], findings) else { return false };
        let new = changed(change, value, access.range.bytes);
        if let (Some(new), true) = (new, self.divided[at]) {
            return self.delay_halves(state, t, at, slot, (access, change, data), (value, new), findings);
        }
        findings.record(t, at, Action::Delays { range: access.range });
        self.order_access(state, t, at, (access.range, new.is_some()), findings);
        let thread = &mut state.threads[t];
        let direction = if new.is_some() { Direction::Update } else { Direction::Read };
        let entering = self.new_access(access, direction, data);
        let waits = self.waits(thread, &entering);
        let mut entered = pending(slot, at, direction, access, new.unwrap_or(value), value, waits);
        // What is computed from the value read is as uncertain as the read itself.
        entered.sources = access.address | data | if is_computed(change) { 1 << slot } else { 0 };
        entered.is_release = access.annotation.release;
        let is_barrier = access.annotation.paired && self.model.local().is_some_and(|local| local.pairs_are_barriers);
        // A store-conditional that stores is a barrier for all behind it (`LocalOrder::pairs_are_barriers`); one that fails stores nothing.
        if is_barrier && direction == Direction::Update {
            (entered.precedes_reads, entered.precedes_writes) = (true, true);
        }
        let forwarded = latest_write(&thread.pending, access.range).map_or(0, |write| write.sources);
        if direction == Direction::Read {
            self.begin_iteration(thread, at, slot);
        }
        thread.pending.push(entered);
        thread.addresses |= access.address;
        self.finish_update(thread, at, value, new.is_some(), 1 << slot | forwarded);
        let carries = if new.is_some() { carried(access.annotation.release) } else { Carried::Nothing };
        self.know(state, t, KnowledgeStep::Enter(carries), findings);
        if new.is_some() {
            self.order_entered(state, t, at, findings);
        }
        true
    }

    /// The process ends: nothing matters any more but memory.
    fn exit(&self, state: &mut State) {
        state.has_exited = true;
        state.threads.clear();
        state.known.threads.clear();
        state.known.cells.clear();
        state.known.order.clear();
        state.doubts.clear();
        state.objects.clear();
        state.atomic = None;
    }

    /// A read takes effect; gives what its value depends on.
    pub(crate) fn read_now(
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
        self.pin(&mut state.threads[t], all, range);
        if !source.is_own {
            self.gain(state, t, range, access.annotation.acquire, findings);
        }
        match (state.threads[t].at(), latest_write(&state.threads[t].pending, range).copied()) {
            (Some(at), Some(own)) => self.order_own_read(state, t, at, own, findings),
            (Some(at), None) => self.order_read(state, t, at, range, findings),
            (None, _) => {}
        }
        let thread = &mut state.threads[t];
        if let Some(at) = thread.at()
            && matches!(self.code.steps[at], Step::Load { .. })
        {
            let from = if source.is_own { Origin::OwnWrite } else { Origin::Memory };
            findings.record(t, at, Action::Reads { range, value: source.value, from });
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
        if range == FLAG {
            return self.begin_thread(state, t, index, findings);
        }
        if pending.direction.reads() {
            let Some(source) = self.source(state, &state.threads[t].pending[..index], range) else { return false };
            // The supposition was wrong: there is no such execution.
            if source.value != pending.expected {
                return false;
            }
            // What it writes, if it is a half, is entered right behind it.
            let half = state.threads[t].pending.get(index + 1);
            if half.is_some_and(|half| half.exclusive == Exclusive::Entered && half.step == pending.step) {
                // Another thread has read for its own pair and not written: of two pairs that read the same write, one store-conditional fails.
                if !source.is_own && is_reserved(state, t, range) {
                    return false;
                }
                state.threads[t].pending[index + 1].exclusive = Exclusive::Reserved;
            }
            self.pin(&mut state.threads[t], index, range);
            if !source.is_own {
                self.gain(state, t, range, false, findings);
                self.note_read(state, (t, pending.step), range, findings);
                self.order_read(state, t, pending.step, range, findings);
            }
        }
        if pending.direction.writes() {
            if is_pinned(state, t, range) {
                return false;
            }
            // Where the unlocking has two halves, the word was looked at as the first of them was done.
            if pending.exclusive == Exclusive::No && matches!(self.code.steps[pending.step], Step::Unlock { .. }) {
                self.check_held(state, (t, pending.step), range, findings);
            }
            self.write(state, range, pending.value, findings);
            if pending.sources & UNDEFINED != 0 {
                self.note_unwritten(state, range);
            }
            self.order_effect(state, t, index, &pending, findings);
            let carries = Carried::Entered(index as u8);
            let step = match pending.exclusive {
                // A store replaces what the cell carried; a read-modify-write continues what the write before it has released.
                Exclusive::No if pending.direction == Direction::Write => KnowledgeStep::Set { cell: range, carries },
                Exclusive::No | Exclusive::Entered | Exclusive::Reserved => KnowledgeStep::Add { cell: range, carries },
            };
            self.know(state, t, step, findings);
        }
        let what = match pending.direction {
            Direction::Read => Action::Confirms { range, value: pending.value },
            Direction::Write => Action::Effect { range, value: pending.value },
            Direction::Update => Action::Updates { range, old: pending.expected, new: Some(pending.value) },
        };
        findings.record(t, pending.step, what);
        let thread = &mut state.threads[t];
        // From here on what was computed from it is certain, and what waited for it may go.
        thread.pending.remove(index);
        thread.confirm(pending.slot);
        self.know(state, t, KnowledgeStep::Leave(index as u8), findings);
        settle_doubts(state, t, pending.slot, findings);
        true
    }

    /// A read takes effect before the first `before` of what is pending: earlier reads of the location must read the same write, those before an own
    /// write to it excepted. Where a model lets reads of one location swap, that takes a barrier between them.
    fn pin(&self, thread: &mut Thread, before: usize, range: Range) {
        let are_ordered = self.model.local().is_none_or(|local| local.reads_ordered_by.is_none());
        for pending in thread.pending[..before].iter_mut().rev().filter(|pending| pending.range.overlaps(range)) {
            match pending.direction {
                Direction::Read => pending.is_pinned |= are_ordered || pending.precedes_its_reads,
                // Reads before the thread's own write may return what comes before that write in coherence.
                Direction::Write | Direction::Update => return,
            }
        }
    }

    /// A thread begins that has been started.
    fn begin_thread(&self, state: &mut State, t: usize, index: usize, findings: &mut Findings) -> bool {
        let start = state.threads[t].pending[index];
        let Some(started) = state.threads.get_mut(start.value as usize) else { return false };
        started.is_not_begun = false;
        findings.record(t, start.step, Action::Begins(start.value as usize));
        let thread = &mut state.threads[t];
        thread.pending.remove(index);
        thread.confirm(start.slot);
        self.know(state, t, KnowledgeStep::Leave(index as u8), findings);
        true
    }

    /// Notes a value that reaches memory.
    pub(crate) fn learn(&self, range: Range, value: u64, findings: &mut Findings) {
        if needs_values(self.model) {
            findings.learned.push((range, value));
        }
    }

    /// Puts a value into memory; a write to an object that is no more is lost.
    pub(crate) fn write(&self, state: &mut State, range: Range, value: u64, findings: &mut Findings) {
        self.learn(range, value, findings);
        if let Some(Storage::Memory { start, .. }) = self.resolve(state, range) {
            state.memory.write(start, range.bytes, value);
            self.note_write(state, range, 0);
        }
    }
}

pub(crate) fn pending(
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
        sources: access.address,
        precedes_reads: false,
        precedes_writes: false,
        precedes_its_reads: false,
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
    let certain = || state.doubts.iter().filter(|doubt| doubt.reads.iter().all(|reads| *reads == 0));
    findings.race = findings.race.or(certain().find(|doubt| doubt.fault.is_none()).map(|doubt| doubt.class));
    if let Some((thread, step, what)) = certain().find_map(|doubt| doubt.fault) {
        findings.fault.get_or_insert((usize::from(thread), step, what.into()));
    }
}

/// Whether what a read-modify-write writes depends on what it reads.
pub(crate) fn is_computed(change: Change) -> bool {
    match change {
        Change::Update(Update::Exchange, _) | Change::CompareExchange { .. } => false,
        // A thread that takes a lock knows what to leave there; one that shares it does not.
        Change::Lock { shared: false, .. } => false,
        Change::Update(..) | Change::Lock { shared: true, .. } | Change::Unlock => true,
    }
}

/// Values that a delayed read may be supposed to return, where a model has such reads.
pub(crate) fn needs_values(model: Model) -> bool {
    model.delays_reads()
}
