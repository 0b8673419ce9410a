//! How a fence is written in C, in C++ and in the Linux kernel.

use std::fmt;

use crate::barrier::{Barrier, Pairs};
use crate::c11::Order;

/// A kind of fence, as something to write into a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FenceKind {
    /// It orders all pairs.
    Full,
    /// All but a write with a later read.
    Lightweight,
    /// Reads with everything later.
    Load,
    /// Everything with later writes.
    Release,
    /// Writes with later writes.
    Store,
    /// Reads that a branch depends on with everything later.
    Control,
}

impl FenceKind {
    /// Those that order without a branch.
    pub const PLACED: [FenceKind; 5] =
        [FenceKind::Full, FenceKind::Lightweight, FenceKind::Load, FenceKind::Release, FenceKind::Store];

    /// The pairs that it orders at least.
    pub const fn pairs(self) -> Pairs {
        match self {
            FenceKind::Full => Pairs::ALL,
            FenceKind::Lightweight => Pairs::LIGHTWEIGHT,
            FenceKind::Load | FenceKind::Control => Pairs::READ_ANY,
            FenceKind::Release => Pairs::ANY_WRITE,
            FenceKind::Store => Pairs::WRITE_WRITE,
        }
    }

    /// The kind of a barrier that stands in a program: the weakest one that orders as much.
    pub fn of(barrier: Barrier) -> FenceKind {
        if barrier.needs_branch {
            return FenceKind::Control;
        }
        let weakest_first = [FenceKind::Store, FenceKind::Load, FenceKind::Release, FenceKind::Lightweight];
        let covers = |kind: &FenceKind| kind.pairs().contains(barrier.pairs);
        weakest_first.into_iter().find(covers).unwrap_or(FenceKind::Full)
    }

    /// The order of the weakest fence of C11 that is of this kind on every architecture.
    pub const fn order(self) -> Order {
        match self {
            FenceKind::Full => Order::SeqCst,
            FenceKind::Lightweight => Order::AcquireRelease,
            FenceKind::Load | FenceKind::Control => Order::Acquire,
            FenceKind::Release | FenceKind::Store => Order::Release,
        }
    }
}

impl fmt::Display for FenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenceKind::Full => "full",
            FenceKind::Lightweight => "lightweight",
            FenceKind::Load => "load",
            FenceKind::Release => "release",
            FenceKind::Store => "store",
            FenceKind::Control => "control",
        })
    }
}

/// How a project writes its fences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `__sync_synchronize()`, `__atomic_thread_fence(...)`.
    Gnu,
    /// `atomic_thread_fence(...)` of `<stdatomic.h>`.
    C11,
    /// `std::atomic_thread_fence(...)` of `<atomic>`.
    Cxx,
    /// `smp_mb()` and its kin.
    Linux,
}

impl Dialect {
    /// A fence as an expression without value.
    pub fn fence(self, kind: FenceKind) -> &'static str {
        use Order::{Acquire, AcquireRelease, Consume, Relaxed, Release, SeqCst};
        match (self, kind.order()) {
            (Dialect::Gnu, SeqCst) => "__sync_synchronize()",
            (Dialect::Gnu, AcquireRelease) => "__atomic_thread_fence(__ATOMIC_ACQ_REL)",
            (Dialect::Gnu, Acquire) => "__atomic_thread_fence(__ATOMIC_ACQUIRE)",
            (Dialect::Gnu, Release | Relaxed | Consume) => "__atomic_thread_fence(__ATOMIC_RELEASE)",
            (Dialect::C11, SeqCst) => "atomic_thread_fence(memory_order_seq_cst)",
            (Dialect::C11, AcquireRelease) => "atomic_thread_fence(memory_order_acq_rel)",
            (Dialect::C11, Acquire) => "atomic_thread_fence(memory_order_acquire)",
            (Dialect::C11, Release | Relaxed | Consume) => "atomic_thread_fence(memory_order_release)",
            (Dialect::Cxx, SeqCst) => "std::atomic_thread_fence(std::memory_order_seq_cst)",
            (Dialect::Cxx, AcquireRelease) => "std::atomic_thread_fence(std::memory_order_acq_rel)",
            (Dialect::Cxx, Acquire) => "std::atomic_thread_fence(std::memory_order_acquire)",
            (Dialect::Cxx, Release | Relaxed | Consume) => "std::atomic_thread_fence(std::memory_order_release)",
            (Dialect::Linux, _) => crate::kernel::fence(kind),
        }
    }
}
