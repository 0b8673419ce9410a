//! Synchronization edges between actions, numbered: sets of them are sets of bits.

use rustc_hash::FxHashMap;

use crate::actions::{ActionId, MOST_ACTIONS};
use crate::error::JavaError;

/// Pairs of actions that synchronize in some execution.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    numbers: FxHashMap<(ActionId, ActionId), u32>,
    pub(crate) pairs: Vec<(ActionId, ActionId)>,
}

/// A set of edges.
pub(crate) type EdgeSet = u128;

impl Edges {
    /// The set with this edge alone, which gets a number if it has none.
    pub(crate) fn intern(&mut self, edge: (ActionId, ActionId)) -> Result<EdgeSet, JavaError> {
        if let Some(known) = self.find(edge) {
            return Ok(known);
        }
        if self.pairs.len() == MOST_ACTIONS {
            return Err(JavaError::TooMany { what: "different synchronizations", limit: MOST_ACTIONS });
        }
        self.numbers.insert(edge, self.pairs.len() as u32);
        self.pairs.push(edge);
        Ok(1 << (self.pairs.len() - 1))
    }

    /// The set with this edge alone, if it has a number.
    pub(crate) fn find(&self, edge: (ActionId, ActionId)) -> Option<EdgeSet> {
        self.numbers.get(&edge).map(|&number| 1 << number)
    }
}
