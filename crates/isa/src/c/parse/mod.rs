//! Tokens to trees.
//!
//! A mistake in a statement is reported, the rest of the statement is skipped, and reading goes on behind it.

mod declaration;
mod expression;
mod method;
mod statement;

use std::borrow::Cow;

use source::{Cursor, Diagnostic, Span};

use super::ast::{Expr, ExprKind, Function, Name};
use super::ctype::CType;
use super::lexer::{Lexer, Token, TokenKind};

/// How deep statements, brackets and types may be nested.
const MAX_NESTING: u16 = 200;

/// A mistake; reported already.
pub(crate) struct Reported;

/// What a parsing function gives.
type Parsed<T> = Result<T, Reported>;

/// Reads tokens from left to right, into trees whose names live for `'n`.
pub(crate) struct Parser<'s, 'n> {
    lexer: Lexer<'s>,
    /// The tokens not yet read, as far as the grammar looks ahead.
    next: [Token<'s>; 4],
    /// The place of the last token read; empty, at the beginning, when there is none.
    last: Span,
    /// Makes the names of the tree: pieces of the text, or copies that outlive it.
    name_of: fn(&'s str) -> Cow<'n, str>,
    nesting: u16,
    /// Whether the text is nested too deep, so that nothing more is reported.
    has_given_up: bool,
    /// What is wrong with the tokens read so far.
    diagnostics: Vec<Diagnostic>,
    /// The parameters of the thread that is read, with their types.
    parameters: Vec<(Cow<'n, str>, CType)>,
    /// C++'s `std::atomic_ref a(*x)`: what each name stands for here, those of inner blocks last.
    references: Vec<(Cow<'n, str>, Expr<'n>)>,
    /// Whether the expression that is read has turned out to be the declaration of such a reference.
    has_declared: bool,
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
            Err(Reported) => parser.skip_to_function(),
        }
    }
    parser.check_order(&functions);
    (functions, parser.finish())
}

impl<'s, 'n> Parser<'s, 'n> {
    /// Reads what `cursor` stands before; `name_of` makes the names of the tree.
    pub(crate) fn new(cursor: Cursor<'s>, name_of: fn(&'s str) -> Cow<'n, str>) -> Parser<'s, 'n> {
        let mut lexer = Lexer::new(cursor);
        let next = [(); 4].map(|()| lexer.token());
        let last = Span { end: next[0].span.start, ..next[0].span };
        Parser {
            lexer,
            next,
            last,
            name_of,
            nesting: 0,
            has_given_up: false,
            diagnostics: Vec::new(),
            parameters: Vec::new(),
            references: Vec::new(),
            has_declared: false,
        }
    }

    /// What is wrong with the text, to its end: with characters, then with what they make.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.skip_to_end();
        let mut all = self.lexer.diagnostics;
        all.append(&mut self.diagnostics);
        all
    }

    fn skip_to_end(&mut self) {
        while !self.is_at_end() {
            self.advance();
        }
    }

    /// Whether all is read.
    pub(crate) fn is_at_end(&self) -> bool {
        self.peek() == TokenKind::End
    }

    #[inline]
    fn peek(&self) -> TokenKind<'s> {
        self.peek_at(0)
    }

    /// The `ahead`-th of the tokens not yet read, up to the third behind the next one.
    #[inline]
    fn peek_at(&self, ahead: usize) -> TokenKind<'s> {
        self.next[ahead].kind
    }

    /// The place of the next token.
    #[inline]
    fn span(&self) -> Span {
        self.next[0].span
    }

    /// From `start` to the last token read.
    fn span_from(&self, start: Span) -> Span {
        if self.last.end >= start.end { start.to(self.last) } else { start }
    }

    /// Goes behind the next token.
    fn advance(&mut self) {
        self.last = self.next[0].span;
        self.next[0] = self.next[1];
        self.next[1] = self.next[2];
        self.next[2] = self.next[3];
        self.next[3] = self.lexer.token();
    }

    fn bump(&mut self) -> TokenKind<'s> {
        let kind = self.peek();
        if kind != TokenKind::End {
            self.advance();
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
        if found {
            self.advance();
        }
        found
    }

    #[inline]
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
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
                self.advance();
                Ok(Name { text: (self.name_of)(word), span })
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// Reports that something else should stand here.
    fn unexpected(&mut self, expected: &str) -> Reported {
        let found = match self.peek() {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Number(..) => "a number".to_owned(),
            TokenKind::Sign(sign) => format!("`{sign}`"),
            TokenKind::End => "the end of the program".to_owned(),
        };
        self.error("unexpected-token", self.span(), format!("expected {expected}, found {found}"))
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error(code, span, message))
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if !self.has_given_up {
            self.diagnostics.push(diagnostic);
        }
        Reported
    }

    /// Runs `inside` one level deeper.
    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_NESTING {
            let message = format!("nested more than {MAX_NESTING} levels deep");
            let reported = self.error("too-deep", self.span(), message);
            // What follows is inside of it, for all that is known: it would be reported for each level.
            self.has_given_up = true;
            self.skip_to_end();
            return Err(reported);
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
        Err(self.report(diagnostic.help("compute parts of it into variables")))
    }
}
