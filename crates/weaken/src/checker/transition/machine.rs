//! The machine that takes steps: what a program and a model are to it, where threads stop, and which steps of the search lead on from there.

use super::event::{Action, Event};
use crate::Model;
use crate::checker::analysis::delays::DelayedAccesses;
use crate::checker::analysis::live::Live;
use crate::checker::analysis::read_loops::ReadLoops;
use crate::checker::checks::Checks;
use crate::checker::code::{Annotation, Asked, ClassId, Code, StepId, Update};
use crate::checker::state::Range;
use crate::checker::state::happens_before::DataRace;
use crate::checker::state::knowledge_state::KnowledgeStep;

/// What program, model and bounds are.
pub(crate) struct Machine<'p> {
    pub(crate) code: &'p Code,
    pub(crate) live: &'p Live,
    pub(crate) model: Model,
    /// Classes of objects each access to which is interleaved.
    pub(crate) is_shared: Vec<bool>,
    /// Reads that a later access can overtake.
    pub(crate) overtaken: relation::IdVec<StepId, bool>,
    /// Likewise, where what is written may be overtaken behind what is read: read-modify-writes of models where these take effect one after the other.
    pub(crate) divided: relation::IdVec<StepId, bool>,
    /// The accesses that may be delayed; none where all may.
    pub(crate) late: Option<&'p DelayedAccesses>,
    /// Loops that only read.
    pub(crate) read_loops: &'p ReadLoops,
    /// The most accesses of a thread that are pending at once.
    pub(crate) buffer: usize,
    /// The bit of each global variable that is tracked.
    pub(crate) static_bits: Vec<Option<u8>>,
    /// Whether a lock may be found taken without waiting for it.
    pub(crate) has_try_lock: bool,
    /// Whether a lock may be shared.
    pub(crate) has_readers: bool,
    /// Whether another thread may be about to count itself up or down in the word of a lock, having read how many share it.
    pub(crate) readers_are_divided: bool,
    /// Whether locks are only waited for: none is tried, shared or destroyed.
    pub(crate) locks_are_waited_for: bool,
    /// Whether memory of the heap may be given back.
    pub(crate) gives_back: bool,
    /// Whether objects are tracked at all.
    pub(crate) tracks: bool,
    /// What is looked for.
    pub(crate) checks: Checks,
    /// Classes of objects with atomic and other accesses, where data races are looked for: of these atomic accesses are remembered.
    pub(crate) is_mixed: Vec<bool>,
    /// Whether to stop.
    pub(crate) cancelled: &'p (dyn Fn() -> bool + Sync),
    /// How many bytes the objects take that are there from the beginning.
    pub(crate) static_bytes: usize,
}

/// What is found out on the way.
#[derive(Default)]
pub(crate) struct Findings {
    /// What happens, where a trace is wanted.
    pub(crate) log: Option<Vec<Event>>,
    /// A class of objects that threads race for.
    pub(crate) race: Option<ClassId>,
    /// Whether more accesses could have been delayed at once.
    pub(crate) is_buffer_full: bool,
    /// Whether a tracked object was touched since this was last cleared.
    pub(crate) has_touched: bool,
    /// What threads have done to what is known since this was last cleared, in order.
    pub(crate) knowledge: Vec<(usize, KnowledgeStep)>,
    /// What has reached memory since this was last cleared, where delayed reads may return it.
    pub(crate) learned: Vec<(Range, u64)>,
    /// The threads that had to wait since more accesses could have been delayed at once, since this was last cleared, a bit each.
    pub(crate) full: u64,
    /// What is wrong with an execution for certain, where that shows as a step is taken.
    pub(crate) fault: Option<(usize, StepId, Fault)>,
    /// Classes of objects that threads access while there are several of them, and whether by atomic accesses.
    pub(crate) accessed: Vec<(ClassId, bool)>,
    /// Whether there was no room to remember an access that others may race with.
    pub(crate) has_no_room_for_races: bool,
    /// The threads that have looked at other threads since this was last cleared, a bit each.
    pub(crate) onlookers: u64,
}

impl Findings {
    /// There is an access to an object of a class while there are several threads.
    pub(crate) fn meet_access(&mut self, class: ClassId, is_atomic: bool) {
        if !self.accessed.contains(&(class, is_atomic)) {
            self.accessed.push((class, is_atomic));
        }
    }

