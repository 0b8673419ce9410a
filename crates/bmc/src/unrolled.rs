//! Unrolled programs: threads whose events happen under conditions, and what must not happen.
//!
//! A litmus test comes as a list of paths for each thread, which is exponential in its branches. Here each event has a [`Guard`] in place of paths, and where the ways of a branch come
//! together values are selected by guards, so that the size is that of the unrolled text. All that computes with events is the same for both: the encoder asks whether events happen,
//! what needs what, and who can be together (`skeleton`).
//!
//! Source: loops unrolled to a bound with an assertion that it suffices (E. Clarke, D. Kroening, F. Lerda: *A Tool for Checking ANSI-C Programs*, TACAS 2004), events with execution
//! literals as in Dartagnan.

use execution::ThreadPath;
use program::{Expressions, IdVec, Program, SymbolId, ThreadId, Width};

use crate::guards::{Guard, Guards};

/// A value in an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownValue {
    /// A number.
    Number(u128),
    /// So many bytes behind the beginning of a location.
    Address(program::LocationId, i64),
}

/// A relation between the events of a thread whose pairs may depend on the way that the thread takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dependency {
    /// Address dependencies.
    Address,
    /// Data dependencies.
    Data,
    /// Control dependencies.
    Control,
    /// From register writes to register reads.
    Register,
    /// Causality within an instruction by values.
    Within,
    /// Causality within an instruction by choices.
    Decides,
}

impl Dependency {
    /// The word of models for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Dependency::Address => "addr",
            Dependency::Data => "data",
            Dependency::Control => "ctrl",
            Dependency::Register => "rf-reg",
            Dependency::Within => "iico_data",
            Dependency::Decides => "iico_ctrl",
        }
    }
}

/// An event of a thread: its number among the thread's.
pub type InThread = (ThreadId, u32);

/// A pair of events of one thread that is in a relation only under a condition.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The relation.
    pub dependency: Dependency,
    /// The thread.
    pub thread: ThreadId,
    /// The events.
    pub ends: (u32, u32),
    /// When, where both happen.
    pub when: Guard,
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Awaited {
    /// That a loop ends which only reads.
    Loop,
    /// A lock, a semaphore or the threads of a barrier.
    Lock,
    /// The end of a thread.
    Thread,
}

/// A place where a thread stops that waits. It waits for ever where what it has read there last is what memory holds in the end.
#[derive(Clone, Debug)]
pub struct Wait {
    /// Which thread.
    pub thread: ThreadId,
    /// For what.
    pub awaited: Awaited,
    /// When it stops there, whichever store-conditionals fail that need not.
    pub when: Guard,
    /// What it has read last: its events.
    pub reads: Vec<u32>,
    /// What it has written as it tried: no change that others could wait for.
    pub writes: Vec<u32>,
}

/// When a thread is there, and when it comes to its end.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// When it is started.
    pub started: Guard,
    /// When it ends; not that it is `main`, with which the program ends.
    pub ended: Guard,
}

/// A program without loops and calls.
pub struct Unrolled {
    /// Its memory, and as many threads as there are, without instructions.
    pub program: Program,
    /// The events of each thread in program order, events that exclude each other among them.
    pub threads: IdVec<ThreadId, ThreadPath>,
    /// When each of them happens.
    pub happens: IdVec<ThreadId, Vec<Guard>>,
    /// Pairs in the threads' relations that are not always there.
    pub conditional: Vec<Pair>,
    /// The conditions.
    pub guards: Guards,
    /// All values.
    pub expressions: Expressions,
    /// How many symbols there are.
    pub symbols: usize,
    /// Those that no read stands for: they may be anything.
    pub free: Vec<(SymbolId, Width)>,
    /// What holds in all executions.
    pub required: Vec<Guard>,
    /// When something happens that must not.
    pub violations: Vec<Guard>,
    /// When a loop would have more turns.
    pub cuts: Vec<Guard>,
    /// When the program comes to its end.
    pub ended: Guard,
    /// Where threads wait.
    pub waits: Vec<Wait>,
    /// Writes with which memory ends: an access that reads from one, or writes behind one, comes too late.
    pub ends: Vec<InThread>,
    /// By thread when it is there.
    pub spans: IdVec<ThreadId, Span>,
}
