//! The table of forms. A new instruction is a row here and, when it does something new, an [`Operation`] with its lowering.

use program::{BinaryOperator, RegisterId, Width};

use super::{CARRY, COUNT, CR, CR_BIT, FIRST_FIELD, LINK, Ppc, R, ZERO};
use crate::assembly::address::{AddressKind, Offsets};
use crate::assembly::form::{Complaint, Forms, Operands, Range, Relocation, Role, Slot, SlotKind};
use crate::assembly::operand::Operand;
use crate::assembly::register::nth;

/// What an instruction computes of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    Plain(BinaryOperator),
    /// The left operand from the right one.
    SubtractFrom,
    /// With the complement of the right operand.
    Complement(BinaryOperator),
    /// The complement of the result.
    Not(BinaryOperator),
    /// Of so many bits, by the low bits of the right operand; a count of so many bits or more gives zeros or signs.
    Shift(BinaryOperator, Width),
    /// Of the low words of both operands, extended by their signs or by zeros. (The high word of a quotient is undefined.)
    Words(BinaryOperator, Extension),
}

/// How a word becomes a doubleword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    Sign,
    Zero,
}

/// A bit of a field of the condition register, and the value that it must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// From the lowest one: summary overflow 0, equal 1, greater 2, less 3.
    pub(super) bit: u16,
    pub(super) value: bool,
}

/// An addition that sets the carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carrying {
    /// Whether the complement of the first register is added.
    pub(super) complements: bool,
    pub(super) addend: Addend,
    pub(super) carry: CarryIn,
}

/// What is added to the first register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Addend {
    /// A register or a number.
    Operand,
    Zero,
    MinusOne,
}

/// What is added beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CarryIn {
    Zero,
    One,
    /// The carry of an addition before.
    Last,
}

/// What a register is set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// `addi`, `addis`: a base register `r0` counts as 0.
    AddImmediate {
        shift: u8,
    },
    /// `li`, `lis`.
    Immediate {
        shift: u8,
    },
    Register,
    Negate,
    /// From so many bits.
    ExtendSign(Width),
    /// The number of zeros before the highest 1 of so many bits.
    CountZeros(Width),
    /// `rlwinm`, `rlwimi`: rotated, with the bits from one to another, counted from the highest of 32.
    RotateWord {
        insert: bool,
    },
    /// `rldicl`: rotated, without so many high bits.
    RotateClearLeft,
    /// `addis` with the high part of an address relative to the table of contents, which counts as the whole address.
    HighAddress,
    /// `isel`: one of two registers, by a bit of the condition register; the first one, written `0`, counts as 0.
    Select,
    /// `iseleq` and its like: by a bit of `cr0`.
    SelectIf(Condition),
    /// `setbc`: a bit of the condition register.
    Bit,
    /// `mfcr`: all fields of the condition register.
    Fields,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    Nop,
    /// Of a register and a register or a number; whether `cr0` is set by the result.
    Compute(Compute, bool),
    /// Sets the first register and does nothing else.
    Set(Value),
    /// Without or with the field of the condition register in front.
    Compare {
        signed: bool,
        bits: Width,
    },
    Branch(Condition),
    /// `bc`: by a bit of the condition register; the first number says which value it must have.
    BranchBit,
    /// `beqlr` and its like.
    ReturnIf(Condition),
    /// `creqv` and its like: a bit of the condition register, of two others; maybe the complement of what the operator gives.
    ComputeBit(BinaryOperator, bool),
    Carrying(Carrying),
    Jump,
    Call,
    /// `blr`.
    Return,
    /// `bctr`, `bctrl`.
    JumpToCount {
        link: bool,
    },
    /// `mflr`, `mfctr`.
    FromSpecial(RegisterId),
    /// `mtlr`, `mtctr`.
    ToSpecial(RegisterId),
    Load {
        bits: Width,
        signed: bool,
    },
    Store {
        bits: Width,
    },
    /// As before, with the address in the base register afterwards.
    LoadUpdate {
        bits: Width,
        signed: bool,
    },
    StoreUpdate {
        bits: Width,
    },
    /// The address is the sum of two registers.
    LoadIndexed {
        bits: Width,
        signed: bool,
    },
    StoreIndexed {
        bits: Width,
    },
    /// `lq`, `stq`: 128 bits; the even register has the high half.
    LoadPair,
    StorePair,
    LoadReservePair,
    StoreConditionalPair,
    LoadReserve(Width),
    StoreConditional(Width),
    Sync,
    LightweightSync,
    InstructionSync,
    /// `eieio`.
    EnforceOrder,
}

