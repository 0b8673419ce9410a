//! The table of forms. A new instruction is a row here and, when it does something new, an [`Operation`] with its lowering.

use program::{BinaryOperator, Width};

use super::{BITS, CONDITION, R, R0, S390x};
use crate::assembly::address::{AddressKind, Offsets};
use crate::assembly::form::{Complaint, Forms, Role, Slot, SlotKind};
use crate::assembly::operand::{Operand, RegisterOperand};
use crate::assembly::register::Classes;

type Table = Forms<S390x>;

/// What the condition code says of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// It stays as it is.
    Nothing,
    /// Zero 0, negative 1, positive 2, overflow 3, of a signed sum or difference.
    SignOrOverflow,
    /// Zero 0, negative 1, positive 2.
    Sign,
    /// Whether it is 0, and whether there was a carry (of a difference: no borrow).
    Carry,
    /// Zero 0, something else 1.
    NotZero,
}

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    /// As the operator does, of two values.
    Plain(BinaryOperator),
    /// The second value.
    Second,
    /// The second value, negated.
    Negated,
    /// A shift, by the low 6 bits of the second value.
    Shift(BinaryOperator),
    RotateLeft,
}

/// Where the second value of an instruction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// Bits of a register, or of memory, widened with zeros or the sign.
    Widened { bits: Width, signed: bool },
    /// A number.
    Number,
    /// A number of 16 or 32 bits, so many places up; the bits around are all 0 or all 1.
    Field { low: u16, bits: Width, ones: bool },
    /// The amount of a shift: a number, or the sum of a register and a number.
    Amount,
    /// The address of a location.
    Address,
}

/// What a read-modify-write in memory makes of the old value and its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fetch {
    pub(super) operator: BinaryOperator,
    pub(super) says: Says,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    Nop,
    /// Sets so many low bits of the first register to what is computed of another value and that of the register behind the first, or of the first itself where there
    /// are two operands; the rest stays.
    Set {
        compute: Compute,
        bits: Width,
        from: ValueSource,
        says: Says,
    },
    /// Bits of the second register, rotated, in a field of the first: `risbg`, `risbgn`.
    InsertRotated {
        says: Says,
    },
    /// Sets the first register where the condition code is in the mask.
    SetIf {
        bits: Width,
        mask: u8,
        from: ValueSource,
    },
    /// The condition code, and what surrounds it, in bits 24 to 31 of a register.
    InsertProgramMask,
    /// What is in bits of a register that a mask selects, as a condition code.
    TestUnderMask {
        low: u16,
    },
    /// The first value compared with the second, as a condition code.
    Compare {
        bits: Width,
        signed: bool,
        from: ValueSource,
    },
    /// A branch where the condition code is in the mask.
    Branch(u8),
    /// The same of a comparison, which leaves the condition code alone.
    CompareAndBranch {
        bits: Width,
        signed: bool,
        from: ValueSource,
        mask: u8,
    },
    Jump,
    /// `brasl`: the register takes the address of the next instruction.
    Call,
    JumpRegister,
    Store(Width),
    /// A number is stored.
    StoreNumber(Width),
    /// `lpq`: two registers, the even one with the high half.
    LoadPair,
    StorePair,
    CompareSwap(Width),
    CompareSwapPair,
    Fetch(Fetch, Width),
    /// `bcr 15,0`, `bcr 14,0`.
    Serialize,
}

const ANY: Classes = R.or(R0);
const TO: Slot = Slot::write(ANY);
const READ: Slot = Slot::read(ANY);
const CHANGED: Slot = Slot::read_write(ANY);
const TARGET: Slot = Slot::of(SlotKind::Target);
const SYMBOL: Slot = Slot::of(SlotKind::Symbol);

static PLACE: AddressKind = AddressKind { offsets: Offsets::Any, ..AddressKind::base(R) };
const MEMORY: Slot = Slot::of(SlotKind::Address(&PLACE));

const fn number(low: i64, high: i64) -> Slot {
    Slot::number("the immediate", low, high)
}

