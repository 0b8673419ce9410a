//! The atomic operations of C11, and what compilers make of them: mappings.
//!
//! A [`Mapping`] is a table of instructions, row by row, each as its source has it. What an operation's code orders is not written down beside it but read off the code
//! ([`Mapping::compiled`]), so that mix testing, which runs the instructions, and the analyses of programs, which ask what is ordered, speak of the same code.

use crate::architecture::Architecture;
use crate::barrier::{Barrier, Pairs, together};

/// A memory order of C11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// `memory_order_relaxed`.
    Relaxed,
    /// `memory_order_consume`.
    Consume,
    /// `memory_order_acquire`.
    Acquire,
    /// `memory_order_release`.
    Release,
    /// `memory_order_acq_rel`.
    AcquireRelease,
    /// `memory_order_seq_cst`.
    SeqCst,
}

impl Order {
    /// All of them.
    pub const ALL: [Order; 6] =
        [Order::Relaxed, Order::Consume, Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst];

    /// What stands behind `memory_order_`.
    pub const fn name(self) -> &'static str {
        match self {
            Order::Relaxed => "relaxed",
            Order::Consume => "consume",
            Order::Acquire => "acquire",
            Order::Release => "release",
            Order::AcquireRelease => "acq_rel",
            Order::SeqCst => "seq_cst",
        }
    }

    /// The order that C11 calls so.
    pub fn find(name: &str) -> Option<Order> {
        Order::ALL.into_iter().find(|order| order.name() == name)
    }
}

/// An atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// `atomic_load`.
    Load,
    /// `atomic_store`.
    Store,
    /// `atomic_exchange`.
    Exchange,
    /// `atomic_fetch_add`.
    FetchAdd,
    /// `atomic_fetch_sub`.
    FetchSub,
    /// `atomic_fetch_and`.
    FetchAnd,
    /// `atomic_fetch_or`.
    FetchOr,
    /// `atomic_fetch_xor`.
    FetchXor,
    /// `atomic_compare_exchange_strong`.
    CompareExchangeStrong,
    /// `atomic_compare_exchange_weak`.
    CompareExchangeWeak,
    /// `atomic_thread_fence`.
    Fence,
}

impl Operation {
    /// All of them.
    pub const ALL: [Operation; 11] = [
        Operation::Load,
        Operation::Store,
        Operation::Exchange,
        Operation::FetchAdd,
        Operation::FetchSub,
        Operation::FetchAnd,
        Operation::FetchOr,
        Operation::FetchXor,
        Operation::CompareExchangeStrong,
        Operation::CompareExchangeWeak,
        Operation::Fence,
    ];

    /// The word of C without `atomic_`; `fence` for `atomic_thread_fence`.
    pub const fn name(self) -> &'static str {
        match self {
            Operation::Load => "load",
            Operation::Store => "store",
            Operation::Exchange => "exchange",
            Operation::FetchAdd => "fetch_add",
            Operation::FetchSub => "fetch_sub",
            Operation::FetchAnd => "fetch_and",
            Operation::FetchOr => "fetch_or",
            Operation::FetchXor => "fetch_xor",
            Operation::CompareExchangeStrong => "compare_exchange_strong",
            Operation::CompareExchangeWeak => "compare_exchange_weak",
            Operation::Fence => "fence",
        }
    }

    /// The operation that the word stands for.
    pub fn find(name: &str) -> Option<Operation> {
        Operation::ALL.into_iter().find(|operation| operation.name() == name)
    }

    /// Whether it reads and writes.
    pub const fn is_read_modify_write(self) -> bool {
        !matches!(self, Operation::Load | Operation::Store | Operation::Fence)
    }

    /// The orders that C11 allows for it.
    pub const fn orders(self) -> &'static [Order] {
        match self {
            Operation::Load => &[Order::Relaxed, Order::Consume, Order::Acquire, Order::SeqCst],
            Operation::Store => &[Order::Relaxed, Order::Release, Order::SeqCst],
            Operation::Exchange
            | Operation::FetchAdd
            | Operation::FetchSub
            | Operation::FetchAnd
            | Operation::FetchOr
            | Operation::FetchXor
            | Operation::CompareExchangeStrong
            | Operation::CompareExchangeWeak
            | Operation::Fence => &Order::ALL,
        }
    }
}

