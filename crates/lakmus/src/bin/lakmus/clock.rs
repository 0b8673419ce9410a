//! CPU time.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// CPU time that the calling thread has used so far.
pub(crate) fn thread_time() -> Duration {
    system::thread_time()
}

/// CPU time that all threads of the process have used so far.
pub(crate) fn process_time() -> Duration {
    system::process_time()
}

thread_local! {
    static LAPS: Cell<Option<Laps>> = const { Cell::new(None) };
}

/// How far the laps of a thread are.
#[derive(Clone, Copy)]
struct Laps {
    /// When the last lap ended.
    last: Instant,
    /// CPU time when the clock of the thread was asked last,
    asked: Duration,
    /// and the laps that have ended since.
    since: Duration,
}

/// Below this, a lap is the time that has passed: the CPU time is no longer, and what it lacks is where the thread had to wait for a
/// processor, which takes longer than this as a rule.
const SHORT: Duration = Duration::from_millis(1);

/// Begins the first lap of the calling thread, unless it has begun.
pub(crate) fn begin_laps() {
    if LAPS.get().is_none() {
        LAPS.set(Some(Laps { last: Instant::now(), asked: thread_time(), since: Duration::ZERO }));
    }
}

/// Ends a lap of the calling thread, which began where the one before ended: gives the CPU time in between. The thread's clock is a
/// system call, 1 % of a batch, so that it is asked about longer laps alone.
pub(crate) fn lap() -> Duration {
    let now = Instant::now();
    let Some(laps) = LAPS.get() else {
        begin_laps();
        return Duration::ZERO;
    };
    let passed = now.saturating_duration_since(laps.last);
    let (lap, laps) = if passed < SHORT {
        (passed, Laps { last: now, since: laps.since + passed, ..laps })
    } else {
        let asked = thread_time();
        (asked.saturating_sub(laps.asked + laps.since), Laps { last: now, asked, since: Duration::ZERO })
    };
    LAPS.set(Some(laps));
    lap
}

/// The CPU time of one thread, which any thread of the process may read while that one lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThreadClock(system::Clock);

impl ThreadClock {
    /// That of the calling thread.
    pub(crate) fn of_this_thread() -> ThreadClock {
        ThreadClock(system::Clock::of_this_thread())
    }

    /// What the thread has used so far; zero when it has ended.
    pub(crate) fn time(self) -> Duration {
        self.0.time()
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::time::Duration;

    use nix::libc::clockid_t;
    use nix::time::{ClockId, clock_gettime};

    pub(super) fn thread_time() -> Duration {
        clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
    }

    pub(super) fn process_time() -> Duration {
        clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) struct Clock(ClockId);

    impl Clock {
        pub(super) fn of_this_thread() -> Clock {
            // What pthread_getcpuclockid gives (the layout is the kernel's, include/linux/posix-timers_types.h): the complement of the
            // thread's number above three bits, which say: of a thread, and what the scheduler measures.
            let thread: clockid_t = nix::unistd::gettid().as_raw();
            Clock(ClockId::from_raw((!thread << 3) | 0b110))
        }

        pub(super) fn time(self) -> Duration {
            clock_gettime(self.0).map_or(Duration::ZERO, Duration::from)
        }
    }
}

/// Where a thread's clock cannot be read from another thread: time that has passed, the nearest thing.
#[cfg(not(target_os = "linux"))]
mod system {
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);

    pub(super) fn thread_time() -> Duration {
        Clock.time()
    }

    pub(super) fn process_time() -> Duration {
        Clock.time()
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) struct Clock;

    impl Clock {
        pub(super) fn of_this_thread() -> Clock {
            Clock
        }

        pub(super) fn time(self) -> Duration {
            START.elapsed()
        }
    }
}

/// How many bytes of memory the process takes; `None` where the system does not say so in a file.
pub(crate) fn memory_in_use() -> Option<u64> {
    // The second number is the resident set, in pages.
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

/// Bytes of a page where `/proc/self/statm` is read: that of x86-64, and the usual one of AArch64.
const PAGE: u64 = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laps_follow_each_other() {
        let start = thread_time();
        begin_laps();
        let work = || std::hint::black_box((0..20_000_000u64).fold(0, |sum, n| std::hint::black_box(sum + n)));
        let laps = [(); 3].map(|()| {
            work();
            begin_laps();
            lap()
        });
        assert!(laps.iter().all(|lap| !lap.is_zero()), "{laps:?}");
        assert!(laps.iter().sum::<Duration>() <= thread_time() - start, "{laps:?}");
    }

    #[test]
    fn another_thread_reads_the_clock() {
        let clock = ThreadClock::of_this_thread();
        let before = clock.time();
        let sum = (0..2_000_000u64).fold(0, |sum, n| std::hint::black_box(sum + n));
        assert!(sum > 0);
        let seen = std::thread::scope(|scope| scope.spawn(|| clock.time()).join().unwrap());
        assert!(before < seen && seen <= clock.time());
    }
}
