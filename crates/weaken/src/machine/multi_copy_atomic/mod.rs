//! The machine of the models under which a write reaches all other threads at once: one memory, and a list of pending accesses for each thread.
//!
//! `advance` runs a thread to its next access and enters writes, `ordering` says what a new access waits for, `effects` how accesses take effect, `reduction` which steps may come first; `transitions` offers both
//! to the search, and `encode` writes states as bytes.

pub(crate) mod advance;
pub(crate) mod effects;
pub(crate) mod encode;
pub(crate) mod foreseen;
pub(crate) mod ordering;
pub(crate) mod reduction;
pub(crate) mod state;
pub(crate) mod transition;
pub(crate) mod transitions;
