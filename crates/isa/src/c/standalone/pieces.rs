//! Threads cut into pieces, each of which can be compiled as a function of its own.
//!
//! Source: the splitting functions of mix testing (L. Geeson, J. Brotherston, W. Dijkstra, A. Donaldson, L. Smith, T. Sorensen, J. Wickerson: *Mix
//! Testing*, OOPSLA 2024, sections 3.1, 3.3 and 3.4): a statement is a piece; a condition is a piece, and what stands below it is
//! split on its own.
//!
//! A piece is given with the variables that it reads and those that it may change, so that its user can hand them in and out.

use source::Span;

use super::{Parameter, Variable, Writer, Written};
use crate::c::ast::{Argument, Binary, Call, Expr, ExprKind, For, Function, Statement, StatementKind};
use crate::c::ctype::{CType, Type};
use crate::c::primitives::{self, Shape};
use litmus::RawProgram;
use rustc_hash::FxHashMap;
use source::Diagnostic;

/// Where threads are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Nowhere: a thread is one piece.
    Threads,
    /// Between statements, those of branches and loops too.
    Statements,
    /// Where a comment says `split`, and around statements that have such a comment inside.
    Marks,
}

/// A thread, cut.
#[derive(Clone, Debug)]
pub struct CutThread {
    /// The number in `P0`.
    pub number: u32,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its variables; pieces speak of them by number.
    pub variables: Vec<Variable>,
    /// Its pieces, in the order of the text.
    pub pieces: Vec<Piece>,
    /// What is done when; numbers are those of pieces.
    pub steps: Vec<Step>,
}

/// A piece of a thread.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its place in the text.
    pub span: Span,
    /// Statements, each in a line; for a condition an expression.
    pub text: String,
    /// Whether it is a condition.
    pub is_condition: bool,
    /// Whether `text` jumps to the label `done`, which must stand behind it, and the thread ends there.
    pub may_return: bool,
    /// The parameters that it names, by number.
    pub parameters: Vec<usize>,
    /// The variables that it reads, by number, ascending.
    pub reads: Vec<usize>,
    /// The variables that it may change, by number, ascending.
    pub writes: Vec<usize>,
    /// Whether each variable in `writes` has a new value in any case.
    pub always_writes: bool,
    /// What it does, when it is one atomic operation.
    pub operation: Option<AtomicOperation>,
}

/// A step of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The piece of this number.
    Piece(usize),
    /// A branch on a piece that is a condition.
    If {
        /// The condition.
        condition: usize,
        /// What is done where it holds.
        then: Vec<Step>,
        /// What is done where it does not.
        otherwise: Vec<Step>,
    },
    /// A loop.
    Loop {
        /// The condition; without one the loop goes on.
        condition: Option<usize>,
        /// Whether the condition is tested before the first round.
        tests_first: bool,
        /// What is done in a round.
        body: Vec<Step>,
        /// What is done between a round and the test, `continue` or not.
        next: Vec<Step>,
    },
    /// The innermost loop ends.
    Break,
    /// The round ends.
    Continue,
    /// The thread ends.
    Return,
}

/// An atomic operation that a piece consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtomicOperation {
    /// What it does.
    pub kind: OperationKind,
    /// The word behind `memory_order_`.
    pub order: &'static str,
    /// The same for the failure of a compare-exchange.
    pub failure: Option<&'static str>,
    /// The object: the number of the parameter. None for fences.
    pub object: Option<usize>,
    /// How many bits the object has; 0 for fences.
    pub width: u16,
    /// The operand, desired value or stored value.
    pub operand: Option<Operand>,
    /// The variable that holds the expected value, by number.
    pub expected: Option<usize>,
    /// The variable that is given the result, by number.
    pub result: Option<usize>,
}

