//! Atomic locations: what each thread has done to them.

use crate::Place;
use crate::modification::StoreId;

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
    /// Whether it is a store that a read-modify-write has read: the next one has to read something else.
    pub(crate) is_updated: bool,
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

/// What one thread has done to one location.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The component of the thread in clocks.
    pub(crate) slot: u32,
    /// In order of time. Of consecutive accesses that stand for the same store only the first is kept: whoever knows of a later one knows of it.
    pub(crate) actions: Vec<Action>,
    pub(crate) last_read: Last,
    pub(crate) last_write: Last,
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
    /// Whether it has a byte in common with `size` bytes at `address`.
    pub(crate) fn overlaps(&self, address: u64, size: u64) -> bool {
        self.address < address.saturating_add(size) && address < self.address.saturating_add(u64::from(self.size))
    }

    /// The index of the history of a thread, begun if there is none. Indices stay.
    pub(crate) fn history_index(&mut self, slot: u32) -> usize {
        let found = self.histories.iter().position(|history| history.slot == slot);
        found.unwrap_or_else(|| {
            let [last_read, last_write] = [Last::default(); 2];
            self.histories.push(History { slot, actions: Vec::new(), last_read, last_write });
            self.histories.len() - 1
        })
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
