//! What an expression is worth when only the model is known.

use std::cell::RefCell;
use std::rc::Rc;

use relation::Index;

use super::plan::NodeId;
use crate::BaseKind;
use crate::ir::{EnumId, FunctionId, ProcedureId, Slot, SlotState, TagId};
use crate::primitive::Primitive;

/// A value, as far as the model alone determines it. It stands for what the interpreter computes on any candidate.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// `{}`, or `0`.
    Empty,
    /// `_`.
    Universe,
    /// A set of events or a relation over them, computed by a node.
    Node(NodeId),
    Tag(EnumId, TagId),
    /// Sorted.
    Tags(EnumId, Rc<[TagId]>),
    Tuple(Rc<[Value]>),
    Closure(FunctionId, Rc<Frame>),
    Primitive(Primitive),
    Procedure(ProcedureId, Rc<Frame>),
    /// A set with one element.
    Singleton(Rc<Value>),
    /// The events of a set, by location.
    Classes(NodeId),
    /// Any one of [`Value::Classes`].
    Class(NodeId),
    /// The total orders on `set`, or on any one class of it, that contain `known`.
    Orders {
        set: NodeId,
        known: NodeId,
        of_class: bool,
    },
    /// For each class of a set, its orders.
    OrdersOfClasses {
        set: NodeId,
        known: NodeId,
    },
    /// The unions of one order for each class.
    OrdersByLocation {
        set: NodeId,
        known: NodeId,
    },
}

impl Value {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Empty => "an empty set",
            Value::Universe => "the universe",
            Value::Node(_) => "a set or relation",
            Value::Tag(..) => "a tag",
            Value::Tags(..) => "a set of tags",
            Value::Tuple(_) => "a tuple",
            Value::Closure(..) | Value::Primitive(_) => "a function",
            Value::Procedure(..) => "a procedure",
            Value::Singleton(_) => "a set of one value",
            Value::Classes(_) => "the classes of a set by location",
            Value::Class(_) => "a class",
            Value::Orders { .. } => "a set of orders",
            Value::OrdersOfClasses { .. } => "a set of sets of orders",
            Value::OrdersByLocation { .. } => "a set of orders by location",
        }
    }
}

/// What a sort of operand a node is where it stands for itself.
pub(super) fn kind_name(kind: BaseKind) -> &'static str {
    match kind {
        BaseKind::Set => "a set of events",
        BaseKind::Relation => "a relation",
    }
}

/// The names of one scope, as in the interpreter.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) outer: Option<Rc<Frame>>,
    slots: RefCell<Vec<SlotState<Value>>>,
}

impl Frame {
    pub(super) fn new(outer: Option<Rc<Frame>>, size: usize) -> Rc<Frame> {
        Rc::new(Frame { outer, slots: RefCell::new(vec![SlotState::Unset; size]) })
    }

    pub(super) fn get(&self, slot: Slot) -> SlotState<Value> {
        self.slots.borrow()[slot.index()].clone()
    }

    pub(super) fn put(&self, slot: Slot, state: SlotState<Value>) {
        self.slots.borrow_mut()[slot.index()] = state;
    }

    /// The frame that is `depth` frames out.
    pub(super) fn out(self: &Rc<Frame>, depth: u32) -> Rc<Frame> {
        let mut frame = self.clone();
        for _ in 0..depth {
            frame = frame.outer.clone().expect("a name is as many frames out as the resolver says");
        }
        frame
    }
}
