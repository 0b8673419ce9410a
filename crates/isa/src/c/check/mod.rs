//! Names and types: from trees as they are written to typed ones.
//!
//! Deviations from C11, all for the sake of tests that herd reads: a variable that is assigned to but not declared is an `int` of the
//! whole thread; integers and pointers convert to each other without casts; an integer can be dereferenced; a variable
//! declared in two blocks with the same type is one variable. Types that hold addresses are widened (see `flow`).

mod call;
mod conversion;
mod expression;
use relation::IdVec;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span, nearest};

use self::conversion::convert;
use super::ast::{self, Declarator, Function, Name};
use super::ctype::{Integer, Type};
use super::flow::AddressHolders;
use super::typed::{Expr, ExprKind, Local, LocalId, Loop, Place, Statement, StatementKind, Thread};

/// A mistake; told already.
pub(crate) struct Told;

type Checked<T> = Result<T, Told>;

/// Resolves names and types of all threads.
///
/// `address_holders` are locations that hold addresses at the start.
pub(crate) fn check(
    functions: &[Function],
    address_holders: &[&str],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Thread> {
    let holders = AddressHolders::find(functions, address_holders);
    functions.iter().map(|function| Checker::new(function, &holders, diagnostics).thread(function)).collect()
}

/// Names and types in one thread.
struct Checker<'a> {
    thread: u32,
    holders: &'a AddressHolders,
    diagnostics: &'a mut Vec<Diagnostic>,
    parameters: FxHashSet<&'a str>,
    /// The names that are assigned to somewhere: without a declaration they are variables all the same.
    assigned: FxHashSet<&'a str>,
    locals: IdVec<LocalId, Local>,
    /// The first local of each name.
    by_name: FxHashMap<String, LocalId>,
    /// Blocks from the outside to the inside; the first one is the whole thread.
    scopes: Vec<FxHashMap<String, (LocalId, Span)>>,
    /// How many loops are around.
    loops: usize,
}

impl<'a> Checker<'a> {
    fn new(function: &'a Function, holders: &'a AddressHolders, diagnostics: &'a mut Vec<Diagnostic>) -> Checker<'a> {
        let mut assigned = FxHashSet::default();
        function.body.iter().for_each(|statement| assigned_names(statement, &mut assigned));
        let mut checker = Checker {
            thread: function.number,
            holders,
            diagnostics,
            parameters: function.parameters.iter().map(|parameter| parameter.name.text.as_str()).collect(),
            assigned,
            locals: IdVec::new(),
            by_name: FxHashMap::default(),
            scopes: vec![FxHashMap::default()],
            loops: 0,
        };
        for parameter in &function.parameters {
            checker.add_local(&parameter.name, parameter.ctype.meaning(), true);
        }
        checker
    }

    fn thread(mut self, function: &Function) -> Thread {
        self.scopes.push(FxHashMap::default());
        let body = self.statements(&function.body);
        Thread { locals: self.locals, body, heading: function.heading }
    }

    fn tell(&mut self, diagnostic: Diagnostic) -> Told {
        self.diagnostics.push(diagnostic);
        Told
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Told {
        self.tell(Diagnostic::error(code, span, message))
    }

    /// Makes a local variable in the innermost block, wide enough for the addresses that it may hold.
    fn add_local(&mut self, name: &Name, declared: Type, is_parameter: bool) -> LocalId {
        let ctype = self.widened(&name.text, declared.clone());
        let first = self.by_name.get(&name.text).copied();
        let in_scope = self.scopes.iter().any(|scope| scope.contains_key(&name.text));
        let id = match first {
            // Blocks beside each other share their variables of one name, so that conditions can name them.
            Some(id) if !in_scope && self.locals[id].ctype == ctype => id,
            _ => {
                let (name, visible) = (name.text.clone(), first.is_none());
                self.locals.push(Local { name, ctype, declared, visible, is_parameter })
            }
        };
        self.by_name.entry(name.text.clone()).or_insert(id);
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.text.clone(), (id, name.span));
        }
        id
    }

    /// The variable that `name` names here.
    fn lookup(&mut self, name: &str, span: Span) -> Checked<LocalId> {
        if let Some(&(id, _)) = self.scopes.iter().rev().find_map(|scope| scope.get(name)) {
            return Ok(id);
        }
        if self.assigned.contains(name) {
            let ctype = self.widened(name, Type::INT);
            let id = self.locals.push(Local {
                name: name.to_owned(),
                ctype,
                declared: Type::INT,
                visible: !self.by_name.contains_key(name),
                is_parameter: false,
            });
            self.by_name.entry(name.to_owned()).or_insert(id);
            self.scopes[0].insert(name.to_owned(), (id, span));
            return Ok(id);
        }
        let message = format!("there is no variable `{name}` in P{}", self.thread);
        let known: Vec<&str> = self.scopes.iter().flat_map(FxHashMap::keys).map(String::as_str).collect();
        let diagnostic = Diagnostic::error("unknown-variable", span, message);
        let diagnostic = match nearest(name, known) {
            Some(near) => diagnostic.suggest(Some(near)),
            None => diagnostic.help(format!("locations of the test are parameters: `P{} (int* {name})`", self.thread)),
        };
        Err(self.tell(diagnostic))
    }

