//! Atomic read-modify-writes (DDI 0487, B2.2.5): one read and one write event for each element.
//!
//! A compare-and-swap has four outcomes, as the manual allows and herd enumerates them. When it succeeds, the register takes its value
//! from memory or keeps its own, which is the same value but another dependency. When it fails, the old value is written back or nothing is.

use program::{BinaryOperator, BlockBuilder, TagSet, Temp, Width};

use super::memory::ElementOrder;
use super::{ACQUIRE, ATOMIC, Lowering, NO_RETURN, PLAIN, Pairs, RELEASE, tie};
use crate::aarch64::instruction::Operation;
use crate::aarch64::kind::{Fetch, FetchPair, Order};
use crate::aarch64::operand::{Name, Register, Size};

impl Order {
    /// The tags of the read, when there is a write too.
    fn read_tags(self, returns: bool) -> TagSet {
        match (returns, self.acquire) {
            (false, _) => ATOMIC.with(NO_RETURN),
            (true, true) => ATOMIC.with(ACQUIRE),
            (true, false) => ATOMIC,
        }
    }

    /// The tags of a read without a write.
    fn lone_read_tags(self, returns: bool) -> TagSet {
        match (returns, self.acquire) {
            (false, _) => ATOMIC.with(NO_RETURN),
            (true, true) => ACQUIRE,
            (true, false) => PLAIN,
        }
    }

    fn write_tags(self) -> TagSet {
        if self.release { ATOMIC.with(RELEASE) } else { ATOMIC }
    }
}

/// The registers of a compare-and-swap: one element or two.
#[derive(Clone, Copy)]
struct Elements<'a> {
    expected: &'a [Register],
    new: &'a [Register],
    order: Order,
    /// The size of one element.
    bits: Width,
}

impl Lowering<'_, '_> {
    /// Atomic read-modify-writes.
    pub(super) fn atomic(self, operation: &Operation, block: &mut BlockBuilder) {
        match operation {
            Operation::CompareSwap { order, access, expected, new, base } => {
                let bits = access.bits(expected.size);
                let (expected, new) = (std::slice::from_ref(expected), std::slice::from_ref(new));
                self.compare_swap(Elements { expected, new, order: *order, bits }, base, block);
            }
            Operation::CompareSwapPair { order, expected, new, base } => {
                let bits = expected[0].size.bits();
                self.compare_swap(Elements { expected, new, order: *order, bits }, base, block);
            }
            Operation::Swap { order, access, new, old, base } => {
                let address = self.read_name(base, Size::X, block);
                let value = self.read(new, block);
                let value = block.resize(value, access.bits(new.size));
                let loaded = block.load(address, block.width(value), order.read_tags(!old.is_zero()));
                block.store(address, value, order.write_tags());
                self.write(old, loaded, block);
            }
            Operation::Fetch { operator, order, access, operand, old, base } => {
                let address = self.read_name(base, Size::X, block);
                let value = self.read(operand, block);
                let value = block.resize(value, access.bits(operand.size));
                let returns = old.as_ref().is_some_and(|old| !old.is_zero());
                let loaded = block.load(address, block.width(value), order.read_tags(returns));
                let result = fetch(*operator, loaded, value, block);
                block.store(address, result, order.write_tags());
                if let Some(old) = old {
                    self.write(old, loaded, block);
                }
            }
            Operation::FetchPair { operator, order, registers, base } => {
                self.fetch_pair(*operator, *order, registers, base, block);
            }
            _ => {}
        }
    }

    /// 128 bits in one access, always.
    fn fetch_pair(
        self,
        operator: FetchPair,
        order: Order,
        registers: &[Name; 2],
        base: &Name,
        block: &mut BlockBuilder,
    ) {
        let address = self.read_name(base, Size::X, block);
        let [low, high] = [0, 1].map(|at: usize| self.read_name(&registers[at], Size::X, block));
        let operand = block.concatenate(high, low);
        let loaded = block.load(address, 128, order.read_tags(true));
        let result = match operator {
            FetchPair::Swap => operand,
            FetchPair::Clear => fetch(Fetch::Clear, loaded, operand, block),
            FetchPair::Set => fetch(Fetch::Set, loaded, operand, block),
        };
        block.store(address, result, order.write_tags());
        for (at, register) in (0..).zip(registers) {
            let half = block.extract(loaded, 64 * at, 64);
            self.write_name(register, half, block);
        }
    }

    fn compare_swap(self, elements: Elements<'_>, base: &Name, block: &mut BlockBuilder) {
        let address = self.read_name(base, Size::X, block);
        let compared: Vec<Temp> = elements.expected.iter().map(|register| self.read(register, block)).collect();
        let compared: Vec<Temp> = compared.into_iter().map(|value| block.resize(value, elements.bits)).collect();
        let success = block.guess();
        block.choose(
            success,
            |block| self.compare_swap_succeeds(elements, address, &compared, block),
            |block| self.compare_swap_fails(elements, address, &compared, block),
        );
    }

