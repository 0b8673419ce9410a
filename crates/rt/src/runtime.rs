//! The state of the runtime, and who goes next.

use c11::{Operation, Pending, ThreadId};
use wire::{Finding, Header, Settings, Wait, WaitFor};

use crate::live::Live;
use crate::objects::Objects;
use crate::report::Reporter;
use crate::stacks::{Frame, StackId, Stacks};
use crate::sys::carrier::{Carrier, Context};
use crate::sys::prepared::Prepared;
use crate::sys::process;

/// A thread of the program.
pub(crate) struct Thread {
    /// What carries it, until it has ended and that is used for another.
    pub(crate) context: Option<Box<Context>>,
    /// What the C library calls it.
    pub(crate) handle: libc::pthread_t,
    /// Where it is: the calls that it is in.
    pub(crate) stack: StackId,
    /// Where it was created.
    pub(crate) created: StackId,
    /// What it does next.
    pub(crate) next: Operation,
    /// Where it does that.
    pub(crate) place: StackId,
    /// What keeps it from going on.
    pub(crate) blocked: Option<Blocked>,
    /// Whether the last wait ended because its time was over.
    pub(crate) timed_out: bool,
    /// Whether it has ended.
    pub(crate) is_finished: bool,
    /// Whether nobody may ask for it any more: it was joined, or detached and has ended.
    pub(crate) is_gone: bool,
    /// Whether nobody will join it.
    pub(crate) is_detached: bool,
    /// The memory of its stack, with its thread-local storage.
    pub(crate) memory: std::ops::Range<usize>,
    /// Operations since it last changed anything.
    pub(crate) idle: u64,
}

/// Why a thread cannot go on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocked {
    /// What it waits for.
    pub(crate) what: WaitFor,
    /// The object: an address, or the number of a thread.
    pub(crate) object: usize,
    /// When it stops waiting, in nanoseconds of virtual time since the start.
    pub(crate) deadline: Option<u64>,
}

/// All that the runtime knows.
pub(crate) struct Runtime {
    pub(crate) settings: Settings,
    pub(crate) reporter: Reporter,
    pub(crate) carrier: &'static dyn Carrier,
    pub(crate) stacks: Stacks,
    /// All threads so far; the index is the number.
    pub(crate) threads: Vec<Thread>,
    /// What new threads can be carried by.
    pub(crate) prepared: Prepared,
    /// The thread whose turn it is.
    pub(crate) current: usize,
    pub(crate) objects: Objects,
    /// The model of the execution, from the creation of the second thread on.
    pub(crate) live: Option<Live>,
    /// Nanoseconds of virtual time since the start.
    pub(crate) time: u64,
    /// The process in which executions are started.
    pub(crate) process: i32,
    /// Operations that the scheduler has seen.
    operations: u64,
    /// Operations since something last changed.
    idle: u64,
    /// What the execution adds up to so far.
    digest: u64,
    /// The threads that can go on, and what they do next.
    enabled: Vec<Pending>,
    /// Where in it the thread is whose turn it is.
    chosen: usize,
    /// How many threads there were when it was collected; 0 if since then others than the one whose turn it is may have changed.
    settled: usize,
}

/// How far virtual time goes on with each operation, in nanoseconds.
const TICK: u64 = 1000;
/// After how many operations without a change virtual time jumps to when the next sleeper wakes.
const PATIENCE: u64 = 1000;
/// After how many operations without a change a thread counts as spinning, and lets others go first.
const SPINNING: u64 = 64;

impl Runtime {
    pub(crate) fn new(settings: Settings, reporter: Reporter, carrier: &'static dyn Carrier) -> Runtime {
        Runtime {
            settings,
            reporter,
            carrier,
            stacks: Stacks::new(),
            threads: vec![Thread::new(Context::of_main(), StackId::EMPTY)],
            prepared: Prepared::nothing(),
            current: 0,
            objects: Objects::default(),
            live: None,
            time: 0,
            process: process::id(),
            operations: 0,
            idle: 0,
            digest: 0,
            enabled: Vec::new(),
            chosen: 0,
            settled: 0,
        }
    }

