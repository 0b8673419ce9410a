//! The table of forms. A new instruction is a row here and, when it does something new, an [`Operation`] with its lowering.

use program::{BinaryOperator, Width};

use super::{Machine, RA, X, ZERO};
use crate::assembly::address::{AddressKind, Offsets};
use crate::assembly::form::{Choice, Complaint, Forms, Operands, Range, Relocation, Role, Slot, SlotKind};
use crate::assembly::operand::{Operand, RegisterOperand};
use crate::assembly::register::Classes;

/// How much of its registers an instruction computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// All of them.
    Whole,
    /// The low 32 bits; the result is widened with copies of its sign.
    Word,
}

/// The ordering bits of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub(super) acquire: bool,
    pub(super) release: bool,
}

impl Order {
    const NONE: Order = Order { acquire: false, release: false };
    const ACQUIRE: Order = Order { acquire: true, release: false };
    const RELEASE: Order = Order { acquire: false, release: true };
    const BOTH: Order = Order { acquire: true, release: true };

    /// With the letters that are printed, and others.
    const ALL: [(Order, &'static [&'static str]); 4] = [
        (Order::NONE, &[""]),
        (Order::ACQUIRE, &[".aq"]),
        (Order::RELEASE, &[".rl"]),
        (Order::BOTH, &[".aqrl", ".aq.rl"]),
    ];
}

/// What an instruction computes of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    /// As the operator does.
    Plain(BinaryOperator),
    /// A shift, by the low bits of the right operand.
    Shift(BinaryOperator),
    /// A comparison, as a number.
    Set(BinaryOperator),
    /// A division; what it is where the divisor is 0 or the quotient too large is said in the manual's chapter on M.
    Divide { signed: bool, remainder: bool },
    /// The upper half of a product; of two signed numbers or two unsigned ones.
    MultiplyHigh { signed: bool },
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
    /// `lui`: the number is that of the upper 20 bits of 32.
    Upper,
    /// `li`.
    Immediate,
    /// `la`.
    Address,
    /// `mv`.
    Register,
    /// `sext.w`, `zext.b`, ...
    Extend { from: Width, signed: bool },
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    Nop,
    /// Sets the first register and does nothing else.
    Set(Value),
    Branch(Test),
    Jump,
    /// `jal`: the register takes the address of the next instruction.
    JumpAndLink,
    /// `call`: as `jal` with `ra`.
    Call,
    /// `jr`.
    JumpRegister,
    Load {
        bits: Width,
        signed: bool,
        order: Order,
    },
    Store {
        bits: Width,
        order: Order,
    },
    LoadReserved {
        bits: Width,
        order: Order,
    },
    StoreConditional {
        bits: Width,
        order: Order,
    },
    Fetch(Fetch, Width, Order),
    CompareSwap(Width, Order),
    /// Of two registers each, the even one with the low half.
    CompareSwapPair(Order),
    /// What comes before and behind.
    Fence,
    FenceTso,
    FenceInstructions,
}

/// Any register.
const R: Classes = X.or(ZERO);
const TO: Slot = Slot::write(R);
const FROM: Slot = Slot::read(R);
const TARGET: Slot = Slot::of(SlotKind::Target);
const NUMBER: Slot = Slot::number("the immediate", -2048, 2047);

static OFFSET: AddressKind = AddressKind {
    offsets: Offsets::Any,
    relocations: &[Relocation { prefix: "%lo(", suffix: ")" }],
    ..AddressKind::base(R)
};
/// Where herd prints the offset, which is 0.
static NO_OFFSET: AddressKind = AddressKind { offsets: Offsets::Exactly(0), ..AddressKind::base(R) };
static BASE: AddressKind = AddressKind::base(R);
static HIGH: Relocation = Relocation { prefix: "%hi(", suffix: ")" };
static LOW: Relocation = Relocation { prefix: "%lo(", suffix: ")" };

const fn at(kind: &'static AddressKind) -> Slot {
    Slot::of(SlotKind::Address(kind))
}

