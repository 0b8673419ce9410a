//! Instructions to micro-operations (Power ISA, books I and II).
//!
//! What is left open, and how it is taken here:
//!
//! - A store-conditional succeeds only when the last load with reservation had the same address and size, and may fail at any time.
//! - The bit for summary overflow is 0 after comparisons: there is no overflow.
//! - `blr` where nothing has called ends the thread; a jump to a number is an error.
//! - The high part of the address of a symbol is the whole address, and the low part adds nothing: the sum is right, the parts are not.

use litmus::LoweringContext;
use program::{BinaryOperator, BlockBuilder, RegisterId, TagSet, Target as ProgramTarget, Temp, UnaryOperator, Width};
use source::Diagnostic;

use super::table::{Addend, CarryIn, Carrying, Compute, Condition, Extension, Operation, Value};
use super::{CARRY, COUNT, FIRST_FIELD, LINK, Ppc, RESERVATION, ZERO};
use crate::assembly;
use crate::assembly::address::{Address, Displacement};
use crate::assembly::operand::{Instruction, Operand, RegisterOperand, Target};
use crate::assembly::register::nth;

type I = Instruction<Ppc>;

/// The names of the tags, herd's.
pub(super) const TAGS: &[&str] = &["X", "EX", "SYNC", "LWSYNC", "EIEIO", "ISYNC"];

const PLAIN: TagSet = TagSet::NONE;
/// Of accesses with reservation.
const EXCLUSIVE: TagSet = TagSet::only(1);

const LESS: u16 = 3;

/// Appends the micro-operations of an instruction to `block`.
pub(super) fn instruction(i: &I, context: &LoweringContext<'_>, block: &mut BlockBuilder) -> Result<(), Diagnostic> {
    let mut l = Lowering { context, block };
    match i.operation() {
        Operation::Nop => {}
        Operation::Compute(compute, record) => l.compute(compute, record, i),
        Operation::Set(value) => {
            let value = l.value(value, i);
            l.write(i.register(0), value);
        }
        Operation::Compare { signed, bits } => l.compare(signed, bits, i),
        Operation::Branch(condition) => {
            let target = l.target(i.target(i.operands.len() - 1))?;
            let field = if i.operands.len() == 2 { l.field(i.register(0)) } else { FIRST_FIELD };
            let holds = l.holds(condition, field);
            l.block.branch(holds, target);
        }
        Operation::BranchBit => {
            let target = l.target(i.target(2))?;
            let bit = l.read(i.register(1));
            let holds = if *i.number(0) & 8 == 0 { l.block.not(bit) } else { bit };
            l.block.branch(holds, target);
        }
        Operation::ReturnIf(condition) => {
            let field = if i.operands.is_empty() { FIRST_FIELD } else { l.field(i.register(0)) };
            let passes = l.holds(Condition { value: !condition.value, ..condition }, field);
            l.block.branch(passes, ProgramTarget::Code(context.next_place()));
            let to = l.block.read(LINK, 0, 64);
            l.block.return_to(to);
        }
        Operation::ComputeBit(operator, complements) => {
            let (left, right) = (l.read(i.register(1)), l.read(i.register(2)));
            let result = l.block.binary(operator, left, right);
            let result = if complements { l.block.not(result) } else { result };
            l.write(i.register(0), result);
        }
        Operation::Carrying(carrying) => l.add_carrying(carrying, i),
        Operation::Jump => {
            let target = l.target(i.target(0))?;
            l.block.jump(target);
        }
        Operation::Call => {
            let target = l.target(i.target(0))?;
            l.link();
            l.block.jump(target);
        }
        Operation::Return => {
            let to = l.block.read(LINK, 0, 64);
            l.block.return_to(to);
        }
        Operation::JumpToCount { link } => {
            let to = l.block.read(COUNT, 0, 64);
            if link {
                l.link();
            }
            l.block.jump_to(to);
        }
        Operation::FromSpecial(register) => {
            let value = l.block.read(register, 0, 64);
            l.write(i.register(0), value);
        }
        Operation::ToSpecial(register) => {
            let value = l.read(i.register(0));
            l.block.write(register, 0, value);
        }
        Operation::Load { bits, signed } => {
            let address = l.address(i.address(1));
            l.load(address, bits, signed, i);
        }
        Operation::Store { bits } => {
            let address = l.address(i.address(1));
            l.store(address, bits, i);
        }
        Operation::LoadUpdate { bits, signed } => {
            let address = l.address(i.address(1));
            l.write(&i.address(1).base, address);
            l.load(address, bits, signed, i);
        }
        Operation::StoreUpdate { bits } => {
            let address = l.address(i.address(1));
            l.store(address, bits, i);
            l.write(&i.address(1).base, address);
        }
        Operation::LoadIndexed { bits, signed } => {
            let address = l.sum(i, 1);
            l.load(address, bits, signed, i);
        }
        Operation::StoreIndexed { bits } => {
            let address = l.sum(i, 1);
            l.store(address, bits, i);
        }
        Operation::LoadReserve(bits) => {
            let address = l.sum(i, 1);
            RESERVATION.reserve(address, bits, l.block);
            let value = l.block.load(address, bits, EXCLUSIVE);
            let value = l.block.resize(value, 64);
            l.write(i.register(0), value);
        }
        Operation::LoadPair => {
            let address = l.address(i.address(2));
            let value = l.block.load(address, 128, PLAIN);
            l.write_pair(value, i);
        }
        Operation::StorePair => {
            let address = l.address(i.address(2));
            let value = l.pair(i);
            l.block.store(address, value, PLAIN);
        }
        Operation::LoadReservePair => {
            let address = l.sum(i, 2);
            RESERVATION.reserve(address, 128, l.block);
            let value = l.block.load(address, 128, EXCLUSIVE);
            l.write_pair(value, i);
        }
        Operation::StoreConditionalPair => {
            let value = l.pair(i);
            let address = l.sum(i, 2);
            l.store_if_reserved(address, value);
        }
        Operation::StoreConditional(bits) => l.store_conditional(bits, i),
        Operation::Sync => l.block.fence(TagSet::only(2)),
        Operation::LightweightSync => l.block.fence(TagSet::only(3)),
        Operation::EnforceOrder => l.block.fence(TagSet::only(4)),
        Operation::InstructionSync => l.block.fence(TagSet::only(5)),
    }
    Ok(())
}

