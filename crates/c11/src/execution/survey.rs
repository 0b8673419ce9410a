//! What constrains an atomic access: the stores that may be read, and the stores that come before (paper, figures 12 and 13).

use super::Execution;
use crate::ThreadId;
use crate::clock::Clocks;
use crate::location::{Action, LocationId};
use crate::modification::{ModificationGraph, StoreId};

/// The result of a survey of one location for one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    /// The prior set: what has to come before (or be) the store that is read or made. None of them reaches another. Empty
    /// where there is but one store to be read, and everything comes before that already.
    pub(super) prior: Vec<StoreId>,
    /// What may be read as far as happens-before and the order of sequentially consistent operations go.
    pub(super) readable: Vec<StoreId>,
    /// Members of the prior set that have been found, the newest action first.
    found: Vec<Found>,
    /// What may be read as far as happens-before goes, with components and times.
    concurrent: Vec<Found>,
    /// The union of the clocks of the ends of the chains of the prior set.
    reach: Vec<u64>,
}

/// A store, with the component of its thread and its time.
type Found = (StoreId, u32, u64);

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
    /// Notes what an action stands for.
    #[inline]
    fn find(&mut self, action: &Action, newest: &mut u64) {
        let found = (action.store, action.store_slot, action.store_time);
        match self.found.first_mut() {
            Some(first) if action.time > *newest => {
                let before = std::mem::replace(first, found);
                self.found.push(before);
            }
            _ => self.found.push(found),
        }
        *newest = action.time.max(*newest);
    }

    /// Makes the prior set of what has been found. The newest mostly comes after all others.
    fn reduce(&mut self, graph: &ModificationGraph, clocks: &Clocks) {
        let Some(&(newest, ..)) = self.found.first() else { return };
        let clock = graph.clock(clocks, newest);
        self.prior.push(newest);
        for index in 1..self.found.len() {
            let (store, slot, time) = self.found[index];
            if clock[slot as usize] < time {
                self.add_prior(graph, clocks, store);
            }
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
        survey.concurrent.clear();
        let mut newest = 0;
        let location = &self.locations[location];
        // Where read-modify-writes follow each other (a counter, a lock) the next one can read the last one only, and comes
        // after all the others anyway.
        if kind.reads
            && kind.writes
            && let Some(last) = location.newest
            && self.graph.ends_chain_of(last, location.live)
        {
            survey.readable.push(last);
            return;
        }
        let known = self.clocks.components(self.threads[thread.0 as usize].clock);
        let fence = self.last_fence(thread);
        for history in &location.histories {
            let seen = known[history.slot as usize];
            let mut rest = history.actions.as_slice();
            let mut is_prior = true;
            // What does not happen before may all be read; it comes before only because of fences.
            while let Some((action, earlier)) = rest.split_last()
                && action.time > seen
            {
                if kind.reads && action.is_store && !(kind.writes && action.is_updated) {
                    survey.concurrent.push((action.store, action.store_slot, action.store_time));
                }
                if self.has_seq_cst_fence && is_prior && self.is_fenced(action, history.slot, kind, fence) {
                    survey.find(action, &mut newest);
                    is_prior = false;
                }
                rest = earlier;
            }
            // Of what happens before, the last action comes before (S4), and only the last store may be read.
            let Some(last) = rest.last() else { continue };
            if is_prior {
                survey.find(last, &mut newest);
            }
            if kind.reads
                && let Some(store) = rest.iter().rev().find(|action| action.is_store)
                && !(kind.writes && store.is_updated)
            {
                survey.concurrent.push((store.store, store.store_slot, store.store_time));
            }
        }
        survey.reduce(&self.graph, &self.clocks);
        let last = location.last_seq_cst.filter(|_| kind.is_seq_cst);
        if kind.writes
            && let Some(last) = last
        {
            survey.add_prior(&self.graph, &self.clocks, last);
        }
        if kind.reads {
            self.select_readable(last, survey);
        }
    }

    /// Of what may be read as far as happens-before goes, what may be read.
    fn select_readable(&self, last_seq_cst: Option<StoreId>, survey: &mut Survey) {
        let Survey { prior, readable, concurrent, reach, .. } = survey;
        // What comes before none of the ends of the chains is possible; the others have to be looked at one by one.
        let reach: &[u64] = match **prior {
            [only] => self.graph.clock_of_end(&self.clocks, only),
            _ => {
                reach.clear();
                for &before in prior.iter() {
                    let clock = self.graph.clock_of_end(&self.clocks, before);
                    reach.resize(clock.len(), 0);
                    reach.iter_mut().zip(clock).for_each(|(reach, &time)| *reach = time.max(*reach));
                }
                reach
            }
        };
        for &(store, slot, time) in concurrent.iter() {
            let is_possible = reach.get(slot as usize).is_none_or(|&reach| reach < time)
                || prior.iter().all(|&before| self.graph.may_precede(&self.clocks, before, store));
            if is_possible && last_seq_cst.is_none_or(|last| store == last || !self.is_stale(store, last)) {
                readable.push(store);
            }
        }
    }

    /// Whether a sequentially consistent read may not read `store` because of `last`, the last sequentially consistent store (29.3p3).
    fn is_stale(&self, store: StoreId, last: StoreId) -> bool {
        let (old, last) = (&self.graph[store], &self.graph[last]);
        // The reads-from clock of a sequentially consistent store is the clock of its thread.
        let happens_before = |release| self.clocks.get(release, old.slot as usize) >= old.time;
        old.is_seq_cst || last.release.is_some_and(happens_before)
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
