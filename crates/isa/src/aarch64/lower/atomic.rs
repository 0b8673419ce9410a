//! Atomic read-modify-writes (DDI 0487, B2.2.5): one read and one write event for each element.
//!
//! A compare-and-swap has four outcomes, as the manual allows and herd enumerates them. When it succeeds, the register takes its value
//! from memory or keeps its own, which is the same value but another dependency. When it fails, the old value is written back or nothing is.

use program::{BinaryOperator, BlockBuilder, TagSet, Temp, Width};

use super::memory::ElementOrder;
use super::{ACQUIRE, ATOMIC, Lowering, NO_RETURN, PLAIN, Pairs, RELEASE, Register, tie, width};
use crate::aarch64::AArch64;
use crate::aarch64::kind::{Access, Fetch, FetchPair, Order};
use crate::assembly::operand::Instruction;

type A64 = Instruction<AArch64>;

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
    expected: &'a [&'a Register],
    new: &'a [&'a Register],
    order: Order,
    /// The size of one element.
    bits: Width,
}

impl Lowering<'_, '_> {
    pub(super) fn compare_swap_one(self, order: Order, access: Access, i: &A64, block: &mut BlockBuilder) {
        let bits = access.bits(width(i.register(0)));
        let (expected, new) = (&[i.register(0)], &[i.register(1)]);
        self.compare_swap(Elements { expected, new, order, bits }, &i.address(2).base, block);
    }

    pub(super) fn compare_swap_pair(self, order: Order, i: &A64, block: &mut BlockBuilder) {
        let bits = width(i.register(0));
        let (expected, new) = (&[i.register(0), i.register(1)], &[i.register(2), i.register(3)]);
        self.compare_swap(Elements { expected, new, order, bits }, &i.address(4).base, block);
    }

    pub(super) fn swap(self, order: Order, access: Access, i: &A64, block: &mut BlockBuilder) {
        let (new, old) = (i.register(0), i.register(1));
        let address = self.read(&i.address(2).base, block);
        let value = self.read(new, block);
        let value = block.resize(value, access.bits(width(new)));
        let loaded = block.load(address, block.width(value), order.read_tags(!old.is_zero::<AArch64>()));
        block.store(address, value, order.write_tags());
        self.write(old, loaded, block);
    }

    /// With a register for the old value, or without.
    pub(super) fn fetch(self, operator: Fetch, order: Order, access: Access, i: &A64, block: &mut BlockBuilder) {
        let (old, base) = match i.operands.len() {
            2 => (None, &i.address(1).base),
            _ => (Some(i.register(1)), &i.address(2).base),
        };
        let operand = i.register(0);
        let address = self.read(base, block);
        let value = self.read(operand, block);
        let value = block.resize(value, access.bits(width(operand)));
        let returns = old.is_some_and(|old| !old.is_zero::<AArch64>());
        let loaded = block.load(address, block.width(value), order.read_tags(returns));
        let result = fetched(operator, loaded, value, block);
        block.store(address, result, order.write_tags());
        if let Some(old) = old {
            self.write(old, loaded, block);
        }
    }

    /// 128 bits in one access, always.
    pub(super) fn fetch_pair(self, operator: FetchPair, order: Order, i: &A64, block: &mut BlockBuilder) {
        let registers = [i.register(0), i.register(1)];
        let address = self.read(&i.address(2).base, block);
        let [low, high] = registers.map(|register| self.read(register, block));
        let operand = block.concatenate(high, low);
        let loaded = block.load(address, 128, order.read_tags(true));
        let result = match operator {
            FetchPair::Swap => operand,
            FetchPair::Clear => fetched(Fetch::Clear, loaded, operand, block),
            FetchPair::Set => fetched(Fetch::Set, loaded, operand, block),
        };
        block.store(address, result, order.write_tags());
        for (at, register) in (0..).zip(registers) {
            let half = block.extract(loaded, 64 * at, 64);
            self.write(register, half, block);
        }
    }

    fn compare_swap(self, elements: Elements<'_>, base: &Register, block: &mut BlockBuilder) {
        let address = self.read(base, block);
        let compared: Vec<Temp> = elements.expected.iter().map(|register| self.read(register, block)).collect();
        let compared: Vec<Temp> = compared.into_iter().map(|value| block.resize(value, elements.bits)).collect();
        let success = block.nondeterministic_bit();
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
        let keeps_own = block.nondeterministic_bit();
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
        let writes_back = block.nondeterministic_bit();
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
            _ => unreachable!("{} values for one register or a pair", values.len()),
        }
    }

    /// Writes registers; each depends on all values.
    fn write_all(self, registers: &[&Register], values: &[Temp], block: &mut BlockBuilder) {
        for (register, &value) in registers.iter().zip(values) {
            let value = if values.len() == 1 { value } else { tie(value, values, block) };
            self.write(register, value, block);
        }
    }
}

impl Elements<'_> {
    /// Whether the value read goes to a register. (herd looks at this for single elements only.)
    fn returns(self) -> bool {
        self.expected.len() > 1 || !self.expected[0].is_zero::<AArch64>()
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
fn fetched(operator: Fetch, old: Temp, operand: Temp, block: &mut BlockBuilder) -> Temp {
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
