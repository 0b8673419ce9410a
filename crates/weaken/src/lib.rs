//! Verification under weak memory by means that know only sequential consistency.
//!
//! A weak machine is made visible: each access is entered in program order and takes effect later, so that an interleaving of entries and
//! effects is a sequentially consistent execution of a larger program (J. Alglave, D. Kroening, V. Nimal, M. Tautschnig: Software
//! Verification for Weak Memory via Program Transformation, ESOP 2013). What may be delayed past what is the [`Model`]'s business;
//! the rest is a search through states.
//!
//! [`verify`] does that for litmus tests, with the [`machine`].
//!
//! Invariants: nothing here uses the simulator, its models in cat or its executions, so that the two check each other. No files, clocks, threads or
//! output.

mod as_litmus;
mod as_program;
pub mod checker;
pub mod machine;
mod mixed_sizes;
mod model;
pub mod specification;

pub use as_litmus::{NotALitmusTest, as_litmus};
pub use as_program::{NotAProgram, as_program};
pub use machine::{Limits, Report, Statistics, TraceStep, Unknown, Verdict, VerifyError, verify};
pub use model::{LitmusModel, Model, ModelError, Propagating};
