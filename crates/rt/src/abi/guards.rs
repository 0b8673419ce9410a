//! Initialisation that is done once: `pthread_once`, and the guards of C++ static local variables.
#![allow(unsafe_code)]

use c11::{AccessSite, Atomic, Order};
use libc::{c_int, pthread_once_t};

use super::entry;
use crate::stacks::Frame;
use crate::sync::{self, Call};
use crate::sys::cell::{Entered, enter};
use crate::sys::next::real;

type Routine = extern "C-unwind" fn();

entry! { rdx:
    pthread_once(*mut pthread_once_t, Routine) -> c_int => once;
}

entry! { rsi:
    __cxa_guard_acquire(*mut u8) -> c_int => acquire;
    __cxa_guard_release(*mut u8) => release;
    __cxa_guard_abort(*mut u8) => abort;
}

/// What the C library leaves in a `pthread_once_t` when it is done.
const DONE: c_int = 2;

/// Gives the initialisation up if the routine throws.
struct Running {
    at: usize,
    is_done: bool,
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut entered) = enter() {
            sync::end_once(&mut entered, self.at, self.is_done);
        }
    }
}

// In these functions the pointers are the program's, with its promises about them.

pub(super) extern "C-unwind" fn once(control: *mut pthread_once_t, routine: Routine, pc: usize) -> c_int {
    let at = control.addr();
    let must_run = {
        let Some(mut entered) = enter() else {
            // SAFETY: the program's promise.
            return unsafe { real!(fn pthread_once(*mut pthread_once_t, Routine) -> c_int)(control, routine) };
        };
        // SAFETY: the program's promise.
        let is_done = unsafe { control.read_volatile() } == DONE;
        sync::begin_once(&mut entered, Call::new(at, pc), is_done)
    };
    if must_run {
        let mut running = Running { at, is_done: false };
        routine();
        running.is_done = true;
        // SAFETY: the program's promise.
        unsafe { control.write_volatile(DONE) };
    }
    0
}

extern "C-unwind" fn acquire(guard: *mut u8, pc: usize) -> c_int {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn __cxa_guard_acquire(*mut u8) -> c_int)(guard) };
    };
    // SAFETY: the program's promise. The first byte says whether the variable is set up (Itanium C++ ABI, 3.3.3).
    let is_done = unsafe { guard.read_volatile() } != 0;
    c_int::from(sync::begin_once(&mut entered, Call::new(guard.addr(), pc), is_done))
}

extern "C-unwind" fn release(guard: *mut u8, pc: usize) {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn __cxa_guard_release(*mut u8))(guard) };
    };
    store_done(&mut entered, guard, pc);
    sync::end_once(&mut entered, guard.addr(), true);
}

/// What inlined code loads with acquire before it calls `__cxa_guard_acquire`.
fn store_done(entered: &mut Entered, guard: *mut u8, pc: usize) {
    let runtime = entered.runtime();
    let (thread, place) = (runtime.me(), AccessSite(runtime.place(Frame::call(pc)).0));
    // SAFETY: the program's promise.
    unsafe {
        let memory = u128::from(guard.read_volatile());
        if let Some(live) = &mut runtime.live {
            let address = guard.addr() as u64;
            let store = Atomic { thread, address, size: 1, order: Order::Release, place, memory };
            live.execution.store(&store, 1);
        }
        guard.write_volatile(1);
    }
}

extern "C-unwind" fn abort(guard: *mut u8, _pc: usize) {
    let Some(mut entered) = enter() else {
        // SAFETY: the program's promise.
        return unsafe { real!(fn __cxa_guard_abort(*mut u8))(guard) };
    };
    sync::end_once(&mut entered, guard.addr(), false);
}
