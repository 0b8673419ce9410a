//! z/Architecture (s390x).
//!
//! z/Architecture Principles of Operation (SA22-7832), chapter 5, "Serialization": BCR 15,0 and BCR 14,0 complete everything before them before anything behind. COMPARE AND SWAP and LOAD AND ADD with their like
//! serialize, too.

use crate::architecture::{Architecture, BarrierRow, barrier, hint};
use crate::barrier::{Barrier, Pairs};
use crate::c::FenceKind;
use crate::c11::Operation::{Exchange, FetchAdd, FetchAnd, FetchOr, FetchSub, FetchXor, Load, Store};
use crate::c11::Order::{Acquire, AcquireRelease, Consume, Relaxed, Release, SeqCst};
use crate::c11::{Annotation, Mapping, compare, fence, row};
use crate::kernel::code;
use crate::model::{LitmusTests, LocalOrder, Model, ModelFacts, placed};

const BARRIERS: &[BarrierRow] = &[barrier("bcr", &["15,0", "14,0"], Barrier::FULL), hint("nop"), hint("nopr")];

/// As clang writes them.
fn computed(mnemonic: &str, operands: &str) -> Option<Barrier> {
    (mnemonic == "bcr" && matches!(operands, "15,%r0" | "14,%r0")).then_some(Barrier::FULL)
}

fn annotation(mnemonic: &str) -> Annotation {
    let is_locked = ["cs", "cds", "laa", "lan", "lao", "lax"].iter().any(|known| mnemonic.starts_with(known));
    Annotation { is_locked, ..Annotation::default() }
}

/// z/Architecture with 64 bits.
pub static S390X: Architecture = Architecture {
    name: "S390X",
    words: &["s390x"],
    default_model: Some("s390x"),
    herd_default: None,
    barriers: BARRIERS,
    computed,
    annotation,
    branches: &["jne", "je", "jl", "jh"],
    mappings: &[&S390X_GCC],
    kernel: &[
        code("smp_mb", &["bcr 14,0"]),
        code("smp_rmb", &[]),
        code("smp_wmb", &[]),
        code("smp_store_release", &["st {operand},0({object})"]),
        code("smp_load_acquire", &["l {result},0({object})"]),
    ],
    models: &[&Model::S390X],
};

/// Writes may be overtaken by later reads.
const FACTS: ModelFacts = ModelFacts {
    name: "s390x",
    summary: "z/Architecture",
    litmus: Some(LitmusTests { language: "S390X", others: &[] }),
    relaxes: Pairs::WRITE_READ,
    is_multi_copy_atomic: true,
    has_dependencies: false,
    local: LocalOrder::BUFFERED,
    fences: &[placed(FenceKind::Full, Barrier::FULL, 3.0)],
    mapping: &S390X_GCC,
    compilers: &[&S390X_GCC],
};

impl Model {
    /// z/Architecture.
    pub const S390X: Model = Model::new(&FACTS);
}

/// What gcc emits.
#[rustfmt::skip] // A row is a line.
pub static S390X_GCC: Mapping = Mapping {
    name: "s390x-gcc",
    architecture: "s390x",
    source: "what gcc emits for z196 and later, and clang but for LAA and its like; no document says it",
    otherwise: None,
    extension: None,
    is_document: true,
    is_fix: true,
    rows: &[
        fence(&[Relaxed, Consume, Acquire, Release, AcquireRelease], &["nop"]),
        fence(&[SeqCst], &["bcr 14,0"]),
        row(Load, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[8], &["llgc {result},0({object})"]),
        row(Store, &[Relaxed, Release], &[8], &["stc {operand},0({object})"]),
        row(Store, &[SeqCst], &[8], &["stc {operand},0({object})", "bcr 14,0"]),
        row(Load, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[16], &["llgh {result},0({object})"]),
        row(Store, &[Relaxed, Release], &[16], &["sth {operand},0({object})"]),
        row(Store, &[SeqCst], &[16], &["sth {operand},0({object})", "bcr 14,0"]),
        row(Load, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[32], &["llgf {result},0({object})"]),
        row(Store, &[Relaxed, Release], &[32], &["st {operand},0({object})"]),
        row(Store, &[SeqCst], &[32], &["st {operand},0({object})", "bcr 14,0"]),
        row(Load, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[64], &["lg {result},0({object})"]),
        row(Store, &[Relaxed, Release], &[64], &["stg {operand},0({object})"]),
        row(Store, &[SeqCst], &[64], &["stg {operand},0({object})", "bcr 14,0"]),
        row(Exchange, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[32], &["l {result},0({object})", "loop:", "cs {result},{operand},0({object})", "jne loop"]),
        row(FetchAdd, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[32], &["laa {result},{operand},0({object})"]),
        row(FetchAnd, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[32], &["lan {result},{operand},0({object})"]),
        row(FetchOr, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[32], &["lao {result},{operand},0({object})"]),
        row(FetchXor, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[32], &["lax {result},{operand},0({object})"]),
        row(FetchSub, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[32], &["lcr {b},{operand}", "laa {result},{b},0({object})"]),
        compare(&[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[], &[32], &["lr {result},{expected}", "cs {result},{operand},0({object})"]),
        row(Exchange, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[64], &["lg {result},0({object})", "loop:", "csg {result},{operand},0({object})", "jne loop"]),
        row(FetchAdd, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[64], &["laag {result},{operand},0({object})"]),
        row(FetchAnd, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[64], &["lang {result},{operand},0({object})"]),
        row(FetchOr, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[64], &["laog {result},{operand},0({object})"]),
        row(FetchXor, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[64], &["laxg {result},{operand},0({object})"]),
        row(FetchSub, &[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[64], &["lcgr {b},{operand}", "laag {result},{b},0({object})"]),
        compare(&[Relaxed, Consume, Acquire, Release, AcquireRelease, SeqCst], &[], &[64], &["lgr {result},{expected}", "csg {result},{operand},0({object})"]),
    ],
};
