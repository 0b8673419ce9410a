//! Flags: what sets them and the conditions on them (DDI 0487, C1.2.4 and shared/functions/AddWithCarry).

use program::{BinaryOperator, BlockBuilder, Temp, UnaryOperator};

use super::{Lowering, tie};
use crate::aarch64::operand::Condition;
use crate::aarch64::register::Flag;

fn flag(flag: Flag, block: &mut BlockBuilder) -> Temp {
    block.read(flag.id(), 0, 1)
}

/// The flags of a result.
#[derive(Clone, Copy)]
pub(super) struct Flags {
    n: Temp,
    z: Temp,
    c: Temp,
    v: Temp,
}

impl Flags {
    /// The flags that the four low bits of a number give.
    pub(super) fn constant(nzcv: u8, block: &mut BlockBuilder) -> Flags {
        let mut bit = |at: u8| block.constant(i128::from(nzcv >> at & 1), 1);
        Flags { n: bit(3), z: bit(2), c: bit(1), v: bit(0) }
    }

    /// Writes them.
    pub(super) fn write(self, block: &mut BlockBuilder) {
        for (flag, value) in Flag::ALL.into_iter().zip([self.n, self.z, self.c, self.v]) {
            block.write(flag.id(), 0, value);
        }
    }

    /// Negative and zero of a result; carry and overflow clear, and depending on `result` all the same (as in herd).
    pub(super) fn of_logical(result: Temp, block: &mut BlockBuilder) -> Flags {
        let (n, z) = negative_and_zero(result, block);
        let zero = block.constant(0, 1);
        let clear = tie(zero, &[result], block);
        Flags { n, z, c: clear, v: clear }
    }
}

fn sign(value: Temp, block: &mut BlockBuilder) -> Temp {
    block.extract(value, block.width(value) - 1, 1)
}

fn negative_and_zero(result: Temp, block: &mut BlockBuilder) -> (Temp, Temp) {
    let zero = block.constant(0, block.width(result));
    (sign(result, block), block.equal(result, zero))
}

/// `left + right`, and its flags.
pub(super) fn add(left: Temp, right: Temp, block: &mut BlockBuilder) -> (Temp, Flags) {
    let result = block.binary(BinaryOperator::Add, left, right);
    let carry = block.binary(BinaryOperator::Less, result, left);
    (result, sum_flags(result, left, right, carry, block))
}

/// `left - right`, and its flags.
pub(super) fn subtract(left: Temp, right: Temp, block: &mut BlockBuilder) -> (Temp, Flags) {
    let result = block.binary(BinaryOperator::Subtract, left, right);
    let borrow = block.binary(BinaryOperator::Less, left, right);
    let carry = block.not(borrow);
    let complement = block.unary(UnaryOperator::Not, right);
    (result, sum_flags(result, left, complement, carry, block))
}

/// `left + right + C`, or `left - right - 1 + C`, and its flags.
pub(super) fn with_carry(subtract: bool, left: Temp, right: Temp, block: &mut BlockBuilder) -> (Temp, Flags) {
    let width = block.width(left);
    let right = if subtract { block.unary(UnaryOperator::Not, right) } else { right };
    let carry_in = flag(Flag::C, block);
    let [wide_left, wide_right, wide_carry] = [left, right, carry_in].map(|value| block.resize(value, width + 1));
    let sum = block.binary(BinaryOperator::Add, wide_left, wide_right);
    let sum = block.binary(BinaryOperator::Add, sum, wide_carry);
    let result = block.extract(sum, 0, width);
    let carry = block.extract(sum, width, 1);
    (result, sum_flags(result, left, right, carry, block))
}

/// The flags of `result`, the sum of `left` and `right` and maybe a carry.
fn sum_flags(result: Temp, left: Temp, right: Temp, carry: Temp, block: &mut BlockBuilder) -> Flags {
    let (n, z) = negative_and_zero(result, block);
    let from_left = block.binary(BinaryOperator::Xor, result, left);
    let from_right = block.binary(BinaryOperator::Xor, result, right);
    let overflow = block.binary(BinaryOperator::And, from_left, from_right);
    Flags { n, z, c: carry, v: sign(overflow, block) }
}

impl Lowering<'_, '_> {
    /// Whether a condition holds; reads the flags that it needs.
    pub(super) fn condition(self, condition: Condition, block: &mut BlockBuilder) -> Temp {
        let positive = match condition {
            Condition::Eq | Condition::Ne => flag(Flag::Z, block),
            Condition::Cs | Condition::Cc => flag(Flag::C, block),
            Condition::Mi | Condition::Pl => flag(Flag::N, block),
            Condition::Vs | Condition::Vc => flag(Flag::V, block),
            Condition::Hi | Condition::Ls => {
                let (carry, zero) = (flag(Flag::C, block), flag(Flag::Z, block));
                let not_zero = block.not(zero);
                block.binary(BinaryOperator::And, carry, not_zero)
            }
            Condition::Ge | Condition::Lt => not_less(block),
            Condition::Gt | Condition::Le => {
                let not_less = not_less(block);
                let zero = flag(Flag::Z, block);
                let not_zero = block.not(zero);
                block.binary(BinaryOperator::And, not_less, not_zero)
            }
            Condition::Al => block.constant(1, 1),
        };
        let negated = matches!(
            condition,
            Condition::Ne
                | Condition::Cc
                | Condition::Pl
                | Condition::Vc
                | Condition::Ls
                | Condition::Lt
                | Condition::Le
        );
        if negated { block.not(positive) } else { positive }
    }
}

fn not_less(block: &mut BlockBuilder) -> Temp {
    let (negative, overflow) = (flag(Flag::N, block), flag(Flag::V, block));
    block.equal(negative, overflow)
}
