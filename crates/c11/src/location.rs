//! Atomic locations: what each thread has done to them.

use crate::clock::LANES;
use crate::modification::StoreId;
use crate::{AccessSite, Atomic};

/// A location in [`Locations`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LocationId(pub(crate) u32);

/// A store, as far as it takes to compare it with clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) store: StoreId,
    /// The component of its thread.
    pub(crate) slot: u32,
    /// Its number among the stores of its thread; 0 for no store.
    pub(crate) number: u32,
}

impl Seen {
    /// No store.
    pub(crate) const NOTHING: Seen = Seen { store: StoreId::NONE, slot: 0, number: 0 };
}

/// A load, store or read-modify-write by some thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Action {
    /// When.
    pub(crate) time: u64,
    /// The store, or what the load reads (`get_write` of figure 13).
    pub(crate) seen: Seen,
}

/// The last atomic access of one kind, for races with accesses that are not atomic.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Last {
    /// When; 0 if there was none.
    pub(crate) time: u64,
    pub(crate) place: AccessSite,
}

/// How many of the last actions are looked at together, however many there are: without a branch for each.
const WINDOW: usize = 5;

/// What one thread has done to one location, in order of time, and by that in modification order.
#[derive(Clone, Debug)]
pub(crate) struct Actions {
    /// The times of the last ones, behind zeros for what never was: side by side, as they are all looked at.
    times: [u64; WINDOW],
    /// What these stand for.
    seen: [Seen; WINDOW],
    /// Those before.
    older: Vec<Action>,
}

impl Actions {
    fn new() -> Actions {
        Actions { times: [0; WINDOW], seen: [Seen::NOTHING; WINDOW], older: Vec::new() }
    }

    /// The latest first.
    pub(crate) fn latest(&self) -> impl Iterator<Item = Action> {
        let last = self.times.iter().zip(&self.seen).rev().map(|(&time, &seen)| Action { time, seen });
        last.take_while(|action| action.time > 0).chain(self.older.iter().rev().copied())
    }

    /// What the latest one stands for, or no store.
    #[inline]
    pub(crate) fn last(&self) -> StoreId {
        // The window is filled from its late end: where nothing is there, there is nothing at all.
        self.seen[WINDOW - 1].store
    }

    /// What the last one that is not later than `time` stands for.
    #[inline]
    pub(crate) fn last_until(&self, time: u64) -> Seen {
        // Zeros, in the place of what never was, count as early and stand for no store.
        let early: usize = self.times.iter().map(|&its| usize::from(its <= time)).sum();
        if early > 0 {
            return self.seen[early - 1];
        }
        let early = self.older.partition_point(|action| action.time <= time);
        early.checked_sub(1).map_or(Seen::NOTHING, |last| self.older[last].seen)
    }

    /// The last one that is not later than `time`.
    pub(crate) fn last_action_until(&self, time: u64) -> Option<Action> {
        let window = self.times.iter().zip(&self.seen).rev().find(|(its, _)| (1..=time).contains(*its));
        if let Some((&time, &seen)) = window {
            return Some(Action { time, seen });
        }
        let early = self.older.partition_point(|action| action.time <= time);
        early.checked_sub(1).map(|last| self.older[last])
    }

    /// Its time is not before that of any other.
    pub(crate) fn push(&mut self, action: Action) {
        // What falls out of the window is later than all in `older`, so that this stays in order of time.
        if self.times[0] > 0 {
            self.older.push(Action { time: self.times[0], seen: self.seen[0] });
        }
        self.times.copy_within(1.., 0);
        self.seen.copy_within(1.., 0);
        self.times[WINDOW - 1] = action.time;
        self.seen[WINDOW - 1] = action.seen;
    }

    /// The stores of the location are numbered anew: of each thread so many are gone.
    pub(crate) fn renumber(&mut self, gone: &[u32]) {
        let all = self.seen.iter_mut().chain(self.older.iter_mut().map(|action| &mut action.seen));
        for seen in all.filter(|seen| seen.number > 0) {
            seen.number -= gone[seen.slot as usize];
        }
    }

    /// Removes the first ones, as long as `is_gone`.
    pub(crate) fn remove_first(&mut self, is_gone: impl Fn(&Seen) -> bool) {
        let gone = self.older.iter().take_while(|action| is_gone(&action.seen)).count();
        self.older.drain(..gone);
        // The window is cleared from its early end only: zeros are to stand before everything else, for the counts
        // of `last_until`.
        if self.older.is_empty() {
            for (time, seen) in self.times.iter_mut().zip(&mut self.seen).take_while(|(_, seen)| is_gone(seen)) {
                (*time, *seen) = (0, Seen::NOTHING);
            }
        }
    }
}

/// The stores of one thread to one location that are kept: the last of those that it has made, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stores {
    kept: Vec<StoreId>,
    /// How many of the last ones no read-modify-write has read, so that the next one may: four bits for each number of last ones.
    ends: u64,
    /// Those that are sequentially consistent, with their numbers.
    seq_cst: Vec<(u32, StoreId)>,
}

