//! The C11 memory model as an executable machine.
//!
//! An [`Execution`] gets what threads do, one operation after the other, and says what loads read; what is open a [`Strategy`] decides.
//! It reports data races. It runs no program itself: callers are the runtime of instrumented programs and the driver of litmus tests.
//!
//! ```
//! use lakmus_c11::{Atomic, Burst, Execution, Order, AccessSite, Random, Strategy, ThreadId};
//!
//! let mut strategy = Random::new(Burst::Pending);
//! strategy.begin(42);
//! let mut execution = Execution::new();
//! let writer = execution.create_thread(ThreadId::MAIN);
//! let reader = execution.create_thread(ThreadId::MAIN);
//! let flag = |thread, order, memory| Atomic { thread, address: 8, size: 4, order, place: AccessSite(0), memory };
//! execution.plain_write(writer, 64, 8, AccessSite(1));
//! execution.store(&flag(writer, Order::Relaxed, 0), 1); // Memory now holds 1 there.
//! while execution.load(&flag(reader, Order::Acquire, 1), &mut strategy) == 0 {}
//! execution.plain_read(reader, 64, 8, AccessSite(2));
//! assert_eq!(execution.races()[0].second.place, AccessSite(2));
//! ```
//!
//! # Fidelity
//!
//! Source: W. Luo, B. Demsky: *C11Tester: A Race Detector for C/C++ Atomics*. ASPLOS 2021, with its technical report. Sections and figures here
//! are those of the report.
//!
//! **Covered**: modification order as constraints with clocks (4.1 to 4.3, figures 6 and 7); happens-before clocks, release sequences of
//! C++20, fences, sequential consistency (6.1, figures 9, 12, 13); mixed atomic and plain access (7.2); the conservative limit on memory, and the aggressive one on request (7.1);
//! the random strategy (3), by the letter and as the published tool has it ([`Burst`]). The model is that of appendix A.1: C++11 without consume (taken for acquire), with release sequences of C++20, and
//! without cycles in happens-before, reads-from and the order of sequentially consistent operations together. It is neither more nor less than that: the
//! tests compare exhaustive exploration with the axioms by brute force, and with the simulator.
//!
//! **Corrected**, as the figures alone allow what the axioms forbid (the tests find both):
//! - Before a store is read it is not enough to ask whether it reaches a member of the prior set (figure 13, line 16): it must not reach what has read that member
//!   by read-modify-writes, as the edge will start there. See the module `modification`.
//! - The last sequentially consistent store, which comes before a sequentially consistent store (figure 13, line 4), comes before a read-modify-write
//!   as well, so it decides what that can read.
//!
//! **Beyond the paper**: fences, clocks and threads of any number; compare-exchanges that fail, weak ones at will; reports that name both accesses;
//! writes by code that is not instrumented; accesses of several sizes to the same bytes; volatile accesses; more stores
//! recognised as dead, fences kept by need; the strategies [`Biased`], [`Exhaustive`], [`Portfolio`].
//!
//! **C++20**: with [`Rules::Cxx20`] sequential consistency is that of P0668. A sequentially consistent access comes in modification order behind what each earlier one has
//! written or read, and behind all that happens before a fence; any access behind what is before a fence that happens before it (module `prior_set`).
//!
//! **Left out**: behaviours that need a load to read from a store that has not taken place yet (load buffering),
//! as in the paper. What accesses of different sizes read is what is in memory, and the past of the location ends there. Of a foreign write
//! nothing is known, so that it counts as a release by all threads: races may be missed, never invented. Clocks have a component for every
//! thread, but that a thread takes over the component of one whose end happens before its creation.
//!
//! **Approximation**: outcomes of programs without races are exact. In a program with a race one is reported in every execution that has one,
//! but not necessarily each; what happens after it is one of many things that could.

mod access;
mod clock;
mod execution;
mod location;
mod modification;
mod race;
mod shadow;
mod strategy;
mod sync;

pub use access::{AccessSite, Atomic, Exchange, Exchanged, Order, Rules, ThreadId, Updated};
pub use execution::{Execution, UpdateBegun};
pub use race::{AccessKind, Race, RacingAccess};
pub use strategy::{
    Biased, Burst, Candidate, Candidates, Choice, Exhaustive, Latest, Looking, Pending, PendingOperation, Portfolio,
    Random, RecordError, Strategy, StrategyKind, execution_seed,
};
pub use sync::SyncObject;
