//! Who knows of which accesses: objects that threads hand to each other in an order that the program itself makes.
//!
//! Each tracked object has two bits. A thread *knows the writes* of an object when all writes to it happen before whatever the thread does next, and
//! *knows the reads* when all reads since the last write do. Knowledge travels with what orders threads: a write carries what its thread has *settled*
//! (what is certain to have taken effect before the write does), a read takes over what the write carried, and starts, joins and locks pass on
//! everything. An access by a thread that does not know enough is a race: from then on each access to objects of that class is interleaved.
//!
//! Where a later access may overtake a read, what the read brought counts behind a fence only, with one exception: a write of the cell that was read waits for the read under every
//! model, and carries that on. So a plain counter (`count++`) orders all that was done before it, and not only what its last writer did. Without that, the threads of litmus tests that count
//! themselves race with the thread that looks at their registers: one program of three threads had 23 million states and more, with it 1537.
//!
//! That this changes no verdict: as long as no access races, each access to a tracked object has its place in the happens-before order of every
//! execution that the program has, so that executions which differ in when it takes effect are equivalent, and one where it takes effect at once is among
//! them. A race in any execution shows in the reduced search as well: take the first one and move all earlier accesses to where they are entered.
//!
//! **Suppositions.** A thread that supposes what delayed reads return goes on, and may access a tracked object on the strength of it. What it writes there is in memory at once, before the reads have proved right, and if it was a race,
//! other threads may read what no execution has written. So from a race on that rests on suppositions (a *doubt*, [`Doubt`](super::Doubt)) until these are settled, nothing counts that any thread comes to: no fault, nothing that is not
//! understood, no end. That loses nothing: if the reads prove right, the race is one, and the search begins anew; and if not, there is no such execution. (A loop of two reads once showed it: one had proved right, the write behind
//! the loop was in memory, and another thread's assertion failed with it.)

/// Tracked objects, a bit each, for writes and for reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Knowledge {
    pub(crate) writes: u64,
    pub(crate) reads: u64,
}

impl Knowledge {
    pub(crate) const ALL: Knowledge = Knowledge { writes: u64::MAX, reads: u64::MAX };

    #[must_use]
    pub(crate) fn with(self, other: Knowledge) -> Knowledge {
        Knowledge { writes: self.writes | other.writes, reads: self.reads | other.reads }
    }

    #[must_use]
    pub(crate) fn without(self, other: Knowledge) -> Knowledge {
        Knowledge { writes: self.writes & !other.writes, reads: self.reads & !other.reads }
    }

    /// Forgets the reads of the objects in `bits`.
    pub(crate) fn forget_reads(&mut self, bits: u64) {
        self.reads &= !bits;
    }

    /// Forgets all about the objects in `bits`.
    pub(crate) fn forget(&mut self, bits: u64) {
        self.writes &= !bits;
        self.reads &= !bits;
    }

    /// Whether reading the objects in `bits` comes after all writes.
    pub(crate) fn may_read(self, bits: u64) -> bool {
        self.writes & bits == bits
    }

    /// Whether writing the objects in `bits` comes after all accesses.
    pub(crate) fn may_write(self, bits: u64) -> bool {
        self.writes & self.reads & bits == bits
    }
}
