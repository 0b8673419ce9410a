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
    /// Whether one of them keeps reads of one location in order.
    pub(super) orders_reads: bool,
}

impl Fenced {
    /// A barrier comes behind an access; `is_deciding`: which decides branches or addresses before it.
    pub(super) fn add(&mut self, barrier: Barrier, is_deciding: bool) {
        // `isb` after a branch (`ctrl+isb`): it keeps before it only what decides a branch or an address.
        if barrier.needs_branch {
            self.is_decided |= is_deciding;
            return;
        }
        self.pairs = self.pairs.or(barrier.pairs);
        self.is_full |= barrier.pairs == Pairs::ALL;
    }

    /// Whether they keep an access of the one direction before one of the other.
    pub(super) fn has(self, before: Direction, behind: Direction) -> bool {
        self.pairs.has(before.in_arch(), behind.in_arch())
    }

    pub(super) fn bits(self) -> u8 {
        self.pairs.bits()
            | u8::from(self.is_full) << 4
            | u8::from(self.is_decided) << 5
            | u8::from(self.orders_reads) << 6
    }
}

/// How an access is annotated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Annotation {
    /// Half of an atomic instruction.
    pub(super) atomic: bool,
    /// Half of a pair of exclusives.
    pub(super) exclusive: bool,
    /// Part of an instruction that is a full barrier.
    pub(super) locked: bool,
    /// All that follows waits for it.
    pub(super) acquire: bool,
    /// A read-acquire that an earlier release need not precede (Armv8.3's RCpc).
    pub(super) acquire_pc: bool,
    /// It waits for all that comes before.
    pub(super) release: bool,
    /// A read whose result is thrown away.
    pub(super) no_return: bool,
}

/// The tags of a language that matter.
pub(super) struct Meaning {
    atomic: TagSet,
    exclusive: TagSet,
    locked: TagSet,
    acquire: TagSet,
    acquire_pc: TagSet,
    release: TagSet,
    no_return: TagSet,
    /// Fences that keep reads of one location in order, where nothing else does.
    orders_reads: TagSet,
    /// Whether reads of exclusives wait for all that comes before, and all that follows for their writes.
    pairs_are_barriers: bool,
    fences: Vec<(TagSet, Barrier)>,
}

/// Whether there is a machine for the tests of an architecture under `model`.
fn is_known(architecture: &arch::Architecture, model: Model) -> bool {
    let Some(own) = architecture.own_model().filter(|own| own.is_multi_copy_atomic) else { return false };
    match model.facts() {
        None => true,
        Some(facts) => {
            let is_about = facts.litmus.is_some_and(|tests| tests.are_in(architecture.name));
            is_about || facts.is_total_store_order() && own.is_total_store_order()
        }
    }
}

impl Meaning {
    /// What the tags of `language` mean; `None` when there is no machine for it under `model`.
    pub(super) fn of(language: &dyn Language, model: Model) -> Option<Meaning> {
        let architecture = arch::architecture(language.name()).filter(|architecture| is_known(architecture, model))?;
        let names: Vec<_> = language.tags().iter().collect();
        let tag = |name: &str| {
            let index = names.iter().position(|known| known == name);
            index.map_or(TagSet::NONE, |index| TagSet::only(index as u32))
        };
        let any = |of: &[&str]| of.iter().fold(TagSet::NONE, |all, name| all.with(tag(name)));
        // Under the model of another architecture, annotations order nothing. (Under sequential consistency everything is ordered.)
        let is_own = model.facts().is_some_and(|facts| facts.architecture() == Some(architecture));
        let annotated = |of: &[&str]| if is_own { any(of) } else { TagSet::NONE };
        let are_barriers = |model: Option<arch::Model>| model.is_some_and(arch::Model::updates_are_barriers);
        let atomic = tag("X");
        let is_locked = are_barriers(model.facts()) || are_barriers(architecture.own_model());
        let ordered_by = model.local().and_then(|local| local.reads_ordered_by);
        let orders_reads = names
            .iter()
            .filter(|name| ordered_by.is_some() && architecture.instruction_of_tag(name).as_deref() == ordered_by);
        let orders_reads = orders_reads.fold(TagSet::NONE, |all, name| all.with(tag(name)));
        // Of no effect under a model are the fences of what it does not relax.
        let fences = names.iter().filter_map(|name| Some((tag(name), architecture.barrier_of_tag(name)?))).collect();
        Some(Meaning {
            atomic,
            exclusive: tag("EX"),
            // Where updates are barriers, all halves of atomic instructions are locked; else those that LoongArch's `_db` forms are.
            locked: if is_locked { atomic } else { annotated(&["DB"]) },
            acquire: annotated(&["A", "Acq", "AcqRel"]),
            acquire_pc: annotated(&["Q"]),
            release: annotated(&["L", "Rel", "AcqRel"]),
            no_return: tag("NoRet"),
            orders_reads,
            pairs_are_barriers: is_own && model.local().is_some_and(|local| local.pairs_are_barriers),
            fences,
        })
    }

    pub(super) fn annotation(&self, tags: TagSet, direction: Direction) -> Annotation {
        let has = |tag: TagSet| tags.0 & tag.0 != 0;
        let exclusive = has(self.exclusive);
        let is_barrier = |of: Direction| exclusive && self.pairs_are_barriers && direction == of;
        Annotation {
            atomic: has(self.atomic),
            exclusive,
            locked: has(self.locked),
            acquire: has(self.acquire) || is_barrier(Direction::Write),
            acquire_pc: has(self.acquire_pc),
            release: has(self.release) || is_barrier(Direction::Read),
            no_return: has(self.no_return),
        }
    }

    /// Whether an event with these tags keeps reads of one location in order.
    pub(super) fn orders_reads(&self, tags: TagSet) -> bool {
        tags.0 & self.orders_reads.0 != 0
    }

    /// The barriers that an event with these tags is.
    pub(super) fn barriers(&self, tags: TagSet) -> impl Iterator<Item = Barrier> {
        self.fences.iter().filter(move |(tag, _)| tags.0 & tag.0 != 0).map(|(_, barrier)| *barrier)
    }
}
