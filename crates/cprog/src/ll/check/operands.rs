//! The operands of instructions and constant expressions, each with its type.

use super::super::syntax::{Callee, Operation, Type, Value};

impl Operation {
    /// Visits all operands but blocks and what is called.
    pub(super) fn for_each_operand<'o>(&'o self, visit: &mut dyn FnMut(&'o Type, &'o Value)) {
        let mut typed = |pair: &'o (Type, Value)| visit(&pair.0, &pair.1);
        match self {
            Operation::Alloca { count, .. } => count.iter().for_each(typed),
            Operation::Load { pointer, .. } => typed(pointer),
            Operation::Store { ty, value, pointer, .. } | Operation::ReadModifyWrite { ty, value, pointer, .. } => {
                typed(pointer);
                visit(ty, value);
            }
            Operation::CompareExchange { ty, pointer, expected, new, .. } => {
                typed(pointer);
                typed(new);
                visit(ty, expected);
            }
            Operation::Address { base, indices, .. } => {
                typed(base);
                indices.iter().for_each(typed);
            }
            Operation::Binary { ty, left, right, .. } | Operation::Compare { ty, left, right, .. } => {
                visit(ty, left);
                visit(ty, right);
            }
            Operation::Negate { ty, value } | Operation::Cast { from: ty, value, .. } => visit(ty, value),
            Operation::Select { condition, ty, then, otherwise } => {
                typed(condition);
                typed(otherwise);
                visit(ty, then);
            }
            // Uses on edges: see the check of phis.
            Operation::Phi { .. } => {}
            Operation::Extract { aggregate, .. } => typed(aggregate),
            Operation::Insert { aggregate, value, .. } => {
                typed(aggregate);
                typed(value);
            }
            Operation::Freeze { value } | Operation::Resume(value) => typed(value),
            Operation::Call { arguments, bundles, .. } => arguments.iter().chain(bundles).for_each(typed),
            Operation::Return(value) => value.iter().for_each(typed),
            Operation::Branch { condition, .. } => typed(condition),
            Operation::Switch { value, .. } => typed(value),
            Operation::IndirectJump { address, .. } => typed(address),
            Operation::Pure { operands, .. } | Operation::Unknown { operands, .. } => operands.iter().for_each(typed),
            Operation::Fence { .. } | Operation::Jump(_) | Operation::Unreachable => {}
        }
    }

    /// What is called by value.
    pub(super) fn called(&self) -> Option<&Value> {
        match self {
            Operation::Call { callee: Callee::Value(value), .. } => Some(value),
            _ => None,
        }
    }
}
