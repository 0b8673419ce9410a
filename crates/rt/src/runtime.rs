//! The state of the runtime, and who goes next.

use c11::{Looking, Pending, PendingOperation, ThreadId};
use rustc_hash::FxHashMap;
use wire::{Finding, Header, Settings, Volatiles, Wait, WaitFor};

use crate::exploring::Exploring;
use crate::fibers_of_program::Fibers;
use crate::live::Live;
use crate::objects::Objects;
use crate::report::Reporter;
use crate::stacks::{Frame, StackId, Stacks};
use crate::sys::carrier::{Carrier, Context};
use crate::sys::outside::{self, Awaited};
use crate::sys::prepared::Prepared;
use crate::sys::process;
use crate::sys::user_strategy::UserStrategy;

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
    pub(crate) next: PendingOperation,
    /// Where it does that.
    pub(crate) place: StackId,
    /// What keeps it from going on.
    pub(crate) blocked: Option<Blocked>,
    /// What must hold before it goes on, in an execution in which every choice counts, and what it waits for meanwhile.
    pub(crate) condition: Option<(Blocked, Condition)>,
    /// Whether the last wait ended because its time was over.
    pub(crate) timed_out: bool,
    /// Whether it has ended.
    pub(crate) is_finished: bool,
    /// Whether no thread may ask for it any more: it was joined, or detached and has ended.
    pub(crate) is_gone: bool,
    /// Whether no thread will join it.
    pub(crate) is_detached: bool,
    /// The memory of its stack, with its thread-local storage.
    pub(crate) memory: std::ops::Range<usize>,
    /// What it has looked at since it last changed anything.
    looking: Looking,
    /// When it last had a turn, by the number of operations.
    last_turn: u64,
    /// What it waits for from outside; one of them is enough.
    pub(crate) outside: Vec<Awaited>,
    /// What annotations say not to look at.
    pub(crate) ignored: Ignored,
    /// The atomic objects that it has accessed last: address, and size in bytes or 0.
    recent: [(usize, u8); RECENT],
    /// How many steps it has taken.
    pub(crate) steps: u64,
    /// How often it has tried the next one in vain.
    pub(crate) attempt: u64,
    /// A volatile store that it is about to make.
    pub(crate) volatile_store: Option<VolatileStore>,
    /// Its last atomic load: what, where, and at which step.
    last_load: Option<(u64, c11::AccessSite, u64)>,
}

/// How many levels of each kind of annotation a thread is in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ignored {
    pub(crate) reads: u32,
    pub(crate) writes: u32,
    pub(crate) synchronisation: u32,
}

/// How many atomic objects code that is not instrumented changes between two calls of the runtime, of those that its thread has accessed before. A lock has one, a
/// read-write lock two, a condition variable its own and its lock's.
const RECENT: usize = 4;

/// A timer of the program that ends with a signal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alarm {
    /// When, in nanoseconds of virtual time since the start.
    pub(crate) deadline: u64,
    /// After how many nanoseconds again; 0 for never.
    pub(crate) interval: u64,
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

/// A volatile store of which the value is not known yet: the program says that it is about to make it, and makes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VolatileStore {
    /// The access, with what is in memory before.
    pub(crate) access: c11::Atomic,
}

/// See [`Thread::condition`].
pub(crate) type Condition = std::rc::Rc<dyn Fn(&Runtime) -> bool>;

