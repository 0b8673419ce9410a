//! Exchanges: XCHG, XADD, CMPXCHG, CMPXCHG8B and CMPXCHG16B.

use program::{TagSet, Temp, Width};

use super::{Lowering, OperandPlace, PLAIN, memory};
use crate::assembly::operand::Operand;
use crate::x86::Machine;
use crate::x86::register::{Flag, RAX, RBX, RCX, RDX};

impl<M: Machine> Lowering<'_, '_, M> {
    /// XCHG: with memory it is locked, prefix or not (SDM vol. 3, 9.1.2.1).
    pub(super) fn exchange(&mut self, first: &Operand, second: &Operand, width: Width) {
        let (first, second) = (self.place(first), self.place(second));
        let (first_tags, second_tags) = (first.implied_lock(), second.implied_lock());
        let first_value = self.read(first, width, first_tags);
        let second_value = self.read(second, width, second_tags);
        self.write(first, second_value, first_tags);
        self.write(second, first_value, second_tags);
    }

    /// XADD. The destination is written last: with one register as both operands, the sum stays.
    pub(super) fn exchange_add(&mut self, from: &Operand, to: &Operand, width: Width, tags: TagSet) {
        let (from, to) = (self.place(from), self.place(to));
        let addend = self.read(from, width, PLAIN);
        let old = self.read(to, width, tags);
        let sum = self.add(old, addend);
        self.write(from, old, PLAIN);
        self.write(to, sum, tags);
    }

    /// CMPXCHG. A destination in memory is written in any case: when the comparison fails, with the value that was read
    /// (SDM vol. 2, CMPXCHG: "DEST := TEMP", and "the processor never produces a locked read without also producing a locked
    /// write"; APM vol. 3 says so of the form without lock, too). herd has no write on failure; its states are the same, since the
    /// value is the old one, but a failed exchange makes one event less there, and fewer choices of co. A register is not written on
    /// failure: the processor with which these lowerings were compared keeps the upper half of a 32-bit one.
    ///
    /// What is written depends on the comparison by control, not by data.
    pub(super) fn compare_exchange(&mut self, from: &Operand, to: &Operand, width: Width, tags: TagSet) {
        let (from, to) = (self.place(from), self.place(to));
        let accumulator = Self::implicit(RAX);
        let expected = self.read(accumulator, width, PLAIN);
        let new = self.read(from, width, PLAIN);
        let old = self.read(to, width, tags);
        self.subtract(expected, old);
        let equal = self.block.equal(expected, old);
        let context = self.context;
        self.block.choose(
            equal,
            |block| Lowering::<M>::new(context, block).write(to, new, tags),
            |block| {
                let mut failed = Lowering::<M>::new(context, block);
                if let OperandPlace::Memory(_) = to {
                    failed.write(to, old, tags);
                }
                failed.write(accumulator, old, PLAIN);
            },
        );
    }

    /// CMPXCHG8B and CMPXCHG16B: one access of two halves of `width` bits, against `rdx:rax`, new value in `rcx:rbx`. ZF is the
    /// only flag that changes. As with CMPXCHG, the destination is written in any case.
    pub(super) fn compare_exchange_pair(&mut self, to: &Operand, width: Width, tags: TagSet) {
        let address = self.memory_address(memory(to));
        let [low, high, new_low, new_high] = [RAX, RDX, RBX, RCX].map(Self::implicit);
        let expected = self.read_pair(high, low, width);
        let new = self.read_pair(new_high, new_low, width);
        let old = self.block.load(address, 2 * width, tags);
        let equal = self.block.equal(expected, old);
        self.write_flag(Flag::Zero, equal);
        let context = self.context;
        self.block.choose(
            equal,
            |block| block.store(address, new, tags),
            |block| {
                block.store(address, old, tags);
                let old_low = block.extract(old, 0, width);
                let old_high = block.extract(old, width, width);
                let mut failed = Lowering::<M>::new(context, block);
                failed.write(low, old_low, PLAIN);
                failed.write(high, old_high, PLAIN);
            },
        );
    }

    fn read_pair(&mut self, high: OperandPlace, low: OperandPlace, width: Width) -> Temp {
        let (high, low) = (self.read(high, width, PLAIN), self.read(low, width, PLAIN));
        self.block.concatenate(high, low)
    }
}