    fn compare_swap_succeeds(self, elements: Elements<'_>, address: Temp, compared: &[Temp], block: &mut BlockBuilder) {
        let order = elements.order;
        let new: Vec<Temp> = elements.new.iter().map(|register| self.read(register, block)).collect();
        let new: Vec<Temp> = new.into_iter().map(|value| block.resize(value, elements.bits)).collect();
        let old = self.load_all(elements, address, order.read_tags(elements.returns()), block);
        let same = all_equal(&old, compared, block);
        block.assume(same);
        let store = |block: &mut BlockBuilder| self.store_all(address, &new, order.write_tags(), block);
        let keeps_own = block.guess();
        block.choose(
            keeps_own,
            |block| {
                let keep = |block: &mut BlockBuilder| {
                    store(block);
                    self.write_all(elements.expected, compared, block);
                };
                block.predicate(same, keep, |_| {});
            },
            |block| {
                block.predicate(same, store, |_| {});
                self.write_all(elements.expected, &old, block);
            },
        );
    }

    fn compare_swap_fails(self, elements: Elements<'_>, address: Temp, compared: &[Temp], block: &mut BlockBuilder) {
        let order = elements.order;
        let writes_back = block.guess();
        let fail = |writes_back: bool, block: &mut BlockBuilder| {
            let tags = match writes_back {
                true => order.read_tags(elements.returns()),
                false => order.lone_read_tags(elements.returns()),
            };
            let old = self.load_all(elements, address, tags, block);
            let same = all_equal(&old, compared, block);
            let differs = block.not(same);
            block.assume(differs);
            let write = |block: &mut BlockBuilder| {
                if writes_back {
                    self.store_all(address, &old, order.write_tags(), block);
                }
            };
            block.predicate(differs, write, |_| {});
            self.write_all(elements.expected, &old, block);
        };
        block.choose(writes_back, |block| fail(true, block), |block| fail(false, block));
    }

    fn load_all(self, elements: Elements<'_>, address: Temp, tags: TagSet, block: &mut BlockBuilder) -> Vec<Temp> {
        match elements.expected.len() {
            1 => vec![block.load(address, elements.bits, tags)],
            _ => self.load_elements(address, elements.bits, (tags, ElementOrder::Any), block).to_vec(),
        }
    }

    fn store_all(self, address: Temp, values: &[Temp], tags: TagSet, block: &mut BlockBuilder) {
        match *values {
            [value] => block.store(address, value, tags),
            [first, second] if self.machine.pairs == Pairs::Elements => {
                // herd: each element written depends on both values.
                let values = [tie(first, &[second], block), tie(second, &[first], block)];
                self.store_elements(address, values, (tags, ElementOrder::Any), block);
            }
            [first, second] => self.store_elements(address, [first, second], (tags, ElementOrder::Any), block),
            _ => {}
        }
    }

    /// Writes registers; each depends on all values.
    fn write_all(self, registers: &[Register], values: &[Temp], block: &mut BlockBuilder) {
        for (register, &value) in registers.iter().zip(values) {
            let value = if values.len() == 1 { value } else { tie(value, values, block) };
            self.write(register, value, block);
        }
    }
}

impl Elements<'_> {
    /// Whether the value read goes to a register. (herd looks at this for single elements only.)
    fn returns(self) -> bool {
        self.expected.len() > 1 || !self.expected[0].is_zero()
    }
}

fn all_equal(left: &[Temp], right: &[Temp], block: &mut BlockBuilder) -> Temp {
    let mut all = block.constant(1, 1);
    for (&left, &right) in left.iter().zip(right) {
        let equal = block.equal(left, right);
        all = block.binary(BinaryOperator::And, all, equal);
    }
    all
}

/// What is written.
fn fetch(operator: Fetch, old: Temp, operand: Temp, block: &mut BlockBuilder) -> Temp {
    use BinaryOperator::{Add, And, Less, LessSigned, Or, Xor};
    let greater = |less: BinaryOperator, block: &mut BlockBuilder| {
        let less = block.binary(less, old, operand);
        block.select(less, operand, old)
    };
    let smaller = |less: BinaryOperator, block: &mut BlockBuilder| {
        let less = block.binary(less, operand, old);
        block.select(less, operand, old)
    };
    match operator {
        Fetch::Add => block.binary(Add, old, operand),
        Fetch::Eor => block.binary(Xor, old, operand),
        Fetch::Set => block.binary(Or, old, operand),
        Fetch::Clear => {
            let kept = block.unary(program::UnaryOperator::Not, operand);
            block.binary(And, old, kept)
        }
        Fetch::SignedMax => greater(LessSigned, block),
        Fetch::SignedMin => smaller(LessSigned, block),
        Fetch::UnsignedMax => greater(Less, block),
        Fetch::UnsignedMin => smaller(Less, block),
    }
}
