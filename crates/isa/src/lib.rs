//! The languages of litmus tests, one module each.
//!
//! A module turns the text of an instruction into an instruction and that into micro-operations; nothing else in Lakmus
//! knows what an instruction is. [`language`] finds a language by the word that begins a test.

#![allow(
    private_interfaces,
    private_bounds,
    reason = "an instruction is opaque outside: the trait that architectures implement, and their tables, are not part of the interface"
)]

pub mod aarch64;
pub mod arm;
mod assembly;
pub mod bpf;
pub mod c;
pub mod java;
pub mod lisa;
pub mod loongarch;
pub mod mips;
pub mod ppc;
pub mod riscv;
pub mod s390x;
#[cfg(test)]
mod toy;
pub mod x86;

pub use assembly::Assembler;
use litmus::{Language, Table};

pub use aarch64::AArch64;
pub use arm::Arm;
pub use bpf::Bpf;
pub use c::{C, CWithMacros, KernelC, MacroFile};
pub use java::Java;
pub use lisa::Lisa;
pub use loongarch::LoongArch;
pub use mips::Mips;
pub use ppc::Ppc;
pub use riscv::{RiscV, RiscV32, RiscVWithWholeAmos};
pub use s390x::S390x;
pub use x86::{X86, X86_64};

/// All languages.
pub fn languages() -> &'static [&'static dyn Language] {
    ALL
}

static ALL: &[&dyn Language] = &[
    &const { Table(AArch64::new().assembly()) },
    &const { Table(Arm::new().assembly()) },
    &Table(Bpf),
    &C,
    &Java(java::Dialect::Java),
    &PLAIN_LISA,
    &Table(Assembler(LoongArch)),
    &Table(Assembler(Mips)),
    &Table(Assembler(Ppc)),
    &Table(Assembler(RiscV)),
    &Table(Assembler(S390x)),
    &Table(Assembler(X86)),
    &Table(Assembler(X86_64)),
];

static PLAIN_LISA: Table<Lisa> = Table(Lisa::PLAIN);

/// The language with the architecture word `arch`, such as `X86_64`.
pub fn language(arch: &str) -> Option<&'static dyn Language> {
    languages().iter().copied().find(|language| language.name() == arch)
}

/// The variant under which an atomic operation of RISC-V is one event.
pub const WHOLE_AMOS: &str = "whole-amos";

/// As [`language`], for tests that ask for `variants` (the words of `Variant=`), or are run under them: some choose another machine. `NV2` is that
/// of a guest hypervisor, `LSE2` one that accesses pairs of registers as a whole; under `whole-amos` an atomic operation of RISC-V is one event, as in herd7.
pub fn language_under<'v>(arch: &str, variants: impl IntoIterator<Item = &'v str>) -> Option<&'static dyn Language> {
    let (mut nested, mut whole_pairs, mut is_32_bit, mut large_addresses) = (false, false, false, false);
    let mut whole_amos = false;
    for variant in variants {
        nested |= variant.eq_ignore_ascii_case("nv2");
        whole_pairs |= variant.eq_ignore_ascii_case("lse2");
        is_32_bit |= variant.eq_ignore_ascii_case("rv32");
        large_addresses |= variant.eq_ignore_ascii_case("lpae");
        whole_amos |= variant.eq_ignore_ascii_case(WHOLE_AMOS);
    }
    match (arch, nested, whole_pairs) {
        ("AArch64", true, false) => Some(&const { Table(AArch64::new().nested().assembly()) }),
        ("AArch64", false, true) => Some(&const { Table(AArch64::new().with_whole_pairs().assembly()) }),
        ("AArch64", true, true) => Some(&const { Table(AArch64::new().nested().with_whole_pairs().assembly()) }),
        ("RISCV", ..) if is_32_bit => Some(&Table(Assembler(RiscV32))),
        ("RISCV", ..) if whole_amos => Some(&Table(Assembler(RiscVWithWholeAmos))),
        ("ARM", ..) if large_addresses => Some(&const { Table(Arm::new().with_whole_pairs().assembly()) }),
        _ => language(arch),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_found_by_the_words_that_begin_tests() {
        for known in languages() {
            assert_eq!(language(known.name()).map(Language::name), Some(known.name()));
        }
        assert!(language("Z80").is_none());
    }

    #[test]
    fn samples_are_tests_in_their_languages() {
        for known in languages() {
            let (name, text) = (known.name(), known.descriptor().sample);
            let mut sources = source::Sources::new();
            let id = sources.add(name, text);
            let (test, diagnostics) = litmus::parse(&sources, id, name);
            assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
            let test = test.expect("without diagnostics there is a test");
            assert_eq!(test.architecture.text, name);
            let code = test.read_code(*known, text).unwrap_or_else(|found| panic!("{name}: {found:?}"));
            litmus::lower(&test, *known, &*code).unwrap_or_else(|found| panic!("{name}: {found:?}"));
        }
    }
}
