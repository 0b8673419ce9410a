//! Time, sleeping and yielding.
//!
//! The program sees virtual time: it starts at a fixed date, goes on by a microsecond with each operation that the scheduler sees, and
//! jumps when all threads wait. So executions do not depend on the machine's clock or load, and no thread really sleeps.
#![allow(unsafe_code)]

use libc::{c_int, c_long, c_uint, c_void, clockid_t, itimerval, time_t, timespec, timeval};

use super::entry;
use crate::runtime::{Alarm, Runtime};
use crate::sync::Patience;
use crate::sys::cell::{Entered, enter};
use crate::sys::next::real;
use crate::threads;

/// The date when an execution starts: 1 January 2024, in seconds since 1970.
const START_DATE: u64 = 1_704_067_200;
/// What clocks that count from the start of the machine show when an execution starts, in seconds.
const START_UPTIME: u64 = 1000;
const BILLION: u64 = 1_000_000_000;

/// A clock of the program.
#[derive(Clone, Copy)]
pub(super) struct Clock(pub(super) clockid_t);

impl Clock {
    /// What it shows at the start, in nanoseconds; `None` if it is none of those that are virtual.
    fn start(self) -> Option<u64> {
        match self.0 {
            libc::CLOCK_REALTIME | libc::CLOCK_REALTIME_COARSE | libc::CLOCK_TAI => Some(START_DATE * BILLION),
            libc::CLOCK_MONOTONIC | libc::CLOCK_MONOTONIC_RAW | libc::CLOCK_MONOTONIC_COARSE | libc::CLOCK_BOOTTIME => {
                Some(START_UPTIME * BILLION)
            }
            libc::CLOCK_PROCESS_CPUTIME_ID | libc::CLOCK_THREAD_CPUTIME_ID => Some(0),
            _ => None,
        }
    }

    /// The virtual time, since the start, at which this clock shows `until`. No limit for a null pointer.
    ///
    /// # Safety
    /// `until` is null or can be read.
    pub(super) unsafe fn deadline(self, until: *const timespec) -> Option<u64> {
        // SAFETY: the caller's promise.
        let until = unsafe { until.as_ref() }?;
        Some(nanoseconds(until).saturating_sub(self.start().unwrap_or(START_DATE * BILLION)))
    }

    /// How long a call waits that is given this time.
    ///
    /// # Safety
    /// As for [`Clock::deadline`].
    pub(super) unsafe fn patience(self, until: *const timespec) -> Patience {
        // SAFETY: the caller's promise.
        unsafe { self.deadline(until) }.map_or(Patience::Forever, Patience::Until)
    }
}

pub(super) fn nanoseconds(time: &timespec) -> u64 {
    (time.tv_sec.max(0) as u64).saturating_mul(BILLION).saturating_add(time.tv_nsec.max(0) as u64)
}

/// Virtual time in nanoseconds since the start. A loop that only waits for a time lets others go first.
fn now(mut entered: Entered, pc: usize) -> u64 {
    let runtime = entered.runtime();
    runtime.note_incomplete("the program looks at the clock");
    let (time, is_waiting) = runtime.look_at_clock();
    if is_waiting && runtime.live.is_some() && runtime.threads.len() > 1 {
        threads::yield_now(&mut entered, pc);
    }
    time
}

/// The time in seconds since the start.
pub(super) fn seconds(entered: Entered) -> f64 {
    now(entered, 0) as f64 / BILLION as f64
}

entry! { rdi:
    sched_yield() -> c_int => yield_now;
    thrd_yield() => yield_now_c11;
}

entry! { rsi:
    sleep(c_uint) -> c_uint => sleep_seconds;
    usleep(c_uint) -> c_int => sleep_microseconds;
    time(*mut time_t) -> time_t => date;
}

entry! { rdx:
    nanosleep(*const timespec, *mut timespec) -> c_int => nano_sleep;
    clock_gettime(clockid_t, *mut timespec) -> c_int => clock_time;
    gettimeofday(*mut timeval, *mut c_void) -> c_int => time_of_day;
    timespec_get(*mut timespec, c_int) -> c_int => get_timespec;
}

entry! { rsi:
    alarm(c_uint) -> c_uint => set_alarm;
}

entry! { rdx:
    ualarm(c_uint, c_uint) -> c_uint => set_short_alarm;
    getitimer(c_int, *mut itimerval) -> c_int => get_timer;
}

entry! { rcx:
    setitimer(c_int, *const itimerval, *mut itimerval) -> c_int => set_timer;
}

