//! What reads read from, which writes are final, and what accesses have in common.

use batsat::Lit;
use execution::{Action, Cell, EventStructure};
use program::{Expressions, Index, Width};
use relation::EventId;
use rustc_hash::FxHashMap;

use crate::accesses::address;
use crate::formula::Formula;
use crate::skeleton::Skeleton;
use crate::values::{Value, Values};

/// Memory in the formula.
pub(crate) struct Memory {
    /// By event the cells that it may access.
    pub(crate) cells: Vec<Vec<Cell>>,
    /// By write and read whether the one reads from the other.
    pub(crate) reads_from: FxHashMap<(EventId, EventId), Lit>,
    /// By observed cell the writes that may be its last, with whether they are.
    pub(crate) finals: Vec<(Cell, Vec<(EventId, Lit)>)>,
    /// What goes wrong with accesses, beside that.
    pub(crate) faults: Vec<Lit>,
    /// The events that happen and whose addresses are no cells, with when that is so.
    pub(crate) nowhere: Vec<(EventId, Lit)>,
    /// Where something depends on the bits of an address.
    pub(crate) doubts: Vec<Lit>,
    pub(crate) is_same_location: FxHashMap<(EventId, EventId), Lit>,
}

/// What the formula is about.
pub(crate) struct Ground<'f, 'a, 's> {
    pub(crate) formula: &'f mut Formula<'a>,
    pub(crate) values: &'f mut Values<'s>,
    pub(crate) structure: &'s EventStructure<'s>,
    pub(crate) x: &'s Expressions,
    pub(crate) skeleton: &'f Skeleton,
}

impl Ground<'_, '_, '_> {
    /// Whether an event happens and accesses a cell.
    pub(crate) fn is_at(&mut self, event: EventId, cell: Cell) -> Lit {
        let address = address(&self.structure.events[event]);
        // Where all addresses are constants, an event has one cell and no address to compare.
        let is_static = self.structure.known_cells.is_some();
        let is_there = match is_static {
            true => self.formula.yes(),
            false => self.values.accesses(self.formula, self.structure, event, address, cell),
        };
        self.formula.and(is_there, self.skeleton.happens[event])
    }
}

impl Memory {
    pub(crate) fn new(ground: &mut Ground<'_, '_, '_>, observed: &[Cell]) -> Memory {
        let structure = ground.structure;
        let cells: Vec<Vec<Cell>> = structure.events.ids().map(|event| ground.values.analysis.cells(event)).collect();
        let mut memory = Memory {
            cells,
            reads_from: FxHashMap::default(),
            finals: Vec::new(),
            faults: Vec::new(),
            nowhere: Vec::new(),
            doubts: Vec::new(),
            is_same_location: FxHashMap::default(),
        };
        memory.read(ground);
        memory.end(ground, observed);
        memory.check_addresses(ground);
        memory
    }

    /// Whether two events that happen access the same cell.
    pub(crate) fn same_location(&mut self, ground: &mut Ground<'_, '_, '_>, a: EventId, b: EventId) -> Lit {
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.is_same_location.get(&key) {
            return known;
        }
        let (of_a, of_b) = (&self.cells[a.index()], &self.cells[b.index()]);
        let common: Vec<Cell> = of_a.iter().filter(|cell| of_b.contains(cell)).copied().collect();
        let yes = ground.formula.yes();
        let is_certain = of_a.len() == 1 && of_b.len() == 1;
        let addresses = [a, b].map(|event| address(&ground.structure.events[event]));
        let same = match addresses {
            _ if a == b => yes,
            _ if common.is_empty() => !yes,
            _ if is_certain && ground.structure.known_cells.is_some() => yes,
            // With many cells in common the comparison of the bits is smaller than a pair of literals for each.
            [Some(one), Some(other)] if common.len() > 2 => {
                let (one, other) = (ground.values.of(ground.formula, one), ground.values.of(ground.formula, other));
                Values::same(ground.formula, &one, &other)
            }
            _ => {
                let both: Vec<Lit> = common
                    .iter()
                    .map(|&cell| {
                        let [one, other] = [(a, addresses[0]), (b, addresses[1])].map(|(event, address)| {
                            ground.values.accesses(ground.formula, ground.structure, event, address, cell)
                        });
                        ground.formula.and(one, other)
                    })
                    .collect();
                ground.formula.or_all(both)
            }
        };
        self.is_same_location.insert(key, same);
        same
    }

    /// Each read that happens reads from one write, unless its address is none.
    fn read(&mut self, ground: &mut Ground<'_, '_, '_>) {
        let structure = ground.structure;
        let writes: Vec<EventId> =
            structure.events.iter_enumerated().filter(|(_, event)| event.is_write()).map(|(id, _)| id).collect();
        for (read, event) in structure.events.iter_enumerated() {
            let (Action::Read { symbol, width, .. } | Action::ReadModifyWrite { symbol, width, .. }) = event.action
            else {
                continue;
            };
            let returned = ground.values.symbol(ground.formula, symbol, width);
            let mut choices = Vec::new();
            for &write in &writes {
                let can = ground.skeleton.together.contains(write, read)
                    && !structure.same_instance(write, read)
                    && self.cells[write.index()].iter().any(|cell| self.cells[read.index()].contains(cell));
                if can {
                    let same = self.same_location(ground, write, read);
                    if ground.formula.known(same) != Some(false) {
                        choices.push((write, same));
                    }
                }
            }
            let happens = ground.skeleton.happens[read];
            let reads = match self.is_nowhere(ground, read) {
                Some(nowhere) => ground.formula.and(happens, !nowhere),
                None => happens,
            };
            // With one write to read from there is no choice, and no variable.
            let literals: Vec<Lit> = match choices[..] {
                [_] => vec![reads],
                _ => choices.iter().map(|_| ground.formula.fresh()).collect(),
            };
            ground.formula.one_of(reads, &literals);
            for (&(write, same), &literal) in choices.iter().zip(&literals) {
                ground.formula.implies(literal, ground.skeleton.happens[write]);
                // Only then are the two to one cell. The values follow in one direction: what is read is what this write wrote.
                ground.formula.implies(literal, same);
                self.reads_from.insert((write, read), literal);
                returns(ground, literal, write, &returned, width);
            }
        }
    }

