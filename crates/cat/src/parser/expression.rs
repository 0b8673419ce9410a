//! Expressions that a keyword begins, and the conditions of `if`.

use super::{Parser, Result};
use crate::ast::{Condition, Expr, ExprKind, VariantCondition};
use crate::lexer::{Keyword, Symbol, TokenKind};

impl<'s> Parser<'s> {
    /// Any expression.
    pub(super) fn expression(&mut self) -> Result<Expr<'s>> {
        self.nested(|parser| match parser.kind() {
            TokenKind::Keyword(Keyword::Let) => parser.let_in(),
            TokenKind::Keyword(Keyword::Fun) => parser.function(),
            TokenKind::Keyword(Keyword::Try) => parser.try_with(),
            TokenKind::Keyword(Keyword::If) => parser.if_then_else(),
            TokenKind::Keyword(Keyword::Match) => parser.match_with(),
            _ => parser.operation_or_tuple(),
        })
    }

    fn let_in(&mut self) -> Result<Expr<'s>> {
        let start = self.bump().span;
        let recursive = self.eat_keyword(Keyword::Rec);
        let bindings = self.bindings()?;
        self.keyword(Keyword::In)?;
        let body = Box::new(self.expression()?);
        self.build(start, if recursive { ExprKind::LetRec(bindings, body) } else { ExprKind::Let(bindings, body) })
    }

    fn function(&mut self) -> Result<Expr<'s>> {
        let start = self.bump().span;
        let parameter = self.parameter()?;
        self.symbol(Symbol::Arrow)?;
        let body = Box::new(self.expression()?);
        self.build(start, ExprKind::Function(parameter, body))
    }

    fn try_with(&mut self) -> Result<Expr<'s>> {
        let start = self.bump().span;
        let attempt = Box::new(self.expression()?);
        self.keyword(Keyword::With)?;
        let fallback = Box::new(self.expression()?);
        self.build(start, ExprKind::Try(attempt, fallback))
    }

    fn if_then_else(&mut self) -> Result<Expr<'s>> {
        let start = self.bump().span;
        let condition = Box::new(self.condition()?);
        self.keyword(Keyword::Then)?;
        let then = Box::new(self.expression()?);
        self.keyword(Keyword::Else)?;
        let otherwise = Box::new(self.expression()?);
        self.build(start, ExprKind::If(condition, then, otherwise))
    }

    fn condition(&mut self) -> Result<Condition<'s>> {
        if self.is_at_variant() {
            return Ok(Condition::Variant(self.variant_condition()?));
        }
        let left = self.expression()?;
        let relate = match self.kind() {
            TokenKind::Symbol(Symbol::Equal) => Condition::Equal,
            TokenKind::Keyword(Keyword::Subset) => Condition::Subset,
            TokenKind::Keyword(Keyword::In) => Condition::In,
            _ => return Err(self.expected("`=`, `subset` or `in`")),
        };
        self.bump();
        Ok(relate(left, self.expression()?))
    }

    /// Whether a condition on variants comes next, perhaps in parentheses.
    fn is_at_variant(&self) -> bool {
        let open =
            (0..).take_while(|&ahead| self.kind_ahead(ahead) == TokenKind::Symbol(Symbol::OpenParenthesis)).count();
        matches!(self.kind_ahead(open), TokenKind::Text | TokenKind::Keyword(Keyword::Variant | Keyword::Not))
    }

    /// `||` is looser than `&&`, and that than `not`; both go to the left.
    pub(super) fn variant_condition(&mut self) -> Result<VariantCondition<'s>> {
        self.nested(|parser| {
            let mut left = parser.variant_conjunction()?;
            let mut length = 0;
            while parser.eat_symbol(Symbol::DoubleBar) {
                left = VariantCondition::Or(Box::new(left), Box::new(parser.variant_conjunction()?));
                length = parser.count_link(length)?;
            }
            Ok(left)
        })
    }

    fn variant_conjunction(&mut self) -> Result<VariantCondition<'s>> {
        let mut left = self.variant_atom()?;
        let mut length = 0;
        while self.eat_symbol(Symbol::DoubleAmpersand) {
            left = VariantCondition::And(Box::new(left), Box::new(self.variant_atom()?));
            length = self.count_link(length)?;
        }
        Ok(left)
    }

    /// One more link in a chain of `length`; chains of variants are kept short, for what reads them is recursive.
    fn count_link(&mut self, length: u32) -> Result<u32> {
        const LONGEST: u32 = 16;
        if length == LONGEST { Err(self.too_deep(self.token().span)) } else { Ok(length + 1) }
    }

    fn variant_atom(&mut self) -> Result<VariantCondition<'s>> {
        if self.eat_keyword(Keyword::Not) {
            return self.nested(|parser| Ok(VariantCondition::Not(Box::new(parser.variant_atom()?))));
        }
        if self.eat_symbol(Symbol::OpenParenthesis) {
            let condition = self.variant_condition()?;
            self.symbol(Symbol::CloseParenthesis)?;
            return Ok(condition);
        }
        self.eat_keyword(Keyword::Variant);
        if self.is_at(TokenKind::Text) {
            let name = self.take_text();
            self.variants.push(name.text);
            Ok(VariantCondition::Variant(name))
        } else {
            Err(self.expected("the name of a variant in double quotes"))
        }
    }
}
