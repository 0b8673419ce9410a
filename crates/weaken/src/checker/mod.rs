//! An explicit-state checker for C programs: the weak machine over the whole-program IR of `cprog`.
//!
//! [`check`] explores all interleavings of what the threads of a program do and of what takes effect late, and looks for a failed assertion, an access
//! outside of objects, a division by zero, or a deadlock. The delays are those of the [`Model`](crate::Model): accesses are *entered* in program
//! order and take effect later (`order` says what waits for what), as in [`machine`](crate::machine) for litmus tests; what a delayed
//! read returns is a choice that must prove right when it takes effect.
//!
//! # From a program to states
//! `lower` makes steps of the IR, `live` finds out which registers matter where, `advance` lets a thread run until it touches what others may touch,
//! `effects` says what happens then, `encode` makes it of components, each of which is stored once (`components`), `expand` finds what comes of one, by what steps did before where they read the same (`footprints`), `store` keeps each once, and `search` goes through
//! them, from some thousands of states on with several threads (`chunks`).
//! `trace` repeats the way to a violation and tells it in terms of the source.
//!
//! # What is not interleaved
//! An object is *settled between threads* while each access to it happens after all earlier ones of other threads, through what the
//! program itself orders (`knowledge`): then the access is no step of its own. Whether that is so is found out on the way; an object for which it fails
//! is interleaved from then on, and the search begins anew. [`Limits::reduction`] turns this off. A race that rests on what delayed reads are supposed to return counts when they have
//! proved right.
//!
//! **Loops that only read** are not gone round while their reads are delayed (the module `turns` says why that loses nothing): without that, a thread that spins delays one read behind the other.
//!
//! # Deviations
//! - Objects are interleaved accesses of hardware: a compiler reorders nothing. C11 atomics are what compilers make of them on the architecture of the model.
//! - An uninitialised local variable is 0, memory of `malloc` is 0, and the lowest free object is given out again.
//! - Locks, thread starts and joins are full fences. A wait on a condition variable may wake up at any time.
//! - A read-modify-write takes effect in one step, but under Armv8 in two (the module `halves`), and a weak compare-and-exchange fails only where a strong one does.
//! - Readers of a lock for readers and writers exclude each other.

mod access;
mod address;
mod advance;
mod bytes;
mod chunks;
mod code;
mod components;
mod compute;
mod delays;
mod effects;
mod encode;
mod expand;
mod flatten;
mod footprints;
mod halves;
mod knowledge;
mod known;
mod live;
mod locals;
mod lock_word;
mod lower;
mod memory;
mod order;
mod overtake;
mod propagating;
mod returns;
mod search;
mod sharing;
mod specialise;
mod state;
mod store;
mod threads;
mod trace;
mod transform;
mod turns;

pub use chunks::Together;
pub use delays::{Delays, Late};
pub(crate) use lower::NOTHING;
pub use lower::Refusal;
pub use propagating::check_propagating;
pub use search::{Chosen, Limits, Report, Statistics, Unknown, Verdict, check};
pub use trace::{DelayPair, TraceStep, Violation, ViolationKind};
pub use transform::{Dialect, Options, TransformError, TransformModel, Transformed, transform};
