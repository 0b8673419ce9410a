//! Mutexes and spin locks.
#![allow(unsafe_code)]

use libc::{c_int, c_uint, clockid_t, pthread_mutex_t, pthread_mutexattr_t, timespec};

use super::entry;
use super::time::Clock;
use crate::objects::MutexKind;
use crate::sync::{self, Call, Patience};
use crate::sys::cell::enter;
use crate::sys::next::real;

type Mutex = *mut pthread_mutex_t;
type Spin = *mut c_int;

entry! { rsi:
    pthread_mutex_lock(Mutex) -> c_int => lock;
    pthread_mutex_trylock(Mutex) -> c_int => try_lock;
    pthread_mutex_unlock(Mutex) -> c_int => unlock;
    pthread_mutex_destroy(Mutex) -> c_int => destroy;
    pthread_mutex_consistent(Mutex) -> c_int => make_consistent;
    pthread_spin_lock(Spin) -> c_int => spin_lock;
    pthread_spin_trylock(Spin) -> c_int => spin_try_lock;
    pthread_spin_unlock(Spin) -> c_int => spin_unlock;
    pthread_spin_destroy(Spin) -> c_int => spin_destroy;
}

entry! { rdx:
    pthread_mutex_init(Mutex, *const pthread_mutexattr_t) -> c_int => init;
    pthread_mutex_timedlock(Mutex, *const timespec) -> c_int => timed_lock;
    pthread_spin_init(Spin, c_int) -> c_int => spin_init;
}

entry! { rcx:
    pthread_mutex_clocklock(Mutex, clockid_t, *const timespec) -> c_int => clock_lock;
}

// In these functions the pointers are the program's, with its promises about them.

/// What the C library and its static initialisers have put down about a mutex.
fn description(mutex: Mutex) -> c_uint {
    const KIND_AT: usize = 16;
    // SAFETY: the program promises that this is a mutex, which is 40 bytes long; its type is set up once.
    unsafe { mutex.byte_add(KIND_AT).cast::<c_uint>().read() }
}

/// Whether the C library has given it up.
fn is_ended(mutex: Mutex) -> bool {
    description(mutex) == c_uint::MAX
}

/// The type of a mutex.
pub(super) fn kind(mutex: Mutex) -> MutexKind {
    match description(mutex) & 3 {
        1 => MutexKind::Recursive,
        2 => MutexKind::ErrorCheck,
        _ => MutexKind::Normal,
    }
}

/// Whether the end of its owner gives a mutex back.
fn is_robust(mutex: Mutex) -> bool {
    const ROBUST: c_uint = 1 << 4;
    description(mutex) & (ROBUST | 1 << 31) == ROBUST
}

pub(super) fn lock_for(mutex: Mutex, patience: impl FnOnce() -> Patience, pc: usize) -> Option<c_int> {
    let mut entered = enter()?;
    if is_robust(mutex) {
        entered.runtime().objects.mutexes.entry(mutex.addr()).or_default().is_robust = true;
    }
    let call = Call { is_ended: Some(is_ended(mutex)), ..Call::new(mutex.addr(), pc) };
    Some(sync::lock(&mut entered, call, kind(mutex), patience()))
}

extern "C-unwind" fn make_consistent(mutex: Mutex, _pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_mutex_consistent(Mutex) -> c_int)(mutex) };
    };
    sync::make_consistent(&mut entered, mutex.addr())
}

pub(super) extern "C-unwind" fn lock(mutex: Mutex, pc: usize) -> c_int {
    // SAFETY: the program's promise.
    lock_for(mutex, || Patience::Forever, pc)
        .unwrap_or_else(|| unsafe { real!(fn pthread_mutex_lock(Mutex) -> c_int)(mutex) })
}

pub(super) extern "C-unwind" fn try_lock(mutex: Mutex, pc: usize) -> c_int {
    // SAFETY: the program's promise.
    lock_for(mutex, || Patience::Try, pc)
        .unwrap_or_else(|| unsafe { real!(fn pthread_mutex_trylock(Mutex) -> c_int)(mutex) })
}

pub(super) extern "C-unwind" fn timed_lock(mutex: Mutex, until: *const timespec, pc: usize) -> c_int {
    clock_lock(mutex, libc::CLOCK_REALTIME, until, pc)
}

extern "C-unwind" fn clock_lock(mutex: Mutex, clock: clockid_t, until: *const timespec, pc: usize) -> c_int {
    // SAFETY: the program's promise.
    lock_for(mutex, || unsafe { Clock(clock).patience(until) }, pc).unwrap_or_else(|| unsafe {
        real!(fn pthread_mutex_clocklock(Mutex, clockid_t, *const timespec) -> c_int)(mutex, clock, until)
    })
}

pub(super) extern "C-unwind" fn unlock(mutex: Mutex, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_mutex_unlock(Mutex) -> c_int)(mutex) };
    };
    sync::unlock(&mut entered, Call::new(mutex.addr(), pc), kind(mutex))
}

extern "C-unwind" fn init(mutex: Mutex, attributes: *const pthread_mutexattr_t, pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        sync::reset_mutex(&mut entered, Call::new(mutex.addr(), pc), false);
    }
    // SAFETY: the program's promise. The C library puts the type where `kind` finds it.
    unsafe { real!(fn pthread_mutex_init(Mutex, *const pthread_mutexattr_t) -> c_int)(mutex, attributes) }
}

pub(super) extern "C-unwind" fn destroy(mutex: Mutex, pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        sync::reset_mutex(&mut entered, Call::new(mutex.addr(), pc), true);
    }
    // SAFETY: the program's promise. The real one was never locked.
    unsafe { real!(fn pthread_mutex_destroy(Mutex) -> c_int)(mutex) }
}

extern "C-unwind" fn spin_init(spin: Spin, shared: c_int, pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        sync::reset_mutex(&mut entered, Call::new(spin.addr(), pc), false);
    }
    // SAFETY: the program's promise.
    unsafe { real!(fn pthread_spin_init(Spin, c_int) -> c_int)(spin, shared) }
}

extern "C-unwind" fn spin_destroy(spin: Spin, pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        sync::reset_mutex(&mut entered, Call::new(spin.addr(), pc), true);
    }
    0
}

extern "C-unwind" fn spin_lock(spin: Spin, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_spin_lock(Spin) -> c_int)(spin) };
    };
    sync::lock(&mut entered, Call::new(spin.addr(), pc), MutexKind::Normal, Patience::Forever)
}

extern "C-unwind" fn spin_try_lock(spin: Spin, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_spin_trylock(Spin) -> c_int)(spin) };
    };
    sync::lock(&mut entered, Call::new(spin.addr(), pc), MutexKind::Normal, Patience::Try)
}

extern "C-unwind" fn spin_unlock(spin: Spin, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_spin_unlock(Spin) -> c_int)(spin) };
    };
    sync::unlock(&mut entered, Call::new(spin.addr(), pc), MutexKind::Normal)
}