/// Four bits for each number of last stores from 1 on: 1.
const ONE_EACH: u64 = 0x1111_1111_1111_1110;

impl Stores {
    /// The latest first.
    pub(crate) fn latest(&self) -> impl Iterator<Item = StoreId> {
        self.kept.iter().rev().copied()
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u32 {
        self.kept.len() as u32
    }

    /// How many of the latest `count` no read-modify-write has read. None if that is not known of so many.
    #[inline]
    pub(crate) fn ends_among(&self, count: u32) -> Option<u32> {
        (count < 16).then(|| (self.ends >> (4 * count) & 0xf) as u32)
    }

    /// The last one that is earlier than `time`.
    pub(crate) fn last_before(&self, time: u64, time_of: impl Fn(StoreId) -> u64) -> Option<StoreId> {
        let early = self.kept.partition_point(|&store| time_of(store) < time);
        early.checked_sub(1).map(|last| self.kept[last])
    }

    /// The last sequentially consistent one that is earlier than `time`.
    pub(crate) fn last_seq_cst_before(&self, time: u64, time_of: impl Fn(StoreId) -> u64) -> Option<StoreId> {
        let early = self.seq_cst.partition_point(|&(_, store)| time_of(store) < time);
        early.checked_sub(1).map(|last| self.seq_cst[last].1)
    }

    /// Those up to this number are about to be removed.
    pub(crate) fn forget_seq_cst_until(&mut self, number: u32) {
        let gone = self.seq_cst.partition_point(|&(its, _)| its <= number);
        self.seq_cst.drain(..gone);
    }

    /// So many stores of the thread are gone, and those that are kept are numbered anew.
    pub(crate) fn renumber(&mut self, gone: u32) {
        for (number, _) in &mut self.seq_cst {
            *number -= gone;
        }
    }

    /// Its number is given if it is sequentially consistent.
    pub(crate) fn push(&mut self, store: StoreId, seq_cst: Option<u32>) {
        self.kept.push(store);
        self.seq_cst.extend(seq_cst.map(|number| (number, store)));
        // Each count moves on by one, as the new store is in front, and has been read by none yet.
        self.ends = (self.ends << 4) + ONE_EACH;
    }

    /// A read-modify-write has read the one that so many others follow.
    pub(crate) fn is_read(&mut self, later: u32) {
        if later < 16 {
            // Only counts that reach as far back as this store contain it.
            self.ends -= ONE_EACH << (4 * later);
        }
    }

    /// Removes the first ones, as long as there are more than `count`.
    pub(crate) fn remove_all_but(&mut self, count: usize) -> impl Iterator<Item = StoreId> {
        self.kept.drain(..self.kept.len().saturating_sub(count))
    }
}

/// What one thread has done to one location.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The component of the thread in clocks.
    pub(crate) slot: u32,
    /// Of consecutive accesses that stand for the same store only the first is kept: a thread that knows of a later one knows of it.
    pub(crate) actions: Actions,
    /// The stores among them.
    pub(crate) stores: Stores,
    pub(crate) last_read: Last,
    pub(crate) last_write: Last,
}

/// In place of the index of a history that there is not.
const NO_HISTORY: u32 = u32::MAX;

/// A piece of memory that is accessed atomically.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    pub(crate) address: u64,
    /// In bytes.
    pub(crate) size: u8,
    /// Another location that begins in the same granule of the shadow memory.
    pub(crate) next: Option<LocationId>,
    /// One for each thread that has accessed it, in the order of first accesses.
    pub(crate) histories: Vec<History>,
    /// Their indices, by the components of threads.
    indices: Vec<u32>,
    /// How many stores there have been, by the components of threads: as a clock. They number the stores of a thread.
    pub(crate) made: Vec<u32>,
    /// What the last store has put into memory.
    pub(crate) newest_value: u128,
    /// The last store that took place.
    pub(crate) newest: Option<StoreId>,
    /// The last sequentially consistent store; under the rules of C++20 also what the last such load has read, if that came later.
    pub(crate) last_seq_cst: Option<StoreId>,
    /// Under the rules of C++20: what that has been, and since when.
    pub(crate) seq_cst_since: Vec<(u64, StoreId)>,
    /// Whether code that is not instrumented has stored here: then it is taken to load here, too.
    pub(crate) is_unwatched: bool,
    /// How many stores are kept.
    pub(crate) live: usize,
    /// At how many it is time to look for some that no thread can read any more.
    pub(crate) prune_at: usize,
    /// When that was done last.
    pub(crate) pruned: u64,
}

impl Location {
    /// Whether it is what an access accesses.
    pub(crate) fn is_of(&self, access: &Atomic) -> bool {
        self.address == access.address && self.size == access.size
    }

