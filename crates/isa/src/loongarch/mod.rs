//! LoongArch: litmus tests of LA64, in the assembly that gcc and clang write.
//!
//! - `table` lists the forms: the basic integer instructions, the accesses to memory, and the atomic instructions of version 1.1 (`LAM_BH`,
//!   `LAMCAS`, `LLACQ_SCREL`).
//! - `lower` gives instructions their meaning.
//!
//! Source: LoongArch Reference Manual, volume 1: Basic Architecture, versions 1.02 and 1.10; LoongArch ABIs, version 2.30 (names of registers).
//!
//! herd has no LoongArch: the architecture word and the names of tags are Lakmus's own. Registers are printed by their numbers (`$r4`), and read by the names of
//! the ABI too, with `$` or without (`$a0`, `a0`).

mod lower;
mod table;
#[cfg(test)]
mod tests;

use litmus::inline::{InlineAssembly, RegisterForm, numbered};
use litmus::{Descriptor, LoweringContext, RegisterPart};
use program::{BlockBuilder, MixedSizes, RegisterId, Width};
use source::{CharSet, Diagnostic};

use crate::assembly::lower::Reservation;
use crate::assembly::operand::Instruction;
use crate::assembly::reader::Syntax;
use crate::assembly::register::{Classes, RegisterFile, nth};
use crate::assembly::{Architecture, made_once};

use table::Operation;

/// The assembly language of LA64.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoongArch;

/// `$r1` to `$r31`.
const R: Classes = Classes::only(0);
/// `$r0`: reads as 0, ignores writes. Neither is an event.
const ZERO: Classes = Classes::only(1);

const FIRST: RegisterId = RegisterId::from_number(0);
/// The return address.
const RA: RegisterId = nth(FIRST, 1);
/// What the last load-linked reserved.
const RESERVATION: Reservation = Reservation { register: nth(FIRST, 32), address_width: BITS };

/// How many bits a register has, and an address.
const BITS: Width = 64;

/// The names of the ABI, from `$r0` on.
const ABI: [&str; 32] = [
    "zero", "ra", "tp", "sp", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "t0", "t1", "t2", "t3", "t4", "t5", "t6",
    "t7", "t8", "r21", "fp", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8",
];

const LINKER_TABLES: &str = "addresses in tables of the linker (`%got_pc_hi20` and its like) are not supported";
const THREAD_LOCAL: &str = "thread-local storage is not supported";

fn file() -> RegisterFile {
    let mut file = RegisterFile::default();
    // No instruction reads or writes it; it is there because conditions may name it.
    let zero = file.hidden("$r0", BITS);
    file.zero("$r0", BITS, ZERO, Some(RegisterPart { register: zero, low: 0, width: BITS }));
    (1..32).for_each(|number| _ = file.register(&format!("$r{number}"), BITS, R));
    file.hidden("Res", RESERVATION.width());
    for (number, name) in ABI.into_iter().enumerate().chain([(22, "s9")]) {
        let register = format!("$r{number}");
        file.alias(&format!("r{number}"), &register);
        file.alias(name, &register);
        file.alias(&format!("${name}"), &register);
    }
    // The pointers to the stack and to what is local to the thread, the return address, and the reserved register are left alone.
    file.allocate((4..21).chain(23..32).map(|number| nth(FIRST, number)));
    file
}

impl Syntax for LoongArch {
    const LINE_COMMENTS: &'static [&'static str] = &["#"];
    const NUMBER_SIGIL: &'static str = "";
    const NAME_START: &'static CharSet = &CharSet::LETTERS.with(CharSet::of("_.$"));
}

static INLINE: InlineAssembly = InlineAssembly {
    family: |word| {
        let number = numbered(word.trim_start_matches('$'), 'r', 31).filter(|number| *number > 0)?;
        Some((format!("r{number}"), RegisterForm::Full))
    },
    spell: |family, _| family.to_owned(),
    clobber: |family| format!("${family}"),
    reserved: &["r1", "r2", "r3", "r21", "r22"],
    spare: &["r12", "r13", "r14", "r15", "r16", "r17", "r18", "r19", "r20"],
    load: |register, offset| format!("ld.d ${register},%[c],{offset}"),
    store: |register, offset| format!("st.d ${register},%[c],{offset}"),
    base: "r",
    flags: &[],
    escapes_percent: false,
    names_locations: false,
    options: "",
};

impl Architecture for LoongArch {
    type Operation = Operation;

    const DESCRIPTOR: &'static Descriptor = &Descriptor {
        name: "LoongArch",
        sample: include_str!("sample.litmus"),
        default_model: arch::loongarch::LOONGARCH.default_model,
        inline_assembly: Some(&INLINE),
    };
    const SYMBOLIC: Classes = R;
    const ADDRESS_WIDTH: Width = BITS;
    const UNSUPPORTED_OPERANDS: &'static [(&'static str, &'static str)] = &[
        ("%got_", LINKER_TABLES),
        ("%le_", THREAD_LOCAL),
        ("%ie_", THREAD_LOCAL),
        ("%ld_", THREAD_LOCAL),
        ("%gd_", THREAD_LOCAL),
        ("%desc_", THREAD_LOCAL),
    ];
    const TAGS: &'static [&'static str] = lower::TAGS;

    made_once!(LoongArch: file, table::rows);

    fn mixed_sizes(&self) -> Option<MixedSizes> {
        Some(lower::MIXED_SIZES)
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
