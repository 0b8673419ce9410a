//! The words of C, for editors.

use litmus::{Function, Lexeme, LexemeKind, ProgramWords};
use source::{Cursor, Span};

use super::ctype::{self, TYPE_WORDS};
use super::lexer::{Lexer, TokenKind};
use super::macros::MacroFile;
use super::{C, CWithMacros, KernelC, primitives};

/// The words of statements.
const STATEMENTS: [&str; 9] = ["if", "else", "while", "for", "do", "break", "continue", "return", "sizeof"];

impl ProgramWords for C {
    fn lexemes(&self, text: &str, program: Span) -> Vec<Lexeme> {
        let mut lexer = Lexer::new(Cursor::new(text, program));
        let mut all = Vec::new();
        let mut behind = program.start as usize;
        loop {
            let token = lexer.token();
            comments(text, Span::new(program.source, behind, token.span.start as usize), &mut all);
            behind = token.span.end as usize;
            let kind = match token.kind {
                TokenKind::Word(_) => LexemeKind::Word,
                TokenKind::Number(_) => LexemeKind::Number,
                TokenKind::Sign(_) => LexemeKind::Punctuation,
                TokenKind::End => return all,
            };
            all.push(Lexeme { kind, span: token.span });
        }
    }

    fn keywords(&self) -> Vec<String> {
        STATEMENTS.map(str::to_owned).to_vec()
    }

    fn types(&self) -> Vec<String> {
        TYPE_WORDS.map(str::to_owned).into_iter().chain(ctype::names()).collect()
    }

    fn functions(&self) -> Vec<Function> {
        let function = |(name, arguments): (String, &[&str])| Function { name, arguments: arguments.join(", ") };
        let mut all: Vec<Function> = primitives::signatures().map(function).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn constants(&self) -> Vec<String> {
        primitives::memory_orders().map(|order| format!("memory_order_{order}")).collect()
    }
}

/// Comments and lines of the preprocessor in a piece between two tokens.
fn comments(text: &str, gap: Span, all: &mut Vec<Lexeme>) {
    let mut at = gap.start as usize;
    let end = gap.end as usize;
    while let Some(start) = text[at..end].find(['/', '#']).map(|offset| at + offset) {
        let rest = &text[start..end];
        let length = match rest.strip_prefix("/*") {
            Some(inside) => inside.find("*/").map(|length| length + 4),
            None => rest.find('\n'),
        };
        at = length.map_or(end, |length| start + length);
        all.push(Lexeme { kind: LexemeKind::Comment, span: Span::new(gap.source, start, at) });
    }
}

/// C with functions beside its own.
fn with_macros(macros: &MacroFile) -> Vec<Function> {
    let function =
        |(name, formals, _): (&str, &[String], bool)| Function { name: name.to_owned(), arguments: formals.join(", ") };
    let mut all = C.functions();
    all.retain(|own| !macros.names().any(|name| name == own.name));
    all.extend(macros.signatures().into_iter().map(function));
    all.sort_unstable();
    all
}

impl ProgramWords for CWithMacros {
    fn lexemes(&self, text: &str, program: Span) -> Vec<Lexeme> {
        C.lexemes(text, program)
    }

    fn keywords(&self) -> Vec<String> {
        C.keywords()
    }

    fn types(&self) -> Vec<String> {
        C.types()
    }

    fn functions(&self) -> Vec<Function> {
        with_macros(&self.0)
    }

    fn constants(&self) -> Vec<String> {
        C.constants()
    }
}

impl ProgramWords for KernelC {
    fn lexemes(&self, text: &str, program: Span) -> Vec<Lexeme> {
        C.lexemes(text, program)
    }

    fn keywords(&self) -> Vec<String> {
        C.keywords()
    }

    fn types(&self) -> Vec<String> {
        C.types()
    }

    fn functions(&self) -> Vec<Function> {
        with_macros(self.macros)
    }

    fn constants(&self) -> Vec<String> {
        Vec::new()
    }
}