/// Sets of input (8), output (4), reads (2) and writes (1).
static ACCESSES: Choice = Choice {
    what: "some of `i`, `o`, `r` and `w`",
    words: &[
        ("w", 1),
        ("r", 2),
        ("rw", 3),
        ("o", 4),
        ("ow", 5),
        ("or", 6),
        ("orw", 7),
        ("i", 8),
        ("iw", 9),
        ("ir", 10),
        ("irw", 11),
        ("io", 12),
        ("iow", 13),
        ("ior", 14),
        ("iorw", 15),
    ],
};

/// Every form.
pub(super) fn rows<M: Machine>(table: &mut Forms<M>) {
    computations(table);
    moves(table);
    jumps(table);
    accesses(table);
    atomics(table);
    fences(table);
    table.unsupported("control and status registers are not supported", &["csrr", "csrw", "csrrw", "csrrs", "csrrc"]);
    table.unsupported("it raises an exception, and faults are not supported", &["ecall", "ebreak", "unimp"]);
    table.unsupported("addresses relative to the instruction are not supported", &["auipc"]);
}

fn computations<M: Machine>(table: &mut Forms<M>) {
    use BinaryOperator as B;
    let plain = [("add", B::Add), ("sub", B::Subtract), ("mul", B::Multiply)];
    let bitwise = [("and", B::And), ("or", B::Or), ("xor", B::Xor)];
    let shifts = [("sll", B::ShiftLeft), ("srl", B::ShiftRight), ("sra", B::ShiftRightSigned)];
    let sets = [("slt", B::LessSigned), ("sltu", B::Less)];
    let sizes = [("", Size::Whole, i64::from(M::ADDRESS_WIDTH) - 1), ("w", Size::Word, 31)];
    for (letter, size, last) in sizes.into_iter().take(if M::ADDRESS_WIDTH == 64 { 2 } else { 1 }) {
        for (name, operator) in plain {
            let operation = Operation::Set(Value::Compute(Compute::Plain(operator), size));
            table.add(format!("{name}{letter}"), operation, &[TO, FROM, FROM]);
        }
        for (name, operator) in shifts {
            let operation = Operation::Set(Value::Compute(Compute::Shift(operator), size));
            let amount = Slot::number("the shift", 0, last);
            table.add(format!("{name}{letter}"), operation, &[TO, FROM, FROM]);
            table.add(format!("{name}i{letter}"), operation, &[TO, FROM, amount]).or(format!("{name}{letter}"));
        }
        for (name, signed, remainder) in
            [("div", true, false), ("divu", false, false), ("rem", true, true), ("remu", false, true)]
        {
            let operation = Operation::Set(Value::Compute(Compute::Divide { signed, remainder }, size));
            table.add(format!("{name}{letter}"), operation, &[TO, FROM, FROM]);
        }
        let add = Operation::Set(Value::Compute(Compute::Plain(B::Add), size));
        table.add(format!("addi{letter}"), add, &[TO, FROM, NUMBER]).or(format!("add{letter}"));
        let negation = Operation::Set(Value::Compute(Compute::Plain(B::Subtract), size));
        table.add(format!("neg{letter}"), negation, &[TO, Slot::zero(0), FROM]).read_only();
    }
    let add = Operation::Set(Value::Compute(Compute::Plain(B::Add), Size::Whole));
    table.add("addi", add, &[TO, FROM, Slot::of(SlotKind::Relocated(&LOW))]);
    for (name, operator) in bitwise {
        let operation = Operation::Set(Value::Compute(Compute::Plain(operator), Size::Whole));
        table.add(name, operation, &[TO, FROM, FROM]);
        table.add(format!("{name}i"), operation, &[TO, FROM, NUMBER]).or(name);
    }
    for (name, operator) in sets {
        let operation = Operation::Set(Value::Compute(Compute::Set(operator), Size::Whole));
        table.add(name, operation, &[TO, FROM, FROM]);
        let immediate = name.replacen("slt", "slti", 1);
        table.add(immediate, operation, &[TO, FROM, NUMBER]).or(name);
    }
    let set = |operator| Operation::Set(Value::Compute(Compute::Set(operator), Size::Whole));
    // As the instructions that they stand for.
    let with_number = |table: &mut Forms<M>, name: &'static str, operation, rewrite: fn(&mut Operands)| {
        table.add(name, operation, &[TO, FROM]).rewritten(rewrite);
    };
    let not = Operation::Set(Value::Compute(Compute::Plain(B::Xor), Size::Whole));
    with_number(table, "not", not, |operands| operands.push(Operand::Number(-1)));
    with_number(table, "seqz", set(B::Less), |operands| operands.push(Operand::Number(1)));
    table.add("snez", set(B::Less), &[TO, Slot::zero(0), FROM]).read_only();
    table.add("sltz", set(B::LessSigned), &[TO, FROM, Slot::zero(0)]).read_only();
    table.add("sgtz", set(B::LessSigned), &[TO, Slot::zero(0), FROM]).read_only();
    for (name, signed) in [("mulh", true), ("mulhu", false)] {
        let operation = Operation::Set(Value::Compute(Compute::MultiplyHigh { signed }, Size::Whole));
        table.add(name, operation, &[TO, FROM, FROM]);
    }
}

