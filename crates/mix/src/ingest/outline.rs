//! Which code orders less than other code: the same events but for fences and annotations of order.
//!
//! The shipped models have fences and such annotations only in what must not be cyclic or empty, and nowhere taken away: an execution without one of them breaks no axiom that the same
//! execution with it keeps. So what is allowed of the code that orders more is allowed of the code that orders less, and where a combined test of the latter has no outcome
//! but those of its source, none of the former has. The same goes for accesses of some kinds: `weakening` says which.
//!
//! On Arm (A64 and A32), full barriers also stand in for annotations of an access beside them, with the other half of its atomic access between at most. The model (`half-ob`,
//! `aob`) has of a release that it comes behind all that is before it, which a barrier before it gives as well, and that later acquires come behind it, which takes a barrier
//! behind it, or that the thread has no acquire behind it; of an acquire that all later accesses come behind it, which a barrier behind it gives as well, and that it comes behind
//! earlier releases and behind the reads of atomic accesses that it reads from, which takes a barrier before it, or that the thread has neither before it. An atomic instruction
//! that does both comes before all that is behind it, its write included: that takes a barrier behind it too.

use std::collections::BTreeSet;

use arch::{Barrier, Pairs};
use program::TagSet;

use crate::Architecture;

/// What is taken for granted of the rest of the thread when two bodies are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Assumed {
    /// Idle writes may go: later code does not access the locations, or may follow idle writes.
    pub(crate) idle_writes_may_go: bool,
    /// No other code is given the results: the final state alone shows them.
    pub(crate) passes_no_results: bool,
    /// No code of the thread before it has a release, or the write of an atomic access.
    pub(crate) no_release_before: bool,
    /// No code of the thread behind it has an acquire.
    pub(crate) no_acquire_behind: bool,
}

/// The event structures of a body without what only orders, and that apart: once for each way in which models see events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    views: Vec<OutlineView>,
    /// Whether its reads may come behind idle writes to their locations (see `weakening`).
    pub(crate) may_follow_idle_writes: bool,
    /// Whether it has a release, or the write of an atomic access.
    pub(crate) may_release: bool,
    /// Whether it has an acquire that stays behind earlier releases.
    pub(crate) may_acquire: bool,
    substitutes: Substitutes,
}

/// The annotations that full barriers stand in for, and these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Substitutes {
    /// Annotations that all later accesses come behind.
    acquires: u128,
    /// Those of them that come behind earlier releases.
    ordered_acquires: u128,
    /// Annotations that come behind all earlier accesses.
    releases: u128,
    full_fences: u128,
}

impl Substitutes {
    pub(super) fn of(architecture: Architecture) -> Substitutes {
        let order = &architecture.facts().order;
        if order.acquires.is_empty() && order.releases.is_empty() {
            return Substitutes::default();
        }
        Substitutes {
            acquires: named(architecture, order.acquires).0,
            ordered_acquires: named(architecture, order.ordered_acquires).0,
            releases: named(architecture, order.releases).0,
            full_fences: barriers(architecture, |barrier| barrier.pairs == Pairs::ALL).0,
        }
    }
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
    /// The accesses that are the write of an atomic access whose read comes directly before.
    pub(super) second_halves: BTreeSet<usize>,
    /// All accesses that are the write of an atomic access.
    pub(super) atomic_writes: BTreeSet<usize>,
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
    fn orders_no_more_than(&self, other: &OutlinePath, assumed: Assumed, substitutes: Substitutes) -> bool {
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
        let keeps_order = |access: usize| self.keeps_order_of(access, other, assumed, substitutes);
        has_fences
            && self.orders.len() == other.orders.len()
            && (0..self.orders.len()).all(keeps_order)
            && self.relations.is_subset(&other.relations)
            && (assumed.passes_no_results || self.of_results.is_subset(&other.of_results))
            && self.conditions.is_subset(&other.conditions)
    }