/// All that the runtime knows.
pub(crate) struct Runtime {
    pub(crate) settings: Settings,
    pub(crate) reporter: Reporter,
    pub(crate) carrier: &'static dyn Carrier,
    pub(crate) stacks: Stacks,
    /// All threads so far; the index is the number.
    pub(crate) threads: Vec<Thread>,
    /// The numbers of those that have not ended, ascending: a program may create very many, one after the other.
    unfinished: Vec<usize>,
    /// The numbers of those that are gone, as far as what carried them has not been used again.
    retired: Vec<usize>,
    /// What new threads can be carried by.
    pub(crate) prepared: Prepared,
    /// The thread whose turn it is.
    pub(crate) current: usize,
    pub(crate) objects: Objects,
    /// The model of the execution, from the creation of the second thread on.
    pub(crate) live: Option<Live>,
    /// Nanoseconds of virtual time since the start.
    pub(crate) time: u64,
    /// Races on these bytes are not reported, as annotations say.
    pub(crate) benign: Vec<std::ops::Range<usize>>,
    /// Children that were seen to sleep when their end was waited for.
    pub(crate) sleeping_children: Vec<i32>,
    /// Whether races are reported.
    pub(crate) reports_races: bool,
    /// Fibers that the program announces.
    pub(crate) fibers: Fibers,
    /// The sizes of blocks of an allocator that cannot tell them, by address.
    pub(crate) block_sizes: FxHashMap<usize, usize>,
    /// The alarm that is set (`alarm`, `setitimer`).
    pub(crate) alarm: Option<Alarm>,
    /// The process in which executions are started.
    pub(crate) process: i32,
    /// Whether something has to be done about each step and each plain access beside what the model does: stores that are not seen are looked for, or all is told.
    pub(crate) looks_closely: bool,
    /// What decides in the place of a strategy that is known by its name.
    pub(crate) user_strategy: Option<UserStrategy>,
    /// In an execution in which every choice counts: what is known of it.
    pub(crate) exploring: Option<Exploring>,
    /// Operations that the scheduler has seen.
    operations: u64,
    /// Operations since something last changed.
    idle: u64,
    /// What the execution adds up to so far.
    digest: u64,
    /// The thread that goes first for a while, as it has been left alone for long.
    favoured: Option<usize>,
    /// Until how many operations it does.
    favoured_until: u64,
    /// After how many operations threads that are left alone are looked for, and at how many next.
    fairness: u64,
    fair_at: u64,
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
/// After how many operations without a change a thread that looks at the same memory again and again counts as spinning, and lets others go first.
const SPINNING: u32 = 64;
/// After how many operations the thread that has had no turn for longest is looked for, at first. Each time that one is found it is half as many, down to
/// [`FAIREST`]: where one thread never lets others go on, and these wait now and then, an execution would take as much longer.
const FAIRNESS: u64 = 1 << 13;
const FAIREST: u64 = 1 << 8;
/// How many turns it has then.
const FAVOUR: u64 = 1 << 6;
/// For how many milliseconds something from outside is waited for where virtual time could go on instead.
const BRIEFLY: i32 = 1;
const WITHOUT_LIMIT: i32 = -1;
/// For how many milliseconds the end of a process is waited for before that of another one is noticed.
const SETTLING: i32 = 1000;

impl Runtime {
    pub(crate) fn new(settings: Settings, reporter: Reporter, carrier: &'static dyn Carrier) -> Runtime {
        let orders_volatiles = settings.volatiles == Volatiles::AcquireRelease;
        let looks_closely = settings.unwatched || settings.exhaustive || orders_volatiles || reporter.watch.is_some();
        let exploring = settings.exhaustive.then(Exploring::default);
        Runtime {
            settings,
            reporter,
            carrier,
            stacks: Stacks::new(),
            threads: vec![Thread::new(Context::of_main(), StackId::EMPTY)],
            unfinished: vec![0],
            retired: Vec::new(),
            prepared: Prepared::nothing(),
            current: 0,
            objects: Objects::default(),
            live: None,
            time: 0,
            benign: Vec::new(),
            sleeping_children: Vec::new(),
            reports_races: true,
            fibers: Fibers::default(),
            block_sizes: FxHashMap::default(),
            alarm: None,
            process: process::id(),
            looks_closely,
            user_strategy: None,
            exploring,
            operations: 0,
            idle: 0,
            digest: 0,
            favoured: None,
            favoured_until: 0,
            fairness: FAIRNESS,
            fair_at: FAIRNESS,
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

    /// There is one thread more.
    pub(crate) fn add_thread(&mut self, thread: Thread) {
        self.unfinished.push(self.threads.len());
        self.threads.push(thread);
    }

    /// A thread has ended.
    pub(crate) fn finish_thread(&mut self, thread: usize) {
        let it = &mut self.threads[thread];
        it.is_finished = true;
        self.unfinished.retain(|unfinished| *unfinished != thread);
        if self.threads[thread].is_detached {
            self.retire(thread);
        }
    }

    /// A thread that has ended is not asked for any more.
    pub(crate) fn retire(&mut self, thread: usize) {
        let it = &mut self.threads[thread];
        if it.is_finished && !it.is_gone {
            it.is_gone = true;
            self.retired.push(thread);
        }
    }

    /// Whether all threads have ended.
    pub(crate) fn have_all_finished(&self) -> bool {
        self.unfinished.is_empty()
    }

    /// What has carried a thread that is gone.
    pub(crate) fn spare_context(&mut self) -> Option<Box<Context>> {
        let is_free = |thread: &usize| self.threads[*thread].context.as_ref().is_some_and(|context| context.is_free());
        let place = self.retired.iter().position(is_free)?;
        let thread = self.retired.remove(place);
        self.threads[thread].context.take()
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
        self.threads[self.current].looking.reset();
    }

    /// Plain memory is written. What a thread writes to its own stack no other thread waits for: a loop that spins may do that.
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
        for &thread in &self.unfinished {
            let thread = &mut self.threads[thread];
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
        self.unfinished.iter().copied().filter(|index| waits(&self.threads[*index])).collect()
    }

    /// The thread whose turn it is has come to its next operation.
    #[inline]
    pub(crate) fn come_to(&mut self, operation: PendingOperation, place: StackId) {
        let me = self.me();
        let thread = &mut self.threads[self.current];
        (thread.next, thread.place) = (operation, place);
        // Where nothing else has changed it is all that the scheduler has to know.
        if let Some(own) = self.enabled.get_mut(self.chosen).filter(|own| own.thread() == me) {
            *own = Pending::new(me, operation);
        }
    }

    /// Who goes next; none if the alarm is due, which has to be delivered first. Ends the execution if no thread can, or if nothing changes any more.
    pub(crate) fn choose(&mut self) -> Option<usize> {
        self.count();
        if !self.is_settled() {
            self.collect_enabled();
        }
        while self.enabled.is_empty() && !self.is_alarm_due() {
            let has_deadline = self.next_deadline().is_some();
            if !self.wait_for_outside(if has_deadline { BRIEFLY } else { WITHOUT_LIMIT }) && !self.jump() {
                self.stop_deadlocked();
            }
        }
        if self.is_alarm_due() {
            return None;
        }
        let current = self.me();
        let starved = self.starved();
        let picked = match &mut self.live {
            Some(_) if starved.is_some() => starved.unwrap_or(0),
            Some(live) if self.enabled.len() > 1 => live.strategy.pick_thread(current, &self.enabled),
            _ => 0,
        };
        Some(self.go_to(picked))
    }

    /// The thread that the strategy picks, asked even if there is one only.
    pub(crate) fn pick_enabled(&mut self) -> usize {
        let current = self.me();
        let picked = self.live.as_mut().map_or(0, |live| live.strategy.pick_thread(current, &self.enabled));
        self.go_to(picked)
    }

    /// The turn goes to the thread at this place among those that can go on. Gives its number.
    #[inline]
    fn go_to(&mut self, picked: usize) -> usize {
        self.chosen = picked.min(self.enabled.len() - 1);
        let next = self.enabled[self.chosen].thread().number() as usize;
        self.note(next as u64);
        self.threads[next].last_turn = self.operations;
        self.take(next);
        next
    }

    /// A thread that goes next whatever the strategy says: one that could go on and has had no turn for very long. It has several in a row.
    ///
    /// Strategies may leave a thread alone for ever, those with priorities do; where others wait for what it does without yielding, nothing would end.
    fn starved(&mut self) -> Option<usize> {
        if self.enabled.len() < 2 {
            return None;
        }
        if self.operations >= self.fair_at {
            self.note_crowding();
            let longest = self.enabled.iter().map(|next| next.thread().number() as usize);
            let longest = longest.min_by_key(|thread| (self.threads[*thread].last_turn, *thread));
            let since = |thread: usize| self.operations - self.threads[thread].last_turn;
            self.favoured = longest.filter(|thread| since(*thread) >= self.fairness);
            if let (Some(thread), Some(live)) = (self.favoured, &mut self.live) {
                live.strategy.was_starved(ThreadId::from_number(thread as u32));
                self.fairness = (self.fairness / 2).max(FAIREST);
                self.favoured_until = self.operations + FAVOUR;
            }
            self.fair_at = self.operations + self.fairness;
        } else if self.operations >= self.favoured_until {
            return None;
        }
        let favoured = self.favoured?;
        self.enabled.iter().position(|next| next.thread().number() as usize == favoured)
    }

    /// What cannot be forgotten because a thread might still read it takes memory and time; that is for the user to know.
    fn note_crowding(&mut self) {
        if let Some(thread) = self.live.as_ref().and_then(|live| live.execution.crowding()) {
            self.reporter.note(&format!(
                "thread {} has not synchronised with the others for long, so that very many old values are kept that it might still read; an acquiring load of what \
                 they release, now and then, lets them be forgotten",
                thread.number()
            ));
        }
    }

    pub(crate) fn is_alarm_due(&self) -> bool {
        self.alarm.is_some_and(|alarm| alarm.deadline <= self.time)
    }

    /// More than the thread whose turn it is may have changed.
    pub(crate) fn settle(&mut self) {
        self.settled = 0;
    }

    /// The alarm is being delivered: it is set again if it repeats.
    pub(crate) fn take_alarm(&mut self) {
        let again = self.alarm.filter(|alarm| alarm.interval > 0);
        self.alarm = again.map(|alarm| Alarm { deadline: self.time.saturating_add(alarm.interval), ..alarm });
        self.settled = 0;
        self.progress();
    }

    /// How many operations there have been since something last changed: none if that is what has been done since the last step.
    pub(crate) fn idle(&self) -> u64 {
        self.idle
    }

    /// The threads that can go on.
    pub(crate) fn enabled(&self) -> &[Pending] {
        &self.enabled
    }

    pub(crate) fn enabled_mut(&mut self) -> &mut Vec<Pending> {
        &mut self.enabled
    }

    /// The threads that have not ended, ascending.
    pub(crate) fn unfinished(&self) -> &[usize] {
        &self.unfinished
    }

    /// How many operations there have been, and what the execution adds up to so far.
    pub(crate) fn totals(&self) -> (u64, u64) {
        (self.operations, self.digest)
    }

    /// A step more.
    #[inline]
    pub(crate) fn count_step(&mut self) {
        self.time += TICK;
        self.operations += 1;
        self.idle += 1;
    }

    fn count(&mut self) {
        self.count_step();
        let thread = &mut self.threads[self.current];
        thread.looking.look(thread.next);
        if thread.looking.is_spinning(SPINNING) {
            self.come_to(PendingOperation::Yield, self.threads[self.current].place);
        }
        self.reporter.set(Header::Operations, self.operations);
        self.reporter.set(Header::Digest, self.digest);
        if self.idle > PATIENCE && (self.wait_for_outside(BRIEFLY) || self.jump()) {
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
        for &number in &self.unfinished {
            let thread = &self.threads[number];
            if thread.can_go(self.time) {
                self.enabled.push(Pending::new(ThreadId::from_number(number as u32), thread.next));
            }
            if thread.blocked.is_some_and(|blocked| blocked.deadline.is_some()) {
                self.settled = 0; // Time goes on with each step.
            }
        }
    }

    /// When the next wait that is limited is over, or the alarm is due.
    fn next_deadline(&self) -> Option<u64> {
        let waits = self.unfinished.iter().filter_map(|thread| self.threads[*thread].blocked?.deadline);
        waits.chain(self.alarm.map(|alarm| alarm.deadline)).min()
    }

    /// Lets those go on for which something comes from outside, however long that takes. Gives whether there are any.
    pub(crate) fn wait_for_outside_only(&mut self) -> bool {
        self.wait_for_outside(WITHOUT_LIMIT)
    }

    /// Virtual time goes on to then, if there is such a time.
    pub(crate) fn jump(&mut self) -> bool {
        let Some(next) = self.next_deadline() else { return false };
        self.time = self.time.max(next);
        self.collect_enabled();
        true
    }

    /// Lets those go on for which something has come from outside, after at most so many milliseconds of real time. Gives whether there are any, or may
    /// be: as long as something can come nothing is stuck.
    ///
    /// What comes from outside comes at times that no seed decides. So it is looked for only when no thread can go on, or all only look at memory; and the
    /// ends of processes are taken in the order of the threads that wait for them, unless that takes long.
    fn wait_for_outside(&mut self, milliseconds: i32) -> bool {
        let waiting: Vec<usize> =
            self.unfinished.iter().copied().filter(|&thread| self.threads[thread].waits_outside()).collect();
        if waiting.is_empty() {
            return false;
        }
        let is_for_process =
            |thread: &&usize| self.threads[**thread].blocked.is_some_and(|blocked| blocked.what == WaitFor::Process);
        let awaited = |threads: &mut dyn Iterator<Item = usize>| -> Vec<Awaited> {
            threads.flat_map(|thread| self.threads[thread].outside.iter().copied()).collect()
        };
        if milliseconds < 0
            && let Some(&first) = waiting.iter().find(is_for_process)
        {
            let is_first = |thread: &usize| *thread == first || !is_for_process(&thread);
            let these = awaited(&mut waiting.iter().copied().filter(is_first));
            outside::wait(&these, SETTLING);
            if self.threads[first].outside.iter().any(|one| one.is_ready()) {
                self.wake(first);
                self.collect_enabled();
                return true;
            }
        }
        outside::wait(&awaited(&mut waiting.iter().copied()), milliseconds);
        let mut has_come = false;
        for thread in waiting {
            if self.threads[thread].outside.iter().any(|one| one.is_ready()) {
                self.wake(thread);
                has_come = true;
            }
        }
        if has_come {
            self.collect_enabled();
        }
        has_come || self.next_deadline().is_none()
    }

    /// This process has done something to a descriptor: those who wait for one look again.
    pub(crate) fn descriptors_changed(&mut self) {
        for index in 0..self.unfinished.len() {
            let thread = self.unfinished[index];
            if self.threads[thread].blocked.is_some_and(|blocked| blocked.what == WaitFor::Descriptor) {
                self.wake(thread);
            }
        }
        self.progress();
    }

    /// This is the process that the thread whose turn it is has forked: it has no other threads.
    pub(crate) fn become_child(&mut self) {
        self.reporter.become_child();
        let current = self.current;
        for thread in std::mem::replace(&mut self.unfinished, vec![current]) {
            if thread == current {
                continue;
            }
            let it = &mut self.threads[thread];
            (it.is_finished, it.is_gone, it.blocked) = (true, true, None);
            if let Some(live) = &mut self.live {
                live.execution.finish_thread(ThreadId::from_number(thread as u32));
            }
        }
        self.alarm = None;
        self.settled = 0;
    }

    /// The thread that goes next no longer waits.
    fn take(&mut self, next: usize) {
        let thread = &mut self.threads[next];
        thread.timed_out = thread.blocked.take().is_some();
    }

    /// All threads that have not ended, and what they wait for.
    pub(crate) fn waits(&mut self) -> Vec<Wait> {
        let mut waits = Vec::new();
        for &number in &self.unfinished {
            let thread = &self.threads[number];
            let (what, object) = match thread.blocked {
                Some(blocked) => (blocked.what, blocked.object as u64),
                None => (WaitFor::Nothing, 0),
            };
            let place = crate::report::place(&self.stacks, number, thread.place, thread.created);
            waits.push(Wait { what, object, place });
        }
        waits
    }

    pub(crate) fn stop_deadlocked(&mut self) -> ! {
        let threads = self.waits();
        self.reporter.found(Finding::Deadlock { threads });
        self.reporter.stop();
    }

    /// The thread at a moment, for a report.
    pub(crate) fn thread_place(&self, thread: usize, stack: StackId) -> wire::ThreadPlace {
        let created = self.threads.get(thread).map_or(StackId::EMPTY, |thread| thread.created);
        crate::report::place(&self.stacks, thread, stack, created)
    }

    /// The running thread has accessed an atomic object.
    #[inline]
    pub(crate) fn note_atomic(&mut self, address: usize, size: u8) {
        if self.settings.unwatched {
            let recent = &mut self.threads[self.current].recent;
            let place = recent.iter().position(|known| known.0 == address).unwrap_or(RECENT - 1);
            recent.copy_within(..place, 1);
            recent[0] = (address, size);
        }
    }

    /// Whether this load is that of a loop which does nothing else that is seen, and so may wait in code that is not instrumented: `while !flag { park() }`. What lets
    /// that go on orders what comes next, unseen, so such a loop reads what is in memory.
    #[inline]
    pub(crate) fn loads_again(&mut self, access: &c11::Atomic) -> bool {
        if !self.settings.unwatched {
            return false;
        }
        let (steps, place) = (self.threads[self.current].steps, access.place);
        let last = self.threads[self.current].last_load.replace((access.address, place, steps));
        last == Some((access.address, place, steps.wrapping_sub(1)))
    }

    /// If the atomic objects that the running thread knows have other values than it or any other has stored, it has stored them itself, in code that is not instrumented: no
    /// other thread has run since this was last asked, at the end of its turn at the latest.
    #[inline]
    pub(crate) fn attribute_unseen(&mut self) {
        if self.settings.unwatched {
            self.look_for_stores(true);
        }
    }

    /// The running thread has just got its turn: what it finds changed then, others have stored, of which it is not known who.
    #[inline]
    pub(crate) fn notice_unseen(&mut self) {
        if self.settings.unwatched {
            self.look_for_stores(false);
        }
    }

    #[cold]
    fn look_for_stores(&mut self, are_own: bool) {
        let me = self.me();
        let Some(live) = &mut self.live else { return };
        for (address, size) in self.threads[self.current].recent.into_iter().filter(|known| known.1 > 0) {
            let memory = crate::sys::memory::peek(address, size);
            match are_own {
                true => live.execution.attribute_store(me, address as u64, size, memory),
                false => live.execution.notice_store(me, address as u64, size, memory),
            }
        }
    }

    /// Memory is gone, and is not looked at any more.
    pub(crate) fn forget_recent(&mut self, start: usize, size: usize) {
        if self.settings.unwatched {
            let gone = start..start.saturating_add(size);
            for &thread in &self.unfinished {
                for known in &mut self.threads[thread].recent {
                    if gone.contains(&known.0) {
                        *known = (0, 0);
                    }
                }
            }
        }
    }

    /// A volatile store of the thread whose turn it is has been made, if it was about to make one: no other thread has run since.
    pub(crate) fn finish_volatile_store(&mut self) {
        if let Some(VolatileStore { access }) = self.threads[self.current].volatile_store.take()
            && let Some(live) = &mut self.live
        {
            let value = crate::sys::memory::peek(access.address as usize, access.size);
            live.execution.store(&access, value);
            self.tell_races();
        }
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
            let is_benign = self.benign.iter().any(|bytes| bytes.contains(&(race.address as usize)));
            if is_benign || !self.reports_races {
                continue;
            }
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
            next: PendingOperation::Start,
            place: StackId::EMPTY,
            blocked: None,
            condition: None,
            timed_out: false,
            is_finished: false,
            is_gone: false,
            is_detached: false,
            memory: 0..0,
            looking: Looking::default(),
            last_turn: 0,
            outside: Vec::new(),
            ignored: Ignored::default(),
            recent: [(0, 0); RECENT],
            steps: 0,
            attempt: 0,
            volatile_store: None,
            last_load: None,
        }
    }

    /// Whether it waits for something from outside.
    fn waits_outside(&self) -> bool {
        let is_outside = |blocked: Blocked| matches!(blocked.what, WaitFor::Descriptor | WaitFor::Process);
        !self.is_finished && self.blocked.is_some_and(is_outside)
    }

    fn can_go(&self, time: u64) -> bool {
        let may = |blocked: Blocked| blocked.deadline.is_some_and(|deadline| deadline <= time);
        !self.is_finished && self.blocked.is_none_or(may)
    }
}
