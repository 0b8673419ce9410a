//! Evaluation of expressions.
//!
//! What is still to be done lies on a stack of tasks, what has been found on a stack of values; Rust's own stack does not grow with the
//! recursion of a model. A task that evaluates an expression replaces itself by the tasks for its parts and one that puts them
//! together. A call in tail position leaves nothing behind, so that loops written as recursion run in constant space.

use std::rc::Rc;

use relation::{EventSet, IdVec};
use source::Span;

use super::Limits;
use super::failure::{Complaint, EvaluationError, Failure, Limit};
use super::operators::{Algebra, Misfit};
use super::sequence::Prefix;
use super::value::{Frame, SlotState, Value};
use crate::ast::{Operator, UnaryOperator};
use crate::ir::{Definition, ExprId, ExprKind, GroupId, MatchSet, Model, Parameter, Place, Slot, Target};
use crate::{Base, BaseId, BaseKind};

pub(super) type Outcome<T> = Result<T, Box<Failure>>;

/// How many values may be inside one another: dropping and comparing them is recursive.
const VALUE_DEPTH: u32 = 1000;

/// How many calls an error message names.
const CALLS_NAMED: usize = 3;

/// How many steps pass between two looks at the cancel flag.
const STEPS_BETWEEN_LOOKS: u64 = 256;

/// Something to do. Those that hold an [`ExprId`] and nothing else belong to that expression, whose parts are evaluated.
enum Task {
    Eval(ExprId),
    Unary(ExprId),
    Operation(ExprId),
    /// Operand `index` of a sequence is evaluated; those before it make up the prefix.
    Sequence { expr: ExprId, index: usize, prefix: Option<Prefix> },
    Set(ExprId),
    Tuple(ExprId),
    Call(ExprId),
    /// Goes back to the frame of the caller, or of whoever asked for a delayed value.
    Return { frame: Rc<Frame>, call: ExprId },
    Memoise { frame: Rc<Frame>, slot: Slot },
    Part { index: u32, of: ExprId },
    MatchTag(ExprId),
    MatchSet(ExprId),
    Branch(ExprId),
    Fixpoint(Box<Fixpoint>),
    /// Drops the handler of an attempt that has succeeded.
    EndTry { fallback: ExprId, values: usize, frame: Rc<Frame> },
}

/// A `let rec` that is being iterated.
struct Fixpoint {
    expr: ExprId,
    group: GroupId,
    body: ExprId,
    old: Vec<Value>,
    new: Vec<Value>,
}

pub(super) struct Machine<'r> {
    pub(super) model: &'r Model,
    pub(super) base: &'r dyn Base,
    pub(super) algebra: Algebra<'r>,
    limits: &'r Limits<'r>,
    steps: u64,
    tasks: Vec<Task>,
    values: Vec<Value>,
    frame: Rc<Frame>,
    /// The expression that is being evaluated.
    at: ExprId,
    base_values: IdVec<BaseId, Option<Value>>,
    /// Frames that hold closures, which may hold them.
    holding_closures: Vec<Rc<Frame>>,
}

