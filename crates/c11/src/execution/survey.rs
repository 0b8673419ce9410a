//! What constrains an atomic access: the stores that come before it (paper, figure 13).

use super::Execution;
use super::readable::Readable;
use crate::clock::Row;
use crate::location::{Action, History, Location, LocationId, Seen};
use crate::modification::{ModificationGraph, Store, StoreId};
use crate::{Rules, ThreadId};

/// The result of a survey of one location for one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    /// The prior set: what has to come before (or be) the store that is read or made. None of them reaches another. Empty
    /// where there is but one store to be read, and everything comes before that already.
    pub(super) prior: Vec<StoreId>,
    /// What may be read.
    pub(super) readable: Readable,
    /// By history: what comes before of it, or no store.
    found: Vec<Seen>,
}

/// What the access is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AccessEffect {
    /// Whether it reads.
    pub(super) reads: bool,
    /// Whether it writes.
    pub(super) writes: bool,
    /// Whether it is in the order of sequentially consistent operations.
    pub(super) is_seq_cst: bool,
}

impl AccessEffect {
    /// A load that is not sequentially consistent, as far as its prior set goes.
    pub(super) const WEAK_PRIOR: AccessEffect = AccessEffect { reads: false, writes: false, is_seq_cst: false };
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

impl Survey {
    /// Makes the prior set of what has been found. `highest`, which comes before no other one, mostly comes after all of them.
    fn reduce(&mut self, graph: &ModificationGraph, highest: StoreId) {
        let Survey { found, prior, .. } = self;
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

    /// Surveys a location for the next access of a thread. Stores that cannot be read without a cycle in the graph are left out already.
    pub(super) fn survey(&self, thread: ThreadId, location: LocationId, kind: AccessEffect, survey: &mut Survey) {
        survey.prior.clear();
        survey.readable.clear();
        if kind.reads
            && kind.writes
            && let Some(last) = self.only_end(location)
        {
            survey.readable.set_only(last);
            return;
        }
        let location = &self.locations[location];
        if let Some(highest) = self.find_before(thread, location, kind, &mut survey.found) {
            survey.reduce(&self.graph, highest);
        }
        let last = match self.rules {
            Rules::Cxx11 => location.last_seq_cst.filter(|_| kind.is_seq_cst),
            Rules::Cxx20 => self.seq_cst_before(thread, location, kind),
        };
        if (kind.writes || self.rules == Rules::Cxx20)
            && let Some(last) = last
        {
            add_prior(&mut survey.prior, &self.graph, last);
        }
        if kind.reads {
            // By the rules of C++20 that is all.
            self.find_readable(location, kind, last.filter(|_| self.rules == Rules::Cxx11), survey);
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
        let known = self.clocks.components(self.threads[thread.0 as usize].clock);
        let seen = |history: &History| known[history.slot as usize];
        if self.has_seq_cst_fence && self.rules == Rules::Cxx20 {
            let Some(view) = self.fence_view(thread, kind) else {
                return find_each(&self.graph, location, found, |history| history.actions.last_until(seen(history)));
            };
            let view = self.clocks.components(view);
            return find_each(&self.graph, location, found, |history| {
                history.actions.last_until(seen(history).max(view[history.slot as usize]))
            });
        }
        if self.has_seq_cst_fence {
            let fence = self.last_fence(thread);
            return find_each(&self.graph, location, found, |history| {
                self.last_fenced(history, seen(history), kind, fence)
            });
        }
        find_each(&self.graph, location, found, |history| history.actions.last_until(seen(history)))
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

    /// C++20: the store that the last sequentially consistent access has made or read, as far as this one comes after it: because it is one itself (p4.1), or
    /// because of a fence (p4.3).
    fn seq_cst_before(&self, thread: ThreadId, location: &Location, kind: AccessEffect) -> Option<StoreId> {
        if kind.is_seq_cst || !self.has_seq_cst_fence || location.seq_cst_since.is_empty() {
            return location.last_seq_cst.filter(|_| kind.is_seq_cst);
        }
        let known = self.known_fence(thread);
        let before = location.seq_cst_since.partition_point(|&(time, _)| time < known);
        before.checked_sub(1).map(|last| location.seq_cst_since[last].1)
    }

    /// The last action of a history that happens before the access, or comes before it because of fences (figure 13; our own last fence is at the time `own`). S1
    /// and S3: a store before its thread's last fence, for an SC access, or before one that is earlier than ours. S2: an SC store before our fence.
    ///
    /// Takes a logarithm of the length of the history, unless its component has stood for several threads.
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
            _ => history.stores.latest().find(|&store| self.is_fenced(store, kind, own)),
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

    /// Whether a store comes before the access because of fences.
    fn is_fenced(&self, store: StoreId, kind: AccessEffect, own: u64) -> bool {
        let Store { slot, time, is_seq_cst, .. } = self.graph[store];
        let Some(thread) = self.thread_of(slot, time) else { return false };
        self.fence_after(thread, kind, own).is_some_and(|fence| time < fence) || is_seq_cst && time < own
    }
}
