//! What an atomic access may read (paper, figure 12): what need not come before a member of the prior set.
//!
//! Stores beyond the reach of the ends of the prior chains come before none of them; within it only members of the prior set and what has read
//! them by read-modify-writes may. Happens-before needs no look here: a store that is followed by one that happens before comes before
//! something prior.
//!
//! There can be many stores beyond, and mostly one of them only is wanted: they are counted, and found when somebody asks.

use super::Execution;
use super::survey::{Found, Kind, Survey};
use crate::clock::join;
use crate::location::{History, Location};
use crate::modification::StoreId;
use crate::{Candidate, Candidates, ThreadId};

/// What an access may read. The order is that of the histories of the location; of the stores of one history the latest is first.
#[derive(Clone, Debug, Default)]
pub(super) struct Readable {
    /// How many stores, by the components of their threads.
    counts: Vec<u64>,
    /// The sum of these.
    count: u64,
    /// What may be read of the prior set and its chains; of one thread the latest first. The others are beyond reach.
    chained: Vec<Found>,
    /// All of it, where it has been listed: then this alone counts.
    list: Vec<StoreId>,
    is_listed: bool,
    /// The union of the clocks of the ends of the chains of the prior set.
    reach: Vec<u64>,
}

impl Readable {
    pub(super) fn clear(&mut self) {
        self.counts.clear();
        self.chained.clear();
        self.is_listed = false;
    }

    /// Nothing else may be read.
    pub(super) fn set_only(&mut self, store: StoreId) {
        self.list.clear();
        self.list.push(store);
        self.is_listed = true;
    }

    /// What is not beyond reach, of the thread of a history.
    fn chained_of(&self, history: &History) -> impl Iterator<Item = StoreId> + Clone {
        let slot = history.slot;
        self.chained.iter().filter(move |found| found.slot == slot).map(|found| found.store)
    }

    /// How many stores of a history are beyond reach.
    fn beyond_of(&self, history: &History) -> usize {
        self.counts[history.slot as usize] as usize - self.chained_of(history).count()
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
        self.count_beyond(location, prior, kind, readable);
        self.find_chained(prior, kind, &mut readable.chained);
        for found in &readable.chained {
            readable.counts[found.slot as usize] += 1;
        }
        readable.count = readable.counts.iter().sum();
        if let Some(last) = last_seq_cst {
            let list = self.list_readable(location, kind, readable);
            list.retain(|&store| store == last || !self.is_stale(store, last));
        }
    }

    /// Counts the stores beyond the reach of the prior set: the last ones of each thread.
    fn count_beyond(&self, location: &Location, prior: &[StoreId], kind: Kind, readable: &mut Readable) {
        let Readable { counts, reach, .. } = readable;
        let reach = self.reach(prior, reach);
        counts.extend(location.made.iter().zip(reach).map(|(made, reach)| made - reach));
        if kind.writes {
            for history in &location.histories {
                let count = &mut counts[history.slot as usize];
                let is_end = |store: &StoreId| self.graph.is_end(*store);
                let count_all = |beyond| history.stores.latest().take(beyond).filter(is_end).count() as u64;
                *count = history.stores.ends_among(*count).unwrap_or_else(|| count_all(*count as usize));
            }
        }
    }

    /// The stores of a history that an access may read as far as that alone goes, the latest first.
    fn stores_for<'a>(&'a self, kind: Kind, history: &'a History) -> impl Iterator<Item = StoreId> {
        history.stores.latest().filter(move |store| !kind.writes || self.graph.is_end(*store))
    }

    /// Lists what may be read.
    pub(super) fn list_readable<'r>(
        &self,
        location: &Location,
        kind: Kind,
        readable: &'r mut Readable,
    ) -> &'r mut Vec<StoreId> {
        if !readable.is_listed {
            let mut list = std::mem::take(&mut readable.list);
            list.clear();
            for history in &location.histories {
                list.extend(self.stores_for(kind, history).take(readable.beyond_of(history)));
                list.extend(readable.chained_of(history));
            }
            (readable.list, readable.is_listed) = (list, true);
        }
        &mut readable.list
    }

    /// The members of the prior set, and what has read them by read-modify-writes, as far as they may be read.
    fn find_chained(&self, prior: &[StoreId], kind: Kind, chained: &mut Vec<Found>) {
        for &before in prior {
            let mut member = Some(before);
            while let Some(store) = member {
                member = self.graph.next_in_chain(store);
                let is_updated = member.is_some();
                let is_possible = |other: &StoreId| self.graph.may_precede(&self.clocks, *other, store);
                if !(kind.writes && is_updated) && prior.iter().all(is_possible) {
                    chained.push(Found { store, slot: self.graph[store].slot, number: self.graph[store].number });
                }
            }
        }
        if chained.len() > 1 {
            chained.sort_unstable_by_key(|found| std::cmp::Reverse(found.number));
        }
    }

    /// The union of the clocks of the ends of the chains of `prior`, for which there is `room`. A store beyond it comes before none of
    /// these ends; one within it before one of them at least.
    fn reach<'a>(&'a self, prior: &[StoreId], room: &'a mut Vec<u64>) -> &'a [u64] {
        if let [only] = *prior {
            return self.graph.clock_of_end(&self.clocks, only);
        }
        room.clear();
        room.resize(self.clocks.width(), 0);
        for &before in prior {
            join(room, self.graph.clock_of_end(&self.clocks, before));
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
    pub(super) fn store(&self, index: usize) -> StoreId {
        let Readable { counts, list, is_listed, .. } = self.readable;
        if *is_listed {
            return list[index];
        }
        // Where it is: again without a branch for each history where it is not.
        let (mut which, mut before, mut sum) = (0, 0, 0);
        for (next, history) in (1..).zip(&self.location.histories) {
            sum += counts[history.slot as usize] as usize;
            (which, before) = if sum <= index { (next, sum) } else { (which, before) };
        }
        let history = &self.location.histories[which];
        let (index, beyond) = (index - before, self.readable.beyond_of(history));
        let found = match index.checked_sub(beyond) {
            None => self.execution.stores_for(self.kind, history).nth(index),
            Some(index) => self.readable.chained_of(history).nth(index),
        };
        found.expect("as many stores as have been counted")
    }
}

impl Candidates for Offer<'_> {
    fn count(&self) -> usize {
        let Readable { count, list, is_listed, .. } = self.readable;
        if *is_listed { list.len() } else { *count as usize }
    }

    fn latest(&self) -> usize {
        let Readable { counts, list, is_listed, .. } = self.readable;
        let time = |store: StoreId| self.execution.graph[store].time;
        if *is_listed {
            return (0..list.len()).max_by_key(|&index| time(list[index])).unwrap_or(0);
        }
        let (mut latest, mut latest_time, mut index) = (0, 0, 0);
        for history in &self.location.histories {
            let first = match self.readable.beyond_of(history) {
                0 => self.readable.chained_of(history).next(),
                _ => self.execution.stores_for(self.kind, history).next(),
            };
            // Of two at the same time the second, as in a list.
            if let Some(time) = first.map(time).filter(|&time| time >= latest_time) {
                (latest, latest_time) = (index, time);
            }
            index += counts[history.slot as usize] as usize;
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
