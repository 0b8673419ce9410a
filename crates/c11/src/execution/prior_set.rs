//! What constrains an atomic access: the stores that come before it (paper, figure 13).

use super::Execution;
use super::readable::{AccessEffect, Readable};
use crate::clock::Row;
use crate::location::{Action, History, Location, LocationId, Seen};
use crate::modification::{ModificationGraph, Store, StoreId};
use crate::{Rules, ThreadId};

/// What constrains the next access of a thread to a location.
#[derive(Clone, Debug, Default)]
pub(super) struct PriorSet {
    /// The prior set: what has to come before (or be) the store that is read or made. None of them reaches another. Empty
    /// where there is but one store to be read, and everything comes before that already.
    pub(super) prior: Vec<StoreId>,
    /// What may be read.
    pub(super) readable: Readable,
    /// By history: what comes before of it, or no store.
    found: Vec<Seen>,
}

/// Puts down the store that `last` gives for each history, whether there is one or not: a branch for each would be a guess. Gives the one of the
/// highest rank: it comes before no other one.
#[inline]
fn find_each<'l>(
    graph: &ModificationGraph,
    location: &'l Location,
    found: &mut Vec<Seen>,
    last: impl Fn(&'l History) -> Seen,
) -> Option<StoreId> {
    found.resize(location.histories.len(), Seen::NOTHING);
    let (mut highest, mut highest_rank) = (StoreId::NONE, 0);
    for (place, history) in found.iter_mut().zip(&location.histories) {
        let seen = last(history);
        *place = seen;
        let rank = graph.rank(seen.store);
        highest = if rank > highest_rank { seen.store } else { highest };
        highest_rank = rank.max(highest_rank);
    }
    (highest_rank > 0).then_some(highest)
}

impl PriorSet {
    /// Makes the prior set of what has been found. `highest`, which comes before no other one, mostly comes after all of them.
    fn reduce(&mut self, graph: &ModificationGraph, highest: StoreId) {
        let PriorSet { found, prior, .. } = self;
        let clock = graph.clock(highest);
        prior.push(highest);
        for found in found.chunks(u64::BITS as usize) {
            // Which do not come before it (nor are it, or nothing): again without a branch for each.
            let is_left = |found: &Seen| u64::from(clock[found.slot as usize] < found.number);
            let mut left = found.iter().rev().fold(0, |left, found| left << 1 | is_left(found));
            while left != 0 {
                let store = found[left.trailing_zeros() as usize].store;
                match prior.len() {
                    // The one of the highest rank comes neither before it, or it would not be left, nor after it.
                    1 => prior.push(store),
                    _ => add_prior(prior, graph, store),
                }
                left &= left - 1;
            }
        }
    }
}

/// Adds to a prior set; what comes before another member anyway is left out.
pub(super) fn add_prior(prior: &mut Vec<StoreId>, graph: &ModificationGraph, store: StoreId) {
    if prior.iter().any(|&other| other == store || graph.reaches(store, other)) {
        return;
    }
    if prior.iter().any(|&other| graph.reaches(other, store)) {
        prior.retain(|&other| !graph.reaches(other, store));
    }
    prior.push(store);
}

impl Execution {
    /// Where read-modify-writes follow each other (a counter, a lock) the next one can read the last one only, and comes after all the others anyway: that one.
    #[inline]
    pub(super) fn only_end(&self, location: LocationId) -> Option<StoreId> {
        let location = &self.locations[location];
        location.newest.filter(|&last| self.graph.ends_chain_of(last, location.live))
    }

    /// Finds what constrains the next access of a thread to a location. Stores that cannot be read without a cycle in the graph are left out already.
    pub(super) fn find_prior_set(
        &self,
        thread: ThreadId,
        location: LocationId,
        kind: AccessEffect,
        prior_set: &mut PriorSet,
    ) {
        prior_set.prior.clear();
        prior_set.readable.clear();
        if kind.reads
            && kind.writes
            && let Some(last) = self.only_end(location)
        {
            prior_set.readable.set_only(last);
            return;
        }
        let location = &self.locations[location];
        if let Some(highest) = self.find_before(thread, location, kind, &mut prior_set.found) {
            prior_set.reduce(&self.graph, highest);
        }
        let has_seq_cst = location.last_seq_cst.is_some() || !location.seq_cst_since.is_empty();
        let last = if has_seq_cst { self.seq_cst_before(thread, location, kind) } else { None };
        if (kind.writes || self.rules == Rules::Cxx20)
            && let Some(last) = last
        {
            add_prior(&mut prior_set.prior, &self.graph, last);
        }
        if kind.reads {
            // By the rules of C++20 that is all.
            let last = last.filter(|_| self.rules == Rules::Cxx11);
            let PriorSet { prior, readable, .. } = prior_set;
            self.find_readable(location, kind, last, prior, readable);
        }
    }

