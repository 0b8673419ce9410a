//! What threads do to memory, in the words of the C11 standard.

/// A thread of the program. Numbers count up from 0, the main thread, in the order of creation, and are never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub(crate) u32);

impl ThreadId {
    /// The thread that runs when an execution begins.
    pub const MAIN: ThreadId = ThreadId(0);

    /// The thread with this number. Whether there is one is up to the execution that it is used with.
    pub const fn from_number(number: u32) -> ThreadId {
        ThreadId(number)
    }

    /// Its number.
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// Where in the program an access stands, as the caller knows it (an index into its table of stacks, say). It is kept, never looked at, and
/// comes back in a [`Race`](crate::Race).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccessSite(pub u32);

/// `memory_order` (C11 7.17.3). There is no consume: C11Tester, like all compilers, takes it for acquire (paper, section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// `memory_order_relaxed`.
    Relaxed,
    /// `memory_order_acquire`, and `memory_order_consume`.
    Acquire,
    /// `memory_order_release`.
    Release,
    /// `memory_order_acq_rel`.
    AcquireRelease,
    /// `memory_order_seq_cst`.
    SeqCst,
}

impl Order {
    /// The order with this number in the ABI of gcc and clang (`__ATOMIC_RELAXED` = 0 to `__ATOMIC_SEQ_CST` = 5); consume (1) is acquire.
    /// Bits from 15 on (hints for lock elision) are not looked at. Numbers without a meaning are `SeqCst`, as in gcc.
    pub const fn from_abi(number: i32) -> Order {
        match number & 0x7fff {
            0 => Order::Relaxed,
            1 | 2 => Order::Acquire,
            3 => Order::Release,
            4 => Order::AcquireRelease,
            _ => Order::SeqCst,
        }
    }

    /// Whether a load or fence of this order acquires.
    pub const fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcquireRelease | Order::SeqCst)
    }

    /// Whether a store or fence of this order releases.
    pub const fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcquireRelease | Order::SeqCst)
    }

    /// Whether it is `SeqCst`.
    pub const fn is_seq_cst(self) -> bool {
        matches!(self, Order::SeqCst)
    }
}

/// Which edition of the standard says what sequential consistency means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// C++11 (29.3p3 to p7), as in the paper.
    #[default]
    Cxx11,
    /// C++20 (P0668; \[atomics.order\] p4): fences order what happens before and after them, and the total order agrees with all of coherence. It may contradict
    /// happens-before; but such an execution cannot be carried out, so that here, too, happens-before, reads-from and the order have no cycle
    /// together.
    Cxx20,
}

/// An atomic access: who, where, how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// The thread that does it.
    pub thread: ThreadId,
    /// The address of its first byte.
    pub address: u64,
    /// Its size in bytes: 1 to 16.
    pub size: u8,
    /// Its memory order. Of a compare-exchange: that on success.
    pub order: Order,
    /// For race reports.
    pub place: AccessSite,
    /// The bytes that are in memory at `address` now, little-endian. A value that no store known here has put there was written by
    /// plain stores, or by code that is not instrumented (section 7.2).
    pub memory: u128,
}

/// What a compare-exchange is, apart from its [`Atomic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// What has to be there.
    pub expected: u128,
    /// What is put there.
    pub desired: u128,
    /// The order of the load when it fails.
    pub failure: Order,
    /// Whether it may fail although it reads what is expected.
    pub is_weak: bool,
}

/// What became of a compare-exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchanged {
    /// The value read.
    pub old: u128,
    /// Whether the desired value was written.
    pub success: bool,
}

/// What a read-modify-write read and wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Updated {
    /// The value read.
    pub old: u128,
    /// The value written.
    pub new: u128,
}
