//! What the tags of Power and of 32-bit Arm mean to the machine.

use arch::{Barrier, Cumulativity, Pairs};
use litmus::Language;
use program::TagSet;

use crate::model::Propagating;

/// What a fence does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::machine) enum Fence {
    /// It orders all accesses before it with all behind it, and all threads agree on what is before it (`sync`, `dmb`).
    Full,
    /// The same between writes only (`dmb st`).
    FullStores,
    /// It orders all before it with all behind it but writes with reads, and passes on what is before it to the threads that read what is behind it
    /// (`lwsync`).
    Lightweight,
    /// The same between writes only (`eieio`).
    LightweightStores,
    /// What is behind it waits for the branches before it (`isync`, `isb`).
    Control,
}

impl Fence {
    /// The fence that a barrier of Power or 32-bit Arm is. These have no others.
    fn of(barrier: Barrier) -> Option<Fence> {
        match (barrier.pairs, barrier.cumulativity, barrier.needs_branch) {
            (_, _, true) => Some(Fence::Control),
            (Pairs::ALL, Cumulativity::Full, false) => Some(Fence::Full),
            (Pairs::WRITE_WRITE, Cumulativity::Full, false) => Some(Fence::FullStores),
            (Pairs::LIGHTWEIGHT, Cumulativity::Lightweight, false) => Some(Fence::Lightweight),
            (Pairs::WRITE_WRITE, Cumulativity::Lightweight, false) => Some(Fence::LightweightStores),
            _ => None,
        }
    }
}

/// The tags of programs that come from no language of litmus tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgramTag {
    /// Half of a read-modify-write.
    Exclusive,
    /// `sync`, or `dmb`.
    Full,
    /// `lwsync`. Armv7 has no such instruction; threads start and end with it there, too.
    Lightweight,
    /// `eieio`, or `dmb st`.
    Stores,
    /// `isync`, or `isb`.
    Control,
}

impl ProgramTag {
    /// It alone.
    pub(crate) const fn set(self) -> TagSet {
        TagSet::only(self as u32)
    }
}

/// The tags of a language that matter.
pub(in crate::machine) struct Meaning {
    pub(super) model: Propagating,
    exclusive: TagSet,
    atomic: TagSet,
    fences: Vec<(TagSet, Fence)>,
}

impl Meaning {
    /// What the tags of `language` mean; `None` when it is not one of `model`.
    pub(in crate::machine) fn of(language: &dyn Language, model: Propagating) -> Option<Meaning> {
        let architecture = model.facts().architecture().filter(|known| known.name == language.name())?;
        let names: Vec<_> = language.tags().iter().collect();
        let tag = |name: &str| {
            let index = names.iter().position(|known| known == name);
            index.map_or(TagSet::NONE, |index| TagSet::only(index as u32))
        };
        let fences =
            names.iter().filter_map(|name| Some((tag(name), Fence::of(architecture.barrier_of_tag(name)?)?))).collect();
        Some(Meaning { model, exclusive: tag("EX"), atomic: tag("X"), fences })
    }

    /// What [`ProgramTag`]s mean.
    pub(in crate::machine) fn of_programs(model: Propagating) -> Meaning {
        let stores = match model {
            Propagating::Power => Fence::LightweightStores,
            Propagating::Armv7 => Fence::FullStores,
        };
        let fences = [
            (ProgramTag::Full, Fence::Full),
            (ProgramTag::Lightweight, Fence::Lightweight),
            (ProgramTag::Stores, stores),
            (ProgramTag::Control, Fence::Control),
        ];
        let fences = fences.into_iter().map(|(tag, fence)| (tag.set(), fence)).collect();
        Meaning { model, exclusive: ProgramTag::Exclusive.set(), atomic: TagSet::NONE, fences }
    }

    pub(super) fn is_exclusive(&self, tags: TagSet) -> bool {
        tags.0 & self.exclusive.0 != 0
    }

    pub(super) fn is_atomic(&self, tags: TagSet) -> bool {
        tags.0 & self.atomic.0 != 0
    }

    /// What a fence with these tags does, if it does anything.
    pub(super) fn fences(&self, tags: TagSet) -> impl Iterator<Item = Fence> {
        self.fences.iter().filter(move |(tag, _)| tags.0 & tag.0 != 0).map(|&(_, fence)| fence)
    }
}