struct Lowering<'a, 'b> {
    context: &'a LoweringContext<'a>,
    block: &'b mut BlockBuilder,
}

impl Lowering<'_, '_> {
    fn read(&mut self, register: &RegisterOperand) -> Temp {
        assembly::lower::read::<Ppc>(self.context, register, self.block)
    }

    fn write(&mut self, register: &RegisterOperand, value: Temp) {
        assembly::lower::write::<Ppc>(self.context, register, value, self.block);
    }

    fn register_or_number(&mut self, operand: &Operand) -> Temp {
        assembly::lower::register_or_number::<Ppc>(self.context, operand, 64, self.block)
    }

    fn link(&mut self) {
        let back = self.block.code(self.context.next_place(), 64);
        self.block.write(LINK, 0, back);
    }

    fn target(&self, target: &Target) -> Result<ProgramTarget, Diagnostic> {
        assembly::lower::place(self.context, target, 4).map(ProgramTarget::Code)
    }

    fn field(&self, register: &RegisterOperand) -> RegisterId {
        assembly::lower::part::<Ppc>(self.context, register).map_or(FIRST_FIELD, |part| part.register)
    }

    fn holds(&mut self, Condition { bit, value }: Condition, field: RegisterId) -> Temp {
        let found = self.block.read(field, bit, 1);
        if value { found } else { self.block.not(found) }
    }

    fn address(&mut self, address: &Address) -> Temp {
        let base = self.read(&address.base);
        match &address.displacement {
            Displacement::Number(by) => assembly::lower::offset(base, *by, self.block),
            Displacement::Symbol(..) | Displacement::Index(_) => base,
        }
    }

