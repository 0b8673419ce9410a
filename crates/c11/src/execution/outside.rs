//! What gets into atomic locations without an atomic store: initial values, plain stores (paper, section 7.2), and values written by
//! code that is not instrumented.
//!
//! **Plain stores** are met late, when an atomic access finds the bytes freshly written: the last plain write becomes a store of its thread at its time. What it
//! comes after is known as long as there is no race: all that was done to the location before it.
//!
//! **Foreign writes** (uninstrumented libraries, inline assembly, the kernel) are found by comparison of memory with the newest store. Nothing is known
//! about them; to give no false alarm we let them come after all stores, be releases by everybody, and be known to everybody: a thread that has
//! set up its own variable without our noticing must not read what was there before because another thread was the first to be seen there.
//!
//! **Sizes.** A location is an address and a size. An access of another size, or to other bytes that overlap, ends the old locations and begins one with what
//! is in memory, which passes on what their newest stores released. What could be read is forgotten then.

use super::atomic::truncated;
use super::prior_set::add_prior;
use super::readable::AccessEffect;
use super::{BEGINNING, Execution, OUTSIDE};
use crate::clock::Row;
use crate::location::LocationId;
use crate::modification::NewStore;
use crate::shadow::{Entry, Epoch, Fresh, granules};
use crate::{AccessKind, AccessSite, Atomic, Order, ThreadId};

/// Added to the numbers of plain stores, which count apart from events.
const PLAIN_EVENTS: u32 = 1 << 31;

/// How many granules before its own first one a location can reach into another: it has at most 16 bytes.
const REACH: u64 = 2;

impl Execution {
    /// The location of an access. Its newest store is what is in memory.
    pub(super) fn locate(&mut self, access: &Atomic) -> LocationId {
        let memory = truncated(access.memory, access.size);
        let mut met: Option<Fresh> = None;
        for (granule, mask) in granules(access.address, u64::from(access.size)) {
            let fresh = self.shadow.take_fresh(granule, mask);
            met = [met, fresh].into_iter().flatten().max_by_key(|fresh| fresh.time);
        }
        let mut next = self.shadow.location(access.address >> 3);
        while let Some(id) = next {
            let location = &self.locations[id];
            if location.is_of(access) {
                match met {
                    Some(fresh) => self.add_plain_store(id, fresh, memory),
                    None if location.newest_value != memory => self.add_foreign_store(id, access.thread, memory),
                    None => {}
                }
                if self.locations[id].live >= self.locations[id].prune_at {
                    self.prune(id);
                }
                return id;
            }
            next = location.next;
        }
        self.begin_location(access, met, memory)
    }

    fn begin_location(&mut self, access: &Atomic, met: Option<Fresh>, memory: u128) -> LocationId {
        let (address, size) = (access.address, access.size);
        let overlapped = self.overlapping(address, u64::from(size));
        let mut release = None;
        for &old in &overlapped {
            let newest = self.locations[old].newest.and_then(|newest| self.graph[newest].release);
            if let Some(newest) = newest {
                let row = *release.get_or_insert_with(|| self.clocks.allocate());
                self.clocks.join(row, newest);
            }
            self.keep_last_accesses(old);
            self.remove_location(old);
        }
        if self.is_unwatched {
            let row = *release.get_or_insert_with(|| self.clocks.allocate());
            self.release_all_threads(row);
        }
        let granule = address >> 3;
        let next = self.shadow.location(granule);
        let id = self.locations.add(address, size, next, self.prune_after);
        self.shadow.set_location(granule, Some(id));
        for (granule, _) in granules(address, u64::from(size)) {
            self.shadow.mark_atomic(granule);
        }
        match met {
            Some(fresh) => self.add_outside(id, fresh.slot, fresh.time, PLAIN_EVENTS, memory, release),
            // Never seen before: what is there has been there from the beginning.
            None if overlapped.is_empty() => self.add_outside(id, OUTSIDE, BEGINNING, 0, memory, release),
            None => {
                let event = self.next_outside_event(access.thread);
                self.add_outside(id, OUTSIDE, self.time, event, memory, release);
            }
        }
        if self.is_unwatched {
            self.comes_after(access.thread);
        }
        id
    }

    fn add_plain_store(&mut self, id: LocationId, fresh: Fresh, memory: u128) {
        let history = self.locations[id].history(fresh.slot);
        let last = history.actions.latest().next();
        match last {
            // Written again in the same epoch although others have looked at it in between: a race, and reported.
            Some(last) if last.time >= fresh.time => {
                let last = history.stores.latest().next();
                if let Some(store) = last {
                    self.graph[store].value = memory;
                    self.locations[id].newest_value = memory;
                }
            }
            _ => {
                let event = PLAIN_EVENTS + self.locations[id].next_number(fresh.slot);
                self.add_outside(id, fresh.slot, fresh.time, event, memory, None);
            }
        }
    }

