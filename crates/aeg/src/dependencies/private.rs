//! Values that go through memory which a thread has for itself: `r = x; s = r ^ r; y[s]`, where `r` and `s` are variables of the program and not registers.
//!
//! What a load reads is what the thread has stored there last, so it depends on what that was computed of. Where a compiler keeps the variable in memory, the dependency goes through a store and a load that reads from
//! it, which all models with dependencies follow: `rfi` is in `ii0` of Power and Arm ("Herding cats", figure 25) and behind `addr` and `data` in Armv8's `dob`; rule 12 of RVWMO; the third case
//! of dependence order in the SPARC manual (D.3.3). Where it keeps the variable in a register, it is one through registers.
//!
//! Under-approximates. Within one function; of cells whose address is a global or local variable and a constant, and whose load competes with nothing, so that no other thread stores to them meanwhile. A store counts
//! if it is the last one to the cell on every path; calls, but of functions that surely store nothing, and stores through other pointers end all that is known.

use std::collections::BTreeMap;

use cprog::assembly;
use cprog::ir::{
    AccessKind, BlockId, Callee, Effect, Function, FunctionId, GlobalId, Instruction, Operand, Operation, Program,
    RegisterId, Type,
};
use relation::{IdVec, Index};

use super::Known;
use crate::graph::EventId;
use crate::graph::addresses::{distance, is_one_access};
use crate::registers::{Definitions, definitions};

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Global(GlobalId),
    /// The local variable whose address is in this register.
    Local(RegisterId),
}

/// Bytes of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    variable: Variable,
    offset: i64,
    bytes: u64,
}

/// Where an access goes.
enum Target {
    Cell(Cell),
    /// Somewhere in a variable.
    Within(Variable),
    Anywhere,
}

/// What cells surely hold at a place: values that are computed of these reads.
#[derive(Clone, Debug, Default)]
pub(super) struct Held(BTreeMap<Cell, Vec<EventId>>);

/// The memory of one function.
pub(super) struct Private<'p> {
    program: &'p Program,
    definitions: Definitions<'p>,
    predecessors: IdVec<BlockId, Vec<BlockId>>,
    /// What is held where blocks end, of those that were gone through.
    at_end: IdVec<BlockId, Option<Held>>,
}

