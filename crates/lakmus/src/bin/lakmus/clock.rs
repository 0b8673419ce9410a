//! CPU time.

use std::time::Duration;

/// CPU time that the calling thread has used so far.
#[cfg(unix)]
pub(crate) fn thread_time() -> Duration {
    read(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID)
}

/// CPU time that all threads of this process have used so far.
#[cfg(unix)]
pub(crate) fn process_time() -> Duration {
    read(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID)
}

#[cfg(unix)]
fn read(clock: nix::time::ClockId) -> Duration {
    // These clocks exist wherever a process can ask for them; without one all times are zero.
    nix::time::clock_gettime(clock).map_or(Duration::ZERO, Duration::from)
}

/// Time that has passed: where there is no CPU clock to ask, the nearest thing.
#[cfg(not(unix))]
pub(crate) fn thread_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// As [`thread_time`].
#[cfg(not(unix))]
pub(crate) fn process_time() -> Duration {
    thread_time()
}
