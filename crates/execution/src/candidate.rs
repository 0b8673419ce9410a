//! Candidate executions.

use program::{ExprId, IdVec};
use relation::{EventId, EventSet, Relation};

use crate::event::Cell;
use crate::{EventStructure, Fault};

/// One way for all reads to read, with what follows from it.
#[derive(Debug)]
pub struct Candidate<'s, 'p> {
    /// The events.
    pub structure: &'s EventStructure<'p>,
    /// For each read event the write that it reads from; `None` for other events.
    pub reads_from: IdVec<EventId, Option<EventId>>,
    /// For each memory access or synchronization the cell that it accesses; `None` for other events, and for a fault.
    pub cells: IdVec<EventId, Option<Cell>>,
    /// For each memory access the value that it reads or writes (of those that do both: writes); nothing in it is unknown.
    pub values: IdVec<EventId, Option<ExprId>>,
    /// What is wrong with this candidate, should the model allow it.
    pub fault: Option<Fault>,
}

impl Candidate<'_, '_> {
    /// Reads-from: from writes to reads.
    pub fn rf(&self) -> Relation {
        let pairs = self.reads_from.iter_enumerated().filter_map(|(read, write)| Some(((*write)?, read)));
        Relation::from_pairs(self.structure.universe(), pairs)
    }

    /// The writes to `cell`, the initial one first.
    pub fn writes_to(&self, cell: Cell) -> Vec<EventId> {
        let is_write = |event: EventId| self.structure.events[event].is_write() && self.cells[event] == Some(cell);
        self.structure.events.ids().filter(|&event| is_write(event)).collect()
    }

    /// Every choice of the final writes of the cells in `observed`, in a deterministic order. An initial write is final
    /// only where it is the only write.
    pub fn final_writes(&self, observed: &[Cell]) -> impl Iterator<Item = FinalWrites> + use<> {
        let universe = self.structure.universe();
        let choices: Vec<(Cell, Vec<EventId>)> = observed
            .iter()
            .map(|&cell| {
                let writes = self.writes_to(cell);
                let first = usize::from(writes.len() > 1);
                (cell, writes[first..].to_vec())
            })
            .collect();
        let total: usize = choices.iter().map(|(_, writes)| writes.len()).product();
        (0..total).map(move |mut number| {
            let mut finals = FinalWrites { set: EventSet::empty(universe), by_cell: Vec::with_capacity(choices.len()) };
            for (cell, writes) in &choices {
                let write = writes[number % writes.len()];
                number /= writes.len();
                finals.set.insert(write);
                finals.by_cell.push((*cell, write));
            }
            finals
        })
    }
}

/// The final write of each observed cell.
#[derive(Clone, Debug)]
pub struct FinalWrites {
    /// All of them: cat's `FW`.
    pub set: EventSet,
    /// Cell by cell, in the order of the observed cells.
    pub by_cell: Vec<(Cell, EventId)>,
}
