//! The table of forms. A new instruction is a row here and, when it does something new, an [`Operation`] with its lowering.

use super::AArch64;
use super::kind::{
    Access, Arithmetic, BitField, Fetch, FetchPair, LoadKind, LoadPairKind, MoveWide, Order, Select, StoreKind,
    StorePairKind, Unary,
};
use super::operand::{
    ANY_ADDRESS, BARRIERS, BASE_ADDRESS, CONDITIONS, Condition, EXTENDS, Extend, FIRST_EXTEND, INVERSE_CONDITIONS,
    LOW12, LSL, OFFSET_ADDRESS, PAIR_ADDRESS, PAIR_OFFSET_ADDRESS, SHIFTS, SHIFTS_OF_SUMS, SYSTEM_DOMAIN, Shift, W_ANY,
    X_ANY, post_indexed, pre_indexed,
};
use super::register::{LINK, SP, SYSTEM, XZR};
use crate::assembly::Architecture;
use crate::assembly::address::AddressKind;
use crate::assembly::form::{Choice, Complaint, Forms, Operands, Range, Role, Slot, SlotKind, Zero};
use crate::assembly::operand::{Operand, RegisterOperand};
use crate::assembly::register::Classes;

/// Where an instruction goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Branch {
    /// `B`.
    Always,
    /// `B.EQ`, ...
    If(Condition),
    /// `CBZ`, `CBNZ`.
    Compare { when_zero: bool },
    /// `TBZ`, `TBNZ`.
    Test { when_zero: bool },
    /// `BL`.
    Call,
    /// `BR`, `BLR`.
    Register { link: bool },
    /// `RET`; without an operand the link register is meant.
    Return,
}

/// What a register is set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// `MOV` from a register.
    Register,
    /// `MOV` of an immediate, cut to the size of the register.
    Immediate,
    /// `MOVZ`, `MOVN`, `MOVK`.
    Wide(MoveWide),
    /// `LSL`, ... by an immediate or a register.
    Shift(Shift),
    /// `MADD`, `MSUB` with their aliases `MUL`, `MNEG`.
    Multiply { subtract: bool },
    /// `SMADDL`, ... with their aliases `SMULL`, ...
    MultiplyLong { signed: bool, subtract: bool },
    /// `UDIV`, `SDIV`.
    Divide { signed: bool },
    /// `SBFM`, `UBFM`, `BFM` with their aliases `UBFX`, `BFI`, ...
    BitField(BitField),
    /// `EXTR`.
    Extract,
    /// `SXTB`, `UXTH`, ...: the source is a W register.
    Extend(Extend),
    /// `RBIT`, `REV`, `ABS`, ...
    Unary(Unary),
    /// `ADRP`: with `:lo12:` of the same symbol added it is the symbol's address.
    Page,
}

/// What an instruction does. Aliases of the manual are forms of the instruction that they stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    /// `NOP`, and hints that change nothing.
    Nop,
    /// Goes on elsewhere.
    Branch(Branch),
    /// `LDR`, `LDAR`, `LDXR`, ...
    Load(LoadKind, Access),
    /// `STR`, `STLR`, ...
    Store(StoreKind, Access),
    /// `STXR`, `STLXR`; the status register comes first.
    StoreExclusive { release: bool, access: Access },
    /// `LDP`, ...
    LoadPair(LoadPairKind),
    /// `STP`, ...
    StorePair(StorePairKind),
    /// `LDXP`, `LDAXP`.
    LoadExclusivePair { acquire: bool },
    /// `STXP`, `STLXP`; the status register comes first.
    StoreExclusivePair { release: bool },
    /// `CAS`, ...
    CompareSwap(Order, Access),
    /// `CASP`, ...
    CompareSwapPair(Order),
    /// `SWP`, ...
    Swap(Order, Access),
    /// `LDADD`, ...
    Fetch(Fetch, Order, Access),
    /// `STADD`, ...: without a register for the old value.
    StoreFetch(Fetch, Order, Access),
    /// `SWPP`, `LDCLRP`, `LDSETP`: 128 bits; both registers take the old value.
    FetchPair(FetchPair, Order),
    /// Sets the first register and does nothing else.
    Set(Value),
    /// `ADD`, `ANDS`, ... with their aliases `CMP`, `TST`, `NEG`, `MVN`.
    Arithmetic(Arithmetic),
    /// `ADC`, `SBC`, ... with the aliases `NGC`, `NGCS`.
    WithCarry { subtract: bool, set_flags: bool },
    /// `CSEL`, ... with their aliases `CSET`, `CINC`, ...
    Select(Select),
    /// `CCMP`, `CCMN`.
    CompareIf { negative: bool },
    /// `ADR`.
    CodeAddress,
    /// `MRS`.
    ReadSystem,
    /// `MSR`.
    WriteSystem,
    /// `DMB`, `DSB`.
    Barrier { synchronization: bool },
    /// `ISB`.
    InstructionBarrier,
    /// `CLREX`.
    ClearExclusive,
}

