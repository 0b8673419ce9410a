//! Bindings and patterns.

use super::{Parser, Result};
use crate::ast::{Binding, ExprKind, Name, Pattern};
use crate::lexer::{Keyword, Symbol, TokenKind};

impl<'s> Parser<'s> {
    /// `p = e and p = e ...`.
    pub(super) fn bindings(&mut self) -> Result<Vec<Binding<'s>>> {
        let mut bindings = vec![self.binding()?];
        while self.eat_keyword(Keyword::And) {
            bindings.push(self.binding()?);
        }
        Ok(bindings)
    }

    fn binding(&mut self) -> Result<Binding<'s>> {
        let start = self.token().span;
        let (pattern, parameter) = self.binding_head()?;
        if !self.is_at_symbol(Symbol::Equal) && parameter.is_some() {
            let diagnostic = self.expected_diagnostic("`=`").help(
                "a function has one parameter: a name, or several in parentheses; for more, its value is another function: `= fun y -> ...`",
            );
            return Err(self.abandon(diagnostic));
        }
        self.symbol(Symbol::Equal)?;
        let value_start = self.token().span;
        let mut value = self.expression()?;
        if let Some(parameter) = parameter {
            value = self.build(value_start, ExprKind::Function(parameter, Box::new(value)))?;
        }
        Ok(Binding { span: self.span_from(start), pattern, value })
    }

    /// What is bound, and the parameter when it is a function: `x`, `_`, `x, y`, `(x, y)`, `f x`, `f (x, y)`.
    fn binding_head(&mut self) -> Result<(Pattern<'s>, Option<Pattern<'s>>)> {
        if self.is_at_symbol(Symbol::OpenParenthesis) {
            return Ok((self.parameter()?, None));
        }
        let first = self.name_or_blank()?;
        if self.is_at_symbol(Symbol::Comma) {
            let mut names = vec![first];
            while self.eat_symbol(Symbol::Comma) {
                names.push(self.name_or_blank()?);
            }
            return Ok((Pattern::Tuple(names), None));
        }
        let is_function = first.is_some()
            && (self.is_at(TokenKind::Name)
                || self.is_at_symbol(Symbol::OpenParenthesis)
                || self.is_at_symbol(Symbol::Underscore));
        let parameter = if is_function { Some(self.parameter()?) } else { None };
        Ok((Pattern::One(first), parameter))
    }

    /// `x`, `_` or `(x, y)`.
    pub(super) fn parameter(&mut self) -> Result<Pattern<'s>> {
        if !self.eat_symbol(Symbol::OpenParenthesis) {
            return Ok(Pattern::One(self.name_or_blank()?));
        }
        let mut names = Vec::new();
        if !self.is_at_symbol(Symbol::CloseParenthesis) {
            names.push(self.name_or_blank()?);
            while self.eat_symbol(Symbol::Comma) {
                names.push(self.name_or_blank()?);
            }
        }
        self.symbol(Symbol::CloseParenthesis)?;
        Ok(if names.len() == 1 { Pattern::One(names.remove(0)) } else { Pattern::Tuple(names) })
    }

    pub(super) fn name_or_blank(&mut self) -> Result<Option<Name<'s>>> {
        if self.eat_symbol(Symbol::Underscore) {
            return Ok(None);
        }
        self.name("a name or `_`").map(Some)
    }
}
