//! What the operations of C11 become on AArch64 with the atomic instructions of Armv8.1.

use super::AARCH64_ABI;
use crate::c11::Operation::{Exchange, FetchAdd, FetchAnd, FetchOr, FetchSub, FetchXor, Load, Store};
use crate::c11::Order::{Acquire, AcquireRelease, Consume, Relaxed, Release, SeqCst};
use crate::c11::{Mapping, UP_TO_64, WORDS, compare, row};

/// The same with the atomic instructions of Armv8.1.
#[rustfmt::skip] // A row is a line.
pub static AARCH64_ABI_LSE: Mapping = Mapping {
    name: "aarch64-abi-lse",
    architecture: "aarch64",
    source: "Arm: C/C++ Atomics Application Binary Interface for the Arm 64-bit Architecture (ABI for the Arm Architecture, atomicsabi64), 2025Q4, rows of FEAT_LSE",
    otherwise: Some(&AARCH64_ABI),
    extension: None,
    is_document: true,
    is_fix: true,
    rows: &[
        row(Exchange, &[Relaxed], UP_TO_64, &["SWP{s} {operand},{result},[{object}]"]),
        row(FetchAdd, &[Relaxed], UP_TO_64, &["LDADD{s} {operand},{result},[{object}]"]),
        row(FetchOr, &[Relaxed], UP_TO_64, &["LDSET{s} {operand},{result},[{object}]"]),
        row(FetchXor, &[Relaxed], UP_TO_64, &["LDEOR{s} {operand},{result},[{object}]"]),
        row(FetchSub, &[Relaxed], UP_TO_64, &["NEG {b},{operand}", "LDADD{s} {b},{result},[{object}]"]),
        row(FetchAnd, &[Relaxed], UP_TO_64, &["MVN {b},{operand}", "LDCLR{s} {b},{result},[{object}]"]),
        row(Exchange, &[Acquire, Consume], UP_TO_64, &["SWPA{s} {operand},{result},[{object}]"]),
        row(FetchAdd, &[Acquire, Consume], UP_TO_64, &["LDADDA{s} {operand},{result},[{object}]"]),
        row(FetchOr, &[Acquire, Consume], UP_TO_64, &["LDSETA{s} {operand},{result},[{object}]"]),
        row(FetchXor, &[Acquire, Consume], UP_TO_64, &["LDEORA{s} {operand},{result},[{object}]"]),
        row(FetchSub, &[Acquire, Consume], UP_TO_64, &["NEG {b},{operand}", "LDADDA{s} {b},{result},[{object}]"]),
        row(FetchAnd, &[Acquire, Consume], UP_TO_64, &["MVN {b},{operand}", "LDCLRA{s} {b},{result},[{object}]"]),
        row(Exchange, &[Release], UP_TO_64, &["SWPL{s} {operand},{result},[{object}]"]),
        row(FetchAdd, &[Release], UP_TO_64, &["LDADDL{s} {operand},{result},[{object}]"]),
        row(FetchOr, &[Release], UP_TO_64, &["LDSETL{s} {operand},{result},[{object}]"]),
        row(FetchXor, &[Release], UP_TO_64, &["LDEORL{s} {operand},{result},[{object}]"]),
        row(FetchSub, &[Release], UP_TO_64, &["NEG {b},{operand}", "LDADDL{s} {b},{result},[{object}]"]),
        row(FetchAnd, &[Release], UP_TO_64, &["MVN {b},{operand}", "LDCLRL{s} {b},{result},[{object}]"]),
        row(Exchange, &[AcquireRelease, SeqCst], UP_TO_64, &["SWPAL{s} {operand},{result},[{object}]"]),
        row(FetchAdd, &[AcquireRelease, SeqCst], UP_TO_64, &["LDADDAL{s} {operand},{result},[{object}]"]),
        row(FetchOr, &[AcquireRelease, SeqCst], UP_TO_64, &["LDSETAL{s} {operand},{result},[{object}]"]),
        row(FetchXor, &[AcquireRelease, SeqCst], UP_TO_64, &["LDEORAL{s} {operand},{result},[{object}]"]),
        row(FetchSub, &[AcquireRelease, SeqCst], UP_TO_64, &["NEG {b},{operand}", "LDADDAL{s} {b},{result},[{object}]"]),
        row(FetchAnd, &[AcquireRelease, SeqCst], UP_TO_64, &["MVN {b},{operand}", "LDCLRAL{s} {b},{result},[{object}]"]),
        compare(&[Relaxed], &[Relaxed], WORDS, &["MOV {result},{expected}", "CAS {result},{operand},[{object}]"]),
        compare(&[Acquire], &[Relaxed, Acquire, Consume], WORDS, &["MOV {result},{expected}", "CASA {result},{operand},[{object}]"]),
        compare(&[Release], &[Relaxed], WORDS, &["MOV {result},{expected}", "CASL {result},{operand},[{object}]"]),
        compare(&[AcquireRelease, SeqCst], &[Relaxed, Acquire, Consume, SeqCst], WORDS, &["MOV {result},{expected}", "CASAL {result},{operand},[{object}]"]),
        compare(&[Relaxed, Consume], &[Acquire, Consume, SeqCst], WORDS, &["MOV {result},{expected}", "CASA {result},{operand},[{object}]"]),
        compare(&[Acquire], &[SeqCst], WORDS, &["MOV {result},{expected}", "CASA {result},{operand},[{object}]"]),
        compare(&[Release], &[Acquire, Consume, SeqCst], WORDS, &["MOV {result},{expected}", "CASAL {result},{operand},[{object}]"]),
        row(Store, &[Relaxed], &[128], &["LDP {result},{result.high},[{object}]", "loop:", "MOV {b},{result}", "MOV {b.high},{result.high}", "CASP {result},{result.high},{operand},{operand.high},[{object}]", "CMP {result},{b}", "CCMP {result.high},{b.high},#0,EQ", "B.NE loop"]),
        row(Store, &[Release], &[128], &["LDP {result},{result.high},[{object}]", "loop:", "MOV {b},{result}", "MOV {b.high},{result.high}", "CASPL {result},{result.high},{operand},{operand.high},[{object}]", "CMP {result},{b}", "CCMP {result.high},{b.high},#0,EQ", "B.NE loop"]),
        row(Store, &[SeqCst], &[128], &["LDP {result},{result.high},[{object}]", "loop:", "MOV {b},{result}", "MOV {b.high},{result.high}", "CASPAL {result},{result.high},{operand},{operand.high},[{object}]", "CMP {result},{b}", "CCMP {result.high},{b.high},#0,EQ", "B.NE loop"]),
        row(Load, &[Relaxed], &[128], &["MOV {result},#0", "MOV {result.high},#0", "CASP {result},{result.high},{result},{result.high},[{object}]"]),
        row(Load, &[Acquire, Consume, SeqCst], &[128], &["MOV {result},#0", "MOV {result.high},#0", "CASPA {result},{result.high},{result},{result.high},[{object}]"]),
        row(Exchange, &[Relaxed], &[128], &["LDP {result},{result.high},[{object}]", "loop:", "MOV {b},{result}", "MOV {b.high},{result.high}", "CASP {result},{result.high},{operand},{operand.high},[{object}]", "CMP {result},{b}", "CCMP {result.high},{b.high},#0,EQ", "B.NE loop"]),
        row(Exchange, &[Acquire, Consume], &[128], &["LDP {result},{result.high},[{object}]", "loop:", "MOV {b},{result}", "MOV {b.high},{result.high}", "CASPA {result},{result.high},{operand},{operand.high},[{object}]", "CMP {result},{b}", "CCMP {result.high},{b.high},#0,EQ", "B.NE loop"]),
        row(Exchange, &[Release], &[128], &["LDP {result},{result.high},[{object}]", "loop:", "MOV {b},{result}", "MOV {b.high},{result.high}", "CASPL {result},{result.high},{operand},{operand.high},[{object}]", "CMP {result},{b}", "CCMP {result.high},{b.high},#0,EQ", "B.NE loop"]),
        row(Exchange, &[AcquireRelease, SeqCst], &[128], &["LDP {result},{result.high},[{object}]", "loop:", "MOV {b},{result}", "MOV {b.high},{result.high}", "CASPAL {result},{result.high},{operand},{operand.high},[{object}]", "CMP {result},{b}", "CCMP {result.high},{b.high},#0,EQ", "B.NE loop"]),
        row(FetchAdd, &[Relaxed], &[128], &["LDP {result},{result.high},[{object}]", "loop:", "MOV {b},{result}", "MOV {b.high},{result.high}", "ADDS {a},{result},{operand}", "ADC {a.high},{result.high},{operand.high}", "CASP {result},{result.high},{a},{a.high},[{object}]", "CMP {result},{b}", "CCMP {result.high},{b.high},#0,EQ", "B.NE loop"]),
        row(FetchAdd, &[Acquire, Consume], &[128], &["LDP {result},{result.high},[{object}]", "loop:", "MOV {b},{result}", "MOV {b.high},{result.high}", "ADDS {a},{result},{operand}", "ADC {a.high},{result.high},{operand.high}", "CASPA {result},{result.high},{a},{a.high},[{object}]", "CMP {result},{b}", "CCMP {result.high},{b.high},#0,EQ", "B.NE loop"]),
        row(FetchAdd, &[Release], &[128], &["LDP {result},{result.high},[{object}]", "loop:", "MOV {b},{result}", "MOV {b.high},{result.high}", "ADDS {a},{result},{operand}", "ADC {a.high},{result.high},{operand.high}", "CASPL {result},{result.high},{a},{a.high},[{object}]", "CMP {result},{b}", "CCMP {result.high},{b.high},#0,EQ", "B.NE loop"]),
        row(FetchAdd, &[AcquireRelease, SeqCst], &[128], &["LDP {result},{result.high},[{object}]", "loop:", "MOV {b},{result}", "MOV {b.high},{result.high}", "ADDS {a},{result},{operand}", "ADC {a.high},{result.high},{operand.high}", "CASPAL {result},{result.high},{a},{a.high},[{object}]", "CMP {result},{b}", "CCMP {result.high},{b.high},#0,EQ", "B.NE loop"]),
    ],
};
