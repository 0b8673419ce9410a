//! Computing: LLVM's operators on values of up to 64 bits (LLVM Language Reference, "Binary Operations" and on).
//!
//! A value is kept in its low bits, zero above. Overflow wraps; what LLVM calls poison is not followed.

use super::Value;

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    UnsignedDivide,
    SignedDivide,
    UnsignedRemainder,
    SignedRemainder,
    ShiftLeft,
    ShiftRight,
    ArithmeticShiftRight,
    And,
    Or,
    Xor,
    FloatAdd,
    FloatSubtract,
    FloatMultiply,
    FloatDivide,
    FloatRemainder,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Equal,
    NotEqual,
    UnsignedLess,
    UnsignedLessEqual,
    SignedLess,
    SignedLessEqual,
    /// Of floating point numbers: whether less, equal, greater or unordered make it true.
    Float {
        less: bool,
        equal: bool,
        greater: bool,
        unordered: bool,
    },
}

/// A conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conversion {
    /// To fewer bits, or zeros above.
    Unsigned,
    Signed,
    /// Between floating point formats.
    Float,
    FloatToUnsigned,
    FloatToSigned,
    UnsignedToFloat,
    SignedToFloat,
}

/// How a value is computed.
#[derive(Clone, Debug)]
pub(crate) enum Compute {
    Copy(Value),
    Binary {
        operator: Operator,
        bits: u8,
        left: Value,
        right: Value,
    },
    Compare {
        relation: Relation,
        bits: u8,
        left: Value,
        right: Value,
    },
    Convert {
        conversion: Conversion,
        from: u8,
        to: u8,
        value: Value,
    },
    Select {
        condition: Value,
        then: Value,
        otherwise: Value,
    },
    /// `base + offset + index * scale`, the index signed and of so many bits.
    Element {
        base: Value,
        offset: i64,
        index: Value,
        bits: u8,
        scale: u64,
    },
    Negate {
        bits: u8,
        value: Value,
    },
}

impl Compute {
    /// Whether two computations differ in their operands at most.
    pub(crate) fn is_same_operation(&self, other: &Compute) -> bool {
        match (self, other) {
            (Compute::Copy(_), Compute::Copy(_)) | (Compute::Select { .. }, Compute::Select { .. }) => true,
            (Compute::Binary { operator, bits, .. }, Compute::Binary { operator: with, bits: on, .. }) => {
                (operator, bits) == (with, on)
            }
            (Compute::Compare { relation, bits, .. }, Compute::Compare { relation: with, bits: on, .. }) => {
                (relation, bits) == (with, on)
            }
            (
                Compute::Convert { conversion, from, to, .. },
                Compute::Convert { conversion: with, from: before, to: after, .. },
            ) => (conversion, from, to) == (with, before, after),
            (
                Compute::Element { offset, bits, scale, .. },
                Compute::Element { offset: by, bits: on, scale: with, .. },
            ) => (offset, bits, scale) == (by, on, with),
            (Compute::Negate { bits, .. }, Compute::Negate { bits: on, .. }) => bits == on,
            (
                Compute::Copy(_)
                | Compute::Select { .. }
                | Compute::Binary { .. }
                | Compute::Compare { .. }
                | Compute::Convert { .. }
                | Compute::Element { .. }
                | Compute::Negate { .. },
                _,
            ) => false,
        }
    }

    /// Calls `visit` on each operand.
    pub(crate) fn visit(&self, visit: &mut dyn FnMut(&Value)) {
        self.clone().change(&mut |value| visit(value));
    }

    /// Calls `change` on each operand.
    pub(crate) fn change(&mut self, change: &mut dyn FnMut(&mut Value)) {
        match self {
            Compute::Copy(value) | Compute::Convert { value, .. } | Compute::Negate { value, .. } => change(value),
            Compute::Binary { left, right, .. } | Compute::Compare { left, right, .. } => {
                change(left);
                change(right);
            }
            Compute::Select { condition, then, otherwise } => {
                change(condition);
                change(then);
                change(otherwise);
            }
            Compute::Element { base, index, .. } => {
                change(base);
                change(index);
            }
        }
    }
}

