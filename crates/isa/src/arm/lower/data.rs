//! What is computed: shifts, flags, products, fields of bits (DDI 0487, F2.4 and F5; `AddWithCarry`, `Shift_C`).

use program::{BinaryOperator, BlockBuilder, Temp, UnaryOperator, Width};

use super::{I, Lowering};
use crate::arm::table::{Compute, Field, Long, Shift, Unary};
use crate::arm::{ADDRESS_BITS, Flag};
use crate::assembly::operand::{Operand, RegisterOperand};

impl Lowering<'_, '_> {
    /// A register, maybe shifted, or a number. Bitwise operations that set flags take the carry from the shift, or the number.
    pub(super) fn right(&mut self, operands: &[Operand], flags: bool, compute: Compute) -> Temp {
        let sets_carry = flags && matches!(compute, Compute::Bitwise(..));
        let value = match &operands[0] {
            Operand::Number(number) => {
                if let Some(carry) = immediate_carry(*number as u32).filter(|_| sets_carry) {
                    let carry = self.block.constant(carry.into(), 1);
                    self.set_flag(Flag::Carry, carry);
                }
                return self.block.constant(*number, ADDRESS_BITS);
            }
            Operand::Register(register) => self.read(register),
            other => unreachable!("a right operand that is {other:?}"),
        };
        match operands.get(1) {
            Some(Operand::Modifier { word, amount: Some(amount), .. }) => {
                self.shifted_by(Shift::ALL[usize::from(*word)], value, *amount, sets_carry)
            }
            Some(Operand::ModifierBy { word, by }) => {
                self.shifted_by_register(Shift::ALL[usize::from(*word)], value, by, sets_carry)
            }
            _ => value,
        }
    }

    /// Shifted by a known amount; the carry is the last bit that is shifted out.
    pub(super) fn shifted_by(&mut self, shift: Shift, value: Temp, amount: u8, sets_carry: bool) -> Temp {
        let by = self.block.constant(i128::from(amount), ADDRESS_BITS);
        let result = self.shifted(shift, value, by);
        if sets_carry && amount > 0 {
            let (from, bit) = match shift {
                Shift::Left => (value, ADDRESS_BITS - u16::from(amount)),
                Shift::Right | Shift::RightSigned => (value, u16::from(amount) - 1),
                Shift::Rotate => (result, ADDRESS_BITS - 1),
            };
            let carry = self.block.extract(from, bit, 1);
            self.set_flag(Flag::Carry, carry);
        }
        result
    }

    /// Shifted by the low byte of a register; by 0, the carry stays as it is.
    pub(super) fn shifted_by_register(
        &mut self,
        shift: Shift,
        value: Temp,
        by: &RegisterOperand,
        sets_carry: bool,
    ) -> Temp {
        let by = self.read(by);
        let mask = self.block.constant(0xff, ADDRESS_BITS);
        let by = self.block.binary(BinaryOperator::And, by, mask);
        let result = self.shifted(shift, value, by);
        if sets_carry {
            let out = self.shifted_out(shift, value, by, result);
            let old = self.flag(Flag::Carry);
            let zero = self.block.constant(0, ADDRESS_BITS);
            let is_zero = self.block.equal(by, zero);
            let carry = self.block.select(is_zero, old, out);
            self.set_flag(Flag::Carry, carry);
        }
        result
    }

    /// The last bit that is shifted out, by more than 0: the value is shifted with a bit more at the end where it goes out.
    pub(super) fn shifted_out(&mut self, shift: Shift, value: Temp, by: Temp, result: Temp) -> Temp {
        const WIDE: Width = ADDRESS_BITS + 1;
        let by = self.block.resize(by, WIDE);
        let below = self.block.constant(0, 1);
        match shift {
            Shift::Left => {
                let wide = self.block.resize(value, WIDE);
                let wide = self.block.binary(BinaryOperator::ShiftLeft, wide, by);
                self.block.extract(wide, ADDRESS_BITS, 1)
            }
            Shift::Right | Shift::RightSigned => {
                let wide = self.block.concatenate(value, below);
                let operator = match shift {
                    Shift::RightSigned => BinaryOperator::ShiftRightSigned,
                    Shift::Left | Shift::Right | Shift::Rotate => BinaryOperator::ShiftRight,
                };
                let wide = self.block.binary(operator, wide, by);
                self.block.extract(wide, 0, 1)
            }
            Shift::Rotate => self.block.extract(result, ADDRESS_BITS - 1, 1),
        }
    }

