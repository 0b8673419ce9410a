//! Words that are known as soon as all addresses are.

use execution::{Action, Cell, Event, EventStructure};
use program::{IdVec, RegisterId, ThreadId};
use relation::{EventId, Relation};
use smallvec::SmallVec;

/// Small tests have no more reads.
const USUAL_READS: usize = 8;

/// What an event accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Accessed {
    Cell(Cell),
    Register(Option<ThreadId>, RegisterId),
    /// Some cell.
    NotYetKnown,
}

/// Events with what is known of the cells that they access.
pub(super) struct Located<'c> {
    pub(super) structure: &'c EventStructure<'c>,
    /// `None` when not all addresses are known.
    pub(super) cells: Option<&'c IdVec<EventId, Option<Cell>>>,
}

impl Located<'_> {
    /// What an event accesses: a cell, or a register of a thread.
    pub(super) fn location(&self, event: EventId) -> Option<Accessed> {
        let description = &self.structure.events[event];
        match (description.action, self.cells) {
            (Action::RegisterRead { register, .. } | Action::RegisterWrite { register, .. }, _) => {
                Some(Accessed::Register(description.thread, register))
            }
            (_, Some(cells)) => cells[event].map(Accessed::Cell),
            (Action::Fence | Action::Branch | Action::Predicate, None) => None,
            (_, None) => Some(Accessed::NotYetKnown),
        }
    }

    /// Same memory cell, or same register of one thread.
    pub(super) fn same_location(&self) -> Relation {
        Relation::same(self.structure.universe(), |event| Some(self.number_of(self.location(event)?)))
    }

    /// Accesses to cells of the same index, whatever their locations: those whose addresses have the same low-order bits.
    pub(super) fn same_index(&self) -> Relation {
        Relation::same(self.structure.universe(), |event| match self.location(event)? {
            Accessed::Cell(cell) => Some(Some(cell.index)),
            Accessed::NotYetKnown => Some(None),
            Accessed::Register(..) => None,
        })
    }

    /// A number for what an event accesses.
    pub(super) fn location_number(&self, event: EventId) -> Option<u32> {
        self.location(event)
            .filter(|accessed| *accessed != Accessed::NotYetKnown)
            .map(|accessed| self.number_of(accessed))
    }

    fn number_of(&self, accessed: Accessed) -> u32 {
        match accessed {
            Accessed::Cell(cell) => self.structure.cell_index(cell) as u32,
            // Above all cells.
            Accessed::Register(thread, register) => {
                let thread = thread.map_or(0, |thread| thread.number() + 1);
                (1 << 31) | (thread << 20) | register.number()
            }
            Accessed::NotYetKnown => u32::MAX,
        }
    }

    /// All pairs of a write and a read that may read from it.
    pub(super) fn readable(&self) -> Relation {
        let structure = self.structure;
        let reads = structure.select(Event::is_read);
        let reads: SmallVec<[(EventId, Option<Accessed>); USUAL_READS]> =
            reads.iter().map(|read| (read, self.location(read))).collect();
        let mut readable = Relation::empty(structure.universe());
        for write in structure.select(Event::is_write).iter() {
            let location = self.location(write);
            for &(read, accessed) in &reads {
                if accessed == location && !structure.same_instance(write, read) {
                    readable.insert(write, read);
                }
            }
        }
        readable
    }

    /// All pairs of writes.
    pub(super) fn overwritable(&self) -> Relation {
        let writes = self.structure.select(Event::is_write);
        Relation::product(&writes, &writes)
    }
}
