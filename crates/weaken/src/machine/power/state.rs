//! A state of the machine.

use std::rc::Rc;

use program::Temp;

use crate::machine::flat::StepId;
use crate::machine::front::{FaultKind, Front, Load, Provenance};
use crate::machine::memory::Range;
use crate::machine::multi_copy_atomic::state::Mask;

use super::ordered::Ordered;
use super::storage::Storage;
use super::writes::{Source, View, WriteId, WriteSet};

/// The reads that something depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::machine) struct Origin {
    /// Those that are pending.
    pub(super) reads: Mask,
    /// What the initiation of the others comes after.
    pub(super) initiated: View,
    /// What their commit comes after.
    pub(super) committed: View,
}

impl Provenance for Origin {
    fn with(self, other: Origin) -> Origin {
        Origin {
            reads: self.reads.with(other.reads),
            initiated: self.initiated.with(other.initiated),
            committed: self.committed.with(other.committed),
        }
    }

    /// A choice within an instruction is no dependency in these models.
    fn picked(self) -> Origin {
        Origin::default()
    }
}

impl Source {
    /// The write that an access is.
    pub(super) fn of(access: &Pending) -> Option<Source> {
        match access.kind {
            Kind::Write(id) => Some(Source::Write(id)),
            Kind::Read | Kind::Fence { .. } => None,
        }
    }
}

/// What is pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Read,
    Write(WriteId),
    /// A full fence, between writes only or between all accesses.
    Fence {
        stores_only: bool,
    },
}

impl Kind {
    pub(super) fn is_write(self) -> bool {
        matches!(self, Kind::Write(_))
    }
}

/// How far an access is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Progress {
    Entered,
    /// A read has its value, a write its address and value.
    Initiated,
    /// A read is final, a write can be read by others.
    Committed,
}

/// Parts of pending accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Parts {
    pub(super) initiations: Mask,
    pub(super) commits: Mask,
}

impl Parts {
    pub(super) fn is_empty(self) -> bool {
        self.initiations.is_empty() && self.commits.is_empty()
    }
}

/// The read of a read-modify-write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Partner {
    /// It is pending.
    Pending(u8),
    /// It has read this.
    Done(Source),
}

/// An access or a full fence that is not over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pending {
    /// Its bit in masks.
    pub(super) slot: u8,
    pub(super) step: StepId,
    pub(super) kind: Kind,
    pub(super) range: Range,
    /// What is written, or what the read is supposed to return.
    pub(super) value: u128,
    pub(super) progress: Progress,
    /// What its initiation waits for by dependencies.
    pub(super) initiation: Parts,
    /// What its commit waits for by dependencies.
    pub(super) commit: Parts,
    /// What it waits for by fences.
    pub(super) ordered: Mask,
    /// What its initiation comes after.
    pub(super) initiated: View,
    /// What its commit comes after by dependencies.
    pub(super) committed: View,
    /// What it comes after by fences.
    pub(super) fenced: View,
    /// What a read has read from.
    pub(super) source: Option<Source>,
    /// Whether a later write of the thread is committed or a later full fence executed. A read that is not overtaken so need not be delayed: its thread can as well stand before it.
    pub(super) is_overtaken: bool,
    /// Whether other threads know of something behind it: a write that they can read, or a full fence.
    pub(super) is_passed: bool,
    /// Whether a lightweight fence is behind it, and a fence of writes.
    pub(super) before_lightweight: bool,
    pub(super) before_stores: bool,
    /// Of a write that ends a read-modify-write.
    pub(super) partner: Option<Partner>,
}

impl Pending {
    /// Whether it has its place in the order of all threads: a read is initiated, a write committed.
    pub(super) fn is_done(&self) -> bool {
        match self.kind {
            Kind::Read => self.progress >= Progress::Initiated,
            Kind::Write(_) => self.progress == Progress::Committed,
            Kind::Fence { .. } => false,
        }
    }
}

/// What the accesses of a thread to a location that are over mean to later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct History {
    /// The latest write in coherence order that one of them read or wrote.
    pub(super) latest: Source,
    /// What the initiations of the reads come after that have read it,
    pub(super) readers: View,
    /// and of those that have read an earlier one.
    pub(super) earlier_readers: View,
    /// What the commit of the last write of the thread comes after.
    pub(super) own: View,
    /// What all commits come after.
    pub(super) committed: View,
}

impl History {
    pub(super) const NONE: History = History {
        latest: Source::Initial,
        readers: View { propagated: WriteSet::NONE, agreed: WriteSet::NONE },
        earlier_readers: View { propagated: WriteSet::NONE, agreed: WriteSet::NONE },
        own: View { propagated: WriteSet::NONE, agreed: WriteSet::NONE },
        committed: View { propagated: WriteSet::NONE, agreed: WriteSet::NONE },
    };
}

