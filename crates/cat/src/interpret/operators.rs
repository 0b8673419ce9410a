//! The operators on values.
//!
//! A single event, pair or tag counts as the set of it where a set is needed. `_` and `{}` have no kind of their own and take that of the
//! other operand; so does `0`, which in herd7 is a relation only.

use std::cell::OnceCell;
use std::rc::Rc;

use relation::{EventSet, Relation};

use super::Shown;
use super::failure::Complaint;
use super::value::{Mixed, Value};
use super::value_set::ValueSet;
use crate::ast::UnaryOperator;
use crate::ir::{Comparison, EnumId, Model};

/// What is wrong with which operand (counted from 0), or with all of them together.
#[derive(Debug)]
pub(crate) struct Misfit {
    pub(crate) operand: Option<usize>,
    pub(crate) complaint: Complaint,
}

impl<T: Into<Complaint>> From<T> for Misfit {
    fn from(complaint: T) -> Misfit {
        Misfit { operand: None, complaint: complaint.into() }
    }
}

fn expected(operand: usize, expected: &'static str, found: &Value) -> Misfit {
    Misfit { operand: Some(operand), complaint: Complaint::Expected { expected, found: found.kind() } }
}

fn mixed(left: &Value, right: &Value) -> Misfit {
    Misfit::from(Mixed(left.kind(), right.kind()))
}

type Result<T> = std::result::Result<T, Misfit>;

/// The events of one candidate and the tags of the model: what operators need to know besides their operands.
pub(crate) struct Algebra<'m> {
    model: &'m Model,
    pub(crate) universe: usize,
    all: OnceCell<Rc<EventSet>>,
    all_pairs: OnceCell<Rc<Relation>>,
    identity: OnceCell<Rc<Relation>>,
}

