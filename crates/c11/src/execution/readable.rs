//! What an atomic access may read (paper, figure 12): what need not come before a member of the prior set.
//!
//! Stores beyond the reach of the ends of the prior chains come before none of them; within it only members of the prior set and what has read
//! them by read-modify-writes may. Happens-before needs no look here: a store that is followed by one that happens before comes before
//! something prior.
//!
//! There can be many stores beyond, and mostly one of them only is wanted: they are counted, and found when somebody asks.

use super::Execution;
use super::survey::{Found, Kind, Survey};
use crate::location::{History, Location};
use crate::modification::StoreId;
use crate::{Candidate, Candidates, ThreadId};

/// What an access may read. The order is that of the histories of the location; of the stores of one history the latest is first.
#[derive(Clone, Debug, Default)]
pub(super) struct Readable {
    /// For each history of the location, how many of its last stores are beyond reach.
    beyond: Vec<usize>,
    /// The sum of these.
    beyond_in_all: usize,
    /// What may be read of the prior set and its chains, the latest first.
    chained: Vec<Found>,
    /// All of it, where it has been listed: then this alone counts.
    list: Vec<StoreId>,
    is_listed: bool,
    /// The union of the clocks of the ends of the chains of the prior set.
    reach: Vec<u64>,
}

impl Readable {
    pub(super) fn clear(&mut self) {
        self.beyond.clear();
        self.chained.clear();
        self.is_listed = false;
    }

    /// Nothing else may be read.
    pub(super) fn set_only(&mut self, store: StoreId) {
        self.list.clear();
        self.list.push(store);
        self.is_listed = true;
    }
}

impl Execution {
    /// Finds what may be read, given the prior set.
    pub(super) fn find_readable(
        &self,
        location: &Location,
        kind: Kind,
        last_seq_cst: Option<StoreId>,
        survey: &mut Survey,
    ) {
        let Survey { prior, readable, .. } = survey;
        self.find_chained(prior, kind, &mut readable.chained);
        let reach = self.reach(prior, &mut readable.reach);
        let reached = |slot: u32| reach.get(slot as usize).copied().unwrap_or(0);
        let beyond = |history: &History| history.stores_for(kind.writes).count_after(reached(history.slot));
        readable.beyond.extend(location.histories.iter().map(beyond));
        readable.beyond_in_all = readable.beyond.iter().sum();
        if let Some(last) = last_seq_cst {
            let list = self.list_readable(location, kind, readable);
            list.retain(|&store| store == last || !self.is_stale(store, last));
        }
    }

    /// Lists what may be read.
    pub(super) fn list_readable<'r>(
        &self,
        location: &Location,
        kind: Kind,
        readable: &'r mut Readable,
    ) -> &'r mut Vec<StoreId> {
        let Readable { beyond, chained, list, is_listed, .. } = readable;
        if !*is_listed {
            list.clear();
            for (history, &beyond) in location.histories.iter().zip(&*beyond) {
                let stores = history.stores_for(kind.writes).all();
                list.extend(stores.iter().rev().take(beyond).map(|&(store, _)| store));
                list.extend(chained.iter().filter(|&&(_, slot, _)| slot == history.slot).map(|&(store, ..)| store));
            }
            *is_listed = true;
        }
        list
    }

    /// The members of the prior set, and what has read them by read-modify-writes, as far as they may be read; the latest first.
    fn find_chained(&self, prior: &[StoreId], kind: Kind, chained: &mut Vec<Found>) {
        for &before in prior {
            let mut member = Some(before);
            while let Some(store) = member {
                member = self.graph.next_in_chain(store);
                let is_updated = member.is_some();
                let is_possible = |other: &StoreId| self.graph.may_precede(&self.clocks, *other, store);
                if !(kind.writes && is_updated) && prior.iter().all(is_possible) {
                    chained.push((store, self.graph[store].slot, self.graph[store].time));
                }
            }
        }
        if chained.len() > 1 {
            chained.sort_unstable_by_key(|&(.., time)| std::cmp::Reverse(time));
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
}

/// What may be read, as a strategy is shown it.
pub(super) struct Offer<'a> {
    pub(super) execution: &'a Execution,
    pub(super) location: &'a Location,
    pub(super) kind: Kind,
    pub(super) readable: &'a Readable,
}

impl Offer<'_> {
    /// One of the stores, by its number.
    pub(super) fn store(&self, mut index: usize) -> StoreId {
        let Readable { beyond, chained, list, is_listed, .. } = self.readable;
        if *is_listed {
            return list[index];
        }
        for (history, &beyond) in self.location.histories.iter().zip(beyond) {
            if index < beyond {
                let found = history.stores_for(self.kind.writes).followed_by(index);
                return found.expect("as many stores as have been counted").0;
            }
            index -= beyond;
            for &(store, slot, _) in chained {
                if slot == history.slot {
                    if index == 0 {
                        return store;
                    }
                    index -= 1;
                }
            }
        }
        panic!("fewer stores than asked for")
    }
}

impl Candidates for Offer<'_> {
    fn count(&self) -> usize {
        let Readable { beyond_in_all, chained, list, is_listed, .. } = self.readable;
        if *is_listed { list.len() } else { beyond_in_all + chained.len() }
    }

    fn latest(&self) -> usize {
        let Readable { beyond, chained, list, is_listed, .. } = self.readable;
        if *is_listed {
            let time = |&index: &usize| self.execution.graph[list[index]].time;
            return (0..list.len()).max_by_key(time).unwrap_or(0);
        }
        let (mut latest, mut latest_time, mut index) = (0, 0, 0);
        for (history, &beyond) in self.location.histories.iter().zip(beyond) {
            let own = chained.iter().filter(|&&(_, slot, _)| slot == history.slot);
            let first = match beyond {
                0 => own.clone().next().map(|&(.., time)| time),
                _ => history.stores_for(self.kind.writes).followed_by(0).map(|&(_, time)| time),
            };
            // Of two at the same time the second, as in a list.
            if let Some(time) = first.filter(|&time| time >= latest_time) {
                (latest, latest_time) = (index, time);
            }
            index += beyond + own.count();
        }
        latest
    }

    fn get(&self, index: usize) -> Candidate {
        let store = &self.execution.graph[self.store(index)];
        Candidate {
            thread: store.slot.checked_sub(1).map(ThreadId),
            time: store.time,
            event: store.event,
            value: store.value,
        }
    }
}
