//! Operators and what they are applied to.
//!
//! From loose to tight: `|` and `++` and `;` (to the right), `\` (to the left), `&` (to the right), then `*` as a product, the postfix
//! `*`, `+`, `?` and the prefix `~` on one level where none may meet another but postfix after postfix, then `^-1`, then application.

use super::{Abandoned, NESTING_LIMIT, Parser, Result};
use crate::ast::{Expr, ExprKind, Operator, UnaryOperator};
use crate::lexer::{Keyword, TokenKind};
use source::{Diagnostic, Span};

impl Parser<'_> {
    /// `a` or `a, b`.
    pub(super) fn operation_or_tuple(&mut self) -> Result<Expr> {
        let start = self.token().span;
        let first = self.operation()?;
        if !self.is_at_symbol(",") {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat_symbol(",") {
            parts.push(self.operation()?);
        }
        self.build(start, ExprKind::Tuple(parts))
    }

    /// An expression built by operators from names, parentheses and the like; no `let`, `fun`, `if`, tuple at its top.
    pub(super) fn operation(&mut self) -> Result<Expr> {
        self.operation_above(Operator::Union)
    }

    /// An operation whose operators outside parentheses are as tight as `loosest` or tighter.
    fn operation_above(&mut self, loosest: Operator) -> Result<Expr> {
        let start = self.token().span;
        let mut left = self.operand()?;
        while let Some(operator) = self.chaining_operator().filter(|&operator| operator >= loosest) {
            let mut operands = vec![left];
            while self.eat_symbol(operator.text()) {
                operands.push(self.operation_above(next_tighter(operator))?);
            }
            left = self.associate(start, operator, operands)?;
        }
        Ok(left)
    }

    fn chaining_operator(&self) -> Option<Operator> {
        use Operator::{Add, Difference, Intersection, Sequence, Union};
        [Union, Add, Sequence, Difference, Intersection].into_iter().find(|operator| self.is_at_symbol(operator.text()))
    }

    fn associate(&mut self, start: Span, operator: Operator, mut operands: Vec<Expr>) -> Result<Expr> {
        let pair = |parser: &mut Self, left: Expr, right: Expr| {
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
    fn operand(&mut self) -> Result<Expr> {
        let start = self.token().span;
        if self.is_at_symbol("~") {
            let complement = self.factor()?;
            self.refuse_postfix("`~`")?;
            return Ok(complement);
        }
        let mut left = self.factor()?;
        loop {
            let operator = match self.kind() {
                TokenKind::Symbol("+") => UnaryOperator::Closure,
                TokenKind::Symbol("?") => UnaryOperator::Reflexive,
                TokenKind::Symbol("*") if self.begins_operand(1) => break,
                TokenKind::Symbol("*") => UnaryOperator::ReflexiveClosure,
                _ => return Ok(left),
            };
            self.bump();
            left = self.build(start, ExprKind::Unary(operator, Box::new(left)))?;
            left = self.inverses(start, left)?;
        }
        self.symbol("*")?;
        let right = self.factor()?;
        let product = self.build(start, ExprKind::Operation(Operator::Product, vec![left, right]))?;
        self.refuse_postfix("a product")?;
        Ok(product)
    }

    /// `~a`, or something with nothing looser than `^-1`.
    fn factor(&mut self) -> Result<Expr> {
        let start = self.token().span;
        if self.eat_symbol("~") {
            let operand = self.nested(Self::factor)?;
            return self.build(start, ExprKind::Unary(UnaryOperator::Complement, Box::new(operand)));
        }
        let primary = self.application()?;
        self.inverses(start, primary)
    }

    fn inverses(&mut self, start: Span, mut expr: Expr) -> Result<Expr> {
        while self.eat_symbol("^") {
            self.symbol("-1")?;
            expr = self.build(start, ExprKind::Unary(UnaryOperator::Inverse, Box::new(expr)))?;
        }
        Ok(expr)
    }

    /// `*`, `+` and `?` after a `~` or a product: herd7's grammar refuses it, and a reader cannot know what it means.
    fn refuse_postfix(&mut self, after: &str) -> Result<()> {
        let token = self.token();
        let TokenKind::Symbol(operator @ ("*" | "+" | "?")) = token.kind else { return Ok(()) };
        let message = format!("`{operator}` after {after} needs parentheses");
        let diagnostic = Diagnostic::error("ambiguous-operator", token.span, message).help(
            "`~`, the product `*`, and the postfix `*`, `+` and `?` bind equally tight; write `(~r)+` or `~(r+)`",
        );
        Err(self.abandon(diagnostic))
    }

    /// Whether an operand begins with the token `ahead` of the next one. A `~` before `acyclic` and the like begins a check.
    fn begins_operand(&self, ahead: usize) -> bool {
        match self.kind_ahead(ahead) {
            TokenKind::Name | TokenKind::Tag | TokenKind::Keyword(Keyword::Begin) => true,
            TokenKind::Symbol("~") => !matches!(
                self.kind_ahead(ahead + 1),
                TokenKind::Keyword(Keyword::Acyclic | Keyword::Irreflexive | Keyword::Empty)
            ),
            TokenKind::Symbol(symbol) => matches!(symbol, "0" | "{" | "_" | "(" | "["),
            _ => false,
        }
    }

    /// A name with its arguments, or what [`Parser::enclosed`] reads.
    fn application(&mut self) -> Result<Expr> {
        if !self.is_at(TokenKind::Name) {
            return self.enclosed("an expression");
        }
        let start = self.token().span;
        let mut function = self.name_expression()?;
        while !self.is_at_symbol("~") && self.begins_operand(0) {
            let argument =
                if self.is_at(TokenKind::Name) { self.name_expression()? } else { self.enclosed("an argument")? };
            function = self.build(start, ExprKind::Apply(Box::new(function), Box::new(argument)))?;
        }
        Ok(function)
    }

    fn name_expression(&mut self) -> Result<Expr> {
        let name = self.take_name();
        self.build(name.span, ExprKind::Name(name))
    }

    /// What ends where it says: constants, tags, and what stands in brackets.
    pub(super) fn enclosed(&mut self, what: &str) -> Result<Expr> {
        let start = self.token().span;
        let kind = match self.kind() {
            TokenKind::Tag => ExprKind::Tag(self.take_tag()),
            TokenKind::Symbol("0") => {
                self.bump();
                ExprKind::Zero
            }
            TokenKind::Symbol("_") => {
                self.bump();
                ExprKind::Universe
            }
            TokenKind::Symbol("{") => {
                self.bump();
                let elements = self.nested(Self::elements)?;
                self.symbol("}")?;
                ExprKind::Set(elements)
            }
            TokenKind::Symbol("[") => {
                self.bump();
                let set = Box::new(self.expression()?);
                self.symbol("]")?;
                ExprKind::Unary(UnaryOperator::Identity, set)
            }
            TokenKind::Symbol("(") if self.kind_ahead(1) == TokenKind::Symbol(")") => {
                self.bump();
                self.bump();
                ExprKind::Tuple(Vec::new())
            }
            TokenKind::Symbol("(") => return self.parenthesised(start),
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

    fn parenthesised(&mut self, start: Span) -> Result<Expr> {
        self.bump();
        let inner = self.expression()?;
        if !self.eat_symbol(")") {
            let diagnostic = self.expected_diagnostic("`)`").label(start, "to close this one");
            return Err(self.abandon(diagnostic));
        }
        Ok(Expr { span: self.span_from(start), ..inner })
    }

    /// Operations separated by commas, perhaps none.
    pub(super) fn elements(&mut self) -> Result<Vec<Expr>> {
        let mut elements = Vec::new();
        if self.is_at_symbol("}") || self.is_at_symbol("]") {
            return Ok(elements);
        }
        elements.push(self.operation()?);
        while self.eat_symbol(",") {
            elements.push(self.operation()?);
        }
        Ok(elements)
    }

    fn check_height(&mut self, expr: Expr) -> Result<Expr> {
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
