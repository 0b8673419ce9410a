//! Moves and arithmetic on integers.

use program::{BinaryOperator, TagSet, Temp, UnaryOperator, Width};

use super::{Lowering, PLAIN, memory};
use crate::assembly::operand::Operand;
use crate::x86::Machine;
use crate::x86::operation::{Arithmetic, Condition};
use crate::x86::register::{Flag, RAX, RDX};

impl<M: Machine> Lowering<'_, '_, M> {
    pub(super) fn move_(&mut self, from: &Operand, to: &Operand, width: Width, tags: TagSet) {
        let place = self.place(to);
        let value = self.value(from, width);
        self.write(place, value, tags);
    }

    /// MOVZX, MOVSX and MOVSXD.
    pub(super) fn move_extended(
        &mut self,
        from: &Operand,
        from_width: Width,
        to: &Operand,
        width: Width,
        signed: bool,
    ) {
        let place = self.place(to);
        let value = self.value(from, from_width);
        let value = if signed { self.block.sign_extend(value, width) } else { self.block.resize(value, width) };
        self.write(place, value, PLAIN);
    }

    /// CBW, CWDE and CDQE: the lower half of the accumulator widened to `width` bits.
    pub(super) fn widen_accumulator(&mut self, width: Width) {
        let half = self.block.read(RAX, 0, width / 2);
        let value = self.block.sign_extend(half, width);
        self.write(Self::implicit(RAX), value, PLAIN);
    }

    /// CWD, CDQ and CQO.
    pub(super) fn spread_accumulator(&mut self, width: Width) {
        let sign = self.block.read(RAX, width - 1, 1);
        let value = self.block.sign_extend(sign, width);
        self.write(Self::implicit(RDX), value, PLAIN);
    }

    /// LEA: the address is computed, memory is not touched.
    pub(super) fn load_address(&mut self, from: &Operand, to: &Operand, width: Width) {
        let address = self.memory_address(memory(from));
        let value = self.block.resize(address, width);
        let place = self.place(to);
        self.write(place, value, PLAIN);
    }

    /// SETcc.
    pub(super) fn set_if(&mut self, condition: Condition, to: &Operand) {
        let place = self.place(to);
        let holds = self.condition(condition);
        let value = self.block.resize(holds, 8);
        self.write(place, value, PLAIN);
    }

    /// CMOVcc. The source is read in any case, memory included, and so is the destination: a destination of 32 bits
    /// has its upper half cleared even when the condition does not hold. (herd reads the source when it holds only.)
    pub(super) fn move_if(&mut self, condition: Condition, from: &Operand, to: &Operand, width: Width) {
        let value = self.value(from, width);
        let place = self.place(to);
        let old = self.read(place, width, PLAIN);
        let holds = self.condition(condition);
        let value = self.block.select(holds, value, old);
        self.write(place, value, PLAIN);
    }

    /// ADD, ADC, SUB, SBB, AND, OR and XOR.
    pub(super) fn arithmetic(
        &mut self,
        operator: Arithmetic,
        from: &Operand,
        to: &Operand,
        width: Width,
        tags: TagSet,
    ) {
        let place = self.place(to);
        let right = self.value(from, width);
        let left = self.read(place, width, tags);
        let result = match operator {
            Arithmetic::Add => self.add(left, right),
            Arithmetic::AddWithCarry => self.with_carry(false, left, right),
            Arithmetic::Subtract => self.subtract(left, right),
            Arithmetic::SubtractWithBorrow => self.with_carry(true, left, right),
            Arithmetic::And => self.bitwise(BinaryOperator::And, left, right),
            Arithmetic::Or => self.bitwise(BinaryOperator::Or, left, right),
            Arithmetic::Xor => self.bitwise(BinaryOperator::Xor, left, right),
        };
        self.write(place, result, tags);
    }

    /// The sum, and all flags set by it.
    pub(super) fn add(&mut self, left: Temp, right: Temp) -> Temp {
        let result = self.block.binary(BinaryOperator::Add, left, right);
        let carry = self.block.binary(BinaryOperator::Less, result, left);
        self.write_flag(Flag::Carry, carry);
        self.sum_flags(left, right, result);
        result
    }

