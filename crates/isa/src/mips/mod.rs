//! MIPS: the litmus tests of MIPS64, releases 1 to 6, in the assembly that herd reads and that compilers write.
//!
//! - `table` lists the forms.
//! - `lower` gives instructions their meaning.
//!
//! Source: MIPS Architecture for Programmers, volume II-A: The MIPS64 Instruction Set Reference Manual (MD00087, releases 2 and 6).
//!
//! **Delay slots.** Code is read as an assembler reads it under `.set reorder`: the assembler finds something for the slot behind a jump,
//! and what stands behind the jump in the text is executed when it is not taken. So herd reads it too. Code under `.set noreorder`, where
//! the slot is written down, is refused, and so are the branches whose slot is executed only when they are taken (`beql`, `bnel`, ...).
//! Compact branches have no slot.
//!
//! **Addresses** are numbers below 2^31, as on 32-bit machines and under `-msym32`: computing with 32 bits (`addu`) is defined for them.
//!
//! Against herd: accesses of all sizes, `sync` with its stypes, compact branches, calls, multiplication and division are read. The names
//! `$t0` to `$t7` are those of the 32-bit ABI (`$8` to `$15`), `$a4` to `$a7` those of the 64-bit one (`$8` to `$11`).

mod lower;
mod table;
#[cfg(test)]
mod tests;

use litmus::{Descriptor, LoweringContext, RegisterPart};
use program::{BlockBuilder, RegisterId, Width};
use source::{CharSet, Diagnostic};

use crate::assembly::address::AddressSyntax;
use crate::assembly::lower::Reservation;
use crate::assembly::operand::Instruction;
use crate::assembly::reader::Syntax;
use crate::assembly::register::{Classes, RegisterFile, nth};
use crate::assembly::{Architecture, made_once};

use table::Operation;

/// The assembly language of MIPS64.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mips;

/// `$1` to `$31`.
const R: Classes = Classes::only(0);
/// `$0`: reads as 0, ignores writes. Neither is an event.
const ZERO: Classes = Classes::only(1);

const FIRST: RegisterId = RegisterId::from_number(0);
/// The return address.
const RA: RegisterId = nth(FIRST, 31);
/// The upper half of a product, or a remainder (before release 6).
const HI: RegisterId = nth(FIRST, 32);
/// The lower half of a product, or a quotient.
const LO: RegisterId = nth(FIRST, 33);
/// What the last load-linked reserved.
const RESERVATION: Reservation = Reservation { register: nth(FIRST, 34), address_width: BITS };

/// How many bits a register has, and an address.
const BITS: Width = 64;

const LINKER_TABLES: &str = "addresses in tables of the linker (`%got`, `%call16` and their like) are not supported";

/// The names that software has for registers, from `$0` on.
const NAMES: [&str; 32] = [
    "zero", "at", "v0", "v1", "a0", "a1", "a2", "a3", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "s0", "s1", "s2",
    "s3", "s4", "s5", "s6", "s7", "t8", "t9", "k0", "k1", "gp", "sp", "fp", "ra",
];

fn file() -> RegisterFile {
    let mut file = RegisterFile::default();
    // No instruction reads or writes it; it is there because conditions may name it.
    let zero = file.hidden("$0", BITS);
    file.zero("$0", BITS, ZERO, Some(RegisterPart { register: zero, low: 0, width: BITS }));
    (1..32).for_each(|number| _ = file.register(&format!("${number}"), BITS, R));
    file.hidden("hi", BITS);
    file.hidden("lo", BITS);
    file.hidden("Res", RESERVATION.width());
    let more = [("s8", 30), ("a4", 8), ("a5", 9), ("a6", 10), ("a7", 11)];
    for (name, number) in NAMES.into_iter().zip(0..).chain(more) {
        file.alias(name, &format!("${number}"));
        file.alias(&format!("${name}"), &format!("${number}"));
    }
    // What the assembler, the kernel and the linker use, the stack pointer and the return address are left alone.
    file.allocate((2..26).map(|number| nth(FIRST, number)));
    file
}

impl Syntax for Mips {
    const LINE_COMMENTS: &'static [&'static str] = &["#"];
    const NUMBER_SIGIL: &'static str = "";
    const NAME_START: &'static CharSet = &CharSet::LETTERS.with(CharSet::of("_.$"));
}

impl Architecture for Mips {
    type Operation = Operation;

    const DESCRIPTOR: &'static Descriptor = &Descriptor {
        name: "MIPS",
        sample: include_str!("sample.litmus"),
        default_model: arch::mips::MIPS.default_model,
        inline_assembly: None,
    };
    const ADDRESSES: AddressSyntax = AddressSyntax::Parentheses;
    const SYMBOLIC: Classes = R;
    const ADDRESS_WIDTH: Width = BITS;
    const UNSUPPORTED_OPERANDS: &'static [(&'static str, &'static str)] = &[
        ("%got(", LINKER_TABLES),
        ("%got_", LINKER_TABLES),
        ("%call16(", LINKER_TABLES),
        ("%call_", LINKER_TABLES),
        ("%gp_rel(", "addresses relative to the global pointer are not supported"),
        ("%hi(%", "addresses relative to the global pointer are not supported"),
        ("%lo(%", "addresses relative to the global pointer are not supported"),
        ("%highest(", "the upper half of an address of 64 bits is not supported: addresses are below 2^31"),
        ("%higher(", "the upper half of an address of 64 bits is not supported: addresses are below 2^31"),
    ];
    const TAGS: &'static [&'static str] = lower::TAGS;

    made_once!(Mips: file, table::rows);

    fn lower(
        &self,
        instruction: &Instruction<Self>,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic> {
        lower::instruction(instruction, context, block)
    }
}
