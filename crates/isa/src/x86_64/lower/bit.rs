//! BT, BTS, BTR and BTC.
//!
//! CF is the bit that was found. ZF stays; OF, SF, AF and PF are undefined.

use program::{BinaryOperator, TagSet, Temp, UnaryOperator};
use source::Diagnostic;

use super::{Lowering, Place};
use crate::x86_64::instruction::BitChange;
use crate::x86_64::operand::Operand;
use crate::x86_64::register::Flag;
use crate::x86_64::size::Size;

impl Lowering<'_, '_> {
    /// The number of the bit is taken modulo the size. (With a number in a register and memory as destination it would
    /// not be: then it reaches beyond the operand, which is refused.)
    pub(super) fn bit_test(
        &mut self,
        change: BitChange,
        number: &Operand,
        to: &Operand,
        size: Size,
        tags: TagSet,
    ) -> Result<(), Diagnostic> {
        let place = self.place(to)?;
        if matches!((number, place), (Operand::Register(_), Place::Memory(_))) {
            return Err(self.unsupported(
                "the bit may lie outside the operand",
                "with memory, only bits whose number is an immediate are supported",
            ));
        }
        let number = self.value(number, size)?;
        let mask = self.block.constant(i128::from(size.bits()) - 1, size.bits());
        let number = self.block.binary(BinaryOperator::And, number, mask);
        let old = self.read(place, size, tags);
        let shifted = self.block.binary(BinaryOperator::ShiftRight, old, number);
        let found = self.block.extract(shifted, 0, 1);
        self.write_flag(Flag::Carry, found);
        if let Some(new) = self.changed_bit(change, old, number) {
            self.write(place, new, tags);
        }
        Ok(())
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