/// One thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ThreadState {
    pub(super) front: Front<Origin>,
    /// What the addresses of the accesses so far depend on.
    pub(super) addresses: Origin,
    /// What the branches before the last control fence depend on.
    pub(super) before_control: Origin,
    /// In program order.
    pub(super) pending: Vec<Pending>,
    /// Its writes that are of consequence, in program order, which is the order of their names.
    pub(super) writes: Vec<WriteId>,
    /// What comes after the accesses that are done: all, and the writes.
    pub(super) done: View,
    pub(super) done_writes: View,
    /// What comes after those of them that a fence is behind: what it passes on to all accesses behind it, and to writes.
    pub(super) passed_on: View,
    pub(super) passed_to_writes: View,
    pub(super) histories: Ordered<Range, History>,
    /// The last exclusive read, until an exclusive write; the read of an atomic instruction, until its write.
    pub(super) reserved: Option<Partner>,
    pub(super) atomic_read: Option<Partner>,
}

impl ThreadState {
    pub(super) fn new(front: Front<Origin>) -> ThreadState {
        ThreadState {
            front,
            addresses: Origin::default(),
            before_control: Origin::default(),
            pending: Vec::new(),
            writes: Vec::new(),
            done: View::default(),
            done_writes: View::default(),
            passed_on: View::default(),
            passed_to_writes: View::default(),
            histories: Ordered::default(),
            reserved: None,
            atomic_read: None,
        }
    }

    pub(super) fn history(&self, range: Range) -> History {
        self.histories.get(range).copied().unwrap_or(History::NONE)
    }

    pub(super) fn find(&self, slot: u8) -> Option<&Pending> {
        self.pending.iter().find(|pending| pending.slot == slot)
    }

    /// Gives what is pending the slots of its places, so that equal states are equal.
    pub(super) fn renumber(&mut self) {
        let slots: Vec<u8> = self.pending.iter().map(|pending| pending.slot).collect();
        if slots.iter().enumerate().all(|(index, &slot)| index == usize::from(slot)) {
            return;
        }
        let renumbered = |mask: &mut Mask| {
            let places = (0_u8..).zip(&slots).filter(|(_, slot)| mask.meets(Mask::only(**slot)));
            *mask = places.fold(Mask::NONE, |all, (place, _)| all.with(Mask::only(place)));
        };
        // A partner that is over has become `Done` (`retire`), so that each slot named here is pending.
        let place_of = |partner: &mut Option<Partner>| {
            if let Some(Partner::Pending(slot)) = partner
                && let Some((place, _)) = (0_u8..).zip(&slots).find(|(_, other)| *other == slot)
            {
                *slot = place;
            }
        };
        for (place, pending) in (0_u8..).zip(&mut self.pending) {
            pending.slot = place;
            let Pending { initiation, commit, ordered, partner, .. } = pending;
            let parts = [&mut initiation.initiations, &mut initiation.commits];
            let masks = parts.into_iter().chain([&mut commit.initiations, &mut commit.commits, ordered]);
            masks.for_each(renumbered);
            place_of(partner);
        }
        self.origins().for_each(|origin| renumbered(&mut origin.reads));
        place_of(&mut self.reserved);
        place_of(&mut self.atomic_read);
    }

    /// All origins that the thread holds.
    pub(super) fn origins(&mut self) -> impl Iterator<Item = &mut Origin> {
        let others = [&mut self.addresses, &mut self.before_control];
        self.front.provenances().chain(others)
    }
}

/// Why a thread goes no further alone.
#[derive(Clone, Copy, Debug)]
pub(in crate::machine) enum Stop {
    /// It is about to read.
    Load(Load<Origin>),
    /// A bit that nothing constrains.
    Choice(Temp),
    /// It has ended.
    Ended,
    /// There is no such execution.
    Dead,
    /// It does something that has no meaning, if what this depends on is as it is supposed to be.
    Fault(FaultKind, Mask),
    /// It runs in a circle without accessing memory.
    Circle,
    /// So much is pending that there is no room for another access.
    Full,
    /// So many of its writes are of consequence that there is no room for another.
    FullOfWrites,
}

/// All threads, and what they share.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::machine) struct State {
    /// States share the threads that no step between them has changed.
    pub(super) threads: Vec<Rc<ThreadState>>,
    pub(super) storage: Rc<Storage>,
    /// Memory at the start.
    pub(super) initial: Rc<[u8]>,
}

impl State {
    /// A thread, to be changed.
    pub(super) fn thread(&mut self, number: usize) -> &mut ThreadState {
        Rc::make_mut(&mut self.threads[number])
    }
}
