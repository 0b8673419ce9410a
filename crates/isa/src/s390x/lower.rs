//! Instructions to micro-operations (z/Architecture Principles of Operation, SA22-7832).
//!
//! What is left open, and how it is taken here:
//!
//! - `cs` and its like write where the comparison is equal, and only then. (The manual lets the operand be stored back where it is not.)
//! - The order of bytes does not show: accesses of different sizes to one location are refused.
//! - `br %r14` where nothing has called ends the thread; a jump to a number is an error.
//! - What `ipm` inserts of the program mask is 0.

use litmus::LoweringContext;
use program::{BinaryOperator, BlockBuilder, TagSet, Target as ProgramTarget, Temp, Width};
use source::Diagnostic;

use super::table::{Compute, Fetch, Operation, Says, ValueSource};
use super::{BITS, CONDITION, CONDITION_BITS, LINK, S390x};
use crate::assembly;
use crate::assembly::address::{Address, Displacement};
use crate::assembly::operand::{Instruction, Operand, RegisterOperand, Target};

type I = Instruction<S390x>;

/// The names of the tags: of interlocked accesses, then of fences.
pub(super) const TAGS: &[&str] = &["X", "BCR.15.0"];

const PLAIN: TagSet = TagSet::NONE;
/// Of an interlocked update.
const INTERLOCKED: TagSet = TagSet::only(0);
const BCR: TagSet = TagSet::only(1);

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
            Operation::Set { compute, bits, from, says } => self.set(compute, bits, from, says, i),
            Operation::InsertRotated { says } => self.insert_rotated(says, i),
            Operation::SetIf { bits, mask, from } => self.set_if(bits, mask, from, i),
            Operation::InsertProgramMask => self.insert_program_mask(i),
            Operation::TestUnderMask { low } => self.test_under_mask(low, i),
            Operation::Compare { bits, signed, from } => {
                let (left, right) = self.compared(bits, from, i);
                let code = self.order(left, right, signed);
                self.block.write(CONDITION, 0, code);
            }
            Operation::Branch(_)
            | Operation::CompareAndBranch { .. }
            | Operation::Jump
            | Operation::Call
            | Operation::JumpRegister => self.jump(i)?,
            Operation::Store(bits) => {
                let address = self.address(i.address(1));
                let value = self.read_low(i.register(0), bits);
                self.block.store(address, value, PLAIN);
            }
            Operation::StoreNumber(bits) => {
                let address = self.address(i.address(0));
                let value = self.block.constant(*i.number(1), bits);
                self.block.store(address, value, PLAIN);
            }
            Operation::LoadPair => {
                let address = self.address(i.address(2));
                let both = self.block.load(address, 2 * BITS, PLAIN);
                self.write_pair(i, both);
            }
            Operation::StorePair => {
                let address = self.address(i.address(2));
                let both = self.pair(i, 0);
                self.block.store(address, both, PLAIN);
            }
            Operation::CompareSwap(bits) => {
                let address = self.address(i.address(2));
                let (expected, new) = (self.read_low(i.register(0), bits), self.read_low(i.register(1), bits));
                let old = self.compare_swap(address, bits, expected, new);
                self.write(i.register(0), old);
            }
            Operation::CompareSwapPair => {
                let address = self.address(i.address(4));
                let (expected, new) = (self.pair(i, 0), self.pair(i, 2));
                let old = self.compare_swap(address, 2 * BITS, expected, new);
                self.write_pair(i, old);
            }
            Operation::Fetch(fetch, bits) => self.fetch(fetch, bits, i),
            Operation::Serialize => self.block.fence(BCR),
        }
        Ok(())
    }

    fn jump(&mut self, i: &I) -> Result<(), Diagnostic> {
        match i.operation() {
            Operation::Branch(mask) => {
                let target = self.target(i.target(0))?;
                let holds = self.condition_is(mask);
                self.block.branch(holds, target);
            }
            Operation::CompareAndBranch { bits, signed, from, mask } => {
                let target = self.target(i.target(2))?;
                let (left, right) = self.compared(bits, from, i);
                let code = self.order(left, right, signed);
                let holds = self.is_in(mask, code);
                self.block.branch(holds, target);
            }
            Operation::Call => {
                let target = self.target(i.target(1))?;
                let back = self.block.code(self.context.next_place(), BITS);
                self.write(i.register(0), back);
                self.block.jump(target);
            }
            Operation::JumpRegister => {
                assembly::lower::jump_to::<S390x>(self.context, i.register(0), LINK, self.block);
            }
            _ => {
                let target = self.target(i.target(0))?;
                self.block.jump(target);
            }
        }
        Ok(())
    }

    fn read(&mut self, register: &RegisterOperand) -> Temp {
        assembly::lower::read::<S390x>(self.context, register, self.block)
    }

    fn read_low(&mut self, register: &RegisterOperand, bits: Width) -> Temp {
        let whole = self.read(register);
        self.block.resize(whole, bits)
    }

    /// Writes as many low bits of a register as the value has.
    fn write(&mut self, register: &RegisterOperand, value: Temp) {
        assembly::lower::write::<S390x>(self.context, register, value, self.block);
    }

    fn pair(&mut self, i: &I, at: usize) -> Temp {
        let (high, low) = (self.read(i.register(at)), self.read(i.register(at + 1)));
        self.block.concatenate(high, low)
    }

    fn write_pair(&mut self, i: &I, both: Temp) {
        for (at, low) in [(0, BITS), (1, 0)] {
            let half = self.block.extract(both, low, BITS);
            self.write(i.register(at), half);
        }
    }

    fn target(&self, target: &Target) -> Result<ProgramTarget, Diagnostic> {
        // Instructions have 2 to 6 bytes; what is a number of bytes away is not known.
        assembly::lower::place(self.context, target, 2).map(ProgramTarget::Code)
    }

    fn address(&mut self, address: &Address) -> Temp {
        let base = self.read(&address.base);
        match &address.displacement {
            Displacement::Number(by) => assembly::lower::offset(base, *by, self.block),
            Displacement::Symbol(..) | Displacement::Index(_) => base,
        }
    }

    fn widened(&mut self, value: Temp, bits: Width, signed: bool) -> Temp {
        if signed && self.block.width(value) < bits {
            self.block.sign_extend(value, bits)
        } else {
            self.block.resize(value, bits)
        }
    }

    /// The second value of an instruction, of so many bits.
    fn second(&mut self, from: ValueSource, bits: Width, operand: &Operand) -> Temp {
        match (from, operand) {
            (ValueSource::Widened { bits: low, signed }, Operand::Register(register)) => {
                let value = self.read_low(register, low);
                self.widened(value, bits, signed)
            }
            (ValueSource::Widened { bits: low, signed }, Operand::Address(address)) => {
                let address = self.address(address);
                let value = self.block.load(address, low, PLAIN);
                self.widened(value, bits, signed)
            }
            (ValueSource::Amount, Operand::Address(address)) => {
                let sum = self.address(address);
                self.amount(sum, bits)
            }
            (ValueSource::Amount | ValueSource::Number, Operand::Number(number)) => self.block.constant(*number, bits),
            (ValueSource::Field { low, bits: field, ones }, Operand::Number(number)) => {
                let around = if ones { !(((1i128 << field) - 1) << low) } else { 0 };
                self.block.constant(around | *number << low, bits)
            }
            (ValueSource::Address, Operand::Symbol(symbol)) => {
                self.block.address(self.context.location(&symbol.name), symbol.offset, bits)
            }
            (from, other) => unreachable!("{other:?} as {from:?}"),
        }
    }

    /// The low 6 bits of an amount.
    fn amount(&mut self, by: Temp, bits: Width) -> Temp {
        let low = self.block.resize(by, 6);
        self.block.resize(low, bits)
    }

    fn set(&mut self, compute: Compute, bits: Width, from: ValueSource, says: Says, i: &I) {
        let last = i.operands.len() - 1;
        let right = self.second(from, bits, &i.operands[last]);
        let (result, code) = match compute {
            Compute::Second => (right, self.sign(right, says)),
            Compute::Negated => {
                let zero = self.block.constant(0, bits);
                self.sum(BinaryOperator::Subtract, zero, right, says)
            }
            Compute::Plain(operator) => {
                let left = self.read_low(i.register(last - 1), bits);
                self.sum(operator, left, right, says)
            }
            Compute::Shift(operator) => {
                let left = self.read_low(i.register(last - 1), bits);
                let result = self.block.binary(operator, left, right);
                (result, self.sign(result, says))
            }
            Compute::RotateLeft => {
                let left = self.read_low(i.register(last - 1), bits);
                (self.rotated(left, right), None)
            }
        };
        // Of a field, the condition code says whether that is 0.
        let code = match (from, code) {
            (ValueSource::Field { low, bits: field, .. }, Some(_)) => {
                let part = self.block.extract(result, low, field);
                self.sign(part, says)
            }
            (_, code) => code,
        };
        if let Some(code) = code {
            self.block.write(CONDITION, 0, code);
        }
        self.write(i.register(0), result);
    }

    fn rotated(&mut self, value: Temp, by: Temp) -> Temp {
        let bits = self.block.width(value);
        let [mask, all] = [i128::from(bits) - 1, i128::from(bits)].map(|number| self.block.constant(number, bits));
        let by = self.block.binary(BinaryOperator::And, by, mask);
        let back = self.block.binary(BinaryOperator::Subtract, all, by);
        let high = self.block.binary(BinaryOperator::ShiftLeft, value, by);
        let low = self.block.binary(BinaryOperator::ShiftRight, value, back);
        self.block.binary(BinaryOperator::Or, high, low)
    }

    fn code(&mut self, number: u8) -> Temp {
        self.block.constant(i128::from(number), CONDITION_BITS)
    }

    /// The condition code of a value.
    fn sign(&mut self, value: Temp, says: Says) -> Option<Temp> {
        if says == Says::Nothing {
            return None;
        }
        let bits = self.block.width(value);
        let zero = self.block.constant(0, bits);
        let is_zero = self.block.equal(value, zero);
        let [none, one, two] = [0, 1, 2].map(|number| self.code(number));
        let otherwise = if says == Says::NotZero {
            one
        } else {
            let negative = self.block.binary(BinaryOperator::LessSigned, value, zero);
            self.block.select(negative, one, two)
        };
        Some(self.block.select(is_zero, none, otherwise))
    }

    /// What an operator gives, and the condition code.
    fn sum(&mut self, operator: BinaryOperator, left: Temp, right: Temp, says: Says) -> (Temp, Option<Temp>) {
        let bits = self.block.width(left);
        let result = self.block.binary(operator, left, right);
        let signed = says == Says::SignOrOverflow;
        match says {
            Says::Nothing | Says::Sign | Says::NotZero => (result, self.sign(result, says)),
            Says::SignOrOverflow | Says::Carry => {
                let [left, right] = [left, right].map(|value| self.widened(value, bits + 1, signed));
                let exact = self.block.binary(operator, left, right);
                if signed {
                    let whole = self.block.sign_extend(result, bits + 1);
                    let fits = self.block.equal(exact, whole);
                    let overflow = self.code(3);
                    let sign = self.sign(result, Says::Sign).unwrap_or(overflow);
                    let code = self.block.select(fits, sign, overflow);
                    return (result, Some(code));
                }
                // A difference has a carry where it has no borrow.
                let top = self.block.extract(exact, bits, 1);
                let carry = if operator == BinaryOperator::Subtract { self.block.not(top) } else { top };
                let not_zero = self.sign(result, Says::NotZero).unwrap_or(carry);
                let two = self.code(2);
                let with_carry = self.block.binary(BinaryOperator::Add, not_zero, two);
                let code = self.block.select(carry, with_carry, not_zero);
                (result, Some(code))
            }
        }
    }

    fn compared(&mut self, bits: Width, from: ValueSource, i: &I) -> (Temp, Temp) {
        let right = self.second(from, bits, &i.operands[1]);
        (self.read_low(i.register(0), bits), right)
    }

    /// Equal 0, low 1, high 2.
    fn order(&mut self, left: Temp, right: Temp, signed: bool) -> Temp {
        let equal = self.block.equal(left, right);
        let less = if signed { BinaryOperator::LessSigned } else { BinaryOperator::Less };
        let is_low = self.block.binary(less, left, right);
        let [none, one, two] = [0, 1, 2].map(|number| self.code(number));
        let otherwise = self.block.select(is_low, one, two);
        self.block.select(equal, none, otherwise)
    }

    fn condition_is(&mut self, mask: u8) -> Temp {
        let code = self.block.read(CONDITION, 0, CONDITION_BITS);
        self.is_in(mask, code)
    }

    /// Whether a condition code is in a mask.
    fn is_in(&mut self, mask: u8, code: Temp) -> Temp {
        let mask = self.code(mask);
        let three = self.code(3);
        // The leftmost of the mask's four bits is that of code 0.
        let place = self.block.binary(BinaryOperator::Subtract, three, code);
        let moved = self.block.binary(BinaryOperator::ShiftRight, mask, place);
        self.block.extract(moved, 0, 1)
    }

    /// Bits are counted from the left. A last place of 128 more sets the other bits to 0.
    fn insert_rotated(&mut self, says: Says, i: &I) {
        let [first, last, by] = [2, 3, 4].map(|at| *i.number(at));
        let (clears, last) = (last & 128 != 0, last & 63);
        let from = self.read(i.register(1));
        let by = self.block.constant(by & 63, BITS);
        let rotated = self.rotated(from, by);
        let bit = |place: i128| 1u64 << (63 - place);
        let mask = (0..64).filter(|&place| match first <= last {
            true => (first..=last).contains(&place),
            false => place >= first || place <= last,
        });
        let mask = mask.fold(0, |all, place| all | bit(place));
        let chosen = self.block.constant(i128::from(mask), BITS);
        let field = self.block.binary(BinaryOperator::And, rotated, chosen);
        // The register is read where bits of it stay: what uses the result depends on it there, and not elsewhere.
        let result = if clears {
            field
        } else {
            let old = self.read(i.register(0));
            let around = self.block.constant(i128::from(!mask), BITS);
            let kept = self.block.binary(BinaryOperator::And, old, around);
            self.block.binary(BinaryOperator::Or, field, kept)
        };
        if let Some(code) = self.sign(result, says) {
            self.block.write(CONDITION, 0, code);
        }
        self.write(i.register(0), result);
    }

    fn set_if(&mut self, bits: Width, mask: u8, from: ValueSource, i: &I) {
        let holds = self.condition_is(mask);
        let old = self.read_low(i.register(0), bits);
        let new = self.second(from, bits, &i.operands[1]);
        let chosen = self.block.select(holds, new, old);
        self.write(i.register(0), chosen);
    }

    fn insert_program_mask(&mut self, i: &I) {
        let code = self.block.read(CONDITION, 0, CONDITION_BITS);
        let four = self.block.constant(4, CONDITION_BITS);
        let placed = self.block.binary(BinaryOperator::ShiftLeft, code, four);
        let whole = self.read(i.register(0));
        let (high, low) = (self.block.extract(whole, 32, 32), self.block.extract(whole, 0, 24));
        let word = self.block.concatenate(placed, low);
        let all = self.block.concatenate(high, word);
        self.write(i.register(0), all);
    }

    /// All selected bits 0: 0; all 1: 3; mixed, the leftmost 0: 1, the leftmost 1: 2.
    fn test_under_mask(&mut self, low: u16, i: &I) {
        let mask = *i.number(1);
        let whole = self.read(i.register(0));
        let part = self.block.extract(whole, low, 16);
        let [zero, all] = [0, mask].map(|number| self.block.constant(number, 16));
        let chosen = self.block.binary(BinaryOperator::And, part, all);
        let leftmost = if mask == 0 { 0 } else { 1i128 << mask.ilog2() };
        let leftmost = self.block.constant(leftmost, 16);
        let first = self.block.binary(BinaryOperator::And, chosen, leftmost);
        let [none, one, two, three] = [0, 1, 2, 3].map(|number| self.code(number));
        let (first_is_zero, is_zero) = (self.block.equal(first, zero), self.block.equal(chosen, zero));
        let is_all = self.block.equal(chosen, all);
        let mixed = self.block.select(first_is_zero, one, two);
        let full = self.block.select(is_all, three, mixed);
        let code = self.block.select(is_zero, none, full);
        self.block.write(CONDITION, 0, code);
    }

    /// The value that was there. The condition code becomes 0 where it was the expected one, and 1 where not.
    fn compare_swap(&mut self, address: Temp, bits: Width, expected: Temp, new: Temp) -> Temp {
        let old = self.block.load(address, bits, INTERLOCKED);
        let equal = self.block.equal(old, expected);
        self.block.choose(equal, |block| block.store(address, new, INTERLOCKED), |_| {});
        let [none, one] = [0, 1].map(|number| self.code(number));
        let code = self.block.select(equal, none, one);
        self.block.write(CONDITION, 0, code);
        old
    }

    fn fetch(&mut self, fetch: Fetch, bits: Width, i: &I) {
        let address = self.address(i.address(2));
        let operand = self.read_low(i.register(1), bits);
        let old = self.block.load(address, bits, INTERLOCKED);
        let (new, code) = self.sum(fetch.operator, old, operand, fetch.says);
        self.block.store(address, new, INTERLOCKED);
        if let Some(code) = code {
            self.block.write(CONDITION, 0, code);
        }
        self.write(i.register(0), old);
    }
}
