//! AArch64.
//!
//! Arm Architecture Reference Manual (DDI 0487), sections B2.3 and B2.3.10 (DMB, DSB, ISB), and C6 for the options. A domain (NSH, ISH, OSH) does not weaken a barrier between threads of
//! one program. A DSB whose option names stores waits for these before anything that follows, a DMB with that option keeps them from later stores alone.

mod lse;
mod mappings;
mod runtimes;
pub(crate) mod targets;

use crate::architecture::{Architecture, BarrierRow, HerdDefault, barrier, hint};
use crate::barrier::{Barrier, Pairs};
use crate::c::FenceKind;
use crate::c11::{Annotated, Annotation};
use crate::kernel::code;
use crate::model::{LitmusTests, LocalOrder, Model, ModelFacts, OwnUpdates, placed};

pub use lse::AARCH64_ABI_LSE;
pub use mappings::{AARCH64_ABI, AARCH64_ABI_LSE2, AARCH64_ABI_RCPC, AARCH64_JVM_LDAPR, AARCH64_MSVC};
pub use runtimes::{
    AARCH64_JVM, AARCH64_JVM_INTERPRETER, AARCH64_JVM_INTERPRETER_8, AARCH64_LINUX, AARCH64_LINUX_LSE, AARCH64_MONO,
};

pub(crate) const ALL_ACCESSES: &[&str] = &["sy", "ish", "osh", "nsh"];
pub(crate) const LOADS: &[&str] = &["ld", "ishld", "oshld", "nshld"];
pub(crate) const STORES: &[&str] = &["st", "ishst", "oshst", "nshst"];

const BARRIERS: &[BarrierRow] = &[
    barrier("dmb", ALL_ACCESSES, Barrier::FULL),
    barrier("dmb", LOADS, Barrier::of(Pairs::READ_ANY)),
    barrier("dmb", STORES, Barrier::of(Pairs::WRITE_WRITE)),
    barrier("dsb", ALL_ACCESSES, Barrier::FULL),
    barrier("dsb", LOADS, Barrier::of(Pairs::READ_ANY)),
    barrier("dsb", STORES, Barrier::of(Pairs::WRITE_ANY)),
    // FEAT_XS: it does not wait for accesses with the attribute XS.
    barrier("dsb", &["synxs", "ishnxs", "oshnxs", "nshnxs"], Barrier::FULL),
    barrier("isb", &["", "sy"], Barrier::CONTROL),
    hint("nop"),
    hint("yield"),
];

/// `#imm` in the place of an option's name: the value of the field CRm.
fn computed(mnemonic: &str, operands: &str) -> Option<Barrier> {
    let number: u8 = operands.strip_prefix('#').unwrap_or(operands).parse().ok()?;
    let (domain, of) = (number >> 2, number & 3);
    let option = match (domain, of) {
        (0..=3, 1) => "ld",
        (0..=3, 2) => "st",
        (0..=3, 3) => "sy",
        // What has no name does what `sy` does; for DSB some of these are other instructions.
        _ => return None,
    };
    let row = BARRIERS.iter().find(|row| {
        row.mnemonic == mnemonic
            && matches!(row.operands, crate::architecture::Operands::OneOf(known) if known.contains(&option))
    });
    row.map(|row| row.barrier)
}

/// The instructions of FEAT_LSE, whose suffixes are A, L and AL before that of the size.
const UPDATES: &[&str] =
    &["swp", "ldadd", "ldclr", "ldeor", "ldset", "ldsmax", "ldsmin", "ldumax", "ldumin", "casp", "cas"];

fn annotation(mnemonic: &str) -> Annotation {
    let of = |acquire, is_release| Annotation {
        acquire,
        release: if is_release { Annotated::Sequential } else { Annotated::No },
        is_locked: false,
    };
    if let Some(suffix) = UPDATES.iter().find_map(|name| mnemonic.strip_prefix(name)) {
        let acquire = if suffix.starts_with('a') { Annotated::Sequential } else { Annotated::No };
        return of(acquire, suffix.starts_with('l') || suffix.starts_with("al"));
    }
    if mnemonic.starts_with("ldar") || mnemonic.starts_with("ldax") {
        of(Annotated::Sequential, false)
    } else if mnemonic.starts_with("ldap") {
        of(Annotated::ProcessorConsistent, false)
    } else {
        of(Annotated::No, mnemonic.starts_with("stl"))
    }
}

