//! The table of forms. A new instruction is a row here and, when it does something new, an [`Operation`] with its lowering.

use program::{BinaryOperator, Width};

use super::{BITS, LoongArch, R, RA, ZERO};
use crate::assembly::form::{Complaint, Forms, Operands, Range, Relocation, Role, Slot, SlotKind};
use crate::assembly::operand::{Operand, RegisterOperand};
use crate::assembly::register::Classes;

type Table = Forms<LoongArch>;

/// How much of its registers an instruction computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The low 32 bits; the result is widened with copies of its sign.
    Word,
    Doubleword,
}

/// What an instruction computes of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    /// As the operator does.
    Plain(BinaryOperator),
    /// As the operator does with the complement of the right operand: `andn`, `orn`.
    WithComplement(BinaryOperator),
    /// The complement of what the operator gives: `nor`.
    Complement(BinaryOperator),
    /// A shift, by the low bits of the right operand.
    Shift(BinaryOperator),
    RotateRight,
    /// A comparison, as a number.
    Set(BinaryOperator),
    /// The upper half of a product; of two signed numbers or two unsigned ones.
    MultiplyHigh {
        signed: bool,
    },
    /// All 64 bits of the product of two words.
    MultiplyWide {
        signed: bool,
    },
    /// The left operand, or 0: where the right one is 0 (`maskeqz`), or where it is not (`masknez`).
    Mask {
        if_zero: bool,
    },
}

/// What a branch asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    pub(super) operator: BinaryOperator,
    pub(super) negated: bool,
}

/// What an atomic read-modify-write makes of the old value and its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetch {
    Swap,
    Plain(BinaryOperator),
    /// The greater one, or the smaller.
    Choose {
        signed: bool,
        greater: bool,
    },
}

/// What a register is set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Of two registers, or of a register and a number.
    Compute(Compute, Size),
    /// `alsl`: the left register, shifted by a number, and the right one. The result is widened with zeros where that is said.
    ShiftedSum { size: Size, zeros: bool },
    /// `lu12i.w`: the number is that of the upper 20 bits of 32.
    Upper12,
    /// `lu32i.d`: the number is that of bits 32 to 51; the bits below stay, and those above are its sign.
    Upper32,
    /// `lu52i.d`: the number is that of the upper 12 bits; those below are those of the other register.
    Upper52,
    /// `addu16i.d`: the sum of the register and the number's 16 bits, 16 places up.
    AddUpper16,
    /// `li.w`, `li.d`.
    Immediate,
    /// `la.local` and its like, and `pcalau12i`, whose lower part adds nothing.
    Address,
    /// `move`, and `addi.d` with the lower part of an address.
    Register,
    /// `ext.w.b`, `ext.w.h`.
    Extend(Width),
    /// `bstrpick`: the bits between two places.
    Field(Size),
    /// `bstrins`: the bits between two places are those of the other register, and the rest stays.
    Insert(Size),
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    Nop,
    /// Sets the first register and does nothing else.
    Set(Value),
    Branch(Test),
    Jump,
    /// `bl`: `$ra` takes the address of the next instruction.
    Call,
    JumpRegister,
    /// `jirl`: the first register takes the address of the next instruction.
    JumpAndLinkRegister,
    Load {
        bits: Width,
        signed: bool,
    },
    /// Of the sum of two registers.
    LoadIndexed {
        bits: Width,
        signed: bool,
    },
    Store(Width),
    StoreIndexed(Width),
    LoadLinked {
        bits: Width,
        acquire: bool,
    },
    /// The register holds what is stored, and becomes whether it was.
    StoreConditional {
        bits: Width,
        release: bool,
    },
    Fetch(Fetch, Width, Barrier),
    CompareSwap(Width, Barrier),
    /// `dbar`, by its hint.
    DataBarrier,
    /// `ibar`.
    InstructionBarrier,
}

