//! A thread of the program, and what it waits for.

use c11::{Looking, PendingOperation};
use wire::WaitFor;

use crate::runtime::Runtime;
use crate::stacks::StackId;
use crate::sys::carrier::Context;
use crate::sys::outside::Awaited;

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
    /// Whether the program has brought its stack.
    pub(crate) has_own_stack: bool,
    /// What it has looked at since it last changed anything.
    pub(crate) looking: Looking,
    /// When it last had a turn, by the number of operations.
    pub(crate) last_turn: u64,
    /// What it waits for from outside; one of them is enough.
    pub(crate) outside: Vec<Awaited>,
    /// What annotations say not to look at.
    pub(crate) ignored: Ignored,
    /// Its last atomic accesses, where code that is not instrumented may change atomic objects. Apart, as most programs have no such code, and each step looks at
    /// threads.
    pub(crate) last_accesses: Option<Box<LastAccesses>>,
    /// How many steps it has taken.
    pub(crate) steps: u64,
    /// How often it has tried the next one in vain.
    pub(crate) attempt: u64,
    /// What the instruction in assembly accesses that it is in.
    pub(crate) assembly: Option<Box<AssemblyAccess>>,
    /// A volatile store that it is about to make.
    pub(crate) volatile_store: Option<Box<VolatileStore>>,
    pub(crate) cancellation: Cancellation,
    /// Whether it waits in a call that a request to end it ends.
    pub(crate) waits_cancellably: bool,
    pub(crate) signals: Signals,
}

/// An access of an instruction in assembly, between the calls before and behind that.
pub(crate) enum AssemblyAccess {
    /// Memory shows what it reads, and is to show this again.
    Load(c11::Atomic, u128),
    /// It is known behind the instruction what it has stored.
    Store(c11::Atomic),
    /// The same, and memory shows what it reads.
    Update(c11::Atomic, c11::UpdateBegun),
}

/// The atomic accesses that a thread did last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LastAccesses {
    /// The atomic objects: address, and size in bytes or 0.
    pub(crate) recent: [(usize, u8); RECENT],
    /// The last load: what, where, and at which step.
    pub(crate) load: Option<(u64, c11::AccessSite, u64)>,
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
pub(crate) const RECENT: usize = 4;

/// A timer of the program that ends with a signal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alarm {
    /// When, in nanoseconds of virtual time since the start.
    pub(crate) deadline: u64,
    /// After how many nanoseconds again; 0 for never.
    pub(crate) interval: u64,
}

/// The timers of a process: `ITIMER_REAL`, which `alarm` sets, `ITIMER_VIRTUAL` and `ITIMER_PROF`. All count virtual time, but the last two do not while all threads wait.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Alarms(pub(crate) [Option<Alarm>; 3]);

impl Alarms {
    const SIGNALS: [libc::c_int; 3] = [libc::SIGALRM, libc::SIGVTALRM, libc::SIGPROF];

    /// Whether one is set.
    pub(crate) fn is_any(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }

    /// Whether one is due.
    #[inline]
    pub(crate) fn is_due(&self, time: u64) -> bool {
        self.0.iter().flatten().any(|alarm| alarm.deadline <= time)
    }

    /// One that is due: it is set again if it repeats. Gives its signal.
    pub(crate) fn take(&mut self, time: u64) -> Option<libc::c_int> {
        let due = self.0.iter().position(|alarm| alarm.is_some_and(|alarm| alarm.deadline <= time))?;
        let again = self.0[due].filter(|alarm| alarm.interval > 0);
        self.0[due] = again.map(|alarm| Alarm { deadline: time.saturating_add(alarm.interval), ..alarm });
        Some(Alarms::SIGNALS[due])
    }

    /// When the first is due of those that go on while all threads wait, or of all.
    pub(crate) fn next(&self, are_all: bool) -> Option<u64> {
        let count = if are_all { self.0.len() } else { 1 };
        self.0.iter().take(count).flatten().map(|alarm| alarm.deadline).min()
    }
}

/// Requests to end a thread (`pthread_cancel`), and what the thread says of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cancellation {
    pub(crate) is_requested: bool,
    pub(crate) is_disabled: bool,
    /// It may end anywhere, not at certain calls only.
    pub(crate) is_asynchronous: bool,
    /// A wait that may end by a request has ended by one.
    pub(crate) has_ended_wait: bool,
}

impl Cancellation {
    /// Whether the thread is to end at the next such call.
    pub(crate) fn is_due(self) -> bool {
        self.is_requested && !self.is_disabled
    }
}

/// The signals of a thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    /// Those that were sent to it and that it has not got yet, oldest first.
    pub(crate) pending: Vec<libc::c_int>,
    /// Those that it blocks, a bit each from the lowest on.
    pub(crate) mask: u64,
    /// How many handlers have run in it.
    pub(crate) handled: u64,
}

impl Signals {
    /// Whether it blocks this one.
    pub(crate) fn blocks(&self, signal: libc::c_int) -> bool {
        signal > 0 && self.mask >> (signal - 1) & 1 == 1
    }

    /// Takes one of these, a bit each, that was sent to it.
    pub(crate) fn take_one_of(&mut self, set: u64) -> Option<libc::c_int> {
        let place = self.pending.iter().position(|signal| set >> (signal - 1) & 1 == 1)?;
        Some(self.pending.remove(place))
    }

    /// The first that it is to get now.
    pub(crate) fn take_due(&mut self) -> Option<libc::c_int> {
        let due = self.pending.iter().position(|signal| !self.blocks(*signal))?;
        Some(self.pending.remove(due))
    }
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
            has_own_stack: false,
            looking: Looking::default(),
            last_turn: 0,
            outside: Vec::new(),
            ignored: Ignored::default(),
            last_accesses: None,
            steps: 0,
            attempt: 0,
            assembly: None,
            volatile_store: None,
            cancellation: Cancellation::default(),
            waits_cancellably: false,
            signals: Signals::default(),
        }
    }

    /// Whether what it waits for is over, as it is to end.
    pub(crate) fn is_to_leave(&self) -> bool {
        self.waits_cancellably && self.cancellation.has_ended_wait
    }

    /// Whether it waits for something from outside.
    pub(crate) fn waits_outside(&self) -> bool {
        let is_outside = |blocked: Blocked| matches!(blocked.what, WaitFor::Descriptor | WaitFor::Process);
        !self.is_finished && self.blocked.is_some_and(is_outside)
    }

    pub(crate) fn can_go(&self, time: u64) -> bool {
        let may = |blocked: Blocked| blocked.deadline.is_some_and(|deadline| deadline <= time);
        !self.is_finished && self.blocked.is_none_or(may)
    }
}
