//! Atomic locations: what each thread has done to them.

use crate::modification::StoreId;
use crate::{Atomic, Place};

/// A location in [`Locations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LocationId(pub(crate) u32);

/// A load, store or read-modify-write by some thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Action {
    /// When.
    pub(crate) time: u64,
    /// The store, or what the load reads (`get_write` of figure 13).
    pub(crate) store: StoreId,
    /// Whether it is the store.
    pub(crate) is_store: bool,
    /// Whether it is a store, and sequentially consistent.
    pub(crate) is_seq_cst_store: bool,
    /// The component of the thread of the store.
    pub(crate) store_slot: u32,
    /// When the store took place.
    pub(crate) store_time: u64,
}

/// The last atomic access of one kind, for races with accesses that are not atomic.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Last {
    /// When; 0 if there was none.
    pub(crate) time: u64,
    pub(crate) place: Place,
}

/// How many of the last times are looked at together, however many there are: without a branch for each.
const WINDOW: usize = 4;

/// What has a time.
pub(crate) trait Timed: Copy {
    /// Something that never was, at time 0.
    const NEVER: Self;

    fn time(&self) -> u64;
}

impl Timed for Action {
    const NEVER: Action = Action {
        time: 0,
        store: StoreId::NONE,
        is_store: false,
        is_seq_cst_store: false,
        store_slot: 0,
        store_time: 0,
    };

    fn time(&self) -> u64 {
        self.time
    }
}

/// A store and when it took place.
pub(crate) type StoreTime = (StoreId, u64);

impl Timed for StoreTime {
    const NEVER: StoreTime = (StoreId::NONE, 0);

    fn time(&self) -> u64 {
        self.1
    }
}

/// What belongs to one thread and one location, in order of time.
///
/// Behind a window of what never was, so that there always is a window of last ones.
#[derive(Clone, Debug)]
pub(crate) struct ByTime<T>(Vec<T>);

impl<T: Timed> ByTime<T> {
    fn new() -> ByTime<T> {
        ByTime(vec![T::NEVER; WINDOW])
    }

    pub(crate) fn all(&self) -> &[T] {
        &self.0[WINDOW..]
    }

    /// How many are later than `time`.
    #[inline]
    pub(crate) fn count_after(&self, time: u64) -> usize {
        let (older, last) = self.0.split_last_chunk::<WINDOW>().expect("a window of what never was");
        let later = last.iter().filter(|item| item.time() > time).count();
        if later < WINDOW { later } else { later + older.iter().rev().take_while(|item| item.time() > time).count() }
    }

    /// The one that `later` others follow.
    #[inline]
    pub(crate) fn followed_by(&self, later: usize) -> Option<&T> {
        let item = &self.0[self.0.len() - 1 - later];
        if item.time() > 0 { Some(item) } else { None }
    }

    /// The last one that is not later than `time`, or what never was.
    #[inline]
    pub(crate) fn last_until(&self, time: u64) -> &T {
        &self.0[self.0.len() - 1 - self.count_after(time)]
    }

    /// Its time is not before that of any other.
    pub(crate) fn push(&mut self, item: T) {
        self.0.push(item);
    }

    /// Removes what is of this time.
    pub(crate) fn remove(&mut self, time: u64) {
        if let Some(index) = self.0.iter().rposition(|item| item.time() == time) {
            self.0.remove(index);
        }
    }

    /// Keeps those for which `is_kept`, and all that are later than `time`; tells of the others.
    pub(crate) fn retain_until(&mut self, time: u64, is_kept: impl Fn(&T) -> bool, mut gone: impl FnMut(&T)) {
        let early = self.0.len() - self.count_after(time);
        let mut kept = WINDOW;
        for index in WINDOW..early {
            let item = self.0[index];
            if is_kept(&item) {
                self.0[kept] = item;
                kept += 1;
            } else {
                gone(&item);
            }
        }
        self.0.drain(kept..early);
    }
}

/// What one thread has done to one location.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The component of the thread in clocks.
    pub(crate) slot: u32,
    /// Of consecutive accesses that stand for the same store only the first is kept: whoever knows of a later one knows of it.
    pub(crate) actions: ByTime<Action>,
    /// The stores among them.
    pub(crate) stores: ByTime<StoreTime>,
    /// Those of the stores that no read-modify-write has read: the next one has to read one of these.
    pub(crate) ends: ByTime<StoreTime>,
    pub(crate) last_read: Last,
    pub(crate) last_write: Last,
}

/// In place of the index of a history that there is not.
const NO_HISTORY: u32 = u32::MAX;

impl History {
    /// The stores that a load, or a read-modify-write, may read as far as that alone goes.
    #[inline]
    pub(crate) fn stores_for(&self, is_update: bool) -> &ByTime<StoreTime> {
        if is_update { &self.ends } else { &self.stores }
    }
}

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
    by_slot: Vec<u32>,
    /// What the last store has put into memory.
    pub(crate) newest_value: u128,
    /// The last store that took place.
    pub(crate) newest: Option<StoreId>,
    /// The last sequentially consistent store.
    pub(crate) last_seq_cst: Option<StoreId>,
    /// How many stores are kept.
    pub(crate) live: usize,
    /// At how many it is time to look for some that nobody can read any more.
    pub(crate) prune_at: usize,
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
        match self.by_slot.get(slot as usize) {
            Some(&index) if index != NO_HISTORY => index as usize,
            _ => self.begin_history(slot),
        }
    }

    #[cold]
    fn begin_history(&mut self, slot: u32) -> usize {
        let [last_read, last_write] = [Last::default(); 2];
        let (actions, stores, ends) = (ByTime::new(), ByTime::new(), ByTime::new());
        self.histories.push(History { slot, actions, stores, ends, last_read, last_write });
        let index = self.histories.len() - 1;
        let slots = self.by_slot.len().max(slot as usize + 1);
        self.by_slot.resize(slots, NO_HISTORY);
        self.by_slot[slot as usize] = index as u32;
        index
    }

    /// Keeps the histories for which `is_kept`.
    pub(crate) fn retain_histories(&mut self, is_kept: impl FnMut(&History) -> bool) {
        let count = self.histories.len();
        self.histories.retain(is_kept);
        if self.histories.len() < count {
            self.by_slot.fill(NO_HISTORY);
            for (index, history) in (0..).zip(&self.histories) {
                self.by_slot[history.slot as usize] = index;
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Locations {
    all: Vec<Location>,
    free: Vec<LocationId>,
}

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
    pub(crate) fn add(&mut self, address: u64, size: u8, next: Option<LocationId>, prune_at: usize) -> LocationId {
        let location = |histories| Location {
            address,
            size,
            next,
            histories,
            by_slot: Vec::new(),
            newest_value: 0,
            newest: None,
            last_seq_cst: None,
            live: 0,
            prune_at,
        };
        match self.free.pop() {
            Some(id) => {
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

    pub(crate) fn remove(&mut self, id: LocationId) {
        self.free.push(id);
    }
}
