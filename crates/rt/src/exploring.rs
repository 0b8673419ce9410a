//! Executions in which every choice counts: those that a search goes through, and those that follow a schedule which a search has found.
//!
//! They differ from others in three things.
//!
//! **Time.** A sleep may be over at once, and a wait with a time limit may end at any time: a thread that waits like that can always go on. What the program's clock shows is no choice; a
//! program that looks at it is noted.
//!
//! **Waiting.** A thread that waits for a lock is enabled when it can have it, and not when it may look whether it can: looking changes nothing, and would be a step like any other to the search.
//!
//! **Loops that wait.** A thread that comes to a place where it was before, with the same registers and the same stack, and has changed nothing in between, has gone round a loop to no effect.
//! That nothing has changed is established twice: no store and no plain write to other memory than the thread's own stack has been announced, and what the round has read from such memory by plain accesses is still
//! there. The second finds what was written unannounced: by a function of a library, or by an operation that puts its result into memory.
//! Taking the round out of the execution leaves one that the model allows just the same (what is read less often forbids less, and orders less: every race stays), with the same final state; so
//! rounds like that need not be explored, and there are finitely many executions where a loop could wait for ever. The thread waits from then on. If something that it has read comes before another store in modification
//! order, then or later, or a weak compare-exchange has failed for no reason, the execution is redundant: the thread would not read that for ever, and could have read the other store at once. If its round has taken locks,
//! it goes round once more when no other thread can go on and something has changed. Where neither helps nothing will ever change: the threads make no progress, and that is reported.
//!
//! Rounds that change the stack, a counter say, are different states; after [`FRUITLESS`] of them the execution is given up, and the search says that it is not complete.

use c11::{PendingOperation, ThreadId};
use rustc_hash::FxHashMap;
use wire::{FRUITLESS, Finding};

use crate::live::Live;
use crate::runtime::Runtime;
use crate::search::{Search, SearchEnd};
use crate::stacks::StackId;
use crate::sys;

/// What such an execution has beside others.
#[derive(Default)]
pub(crate) struct Exploring {
    /// What decides; none for a schedule.
    pub(crate) search: Option<Search>,
    /// By thread.
    rounds: Vec<Rounds>,
    /// How often something has changed.
    changes: u64,
}

/// What a thread has done since it last changed anything.
#[derive(Default)]
struct Rounds {
    /// The states in which it has come to a step, with how much it had read and locked until then.
    seen: Vec<(u64, Progress)>,
    reads: Vec<Read>,
    /// What it has read by plain accesses.
    plain: Vec<PlainBytes>,
    /// What it has written by plain accesses since its last step, as it was before: the calls come before the accesses.
    written: Vec<PlainBytes>,
    locks: usize,
    /// How many locks it had when it came to its steps.
    held: Vec<usize>,
    /// How often it has come to a place.
    fruitless: FxHashMap<u32, u64>,
    /// The same since it began.
    visits: FxHashMap<u32, u64>,
    /// It has gone round to no effect.
    waiting: Option<Waiting>,
}

#[derive(Clone, Copy)]
struct Progress {
    reads: usize,
    plain: usize,
    locks: usize,
    steps: usize,
}

/// Bytes that a plain access reads or writes.
#[derive(Clone, Copy)]
struct PlainBytes {
    address: usize,
    size: usize,
    /// Stands for what they were.
    digest: u64,
}

impl PlainBytes {
    fn new(address: usize, size: usize) -> PlainBytes {
        PlainBytes { address, size, digest: sys::memory::digest(address, size) }
    }

    fn has_changed(&self) -> bool {
        sys::memory::digest(self.address, self.size) != self.digest
    }
}

/// So many plain reads are kept; a round with more counts as one that changes something.
const MOST_PLAIN: usize = 1 << 12;

/// An atomic object and what was read from it.
#[derive(Clone, Copy)]
struct Read {
    address: usize,
    size: u8,
    value: u128,
    /// Whether it was a weak compare-exchange that has failed although it could have succeeded: it would not for ever.
    is_spurious: bool,
}

