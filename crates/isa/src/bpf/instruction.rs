//! Instructions, as they are written.

use std::fmt::Write;

use litmus::{CodeText, Mention};
use program::{RegisterId, Width};

use super::{FRAME, WIDTH};

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// `r1 = r2`, `r1 = 5`; `r1 = (s8)r2` is of `from` bits, whose sign is kept.
    Move { to: RegisterName, value: Operand, from: Option<Width> },
    /// `r1 = 5 ll`, `r1 = x ll`: all 64 bits stand in the instruction.
    MoveWide { to: RegisterName, value: WideOperand },
    /// `r1 += r2`.
    Compute { operator: Operator, to: RegisterName, by: Operand },
    /// `r1 = -r1`.
    Negate { to: RegisterName },
    /// `r1 = be16 r1`.
    Swap { to: RegisterName, order: ByteOrder, bits: Width },
    /// `r1 = *(u32 *)(r2 + 0)`, `r1 = load_acquire((u32 *)(r2 + 0))`.
    Load { to: RegisterName, is_signed: bool, place: Place, is_acquire: bool },
    /// `*(u32 *)(r1 + 0) = r2`, `store_release((u32 *)(r1 + 0), r2)`.
    Store { place: Place, value: Operand, is_release: bool },
    /// `lock *(u32 *)(r1 + 0) += r2`; with its result `r2 = atomic_fetch_add((u32 *)(r1 + 0), r2)`.
    Update { operator: Update, place: Place, by: RegisterName, has_result: bool },
    /// `r2 = xchg_64(r1 + 0, r2)`.
    Exchange { place: Place, with: RegisterName },
    /// `r0 = cmpxchg_64(r1 + 0, r0, r2)`.
    CompareExchange { place: Place, new: RegisterName },
    /// `goto L`.
    Jump { label: String },
    /// `if r1 == 5 goto L`.
    Branch { test: Test, left: RegisterName, right: Operand, label: String },
    /// `exit`.
    Exit,
}

/// A register, or a symbolic one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RegisterName {
    pub(crate) register: RegisterOrSymbol,
    /// 64, or 32 where the low bits are meant (`w1`).
    pub(crate) width: Width,
}

/// What is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RegisterOrSymbol {
    Numbered(RegisterId),
    Symbolic(String),
}

/// A register or an immediate of 32 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    Register(RegisterName),
    Number(i32),
}

/// An immediate of 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WideOperand {
    Number(u64),
    /// The address of a location.
    Location(String),
}

/// Where memory is accessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) width: Width,
    pub(crate) base: RegisterName,
    pub(crate) offset: i16,
}

/// What is done with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide { is_signed: bool },
    Remainder { is_signed: bool },
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight { is_signed: bool },
}

/// What an atomic operation does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    Add,
    And,
    Or,
    Xor,
}

/// In which order bytes are put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    /// Into that of little-endian machines, which tests run on: nothing but the width changes.
    Little,
    /// Into that of big-endian machines.
    Big,
    /// The other one.
    Other,
}

/// What a branch compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Equal,
    NotEqual,
    Less {
        is_signed: bool,
    },
    LessOrEqual {
        is_signed: bool,
    },
    Greater {
        is_signed: bool,
    },
    GreaterOrEqual {
        is_signed: bool,
    },
    /// Whether they have a bit in common.
    Meets,
}

impl Operator {
    /// All, each with how it is written. What begins like another comes before it.
    pub(crate) const ALL: [(&'static str, Operator); 13] = [
        ("+=", Operator::Add),
        ("-=", Operator::Subtract),
        ("*=", Operator::Multiply),
        ("s/=", Operator::Divide { is_signed: true }),
        ("/=", Operator::Divide { is_signed: false }),
        ("s%=", Operator::Remainder { is_signed: true }),
        ("%=", Operator::Remainder { is_signed: false }),
        ("&=", Operator::And),
        ("|=", Operator::Or),
        ("^=", Operator::Xor),
        ("<<=", Operator::ShiftLeft),
        ("s>>=", Operator::ShiftRight { is_signed: true }),
        (">>=", Operator::ShiftRight { is_signed: false }),
    ];

    fn text(self) -> &'static str {
        Operator::ALL.into_iter().find(|(_, operator)| *operator == self).map_or("", |(text, _)| text)
    }
}

impl Update {
    /// All, each with its operator and the name of the operation with a result.
    pub(crate) const ALL: [(Update, &'static str, &'static str); 4] = [
        (Update::Add, "+=", "atomic_fetch_add"),
        (Update::And, "&=", "atomic_fetch_and"),
        (Update::Or, "|=", "atomic_fetch_or"),
        (Update::Xor, "^=", "atomic_fetch_xor"),
    ];