    fn add_foreign_store(&mut self, id: LocationId, thread: ThreadId, memory: u128) {
        let release = self.clocks.allocate();
        self.release_all_threads(release);
        let event = self.next_outside_event(thread);
        for state in &self.threads {
            self.clocks.set(state.clock, OUTSIDE as usize, self.time);
        }
        self.add_outside(id, OUTSIDE, self.time, event, memory, Some(release));
        self.comes_after(thread);
    }

    /// The event of this thread takes place after all events that there have been in its midst, when all threads released something: at the time that is now, as its clock says, too.
    fn comes_after(&mut self, thread: ThreadId) {
        self.time += 2;
        let state = &self.threads[thread.0 as usize];
        self.clocks.set(state.clock, state.slot as usize, self.time);
        self.epochs[thread.0 as usize] = Epoch::new(state.slot, self.time + 1);
    }

    /// `thread` has stored what is in memory now, in code that is not instrumented, if that is not what the newest store has put there. It counts as a read-modify-write that
    /// acquires and releases, after all that has been done to the location. Nothing happens where there is no such location.
    ///
    /// A caller that asks this for all that a thread may have stored, before anything else happens, gives each such store to the right thread. It may
    /// order more than the code did: races may be missed, never invented.
    pub fn attribute_store(&mut self, thread: ThreadId, address: u64, size: u8, memory: u128) {
        let memory = truncated(memory, size.min(16));
        let Some(id) = self.known_location(address, size) else { return };
        let is_new = self.locations[id].newest_value != memory;
        if !is_new || self.thread(thread).is_none_or(|state| state.phase == super::Phase::Finished) {
            return;
        }
        // What plain stores have put there is found when the location is accessed next.
        let mut bytes = granules(address, u64::from(size));
        if bytes.any(|(granule, mask)| self.shadow.is_fresh(granule, mask)) {
            return;
        }
        self.locations[id].is_unwatched = true;
        self.tick(thread);
        let (order, place) = (Order::AcquireRelease, AccessSite::default());
        let access = Atomic { thread, address, size, order, place, memory };
        let slot = self.slot(thread);
        self.locations[id].history(slot);
        // In memory it has read what was there: the newest store.
        let kind = AccessEffect { reads: true, writes: true, is_seq_cst: false };
        let mut prior_set = self.prior_set.take().unwrap_or_default();
        self.find_prior_set(thread, id, kind, &mut prior_set);
        let readable = self.list_readable(&self.locations[id], kind, &mut prior_set.readable);
        let newest = self.locations[id].newest.filter(|newest| readable.contains(newest));
        if let Some(newest) = newest {
            self.finish_update(&access, id, newest, &prior_set.prior, memory);
        }
        self.prior_set = Some(prior_set);
        if newest.is_none() {
            // It cannot have read that: the thread knows of a later one. Then it is a store after all others.
            self.acquire_newest(thread, address, size);
            let state = &self.threads[thread.0 as usize];
            let (clock, event) = (state.clock, state.events);
            let release = self.clocks.allocate_copy(clock);
            self.add_outside(id, slot, self.time, event, memory, Some(release));
        }
    }

    /// What is in memory now has been stored in code that is not instrumented, by whatever thread, if that is not what the newest store has put there. It counts as
    /// released by all threads.
    pub fn notice_store(&mut self, thread: ThreadId, address: u64, size: u8, memory: u128) {
        let memory = truncated(memory, size.min(16));
        let Some(id) = self.known_location(address, size) else { return };
        let mut bytes = granules(address, u64::from(size));
        let is_plain = bytes.any(|(granule, mask)| self.shadow.is_fresh(granule, mask));
        if self.locations[id].newest_value != memory && !is_plain && self.thread(thread).is_some() {
            self.locations[id].is_unwatched = true;
            self.tick(thread);
            self.add_foreign_store(id, thread, memory);
        }
    }

    /// `thread` acquires what the newest store to this location has released, though it has not been seen to load it: an event of its own.
    pub fn acquire_newest(&mut self, thread: ThreadId, address: u64, size: u8) {
        if self.thread(thread).is_none() {
            return;
        }
        self.tick(thread);
        let newest = self.known_location(address, size).and_then(|id| self.locations[id].newest);
        if let Some(release) = newest.and_then(|newest| self.graph[newest].release) {
            let clock = self.threads[thread.0 as usize].clock;
            self.clocks.join(clock, release);
        }
    }

    /// `thread` gives back these bytes; `memory` says what is there. If that is not what has been stored in an atomic object among them, code that is not instrumented has
    /// had the last word, as it does for a counter of references: then all that any thread has done so far happens before.
    pub fn acquire_unseen(&mut self, thread: ThreadId, address: u64, size: u64, memory: impl Fn(u64, u8) -> u128) {
        let found = self.shadow.locations_in(address, size);
        let is_unseen = |id: &LocationId| {
            let location = &self.locations[*id];
            let is_within = location.address >= address && location.overlaps(address, size);
            is_within && location.newest_value != truncated(memory(location.address, location.size), location.size)
        };
        if self.thread(thread).is_none() || !found.iter().any(is_unseen) {
            return;
        }
        self.tick(thread);
        self.release_all_threads(self.threads[thread.0 as usize].clock);
    }

