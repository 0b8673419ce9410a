//! Which integers hold addresses.
//!
//! Litmus tests are careless with types: `int r1 = READ_ONCE(*p);` may well read an address, in herd an integer is as good as a
//! pointer. Here an `int` has 32 bits and an address 64. So before types are looked at, values are followed through
//! assignments, without regard to the order of statements: a variable or a location that may hold an address, or that is used as one,
//! has 64 bits whatever its declaration says.
//!
//! The analysis is a unification over names (in the manner of Steensgaard): it over-approximates, which widens some integers that need
//! not be; their values stay the same.

use rustc_hash::{FxHashMap, FxHashSet};

use super::ast::{Argument, Binary, Call, Expr, ExprKind, Function, Statement, StatementKind};
use super::ctype::Type;
use super::primitives::{self, Shape};

/// Something that holds values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Slot {
    /// A local variable of a thread, by name.
    Local(u32, String),
    /// What the location behind a parameter holds.
    Content(String),
    /// What is behind any other pointer.
    Elsewhere,
}

/// Which slots hold addresses.
#[derive(Debug, Default)]
pub(crate) struct AddressHolders {
    ids: FxHashMap<Slot, usize>,
    /// The parent of each slot in its class; itself at the root.
    parents: Vec<usize>,
    /// Whether a class holds addresses, by root.
    holds: Vec<bool>,
}

/// Where a value may come from.
#[derive(Clone, Debug, Default)]
struct Flow {
    slots: Vec<usize>,
    /// Whether it is an address for sure.
    address: bool,
}

impl AddressHolders {
    /// Follows the values of all threads; `locations` hold addresses at the start.
    pub(crate) fn find(functions: &[Function], locations: &[&str]) -> AddressHolders {
        let mut holders = AddressHolders::default();
        for location in locations {
            let content = holders.slot(Slot::Content((*location).to_owned()));
            holders.mark(content);
        }
        for function in functions {
            let parameters = function.parameters.iter().map(|parameter| parameter.name.text.as_str()).collect();
            let mut walk = Walk { holders: &mut holders, thread: function.number, parameters };
            for parameter in &function.parameters {
                if let Type::Pointer(pointee) = parameter.ctype.meaning()
                    && pointee.is_pointer()
                {
                    let content = walk.holders.slot(Slot::Content(parameter.name.text.clone()));
                    walk.holders.mark(content);
                }
            }
            function.body.iter().for_each(|statement| walk.statement(statement));
        }
        holders
    }

    /// Whether a local variable holds addresses.
    pub(crate) fn local(&self, thread: u32, name: &str) -> bool {
        self.holds(&Slot::Local(thread, name.to_owned()))
    }

    /// Whether the location behind the pointer `address` holds addresses.
    pub(crate) fn behind(&self, address: &Expr, parameters: &FxHashSet<&str>) -> bool {
        self.holds(&content_of(address, parameters))
    }

    fn holds(&self, slot: &Slot) -> bool {
        self.ids.get(slot).is_some_and(|&id| self.holds[self.root(id)])
    }

    fn slot(&mut self, slot: Slot) -> usize {
        let next = self.parents.len();
        let id = *self.ids.entry(slot).or_insert(next);
        if id == next {
            self.parents.push(next);
            self.holds.push(false);
        }
        id
    }

    fn root(&self, mut id: usize) -> usize {
        while self.parents[id] != id {
            id = self.parents[id];
        }
        id
    }

    fn mark(&mut self, id: usize) {
        let root = self.root(id);
        self.holds[root] = true;
    }

    /// Both hold addresses or neither does.
    fn join(&mut self, left: &Flow, right: &Flow) {
        let address = left.address || right.address;
        let mut slots = left.slots.iter().chain(&right.slots);
        let Some(&first) = slots.next() else { return };
        for &slot in slots {
            let (into, from) = (self.root(first), self.root(slot));
            self.holds[into] |= self.holds[from];
            self.parents[from] = into;
        }
        if address {
            self.mark(first);
        }
    }
}

/// What the location behind a pointer holds: known when the pointer is a parameter, plus some number.
fn content_of(address: &Expr, parameters: &FxHashSet<&str>) -> Slot {
    let mut base = address;
    loop {
        base = match &base.kind {
            ExprKind::Name(name) if parameters.contains(name.as_str()) => return Slot::Content(name.clone()),
            ExprKind::Cast(_, inner) => inner,
            ExprKind::Binary(Binary::Add | Binary::Subtract, left, right) => {
                if is_parameter(right, parameters) {
                    right
                } else {
                    left
                }
            }
            ExprKind::AddressOf(inner) => match &inner.kind {
                ExprKind::Dereference(inner) => inner,
                ExprKind::Index(array, _) => array,
                _ => return Slot::Elsewhere,
            },
            _ => return Slot::Elsewhere,
        };
    }
}

fn is_parameter(expr: &Expr, parameters: &FxHashSet<&str>) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => parameters.contains(name.as_str()),
        ExprKind::Cast(_, inner) => is_parameter(inner, parameters),
        _ => false,
    }
}

/// A walk over one thread.
struct Walk<'a> {
    holders: &'a mut AddressHolders,
    thread: u32,
    parameters: FxHashSet<&'a str>,
}

