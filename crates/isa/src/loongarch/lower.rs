//! Instructions to micro-operations (LoongArch Reference Manual, volume 1).
//!
//! What is left open, and how it is taken here:
//!
//! - `sc` succeeds only when the last `ll` had the same address and size, and may fail at any time. Its register becomes 1 where it has stored, and 0
//!   where not.
//! - Instructions that compute with words take the low 32 bits of their registers. What a division by 0 gives is not defined by the manual; here
//!   quotients are 0, and the remainder is the dividend.
//! - `dbar` orders what the bits of its hint say (the manual's table, of version 1.10): bit 3 leaves out the reads before it, bit 2 the writes before, bit 1
//!   the reads behind, bit 0 the writes behind. Bit 4 makes the difference between completion and order, which memory does not show. 0x700
//!   orders reads of one location. A machine without these hints takes all of them for 0, which orders more.
//! - `ibar` is an event of its own, which orders no accesses to memory.
//! - `ret` (and `jr $ra`) where nothing has called ends the thread; a jump to a number is an error.
//! - `pcalau12i` with `%pc_hi20(x)` gives the address of `x`, and `%pc_lo12(x)` adds nothing: the sum is right, the parts are not.

use litmus::LoweringContext;
use program::{BinaryOperator, BlockBuilder, MixedSizes, TagSet, Target as ProgramTarget, Temp, UnaryOperator, Width};
use source::Diagnostic;

use super::table::{Barrier, Compute, Fetch, Operation, SAME_ADDRESS, Size, Test, Value};
use super::{BITS, LoongArch, RA, RESERVATION};
use crate::assembly;
use crate::assembly::operand::{Instruction, Operand, RegisterOperand, Target};

type I = Instruction<LoongArch>;

/// The names of the tags: annotations of accesses, then barriers, by the instruction that says no more than what they order.
pub(super) const TAGS: &[&str] = &[
    "X",
    "EX",
    "DB",
    "Acq",
    "Rel",
    "IBAR.0",
    "DBAR.0x700",
    // Writes before 1, reads 2; writes behind 1, reads 2.
    "DBAR.0x1a",
    "DBAR.0x19",
    "DBAR.0x18",
    "DBAR.0x16",
    "DBAR.0x15",
    "DBAR.0x14",
    "DBAR.0x12",
    "DBAR.0x11",
    "DBAR.0x10",
];

/// The manual promises atomicity of aligned accesses only. Atomic instructions raise an exception where they are not aligned.
pub(super) const MIXED_SIZES: MixedSizes = MixedSizes {
    atomic_within: 1,
    // X, EX, and what comes with them.
    faulting: TagSet(0b11111),
    always_atomic: TagSet::NONE,
};

const PLAIN: TagSet = TagSet::NONE;
/// Of an atomic read-modify-write.
const ATOMIC: TagSet = TagSet::only(0);
/// Of `ll` and `sc`.
const EXCLUSIVE: TagSet = TagSet::only(1);
/// Of an atomic read-modify-write that is a barrier.
const DATA_BARRIER: TagSet = TagSet::only(2);
const ACQUIRE: TagSet = TagSet::only(3);
const RELEASE: TagSet = TagSet::only(4);
const IBAR: TagSet = TagSet::only(5);
const DBAR_SAME_ADDRESS: TagSet = TagSet::only(6);
/// The barrier between writes and writes, from which the others follow.
const FIRST_DBAR: u32 = 7;

/// The tag of a `dbar`. A hint that leaves out all accesses on one side orders nothing.
fn dbar_tags(hint: i128) -> TagSet {
    if hint == SAME_ADDRESS {
        return DBAR_SAME_ADDRESS;
    }
    // Reads 2, writes 1; the bits of the hint leave accesses out.
    let (before, behind) = (!hint >> 2 & 3, !hint & 3);
    match u32::try_from(3 * (before - 1) + behind - 1) {
        Ok(number) if before != 0 && behind != 0 => TagSet::only(FIRST_DBAR + number),
        _ => TagSet::NONE,
    }
}

