//! Textual LLVM IR as clang 14 to 22 (and rustc) print it: a reader of our own, so that no LLVM is linked.
//!
//! Source: the LLVM Language Reference. What the reader does not know is not an error: an instruction becomes
//! [`Operation::Unknown`](syntax::Operation::Unknown) with the line it stands on, and is counted. Both typed pointers (up to LLVM 14) and
//! opaque ones are read; pointee types are forgotten. Attributes, alignments of accesses, comdats and debug records are passed over.

mod constants;
mod instructions;
mod lexer;
pub mod metadata;
mod module;
mod parser;
pub mod syntax;
mod types;

pub use module::parse;
