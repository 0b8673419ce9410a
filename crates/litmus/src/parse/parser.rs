//! Moving over tokens: what the parsers of initial states and conditions have in common.

use program::Name;
use source::{Diagnostic, Span};

use super::lexer::{Token, TokenKind};
use crate::Number;

/// The result of a parser: the mistake is the first one found.
pub(super) type Parsed<T> = Result<T, Diagnostic>;

/// A list of tokens that is read from left to right.
pub(super) struct Parser<'t, 's> {
    /// At least one; the last one is [`TokenKind::End`].
    tokens: &'t [Token<'s>],
    at: usize,
    /// How many parentheses, negations and implications are open.
    pub(super) depth: usize,
}

impl<'t, 's> Parser<'t, 's> {
    pub(super) fn new(tokens: &'t [Token<'s>]) -> Parser<'t, 's> {
        debug_assert!(tokens.last().is_some_and(|last| last.kind == TokenKind::End));
        Parser { tokens, at: 0, depth: 0 }
    }

    /// The token `ahead` places further on.
    #[inline]
    pub(super) fn peek(&self, ahead: usize) -> TokenKind<'s> {
        self.tokens.get(self.at + ahead).map_or(TokenKind::End, |token| token.kind)
    }

    /// How many tokens there are, those that are read among them.
    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The place of the next token.
    #[inline]
    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The place of the last token read (of the next one when none was).
    pub(super) fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    /// From the token at `start` to the last token read.
    pub(super) fn span_from(&self, start: Span) -> Span {
        if self.at > 0 && self.last_span().start >= start.start { start.to(self.last_span()) } else { start }
    }

    #[inline]
    pub(super) fn is_at_end(&self) -> bool {
        matches!(self.peek(0), TokenKind::End)
    }

    #[inline]
    pub(super) fn bump(&mut self) -> TokenKind<'s> {
        let kind = self.peek(0);
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        kind
    }

    #[inline]
    pub(super) fn is(&self, ahead: usize, mark: &str) -> bool {
        matches!(self.peek(ahead), TokenKind::Punctuation(found) if found == mark)
    }

    #[inline]
    pub(super) fn is_word(&self, ahead: usize, words: &[&str]) -> bool {
        matches!(self.peek(ahead), TokenKind::Word(found) if words.contains(&found))
    }

    #[inline]
    pub(super) fn eat(&mut self, mark: &str) -> bool {
        let found = self.is(0, mark);
        if found {
            self.bump();
        }
        found
    }

    #[inline]
    pub(super) fn eat_word(&mut self, words: &[&str]) -> bool {
        let found = self.is_word(0, words);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn expect(&mut self, mark: &str) -> Parsed<()> {
        if self.eat(mark) { Ok(()) } else { Err(self.unexpected(&format!("`{mark}`"))) }
    }

    /// The mistake of the next token, which should have been `wanted`.
    pub(super) fn unexpected(&self, wanted: &str) -> Diagnostic {
        let found = match self.peek(0) {
            TokenKind::Number(text) | TokenKind::Word(text) => format!("`{text}`"),
            TokenKind::Punctuation(mark) => format!("`{mark}`"),
            TokenKind::Processor(number) => format!("`P{number}`"),
            TokenKind::Symbolic(name) => format!("`%{name}`"),
            TokenKind::Instruction(_) => "an instruction".to_owned(),
            TokenKind::Label(..) => "a label".to_owned(),
            TokenKind::Raw(_) => "a value in backquotes".to_owned(),
            TokenKind::Unknown(character) => format!("`{}`", character.escape_debug()),
            TokenKind::End => "the end".to_owned(),
        };
        let message = format!("{wanted} expected, {found} found");
        Diagnostic::error("unexpected-token", self.span(), message).label(self.span(), format!("expected {wanted}"))
    }

    pub(super) fn name(&mut self, wanted: &str) -> Parsed<Name> {
        match self.peek(0) {
            TokenKind::Word(name) => {
                self.bump();
                Ok(name.into())
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    pub(super) fn number(&mut self) -> Parsed<Number> {
        let TokenKind::Number(text) = self.peek(0) else { return Err(self.unexpected("a number")) };
        let span = self.span();
        self.bump();
        Number::parse(text).ok_or_else(|| {
            let message = format!("the number {text} does not fit into 128 bits");
            Diagnostic::error("number-too-large", span, message)
        })
    }

    /// A number that counts something: a cell, a size, an offset.
    pub(super) fn count(&mut self, what: &str) -> Parsed<u64> {
        let span = self.span();
        let number = self.number()?;
        u64::try_from(number.bits()).map_err(|_| {
            let message = format!("{number} is no {what}");
            Diagnostic::error("bad-number", span, message)
        })
    }
}