    fn words(self) -> (&'static str, &'static str) {
        let found = Update::ALL.into_iter().find(|(update, ..)| *update == self);
        found.map_or(("", ""), |(_, operator, name)| (operator, name))
    }
}

impl ByteOrder {
    /// All, each with what its words begin with.
    pub(crate) const ALL: [(&'static str, ByteOrder); 3] =
        [("le", ByteOrder::Little), ("be", ByteOrder::Big), ("bswap", ByteOrder::Other)];

    fn text(self) -> &'static str {
        ByteOrder::ALL.into_iter().find(|(_, order)| *order == self).map_or("", |(text, _)| text)
    }
}

impl Test {
    /// All, each with how it is written. What begins like another comes before it.
    pub(crate) const ALL: [(&'static str, Test); 11] = [
        ("==", Test::Equal),
        ("!=", Test::NotEqual),
        ("s<=", Test::LessOrEqual { is_signed: true }),
        ("s>=", Test::GreaterOrEqual { is_signed: true }),
        ("s<", Test::Less { is_signed: true }),
        ("s>", Test::Greater { is_signed: true }),
        ("<=", Test::LessOrEqual { is_signed: false }),
        (">=", Test::GreaterOrEqual { is_signed: false }),
        ("<", Test::Less { is_signed: false }),
        (">", Test::Greater { is_signed: false }),
        ("&", Test::Meets),
    ];

    fn text(self) -> &'static str {
        Test::ALL.into_iter().find(|(_, test)| *test == self).map_or("", |(text, _)| text)
    }
}

/// Writes formatted pieces; writing to a text does not fail.
macro_rules! put {
    ($text:expr, $($piece:tt)+) => { _ = write!($text, $($piece)+) };
}

impl RegisterName {
    fn put(&self, text: &mut CodeText<'_>) {
        match &self.register {
            RegisterOrSymbol::Numbered(FRAME) if text.is_hashed() && self.width == WIDTH => text.push_str("fp"),
            RegisterOrSymbol::Numbered(register) => {
                put!(text, "{}{}", if self.width == WIDTH { 'r' } else { 'w' }, register.number());
            }
            RegisterOrSymbol::Symbolic(name) => put!(text, "%{name}"),
        }
    }
}

impl Operand {
    fn put(&self, text: &mut CodeText<'_>) {
        match self {
            Operand::Register(register) => register.put(text),
            Operand::Number(number) => put!(text, "{number}"),
        }
    }
}

impl Place {
    /// `r1 + 0`.
    fn put_address(&self, text: &mut CodeText<'_>) {
        self.base.put(text);
        let sign = if self.offset < 0 { '-' } else { '+' };
        put!(text, " {sign} {}", self.offset.unsigned_abs());
    }

    /// `(u32 *)(r1 + 0)`.
    fn put(&self, sign: char, text: &mut CodeText<'_>) {
        put!(text, "({sign}{} *)(", self.width);
        self.put_address(text);
        text.push_str(")");
    }

    /// The same of what is loaded: herd's hash has one more blank there.
    fn put_source(&self, sign: char, text: &mut CodeText<'_>) {
        if !text.is_hashed() {
            return self.put(sign, text);
        }
        put!(text, "({sign}{} *) (", self.width);
        self.put_address(text);
        text.push_str(")");
    }

    /// How sizes are given in the names of exchanges.
    fn suffix(&self) -> &'static str {
        if self.width == WIDTH { "_64" } else { "32_32" }
    }
}

fn put_load(to: &RegisterName, sign: char, place: &Place, is_acquire: bool, text: &mut CodeText<'_>) {
    to.put(text);
    text.push_str(if is_acquire { " = load_acquire(" } else { " = *" });
    place.put_source(sign, text);
    text.push_str(if is_acquire { ")" } else { "" });
}

fn put_store(place: &Place, value: &Operand, is_release: bool, text: &mut CodeText<'_>) {
    match (is_release, text.is_hashed()) {
        (true, false) => text.push_str("store_release("),
        (true, true) => text.push_str("store_release ("),
        (false, _) => text.push_str("*"),
    }
    place.put('u', text);
    text.push_str(if is_release { ", " } else { " = " });
    value.put(text);
    text.push_str(if is_release { ")" } else { "" });
}

fn put_update(operator: Update, place: &Place, by: &RegisterName, has_result: bool, text: &mut CodeText<'_>) {
    let (symbol, name) = operator.words();
    if has_result {
        by.put(text);
        put!(text, " = {name}(");
    } else {
        text.push_str("lock *");
    }
    place.put('u', text);
    match has_result {
        true => text.push_str(", "),
        false => put!(text, " {symbol} "),
    }
    by.put(text);
    text.push_str(if has_result { ")" } else { "" });
}

