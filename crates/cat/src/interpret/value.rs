//! What a cat expression can be worth.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::rc::Rc;

use relation::{EventId, EventSet, Relation};

use super::classes::ClassRelation;
use super::value_set::ValueSet;
use crate::ir::{EnumId, FunctionId, ProcedureId, Slot, SlotState, TagId};
use crate::primitive::Primitive;

/// A value; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// `{}`: the empty set of anything.
    Empty,
    /// `0`: the empty relation, which counts as an empty set as well.
    Zero,
    /// `_`: all events, or all pairs of them.
    Universe,
    Event(EventId),
    Pair(EventId, EventId),
    Set(Rc<EventSet>),
    Relation(Rc<Relation>),
    /// A relation over classes of events.
    Classes(Rc<ClassRelation>),
    Tag(EnumId, TagId),
    Tags(EnumId, ValueSet),
    /// A set of sets, relations or tuples.
    Values(ValueSet),
    Tuple(Rc<Tuple>),
    Closure(FunctionId, Rc<Frame>),
    Primitive(Primitive),
    Procedure(ProcedureId, Rc<Frame>),
}

/// The parts of a tuple.
#[derive(Debug)]
pub(crate) struct Tuple {
    pub(crate) parts: Vec<Value>,
    /// How deep values nest in it.
    pub(crate) depth: u32,
}

/// Values of two kinds that cannot be in one set or be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mixed(pub(crate) &'static str, pub(crate) &'static str);

impl Value {
    /// The pair of events that it is, as a pair or as a tuple.
    pub(crate) fn as_pair(&self) -> Option<(EventId, EventId)> {
        match self {
            Value::Pair(source, target) => Some((*source, *target)),
            Value::Tuple(tuple) => match tuple.parts[..] {
                [Value::Event(source), Value::Event(target)] => Some((source, target)),
                _ => None,
            },
            _ => None,
        }
    }

    pub(crate) fn set(set: EventSet) -> Value {
        Value::Set(Rc::new(set))
    }

    pub(crate) fn relation(relation: Relation) -> Value {
        Value::Relation(Rc::new(relation))
    }

    pub(crate) fn tuple(parts: Vec<Value>) -> Value {
        let depth = 1 + parts.iter().map(Value::depth).max().unwrap_or(0);
        Value::Tuple(Rc::new(Tuple { parts, depth }))
    }

    /// How many values there are in this one, itself and those inside, each as often as it is met.
    pub(crate) fn weight(&self) -> u64 {
        match self {
            Value::Values(set) => set.weight().saturating_add(1),
            Value::Tuple(tuple) => tuple.parts.iter().fold(1, |sum: u64, part| sum.saturating_add(part.weight())),
            _ => 1,
        }
    }

    /// How deep values nest in this one.
    pub(crate) fn depth(&self) -> u32 {
        match self {
            Value::Values(set) => 1 + set.depth(),
            Value::Tuple(tuple) => tuple.depth,
            Value::Closure(_, frame) | Value::Procedure(_, frame) => 1 + frame.depth.get(),
            _ => 0,
        }
    }