    /// The type of a variable of this name: wide enough for the addresses that it may hold.
    fn widened(&self, name: &str, ctype: Type) -> Type {
        match &ctype {
            Type::Integer(integer) if integer.width < Integer::LONG.width && self.holders.local(self.thread, name) => {
                Type::Integer(Integer::LONG)
            }
            _ => ctype,
        }
    }

    fn statements(&mut self, statements: &[ast::Statement]) -> Vec<Statement> {
        let mut all = Vec::new();
        for statement in statements {
            // What is wrong is told already; the others are checked all the same.
            let _ = self.statement(statement, &mut all);
        }
        all
    }

    /// A statement with a block of its own around it.
    fn scoped(&mut self, statement: &ast::Statement) -> Vec<Statement> {
        self.scopes.push(FxHashMap::default());
        let all = match &statement.kind {
            ast::StatementKind::Block(all) => self.statements(all),
            _ => self.statements(std::slice::from_ref(statement)),
        };
        self.scopes.pop();
        all
    }

    fn statement(&mut self, statement: &ast::Statement, out: &mut Vec<Statement>) -> Checked<()> {
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
            ast::StatementKind::For { .. } => return self.for_loop(statement, out),
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

    fn loop_body(&mut self, body: &ast::Statement) -> Vec<Statement> {
        self.loops += 1;
        let body = self.scoped(body);
        self.loops -= 1;
        body
    }

    fn for_loop(&mut self, statement: &ast::Statement, out: &mut Vec<Statement>) -> Checked<()> {
        let ast::StatementKind::For { init, condition, step, body } = &statement.kind else { return Ok(()) };
        self.scopes.push(FxHashMap::default());
        let init = init.as_ref().map_or(Ok(()), |init| self.statement(init, out));
        let condition = condition.as_ref().map(|condition| self.condition(condition)).transpose();
        let step = step.as_ref().map(|step| self.expr(step)).transpose();
        let body = self.loop_body(body);
        self.scopes.pop();
        init?;
        let kind = self.repeat(true, condition?, body, step?);
        out.push(Statement { kind, span: statement.span });
        Ok(())
    }

    fn declarator(&mut self, declarator: &Declarator, span: Span, out: &mut Vec<Statement>) -> Checked<()> {
        let Declarator { ctype, name, value } = declarator;
        let declared = ctype.meaning();
        if declared == Type::Void {
            return Err(self.error("bad-type", name.span, format!("the variable `{}` cannot be `void`", name.text)));
        }
        if let Some(&(_, first)) = self.scopes.last().and_then(|scope| scope.get(&name.text)) {
            let message = format!("`{}` is declared twice in one block", name.text);
            let diagnostic = Diagnostic::error("duplicate-variable", name.span, message);
            return Err(self.tell(diagnostic.label(first, "the first declaration")));
        }
        // The variable is known in its own initial value, as in C.
        let id = self.add_local(name, declared, false);
        if let Some(value) = value {
            let ctype = self.locals[id].ctype.clone();
            let value = convert(self.value(value)?, &ctype);
            let kind = ExprKind::Assign { place: Place::Local(id), value: Box::new(value) };
            out.push(Statement { kind: StatementKind::Expression(Expr { kind, ctype, span }), span });
        }
        Ok(())
    }

    fn condition(&mut self, condition: &ast::Expr) -> Checked<Expr> {
        self.value(condition)
    }
}

/// The names that a statement assigns to.
fn assigned_names<'a>(statement: &'a ast::Statement, names: &mut FxHashSet<&'a str>) {
    use ast::StatementKind as Kind;
    let mut expr = |expr: &'a ast::Expr| assigned_in(expr, names);
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
        Kind::For { init, condition, step, body } => {
            condition.iter().chain(step).for_each(expr);
            init.iter().chain([body]).for_each(|inner| assigned_names(inner, names));
        }
    }
}

fn assigned_in<'a>(expr: &'a ast::Expr, names: &mut FxHashSet<&'a str>) {
    if let ast::ExprKind::Assign { operator: None, target, .. } = &expr.kind {
        names.extend(target.as_name());
    }
    expr.kind.children().into_iter().for_each(|inner| assigned_in(inner, names));
}
