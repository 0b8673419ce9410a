//! The cat language.

pub mod ast;
mod base;
mod check;
mod interpret;
mod ir;
mod lexer;
mod load;
mod model;
mod parser;
mod primitive;
mod print;
mod resolve;
mod vocabulary;

pub use base::{Base, Unsupported};
pub use interpret::{
    Accepted, AnnotationRule, BellDeclarations, EvaluationError, Failure, Limit, Limits, Options, Rejection, Run,
    Shown, UNDEFINED, interpret,
};
pub use ir::{CheckId, CheckSite, Model};
pub use load::{Files, NoFiles, STANDARD_LIBRARY};
pub use model::Loaded;
pub use parser::{NESTING_LIMIT, Parsed, parse};
pub use vocabulary::{BaseId, BaseKind, BaseName, Phase, Vocabulary};
