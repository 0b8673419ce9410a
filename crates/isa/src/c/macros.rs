//! Macro files: names of functions for expressions and statements.
//!
//! The format is herd's (herdtools7, `-macros`): a line `NAME(X,Y) expression` or `NAME(X,Y) { statements }` for each macro. Macros may call
//! macros defined anywhere in the file. Arguments are put in as trees, so that precedence needs no parentheses. A macro of
//! the name of a function that is known otherwise replaces it.
//!
//! Mistakes in what a macro becomes are reported at the place of the call.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use source::{Cursor, Diagnostic, SourceId, Span};

use super::ast::{Call, Constant, Expr, ExprKind, Function, Rewrite, Statement, StatementKind};
use super::parse::{Parser, Reported};
use super::primitives::Shape;

/// How deep macros may call each other.
const MAX_DEPTH: usize = 20;

/// How many nodes the macros of one test may become.
const MAX_NODES: usize = 100_000;

/// A macro file, read.
#[derive(Clone, Debug, Default)]
pub struct MacroFile {
    macros: FxHashMap<String, Macro>,
}

#[derive(Clone, Debug)]
struct Macro {
    formals: Vec<String>,
    body: Body,
}

#[derive(Clone, Debug)]
enum Body {
    Expression(Expr<'static>),
    Statements(Vec<Statement<'static>>),
}

impl MacroFile {
    /// Reads a macro file, the text of `source`.
    ///
    /// # Errors
    /// Every mistake found, with its place.
    pub fn parse(text: &str, source: SourceId) -> Result<MacroFile, Vec<Diagnostic>> {
        let cursor = Cursor::new(text, Span::new(source, 0, text.len()));
        let mut parser = Parser::new(cursor, |word| Cow::Owned(word.to_owned()));
        let mut macros = FxHashMap::default();
        while !parser.is_at_end() {
            match parser.definition() {
                Ok((name, definition)) => macros.insert(name, definition),
                Err(Reported) => break,
            };
        }
        let diagnostics = parser.finish();
        if diagnostics.is_empty() { Ok(MacroFile { macros }) } else { Err(diagnostics) }
    }

    /// The names of the macros, in no particular order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.macros.keys().map(String::as_str)
    }

    /// Its macros in the order of the alphabet: of each the name, those of its arguments, and whether it gives a value.
    pub fn signatures(&self) -> Vec<(&str, &[String], bool)> {
        let all = self.macros.iter();
        let mut all: Vec<_> = all
            .map(|(name, found)| (name.as_str(), &found.formals[..], matches!(found.body, Body::Expression(_))))
            .collect();
        all.sort_unstable_by_key(|(name, ..)| *name);
        all
    }

    /// Whether it has a macro of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.macros.contains_key(name)
    }

    /// Whether a macro becomes an access or a fence with annotations: those of the Linux kernel do.
    pub(crate) fn has_annotations(&self) -> bool {
        let is_annotated = |call: &Call<'_>| call.known.is_some_and(Shape::is_annotated);
        self.macros.values().any(|found| match &found.body {
            Body::Expression(body) => any_call([].into(), Some(body.clone()), is_annotated),
            Body::Statements(body) => any_call(body.clone(), None, is_annotated),
        })
    }

    /// Replaces the calls of macros in `functions`.
    pub(crate) fn expand<'s>(
        &self,
        functions: Vec<Function<'s>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<Function<'s>> {
        let mut expander = Expander { macros: &self.macros, depth: 0, nodes: 0, diagnostics };
        let expand = |function: Function<'s>| {
            let body = function.body.into_iter().map(|statement| expander.statement(statement)).collect();
            Function { body, ..function }
        };
        functions.into_iter().map(expand).collect()
    }
}

/// Whether a call for which `is_wanted` holds is in a piece of a program.
pub(crate) fn any_call<'s>(
    statements: Vec<Statement<'s>>,
    expr: Option<Expr<'s>>,
    is_wanted: impl Fn(&Call<'s>) -> bool,
) -> bool {
    let mut search = Search { is_wanted, found: false };
    for statement in statements {
        search.statement(statement);
    }
    if let Some(expr) = expr {
        search.expr(expr);
    }
    search.found
}

/// Looks for a call; changes nothing.
struct Search<F> {
    is_wanted: F,
    found: bool,
}

impl<'s, F: Fn(&Call<'s>) -> bool> Rewrite<'s> for Search<F> {
    fn expr(&mut self, expr: Expr<'s>) -> Expr<'s> {
        if let ExprKind::Call(call) = &expr.kind {
            self.found |= (self.is_wanted)(call);
        }
        Expr { kind: expr.kind.rewrite(self), ..expr }
    }

    fn statement(&mut self, statement: Statement<'s>) -> Statement<'s> {
        Statement { kind: statement.kind.rewrite(self), ..statement }
    }
}

impl Parser<'_, 'static> {
    /// One macro.
    fn definition(&mut self) -> Result<(String, Macro), Reported> {
        let (name, formals) = self.macro_head()?;
        let body = match self.braced_statements()? {
            Some(statements) => Body::Statements(statements),
            None => Body::Expression(self.expression()?),
        };
        Ok((name, Macro { formals, body }))
    }
}

/// Replaces calls of macros.
struct Expander<'m> {
    macros: &'m FxHashMap<String, Macro>,
    depth: usize,
    nodes: usize,
    diagnostics: &'m mut Vec<Diagnostic>,
}

