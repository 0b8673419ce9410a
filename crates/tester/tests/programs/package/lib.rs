//! A value that is handed over by a flag.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};

struct Cell(UnsafeCell<u32>, AtomicBool);

// SAFETY: accesses are ordered by the flag, but in the test that says otherwise.
unsafe impl Sync for Cell {}

/// ```
/// assert_eq!(hands_over::hands_over(std::sync::atomic::Ordering::Release), 7);
/// ```
pub fn hands_over(order: Ordering) -> u32 {
    let cell = &Cell(UnsafeCell::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // SAFETY: the other thread waits for the flag.
            unsafe { *cell.0.get() = 7 };
            cell.1.store(true, order);
        });
        while !cell.1.load(Ordering::Acquire) {}
        // SAFETY: the flag has been set.
        unsafe { *cell.0.get() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn released() {
        assert_eq!(hands_over(Ordering::Release), 7);
    }

    #[test]
    fn relaxed() {
        assert_eq!(hands_over(Ordering::Relaxed), 7);
    }
}
