//! Which integers hold addresses.
//!
//! Litmus tests are careless with types: `int r1 = READ_ONCE(*p);` may well read an address, in herd an integer is as good as a
//! pointer. Here an `int` has 32 bits and an address 64. So before types are looked at, values are followed through
//! assignments, without regard to the order of statements: a variable or a location that may hold an address, or that is used as one,
//! has 64 bits whatever its declaration says.
//!
//! The analysis is a unification over names (in the manner of Steensgaard): it over-approximates, which widens some integers that need
//! not be; their values stay the same.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::ast::{Argument, Binary, Call, Expr, ExprKind, For, Function, Parameter, Statement, StatementKind};
use super::ctype::Type;
use super::primitives::Shape;

/// Something that holds values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Slot<'a> {
    /// A local variable of a thread, by name.
    Local(u32, &'a str),
    /// What the location behind a parameter holds.
    Content(&'a str),
    /// What is behind any other pointer.
    Elsewhere,
}

/// Which slots hold addresses.
#[derive(Debug, Default)]
pub(crate) struct AddressHolders<'a> {
    /// Of those that values flow between, or that hold addresses; none when no slot holds one, as in most tests.
    ids: FxHashMap<Slot<'a>, usize>,
    /// The parent of each slot in its class; itself at the root.
    parents: Vec<usize>,
    /// Whether a class holds addresses, by root.
    holds: Vec<bool>,
}

/// What a walk over the threads finds.
#[derive(Default)]
struct Findings<'a> {
    /// Slots that values flow between.
    joined: SmallVec<[(Slot<'a>, Slot<'a>); 8]>,
    /// Slots that hold addresses for sure.
    marked: SmallVec<[Slot<'a>; 4]>,
}

/// Where a value may come from.
#[derive(Clone, Copy, Debug, Default)]
struct Flow<'a> {
    /// One of the slots that it may come from; they are all of one class.
    slot: Option<Slot<'a>>,
    /// Whether it is an address for sure.
    address: bool,
}

impl<'a> AddressHolders<'a> {
    /// Follows the values of all threads; `locations` hold addresses at the start.
    pub(crate) fn find(functions: &'a [Function<'a>], locations: &[&'a str]) -> AddressHolders<'a> {
        let mut findings = Findings::default();
        findings.marked.extend(locations.iter().copied().map(Slot::Content));
        for function in functions {
            let mut walk = Walk { findings: &mut findings, thread: function.number, parameters: &function.parameters };
            for parameter in &function.parameters {
                if let Type::Pointer(pointee) = parameter.meaning
                    && pointee.get().is_pointer()
                {
                    walk.findings.marked.push(Slot::Content(&parameter.name.text));
                }
            }
            function.body.iter().for_each(|statement| walk.statement(statement));
        }
        AddressHolders::of(&findings)
    }

    fn of(findings: &Findings<'a>) -> AddressHolders<'a> {
        let mut holders = AddressHolders::default();
        if findings.marked.is_empty() {
            return holders;
        }
        for &(left, right) in &findings.joined {
            let (left, right) = (holders.id(left), holders.id(right));
            let (into, from) = (holders.root(left), holders.root(right));
            holders.parents[from] = into;
        }
        for &slot in &findings.marked {
            let id = holders.id(slot);
            let root = holders.root(id);
            holders.holds[root] = true;
        }
        holders
    }

    /// Whether a local variable holds addresses.
    pub(crate) fn local(&self, thread: u32, name: &str) -> bool {
        self.holds(Slot::Local(thread, name))
    }

    /// Whether the location behind the pointer `address` holds addresses.
    pub(crate) fn behind(&self, address: &Expr<'_>, parameters: &[Parameter<'_>]) -> bool {
        !self.ids.is_empty() && self.holds(content_of(address, parameters))
    }

    /// Whether what is behind pointers that are no parameters holds addresses.
    pub(crate) fn elsewhere(&self) -> bool {
        self.holds(Slot::Elsewhere)
    }

    fn holds(&self, slot: Slot<'_>) -> bool {
        self.ids.get(&slot).is_some_and(|&id| self.holds[self.root(id)])
    }

    fn id(&mut self, slot: Slot<'a>) -> usize {
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
}

impl<'a> Findings<'a> {
    /// Both hold addresses or neither does. Gives where a value comes from that may come from either.
    fn join(&mut self, left: Flow<'a>, right: Flow<'a>) -> Flow<'a> {
        let joined = Flow { slot: left.slot.or(right.slot), address: left.address || right.address };
        if let (Some(left), Some(right)) = (left.slot, right.slot) {
            self.joined.push((left, right));
        }
        self.marked.extend(joined.slot.filter(|_| joined.address));
        joined
    }
}

/// What the location behind a pointer holds: known when the pointer is a parameter, plus some number.
fn content_of<'e>(address: &'e Expr<'e>, parameters: &[Parameter<'_>]) -> Slot<'e> {
    let mut base = address;
    loop {
        base = match &base.kind {
            ExprKind::Name(name) if names(parameters, name) => return Slot::Content(name),
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

/// Whether one of the parameters is called `name`.
pub(crate) fn names(parameters: &[Parameter<'_>], name: &str) -> bool {
    parameters.iter().any(|parameter| parameter.name.text == name)
}

fn is_parameter(expr: &Expr<'_>, parameters: &[Parameter<'_>]) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => names(parameters, name),
        ExprKind::Cast(_, inner) => is_parameter(inner, parameters),
        _ => false,
    }
}

