//! `membarrier`: a thread has the kernel make all other threads pass a full barrier.
//!
//! The kernel interrupts those that run, and the others have passed one when they stopped or ended (membarrier(2); `kernel/sched/membarrier.c`). The caller waits for that and so has heard of it from each thread: all that a thread has done
//! before its barrier happens before what the caller does next, and all that the caller has done happens before what the thread does behind its barrier. When each thread is interrupted is a matter of the schedule, so
//! that there is a step before each.

use c11::{Order, PendingOperation, ThreadId};
use libc::{c_int, c_long};

use super::atomics::perform_fence;
use crate::stacks::Frame;
use crate::sys::cell::Entered;
use crate::threads::step;

/// The commands that are barriers (`linux/membarrier.h`): for all processes, for those that have registered, and for this one, also with what the processor has fetched and with restartable sequences.
const BARRIERS: [usize; 5] = [1, 1 << 1, 1 << 3, 1 << 5, 1 << 7];

/// Whether a system call is such a barrier.
pub(super) fn is_barrier(number: c_long, command: usize) -> bool {
    number == libc::SYS_membarrier && BARRIERS.contains(&(command as c_int as usize))
}

/// The system call has been made, and the kernel has not refused it.
pub(super) fn pass(entered: &mut Entered, pc: usize) {
    let place = entered.runtime().place(Frame::call(pc));
    entered.runtime().note_incomplete("the program has the system make all threads pass a barrier (membarrier)");
    perform_fence(entered, Order::SeqCst, pc);
    let me = entered.runtime().me();
    for other in 0..entered.runtime().threads.len() {
        if !entered.runtime().threads[other].is_finished && other != entered.runtime().current {
            step(entered, PendingOperation::Fence(Order::SeqCst), place);
        }
        if let Some(live) = &mut entered.runtime().live {
            live.execution.interrupt_by_fence(me, ThreadId::from_number(other as u32));
        }
    }
    perform_fence(entered, Order::SeqCst, pc);
}
