//! What the operations of C11 become on RISC-V with Zalasr, and with Ztso.

use crate::c11::Operation::{Exchange, FetchAdd, FetchAnd, FetchOr, FetchSub, FetchXor, Load, Store};
use crate::c11::Order::{Acquire, AcquireRelease, Relaxed, Release, SeqCst};
use crate::c11::{Mapping, Order, UP_TO_64, WORDS, compare, fence, row};
use crate::riscv::updates::UPDATES;

/// All orders.
const ALL: &[Order] = &[Relaxed, Acquire, Release, AcquireRelease, SeqCst];

/// The mapping by load-acquire and store-release instructions.
#[rustfmt::skip] // A row is a line.
pub static RISCV_A7: Mapping = Mapping {
    name: "riscv-a7",
    architecture: "riscv64",
    source: "RISC-V ELF psABI, RISC-V atomics ABI: A7, with the loads and stores of Zalasr",
    otherwise: Some(&UPDATES),
    extension: None,
    is_document: true,
    is_fix: false,
    rows: &[
        row(Load, &[Acquire, SeqCst], UP_TO_64, &["l{s}.aq {result},0({object})"]),
        row(Store, &[Release, SeqCst], UP_TO_64, &["s{s}.rl {operand},0({object})"]),
        compare(&[SeqCst], &[Relaxed, Acquire, SeqCst], WORDS, &["loop:", "lr.{s}.aq {result},({object})", "bne {result},{expected},fail", "sc.{s}.rl {a},{operand},({object})", "bnez {a},loop", "fail:"]),
    ],
};

/// The mapping for machines with Ztso.
#[rustfmt::skip] // A row is a line.
pub static RISCV_ZTSO: Mapping = Mapping {
    name: "riscv-ztso",
    architecture: "riscv64",
    source: "RISC-V ELF psABI, RISC-V atomics ABI: the mapping for machines with Ztso",
    otherwise: None,
    extension: Some("Ztso"),
    is_document: true,
    is_fix: true,
    rows: &[
        fence(&[Relaxed], &["nop"]),
        fence(&[Acquire, Release, AcquireRelease], &["nop"]),
        fence(&[SeqCst], &["fence rw,rw"]),
        row(Load, &[Relaxed], UP_TO_64, &["l{s} {result},0({object})"]),
        row(Store, &[Relaxed], UP_TO_64, &["s{s} {operand},0({object})"]),
        row(Load, &[Acquire], UP_TO_64, &["l{s} {result},0({object})"]),
        row(Load, &[SeqCst], UP_TO_64, &["fence rw,rw", "l{s} {result},0({object})"]),
        row(Store, &[Release], UP_TO_64, &["s{s} {operand},0({object})"]),
        row(Store, &[SeqCst], UP_TO_64, &["s{s} {operand},0({object})", "fence rw,rw"]),
        row(Exchange, ALL, WORDS, &["amoswap.{s} {result},{operand},({object})"]),
        row(FetchAdd, ALL, WORDS, &["amoadd.{s} {result},{operand},({object})"]),
        row(FetchSub, ALL, WORDS, &["neg {a},{operand}", "amoadd.{s} {result},{a},({object})"]),
        row(FetchAnd, ALL, WORDS, &["amoand.{s} {result},{operand},({object})"]),
        row(FetchOr, ALL, WORDS, &["amoor.{s} {result},{operand},({object})"]),
        row(FetchXor, ALL, WORDS, &["amoxor.{s} {result},{operand},({object})"]),
        compare(&[Relaxed], &[Relaxed], WORDS, &["loop:", "lr.{s} {result},({object})", "bne {result},{expected},fail", "sc.{s} {a},{operand},({object})", "bnez {a},loop", "fail:"]),
        compare(&[Acquire], &[Relaxed, Acquire], WORDS, &["loop:", "lr.{s} {result},({object})", "bne {result},{expected},fail", "sc.{s} {a},{operand},({object})", "bnez {a},loop", "fail:"]),
        compare(&[Release], &[Relaxed], WORDS, &["loop:", "lr.{s} {result},({object})", "bne {result},{expected},fail", "sc.{s} {a},{operand},({object})", "bnez {a},loop", "fail:"]),
        compare(&[AcquireRelease], &[Relaxed, Acquire], WORDS, &["loop:", "lr.{s} {result},({object})", "bne {result},{expected},fail", "sc.{s} {a},{operand},({object})", "bnez {a},loop", "fail:"]),
        compare(&[SeqCst], &[Relaxed, Acquire, SeqCst], WORDS, &["loop:", "lr.{s}.aqrl {result},({object})", "bne {result},{expected},fail", "sc.{s}.rl {a},{operand},({object})", "bnez {a},loop", "fail:"]),
    ],
};
