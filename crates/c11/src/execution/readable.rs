//! What an atomic access may read (paper, figure 12): what need not come before a member of the prior set.
//!
//! Stores beyond the reach of the ends of the prior chains come before none of them; within it only members of the prior set and what has read
//! them by read-modify-writes may. Happens-before needs no look here: a store that is followed by one that happens before comes before
//! something prior.
//!
//! What comes before a store of another chain does so by an edge from the end of its own: so either all of a chain is beyond reach, or nothing, and
//! of a prior chain either all from its prior member on may be read, or nothing.
//!
//! There can be many stores, and mostly one of them only is wanted: they are counted, and found when asked for.

use super::Execution;
use crate::clock::{join, subtract};
use crate::location::{History, Location};
use crate::modification::StoreId;
use crate::{Candidate, Candidates};

/// What the access is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AccessEffect {
    /// Whether it reads.
    pub(super) reads: bool,
    /// Whether it writes.
    pub(super) writes: bool,
    /// Whether it is in the order of sequentially consistent operations.
    pub(super) is_seq_cst: bool,
}

impl AccessEffect {
    /// A load that is not sequentially consistent, as far as its prior set goes.
    pub(super) const WEAK_PRIOR: AccessEffect = AccessEffect { reads: false, writes: false, is_seq_cst: false };
}

/// What an access may read, in this order.
#[derive(Clone, Debug, Default)]
pub(super) struct Readable {
    /// Of the prior set and its chains, along these.
    runs: Vec<Run>,
    /// By the components of threads: how many stores are beyond reach. The latest of a thread is first.
    beyond: Vec<u32>,
    /// How many there are in all.
    count: usize,
    /// All of it, where it has been listed: then this alone counts.
    list: Vec<StoreId>,
    is_listed: bool,
    /// The union of the clocks of the ends of the chains of the prior set.
    reach: Vec<u32>,
}

/// A store, and those that follow it in its chain.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: StoreId,
    count: usize,
}

impl Readable {
    pub(super) fn clear(&mut self) {
        self.runs.clear();
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
        kind: AccessEffect,
        last_seq_cst: Option<StoreId>,
        prior: &[StoreId],
        readable: &mut Readable,
    ) {
        let in_runs = self.find_runs(prior, kind, &mut readable.runs);
        readable.count = in_runs + self.count_beyond(location, prior, kind, readable);
        if let Some(last) = last_seq_cst {
            let list = self.list_readable(location, kind, readable);
            list.retain(|&store| store == last || !self.is_stale(store, last));
        }
    }

    /// The members of the prior set, and what has read them by read-modify-writes, as far as they may be read. Gives their number.
    fn find_runs(&self, prior: &[StoreId], kind: AccessEffect, runs: &mut Vec<Run>) -> usize {
        let mut sum = 0;
        for &first in prior {
            let end = self.graph.end(first);
            let is_possible = |&other: &StoreId| self.graph.may_precede(other, first);
            if prior.len() == 1 || prior.iter().all(is_possible) {
                let run = match kind.writes || first == end {
                    true => Run { first: end, count: 1 },
                    false => Run { first, count: self.graph.distance(first, end) + 1 },
                };
                runs.push(run);
                sum += run.count;
            }
        }
        sum
    }

    /// Counts the stores beyond the reach of the prior set: the last ones of each thread.
    fn count_beyond(
        &self,
        location: &Location,
        prior: &[StoreId],
        kind: AccessEffect,
        readable: &mut Readable,
    ) -> usize {
        let Readable { beyond, reach, .. } = readable;
        let reach = self.reach(prior, reach);
        beyond.resize(location.made.len(), 0);
        let mut sum = subtract(beyond, &location.made, reach) as usize;
        if self.window.is_some() {
            sum = limit_to_kept(location, beyond);
        }
        if kind.writes {
            // A read-modify-write reads the end of a chain, so that these alone count.
            sum = 0;
            for history in &location.histories {
                let count = &mut beyond[history.slot as usize];
                let is_end = |store: &StoreId| self.graph.is_end(*store);
                let count_all = |beyond| history.stores.latest().take(beyond).filter(is_end).count() as u32;
                *count = history.stores.ends_among(*count).unwrap_or_else(|| count_all(*count as usize));
                sum += *count as usize;
            }
        }
        sum
    }