/// Whether some of these values are not what their locations would show in the end, as far as is known.
fn are_outdated(reads: &[Read], live: &mut Option<Live>) -> bool {
    reads.iter().any(|read| {
        let known =
            live.as_mut().and_then(|live| live.execution.may_be_last(read.address as u64, read.size, read.value));
        let may_stay = known.unwrap_or_else(|| sys::memory::peek(read.address, read.size) == read.value);
        read.is_spurious || !may_stay
    })
}

/// See [`Rounds::waiting`].
struct Waiting {
    /// What was read in the round.
    reads: Vec<Read>,
    plain: Vec<PlainBytes>,
    /// Whether locks were taken in it.
    has_locked: bool,
    /// How often something had changed when it ended.
    changes: u64,
}

impl Rounds {
    /// Something has changed that is not known to be of use.
    fn forget_reads(&mut self) {
        self.seen.clear();
        self.reads.clear();
        self.plain.clear();
        self.held.clear();
        (self.locks, self.waiting) = (0, None);
    }

    fn forget(&mut self) {
        self.forget_reads();
        self.fruitless.clear();
    }
}

impl Exploring {
    fn of(&mut self, thread: usize) -> &mut Rounds {
        if self.rounds.len() <= thread {
            self.rounds.resize_with(thread + 1, Rounds::default);
        }
        &mut self.rounds[thread]
    }

    /// Memory is gone: what was read there is not looked at any more.
    pub(crate) fn forget_reads_of(&mut self, gone: std::ops::Range<usize>) {
        for rounds in &mut self.rounds {
            // What has been counted so far keeps its place in the list.
            let waiting = rounds.waiting.iter_mut().flat_map(|waiting| &mut waiting.plain);
            let written = rounds.written.iter_mut();
            for read in
                rounds.plain.iter_mut().chain(written).chain(waiting).filter(|read| gone.contains(&read.address))
            {
                *read = PlainBytes { address: 0, size: 0, digest: PlainBytes::new(0, 0).digest };
            }
        }
    }

    fn is_waiting(&self, thread: usize) -> bool {
        self.rounds.get(thread).is_some_and(|rounds| rounds.waiting.is_some())
    }

    /// Whether a thread that goes round a loop would read something else in the end.
    fn is_outdated(&self, live: &mut Option<Live>) -> bool {
        let waiting = self.rounds.iter().filter_map(|rounds| rounds.waiting.as_ref());
        waiting.filter(|waiting| !waiting.has_locked).any(|waiting| are_outdated(&waiting.reads, live))
    }
}

impl Runtime {
    fn rounds(&mut self) -> Option<&mut Rounds> {
        let current = self.current;
        self.exploring.as_mut().map(|exploring| exploring.of(current))
    }

    /// Whether something has changed since the last step.
    fn has_changed(&mut self) -> bool {
        let written = self.rounds().map(|rounds| std::mem::take(&mut rounds.written)).unwrap_or_default();
        if written.iter().any(PlainBytes::has_changed) {
            self.progress();
        }
        self.idle() == 0
    }

    /// The thread whose turn it is has come to a step.
    pub(crate) fn arrive(&mut self, operation: PendingOperation, place: StackId) {
        let has_changed = self.has_changed();
        let Some(exploring) = &mut self.exploring else { return };
        let is_outdated = has_changed && exploring.is_outdated(&mut self.live);
        exploring.changes += u64::from(has_changed);
        let changes = exploring.changes;
        let is_redundant = self.live.as_ref().is_some_and(|live| live.strategy.is_redundant());
        if self.is_searching() && (is_redundant || is_outdated) {
            self.end_search(SearchEnd::Redundant);
        }
        let state = self.state(place);
        let held = self.held_locks();
        let unroll = self.settings.unroll;
        let current = self.current;
        let Some(exploring) = &mut self.exploring else { return };
        let is_searching = exploring.search.is_some();
        let rounds = exploring.of(current);
        if has_changed {
            rounds.forget();
        }
        let count = |visits: &mut FxHashMap<u32, u64>| {
            let visits = visits.entry(place.0).or_default();
            *visits += 1;
            *visits
        };
        let (visits, fruitless) = (count(&mut rounds.visits), count(&mut rounds.fruitless));
        let is_too_often = if unroll > 0 { visits > unroll } else { fruitless > FRUITLESS };
        if is_too_often {
            return if is_searching {
                self.end_search(SearchEnd::Cut)
            };
        }
        rounds.locks += usize::from(matches!(operation, PendingOperation::Lock(_)));
        rounds.held.push(held);
        let Some(state) = state else { return };
        let steps = rounds.held.len() - 1;
        let so_far = Progress { reads: rounds.reads.len(), plain: rounds.plain.len(), locks: rounds.locks, steps };
        match rounds.seen.iter().find(|(seen, _)| *seen == state) {
            None => rounds.seen.push((state, so_far)),
            Some(&(_, before)) => {
                let plain = rounds.plain[before.plain..].to_vec();
                if so_far.plain == MOST_PLAIN || plain.iter().any(PlainBytes::has_changed) {
                    // As what was read is not what is there, the next round is another one. The place counts, though: a round that only changes what it has read itself could go on for ever.
                    return rounds.forget_reads();
                }
                // A thread does not wait for ever with a lock that it takes and gives back in each round: it will come to where it does not have it.
                if rounds.held[before.steps..].iter().any(|less| *less < held) {
                    return;
                }
                let reads = rounds.reads[before.reads..].to_vec();
                let has_locked = so_far.locks > before.locks;
                let is_outdated = !has_locked && are_outdated(&reads, &mut self.live);
                rounds.waiting = Some(Waiting { reads, plain, has_locked, changes });
                if is_outdated && is_searching {
                    self.end_search(SearchEnd::Redundant);
                }
            }
        }
    }

