//! 32-bit Arm: version 7, and version 8 in AArch32 state.
//!
//! Arm Architecture Reference Manual, ARMv7-A and ARMv7-R edition (DDI 0406), A8.8.43 (DMB), A8.8.44 (DSB), A8.8.53 (ISB); DDI 0487, F2 and F5, for version 8. The options
//! that version 8 added (LD) are reserved before, and processors take them for SY. As in the cat model, which is that of *Herding Cats*, a DSB orders what a DMB with its option does.
//!
//! C11's operations: gcc and clang write `dmb ish` wherever an order asks for anything, behind a load that acquires, too. (The branch and `isb` that P. Sewell's table allows
//! there neither of them writes.) gcc has a barrier before a sequentially consistent load, clang none.

mod aarch32;
mod armv7;

use crate::aarch64::{ALL_ACCESSES, LOADS, STORES};
use crate::architecture::{Architecture, BarrierRow, HerdDefault, barrier, hint};
use crate::barrier::{Barrier, Pairs};
use crate::c::FenceKind;
use crate::c11::{Annotated, Annotation};
use crate::kernel::code;
use crate::model::{LitmusTests, LocalOrder, Model, ModelFacts, placed};

pub use aarch32::ARMV8_A32_ABI;
pub use armv7::{ARMV7_ABI, ARMV7_LLVM};

/// `un`, `unst`: what `nsh` was called.
const OLD_ALL_ACCESSES: &[&str] = &["", "un"];
const OLD_STORES: &[&str] = &["unst"];

const BARRIERS: &[BarrierRow] = &[
    barrier("dmb", ALL_ACCESSES, Barrier::FULL),
    barrier("dmb", OLD_ALL_ACCESSES, Barrier::FULL),
    barrier("dmb", LOADS, Barrier::FULL),
    barrier("dmb", STORES, Barrier::of(Pairs::WRITE_WRITE)),
    barrier("dmb", OLD_STORES, Barrier::of(Pairs::WRITE_WRITE)),
    barrier("dsb", ALL_ACCESSES, Barrier::FULL),
    barrier("dsb", OLD_ALL_ACCESSES, Barrier::FULL),
    barrier("dsb", LOADS, Barrier::FULL),
    barrier("dsb", STORES, Barrier::of(Pairs::WRITE_WRITE)),
    barrier("dsb", OLD_STORES, Barrier::of(Pairs::WRITE_WRITE)),
    barrier("isb", &["", "sy"], Barrier::CONTROL),
    hint("nop"),
    hint("yield"),
];

/// Those of version 8 in AArch32 state.
const BARRIERS_OF_VERSION_8: &[BarrierRow] = &[
    barrier("dmb", ALL_ACCESSES, Barrier::FULL),
    barrier("dmb", OLD_ALL_ACCESSES, Barrier::FULL),
    barrier("dmb", LOADS, Barrier::of(Pairs::READ_ANY)),
    barrier("dmb", STORES, Barrier::of(Pairs::WRITE_WRITE)),
    barrier("dmb", OLD_STORES, Barrier::of(Pairs::WRITE_WRITE)),
    barrier("dsb", ALL_ACCESSES, Barrier::FULL),
    barrier("dsb", OLD_ALL_ACCESSES, Barrier::FULL),
    barrier("dsb", LOADS, Barrier::of(Pairs::READ_ANY)),
    barrier("dsb", STORES, Barrier::of(Pairs::WRITE_ANY)),
    barrier("dsb", OLD_STORES, Barrier::of(Pairs::WRITE_ANY)),
    barrier("isb", &["", "sy"], Barrier::CONTROL),
    hint("nop"),
    hint("yield"),
];

/// The barriers of version 6, operations of coprocessor 15: `mcr p15, 0, Rd, c7, c10, 5`.
fn computed(mnemonic: &str, operands: &str) -> Option<Barrier> {
    let rest = operands.strip_prefix("p15,0,")?;
    let (_, operation) = rest.split_once(',')?;
    match (mnemonic, operation) {
        // Data memory barrier, and drain write buffer.
        ("mcr", "c7,c10,5" | "c7,c10,4") => Some(Barrier::FULL),
        // Flush prefetch buffer.
        ("mcr", "c7,c5,4") => Some(Barrier::CONTROL),
        _ => None,
    }
}

fn annotation(mnemonic: &str) -> Annotation {
    let if_it_begins = |with: &str| if mnemonic.starts_with(with) { Annotated::Sequential } else { Annotated::No };
    Annotation { acquire: if_it_begins("lda"), release: if_it_begins("stl"), is_locked: false }
}

/// 32-bit Arm, version 7.
pub static ARMV7: Architecture = Architecture {
    name: "ARM",
    words: &["arm", "armv7", "armv7a", "thumbv7"],
    default_model: Some("arm"),
    herd_default: Some(HerdDefault { shipped: "arm", file: "arm.cat" }),
    barriers: BARRIERS,
    computed,
    annotation,
    branches: &["bne", "beq"],
    mappings: &[&ARMV7_ABI, &ARMV7_LLVM, &ARMV8_A32_ABI],
    kernel: &[
        code("smp_mb", &["DMB ISH"]),
        code("smp_rmb", &["DMB ISH"]),
        code("smp_wmb", &["DMB ISHST"]),
        code("smp_store_release", &["DMB ISH", "STR{s} {operand},[{object}]"]),
        code("smp_load_acquire", &["LDR{s} {result},[{object}]", "DMB ISH"]),
    ],
    models: &[&Model::ARMV7],
};

/// 32-bit Arm, version 8. Its litmus tests are those of version 7 under another model.
pub static AARCH32: Architecture = Architecture {
    words: &["armv8a", "thumbv8a"],
    default_model: Some("aarch32"),
    barriers: BARRIERS_OF_VERSION_8,
    mappings: &[],
    models: &[],
    ..ARMV7
};

/// Not multi-copy atomic.
const ARMV7_FACTS: ModelFacts = ModelFacts {
    name: "arm",
    summary: "Arm, version 7",
    litmus: Some(LitmusTests { language: "ARM", others: &[] }),
    relaxes: Pairs::ALL,
    is_multi_copy_atomic: false,
    has_dependencies: true,
    local: LocalOrder::DEPENDENT,
    fences: &[
        placed(FenceKind::Full, Barrier::FULL, 3.0),
        placed(FenceKind::Store, Barrier::of(Pairs::WRITE_WRITE), 2.0),
    ],
    mapping: &ARMV7_LLVM,
    compilers: &[&ARMV7_ABI, &ARMV7_LLVM],
};

impl Model {
    /// Arm, version 7.
    pub const ARMV7: Model = Model::new(&ARMV7_FACTS);
}
