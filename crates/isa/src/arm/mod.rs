//! ARM: the litmus tests of Arm's 32-bit architecture, versions 7 and 8, in the unified assembly that herd reads and that compilers write
//! for A32 and T32.
//!
//! - `table` lists the forms. Each may have a condition behind its mnemonic.
//! - `lower` gives instructions their meaning.
//!
//! Source: Arm Architecture Reference Manual for A-profile (DDI 0487), part F, and that for Armv7-A (DDI 0406).
//!
//! Against herd: all conditions on all instructions, accesses of all sizes, what Armv8 adds, and what frames and calls need are read.
//! `IT` says nothing that the conditions of its instructions do not say. Under `arm` the domain of a barrier does not matter, since all
//! threads of a test share all domains. Positions of code are unknown: addresses relative to `pc` and literal pools are refused.

mod lower;
mod table;
#[cfg(test)]
mod tests;

use litmus::{CodeText, Descriptor, LoweringContext, RegisterPart};
use program::{BinaryOperator, BlockBuilder, RegisterId, Width};
use source::{CharSet, Diagnostic};
use std::borrow::Cow;

use crate::assembly::address::AddressSyntax;
use crate::assembly::form::Choice;
use crate::assembly::lower::Reservation;
use crate::assembly::operand::Instruction;
use crate::assembly::reader::{Reader, Spanned, Syntax};
use crate::assembly::register::{Classes, RegisterFile, nth};
use crate::assembly::{Architecture, Assembler, made_once};

use table::{Compute, Many, Operation};

/// The assembly language of 32-bit Arm, on a machine of some kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arm {
    /// Whether `LDRD` and `STRD` are one access.
    has_whole_pairs: bool,
}

impl Arm {
    /// On a machine that accesses the two words of `LDRD` and `STRD` by themselves, as Armv7 has it and herd.
    pub const fn new() -> Arm {
        Arm { has_whole_pairs: false }
    }

    /// On a machine with the Large Physical Address Extension, as Armv7VE and Armv8 have it: an aligned `LDRD` or `STRD` is one access of
    /// 64 bits (DDI 0406, A3.5.3; DDI 0487, E2.2). Tests ask for it with `Variant=LPAE`.
    #[must_use]
    pub const fn with_whole_pairs(mut self) -> Arm {
        self.has_whole_pairs = true;
        self
    }

    /// The language, for [`litmus::Table`].
    pub const fn assembly(self) -> Assembler<Arm> {
        Assembler(self)
    }
}

/// `R0` to `R12`, the stack pointer and the link register.
const R: Classes = Classes::only(0);
/// The program counter, where writing it is a jump.
const PC: Classes = Classes::only(1);

const FIRST: RegisterId = RegisterId::from_number(0);
const STACK_POINTER: RegisterId = nth(FIRST, 13);
/// The link register.
const LINK: RegisterId = nth(FIRST, 14);
const FIRST_FLAG: RegisterId = nth(FIRST, 15);
/// What the last exclusive load reserved.
const RESERVATION: Reservation = Reservation { register: nth(FIRST, 19), address_width: ADDRESS_BITS };

const PROGRAM_COUNTER: RegisterId = nth(FIRST, 20);

/// How many bits an address has, and a register.
const ADDRESS_BITS: Width = 32;

/// The condition flags, each a register of one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flag {
    Negative,
    Zero,
    /// After a subtraction: no borrow.
    Carry,
    Overflow,
}

impl Flag {
    /// The register.
    const fn id(self) -> RegisterId {
        nth(FIRST_FLAG, self as u32)
    }
}

fn file() -> RegisterFile {
    let mut file = RegisterFile::default();
    file.numbered("R", 13, ADDRESS_BITS, R);
    file.register("SP", ADDRESS_BITS, R);
    file.register("LR", ADDRESS_BITS, R);
    ["N", "Z", "C", "V"].iter().for_each(|flag| _ = file.hidden(flag, 1));
    file.hidden("Res", RESERVATION.width());
    file.register("PC", ADDRESS_BITS, PC);
    for (name, of) in [("R13", "SP"), ("R14", "LR"), ("R15", "PC"), ("IP", "R12"), ("SL", "R10"), ("SB", "R9")] {
        file.alias(name, of);
    }
    // As herd has it, which prints this name where it is written.
    file.name("FP", RegisterPart { register: nth(FIRST, 11), low: 0, width: ADDRESS_BITS }, R);
    file.allocate((0..13).map(|number| nth(FIRST, number)));
    file
}

