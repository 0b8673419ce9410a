//! Forgetting what can have no effect any more (paper, section 7.1, the conservative mode); and on request more (the aggressive mode).
//!
//! A store is dead for a thread if it comes, in modification order, before something that happens before the thread's next access: then the thread can
//! never read it. A store that is dead for every running thread is dead for those still to be created, too, and goes. This
//! is asked for each thread on its own, where the paper takes the intersection CV_min of their clocks: a store may be
//! dead for different threads for different reasons.
//!
//! What comes before a dead store is dead, too. What a thread has done to a location is in modification order, so that of each thread the first
//! stores, and the first actions, are dead.
//!
//! **The aggressive mode** gives up old stores that a thread could still read: all that comes before a store that is older than a window of events. An execution that is possible then is
//! possible without, and memory is bounded though a thread never synchronises.
//!
//! **Nothing else changes** in the conservative mode. What a dead store contributes to prior sets is contributed as well by what it comes before. As what
//! comes before it is dead, paths in the graph between the others remain.
//!
//! **Threads that wait** to join another know, once they go on, what that one knows; so they count with its clock joined to theirs. Without
//! that, a main thread that only waits for the others would keep everything.

use super::readable::AccessEffect;
use super::{Execution, Phase};
use crate::clock::sum;
use crate::location::{History, Location, LocationId};
use crate::modification::{Store, StoreId};
use crate::{Rules, ThreadId};

/// What pruning works with, kept for its room.
#[derive(Clone, Debug, Default)]
pub(super) struct Pruning {
    /// By component: the number of the last store that is dead.
    dead_until: Vec<u32>,
    /// The same for one thread: the last store that comes before something that it knows, or is it.
    reach: Vec<u32>,
    /// What these threads know last.
    kept: Vec<StoreId>,
    /// The stores to be removed.
    gone: Vec<StoreId>,
}

/// So many stores of one location that could all be read are worth a word: see [`Execution::crowding`].
const CROWD: usize = 1 << 15;

impl Execution {
    /// Removes the dead stores of a location.
    pub(super) fn prune(&mut self, id: LocationId) {
        let mut pruning = self.pruning.take().unwrap_or_default();
        pruning.dead_until.clear();
        // All is dead as far as no running thread says otherwise.
        pruning.dead_until.resize(self.owners.len(), u32::MAX);
        pruning.kept.clear();
        for index in 0..self.running.len() {
            self.stores_before(id, self.running[index], &mut pruning);
        }
        for &store in &pruning.kept {
            let Store { slot, number, .. } = self.graph[store];
            let until = &mut pruning.dead_until[slot as usize];
            // What a thread knows last it can still read.
            *until = (number - 1).min(*until);
        }
        if let Some(window) = self.window {
            self.give_up_old(id, window, &mut pruning);
        }
        self.remove_dead(id, &mut pruning);
        self.pruning = Some(pruning);
        if sum(&self.locations[id].made) >= self.renumber_at {
            self.renumber(id);
        }
        self.remove_histories(id);
        if self.locations[id].live > CROWD && self.crowding.is_none() {
            let known = |thread: &&ThreadId| {
                let clock = self.threads[thread.0 as usize].clock;
                self.clocks.components(clock).iter().sum::<u64>()
            };
            self.crowding = self.running.iter().min_by_key(known).copied();
        }
        self.locations[id].pruned = self.time;
    }

    /// The aggressive mode: what comes in modification order before a store that is older than the window counts as dead, although a thread could read it. Such stores may be newer than the
    /// window, and go all the same: what is left has no gap that a cycle could close through.
    fn give_up_old(&mut self, id: LocationId, window: u64, pruning: &mut Pruning) {
        // An event takes two of time.
        let limit = self.time.saturating_sub(window.saturating_mul(2));
        for history in &self.locations[id].histories {
            // Of each thread the last one is enough: its earlier stores come before that. A read-modify-write would not do: of the chain that it belongs to a part would be left, and who knows of the other
            // part comes after that.
            let is_old = |store: &StoreId| self.graph[*store].time < limit && self.graph.begins_chain(*store);
            let Some(old) = history.stores.latest().find(is_old) else { continue };
            let Store { slot, number, .. } = self.graph[old];
            for (other, (dead, &before)) in pruning.dead_until.iter_mut().zip(self.graph.clock(old)).enumerate() {
                let before = if other == slot as usize { number - 1 } else { before };
                *dead = before.max(*dead);
            }
        }
    }

