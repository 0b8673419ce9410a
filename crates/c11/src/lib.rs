//! The C11 memory model as an executable machine.
//!
//! An [`Execution`] is told what threads do, one operation after the other, and says what loads read; what is open a [`Strategy`] decides.
//! It reports data races. It runs no program itself: callers are the runtime of instrumented programs and the driver of litmus tests.
//!
//! Source: W. Luo, B. Demsky: *C11Tester: A Race Detector for C/C++ Atomics*. ASPLOS 2021, with its technical report.

mod access;
mod execution;
mod race;
mod strategy;
mod sync;

pub use access::{Atomic, Exchange, Exchanged, Order, Place, ThreadId, Updated};
pub use execution::Execution;
pub use race::{AccessKind, Race, RacingAccess};
pub use strategy::{Candidate, Choice, Operation, Pending, Strategy};
pub use sync::SyncObject;