const I8: Slot = number(-128, 255);
const I16: Slot = number(-0x8000, 0x7fff);
const I32: Slot = number(-0x8000_0000, 0x7fff_ffff);
const U16: Slot = number(0, 0xffff);
const U32: Slot = number(0, 0xffff_ffff);

/// The names of masks of the condition code: 8 is that of 0, 1 that of 3.
const CONDITIONS: [(&str, u8); 20] = [
    ("o", 1),
    ("h", 2),
    ("p", 2),
    ("nle", 3),
    ("l", 4),
    ("m", 4),
    ("nhe", 5),
    ("lh", 6),
    ("ne", 7),
    ("nz", 7),
    ("e", 8),
    ("z", 8),
    ("nlh", 9),
    ("he", 10),
    ("nl", 11),
    ("nm", 11),
    ("le", 12),
    ("nh", 13),
    ("np", 13),
    ("no", 14),
];

/// Those of them that say something of a result and not of a comparison.
const OF_RESULTS: [&str; 8] = ["o", "no", "p", "np", "m", "nm", "z", "nz"];

const CHANGES: &[(program::RegisterId, Role)] = &[(CONDITION, Role::Write)];

const fn whole(bits: Width) -> ValueSource {
    ValueSource::Widened { bits, signed: true }
}

const fn set(compute: Compute, bits: Width, from: ValueSource, says: Says) -> Operation {
    Operation::Set { compute, bits, from, says }
}

/// Every form.
pub(super) fn rows(table: &mut Table) {
    moves(table);
    computations(table);
    shifts(table);
    comparisons(table);
    jumps(table);
    stores(table);
    atomics(table);
    table.unsupported(
        "accesses to several registers or places at once are not supported",
        &["lmg", "stmg", "lm", "stm", "mvc", "clc", "xc"],
    );
    table.unsupported(
        "updates of memory by a number are not supported",
        &["asi", "agsi", "alsi", "algsi", "ni", "oi", "xi"],
    );
    table.unsupported("words of 32 bits in pairs are not supported", &["cds", "cdsy"]);
}

fn moves(table: &mut Table) {
    let load = |bits, from: Width, signed| {
        set(Compute::Second, bits, ValueSource::Widened { bits: from, signed }, Says::Nothing)
    };
    table.add("nop", Operation::Nop, &[]).or("nopr");
    for (name, operation) in [
        ("lr", load(32, 32, true)),
        ("lgr", load(64, 64, true)),
        ("lgfr", load(64, 32, true)),
        ("llgfr", load(64, 32, false)),
        ("lghr", load(64, 16, true)),
        ("llghr", load(64, 16, false)),
        ("lgbr", load(64, 8, true)),
        ("llgcr", load(64, 8, false)),
        ("lhr", load(32, 16, true)),
        ("llhr", load(32, 16, false)),
        ("lbr", load(32, 8, true)),
        ("llcr", load(32, 8, false)),
    ] {
        table.add(name, operation, &[TO, READ]);
    }
    for (name, operation) in [
        ("l", load(32, 32, true)),
        ("ly", load(32, 32, true)),
        ("lg", load(64, 64, true)),
        ("lgf", load(64, 32, true)),
        ("llgf", load(64, 32, false)),
        ("lh", load(32, 16, true)),
        ("lhy", load(32, 16, true)),
        ("lgh", load(64, 16, true)),
        ("llgh", load(64, 16, false)),
        ("llh", load(32, 16, false)),
        ("lb", load(32, 8, true)),
        ("lgb", load(64, 8, true)),
        ("llgc", load(64, 8, false)),
        ("llc", load(32, 8, false)),
    ] {
        table.add(name, operation, &[TO, MEMORY]);
    }
    tests_and_numbers(table);
}

