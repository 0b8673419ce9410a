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
//!     for execution in simulation.executions(Selection { satisfying: Some(true), ..Selection::default() }) {
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
//! What a mistake looks like is decided by who shows it: [`source::Diagnostic`] is data. No crate below this one opens a file,
//! reads a clock or prints, but for the part of [`tester`](https://docs.rs/lakmus-tester) that runs programs. The simulator is always there; other parts are features.

mod error;
mod session;

pub use error::{Error, ErrorKind};
pub use session::Session;

#[cfg(feature = "gen")]
pub use generator;
#[cfg(feature = "java")]
pub use java;
#[cfg(feature = "mix")]
pub use mix;
#[cfg(feature = "verify")]
pub use weaken;
#[cfg(feature = "fence")]
pub use {aeg, cprog, fence};
pub use {arch, cat, drawing, execution, isa, litmus, models, program, relation, sim, source};
#[cfg(feature = "tester")]
pub use {c11, tester};

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