/// Whether an atomic instruction is a barrier too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    Without,
    /// Its name ends with `_db`.
    With,
}

/// Any register.
const ANY: Classes = R.or(ZERO);
const TO: Slot = Slot::write(ANY);
const FROM: Slot = Slot::read(ANY);
const CHANGED: Slot = Slot::read_write(ANY);
const TARGET: Slot = Slot::of(SlotKind::Target);
const SIGNED: Slot = Slot::number("the immediate", -2048, 2047);
const UNSIGNED: Slot = Slot::number("the immediate", 0, 4095);
/// A number of 20 bits, signed or not.
const UPPER: Slot = Slot::number("the immediate", -0x8_0000, 0xf_ffff);

static PAGE: Relocation = Relocation { prefix: "%pc_hi20(", suffix: ")" };
static LOW: Relocation = Relocation { prefix: "%pc_lo12(", suffix: ")" };

static OFFSETS: [SlotKind; 2] = [SlotKind::Number(Range::within("the offset", -2048, 2047)), SlotKind::Relocated(&LOW)];

/// The offset of an access: a number of bytes, or the lower part of an address.
const OFFSET: Slot = Slot::of(SlotKind::OneOf(&OFFSETS));
/// An offset of 14 bits that counts words.
const LONG_OFFSET: Slot =
    Slot::of(SlotKind::Number(Range::Within { what: "the offset", low: -32768, high: 32764, step: 4 }));

/// The hints of `dbar` whose meaning the manual defines: those of 5 bits, and 0x700.
const LAST_SET: i128 = 0x1f;
pub(super) const SAME_ADDRESS: i128 = 0x700;

/// Every form.
pub(super) fn rows(table: &mut Table) {
    computations(table);
    shifts(table);
    products(table);
    moves(table);
    jumps(table);
    accesses(table);
    atomics(table);
    barriers(table);
    table.unsupported(
        "the counters and the configuration of the processor are not supported",
        &["rdtime.d", "rdtimel.w", "rdtimeh.w", "cpucfg"],
    );
    table.unsupported("it raises an exception, and faults are not supported", &["syscall", "break"]);
    table.unsupported("addresses relative to the instruction are not supported", &["pcaddi", "pcaddu12i", "pcaddu18i"]);
    table.unsupported("a store of twice as much as a load can reserve is not supported", &["sc.q"]);
}

/// The sizes, with the suffixes of mnemonics.
const SIZES: [(&str, Size, i64); 2] = [("w", Size::Word, 32), ("d", Size::Doubleword, 64)];

fn computations(table: &mut Table) {
    use BinaryOperator as B;
    let of = |compute, size| Operation::Set(Value::Compute(compute, size));
    for (suffix, size, _) in SIZES {
        table.add(format!("add.{suffix}"), of(Compute::Plain(B::Add), size), &[TO, FROM, FROM]);
        table.add(format!("sub.{suffix}"), of(Compute::Plain(B::Subtract), size), &[TO, FROM, FROM]);
        table.add(format!("addi.{suffix}"), of(Compute::Plain(B::Add), size), &[TO, FROM, SIGNED]);
        let amount = Slot::number("the shift", 1, 4);
        let sum = Value::ShiftedSum { size, zeros: false };
        table.add(format!("alsl.{suffix}"), Operation::Set(sum), &[TO, FROM, FROM, amount]);
    }
    let sum = Value::ShiftedSum { size: Size::Word, zeros: true };
    table.add("alsl.wu", Operation::Set(sum), &[TO, FROM, FROM, Slot::number("the shift", 1, 4)]);
    let all = |compute| of(compute, Size::Doubleword);
    for (name, operator) in [("and", B::And), ("or", B::Or), ("xor", B::Xor)] {
        table.add(name, all(Compute::Plain(operator)), &[TO, FROM, FROM]);
        table.add(format!("{name}i"), all(Compute::Plain(operator)), &[TO, FROM, UNSIGNED]);
    }
    table.add("nor", all(Compute::Complement(B::Or)), &[TO, FROM, FROM]);
    table.add("andn", all(Compute::WithComplement(B::And)), &[TO, FROM, FROM]);
    table.add("orn", all(Compute::WithComplement(B::Or)), &[TO, FROM, FROM]);
    for (name, immediate, operator) in [("slt", "slti", B::LessSigned), ("sltu", "sltui", B::Less)] {
        table.add(name, all(Compute::Set(operator)), &[TO, FROM, FROM]);
        table.add(immediate, all(Compute::Set(operator)), &[TO, FROM, SIGNED]);
    }
    table.add("maskeqz", all(Compute::Mask { if_zero: true }), &[TO, FROM, FROM]);
    table.add("masknez", all(Compute::Mask { if_zero: false }), &[TO, FROM, FROM]);
    table.add(
        "addu16i.d",
        Operation::Set(Value::AddUpper16),
        &[TO, FROM, Slot::number("the immediate", -0x8000, 0x7fff)],
    );
}

