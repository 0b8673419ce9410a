//! What is never written: values that a function uses without having set them, and reads that do not look at what they read.

use cprog::ir::{Function, Operand, Operation, RegisterId, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Lowering;
use super::barriers::ZERO;
use crate::checker::code::compute::Compute;
use crate::checker::code::{Step, Value};

/// Whether an operand is, or has, a value that was never written.
fn is_undefined(operand: &Operand) -> bool {
    match operand {
        Operand::Undefined => true,
        Operand::Aggregate(parts) => parts.iter().any(is_undefined),
        Operand::Register(_)
        | Operand::Integer(_)
        | Operand::Float(_)
        | Operand::Zero
        | Operand::Global(..)
        | Operand::Function(_) => false,
    }
}

/// Calls `visit` on each operand of a function.
fn operands(function: &Function, visit: &mut dyn FnMut(Option<&Operation>, &Operand)) {
    for block in &function.blocks {
        for instruction in &block.instructions {
            instruction.operation.operands(&mut |operand| visit(Some(&instruction.operation), operand));
        }
        if let Some(operand) = block.terminator.condition() {
            visit(None, operand);
        }
        if let Terminator::Return(Some(operand)) = &block.terminator {
            visit(None, operand);
        }
    }
}

/// The registers of a function that are read to write a bit-field of them: `and` takes the field out, and `or` puts the new one in.
pub(super) fn bit_fields(function: &Function) -> FxHashSet<RegisterId> {
    let mut uses: FxHashMap<RegisterId, Vec<Option<&str>>> = FxHashMap::default();
    operands(function, &mut |operation, operand| {
        let Operand::Register(register) = operand else { return };
        let operator = match operation {
            Some(Operation::Binary { operator, .. }) if operator == "and" => Some("and"),
            Some(Operation::Binary { operator, .. }) if operator == "or" => Some("or"),
            _ => None,
        };
        uses.entry(*register).or_default().push(operator);
    });
    let all_are = |register: RegisterId, operator: &str| {
        uses.get(&register).is_some_and(|uses| uses.iter().all(|by| *by == Some(operator)))
    };
    let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
    let mut results: FxHashMap<RegisterId, Vec<RegisterId>> = FxHashMap::default();
    for instruction in instructions() {
        if let Operation::Binary { operator, left: Operand::Register(of), .. } = &instruction.operation
            && operator == "and"
        {
            results.entry(*of).or_default().extend(instruction.result);
        }
    }
    let loads = instructions().filter(|one| matches!(one.operation, Operation::Load { .. }));
    // A register that is used in any other way as well is looked at.
    let is_kept = |register: &RegisterId| {
        all_are(*register, "and")
            && results.get(register).is_some_and(|masked| masked.iter().all(|one| all_are(*one, "or")))
    };
    loads.filter_map(|load| load.result).filter(is_kept).collect()
}

impl Lowering<'_> {
    /// A register for what a function uses and never sets, if it does.
    pub(super) fn undefined(&mut self, function: &Function) -> Option<Value> {
        let mut has_undefined = false;
        operands(function, &mut |_, operand| has_undefined |= is_undefined(operand));
        if !self.is_checked || !has_undefined {
            return None;
        }
        let result = self.new_slot();
        let step = self.emit(Step::Compute { result, how: Compute::Copy(ZERO) });
        self.code.undefined.insert(step);
        Some(Value::Slot(result))
    }
}
