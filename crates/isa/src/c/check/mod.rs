//! Names and types: from trees as they are written to typed ones.
//!
//! Deviations from C11, all for the sake of tests that herd reads: a variable that is assigned to but not declared is an `int` of the
//! whole thread; integers and pointers convert to each other without casts; an integer can be dereferenced; a variable
//! declared in two blocks with the same type is one variable. Types that hold addresses are widened (see `flow`).

mod builtin;
mod call;
mod conversion;
mod expression;

use std::cell::OnceCell;

use relation::IdVec;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use source::{Diagnostic, Span, nearest};

use super::ast::{self, Declarator, Function, Name};
use super::ctype::{Integer, Type};
use super::flow::AddressHolders;
use super::typed::{Assignable, Expr, ExprKind, Local, LocalId, Loop, Statement, StatementKind, Thread};

/// A mistake; reported already.
pub(crate) struct Reported;

type Checked<T> = Result<T, Reported>;

/// Resolves names and types of all threads.
///
/// `address_holders` are locations that hold addresses at the start.
pub(crate) fn check<'s>(
    functions: &[Function<'s>],
    address_holders: &[&str],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Thread<'s>> {
    let holders = AddressHolders::find(functions, address_holders);
    functions.iter().map(|function| Checker::new(function, &holders, diagnostics).thread()).collect()
}

/// Names and types in one thread.
struct Checker<'a, 's> {
    function: &'a Function<'s>,
    holders: &'a AddressHolders<'a>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// The names that are assigned to somewhere: without a declaration they are variables all the same. Found when one is asked for.
    assigned: OnceCell<FxHashSet<&'a str>>,
    locals: IdVec<LocalId, Local<'s>>,
    /// Variables that are declared nowhere.
    undeclared: Vec<LocalId>,
    /// The variables declared here, those of inner blocks last. (There are few: they are searched one after the other.)
    declared: SmallVec<[Declared; 8]>,
    /// Where the innermost block begins in `declared`.
    block: usize,
    /// How many loops are around.
    loops: usize,
}

/// A variable that is known here.
struct Declared {
    local: LocalId,
    /// The place of its declaration.
    span: Span,
}

