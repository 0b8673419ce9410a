//! A state of the machine.

use smallvec::SmallVec;

use crate::machine::flat::StepId;
use crate::machine::front::{Direction, Front, Provenance};
use crate::machine::memory::Range;
use crate::machine::tags::{Annotation, Fenced};

/// Pending accesses of one thread, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Mask(pub(crate) u64);

impl Mask {
    pub(crate) const NONE: Mask = Mask(0);

    pub(crate) fn only(slot: u8) -> Mask {
        Mask(1 << slot)
    }

    #[must_use]
    pub(crate) fn with(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }

    #[must_use]
    pub(crate) fn without(self, other: Mask) -> Mask {
        Mask(self.0 & !other.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn meets(self, other: Mask) -> bool {
        self.0 & other.0 != 0
    }
}

/// The delayed reads that something depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Sources {
    /// Those that it is computed from.
    pub(crate) strong: Mask,
    /// Those that only choose among values (Arm's "pick" dependencies).
    pub(crate) pick: Mask,
}

impl Provenance for Sources {
    fn with(self, other: Sources) -> Sources {
        Sources { strong: self.strong.with(other.strong), pick: self.pick.with(other.pick) }
    }

    /// The same as a choice among values.
    fn picked(self) -> Sources {
        Sources { strong: Mask::NONE, pick: self.all() }
    }
}

impl Sources {
    pub(crate) fn all(self) -> Mask {
        self.strong.with(self.pick)
    }

    fn confirm(&mut self, done: Mask) {
        self.strong = self.strong.without(done);
        self.pick = self.pick.without(done);
    }
}

/// An access that has not taken effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pending {
    /// Its bit in masks; free again when it has taken effect.
    pub(crate) slot: u8,
    pub(crate) step: StepId,
    pub(crate) direction: Direction,
    pub(crate) range: Range,
    /// What is written, or what the read is supposed to return.
    pub(crate) value: u128,
    pub(crate) annotation: Annotation,
    /// What has to take effect before.
    pub(crate) waits: Mask,
    /// What address and data of a write depend on.
    pub(crate) sources: Mask,
    /// The read of the same atomic instruction or pair of exclusives, of a write.
    pub(crate) rmw_read: Mask,
    /// The fences since.
    pub(crate) fenced: Fenced,
    /// A write whose instruction both acquires and releases: it orders what follows.
    pub(crate) orders_all: bool,
    /// A read of which a later one of the location has taken effect: it must read the same write.
    pub(crate) pinned: bool,
    /// The monitor of a read or write that is half of a read-modify-write.
    pub(crate) monitor: Option<u8>,
}

/// What became of the read of a read-modify-write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MonitorState {
    /// It is pending.
    Waiting,
    /// It took effect, and no write to the location has since.
    Valid,
    /// It read what its own thread's write will put into memory; others may write before that.
    Forwarded(u8),
    /// Another thread has written since.
    Lost,
}

/// Watches the location between the read and the write of a read-modify-write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Monitor {
    pub(crate) range: Range,
    pub(crate) state: MonitorState,
    /// Whether the write is certain to come: of an atomic instruction.
    pub(crate) locked: bool,
}

/// One thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ThreadState {
    pub(crate) front: Front<Sources>,
    /// What the addresses of the accesses so far depend on.
    pub(crate) addresses: Sources,
    /// In program order.
    pub(crate) pending: Vec<Pending>,
    pub(crate) monitors: SmallVec<[Option<Monitor>; 2]>,
    /// The monitor of the last load-exclusive, until its store.
    pub(crate) reserved: Option<u8>,
    /// The last read of the instruction that is one half of an atomic one.
    pub(crate) atomic_read: Option<AtomicRead>,
}

/// What has been read by an atomic instruction that has not written yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct AtomicRead {
    /// Its monitor; none where the write takes effect with the read.
    pub(crate) monitor: Option<u8>,
    /// The read, while it is pending.
    pub(crate) read: Mask,
    /// Whether it is an acquire.
    pub(crate) acquires: bool,
}

impl ThreadState {
    pub(crate) fn new(front: Front<Sources>) -> ThreadState {
        ThreadState {
            front,
            addresses: Sources::default(),
            pending: Vec::new(),
            monitors: SmallVec::new(),
            reserved: None,
            atomic_read: None,
        }
    }

    /// The bits of what is pending.
    pub(crate) fn live(&self) -> Mask {
        self.pending.iter().fold(Mask::NONE, |all, pending| all.with(Mask::only(pending.slot)))
    }

    /// A bit that nothing pending has.
    pub(crate) fn free_slot(&self) -> Option<u8> {
        let live = self.live().0;
        // The lowest one: states that differ in nothing but names would be states of their own.
        (live != u64::MAX).then(|| live.trailing_ones() as u8)
    }

    /// Something has taken effect: nothing depends on it any more.
    pub(crate) fn confirm(&mut self, slot: u8) {
        let done = Mask::only(slot);
        self.front.provenances().for_each(|sources| sources.confirm(done));
        self.addresses.confirm(done);
        for pending in &mut self.pending {
            pending.waits = pending.waits.without(done);
            pending.sources = pending.sources.without(done);
            pending.rmw_read = pending.rmw_read.without(done);
        }
        if let Some(atomic) = &mut self.atomic_read {
            atomic.read = atomic.read.without(done);
        }
    }

    pub(crate) fn add_monitor(&mut self, monitor: Monitor) -> u8 {
        let free = self.monitors.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.monitors.push(None);
            self.monitors.len() - 1
        });
        self.monitors[at] = Some(monitor);
        at as u8
    }

    /// The next instruction begins, or there is none. An atomic instruction that has not written by now writes nothing, and others may write again.
    pub(crate) fn leave_instruction(&mut self) {
        if let Some(monitor) = self.atomic_read.take().and_then(|atomic| atomic.monitor) {
            self.give_up(monitor);
        }
    }

    /// A monitor watches no longer.
    pub(crate) fn give_up(&mut self, monitor: u8) {
        let of_monitor = self.pending.iter_mut().filter(|pending| pending.monitor == Some(monitor));
        of_monitor.for_each(|read| read.monitor = None);
        self.drop_monitor(monitor);
    }

    pub(crate) fn drop_monitor(&mut self, monitor: u8) {
        self.monitors[usize::from(monitor)] = None;
        // Equal states have equal lists.
        while let Some(None) = self.monitors.last() {
            self.monitors.pop();
        }
    }
}

/// All threads, and memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) threads: Vec<ThreadState>,
    pub(crate) memory: Vec<u8>,
}