type Table = Forms<AArch64>;

/// Registers of either size.
const R: Classes = X_ANY.or(W_ANY);

const TARGET: Slot = Slot::of(SlotKind::Target);
/// A register of the size of the first operand.
const READ_LIKE: Slot = Slot::of(SlotKind::Like(0, R));
const WRITE_LIKE: Slot = READ_LIKE.with_role(Role::Write);
/// A zero register of the size of the first operand.
const ZERO: Slot = Slot::zero(0);
const CONDITION: Slot = Slot::of(SlotKind::Choice(&CONDITIONS));
const INVERSE: Slot = Slot::of(SlotKind::Choice(&INVERSE_CONDITIONS));
/// A number of bits, fewer than the first operand has.
const BIT: Slot = Slot::of(SlotKind::Number(Range::BelowWidth { what: "a shift", of: 0, step: 1 }));
const BASE: Slot = at(&BASE_ADDRESS);

const fn at(kind: &'static AddressKind) -> Slot {
    Slot::of(SlotKind::Address(kind))
}

const fn modifier(words: &'static Choice, amounts: Range, zero: Zero) -> Slot {
    Slot::of(SlotKind::Modifier { words, amounts, zero })
}

/// `LSL #3`, of a register of the size of the operand at `place`.
const fn shift(words: &'static Choice, place: usize) -> Slot {
    modifier(words, Range::BelowWidth { what: "a shift", of: place, step: 1 }, Zero::Vanishes)
}

/// Every form.
pub(super) fn rows(table: &mut Table) {
    jumps(table);
    loads_and_stores(table);
    pairs(table);
    atomics(table);
    moves(table);
    arithmetic(table);
    multiplications(table);
    bits(table);
    selects(table);
    system(table);
    UNSUPPORTED.iter().for_each(|(reason, names)| table.unsupported(reason, names));
}