    /// The sum of a base register, at a place, and the index behind it.
    fn sum(&mut self, i: &I, at: usize) -> Temp {
        let index = self.read(i.register(at + 1));
        if i.register(at).is_in(ZERO) {
            return index;
        }
        let base = self.read(i.register(at));
        self.block.binary(BinaryOperator::Add, base, index)
    }

    fn load(&mut self, address: Temp, bits: Width, signed: bool, i: &I) {
        let value = self.block.load(address, bits, PLAIN);
        let value = if signed { self.block.sign_extend(value, 64) } else { self.block.resize(value, 64) };
        self.write(i.register(0), value);
    }

    fn store(&mut self, address: Temp, bits: Width, i: &I) {
        let value = self.read(i.register(0));
        let value = self.block.resize(value, bits);
        self.block.store(address, value, PLAIN);
    }

    /// The registers in front, the even one with the high half.
    fn pair(&mut self, i: &I) -> Temp {
        let (high, low) = (self.read(i.register(0)), self.read(i.register(1)));
        self.block.concatenate(high, low)
    }

    fn write_pair(&mut self, value: Temp, i: &I) {
        for (at, low) in [(0, 64), (1, 0)] {
            let half = self.block.extract(value, low, 64);
            self.write(i.register(at), half);
        }
    }

    fn store_conditional(&mut self, bits: Width, i: &I) {
        let value = self.read(i.register(0));
        let value = self.block.resize(value, bits);
        let address = self.sum(i, 1);
        self.store_if_reserved(address, value);
    }

    /// `cr0` says whether the store succeeded, by its bit for equality.
    fn store_if_reserved(&mut self, address: Temp, value: Temp) {
        let bits = self.block.width(value);
        let store = |value, block: &mut BlockBuilder| block.store(address, value, EXCLUSIVE);
        let report = |success: bool, block: &mut BlockBuilder| {
            let field = block.constant(i128::from(success) << 1, 4);
            block.write(FIRST_FIELD, 0, field);
        };
        RESERVATION.store_conditional(address, bits, self.block, |_| value, store, report);
    }

    fn compute(&mut self, compute: Compute, record: bool, i: &I) {
        let left = self.read(i.register(1));
        let right = self.register_or_number(&i.operands[2]);
        let result = match compute {
            Compute::Plain(operator) => self.block.binary(operator, left, right),
            Compute::SubtractFrom => self.block.binary(BinaryOperator::Subtract, right, left),
            Compute::Complement(operator) => {
                let right = self.block.unary(UnaryOperator::Not, right);
                self.block.binary(operator, left, right)
            }
            Compute::Not(operator) => {
                let result = self.block.binary(operator, left, right);
                self.block.unary(UnaryOperator::Not, result)
            }
            Compute::Shift(operator, bits) => self.shift(operator, bits, left, right),
            Compute::Words(operator, extension) => {
                let [left, right] = [left, right].map(|operand| self.word(operand, extension));
                self.block.binary(operator, left, right)
            }
        };
        self.write(i.register(0), result);
        if record {
            let zero = self.block.constant(0, 64);
            self.set_field(FIRST_FIELD, true, result, zero);
        }
    }

    /// The low word of a doubleword, extended to one.
    fn word(&mut self, operand: Temp, extension: Extension) -> Temp {
        let word = self.block.extract(operand, 0, 32);
        match extension {
            Extension::Sign => self.block.sign_extend(word, 64),
            Extension::Zero => self.block.resize(word, 64),
        }
    }

