//! Creating threads and waiting for their end.
#![allow(unsafe_code)]

use libc::{c_int, c_void, pthread_attr_t, pthread_t, timespec};

use super::entry;
use super::time::Clock;
use crate::sync::{EBUSY, ETIMEDOUT};
use crate::sys::carrier::Start;
use crate::sys::cell::{Entered, enter};
use crate::sys::next::{self, real};
use crate::thread::Cancellation;
use crate::{interrupts, threads};

unsafe extern "C" {
    fn pthread_attr_getdetachstate(attributes: *const pthread_attr_t, state: *mut c_int) -> c_int;
}

entry! { r8:
    pthread_create(*mut pthread_t, *const pthread_attr_t, Start, *mut c_void) -> c_int => create;
    pthread_clockjoin_np(pthread_t, *mut *mut c_void, libc::clockid_t, *const timespec) -> c_int => clock_join;
}

entry! { rdx:
    pthread_join(pthread_t, *mut *mut c_void) -> c_int => join;
    pthread_tryjoin_np(pthread_t, *mut *mut c_void) -> c_int => try_join;
}

entry! { rcx:
    pthread_timedjoin_np(pthread_t, *mut *mut c_void, *const timespec) -> c_int => timed_join;
}

entry! { rsi:
    pthread_detach(pthread_t) -> c_int => detach;
    pthread_cancel(pthread_t) -> c_int => cancel;
    pthread_exit(*mut c_void) => exit;
}

entry! { rdi:
    pthread_testcancel() => test_cancellation;
}

entry! { rdx:
    pthread_setcancelstate(c_int, *mut c_int) -> c_int => set_cancel_state;
    pthread_setcanceltype(c_int, *mut c_int) -> c_int => set_cancel_type;
}

// In these functions the pointers are the program's, with its promises about them.

pub(super) extern "C-unwind" fn create(
    thread: *mut pthread_t,
    attributes: *const pthread_attr_t,
    start: Start,
    argument: *mut c_void,
    pc: usize,
) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe {
            real!(fn pthread_create(*mut pthread_t, *const pthread_attr_t, Start, *mut c_void) -> c_int)(
                thread, attributes, start, argument,
            )
        };
    };
    let mut state = libc::PTHREAD_CREATE_JOINABLE;
    if !attributes.is_null() {
        // SAFETY: the program's promise.
        unsafe { pthread_attr_getdetachstate(attributes, &mut state) };
    }
    let is_detached = state == libc::PTHREAD_CREATE_DETACHED;
    match threads::create(&mut entered, pc, start, argument, attributes, is_detached) {
        Ok(handle) => {
            // SAFETY: the program's promise.
            unsafe { thread.write(handle) };
            0
        }
        Err(error) => error,
    }
}

/// Waits for the modelled thread, then for the real one, which has little left to do.
fn join_known(entered: &mut Entered, target: usize, handle: pthread_t, result: *mut *mut c_void, pc: usize) -> c_int {
    let joined = threads::join(entered, pc, target, None);
    debug_assert!(joined.is_ok(), "there is no time limit");
    // SAFETY: the program's promise.
    unsafe { next::pthread_join(handle, result) }
}

pub(super) extern "C-unwind" fn join(handle: pthread_t, result: *mut *mut c_void, pc: usize) -> c_int {
    if let Some(mut entered) = enter()
        && let Some(target) = threads::find(entered.runtime(), handle)
    {
        return join_known(&mut entered, target, handle, result, pc);
    }
    // SAFETY: the program's promise.
    unsafe { next::pthread_join(handle, result) }
}

extern "C-unwind" fn try_join(handle: pthread_t, result: *mut *mut c_void, pc: usize) -> c_int {
    if let Some(mut entered) = enter()
        && let Some(target) = threads::find(entered.runtime(), handle)
    {
        threads::yield_now(&mut entered, pc);
        if !entered.runtime().threads[target].is_finished {
            return EBUSY;
        }
        return join_known(&mut entered, target, handle, result, pc);
    }
    // SAFETY: the program's promise.
    unsafe { real!(fn pthread_tryjoin_np(pthread_t, *mut *mut c_void) -> c_int)(handle, result) }
}

