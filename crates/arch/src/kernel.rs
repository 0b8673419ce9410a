//! The macros of the Linux kernel that order accesses: what each orders at least on every architecture (`Documentation/memory-barriers.txt`), and what they become
//! (`arch/*/include/asm/barrier.h` and `include/asm-generic/barrier.h`, with `CONFIG_SMP`).

use crate::barrier::Pairs;
use crate::c::FenceKind;

/// A macro that is a barrier.
#[derive(Clone, Copy, Debug)]
pub struct Macro {
    /// Its name.
    pub name: &'static str,
    /// A call of it.
    pub call: &'static str,
    /// What it orders at least.
    pub pairs: Pairs,
}

/// The barrier between writes.
pub const WRITE_BARRIER: Macro = Macro { name: "smp_wmb", call: "smp_wmb()", pairs: Pairs::WRITE_WRITE };

/// The barrier between reads. On some architectures, and so on RISC-V, it orders reads with reads alone.
pub const READ_BARRIER: Macro = Macro { name: "smp_rmb", call: "smp_rmb()", pairs: Pairs::READ_READ };

/// The barrier between all accesses.
pub const FULL_BARRIER: Macro = Macro { name: "smp_mb", call: "smp_mb()", pairs: Pairs::ALL };

/// The barriers that are written as calls, the weakest first.
pub const BARRIERS: &[Macro] = &[WRITE_BARRIER, READ_BARRIER, FULL_BARRIER];

/// Whether a name is one of these macros.
pub fn is_barrier(name: &str) -> bool {
    BARRIERS.iter().any(|known| known.name == name)
}

/// The weakest macro that orders what a kind of fence does, as a call.
pub(crate) fn fence(kind: FenceKind) -> &'static str {
    let orders = |known: &&Macro| known.pairs.contains(kind.pairs());
    BARRIERS.iter().find(orders).unwrap_or(&BARRIERS[BARRIERS.len() - 1]).call
}

/// What the kernel's macros become on an architecture, as code in the form of [`crate::c11::Row::code`].
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// The macro.
    pub name: &'static str,
    /// The instructions; none where it keeps the compiler from reordering and no more.
    pub code: &'static [&'static str],
}

/// A row of an architecture's table.
pub(crate) const fn code(name: &'static str, code: &'static [&'static str]) -> Code {
    Code { name, code }
}
