//! Threads that are prepared before the executions are forked.
//!
//! A fork copies memory but no threads. With [fibers](super::fibers) memory is all that a thread of the program needs: a stack, thread-local
//! storage, and what the C library knows of it. So the process that forks executions makes real threads that give for good what they
//! would lend, and end. An execution finds that in its memory, and has no real thread to make, to wake and to wait for.
//!
//! What the C library does in a thread before its start routine, the real thread has done. What it does after that, down to the destructors of
//! thread-specific data, the program's thread does. That the thread is alive or has ended, the C library reads in a word that otherwise the
//! kernel sets. What remains undone is giving back the thread's part of the heap and, for a detached thread, its stack: they are
//! not used again in this execution.

use std::ops::Range;

use libc::{c_void, pthread_attr_t, pthread_t};

use super::carrier::{Carrier, Context, Start};
use super::process::{self, Forked};
use super::threads::differs_only_in_stack;
use super::unwind::is_loading;

/// How many threads are prepared. Each takes an execution that does not need it some microseconds; what a program creates beyond them
/// is made when it does. It is no number that is learnt from executions: none may depend on others, and addresses of stacks can be seen.
const THREADS: usize = 6;

/// What a thread can be carried by.
pub(crate) struct Given {
    pub(super) context: Box<Context>,
    /// What the C library calls the thread.
    pub(super) handle: pthread_t,
    /// The memory of its stack, with its thread-local storage.
    pub(super) stack: Range<usize>,
}

/// All that is left of what was prepared.
pub(crate) struct Prepared {
    given: Vec<Given>,
    /// The main thread of the process that may use it. Where the program forks, the C library takes it for itself.
    user: u32,
    /// Whether the loader is at work: see [`Prepared::for_executions`].
    is_loading: bool,
}

impl Prepared {
    /// Nothing.
    pub(crate) fn nothing() -> Prepared {
        Prepared { given: Vec::new(), user: 0, is_loading: false }
    }

    /// What processes forked by [`Prepared::fork`] may use.
    ///
    /// Nothing while the loader is at work: it may hold locks by the number of the thread, which only the C library's own fork sets free.
    pub(crate) fn for_executions(carrier: &dyn Carrier) -> Prepared {
        let is_loading = is_loading();
        let threads = if is_loading { 0 } else { THREADS };
        Prepared { given: (0..threads).map_while(|_| carrier.prepare()).collect(), user: 0, is_loading }
    }

    /// Forks. The process must have one thread, the running one.
    pub(crate) fn fork(&mut self) -> Forked {
        // The C library's own fork calls the handlers of `pthread_atfork`.
        let word = process::end_word();
        if self.is_loading || word.is_null() {
            return process::fork();
        }
        let forked = process::fork_with_threads(word);
        if matches!(forked, Forked::Child) {
            self.user = process::thread_id();
        }
        forked
    }

    /// A thread that is to run `start(argument)`: what carries it, what the C library calls it, and its stack. None if there is nothing left, or
    /// nothing with such attributes.
    pub(crate) fn take(
        &mut self,
        start: Start,
        argument: *mut c_void,
        attributes: *const pthread_attr_t,
    ) -> Option<(Box<Context>, pthread_t, Range<usize>)> {
        if process::thread_id() != self.user {
            return None;
        }
        // What attributes say of scheduling or of detachment has been settled with the real thread.
        let suits = |given: &mut Given| differs_only_in_stack(attributes, given.stack.len());
        let Given { mut context, handle, stack } = self.given.pop_if(suits)?;
        context.begin(start, argument, self.user);
        Some((context, handle, stack))
    }
}