fn moves<M: Machine>(table: &mut Forms<M>) {
    table.add("nop", Operation::Nop, &[]);
    table.add("mv", Operation::Set(Value::Register), &[TO, FROM]);
    table.add("li", Operation::Set(Value::Immediate), &[TO, Slot::of(SlotKind::Number(Range::Bits(M::ADDRESS_WIDTH)))]);
    table.add("lui", Operation::Set(Value::Upper), &[TO, Slot::number("the immediate", -0x8_0000, 0xf_ffff)]);
    table.add("lui", Operation::Set(Value::Upper), &[TO, Slot::of(SlotKind::Relocated(&HIGH))]);
    table.add("la", Operation::Set(Value::Address), &[TO, Slot::of(SlotKind::Symbol)]).or("lla");
    for (letter, signed) in [("s", true), ("z", false)] {
        for (suffix, from) in [("b", 8), ("h", 16), ("w", 32)].into_iter().filter(|(_, bits)| *bits < M::ADDRESS_WIDTH)
        {
            table.add(format!("{letter}ext.{suffix}"), Operation::Set(Value::Extend { from, signed }), &[TO, FROM]);
        }
    }
}

fn jumps<M: Machine>(table: &mut Forms<M>) {
    use BinaryOperator as B;
    let tests = [
        ("eq", B::Equal, false),
        ("ne", B::Equal, true),
        ("lt", B::LessSigned, false),
        ("ge", B::LessSigned, true),
        ("ltu", B::Less, false),
        ("geu", B::Less, true),
    ];
    for (name, operator, negated) in tests {
        let branch = Operation::Branch(Test { operator, negated });
        table.add(format!("b{name}"), branch, &[FROM, FROM, TARGET]);
        if operator != B::Less {
            table.add(format!("b{name}z"), branch, &[FROM, Slot::zero(0), TARGET]).read_only();
        }
    }
    // The same with the operands in the other order.
    for (name, operator, negated) in
        [("bgt", B::LessSigned, false), ("ble", B::LessSigned, true), ("bgtu", B::Less, false), ("bleu", B::Less, true)]
    {
        let branch = Operation::Branch(Test { operator, negated });
        table.add(name, branch, &[FROM, FROM, TARGET]).rewritten(|operands| operands.swap(0, 1));
        if operator == B::LessSigned {
            table.add(format!("{name}z"), branch, &[Slot::zero(1), FROM, TARGET]).read_only();
        }
    }
    table.add("j", Operation::Jump, &[TARGET]).or("tail");
    table.add("jal", Operation::JumpAndLink, &[TO, TARGET]);
    table.add("call", Operation::Call, &[TARGET]).or("jal").using(&[(RA, Role::Write)]);
    table.add("jr", Operation::JumpRegister, &[FROM]);
    table.add("ret", Operation::JumpRegister, &[]).using(&[(RA, Role::Read)]);
}

/// Sizes of registers and below: suffix, bits.
fn sizes<M: Machine>() -> impl Iterator<Item = (&'static str, Width)> {
    [("b", 8), ("h", 16), ("w", 32), ("d", 64)].into_iter().filter(|(_, bits)| *bits <= M::ADDRESS_WIDTH)
}