    /// Finds the last action of each thread that comes before the access: because it happens before (S4), or because of fences. Gives the index of the
    /// one whose store has the highest rank.
    fn find_before(
        &self,
        thread: ThreadId,
        location: &Location,
        kind: AccessEffect,
        found: &mut Vec<Seen>,
    ) -> Option<StoreId> {
        if self.has_seq_cst_fence {
            return self.find_before_with_fences(thread, location, kind, found);
        }
        let known = self.clocks.components(self.threads[thread.0 as usize].clock);
        find_each(&self.graph, location, found, |history| history.actions.last_until(known[history.slot as usize]))
    }

    /// The same where there are sequentially consistent fences: out of the way of programs that have none.
    #[inline(never)]
    fn find_before_with_fences(
        &self,
        thread: ThreadId,
        location: &Location,
        kind: AccessEffect,
        found: &mut Vec<Seen>,
    ) -> Option<StoreId> {
        let known = self.clocks.components(self.threads[thread.0 as usize].clock);
        let seen = |history: &History| known[history.slot as usize];
        if self.rules == Rules::Cxx20 {
            let Some(view) = self.fence_view(thread, kind) else {
                return find_each(&self.graph, location, found, |history| history.actions.last_until(seen(history)));
            };
            let view = self.clocks.components(view);
            return find_each(&self.graph, location, found, |history| {
                history.actions.last_until(seen(history).max(view[history.slot as usize]))
            });
        }
        let fence = self.last_fence(thread);
        find_each(&self.graph, location, found, |history| self.last_fenced(history, seen(history), kind, fence))
    }

    /// The last sequentially consistent fence that happens before the next access of a thread, by its time; 0 if there is none.
    pub(super) fn known_fence(&self, thread: ThreadId) -> u64 {
        let known = self.clocks.components(self.threads[thread.0 as usize].clock);
        let last_of = |state: &super::Thread| {
            let fences = &state.seq_cst_fences;
            let count = fences.partition_point(|&time| time <= known[state.slot as usize]);
            count.checked_sub(1).map(|last| fences[last])
        };
        self.threads.iter().filter_map(last_of).max().unwrap_or(0)
    }

    /// C++20: what happens before a fence that the access comes after. Of a sequentially consistent access: before any fence so far (p4.2); of others: before
    /// the last one that happens before the access, or an earlier one (p4.4).
    fn fence_view(&self, thread: ThreadId, kind: AccessEffect) -> Option<Row> {
        if kind.is_seq_cst {
            return self.fence_views.last().map(|&(_, view)| view);
        }
        let known = self.known_fence(thread);
        let after = self.fence_views.partition_point(|&(time, _)| time <= known);
        after.checked_sub(1).map(|last| self.fence_views[last].1)
    }

    /// The store that the last sequentially consistent access has made or, by the rules of C++20, read, as far as this one comes after it: because it is one itself (C++11, and
    /// p4.1 of C++20), or because of a fence (p4.3 of C++20).
    #[inline(never)]
    fn seq_cst_before(&self, thread: ThreadId, location: &Location, kind: AccessEffect) -> Option<StoreId> {
        let is_fenced = self.rules == Rules::Cxx20 && self.has_seq_cst_fence && !location.seq_cst_since.is_empty();
        if kind.is_seq_cst || !is_fenced {
            return location.last_seq_cst.filter(|_| kind.is_seq_cst);
        }
        let known = self.known_fence(thread);
        let before = location.seq_cst_since.partition_point(|&(time, _)| time < known);
        before.checked_sub(1).map(|last| location.seq_cst_since[last].1)
    }

