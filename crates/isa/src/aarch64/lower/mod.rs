//! Instructions to micro-operations.
//!
//! The meaning of each instruction is that of the Arm Architecture Reference Manual for A-profile (DDI 0487), section C6.2.
//! What an instruction's events are and how they depend on each other (which the Arm memory model computes dependencies from)
//! follows herd: reads and writes of the zero register are no events; the four flags are registers of their own; the exclusive
//! monitor is a register [`RESERVATION`]. Comments tell where dependencies are made that the values alone would not make.
//!
//! What differs from the manual:
//!
//! - A jump to a number in a register ends the thread: so does `RET` where nothing has called.
//! - A store-exclusive succeeds only when the last load-exclusive before it had the same address and access size, and may fail
//!   at any time. (The manual leaves more open.)
//! - `ADRP x` gives the address of `x`, and `:lo12:x+8` is 8: the sum is right, the parts are not.
//! - Pairs of registers are two accesses, or one access each: [`Pairs`]. `SWPP`, `LDCLRP` and `LDSETP` are always one.
//! - `CCMP` chooses as `CSEL` does: what follows depends on the condition by a choice, on the operands compared by data.
//! - `YIELD`, `HINT` and `HLT` do nothing.
//! - System registers other than `NZCV` hold what was written to them, on a machine that does not redirect them to memory.

mod atomic;
mod data;
mod exclusive;
mod flags;
mod memory;
mod system;

use litmus::LoweringContext;
use program::{
    BinaryOperator, BlockBuilder, CodePlace, InstructionId, RegisterId, TagSet, Target as ProgramTarget, Temp, Width,
};
use source::Diagnostic;

use super::instruction::{Instruction, Operation};
use super::operand::{Name, Register, Size, Target};
use super::register::{LINK, RESERVATION, RESERVATION_WIDTH, STACK_POINTER, general};

/// The names of the tags, herd's: annotations of accesses, then fences.
pub(super) const TAGS: &[&str] = &[
    "X",
    "EX",
    "A",
    "Q",
    "L",
    "NoRet",
    "NT",
    "S",
    "AF",
    "DB",
    "ISB",
    "DMB.SY",
    "DMB.ST",
    "DMB.LD",
    "DMB.OSH",
    "DMB.OSHST",
    "DMB.OSHLD",
    "DMB.ISH",
    "DMB.ISHST",
    "DMB.ISHLD",
    "DMB.NSH",
    "DMB.NSHST",
    "DMB.NSHLD",
    "DSB.SY",
    "DSB.ST",
    "DSB.LD",
    "DSB.OSH",
    "DSB.OSHST",
    "DSB.OSHLD",
    "DSB.ISH",
    "DSB.ISHST",
    "DSB.ISHLD",
    "DSB.NSH",
    "DSB.NSHST",
    "DSB.NSHLD",
];

/// Tags that models name and no event carries: maintenance operations.
pub(super) const ABSENT_TAGS: &[&str] = &[
    "GCSB.DSYNC",
    "DC.IVAC",
    "DC.IVAU",
    "DC.ISWC",
    "DC.ISWU",
    "DC.CVAC",
    "DC.CVAU",
    "DC.CSWC",
    "DC.CSWU",
    "DC.CIVAC",
    "DC.CIVAU",
    "DC.CISWC",
    "DC.CISWU",
    "DC.ZVAC",
    "DC.ZVAU",
    "DC.ZSWC",
    "DC.ZSWU",
    "IC.IALLU",
    "IC.IALLUIS",
    "IC.IVAU",
    "IC.IVAUIS",
];

const PLAIN: TagSet = TagSet::NONE;
/// Of an atomic read-modify-write.
const ATOMIC: TagSet = TagSet::only(0);
const EXCLUSIVE: TagSet = TagSet::only(1);
const ACQUIRE: TagSet = TagSet::only(2);
const ACQUIRE_PC: TagSet = TagSet::only(3);
const RELEASE: TagSet = TagSet::only(4);
/// The read of an atomic read-modify-write whose result is thrown away.
const NO_RETURN: TagSet = TagSet::only(5);
const NON_TEMPORAL: TagSet = TagSet::only(6);
const INSTRUCTION_BARRIER: TagSet = TagSet::only(10);
const FIRST_DATA_BARRIER: u32 = 11;
const FIRST_SYNCHRONIZATION_BARRIER: u32 = FIRST_DATA_BARRIER + 12;

/// How instructions access pairs of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pairs {
    /// Each element by an access of its own, as herd has it.
    Elements,
    /// Both elements by one access.
    Whole,
}

/// What machines differ in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Machine {
    /// How they access pairs.
    pub(super) pairs: Pairs,
    /// Whether accesses to some system registers are redirected to memory (FEAT_NV2, as a guest hypervisor sees it).
    pub(super) redirects_system_registers: bool,
}

