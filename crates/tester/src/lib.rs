//! The driver of the C11 tester.
//!
//! | module | what |
//! | --- | --- |
//! | [`litmus`] | C litmus tests on the machine of the crate `c11`, without a compiler |
//! | [`litmus2c`] | C litmus tests as stand-alone programs |
//! | [`build`] | compiling and linking programs so that the runtime can be put under them |
//! | [`library`] | where the runtime library is |
//! | [`program`] | running a program many times, and collecting the runtime's records |
//! | [`report`] | what was found, with names and places, as text |
//! | [`coverage`] | what atomic operations have done in all executions |
//! | [`weakening`] | weaker orders for atomic operations by their places in the source |
//! | [`rust_tests`] | the tests of a Rust test program one by one |
//! | [`trace`] | what leads to a finding, with as few switches and old values as show it |
//!
//! The first two take text and return data. The others start processes and use files; they need the feature `programs`, which is on by default.

#[cfg(feature = "programs")]
pub mod build;
#[cfg(feature = "programs")]
pub mod coverage;
#[cfg(feature = "programs")]
pub mod library;
pub mod litmus;
pub mod litmus2c;
#[cfg(feature = "programs")]
pub mod program;
#[cfg(feature = "programs")]
pub mod report;
#[cfg(feature = "programs")]
mod rounds;
#[cfg(feature = "programs")]
pub mod rust_tests;
#[cfg(feature = "programs")]
pub mod trace;
#[cfg(feature = "programs")]
pub mod weakening;

#[cfg(feature = "programs")]
pub use rounds::run_in_rounds;