    /// Whether an access, should it happen, has an address that is no cell's.
    fn is_nowhere(&self, ground: &mut Ground<'_, '_, '_>, event: EventId) -> Option<Lit> {
        if ground.structure.known_cells.is_some() {
            return None;
        }
        let address = address(&ground.structure.events[event])?;
        let anywhere: Vec<Lit> = self.cells[event.index()]
            .iter()
            .map(|&cell| ground.values.accesses(ground.formula, ground.structure, event, Some(address), cell))
            .collect();
        let somewhere = ground.formula.or_all(anywhere);
        (ground.formula.known(somewhere) != Some(true)).then_some(!somewhere)
    }

    fn check_addresses(&mut self, ground: &mut Ground<'_, '_, '_>) {
        for event in ground.structure.events.ids() {
            if let Some(nowhere) = self.is_nowhere(ground, event) {
                let fault = ground.formula.and(nowhere, ground.skeleton.happens[event]);
                self.nowhere.push((event, fault));
            }
        }
    }

    /// Accesses of several sizes to one cell.
    pub(crate) fn check_sizes(&mut self, ground: &mut Ground<'_, '_, '_>) {
        let structure = ground.structure;
        if structure.pieces.is_some() {
            return;
        }
        let mut by_cell: FxHashMap<Cell, Vec<(EventId, Width)>> = FxHashMap::default();
        for (event, description) in structure.events.iter_enumerated() {
            let Some(size) = structure.size(ground.x, description) else { continue };
            for &cell in &self.cells[event.index()] {
                by_cell.entry(cell).or_default().push((event, size));
            }
        }
        let mut cells: Vec<_> = by_cell.into_iter().collect();
        cells.sort();
        for (cell, accesses) in cells {
            if accesses.iter().all(|&(_, size)| size == accesses[0].1) {
                continue;
            }
            for (at, &(one, size)) in accesses.iter().enumerate() {
                for &(other, _) in accesses[at + 1..].iter().filter(|&&(_, other)| other != size) {
                    let (first, second) = (ground.is_at(one, cell), ground.is_at(other, cell));
                    let both = ground.formula.and(first, second);
                    self.faults.push(both);
                }
            }
        }
    }

    /// Which write of each observed cell is the last; the initial one only where there is no other.
    fn end(&mut self, ground: &mut Ground<'_, '_, '_>, observed: &[Cell]) {
        for &cell in observed {
            let writes = ground
                .structure
                .events
                .iter_enumerated()
                .filter(|(event, description)| description.is_write() && self.cells[event.index()].contains(&cell));
            let writes: Vec<EventId> = writes.map(|(event, _)| event).collect();
            let mut choices = Vec::new();
            for &write in &writes {
                let is_there = ground.is_at(write, cell);
                if ground.structure.events[write].thread.is_some() {
                    choices.push((write, is_there));
                }
            }
            let is_written = ground.formula.or_all(choices.iter().map(|&(_, is_there)| is_there));
            let literals: Vec<Lit> = match choices[..] {
                [(_, is_there)] => vec![is_there],
                _ => choices.iter().map(|_| ground.formula.fresh()).collect(),
            };
            ground.formula.one_of(is_written, &literals);
            for (&(_, is_there), &literal) in choices.iter().zip(&literals) {
                // Which of several is the last the order of the model says, where it has one; here it is one that was made.
                ground.formula.implies(literal, is_there);
            }
            let initial = ground.structure.initial_write(ground.structure.cell_index(cell));
            let by_threads = choices.iter().zip(literals).map(|(&(write, _), literal)| (write, literal));
            self.finals.push((cell, std::iter::once((initial, !is_written)).chain(by_threads).collect()));
        }
    }
}

/// Where `literal` holds, a read returns what a write wrote.
fn returns(ground: &mut Ground<'_, '_, '_>, literal: Lit, write: EventId, returned: &Value, width: Width) {
    let Some(value) = ground.structure.events[write].written() else { return };
    let value = ground.values.of(ground.formula, value);
    let value = Values::resized(ground.formula, &value, usize::from(width));
    let pairs = returned.bits.iter().zip(&value.bits).chain(returned.kind.iter().zip(&value.kind));
    for (&a, &b) in pairs.chain([(&returned.is_unclear, &value.is_unclear)]) {
        // Bit by bit and conditional: the two values are equal only where the read reads from this write.
        ground.formula.clause([!literal, !a, b]);
        ground.formula.clause([!literal, a, !b]);
    }
}