impl Size {
    fn bits(self) -> Width {
        match self {
            Size::Word => 32,
            Size::Doubleword => BITS,
        }
    }
}

impl Barrier {
    /// The tags of an atomic access.
    fn tags(self) -> TagSet {
        match self {
            Barrier::Without => ATOMIC,
            Barrier::With => ATOMIC.with(DATA_BARRIER),
        }
    }
}

/// Appends the micro-operations of an instruction to `block`.
pub(super) fn instruction(i: &I, context: &LoweringContext<'_>, block: &mut BlockBuilder) -> Result<(), Diagnostic> {
    Lowering { context, block }.instruction(i)
}

struct Lowering<'a, 'b> {
    context: &'a LoweringContext<'a>,
    block: &'b mut BlockBuilder,
}

impl Lowering<'_, '_> {
    fn instruction(&mut self, i: &I) -> Result<(), Diagnostic> {
        match i.operation() {
            Operation::Nop => {}
            Operation::Set(value) => {
                let value = self.value(value, i);
                self.write(i.register(0), value);
            }
            Operation::Branch(_)
            | Operation::Jump
            | Operation::Call
            | Operation::JumpRegister
            | Operation::JumpAndLinkRegister => self.jump(i)?,
            Operation::Load { bits, signed } => {
                let address = self.address(i);
                self.load(address, bits, signed, i);
            }
            Operation::LoadIndexed { bits, signed } => {
                let address = self.sum(i);
                self.load(address, bits, signed, i);
            }
            Operation::Store(bits) => {
                let address = self.address(i);
                let value = self.read_low(i.register(0), bits);
                self.block.store(address, value, PLAIN);
            }
            Operation::StoreIndexed(bits) => {
                let address = self.sum(i);
                let value = self.read_low(i.register(0), bits);
                self.block.store(address, value, PLAIN);
            }
            Operation::LoadLinked { bits, acquire } => {
                let address = self.address(i);
                RESERVATION.reserve(address, bits, self.block);
                let tags = if acquire { EXCLUSIVE.with(ACQUIRE) } else { EXCLUSIVE };
                let value = self.block.load(address, bits, tags);
                let value = self.widened(value, true);
                self.write(i.register(0), value);
            }
            Operation::StoreConditional { bits, release } => self.store_conditional(bits, release, i),
            Operation::Fetch(fetch, bits, barrier) => self.fetch(fetch, bits, barrier, i),
            Operation::CompareSwap(bits, barrier) => self.compare_swap(bits, barrier, i),
            Operation::DataBarrier => self.block.fence(dbar_tags(*i.number(0))),
            Operation::InstructionBarrier => self.block.fence(IBAR),
        }
        Ok(())
    }

    fn jump(&mut self, i: &I) -> Result<(), Diagnostic> {
        match i.operation() {
            Operation::Branch(test) => {
                let target = self.target(i.target(2))?;
                let (left, right) = (self.read(i.register(0)), self.read(i.register(1)));
                let holds = self.test(test, left, right);
                self.block.branch(holds, target);
            }
            Operation::Call => {
                let target = self.target(i.target(0))?;
                let back = self.block.code(self.context.next_place(), BITS);
                self.block.write(RA, 0, back);
                self.block.jump(target);
            }
            Operation::JumpRegister => {
                match i.operands.first() {
                    Some(_) => assembly::lower::jump_to::<LoongArch>(self.context, i.register(0), RA, self.block),
                    None => {
                        let to = self.block.read(RA, 0, BITS);
                        self.block.return_to(to);
                    }
                }
            }
            Operation::JumpAndLinkRegister => {
                let to = self.read(i.register(1));
                let part = assembly::lower::part::<LoongArch>(self.context, i.register(1));
                let back = self.block.code(self.context.next_place(), BITS);
                self.write(i.register(0), back);
                // `jirl $zero,$ra,0` is what `ret` stands for.
                match part.is_some_and(|part| part.register == RA) {
                    true => self.block.return_to(to),
                    false => self.block.jump_to(to),
                }
            }
            _ => {
                let target = self.target(i.target(0))?;
                self.block.jump(target);
            }
        }
        Ok(())
    }

