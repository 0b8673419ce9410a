//! All threads of the program on one kernel thread, each on the stack and with the thread-local storage of a real thread that
//! lends them (section 7.4 of the C11Tester paper).
//!
//! The real thread saves its registers, hops to a small stack of its own and sleeps there in a system call, touching neither its
//! stack nor its thread-local storage. The kernel thread that runs the program goes on from the saved registers with the lender's thread
//! pointer. When the program's thread has ended, down to the destructors of its thread-local objects, it switches away for
//! good and wakes the lender, which takes its stack back and ends as any thread does. [Prepared](super::prepared) threads have had a lender that is
//! gone: there is no real thread to wake.
//!
//! A switch is some twenty instructions and `wrfsbase`.
#![allow(unsafe_code)]

use std::sync::atomic::Ordering;

use libc::{c_int, c_void, pthread_attr_t, pthread_t};

use super::carrier::{Carrier, Context, READY, real_thread, run, see_off, set_left};
use super::prepared::Given;
use super::switch::{lend, switch, thread_pointer};
use super::syscall::{futex_wait, futex_wake};
use super::{memory, process, threads};

/// See the module.
pub(crate) struct Fibers;

fn wake_lender() {
    see_off(|left| {
        left.signal.store(1, Ordering::Release);
        futex_wake(&left.signal);
    });
}

/// What a lender does while its stack is lent, on the small stack.
extern "C" fn wait_for_return(context: *mut c_void) -> ! {
    // SAFETY: the context outlives the lender's use of it.
    let context = unsafe { &*context.cast::<Context>() };
    // SAFETY: the thread that passes the turn looks at this after it has seen `is_ready`.
    unsafe { *context.thread_pointer.get() = thread_pointer() };
    context.note_real_thread();
    if context.is_ready.swap(READY, Ordering::Release) == AWAITED {
        futex_wake(&context.is_ready);
    }
    // Nothing is taken back: what the thread had belongs to the executions that are forked from here.
    if context.is_given {
        process::end_thread();
    }
    while context.signal.load(Ordering::Acquire) == 0 {
        futex_wait(&context.signal, 0);
    }
    let mut unused = 0;
    // SAFETY: the program's thread saved its stack pointer when it left for good; this kernel thread still has its thread pointer.
    unsafe { switch(&mut unused, *context.stack_pointer.get(), 0) };
    unreachable!("no thread knows the saved stack pointer")
}

/// What is in [`Context::is_ready`] while the kernel thread of the program waits for it.
const AWAITED: u32 = 2;

/// A thread can have its first turn when its lender waits; mostly that has happened by the time of its turn.
fn wait_until_ready(context: &Context) {
    while context.is_ready.load(Ordering::Acquire) != READY {
        // Announced first: a lender that becomes ready in between sees it, or has changed the word that the wait compares.
        let _ = context.is_ready.compare_exchange(0, AWAITED, Ordering::Relaxed, Ordering::Relaxed);
        futex_wait(&context.is_ready, AWAITED);
    }
}

extern "C-unwind" fn lender(context: *mut c_void) -> *mut c_void {
    // SAFETY: as above; nothing else uses the waiting stack, which is a multiple of 16 long and aligned.
    unsafe {
        let context = &*context.cast::<Context>();
        lend(
            context.stack_pointer.get(),
            context.waiting_stack(),
            wait_for_return,
            std::ptr::from_ref(context).cast_mut().cast(),
        );
        // From here on it is the kernel thread of the program that runs, with this stack and thread pointer.
        wake_lender();
        run(context)
    }
}

impl Carrier for Fibers {
    unsafe fn create(&self, context: *const Context, attributes: *const pthread_attr_t) -> Result<pthread_t, c_int> {
        // SAFETY: the caller's promise.
        unsafe { real_thread(lender, context, attributes) }
    }

    fn prepare(&self) -> Option<Given> {
        if !process::end_word_is_number() {
            return None;
        }
        let mut context = Context::given();
        // SAFETY: null stands for default attributes; the context goes where the result goes, and stays with its thread.
        let handle = unsafe { real_thread(lender, &*context, std::ptr::null()) }.ok()?;
        wait_until_ready(&context);
        context.wait_until_given();
        let (used, stack) = (context.inherit(), threads::stack(handle));
        // SAFETY: no thread uses memory below the stack pointer, and the real thread is gone.
        unsafe { memory::discard(stack.start, used) };
        Some(Given { context, handle, stack })
    }

    fn uses_one_kernel_thread(&self) -> bool {
        true
    }

    unsafe fn pass(&self, from: *const Context, to: *const Context) {
        // SAFETY: both contexts are alive; `to` waits, so its stack pointer and thread pointer are saved.
        unsafe {
            wait_until_ready(&*to);
            switch((*from).stack_pointer.get(), *(*to).stack_pointer.get(), *(*to).thread_pointer.get());
        }
        wake_lender();
    }

    unsafe fn leave(&self, from: *const Context, to: *const Context) {
        // SAFETY: as for `pass`. The main thread has no lender: no thread goes on from what is saved here.
        unsafe {
            set_left(from);
            wait_until_ready(&*to);
            switch((*from).stack_pointer.get(), *(*to).stack_pointer.get(), *(*to).thread_pointer.get());
        }
    }
}
