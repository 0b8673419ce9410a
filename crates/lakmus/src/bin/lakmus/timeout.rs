//! Giving up tests that take too long or too much memory, or whose results are not wanted any more.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{self, ThreadClock};

/// What a piece of work may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    /// CPU time.
    pub(crate) time: Option<Duration>,
    /// Bytes of memory that the whole process may take while it runs. Where several pieces run, the one that has used the most CPU time is
    /// given up.
    pub(crate) memory: Option<u64>,
}

impl Limits {
    fn are_any(self) -> bool {
        self.time.is_some() || self.memory.is_some()
    }
}

impl From<Option<Duration>> for Limits {
    fn from(time: Option<Duration>) -> Limits {
        Limits { time, memory: None }
    }
}

/// The time between two looks at the memory.
const MEMORY_PAUSE: Duration = Duration::from_millis(5);

/// How many looks at the memory are left out after a piece was given up: it takes a moment to end.
const PATIENCE: u32 = 40;

/// The shortest time between two looks at the clocks.
const PAUSE: Duration = Duration::from_millis(1);

/// Watches over the work of several threads: one more thread for all of them, and none if there is no limit.
pub(crate) struct Watch {
    limits: Limits,
    is_stopped: AtomicBool,
    state: Mutex<State>,
    ended: Condvar,
}

struct State {
    /// Where there is a limit.
    running: Vec<Running>,
    has_ended: bool,
}

/// A piece of work, done by one thread or by several together.
struct Running {
    /// The clocks of the threads that are at it, and what they said when they began.
    threads: Vec<(ThreadClock, Duration)>,
    /// What threads have used that are not at it any more.
    spent: Duration,
    flag: Arc<AtomicBool>,
    /// Set, before the flag is, when it is given up for its memory.
    takes_too_much: Arc<AtomicBool>,
}

impl Running {
    /// What it has used so far.
    fn used(&self) -> Duration {
        let used = |&(clock, start): &(ThreadClock, Duration)| clock.time().saturating_sub(start);
        self.spent + self.threads.iter().map(used).sum::<Duration>()
    }
}

/// Work under a limit, as those see it who do it.
pub(crate) struct Limited<'a> {
    watch: &'a Watch,
    /// Where there is a limit; where there is none it can only be stopped with everything else.
    flag: Option<Arc<AtomicBool>>,
    takes_too_much: Arc<AtomicBool>,
}

