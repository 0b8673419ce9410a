//! The tests of the language of models, as one program: linking takes longer than compiling them.

mod checking;
mod common;
mod evaluators;
mod explaining;
mod language;
mod limits;
mod models;
mod parsing;
mod properties;
