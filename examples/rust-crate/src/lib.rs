//! A cell that is written once.

use std::sync::atomic::{AtomicU32, Ordering};

/// A number that one thread writes, once, and others read. 0 stands for none.
#[derive(Debug, Default)]
pub struct Once {
    number: AtomicU32,
    is_set: AtomicU32,
}

impl Once {
    /// Sets the number.
    pub fn set(&self, number: u32) {
        self.number.store(number, Ordering::Relaxed);
        self.is_set.store(1, Ordering::Release);
    }

    /// The number, where it is set.
    pub fn get(&self) -> Option<u32> {
        (self.is_set.load(Ordering::Acquire) == 1).then(|| self.number.load(Ordering::Relaxed))
    }
}
