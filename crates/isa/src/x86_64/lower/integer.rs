//! Moves and arithmetic on integers.

use program::{BinaryOperator, TagSet, Temp, UnaryOperator};
use source::Diagnostic;

use super::{Lowering, PLAIN, Place};
use crate::x86_64::instruction::{Arithmetic, Condition};
use crate::x86_64::operand::Operand;
use crate::x86_64::register::{Flag, implicit};
use crate::x86_64::size::Size;

impl Lowering<'_, '_> {
    pub(super) fn move_(&mut self, from: &Operand, to: &Operand, size: Size, tags: TagSet) -> Result<(), Diagnostic> {
        let place = self.place(to)?;
        let value = self.value(from, size)?;
        self.write(place, value, tags);
        Ok(())
    }

    /// MOVZX, MOVSX and MOVSXD.
    pub(super) fn move_extended(
        &mut self,
        from: &Operand,
        from_size: Size,
        to: &Operand,
        size: Size,
        signed: bool,
    ) -> Result<(), Diagnostic> {
        let place = self.place(to)?;
        let value = self.value(from, from_size)?;
        let value =
            if signed { self.block.sign_extend(value, size.bits()) } else { self.block.resize(value, size.bits()) };
        self.write(place, value, PLAIN);
        Ok(())
    }

    /// CBW, CWDE and CDQE: the lower half of the accumulator widened to `size`.
    pub(super) fn widen_accumulator(&mut self, size: Size) -> Result<(), Diagnostic> {
        let half = self.block.read(implicit::RAX, 0, size.bits() / 2);
        let value = self.block.sign_extend(half, size.bits());
        self.write(Place::Register { register: implicit::RAX, low: 0 }, value, PLAIN);
        Ok(())
    }

    /// CWD, CDQ and CQO.
    pub(super) fn spread_accumulator(&mut self, size: Size) -> Result<(), Diagnostic> {
        let sign = self.block.read(implicit::RAX, size.bits() - 1, 1);
        let value = self.block.sign_extend(sign, size.bits());
        self.write(Place::Register { register: implicit::RDX, low: 0 }, value, PLAIN);
        Ok(())
    }

    /// LEA: the address is computed, memory is not touched.
    pub(super) fn load_address(&mut self, from: &Operand, to: &Operand, size: Size) -> Result<(), Diagnostic> {
        let Operand::Memory(memory) = from else {
            return Err(self.unsupported("`lea` of something that is not in memory", "its source must be an address"));
        };
        let address = self.memory_address(memory)?;
        let value = self.block.resize(address, size.bits());
        let place = self.place(to)?;
        self.write(place, value, PLAIN);
        Ok(())
    }

    /// SETcc.
    pub(super) fn set_if(&mut self, condition: Condition, to: &Operand) -> Result<(), Diagnostic> {
        let place = self.place(to)?;
        let holds = self.condition(condition);
        let value = self.block.resize(holds, Size::Byte.bits());
        self.write(place, value, PLAIN);
        Ok(())
    }

    /// CMOVcc. The source is read in any case, memory included, and so is the destination: a destination of 32 bits
    /// has its upper half cleared even when the condition does not hold. (herd reads the source when it holds only.)
    pub(super) fn move_if(
        &mut self,
        condition: Condition,
        from: &Operand,
        to: &Operand,
        size: Size,
    ) -> Result<(), Diagnostic> {
        let value = self.value(from, size)?;
        let place = self.place(to)?;
        let old = self.read(place, size, PLAIN);
        let holds = self.condition(condition);
        let value = self.block.select(holds, value, old);
        self.write(place, value, PLAIN);
        Ok(())
    }

    /// ADD, ADC, SUB, SBB, AND, OR and XOR.
    pub(super) fn arithmetic(
        &mut self,
        operator: Arithmetic,
        from: &Operand,
        to: &Operand,
        size: Size,
        tags: TagSet,
    ) -> Result<(), Diagnostic> {
        let place = self.place(to)?;
        let right = self.value(from, size)?;
        let left = self.read(place, size, tags);
        let result = match operator {
            Arithmetic::Add => self.add(left, right),
            Arithmetic::AddWithCarry => self.with_carry(BinaryOperator::Add, left, right),
            Arithmetic::Subtract => self.subtract(left, right),
            Arithmetic::SubtractWithBorrow => self.with_carry(BinaryOperator::Subtract, left, right),
            Arithmetic::And => self.bitwise(BinaryOperator::And, left, right),
            Arithmetic::Or => self.bitwise(BinaryOperator::Or, left, right),
            Arithmetic::Xor => self.bitwise(BinaryOperator::Xor, left, right),
        };
        self.write(place, result, tags);
        Ok(())
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
    fn with_carry(&mut self, operator: BinaryOperator, left: Temp, right: Temp) -> Temp {
        let width = self.block.width(left);
        let carry_in = self.read_flag(Flag::Carry);
        let [wide_left, wide_right, carry_in] = [left, right, carry_in].map(|temp| self.block.resize(temp, width + 1));
        let wide = self.block.binary(operator, wide_left, wide_right);
        let wide = self.block.binary(operator, wide, carry_in);
        let result = self.block.resize(wide, width);
        let carry = self.sign(wide);
        self.write_flag(Flag::Carry, carry);
        match operator {
            BinaryOperator::Add => self.sum_flags(left, right, result),
            _ => self.difference_flags(left, right, result),
        }
        result
    }

    fn bitwise(&mut self, operator: BinaryOperator, left: Temp, right: Temp) -> Temp {
        let result = self.block.binary(operator, left, right);
        self.bitwise_flags(result);
        result
    }

    /// CMP: the destination operand is compared with the source.
    pub(super) fn compare(&mut self, from: &Operand, to: &Operand, size: Size) -> Result<(), Diagnostic> {
        let right = self.value(from, size)?;
        let left = self.value(to, size)?;
        self.subtract(left, right);
        Ok(())
    }

    pub(super) fn test(&mut self, from: &Operand, to: &Operand, size: Size) -> Result<(), Diagnostic> {
        let right = self.value(from, size)?;
        let left = self.value(to, size)?;
        self.bitwise(BinaryOperator::And, left, right);
        Ok(())
    }

    /// INC and DEC; they leave CF alone.
    pub(super) fn count(&mut self, to: &Operand, size: Size, tags: TagSet, down: bool) -> Result<(), Diagnostic> {
        let place = self.place(to)?;
        let old = self.read(place, size, tags);
        let one = self.block.constant(1, size.bits());
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
        Ok(())
    }

    /// NEG: the difference from 0, flags included.
    pub(super) fn negate(&mut self, to: &Operand, size: Size, tags: TagSet) -> Result<(), Diagnostic> {
        let place = self.place(to)?;
        let old = self.read(place, size, tags);
        let zero = self.block.constant(0, size.bits());
        let result = self.subtract(zero, old);
        self.write(place, result, tags);
        Ok(())
    }

    /// NOT; it leaves the flags alone.
    pub(super) fn complement(&mut self, to: &Operand, size: Size, tags: TagSet) -> Result<(), Diagnostic> {
        let place = self.place(to)?;
        let old = self.read(place, size, tags);
        let result = self.block.unary(UnaryOperator::Not, old);
        self.write(place, result, tags);
        Ok(())
    }
}
