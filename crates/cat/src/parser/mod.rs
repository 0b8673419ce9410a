//! From tokens to the tree: recursive descent for instructions, operator precedence for expressions.
//!
//! The grammar is herd7's, with one difference: a postfix `*` may stand before a `~` that begins a check. A mistake costs the top-level instruction it is in; parsing goes on at the next keyword that begins a line as far left as
//! that instruction did, so that several mistakes are reported at once.

mod binding;
mod expression;
mod instruction;
mod matching;
mod operation;

use source::{Diagnostic, SourceId, Sources, Span, nearest};

use crate::ast::{Expr, ExprKind, File, Header, Name, Title};
use crate::lexer::{self, Keyword, Symbol, Token, TokenKind};
use instruction::{BEGINNINGS, INSTRUCTION};

/// How deep expressions and blocks may nest.
///
/// What reads trees is recursive; this bounds its stack.
pub const NESTING_LIMIT: u32 = 200;

/// A parsed file: all instructions that could be read, and what is wrong with the others.
#[derive(Clone, Debug)]
pub struct Parsed<'s> {
    /// The tree.
    pub file: File<'s>,
    /// The variants that conditions ask for, in order, as they are written.
    pub variants: Vec<&'s str>,
    /// The mistakes; with none that is an error, the tree is the whole file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a cat or bell file.
pub fn parse(sources: &Sources, source: SourceId) -> Parsed<'_> {
    let text = sources.text(source);
    let lexer::Lexed { tokens, diagnostics, comments: _ } = lexer::tokens(text, sources.whole(source));
    let mut parser = Parser { text, tokens, at: 0, nesting: 0, variants: Vec::new(), diagnostics };
    let header = parser.header();
    // Few instructions are shorter.
    let mut instructions = Vec::with_capacity(parser.tokens.len() / 12);
    while !parser.is_at(TokenKind::End) {
        let start = parser.at;
        match parser.instruction() {
            Ok(instruction) => instructions.push(instruction),
            Err(Abandoned) => parser.recover(start),
        }
    }
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
    Parsed { file: File { header, instructions }, variants: parser.variants, diagnostics }
}

/// An instruction that cannot be read; the diagnostic is recorded.
#[derive(Debug)]
struct Abandoned;

type Result<T> = std::result::Result<T, Abandoned>;

struct Parser<'s> {
    text: &'s str,
    /// Ends with [`TokenKind::End`].
    tokens: Vec<Token>,
    at: usize,
    nesting: u32,
    /// The variants that conditions ask for.
    variants: Vec<&'s str>,
    diagnostics: Vec<Diagnostic>,
}

impl<'s> Parser<'s> {
    fn header(&mut self) -> Header<'s> {
        let mut header = Header::default();
        if self.is_at(TokenKind::Name) {
            header.architecture = Some(self.take_name());
        }
        match self.kind() {
            TokenKind::Text => header.title = Some(Title::Text(self.take_text())),
            TokenKind::Name => header.title = Some(Title::Word(self.take_name())),
            _ => {}
        }
        header.computes_dependencies = self.eat_keyword(Keyword::Catdep);
        header
    }

    /// Skips from a broken instruction that began at token `start` to where the next one seems to begin.
    fn recover(&mut self, start: usize) {
        let column = self.column(self.tokens[start]);
        self.nesting = 0;
        self.at = self.at.max(start + 1).min(self.tokens.len() - 1);
        while !self.is_at(TokenKind::End) {
            let token = self.token();
            if instruction::begins_instruction(token.kind)
                && self.is_first_on_line(self.at)
                && self.column(token) <= column
            {
                return;
            }
            self.at += 1;
        }
    }
}

/// Where tokens stand in lines.
impl<'s> Parser<'s> {
    /// Bytes from the beginning of the line that a token begins on.
    fn column(&self, token: Token) -> usize {
        let before = &self.text[..token.span.start as usize];
        before.len() - before.rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// Whether a line ends between the token before and this one.
    fn is_first_on_line(&self, at: usize) -> bool {
        at == 0 || {
            let [before, token] = [at - 1, at].map(|at| self.tokens[at].span.start as usize);
            self.text[before..token].contains('\n')
        }
    }
}

/// Tokens.
impl<'s> Parser<'s> {
    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> TokenKind {
        self.token().kind
    }

