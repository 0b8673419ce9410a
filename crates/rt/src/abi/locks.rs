//! Read-write locks and barriers.
#![allow(unsafe_code)]

use libc::{
    c_int, c_uint, clockid_t, pthread_barrier_t, pthread_barrierattr_t, pthread_rwlock_t, pthread_rwlockattr_t,
    timespec,
};

use super::entry;
use super::time::Clock;
use crate::sync::{self, Call, EINVAL, Patience};
use crate::sys::cell::enter;
use crate::sys::next::real;

type Lock = *mut pthread_rwlock_t;
type Barrier = *mut pthread_barrier_t;

entry! { rsi:
    pthread_rwlock_rdlock(Lock) -> c_int => read;
    pthread_rwlock_tryrdlock(Lock) -> c_int => try_read;
    pthread_rwlock_wrlock(Lock) -> c_int => write;
    pthread_rwlock_trywrlock(Lock) -> c_int => try_write;
    pthread_rwlock_unlock(Lock) -> c_int => unlock;
    pthread_rwlock_destroy(Lock) -> c_int => destroy;
    pthread_barrier_wait(Barrier) -> c_int => wait;
    pthread_barrier_destroy(Barrier) -> c_int => destroy_barrier;
}

entry! { rdx:
    pthread_rwlock_init(Lock, *const pthread_rwlockattr_t) -> c_int => init;
    pthread_rwlock_timedrdlock(Lock, *const timespec) -> c_int => timed_read;
    pthread_rwlock_timedwrlock(Lock, *const timespec) -> c_int => timed_write;
}

entry! { rcx:
    pthread_rwlock_clockrdlock(Lock, clockid_t, *const timespec) -> c_int => clock_read;
    pthread_rwlock_clockwrlock(Lock, clockid_t, *const timespec) -> c_int => clock_write;
    pthread_barrier_init(Barrier, *const pthread_barrierattr_t, c_uint) -> c_int => init_barrier;
}

// In these functions the pointers are the program's, with its promises about them.

fn take(lock: Lock, is_write: bool, patience: impl FnOnce() -> Patience, pc: usize) -> Option<c_int> {
    let mut entered = enter()?;
    Some(sync::lock_rw(&mut entered, Call::new(lock.addr(), pc), is_write, patience()))
}

extern "C-unwind" fn read(lock: Lock, pc: usize) -> c_int {
    // SAFETY: the program's promise.
    take(lock, false, || Patience::Forever, pc)
        .unwrap_or_else(|| unsafe { real!(fn pthread_rwlock_rdlock(Lock) -> c_int)(lock) })
}

extern "C-unwind" fn try_read(lock: Lock, pc: usize) -> c_int {
    // SAFETY: the program's promise.
    take(lock, false, || Patience::Try, pc)
        .unwrap_or_else(|| unsafe { real!(fn pthread_rwlock_tryrdlock(Lock) -> c_int)(lock) })
}

extern "C-unwind" fn timed_read(lock: Lock, until: *const timespec, pc: usize) -> c_int {
    clock_read(lock, libc::CLOCK_REALTIME, until, pc)
}

extern "C-unwind" fn clock_read(lock: Lock, clock: clockid_t, until: *const timespec, pc: usize) -> c_int {
    // SAFETY: the program's promise.
    take(lock, false, || unsafe { Clock(clock).patience(until) }, pc).unwrap_or_else(|| unsafe {
        real!(fn pthread_rwlock_clockrdlock(Lock, clockid_t, *const timespec) -> c_int)(lock, clock, until)
    })
}

extern "C-unwind" fn write(lock: Lock, pc: usize) -> c_int {
    // SAFETY: the program's promise.
    take(lock, true, || Patience::Forever, pc)
        .unwrap_or_else(|| unsafe { real!(fn pthread_rwlock_wrlock(Lock) -> c_int)(lock) })
}

extern "C-unwind" fn try_write(lock: Lock, pc: usize) -> c_int {
    // SAFETY: the program's promise.
    take(lock, true, || Patience::Try, pc)
        .unwrap_or_else(|| unsafe { real!(fn pthread_rwlock_trywrlock(Lock) -> c_int)(lock) })
}

extern "C-unwind" fn timed_write(lock: Lock, until: *const timespec, pc: usize) -> c_int {
    clock_write(lock, libc::CLOCK_REALTIME, until, pc)
}

extern "C-unwind" fn clock_write(lock: Lock, clock: clockid_t, until: *const timespec, pc: usize) -> c_int {
    // SAFETY: the program's promise.
    take(lock, true, || unsafe { Clock(clock).patience(until) }, pc).unwrap_or_else(|| unsafe {
        real!(fn pthread_rwlock_clockwrlock(Lock, clockid_t, *const timespec) -> c_int)(lock, clock, until)
    })
}

extern "C-unwind" fn unlock(lock: Lock, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_rwlock_unlock(Lock) -> c_int)(lock) };
    };
    sync::unlock_rw(&mut entered, Call::new(lock.addr(), pc))
}

extern "C-unwind" fn init(lock: Lock, attributes: *const pthread_rwlockattr_t, pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        sync::reset_rw(&mut entered, Call::new(lock.addr(), pc), false);
    }
    // SAFETY: the program's promise.
    unsafe { real!(fn pthread_rwlock_init(Lock, *const pthread_rwlockattr_t) -> c_int)(lock, attributes) }
}

extern "C-unwind" fn destroy(lock: Lock, pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        sync::reset_rw(&mut entered, Call::new(lock.addr(), pc), true);
    }
    // SAFETY: the program's promise. The real one was never locked.
    unsafe { real!(fn pthread_rwlock_destroy(Lock) -> c_int)(lock) }
}

extern "C-unwind" fn init_barrier(
    barrier: Barrier,
    attributes: *const pthread_barrierattr_t,
    count: c_uint,
    pc: usize,
) -> c_int {
    if count == 0 {
        return EINVAL;
    }
    if let Some(mut entered) = enter() {
        sync::reset_barrier(&mut entered, Call::new(barrier.addr(), pc), Some(count as usize));
    }
    // SAFETY: the program's promise.
    unsafe {
        real!(fn pthread_barrier_init(Barrier, *const pthread_barrierattr_t, c_uint) -> c_int)(
            barrier, attributes, count,
        )
    }
}

extern "C-unwind" fn wait(barrier: Barrier, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_barrier_wait(Barrier) -> c_int)(barrier) };
    };
    let is_serial = sync::wait_at_barrier(&mut entered, Call::new(barrier.addr(), pc));
    if is_serial { libc::PTHREAD_BARRIER_SERIAL_THREAD } else { 0 }
}

extern "C-unwind" fn destroy_barrier(barrier: Barrier, pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        sync::reset_barrier(&mut entered, Call::new(barrier.addr(), pc), None);
    }
    // SAFETY: the program's promise. No thread waits at the real one.
    unsafe { real!(fn pthread_barrier_destroy(Barrier) -> c_int)(barrier) }
}