    /// All that any thread has done so far, accesses behind its last event included, is known to `clock`.
    fn release_all_threads(&mut self, clock: Row) {
        for index in 0..self.running.len() {
            let thread = self.running[index];
            let state = &self.threads[thread.0 as usize];
            // An event without an effect, so that later events can be distinguished; a thread that waits goes on waiting.
            self.time += 2;
            self.clocks.set(state.clock, state.slot as usize, self.time);
            self.epochs[thread.0 as usize] = Epoch::new(state.slot, self.time + 1);
        }
        for state in &self.threads {
            self.clocks.join(clock, state.clock);
        }
    }

    /// Whether one of the stores of `value` to this location may be its last in modification order, as far as is known: then threads could read it for ever. None where there is no such location.
    pub fn may_be_last(&mut self, address: u64, size: u8, value: u128) -> Option<bool> {
        let id = self.known_location(address, size)?;
        let mut stores = self.locations[id].histories.iter().flat_map(|history| history.stores.latest());
        // A store that comes before another has an edge to one.
        Some(stores.any(|store| self.graph[store].value == value && !self.graph.has_successors(store)))
    }

    /// The location of these bytes, if there is one.
    fn known_location(&mut self, address: u64, size: u8) -> Option<LocationId> {
        let mut next = self.shadow.location(address >> 3);
        while let Some(id) = next {
            let location = &self.locations[id];
            if location.address == address && location.size == size {
                return Some(id);
            }
            next = location.next;
        }
        None
    }

    /// Something from outside happens now, and `thread` is the first to know.
    fn next_outside_event(&mut self, thread: ThreadId) -> u32 {
        let clock = self.threads[thread.0 as usize].clock;
        self.clocks.set(clock, OUTSIDE as usize, self.time);
        self.outside_events += 1;
        self.outside_events
    }

    /// Adds a store after all that has been done to a location.
    fn add_outside(&mut self, id: LocationId, slot: u32, time: u64, event: u32, value: u128, release: Option<Row>) {
        let mut prior_set = self.prior_set.take().unwrap_or_default();
        prior_set.prior.clear();
        for action in self.locations[id].histories.iter().filter_map(|history| history.actions.latest().next()) {
            add_prior(&mut prior_set.prior, &self.graph, action.seen.store);
        }
        let number = self.locations[id].next_number(slot);
        let new = NewStore { slot, time, number, event, value, is_seq_cst: false, release };
        let store = self.graph.add_store(new, &prior_set.prior);
        self.prior_set = Some(prior_set);
        self.add_to_location(id, &new, store);
    }

    /// The locations that have bytes in common with the range.
    pub(super) fn overlapping(&mut self, address: u64, size: u64) -> Vec<LocationId> {
        let first = (address >> 3).saturating_sub(REACH);
        let mut found = Vec::new();
        for (granule, _) in granules(first << 3, address - (first << 3) + size) {
            let mut next = self.shadow.location(granule);
            while let Some(id) = next {
                let location = &self.locations[id];
                if location.overlaps(address, size) {
                    found.push(id);
                }
                next = location.next;
            }
        }
        found
    }

    /// Notes the last atomic accesses to a location that ends in the shadow, where they can still race with plain ones.
    fn keep_last_accesses(&mut self, id: LocationId) {
        let location = &self.locations[id];
        for history in &location.histories {
            let both = [(history.last_read, AccessKind::AtomicRead), (history.last_write, AccessKind::AtomicWrite)];
            for (last, kind) in both.into_iter().filter(|(last, _)| last.time > 0) {
                for (granule, mask) in granules(location.address, u64::from(location.size)) {
                    let entry = Entry { slot: history.slot, time: last.time, mask, kind, place: last.place };
                    self.shadow.record(granule, entry, &|_| false);
                }
            }
        }
    }

    pub(super) fn remove_location(&mut self, id: LocationId) {
        let granule = self.locations[id].address >> 3;
        let mut link: Option<LocationId> = None;
        let mut next = self.shadow.location(granule);
        while let Some(current) = next.filter(|&current| current != id) {
            (link, next) = (Some(current), self.locations[current].next);
        }
        let behind = self.locations[id].next;
        match link {
            Some(before) => self.locations[before].next = behind,
            None => self.shadow.set_location(granule, behind),
        }
        for history in &self.locations[id].histories {
            for store in history.stores.latest() {
                if let Some(release) = self.graph.remove(store) {
                    self.clocks.release(release);
                }
            }
        }
        self.locations.remove(id);
    }
}