    /// What messages call values of this kind.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Empty => "an empty set",
            Value::Zero => "the empty relation",
            Value::Universe => "the universe",
            Value::Event(_) => "an event",
            Value::Pair(..) => "a pair of events",
            Value::Set(_) => "a set of events",
            Value::Relation(_) => "a relation",
            Value::Classes(_) => "a relation over classes",
            Value::Tag(..) => "a tag",
            Value::Tags(..) => "a set of tags",
            Value::Values(_) => "a set of values",
            Value::Tuple(_) => "a tuple",
            Value::Closure(..) | Value::Primitive(_) => "a function",
            Value::Procedure(..) => "a procedure",
        }
    }

    /// Whether it is `{}` or `0`.
    pub(crate) fn is_untyped_empty(&self) -> bool {
        matches!(self, Value::Empty | Value::Zero)
    }

    /// Whether nothing is in it.
    fn is_empty(&self) -> bool {
        match self {
            Value::Empty | Value::Zero => true,
            Value::Set(set) => set.is_empty(),
            Value::Relation(relation) => relation.is_empty(),
            Value::Classes(relation) => relation.is_empty(),
            Value::Tags(_, set) | Value::Values(set) => set.is_empty(),
            _ => false,
        }
    }

    /// The order in which sets are enumerated, and equality. Sets and relations compare as the sorted lists that they are in herd7, so that
    /// elements come in its order.
    pub(crate) fn order(&self, other: &Value) -> Result<Ordering, Mixed> {
        match (self, other) {
            (Value::Set(a), Value::Set(b)) => Ok(a.sequence_cmp(b)),
            (Value::Relation(a), Value::Relation(b)) => Ok(a.sequence_cmp(b)),
            (Value::Classes(a), Value::Classes(b)) => Ok(a.order(b)),
            (Value::Event(a), Value::Event(b)) => Ok(a.cmp(b)),
            (Value::Pair(a, b), Value::Pair(c, d)) => Ok((a, b).cmp(&(c, d))),
            (Value::Tag(_, a), Value::Tag(_, b)) => Ok(a.cmp(b)),
            (Value::Tags(_, a), Value::Tags(_, b)) | (Value::Values(a), Value::Values(b)) => a.order(b),
            (Value::Tuple(a), Value::Tuple(b)) => order_parts(&a.parts, &b.parts),
            (a, b) if a.is_untyped_empty() && b.is_set() => {
                Ok(if b.is_empty() { Ordering::Equal } else { Ordering::Less })
            }
            (a, b) if b.is_untyped_empty() && a.is_set() => {
                Ok(if a.is_empty() { Ordering::Equal } else { Ordering::Greater })
            }
            _ => Err(Mixed(self.kind(), other.kind())),
        }
    }

    /// Whether it is a set or relation of any kind.
    fn is_set(&self) -> bool {
        matches!(
            self,
            Value::Empty
                | Value::Zero
                | Value::Set(_)
                | Value::Relation(_)
                | Value::Classes(_)
                | Value::Tags(..)
                | Value::Values(_)
        )
    }
}

fn order_parts(parts: &[Value], others: &[Value]) -> Result<Ordering, Mixed> {
    for (part, other) in parts.iter().zip(others) {
        match part.order(other)? {
            Ordering::Equal => {}
            order => return Ok(order),
        }
    }
    Ok(parts.len().cmp(&others.len()))
}

/// The values of the names of one scope: the run, a call, or a round of `forall`.
pub(crate) struct Frame {
    pub(crate) outer: Option<Rc<Frame>>,
    slots: RefCell<Vec<SlotState<Value>>>,
    /// How deep values nest in its slots.
    depth: Cell<u32>,
}

impl Frame {
    pub(crate) fn new(outer: Option<Rc<Frame>>, size: usize) -> Frame {
        let depth = outer.as_ref().map_or(0, |outer| outer.depth.get());
        Frame { outer, slots: RefCell::new(vec![SlotState::Unset; size]), depth: Cell::new(depth) }
    }

    pub(crate) fn get(&self, slot: Slot) -> SlotState<Value> {
        self.slots.borrow()[relation::Index::index(slot)].clone()
    }

    pub(crate) fn put(&self, slot: Slot, state: SlotState<Value>) {
        if let SlotState::Ready(value) = &state {
            self.depth.set(self.depth.get().max(value.depth()));
        }
        self.slots.borrow_mut()[relation::Index::index(slot)] = state;
    }

    /// Forgets all values, and so breaks any cycle through this frame.
    pub(crate) fn clear(&self) {
        let slots = std::mem::take(&mut *self.slots.borrow_mut());
        // After the borrow has ended: what is dropped may lead back to this frame.
        drop(slots);
    }

    pub(crate) fn depth(&self) -> u32 {
        self.depth.get()
    }
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Slots may hold closures over this very frame.
        write!(f, "frame of {} slots", self.slots.borrow().len())
    }
}
