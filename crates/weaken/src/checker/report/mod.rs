//! What the search has found, in terms of the source.

pub(crate) mod trace;
