//! Pairs of competing accesses that are no race: by rules, each with a name and proved for all executions of the model, not the sequentially consistent ones alone.
//!
//! A cycle that goes from one thread to another by such a pair needs no order at either end of it: what comes before the one access is before what comes after the other, as the
//! threads synchronise between the two. So the method is that of Shasha and Snir (TOPLAS 1988), whose cycles are made of accesses that race, with happens-before in the place of phases.
//!
//! - *lock*: both accesses are made with the same single lock held: a variable, or an object that is allocated where the program comes once, and which is all that the pointer may lead to.
//! - *object-lock*: both are made with a lock held whose address has the same distance from that of the access, or the same index ([`Protection`]). Accesses that share a byte, of the same size and aligned, have
//!   the same address, so the lock is the same.
//! - *hand-over*: a thread `T` writes something other than 0 to a flag that is 0 at first, and no other thread does. What `T` does before each such write is before all that stands behind a branch which is taken
//!   only where the flag was read as something else than 0: the value is that of such a write. The write releases and the read acquires, or both are made with the same lock held.
//! - *call-type*: which code a thread executes follows from the functions that its calls by pointers are of; those of another type than the call are none of them ([`cprog::points_to::Calls`]).
//! - *fresh*: an access to an object through the pointer that its allocation gave, before that pointer is stored or passed on. No other thread has come to the object, on models that keep a write behind all that its thread has
//!   done before: who finds the pointer finds what was done. A cycle does not enter a thread at such an access.

mod fresh;
mod hand_over;

use std::collections::BTreeSet;

use cprog::ir::Program;
use cprog::points_to::{Location, PointsTo};
use relation::Index;
use rustc_hash::FxHashMap;

use crate::bits::{Matrix, insert, no_events, ones, remove};
use crate::graph::{Aeg, ClassId, EventId};
use crate::locks::Protection;
use crate::rules::Rule;
use fresh::fresh_accesses;
use hand_over::handed_over;

/// The pairs that are left, and how many of them each rule has excluded.
#[derive(Clone, Debug)]
pub struct Excluded {
    /// The pairs that no rule excludes.
    pub open: Matrix,
    /// Accesses to objects that no other thread knows yet: no cycle enters a thread at them.
    pub fresh: Vec<u64>,
    /// How many pairs each rule excludes that no rule before it does, by the order of [`Rule::ALL`]; functions that are not called for [`Rule::CallType`].
    pub counts: [usize; Rule::ALL.len()],
}

fn pairs(matrix: &Matrix) -> usize {
    let bits = (0..matrix.rows()).flat_map(|row| matrix.row(row)).map(|bits| bits.count_ones() as usize);
    bits.sum::<usize>() / 2
}

/// Excludes what the rules of the graph's options exclude.
pub(crate) fn exclude(program: &Program, points_to: &PointsTo, aeg: &Aeg, competing: &Matrix) -> Excluded {
    let rules = aeg.options.rules;
    let mut open = competing.clone();
    let mut counts = [0; Rule::ALL.len()];
    let mut left = pairs(&open);
    let mut fresh = no_events(aeg.events.len());
    for rule in Rule::ALL.into_iter().filter(|rule| rules.has(*rule)) {
        match rule {
            Rule::Lock => locked(aeg, &mut open),
            Rule::ObjectLock => locked_with_objects(aeg, points_to, &mut open),
            Rule::HandOver => handed_over(program, points_to, aeg, &mut open),
            // These are left out in one direction.
            // The object may be reached by others later, so that cycles still leave by the access.
            Rule::Fresh => {
                fresh = fresh_accesses(program, aeg);
                counts[rule as usize] = ones(&fresh).map(|event| open.iter(event.index()).count()).sum();
                continue;
            }
            // Which functions threads execute was known before there were pairs: what is counted are the functions that are not called.
            Rule::CallType => {
                counts[rule as usize] = points_to.calls_left_out();
                continue;
            }
        }
        let now = pairs(&open);
        counts[rule as usize] = left - now;
        left = now;
    }
    Excluded { open, fresh, counts }
}

/// The single locks that are held at an access.
fn single_locks(aeg: &Aeg, event: EventId) -> BTreeSet<Location> {
    let point = aeg.events[event].point;
    let found = aeg.protections.at(point).iter().filter_map(|protection| match protection {
        Protection::Single(lock) => Some(*lock),
        Protection::Beside { .. } | Protection::Indexed { .. } => None,
    });
    found.chain(aeg.locks.at(point)).collect()
}

fn locked(aeg: &Aeg, open: &mut Matrix) {
    let mut holding: FxHashMap<Location, Vec<u64>> = FxHashMap::default();
    for id in aeg.events.ids() {
        for lock in single_locks(aeg, id) {
            insert(holding.entry(lock).or_insert_with(|| no_events(aeg.events.len())), id);
        }
    }
    for id in aeg.events.ids() {
        for lock in single_locks(aeg, id) {
            // Two critical sections of one lock are ordered as wholes. An event that competes with itself is cut, too: each instance holds the lock.
            cut(aeg, open, id, &holding[&lock], Rule::Lock);
        }
    }
}

/// Removes the pairs of an event with those that are protected with it.
fn cut(aeg: &Aeg, open: &mut Matrix, event: EventId, others: &[u64], rule: Rule) {
    if aeg.options.rules.is_too_wide(rule) {
        for other in open.iter(event.index()).collect::<Vec<_>>() {
            open.clear(other.index(), event);
            open.clear(event.index(), other);
        }
    }
    remove(open.row_mut(event.index()), others);
}

fn locked_with_objects(aeg: &Aeg, points_to: &PointsTo, open: &mut Matrix) {
    let mut holding: FxHashMap<Protection, Vec<u64>> = FxHashMap::default();
    let protected: Vec<(EventId, &[Protection])> = aeg
        .events
        .iter_enumerated()
        .filter(|(id, _)| is_aligned(aeg, points_to, *id))
        .map(|(id, event)| (id, aeg.protections.at(event.point)))
        .collect();
    for (id, protections) in &protected {
        for protection in of_objects(protections) {
            insert(holding.entry(*protection).or_insert_with(|| no_events(aeg.events.len())), *id);
        }
    }
    for (id, protections) in &protected {
        for protection in of_objects(protections) {
            cut(aeg, open, *id, &holding[protection], Rule::ObjectLock);
        }
    }
}

/// The protections by locks of objects.
fn of_objects(protections: &[Protection]) -> impl Iterator<Item = &Protection> {
    protections.iter().filter(|protection| !matches!(protection, Protection::Single(_)))
}

/// Whether an access is to a multiple of its size wherever it goes, so that another one of that size to one of its bytes is to all of them.
fn is_aligned(aeg: &Aeg, points_to: &PointsTo, event: EventId) -> bool {
    let event = &aeg.events[event];
    let is_aligned = |class: &ClassId| {
        let class = &aeg.classes[*class];
        class.bytes.is_power_of_two()
            && class.bytes <= 16
            && class.location.offset.is_multiple_of(class.bytes)
            && points_to.stride(class.location.object).is_multiple_of(class.bytes)
    };
    !event.is_havoc && event.classes.iter().all(is_aligned)
}
