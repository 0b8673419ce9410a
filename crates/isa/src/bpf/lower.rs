//! Instructions to micro-operations (RFC 9669).
//!
//! What is left open there, and how it is taken here:
//!
//! - An atomic operation is one event that reads and writes, as in herd; a compare-and-exchange that succeeds is a read and a write, and one that fails a plain read.
//! - Operations with a result are fully ordered (`SC`), those without order nothing (the kernel's `Documentation/atomic_t.txt`, whose operations they become).
//! - Machines are little-endian.

use litmus::LoweringContext;
use program::{BinaryOperator, BlockBuilder, MixedSizes, RegisterId, TagSet, Target, Temp, Width};

use super::WIDTH;
use super::instruction::{
    ByteOrder, Instruction, Operand, Operator, Place, RegisterName, RegisterOrSymbol, Test, Update, WideOperand,
};

/// The names of the tags, herd's: atomic operations, fully ordered ones, load-acquires, store-releases.
pub(super) const TAGS: &[&str] = &["X", "SC", "AQ", "RL"];

const ATOMIC: TagSet = TagSet::only(0);
const ORDERED: TagSet = TagSet::only(0).with(TagSet::only(1));
const ACQUIRE: TagSet = TagSet::only(2);
const RELEASE: TagSet = TagSet::only(3);

/// Plain accesses may be unaligned where the machine below lets them be, which may take them apart; the verifier lets no other be.
pub(super) const MIXED_SIZES: MixedSizes =
    MixedSizes { atomic_within: 1, faulting: ORDERED.with(ACQUIRE).with(RELEASE), always_atomic: TagSet::NONE };

/// `r0`, with which a compare-and-exchange compares, and which takes what was found.
pub(super) const COMPARED: RegisterId = RegisterId::from_number(0);

/// Appends the micro-operations of an instruction to `block`.
pub(super) fn instruction(instruction: &Instruction, context: &LoweringContext<'_>, block: &mut BlockBuilder) {
    let mut l = Lowering { context, block };
    match instruction {
        Instruction::Move { to, value, from } => l.move_to(to, value, *from),
        Instruction::MoveWide { to, value } => {
            let value = match value {
                WideOperand::Number(number) => l.block.constant(i128::from(*number), WIDTH),
                WideOperand::Location(name) => l.block.address(context.location(name), 0, WIDTH),
            };
            l.write(to, value);
        }
        Instruction::Compute { operator, to, by } => {
            let (left, right) = (l.read(to), l.operand(by, to.width));
            let value = l.compute(*operator, left, right);
            l.write(to, value);
        }
        Instruction::Negate { to } => {
            let value = l.read(to);
            let value = l.block.unary(program::UnaryOperator::Negate, value);
            l.write(to, value);
        }
        Instruction::Swap { to, order, bits } => l.swap(to, *order, *bits),
        Instruction::Load { to, is_signed, place, is_acquire } => l.load(to, *is_signed, place, *is_acquire),
        Instruction::Store { place, value, is_release } => {
            let address = l.address(place);
            let value = l.operand(value, WIDTH);
            let value = l.block.resize(value, place.width);
            l.block.store(address, value, if *is_release { RELEASE } else { TagSet::NONE });
        }
        Instruction::Update { operator, place, by, has_result } => l.update(*operator, place, by, *has_result),
        Instruction::Exchange { place, with } => {
            let address = l.address(place);
            let new = l.read_low(with, place.width);
            let old = l.block.read_modify_write(address, place.width, ORDERED, |_, _| new);
            l.write(with, old);
        }
        Instruction::CompareExchange { place, new } => l.compare_exchange(place, new),
        Instruction::Jump { label } => l.block.jump(context.label(label)),
        Instruction::Branch { test, left, right, label } => {
            let (left_value, right) = (l.read(left), l.operand(right, left.width));
            let holds = l.test(*test, left_value, right);
            l.block.branch(holds, context.label(label));
        }
        Instruction::Exit => l.block.jump(Target::Exit),
    }
}

struct Lowering<'a, 'b> {
    context: &'a LoweringContext<'a>,
    block: &'b mut BlockBuilder,
}

impl Lowering<'_, '_> {
    fn register(&self, name: &RegisterName) -> RegisterId {
        match &name.register {
            RegisterOrSymbol::Numbered(register) => *register,
            // Without a register left the test is refused elsewhere.
            RegisterOrSymbol::Symbolic(name) => self.context.symbolic(name).unwrap_or(COMPARED),
        }
    }

    fn read(&mut self, name: &RegisterName) -> Temp {
        self.read_low(name, name.width)
    }

    /// The low bits of what the register has.
    fn read_low(&mut self, name: &RegisterName, bits: Width) -> Temp {
        let register = self.register(name);
        let value = self.block.read(register, 0, WIDTH);
        self.block.resize(value, bits)
    }

    /// Writes a register whole; bits that the value does not have become 0.
    fn write(&mut self, name: &RegisterName, value: Temp) {
        let register = self.register(name);
        let value = self.block.resize(value, WIDTH);
        self.block.write(register, 0, value);
    }

    /// Immediates have 32 bits and keep their signs.
    fn operand(&mut self, operand: &Operand, bits: Width) -> Temp {
        match operand {
            Operand::Register(name) => {
                let low = bits.min(name.width);
                let value = self.read_low(name, low);
                self.block.resize(value, bits)
            }
            Operand::Number(number) => self.block.constant(i128::from(*number), bits),
        }
    }

    fn address(&mut self, place: &Place) -> Temp {
        let base = self.read(&place.base);
        crate::assembly::lower::offset(base, i64::from(place.offset), self.block)
    }

