//! What the operations of C11 become on AArch64.

use super::AARCH64_ABI_LSE;
use crate::c11::Operation::{Exchange, FetchAdd, FetchAnd, FetchOr, FetchSub, FetchXor, Load, Store};
use crate::c11::Order::{Acquire, AcquireRelease, Consume, Relaxed, Release, SeqCst};
use crate::c11::{Mapping, UP_TO_64, WORDS, compare, fence, row};

/// The document's rows for machines that have nothing but Armv8.0.
#[rustfmt::skip] // A row is a line.
pub static AARCH64_ABI: Mapping = Mapping {
    name: "aarch64-abi",
    architecture: "aarch64",
    source: "Arm: C/C++ Atomics Application Binary Interface for the Arm 64-bit Architecture (ABI for the Arm Architecture, atomicsabi64), 2025Q4, Armv8-A rows",
    otherwise: None,
    extension: None,
    is_document: true,
    is_fix: true,
    rows: &[
        fence(&[Relaxed], &["NOP"]),
        fence(&[Acquire, Consume], &["DMB ISHLD"]),
        fence(&[Release], &["DMB ISH"]).noted("the document also allows DMB ISHLD; DMB ISHST"),
        fence(&[Release], &["DMB ISHLD", "DMB ISHST"]),
        fence(&[AcquireRelease, SeqCst], &["DMB ISH"]),
        row(Store, &[Relaxed], UP_TO_64, &["STR{s} {operand},[{object}]"]),
        row(Store, &[Release, SeqCst], UP_TO_64, &["STLR{s} {operand},[{object}]"]),
        row(Load, &[Relaxed], UP_TO_64, &["LDR{s} {result},[{object}]"]),
        row(Load, &[Acquire, Consume, SeqCst], UP_TO_64, &["LDAR{s} {result},[{object}]"]),
        row(Exchange, &[Relaxed], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "STXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop"]),
        row(Exchange, &[Acquire, Consume], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "STXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop"]),
        row(Exchange, &[Release], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "STLXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop"]),
        row(Exchange, &[AcquireRelease, SeqCst], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "STLXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAdd, &[Relaxed], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "ADD {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAdd, &[Acquire, Consume], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "ADD {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAdd, &[Release], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "ADD {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAdd, &[AcquireRelease, SeqCst], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "ADD {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchSub, &[Relaxed], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "SUB {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchSub, &[Acquire, Consume], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "SUB {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchSub, &[Release], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "SUB {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchSub, &[AcquireRelease, SeqCst], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "SUB {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAnd, &[Relaxed], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "AND {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAnd, &[Acquire, Consume], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "AND {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAnd, &[Release], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "AND {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAnd, &[AcquireRelease, SeqCst], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "AND {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchOr, &[Relaxed], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "ORR {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchOr, &[Acquire, Consume], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "ORR {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchOr, &[Release], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "ORR {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchOr, &[AcquireRelease, SeqCst], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "ORR {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchXor, &[Relaxed], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "EOR {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchXor, &[Acquire, Consume], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "EOR {b},{result},{operand}", "STXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchXor, &[Release], UP_TO_64, &["loop:", "LDXR{s} {result},[{object}]", "EOR {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchXor, &[AcquireRelease, SeqCst], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "EOR {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop"]),
        compare(&[Relaxed], &[Relaxed], WORDS, &["loop:", "LDXR{s} {result},[{object}]", "CMP {result},{expected}", "B.NE fail", "STXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "fail:"]),
        compare(&[Acquire], &[Relaxed, Acquire, Consume], WORDS, &["loop:", "LDAXR{s} {result},[{object}]", "CMP {result},{expected}", "B.NE fail", "STXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "fail:"]),
        compare(&[Release], &[Relaxed], WORDS, &["loop:", "LDXR{s} {result},[{object}]", "CMP {result},{expected}", "B.NE fail", "STLXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "fail:"]),
        compare(&[AcquireRelease, SeqCst], &[Relaxed, Acquire, Consume, SeqCst], WORDS, &["loop:", "LDAXR{s} {result},[{object}]", "CMP {result},{expected}", "B.NE fail", "STLXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "fail:"]),
        compare(&[Relaxed, Consume], &[Acquire, Consume, SeqCst], WORDS, &["loop:", "LDAXR{s} {result},[{object}]", "CMP {result},{expected}", "B.NE fail", "STXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "fail:"]),
        compare(&[Acquire], &[SeqCst], WORDS, &["loop:", "LDAXR{s} {result},[{object}]", "CMP {result},{expected}", "B.NE fail", "STXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "fail:"]),
        compare(&[Release], &[Acquire, Consume, SeqCst], WORDS, &["loop:", "LDAXR{s} {result},[{object}]", "CMP {result},{expected}", "B.NE fail", "STLXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "fail:"]),
        row(Store, &[Relaxed], &[128], &["loop:", "LDXP {result},{result.high},[{object}]", "STXP {w:a},{operand},{operand.high},[{object}]", "CBNZ {w:a},loop"]),
        row(Store, &[Release], &[128], &["loop:", "LDXP {result},{result.high},[{object}]", "STLXP {w:a},{operand},{operand.high},[{object}]", "CBNZ {w:a},loop"]),
        row(Store, &[SeqCst], &[128], &["loop:", "LDAXP {result},{result.high},[{object}]", "STLXP {w:a},{operand},{operand.high},[{object}]", "CBNZ {w:a},loop"]),
        row(Load, &[Relaxed], &[128], &["loop:", "LDXP {result},{result.high},[{object}]", "STXP {w:a},{result},{result.high},[{object}]", "CBNZ {w:a},loop"]),
        row(Load, &[Acquire, Consume, SeqCst], &[128], &["loop:", "LDAXP {result},{result.high},[{object}]", "STXP {w:a},{result},{result.high},[{object}]", "CBNZ {w:a},loop"]),
        row(Exchange, &[Relaxed], &[128], &["loop:", "LDXP {result},{result.high},[{object}]", "STXP {w:a},{operand},{operand.high},[{object}]", "CBNZ {w:a},loop"]),
        row(Exchange, &[Acquire, Consume], &[128], &["loop:", "LDAXP {result},{result.high},[{object}]", "STXP {w:a},{operand},{operand.high},[{object}]", "CBNZ {w:a},loop"]),
        row(Exchange, &[Release], &[128], &["loop:", "LDXP {result},{result.high},[{object}]", "STLXP {w:a},{operand},{operand.high},[{object}]", "CBNZ {w:a},loop"]),
        row(Exchange, &[AcquireRelease, SeqCst], &[128], &["loop:", "LDAXP {result},{result.high},[{object}]", "STLXP {w:a},{operand},{operand.high},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAdd, &[Relaxed], &[128], &["loop:", "LDXP {result},{result.high},[{object}]", "ADDS {b},{result},{operand}", "ADC {b.high},{result.high},{operand.high}", "STXP {w:a},{b},{b.high},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAdd, &[Acquire, Consume], &[128], &["loop:", "LDAXP {result},{result.high},[{object}]", "ADDS {b},{result},{operand}", "ADC {b.high},{result.high},{operand.high}", "STXP {w:a},{b},{b.high},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAdd, &[Release], &[128], &["loop:", "LDXP {result},{result.high},[{object}]", "ADDS {b},{result},{operand}", "ADC {b.high},{result.high},{operand.high}", "STLXP {w:a},{b},{b.high},[{object}]", "CBNZ {w:a},loop"]),
        row(FetchAdd, &[AcquireRelease, SeqCst], &[128], &["loop:", "LDAXP {result},{result.high},[{object}]", "ADDS {b},{result},{operand}", "ADC {b.high},{result.high},{operand.high}", "STLXP {w:a},{b},{b.high},[{object}]", "CBNZ {w:a},loop"]),
    ],
};

/// The same with the loads of FEAT_LRCPC.
#[rustfmt::skip] // A row is a line.
pub static AARCH64_ABI_RCPC: Mapping = Mapping {
    name: "aarch64-abi-rcpc",
    architecture: "aarch64",
    source: "Arm: C/C++ Atomics Application Binary Interface for the Arm 64-bit Architecture (ABI for the Arm Architecture, atomicsabi64), 2025Q4, rows of FEAT_LRCPC",
    otherwise: Some(&AARCH64_ABI_LSE),
    extension: None,
    is_document: true,
    is_fix: false,
    rows: &[
        row(Load, &[Acquire, Consume], UP_TO_64, &["LDAPR{s} {result},[{object}]"]),
    ],
};

/// The same with single-copy atomic pairs.
#[rustfmt::skip] // A row is a line.
pub static AARCH64_ABI_LSE2: Mapping = Mapping {
    name: "aarch64-abi-lse2",
    architecture: "aarch64",
    source: "Arm: C/C++ Atomics Application Binary Interface for the Arm 64-bit Architecture (ABI for the Arm Architecture, atomicsabi64), 2025Q4, rows of FEAT_LSE2",
    otherwise: Some(&AARCH64_ABI_RCPC),
    extension: None,
    is_document: true,
    is_fix: true,
    rows: &[
        row(Store, &[Relaxed], &[128], &["STP {operand},{operand.high},[{object}]"]),
        row(Store, &[Release], &[128], &["DMB ISH", "STP {operand},{operand.high},[{object}]"]),
        row(Store, &[SeqCst], &[128], &["DMB ISH", "STP {operand},{operand.high},[{object}]", "DMB ISH"]),
        row(Load, &[Relaxed], &[128], &["LDP {result},{result.high},[{object}]"]),
        row(Load, &[Acquire, Consume], &[128], &["LDP {result},{result.high},[{object}]", "DMB ISHLD"]),
        row(Load, &[SeqCst], &[128], &["LDAR {x:a},[{object}]", "LDP {result},{result.high},[{object}]", "DMB ISHLD"]),
    ],
};

/// A proposal for Java virtual machines that mixes badly with the others.
#[rustfmt::skip] // A row is a line.
pub static AARCH64_JVM_LDAPR: Mapping = Mapping {
    name: "aarch64-jvm-ldapr",
    architecture: "aarch64",
    source: "the proposal of Mix Testing (OOPSLA 2024), section 5.3 and Table 2: seq_cst loads by LDAPR, seq_cst stores with a trailing barrier",
    otherwise: Some(&AARCH64_ABI),
    extension: None,
    is_document: false,
    is_fix: false,
    rows: &[
        row(Load, &[SeqCst], UP_TO_64, &["LDAPR{s} {result},[{object}]"]),
        row(Store, &[SeqCst], UP_TO_64, &["STLR{s} {operand},[{object}]", "DMB ISH"]),
    ],
};

/// What compilers for Windows write.
#[rustfmt::skip] // A row is a line.
pub static AARCH64_MSVC: Mapping = Mapping {
    name: "aarch64-msvc",
    architecture: "aarch64",
    source: "what MSVC and clang for aarch64-pc-windows-msvc emit: a barrier behind seq_cst stores and read-modify-writes (LLVM D141748), measured with clang 16 and later",
    otherwise: Some(&AARCH64_ABI),
    extension: None,
    is_document: false,
    is_fix: false,
    rows: &[
        row(Store, &[SeqCst], UP_TO_64, &["STLR{s} {operand},[{object}]", "DMB ISH"]),
        row(Exchange, &[SeqCst], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "STLXR{s} {w:a},{operand},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        row(FetchAdd, &[SeqCst], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "ADD {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        row(FetchSub, &[SeqCst], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "SUB {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        row(FetchAnd, &[SeqCst], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "AND {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        row(FetchOr, &[SeqCst], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "ORR {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
        row(FetchXor, &[SeqCst], UP_TO_64, &["loop:", "LDAXR{s} {result},[{object}]", "EOR {b},{result},{operand}", "STLXR{s} {w:a},{b},[{object}]", "CBNZ {w:a},loop", "DMB ISH"]),
    ],
};