impl<'r> Machine<'r> {
    pub(super) fn new(model: &'r Model, base: &'r dyn Base, limits: &'r Limits<'r>, frame: Rc<Frame>) -> Machine<'r> {
        Machine {
            model,
            base,
            algebra: Algebra::new(model, base.universe()),
            limits,
            steps: 0,
            tasks: Vec::new(),
            values: Vec::new(),
            frame,
            at: ExprId::from_number(0),
            base_values: IdVec::from_elem(None, model.vocabulary.len()),
            holding_closures: Vec::new(),
        }
    }

    /// The value of an expression whose names are those of `frame`.
    pub(super) fn evaluate(&mut self, expr: ExprId, frame: &Rc<Frame>) -> Outcome<Value> {
        debug_assert!(self.tasks.is_empty());
        self.values.clear();
        self.frame = frame.clone();
        self.tasks.push(Task::Eval(expr));
        while let Some(task) = self.tasks.pop() {
            if let Err(failure) = self.step().and_then(|()| self.perform(task)) {
                self.recover(failure)?;
            }
        }
        Ok(self.pop())
    }

    /// Counts a step.
    pub(super) fn step(&mut self) -> Outcome<()> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(self.limit(Limit::Steps));
        }
        if self.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && (self.limits.cancelled)() {
            return Err(Box::new(Failure::Cancelled));
        }
        if self.tasks.len() > self.limits.depth {
            return Err(self.limit(Limit::Depth));
        }
        Ok(())
    }

    pub(super) fn limit(&self, limit: Limit) -> Box<Failure> {
        Box::new(Failure::Limit { limit, span: self.span(self.at) })
    }

    /// Fails when a set of values has grown too large or values nest too deep.
    pub(super) fn check_size(&self, value: &Value) -> Outcome<()> {
        if let Value::Values(set) | Value::Tags(_, set) = value
            && set.len() > self.limits.elements
        {
            return Err(self.limit(Limit::Elements));
        }
        if value.depth() > VALUE_DEPTH { Err(self.limit(Limit::Depth)) } else { Ok(()) }
    }

    pub(super) fn element_limit(&self) -> usize {
        self.limits.elements
    }

    pub(super) fn span(&self, expr: ExprId) -> Span {
        self.model.exprs[expr].span
    }

    fn kind(&self, expr: ExprId) -> &'r ExprKind {
        &self.model.exprs[expr].kind
    }

    pub(super) fn error(&self, expr: ExprId, complaint: impl Into<Complaint>) -> Box<Failure> {
        let (span, complaint) = (self.span(expr), complaint.into());
        Box::new(Failure::Evaluation(EvaluationError { span, complaint, calls: Vec::new() }))
    }

    pub(super) fn expected(&self, expr: ExprId, expected: &'static str, found: &Value) -> Box<Failure> {
        self.error(expr, Complaint::Expected { expected, found: found.kind() })
    }

    /// Turns what is wrong with an operand into an error at its place.
    pub(super) fn at_operand<T>(&self, expr: ExprId, operands: &[ExprId], result: Result<T, Misfit>) -> Outcome<T> {
        result.map_err(|misfit| {
            let place = misfit.operand.and_then(|index| operands.get(index)).copied().unwrap_or(expr);
            self.error(place, misfit.complaint)
        })
    }

    /// Goes on at the fallback of the innermost `try`, or gives the failure back.
    fn recover(&mut self, mut failure: Box<Failure>) -> Outcome<()> {
        while let Some(task) = self.tasks.pop() {
            match (task, &mut *failure) {
                (Task::EndTry { fallback, values, frame }, failure) if failure.is_catchable() => {
                    self.values.truncate(values);
                    self.frame = frame;
                    self.tasks.push(Task::Eval(fallback));
                    return Ok(());
                }
                (Task::Return { call, .. }, Failure::Evaluation(error)) if error.calls.len() < CALLS_NAMED => {
                    if matches!(self.kind(call), ExprKind::Apply(..)) {
                        error.calls.push(self.span(call));
                    }
                }
                _ => {}
            }
        }
        Err(failure)
    }

    fn pop(&mut self) -> Value {
        self.values.pop().expect("an evaluated expression leaves its value")
    }

    fn pop_many(&mut self, count: usize) -> Vec<Value> {
        self.values.split_off(self.values.len() - count)
    }

    fn push(&mut self, value: Value) -> Outcome<()> {
        self.values.push(value);
        Ok(())
    }

    fn push_checked(&mut self, value: Value) -> Outcome<()> {
        self.check_size(&value)?;
        self.push(value)
    }

    fn eval(&mut self, expr: ExprId) -> Outcome<()> {
        self.tasks.push(Task::Eval(expr));
        Ok(())
    }

    /// Evaluates `parts` from left to right, then does `task`.
    fn eval_all(&mut self, task: Task, parts: &[ExprId]) -> Outcome<()> {
        self.tasks.push(task);
        self.tasks.extend(parts.iter().rev().map(|&part| Task::Eval(part)));
        Ok(())
    }

    fn perform(&mut self, task: Task) -> Outcome<()> {
        match task {
            Task::Eval(expr) => self.begin(expr),
            Task::Unary(expr) => self.unary(expr),
            Task::Operation(expr) => self.operation(expr),
            Task::Sequence { expr, index, prefix } => self.sequence_operand(expr, index, prefix),
            Task::Set(expr) => {
                let ExprKind::Set(parts) = self.kind(expr) else { unreachable!("a set") };
                let elements = self.pop_many(parts.len());
                let set = self.algebra.explicit_set(elements);
                let set = self.at_operand(expr, parts, set)?;
                self.push_checked(set)
            }
            Task::Tuple(expr) => {
                let ExprKind::Tuple(parts) = self.kind(expr) else { unreachable!("a tuple") };
                let parts = self.pop_many(parts.len());
                self.push_checked(Value::tuple(parts))
            }
            Task::Call(expr) => self.call(expr),
            Task::Return { frame, .. } => {
                self.frame = frame;
                Ok(())
            }
            Task::Memoise { frame, slot } => {
                let value = self.values.last().expect("the value that was delayed").clone();
                self.memoise(&frame, slot, value)
            }
            Task::Part { index, of } => {
                let whole = self.pop();
                let part = part(&whole, index as usize);
                let part = part.ok_or_else(|| self.error(of, wrong_arity(&whole, index as usize + 1)))?;
                self.push(part)
            }
            Task::MatchTag(expr) => self.match_tag(expr),
            Task::MatchSet(expr) => self.match_set(expr),
            Task::Branch(expr) => self.branch(expr),
            Task::Fixpoint(fixpoint) => self.fixpoint_round(fixpoint),
            Task::EndTry { .. } => Ok(()),
        }
    }

    /// Values that are at hand are pushed; for others the tasks are.
    fn begin(&mut self, expr: ExprId) -> Outcome<()> {
        self.at = expr;
        match self.kind(expr) {
            ExprKind::Zero => self.push(Value::Zero),
            ExprKind::Universe => self.push(Value::Universe),
            ExprKind::Empty => self.push(Value::Empty),
            ExprKind::Tag(of, tag) => self.push(Value::Tag(*of, *tag)),
            ExprKind::AllTags(of) => self.push(self.algebra.all_tags(*of)),
            ExprKind::Local { depth, slot, .. } => self.local(expr, *depth, *slot),
            ExprKind::Base(base) => {
                let value = self.base_value(*base);
                self.push(value)
            }
            ExprKind::Primitive(primitive) => self.push(Value::Primitive(*primitive)),
            ExprKind::Unbound(unbound) => Err(self.error(expr, Complaint::Unbound((**unbound).clone()))),
            ExprKind::Function(function) => self.push(Value::Closure(*function, self.frame.clone())),
            ExprKind::Set(parts) => self.eval_all(Task::Set(expr), parts),
            ExprKind::Tuple(parts) => self.eval_all(Task::Tuple(expr), parts),
            ExprKind::Unary(_, operand) => self.eval_all(Task::Unary(expr), &[*operand]),
            ExprKind::Operation(Operator::Sequence, _) => self.sequence_next(expr, 0, None),
            ExprKind::Operation(_, operands) => self.eval_all(Task::Operation(expr), operands),
            ExprKind::Apply(function, argument) => self.eval_all(Task::Call(expr), &[*function, *argument]),
            ExprKind::Let(definitions, body) => {
                define(&self.frame, self.model, definitions);
                self.eval(*body)
            }
            ExprKind::LetRec(group, body) => self.fixpoint(expr, *group, *body),
            ExprKind::MatchTag { subject, .. } => self.eval_all(Task::MatchTag(expr), &[*subject]),
            ExprKind::MatchSet(matching) => self.eval_all(Task::MatchSet(expr), &[matching.subject]),
            ExprKind::Try(attempt, fallback) => {
                let (values, frame) = (self.values.len(), self.frame.clone());
                self.eval_all(Task::EndTry { fallback: *fallback, values, frame }, &[*attempt])
            }
            ExprKind::If(condition, ..) => self.eval_all(Task::Branch(expr), &[condition.left, condition.right]),
        }
    }
}

