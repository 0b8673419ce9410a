//! Patterns, and the slots that they bind.

use std::rc::Rc;

use super::failure::Complaint;
use super::value::{Frame, Value};
use crate::ir::{BoundSlot, Definition, Model, SlotState};

/// Delays the values of definitions: those that nothing asks for are never evaluated.
pub(super) fn define(frame: &Rc<Frame>, model: &Model, definitions: &[Definition]) {
    model.delay(definitions, |slot, delayed| frame.put(slot, delayed.into()));
}

pub(super) fn put(frame: &Frame, place: Option<BoundSlot>, value: Value) {
    if let Some(place) = place {
        frame.put(place.slot, SlotState::Ready(value));
    }
}

/// How many parts a value has for a pattern: a pair of events has two, a value that is not a tuple one.
pub(super) fn arity(value: &Value) -> usize {
    match value {
        Value::Tuple(tuple) => tuple.parts.len(),
        Value::Pair(..) => 2,
        _ => 1,
    }
}

pub(super) fn part(value: &Value, index: usize) -> Option<Value> {
    match value {
        Value::Tuple(tuple) => tuple.parts.get(index).cloned(),
        Value::Pair(source, target) => [*source, *target].get(index).map(|&event| Value::Event(event)),
        other => (index == 0).then(|| other.clone()),
    }
}

pub(super) fn wrong_arity(value: &Value, wanted: usize) -> Complaint {
    Complaint::Other(match value {
        Value::Tuple(tuple) => format!("expected a tuple of {wanted}, found one of {}", tuple.parts.len()),
        other => format!("expected a tuple of {wanted}, found {}", other.kind()),
    })
}