/// Appends the micro-operations of an instruction to `block`.
pub(super) fn instruction(
    instruction: &Instruction,
    machine: Machine,
    context: &LoweringContext<'_>,
    block: &mut BlockBuilder,
) -> Result<(), Diagnostic> {
    Lowering { context, machine }.instruction(&instruction.0, block)
}

/// What lowering an instruction needs to know beside it.
#[derive(Clone, Copy)]
struct Lowering<'a, 'c> {
    context: &'a LoweringContext<'c>,
    machine: Machine,
}

impl Lowering<'_, '_> {
    fn instruction(self, operation: &Operation, block: &mut BlockBuilder) -> Result<(), Diagnostic> {
        match operation {
            Operation::Jump(_)
            | Operation::JumpIf(..)
            | Operation::CompareBranch { .. }
            | Operation::TestBranch { .. }
            | Operation::Call(_)
            | Operation::JumpRegister { .. }
            | Operation::Return(_)
            | Operation::CodeAddress { .. } => return self.jump(operation, block),
            Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::LoadPair { .. }
            | Operation::StorePair { .. } => self.memory(operation, block),
            Operation::StoreExclusive { .. }
            | Operation::LoadExclusivePair { .. }
            | Operation::StoreExclusivePair { .. }
            | Operation::ClearExclusive => self.exclusive(operation, block),
            Operation::CompareSwap { .. }
            | Operation::CompareSwapPair { .. }
            | Operation::Swap { .. }
            | Operation::Fetch { .. }
            | Operation::FetchPair { .. } => self.atomic(operation, block),
            Operation::Nop
            | Operation::ReadSystem { .. }
            | Operation::WriteSystem { .. }
            | Operation::Barrier { .. }
            | Operation::InstructionBarrier => self.system(operation, block),
            _ => self.data(operation, block),
        }
        Ok(())
    }

    fn refuse<T>(self, code: &'static str, what: String) -> Result<T, Diagnostic> {
        Err(Diagnostic::error(code, self.context.span(), what))
    }

    /// The place in the code that a target stands for; it must be in the thread that names it.
    fn place(self, target: &Target) -> Result<CodePlace, Diagnostic> {
        let next = self.context.next_place();
        match target {
            Target::Label(label) => match self.context.code_place(label) {
                Some(place) if place.thread == next.thread => Ok(place),
                Some(_) => {
                    let message = format!("the label `{label}` stands in another thread");
                    let diagnostic = Diagnostic::error("label-of-other-thread", self.context.span(), message);
                    Err(diagnostic.help("a register can have its address as its initial value"))
                }
                None => self.refuse("unknown-label", format!("no label `{label}` in this test")),
            },
            Target::Offset(bytes) => {
                let instruction = i64::from(next.instruction.number()) - 1 + bytes / 4;
                match u32::try_from(instruction) {
                    Ok(number) => Ok(CodePlace { instruction: InstructionId::from_number(number), ..next }),
                    Err(_) => self.refuse("jump-target", "a jump to before the first instruction".to_owned()),
                }
            }
        }
    }

    fn target(self, target: &Target) -> Result<ProgramTarget, Diagnostic> {
        self.place(target).map(ProgramTarget::Code)
    }

    fn jump(self, operation: &Operation, block: &mut BlockBuilder) -> Result<(), Diagnostic> {
        match operation {
            Operation::Jump(to) => {
                let to = self.target(to)?;
                block.jump(to);
            }
            Operation::JumpIf(condition, to) => {
                let to = self.target(to)?;
                let holds = self.condition(*condition, block);
                block.branch(holds, to);
            }
            Operation::CompareBranch { when_zero, register, target } => {
                let to = self.target(target)?;
                let value = self.read(register, block);
                branch_on(value, *when_zero, to, block);
            }
            Operation::TestBranch { when_zero, register, bit, target } => {
                let to = self.target(target)?;
                let value = self.read(register, block);
                let bit = block.extract(value, u16::from(*bit), 1);
                branch_on(bit, *when_zero, to, block);
            }
            Operation::Call(to) => {
                let to = self.target(to)?;
                self.link(block);
                block.jump(to);
            }
            Operation::JumpRegister { link, to } => {
                let to = self.read_name(to, Size::X, block);
                if *link {
                    self.link(block);
                }
                block.jump_to(to);
            }
            Operation::Return(to) => {
                let to = self.read_name(to.as_ref().unwrap_or(&Name::Numbered(LINK)), Size::X, block);
                block.jump_to(to);
            }
            Operation::CodeAddress { target: Target::Offset(_), .. } => {
                let what = "`ADR` of a number of bytes is not supported; a label can stand for the place".to_owned();
                return self.refuse("unsupported-instruction", what);
            }
            Operation::CodeAddress { to, target } => {
                let place = self.place(target)?;
                let address = block.code(place, 64);
                self.write_name(to, address, block);
            }
            _ => {}
        }
        Ok(())
    }

