//! SPARC: the barriers of version 9, and the models PSO and RMO.
//!
//! The SPARC Architecture Manual, version 9, section 8.4.3 and appendix D, A.32 (MEMBAR); version 8, appendix K, for PSO and STBAR. There are no litmus tests in
//! its instructions: the simulator's `pso` and `rmo` are for tests of x86.
//!
//! C11's operations: each has the MEMBARs that its order asks for, those of a sequentially consistent access behind it. gcc (`sparc_emit_membar_for_model`) and LLVM write at least these: gcc
//! has one before a sequentially consistent load, too, and LLVM `membar 15` in the place of each. (gcc leaves `#LoadLoad` and `#LoadStore` out behind a sequentially consistent store,
//! which changes nothing, as all that comes before is before the store.)

use crate::architecture::{Architecture, BarrierRow, barrier, hint, plain};
use crate::barrier::{Barrier, Pairs};
use crate::c::FenceKind;
use crate::c11::Operation::{Exchange, FetchAdd, FetchAnd, FetchOr, FetchSub, FetchXor, Load, Store};
use crate::c11::Order::{Acquire, AcquireRelease, Consume, Relaxed, Release, SeqCst};
use crate::c11::{self, Annotation, Mapping, Row, UP_TO_64, compare, fence, row};
use crate::kernel::code;
use crate::model::{LitmusTests, LocalOrder, Model, ModelFacts, Updates, placed};

const BARRIERS: &[BarrierRow] = &[
    plain("stbar", Barrier::of(Pairs::WRITE_WRITE)),
    barrier("membar", &["#loadload"], Barrier::of(Pairs::READ_READ)),
    barrier("membar", &["#storeload"], Barrier::of(Pairs::WRITE_READ)),
    barrier("membar", &["#loadstore"], Barrier::of(Pairs::READ_WRITE)),
    barrier("membar", &["#storestore"], Barrier::of(Pairs::WRITE_WRITE)),
    // They wait for all memory accesses before.
    barrier("membar", &["#memissue", "#sync"], Barrier::FULL),
    // It is about accesses to the same address.
    barrier("membar", &["#lookaside"], Barrier::NOTHING),
    hint("nop"),
];

/// Masks of several words, and numbers: bits 0 to 3 are pairs, 4 is `#Lookaside`, 5 `#MemIssue`, 6 `#Sync`.
fn computed(mnemonic: &str, operands: &str) -> Option<Barrier> {
    if mnemonic != "membar" || operands.is_empty() {
        return None;
    }
    let number = match operands.strip_prefix("0x") {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => operands.parse().ok(),
    };
    if let Some(mask) = number {
        return (mask < 0x80).then(|| {
            // #LoadLoad is 1, #StoreLoad 2, #LoadStore 4, #StoreStore 8.
            let bits = [(1, Pairs::READ_READ), (2, Pairs::WRITE_READ), (4, Pairs::READ_WRITE), (8, Pairs::WRITE_WRITE)];
            let pairs = bits.into_iter().filter(|(bit, _)| mask & bit != 0);
            let pairs = pairs.fold(Pairs::NONE, |all, (_, pair)| all.or(pair));
            Barrier::of(if mask & 0x60 != 0 { Pairs::ALL } else { pairs })
        });
    }
    let word = |word: &str| {
        let is_there = |row: &&BarrierRow| {
            row.mnemonic == "membar"
                && matches!(row.operands, crate::architecture::Operands::OneOf(known) if known.contains(&word))
        };
        BARRIERS.iter().find(is_there).map(|row| row.barrier.pairs)
    };
    let pairs: Option<Vec<Pairs>> = operands.split('|').map(word).collect();
    pairs.map(|pairs| Barrier::of(pairs.into_iter().fold(Pairs::NONE, Pairs::or)))
}

fn no_annotation(_: &str) -> Annotation {
    Annotation::default()
}

/// Loops around `cas` for what SPARC has no instruction for; `cas` compares with `{result}` and exchanges `{a}`.
const UPDATES: [c11::Operation; 6] = [Exchange, FetchAdd, FetchSub, FetchAnd, FetchOr, FetchXor];

/// What PSO and RMO ask for.
pub static SPARC_MEMBAR: Mapping = Mapping {
    name: "sparc-membar",
    architecture: "sparc64",
    source: "The SPARC Architecture Manual, version 9, appendix D: the MEMBARs that each order asks for; gcc and LLVM write at least these",
    otherwise: None,
    extension: None,
    is_document: false,
    is_fix: false,
    rows: ROWS,
};

