//! Expressions.
//!
//! From loose to tight: `|` and `++` and `;` (to the right), `\` (to the left), `&` (to the right), then `*` as a product, the postfix
//! `*`, `+`, `?` and the prefix `~` on one level where none may meet another but postfix after postfix, then `^-1`, then application.

use super::{Abandoned, Parser, Result};
use crate::ast::{
    Binding, Condition, ElementClause, Expr, ExprKind, Name, Operator, Pattern, UnaryOperator, VariantCondition,
};
use crate::lexer::{Keyword, TokenKind};
use source::{Diagnostic, Span};

impl Parser<'_> {
    /// Any expression.
    pub(super) fn expression(&mut self) -> Result<Expr> {
        self.nested(|parser| match parser.kind() {
            TokenKind::Keyword(Keyword::Let) => parser.let_in(),
            TokenKind::Keyword(Keyword::Fun) => parser.function(),
            TokenKind::Keyword(Keyword::Try) => parser.try_with(),
            TokenKind::Keyword(Keyword::If) => parser.if_then_else(),
            TokenKind::Keyword(Keyword::Match) => parser.match_with(),
            _ => parser.operation_or_tuple(),
        })
    }

    fn let_in(&mut self) -> Result<Expr> {
        let start = self.bump().span;
        let recursive = self.eat_keyword(Keyword::Rec);
        let bindings = self.bindings()?;
        self.keyword(Keyword::In)?;
        let body = Box::new(self.expression()?);
        self.build(start, if recursive { ExprKind::LetRec(bindings, body) } else { ExprKind::Let(bindings, body) })
    }

    fn function(&mut self) -> Result<Expr> {
        let start = self.bump().span;
        let parameter = self.parameter()?;
        self.symbol("->")?;
        let body = Box::new(self.expression()?);
        self.build(start, ExprKind::Function(parameter, body))
    }

    fn try_with(&mut self) -> Result<Expr> {
        let start = self.bump().span;
        let attempt = Box::new(self.expression()?);
        self.keyword(Keyword::With)?;
        let fallback = Box::new(self.expression()?);
        self.build(start, ExprKind::Try(attempt, fallback))
    }

    fn if_then_else(&mut self) -> Result<Expr> {
        let start = self.bump().span;
        let condition = Box::new(self.condition()?);
        self.keyword(Keyword::Then)?;
        let then = Box::new(self.expression()?);
        self.keyword(Keyword::Else)?;
        let otherwise = Box::new(self.expression()?);
        self.build(start, ExprKind::If(condition, then, otherwise))
    }

    fn condition(&mut self) -> Result<Condition> {
        if self.is_at_variant() {
            return Ok(Condition::Variant(self.variant_condition()?));
        }
        let left = self.expression()?;
        let relate = match self.kind() {
            TokenKind::Symbol("=") => Condition::Equal,
            TokenKind::Keyword(Keyword::Subset) => Condition::Subset,
            TokenKind::Keyword(Keyword::In) => Condition::In,
            _ => return Err(self.expected("`=`, `subset` or `in`")),
        };
        self.bump();
        Ok(relate(left, self.expression()?))
    }

    /// Whether a condition on variants comes next, perhaps in parentheses.
    fn is_at_variant(&self) -> bool {
        let open = (0..).take_while(|&ahead| self.kind_ahead(ahead) == TokenKind::Symbol("(")).count();
        matches!(self.kind_ahead(open), TokenKind::Text | TokenKind::Keyword(Keyword::Variant | Keyword::Not))
    }

    /// `||` is looser than `&&`, and that than `not`; both go to the left.
    pub(super) fn variant_condition(&mut self) -> Result<VariantCondition> {
        self.nested(|parser| {
            let mut left = parser.variant_conjunction()?;
            let mut length = 0;
            while parser.eat_symbol("||") {
                left = VariantCondition::Or(Box::new(left), Box::new(parser.variant_conjunction()?));
                length = parser.count_link(length)?;
            }
            Ok(left)
        })
    }

    fn variant_conjunction(&mut self) -> Result<VariantCondition> {
        let mut left = self.variant_atom()?;
        let mut length = 0;
        while self.eat_symbol("&&") {
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

    fn variant_atom(&mut self) -> Result<VariantCondition> {
        if self.eat_keyword(Keyword::Not) {
            return self.nested(|parser| Ok(VariantCondition::Not(Box::new(parser.variant_atom()?))));
        }
        if self.eat_symbol("(") {
            let condition = self.variant_condition()?;
            self.symbol(")")?;
            return Ok(condition);
        }
        self.eat_keyword(Keyword::Variant);
        if self.is_at(TokenKind::Text) {
            Ok(VariantCondition::Variant(self.take_text()))
        } else {
            Err(self.expected("the name of a variant in double quotes"))
        }
    }
}

/// `match`.
impl Parser<'_> {
    fn match_with(&mut self) -> Result<Expr> {
        let start = self.bump().span;
        let subject = Box::new(self.expression()?);
        self.keyword(Keyword::With)?;
        self.eat_symbol("||");
        let is_default = self.is_at_symbol("_") && self.kind_ahead(1) == TokenKind::Symbol("->");
        let kind = if self.is_at(TokenKind::Tag) || is_default {
            self.tag_clauses(subject)?
        } else if self.is_at_symbol("{") || self.is_at_symbol("_") || self.is_at(TokenKind::Name) {
            self.set_clauses(subject)?
        } else {
            return Err(self.expected("a clause: a tag, `_`, `{}` or `x ++ xs`"));
        };
        self.close_block("match", start)?;
        self.build(start, kind)
    }

    fn tag_clauses(&mut self, subject: Box<Expr>) -> Result<ExprKind> {
        let mut clauses = Vec::new();
        let mut default = None;
        loop {
            if self.eat_symbol("_") {
                self.symbol("->")?;
                default = Some(Box::new(self.expression()?));
            } else if self.is_at(TokenKind::Tag) {
                let tag = self.take_tag();
                self.symbol("->")?;
                clauses.push((tag, self.expression()?));
            } else {
                return Err(self.expected("a tag or `_`"));
            }
            if default.is_some() || !self.eat_symbol("||") {
                return Ok(ExprKind::MatchTag { subject, clauses, default });
            }
        }
    }

    /// `{}` and one element clause, in either order.
    fn set_clauses(&mut self, subject: Box<Expr>) -> Result<ExprKind> {
        let (empty, element) = if self.is_at_symbol("{") {
            let empty = self.empty_clause()?;
            self.symbol("||")?;
            (empty, self.element_clause()?)
        } else {
            let element = self.element_clause()?;
            self.symbol("||")?;
            (self.empty_clause()?, element)
        };
        Ok(ExprKind::MatchSet { subject, empty: Box::new(empty), element: Box::new(element) })
    }

    fn empty_clause(&mut self) -> Result<Expr> {
        self.symbol("{")?;
        self.symbol("}")?;
        self.symbol("->")?;
        self.expression()
    }

    fn element_clause(&mut self) -> Result<ElementClause> {
        let first = self.name_or_blank()?;
        let (before, element) = if self.eat_symbol("|") { (Some(first), self.name_or_blank()?) } else { (None, first) };
        self.symbol("++")?;
        let rest = self.name_or_blank()?;
        self.symbol("->")?;
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

/// Bindings and patterns.
impl Parser<'_> {
    /// `p = e and p = e ...`.
    pub(super) fn bindings(&mut self) -> Result<Vec<Binding>> {
        let mut bindings = vec![self.binding()?];
        while self.eat_keyword(Keyword::And) {
            bindings.push(self.binding()?);
        }
        Ok(bindings)
    }

    fn binding(&mut self) -> Result<Binding> {
        let start = self.token().span;
        let (pattern, parameter) = self.binding_head()?;
        if !self.is_at_symbol("=") && parameter.is_some() {
            let diagnostic = self.expected_diagnostic("`=`").help(
                "a function has one parameter: a name, or several in parentheses; for more, its value is another function: `= fun y -> ...`",
            );
            return Err(self.abandon(diagnostic));
        }
        self.symbol("=")?;
        let value_start = self.token().span;
        let mut value = self.expression()?;
        if let Some(parameter) = parameter {
            value = self.build(value_start, ExprKind::Function(parameter, Box::new(value)))?;
        }
        Ok(Binding { span: self.span_from(start), pattern, value })
    }

    /// What is bound, and the parameter when it is a function: `x`, `_`, `x, y`, `(x, y)`, `f x`, `f (x, y)`.
    fn binding_head(&mut self) -> Result<(Pattern, Option<Pattern>)> {
        if self.is_at_symbol("(") {
            return Ok((self.parameter()?, None));
        }
        let first = self.name_or_blank()?;
        if self.is_at_symbol(",") {
            let mut names = vec![first];
            while self.eat_symbol(",") {
                names.push(self.name_or_blank()?);
            }
            return Ok((Pattern::Tuple(names), None));
        }
        let is_function =
            first.is_some() && (self.is_at(TokenKind::Name) || self.is_at_symbol("(") || self.is_at_symbol("_"));
        let parameter = if is_function { Some(self.parameter()?) } else { None };
        Ok((Pattern::One(first), parameter))
    }

    /// `x`, `_` or `(x, y)`.
    pub(super) fn parameter(&mut self) -> Result<Pattern> {
        if !self.eat_symbol("(") {
            return Ok(Pattern::One(self.name_or_blank()?));
        }
        let mut names = Vec::new();
        if !self.is_at_symbol(")") {
            names.push(self.name_or_blank()?);
            while self.eat_symbol(",") {
                names.push(self.name_or_blank()?);
            }
        }
        self.symbol(")")?;
        Ok(if names.len() == 1 { Pattern::One(names.remove(0)) } else { Pattern::Tuple(names) })
    }

    fn name_or_blank(&mut self) -> Result<Option<Name>> {
        if self.eat_symbol("_") {
            return Ok(None);
        }
        self.name("a name or `_`").map(Some)
    }
}

/// Operators.
impl Parser<'_> {
    /// `a` or `a, b`.
    fn operation_or_tuple(&mut self) -> Result<Expr> {
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
        if expr.height > super::NESTING_LIMIT { Err(self.too_deep(expr.span)) } else { Ok(expr) }
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
