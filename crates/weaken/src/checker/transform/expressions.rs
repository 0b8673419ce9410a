//! Computing, as expressions of C over numbers of 64 bits.

use relation::Index;

use super::TransformError;
use crate::checker::code::compute::{Compute, Conversion, Operator, Relation};
use crate::checker::code::{SlotId, Value};

pub(super) fn slot_name(slot: SlotId) -> String {
    format!("s{}", slot.index())
}

pub(super) fn value(value: Value) -> String {
    match value {
        Value::Slot(slot) => slot_name(slot),
        Value::Constant(number) => format!("UINT64_C({number})"),
    }
}

pub(super) fn mask(bits: u8) -> String {
    if bits >= 64 { "UINT64_MAX".to_owned() } else { format!("UINT64_C({})", (1u64 << bits) - 1) }
}

/// What a computation uses.
pub(super) fn operands(how: &Compute) -> Vec<Value> {
    let mut operands = Vec::new();
    how.visit(&mut |operand| operands.push(*operand));
    operands
}

fn floating() -> TransformError {
    TransformError::Unsupported("a floating point number".to_owned())
}

pub(super) fn expression(how: &Compute) -> Result<String, TransformError> {
    Ok(match how {
        Compute::Copy(operand) => value(*operand),
        Compute::Binary { operator, bits, left, right } => binary(*operator, *bits, *left, *right)?,
        Compute::Compare { relation, bits, left, right } => {
            let (left, right) = (value(*left), value(*right));
            let signed = |operand: &str| format!("lk_signed({operand}, {bits})");
            match relation {
                Relation::Equal => format!("{left} == {right}"),
                Relation::NotEqual => format!("{left} != {right}"),
                Relation::UnsignedLess => format!("{left} < {right}"),
                Relation::UnsignedLessEqual => format!("{left} <= {right}"),
                Relation::SignedLess => format!("{} < {}", signed(&left), signed(&right)),
                Relation::SignedLessEqual => format!("{} <= {}", signed(&left), signed(&right)),
                Relation::Float { .. } => return Err(floating()),
            }
        }
        Compute::Convert { conversion, from, to, value: operand } => match conversion {
            Conversion::Unsigned => format!("{} & {}", value(*operand), mask(*to)),
            Conversion::Signed => format!("(uint64_t)lk_signed({}, {from}) & {}", value(*operand), mask(*to)),
            Conversion::Float
            | Conversion::FloatToUnsigned
            | Conversion::FloatToSigned
            | Conversion::UnsignedToFloat
            | Conversion::SignedToFloat => return Err(floating()),
        },
        Compute::Select { condition, then, otherwise } => {
            format!("({} & 1) ? {} : {}", value(*condition), value(*then), value(*otherwise))
        }
        Compute::Element { base, offset, index, bits, scale } => {
            let index = match index {
                Value::Constant(0) => String::new(),
                Value::Constant(_) | Value::Slot(_) => {
                    format!(" + (uint64_t)lk_signed({}, {bits}) * UINT64_C({scale})", value(*index))
                }
            };
            let offset = if *offset == 0 { String::new() } else { format!(" + UINT64_C({})", *offset as u64) };
            format!("{}{offset}{index}", value(*base))
        }
        Compute::Negate { .. } => return Err(floating()),
    })
}

fn binary(operator: Operator, bits: u8, left: Value, right: Value) -> Result<String, TransformError> {
    // What depends on a value without changing with it: the marks carry the dependency, and an address that is known is much easier on other tools.
    match operator {
        Operator::Xor | Operator::Subtract if left == right => return Ok("UINT64_C(0)".to_owned()),
        Operator::And | Operator::Multiply if [left, right].contains(&Value::Constant(0)) => {
            return Ok("UINT64_C(0)".to_owned());
        }
        _ => {}
    }
    let (left, right) = (value(left), value(right));
    let signed = |operand: &str| format!("lk_signed({operand}, {bits})");
    let (left_signed, right_signed) = (signed(&left), signed(&right));
    let whole = match operator {
        Operator::Add => format!("{left} + {right}"),
        Operator::Subtract => format!("{left} - {right}"),
        Operator::Multiply => format!("{left} * {right}"),
        Operator::UnsignedDivide => format!("{left} / {right}"),
        Operator::SignedDivide => format!("(uint64_t)({left_signed} / {right_signed})"),
        Operator::UnsignedRemainder => format!("{left} % {right}"),
        Operator::SignedRemainder => format!("(uint64_t)({left_signed} % {right_signed})"),
        Operator::ShiftLeft => format!("{left} << {right}"),
        Operator::ShiftRight => format!("{left} >> {right}"),
        Operator::ArithmeticShiftRight => format!("(uint64_t)({left_signed} >> {right})"),
        Operator::And => format!("{left} & {right}"),
        Operator::Or => format!("{left} | {right}"),
        Operator::Xor => format!("{left} ^ {right}"),
        Operator::FloatAdd
        | Operator::FloatSubtract
        | Operator::FloatMultiply
        | Operator::FloatDivide
        | Operator::FloatRemainder => return Err(floating()),
    };
    Ok(format!("({whole}) & {}", mask(bits)))
}
