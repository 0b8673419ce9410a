//! Who goes next: the strategy says it, unless it has left a thread alone for very long.

use c11::{Pending, ThreadId};

use super::Runtime;
use super::waiting::{BRIEFLY, WITHOUT_LIMIT};
use crate::sys::process;

/// After how many operations the thread that has had no turn for longest is looked for, at first. Each time that one is found it is half as many, down to
/// [`FAIREST`]: where one thread never lets others go on, and these wait now and then, an execution would take as much longer.
pub(super) const FAIRNESS: u64 = 1 << 13;
const FAIREST: u64 = 1 << 8;
/// How many turns it has then.
const FAVOUR: u64 = 1 << 6;

impl Runtime {
    /// Who goes next; none if the alarm is due, which has to be delivered first. Ends the execution if no thread can, or if nothing changes any more.
    pub(crate) fn choose(&mut self) -> Option<usize> {
        self.count();
        if !self.is_settled() {
            self.collect_enabled();
        }
        self.pick_next()
    }

    /// Who goes next of those that can go on; the rest is as for [`Runtime::choose`].
    #[inline]
    pub(crate) fn pick_next(&mut self) -> Option<usize> {
        if self.enabled.is_empty() {
            self.wait_for_any();
        }
        // The handler of the alarm runs in the thread whose turn it is, which therefore keeps it.
        if self.is_alarm_due() {
            return None;
        }
        let current = self.me();
        let starved = self.starved();
        let picked = match &mut self.live {
            Some(_) if starved.is_some() => starved.unwrap_or(0),
            Some(live) if self.enabled.len() > 1 => live.strategy.pick_thread(current, &self.enabled),
            _ => 0,
        };
        Some(self.go_to(picked))
    }

    /// Waits until a thread can go on or the alarm is due. Ends the execution if that cannot come.
    #[cold]
    fn wait_for_any(&mut self) {
        while self.enabled.is_empty() && !self.is_alarm_due() {
            let has_deadline = self.next_deadline().is_some();
            if self.wait_for_outside(if has_deadline { BRIEFLY } else { WITHOUT_LIMIT }) || self.jump() {
                continue;
            }
            if !self.waits_for_signal() {
                self.stop_deadlocked();
            }
            // Another process may send one.
            process::pause();
            self.wake_those_who_await_signals();
            self.collect_enabled();
        }
    }

    /// The thread that the strategy picks, asked even if there is one only.
    pub(crate) fn pick_enabled(&mut self) -> usize {
        let current = self.me();
        let picked = self.live.as_mut().map_or(0, |live| live.strategy.pick_thread(current, &self.enabled));
        self.go_to(picked)
    }

    /// The turn goes to the thread at this place among those that can go on. Gives its number.
    #[inline]
    fn go_to(&mut self, picked: usize) -> usize {
        self.chosen = picked.min(self.enabled.len() - 1);
        let next = self.enabled[self.chosen].thread().number() as usize;
        // The order of turns is part of what the execution adds up to: a replay is checked by it.
        self.note(next as u64);
        let thread = &mut self.threads[next];
        thread.last_turn = self.operations;
        // It no longer waits.
        thread.timed_out = thread.blocked.take().is_some();
        next
    }

    /// A thread that goes next whatever the strategy says: one that could go on and has had no turn for very long. It has several in a row.
    ///
    /// Strategies may leave a thread alone for ever, those with priorities do; where others wait for what it does without yielding, nothing would end.
    #[inline]
    fn starved(&mut self) -> Option<usize> {
        if self.operations >= self.starved_at && self.enabled.len() > 1 { self.find_starved() } else { None }
    }

    #[cold]
    fn find_starved(&mut self) -> Option<usize> {
        if self.operations >= self.fair_at {
            self.note_crowding();
            let longest = self.enabled.iter().map(|next| next.thread().number() as usize);
            // By number where several have waited as long, so that a replay finds the same.
            let longest = longest.min_by_key(|thread| (self.threads[*thread].last_turn, *thread));
            let since = |thread: usize| self.operations - self.threads[thread].last_turn;
            self.favoured = longest.filter(|thread| since(*thread) >= self.fairness);
            if let (Some(thread), Some(live)) = (self.favoured, &mut self.live) {
                live.strategy.was_starved(ThreadId::from_number(thread as u32));
                self.fairness = (self.fairness / 2).max(FAIREST);
                self.favoured_until = self.operations + FAVOUR;
            }
            self.fair_at = self.operations + self.fairness + self.more_or_less();
        }
        let has_favoured = self.operations < self.favoured_until;
        // The one that is favoured is looked for at each step, until it has had its turns.
        self.starved_at = if has_favoured { 0 } else { self.fair_at };
        let favoured = self.favoured.filter(|_| has_favoured)?;
        self.enabled.iter().position(|next| next.thread().number() as usize == favoured)
    }

    /// A number below a quarter of the time between two looks for threads that are left alone, another one each time, and the same in each replay: where the others go round a loop, and hold a
    /// lock in a part of it, a look after a fixed time could find them in that part always.
    fn more_or_less(&self) -> u64 {
        (self.digest >> 32) % (self.fairness / 4)
    }

    /// What cannot be forgotten because a thread might still read it takes memory and time; that is for the user to know.
    fn note_crowding(&mut self) {
        if let Some(thread) = self.live.as_ref().and_then(|live| live.execution.crowding()) {
            self.reporter.note(&format!(
                "thread {} has not synchronised with the others for long, so that very many old values are kept that it might still read; an acquiring load of what \
                 they release, now and then, lets them be forgotten",
                thread.number()
            ));
        }
    }

    /// Whether it is known who can go on: nothing has changed but what the thread whose turn it is does next.
    pub(super) fn is_settled(&self) -> bool {
        let thread = &self.threads[self.current];
        let can_go = !thread.is_finished && thread.blocked.is_none();
        can_go
            && self.settled == self.threads.len()
            && self.enabled.get(self.chosen).is_some_and(|own| own.thread() == self.me())
    }

    pub(super) fn collect_enabled(&mut self) {
        self.enabled.clear();
        self.settled = self.threads.len();
        for &number in &self.unfinished {
            let thread = &self.threads[number];
            if thread.can_go(self.time) {
                self.enabled.push(Pending::new(ThreadId::from_number(number as u32), thread.next));
            }
            if thread.blocked.is_some_and(|blocked| blocked.deadline.is_some()) {
                self.settled = 0; // Time goes on with each step.
            }
        }
    }
}