/// A row of a mapping: the code of operations with these orders on objects of these sizes.
///
/// Words in braces stand for registers: `{object}` holds the address, `{operand}` the operand, stored or desired value, `{expected}` the expected one; `{result}` is to hold the value read;
/// `{a}`, `{b}`, `{c}` are scratch. They have the size of the operation; `{w:a}` is the 32-bit name whatever the size, `{x:a}` the 64-bit one. `{operand.high}` and its like are
/// the upper halves of what takes two registers. `{s}` is the suffix of instructions for the size. Labels are written `name:` in a line of their own.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The operations.
    pub operations: &'static [Operation],
    /// Their orders: of success for a compare-exchange.
    pub orders: &'static [Order],
    /// The orders on failure that it is for; all where there are none.
    pub failure: &'static [Order],
    /// How many bits the object has; nothing for fences.
    pub sizes: &'static [u16],
    /// The code, a line each.
    pub code: &'static [&'static str],
    /// A remark, such as what confirms it.
    pub note: Option<&'static str>,
}

/// Objects of 8 to 64 bits.
pub(crate) const UP_TO_64: &[u16] = &[8, 16, 32, 64];
/// Objects of 8 to 32 bits.
pub(crate) const UP_TO_32: &[u16] = &[8, 16, 32];
/// Objects of 32 and 64 bits.
pub(crate) const WORDS: &[u16] = &[32, 64];

/// Both compare-exchanges.
const COMPARE_EXCHANGES: &[Operation] = &[Operation::CompareExchangeStrong, Operation::CompareExchangeWeak];

/// The row of an operation other than a fence and a compare-exchange.
pub(crate) const fn row(
    operation: Operation,
    orders: &'static [Order],
    sizes: &'static [u16],
    code: &'static [&'static str],
) -> Row {
    let operations: &'static [Operation] = match operation {
        Operation::Load => &[Operation::Load],
        Operation::Store => &[Operation::Store],
        Operation::Exchange => &[Operation::Exchange],
        Operation::FetchAdd => &[Operation::FetchAdd],
        Operation::FetchSub => &[Operation::FetchSub],
        Operation::FetchAnd => &[Operation::FetchAnd],
        Operation::FetchOr => &[Operation::FetchOr],
        Operation::FetchXor => &[Operation::FetchXor],
        Operation::CompareExchangeStrong => &[Operation::CompareExchangeStrong],
        Operation::CompareExchangeWeak => &[Operation::CompareExchangeWeak],
        Operation::Fence => &[Operation::Fence],
    };
    Row { operations, orders, failure: &[], sizes, code, note: None }
}

/// The row of a fence.
pub(crate) const fn fence(orders: &'static [Order], code: &'static [&'static str]) -> Row {
    row(Operation::Fence, orders, &[], code)
}

/// The row of both compare-exchanges.
pub(crate) const fn compare(
    orders: &'static [Order],
    failure: &'static [Order],
    sizes: &'static [u16],
    code: &'static [&'static str],
) -> Row {
    Row { operations: COMPARE_EXCHANGES, orders, failure, sizes, code, note: None }
}

impl Row {
    /// With a remark.
    pub(crate) const fn noted(self, note: &'static str) -> Row {
        Row { note: Some(note), ..self }
    }

    /// Whether it is for this operation.
    fn is_for(&self, operation: Operation, order: Order, size: u16) -> bool {
        self.operations.contains(&operation)
            && self.orders.contains(&order)
            && (operation == Operation::Fence || self.sizes.contains(&size))
    }
}

/// A mapping: what a compiler, a document or a proposal makes of C11's operations on an architecture.
#[derive(Debug)]
#[non_exhaustive]
pub struct Mapping {
    /// Its name, that of a table for `lakmus mix` and `lakmus abi`.
    pub name: &'static str,
    /// A word of its architecture.
    pub architecture: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The mapping whose rows are used where this one has none.
    pub otherwise: Option<&'static Mapping>,
    /// The extension of the architecture that its code relies on though no instruction shows it.
    pub extension: Option<&'static str>,
    /// Whether it is what a document asks of compilers, so that these are held to it.
    pub is_document: bool,
    /// Whether its rows are tried as corrections of a compiler's.
    pub is_fix: bool,
    /// Its rows. Of several that fit, the first one is what compilers write, and the others are allowed as well.
    pub rows: &'static [Row],
}

