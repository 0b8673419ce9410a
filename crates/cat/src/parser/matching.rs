//! `match` in expressions.

use super::{Parser, Result};
use crate::ast::{ElementClause, Expr, ExprKind};
use crate::lexer::{Keyword, Symbol, TokenKind};
use source::Span;

impl<'s> Parser<'s> {
    pub(super) fn match_with(&mut self) -> Result<Expr<'s>> {
        let start = self.bump().span;
        let subject = Box::new(self.expression()?);
        self.keyword(Keyword::With)?;
        self.eat_symbol(Symbol::DoubleBar);
        let is_default =
            self.is_at_symbol(Symbol::Underscore) && self.kind_ahead(1) == TokenKind::Symbol(Symbol::Arrow);
        let kind = if self.is_at(TokenKind::Tag) || is_default {
            self.tag_clauses(subject)?
        } else if self.is_at_symbol(Symbol::OpenBrace)
            || self.is_at_symbol(Symbol::Underscore)
            || self.is_at(TokenKind::Name)
        {
            self.set_clauses(subject)?
        } else {
            return Err(self.expected("a clause: a tag, `_`, `{}` or `x ++ xs`"));
        };
        self.close_block("match", start)?;
        self.build(start, kind)
    }

    fn tag_clauses(&mut self, subject: Box<Expr<'s>>) -> Result<ExprKind<'s>> {
        let mut clauses = Vec::new();
        let mut default = None;
        loop {
            if self.eat_symbol(Symbol::Underscore) {
                self.symbol(Symbol::Arrow)?;
                default = Some(Box::new(self.expression()?));
            } else if self.is_at(TokenKind::Tag) {
                let tag = self.take_tag();
                self.symbol(Symbol::Arrow)?;
                clauses.push((tag, self.expression()?));
            } else {
                return Err(self.expected("a tag or `_`"));
            }
            if default.is_some() || !self.eat_symbol(Symbol::DoubleBar) {
                return Ok(ExprKind::MatchTag { subject, clauses, default });
            }
        }
    }

    /// `{}` and one element clause, in either order.
    fn set_clauses(&mut self, subject: Box<Expr<'s>>) -> Result<ExprKind<'s>> {
        let (empty, element) = if self.is_at_symbol(Symbol::OpenBrace) {
            let empty = self.empty_clause()?;
            self.symbol(Symbol::DoubleBar)?;
            (empty, self.element_clause()?)
        } else {
            let element = self.element_clause()?;
            self.symbol(Symbol::DoubleBar)?;
            (self.empty_clause()?, element)
        };
        Ok(ExprKind::MatchSet { subject, empty: Box::new(empty), element: Box::new(element) })
    }

    fn empty_clause(&mut self) -> Result<Expr<'s>> {
        self.symbol(Symbol::OpenBrace)?;
        self.symbol(Symbol::CloseBrace)?;
        self.symbol(Symbol::Arrow)?;
        self.expression()
    }

    fn element_clause(&mut self) -> Result<ElementClause<'s>> {
        let first = self.name_or_blank()?;
        let (before, element) =
            if self.eat_symbol(Symbol::Bar) { (Some(first), self.name_or_blank()?) } else { (None, first) };
        self.symbol(Symbol::DoublePlus)?;
        let rest = self.name_or_blank()?;
        self.symbol(Symbol::Arrow)?;
        Ok(ElementClause { before, element, rest, body: self.expression()? })
    }

    /// The `end` of what `keyword` opened at `start`.
    pub(super) fn close_block(&mut self, keyword: &str, start: Span) -> Result<()> {
        if self.eat_keyword(Keyword::End) {
            return Ok(());
        }
        let diagnostic = self.expected_diagnostic("`end`").label(start, format!("of this `{keyword}`"));
        Err(self.abandon(diagnostic))
    }
}
