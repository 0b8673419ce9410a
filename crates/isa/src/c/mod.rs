//! C.
mod ast;
mod check;
mod code;
mod ctype;
mod flow;
mod lexer;
mod lower;
mod macros;
mod parse;
mod primitives;
mod tags;
mod typed;

#[cfg(test)]
mod tests;

use litmus::{Code, Language, RawProgram};
use program::{TagSet, Width};
use source::Diagnostic;

use self::code::CCode;
pub use self::macros::MacroFile;

/// The language C of litmus tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct C;

/// C with the macros of a file. They come before functions of the same name.
#[derive(Clone, Debug, Default)]
pub struct CWithMacros(pub MacroFile);

impl Language for C {
    fn name(&self) -> &'static str {
        "C"
    }

    fn tags(&self) -> &'static [&'static str] {
        &tags::TAGS
    }

    fn initial_tags(&self) -> TagSet {
        tags::PLAIN
    }

    fn address_width(&self) -> Width {
        ctype::ADDRESS_WIDTH
    }

    fn number_width(&self) -> Width {
        ctype::Integer::INT.width
    }

    fn parse(&self, raw: &RawProgram, text: &str) -> Result<Box<dyn Code>, Vec<Diagnostic>> {
        read(raw, text, None)
    }
}

impl Language for CWithMacros {
    fn name(&self) -> &'static str {
        C.name()
    }

    fn tags(&self) -> &'static [&'static str] {
        C.tags()
    }

    fn initial_tags(&self) -> TagSet {
        C.initial_tags()
    }

    fn address_width(&self) -> Width {
        C.address_width()
    }

    fn number_width(&self) -> Width {
        C.number_width()
    }

    fn parse(&self, raw: &RawProgram, text: &str) -> Result<Box<dyn Code>, Vec<Diagnostic>> {
        read(raw, text, Some(&self.0))
    }
}

/// Text, trees, trees without macros, typed trees.
fn read(raw: &RawProgram, text: &str, macros: Option<&MacroFile>) -> Result<Box<dyn Code>, Vec<Diagnostic>> {
    let RawProgram::Text(span) = raw else {
        let message = "a C program is text, not a table";
        return Err(vec![Diagnostic::new(source::Severity::Error, "not-c", message)]);
    };
    let (mut functions, mut diagnostics) = parse::parse(text, *span);
    if let Some(macros) = macros {
        functions = macros.expand(functions, &mut diagnostics);
    }
    let threads = check::check(&functions, &mut diagnostics);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    Ok(Box::new(CCode::new(&functions, threads, text)))
}
