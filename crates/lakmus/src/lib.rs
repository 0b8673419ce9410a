//! Lakmus: what programs may do on relaxed memory. This crate is the way in for programs; for people there is the command
//! `lakmus`.
//!
//! A litmus test, run under a model that ships:
//!
//! ```
//! use lakmus::sim::{self, Model, Observation, Options, Test};
//! use lakmus::source::Sources;
//!
//! let text = r"X86_64 SB
//! { x=0; y=0; }
//!  P0           | P1           ;
//!  movl $1,(x)  | movl $1,(y)  ;
//!  movl (y),%eax| movl (x),%eax;
//! exists (0:rax=0 /\ 1:rax=0)
//! ";
//!
//! let mut sources = Sources::new();
//! let source = sources.add("SB.litmus", text);
//! let test = Test::load(&sources, source, "SB").expect("a test");
//!
//! let tso = lakmus::shipped_model("x86tso", test.language(), &mut sources).expect("ships with Lakmus");
//! let report = sim::simulate(&test, &tso, &Options::default()).expect("a result");
//! assert_eq!(report.observation(), Observation::Sometimes);
//! assert_eq!(report.states.len(), 4);
//! ```
//!
//! What a mistake looks like is decided by who shows it: [`source::Diagnostic`] is data. No crate below this one opens a file,
//! reads a clock or prints, but for the part of [`tester`] that runs programs; that one comes with the feature `cli`.

pub use {c11, cat, execution, isa, litmus, models, program, relation, sim, source, tester};

use source::{Diagnostic, Severity, SourceId, Sources};

/// The shipped models and libraries, as what `include` in a model finds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

impl cat::Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(format!("<lakmus>/{name}"), text))
    }
}

/// Loads a model that ships, by the name that [`models::models`] lists it under, for the tests of one language. No variant is
/// on.
///
/// # Errors
/// When no such model ships.
pub fn shipped_model(
    name: &str,
    language: &dyn litmus::Language,
    sources: &mut Sources,
) -> Result<sim::Model, Vec<Diagnostic>> {
    let source = models::model(name).and_then(|model| cat::Files::open(&mut Shipped, model.file, sources));
    let Some(source) = source else {
        let known = models::models().iter().map(|model| model.name);
        let message = format!("there is no model `{name}`");
        let error = Diagnostic::new(Severity::Error, "unknown-model", message);
        return Err(vec![error.suggest(source::nearest(name, known))]);
    };
    sim::Model::load(sources, source, None, &mut Shipped, language, &|_| false)
}