fn jumps(table: &mut Table) {
    table.add("NOP", Operation::Nop, &[]).or("YIELD");
    let number = Slot::dropped(SlotKind::Number(Range::Bits(64)));
    table.add("HINT", Operation::Nop, &[number]).read_only();
    // herd takes it for a no-op too: the debugger it would stop for is not there.
    table.add("HLT", Operation::Nop, &[number]).read_only();
    table.add("B", Operation::Branch(Branch::Always), &[TARGET]);
    for (word, number) in CONDITIONS.words {
        let condition = Condition::ALL[usize::from(*number)];
        let printed = CONDITIONS.word(*number).unwrap_or(word);
        // Without a point as gcc writes them.
        let form = table
            .add(format!("B.{printed}"), Operation::Branch(Branch::If(condition)), &[TARGET])
            .or(format!("B{word}"));
        if printed != *word {
            form.or(format!("B.{word}")).read_only();
        }
    }
    table.add("CBZ", Operation::Branch(Branch::Compare { when_zero: true }), &[Slot::read(R), TARGET]);
    table.add("CBNZ", Operation::Branch(Branch::Compare { when_zero: false }), &[Slot::read(R), TARGET]);
    let bit = Slot::of(SlotKind::Number(Range::BelowWidth { what: "a bit", of: 0, step: 1 }));
    table.add("TBZ", Operation::Branch(Branch::Test { when_zero: true }), &[Slot::read(R), bit, TARGET]);
    table.add("TBNZ", Operation::Branch(Branch::Test { when_zero: false }), &[Slot::read(R), bit, TARGET]);
    table.add("BL", Operation::Branch(Branch::Call), &[TARGET]).using(&[(LINK, Role::Write)]);
    table.add("BR", Operation::Branch(Branch::Register { link: false }), &[Slot::read(X_ANY)]);
    table
        .add("BLR", Operation::Branch(Branch::Register { link: true }), &[Slot::read(X_ANY)])
        .using(&[(LINK, Role::Write)]);
    table.add("RET", Operation::Branch(Branch::Return), &[]).using(&[(LINK, Role::Read)]);
    table.add("RET", Operation::Branch(Branch::Return), &[Slot::read(X_ANY)]);
    table.add("ADR", Operation::CodeAddress, &[Slot::write(X_ANY), TARGET]);
    table.add("ADRP", Operation::Set(Value::Page), &[Slot::write(X_ANY), Slot::of(SlotKind::Symbol)]);
}

const ACCESSES: [(&str, Access); 3] = [("", Access::Whole), ("B", Access::Byte), ("H", Access::Half)];
const SIGNED_ACCESSES: [(&str, Access); 3] =
    [("SB", Access::SignedByte), ("SH", Access::SignedHalf), ("SW", Access::SignedWord)];

/// Loads: stem, kind, whether there are forms that widen with the sign, address.
const LOADS: [(&str, LoadKind, bool, &AddressKind); 7] = [
    ("LDR", LoadKind::Plain, true, &ANY_ADDRESS),
    ("LDUR", LoadKind::Unscaled, true, &OFFSET_ADDRESS),
    ("LDAR", LoadKind::Acquire, false, &BASE_ADDRESS),
    ("LDAPR", LoadKind::AcquirePc, false, &BASE_ADDRESS),
    ("LDAPUR", LoadKind::AcquirePcUnscaled, true, &OFFSET_ADDRESS),
    ("LDXR", LoadKind::Exclusive, false, &BASE_ADDRESS),
    ("LDAXR", LoadKind::AcquireExclusive, false, &BASE_ADDRESS),
];

const STORES: [(&str, StoreKind, &AddressKind); 4] = [
    ("STR", StoreKind::Plain, &ANY_ADDRESS),
    ("STUR", StoreKind::Unscaled, &OFFSET_ADDRESS),
    ("STLR", StoreKind::Release, &BASE_ADDRESS),
    ("STLUR", StoreKind::ReleaseUnscaled, &OFFSET_ADDRESS),
];

/// The registers for the data of an access.
fn data(access: Access) -> Classes {
    match access {
        Access::Whole | Access::SignedByte | Access::SignedHalf => R,
        Access::Byte | Access::Half => W_ANY,
        Access::SignedWord => X_ANY,
    }
}

fn loads_and_stores(table: &mut Table) {
    for (stem, kind, has_signed, address) in LOADS {
        let signed = if has_signed { &SIGNED_ACCESSES[..] } else { &[] };
        for (letters, access) in ACCESSES.iter().chain(signed) {
            let slots = [Slot::write(data(*access)), at(address)];
            table.add(format!("{stem}{letters}"), Operation::Load(kind, *access), &slots);
        }
    }
    for (letters, access) in ACCESSES {
        let from = Slot::read(data(access));
        for (stem, kind, address) in STORES {
            table.add(format!("{stem}{letters}"), Operation::Store(kind, access), &[from, at(address)]);
        }
        for (stem, release) in [("STXR", false), ("STLXR", true)] {
            let operation = Operation::StoreExclusive { release, access };
            table.add(format!("{stem}{letters}"), operation, &[Slot::write(W_ANY), from, BASE]);
        }
    }
}

