//! What constrains an atomic access: the stores that may be read, and the stores that come before (paper, figures 12 and 13).

use super::Execution;
use crate::ThreadId;
use crate::clock::Clocks;
use crate::location::LocationId;
use crate::modification::{ModificationGraph, StoreId};

/// The result of a survey of one location for one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    /// The prior set: what has to come before (or be) the store that is read or made. None of them reaches another.
    pub(super) prior: Vec<StoreId>,
    /// What may be read as far as happens-before and the order of sequentially consistent operations go.
    pub(super) readable: Vec<StoreId>,
    /// Members of the prior set that have been found, the newest action first.
    found: Vec<StoreId>,
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
    /// A load that is not sequentially consistent.
    pub(super) const WEAK_LOAD: Kind = Kind { reads: true, writes: false, is_seq_cst: false };
}

impl Survey {
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
            let (mut is_prior, mut may_read) = (true, kind.reads);
            for action in history.actions.iter().rev() {
                if may_read && action.is_store && (!kind.writes || self.graph.is_chain_end(action.store)) {
                    survey.readable.push(action.store);
                }
                // Of stores that happen before, only the last of each thread.
                may_read &= !(action.is_store && action.time <= seen);
                let comes_before = action.time <= seen
                    || action.is_store && action.time < fenced
                    || action.is_seq_cst_store && action.time < sc_fenced;
                if is_prior && comes_before {
                    survey.found.push(action.store);
                    if action.time > newest {
                        newest = action.time;
                        let last = survey.found.len() - 1;
                        survey.found.swap(0, last);
                    }
                    is_prior = false;
                }
                if !is_prior && !may_read {
                    break;
                }
            }
        }
        // The newest mostly comes after all others, which are then quickly seen to be superfluous.
        for index in 0..survey.found.len() {
            survey.add_prior(&self.graph, &self.clocks, survey.found[index]);
        }
        if kind.is_seq_cst
            && let Some(last) = location.last_seq_cst
        {
            if kind.writes {
                survey.add_prior(&self.graph, &self.clocks, last);
            }
            survey.readable.retain(|&store| store == last || !self.is_stale(store, last));
        }
        if kind.reads {
            let Survey { prior, readable, .. } = survey;
            readable.retain(|&store| prior.iter().all(|&before| self.graph.may_precede(&self.clocks, before, store)));
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