/// What stands for the formals of a macro.
type Actuals<'a, 's> = FxHashMap<&'a str, Expr<'s>>;

impl<'s> Rewrite<'s> for Expander<'_> {
    fn expr(&mut self, expr: Expr<'s>) -> Expr<'s> {
        let span = expr.span;
        let expr = Expr::new(expr.kind.rewrite(self), span);
        if !expr.is_moderate() {
            self.report("too-large", span, "with its macros, this expression is too large");
            return zero(span);
        }
        let macros = self.macros;
        let ExprKind::Call(call) = &expr.kind else { return expr };
        let Some(found) = macros.get(&*call.name.text) else { return expr };
        let Body::Expression(body) = &found.body else {
            let message = format!("the macro `{}` is a statement and gives no value", call.name.text);
            self.report("bad-macro", call.name.span, message);
            return zero(span);
        };
        let Some(actuals) = self.enter(call, &found.formals) else { return zero(span) };
        let body = Substitution { actuals, span }.expr(body.clone());
        self.nodes += body.size as usize;
        // Arguments have no macros in them any more, so that going over them again changes nothing.
        let result = self.expr(body);
        self.depth -= 1;
        result
    }

    fn statement(&mut self, statement: Statement<'s>) -> Statement<'s> {
        let span = statement.span;
        let kind = match statement.kind {
            StatementKind::Expression(expr) => self.expression_statement(expr),
            kind => kind.rewrite(self),
        };
        Statement { kind, span }
    }
}

impl Expander<'_> {
    /// A call of a statement macro becomes a block.
    fn expression_statement<'s>(&mut self, expr: Expr<'s>) -> StatementKind<'s> {
        let macros = self.macros;
        let ExprKind::Call(call) = &expr.kind else { return StatementKind::Expression(self.expr(expr)) };
        let Some(Macro { formals, body: Body::Statements(body) }) = macros.get(&*call.name.text) else {
            return StatementKind::Expression(self.expr(expr));
        };
        let Some(actuals) = self.enter(call, formals) else { return StatementKind::Empty };
        let mut substitution = Substitution { actuals, span: expr.span };
        let mut all = Vec::new();
        for statement in body {
            self.nodes += 1 + expr.size as usize;
            all.push(self.statement(substitution.statement(statement.clone())));
        }
        self.depth -= 1;
        StatementKind::Block(all)
    }

    fn report(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        let diagnostic = Diagnostic::error(code, span, message);
        // What goes wrong in a macro goes wrong each time that it is expanded.
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Begins the expansion of a call: the arguments for the formals. `None` when it must not be expanded.
    fn enter<'f, 's>(&mut self, call: &Call<'s>, formals: &'f [String]) -> Option<Actuals<'f, 's>> {
        let span = call.name.span;
        if self.depth >= MAX_DEPTH || self.nodes > MAX_NODES {
            if self.diagnostics.iter().all(|found| found.code != "endless-macro") {
                let message =
                    format!("the macro `{}` does not end: macros call each other again and again", call.name.text);
                self.report("endless-macro", span, message);
            }
            return None;
        }
        if call.arguments.len() != formals.len() {
            let (wanted, found) = (formals.len(), call.arguments.len());
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!("the macro `{}` takes {wanted} argument{plural}, not {found}", call.name.text);
            self.report("wrong-arguments", span, message);
            return None;
        }
        let mut actuals = Actuals::default();
        for (formal, argument) in formals.iter().zip(&call.arguments) {
            let Some(expr) = argument.expr() else {
                self.report("wrong-arguments", argument.span(), "an operator cannot be the argument of a macro");
                return None;
            };
            actuals.insert(formal, expr.clone());
        }
        self.depth += 1;
        Some(actuals)
    }
}

/// What stands for a call that cannot be expanded.
fn zero(span: Span) -> Expr<'static> {
    Expr::new(ExprKind::Number(Constant::int(0)), span)
}

/// Puts arguments in the place of formals. All that is not an argument gets the place of the call.
struct Substitution<'a, 's> {
    actuals: Actuals<'a, 's>,
    span: Span,
}

impl<'s> Rewrite<'s> for Substitution<'_, 's> {
    fn expr(&mut self, expr: Expr<'s>) -> Expr<'s> {
        if let Some(actual) = expr.as_name().and_then(|name| self.actuals.get(name)) {
            return actual.clone();
        }
        let mut kind = expr.kind.rewrite(self);
        if let ExprKind::Call(call) = &mut kind {
            call.name.span = self.span;
            call.annotations.iter_mut().flatten().for_each(|annotation| annotation.span = self.span);
        }
        Expr::new(kind, self.span)
    }

    fn statement(&mut self, statement: Statement<'s>) -> Statement<'s> {
        Statement { kind: statement.kind.rewrite(self), span: self.span }
    }
}