fn put_exchange(place: &Place, with: &RegisterName, text: &mut CodeText<'_>) {
    with.put(text);
    put!(text, " = xchg{}(", place.suffix());
    place.put_address(text);
    text.push_str(", ");
    with.put(text);
    text.push_str(")");
}

fn put_compare_exchange(place: &Place, new: &RegisterName, text: &mut CodeText<'_>) {
    let letter = if new.width == WIDTH { 'r' } else { 'w' };
    put!(text, "{letter}0 = cmpxchg{}(", place.suffix());
    place.put_address(text);
    put!(text, ", {letter}0, ");
    new.put(text);
    text.push_str(")");
}

impl Instruction {
    /// Writes it as LLVM and the kernel do; for the hash as herd does.
    pub(crate) fn put(&self, text: &mut CodeText<'_>) {
        match self {
            Instruction::Move { to, value, from } => {
                to.put(text);
                text.push_str(" = ");
                if let Some(bits) = from {
                    put!(text, "(s{bits})");
                }
                value.put(text);
            }
            Instruction::MoveWide { to, value } => {
                to.put(text);
                match value {
                    WideOperand::Number(number) => put!(text, " = {number:#x} ll"),
                    WideOperand::Location(name) => put!(text, " = {name} ll"),
                }
            }
            Instruction::Compute { operator, to, by } => {
                to.put(text);
                put!(text, " {} ", operator.text());
                by.put(text);
            }
            Instruction::Negate { to } => {
                to.put(text);
                text.push_str(" = -");
                to.put(text);
            }
            Instruction::Swap { to, order, bits } => {
                to.put(text);
                put!(text, " = {}{bits} ", order.text());
                to.put(text);
            }
            Instruction::Load { to, is_signed, place, is_acquire } => {
                put_load(to, if *is_signed { 's' } else { 'u' }, place, *is_acquire, text);
            }
            Instruction::Store { place, value, is_release } => put_store(place, value, *is_release, text),
            Instruction::Update { operator, place, by, has_result } => {
                put_update(*operator, place, by, *has_result, text);
            }
            Instruction::Exchange { place, with } => put_exchange(place, with, text),
            Instruction::CompareExchange { place, new } => put_compare_exchange(place, new, text),
            Instruction::Jump { label } => {
                text.push_str("goto ");
                text.push_label(label);
            }
            Instruction::Branch { test, left, right, label } => {
                text.push_str("if ");
                left.put(text);
                put!(text, " {} ", test.text());
                right.put(text);
                text.push_str(" goto ");
                text.push_label(label);
            }
            Instruction::Exit => text.push_str("exit"),
        }
    }

    /// Visits what it names.
    pub(crate) fn mentions(&self, visit: &mut dyn FnMut(Mention<'_>)) {
        let of = |name: &RegisterName, visit: &mut dyn FnMut(Mention<'_>)| match &name.register {
            RegisterOrSymbol::Numbered(register) => visit(Mention::Register(*register)),
            RegisterOrSymbol::Symbolic(name) => visit(Mention::Symbolic(name)),
        };
        let of_operand = |operand: &Operand, visit: &mut dyn FnMut(Mention<'_>)| match operand {
            Operand::Register(register) => of(register, visit),
            Operand::Number(_) => {}
        };
        match self {
            Instruction::Move { to, value, .. } | Instruction::Compute { to, by: value, .. } => {
                of(to, visit);
                of_operand(value, visit);
            }
            Instruction::MoveWide { to, value } => {
                of(to, visit);
                match value {
                    WideOperand::Location(name) => visit(Mention::Location(name)),
                    WideOperand::Number(_) => {}
                }
            }
            Instruction::Negate { to } | Instruction::Swap { to, .. } => of(to, visit),
            Instruction::Load { to, place, .. } => {
                of(to, visit);
                of(&place.base, visit);
            }
            Instruction::Store { place, value, .. } => {
                of(&place.base, visit);
                of_operand(value, visit);
            }
            Instruction::Update { place, by: register, .. } | Instruction::Exchange { place, with: register } => {
                of(&place.base, visit);
                of(register, visit);
            }
            Instruction::CompareExchange { place, new } => {
                visit(Mention::Register(super::lower::COMPARED));
                of(&place.base, visit);
                of(new, visit);
            }
            Instruction::Jump { label } => visit(Mention::Label(label)),
            Instruction::Branch { left, right, label, .. } => {
                of(left, visit);
                of_operand(right, visit);
                visit(Mention::Label(label));
            }
            Instruction::Exit => {}
        }
    }
}
