//! The languages of litmus tests, one module each.
//!
//! A module turns the text of an instruction into an instruction and that into micro-operations; nothing else in Lakmus
//! knows what an instruction is. [`language`] finds a language by the word that begins a test.

pub mod aarch64;
pub mod c;
mod put;
mod token;
pub mod x86_64;

use litmus::{Language, Table};

pub use aarch64::AArch64;
pub use c::{C, CWithMacros, MacroFile};
pub use x86_64::X86_64;

/// All languages.
pub fn languages() -> &'static [&'static dyn Language] {
    &[&const { Table::<AArch64>::new() }, &C, &const { Table::<X86_64>::new() }]
}

/// The language with the architecture word `arch`, such as `X86_64`.
pub fn language(arch: &str) -> Option<&'static dyn Language> {
    languages().iter().copied().find(|language| language.name() == arch)
}

/// As [`language`], for tests that ask for `variants` (the words of `Variant=`): some choose another machine.
pub fn language_under<'v>(arch: &str, variants: impl IntoIterator<Item = &'v str>) -> Option<&'static dyn Language> {
    let nested = || variants.into_iter().any(|variant| variant.eq_ignore_ascii_case("nv2"));
    if arch == "AArch64" && nested() {
        return Some(&const { Table::<aarch64::AArch64Nested>::new() });
    }
    language(arch)
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
}
