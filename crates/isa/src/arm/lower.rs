//! Instructions to micro-operations (DDI 0487, part F; DDI 0406).
//!
//! What is left open, and how it is taken here:
//!
//! - A store-exclusive succeeds only when the last load-exclusive had the same address and size, and may fail at any time.
//! - A jump to a number in a register ends the thread: so does `BX LR` where nothing has called.
//! - `MOVW` with `:lower16:x` gives the address of `x`, and `MOVT` with `:upper16:x` adds nothing: the sum is right, the parts are not.
//! - `LDRD`, `STRD`, `LDM` and their like access each word by itself, in no order.

use litmus::LoweringContext;
use program::{BinaryOperator, BlockBuilder, TagSet, Target as ProgramTarget, Temp, UnaryOperator, Width};
use source::Diagnostic;

use super::table::{Access, Branch, Compute, Many, Operation, Shift};
use super::{ADDRESS_BITS, Arm, Flag, LINK, RESERVATION, STACK_POINTER};
use crate::assembly;
use crate::assembly::address::{Address, Displacement, Mode};
use crate::assembly::lower::offset;
use crate::assembly::operand::{Instruction, Operand, RegisterOperand, Target};

type I = Instruction<Arm>;

/// The names of the tags, herd's: annotations of accesses, then fences.
pub(super) const TAGS: &[&str] = &["X", "EX", "A", "L", "DMB", "DMB.ISH", "DMB.ST", "DSB", "DSB.ST", "ISB"];

const PLAIN: TagSet = TagSet::NONE;
const EXCLUSIVE: TagSet = TagSet::only(1);
const ACQUIRE: TagSet = TagSet::only(2);
const RELEASE: TagSet = TagSet::only(3);

/// Appends the micro-operations of an instruction to `block`: under its condition, if it has one.
pub(super) fn instruction(i: &I, context: &LoweringContext<'_>, block: &mut BlockBuilder) -> Result<(), Diagnostic> {
    let mut l = Lowering { context, block };
    let Some(condition) = i.suffix else { return l.instruction(i) };
    let Operation::Branch(branch) = i.operation() else {
        let holds = l.holds(condition);
        let mut result = Ok(());
        block.choose(holds, |block| result = Lowering { context, block }.instruction(i), |_| {});
        return result;
    };
    match branch {
        Branch::Always => {
            let target = l.target(i.target(0))?;
            let holds = l.holds(condition);
            l.block.branch(holds, target);
            Ok(())
        }
        Branch::Call | Branch::Register { .. } | Branch::Compare { .. } => {
            let message = "this jump cannot have a condition";
            Err(Diagnostic::error("unsupported-instruction", context.span(), message)
                .help("a conditional `B` around it does the same"))
        }
    }
}

struct Lowering<'a, 'b> {
    context: &'a LoweringContext<'a>,
    block: &'b mut BlockBuilder,
}

impl Lowering<'_, '_> {
    fn instruction(&mut self, i: &I) -> Result<(), Diagnostic> {
        match i.operation() {
            Operation::Nop => {}
            Operation::Branch(branch) => return self.branch(branch, i),
            Operation::Move { negated, flags } => self.move_(negated, flags, i),
            Operation::MoveHalf { top } => self.move_half(top, i),
            Operation::Compute { compute, flags } => {
                let left = self.read(i.register(1));
                let right = self.right(&i.operands[2..], flags, compute);
                let result = self.compute(compute, flags, left, right);
                self.write(i.register(0), result);
            }
            Operation::Compare(compute) => {
                let left = self.read(i.register(0));
                let right = self.right(&i.operands[1..], true, compute);
                self.compute(compute, true, left, right);
            }
            Operation::Shift { shift, flags } => self.shift(shift, flags, i),
            Operation::Multiply { flags } => {
                let (left, right) = (self.read(i.register(1)), self.read(i.register(2)));
                let result = self.block.binary(BinaryOperator::Multiply, left, right);
                self.write(i.register(0), result);
                if flags {
                    self.result_flags(result);
                }
            }
            Operation::Extend { from, signed } => {
                let value = self.read(i.register(1));
                let low = self.block.resize(value, from);
                let value = self.widened(low, signed);
                self.write(i.register(0), value);
            }
            Operation::Load(access) => self.load(access, i),
            Operation::Store(access) => self.store(access, i),
            Operation::LoadPair => {
                let (address, moved) = self.effective(i.address(2));
                self.load_words(address, &[i.register(0), i.register(1)]);
                self.write_back(i.address(2), moved);
            }
            Operation::StorePair => {
                let (address, moved) = self.effective(i.address(2));
                self.store_words(address, &[i.register(0), i.register(1)]);
                self.write_back(i.address(2), moved);
            }
            Operation::Many(many) => self.many(many, i),
            Operation::LoadExclusive(access) => self.load_exclusive(access, i),
            Operation::StoreExclusive(access) => self.store_exclusive(access, i),
            Operation::LoadExclusivePair { ordered } => self.load_exclusive_pair(ordered, i),
            Operation::StoreExclusivePair { ordered } => self.store_exclusive_pair(ordered, i),
            Operation::ClearExclusive => RESERVATION.clear(self.block),
            Operation::DataMemoryBarrier => {
                let tags = match barrier(i) {
                    (true, _) => TagSet::only(6),
                    (false, true) => TagSet::only(5),
                    (false, false) => TagSet::only(4),
                };
                self.block.fence(tags);
            }
            Operation::DataSynchronizationBarrier => {
                let (stores, _) = barrier(i);
                self.block.fence(TagSet::only(if stores { 8 } else { 7 }));
            }
            Operation::InstructionBarrier => self.block.fence(TagSet::only(9)),
        }
        Ok(())
    }

