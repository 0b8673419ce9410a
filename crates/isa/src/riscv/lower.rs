//! Instructions to micro-operations (The RISC-V Instruction Set Manual, volume I).
//!
//! What is left open, and how it is taken here:
//!
//! - `sc` succeeds only when the last `lr` had the same address and size, and may fail at any time; where it fails, its register
//!   becomes 1.
//! - `fence.i` is an event of its own, which orders no accesses to memory.
//! - `ret` (and `jr ra`) where nothing has called ends the thread; a jump to a number is an error.
//! - `lui` with `%hi(x)` gives the address of `x`, and `%lo(x)` adds nothing: the sum is right, the parts are not.

use std::marker::PhantomData;

use litmus::LoweringContext;
use program::{BinaryOperator, BlockBuilder, MixedSizes, TagSet, Target as ProgramTarget, Temp, Width};
use source::Diagnostic;

use super::table::{Compute, Fetch, Operation, Order, Size, Test, Value};
use super::{Machine, RA, reservation};
use crate::assembly;
use crate::assembly::address::{Address, Displacement};
use crate::assembly::operand::{Instruction, Operand, RegisterOperand, Target};

/// The names of the tags, herd's: annotations of accesses, then fences.
pub(super) const TAGS: &[&str] = &[
    "X",
    "EX",
    "Acq",
    "Rel",
    "AcqRel",
    "Fence.tso",
    "Fence.i",
    "Fence.w.w",
    "Fence.w.r",
    "Fence.w.rw",
    "Fence.r.w",
    "Fence.r.r",
    "Fence.r.rw",
    "Fence.rw.w",
    "Fence.rw.r",
    "Fence.rw.rw",
];

/// An unaligned access may be taken apart into accesses of any size (RVWMO, "Memory Model Primitives"); atomic instructions, and those of Zalasr,
/// raise an exception ("A" extension).
pub(super) const MIXED_SIZES: MixedSizes = MixedSizes {
    atomic_within: 1,
    // X, EX and the ordering bits.
    faulting: TagSet(0b11111),
    always_atomic: TagSet::NONE,
};

/// Of an atomic read-modify-write.
const ATOMIC: TagSet = TagSet::only(0);
/// Of `lr` and `sc`.
const EXCLUSIVE: TagSet = TagSet::only(1);
const FENCE_TSO: TagSet = TagSet::only(5);
const FENCE_I: TagSet = TagSet::only(6);
/// That of writes and writes, from which the others follow.
const FIRST_FENCE: u32 = 7;

impl Order {
    /// The tag of an access that has both bits, or one.
    fn tags(self) -> TagSet {
        match (self.acquire, self.release) {
            (false, false) => TagSet::NONE,
            (true, false) => TagSet::only(2),
            (false, true) => TagSet::only(3),
            (true, true) => TagSet::only(4),
        }
    }
}