/// Names.
impl Machine<'_> {
    pub(super) fn base_value(&mut self, id: BaseId) -> Value {
        if let Some(value) = &self.base_values[id] {
            return value.clone();
        }
        let value = match self.model.vocabulary.get(id).kind {
            BaseKind::Set => Value::set(self.base.set(id)),
            BaseKind::Relation => Value::relation(self.base.relation(id)),
        };
        self.base_values[id] = Some(value.clone());
        value
    }

    fn local(&mut self, expr: ExprId, depth: u32, slot: Slot) -> Outcome<()> {
        let mut owner = self.frame.clone();
        for _ in 0..depth {
            owner = owner.outer.clone().expect("a name is as many frames out as the resolver says");
        }
        self.slot(expr, &owner, slot)
    }

    fn slot(&mut self, expr: ExprId, owner: &Rc<Frame>, slot: Slot) -> Outcome<()> {
        match owner.get(slot) {
            SlotState::Ready(value) => self.push(value),
            SlotState::Function(function) => self.push(Value::Closure(function, owner.clone())),
            SlotState::Procedure(procedure) => self.push(Value::Procedure(procedure, owner.clone())),
            SlotState::Delayed(delayed) => {
                self.enter(owner.clone(), expr);
                self.tasks.push(Task::Memoise { frame: owner.clone(), slot });
                self.eval(delayed)
            }
            SlotState::Part { whole, index } => {
                self.tasks.push(Task::Part { index, of: expr });
                self.slot(expr, owner, whole)
            }
            SlotState::Unset => unreachable!("a name is resolved after its definition"),
        }
    }

    /// Makes `frame` the current one until what is pushed on top of this is done.
    fn enter(&mut self, frame: Rc<Frame>, call: ExprId) {
        let current = std::mem::replace(&mut self.frame, frame);
        if !matches!(self.tasks.last(), Some(Task::Return { .. })) && !Rc::ptr_eq(&current, &self.frame) {
            self.tasks.push(Task::Return { frame: current, call });
        }
    }

    fn memoise(&mut self, frame: &Rc<Frame>, slot: Slot, value: Value) -> Outcome<()> {
        if holds_closure(&value) {
            self.holding_closures.push(frame.clone());
        }
        frame.put(slot, SlotState::Ready(value));
        if frame.depth() > VALUE_DEPTH { Err(self.limit(Limit::Depth)) } else { Ok(()) }
    }

    fn call(&mut self, expr: ExprId) -> Outcome<()> {
        let ExprKind::Apply(function_expr, argument_expr) = *self.kind(expr) else { unreachable!("an application") };
        let (argument, function) = (self.pop(), self.pop());
        match function {
            Value::Closure(id, environment) => {
                let function = &self.model.functions[id];
                let frame = Rc::new(Frame::new(Some(environment), function.frame_size));
                self.bind_parameter(&frame, &function.parameter, argument, argument_expr)?;
                self.enter(frame, expr);
                self.eval(function.body)
            }
            Value::Primitive(primitive) => {
                let result = self.primitive(primitive, argument, expr)?;
                self.push_checked(result)
            }
            other => Err(self.expected(function_expr, "a function", &other)),
        }
    }

    /// Binds the argument of a call; a tuple pattern takes exactly as many parts as it has names.
    pub(super) fn bind_parameter(&mut self, frame: &Rc<Frame>, parameter: &Parameter, argument: Value, at: ExprId) -> Outcome<()> {
        match parameter {
            Parameter::One(place) => put(frame, *place, argument),
            Parameter::Tuple(places) => {
                if arity(&argument) != places.len() {
                    return Err(self.error(at, wrong_arity(&argument, places.len())));
                }
                for (index, place) in places.iter().enumerate() {
                    put(frame, *place, part(&argument, index).unwrap_or(Value::Empty));
                }
            }
        }
        if frame.depth() > VALUE_DEPTH { Err(self.limit(Limit::Depth)) } else { Ok(()) }
    }

    /// Breaks the cycles of frames and closures that this run made.
    pub(super) fn release(&mut self) {
        self.tasks.clear();
        self.values.clear();
        for frame in self.holding_closures.drain(..) {
            frame.clear();
        }
    }
}

