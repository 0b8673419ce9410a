//! Giving up a test that takes too long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::clock;

/// Does `work` on this thread with a flag that is set once it has used more CPU time than `limit`. The work itself looks at the flag
/// and ends.
pub(crate) fn limited<T>(limit: Option<Duration>, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let flag = AtomicBool::new(false);
    let Some(limit) = limit else { return work(&flag) };
    std::thread::scope(|scope| {
        // Dropping `done`, on return and on unwinding, ends the watch.
        let (done, watched) = channel::<()>();
        let flag = &flag;
        scope.spawn(move || watch(&watched, limit, flag));
        let result = work(flag);
        drop(done);
        result
    })
}

/// The watching thread itself uses next to nothing, and no other works: the time of the process is that of the work.
fn watch(watched: &Receiver<()>, limit: Duration, flag: &AtomicBool) {
    let start = clock::process_time();
    let mut left = limit;
    // No thread can have used its share of CPU time before that much time has passed.
    while let Err(RecvTimeoutError::Timeout) = watched.recv_timeout(left) {
        let used = clock::process_time().saturating_sub(start);
        match limit.checked_sub(used) {
            Some(more) if !more.is_zero() => left = more,
            _ => {
                flag.store(true, Ordering::Relaxed);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_without_end_is_told_to_stop() {
        let rounds = limited(Some(Duration::from_millis(20)), |flag| {
            let mut rounds = 0u64;
            while !flag.load(Ordering::Relaxed) {
                rounds += 1;
            }
            rounds
        });
        assert!(rounds > 0);
    }

    #[test]
    fn short_work_is_left_alone() {
        assert!(!limited(Some(Duration::from_secs(3600)), |flag| flag.load(Ordering::Relaxed)));
        assert!(!limited(None, |flag| flag.load(Ordering::Relaxed)));
    }
}
