//! Operators and what they are applied to.
//!
//! From loose to tight: `|` and `++` and `;` (to the right), `\` (to the left), `&` (to the right), then `*` as a product, the postfix
//! `*`, `+`, `?` and the prefix `~` on one level where none may meet another but postfix after postfix, then `^-1`, then application.

use super::{Abandoned, NESTING_LIMIT, Parser, Result};
use crate::ast::{Expr, ExprKind, Operator, UnaryOperator};
use crate::lexer::{Keyword, Symbol, TokenKind};
use source::{Diagnostic, Span};

impl<'s> Parser<'s> {
    /// `a` or `a, b`.
    pub(super) fn operation_or_tuple(&mut self) -> Result<Expr<'s>> {
        let start = self.token().span;
        let first = self.operation()?;
        if !self.is_at_symbol(Symbol::Comma) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat_symbol(Symbol::Comma) {
            parts.push(self.operation()?);
        }
        self.build(start, ExprKind::Tuple(parts))
    }

    /// An expression built by operators from names, parentheses and the like; no `let`, `fun`, `if`, tuple at its top.
    pub(super) fn operation(&mut self) -> Result<Expr<'s>> {
        self.operation_above(Operator::Union)
    }

    /// An operation whose operators outside parentheses are as tight as `loosest` or tighter.
    fn operation_above(&mut self, loosest: Operator) -> Result<Expr<'s>> {
        let start = self.token().span;
        let mut left = self.operand()?;
        while let Some(operator) = self.chaining_operator().filter(|&operator| operator >= loosest) {
            let mut operands = Vec::with_capacity(2);
            operands.push(left);
            while self.chaining_operator() == Some(operator) {
                self.bump();
                operands.push(self.operation_above(next_tighter(operator))?);
            }
            left = self.associate(start, operator, operands)?;
        }
        Ok(left)
    }

    fn chaining_operator(&self) -> Option<Operator> {
        match self.kind() {
            TokenKind::Symbol(Symbol::Bar) => Some(Operator::Union),
            TokenKind::Symbol(Symbol::DoublePlus) => Some(Operator::Add),
            TokenKind::Symbol(Symbol::Semicolon) => Some(Operator::Sequence),
            TokenKind::Symbol(Symbol::Backslash) => Some(Operator::Difference),
            TokenKind::Symbol(Symbol::Ampersand) => Some(Operator::Intersection),
            _ => None,
        }
    }

    fn associate(&mut self, start: Span, operator: Operator, mut operands: Vec<Expr<'s>>) -> Result<Expr<'s>> {
        let pair = |parser: &mut Self, left: Expr<'s>, right: Expr<'s>| {
            let kind = ExprKind::Operation(operator, vec![left, right]);
            parser.check_height(Expr::new(start, kind))
        };
        match operator {
            Operator::Difference => {
                let mut rest = operands.into_iter();
                let mut left = rest.next().ok_or(Abandoned)?;
                for right in rest {
                    let span = left.span.to(right.span);
                    left = Expr { span, ..pair(self, left, right)? };
                }
                Ok(left)
            }
            Operator::Add => {
                let mut right = operands.pop().ok_or(Abandoned)?;
                while let Some(left) = operands.pop() {
                    let span = left.span.to(right.span);
                    right = Expr { span, ..pair(self, left, right)? };
                }
                Ok(right)
            }
            _ => self.build(start, ExprKind::Operation(operator, operands)),
        }
    }

    /// Everything tighter than `&`: `~a`, `a+`, `a * b`, `f x`.
    fn operand(&mut self) -> Result<Expr<'s>> {
        let start = self.token().span;
        if self.is_at_symbol(Symbol::Tilde) {
            let complement = self.factor()?;
            self.refuse_postfix("`~`")?;
            return Ok(complement);
        }
        let mut left = self.factor()?;
        loop {
            let operator = match self.kind() {
                TokenKind::Symbol(Symbol::Plus) => UnaryOperator::Closure,
                TokenKind::Symbol(Symbol::Question) => UnaryOperator::Reflexive,
                TokenKind::Symbol(Symbol::Star) if self.begins_operand(1) => break,
                TokenKind::Symbol(Symbol::Star) => UnaryOperator::ReflexiveClosure,
                _ => return Ok(left),
            };
            self.bump();
            left = self.build(start, ExprKind::Unary(operator, Box::new(left)))?;
            left = self.inverses(start, left)?;
        }
        self.symbol(Symbol::Star)?;
        let right = self.factor()?;
        let product = self.build(start, ExprKind::Operation(Operator::Product, vec![left, right]))?;
        self.refuse_postfix("a product")?;
        Ok(product)
    }

    /// `~a`, or something with nothing looser than `^-1`.
    fn factor(&mut self) -> Result<Expr<'s>> {
        let start = self.token().span;
        if self.eat_symbol(Symbol::Tilde) {
            let operand = self.nested(Self::factor)?;
            return self.build(start, ExprKind::Unary(UnaryOperator::Complement, Box::new(operand)));
        }
        let primary = self.application()?;
        self.inverses(start, primary)
    }

    fn inverses(&mut self, start: Span, mut expr: Expr<'s>) -> Result<Expr<'s>> {
        while self.eat_symbol(Symbol::Caret) {
            self.symbol(Symbol::MinusOne)?;
            expr = self.build(start, ExprKind::Unary(UnaryOperator::Inverse, Box::new(expr)))?;
        }
        Ok(expr)
    }

    /// `*`, `+` and `?` after a `~` or a product: herd7's grammar refuses it, and a reader cannot know what it means.
    fn refuse_postfix(&mut self, after: &str) -> Result<()> {
        let token = self.token();
        let TokenKind::Symbol(operator @ (Symbol::Star | Symbol::Plus | Symbol::Question)) = token.kind else {
            return Ok(());
        };
        let message = format!("`{}` after {after} needs parentheses", operator.text());
        let diagnostic = Diagnostic::error("ambiguous-operator", token.span, message).help(
            "`~`, the product `*`, and the postfix `*`, `+` and `?` bind equally tight; write `(~r)+` or `~(r+)`",
        );
        Err(self.abandon(diagnostic))
    }

    /// Whether an operand begins with the token `ahead` of the next one. A `~` before `acyclic` and the like begins a check.
    fn begins_operand(&self, ahead: usize) -> bool {
        match self.kind_ahead(ahead) {
            TokenKind::Name | TokenKind::Tag | TokenKind::Keyword(Keyword::Begin) => true,
            TokenKind::Symbol(Symbol::Tilde) => !matches!(
                self.kind_ahead(ahead + 1),
                TokenKind::Keyword(Keyword::Acyclic | Keyword::Irreflexive | Keyword::Empty)
            ),
            TokenKind::Symbol(
                Symbol::Zero | Symbol::OpenBrace | Symbol::Underscore | Symbol::OpenParenthesis | Symbol::OpenBracket,
            ) => true,
            _ => false,
        }
    }

    /// A name with its arguments, or what [`Parser::enclosed`] reads.
    fn application(&mut self) -> Result<Expr<'s>> {
        if !self.is_at(TokenKind::Name) {
            return self.enclosed("an expression");
        }
        let start = self.token().span;
        let mut function = self.name_expression();
        while !self.is_at_symbol(Symbol::Tilde) && self.begins_operand(0) {
            let argument =
                if self.is_at(TokenKind::Name) { self.name_expression() } else { self.enclosed("an argument")? };
            function = self.build(start, ExprKind::Apply(Box::new(function), Box::new(argument)))?;
        }
        Ok(function)
    }

    fn name_expression(&mut self) -> Expr<'s> {
        let name = self.take_name();
        Expr::leaf(name.span, ExprKind::Name(name))
    }

    /// What ends where it says: constants, tags, and what stands in brackets.
    pub(super) fn enclosed(&mut self, what: &str) -> Result<Expr<'s>> {
        let start = self.token().span;
        let kind = match self.kind() {
            TokenKind::Tag => ExprKind::Tag(self.take_tag()),
            TokenKind::Symbol(Symbol::Zero) => {
                self.bump();
                ExprKind::Zero
            }
            TokenKind::Symbol(Symbol::Underscore) => {
                self.bump();
                ExprKind::Universe
            }
            TokenKind::Symbol(Symbol::OpenBrace) => {
                self.bump();
                let elements = self.nested(Self::elements)?;
                self.symbol(Symbol::CloseBrace)?;
                ExprKind::Set(elements)
            }
            TokenKind::Symbol(Symbol::OpenBracket) => {
                self.bump();
                let set = Box::new(self.expression()?);
                self.symbol(Symbol::CloseBracket)?;
                ExprKind::Unary(UnaryOperator::Identity, set)
            }
            TokenKind::Symbol(Symbol::OpenParenthesis)
                if self.kind_ahead(1) == TokenKind::Symbol(Symbol::CloseParenthesis) =>
            {
                self.bump();
                self.bump();
                ExprKind::Tuple(Vec::new())
            }
            TokenKind::Symbol(Symbol::OpenParenthesis) => return self.parenthesised(start),
            TokenKind::Keyword(Keyword::Begin) => {
                self.bump();
                let inner = self.expression()?;
                self.close_block("begin", start)?;
                return Ok(Expr { span: self.span_from(start), ..inner });
            }
            _ => return Err(self.expected(what)),
        };
        self.build(start, kind)
    }

    fn parenthesised(&mut self, start: Span) -> Result<Expr<'s>> {
        self.bump();
        let inner = self.expression()?;
        if !self.eat_symbol(Symbol::CloseParenthesis) {
            let diagnostic = self.expected_diagnostic("`)`").label(start, "to close this one");
            return Err(self.abandon(diagnostic));
        }
        Ok(Expr { span: self.span_from(start), ..inner })
    }

    /// Operations separated by commas, perhaps none.
    pub(super) fn elements(&mut self) -> Result<Vec<Expr<'s>>> {
        let mut elements = Vec::new();
        if self.is_at_symbol(Symbol::CloseBrace) || self.is_at_symbol(Symbol::CloseBracket) {
            return Ok(elements);
        }
        elements.push(self.operation()?);
        while self.eat_symbol(Symbol::Comma) {
            elements.push(self.operation()?);
        }
        Ok(elements)
    }

    fn check_height(&mut self, expr: Expr<'s>) -> Result<Expr<'s>> {
        if expr.height > NESTING_LIMIT { Err(self.too_deep(expr.span)) } else { Ok(expr) }
    }
}

fn next_tighter(operator: Operator) -> Operator {
    match operator {
        Operator::Union => Operator::Add,
        Operator::Add => Operator::Sequence,
        Operator::Sequence => Operator::Difference,
        Operator::Difference => Operator::Intersection,
        Operator::Intersection | Operator::Product => Operator::Product,
    }
}