/// Operators.
impl Machine<'_> {
    fn unary(&mut self, expr: ExprId) -> Outcome<()> {
        let ExprKind::Unary(operator, operand) = *self.kind(expr) else { unreachable!("a unary operator") };
        let value = self.pop();
        let result = self.algebra.unary(operator, value);
        let result = self.at_operand(expr, &[operand], result)?;
        self.push(result)
    }

    fn operation(&mut self, expr: ExprId) -> Outcome<()> {
        let ExprKind::Operation(operator, operands) = self.kind(expr) else { unreachable!("an operator") };
        let mut values = self.pop_many(operands.len());
        if *operator == Operator::Union {
            let result = self.algebra.union(values);
            let result = self.at_operand(expr, operands, result)?;
            return self.push_checked(result);
        }
        let mut index = operands.len() - 1;
        let mut right = values.pop().expect("an operator has operands");
        while let Some(left) = values.pop() {
            index -= 1;
            let result = match operator {
                Operator::Intersection => self.algebra.intersection(left, right),
                Operator::Difference => self.algebra.difference(left, right),
                Operator::Product => self.algebra.product(&left, &right),
                Operator::Add => self.algebra.add(left, right),
                Operator::Union | Operator::Sequence => unreachable!("evaluated elsewhere"),
            };
            right = self.at_operand(expr, &operands[index..], result)?;
        }
        self.push_checked(right)
    }

    /// Evaluates operand `index` of a sequence, or, after the last, leaves the result.
    fn sequence_next(&mut self, expr: ExprId, index: usize, prefix: Option<Prefix>) -> Outcome<()> {
        let ExprKind::Operation(_, operands) = self.kind(expr) else { unreachable!("a sequence") };
        let Some(&operand) = operands.get(index) else {
            return self.push(prefix.map_or(Value::Empty, Prefix::into_value));
        };
        self.tasks.push(Task::Sequence { expr, index, prefix });
        // `[S]` is not made a relation; the others are restricted to `S`.
        match self.kind(operand) {
            ExprKind::Unary(UnaryOperator::Identity, set) => self.eval(*set),
            _ => self.eval(operand),
        }
    }

    /// Appends an operand. Where nothing is left, operands to the right are not evaluated, and so cannot fail.
    fn sequence_operand(&mut self, expr: ExprId, index: usize, prefix: Option<Prefix>) -> Outcome<()> {
        let ExprKind::Operation(_, operands) = self.kind(expr) else { unreachable!("a sequence") };
        let value = self.pop();
        let next = match self.kind(operands[index]) {
            ExprKind::Unary(UnaryOperator::Identity, set) => {
                let set = self.algebra.as_set(&value).ok_or_else(|| self.expected(*set, "a set of events", &value))?;
                Prefix::Identity(set)
            }
            _ => match &value {
                Value::Classes(relation) => Prefix::Classes(relation.clone()),
                _ => Prefix::Relation(
                    self.algebra
                        .as_relation(&value)
                        .ok_or_else(|| self.expected(operands[index], "a relation", &value))?,
                ),
            },
        };
        let together = match prefix {
            None => next,
            Some(prefix) => prefix.then(&next).map_err(|mixed| self.error(operands[index], mixed))?,
        };
        if together.is_empty() { self.push(Value::Empty) } else { self.sequence_next(expr, index + 1, Some(together)) }
    }

    fn branch(&mut self, expr: ExprId) -> Outcome<()> {
        let ExprKind::If(condition, then, otherwise) = *self.kind(expr) else { unreachable!("a condition") };
        let (right, left) = (self.pop(), self.pop());
        let holds = self.algebra.compare(condition.relation, &left, &right);
        let holds = self.at_operand(condition.left, &[condition.left, condition.right], holds)?;
        self.eval(if holds { then } else { otherwise })
    }
}

