//! What constrains an atomic access: the stores that may be read, and the stores that come before (paper, figures 12 and 13).

use super::Execution;
use crate::ThreadId;
use crate::clock::Clocks;
use crate::location::{Action, History, Location, LocationId, WINDOW};
use crate::modification::{ModificationGraph, StoreId};

/// The result of a survey of one location for one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    /// The prior set: what has to come before (or be) the store that is read or made. None of them reaches another. Empty
    /// where there is but one store to be read, and everything comes before that already.
    pub(super) prior: Vec<StoreId>,
    /// What may be read.
    pub(super) readable: Vec<StoreId>,
    /// Stores that come before, with the components of their threads and their times; that of the newest action first.
    found: Vec<Found>,
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
        let (older, newest) = history.actions.newest();
        let unseen = newest.iter().filter(|action| action.time > seen).count();
        if !self.has_seq_cst_fence && unseen < WINDOW {
            return Some(&newest[WINDOW - 1 - unseen]).filter(|action| action.time > 0);
        }
        let is_before = |action: &&Action| {
            action.time <= seen || self.has_seq_cst_fence && self.is_fenced(action, history.slot, kind, fence)
        };
        newest.iter().rev().chain(older.iter().rev()).find(is_before).filter(|action| action.time > 0)
    }

    /// What may be read: what need not come before a member of the prior set.
    ///
    /// Stores beyond the reach of the ends of the prior chains come before none of them; within it only members of the prior set and what has read
    /// them by read-modify-writes may. Happens-before needs no look here: a store that is followed by one that happens before comes before
    /// something prior.
    fn find_readable(&self, location: &Location, kind: Kind, last_seq_cst: Option<StoreId>, survey: &mut Survey) {
        let Survey { prior, readable, found, reach } = survey;
        self.find_chained(prior, kind, found);
        let reach = self.reach(prior, reach);
        // Each store is put down and kept if it is readable: a branch for each would be a guess.
        readable.resize(location.live + 1, StoreId::NONE);
        let places = readable.as_mut_slice();
        let mut count = 0;
        let mut put = |store, is_kept| {
            places[count] = store;
            count += usize::from(is_kept);
        };
        for history in &location.histories {
            let reached = reach.get(history.slot as usize).copied().unwrap_or(0);
            let is_readable = |action: &Action| (action.time > reached) & action.can_be_read(kind.writes);
            let (older, newest) = history.actions.newest();
            newest.iter().rev().for_each(|action| put(action.store, is_readable(action)));
            if newest[0].time > reached {
                let beyond = older.iter().rev().take_while(|action| action.time > reached);
                beyond.for_each(|action| put(action.store, is_readable(action)));
            }
            for &(store, ..) in found.iter().filter(|&&(_, slot, _)| slot == history.slot) {
                put(store, true);
            }
        }
        readable.truncate(count);
        if let Some(last) = last_seq_cst {
            readable.retain(|&store| store == last || !self.is_stale(store, last));
        }
    }

    /// The members of the prior set, and what has read them by read-modify-writes, as far as they may be read; the newest first.
    fn find_chained(&self, prior: &[StoreId], kind: Kind, found: &mut Vec<Found>) {
        found.clear();
        for &before in prior {
            let mut member = Some(before);
            while let Some(store) = member {
                member = self.graph.next_in_chain(store);
                let is_updated = member.is_some();
                let is_possible = |other: &StoreId| self.graph.may_precede(&self.clocks, *other, store);
                if !(kind.writes && is_updated) && prior.iter().all(is_possible) {
                    found.push((store, self.graph[store].slot, self.graph[store].time));
                }
            }
        }
        if found.len() > 1 {
            found.sort_unstable_by_key(|&(.., time)| std::cmp::Reverse(time));
        }
    }

    /// The union of the clocks of the ends of the chains of `prior`, for which there is `room`. A store beyond it comes before none of
    /// these ends; one within it before one of them at least.
    fn reach<'a>(&'a self, prior: &[StoreId], room: &'a mut Vec<u64>) -> &'a [u64] {
        if let [only] = *prior {
            return self.graph.clock_of_end(&self.clocks, only);
        }
        room.clear();
        for &before in prior {
            let clock = self.graph.clock_of_end(&self.clocks, before);
            room.resize(clock.len(), 0);
            room.iter_mut().zip(clock).for_each(|(reach, &time)| *reach = time.max(*reach));
        }
        room
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