    /// How many locks the thread has whose turn it is.
    fn held_locks(&self) -> usize {
        let (me, objects) = (self.current, &self.objects);
        let mutexes = objects.mutexes.values().filter(|mutex| mutex.is_held_by(me)).count();
        mutexes + objects.rwlocks.values().filter(|lock| lock.is_held_by(me)).count()
    }

    /// The thread whose turn it is writes these bytes by a plain access: that is a change if they are others afterwards.
    pub(crate) fn note_plain_write(&mut self, address: usize, size: usize) {
        if let Some(rounds) = self.rounds() {
            rounds.written.push(PlainBytes::new(address, size));
        }
    }

    /// The state of the thread whose turn it is, as far as the program's own code goes on from it; none where that is not known.
    fn state(&self, place: StackId) -> Option<u64> {
        let pc = self.stacks.frames(place).next()?.pc;
        let memory = &self.threads[self.current].memory;
        let registers = sys::unwind::state_at(pc as usize, memory)?;
        // Beside inline assembly all registers count, not only those that a call preserves.
        let registers = registers ^ self.assembly_state.unwrap_or_default().rotate_left(17);
        Some(registers ^ u64::from(place.0).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The thread whose turn it is has waited for another, and that has let it go on.
    pub(crate) fn was_woken(&mut self) {
        if let Some(rounds) = self.rounds() {
            rounds.forget();
        }
    }

    /// The thread whose turn it is reads these bytes by a plain access. Those on its own stack are part of its state.
    pub(crate) fn note_plain_read(&mut self, address: usize, size: usize) {
        if self.exploring.is_none() || self.thread().memory.contains(&address) {
            return;
        }
        if let Some(rounds) = self.rounds().filter(|rounds| rounds.plain.len() < MOST_PLAIN) {
            rounds.plain.push(PlainBytes::new(address, size));
        }
    }

    /// The thread whose turn it is has read this value from an atomic object, and stored that one, if it has.
    pub(crate) fn note_rounds(&mut self, address: usize, size: u8, read: Option<u128>, stored: Option<u128>) {
        let Some(rounds) = self.rounds() else { return };
        match (read, stored) {
            (Some(value), None) => rounds.reads.push(Read { address, size, value, is_spurious: false }),
            // A read-modify-write that leaves the value as it is: who reads it could read what it has read.
            (Some(value), Some(stored)) if value == stored => {
                rounds.reads.push(Read { address, size, value, is_spurious: false });
            }
            (Some(_) | None, _) => {
                rounds.forget();
                self.progress();
            }
        }
    }

    /// The last of these was a weak compare-exchange that has failed although it has read what it expects.
    pub(crate) fn note_spurious_failure(&mut self) {
        if let Some(read) = self.rounds().and_then(|rounds| rounds.reads.last_mut()) {
            read.is_spurious = true;
        }
    }

    /// Whether a search decides.
    pub(crate) fn is_searching(&self) -> bool {
        self.exploring.as_ref().is_some_and(|exploring| exploring.search.is_some())
    }

    /// Ends the execution.
    fn end_search(&mut self, end: SearchEnd) -> ! {
        if let Some(search) = self.exploring.as_ref().and_then(|exploring| exploring.search.as_ref()) {
            search.note_end(end);
        }
        self.reporter.stop();
    }

    /// Who goes next in such an execution; none if the alarm is due.
    pub(crate) fn choose_exploring(&mut self) -> Option<usize> {
        self.tick();
        if self.idle() > self.settings.bound && self.is_searching() {
            self.end_search(SearchEnd::Cut);
        }
        if self.live.as_ref().is_some_and(|live| live.execution.outside_events() > 0) {
            self.note_incomplete("values come from code that is not instrumented, or accesses of several sizes meet");
        }
        self.collect_exploring();
        while self.enabled().is_empty() && !self.is_alarm_due() {
            if !self.go_round_again() && !self.wait_or_jump() {
                self.stop_stuck();
            }
            self.collect_exploring();
        }
        if self.is_alarm_due() {
            return None;
        }
        let next = self.pick_enabled();
        if self.is_searching() && self.live.as_ref().is_some_and(|live| live.strategy.is_redundant()) {
            self.end_search(SearchEnd::Redundant);
        }
        Some(next)
    }

    /// Something comes from outside, or virtual time goes on to the alarm.
    fn wait_or_jump(&mut self) -> bool {
        let waits_outside = self.wait_for_outside_only();
        if waits_outside {
            self.note_incomplete("the program waits for descriptors or processes");
        }
        waits_outside || self.alarms.is_any() && self.jump()
    }

    /// Collects the threads that can go on.
    fn collect_exploring(&mut self) {
        let mut enabled = std::mem::take(self.enabled_mut());
        enabled.clear();
        for index in 0..self.unfinished().len() {
            let number = self.unfinished()[index];
            if let Some((blocked, holds)) = self.threads[number].condition.clone() {
                self.threads[number].blocked = if holds(self) { None } else { Some(blocked) };
            }
            let thread = &self.threads[number];
            let can_go = thread.blocked.is_none_or(|blocked| blocked.deadline.is_some());
            let goes_round = self.exploring.as_ref().is_some_and(|exploring| exploring.is_waiting(number));
            if can_go && !goes_round && !thread.is_finished {
                enabled.push(c11::Pending::new(ThreadId::from_number(number as u32), thread.next));
            }
        }
        *self.enabled_mut() = enabled;
    }

    /// No thread can go on: those that go round loops do so again, if that may lead somewhere. Gives whether there are any.
    fn go_round_again(&mut self) -> bool {
        let is_searching = self.is_searching();
        let Some(exploring) = &mut self.exploring else { return false };
        let changes = exploring.changes;
        let mut is_any = false;
        for rounds in &mut exploring.rounds {
            let may_differ = |waiting: &Waiting| match waiting.has_locked {
                true => waiting.changes < changes || waiting.plain.iter().any(PlainBytes::has_changed),
                false => are_outdated(&waiting.reads, &mut self.live),
            };
            if rounds.waiting.as_ref().is_some_and(may_differ) {
                if is_searching && rounds.waiting.as_ref().is_some_and(|waiting| !waiting.has_locked) {
                    self.end_search(SearchEnd::Redundant);
                }
                rounds.forget();
                is_any = true;
            }
        }
        is_any
    }

    /// No thread can go on.
    fn stop_stuck(&mut self) -> ! {
        let go_round = (0..self.threads.len())
            .any(|thread| self.exploring.as_ref().is_some_and(|exploring| exploring.is_waiting(thread)));
        if !go_round {
            self.stop_deadlocked();
        }
        let threads = self.waits();
        self.reporter.found(Finding::NoProgress { operations: 0, threads });
        self.reporter.stop();
    }

    /// The search does not go through all executions, for this reason.
    pub(crate) fn note_incomplete(&mut self, reason: &str) {
        if self.is_searching() {
            self.reporter.incomplete(reason);
        }
    }

    /// The step is counted, and time goes on.
    fn tick(&mut self) {
        self.count_step();
        self.report_totals();
    }
}