    /// Whether the other path, which has the same accesses, keeps the order that the annotations of one of them give here.
    fn keeps_order_of(&self, access: usize, other: &OutlinePath, assumed: Assumed, substitutes: Substitutes) -> bool {
        let missing = self.orders[access] & !other.orders[access];
        let Substitutes { acquires, ordered_acquires, releases, full_fences } = substitutes;
        if missing & !(acquires | releases) != 0 {
            return false;
        }
        let has_any = |orders: &[u128], of: u128| orders.iter().any(|order| order & of != 0);
        let is_second_half = self.second_halves.contains(&access);
        let is_fenced = |place: usize| other.fences.iter().any(|(at, tags)| *at == place && tags & full_fences != 0);
        let is_fenced_behind = is_fenced(access + 1);
        let keeps_release = || {
            let is_fenced_before = is_fenced(access) || is_second_half && is_fenced(access - 1);
            let first_half = access - usize::from(is_second_half);
            let is_acquire_too = has_any(&self.orders[first_half..=access], acquires);
            let has_acquire_behind =
                !assumed.no_acquire_behind || has_any(&self.orders[access + 1..], ordered_acquires);
            is_fenced_before && (is_fenced_behind || !is_acquire_too && !has_acquire_behind)
        };
        let keeps_acquire = || {
            let is_first_half = self.second_halves.contains(&(access + 1));
            let has_release_before = !assumed.no_release_before
                || has_any(&self.orders[..access], releases)
                || self.atomic_writes.range(..access).next().is_some();
            (is_fenced_behind || is_first_half && is_fenced(access + 2)) && (is_fenced(access) || !has_release_before)
        };
        (missing & releases == 0 || keeps_release()) && (missing & acquires == 0 || keeps_acquire())
    }
}

impl Outline {
    pub(super) fn new(paths: OutlineView, may_follow_idle_writes: bool, substitutes: Substitutes) -> Outline {
        let whole = || paths.iter().filter_map(|ways| ways.first());
        let has_any = |of: u128| whole().flat_map(|path| &path.orders).any(|order| order & of != 0);
        let may_release = has_any(substitutes.releases) || whole().any(|path| !path.atomic_writes.is_empty());
        let may_acquire = has_any(substitutes.ordered_acquires);
        Outline { views: vec![paths], may_follow_idle_writes, may_release, may_acquire, substitutes }
    }

    /// This and another view of the same body.
    pub(super) fn and(mut self, other: Outline) -> Outline {
        self.views.extend(other.views);
        self.may_follow_idle_writes &= other.may_follow_idle_writes;
        self.may_release |= other.may_release;
        self.may_acquire |= other.may_acquire;
        self
    }

    /// Whether other code may order more, and allows nothing besides: each of its paths has all that some path of this has.
    pub(crate) fn orders_no_more_than(&self, other: &Outline, assumed: Assumed) -> bool {
        let is_below = |own: &OutlineView, ways: &[OutlinePath]| {
            let mut ways = ways.iter().filter(|way| assumed.idle_writes_may_go || !way.lacks_idle_writes);
            let paths = || own.iter().filter_map(|ways| ways.first());
            ways.any(|way| paths().any(|path| path.orders_no_more_than(way, assumed, self.substitutes)))
        };
        let mut views = self.views.iter().zip(&other.views);
        self.views.len() == other.views.len() && views.all(|(own, other)| other.iter().all(|ways| is_below(own, ways)))
    }
}

/// The annotations of accesses that only order.
pub(super) fn order_tags(architecture: Architecture) -> TagSet {
    named(architecture, architecture.facts().order.only_order)
}

/// The tags with these names.
fn named(architecture: Architecture, names: &[&str]) -> TagSet {
    let tags = architecture.language().tags();
    let chosen = tags.iter().enumerate().filter(|(_, name)| names.contains(&&**name));
    chosen.fold(TagSet::NONE, |all, (number, _)| all.with(TagSet::only(number as u32)))
}

/// The fences whose barriers are such in every version of the architecture.
fn barriers(architecture: Architecture, is_such: fn(Barrier) -> bool) -> TagSet {
    let language = architecture.language();
    let versions = || arch::ARCHITECTURES.iter().filter(|known| known.name == language.name());
    let is_one = |tag: &str| versions().all(|version| version.barrier_of_tag(tag).is_some_and(is_such));
    let tags = language.tags().iter().enumerate().filter(|(_, tag)| is_one(tag));
    tags.fold(TagSet::NONE, |all, (number, _)| all.with(TagSet::only(number as u32)))
}

/// The annotations of order of an access, those included that are weaker: an acquire orders all that an acquire-pc orders.
pub(super) fn with_weaker(architecture: Architecture, order: TagSet) -> TagSet {
    let weaker = architecture.facts().order.weaker.iter();
    weaker.fold(order, |all, (strong, weak)| match order.0 & named(architecture, &[*strong]).0 {
        0 => all,
        _ => all.with(named(architecture, &[*weak])),
    })
}

/// The fences whose place among branches matters.
pub(super) fn of_instructions(architecture: Architecture) -> TagSet {
    barriers(architecture, |barrier| barrier.needs_branch).with(named(architecture, &["Fence.i"]))
}
