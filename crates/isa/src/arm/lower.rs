//! Instructions to micro-operations (DDI 0487, part F; DDI 0406).
//!
//! What is left open, and how it is taken here:
//!
//! - A store-exclusive succeeds only when the last load-exclusive had the same address and size, and may fail at any time.
//! - A jump to a number in a register ends the thread: so does `BX LR` where nothing has called.
//! - `MOVW` with `:lower16:x` gives the address of `x`, and `MOVT` with `:upper16:x` adds nothing: the sum is right, the parts are not.
//! - `LDRD` and `STRD` access each word by itself, or both at once: [`Arm::with_whole_pairs`]. `LDM` and its like access each word by
//!   itself. Words are accessed in no order.
//! - An instruction under a condition that does not hold does nothing; what it does depends on the flags by control within the
//!   instruction, as that of a conditional select does in herd's AArch64. Jumps under a condition are branches.
//! - What a division by 0 gives is 0.

use litmus::LoweringContext;
use program::{BinaryOperator, BlockBuilder, TagSet, Target as ProgramTarget, Temp, UnaryOperator, Width};
use source::Diagnostic;

use super::table::{Access, Branch, Compute, Field, Long, Many, Operation, Shift, Unary, Words};
use super::{ADDRESS_BITS, ALWAYS, Arm, Flag, LINK, PC, PROGRAM_COUNTER, RESERVATION, STACK_POINTER};
use crate::assembly;
use crate::assembly::address::{Address, Displacement, Mode};
use crate::assembly::lower::offset;
use crate::assembly::operand::{Instruction, Operand, RegisterOperand, Target};

type I = Instruction<Arm>;

/// The names of the tags: annotations of accesses, then fences. herd's, where it has one; else those of AArch64.
pub(super) const TAGS: &[&str] = &[
    "X",
    "EX",
    "A",
    "L",
    "ISB",
    "DMB",
    "DMB.ISH",
    "DMB.OSH",
    "DMB.NSH",
    "DMB.ST",
    "DMB.ISHST",
    "DMB.OSHST",
    "DMB.NSHST",
    "DMB.LD",
    "DMB.ISHLD",
    "DMB.OSHLD",
    "DMB.NSHLD",
    "DSB",
    "DSB.ISH",
    "DSB.OSH",
    "DSB.NSH",
    "DSB.ST",
    "DSB.ISHST",
    "DSB.OSHST",
    "DSB.NSHST",
    "DSB.LD",
    "DSB.ISHLD",
    "DSB.OSHLD",
    "DSB.NSHLD",
];

const PLAIN: TagSet = TagSet::NONE;
const EXCLUSIVE: TagSet = TagSet::only(1);
const ACQUIRE: TagSet = TagSet::only(2);
const RELEASE: TagSet = TagSet::only(3);
const INSTRUCTION_BARRIER: TagSet = TagSet::only(4);
const FIRST_DATA_BARRIER: u32 = 5;
const FIRST_SYNCHRONIZATION_BARRIER: u32 = FIRST_DATA_BARRIER + 12;

/// Appends the micro-operations of an instruction to `block`: under its condition, if it has one.
pub(super) fn instruction(
    i: &I,
    machine: Arm,
    context: &LoweringContext<'_>,
    block: &mut BlockBuilder,
) -> Result<(), Diagnostic> {
    let mut l = Lowering { context, machine, block };
    let Some(condition) = i.suffix.filter(|condition| *condition != ALWAYS) else { return l.instruction(i) };
    if let Operation::Branch(Branch::Always) = i.operation() {
        let target = l.target(i.target(0))?;
        let holds = l.holds(condition);
        l.block.branch(holds, target);
        return Ok(());
    }
    if let Operation::Branch(Branch::Compare { .. }) = i.operation() {
        let message = "this jump cannot have a condition";
        return Err(Diagnostic::error("unsupported-instruction", context.span(), message)
            .help("a conditional `B` around it does the same"));
    }
    let holds = l.holds(condition);
    if is_jump(i) {
        // Around it, as a conditional branch would go.
        let passes = l.block.not(holds);
        l.block.branch(passes, ProgramTarget::Code(context.next_place()));
        return l.instruction(i);
    }
    let mut result = Ok(());
    block.choose(holds, |block| result = Lowering { context, machine, block }.instruction(i), |_| {});
    result
}

