//! Weak compare-exchanges, which may fail although they find what they expect (C11 7.17.7.4p4): where code has a store-conditional.
//!
//! Most of them stand in a loop that tries again. Where one has failed for no reason there, the program stands where it stood before, with the same values, and has only read since: there is an
//! execution without that turn that ends in the same way, since reads that are left out only leave out what they order. So nothing fails for no reason there, and states are fewer. In all other
//! places a choice does.

use std::collections::BTreeMap;

use cprog::assembly;
use cprog::ir::{
    AccessKind, BlockId, Callee, Effect, Function, Instruction, Operand, Operation, Point, Program, RegisterId,
    Terminator,
};
use cprog::library::{self, Meaning};
use rustc_hash::FxHashSet;

/// More ways than this from a failure are not looked at.
const MOST_WAYS: usize = 64;

/// Whether this is a weak compare-exchange, and the program behaves in another way where it fails for no reason.
pub(in crate::checker) fn matters(program: &Program, point: Point) -> bool {
    let function = &program.functions[point.function];
    let instruction = &function.blocks[point.block].instructions[point.index as usize];
    let Operation::CompareExchange { expected, weak: true, .. } = &instruction.operation else { return false };
    Failure { program, function, point, expected, result: instruction.result }.is_seen()
}

/// What is known of a value behind a compare-exchange that has failed for no reason.
#[derive(Clone, Debug, PartialEq)]
enum Known {
    /// It is what this is as the compare-exchange is executed.
    Same(Operand),
    /// It is the result of the compare-exchange.
    Pair,
    /// It is another one.
    New,
}

/// A compare-exchange that has failed for no reason.
struct Failure<'p> {
    program: &'p Program,
    function: &'p Function,
    point: Point,
    expected: &'p Operand,
    result: Option<RegisterId>,
}

/// Where control is, a block and the next instruction there, and what is known.
type Way = (BlockId, usize, BTreeMap<RegisterId, Known>);

