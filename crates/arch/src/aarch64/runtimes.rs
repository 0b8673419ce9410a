//! What virtual machines and the Linux kernel make of accesses that C11 has orders for, on AArch64: code that no C compiler writes and that C meets all the same.
//!
//! A row is there where the system has an operation that promises what the order does. What it lacks has no row, and is reported where a test asks for it: the kernel has no
//! sequentially consistent loads and stores, and its compare-exchange that fails orders nothing (`Documentation/atomic_t.txt`).

use super::AARCH64_ABI_LSE;
use crate::c11::Operation::{Exchange, FetchAdd, FetchAnd, FetchOr, FetchSub, FetchXor, Load, Store};
use crate::c11::Order::{Acquire, AcquireRelease, Consume, Relaxed, Release, SeqCst};
use crate::c11::{Mapping, UP_TO_64, WORDS, compare, fence, row};

/// The atomics of the Linux kernel by exclusives. Fully ordered ones stand for `acq_rel` and `seq_cst`.
#[rustfmt::skip] // A row is a line.
pub static AARCH64_LINUX: Mapping = Mapping {
    name: "aarch64-linux",
    architecture: "aarch64",
    source: "Linux, arch/arm64/include/asm: barrier.h, atomic_ll_sc.h and cmpxchg.h (READ_ONCE, WRITE_ONCE, smp_load_acquire, smp_store_release, smp_mb, atomic_*() with _relaxed, _acquire, _release or fully ordered)",
    otherwise: None,
    extension: None,
    is_document: false,
    is_fix: false,
    rows: &[
        fence(&[Acquire, Consume, Release, AcquireRelease, SeqCst], &["DMB ISH"]).noted("smp_mb()"),
        row(Load, &[Relaxed], UP_TO_64, &["LDR{s} {result},[{object}]"]).noted("READ_ONCE"),
        row(Load, &[Acquire, Consume], UP_TO_64, &["LDAR{s} {result},[{object}]"]).noted("smp_load_acquire"),
        row(Store, &[Relaxed], UP_TO_64, &["STR{s} {operand},[{object}]"]).noted("WRITE_ONCE"),
        row(Store, &[Release], UP_TO_64, &["STLR{s} {operand},[{object}]"]).noted("smp_store_release"),
        row(Exchange, &[Relaxed], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "STXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAdd, &[Relaxed], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "ADD {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchSub, &[Relaxed], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "SUB {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAnd, &[Relaxed], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "AND {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchOr, &[Relaxed], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "ORR {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchXor, &[Relaxed], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "EOR {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(Exchange, &[Acquire, Consume], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "STXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAdd, &[Acquire, Consume], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "ADD {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchSub, &[Acquire, Consume], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "SUB {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAnd, &[Acquire, Consume], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "AND {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchOr, &[Acquire, Consume], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "ORR {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchXor, &[Acquire, Consume], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "EOR {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(Exchange, &[Release], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "STLXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAdd, &[Release], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "ADD {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchSub, &[Release], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "SUB {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAnd, &[Release], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "AND {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchOr, &[Release], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "ORR {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchXor, &[Release], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "EOR {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(Exchange, &[AcquireRelease, SeqCst], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "STLXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        row(FetchAdd, &[AcquireRelease, SeqCst], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "ADD {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        row(FetchSub, &[AcquireRelease, SeqCst], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "SUB {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        row(FetchAnd, &[AcquireRelease, SeqCst], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "AND {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        row(FetchOr, &[AcquireRelease, SeqCst], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "ORR {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        row(FetchXor, &[AcquireRelease, SeqCst], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "EOR {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        compare(&[Relaxed], &[Relaxed], WORDS, &["loop:", "LDXR{s} {result},[{object}]", "CMP {result},{expected}", "B.NE fail", "STXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "fail:"]),
        compare(&[Acquire, Consume], &[Relaxed], WORDS, &["loop:", "LDAXR{s} {result},[{object}]", "CMP {result},{expected}", "B.NE fail", "STXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "fail:"]),
        compare(&[Release], &[Relaxed], WORDS, &["loop:", "LDXR{s} {result},[{object}]", "CMP {result},{expected}", "B.NE fail", "STLXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "fail:"]),
        compare(&[AcquireRelease, SeqCst], &[Relaxed], WORDS, &["loop:", "LDXR{s} {result},[{object}]", "CMP {result},{expected}", "B.NE fail", "STLXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "DMB ISH", "fail:"]),
    ],
};

/// The same by the atomic instructions of Armv8.1.
#[rustfmt::skip] // A row is a line.
pub static AARCH64_LINUX_LSE: Mapping = Mapping {
    name: "aarch64-linux-lse",
    architecture: "aarch64",
    source: "Linux, arch/arm64/include/asm/atomic_lse.h",
    otherwise: Some(&AARCH64_LINUX),
    extension: None,
    is_document: false,
    is_fix: false,
    rows: &[
        row(Exchange, &[Relaxed], UP_TO_64, &["SWP{s} {operand},{result},[{object}]"]),
        row(FetchAdd, &[Relaxed], UP_TO_64, &["LDADD{s} {operand},{result},[{object}]"]),
        row(FetchOr, &[Relaxed], UP_TO_64, &["LDSET{s} {operand},{result},[{object}]"]),
        row(FetchXor, &[Relaxed], UP_TO_64, &["LDEOR{s} {operand},{result},[{object}]"]),
        row(FetchSub, &[Relaxed], UP_TO_64, &["NEG {b},{operand}", "LDADD{s} {b},{result},[{object}]"]),
        row(FetchAnd, &[Relaxed], UP_TO_64, &["MVN {b},{operand}", "LDCLR{s} {b},{result},[{object}]"]),
        compare(&[Relaxed], &[Relaxed], WORDS, &["MOV {result},{expected}", "CAS {result},{operand},[{object}]"]),
        row(Exchange, &[Acquire, Consume], UP_TO_64, &["SWPA{s} {operand},{result},[{object}]"]),
        row(FetchAdd, &[Acquire, Consume], UP_TO_64, &["LDADDA{s} {operand},{result},[{object}]"]),
        row(FetchOr, &[Acquire, Consume], UP_TO_64, &["LDSETA{s} {operand},{result},[{object}]"]),
        row(FetchXor, &[Acquire, Consume], UP_TO_64, &["LDEORA{s} {operand},{result},[{object}]"]),
        row(FetchSub, &[Acquire, Consume], UP_TO_64, &["NEG {b},{operand}", "LDADDA{s} {b},{result},[{object}]"]),
        row(FetchAnd, &[Acquire, Consume], UP_TO_64, &["MVN {b},{operand}", "LDCLRA{s} {b},{result},[{object}]"]),
        compare(&[Acquire, Consume], &[Relaxed], WORDS, &["MOV {result},{expected}", "CASA {result},{operand},[{object}]"]),
        row(Exchange, &[Release], UP_TO_64, &["SWPL{s} {operand},{result},[{object}]"]),
        row(FetchAdd, &[Release], UP_TO_64, &["LDADDL{s} {operand},{result},[{object}]"]),
        row(FetchOr, &[Release], UP_TO_64, &["LDSETL{s} {operand},{result},[{object}]"]),
        row(FetchXor, &[Release], UP_TO_64, &["LDEORL{s} {operand},{result},[{object}]"]),
        row(FetchSub, &[Release], UP_TO_64, &["NEG {b},{operand}", "LDADDL{s} {b},{result},[{object}]"]),
        row(FetchAnd, &[Release], UP_TO_64, &["MVN {b},{operand}", "LDCLRL{s} {b},{result},[{object}]"]),
        compare(&[Release], &[Relaxed], WORDS, &["MOV {result},{expected}", "CASL {result},{operand},[{object}]"]),
        row(Exchange, &[AcquireRelease, SeqCst], UP_TO_64, &["SWPAL{s} {operand},{result},[{object}]"]),
        row(FetchAdd, &[AcquireRelease, SeqCst], UP_TO_64, &["LDADDAL{s} {operand},{result},[{object}]"]),
        row(FetchOr, &[AcquireRelease, SeqCst], UP_TO_64, &["LDSETAL{s} {operand},{result},[{object}]"]),
        row(FetchXor, &[AcquireRelease, SeqCst], UP_TO_64, &["LDEORAL{s} {operand},{result},[{object}]"]),
        row(FetchSub, &[AcquireRelease, SeqCst], UP_TO_64, &["NEG {b},{operand}", "LDADDAL{s} {b},{result},[{object}]"]),
        row(FetchAnd, &[AcquireRelease, SeqCst], UP_TO_64, &["MVN {b},{operand}", "LDCLRAL{s} {b},{result},[{object}]"]),
        compare(&[AcquireRelease, SeqCst], &[Relaxed], WORDS, &["MOV {result},{expected}", "CASAL {result},{operand},[{object}]"]),
    ],
};

/// What the optimising compiler of OpenJDK makes of volatile accesses.
#[rustfmt::skip] // A row is a line.
pub static AARCH64_JVM: Mapping = Mapping {
    name: "aarch64-jvm",
    architecture: "aarch64",
    source: "OpenJDK, src/hotspot/cpu/aarch64/aarch64.ad: volatile loads by LDAR, volatile stores by STLR (C2)",
    otherwise: Some(&AARCH64_ABI_LSE),
    extension: None,
    is_document: false,
    is_fix: false,
    rows: &[
        row(Load, &[Acquire, Consume, SeqCst], UP_TO_64, &["LDAR{s} {result},[{object}]"]),
        row(Store, &[Release, SeqCst], UP_TO_64, &["STLR{s} {operand},[{object}]"]),
        fence(&[Release], &["DMB ISH"]),
    ],
};

/// What its interpreter and its fast compiler (C1) make of them: barriers around plain accesses.
#[rustfmt::skip] // A row is a line.
pub static AARCH64_JVM_INTERPRETER: Mapping = Mapping {
    name: "aarch64-jvm-interpreter",
    architecture: "aarch64",
    source: "OpenJDK, src/hotspot/cpu/aarch64: templateTable_aarch64.cpp, c1_LIRGenerator_aarch64.cpp, with the barrier before loads of JDK-8179954",
    otherwise: Some(&AARCH64_JVM),
    extension: None,
    is_document: false,
    is_fix: false,
    rows: &[
        row(Load, &[SeqCst], UP_TO_64, &["DMB ISH", "LDR{s} {result},[{object}]", "DMB ISHLD"]),
        row(Store, &[SeqCst], UP_TO_64, &["DMB ISH", "STR{s} {operand},[{object}]", "DMB ISH"]),
    ],
};

/// The same as it was before JDK-8179954, without a barrier before loads: sound alone, and not beside `STLR`.
#[rustfmt::skip] // A row is a line.
pub static AARCH64_JVM_INTERPRETER_8: Mapping = Mapping {
    name: "aarch64-jvm-interpreter-8",
    architecture: "aarch64",
    source: "OpenJDK 8, the same files before JDK-8179954",
    otherwise: Some(&AARCH64_JVM_INTERPRETER),
    extension: None,
    is_document: false,
    is_fix: false,
    rows: &[
        row(Load, &[SeqCst], UP_TO_64, &["LDR{s} {result},[{object}]", "DMB ISHLD"]),
    ],
};

/// What Mono makes of volatile accesses, of `Interlocked` and of accesses between two of its barriers.
#[rustfmt::skip] // A row is a line.
pub static AARCH64_MONO: Mapping = Mapping {
    name: "aarch64-mono",
    architecture: "aarch64",
    source: "dotnet/runtime, src/mono/mono/mini/mini-arm64.c: OP_ATOMIC_*, OP_MEMORY_BARRIER",
    otherwise: None,
    extension: None,
    is_document: false,
    is_fix: false,
    rows: &[
        fence(&[Acquire, Consume, Release, AcquireRelease, SeqCst], &["DMB ISH"]),
        row(Load, &[Relaxed], UP_TO_64, &["LDR{s} {result},[{object}]"]),
        row(Load, &[Acquire, Consume], UP_TO_64, &["LDAR{s} {result},[{object}]"]),
        row(Load, &[SeqCst], UP_TO_64, &["DMB ISH", "LDAR{s} {result},[{object}]"]),
        row(Store, &[Relaxed], UP_TO_64, &["STR{s} {operand},[{object}]"]),
        row(Store, &[Release], UP_TO_64, &["STLR{s} {operand},[{object}]"]),
        row(Store, &[SeqCst], UP_TO_64, &["STLR{s} {operand},[{object}]", "DMB ISH"]),
        row(Exchange, &[Relaxed, Acquire, Consume, Release, AcquireRelease, SeqCst], WORDS, &["loop:", "LDXR{s} {result},[{object}]", "STLXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        row(FetchAdd, &[Relaxed, Acquire, Consume, Release, AcquireRelease, SeqCst], WORDS, &["loop:", "LDXR{s} {result},[{object}]", "ADD {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        compare(&[Relaxed, Acquire, Consume, Release, AcquireRelease, SeqCst], &[Relaxed, Acquire, Consume, Release, AcquireRelease, SeqCst], WORDS, &["loop:", "LDXR{s} {result},[{object}]", "CMP {result},{expected}", "B.NE fail", "STLXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "fail:", "DMB ISH"]),
    ],
};