    /// The stores of a history that an access may read as far as that alone goes, the latest first.
    fn stores_for<'a>(&'a self, kind: AccessEffect, history: &'a History) -> impl Iterator<Item = StoreId> {
        history.stores.latest().filter(move |store| !kind.writes || self.graph.is_end(*store))
    }

    /// A store of a run.
    fn store_of(&self, run: Run, index: usize) -> StoreId {
        (0..index)
            .fold(run.first, |store, _| self.graph.next_in_chain(store).expect("as long a chain as has been measured"))
    }

    /// Lists what may be read.
    pub(super) fn list_readable<'r>(
        &self,
        location: &Location,
        kind: AccessEffect,
        readable: &'r mut Readable,
    ) -> &'r mut Vec<StoreId> {
        let Readable { runs, beyond, list, is_listed, .. } = readable;
        if !*is_listed {
            list.clear();
            for &Run { first, count } in &*runs {
                let along = std::iter::successors(Some(first), |&store| self.graph.next_in_chain(store));
                list.extend(along.take(count));
            }
            for (history, &count) in location.by_slot(beyond) {
                list.extend(self.stores_for(kind, history).take(count as usize));
            }
            *is_listed = true;
        }
        list
    }

    /// The union of the clocks of the ends of the chains of `prior`, for which there is `room`. A store beyond it comes before none of
    /// these ends; one within it before one of them at least.
    fn reach<'a>(&'a self, prior: &[StoreId], room: &'a mut Vec<u32>) -> &'a [u32] {
        if let [only] = *prior {
            return self.graph.clock_of_end(only);
        }
        room.clear();
        room.resize(self.clocks.width(), 0);
        for &before in prior {
            join(room, self.graph.clock_of_end(before));
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

/// Of stores that were given up although a thread could read them, none counts: by the components of threads, no more than are kept. Gives how many there are then.
fn limit_to_kept(location: &Location, beyond: &mut [u32]) -> usize {
    let counted = beyond.to_vec();
    beyond.fill(0);
    for history in &location.histories {
        let slot = history.slot as usize;
        beyond[slot] = counted[slot].min(history.stores.count());
    }
    beyond.iter().map(|&count| count as usize).sum()
}

/// What may be read, as a strategy is shown it.
pub(super) struct Offer<'a> {
    pub(super) execution: &'a Execution,
    pub(super) location: &'a Location,
    pub(super) kind: AccessEffect,
    pub(super) readable: &'a Readable,
}

impl Offer<'_> {
    /// One of the stores, by its number.
    pub(super) fn store(&self, mut index: usize) -> StoreId {
        let Readable { runs, beyond, list, is_listed, .. } = self.readable;
        if *is_listed {
            return list[index];
        }
        let found = "as many stores as have been counted";
        for &run in runs {
            if index < run.count {
                return self.execution.store_of(run, index);
            }
            index -= run.count;
        }
        // Whose it is: again without a branch for each thread whose it is not.
        let (mut slot, mut before, mut sum) = (0, 0, 0);
        for (next, &count) in (1..).zip(beyond) {
            sum += count as usize;
            (slot, before) = if sum <= index { (next, sum) } else { (slot, before) };
        }
        let history = self.location.history_of(slot).expect(found);
        let index = index - before;
        match self.kind.writes {
            true => self.execution.stores_for(self.kind, history).nth(index).expect(found),
            false => history.stores.latest().nth(index).expect(found),
        }
    }
}

impl Candidates for Offer<'_> {
    fn count(&self) -> usize {
        let Readable { count, list, is_listed, .. } = self.readable;
        if *is_listed { list.len() } else { *count }
    }

    fn latest(&self) -> usize {
        let Readable { runs, beyond, list, is_listed, .. } = self.readable;
        let graph = &self.execution.graph;
        let time = |store: StoreId| graph[store].time;
        if *is_listed {
            return (0..list.len()).max_by_key(|&index| time(list[index])).unwrap_or(0);
        }
        let (mut latest, mut latest_time, mut index) = (0, 0, 0);
        let mut look = |index, store: Option<StoreId>| {
            if let Some(time) = store.map(time).filter(|&time| time >= latest_time) {
                (latest, latest_time) = (index, time);
            }
        };
        for run in runs {
            index += run.count;
            look(index - 1, Some(graph.end(run.first)));
        }
        for (history, &count) in self.location.by_slot(beyond) {
            look(index, self.execution.stores_for(self.kind, history).next().filter(|_| count > 0));
            index += count as usize;
        }
        latest
    }

    fn get(&self, index: usize) -> Candidate {
        self.execution.candidate(self.store(index))
    }
}

/// One store, where no other may be read.
pub(super) struct Only<'a> {
    pub(super) execution: &'a Execution,
    pub(super) store: StoreId,
}

impl Candidates for Only<'_> {
    fn count(&self) -> usize {
        1
    }

    fn latest(&self) -> usize {
        0
    }

    fn get(&self, index: usize) -> Candidate {
        assert!(index == 0, "there is one store to be read");
        self.execution.candidate(self.store)
    }
}

impl Execution {
    /// A store, as a strategy is shown it.
    fn candidate(&self, store: StoreId) -> Candidate {
        let store = &self.graph[store];
        Candidate {
            thread: self.thread_of(store.slot, store.time),
            time: store.time,
            event: store.event,
            value: store.value,
        }
    }
}