impl<'p> Private<'p> {
    pub(super) fn new(program: &'p Program, function: &'p Function) -> Private<'p> {
        let predecessors = function.predecessors();
        let at_end = IdVec::from_elem(None, function.blocks.len());
        Private { program, definitions: definitions(function), predecessors, at_end }
    }

    /// What is held where a block begins, whatever way control comes there. From blocks that were not gone through yet it comes with nothing.
    pub(super) fn at_start(&self, block: BlockId) -> Held {
        // The function begins in its first block, whatever leads back there.
        if block == BlockId::new(0) {
            return Held::default();
        }
        let mut ends = self.predecessors[block].iter().map(|before| self.at_end[*before].as_ref());
        let Some(Some(first)) = ends.next() else { return Held::default() };
        let mut held = first.clone();
        for end in ends {
            let Some(end) = end else { return Held::default() };
            for (cell, reads) in &mut held.0 {
                let others = end.0.get(cell).map_or(&[][..], Vec::as_slice);
                reads.retain(|read| others.contains(read));
            }
        }
        held
    }

    /// A block was gone through.
    pub(super) fn end(&mut self, block: BlockId, held: Held) {
        self.at_end[block] = Some(held);
    }

    /// The reads that what a load gets depends on; the load is one that competes with nothing.
    pub(super) fn loaded(&self, held: &Held, ty: &Type, pointer: &Operand) -> Vec<EventId> {
        match self.target(pointer, ty.stored_bytes()) {
            Target::Cell(cell) => held.0.get(&cell).cloned().unwrap_or_default(),
            Target::Within(_) | Target::Anywhere => Vec::new(),
        }
    }

    /// What is held behind an instruction. `result` is the register that it defines, `known` what registers depend on.
    pub(super) fn pass(&self, held: &mut Held, result: Option<RegisterId>, operation: &Operation, known: &Known) {
        match Stores::of(operation) {
            Stores::Nothing => {}
            Stores::Bytes(pointer, bytes) => held.forget(&self.target(pointer, bytes)),
            Stores::Within(pointer) => held.forget(&match self.target(pointer, 0) {
                Target::Cell(Cell { variable, .. }) | Target::Within(variable) => Target::Within(variable),
                Target::Anywhere => Target::Anywhere,
            }),
            Stores::Called(function) if self.stores_nothing(function) => {}
            Stores::Called(_) | Stores::Anything => held.forget(&Target::Anywhere),
        }
        // Another variable each time.
        if let (Operation::Alloca { .. }, Some(result)) = (operation, result) {
            held.forget(&Target::Within(Variable::Local(result)));
        }
        if let Operation::Store { ty, value: Operand::Register(value), pointer, .. } = operation
            && let Target::Cell(cell) = self.target(pointer, ty.stored_bytes())
            && let Some(reads) = known.get(value).filter(|reads| !reads.is_empty())
        {
            held.0.insert(cell, reads.clone());
        }
    }

    /// The bytes of a global variable that an access is to: the variable, where in it, and how many. None where that is not one cell, or each thread has its own.
    pub(super) fn global(&self, pointer: &Operand, bytes: u64) -> Option<(GlobalId, i64, u64)> {
        match self.target(pointer, bytes) {
            Target::Cell(Cell { variable: Variable::Global(global), offset, bytes })
                if !self.program.globals[global].thread_local =>
            {
                Some((global, offset, bytes))
            }
            Target::Cell(_) | Target::Within(_) | Target::Anywhere => None,
        }
    }

    /// Whether a function stores nothing to memory: one that is there and does no more than compute, read and order.
    fn stores_nothing(&self, function: FunctionId) -> bool {
        let function = &self.program.functions[function];
        let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
        let is_quiet = |instruction: &Instruction| matches!(Stores::of(&instruction.operation), Stores::Nothing);
        function.is_defined() && instructions.all(is_quiet)
    }

    /// Where an access of so many bytes goes.
    fn target(&self, pointer: &Operand, bytes: u64) -> Target {
        let (mut at, mut offset) = (pointer, Some(0i64));
        // Registers are defined before they are used, but for phis, which end the search.
        let variable = loop {
            match at {
                Operand::Global(global, distance) => {
                    offset = offset.and_then(|offset| offset.checked_add(*distance));
                    break Variable::Global(*global);
                }
                Operand::Register(register) => match self.definitions[*register] {
                    Some((_, Operation::Address { base, steps })) => {
                        offset = offset.zip(distance(steps)).and_then(|(offset, more)| offset.checked_add(more));
                        at = base;
                    }
                    Some((_, Operation::Copy(of))) => at = of,
                    Some((_, Operation::Alloca { .. })) => break Variable::Local(*register),
                    Some(_) | None => return Target::Anywhere,
                },
                Operand::Integer(_)
                | Operand::Float(_)
                | Operand::Zero
                | Operand::Function(_)
                | Operand::Aggregate(_)
                | Operand::Undefined => return Target::Anywhere,
            }
        };
        match offset {
            // What is accessed in parts may be stored in parts.
            Some(offset) if is_one_access(bytes) => Target::Cell(Cell { variable, offset, bytes }),
            _ => Target::Within(variable),
        }
    }
}

/// What an instruction may store to.
enum Stores<'o> {
    Nothing,
    /// So many bytes where this points.
    Bytes(&'o Operand, u64),
    /// Any of the object that this points into.
    Within(&'o Operand),
    /// What this function stores to.
    Called(FunctionId),
    Anything,
}

impl Stores<'_> {
    fn of(operation: &Operation) -> Stores<'_> {
        match operation.effect() {
            Effect::Access { kind: AccessKind::Write | AccessKind::ReadModifyWrite, ty, pointer, .. } => {
                Stores::Bytes(pointer, ty.stored_bytes())
            }
            Effect::Copy { to, .. } | Effect::Set { to } => Stores::Within(to),
            Effect::Call(Callee::Function(function), _) => Stores::Called(*function),
            Effect::Assembly(assembly, _) => match assembly::footprint(assembly) {
                Some(footprint) if footprint.writes.is_empty() => Stores::Nothing,
                Some(_) | None => Stores::Anything,
            },
            // Behind these another thread may have stored, which competes with nothing: it has ended, or had not begun.
            Effect::StartThread(_) | Effect::JoinThread => Stores::Anything,
            Effect::Call(Callee::Pointer(_), _) | Effect::Lock | Effect::Unknown => Stores::Anything,
            Effect::Value | Effect::Local | Effect::Access { kind: AccessKind::Read, .. } => Stores::Nothing,
            Effect::Fence | Effect::AtomicSection | Effect::Check => Stores::Nothing,
        }
    }
}

impl Held {
    /// Something is stored there.
    fn forget(&mut self, target: &Target) {
        match target {
            Target::Cell(stored) => self.0.retain(|cell, _| !cell.overlaps(stored)),
            Target::Within(variable) => self.0.retain(|cell, _| cell.variable != *variable),
            Target::Anywhere => self.0.clear(),
        }
    }
}

impl Cell {
    fn overlaps(&self, other: &Cell) -> bool {
        let end = |cell: &Cell| i128::from(cell.offset) + i128::from(cell.bytes);
        self.variable == other.variable && i128::from(self.offset) < end(other) && i128::from(other.offset) < end(self)
    }
}