    /// Writes the address of the next instruction to the link register.
    fn link(self, block: &mut BlockBuilder) {
        let back = block.code(self.context.next_place(), 64);
        block.write(general(LINK), 0, back);
    }

    /// The register with a name; `None` for the zero register.
    fn id(self, name: &Name) -> Option<RegisterId> {
        match name {
            Name::Numbered(number) => Some(general(*number)),
            Name::Zero => None,
            Name::StackPointer => Some(STACK_POINTER),
            // Without a register left the test is refused elsewhere.
            Name::Symbolic(name) => Some(self.context.symbolic(name).unwrap_or(general(0))),
        }
    }

    /// Reads the part of a register with the given size.
    fn read_name(self, name: &Name, size: Size, block: &mut BlockBuilder) -> Temp {
        match self.id(name) {
            Some(id) => block.read(id, 0, size.bits()),
            None => block.constant(0, size.bits()),
        }
    }

    /// Reads a register.
    fn read(self, register: &Register, block: &mut BlockBuilder) -> Temp {
        self.read_name(&register.name, register.size, block)
    }

    /// Writes a whole register, with zeros above the value.
    fn write_name(self, name: &Name, value: Temp, block: &mut BlockBuilder) {
        if let Some(id) = self.id(name) {
            let value = block.resize(value, 64);
            block.write(id, 0, value);
        }
    }

    /// Writes a register.
    fn write(self, register: &Register, value: Temp, block: &mut BlockBuilder) {
        self.write_name(&register.name, value, block);
    }
}

fn branch_on(value: Temp, when_zero: bool, to: ProgramTarget, block: &mut BlockBuilder) {
    let zero = block.constant(0, block.width(value));
    let is_zero = block.equal(value, zero);
    let condition = if when_zero { is_zero } else { block.not(is_zero) };
    block.branch(condition, to);
}

/// The bit 1, but what uses it depends on all of `sources`.
fn one_from(sources: &[Temp], block: &mut BlockBuilder) -> Temp {
    let mut one = block.constant(1, 1);
    for &source in sources {
        let bit = block.extract(source, 0, 1);
        one = block.binary(BinaryOperator::Or, bit, one);
    }
    one
}

/// `value`, but what uses it depends on all of `sources` too.
fn tie(value: Temp, sources: &[Temp], block: &mut BlockBuilder) -> Temp {
    let one = one_from(sources, block);
    block.select(one, value, value)
}

/// Bytes in `bits`.
fn bytes(bits: Width) -> i64 {
    i64::from(bits / 8)
}

/// The reservation that an access makes: its size in bytes above its address.
fn reservation(address: Temp, bits: Width, block: &mut BlockBuilder) -> Temp {
    let size = block.constant(i128::from(bytes(bits)), super::register::RESERVED_SIZE_WIDTH);
    block.concatenate(size, address)
}

/// Forgets the reservation.
fn clear_reservation(block: &mut BlockBuilder) {
    let nothing = block.constant(0, RESERVATION_WIDTH);
    block.write(RESERVATION, 0, nothing);
}

#[cfg(test)]
mod tests {
    use super::super::kind::{BARRIER_NAMES, barrier_index};
    use super::*;

    fn names(tags: TagSet) -> Vec<&'static str> {
        (0..).zip(TAGS).filter(|&(bit, _)| tags.contains(bit)).map(|(_, name)| *name).collect()
    }

    #[test]
    fn tags_have_their_names() {
        assert!(TAGS.len() <= 128);
        let annotations = [
            (ATOMIC, "X"),
            (EXCLUSIVE, "EX"),
            (ACQUIRE, "A"),
            (ACQUIRE_PC, "Q"),
            (RELEASE, "L"),
            (NO_RETURN, "NoRet"),
            (NON_TEMPORAL, "NT"),
            (INSTRUCTION_BARRIER, "ISB"),
        ];
        for (tags, name) in annotations {
            assert_eq!(names(tags), [name]);
        }
        for (at, (name, (domain, accesses))) in (0..).zip(BARRIER_NAMES) {
            assert_eq!(barrier_index(domain, accesses), at as usize);
            assert_eq!(names(TagSet::only(FIRST_DATA_BARRIER + at)), [format!("DMB.{name}")]);
            assert_eq!(names(TagSet::only(FIRST_SYNCHRONIZATION_BARRIER + at)), [format!("DSB.{name}")]);
        }
    }
}