    fn move_to(&mut self, to: &RegisterName, value: &Operand, from: Option<Width>) {
        let value = self.operand(value, to.width);
        let value = match from {
            Some(bits) => {
                let low = self.block.resize(value, bits);
                self.block.sign_extend(low, to.width)
            }
            None => value,
        };
        self.write(to, value);
    }

    fn swap(&mut self, to: &RegisterName, order: ByteOrder, bits: Width) {
        let value = self.read(to);
        let low = self.block.resize(value, bits);
        let value = match order {
            ByteOrder::Little => low,
            ByteOrder::Big | ByteOrder::Other => self.swapped(low),
        };
        self.write(to, value);
    }

    fn load(&mut self, to: &RegisterName, is_signed: bool, place: &Place, is_acquire: bool) {
        let address = self.address(place);
        let tags = if is_acquire { ACQUIRE } else { TagSet::NONE };
        let mut value = self.block.load(address, place.width, tags);
        if is_signed && place.width < to.width {
            value = self.block.sign_extend(value, to.width);
        }
        self.write(to, value);
    }

    fn update(&mut self, operator: Update, place: &Place, by: &RegisterName, has_result: bool) {
        let address = self.address(place);
        let by_value = self.read_low(by, place.width);
        let tags = if has_result { ORDERED } else { ATOMIC };
        let operator = match operator {
            Update::Add => BinaryOperator::Add,
            Update::And => BinaryOperator::And,
            Update::Or => BinaryOperator::Or,
            Update::Xor => BinaryOperator::Xor,
        };
        let update = |block: &mut BlockBuilder, old| block.binary(operator, old, by_value);
        let old = self.block.read_modify_write(address, place.width, tags, update);
        if has_result {
            self.write(by, old);
        }
    }

    fn compute(&mut self, operator: Operator, left: Temp, right: Temp) -> Temp {
        use BinaryOperator as B;
        // Quotients and remainders by 0 are those of the operators: 0, and the dividend.
        let (operator, is_shift) = match operator {
            Operator::Add => (B::Add, false),
            Operator::Subtract => (B::Subtract, false),
            Operator::Multiply => (B::Multiply, false),
            Operator::Divide { is_signed: true } => (B::DivideSigned, false),
            Operator::Divide { is_signed: false } => (B::Divide, false),
            Operator::Remainder { is_signed: true } => (B::RemainderSigned, false),
            Operator::Remainder { is_signed: false } => (B::Remainder, false),
            Operator::And => (B::And, false),
            Operator::Or => (B::Or, false),
            Operator::Xor => (B::Xor, false),
            Operator::ShiftLeft => (B::ShiftLeft, true),
            Operator::ShiftRight { is_signed: true } => (B::ShiftRightSigned, true),
            Operator::ShiftRight { is_signed: false } => (B::ShiftRight, true),
        };
        let right = if is_shift {
            let bits = self.block.width(right);
            let mask = self.block.constant(i128::from(bits) - 1, bits);
            self.block.binary(B::And, right, mask)
        } else {
            right
        };
        self.block.binary(operator, left, right)
    }

    /// The bytes in the other order.
    fn swapped(&mut self, value: Temp) -> Temp {
        let bytes = self.block.width(value) / 8;
        let mut swapped = self.block.extract(value, 0, 8);
        for byte in 1..bytes {
            let next = self.block.extract(value, 8 * byte, 8);
            swapped = self.block.concatenate(swapped, next);
        }
        swapped
    }

    fn test(&mut self, test: Test, left: Temp, right: Temp) -> Temp {
        use BinaryOperator::{Less, LessSigned};
        let less = |is_signed| if is_signed { LessSigned } else { Less };
        let (operator, [left, right], is_negated) = match test {
            Test::Equal => (BinaryOperator::Equal, [left, right], false),
            Test::NotEqual => (BinaryOperator::Equal, [left, right], true),
            Test::Less { is_signed } => (less(is_signed), [left, right], false),
            Test::LessOrEqual { is_signed } => (less(is_signed), [right, left], true),
            Test::Greater { is_signed } => (less(is_signed), [right, left], false),
            Test::GreaterOrEqual { is_signed } => (less(is_signed), [left, right], true),
            Test::Meets => {
                let bits = self.block.width(left);
                let common = self.block.binary(BinaryOperator::And, left, right);
                let zero = self.block.constant(0, bits);
                (BinaryOperator::Equal, [common, zero], true)
            }
        };
        let holds = self.block.binary(operator, left, right);
        if is_negated { self.block.not(holds) } else { holds }
    }

    /// `r0` is compared with what is found, and takes it. That a write happens depends by control on both; one that does not is not seen, and orders nothing.
    fn compare_exchange(&mut self, place: &Place, new: &RegisterName) {
        let address = self.address(place);
        let compared = self.block.read(COMPARED, 0, WIDTH);
        let old = self.block.resize(compared, place.width);
        let new = self.read_low(new, place.width);
        let succeeds = self.block.nondeterministic_bit();
        let width = place.width;
        let way = |block: &mut BlockBuilder, succeeds: bool| {
            let found = block.load(address, width, if succeeds { ORDERED } else { TagSet::NONE });
            let is_equal = block.equal(found, old);
            if succeeds {
                block.assume(is_equal);
                block.choose(is_equal, |block| block.store(address, new, ORDERED), |_| {});
            } else {
                let differs = block.not(is_equal);
                block.assume(differs);
            }
            let found = block.resize(found, WIDTH);
            block.write(COMPARED, 0, found);
        };
        self.block.choose(succeeds, |block| way(block, true), |block| way(block, false));
    }
}