fn pairs(table: &mut Table) {
    static POST: [AddressKind; 2] = [post_indexed(8), post_indexed(16)];
    static PRE: [AddressKind; 2] = [pre_indexed(-8), pre_indexed(-16)];
    let to = |classes| [Slot::write(classes), Slot::of(SlotKind::Like(0, classes)).with_role(Role::Write)];
    let from = |classes| [Slot::read(classes), Slot::of(SlotKind::Like(0, classes))];
    let mut add = |name: &'static str, operation, [first, second]: [Slot; 2], address| {
        table.add(name, operation, &[first, second, at(address)]);
    };
    add("LDP", Operation::LoadPair(LoadPairKind::Plain), to(R), &PAIR_ADDRESS);
    add("LDNP", Operation::LoadPair(LoadPairKind::NonTemporal), to(R), &PAIR_OFFSET_ADDRESS);
    add("LDPSW", Operation::LoadPair(LoadPairKind::SignedWords), to(X_ANY), &PAIR_ADDRESS);
    add("LDAP", Operation::LoadPair(LoadPairKind::Acquire), to(X_ANY), &BASE_ADDRESS);
    add("STP", Operation::StorePair(StorePairKind::Plain), from(R), &PAIR_ADDRESS);
    add("STNP", Operation::StorePair(StorePairKind::NonTemporal), from(R), &PAIR_OFFSET_ADDRESS);
    add("STLP", Operation::StorePair(StorePairKind::Release), from(X_ANY), &BASE_ADDRESS);
    let (load, store) =
        (Operation::LoadPair(LoadPairKind::AcquirePcOrdered), Operation::StorePair(StorePairKind::ReleaseOrdered));
    add("LDIAPP", load, to(R), &BASE_ADDRESS);
    add("STILP", store, from(R), &BASE_ADDRESS);
    for (classes, post, pre) in [(W_ANY, &POST[0], &PRE[0]), (X_ANY, &POST[1], &PRE[1])] {
        add("LDIAPP", load, to(classes), post);
        add("STILP", store, from(classes), pre);
    }
    add("LDXP", Operation::LoadExclusivePair { acquire: false }, to(R), &BASE_ADDRESS);
    add("LDAXP", Operation::LoadExclusivePair { acquire: true }, to(R), &BASE_ADDRESS);
    for (name, release) in [("STXP", false), ("STLXP", true)] {
        let slots = [Slot::write(W_ANY), Slot::read(R), Slot::of(SlotKind::Like(1, R)), BASE];
        table.add(name, Operation::StoreExclusivePair { release }, &slots);
    }
}

fn atomics(table: &mut Table) {
    for (order_letters, order) in Order::ALL {
        for (letters, access) in ACCESSES {
            let (data, suffix) = (data(access), format!("{order_letters}{letters}"));
            let slots = [Slot::read_write(data), READ_LIKE, BASE];
            table.add(format!("CAS{suffix}"), Operation::CompareSwap(order, access), &slots);
            let slots = [Slot::read(data), WRITE_LIKE, BASE];
            table.add(format!("SWP{suffix}"), Operation::Swap(order, access), &slots);
            for (name, operator) in Fetch::NAMES {
                table.add(format!("LD{name}{suffix}"), Operation::Fetch(operator, order, access), &slots);
                // A store has nothing to acquire.
                if !order.acquire {
                    let slots = [Slot::read(data), BASE];
                    table.add(format!("ST{name}{suffix}"), Operation::StoreFetch(operator, order, access), &slots);
                }
            }
        }
        let both = READ_LIKE.with_role(Role::ReadWrite);
        let slots = [Slot::read_write(R), both, READ_LIKE, READ_LIKE, BASE];
        table.add(format!("CASP{order_letters}"), Operation::CompareSwapPair(order), &slots).checked(consecutive);
        for (name, operator) in FetchPair::NAMES {
            let slots = [Slot::read_write(X_ANY), Slot::read_write(X_ANY), BASE];
            let form = table.add(format!("{name}{order_letters}"), Operation::FetchPair(operator, order), &slots);
            form.checked(different);
        }
    }
}

