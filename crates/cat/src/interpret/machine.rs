//! Evaluation of expressions.
//!
//! What is still to be done lies on a stack of tasks, what has been found on a stack of values; Rust's own stack does not grow with the
//! recursion of a model. A task that evaluates an expression replaces itself by the tasks for its parts and one that puts them
//! together. A call in tail position leaves nothing behind, so that loops written as recursion run in constant space.

use std::rc::Rc;

use relation::IdVec;
use source::Span;

use super::Limits;
use super::binding::{define, part, wrong_arity};
use super::failure::{Complaint, EvaluationError, Failure, Limit};
use super::operators::{Algebra, Misfit};
use super::sequence::Prefix;
use super::value::{Frame, Value};
use crate::ast::{Operator, UnaryOperator};
use crate::ir::{ExprId, ExprKind, GroupId, Model, Slot};
use crate::{Base, BaseId};

pub(super) type Outcome<T> = Result<T, Box<Failure>>;

/// How many values may be inside one another: dropping and comparing them is recursive.
pub(super) const VALUE_DEPTH: u32 = 1000;

/// How many calls an error message names.
const CALLS_NAMED: usize = 3;

/// How many steps pass between two looks at the cancel flag.
const STEPS_BETWEEN_LOOKS: u64 = 256;

/// How many steps each element earns that makes a set of values larger than all before: orders by the thousand are built one by one.
const STEPS_EARNED: u64 = 1000;

/// So many words of a relation are combined in the time of a step.
const WORDS_A_STEP: u64 = 32;

/// Something to do. Those that hold an [`ExprId`] and nothing else belong to that expression, whose parts are evaluated.
pub(super) enum Task {
    Eval(ExprId),
    Unary(ExprId),
    Operation(ExprId),
    /// Operand `index` of a sequence is evaluated; those before it make up the prefix.
    Sequence {
        expr: ExprId,
        index: usize,
        prefix: Option<Prefix>,
    },
    Set(ExprId),
    Tuple(ExprId),
    Call(ExprId),
    /// Goes back to the frame of the caller, or of the expression that asked for a delayed value.
    Return {
        frame: Rc<Frame>,
        call: ExprId,
    },
    Memoise {
        frame: Rc<Frame>,
        slot: Slot,
    },
    Part {
        index: u32,
        of: ExprId,
    },
    MatchTag(ExprId),
    MatchSet(ExprId),
    Branch(ExprId),
    Fixpoint(Box<Fixpoint>),
    /// Drops the handler of an attempt that has succeeded.
    EndTry {
        fallback: ExprId,
        values: usize,
        frame: Rc<Frame>,
    },
}

/// A `let rec` that is being iterated.
pub(super) struct Fixpoint {
    pub(super) expr: ExprId,
    pub(super) group: GroupId,
    pub(super) body: ExprId,
    pub(super) old: Vec<Value>,
    pub(super) new: Vec<Value>,
}

pub(super) struct Machine<'r> {
    pub(super) model: &'r Model,
    pub(super) base: &'r dyn Base,
    pub(super) algebra: Algebra<'r>,
    limits: &'r Limits<'r>,
    steps: u64,
    /// How many steps an operator on relations counts as.
    relation_steps: u64,
    /// The size of the largest set of values so far.
    largest: usize,
    /// At how many steps the cancel flag is looked at.
    next_look: u64,
    pub(super) tasks: Vec<Task>,
    pub(super) values: Vec<Value>,
    pub(super) frame: Rc<Frame>,
    /// The expression that is being evaluated.
    pub(super) at: ExprId,
    pub(super) base_values: IdVec<BaseId, Option<Value>>,
    /// Frames that hold closures, which may hold them.
    pub(super) holding_closures: Vec<Rc<Frame>>,
}

impl<'r> Machine<'r> {
    pub(super) fn new(model: &'r Model, base: &'r dyn Base, limits: &'r Limits<'r>, frame: Rc<Frame>) -> Machine<'r> {
        Machine {
            model,
            base,
            algebra: Algebra::new(model, base.universe()),
            limits,
            steps: 0,
            relation_steps: (base.universe() * base.universe().div_ceil(64)) as u64 / WORDS_A_STEP + 2,
            largest: 0,
            next_look: STEPS_BETWEEN_LOOKS,
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
        self.work(1);
        if self.steps > self.limits.steps {
            return Err(self.limit(Limit::Steps));
        }
        if self.steps > self.next_look {
            self.next_look = self.steps + STEPS_BETWEEN_LOOKS;
            if (self.limits.cancelled)() {
                return Err(Box::new(Failure::Cancelled));
            }
        }
        if self.tasks.len() > self.limits.depth {
            return Err(self.limit(Limit::Depth));
        }
        Ok(())
    }

    /// Counts what takes the time of so many steps.
    fn work(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
    }

