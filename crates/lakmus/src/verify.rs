//! Litmus tests and C programs under a weak machine, by exploring its states.
//!
//! [`check`] looks for a wrong execution: of a litmus test, one that ends in a state that satisfies its condition (or, of a `forall`, one that does not); of a program,
//! one in which an assertion fails, memory is accessed that is none, a number is divided by zero, or all threads wait for each other.
//!
//! ```
//! use lakmus::Session;
//! use lakmus::verify::{self, MultiCopyAtomic, Options};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "X86_64 SB\n{ x=0; y=0; }\n P0           | P1           ;\n movl $1,(x)  | movl $1,(y)  ;\n \
//!             movl (y),%eax| movl (x),%eax;\nexists (0:rax=0 /\\ 1:rax=0)\n";
//! let mut session = Session::new();
//! let test = session.test("SB.litmus", text)?;
//! let report = verify::check((&test, session.sources()), &Options::new(MultiCopyAtomic::TSO))?;
//! let violation = report.verdict.violation().expect("TSO delays writes past reads");
//! for step in &violation.steps {
//!     println!("P{} {}: {}", step.thread, step.code, step.what);
//! }
//! assert_eq!(violation.outcome.as_deref(), Some("0:rax=0; 1:rax=0;"));
//! # Ok(())
//! # }
//! ```
//!
//! A program is textual LLVM IR that [`program()`] reads; [`clang::Units`](crate::clang::Units) has clang compile C and C++.

mod files;

use ::litmus::{Base, Outcome};
use ::sim::Test;
use ::source::Sources;
use ::weaken::checker;
use ::weaken::{LitmusModel, VerifyError};

use crate::Error;

pub use ::arch::{Locks, Mapping};
pub use ::cprog::ir::Program;
pub use ::weaken::LitmusModel as Model;
pub use ::weaken::checker::{Check, Checks, Chosen, CompileTarget, Delays, Together, distinct, shares_by_atomics};
pub use ::weaken::{Model as MultiCopyAtomic, Propagating};

pub use ::cprog::ll::Malformed;
pub use files::{compiler_options, preprocessed, program_in, program_of_files};

/// The machine of the model that tests of a language are about; none where there is none.
pub fn machine_of(test: &Test) -> Option<LitmusModel> {
    let name = ::arch::architecture(test.architecture())?.own_model()?.name;
    LitmusModel::find(name)
}

/// Reads translation units of textual LLVM IR, as clang writes it without optimisation, and makes a program of them.
///
/// # Errors
/// When LLVM's rules refuse one of the texts.
pub fn program<'t>(units: impl IntoIterator<Item = &'t str>) -> Result<Program, Malformed> {
    ::cprog::read(units)
}

/// What is verified.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Subject<'a> {
    /// A litmus test, and the texts that it was read from.
    Test(&'a Test, &'a Sources),
    /// A program.
    Program(&'a Program),
}

impl<'a> From<(&'a Test, &'a Sources)> for Subject<'a> {
    fn from((test, sources): (&'a Test, &'a Sources)) -> Subject<'a> {
        Subject::Test(test, sources)
    }
}

impl<'a> From<&'a Program> for Subject<'a> {
    fn from(program: &'a Program) -> Subject<'a> {
        Subject::Program(program)
    }
}

/// Under what, and how far.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Options<'a> {
    /// What the machine may delay.
    pub model: LitmusModel,
    /// Which accesses may be delayed. The verdict is the same. Of litmus tests that is every access: others are chosen for programs alone.
    pub delays: Delays,
    /// Whether the search goes on behind a violation, so that all outcomes of a test, or all violations of a program, are found.
    pub all: bool,
    /// The most states that are stored.
    pub states: usize,
    /// The most bytes that the stored states may take, with what finds them.
    pub memory: usize,
    /// The most accesses of a thread of a program that are delayed at once, up to 64.
    pub buffer: usize,
    /// How often a read in a loop of a litmus test may be delayed before it takes effect for the first time.
    pub delayed: usize,
    /// Whether steps of which one order is as good as any other are taken in one order. The verdict is the same.
    pub reduction: bool,
    /// What the atomic operations of a program become; the model's own choice if none is named.
    pub mapping: Option<&'static Mapping>,
    /// How much the thread library of a program orders.
    pub locks: Locks,
    /// What is looked for in a program, beside failed assertions and deadlocks.
    pub checks: Checks,
    /// Whether hashes of 64 bits stand for the states of a program: less memory, but states with the hash of another one are missed.
    pub compact: bool,
    /// Whether to stop; asked now and then.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
    /// Is given the number of states that are stored, now and then.
    pub progress: &'a dyn Fn(usize),
    /// What runs parts of the search through a program on other threads, if there are to be some. What is found does not depend on it.
    pub together: Option<&'a Together<'a>>,
}