    fn read(&mut self, register: &RegisterOperand) -> Temp {
        assembly::lower::read::<LoongArch>(self.context, register, self.block)
    }

    fn read_low(&mut self, register: &RegisterOperand, bits: Width) -> Temp {
        let whole = self.read(register);
        self.block.resize(whole, bits)
    }

    fn write(&mut self, register: &RegisterOperand, value: Temp) {
        assembly::lower::write::<LoongArch>(self.context, register, value, self.block);
    }

    fn target(&self, target: &Target) -> Result<ProgramTarget, Diagnostic> {
        assembly::lower::place(self.context, target, 4).map(ProgramTarget::Code)
    }

    /// Of an access: the register behind the first, plus the number of bytes behind it, where there is one.
    fn address(&mut self, i: &I) -> Temp {
        let base = self.read(i.register(1));
        match i.operands.get(2) {
            Some(Operand::Number(by)) => {
                let by = self.block.constant(*by, BITS);
                self.block.binary(BinaryOperator::Add, base, by)
            }
            _ => base,
        }
    }

    /// Of an access: the sum of the registers behind the first.
    fn sum(&mut self, i: &I) -> Temp {
        let (base, index) = (self.read(i.register(1)), self.read(i.register(2)));
        self.block.binary(BinaryOperator::Add, base, index)
    }

    fn load(&mut self, address: Temp, bits: Width, signed: bool, i: &I) {
        let value = self.block.load(address, bits, PLAIN);
        let value = self.widened(value, signed);
        self.write(i.register(0), value);
    }

    /// All bits of a value.
    fn widened(&mut self, value: Temp, signed: bool) -> Temp {
        if signed && self.block.width(value) < BITS {
            self.block.sign_extend(value, BITS)
        } else {
            self.block.resize(value, BITS)
        }
    }

    fn test(&mut self, Test { operator, negated }: Test, left: Temp, right: Temp) -> Temp {
        let holds = self.block.binary(operator, left, right);
        if negated { self.block.not(holds) } else { holds }
    }

    /// What the register in front is set to.
    fn value(&mut self, value: Value, i: &I) -> Temp {
        match value {
            Value::Compute(compute, size) => self.compute(compute, size, i),
            Value::ShiftedSum { size, zeros } => {
                let bits = size.bits();
                let (left, right) = (self.read_low(i.register(1), bits), self.read_low(i.register(2), bits));
                let by = self.block.constant(*i.number(3), bits);
                let shifted = self.block.binary(BinaryOperator::ShiftLeft, left, by);
                let sum = self.block.binary(BinaryOperator::Add, shifted, right);
                self.widened(sum, !zeros)
            }
            Value::Upper12 => {
                let word = self.block.constant(*i.number(1) << 12, 32);
                self.widened(word, true)
            }
            Value::Upper32 => {
                let low = self.read_low(i.register(0), 32);
                let upper = self.block.constant(*i.number(1), 20);
                let upper = self.block.sign_extend(upper, 32);
                self.block.concatenate(upper, low)
            }
            Value::Upper52 => {
                let low = self.read_low(i.register(1), 52);
                let upper = self.block.constant(*i.number(2), 12);
                self.block.concatenate(upper, low)
            }
            Value::AddUpper16 => {
                let left = self.read(i.register(1));
                let right = self.block.constant(*i.number(2) << 16, BITS);
                self.block.binary(BinaryOperator::Add, left, right)
            }
            Value::Immediate => self.block.constant(*i.number(1), BITS),
            Value::Address => {
                let symbol = i.symbol(1);
                self.block.address(self.context.location(&symbol.name), symbol.offset, BITS)
            }
            Value::Register => self.read(i.register(1)),
            Value::Extend(from) => {
                let low = self.read_low(i.register(1), from);
                self.widened(low, true)
            }
            Value::Field(size) => self.field(size, i),
            Value::Insert(size) => self.insert(size, i),
        }
    }

