//! Java memory models that look at several executions.
//!
//! A *single-execution model*, any cat file that defines `so`, `sw` and `hb`, says which executions are well-formed; *causality requirements* say
//! which of them are justified by others. From a test to its outcomes:
//!
//! 1. [`Executions::build`]: every thread is executed symbolically; every read is given a write; the single-execution model
//!    says which of these symbolic graphs are well-formed, and with which `so`, `sw` and `hb`. Values are propagated.
//! 2. [`Search`]: a target is justified by a sequence of executions that commit more and more of its actions, under [`Rules`].
//! 3. [`MultiExecutionModel`]: what stands for a model of this kind, whatever it does inside.
//!
//! [`check`] is all of that for the behaviours that a test asks about.
//!
//! Source: L. Panneke, H. Wehrheim, *jMT: Testing Correctness of Java Memory Models* (2026), sections 3 and 4; The Java Language
//! Specification, third edition, 17.4.8.
//!
//! # Deviations from the paper
//!
//! * Sequences are not enumerated: a search goes through states, a set of committed actions and the synchronization that must persist
//!   (`search`), which decides the same.
//! * No solver: whatever is justified has values that follow by propagation, since reads that are not committed see what happens before them
//!   (`values`). Under rules that drop condition 6, values of cycles are looked for among the constants of the program
//!   and the condition, so that answers are under-approximated there.
//! * Committed actions stay committed, as in the specification; the paper intersects them with the next graph.
//! * Each stage has values of its own, also where two stages have one symbolic graph.
//!
//! Invariants: no files, no clocks, no output. Nothing here knows the syntax of Java but the modules that write programs (`scheme`, `harness`).

mod actions;
mod bound;
mod check;
mod edges;
mod endless;
mod error;
mod executions;
mod explain;
mod exports;
mod graph;
pub mod harness;
mod interleaved;
#[cfg(feature = "jcstress")]
pub mod jcstress;
mod model;
mod mrd;
mod names;
mod observed;
mod picture;
pub mod print;
mod question;
mod quick;
mod rounds;
mod rules;
pub mod scheme;
mod search;
mod show;
mod structure;
mod termination;
mod validate;
mod values;
mod verdict;

pub use actions::{ActionId, ActionKey, ActionKind, ActionSet, Actions, Identity, MOST_ACTIONS};
pub use check::{Checked, Report, Semantics, Setting, check};
pub use error::JavaError;
pub use executions::{BuildOptions, Executions, Interleaved};
pub use explain::{Explain, Justified, JustifiedStage, explain, justify};
pub use graph::{Graph, GraphId, Outcome, SymbolicGraph, SymbolicId};
pub use model::{Answer, Causality, MultiExecutionModel};
pub use mrd::Mrd;
pub use observed::Observed;
pub use question::Question;
pub use rules::{HappensBefore, Rules, SHIPPED};
pub use search::{Furthest, Justification, Search, Stage};
pub use show::Show;
pub use structure::{GraphEvent, Structure, StructureId};
pub use termination::{Termination, termination};
pub use validate::{Violation, validate};
pub use verdict::{Behaviour, Expectation, OutcomeState, Verdict, behaviours, expectation_in};
