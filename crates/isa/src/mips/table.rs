//! The table of forms. A new instruction is a row here and, when it does something new, an [`Operation`] with its lowering.

use program::{BinaryOperator, RegisterId, Width};

use super::{HI, LO, Mips, R, RA, ZERO};
use crate::assembly::address::{AddressKind, Offsets};
use crate::assembly::form::{Choice, Complaint, Forms, Operands, Range, Relocation, Role, Slot, SlotKind};
use crate::assembly::operand::Operand;
use crate::assembly::register::Classes;

/// How much of its registers an instruction computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The low 32 bits; the result is widened with copies of its sign.
    Word,
    /// All of them.
    Doubleword,
}

/// What an instruction computes of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    /// As the operator does.
    Plain(BinaryOperator),
    /// The same, but an overflow raises an exception, which never happens here.
    Trapping(BinaryOperator),
    /// The complement of what the operator does.
    Complement(BinaryOperator),
    /// A shift, by the low bits of the right operand.
    Shift(BinaryOperator),
    RotateRight,
    /// A comparison, as a number.
    Set(BinaryOperator),
    /// The upper half of a product.
    MultiplyHigh {
        signed: bool,
    },
}

/// What a branch asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    pub(super) operator: BinaryOperator,
    pub(super) negated: bool,
}

/// A field of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// `ext`: the field in the lowest bits, zeros above.
    Extract,
    /// `ins`: the lowest bits in the field, the others as they were.
    Insert,
}

/// What a register is set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Of two registers.
    Compute(Compute, Size),
    /// Of a register and a number, which counts as one of 16 bits, widened with copies of its sign.
    Signed(Compute, Size),
    /// Of a register and a number of 16 bits.
    Unsigned(BinaryOperator),
    /// `lui`: the number is that of the upper 16 bits of 32.
    Upper,
    /// `li`.
    Immediate,
    /// `la`, `lui` with `%hi`.
    Address,
    /// `addiu` with `%lo`, which adds nothing.
    LowAddress,
    /// `move`.
    Register,
    /// `seb`, `seh`.
    ExtendSign(Width),
    Field(Field, Size),
    /// `movz`, `movn`: the first register keeps its value where the third is not so.
    MoveIf {
        zero: bool,
    },
    /// `seleqz`, `selnez`: 0 where the third register is not so.
    SelectIf {
        zero: bool,
    },
    /// `mfhi`, `mflo`.
    From(Half),
}

/// A part of what products and divisions leave behind before release 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    High,
    Low,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    Nop,
    /// `.set`: what it says of the code that follows changes nothing here.
    Directive,
    /// Sets the first register and does nothing else.
    Set(Value),
    /// `mthi`, `mtlo`.
    To(Half),
    /// `mult`: the product of two registers, in two halves.
    Multiply {
        signed: bool,
        size: Size,
    },
    /// `div` before release 6: quotient and remainder, in two halves.
    DivideBoth {
        signed: bool,
        size: Size,
    },
    /// `div`, `mod` of release 6.
    Divide {
        signed: bool,
        remainder: bool,
        size: Size,
    },
    Branch(Test, Behind),
    Jump(Behind),
    /// `bal`, `jal`: the return address is that of the next instruction.
    Call(Behind),
    JumpRegister(Behind),
    /// `jalr`: the first register takes the return address.
    CallRegister(Behind),
    Load {
        bits: Width,
        signed: bool,
    },
    Store(Width),
    LoadLinked(Width),
    /// The register holds what is stored, and becomes whether it was.
    StoreConditional(Width),
    /// Of the stype that it has as an operand, or 0.
    Sync,
}

/// What stands behind a jump in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// A delay slot, which the assembler fills.
    DelaySlot,
    /// Nothing of the kind: compact branches.
    Nothing,
}

