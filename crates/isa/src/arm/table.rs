//! The table of forms. A new instruction is a row here and, when it does something new, an [`Operation`] with its lowering. Conditions are
//! split off before.

use program::{BinaryOperator, RegisterId, Width};

use super::{Arm, LINK, R, STACK_POINTER};
use crate::assembly::Architecture;
use crate::assembly::address::{AddressKind, Mode, Offsets};
use crate::assembly::form::{Choice, Complaint, Forms, Operands, Range, Relocation, Role, Slot, SlotKind, Zero};
use crate::assembly::operand::{Operand, RegisterOperand};

/// What an instruction computes of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    Add,
    Subtract,
    /// The left operand from the right one.
    SubtractFrom,
    AddWithCarry,
    SubtractWithCarry,
    /// With the right operand as it is, or its complement.
    Bitwise(BinaryOperator, bool),
}

/// Shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    Left,
    Right,
    RightSigned,
    Rotate,
}

impl Shift {
    /// By their numbers in [`SHIFTS`].
    pub(super) const ALL: [Shift; 4] = [Shift::Left, Shift::Right, Shift::RightSigned, Shift::Rotate];
}

/// What an access is beside its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    pub(super) bits: Width,
    pub(super) signed: bool,
    /// Acquire for loads, release for stores.
    pub(super) ordered: bool,
}

/// Where an instruction goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Branch {
    Always,
    /// `BL`.
    Call,
    /// `BX`, `BLX`.
    Register {
        link: bool,
    },
    /// `CBZ`, `CBNZ`.
    Compare {
        when_zero: bool,
    },
}

/// How a list of registers is loaded or stored: the lowest register at the lowest address.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Many {
    /// `LDM`, `STM`: the lowest register at the lowest address, from the base on, or behind the first word.
    Load {
        before: bool,
    },
    Store,
    /// `PUSH`, `POP`.
    Push,
    Pop,
}

/// What an instruction does, when its condition holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    Nop,
    /// Goes on elsewhere.
    Branch(Branch),
    /// `MOV`, `MVN`: of a register, maybe shifted, or a number.
    Move {
        negated: bool,
        flags: bool,
    },
    /// `MOVW`, and `MOVT`, which keeps the lower half.
    MoveHalf {
        top: bool,
    },
    /// Of a register and a register, maybe shifted, or a number.
    Compute {
        compute: Compute,
        flags: bool,
    },
    /// `CMP` and its like: only the flags.
    Compare(Compute),
    /// `LSL` and its like, by a number or a register.
    Shift {
        shift: Shift,
        flags: bool,
    },
    Multiply {
        flags: bool,
    },
    /// `UXTB` and its like: from so many bits.
    Extend {
        from: Width,
        signed: bool,
    },
    Load(Access),
    Store(Access),
    /// `LDRD`, `STRD`: two words, each an access of its own. With one register named, the next one is meant too.
    LoadPair,
    StorePair,
    /// Loads or stores a list of registers.
    Many(Many),
    LoadExclusive(Access),
    StoreExclusive(Access),
    /// `LDREXD`, `STREXD`: 64 bits in one access.
    LoadExclusivePair {
        ordered: bool,
    },
    StoreExclusivePair {
        ordered: bool,
    },
    ClearExclusive,
    DataMemoryBarrier,
    DataSynchronizationBarrier,
    InstructionBarrier,
}

type Table = Forms<Arm>;

const TO: Slot = Slot::write(R);
const FROM: Slot = Slot::read(R);
const TARGET: Slot = Slot::of(SlotKind::Target);
const WORD: Slot = Slot::of(SlotKind::Number(Range::Bits(32)));
const AMOUNT: Slot = Slot::number("the shift", 0, 32);

pub(super) static SHIFTS: Choice =
    Choice { what: "a shift (`LSL`, `LSR`, `ASR` or `ROR`)", words: &[("lsl", 0), ("lsr", 1), ("asr", 2), ("ror", 3)] };
