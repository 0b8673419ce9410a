//! Which code orders less than other code: the same events but for fences and annotations of order.
//!
//! The shipped models have fences and such annotations only in what must not be cyclic or empty, and nowhere taken away: an execution without one of them breaks no axiom that the same
//! execution with it keeps. So what is allowed of the code that orders more is allowed of the code that orders less, and where a combined test of the latter has no outcome
//! but those of its source, none of the former has. The same goes for accesses of some kinds: `weakening` says which.

use std::collections::BTreeSet;

use program::TagSet;

use crate::Architecture;
use crate::source_test::Surroundings;

/// The event structures of a body without what only orders, and that apart: once for each way in which models see events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    views: Vec<OutlineView>,
}

/// One way in which models see events: by path what the path is, and then what is left of it where accesses are left out that allow no less (see `weakening`).
type OutlineView = Vec<Vec<OutlinePath>>;

/// A path, or what is left of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OutlinePath {
    /// Its accesses, without annotations of order.
    pub(super) text: String,
    /// Behind how many accesses fences stand, and which.
    pub(super) fences: Vec<(usize, u128)>,
    /// By access: its annotations of order.
    pub(super) orders: Vec<u128>,
    /// What relates accesses and branches: more of it allows less.
    pub(super) relations: BTreeSet<String>,
    /// What relates these to results.
    pub(super) of_results: BTreeSet<String>,
    /// What must hold on it.
    pub(super) conditions: BTreeSet<String>,
    /// Whether it allows no less only where the thread does not access the location afterwards.
    pub(super) is_for_last: bool,
}

impl OutlinePath {
    fn orders_no_more_than(&self, other: &OutlinePath, surroundings: Surroundings) -> bool {
        if self.text != other.text {
            return false;
        }
        let mut left = other.fences.clone();
        let has_fences = self.fences.iter().all(|fence| match left.iter().position(|known| known == fence) {
            Some(at) => {
                left.remove(at);
                true
            }
            None => false,
        });
        let mut orders = self.orders.iter().zip(&other.orders);
        has_fences
            && orders.all(|(own, other)| own & !other == 0)
            && self.relations.is_subset(&other.relations)
            && (surroundings.passes_no_results || self.of_results.is_subset(&other.of_results))
            && self.conditions.is_subset(&other.conditions)
    }
}

impl Outline {
    pub(super) fn new(paths: OutlineView) -> Outline {
        Outline { views: vec![paths] }
    }

    /// This and another view of the same body.
    pub(super) fn and(mut self, other: Outline) -> Outline {
        self.views.extend(other.views);
        self
    }

    /// Whether other code may order more, and allows nothing besides: each of its paths has all that some path of this has.
    pub(crate) fn orders_no_more_than(&self, other: &Outline, surroundings: Surroundings) -> bool {
        let is_below = |own: &OutlineView, ways: &[OutlinePath]| {
            let mut ways = ways.iter().filter(|way| surroundings.accesses_no_more || !way.is_for_last);
            let paths = || own.iter().filter_map(|ways| ways.first());
            ways.any(|way| paths().any(|path| path.orders_no_more_than(way, surroundings)))
        };
        let mut views = self.views.iter().zip(&other.views);
        self.views.len() == other.views.len() && views.all(|(own, other)| other.iter().all(|ways| is_below(own, ways)))
    }
}

/// The annotations of accesses that only order.
pub(super) fn order_tags(architecture: Architecture) -> TagSet {
    let names: &[&str] = match architecture {
        Architecture::AArch64 | Architecture::Arm => &["A", "L", "Q"],
        Architecture::RiscV => &["Acq", "Rel", "AcqRel"],
        Architecture::Mips | Architecture::Power | Architecture::X86_64 => &[],
    };
    named(architecture, names)
}

/// The tags with these names.
fn named(architecture: Architecture, names: &[&str]) -> TagSet {
    let tags = architecture.language().tags();
    let chosen = tags.iter().enumerate().filter(|(_, name)| names.contains(&&**name));
    chosen.fold(TagSet::NONE, |all, (number, _)| all.with(TagSet::only(number as u32)))
}

/// The annotations of order of an access, those included that are weaker: an acquire orders all that an acquire-pc orders.
pub(super) fn with_weaker(architecture: Architecture, order: TagSet) -> TagSet {
    match architecture {
        Architecture::AArch64 if order.0 & named(architecture, &["A"]).0 != 0 => {
            order.with(named(architecture, &["Q"]))
        }
        Architecture::AArch64
        | Architecture::Arm
        | Architecture::Mips
        | Architecture::Power
        | Architecture::RiscV
        | Architecture::X86_64 => order,
    }
}

/// The fences whose place among branches matters.
pub(super) fn of_instructions(architecture: Architecture) -> TagSet {
    named(architecture, &["ISB", "ISYNC", "Fence.i"])
}
