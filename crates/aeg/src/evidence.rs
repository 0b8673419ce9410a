//! How much is known of the accesses of a cycle being to the same memory.

/// How sure it is that the accesses of a cycle are to the same bytes, in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Evidence {
    /// Points-to analysis does not exclude it.
    #[default]
    Possible,
    /// Both threads have a way to the same object.
    SameObject,
    /// They are to one variable, whatever the execution.
    SameVariable,
}
