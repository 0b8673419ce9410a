//! What the tags of events mean to the machine.

use arch::{Barrier, Pairs};
use litmus::Language;
use program::TagSet;

use super::front::Direction;
use crate::Model;

/// What the fences behind an access keep it before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Fenced {
    /// The pairs that they order.
    pairs: Pairs,
    /// Whether one of them orders all pairs.
    pub(super) is_full: bool,
    /// Whether one of them is an instruction barrier, and the access decides branches or addresses before it.
    pub(super) is_decided: bool,
}

impl Fenced {
    /// A barrier comes behind an access; `is_deciding`: which decides branches or addresses before it.
    pub(super) fn add(&mut self, barrier: Barrier, is_deciding: bool) {
        if barrier.needs_branch {
            self.is_decided |= is_deciding;
            return;
        }
        self.pairs = self.pairs.or(barrier.pairs);
        self.is_full |= barrier.pairs == Pairs::ALL;
    }

    /// Whether they keep an access of the one direction before one of the other.
    pub(super) fn has(self, before: Direction, behind: Direction) -> bool {
        let in_arch = |direction| match direction {
            Direction::Read => arch::Direction::Read,
            Direction::Write => arch::Direction::Write,
        };
        self.pairs.has(in_arch(before), in_arch(behind))
    }

    pub(super) fn bits(self) -> u8 {
        self.pairs.bits() | u8::from(self.is_full) << 4 | u8::from(self.is_decided) << 5
    }
}

/// How an access is annotated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Annotation {
    /// Half of an atomic instruction.
    pub(super) atomic: bool,
    /// Half of a pair of exclusives.
    pub(super) exclusive: bool,
    /// A read-acquire.
    pub(super) acquire: bool,
    /// A read-acquire that an earlier release need not precede (Armv8.3's RCpc).
    pub(super) acquire_pc: bool,
    /// A write-release.
    pub(super) release: bool,
    /// A read whose result is thrown away.
    pub(super) no_return: bool,
}

/// The tags of a language that matter.
pub(super) struct Meaning {
    atomic: TagSet,
    exclusive: TagSet,
    acquire: TagSet,
    acquire_pc: TagSet,
    release: TagSet,
    no_return: TagSet,
    fences: Vec<(TagSet, Barrier)>,
}

/// Whether writes may be overtaken by later reads, and nothing else by anything, on an architecture whose read-modify-writes are barriers.
fn has_total_store_order(architecture: &arch::Architecture) -> bool {
    let is_tso = |model: &arch::Model| model.relaxes == arch::Model::TSO.relaxes && model.updates_are_barriers;
    architecture.models.iter().any(|model| is_tso(model))
}

impl Meaning {
    /// What the tags of `language` mean; `None` when there is no machine for it under `model`.
    pub(super) fn of(language: &dyn Language, model: Model) -> Option<Meaning> {
        let architecture = arch::architecture(language.name())?;
        let is_known = match language.name() {
            "X86_64" => matches!(model, Model::Sc | Model::Tso | Model::Pso | Model::Rmo),
            "AArch64" => matches!(model, Model::Sc | Model::Armv8),
            _ => matches!(model, Model::Sc | Model::Tso) && has_total_store_order(architecture),
        };
        let names: Vec<_> = language.tags().iter().collect();
        let tag = |name: &str| {
            let index = names.iter().position(|known| known == name);
            index.map_or(TagSet::NONE, |index| TagSet::only(index as u32))
        };
        // Of no effect under a model are the fences of what it does not relax.
        let fences = names.iter().filter_map(|name| Some((tag(name), architecture.barrier_of_tag(name)?))).collect();
        is_known.then(|| Meaning {
            atomic: tag("X"),
            exclusive: tag("EX"),
            acquire: tag("A"),
            acquire_pc: tag("Q"),
            release: tag("L"),
            no_return: tag("NoRet"),
            fences,
        })
    }

    pub(super) fn annotation(&self, tags: TagSet) -> Annotation {
        let has = |tag: TagSet| tags.0 & tag.0 != 0;
        Annotation {
            atomic: has(self.atomic),
            exclusive: has(self.exclusive),
            acquire: has(self.acquire),
            acquire_pc: has(self.acquire_pc),
            release: has(self.release),
            no_return: has(self.no_return),
        }
    }

    /// The barriers that an event with these tags is.
    pub(super) fn barriers(&self, tags: TagSet) -> impl Iterator<Item = Barrier> {
        self.fences.iter().filter(move |(tag, _)| tags.0 & tag.0 != 0).map(|(_, barrier)| *barrier)
    }
}
