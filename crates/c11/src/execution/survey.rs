//! What constrains an atomic access: the stores that come before it (paper, figure 13).

use super::Execution;
use super::readable::Readable;
use crate::ThreadId;
use crate::clock::Clocks;
use crate::location::{Action, History, Location, LocationId};
use crate::modification::{ModificationGraph, StoreId};

/// The result of a survey of one location for one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    /// The prior set: what has to come before (or be) the store that is read or made. None of them reaches another. Empty
    /// where there is but one store to be read, and everything comes before that already.
    pub(super) prior: Vec<StoreId>,
    /// What may be read.
    pub(super) readable: Readable,
    /// By history: what comes before of it, or no store.
    found: Vec<Found>,
}

/// A store that has been found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) store: StoreId,
    /// The component of its thread.
    pub(super) slot: u32,
    /// Its number among the stores of its thread; 0 for no store.
    pub(super) number: u64,
}

/// What the access is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// Whether it reads.
    pub(super) reads: bool,
    /// Whether it writes.
    pub(super) writes: bool,
    /// Whether it is in the order of sequentially consistent operations.
    pub(super) is_seq_cst: bool,
}

impl Kind {
    /// A load that is not sequentially consistent, as far as its prior set goes.
    pub(super) const WEAK_PRIOR: Kind = Kind { reads: false, writes: false, is_seq_cst: false };
}

impl Found {
    const NOTHING: Found = Found { store: StoreId::NONE, slot: 0, number: 0 };
}

/// Puts down the action that `last` gives for each history, whether there is one or not: a branch for each would be a guess. Gives the index of the
/// newest.
#[inline]
fn find_each<'l>(
    location: &'l Location,
    found: &mut Vec<Found>,
    last: impl Fn(&'l History) -> &'l Action,
) -> Option<usize> {
    found.resize(location.histories.len(), Found::NOTHING);
    let (mut newest, mut newest_time) = (0, 0);
    for (index, (place, history)) in found.iter_mut().zip(&location.histories).enumerate() {
        let &Action { time, store, slot, number } = last(history);
        *place = Found { store, slot, number };
        newest = if time > newest_time { index } else { newest };
        newest_time = time.max(newest_time);
    }
    (newest_time > 0).then_some(newest)
}

impl Survey {
    /// Makes the prior set of what has been found. That of the newest action, at this index, mostly comes after all others.
    fn reduce(&mut self, graph: &ModificationGraph, clocks: &Clocks, newest: usize) {
        let newest = self.found[newest].store;
        let clock = graph.clock(clocks, newest);
        self.prior.push(newest);
        // Those that do not come before it (nor are it, or nothing) move to the front: again without a branch for each.
        let mut left = 0;
        let found = self.found.as_mut_slice();
        for index in 0..found.len() {
            let each = found[index];
            found[left] = each;
            left += usize::from(clock[each.slot as usize] < each.number);
        }
        for index in 0..left {
            self.add_prior(graph, clocks, self.found[index].store);
        }
    }

    /// Adds to the prior set; what comes before another member anyway is left out.
    pub(super) fn add_prior(&mut self, graph: &ModificationGraph, clocks: &Clocks, store: StoreId) {
        if self.prior.iter().any(|&other| other == store || graph.reaches(clocks, store, other)) {
            return;
        }
        self.prior.retain(|&other| !graph.reaches(clocks, other, store));
        self.prior.push(store);
    }
}

impl Execution {
    /// Surveys a location for the next access of a thread. Stores that cannot be read without a cycle in the graph are left out already.
    pub(super) fn survey(&self, thread: ThreadId, location: LocationId, kind: Kind, survey: &mut Survey) {
        survey.prior.clear();
        survey.readable.clear();
        let location = &self.locations[location];
        // Where read-modify-writes follow each other (a counter, a lock) the next one can read the last one only, and comes
        // after all the others anyway.
        if kind.reads
            && kind.writes
            && let Some(last) = location.newest
            && self.graph.ends_chain_of(last, location.live)
        {
            survey.readable.set_only(last);
            return;
        }
        if let Some(newest) = self.find_before(thread, location, kind, &mut survey.found) {
            survey.reduce(&self.graph, &self.clocks, newest);
        }
        let last = location.last_seq_cst.filter(|_| kind.is_seq_cst);
        if kind.writes
            && let Some(last) = last
        {
            survey.add_prior(&self.graph, &self.clocks, last);
        }
        if kind.reads {
            self.find_readable(location, kind, last, survey);
        }
    }

    /// Finds the last action of each thread that comes before the access: because it happens before (S4), or because of fences. Gives the index of the
    /// newest of them.
    fn find_before(&self, thread: ThreadId, location: &Location, kind: Kind, found: &mut Vec<Found>) -> Option<usize> {
        let known = self.clocks.components(self.threads[thread.0 as usize].clock);
        let seen = |history: &History| known[history.slot as usize];
        if self.has_seq_cst_fence {
            let fence = self.last_fence(thread);
            return find_each(location, found, |history| self.last_fenced(history, seen(history), kind, fence));
        }
        find_each(location, found, |history| history.actions.last_until(seen(history)))
    }

    /// The last action of a history that happens before the access, or comes before it because of fences.
    fn last_fenced<'h>(&self, history: &'h History, seen: u64, kind: Kind, fence: u64) -> &'h Action {
        let is_before = |action: &&Action| action.time <= seen || self.is_fenced(action, history.slot, kind, fence);
        history.actions.all().iter().rev().find(is_before).unwrap_or(&Action::NEVER)
    }

    /// The time of the last sequentially consistent fence of a thread; 0 if there is none.
    fn last_fence(&self, thread: ThreadId) -> u64 {
        self.threads[thread.0 as usize].seq_cst_fences.last().copied().unwrap_or(0)
    }

    /// Whether an action by the thread of `slot` comes before the access because of fences (figure 13; our own last fence is at the time `own`). S1 and S3:
    /// a store before its thread's last fence, for an SC access, or before one that is earlier than ours. S2: an SC store before our fence.
    fn is_fenced(&self, action: &Action, slot: u32, kind: Kind, own: u64) -> bool {
        let Some(thread) = (slot as usize).checked_sub(1) else { return false };
        let fences = &self.threads[thread].seq_cst_fences;
        let fenced = match kind.is_seq_cst {
            true => fences.last().copied(),
            false => fences.partition_point(|&time| time < own).checked_sub(1).map(|index| fences[index]),
        };
        let store = &self.graph[action.store];
        let is_store = store.time == action.time;
        is_store && (fenced.is_some_and(|fenced| action.time < fenced) || store.is_seq_cst && action.time < own)
    }
}
