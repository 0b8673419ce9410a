//! Exploration: who goes next, and what a load reads (paper, section 3, figure 3).
//!
//! An execution leaves three things open: which thread takes the next step, which of the stores that it may read from a load reads,
//! and a few odd choices (whom a signal wakes, whether a weak compare-exchange fails). A [`Strategy`] decides all of them. It sees nothing
//! but what it is shown here, so that an execution is determined by the program, the strategy and its seed: no clock, address or load.

mod biased;
mod exhaustive;
mod generator;
mod looking;
mod portfolio;
mod random;

pub use biased::Biased;
pub use exhaustive::{Exhaustive, RecordError};
pub use looking::Looking;
pub use portfolio::{Portfolio, StrategyKind, execution_seed};
pub use random::{Burst, Random};

use crate::{Order, ThreadId};

/// What a thread is about to do. Addresses only serve to decide which operations are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PendingOperation {
    /// An atomic load.
    Load(u64, Order),
    /// An atomic store.
    Store(u64, Order),
    /// A read-modify-write, or a compare-exchange whatever becomes of it (with the stronger of its orders).
    ReadModifyWrite(u64, Order),
    /// A fence.
    Fence(Order),
    /// Its first step.
    Start,
    /// Its last step.
    Finish,
    /// Creates a thread.
    Create,
    /// Waits for the end of a thread.
    Join(ThreadId),
    /// Takes a mutex or the like, by its address.
    Lock(u64),
    /// Gives it back.
    Unlock(u64),
    /// Anything else on a synchronisation object, by its address: wait, signal, barrier, once.
    Sync(u64),
    /// Lets others go first: `sched_yield`, a sleep, a pause.
    Yield,
}

impl PendingOperation {
    /// Whether it is an atomic store that is not sequentially consistent: one of those that section 3 keeps together, as doing them
    /// early only gives loads more to choose from.
    pub const fn is_weak_store(self) -> bool {
        matches!(self, PendingOperation::Store(_, order) if !order.is_seq_cst())
    }

    /// The address of what it is done to; none where that is no object of the program's.
    pub const fn address(self) -> Option<u64> {
        match self {
            PendingOperation::Load(address, _)
            | PendingOperation::Store(address, _)
            | PendingOperation::ReadModifyWrite(address, _) => Some(address),
            PendingOperation::Lock(address) | PendingOperation::Unlock(address) | PendingOperation::Sync(address) => {
                Some(address)
            }
            PendingOperation::Fence(_)
            | PendingOperation::Start
            | PendingOperation::Finish
            | PendingOperation::Create
            | PendingOperation::Join(_)
            | PendingOperation::Yield => None,
        }
    }

    /// Whether it is such a store, the first or the last step of a thread or the creation of one: what the published tool lets no thread wait with.
    const fn goes_first(self) -> bool {
        self.is_weak_store()
            || matches!(self, PendingOperation::Create | PendingOperation::Start | PendingOperation::Finish)
    }
}

/// A thread that can take a step, and what the step will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    thread: ThreadId,
    operation: PendingOperation,
    /// See [`PendingOperation::goes_first`]: asked for all threads at each step, so worked out once.
    goes_first: bool,
}

impl Pending {
    /// A thread with its next operation.
    pub const fn new(thread: ThreadId, operation: PendingOperation) -> Pending {
        Pending { thread, operation, goes_first: operation.goes_first() }
    }

    /// The thread.
    pub const fn thread(&self) -> ThreadId {
        self.thread
    }

    /// Its next operation.
    pub const fn operation(&self) -> PendingOperation {
        self.operation
    }
}

/// A store that a load may read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The thread that stored; `None` for a value from outside: initial, or written by code that is not instrumented.
    pub thread: Option<ThreadId>,
    /// The place of the store in the execution: of two stores the later one has the greater number.
    pub time: u64,
    /// The place of the store among the events of its thread: together with the thread a name for it that does not depend on what
    /// other threads did before. Of values from outside: among those.
    pub event: u32,
    /// The value.
    pub value: u128,
}

/// The stores that a load may read from: never none. There can be many, of which a strategy mostly wants to know little: each question is answered
/// when it is asked.
pub trait Candidates {
    /// How many there are.
    fn count(&self) -> usize;

    /// Which one is the latest.
    fn latest(&self) -> usize;

    /// One of them.
    ///
    /// # Panics
    /// Unless `index` is less than their number.
    fn get(&self, index: usize) -> Candidate;
}

/// What an odd choice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Whether a weak compare-exchange fails although it reads what it expects: option 1. With option 0 it is a strong one.
    SpuriousFailure,
    /// Which waiting thread a signal wakes.
    Wake,
    /// Anything else of the caller's.
    Other,
}

/// Decides what an execution leaves open.
///
/// Answers are indices into what is offered, which is never empty; one that is out of range counts as the last.
pub trait Strategy {
    /// A new execution begins. All decisions in it are a function of `seed` and of what is asked.
    fn begin(&mut self, seed: u64);

    /// `thread` could go on and has had no turn for very long, so that it has some now, whatever the strategy says. One that would leave it alone
    /// again, for as long as others wait for it without yielding, can see to that.
    fn was_starved(&mut self, _thread: ThreadId) {}

    /// Who takes the next step. `current` took the last one. `enabled` is in ascending order of threads; only threads that can take a step are in it,
    /// `current` not always.
    fn pick_thread(&mut self, current: ThreadId, enabled: &[Pending]) -> usize;

    /// Which store a load or read-modify-write of `thread` reads. Every one is consistent with all constraints.
    fn pick_store(&mut self, thread: ThreadId, candidates: &dyn Candidates) -> usize;

    /// Something else, with `options` possibilities.
    fn pick(&mut self, thread: ThreadId, choice: Choice, options: usize) -> usize;

    /// Whether the rest of this execution has been explored already, so that it may be broken off.
    fn is_redundant(&self) -> bool {
        false
    }
}

/// Loads read the newest store; of threads and all else it takes the first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Latest;

impl Strategy for Latest {
    fn begin(&mut self, _seed: u64) {}

    fn pick_thread(&mut self, _current: ThreadId, _enabled: &[Pending]) -> usize {
        0
    }

    fn pick_store(&mut self, _thread: ThreadId, candidates: &dyn Candidates) -> usize {
        candidates.latest()
    }

    fn pick(&mut self, _thread: ThreadId, _choice: Choice, _options: usize) -> usize {
        0
    }
}
