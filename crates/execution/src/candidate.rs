//! Candidate executions.

use std::borrow::Cow;
use std::sync::Arc;

use program::{ExprId, IdVec};
use relation::{EventId, Relation};
use smallvec::SmallVec;

use crate::agenda::Purpose;
use crate::atomic_accesses::AtomicAccesses;
use crate::event::Cell;
use crate::{EventStructure, Fault};

/// The values of what the visitor asks for; tests mostly look at no more registers.
pub type Answers = SmallVec<[ExprId; 8]>;

/// How many of the reads, in the order in which they choose, must have chosen for a value to be right.
#[derive(Clone, Debug)]
pub struct KnownAfter {
    /// Of the answers.
    pub answers: SmallVec<[usize; 8]>,
    /// Of what events write.
    pub values: IdVec<EventId, usize>,
}

/// One way for all reads to read, with what follows from it.
#[derive(Debug)]
pub struct Candidate<'s, 'p> {
    /// The events.
    pub structure: &'s EventStructure<'p>,
    /// For each read event the write that it reads from; `None` for other events.
    pub reads_from: IdVec<EventId, Option<EventId>>,
    /// For each memory access or synchronization the cell that it accesses; `None` for other events, and for a fault.
    pub cells: Cow<'s, IdVec<EventId, Option<Cell>>>,
    /// For each memory access the value that it reads or writes (of those that do both: writes). Symbols in it are free:
    /// they stand for any value.
    pub values: IdVec<EventId, Option<ExprId>>,
    /// The values of the expressions that [`Candidates::ask`](crate::Candidates::ask) was given.
    pub answers: Answers,
    /// What is wrong with this candidate, should the model allow it.
    pub fault: Option<Fault>,
    /// Whether some read has read what was not known then: values are right when all reads have chosen, and not before.
    pub has_open_values: bool,
    /// How many reads must have chosen for the values to be right, where that was asked for.
    pub known_after: Option<KnownAfter>,
    /// Whether `cells` are the same in all candidates of the structure.
    pub(crate) has_fixed_cells: bool,
    /// Where memory is divided into pieces: which of them are accessed at once.
    pub(crate) atomic: Option<Arc<AtomicAccesses>>,
}

impl<'s, 'p> Candidate<'s, 'p> {
    /// A candidate that was put together elsewhere, of a structure all of whose addresses are known: what each read reads from, and what each
    /// memory access reads or writes, as far as that is known.
    pub fn of(
        structure: &'s EventStructure<'p>,
        reads_from: IdVec<EventId, Option<EventId>>,
        values: IdVec<EventId, Option<ExprId>>,
    ) -> Candidate<'s, 'p> {
        Candidate { reads_from, values, ..Candidate::new(structure) }
    }

    /// Nothing has chosen, and nothing is known.
    pub(crate) fn new(structure: &'s EventStructure<'p>) -> Candidate<'s, 'p> {
        let universe = structure.universe();
        Candidate {
            structure,
            reads_from: IdVec::from_elem(None, universe),
            cells: match &structure.known_cells {
                Some(known) => Cow::Borrowed(known),
                None => Cow::Owned(IdVec::from_elem(None, universe)),
            },
            values: IdVec::from_elem(None, universe),
            answers: Answers::new(),
            fault: None,
            has_open_values: false,
            known_after: None,
            has_fixed_cells: false,
            atomic: structure.pieces.map(|pieces| Arc::new(AtomicAccesses::new(structure, pieces))),
        }
    }

    /// Notes the value of what is looked at for `purpose`.
    pub(crate) fn note(&mut self, purpose: Purpose, value: ExprId) {
        match purpose {
            Purpose::Written(event) => self.values[event] = Some(value),
            Purpose::Asked(number) => self.answers[number] = value,
            Purpose::Condition { .. } => {}
        }
    }

    /// Reads-from: from writes to reads.
    pub fn rf(&self) -> Relation {
        let pairs = self.reads_from.iter_enumerated().filter_map(|(read, write)| Some(((*write)?, read)));
        Relation::from_pairs(self.structure.universe(), pairs)
    }

    /// The writes to `cell`, the initial one first.
    pub fn writes_to(&self, cell: Cell) -> impl Iterator<Item = EventId> {
        let events = self.structure.events.iter_enumerated();
        events.filter(move |&(id, event)| event.is_write() && self.cells[id] == Some(cell)).map(|(id, _)| id)
    }
}

