//! Kinds of values, as far as they can be known without a candidate.

use std::cell::RefCell;
use std::rc::Rc;

use crate::ir::{EnumId, FunctionId, ProcedureId, Slot};
use crate::primitive::Primitive;

/// What is known of the values that an expression can have.
#[derive(Clone, Debug)]
pub(super) enum ValueKind {
    /// Nothing is known; never a reason to complain.
    Unknown,
    /// No value is known yet: a recursive call, whose result is that of the other branches.
    Never,
    /// `{}` and `0`.
    Empty,
    Universe,
    Event,
    Pair,
    Set,
    Relation,
    Classes,
    Tag(EnumId),
    Tags(EnumId),
    /// A set of such values.
    Values(Rc<ValueKind>),
    Tuple(Rc<[ValueKind]>),
    Function(FunctionId, Rc<Scope>),
    Primitive(Primitive),
    Procedure(ProcedureId, Rc<Scope>),
}

/// The kinds of the names of a frame.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) outer: Option<Rc<Scope>>,
    slots: RefCell<Vec<ValueKind>>,
}

impl Scope {
    pub(super) fn new(outer: Option<Rc<Scope>>, size: usize) -> Rc<Scope> {
        Rc::new(Scope { outer, slots: RefCell::new(vec![ValueKind::Never; size]) })
    }

    pub(super) fn get(&self, slot: Slot) -> ValueKind {
        self.slots.borrow()[relation::Index::index(slot)].clone()
    }

    pub(super) fn put(&self, slot: Slot, kind: ValueKind) {
        self.slots.borrow_mut()[relation::Index::index(slot)] = kind;
    }

    /// Forgets everything: functions hold their scope and scopes their functions.
    pub(super) fn clear(&self) {
        let slots = std::mem::take(&mut *self.slots.borrow_mut());
        drop(slots);
    }
}

impl ValueKind {
    pub(super) fn values(element: ValueKind) -> ValueKind {
        ValueKind::Values(Rc::new(element))
    }

    /// Whether it can be anything, so that nothing is wrong about it.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, ValueKind::Unknown | ValueKind::Never)
    }

    /// Whether it goes with sets of every kind.
    pub(super) fn is_polymorphic(&self) -> bool {
        self.is_open() || matches!(self, ValueKind::Empty | ValueKind::Universe)
    }

    /// A single element as the set of it.
    pub(super) fn promoted(self) -> ValueKind {
        match self {
            ValueKind::Event => ValueKind::Set,
            ValueKind::Pair => ValueKind::Relation,
            ValueKind::Tag(of) => ValueKind::Tags(of),
            other => other,
        }
    }

    /// Whether values of this kind are sets or relations, or stand for one.
    pub(super) fn is_set(&self) -> bool {
        self.is_polymorphic()
            || matches!(
                self,
                ValueKind::Event
                    | ValueKind::Pair
                    | ValueKind::Set
                    | ValueKind::Relation
                    | ValueKind::Classes
                    | ValueKind::Tag(_)
                    | ValueKind::Tags(_)
                    | ValueKind::Values(_)
            )
    }

    pub(super) fn is_set_of_events(&self) -> bool {
        self.is_polymorphic() || matches!(self, ValueKind::Set | ValueKind::Event)
    }

    pub(super) fn is_relation(&self) -> bool {
        self.is_polymorphic() || matches!(self, ValueKind::Relation | ValueKind::Pair)
    }

    /// The kind of a set that both are; `None` when there is none.
    pub(super) fn united(self, other: ValueKind) -> Option<ValueKind> {
        match (self.promoted(), other.promoted()) {
            (ValueKind::Never | ValueKind::Empty, other) | (other, ValueKind::Never | ValueKind::Empty) => Some(other),
            (ValueKind::Unknown, other) | (other, ValueKind::Unknown) => Some(other),
            (ValueKind::Universe, other) | (other, ValueKind::Universe) => Some(other),
            (ValueKind::Values(a), ValueKind::Values(b)) => Some(ValueKind::values(a.joined(&b))),
            (ValueKind::Set, ValueKind::Set) => Some(ValueKind::Set),
            (ValueKind::Relation, ValueKind::Relation) => Some(ValueKind::Relation),
            (ValueKind::Classes, ValueKind::Classes) => Some(ValueKind::Classes),
            (ValueKind::Tags(a), ValueKind::Tags(_)) => Some(ValueKind::Tags(a)),
            _ => None,
        }
    }

    /// What is known of a value of one of the two kinds.
    pub(super) fn joined(&self, other: &ValueKind) -> ValueKind {
        match (self, other) {
            (ValueKind::Never, kind) | (kind, ValueKind::Never) => kind.clone(),
            (ValueKind::Empty, ValueKind::Empty) => ValueKind::Empty,
            (
                ValueKind::Empty,
                kind @ (ValueKind::Set
                | ValueKind::Relation
                | ValueKind::Classes
                | ValueKind::Tags(_)
                | ValueKind::Values(_)
                | ValueKind::Universe),
            )
            | (
                kind @ (ValueKind::Set
                | ValueKind::Relation
                | ValueKind::Classes
                | ValueKind::Tags(_)
                | ValueKind::Values(_)
                | ValueKind::Universe),
                ValueKind::Empty,
            ) => kind.clone(),
            (ValueKind::Universe, ValueKind::Universe) => ValueKind::Universe,
            (ValueKind::Universe, kind @ (ValueKind::Set | ValueKind::Relation))
            | (kind @ (ValueKind::Set | ValueKind::Relation), ValueKind::Universe) => kind.clone(),
            (ValueKind::Event, ValueKind::Event) => ValueKind::Event,
            (ValueKind::Pair, ValueKind::Pair) => ValueKind::Pair,
            (ValueKind::Set, ValueKind::Set) => ValueKind::Set,
            (ValueKind::Relation, ValueKind::Relation) => ValueKind::Relation,
            (ValueKind::Classes, ValueKind::Classes) => ValueKind::Classes,
            (ValueKind::Tag(a), ValueKind::Tag(b)) if a == b => ValueKind::Tag(*a),
            (ValueKind::Tags(a), ValueKind::Tags(b)) if a == b => ValueKind::Tags(*a),
            (ValueKind::Values(a), ValueKind::Values(b)) => ValueKind::values(a.joined(b)),
            (ValueKind::Tuple(a), ValueKind::Tuple(b)) if a.len() == b.len() => {
                ValueKind::Tuple(a.iter().zip(b.iter()).map(|(a, b)| a.joined(b)).collect())
            }
            _ => ValueKind::Unknown,
        }
    }

    /// How messages name it.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            ValueKind::Unknown | ValueKind::Never => "something unknown",
            ValueKind::Empty => "the empty set",
            ValueKind::Universe => "the universe",
            ValueKind::Event => "an event",
            ValueKind::Pair => "a pair of events",
            ValueKind::Set => "a set of events",
            ValueKind::Relation => "a relation",
            ValueKind::Classes => "a relation over classes",
            ValueKind::Tag(_) => "a tag",
            ValueKind::Tags(_) => "a set of tags",
            ValueKind::Values(_) => "a set of sets, relations or tuples",
            ValueKind::Tuple(_) => "a tuple",
            ValueKind::Function(..) | ValueKind::Primitive(_) => "a function",
            ValueKind::Procedure(..) => "a procedure",
        }
    }
}