fn accesses<M: Machine>(table: &mut Forms<M>) {
    for (suffix, bits) in sizes::<M>() {
        // Zalasr has acquire loads and release stores; herd has all combinations.
        for (order, letters) in Order::ALL {
            for (stem, operation, data) in [
                ("l", Operation::Load { bits, signed: true, order }, TO),
                ("s", Operation::Store { bits, order }, FROM),
            ] {
                let form = table.add(format!("{stem}{suffix}{}", letters[0]), operation, &[data, at(&OFFSET)]);
                letters[1..].iter().for_each(|letters| _ = form.or(format!("{stem}{suffix}{letters}")));
            }
        }
        if bits < M::ADDRESS_WIDTH {
            let load = Operation::Load { bits, signed: false, order: Order::NONE };
            table.add(format!("l{suffix}u"), load, &[TO, at(&OFFSET)]);
        }
    }
}

fn atomics<M: Machine>(table: &mut Forms<M>) {
    use BinaryOperator as B;
    let choose = |signed, greater| Fetch::Choose { signed, greater };
    let operators = [
        ("swap", Fetch::Swap),
        ("add", Fetch::Plain(B::Add)),
        ("and", Fetch::Plain(B::And)),
        ("or", Fetch::Plain(B::Or)),
        ("xor", Fetch::Plain(B::Xor)),
        ("max", choose(true, true)),
        ("maxu", choose(false, true)),
        ("min", choose(true, false)),
        ("minu", choose(false, false)),
    ];
    for (suffix, bits) in sizes::<M>() {
        for (order, letters) in Order::ALL {
            let mut add = |name: String, operation, slots: &[Slot]| {
                let form = table.add(format!("{name}.{suffix}{}", letters[0]), operation, slots);
                letters[1..].iter().for_each(|letters| _ = form.or(format!("{name}.{suffix}{letters}")));
            };
            if bits >= 32 {
                add("lr".to_owned(), Operation::LoadReserved { bits, order }, &[TO, at(&NO_OFFSET)]);
                add("sc".to_owned(), Operation::StoreConditional { bits, order }, &[TO, FROM, at(&NO_OFFSET)]);
            }
            for (name, operator) in operators {
                let operation = Operation::Fetch(operator, bits, order);
                add(format!("amo{name}"), operation, &[TO, FROM, at(&BASE)]);
            }
            let slots = [Slot::read_write(R), FROM, at(&BASE)];
            add("amocas".to_owned(), Operation::CompareSwap(bits, order), &slots);
        }
    }
    // Of twice as many bits as a register has: `amocas.q` on RV64, `amocas.d` on RV32.
    let suffix = if M::ADDRESS_WIDTH == 64 { "q" } else { "d" };
    for (order, letters) in Order::ALL {
        let (old, new) = (Slot::read_write(R), FROM);
        let slots = [old, Slot::next(0).with_role(Role::ReadWrite), new, Slot::next(2), at(&BASE)];
        let form = table.add(format!("amocas.{suffix}{}", letters[0]), Operation::CompareSwapPair(order), &slots);
        form.checked(are_pairs);
        letters[1..].iter().for_each(|letters| _ = form.or(format!("amocas.{suffix}{letters}")));
    }
}

/// Whether two registers begin pairs.
fn are_pairs(operands: &[Operand]) -> Option<Complaint> {
    [0, 2].into_iter().find_map(|at| match &operands[at] {
        Operand::Register(RegisterOperand::Symbolic { .. }) => {
            Some((at, at, "a symbolic register cannot stand for two"))
        }
        Operand::Register(first) if first.is_in(X) && operands[at] == operands[at + 1] => {
            Some((at, at, "the register must have an even number: the next one is meant too"))
        }
        _ => None,
    })
}

fn fences<M: Machine>(table: &mut Forms<M>) {
    let accesses = Slot::of(SlotKind::Choice(&ACCESSES));
    table.add("fence", Operation::Fence, &[accesses, accesses]);
    table.add("fence", Operation::Fence, &[]).rewritten(|operands| {
        operands.extend([Operand::Choice(15), Operand::Choice(15)]);
    });
    table.add("fence.tso", Operation::FenceTso, &[]);
    table.add("fence.i", Operation::FenceInstructions, &[]);
}
