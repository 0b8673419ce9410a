//! Tokens to trees.
//!
//! A mistake in a statement is reported, the rest of the statement is skipped, and reading goes on behind it.

mod declaration;
mod expression;
mod statement;

use std::borrow::Cow;

use source::{Cursor, Diagnostic, Span};

use super::ast::{Expr, ExprKind, Function, Name};
use super::lexer::{Token, TokenKind, tokens};

/// How deep statements, brackets and types may be nested.
const MAX_NESTING: u16 = 200;

/// A mistake; told already.
pub(crate) struct Told;

/// What a parsing function gives.
type Parsed<T> = Result<T, Told>;

/// Reads tokens from left to right, into trees whose names live for `'n`.
pub(crate) struct Parser<'s, 'n> {
    tokens: Vec<Token<'s>>,
    /// Makes the names of the tree: pieces of the text, or copies that outlive it.
    name_of: fn(&'s str) -> Cow<'n, str>,
    at: usize,
    nesting: u16,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads the threads of a test, and what is wrong with them.
pub(crate) fn parse(text: &str, span: Span) -> (Vec<Function<'_>>, Vec<Diagnostic>) {
    let mut parser = Parser::new(Cursor::new(text, span), Cow::Borrowed);
    // Few tests have more.
    let mut functions: Vec<Function<'_>> = Vec::with_capacity(4);
    while !parser.is_at_end() {
        match parser.function() {
            Ok(Some(function)) => functions.push(function),
            Ok(None) => {}
            Err(Told) => parser.skip_to_function(),
        }
    }
    parser.check_order(&functions);
    (functions, parser.diagnostics)
}

impl<'s, 'n> Parser<'s, 'n> {
    /// Reads what `cursor` stands before; `name_of` makes the names of the tree.
    pub(crate) fn new(cursor: Cursor<'s>, name_of: fn(&'s str) -> Cow<'n, str>) -> Parser<'s, 'n> {
        let mut diagnostics = Vec::new();
        let tokens = tokens(cursor, &mut diagnostics);
        Parser { tokens, name_of, at: 0, nesting: 0, diagnostics }
    }

    /// Whether all is read.
    pub(crate) fn is_at_end(&self) -> bool {
        self.peek() == TokenKind::End
    }

    #[inline]
    fn peek(&self) -> TokenKind<'s> {
        self.peek_at(0)
    }

    /// The `ahead`-th of the tokens not yet read.
    #[inline]
    fn peek_at(&self, ahead: usize) -> TokenKind<'s> {
        self.tokens.get(self.at + ahead).map_or(TokenKind::End, |token| token.kind)
    }

    /// The place of the next token.
    pub(crate) fn span(&self) -> Span {
        self.tokens[self.at.min(self.tokens.len() - 1)].span
    }

    /// From `start` to the last token read.
    fn span_from(&self, start: Span) -> Span {
        match self.at.checked_sub(1) {
            Some(last) if self.tokens[last].span.end >= start.end => start.to(self.tokens[last].span),
            _ => start,
        }
    }

    fn bump(&mut self) -> TokenKind<'s> {
        let kind = self.peek();
        if kind != TokenKind::End {
            self.at += 1;
        }
        kind
    }

    #[inline]
    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), TokenKind::Sign(found) if found == sign)
    }

    #[inline]
    fn is_word(&self, word: &str) -> bool {
        self.peek() == TokenKind::Word(word)
    }

    #[inline]
    fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    #[inline]
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    /// Reads `sign`, which must come; `context` says where: "behind the condition".
    fn expect(&mut self, sign: &str, context: &str) -> Parsed<()> {
        if self.eat_sign(sign) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{sign}` {context}")))
    }

    /// Reads an identifier.
    pub(crate) fn name(&mut self, what: &str) -> Parsed<Name<'n>> {
        let span = self.span();
        match self.peek() {
            TokenKind::Word(word) => {
                self.at += 1;
                Ok(Name { text: (self.name_of)(word), span })
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// Tells that something else should stand here.
    fn unexpected(&mut self, expected: &str) -> Told {
        let found = match self.peek() {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Number(..) => "a number".to_owned(),
            TokenKind::Sign(sign) => format!("`{sign}`"),
            TokenKind::End => "the end of the program".to_owned(),
        };
        self.error("unexpected-token", self.span(), format!("expected {expected}, found {found}"))
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Told {
        self.tell(Diagnostic::error(code, span, message))
    }

    fn tell(&mut self, diagnostic: Diagnostic) -> Told {
        self.diagnostics.push(diagnostic);
        Told
    }

    /// Runs `inside` one level deeper.
    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_NESTING {
            let message = format!("nested more than {MAX_NESTING} levels deep");
            return Err(self.error("too-deep", self.span(), message));
        }
        self.nesting += 1;
        let result = inside(self);
        self.nesting -= 1;
        result
    }

    /// An expression of this kind, unless it is too large.
    fn expr(&mut self, kind: ExprKind<'n>, span: Span) -> Parsed<Expr<'n>> {
        let expr = Expr::new(kind, span);
        if expr.is_moderate() {
            return Ok(expr);
        }
        let diagnostic = Diagnostic::error("too-large", span, "this expression is too large");
        Err(self.tell(diagnostic.help("compute parts of it into variables")))
    }
}
