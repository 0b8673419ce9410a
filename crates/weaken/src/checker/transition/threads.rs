//! Threads, locks and atomic sections.

use super::effects::{Source, pending};
use super::event::Action;
use super::machine::{Access, Change, Fault, Findings, Machine, Stop};
use super::memory::{FLAG, Storage};
use super::order::is_pinned;
use super::sharing::carried;
use crate::checker::checks::Check;
use crate::checker::code::address;
use crate::checker::code::compute::truncate;
use crate::checker::code::{Annotation, Step, StepId, Value};
use crate::checker::state::happens_before::OrderStep;
use crate::checker::state::knowledge_state::{Carried, KnowledgeStep, ThreadKnowledge};
use crate::checker::state::lock_word::{self, lock_range, readers_range};
use crate::checker::state::{Direction, Doubted, Range, State, Thread};

/// Threads are numbered by bytes, and their slots by the bits of a word.
pub(crate) const MOST_THREADS: usize = 64;
/// The cell that stands for atomic sections as a whole.
const ATOMIC_CELL: Range = Range { address: 0, bytes: 0 };

impl Machine<'_> {
    /// A full fence, which an atomic section begins with: a thread waits until all that it has entered has taken effect.
    pub(crate) fn synchronise(&self, state: &mut State, t: usize, findings: &mut Findings) -> Result<(), Stop> {
        if !state.threads[t].pending.is_empty() {
            return Err(Stop::Blocked);
        }
        self.know(state, t, KnowledgeStep::Settle, findings);
        Ok(())
    }

    /// Waits for the end of a thread: a read of a word that says so, which stays what it is from then on.
    pub(crate) fn join(&self, state: &mut State, t: usize, at: StepId, findings: &mut Findings) -> Result<(), Stop> {
        let Step::Join { result, handle, returned, bytes, annotation } = &self.code.steps[at] else {
            return Err(Stop::Unsupported(at));
        };
        let (number, sources) = Self::get(&state.threads[t], *handle);
        let access = Access { range: FLAG, annotation: *annotation, address: sources };
        if self.waits(&state.threads[t], &self.new_access(&access, Direction::Read, 0)) != 0 {
            return Err(Stop::Blocked);
        }
        findings.onlookers |= 1 << t;
        // 0 is the number of `main`, and what a handle that was never written holds.
        let target = state.threads.get(number as usize).filter(|_| number > 0).ok_or(Stop::Unsupported(at))?;
        // The end of the thread synchronises with all that it has entered, and what it returned may rest on a read that is pending.
        if !target.has_ended() || !target.pending.is_empty() {
            return Err(Stop::Join);
        }
        // What it has done is done.
        let value = truncate(target.returned, 8 * bytes);
        let of_target = &state.known.threads[number as usize];
        let known = of_target.sure.with(of_target.brought());
        let (to, address) = Self::get(&state.threads[t], *returned);
        if to != 0 {
            let access =
                Access { range: Range { address: to, bytes: *bytes }, annotation: Annotation::default(), address };
            self.store(state, t, at, access, (value, 0), findings)?;
        }
        let of_thread = &mut state.known.threads[t];
        of_thread.sure = of_thread.sure.with(known);
        of_thread.settled = of_thread.settled.with(known);
        if self.checks.has(Check::Race) {
            state.known.order.join(t, number as usize);
        }
        if let Some(result) = result {
            Self::set(&mut state.threads[t], *result, 0, 0);
        }
        findings.record(t, at, Action::Joins(number as usize));
        Self::go_on(&mut state.threads[t]);
        Ok(())
    }

    /// A lock is made, or destroyed, which no thread may hold then.
    pub(crate) fn set_lock(&self, state: &mut State, t: usize, lock: Value, is_destroyed: bool) -> Result<(), Stop> {
        let access = self.lock_access(state, t, lock, Annotation::default())?;
        if !self.checks.has(Check::Mutex) {
            return Ok(());
        }
        let supposed = access.address | state.threads[t].control;
        let lock = access.range.address;
        let fault = |word: u64| match word {
            0 => None,
            lock_word::DESTROYED => is_destroyed.then_some(Fault::Destroyed(lock)),
            _ => Some(Fault::Held { lock, is_destroyed }),
        };
        let word = if is_destroyed { lock_word::DESTROYED } else { 0 };
        // The thread finds its own write of the word that is on its way, as when it has given the lock back. What it leaves there then comes with that write.
        let mut own = state.threads[t].pending.iter_mut().rev().filter(|before| before.direction.writes());
        if let Some(own) = own.find(|before| before.range == access.range) {
            if let Some(fault) = fault(own.value) {
                return Err(Stop::Fault(fault, supposed | own.sources));
            }
            own.value = word;
            return Ok(());
        }
        if let Some(fault) = fault(self.read_memory(state, access.range).unwrap_or_default()) {
            return Err(Stop::Fault(fault, supposed));
        }
        if let Some(Storage::Memory { start, .. }) = self.resolve(state, access.range) {
            state.memory.write(start, access.range.bytes, word);
            self.note_write(state, access.range, 0);
        }
        Ok(())
    }

    /// Whether thread `t` gives back what it does not hold, as far as that can be known of readers; it is wrong then.
    pub(crate) fn check_held(
        &self,
        state: &mut State,
        (t, at): (usize, StepId),
        range: Range,
        findings: &mut Findings,
    ) {
        let word = self.read_memory(state, range).unwrap_or_default();
        self.check_held_as(state, (t, at), (range, word), findings);
    }

    /// The same, where the thread finds this word.
    fn check_held_as(
        &self,
        state: &mut State,
        (t, at): (usize, StepId),
        (range, word): (Range, u64),
        findings: &mut Findings,
    ) {
        let is_held = word & lock_word::READERS != 0 || word == t as u64 + 1;
        let is_own = matches!(self.code.steps[at], Step::Unlock { is_own: true, .. });
        if is_own && !is_held && self.checks.has(Check::Mutex) {
            self.found(state, (t, at), Doubted::NotHeld(range.address), findings);
        }
    }

    /// A thread stands before a lock: whether it gets it is a step of the search.
    pub(crate) fn lock(&self, state: &State, t: usize, at: StepId) -> Stop {
        let Step::Lock { lock, try_only, shared, annotation, .. } = &self.code.steps[at] else {
            return Stop::Unsupported(at);
        };
        match self.lock_access(state, t, *lock, *annotation) {
            Ok(access) => Stop::Lock { access, try_only: *try_only, shared: *shared },
            Err(fault) => fault,
        }
    }

    /// The word of a lock as what an operation of the library accesses.
    fn lock_access(&self, state: &State, t: usize, lock: Value, annotation: Annotation) -> Result<Access, Stop> {
        let thread = &state.threads[t];
        let (lock, address) = Self::get(thread, lock);
        match self.resolve(state, lock_range(lock)) {
            Some(Storage::Memory { .. }) => Ok(Access { range: lock_range(lock), annotation, address }),
            Some(Storage::Constant(_)) | None => Err(Stop::Fault(Fault::Address(lock), address | thread.control)),
        }
    }

    /// What a thread that takes a lock now finds in its word, and what it leaves there, if it gets it. Nothing while it cannot.
    pub(crate) fn lock_now(
        &self,
        state: &State,
        t: usize,
        (access, try_only, shared): (&Access, bool, bool),
    ) -> Option<(Source, Option<u64>)> {
        let thread = &state.threads[t];
        let source = self.source(state, &thread.pending, access.range)?;
        let new =
            lock_word::is_free(source.value, shared).then(|| lock_word::taken(source.value, shared, t as u64 + 1));
        // To take what is no more is possible, and wrong.
        if new.is_none() && !try_only && source.value != lock_word::DESTROYED {
            return None;
        }
        let direction = if new.is_some() { Direction::Update } else { Direction::Read };
        // An atomic read-modify-write reads memory itself, so that it waits where the thread's own write of the word is on its way.
        let is_free = self.waits(thread, &self.new_access(access, direction, 0)) == 0
            && (new.is_none() || !source.is_own && !is_pinned(state, t, access.range));
        is_free.then_some((source, new))
    }

    /// A lock is taken, or found taken.
    pub(crate) fn take_lock(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        (access, try_only, shared): (&Access, bool, bool),
        findings: &mut Findings,
    ) -> bool {
        let Some((source, new)) = self.lock_now(state, t, (access, try_only, shared)) else { return false };
        if source.value == lock_word::DESTROYED && self.checks.has(Check::Mutex) {
            self.found(state, (t, at), Doubted::Destroyed(access.range.address), findings);
        }
        if !source.is_own && self.is_unwritten(state, access.range) {
            self.found(state, (t, at), Doubted::NotInitialised(access.range.address), findings);
        }
        let sources = self.read_now(state, t, access, source, findings);
        if let Some(new) = new {
            self.write(state, access.range, new, findings);
            // A writer comes behind the readers before it. A reader comes behind the last writer alone, and the word carries that.
            if !shared {
                self.gain(state, t, readers_range(access.range.address), access.annotation.acquire, findings);
            }
        }
        if new.is_some() {
            self.order(state, t, OrderStep::Lock(access.range), findings);
        }
        findings.record(t, at, if new.is_some() { Action::Locks } else { Action::FindsLocked });
        self.pass_lock(&mut state.threads[t], at, new.is_none(), sources);
        true
    }

    /// Goes on behind a lock that was taken, or found taken.
    fn pass_lock(&self, thread: &mut Thread, at: StepId, is_taken: bool, sources: u64) {
        if let Step::Lock { result: Some(result), .. } | Step::Unlock { result: Some(result), .. } =
            &self.code.steps[at]
        {
            Self::set(thread, *result, u64::from(is_taken), sources);
        }
        thread.iterations.clear();
        Self::go_on(thread);
    }

    /// What the operation on a lock that a thread stands before reads takes effect, and what it writes becomes pending.
    pub(crate) fn divide_lock(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        stop: &Stop,
        findings: &mut Findings,
    ) -> bool {
        let (access, change, action) = match stop {
            Stop::Lock { access, shared, .. } => {
                let change = Change::Lock { holder: t as u64 + 1, shared: *shared };
                (access, change, Action::Locks)
            }
            Stop::Unlock { access } => (access, Change::Unlock, Action::Unlocks),
            _ => return false,
        };
        // Before the write is entered, as it carries what is known at that moment.
        if let (Stop::Lock { shared: false, .. }, true) = (stop, self.tracks) {
            self.gain(state, t, readers_range(access.range.address), access.annotation.acquire, findings);
        }
        let Some((source, sources)) = self.divide_access(state, t, at, (access, change, 0), findings) else {
            return false;
        };
        if let Stop::Unlock { .. } = stop {
            // The thread's own taking of the lock may be on its way.
            self.check_held_as(state, (t, at), (access.range, source.value), findings);
        }
        let ordered = match stop {
            Stop::Unlock { .. } => OrderStep::Unlock { cell: access.range, is_shared: self.has_readers },
            _ => OrderStep::Lock(access.range),
        };
        self.order(state, t, ordered, findings);
        findings.record(t, at, action);
        self.pass_lock(&mut state.threads[t], at, false, sources);
        true
    }

    /// Gives a lock back. Where nothing is pending that this could come before, it is no step of its own, unless others may see when; else it is a write that is pending.
    pub(crate) fn unlock_step(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        let Step::Unlock { lock, annotation, is_own, .. } = &self.code.steps[at] else {
            return Err(Stop::Unsupported(at));
        };
        let access = self.lock_access(state, t, *lock, *annotation)?;
        let thread = &state.threads[t];
        // A thread that stands here is looked at again when others move: it reads memory only where it goes on, as what it finds there would be taken for what they have found.
        if thread.pending.is_empty() && !self.has_try_lock && !self.readers_are_divided {
            let word = self.read_memory(state, access.range).unwrap_or_default();
            let is_held = word & lock_word::READERS != 0 || word == t as u64 + 1;
            if *is_own && !is_held && self.checks.has(Check::Mutex) {
                return Err(Stop::Fault(Fault::NotHeld(access.range.address), access.address | thread.control));
            }
            // Giving a lock back later lets others do no more.
            self.unlock(state, t, at, access.range, findings);
            return Ok(());
        }
        // A thread that shares it counts down, in one step.
        if thread.pending.is_empty() || self.has_readers {
            return Err(Stop::Unlock { access });
        }
        self.enter(&mut state.threads[t], at, access, (0, 0), findings)?;
        self.know(state, t, KnowledgeStep::Enter(carried(annotation.release)), findings);
        // No other thread takes the lock before this has taken effect.
        self.order(state, t, OrderStep::Unlock { cell: access.range, is_shared: false }, findings);
        findings.record(t, at, Action::Unlocks);
        self.pass_lock(&mut state.threads[t], at, false, 0);
        Ok(())
    }

    /// Whether the lock that a thread stands before can be given back now.
    pub(crate) fn may_unlock(&self, state: &State, t: usize, access: &Access) -> bool {
        let entering = self.new_access(access, Direction::Update, 0);
        self.waits(&state.threads[t], &entering) == 0 && !is_pinned(state, t, access.range)
    }

    /// Gives a lock back, and goes on.
    pub(crate) fn unlock(&self, state: &mut State, t: usize, at: StepId, range: Range, findings: &mut Findings) {
        if let Some(Storage::Memory { start, .. }) = self.resolve(state, range) {
            let word = state.memory.read(start, range.bytes);
            state.memory.write(start, range.bytes, lock_word::given_back(word));
            let carries = Carried::Sure;
            let is_shared = word & lock_word::READERS != 0;
            self.order(state, t, OrderStep::Unlock { cell: range, is_shared }, findings);
            if !is_shared {
                self.know(state, t, KnowledgeStep::Set { cell: range, carries }, findings);
                self.know(state, t, KnowledgeStep::Remove(readers_range(range.address)), findings);
            } else {
                self.know(state, t, KnowledgeStep::Add { cell: readers_range(range.address), carries }, findings);
            }
        }
        findings.record(t, at, Action::Unlocks);
        self.pass_lock(&mut state.threads[t], at, false, 0);
    }

    /// Begins an atomic section, and goes on.
    pub(crate) fn begin_atomic(&self, state: &mut State, t: usize, findings: &mut Findings) {
        // Atomic sections order each other as the sections of one lock do.
        self.gain(state, t, ATOMIC_CELL, true, findings);
        self.order(state, t, OrderStep::Lock(ATOMIC_CELL), findings);
        state.atomic = Some(t as u8);
        Self::go_on(&mut state.threads[t]);
    }

    /// Ends an atomic section. Accesses of a section take effect where they stand, so that nothing is pending here.
    pub(crate) fn end_atomic(&self, state: &mut State, t: usize, findings: &mut Findings) {
        self.know(state, t, KnowledgeStep::Settle, findings);
        self.know(state, t, KnowledgeStep::Set { cell: ATOMIC_CELL, carries: Carried::Sure }, findings);
        self.order(state, t, OrderStep::Unlock { cell: ATOMIC_CELL, is_shared: false }, findings);
        state.atomic = None;
    }

    /// Starts a thread. One that is started while accesses before are pending begins when a write has taken effect that waits for them.
    pub(crate) fn start(&self, state: &mut State, t: usize, at: StepId, findings: &mut Findings) -> Result<(), Stop> {
        let Step::Start { result, handle, function, argument, annotation } = &self.code.steps[at] else {
            return Err(Stop::Unsupported(at));
        };
        let thread = &state.threads[t];
        let ((handle, to), (function, of), (argument, with)) =
            (Self::get(thread, *handle), Self::get(thread, *function), Self::get(thread, *argument));
        // What is started is no matter of choice.
        if (to | of | with | thread.control) & thread.reads() != 0 {
            return Err(Stop::Blocked);
        }
        let function = address::function(function).ok_or(Stop::Fault(Fault::NotCode(function), 0))?;
        let range = Range { address: handle, bytes: 8 };
        let is_late = !thread.pending.is_empty();
        // The handle is written at once, and other threads could see it before what is pending here.
        if is_late && handle != 0 && self.may_be_raced_for(state, range) {
            return Err(Stop::Blocked);
        }
        let slot = if is_late { Some(self.free_slot(thread, findings)?) } else { None };
        let child = self.thread(function, Some(argument));
        let (Some(mut child), true) = (child, state.threads.len() < MOST_THREADS) else {
            return Err(Stop::Unsupported(at));
        };
        let number = state.threads.len();
        findings.record(t, at, Action::Starts(number));
        if handle != 0 {
            self.write_now(state, t, at, range, number as u64, findings)?;
        }
        if let Some(slot) = slot {
            let access = Access { range: FLAG, annotation: *annotation, address: 0 };
            let thread = &mut state.threads[t];
            let waits = self.waits(thread, &self.new_access(&access, Direction::Write, 0));
            let mut start = pending(slot, at, Direction::Write, &access, number as u64, 0, waits);
            start.is_release = annotation.release;
            // The start is a write that the new thread waits for. It is ordered as the library orders it, so that what is pending may take effect behind it where that is allowed.
            thread.pending.push(start);
            self.know(state, t, KnowledgeStep::Enter(Carried::Sure), findings);
            child.is_not_begun = true;
        }
        // Not before its handle is written, since that may end in a race or a fault.
        state.threads.push(child);
        let known = ThreadKnowledge::new(state.known.threads[t].sure);
        state.known.threads.push(known);
        if self.checks.has(Check::Race) {
            state.known.order.start(t);
        }
        let thread = &mut state.threads[t];
        if let Some(result) = result {
            Self::set(thread, *result, 0, 0);
        }
        Self::go_on(thread);
        Ok(())
    }

    /// Whether other threads may see when something is written there.
    fn may_be_raced_for(&self, state: &State, range: Range) -> bool {
        match self.resolve(state, range) {
            Some(Storage::Memory { class, bit, .. }) => self.is_interleaved(class, bit),
            Some(Storage::Constant(_)) | None => false,
        }
    }

    /// A write of the thread library, between fences.
    fn write_now(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        range: Range,
        value: u64,
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        let Some(Storage::Memory { start, class, bit }) = self.resolve(state, range) else {
            return Err(Stop::Fault(Fault::Address(range.address), 0));
        };
        match bit.filter(|_| !self.is_interleaved(class, bit)) {
            Some(bit) if !self.touch_write(state, t, (class, bit), findings) => return Err(Stop::Dead),
            // The library's fences stand around the write.
            Some(_) => self.know(state, t, KnowledgeStep::Settle, findings),
            None => self.know(state, t, KnowledgeStep::Set { cell: range, carries: Carried::Sure }, findings),
        }
        state.memory.write(start, range.bytes, value);
        self.note_write(state, range, 0);
        findings.record(t, at, Action::Writes { range, value });
        Ok(())
    }
}
