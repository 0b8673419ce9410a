//! The state of the runtime: what it knows, what threads come to, and what changes.

mod choosing;
mod waiting;

use c11::{Pending, PendingOperation, ThreadId};
use wire::{Finding, Header, Settings, Volatiles, Wait, WaitFor};

use crate::blocks::Blocks;
use crate::exploring::Exploring;
use crate::fibers_of_program::Fibers;
use crate::live::Live;
use crate::objects::Objects;
use crate::openmp::OpenMp;
use crate::report::Reporter;
use crate::stacks::{Frame, StackId, Stacks};
use crate::sys::carrier::{Carrier, Context};
use crate::sys::prepared::Prepared;
use crate::sys::process;
use crate::sys::user_strategy::UserStrategy;
use crate::thread::RECENT;
pub(crate) use crate::thread::{Alarm, Alarms, Blocked, Condition, Thread, VolatileStore};
use crate::weakening::Weakened;
use choosing::FAIRNESS;
use waiting::BRIEFLY;

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
    /// What is known of OpenMP in the program.
    pub(crate) openmp: OpenMp,
    /// Blocks of the heap.
    pub(crate) blocks: Blocks,
    /// The alarms that are set (`alarm`, `setitimer`).
    pub(crate) alarms: Alarms,
    /// Whether a thread may have something to do when it gets its turn: a signal, its end.
    pub(crate) has_interrupts: bool,
    /// Whether threads block different signals; those that the kernel blocks then.
    pub(crate) kernel_mask: Option<u64>,
    /// When the program last looked at the clock: how many changes there had been, and how many such looks since.
    looks: (u64, u32),
    /// The process in which executions are started.
    pub(crate) process: i32,
    /// Whether each step and each plain access needs work beside what the model does: unseen stores are looked for, or everything is recorded.
    pub(crate) looks_closely: bool,
    /// What decides in the place of a strategy that is known by its name.
    pub(crate) user_strategy: Option<UserStrategy>,
    /// In an execution in which every choice counts: what is known of it.
    pub(crate) exploring: Option<Exploring>,
    /// In such an execution, beside an instruction in assembly: what stands for the registers that the program goes on with.
    pub(crate) assembly_state: Option<u64>,
    /// Atomic operations with other orders than those of the program.
    pub(crate) weakened: Option<Weakened>,
    /// Operations that the scheduler has seen.
    operations: u64,
    /// Operations since something last changed,
    idle: u64,
    /// and how many of them there may be before something is done about it.
    patience: u64,
    /// What the execution adds up to so far.
    digest: u64,
    /// The thread that goes first for a while, as it has been left alone for long.
    favoured: Option<usize>,
    /// Until how many operations it does.
    favoured_until: u64,
    /// After how many operations threads that are left alone are looked for, and at how many next.
    fairness: u64,
    fair_at: u64,
    /// At how many operations [`Runtime::find_starved`] has something to do; before that no step need look.
    starved_at: u64,
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

