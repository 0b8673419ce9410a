//! Kinds of values, as far as they can be known without a candidate.

use std::cell::RefCell;
use std::rc::Rc;

use crate::ir::{EnumId, FunctionId, ProcedureId, Slot};
use crate::primitive::Primitive;

/// What is known of the values that an expression can have.
#[derive(Clone, Debug)]
pub(super) enum Kind {
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
    Values(Rc<Kind>),
    Tuple(Rc<[Kind]>),
    Function(FunctionId, Rc<Scope>),
    Primitive(Primitive),
    Procedure(ProcedureId, Rc<Scope>),
}

/// The kinds of the names of a frame.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) outer: Option<Rc<Scope>>,
    slots: RefCell<Vec<Kind>>,
}

impl Scope {
    pub(super) fn new(outer: Option<Rc<Scope>>, size: usize) -> Rc<Scope> {
        Rc::new(Scope { outer, slots: RefCell::new(vec![Kind::Never; size]) })
    }

    pub(super) fn get(&self, slot: Slot) -> Kind {
        self.slots.borrow()[relation::Index::index(slot)].clone()
    }

    pub(super) fn put(&self, slot: Slot, kind: Kind) {
        self.slots.borrow_mut()[relation::Index::index(slot)] = kind;
    }

    /// Forgets everything: functions hold their scope and scopes their functions.
    pub(super) fn clear(&self) {
        let slots = std::mem::take(&mut *self.slots.borrow_mut());
        drop(slots);
    }
}

impl Kind {
    pub(super) fn values(element: Kind) -> Kind {
        Kind::Values(Rc::new(element))
    }

    /// Whether it can be anything, so that nothing is wrong about it.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Kind::Unknown | Kind::Never)
    }

    /// Whether it goes with sets of every kind.
    pub(super) fn is_polymorphic(&self) -> bool {
        self.is_open() || matches!(self, Kind::Empty | Kind::Universe)
    }

    /// A single element as the set of it.
    pub(super) fn promoted(self) -> Kind {
        match self {
            Kind::Event => Kind::Set,
            Kind::Pair => Kind::Relation,
            Kind::Tag(of) => Kind::Tags(of),
            other => other,
        }
    }

    /// Whether values of this kind are sets or relations, or stand for one.
    pub(super) fn is_set(&self) -> bool {
        self.is_polymorphic()
            || matches!(
                self,
                Kind::Event
                    | Kind::Pair
                    | Kind::Set
                    | Kind::Relation
                    | Kind::Classes
                    | Kind::Tag(_)
                    | Kind::Tags(_)
                    | Kind::Values(_)
            )
    }

    pub(super) fn is_set_of_events(&self) -> bool {
        self.is_polymorphic() || matches!(self, Kind::Set | Kind::Event)
    }

    pub(super) fn is_relation(&self) -> bool {
        self.is_polymorphic() || matches!(self, Kind::Relation | Kind::Pair)
    }

    /// The kind of a set that both are; `None` when there is none.
    pub(super) fn united(self, other: Kind) -> Option<Kind> {
        match (self.promoted(), other.promoted()) {
            (Kind::Never | Kind::Empty, other) | (other, Kind::Never | Kind::Empty) => Some(other),
            (Kind::Unknown, other) | (other, Kind::Unknown) => Some(other),
            (Kind::Universe, other) | (other, Kind::Universe) => Some(other),
            (Kind::Values(a), Kind::Values(b)) => Some(Kind::values(a.joined(&b))),
            (Kind::Set, Kind::Set) => Some(Kind::Set),
            (Kind::Relation, Kind::Relation) => Some(Kind::Relation),
            (Kind::Classes, Kind::Classes) => Some(Kind::Classes),
            (Kind::Tags(a), Kind::Tags(_)) => Some(Kind::Tags(a)),
            _ => None,
        }
    }

    /// What is known of a value of one of the two kinds.
    pub(super) fn joined(&self, other: &Kind) -> Kind {
        match (self, other) {
            (Kind::Never, kind) | (kind, Kind::Never) => kind.clone(),
            (Kind::Empty, Kind::Empty) => Kind::Empty,
            (
                Kind::Empty,
                kind @ (Kind::Set | Kind::Relation | Kind::Classes | Kind::Tags(_) | Kind::Values(_) | Kind::Universe),
            )
            | (
                kind @ (Kind::Set | Kind::Relation | Kind::Classes | Kind::Tags(_) | Kind::Values(_) | Kind::Universe),
                Kind::Empty,
            ) => kind.clone(),
            (Kind::Universe, Kind::Universe) => Kind::Universe,
            (Kind::Universe, kind @ (Kind::Set | Kind::Relation))
            | (kind @ (Kind::Set | Kind::Relation), Kind::Universe) => kind.clone(),
            (Kind::Event, Kind::Event) => Kind::Event,
            (Kind::Pair, Kind::Pair) => Kind::Pair,
            (Kind::Set, Kind::Set) => Kind::Set,
            (Kind::Relation, Kind::Relation) => Kind::Relation,
            (Kind::Classes, Kind::Classes) => Kind::Classes,
            (Kind::Tag(a), Kind::Tag(b)) if a == b => Kind::Tag(*a),
            (Kind::Tags(a), Kind::Tags(b)) if a == b => Kind::Tags(*a),
            (Kind::Values(a), Kind::Values(b)) => Kind::values(a.joined(b)),
            (Kind::Tuple(a), Kind::Tuple(b)) if a.len() == b.len() => {
                Kind::Tuple(a.iter().zip(b.iter()).map(|(a, b)| a.joined(b)).collect())
            }
            _ => Kind::Unknown,
        }
    }

    /// How messages name it.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Kind::Unknown | Kind::Never => "something unknown",
            Kind::Empty => "the empty set",
            Kind::Universe => "the universe",
            Kind::Event => "an event",
            Kind::Pair => "a pair of events",
            Kind::Set => "a set of events",
            Kind::Relation => "a relation",
            Kind::Classes => "a relation over classes",
            Kind::Tag(_) => "a tag",
            Kind::Tags(_) => "a set of tags",
            Kind::Values(_) => "a set of sets, relations or tuples",
            Kind::Tuple(_) => "a tuple",
            Kind::Function(..) | Kind::Primitive(_) => "a function",
            Kind::Procedure(..) => "a procedure",
        }
    }
}