/// Does `work`, of which parts run under a [`Watch`] that allows each so much.
pub(crate) fn watched<T>(limits: impl Into<Limits>, work: impl FnOnce(&Watch) -> T) -> T {
    let limits = limits.into();
    let state = Mutex::new(State { running: Vec::new(), has_ended: false });
    let watch = Watch { limits, is_stopped: AtomicBool::new(false), state, ended: Condvar::new() };
    std::thread::scope(|scope| {
        let watch = &watch;
        // Dropped on return and on unwinding.
        let _end = End(watch);
        if limits.are_any() {
            scope.spawn(move || watch.look());
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
    pub(crate) fn limited<T>(&self, work: impl FnOnce(&Limited<'_>) -> T) -> T {
        let takes_too_much = Arc::new(AtomicBool::new(false));
        let flag = self.limits.are_any().then(|| {
            let mut state = self.state();
            let flag = Arc::new(AtomicBool::new(self.is_stopped.load(Ordering::Relaxed)));
            state.running.push(Running {
                threads: Vec::new(),
                spent: Duration::ZERO,
                flag: Arc::clone(&flag),
                takes_too_much: Arc::clone(&takes_too_much),
            });
            flag
        });
        // Dropped on return and on unwinding.
        let limited = Limited { watch: self, flag, takes_too_much };
        limited.on_this_thread(|| work(&limited))
    }

    /// Tells everything that runs, or will run, to end.
    pub(crate) fn stop(&self) {
        let state = self.state();
        self.is_stopped.store(true, Ordering::Relaxed);
        state.running.iter().for_each(|running| running.flag.store(true, Ordering::Relaxed));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No invariant is broken half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the watching thread does.
    fn look(&self) {
        let mut state = self.state();
        let mut patience = 0;
        while !state.has_ended {
            // What begins from now on cannot have used up its time before as much has passed.
            let mut pause = self.limits.time.unwrap_or(MEMORY_PAUSE);
            if let Some(most) = self.limits.memory {
                pause = pause.min(MEMORY_PAUSE);
                patience = if patience == 0 { self.look_at_memory(&state, most) } else { patience - 1 };
            }
            for running in &state.running {
                let Some(limit) = self.limits.time else { break };
                match limit.checked_sub(running.used()) {
                    // Several threads use it up together.
                    Some(left) if !left.is_zero() => pause = pause.min(left / running.threads.len().max(1) as u32),
                    _ => running.flag.store(true, Ordering::Relaxed),
                }
            }
            let woken = self.ended.wait_timeout(state, pause.max(PAUSE));
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Watch {
    /// Gives up what has used the most CPU time when there is more memory in use than `most`. Gives for how many looks to wait then.
    fn look_at_memory(&self, state: &State, most: u64) -> u32 {
        if clock::memory_in_use().is_none_or(|bytes| bytes <= most) {
            return 0;
        }
        let going = state.running.iter().filter(|running| !running.flag.load(Ordering::Relaxed));
        if let Some(running) = going.max_by_key(|running| running.used()) {
            running.takes_too_much.store(true, Ordering::Relaxed);
            running.flag.store(true, Ordering::Relaxed);
        }
        PATIENCE
    }
}

impl Limited<'_> {
    /// Whether it was given up for its memory.
    pub(crate) fn takes_too_much(&self) -> bool {
        self.takes_too_much.load(Ordering::Relaxed)
    }

    /// Whether to end.
    pub(crate) fn flag(&self) -> &AtomicBool {
        self.flag.as_deref().unwrap_or(&self.watch.is_stopped)
    }

    /// Does a part of the work on the calling thread, which is not at it yet; its CPU time counts.
    pub(crate) fn on_this_thread<T>(&self, work: impl FnOnce() -> T) -> T {
        let Some(flag) = &self.flag else { return work() };
        let clock = ThreadClock::of_this_thread();
        let at_work = AtWork { watch: self.watch, flag, clock };
        let is_first = at_work.with_threads(|running| {
            running.threads.push((clock, clock.time()));
            running.threads.len() == 1
        });
        if !is_first {
            // The time left is used up sooner than the watching thread thinks.
            self.watch.ended.notify_all();
        }
        work()
    }
}

/// A thread that is at a piece of work, until this is dropped.
struct AtWork<'a> {
    watch: &'a Watch,
    /// Of the piece of work.
    flag: &'a Arc<AtomicBool>,
    clock: ThreadClock,
}

impl AtWork<'_> {
    fn with_threads<T: Default>(&self, change: impl FnOnce(&mut Running) -> T) -> T {
        let mut state = self.watch.state();
        let found = state.running.iter_mut().find(|running| Arc::ptr_eq(&running.flag, self.flag));
        found.map(change).unwrap_or_default()
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.with_threads(|running| {
            if let Some(at) = running.threads.iter().position(|(clock, _)| *clock == self.clock) {
                let (clock, start) = running.threads.swap_remove(at);
                running.spent += clock.time().saturating_sub(start);
            }
        });
    }
}

impl Drop for Limited<'_> {
    fn drop(&mut self) {
        if let Some(flag) = &self.flag {
            self.watch.state().running.retain(|running| !Arc::ptr_eq(&running.flag, flag));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn until_told(limited: &Limited<'_>) -> u64 {
        let mut rounds = 0;
        while !limited.flag().load(Ordering::Relaxed) {
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
            assert!(!watched(limit, |watch| watch.limited(|limited| limited.flag().load(Ordering::Relaxed))));
        }
    }

    #[test]
    fn threads_use_up_one_limit_together() {
        watched(Some(Duration::from_secs(3600)), |watch| {
            watch.limited(|limited| {
                let part = || {
                    let clock = ThreadClock::of_this_thread();
                    limited.on_this_thread(|| {
                        let start = clock.time();
                        while clock.time() < start + Duration::from_millis(2) {}
                    });
                };
                std::thread::scope(|scope| (0..3).for_each(|_| _ = scope.spawn(part)));
                let used = watch.state().running[0].used();
                assert!(used >= Duration::from_millis(6), "{used:?}");
            });
        });
    }
}