impl<'m> Algebra<'m> {
    pub(crate) fn new(model: &'m Model, universe: usize) -> Algebra<'m> {
        Algebra { model, universe, all: OnceCell::new(), all_pairs: OnceCell::new(), identity: OnceCell::new() }
    }

    pub(crate) fn all(&self) -> Rc<EventSet> {
        self.all.get_or_init(|| Rc::new(EventSet::full(self.universe))).clone()
    }

    pub(crate) fn all_pairs(&self) -> Rc<Relation> {
        self.all_pairs.get_or_init(|| Rc::new(Relation::full(self.universe))).clone()
    }

    fn identity(&self) -> Rc<Relation> {
        self.identity.get_or_init(|| Rc::new(Relation::identity(self.universe))).clone()
    }

    pub(crate) fn all_tags(&self, of: EnumId) -> Value {
        let tags = self.model.enums[of].tags.iter().map(|&tag| Value::Tag(of, tag));
        Value::Tags(of, ValueSet::from_values(tags).unwrap_or_default())
    }

    /// A value as a set or relation, if it is one, for those who look at an execution. What is empty without a kind is a relation.
    pub(super) fn shown(&self, value: &Value) -> Option<Shown> {
        match value {
            Value::Set(_) | Value::Event(_) => self.as_set(value).map(|set| Shown::Set((*set).clone())),
            _ => self.as_relation(value).map(|relation| Shown::Relation((*relation).clone())),
        }
    }

    /// The value as a set of events.
    pub(crate) fn as_set(&self, value: &Value) -> Option<Rc<EventSet>> {
        match value {
            Value::Set(set) => Some(set.clone()),
            Value::Event(event) => Some(Rc::new(EventSet::singleton(self.universe, *event))),
            Value::Empty | Value::Zero => Some(Rc::new(EventSet::empty(self.universe))),
            Value::Universe => Some(self.all()),
            _ => None,
        }
    }

    /// The value as a relation over events.
    pub(crate) fn as_relation(&self, value: &Value) -> Option<Rc<Relation>> {
        match value {
            Value::Relation(relation) => Some(relation.clone()),
            Value::Pair(source, target) => Some(Rc::new(Relation::from_pairs(self.universe, [(*source, *target)]))),
            Value::Empty | Value::Zero => Some(Rc::new(Relation::empty(self.universe))),
            Value::Universe => Some(self.all_pairs()),
            _ => None,
        }
    }

    /// A single event, pair or tag as the set of it, all else as it is.
    fn promote(&self, value: Value) -> Value {
        match value {
            Value::Event(event) => Value::set(EventSet::singleton(self.universe, event)),
            Value::Pair(source, target) => Value::relation(Relation::from_pairs(self.universe, [(source, target)])),
            Value::Tag(of, tag) => Value::Tags(of, ValueSet::singleton(Value::Tag(of, tag))),
            other => other,
        }
    }

    pub(crate) fn unary(&self, operator: UnaryOperator, operand: Value) -> Result<Value> {
        match operator {
            UnaryOperator::Complement => self.complement(operand),
            UnaryOperator::Identity => match &operand {
                Value::Universe => Ok(Value::Relation(self.identity())),
                Value::Empty | Value::Zero => Ok(operand),
                _ => {
                    let set = self.as_set(&operand).ok_or_else(|| expected(0, "a set of events", &operand))?;
                    Ok(Value::relation(Relation::identity_on(&set)))
                }
            },
            UnaryOperator::Inverse => match &operand {
                Value::Pair(source, target) => Ok(Value::Pair(*target, *source)),
                Value::Classes(relation) => Ok(Value::Classes(Rc::new(relation.inverse()))),
                _ => self.on_relation(operand, Relation::inverse),
            },
            UnaryOperator::Closure => self.on_relation(operand, Relation::transitive_closure),
            UnaryOperator::ReflexiveClosure if operand.is_untyped_empty() => Ok(Value::Relation(self.identity())),
            UnaryOperator::ReflexiveClosure => self.on_relation(operand, Relation::reflexive_transitive_closure),
            UnaryOperator::Reflexive if operand.is_untyped_empty() => Ok(Value::Relation(self.identity())),
            UnaryOperator::Reflexive => self.on_relation(operand, Relation::reflexive_closure),
        }
    }

    /// Applies what maps the empty relation to itself and the full one to itself.
    fn on_relation(&self, operand: Value, apply: impl Fn(&Relation) -> Relation) -> Result<Value> {
        match operand {
            Value::Relation(relation) => Ok(Value::relation(apply(&relation))),
            Value::Empty | Value::Zero | Value::Universe => Ok(operand),
            Value::Pair(..) => self.on_relation(self.promote(operand), apply),
            _ => Err(expected(0, "a relation", &operand)),
        }
    }

    fn complement(&self, operand: Value) -> Result<Value> {
        match self.promote(operand) {
            Value::Empty | Value::Zero => Ok(Value::Universe),
            Value::Universe => Ok(Value::Empty),
            Value::Set(set) => Ok(Value::set(set.complement())),
            Value::Relation(relation) => Ok(Value::relation(relation.complement())),
            Value::Tags(of, tags) => self.difference(self.all_tags(of), Value::Tags(of, tags)),
            other => Err(expected(0, "a set or relation", &other)),
        }
    }

    pub(crate) fn union(&self, operands: Vec<Value>) -> Result<Value> {
        if operands.iter().any(|operand| matches!(operand, Value::Universe)) {
            return Ok(Value::Universe);
        }
        let mut united = Value::Empty;
        for (index, operand) in operands.into_iter().enumerate() {
            united = match (united, self.promote(operand)) {
                (Value::Empty, other) | (other, Value::Empty | Value::Zero) | (Value::Zero, other) => other,
                (Value::Relation(mut all), Value::Relation(more)) => {
                    Rc::make_mut(&mut all).union_with(&more);
                    Value::Relation(all)
                }
                (Value::Set(all), Value::Set(more)) => Value::set(all.union(&more)),
                (Value::Classes(all), Value::Classes(more)) => Value::Classes(Rc::new(all.union(&more))),
                (Value::Tags(of, all), Value::Tags(_, more)) => Value::Tags(of, all.union(&more)?),
                (Value::Values(all), Value::Values(more)) => Value::Values(all.union(&more)?),
                (all, more) => {
                    let expected = self.like(&all).ok_or_else(|| expected(0, "a set or relation", &all))?;
                    return Err(Misfit {
                        operand: Some(index),
                        complaint: Complaint::Expected { expected, found: more.kind() },
                    });
                }
            };
        }
        // A single operand that is no set passes through the loop.
        if self.is_set(&united) { Ok(united) } else { Err(expected(0, "a set or relation", &united)) }
    }

    fn is_set(&self, value: &Value) -> bool {
        value.is_untyped_empty() || self.like(value).is_some()
    }

    /// What has to stand beside a set or relation of this kind.
    fn like(&self, value: &Value) -> Option<&'static str> {
        match value {
            Value::Set(_) | Value::Relation(_) | Value::Classes(_) | Value::Tags(..) | Value::Values(_) => {
                Some(value.kind())
            }
            _ => None,
        }
    }

