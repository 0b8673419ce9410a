//! Macro files: names of functions for expressions and statements.
//!
//! The format is herd's (herdtools7, `-macros`): a line `NAME(X,Y) expression` or `NAME(X,Y) { statements }` for each macro. Macros may call
//! macros defined anywhere in the file. Arguments are put in as trees, so that precedence needs no parentheses. A macro of
//! the name of a function that is known otherwise replaces it.
//!
//! Mistakes in what a macro becomes are told at the place of the call.

use std::collections::HashMap;

use source::{Cursor, Diagnostic, SourceId, Span};

use super::ast::{Argument, Call, Expr, ExprKind, Function, Statement, StatementKind};
use super::lexer::TokenKind;
use super::parse::{Parser, Told};

/// How deep macros may call each other.
const MAX_DEPTH: usize = 20;

/// How many nodes the statement macros of one test may become.
const MAX_NODES: usize = 100_000;

/// A macro file, read.
#[derive(Clone, Debug, Default)]
pub struct MacroFile {
    macros: HashMap<String, Macro>,
}

#[derive(Clone, Debug)]
struct Macro {
    formals: Vec<String>,
    body: Body,
}

#[derive(Clone, Debug)]
enum Body {
    Expression(Expr),
    Statements(Vec<Statement>),
}

impl MacroFile {
    /// Reads a macro file, the text of `source`.
    ///
    /// # Errors
    /// Every mistake found, with its place.
    pub fn parse(text: &str, source: SourceId) -> Result<MacroFile, Vec<Diagnostic>> {
        let mut parser = Parser::new(Cursor::new(text, Span::new(source, 0, text.len())));
        let mut macros = HashMap::new();
        while !parser.is_at_end() {
            match parser.definition() {
                Ok((name, definition)) => macros.insert(name, definition),
                Err(Told) => break,
            };
        }
        if parser.diagnostics.is_empty() { Ok(MacroFile { macros }) } else { Err(parser.diagnostics) }
    }

    /// The names of the macros, in no particular order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.macros.keys().map(String::as_str)
    }

    /// Replaces the calls of macros in `functions`.
    pub(crate) fn expand(&self, functions: Vec<Function>) -> (Vec<Function>, Vec<Diagnostic>) {
        let mut expander = Expander { macros: &self.macros, depth: 0, nodes: 0, diagnostics: Vec::new() };
        let expand = |function: Function| {
            let body = expander.statements(function.body);
            Function { body, ..function }
        };
        let functions = functions.into_iter().map(expand).collect();
        (functions, expander.diagnostics)
    }
}

impl Parser<'_> {
    /// One macro.
    fn definition(&mut self) -> Result<(String, Macro), Told> {
        let name = self.name("the name of a macro")?;
        let formals = self.formals()?;
        let body = if self.next_is("{") { Body::Statements(self.braces()?) } else { Body::Expression(self.expression()?) };
        Ok((name.text, Macro { formals, body }))
    }
}

struct Expander<'m> {
    macros: &'m HashMap<String, Macro>,
    depth: usize,
    nodes: usize,
    diagnostics: Vec<Diagnostic>,
}

/// What stands for the formals of a macro.
type Actuals<'a> = HashMap<&'a str, Expr>;

impl Expander<'_> {
    fn statements(&mut self, statements: Vec<Statement>) -> Vec<Statement> {
        statements.into_iter().map(|statement| self.statement(statement)).collect()
    }

    fn statement(&mut self, statement: Statement) -> Statement {
        let span = statement.span;
        let kind = match statement.kind {
            StatementKind::Expression(expr) => self.expression_statement(expr),
            kind => map_statement(kind, &mut |inner| self.statement(inner), &mut |_| None),
        };
        // The closures above cannot both borrow the expander, so expressions have their turn now.
        let kind = map_statement(kind, &mut |inner| inner, &mut |expr| Some(self.expr(expr)));
        Statement { kind, span }
    }

    /// A call of a statement macro becomes a block.
    fn expression_statement(&mut self, expr: Expr) -> StatementKind {
        let ExprKind::Call(call) = &expr.kind else { return StatementKind::Expression(expr) };
        let Some(Macro { formals, body: Body::Statements(body) }) = self.macros.get(&call.name.text) else {
            return StatementKind::Expression(expr);
        };
        let Some(actuals) = self.actuals(call, formals) else { return StatementKind::Empty };
        if !self.enter(call) {
            return StatementKind::Empty;
        }
        let body = body.iter().map(|statement| instantiate(statement.clone(), &actuals, expr.span));
        let body: Vec<Statement> = body.collect();
        self.nodes += body.iter().map(statement_size).sum::<usize>();
        let body = if self.nodes > MAX_NODES { self.too_large(expr.span) } else { self.statements(body) };
        self.depth -= 1;
        StatementKind::Block(body)
    }

    fn too_large(&mut self, span: Span) -> Vec<Statement> {
        if self.diagnostics.iter().all(|found| found.code != "too-large") {
            self.diagnostics.push(Diagnostic::error("too-large", span, "the macros become too many statements"));
        }
        Vec::new()
    }

    fn expr(&mut self, expr: Expr) -> Expr {
        let span = expr.span;
        let expr = Expr::new(expr.kind.map_children(&mut |inner| self.expr(inner)), span);
        let ExprKind::Call(call) = &expr.kind else { return expr };
        let Some(definition) = self.macros.get(&call.name.text) else { return expr };
        let body = match &definition.body {
            Body::Expression(body) => body,
            Body::Statements(_) => {
                let message = format!("the macro `{}` is a statement and gives no value", call.name.text);
                self.diagnostics.push(Diagnostic::error("bad-macro", call.name.span, message));
                return zero(span);
            }
        };
        let Some(actuals) = self.actuals(call, &definition.formals) else { return zero(span) };
        if !self.enter(call) {
            return zero(span);
        }
        let body = substitute(body.clone(), &actuals, span);
        let result = if body.is_moderate() {
            self.call_in_macro(body)
        } else {
            self.too_large(span);
            zero(span)
        };
        self.depth -= 1;
        result
    }

    /// Expands macros in what a macro became. Arguments are expanded already and hold no calls of macros any more.
    fn call_in_macro(&mut self, body: Expr) -> Expr {
        self.expr(body)
    }

    /// Whether one more macro may be entered.
    fn enter(&mut self, call: &Call) -> bool {
        if self.depth >= MAX_DEPTH {
            let message = format!("macros call each other more than {MAX_DEPTH} levels deep");
            self.diagnostics.push(Diagnostic::error("too-deep", call.name.span, message));
            return false;
        }
        self.depth += 1;
        true
    }

    fn actuals<'f>(&mut self, call: &Call, formals: &'f [String]) -> Option<Actuals<'f>> {
        if call.arguments.len() != formals.len() {
            let (wanted, found) = (formals.len(), call.arguments.len());
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!("the macro `{}` takes {wanted} argument{plural}, not {found}", call.name.text);
            self.diagnostics.push(Diagnostic::error("wrong-arguments", call.name.span, message));
            return None;
        }
        let mut actuals = Actuals::new();
        for (formal, argument) in formals.iter().zip(&call.arguments) {
            match argument {
                Argument::Expr(expr) => actuals.insert(formal, expr.clone()),
                Argument::Operator(_, span) => {
                    let message = "an operator cannot be the argument of a macro";
                    self.diagnostics.push(Diagnostic::error("wrong-arguments", *span, message));
                    return None;
                }
            };
        }
        Some(actuals)
    }
}