    fn compute(&mut self, compute: Compute, size: Size, i: &I) -> Temp {
        let bits = size.bits();
        let left = self.read_low(i.register(1), bits);
        let right = assembly::lower::register_or_number::<LoongArch>(self.context, &i.operands[2], BITS, self.block);
        let right = self.block.resize(right, bits);
        let result = match compute {
            Compute::Plain(operator) => self.block.binary(operator, left, right),
            Compute::WithComplement(operator) => {
                let complement = self.block.unary(UnaryOperator::Not, right);
                self.block.binary(operator, left, complement)
            }
            Compute::Complement(operator) => {
                let result = self.block.binary(operator, left, right);
                self.block.unary(UnaryOperator::Not, result)
            }
            Compute::Shift(operator) => {
                let by = self.amount(right);
                self.block.binary(operator, left, by)
            }
            Compute::RotateRight => {
                let by = self.amount(right);
                let all = self.block.constant(i128::from(bits), bits);
                let back = self.block.binary(BinaryOperator::Subtract, all, by);
                let low = self.block.binary(BinaryOperator::ShiftRight, left, by);
                let high = self.block.binary(BinaryOperator::ShiftLeft, left, back);
                self.block.binary(BinaryOperator::Or, low, high)
            }
            Compute::Set(operator) => {
                let bit = self.block.binary(operator, left, right);
                self.block.resize(bit, bits)
            }
            Compute::MultiplyHigh { signed } => {
                let product = self.product(signed, bits, left, right);
                self.block.extract(product, bits, bits)
            }
            Compute::MultiplyWide { signed } => {
                let [left, right] = [left, right].map(|value| self.block.resize(value, 32));
                self.product(signed, 32, left, right)
            }
            Compute::Mask { if_zero } => {
                let zero = self.block.constant(0, bits);
                let is_zero = self.block.equal(right, zero);
                let (then, otherwise) = if if_zero { (zero, left) } else { (left, zero) };
                self.block.select(is_zero, then, otherwise)
            }
        };
        self.widened(result, true)
    }

    /// A shift takes as many low bits of its amount as say a place in the value.
    fn amount(&mut self, right: Temp) -> Temp {
        let bits = self.block.width(right);
        let mask = self.block.constant(i128::from(bits) - 1, bits);
        self.block.binary(BinaryOperator::And, right, mask)
    }

    /// All bits of the product of two numbers of so many bits.
    fn product(&mut self, signed: bool, bits: Width, left: Temp, right: Temp) -> Temp {
        let [left, right] = [left, right].map(|value| match signed {
            true => self.block.sign_extend(value, 2 * bits),
            false => self.block.resize(value, 2 * bits),
        });
        self.block.binary(BinaryOperator::Multiply, left, right)
    }

    /// The places of the first and the last bit of a field, and how many bits it has.
    fn field_of(i: &I) -> (u16, Width) {
        // The form takes places below 64, the last one not below the first.
        let [last, first] = [2, 3].map(|at| *i.number(at) as u16);
        (first, last - first + 1)
    }

    /// A field of a word is widened with the word's sign, and so with zeros unless it is all of it.
    fn field(&mut self, size: Size, i: &I) -> Temp {
        let (first, width) = Self::field_of(i);
        let from = self.read(i.register(1));
        let field = self.block.extract(from, first, width);
        let field = self.block.resize(field, size.bits());
        self.widened(field, true)
    }

