//! The C11 memory model as an executable machine.
//!
//! An [`Execution`] is told what threads do, one operation after the other, and says what loads read; what is open a [`Strategy`] decides.
//! It reports data races. It runs no program itself: callers are the runtime of instrumented programs and the driver of litmus tests.
//!
//! Source: W. Luo, B. Demsky: *C11Tester: A Race Detector for C/C++ Atomics*. ASPLOS 2021, with its technical report.

mod access;
mod clock;
mod execution;
mod location;
mod modification;
mod race;
mod shadow;
mod strategy;
mod sync;

pub use access::{Atomic, Exchange, Exchanged, Order, Place, ThreadId, Updated};
pub use execution::Execution;
pub use race::{AccessKind, Race, RacingAccess};
pub use strategy::{
    Burst, Candidate, Choice, Exhaustive, Operation, Pct, Pending, Portfolio, Random, Strategy, StrategyKind,
    SwitchProbability, execution_seed,
};
pub use sync::SyncObject;
