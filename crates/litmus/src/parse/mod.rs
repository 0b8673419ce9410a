//! From text to [`Test`].

mod conditions;
mod init;
mod layout;
pub(crate) mod lexer;
mod parser;
pub(crate) mod split;
mod table;
mod value;

use source::{Cursor, Diagnostic, SourceId, Sources};

use self::parser::Parser;
use crate::{RawProgram, Test};
use arch::headers::Form;

/// Reads a test. `default_name` is the name of a test that calls itself `--`: the name of its file, without
/// directories and extension.
///
/// All mistakes are reported, and there is a test as long as its sections could be separated; it is to be used only
/// when no diagnostic is an error. Neither the instructions nor the names in conditions are looked at: see
/// [`Language`](crate::Language) and [`lower`](crate::lower).
pub fn parse<'s>(sources: &'s Sources, source: SourceId, default_name: &'s str) -> (Option<Test<'s>>, Vec<Diagnostic>) {
    let text = sources.text(source);
    let mut diagnostics = Vec::new();
    let test = parse_text(text, source, default_name, &mut diagnostics);
    (test, diagnostics)
}

fn parse_text<'s>(
    text: &'s str,
    source: SourceId,
    default_name: &'s str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Test<'s>> {
    let sections = split::split(text, source, default_name, diagnostics)?;
    let mut tokens = lexer::Tokens::new();
    lexer::tokens(Cursor::new(text, sections.init), &mut tokens, diagnostics);
    let init = init::parse_init(&mut Parser::new(&tokens), diagnostics);
    let (program, handlers, layout) = match sections.form {
        Form::C | Form::Other => (RawProgram::Text(sections.program), Vec::new(), None),
        Form::Table | Form::BellTable => {
            let bell = sections.form == Form::BellTable;
            let table = table::parse_table(text, sections.program, bell, diagnostics);
            (RawProgram::Table(table.threads), table.handlers, table.layout)
        }
    };
    lexer::tokens(Cursor::new(text, sections.conditions), &mut tokens, diagnostics);
    let conditions = conditions::parse_conditions(&mut Parser::new(&tokens), diagnostics);
    Some(Test {
        source,
        architecture: sections.architecture,
        name: sections.name,
        tex_name: sections.tex_name,
        doc: sections.doc,
        info: sections.info,
        init,
        program,
        handlers,
        layout,
        locations: conditions.locations,
        filter: conditions.filter,
        condition: conditions.condition,
        further_conditions: conditions.further,
        kinds: conditions.kinds,
    })
}

/// `text` with blanks in the place of comments, so that nothing else moves.
pub(crate) fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("(*") {
        let length = lexer::comment_length(&rest[start..]).unwrap_or(rest.len() - start);
        out.push_str(&rest[..start]);
        out.extend(rest[start..start + length].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        rest = &rest[start + length..];
    }
    out.push_str(rest);
    out
}