impl<'a, 's> Checker<'a, 's> {
    fn new(
        function: &'a Function<'s>,
        holders: &'a AddressHolders<'a>,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Checker<'a, 's> {
        let mut checker = Checker {
            function,
            holders,
            diagnostics,
            assigned: OnceCell::new(),
            // Besides parameters, two or three in most threads.
            locals: Vec::with_capacity(function.parameters.len() + 3).into(),
            undeclared: Vec::new(),
            declared: SmallVec::new(),
            block: 0,
            loops: 0,
        };
        for parameter in &function.parameters {
            checker.add_local(&parameter.name, parameter.meaning, true);
        }
        checker
    }

    fn thread(mut self) -> Thread<'s> {
        self.block = self.declared.len();
        let body = self.statements(&self.function.body);
        Thread { locals: self.locals, body, heading: self.function.heading }
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.push(diagnostic);
        Reported
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error(code, span, message))
    }

    /// Makes a local variable in the innermost block, wide enough for the addresses that it may hold.
    fn add_local(&mut self, name: &Name<'s>, declared: Type, is_parameter: bool) -> LocalId {
        let ctype = self.widened(&name.text, declared);
        let first = self.first_of(&name.text);
        let local = match first {
            // Blocks beside each other share their variables of one name, so that conditions can name them.
            Some(id) if self.known(&name.text).is_none() && self.locals[id].ctype == ctype => id,
            _ => {
                let (name, visible) = (name.text.clone(), first.is_none());
                self.locals.push(Local { name, ctype, declared, visible, is_parameter })
            }
        };
        self.declared.push(Declared { local, span: name.span });
        local
    }

    /// The first local of a name.
    fn first_of(&self, name: &str) -> Option<LocalId> {
        self.locals.iter_enumerated().find(|(_, local)| local.name == name).map(|(id, _)| id)
    }

    /// The variable that `name` names here, if it has been seen.
    fn known(&self, name: &str) -> Option<LocalId> {
        let declared = self.declared.iter().rev().map(|declared| declared.local);
        declared.chain(self.undeclared.iter().copied()).find(|&id| self.locals[id].name == name)
    }

    /// The variable that `name` names here.
    fn lookup(&mut self, name: &str, span: Span) -> Checked<LocalId> {
        if let Some(id) = self.known(name) {
            return Ok(id);
        }
        let assigned = || {
            let mut names = FxHashSet::default();
            self.function.body.iter().for_each(|statement| assigned_names(statement, &mut names));
            names
        };
        if self.assigned.get_or_init(assigned).contains(name) {
            let ctype = self.widened(name, Type::INT);
            let id = self.locals.push(Local {
                name: name.to_owned().into(),
                ctype,
                declared: Type::INT,
                visible: self.first_of(name).is_none(),
                is_parameter: false,
            });
            self.undeclared.push(id);
            return Ok(id);
        }
        let thread = self.function.number;
        let message = format!("there is no variable `{name}` in P{thread}");
        let known = self.declared.iter().map(|declared| declared.local).chain(self.undeclared.iter().copied());
        let known = known.map(|id| &*self.locals[id].name);
        let diagnostic = Diagnostic::error("unknown-variable", span, message);
        let diagnostic = match nearest(name, known) {
            Some(near) => diagnostic.suggest(Some(near)),
            None => diagnostic.help(format!("locations of the test are parameters: `P{thread} (int* {name})`")),
        };
        Err(self.report(diagnostic))
    }

    /// Runs `inside` in a block of its own.
    fn in_block<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let (outer, known) = (self.block, self.declared.len());
        self.block = known;
        let result = inside(self);
        self.declared.truncate(known);
        self.block = outer;
        result
    }

    /// The type of a variable of this name: wide enough for the addresses that it may hold.
    fn widened(&self, name: &str, ctype: Type) -> Type {
        match &ctype {
            Type::Integer(integer)
                if integer.width < Integer::LONG.width && self.holders.local(self.function.number, name) =>
            {
                Type::Integer(Integer::LONG)
            }
            _ => ctype,
        }
    }

    fn statements(&mut self, statements: &[ast::Statement<'s>]) -> Vec<Statement> {
        let mut all = Vec::with_capacity(statements.len());
        for statement in statements {
            // What is wrong is reported already; the others are checked all the same.
            let _ = self.statement(statement, &mut all);
        }
        all
    }

    /// A statement with a block of its own around it.
    fn scoped(&mut self, statement: &ast::Statement<'s>) -> Vec<Statement> {
        self.in_block(|checker| match &statement.kind {
            ast::StatementKind::Block(all) => checker.statements(all),
            _ => checker.statements(std::slice::from_ref(statement)),
        })
    }

    fn statement(&mut self, statement: &ast::Statement<'s>, out: &mut Vec<Statement>) -> Checked<()> {
        let span = statement.span;
        let kind = match &statement.kind {
            ast::StatementKind::Empty => return Ok(()),
            ast::StatementKind::Expression(expr) => StatementKind::Expression(self.expr(expr)?),
            ast::StatementKind::Declaration(declarators) => {
                for declarator in declarators {
                    self.declarator(declarator, span, out)?;
                }
                return Ok(());
            }
            ast::StatementKind::Block(_) => {
                out.extend(self.scoped(statement));
                return Ok(());
            }
            ast::StatementKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition);
                let then = self.scoped(then);
                let otherwise = otherwise.as_ref().map(|inner| self.scoped(inner)).unwrap_or_default();
                StatementKind::If { condition: condition?, then, otherwise }
            }
            ast::StatementKind::While { condition, body } => {
                let condition = self.condition(condition);
                let body = self.loop_body(body);
                self.repeat(true, Some(condition?), body, None)
            }
            ast::StatementKind::DoWhile { body, condition } => {
                let body = self.loop_body(body);
                let condition = self.condition(condition)?;
                self.repeat(false, Some(condition), body, None)
            }
            ast::StatementKind::For(it) => return self.for_loop(it, span, out),
            ast::StatementKind::Break | ast::StatementKind::Continue if self.loops == 0 => {
                return Err(self.error("outside-loop", span, "there is no loop around this"));
            }
            ast::StatementKind::Break => StatementKind::Break,
            ast::StatementKind::Continue => StatementKind::Continue,
            ast::StatementKind::Return(value) => {
                if let Some(value) = value {
                    let value = self.expr(value)?;
                    out.push(Statement { kind: StatementKind::Expression(value), span });
                }
                StatementKind::Return
            }
        };
        out.push(Statement { kind, span });
        Ok(())
    }

    fn repeat(
        &mut self,
        test_first: bool,
        condition: Option<Expr>,
        body: Vec<Statement>,
        step: Option<Expr>,
    ) -> StatementKind {
        StatementKind::Loop(Box::new(Loop { test_first, condition, body, step }))
    }

    fn loop_body(&mut self, body: &ast::Statement<'s>) -> Vec<Statement> {
        self.loops += 1;
        let body = self.scoped(body);
        self.loops -= 1;
        body
    }

    fn for_loop(&mut self, it: &ast::For<'s>, span: Span, out: &mut Vec<Statement>) -> Checked<()> {
        let ast::For { init, condition, step, body } = it;
        let (init, condition, step, body) = self.in_block(|checker| {
            let init = init.as_ref().map_or(Ok(()), |init| checker.statement(init, out));
            let condition = condition.as_ref().map(|condition| checker.condition(condition)).transpose();
            let step = step.as_ref().map(|step| checker.expr(step)).transpose();
            (init, condition, step, checker.loop_body(body))
        });
        init?;
        let kind = self.repeat(true, condition?, body, step?);
        out.push(Statement { kind, span });
        Ok(())
    }

    fn declarator(&mut self, declarator: &Declarator<'s>, span: Span, out: &mut Vec<Statement>) -> Checked<()> {
        let Declarator { ctype, name, value } = declarator;
        let declared = ctype.meaning();
        if declared == Type::Void {
            return Err(self.error("bad-type", name.span, format!("the variable `{}` cannot be `void`", name.text)));
        }
        let in_block = &self.declared[self.block..];
        let first = in_block.iter().find(|declared| self.locals[declared.local].name == name.text);
        if let Some(first) = first.map(|first| first.span) {
            let message = format!("`{}` is declared twice in one block", name.text);
            let diagnostic = Diagnostic::error("duplicate-variable", name.span, message);
            return Err(self.report(diagnostic.label(first, "the first declaration")));
        }
        // The variable is known in its own initial value, as in C.
        let id = self.add_local(name, declared, false);
        if let Some(value) = value {
            let ctype = self.locals[id].ctype;
            let value = self.value(value)?;
            let value = self.assigned(value, ctype)?;
            let kind = ExprKind::Assign { place: Assignable::Local(id), value: Box::new(value) };
            out.push(Statement { kind: StatementKind::Expression(Expr { kind, ctype, span }), span });
        }
        Ok(())
    }

    fn condition(&mut self, condition: &ast::Expr<'s>) -> Checked<Expr> {
        self.value(condition)
    }
}

