//! Building expressions: every constructor simplifies, so that what can be known is known.
//!
//! Numbers fold. Addresses fold as far as pointer arithmetic goes: an address plus a number is an address, two addresses
//! of one location differ by a number, addresses of different locations are different, and an address is never equal
//! to a number, nor the address of code to one of memory. Everything else about an address stays symbolic. A word is equal to
//! itself and to nothing else.

use crate::{BinaryOperator, CodePlace, ExprId, Expressions, LocationId, Node, SymbolId, UnaryOperator, Width, WordId};

/// The low `width` bits of `value`.
pub const fn truncate(value: u128, width: Width) -> u128 {
    if width >= 128 { value } else { value & ((1 << width) - 1) }
}

/// `value`, a number of `width` bits, as a signed number.
const fn signed(value: u128, width: Width) -> i128 {
    let unused = 128 - width as u32;
    ((value << unused) as i128) >> unused
}

impl Expressions {
    /// The number `value`, cut to `width` bits.
    pub fn constant(&mut self, value: u128, width: Width) -> ExprId {
        self.intern(Node::Constant(truncate(value, width)), width)
    }

    /// One bit.
    pub fn bit(&mut self, value: bool) -> ExprId {
        self.constant(u128::from(value), 1)
    }

    /// The address of `location` plus `offset` bytes.
    pub fn address(&mut self, location: LocationId, offset: i64, width: Width) -> ExprId {
        self.intern(Node::Address(location, offset), width)
    }

    /// The address of a place in the code.
    pub fn code(&mut self, place: CodePlace, width: Width) -> ExprId {
        self.intern(Node::Code(place), width)
    }

    /// A word of which nothing is known but which other words are the same.
    pub fn word(&mut self, word: WordId, width: Width) -> ExprId {
        self.intern(Node::Word(word), width)
    }

    /// A value not known yet.
    pub fn symbol(&mut self, symbol: SymbolId, width: Width) -> ExprId {
        self.intern(Node::Symbol(symbol), width)
    }

    /// `operator operand`.
    pub fn unary(&mut self, operator: UnaryOperator, operand: ExprId) -> ExprId {
        let width = self.width(operand);
        match (operator, self.node(operand)) {
            (UnaryOperator::Not, Node::Constant(value)) => self.constant(!value, width),
            (UnaryOperator::Negate, Node::Constant(value)) => self.constant(value.wrapping_neg(), width),
            (UnaryOperator::Convert(conversion), Node::Constant(value)) => {
                self.constant(conversion.apply(value), width)
            }
            (outer @ (UnaryOperator::Not | UnaryOperator::Negate), Node::Unary(inner, operand)) if outer == inner => {
                operand
            }
            _ => self.intern(Node::Unary(operator, operand), width),
        }
    }

    /// `left operator right`, both of one width.
    pub fn binary(&mut self, operator: BinaryOperator, left: ExprId, right: ExprId) -> ExprId {
        let width = self.width(left);
        debug_assert_eq!(width, self.width(right), "{operator:?} on two widths");
        let result_width = if operator.is_comparison() { 1 } else { width };
        if let (Some(a), Some(b)) = (self.as_constant(left), self.as_constant(right)) {
            return self.constant(compute(operator, a, b, width), result_width);
        }
        if let Some(result) = self.binary_with_constant(operator, left, right) {
            return result;
        }
        if let Some(result) = self.binary_of_addresses(operator, left, right) {
            return result;
        }
        if left == right {
            match operator {
                BinaryOperator::Subtract | BinaryOperator::Xor => return self.constant(0, width),
                BinaryOperator::And | BinaryOperator::Or => return left,
                BinaryOperator::Equal => return self.bit(true),
                BinaryOperator::Less | BinaryOperator::LessSigned => return self.bit(false),
                _ => {}
            }
        }
        self.intern(Node::Binary(operator, left, right), result_width)
    }

