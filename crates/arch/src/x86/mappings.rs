//! What the operations of C11 become on x86-64.

use crate::c11::Operation::{Exchange, FetchAdd, Load, Store};
use crate::c11::Order::{Acquire, AcquireRelease, Consume, Relaxed, Release, SeqCst};
use crate::c11::{Mapping, UP_TO_64, compare, fence, row};

/// Sequentially consistent stores by an exchange.
#[rustfmt::skip] // A row is a line.
pub static X86_64_ABI: Mapping = Mapping {
    name: "x86_64-abi",
    architecture: "x86_64",
    source: "P. Sewell and others: C/C++11 mappings to processors, and what gcc and clang emit",
    otherwise: None,
    extension: None,
    is_document: true,
    is_fix: true,
    rows: &[
        fence(&[Relaxed, Acquire, Consume, Release, AcquireRelease], &["nop"]),
        fence(&[SeqCst], &["mfence"]),
        row(Load, &[Relaxed, Acquire, Consume, SeqCst], UP_TO_64, &["mov{s} ({object}),{result}"]),
        row(Store, &[Relaxed, Release], UP_TO_64, &["mov{s} {operand},({object})"]),
        row(Store, &[SeqCst], UP_TO_64, &["xchg{s} {operand},({object})"]),
        row(Exchange, &[Relaxed, Acquire, Consume, Release, AcquireRelease, SeqCst], UP_TO_64, &["movq {x:operand},{x:result}", "xchg{s} {result},({object})"]),
        row(FetchAdd, &[Relaxed, Acquire, Consume, Release, AcquireRelease, SeqCst], UP_TO_64, &["movq {x:operand},{x:result}", "lock xadd{s} {result},({object})"]),
        compare(&[Relaxed, Acquire, Consume, Release, AcquireRelease, SeqCst], &[], UP_TO_64, &["movq {x:expected},{x:result}", "lock cmpxchg{s} {operand},({object})"]),
    ],
};

/// The same with a fence behind them.
#[rustfmt::skip] // A row is a line.
pub static X86_64_ABI_MFENCE: Mapping = Mapping {
    name: "x86_64-abi-mfence",
    architecture: "x86_64",
    source: "P. Sewell and others: C/C++11 mappings to processors, and what gcc and clang emit; the alternative with a fence behind seq_cst stores",
    otherwise: Some(&X86_64_ABI),
    extension: None,
    is_document: true,
    is_fix: false,
    rows: &[
        row(Store, &[SeqCst], UP_TO_64, &["mov{s} {operand},({object})", "mfence"]),
    ],
};

/// The atomics of the Linux kernel, which has no sequentially consistent loads and stores.
#[rustfmt::skip] // A row is a line.
pub static X86_64_LINUX: Mapping = Mapping {
    name: "x86_64-linux",
    architecture: "x86_64",
    source: "Linux, arch/x86/include/asm: barrier.h, atomic.h and cmpxchg.h",
    otherwise: None,
    extension: None,
    is_document: false,
    is_fix: false,
    rows: &[
        fence(&[Acquire, Consume, Release, AcquireRelease], &["nop"]).noted("barrier()"),
        fence(&[SeqCst], &["lock addl $0,-4(%rsp)"]).noted("smp_mb()"),
        row(Load, &[Relaxed, Acquire, Consume], UP_TO_64, &["mov{s} ({object}),{result}"]).noted("READ_ONCE, smp_load_acquire"),
        row(Store, &[Relaxed, Release], UP_TO_64, &["mov{s} {operand},({object})"]).noted("WRITE_ONCE, smp_store_release"),
        row(Exchange, &[Relaxed, Acquire, Consume, Release, AcquireRelease, SeqCst], UP_TO_64, &["movq {x:operand},{x:result}", "xchg{s} {result},({object})"]),
        row(FetchAdd, &[Relaxed, Acquire, Consume, Release, AcquireRelease, SeqCst], UP_TO_64, &["movq {x:operand},{x:result}", "lock xadd{s} {result},({object})"]),
        compare(&[Relaxed, Acquire, Consume, Release, AcquireRelease, SeqCst], &[], UP_TO_64, &["movq {x:expected},{x:result}", "lock cmpxchg{s} {operand},({object})"]),
    ],
};