    pub(super) fn rotate_extended(&mut self, flags: bool, i: &I) {
        let value = self.read(i.register(1));
        let carry = self.flag(Flag::Carry);
        let upper = self.block.extract(value, 1, ADDRESS_BITS - 1);
        let result = self.block.concatenate(carry, upper);
        self.write(i.register(0), result);
        if flags {
            let out = self.block.extract(value, 0, 1);
            self.set_flag(Flag::Carry, out);
            self.result_flags(result);
        }
    }

    /// A register, maybe rotated, of which some low bits are widened.
    pub(super) fn extended(&mut self, (from, signed): (Width, bool), operands: &[Operand]) -> Temp {
        let value = match &operands[0] {
            Operand::Register(register) => self.read(register),
            other => unreachable!("a register that is {other:?}"),
        };
        let first = match operands.get(1) {
            Some(Operand::Modifier { amount: Some(amount), .. }) => Width::from(*amount),
            _ => 0,
        };
        let field = if first + from > ADDRESS_BITS {
            let high = self.block.extract(value, 0, first + from - ADDRESS_BITS);
            let low = self.block.extract(value, first, ADDRESS_BITS - first);
            self.block.concatenate(high, low)
        } else {
            self.block.extract(value, first, from)
        };
        self.widened(field, signed)
    }

    pub(super) fn multiply_long(&mut self, Long { signed, accumulates }: Long, i: &I) {
        let [left, right] = [2, 3].map(|at| self.read(i.register(at)));
        let [left, right] = [left, right].map(|value| match signed {
            true => self.block.sign_extend(value, 64),
            false => self.block.resize(value, 64),
        });
        let mut result = self.block.binary(BinaryOperator::Multiply, left, right);
        if accumulates {
            let [low, high] = [0, 1].map(|at| self.read(i.register(at)));
            let old = self.block.concatenate(high, low);
            result = self.block.binary(BinaryOperator::Add, old, result);
        }
        for (at, low) in [(0, 0), (1, 32)] {
            let word = self.block.extract(result, low, 32);
            self.write(i.register(at), word);
        }
    }

    pub(super) fn unary(&mut self, unary: Unary, value: Temp) -> Temp {
        let reversed = |block: &mut BlockBuilder, pieces: &[(u16, Width)]| {
            // From the highest piece of the result down.
            let mut all = pieces.iter().map(|&(low, width)| (low, width));
            let (low, width) = all.next().unwrap_or((0, ADDRESS_BITS));
            let first = block.extract(value, low, width);
            all.fold(first, |above, (low, width)| {
                let below = block.extract(value, low, width);
                block.concatenate(above, below)
            })
        };
        match unary {
            Unary::CountLeadingZeros => {
                let mut count = self.block.constant(i128::from(ADDRESS_BITS), ADDRESS_BITS);
                for at in 0..ADDRESS_BITS {
                    let bit = self.block.extract(value, at, 1);
                    let here = self.block.constant(i128::from(ADDRESS_BITS - 1 - at), ADDRESS_BITS);
                    count = self.block.select(bit, here, count);
                }
                count
            }
            Unary::ReverseBits => {
                let bits: Vec<(u16, Width)> = (0..ADDRESS_BITS).map(|at| (at, 1)).collect();
                reversed(self.block, &bits)
            }
            Unary::ReverseBytes => reversed(self.block, &[(0, 8), (8, 8), (16, 8), (24, 8)]),
            Unary::ReverseHalves => reversed(self.block, &[(16, 8), (24, 8), (0, 8), (8, 8)]),
            Unary::ReverseSignedHalf => {
                let half = reversed(self.block, &[(0, 8), (8, 8)]);
                self.widened(half, true)
            }
        }
    }

    pub(super) fn field(&mut self, field: Field, i: &I) -> Temp {
        let [first, length] = [2, 1].map(|from_end| *i.number(i.operands.len() - from_end) as Width);
        let mut result = match field {
            Field::Extract { signed } => {
                let value = self.read(i.register(1));
                let field = self.block.extract(value, first, length);
                return self.widened(field, signed);
            }
            Field::Insert => {
                let value = self.read(i.register(1));
                self.block.resize(value, length)
            }
            Field::Clear => self.block.constant(0, length),
        };
        let old = self.read(i.register(0));
        if first > 0 {
            let below = self.block.extract(old, 0, first);
            result = self.block.concatenate(result, below);
        }
        if first + length < ADDRESS_BITS {
            let above = self.block.extract(old, first + length, ADDRESS_BITS - first - length);
            result = self.block.concatenate(above, result);
        }
        result
    }