    /// The last action of a history that happens before the access, or comes before it because of fences (figure 13; our own last fence is at the time `own`). S1
    /// and S3: a store before its thread's last fence, for an SC access, or before one that is earlier than ours. S2: an SC store before our fence.
    ///
    /// Takes a logarithm of the length of the history for each thread that its component has stood for.
    fn last_fenced(&self, history: &History, seen: u64, kind: AccessEffect, own: u64) -> Seen {
        let known = history.actions.last_action_until(seen);
        let store = match *self.owners[history.slot as usize] {
            [] => None,
            [(_, thread)] => {
                let fenced = self.fence_after(thread, kind, own);
                let fenced = fenced.and_then(|fence| history.stores.last_before(fence, |store| self.graph[store].time));
                let seq_cst = history.stores.last_seq_cst_before(own, |store| self.graph[store].time);
                [fenced, seq_cst].into_iter().flatten().max_by_key(|&store| self.graph[store].time)
            }
            _ => {
                let fenced = self.fenced_of_several(history, kind, own, |store| self.graph[store].time);
                let seq_cst = history.stores.last_seq_cst_before(own, |store| self.graph[store].time);
                [fenced, seq_cst].into_iter().flatten().max_by_key(|&store| self.graph[store].time)
            }
        };
        let store = store.map(|store| {
            let Store { slot, number, time, .. } = self.graph[store];
            Action { time, seen: Seen { store, slot, number } }
        });
        [known, store].into_iter().flatten().max_by_key(|action| action.time).map_or(Seen::NOTHING, |last| last.seen)
    }

    /// The time of the last sequentially consistent fence of a thread; 0 if there is none.
    fn last_fence(&self, thread: ThreadId) -> u64 {
        self.threads[thread.0 as usize].seq_cst_fences.last().copied().unwrap_or(0)
    }

    /// The fence of a thread before which its stores come before the access.
    fn fence_after(&self, thread: ThreadId, kind: AccessEffect, own: u64) -> Option<u64> {
        let fences = &self.threads[thread.0 as usize].seq_cst_fences;
        match kind.is_seq_cst {
            true => fences.last().copied(),
            false => fences.partition_point(|&time| time < own).checked_sub(1).map(|index| fences[index]),
        }
    }

    /// The last store of a history before the fence of the thread that made it, where the component has stood for several threads: asked of each that has stores there, the last one first.
    ///
    /// Of each of these a logarithm: a test program that creates 30 threads, and then polls a channel half a million times, took a minute and more when stores were looked at one by one, and takes 1.5 s.
    fn fenced_of_several(
        &self,
        history: &History,
        kind: AccessEffect,
        own: u64,
        time_of: impl Fn(StoreId) -> u64,
    ) -> Option<StoreId> {
        let owners = &self.owners[history.slot as usize];
        // All that is not earlier has been looked at.
        let mut end = u64::MAX;
        loop {
            let last = time_of(history.stores.last_before(end, &time_of)?);
            let index = owners.partition_point(|&(start, _)| start <= last).saturating_sub(1);
            let &(start, thread) = owners.get(index)?;
            let fenced = self.fence_after(thread, kind, own).and_then(|fence| {
                history.stores.last_before(fence.min(end), &time_of).filter(|&store| time_of(store) >= start)
            });
            if fenced.is_some() || index == 0 {
                return fenced;
            }
            end = start;
        }
    }

    /// Whether a store comes before the access because of fences: what the searches for the last such store are to agree with.
    #[cfg(test)]
    fn is_fenced(&self, store: StoreId, kind: AccessEffect, own: u64) -> bool {
        let Store { slot, time, is_seq_cst, .. } = self.graph[store];
        let Some(thread) = self.thread_of(slot, time) else { return false };
        self.fence_after(thread, kind, own).is_some_and(|fence| time < fence) || is_seq_cst && time < own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AccessSite, Atomic, Burst, Choice, Order, Random, Strategy as _};

