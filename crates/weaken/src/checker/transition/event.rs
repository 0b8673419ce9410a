//! What happens in an execution: recorded where a trace is wanted.

use crate::checker::code::StepId;
use crate::checker::state::Range;

/// Where a read gets its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Memory that others may change meanwhile.
    Memory,
    /// A write of the same thread that has not taken effect.
    OwnWrite,
    /// An object that no other thread touches meanwhile.
    Settled,
}

/// What happens in a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Reads {
        range: Range,
        value: u64,
        from: Origin,
    },
    /// A write to an object that no other thread touches meanwhile.
    Writes {
        range: Range,
        value: u64,
    },
    /// A write is entered; it takes effect later.
    Enters {
        range: Range,
        value: u64,
    },
    Effect {
        range: Range,
        value: u64,
    },
    /// A read is delayed.
    Delays {
        range: Range,
    },
    Confirms {
        range: Range,
        value: u64,
    },
    Updates {
        range: Range,
        old: u64,
        new: Option<u64>,
    },
    Chooses(u64),
    Starts(usize),
    /// A thread that has been started begins.
    Begins(usize),
    Joins(usize),
    Locks,
    FindsLocked,
    Unlocks,
    /// The object at this address is given back.
    Frees(u64),
}

/// An action of a thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub(crate) thread: usize,
    pub(crate) step: StepId,
    pub(crate) action: Action,
}
