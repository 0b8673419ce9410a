//! Which code orders less than other code: the same events but for fences and annotations of order.
//!
//! The shipped models have fences and such annotations only in what must not be cyclic or empty, and nowhere taken away: an execution without one of them breaks no axiom that the same
//! execution with it keeps. So what is allowed of the code that orders more is allowed of the code that orders less, and where a combined test of the latter has no outcome
//! but those of its source, none of the former has. The same goes for accesses of some kinds: `weakening` says which.

use std::collections::BTreeSet;

use program::TagSet;

use crate::Architecture;

/// What is taken for granted of the rest of the thread when two bodies are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Assumed {
    /// Idle writes may go: later code does not access the locations, or may follow idle writes.
    pub(crate) idle_writes_may_go: bool,
    /// No other code is given the results: the final state alone shows them.
    pub(crate) passes_no_results: bool,
}

/// The event structures of a body without what only orders, and that apart: once for each way in which models see events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    views: Vec<OutlineView>,
    /// Whether its reads may come behind idle writes to their locations (see `weakening`).
    pub(crate) may_follow_idle_writes: bool,
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
    /// Whether it allows no less only where idle writes may go ([`Assumed::idle_writes_may_go`]).
    pub(super) lacks_idle_writes: bool,
}

impl OutlinePath {
    fn orders_no_more_than(&self, other: &OutlinePath, assumed: Assumed) -> bool {
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
            && (assumed.passes_no_results || self.of_results.is_subset(&other.of_results))
            && self.conditions.is_subset(&other.conditions)
    }
}

impl Outline {
    pub(super) fn new(paths: OutlineView, may_follow_idle_writes: bool) -> Outline {
        Outline { views: vec![paths], may_follow_idle_writes }
    }

    /// This and another view of the same body.
    pub(super) fn and(mut self, other: Outline) -> Outline {
        self.views.extend(other.views);
        self.may_follow_idle_writes &= other.may_follow_idle_writes;
        self
    }

    /// Whether other code may order more, and allows nothing besides: each of its paths has all that some path of this has.
    pub(crate) fn orders_no_more_than(&self, other: &Outline, assumed: Assumed) -> bool {
        let is_below = |own: &OutlineView, ways: &[OutlinePath]| {
            let mut ways = ways.iter().filter(|way| assumed.idle_writes_may_go || !way.lacks_idle_writes);
            let paths = || own.iter().filter_map(|ways| ways.first());
            ways.any(|way| paths().any(|path| path.orders_no_more_than(way, assumed)))
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
        Architecture::Mips | Architecture::Power | Architecture::X86 | Architecture::X86_64 => &[],
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
        | Architecture::X86
        | Architecture::X86_64 => order,
    }
}

/// The fences whose place among branches matters.
pub(super) fn of_instructions(architecture: Architecture) -> TagSet {
    named(architecture, &["ISB", "ISYNC", "Fence.i"])
}