/// What a register is numbered; `None` for symbolic ones, which are believed. The zero register counts as 31.
fn number(operand: &Operand) -> Option<u32> {
    match operand {
        Operand::Register(register @ RegisterOperand::Named(name, _)) => {
            let part = AArch64::registers().get(*name).part;
            Some(part.map_or(31, |part| if register.is_in(SP) { 32 } else { part.register.number() - 3 }))
        }
        _ => None,
    }
}

/// Pairs of registers have numbers that follow each other, the first one even.
fn consecutive(operands: &[Operand]) -> Option<Complaint> {
    let is_wrong = |first: usize| match (number(&operands[first]), number(&operands[first + 1])) {
        (Some(low), Some(high)) => low % 2 == 1 || high != low + 1,
        _ => false,
    };
    let first = [0, 2].into_iter().find(|first| is_wrong(*first))?;
    Some((first, first + 1, "the two registers must follow each other, the first one with an even number"))
}

fn different(operands: &[Operand]) -> Option<Complaint> {
    let is_zero = |operand: &Operand| matches!(operand, Operand::Register(register) if register.is_in(XZR));
    let is_wrong = operands[0] == operands[1] || operands[..2].iter().any(is_zero);
    is_wrong.then_some((0, 1, "the two registers must be different ones, and not the zero register"))
}

fn moves(table: &mut Table) {
    table.add("MOV", Operation::Set(Value::Register), &[Slot::write(R), READ_LIKE]);
    let immediate = Slot::of(SlotKind::Number(Range::BitsOf(0)));
    table.add("MOV", Operation::Set(Value::Immediate), &[Slot::write(R), immediate]);
    let half = Slot::number("the immediate", 0, 0xffff);
    let place = modifier(&LSL, Range::BelowWidth { what: "a shift", of: 0, step: 16 }, Zero::Kept);
    for (name, kind, to) in [
        ("MOVZ", MoveWide::Zero, Slot::write(R)),
        ("MOVN", MoveWide::Not, Slot::write(R)),
        ("MOVK", MoveWide::Keep, Slot::read_write(R)),
    ] {
        table.add(name, Operation::Set(Value::Wide(kind)), &[to, half]);
        table.add(name, Operation::Set(Value::Wide(kind)), &[to, half, place]);
    }
}

/// The right operands that an arithmetic instruction may have beside a register of the size of the first operand in the text, which
/// is the one at `place`.
fn right_operands(operator: Arithmetic, place: usize) -> Vec<Vec<Slot>> {
    let register = Slot::of(SlotKind::Like(place, R));
    let immediate = match operator {
        Arithmetic::Add | Arithmetic::Adds | Arithmetic::Sub | Arithmetic::Subs => {
            let low = Slot::number("the immediate", -0xfff, 0xfff);
            let twelve = Range::Within { what: "the shift", low: 0, high: 12, step: 12 };
            let shifts = shift(&SHIFTS_OF_SUMS, place);
            return vec![
                vec![register],
                vec![register, shifts],
                vec![low],
                vec![low, modifier(&LSL, twelve, Zero::Vanishes)],
            ];
        }
        Arithmetic::Orn | Arithmetic::Eon | Arithmetic::Bic | Arithmetic::Bics => None,
        Arithmetic::And | Arithmetic::Ands | Arithmetic::Orr | Arithmetic::Eor => {
            Some(vec![Slot::of(SlotKind::Number(Range::BitsOf(place)))])
        }
    };
    [vec![register], vec![register, shift(&SHIFTS, place)]].into_iter().chain(immediate).collect()
}