/// AArch64.
pub static AARCH64: Architecture = Architecture {
    name: "AArch64",
    words: &["aarch64", "arm64"],
    default_model: Some("aarch64"),
    herd_default: Some(HerdDefault { shipped: "aarch64", file: "aarch64.cat" }),
    barriers: BARRIERS,
    computed,
    annotation,
    branches: &["cbz", "cbnz", "tbz", "tbnz", "b.eq", "b.ne"],
    mappings: &[
        &AARCH64_ABI,
        &AARCH64_ABI_LSE,
        &AARCH64_ABI_RCPC,
        &AARCH64_ABI_LSE2,
        &AARCH64_JVM_LDAPR,
        &AARCH64_MSVC,
        &AARCH64_LINUX,
        &AARCH64_LINUX_LSE,
        &AARCH64_JVM,
        &AARCH64_JVM_INTERPRETER,
        &AARCH64_JVM_INTERPRETER_8,
        &AARCH64_MONO,
    ],
    kernel: &[
        code("smp_mb", &["DMB ISH"]),
        code("smp_rmb", &["DMB ISHLD"]),
        code("smp_wmb", &["DMB ISHST"]),
        code("smp_store_release", &["STLR{s} {operand},[{object}]"]),
        code("smp_load_acquire", &["LDAR{s} {result},[{object}]"]),
    ],
    models: &[&Model::ARMV8],
};

/// Multi-copy atomic, with acquire and release.
const ARMV8: ModelFacts = ModelFacts {
    name: "aarch64",
    summary: "Arm, version 8",
    litmus: Some(LitmusTests { language: "AArch64", others: &[] }),
    relaxes: Pairs::ALL,
    is_multi_copy_atomic: true,
    has_dependencies: true,
    local: LocalOrder {
        own_updates: OwnUpdates::AcquiresWaitForReads,
        own_writes_excuse: true,
        ..LocalOrder::DEPENDENT
    },
    fences: &[
        placed(FenceKind::Full, Barrier::FULL, 3.0),
        placed(FenceKind::Load, Barrier::of(Pairs::READ_ANY), 2.0),
        placed(FenceKind::Store, Barrier::of(Pairs::WRITE_WRITE), 2.0),
    ],
    // An update of the machine that programs are explored by is one step, as such an instruction is one access that is ordered as a whole. A loop of exclusives is not.
    mapping: &AARCH64_ABI_LSE,
    compilers: &[&AARCH64_ABI, &AARCH64_ABI_LSE, &AARCH64_ABI_RCPC],
};

impl Model {
    /// Arm, version 8.
    pub const ARMV8: Model = Model::new(&ARMV8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_read_off_mnemonics() {
        use Annotated::{No, ProcessorConsistent, Sequential};
        let of = |mnemonic: &str| {
            let annotation = annotation(mnemonic);
            (annotation.acquire, annotation.release == Sequential)
        };
        for (mnemonic, wanted) in [
            ("ldr", (No, false)),
            ("ldar", (Sequential, false)),
            ("ldarb", (Sequential, false)),
            ("ldaxr", (Sequential, false)),
            ("ldaxp", (Sequential, false)),
            ("ldapr", (ProcessorConsistent, false)),
            ("ldapurh", (ProcessorConsistent, false)),
            ("ldadd", (No, false)),
            ("ldaddb", (No, false)),
            ("ldadda", (Sequential, false)),
            ("ldaddlh", (No, true)),
            ("ldsetal", (Sequential, true)),
            ("casalb", (Sequential, true)),
            ("casp", (No, false)),
            ("caspa", (Sequential, false)),
            ("swpl", (No, true)),
            ("str", (No, false)),
            ("stp", (No, false)),
            ("stlr", (No, true)),
            ("stlxr", (No, true)),
            ("stxr", (No, false)),
        ] {
            assert_eq!(of(mnemonic), wanted, "{mnemonic}");
        }
    }
}
