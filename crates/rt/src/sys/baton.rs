//! Each thread of the program on a kernel thread of its own; the one that has the baton runs.
//!
//! Works wherever there are futexes, and a debugger sees the threads as they are. A switch costs two system calls.
#![allow(unsafe_code)]

use std::sync::atomic::Ordering;

use libc::{c_int, c_void, pthread_attr_t, pthread_t};

use super::carrier::{Carrier, Context, real_thread, run, see_off, set_left};
use super::syscall::{futex_wait, futex_wake};

/// See the module.
pub(crate) struct Baton;

fn give(to: &Context) {
    to.signal.store(1, Ordering::Release);
    futex_wake(&to.signal);
}

fn wait(context: &Context) {
    while context.signal.swap(0, Ordering::Acquire) == 0 {
        futex_wait(&context.signal, 0);
    }
    see_off(|_| ());
}

extern "C-unwind" fn carried(context: *mut c_void) -> *mut c_void {
    // SAFETY: the context lives until the thread has left.
    let context = unsafe { &*context.cast::<Context>() };
    context.note_real_thread();
    wait(context);
    run(context)
}

impl Carrier for Baton {
    unsafe fn create(&self, context: *const Context, attributes: *const pthread_attr_t) -> Result<pthread_t, c_int> {
        // SAFETY: the caller's promise.
        unsafe { real_thread(carried, context, attributes) }
    }

    fn uses_one_kernel_thread(&self) -> bool {
        false
    }

    unsafe fn pass(&self, from: *const Context, to: *const Context) {
        // SAFETY: both contexts are alive.
        unsafe {
            give(&*to);
            wait(&*from);
        }
    }

    unsafe fn leave(&self, from: *const Context, to: *const Context) {
        // SAFETY: as above. This thread's own context must not be touched once the baton is given.
        unsafe {
            set_left(from);
            give(&*to);
        }
    }
}