    /// Begins to count anew: a way through the choices has ended.
    pub(super) fn begin_way(&mut self) {
        (self.steps, self.next_look) = (0, STEPS_BETWEEN_LOOKS);
    }

    /// Counts what an operator made of values of this size.
    fn count_operator(&mut self, operator: Operator, result: &Value) {
        let steps = match (operator, result) {
            (_, Value::Relation(_)) => self.relation_steps,
            // One element was added, and compared with others.
            (Operator::Add, Value::Values(set)) => set.weight() / (set.len() as u64).max(1),
            (_, Value::Values(set)) => set.weight() / 4,
            _ => 0,
        };
        self.work(steps);
    }

    pub(super) fn limit(&self, limit: Limit) -> Box<Failure> {
        Box::new(Failure::Limit { limit, span: self.span(self.at) })
    }

    /// Fails when a set of values has grown too large or values nest too deep.
    pub(super) fn check_size(&mut self, value: &Value) -> Outcome<()> {
        if let Value::Values(set) | Value::Tags(_, set) = value {
            if set.weight() > self.limits.elements as u64 {
                return Err(self.limit(Limit::Elements));
            }
            if set.len() > self.largest {
                let earned = STEPS_EARNED * (set.len() - self.largest) as u64;
                self.largest = set.len();
                self.steps = self.steps.saturating_sub(earned);
                self.next_look = self.next_look.min(self.steps + STEPS_BETWEEN_LOOKS);
            }
        }
        if value.depth() > VALUE_DEPTH { Err(self.limit(Limit::Depth)) } else { Ok(()) }
    }

    pub(super) fn element_limit(&self) -> usize {
        self.limits.elements
    }

    pub(super) fn span(&self, expr: ExprId) -> Span {
        self.model.exprs[expr].span
    }

    pub(super) fn kind(&self, expr: ExprId) -> &'r ExprKind {
        &self.model.exprs[expr].kind
    }

    pub(super) fn error(&self, expr: ExprId, complaint: impl Into<Complaint>) -> Box<Failure> {
        let (span, complaint) = (self.span(expr), complaint.into());
        Box::new(Failure::Evaluation(EvaluationError { span, complaint, calls: Vec::new() }))
    }

    pub(super) fn error_at(&self, span: Span, message: String) -> Box<Failure> {
        Box::new(Failure::Evaluation(EvaluationError { span, complaint: Complaint::Other(message), calls: Vec::new() }))
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

    pub(super) fn pop(&mut self) -> Value {
        self.values.pop().expect("an evaluated expression leaves its value")
    }

    fn pop_many(&mut self, count: usize) -> Vec<Value> {
        self.values.split_off(self.values.len() - count)
    }

    pub(super) fn push(&mut self, value: Value) -> Outcome<()> {
        self.values.push(value);
        Ok(())
    }

    pub(super) fn push_checked(&mut self, value: Value) -> Outcome<()> {
        self.check_size(&value)?;
        self.push(value)
    }

    pub(super) fn eval(&mut self, expr: ExprId) -> Outcome<()> {
        self.tasks.push(Task::Eval(expr));
        Ok(())
    }

    /// Evaluates `parts` from left to right, then does `task`.
    fn eval_all(&mut self, task: Task, parts: &[ExprId]) -> Outcome<()> {
        self.tasks.push(task);
        // In reverse, since the task that is pushed last is done first.
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
                // To go back to when the attempt fails: see `recover`.
                let (values, frame) = (self.values.len(), self.frame.clone());
                self.eval_all(Task::EndTry { fallback: *fallback, values, frame }, &[*attempt])
            }
            ExprKind::If(condition, ..) => self.eval_all(Task::Branch(expr), &[condition.left, condition.right]),
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
        if let Value::Relation(relation) = &result {
            // A closure takes a pass over the relation for each event.
            let passes = match operator {
                UnaryOperator::Closure | UnaryOperator::ReflexiveClosure => 4 + relation.universe() as u64 / 4,
                _ => 1,
            };
            self.work(self.relation_steps * passes);
        }
        self.push(result)
    }

    fn operation(&mut self, expr: ExprId) -> Outcome<()> {
        let ExprKind::Operation(operator, operands) = self.kind(expr) else { unreachable!("an operator") };
        let mut values = self.pop_many(operands.len());
        if *operator == Operator::Union {
            let parts = values.len() as u64;
            let result = self.algebra.union(values);
            let result = self.at_operand(expr, operands, result)?;
            if parts > 1 {
                self.count_operator(*operator, &result);
            }
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
            self.count_operator(*operator, &right);
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
            Some(prefix) => {
                self.work(self.relation_steps * 4);
                prefix.then(&next).map_err(|mixed| self.error(operands[index], mixed))?
            }
        };
        if together.is_empty() { self.push(Value::Empty) } else { self.sequence_next(expr, index + 1, Some(together)) }
    }
}