extern "C-unwind" fn timed_join(
    handle: pthread_t,
    result: *mut *mut c_void,
    until: *const timespec,
    pc: usize,
) -> c_int {
    clock_join(handle, result, libc::CLOCK_REALTIME, until, pc)
}

extern "C-unwind" fn clock_join(
    handle: pthread_t,
    result: *mut *mut c_void,
    clock: libc::clockid_t,
    until: *const timespec,
    pc: usize,
) -> c_int {
    if let Some(mut entered) = enter()
        && let Some(target) = threads::find(entered.runtime(), handle)
    {
        // SAFETY: the program's promise.
        let deadline = unsafe { Clock(clock).deadline(until) };
        if threads::join(&mut entered, pc, target, deadline).is_err() {
            return ETIMEDOUT;
        }
        // SAFETY: the program's promise.
        return unsafe { next::pthread_join(handle, result) };
    }
    // SAFETY: the program's promise.
    unsafe {
        real!(fn pthread_clockjoin_np(pthread_t, *mut *mut c_void, libc::clockid_t, *const timespec) -> c_int)(
            handle, result, clock, until,
        )
    }
}

pub(super) extern "C-unwind" fn detach(handle: pthread_t, _pc: usize) -> c_int {
    if let Some(mut entered) = enter()
        && let Some(target) = threads::find(entered.runtime(), handle)
    {
        let runtime = entered.runtime();
        runtime.threads[target].is_detached = true;
        runtime.retire(target);
    }
    // SAFETY: the program's promise.
    unsafe { real!(fn pthread_detach(pthread_t) -> c_int)(handle) }
}

extern "C-unwind" fn cancel(handle: pthread_t, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn pthread_cancel(pthread_t) -> c_int)(handle) };
    };
    let runtime = entered.runtime();
    let Some(target) = threads::find(runtime, handle) else { return libc::ESRCH };
    runtime.note_incomplete("the program cancels threads");
    if runtime.live.is_some() {
        threads::yield_now(&mut entered, pc);
    }
    let runtime = entered.runtime();
    if !runtime.threads[target].is_finished {
        runtime.request_end(target);
        let own = runtime.thread().cancellation;
        if target == runtime.current && own.is_asynchronous {
            interrupts::test(&mut entered);
        }
    }
    0
}

/// The thread ends: requests to end it have no effect from here on.
extern "C-unwind" fn exit(result: *mut c_void, _pc: usize) {
    if let Some(mut entered) = enter() {
        entered.runtime().thread().cancellation.is_disabled = true;
    }
    // SAFETY: the program's promise.
    unsafe { real!(fn pthread_exit(*mut c_void))(result) }
}

extern "C-unwind" fn test_cancellation(_pc: usize) {
    if let Some(mut entered) = enter() {
        interrupts::test(&mut entered);
    }
}

/// Sets one of two choices, which are numbered 0 and 1. Gives 0 or an error number.
///
/// # Safety
/// `old` is null or can be written.
unsafe fn choose(new: c_int, old: *mut c_int, of: impl FnOnce(&mut Cancellation) -> &mut bool) -> c_int {
    let Some(mut entered) = enter() else { return 0 };
    if !(0..=1).contains(&new) {
        return libc::EINVAL;
    }
    let chosen = of(&mut entered.runtime().thread().cancellation);
    let before = std::mem::replace(chosen, new == 1);
    if !old.is_null() {
        // SAFETY: the caller's promise.
        unsafe { old.write(c_int::from(before)) };
    }
    let own = entered.runtime().thread().cancellation;
    if own.is_asynchronous {
        interrupts::test(&mut entered);
    }
    0
}

extern "C-unwind" fn set_cancel_state(new: c_int, old: *mut c_int, _pc: usize) -> c_int {
    // SAFETY: the program's promise.
    unsafe { choose(new, old, |cancellation| &mut cancellation.is_disabled) }
}

extern "C-unwind" fn set_cancel_type(new: c_int, old: *mut c_int, _pc: usize) -> c_int {
    // SAFETY: the program's promise.
    unsafe { choose(new, old, |cancellation| &mut cancellation.is_asynchronous) }
}