    pub(crate) fn intersection(&self, left: Value, right: Value) -> Result<Value> {
        match (self.promote(left), self.promote(right)) {
            (Value::Universe, other) | (other, Value::Universe)
                if self.is_set(&other) || matches!(other, Value::Universe) =>
            {
                Ok(other)
            }
            (empty @ (Value::Empty | Value::Zero), other) | (other, empty @ (Value::Empty | Value::Zero))
                if self.is_set(&other) =>
            {
                Ok(empty)
            }
            (Value::Relation(a), Value::Relation(b)) => Ok(Value::relation(a.intersection(&b))),
            (Value::Set(a), Value::Set(b)) => Ok(Value::set(a.intersection(&b))),
            (Value::Classes(a), Value::Classes(b)) => Ok(Value::Classes(Rc::new(a.intersection(&b)))),
            (Value::Tags(of, a), Value::Tags(_, b)) => Ok(Value::Tags(of, a.intersection(&b)?)),
            (Value::Values(a), Value::Values(b)) => Ok(Value::Values(a.intersection(&b)?)),
            (a, b) => Err(self.misfit(&a, &b)),
        }
    }

    pub(crate) fn difference(&self, left: Value, right: Value) -> Result<Value> {
        match (self.promote(left), self.promote(right)) {
            (a, Value::Universe) if self.is_set(&a) || matches!(a, Value::Universe) => Ok(Value::Empty),
            (Value::Universe, Value::Set(b)) => Ok(Value::set(b.complement())),
            (Value::Universe, Value::Relation(b)) => Ok(Value::relation(b.complement())),
            (Value::Universe, Value::Tags(of, b)) => self.difference(self.all_tags(of), Value::Tags(of, b)),
            (Value::Universe, Value::Empty | Value::Zero) => Ok(Value::Universe),
            (empty @ (Value::Empty | Value::Zero), b) if self.is_set(&b) => Ok(empty),
            (a, Value::Empty | Value::Zero) if self.is_set(&a) => Ok(a),
            (Value::Relation(a), Value::Relation(b)) => Ok(Value::relation(a.difference(&b))),
            (Value::Set(a), Value::Set(b)) => Ok(Value::set(a.difference(&b))),
            (Value::Classes(a), Value::Classes(b)) => Ok(Value::Classes(Rc::new(a.difference(&b)))),
            (Value::Tags(of, a), Value::Tags(_, b)) => Ok(Value::Tags(of, a.difference(&b)?)),
            (Value::Values(a), Value::Values(b)) => Ok(Value::Values(a.difference(&b)?)),
            (a, b) => Err(self.misfit(&a, &b)),
        }
    }

    fn misfit(&self, left: &Value, right: &Value) -> Misfit {
        let usable = |value: &Value| self.is_set(value) || matches!(value, Value::Universe);
        match (usable(left), usable(right)) {
            (false, _) => expected(0, "a set or relation", left),
            (_, false) => expected(1, "a set or relation", right),
            _ => mixed(left, right),
        }
    }

    pub(crate) fn product(&self, left: &Value, right: &Value) -> Result<Value> {
        let sources = self.as_set(left).ok_or_else(|| expected(0, "a set of events", left))?;
        let targets = self.as_set(right).ok_or_else(|| expected(1, "a set of events", right))?;
        Ok(Value::relation(Relation::product(&sources, &targets)))
    }

    /// `element ++ set`.
    pub(crate) fn add(&self, element: Value, set: Value) -> Result<Value> {
        let pair = element.as_pair();
        match (element, set) {
            (element @ Value::Universe, _) => Err(expected(0, "an element", &element)),
            (_, Value::Universe) => Ok(Value::Universe),
            (element @ (Value::Event(_) | Value::Pair(..) | Value::Tag(..)), Value::Empty | Value::Zero) => {
                Ok(self.promote(element))
            }
            // `0` says that a relation is meant, `{}` does not.
            (Value::Tuple(_), Value::Zero) if pair.is_some() => {
                Ok(Value::relation(Relation::from_pairs(self.universe, pair)))
            }
            (element, Value::Empty | Value::Zero) => Ok(Value::Values(ValueSet::singleton(element))),
            (element, Value::Values(set)) => Ok(Value::Values(set.insert(element)?)),
            (element @ Value::Tag(..), Value::Tags(of, set)) => Ok(Value::Tags(of, set.insert(element)?)),
            (element, Value::Relation(mut relation)) => {
                let (source, target) = pair.ok_or_else(|| expected(0, "a pair of events", &element))?;
                Rc::make_mut(&mut relation).insert(source, target);
                Ok(Value::Relation(relation))
            }
            (Value::Event(event), Value::Set(mut set)) => {
                Rc::make_mut(&mut set).insert(event);
                Ok(Value::Set(set))
            }
            (element, Value::Set(_)) => Err(expected(0, "an event", &element)),
            (element, Value::Tags(..)) => Err(expected(0, "a tag", &element)),
            (_, set) => Err(expected(1, "a set", &set)),
        }
    }