impl Walk<'_> {
    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Empty | StatementKind::Break | StatementKind::Continue => {}
            StatementKind::Expression(expr) => {
                self.expr(expr);
            }
            StatementKind::Declaration(declarators) => {
                for declarator in declarators {
                    let mut flow = self.name(&declarator.name.text);
                    flow.address |= declarator.ctype.meaning().is_pointer();
                    let value = declarator.value.as_ref().map(|value| self.expr(value)).unwrap_or_default();
                    self.holders.join(&flow, &value);
                }
            }
            StatementKind::Block(all) => all.iter().for_each(|statement| self.statement(statement)),
            StatementKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.statement(then);
                otherwise.iter().for_each(|statement| self.statement(statement));
            }
            StatementKind::While { condition, body } | StatementKind::DoWhile { body, condition } => {
                self.expr(condition);
                self.statement(body);
            }
            StatementKind::For { init, condition, step, body } => {
                init.iter().for_each(|statement| self.statement(statement));
                condition.iter().chain(step).for_each(|expr| {
                    self.expr(expr);
                });
                self.statement(body);
            }
            StatementKind::Return(value) => {
                value.iter().for_each(|value| {
                    self.expr(value);
                });
            }
        }
    }

    fn name(&mut self, name: &str) -> Flow {
        if self.parameters.contains(name) {
            return Flow { slots: Vec::new(), address: true };
        }
        let slot = self.holders.slot(Slot::Local(self.thread, name.to_owned()));
        Flow { slots: vec![slot], address: false }
    }

    /// What is behind a pointer; whatever flows into the pointer is an address.
    fn behind(&mut self, address: &Expr) -> Flow {
        let pointer = self.expr(address);
        self.holders.join(&pointer, &Flow { slots: Vec::new(), address: true });
        let slot = self.holders.slot(content_of(address, &self.parameters));
        Flow { slots: vec![slot], address: false }
    }

    fn expr(&mut self, expr: &Expr) -> Flow {
        match &expr.kind {
            ExprKind::Number { .. } | ExprKind::SizeOfType(_) => Flow::default(),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Cast(ctype, inner) => {
                let mut flow = self.expr(inner);
                flow.address |= ctype.meaning().is_pointer();
                flow
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.expr(condition);
                let (then, otherwise) = (self.expr(then), self.expr(otherwise));
                self.joined(then, otherwise)
            }
            ExprKind::Assign { operator: None, target, value } => {
                let (target, value) = (self.expr(target), self.expr(value));
                self.joined(target, value)
            }
            ExprKind::Comma(left, right) => {
                self.expr(left);
                self.expr(right)
            }
            ExprKind::AddressOf(inner) => {
                self.expr(inner);
                Flow { slots: Vec::new(), address: true }
            }
            ExprKind::Dereference(inner) => self.behind(inner),
            ExprKind::Index(array, index) => {
                self.expr(index);
                self.behind(array)
            }
            ExprKind::Step { target, .. } => self.expr(target),
            ExprKind::Assign { operator: Some(_), target, value } => {
                let target = self.expr(target);
                self.expr(value);
                target
            }
            ExprKind::Unary(_, inner) => {
                self.expr(inner);
                Flow::default()
            }
            ExprKind::Logical { left, right, .. } => {
                self.expr(left);
                self.expr(right);
                Flow::default()
            }
            ExprKind::Call(call) => self.call(call),
        }
    }

    fn joined(&mut self, left: Flow, right: Flow) -> Flow {
        self.holders.join(&left, &right);
        let mut slots = left.slots;
        slots.extend(right.slots);
        Flow { slots, address: left.address || right.address }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Flow {
        let (left, right) = (self.expr(left), self.expr(right));
        match operator {
            Binary::Add => {
                // An address plus a number; which of both it is does not matter when neither is known to be one.
                if right.address { right } else { left }
            }
            Binary::Subtract => {
                if left.address && right.address {
                    Flow::default()
                } else {
                    left
                }
            }
            operator if operator.is_comparison() => {
                self.holders.join(&left, &right);
                Flow::default()
            }
            _ => Flow::default(),
        }
    }

    fn call(&mut self, call: &Call) -> Flow {
        let arguments: Vec<&Expr> = call.arguments.iter().filter_map(Argument::expr).collect();
        let Some(shape) = primitives::find(&call.name.text) else { return Flow::default() };
        match (shape, arguments.as_slice()) {
            (Shape::KillDependency | Shape::AnnotatedLoad, [value, ..]) => self.expr(value),
            (Shape::AnnotatedStore, [object, value, ..]) => {
                let (object, value) = (self.expr(object), self.expr(value));
                self.joined(object, value)
            }
            (Shape::Load { .. }, [object, ..]) => self.behind(object),
            (
                Shape::Store { .. } | Shape::Init | Shape::Exchange { .. } | Shape::AnnotatedExchange,
                [object, value, ..],
            ) => {
                let (object, value) = (self.behind(object), self.expr(value));
                self.joined(object, value)
            }
            (Shape::CompareExchange { .. } | Shape::CompareExchangeWeakness, [object, expected, desired, ..]) => {
                let (object, desired) = (self.behind(object), self.expr(desired));
                let flow = self.joined(object, desired);
                let expected = match &expected.kind {
                    ExprKind::AddressOf(inner) => self.expr(inner),
                    _ => self.behind(expected),
                };
                self.joined(flow, expected);
                Flow::default()
            }
            (Shape::AnnotatedCompareExchange, [object, old, new, ..]) => {
                let object = self.behind(object);
                let (old, new) = (self.expr(old), self.expr(new));
                let flow = self.joined(object, old);
                self.joined(flow, new)
            }
            (Shape::Fetch { .. } | Shape::AnnotatedOperation(_), [object, operand, ..]) => {
                self.expr(operand);
                self.behind(object)
            }
            (_, arguments) => {
                for argument in arguments {
                    self.expr(argument);
                }
                Flow::default()
            }
        }
    }
}