/// What an atomic operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OperationKind {
    /// `atomic_load`.
    Load,
    /// `atomic_store`.
    Store,
    /// `atomic_exchange`.
    Exchange,
    /// `atomic_fetch_add`.
    FetchAdd,
    /// `atomic_fetch_sub`.
    FetchSub,
    /// `atomic_fetch_and`.
    FetchAnd,
    /// `atomic_fetch_or`.
    FetchOr,
    /// `atomic_fetch_xor`.
    FetchXor,
    /// `atomic_fetch_nand`, which C has not.
    FetchNand,
    /// `atomic_fetch_max` (C++26).
    FetchMax,
    /// `atomic_fetch_min` (C++26).
    FetchMin,
    /// `atomic_compare_exchange_strong`.
    CompareExchangeStrong,
    /// `atomic_compare_exchange_weak`.
    CompareExchangeWeak,
    /// `atomic_thread_fence`.
    Fence,
}

impl OperationKind {
    /// All, with the words for them.
    pub const NAMES: [(OperationKind, &'static str); 14] = [
        (OperationKind::Load, "load"),
        (OperationKind::Store, "store"),
        (OperationKind::Exchange, "exchange"),
        (OperationKind::FetchAdd, "fetch_add"),
        (OperationKind::FetchSub, "fetch_sub"),
        (OperationKind::FetchAnd, "fetch_and"),
        (OperationKind::FetchOr, "fetch_or"),
        (OperationKind::FetchXor, "fetch_xor"),
        (OperationKind::FetchNand, "fetch_nand"),
        (OperationKind::FetchMax, "fetch_max"),
        (OperationKind::FetchMin, "fetch_min"),
        (OperationKind::CompareExchangeStrong, "compare_exchange_strong"),
        (OperationKind::CompareExchangeWeak, "compare_exchange_weak"),
        (OperationKind::Fence, "fence"),
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        OperationKind::NAMES.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    /// What a word stands for.
    pub fn find(name: &str) -> Option<OperationKind> {
        OperationKind::NAMES.iter().find(|(_, known)| *known == name).map(|&(kind, _)| kind)
    }
}

/// An operand of an atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A number.
    Number(u128),
    /// A variable, by number.
    Variable(usize),
}

/// Reads the threads of a test, `raw` in `text`, and cuts them. `address_holders` are the locations that hold addresses at the start.
///
/// # Errors
/// What is wrong, and what has no translation to C11.
pub fn pieces(
    raw: &RawProgram,
    text: &str,
    address_holders: &[&str],
    cut: Cut,
) -> Result<Vec<CutThread>, Vec<Diagnostic>> {
    super::read(raw, text, (address_holders, None), &mut |function, writer| {
        Cutter { writer, text, cut, pieces: Vec::new() }.thread(function)
    })
}

/// Cuts one thread.
struct Cutter<'w, 'a, 't> {
    writer: &'w mut Writer<'a>,
    text: &'t str,
    cut: Cut,
    pieces: Vec<Piece>,
}

/// The variables that a piece has to do with; numbers are those of the writer, parameters first.
#[derive(Default)]
struct Variables {
    reads: Vec<usize>,
    writes: Vec<usize>,
    /// Whether something is written on some ways through the piece only.
    is_partial: bool,
}