    /// What [`Execution::last_fenced`] is to give, found store by store.
    fn one_by_one(execution: &Execution, history: &History, seen: u64, kind: AccessEffect, own: u64) -> Seen {
        let known = history.actions.last_action_until(seen);
        let store = history.stores.latest().find(|&store| execution.is_fenced(store, kind, own));
        let store = store.map(|store| {
            let Store { slot, number, time, .. } = execution.graph[store];
            Action { time, seen: Seen { store, slot, number } }
        });
        [known, store].into_iter().flatten().max_by_key(|action| action.time).map_or(Seen::NOTHING, |last| last.seen)
    }

    /// Threads end, and others take their components: what fences order is found thread by thread.
    #[test]
    fn fences_of_threads_with_one_component_are_found() {
        let (mut compared, mut shared, mut found) = (0, 0, 0);
        for seed in 0..100 {
            let mut random = Random::new(Burst::Consecutive);
            random.begin(seed);
            let mut execution = Execution::new();
            let mut memory = [0; 2];
            let mut threads: Vec<ThreadId> = (0..3).map(|_| execution.create_thread(ThreadId::MAIN)).collect();
            for value in 1..120 {
                let [index, at, operation] = [3, 2, 12].map(|count| random.pick(ThreadId::MAIN, Choice::Other, count));
                let order = if operation % 2 == 0 { Order::SeqCst } else { Order::Relaxed };
                let (thread, address) = (threads[index], 64 * at as u64);
                let access = Atomic { thread, address, size: 8, order, place: AccessSite(0), memory: memory[at] };
                match operation {
                    0 => {
                        execution.finish_thread(thread);
                        execution.join_thread(ThreadId::MAIN, thread);
                        threads[index] = execution.create_thread(ThreadId::MAIN);
                    }
                    1..=3 => execution.fence(thread, Order::SeqCst),
                    4..=6 => {
                        execution.load(&access, &mut random);
                    }
                    _ => {
                        execution.store(&access, value);
                        memory[at] = value;
                    }
                }
            }
            for (at, &thread) in [0, 1].iter().flat_map(|at| threads.iter().map(move |thread| (*at, thread))) {
                let Some(location) = execution.shadow.location(8 * at) else { continue };
                for history in &execution.locations[location].histories {
                    for is_seq_cst in [false, true] {
                        let kind = AccessEffect { reads: true, writes: false, is_seq_cst };
                        let own = execution.last_fence(thread);
                        let expected = one_by_one(&execution, history, 0, kind, own).store;
                        assert_eq!(execution.last_fenced(history, 0, kind, own).store, expected, "seed {seed}");
                        compared += 1;
                        shared += usize::from(execution.owners[history.slot as usize].len() > 1);
                        found += usize::from(expected != StoreId::NONE);
                    }
                }
            }
        }
        assert!(
            shared > 100 && found > 100 && found < compared,
            "{compared} compared, {shared} of several threads, {found} found"
        );
    }

    /// A component that two threads have had, and many stores before no fence: they are not looked at one by one.
    #[test]
    fn stores_of_threads_with_one_component_are_not_looked_at_one_by_one() {
        const STORES: u32 = 10_000;
        let mut execution = Execution::new();
        execution.set_pruning(usize::MAX);
        let first = execution.create_thread(ThreadId::MAIN);
        execution.finish_thread(first);
        execution.join_thread(ThreadId::MAIN, first);
        let thread = execution.create_thread(ThreadId::MAIN);
        execution.fence(ThreadId::MAIN, Order::SeqCst);
        for value in 0..STORES {
            let place = AccessSite(0);
            let memory = u128::from(value);
            let access = Atomic { thread, address: 0, size: 8, order: Order::Relaxed, place, memory };
            execution.store(&access, memory + 1);
        }
        let location = &execution.locations[execution.shadow.location(0).expect("it was accessed")];
        let history = location.history_of(execution.slot(thread) as usize).expect("it has stored");
        assert_eq!((execution.owners[history.slot as usize].len(), history.stores.count()), (2, STORES));
        let kind = AccessEffect { reads: true, writes: false, is_seq_cst: false };
        let looks = std::cell::Cell::new(0);
        let time_of = |store: StoreId| {
            looks.set(looks.get() + 1);
            execution.graph[store].time
        };
        let own = execution.last_fence(ThreadId::MAIN);
        assert_eq!(execution.fenced_of_several(history, kind, own, time_of), None);
        assert!(looks.get() < 100, "{} looks at {STORES} stores", looks.get());
    }
}