    pub(super) fn shifted(&mut self, shift: Shift, value: Temp, by: Temp) -> Temp {
        use BinaryOperator as B;
        match shift {
            Shift::Left => self.block.binary(B::ShiftLeft, value, by),
            Shift::Right => self.block.binary(B::ShiftRight, value, by),
            Shift::RightSigned => self.block.binary(B::ShiftRightSigned, value, by),
            Shift::Rotate => {
                let [mask, bits] = [31, 32].map(|number| self.block.constant(number, ADDRESS_BITS));
                let by = self.block.binary(B::And, by, mask);
                let back = self.block.binary(B::Subtract, bits, by);
                let low = self.block.binary(B::ShiftRight, value, by);
                let high = self.block.binary(B::ShiftLeft, value, back);
                self.block.binary(B::Or, low, high)
            }
        }
    }

    pub(super) fn move_(&mut self, negated: bool, flags: bool, i: &I) {
        let value = self.right(&i.operands[1..], flags, Compute::Bitwise(BinaryOperator::Or, false));
        let value = if negated { self.block.unary(UnaryOperator::Not, value) } else { value };
        self.write(i.register(0), value);
        if flags {
            self.result_flags(value);
        }
    }

    pub(super) fn move_half(&mut self, top: bool, i: &I) {
        let to = i.register(0);
        let value = match &i.operands[1] {
            Operand::Number(half) if !top => self.block.constant(*half, ADDRESS_BITS),
            Operand::Number(half) => {
                let old = self.read(to);
                let low = self.block.resize(old, 16);
                let half = self.block.constant(*half, 16);
                self.block.concatenate(half, low)
            }
            Operand::Symbol(_) if top => self.read(to),
            Operand::Symbol(symbol) => {
                self.block.address(self.context.location(&symbol.name), symbol.offset, ADDRESS_BITS)
            }
            other => unreachable!("a half that is {other:?}"),
        };
        self.write(to, value);
    }

    /// By a number, or a register: its low byte counts.
    pub(super) fn shift(&mut self, shift: Shift, flags: bool, i: &I) {
        let value = self.read(i.register(1));
        let result = match &i.operands[2] {
            Operand::Number(amount) => self.shifted_by(shift, value, *amount as u8, flags),
            Operand::Register(by) => self.shifted_by_register(shift, value, by, flags),
            other => unreachable!("an amount that is {other:?}"),
        };
        self.write(i.register(0), result);
        if flags {
            self.result_flags(result);
        }
    }

    pub(super) fn set_flag(&mut self, flag: Flag, bit: Temp) {
        self.block.write(flag.id(), 0, bit);
    }

    /// Negative and zero, by a result.
    pub(super) fn result_flags(&mut self, result: Temp) {
        let negative = self.block.extract(result, ADDRESS_BITS - 1, 1);
        self.set_flag(Flag::Negative, negative);
        let zero = self.block.constant(0, ADDRESS_BITS);
        let is_zero = self.block.equal(result, zero);
        self.set_flag(Flag::Zero, is_zero);
    }

    pub(super) fn compute(&mut self, compute: Compute, flags: bool, left: Temp, right: Temp) -> Temp {
        let not = |block: &mut BlockBuilder, value| block.unary(UnaryOperator::Not, value);
        let (left, right, carry) = match compute {
            Compute::Bitwise(operator, complement) => {
                let right = if complement { not(self.block, right) } else { right };
                let result = self.block.binary(operator, left, right);
                if flags {
                    self.result_flags(result);
                }
                return result;
            }
            Compute::Add if !flags => return self.block.binary(BinaryOperator::Add, left, right),
            Compute::Subtract if !flags => return self.block.binary(BinaryOperator::Subtract, left, right),
            Compute::SubtractFrom if !flags => return self.block.binary(BinaryOperator::Subtract, right, left),
            Compute::Subtract => return self.subtract(left, right),
            Compute::SubtractFrom => return self.subtract(right, left),
            Compute::Add => (left, right, self.block.constant(0, 1)),
            Compute::AddWithCarry => (left, right, self.flag(Flag::Carry)),
            Compute::SubtractWithCarry => (left, not(self.block, right), self.flag(Flag::Carry)),
            Compute::SubtractFromWithCarry => (right, not(self.block, left), self.flag(Flag::Carry)),
        };
        self.add_with_carry(flags, left, right, carry)
    }