/// Extended registers, for a left operand of each size.
fn extended_operands() -> [(Classes, [Slot; 2]); 2] {
    let amounts = Range::within("a shift", 0, 4);
    let extension = modifier(&EXTENDS, amounts, Zero::Optional);
    [(W_ANY, [Slot::read(W_ANY), extension]), (X_ANY, [Slot::read(R), extension])]
}

fn arithmetic(table: &mut Table) {
    // Without a destination. These come first: they are printed where they are possible.
    for (name, operator) in [("CMP", Arithmetic::Subs), ("TST", Arithmetic::Ands), ("CMN", Arithmetic::Adds)] {
        let add = |table: &mut Table, left: Classes, right: &[Slot], is_printed: bool| {
            let slots = [&[Slot::zero(1).with_role(Role::Write), Slot::read(left)], right].concat();
            let form = table.add(name, Operation::Arithmetic(operator), &slots);
            if !is_printed {
                form.read_only();
            }
        };
        right_operands(operator, 1).iter().for_each(|right| add(table, R, right, name != "CMN"));
        if operator != Arithmetic::Ands {
            extended_operands().iter().for_each(|(left, right)| add(table, *left, right, false));
        }
    }
    // Without a left operand.
    for (name, operator) in [("NEG", Arithmetic::Sub), ("NEGS", Arithmetic::Subs), ("MVN", Arithmetic::Orn)] {
        for right in &right_operands(operator, 0)[..2] {
            table.add(name, Operation::Arithmetic(operator), &[&[Slot::write(R), ZERO], right.as_slice()].concat());
        }
    }
    for (name, operator) in Arithmetic::NAMES {
        for right in right_operands(operator, 0) {
            let slots = [&[Slot::write(R), READ_LIKE], right.as_slice()].concat();
            table.add(name, Operation::Arithmetic(operator), &slots);
        }
        if operator.is_sum() {
            for (left, right) in extended_operands() {
                let slots = [[Slot::write(left), Slot::read(left)], right].concat();
                table.add(name, Operation::Arithmetic(operator), &slots);
            }
        }
    }
    let slots = [Slot::write(R), READ_LIKE, Slot::of(SlotKind::Relocated(&LOW12))];
    table.add("ADD", Operation::Arithmetic(Arithmetic::Add), &slots);
    for (at, shift) in (0..).zip(Shift::ALL) {
        let name = SHIFTS.word(at).unwrap_or_default();
        let slots = [Slot::write(R), READ_LIKE, READ_LIKE];
        table.add(name, Operation::Set(Value::Shift(shift)), &slots).or(format!("{name}V"));
        table.add(name, Operation::Set(Value::Shift(shift)), &[Slot::write(R), READ_LIKE, BIT]);
    }
    for (stem, subtract) in [("ADC", false), ("SBC", true)] {
        for (letter, set_flags) in [("", false), ("S", true)] {
            let operation = Operation::WithCarry { subtract, set_flags };
            if subtract {
                table.add(format!("NGC{letter}"), operation, &[Slot::write(R), ZERO, READ_LIKE]);
            }
            table.add(format!("{stem}{letter}"), operation, &[Slot::write(R), READ_LIKE, READ_LIKE]);
        }
    }
}

fn multiplications(table: &mut Table) {
    for (short, long, subtract) in [("MUL", "MADD", false), ("MNEG", "MSUB", true)] {
        let operation = Operation::Set(Value::Multiply { subtract });
        table.add(short, operation, &[Slot::write(R), READ_LIKE, READ_LIKE, ZERO]);
        table.add(long, operation, &[Slot::write(R), READ_LIKE, READ_LIKE, READ_LIKE]);
    }
    for (letter, signed) in [("S", true), ("U", false)] {
        table.add(
            format!("{letter}DIV"),
            Operation::Set(Value::Divide { signed }),
            &[Slot::write(R), READ_LIKE, READ_LIKE],
        );
        for (short, long, subtract) in [("MULL", "MADDL", false), ("MNEGL", "MSUBL", true)] {
            let operation = Operation::Set(Value::MultiplyLong { signed, subtract });
            let [to, factor, addend] = [Slot::write(X_ANY), Slot::read(W_ANY), Slot::read(X_ANY)];
            table.add(format!("{letter}{short}"), operation, &[to, factor, factor, ZERO]);
            table.add(format!("{letter}{long}"), operation, &[to, factor, factor, addend]);
        }
    }
}