type Table = Forms<Ppc>;

const TO: Slot = Slot::write(R);
const FROM: Slot = Slot::read(R);
const BASE: Slot = Slot::read(R.or(ZERO));
const TARGET: Slot = Slot::of(SlotKind::Target);
const SIGNED: Slot = Slot::number("the immediate", -0x8000, 0xffff);
const UNSIGNED: Slot = Slot::number("the immediate", 0, 0xffff);

static LOW: Relocation = Relocation { prefix: "", suffix: "@l" };
static HIGH: Relocation = Relocation { prefix: "", suffix: "@ha" };
static LOW_OF_TABLE: Relocation = Relocation { prefix: "", suffix: "@toc@l" };
static HIGH_OF_TABLE: Relocation = Relocation { prefix: "", suffix: "@toc@ha" };
static OFFSET: AddressKind = AddressKind {
    offsets: Offsets::Any,
    relocations: &[Relocation { prefix: "", suffix: "@toc@l" }, Relocation { prefix: "", suffix: "@l" }],
    ..AddressKind::base(R.or(ZERO))
};
const ADDRESS: Slot = Slot::of(SlotKind::Address(&OFFSET));
const SETS_FIELD: &[(RegisterId, Role)] = &[(FIRST_FIELD, Role::Write)];
const READS_FIELD: &[(RegisterId, Role)] = &[(FIRST_FIELD, Role::Read)];
static ALL_FIELDS: [(RegisterId, Role); 8] = [
    (FIRST_FIELD, Role::Read),
    (nth(FIRST_FIELD, 1), Role::Read),
    (nth(FIRST_FIELD, 2), Role::Read),
    (nth(FIRST_FIELD, 3), Role::Read),
    (nth(FIRST_FIELD, 4), Role::Read),
    (nth(FIRST_FIELD, 5), Role::Read),
    (nth(FIRST_FIELD, 6), Role::Read),
    (nth(FIRST_FIELD, 7), Role::Read),
];

/// Every form.
pub(super) fn rows(table: &mut Table) {
    computations(table);
    immediates(table);
    rotations(table);
    comparisons(table);
    jumps(table);
    accesses(table);
    for (names, operation) in [
        (&["sync", "hwsync"][..], Operation::Sync),
        (&["lwsync"], Operation::LightweightSync),
        (&["isync"], Operation::InstructionSync),
        (&["eieio"], Operation::EnforceOrder),
    ] {
        let form = table.add(names[0], operation, &[]);
        names[1..].iter().for_each(|name| _ = form.or(*name));
    }
    carries(table);
    bits(table);
    quadwords(table);
    table.unsupported(
        "prefixed instructions are not supported",
        &["plwz", "pstw", "pld", "pstd", "plq", "pstq", "paddi"],
    );
    table.unsupported("vectors are not supported", &["stxv", "lxv", "stxvd2x", "lxvd2x", "xxlxor", "vspltisw"]);
}