impl Options<'_> {
    /// Twenty million states of any size, every delay, up to the first violation, on one thread.
    pub fn new(model: impl Into<LitmusModel>) -> Options<'static> {
        let limits = checker::Limits::default();
        Options {
            model: model.into(),
            delays: limits.delays,
            all: limits.all,
            states: limits.states,
            memory: limits.memory,
            buffer: limits.buffer,
            delayed: 2,
            reduction: limits.reduction,
            mapping: None,
            locks: Locks::Usual,
            checks: limits.checks,
            compact: limits.is_compact,
            cancelled: limits.cancelled,
            progress: limits.progress,
            together: None,
        }
    }
}

impl Options<'_> {
    /// What a program is compiled for; nothing under sequential consistency, where that makes no difference.
    fn target(&self) -> Option<CompileTarget> {
        let model = self.model.facts()?;
        let mut target = CompileTarget::of(model);
        target.mapping = self.mapping.unwrap_or(model.mapping);
        target.locks = Some(self.locks);
        Some(target)
    }
}

/// Whether an execution is wrong.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// None is.
    Holds,
    /// This one is.
    Violated(Violation),
    /// Neither is certain, because of this.
    Unknown(String),
}

impl Verdict {
    /// `holds`, `violated` or `unknown`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated(_) => "violated",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// The wrong execution, if one was found.
    pub fn violation(&self) -> Option<&Violation> {
        match self {
            Verdict::Violated(violation) => Some(violation),
            Verdict::Holds | Verdict::Unknown(_) => None,
        }
    }

    /// Why neither is certain.
    pub fn unknown(&self) -> Option<&str> {
        match self {
            Verdict::Unknown(why) => Some(why),
            Verdict::Holds | Verdict::Violated(_) => None,
        }
    }
}

/// A wrong execution.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Violation {
    /// What is wrong with it; of a litmus test, its condition.
    pub what: String,
    /// How it comes about.
    pub steps: Vec<Step>,
    /// Which accesses of a program were delayed past which.
    pub delays: Vec<Delay>,
    /// The state in which a litmus test ends.
    pub outcome: Option<String>,
}

/// A step of an execution.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The thread that takes it.
    pub thread: usize,
    /// The instruction of a litmus test as the test has it; of a program, the function.
    pub code: String,
    /// The line of the instruction, from 1.
    pub line: Option<usize>,
    /// Where in its source the program takes it.
    pub place: Option<String>,
    /// What happens: `reads x=0 from memory`.
    pub what: String,
}

impl Step {
    /// A step of an execution of a litmus test.
    pub fn new(thread: usize, code: String, line: Option<usize>, what: String) -> Step {
        Step { thread, code, line, place: None, what }
    }
}

/// An access that takes effect after a later one of its thread.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Delay {
    /// The thread.
    pub thread: usize,
    /// The delayed access.
    pub delayed: String,
    /// The later one.
    pub past: String,
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Different states stored, in the last search.
    pub states: usize,
    /// Steps from one state to another, in all searches.
    pub transitions: usize,
    /// Bytes of the stored states, with what finds them.
    pub bytes: usize,
    /// Of a program, what else there is to count.
    pub program: Option<checker::Statistics>,
}

/// What was found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The model.
    pub model: LitmusModel,
    /// Whether an execution is wrong.
    pub verdict: Verdict,
    /// The condition of a litmus test.
    pub condition: Option<String>,
    /// The outcomes of a litmus test; all of them where [`Options::all`] says so.
    pub outcomes: Vec<String>,
    /// The violations of a program, by what they are and where; only where [`Options::all`] says so.
    pub violations: Vec<String>,
    /// How much was done.
    pub statistics: Statistics,
}

/// Why something cannot be verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Something in a test, with its place.
    #[error(transparent)]
    Test(Error),
    /// There is no machine for the test's language under the model.
    #[error("{0}")]
    Machine(String),
    /// Which accesses of a litmus test are delayed can be chosen only where it is a program: [`as_program`].
    #[error("a litmus test is verified with every access delayed; as a program, with those that are chosen")]
    Delays,
    /// Something about a program.
    #[error(transparent)]
    Program(#[from] checker::Refusal),
}

