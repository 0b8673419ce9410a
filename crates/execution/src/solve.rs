//! Giving every read a write to read from.
//!
//! Reads choose one after the other. A choice says that two addresses are equal and what the read's symbol stands for; everything
//! that becomes known by it is checked at once: conditions of the paths, addresses that had to be equal. What only a cycle of
//! equations constrains (values out of thin air) is rejected, as herd rejects it.

use std::ops::ControlFlow;

use program::{ExprId, Expressions, IdVec, Index, Mistake, Node, SymbolId, Width};
use relation::EventId;

use crate::event::{Action, Cell};
use crate::first_choices::FirstChoices;
use crate::path::Requirement;
use crate::sizes::mixed_sizes;
use crate::{Candidate, EventStructure, ExecutionError, Fault, Limits};

/// The search for all candidates of one event structure.
pub struct Candidates<'a, 's, 'p> {
    structure: &'s EventStructure<'p>,
    x: &'a mut Expressions,
    limits: &'a Limits<'a>,
    reads: Vec<Read>,
    writes: Vec<Write>,
    synchronizations: Vec<(EventId, ExprId)>,
    /// What each symbol stands for, as far as it is chosen. Entries may mention symbols that have entries; no cycles.
    solution: Vec<Option<ExprId>>,
    reads_from: IdVec<EventId, Option<EventId>>,
    /// Storage for candidates.
    cells: IdVec<EventId, Option<Cell>>,
    values: IdVec<EventId, Option<ExprId>>,
    /// For each read how many ways there are for the reads after it, about.
    below: Vec<u32>,
    /// What divides the search, and the parts of it that are wanted.
    part: Option<(FirstChoices, &'a IsWanted<'a>)>,
}

/// Asked once for each part of a divided search, in the order of their numbers: whether it is wanted.
pub type IsWanted<'v> = dyn Fn(u64) -> bool + 'v;

#[derive(Clone, Copy)]
struct Read {
    event: EventId,
    address: ExprId,
    symbol: SymbolId,
    width: Width,
}

#[derive(Clone, Copy)]
struct Write {
    event: EventId,
    address: ExprId,
    value: ExprId,
}

/// What is not decided yet.
#[derive(Clone, Default)]
struct Open {
    /// Bits and the values that they must have.
    conditions: Vec<(ExprId, bool)>,
    /// Addresses that must be equal.
    equal: Vec<(ExprId, ExprId)>,
    /// Addresses that must turn out to be none.
    not_addresses: Vec<ExprId>,
}

/// Where fewer candidates are left, to go through them costs less than to ask whether that is worth it.
const WORTH_ASKING: u32 = 4;

/// Asked after reads that choose, while others have several ways to choose: whether it is worth going on. It is told, for each read that
/// has chosen, the write.
pub type GoOn<'v> = dyn FnMut(&IdVec<EventId, Option<EventId>>) -> bool + 'v;

/// What the visitor is told, beside the arena to ask about values.
pub type Visit<'v, B> = dyn FnMut(&mut Expressions, &Candidate<'_, '_>, &Solution<'_>) -> ControlFlow<B> + 'v;

/// What the symbols of a candidate stand for.
pub struct Solution<'c> {
    values: &'c [Option<ExprId>],
}

impl Solution<'_> {
    /// `expr` with all symbols replaced.
    pub fn resolve(&self, x: &mut Expressions, expr: ExprId) -> ExprId {
        resolve(x, self.values, expr)
    }
}

fn resolve(x: &mut Expressions, solution: &[Option<ExprId>], expr: ExprId) -> ExprId {
    let mut current = expr;
    loop {
        let next = x.substitute(current, &|symbol| solution[symbol.index()]);
        if next == current {
            return current;
        }
        current = next;
    }
}