fn computations(table: &mut Table) {
    use BinaryOperator as B;
    let plain = Compute::Plain;
    table.add("nop", Operation::Nop, &[]);
    for (name, compute) in [
        ("add", plain(B::Add)),
        ("subf", Compute::SubtractFrom),
        ("sub", plain(B::Subtract)),
        ("mullw", Compute::Words(B::Multiply, Extension::Sign)),
        ("mulld", plain(B::Multiply)),
        // What is divided by 0 gives is undefined, and is 0 here.
        ("divw", Compute::Words(B::DivideSigned, Extension::Sign)),
        ("divwu", Compute::Words(B::Divide, Extension::Zero)),
        ("divd", plain(B::DivideSigned)),
        ("divdu", plain(B::Divide)),
        ("and", plain(B::And)),
        ("or", plain(B::Or)),
        ("xor", plain(B::Xor)),
        ("andc", Compute::Complement(B::And)),
        ("orc", Compute::Complement(B::Or)),
        ("nand", Compute::Not(B::And)),
        ("nor", Compute::Not(B::Or)),
        ("eqv", Compute::Not(B::Xor)),
        ("slw", Compute::Shift(B::ShiftLeft, 32)),
        ("srw", Compute::Shift(B::ShiftRight, 32)),
        ("sraw", Compute::Shift(B::ShiftRightSigned, 32)),
        ("sld", Compute::Shift(B::ShiftLeft, 64)),
        ("srd", Compute::Shift(B::ShiftRight, 64)),
        ("srad", Compute::Shift(B::ShiftRightSigned, 64)),
    ] {
        table.add(name, Operation::Compute(compute, false), &[TO, FROM, FROM]);
        table.add(format!("{name}."), Operation::Compute(compute, true), &[TO, FROM, FROM]).using(SETS_FIELD);
        if let Compute::Shift(_, bits) = compute {
            let amount = Slot::number("the shift", 0, i64::from(bits) - 1);
            // `slwi` and its like are rotations; as shifts they are the same.
            let name = name.replace("sraw", "sra").replace("srad", "sra");
            let name = match (name.as_str(), bits) {
                ("sra", 32) => "srawi".to_owned(),
                ("sra", _) => "sradi".to_owned(),
                (name, _) => format!("{name}i"),
            };
            table.add(name, Operation::Compute(compute, false), &[TO, FROM, amount]);
        }
    }
    let not = Operation::Compute(Compute::Not(B::Or), false);
    table.add("not", not, &[TO, FROM, Slot::same(1)]).read_only();
    table.add("neg", Operation::Set(Value::Negate), &[TO, FROM]);
    table.add("mr", Operation::Set(Value::Register), &[TO, FROM]);
    for (name, bits) in [("extsb", 8), ("extsh", 16), ("extsw", 32)] {
        table.add(name, Operation::Set(Value::ExtendSign(bits)), &[TO, FROM]);
    }
    table.add("cntlzw", Operation::Set(Value::CountZeros(32)), &[TO, FROM]);
    table.add("cntlzd", Operation::Set(Value::CountZeros(64)), &[TO, FROM]);
}

fn negated(operands: &mut Operands) {
    if let Operand::Number(number) = &mut operands[2] {
        *number = -*number;
    }
}

fn immediates(table: &mut Table) {
    use BinaryOperator as B;
    for (letter, shift) in [("", 0), ("s", 16)] {
        let add = Operation::Set(Value::AddImmediate { shift });
        table.add(format!("addi{letter}"), add, &[TO, BASE, SIGNED]);
        table
            .add(format!("subi{letter}"), add, &[TO, FROM, Slot::number("the immediate", -0x7fff, 0x8000)])
            .rewritten(negated);
        let load = Operation::Set(Value::Immediate { shift });
        table.add(format!("li{letter}"), load, &[TO, SIGNED]);
    }
    for low in [&LOW, &LOW_OF_TABLE] {
        let slots = [TO, BASE, Slot::of(SlotKind::Relocated(low))];
        table.add("addi", Operation::Set(Value::AddImmediate { shift: 0 }), &slots);
    }
    let high = Slot::of(SlotKind::Relocated(&HIGH_OF_TABLE));
    table.add("addis", Operation::Set(Value::HighAddress), &[TO, FROM, high]);
    table.add("lis", Operation::Set(Value::Immediate { shift: 16 }), &[TO, Slot::of(SlotKind::Relocated(&HIGH))]);
    let plain = |operator, record| Operation::Compute(Compute::Plain(operator), record);
    table.add("ori", plain(B::Or, false), &[TO, FROM, UNSIGNED]);
    table.add("xori", plain(B::Xor, false), &[TO, FROM, UNSIGNED]);
    table.add("andi.", plain(B::And, true), &[TO, FROM, UNSIGNED]).using(SETS_FIELD);
    table.add("mulli", plain(B::Multiply, false), &[TO, FROM, SIGNED]);
}

