//! The kinds of what operators and primitives make.

use std::rc::Rc;

use super::infer::Inference;
use super::kind::Kind;
use crate::ast::{Operator, UnaryOperator};
use crate::ir::{Comparison, Condition, ExprId, ExprKind};
use crate::primitive::Primitive;

impl Inference<'_> {
    pub(super) fn unary(&mut self, operator: UnaryOperator, operand: ExprId, kind: Kind) -> Kind {
        match operator {
            UnaryOperator::Complement => {
                let kind = kind.promoted();
                match kind {
                    Kind::Empty => Kind::Universe,
                    Kind::Universe => Kind::Empty,
                    Kind::Set | Kind::Relation | Kind::Tags(_) | Kind::Unknown | Kind::Never => kind,
                    _ => self.complain(operand, "a set of events, a relation or a set of tags", &kind),
                }
            }
            UnaryOperator::Identity => {
                if !kind.is_set_of_events() {
                    self.complain(operand, "a set of events", &kind);
                }
                Kind::Relation
            }
            UnaryOperator::Inverse if matches!(kind, Kind::Pair | Kind::Classes) => kind,
            UnaryOperator::Closure
            | UnaryOperator::ReflexiveClosure
            | UnaryOperator::Reflexive
            | UnaryOperator::Inverse => {
                if !kind.is_relation() {
                    self.complain(operand, "a relation", &kind);
                }
                Kind::Relation
            }
        }
    }

    pub(super) fn operation(&mut self, operator: Operator, operands: &[ExprId]) -> Kind {
        let kinds: Vec<Kind> = operands.iter().map(|&operand| self.expr(operand)).collect();
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
                Kind::Relation
            }
            Operator::Add => {
                let set = kinds[1].clone();
                self.add(operands, &kinds[0], set)
            }
        }
    }

    /// All operands have to be sets of one kind.
    fn set_operation(&mut self, operator: Operator, operands: &[ExprId], kinds: Vec<Kind>) -> Kind {
        let all_open = kinds.iter().all(Kind::is_open);
        let mut together: Option<(Kind, ExprId)> = None;
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
            _ => Kind::Unknown,
        }
    }

    fn sequence(&mut self, operands: &[ExprId], kinds: &[Kind]) -> Kind {
        let on_classes = kinds.iter().any(|kind| matches!(kind, Kind::Classes));
        for (&operand, kind) in operands.iter().zip(kinds) {
            let fits =
                if on_classes { matches!(kind, Kind::Classes) || kind.is_polymorphic() } else { kind.is_relation() };
            if !fits {
                self.complain(operand, if on_classes { "a relation over classes" } else { "a relation" }, kind);
            }
        }
        if on_classes { Kind::Classes } else { Kind::Relation }
    }

    pub(super) fn add(&mut self, operands: &[ExprId], element: &Kind, set: Kind) -> Kind {
        let is_pair = |kind: &Kind| match kind {
            Kind::Pair => true,
            Kind::Tuple(parts) => parts.len() == 2,
            kind => kind.is_open(),
        };
        match (element, set.promoted()) {
            (_, Kind::Universe) => Kind::Universe,
            (Kind::Unknown, Kind::Empty | Kind::Never) | (_, Kind::Unknown) => Kind::Unknown,
            (Kind::Event | Kind::Pair | Kind::Tag(_), Kind::Empty | Kind::Never) => element.clone().promoted(),
            // `(e, f) ++ 0` is a relation, `(e, f) ++ {}` a set of tuples.
            (Kind::Tuple(_), Kind::Empty | Kind::Never) => Kind::Unknown,
            (_, Kind::Empty | Kind::Never) => Kind::values(element.clone()),
            (_, Kind::Values(inner)) => Kind::values(inner.joined(element)),
            (_, Kind::Relation) => {
                if !is_pair(element) {
                    self.complain(operands[0], "a pair of events", element);
                }
                Kind::Relation
            }
            (_, Kind::Set) => {
                if !element.is_open() && !matches!(element, Kind::Event) {
                    self.complain(operands[0], "an event", element);
                }
                Kind::Set
            }
            (_, Kind::Tags(of)) => {
                if !element.is_open() && !matches!(element, Kind::Tag(_)) {
                    self.complain(operands[0], "a tag", element);
                }
                Kind::Tags(of)
            }
            (_, other) => {
                self.complain(operands[1], "a set", &other);
                Kind::Unknown
            }
        }
    }

    pub(super) fn explicit_set(&mut self, elements: &[ExprId]) -> Kind {
        let mut set = Kind::Empty;
        for &element in elements {
            let kind = self.expr(element);
            if matches!(kind, Kind::Universe) {
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
    pub(super) fn primitive(&mut self, primitive: Primitive, argument: &Kind, at: ExprId) -> Kind {
        match primitive {
            Primitive::Domain | Primitive::Range => {
                self.want_relation(argument, at);
                Kind::Set
            }
            Primitive::Classes => {
                self.want_relation(argument, at);
                Kind::values(Kind::Set)
            }
            Primitive::ClassesLoc => {
                self.want_set(argument, at);
                Kind::values(Kind::Set)
            }
            Primitive::FromTo => {
                self.want_set(argument, at);
                Kind::Relation
            }
            Primitive::DifferentValues
            | Primitive::SameOa
            | Primitive::AtLeastOneWritable
            | Primitive::AsTransitive => {
                self.want_relation(argument, at);
                Kind::Relation
            }
            Primitive::TagToEvents | Primitive::LocToEvents => {
                self.want_tag(argument, at);
                Kind::Set
            }
            Primitive::TagToScope | Primitive::TagToLevel | Primitive::TagToFenced => {
                self.want_tag(argument, at);
                Kind::Relation
            }
            Primitive::Lift => Kind::Classes,
            Primitive::Delift | Primitive::DeliftInter => Kind::Relation,
            Primitive::Bisimulation => match self.two(argument, at) {
                Some((Kind::Classes, _) | (_, Kind::Classes)) => Kind::Classes,
                Some((Kind::Relation, Kind::Relation)) => Kind::Relation,
                _ => Kind::Unknown,
            },
            Primitive::Linearisations => match self.two(argument, at) {
                Some((Kind::Values(_), _) | (_, Kind::Classes)) => Kind::values(Kind::Classes),
                Some((set, order)) => {
                    self.want_set(&set, at);
                    self.want_relation(&order, at);
                    Kind::values(Kind::Relation)
                }
                None => Kind::Unknown,
            },
            Primitive::Fail => Kind::Never,
        }
    }

    /// The two parts of an argument, if they are known.
    fn two(&mut self, argument: &Kind, at: ExprId) -> Option<(Kind, Kind)> {
        match argument {
            Kind::Tuple(parts) if parts.len() == 2 => Some((parts[0].clone(), parts[1].clone())),
            kind if kind.is_open() => None,
            kind => {
                self.complain(at, "two arguments", kind);
                None
            }
        }
    }

    fn want_relation(&mut self, argument: &Kind, at: ExprId) {
        if !argument.is_relation() {
            self.complain(at, "a relation as argument", argument);
        }
    }

    fn want_set(&mut self, argument: &Kind, at: ExprId) {
        if !argument.is_set_of_events() {
            self.complain(at, "a set of events as argument", argument);
        }
    }

    fn want_tag(&mut self, argument: &Kind, at: ExprId) {
        if !argument.is_open() && !matches!(argument, Kind::Tag(_)) {
            self.complain(at, "a tag as argument", argument);
        }
    }

    /// The kind of an element of a set, and of the set without it.
    pub(super) fn taken_apart(&mut self, subject: ExprId, kind: &Kind) -> (Kind, Kind) {
        match kind {
            Kind::Set => (Kind::Event, Kind::Set),
            Kind::Relation => (Kind::Pair, Kind::Relation),
            Kind::Tags(of) => (Kind::Tag(*of), Kind::Tags(*of)),
            Kind::Values(element) => ((**element).clone(), Kind::Values(Rc::clone(element))),
            Kind::Empty => (Kind::Never, Kind::Empty),
            kind if kind.is_open() => (Kind::Unknown, Kind::Unknown),
            kind => {
                self.complain(subject, "a set or relation", kind);
                (Kind::Unknown, Kind::Unknown)
            }
        }
    }

    pub(super) fn is_identity(&self, expr: ExprId) -> bool {
        matches!(self.model.exprs[expr].kind, ExprKind::Unary(UnaryOperator::Identity, _))
    }
}