/// Appends the micro-operations of an instruction to `block`.
pub(super) fn instruction<M: Machine>(
    i: &Instruction<M>,
    context: &LoweringContext<'_>,
    block: &mut BlockBuilder,
) -> Result<(), Diagnostic> {
    let mut lowering = Lowering { context, block, machine: PhantomData };
    match i.operation() {
        Operation::Nop => {}
        Operation::Set(value) => {
            let value = lowering.value(value, i);
            lowering.write(i.register(0), value);
        }
        Operation::Branch(test) => {
            let target = lowering.target(i.target(2))?;
            let (left, right) = (lowering.read(i.register(0)), lowering.read(i.register(1)));
            let holds = lowering.test(test, left, right);
            lowering.block.branch(holds, target);
        }
        Operation::Jump => {
            let target = lowering.target(i.target(0))?;
            lowering.block.jump(target);
        }
        Operation::JumpAndLink => {
            let target = lowering.target(i.target(1))?;
            let back = lowering.block.code(context.next_place(), M::ADDRESS_WIDTH);
            lowering.write(i.register(0), back);
            lowering.block.jump(target);
        }
        Operation::Call => {
            let target = lowering.target(i.target(0))?;
            let back = lowering.block.code(context.next_place(), M::ADDRESS_WIDTH);
            lowering.block.write(RA, 0, back);
            lowering.block.jump(target);
        }
        Operation::JumpRegister => {
            match i.operands.first() {
                Some(_) => assembly::lower::jump_to::<M>(context, i.register(0), RA, lowering.block),
                None => {
                    let to = lowering.block.read(RA, 0, M::ADDRESS_WIDTH);
                    lowering.block.return_to(to);
                }
            }
        }
        Operation::Load { bits, signed, order } => {
            let address = lowering.address(i.address(1));
            let value = lowering.block.load(address, bits, order.tags());
            let value = lowering.widened(value, signed);
            lowering.write(i.register(0), value);
        }
        Operation::Store { bits, order } => {
            let address = lowering.address(i.address(1));
            let value = lowering.read_low(i.register(0), bits);
            lowering.block.store(address, value, order.tags());
        }
        Operation::LoadReserved { bits, order } => lowering.load_reserved(bits, order, i),
        Operation::StoreConditional { bits, order } => lowering.store_conditional(bits, order, i),
        Operation::Fetch(operator, bits, order) => lowering.fetch(operator, bits, order, i),
        Operation::CompareSwap(bits, order) => lowering.compare_swap(bits, order, i),
        Operation::CompareSwapPair(order) => lowering.compare_swap_pair(order, i),
        Operation::Fence => lowering.block.fence(fence_tags(*i.choice(0), *i.choice(1))),
        Operation::FenceTso => lowering.block.fence(FENCE_TSO),
        Operation::FenceInstructions => lowering.block.fence(FENCE_I),
    }
    Ok(())
}

struct Lowering<'a, 'b, M> {
    context: &'a LoweringContext<'a>,
    block: &'b mut BlockBuilder,
    machine: PhantomData<M>,
}

impl<M: Machine> Lowering<'_, '_, M> {
    fn read(&mut self, register: &RegisterOperand) -> Temp {
        assembly::lower::read::<M>(self.context, register, self.block)
    }

    fn read_low(&mut self, register: &RegisterOperand, bits: Width) -> Temp {
        let whole = self.read(register);
        self.block.resize(whole, bits)
    }

    fn write(&mut self, register: &RegisterOperand, value: Temp) {
        assembly::lower::write::<M>(self.context, register, value, self.block);
    }

    fn target(&self, target: &Target) -> Result<ProgramTarget, Diagnostic> {
        assembly::lower::place(self.context, target, 4).map(ProgramTarget::Code)
    }

    fn address(&mut self, address: &Address) -> Temp {
        let base = self.read(&address.base);
        match &address.displacement {
            Displacement::Number(by) => assembly::lower::offset(base, *by, self.block),
            Displacement::Symbol(..) | Displacement::Index(_) => base,
        }
    }

    /// As many bits of a value as a register has.
    fn widened(&mut self, value: Temp, signed: bool) -> Temp {
        if signed && self.block.width(value) < M::ADDRESS_WIDTH {
            self.block.sign_extend(value, M::ADDRESS_WIDTH)
        } else {
            self.block.resize(value, M::ADDRESS_WIDTH)
        }
    }

    fn test(&mut self, Test { operator, negated }: Test, left: Temp, right: Temp) -> Temp {
        let holds = self.block.binary(operator, left, right);
        if negated { self.block.not(holds) } else { holds }
    }

    /// What the register in front is set to.
    fn value(&mut self, value: Value, i: &Instruction<M>) -> Temp {
        match value {
            Value::Register => self.read(i.register(1)),
            Value::Immediate => self.block.constant(*i.number(1), M::ADDRESS_WIDTH),
            Value::Upper => match &i.operands[1] {
                Operand::Number(upper) => {
                    let word = self.block.constant(upper << 12, 32);
                    self.widened(word, true)
                }
                Operand::Symbol(_) => self.symbol_address(i),
                other => unreachable!("an immediate that is {other:?}"),
            },
            Value::Address => self.symbol_address(i),
            Value::Extend { from, signed } => {
                let low = self.read_low(i.register(1), from);
                self.widened(low, signed)
            }
            Value::Compute(compute, size) => self.compute(compute, size, i),
        }
    }

