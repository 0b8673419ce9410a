//! Binary floating-point numbers: what operators make of their bits.
//!
//! Source: IEEE 754-2019, binary32 and binary64, rounding to nearest, ties to even; the conversions to integers, and the remainder, are those of The Java Language Specification, 5.1.2, 5.1.3 and 15.17.3
//! (which Rust's `as` and `%` do as well). Traps and flags are not there. NaN is one value: quiet, positive, without a payload.

use crate::{Width, truncate};

/// An operator on two numbers of 32 or 64 bits; the result has that width, but for comparisons, whose result is one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatOperator {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient; of a number and 0 it is infinite.
    Divide,
    /// What the quotient, cut off towards 0, leaves: with the sign of the left operand. (Not the remainder of IEEE 754, whose quotient is rounded.)
    Remainder,
    /// Equality: 0 and -0 are equal, and NaN is equal to nothing.
    Equal,
    /// Less-than: false where one operand is NaN.
    Less,
}

impl FloatOperator {
    /// Whether the result is one bit.
    pub fn is_comparison(self) -> bool {
        matches!(self, FloatOperator::Equal | FloatOperator::Less)
    }

    /// As programs write it.
    pub fn sign(self) -> &'static str {
        match self {
            FloatOperator::Add => "+",
            FloatOperator::Subtract => "-",
            FloatOperator::Multiply => "*",
            FloatOperator::Divide => "/",
            FloatOperator::Remainder => "%",
            FloatOperator::Equal => "==",
            FloatOperator::Less => "<",
        }
    }
}

/// A conversion. Operand and result have 64 bits; a number of 32 is in the low ones, and bits above it are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conversion {
    /// Of a signed integer to binary64.
    SignedToDouble,
    /// Of a signed integer to binary32, rounded once.
    SignedToSingle,
    /// Of binary64 to binary32.
    DoubleToSingle,
    /// Of binary32 to binary64, which is exact.
    SingleToDouble,
    /// Of binary64 to a signed integer of 32 bits: cut off towards 0; the nearest one where it is too large; 0 of NaN.
    DoubleToInt,
    /// The same to one of 64 bits.
    DoubleToLong,
}

impl Conversion {
    /// The bits of the result.
    pub fn apply(self, bits: u128) -> u128 {
        let bits = bits as u64;
        let double = f64::from_bits(bits);
        match self {
            Conversion::SignedToDouble => of_double(bits as i64 as f64),
            Conversion::SignedToSingle => of_single(bits as i64 as f32),
            Conversion::DoubleToSingle => of_single(double as f32),
            Conversion::SingleToDouble => of_double(f64::from(f32::from_bits(bits as u32))),
            Conversion::DoubleToInt => u128::from(double as i32 as u32),
            Conversion::DoubleToLong => u128::from(double as i64 as u64),
        }
    }

    /// The type of the result, in the words of C and Java.
    pub fn word(self) -> &'static str {
        match self {
            Conversion::SignedToDouble | Conversion::SingleToDouble => "double",
            Conversion::SignedToSingle | Conversion::DoubleToSingle => "float",
            Conversion::DoubleToInt => "int",
            Conversion::DoubleToLong => "long",
        }
    }
}

fn of_double(number: f64) -> u128 {
    u128::from(if number.is_nan() { 0x7ff8_0000_0000_0000 } else { number.to_bits() })
}

fn of_single(number: f32) -> u128 {
    u128::from(if number.is_nan() { 0x7fc0_0000 } else { number.to_bits() })
}