fn shifts(table: &mut Table) {
    use BinaryOperator as B;
    let kinds = [
        ("sll", Compute::Shift(B::ShiftLeft)),
        ("srl", Compute::Shift(B::ShiftRight)),
        ("sra", Compute::Shift(B::ShiftRightSigned)),
        ("rotr", Compute::RotateRight),
    ];
    for (suffix, size, bits) in SIZES {
        for (name, compute) in kinds {
            let operation = Operation::Set(Value::Compute(compute, size));
            let amount = Slot::number("the shift", 0, bits - 1);
            table.add(format!("{name}.{suffix}"), operation, &[TO, FROM, FROM]);
            table.add(format!("{name}i.{suffix}"), operation, &[TO, FROM, amount]);
        }
        let place = Slot::number("the place of a bit", 0, bits - 1);
        for (name, value, to) in [("bstrpick", Value::Field(size), TO), ("bstrins", Value::Insert(size), CHANGED)] {
            table.add(format!("{name}.{suffix}"), Operation::Set(value), &[to, FROM, place, place]).checked(is_field);
        }
    }
}

/// Whether the last two numbers are the places of the last and the first bit of a field.
fn is_field(operands: &[Operand]) -> Option<Complaint> {
    match operands[2..] {
        [Operand::Number(last), Operand::Number(first)] if last < first => {
            Some((2, 3, "the last bit of the field, which is written first, lies below the first one"))
        }
        _ => None,
    }
}

fn products(table: &mut Table) {
    use BinaryOperator as B;
    for (suffix, size, _) in SIZES {
        let mut add = |name: String, compute| {
            table.add(name, Operation::Set(Value::Compute(compute, size)), &[TO, FROM, FROM]);
        };
        add(format!("mul.{suffix}"), Compute::Plain(B::Multiply));
        add(format!("mulh.{suffix}"), Compute::MultiplyHigh { signed: true });
        add(format!("mulh.{suffix}u"), Compute::MultiplyHigh { signed: false });
        add(format!("div.{suffix}"), Compute::Plain(B::DivideSigned));
        add(format!("div.{suffix}u"), Compute::Plain(B::Divide));
        add(format!("mod.{suffix}"), Compute::Plain(B::RemainderSigned));
        add(format!("mod.{suffix}u"), Compute::Plain(B::Remainder));
    }
    for (name, signed) in [("mulw.d.w", true), ("mulw.d.wu", false)] {
        let operation = Operation::Set(Value::Compute(Compute::MultiplyWide { signed }, Size::Doubleword));
        table.add(name, operation, &[TO, FROM, FROM]);
    }
}

