//! Which code orders less than other code: the same events but for fences and annotations of order.
//!
//! The shipped models have fences and such annotations only in what must not be cyclic or empty, and nowhere taken away: an execution without one of them breaks no axiom that the same
//! execution with it keeps. So what is allowed of the code that orders more is allowed of the code that orders less, and where a combined test of the latter has no outcome
//! but those of its source, none of the former has.

use program::TagSet;

use crate::Architecture;

/// The event structures of a body without what only orders, and that apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    /// In the order of their texts.
    paths: Vec<OutlinePath>,
}

/// A path.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OutlinePath {
    /// The path without fences and annotations.
    pub(super) text: String,
    /// Behind how many other events fences stand, and which.
    pub(super) fences: Vec<(usize, u128)>,
    /// By other event: its annotations of order.
    pub(super) orders: Vec<u128>,
}

impl OutlinePath {
    fn orders_no_more_than(&self, other: &OutlinePath) -> bool {
        let mut left = other.fences.clone();
        let has_fences = self.fences.iter().all(|fence| match left.iter().position(|known| known == fence) {
            Some(at) => {
                left.remove(at);
                true
            }
            None => false,
        });
        let mut orders = self.orders.iter().zip(&other.orders);
        has_fences && self.text == other.text && orders.all(|(own, other)| *own == 0 || own == other)
    }
}

impl Outline {
    pub(super) fn new(mut paths: Vec<OutlinePath>) -> Outline {
        paths.sort();
        paths.dedup();
        Outline { paths }
    }

    /// This and another view of the same body.
    pub(super) fn and(mut self, other: Outline) -> Outline {
        self.paths.extend(other.paths);
        self
    }

    /// Whether other code has all that this has, and may order more. Each path has its counterpart: one at the same place of the list.
    pub(crate) fn orders_no_more_than(&self, other: &Outline) -> bool {
        let mut pairs = self.paths.iter().zip(&other.paths);
        self.paths.len() == other.paths.len() && pairs.all(|(own, other)| own.orders_no_more_than(other))
    }

    /// How much it orders: less than anything that it is no more than, and is not.
    pub(crate) fn weight(&self) -> usize {
        let of = |path: &OutlinePath| path.fences.len() + path.orders.iter().filter(|order| **order != 0).count();
        self.paths.iter().map(of).sum()
    }
}

/// The annotations of accesses that only order.
pub(super) fn order_tags(architecture: Architecture) -> TagSet {
    let names: &[&str] = match architecture {
        Architecture::AArch64 | Architecture::Arm => &["A", "L", "Q"],
        Architecture::RiscV => &["Acq", "Rel", "AcqRel"],
        Architecture::Mips | Architecture::Power | Architecture::X86_64 => &[],
    };
    let tags = architecture.language().tags();
    let of_order = tags.iter().enumerate().filter(|(_, name)| names.contains(&&**name));
    of_order.fold(TagSet::NONE, |all, (number, _)| all.with(TagSet::only(number as u32)))
}
