//! Exchanges: XCHG, XADD, CMPXCHG, CMPXCHG8B and CMPXCHG16B.

use program::{TagSet, Temp};
use source::Diagnostic;

use super::{Lowering, PLAIN, Place};
use crate::x86_64::operand::Operand;
use crate::x86_64::register::{Flag, implicit};
use crate::x86_64::size::Size;

impl Lowering<'_, '_> {
    /// XCHG: with memory it is locked, prefix or not (SDM vol. 3, 9.1.2.1).
    pub(super) fn exchange(&mut self, first: &Operand, second: &Operand, size: Size) -> Result<(), Diagnostic> {
        let (first, second) = (self.place(first)?, self.place(second)?);
        let (first_tags, second_tags) = (first.implied_lock(), second.implied_lock());
        let first_value = self.read(first, size, first_tags);
        let second_value = self.read(second, size, second_tags);
        self.write(first, second_value, first_tags);
        self.write(second, first_value, second_tags);
        Ok(())
    }

    /// XADD. The destination is written last: with one register as both operands, the sum stays.
    pub(super) fn exchange_add(
        &mut self,
        from: &Operand,
        to: &Operand,
        size: Size,
        tags: TagSet,
    ) -> Result<(), Diagnostic> {
        let (from, to) = (self.place(from)?, self.place(to)?);
        let addend = self.read(from, size, PLAIN);
        let old = self.read(to, size, tags);
        let sum = self.add(old, addend);
        self.write(from, old, PLAIN);
        self.write(to, sum, tags);
        Ok(())
    }

    /// CMPXCHG. A destination in memory is written in any case: when the comparison fails, with the value that was read
    /// (SDM vol. 2, CMPXCHG: "DEST := TEMP", and "the processor never produces a locked read without also producing a locked
    /// write"; APM vol. 3 says so of the form without lock, too). herd has no write on failure; its states are the same, since the
    /// value is the old one, but a failed exchange makes one event less there, and fewer choices of co. A register is not written on
    /// failure: the processor with which these lowerings were compared keeps the upper half of a 32-bit one.
    ///
    /// What is written depends on the comparison by control, not by data.
    pub(super) fn compare_exchange(
        &mut self,
        from: &Operand,
        to: &Operand,
        size: Size,
        tags: TagSet,
    ) -> Result<(), Diagnostic> {
        let (from, to) = (self.place(from)?, self.place(to)?);
        let accumulator = Place::Register { register: implicit::RAX, low: 0 };
        let expected = self.read(accumulator, size, PLAIN);
        let new = self.read(from, size, PLAIN);
        let old = self.read(to, size, tags);
        self.subtract(expected, old);
        let equal = self.block.equal(expected, old);
        let context = self.context;
        self.block.choose(
            equal,
            |block| Lowering { context, block }.write(to, new, tags),
            |block| {
                let mut failed = Lowering { context, block };
                if let Place::Memory(_) = to {
                    failed.write(to, old, tags);
                }
                failed.write(accumulator, old, PLAIN);
            },
        );
        Ok(())
    }

    /// CMPXCHG8B and CMPXCHG16B: one access of two halves of `size`, against `rdx:rax`, new value in `rcx:rbx`. ZF is the
    /// only flag that changes. As with CMPXCHG, the destination is written in any case.
    pub(super) fn compare_exchange_pair(&mut self, to: &Operand, size: Size, tags: TagSet) -> Result<(), Diagnostic> {
        let Place::Memory(address) = self.place(to)? else {
            return Err(self.unsupported("a register has no room for a pair", "the destination must be in memory"));
        };
        let [low, high, new_low, new_high] = [implicit::RAX, implicit::RDX, implicit::RBX, implicit::RCX]
            .map(|register| Place::Register { register, low: 0 });
        let expected = self.read_pair(high, low, size);
        let new = self.read_pair(new_high, new_low, size);
        let old = self.block.load(address, 2 * size.bits(), tags);
        let equal = self.block.equal(expected, old);
        self.write_flag(Flag::Zero, equal);
        let context = self.context;
        self.block.choose(
            equal,
            |block| block.store(address, new, tags),
            |block| {
                block.store(address, old, tags);
                let old_low = block.extract(old, 0, size.bits());
                let old_high = block.extract(old, size.bits(), size.bits());
                let mut failed = Lowering { context, block };
                failed.write(low, old_low, PLAIN);
                failed.write(high, old_high, PLAIN);
            },
        );
        Ok(())
    }

    fn read_pair(&mut self, high: Place, low: Place, size: Size) -> Temp {
        let (high, low) = (self.read(high, size, PLAIN), self.read(low, size, PLAIN));
        self.block.concatenate(high, low)
    }
}
