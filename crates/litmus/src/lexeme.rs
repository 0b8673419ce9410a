//! The sections of a test and the words in them, whatever is wrong with it: what colours and completes a text looks at.

use source::{Cursor, SourceId, Sources, Span};

use crate::parse::{lexer, split};

/// Where the sections of a test stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sections {
    /// What the program looks like.
    pub form: arch::headers::Form,
    /// Between the braces of the initial state.
    pub init: Span,
    /// The program.
    pub program: Span,
    /// What stands behind it, up to `<<` or the end.
    pub conditions: Span,
}

/// Where the sections of a test stand; none where it has no first line or no initial state.
pub fn sections(sources: &Sources, source: SourceId) -> Option<Sections> {
    let found = split::split(sources.text(source), source, "", &mut Vec::new())?;
    let split::Sections { form, init, program, conditions, .. } = found;
    Some(Sections { form, init, program, conditions })
}

/// What a piece of an initial state, a condition, or a program that is no table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LexemeKind {
    /// `(* ... *)`; in C and Java those of the language, and lines of the preprocessor.
    Comment,
    /// `12`, `-3`, `0xff`.
    Number,
    /// A name or a keyword.
    Word,
    /// `P1`.
    Processor,
    /// `%x`.
    Symbolic,
    /// `instr:"..."`, `label:"..."`, `` `...` ``.
    Quoted,
    /// All else, what means nothing included.
    Punctuation,
}

/// A piece of such a section that is no blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is.
    pub kind: LexemeKind,
    /// Where it stands.
    pub span: Span,
}

/// The words of an initial state or of conditions, which stand at `section`, in order.
pub fn lexemes(sources: &Sources, section: Span) -> Vec<Lexeme> {
    let text = sources.text(section.source);
    let mut tokens = lexer::Tokens::new();
    lexer::tokens(Cursor::new(text, section), &mut tokens, &mut Vec::new());
    let mut all = Vec::with_capacity(tokens.len());
    let mut behind = section.start as usize;
    for token in &tokens {
        comments(text, Span::new(section.source, behind, token.span.start.max(behind as u32) as usize), &mut all);
        behind = token.span.end as usize;
        all.extend(kind(token.kind).map(|kind| Lexeme { kind, span: token.span }));
    }
    let end = (section.end as usize).max(behind);
    comments(text, Span::new(section.source, behind, end), &mut all);
    all
}

fn kind(token: lexer::TokenKind<'_>) -> Option<LexemeKind> {
    use lexer::TokenKind;
    Some(match token {
        TokenKind::Number(_) => LexemeKind::Number,
        TokenKind::Word(_) => LexemeKind::Word,
        TokenKind::Processor(_) => LexemeKind::Processor,
        TokenKind::Symbolic(_) => LexemeKind::Symbolic,
        TokenKind::Instruction(_) | TokenKind::Label(..) | TokenKind::Raw(_) => LexemeKind::Quoted,
        TokenKind::Punctuation(_) | TokenKind::Unknown(_) => LexemeKind::Punctuation,
        TokenKind::End => return None,
    })
}

/// The comments of a piece in which there is nothing else but blanks.
fn comments(text: &str, gap: Span, all: &mut Vec<Lexeme>) {
    all.extend(comments_in(text, gap).into_iter().map(|span| Lexeme { kind: LexemeKind::Comment, span }));
}

/// Where the comments `(* ... *)` of a piece of `text` stand; one that is not closed goes to its end.
pub fn comments_in(text: &str, piece: Span) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = piece.start as usize;
    let end = piece.end as usize;
    while let Some(start) = text[at..end].find("(*").map(|offset| at + offset) {
        let length = lexer::comment_length(&text[start..end]).unwrap_or(end - start);
        found.push(Span::new(piece.source, start, start + length));
        at = start + length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_blanks_stands_between_the_words() {
        let text = "X86_64 SB\n{ x=0; (* a (* b *) *) 0:rax=x; }\n P0 ;\nexists (0:rax=1 /\\ %y=0x3) (* c *)";
        let mut sources = Sources::new();
        let source = sources.add("SB", text);
        let sections = sections(&sources, source).expect("a test");
        for section in [sections.init, sections.conditions] {
            let mut at = section.start as usize;
            let words = lexemes(&sources, section);
            assert_eq!(words.iter().filter(|word| word.kind == LexemeKind::Comment).count(), 1);
            for word in words {
                assert!(text[at..word.span.start as usize].trim().is_empty(), "{word:?}");
                at = word.span.end as usize;
            }
            assert!(text[at..section.end as usize].trim().is_empty());
        }
        let half = sources.add("half", "X86_64 SB");
        assert!(super::sections(&sources, half).is_none());
    }
}
