//! What constrains an atomic access: the stores that come before it (paper, figure 13).

use super::Execution;
use super::readable::Readable;
use crate::ThreadId;
use crate::clock::Clocks;
use crate::location::{Action, History, LocationId};
use crate::modification::{ModificationGraph, StoreId};

/// The result of a survey of one location for one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    /// The prior set: what has to come before (or be) the store that is read or made. None of them reaches another. Empty
    /// where there is but one store to be read, and everything comes before that already.
    pub(super) prior: Vec<StoreId>,
    /// What may be read.
    pub(super) readable: Readable,
    /// Stores that come before, with the components of their threads and their times; that of the newest action first.
    found: Vec<Found>,
}

/// A store, with the component of its thread and its time.
pub(super) type Found = (StoreId, u32, u64);

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
    /// Makes the prior set of what has been found. The newest mostly comes after all others.
    fn reduce(&mut self, graph: &ModificationGraph, clocks: &Clocks) {
        let Some(&(newest, ..)) = self.found.first() else { return };
        let clock = graph.clock(clocks, newest);
        self.prior.push(newest);
        // Those that do not come before it move to the front: a branch for each would be a guess.
        let mut left = 1;
        for index in 1..self.found.len() {
            let (store, slot, time) = self.found[index];
            self.found[left] = (store, slot, time);
            left += usize::from(clock[slot as usize] < time);
        }
        for index in 1..left {
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
        let known = self.clocks.components(self.threads[thread.0 as usize].clock);
        let fence = self.last_fence(thread);
        let (mut newest, mut first) = (0, 0);
        for history in &location.histories {
            if let Some(action) = self.last_before(history, known, kind, fence) {
                first = if action.time > newest { survey.found.len() } else { first };
                newest = action.time.max(newest);
                survey.found.push((action.store, action.store_slot, action.store_time));
            }
        }
        if !survey.found.is_empty() {
            survey.found.swap(0, first);
        }
        survey.reduce(&self.graph, &self.clocks);
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

    /// The last action of a thread that comes before the access: because it happens before (S4), or because of fences.
    fn last_before<'h>(&self, history: &'h History, known: &[u64], kind: Kind, fence: u64) -> Option<&'h Action> {
        let seen = known[history.slot as usize];
        if !self.has_seq_cst_fence {
            return history.actions.followed_by(history.actions.count_after(seen));
        }
        let is_before = |action: &&Action| action.time <= seen || self.is_fenced(action, history.slot, kind, fence);
        history.actions.all().iter().rev().find(is_before)
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