impl Mapping {
    /// Its rows, then those of the mapping that it falls back on.
    pub fn all_rows(&self) -> impl Iterator<Item = &'static Row> {
        std::iter::successors(Some(self.rows_and_next()), |(_, next)| next.map(Mapping::rows_and_next))
            .flat_map(|(rows, _)| rows)
    }

    fn rows_and_next(&self) -> (&'static [Row], Option<&'static Mapping>) {
        (self.rows, self.otherwise)
    }

    /// The codes that it has for an operation on an object of so many bits; the first one is the usual one. Of compare-exchanges, those whatever the order on failure.
    pub fn codes(
        &self,
        operation: Operation,
        order: Order,
        size: u16,
    ) -> impl Iterator<Item = &'static [&'static str]> {
        self.all_rows().filter(move |row| row.is_for(operation, order, size)).map(|row| row.code)
    }

    /// The usual code for an operation.
    pub fn code(&self, operation: Operation, order: Order, size: u16) -> Option<&'static [&'static str]> {
        self.codes(operation, order, size).next()
    }

    /// The row of the usual code for an operation; of a compare-exchange the one for this order on failure.
    pub fn row(&self, operation: Operation, order: Order, failure: Option<Order>, size: u16) -> Option<&'static Row> {
        let fits = |row: &&Row| {
            row.is_for(operation, order, size)
                && (row.failure.is_empty() || failure.is_none_or(|failure| row.failure.contains(&failure)))
        };
        self.all_rows().find(fits)
    }

    /// What the usual code for an operation orders. What has no order in C11 is asked for as relaxed.
    pub fn compiled(&self, operation: Operation, order: Order) -> Option<Compiled> {
        self.code(operation, order, SIZE).map(|code| self.read(code))
    }

    /// Whether the usual code of a read-modify-write reads and writes by instructions of their own (a loop of exclusives), so that accesses behind it may come between the two.
    pub fn is_pair(&self, operation: Operation, order: Order) -> bool {
        let code = self.code(operation, order, SIZE).unwrap_or_default();
        code.iter().filter(|line| line.contains("{object}")).count() > 1
    }

    /// The operation whose code says what an operation orders. For a compare-exchange it is an exchange, since tables have no code for some of its orders, unless it alone is a pair.
    pub fn code_of(&self, operation: Operation, order: Order) -> Operation {
        match operation {
            Operation::CompareExchangeStrong | Operation::CompareExchangeWeak
                if !self.is_pair(operation, order) || self.is_pair(Operation::Exchange, order) =>
            {
                Operation::Exchange
            }
            _ => operation,
        }
    }

    /// What every code for an operation orders that this mapping allows.
    pub fn weakest(&self, operation: Operation, order: Order) -> Option<Compiled> {
        self.codes(operation, order, SIZE).map(|code| self.read(code)).reduce(Compiled::common)
    }

    fn read(&self, code: &[&str]) -> Compiled {
        match crate::architecture(self.architecture) {
            Some(architecture) => Compiled::read(architecture, code),
            None => Compiled::default(),
        }
    }
}

/// The size for which it is asked what an operation orders. It is the same for all sizes that have instructions of their own.
const SIZE: u16 = 32;

/// Whether an access is an acquire or a release by its instruction, and of which kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Annotated {
    /// It is none.
    #[default]
    No,
    /// All that follows an acquire is behind its read, all that comes before a release before its write; but the acquire may be before an earlier release (`LDAPR`).
    ProcessorConsistent,
    /// And an acquire is behind earlier releases that are sequential, too (`LDAR`, `STLR`).
    Sequential,
}

/// How an access is annotated: what its instruction orders by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Annotation {
    /// Whether all that follows is behind its read.
    pub acquire: Annotated,
    /// Whether its write is behind all that comes before.
    pub release: Annotated,
    /// Whether it is a full barrier (x86's locked instructions).
    pub is_locked: bool,
}

