//! The table of forms. A new instruction is a row here and, when it does something new, an [`Operation`] with its lowering. Conditions are
//! split off before.

use program::{BinaryOperator, RegisterId, Width};

use super::{Arm, LINK, PC, R, STACK_POINTER};
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
    /// The left operand from the right one, with the carry.
    SubtractFromWithCarry,
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
    /// `LDR` to the program counter.
    Loaded,
    /// `CBZ`, `CBNZ`.
    Compare {
        when_zero: bool,
    },
}

/// Where the words of a list of registers lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Words {
    /// Below the base register, or above.
    pub(super) down: bool,
    /// Whether the word at the base register is passed over.
    pub(super) before: bool,
    /// Whether the base register is moved past them.
    pub(super) moves: bool,
}

/// How a list of registers is loaded or stored: the lowest register at the lowest address.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Many {
    /// `LDM`, `STM`.
    Load(Words),
    Store(Words),
    /// `PUSH`, `POP`.
    Push,
    Pop,
}

/// Multiplications whose result has 64 bits, in two registers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Long {
    pub(super) signed: bool,
    /// Whether the product is added to what the registers hold.
    pub(super) accumulates: bool,
}

/// What is done to one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    CountLeadingZeros,
    ReverseBits,
    ReverseBytes,
    /// Of each half by itself.
    ReverseHalves,
    /// Of the low half, widened with its sign.
    ReverseSignedHalf,
}

/// What a field of bits becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// `UBFX`, `SBFX`.
    Extract { signed: bool },
    /// `BFI`.
    Insert,
    /// `BFC`.
    Clear,
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
    /// `RRX`: right by one, the carry coming in.
    RotateExtended {
        flags: bool,
    },
    Multiply {
        flags: bool,
    },
    /// `MLA`, `MLS`.
    MultiplyAdd {
        subtract: bool,
    },
    MultiplyLong(Long),
    /// By 0 the quotient is 0.
    Divide {
        signed: bool,
    },
    Unary(Unary),
    Field(Field),
    /// `UXTB` and its like: from so many bits.
    Extend {
        from: Width,
        signed: bool,
    },
    /// `UXTAB` and its like: the widened value is added to a register.
    ExtendAdd {
        from: Width,
        signed: bool,
    },
    /// The address of a location.
    Address,
    Load(Access),
    Store(Access),
    /// `LDRD`, `STRD`: two words. With one register named, the next one is meant too.
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

const SHIFTED_BY: Slot = Slot::of(SlotKind::ModifierBy { words: &SHIFTS, by: R });
/// The index register of a pair is not shifted.
static NO_SHIFTS: Choice = Choice { what: "no shift", words: &[] };
static ROTATIONS: Choice = Choice { what: "`ROR`", words: &[("ror", 3)] };
const ROTATED: Slot = Slot::of(SlotKind::Modifier {
    words: &ROTATIONS,
    amounts: Range::Within { what: "the rotation", low: 0, high: 24, step: 8 },
    zero: Zero::Vanishes,
});

const MODES: &[Mode] = &[Mode::Offset, Mode::PreIndexed, Mode::PostIndexed];
static ANY_ADDRESS: AddressKind =
    AddressKind { modes: MODES, index: Some((R, &SHIFTS)), moves_by_index: true, ..AddressKind::offset(R) };
static PAIR_ADDRESS: AddressKind =
    AddressKind { modes: MODES, index: Some((R, &NO_SHIFTS)), moves_by_index: true, ..AddressKind::offset(R) };
static BASE_ADDRESS: AddressKind = AddressKind { offsets: Offsets::Zero, ..AddressKind::base(R) };
/// T32 has an offset.
static EXCLUSIVE_ADDRESS: AddressKind = AddressKind::offset(R);
/// As clang writes them, and gcc.
static LOWER: [Relocation; 2] =
    [Relocation { prefix: ":lower16:", suffix: "" }, Relocation { prefix: "#:lower16:", suffix: "" }];
static UPPER: [Relocation; 2] =
    [Relocation { prefix: ":upper16:", suffix: "" }, Relocation { prefix: "#:upper16:", suffix: "" }];