    fn symbol_address(&mut self, i: &Instruction<M>) -> Temp {
        let symbol = i.symbol(1);
        self.block.address(self.context.location(&symbol.name), symbol.offset, M::ADDRESS_WIDTH)
    }

    fn compute(&mut self, compute: Compute, size: Size, i: &Instruction<M>) -> Temp {
        let bits = if size == Size::Word { 32 } else { M::ADDRESS_WIDTH };
        let left = self.read_low(i.register(1), bits);
        let right = match &i.operands[2] {
            // The low part of an address.
            Operand::Symbol(_) => return left,
            other => {
                let right = assembly::lower::register_or_number::<M>(self.context, other, M::ADDRESS_WIDTH, self.block);
                self.block.resize(right, bits)
            }
        };
        let result = match compute {
            Compute::Plain(operator) => self.block.binary(operator, left, right),
            Compute::Shift(operator) => {
                let mask = self.block.constant(i128::from(bits) - 1, bits);
                let by = self.block.binary(BinaryOperator::And, right, mask);
                self.block.binary(operator, left, by)
            }
            Compute::Set(operator) => {
                let bit = self.block.binary(operator, left, right);
                self.block.resize(bit, bits)
            }
            Compute::Divide { signed, remainder } => self.divide(signed, remainder, left, right),
            Compute::MultiplyHigh { signed } => {
                let [left, right] = [left, right].map(|value| match signed {
                    true => self.block.sign_extend(value, 2 * M::ADDRESS_WIDTH),
                    false => self.block.resize(value, 2 * M::ADDRESS_WIDTH),
                });
                let product = self.block.binary(BinaryOperator::Multiply, left, right);
                self.block.extract(product, M::ADDRESS_WIDTH, M::ADDRESS_WIDTH)
            }
        };
        self.widened(result, true)
    }

    /// By 0, the quotient is -1 and the remainder the dividend; the remainder is so by the operator's own definition.
    fn divide(&mut self, signed: bool, remainder: bool, left: Temp, right: Temp) -> Temp {
        use BinaryOperator as B;
        let operator = match (signed, remainder) {
            (true, false) => B::DivideSigned,
            (false, false) => B::Divide,
            (true, true) => B::RemainderSigned,
            (false, true) => B::Remainder,
        };
        let result = self.block.binary(operator, left, right);
        if remainder {
            return result;
        }
        let bits = self.block.width(left);
        let [zero, ones] = [0, -1].map(|value| self.block.constant(value, bits));
        let by_zero = self.block.equal(right, zero);
        self.block.select(by_zero, ones, result)
    }

    fn load_reserved(&mut self, bits: Width, order: Order, i: &Instruction<M>) {
        let address = self.address(i.address(1));
        reservation::<M>().reserve(address, bits, self.block);
        let value = self.block.load(address, bits, EXCLUSIVE.with(order.tags()));
        let value = self.widened(value, true);
        self.write(i.register(0), value);
    }

    fn store_conditional(&mut self, bits: Width, order: Order, i: &Instruction<M>) {
        let value = self.read_low(i.register(1), bits);
        let address = self.address(i.address(2));
        let (context, status) = (self.context, i.register(0));
        let tags = EXCLUSIVE.with(order.tags());
        let write = |value, block: &mut BlockBuilder| assembly::lower::write::<M>(context, status, value, block);
        // The status depends on the store: the manual has dependencies on store-conditionals.
        let store = |value, block: &mut BlockBuilder| {
            block.store(address, value, tags);
            let written = block.written();
            let failed = block.not(written);
            let failed = block.resize(failed, M::ADDRESS_WIDTH);
            write(failed, block);
        };
        let report = |success: bool, block: &mut BlockBuilder| {
            if !success {
                let failed = block.constant(1, M::ADDRESS_WIDTH);
                write(failed, block);
            }
        };
        reservation::<M>().store_conditional(address, bits, self.block, |_| value, store, report);
    }