    /// The kind of the token `ahead` of the next one.
    fn kind_ahead(&self, ahead: usize) -> TokenKind {
        self.tokens.get(self.at + ahead).map_or(TokenKind::End, |token| token.kind)
    }

    fn is_at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    fn is_at_symbol(&self, symbol: Symbol) -> bool {
        self.is_at(TokenKind::Symbol(symbol))
    }

    fn is_at_keyword(&self, keyword: Keyword) -> bool {
        self.is_at(TokenKind::Keyword(keyword))
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    fn eat_symbol(&mut self, symbol: Symbol) -> bool {
        let found = self.is_at_symbol(symbol);
        if found {
            self.bump();
        }
        found
    }

    fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.is_at_keyword(keyword);
        if found {
            self.bump();
        }
        found
    }

    fn text_of(&self, span: Span) -> &'s str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Where the last token that was read ends, together with `start`.
    fn span_from(&self, start: Span) -> Span {
        let last = self.tokens[self.at.saturating_sub(1)].span;
        if last.start < start.start { start } else { start.to(last) }
    }

    fn take_name(&mut self) -> Name<'s> {
        let span = self.bump().span;
        Name { text: self.text_of(span), span }
    }

    fn take_tag(&mut self) -> Name<'s> {
        let span = self.bump().span;
        Name { text: &self.text_of(span)[1..], span }
    }

    fn take_text(&mut self) -> Name<'s> {
        let span = self.bump().span;
        let quoted = self.text_of(span);
        Name { text: &quoted[1..quoted.len() - 1], span }
    }

    fn name(&mut self, what: &str) -> Result<Name<'s>> {
        if self.is_at(TokenKind::Name) { Ok(self.take_name()) } else { Err(self.expected(what)) }
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<()> {
        if self.eat_symbol(symbol) { Ok(()) } else { Err(self.expected(&format!("`{}`", symbol.text()))) }
    }

    fn keyword(&mut self, keyword: Keyword) -> Result<()> {
        if self.eat_keyword(keyword) { Ok(()) } else { Err(self.expected(&format!("`{}`", keyword.text()))) }
    }
}

/// Mistakes.
impl<'s> Parser<'s> {
    /// Reports that something else stands where `what` should.
    fn expected(&mut self, what: &str) -> Abandoned {
        let diagnostic = self.expected_diagnostic(what);
        self.abandon(diagnostic)
    }

    fn expected_diagnostic(&self, what: &str) -> Diagnostic {
        let token = self.token();
        let message = format!("expected {what}, found {}", self.describe(token));
        let diagnostic = Diagnostic::error("syntax", token.span, message).label(token.span, format!("expected {what}"));
        match token.kind {
            TokenKind::Keyword(keyword) if what.contains("name") && !self.is_first_on_line(self.at) => {
                diagnostic.help(format!("`{}` is a keyword and cannot be a name", keyword.text()))
            }
            TokenKind::Name if what == INSTRUCTION => {
                let words = BEGINNINGS.iter().map(|keyword| keyword.text());
                diagnostic.suggest(nearest(self.text_of(token.span), words))
            }
            _ => diagnostic,
        }
    }

    fn abandon(&mut self, diagnostic: Diagnostic) -> Abandoned {
        self.diagnostics.push(diagnostic);
        Abandoned
    }

    fn describe(&self, token: Token) -> String {
        match token.kind {
            TokenKind::Keyword(_) => format!("the keyword `{}`", self.text_of(token.span)),
            TokenKind::End => "the end of the file".to_owned(),
            TokenKind::Text => format!("the string {}", self.text_of(token.span)),
            TokenKind::Name | TokenKind::Tag | TokenKind::Symbol(_) => format!("`{}`", self.text_of(token.span)),
        }
    }

    /// Goes one level down for what `read` reads.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting >= NESTING_LIMIT {
            return Err(self.too_deep(self.token().span));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting = self.nesting.saturating_sub(1);
        result
    }

    fn too_deep(&mut self, span: Span) -> Abandoned {
        let message = format!("this is nested more than {NESTING_LIMIT} levels deep");
        self.abandon(Diagnostic::error("nesting", span, message).help("name parts of it by `let`"))
    }

    /// An expression from `start` to the last token read.
    fn build(&mut self, start: Span, kind: ExprKind<'s>) -> Result<Expr<'s>> {
        let expr = Expr::new(self.span_from(start), kind);
        if expr.height > NESTING_LIMIT { Err(self.too_deep(expr.span)) } else { Ok(expr) }
    }
}