impl Cutter<'_, '_, '_> {
    fn thread(mut self, function: &Function<'_>) -> Option<CutThread> {
        let parameters: Vec<Written<Parameter>> =
            function.parameters.iter().map(|parameter| self.writer.parameter(parameter)).collect();
        self.writer.scopes.push(FxHashMap::default());
        let steps = self.statements(&function.body);
        let parameters = parameters.into_iter().collect::<Written<Vec<Parameter>>>().ok()?;
        let variables = self.writer.variables(parameters.len())?;
        Some(CutThread { number: function.number, parameters, variables, pieces: self.pieces, steps: steps.ok()? })
    }

    /// Whether a comment `/* split */` or `// split` stands in `span`.
    fn is_marked(&self, start: u32, end: u32) -> bool {
        let text = &self.text[start as usize..end as usize];
        ["/*", "//"].iter().any(|opening| {
            text.match_indices(opening).any(|(at, _)| {
                let rest = text[at + 2..].trim_start();
                rest.strip_prefix("split").is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
            })
        })
    }

    fn statements(&mut self, all: &[Statement<'_>]) -> Written<Vec<Step>> {
        let mut steps = Vec::new();
        match self.cut {
            Cut::Threads => self.group(all, &mut steps)?,
            Cut::Statements => {
                for statement in all {
                    self.statement(statement, &mut steps)?;
                }
            }
            Cut::Marks => self.marked(all, &mut steps)?,
        }
        Ok(steps)
    }

    fn marked(&mut self, all: &[Statement<'_>], steps: &mut Vec<Step>) -> Written<()> {
        let mut from = 0;
        for (at, statement) in all.iter().enumerate() {
            let is_inside = self.is_marked(statement.span.start, statement.span.end);
            let is_before = at > from && self.is_marked(all[at - 1].span.end, statement.span.start);
            if is_before || is_inside {
                self.group(&all[from..at], steps)?;
                from = at;
            }
            if is_inside {
                self.statement(statement, steps)?;
                from = at + 1;
            }
        }
        self.group(&all[from..], steps)
    }

    /// Statements as one piece.
    fn group(&mut self, all: &[Statement<'_>], steps: &mut Vec<Step>) -> Written<()> {
        let (Some(first), Some(last)) = (all.first(), all.last()) else { return Ok(()) };
        let span = first.span.to(last.span);
        let outer = (std::mem::take(&mut self.writer.body), std::mem::replace(&mut self.writer.jumps_to_end, false));
        let written = all.iter().try_for_each(|statement| self.writer.statement(statement));
        let text = std::mem::replace(&mut self.writer.body, outer.0);
        let may_return = std::mem::replace(&mut self.writer.jumps_to_end, outer.1);
        written?;
        let mut variables = Variables { is_partial: may_return, ..Variables::default() };
        for statement in all {
            self.variables_of(statement, &mut variables)?;
        }
        if text.trim().is_empty() {
            return Ok(());
        }
        let operation = match all {
            [one] => self.operation(one),
            _ => None,
        };
        steps.push(Step::Piece(self.pieces.len()));
        self.add(span, text, variables, operation);
        if let Some(piece) = self.pieces.last_mut() {
            piece.may_return = may_return;
        }
        Ok(())
    }

    fn condition(&mut self, expr: &Expr<'_>) -> Written<usize> {
        let text = self.writer.expr(expr)?;
        let mut variables = Variables::default();
        self.mentions(expr, &mut variables)?;
        self.add(expr.span, text, variables, None);
        let last = self.pieces.len() - 1;
        self.pieces[last].is_condition = true;
        Ok(last)
    }

    fn add(&mut self, span: Span, text: String, variables: Variables, operation: Option<AtomicOperation>) {
        let count = self.writer.parameters.len();
        let sorted = |mut all: Vec<usize>| {
            all.sort_unstable();
            all.dedup();
            all
        };
        let (reads, writes) = (sorted(variables.reads), sorted(variables.writes));
        let named = sorted(reads.iter().chain(&writes).copied().filter(|&index| index < count).collect());
        let locals = |all: Vec<usize>| all.into_iter().filter_map(|index| index.checked_sub(count)).collect();
        self.pieces.push(Piece {
            span,
            text,
            is_condition: false,
            may_return: false,
            parameters: named,
            reads: locals(reads),
            writes: locals(writes),
            always_writes: !variables.is_partial,
            operation,
        });
    }

    fn statement(&mut self, statement: &Statement<'_>, steps: &mut Vec<Step>) -> Written<()> {
        match &statement.kind {
            StatementKind::Empty => {}
            StatementKind::Expression(_) | StatementKind::Declaration(_) => {
                self.group(std::slice::from_ref(statement), steps)?;
            }
            StatementKind::Block(_) => steps.extend(self.inner(statement)?),
            StatementKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                let then = self.inner(then)?;
                let otherwise = otherwise.as_ref().map_or(Ok(Vec::new()), |otherwise| self.inner(otherwise))?;
                steps.push(Step::If { condition, then, otherwise });
            }
            StatementKind::While { condition, body } => {
                let condition = Some(self.condition(condition)?);
                let body = self.inner(body)?;
                steps.push(Step::Loop { condition, tests_first: true, body, next: Vec::new() });
            }
            StatementKind::DoWhile { body, condition } => {
                let body = self.inner(body)?;
                let condition = Some(self.condition(condition)?);
                steps.push(Step::Loop { condition, tests_first: false, body, next: Vec::new() });
            }
            StatementKind::For(it) => {
                self.writer.scopes.push(FxHashMap::default());
                let written = self.for_loop(it, steps);
                self.writer.scopes.pop();
                written?;
            }
            StatementKind::Break => steps.push(Step::Break),
            StatementKind::Continue => steps.push(Step::Continue),
            StatementKind::Return(value) => {
                // The value of a thread is not looked at by anything; what computing it does is.
                if let Some(value) = value {
                    let expression = Statement { kind: StatementKind::Expression(value.clone()), span: statement.span };
                    self.group(std::slice::from_ref(&expression), steps)?;
                }
                steps.push(Step::Return);
            }
        }
        Ok(())
    }

    fn for_loop(&mut self, it: &For<'_>, steps: &mut Vec<Step>) -> Written<()> {
        if let Some(init) = &it.init {
            self.statement(init, steps)?;
        }
        let condition = it.condition.as_ref().map(|condition| self.condition(condition)).transpose()?;
        let mut next = Vec::new();
        if let Some(step) = &it.step {
            let statement = Statement { kind: StatementKind::Expression(step.clone()), span: step.span };
            self.group(std::slice::from_ref(&statement), &mut next)?;
        }
        let body = self.inner(&it.body)?;
        steps.push(Step::Loop { condition, tests_first: true, body, next });
        Ok(())
    }

    /// What stands in a block of its own.
    fn inner(&mut self, statement: &Statement<'_>) -> Written<Vec<Step>> {
        self.writer.scopes.push(FxHashMap::default());
        let mut steps = Vec::new();
        let written = match &statement.kind {
            StatementKind::Block(all) => match self.cut {
                Cut::Marks => self.marked(all, &mut steps),
                Cut::Threads | Cut::Statements => all.iter().try_for_each(|one| self.statement(one, &mut steps)),
            },
            _ => self.statement(statement, &mut steps),
        };
        self.writer.scopes.pop();
        written.map(|()| steps)
    }

    /// The variables of a statement as a whole. Variables of inner blocks are those of the same name outside, where there are some;
    /// the writer gives hidden ones names of their own, so that at worst one is named that is not changed.
    fn variables_of(&mut self, statement: &Statement<'_>, found: &mut Variables) -> Written<()> {
        match &statement.kind {
            StatementKind::Empty | StatementKind::Break | StatementKind::Continue => {}
            StatementKind::Expression(expr) => self.mentions(expr, found)?,
            StatementKind::Declaration(all) => {
                for declarator in all {
                    if let Some(value) = &declarator.value {
                        self.mentions(value, found)?;
                        let index = self.writer.lookup(&declarator.name.text, declarator.name.span)?;
                        found.writes.push(index);
                    }
                }
            }
            StatementKind::Block(all) => {
                for inner in all {
                    self.variables_of(inner, found)?;
                }
            }
            StatementKind::If { condition, then, otherwise } => {
                self.mentions(condition, found)?;
                self.partial(then, found)?;
                if let Some(otherwise) = otherwise {
                    self.partial(otherwise, found)?;
                }
            }
            StatementKind::While { condition, body } | StatementKind::DoWhile { body, condition } => {
                self.mentions(condition, found)?;
                self.partial(body, found)?;
            }
            StatementKind::For(it) => {
                if let Some(init) = &it.init {
                    self.variables_of(init, found)?;
                }
                for expr in it.condition.iter().chain(&it.step) {
                    self.mentions(expr, found)?;
                    found.is_partial = true;
                }
                self.partial(&it.body, found)?;
            }
            StatementKind::Return(value) => {
                if let Some(value) = value {
                    self.mentions(value, found)?;
                }
                found.is_partial = true;
            }
        }
        Ok(())
    }

    fn partial(&mut self, statement: &Statement<'_>, found: &mut Variables) -> Written<()> {
        let before = found.writes.len();
        self.variables_of(statement, found)?;
        found.is_partial |= found.writes.len() > before;
        Ok(())
    }

    fn mentions(&mut self, expr: &Expr<'_>, found: &mut Variables) -> Written<()> {
        match &expr.kind {
            ExprKind::Name(name) => {
                if let Some(index) = self.variable(name, expr.span)? {
                    found.reads.push(index);
                }
            }
            ExprKind::Assign { operator, target, value } => {
                self.mentions(value, found)?;
                match target.as_name() {
                    Some(name) => {
                        let index = self.changed(name, target.span)?;
                        found.writes.extend(index);
                        if operator.is_some() {
                            found.reads.extend(index);
                        }
                    }
                    None => self.mentions(target, found)?,
                }
            }
            ExprKind::Step { target, .. } | ExprKind::AddressOf(target) => {
                self.mentions(target, found)?;
                if let Some(name) = target.as_name() {
                    let index = self.changed(name, target.span)?;
                    found.writes.extend(index);
                }
            }
            ExprKind::Logical { left, right, .. } => {
                self.mentions(left, found)?;
                let before = found.writes.len();
                self.mentions(right, found)?;
                found.is_partial |= found.writes.len() > before;
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.mentions(condition, found)?;
                let before = found.writes.len();
                self.mentions(then, found)?;
                self.mentions(otherwise, found)?;
                found.is_partial |= found.writes.len() > before;
            }
            ExprKind::Call(call) => {
                for argument in call.arguments.iter().filter_map(Argument::expr) {
                    self.mentions(argument, found)?;
                }
            }
            other => {
                let mut inside = Vec::new();
                other.visit_children(&mut |child| inside.push(child));
                for child in inside {
                    self.mentions(child, found)?;
                }
            }
        }
        Ok(())
    }

    /// The variable that a name stands for, if it stands for one.
    fn variable(&mut self, name: &str, span: Span) -> Written<Option<usize>> {
        if matches!(name, "NULL" | "nullptr" | "true" | "false") || primitives::memory_order(name).is_some() {
            return Ok(None);
        }
        self.writer.lookup(name, span).map(Some)
    }

    /// As [`Cutter::variable`], for a variable that is changed: pieces are given parameters anew each time, so that these stay.
    fn changed(&mut self, name: &str, span: Span) -> Written<Option<usize>> {
        let index = self.variable(name, span)?;
        if index.is_some_and(|index| index < self.writer.parameters.len()) {
            return Err(self.writer.refuse(span, format!("the parameter `{name}` is changed")));
        }
        Ok(index)
    }

    /// The atomic operation that a statement is.
    fn operation(&mut self, statement: &Statement<'_>) -> Option<AtomicOperation> {
        let (expr, target) = match &statement.kind {
            StatementKind::Expression(expr) => match &expr.kind {
                ExprKind::Assign { operator: None, target, value } if target.as_name().is_some() => {
                    (&**value, Some((target.as_name()?, target.span)))
                }
                _ => (expr, None),
            },
            StatementKind::Declaration(all) => match all.as_slice() {
                [one] => (one.value.as_ref()?, Some((&*one.name.text, one.name.span))),
                _ => return None,
            },
            _ => return None,
        };
        let mut found = match &expr.kind {
            ExprKind::Call(call) => self.call(call)?,
            _ => self.operator(expr, target.is_some())?,
        };
        if let Some((name, span)) = target {
            found.result = Some(self.local(name, span)?);
        }
        Some(found)
    }

    /// The operation that an operator is on an object of an atomic type, all of them sequentially consistent. `is_used` states that the value is looked at.
    fn operator(&mut self, expr: &Expr<'_>, is_used: bool) -> Option<AtomicOperation> {
        let (kind, place, operand) = match &expr.kind {
            ExprKind::Dereference(_) if is_used => (OperationKind::Load, expr, None),
            ExprKind::Assign { operator: None, target, value } if !is_used => {
                (OperationKind::Store, &**target, Some(self.simple_operand(value)?))
            }
            ExprKind::Assign { operator: Some(operator), target, value } if !is_used => {
                let kind = match operator {
                    Binary::Add => OperationKind::FetchAdd,
                    Binary::Subtract => OperationKind::FetchSub,
                    Binary::And => OperationKind::FetchAnd,
                    Binary::Or => OperationKind::FetchOr,
                    Binary::Xor => OperationKind::FetchXor,
                    _ => return None,
                };
                (kind, &**target, Some(self.simple_operand(value)?))
            }
            // The value of `++*x` is the new one, which no such operation gives.
            ExprKind::Step { increment, prefix, target } if !is_used || !prefix => {
                let kind = if *increment { OperationKind::FetchAdd } else { OperationKind::FetchSub };
                (kind, &**target, Some(Operand::Number(1)))
            }
            _ => return None,
        };
        let ExprKind::Dereference(pointer) = &place.kind else { return None };
        let (object, pointee) = self.object(pointer)?;
        // Arithmetic on a `bool` or a pointer is another one.
        let is_plain_integer = matches!(pointee.value().meaning(), Type::Integer(integer) if !integer.boolean);
        let is_moved = matches!(kind, OperationKind::Load | OperationKind::Store);
        let is_one = pointee.is_atomic() && (is_moved || is_plain_integer) && object < self.writer.parameters.len();
        is_one.then(|| AtomicOperation {
            kind,
            order: "seq_cst",
            failure: None,
            object: Some(object),
            width: pointee.meaning().width(),
            operand,
            expected: None,
            result: None,
        })
    }

    /// The variable that an expression is the address of an object by, and the type of that: its own, or one of the same size that it is cast to.
    fn object(&mut self, pointer: &Expr<'_>) -> Option<(usize, CType)> {
        let (inner, cast) = match &pointer.kind {
            ExprKind::Cast(ctype, inner) => (&**inner, Some(ctype.pointee()?)),
            _ => (pointer, None),
        };
        let object = self.variable(inner.as_name()?, inner.span).ok()??;
        let own = self.writer.locals.get(object)?.ctype.pointee()?;
        let pointee = cast.unwrap_or_else(|| own.clone());
        (pointee.meaning().width() == own.meaning().width()).then_some((object, pointee))
    }

    /// The number of a variable that is no parameter.
    fn local(&mut self, name: &str, span: Span) -> Option<usize> {
        self.variable(name, span).ok()??.checked_sub(self.writer.parameters.len())
    }

    fn call(&mut self, call: &Call<'_>) -> Option<AtomicOperation> {
        let arguments: Vec<&Expr> = call.arguments.iter().filter_map(Argument::expr).collect();
        let (kind, values, explicit) = shape(call.known?)?;
        let order = |at: usize| primitives::order_name(arguments.get(at)?.as_name()?);
        if kind == OperationKind::Fence {
            let order = order(0)?;
            return Some(AtomicOperation {
                kind,
                order,
                failure: None,
                object: None,
                width: 0,
                operand: None,
                expected: None,
                result: None,
            });
        }
        let object = match (call.known, &arguments.first()?.kind) {
            (Some(Shape::ReadOnce | Shape::WriteOnce), ExprKind::Dereference(pointer)) => pointer,
            _ => *arguments.first()?,
        };
        let (object, pointee) = self.object(object)?;
        let width = pointee.meaning().width();
        let is_exchange = matches!(kind, OperationKind::CompareExchangeStrong | OperationKind::CompareExchangeWeak);
        let (order, failure) = match explicit {
            _ if matches!(call.known, Some(Shape::ReadOnce | Shape::WriteOnce)) => ("relaxed", None),
            true if is_exchange => (order(values)?, Some(order(values + 1)?)),
            true => (order(values)?, None),
            false => ("seq_cst", is_exchange.then_some("seq_cst")),
        };
        let expected = match is_exchange.then(|| arguments.get(1).map(|expected| &expected.kind)) {
            Some(Some(ExprKind::AddressOf(inside))) => Some(self.local(inside.as_name()?, inside.span)?),
            Some(_) => return None,
            None => None,
        };
        let operand = match values {
            1 => None,
            _ => Some(self.simple_operand(arguments.get(values - 1)?)?),
        };
        (object < self.writer.parameters.len()).then_some(AtomicOperation {
            kind,
            order,
            failure,
            object: Some(object),
            width,
            operand,
            expected,
            result: None,
        })
    }

    fn simple_operand(&mut self, expr: &Expr<'_>) -> Option<Operand> {
        match &expr.kind {
            ExprKind::Number(number) => Some(Operand::Number(number.value)),
            ExprKind::Name(name) => Some(Operand::Variable(self.local(name, expr.span)?)),
            _ => None,
        }
    }
}

/// What a function does, how many arguments stand before the orders, and whether there are orders. None for what mapping tables do not speak of.
fn shape(shape: Shape) -> Option<(OperationKind, usize, bool)> {
    use crate::c::ast::AtomicOperator;
    match shape {
        Shape::Load { explicit } => Some((OperationKind::Load, 1, explicit)),
        Shape::Store { explicit } => Some((OperationKind::Store, 2, explicit)),
        Shape::Exchange { explicit } => Some((OperationKind::Exchange, 2, explicit)),
        Shape::Fetch { operator, explicit, new: false } => {
            let kind = match operator {
                AtomicOperator::Add => OperationKind::FetchAdd,
                AtomicOperator::Subtract => OperationKind::FetchSub,
                AtomicOperator::And => OperationKind::FetchAnd,
                AtomicOperator::Or => OperationKind::FetchOr,
                AtomicOperator::Xor => OperationKind::FetchXor,
                AtomicOperator::Nand => OperationKind::FetchNand,
                AtomicOperator::Max => OperationKind::FetchMax,
                AtomicOperator::Min => OperationKind::FetchMin,
                AtomicOperator::AndNot => return None,
            };
            Some((kind, 2, explicit))
        }
        Shape::CompareExchange { strong, explicit } => {
            let kind = if strong { OperationKind::CompareExchangeStrong } else { OperationKind::CompareExchangeWeak };
            Some((kind, 3, explicit))
        }
        Shape::ThreadFence => Some((OperationKind::Fence, 0, true)),
        Shape::Test { explicit } => Some((OperationKind::Load, 1, explicit)),
        Shape::ReadOnce => Some((OperationKind::Load, 1, false)),
        Shape::WriteOnce => Some((OperationKind::Store, 2, false)),
        Shape::Fetch { new: true, .. }
        | Shape::Init
        | Shape::CompareExchangeWeakness
        | Shape::GenericLoad
        | Shape::GenericStore
        | Shape::GenericExchange
        | Shape::GenericCompareExchange
        | Shape::SyncFetch { .. }
        | Shape::SyncCompareExchange { .. }
        | Shape::SyncLock
        | Shape::SyncUnlock
        | Shape::SyncFence
        | Shape::SignalFence
        | Shape::TestAndSet { .. }
        | Shape::Clear { .. }
        | Shape::KillDependency
        | Shape::Lock
        | Shape::Unlock
        | Shape::AnnotatedLoad
        | Shape::AnnotatedStore
        | Shape::AnnotatedFence
        | Shape::AnnotatedExchange
        | Shape::AnnotatedCompareExchange
        | Shape::AnnotatedOperation(_)
        | Shape::AddUnless
        | Shape::Srcu
        | Shape::SpinLock
        | Shape::SpinUnlock
        | Shape::SpinTryLock
        | Shape::SpinIsLocked => None,
    }
}