    fn read(&mut self, register: &RegisterOperand) -> Temp {
        assembly::lower::read::<Arm>(self.context, register, self.block)
    }

    fn write(&mut self, register: &RegisterOperand, value: Temp) {
        assembly::lower::write::<Arm>(self.context, register, value, self.block);
    }

    fn target(&self, target: &Target) -> Result<ProgramTarget, Diagnostic> {
        assembly::lower::place(self.context, target, 4).map(ProgramTarget::Code)
    }

    fn flag(&mut self, flag: Flag) -> Temp {
        self.block.read(flag.id(), 0, 1)
    }

    /// Whether a condition holds: those with odd numbers are the opposites of those before.
    fn holds(&mut self, condition: u8) -> Temp {
        let positive = match condition >> 1 {
            0 => self.flag(Flag::Zero),
            1 => self.flag(Flag::Carry),
            2 => self.flag(Flag::Negative),
            3 => self.flag(Flag::Overflow),
            4 => {
                let (carry, zero) = (self.flag(Flag::Carry), self.flag(Flag::Zero));
                let differs = self.block.not(zero);
                self.block.binary(BinaryOperator::And, carry, differs)
            }
            5 => self.not_less(),
            _ => {
                let (not_less, zero) = (self.not_less(), self.flag(Flag::Zero));
                let differs = self.block.not(zero);
                self.block.binary(BinaryOperator::And, not_less, differs)
            }
        };
        if condition & 1 == 1 { self.block.not(positive) } else { positive }
    }

    fn not_less(&mut self) -> Temp {
        let (negative, overflow) = (self.flag(Flag::Negative), self.flag(Flag::Overflow));
        self.block.equal(negative, overflow)
    }

    fn branch(&mut self, branch: Branch, i: &I) -> Result<(), Diagnostic> {
        match branch {
            Branch::Call => {
                let target = self.target(i.target(0))?;
                self.link();
                self.block.jump(target);
            }
            Branch::Register { link } => {
                let to = self.read(i.register(0));
                if link {
                    self.link();
                }
                self.block.jump_to(to);
            }
            Branch::Compare { when_zero } => {
                let target = self.target(i.target(1))?;
                let value = self.read(i.register(0));
                let zero = self.block.constant(0, ADDRESS_BITS);
                let is_zero = self.block.equal(value, zero);
                let condition = if when_zero { is_zero } else { self.block.not(is_zero) };
                self.block.branch(condition, target);
            }
            Branch::Always => {
                let target = self.target(i.target(0))?;
                self.block.jump(target);
            }
        }
        Ok(())
    }

    fn link(&mut self) {
        let back = self.block.code(self.context.next_place(), ADDRESS_BITS);
        self.block.write(LINK, 0, back);
    }

    fn widened(&mut self, value: Temp, signed: bool) -> Temp {
        if signed && self.block.width(value) < ADDRESS_BITS {
            self.block.sign_extend(value, ADDRESS_BITS)
        } else {
            self.block.resize(value, ADDRESS_BITS)
        }
    }

