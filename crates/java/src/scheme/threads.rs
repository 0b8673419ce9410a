//! Monitors, starts and joins as accesses, which schemes have instructions for.
//!
//! A monitor is a location that holds 1 while it is held: entering it is a compare-and-set in a loop, leaving it a release store, as a lock of a virtual machine without contention is.
//! A thread that another one starts waits until that one has stored that it is, and a join waits for a store at the end of the other thread.

use std::collections::{BTreeMap, BTreeSet};

use isa::java::ast::{Access, Binary, Expr, ExprKind, METHODS, Name, Statement, StatementKind, ThreadText};
use program::ThreadId;
use sim::Test;
use source::{Diagnostic, Span};

use crate::bound;

/// A program without monitors, starts and joins, and the locations that stand for them; each has its own name as its VarHandle.
pub(super) struct Plain {
    pub(super) threads: Vec<ThreadText>,
    pub(super) locations: BTreeSet<String>,
}

/// Rewrites all threads.
///
/// # Errors
/// A monitor that is held on some paths only.
pub(super) fn plain(test: &Test, threads: &[ThreadText]) -> Result<Plain, Diagnostic> {
    let mut locations = BTreeSet::new();
    let mut all = Vec::new();
    let has = |number: u32, start: bool| {
        let is_one = |statement: &Statement| matches!(statement.kind, StatementKind::Lifetime { thread, starts, .. } if thread == number && starts == start);
        threads.iter().flat_map(|thread| &thread.body).any(is_one)
    };
    for thread in threads {
        let number = thread.number;
        let mut rewriting = Rewriting { test, number, locations: &mut locations };
        let mut body = Vec::new();
        if has(number, true) {
            body.push(rewriting.wait(&format!("started_{number}"), thread.heading));
        }
        body.extend(rewriting.statements(&thread.body, &mut BTreeMap::new())?);
        if has(number, false) {
            body.push(rewriting.store(&format!("ended_{number}"), "setRelease", 1, thread.heading));
        }
        all.push(ThreadText { body, ..thread.clone() });
    }
    Ok(Plain { threads: all, locations })
}

struct Rewriting<'a> {
    test: &'a Test,
    number: u32,
    locations: &'a mut BTreeSet<String>,
}

/// How often each monitor is held.
type Held = BTreeMap<String, u32>;