const SHIFTED: Slot =
    Slot::of(SlotKind::Modifier { words: &SHIFTS, amounts: Range::within("the shift", 0, 32), zero: Zero::Vanishes });

const MODES: &[Mode] = &[Mode::Offset, Mode::PreIndexed, Mode::PostIndexed];
static ANY_ADDRESS: AddressKind =
    AddressKind { modes: MODES, index: Some((R, &SHIFTS)), moves_by_index: true, ..AddressKind::offset(R) };
static PAIR_ADDRESS: AddressKind = AddressKind { modes: MODES, ..AddressKind::offset(R) };
static BASE_ADDRESS: AddressKind = AddressKind { offsets: Offsets::Zero, ..AddressKind::base(R) };
static LOWER: Relocation = Relocation { prefix: ":lower16:", suffix: "" };
static UPPER: Relocation = Relocation { prefix: ":upper16:", suffix: "" };

const fn at(kind: &'static AddressKind) -> Slot {
    Slot::of(SlotKind::Address(kind))
}

/// The operands of barriers: all accesses or stores only, in domains that make no difference.
pub(super) static BARRIERS: Choice = Choice {
    what: "`SY`, `ISH`, `ST`, `ISHST` or another kind of barrier",
    words: &[("SY", 0), ("ST", 1), ("ISH", 2), ("ISHST", 3), ("NSH", 4), ("NSHST", 5), ("OSH", 6), ("OSHST", 7)],
};

/// Every form.
pub(super) fn rows(table: &mut Table) {
    jumps(table);
    moves(table);
    computations(table);
    accesses(table);
    blocks(table);
    exclusives(table);
    let kind = Slot::of(SlotKind::Choice(&BARRIERS));
    for (name, operation) in [("DMB", Operation::DataMemoryBarrier), ("DSB", Operation::DataSynchronizationBarrier)] {
        table.add(name, operation, &[]);
        table.add(name, operation, &[kind]);
    }
    table.add("ISB", Operation::InstructionBarrier, &[]);
    static SYSTEM: Choice = Choice { what: "`SY`", words: &[("SY", 0)] };
    table.add("ISB", Operation::InstructionBarrier, &[Slot::dropped(SlotKind::Choice(&SYSTEM))]).read_only();
    table.unsupported("it raises an exception, and faults are not supported", &["svc", "udf", "bkpt", "hvc", "smc"]);
    table.unsupported("vectors are not supported", &["vldr", "vstr", "vmov", "vld1", "vst1", "vpush", "vpop"]);
}

fn jumps(table: &mut Table) {
    table.add("NOP", Operation::Nop, &[]).or("YIELD");
    // The instructions in the block carry their conditions.
    let condition = Slot::dropped(SlotKind::Choice(&super::CONDITIONS));
    for name in ["IT", "ITT", "ITE", "ITTT", "ITTE", "ITET", "ITEE", "ITTTT", "ITEEE", "ITTEE", "ITETE"] {
        table.add(name, Operation::Nop, &[condition]).read_only();
    }
    table.add("B", Operation::Branch(Branch::Always), &[TARGET]);
    table.add("BL", Operation::Branch(Branch::Call), &[TARGET]).using(&[(LINK, Role::Write)]);
    table.add("BX", Operation::Branch(Branch::Register { link: false }), &[FROM]);
    table.add("BLX", Operation::Branch(Branch::Register { link: true }), &[FROM]).using(&[(LINK, Role::Write)]);
    table.add("CBZ", Operation::Branch(Branch::Compare { when_zero: true }), &[FROM, TARGET]);
    table.add("CBNZ", Operation::Branch(Branch::Compare { when_zero: false }), &[FROM, TARGET]);
}

const WITH_FLAGS: [(&str, bool); 2] = [("", false), ("S", true)];

