//! Operators on bit-vectors.

use crate::{Conversion, FloatOperator};

/// An operator with one operand; the result has the operand's width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnaryOperator {
    /// Every bit flipped.
    Not,
    /// Two's complement negation.
    Negate,
    /// From integers to numbers with a point, and back; of 64 bits.
    Convert(Conversion),
}

/// An operator with two operands of one width.
///
/// The result has that width too, but for comparisons, whose result is one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinaryOperator {
    /// Sum, modulo 2^width.
    Add,
    /// Difference, modulo 2^width.
    Subtract,
    /// Product, modulo 2^width.
    Multiply,
    /// Quotient of unsigned numbers, cut off; division by 0 gives 0.
    Divide,
    /// Quotient of signed numbers, cut off towards 0, modulo 2^width; division by 0 gives 0.
    DivideSigned,
    /// What [`BinaryOperator::Divide`] leaves: the left operand where the right one is 0.
    Remainder,
    /// What [`BinaryOperator::DivideSigned`] leaves, with the sign of the left operand; that operand where the right one is 0.
    RemainderSigned,
    /// Bitwise and.
    And,
    /// Bitwise inclusive or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift to the left; a count of `width` or more gives 0.
    ShiftLeft,
    /// Shift to the right, zeros coming in; a count of `width` or more gives 0.
    ShiftRight,
    /// Shift to the right, the sign coming in; a count of `width` or more gives the sign everywhere.
    ShiftRightSigned,
    /// Equality.
    Equal,
    /// Unsigned less-than.
    Less,
    /// Signed less-than.
    LessSigned,
    /// On numbers with a point, of 32 or 64 bits.
    Float(FloatOperator),
}

impl BinaryOperator {
    /// Whether it divides by its right operand.
    pub fn is_division(self) -> bool {
        use BinaryOperator::{Divide, DivideSigned, Remainder, RemainderSigned};
        matches!(self, Divide | DivideSigned | Remainder | RemainderSigned)
    }

    /// Whether the result is one bit.
    pub fn is_comparison(self) -> bool {
        match self {
            BinaryOperator::Equal | BinaryOperator::Less | BinaryOperator::LessSigned => true,
            BinaryOperator::Float(operator) => operator.is_comparison(),
            _ => false,
        }
    }
}
