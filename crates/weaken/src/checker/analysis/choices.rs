//! Values for choices that are too wide to go through: those that make what a program compares come out on either side.
//!
//! What is compared with a constant is followed backwards through computations that can be undone, to the choice that it is computed of: the value that makes both sides equal is one to try, and so are its
//! neighbours. That finds violations; that there are none is certain only where all values were gone through.

use cprog::ir::FunctionId;
use rustc_hash::FxHashMap;

use crate::checker::code::compute::{Compute, Operator, truncate};
use crate::checker::code::{Code, SlotId, Step, Value};

/// Computations are followed so far.
const MOST_DEEP: usize = 16;

/// Adds the values that comparisons ask for to those that wide choices are gone through with.
pub(crate) fn note_compared(code: &mut Code) {
    if !code.steps.iter().any(|step| matches!(step, Step::Choose { bits: 9.., .. })) {
        return;
    }
    let mut definitions: FxHashMap<(FunctionId, SlotId), Vec<Compute>> = FxHashMap::default();
    for (at, step) in code.steps.iter_enumerated() {
        if let Step::Compute { result, how } = step {
            definitions.entry((code.functions[at], *result)).or_default().push(how.clone());
        }
    }
    let mut found = Vec::new();
    for (at, step) in code.steps.iter_enumerated() {
        let Step::Compute { how: Compute::Compare { bits, left, right, .. }, .. } = step else { continue };
        let (slot, constant) = match (*left, *right) {
            (Value::Slot(slot), Value::Constant(constant)) | (Value::Constant(constant), Value::Slot(slot)) => {
                (slot, constant)
            }
            (Value::Slot(_), Value::Slot(_)) | (Value::Constant(_), Value::Constant(_)) => continue,
        };
        // Neighbours, as the comparison may be one of order.
        let walk = Undoing { definitions: &definitions, function: code.functions[at] };
        for near in [constant, constant.wrapping_sub(1), constant.wrapping_add(1)] {
            walk.undo(slot, truncate(near, *bits), MOST_DEEP, &mut found);
        }
    }
    code.interesting.extend(found);
    code.interesting.sort_unstable();
    code.interesting.dedup();
}

struct Undoing<'a> {
    definitions: &'a FxHashMap<(FunctionId, SlotId), Vec<Compute>>,
    function: FunctionId,
}

impl Undoing<'_> {
    /// What `slot` is computed of has these values when it is `wanted`.
    fn undo(&self, slot: SlotId, wanted: u64, depth: usize, found: &mut Vec<u64>) {
        found.push(wanted);
        if depth == 0 {
            return;
        }
        // A slot of a phi has several definitions: each of them may be the one that is compared.
        for how in self.definitions.get(&(self.function, slot)).into_iter().flatten() {
            match how {
                Compute::Copy(Value::Slot(from)) => self.undo(*from, wanted, depth - 1, found),
                Compute::Convert { from, value: Value::Slot(of), .. } => {
                    self.undo(*of, truncate(wanted, *from), depth - 1, found);
                }
                Compute::Binary { operator, bits, left, right } => {
                    let undone = match (*left, *right) {
                        (Value::Slot(of), Value::Constant(by)) => {
                            undo_left(*operator, *bits, wanted, by).map(|v| (of, v))
                        }
                        (Value::Constant(by), Value::Slot(of)) => {
                            undo_right(*operator, *bits, wanted, by).map(|v| (of, v))
                        }
                        (Value::Slot(of), Value::Slot(other)) if of == other && *operator == Operator::Multiply => {
                            Some((of, wanted.isqrt()))
                        }
                        (Value::Slot(_) | Value::Constant(_), _) => None,
                    };
                    if let Some((of, value)) = undone {
                        self.undo(of, truncate(value, *bits), depth - 1, found);
                    }
                }
                Compute::Copy(_)
                | Compute::Convert { .. }
                | Compute::Compare { .. }
                | Compute::Select { .. }
                | Compute::Element { .. }
                | Compute::Negate { .. } => {}
            }
        }
    }
}

/// An `x` so that `x operator by` is `wanted`, if it can be said.
fn undo_left(operator: Operator, bits: u8, wanted: u64, by: u64) -> Option<u64> {
    match operator {
        Operator::Add => Some(wanted.wrapping_sub(by)),
        Operator::Subtract => Some(wanted.wrapping_add(by)),
        Operator::Xor => Some(wanted ^ by),
        // Odd numbers have inverses modulo powers of two.
        Operator::Multiply if by % 2 == 1 => Some(wanted.wrapping_mul(inverse(by))),
        // None of these can be undone for certain; a value that is wrong costs one choice more.
        Operator::Multiply | Operator::And | Operator::Or => Some(wanted.checked_div(by).unwrap_or(wanted)),
        Operator::ShiftLeft => Some(wanted.checked_shr(by as u32).unwrap_or(0)),
        Operator::ShiftRight | Operator::ArithmeticShiftRight => Some(wanted.checked_shl(by as u32).unwrap_or(0)),
        Operator::UnsignedDivide | Operator::SignedDivide => Some(wanted.wrapping_mul(by)),
        Operator::UnsignedRemainder | Operator::SignedRemainder => Some(wanted),
        Operator::FloatAdd
        | Operator::FloatSubtract
        | Operator::FloatMultiply
        | Operator::FloatDivide
        | Operator::FloatRemainder => None,
    }
    .map(|value| truncate(value, bits))
}

/// An `x` so that `by operator x` is `wanted`.
fn undo_right(operator: Operator, bits: u8, wanted: u64, by: u64) -> Option<u64> {
    match operator {
        Operator::Add | Operator::Xor | Operator::Multiply | Operator::And | Operator::Or => {
            undo_left(operator, bits, wanted, by)
        }
        Operator::Subtract => Some(truncate(by.wrapping_sub(wanted), bits)),
        _ => None,
    }
}

/// The number that an odd one is multiplied with to 1 (Newton's iteration: each doubles the bits that are right).
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |guess, _| guess.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(guess))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_undone_is_undone() {
        for odd in [1, 3, 0x155, 0xdead_beef_1234_5677] {
            assert_eq!(inverse(odd).wrapping_mul(odd), 1);
        }
        assert_eq!(undo_left(Operator::Xor, 32, 0, 0x155), Some(0x155));
        assert_eq!(undo_left(Operator::Multiply, 32, 21, 3), Some(7));
        assert_eq!(undo_right(Operator::Subtract, 8, 3, 1), Some(254));
    }
}
