//! The machine: entries in program order, effects in any order that the model allows, and a search through its states.
//!
//! # The machine
//! A thread runs through its code in program order. A write is *entered* in the list of what is pending; so is a read that is delayed. Later
//! it *takes effect*: a write changes memory, a read gets the value that memory has, or that the thread's own latest earlier pending
//! write to the location has (forwarding). What has to take effect before it is decided when it is entered (`ordering`): the model looks at
//! what is pending, at the fences since, and at dependencies.
//!
//! A read that is delayed gets its value at once, as a choice; when it takes effect, the value must be right. Which values there are to choose
//! from is found by repetition: all that reached memory at the location in any state, until there are no more. Values depend on the choices that
//! they come from (a mask of what is pending), and nothing takes effect that depends on a choice that is not confirmed where the model
//! keeps dependencies. So no value comes out of thin air.
//!
//! Effects are one order of all accesses: each linear extension of what the model orders within threads, and of rf, co and fr between
//! them, is a run, and the other way round. Coherence within a thread is kept by three rules: a write waits for what is pending at its location;
//! a read forwards; and where a later read of a location takes effect before an earlier one, the earlier one is *pinned* to the same write: no
//! other write to the location may come in between.
//!
//! # The search
//! Depth first, each state stored whole (`encode`), so that loops over finitely many states are closed. What a thread does alone (computing,
//! entering writes, fences) is done at once.

mod flat;
mod front;
mod locations;
mod memory;
mod multi_copy_atomic;
mod power;
mod search;
mod tags;
mod verify;
mod waits;

pub(crate) use front::FaultKind;
pub(crate) use power::ProgramTag;
pub use search::explore::{Hang, Limits, Overtaken, Spin, Statistics, TraceStep, Unknown, Verdict};
pub(crate) use search::programs::{ProgramFound, explore_program};
pub use verify::{Report, VerifyError, verify};
pub(crate) use waits::{Wait, WaitMeaning};
