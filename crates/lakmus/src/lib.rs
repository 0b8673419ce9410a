//! Lakmus: what programs may do on relaxed memory. This crate is the way in for programs; for people there is the command
//! `lakmus`.
//!
//! A litmus test, the executions that have its outcome, and what the model says about them:
//!
//! ```
//! use lakmus::sim::{Options, Selection, Simulation};
//!
//! fn main() -> Result<(), lakmus::Error> {
//!     let text = "X86_64 SB\n{ x=0; y=0; }\n P0           | P1           ;\n movl $1,(x)  | movl $1,(y)  ;\n \
//!                 movl (y),%eax| movl (x),%eax;\nexists (0:rax=0 /\\ 1:rax=0)\n";
//!     let mut session = lakmus::Session::new();
//!     let test = session.test("SB.litmus", text)?;
//!     let model = session.model("sc", &test)?;
//!     let options = Options::default();
//!     let simulation = Simulation::new(&test, &model, &options)?;
//!     for execution in simulation.executions(Selection::default().with(|set| set.satisfying = Some(true))) {
//!         let execution = execution?;
//!         println!("{} allowed: {}", execution.final_state, execution.is_allowed());
//!         for (name, relation) in [("po", &execution.po), ("rf", &execution.rf), ("co", &execution.co), ("fr", &execution.fr)] {
//!             for (a, b) in relation.iter() {
//!                 println!("  {} -{name}-> {}", execution.events[a].named_text(), execution.events[b].named_text());
//!             }
//!         }
//! #       assert_eq!((execution.final_state.as_str(), execution.is_allowed()), ("0:rax=0; 1:rax=0;", false));
//! #       assert_eq!((execution.po.len(), execution.rf.len(), execution.co.len(), execution.fr.len()), (2, 2, 2, 2));
//!     }
//!     Ok(())
//! }
//! ```
//!
//! Results as logs show them come from [`Session::simulate`]; why an outcome is forbidden, in words and as a picture, is shown at
//! [`Session`].
//!
//! # What there is
//! | module | feature | |
//! | --- | --- | --- |
//! | [`sim`] | | litmus tests under models: outcomes, executions, explanations |
//! | [`cache`], [`variants`] | | models that many tests are run under, and their variants |
//! | `record` | `record` | results as data, to be serialised |
//! | `logs` | `logs` | logs of litmus tests, of any tool: read, compared |
//! | [`drawing`], [`source`], [`models`] | | pictures of executions; texts and diagnostics; the models that ship |
//! | `fence` | `fence` | the fences that C and C++ programs need |
//! | `verify` | `verify` | litmus tests and C programs by exploring the states of a weak machine |
//! | `clang` | `fence` | C and C++ for these two, compiled by clang |
//! | `test` | `tester` | litmus tests and programs executed under the C11 memory model |
//! | `java` | `java` | Java tests under models that look at several executions |
//! | `mix` | `mix` | C litmus tests as several compilers compile them, mixed |
//! | `generate` | `gen` | litmus tests from cycles of relaxations |
//! | `distinguish` | `gen` | small programs about which two models differ |
//!
//! What a mistake looks like is decided by who shows it: [`source::Diagnostic`] is data. Nothing here reads a clock or prints. Files are opened and processes run by `clang`,
//! by `test::program`, and for the profiles of `mix` that are compilers.
//!
//! # What may change
//! The options, reports and errors of `fence`, `verify`, `java`, `mix` and `test` get more members: they are `#[non_exhaustive]`, and options are made by `new` or `default`. The
//! crates beside this one (`lakmus-sim` and the like) are its insides and change at any time.

pub mod cache;
#[cfg(feature = "fence")]
pub mod clang;
#[cfg(feature = "gen")]
pub mod distinguish;
mod error;
#[cfg(feature = "fence")]
pub mod fence;
#[cfg(feature = "java")]
pub mod java;
#[cfg(feature = "logs")]
pub mod logs;
#[cfg(feature = "mix")]
pub mod mix;
#[cfg(feature = "record")]
pub mod record;
mod session;
#[cfg(feature = "tester")]
pub mod test;
pub mod variants;
#[cfg(feature = "verify")]
pub mod verify;

pub use error::{Error, ErrorKind};
pub use session::Session;

/// Litmus tests under models: outcomes, executions, explanations.
pub mod sim {
    pub use ::cat::Evidence;
    pub use ::litmus::Base;
    pub use ::sim::{
        Budget, ConditionKind, Describer, Engine, EventKind, Execution, ExecutionEvent, Executions, Explanation, Goal,
        Label, Model, Observation, Options, OutcomeCount, OutcomeCounts, Partial, Picture, Pictured, Report, RunError,
        Selection, Sentence, Shares, Shown, Simulation, Step, Test, Turns, Verdict, Violation, Why, simulate,
    };

    /// The languages that tests are in, each with the model under which its tests are run where none is named.
    pub fn languages() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
        ::isa::languages().iter().map(|language| (language.name(), language.descriptor().default_model))
    }

    /// Logs: printed, read and compared.
    pub mod log {
        pub use ::sim::log::{Change, Difference, compare, parse, print};
    }
}

/// Executions as pictures: SVG, dot or text.
pub mod drawing {
    pub use ::drawing::{Colour, Drawing, Layout, NodeId, Theme, stylesheet};
}

/// Texts, places in them, and diagnostics.
pub mod source {
    pub use ::source::{Diagnostic, Label, LineColumn, Severity, SourceId, Sources, Span};
}

/// The models that ship.
pub mod models {
    pub use ::models::{ModelEntry, file, model, models, name, words};
}

/// Litmus tests from cycles of relaxations.
#[cfg(feature = "gen")]
pub mod generate {
    pub use ::generator::{
        Generated, Generator, Limits, Mode, Options, Pool, Refusal, Relaxation, Space, TestWriter, TopLevel,
        architectures, edge_names, normal_form, parse,
    };
}

use ::source::{Diagnostic, Severity, SourceId, Sources};

/// The shipped models and libraries, as what `include` in a model finds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

impl ::cat::Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        ::models::file(name).map(|text| sources.add(format!("<lakmus>/{name}"), text))
    }
}

/// Loads a model that ships, by the name that [`models::models`] lists it under, for the tests of one language. No variant is
/// on.
///
/// # Errors
/// When no such model ships.
pub fn shipped_model(
    name: &str,
    language: &dyn ::litmus::Language,
    sources: &mut Sources,
) -> Result<::sim::Model, Vec<Diagnostic>> {
    let source = ::models::model(name).and_then(|model| ::cat::Files::open(&mut Shipped, model.file, sources));
    let Some(source) = source else { return Err(vec![unknown_model(name)]) };
    ::sim::Model::load(sources, source, None, &mut Shipped, language, &|_| false)
}

/// The name of the shipped model that one of its words is nearest to a word for.
#[doc(hidden)]
pub fn nearest_model(word: &str) -> Option<&'static str> {
    ::source::nearest(word, ::models::words().map(|(known, _)| known)).map(::models::name)
}

/// That no model of this name ships.
fn unknown_model(name: &str) -> Diagnostic {
    let error = Diagnostic::new(Severity::Error, "unknown-model", format!("there is no model `{name}`"));
    error.suggest(nearest_model(name))
}
