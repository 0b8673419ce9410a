//! BPF, the Linux kernel's virtual machine.
//!
//! RFC 9669 (BPF Instruction Set Architecture) has atomic operations; commit 880442305a39 of the kernel added load-acquire and store-release. There is no barrier among its instructions:
//! an atomic operation with a result is fully ordered, as the kernel's own operations with a result are (`Documentation/atomic_t.txt`), and stands for one.
//!
//! No mapping of C11 is listed: no document has one, and LLVM, which compiles atomic loads and stores with `load_acquire` and `store_release`, refuses fences.

use crate::architecture::{Architecture, HerdDefault};
use crate::barrier::Barrier;
use crate::c11::Annotation;

/// `r1 = atomic_fetch_add((u64 *)(r2 + 0), r1)`, `r1 = xchg_64(r2 + 0, r1)`. A compare-and-exchange is one only where it succeeds.
fn computed(_: &str, operands: &str) -> Option<Barrier> {
    let has_result = ["=atomic_fetch_", "=xchg"].iter().any(|begin| operands.starts_with(begin));
    has_result.then_some(Barrier::FULL)
}

/// Its instructions do not begin with what they do, but for one.
fn no_annotation(_: &str) -> Annotation {
    Annotation::default()
}

/// BPF with 64 bits.
pub static BPF: Architecture = Architecture {
    name: "BPF",
    words: &["bpf"],
    default_model: Some("bpf"),
    herd_default: Some(HerdDefault { shipped: "bpf-herd", file: "bpf.cat" }),
    barriers: &[],
    computed,
    annotation: no_annotation,
    branches: &["if"],
    mappings: &[],
    kernel: &[],
    models: &[],
};
