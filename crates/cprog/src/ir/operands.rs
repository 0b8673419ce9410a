//! The operands of an operation, to look at and to change.

use super::{Callee, Operand, Operation, Step};

impl Operation {
    /// Calls `visit` on each operand.
    pub fn operands(&self, visit: &mut dyn FnMut(&Operand)) {
        match self {
            Operation::Alloca { count, .. } => visit(count),
            Operation::Load { pointer, .. } => visit(pointer),
            Operation::Store { value, pointer, .. } | Operation::ReadModifyWrite { value, pointer, .. } => {
                visit(value);
                visit(pointer);
            }
            Operation::CompareExchange { pointer, expected, new, .. } => {
                visit(pointer);
                visit(expected);
                visit(new);
            }
            Operation::Assembly { arguments, .. } => arguments.iter().for_each(visit),
            Operation::Address { base, steps } => {
                visit(base);
                for step in steps {
                    match step {
                        Step::Offset(_) => {}
                        Step::Index { index, .. } => visit(index),
                    }
                }
            }
            Operation::Binary { left, right, .. } | Operation::Compare { left, right, .. } => {
                visit(left);
                visit(right);
            }
            Operation::Negate { value, .. } | Operation::Cast { value, .. } => visit(value),
            Operation::Select { condition, then, otherwise, .. } => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
            Operation::Phi { incoming, .. } => incoming.iter().for_each(|(_, value)| visit(value)),
            Operation::Extract { aggregate, .. } => visit(aggregate),
            Operation::Insert { aggregate, value, .. } => {
                visit(aggregate);
                visit(value);
            }
            Operation::Copy(value) | Operation::Assume(value) | Operation::Assert(value) => visit(value),
            Operation::CopyMemory { to, from, bytes } => {
                visit(to);
                visit(from);
                visit(bytes);
            }
            Operation::SetMemory { to, value, bytes } => {
                visit(to);
                visit(value);
                visit(bytes);
            }
            Operation::Call { callee, arguments } => {
                match callee {
                    Callee::Function(_) => {}
                    Callee::Pointer(pointer) => visit(pointer),
                }
                arguments.iter().for_each(visit);
            }
            Operation::StartThread { handle, function, argument } => {
                visit(handle);
                visit(function);
                visit(argument);
            }
            Operation::JoinThread { handle, returned, .. } => {
                visit(handle);
                visit(returned);
            }
            Operation::Lock { lock, .. } | Operation::Unlock { lock, .. } => visit(lock),
            Operation::Wait { condition, lock, .. } => {
                visit(condition);
                visit(lock);
            }
            Operation::Any(operands) => operands.iter().for_each(visit),
            Operation::Fence { .. }
            | Operation::AtomicBegin
            | Operation::AtomicEnd
            | Operation::Violation
            | Operation::Havoc(_) => {}
        }
    }

    /// Calls `change` on each operand.
    pub fn operands_mut(&mut self, change: &mut dyn FnMut(&mut Operand)) {
        match self {
            Operation::Alloca { count, .. } => change(count),
            Operation::Load { pointer, .. } => change(pointer),
            Operation::Store { value, pointer, .. } | Operation::ReadModifyWrite { value, pointer, .. } => {
                change(value);
                change(pointer);
            }
            Operation::CompareExchange { pointer, expected, new, .. } => {
                change(pointer);
                change(expected);
                change(new);
            }
            Operation::Assembly { arguments, .. } => arguments.iter_mut().for_each(change),
            Operation::Address { base, steps } => {
                change(base);
                for step in steps {
                    match step {
                        Step::Offset(_) => {}
                        Step::Index { index, .. } => change(index),
                    }
                }
            }
            Operation::Binary { left, right, .. } | Operation::Compare { left, right, .. } => {
                change(left);
                change(right);
            }
            Operation::Negate { value, .. } | Operation::Cast { value, .. } => change(value),
            Operation::Select { condition, then, otherwise, .. } => {
                change(condition);
                change(then);
                change(otherwise);
            }
            Operation::Phi { incoming, .. } => incoming.iter_mut().for_each(|(_, value)| change(value)),
            Operation::Extract { aggregate, .. } => change(aggregate),
            Operation::Insert { aggregate, value, .. } => {
                change(aggregate);
                change(value);
            }
            Operation::Copy(value) | Operation::Assume(value) | Operation::Assert(value) => change(value),
            Operation::CopyMemory { to, from, bytes } => {
                change(to);
                change(from);
                change(bytes);
            }
            Operation::SetMemory { to, value, bytes } => {
                change(to);
                change(value);
                change(bytes);
            }
            Operation::Call { callee, arguments } => {
                match callee {
                    Callee::Function(_) => {}
                    Callee::Pointer(pointer) => change(pointer),
                }
                arguments.iter_mut().for_each(change);
            }
            Operation::StartThread { handle, function, argument } => {
                change(handle);
                change(function);
                change(argument);
            }
            Operation::JoinThread { handle, returned, .. } => {
                change(handle);
                change(returned);
            }
            Operation::Lock { lock, .. } | Operation::Unlock { lock, .. } => change(lock),
            Operation::Wait { condition, lock, .. } => {
                change(condition);
                change(lock);
            }
            Operation::Any(operands) => operands.iter_mut().for_each(change),
            Operation::Fence { .. }
            | Operation::AtomicBegin
            | Operation::AtomicEnd
            | Operation::Violation
            | Operation::Havoc(_) => {}
        }
    }
}