    /// The difference, and all flags set by it.
    pub(super) fn subtract(&mut self, left: Temp, right: Temp) -> Temp {
        let result = self.block.binary(BinaryOperator::Subtract, left, right);
        self.comparison_flags(left, right, result);
        result
    }

    /// Sum or difference with CF coming in, computed with one bit more, and all flags set by it.
    fn with_carry(&mut self, subtracts: bool, left: Temp, right: Temp) -> Temp {
        let width = self.block.width(left);
        let carry_in = self.read_flag(Flag::Carry);
        let [wide_left, wide_right, carry_in] = [left, right, carry_in].map(|temp| self.block.resize(temp, width + 1));
        let operator = if subtracts { BinaryOperator::Subtract } else { BinaryOperator::Add };
        let wide = self.block.binary(operator, wide_left, wide_right);
        let wide = self.block.binary(operator, wide, carry_in);
        let result = self.block.resize(wide, width);
        let carry = self.sign(wide);
        self.write_flag(Flag::Carry, carry);
        match subtracts {
            false => self.sum_flags(left, right, result),
            true => self.difference_flags(left, right, result),
        }
        result
    }

    /// IMUL with two or three operands: the low half of the product. CF and OF say whether it is not the whole product, as signed
    /// numbers; the other flags are undefined.
    pub(super) fn multiply(&mut self, right: &Operand, left: &Operand, to: &Operand, width: Width) {
        let place = self.place(to);
        let right = self.value(right, width);
        let left = self.value(left, width);
        let [wide_left, wide_right] = [left, right].map(|factor| self.block.sign_extend(factor, 2 * width));
        let product = self.block.binary(BinaryOperator::Multiply, wide_left, wide_right);
        let result = self.block.resize(product, width);
        let extended = self.block.sign_extend(result, 2 * width);
        let fits = self.block.equal(extended, product);
        let overflow = self.block.not(fits);
        self.write_flag(Flag::Carry, overflow);
        self.write_flag(Flag::Overflow, overflow);
        self.write(place, result, PLAIN);
    }

    fn bitwise(&mut self, operator: BinaryOperator, left: Temp, right: Temp) -> Temp {
        let result = self.block.binary(operator, left, right);
        self.bitwise_flags(result);
        result
    }

    /// CMP: the destination operand is compared with the source.
    pub(super) fn compare(&mut self, from: &Operand, to: &Operand, width: Width) {
        let right = self.value(from, width);
        let left = self.value(to, width);
        self.subtract(left, right);
    }

    pub(super) fn test(&mut self, from: &Operand, to: &Operand, width: Width) {
        let right = self.value(from, width);
        let left = self.value(to, width);
        self.bitwise(BinaryOperator::And, left, right);
    }

    /// INC and DEC; they leave CF alone.
    pub(super) fn count(&mut self, to: &Operand, width: Width, tags: TagSet, down: bool) {
        let place = self.place(to);
        let old = self.read(place, width, tags);
        let one = self.block.constant(1, width);
        let result = if down {
            let result = self.block.binary(BinaryOperator::Subtract, old, one);
            self.difference_flags(old, one, result);
            result
        } else {
            let result = self.block.binary(BinaryOperator::Add, old, one);
            self.sum_flags(old, one, result);
            result
        };
        self.write(place, result, tags);
    }

    /// NEG: the difference from 0, flags included.
    pub(super) fn negate(&mut self, to: &Operand, width: Width, tags: TagSet) {
        let place = self.place(to);
        let old = self.read(place, width, tags);
        let zero = self.block.constant(0, width);
        let result = self.subtract(zero, old);
        self.write(place, result, tags);
    }

    /// NOT; it leaves the flags alone.
    pub(super) fn complement(&mut self, to: &Operand, width: Width, tags: TagSet) {
        let place = self.place(to);
        let old = self.read(place, width, tags);
        let result = self.block.unary(UnaryOperator::Not, old);
        self.write(place, result, tags);
    }
}
