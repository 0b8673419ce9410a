//! The threads of C11 (`<threads.h>`). The objects are those of the pthread functions under other names; the results are not.
#![allow(unsafe_code)]

use libc::{c_int, c_void, pthread_cond_t, pthread_mutex_t, pthread_once_t, pthread_t, timespec};

use super::{conditions, entry, guards, mutexes, pthread, time};
use crate::sync::{EBUSY, ETIMEDOUT};
use crate::sys::cell::enter;
use crate::sys::next::real;

type Mutex = *mut pthread_mutex_t;
type Cond = *mut pthread_cond_t;
type Function = extern "C-unwind" fn(*mut c_void) -> c_int;

entry! { rsi:
    mtx_lock(Mutex) -> c_int => lock;
    mtx_trylock(Mutex) -> c_int => try_lock;
    mtx_unlock(Mutex) -> c_int => unlock;
    mtx_destroy(Mutex) => destroy;
    cnd_signal(Cond) -> c_int => signal;
    cnd_broadcast(Cond) -> c_int => broadcast;
    cnd_destroy(Cond) => destroy_condition;
    thrd_detach(pthread_t) -> c_int => detach;
}

entry! { rdx:
    mtx_init(Mutex, c_int) -> c_int => init;
    mtx_timedlock(Mutex, *const timespec) -> c_int => timed_lock;
    cnd_wait(Cond, Mutex) -> c_int => wait;
    thrd_join(pthread_t, *mut c_int) -> c_int => join;
    thrd_sleep(*const timespec, *mut timespec) -> c_int => sleep;
    call_once(*mut pthread_once_t, extern "C-unwind" fn()) => call_once_only;
}

entry! { rcx:
    thrd_create(*mut pthread_t, Function, *mut c_void) -> c_int => create;
    cnd_timedwait(Cond, Mutex, *const timespec) -> c_int => timed_wait;
}

/// The result of a C11 function for an error number.
fn result(error: c_int) -> c_int {
    const SUCCESS: c_int = 0;
    const BUSY: c_int = 1;
    const ERROR: c_int = 2;
    const NO_MEMORY: c_int = 3;
    const TIMED_OUT: c_int = 4;
    match error {
        0 => SUCCESS,
        EBUSY => BUSY,
        ETIMEDOUT => TIMED_OUT,
        libc::ENOMEM => NO_MEMORY,
        _ => ERROR,
    }
}

/// What a C11 thread runs.
struct Task {
    function: Function,
    argument: *mut c_void,
}

extern "C-unwind" fn run(task: *mut c_void) -> *mut c_void {
    // SAFETY: made by `create` for this thread alone; read out and given back to the C library.
    let Task { function, argument } = unsafe {
        let task = task.cast::<Task>();
        let copy = task.read();
        libc::free(task.cast());
        copy
    };
    std::ptr::without_provenance_mut(function(argument) as isize as usize)
}

// In these functions the pointers are the program's, with its promises about them.

extern "C-unwind" fn create(thread: *mut pthread_t, function: Function, argument: *mut c_void, pc: usize) -> c_int {
    // The task comes from the program's memory: the new thread gives it back outside the runtime.
    // SAFETY: checked for null, and of the size of what is written.
    let task = unsafe {
        let task = libc::malloc(size_of::<Task>()).cast::<Task>();
        if task.is_null() {
            return result(libc::ENOMEM);
        }
        task.write(Task { function, argument });
        task
    };
    result(pthread::create(thread, std::ptr::null(), run, task.cast(), pc))
}

extern "C-unwind" fn join(thread: pthread_t, value: *mut c_int, pc: usize) -> c_int {
    let mut pointer = std::ptr::null_mut::<c_void>();
    let error = pthread::join(thread, &mut pointer, pc);
    if error == 0 && !value.is_null() {
        // SAFETY: the program's promise.
        unsafe { value.write(pointer.addr() as c_int) };
    }
    result(error)
}

extern "C-unwind" fn detach(thread: pthread_t, pc: usize) -> c_int {
    result(pthread::detach(thread, pc))
}

extern "C-unwind" fn sleep(duration: *const timespec, left: *mut timespec, pc: usize) -> c_int {
    if time::nano_sleep(duration, left, pc) == 0 { 0 } else { -1 }
}

extern "C-unwind" fn call_once_only(flag: *mut pthread_once_t, function: extern "C-unwind" fn(), pc: usize) {
    guards::once(flag, function, pc);
}

extern "C-unwind" fn init(mutex: Mutex, kind: c_int, pc: usize) -> c_int {
    if let Some(mut entered) = enter() {
        crate::sync::reset_mutex(&mut entered, crate::sync::Call::new(mutex.addr(), pc), false);
    }
    // SAFETY: the program's promise. The C library notes the kind as for other mutexes.
    unsafe { real!(fn mtx_init(Mutex, c_int) -> c_int)(mutex, kind) }
}

extern "C-unwind" fn lock(mutex: Mutex, pc: usize) -> c_int {
    result(mutexes::lock(mutex, pc))
}

extern "C-unwind" fn try_lock(mutex: Mutex, pc: usize) -> c_int {
    result(mutexes::try_lock(mutex, pc))
}

extern "C-unwind" fn timed_lock(mutex: Mutex, until: *const timespec, pc: usize) -> c_int {
    result(mutexes::timed_lock(mutex, until, pc))
}

extern "C-unwind" fn unlock(mutex: Mutex, pc: usize) -> c_int {
    result(mutexes::unlock(mutex, pc))
}

extern "C-unwind" fn destroy(mutex: Mutex, pc: usize) {
    mutexes::destroy(mutex, pc);
}

extern "C-unwind" fn wait(cond: Cond, mutex: Mutex, pc: usize) -> c_int {
    result(conditions::wait(cond, mutex, pc))
}

extern "C-unwind" fn timed_wait(cond: Cond, mutex: Mutex, until: *const timespec, pc: usize) -> c_int {
    result(conditions::timed_wait(cond, mutex, until, pc))
}

extern "C-unwind" fn signal(cond: Cond, pc: usize) -> c_int {
    result(conditions::signal(cond, pc))
}

extern "C-unwind" fn broadcast(cond: Cond, pc: usize) -> c_int {
    result(conditions::broadcast(cond, pc))
}

extern "C-unwind" fn destroy_condition(cond: Cond, pc: usize) {
    conditions::destroy(cond, pc);
}
