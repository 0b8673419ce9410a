// Finds: exit status 101
// Store buffering by exchanges that acquire and release: both threads may read what was there before.
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{AcqRel, Acquire};

static LEFT: AtomicBool = AtomicBool::new(false);
static RIGHT: AtomicBool = AtomicBool::new(false);

fn main() {
    let left = std::thread::spawn(|| (LEFT.swap(true, AcqRel), RIGHT.load(Acquire)).1);
    let right = std::thread::spawn(|| (RIGHT.swap(true, AcqRel), LEFT.load(Acquire)).1);
    assert!(left.join().unwrap() | right.join().unwrap());
}
