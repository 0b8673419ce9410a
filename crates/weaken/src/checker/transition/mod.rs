//! The transition relation: which steps are possible in a state, and what each of them does to it.
//!
//! A thread runs by itself (`advance`) until it comes to something that another thread may observe, and stops there. What it may do then, and which of its pending
//! accesses may take effect, are the steps of the search (`effects`). `access` enters accesses or does them at once, `order` says which pending accesses a new one
//! waits for, `split_updates` divides read-modify-writes, `lock_words` has locks take effect first,
//! `threads` has locks, thread starts and atomic sections, `memory` objects, `sharing` who may touch an object
//! without interleaving, `races` data races as C11 has them, `written` what was never written, and `iterations` closes loops that only read.

pub(crate) mod access;
pub(crate) mod advance;
pub(crate) mod effects;
pub(crate) mod event;
pub(crate) mod iterations;
pub(crate) mod lock_words;
pub(crate) mod machine;
pub(crate) mod memory;
pub(crate) mod order;
pub(crate) mod races;
pub(crate) mod sharing;
pub(crate) mod split_updates;
pub(crate) mod threads;
pub(crate) mod written;