    /// Notes what can be dead as far as this thread is concerned.
    fn stores_before(&mut self, id: LocationId, thread: ThreadId, pruning: &mut Pruning) {
        let Pruning { dead_until, reach, kept, .. } = pruning;
        // What it has done to the location lately shows nearly as much as the prior set.
        let location = &self.locations[id];
        let own = location.history_of(self.slot(thread) as usize).and_then(|history| history.actions.latest().next());
        if let Some(own) = own.filter(|own| own.time > location.pruned) {
            dead_until
                .iter_mut()
                .zip(self.graph.clock(own.seen.store))
                .for_each(|(all, &reach)| *all = reach.min(*all));
            kept.push(own.seen.store);
            return;
        }
        let mut prior_set = self.prior_set.take().unwrap_or_default();
        let waiting = self.awaited(thread);
        let saved = self.know(thread, &waiting);
        self.find_prior_set(thread, id, AccessEffect::WEAK_PRIOR, &mut prior_set);
        self.unknow(thread, saved);
        reach.clear();
        reach.resize(dead_until.len(), 0);
        for &prior in &prior_set.prior {
            let clock = self.graph.clock(prior);
            reach.iter_mut().zip(clock).for_each(|(reach, &number)| *reach = number.max(*reach));
        }
        dead_until.iter_mut().zip(reach).for_each(|(all, reach)| *all = *all.min(reach));
        kept.extend(&prior_set.prior);
        self.prior_set = Some(prior_set);
    }

    /// Removes the histories of the world outside, and of threads that have ended, of which nothing is left, neither for loads nor for races.
    fn remove_histories(&mut self, id: LocationId) {
        if !self.locations[id].histories.iter().any(|history| self.is_over(history)) {
            return;
        }
        let known = self.known_to_all();
        let is_kept = |history: &History| {
            let last = history.last_read.time.max(history.last_write.time);
            !self.is_over(history) || known[history.slot as usize] < last
        };
        let kept: Vec<bool> = self.locations[id].histories.iter().map(is_kept).collect();
        let mut kept = kept.into_iter();
        self.locations[id].retain_histories(|_| kept.next().unwrap_or(true));
    }

    /// Whether a history is that of the world outside, or of a thread that has ended, and has nothing for loads.
    fn is_over(&self, history: &History) -> bool {
        // Mostly there is something: asked first, as it is at hand.
        if history.actions.last() != StoreId::NONE {
            return false;
        }
        let owner = self.owners[history.slot as usize].last();
        owner.is_none_or(|(_, thread)| self.threads[thread.0 as usize].phase == Phase::Finished)
    }

    /// The intersection of the clocks of the running threads: CV_min.
    fn known_to_all(&mut self) -> Vec<u64> {
        let mut known = vec![u64::MAX; self.owners.len()];
        for index in 0..self.running.len() {
            let thread = self.running[index];
            let waiting = self.awaited(thread);
            let saved = self.know(thread, &waiting);
            let own = self.clocks.components(self.threads[thread.0 as usize].clock);
            known.iter_mut().zip(own).for_each(|(all, &own)| *all = own.min(*all));
            self.unknow(thread, saved);
        }
        known
    }

    fn remove_dead(&mut self, id: LocationId, pruning: &mut Pruning) {
        let Pruning { dead_until, gone, .. } = pruning;
        let graph = &self.graph;
        let is_alive = |store: &StoreId| dead_until[graph[*store].slot as usize] < graph[*store].number;
        let Location { made, histories, newest, last_seq_cst, seq_cst_since, .. } = &mut self.locations[id];
        *newest = newest.filter(is_alive);
        *last_seq_cst = last_seq_cst.filter(is_alive);
        seq_cst_since.retain(|(_, store)| is_alive(store));
        for history in histories {
            history.actions.remove_first(|seen| dead_until[seen.slot as usize] >= seen.number);
            // The numbers of those that are kept have no gaps.
            let alive = made[history.slot as usize] - dead_until[history.slot as usize];
            history.stores.forget_seq_cst_until(dead_until[history.slot as usize]);
            gone.extend(history.stores.remove_all_but(alive as usize));
        }
        let location = &mut self.locations[id];
        location.live -= gone.len();
        location.prune_at = (2 * location.live).max(location.live.saturating_add(self.prune_after));
        for store in gone.drain(..) {
            if let Some(release) = self.graph.remove(store) {
                self.clocks.release(release);
            }
        }
    }

