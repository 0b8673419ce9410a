//! BT, BTS, BTR and BTC.
//!
//! CF is the bit that was found. ZF stays; OF, SF, AF and PF are undefined.

use program::{BinaryOperator, TagSet, Temp, UnaryOperator, Width};

use super::Lowering;
use crate::assembly::operand::Operand;
use crate::x86::Machine;
use crate::x86::operation::BitChange;
use crate::x86::register::Flag;

impl<M: Machine> Lowering<'_, '_, M> {
    /// The number of the bit is taken modulo the size. (With a number in a register and memory as destination it would
    /// not be: then it reaches beyond the operand, which the table refuses.)
    pub(super) fn bit_test(&mut self, change: BitChange, number: &Operand, to: &Operand, width: Width, tags: TagSet) {
        let place = self.place(to);
        let number = self.value(number, width);
        let mask = self.block.constant(i128::from(width) - 1, width);
        let number = self.block.binary(BinaryOperator::And, number, mask);
        let old = self.read(place, width, tags);
        let shifted = self.block.binary(BinaryOperator::ShiftRight, old, number);
        let found = self.block.extract(shifted, 0, 1);
        self.write_flag(Flag::Carry, found);
        if let Some(new) = self.changed_bit(change, old, number) {
            self.write(place, new, tags);
        }
    }

    fn changed_bit(&mut self, change: BitChange, old: Temp, number: Temp) -> Option<Temp> {
        let one = self.block.constant(1, self.block.width(old));
        let bit = self.block.binary(BinaryOperator::ShiftLeft, one, number);
        match change {
            BitChange::Keep => None,
            BitChange::Set => Some(self.block.binary(BinaryOperator::Or, old, bit)),
            BitChange::Reset => {
                let others = self.block.unary(UnaryOperator::Not, bit);
                Some(self.block.binary(BinaryOperator::And, old, others))
            }
            BitChange::Complement => Some(self.block.binary(BinaryOperator::Xor, old, bit)),
        }
    }
}
