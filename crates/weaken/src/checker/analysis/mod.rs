//! Facts about the steps of a program, found before the search.

pub(crate) mod choices;
pub(crate) mod delays;
pub(crate) mod live;
pub(crate) mod locals;
pub(crate) mod overtake;
pub(crate) mod read_loops;
