//! Expressions.

use std::rc::Rc;

use super::plan::NodeId;
use super::value::{Frame, Value, kind_name};
use super::{Compiler, Outcome, Stop};
use crate::BaseKind;
use crate::ast::{Operator, UnaryOperator};
use crate::compile::plan::Level;
use crate::ir::{
    BoundSlot, Comparison, Definition, EnumId, ExprId, ExprKind, GroupId, MatchSet, Slot, SlotState, TagId, Target,
};

use BaseKind::{Relation, Set};

/// Longer sequences are left to the interpreter: to find the best order of their parts takes time in the square of their number.
const LONG_SEQUENCE: usize = 500;

impl Compiler<'_> {
    pub(super) fn eval(&mut self, expr: ExprId) -> Outcome<Value> {
        self.enter(expr)?;
        let value = self.eval_kind(expr);
        self.leave();
        value
    }

    /// The value of an expression whose names are those of `frame`.
    pub(super) fn eval_in(&mut self, expr: ExprId, frame: Rc<Frame>) -> Outcome<Value> {
        let outer = std::mem::replace(&mut self.frame, frame);
        let value = self.eval(expr);
        self.frame = outer;
        value
    }

    fn eval_kind(&mut self, expr: ExprId) -> Outcome<Value> {
        let model = self.model;
        match &model.exprs[expr].kind {
            ExprKind::Zero | ExprKind::Empty => Ok(Value::Empty),
            ExprKind::Universe => Ok(Value::Universe),
            &ExprKind::Tag(of, tag) => Ok(Value::Tag(of, tag)),
            &ExprKind::AllTags(of) => Ok(self.all_tags(of)),
            &ExprKind::Local { depth, slot, .. } => {
                let owner = self.frame.out(depth);
                self.slot(&owner, slot)
            }
            &ExprKind::Base(word) => {
                let level = Level::of_phase((self.phase)(word));
                let node = self.builder.base(&model.vocabulary, word, level);
                Ok(Value::Node(node))
            }
            &ExprKind::Primitive(primitive) => Ok(Value::Primitive(primitive)),
            ExprKind::Unbound(unbound) => self.error(expr, format!("nothing is called `{}`", unbound.name)),
            &ExprKind::Function(function) => Ok(Value::Closure(function, self.frame.clone())),
            ExprKind::Set(parts) => self.explicit_set(expr, parts),
            ExprKind::Tuple(parts) => {
                let parts: Outcome<Vec<Value>> = parts.iter().map(|&part| self.eval(part)).collect();
                Ok(Value::Tuple(parts?.into()))
            }
            &ExprKind::Unary(operator, operand) => {
                let value = self.eval(operand)?;
                self.unary(operand, operator, value)
            }
            ExprKind::Operation(Operator::Sequence, operands) => self.sequence(operands),
            ExprKind::Operation(operator, operands) => self.operation(*operator, operands),
            &ExprKind::Apply(function, argument) => self.apply(expr, function, argument),
            ExprKind::Let(definitions, body) => {
                self.define(definitions);
                self.eval(*body)
            }
            &ExprKind::LetRec(group, body) => {
                self.let_rec(expr, group)?;
                self.eval(body)
            }
            ExprKind::MatchTag { subject, clauses, default } => match self.eval(*subject)? {
                Value::Tag(_, tag) => match crate::ir::Clause::choose(tag, clauses, *default) {
                    Some(body) => self.eval(body),
                    None => self.error(expr, "no clause matches"),
                },
                other => self.misfit(*subject, "a tag", &other),
            },
            ExprKind::MatchSet(matching) => self.match_set(matching),
            &ExprKind::Try(attempt, fallback) => match self.eval(attempt) {
                // Only what certainly fails takes the fallback: the interpreter may have a value for what is outside.
                Err(Stop::Error(_)) => self.eval(fallback),
                other => other,
            },
            ExprKind::If(condition, then, otherwise) => {
                let (left, right) = (self.eval(condition.left)?, self.eval(condition.right)?);
                match self.compare(condition.relation, &left, &right) {
                    Some(true) => self.eval(*then),
                    Some(false) => self.eval(*otherwise),
                    None => self.outside(condition.left, "a condition that depends on the candidate"),
                }
            }
        }
    }

    pub(super) fn all_tags(&self, of: EnumId) -> Value {
        self.tags(of, self.model.enums[of].tags.clone())
    }

    fn tags(&self, of: EnumId, mut tags: Vec<TagId>) -> Value {
        // Equality of sets of tags is equality of these lists.
        tags.sort();
        tags.dedup();
        Value::Tags(of, tags.into())
    }

    pub(super) fn slot(&mut self, owner: &Rc<Frame>, slot: Slot) -> Outcome<Value> {
        match owner.get(slot) {
            SlotState::Ready(value) => Ok(value),
            SlotState::Function(function) => Ok(Value::Closure(function, owner.clone())),
            SlotState::Procedure(procedure) => Ok(Value::Procedure(procedure, owner.clone())),
            SlotState::Delayed(delayed) => {
                // At the first use and no earlier: a definition that nothing reaches may fail.
                let value = self.eval_in(delayed, owner.clone())?;
                owner.put(slot, SlotState::Ready(value.clone()));
                Ok(value)
            }
            SlotState::Part { whole, index } => match self.slot(owner, whole)? {
                Value::Tuple(parts) => Ok(parts[index as usize].clone()),
                other => Ok(other),
            },
            SlotState::Unset => unreachable!("a name is resolved after its definition"),
        }
    }

    /// Delays the values of definitions.
    pub(super) fn define(&self, definitions: &[Definition]) {
        self.model.delay(definitions, |slot, delayed| self.frame.put(slot, delayed.into()));
    }

    /// The value as a node of a kind.
    pub(super) fn as_node(&mut self, expr: ExprId, value: &Value, kind: BaseKind) -> Outcome<NodeId> {
        match value {
            Value::Empty => Ok(self.builder.empty(kind)),
            Value::Universe => Ok(self.builder.full(kind)),
            &Value::Node(node) if self.builder.kind(node) == kind => Ok(node),
            other => self.misfit(expr, kind_name(kind), other),
        }
    }

    fn kind_of(&self, value: &Value) -> Option<BaseKind> {
        match value {
            Value::Node(node) => Some(self.builder.kind(*node)),
            _ => None,
        }
    }

    fn unary(&mut self, expr: ExprId, operator: UnaryOperator, value: Value) -> Outcome<Value> {
        let node = match (operator, &value) {
            (UnaryOperator::Complement, Value::Empty) => return Ok(Value::Universe),
            (UnaryOperator::Complement, Value::Universe) => return Ok(Value::Empty),
            (UnaryOperator::Complement, &Value::Node(node)) => self.builder.complement(node),
            (UnaryOperator::Complement, &Value::Tag(of, tag)) => {
                let tag = self.tags(of, vec![tag]);
                return self.unary(expr, operator, tag);
            }
            (UnaryOperator::Complement, Value::Tags(of, tags)) => {
                let rest = self.model.enums[*of].tags.iter().copied().filter(|tag| !tags.contains(tag));
                return Ok(self.tags(*of, rest.collect()));
            }
            (UnaryOperator::Complement, other) => return self.misfit(expr, "a set or relation", other),
            (UnaryOperator::Identity, Value::Empty) => return Ok(Value::Empty),
            (UnaryOperator::Identity, _) => {
                let set = self.as_node(expr, &value, Set)?;
                self.builder.identity_on(set)
            }
            (UnaryOperator::Inverse | UnaryOperator::Closure, Value::Empty) => return Ok(Value::Empty),
            (UnaryOperator::Inverse | UnaryOperator::Closure, Value::Universe) => return Ok(Value::Universe),
            (UnaryOperator::ReflexiveClosure | UnaryOperator::Reflexive, Value::Universe) => return Ok(value),
            _ => {
                let relation = self.as_node(expr, &value, Relation)?;
                match operator {
                    UnaryOperator::Inverse => self.builder.inverse(relation),
                    UnaryOperator::Closure => self.builder.closure(relation),
                    UnaryOperator::Reflexive => self.builder.reflexive(relation),
                    _ => {
                        let closure = self.builder.closure(relation);
                        self.builder.reflexive(closure)
                    }
                }
            }
        };
        Ok(Value::Node(node))
    }

    /// The interpreter does not evaluate what is to the right of an empty prefix, so a failure there may never happen.
    fn sequence(&mut self, operands: &[ExprId]) -> Outcome<Value> {
        let mut nodes = Vec::new();
        for (index, &operand) in operands.iter().enumerate() {
            let found = match &self.model.exprs[operand].kind {
                &ExprKind::Unary(UnaryOperator::Identity, set) => {
                    let value = self.eval(set);
                    value.and_then(|value| self.as_node(set, &value, Set)).map(|set| self.builder.identity_on(set))
                }
                _ => {
                    let value = self.eval(operand);
                    value.and_then(|value| self.as_node(operand, &value, Relation))
                }
            };
            match found {
                Ok(node) if self.builder.is_empty(node) => return Ok(Value::Empty),
                Ok(node) => nodes.push(node),
                Err(Stop::Error(outside)) if index > 0 => return Err(Stop::Outside(outside)),
                Err(stop) => return Err(stop),
            }
        }
        if nodes.len() > LONG_SEQUENCE {
            return self.outside(operands[0], format!("a sequence of more than {LONG_SEQUENCE} relations"));
        }
        let node = self.builder.sequence(nodes);
        // An empty sequence fits everywhere, as `{}` does; other empty sets and relations are of their kind.
        Ok(if self.builder.is_empty(node) { Value::Empty } else { Value::Node(node) })
    }

    fn operation(&mut self, operator: Operator, operands: &[ExprId]) -> Outcome<Value> {
        let values: Outcome<Vec<Value>> = operands.iter().map(|&operand| self.eval(operand)).collect();
        let mut values = values?;
        if operator == Operator::Union {
            return self.union(operands, &values);
        }
        let mut right = values.pop().expect("an operator has operands");
        let mut index = values.len();
        while let Some(left) = values.pop() {
            index -= 1;
            right = match operator {
                Operator::Intersection => self.intersection(operands[index], left, right)?,
                Operator::Difference => self.difference(operands[index], left, right)?,
                Operator::Product => {
                    let a = self.as_node(operands[index], &left, Set)?;
                    let b = self.as_node(operands[index + 1], &right, Set)?;
                    let node = self.builder.product(a, b);
                    Value::Node(node)
                }
                Operator::Add => self.add(operands[index], left, right)?,
                Operator::Union | Operator::Sequence => unreachable!("evaluated elsewhere"),
            };
        }
        Ok(right)
    }

    fn union(&mut self, operands: &[ExprId], values: &[Value]) -> Outcome<Value> {
        if values.iter().any(|value| matches!(value, Value::Universe)) {
            return Ok(Value::Universe);
        }
        if let Some(Value::Tags(of, _) | Value::Tag(of, _)) = values.iter().find(|value| !matches!(value, Value::Empty))
        {
            let of = *of;
            let mut all = Vec::new();
            for (value, &operand) in values.iter().zip(operands) {
                match value {
                    Value::Empty => {}
                    Value::Tag(_, tag) => all.push(*tag),
                    Value::Tags(_, tags) => all.extend(tags.iter()),
                    other => return self.misfit(operand, "a set of tags", other),
                }
            }
            return Ok(self.tags(of, all));
        }
        if let [Value::Empty, only] | [only, Value::Empty] = values
            && matches!(only, Value::Singleton(_))
        {
            return Ok(only.clone());
        }
        let Some(kind) = values.iter().find_map(|value| self.kind_of(value)) else {
            return match values.iter().position(|value| !matches!(value, Value::Empty)) {
                None => Ok(Value::Empty),
                Some(at) => self.outside(operands[at], format!("a union with {}", values[at].kind())),
            };
        };
        let mut nodes = Vec::new();
        for (value, &operand) in values.iter().zip(operands) {
            nodes.push(self.as_node(operand, value, kind)?);
        }
        let node = self.builder.union(kind, &nodes);
        Ok(Value::Node(node))
    }

    fn intersection(&mut self, expr: ExprId, left: Value, right: Value) -> Outcome<Value> {
        match (&left, &right) {
            (Value::Universe, Value::Node(_) | Value::Empty | Value::Tags(..) | Value::Universe) => Ok(right),
            (Value::Node(_) | Value::Empty | Value::Tags(..), Value::Universe) => Ok(left),
            (Value::Empty, Value::Node(_) | Value::Empty | Value::Tags(..)) => Ok(Value::Empty),
            (Value::Node(_) | Value::Tags(..), Value::Empty) => Ok(Value::Empty),
            (&Value::Node(a), &Value::Node(b)) if self.builder.kind(a) == self.builder.kind(b) => {
                let node = self.builder.intersection(a, b);
                Ok(Value::Node(node))
            }
            (Value::Tags(of, a), Value::Tags(_, b)) => {
                Ok(self.tags(*of, a.iter().copied().filter(|tag| b.contains(tag)).collect()))
            }
            _ => self.outside(expr, format!("an intersection of {} and {}", left.kind(), right.kind())),
        }
    }

    fn difference(&mut self, expr: ExprId, left: Value, right: Value) -> Outcome<Value> {
        match (&left, &right) {
            (Value::Node(_) | Value::Empty | Value::Universe | Value::Tags(..), Value::Universe) => Ok(Value::Empty),
            (Value::Empty, Value::Node(_) | Value::Empty | Value::Tags(..)) => Ok(Value::Empty),
            (Value::Node(_) | Value::Universe | Value::Tags(..), Value::Empty) => Ok(left),
            (Value::Universe, Value::Node(_) | Value::Tags(..)) => self.unary(expr, UnaryOperator::Complement, right),
            (&Value::Node(a), &Value::Node(b)) if self.builder.kind(a) == self.builder.kind(b) => {
                let node = self.builder.difference(a, b);
                Ok(Value::Node(node))
            }
            (Value::Tags(of, a), Value::Tags(_, b)) => {
                Ok(self.tags(*of, a.iter().copied().filter(|tag| !b.contains(tag)).collect()))
            }
            _ => self.outside(expr, format!("a difference of {} and {}", left.kind(), right.kind())),
        }
    }

    /// `element ++ set`, for sets of one element and of tags.
    fn add(&mut self, expr: ExprId, element: Value, set: Value) -> Outcome<Value> {
        match (&element, &set) {
            (&Value::Tag(of, tag), Value::Empty) => Ok(self.tags(of, vec![tag])),
            (&Value::Tag(of, tag), Value::Tags(_, tags)) => {
                Ok(self.tags(of, tags.iter().copied().chain([tag]).collect()))
            }
            (&Value::Node(node), Value::Empty) if self.builder.may_be_universe(node) => {
                self.outside(expr, "a set of what may be the universe, which is no element")
            }
            (Value::Node(_) | Value::Empty, Value::Empty) => Ok(Value::Singleton(Rc::new(element))),
            (Value::Universe, _) => self.error(expr, "expected an element, found the universe"),
            _ => self.outside(expr, format!("a set of {} besides others", element.kind())),
        }
    }

    fn explicit_set(&mut self, expr: ExprId, parts: &[ExprId]) -> Outcome<Value> {
        let mut set = Value::Empty;
        for &part in parts {
            let element = self.eval(part)?;
            set = self.add(expr, element, set)?;
        }
        Ok(set)
    }

    /// A `match` on a set whose elements are known.
    fn match_set(&mut self, matching: &MatchSet) -> Outcome<Value> {
        let subject = self.eval(matching.subject)?;
        let put = |frame: &Frame, place: Option<BoundSlot>, value: Value| {
            if let Some(place) = place {
                frame.put(place.slot, SlotState::Ready(value));
            }
        };
        let (first, rest) = match &subject {
            Value::Empty => return self.eval(matching.empty),
            Value::Node(node) if self.builder.is_empty(*node) => return self.eval(matching.empty),
            Value::Tags(_, tags) if tags.is_empty() => return self.eval(matching.empty),
            Value::Tags(of, tags) => (Value::Tag(*of, tags[0]), self.tags(*of, tags[1..].to_vec())),
            Value::Singleton(element) => ((**element).clone(), Value::Empty),
            other => return self.outside(matching.subject, format!("a match on {}", other.kind())),
        };
        let frame = self.frame.clone();
        if matching.splits {
            put(&frame, matching.before, Value::Empty);
        }
        put(&frame, matching.element, first);
        put(&frame, matching.rest, rest);
        self.eval(matching.body)
    }

    /// `None` when it depends on the candidate.
    fn compare(&self, comparison: Comparison, left: &Value, right: &Value) -> Option<bool> {
        match (comparison, left, right) {
            (Comparison::Equal | Comparison::Subset, Value::Empty, Value::Empty) => Some(true),
            (Comparison::Equal | Comparison::Subset, &Value::Node(node), Value::Empty)
            | (Comparison::Equal | Comparison::Subset, Value::Empty, &Value::Node(node))
                if self.builder.is_empty(node) =>
            {
                Some(true)
            }
            (Comparison::Equal, Value::Tag(_, a), Value::Tag(_, b)) => Some(a == b),
            (Comparison::Equal, Value::Tags(_, a), Value::Tags(_, b)) => Some(a == b),
            (Comparison::Equal | Comparison::Subset, Value::Tags(_, a), Value::Empty) => Some(a.is_empty()),
            (Comparison::Subset, Value::Tags(_, a), Value::Tags(_, b)) => Some(a.iter().all(|tag| b.contains(tag))),
            (Comparison::In, Value::Tag(_, tag), Value::Tags(_, tags)) => Some(tags.contains(tag)),
            (Comparison::In, Value::Tag(..), Value::Empty) => Some(false),
            _ => None,
        }
    }

    /// Defines the names of a `let rec`, in the current frame.
    pub(super) fn let_rec(&mut self, expr: ExprId, group: GroupId) -> Outcome<()> {
        let group = &self.model.groups[group];
        let frame = self.frame.clone();
        for &(place, function) in &group.functions {
            frame.put(place.slot, SlotState::Function(function));
        }
        let mut places = Vec::new();
        for definition in &group.values {
            match definition.target {
                Target::One(place) => places.push(place),
                Target::Tuple { .. } => return self.outside(expr, "a tuple defined by iteration"),
            }
        }
        if places.is_empty() {
            return Ok(());
        }
        // A definition is a relation, unless that turns out to be wrong.
        let mut kinds = vec![Relation; places.len()];
        'kinds: loop {
            let (id, variables) = self.builder.begin_fixpoint(&kinds);
            if id.number() >= 128 {
                return self.outside(expr, "more recursive definitions than can be compiled");
            }
            for (place, &variable) in places.iter().zip(&variables) {
                if let Some(place) = place {
                    frame.put(place.slot, SlotState::Ready(Value::Node(variable)));
                }
            }
            let mut bodies = Vec::new();
            for (index, definition) in group.values.iter().enumerate() {
                let value = match self.eval(definition.value) {
                    Err(Stop::Outside(_) | Stop::Error(_))
                        if kinds[index] == Relation && kinds.iter().all(|&kind| kind == Relation) =>
                    {
                        kinds = vec![Set; places.len()];
                        continue 'kinds;
                    }
                    other => other?,
                };
                match self.kind_of(&value) {
                    Some(kind) if kind != kinds[index] => {
                        // It was a relation in an earlier try; to go back to that would never end.
                        if kinds[index] == Set {
                            return self.outside(definition.value, "a recursive definition of no certain kind");
                        }
                        kinds[index] = kind;
                        continue 'kinds;
                    }
                    _ => bodies.push(self.as_node(definition.value, &value, kinds[index])?),
                }
            }
            if let Some(at) = bodies.iter().position(|&body| !self.builder.grows(id, body)) {
                let at = group.values[at].value;
                return self.outside(at, "a recursive definition that takes away what it defines may not end");
            }
            let values = self.builder.end_fixpoint(id, bodies);
            for (place, &value) in places.iter().zip(&values) {
                if let Some(place) = place {
                    frame.put(place.slot, SlotState::Ready(Value::Node(value)));
                }
            }
            return Ok(());
        }
    }
}