    fn insert(&mut self, size: Size, i: &I) -> Temp {
        let ((first, width), bits) = (Self::field_of(i), size.bits());
        let (mut result, from) = (self.read_low(i.register(0), bits), self.read(i.register(1)));
        let field = self.block.extract(from, 0, width);
        let above = bits - first - width;
        let high = (above > 0).then(|| self.block.extract(result, first + width, above));
        let low = (first > 0).then(|| self.block.extract(result, 0, first));
        result = field;
        if let Some(low) = low {
            result = self.block.concatenate(result, low);
        }
        if let Some(high) = high {
            result = self.block.concatenate(high, result);
        }
        self.widened(result, true)
    }

    fn store_conditional(&mut self, bits: Width, release: bool, i: &I) {
        let value = self.read_low(i.register(0), bits);
        let address = self.address(i);
        let (context, status) = (self.context, i.register(0));
        let tags = if release { EXCLUSIVE.with(RELEASE) } else { EXCLUSIVE };
        let write = |value, block: &mut BlockBuilder| {
            assembly::lower::write::<LoongArch>(context, status, value, block);
        };
        // The status depends on the store.
        let store = |value, block: &mut BlockBuilder| {
            block.store(address, value, tags);
            let written = block.written();
            let written = block.resize(written, BITS);
            write(written, block);
        };
        let report = |success: bool, block: &mut BlockBuilder| {
            if !success {
                let failed = block.constant(0, BITS);
                write(failed, block);
            }
        };
        RESERVATION.store_conditional(address, bits, self.block, |_| value, store, report);
    }

    fn fetch(&mut self, fetch: Fetch, bits: Width, barrier: Barrier, i: &I) {
        let address = self.read(i.register(2));
        let operand = self.read_low(i.register(1), bits);
        let tags = barrier.tags();
        let old = self.block.load(address, bits, tags);
        let new = match fetch {
            Fetch::Swap => operand,
            Fetch::Plain(operator) => self.block.binary(operator, old, operand),
            Fetch::Choose { signed, greater } => {
                let less = if signed { BinaryOperator::LessSigned } else { BinaryOperator::Less };
                let (low, high) = if greater { (old, operand) } else { (operand, old) };
                let takes_operand = self.block.binary(less, low, high);
                self.block.select(takes_operand, operand, old)
            }
        };
        self.block.store(address, new, tags);
        let old = self.widened(old, true);
        self.write(i.register(0), old);
    }

    /// The register in front holds what is compared, and takes what was there. Without a write where they differ.
    fn compare_swap(&mut self, bits: Width, barrier: Barrier, i: &I) {
        let address = self.read(i.register(2));
        let expected = self.read_low(i.register(0), bits);
        let new = self.read_low(i.register(1), bits);
        let tags = barrier.tags();
        let old = self.block.load(address, bits, tags);
        let equal = self.block.equal(old, expected);
        self.block.choose(equal, |block| block.store(address, new, tags), |_| {});
        let old = self.widened(old, true);
        self.write(i.register(0), old);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barriers_have_their_names() {
        let name = |hint| dbar_tags(hint).iter().map(|tag| TAGS[tag as usize]).collect::<Vec<_>>();
        assert_eq!(name(0), ["DBAR.0x10"]);
        assert_eq!(name(0x10), ["DBAR.0x10"]);
        assert_eq!(name(0x11), ["DBAR.0x11"]);
        assert_eq!(name(0x12), ["DBAR.0x12"]);
        assert_eq!(name(0x14), ["DBAR.0x14"]);
        assert_eq!(name(0x15), ["DBAR.0x15"]);
        assert_eq!(name(0x18), ["DBAR.0x18"]);
        assert_eq!(name(0x1a), ["DBAR.0x1a"]);
        assert_eq!(name(0x700), ["DBAR.0x700"]);
        assert!(name(0x1f).is_empty() && name(0xf).is_empty());
    }
}
