//! Which pieces of memory are accessed at once.
//!
//! A single-copy atomic read does not see parts of two writes both of which cover these parts: it comes before or behind each of them as a
//! whole. Nor are parts of two such writes final. Models say so (by `si`); to leave such candidates out beforehand changes nothing that they allow, saves going through a
//! power of the number of writes for each read, and gives the candidates that herd goes through.

use program::IdVec;
use relation::{EventId, Index};

use crate::EventStructure;
use crate::event::Action;
use crate::pieces::Pieces;

/// For each event the single-copy atomic access that it belongs to.
#[derive(Debug)]
pub(crate) struct AtomicAccesses {
    accesses: IdVec<EventId, AtomicAccess>,
}

/// Neighbouring events, by ascending addresses; what is not divided is one alone.
#[derive(Clone, Copy, Debug)]
struct AtomicAccess {
    first: usize,
    length: usize,
}

impl AtomicAccesses {
    pub(crate) fn new(structure: &EventStructure<'_>, pieces: &Pieces) -> AtomicAccesses {
        let alone = structure.events.iter_enumerated().map(|(event, description)| match description.action {
            // An initial write is one access for each cell.
            Action::InitialWrite { cell, .. } => {
                let each = pieces.of_cell(cell.location, 0).len();
                AtomicAccess { first: event.index() - cell.index as usize % each, length: each }
            }
            _ => AtomicAccess { first: event.index(), length: 1 },
        });
        let mut accesses: IdVec<EventId, AtomicAccess> = alone.collect();
        for (first, split) in structure.splits() {
            let length = split.atomic as usize;
            for number in 0..split.count as usize {
                let first = first.index() + number / length * length;
                accesses[EventId::new(first + number % length)] = AtomicAccess { first, length };
            }
        }
        AtomicAccesses { accesses }
    }

    /// Whether `read`, if it read from `write`, would see another write than an earlier piece of the same access does, though both writes cover both
    /// pieces.
    pub(crate) fn is_torn(&self, reads_from: &IdVec<EventId, Option<EventId>>, read: EventId, write: EventId) -> bool {
        (self.accesses[read].first..read.index()).any(|earlier| {
            let seen = reads_from[EventId::new(earlier)];
            seen.is_some_and(|seen| self.cover_both(seen, write, read.index() - earlier))
        })
    }

    /// Whether two writes are of different accesses and both accesses cover both pieces, of which that of `upper` lies `distance` pieces
    /// above that of `lower`.
    pub(crate) fn cover_both(&self, lower: EventId, upper: EventId, distance: usize) -> bool {
        let (below, above) = (self.accesses[lower], self.accesses[upper]);
        below.first != above.first
            && lower.index() - below.first + distance < below.length
            && upper.index() - above.first >= distance
    }
}
