//! Atomic loads, stores and read-modify-writes (paper, figures 9 and 11).

use super::prior_set::PriorSet;
use super::readable::{AccessEffect, Offer, Only, Readable};
use super::{Execution, Phase};
use crate::location::{Action, History, Last, Location, LocationId, Seen};
use crate::modification::{NewStore, Store, StoreId};
use crate::{AccessKind, Atomic, Candidates, Choice, Exchange, Exchanged, Order, Rules, Strategy, ThreadId, Updated};

/// By size in bytes: the bits of a value.
const MASKS: [u128; 17] = {
    let mut masks = [u128::MAX; 17];
    let mut size = 0;
    while size < 16 {
        masks[size] = (1 << (8 * size)) - 1;
        size += 1;
    }
    masks
};

/// The bits of a value of `size` bytes, at most 16.
pub(super) fn truncated(value: u128, size: u8) -> u128 {
    value & MASKS[size as usize]
}

/// A read-modify-write of which it is known what it reads, and not yet what it writes.
#[derive(Clone, Debug)]
pub struct UpdateBegun {
    access: Atomic,
    /// The location and the store that is read; none where the call makes no sense.
    read: Option<(LocationId, StoreId)>,
    prior: Vec<StoreId>,
    old: u128,
}

impl UpdateBegun {
    /// The value read.
    pub fn old(&self) -> u128 {
        self.old
    }
}

impl Execution {
    /// An atomic load. Gives the value; memory stays as it is.
    pub fn load(&mut self, access: &Atomic, strategy: &mut dyn Strategy) -> u128 {
        let Some(location) = self.begin(access, AccessKind::AtomicRead) else { return access.memory };
        let kind = AccessEffect { reads: true, writes: false, is_seq_cst: access.order.is_seq_cst() };
        let mut prior_set = self.prior_set.take().unwrap_or_default();
        self.find_prior_set(access.thread, location, kind, &mut prior_set);
        let picked = self.pick(access.thread, location, kind, &prior_set.readable, strategy);
        let value = picked.map(|store| self.finish_load(access, access.order, location, store, &prior_set.prior));
        self.prior_set = Some(prior_set);
        value.unwrap_or(access.memory)
    }

    /// An atomic store of `value`, which the caller then puts into memory.
    pub fn store(&mut self, access: &Atomic, value: u128) {
        let Some(location) = self.begin(access, AccessKind::AtomicWrite) else { return };
        let kind = AccessEffect { reads: false, writes: true, is_seq_cst: access.order.is_seq_cst() };
        let mut prior_set = self.prior_set.take().unwrap_or_default();
        self.find_prior_set(access.thread, location, kind, &mut prior_set);
        let release = self.released(access.thread, access.order);
        let new = self.new_store(access, location, value, release);
        let id = self.graph.add_store(new, &prior_set.prior);
        self.prior_set = Some(prior_set);
        self.stored(access, location, &new, id, false);
    }

    /// An atomic read-modify-write. `update` computes the new value from the old one; the caller then puts the new one into memory.
    pub fn read_modify_write(
        &mut self,
        access: &Atomic,
        update: impl FnOnce(u128) -> u128,
        strategy: &mut dyn Strategy,
    ) -> Updated {
        let Some(location) = self.begin(access, AccessKind::AtomicWrite) else {
            return Updated { old: access.memory, new: update(access.memory) };
        };
        if let Some(last) = self.only_end(location) {
            strategy.pick_store(access.thread, &Only { execution: self, store: last });
            let old = self.graph[last].value;
            let new = truncated(update(old), access.size);
            self.finish_update(access, location, last, &[], new);
            return Updated { old, new };
        }
        let (picked, old, prior_set) = self.pick_for_update(access, location, strategy);
        let new = truncated(update(old), access.size);
        if let Some(store) = picked {
            self.finish_update(access, location, store, &prior_set.prior, new);
        }
        self.prior_set = Some(prior_set);
        Updated { old, new }
    }

    /// Chooses what a read-modify-write reads. Gives the store, if there is one, the value, and what has to come before the new store; that is given back as `prior_set`.
    fn pick_for_update(
        &mut self,
        access: &Atomic,
        location: LocationId,
        strategy: &mut dyn Strategy,
    ) -> (Option<StoreId>, u128, Box<PriorSet>) {
        let kind = AccessEffect { reads: true, writes: true, is_seq_cst: access.order.is_seq_cst() };
        let mut prior_set = self.prior_set.take().unwrap_or_default();
        self.find_prior_set(access.thread, location, kind, &mut prior_set);
        let picked = self.pick(access.thread, location, kind, &prior_set.readable, strategy);
        let old = picked.map_or(access.memory, |store| self.graph[store].value);
        (picked, old, prior_set)
    }

