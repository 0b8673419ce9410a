//! The scalars that values consist of, and constants.

use cprog::ir::{Operand, Type};

use crate::checker::code::address::{self, ObjectNumber};
use crate::checker::code::compute::truncate;

/// More scalars than a register can be: aggregates that programs compute with are small.
const MOST_LEAVES: usize = 64;

/// A scalar within a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checker) struct Leaf {
    /// From the beginning, in bytes.
    pub(in crate::checker) offset: u64,
    /// Of memory.
    pub(in crate::checker) bytes: u8,
    pub(in crate::checker) bits: u8,
    pub(in crate::checker) is_float: bool,
}

/// The scalars of a type, in order; `None` for what no slot can hold.
pub(in crate::checker) fn leaves(ty: &Type) -> Option<Vec<Leaf>> {
    let mut all = Vec::new();
    add_leaves(ty, 0, &mut all).then_some(all)
}

fn add_leaves(ty: &Type, offset: u64, all: &mut Vec<Leaf>) -> bool {
    let mut scalar = |bits: u32, is_float: bool| {
        let bytes = bits.div_ceil(8);
        if bits > 64 || all.len() >= MOST_LEAVES {
            return false;
        }
        all.push(Leaf { offset, bytes: bytes as u8, bits: bits as u8, is_float });
        true
    };
    match ty {
        Type::Void => true,
        Type::Integer(bits) => scalar(*bits, false),
        // Arithmetic is that of `float` and `double`.
        Type::Float(bits) => matches!(bits, 32 | 64) && scalar(*bits, true),
        // An address is an object and an offset, whatever the width of pointers on the target.
        Type::Pointer => scalar(64, false),
        Type::Array { element, length, stride } => {
            *length <= MOST_LEAVES as u64 && (0..*length).all(|index| add_leaves(element, offset + index * stride, all))
        }
        Type::Structure { fields, .. } => fields.iter().all(|(at, field)| add_leaves(field, offset + at, all)),
        Type::Opaque => false,
    }
}

/// The scalars of an aggregate constant, in order.
pub(super) fn flatten(parts: &[Operand]) -> Vec<&Operand> {
    parts
        .iter()
        .flat_map(|part| match part {
            Operand::Aggregate(parts) => flatten(parts),
            Operand::Register(_)
            | Operand::Integer(_)
            | Operand::Float(_)
            | Operand::Zero
            | Operand::Global(..)
            | Operand::Function(_)
            | Operand::Undefined => vec![part],
        })
        .collect()
}

/// The bits of a constant.
pub(super) fn constant(operand: &Operand, leaf: Leaf) -> u64 {
    match operand {
        Operand::Integer(value) => truncate(*value as u64, leaf.bits),
        Operand::Float(text) => float_constant(text, leaf.bits),
        Operand::Global(global, offset) => {
            address::address(ObjectNumber(global.number()), 0).wrapping_add(*offset as u64)
        }
        Operand::Function(function) => address::of_function(*function),
        Operand::Register(_) | Operand::Zero | Operand::Undefined | Operand::Aggregate(_) => 0,
    }
}

/// LLVM writes floating point numbers in decimal, or as the bits of a double.
fn float_constant(text: &str, bits: u8) -> u64 {
    let number = match text.strip_prefix("0x") {
        // Constants of `float` are written as doubles, too, that have the same value (LLVM Language Reference, "Simple Constants").
        Some(digits) => f64::from_bits(u64::from_str_radix(digits, 16).unwrap_or(0)),
        None => text.parse().unwrap_or(0.0),
    };
    if bits == 32 { u64::from((number as f32).to_bits()) } else { number.to_bits() }
}