/// How many bits the register at the first place has.
fn width(operands: &[Operand]) -> i128 {
    match &operands[0] {
        Operand::Register(register) => i128::from(register.width::<AArch64>()),
        _ => 64,
    }
}

/// The first bit and the number of bits of a field.
fn field(operands: &[Operand]) -> (i128, i128) {
    match operands[2..] {
        [Operand::Number(first), Operand::Number(length)] => (first, length),
        _ => (0, 1),
    }
}

fn field_fits(operands: &[Operand]) -> Option<Complaint> {
    let (first, length) = field(operands);
    let fits = length <= width(operands) - first;
    (!fits).then_some((3, 3, "the field must end with the register"))
}

/// From anywhere to the lowest bits: `UBFX` as `UBFM`.
fn extracted(operands: &mut Operands) {
    let (first, length) = field(operands);
    operands[3] = Operand::Number(first + length - 1);
}

/// From the lowest bits to anywhere: `UBFIZ` as `UBFM`.
fn inserted(operands: &mut Operands) {
    let (bits, (first, length)) = (width(operands), field(operands));
    operands[2] = Operand::Number((bits - first) % bits);
    operands[3] = Operand::Number(length - 1);
}

fn bits(table: &mut Table) {
    let length = Slot::number("the width of the field", 1, 64);
    for (name, kind) in BitField::NAMES {
        let to = if kind == BitField::Insert { Slot::read_write(R) } else { Slot::write(R) };
        table.add(name, Operation::Set(Value::BitField(kind)), &[to, READ_LIKE, BIT, BIT]);
        let (extract, insert) = match kind {
            BitField::Signed => ("SBFX", "SBFIZ"),
            BitField::Unsigned => ("UBFX", "UBFIZ"),
            BitField::Insert => ("BFXIL", "BFI"),
        };
        let slots = [to, READ_LIKE, BIT, length];
        table.add(extract, Operation::Set(Value::BitField(kind)), &slots).checked(field_fits).rewritten(extracted);
        table.add(insert, Operation::Set(Value::BitField(kind)), &slots).checked(field_fits).rewritten(inserted);
    }
    table.add("EXTR", Operation::Set(Value::Extract), &[Slot::write(R), READ_LIKE, READ_LIKE, BIT]);
    for (word, number) in EXTENDS.words {
        let extend = Extend::ALL[usize::from(*number - FIRST_EXTEND)];
        let to = match extend.from {
            64 => continue,
            32 => X_ANY,
            _ if extend.signed => R,
            _ => W_ANY,
        };
        table.add(*word, Operation::Set(Value::Extend(extend)), &[Slot::write(to), Slot::read(W_ANY)]);
    }
    for (name, operator) in Unary::NAMES {
        let classes = if operator == Unary::ReverseBytes32 { X_ANY } else { R };
        let form = table.add(name, Operation::Set(Value::Unary(operator)), &[Slot::write(classes), READ_LIKE]);
        if operator == Unary::ReverseBytes {
            form.or("REV64");
        }
    }
}

