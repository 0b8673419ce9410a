//! What the program's threads run on.
//!
//! Two ways behind one trait. Both make a real thread with the real `pthread_create` for each of the program's, so that it has a stack,
//! thread-local storage and a `pthread_t` as ever, and both let one of them run at a time. One of them can do that [ahead](super::prepared).
#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use libc::{c_int, c_void, pthread_attr_t, pthread_t};

use super::cell::Entered;
use super::prepared::Given;
use super::syscall::futex_wait_for_kernel;
use super::{next, process, switch};

/// The function that a thread runs.
pub(crate) type Start = extern "C-unwind" fn(*mut c_void) -> *mut c_void;

/// The stack on which a lending thread waits, apart from the one that it has lent. It uses little of it, the kernel more if a signal comes.
#[repr(C, align(16))]
pub(super) struct WaitingStack(UnsafeCell<MaybeUninit<[u8; 8192]>>);

impl WaitingStack {
    fn new() -> Box<WaitingStack> {
        // SAFETY: any bytes are such a stack.
        unsafe { Box::new_uninit().assume_init() }
    }
}

/// See [`Context::is_ready`].
pub(super) const READY: u32 = 1;

/// What a carrier knows of a thread. It stays where it is as long as the thread lives.
pub(crate) struct Context {
    /// The saved stack pointer.
    pub(super) stack_pointer: UnsafeCell<usize>,
    /// The thread pointer of the real thread.
    pub(super) thread_pointer: UnsafeCell<usize>,
    /// [`READY`] when the real thread has come to wait (fibers).
    pub(super) is_ready: AtomicU32,
    /// 1 when the real thread may go on by itself (fibers), or has the turn (kernel threads).
    pub(super) signal: AtomicU32,
    /// The kernel's number of the real thread; 0 for the main thread, of which it does not matter.
    kernel_id: AtomicU32,
    /// What the kernel sets to 0 at the end of the real thread; null where that is not known.
    end_word: AtomicPtr<u32>,
    /// 1 when the real thread is gone, and has no more use for this.
    pub(super) is_free: AtomicU32,
    /// Whether the real thread gives what it has for good, and takes nothing back at the end.
    pub(super) is_given: bool,
    /// Where the real thread waits.
    waiting_stack: Option<Box<WaitingStack>>,
    pub(super) start: Start,
    pub(super) argument: *mut c_void,
}

extern "C-unwind" fn runs_nothing(_: *mut c_void) -> *mut c_void {
    std::ptr::null_mut()
}

impl Context {
    /// For a thread that is to run `start(argument)`.
    pub(crate) fn new(start: Start, argument: *mut c_void) -> Box<Context> {
        Context::with(Some(WaitingStack::new()), start, argument)
    }

    fn with(waiting_stack: Option<Box<WaitingStack>>, start: Start, argument: *mut c_void) -> Box<Context> {
        Box::new(Context {
            stack_pointer: UnsafeCell::new(0),
            thread_pointer: UnsafeCell::new(0),
            is_ready: AtomicU32::new(0),
            signal: AtomicU32::new(0),
            kernel_id: AtomicU32::new(0),
            end_word: AtomicPtr::new(std::ptr::null_mut()),
            is_free: AtomicU32::new(0),
            is_given: false,
            waiting_stack,
            start,
            argument,
        })
    }

    /// For the thread that is running: the main one.
    pub(crate) fn of_main() -> Box<Context> {
        let context = Context::with(None, runs_nothing, std::ptr::null_mut());
        // SAFETY: only the calling thread knows this context yet.
        unsafe { *context.thread_pointer.get() = switch::thread_pointer() };
        context.is_ready.store(READY, Ordering::Relaxed);
        context
    }

    /// For a real thread that gives its stack and its thread-local storage for good, to a thread of which nothing is known yet.
    pub(super) fn given() -> Box<Context> {
        let mut context = Context::new(runs_nothing, std::ptr::null_mut());
        context.is_given = true;
        context
    }

    /// Waits until the real thread has given what it had, and is gone.
    pub(super) fn wait_until_given(&self) {
        self.wait_for_end(self.kernel_id.load(Ordering::Acquire));
    }

    /// What is left of a real thread that is gone: where the used part of its stack begins.
    pub(super) fn inherit(&mut self) -> usize {
        self.waiting_stack = None;
        *self.stack_pointer.get_mut()
    }

    /// What was given carries a thread that is to run `start(argument)`. To the C library it is alive, and the kernel's thread with this number: the
    /// one that runs the program.
    pub(super) fn begin(&mut self, start: Start, argument: *mut c_void, kernel_id: u32) {
        (self.start, self.argument) = (start, argument);
        // SAFETY: the real thread has saved that when it lent its stack, and no thread has used it since.
        unsafe { switch::inherit_floating_point(*self.stack_pointer.get_mut()) };
        self.set_end_word(kernel_id);
    }

    fn set_end_word(&self, value: u32) {
        // SAFETY: the word is in the C library's description of a thread that has not been joined yet.
        unsafe { AtomicU32::from_ptr(self.end_word.load(Ordering::Relaxed)) }.store(value, Ordering::Release);
    }

    /// The same memory for another thread; no real thread uses it.
    pub(crate) fn renewed(mut self: Box<Context>, start: Start, argument: *mut c_void) -> Box<Context> {
        for word in [&self.is_ready, &self.signal, &self.kernel_id, &self.is_free] {
            word.store(0, Ordering::Relaxed);
        }
        (self.start, self.argument, self.is_given) = (start, argument, false);
        // A prepared thread has lost its own when it was inherited.
        self.waiting_stack.get_or_insert_with(WaitingStack::new);
        self
    }

