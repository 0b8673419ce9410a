//! The writes that are committed, and their order.
//!
//! The coherence of a location is a list; a write that commits takes any place in it that nothing forbids. Between writes of all locations there is what
//! the axiom `propagation` of the paper is about: `co`, and what fences propagate, must have no cycle. Its transitive closure is kept
//! ([`Committed::before`]), and a place that would close a cycle is none.

use crate::machine::memory::Range;

use super::ordered::Ordered;
use super::writes::{Source, View, WriteId, WriteSet};

/// A write that others can read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Committed {
    pub(super) range: Range,
    pub(super) value: u128,
    /// What its initiation comes after.
    pub(super) initiated: View,
    /// What itself comes after.
    pub(super) view: View,
    /// All writes that are before it in `co | prop`, transitively.
    pub(super) before: WriteSet,
    /// What the read has read whose read-modify-write this ends.
    pub(super) replaced: Option<Source>,
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Storage {
    pub(super) writes: Ordered<WriteId, Committed>,
    /// Coherence.
    pub(super) order: Ordered<Range, Vec<WriteId>>,
    /// What was before a full fence that has been executed.
    pub(super) agreed: WriteSet,
}

impl Storage {
    pub(super) fn order(&self, range: Range) -> &[WriteId] {
        self.order.get(range).map_or(&[], Vec::as_slice)
    }

    /// The place in coherence of what is read or written there: 0 is the initial value, `None` what is not committed.
    pub(super) fn place(&self, range: Range, source: Source) -> Option<usize> {
        match source {
            Source::Initial => Some(0),
            Source::Write(write) => {
                self.order(range).iter().position(|&other| other == write).map(|position| position + 1)
            }
        }
    }

    /// The last place in coherence of any of `writes`.
    pub(super) fn last_place(&self, range: Range, writes: WriteSet) -> usize {
        let last = self.order(range).iter().rposition(|&write| writes.has(write));
        last.map_or(0, |position| position + 1)
    }

    /// `writes` and all before them.
    pub(super) fn closure(&self, writes: WriteSet) -> WriteSet {
        writes.iter().filter_map(|write| self.writes.get(write)).fold(writes, |all, write| all.with(write.before))
    }

    /// Whether only writes of the thread whose are `own` stand in coherence between a read of `source` and the write at the place
    /// `to`.
    pub(super) fn is_unbroken(&self, range: Range, source: Source, to: usize, own: WriteSet) -> bool {
        let Some(from) = self.place(range, source) else { return true };
        // A pair is broken by writes of other threads alone: `rmw & (fre; coe)`.
        from > to || self.order(range)[from..to].iter().all(|&write| own.has(write))
    }

    /// Whether a write of the thread whose are `own` that is committed behind `place` others comes between the halves of no read-modify-write of another
    /// thread.
    pub(super) fn breaks_no_other(&self, range: Range, place: usize, own: WriteSet) -> bool {
        self.order(range)[place..].iter().all(|write| {
            let Some(replaced) = self.writes.get(*write).and_then(|committed| committed.replaced) else { return true };
            // What is read and not committed is of the same thread, which commits it before.
            own.has(*write) || self.place(range, replaced).is_none_or(|from| from > place)
        })
    }

    /// Commits a write behind `place` others; false, and the storage is of no use, when that closes a cycle.
    pub(super) fn commit(&mut self, id: WriteId, write: Committed, place: usize) -> bool {
        let order = self.order(write.range);
        let earlier = order[..place].iter().fold(WriteSet::NONE, |all, &other| all.with(WriteSet::only(other)));
        let later = order[place..].iter().fold(WriteSet::NONE, |all, &other| all.with(WriteSet::only(other)));
        let before = self.closure(write.view.all().with(earlier));
        if before.meets(later) || before.has(id) {
            return false;
        }
        let with_it = before.with(WriteSet::only(id));
        for (other, committed) in self.writes.iter_mut() {
            // What comes behind a later write comes behind this one: `before` stays transitive.
            if later.has(other) || committed.before.meets(later) {
                committed.before = committed.before.with(with_it);
            }
        }
        self.order.get_or_insert(write.range, Vec::new()).insert(place, id);
        self.writes.insert(id, Committed { before, ..write });
        true
    }
}