impl Behind {
    /// With the letter in mnemonics.
    const ALL: [(&'static str, Behind); 2] = [("", Behind::DelaySlot), ("c", Behind::Nothing)];
}

type Table = Forms<Mips>;

/// Any register.
const ANY: Classes = R.or(ZERO);
const TO: Slot = Slot::write(ANY);
const FROM: Slot = Slot::read(ANY);
const TARGET: Slot = Slot::of(SlotKind::Target);
/// That of 16 bits may be written without a sign.
const SIGNED: Slot = Slot::number("the immediate", -0x8000, 0xffff);
const UNSIGNED: Slot = Slot::number("the immediate", 0, 0xffff);

static HIGH: Relocation = Relocation { prefix: "%hi(", suffix: ")" };
static LOW: Relocation = Relocation { prefix: "%lo(", suffix: ")" };
static OFFSET: AddressKind = AddressKind {
    offsets: Offsets::Any,
    relocations: &[Relocation { prefix: "%lo(", suffix: ")" }],
    ..AddressKind::base(ANY)
};
const ADDRESS: Slot = Slot::of(SlotKind::Address(&OFFSET));

const CALLS: &[(RegisterId, Role)] = &[(RA, Role::Write)];

/// Every form.
pub(super) fn rows(table: &mut Table) {
    computations(table);
    shifts(table);
    products(table);
    moves(table);
    fields(table);
    branches(table);
    jumps(table);
    accesses(table);
    synchronizations(table);
    directives(table);
    unsupported(table);
}

fn computations(table: &mut Table) {
    use BinaryOperator as B;
    for (letter, size) in [("", Size::Word), ("d", Size::Doubleword)] {
        for (u, iu, compute) in
            [("u", "iu", Compute::Plain as fn(BinaryOperator) -> Compute), ("", "i", Compute::Trapping)]
        {
            let register = |operator| Operation::Set(Value::Compute(compute(operator), size));
            table.add(format!("{letter}add{u}"), register(B::Add), &[TO, FROM, FROM]);
            table.add(format!("{letter}sub{u}"), register(B::Subtract), &[TO, FROM, FROM]);
            let negation = table.add(format!("{letter}neg{u}"), register(B::Subtract), &[TO, Slot::zero(0), FROM]);
            negation.read_only();
            let number = Operation::Set(Value::Signed(compute(B::Add), size));
            table.add(format!("{letter}add{iu}"), number, &[TO, FROM, SIGNED]).or(format!("{letter}add{u}"));
            let negative = Slot::number("the immediate", -0x7fff, 0x8000);
            table.add(format!("{letter}sub{u}"), number, &[TO, FROM, negative]).rewritten(negated);
        }
        let low = Slot::of(SlotKind::Relocated(&LOW));
        table.add(format!("{letter}addiu"), Operation::Set(Value::LowAddress), &[TO, FROM, low]);
    }
    let all = |compute| Operation::Set(Value::Compute(compute, Size::Doubleword));
    for (name, operator) in [("and", B::And), ("or", B::Or), ("xor", B::Xor)] {
        table.add(name, all(Compute::Plain(operator)), &[TO, FROM, FROM]);
        table.add(format!("{name}i"), Operation::Set(Value::Unsigned(operator)), &[TO, FROM, UNSIGNED]).or(name);
    }
    table.add("nor", all(Compute::Complement(B::Or)), &[TO, FROM, FROM]);
    table.add("not", all(Compute::Complement(B::Or)), &[TO, FROM, Slot::zero(0)]).read_only();
    for (name, immediate, operator) in [("slt", "slti", B::LessSigned), ("sltu", "sltiu", B::Less)] {
        table.add(name, all(Compute::Set(operator)), &[TO, FROM, FROM]);
        let operation = Operation::Set(Value::Signed(Compute::Set(operator), Size::Doubleword));
        table.add(immediate, operation, &[TO, FROM, SIGNED]).or(name);
    }
}

/// `subu` of a number is `addiu` of its negation.
fn negated(operands: &mut Operands) {
    if let Some(Operand::Number(number)) = operands.last_mut() {
        *number = -*number;
    }
}

fn shifts(table: &mut Table) {
    use BinaryOperator as B;
    let kinds = [
        ("sll", Compute::Shift(B::ShiftLeft)),
        ("srl", Compute::Shift(B::ShiftRight)),
        ("sra", Compute::Shift(B::ShiftRightSigned)),
        ("rotr", Compute::RotateRight),
    ];
    for (letter, size, bits) in [("", Size::Word, 32), ("d", Size::Doubleword, 64)] {
        for (name, compute) in kinds {
            let amount = Slot::number("the shift", 0, bits - 1);
            let by_number = Operation::Set(Value::Signed(compute, size));
            table.add(format!("{letter}{name}"), by_number, &[TO, FROM, amount]);
            if bits == 64 {
                let amount = Slot::number("the shift", 0, 31);
                table.add(format!("d{name}32"), by_number, &[TO, FROM, amount]).rewritten(by_32_more);
            }
            let by_register = Operation::Set(Value::Compute(compute, size));
            table.add(format!("{letter}{name}v"), by_register, &[TO, FROM, FROM]).or(format!("{letter}{name}"));
        }
    }
}

fn by_32_more(operands: &mut Operands) {
    if let Some(Operand::Number(number)) = operands.last_mut() {
        *number += 32;
    }
}

const PRODUCT: &[(RegisterId, Role)] = &[(HI, Role::Write), (LO, Role::Write)];

fn products(table: &mut Table) {
    use BinaryOperator as B;
    for (letter, size) in [("", Size::Word), ("d", Size::Doubleword)] {
        let multiply = Operation::Set(Value::Compute(Compute::Plain(B::Multiply), size));
        // The low half is the same for signed and unsigned numbers.
        table.add(format!("{letter}mul"), multiply, &[TO, FROM, FROM]).or(format!("{letter}mulu"));
        for (unsigned, signed) in [("", true), ("u", false)] {
            let high = Operation::Set(Value::Compute(Compute::MultiplyHigh { signed }, size));
            table.add(format!("{letter}muh{unsigned}"), high, &[TO, FROM, FROM]);
            let both = Operation::Multiply { signed, size };
            table.add(format!("{letter}mult{unsigned}"), both, &[FROM, FROM]).using(PRODUCT);
            for (name, remainder) in [("div", false), ("mod", true)] {
                let divide = Operation::Divide { signed, remainder, size };
                table.add(format!("{letter}{name}{unsigned}"), divide, &[Slot::write(R), FROM, FROM]);
            }
            // Before release 6 the first operand is written as `$0`.
            let both = Operation::DivideBoth { signed, size };
            let nowhere = Slot::dropped(SlotKind::Register(ZERO));
            table.add(format!("{letter}div{unsigned}"), both, &[FROM, FROM]).using(PRODUCT);
            table.add(format!("{letter}div{unsigned}"), both, &[nowhere, FROM, FROM]).using(PRODUCT).read_only();
        }
    }
    const HIGH_READ: &[(RegisterId, Role)] = &[(HI, Role::Read)];
    const LOW_READ: &[(RegisterId, Role)] = &[(LO, Role::Read)];
    const HIGH_WRITTEN: &[(RegisterId, Role)] = &[(HI, Role::Write)];
    const LOW_WRITTEN: &[(RegisterId, Role)] = &[(LO, Role::Write)];
    table.add("mfhi", Operation::Set(Value::From(Half::High)), &[TO]).using(HIGH_READ);
    table.add("mflo", Operation::Set(Value::From(Half::Low)), &[TO]).using(LOW_READ);
    table.add("mthi", Operation::To(Half::High), &[FROM]).using(HIGH_WRITTEN);
    table.add("mtlo", Operation::To(Half::Low), &[FROM]).using(LOW_WRITTEN);
}

fn moves(table: &mut Table) {
    table.add("nop", Operation::Nop, &[]).or("ssnop").or("ehb").or("pause");
    table.add("move", Operation::Set(Value::Register), &[TO, FROM]);
    table.add("li", Operation::Set(Value::Immediate), &[TO, Slot::of(SlotKind::Number(Range::Bits(64)))]).or("dli");
    table.add("lui", Operation::Set(Value::Upper), &[TO, SIGNED]);
    table.add("lui", Operation::Set(Value::Address), &[TO, Slot::of(SlotKind::Relocated(&HIGH))]);
    table.add("la", Operation::Set(Value::Address), &[TO, Slot::of(SlotKind::Symbol)]).or("dla");
    for (name, from) in [("seb", 8), ("seh", 16)] {
        table.add(name, Operation::Set(Value::ExtendSign(from)), &[TO, FROM]);
    }
    for (name, select, zero) in [("movz", "seleqz", true), ("movn", "selnez", false)] {
        table.add(name, Operation::Set(Value::MoveIf { zero }), &[Slot::read_write(ANY), FROM, FROM]);
        table.add(select, Operation::Set(Value::SelectIf { zero }), &[TO, FROM, FROM]);
    }
    let hint = Slot::dropped(SlotKind::Number(Range::Bits(5)));
    table.add("pref", Operation::Nop, &[hint, Slot::dropped(SlotKind::Address(&OFFSET))]).read_only();
}

fn fields(table: &mut Table) {
    for (letter, size, bits, fits) in
        [("", Size::Word, 32, fits_in_word as fn(&[Operand]) -> Option<Complaint>), ("d", Size::Doubleword, 64, fits)]
    {
        let [first, length] =
            [Slot::number("the first bit", 0, bits - 1), Slot::number("the width of the field", 1, bits)];
        for (name, field, to) in [("ext", Field::Extract, TO), ("ins", Field::Insert, Slot::read_write(ANY))] {
            let form = table.add(
                format!("{letter}{name}"),
                Operation::Set(Value::Field(field, size)),
                &[to, FROM, first, length],
            );
            if bits == 64 {
                // The encodings for fields that are long or begin high.
                form.or(format!("d{name}m")).or(format!("d{name}u"));
            }
            form.checked(fits);
        }
    }
}

/// The end of a field.
fn end(operands: &[Operand]) -> i128 {
    match operands[2..] {
        [Operand::Number(first), Operand::Number(length)] => first + length,
        _ => 0,
    }
}

fn fits_in_word(operands: &[Operand]) -> Option<Complaint> {
    (end(operands) > 32).then_some((3, 3, "the field must end with the low 32 bits of the register"))
}

fn fits(operands: &[Operand]) -> Option<Complaint> {
    (end(operands) > 64).then_some((3, 3, "the field must end with the register"))
}

fn branches(table: &mut Table) {
    use BinaryOperator as B;
    for (letter, behind) in Behind::ALL {
        let with = |operator, negated| Operation::Branch(Test { operator, negated }, behind);
        for (name, negated) in [("beq", false), ("bne", true)] {
            let against_zero =
                table.add(format!("{name}z{letter}"), with(B::Equal, negated), &[FROM, Slot::zero(0), TARGET]);
            if behind == Behind::DelaySlot {
                // The same instruction; the compact ones are two.
                against_zero.read_only();
            }
            table.add(format!("{name}{letter}"), with(B::Equal, negated), &[FROM, FROM, TARGET]);
        }
        for (less, greater, negated) in [("bltz", "bgtz", false), ("bgez", "blez", true)] {
            let branch = with(B::LessSigned, negated);
            table.add(format!("{less}{letter}"), branch, &[FROM, Slot::zero(0), TARGET]);
            table.add(format!("{greater}{letter}"), branch, &[Slot::zero(1), FROM, TARGET]);
        }
    }
    // Two registers can only be compared by compact branches. (What assemblers make of `blt` with two registers are two instructions.)
    for (name, operator, negated) in [
        ("bltc", B::LessSigned, false),
        ("bgec", B::LessSigned, true),
        ("bltuc", B::Less, false),
        ("bgeuc", B::Less, true),
    ] {
        let branch = Operation::Branch(Test { operator, negated }, Behind::Nothing);
        table.add(name, branch, &[FROM, FROM, TARGET]);
    }
}

fn jumps(table: &mut Table) {
    table.add("b", Operation::Jump(Behind::DelaySlot), &[TARGET]).or("j");
    table.add("bc", Operation::Jump(Behind::Nothing), &[TARGET]);
    table.add("bal", Operation::Call(Behind::DelaySlot), &[TARGET]).or("jal").using(CALLS);
    table.add("balc", Operation::Call(Behind::Nothing), &[TARGET]).using(CALLS);
    table.add("jr", Operation::JumpRegister(Behind::DelaySlot), &[FROM]).or("j");
    table.add("jrc", Operation::JumpRegister(Behind::Nothing), &[FROM]);
    for (letter, behind) in Behind::ALL {
        table.add(format!("jalr{letter}"), Operation::CallRegister(behind), &[TO, FROM]);
        table.add(format!("jalr{letter}"), Operation::CallRegister(behind), &[FROM]).using(CALLS);
    }
}

fn accesses(table: &mut Table) {
    for (suffix, bits) in [("b", 8), ("h", 16), ("w", 32), ("d", 64)] {
        table.add(format!("l{suffix}"), Operation::Load { bits, signed: true }, &[TO, ADDRESS]);
        if bits < 64 {
            table.add(format!("l{suffix}u"), Operation::Load { bits, signed: false }, &[TO, ADDRESS]);
        }
        table.add(format!("s{suffix}"), Operation::Store(bits), &[FROM, ADDRESS]);
    }
    for (letter, bits) in [("", 32), ("d", 64)] {
        table.add(format!("ll{letter}"), Operation::LoadLinked(bits), &[TO, ADDRESS]);
        table.add(format!("sc{letter}"), Operation::StoreConditional(bits), &[Slot::read_write(ANY), ADDRESS]);
    }
}

fn synchronizations(table: &mut Table) {
    table.add("sync", Operation::Sync, &[]);
    table.add("sync", Operation::Sync, &[Slot::number("the stype", 0, 31)]);
    for (name, stype) in [
        ("sync_wmb", (|operands| operands.push(Operand::Number(4))) as fn(&mut Operands)),
        ("sync_mb", |operands| operands.push(Operand::Number(16))),
        ("sync_acquire", |operands| operands.push(Operand::Number(17))),
        ("sync_release", |operands| operands.push(Operand::Number(18))),
        ("sync_rmb", |operands| operands.push(Operand::Number(19))),
    ] {
        table.add(name, Operation::Sync, &[]).rewritten(stype);
    }
}

/// What `.set` says of the code that follows.
static SETTINGS: Choice = Choice {
    what: "`reorder`, `macro`, `at` or another setting of the assembler",
    words: &[("reorder", 0), ("noreorder", 1), ("macro", 2), ("nomacro", 3), ("at", 4), ("noat", 5)],
};

fn directives(table: &mut Table) {
    table.add(".set", Operation::Directive, &[Slot::of(SlotKind::Choice(&SETTINGS))]).checked(|operands| {
        matches!(operands, [Operand::Choice(1)]).then_some((
            0,
            0,
            "under `.set noreorder` what stands behind a jump is in its delay slot, and delay slots are not supported",
        ))
    });
}

fn unsupported(table: &mut Table) {
    table.unsupported(
        "its delay slot is executed only when it is taken, and delay slots are not supported",
        &["beql", "bnel", "bgezl", "bltzl", "bgtzl", "blezl", "beqzl", "bnezl", "bgezall", "bltzall"],
    );
    table.unsupported(
        "it raises an exception, and faults are not supported",
        &["syscall", "break", "sdbbp", "sigrie", "teq", "tne", "tge", "tgeu", "tlt", "tltu"],
    );
    table.unsupported(
        "parts of unaligned accesses are not supported",
        &["lwl", "lwr", "swl", "swr", "ldl", "ldr", "sdl", "sdr", "ulw", "usw", "ulh", "ush", "uld", "usd"],
    );
    table.unsupported(
        "pairs of load-linked and store-conditional of two words are not supported",
        &["llwp", "scwp", "lldp", "scdp"],
    );
    table.unsupported("branches on overflow are not supported", &["bovc", "bnvc"]);
    table.unsupported("conditional calls are not supported", &["bgezal", "bltzal", "bgezalc", "bltzalc", "beqzalc"]);
    table.unsupported("instruction fetch and cache maintenance are not supported", &["cache", "synci"]);
    table.unsupported(
        "addresses relative to the instruction are not supported",
        &["lapc", "addiupc", "auipc", "aluipc"],
    );
    table.unsupported("system registers are not supported", &["rdhwr", "mfc0", "mtc0", "dmfc0", "dmtc0"]);
    table.unsupported("floating-point registers are not supported", &["lwc1", "swc1", "ldc1", "sdc1", "mfc1", "mtc1"]);
    let directives = [".cpload", ".cprestore", ".cpsetup", ".cpreturn", ".frame", ".mask", ".fmask"];
    table.unsupported("a directive that is no instruction", &directives);
}
