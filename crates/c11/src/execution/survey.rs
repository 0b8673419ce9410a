//! What constrains an atomic access: the stores that come before it (paper, figure 13).

use super::Execution;
use super::readable::Readable;
use crate::ThreadId;
use crate::location::{Action, History, Location, LocationId, Seen};
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
    found: Vec<Seen>,
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
        if let Some(highest) = self.find_before(thread, location, kind, &mut survey.found) {
            survey.reduce(&self.graph, highest);
        }
        let last = location.last_seq_cst.filter(|_| kind.is_seq_cst);
        if kind.writes
            && let Some(last) = last
        {
            add_prior(&mut survey.prior, &self.graph, last);
        }
        if kind.reads {
            self.find_readable(location, kind, last, survey);
        }
    }

    /// Finds the last action of each thread that comes before the access: because it happens before (S4), or because of fences. Gives the index of the
    /// one whose store has the highest rank.
    fn find_before(&self, thread: ThreadId, location: &Location, kind: Kind, found: &mut Vec<Seen>) -> Option<StoreId> {
        let known = self.clocks.components(self.threads[thread.0 as usize].clock);
        let seen = |history: &History| known[history.slot as usize];
        if self.has_seq_cst_fence {
            let fence = self.last_fence(thread);
            return find_each(&self.graph, location, found, |history| {
                self.last_fenced(history, seen(history), kind, fence)
            });
        }
        find_each(&self.graph, location, found, |history| history.actions.last_until(seen(history)))
    }

    /// The last action of a history that happens before the access, or comes before it because of fences.
    fn last_fenced(&self, history: &History, seen: u64, kind: Kind, fence: u64) -> Seen {
        let is_before = |action: &Action| action.time <= seen || self.is_fenced(action, history.slot, kind, fence);
        history.actions.latest().find(is_before).map_or(Seen::NOTHING, |action| action.seen)
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
        let store = &self.graph[action.seen.store];
        let is_store = store.time == action.time;
        is_store && (fenced.is_some_and(|fenced| action.time < fenced) || store.is_seq_cst && action.time < own)
    }
}