/// What an operator makes of two numbers of 32 or 64 bits.
pub(crate) fn compute(operator: FloatOperator, a: u128, b: u128, width: Width) -> u128 {
    debug_assert!(matches!(width, 32 | 64), "{operator:?} on {width} bits");
    let [a, b] = [a, b].map(|bits| truncate(bits, width));
    if width == 32 {
        let [a, b] = [a, b].map(|bits| f32::from_bits(bits as u32));
        return match operator {
            FloatOperator::Add => of_single(a + b),
            FloatOperator::Subtract => of_single(a - b),
            FloatOperator::Multiply => of_single(a * b),
            FloatOperator::Divide => of_single(a / b),
            FloatOperator::Remainder => of_single(a % b),
            FloatOperator::Equal => u128::from(a == b),
            FloatOperator::Less => u128::from(a < b),
        };
    }
    let [a, b] = [a, b].map(|bits| f64::from_bits(bits as u64));
    match operator {
        FloatOperator::Add => of_double(a + b),
        FloatOperator::Subtract => of_double(a - b),
        FloatOperator::Multiply => of_double(a * b),
        FloatOperator::Divide => of_double(a / b),
        FloatOperator::Remainder => of_double(a % b),
        FloatOperator::Equal => u128::from(a == b),
        FloatOperator::Less => u128::from(a < b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BinaryOperator, Expressions, UnaryOperator};

    #[test]
    fn numbers_with_a_point_fold() {
        let mut x = Expressions::new();
        let mut double = |operator: FloatOperator, a: f64, b: f64| {
            let [a, b] = [a, b].map(|number| x.constant(u128::from(number.to_bits()), 64));
            let result = x.binary(BinaryOperator::Float(operator), a, b);
            (x.as_constant(result).expect("a number") as u64, x.width(result))
        };
        assert_eq!(double(FloatOperator::Add, 0.1, 0.2), ((0.1f64 + 0.2).to_bits(), 64));
        assert_eq!(double(FloatOperator::Remainder, -5.5, 2.0), ((-1.5f64).to_bits(), 64));
        assert_eq!(double(FloatOperator::Divide, 1.0, -0.0), (f64::NEG_INFINITY.to_bits(), 64));
        assert_eq!(double(FloatOperator::Divide, 0.0, 0.0), (0x7ff8_0000_0000_0000, 64));
        assert_eq!(double(FloatOperator::Equal, f64::NAN, f64::NAN), (0, 1));
        assert_eq!(double(FloatOperator::Equal, 0.0, -0.0), (1, 1));
        assert_eq!(double(FloatOperator::Less, f64::NAN, 1.0), (0, 1));
    }

    #[test]
    fn operands_that_are_the_same_may_be_nan() {
        let mut x = Expressions::new();
        let symbol = x.symbol(relation::Index::new(0), 64);
        for operator in [FloatOperator::Equal, FloatOperator::Subtract] {
            let result = x.binary(BinaryOperator::Float(operator), symbol, symbol);
            assert_eq!(x.as_constant(result), None, "{operator:?}");
        }
    }

    #[test]
    fn conversions_are_those_of_java() {
        let mut x = Expressions::new();
        let mut convert = |conversion: Conversion, bits: u64| {
            let operand = x.constant(u128::from(bits), 64);
            let result = x.unary(UnaryOperator::Convert(conversion), operand);
            x.as_constant(result).expect("a number") as u64
        };
        assert_eq!(convert(Conversion::SignedToDouble, -3i64 as u64), (-3f64).to_bits());
        // Rounded once: by way of binary64 this would be the neighbour.
        let odd = 0x7fff_ffbf_ffff_ffff_u64;
        assert_eq!(convert(Conversion::SignedToSingle, odd), u64::from((odd as i64 as f32).to_bits()));
        assert_ne!(odd as i64 as f32, odd as i64 as f64 as f32);
        assert_eq!(convert(Conversion::DoubleToSingle, 1e300f64.to_bits()), u64::from(f32::INFINITY.to_bits()));
        assert_eq!(convert(Conversion::SingleToDouble, u64::from(1.5f32.to_bits())), 1.5f64.to_bits());
        assert_eq!(convert(Conversion::DoubleToInt, 1e10f64.to_bits()), 0x7fff_ffff);
        assert_eq!(convert(Conversion::DoubleToInt, (-1.9f64).to_bits()), 0xffff_ffff);
        assert_eq!(convert(Conversion::DoubleToLong, f64::NAN.to_bits()), 0);
    }
}
