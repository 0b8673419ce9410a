//! Instructions to micro-operations (DDI 0487, part F; DDI 0406).
//!
//! What is left open, and how it is taken here:
//!
//! - A store-exclusive succeeds only when the last load-exclusive had the same address and size, and may fail at any time.
//! - `BX LR` where nothing has called ends the thread; a jump to a number is an error.
//! - `MOVW` with `:lower16:x` gives the address of `x`, and `MOVT` with `:upper16:x` adds nothing: the sum is right, the parts are not.
//! - `LDRD` and `STRD` access each word by itself, or both at once: [`Arm::with_whole_pairs`]. `LDM` and its like access each word by
//!   itself. Words are accessed in no order.
//! - An instruction under a condition that does not hold does nothing; what it does depends on the flags by control within the
//!   instruction, as that of a conditional select does in herd's AArch64. Jumps under a condition are branches.
//! - What a division by 0 gives is 0.

mod data;
mod memory;

use litmus::LoweringContext;
use program::{BinaryOperator, BlockBuilder, TagSet, Target as ProgramTarget, Temp};
use source::Diagnostic;

use super::table::{Branch, Operation};
use super::{ADDRESS_BITS, ALWAYS, Arm, Flag, LINK, PC, PROGRAM_COUNTER, RESERVATION};
use crate::assembly;
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
                let part = assembly::lower::part::<Arm>(self.context, i.register(0));
                match !link && part.is_some_and(|part| part.register == LINK) {
                    true => self.block.return_to(to),
                    false => self.block.jump_to(to),
                }
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
        self.block.return_to(to);
    }

    fn widened(&mut self, value: Temp, signed: bool) -> Temp {
        if signed && self.block.width(value) < ADDRESS_BITS {
            self.block.sign_extend(value, ADDRESS_BITS)
        } else {
            self.block.resize(value, ADDRESS_BITS)
        }
    }
}

/// The number of what a barrier orders.
fn barrier(i: &I) -> u32 {
    if i.operands.is_empty() { 0 } else { u32::from(*i.choice(0)) }
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
}
