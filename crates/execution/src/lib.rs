//! From a program to its candidate executions.
//!
//! 1. [`paths`](ThreadPaths::explore): every thread is executed on its own, symbolically; what a read returns is a symbol. Branches
//!    fork, backward jumps are cut at the unroll bound. The result is a list of [`ThreadPath`]s a thread.
//! 2. [`EventStructure`]: one path for each thread, put together, with the relations that do not depend on more than that.
//! 3. [`Candidates`]: every read is given a write to read from; values follow. A choice that contradicts a path's
//!    conditions or an address is dropped as soon as that shows.
//! 4. [`Candidate`]: one way to read from, with all values and addresses known, and one choice of final writes. The memory model decides
//!    about it elsewhere; coherence is the model's business.
//!
//! Source: the decomposition is that of the herd simulator (Alglave, Maranget, Tautschnig, "Herding Cats", TOPLAS 2014, section 8);
//! the choices are enumerated literally, so that counts are herd's.
//!
//! Invariants: this crate knows no instruction and no model. It reads no clock; limits and cancellation come in as [`Limits`].

mod agenda;
mod atomic_accesses;
mod candidate;
mod dependency;
mod error;
mod event;
mod explore;
mod first_choices;
mod locate;
mod path;
mod pieces;
mod register_file;
mod sizes;
mod solution;
mod solve;
mod structure;
mod unfolding;
mod waits;
mod walk;

pub use agenda::ShownState;
pub use candidate::{Answers, Candidate, FinalWrites, KnownAfter};
pub use error::{ExecutionError, Fault, Limits};
pub use event::{Action, Cell, Event, neighbours};
pub use explore::{ThreadPaths, Visible};
pub use path::{Cut, Pairs, ThreadPath};
pub use pieces::{Pieces, Split, sizes_of_cells};
pub use solve::{Candidates, Visitor};
pub use structure::EventStructure;
pub use unfolding::Unfolding;
pub use waits::{EventKind, EventShape, Loop, Waits};