    pub(crate) fn record(&mut self, thread: usize, step: StepId, action: Action) {
        if let Some(log) = &mut self.log {
            log.push(Event { thread, step, action });
        }
    }
}

/// What makes an execution wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Assertion,
    /// An access to memory that is no object's.
    Address(u64),
    /// The same, by another thread's step that has been entered already: an object is given back before it takes effect.
    Late(u64, StepId),
    /// `free` of what is no allocated object.
    Free(u64),
    Division,
    /// A shift by as many bits as there are, or more.
    Shift,
    /// The result of signed arithmetic is no number of its type.
    Overflow {
        operator: char,
        operands: [i64; 2],
        bits: u8,
    },
    /// A lock is given back by a thread that does not hold it.
    NotHeld(u64),
    /// A lock is taken that is no more, or destroyed once more.
    Destroyed(u64),
    /// A lock is made or destroyed while a thread holds it.
    Held {
        lock: u64,
        is_destroyed: bool,
    },
    /// The library is not called as it asks to be.
    Asked(Asked),
    /// So many allocated objects are not given back at the end.
    Leak(usize),
    /// A call of what is no function.
    NotCode(u64),
    /// A read of what was never written, at this address.
    Unwritten(u64),
    /// A value that was never written decides something, or is computed with.
    Undefined,
    /// A lock is taken that was never made.
    NotInitialised(u64),
    /// Two accesses that nothing orders.
    Race(DataRace),
}

/// Why a thread goes no further alone.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    Read(Access),
    /// A read-modify-write, and what its operands depend on.
    Update(Access, Change, u64),
    Lock {
        access: Access,
        try_only: bool,
        shared: bool,
    },
    Unlock {
        access: Access,
    },
    /// It waits for the end of a thread.
    Join,
    Choose(u8),
    /// An atomic section begins.
    Atomic,
    /// It is about to allocate where another object was, or to free one that threads race for.
    Object,
    /// It waits for its own accesses.
    Blocked,
    Ended,
    /// The process is about to end.
    Exit,
    /// It goes no further: what it assumes does not hold, or objects that are not interleaved are raced for.
    Dead,
    /// A fault, if the choices of values are right that it depends on.
    Fault(Fault, u64),
    Unsupported(StepId),
    /// It runs in a circle without touching shared memory.
    Circle,
    /// It does not come to an end of what it does alone.
    Endless,
}

/// An access to shared memory that a thread stands before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) range: Range,
    pub(crate) annotation: Annotation,
    /// What the address depends on.
    pub(crate) address: u64,
}

/// What a read-modify-write does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    Update(Update, u64),
    CompareExchange {
        expected: u64,
        new: u64,
    },
    /// A lock is taken, if it is free,
    Lock {
        holder: u64,
        shared: bool,
    },
    /// or given back.
    Unlock,
}

/// A step that is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transition {
    /// The access that a thread stands before takes effect.
    Now,
    /// What a read-modify-write or an operation on a lock reads takes effect, and what it writes becomes pending.
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

impl Stop {
    /// The access that the thread stands before.
    pub(crate) fn access(&self) -> Option<&Access> {
        match self {
            Stop::Read(access) | Stop::Update(access, ..) => Some(access),
            Stop::Lock { .. }
            | Stop::Unlock { .. }
            | Stop::Join
            | Stop::Choose(_)
            | Stop::Atomic
            | Stop::Object
            | Stop::Exit
            | Stop::Blocked
            | Stop::Ended
            | Stop::Dead
            | Stop::Fault(..)
            | Stop::Unsupported(_)
            | Stop::Circle
            | Stop::Endless => None,
        }
    }

    /// The step of the search by which the thread goes on from here when that is possible; none where it waits for something else, does not go on, or any value may be chosen.
    pub(crate) fn transition(&self) -> Option<Transition> {
        match self {
            Stop::Read(_) | Stop::Update(..) => Some(Transition::Now),
            Stop::Lock { .. } => Some(Transition::Lock),
            Stop::Unlock { .. } => Some(Transition::Unlock),
            Stop::Atomic => Some(Transition::Atomic),
            Stop::Object => Some(Transition::Object),
            Stop::Exit => Some(Transition::Exit),
            Stop::Join | Stop::Choose(_) | Stop::Blocked | Stop::Ended | Stop::Dead => None,
            Stop::Fault(..) | Stop::Unsupported(_) | Stop::Circle | Stop::Endless => None,
        }
    }
}