/// `match`.
impl Machine<'_> {
    fn match_tag(&mut self, expr: ExprId) -> Outcome<()> {
        let ExprKind::MatchTag { subject, clauses, default } = self.kind(expr) else { unreachable!("a match") };
        let value = self.pop();
        let Value::Tag(_, tag) = value else { return Err(self.expected(*subject, "a tag", &value)) };
        let clause = clauses.iter().find(|(of, _)| *of == Some(tag)).map(|(_, body)| *body);
        match clause.or(*default) {
            Some(body) => self.eval(body),
            None => Err(self.error(expr, self.no_clause(tag))),
        }
    }

    pub(super) fn no_clause(&self, tag: crate::ir::TagId) -> Complaint {
        Complaint::Other(format!("no clause matches the tag `'{}`", self.model.tags[tag].name))
    }

    fn match_set(&mut self, expr: ExprId) -> Outcome<()> {
        let ExprKind::MatchSet(matching) = self.kind(expr) else { unreachable!("a match") };
        let value = self.pop();
        let taken = match &value {
            Value::Empty | Value::Zero => None,
            Value::Set(set) => set.first().map(|first| {
                let mut rest = (**set).clone();
                rest.remove(first);
                let before = EventSet::empty(set.universe());
                (Value::set(before), Value::Event(first), Value::set(rest))
            }),
            Value::Relation(relation) => {
                let first = relation.iter().next();
                first.map(|(source, target)| {
                    let mut rest = (**relation).clone();
                    rest.remove(source, target);
                    let before = relation::Relation::empty(relation.universe());
                    (Value::relation(before), Value::Pair(source, target), Value::relation(rest))
                })
            }
            Value::Tags(of, set) => set
                .take_first()
                .map(|(first, rest)| (Value::Tags(*of, Default::default()), first, Value::Tags(*of, rest))),
            Value::Values(set) => {
                set.take_first().map(|(first, rest)| (Value::Values(Default::default()), first, Value::Values(rest)))
            }
            _ => return Err(self.expected(matching.subject, "a set or relation", &value)),
        };
        let MatchSet { empty, splits, before, element, rest, body, .. } = **matching;
        let Some((none_before, first, others)) = taken else { return self.eval(empty) };
        if splits {
            put(&self.frame, before, none_before);
        }
        put(&self.frame, element, first);
        put(&self.frame, rest, others);
        self.eval(body)
    }
}