static EQUALS: Relocation = Relocation { prefix: "=", suffix: "" };

const fn at(kind: &'static AddressKind) -> Slot {
    Slot::of(SlotKind::Address(kind))
}

/// The operands of barriers: all accesses, stores, or loads with what follows (since version 8); in one of four domains.
pub(super) static BARRIERS: Choice = Choice {
    what: "`SY`, `ISH`, `ST`, `ISHST` or another kind of barrier",
    words: &[
        ("SY", 0),
        ("ISH", 1),
        ("OSH", 2),
        ("NSH", 3),
        ("ST", 4),
        ("ISHST", 5),
        ("OSHST", 6),
        ("NSHST", 7),
        ("LD", 8),
        ("ISHLD", 9),
        ("OSHLD", 10),
        ("NSHLD", 11),
        ("UN", 3),
        ("UNST", 7),
    ],
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
    table.unsupported("positions of code are not known", &["adr", "tbb", "tbh"]);
    table.unsupported(
        "swaps were taken out of the architecture; `LDREX` and `STREX` take their place",
        &["swp", "swpb"],
    );
    table.unsupported(
        "coprocessors and system registers are not supported",
        &["mcr", "mrc", "mcrr", "mrrc", "mrs", "msr"],
    );
}

fn jumps(table: &mut Table) {
    // Waiting for an event, and telling one, changes nothing that a program sees.
    table.add("NOP", Operation::Nop, &[]).or("YIELD").or("SEV").or("SEVL").or("WFE").or("CSDB");
    let address = Slot::dropped(SlotKind::Address(&ANY_ADDRESS));
    table.add("PLD", Operation::Nop, &[address]).or("PLDW").or("PLI").read_only();
    // The instructions in the block carry their conditions.
    let condition = Slot::dropped(SlotKind::Choice(&super::CONDITIONS));
    let mut names = vec!["IT".to_owned()];
    for length in 0..3 {
        let longest = names.iter().filter(|name| name.len() == 2 + length);
        let longer: Vec<String> = longest.flat_map(|name| ["T", "E"].map(|letter| format!("{name}{letter}"))).collect();
        names.extend(longer);
    }
    for name in names {
        table.add(name, Operation::Nop, &[condition]).read_only();
    }
    table.add("B", Operation::Branch(Branch::Always), &[TARGET]);
    table.add("BL", Operation::Branch(Branch::Call), &[TARGET]).using(&[(LINK, Role::Write)]);
    table.add("BX", Operation::Branch(Branch::Register { link: false }), &[FROM]);
    table.add("BLX", Operation::Branch(Branch::Register { link: true }), &[FROM]).using(&[(LINK, Role::Write)]);
    let counter = Slot::dropped(SlotKind::Register(PC));
    table.add("MOV", Operation::Branch(Branch::Register { link: false }), &[counter, FROM]).read_only();
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
            table.add(format!("{name}{letter}"), operation, &[TO, FROM, SHIFTED_BY]);
        }
        for (at, shift) in (0..).zip(Shift::ALL) {
            let operation = Operation::Shift { shift, flags };
            let name = SHIFTS.word(at).unwrap_or_default().to_uppercase();
            for by in [AMOUNT, FROM] {
                table.add(format!("{name}{letter}"), operation, &[TO, FROM, by]);
                // The first register is both.
                table.add(format!("{name}{letter}"), operation, &[TO, Slot::same(0), by]);
            }
        }
        table.add(format!("RRX{letter}"), Operation::RotateExtended { flags }, &[TO, FROM]);
        table.add(format!("MUL{letter}"), Operation::Multiply { flags }, &[TO, FROM, FROM]);
        table.add(format!("MUL{letter}"), Operation::Multiply { flags }, &[TO, FROM, Slot::same(0)]);
    }
    for (name, subtract) in [("MLA", false), ("MLS", true)] {
        table.add(name, Operation::MultiplyAdd { subtract }, &[TO, FROM, FROM, FROM]);
    }
    for (letter, signed) in [("U", false), ("S", true)] {
        let long = |accumulates| Operation::MultiplyLong(Long { signed, accumulates });
        table.add(format!("{letter}MULL"), long(false), &[TO, TO, FROM, FROM]);
        let both = Slot::read_write(R);
        table.add(format!("{letter}MLAL"), long(true), &[both, both, FROM, FROM]);
        table.add(format!("{letter}DIV"), Operation::Divide { signed }, &[TO, FROM, FROM]);
        table.add(format!("{letter}DIV"), Operation::Divide { signed }, &[TO, Slot::same(0), FROM]);
    }
    for (name, unary) in [
        ("CLZ", Unary::CountLeadingZeros),
        ("RBIT", Unary::ReverseBits),
        ("REV", Unary::ReverseBytes),
        ("REV16", Unary::ReverseHalves),
        ("REVSH", Unary::ReverseSignedHalf),
    ] {
        table.add(name, Operation::Unary(unary), &[TO, FROM]);
    }
    fields(table);
    let half = Slot::number("the immediate", 0, 0xffff);
    table.add("MOVW", Operation::MoveHalf { top: false }, &[TO, half]);
    table.add("MOVT", Operation::MoveHalf { top: true }, &[Slot::read_write(R), half]);
    for (number, (lower, upper)) in LOWER.iter().zip(&UPPER).enumerate() {
        let [lower, upper] = [lower, upper].map(|relocation| Slot::of(SlotKind::Relocated(relocation)));
        for (name, top, slots) in [("MOVW", false, [TO, lower]), ("MOVT", true, [Slot::read_write(R), upper])] {
            let form = table.add(name, Operation::MoveHalf { top }, &slots);
            if number > 0 {
                form.read_only();
            }
        }
    }
    table.add("LDR", Operation::Address, &[TO, Slot::of(SlotKind::Relocated(&EQUALS))]);
    for (name, long, from, signed) in [
        ("UXTB", "UXTAB", 8, false),
        ("UXTH", "UXTAH", 16, false),
        ("SXTB", "SXTAB", 8, true),
        ("SXTH", "SXTAH", 16, true),
    ] {
        table.add(name, Operation::Extend { from, signed }, &[TO, FROM]);
        table.add(name, Operation::Extend { from, signed }, &[TO, FROM, ROTATED]);
        table.add(long, Operation::ExtendAdd { from, signed }, &[TO, FROM, FROM]);
        table.add(long, Operation::ExtendAdd { from, signed }, &[TO, FROM, FROM, ROTATED]);
    }
}