    /// A register, maybe shifted, or a number. Bitwise operations that set flags take the carry from the shift.
    fn right(&mut self, operands: &[Operand], flags: bool, compute: Compute) -> Temp {
        let value = match &operands[0] {
            Operand::Number(number) => return self.block.constant(*number, ADDRESS_BITS),
            Operand::Register(register) => self.read(register),
            other => unreachable!("a right operand that is {other:?}"),
        };
        let Some(Operand::Modifier { word, amount: Some(amount), .. }) = operands.get(1) else { return value };
        let sets_carry = flags && matches!(compute, Compute::Bitwise(..));
        self.shifted_by(Shift::ALL[usize::from(*word)], value, *amount, sets_carry)
    }

    /// Shifted by a known amount; the carry is the last bit that is shifted out.
    fn shifted_by(&mut self, shift: Shift, value: Temp, amount: u8, sets_carry: bool) -> Temp {
        let by = self.block.constant(i128::from(amount), ADDRESS_BITS);
        let result = self.shifted(shift, value, by);
        if sets_carry && amount > 0 {
            let (from, bit) = match shift {
                Shift::Left => (value, ADDRESS_BITS - u16::from(amount)),
                Shift::Right | Shift::RightSigned => (value, u16::from(amount) - 1),
                Shift::Rotate => (result, ADDRESS_BITS - 1),
            };
            let carry = self.block.extract(from, bit, 1);
            self.set_flag(Flag::Carry, carry);
        }
        result
    }

    fn shifted(&mut self, shift: Shift, value: Temp, by: Temp) -> Temp {
        use BinaryOperator as B;
        match shift {
            Shift::Left => self.block.binary(B::ShiftLeft, value, by),
            Shift::Right => self.block.binary(B::ShiftRight, value, by),
            Shift::RightSigned => self.block.binary(B::ShiftRightSigned, value, by),
            Shift::Rotate => {
                let [mask, bits] = [31, 32].map(|number| self.block.constant(number, ADDRESS_BITS));
                let by = self.block.binary(B::And, by, mask);
                let back = self.block.binary(B::Subtract, bits, by);
                let low = self.block.binary(B::ShiftRight, value, by);
                let high = self.block.binary(B::ShiftLeft, value, back);
                self.block.binary(B::Or, low, high)
            }
        }
    }

    fn move_(&mut self, negated: bool, flags: bool, i: &I) {
        let value = self.right(&i.operands[1..], flags, Compute::Bitwise(BinaryOperator::Or, false));
        let value = if negated { self.block.unary(UnaryOperator::Not, value) } else { value };
        self.write(i.register(0), value);
        if flags {
            self.result_flags(value);
        }
    }

    fn move_half(&mut self, top: bool, i: &I) {
        let to = i.register(0);
        let value = match &i.operands[1] {
            Operand::Number(half) if !top => self.block.constant(*half, ADDRESS_BITS),
            Operand::Number(half) => {
                let old = self.read(to);
                let low = self.block.resize(old, 16);
                let half = self.block.constant(*half, 16);
                self.block.concatenate(half, low)
            }
            Operand::Symbol(_) if top => self.read(to),
            Operand::Symbol(symbol) => {
                self.block.address(self.context.location(&symbol.name), symbol.offset, ADDRESS_BITS)
            }
            other => unreachable!("a half that is {other:?}"),
        };
        self.write(to, value);
    }

    /// By a number, or a register: its low byte counts.
    fn shift(&mut self, shift: Shift, flags: bool, i: &I) {
        let value = self.read(i.register(1));
        let result = match &i.operands[2] {
            Operand::Number(amount) => self.shifted_by(shift, value, *amount as u8, flags),
            Operand::Register(by) => {
                let by = self.read(by);
                let mask = self.block.constant(0xff, ADDRESS_BITS);
                let by = self.block.binary(BinaryOperator::And, by, mask);
                self.shifted(shift, value, by)
            }
            other => unreachable!("an amount that is {other:?}"),
        };
        self.write(i.register(0), result);
        if flags {
            self.result_flags(result);
        }
    }

    fn set_flag(&mut self, flag: Flag, bit: Temp) {
        self.block.write(flag.id(), 0, bit);
    }

    /// Negative and zero, by a result.
    fn result_flags(&mut self, result: Temp) {
        let negative = self.block.extract(result, ADDRESS_BITS - 1, 1);
        self.set_flag(Flag::Negative, negative);
        let zero = self.block.constant(0, ADDRESS_BITS);
        let is_zero = self.block.equal(result, zero);
        self.set_flag(Flag::Zero, is_zero);
    }