    /// The first half of a read-modify-write whose new value is not known yet: chooses what it reads. [`Execution::end_update`] is the second, before which nothing else may happen in the
    /// execution.
    pub fn begin_update(&mut self, access: &Atomic, strategy: &mut dyn Strategy) -> UpdateBegun {
        let begun = |read, prior, old| UpdateBegun { access: *access, read, prior, old };
        let Some(location) = self.begin(access, AccessKind::AtomicWrite) else {
            return begun(None, Vec::new(), access.memory);
        };
        let (picked, old, prior_set) = self.pick_for_update(access, location, strategy);
        let prior = prior_set.prior.to_vec();
        self.prior_set = Some(prior_set);
        begun(picked.map(|store| (location, store)), prior, old)
    }

    /// The second half, with the new value, which is in memory.
    pub fn end_update(&mut self, begun: UpdateBegun, value: u128) {
        let UpdateBegun { access, read, prior, .. } = begun;
        if let Some((location, store)) = read {
            self.finish_update(&access, location, store, &prior, truncated(value, access.size));
        }
    }

    /// A compare-exchange. On success the caller puts the desired value into memory.
    ///
    /// Of a weak one [`Choice::SpuriousFailure`] is asked first, and decides what it can read: if it does not fail spuriously, it is a strong one.
    pub fn compare_exchange(&mut self, access: &Atomic, exchange: &Exchange, strategy: &mut dyn Strategy) -> Exchanged {
        // Whether it writes shows later.
        let Some(location) = self.begin(access, AccessKind::AtomicRead) else {
            return Exchanged { old: access.memory, success: access.memory == exchange.expected };
        };
        let expected = truncated(exchange.expected, access.size);
        let [success, failure] = [
            AccessEffect { reads: true, writes: true, is_seq_cst: access.order.is_seq_cst() },
            AccessEffect { reads: true, writes: false, is_seq_cst: exchange.failure.is_seq_cst() },
        ];
        let mut prior_set = self.prior_set.take().unwrap_or_default();
        let mut failing = self.failing.take().unwrap_or_default();
        self.find_prior_set(access.thread, location, success, &mut prior_set);
        self.find_prior_set(access.thread, location, failure, &mut failing);
        let is_expected = |store: &StoreId| self.graph[*store].value == expected;
        let history = &self.locations[location];
        let readable = self.list_readable(history, success, &mut prior_set.readable);
        let readable_failing = self.list_readable(history, failure, &mut failing.readable);
        let can_be_spurious = exchange.is_weak && readable_failing.iter().any(is_expected);
        let is_spurious = can_be_spurious && strategy.pick(access.thread, Choice::SpuriousFailure, 2) > 0;
        // What is read decides: the expected value means success, unless it is to fail spuriously; any other value
        // means failure.
        readable.retain(|store| is_expected(store) && !is_spurious);
        readable.extend(readable_failing.iter().filter(|store| is_expected(store) == is_spurious));
        let picked = self.pick(access.thread, location, success, &prior_set.readable, strategy);
        let result = picked.map(|store| {
            let old = self.graph[store].value;
            let success = old == expected && !is_spurious;
            if success {
                // It was begun as a read.
                self.check_against_plain(access, AccessKind::AtomicWrite);
                self.finish_update(access, location, store, &prior_set.prior, truncated(exchange.desired, access.size));
            } else {
                self.finish_load(access, exchange.failure, location, store, &failing.prior);
            }
            Exchanged { old, success }
        });
        (self.prior_set, self.failing) = (Some(prior_set), Some(failing));
        result.unwrap_or(Exchanged { old: access.memory, success: false })
    }

    /// The event of an access, races with plain accesses, and its location, which knows what is in memory. None for a call that makes no sense.
    #[inline(always)]
    fn begin(&mut self, access: &Atomic, kind: AccessKind) -> Option<LocationId> {
        let has_ended = self.thread(access.thread)?.phase == Phase::Finished;
        if has_ended || !(1..=16).contains(&access.size) {
            return None;
        }
        self.tick(access.thread);
        match self.location_at_once(access, kind) {
            Some(location) => Some(location),
            None => Some(self.check_and_locate(access, kind)),
        }
    }

    #[cold]
    fn check_and_locate(&mut self, access: &Atomic, kind: AccessKind) -> LocationId {
        self.check_against_plain(access, kind);
        let location = self.locate(access);
        self.locations.note_recent(location);
        location
    }

    /// The location of an access for which it is clear from one cell that it races with nothing, and finds in memory what the newest store has put there.
    fn location_at_once(&self, access: &Atomic, kind: AccessKind) -> Option<LocationId> {
        let seen = self.shadow.recorded(access.address, u64::from(access.size))?;
        let is_known =
            |slot: u32, time| self.clocks.get(self.threads[access.thread.0 as usize].clock, slot as usize) >= time;
        if !seen.is_quiet(kind.is_write(), is_known) {
            return None;
        }
        let (id, location) = self.locations.recent(access)?;
        let is_newest = location.newest_value == truncated(access.memory, access.size);
        (!seen.is_fresh() && is_newest).then_some(id)
    }

    /// Lets the strategy choose one of the stores.
    fn pick(
        &self,
        thread: ThreadId,
        location: LocationId,
        kind: AccessEffect,
        readable: &Readable,
        strategy: &mut dyn Strategy,
    ) -> Option<StoreId> {
        let offer = Offer { execution: self, location: &self.locations[location], kind, readable };
        let last = offer.count().checked_sub(1)?;
        Some(offer.store(strategy.pick_store(thread, &offer).min(last)))
    }

