//! Instructions to micro-operations.
//!
//! The meaning of each instruction is that of the Arm Architecture Reference Manual for A-profile (DDI 0487), section C6.2.
//! What an instruction's events are and how they depend on each other (which the Arm memory model computes dependencies from)
//! follows herd: reads and writes of the zero register are no events; the four flags are registers of their own; the exclusive
//! monitor is a register (`Reservation`). Comments say where dependencies are made that the values alone would not make.
//!
//! What differs from the manual:
//!
//! - `RET` where nothing has called ends the thread; a jump to a number is an error.
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
use program::{BlockBuilder, CodePlace, MixedSizes, RegisterId, TagSet, Target as ProgramTarget, Temp};
use source::Diagnostic;

use super::AArch64;
use super::register::LINK;
use super::table::{Branch, Operation};
use crate::assembly;
use crate::assembly::lower::{place, tie};
use crate::assembly::operand::{Instruction, RegisterOperand as Register, Target};

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

/// Alignment (DDI 0487, B2.10.1 and B2.10.2): an unaligned access is byte by byte; atomic, exclusive, acquiring and releasing
/// instructions raise an alignment fault. With FEAT_LSE2, whose machines access pairs as a whole, all of them are single-copy atomic within 16
/// bytes (SCTLR_ELx.nAA is taken to be 1).
pub(super) fn mixed_sizes(pairs: Pairs) -> MixedSizes {
    let atomic_within = match pairs {
        Pairs::Elements => 1,
        Pairs::Whole => 16,
    };
    let faulting = ATOMIC.with(EXCLUSIVE).with(ACQUIRE).with(ACQUIRE_PC).with(RELEASE);
    MixedSizes { atomic_within, faulting, always_atomic: TagSet::NONE }
}

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

/// Appends the micro-operations of an instruction to `block`.
pub(super) fn instruction(
    instruction: &Instruction<AArch64>,
    machine: AArch64,
    context: &LoweringContext<'_>,
    block: &mut BlockBuilder,
) -> Result<(), Diagnostic> {
    Lowering { context, machine }.instruction(instruction, block)
}

/// What lowering an instruction needs to know beside it.
#[derive(Clone, Copy)]
struct Lowering<'a, 'c> {
    context: &'a LoweringContext<'c>,
    machine: AArch64,
}

impl Lowering<'_, '_> {
    fn instruction(self, i: &Instruction<AArch64>, block: &mut BlockBuilder) -> Result<(), Diagnostic> {
        match i.operation() {
            Operation::Nop => {}
            Operation::Branch(branch) => return self.branch(branch, i, block),
            Operation::CodeAddress => return self.code_address(i, block),
            Operation::Load(kind, access) => self.load(kind, access, i.register(0), i.address(1), block),
            Operation::Store(kind, access) => self.store(kind, access, i.register(0), i.address(1), block),
            Operation::LoadPair(kind) => self.load_pair(kind, [i.register(0), i.register(1)], i.address(2), block),
            Operation::StorePair(kind) => self.store_pair(kind, [i.register(0), i.register(1)], i.address(2), block),
            Operation::StoreExclusive { release, access } => self.store_exclusive(release, access, i, block),
            Operation::LoadExclusivePair { acquire } => self.load_exclusive_pair(acquire, i, block),
            Operation::StoreExclusivePair { release } => self.store_exclusive_pair(release, i, block),
            Operation::ClearExclusive => super::register::RESERVATION.clear(block),
            Operation::CompareSwap(order, access) => self.compare_swap_one(order, access, i, block),
            Operation::CompareSwapPair(order) => self.compare_swap_pair(order, i, block),
            Operation::Swap(order, access) => self.swap(order, access, i, block),
            Operation::Fetch(operator, order, access) | Operation::StoreFetch(operator, order, access) => {
                self.fetch(operator, order, access, i, block);
            }
            Operation::FetchPair(operator, order) => self.fetch_pair(operator, order, i, block),
            Operation::Set(value) => {
                let value = self.value(value, i, block);
                self.write(i.register(0), value, block);
            }
            Operation::Arithmetic(operator) => self.arithmetic(operator, i, block),
            Operation::WithCarry { subtract, set_flags } => self.with_carry(subtract, set_flags, i, block),
            Operation::Select(kind) => self.select(kind, i, block),
            Operation::CompareIf { negative } => self.compare_if(negative, i, block),
            Operation::ReadSystem => self.read_system(i.register(0), i.register(1), block),
            Operation::WriteSystem => self.write_system(i.register(0), i.register(1), block),
            Operation::Barrier { synchronization } => {
                let first = if synchronization { FIRST_SYNCHRONIZATION_BARRIER } else { FIRST_DATA_BARRIER };
                block.fence(TagSet::only(first + u32::from(*i.choice(0))));
            }
            Operation::InstructionBarrier => block.fence(INSTRUCTION_BARRIER),
        }
        Ok(())
    }