    /// The first register, or its complement, and what is added to it, in one bit more.
    fn add_carrying(&mut self, Carrying { complements, addend, carry }: Carrying, i: &I) {
        let left = self.read(i.register(1));
        let left = if complements { self.block.unary(UnaryOperator::Not, left) } else { left };
        let right = match (addend, i.operands.get(2)) {
            (Addend::Operand, Some(Operand::Number(number))) => self.block.constant(sign_extended(*number), 64),
            (Addend::Operand, Some(operand)) => self.register_or_number(operand),
            (Addend::Operand | Addend::Zero, _) => self.block.constant(0, 64),
            (Addend::MinusOne, _) => self.block.constant(-1, 64),
        };
        let carry = match carry {
            CarryIn::Zero => self.block.constant(0, 1),
            CarryIn::One => self.block.constant(1, 1),
            CarryIn::Last => self.block.read(CARRY, 0, 1),
        };
        let [left, right, carry] = [left, right, carry].map(|value| self.block.resize(value, 65));
        let sum = self.block.binary(BinaryOperator::Add, left, right);
        let sum = self.block.binary(BinaryOperator::Add, sum, carry);
        let result = self.block.resize(sum, 64);
        self.write(i.register(0), result);
        let out = self.block.extract(sum, 64, 1);
        self.block.write(CARRY, 0, out);
    }

    /// The first of two registers, which counts as 0 when it is written so, or the second.
    fn select(&mut self, holds: Temp, i: &I) -> Temp {
        let (left, right) = (self.read(i.register(1)), self.read(i.register(2)));
        self.block.select(holds, left, right)
    }

    /// The count has one bit more than is needed, so that all can be shifted out. The algebraic shift of a word fills the register
    /// with its sign.
    fn shift(&mut self, operator: BinaryOperator, bits: Width, value: Temp, by: Temp) -> Temp {
        let value = self.block.resize(value, bits);
        let by = self.block.resize(by, bits);
        let mask = self.block.constant(i128::from(2 * bits - 1), bits);
        let by = self.block.binary(BinaryOperator::And, by, mask);
        let result = self.block.binary(operator, value, by);
        if operator == BinaryOperator::ShiftRightSigned && bits < 64 {
            self.block.sign_extend(result, 64)
        } else {
            self.block.resize(result, 64)
        }
    }

    fn compare(&mut self, signed: bool, bits: Width, i: &I) {
        let (field, at) = match i.operands.len() {
            3 => (self.field(i.register(0)), 1),
            _ => (FIRST_FIELD, 0),
        };
        let left = self.read(i.register(at));
        let left = self.block.resize(left, bits);
        let right = self.register_or_number(&i.operands[at + 1]);
        let right = self.block.resize(right, bits);
        self.set_field(field, signed, left, right);
    }

    fn set_field(&mut self, field: RegisterId, signed: bool, left: Temp, right: Temp) {
        let operator = if signed { BinaryOperator::LessSigned } else { BinaryOperator::Less };
        let less = self.block.binary(operator, left, right);
        let greater = self.block.binary(operator, right, left);
        let equal = self.block.equal(left, right);
        let overflow = self.block.constant(0, 1);
        for (bit, at) in [overflow, equal, greater, less].into_iter().zip(0..=LESS) {
            self.block.write(field, at, bit);
        }
    }

    /// What the register in front is set to.
    fn value(&mut self, value: Value, i: &I) -> Temp {
        match value {
            Value::Register => self.read(i.register(1)),
            Value::AddImmediate { shift } => {
                let base = self.read(i.register(1));
                match &i.operands[2] {
                    Operand::Number(number) => {
                        let by = self.block.constant(sign_extended(*number) << shift, 64);
                        self.block.binary(BinaryOperator::Add, base, by)
                    }
                    // The low part of an address.
                    Operand::Symbol(_) => base,
                    other => unreachable!("an immediate that is {other:?}"),
                }
            }
            Value::Immediate { shift } => match &i.operands[1] {
                Operand::Number(number) => self.block.constant(sign_extended(*number) << shift, 64),
                Operand::Symbol(symbol) => self.block.address(self.context.location(&symbol.name), symbol.offset, 64),
                other => unreachable!("an immediate that is {other:?}"),
            },
            Value::Negate => {
                let value = self.read(i.register(1));
                self.block.unary(UnaryOperator::Negate, value)
            }
            Value::ExtendSign(bits) => {
                let value = self.read(i.register(1));
                let value = self.block.resize(value, bits);
                self.block.sign_extend(value, 64)
            }
            Value::CountZeros(bits) => self.count_zeros(bits, i),
            Value::RotateWord { insert } => self.rotate_word(insert, i),
            Value::RotateClearLeft => self.rotate_clear_left(i),
            Value::HighAddress => {
                // What points to the table of contents is part of the sum.
                self.read(i.register(1));
                let symbol = i.symbol(2);
                self.block.address(self.context.location(&symbol.name), symbol.offset, 64)
            }
            Value::Select => {
                let bit = self.read(i.register(3));
                self.select(bit, i)
            }
            Value::SelectIf(condition) => {
                let holds = self.holds(condition, FIRST_FIELD);
                self.select(holds, i)
            }
            Value::Bit => {
                let bit = self.read(i.register(1));
                self.block.resize(bit, 64)
            }
            Value::Fields => {
                let fields = [0, 1, 2, 3, 4, 5, 6, 7].map(|number| self.block.read(nth(FIRST_FIELD, number), 0, 4));
                let all = fields[1..].iter().fold(fields[0], |above, below| self.block.concatenate(above, *below));
                self.block.resize(all, 64)
            }
        }
    }

