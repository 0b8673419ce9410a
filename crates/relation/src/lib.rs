//! Sets of and binary relations over the events of one execution.
//!
//! A [`Relation`] over `n` events is a bit matrix: `n` rows of `n` bits, row = source, bit = target, a row being
//! `ceil(n / 64)` words. An [`EventSet`] is one such row. Up to 64 events a row is one word, and that is the fast case.
//! All operators are the relation algebra's (Tarski), named as the memory-model literature names them.
//!
//! Sets and relations know how many events there are (their *universe*); operators expect operands of one universe.

mod event_set;
mod index;
mod orders;
mod relation;
pub mod rows;

pub use event_set::EventSet;
pub use index::{IdVec, Index};
pub use orders::{LinearExtensions, OrderClasses, classes};
pub use relation::Relation;

newtype_index! {
    /// An event of one execution.
    pub struct EventId("e");
}

/// How many 64-bit words a row over `universe` events takes.
const fn words_for(universe: usize) -> usize {
    universe.div_ceil(64)
}
