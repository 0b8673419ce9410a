//! Executions under the C11 memory model: of C litmus tests, and of programs in C, C++ and Rust that are built for it.
//!
//! ```
//! use lakmus::Session;
//! use lakmus::test::{self, LitmusOptions};
//!
//! # fn main() -> Result<(), lakmus::Error> {
//! let text = "C SB\n{ x=0; y=0; }\nP0(atomic_int *x, atomic_int *y) {\n  atomic_store_explicit(x, 1, memory_order_relaxed);\n  \
//!             int r0 = atomic_load_explicit(y, memory_order_relaxed);\n}\nP1(atomic_int *x, atomic_int *y) {\n  \
//!             atomic_store_explicit(y, 1, memory_order_relaxed);\n  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n}\n\
//!             exists (0:r0=0 /\\ 1:r0=0)\n";
//! let mut session = Session::new();
//! let test = session.test("SB.litmus", text)?;
//! let found = test::litmus(&test, session.sources(), &LitmusOptions::default())?;
//! assert_eq!(found.report.states.len(), 4);
//! # Ok(())
//! # }
//! ```
//!
//! A program is built by [`Compiler`] (`lakmus cc`), and executed by [`program()`], which needs the runtime library (`liblakmus_rt.so`).

use std::sync::atomic::AtomicBool;

use ::sim::Test;
use ::source::Sources;
use ::tester::litmus::{self, RunError};
use ::tester::report::reports;

use crate::Error;

pub use ::c11::{Rules, StrategyKind};
pub use ::tester::build::{Compiler, Language, VolatileAccess};
pub use ::tester::library::find as find_runtime;
pub use ::tester::litmus::{Exploration, LitmusReport, Seen};
pub use ::tester::program::{Exhaustive, Request, Results, RunError as ProgramError, Schedule};
pub use ::tester::report::{FindingKind, Report, Suppressions, summary};
pub use ::tester::trace::{Limits, explain};

/// How a litmus test is executed.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LitmusOptions<'a> {
    /// Which executions are done.
    pub exploration: Exploration,
    /// Which edition of the standard the model follows.
    pub rules: Rules,
    /// How often a thread jumps back to one place before its execution is given up; a test's own `Unroll=` overrides it. Default: 2.
    pub unroll: Option<u32>,
    /// Set by another thread when the result is no longer wanted.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for LitmusOptions<'_> {
    /// All executions, up to reorderings that change nothing, under C++11's rules.
    fn default() -> Self {
        LitmusOptions { exploration: Exploration::Exhaustive, rules: Rules::default(), unroll: None, cancel: None }
    }
}

/// Executes a C litmus test; `sources` are the texts that it was read from.
///
/// # Errors
/// When the test is not in C, does what the tester does not know, or accesses something that is no location; and on cancellation.
pub fn litmus(test: &Test, sources: &Sources, options: &LitmusOptions<'_>) -> Result<LitmusReport, Error> {
    let LitmusOptions { exploration, rules, unroll, cancel } = *options;
    litmus::run(test, &litmus::Options { exploration, rules, unroll, cancel }).map_err(|error| match error {
        RunError::Refused(found) => Error::refused(found, sources),
        RunError::Cancelled => ::sim::RunError::Stopped(::execution::ExecutionError::Cancelled).into(),
    })
}

/// What was found in the executions of a program.
#[derive(Debug)]
#[non_exhaustive]
pub struct Tested {
    /// The executions.
    pub results: Results,
    /// What is wrong with the program, each finding once, in the order of first execution.
    pub reports: Vec<Report>,
    /// How many findings are suppressed.
    pub suppressed: usize,
}

/// Executes a program that was built for it, many times.
///
/// # Errors
/// When the program cannot be run.
pub fn program(request: &Request, suppressions: &Suppressions) -> Result<Tested, ProgramError> {
    let results = ::tester::program::run(request)?;
    let (reports, suppressed) = reports(&results, suppressions);
    Ok(Tested { results, reports, suppressed })
}
