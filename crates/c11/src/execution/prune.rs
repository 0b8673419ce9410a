//! Forgetting what can have no effect any more (paper, section 7.1, the conservative mode).
//!
//! A store is dead for a thread if it comes, in modification order, before something that happens before the thread's next access: then the thread can
//! never read it. A store that is dead for every running thread is dead for those still to be created, too, and goes. This
//! is asked for each thread on its own, where the paper takes the intersection CV_min of their clocks: a store may be
//! dead for different threads for different reasons.
//!
//! **Nothing else changes.** What a dead store contributes to prior sets is contributed as well by what it comes before. What comes before a dead store is dead,
//! so that paths in the graph between the others remain.
//!
//! **Threads that wait** to join another know, once they go on, what that one knows; so they count with its clock joined to theirs. Without
//! that, a main thread that only waits for the others would keep everything.

use super::survey::Kind;
use super::{Execution, Phase};
use crate::ThreadId;
use crate::location::LocationId;
use crate::modification::StoreId;

impl Execution {
    /// Removes the dead stores of a location.
    pub(super) fn prune(&mut self, id: LocationId) {
        let mut dead_until: Option<Vec<u64>> = None;
        // The intersection of the clocks: CV_min.
        let mut known_to_all = vec![u64::MAX; self.threads.len() + 1];
        let mut kept: Vec<StoreId> = Vec::new();
        let mut survey = std::mem::take(&mut self.survey);
        let mut reach: Vec<u64> = Vec::new();
        for number in 0..self.threads.len() as u32 {
            let thread = ThreadId(number);
            if self.threads[number as usize].phase == Phase::Finished {
                continue;
            }
            let waiting = self.awaited(thread);
            let saved = self.know(thread, &waiting);
            self.survey(thread, id, Kind::WEAK_PRIOR, &mut survey);
            let known = self.clocks.components(self.threads[number as usize].clock);
            known_to_all.iter_mut().zip(known).for_each(|(all, &known)| *all = known.min(*all));
            self.unknow(thread, saved);
            reach.clear();
            reach.resize(self.threads.len() + 1, 0);
            for &prior in &survey.prior {
                let clock = self.graph.clock(&self.clocks, prior);
                reach.iter_mut().zip(clock).for_each(|(reach, &time)| *reach = time.max(*reach));
            }
            kept.append(&mut survey.prior);
            match &mut dead_until {
                None => dead_until = Some(reach.clone()),
                Some(all) => all.iter_mut().zip(&reach).for_each(|(all, &reach)| *all = reach.min(*all)),
            }
        }
        self.survey = survey;
        let Some(dead_until) = dead_until else { return };
        self.remove_dead(id, &dead_until, &kept);
        // Threads that have ended and of which nothing is left here, neither for loads nor for races.
        let threads = &self.threads;
        self.locations[id].histories.retain(|history| {
            let last = history.last_read.time.max(history.last_write.time);
            let thread = (history.slot as usize).checked_sub(1);
            let has_ended = thread.is_some_and(|thread| threads[thread].phase == Phase::Finished);
            !has_ended || !history.actions.is_empty() || known_to_all[history.slot as usize] < last
        });
    }

    fn remove_dead(&mut self, id: LocationId, dead_until: &[u64], kept: &[StoreId]) {
        let graph = &self.graph;
        let is_dead = |store: StoreId| {
            let known = &graph[store];
            dead_until[known.slot as usize] >= known.time && !kept.contains(&store)
        };
        let location = &mut self.locations[id];
        location.newest = location.newest.filter(|&store| !is_dead(store));
        location.last_seq_cst = location.last_seq_cst.filter(|&store| !is_dead(store));
        let mut gone = Vec::new();
        for history in &mut location.histories {
            history.actions.retain(|action| {
                let is_dead = is_dead(action.store);
                if is_dead && action.is_store {
                    gone.push(action.store);
                }
                !is_dead
            });
        }
        location.live -= gone.len();
        location.prune_at = (2 * location.live).max(location.live.saturating_add(self.pruning));
        for store in gone {
            self.graph.remove(&mut self.clocks, store);
        }
    }

    /// The threads for which `thread` waits, and those for which these wait.
    fn awaited(&self, thread: ThreadId) -> Vec<ThreadId> {
        let mut found = Vec::new();
        let mut current = thread;
        while let Phase::Waiting(target) = self.threads[current.0 as usize].phase
            && !found.contains(&target)
            && target != thread
        {
            found.push(target);
            current = target;
        }
        found
    }

    /// Joins the clocks of `others` to that of `thread`, for a while; gives its clock as it was.
    fn know(&mut self, thread: ThreadId, others: &[ThreadId]) -> Option<Vec<u64>> {
        if others.is_empty() {
            return None;
        }
        let clock = self.threads[thread.0 as usize].clock;
        let saved = self.clocks.components(clock).to_vec();
        for other in others {
            self.clocks.join(clock, self.threads[other.0 as usize].clock);
        }
        Some(saved)
    }

    fn unknow(&mut self, thread: ThreadId, saved: Option<Vec<u64>>) {
        let Some(saved) = saved else { return };
        let clock = self.threads[thread.0 as usize].clock;
        for (slot, time) in saved.into_iter().enumerate() {
            self.clocks.set(clock, slot, time);
        }
    }

    /// Leaves out fences of a thread that no access asks for: figure 13 wants the last fence of a thread, and the last one before the last fence of
    /// the thread that makes the access. So at most one for each thread remains. (The paper looks for fences that are known to all.)
    pub(super) fn prune_fences(&mut self, thread: ThreadId) {
        let mut fences = std::mem::take(&mut self.threads[thread.0 as usize].seq_cst_fences);
        let mut wanted: Vec<u64> = fences.last().copied().into_iter().collect();
        for own in self.threads.iter().filter(|other| other.phase != Phase::Finished) {
            let own = own.seq_cst_fences.last().copied().unwrap_or(0);
            let before = fences.partition_point(|&time| time < own);
            wanted.extend(before.checked_sub(1).map(|index| fences[index]));
        }
        fences.retain(|time| wanted.contains(time));
        let state = &mut self.threads[thread.0 as usize];
        state.prune_fences_at = 2 * fences.len() + 16;
        state.seq_cst_fences = fences;
    }
}