/// Looks for a wrong execution of a litmus test or a program.
///
/// # Errors
/// When there is no machine for it.
pub fn check<'a>(subject: impl Into<Subject<'a>>, options: &Options<'_>) -> Result<Report, Refusal> {
    match subject.into() {
        Subject::Test(test, sources) => check_test(test, sources, options),
        Subject::Program(program) => check_program(program, options),
    }
}

/// A litmus test as a C program for clang, whose assertion fails where the condition of the test is satisfied.
///
/// # Errors
/// What of the test has no form in C, in words.
pub fn as_program(test: &Test) -> Result<String, ::weaken::NotAProgram> {
    ::weaken::as_program(test.lowered(), test.language())
}

fn check_test(test: &Test, sources: &Sources, options: &Options<'_>) -> Result<Report, Refusal> {
    if options.delays != Delays::Every {
        return Err(Refusal::Delays);
    }
    let limits = ::weaken::Limits {
        states: options.states,
        memory: options.memory,
        progress: options.progress,
        delayed: options.delayed,
        cancelled: options.cancelled,
        stop_at_violation: !options.all,
        reduction: options.reduction,
        progress_is_checked: false,
    };
    let lowered = test.lowered();
    let found = ::weaken::verify(lowered, test.language(), options.model, &limits).map_err(|error| match error {
        VerifyError::Test(found) => Refusal::Test(Error::refused(vec![*found], sources)),
        VerifyError::Machine { .. } => Refusal::Machine(error.to_string()),
    })?;
    let print = |outcome: &Outcome| lowered.print_outcome(outcome, Base::Decimal);
    let step = |step: ::weaken::TraceStep| {
        let instruction = lowered.program.instruction(step.place);
        let (code, line) = instruction.map_or_else(Default::default, |instruction| {
            let text = sources.snippet(instruction.span).trim().to_owned();
            (text, Some(sources.position(instruction.span).line))
        });
        Step { thread: step.thread, code, line, place: None, what: step.what }
    };
    let verdict = match found.verdict {
        ::weaken::Verdict::Holds => Verdict::Holds,
        ::weaken::Verdict::Unknown(why) => Verdict::Unknown(why.to_string()),
        ::weaken::Verdict::Violated { trace, outcome } => Verdict::Violated(Violation {
            what: lowered.print_condition(Base::Decimal),
            steps: trace.into_iter().map(step).collect(),
            delays: Vec::new(),
            outcome: Some(print(&outcome)),
        }),
    };
    let ::weaken::Statistics { states, transitions, bytes, .. } = found.statistics;
    Ok(Report {
        model: options.model,
        verdict,
        condition: Some(lowered.print_condition(Base::Decimal)),
        outcomes: found.outcomes.iter().map(print).collect(),
        violations: Vec::new(),
        statistics: Statistics { states, transitions, bytes, program: None },
    })
}

fn check_program(program: &Program, options: &Options<'_>) -> Result<Report, Refusal> {
    let limits = checker::Limits {
        states: options.states,
        buffer: options.buffer,
        memory: options.memory,
        cancelled: options.cancelled,
        progress: options.progress,
        is_compact: options.compact,
        together: options.together,
        reduction: options.reduction,
        delays: options.delays,
        target: options.target(),
        checks: options.checks,
        all: options.all,
    };
    let found = match options.model {
        LitmusModel::MultiCopyAtomic(model) => checker::check(program, model, &limits)?,
        LitmusModel::Propagating(model) => checker::check_propagating(program, model, &limits)?,
    };
    let step = |step: checker::TraceStep| Step {
        thread: step.thread,
        code: step.function,
        line: None,
        place: step.place,
        what: step.what,
    };
    let delay = |pair: checker::DelayPair| Delay { thread: pair.thread, delayed: pair.delayed, past: pair.past };
    let verdict = match found.verdict {
        checker::Verdict::Holds => Verdict::Holds,
        checker::Verdict::Unknown(why) => Verdict::Unknown(why.to_string()),
        checker::Verdict::Violated(violation) => Verdict::Violated(Violation {
            what: violation.kind.to_string(),
            steps: violation.steps.into_iter().map(step).collect(),
            delays: violation.delays.into_iter().map(delay).collect(),
            outcome: None,
        }),
    };
    let checker::Statistics { states, transitions, bytes, .. } = found.statistics;
    Ok(Report {
        model: options.model,
        verdict,
        condition: None,
        outcomes: Vec::new(),
        violations: found.violations.iter().map(ToString::to_string).collect(),
        statistics: Statistics { states, transitions, bytes, program: Some(found.statistics) },
    })
}
