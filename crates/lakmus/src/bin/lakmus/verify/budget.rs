//! What a verification may take, of time and of memory.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a test or a program may take.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    /// CPU time.
    pub(super) time: Option<Duration>,
    /// Set when the process takes more memory than `--memory` allows.
    pub(super) takes_too_much: &'a AtomicBool,
}

impl Budget<'_> {
    /// The same memory, and another time.
    pub(super) fn with_time(self, time: Option<Duration>) -> Self {
        Budget { time, ..self }
    }

    /// Whether to give up after so much time.
    pub(super) fn is_spent(self, used: Duration) -> bool {
        self.time.is_some_and(|time| used >= time) || self.takes_too_much.load(Ordering::Relaxed)
    }
}
