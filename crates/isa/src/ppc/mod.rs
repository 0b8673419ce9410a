//! PPC: the litmus tests of Power, 64 bits, in the assembly that herd reads and that compilers write.
//!
//! - `table` lists the forms, with the extended mnemonics of the manual.
//! - `lower` gives instructions their meaning.
//!
//! Source: Power Instruction Set Architecture, book I (user instructions) and book II (storage).
//!
//! Against herd: fields of the condition register may be named; registers may be written as plain numbers; part-word reservations. A
//! base register that is written `0` counts as 0; `r0` in its place is the register, as in herd. Overflow, prefixed instructions and
//! vectors are not read.

mod lower;
mod table;
#[cfg(test)]
mod tests;

use litmus::inline::{InlineAssembly, RegisterForm, numbered};
use litmus::{CodeText, Descriptor, LoweringContext, RegisterPart};
use program::{BlockBuilder, RegisterId, Width};
use source::Diagnostic;
use std::borrow::Cow;

use crate::assembly::address::AddressSyntax;
use crate::assembly::lower::Reservation;
use crate::assembly::operand::Instruction;
use crate::assembly::put::put;
use crate::assembly::reader::{Reader, Spanned, Syntax};
use crate::assembly::register::{Classes, RegisterFile, nth};
use crate::assembly::{Architecture, made_once};

use table::{Operation, Value};

/// The assembly language of Power.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ppc;

/// `r0` to `r31`.
const R: Classes = Classes::only(0);
/// `0` as a base register.
const ZERO: Classes = Classes::only(1);
/// `cr0` to `cr7`: the fields of the condition register, of four bits each.
const CR: Classes = Classes::only(2);
/// The bits of the condition register, by their numbers.
const CR_BIT: Classes = Classes::only(3);

const FIRST: RegisterId = RegisterId::from_number(0);
const FIRST_FIELD: RegisterId = nth(FIRST, 32);
/// The link register.
const LINK: RegisterId = nth(FIRST, 40);
/// The count register.
const COUNT: RegisterId = nth(FIRST, 41);
/// What the last load with reservation reserved.
const RESERVATION: Reservation = Reservation { register: nth(FIRST, 42), address_width: 64 };
/// The carry of the last addition that sets it.
const CARRY: RegisterId = nth(FIRST, 43);

fn file() -> RegisterFile {
    let mut file = RegisterFile::default();
    file.numbered("r", 32, 64, R);
    file.zero("0", 64, ZERO, None);
    file.numbered("cr", 8, 4, CR);
    file.hidden("lr", 64);
    file.hidden("ctr", 64);
    file.hidden("Res", RESERVATION.width());
    file.hidden("ca", 1);
    for bit in 0..32 {
        let part = RegisterPart { register: nth(FIRST_FIELD, bit / 4), low: 3 - bit as u16 % 4, width: 1 };
        file.name_in_code(&format!("crb{bit}"), part, CR_BIT);
    }
    file.alias("sp", "r1");
    // The pointers to the stack, to what is global and to the thread are left alone.
    file.allocate((0..32).filter(|number| ![0, 1, 2, 13].contains(number)).map(|number| nth(FIRST, number)));
    file
}

impl Syntax for Ppc {
    const LINE_COMMENTS: &'static [&'static str] = &["#"];
    const NUMBER_SIGIL: &'static str = "";
}

static INLINE: InlineAssembly = InlineAssembly {
    family: |word| numbered(word, 'r', 31).map(|number| (format!("r{number}"), RegisterForm::Full)),
    // Assemblers for Linux want numbers; which are registers depends on the place.
    spell: |family, _| family.trim_start_matches('r').to_owned(),
    clobber: |family| family.to_owned(),
    reserved: &["r0", "r1", "r2", "r13", "r30", "r31"],
    spare: &["r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21"],
    load: |register, offset| format!("ld {register},{offset}(%[c])"),
    store: |register, offset| format!("std {register},{offset}(%[c])"),
    base: "b",
    flags: &["cr0", "cr1", "cr5", "cr6", "cr7", "ctr"],
    escapes_percent: false,
    names_locations: false,
    options: "",
};

impl Architecture for Ppc {
    type Operation = Operation;

    const DESCRIPTOR: &'static Descriptor = &Descriptor {
        name: "PPC",
        sample: include_str!("sample.litmus"),
        default_model: arch::power::POWER.default_model,
        inline_assembly: Some(&INLINE),
    };
    const ADDRESSES: AddressSyntax = AddressSyntax::Parentheses;
    const HAS_OLD_ADDRESSES: bool = true;
    const SYMBOLIC: Classes = R;
    const BARE_NUMBERS: &'static [(Classes, &'static str)] = &[(R, "r"), (CR, "cr"), (CR_BIT, "crb")];
    const ADDRESS_WIDTH: Width = 64;
    const INSTRUCTION_BYTES: Option<u16> = Some(4);
    const TAGS: &'static [&'static str] = lower::TAGS;

    made_once!(Ppc: file, table::rows);

    /// A branch may end in a sign, which says whether it is likely.
    fn mnemonic<'s>(reader: &mut Reader<'_, 's, Self>) -> Result<Spanned<Cow<'s, str>>, Diagnostic> {
        let name = reader.name().ok_or_else(|| reader.expected("an instruction"))?;
        if name.value.starts_with(['b', 'B']) && !reader.eat("+") {
            reader.eat("-");
        }
        Ok(Spanned { value: Cow::Borrowed(name.value), span: name.span })
    }

    /// herd's hash does not distinguish accesses of 64 bits from those of 32, and has blanks of its own.
    fn put_hashed(instruction: &Instruction<Self>, text: &mut CodeText<'_>) -> bool {
        let blank_at = match instruction.operation() {
            Operation::Set(Value::ExtendSign(_)) => 1,
            Operation::Set(Value::RotateWord { .. }) => 3,
            _ => usize::MAX,
        };
        if blank_at < instruction.operands.len() {
            let written = CodeText::printed(|text| instruction.put(text));
            for (number, piece) in written.split(',').enumerate() {
                put!(text; match number { 0 => "", number if number == blank_at => ", ", _ => "," }, piece);
            }
            return true;
        }
        let name = match instruction.form.name() {
            "ld" => "lwz",
            "ldx" => "lwzx",
            "std" => "stw",
            "stdx" => "stwx",
            _ => return false,
        };
        text.push_str(name);
        instruction.put_operands(text);
        true
    }

    fn lower(
        &self,
        instruction: &Instruction<Self>,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic> {
        lower::instruction(instruction, context, block)
    }
}
