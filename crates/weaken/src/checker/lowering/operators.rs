//! What LLVM calls the operators.

use crate::checker::code::compute::{Conversion, Operator, Relation};

pub(super) fn binary_operator(name: &str) -> Option<Operator> {
    Some(match name {
        "add" => Operator::Add,
        "sub" => Operator::Subtract,
        "mul" => Operator::Multiply,
        "udiv" => Operator::UnsignedDivide,
        "sdiv" => Operator::SignedDivide,
        "urem" => Operator::UnsignedRemainder,
        "srem" => Operator::SignedRemainder,
        "shl" => Operator::ShiftLeft,
        "lshr" => Operator::ShiftRight,
        "ashr" => Operator::ArithmeticShiftRight,
        "and" => Operator::And,
        "or" => Operator::Or,
        "xor" => Operator::Xor,
        "fadd" => Operator::FloatAdd,
        "fsub" => Operator::FloatSubtract,
        "fmul" => Operator::FloatMultiply,
        "fdiv" => Operator::FloatDivide,
        "frem" => Operator::FloatRemainder,
        _ => return None,
    })
}

/// A comparison, and whether its operands change places.
pub(super) fn relation(name: &str, is_float: bool) -> Option<(Relation, bool)> {
    if is_float {
        let (is_unordered_true, rest) = match name {
            "true" => (true, "true"),
            "false" => (false, "false"),
            "ord" => (false, "ord"),
            "uno" => (true, "uno"),
            _ => (name.starts_with('u'), name.get(1..)?),
        };
        let (less, equal, greater) = match rest {
            "eq" => (false, true, false),
            "ne" => (true, false, true),
            "lt" => (true, false, false),
            "le" => (true, true, false),
            "gt" => (false, false, true),
            "ge" => (false, true, true),
            "ord" | "true" => (true, true, true),
            "uno" | "false" => (false, false, false),
            _ => return None,
        };
        return Some((Relation::Float { less, equal, greater, unordered: is_unordered_true }, false));
    }
    Some(match name {
        "eq" => (Relation::Equal, false),
        "ne" => (Relation::NotEqual, false),
        "ult" => (Relation::UnsignedLess, false),
        "ule" => (Relation::UnsignedLessEqual, false),
        "ugt" => (Relation::UnsignedLess, true),
        "uge" => (Relation::UnsignedLessEqual, true),
        "slt" => (Relation::SignedLess, false),
        "sle" => (Relation::SignedLessEqual, false),
        "sgt" => (Relation::SignedLess, true),
        "sge" => (Relation::SignedLessEqual, true),
        _ => return None,
    })
}

pub(super) fn conversion(name: &str) -> Option<Conversion> {
    Some(match name {
        "zext" | "trunc" | "ptrtoint" | "inttoptr" | "bitcast" | "addrspacecast" => Conversion::Unsigned,
        "sext" => Conversion::Signed,
        "fptrunc" | "fpext" => Conversion::Float,
        "fptoui" => Conversion::FloatToUnsigned,
        "fptosi" => Conversion::FloatToSigned,
        "uitofp" => Conversion::UnsignedToFloat,
        "sitofp" => Conversion::SignedToFloat,
        _ => return None,
    })
}
