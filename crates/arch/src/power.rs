//! Power.
//!
//! Power ISA, book II, section 4.6.3 (sync, lwsync, ptesync, eieio), isync in book II, 4.6.1; J. Alglave, L. Maranget, M. Tautschnig: Herding Cats. TOPLAS 36(2), 2014, section 6, for what is
//! cumulative. `eieio` counts for what it orders of ordinary memory: stores.
//!
//! C11's operations: barriers are leading, as gcc and clang have them. Behind a load that acquires stand a branch and `isync`: what follows is behind the load, but nothing that the load has seen is passed on,
//! as a barrier would. Behind a read-modify-write that acquires, gcc writes `isync` and clang `lwsync`. The manual (book II, appendix B.2) counts on `isync` there, behind the branch that ends
//! the loop; the model sees no dependency of that branch on what was read, so that programs are explored with `lwsync`, and fences are chosen for the weaker of the two, an acquire that
//! passes nothing on.

mod mappings;

use crate::architecture::{Architecture, BarrierRow, HerdDefault, barrier, hint, plain};
use crate::barrier::{Barrier, Pairs};
use crate::c::FenceKind;
use crate::c11::Annotation;
use crate::kernel::code;
use crate::model::{LitmusTests, LocalOrder, Model, ModelFacts, placed};

pub use mappings::{POWER_LEADING_SYNC, POWER_LLVM, POWER_TRAILING_SYNC};

const LIGHTWEIGHT: Barrier = Barrier::lightweight(Pairs::LIGHTWEIGHT);

const BARRIERS: &[BarrierRow] = &[
    // L, and in version 3.1 SC: 0 is `hwsync`, 1 `lwsync`, 2 `ptesync`.
    barrier("sync", &["", "0", "0,0"], Barrier::FULL),
    barrier("sync", &["1", "1,0"], LIGHTWEIGHT),
    barrier("sync", &["2", "2,0"], Barrier::FULL),
    // `plwsync` and `phwsync` of version 3.1 order what goes to persistent storage, too; `stncisync` is about caching-inhibited memory alone, and `stcisync` orders stores.
    plain("hwsync", Barrier::FULL),
    plain("ptesync", Barrier::FULL),
    plain("phwsync", Barrier::FULL),
    plain("msync", Barrier::FULL),
    plain("lwsync", LIGHTWEIGHT),
    plain("plwsync", LIGHTWEIGHT),
    barrier("eieio", &[""], Barrier::lightweight(Pairs::WRITE_WRITE)),
    plain("isync", Barrier::CONTROL),
    hint("nop"),
    // Priorities of threads.
    barrier("or", &["1,1,1", "2,2,2", "3,3,3", "5,5,5", "6,6,6", "7,7,7", "31,31,31", "27,27,27"], Barrier::NOTHING),
];

fn no_computed(_: &str, _: &str) -> Option<Barrier> {
    None
}

fn no_annotation(_: &str) -> Annotation {
    Annotation::default()
}

/// Power with 64 bits.
pub static POWER: Architecture = Architecture {
    name: "PPC",
    words: &["powerpc64le", "ppc64le", "powerpc64", "ppc64", "powerpc", "power"],
    default_model: Some("power"),
    herd_default: Some(HerdDefault { shipped: "power", file: "ppc.cat" }),
    barriers: BARRIERS,
    computed: no_computed,
    annotation: no_annotation,
    branches: &["bne", "beq", "bne-", "beq-"],
    mappings: &[&POWER_LEADING_SYNC, &POWER_LLVM, &POWER_TRAILING_SYNC],
    kernel: &[
        code("smp_mb", &["sync"]),
        code("smp_rmb", &["lwsync"]),
        code("smp_wmb", &["lwsync"]),
        code("smp_store_release", &["lwsync", "st{s} {operand},0({object})"]),
        code("smp_load_acquire", &["l{s}z {result},0({object})", "lwsync"]),
    ],
    models: &[&Model::POWER],
};

/// Not multi-copy atomic, with a lightweight fence.
const FACTS: ModelFacts = ModelFacts {
    name: "power",
    summary: "IBM Power",
    litmus: Some(LitmusTests { language: "PPC", others: &[] }),
    relaxes: Pairs::ALL,
    is_multi_copy_atomic: false,
    has_dependencies: true,
    local: LocalOrder::DEPENDENT,
    fences: &[placed(FenceKind::Full, Barrier::FULL, 3.0), placed(FenceKind::Lightweight, LIGHTWEIGHT, 2.0)],
    mapping: &POWER_LLVM,
    compilers: &[&POWER_LEADING_SYNC],
};

impl Model {
    /// IBM Power.
    pub const POWER: Model = Model::new(&FACTS);
}
