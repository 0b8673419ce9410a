//! Real threads: their creation, their stacks, and how to know that one has ended.
#![allow(unsafe_code)]

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use libc::{c_int, c_void, pthread_attr_t, pthread_key_t, pthread_t};

use super::carrier::{Carrier, Context};
use super::cell::{Entered, enter};

/// A new real thread.
///
/// # Errors
/// What the C library says.
pub(crate) fn create(
    carrier: &dyn Carrier,
    context: &Context,
    attributes: *const pthread_attr_t,
) -> Result<pthread_t, c_int> {
    // SAFETY: the attributes are those that the program gave to `pthread_create`, and the runtime keeps the context.
    unsafe { carrier.create(context, attributes) }
}

/// Whether these are the default attributes, but maybe for the size of the stack, and that at most so many bytes. Null stands for the default.
pub(super) fn differs_only_in_stack(attributes: *const pthread_attr_t, most: usize) -> bool {
    const SIZE: usize = size_of::<pthread_attr_t>();
    if attributes.is_null() {
        return true;
    }
    // SAFETY: the program gave the attributes, ours are live variables, and all bytes of attributes are initialised, with zero at first.
    unsafe {
        let (mut size, mut ours) = (0, std::mem::zeroed());
        libc::pthread_attr_getstacksize(attributes, &mut size);
        libc::pthread_attr_init(&mut ours);
        let bytes = |attributes: *const pthread_attr_t| attributes.cast::<[u8; SIZE]>().read();
        let given = bytes(attributes);
        let is_default = given == bytes(&ours);
        libc::pthread_attr_setstacksize(&mut ours, size);
        // Compared as bytes: attributes are opaque, and a new kind of them must not pass for the default.
        let is_so = is_default || (given == bytes(&ours) && size <= most);
        libc::pthread_attr_destroy(&mut ours);
        is_so
    }
}

/// Whether these attributes, or null, say where the stack is.
pub(crate) fn brings_stack(attributes: *const pthread_attr_t) -> bool {
    if attributes.is_null() {
        return false;
    }
    let (mut start, mut size) = (std::ptr::null_mut(), 0);
    // SAFETY: the program gave the attributes; the results go to live variables.
    unsafe { libc::pthread_attr_getstack(attributes, &mut start, &mut size) };
    // Where none is set its end is at 0.
    start.addr().wrapping_add(size) != 0
}

/// The memory of a thread's stack, which has its thread-local storage too. Empty if it is unknown.
pub(crate) fn stack(thread: pthread_t) -> Range<usize> {
    // SAFETY: the thread has not ended; all results go to live variables.
    unsafe {
        let mut attributes = std::mem::zeroed();
        if libc::pthread_getattr_np(thread, &mut attributes) != 0 {
            return 0..0;
        }
        let (mut start, mut size) = (std::ptr::null_mut(), 0);
        libc::pthread_attr_getstack(&attributes, &mut start, &mut size);
        libc::pthread_attr_destroy(&mut attributes);
        start.addr()..start.addr() + size
    }
}

/// The memory of the running thread's stack.
pub(crate) fn own_stack() -> Range<usize> {
    // SAFETY: takes nothing.
    stack(unsafe { libc::pthread_self() })
}

/// The key whose destructor signals that a thread has ended; one more than its number, 0 before it is made.
static END_KEY: AtomicU32 = AtomicU32::new(0);

/// How often the C library calls destructors of thread-specific data that set their key again.
const ROUNDS: usize = 4;

extern "C" fn at_end(rounds: *mut c_void) {
    // Set again in each round but the last, as destructors of the program may still run in the others.
    if rounds.addr() > 1 {
        set_rounds(rounds.addr() - 1);
    } else if let Some(entered) = enter() {
        crate::threads::end_thread(entered);
    }
}

fn set_rounds(rounds: usize) {
    let key = END_KEY.load(Ordering::Relaxed) - 1;
    // SAFETY: the key exists; its value is never followed as a pointer.
    unsafe { libc::pthread_setspecific(key as pthread_key_t, std::ptr::without_provenance(rounds)) };
}

/// Sees to it that the end of the running thread is noticed: by a destructor of thread-specific data, in its last round, when the
/// destructors of all thread-local objects have run.
pub(crate) fn mark_end(_: &Entered) {
    if END_KEY.load(Ordering::Relaxed) == 0 {
        let mut key = 0;
        // SAFETY: the result goes to a live variable.
        if unsafe { libc::pthread_key_create(&mut key, Some(at_end)) } != 0 {
            return;
        }
        END_KEY.store(key + 1, Ordering::Relaxed);
    }
    set_rounds(ROUNDS);
}

/// Ends the running thread as one that was cancelled: unwinds its stack.
pub(crate) fn end_cancelled() {
    const CANCELLED: *mut c_void = std::ptr::without_provenance_mut(usize::MAX);
    // SAFETY: called outside the runtime, as by the program. The function unwinds, and so may the frames of the runtime above: none of them holds anything but its presence in the runtime.
    unsafe { super::next::real!(fn pthread_exit(*mut c_void))(CANCELLED) }
}

/// Ends the process as the program would.
pub(crate) fn exit(status: c_int) -> ! {
    // SAFETY: called outside the runtime, as by the program.
    unsafe { libc::exit(status) }
}
