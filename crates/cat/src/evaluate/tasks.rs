//! What an event structure leaves to do with bounds and forced orders, as tasks with the places of what they are about.

use std::cell::OnceCell;

use super::step::Step;
use super::value_buffer::WordRange;
use crate::ast::Property;
use crate::compile::plan::ChoiceId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bound {
    Lower,
    Upper,
}

impl Bound {
    pub(super) fn opposite(self) -> Bound {
        match self {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// A bound, or a value that is known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Exact(WordRange),
    /// The bound of the kind that is being computed.
    Same(WordRange),
    Opposite(WordRange),
}

/// Something to do with bounds, with the places of what it is about.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoundTask {
    Apply {
        bound: Bound,
        into: WordRange,
        step: Step<Operand>,
    },
    /// The bound of an order that is chosen later.
    Order {
        bound: Bound,
        into: WordRange,
        set: Operand,
        known: Operand,
        choice: ChoiceId,
        by_location: bool,
    },
    /// Gives up unless a lower bound has this property.
    Expect {
        property: Property,
        value: Operand,
    },
}

/// What an event structure leaves to do to know what an order has to contain.
#[derive(Clone, Debug)]
pub(super) struct ForcedWork {
    pub(super) tasks: Vec<(WordRange, Step<Operand>)>,
    pub(super) forced: Operand,
}

/// Such work, once it has been asked for; nothing if nothing is left.
pub(super) type LateWork = OnceCell<Option<ForcedWork>>;
