//! Locks that are only waited for, whose words take effect as soon as they can.
//!
//! Under Armv8 and its like a lock is no full fence: what is written when it is taken or given back may be pending for a while, and accesses behind it take effect meanwhile. Each such write would double the states. But where nothing but waiting
//! for the lock reads its word, the write may take effect first of all, as soon as it waits for nothing. Take an execution in which it takes effect later. What happens between the two moments commutes with it: no other thread reads or
//! writes the word, as a thread that waits for the lock goes on neither while it is held (or reserved, or about to be given back) nor looks at it in another way; the thread's own accesses that come later in program order wait for it or do not,
//! and find nothing pending in the one case and something in the other, which only makes them wait. What is behind it in the execution is the same. So the step is an ample set of its own (D. Peled, CAV 1993): it is enabled, independent of all steps of others until
//! it is taken, invisible to what is looked for, and as each such step leaves fewer accesses pending, there is no circle of them in which others would be put off for ever.
//!
//! This does not hold where a lock is tried (a thread sees that it is taken), shared by readers (who count), destroyed (which looks at the word), or lies in an object that may be given back (an access that comes too late would be lost).

use super::machine::{Access, Machine, Stop};
use crate::checker::code::address;
use crate::checker::code::effect::Effect;
use crate::checker::state::{Direction, Range, State, Thread};

impl Machine<'_> {
    /// Whether nothing but waiting for the lock reads this word.
    fn is_only_waited_for(&self, lock: Range) -> bool {
        let is_static =
            address::split(lock.address).is_some_and(|(object, _)| (object.0 as usize) < self.code.statics.len());
        self.tracks && self.locks_are_waited_for && (is_static || !self.gives_back)
    }

    /// The write of such a lock that is pending and waits for nothing: it takes effect before anything else happens.
    pub(crate) fn urgent(&self, thread: &Thread) -> Option<usize> {
        thread.pending.iter().position(|pending| {
            pending.waits == 0
                && matches!(self.code.steps[pending.step].effect(), Effect::Synchronise)
                && pending.direction == Direction::Write
                && self.is_only_waited_for(pending.range)
        })
    }

    /// Whether an operation on a lock that a thread stands before is done as a whole, as far as that does not rest on memory: what it writes could take effect at once.
    pub(crate) fn is_whole(&self, state: &State, t: usize, stop: &Stop) -> bool {
        let Stop::Lock { access, .. } = stop else { return false };
        let Access { range, .. } = access;
        self.is_only_waited_for(*range)
            && self.waits(&state.threads[t], &self.new_access(access, Direction::Update, 0)) == 0
    }
}