    /// The reading half of an access: edges, and synchronisation.
    fn read_from(&mut self, thread: ThreadId, order: Order, store: StoreId, prior: &[StoreId]) {
        for &before in prior {
            self.graph.add_edge(before, store);
        }
        let Some(released) = self.graph[store].release else { return };
        let state = &mut self.threads[thread.0 as usize];
        let clock = match order.acquires() {
            true => state.clock,
            false => *state.acquire_fence.get_or_insert_with(|| self.clocks.allocate()),
        };
        self.clocks.join(clock, released);
    }

    #[inline]
    fn finish_load(
        &mut self,
        access: &Atomic,
        order: Order,
        location: LocationId,
        store: StoreId,
        prior: &[StoreId],
    ) -> u128 {
        self.read_from(access.thread, order, store, prior);
        let slot = self.slot(access.thread);
        let history = self.locations[location].history(slot);
        history.last_read = Last { time: self.time, place: access.place };
        if history.actions.last() != store {
            let Store { slot, number, .. } = self.graph[store];
            history.actions.push(Action { time: self.time, seen: Seen { store, slot, number } });
        }
        if order.is_seq_cst() && self.rules == Rules::Cxx20 && self.locations[location].last_seq_cst != Some(store) {
            let location = &mut self.locations[location];
            location.last_seq_cst = Some(store);
            location.seq_cst_since.push((self.time, store));
        }
        // Code that is not instrumented looks at memory next, perhaps because of an old value that is read here.
        let &Location { is_unwatched, newest, .. } = &self.locations[location];
        if is_unwatched && newest != Some(store) {
            self.acquire_newest(access.thread, access.address, access.size);
        }
        self.graph[store].value
    }

    pub(super) fn finish_update(
        &mut self,
        access: &Atomic,
        location: LocationId,
        read: StoreId,
        prior: &[StoreId],
        value: u128,
    ) {
        self.read_from(access.thread, access.order, read, prior);
        let Store { slot, number, release: inherited, .. } = self.graph[read];
        let release = match (self.released(access.thread, access.order), inherited) {
            (Some(own), Some(inherited)) => {
                // What an acquiring operation has just got is among what a releasing one hands on.
                if !(access.order.acquires() && access.order.releases()) {
                    self.clocks.join(own, inherited);
                }
                Some(own)
            }
            (None, Some(inherited)) => Some(self.clocks.allocate_copy(inherited)),
            (own, None) => own,
        };
        let read_from = &mut self.locations[location];
        let later = read_from.made[slot as usize] - number;
        read_from.history(slot).stores.is_read(later);
        let new = self.new_store(access, location, value, release);
        let id = self.graph.add_read_modify_write(new, read);
        self.stored(access, location, &new, id, true);
    }

    /// What a store of this order hands on itself.
    fn released(&mut self, thread: ThreadId, order: Order) -> Option<crate::clock::Row> {
        let state = &self.threads[thread.0 as usize];
        let from = if order.releases() { state.clock } else { state.release_fence? };
        Some(self.clocks.allocate_copy(from))
    }

    fn new_store(
        &self,
        access: &Atomic,
        location: LocationId,
        value: u128,
        release: Option<crate::clock::Row>,
    ) -> NewStore {
        NewStore {
            slot: self.slot(access.thread),
            time: self.time,
            number: self.locations[location].next_number(self.slot(access.thread)),
            event: self.threads[access.thread.0 as usize].events,
            value: truncated(value, access.size),
            is_seq_cst: access.order.is_seq_cst(),
            release,
        }
    }

    /// Puts a store by a thread on record, or a read-modify-write, which reads as well.
    fn stored(&mut self, access: &Atomic, id: LocationId, new: &NewStore, store: StoreId, reads: bool) {
        let history = self.add_to_location(id, new, store);
        history.last_write = Last { time: new.time, place: access.place };
        if reads {
            history.last_read = history.last_write;
        }
        let location = &mut self.locations[id];
        if new.is_seq_cst {
            location.last_seq_cst = Some(store);
            if self.rules == Rules::Cxx20 {
                location.seq_cst_since.push((new.time, store));
            }
        }
        if location.live >= location.prune_at {
            self.prune(id);
        }
    }

    /// Puts a store on record, by a thread or from outside. Gives the history that it is part of.
    #[inline]
    pub(super) fn add_to_location(&mut self, location: LocationId, new: &NewStore, id: StoreId) -> &mut History {
        let &NewStore { slot, time, number, value, is_seq_cst, .. } = new;
        let location = &mut self.locations[location];
        location.newest = Some(id);
        location.newest_value = value;
        location.live += 1;
        let index = location.history_index(slot);
        location.made[slot as usize] = number;
        let history = &mut location.histories[index];
        history.actions.push(Action { time, seen: Seen { store: id, slot, number } });
        history.stores.push(id, is_seq_cst.then_some(number));
        history
    }
}