impl Rewriting<'_> {
    fn statements(&mut self, statements: &[Statement], held: &mut Held) -> Result<Vec<Statement>, Diagnostic> {
        let mut all = Vec::new();
        for statement in statements {
            self.statement(statement, held, &mut all)?;
        }
        Ok(all)
    }

    fn statement(
        &mut self,
        statement: &Statement,
        held: &mut Held,
        all: &mut Vec<Statement>,
    ) -> Result<(), Diagnostic> {
        let span = statement.span;
        let kind = match &statement.kind {
            StatementKind::Synchronized { monitor, body } => {
                all.extend(self.enter(monitor, held));
                all.extend(self.statements(body, held)?);
                all.extend(self.leave(monitor, held));
                return Ok(());
            }
            StatementKind::Monitor { monitor, enters: true } => {
                all.extend(self.enter(monitor, held));
                return Ok(());
            }
            StatementKind::Monitor { monitor, enters: false } => {
                all.extend(self.leave(monitor, held));
                return Ok(());
            }
            StatementKind::Lifetime { thread, starts: true, .. } => {
                all.push(self.store(&format!("started_{thread}"), "setRelease", 1, span));
                return Ok(());
            }
            StatementKind::Lifetime { thread, starts: false, .. } => {
                all.push(self.wait(&format!("ended_{thread}"), span));
                return Ok(());
            }
            StatementKind::If { condition, then, otherwise } => {
                self.choice(condition, [then, otherwise], held, span)?
            }
            StatementKind::Loop { condition, body, test_first } => {
                let before = held.clone();
                let body = self.statements(body, held)?;
                same(held, &before, span)?;
                StatementKind::Loop { condition: condition.clone(), body, test_first: *test_first }
            }
            StatementKind::Block(body) => StatementKind::Block(self.statements(body, held)?),
            StatementKind::Declare(_)
            | StatementKind::Assign { .. }
            | StatementKind::Store { .. }
            | StatementKind::Evaluate(_)
            | StatementKind::Access(_)
            | StatementKind::Fence(_)
            | StatementKind::WaitSet { .. }
            | StatementKind::Labelled { .. }
            | StatementKind::Break(_)
            | StatementKind::Try { .. }
            | StatementKind::Throw(_)
            | StatementKind::Freeze(_)
            | StatementKind::Interrupt { .. }
            | StatementKind::Print(_) => statement.kind.clone(),
        };
        all.push(Statement { kind, span });
        Ok(())
    }

    fn choice(
        &mut self,
        condition: &Expr,
        [then, otherwise]: [&[Statement]; 2],
        held: &mut Held,
        span: Span,
    ) -> Result<StatementKind, Diagnostic> {
        let mut other = held.clone();
        let then = self.statements(then, held)?;
        let otherwise = self.statements(otherwise, &mut other)?;
        same(held, &other, span)?;
        Ok(StatementKind::If { condition: condition.clone(), then, otherwise })
    }

    /// The location of a monitor: one for each location whose monitor it is.
    fn location(&mut self, monitor: &Name) -> String {
        let program = &self.test.lowered().program;
        let bound = bound::location(program, ThreadId::from_number(self.number), &monitor.text);
        // What is not bound was refused when the test was read.
        let name = bound.map_or_else(|| monitor.text.clone(), |location| program.locations[location].name.to_string());
        format!("monitor_{name}")
    }

    fn enter(&mut self, monitor: &Name, held: &mut Held) -> Option<Statement> {
        let location = self.location(monitor);
        let count = held.entry(location.clone()).or_insert(0);
        *count += 1;
        // Who holds a monitor may enter it again (JLS 17.1).
        (*count == 1).then(|| {
            let arguments = vec![number(0, monitor.span), number(1, monitor.span)];
            self.repeat(&location, "compareAndSet", arguments, monitor.span)
        })
    }

    fn leave(&mut self, monitor: &Name, held: &mut Held) -> Option<Statement> {
        let location = self.location(monitor);
        let count = held.entry(location.clone()).or_insert(1);
        *count = count.saturating_sub(1);
        (*count == 0).then(|| self.store(&location, "setRelease", 0, monitor.span))
    }

    fn wait(&mut self, location: &str, span: Span) -> Statement {
        self.repeat(location, "getAcquire", Vec::new(), span)
    }

    /// `while (location.method(...) == 0) {}`
    fn repeat(&mut self, location: &str, method: &str, arguments: Vec<Expr>, span: Span) -> Statement {
        let call = Expr { kind: ExprKind::Access(Box::new(self.access(location, method, arguments, span))), span };
        let condition = Expr { kind: ExprKind::Binary(Binary::Equal, Box::new(call), Box::new(number(0, span))), span };
        Statement { kind: StatementKind::Loop { condition, body: Vec::new(), test_first: true }, span }
    }

    fn store(&mut self, location: &str, method: &str, value: i64, span: Span) -> Statement {
        let access = self.access(location, method, vec![number(value, span)], span);
        Statement { kind: StatementKind::Access(access), span }
    }

    fn access(&mut self, location: &str, method: &str, arguments: Vec<Expr>, span: Span) -> Access {
        self.locations.insert(location.to_owned());
        let method = METHODS.iter().find(|known| known.name == method).copied();
        let method =
            method.unwrap_or_else(|| panic!("the methods that monitors are made of are among those of VarHandles"));
        Access { handle: Name { text: location.to_owned(), span }, index: None, element: None, method, arguments, span }
    }
}

fn number(number: i64, span: Span) -> Expr {
    Expr { kind: ExprKind::Number(number), span }
}

fn same(held: &Held, other: &Held, span: Span) -> Result<(), Diagnostic> {
    let is_held = |held: &Held| -> BTreeMap<String, u32> {
        held.iter().filter(|(_, count)| **count > 0).map(|(name, count)| (name.clone(), *count)).collect()
    };
    if is_held(held) == is_held(other) {
        return Ok(());
    }
    let message = "schemes compile monitors that are held on all paths to a place or on none";
    Err(Diagnostic::error("not-compiled", span, message))
}
