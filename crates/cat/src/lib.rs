//! The cat language, in which memory models are written.
//!
//! A model says which candidate executions of a program are executions: it defines relations over events and asks that some have no
//! cycle. This crate reads the whole language as herd7 does, bell files included, and knows nothing of programs, architectures or files:
//! what a model can see of a candidate is declared in a [`Vocabulary`] and asked of a [`Base`]; included files come from a [`Files`].
//!
//! The phases, one after the other, none looking back:
//! 1. [`parse`] makes a tree ([`ast`]) of a file, and diagnostics;
//! 2. [`Model::load`] brings the files of a model together and resolves its names;
//! 3. [`Model::check`] says what is wrong with it without running it;
//! 4. [`interpret`] runs it on one candidate, literally. It is the reference for everything faster;
//! 5. [`Model::compile`] makes operators on bit matrices of it, and an [`Evaluator`] computes them for all candidates of an event structure,
//!    phase by phase. It agrees with [`interpret`] in all that it counts.
//!
//! # Source
//! Alglave, Cousot and Maranget, *Syntax and semantics of the weak consistency model specification language cat* (2016), and herd7's
//! behaviour. Where the meaning here differs from herd7's is said in the documentation of [`interpret`].
//!
//! # Example
//! Sequential consistency forbids the outcome of store buffering in which neither thread sees the other's write.
//! ```
//! use std::ops::ControlFlow;
//!
//! use lakmus_cat::{Base, BaseId, Limits, Model, NoFiles, Options, Phase, Run, Vocabulary, interpret};
//! use relation::{EventId, EventSet, Index, Relation};
//! use source::Sources;
//!
//! /// Two threads, `x = 1; r0 = y` (events 0 and 1) and `y = 1; r1 = x` (2 and 3); both reads read the initial values.
//! struct StoreBuffering {
//!     vocabulary: Vocabulary,
//! }
//!
//! impl Base for StoreBuffering {
//!     fn universe(&self) -> usize {
//!         4
//!     }
//!     fn set(&self, _: BaseId) -> EventSet {
//!         EventSet::empty(4)
//!     }
//!     fn relation(&self, name: BaseId) -> Relation {
//!         let pairs = match self.vocabulary.get(name).name.as_ref() {
//!             "po" => [(0, 1), (2, 3)],
//!             _ => [(1, 2), (3, 0)],
//!         };
//!         Relation::from_pairs(4, pairs.map(|(source, target)| (EventId::new(source), EventId::new(target))))
//!     }
//! }
//!
//! let mut vocabulary = Vocabulary::new();
//! vocabulary.relation("po", Phase::Structure);
//! vocabulary.relation("fr", Phase::ReadsFrom);
//!
//! let mut sources = Sources::new();
//! let text = sources.add("sc.cat", "\"sequential consistency\" acyclic po | fr as sc");
//! let loaded = Model::load(&mut sources, text, None, &mut NoFiles, &vocabulary, &|_| false);
//! let model = loaded.model.expect("the model is correct");
//! assert!(model.check().is_empty());
//!
//! let candidate = StoreBuffering { vocabulary };
//! let mut allowed = 0;
//! interpret(&model, &candidate, &Options::default(), &Limits::default(), &mut |run| {
//!     allowed += usize::from(matches!(run, Run::Accepted(_)));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(allowed, 0);
//! # Ok::<(), lakmus_cat::Failure>(())
//! ```

pub mod ast;
mod base;
mod check;
mod clause;
mod compile;
mod deletion;
mod evaluate;
mod interpret;
mod ir;
mod lexeme;
mod lexer;
mod load;
mod model;
mod names;
mod parser;
mod primitive;
mod print;
mod resolve;
mod vocabulary;

pub use base::{Base, Unsupported};
pub use clause::{Clause, ClauseKind};
pub use compile::{Outside, plan};
pub use deletion::{Deleted, Deletion, SetTerm};
pub use evaluate::{Allowed, Cancelled, Choices, Compiled, Evaluator, LeftToInterpreter, Stage, Structure, When};
pub use interpret::{
    Accepted, AnnotationRule, BellDeclarations, CheckedValue, EvaluationError, Evidence, Explainer, Failure, KNOWN,
    Label, Limit, Limits, Options, Rejection, Run, Shown, Step, UNDEFINED, interpret, interpret_explained,
};
pub use ir::{CheckId, CheckSite, Model};
pub use lexeme::{Lexeme, LexemeKind, keywords, lexemes};
pub use load::{Files, NoFiles, STANDARD_LIBRARY};
pub use model::Loaded;
pub use names::{Meaning, NameDefinition, NameUse, Names, Primitive, primitives};
pub use parser::{NESTING_LIMIT, Parsed, parse};
pub use vocabulary::{BaseId, BaseKind, BaseName, Phase, Vocabulary};
