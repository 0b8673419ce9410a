//! The steps from one state to another.

/// A step that is possible.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Transition {
    /// The read that a thread stands before takes effect.
    Read,
    /// It is delayed, and supposed to return this.
    Delay(u128),
    /// A free bit is this.
    Choose(bool),
    /// What is pending at this place takes effect.
    Effect(usize),
}
