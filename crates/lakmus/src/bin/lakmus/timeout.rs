//! Giving up tests that take too long, or that nobody waits for any more.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::ThreadClock;

/// The shortest time between two looks at the clocks.
const PAUSE: Duration = Duration::from_millis(1);

/// Watches over the work of several threads: one more thread for all of them, and none if there is no limit.
pub(crate) struct Watch {
    limit: Option<Duration>,
    state: Mutex<State>,
    ended: Condvar,
}

struct State {
    running: Vec<Running>,
    is_stopped: bool,
    has_ended: bool,
}

struct Running {
    /// The clock of its thread, and what it said when the work began; where there is no limit nobody asks.
    clock: Option<(ThreadClock, Duration)>,
    flag: Arc<AtomicBool>,
}

/// Does `work`, of which parts run under a [`Watch`] that allows each `limit` of CPU time.
pub(crate) fn watched<T>(limit: Option<Duration>, work: impl FnOnce(&Watch) -> T) -> T {
    let state = State { running: Vec::new(), is_stopped: false, has_ended: false };
    let watch = Watch { limit, state: Mutex::new(state), ended: Condvar::new() };
    std::thread::scope(|scope| {
        let watch = &watch;
        // Dropped on return and on unwinding.
        let _end = End(watch);
        if let Some(limit) = limit {
            scope.spawn(move || watch.look(limit));
        }
        work(watch)
    })
}

struct End<'a>(&'a Watch);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.state().has_ended = true;
        self.0.ended.notify_all();
    }
}

impl Watch {
    /// Does `work` on this thread with a flag that is set once it has used more CPU time than the limit, or when all is stopped. The
    /// work itself looks at the flag and ends.
    pub(crate) fn limited<T>(&self, work: impl FnOnce(&AtomicBool) -> T) -> T {
        let clock = self.limit.map(|_| ThreadClock::of_this_thread());
        let clock = clock.map(|clock| (clock, clock.time()));
        let mut state = self.state();
        let flag = Arc::new(AtomicBool::new(state.is_stopped));
        state.running.push(Running { clock, flag: Arc::clone(&flag) });
        drop(state);
        // Dropped on return and on unwinding.
        let entry = Entry { watch: self, flag };
        work(&entry.flag)
    }

    /// Tells everything that runs, or will run, to end.
    pub(crate) fn stop(&self) {
        let mut state = self.state();
        state.is_stopped = true;
        state.running.iter().for_each(|running| running.flag.store(true, Ordering::Relaxed));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No invariant is broken half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the watching thread does.
    fn look(&self, limit: Duration) {
        let mut state = self.state();
        while !state.has_ended {
            // What begins from now on cannot have used up its time before as much has passed.
            let mut pause = limit;
            for running in &state.running {
                let Some((clock, start)) = running.clock else { continue };
                let used = clock.time().saturating_sub(start);
                match limit.checked_sub(used) {
                    Some(left) if !left.is_zero() => pause = pause.min(left),
                    _ => running.flag.store(true, Ordering::Relaxed),
                }
            }
            let woken = self.ended.wait_timeout(state, pause.max(PAUSE));
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

struct Entry<'a> {
    watch: &'a Watch,
    flag: Arc<AtomicBool>,
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        self.watch.state().running.retain(|running| !Arc::ptr_eq(&running.flag, &self.flag));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn until_told(flag: &AtomicBool) -> u64 {
        let mut rounds = 0;
        while !flag.load(Ordering::Relaxed) {
            rounds += 1;
        }
        rounds
    }

    #[test]
    fn work_without_end_is_told_to_stop() {
        watched(Some(Duration::from_millis(5)), |watch| {
            std::thread::scope(|scope| {
                let threads: Vec<_> = (0..3).map(|_| scope.spawn(|| watch.limited(until_told))).collect();
                assert!(watch.limited(until_told) > 0);
                assert!(threads.into_iter().all(|thread| thread.join().unwrap() > 0));
            });
            assert!(watch.limited(until_told) > 0, "once more on the same thread");
        });
    }

    #[test]
    fn what_nobody_waits_for_is_told_to_stop() {
        watched(None, |watch| {
            std::thread::scope(|scope| {
                let worker = scope.spawn(|| watch.limited(until_told));
                watch.stop();
                worker.join().unwrap();
            });
            assert_eq!(watch.limited(until_told), 0);
        });
    }

    #[test]
    fn short_work_is_left_alone() {
        for limit in [Some(Duration::from_secs(3600)), None] {
            assert!(!watched(limit, |watch| watch.limited(|flag| flag.load(Ordering::Relaxed))));
        }
    }
}