    fn compute(&mut self, compute: Compute, flags: bool, left: Temp, right: Temp) -> Temp {
        let not = |block: &mut BlockBuilder, value| block.unary(UnaryOperator::Not, value);
        let (left, right, carry) = match compute {
            Compute::Bitwise(operator, complement) => {
                let right = if complement { not(self.block, right) } else { right };
                let result = self.block.binary(operator, left, right);
                if flags {
                    self.result_flags(result);
                }
                return result;
            }
            Compute::Add if !flags => return self.block.binary(BinaryOperator::Add, left, right),
            Compute::Subtract if !flags => return self.block.binary(BinaryOperator::Subtract, left, right),
            Compute::SubtractFrom if !flags => return self.block.binary(BinaryOperator::Subtract, right, left),
            Compute::Subtract => return self.subtract(left, right),
            Compute::SubtractFrom => return self.subtract(right, left),
            Compute::Add => (left, right, self.block.constant(0, 1)),
            Compute::AddWithCarry => (left, right, self.flag(Flag::Carry)),
            Compute::SubtractWithCarry => (left, not(self.block, right), self.flag(Flag::Carry)),
        };
        self.add_with_carry(flags, left, right, carry)
    }

    /// `left - right` with its flags. Equality is not computed by subtraction, so that addresses, too, can be compared.
    fn subtract(&mut self, left: Temp, right: Temp) -> Temp {
        let result = self.block.binary(BinaryOperator::Subtract, left, right);
        let negative = self.block.extract(result, ADDRESS_BITS - 1, 1);
        self.set_flag(Flag::Negative, negative);
        let equal = self.block.equal(left, right);
        self.set_flag(Flag::Zero, equal);
        let borrow = self.block.binary(BinaryOperator::Less, left, right);
        let carry = self.block.not(borrow);
        self.set_flag(Flag::Carry, carry);
        // Overflow: the operands differ in sign and the result does not have that of the left one.
        let differ = self.block.binary(BinaryOperator::Xor, left, right);
        let changed = self.block.binary(BinaryOperator::Xor, left, result);
        self.set_overflow(differ, changed);
        result
    }

    fn set_overflow(&mut self, one: Temp, other: Temp) {
        let both = self.block.binary(BinaryOperator::And, one, other);
        let overflow = self.block.extract(both, ADDRESS_BITS - 1, 1);
        self.set_flag(Flag::Overflow, overflow);
    }

    fn add_with_carry(&mut self, flags: bool, left: Temp, right: Temp, carry: Temp) -> Temp {
        let wide = [left, right, carry].map(|value| self.block.resize(value, ADDRESS_BITS + 1));
        let sum = self.block.binary(BinaryOperator::Add, wide[0], wide[1]);
        let sum = self.block.binary(BinaryOperator::Add, sum, wide[2]);
        let result = self.block.resize(sum, ADDRESS_BITS);
        if flags {
            self.result_flags(result);
            let carry = self.block.extract(sum, ADDRESS_BITS, 1);
            self.set_flag(Flag::Carry, carry);
            let from_left = self.block.binary(BinaryOperator::Xor, result, left);
            let from_right = self.block.binary(BinaryOperator::Xor, result, right);
            self.set_overflow(from_left, from_right);
        }
        result
    }

    /// The address of an access, and what the base register is moved to.
    fn effective(&mut self, address: &Address) -> (Temp, Option<Temp>) {
        let base = self.read(&address.base);
        let moved = match &address.displacement {
            Displacement::Number(by) => offset(base, *by, self.block),
            Displacement::Symbol(..) => base,
            Displacement::Index(index) => {
                let value = self.read(&index.register);
                let shift = Shift::ALL[usize::from(index.extend)];
                let value = if index.amount == 0 { value } else { self.shifted_by(shift, value, index.amount, false) };
                let operator = if index.negative { BinaryOperator::Subtract } else { BinaryOperator::Add };
                self.block.binary(operator, base, value)
            }
        };
        match address.mode {
            Mode::Offset => (moved, None),
            Mode::PreIndexed => (moved, Some(moved)),
            Mode::PostIndexed => (base, Some(moved)),
        }
    }

    fn write_back(&mut self, address: &Address, moved: Option<Temp>) {
        if let Some(moved) = moved {
            self.write(&address.base, moved);
        }
    }

    fn load(&mut self, access: Access, i: &I) {
        let (address, moved) = self.effective(i.address(1));
        let tags = if access.ordered { ACQUIRE } else { PLAIN };
        let value = self.block.load(address, access.bits, tags);
        self.write_back(i.address(1), moved);
        let value = self.widened(value, access.signed);
        self.write(i.register(0), value);
    }

