//! The texts in which herd's hash differs from what people see. Herd prints `LDUR` and `SBFM` with 64-bit names whatever the size,
//! two commas in `MOVZ`, `SUB` for `NEG`; none of that reads back as the same instruction, so that people see something else.

use litmus::CodeText;

use super::AArch64;
use super::kind::{Access, Arithmetic, LoadKind};
use super::operand::Condition;
use super::register;
use super::table::{Operation, Value};
use crate::assembly::address::Mode;
use crate::assembly::operand::{Instruction, Operand, RegisterOperand, address_kind};
use crate::assembly::put::{Put, put};
use crate::assembly::{Architecture, address::AddressText};

type A64 = Instruction<AArch64>;

/// Writes an instruction that is hashed in another form than it is printed in; gives whether it is one.
pub(super) fn put(instruction: &A64, text: &mut CodeText<'_>) -> bool {
    match instruction.operation() {
        Operation::Load(LoadKind::Unscaled, Access::Whole) => {
            put!(text; "LDUR ", X(instruction.register(0)), ", ", At(instruction, 1));
        }
        Operation::LoadPair(_) | Operation::StorePair(_) => return put_pair(instruction, text),
        Operation::LoadExclusivePair { .. } => {
            let (first, second) = (W(instruction.register(0)), Same(instruction.register(1)));
            put!(text; instruction.form.name(), " ", first, ",", second, ",", At(instruction, 2));
        }
        Operation::CodeAddress => {
            text.push_str("ADDR");
            instruction.put_operands(text);
        }
        Operation::Set(Value::Wide(_)) => match instruction.operands.get(2) {
            Some(Operand::Modifier { amount: Some(amount), .. }) => {
                let (to, value) = (Same(instruction.register(0)), *instruction.number(1));
                put!(text; instruction.form.name(), " ", to, ",#", value, ",,LSL #", *amount);
            }
            _ => return false,
        },
        Operation::Set(Value::BitField(_)) => {
            let (to, from) = (X(instruction.register(0)), X(instruction.register(1)));
            let (rotate, last) = (*instruction.number(2), *instruction.number(3));
            put!(text; instruction.form.name(), " ", to, ",", from, ",#", rotate, ",#", last);
        }
        Operation::Arithmetic(Arithmetic::Sub) => return put_negation("NEG", "SUB", instruction, text),
        Operation::Arithmetic(Arithmetic::Subs) => return put_negation("NEGS", "SUBS", instruction, text),
        Operation::Select(_) => return put_select(instruction, text),
        _ => return false,
    }
    true
}

/// A blank before the address in post-indexed pairs.
fn put_pair(instruction: &A64, text: &mut CodeText<'_>) -> bool {
    if instruction.address(2).mode != Mode::PostIndexed {
        return false;
    }
    let (first, second) = (Same(instruction.register(0)), Same(instruction.register(1)));
    put!(text; instruction.form.name(), " ", first, ",", second, ", ", At(instruction, 2));
    true
}

/// `NEG` is `SUB` from the zero register.
fn put_negation(alias: &str, name: &str, instruction: &A64, text: &mut CodeText<'_>) -> bool {
    if instruction.form.name() != alias {
        return false;
    }
    let form = AArch64::forms().named(name).find(|form| form.takes(&instruction.operands));
    match form {
        Some(form) => Instruction { form, operands: instruction.operands.clone(), suffix: None }.put(text),
        None => return false,
    }
    true
}

/// Herd takes `GT` for the inverse of `GE`, when it reads `CSET` as well as when it prints it, so that `CSET X0,GE` is hashed as
/// `CSET X0,LE`. (`CSINC X0,XZR,XZR,LT`, which is hashed as `CSET X0,GE`, is not distinguished.)
fn put_select(instruction: &A64, text: &mut CodeText<'_>) -> bool {
    let inverse = match Condition::ALL[usize::from(*instruction.choice(3))] {
        Condition::Ge => "GT",
        Condition::Lt => "LE",
        _ => return false,
    };
    let (name, to) = (instruction.form.name(), Same(instruction.register(0)));
    match name {
        "CSET" | "CSETM" => put!(text; name, " ", to, ",", inverse),
        "CINC" => put!(text; name, " ", to, ",", Same(instruction.register(1)), ",", inverse),
        _ => return false,
    }
    true
}

/// A register as it is.
struct Same<'a>(&'a RegisterOperand);

impl Put for Same<'_> {
    fn put(&self, text: &mut CodeText<'_>) {
        self.0.put::<AArch64>(text);
    }
}

/// A register by its 64-bit name.
struct X<'a>(&'a RegisterOperand);

impl Put for X<'_> {
    fn put(&self, text: &mut CodeText<'_>) {
        register::with_size(self.0, register::X.or(register::XZR)).put::<AArch64>(text);
    }
}

/// A register by its 32-bit name.
struct W<'a>(&'a RegisterOperand);

impl Put for W<'_> {
    fn put(&self, text: &mut CodeText<'_>) {
        register::with_size(self.0, register::W.or(register::WZR)).put::<AArch64>(text);
    }
}

/// The address at a place.
struct At<'a>(&'a A64, usize);

impl Put for At<'_> {
    fn put(&self, text: &mut CodeText<'_>) {
        let kind = address_kind(self.0.form).expect("a form with an address");
        AddressText { address: self.0.address(self.1), kind }.put::<AArch64>(text);
    }
}