    /// Numbers the stores of a location anew, each thread's from the first that is kept: they have 32 bits. Nothing else changes, as only stores that
    /// are kept are compared.
    fn renumber(&mut self, id: LocationId) {
        let Location { made, histories, .. } = &mut self.locations[id];
        let mut gone = std::mem::take(made);
        made.resize(gone.len(), 0);
        for history in &*histories {
            let kept = history.stores.count();
            made[history.slot as usize] = kept;
            gone[history.slot as usize] -= kept;
        }
        for history in histories {
            history.actions.renumber(&gone);
            history.stores.renumber(gone[history.slot as usize]);
            history.stores.latest().for_each(|store| self.graph.renumber(store, &gone));
        }
    }

    /// The threads for which `thread` waits, and those for which these wait.
    pub(super) fn awaited(&self, thread: ThreadId) -> Vec<ThreadId> {
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
        if self.rules == Rules::Cxx20 {
            self.prune_views();
            let state = &mut self.threads[thread.0 as usize];
            state.prune_fences_at = 2 * state.seq_cst_fences.len() + 16;
            return;
        }
        let mut fences = std::mem::take(&mut self.threads[thread.0 as usize].seq_cst_fences);
        let mut wanted: Vec<u64> = fences.last().copied().into_iter().collect();
        for own in &self.running {
            let own = &self.threads[own.0 as usize];
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

impl Execution {
    /// Leaves out fences before the last one that each running thread knows: C++20 asks for the last fence that happens before an access.
    pub(super) fn prune_views(&mut self) {
        let known = self.running.iter().map(|&thread| self.known_fence(thread)).min().unwrap_or(0);
        let gone = self.fence_views.partition_point(|&(time, _)| time < known);
        for (_, row) in self.fence_views.drain(..gone) {
            self.clocks.release(row);
        }
        for state in &mut self.threads {
            let gone = state.seq_cst_fences.partition_point(|&time| time < known);
            state.seq_cst_fences.drain(..gone);
        }
        self.prune_views_at = 2 * self.fence_views.len() + 16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::RENUMBERING;
    use crate::{AccessSite, Atomic, Burst, Candidate, Candidates, Choice, Order, Pending, Random, Strategy};

    /// Picks stores by their times, whatever their order, and remembers what it has been offered.
    struct Recorder {
        random: Random,
        offered: Vec<Vec<Candidate>>,
    }

    impl Strategy for Recorder {
        fn begin(&mut self, seed: u64) {
            self.random.begin(seed);
        }

        fn pick_thread(&mut self, current: ThreadId, enabled: &[Pending]) -> usize {
            self.random.pick_thread(current, enabled)
        }

        fn pick_store(&mut self, thread: ThreadId, candidates: &dyn Candidates) -> usize {
            let mut offered: Vec<(Candidate, usize)> =
                (0..candidates.count()).map(|index| (candidates.get(index), index)).collect();
            offered.sort_by_key(|(candidate, _)| candidate.time);
            let picked = self.pick(thread, Choice::Other, offered.len());
            self.offered.push(offered.iter().map(|(candidate, _)| *candidate).collect());
            offered[picked].1
        }

        fn pick(&mut self, thread: ThreadId, choice: Choice, options: usize) -> usize {
            self.random.pick(thread, choice, options)
        }
    }

    /// What loads are offered in a random program whose stores are numbered anew after so many.
    fn offered(seed: u64, renumber_at: u32) -> Vec<Vec<Candidate>> {
        let mut recorder = Recorder { random: Random::new(Burst::Pending), offered: Vec::new() };
        recorder.begin(seed);
        let mut execution = Execution::new();
        execution.set_pruning(4);
        execution.renumber_at = renumber_at;
        let threads: Vec<ThreadId> = (0..4).map(|_| execution.create_thread(ThreadId::MAIN)).collect();
        execution.wait_for_thread(ThreadId::MAIN, threads[0]);
        let mut memory = [0; 2];
        for value in 0..2000 {
            let [thread, at, operation, order] =
                [4, 2, 3, 2].map(|options| recorder.pick(ThreadId::MAIN, Choice::Other, options));
            let order = [Order::Relaxed, Order::AcquireRelease][order];
            let (thread, address, place) = (threads[thread], 64 * at as u64, AccessSite(0));
            let access = Atomic { thread, address, size: 8, order, place, memory: memory[at] };
            match operation {
                0 => drop(execution.load(&access, &mut recorder)),
                1 => {
                    execution.store(&access, value);
                    memory[at] = value;
                }
                _ => memory[at] = execution.read_modify_write(&access, |old| old + 10_000, &mut recorder).new,
            }
        }
        recorder.offered
    }

    #[test]
    fn numbering_stores_anew_changes_nothing() {
        for seed in 0..50 {
            assert!(offered(seed, 1) == offered(seed, RENUMBERING), "seed {seed}");
        }
    }
}
