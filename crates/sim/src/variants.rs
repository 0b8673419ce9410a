//! The variants that tests ask for (`Variant=a,b`) and runs switch on.
//!
//! Some give programs another meaning. Of those, the ones that Lakmus does not have are refused: under another meaning the results would
//! be wrong. Other words are the models' own (`if "word" ...` in cat): one that no model of a run looks at is refused, too.
//!
//! Source of the words, and of what they are about: herd's option `-variant` (herdtools7 7.58, `variant.ml`).

use litmus::Test;
use source::{Diagnostic, Span, nearest};

/// What becomes of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VariantStanding {
    /// It chooses a machine, or how a test is read or simulated.
    Supported,
    /// herd has it, and on tests of user level its results are the same with and without; it is about this.
    WithoutEffect(&'static str),
    /// Under it programs mean something that is not supported; this.
    Refused(&'static str),
    /// Only a model can give it a meaning.
    Unknown,
}

/// What chooses a machine, or how a test is read or simulated.
const SUPPORTED: &[&str] =
    &["mixed", "lse2", "nv2", "rv32", "lpae", "splittedrmw", isa::WHOLE_AMOS, "lkmmv2", "cos-opt", "s128", "telechat"];

/// What makes no difference at user level, and what it is about. (Of what herd7 has. Compared on its own tests; its sources look at these words only there.)
const WITHOUT_EFFECT: &[(&str, &str)] = &[
    ("ets", "translation tables"),
    ("ets2", "translation tables"),
    ("ets3", "translation tables"),
    ("exs", "exceptions"),
    ("eis", "exceptions"),
    ("eos", "exceptions"),
    ("handled", "faults"),
    ("fatal", "faults"),
    ("skip", "faults"),
    ("faulttonext", "faults"),
    ("noptebranch", "translation tables"),
    ("d128", "translation tables with descriptors of 128 bits"),
    ("precise", "faults"),
    ("imprecise", "faults"),
    ("sync", "memory tags"),
    ("synchronous", "memory tags"),
    ("async", "memory tags"),
    ("asynchronous", "memory tags"),
    ("asym", "memory tags"),
    ("asymmetric", "memory tags"),
    ("instr", "the relation `same-instance`, which is always there"),
    ("instances", "the relation `same-instance`, which is always there"),
    ("instance", "the relation `same-instance`, which is always there"),
    ("optrfrmw", "how herd7 enumerates candidates"),
    ("oldsolver", "how herd7 solves equations"),
    ("dontcheckmixed", "sizes of accesses, which are found out"),
    ("aslv0", "semantics in ASL"),
    ("aslv1", "semantics in ASL"),
    ("asltype+warn", "semantics in ASL"),
    ("asltype+silence", "semantics in ASL"),
    ("asltype+check", "semantics in ASL"),
    ("strict", "semantics in ASL"),
    ("warn", "semantics in ASL"),
    ("exp", "models alone"),
    ("test", "models alone"),
];

/// What is not supported, and what it is about.
const REFUSED: &[(&str, &str)] = &[
    ("memtag", "memory tags"),
    ("mte", "memory tags"),
    ("tagmem", "memory tags"),
    ("store-only", "memory tags"),
    ("morello", "capabilities"),
    ("vmsa", "translation tables"),
    ("kvm", "translation tables"),
    ("pte2", "translation tables"),
    ("pte-squared", "translation tables"),
    ("ifetch", "instruction fetch"),
    ("self", "instruction fetch"),
    ("dic", "instruction fetch"),
    ("idc", "instruction fetch"),
    ("shadowstack", "shadow stacks"),
    ("gcs", "shadow stacks"),
    ("pac", "pointer authentication"),
    ("pauth1", "pointer authentication"),
    ("pauth2", "pointer authentication"),
    ("fpac", "pointer authentication"),
    ("const-pac-field", "pointer authentication"),
    ("no-key-da", "pointer authentication"),
    ("no-key-db", "pointer authentication"),
    ("no-key-ia", "pointer authentication"),
    ("no-key-ib", "pointer authentication"),
    ("neon", "vectors"),
    ("sve", "scalable vectors"),
    ("sme", "scalable matrices"),
    ("asl", "semantics in ASL"),
    ("asl+aarch64", "semantics in ASL"),
    ("asl_aarch64", "semantics in ASL"),
    ("aslaarch64", "semantics in ASL"),
    ("asl+aarch64+udf", "semantics in ASL"),
    ("success", "a store-conditional of RISC-V whose success is an event"),
    ("specialx0", "atomic operations of RISC-V that leave out events"),
    ("amox0", "atomic operations of RISC-V that leave out events"),
    ("x0", "atomic operations of RISC-V that leave out events"),
    ("normw", "atomic operations of RISC-V by the way of load-reserved"),
    ("acqrelasfence", "acquire and release of RISC-V as fences"),
    ("backcompat", "LISA of before"),
    ("back", "LISA of before"),
    ("fullscdepend", "another dependency of store-conditionals"),
    ("scdepend", "another dependency of store-conditionals"),
    ("switchdepscwrite", "another dependency of store-conditionals"),
    ("switchdepscresult", "another dependency of store-conditionals"),
    ("lrscdiffok", "store-conditionals to another address than what is reserved"),
    ("constrainedunpredictable", "store-conditionals to another address than what is reserved"),
    ("cu", "store-conditionals to another address than what is reserved"),
    ("unaligned", "unaligned accesses as single-copy atomic ones; they are what the architecture says"),
    ("notweakpredicated", "another meaning of predicated instructions"),
    ("notweakpred", "another meaning of predicated instructions"),
    ("lkmmv1", "the events that the kernel's primitives had before"),
    ("cutoff", "executions that are cut at the unroll bound as results"),
    ("deps", "dependencies that models compute from registers"),
    ("oota", "values out of thin air"),
];

/// What becomes of the variant that is called so; letter case counts for nothing.
pub fn variant_standing(name: &str) -> VariantStanding {
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    let about = |table: &[(&str, &'static str)]| table.iter().find(|(known, _)| is(known)).map(|(_, about)| *about);
    // `sve:256`: vectors of so many bits.
    let sized = || name.split_once(':').filter(|(base, _)| matches!(*base, "sve" | "sme")).map(|_| "scalable vectors");
    // `T07`: a hundred words for experiments.
    let numbered = || {
        let digits = name.strip_prefix(['t', 'T'])?;
        (digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some("models alone")
    };
    if SUPPORTED.iter().any(|known| is(known)) {
        VariantStanding::Supported
    } else if let Some(about) = about(WITHOUT_EFFECT).or_else(numbered) {
        VariantStanding::WithoutEffect(about)
    } else if let Some(about) = about(REFUSED).or_else(sized) {
        VariantStanding::Refused(about)
    } else {
        VariantStanding::Unknown
    }
}

/// The known variant that is called nearly so.
pub fn nearest_variant(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    nearest(&name, SUPPORTED.iter().copied().chain(WITHOUT_EFFECT.iter().map(|(known, _)| *known)))
}

/// The words, as they are written.
pub fn of(test: &Test) -> Vec<String> {
    let line = test.info("variant").unwrap_or_default();
    line.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Where they stand.
pub(crate) fn place(test: &Test) -> Option<Span> {
    test.info.iter().find(|line| line.key.eq_ignore_ascii_case("variant")).map(|line| line.span)
}

/// An error for each variant that is not supported.
pub(crate) fn refused(test: &Test) -> Vec<Diagnostic> {
    let span = place(test).unwrap_or(test.name.span);
    let error = |variant: String| match variant_standing(&variant) {
        VariantStanding::Refused(what) => {
            Some(Diagnostic::error("not-supported", span, format!("the variant `{variant}` is not supported: {what}")))
        }
        VariantStanding::Supported | VariantStanding::WithoutEffect(_) | VariantStanding::Unknown => None,
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