/// `clrlwi ra,rs,n`: without the highest bits.
fn cleared_word(operands: &mut Operands) {
    let first = operands[2].clone();
    operands[2] = Operand::Number(0);
    operands.push(first);
    operands.push(Operand::Number(31));
}

/// The first and the last bit of a mask of 32 bits without holes, counted from the highest.
fn mask_bits(mask: i128) -> Option<(i128, i128)> {
    let mask = u32::try_from(mask).ok()?;
    let (first, last) = (mask.leading_zeros(), 31 - mask.trailing_zeros().min(31));
    let is_whole = mask != 0 && mask.count_ones() == last + 1 - first;
    is_whole.then_some((first.into(), last.into()))
}

fn has_no_holes(operands: &[Operand]) -> Option<Complaint> {
    match operands.last() {
        Some(Operand::Number(mask)) if mask_bits(*mask).is_some() => None,
        _ => Some((3, 3, "the mask must be bits one behind the other")),
    }
}

/// `rlwinm` with a mask in place of its first and last bit.
fn unmasked(operands: &mut Operands) {
    if let Some(Operand::Number(mask)) = operands.pop()
        && let Some((first, last)) = mask_bits(mask)
    {
        operands.extend([Operand::Number(first), Operand::Number(last)]);
    }
}

fn carries(table: &mut Table) {
    const TOLD: &[(RegisterId, Role)] = &[(CARRY, Role::Write)];
    const USED: &[(RegisterId, Role)] = &[(CARRY, Role::ReadWrite)];
    use Addend::{MinusOne, Operand as Other, Zero};
    for (name, complements, addend, carry) in [
        ("addc", false, Other, CarryIn::Zero),
        ("adde", false, Other, CarryIn::Last),
        ("addze", false, Zero, CarryIn::Last),
        ("addme", false, MinusOne, CarryIn::Last),
        ("subfc", true, Other, CarryIn::One),
        ("subfe", true, Other, CarryIn::Last),
        ("subfze", true, Zero, CarryIn::Last),
        ("subfme", true, MinusOne, CarryIn::Last),
    ] {
        let operation = Operation::Carrying(Carrying { complements, addend, carry });
        let slots = if addend == Other { &[TO, FROM, FROM][..] } else { &[TO, FROM] };
        table.add(name, operation, slots).using(if carry == CarryIn::Last { USED } else { TOLD });
        let immediate = match name {
            "addc" => "addic",
            "subfc" => "subfic",
            _ => continue,
        };
        table.add(immediate, operation, &[TO, FROM, SIGNED]).using(TOLD);
        if complements {
            table.add("subc", operation, slots).using(TOLD).rewritten(|operands| operands.swap(1, 2));
        }
    }
}

