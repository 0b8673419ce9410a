//! The kinds of what operators and primitives make.

use std::rc::Rc;

use super::infer::Inference;
use super::value_kind::ValueKind;
use crate::ast::{Operator, UnaryOperator};
use crate::ir::{Comparison, Condition, ExprId, ExprKind};
use crate::primitive::Primitive;

impl Inference<'_> {
    pub(super) fn unary(&mut self, operator: UnaryOperator, operand: ExprId, kind: ValueKind) -> ValueKind {
        match operator {
            UnaryOperator::Complement => {
                let kind = kind.promoted();
                match kind {
                    ValueKind::Empty => ValueKind::Universe,
                    ValueKind::Universe => ValueKind::Empty,
                    ValueKind::Set
                    | ValueKind::Relation
                    | ValueKind::Tags(_)
                    | ValueKind::Unknown
                    | ValueKind::Never => kind,
                    _ => self.complain(operand, "a set of events, a relation or a set of tags", &kind),
                }
            }
            UnaryOperator::Identity => {
                if !kind.is_set_of_events() {
                    self.complain(operand, "a set of events", &kind);
                }
                ValueKind::Relation
            }
            UnaryOperator::Inverse if matches!(kind, ValueKind::Pair | ValueKind::Classes) => kind,
            UnaryOperator::Closure
            | UnaryOperator::ReflexiveClosure
            | UnaryOperator::Reflexive
            | UnaryOperator::Inverse => {
                if !kind.is_relation() {
                    self.complain(operand, "a relation", &kind);
                }
                ValueKind::Relation
            }
        }
    }

    pub(super) fn operation(&mut self, operator: Operator, operands: &[ExprId]) -> ValueKind {
        let kinds: Vec<ValueKind> = operands.iter().map(|&operand| self.expr(operand)).collect();
        match operator {
            Operator::Union | Operator::Intersection | Operator::Difference => {
                self.set_operation(operator, operands, kinds)
            }
            Operator::Sequence => self.sequence(operands, &kinds),
            Operator::Product => {
                for (&operand, kind) in operands.iter().zip(&kinds) {
                    if !kind.is_set_of_events() {
                        self.complain(operand, "a set of events", kind);
                    }
                }
                ValueKind::Relation
            }
            Operator::Add => {
                let set = kinds[1].clone();
                self.add(operands, &kinds[0], set)
            }
        }
    }

    /// All operands have to be sets of one kind.
    fn set_operation(&mut self, operator: Operator, operands: &[ExprId], kinds: Vec<ValueKind>) -> ValueKind {
        let all_open = kinds.iter().all(ValueKind::is_open);
        let mut together: Option<(ValueKind, ExprId)> = None;
        for (&operand, kind) in operands.iter().zip(kinds) {
            if !kind.is_set() {
                self.complain(operand, "a set or relation", &kind);
                continue;
            }
            together = Some(match together {
                None => (kind.promoted(), operand),
                Some((before, place)) => match before.clone().united(kind.clone()) {
                    // What is not known yet does not become the place that the others are compared with.
                    Some(united) => (united, if before.is_polymorphic() { operand } else { place }),
                    None => {
                        self.complain_beside(operator, operand, &kind, place, &before);
                        (before, place)
                    }
                },
            });
        }
        match together {
            Some((kind, _)) if !all_open => kind,
            _ => ValueKind::Unknown,
        }
    }

    fn sequence(&mut self, operands: &[ExprId], kinds: &[ValueKind]) -> ValueKind {
        let on_classes = kinds.iter().any(|kind| matches!(kind, ValueKind::Classes));
        for (&operand, kind) in operands.iter().zip(kinds) {
            let fits = if on_classes {
                matches!(kind, ValueKind::Classes) || kind.is_polymorphic()
            } else {
                kind.is_relation()
            };
            if !fits {
                self.complain(operand, if on_classes { "a relation over classes" } else { "a relation" }, kind);
            }
        }
        if on_classes { ValueKind::Classes } else { ValueKind::Relation }
    }

    pub(super) fn add(&mut self, operands: &[ExprId], element: &ValueKind, set: ValueKind) -> ValueKind {
        let is_pair = |kind: &ValueKind| match kind {
            ValueKind::Pair => true,
            ValueKind::Tuple(parts) => parts.len() == 2,
            kind => kind.is_open(),
        };
        match (element, set.promoted()) {
            (_, ValueKind::Universe) => ValueKind::Universe,
            (ValueKind::Unknown, ValueKind::Empty | ValueKind::Never) | (_, ValueKind::Unknown) => ValueKind::Unknown,
            (ValueKind::Event | ValueKind::Pair | ValueKind::Tag(_), ValueKind::Empty | ValueKind::Never) => {
                element.clone().promoted()
            }
            // `(e, f) ++ 0` is a relation, `(e, f) ++ {}` a set of tuples.
            (ValueKind::Tuple(_), ValueKind::Empty | ValueKind::Never) => ValueKind::Unknown,
            (_, ValueKind::Empty | ValueKind::Never) => ValueKind::values(element.clone()),
            (_, ValueKind::Values(inner)) => ValueKind::values(inner.joined(element)),
            (_, ValueKind::Relation) => {
                if !is_pair(element) {
                    self.complain(operands[0], "a pair of events", element);
                }
                ValueKind::Relation
            }
            (_, ValueKind::Set) => {
                if !element.is_open() && !matches!(element, ValueKind::Event) {
                    self.complain(operands[0], "an event", element);
                }
                ValueKind::Set
            }
            (_, ValueKind::Tags(of)) => {
                if !element.is_open() && !matches!(element, ValueKind::Tag(_)) {
                    self.complain(operands[0], "a tag", element);
                }
                ValueKind::Tags(of)
            }
            (_, other) => {
                self.complain(operands[1], "a set", &other);
                ValueKind::Unknown
            }
        }
    }

    pub(super) fn explicit_set(&mut self, elements: &[ExprId]) -> ValueKind {
        let mut set = ValueKind::Empty;
        for &element in elements {
            let kind = self.expr(element);
            if matches!(kind, ValueKind::Universe) {
                self.complain(element, "an element", &kind);
            }
            set = self.add(&[element, element], &kind, set);
        }
        set
    }

    pub(super) fn condition(&mut self, condition: &Condition) {
        let (left, right) = (self.expr(condition.left), self.expr(condition.right));
        if condition.relation == Comparison::Subset {
            for (place, kind) in [(condition.left, &left), (condition.right, &right)] {
                if !kind.is_set() {
                    self.complain(place, "a set or relation", kind);
                    return;
                }
            }
            if left.clone().united(right.clone()).is_none() {
                let expected = left.promoted().describe();
                self.complain(condition.right, expected, &right);
            }
        }
        if condition.relation == Comparison::In && !right.is_set() {
            self.complain(condition.right, "a set or relation", &right);
        }
    }

    /// What a primitive makes of an argument of this kind.
    pub(super) fn primitive(&mut self, primitive: Primitive, argument: &ValueKind, at: ExprId) -> ValueKind {
        match primitive {
            Primitive::Domain | Primitive::Range => {
                self.want_relation(argument, at);
                ValueKind::Set
            }
            Primitive::Classes => {
                self.want_relation(argument, at);
                ValueKind::values(ValueKind::Set)
            }
            Primitive::ClassesLoc => {
                self.want_set(argument, at);
                ValueKind::values(ValueKind::Set)
            }
            Primitive::FromTo => {
                self.want_set(argument, at);
                ValueKind::Relation
            }
            Primitive::DifferentValues
            | Primitive::SameOa
            | Primitive::AtLeastOneWritable
            | Primitive::AsTransitive => {
                self.want_relation(argument, at);
                ValueKind::Relation
            }
            Primitive::TagToEvents | Primitive::LocToEvents => {
                self.want_tag(argument, at);
                ValueKind::Set
            }
            Primitive::TagToScope | Primitive::TagToLevel | Primitive::TagToFenced => {
                self.want_tag(argument, at);
                ValueKind::Relation
            }
            Primitive::Lift => ValueKind::Classes,
            Primitive::Delift | Primitive::DeliftInter => ValueKind::Relation,
            Primitive::Bisimulation => match self.two(argument, at) {
                Some((ValueKind::Classes, _) | (_, ValueKind::Classes)) => ValueKind::Classes,
                Some((ValueKind::Relation, ValueKind::Relation)) => ValueKind::Relation,
                _ => ValueKind::Unknown,
            },
            Primitive::Linearisations => match self.two(argument, at) {
                Some((ValueKind::Values(_), _) | (_, ValueKind::Classes)) => ValueKind::values(ValueKind::Classes),
                Some((set, order)) => {
                    self.want_set(&set, at);
                    self.want_relation(&order, at);
                    ValueKind::values(ValueKind::Relation)
                }
                None => ValueKind::Unknown,
            },
            Primitive::Fail => ValueKind::Never,
        }
    }

    /// The two parts of an argument, if they are known.
    fn two(&mut self, argument: &ValueKind, at: ExprId) -> Option<(ValueKind, ValueKind)> {
        match argument {
            ValueKind::Tuple(parts) if parts.len() == 2 => Some((parts[0].clone(), parts[1].clone())),
            kind if kind.is_open() => None,
            kind => {
                self.complain(at, "two arguments", kind);
                None
            }
        }
    }

    fn want_relation(&mut self, argument: &ValueKind, at: ExprId) {
        if !argument.is_relation() {
            self.complain(at, "a relation as argument", argument);
        }
    }

    fn want_set(&mut self, argument: &ValueKind, at: ExprId) {
        if !argument.is_set_of_events() {
            self.complain(at, "a set of events as argument", argument);
        }
    }

    fn want_tag(&mut self, argument: &ValueKind, at: ExprId) {
        if !argument.is_open() && !matches!(argument, ValueKind::Tag(_)) {
            self.complain(at, "a tag as argument", argument);
        }
    }

    /// The kind of an element of a set, and of the set without it.
    pub(super) fn taken_apart(&mut self, subject: ExprId, kind: &ValueKind) -> (ValueKind, ValueKind) {
        match kind {
            ValueKind::Set => (ValueKind::Event, ValueKind::Set),
            ValueKind::Relation => (ValueKind::Pair, ValueKind::Relation),
            ValueKind::Tags(of) => (ValueKind::Tag(*of), ValueKind::Tags(*of)),
            ValueKind::Values(element) => ((**element).clone(), ValueKind::Values(Rc::clone(element))),
            ValueKind::Empty => (ValueKind::Never, ValueKind::Empty),
            kind if kind.is_open() => (ValueKind::Unknown, ValueKind::Unknown),
            kind => {
                self.complain(subject, "a set or relation", kind);
                (ValueKind::Unknown, ValueKind::Unknown)
            }
        }
    }

    pub(super) fn is_identity(&self, expr: ExprId) -> bool {
        matches!(self.model.exprs[expr].kind, ExprKind::Unary(UnaryOperator::Identity, _))
    }
}