    /// The upper end of the stack on which the real thread waits.
    pub(super) fn waiting_stack(&self) -> usize {
        self.waiting_stack.as_ref().map_or(0, |stack| stack.0.get().addr() + size_of::<WaitingStack>())
    }

    /// Called by the real thread when it begins: notes how its end can be seen. Touches no thread-local storage.
    pub(super) fn note_real_thread(&self) {
        self.end_word.store(process::end_word(), Ordering::Relaxed);
        self.kernel_id.store(process::thread_id(), Ordering::Release);
    }

    /// Waits until the real thread with this number, which is about to end by itself, has ended.
    fn wait_for_end(&self, kernel_id: u32) {
        let word = self.end_word.load(Ordering::Relaxed);
        if word.is_null() {
            while process::has_thread(kernel_id) {
                process::let_others_run();
            }
            return;
        }
        // SAFETY: the word is in the C library's description of the thread. That is given back, by the thread that makes or joins
        // threads next, when the word is 0; we have the turn, so no other thread does before this function has seen that.
        let word = unsafe { AtomicU32::from_ptr(word) };
        loop {
            match word.load(Ordering::Acquire) {
                0 => return,
                value => futex_wait_for_kernel(word, value),
            }
        }
    }

    /// Whether the real thread has let go of this.
    pub(crate) fn is_free(&self) -> bool {
        self.is_free.load(Ordering::Acquire) == 1
    }
}

/// Makes threads and passes the turn between them.
pub(crate) trait Carrier: Sync {
    /// Makes the real thread of `context`, which can then be given the turn.
    ///
    /// # Errors
    /// What the real `pthread_create` says.
    ///
    /// # Safety
    /// `attributes` is null or good for `pthread_create`; `context` lives until [`Context::is_free`].
    unsafe fn create(&self, context: *const Context, attributes: *const pthread_attr_t) -> Result<pthread_t, c_int>;

    /// Prepares a thread for the processes that this one forks. None where that is not possible.
    fn prepare(&self) -> Option<Given> {
        None
    }

    /// Whether the kernel sees all threads of the program as one.
    fn uses_one_kernel_thread(&self) -> bool;

    /// Gives the turn from one thread to another, and returns when the first has it again.
    ///
    /// # Safety
    /// `from` is the thread that runs this, in the runtime; `to` is another that waits for its turn.
    unsafe fn pass(&self, from: *const Context, to: *const Context);

    /// Gives the turn from a thread that has ended. Returns on the real thread, which has nothing more to do with the program;
    /// for the main thread under fibers, never.
    ///
    /// # Safety
    /// As for [`Carrier::pass`].
    unsafe fn leave(&self, from: *const Context, to: *const Context);
}

/// The carrier asked for, or the one that the machine can do.
pub(crate) fn carrier(wanted: wire::Carriers) -> &'static dyn Carrier {
    if wanted == wire::Carriers::Fibers && switch::can_set_thread_pointer() {
        &super::fibers::Fibers
    } else {
        &super::baton::Baton
    }
}

/// A real thread that runs `main(context)`, with all signals blocked: those for the process go to the thread that runs the program.
///
/// # Safety
/// As for [`Carrier::create`].
pub(super) unsafe fn real_thread(
    main: extern "C-unwind" fn(*mut c_void) -> *mut c_void,
    context: *const Context,
    attributes: *const pthread_attr_t,
) -> Result<pthread_t, c_int> {
    // SAFETY: the sets are written before they are read, and the rest is the caller's promise.
    unsafe {
        let (mut all, mut before) = (std::mem::zeroed(), std::mem::zeroed());
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_BLOCK, &all, &mut before);
        let mut thread = 0;
        let error = next::pthread_create(&mut thread, attributes, main, context.cast_mut().cast());
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
        if error == 0 { Ok(thread) } else { Err(error) }
    }
}

/// The thread that has just left for good. Its end is seen to by the next that has the turn: on its own stack it cannot be.
static LEFT: AtomicPtr<Context> = AtomicPtr::new(std::ptr::null_mut());

/// The thread of this context leaves.
pub(super) fn set_left(context: *const Context) {
    LEFT.store(context.cast_mut(), Ordering::Relaxed);
}

/// Lets the real thread of the one that has left go on with `wake`, and waits until it is gone: what the C library does at the end of a
/// thread, giving back its stack and its part of the heap, must not happen at a time of its own. Where there is no real thread, the C library learns
/// of the end as it does from the kernel.
pub(super) fn see_off(wake: impl FnOnce(&Context)) {
    // One thread at a time has the turn: there is nothing to swap.
    let left = LEFT.load(Ordering::Relaxed);
    if left.is_null() {
        return;
    }
    LEFT.store(std::ptr::null_mut(), Ordering::Relaxed);
    // SAFETY: a context is kept until it says that it is free, which it does below.
    let left = unsafe { &*left };
    let kernel_id = left.kernel_id.load(Ordering::Acquire);
    if kernel_id == 0 {
        return;
    }
    if left.is_given {
        left.set_end_word(0);
    } else {
        wake(left);
        left.wait_for_end(kernel_id);
    }
    left.is_free.store(1, Ordering::Release);
}

/// What the program's thread does with its first turn: its start routine.
pub(super) fn run(context: &Context) -> *mut c_void {
    crate::threads::begin_thread(Entered::by_turn());
    (context.start)(context.argument)
}
