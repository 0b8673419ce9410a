//! LoongArch.
//!
//! LoongArch Reference Manual, volume 1, version 1.10, "DBAR", "Atomic Memory Access Instructions": `dbar 0` orders everything; of hints up to 0x1f, bit 3 leaves out the reads before, bit 2 the writes
//! before, bit 1 the reads behind, bit 0 the writes behind, and bit 4 shows in devices only; 0x700 orders reads of one location. `ibar` orders the fetching of instructions.

use crate::architecture::{Architecture, BarrierRow, barrier, hint};
use crate::barrier::{Barrier, Direction, Pairs};
use crate::c::FenceKind;
use crate::c11::Operation::{Exchange, FetchAdd, FetchAnd, FetchOr, FetchSub, FetchXor, Load, Store};
use crate::c11::Order::{Acquire, AcquireRelease, Consume, Relaxed, Release, SeqCst};
use crate::c11::{Annotated, Annotation, Mapping, UP_TO_64, WORDS, compare, fence, row};
use crate::kernel::code;
use crate::model::{LitmusTests, LocalOrder, Model, ModelFacts, placed};

const BARRIERS: &[BarrierRow] = &[
    barrier("dbar", &["0x10", "0"], Barrier::FULL),
    barrier("dbar", &["0x14"], Barrier::of(Pairs::READ_ANY)),
    barrier("dbar", &["0x12"], Barrier::of(Pairs::ANY_WRITE)),
    barrier("dbar", &["0x18"], Barrier::of(Pairs::WRITE_ANY)),
    barrier("dbar", &["0x11"], Barrier::of(Pairs::ANY_READ)),
    barrier("dbar", &["0x15"], Barrier::of(Pairs::READ_READ)),
    barrier("dbar", &["0x16"], Barrier::of(Pairs::READ_WRITE)),
    barrier("dbar", &["0x19"], Barrier::of(Pairs::WRITE_READ)),
    barrier("dbar", &["0x1a"], Barrier::of(Pairs::WRITE_WRITE)),
    // Of accesses to different locations these order none.
    barrier("dbar", &["0x700"], Barrier::NOTHING),
    barrier("ibar", &["0"], Barrier::NOTHING),
    hint("nop"),
];

/// What the bits of a hint say, in any base.
fn computed(mnemonic: &str, operands: &str) -> Option<Barrier> {
    if mnemonic != "dbar" {
        return None;
    }
    let hint = match (operands.strip_prefix("0x"), operands.strip_prefix("0b")) {
        (Some(digits), _) => u32::from_str_radix(digits, 16).ok()?,
        (None, Some(digits)) => u32::from_str_radix(digits, 2).ok()?,
        (None, None) => operands.parse().ok()?,
    };
    let sides = match hint {
        0x700 => return Some(Barrier::NOTHING),
        0..0x20 => [[hint & 8, hint & 4], [hint & 2, hint & 1]],
        _ => return None,
    };
    let ordered = |side: usize| Direction::ALL.into_iter().zip(sides[side]).filter(|(_, left_out)| *left_out == 0);
    let pairs = ordered(0).flat_map(|(before, _)| ordered(1).map(move |(behind, _)| Pairs::only(before, behind)));
    Some(Barrier::of(pairs.fold(Pairs::NONE, Pairs::or)))
}

/// A load-linked waits for everything before it. That everything waits for a store-conditional which stores is not said here: where the comparison of a compare-exchange fails, there is none.
fn annotation(mnemonic: &str) -> Annotation {
    let is_linked = mnemonic.starts_with("ll");
    Annotation {
        acquire: if mnemonic.starts_with("llacq") { Annotated::Sequential } else { Annotated::No },
        release: if is_linked || mnemonic.starts_with("screl") { Annotated::Sequential } else { Annotated::No },
        is_locked: mnemonic.starts_with("am") && mnemonic.contains("_db"),
    }
}