    /// `left - right` with its flags. Equality is not computed by subtraction, so that addresses, too, can be compared.
    pub(super) fn subtract(&mut self, left: Temp, right: Temp) -> Temp {
        let result = self.block.binary(BinaryOperator::Subtract, left, right);
        let negative = self.block.extract(result, ADDRESS_BITS - 1, 1);
        self.set_flag(Flag::Negative, negative);
        let equal = self.block.equal(left, right);
        self.set_flag(Flag::Zero, equal);
        let borrow = self.block.binary(BinaryOperator::Less, left, right);
        let carry = self.block.not(borrow);
        self.set_flag(Flag::Carry, carry);
        // Overflow: the operands differ in sign and the result does not have that of the left one.
        let differ = self.block.binary(BinaryOperator::Xor, left, right);
        let changed = self.block.binary(BinaryOperator::Xor, left, result);
        self.set_overflow(differ, changed);
        result
    }

    pub(super) fn set_overflow(&mut self, one: Temp, other: Temp) {
        let both = self.block.binary(BinaryOperator::And, one, other);
        let overflow = self.block.extract(both, ADDRESS_BITS - 1, 1);
        self.set_flag(Flag::Overflow, overflow);
    }

    pub(super) fn add_with_carry(&mut self, flags: bool, left: Temp, right: Temp, carry: Temp) -> Temp {
        let wide = [left, right, carry].map(|value| self.block.resize(value, ADDRESS_BITS + 1));
        let sum = self.block.binary(BinaryOperator::Add, wide[0], wide[1]);
        let sum = self.block.binary(BinaryOperator::Add, sum, wide[2]);
        let result = self.block.resize(sum, ADDRESS_BITS);
        if flags {
            self.result_flags(result);
            let carry = self.block.extract(sum, ADDRESS_BITS, 1);
            self.set_flag(Flag::Carry, carry);
            let from_left = self.block.binary(BinaryOperator::Xor, result, left);
            let from_right = self.block.binary(BinaryOperator::Xor, result, right);
            self.set_overflow(from_left, from_right);
        }
        result
    }
}

/// The carry that a number gives as the right operand of a bitwise operation (DDI 0487, F1.7.7 and `A32ExpandImm_C`, `T32ExpandImm_C`): the
/// highest bit of one that is encoded as a rotated byte; none of one that is a byte or a repeated byte. What has no encoding is
/// written by the assembler with the opposite operation, and its complement gives the carry.
fn immediate_carry(number: u32) -> Option<bool> {
    let is_byte = |number: u32| number <= 0xff;
    let is_repeated = |number: u32| {
        let low = number & 0xff;
        let high = number >> 8 & 0xff;
        number == low << 16 | low || number == high << 24 | high << 8 || number == low * 0x0101_0101
    };
    let is_rotated = |number: u32| {
        let a32 = (0..16).any(|half| is_byte(number.rotate_left(2 * half)));
        // In T32 the highest of the eight bits is 1, and they do not go around the end.
        a32 || number.leading_zeros() + number.trailing_zeros() >= 24
    };
    [number, !number].into_iter().find_map(|encoded| match encoded {
        encoded if is_byte(encoded) || is_repeated(encoded) => Some(None),
        encoded if is_rotated(encoded) => Some(Some(encoded >> 31 == 1)),
        _ => None,
    })?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn immediates_give_the_carry_of_their_encoding() {
        assert_eq!(immediate_carry(0xff), None);
        assert_eq!(immediate_carry(0x00ff_00ff), None);
        assert_eq!(immediate_carry(0xff00_0000), Some(true));
        assert_eq!(immediate_carry(0x3fc00), Some(false));
        assert_eq!(immediate_carry(0xffff_fffe), None, "the complement of a byte");
        assert_eq!(immediate_carry(0x00ff_ffff), Some(true), "the complement of 0xff000000");
        assert_eq!(immediate_carry(0x1234_5678), None, "neither can be encoded");
    }
}