/// Loads that say something of what they load, and numbers.
fn tests_and_numbers(table: &mut Table) {
    for (name, bits, from) in [("ltr", 32, 32), ("ltgr", 64, 64), ("ltgfr", 64, 32)] {
        let test = set(Compute::Second, bits, whole(from), Says::Sign);
        table.add(name, test, &[TO, READ]).using(CHANGES);
        table.add(name.trim_end_matches('r').to_owned(), test, &[TO, MEMORY]).using(CHANGES);
    }
    let immediate = |bits| set(Compute::Second, bits, ValueSource::Number, Says::Nothing);
    table.add("lhi", immediate(32), &[TO, I16]);
    table.add("lghi", immediate(64), &[TO, I16]);
    table.add("lgfi", immediate(64), &[TO, I32]);
    table.add("llilf", immediate(64), &[TO, U32]);
    table.add("iilf", immediate(32), &[TO, U32]);
    for (name, low) in [("llill", 0), ("llilh", 16), ("llihl", 32), ("llihh", 48)] {
        let field = ValueSource::Field { low, bits: 16, ones: false };
        table.add(name, set(Compute::Second, 64, field, Says::Nothing), &[TO, U16]);
    }
    table.add("larl", set(Compute::Second, 64, ValueSource::Address, Says::Nothing), &[TO, SYMBOL]);
    table.add("ipm", Operation::InsertProgramMask, &[CHANGED]).using(&[(CONDITION, Role::Read)]);
    for (condition, mask) in CONDITIONS {
        let uses: &[_] = &[(CONDITION, Role::Read)];
        let to = Slot::read_write(ANY);
        for (name, bits) in [("locr", 32), ("locgr", 64)] {
            let operation = Operation::SetIf { bits, mask, from: whole(bits) };
            table.add(format!("{name}{condition}"), operation, &[to, READ]).using(uses);
        }
        for (name, bits) in [("lochi", 32), ("locghi", 64)] {
            let operation = Operation::SetIf { bits, mask, from: ValueSource::Number };
            table.add(format!("{name}{condition}"), operation, &[to, I16]).using(uses);
        }
    }
}

fn computations(table: &mut Table) {
    use BinaryOperator as B;
    let kinds = [
        ("a", B::Add, Says::SignOrOverflow),
        ("s", B::Subtract, Says::SignOrOverflow),
        ("al", B::Add, Says::Carry),
        ("sl", B::Subtract, Says::Carry),
        ("n", B::And, Says::NotZero),
        ("o", B::Or, Says::NotZero),
        ("x", B::Xor, Says::NotZero),
    ];
    for (name, operator, says) in kinds {
        for (letter, bits) in [("", 32), ("g", 64)] {
            let operation = set(Compute::Plain(operator), bits, whole(bits), says);
            table.add(format!("{name}{letter}r"), operation, &[CHANGED, READ]).using(CHANGES);
            table.add(format!("{name}{letter}rk"), operation, &[TO, READ, READ]).using(CHANGES);
            table.add(format!("{name}{letter}"), operation, &[CHANGED, MEMORY]).using(CHANGES);
        }
    }
    let plus = |bits, says| set(Compute::Plain(B::Add), bits, ValueSource::Number, says);
    for (name, operation, slot) in [
        ("ahi", plus(32, Says::SignOrOverflow), I16),
        ("aghi", plus(64, Says::SignOrOverflow), I16),
        ("afi", plus(32, Says::SignOrOverflow), I32),
        ("agfi", plus(64, Says::SignOrOverflow), I32),
        ("alfi", plus(32, Says::Carry), U32),
        ("algfi", plus(64, Says::Carry), U32),
    ] {
        table.add(name, operation, &[CHANGED, slot]).using(CHANGES);
    }
    table.add("ahik", plus(32, Says::SignOrOverflow), &[TO, READ, I16]).using(CHANGES);
    table.add("aghik", plus(64, Says::SignOrOverflow), &[TO, READ, I16]).using(CHANGES);
    for (name, bits) in [("lcr", 32), ("lcgr", 64)] {
        let negation = set(Compute::Negated, bits, whole(bits), Says::SignOrOverflow);
        table.add(name, negation, &[TO, READ]).using(CHANGES);
    }
    for (name, operator, ones) in [("n", B::And, true), ("o", B::Or, false), ("x", B::Xor, false)] {
        for (suffix, low, bits) in
            [("ilf", 0, 32), ("ihf", 32, 32), ("ill", 0, 16), ("ilh", 16, 16), ("ihl", 32, 16), ("ihh", 48, 16)]
        {
            // There is no exclusive or of 16 bits.
            if bits == 16 && operator == B::Xor {
                continue;
            }
            let operation = set(Compute::Plain(operator), 64, ValueSource::Field { low, bits, ones }, Says::NotZero);
            table
                .add(format!("{name}{suffix}"), operation, &[CHANGED, if bits == 16 { U16 } else { U32 }])
                .using(CHANGES);
        }
    }
    for (name, bits) in [("msr", 32), ("msgr", 64)] {
        table.add(name, set(Compute::Plain(B::Multiply), bits, whole(bits), Says::Nothing), &[CHANGED, READ]);
    }
    for (name, bits) in [("mhi", 32), ("mghi", 64)] {
        table.add(name, set(Compute::Plain(B::Multiply), bits, ValueSource::Number, Says::Nothing), &[CHANGED, I16]);
    }
}