/// What stands for a call that cannot be expanded.
fn zero(span: Span) -> Expr {
    Expr::new(ExprKind::Number { value: 0, width: 32, signed: true }, span)
}

/// The body of a macro with its formals replaced. All that is not an argument gets the place of the call.
fn substitute(expr: Expr, actuals: &Actuals<'_>, span: Span) -> Expr {
    if let Some(actual) = expr.as_name().and_then(|name| actuals.get(name)) {
        return actual.clone();
    }
    let kind = match expr.kind {
        ExprKind::Call(mut call) => {
            call.name.span = span;
            call.annotations.iter_mut().flatten().for_each(|annotation| annotation.span = span);
            ExprKind::Call(call)
        }
        kind => kind,
    };
    Expr::new(kind.map_children(&mut |inner| substitute(inner, actuals, span)), span)
}

fn instantiate(statement: Statement, actuals: &Actuals<'_>, span: Span) -> Statement {
    let kind = map_statement(
        statement.kind,
        &mut |inner| instantiate(inner, actuals, span),
        &mut |expr| Some(substitute(expr, actuals, span)),
    );
    Statement { kind, span }
}

/// The statement with the statements and expressions directly inside replaced; `None` leaves an expression as it is.
fn map_statement(
    kind: StatementKind,
    statement: &mut dyn FnMut(Statement) -> Statement,
    expr: &mut dyn FnMut(Expr) -> Option<Expr>,
) -> StatementKind {
    let mut change = |old: Expr| expr(old.clone()).unwrap_or(old);
    let mut inside = |inner: Box<Statement>| Box::new(statement(*inner));
    match kind {
        StatementKind::Empty | StatementKind::Break | StatementKind::Continue => kind,
        StatementKind::Expression(inner) => StatementKind::Expression(change(inner)),
        StatementKind::Declaration(mut declarators) => {
            for declarator in &mut declarators {
                declarator.value = declarator.value.take().map(&mut change);
            }
            StatementKind::Declaration(declarators)
        }
        StatementKind::Block(all) => StatementKind::Block(all.into_iter().map(statement).collect()),
        StatementKind::If { condition, then, otherwise } => StatementKind::If {
            condition: change(condition),
            then: inside(then),
            otherwise: otherwise.map(inside),
        },
        StatementKind::While { condition, body } => {
            StatementKind::While { condition: change(condition), body: inside(body) }
        }
        StatementKind::DoWhile { body, condition } => {
            StatementKind::DoWhile { body: inside(body), condition: change(condition) }
        }
        StatementKind::For { init, condition, step, body } => StatementKind::For {
            init: init.map(&mut inside),
            condition: condition.map(&mut change),
            step: step.map(&mut change),
            body: inside(body),
        },
        StatementKind::Return(value) => StatementKind::Return(value.map(change)),
    }
}

/// About how many nodes a statement has.
fn statement_size(statement: &Statement) -> usize {
    let mut size = 1;
    let kind = statement.kind.clone();
    let mut inner = 0;
    map_statement(
        kind,
        &mut |statement| {
            inner += statement_size(&statement);
            statement
        },
        &mut |expr| {
            size += expr.size as usize;
            None
        },
    );
    size + inner
}

impl Parser<'_> {
    /// Whether this sign comes next.
    fn next_is(&self, sign: &str) -> bool {
        self.next_kind() == TokenKind::Sign(match sign {
            "{" => "{",
            _ => "(",
        })
    }
}