/// `let rec`.
impl Machine<'_> {
    fn fixpoint(&mut self, expr: ExprId, group: GroupId, body: ExprId) -> Outcome<()> {
        let old = self.begin_group(group, &self.frame.clone());
        match self.model.groups[group].values.first() {
            None => self.eval(body),
            Some(first) => {
                let fixpoint = Fixpoint { expr, group, body, old, new: Vec::new() };
                self.tasks.push(Task::Fixpoint(Box::new(fixpoint)));
                self.eval(first.value)
            }
        }
    }

    /// Binds the functions of a group, and its other names to the empty set, where the iteration begins.
    pub(super) fn begin_group(&mut self, group: GroupId, frame: &Rc<Frame>) -> Vec<Value> {
        let group = &self.model.groups[group];
        for &(place, function) in &group.functions {
            frame.put(place.slot, SlotState::Function(function));
        }
        let begin = |definition: &Definition| match &definition.target {
            Target::One(place) => {
                put(frame, *place, Value::Empty);
                Value::Empty
            }
            Target::Tuple { parts, .. } => {
                parts.iter().for_each(|place| put(frame, *place, Value::Empty));
                Value::tuple(vec![Value::Empty; parts.len()])
            }
        };
        group.values.iter().map(begin).collect()
    }

    /// Gives a name of a group its value for the rest of the round and the next one.
    pub(super) fn assign(&mut self, definition: &Definition, value: &Value, frame: &Rc<Frame>) -> Outcome<()> {
        match &definition.target {
            Target::One(place) => put(frame, *place, value.clone()),
            Target::Tuple { parts, .. } => {
                for (index, place) in parts.iter().enumerate() {
                    let part = part(value, index);
                    let part = part.ok_or_else(|| self.error(definition.value, wrong_arity(value, parts.len())))?;
                    put(frame, *place, part);
                }
            }
        }
        Ok(())
    }

    /// Whether a round has added nothing to any of the values.
    pub(super) fn is_stable(&self, group: GroupId, old: &[Value], new: &[Value]) -> Outcome<bool> {
        for ((old, new), definition) in old.iter().zip(new).zip(&self.model.groups[group].values) {
            let stable = self.algebra.is_stable(old, new);
            if !self.at_operand(definition.value, &[], stable)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fixpoint_round(&mut self, mut fixpoint: Box<Fixpoint>) -> Outcome<()> {
        self.at = fixpoint.expr;
        let definitions = &self.model.groups[fixpoint.group].values;
        let value = self.pop();
        self.check_size(&value)?;
        self.assign(&definitions[fixpoint.new.len()], &value, &self.frame.clone())?;
        fixpoint.new.push(value);
        if fixpoint.new.len() == definitions.len() {
            if self.is_stable(fixpoint.group, &fixpoint.old, &fixpoint.new)? {
                return self.eval(fixpoint.body);
            }
            fixpoint.old = std::mem::take(&mut fixpoint.new);
        }
        let next = definitions[fixpoint.new.len()].value;
        self.tasks.push(Task::Fixpoint(fixpoint));
        self.eval(next)
    }
}

/// Delays the values of definitions: those that nothing asks for are never evaluated.
pub(super) fn define(frame: &Rc<Frame>, model: &Model, definitions: &[Definition]) {
    for definition in definitions {
        let delayed = match &model.exprs[definition.value].kind {
            ExprKind::Function(function) => SlotState::Function(*function),
            _ => SlotState::Delayed(definition.value),
        };
        match &definition.target {
            Target::One(None) => {}
            Target::One(Some(place)) => frame.put(place.slot, delayed),
            Target::Tuple { whole, parts } => {
                frame.put(*whole, delayed);
                for (index, place) in parts.iter().enumerate() {
                    if let Some(place) = place {
                        frame.put(place.slot, SlotState::Part { whole: *whole, index: index as u32 });
                    }
                }
            }
        }
    }
}

fn put(frame: &Frame, place: Option<Place>, value: Value) {
    if let Some(place) = place {
        frame.put(place.slot, SlotState::Ready(value));
    }
}

/// How many parts a value has for a pattern: a pair of events has two, what is no tuple one.
fn arity(value: &Value) -> usize {
    match value {
        Value::Tuple(tuple) => tuple.parts.len(),
        Value::Pair(..) => 2,
        _ => 1,
    }
}

fn part(value: &Value, index: usize) -> Option<Value> {
    match value {
        Value::Tuple(tuple) => tuple.parts.get(index).cloned(),
        Value::Pair(source, target) => [*source, *target].get(index).map(|&event| Value::Event(event)),
        other => (index == 0).then(|| other.clone()),
    }
}

fn wrong_arity(value: &Value, wanted: usize) -> Complaint {
    Complaint::Other(match value {
        Value::Tuple(tuple) => format!("expected a tuple of {wanted}, found one of {}", tuple.parts.len()),
        other => format!("expected a tuple of {wanted}, found {}", other.kind()),
    })
}

fn holds_closure(value: &Value) -> bool {
    match value {
        Value::Closure(..) | Value::Procedure(..) => true,
        Value::Tuple(tuple) => tuple.parts.iter().any(holds_closure),
        _ => false,
    }
}