fn fields(table: &mut Table) {
    let [first, length] = [Slot::number("the first bit", 0, 31), Slot::number("the width of the field", 1, 32)];
    for (name, signed) in [("UBFX", false), ("SBFX", true)] {
        let field = Operation::Field(Field::Extract { signed });
        table.add(name, field, &[TO, FROM, first, length]).checked(field_fits);
    }
    let to = Slot::read_write(R);
    table.add("BFI", Operation::Field(Field::Insert), &[to, FROM, first, length]).checked(field_fits);
    table.add("BFC", Operation::Field(Field::Clear), &[to, first, length]).checked(field_fits);
}

fn field_fits(operands: &[Operand]) -> Option<Complaint> {
    match operands {
        [.., Operand::Number(first), Operand::Number(length)] if first + length > 32 => {
            Some((operands.len() - 1, operands.len() - 1, "the field must end with the register"))
        }
        _ => None,
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
        ("RSC", Compute::SubtractFromWithCarry),
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
                table.add(format!("{name}{letter}"), operation, &[TO, left, FROM, SHIFTED_BY]);
            }
        }
    }
    // The encodings of T32 with 12 bits of immediate.
    for (name, compute) in [("ADDW", Compute::Add), ("SUBW", Compute::Subtract)] {
        table.add(name, Operation::Compute { compute, flags: false }, &[TO, FROM, WORD]).read_only();
    }
    for (letter, flags) in WITH_FLAGS {
        let operation = Operation::Compute { compute: Compute::SubtractFrom, flags };
        let zero = |operands: &mut Operands| operands.push(Operand::Number(0));
        table.add(format!("NEG{letter}"), operation, &[TO, FROM]).rewritten(zero);
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
        table.add(name, Operation::Compare(compute), &[FROM, FROM, SHIFTED_BY]);
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
    let pool = |_: &[Operand]| Some((1, 1, "literal pools are not supported: `LDR R0,=x` and `MOVW` with `MOVT` are"));
    table.add("LDR", Operation::Address, &[TO, TARGET]).checked(pool);
    table.add("LDR", Operation::Branch(Branch::Loaded), &[Slot::write(PC), at(&ANY_ADDRESS)]);
    table.add("LDRD", Operation::LoadPair, &[TO, TO, at(&PAIR_ADDRESS)]);
    table.add("LDRD", Operation::LoadPair, &[TO, at(&PAIR_ADDRESS)]).checked(is_even).rewritten(with_next);
    table.add("STRD", Operation::StorePair, &[FROM, at(&PAIR_ADDRESS)]).checked(is_even).rewritten(with_next);
    table.add("STRD", Operation::StorePair, &[FROM, FROM, at(&PAIR_ADDRESS)]);
}

