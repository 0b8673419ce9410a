//! Condition variables.
#![allow(unsafe_code)]

use libc::{c_int, clockid_t, pthread_cond_t, pthread_condattr_t, pthread_mutex_t, timespec};

use super::entry;
use super::time::Clock;
use crate::sync::{self, Call};
use crate::sys::cell::{Entered, enter};
use crate::sys::next::real;

type Cond = *mut pthread_cond_t;
type Mutex = *mut pthread_mutex_t;

entry! { rsi:
    pthread_cond_signal(Cond) -> c_int => signal;
    pthread_cond_broadcast(Cond) -> c_int => broadcast;
    pthread_cond_destroy(Cond) -> c_int => destroy;
}

entry! { rdx:
    pthread_cond_init(Cond, *const pthread_condattr_t) -> c_int => init;
    pthread_cond_wait(Cond, Mutex) -> c_int => wait;
}

entry! { rcx:
    pthread_cond_timedwait(Cond, Mutex, *const timespec) -> c_int => timed_wait;
}

entry! { r8:
    pthread_cond_clockwait(Cond, Mutex, clockid_t, *const timespec) -> c_int => clock_wait;
}

// In these functions the pointers are the program's, with its promises about them. The real functions wait and wake no thread: a
// thread that waits in the model does so here.

fn wait_until(mut entered: Entered, cond: Cond, mutex: Mutex, deadline: Option<u64>, pc: usize) -> c_int {
    sync::wait(&mut entered, Call::new(cond.addr(), pc), mutex.addr(), deadline)
}

pub(super) extern "C-unwind" fn wait(cond: Cond, mutex: Mutex, pc: usize) -> c_int {
    let Some(entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_cond_wait(Cond, Mutex) -> c_int)(cond, mutex) };
    };
    wait_until(entered, cond, mutex, None, pc)
}

pub(super) extern "C-unwind" fn timed_wait(cond: Cond, mutex: Mutex, until: *const timespec, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_cond_timedwait(Cond, Mutex, *const timespec) -> c_int)(cond, mutex, until) };
    };
    let clocks = &entered.runtime().objects.condition_clocks;
    let clock = clocks.get(&cond.addr()).copied().unwrap_or(libc::CLOCK_REALTIME);
    // SAFETY: the program's promise.
    let deadline = unsafe { Clock(clock).deadline(until) };
    wait_until(entered, cond, mutex, deadline, pc)
}

extern "C-unwind" fn clock_wait(
    cond: Cond,
    mutex: Mutex,
    clock: clockid_t,
    until: *const timespec,
    pc: usize,
) -> c_int {
    let Some(entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe {
            real!(fn pthread_cond_clockwait(Cond, Mutex, clockid_t, *const timespec) -> c_int)(
                cond, mutex, clock, until,
            )
        };
    };
    // SAFETY: the program's promise.
    let deadline = unsafe { Clock(clock).deadline(until) };
    wait_until(entered, cond, mutex, deadline, pc)
}

pub(super) extern "C-unwind" fn signal(cond: Cond, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_cond_signal(Cond) -> c_int)(cond) };
    };
    sync::signal(&mut entered, Call::new(cond.addr(), pc), false);
    0
}

pub(super) extern "C-unwind" fn broadcast(cond: Cond, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_cond_broadcast(Cond) -> c_int)(cond) };
    };
    sync::signal(&mut entered, Call::new(cond.addr(), pc), true);
    0
}

extern "C-unwind" fn init(cond: Cond, attributes: *const pthread_condattr_t, pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        let mut clock = libc::CLOCK_REALTIME;
        if !attributes.is_null() {
            // SAFETY: the program's promise.
            unsafe { libc::pthread_condattr_getclock(attributes, &mut clock) };
        }
        entered.runtime().objects.condition_clocks.insert(cond.addr(), clock);
        sync::begin_condition(&mut entered, Call::new(cond.addr(), pc));
    }
    // SAFETY: the program's promise.
    unsafe { real!(fn pthread_cond_init(Cond, *const pthread_condattr_t) -> c_int)(cond, attributes) }
}

pub(super) extern "C-unwind" fn destroy(cond: Cond, pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        sync::destroy_condition(&mut entered, Call::new(cond.addr(), pc));
    }
    // SAFETY: the program's promise. No thread waits in the real one.
    unsafe { real!(fn pthread_cond_destroy(Cond) -> c_int)(cond) }
}
