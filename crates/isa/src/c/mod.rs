//! stub
mod ast;
mod ctype;
mod lexer;
mod macros;
mod parse;
mod primitives;
mod tags;
pub use macros::MacroFile;