/// LoongArch with 64 bits.
pub static LOONGARCH: Architecture = Architecture {
    name: "LoongArch",
    words: &["loongarch64", "loong64"],
    default_model: Some("loongarch"),
    herd_default: None,
    barriers: BARRIERS,
    computed,
    annotation,
    branches: &["bne", "beq", "bnez", "beqz"],
    mappings: &[&LOONGARCH_GCC, &LOONGARCH_LLVM],
    kernel: &[
        code("smp_mb", &["dbar 0x10"]),
        code("smp_rmb", &["dbar 0x15"]),
        code("smp_wmb", &["dbar 0x1a"]),
        code("smp_store_release", &["dbar 0x12", "st.{s} {operand},{object},0"]),
        code("smp_load_acquire", &["ld.{s} {result},{object},0", "dbar 0x14"]),
    ],
    models: &[&Model::LOONGARCH],
};

/// Multi-copy atomic, with barriers of any pairs.
const FACTS: ModelFacts = ModelFacts {
    name: "loongarch",
    summary: "LoongArch",
    litmus: Some(LitmusTests { language: "LoongArch", others: &[] }),
    relaxes: Pairs::ALL,
    is_multi_copy_atomic: true,
    has_dependencies: true,
    local: LocalOrder {
        reads_ordered_by: Some("dbar 0x700"),
        pairs_are_barriers: true,
        acquires_wait_for_releases: false,
        ..LocalOrder::DEPENDENT
    },
    fences: &[
        placed(FenceKind::Full, Barrier::FULL, 3.0),
        placed(FenceKind::Load, Barrier::of(Pairs::READ_ANY), 2.0),
        placed(FenceKind::Release, Barrier::of(Pairs::ANY_WRITE), 2.0),
        placed(FenceKind::Store, Barrier::of(Pairs::WRITE_WRITE), 2.0),
    ],
    mapping: &LOONGARCH_GCC,
    compilers: &[&LOONGARCH_GCC, &LOONGARCH_LLVM],
};

impl Model {
    /// LoongArch.
    pub const LOONGARCH: Model = Model::new(&FACTS);
}

/// What gcc 14 emits.
#[rustfmt::skip] // A row is a line.
pub static LOONGARCH_GCC: Mapping = Mapping {
    name: "loongarch-gcc",
    architecture: "loongarch64",
    source: "what gcc 14 emits; no document says it",
    otherwise: None,
    extension: None,
    is_document: true,
    is_fix: true,
    rows: &[
        fence(&[Relaxed], &["nop"]),
        fence(&[Consume, Acquire], &["dbar 0x14"]),
        fence(&[Release], &["dbar 0x12"]),
        fence(&[AcquireRelease, SeqCst], &["dbar 0x10"]),
        row(Load, &[Relaxed], UP_TO_64, &["ld.{s} {result},{object},0", "dbar 0x700"]),
        row(Load, &[Consume, Acquire], UP_TO_64, &["ld.{s} {result},{object},0", "dbar 0x14"]),
        row(Load, &[SeqCst], UP_TO_64, &["dbar 0x11", "ld.{s} {result},{object},0", "dbar 0x14"]),
        row(Store, &[Relaxed], UP_TO_64, &["st.{s} {operand},{object},0"]),
        row(Store, &[Release], UP_TO_64, &["dbar 0x12", "st.{s} {operand},{object},0"]),
        row(Store, &[SeqCst], UP_TO_64, &["dbar 0x12", "st.{s} {operand},{object},0", "dbar 0x18"]),
        row(Exchange, &[Relaxed], WORDS, &["amswap.{s} {result},{operand},{object}"]),
        row(Exchange, &[Consume, Acquire, Release, AcquireRelease, SeqCst], WORDS, &["amswap_db.{s} {result},{operand},{object}"]),
        row(FetchAdd, &[Relaxed], WORDS, &["amadd.{s} {result},{operand},{object}"]),
        row(FetchAdd, &[Consume, Acquire, Release, AcquireRelease, SeqCst], WORDS, &["amadd_db.{s} {result},{operand},{object}"]),
        row(FetchAnd, &[Relaxed], WORDS, &["amand.{s} {result},{operand},{object}"]),
        row(FetchAnd, &[Consume, Acquire, Release, AcquireRelease, SeqCst], WORDS, &["amand_db.{s} {result},{operand},{object}"]),
        row(FetchOr, &[Relaxed], WORDS, &["amor.{s} {result},{operand},{object}"]),
        row(FetchOr, &[Consume, Acquire, Release, AcquireRelease, SeqCst], WORDS, &["amor_db.{s} {result},{operand},{object}"]),
        row(FetchXor, &[Relaxed], WORDS, &["amxor.{s} {result},{operand},{object}"]),
        row(FetchXor, &[Consume, Acquire, Release, AcquireRelease, SeqCst], WORDS, &["amxor_db.{s} {result},{operand},{object}"]),
        row(FetchSub, &[Relaxed], &[32], &["sub.w {b},$r0,{operand}", "amadd.w {result},{b},{object}"]),
        row(FetchSub, &[Acquire, Release, AcquireRelease, SeqCst], &[32], &["sub.w {b},$r0,{operand}", "amadd_db.w {result},{b},{object}"]),
        row(FetchSub, &[Relaxed], &[64], &["sub.d {b},$r0,{operand}", "amadd.d {result},{b},{object}"]),
        row(FetchSub, &[Acquire, Release, AcquireRelease, SeqCst], &[64], &["sub.d {b},$r0,{operand}", "amadd_db.d {result},{b},{object}"]),
        compare(&[Relaxed, Release], &[Relaxed], WORDS, &["loop:", "ll.{s} {result},{object},0", "bne {result},{expected},fail", "move {a},{operand}", "sc.{s} {a},{object},0", "beqz {a},loop", "b done", "fail:", "dbar 0x700", "done:"]),
        compare(&[Acquire, AcquireRelease], &[Relaxed, Acquire], WORDS, &["loop:", "ll.{s} {result},{object},0", "bne {result},{expected},fail", "move {a},{operand}", "sc.{s} {a},{object},0", "beqz {a},loop", "b done", "fail:", "dbar 0x14", "done:"]),
        compare(&[SeqCst], &[Relaxed, Acquire, SeqCst], WORDS, &["loop:", "ll.{s} {result},{object},0", "bne {result},{expected},fail", "move {a},{operand}", "sc.{s} {a},{object},0", "beqz {a},loop", "b done", "fail:", "dbar 0x14", "done:"]),
    ],
};