    /// The thread whose turn it is, as the model calls it.
    pub(crate) fn me(&self) -> ThreadId {
        ThreadId::from_number(self.current as u32)
    }

    /// The thread whose turn it is.
    pub(crate) fn thread(&mut self) -> &mut Thread {
        &mut self.threads[self.current]
    }

    /// Where the thread whose turn it is does its operation.
    pub(crate) fn thread_stack(&self) -> StackId {
        self.threads[self.current].place
    }

    /// The stack of an access or call at `pc` in the thread whose turn it is.
    #[inline]
    pub(crate) fn place(&mut self, frame: Frame) -> StackId {
        self.stacks.push(self.threads[self.current].stack, frame)
    }

    /// Something has changed that a thread could wait for.
    #[inline]
    pub(crate) fn progress(&mut self) {
        self.idle = 0;
        self.threads[self.current].idle = 0;
    }

    /// Plain memory is written. What a thread writes to its own stack nobody waits for: a loop that spins may do that.
    #[inline]
    pub(crate) fn written(&mut self, address: usize) {
        if !self.threads[self.current].memory.contains(&address) {
            self.progress();
        }
    }

    /// A value that the execution depends on.
    #[inline]
    pub(crate) fn note(&mut self, value: u64) {
        self.digest = (self.digest.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Lets all go on that wait for this object.
    pub(crate) fn wake_all(&mut self, what: WaitFor, object: usize) {
        for thread in &mut self.threads {
            if thread.blocked.is_some_and(|blocked| blocked.what == what && blocked.object == object) {
                thread.blocked = None;
                self.settled = 0;
            }
        }
    }

    /// Lets a thread go on that waits.
    pub(crate) fn wake(&mut self, thread: usize) {
        self.threads[thread].blocked = None;
        self.settled = 0;
    }

    /// The threads that wait for this object, in ascending order.
    pub(crate) fn waiting(&self, what: WaitFor, object: usize) -> Vec<usize> {
        let waits = |thread: &Thread| thread.blocked.is_some_and(|it| it.what == what && it.object == object);
        (0..self.threads.len()).filter(|index| waits(&self.threads[*index])).collect()
    }

    /// The thread whose turn it is has come to its next operation.
    #[inline]
    pub(crate) fn come_to(&mut self, operation: Operation, place: StackId) {
        let me = self.me();
        let thread = &mut self.threads[self.current];
        (thread.next, thread.place) = (operation, place);
        // Where nothing else has changed it is all that the scheduler has to know.
        if let Some(own) = self.enabled.get_mut(self.chosen).filter(|own| own.thread() == me) {
            *own = Pending::new(me, operation);
        }
    }

    /// Who goes next. Ends the execution if nobody can, or if nothing changes any more.
    pub(crate) fn choose(&mut self) -> usize {
        self.count();
        if !self.is_settled() {
            self.collect_enabled();
        }
        if self.enabled.is_empty() && !self.jump() {
            self.stop_deadlocked();
        }
        let current = self.me();
        let picked = match &mut self.live {
            Some(live) if self.enabled.len() > 1 => live.strategy.pick_thread(current, &self.enabled),
            _ => 0,
        };
        self.chosen = picked.min(self.enabled.len() - 1);
        let next = self.enabled[self.chosen].thread().number() as usize;
        self.note(next as u64);
        self.take(next);
        next
    }

    fn count(&mut self) {
        self.time += TICK;
        self.operations += 1;
        self.idle += 1;
        let idle = &mut self.threads[self.current].idle;
        *idle += 1;
        if *idle > SPINNING {
            self.come_to(Operation::Yield, self.threads[self.current].place);
        }
        self.reporter.set(Header::Operations, self.operations);
        self.reporter.set(Header::Digest, self.digest);
        if self.idle > PATIENCE && self.jump() {
            self.idle = 0;
        }
        if self.idle > self.settings.bound {
            let (operations, threads) = (self.settings.bound, self.waits());
            self.reporter.found(Finding::NoProgress { operations, threads });
            self.reporter.stop();
        }
    }

    /// Whether it is known who can go on: nothing has changed but what the thread whose turn it is does next.
    fn is_settled(&self) -> bool {
        let thread = &self.threads[self.current];
        let can_go = !thread.is_finished && thread.blocked.is_none();
        can_go
            && self.settled == self.threads.len()
            && self.enabled.get(self.chosen).is_some_and(|own| own.thread() == self.me())
    }

    fn collect_enabled(&mut self) {
        self.enabled.clear();
        self.settled = self.threads.len();
        for (number, thread) in self.threads.iter().enumerate() {
            if thread.can_go(self.time) {
                self.enabled.push(Pending::new(ThreadId::from_number(number as u32), thread.next));
            }
            if thread.blocked.is_some_and(|blocked| blocked.deadline.is_some()) {
                self.settled = 0; // Time goes on with each step.
            }
        }
    }

    /// Virtual time goes on to when the next wait is over, if one is limited.
    fn jump(&mut self) -> bool {
        let unfinished = self.threads.iter().filter(|thread| !thread.is_finished);
        let Some(next) = unfinished.filter_map(|thread| thread.blocked?.deadline).min() else { return false };
        self.time = self.time.max(next);
        self.collect_enabled();
        true
    }

    /// The thread that goes next no longer waits.
    fn take(&mut self, next: usize) {
        let thread = &mut self.threads[next];
        thread.timed_out = thread.blocked.take().is_some();
    }

    /// All threads that have not ended, and what they wait for.
    fn waits(&mut self) -> Vec<Wait> {
        let mut waits = Vec::new();
        for (number, thread) in self.threads.iter().enumerate().filter(|(_, thread)| !thread.is_finished) {
            let (what, object) = match thread.blocked {
                Some(blocked) => (blocked.what, blocked.object as u64),
                None => (WaitFor::Nothing, 0),
            };
            let place = crate::report::place(&self.stacks, number, thread.place, thread.created);
            waits.push(Wait { what, object, place });
        }
        waits
    }

    fn stop_deadlocked(&mut self) -> ! {
        let threads = self.waits();
        self.reporter.found(Finding::Deadlock { threads });
        self.reporter.stop();
    }

    /// The thread at a moment, for a report.
    pub(crate) fn thread_place(&self, thread: usize, stack: StackId) -> wire::ThreadPlace {
        let created = self.threads.get(thread).map_or(StackId::EMPTY, |thread| thread.created);
        crate::report::place(&self.stacks, thread, stack, created)
    }

    /// Tells of races that have been seen since the last call.
    #[inline]
    pub(crate) fn tell_races(&mut self) {
        if self.live.as_ref().is_some_and(Live::has_new_races) {
            self.tell_new_races();
        }
    }

    #[cold]
    fn tell_new_races(&mut self) {
        let Some(live) = &mut self.live else { return };
        for race in live.take_new_races() {
            let finding = crate::report::race(self, &race);
            self.reporter.found(finding);
        }
    }

    /// An object was used against its rules by the thread whose turn it is.
    pub(crate) fn misuse(&mut self, message: &str) {
        let stack = self.threads[self.current].place;
        let place = self.thread_place(self.current, stack);
        self.reporter.found(Finding::Misuse { message: message.to_owned(), place });
    }
}

impl Thread {
    pub(crate) fn new(context: Box<Context>, created: StackId) -> Thread {
        Thread {
            context: Some(context),
            handle: 0,
            stack: StackId::EMPTY,
            created,
            next: Operation::Start,
            place: StackId::EMPTY,
            blocked: None,
            timed_out: false,
            is_finished: false,
            is_gone: false,
            is_detached: false,
            memory: 0..0,
            idle: 0,
        }
    }

    fn can_go(&self, time: u64) -> bool {
        let may = |blocked: Blocked| blocked.deadline.is_some_and(|deadline| deadline <= time);
        !self.is_finished && self.blocked.is_none_or(may)
    }
}
