//! The pieces that the text of a model is made of, comments included: what colours and formats a text looks at.

use source::{SourceId, Sources, Span};

use crate::lexer::{self, Lexed, Symbol, TokenKind};

/// What a piece of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LexemeKind {
    /// `(* ... *)`, `// ...`, `# ...`.
    Comment,
    /// A reserved word.
    Keyword,
    /// Any other name.
    Name,
    /// `'name`.
    Tag,
    /// `"text"`.
    Text,
    /// What takes operands: `|`, `;`, `^`, `-1`, ...; `_` and `0` are constants and among these.
    Operator,
    /// Brackets, and what separates: `,`, `=`, `->`, `||`.
    Punctuation,
}

/// A piece of a text that is no blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is.
    pub kind: LexemeKind,
    /// Where it stands.
    pub span: Span,
}

/// The pieces of a cat or bell file in order. What begins no token is left out.
pub fn lexemes(sources: &Sources, source: SourceId) -> Vec<Lexeme> {
    let Lexed { tokens, comments, diagnostics: _ } = lexer::tokens(sources.text(source), sources.whole(source));
    let comments = comments.into_iter().map(|span| Lexeme { kind: LexemeKind::Comment, span });
    let tokens = tokens.into_iter().filter_map(|token| Some(Lexeme { kind: kind(token.kind)?, span: token.span }));
    let mut all: Vec<Lexeme> = tokens.chain(comments).collect();
    all.sort_by_key(|lexeme| lexeme.span.start);
    all
}

fn kind(token: TokenKind) -> Option<LexemeKind> {
    Some(match token {
        TokenKind::Name => LexemeKind::Name,
        TokenKind::Tag => LexemeKind::Tag,
        TokenKind::Text => LexemeKind::Text,
        TokenKind::Keyword(_) => LexemeKind::Keyword,
        TokenKind::Symbol(symbol) => of_symbol(symbol),
        TokenKind::End => return None,
    })
}

fn of_symbol(symbol: Symbol) -> LexemeKind {
    match symbol {
        Symbol::Arrow
        | Symbol::DoubleBar
        | Symbol::OpenParenthesis
        | Symbol::CloseParenthesis
        | Symbol::OpenBrace
        | Symbol::CloseBrace
        | Symbol::OpenBracket
        | Symbol::CloseBracket
        | Symbol::Equal
        | Symbol::Comma => LexemeKind::Punctuation,
        Symbol::DoubleAmpersand
        | Symbol::DoublePlus
        | Symbol::MinusOne
        | Symbol::Bar
        | Symbol::Ampersand
        | Symbol::Star
        | Symbol::Tilde
        | Symbol::Plus
        | Symbol::Caret
        | Symbol::Backslash
        | Symbol::Question
        | Symbol::Semicolon
        | Symbol::Underscore
        | Symbol::Zero => LexemeKind::Operator,
    }
}

/// The reserved words.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    lexer::Keyword::ALL.iter().map(|keyword| keyword.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_blanks_stands_between_the_pieces() {
        let text = "\"t\" (* a (* b *) *) let r = (po^-1 | rf) \\ _ // end\nenum t = 'a || 'b # more\nacyclic r";
        let mut sources = Sources::new();
        let source = sources.add("t", text);
        let mut at = 0;
        for lexeme in lexemes(&sources, source) {
            assert!(text[at..lexeme.span.start as usize].trim().is_empty(), "{lexeme:?}");
            at = lexeme.span.end as usize;
        }
        assert_eq!(at, text.len());
        let comments = lexemes(&sources, source).iter().filter(|lexeme| lexeme.kind == LexemeKind::Comment).count();
        assert_eq!(comments, 3);
    }
}
