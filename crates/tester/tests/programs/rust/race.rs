// A race between accesses that no lock orders.
use std::cell::UnsafeCell;
use std::sync::{Arc, Mutex};
use std::thread;

struct Plain(UnsafeCell<u64>);
unsafe impl Sync for Plain {}

fn main() {
    let shared = Arc::new((Mutex::new(()), Plain(UnsafeCell::new(0))));
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let shared = shared.clone();
            thread::spawn(move || {
                unsafe { *shared.1.0.get() += 1 };
                let _guard = shared.0.lock().unwrap();
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
