// Threads that contend for what the standard library offers, which comes precompiled and uninstrumented.
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier, Condvar, Mutex, Once, OnceLock, RwLock, mpsc};
use std::thread;

struct Plain(UnsafeCell<u64>);
unsafe impl Sync for Plain {}

fn add(plain: &Plain) {
    unsafe { *plain.0.get() += 1 };
}

fn main() {
    let mutex = Arc::new((Mutex::new(()), Plain(UnsafeCell::new(0))));
    let lock = Arc::new((RwLock::new(()), Plain(UnsafeCell::new(0))));
    let turn = Arc::new((Mutex::new(0), Condvar::new(), Plain(UnsafeCell::new(0))));
    let once = Arc::new((Once::new(), OnceLock::new(), Plain(UnsafeCell::new(0))));
    let barrier = Arc::new(Barrier::new(3));
    let (sender, receiver) = mpsc::channel::<Box<u64>>();
    let (bounded, bounded_receiver) = mpsc::sync_channel::<Box<u64>>(1);
    let mut threads = Vec::new();
    for number in 0..3 {
        let (mutex, lock, turn, once) = (mutex.clone(), lock.clone(), turn.clone(), once.clone());
        let (sender, bounded, barrier) = (sender.clone(), bounded.clone(), barrier.clone());
        threads.push(thread::spawn(move || {
            for _ in 0..2 {
                let _guard = mutex.0.lock().unwrap();
                add(&mutex.1);
            }
            {
                let _guard = lock.0.write().unwrap();
                add(&lock.1);
            }
            {
                let _guard = lock.0.read().unwrap();
                assert!(unsafe { *lock.1.0.get() } > 0);
            }
            once.0.call_once(|| add(&once.2));
            assert_eq!(unsafe { *once.2.0.get() }, 1);
            assert_eq!(*once.1.get_or_init(|| 7), 7);
            let mut now = turn.0.lock().unwrap();
            while *now != number {
                now = turn.1.wait(now).unwrap();
            }
            *now += 1;
            add(&turn.2);
            turn.1.notify_all();
            drop(now);
            barrier.wait();
            assert_eq!(unsafe { *turn.2.0.get() }, 3);
            sender.send(Box::new(number)).unwrap();
            drop(sender);
            bounded.send(Box::new(number)).unwrap();
        }));
    }
    drop((sender, bounded));
    let parked = Arc::new((AtomicBool::new(false), Plain(UnsafeCell::new(0))));
    let other = parked.clone();
    let sleeper = thread::spawn(move || {
        while !other.0.load(Ordering::Acquire) {
            thread::park();
        }
        add(&other.1);
    });
    add(&parked.1);
    parked.0.store(true, Ordering::Release);
    sleeper.thread().unpark();
    let sum: u64 = receiver.iter().map(|value| *value).sum();
    let bounded_sum: u64 = bounded_receiver.iter().map(|value| *value).sum();
    for thread in threads {
        thread.join().unwrap();
    }
    sleeper.join().unwrap();
    assert_eq!((sum, bounded_sum), (3, 3));
    let scoped = Plain(UnsafeCell::new(0));
    let guard = Mutex::new(());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let _guard = guard.lock().unwrap();
                add(&scoped);
            });
        }
    });
    assert_eq!(unsafe { *scoped.0.get() }, 2);
}
