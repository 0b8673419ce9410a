//! Semaphores.
#![allow(unsafe_code)]

use libc::{c_int, c_uint, clockid_t, sem_t, timespec};

use super::entry;
use super::time::Clock;
use crate::sync::{self, Call, Patience};
use crate::sys::cell::enter;
use crate::sys::next::real;

type Sem = *mut sem_t;

entry! { rsi:
    sem_wait(Sem) -> c_int => wait;
    sem_trywait(Sem) -> c_int => try_wait;
    sem_post(Sem) -> c_int => post;
    sem_destroy(Sem) -> c_int => destroy;
}

entry! { rdx:
    sem_timedwait(Sem, *const timespec) -> c_int => timed_wait;
    sem_getvalue(Sem, *mut c_int) -> c_int => value;
}

entry! { rcx:
    sem_clockwait(Sem, clockid_t, *const timespec) -> c_int => clock_wait;
    sem_init(Sem, c_int, c_uint) -> c_int => init;
}

// In these functions the pointers are the program's, with its promises about them.

/// What the real semaphore says: it counts until the first use.
fn real_value(sem: Sem) -> u32 {
    let mut value = 0;
    // SAFETY: the program's promise.
    unsafe { real!(fn sem_getvalue(Sem, *mut c_int) -> c_int)(sem, &mut value) };
    value.max(0) as u32
}

/// Semaphores report their errors in `errno`.
fn result(error: c_int) -> c_int {
    if error == 0 {
        return 0;
    }
    // SAFETY: the place is that of this thread.
    unsafe { *libc::__errno_location() = error };
    -1
}

fn take(sem: Sem, patience: impl FnOnce() -> Patience, pc: usize) -> Option<c_int> {
    let mut entered = enter()?;
    let error = sync::take_semaphore(&mut entered, Call::new(sem.addr(), pc), real_value(sem), patience());
    Some(result(error))
}

extern "C-unwind" fn wait(sem: Sem, pc: usize) -> c_int {
    // SAFETY: the program's promise.
    take(sem, || Patience::Forever, pc).unwrap_or_else(|| unsafe { real!(fn sem_wait(Sem) -> c_int)(sem) })
}

extern "C-unwind" fn try_wait(sem: Sem, pc: usize) -> c_int {
    // SAFETY: the program's promise.
    take(sem, || Patience::Try, pc).unwrap_or_else(|| unsafe { real!(fn sem_trywait(Sem) -> c_int)(sem) })
}

extern "C-unwind" fn timed_wait(sem: Sem, until: *const timespec, pc: usize) -> c_int {
    clock_wait(sem, libc::CLOCK_REALTIME, until, pc)
}

extern "C-unwind" fn clock_wait(sem: Sem, clock: clockid_t, until: *const timespec, pc: usize) -> c_int {
    // SAFETY: the program's promise.
    take(sem, || unsafe { Clock(clock).patience(until) }, pc).unwrap_or_else(|| unsafe {
        real!(fn sem_clockwait(Sem, clockid_t, *const timespec) -> c_int)(sem, clock, until)
    })
}

extern "C-unwind" fn post(sem: Sem, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn sem_post(Sem) -> c_int)(sem) };
    };
    sync::post_semaphore(&mut entered, Call::new(sem.addr(), pc), real_value(sem));
    0
}

extern "C-unwind" fn value(sem: Sem, value: *mut c_int, _pc: usize) -> c_int {
    if let Some(mut entered) = enter()
        && let Some(semaphore) = entered.runtime().objects.semaphores.get(&sem.addr())
    {
        // SAFETY: the program's promise.
        unsafe { value.write(semaphore.value as c_int) };
        return 0;
    }
    // SAFETY: the program's promise.
    unsafe { real!(fn sem_getvalue(Sem, *mut c_int) -> c_int)(sem, value) }
}

extern "C-unwind" fn init(sem: Sem, shared: c_int, value: c_uint, pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        sync::reset_semaphore(&mut entered, Call::new(sem.addr(), pc), Some(value));
    }
    // SAFETY: the program's promise.
    unsafe { real!(fn sem_init(Sem, c_int, c_uint) -> c_int)(sem, shared, value) }
}

extern "C-unwind" fn destroy(sem: Sem, pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        sync::reset_semaphore(&mut entered, Call::new(sem.addr(), pc), None);
    }
    // SAFETY: the program's promise. No thread waits at the real one.
    unsafe { real!(fn sem_destroy(Sem) -> c_int)(sem) }
}
