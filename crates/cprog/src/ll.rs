//! Textual LLVM IR as clang 14 to 22 (and rustc) print it: a reader of our own, so that no LLVM is linked.
//!
//! Source: the LLVM Language Reference. The parser takes the grammar of LLVM 14 to 22, with typed pointers and opaque ones, and `check` what else LLVM refuses: a text that it
//! refuses has no meaning, and gets no [`Module`](syntax::Module). Instructions that are right, but that no analysis here knows, are
//! [`Operation::Unknown`](syntax::Operation::Unknown).

mod accesses;
pub mod attributes;
mod calls;
mod check;
mod constants;
mod debug_nodes;
mod dwarf;
mod functions;
mod instructions;
mod lexer;
pub mod metadata;
mod module;
mod parser;
mod problem;
pub mod syntax;
mod types;

pub use module::parse;
pub use problem::Malformed;