/// Whether an instruction may go on elsewhere.
fn is_jump(i: &I) -> bool {
    match i.operation() {
        Operation::Branch(_) => true,
        Operation::Many(_) => list(i).iter().any(|register| register.is_in(PC)),
        _ => false,
    }
}

/// The registers in braces.
fn list(i: &I) -> &[RegisterOperand] {
    match i.operands.last() {
        Some(Operand::List(registers)) => registers,
        other => unreachable!("a list of registers that is {other:?}"),
    }
}

struct Lowering<'a, 'b> {
    context: &'a LoweringContext<'a>,
    machine: Arm,
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
            Operation::RotateExtended { flags } => self.rotate_extended(flags, i),
            Operation::Multiply { flags } => {
                let (left, right) = (self.read(i.register(1)), self.read(i.register(2)));
                let result = self.block.binary(BinaryOperator::Multiply, left, right);
                self.write(i.register(0), result);
                if flags {
                    self.result_flags(result);
                }
            }
            Operation::MultiplyAdd { subtract } => {
                let [left, right, other] = [1, 2, 3].map(|at| self.read(i.register(at)));
                let product = self.block.binary(BinaryOperator::Multiply, left, right);
                let operator = if subtract { BinaryOperator::Subtract } else { BinaryOperator::Add };
                let result = self.block.binary(operator, other, product);
                self.write(i.register(0), result);
            }
            Operation::MultiplyLong(long) => self.multiply_long(long, i),
            Operation::Divide { signed } => {
                let operator = if signed { BinaryOperator::DivideSigned } else { BinaryOperator::Divide };
                let (left, right) = (self.read(i.register(1)), self.read(i.register(2)));
                let result = self.block.binary(operator, left, right);
                self.write(i.register(0), result);
            }
            Operation::Unary(unary) => {
                let value = self.read(i.register(1));
                let result = self.unary(unary, value);
                self.write(i.register(0), result);
            }
            Operation::Field(field) => {
                let result = self.field(field, i);
                self.write(i.register(0), result);
            }
            Operation::Extend { from, signed } => {
                let value = self.extended((from, signed), &i.operands[1..]);
                self.write(i.register(0), value);
            }
            Operation::ExtendAdd { from, signed } => {
                let other = self.read(i.register(1));
                let value = self.extended((from, signed), &i.operands[2..]);
                let sum = self.block.binary(BinaryOperator::Add, other, value);
                self.write(i.register(0), sum);
            }
            Operation::Address => {
                let symbol = i.symbol(1);
                let address = self.block.address(self.context.location(&symbol.name), symbol.offset, ADDRESS_BITS);
                self.write(i.register(0), address);
            }
            Operation::Load(access) => self.load(access, i),
            Operation::Store(access) => self.store(access, i),
            Operation::LoadPair => self.load_pair(i),
            Operation::StorePair => self.store_pair(i),
            Operation::Many(many) => self.many(many, i),
            Operation::LoadExclusive(access) => self.load_exclusive(access, i),
            Operation::StoreExclusive(access) => self.store_exclusive(access, i),
            Operation::LoadExclusivePair { ordered } => self.load_exclusive_pair(ordered, i),
            Operation::StoreExclusivePair { ordered } => self.store_exclusive_pair(ordered, i),
            Operation::ClearExclusive => RESERVATION.clear(self.block),
            Operation::DataMemoryBarrier => self.block.fence(TagSet::only(FIRST_DATA_BARRIER + barrier(i))),
            Operation::DataSynchronizationBarrier => {
                self.block.fence(TagSet::only(FIRST_SYNCHRONIZATION_BARRIER + barrier(i)));
            }
            Operation::InstructionBarrier => self.block.fence(INSTRUCTION_BARRIER),
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
            Branch::Loaded => {
                let (address, moved) = self.effective(i.address(1));
                let to = self.block.load(address, ADDRESS_BITS, PLAIN);
                self.write_back(i.address(1), moved);
                self.go_to(to);
            }
        }
        Ok(())
    }

    fn link(&mut self) {
        let back = self.block.code(self.context.next_place(), ADDRESS_BITS);
        self.block.write(LINK, 0, back);
    }

    /// Jumps by writing the program counter.
    fn go_to(&mut self, to: Temp) {
        self.block.write(PROGRAM_COUNTER, 0, to);
        self.block.jump_to(to);
    }

    fn widened(&mut self, value: Temp, signed: bool) -> Temp {
        if signed && self.block.width(value) < ADDRESS_BITS {
            self.block.sign_extend(value, ADDRESS_BITS)
        } else {
            self.block.resize(value, ADDRESS_BITS)
        }
    }

    /// A register, maybe shifted, or a number. Bitwise operations that set flags take the carry from the shift, or the number.
    fn right(&mut self, operands: &[Operand], flags: bool, compute: Compute) -> Temp {
        let sets_carry = flags && matches!(compute, Compute::Bitwise(..));
        let value = match &operands[0] {
            Operand::Number(number) => {
                if let Some(carry) = immediate_carry(*number as u32).filter(|_| sets_carry) {
                    let carry = self.block.constant(carry.into(), 1);
                    self.set_flag(Flag::Carry, carry);
                }
                return self.block.constant(*number, ADDRESS_BITS);
            }
            Operand::Register(register) => self.read(register),
            other => unreachable!("a right operand that is {other:?}"),
        };
        match operands.get(1) {
            Some(Operand::Modifier { word, amount: Some(amount), .. }) => {
                self.shifted_by(Shift::ALL[usize::from(*word)], value, *amount, sets_carry)
            }
            Some(Operand::ModifierBy { word, by }) => {
                self.shifted_by_register(Shift::ALL[usize::from(*word)], value, by, sets_carry)
            }
            _ => value,
        }
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

    /// Shifted by the low byte of a register; by 0, the carry stays as it is.
    fn shifted_by_register(&mut self, shift: Shift, value: Temp, by: &RegisterOperand, sets_carry: bool) -> Temp {
        let by = self.read(by);
        let mask = self.block.constant(0xff, ADDRESS_BITS);
        let by = self.block.binary(BinaryOperator::And, by, mask);
        let result = self.shifted(shift, value, by);
        if sets_carry {
            let out = self.shifted_out(shift, value, by, result);
            let old = self.flag(Flag::Carry);
            let zero = self.block.constant(0, ADDRESS_BITS);
            let is_zero = self.block.equal(by, zero);
            let carry = self.block.select(is_zero, old, out);
            self.set_flag(Flag::Carry, carry);
        }
        result
    }

    /// The last bit that is shifted out, by more than 0: the value is shifted with a bit more at the end where it goes out.
    fn shifted_out(&mut self, shift: Shift, value: Temp, by: Temp, result: Temp) -> Temp {
        const WIDE: Width = ADDRESS_BITS + 1;
        let by = self.block.resize(by, WIDE);
        let below = self.block.constant(0, 1);
        match shift {
            Shift::Left => {
                let wide = self.block.resize(value, WIDE);
                let wide = self.block.binary(BinaryOperator::ShiftLeft, wide, by);
                self.block.extract(wide, ADDRESS_BITS, 1)
            }
            Shift::Right | Shift::RightSigned => {
                let wide = self.block.concatenate(value, below);
                let operator = match shift {
                    Shift::RightSigned => BinaryOperator::ShiftRightSigned,
                    Shift::Left | Shift::Right | Shift::Rotate => BinaryOperator::ShiftRight,
                };
                let wide = self.block.binary(operator, wide, by);
                self.block.extract(wide, 0, 1)
            }
            Shift::Rotate => self.block.extract(result, ADDRESS_BITS - 1, 1),
        }
    }

    fn rotate_extended(&mut self, flags: bool, i: &I) {
        let value = self.read(i.register(1));
        let carry = self.flag(Flag::Carry);
        let upper = self.block.extract(value, 1, ADDRESS_BITS - 1);
        let result = self.block.concatenate(carry, upper);
        self.write(i.register(0), result);
        if flags {
            let out = self.block.extract(value, 0, 1);
            self.set_flag(Flag::Carry, out);
            self.result_flags(result);
        }
    }

    /// A register, maybe rotated, of which some low bits are widened.
    fn extended(&mut self, (from, signed): (Width, bool), operands: &[Operand]) -> Temp {
        let value = match &operands[0] {
            Operand::Register(register) => self.read(register),
            other => unreachable!("a register that is {other:?}"),
        };
        let first = match operands.get(1) {
            Some(Operand::Modifier { amount: Some(amount), .. }) => Width::from(*amount),
            _ => 0,
        };
        let field = if first + from > ADDRESS_BITS {
            let high = self.block.extract(value, 0, first + from - ADDRESS_BITS);
            let low = self.block.extract(value, first, ADDRESS_BITS - first);
            self.block.concatenate(high, low)
        } else {
            self.block.extract(value, first, from)
        };
        self.widened(field, signed)
    }

    fn multiply_long(&mut self, Long { signed, accumulates }: Long, i: &I) {
        let [left, right] = [2, 3].map(|at| self.read(i.register(at)));
        let [left, right] = [left, right].map(|value| match signed {
            true => self.block.sign_extend(value, 64),
            false => self.block.resize(value, 64),
        });
        let mut result = self.block.binary(BinaryOperator::Multiply, left, right);
        if accumulates {
            let [low, high] = [0, 1].map(|at| self.read(i.register(at)));
            let old = self.block.concatenate(high, low);
            result = self.block.binary(BinaryOperator::Add, old, result);
        }
        for (at, low) in [(0, 0), (1, 32)] {
            let word = self.block.extract(result, low, 32);
            self.write(i.register(at), word);
        }
    }

    fn unary(&mut self, unary: Unary, value: Temp) -> Temp {
        let reversed = |block: &mut BlockBuilder, pieces: &[(u16, Width)]| {
            // From the highest piece of the result down.
            let mut all = pieces.iter().map(|&(low, width)| (low, width));
            let (low, width) = all.next().unwrap_or((0, ADDRESS_BITS));
            let first = block.extract(value, low, width);
            all.fold(first, |above, (low, width)| {
                let below = block.extract(value, low, width);
                block.concatenate(above, below)
            })
        };
        match unary {
            Unary::CountLeadingZeros => {
                let mut count = self.block.constant(i128::from(ADDRESS_BITS), ADDRESS_BITS);
                for at in 0..ADDRESS_BITS {
                    let bit = self.block.extract(value, at, 1);
                    let here = self.block.constant(i128::from(ADDRESS_BITS - 1 - at), ADDRESS_BITS);
                    count = self.block.select(bit, here, count);
                }
                count
            }
            Unary::ReverseBits => {
                let bits: Vec<(u16, Width)> = (0..ADDRESS_BITS).map(|at| (at, 1)).collect();
                reversed(self.block, &bits)
            }
            Unary::ReverseBytes => reversed(self.block, &[(0, 8), (8, 8), (16, 8), (24, 8)]),
            Unary::ReverseHalves => reversed(self.block, &[(16, 8), (24, 8), (0, 8), (8, 8)]),
            Unary::ReverseSignedHalf => {
                let half = reversed(self.block, &[(0, 8), (8, 8)]);
                self.widened(half, true)
            }
        }
    }

    fn field(&mut self, field: Field, i: &I) -> Temp {
        let [first, length] = [2, 1].map(|from_end| *i.number(i.operands.len() - from_end) as Width);
        let mut result = match field {
            Field::Extract { signed } => {
                let value = self.read(i.register(1));
                let field = self.block.extract(value, first, length);
                return self.widened(field, signed);
            }
            Field::Insert => {
                let value = self.read(i.register(1));
                self.block.resize(value, length)
            }
            Field::Clear => self.block.constant(0, length),
        };
        let old = self.read(i.register(0));
        if first > 0 {
            let below = self.block.extract(old, 0, first);
            result = self.block.concatenate(result, below);
        }
        if first + length < ADDRESS_BITS {
            let above = self.block.extract(old, first + length, ADDRESS_BITS - first - length);
            result = self.block.concatenate(above, result);
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
            Operand::Register(by) => self.shifted_by_register(shift, value, by, flags),
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
            Compute::SubtractFromWithCarry => (right, not(self.block, left), self.flag(Flag::Carry)),
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

    fn load_pair(&mut self, i: &I) {
        let (address, moved) = self.effective(i.address(2));
        if self.machine.has_whole_pairs {
            let both = self.block.load(address, 64, PLAIN);
            self.write_back(i.address(2), moved);
            self.write_pair(both, i);
        } else {
            let values = self.load_words(address, 2);
            self.write_back(i.address(2), moved);
            [0, 1].into_iter().zip(values).for_each(|(at, value)| self.write(i.register(at), value));
        }
    }

    /// Writes the registers in front with the halves of a value.
    fn write_pair(&mut self, both: Temp, i: &I) {
        for (at, low) in [(0, 0), (1, 32)] {
            let word = self.block.extract(both, low, 32);
            self.write(i.register(at), word);
        }
    }

    fn store_pair(&mut self, i: &I) {
        let (address, moved) = self.effective(i.address(2));
        let [low, high] = [0, 1].map(|at| self.read(i.register(at)));
        if self.machine.has_whole_pairs {
            let both = self.block.concatenate(high, low);
            self.block.store(address, both, PLAIN);
        } else {
            self.store_words(address, &[low, high]);
        }
        self.write_back(i.address(2), moved);
    }

    fn load_words(&mut self, address: Temp, count: usize) -> Vec<Temp> {
        let mut values = Vec::new();
        for number in 0..count {
            let address = offset(address, 4 * number as i64, self.block);
            values.push(self.block.load(address, ADDRESS_BITS, PLAIN));
        }
        values
    }

    fn store_words(&mut self, address: Temp, values: &[Temp]) {
        for (number, value) in values.iter().enumerate() {
            let address = offset(address, 4 * number as i64, self.block);
            self.block.store(address, *value, PLAIN);
        }
    }

    fn many(&mut self, many: Many, i: &I) {
        // The lowest register at the lowest address, however they are written.
        let number = |register: &&RegisterOperand| {
            assembly::lower::part::<Arm>(self.context, register).map(|part| part.register)
        };
        let mut registers: Vec<&RegisterOperand> = list(i).iter().collect();
        registers.sort_by_key(number);
        registers.dedup_by_key(|register| number(register));
        let stack = Words { down: false, before: false, moves: true };
        let (loads, words) = match many {
            Many::Load(words) => (true, words),
            Many::Store(words) => (false, words),
            Many::Pop => (true, stack),
            Many::Push => (false, Words { down: true, before: true, ..stack }),
        };
        let base = match many {
            Many::Load(_) | Many::Store(_) => self.read(i.register(0)),
            Many::Push | Many::Pop => self.block.read(STACK_POINTER, 0, ADDRESS_BITS),
        };
        let bytes = 4 * registers.len() as i64;
        let first = match (words.down, words.before) {
            (false, false) => 0,
            (false, true) => 4,
            (true, false) => 4 - bytes,
            (true, true) => -bytes,
        };
        let lowest = offset(base, first, self.block);
        let moved = offset(base, if words.down { -bytes } else { bytes }, self.block);
        let mut loaded = Vec::new();
        if loads {
            loaded = self.load_words(lowest, registers.len());
        } else {
            let values: Vec<Temp> = registers.iter().map(|register| self.read(register)).collect();
            self.store_words(lowest, &values);
        }
        if words.moves {
            match many {
                Many::Load(_) | Many::Store(_) => self.write(i.register(0), moved),
                Many::Push | Many::Pop => self.block.write(STACK_POINTER, 0, moved),
            }
        }
        for (register, value) in registers.into_iter().zip(loaded) {
            if register.is_in(PC) {
                self.go_to(value);
            } else {
                self.write(register, value);
            }
        }
    }

    fn load_exclusive(&mut self, access: Access, i: &I) {
        let (address, _) = self.effective(i.address(1));
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
        self.write_pair(both, i);
    }

    fn store_exclusive(&mut self, access: Access, i: &I) {
        let value = self.read(i.register(1));
        let value = self.block.resize(value, access.bits);
        let (address, _) = self.effective(i.address(2));
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

/// The number of what a barrier orders.
fn barrier(i: &I) -> u32 {
    if i.operands.is_empty() { 0 } else { u32::from(*i.choice(0)) }
}

/// The carry that a number gives as the right operand of a bitwise operation (DDI 0487, F1.7.7 and `A32ExpandImm_C`, `T32ExpandImm_C`): the
/// highest bit of one that is encoded as a rotated byte; none of one that is a byte or a repeated byte. What has no encoding is
/// written by the assembler with the opposite operation, and its complement gives the carry.
fn immediate_carry(number: u32) -> Option<bool> {
    let is_byte = |number: u32| number <= 0xff;
    let is_repeated = |number: u32| {
        let low = number & 0xff;
        let high = number >> 8 & 0xff;
        number == low << 16 | low || number == high << 24 | high << 8 || number == low * 0x0101_0101
    };
    let is_rotated = |number: u32| {
        let a32 = (0..16).any(|half| is_byte(number.rotate_left(2 * half)));
        // In T32 the highest of the eight bits is 1, and they do not go around the end.
        a32 || number.leading_zeros() + number.trailing_zeros() >= 24
    };
    [number, !number].into_iter().find_map(|encoded| match encoded {
        encoded if is_byte(encoded) || is_repeated(encoded) => Some(None),
        encoded if is_rotated(encoded) => Some(Some(encoded >> 31 == 1)),
        _ => None,
    })?
}

#[cfg(test)]
mod tests {
    use super::super::table::BARRIERS;
    use super::*;

    #[test]
    fn barriers_have_their_names() {
        for (name, number) in &BARRIERS.words[..12] {
            let tag = |first: u32| TAGS[(first + u32::from(*number)) as usize];
            let suffix = if *name == "SY" { String::new() } else { format!(".{name}") };
            assert_eq!(tag(FIRST_DATA_BARRIER), format!("DMB{suffix}"));
            assert_eq!(tag(FIRST_SYNCHRONIZATION_BARRIER), format!("DSB{suffix}"));
        }
        assert_eq!((TAGS[4], TAGS.len()), ("ISB", 29));
    }

    #[test]
    fn immediates_give_the_carry_of_their_encoding() {
        assert_eq!(immediate_carry(0xff), None);
        assert_eq!(immediate_carry(0x00ff_00ff), None);
        assert_eq!(immediate_carry(0xff00_0000), Some(true));
        assert_eq!(immediate_carry(0x3fc00), Some(false));
        assert_eq!(immediate_carry(0xffff_fffe), None, "the complement of a byte");
        assert_eq!(immediate_carry(0x00ff_ffff), Some(true), "the complement of 0xff000000");
        assert_eq!(immediate_carry(0x1234_5678), None, "neither can be encoded");
    }
}