    /// `{a, b}`, not empty.
    pub(crate) fn explicit_set(&self, elements: Vec<Value>) -> Result<Value> {
        let mut set = Value::Empty;
        for (index, element) in elements.into_iter().enumerate() {
            let located = |misfit: Misfit| Misfit { operand: Some(index), ..misfit };
            set = self.add(element, set).map_err(located)?;
        }
        Ok(set)
    }

    pub(crate) fn compare(&self, comparison: Comparison, left: &Value, right: &Value) -> Result<bool> {
        match comparison {
            Comparison::Equal => Ok(left.order(right)?.is_eq()),
            Comparison::Subset => self.is_subset(left, right),
            Comparison::In => self.is_in(left, right),
        }
    }

    fn is_subset(&self, left: &Value, right: &Value) -> Result<bool> {
        match (self.promote(left.clone()), self.promote(right.clone())) {
            (Value::Empty | Value::Zero, b) if self.is_set(&b) || matches!(b, Value::Universe) => Ok(true),
            (Value::Universe, Value::Universe) => Ok(true),
            (Value::Set(a), b) => {
                let b = self.as_set(&b).ok_or_else(|| expected(1, "a set of events", &b))?;
                Ok(a.is_subset(&b))
            }
            (Value::Relation(a), b) => {
                let b = self.as_relation(&b).ok_or_else(|| expected(1, "a relation", &b))?;
                Ok(a.is_subset(&b))
            }
            (Value::Universe, Value::Set(b)) => Ok(self.all().is_subset(&b)),
            (Value::Universe, Value::Relation(b)) => Ok(self.all_pairs().is_subset(&b)),
            (Value::Classes(a), Value::Classes(b)) => Ok(a.is_subset(&b)),
            (Value::Tags(_, a), Value::Tags(_, b)) | (Value::Values(a), Value::Values(b)) => Ok(a.is_subset(&b)?),
            (Value::Classes(_), Value::Empty | Value::Zero) => Ok(left.order(right)?.is_eq()),
            (Value::Tags(_, a) | Value::Values(a), Value::Empty | Value::Zero) => Ok(a.is_empty()),
            (a, b) => Err(self.misfit(&a, &b)),
        }
    }

    fn is_in(&self, element: &Value, set: &Value) -> Result<bool> {
        let pair = element.as_pair();
        match (element, set) {
            (_, Value::Empty | Value::Zero) => Ok(false),
            (_, Value::Values(set) | Value::Tags(_, set)) => Ok(set.contains(element)?),
            (Value::Event(event), _) => {
                Ok(self.as_set(set).ok_or_else(|| expected(1, "a set of events", set))?.contains(*event))
            }
            _ => match pair {
                Some((source, target)) => {
                    let relation = self.as_relation(set).ok_or_else(|| expected(1, "a relation", set))?;
                    Ok(relation.contains(source, target))
                }
                None => Err(expected(1, "a set of such values", set)),
            },
        }
    }

    /// Whether a round of a fixpoint added nothing: whether the new value is within the old one.
    pub(crate) fn is_stable(&self, old: &Value, new: &Value) -> Result<bool> {
        let illegal = || Misfit::from(Complaint::Other(format!("`let rec` cannot define {} by iteration", new.kind())));
        match (old, new) {
            (_, Value::Empty | Value::Zero) | (Value::Universe, _) => Ok(true),
            (Value::Tuple(old), Value::Tuple(new)) if old.parts.len() == new.parts.len() => {
                for (old, new) in old.parts.iter().zip(&new.parts) {
                    if !self.is_stable(old, new)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (_, Value::Set(_) | Value::Relation(_) | Value::Classes(_) | Value::Tags(..) | Value::Values(_)) => {
                self.is_subset(new, old)
            }
            (Value::Set(_) | Value::Relation(_), Value::Universe) => self.is_subset(new, old),
            (Value::Empty | Value::Zero, Value::Universe) => Ok(false),
            _ => Err(illegal()),
        }
    }
}