fn selects(table: &mut Table) {
    let to = Slot::write(R);
    table.add("CSET", Operation::Select(Select::Increment), &[to, ZERO, ZERO, INVERSE]);
    table.add("CSETM", Operation::Select(Select::Invert), &[to, ZERO, ZERO, INVERSE]);
    let same = [to, READ_LIKE, Slot::same(1), INVERSE];
    table.add("CINC", Operation::Select(Select::Increment), &same);
    table.add("CINV", Operation::Select(Select::Invert), &same).read_only();
    table.add("CNEG", Operation::Select(Select::Negate), &same).read_only();
    for (name, kind) in Select::NAMES {
        table.add(name, Operation::Select(kind), &[to, READ_LIKE, READ_LIKE, CONDITION]);
    }
    let flags = Slot::number("the flags", 0, 15);
    for (name, negative) in [("CCMP", false), ("CCMN", true)] {
        let operation = Operation::CompareIf { negative };
        table.add(name, operation, &[Slot::read(R), READ_LIKE, flags, CONDITION]);
        let immediate = Slot::number("the immediate", 0, 31);
        table.add(name, operation, &[Slot::read(R), immediate, flags, CONDITION]);
    }
}

fn system(table: &mut Table) {
    table.add("MRS", Operation::ReadSystem, &[Slot::write(X_ANY), Slot::read(SYSTEM)]);
    table.add("MSR", Operation::WriteSystem, &[Slot::write(SYSTEM), Slot::read(X_ANY)]);
    let kind = Slot::of(SlotKind::Choice(&BARRIERS));
    table.add("DMB", Operation::Barrier { synchronization: false }, &[kind]);
    table.add("DSB", Operation::Barrier { synchronization: true }, &[kind]);
    table.add("ISB", Operation::InstructionBarrier, &[]);
    let whole = Slot::dropped(SlotKind::Choice(&SYSTEM_DOMAIN));
    table.add("ISB", Operation::InstructionBarrier, &[whole]).read_only();
    table.add("CLREX", Operation::ClearExclusive, &[]);
}

/// What is known and not supported: the reason, then the mnemonics.
const UNSUPPORTED: [(&str, &[&str]); 8] = [
    ("translation tables and their maintenance are not supported", &["tlbi", "at"]),
    ("instruction fetch and cache maintenance are not supported", &["ic", "dc"]),
    (
        "memory tags (MTE) are not supported",
        &["stg", "st2g", "stzg", "stz2g", "ldg", "irg", "addg", "subg", "gmi", "subp"],
    ),
    ("it raises an exception, and faults are not supported", &["udf", "svc", "hvc", "smc", "brk", "eret"]),
    (
        "pointer authentication is not supported",
        &[
            "pacia",
            "pacia1716",
            "paciasp",
            "paciaz",
            "paciza",
            "pacda",
            "pacdza",
            "pacib",
            "pacib1716",
            "pacibsp",
            "pacibz",
            "pacizb",
            "pacdb",
            "pacdzb",
            "autia",
            "autia1716",
            "autiasp",
            "autiaz",
            "autiza",
            "autda",
            "autdza",
            "autib",
            "autib1716",
            "autibsp",
            "autibz",
            "autizb",
            "autdb",
            "autdzb",
            "xpaci",
            "xpacd",
        ],
    ),
    (
        "capabilities (Morello) are not supported",
        &[
            "alignd", "alignu", "build", "chkeq", "chksld", "chktgd", "clrtag", "cpy", "cpytype", "cpyvalue", "cseal",
            "cthi", "gcflgs", "gcperm", "gcseal", "gctag", "gctype", "gcvalue", "ldct", "scflgs", "sctag", "scvalue",
            "seal", "stct", "unseal",
        ],
    ),
    ("guarded control stacks are not supported", &["gcsb", "gcspopm", "gcspushm", "gcsstr", "gcsss1", "gcsss2"]),
    (
        "vector instructions are not supported",
        &[
            "ld1", "ld1r", "ld2", "ld2r", "ld3", "ld3r", "ld4", "ld4r", "ldap1", "st1", "st2", "st3", "st4", "stl1",
            "addv", "dup", "movi", "fmov", "uaddv", "ptrue", "smstart", "smstop", "index", "rdvl", "addvl", "movprfx",
        ],
    ),
];
