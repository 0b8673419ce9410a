//! What models are asked.

use crate::graph::Outcome;

/// What is asked of a model.
#[derive(Clone, Copy)]
pub enum Question<'a> {
    /// All outcomes.
    All,
    /// Those that satisfy this, and no more than one of them.
    OneWith(&'a dyn Fn(&Outcome) -> bool),
}
