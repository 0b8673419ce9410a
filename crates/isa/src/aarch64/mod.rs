//! AArch64: the litmus tests of Arm's 64-bit architecture, in A64 assembly as herd reads it and as compilers write it.
//!
//! - `table` lists the forms, `kind` and `operand` what mnemonics and operands vary in, `register` the registers.
//! - `hash` has the texts in which herd's hash differs from what people see.
//! - `lower` gives instructions their meaning.
//!
//! Source: Arm Architecture Reference Manual for A-profile (DDI 0487), section C6.2, and for the events of an instruction and
//! the dependencies between them herd, whose model of Arm memory computes dependencies from them.
//!
//! Against herd: instructions that compilers emit for C atomics and herd does not know are read (`CCMP`, `CLREX`, `ADC`, `ADRP`,
//! `SWPP`, ...); 32-bit registers are the low halves of 64-bit ones everywhere, in `CBZ` too; extended operands are extended
//! first and shifted afterwards; `CSET X0,GE` means what it says (herd takes `GT` for the inverse of `GE`); `RET` without a call ends
//! the thread. The encoding of an instruction, read as data, is a value equal to itself
//! only. Vectors, translation tables, writes to code, memory tags, exceptions, pointer authentication and capabilities
//! are refused by name.

mod hash;
mod kind;
mod lower;
mod operand;
mod register;
mod table;
#[cfg(test)]
mod tests;

use litmus::inline::{InlineAssembly, RegisterForm, numbered};
use litmus::{CodeText, Descriptor, LoweringContext};
use program::{BlockBuilder, MixedSizes, Width};
use source::{CharSet, Diagnostic};

use crate::assembly::address::{AddressSyntax, Index};
use crate::assembly::operand::Instruction;
use crate::assembly::reader::{Reader, Syntax};
use crate::assembly::register::Classes;
use crate::assembly::{Architecture, Assembler, made_once};

use lower::Pairs;
use table::Operation;

/// The A64 assembly language, on a machine of some kind.
#[derive(Clone, Copy, Debug)]
pub struct AArch64 {
    /// How it accesses pairs.
    pairs: Pairs,
    /// Whether accesses to some system registers are redirected to memory (FEAT_NV2, as a guest hypervisor sees it).
    redirects_system_registers: bool,
}

impl AArch64 {
    /// On a machine that accesses pairs of registers as two elements, each by an access of its own, as herd has it.
    pub const fn new() -> AArch64 {
        AArch64 { pairs: Pairs::Elements, redirects_system_registers: false }
    }

    /// On a machine that accesses a pair of registers as a whole: both elements of `LDP`, `STP`, `LDXP`, `STXP`, `CASP`
    /// and their like are one access of twice the size. FEAT_LSE2 says so of aligned `LDP` and `STP`, FEAT_LSE of `CASP`,
    /// FEAT_LRCPC3 of `LDIAPP` and `STILP` when they are aligned; `LDXP` is one access when its `STXP` succeeds.
    #[must_use]
    pub const fn with_whole_pairs(mut self) -> AArch64 {
        self.pairs = Pairs::Whole;
        self
    }

    /// As a guest hypervisor has it on a machine with FEAT_NV2: the moves from and to some system registers are loads
    /// and stores, in the page that `VNCR_EL2` points to. Tests ask for it with `Variant=NV2`.
    #[must_use]
    pub const fn nested(mut self) -> AArch64 {
        self.redirects_system_registers = true;
        self
    }

    /// The language, for [`litmus::Table`].
    pub const fn assembly(self) -> Assembler<AArch64> {
        Assembler(self)
    }
}

impl Default for AArch64 {
    fn default() -> AArch64 {
        AArch64::new()
    }
}

impl Syntax for AArch64 {
    const LINE_COMMENTS: &'static [&'static str] = &["//"];
    const NUMBER_SIGIL: &'static str = "#";
    const NAME_START: &'static CharSet = &CharSet::LETTERS.with(CharSet::of("_.$"));
}

