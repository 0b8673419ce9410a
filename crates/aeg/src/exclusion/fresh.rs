//! Accesses to objects that no other thread knows yet.

use cprog::ir::{BlockId, Effect, Function, FunctionId, Operand, Operation, Point, Program, RegisterId};
use cprog::library::{self, Role};
use relation::{IdVec, Index};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::{insert, no_events};
use crate::graph::{Aeg, EventId};
use crate::model::Direction;
use crate::rules::Rule;

/// What is known of a pointer to a new object at a place of its function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    /// The allocation was not executed.
    Nowhere,
    /// No other thread can have it.
    Here,
    /// It may have been passed on.
    PassedOn,
}

/// The events that are accesses to objects which no other thread knows yet.
pub(super) fn fresh_accesses(program: &Program, aeg: &Aeg) -> Vec<u64> {
    let model = aeg.options.model;
    let rules = aeg.options.rules;
    let is_kept =
        !model.relaxes(Direction::Read, Direction::Write) && !model.relaxes(Direction::Write, Direction::Write);
    let mut found = no_events(aeg.events.len());
    // On weaker models the pointer may be seen before what was written through it: the cycle does enter there.
    if !is_kept && !rules.is_too_wide(Rule::Fresh) {
        return found;
    }
    let mut events: FxHashMap<FunctionId, Vec<EventId>> = FxHashMap::default();
    for (id, event) in aeg.events.iter_enumerated() {
        events.entry(event.point.function).or_default().push(id);
    }
    for (id, events) in events {
        let function = &program.functions[id];
        for (block, body) in function.blocks.iter_enumerated() {
            for (index, instruction) in body.instructions.iter().enumerate() {
                let point = Point { function: id, block, index: index as u32 };
                if let (Some(result), true) = (instruction.result, allocates(program, &instruction.operation)) {
                    let allocation = Allocation::new(function, point, result);
                    for event in events.iter().filter(|event| allocation.is_fresh_at(aeg.events[**event].point)) {
                        insert(&mut found, *event);
                    }
                }
            }
        }
    }
    found
}

/// Whether a call gives a new object, and nothing else.
fn allocates(program: &Program, operation: &Operation) -> bool {
    let Operation::Call { callee: cprog::ir::Callee::Function(function), .. } = operation else { return false };
    let function = &program.functions[*function];
    let is_new = match library::role(&function.name) {
        Some(Role::Effects(effects)) => effects.allocates && !effects.reallocates && effects.returns == 0,
        _ => false,
    };
    !function.is_defined() && is_new
}

/// An allocation, and where what it gives is known to its thread alone.
struct Allocation<'p> {
    function: &'p Function,
    point: Point,
    /// The pointer, and what is computed of it alone.
    pointers: FxHashSet<RegisterId>,
    at_start: IdVec<BlockId, Known>,
}

impl<'p> Allocation<'p> {
    fn new(function: &'p Function, point: Point, result: RegisterId) -> Allocation<'p> {
        let mut pointers = FxHashSet::default();
        pointers.insert(result);
        loop {
            let before = pointers.len();
            for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
                let base = match &instruction.operation {
                    Operation::Address { base: Operand::Register(base), .. }
                    // A phi or a select is not followed: with it, one register would stand for two objects.
                    | Operation::Copy(Operand::Register(base)) => base,
                    _ => continue,
                };
                if let (true, Some(result)) = (pointers.contains(base), instruction.result) {
                    pointers.insert(result);
                }
            }
            if pointers.len() == before {
                break;
            }
        }
        let at_start = IdVec::from_elem(Known::Nowhere, function.blocks.len());
        let mut allocation = Allocation { function, point, pointers, at_start };
        let mut work = vec![BlockId::new(0)];
        let mut seen: IdVec<BlockId, bool> = IdVec::from_elem(false, function.blocks.len());
        while let Some(block) = work.pop() {
            let end = function.blocks[block].instructions.len();
            let known = allocation.at(block, end);
            for next in function.blocks[block].terminator.successors() {
                // `Nowhere` on one path and `Here` on another: an access by the pointer is made on the latter.
                if !seen[next] || known > allocation.at_start[next] {
                    seen[next] = true;
                    allocation.at_start[next] = known.max(allocation.at_start[next]);
                    work.push(next);
                }
            }
        }
        allocation
    }

    /// What is known behind so many instructions of a block.
    fn at(&self, block: BlockId, count: usize) -> Known {
        let mut known = self.at_start[block];
        for (index, instruction) in self.function.blocks[block].instructions.iter().take(count).enumerate() {
            if (block, index as u32) == (self.point.block, self.point.index) {
                known = Known::Here;
            } else if known == Known::Here && self.passes_on(&instruction.operation) {
                known = Known::PassedOn;
            }
        }
        known
    }

    /// Whether an operation may let others have the pointer.
    fn passes_on(&self, operation: &Operation) -> bool {
        let is_pointer =
            |operand: &Operand| matches!(operand, Operand::Register(register) if self.pointers.contains(register));
        match operation {
            Operation::Load { .. } | Operation::Compare { .. } | Operation::Address { .. } | Operation::Copy(_) => {
                false
            }
            // To store through the pointer passes nothing on; to store the pointer itself does, wherever that is to.
            Operation::Store { value, .. } => is_pointer(value),
            Operation::SetMemory { value, .. } => is_pointer(value),
            other => {
                let mut passes_on = false;
                other.operands(&mut |operand| passes_on |= is_pointer(operand));
                passes_on
            }
        }
    }

    fn is_fresh_at(&self, point: Point) -> bool {
        let Some(instruction) = self.function.blocks[point.block].instructions.get(point.index as usize) else {
            return false;
        };
        let Effect::Access { pointer: Operand::Register(register), .. } = instruction.operation.effect() else {
            return false;
        };
        self.pointers.contains(register) && self.at(point.block, point.index as usize) == Known::Here
    }
}