fn shifts(table: &mut Table) {
    use BinaryOperator as B;
    let amount = Slot::number("the shift", 0, 63);
    for (name, compute, says) in [
        ("sll", Compute::Shift(B::ShiftLeft), Says::Nothing),
        ("srl", Compute::Shift(B::ShiftRight), Says::Nothing),
        ("sra", Compute::Shift(B::ShiftRightSigned), Says::Sign),
        ("rll", Compute::RotateLeft, Says::Nothing),
    ] {
        let uses = if says == Says::Nothing { &[][..] } else { CHANGES };
        for by in [amount, MEMORY] {
            let operation = |bits| set(compute, bits, ValueSource::Amount, says);
            if name == "rll" {
                table.add(name, operation(32), &[TO, READ, by]);
            } else {
                table.add(name, operation(32), &[CHANGED, by]).using(uses);
                table.add(format!("{name}k"), operation(32), &[TO, READ, by]).using(uses);
            }
            table.add(format!("{name}g"), operation(64), &[TO, READ, by]).using(uses);
        }
    }
    let place = Slot::number("the place of a bit", 0, 63);
    let last = Slot::number("the place of a bit", 0, 191);
    for (name, says) in [("risbg", Says::Sign), ("risbgn", Says::Nothing)] {
        let uses = if says == Says::Nothing { &[][..] } else { CHANGES };
        let operation = Operation::InsertRotated { says };
        table.add(name, operation, &[CHANGED, READ, place, last, place]).using(uses);
        table
            .add(name, operation, &[CHANGED, READ, place, last])
            .using(uses)
            .rewritten(|operands| operands.push(Operand::Number(0)));
    }
}

fn comparisons(table: &mut Table) {
    for (letter, bits) in [("", 32), ("g", 64)] {
        for (name, signed) in [("c", true), ("cl", false)] {
            let compare = |from| Operation::Compare { bits, signed, from };
            table.add(format!("{name}{letter}r"), compare(whole(bits)), &[READ, READ]).using(CHANGES);
            table.add(format!("{name}{letter}"), compare(whole(bits)), &[READ, MEMORY]).using(CHANGES);
            let immediate = if signed { I32 } else { U32 };
            table.add(format!("{name}{letter}fi"), compare(ValueSource::Number), &[READ, immediate]).using(CHANGES);
            for (condition, mask) in CONDITIONS.into_iter().filter(|(name, _)| !OF_RESULTS.contains(name)) {
                let by = |from| Operation::CompareAndBranch { bits, signed, from, mask };
                table.add(format!("{name}{letter}rj{condition}"), by(whole(bits)), &[READ, READ, TARGET]);
                table.add(format!("{name}{letter}ij{condition}"), by(ValueSource::Number), &[READ, I8, TARGET]);
            }
        }
        let compare = Operation::Compare { bits, signed: true, from: ValueSource::Number };
        table.add(format!("c{letter}hi"), compare, &[READ, I16]).using(CHANGES);
    }
    for (name, low) in [("tmll", 0), ("tmlh", 16), ("tmhl", 32), ("tmhh", 48)] {
        table.add(name, Operation::TestUnderMask { low }, &[READ, U16]).using(CHANGES);
    }
}