static INLINE: InlineAssembly = InlineAssembly {
    family: |word| {
        let word = word.to_ascii_uppercase();
        let (number, form) = numbered(&word, 'X', 30)
            .map(|number| (number, RegisterForm::Full))
            .or_else(|| numbered(&word, 'W', 30).map(|number| (number, RegisterForm::Word)))?;
        Some((format!("X{number}"), form))
    },
    spell: |family, form| family.replace('X', if form == RegisterForm::Word { "w" } else { "x" }),
    clobber: |family| family.to_ascii_lowercase(),
    reserved: &["X18", "X29"],
    spare: &["X9", "X10", "X11", "X12", "X13", "X14", "X15"],
    load: |register, offset| format!("ldr {register},[%[c],#{offset}]"),
    store: |register, offset| format!("str {register},[%[c],#{offset}]"),
    base: "r",
    flags: &["cc"],
    escapes_percent: false,
    names_locations: false,
    options: "-march=armv8.4-a",
};

impl Architecture for AArch64 {
    type Operation = Operation;

    const DESCRIPTOR: &'static Descriptor = &Descriptor {
        name: "AArch64",
        sample: include_str!("sample.litmus"),
        default_model: arch::aarch64::AARCH64.default_model,
        inline_assembly: Some(&INLINE),
    };
    const ADDRESSES: AddressSyntax = AddressSyntax::Brackets;
    const SYMBOLIC: Classes = register::X;
    const ADDRESS_WIDTH: Width = 64;
    const INSTRUCTION_BYTES: Option<u16> = Some(4);
    const FOLLOWS_KNOWN_BRANCHES: bool = true;
    const TAGS: &'static [&'static str] = lower::TAGS;
    const ABSENT_TAGS: &'static [&'static str] = lower::ABSENT_TAGS;

    made_once!(AArch64: register::file, table::rows);

    fn mixed_sizes(&self) -> Option<MixedSizes> {
        Some(lower::mixed_sizes(self.pairs))
    }

    /// `X%name`, `W%name` or `%name`. Blanks are allowed nowhere inside.
    fn symbolic_prefix(reader: &mut Reader<'_, '_, Self>) -> Option<Classes> {
        let is_name = |rest: &str| rest.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        let prefixes = ["%", "X%", "x%", "W%", "w%"];
        let prefix = prefixes.into_iter().find(|prefix| reader.rest().strip_prefix(prefix).is_some_and(is_name))?;
        reader.eat(prefix);
        Some(if prefix.starts_with(['W', 'w']) { register::W } else { register::X })
    }

    fn symbolic_letters(class: Classes) -> &'static str {
        if class == register::W { "W%" } else { "X%" }
    }

    fn index_is_wrong(index: &Index) -> Option<&'static str> {
        let is_wide = matches!(index.extend, operand::INDEX_LSL | operand::INDEX_SXTX);
        (index.register.is_in(register::W) && is_wide)
            .then_some("an index of 32 bits must be extended by `UXTW` or `SXTW`")
    }

    fn unknown_register(name: &str) -> Option<(&'static str, String)> {
        let lower = name.to_ascii_lowercase();
        let stem = lower.split('.').next().unwrap_or_default();
        let letters = stem.trim_end_matches(|c: char| c.is_ascii_digit());
        if matches!(letters, "x" | "w") {
            let known = "`X0` to `X30`, `XZR`, `SP`, and `W0` to `W30`, `WZR` for their low 32 bits";
            return Some(("unknown-register", format!("`{name}` is no general-purpose register: those are {known}")));
        }
        let (_, what) =
            register::UNSUPPORTED.iter().find(|(known, _)| *known == letters && letters.len() < stem.len())?;
        Some(("unsupported-operand", format!("`{name}`: {what} registers are not supported")))
    }

    fn put_hashed(instruction: &Instruction<Self>, text: &mut CodeText<'_>) -> bool {
        hash::put(instruction, text)
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