const RELEASE: &str = "membar #LoadStore|#StoreStore";
const ACQUIRE: &str = "membar #LoadLoad|#LoadStore";
const LIGHTWEIGHT: &str = "membar #LoadLoad|#LoadStore|#StoreStore";
const FULL: &str = "membar #LoadLoad|#StoreLoad|#LoadStore|#StoreStore";

const LD: &str = "ld{s} [{object}],{result}";
const ST: &str = "st{s} {operand},[{object}]";
const CAS: &str = "cas{s} [{object}],{result},{a}";

const ROWS: &[Row] = &[
    fence(&[Relaxed], &["nop"]),
    fence(&[Acquire, Consume], &[ACQUIRE]),
    fence(&[Release], &[RELEASE]),
    fence(&[AcquireRelease], &[LIGHTWEIGHT]),
    fence(&[SeqCst], &[FULL]),
    row(Load, &[Relaxed], UP_TO_64, &[LD]),
    row(Load, &[Acquire, Consume, SeqCst], UP_TO_64, &[LD, ACQUIRE]),
    row(Store, &[Relaxed], UP_TO_64, &[ST]),
    row(Store, &[Release], UP_TO_64, &[RELEASE, ST]),
    row(Store, &[SeqCst], UP_TO_64, &[RELEASE, ST, FULL]),
    updates(&[Relaxed], &[CAS]),
    updates(&[Acquire, Consume], &[CAS, ACQUIRE]),
    updates(&[Release], &[RELEASE, CAS]),
    updates(&[AcquireRelease], &[RELEASE, CAS, ACQUIRE]),
    updates(&[SeqCst], &[FULL, CAS, FULL]),
    compare(&[Relaxed], &[], UP_TO_64, &[CAS]),
    compare(&[Acquire, Consume], &[], UP_TO_64, &[CAS, ACQUIRE]),
    compare(&[Release], &[], UP_TO_64, &[RELEASE, CAS]),
    compare(&[AcquireRelease], &[], UP_TO_64, &[RELEASE, CAS, ACQUIRE]),
    compare(&[SeqCst], &[], UP_TO_64, &[FULL, CAS, FULL]),
];

const fn updates(orders: &'static [c11::Order], code: &'static [&'static str]) -> Row {
    Row { operations: &UPDATES, orders, failure: &[], sizes: UP_TO_64, code, note: None }
}

/// SPARC, version 9.
pub static SPARC: Architecture = Architecture {
    name: "SPARC",
    words: &["sparc64", "sparcv9", "sparc"],
    default_model: None,
    herd_default: None,
    barriers: BARRIERS,
    computed,
    annotation: no_annotation,
    branches: &["bne", "be", "brnz", "brz"],
    mappings: &[&SPARC_MEMBAR],
    kernel: &[
        // Linux runs SPARC in total store order.
        code("smp_mb", &["membar #StoreLoad"]),
        code("smp_rmb", &[]),
        code("smp_wmb", &[]),
        code("smp_store_release", &[ST]),
        code("smp_load_acquire", &[LD]),
    ],
    models: &[&Model::PSO, &Model::RMO],
};

/// Writes may be overtaken by later accesses.
const PSO: ModelFacts = ModelFacts {
    name: "pso",
    summary: "SPARC, partial store order",
    litmus: Some(LitmusTests { language: "X86_64", others: &["X86", "RISCV"] }),
    relaxes: Pairs::WRITE_ANY,
    is_multi_copy_atomic: true,
    has_dependencies: false,
    local: LocalOrder::BUFFERED,
    fences: &[
        placed(FenceKind::Full, Barrier::FULL, 3.0),
        placed(FenceKind::Store, Barrier::of(Pairs::WRITE_WRITE), 2.0),
    ],
    mapping: &SPARC_MEMBAR,
    compilers: &[&SPARC_MEMBAR],
};

/// All but dependencies may be reordered.
const RMO: ModelFacts = ModelFacts {
    name: "rmo",
    summary: "SPARC, relaxed memory order",
    litmus: Some(LitmusTests { language: "X86_64", others: &["X86", "RISCV"] }),
    relaxes: Pairs::ALL,
    has_dependencies: true,
    local: LocalOrder { updates: Updates::OneAccess, ..LocalOrder::BUFFERED },
    fences: &[
        placed(FenceKind::Full, Barrier::FULL, 3.0),
        placed(FenceKind::Lightweight, Barrier::of(Pairs::LIGHTWEIGHT), 2.0),
    ],
    ..PSO
};

impl Model {
    /// SPARC in partial store order.
    pub const PSO: Model = Model::new(&PSO);
    /// SPARC in relaxed memory order.
    pub const RMO: Model = Model::new(&RMO);
}
