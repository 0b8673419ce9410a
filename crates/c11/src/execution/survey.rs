//! What constrains an atomic access: the stores that may be read, and the stores that come before (paper, figures 12 and 13).

use super::Execution;
use crate::ThreadId;
use crate::clock::Clocks;
use crate::location::{Action, LocationId};
use crate::modification::{ModificationGraph, StoreId};

/// The result of a survey of one location for one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    /// The prior set: what has to come before (or be) the store that is read or made. None of them reaches another.
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
        let known = self.clocks.components(self.threads[thread.0 as usize].clock);
        let fence = self.last_fence(thread);
        for history in &location.histories {
            let seen = known[history.slot as usize];
            // S1 and S3 of figure 13: stores before a fence that is last, or that comes before our own. S2: SC stores before our own.
            let (fenced, sc_fenced) = match self.has_seq_cst_fence {
                true => (self.fenced_until(history.slot, kind.is_seq_cst, fence), fence),
                false => (0, 0),
            };
            match history.actions.last() {
                None => continue,
                // Mostly the thread of this access knows all: then there is nothing to look for.
                Some(last) if last.time <= seen && (last.is_store || !kind.reads) => {
                    if kind.reads && !(kind.writes && last.is_updated) {
                        survey.concurrent.push((last.store, last.store_slot, last.time));
                    }
                    survey.find(last, &mut newest);
                    continue;
                }
                Some(_) => {}
            }
            let (mut is_prior, mut may_read) = (true, kind.reads);
            for action in history.actions.iter().rev() {
                if may_read && action.is_store && !(kind.writes && action.is_updated) {
                    survey.concurrent.push((action.store, action.store_slot, action.time));
                }
                // Of stores that happen before, only the last of each thread.
                may_read &= !(action.is_store && action.time <= seen);
                let comes_before = action.time <= seen
                    || action.is_store && action.time < fenced
                    || action.is_seq_cst_store && action.time < sc_fenced;
                if is_prior && comes_before {
                    survey.find(action, &mut newest);
                    is_prior = false;
                }
                if !is_prior && !may_read {
                    break;
                }
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
        reach.clear();
        for &before in prior.iter() {
            let clock = self.graph.clock_of_end(&self.clocks, before);
            reach.resize(clock.len(), 0);
            reach.iter_mut().zip(clock).for_each(|(reach, &time)| *reach = time.max(*reach));
        }
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

    /// Stores by the thread of `slot` before this time come before the access because of fences: F_t of figure 13 for an SC access, and F_b.
    fn fenced_until(&self, slot: u32, is_seq_cst: bool, own_fence: u64) -> u64 {
        let Some(thread) = (slot as usize).checked_sub(1) else { return 0 };
        let fences = &self.threads[thread].seq_cst_fences;
        if is_seq_cst {
            return fences.last().copied().unwrap_or(0);
        }
        fences.iter().rev().find(|&&time| time < own_fence).copied().unwrap_or(0)
    }
}