/// What LLVM 18 to 21 emit, as for processors with LD_SEQ_SA.
#[rustfmt::skip] // A row is a line.
pub static LOONGARCH_LLVM: Mapping = Mapping {
    name: "loongarch-llvm",
    architecture: "loongarch64",
    source: "what LLVM 18 to 21 emit; relaxed loads have no dbar 0x700, as for processors with LD_SEQ_SA; no document says it",
    otherwise: Some(&LOONGARCH_GCC),
    extension: None,
    is_document: true,
    is_fix: false,
    rows: &[
        fence(&[Consume, Acquire], &["dbar 0x14"]),
        row(Load, &[Relaxed], UP_TO_64, &["ld.{s} {result},{object},0"]),
        row(Load, &[SeqCst], UP_TO_64, &["ld.{s} {result},{object},0", "dbar 0x10"]),
        row(Store, &[Release], &[8, 16], &["dbar 0x12", "st.{s} {operand},{object},0"]),
        row(Store, &[SeqCst], &[8, 16], &["dbar 0x10", "st.{s} {operand},{object},0", "dbar 0x10"]),
        row(Store, &[Release, SeqCst], WORDS, &["amswap_db.{s} $r0,{operand},{object}"]),
        compare(&[Relaxed, Acquire, Release, AcquireRelease, SeqCst], &[Relaxed], WORDS, &["loop:", "ll.{s} {result},{object},0", "bne {result},{expected},fail", "move {a},{operand}", "sc.{s} {a},{object},0", "beqz {a},loop", "b done", "fail:", "dbar 0x700", "done:"]),
        compare(&[Acquire, AcquireRelease, SeqCst], &[Acquire, SeqCst], WORDS, &["loop:", "ll.{s} {result},{object},0", "bne {result},{expected},fail", "move {a},{operand}", "sc.{s} {a},{object},0", "beqz {a},loop", "b done", "fail:", "dbar 0x14", "done:"]),
    ],
};
