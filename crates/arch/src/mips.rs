//! MIPS.
//!
//! The MIPS64 Instruction Set Reference Manual (MD00087), SYNC: stype 0 orders everything and waits, 16 orders everything, the others what their names say.

mod mappings;

use crate::architecture::{Architecture, BarrierRow, HerdDefault, barrier, hint, plain};
use crate::barrier::{Barrier, Pairs};
use crate::c::FenceKind;
use crate::c11::Annotation;
use crate::kernel::code;
use crate::model::{LitmusTests, LocalOrder, Model, ModelFacts, placed};

pub use mappings::MIPS_SYNC;

const BARRIERS: &[BarrierRow] = &[
    barrier("sync", &["", "0", "0x0"], Barrier::FULL),
    barrier("sync", &["4", "0x4"], Barrier::of(Pairs::WRITE_WRITE)),
    barrier("sync", &["16", "0x10"], Barrier::FULL),
    barrier("sync", &["17", "0x11"], Barrier::of(Pairs::READ_ANY)),
    barrier("sync", &["18", "0x12"], Barrier::of(Pairs::ANY_WRITE)),
    barrier("sync", &["19", "0x13"], Barrier::of(Pairs::READ_READ)),
    plain("sync_wmb", Barrier::of(Pairs::WRITE_WRITE)),
    plain("sync_mb", Barrier::FULL),
    plain("sync_acquire", Barrier::of(Pairs::READ_ANY)),
    plain("sync_release", Barrier::of(Pairs::ANY_WRITE)),
    plain("sync_rmb", Barrier::of(Pairs::READ_READ)),
    hint("nop"),
];

fn no_computed(_: &str, _: &str) -> Option<Barrier> {
    None
}

fn no_annotation(_: &str) -> Annotation {
    Annotation::default()
}

/// MIPS with 64 bits.
pub static MIPS: Architecture = Architecture {
    name: "MIPS",
    words: &["mips64el", "mips64", "mips"],
    default_model: Some("mips"),
    herd_default: Some(HerdDefault { shipped: "mips-herd", file: "mips.cat" }),
    barriers: BARRIERS,
    computed: no_computed,
    annotation: no_annotation,
    branches: &["bne", "beq", "bnez", "beqz"],
    mappings: &[&MIPS_SYNC],
    kernel: &[
        code("smp_mb", &["sync"]),
        code("smp_rmb", &["sync"]),
        code("smp_wmb", &["sync"]),
        code("smp_store_release", &["sync", "s{s} {operand},0({object})"]),
        code("smp_load_acquire", &["l{s} {result},0({object})", "sync"]),
    ],
    models: &[&Model::MIPS],
};

/// Multi-copy atomic. gcc and LLVM write one barrier for all of C11's fences.
const FACTS: ModelFacts = ModelFacts {
    name: "mips",
    summary: "MIPS",
    litmus: Some(LitmusTests { language: "MIPS", others: &[] }),
    relaxes: Pairs::ALL,
    is_multi_copy_atomic: true,
    has_dependencies: true,
    local: LocalOrder::DEPENDENT,
    fences: &[placed(FenceKind::Full, Barrier::FULL, 3.0)],
    mapping: &MIPS_SYNC,
    compilers: &[&MIPS_SYNC],
};

impl Model {
    /// MIPS.
    pub const MIPS: Model = Model::new(&FACTS);
}