    fn store(&mut self, access: Access, i: &I) {
        let (address, moved) = self.effective(i.address(1));
        let value = self.read(i.register(0));
        let value = self.block.resize(value, access.bits);
        self.block.store(address, value, if access.ordered { RELEASE } else { PLAIN });
        self.write_back(i.address(1), moved);
    }

    fn load_words(&mut self, address: Temp, registers: &[&RegisterOperand]) {
        let mut values = Vec::new();
        for number in 0..registers.len() {
            let address = offset(address, 4 * number as i64, self.block);
            values.push(self.block.load(address, ADDRESS_BITS, PLAIN));
        }
        registers.iter().zip(values).for_each(|(register, value)| self.write(register, value));
    }

    fn store_words(&mut self, address: Temp, registers: &[&RegisterOperand]) {
        for (number, register) in registers.iter().enumerate() {
            let address = offset(address, 4 * number as i64, self.block);
            let value = self.read(register);
            self.block.store(address, value, PLAIN);
        }
    }

    fn many(&mut self, many: Many, i: &I) {
        let list: Vec<&RegisterOperand> = match i.operands.last() {
            Some(Operand::List(registers)) => registers.iter().collect(),
            other => unreachable!("a list of registers that is {other:?}"),
        };
        let bytes = 4 * list.len() as i64;
        match many {
            Many::Push => {
                let top = self.block.read(STACK_POINTER, 0, ADDRESS_BITS);
                let bottom = offset(top, -bytes, self.block);
                self.store_words(bottom, &list);
                self.block.write(STACK_POINTER, 0, bottom);
            }
            Many::Pop => {
                let bottom = self.block.read(STACK_POINTER, 0, ADDRESS_BITS);
                self.load_words(bottom, &list);
                let top = offset(bottom, bytes, self.block);
                self.block.write(STACK_POINTER, 0, top);
            }
            Many::Load { before } => {
                let base = self.read(i.register(0));
                let base = offset(base, if before { 4 } else { 0 }, self.block);
                self.load_words(base, &list);
            }
            Many::Store => {
                let base = self.read(i.register(0));
                self.store_words(base, &list);
            }
        }
    }

    fn load_exclusive(&mut self, access: Access, i: &I) {
        let address = self.read(&i.address(1).base);
        RESERVATION.reserve(address, access.bits, self.block);
        let tags = if access.ordered { EXCLUSIVE.with(ACQUIRE) } else { EXCLUSIVE };
        let value = self.block.load(address, access.bits, tags);
        let value = self.widened(value, false);
        self.write(i.register(0), value);
    }

    fn load_exclusive_pair(&mut self, ordered: bool, i: &I) {
        let address = self.read(&i.address(2).base);
        RESERVATION.reserve(address, 64, self.block);
        let tags = if ordered { EXCLUSIVE.with(ACQUIRE) } else { EXCLUSIVE };
        let both = self.block.load(address, 64, tags);
        for (at, low) in [(0, 0), (1, 32)] {
            let word = self.block.extract(both, low, 32);
            self.write(i.register(at), word);
        }
    }

    fn store_exclusive(&mut self, access: Access, i: &I) {
        let value = self.read(i.register(1));
        let value = self.block.resize(value, access.bits);
        let address = self.read(&i.address(2).base);
        self.store_conditional(address, access.bits, access.ordered, value, i.register(0));
    }

    fn store_exclusive_pair(&mut self, ordered: bool, i: &I) {
        let [low, high] = [1, 2].map(|at| self.read(i.register(at)));
        let value = self.block.concatenate(high, low);
        let address = self.read(&i.address(3).base);
        self.store_conditional(address, 64, ordered, value, i.register(0));
    }

    /// The status register becomes 0 when the store succeeds, else 1.
    fn store_conditional(&mut self, address: Temp, bits: Width, ordered: bool, value: Temp, status: &RegisterOperand) {
        let tags = if ordered { EXCLUSIVE.with(RELEASE) } else { EXCLUSIVE };
        let context = self.context;
        let store = |value, block: &mut BlockBuilder| block.store(address, value, tags);
        let tell = |success: bool, block: &mut BlockBuilder| {
            let failed = block.constant(i128::from(!success), ADDRESS_BITS);
            assembly::lower::write::<Arm>(context, status, failed, block);
        };
        RESERVATION.store_conditional(address, bits, self.block, |_| value, store, tell);
    }
}

/// Whether a barrier orders stores only, and whether its domain is the inner shareable one.
fn barrier(i: &I) -> (bool, bool) {
    let kind = if i.operands.is_empty() { 0 } else { *i.choice(0) };
    (kind & 1 == 1, kind == 2)
}
