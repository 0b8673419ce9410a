//! SHL, SHR and SAR.
//!
//! The count is taken modulo 32, for 64-bit operands modulo 64. A count of 0 leaves all flags alone. CF is the last bit
//! shifted out; where the operand has no more bits than the count says, which leaves CF undefined, the zeros (or for
//! SAR, signs) that were shifted in are shifted out again. OF is defined for a count of 1 only, AF never.

use program::{BinaryOperator, BlockBuilder, Temp, Width};

use super::{Lowering, PLAIN};
use crate::assembly::operand::Operand;
use crate::x86::Machine;
use crate::x86::operation::Shift;
use crate::x86::register::Flag;

impl Shift {
    fn operator(self) -> BinaryOperator {
        match self {
            Shift::Left => BinaryOperator::ShiftLeft,
            Shift::Right => BinaryOperator::ShiftRight,
            Shift::RightSigned => BinaryOperator::ShiftRightSigned,
        }
    }
}

/// By how many bits, modulo 32 or 64.
#[derive(Clone, Copy)]
enum Count {
    Known(i128),
    /// A byte.
    Register(Temp),
}

/// A shift done: what the flags are computed from. All of the width of the operand.
#[derive(Clone, Copy)]
struct Shifted {
    shift: Shift,
    old: Temp,
    count: Temp,
    result: Temp,
}

impl<M: Machine> Lowering<'_, '_, M> {
    /// Shifts by 1 where no count is written.
    pub(super) fn shift(&mut self, shift: Shift, count: Option<&Operand>, to: &Operand, width: Width) {
        let place = self.place(to);
        let by = self.shift_count(count, width);
        let count = match by {
            Count::Known(count) => self.block.constant(count, width),
            Count::Register(count) => self.block.resize(count, width),
        };
        let old = self.read(place, width, PLAIN);
        let result = self.block.binary(shift.operator(), old, count);
        self.write(place, result, PLAIN);
        let shifted = Shifted { shift, old, count, result };
        match by {
            Count::Known(0) => {}
            Count::Known(1) => {
                let carry = self.shift_flags(shifted);
                self.shift_overflow_flag(shifted, carry);
            }
            Count::Known(_) => {
                self.shift_flags(shifted);
            }
            Count::Register(count) => self.shift_flags_by_count(shifted, count),
        }
    }

    fn shift_count(&mut self, count: Option<&Operand>, width: Width) -> Count {
        let mask = if width == 64 { 63 } else { 31 };
        match count {
            None => Count::Known(1),
            Some(Operand::Number(count)) => Count::Known(count & mask),
            Some(register) => {
                let count = self.value(register, 8);
                let mask = self.block.constant(mask, 8);
                Count::Register(self.block.binary(BinaryOperator::And, count, mask))
            }
        }
    }

    /// The flags where the count is found out when the instruction is executed.
    fn shift_flags_by_count(&mut self, shifted: Shifted, count: Temp) {
        let [zero, one] = [0, 1].map(|value| self.block.constant(value, 8));
        let (by_zero, by_one) = (self.block.equal(count, zero), self.block.equal(count, one));
        let context = self.context;
        let nothing = |_: &mut BlockBuilder| {};
        self.block.choose(by_zero, nothing, |block| {
            let carry = Lowering::<M>::new(context, block).shift_flags(shifted);
            block.choose(
                by_one,
                |block| Lowering::<M>::new(context, block).shift_overflow_flag(shifted, carry),
                nothing,
            );
        });
    }

    /// All flags but OF; gives CF.
    fn shift_flags(&mut self, Shifted { shift, old, count, result }: Shifted) -> Temp {
        self.result_flags(result);
        let width = self.block.width(old) + 1;
        let zero = self.block.constant(0, 1);
        // One bit more on the side to which bits leave.
        let wide = match shift {
            Shift::Left => self.block.resize(old, width),
            Shift::Right | Shift::RightSigned => self.block.concatenate(old, zero),
        };
        let count = self.block.resize(count, width);
        let wide = self.block.binary(shift.operator(), wide, count);
        let carry = match shift {
            Shift::Left => self.sign(wide),
            Shift::Right | Shift::RightSigned => self.block.extract(wide, 0, 1),
        };
        self.write_flag(Flag::Carry, carry);
        carry
    }

    /// OF of a shift by 1: whether the sign has changed (which it cannot when it is what comes in).
    fn shift_overflow_flag(&mut self, Shifted { shift, old, result, .. }: Shifted, carry: Temp) {
        let overflow = match shift {
            Shift::Left => {
                let sign = self.sign(result);
                self.xor(sign, carry)
            }
            Shift::Right => self.sign(old),
            Shift::RightSigned => self.block.constant(0, 1),
        };
        self.write_flag(Flag::Overflow, overflow);
    }
}
