//! The variants that a test asks for (`Variant=a,b`).
//!
//! Some give programs another meaning. Of those, the ones that Lakmus does not have are refused: under another meaning the results would
//! be wrong. All other words are the models' own (`if "word" ...` in cat), or change nothing.
//!
//! Source of the words: herd's option `-variant`.

use litmus::Test;
use source::Diagnostic;

/// Variants that are not supported, and what they are about.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("memtag", "memory tags"),
    ("mte", "memory tags"),
    ("tagmem", "memory tags"),
    ("morello", "capabilities"),
    ("vmsa", "translation tables"),
    ("kvm", "translation tables"),
    ("pte2", "translation tables"),
    ("pte-squared", "translation tables"),
    ("ifetch", "instruction fetch"),
    ("self", "instruction fetch"),
    ("shadowstack", "shadow stacks"),
    ("pauth1", "pointer authentication"),
    ("pauth2", "pointer authentication"),
    ("fpac", "pointer authentication"),
    ("sve", "scalable vectors"),
    ("sme", "scalable vectors"),
];

/// The words, as they are written.
pub(crate) fn of(test: &Test) -> Vec<String> {
    let line = test.info("variant").unwrap_or_default();
    line.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// An error for each variant that is not supported.
pub(crate) fn refused(test: &Test) -> Vec<Diagnostic> {
    let line = test.info.iter().find(|line| line.key.eq_ignore_ascii_case("variant"));
    let span = line.map_or(test.name.span, |line| line.span);
    let error = |variant: String| {
        let (_, what) = UNSUPPORTED.iter().find(|(name, _)| name.eq_ignore_ascii_case(&variant))?;
        Some(Diagnostic::error("not-supported", span, format!("the variant `{variant}` is not supported: {what}")))
    };
    of(test).into_iter().filter_map(error).collect()
}

#[cfg(test)]
mod tests {
    use source::Sources;

    use crate::Test;

    fn load(variants: &str) -> Result<Test, Vec<String>> {
        let mut sources = Sources::new();
        let text = format!("AArch64 T\nVariant={variants}\n{{ }}\n P0 ;\n NOP ;\nforall (0:X0=0)");
        let source = sources.add("T.litmus", text);
        let printed = |found: Vec<source::Diagnostic>| found.into_iter().map(|found| found.message).collect();
        Test::load(&sources, source, "T").map_err(printed)
    }

    #[test]
    fn variants_that_change_the_meaning_of_programs_are_refused() {
        let refused = load("exs, MemTag,VMSA").err().unwrap_or_default();
        let expected = [
            "the variant `MemTag` is not supported: memory tags",
            "the variant `VMSA` is not supported: translation tables",
        ];
        assert_eq!(refused, expected);
    }

    #[test]
    fn other_variants_are_passed_on_to_models() {
        let test = load("NV2, mine").unwrap_or_else(|printed| panic!("{printed:?}"));
        assert_eq!(test.variants(), ["NV2", "mine"]);
    }
}
