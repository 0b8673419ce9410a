//! The one runtime of the process, and who may touch it.
//!
//! One thread of the program runs at a time. While it runs the program's own code, [`CURRENT`] holds its thread pointer; while it is
//! in the runtime, 0. So one comparison on entry establishes three things: that the runtime is at work, that this is the thread whose
//! turn it is and not some other kernel thread (one that is about to end, or one that a library started behind our back), and that we
//! are not in the runtime already (a signal handler, or a library function that the runtime called). In all other cases the
//! call goes to the real function, unseen by the model.
#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::carrier::{Carrier, Context};
use super::switch::thread_pointer;
use crate::runtime::Runtime;

/// The thread pointer of the thread that runs the program's own code.
static CURRENT: AtomicUsize = AtomicUsize::new(0);

struct Cell(UnsafeCell<Option<Runtime>>);

// SAFETY: reached only through `Entered`, of which one is in use at a time.
unsafe impl Sync for Cell {}

static RUNTIME: Cell = Cell(UnsafeCell::new(None));

/// Being in the runtime. The threads that are not running hold one each, unused until it is their turn again.
pub(crate) struct Entered(());

impl Entered {
    /// The runtime. The borrow ends before the turn is passed on, since passing takes the whole of `self`.
    #[inline]
    pub(crate) fn runtime(&mut self) -> &mut Runtime {
        // SAFETY: there is one `Entered` in use (see above), and this borrow holds on to it. It was set by `begin`.
        unsafe { (*RUNTIME.0.get()).as_mut().unwrap_unchecked() }
    }

    /// In the runtime by a way other than a call: a thread that has just got its first turn.
    pub(super) fn by_turn() -> Entered {
        Entered(())
    }

    /// Lets the program's code run on this thread, outside the runtime.
    pub(crate) fn outside<T>(&mut self, run: impl FnOnce() -> T) -> T {
        CURRENT.store(thread_pointer(), Ordering::Relaxed);
        let result = run();
        CURRENT.store(0, Ordering::Relaxed);
        result
    }

    /// Gives the turn to another thread, and returns when it is this one's again.
    pub(crate) fn pass(&mut self, next: usize) {
        let (carrier, from, to) = self.contexts(next);
        // SAFETY: `from` carries the thread that runs this and `to` another one that waits; contexts are boxed and live as
        // long as the thread, so that no borrow of the runtime is needed to find them.
        unsafe { carrier.pass(from, to) };
    }

    /// Gives the turn away for good: the thread has ended. Returns on the real thread that carried it.
    pub(crate) fn pass_for_good(mut self, next: usize) {
        let (carrier, from, to) = self.contexts(next);
        // A thread that comes back here must not look as if the turn were its own.
        std::mem::forget(self);
        // SAFETY: as for `pass`.
        unsafe { carrier.leave(from, to) };
    }

    fn contexts(&mut self, next: usize) -> (&'static dyn Carrier, *const Context, *const Context) {
        let runtime = self.runtime();
        let context = |thread: usize| {
            let context = runtime.threads.get(thread).and_then(|thread| thread.context.as_deref());
            std::ptr::from_ref(context.expect("a thread that has a turn is carried by something"))
        };
        let (from, to) = (context(runtime.current), context(next));
        runtime.current = next;
        (runtime.carrier, from, to)
    }
}

impl Drop for Entered {
    #[inline]
    fn drop(&mut self) {
        CURRENT.store(thread_pointer(), Ordering::Relaxed);
    }
}

/// Enters the runtime, if the caller is the program's code on the thread whose turn it is.
#[inline(always)]
pub(crate) fn enter() -> Option<Entered> {
    if CURRENT.load(Ordering::Relaxed) != thread_pointer() {
        return None;
    }
    CURRENT.store(0, Ordering::Relaxed);
    Some(Entered(()))
}

/// Whether the runtime is at work.
pub(super) fn is_entered() -> bool {
    CURRENT.load(Ordering::Relaxed) == 0
}

/// Sets up the runtime; the calling thread is the program's main thread.
///
/// Called once, by the first constructor that runs, when there is one thread.
pub(crate) fn begin(runtime: impl FnOnce() -> Runtime) {
    // SAFETY: the process has one thread, and `CURRENT` is 0, so no thread is in the runtime.
    let slot = unsafe { &mut *RUNTIME.0.get() };
    if slot.is_none() {
        *slot = Some(runtime());
        // Leaving is what makes this thread the one whose turn it is.
        drop(Entered(()));
    }
}

/// The runtime for a handler of a signal that ends the process, wherever the thread was.
pub(crate) fn enter_to_die() -> Option<Entered> {
    // SAFETY: the process has nothing more to do than to report what happened; if the signal came in the middle of the runtime
    // the report may be incomplete.
    unsafe { (*RUNTIME.0.get()).is_some() }.then_some(Entered(()))
}
