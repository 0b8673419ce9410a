//! Turns of loops that only read: a thread that has delayed a read, gone round, and stands before it again as before, gains nothing.
//!
//! Say a thread stands before an access, and stood there before with the same call frames and the same values, and since then it has entered nothing but
//! reads. Then the execution without that iteration is an execution, too: these reads are seen by no other thread, and only make the thread wait for their values
//! to prove right, and whatever is possible with them is possible without. So the state with the iteration is not gone on from. Without that, a thread that spins on a
//! word delays one read of it behind the other, as many as there is room for, and the states are as many as the values that all of them may be supposed to return.
//!
//! What a value depends on counts as well: where the value of a register rested on a pending read when the iteration began, it has to rest on it still, as an
//! access of the thread could otherwise take effect earlier than without the iteration. What branches and addresses have depended on only grows.
//!
//! A read of what is not interleaved is seen by others all the same: from then on a write of theirs that does not come behind it is a race. But such a write is a race as well where it comes first: from the state without the iteration the other thread
//! goes on to it, and the read comes behind, in the next iteration. So these reads do not end an iteration.
//!
//! A iteration is remembered from its first delayed read on, as long as the thread can still come back without a step that others see or that changes memory
//! ([`ReadLoops`](crate::checker::analysis::read_loops::ReadLoops)), so that states do not differ in what has become of no consequence.

use super::machine::Machine;
use crate::checker::analysis::read_loops::is_invisible;
use crate::checker::code::{Step, StepId};
use crate::checker::state::{Direction, Iteration, Thread};

impl Machine<'_> {
    /// A thread is about to delay the read that it stands before, in this slot.
    pub(crate) fn begin_iteration(&self, thread: &mut Thread, step: StepId, slot: u8) {
        if !self.tracks || !self.read_loops.is_in_loop(step) {
            return;
        }
        let mut frames = Vec::new();
        self.encode_frames(thread, false, &mut frames);
        let mut sources = Vec::new();
        self.visit_live(thread, &mut |register| {
            if thread.sources[register] != 0 {
                sources.push((register as u32, thread.sources[register]));
            }
        });
        thread.iterations.push(Iteration { slot, step, frames: frames.into_boxed_slice(), sources });
    }

    /// Forgets iterations of loops that a thread has left.
    pub(crate) fn leave_iterations(&self, thread: &mut Thread) {
        let Some(at) = thread.at() else { return thread.iterations.clear() };
        thread.iterations.retain(|iteration| self.read_loops.is_possible(at, iteration.step));
    }

    /// A thread is about to do a step alone: one that changes memory ends all iterations.
    pub(crate) fn end_iterations(&self, thread: &mut Thread, step: &Step) {
        if !thread.iterations.is_empty() && !is_invisible(step) {
            thread.iterations.clear();
        }
    }

    /// Whether a thread stands where it stood before, with nothing but reads entered since.
    pub(crate) fn is_repeated(&self, thread: &Thread) -> bool {
        if thread.iterations.is_empty() {
            return false;
        }
        let mut frames = Vec::new();
        self.encode_frames(thread, false, &mut frames);
        thread.iterations.iter().any(|iteration| {
            // What was entered before the read was pending when the iteration began, and may be a write.
            let since = thread.pending.iter().skip_while(|pending| pending.slot != iteration.slot);
            let has_entered_reads_only = || since.clone().all(|pending| pending.direction == Direction::Read);
            let depends_still = || iteration.sources.iter().all(|&(at, on)| on & !thread.sources[at as usize] == 0);
            *iteration.frames == *frames && has_entered_reads_only() && depends_still()
        })
    }
}
