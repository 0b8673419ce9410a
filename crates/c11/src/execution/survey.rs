//! What constrains an atomic access: the stores that come before it (paper, figure 13).

use super::Execution;
use super::readable::Readable;
use crate::ThreadId;
use crate::clock::Clocks;
use crate::location::{Action, History, Location, LocationId, Timed as _};
use crate::modification::{ModificationGraph, StoreId};

/// The result of a survey of one location for one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    /// The prior set: what has to come before (or be) the store that is read or made. None of them reaches another. Empty
    /// where there is but one store to be read, and everything comes before that already.
    pub(super) prior: Vec<StoreId>,
    /// What may be read.
    pub(super) readable: Readable,
    /// Stores that come before, with the components of their threads and their times; in the order of histories.
    found: Vec<Found>,
}

/// A store, with the component of its thread and its time.
pub(super) type Found = (StoreId, u32, u64);

const NOTHING: Found = (StoreId::NONE, 0, 0);

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

impl Survey {
    /// Makes the prior set of what has been found. That of the newest action, at this index, mostly comes after all others.
    fn reduce(&mut self, graph: &ModificationGraph, clocks: &Clocks, newest: usize) {
        let Some(&(newest, ..)) = self.found.get(newest) else { return };
        let clock = graph.clock(clocks, newest);
        self.prior.push(newest);
        // Those that do not come before it (nor are it) move to the front: again without a branch for each.
        let mut left = 0;
        for index in 0..self.found.len() {
            let (store, slot, time) = self.found[index];
            self.found[left] = (store, slot, time);
            left += usize::from(clock[slot as usize] < time);
        }
        for index in 0..left {
            self.add_prior(graph, clocks, self.found[index].0);
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
        survey.found.clear();
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
        let newest = self.find_before(thread, location, kind, &mut survey.found);
        survey.reduce(&self.graph, &self.clocks, newest);
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
    fn find_before(&self, thread: ThreadId, location: &Location, kind: Kind, found: &mut Vec<Found>) -> usize {
        let known = self.clocks.components(self.threads[thread.0 as usize].clock);
        let fence = self.last_fence(thread);
        // Each is put down and kept if there is one: a branch for each would be a guess.
        found.resize(location.histories.len() + 1, NOTHING);
        let places = found.as_mut_slice();
        let (mut count, mut newest, mut newest_time) = (0, 0, 0);
        for history in &location.histories {
            let seen = known[history.slot as usize];
            let action = match self.has_seq_cst_fence {
                true => self.last_fenced(history, seen, kind, fence),
                false => history.actions.last_until(seen),
            };
            places[count] = (action.store, action.store_slot, action.store_time);
            newest = if action.time > newest_time { count } else { newest };
            newest_time = action.time.max(newest_time);
            count += usize::from(action.time > 0);
        }
        found.truncate(count);
        newest
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
        action.is_store && fenced.is_some_and(|fenced| action.time < fenced)
            || action.is_seq_cst_store && action.time < own
    }
}
