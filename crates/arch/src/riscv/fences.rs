//! What the operations of C11 become on RISC-V by fences.

use crate::c11::Operation::{Load, Store};
use crate::c11::Order::{Acquire, Relaxed, Release, SeqCst};
use crate::c11::{Mapping, UP_TO_64, WORDS, compare, row};
use crate::riscv::updates::UPDATES;

/// The mapping by fences that compilers began with.
#[rustfmt::skip] // A row is a line.
pub static RISCV_A6C: Mapping = Mapping {
    name: "riscv-a6c",
    architecture: "riscv64",
    source: "RISC-V ELF psABI, RISC-V atomics ABI: A6C, the original mapping of table A.6",
    otherwise: Some(&UPDATES),
    extension: None,
    is_document: true,
    is_fix: true,
    rows: &[
        row(Load, &[Acquire], UP_TO_64, &["l{s} {result},0({object})", "fence r,rw"]),
        row(Load, &[SeqCst], UP_TO_64, &["fence rw,rw", "l{s} {result},0({object})", "fence r,rw"]),
        row(Store, &[Release], UP_TO_64, &["fence rw,w", "s{s} {operand},0({object})"]),
        row(Store, &[SeqCst], UP_TO_64, &["fence rw,w", "s{s} {operand},0({object})"]),
        compare(&[SeqCst], &[Relaxed, Acquire, SeqCst], WORDS, &["loop:", "lr.{s}.aqrl {result},({object})", "bne {result},{expected},fail", "sc.{s}.rl {a},{operand},({object})", "bnez {a},loop", "fail:"]),
    ],
};

/// The same with a fence behind sequentially consistent stores, too.
#[rustfmt::skip] // A row is a line.
pub static RISCV_A6S: Mapping = Mapping {
    name: "riscv-a6s",
    architecture: "riscv64",
    source: "RISC-V ELF psABI, RISC-V atomics ABI: A6S, which code of both A6C and A7 can be linked to",
    otherwise: Some(&UPDATES),
    extension: None,
    is_document: true,
    is_fix: true,
    rows: &[
        row(Load, &[Acquire], UP_TO_64, &["l{s} {result},0({object})", "fence r,rw"]),
        row(Load, &[SeqCst], UP_TO_64, &["fence rw,rw", "l{s} {result},0({object})", "fence r,rw"]),
        row(Store, &[Release], UP_TO_64, &["fence rw,w", "s{s} {operand},0({object})"]),
        row(Store, &[SeqCst], UP_TO_64, &["fence rw,w", "s{s} {operand},0({object})", "fence rw,rw"]),
        row(Store, &[SeqCst], WORDS, &["amoswap.{s}.rl x0,{operand},({object})"]),
        compare(&[SeqCst], &[Relaxed, Acquire, SeqCst], WORDS, &["loop:", "lr.{s}.aqrl {result},({object})", "bne {result},{expected},fail", "sc.{s}.rl {a},{operand},({object})", "bnez {a},loop", "fail:"]),
    ],
};
