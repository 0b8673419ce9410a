//! Exclusive stores and pairs (DDI 0487, B2.12): the local monitor is the register `RESERVATION`.
//!
//! A store-exclusive succeeds or fails by choice; success needs that the last exclusive access was a load of the same
//! address and size. herd compares the sizes of elements, so that a pair and a single register of one size match.

use program::BlockBuilder;

use super::memory::ElementOrder;
use super::{ACQUIRE, EXCLUSIVE, Lowering, RELEASE, Register, width};
use crate::aarch64::AArch64;
use crate::aarch64::kind::Access;
use crate::aarch64::register::RESERVATION;
use crate::assembly::operand::Instruction;

type A64 = Instruction<AArch64>;

impl Lowering<'_, '_> {
    pub(super) fn store_exclusive(self, release: bool, access: Access, i: &A64, block: &mut BlockBuilder) {
        let (status, from) = (i.register(0), i.register(1));
        let bits = access.bits(width(from));
        let tags = if release { EXCLUSIVE.with(RELEASE) } else { EXCLUSIVE };
        // herd reads the data whether the store succeeds or not.
        let value = self.read(from, block);
        let value = block.resize(value, bits);
        let address = self.read(&i.address(2).base, block);
        let store = |value, block: &mut BlockBuilder| block.store(address, value, tags);
        let report = |success, block: &mut BlockBuilder| self.report(success, status, block);
        RESERVATION.store_conditional(address, bits, block, |_| value, store, report);
    }

    pub(super) fn store_exclusive_pair(self, release: bool, i: &A64, block: &mut BlockBuilder) {
        let tags = if release { EXCLUSIVE.with(RELEASE) } else { EXCLUSIVE };
        let from = [i.register(1), i.register(2)];
        let address = self.read(&i.address(3).base, block);
        let values = |block: &mut BlockBuilder| from.map(|register| self.read(register, block));
        let store = |values, block: &mut BlockBuilder| {
            block.one_access();
            self.store_elements(address, values, (tags, ElementOrder::Any), block);
        };
        let report = |success, block: &mut BlockBuilder| self.report(success, i.register(0), block);
        RESERVATION.store_conditional(address, width(from[0]), block, values, store, report);
    }

    /// The status register becomes 0 when the store succeeds, else 1.
    fn report(self, success: bool, status: &Register, block: &mut BlockBuilder) {
        let status_value = block.constant(i128::from(!success), 32);
        self.write(status, status_value, block);
    }

    pub(super) fn load_exclusive_pair(self, acquire: bool, i: &A64, block: &mut BlockBuilder) {
        let to = [i.register(0), i.register(1)];
        let address = self.read(&i.address(2).base, block);
        let bits = width(to[0]);
        RESERVATION.reserve(address, bits, block);
        let tags = if acquire { EXCLUSIVE.with(ACQUIRE) } else { EXCLUSIVE };
        block.one_access();
        let values = self.load_elements(address, bits, (tags, ElementOrder::Any), block);
        for (register, value) in to.into_iter().zip(values) {
            self.write(register, value, block);
        }
    }
}
