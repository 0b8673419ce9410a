//! Exclusive stores and pairs (DDI 0487, B2.12): the local monitor is the register `RESERVATION`.
//!
//! A store-exclusive succeeds or fails by choice; success needs that the last exclusive access was a load of the same
//! address and size. herd compares the sizes of elements, so that a pair and a single register of one size match.

use program::{BlockBuilder, Temp, Width};

use super::memory::ElementOrder;
use super::{ACQUIRE, EXCLUSIVE, Lowering, RELEASE, clear_reservation, one_from, reservation};
use crate::aarch64::instruction::Operation;
use crate::aarch64::operand::{Name, Register, Size};
use crate::aarch64::register::{RESERVATION, RESERVATION_WIDTH, RESERVED_SIZE_WIDTH};

impl Lowering<'_, '_> {
    /// Exclusive accesses but loads of one register.
    pub(super) fn exclusive(self, operation: &Operation, block: &mut BlockBuilder) {
        match operation {
            Operation::ClearExclusive => clear_reservation(block),
            Operation::LoadExclusivePair { acquire, to, base } => self.load_exclusive_pair(*acquire, to, base, block),
            Operation::StoreExclusive { release, access, status, from, base } => {
                let bits = access.bits(from.size);
                let tags = if *release { EXCLUSIVE.with(RELEASE) } else { EXCLUSIVE };
                // herd reads the data whether the store succeeds or not.
                let value = self.read(from, block);
                let value = block.resize(value, bits);
                let store = |address, value, block: &mut BlockBuilder| block.store(address, value, tags);
                self.store_conditional((status, base), bits, block, |_| value, store);
            }
            Operation::StoreExclusivePair { release, status, from, base } => {
                let tags = if *release { EXCLUSIVE.with(RELEASE) } else { EXCLUSIVE };
                let bits = from[0].size.bits();
                let values = |block: &mut BlockBuilder| [self.read(&from[0], block), self.read(&from[1], block)];
                self.store_conditional((status, base), bits, block, values, |address, values, block| {
                    block.one_access();
                    self.store_elements(address, values, (tags, ElementOrder::Any), block);
                });
            }
            _ => {}
        }
    }

    fn load_exclusive_pair(self, acquire: bool, to: &[Register; 2], base: &Name, block: &mut BlockBuilder) {
        let address = self.read_name(base, Size::X, block);
        let bits = to[0].size.bits();
        let reservation = reservation(address, bits, block);
        block.write(RESERVATION, 0, reservation);
        let tags = if acquire { EXCLUSIVE.with(ACQUIRE) } else { EXCLUSIVE };
        block.one_access();
        let values = self.load_elements(address, bits, (tags, ElementOrder::Any), block);
        for (register, value) in to.iter().zip(values) {
            self.write(register, value, block);
        }
    }

    /// Stores with `store`, given the address and what `prepare` has read, if the reservation is for `bits` there; or fails.
    fn store_conditional<V>(
        self,
        (status, base): (&Name, &Name),
        bits: Width,
        block: &mut BlockBuilder,
        prepare: impl FnOnce(&mut BlockBuilder) -> V,
        store: impl FnOnce(Temp, V, &mut BlockBuilder),
    ) {
        let address = self.read_name(base, Size::X, block);
        let reserved = block.read(RESERVATION, 0, RESERVATION_WIDTH);
        // As herd has it: that the reservation is cleared depends on the reservation by control, and the store on the reservation and
        // the address.
        let is_read = one_from(&[reserved], block);
        block.choose(is_read, clear_reservation, |_| {});
        let success = block.guess();
        block.choose(
            success,
            |block| {
                let reserved_address = block.extract(reserved, 0, 64);
                let reserved_size = block.extract(reserved, 64, RESERVED_SIZE_WIDTH);
                let wanted = block.constant(i128::from(super::bytes(bits)), RESERVED_SIZE_WIDTH);
                let same_size = block.equal(reserved_size, wanted);
                block.assume(same_size);
                let same_address = block.equal(reserved_address, address);
                block.assume(same_address);
                let values = prepare(block);
                let matched = one_from(&[reserved, address], block);
                block.choose(matched, |block| store(address, values, block), |_| {});
                let zero = block.constant(0, 32);
                self.write_name(status, zero, block);
            },
            |block| {
                let one = block.constant(1, 32);
                self.write_name(status, one, block);
            },
        );
    }
}