    /// Whether it has a byte in common with `size` bytes at `address`.
    pub(crate) fn overlaps(&self, address: u64, size: u64) -> bool {
        self.address < address.saturating_add(size) && address < self.address.saturating_add(u64::from(self.size))
    }

    /// The index of the history of a thread, begun if there is none. Indices stay while none is removed.
    #[inline]
    pub(crate) fn history_index(&mut self, slot: u32) -> usize {
        match self.indices.get(slot as usize) {
            Some(&index) if index != NO_HISTORY => index as usize,
            _ => self.begin_history(slot),
        }
    }

    #[cold]
    fn begin_history(&mut self, slot: u32) -> usize {
        let [last_read, last_write] = [Last::default(); 2];
        let (actions, stores) = (Actions::new(), Stores::default());
        self.histories.push(History { slot, actions, stores, last_read, last_write });
        let index = self.histories.len() - 1;
        let slots = self.indices.len().max(slot as usize + 1);
        self.indices.resize(slots, NO_HISTORY);
        // Whole vectors, so that clocks are compared without a rest.
        self.made.resize(slots.next_multiple_of(LANES), 0);
        self.indices[slot as usize] = index as u32;
        index
    }

    /// The history of a thread, if there is one.
    pub(crate) fn history_of(&self, slot: usize) -> Option<&History> {
        self.histories.get(*self.indices.get(slot)? as usize)
    }

    /// The histories with what belongs to their threads, by the components of these.
    pub(crate) fn by_slot<'a, T>(&'a self, items: &'a [T]) -> impl Iterator<Item = (&'a History, &'a T)> {
        self.indices.iter().zip(items).filter_map(|(&index, item)| Some((self.histories.get(index as usize)?, item)))
    }

    /// The number of the next store of a thread.
    pub(crate) fn next_number(&self, slot: u32) -> u32 {
        self.made.get(slot as usize).map_or(1, |made| made + 1)
    }

    /// Keeps the histories for which `is_kept`.
    pub(crate) fn retain_histories(&mut self, is_kept: impl FnMut(&History) -> bool) {
        let count = self.histories.len();
        self.histories.retain(is_kept);
        if self.histories.len() < count {
            self.indices.fill(NO_HISTORY);
            for (index, history) in (0..).zip(&self.histories) {
                self.indices[history.slot as usize] = index;
            }
        }
    }

    /// The history of a thread, begun if there is none.
    pub(crate) fn history(&mut self, slot: u32) -> &mut History {
        let index = self.history_index(slot);
        &mut self.histories[index]
    }
}

/// All locations; places of those that are gone are used again.
#[derive(Clone, Debug)]
pub(crate) struct Locations {
    all: Vec<Location>,
    free: Vec<LocationId>,
    /// Some that have been accessed, by the low bits of their addresses: the way through the shadow memory is a chain of loads, and all else
    /// has to wait for its end.
    recent: [LocationId; RECENT],
}

/// How many locations are found in that way, if the low bits of their addresses differ.
const RECENT: usize = 64;

impl std::ops::Index<LocationId> for Locations {
    type Output = Location;
    fn index(&self, id: LocationId) -> &Location {
        &self.all[id.0 as usize]
    }
}

impl std::ops::IndexMut<LocationId> for Locations {
    fn index_mut(&mut self, id: LocationId) -> &mut Location {
        &mut self.all[id.0 as usize]
    }
}

impl Locations {
    pub(crate) fn new() -> Locations {
        Locations { all: Vec::new(), free: Vec::new(), recent: [LocationId::default(); RECENT] }
    }

    pub(crate) fn add(&mut self, address: u64, size: u8, next: Option<LocationId>, prune_at: usize) -> LocationId {
        let location = |histories| Location {
            address,
            size,
            next,
            histories,
            indices: Vec::new(),
            made: Vec::new(),
            newest_value: 0,
            newest: None,
            last_seq_cst: None,
            seq_cst_since: Vec::new(),
            is_unwatched: false,
            live: 0,
            prune_at,
            pruned: 0,
        };
        match self.free.pop() {
            Some(id) => {
                // The memory of the list is used again, as a location is begun in the place of one that is gone.
                let mut histories = std::mem::take(&mut self[id].histories);
                histories.clear();
                self[id] = location(histories);
                id
            }
            None => {
                self.all.push(location(Vec::new()));
                LocationId(self.all.len() as u32 - 1)
            }
        }
    }

    /// The location of an access, if it is among the recent ones.
    #[inline]
    pub(crate) fn recent(&self, access: &Atomic) -> Option<(LocationId, &Location)> {
        let id = self.recent[(access.address >> 3) as usize % RECENT];
        let location = self.all.get(id.0 as usize)?;
        location.is_of(access).then_some((id, location))
    }

    pub(crate) fn note_recent(&mut self, id: LocationId) {
        self.recent[(self[id].address >> 3) as usize % RECENT] = id;
    }

    pub(crate) fn remove(&mut self, id: LocationId) {
        self[id].size = 0; // That of no access.
        self.free.push(id);
    }
}