fn moves(table: &mut Table) {
    for (letter, flags) in WITH_FLAGS {
        for (name, negated) in [("MOV", false), ("MVN", true)] {
            let operation = Operation::Move { negated, flags };
            table.add(format!("{name}{letter}"), operation, &[TO, FROM]);
            table.add(format!("{name}{letter}"), operation, &[TO, WORD]);
            table.add(format!("{name}{letter}"), operation, &[TO, FROM, SHIFTED]);
        }
        for (at, shift) in (0..).zip(Shift::ALL) {
            let operation = Operation::Shift { shift, flags };
            let name = SHIFTS.word(at).unwrap_or_default().to_uppercase();
            // Flags by a shift whose amount is not known before are not supported.
            for by in [AMOUNT, FROM].into_iter().take(if flags { 1 } else { 2 }) {
                table.add(format!("{name}{letter}"), operation, &[TO, FROM, by]);
                // The first register is both.
                table.add(format!("{name}{letter}"), operation, &[TO, Slot::same(0), by]);
            }
        }
        table.add(format!("MUL{letter}"), Operation::Multiply { flags }, &[TO, FROM, FROM]);
    }
    let half = Slot::number("the immediate", 0, 0xffff);
    table.add("MOVW", Operation::MoveHalf { top: false }, &[TO, half]);
    table.add("MOVT", Operation::MoveHalf { top: true }, &[Slot::read_write(R), half]);
    table.add("MOVW", Operation::MoveHalf { top: false }, &[TO, Slot::of(SlotKind::Relocated(&LOWER))]);
    table.add("MOVT", Operation::MoveHalf { top: true }, &[Slot::read_write(R), Slot::of(SlotKind::Relocated(&UPPER))]);
    for (name, from, signed) in [("UXTB", 8, false), ("UXTH", 16, false), ("SXTB", 8, true), ("SXTH", 16, true)] {
        table.add(name, Operation::Extend { from, signed }, &[TO, FROM]);
    }
}

fn computations(table: &mut Table) {
    use BinaryOperator as B;
    for (name, compute) in [
        ("ADD", Compute::Add),
        ("SUB", Compute::Subtract),
        ("RSB", Compute::SubtractFrom),
        ("ADC", Compute::AddWithCarry),
        ("SBC", Compute::SubtractWithCarry),
        ("AND", Compute::Bitwise(B::And, false)),
        ("ORR", Compute::Bitwise(B::Or, false)),
        ("EOR", Compute::Bitwise(B::Xor, false)),
        ("BIC", Compute::Bitwise(B::And, true)),
        ("ORN", Compute::Bitwise(B::Or, true)),
    ] {
        for (letter, flags) in WITH_FLAGS {
            let operation = Operation::Compute { compute, flags };
            // Where the first register is the left operand too, it may be written once.
            for left in [FROM, Slot::same(0)] {
                table.add(format!("{name}{letter}"), operation, &[TO, left, FROM]);
                table.add(format!("{name}{letter}"), operation, &[TO, left, WORD]);
                table.add(format!("{name}{letter}"), operation, &[TO, left, FROM, SHIFTED]);
            }
        }
    }
    for (name, compute) in [
        ("CMP", Compute::Subtract),
        ("CMN", Compute::Add),
        ("TST", Compute::Bitwise(B::And, false)),
        ("TEQ", Compute::Bitwise(B::Xor, false)),
    ] {
        table.add(name, Operation::Compare(compute), &[FROM, FROM]);
        table.add(name, Operation::Compare(compute), &[FROM, WORD]);
        table.add(name, Operation::Compare(compute), &[FROM, FROM, SHIFTED]);
    }
}

const fn access(bits: Width, signed: bool, ordered: bool) -> Access {
    Access { bits, signed, ordered }
}

const SIZES: [(&str, Width); 3] = [("", 32), ("B", 8), ("H", 16)];