impl Failure<'_> {
    /// Whether some way from here leads on without having been where it all began, as it was then.
    fn is_seen(&self) -> bool {
        let known = self.result.map(|result| (result, Known::Pair)).into_iter().collect();
        let mut ways: Vec<Way> = vec![(self.point.block, self.point.index as usize + 1, known)];
        let mut count = 0;
        while let Some((block, first, mut known)) = ways.pop() {
            count += 1;
            let instructions = &self.function.blocks[block].instructions;
            if count > MOST_WAYS || !instructions[first..].iter().all(|instruction| self.only_reads(instruction)) {
                return true;
            }
            for instruction in &instructions[first..] {
                // Phis are taken as the block is entered.
                if let (Some(result), false) =
                    (instruction.result, matches!(instruction.operation, Operation::Phi { .. }))
                {
                    let value = self.value(&instruction.operation, &known);
                    known.insert(result, value);
                }
            }
            let Some(successors) = self.successors(block, &known) else { return true };
            for to in successors {
                match self.dominates(to) {
                    true if !self.is_as_before((block, to), &known) => return true,
                    true => {}
                    false => {
                        let entered = self.entered((block, to), &known);
                        ways.push((to, 0, entered));
                    }
                }
            }
        }
        false
    }

    /// Whether an instruction changes nothing that other threads or the rest of the program see.
    fn only_reads(&self, instruction: &Instruction) -> bool {
        match instruction.operation.effect() {
            Effect::Value | Effect::Access { kind: AccessKind::Read, .. } | Effect::Fence => true,
            Effect::Assembly(text, _) => !matches!(assembly::effect(text, None), assembly::Effect::Unknown),
            Effect::Call(Callee::Function(called), _) => {
                let called = &self.program.functions[*called];
                !called.is_defined() && library::meaning(&called.name) == Some(Meaning::Nothing)
            }
            Effect::Call(Callee::Pointer(_), _)
            | Effect::Access { kind: AccessKind::Write | AccessKind::ReadModifyWrite, .. }
            | Effect::Local
            | Effect::Copy { .. }
            | Effect::Set { .. }
            | Effect::StartThread(_)
            | Effect::JoinThread
            | Effect::Lock
            | Effect::AtomicSection
            | Effect::Check
            | Effect::Unknown => false,
        }
    }

    /// Where a block leads; none where the function is left.
    fn successors(&self, block: BlockId, known: &BTreeMap<RegisterId, Known>) -> Option<Vec<BlockId>> {
        match &self.function.blocks[block].terminator {
            Terminator::Jump(to) => Some(vec![*to]),
            Terminator::Branch { condition, then, otherwise } => Some(match self.of(condition, known) {
                Known::Same(Operand::Integer(bit)) => vec![if bit & 1 == 1 { *then } else { *otherwise }],
                _ => vec![*then, *otherwise],
            }),
            Terminator::Switch { default, cases, .. } => {
                Some(cases.iter().map(|(_, to)| *to).chain([*default]).collect())
            }
            Terminator::Return(_) | Terminator::Any(_) | Terminator::Unreachable => None,
        }
    }

    /// Whether each way to the compare-exchange leads through a block.
    fn dominates(&self, block: BlockId) -> bool {
        let entry = BlockId::from_number(0);
        if block == entry || block == self.point.block {
            return true;
        }
        let (mut seen, mut open) = (FxHashSet::from_iter([entry]), vec![entry]);
        while let Some(at) = open.pop() {
            let next = self.function.blocks[at].terminator.successors().into_iter();
            open.extend(next.filter(|to| *to != block && seen.insert(*to)));
        }
        !seen.contains(&self.point.block)
    }

    /// Whether, on this edge to a block that each way to the compare-exchange leads through, all is as it was when control came there last, and the program has only read from there on.
    fn is_as_before(&self, (from, to): (BlockId, BlockId), known: &BTreeMap<RegisterId, Known>) -> bool {
        let used = used(self.function);
        let has_old_value = |instruction: &Instruction| {
            let (Operation::Phi { incoming, .. }, Some(result)) = (&instruction.operation, instruction.result) else {
                return true;
            };
            let value = incoming.iter().find(|(block, _)| *block == from).map(|(_, value)| self.of(value, known));
            !used.contains(&result) || value == Some(Known::Same(self.canonical(&Operand::Register(result))))
        };
        let block = &self.function.blocks[to];
        block.instructions.iter().all(has_old_value) && self.has_only_read_since(to)
    }

    /// Whether all ways from a block to the compare-exchange that do not come there again only read.
    fn has_only_read_since(&self, begin: BlockId) -> bool {
        let last = &self.function.blocks[self.point.block].instructions[..self.point.index as usize];
        if !last.iter().all(|instruction| self.only_reads(instruction)) {
            return false;
        }
        let (mut seen, mut open) = (FxHashSet::default(), vec![self.point.block]);
        while let Some(block) = open.pop() {
            if block == begin {
                continue;
            }
            for (before, data) in self.function.blocks.iter_enumerated() {
                if !data.terminator.successors().contains(&block) || !seen.insert(before) {
                    continue;
                }
                // A loop around the compare-exchange itself that does not come to the beginning has it among its instructions, which writes.
                if !data.instructions.iter().all(|instruction| self.only_reads(instruction)) {
                    return false;
                }
                open.push(before);
            }
        }
        true
    }

    /// What is known behind the phis of a block.
    fn entered(
        &self,
        (from, to): (BlockId, BlockId),
        known: &BTreeMap<RegisterId, Known>,
    ) -> BTreeMap<RegisterId, Known> {
        let mut entered = known.clone();
        for instruction in &self.function.blocks[to].instructions {
            if let (Operation::Phi { incoming, .. }, Some(result)) = (&instruction.operation, instruction.result) {
                let value = incoming.iter().find(|(block, _)| *block == from);
                entered.insert(result, value.map_or(Known::New, |(_, value)| self.of(value, known)));
            }
        }
        entered
    }

    fn of(&self, operand: &Operand, known: &BTreeMap<RegisterId, Known>) -> Known {
        match operand {
            Operand::Register(register) => {
                known.get(register).cloned().unwrap_or_else(|| Known::Same(self.canonical(operand)))
            }
            _ => Known::Same(self.canonical(operand)),
        }
    }

    /// One operand for all that have the same value: a phi of one constant is that.
    fn canonical(&self, operand: &Operand) -> Operand {
        match operand {
            Operand::Zero => Operand::Integer(0),
            Operand::Register(register) => {
                let mut instructions = self.function.blocks.iter().flat_map(|block| &block.instructions);
                let defined = instructions.find(|instruction| instruction.result == Some(*register));
                let Some(Operation::Phi { incoming, .. }) = defined.map(|instruction| &instruction.operation) else {
                    return operand.clone();
                };
                let mut others = incoming.iter().map(|(_, value)| value).filter(|value| *value != operand);
                match others.next() {
                    Some(first @ (Operand::Integer(_) | Operand::Zero)) if others.all(|value| value == first) => {
                        self.canonical(first)
                    }
                    _ => operand.clone(),
                }
            }
            _ => operand.clone(),
        }
    }

    /// What is known of the result of an operation that only reads.
    fn value(&self, operation: &Operation, known: &BTreeMap<RegisterId, Known>) -> Known {
        let number = |operand: &Operand| match self.of(operand, known) {
            Known::Same(Operand::Integer(number)) => Some(number),
            _ => None,
        };
        let integer = |number: i128| Known::Same(Operand::Integer(number));
        match operation {
            Operation::Copy(value) => self.of(value, known),
            Operation::Extract { aggregate, path } if self.of(aggregate, known) == Known::Pair => match path[..] {
                [0] => Known::Same(self.canonical(self.expected)),
                [1] => integer(0),
                _ => Known::New,
            },
            Operation::Cast { operator, value, .. } => match (operator.as_str(), number(value)) {
                ("zext" | "trunc", Some(bit @ (0 | 1))) => integer(bit),
                ("sext", Some(0)) => integer(0),
                _ => Known::New,
            },
            Operation::Binary { operator, left, right, .. } => match (operator.as_str(), number(left), number(right)) {
                // Of bits: a constant of one bit may stand as 1 or as -1.
                ("xor", Some(a), Some(b)) if a & 1 == a.abs() && b & 1 == b.abs() => integer((a ^ b) & 1),
                ("and", Some(0), _) | ("and", _, Some(0)) => integer(0),
                _ => Known::New,
            },
            Operation::Compare { predicate, left, right, .. } => {
                match (predicate.as_str(), number(left), number(right)) {
                    ("eq", Some(a), Some(b)) => integer(i128::from(a == b)),
                    ("ne", Some(a), Some(b)) => integer(i128::from(a != b)),
                    _ => Known::New,
                }
            }
            _ => Known::New,
        }
    }
}