fn jumps(table: &mut Table) {
    for (condition, mask) in CONDITIONS {
        let branch = table.add(format!("j{condition}"), Operation::Branch(mask), &[TARGET]);
        branch.or(format!("jg{condition}")).using(&[(CONDITION, Role::Read)]);
    }
    table.add("j", Operation::Jump, &[TARGET]).or("jg");
    table.add("brasl", Operation::Call, &[TO, TARGET]).or("bras");
    table.add("br", Operation::JumpRegister, &[READ]);
}

fn stores(table: &mut Table) {
    for (names, bits) in [(["st", "sty"], 32), (["sth", "sthy"], 16), (["stc", "stcy"], 8)] {
        table.add(names[0], Operation::Store(bits), &[READ, MEMORY]).or(names[1]);
    }
    table.add("stg", Operation::Store(64), &[READ, MEMORY]);
    for (name, bits, slot) in
        [("mvi", 8, I8), ("mviy", 8, I8), ("mvhhi", 16, I16), ("mvhi", 32, I16), ("mvghi", 64, I16)]
    {
        table.add(name, Operation::StoreNumber(bits), &[MEMORY, slot]);
    }
}

fn atomics(table: &mut Table) {
    use BinaryOperator as B;
    for (name, bits) in [("cs", 32), ("csy", 32), ("csg", 64)] {
        table.add(name, Operation::CompareSwap(bits), &[CHANGED, READ, MEMORY]).using(CHANGES);
    }
    let next = Slot::next(0);
    table.add("lpq", Operation::LoadPair, &[TO, next.with_role(Role::Write), MEMORY]).checked(are_pairs);
    table.add("stpq", Operation::StorePair, &[READ, next, MEMORY]).checked(are_pairs);
    let slots = [CHANGED, next.with_role(Role::ReadWrite), READ, Slot::next(2), MEMORY];
    table.add("cdsg", Operation::CompareSwapPair, &slots).checked(are_pairs).using(CHANGES);
    for (name, operator, says) in [
        ("laa", B::Add, Says::SignOrOverflow),
        ("laal", B::Add, Says::Carry),
        ("lan", B::And, Says::NotZero),
        ("lao", B::Or, Says::NotZero),
        ("lax", B::Xor, Says::NotZero),
    ] {
        for (letter, bits) in [("", 32), ("g", BITS)] {
            let operation = Operation::Fetch(Fetch { operator, says }, bits);
            table.add(format!("{name}{letter}"), operation, &[TO, READ, MEMORY]).using(CHANGES);
        }
    }
    let mask = Slot::number("the mask", 14, 15);
    table.add("bcr", Operation::Serialize, &[mask, Slot::number("the register", 0, 0)]);
    let nowhere = Slot::of(SlotKind::Register(R0));
    table.add("bcr", Operation::Serialize, &[mask, nowhere]).rewritten(|operands| operands[1] = Operand::Number(0));
}

/// Whether registers with a successor begin pairs.
fn are_pairs(operands: &[Operand]) -> Option<Complaint> {
    let pairs = operands.len() / 2;
    (0..pairs).map(|pair| 2 * pair).find_map(|at| match &operands[at] {
        Operand::Register(RegisterOperand::Symbolic { .. }) => {
            Some((at, at, "a symbolic register cannot stand for two"))
        }
        Operand::Register(_) if operands[at] == operands[at + 1] => {
            Some((at, at, "the register must have an even number: the next one is meant too"))
        }
        _ => None,
    })
}
