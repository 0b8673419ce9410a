// Threads that wait at a barrier behind a spin lock, which they take and give back in each turn: a thread that comes late has to find the lock free, under every strategy.
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Barrier {
    is_locked: AtomicBool,
    count: UnsafeCell<u32>,
}
unsafe impl Sync for Barrier {}

impl Barrier {
    fn locked<T>(&self, what: impl FnOnce(&mut u32) -> T) -> T {
        while self.is_locked.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            while self.is_locked.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        }
        let result = what(unsafe { &mut *self.count.get() });
        self.is_locked.store(false, Ordering::Release);
        result
    }

    fn wait(&self, all: u32) {
        self.locked(|count| *count += 1);
        while self.locked(|count| *count < all) {
            std::hint::spin_loop();
        }
    }
}

fn main() {
    let barrier = Barrier { is_locked: AtomicBool::new(false), count: UnsafeCell::new(0) };
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| barrier.wait(3));
        }
    });
}