entry! { r8:
    clock_nanosleep(clockid_t, c_int, *const timespec, *mut timespec) -> c_int => clock_sleep;
}

// In these functions the pointers are the program's, with its promises about them.

extern "C-unwind" fn yield_now(pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        threads::yield_now(&mut entered, pc);
    }
    0
}

extern "C-unwind" fn yield_now_c11(pc: usize) {
    yield_now(pc);
}

extern "C-unwind" fn sleep_seconds(seconds: c_uint, pc: usize) -> c_uint {
    let Some(mut entered) = enter() else {
        // SAFETY: takes a number.
        return unsafe { real!(fn sleep(c_uint) -> c_uint)(seconds) };
    };
    let slept = threads::sleep(&mut entered, pc, u64::from(seconds) * BILLION);
    slept.err().map_or(0, |left| left.div_ceil(BILLION) as c_uint)
}

extern "C-unwind" fn sleep_microseconds(microseconds: c_uint, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: takes a number.
        return unsafe { real!(fn usleep(c_uint) -> c_int)(microseconds) };
    };
    let slept = threads::sleep(&mut entered, pc, u64::from(microseconds) * 1000);
    drop(entered);
    slept.map_or_else(|_| interrupted(), |()| 0)
}

/// A call that a signal handler has interrupted, as the C library reports that.
pub(super) fn interrupted() -> c_int {
    // SAFETY: the place is that of this thread.
    unsafe { *libc::__errno_location() = libc::EINTR };
    -1
}

/// What is left of a sleep that a signal handler has interrupted.
///
/// # Safety
/// `left` is null or can be written.
unsafe fn write_remaining(left: *mut timespec, rest: u64) {
    if !left.is_null() {
        // SAFETY: the caller's promise.
        unsafe { left.write(timespec { tv_sec: (rest / BILLION) as time_t, tv_nsec: (rest % BILLION) as c_long }) };
    }
}

pub(super) extern "C-unwind" fn nano_sleep(duration: *const timespec, left: *mut timespec, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn nanosleep(*const timespec, *mut timespec) -> c_int)(duration, left) };
    };
    // SAFETY: the program's promise.
    let slept = threads::sleep(&mut entered, pc, nanoseconds(unsafe { &*duration }));
    drop(entered);
    let Err(rest) = slept else { return 0 };
    // SAFETY: the program's promise.
    unsafe { write_remaining(left, rest) };
    interrupted()
}

extern "C-unwind" fn clock_sleep(
    clock: clockid_t,
    flags: c_int,
    time: *const timespec,
    left: *mut timespec,
    pc: usize,
) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe {
            real!(fn clock_nanosleep(clockid_t, c_int, *const timespec, *mut timespec) -> c_int)(
                clock, flags, time, left,
            )
        };
    };
    // SAFETY: the program's promise.
    let duration = unsafe {
        if flags & libc::TIMER_ABSTIME == 0 {
            nanoseconds(&*time)
        } else {
            let deadline = Clock(clock).deadline(time).unwrap_or(0);
            deadline.saturating_sub(entered.runtime().time)
        }
    };
    let Err(rest) = threads::sleep(&mut entered, pc, duration) else { return 0 };
    if flags & libc::TIMER_ABSTIME == 0 {
        // SAFETY: the program's promise.
        unsafe { write_remaining(left, rest) };
    }
    libc::EINTR
}

extern "C-unwind" fn clock_time(clock: clockid_t, time: *mut timespec, pc: usize) -> c_int {
    if let Some(start) = Clock(clock).start()
        && let Some(entered) = enter()
    {
        let shown = start + now(entered, pc);
        let value = timespec { tv_sec: (shown / BILLION) as time_t, tv_nsec: (shown % BILLION) as c_long };
        // SAFETY: the program's promise.
        unsafe { time.write(value) };
        return 0;
    }
    // SAFETY: the program's promise.
    unsafe { real!(fn clock_gettime(clockid_t, *mut timespec) -> c_int)(clock, time) }
}

extern "C-unwind" fn time_of_day(time: *mut timeval, zone: *mut c_void, pc: usize) -> c_int {
    let Some(entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn gettimeofday(*mut timeval, *mut c_void) -> c_int)(time, zone) };
    };
    let shown = START_DATE * BILLION + now(entered, pc);
    if !time.is_null() {
        let value = timeval { tv_sec: (shown / BILLION) as time_t, tv_usec: (shown % BILLION / 1000) as c_long };
        // SAFETY: the program's promise.
        unsafe { time.write(value) };
    }
    0
}

