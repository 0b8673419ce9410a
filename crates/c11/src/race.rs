//! Data races (C11 5.1.2.4p25): two conflicting accesses, not both atomic, that happens-before does not order.

use crate::{AccessSite, ThreadId};

/// What an access in a race is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessKind {
    /// A read that is not atomic.
    Read,
    /// A write that is not atomic.
    Write,
    /// An atomic load, or a volatile read.
    AtomicRead,
    /// An atomic store or read-modify-write, or a volatile write.
    AtomicWrite,
}

impl AccessKind {
    /// Whether it writes.
    pub const fn is_write(self) -> bool {
        matches!(self, AccessKind::Write | AccessKind::AtomicWrite)
    }

    /// Whether it is atomic or volatile.
    pub const fn is_atomic(self) -> bool {
        matches!(self, AccessKind::AtomicRead | AccessKind::AtomicWrite)
    }

    /// Whether two accesses to the same byte, unordered and by different threads, race.
    pub const fn conflicts_with(self, other: AccessKind) -> bool {
        (self.is_write() || other.is_write()) && !(self.is_atomic() && other.is_atomic())
    }
}

/// One of the two accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RacingAccess {
    /// Who.
    pub thread: ThreadId,
    /// What.
    pub kind: AccessKind,
    /// Where in the program: what the caller gave with the access.
    pub place: AccessSite,
}

/// A data race. Each is reported once an execution for two places and kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// The lowest byte that both access.
    pub address: u64,
    /// The access that took place first.
    pub first: RacingAccess,
    /// The access at which the race was seen.
    pub second: RacingAccess,
    /// Whether the first happens before the second. Then this is no data race: the first is the end of the memory
    /// ([`Execution::end_memory`](crate::Execution::end_memory)), which the second uses all the same.
    pub is_ordered: bool,
}