/// The registers of a function that something other than joined values uses, at last.
fn used(function: &Function) -> FxHashSet<RegisterId> {
    let mut used = FxHashSet::default();
    let mut open = Vec::new();
    let mut note = |operand: &Operand| {
        if let Operand::Register(register) = operand {
            open.push(*register);
        }
    };
    for block in &function.blocks {
        for instruction in &block.instructions {
            if !matches!(instruction.operation, Operation::Phi { .. }) {
                instruction.operation.operands(&mut note);
            }
        }
        match &block.terminator {
            Terminator::Return(Some(value)) => note(value),
            Terminator::Branch { condition, .. } => note(condition),
            Terminator::Switch { value, .. } => note(value),
            Terminator::Return(None) | Terminator::Jump(_) | Terminator::Any(_) | Terminator::Unreachable => {}
        }
    }
    let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
    while let Some(register) = open.pop() {
        if !used.insert(register) {
            continue;
        }
        let defined = instructions().find(|instruction| instruction.result == Some(register));
        if let Some(Operation::Phi { incoming, .. }) = defined.map(|instruction| &instruction.operation) {
            open.extend(incoming.iter().filter_map(|(_, value)| match value {
                Operand::Register(register) => Some(*register),
                _ => None,
            }));
        }
    }
    used
}