fn moves(table: &mut Table) {
    table.add("nop", Operation::Nop, &[]);
    table.add("move", Operation::Set(Value::Register), &[TO, FROM]);
    for (name, bits) in [("li.w", 32), ("li.d", BITS)] {
        let number = Slot::of(SlotKind::Number(Range::Bits(bits)));
        table.add(name, Operation::Set(Value::Immediate), &[TO, number]);
    }
    table.add("lu12i.w", Operation::Set(Value::Upper12), &[TO, UPPER]);
    table.add("lu32i.d", Operation::Set(Value::Upper32), &[CHANGED, UPPER]);
    table.add("lu52i.d", Operation::Set(Value::Upper52), &[TO, FROM, SIGNED]);
    let address = Operation::Set(Value::Address);
    for name in ["la.local", "la.global", "la.pcrel", "la.got", "la.abs", "la"] {
        table.add(name, address, &[TO, Slot::of(SlotKind::Symbol)]);
    }
    table.add("pcalau12i", address, &[TO, Slot::of(SlotKind::Relocated(&PAGE))]);
    table.add("addi.d", Operation::Set(Value::Register), &[TO, FROM, Slot::of(SlotKind::Relocated(&LOW))]);
    table.add("ext.w.b", Operation::Set(Value::Extend(8)), &[TO, FROM]);
    table.add("ext.w.h", Operation::Set(Value::Extend(16)), &[TO, FROM]);
}

fn jumps(table: &mut Table) {
    use BinaryOperator as B;
    let test = |operator, negated| Operation::Branch(Test { operator, negated });
    for (name, operation) in [
        ("beq", test(B::Equal, false)),
        ("bne", test(B::Equal, true)),
        ("blt", test(B::LessSigned, false)),
        ("bge", test(B::LessSigned, true)),
        ("bltu", test(B::Less, false)),
        ("bgeu", test(B::Less, true)),
    ] {
        table.add(name, operation, &[FROM, FROM, TARGET]);
    }
    // The same with the operands in the other order.
    for (name, operation) in [
        ("bgt", test(B::LessSigned, false)),
        ("ble", test(B::LessSigned, true)),
        ("bgtu", test(B::Less, false)),
        ("bleu", test(B::Less, true)),
    ] {
        table.add(name, operation, &[FROM, FROM, TARGET]).rewritten(|operands: &mut Operands| operands.swap(0, 1));
    }
    let zero = Slot::zero(0);
    for (name, operation) in [
        ("beqz", test(B::Equal, false)),
        ("bnez", test(B::Equal, true)),
        ("bltz", test(B::LessSigned, false)),
        ("bgez", test(B::LessSigned, true)),
    ] {
        table.add(name, operation, &[FROM, zero, TARGET]).read_only();
    }
    for (name, operation) in [("bgtz", test(B::LessSigned, false)), ("blez", test(B::LessSigned, true))] {
        table.add(name, operation, &[Slot::zero(1), FROM, TARGET]).read_only();
    }
    table.add("b", Operation::Jump, &[TARGET]);
    table.add("bl", Operation::Call, &[TARGET]).or("call36").using(&[(RA, Role::Write)]);
    table.add("jr", Operation::JumpRegister, &[FROM]);
    table.add("ret", Operation::JumpRegister, &[]).using(&[(RA, Role::Read)]);
    table.add("jirl", Operation::JumpAndLinkRegister, &[TO, FROM, Slot::number("the offset", 0, 0)]);
}

fn accesses(table: &mut Table) {
    for (suffix, bits) in [("b", 8), ("h", 16), ("w", 32), ("d", 64)] {
        for (unsigned, signed) in [("", true), ("u", false)].into_iter().take(if bits == BITS { 1 } else { 2 }) {
            let load = Operation::Load { bits, signed };
            table.add(format!("ld.{suffix}{unsigned}"), load, &[TO, FROM, OFFSET]);
            let load = Operation::LoadIndexed { bits, signed };
            table.add(format!("ldx.{suffix}{unsigned}"), load, &[TO, FROM, FROM]);
        }
        table.add(format!("st.{suffix}"), Operation::Store(bits), &[FROM, FROM, OFFSET]);
        table.add(format!("stx.{suffix}"), Operation::StoreIndexed(bits), &[FROM, FROM, FROM]);
        if bits >= 32 {
            let load = Operation::Load { bits, signed: true };
            table.add(format!("ldptr.{suffix}"), load, &[TO, FROM, LONG_OFFSET]);
            table.add(format!("stptr.{suffix}"), Operation::Store(bits), &[FROM, FROM, LONG_OFFSET]);
        }
    }
}

