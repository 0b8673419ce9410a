//! By the rules of C++20, which are Rust's, the last assertion holds; by those of C++11 it may fail.
use std::sync::atomic::{AtomicI32, Ordering::*};
static X: AtomicI32 = AtomicI32::new(0);
static Y: AtomicI32 = AtomicI32::new(0);
fn main() {
    let stores = std::thread::spawn(|| X.store(1, Release));
    let both = std::thread::spawn(|| {
        let seen = X.load(Relaxed);
        X.store(2, SeqCst);
        (seen, Y.load(SeqCst))
    });
    let other = std::thread::spawn(|| {
        Y.store(1, SeqCst);
        X.load(SeqCst)
    });
    stores.join().unwrap();
    let (seen, y) = both.join().unwrap();
    let x = other.join().unwrap();
    assert!(!(seen == 1 && y == 0 && x == 1));
}
