//! Simulations that take too long are stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Options;

/// When a worker's simulation began, and what stops it.
#[derive(Default)]
pub(super) struct Clock {
    began: Mutex<Option<Instant>>,
    stop: AtomicBool,
    /// How long all work took so far.
    spent: Mutex<Duration>,
}

impl Clock {
    /// Does some work that is stopped when it takes too long.
    pub(super) fn timed<T>(&self, work: impl FnOnce(&AtomicBool) -> T) -> T {
        self.stop.store(false, Ordering::Relaxed);
        let now = Instant::now();
        *self.began.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        let result = work(&self.stop);
        *self.began.lock().unwrap_or_else(PoisonError::into_inner) = None;
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner) += now.elapsed();
        result
    }

    /// How long all work took so far.
    pub(super) fn spent(&self) -> Duration {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How often clocks are looked at.
pub(super) const TICK: Duration = Duration::from_millis(20);

/// Stops simulations that take too long.
pub(super) fn watch(clocks: &[Clock], options: &Options<'_>, is_done: &AtomicBool) {
    while !is_done.load(Ordering::Relaxed) {
        for clock in clocks {
            let began = *clock.began.lock().unwrap_or_else(PoisonError::into_inner);
            let is_over = began.zip(options.timeout).is_some_and(|(began, limit)| began.elapsed() > limit);
            if is_over || options.cancel.load(Ordering::Relaxed) {
                clock.stop.store(true, Ordering::Relaxed);
            }
        }
        std::thread::sleep(TICK);
    }
}