/// What the code of an operation orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The barriers before the access, together; all barriers of a fence.
    pub before: Barrier,
    /// How the access is annotated.
    pub access: Annotation,
    /// Whether a branch stands behind the access that depends on what it read, and a barrier that waits for it: all that follows is behind the read.
    pub is_decided: bool,
    /// The barriers behind the access, together.
    pub after: Barrier,
    /// Whether it is a pair of a load-linked and a store-conditional of which the first waits for all that comes before, too.
    pub read_waits: bool,
    /// Whether a barrier behind the access keeps it and what comes before in order with later reads of the same location, where reads of one location may swap.
    pub orders_reads: bool,
}

impl Default for Compiled {
    /// Nothing.
    fn default() -> Compiled {
        Compiled {
            before: Barrier::NOTHING,
            access: Annotation::default(),
            is_decided: false,
            after: Barrier::NOTHING,
            read_waits: false,
            orders_reads: false,
        }
    }
}

impl Compiled {
    /// Reads what code orders. What stands between the first and the last access counts for nothing.
    pub fn read(architecture: &Architecture, code: &[&str]) -> Compiled {
        let is_access = |line: &&str| line.contains("{object}");
        let barriers = |lines: &[&str]| -> Vec<Barrier> {
            lines.iter().filter_map(|line| architecture.barrier(line)).filter(|barrier| !barrier.is_nothing()).collect()
        };
        let Some(first) = code.iter().position(is_access) else {
            return Compiled { before: together(&barriers(code)), ..Compiled::default() };
        };
        let last = code.iter().rposition(is_access).unwrap_or(first);
        let mut access = Annotation::default();
        for line in code[first..=last].iter().filter(|line| is_access(line)) {
            let one = architecture.annotation(line);
            access.acquire = access.acquire.max(one.acquire);
            access.release = access.release.max(one.release);
            access.is_locked |= one.is_locked;
        }
        let behind = barriers(&code[last + 1..]);
        let branches = code[first..].iter().any(|line| architecture.is_branch(line));
        Compiled {
            before: together(&barriers(&code[..first])),
            access,
            is_decided: branches && behind.iter().any(|barrier| barrier.needs_branch),
            after: together(&behind),
            read_waits: first < last && architecture.annotation(code[first]).release > Annotated::No,
            orders_reads: code[last + 1..].iter().any(|line| architecture.orders_reads(line)),
        }
    }

    /// Whether all that follows is behind its read, however that is brought about.
    pub fn acquires(self) -> bool {
        self.access.is_locked
            || self.access.acquire > Annotated::No
            || self.is_decided
            || self.after.pairs.contains(Pairs::READ_ANY)
    }

    /// Whether its write is behind all that comes before.
    pub fn releases(self) -> bool {
        self.access.is_locked || self.access.release > Annotated::No || self.before.pairs.contains(Pairs::ANY_WRITE)
    }

    /// What both codes order. Where one orders by annotations and the other by barriers, it is an annotation, of the weaker kind.
    #[must_use]
    pub fn common(self, other: Compiled) -> Compiled {
        let full = |one: Compiled, barrier: Barrier| if one.access.is_locked { Barrier::FULL } else { barrier };
        let before = full(self, self.before).common(full(other, other.before));
        let after = full(self, self.after).common(full(other, other.after));
        let acquires = self.acquires() && other.acquires() && !after.pairs.contains(Pairs::READ_ANY);
        let releases = self.releases() && other.releases() && !before.pairs.contains(Pairs::ANY_WRITE);
        let is_decided = acquires && (self.is_decided || other.is_decided);
        let weaker = |one: Annotated, other: Annotated, is_given: bool| match one.min(other) {
            Annotated::No if is_given => Annotated::ProcessorConsistent,
            weaker => weaker,
        };
        Compiled {
            before,
            access: Annotation {
                acquire: weaker(self.access.acquire, other.access.acquire, acquires && !is_decided),
                release: weaker(self.access.release, other.access.release, releases),
                is_locked: self.access.is_locked && other.access.is_locked,
            },
            is_decided,
            after,
            read_waits: self.read_waits && other.read_waits,
            orders_reads: self.orders_reads && other.orders_reads,
        }
    }
}