/// A walk over one thread.
struct Walk<'a, 'h> {
    findings: &'h mut Findings<'a>,
    thread: u32,
    parameters: &'a [Parameter<'a>],
}

impl<'a> Walk<'a, '_> {
    fn statement(&mut self, statement: &'a Statement<'a>) {
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
                    self.findings.join(flow, value);
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
            StatementKind::For(it) => {
                let For { init, condition, step, body } = &**it;
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

    fn name(&mut self, name: &'a str) -> Flow<'a> {
        if names(self.parameters, name) {
            return Flow { slot: None, address: true };
        }
        Flow { slot: Some(Slot::Local(self.thread, name)), address: false }
    }

    /// What is behind a pointer; whatever flows into the pointer is an address.
    fn behind(&mut self, address: &'a Expr<'a>) -> Flow<'a> {
        let pointer = self.expr(address);
        self.findings.join(pointer, Flow { slot: None, address: true });
        Flow { slot: Some(content_of(address, self.parameters)), address: false }
    }

    fn expr(&mut self, expr: &'a Expr<'a>) -> Flow<'a> {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::SizeOfType(_) => Flow::default(),
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
                self.findings.join(then, otherwise)
            }
            ExprKind::Assign { operator: None, target, value } => {
                let (target, value) = (self.expr(target), self.expr(value));
                self.findings.join(target, value)
            }
            ExprKind::Comma(left, right) => {
                self.expr(left);
                self.expr(right)
            }
            ExprKind::AddressOf(inner) => {
                self.expr(inner);
                Flow { slot: None, address: true }
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

    /// What is where a pointer argument points to, the address of a local variable among others.
    fn at_pointer(&mut self, pointer: &'a Expr<'a>) -> Flow<'a> {
        match &pointer.kind {
            ExprKind::AddressOf(inner) => self.expr(inner),
            _ => self.behind(pointer),
        }
    }

    fn binary(&mut self, operator: Binary, left: &'a Expr<'a>, right: &'a Expr<'a>) -> Flow<'a> {
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
                self.findings.join(left, right);
                Flow::default()
            }
            _ => Flow::default(),
        }
    }

    fn call(&mut self, call: &'a Call<'a>) -> Flow<'a> {
        let argument = |index| call.arguments.iter().filter_map(Argument::expr).nth(index);
        let Some(shape) = call.known else { return Flow::default() };
        match (shape, [0, 1, 2].map(argument)) {
            (Shape::KillDependency | Shape::AnnotatedLoad | Shape::ReadOnce, [Some(value), ..]) => self.expr(value),
            (Shape::AnnotatedStore | Shape::WriteOnce, [Some(object), Some(value), _]) => {
                let (object, value) = (self.expr(object), self.expr(value));
                self.findings.join(object, value)
            }
            (Shape::Load { .. }, [Some(object), ..]) => self.behind(object),
            (
                Shape::Store { .. } | Shape::Init | Shape::Exchange { .. } | Shape::AnnotatedExchange | Shape::SyncLock,
                [Some(object), Some(value), _],
            ) => {
                let (object, value) = (self.behind(object), self.expr(value));
                self.findings.join(object, value)
            }
            (
                Shape::CompareExchange { .. } | Shape::CompareExchangeWeakness,
                [Some(object), Some(expected), Some(desired)],
            ) => {
                let (object, desired) = (self.behind(object), self.expr(desired));
                let flow = self.findings.join(object, desired);
                let expected = self.at_pointer(expected);
                self.findings.join(flow, expected);
                Flow::default()
            }
            (Shape::GenericLoad | Shape::GenericStore, [Some(object), Some(place), _]) => {
                let (object, place) = (self.behind(object), self.at_pointer(place));
                self.findings.join(object, place)
            }
            (Shape::GenericExchange | Shape::GenericCompareExchange, [Some(object), Some(first), Some(second)]) => {
                let (object, first, second) = (self.behind(object), self.at_pointer(first), self.at_pointer(second));
                let flow = self.findings.join(object, first);
                self.findings.join(flow, second)
            }
            (
                Shape::AnnotatedCompareExchange | Shape::SyncCompareExchange { .. },
                [Some(object), Some(old), Some(new)],
            ) => {
                let object = self.behind(object);
                let (old, new) = (self.expr(old), self.expr(new));
                let flow = self.findings.join(object, old);
                self.findings.join(flow, new)
            }
            (
                Shape::Fetch { .. } | Shape::SyncFetch { .. } | Shape::AnnotatedOperation(_),
                [Some(object), Some(operand), _],
            ) => {
                self.expr(operand);
                self.behind(object)
            }
            _ => {
                for argument in call.arguments.iter().filter_map(Argument::expr) {
                    self.expr(argument);
                }
                Flow::default()
            }
        }
    }
}
