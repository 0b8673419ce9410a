//! Waiting for what comes from outside of the threads: time, descriptors, processes.

use wire::WaitFor;

use super::Runtime;
use crate::sys::outside::{self, Awaited};

/// For how many milliseconds something from outside is waited for where virtual time could go on instead.
pub(super) const BRIEFLY: i32 = 1;
pub(super) const WITHOUT_LIMIT: i32 = -1;
/// For how many milliseconds the end of a process is waited for before that of another one is noticed.
const SETTLING: i32 = 1000;

impl Runtime {
    /// When the next wait that is limited is over, or an alarm is due that goes on while all threads wait.
    pub(super) fn next_deadline(&self) -> Option<u64> {
        self.next_deadline_with(false)
    }

    fn next_deadline_with(&self, has_all_alarms: bool) -> Option<u64> {
        let waits = self.unfinished.iter().filter_map(|thread| self.threads[*thread].blocked?.deadline);
        waits.chain(self.alarms.next(has_all_alarms)).min()
    }

    /// Lets those go on for which something comes from outside, however long that takes. Gives whether there are any.
    pub(crate) fn wait_for_outside_only(&mut self) -> bool {
        self.wait_for_outside(WITHOUT_LIMIT)
    }

    /// Virtual time goes on to then, if there is such a time.
    pub(crate) fn jump(&mut self) -> bool {
        self.jump_with(false)
    }

    /// The same while threads run: the alarms that count how long they do are among such times.
    pub(crate) fn jump_with(&mut self, has_all_alarms: bool) -> bool {
        let Some(next) = self.next_deadline_with(has_all_alarms) else { return false };
        self.time = self.time.max(next);
        self.collect_enabled();
        true
    }

    /// Lets those go on for which something has come from outside, after at most so many milliseconds of real time. Gives whether there are any, or may
    /// be: as long as something can come nothing is stuck.
    ///
    /// What comes from outside comes at times that no seed decides. So it is looked for only when no thread can go on, or all only look at memory; and the
    /// ends of processes are taken in the order of the threads that wait for them, unless that takes long.
    pub(super) fn wait_for_outside(&mut self, milliseconds: i32) -> bool {
        let waiting: Vec<usize> =
            self.unfinished.iter().copied().filter(|&thread| self.threads[thread].waits_outside()).collect();
        if waiting.is_empty() {
            return false;
        }
        let is_for_process =
            |thread: &&usize| self.threads[**thread].blocked.is_some_and(|blocked| blocked.what == WaitFor::Process);
        let awaited = |threads: &mut dyn Iterator<Item = usize>| -> Vec<Awaited> {
            threads.flat_map(|thread| self.threads[thread].outside.iter().copied()).collect()
        };
        // Where nothing else can go on, the order in which processes end is not left to chance.
        if milliseconds < 0
            && let Some(&first) = waiting.iter().find(is_for_process)
        {
            let is_first = |thread: &usize| *thread == first || !is_for_process(&thread);
            let these = awaited(&mut waiting.iter().copied().filter(is_first));
            outside::wait(&these, SETTLING);
            if self.threads[first].outside.iter().any(|one| one.is_ready()) {
                self.wake(first);
                self.collect_enabled();
                return true;
            }
        }
        outside::wait(&awaited(&mut waiting.iter().copied()), milliseconds);
        let mut has_come = false;
        for thread in waiting {
            if self.threads[thread].outside.iter().any(|one| one.is_ready()) {
                self.wake(thread);
                has_come = true;
            }
        }
        if has_come {
            self.collect_enabled();
        }
        has_come || self.next_deadline().is_none()
    }

    /// This process has done something to a descriptor: those who wait for one look again.
    pub(crate) fn descriptors_changed(&mut self) {
        for index in 0..self.unfinished.len() {
            let thread = self.unfinished[index];
            if self.threads[thread].blocked.is_some_and(|blocked| blocked.what == WaitFor::Descriptor) {
                self.wake(thread);
            }
        }
        self.progress();
    }
}
