//! Threads, locks and atomic sections.

use super::event::Action;
use super::machine::{Fault, Findings, Machine, Stop};
use super::memory::Storage;
use crate::checker::code::address;
use crate::checker::code::compute::truncate;
use crate::checker::code::{Step, StepId, Value};
use crate::checker::state::knowledge_state::{Carried, KnowledgeStep, ThreadKnowledge};
use crate::checker::state::lock_word::{self, lock_range, readers_range};
use crate::checker::state::{Range, State};

/// Threads are numbered by bytes, and their slots by the bits of a word.
pub(crate) const MOST_THREADS: usize = 64;
/// The cell that stands for atomic sections as a whole.
const ATOMIC_CELL: Range = Range { address: 0, bytes: 0 };

impl Machine<'_> {
    /// A full fence, which all that the thread library does is: a thread waits until all that it has entered has taken effect.
    pub(crate) fn synchronise(&self, state: &mut State, t: usize, findings: &mut Findings) -> Result<(), Stop> {
        if !state.threads[t].pending.is_empty() {
            return Err(Stop::Blocked);
        }
        self.know(state, t, KnowledgeStep::Settle, findings);
        Ok(())
    }

    pub(crate) fn join(&self, state: &mut State, t: usize, at: StepId, findings: &mut Findings) -> Result<(), Stop> {
        self.synchronise(state, t, findings)?;
        let Step::Join { result, handle, returned, bytes } = &self.code.steps[at] else {
            return Err(Stop::Unsupported(at));
        };
        let (number, _) = Self::get(&state.threads[t], *handle);
        findings.onlookers |= 1 << t;
        let target = state.threads.get(number as usize).filter(|_| number > 0).ok_or(Stop::Unsupported(at))?;
        if !target.has_ended() || !target.pending.is_empty() {
            return Err(Stop::Join);
        }
        // Its end is a full fence, which makes certain what was loose.
        let value = target.returned;
        let of_target = &state.known.threads[number as usize];
        let known = of_target.sure.with(of_target.brought());
        let of_thread = &mut state.known.threads[t];
        of_thread.sure = of_thread.sure.with(known);
        of_thread.settled = of_thread.sure;
        let thread = &mut state.threads[t];
        if let Some(result) = result {
            Self::set(thread, *result, 0, 0);
        }
        let (to, _) = Self::get(thread, *returned);
        findings.record(t, at, Action::Joins(number as usize));
        let value = truncate(value, 8 * bytes);
        if to != 0 {
            self.write_now(state, t, at, Range { address: to, bytes: *bytes }, value, findings)?;
        }
        Self::go_on(&mut state.threads[t]);
        Ok(())
    }

    /// A thread stands before a lock: whether it gets it is a step of the search.
    pub(crate) fn lock(
        &self,
        state: &mut State,
        t: usize,
        lock: Value,
        (try_only, shared): (bool, bool),
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        self.synchronise(state, t, findings)?;
        let lock = Self::get(&state.threads[t], lock).0;
        Err(self.lock_stop(state, lock, Stop::Lock { lock, try_only, shared }))
    }

    /// Gives a lock back, unless others may see when.
    pub(crate) fn unlock_step(
        &self,
        state: &mut State,
        t: usize,
        at: StepId,
        lock: Value,
        findings: &mut Findings,
    ) -> Result<(), Stop> {
        self.synchronise(state, t, findings)?;
        let lock = Self::get(&state.threads[t], lock).0;
        let stop = self.lock_stop(state, lock, Stop::Unlock { lock });
        if self.has_try_lock || matches!(stop, Stop::Fault(..)) {
            return Err(stop);
        }
        // Giving a lock back later lets others do no more.
        self.unlock(state, t, at, lock, findings);
        Ok(())
    }

    fn lock_stop(&self, state: &State, lock: u64, stop: Stop) -> Stop {
        match self.resolve(state, lock_range(lock)) {
            Some(Storage::Memory { .. }) => stop,
            Some(Storage::Constant(_)) | None => Stop::Fault(Fault::Address(lock), 0),
        }
    }

    /// Gives a lock back, and goes on.
    pub(crate) fn unlock(&self, state: &mut State, t: usize, at: StepId, lock: u64, findings: &mut Findings) {
        let range = lock_range(lock);
        if let Some(Storage::Memory { start, .. }) = self.resolve(state, range) {
            let word = state.memory.read(start, range.bytes);
            state.memory.write(start, range.bytes, lock_word::given_back(word));
            let carries = Carried::Sure;
            if word & lock_word::READERS == 0 {
                self.know(state, t, KnowledgeStep::Set { cell: range, carries }, findings);
                self.know(state, t, KnowledgeStep::Remove(readers_range(lock)), findings);
            } else {
                self.know(state, t, KnowledgeStep::Add { cell: readers_range(lock), carries }, findings);
            }
        }
        findings.record(t, at, Action::Unlocks);
        if let Step::Unlock { result: Some(result), .. } = &self.code.steps[at] {
            Self::set(&mut state.threads[t], *result, 0, 0);
        }
        Self::go_on(&mut state.threads[t]);
    }

    /// Begins an atomic section, and goes on.
    pub(crate) fn begin_atomic(&self, state: &mut State, t: usize, findings: &mut Findings) {
        self.gain(state, t, ATOMIC_CELL, true, findings);
        state.atomic = Some(t as u8);
        Self::go_on(&mut state.threads[t]);
    }

    /// Ends an atomic section. Accesses of a section take effect where they stand, so that nothing is pending here.
    pub(crate) fn end_atomic(&self, state: &mut State, t: usize, findings: &mut Findings) {
        self.know(state, t, KnowledgeStep::Settle, findings);
        self.know(state, t, KnowledgeStep::Set { cell: ATOMIC_CELL, carries: Carried::Sure }, findings);
        state.atomic = None;
    }

    pub(crate) fn start(&self, state: &mut State, t: usize, at: StepId, findings: &mut Findings) -> Result<(), Stop> {
        self.synchronise(state, t, findings)?;
        let Step::Start { result, handle, function, argument } = &self.code.steps[at] else {
            return Err(Stop::Unsupported(at));
        };
        let thread = &state.threads[t];
        let [handle, function, argument] = [*handle, *function, *argument].map(|value| Self::get(thread, value).0);
        let function = address::function(function).ok_or(Stop::Fault(Fault::NotCode(function), 0))?;
        let child = self.thread(function, Some(argument));
        let (Some(child), true) = (child, state.threads.len() < MOST_THREADS) else {
            return Err(Stop::Unsupported(at));
        };
        let number = state.threads.len();
        findings.record(t, at, Action::Starts(number));
        if handle != 0 {
            self.write_now(state, t, at, Range { address: handle, bytes: 8 }, number as u64, findings)?;
        }
        // Not before its handle is written, since that may end in a race or a fault.
        state.threads.push(child);
        let known = ThreadKnowledge::new(state.known.threads[t].sure);
        state.known.threads.push(known);
        let thread = &mut state.threads[t];
        if let Some(result) = result {
            Self::set(thread, *result, 0, 0);
        }
        Self::go_on(thread);
        Ok(())
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
        findings.record(t, at, Action::Writes { range, value });
        Ok(())
    }
}
