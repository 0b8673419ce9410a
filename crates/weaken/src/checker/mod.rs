//! An explicit-state checker for C programs: the weak machine over the whole-program IR of `cprog`.
//!
//! [`check`] explores all interleavings of what the threads of a program do and of what takes effect late, and looks for a failed assertion, an access
//! outside of objects, a division by zero, or a deadlock. The delays are those of the [`Model`](crate::Model): accesses are *entered* in program
//! order and take effect later (`transition::order` says what waits for what), as in [`machine`](crate::machine) for litmus tests; what a delayed
//! read returns is a choice that must prove right when it takes effect.
//!
//! # Where things are
//! | | |
//! | --- | --- |
//! | `code` | the program as steps: what a thread does, one step after the other |
//! | `lowering` | from the IR to steps: registers, aggregates, library calls, C11's orders |
//! | `analysis` | facts about the steps, found before the search: which registers are live, which local variables are registers, which accesses can be overtaken, which are delayed |
//! | `state` | what a state is: threads with what they have entered, memory, and what all threads know of accesses |
//! | `transition` | the transition relation: what a thread does alone (`advance`), where it stops, and what a step that others can observe does (`effects`) |
//! | `search` | through all states: their representation (`encode`, `components`, `store`), their successors (`expand`, `footprints`), several threads (`chunks`) |
//! | `report` | what is found, in terms of the source |
//! | `propagating` | the same programs where writes reach threads at different times: steps become micro-operations, which [`machine`](crate::machine) runs |
//! | `transform` | the steps as a C program for other verifiers |
//!
//! # What is not interleaved
//! An object is *settled between threads* while each access to it happens after all earlier ones of other threads, through what the
//! program itself orders (`state::knowledge`): then the access is no step of its own. Whether that is so is found out on the way; an object for which it fails
//! is interleaved from then on, and the search begins anew. [`Limits::reduction`] turns this off. A race that rests on what delayed reads are supposed to return counts when they have
//! proved right.
//!
//! **Loops that only read** are not gone round while their reads are delayed (the module `transition::iterations` says why that loses nothing): without that, a thread that spins delays one read behind the other.
//!
//! # Deviations
//! - Objects are interleaved accesses of hardware: a compiler reorders nothing. C11 atomics are what compilers make of them on the architecture of the model.
//! - An uninitialised local variable is 0, memory of `malloc` is 0, and the lowest free object is given out again.
//! - Locks, thread starts and joins order what their usual implementation on the target does ([`arch::Synchronisation`]). A thread that is started while a handle that threads race for is written waits until that has taken effect.
//!   A wait on a condition variable may wake up at any time.
//! - A read-modify-write takes effect in one step, but under Armv8 in two (the module `transition::split_updates`), and a weak compare-and-exchange fails only where a strong one does.
//! - Readers of a lock for readers and writers exclude each other.

mod analysis;
mod checks;
mod code;
mod lowering;
mod propagating;
mod report;
mod search;
mod state;
mod target;
mod transform;
mod transition;

pub use analysis::delays::{Chosen, DelayedAccesses, Delays};
pub use checks::{Check, Checks, shares_by_atomics};
pub use lowering::Refusal;
pub use propagating::check_propagating;
pub use report::trace::{DelayPair, TraceStep, Violation, ViolationKind};
pub use search::chunks::Together;
pub use search::{Limits, Report, Statistics, Unknown, Verdict, check};
pub use target::{CompileTarget, distinct};
pub use transform::{Dialect, Options, TransformError, TransformModel, Transformed, transform};