/// What is computed of these operands.
pub(crate) fn value(how: &Compute, get: impl Fn(Value) -> u64) -> Result<u64, DivisionByZero> {
    Ok(match *how {
        Compute::Copy(value) => get(value),
        Compute::Binary { operator, bits, left, right } => binary(operator, bits, get(left), get(right))?,
        Compute::Compare { relation, bits, left, right } => u64::from(compare(relation, bits, get(left), get(right))),
        Compute::Convert { conversion, from, to, value } => convert(conversion, from, to, get(value)),
        Compute::Select { condition, then, otherwise } => get(if get(condition) & 1 != 0 { then } else { otherwise }),
        Compute::Element { base, offset, index, bits, scale } => {
            let distance = (signed(get(index), bits) as u64).wrapping_mul(scale);
            get(base).wrapping_add(offset as u64).wrapping_add(distance)
        }
        // LLVM's `fneg` changes the sign alone, of zeros and NaNs as well.
        Compute::Negate { bits, value } => get(value) ^ 1 << (bits - 1),
    })
}

/// Whether something is shifted by as many bits as it has, or more.
pub(crate) fn shifts_too_far(how: &Compute, get: impl Fn(Value) -> u64) -> bool {
    let Compute::Binary { operator, bits, right, .. } = how else { return false };
    let shifts = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight | Operator::ArithmeticShiftRight);
    shifts && get(*right) >= u64::from(*bits)
}

/// Whether the least number is divided by -1, which has no result of its type.
pub(crate) fn overflows_in_division(how: &Compute, get: impl Fn(Value) -> u64) -> bool {
    let Compute::Binary { operator, bits, left, right } = how else { return false };
    matches!(operator, Operator::SignedDivide | Operator::SignedRemainder)
        && signed(get(*right), *bits) == -1
        && truncate(get(*left), *bits) == 1 << (bits - 1)
}

/// The operator, operands and width of signed arithmetic whose result is no number of its type.
pub(crate) fn overflows(how: &Compute, get: impl Fn(Value) -> u64) -> Option<(char, [i64; 2], u8)> {
    let Compute::Binary { operator, bits, left, right } = how else { return None };
    // In 128 bits, products of 64 are exact.
    let operands = [*left, *right].map(|value| signed(get(value), *bits));
    let [left, right] = operands.map(i128::from);
    let (exact, operator) = match operator {
        Operator::Add => (left + right, '+'),
        Operator::Subtract => (left - right, '-'),
        Operator::Multiply => (left * right, '*'),
        Operator::UnsignedDivide
        | Operator::SignedDivide
        | Operator::UnsignedRemainder
        | Operator::SignedRemainder
        | Operator::ShiftLeft
        | Operator::ShiftRight
        | Operator::ArithmeticShiftRight
        | Operator::And
        | Operator::Or
        | Operator::Xor
        | Operator::FloatAdd
        | Operator::FloatSubtract
        | Operator::FloatMultiply
        | Operator::FloatDivide
        | Operator::FloatRemainder => return None,
    };
    (i128::from(signed(exact as u64, *bits)) != exact).then_some((operator, operands, *bits))
}

/// The low `bits` of a number.
pub(crate) fn truncate(value: u64, bits: u8) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

/// The number that `bits` bits stand for with a sign.
pub(crate) fn signed(value: u64, bits: u8) -> i64 {
    let above = 64 - u32::from(bits.min(64));
    ((value << above) as i64) >> above
}

fn float(value: u64, bits: u8) -> f64 {
    if bits == 32 { f64::from(f32::from_bits(value as u32)) } else { f64::from_bits(value) }
}

fn float_bits(value: f64, bits: u8) -> u64 {
    if bits == 32 { u64::from((value as f32).to_bits()) } else { value.to_bits() }
}

/// A division by zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DivisionByZero;

/// `left operator right` on `bits` bits.
pub(crate) fn binary(operator: Operator, bits: u8, left: u64, right: u64) -> Result<u64, DivisionByZero> {
    let (a, b) = (signed(left, bits), signed(right, bits));
    let by = |divisor: u64| if divisor == 0 { Err(DivisionByZero) } else { Ok(()) };
    // A single operation may be computed in `f64` for `f32`: with so many bits more, to round twice is to round once
    // (S. Figueroa, *When is double rounding innocuous?*, 1995).
    let floats = |operation: fn(f64, f64) -> f64| float_bits(operation(float(left, bits), float(right, bits)), bits);
    let value = match operator {
        Operator::Add => left.wrapping_add(right),
        Operator::Subtract => left.wrapping_sub(right),
        Operator::Multiply => left.wrapping_mul(right),
        Operator::UnsignedDivide => by(right).map(|()| left / right)?,
        Operator::SignedDivide => by(right).map(|()| a.wrapping_div(b) as u64)?,
        Operator::UnsignedRemainder => by(right).map(|()| left % right)?,
        Operator::SignedRemainder => by(right).map(|()| a.wrapping_rem(b) as u64)?,
        // A shift by all bits or more is poison (LLVM Language Reference, `shl`); a check of its own reports it where that is asked for.
        Operator::ShiftLeft => left.checked_shl(right.try_into().unwrap_or(u32::MAX)).unwrap_or(0),
        Operator::ShiftRight => left.checked_shr(right.try_into().unwrap_or(u32::MAX)).unwrap_or(0),
        Operator::ArithmeticShiftRight => (a >> right.min(63)) as u64,
        Operator::And => left & right,
        Operator::Or => left | right,
        Operator::Xor => left ^ right,
        Operator::FloatAdd => floats(|x, y| x + y),
        Operator::FloatSubtract => floats(|x, y| x - y),
        Operator::FloatMultiply => floats(|x, y| x * y),
        Operator::FloatDivide => floats(|x, y| x / y),
        Operator::FloatRemainder => floats(|x, y| x % y),
    };
    Ok(truncate(value, bits))
}

