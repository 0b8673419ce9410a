//! What interrupts a thread: signals that are sent to it, and requests to end it.
//!
//! A signal for a thread is kept until the thread has its turn; then its handler runs there, outside the runtime, as a call from wherever the thread is. Waits that may end for no reason end, sleeps end early, others
//! go on. Signals that no thread of the program has sent come to the thread that runs, as ever.
//!
//! A request to end a thread takes effect where the thread looks for it: at the calls of the C library that are cancellation points, as far as these are modelled (waits, sleeps, reading and writing); of a thread that
//! has asked for that, anywhere. Then it is as if it called `pthread_exit` there.
//!
//! Where all threads run on one kernel thread, the kernel has one set of blocked signals: it is changed with the turn as soon as threads block different ones.

use libc::c_int;
use wire::WaitFor;

use crate::runtime::Runtime;
use crate::sys::cell::Entered;
use crate::sys::process;

/// Where order from the request to end a thread to that end is kept, and from a signal to its handler; in the place of an address, with the number of the thread.
const REQUESTS: usize = 0xffff_8000_0000_0000;

impl Runtime {
    /// A thread is sent a signal that has a handler, or that it may wait for.
    pub(crate) fn send_signal(&mut self, target: usize, signal: c_int) {
        crate::sync::release_at(self, REQUESTS + target);
        let thread = &mut self.threads[target];
        thread.signals.pending.push(signal);
        let is_interrupted = thread.blocked.is_some() && !thread.signals.blocks(signal);
        let waits = thread.blocked.is_some_and(|blocked| blocked.what == WaitFor::Signal);
        if is_interrupted || waits {
            self.wake(target);
        }
        self.has_interrupts = true;
        self.progress();
    }

    /// The thread that gets a signal for the process: one that waits for signals, or the main thread, or the first that does not block it.
    pub(crate) fn receiver(&self, signal: c_int) -> Option<usize> {
        let takes = |thread: &&usize| !self.threads[**thread].signals.blocks(signal);
        let waits =
            |thread: &&usize| self.threads[**thread].blocked.is_some_and(|blocked| blocked.what == WaitFor::Signal);
        let candidates = || self.unfinished().iter().filter(takes);
        let current = candidates().find(|thread| **thread == self.current);
        candidates().find(waits).or(current).or_else(|| candidates().next()).copied()
    }

    /// A signal for the process. Where all threads block it, it stays with the process, which those look at that wait for signals.
    pub(crate) fn send_to_process(&mut self, signal: c_int) {
        match self.receiver(signal) {
            Some(target) => self.send_signal(target, signal),
            None => {
                process::send(process::id(), signal);
                self.wake_those_who_await_signals();
            }
        }
    }

    /// Whether a thread waits for a signal.
    pub(crate) fn waits_for_signal(&self) -> bool {
        let waits =
            |thread: &usize| self.threads[*thread].blocked.is_some_and(|blocked| blocked.what == WaitFor::Signal);
        self.unfinished().iter().any(waits)
    }

    /// A signal has come to the process: those who wait for one look again.
    pub(crate) fn wake_those_who_await_signals(&mut self) {
        for index in 0..self.unfinished().len() {
            let thread = self.unfinished()[index];
            if self.threads[thread].blocked.is_some_and(|blocked| blocked.what == WaitFor::Signal) {
                self.wake(thread);
            }
        }
        self.progress();
    }

    /// A thread is to end.
    pub(crate) fn request_end(&mut self, target: usize) {
        crate::sync::release_at(self, REQUESTS + target);
        let thread = &mut self.threads[target];
        thread.cancellation.is_requested = true;
        if thread.cancellation.is_due() && thread.waits_cancellably {
            // Also when it has not begun to wait yet.
            thread.cancellation.has_ended_wait = true;
            self.wake(target);
        }
        self.has_interrupts = true;
        self.progress();
    }

    /// The thread whose turn it is blocks these signals now, and the kernel those.
    pub(crate) fn set_mask(&mut self, mask: u64) {
        self.thread().signals.mask = mask;
        let differs = self.unfinished().iter().any(|thread| self.threads[*thread].signals.mask != mask);
        if differs || self.kernel_mask.is_some() {
            self.kernel_mask = Some(mask);
            self.has_interrupts = true;
        }
    }
}

/// The running thread has got its turn: signals are delivered, and if it is to end anywhere it ends.
#[cold]
pub(crate) fn see_to(entered: &mut Entered) {
    let runtime = entered.runtime();
    let mask = runtime.thread().signals.mask;
    if runtime.kernel_mask.is_some_and(|kernel| kernel != mask) && runtime.carrier.uses_one_kernel_thread() {
        runtime.kernel_mask = Some(mask);
        process::set_mask(mask);
    }
    while let Some(signal) = entered.runtime().thread().signals.take_due() {
        let thread = entered.runtime().thread();
        let (next, place) = (thread.next, thread.place);
        handle(entered, signal);
        let runtime = entered.runtime();
        runtime.come_to(next, place);
        runtime.settle();
    }
    let cancellation = entered.runtime().thread().cancellation;
    if cancellation.is_asynchronous && cancellation.is_due() {
        end(entered);
    }
}

/// The running thread has taken a signal by itself.
pub(crate) fn has_taken(runtime: &mut Runtime) {
    let current = runtime.current;
    crate::sync::acquire_at(runtime, REQUESTS + current);
}

/// The handler of a signal runs in the running thread.
pub(crate) fn handle(entered: &mut Entered, signal: c_int) {
    let runtime = entered.runtime();
    let current = runtime.current;
    crate::sync::acquire_at(runtime, REQUESTS + current);
    entered.outside(|| process::raise(signal));
    let thread = entered.runtime().thread();
    thread.signals.handled += 1;
}

/// The running thread comes to a call that is a cancellation point.
pub(crate) fn begin_wait(entered: &mut Entered) {
    let thread = entered.runtime().thread();
    if thread.cancellation.is_due() {
        end(entered);
    }
    thread.waits_cancellably = true;
}

/// What it waited for is over, in one way or another. If that is its end, what the caller has to put in order first must be.
pub(crate) fn end_wait(entered: &mut Entered) {
    let thread = entered.runtime().thread();
    thread.waits_cancellably = false;
    if std::mem::take(&mut thread.cancellation.has_ended_wait) {
        end(entered);
    }
}

/// The running thread ends, as it was asked to: what it has said to do then, and destructors, run.
fn end(entered: &mut Entered) -> ! {
    let runtime = entered.runtime();
    let current = runtime.current;
    crate::sync::acquire_at(runtime, REQUESTS + current);
    let thread = runtime.thread();
    thread.cancellation.is_disabled = true;
    thread.blocked = None;
    thread.waits_cancellably = false;
    entered.outside(crate::sys::threads::end_cancelled);
    unreachable!("a thread that has ended does not go on")
}

/// The running thread looks whether it is to end.
pub(crate) fn test(entered: &mut Entered) {
    if entered.runtime().thread().cancellation.is_due() {
        end(entered);
    }
}