/// The register behind the first one, where that has an even number.
fn next(operands: &[Operand]) -> Option<RegisterOperand> {
    let Operand::Register(RegisterOperand::Named(name, class)) = &operands[0] else { return None };
    let register = Arm::registers().get(*name).part?.register;
    let is_even = register.number() % 2 == 0 && register.number() < 12;
    is_even.then(|| RegisterOperand::Named(name.next(), *class))
}

fn is_even(operands: &[Operand]) -> Option<Complaint> {
    next(operands).is_none().then_some((0, 0, "the register must have an even number: the next one is meant too"))
}

fn with_next(operands: &mut Operands) {
    if let Some(next) = next(operands) {
        operands.insert(1, Operand::Register(next));
    }
}

fn accesses(table: &mut Table) {
    for (letter, bits) in SIZES {
        table.add(format!("LDR{letter}"), Operation::Load(access(bits, false, false)), &[TO, at(&ANY_ADDRESS)]);
        table.add(format!("STR{letter}"), Operation::Store(access(bits, false, false)), &[FROM, at(&ANY_ADDRESS)]);
        table.add(format!("LDA{letter}"), Operation::Load(access(bits, false, true)), &[TO, at(&BASE_ADDRESS)]);
        table.add(format!("STL{letter}"), Operation::Store(access(bits, false, true)), &[FROM, at(&BASE_ADDRESS)]);
        if bits < 32 {
            let load = Operation::Load(access(bits, true, false));
            table.add(format!("LDRS{letter}"), load, &[TO, at(&ANY_ADDRESS)]);
        }
    }
    table.add("LDRD", Operation::LoadPair, &[TO, TO, at(&PAIR_ADDRESS)]);
    table.add("LDRD", Operation::LoadPair, &[TO, at(&PAIR_ADDRESS)]).checked(is_even).rewritten(with_next);
    table.add("STRD", Operation::StorePair, &[FROM, at(&PAIR_ADDRESS)]).checked(is_even).rewritten(with_next);
    table.add("STRD", Operation::StorePair, &[FROM, FROM, at(&PAIR_ADDRESS)]);
}

fn blocks(table: &mut Table) {
    const STACK: &[(RegisterId, Role)] = &[(STACK_POINTER, Role::ReadWrite)];
    let registers = Slot::of(SlotKind::List(R));
    let written = registers.with_role(Role::Write);
    table.add("LDM", Operation::Many(Many::Load { before: false }), &[FROM, written]).or("LDMIA");
    table.add("LDMIB", Operation::Many(Many::Load { before: true }), &[FROM, written]);
    table.add("STM", Operation::Many(Many::Store), &[FROM, registers]).or("STMIA");
    table.add("PUSH", Operation::Many(Many::Push), &[registers]).using(STACK);
    table.add("POP", Operation::Many(Many::Pop), &[written]).using(STACK);
}

fn exclusives(table: &mut Table) {
    for (stem, ordered) in [("LDREX", false), ("LDAEX", true)] {
        for (letter, bits) in SIZES {
            let load = Operation::LoadExclusive(access(bits, false, ordered));
            table.add(format!("{stem}{letter}"), load, &[TO, at(&BASE_ADDRESS)]);
        }
        table.add(format!("{stem}D"), Operation::LoadExclusivePair { ordered }, &[TO, TO, at(&BASE_ADDRESS)]);
    }
    for (stem, ordered) in [("STREX", false), ("STLEX", true)] {
        for (letter, bits) in SIZES {
            let store = Operation::StoreExclusive(access(bits, false, ordered));
            table.add(format!("{stem}{letter}"), store, &[TO, FROM, at(&BASE_ADDRESS)]);
        }
        table.add(format!("{stem}D"), Operation::StoreExclusivePair { ordered }, &[TO, FROM, FROM, at(&BASE_ADDRESS)]);
    }
    table.add("CLREX", Operation::ClearExclusive, &[]);
}