fn blocks(table: &mut Table) {
    const STACK: &[(RegisterId, Role)] = &[(STACK_POINTER, Role::ReadWrite)];
    let registers = Slot::of(SlotKind::List(R));
    // Loading the program counter is a jump.
    let written = Slot::of(SlotKind::List(R.or(PC))).with_role(Role::Write);
    // What they are called, and what they are called when a stack is meant: by whether it grows down, and ends with a word or before one.
    for (load, store, down, before) in [
        (["LDM", "LDMIA", "LDMFD"], ["STM", "STMIA", "STMEA"], false, false),
        (["LDMIB", "LDMED", ""], ["STMIB", "STMFA", ""], false, true),
        (["LDMDA", "LDMFA", ""], ["STMDA", "STMED", ""], true, false),
        (["LDMDB", "LDMEA", ""], ["STMDB", "STMFD", ""], true, true),
    ] {
        for (base, moves) in [(FROM, false), (Slot::of(SlotKind::Moved(R)).with_role(Role::ReadWrite), true)] {
            let words = Words { down, before, moves };
            for (names, operation, list) in [(load, Many::Load(words), written), (store, Many::Store(words), registers)]
            {
                let form = table.add(names[0], Operation::Many(operation), &[base, list]);
                names[1..].iter().filter(|name| !name.is_empty()).for_each(|name| _ = form.or(*name));
            }
        }
    }
    table.add("PUSH", Operation::Many(Many::Push), &[registers]).using(STACK);
    table.add("POP", Operation::Many(Many::Pop), &[written]).using(STACK);
}

/// `LDREX` and `STREX` of a word have an offset in T32.
fn exclusive_address(bits: Width, ordered: bool) -> &'static AddressKind {
    if bits == 32 && !ordered { &EXCLUSIVE_ADDRESS } else { &BASE_ADDRESS }
}

fn exclusives(table: &mut Table) {
    for (stem, ordered) in [("LDREX", false), ("LDAEX", true)] {
        for (letter, bits) in SIZES {
            let load = Operation::LoadExclusive(access(bits, false, ordered));
            table.add(format!("{stem}{letter}"), load, &[TO, at(exclusive_address(bits, ordered))]);
        }
        table.add(format!("{stem}D"), Operation::LoadExclusivePair { ordered }, &[TO, TO, at(&BASE_ADDRESS)]);
        // The next register is meant too.
        let form = table.add(format!("{stem}D"), Operation::LoadExclusivePair { ordered }, &[TO, at(&BASE_ADDRESS)]);
        form.checked(is_even).rewritten(with_next);
    }
    for (stem, ordered) in [("STREX", false), ("STLEX", true)] {
        for (letter, bits) in SIZES {
            let store = Operation::StoreExclusive(access(bits, false, ordered));
            table.add(format!("{stem}{letter}"), store, &[TO, FROM, at(exclusive_address(bits, ordered))]);
        }
        table.add(format!("{stem}D"), Operation::StoreExclusivePair { ordered }, &[TO, FROM, FROM, at(&BASE_ADDRESS)]);
    }
    table.add("CLREX", Operation::ClearExclusive, &[]);
}
