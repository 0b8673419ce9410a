//! Operators of C programs as micro-operations.

use program::{BinaryOperator, BlockBuilder, Temp, UnaryOperator, UndefinedBehaviour};

use crate::checker::code::Update;
use crate::checker::code::compute::{Operator, Relation};

/// What a read-modify-write writes.
pub(super) fn updated(how: Update, old: Temp, value: Temp, b: &mut BlockBuilder) -> Temp {
    let chosen = |less: BinaryOperator, takes_less: bool, b: &mut BlockBuilder| {
        let is_less = b.binary(less, value, old);
        if takes_less { b.select(is_less, value, old) } else { b.select(is_less, old, value) }
    };
    match how {
        Update::Exchange => value,
        Update::Add => b.binary(BinaryOperator::Add, old, value),
        Update::Subtract => b.binary(BinaryOperator::Subtract, old, value),
        Update::And => b.binary(BinaryOperator::And, old, value),
        Update::Nand => {
            let both = b.binary(BinaryOperator::And, old, value);
            b.unary(UnaryOperator::Not, both)
        }
        Update::Or => b.binary(BinaryOperator::Or, old, value),
        Update::Xor => b.binary(BinaryOperator::Xor, old, value),
        Update::Maximum => chosen(BinaryOperator::LessSigned, false, b),
        Update::Minimum => chosen(BinaryOperator::LessSigned, true, b),
        Update::UnsignedMaximum => chosen(BinaryOperator::Less, false, b),
        Update::UnsignedMinimum => chosen(BinaryOperator::Less, true, b),
    }
}

/// `left operator right`; what cannot be computed is said.
pub(super) fn binary(operator: Operator, left: Temp, right: Temp, b: &mut BlockBuilder) -> Result<Temp, String> {
    let operator = match operator {
        Operator::Add => BinaryOperator::Add,
        Operator::Subtract => BinaryOperator::Subtract,
        Operator::Multiply => BinaryOperator::Multiply,
        Operator::UnsignedDivide => BinaryOperator::Divide,
        Operator::SignedDivide => BinaryOperator::DivideSigned,
        Operator::UnsignedRemainder => BinaryOperator::Remainder,
        Operator::SignedRemainder => BinaryOperator::RemainderSigned,
        Operator::ShiftLeft => BinaryOperator::ShiftLeft,
        Operator::ShiftRight => BinaryOperator::ShiftRight,
        Operator::ArithmeticShiftRight => BinaryOperator::ShiftRightSigned,
        Operator::And => BinaryOperator::And,
        Operator::Or => BinaryOperator::Or,
        Operator::Xor => BinaryOperator::Xor,
        Operator::FloatAdd
        | Operator::FloatSubtract
        | Operator::FloatMultiply
        | Operator::FloatDivide
        | Operator::FloatRemainder => return Err("floating point numbers".to_owned()),
    };
    // The machine reports what is required and does not hold as a fault of the execution.
    if operator.is_division() {
        let zero = b.constant(0, b.width(right));
        let is_zero = b.equal(right, zero);
        let is_defined = b.not(is_zero);
        b.require(is_defined, UndefinedBehaviour::DivisionByZero);
    }
    Ok(b.binary(operator, left, right))
}

/// Whether `left relation right`, a bit.
pub(super) fn compare(relation: Relation, left: Temp, right: Temp, b: &mut BlockBuilder) -> Result<Temp, String> {
    let not = |bit: Temp, b: &mut BlockBuilder| b.not(bit);
    Ok(match relation {
        Relation::Equal => b.equal(left, right),
        Relation::NotEqual => {
            let same = b.equal(left, right);
            not(same, b)
        }
        Relation::UnsignedLess => b.binary(BinaryOperator::Less, left, right),
        Relation::UnsignedLessEqual => {
            // On total orders, at most is not greater; floats, which are none, are refused.
            let greater = b.binary(BinaryOperator::Less, right, left);
            not(greater, b)
        }
        Relation::SignedLess => b.binary(BinaryOperator::LessSigned, left, right),
        Relation::SignedLessEqual => {
            let greater = b.binary(BinaryOperator::LessSigned, right, left);
            not(greater, b)
        }
        Relation::Float { .. } => return Err("floating point numbers".to_owned()),
    })
}