/// A choice of the final write of each observed cell. An initial write is final only where it is the only write.
///
/// All choices for a candidate are gone through in a fixed order, the first cell's changing fastest:
/// [`FinalWrites::begin`], then [`FinalWrites::advance`] until it says no.
#[derive(Clone, Debug)]
pub struct FinalWrites {
    /// Cell by cell, in the order of the observed cells.
    pub by_cell: Vec<(Cell, EventId)>,
    /// For each cell the writes that may be final, and which of them is.
    choices: Vec<(SmallVec<[EventId; 4]>, usize)>,
    /// Whether the writes in `choices` are those of all candidates that come until [`FinalWrites::forget`].
    is_fixed: bool,
    /// How many choices came before this one.
    number: usize,
    /// As [`Candidate::atomic`]. Of two single-copy atomic writes that both cover two cells, one is not final in the one and the other in the other.
    atomic: Option<Arc<AtomicAccesses>>,
}

impl FinalWrites {
    /// For the cells in `observed`; nothing is chosen yet.
    pub fn new(observed: &[Cell]) -> FinalWrites {
        FinalWrites {
            by_cell: observed.iter().map(|&cell| (cell, EventId::from_number(0))).collect(),
            choices: vec![(SmallVec::new(), 0); observed.len()],
            is_fixed: false,
            number: 0,
            atomic: None,
        }
    }

    /// A number for the choice: the same for the same choice of all candidates that come until [`FinalWrites::forget`]. `None` where which writes may be final
    /// differs from candidate to candidate.
    pub fn number(&self) -> Option<usize> {
        (self.is_fixed && self.atomic.is_none()).then_some(self.number)
    }

    /// The candidates that come now are of another event structure.
    pub fn forget(&mut self) {
        self.is_fixed = false;
    }

    /// Takes up `candidate`, of the structure of the last one unless [`FinalWrites::forget`] came between, and makes the first choice. There is none where nothing writes to one of the cells.
    pub fn begin(&mut self, candidate: &Candidate<'_, '_>) -> bool {
        self.number = 0;
        for ((writes, chosen), (cell, last)) in self.choices.iter_mut().zip(&mut self.by_cell) {
            if !self.is_fixed {
                writes.clear();
                writes.extend(candidate.writes_to(*cell));
                if writes.len() > 1 {
                    writes.remove(0);
                }
            }
            let Some(&first) = writes.first() else { return false };
            (*chosen, *last) = (0, first);
        }
        self.is_fixed = candidate.has_fixed_cells;
        self.atomic.clone_from(&candidate.atomic);
        match self.choices.len().checked_sub(1) {
            Some(last) if self.atomic.is_some() => self.settle(last),
            _ => true,
        }
    }

    /// Goes on to the next choice, if there is one.
    pub fn advance(&mut self) -> bool {
        self.number += 1;
        if self.atomic.is_some() {
            return self.choices.first_mut().is_some_and(|(_, chosen)| {
                *chosen += 1;
                true
            }) && self.settle(0);
        }
        for ((writes, chosen), (_, last)) in self.choices.iter_mut().zip(&mut self.by_cell) {
            let is_last = *chosen + 1 == writes.len();
            *chosen = if is_last { 0 } else { *chosen + 1 };
            *last = writes[*chosen];
            if !is_last {
                return true;
            }
        }
        false
    }

    /// Goes on to the next choice that tears no write, from the one that is noted for the cell of this number and those behind it, which change more slowly.
    fn settle(&mut self, cell: usize) -> bool {
        let mut at = cell;
        loop {
            let count = self.choices[at].0.len();
            let from = self.choices[at].1;
            match (from..count).find(|&number| !self.is_torn(at, self.choices[at].0[number])) {
                Some(number) => {
                    self.choices[at].1 = number;
                    if at == 0 {
                        break;
                    }
                    at -= 1;
                    self.choices[at].1 = 0;
                }
                None if at + 1 == self.choices.len() => return false,
                None => {
                    at += 1;
                    self.choices[at].1 += 1;
                }
            }
        }
        for ((writes, chosen), (_, last)) in self.choices.iter().zip(&mut self.by_cell) {
            *last = writes[*chosen];
        }
        true
    }

    /// Whether a write cannot be final in the cell of this number, because of what is final in those behind it.
    fn is_torn(&self, at: usize, write: EventId) -> bool {
        let Some(atomic) = &self.atomic else { return false };
        let cell = self.by_cell[at].0;
        let behind = self.choices.iter().zip(&self.by_cell).skip(at + 1);
        let mut behind = behind.take_while(|(_, (other, _))| other.location == cell.location);
        behind.any(|((writes, chosen), (other, _))| {
            atomic.cover_both(write, writes[*chosen], (other.index - cell.index) as usize)
        })
    }
}