fn bits(table: &mut Table) {
    use BinaryOperator as B;
    let (to, from) = (Slot::write(CR_BIT), Slot::read(CR_BIT));
    for (name, operator, complements) in [
        ("crand", B::And, false),
        ("cror", B::Or, false),
        ("crxor", B::Xor, false),
        ("crnand", B::And, true),
        ("crnor", B::Or, true),
        ("creqv", B::Xor, true),
    ] {
        table.add(name, Operation::ComputeBit(operator, complements), &[to, from, from]);
    }
    table.add("isel", Operation::Set(Value::Select), &[TO, BASE, FROM, from]);
    for (name, bit) in [("isellt", 3), ("iselgt", 2), ("iseleq", 1)] {
        let select = Operation::Set(Value::SelectIf(Condition { bit, value: true }));
        table.add(name, select, &[TO, BASE, FROM]).using(READS_FIELD);
    }
    table.add("setbc", Operation::Set(Value::Bit), &[TO, from]);
    table.add("mfcr", Operation::Set(Value::Fields), &[TO]).using(&ALL_FIELDS);
    // Other fields than the one asked for are undefined: they are there as well.
    let field = Slot::dropped(SlotKind::Number(Range::within("the field", 1, 128)));
    table.add("mfocrf", Operation::Set(Value::Fields), &[TO, field]).or("mfcr").using(&ALL_FIELDS).read_only();
    let options = Slot::number("what is asked", 4, 15);
    table.add("bc", Operation::BranchBit, &[options, from, TARGET]).checked(|operands| {
        matches!(operands[0], Operand::Number(8..=11)).then_some((0, 0, "it must be 4 to 7 (false) or 12 to 15 (true)"))
    });
}

/// Whether a register begins a pair.
fn is_pair(operands: &[Operand]) -> Option<Complaint> {
    (operands[0] == operands[1]).then_some((0, 0, "the register must have an even number: the next one is meant too"))
}

fn quadwords(table: &mut Table) {
    let [to, from] = [Slot::write(R), Slot::read(R)];
    let [to_next, from_next] = [Slot::next(0).with_role(Role::Write), Slot::next(0)];
    table.add("lq", Operation::LoadPair, &[to, to_next, ADDRESS]).checked(is_pair);
    table.add("stq", Operation::StorePair, &[from, from_next, ADDRESS]).checked(is_pair);
    table.add("lqarx", Operation::LoadReservePair, &[to, to_next, BASE, FROM]).checked(is_pair);
    let hint = Slot::dropped(SlotKind::Number(Range::within("the hint", 0, 1)));
    table.add("lqarx", Operation::LoadReservePair, &[to, to_next, BASE, FROM, hint]).checked(is_pair).read_only();
    let store = Operation::StoreConditionalPair;
    table.add("stqcx.", store, &[from, from_next, BASE, FROM]).checked(is_pair).using(SETS_FIELD);
}

fn rotations(table: &mut Table) {
    let word_bit = Slot::number("a bit", 0, 31);
    let bit = Slot::number("a bit", 0, 63);
    let slots = [TO, FROM, word_bit, word_bit, word_bit];
    table.add("rlwinm", Operation::Set(Value::RotateWord { insert: false }), &slots);
    let mask = [TO, FROM, word_bit, Slot::number("the mask", 1, 0xffff_ffff)];
    let masked = table.add("rlwinm", Operation::Set(Value::RotateWord { insert: false }), &mask);
    masked.checked(has_no_holes).rewritten(unmasked);
    let inserted = [Slot::read_write(R), FROM, word_bit, word_bit, word_bit];
    table.add("rlwimi", Operation::Set(Value::RotateWord { insert: true }), &inserted);
    table
        .add("clrlwi", Operation::Set(Value::RotateWord { insert: false }), &[TO, FROM, word_bit])
        .rewritten(cleared_word);
    table.add("clrldi", Operation::Set(Value::RotateClearLeft), &[TO, FROM, bit]);
    table.add("rldicl", Operation::Set(Value::RotateClearLeft), &[TO, FROM, bit, bit]);
}

fn comparisons(table: &mut Table) {
    let field = Slot::write(CR);
    for (letters, signed, immediate) in [("", true, SIGNED), ("l", false, UNSIGNED)] {
        for (suffix, bits) in [("w", 32), ("d", 64)] {
            let operation = Operation::Compare { signed, bits };
            let (name, with_number) = (format!("cmp{letters}{suffix}"), format!("cmp{letters}{suffix}i"));
            for (name, right) in [(name, FROM), (with_number, immediate)] {
                table.add(name.clone(), operation, &[FROM, right]).using(SETS_FIELD);
                table.add(name, operation, &[field, FROM, right]);
            }
        }
    }
}

