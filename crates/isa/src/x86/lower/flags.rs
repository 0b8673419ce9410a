//! The status flags (SDM vol. 1, 3.4.3.1; what each instruction does to them: vol. 1, appendix A).

use program::{BinaryOperator, Temp};

use super::Lowering;
use crate::x86::Machine;
use crate::x86::operation::{Condition, FlagTest};
use crate::x86::register::Flag;

impl<M: Machine> Lowering<'_, '_, M> {
    /// One bit: whether the condition holds. It reads the flags that it needs and no other.
    pub(super) fn condition(&mut self, condition: Condition) -> Temp {
        let holds = match condition.test {
            FlagTest::Overflow => self.read_flag(Flag::Overflow),
            FlagTest::Below => self.read_flag(Flag::Carry),
            FlagTest::Equal => self.read_flag(Flag::Zero),
            FlagTest::BelowOrEqual => {
                let (below, equal) = (self.read_flag(Flag::Carry), self.read_flag(Flag::Zero));
                self.block.binary(BinaryOperator::Or, below, equal)
            }
            FlagTest::Sign => self.read_flag(Flag::Sign),
            FlagTest::Parity => self.read_flag(Flag::Parity),
            FlagTest::Less => self.read_less(),
            FlagTest::LessOrEqual => {
                let (less, equal) = (self.read_less(), self.read_flag(Flag::Zero));
                self.block.binary(BinaryOperator::Or, less, equal)
            }
        };
        if condition.negated { self.block.not(holds) } else { holds }
    }

    fn read_less(&mut self) -> Temp {
        let (sign, overflow) = (self.read_flag(Flag::Sign), self.read_flag(Flag::Overflow));
        self.block.binary(BinaryOperator::Xor, sign, overflow)
    }

    /// One bit: the value of a flag.
    pub(super) fn read_flag(&mut self, flag: Flag) -> Temp {
        self.block.read(flag.id::<M>(), 0, 1)
    }

    /// Sets a flag to a bit.
    pub(super) fn write_flag(&mut self, flag: Flag, bit: Temp) {
        self.block.write(flag.id::<M>(), 0, bit);
    }

    /// Sets ZF, SF and PF by a result.
    pub(super) fn result_flags(&mut self, result: Temp) {
        let zero = self.block.constant(0, self.block.width(result));
        let is_zero = self.block.equal(result, zero);
        self.write_flag(Flag::Zero, is_zero);
        self.sign_and_parity_flags(result);
    }

    fn sign_and_parity_flags(&mut self, result: Temp) {
        let sign = self.sign(result);
        self.write_flag(Flag::Sign, sign);
        let parity = self.even_parity(result);
        self.write_flag(Flag::Parity, parity);
    }

    /// The flags of a bitwise operation; AF is undefined.
    pub(super) fn bitwise_flags(&mut self, result: Temp) {
        self.result_flags(result);
        let clear = self.block.constant(0, 1);
        self.write_flag(Flag::Carry, clear);
        self.write_flag(Flag::Overflow, clear);
    }

    /// All flags but CF of `result = left + right`, or plus a carry that came in.
    pub(super) fn sum_flags(&mut self, left: Temp, right: Temp, result: Temp) {
        self.result_flags(result);
        // Overflow: the operands have one sign and the result has the other.
        let (changed, other) = (self.xor(left, result), self.xor(right, result));
        let overflow = self.block.binary(BinaryOperator::And, changed, other);
        self.overflow_and_adjust_flags(overflow, left, right, result);
    }

    /// All flags but CF of `result = left - right - borrow`.
    pub(super) fn difference_flags(&mut self, left: Temp, right: Temp, result: Temp) {
        self.result_flags(result);
        self.difference_overflow_flags(left, right, result);
    }

    /// All flags of the comparison of `left` with `right`: those of `left - right`. Equality is not computed by subtraction, so
    /// that addresses, too, can be compared.
    pub(super) fn comparison_flags(&mut self, left: Temp, right: Temp, result: Temp) {
        let equal = self.block.equal(left, right);
        self.write_flag(Flag::Zero, equal);
        self.sign_and_parity_flags(result);
        let borrow = self.block.binary(BinaryOperator::Less, left, right);
        self.write_flag(Flag::Carry, borrow);
        self.difference_overflow_flags(left, right, result);
    }

    fn difference_overflow_flags(&mut self, left: Temp, right: Temp, result: Temp) {
        // Overflow: the operands differ in sign and the result does not have that of the left one.
        let (differ, changed) = (self.xor(left, right), self.xor(left, result));
        let overflow = self.block.binary(BinaryOperator::And, differ, changed);
        self.overflow_and_adjust_flags(overflow, left, right, result);
    }

    /// OF, the sign of `overflow`; and AF, the carry into bit 4.
    fn overflow_and_adjust_flags(&mut self, overflow: Temp, left: Temp, right: Temp, result: Temp) {
        let overflow = self.sign(overflow);
        self.write_flag(Flag::Overflow, overflow);
        let sum_without_carries = self.xor(left, right);
        let carries = self.xor(sum_without_carries, result);
        let adjust = self.block.extract(carries, 4, 1);
        self.write_flag(Flag::Adjust, adjust);
    }

    /// The most significant bit.
    pub(super) fn sign(&mut self, value: Temp) -> Temp {
        let last = self.block.width(value) - 1;
        self.block.extract(value, last, 1)
    }

    /// Whether the low byte has an even number of ones.
    fn even_parity(&mut self, value: Temp) -> Temp {
        let mut odd = self.block.resize(value, 8);
        for half in [4, 2, 1] {
            let (upper, lower) = (self.block.extract(odd, half, half), self.block.extract(odd, 0, half));
            odd = self.xor(upper, lower);
        }
        self.block.not(odd)
    }

    pub(super) fn xor(&mut self, left: Temp, right: Temp) -> Temp {
        self.block.binary(BinaryOperator::Xor, left, right)
    }
}