extern "C-unwind" fn date(result: *mut time_t, pc: usize) -> time_t {
    let Some(entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn time(*mut time_t) -> time_t)(result) };
    };
    let shown = (START_DATE + now(entered, pc) / BILLION) as time_t;
    if !result.is_null() {
        // SAFETY: the program's promise.
        unsafe { result.write(shown) };
    }
    shown
}

extern "C-unwind" fn get_timespec(time: *mut timespec, base: c_int, pc: usize) -> c_int {
    const TIME_UTC: c_int = 1;
    if base == TIME_UTC && clock_time(libc::CLOCK_REALTIME, time, pc) == 0 { base } else { 0 }
}

// The alarm: a signal when a virtual time has come.

/// Sets an alarm for so many nanoseconds from now (0: none). Gives how it was set.
fn replace_alarm(runtime: &mut Runtime, which: usize, after: u64, interval: u64) -> Option<Alarm> {
    runtime.note_incomplete("the program sets an alarm");
    let deadline = runtime.time.saturating_add(after);
    std::mem::replace(&mut runtime.alarms.0[which], (after > 0).then_some(Alarm { deadline, interval }))
}

/// How many nanoseconds are left.
fn left(runtime: &Runtime, alarm: Option<Alarm>) -> u64 {
    alarm.map_or(0, |alarm| alarm.deadline.saturating_sub(runtime.time).max(1))
}

extern "C-unwind" fn set_alarm(seconds: c_uint, _pc: usize) -> c_uint {
    let Some(mut entered) = enter() else {
        // SAFETY: takes a number.
        return unsafe { real!(fn alarm(c_uint) -> c_uint)(seconds) };
    };
    let runtime = entered.runtime();
    let before = replace_alarm(runtime, 0, u64::from(seconds) * BILLION, 0);
    left(runtime, before).div_ceil(BILLION) as c_uint
}

extern "C-unwind" fn set_short_alarm(microseconds: c_uint, interval: c_uint, _pc: usize) -> c_uint {
    let Some(mut entered) = enter() else {
        // SAFETY: takes numbers.
        return unsafe { real!(fn ualarm(c_uint, c_uint) -> c_uint)(microseconds, interval) };
    };
    let runtime = entered.runtime();
    let before = replace_alarm(runtime, 0, u64::from(microseconds) * 1000, u64::from(interval) * 1000);
    left(runtime, before).div_ceil(1000) as c_uint
}

fn duration(time: timeval) -> u64 {
    (time.tv_sec.max(0) as u64).saturating_mul(BILLION).saturating_add(time.tv_usec.max(0) as u64 * 1000)
}

fn shown(duration: u64) -> timeval {
    timeval { tv_sec: (duration / BILLION) as time_t, tv_usec: (duration % BILLION / 1000) as c_long }
}

/// The place of a timer among [`Alarms`](crate::thread::Alarms).
fn timer(which: c_int) -> Option<usize> {
    [libc::ITIMER_REAL, libc::ITIMER_VIRTUAL, libc::ITIMER_PROF].iter().position(|known| *known as c_int == which)
}

extern "C-unwind" fn set_timer(which: c_int, new: *const itimerval, old: *mut itimerval, _pc: usize) -> c_int {
    // SAFETY: the program's promise.
    unsafe {
        if let Some(which) = timer(which)
            && let Some(new) = new.as_ref()
            && let Some(mut entered) = enter()
        {
            let runtime = entered.runtime();
            let before = replace_alarm(runtime, which, duration(new.it_value), duration(new.it_interval));
            if !old.is_null() {
                let interval = shown(before.map_or(0, |before| before.interval));
                old.write(itimerval { it_interval: interval, it_value: shown(left(runtime, before)) });
            }
            return 0;
        }
        real!(fn setitimer(c_int, *const itimerval, *mut itimerval) -> c_int)(which, new, old)
    }
}

extern "C-unwind" fn get_timer(which: c_int, now: *mut itimerval, _pc: usize) -> c_int {
    // SAFETY: the program's promise.
    unsafe {
        if let Some(which) = timer(which)
            && !now.is_null()
            && let Some(mut entered) = enter()
        {
            let runtime = entered.runtime();
            let alarm = runtime.alarms.0[which];
            let interval = shown(alarm.map_or(0, |alarm| alarm.interval));
            now.write(itimerval { it_interval: interval, it_value: shown(left(runtime, alarm)) });
            return 0;
        }
        real!(fn getitimer(c_int, *mut itimerval) -> c_int)(which, now)
    }
}