/// Whether `left relation right` on `bits` bits.
pub(crate) fn compare(relation: Relation, bits: u8, left: u64, right: u64) -> bool {
    match relation {
        Relation::Equal => left == right,
        Relation::NotEqual => left != right,
        Relation::UnsignedLess => left < right,
        Relation::UnsignedLessEqual => left <= right,
        Relation::SignedLess => signed(left, bits) < signed(right, bits),
        Relation::SignedLessEqual => signed(left, bits) <= signed(right, bits),
        Relation::Float { less, equal, greater, unordered } => {
            match float(left, bits).partial_cmp(&float(right, bits)) {
                Some(std::cmp::Ordering::Less) => less,
                Some(std::cmp::Ordering::Equal) => equal,
                Some(std::cmp::Ordering::Greater) => greater,
                None => unordered,
            }
        }
    }
}

/// `value` of `from` bits as one of `to` bits.
pub(crate) fn convert(conversion: Conversion, from: u8, to: u8, value: u64) -> u64 {
    let converted = match conversion {
        Conversion::Unsigned => value,
        Conversion::Signed => signed(value, from) as u64,
        Conversion::Float => float_bits(float(value, from), to),
        Conversion::FloatToUnsigned => float(value, from) as u64,
        Conversion::FloatToSigned => float(value, from) as i64 as u64,
        // Rounded once: an `f64` in between has not all bits of a wide integer.
        Conversion::UnsignedToFloat if to == 32 => (value as f32).to_bits().into(),
        Conversion::SignedToFloat if to == 32 => (signed(value, from) as f32).to_bits().into(),
        Conversion::UnsignedToFloat => float_bits(value as f64, to),
        Conversion::SignedToFloat => float_bits(signed(value, from) as f64, to),
    };
    truncate(converted, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_numbers_have_signs() {
        assert_eq!(signed(0xff, 8), -1);
        assert_eq!(binary(Operator::SignedDivide, 8, 0xf8, 2), Ok(0xfc));
        assert_eq!(binary(Operator::ArithmeticShiftRight, 8, 0x80, 3), Ok(0xf0));
        assert_eq!(binary(Operator::UnsignedRemainder, 32, 7, 0), Err(DivisionByZero));
        assert!(compare(Relation::SignedLess, 8, 0xff, 0));
        assert!(!compare(Relation::UnsignedLess, 8, 0xff, 0));
        assert_eq!(convert(Conversion::Signed, 8, 32, 0xff), 0xffff_ffff);
        assert_eq!(binary(Operator::Add, 32, 0xffff_ffff, 1), Ok(0));
    }

    /// 2^60 + 2^36 is half way between two numbers of `float`: with anything more it is nearer to the upper one (IEEE 754-2019, 4.3.1).
    #[test]
    fn integers_become_floats_by_one_rounding() {
        let (half, above) = (1u64 << 60 | 1 << 36, (1u64 << 60 | 1 << 36) + 1);
        for (conversion, from) in [(Conversion::SignedToFloat, 64), (Conversion::UnsignedToFloat, 64)] {
            let of = |value: u64| f32::from_bits(convert(conversion, from, 32, value) as u32);
            assert_eq!(of(half), 2f32.powi(60));
            assert_eq!(of(above), 2f32.powi(60) + 2f32.powi(37));
        }
        let negative = convert(Conversion::SignedToFloat, 64, 32, above.wrapping_neg());
        assert_eq!(f32::from_bits(negative as u32), -(2f32.powi(60) + 2f32.powi(37)));
    }
}
