//! A state of the machine.

use smallvec::SmallVec;

use super::flat::StepId;
use super::front::{Front, Provenance};
use super::memory::Range;
use super::tags::{Annotation, Fenced};

/// Pending accesses of one thread, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Mask(pub(super) u64);

impl Mask {
    pub(super) const NONE: Mask = Mask(0);

    pub(super) fn only(slot: u8) -> Mask {
        Mask(1 << slot)
    }

    #[must_use]
    pub(super) fn with(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }

    #[must_use]
    pub(super) fn without(self, other: Mask) -> Mask {
        Mask(self.0 & !other.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn meets(self, other: Mask) -> bool {
        self.0 & other.0 != 0
    }
}

/// The delayed reads that something depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Sources {
    /// Those that it is computed from.
    pub(super) strong: Mask,
    /// Those that only choose among values (Arm's "pick" dependencies).
    pub(super) pick: Mask,
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
    pub(super) fn all(self) -> Mask {
        self.strong.with(self.pick)
    }

    fn confirm(&mut self, done: Mask) {
        self.strong = self.strong.without(done);
        self.pick = self.pick.without(done);
    }
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Direction {
    Read,
    Write,
}

/// An access that has not taken effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pending {
    /// Its bit in masks; free again when it has taken effect.
    pub(super) slot: u8,
    pub(super) step: StepId,
    pub(super) direction: Direction,
    pub(super) range: Range,
    /// What is written, or what the read is supposed to return.
    pub(super) value: u128,
    pub(super) annotation: Annotation,
    /// What has to take effect before.
    pub(super) waits: Mask,
    /// What address and data of a write depend on.
    pub(super) sources: Mask,
    /// The read of the same atomic instruction or pair of exclusives, of a write.
    pub(super) rmw_read: Mask,
    /// The fences since.
    pub(super) fenced: Fenced,
    /// A write whose instruction both acquires and releases: it orders what follows.
    pub(super) orders_all: bool,
    /// A read of which a later one of the location has taken effect: it must read the same write.
    pub(super) pinned: bool,
    /// The monitor of a read or write that is half of a read-modify-write.
    pub(super) monitor: Option<u8>,
}

/// What became of the read of a read-modify-write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum MonitorState {
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
pub(super) struct Monitor {
    pub(super) range: Range,
    pub(super) state: MonitorState,
    /// Whether the write is certain to come: of an atomic instruction.
    pub(super) locked: bool,
}

/// One thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ThreadState {
    pub(super) front: Front<Sources>,
    /// What the addresses of the accesses so far depend on.
    pub(super) addresses: Sources,
    /// In program order.
    pub(super) pending: Vec<Pending>,
    pub(super) monitors: SmallVec<[Option<Monitor>; 2]>,
    /// The monitor of the last load-exclusive, until its store.
    pub(super) reserved: Option<u8>,
    /// The last read of the instruction that is one half of an atomic one: the monitor, and the mask of the read while it is pending.
    pub(super) atomic_read: Option<(u8, Mask, bool)>,
}

impl ThreadState {
    pub(super) fn new(front: Front<Sources>) -> ThreadState {
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
    pub(super) fn live(&self) -> Mask {
        self.pending.iter().fold(Mask::NONE, |all, pending| all.with(Mask::only(pending.slot)))
    }

    /// A bit that nothing pending has.
    pub(super) fn free_slot(&self) -> Option<u8> {
        let live = self.live().0;
        (live != u64::MAX).then(|| live.trailing_ones() as u8)
    }

    /// Something has taken effect: nothing depends on it any more.
    pub(super) fn confirm(&mut self, slot: u8) {
        let done = Mask::only(slot);
        self.front.provenances().for_each(|sources| sources.confirm(done));
        self.addresses.confirm(done);
        for pending in &mut self.pending {
            pending.waits = pending.waits.without(done);
            pending.sources = pending.sources.without(done);
            pending.rmw_read = pending.rmw_read.without(done);
        }
        if let Some((_, mask, _)) = &mut self.atomic_read {
            *mask = mask.without(done);
        }
    }

    pub(super) fn add_monitor(&mut self, monitor: Monitor) -> u8 {
        let free = self.monitors.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.monitors.push(None);
            self.monitors.len() - 1
        });
        self.monitors[at] = Some(monitor);
        at as u8
    }

    pub(super) fn drop_monitor(&mut self, monitor: u8) {
        self.monitors[usize::from(monitor)] = None;
        // Equal states have equal lists.
        while let Some(None) = self.monitors.last() {
            self.monitors.pop();
        }
    }
}

/// All threads, and memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) threads: Vec<ThreadState>,
    pub(super) memory: Vec<u8>,
}