/// The names that a statement assigns to.
fn assigned_names<'a>(statement: &'a ast::Statement<'a>, names: &mut FxHashSet<&'a str>) {
    use ast::StatementKind as Kind;
    let mut expr = |expr: &'a ast::Expr<'a>| assigned_in(expr, names);
    match &statement.kind {
        Kind::Empty | Kind::Break | Kind::Continue => {}
        Kind::Expression(inner) => expr(inner),
        Kind::Declaration(all) => all.iter().filter_map(|declarator| declarator.value.as_ref()).for_each(expr),
        Kind::Return(value) => value.iter().for_each(expr),
        Kind::Block(all) => all.iter().for_each(|inner| assigned_names(inner, names)),
        Kind::If { condition, then, otherwise } => {
            expr(condition);
            std::iter::once(then).chain(otherwise).for_each(|inner| assigned_names(inner, names));
        }
        Kind::While { condition, body } | Kind::DoWhile { body, condition } => {
            expr(condition);
            assigned_names(body, names);
        }
        Kind::For(it) => {
            let ast::For { init, condition, step, body } = &**it;
            condition.iter().chain(step).for_each(expr);
            init.iter().chain([body]).for_each(|inner| assigned_names(inner, names));
        }
    }
}

fn assigned_in<'a>(expr: &'a ast::Expr<'a>, names: &mut FxHashSet<&'a str>) {
    if let ast::ExprKind::Assign { operator: None, target, .. } = &expr.kind {
        names.extend(target.as_name());
    }
    expr.kind.visit_children(&mut |inner| assigned_in(inner, names));
}