    fn fetch(&mut self, operator: Fetch, bits: Width, order: Order, i: &Instruction<M>) {
        let address = self.address(i.address(2));
        let operand = self.read_low(i.register(1), bits);
        let tags = ATOMIC.with(order.tags());
        let update = |block: &mut BlockBuilder, old| fetched(operator, old, operand, block);
        let old = if M::HAS_WHOLE_AMOS {
            self.block.read_modify_write(address, bits, tags, update)
        } else {
            let old = self.block.load(address, bits, tags);
            let new = update(self.block, old);
            self.block.store(address, new, tags);
            old
        };
        let old = self.widened(old, true);
        self.write(i.register(0), old);
    }

    /// Zacas: the register in front holds what is compared, and takes what was there. Without a write where they differ.
    fn compare_swap(&mut self, bits: Width, order: Order, i: &Instruction<M>) {
        let address = self.address(i.address(2));
        let expected = self.read_low(i.register(0), bits);
        let new = self.read_low(i.register(1), bits);
        let tags = ATOMIC.with(order.tags());
        let old = self.block.load(address, bits, tags);
        let equal = self.block.equal(old, expected);
        self.block.choose(equal, |block| block.store(address, new, tags), |_| {});
        let old = self.widened(old, true);
        self.write(i.register(0), old);
    }

    /// The same of pairs: one access of twice the size.
    fn compare_swap_pair(&mut self, order: Order, i: &Instruction<M>) {
        let address = self.address(i.address(4));
        let [expected, new] = [0, 2].map(|at| {
            let (low, high) = (self.read(i.register(at)), self.read(i.register(at + 1)));
            self.block.concatenate(high, low)
        });
        let tags = ATOMIC.with(order.tags());
        let old = self.block.load(address, 2 * M::ADDRESS_WIDTH, tags);
        let equal = self.block.equal(old, expected);
        self.block.choose(equal, |block| block.store(address, new, tags), |_| {});
        for (at, low) in [(0, 0), (1, M::ADDRESS_WIDTH)] {
            let half = self.block.extract(old, low, M::ADDRESS_WIDTH);
            self.write(i.register(at), half);
        }
    }
}

/// What an atomic operation writes.
fn fetched(operator: Fetch, old: Temp, operand: Temp, block: &mut BlockBuilder) -> Temp {
    match operator {
        Fetch::Swap => operand,
        Fetch::Plain(operator) => block.binary(operator, old, operand),
        Fetch::Choose { signed, greater } => {
            let less = if signed { BinaryOperator::LessSigned } else { BinaryOperator::Less };
            let (low, high) = if greater { (old, operand) } else { (operand, old) };
            let takes_operand = block.binary(less, low, high);
            block.select(takes_operand, operand, old)
        }
    }
}

/// The sets are as the manual encodes them: reads 2, writes 1. A fence without either orders no accesses to memory.
fn fence_tags(before: u8, behind: u8) -> TagSet {
    let (before, behind) = (before & 3, behind & 3);
    match (before, behind) {
        (0, _) | (_, 0) => TagSet::NONE,
        _ => TagSet::only(FIRST_FENCE + 3 * (u32::from(before) - 1) + u32::from(behind) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_have_their_names() {
        let name = |before, behind| fence_tags(before, behind).iter().map(|tag| TAGS[tag as usize]).collect::<Vec<_>>();
        assert_eq!(name(2, 3), ["Fence.r.rw"]);
        assert_eq!(name(15, 5), ["Fence.rw.w"]);
        assert_eq!(name(1, 2), ["Fence.w.r"]);
        assert!(name(12, 3).is_empty());
    }
}