    /// Units and zeros: one operand is a number.
    fn binary_with_constant(&mut self, operator: BinaryOperator, left: ExprId, right: ExprId) -> Option<ExprId> {
        use BinaryOperator::{
            Add, And, Divide, DivideSigned, Equal, Multiply, Or, Remainder, RemainderSigned, ShiftLeft, ShiftRight,
            ShiftRightSigned, Subtract, Xor,
        };
        let width = self.width(left);
        let all_ones = truncate(!0, width);
        let zero = |value: Option<u128>| value == Some(0);
        let (a, b) = (self.as_constant(left), self.as_constant(right));
        match operator {
            Add | Or | Xor if zero(a) => Some(right),
            Add | Subtract | Or | Xor | ShiftLeft | ShiftRight | ShiftRightSigned if zero(b) => Some(left),
            Multiply | And if zero(a) || zero(b) => Some(self.constant(0, width)),
            And if a == Some(all_ones) => Some(right),
            And if b == Some(all_ones) => Some(left),
            Or if a == Some(all_ones) || b == Some(all_ones) => Some(self.constant(all_ones, width)),
            Multiply if a == Some(1) => Some(right),
            Multiply | Divide | DivideSigned if b == Some(1) => Some(left),
            Remainder | RemainderSigned if b == Some(1) => Some(self.constant(0, width)),
            // How flags are computed; the difference of two words is not known, whether they are equal is.
            Equal if zero(b) => match self.node(left) {
                Node::Binary(Subtract, left, right) => Some(self.binary(Equal, left, right)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Pointer arithmetic and comparison.
    fn binary_of_addresses(&mut self, operator: BinaryOperator, left: ExprId, right: ExprId) -> Option<ExprId> {
        use BinaryOperator::{Add, Equal, Subtract};
        let width = self.width(left);
        let number = |value: u128| signed(value, width) as i64;
        match (operator, self.node(left), self.node(right)) {
            (Add, Node::Address(location, offset), Node::Constant(value))
            | (Add, Node::Constant(value), Node::Address(location, offset)) => {
                Some(self.address(location, offset.wrapping_add(number(value)), width))
            }
            (Subtract, Node::Address(location, offset), Node::Constant(value)) => {
                Some(self.address(location, offset.wrapping_sub(number(value)), width))
            }
            (Subtract, Node::Address(a, offset), Node::Address(b, other)) if a == b => {
                Some(self.constant(offset.wrapping_sub(other) as u128, width))
            }
            (Equal, Node::Address(a, offset), Node::Address(b, other)) => Some(self.bit((a, offset) == (b, other))),
            // One value with different numbers added.
            (Equal, ..) if left != right && self.without_addend(left).0 == self.without_addend(right).0 => {
                Some(self.bit(self.without_addend(left).1 == self.without_addend(right).1))
            }
            // Numbers, addresses of memory, addresses of code and words are all different from one another.
            (Equal, ..) if left != right && self.is_known(left) && self.is_known(right) => Some(self.bit(false)),
            _ => None,
        }
    }

    /// What `expr` adds a number to, and the number; itself and 0 where it does not.
    fn without_addend(&self, expr: ExprId) -> (ExprId, u128) {
        let (width, mut current, mut sum) = (self.width(expr), expr, 0u128);
        while let Node::Binary(operator @ (BinaryOperator::Add | BinaryOperator::Subtract), left, right) =
            self.node(current)
        {
            let (rest, number) = match (operator, self.as_constant(left), self.as_constant(right)) {
                (BinaryOperator::Add, Some(number), None) => (right, number),
                (BinaryOperator::Add, None, Some(number)) => (left, number),
                (BinaryOperator::Subtract, None, Some(number)) => (left, number.wrapping_neg()),
                _ => break,
            };
            (current, sum) = (rest, sum.wrapping_add(number));
        }
        (current, truncate(sum, width))
    }

    /// The bits `low .. low + width` of `from`.
    pub fn extract(&mut self, from: ExprId, low: u16, width: Width) -> ExprId {
        let from_width = self.width(from);
        debug_assert!(low + width <= from_width);
        if width == from_width {
            return from;
        }
        match self.node(from) {
            Node::Constant(value) => self.constant(value >> low, width),
            Node::Extract(inner, inner_low) => self.extract(inner, inner_low + low, width),
            Node::ZeroExtend(inner) | Node::SignExtend(inner) if low + width <= self.width(inner) => {
                self.extract(inner, low, width)
            }
            Node::ZeroExtend(inner) if low >= self.width(inner) => self.constant(0, width),
            Node::Concatenate(_, below) if low + width <= self.width(below) => self.extract(below, low, width),
            Node::Concatenate(above, below) if low >= self.width(below) => {
                let low = low - self.width(below);
                self.extract(above, low, width)
            }
            _ => self.intern(Node::Extract(from, low), width),
        }
    }

    /// `operand` widened to `width` bits with zeros.
    pub fn zero_extend(&mut self, operand: ExprId, width: Width) -> ExprId {
        debug_assert!(width >= self.width(operand));
        if width == self.width(operand) {
            return operand;
        }
        match self.node(operand) {
            Node::Constant(value) => self.constant(value, width),
            Node::ZeroExtend(inner) => self.zero_extend(inner, width),
            _ => self.intern(Node::ZeroExtend(operand), width),
        }
    }

    /// `operand` widened to `width` bits with copies of its sign bit.
    ///
    /// Addresses of locations lie below 2^31: the low 32 bits of one, widened so, are the address. (Machines whose registers hold more
    /// compute with addresses of 32 bits in that way.)
    pub fn sign_extend(&mut self, operand: ExprId, width: Width) -> ExprId {
        let from = self.width(operand);
        debug_assert!(width >= from);
        if width == from {
            return operand;
        }
        match self.node(operand) {
            Node::Constant(value) => self.constant(signed(value, from) as u128, width),
            Node::SignExtend(inner) => self.sign_extend(inner, width),
            Node::Extract(whole, 0)
                if from == 32 && self.width(whole) == width && matches!(self.node(whole), Node::Address(..)) =>
            {
                whole
            }
            _ => self.intern(Node::SignExtend(operand), width),
        }
    }

    /// `operand` cut or widened with zeros to `width` bits.
    pub fn resize(&mut self, operand: ExprId, width: Width) -> ExprId {
        if width < self.width(operand) { self.extract(operand, 0, width) } else { self.zero_extend(operand, width) }
    }

    /// The bits of `above` above those of `below`.
    pub fn concatenate(&mut self, above: ExprId, below: ExprId) -> ExprId {
        let (high, low) = (self.width(above), self.width(below));
        match (self.node(above), self.node(below)) {
            (Node::Constant(a), Node::Constant(b)) => self.constant(a << low | b, high + low),
            (Node::Constant(0), _) => self.zero_extend(below, high + low),
            // Neighbouring pieces of one value are joined again.
            (Node::Extract(a, at), Node::Extract(b, from)) if a == b && at == from + low => {
                self.extract(a, from, high + low)
            }
            _ => self.intern(Node::Concatenate(above, below), high + low),
        }
    }

    /// `then` where `condition` (one bit) is 1, else `otherwise`.
    pub fn select(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        debug_assert_eq!(self.width(condition), 1);
        match self.as_constant(condition) {
            Some(0) => otherwise,
            Some(_) => then,
            None if then == otherwise => then,
            None => {
                let width = self.width(then);
                self.intern(Node::Select(condition, then, otherwise), width)
            }
        }
    }

    /// `expr` with each symbol replaced by what `known` says of it, where it says something; simplified on the way.
    /// The cost is that of the expression as a tree.
    pub fn substitute(&mut self, expr: ExprId, known: &impl Fn(SymbolId) -> Option<ExprId>) -> ExprId {
        let width = self.width(expr);
        match self.node(expr) {
            Node::Constant(_) | Node::Address(..) | Node::Code(_) | Node::Word(_) => expr,
            Node::Symbol(symbol) => known(symbol).unwrap_or(expr),
            Node::Unary(operator, operand) => {
                let operand = self.substitute(operand, known);
                self.unary(operator, operand)
            }
            Node::Binary(operator, left, right) => {
                let left = self.substitute(left, known);
                let right = self.substitute(right, known);
                self.binary(operator, left, right)
            }
            Node::Extract(from, low) => {
                let from = self.substitute(from, known);
                self.extract(from, low, width)
            }
            Node::ZeroExtend(operand) => {
                let operand = self.substitute(operand, known);
                self.zero_extend(operand, width)
            }
            Node::SignExtend(operand) => {
                let operand = self.substitute(operand, known);
                self.sign_extend(operand, width)
            }
            Node::Concatenate(above, below) => {
                let above = self.substitute(above, known);
                let below = self.substitute(below, known);
                self.concatenate(above, below)
            }
            Node::Select(condition, then, otherwise) => {
                let condition = self.substitute(condition, known);
                let then = self.substitute(then, known);
                let otherwise = self.substitute(otherwise, known);
                self.select(condition, then, otherwise)
            }
        }
    }
}

/// The operator on numbers of `width` bits; the caller cuts the result.
/// What an operator makes of two numbers of `width` bits. Bits of the result above its width mean nothing.
pub fn compute(operator: BinaryOperator, a: u128, b: u128, width: Width) -> u128 {
    let shift = |by: u128| (by < u128::from(width)).then_some(by as u32);
    let (signed_a, signed_b) = (signed(a, width), signed(b, width));
    match operator {
        BinaryOperator::Add => a.wrapping_add(b),
        BinaryOperator::Subtract => a.wrapping_sub(b),
        BinaryOperator::Multiply => a.wrapping_mul(b),
        BinaryOperator::Divide => a.checked_div(b).unwrap_or(0),
        BinaryOperator::Remainder => a.checked_rem(b).unwrap_or(a),
        BinaryOperator::DivideSigned if b == 0 => 0,
        BinaryOperator::DivideSigned => signed_a.wrapping_div(signed_b) as u128,
        BinaryOperator::RemainderSigned if b == 0 => a,
        BinaryOperator::RemainderSigned => signed_a.wrapping_rem(signed_b) as u128,
        BinaryOperator::And => a & b,
        BinaryOperator::Or => a | b,
        BinaryOperator::Xor => a ^ b,
        BinaryOperator::ShiftLeft => shift(b).map_or(0, |by| a << by),
        BinaryOperator::ShiftRight => shift(b).map_or(0, |by| a >> by),
        BinaryOperator::ShiftRightSigned => (signed_a >> shift(b).unwrap_or(u32::from(width) - 1)) as u128,
        BinaryOperator::Equal => u128::from(a == b),
        BinaryOperator::Less => u128::from(a < b),
        BinaryOperator::LessSigned => u128::from(signed_a < signed_b),
        BinaryOperator::Float(operator) => crate::float::compute(operator, a, b, width),
    }
}

#[cfg(test)]
mod tests {
    use relation::Index;

    use super::*;

    #[test]
    fn numbers_fold_at_their_width() {
        let mut x = Expressions::new();
        let (a, b) = (x.constant(0xff, 8), x.constant(1, 8));
        let sum = x.binary(BinaryOperator::Add, a, b);
        assert_eq!((x.as_constant(sum), x.width(sum)), (Some(0), 8));
        let less = x.binary(BinaryOperator::LessSigned, a, b);
        assert_eq!((x.as_constant(less), x.width(less)), (Some(1), 1));
        let wide = x.sign_extend(a, 128);
        assert_eq!(x.as_constant(wide), Some(u128::MAX));
        let shifted = x.binary(BinaryOperator::ShiftRightSigned, a, a);
        assert_eq!(x.as_constant(shifted), Some(0xff));
    }

    #[test]
    fn division_rounds_towards_zero_and_is_total() {
        use BinaryOperator::{Divide, DivideSigned, Remainder, RemainderSigned};
        let mut x = Expressions::new();
        let mut compute = |operator, a: i128, b: i128| {
            let (a, b) = (x.constant(a as u128, 8), x.constant(b as u128, 8));
            let result = x.binary(operator, a, b);
            x.as_constant(result).map(|bits| bits as u8)
        };
        assert_eq!((compute(Divide, -7, 2), compute(Remainder, -7, 2)), (Some(124), Some(1)));
        assert_eq!(
            (compute(DivideSigned, -7, 2), compute(RemainderSigned, -7, 2)),
            (Some(-3i8 as u8), Some(-1i8 as u8))
        );
        assert_eq!((compute(DivideSigned, 7, -2), compute(RemainderSigned, 7, -2)), (Some(-3i8 as u8), Some(1)));
        assert_eq!((compute(DivideSigned, -128, -1), compute(RemainderSigned, -128, -1)), (Some(128), Some(0)));
        assert_eq!((compute(Divide, 7, 0), compute(Remainder, 7, 0)), (Some(0), Some(7)));
        assert_eq!((compute(DivideSigned, -7, 0), compute(RemainderSigned, -7, 0)), (Some(0), Some(-7i8 as u8)));
    }

    #[test]
    fn pieces_of_a_value_join_again() {
        let mut x = Expressions::new();
        let value = x.symbol(SymbolId::new(0), 64);
        let (low, middle, high) = (x.extract(value, 0, 8), x.extract(value, 8, 8), x.extract(value, 16, 48));
        let upper = x.concatenate(high, middle);
        assert_eq!(x.concatenate(upper, low), value);
        let lower = x.concatenate(middle, low);
        assert_eq!(lower, x.extract(value, 0, 16));
    }

    #[test]
    fn addresses_know_their_arithmetic() {
        let mut x = Expressions::new();
        let p = x.address(LocationId::new(0), 0, 64);
        let q = x.address(LocationId::new(1), 0, 64);
        let minus_four = x.constant(-4i128 as u128, 64);
        let moved = x.binary(BinaryOperator::Add, p, minus_four);
        assert_eq!(x.as_address(moved), Some((LocationId::new(0), -4)));
        let back = x.binary(BinaryOperator::Subtract, p, moved);
        assert_eq!(x.as_constant(back), Some(4));
        let same = x.binary(BinaryOperator::Equal, p, q);
        assert_eq!(x.as_constant(same), Some(0));
    }

    #[test]
    fn an_address_is_its_low_word_with_its_sign() {
        let mut x = Expressions::new();
        let (p, symbol) = (x.address(LocationId::new(0), 4, 64), x.symbol(SymbolId::new(0), 64));
        let sum = x.binary(BinaryOperator::Add, p, symbol);
        let low = x.extract(sum, 0, 32);
        let again = x.sign_extend(low, 64);
        let (zero, four) = (x.constant(0, 64), x.constant(4, 64));
        let moved = x.address(LocationId::new(0), 8, 64);
        assert_eq!(x.substitute(again, &|_| Some(zero)), p);
        assert_eq!(x.substitute(again, &|_| Some(four)), moved);
        let half = x.extract(p, 0, 16);
        assert_ne!(x.sign_extend(half, 64), p);
    }

    #[test]
    fn words_are_equal_to_themselves_only() {
        let mut x = Expressions::new();
        let (a, b) = (x.word(WordId::new(0), 32), x.word(WordId::new(1), 32));
        let zero = x.constant(0, 32);
        for (left, right, expected) in [(a, a, 1), (a, b, 0), (b, zero, 0)] {
            // As flags are computed: of the difference.
            let difference = x.binary(BinaryOperator::Subtract, left, right);
            let same = x.binary(BinaryOperator::Equal, difference, zero);
            assert_eq!(x.as_constant(same), Some(expected));
        }
        let widened = x.zero_extend(a, 64);
        assert_eq!(x.extract(widened, 0, 32), a);
    }

    #[test]
    fn substitution_simplifies() {
        let mut x = Expressions::new();
        let symbol = x.symbol(SymbolId::new(3), 32);
        let five = x.constant(5, 32);
        let sum = x.binary(BinaryOperator::Add, symbol, five);
        let is_nine = x.constant(9, 32);
        let condition = x.binary(BinaryOperator::Equal, sum, is_nine);
        let four = x.constant(4, 32);
        let result = x.substitute(condition, &|s| (s == SymbolId::new(3)).then_some(four));
        assert_eq!(x.as_constant(result), Some(1));
    }
}