    fn count_zeros(&mut self, bits: Width, i: &I) -> Temp {
        let value = self.read(i.register(1));
        let mut count = self.block.constant(i128::from(bits), 64);
        for at in 0..bits {
            let bit = self.block.extract(value, at, 1);
            let here = self.block.constant(i128::from(bits - 1 - at), 64);
            count = self.block.select(bit, here, count);
        }
        count
    }

    fn rotated(&mut self, value: Temp, by: u16) -> Temp {
        if by == 0 {
            return value;
        }
        let width = self.block.width(value);
        let high = self.block.extract(value, 0, width - by);
        let low = self.block.extract(value, width - by, by);
        self.block.concatenate(high, low)
    }

    /// The word rotated, twice in the register, under a mask; the other bits are 0 or stay.
    fn rotate_word(&mut self, insert: bool, i: &I) -> Temp {
        let [by, first, last] = [2, 3, 4].map(|at| *i.number(at) as u16);
        let value = self.read(i.register(1));
        let word = self.block.resize(value, 32);
        let word = self.rotated(word, by);
        let twice = self.block.concatenate(word, word);
        let mask = word_mask(u32::from(first), u32::from(last));
        let kept = self.block.constant(i128::from(mask), 64);
        let result = self.block.binary(BinaryOperator::And, twice, kept);
        if !insert {
            return result;
        }
        let old = self.read(i.register(0));
        let others = self.block.constant(!i128::from(mask), 64);
        let old = self.block.binary(BinaryOperator::And, old, others);
        self.block.binary(BinaryOperator::Or, old, result)
    }

    fn rotate_clear_left(&mut self, i: &I) -> Temp {
        let (by, first) = match i.operands.len() {
            3 => (0, *i.number(2) as u16),
            _ => (*i.number(2) as u16, *i.number(3) as u16),
        };
        let value = self.read(i.register(1));
        let value = self.rotated(value, by);
        let low = self.block.resize(value, 64 - first);
        self.block.resize(low, 64)
    }
}

/// Immediates of 16 bits may be written as signed or unsigned numbers.
fn sign_extended(number: i128) -> i128 {
    if number > 0x7fff { number - 0x1_0000 } else { number }
}

/// The bits from `first` to `last` of a register of 64 bits, counted from the highest of the low 32; around the end and through the
/// upper half when the first is behind the last.
fn word_mask(first: u32, last: u32) -> u64 {
    let from = |bit: u32| u64::from(u32::MAX >> bit);
    match first <= last {
        true => from(first) & !(from(last) >> 1),
        false => !(from(last) >> 1 & !from(first)) | (u64::from(u32::MAX) << 32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_those_of_the_manual() {
        assert_eq!(word_mask(0, 31), 0xffff_ffff);
        assert_eq!(word_mask(30, 31), 3);
        assert_eq!(word_mask(0, 15), 0xffff_0000);
        assert_eq!(word_mask(16, 16), 0x8000);
        assert_eq!(word_mask(31, 0), 0xffff_ffff_8000_0001);
    }
}