impl Runtime {
    pub(crate) fn new(settings: Settings, reporter: Reporter, carrier: &'static dyn Carrier) -> Runtime {
        let orders_volatiles = settings.volatiles == Volatiles::AcquireRelease;
        let looks_closely = settings.unwatched || settings.exhaustive || orders_volatiles || reporter.watch.is_some();
        let weakened = Weakened::new(&settings.weakened);
        let exploring = settings.exhaustive.then(Exploring::default);
        let mut main = Thread::new(Context::of_main(), StackId::EMPTY);
        // The program may have been started with signals blocked.
        main.signals.mask = process::mask();
        Runtime {
            patience: PATIENCE.min(settings.bound),
            settings,
            reporter,
            carrier,
            stacks: Stacks::new(),
            threads: vec![main],
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
            openmp: OpenMp::default(),
            blocks: Blocks::default(),
            alarms: Alarms::default(),
            has_interrupts: false,
            kernel_mask: None,
            looks: (0, 0),
            process: process::id(),
            looks_closely,
            user_strategy: None,
            exploring,
            assembly_state: None,
            weakened,
            operations: 0,
            idle: 0,
            digest: 0,
            favoured: None,
            favoured_until: 0,
            fairness: FAIRNESS,
            fair_at: FAIRNESS,
            starved_at: FAIRNESS,
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
        // No thread will join it.
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
        // A thread that is gone may still have its real thread on its way out, which uses the context.
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

    /// Plain memory is about to be written. In a search it is looked at whether that changes what is there.
    #[inline]
    pub(crate) fn about_to_be_written(&mut self, address: usize, size: usize) {
        if self.threads[self.current].memory.contains(&address) {
            return;
        }
        match self.exploring {
            Some(_) => self.note_plain_write(address, size),
            None => self.progress(),
        }
    }

    /// A value that the execution depends on.
    #[inline]
    pub(crate) fn note(&mut self, value: u64) {
        // Rotated first, so that the same values in another order are another execution.
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

    /// The thread whose turn it is comes to its next step. [`Runtime::pick_next`] then says whose turn it is.
    ///
    /// This is [`Runtime::come_to`] and [`Runtime::count`] in one: each atomic operation comes by here, and looking for its thread four times took 3 % of it.
    #[inline]
    pub(crate) fn take_step(&mut self, operation: PendingOperation, place: StackId) {
        self.count_step();
        let me = self.me();
        let thread = &mut self.threads[self.current];
        thread.steps += 1;
        thread.looking.look(operation);
        let operation = if thread.looking.is_spinning(SPINNING) { PendingOperation::Yield } else { operation };
        (thread.next, thread.place) = (operation, place);
        let can_go = thread.blocked.is_none();
        let mut is_settled = can_go && self.settled == self.threads.len();
        match self.enabled.get_mut(self.chosen) {
            // The list is still that of the last step, in which this thread was chosen: only its own entry has changed.
            Some(own) if own.thread() == me => *own = Pending::new(me, operation),
            Some(_) | None => is_settled = false,
        }
        self.report_totals();
        if self.idle > self.patience {
            self.look_for_progress();
            is_settled = false;
        }
        if !is_settled {
            self.collect_enabled();
        }
    }

    pub(crate) fn is_alarm_due(&self) -> bool {
        self.alarms.is_due(self.time)
    }

    /// More than the thread whose turn it is may have changed.
    pub(crate) fn settle(&mut self) {
        self.settled = 0;
    }

    /// An alarm is being delivered: it is set again if it repeats. Gives its signal.
    pub(crate) fn take_alarm(&mut self) -> Option<libc::c_int> {
        let signal = self.alarms.take(self.time);
        // A handler may do anything before the next step.
        self.settled = 0;
        self.progress();
        signal
    }

    /// The program looks at the clock. Asking takes time, so that a loop that waits for a time ends; and the more, the more often it is asked while nothing changes: a thread that only waits need not wait long. Gives
    /// the time, and whether other threads should go first.
    pub(crate) fn look_at_clock(&mut self) -> (u64, bool) {
        const LOOK: u64 = 100;
        /// So many looks are as dear as the first; each as many more double the price, up to a tenth of a second.
        const EQUAL: u32 = 64;
        const MOST_DOUBLINGS: u32 = 20;
        let changed = self.operations.wrapping_sub(self.idle);
        self.looks = if self.looks.0 == changed { (changed, self.looks.1.saturating_add(1)) } else { (changed, 0) };
        let doublings = (self.looks.1 / EQUAL).min(MOST_DOUBLINGS);
        self.time = self.time.saturating_add(LOOK << doublings);
        (self.time, doublings > 0)
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
        self.report_totals();
        if self.idle > self.patience {
            self.look_for_progress();
        }
    }

    /// Reports to the driver, which may look at any time, how many operations there have been and what the execution adds up to so far.
    #[inline]
    pub(crate) fn report_totals(&self) {
        self.reporter.set_all([(Header::Operations, self.operations), (Header::Digest, self.digest)]);
    }

    /// Nothing has changed for long.
    #[cold]
    fn look_for_progress(&mut self) {
        // First what may still change something by itself: data from outside, and sleepers. Then the bound of the user.
        if self.idle > PATIENCE && (self.wait_for_outside(BRIEFLY) || self.jump_with(true)) {
            self.idle = 0;
        }
        if self.idle > self.settings.bound {
            let (operations, threads) = (self.settings.bound, self.waits());
            self.reporter.found(Finding::NoProgress { operations, threads });
            self.reporter.stop();
        }
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
            // The model must not keep old values for threads that are not there.
            if let Some(live) = &mut self.live {
                live.execution.finish_thread(ThreadId::from_number(thread as u32));
            }
        }
        self.alarms = Alarms::default();
        self.settled = 0;
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
            let recent = &mut self.threads[self.current].last_accesses.get_or_insert_default().recent;
            // The last in front; where it is new, the one that was accessed longest ago goes.
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
        let last_accesses = self.threads[self.current].last_accesses.get_or_insert_default();
        // The same load one step later: nothing else has been seen in between.
        let last = last_accesses.load.replace((access.address, place, steps));
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
        let Some(last) = &self.threads[self.current].last_accesses else { return };
        for (address, size) in last.recent.into_iter().filter(|known| known.1 > 0) {
            let memory = crate::sys::memory::peek(address, size);
            match are_own {
                true => live.execution.attribute_store(me, address as u64, size, memory),
                false => live.execution.notice_store(me, address as u64, size, memory),
            }
        }
    }

    /// Memory is gone, and is not looked at any more.
    pub(crate) fn forget_recent(&mut self, start: usize, size: usize) {
        if let Some(exploring) = &mut self.exploring {
            exploring.forget_reads_of(start..start.saturating_add(size));
        }
        if self.settings.unwatched {
            let gone = start..start.saturating_add(size);
            for &thread in &self.unfinished {
                let last = self.threads[thread].last_accesses.as_deref_mut();
                for known in last.into_iter().flat_map(|last| &mut last.recent) {
                    if gone.contains(&known.0) {
                        *known = (0, 0);
                    }
                }
            }
        }
    }

    /// A volatile store of the thread whose turn it is has been made, if it was about to make one: no other thread has run since.
    pub(crate) fn finish_volatile_store(&mut self) {
        if let Some(store) = self.threads[self.current].volatile_store.take()
            && let Some(live) = &mut self.live
        {
            let access = &store.access;
            // The instrumentation reports the store before it is made and without its value, which is in memory now.
            let value = crate::sys::memory::peek(access.address as usize, access.size);
            live.execution.store(access, value);
            self.report_races();
        }
    }

    /// Reports races that have been found since the last call.
    #[inline]
    pub(crate) fn report_races(&mut self) {
        if self.live.as_ref().is_some_and(Live::has_new_races) {
            self.report_new_races();
        }
    }

    #[cold]
    fn report_new_races(&mut self) {
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