    /// The place in the code that a target stands for; it must be in the thread that names it.
    fn place(self, target: &Target) -> Result<CodePlace, Diagnostic> {
        place(self.context, target, 4)
    }

    fn target(self, target: &Target) -> Result<ProgramTarget, Diagnostic> {
        self.place(target).map(ProgramTarget::Code)
    }

    fn branch(self, branch: Branch, i: &Instruction<AArch64>, block: &mut BlockBuilder) -> Result<(), Diagnostic> {
        match branch {
            Branch::Always => {
                let to = self.target(i.target(0))?;
                block.jump(to);
            }
            Branch::If(condition) => {
                let to = self.target(i.target(0))?;
                let holds = self.condition(condition, block);
                block.branch(holds, to);
            }
            Branch::Compare { when_zero } => {
                let to = self.target(i.target(1))?;
                let value = self.read(i.register(0), block);
                branch_on(value, when_zero, to, block);
            }
            Branch::Test { when_zero } => {
                let to = self.target(i.target(2))?;
                let value = self.read(i.register(0), block);
                let bit = block.extract(value, *i.number(1) as u16, 1);
                branch_on(bit, when_zero, to, block);
            }
            Branch::Call => {
                let to = self.target(i.target(0))?;
                self.link(block);
                block.jump(to);
            }
            Branch::Register { link } => {
                let to = self.read(i.register(0), block);
                if link {
                    self.link(block);
                }
                match !link && self.id(i.register(0)) == Some(LINK) {
                    true => block.return_to(to),
                    false => block.jump_to(to),
                }
            }
            Branch::Return if i.operands.is_empty() => {
                let to = block.read(LINK, 0, 64);
                block.return_to(to);
            }
            Branch::Return => {
                let to = self.read(i.register(0), block);
                block.return_to(to);
            }
        }
        Ok(())
    }

    fn code_address(self, i: &Instruction<AArch64>, block: &mut BlockBuilder) -> Result<(), Diagnostic> {
        if let Target::Offset(_) = i.target(1) {
            let message = "`ADR` of a number of bytes is not supported; a label can stand for the place";
            return Err(Diagnostic::error("unsupported-instruction", self.context.span(), message));
        }
        let place = self.place(i.target(1))?;
        let address = block.code(place, 64);
        self.write(i.register(0), address, block);
        Ok(())
    }

    /// Writes the address of the next instruction to the link register.
    fn link(self, block: &mut BlockBuilder) {
        let back = block.code(self.context.next_place(), 64);
        block.write(LINK, 0, back);
    }

    /// The register that an operand is a part of; `None` for the zero register.
    fn id(self, register: &Register) -> Option<RegisterId> {
        assembly::lower::part::<AArch64>(self.context, register).map(|part| part.register)
    }

    /// Reads a register.
    fn read(self, register: &Register, block: &mut BlockBuilder) -> Temp {
        assembly::lower::read::<AArch64>(self.context, register, block)
    }

    /// Writes a whole register, with zeros above the value.
    fn write(self, register: &Register, value: Temp, block: &mut BlockBuilder) {
        if let Some(id) = self.id(register) {
            let value = block.resize(value, 64);
            block.write(id, 0, value);
        }
    }
}

/// How many bits a register has.
fn width(register: &Register) -> program::Width {
    register.width::<AArch64>()
}

fn branch_on(value: Temp, when_zero: bool, to: ProgramTarget, block: &mut BlockBuilder) {
    let zero = block.constant(0, block.width(value));
    let is_zero = block.equal(value, zero);
    let condition = if when_zero { is_zero } else { block.not(is_zero) };
    block.branch(condition, to);
}

#[cfg(test)]
mod tests {
    use super::super::operand::BARRIERS;
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
        for (name, at) in BARRIERS.words {
            let at = u32::from(*at);
            assert_eq!(names(TagSet::only(FIRST_DATA_BARRIER + at)), [format!("DMB.{name}")]);
            assert_eq!(names(TagSet::only(FIRST_SYNCHRONIZATION_BARRIER + at)), [format!("DSB.{name}")]);
        }
    }
}
