// What the library has to order threads with: nothing is found.
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier, Condvar, LazyLock, Mutex, Once, OnceLock, RwLock, mpsc};
use std::thread;

static TABLE: LazyLock<Vec<u32>> = LazyLock::new(|| vec![1, 2, 3]);
static ONCE: Once = Once::new();
static NAME: OnceLock<String> = OnceLock::new();

fn locks() {
    let sum = Arc::new(Mutex::new(0));
    let add = |sum: Arc<Mutex<usize>>| {
        *sum.lock().unwrap() += TABLE.len();
        ONCE.call_once(|| NAME.set("set once".to_owned()).unwrap());
        assert_eq!(NAME.get().unwrap(), "set once");
    };
    let threads = [0, 1].map(|_| {
        let sum = Arc::clone(&sum);
        thread::spawn(move || add(sum))
    });
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(*sum.lock().unwrap(), 6);
    let list = RwLock::new(vec![1]);
    thread::scope(|scope| {
        scope.spawn(|| list.write().unwrap().push(2));
        scope.spawn(|| assert!(list.read().unwrap().len() <= 2));
    });
}

fn channels() {
    let (sender, receiver) = mpsc::channel();
    let other = sender.clone();
    let threads = [(sender, 1), (other, 2)].map(|(to, value)| thread::spawn(move || to.send(Box::new(value)).unwrap()));
    assert_eq!(receiver.iter().map(|boxed| *boxed).sum::<i32>(), 3);
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let (sender, receiver) = mpsc::sync_channel(1);
    let thread = thread::spawn(move || (0..3).for_each(|value| sender.send(value).unwrap()));
    assert_eq!(receiver.iter().sum::<i32>(), 3);
    thread.join().unwrap();
}

fn waits() {
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let its = Arc::clone(&pair);
    let thread = thread::spawn(move || {
        *its.0.lock().unwrap() = true;
        its.1.notify_one();
    });
    let mut is_set = pair.0.lock().unwrap();
    while !*is_set {
        is_set = pair.1.wait(is_set).unwrap();
    }
    drop(is_set);
    thread.join().unwrap();
    let (barrier, flag, main) = (Barrier::new(2), AtomicBool::new(false), thread::current());
    let mut word = 0;
    let at = &raw mut word as usize;
    thread::scope(|scope| {
        scope.spawn(|| {
            unsafe { *(at as *mut u32) = 5 }
            barrier.wait();
            flag.store(true, Ordering::Release);
            main.unpark();
        });
        barrier.wait();
        assert_eq!(unsafe { *(at as *mut u32) }, 5);
        while !flag.load(Ordering::Acquire) {
            thread::park();
        }
    });
}

fn main() {
    locks();
    channels();
    waits();
}