fn jumps(table: &mut Table) {
    let conditions = [
        ("lt", 3, true),
        ("gt", 2, true),
        ("eq", 1, true),
        ("ge", 3, false),
        ("le", 2, false),
        ("ne", 1, false),
        ("nl", 3, false),
        ("ng", 2, false),
    ];
    for (name, bit, value) in conditions {
        let condition = Condition { bit, value };
        // herd has two blanks behind it.
        table.add(format!("b{name} "), Operation::Branch(condition), &[TARGET]).using(READS_FIELD);
        table.add(format!("b{name}"), Operation::Branch(condition), &[Slot::read(CR), TARGET]);
        const IMPLICIT: &[(RegisterId, Role)] = &[(FIRST_FIELD, Role::Read), (LINK, Role::Read)];
        table.add(format!("b{name}lr"), Operation::ReturnIf(condition), &[]).using(IMPLICIT);
        table.add(format!("b{name}lr"), Operation::ReturnIf(condition), &[Slot::read(CR)]).using(&[(LINK, Role::Read)]);
    }
    table.add("b  ", Operation::Jump, &[TARGET]);
    table.add("bl", Operation::Call, &[TARGET]).using(&[(LINK, Role::Write)]);
    table.add("blr", Operation::Return, &[]).using(&[(LINK, Role::Read)]);
    table.add("bctr", Operation::JumpToCount { link: false }, &[]).using(&[(COUNT, Role::Read)]);
    table.add("bctrl", Operation::JumpToCount { link: true }, &[]).using(&[(COUNT, Role::Read), (LINK, Role::Write)]);
    table.add("mflr", Operation::FromSpecial(LINK), &[TO]).using(&[(LINK, Role::Read)]);
    table.add("mfctr", Operation::FromSpecial(COUNT), &[TO]).using(&[(COUNT, Role::Read)]);
    table.add("mtlr", Operation::ToSpecial(LINK), &[FROM]).using(&[(LINK, Role::Write)]);
    table.add("mtctr", Operation::ToSpecial(COUNT), &[FROM]).using(&[(COUNT, Role::Write)]);
}

fn accesses(table: &mut Table) {
    static UPDATED: AddressKind = AddressKind { offsets: Offsets::Any, ..AddressKind::base(R) };
    let updated = Slot::of(SlotKind::Address(&UPDATED)).with_role(Role::ReadWrite);
    for (suffix, bits, signed) in
        [("bz", 8, false), ("hz", 16, false), ("ha", 16, true), ("wz", 32, false), ("wa", 32, true), ("d", 64, false)]
    {
        table.add(format!("l{suffix}"), Operation::Load { bits, signed }, &[TO, ADDRESS]);
        table.add(format!("l{suffix}x"), Operation::LoadIndexed { bits, signed }, &[TO, BASE, FROM]);
        if (bits, signed) != (32, true) {
            table.add(format!("l{suffix}u"), Operation::LoadUpdate { bits, signed }, &[TO, updated]);
        }
    }
    for (suffix, bits) in [("b", 8), ("h", 16), ("w", 32), ("d", 64)] {
        table.add(format!("st{suffix}"), Operation::Store { bits }, &[FROM, ADDRESS]);
        table.add(format!("st{suffix}x"), Operation::StoreIndexed { bits }, &[FROM, BASE, FROM]);
        table.add(format!("st{suffix}u"), Operation::StoreUpdate { bits }, &[FROM, updated]);
        let load = Operation::LoadReserve(bits);
        table.add(format!("l{suffix}arx"), load, &[TO, BASE, FROM]);
        // A hint.
        let hint = Slot::dropped(SlotKind::Number(Range::within("the hint", 0, 1)));
        table.add(format!("l{suffix}arx"), load, &[TO, BASE, FROM, hint]).read_only();
        let store = Operation::StoreConditional(bits);
        table.add(format!("st{suffix}cx."), store, &[FROM, BASE, FROM]).using(SETS_FIELD);
    }
}