fn atomics(table: &mut Table) {
    use BinaryOperator as B;
    for (suffix, bits) in [("w", 32), ("d", 64)] {
        for (name, acquire, offset) in [("ll", false, Some(LONG_OFFSET)), ("llacq", true, None)] {
            let slots: Vec<Slot> = [TO, FROM].into_iter().chain(offset).collect();
            table.add(format!("{name}.{suffix}"), Operation::LoadLinked { bits, acquire }, &slots);
        }
        for (name, release, offset) in [("sc", false, Some(LONG_OFFSET)), ("screl", true, None)] {
            let slots: Vec<Slot> = [CHANGED, FROM].into_iter().chain(offset).collect();
            table.add(format!("{name}.{suffix}"), Operation::StoreConditional { bits, release }, &slots);
        }
    }
    let choose = |signed, greater| Fetch::Choose { signed, greater };
    let mut add = |name: String, operation: Operation| {
        let old = if matches!(operation, Operation::CompareSwap(..)) { CHANGED } else { TO };
        let form = table.add(name, operation, &[old, FROM, FROM]);
        if matches!(operation, Operation::Fetch(..)) {
            form.checked(is_apart);
        }
    };
    for (db, barrier) in [("", Barrier::Without), ("_db", Barrier::With)] {
        for (suffix, bits) in [("b", 8), ("h", 16), ("w", 32), ("d", 64)] {
            for (name, fetch) in [("swap", Fetch::Swap), ("add", Fetch::Plain(B::Add))] {
                add(format!("am{name}{db}.{suffix}"), Operation::Fetch(fetch, bits, barrier));
            }
            add(format!("amcas{db}.{suffix}"), Operation::CompareSwap(bits, barrier));
            if bits < 32 {
                continue;
            }
            for (name, fetch, unsigned) in [
                ("and", Fetch::Plain(B::And), ""),
                ("or", Fetch::Plain(B::Or), ""),
                ("xor", Fetch::Plain(B::Xor), ""),
                ("max", choose(true, true), ""),
                ("min", choose(true, false), ""),
                ("max", choose(false, true), "u"),
                ("min", choose(false, false), "u"),
            ] {
                add(format!("am{name}{db}.{suffix}{unsigned}"), Operation::Fetch(fetch, bits, barrier));
            }
        }
    }
}

/// The register that takes the old value must be none of the others: the manual's result is an exception, or uncertain.
fn is_apart(operands: &[Operand]) -> Option<Complaint> {
    let old = match &operands[0] {
        Operand::Register(RegisterOperand::Named(_, class)) if class.meets(ZERO) => return None,
        old => old,
    };
    let same = operands[1..].iter().position(|other| other == old)?;
    Some((0, same + 1, "the register that takes the old value must not be one of the others"))
}

fn barriers(table: &mut Table) {
    let hint = Slot::number("the hint", 0, 0x7fff);
    table.add("dbar", Operation::DataBarrier, &[hint]).checked(has_meaning);
    table.add("ibar", Operation::InstructionBarrier, &[Slot::number("the hint", 0, 0)]);
}

fn has_meaning(operands: &[Operand]) -> Option<Complaint> {
    match operands {
        [Operand::Number(hint)] if *hint > LAST_SET && *hint != SAME_ADDRESS => {
            Some((0, 0, "the manual gives this hint no meaning of its own: there are 0 to 0x1f, and 0x700"))
        }
        _ => None,
    }
}