impl<'a, 's, 'p> Candidates<'a, 's, 'p> {
    /// A search; `symbols` is [`ThreadPaths::symbols`](crate::ThreadPaths::symbols).
    pub fn new(
        structure: &'s EventStructure<'p>,
        x: &'a mut Expressions,
        symbols: usize,
        limits: &'a Limits<'a>,
    ) -> Self {
        let mut reads = Vec::new();
        let mut writes = Vec::new();
        let mut synchronizations = Vec::new();
        for (event, description) in structure.events.iter_enumerated() {
            match description.action {
                Action::Read { address, symbol, width } => reads.push(Read { event, address, symbol, width }),
                Action::Write { address, value } => writes.push(Write { event, address, value }),
                Action::ReadModifyWrite { address, symbol, width, value } => {
                    reads.push(Read { event, address, symbol, width });
                    writes.push(Write { event, address, value });
                }
                Action::Synchronize { address } => synchronizations.push((event, address)),
                Action::InitialWrite { cell, value } => {
                    let address = address_of(x, structure, cell);
                    writes.push(Write { event, address, value });
                }
                _ => {}
            }
        }
        let reads_from = IdVec::from_elem(None, structure.universe());
        let solution = vec![None; symbols];
        let cells = IdVec::from_elem(None, structure.universe());
        let values = IdVec::from_elem(None, structure.universe());
        let below = ways_below(x, &reads, &writes);
        let part = None;
        Candidates {
            structure,
            x,
            limits,
            reads,
            writes,
            synchronizations,
            solution,
            reads_from,
            cells,
            values,
            below,
            part,
        }
    }

    /// Divides the search by what the first reads read from, so that there are about `wanted` parts or more; only those parts are
    /// searched that `is_wanted` wants. Parts and their numbers depend on nothing but the event structure and `wanted`.
    /// Gives the number of parts; it is less than `wanted` where there are too few choices.
    pub fn divide(&mut self, wanted: u64, is_wanted: &'a IsWanted<'a>) -> u64 {
        let writes: Vec<_> = self.writes.iter().map(|write| (write.event, write.address)).collect();
        let reads = self.reads.iter().map(|read| (read.event, read.address));
        let first = FirstChoices::new(self.x, reads, &writes, wanted);
        let parts = first.combinations();
        self.part = Some((first, is_wanted));
        parts
    }

    /// Visits every candidate, in a deterministic order, until the visitor breaks.
    ///
    /// # Errors
    /// On cancellation.
    pub fn visit<B>(&mut self, visit: &mut Visit<'_, B>) -> Result<ControlFlow<B>, ExecutionError> {
        self.visit_where(&mut |_| true, visit)
    }

    /// As [`Candidates::visit`], but for those candidates that `go_on` gives up.
    ///
    /// # Errors
    /// On cancellation.
    pub fn visit_where<B>(
        &mut self,
        go_on: &mut GoOn<'_>,
        visit: &mut Visit<'_, B>,
    ) -> Result<ControlFlow<B>, ExecutionError> {
        let conditions = self.structure.paths.iter().flat_map(|path| path.conditions.iter().copied()).collect();
        let open = Open { conditions, ..Open::default() };
        match self.settle(&open) {
            Some(open) => self.choose(0, &open, go_on, visit),
            None => Ok(ControlFlow::Continue(())),
        }
    }