/// The number of the condition that always holds.
const ALWAYS: u8 = 14;

/// The conditions, by the numbers that encodings have for them.
static CONDITIONS: Choice = Choice {
    what: "a condition",
    words: &[
        ("EQ", 0),
        ("NE", 1),
        ("CS", 2),
        ("CC", 3),
        ("MI", 4),
        ("PL", 5),
        ("VS", 6),
        ("VC", 7),
        ("HI", 8),
        ("LS", 9),
        ("GE", 10),
        ("LT", 11),
        ("GT", 12),
        ("LE", 13),
        ("AL", ALWAYS),
        ("HS", 2),
        ("LO", 3),
    ],
};

impl Syntax for Arm {
    const LINE_COMMENTS: &'static [&'static str] = &["@", "//"];
    const NUMBER_SIGIL: &'static str = "#";
    const NAME_START: &'static CharSet = &CharSet::LETTERS.with(CharSet::of("_.$"));
}

impl Architecture for Arm {
    type Operation = Operation;

    const DESCRIPTOR: &'static Descriptor = &Descriptor {
        name: "ARM",
        sample: include_str!("sample.litmus"),
        default_model: arch::arm::ARMV7.default_model,
        inline_assembly: None,
    };
    const ADDRESSES: AddressSyntax = AddressSyntax::Brackets;
    const HAS_OLD_ADDRESSES: bool = true;
    const SYMBOLIC: Classes = R;
    const SUFFIXES: &'static Choice = &CONDITIONS;
    const ADDRESS_WIDTH: Width = ADDRESS_BITS;
    const INSTRUCTION_BYTES: Option<u16> = Some(4);
    const TAGS: &'static [&'static str] = lower::TAGS;

    made_once!(Arm: file, table::rows);

    /// Whether T32 encodes an instruction with 16 bits or with 32 (`.n`, `.w`) makes no difference.
    fn mnemonic<'s>(reader: &mut Reader<'_, 's, Self>) -> Result<Spanned<Cow<'s, str>>, Diagnostic> {
        let name = reader.name().ok_or_else(|| reader.expected("an instruction"))?;
        let stem = match name.value.as_bytes() {
            [stem @ .., b'.', b'w' | b'W' | b'n' | b'N'] => &name.value[..stem.len()],
            _ => name.value,
        };
        Ok(Spanned { value: Cow::Borrowed(stem), span: name.span })
    }

    fn misplaced_register(name: &str) -> Option<&'static str> {
        (name == "PC").then_some("the program counter cannot stand here: positions of code are not known")
    }

    /// herd's hash has blanks where others have none, and none where others have them.
    fn put_hashed(instruction: &Instruction<Self>, text: &mut CodeText<'_>) -> bool {
        let printed = || CodeText::printed(|text| instruction.put(text));
        let spaced = match instruction.operation() {
            Operation::Many(Many::Load(_) | Many::Store(_)) => printed().replacen(',', ", ", 1),
            Operation::LoadPair => printed().replace(',', ", "),
            Operation::MoveHalf { top } => half_hashed(&printed(), top),
            Operation::Compute { compute: Compute::Bitwise(BinaryOperator::And, false), flags: false, .. } => {
                // Of three registers only.
                let printed = printed();
                match printed.as_str() {
                    // The encoding that is all zeros.
                    "ANDEQ R0,R0,R0" => "NOP".to_owned(),
                    printed if printed.contains('#') => return false,
                    printed => printed.replace(',', ", "),
                }
            }
            _ => return false,
        };
        text.push_str(&spaced);
        true
    }

    fn lower(
        &self,
        instruction: &Instruction<Self>,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic> {
        lower::instruction(instruction, *self, context, block)
    }
}

/// `MOVWEQ R1,#2` as herd's hash has it: the condition of `MOVW` runs into the register, that of `MOVT` stands apart from the name.
fn half_hashed(printed: &str, top: bool) -> String {
    let (name, operands) = printed.split_once(' ').unwrap_or((printed, ""));
    let operands = operands.replacen(',', ", ", 1);
    match name.strip_prefix("MOVT") {
        Some("") | None if top => format!("{name} {operands}"),
        Some(condition) => format!("MOVT {condition}{operands}"),
        None => format!("{name}{operands}"),
    }
}