    /// Lets the `index`-th read and all after it choose.
    fn choose<B>(
        &mut self,
        index: usize,
        open: &Open,
        go_on: &mut GoOn<'_>,
        visit: &mut Visit<'_, B>,
    ) -> Result<ControlFlow<B>, ExecutionError> {
        if let Some((first, is_wanted)) = &self.part
            && first.len() == index
            && !is_wanted(first.number(&self.reads_from))
        {
            return Ok(ControlFlow::Continue(()));
        }
        let Some(&read) = self.reads.get(index) else {
            return Ok(self.complete(open, visit));
        };
        self.limits.check_cancelled()?;
        let address = resolve(self.x, &self.solution, read.address);
        for at in 0..self.writes.len() {
            let write = self.writes[at];
            if self.structure.same_instance(read.event, write.event) {
                // An instruction reads before it writes.
                continue;
            }
            let Some(open) = self.read_from(read, address, write, open) else { continue };
            self.reads_from[read.event] = Some(write.event);
            let is_nearly_done = self.below[index] < WORTH_ASKING;
            let flow = if is_nearly_done || go_on(&self.reads_from) {
                self.choose(index + 1, &open, go_on, visit)
            } else {
                Ok(ControlFlow::Continue(()))
            };
            self.reads_from[read.event] = None;
            self.solution[read.symbol.index()] = None;
            if !matches!(flow, Ok(ControlFlow::Continue(()))) {
                return flow;
            }
        }
        if !self.is_location(address) {
            return self.read_nowhere(index, read, address, open, go_on, visit);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether `address` is known to be one of memory, or of code that can be read.
    fn is_location(&self, address: ExprId) -> bool {
        match self.x.node(address) {
            Node::Address(..) => true,
            Node::Code(place) => self.structure.program.code_location(place).is_some(),
            _ => false,
        }
    }

    /// Makes `read` read from `write`. `None`, and nothing changed, when that contradicts something.
    fn read_from(&mut self, read: Read, address: ExprId, write: Write, open: &Open) -> Option<Open> {
        let write_address = resolve(self.x, &self.solution, write.address);
        let mut open = open.clone();
        if address != write_address {
            if self.x.is_known(address) && self.x.is_known(write_address) {
                return None;
            }
            open.equal.push((address, write_address));
        }
        let value = resolve(self.x, &self.solution, write.value);
        let value = self.x.resize(value, read.width);
        if self.x.mentions(value, read.symbol) {
            return None;
        }
        self.solution[read.symbol.index()] = Some(value);
        let settled = self.settle(&open);
        if settled.is_none() {
            self.solution[read.symbol.index()] = None;
        }
        settled
    }

    /// Lets `read` read from no write: right when its address turns out to be none, which is a fault.
    fn read_nowhere<B>(
        &mut self,
        index: usize,
        read: Read,
        address: ExprId,
        open: &Open,
        go_on: &mut GoOn<'_>,
        visit: &mut Visit<'_, B>,
    ) -> Result<ControlFlow<B>, ExecutionError> {
        let mut open = open.clone();
        open.not_addresses.push(address);
        let zero = self.x.constant(0, read.width);
        self.solution[read.symbol.index()] = Some(zero);
        let flow = match self.settle(&open) {
            Some(open) => self.choose(index + 1, &open, go_on, visit),
            None => Ok(ControlFlow::Continue(())),
        };
        self.solution[read.symbol.index()] = None;
        flow
    }

    /// Decides what can be decided by now; `None` when something is contradicted.
    fn settle(&mut self, open: &Open) -> Option<Open> {
        let mut rest = Open::default();
        for &(bit, wanted) in &open.conditions {
            let bit = resolve(self.x, &self.solution, bit);
            match self.x.as_constant(bit) {
                Some(value) if (value == 1) != wanted => return None,
                Some(_) => {}
                None => rest.conditions.push((bit, wanted)),
            }
        }
        for &(a, b) in &open.equal {
            let (a, b) = (resolve(self.x, &self.solution, a), resolve(self.x, &self.solution, b));
            if a == b {
                continue;
            }
            if self.x.is_known(a) && self.x.is_known(b) {
                return None;
            }
            rest.equal.push((a, b));
        }
        for &address in &open.not_addresses {
            let address = resolve(self.x, &self.solution, address);
            match self.x.node(address) {
                _ if self.is_location(address) => return None,
                Node::Constant(_) => {}
                _ => rest.not_addresses.push(address),
            }
        }
        Some(rest)
    }

    /// All reads have chosen.
    fn complete<B>(&mut self, open: &Open, visit: &mut Visit<'_, B>) -> ControlFlow<B> {
        if !open.equal.is_empty() {
            // Two addresses that are not the same expression and cannot be compared: neither is a location's.
            return ControlFlow::Continue(());
        }
        let structure = self.structure;
        // The storage of the candidate before.
        let mut cells = std::mem::replace(&mut self.cells, IdVec::new());
        let mut values = std::mem::replace(&mut self.values, IdVec::new());
        let mut fault = structure.paths.iter().find_map(|path| path.fault.clone());
        for at in 0..self.reads.len() {
            let Read { event, address, symbol, .. } = self.reads[at];
            values[event] = self.solution[symbol.index()].map(|value| resolve(self.x, &self.solution, value));
            self.locate(event, address, &mut cells, &mut fault);
        }
        for at in 0..self.writes.len() {
            let Write { event, address, value } = self.writes[at];
            values[event] = Some(resolve(self.x, &self.solution, value));
            self.locate(event, address, &mut cells, &mut fault);
        }
        for at in 0..self.synchronizations.len() {
            let (event, address) = self.synchronizations[at];
            self.locate(event, address, &mut cells, &mut fault);
        }
        fault = fault.or_else(|| mixed_sizes(self.x, structure, &cells));
        if !open.conditions.is_empty() {
            fault = fault.or(Some(Fault::Undecided { instruction: None, what: "a branch" }));
        }
        fault = fault.or_else(|| self.mistake());
        let reads_from = std::mem::replace(&mut self.reads_from, IdVec::new());
        let candidate = Candidate { structure, reads_from, cells, values, fault };
        let flow = visit(self.x, &candidate, &Solution { values: &self.solution });
        Candidate { reads_from: self.reads_from, cells: self.cells, values: self.values, .. } = candidate;
        flow
    }

    /// What the program does in this candidate and must not do.
    fn mistake(&mut self) -> Option<Fault> {
        let structure = self.structure;
        for &Requirement { condition, mistake: Mistake::DivisionByZero, place } in
            structure.paths.iter().flat_map(|path| &path.requirements)
        {
            let holds = resolve(self.x, &self.solution, condition);
            match self.x.as_constant(holds) {
                Some(0) => return Some(Fault::DivisionByZero { instruction: place }),
                Some(_) => {}
                None => return Some(Fault::Undecided { instruction: Some(place), what: "a divisor" }),
            }
        }
        None
    }

    /// Finds the cell that `event` accesses, or what is wrong with its address.
    fn locate(
        &mut self,
        event: EventId,
        address: ExprId,
        cells: &mut IdVec<EventId, Option<Cell>>,
        fault: &mut Option<Fault>,
    ) {
        let address = resolve(self.x, &self.solution, address);
        let description = &self.structure.events[event];
        let Some(instruction) = description.instruction else {
            if let Action::InitialWrite { cell, .. } = description.action {
                cells[event] = Some(cell);
            }
            return;
        };
        let found = match self.x.node(address) {
            Node::Address(location, offset) => {
                let memory = &self.structure.program.locations[location];
                memory.cell_at(offset).map(|index| Cell { location, index }).ok_or_else(|| Fault::OutOfBounds {
                    instruction,
                    location: memory.name.clone(),
                    offset,
                })
            }
            Node::Code(place) => match self.structure.program.code_location(place) {
                Some(_) if description.is_write() => Err(Fault::WritesCode { instruction }),
                Some(location) => Ok(Cell { location, index: 0 }),
                None => Err(Fault::Undecided { instruction: Some(instruction), what: "an address" }),
            },
            Node::Constant(address) => Err(Fault::NotAnAddress { instruction, address }),
            _ => Err(Fault::Undecided { instruction: Some(instruction), what: "an address" }),
        };
        match found {
            Ok(cell) => cells[event] = Some(cell),
            Err(problem) => {
                cells[event] = None;
                *fault = fault.take().or(Some(problem));
            }
        }
    }
}

/// For each read in how many ways those after it may choose, as far as addresses that are known tell.
fn ways_below(x: &Expressions, reads: &[Read], writes: &[Write]) -> Vec<u32> {
    let mut below = vec![1u32; reads.len()];
    for index in (1..reads.len()).rev() {
        let address = reads[index].address;
        let may_be_equal =
            |write: &&Write| address == write.address || !x.is_known(address) || !x.is_known(write.address);
        let options = writes.iter().filter(may_be_equal).count();
        below[index - 1] = below[index].saturating_mul(options as u32);
    }
    below
}

/// The address of a cell.
fn address_of(x: &mut Expressions, structure: &EventStructure<'_>, cell: Cell) -> ExprId {
    let memory = &structure.program.locations[cell.location];
    if let Some(place) = memory.code {
        return x.code(place, structure.program.address_width);
    }
    let offset = i64::from(cell.index) * memory.cell_bytes();
    x.address(cell.location, offset, structure.program.address_width)
}
