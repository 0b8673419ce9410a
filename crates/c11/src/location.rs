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
    /// Whether it is a store that a read-modify-write has read: the next one has to read something else.
    pub(crate) is_updated: bool,
    /// The component of the thread of the store.
    pub(crate) store_slot: u32,
    /// When the store took place.
    pub(crate) store_time: u64,
}

impl Action {
    /// Whether it is a store that a load, or a read-modify-write, may read as far as that alone goes.
    pub(crate) fn can_be_read(&self, by_update: bool) -> bool {
        self.is_store & !(by_update & self.is_updated)
    }
}

/// The last atomic access of one kind, for races with accesses that are not atomic.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Last {
    /// When; 0 if there was none.
    pub(crate) time: u64,
    pub(crate) place: Place,
}

/// How many of the newest actions are looked at together, however many there are: without a branch for each.
pub(crate) const WINDOW: usize = 4;

/// What one thread has done to one location, in order of time. Of consecutive accesses that stand for the same store only the first is kept: whoever
/// knows of a later one knows of it.
///
/// Behind a window of actions that never were, at time 0, so that there is always a window of newest actions.
#[derive(Clone, Debug)]
pub(crate) struct Actions(Vec<Action>);

impl Actions {
    fn new() -> Actions {
        let none = Action {
            time: 0,
            store: StoreId::NONE,
            is_store: false,
            is_seq_cst_store: false,
            is_updated: false,
            store_slot: 0,
            store_time: 0,
        };
        Actions(vec![none; WINDOW])
    }

    pub(crate) fn all(&self) -> &[Action] {
        &self.0[WINDOW..]
    }

    pub(crate) fn all_mut(&mut self) -> &mut [Action] {
        &mut self.0[WINDOW..]
    }

    /// The last ones, and those before. Both may have actions at time 0.
    #[inline]
    pub(crate) fn newest(&self) -> (&[Action], &[Action; WINDOW]) {
        self.0.split_last_chunk().expect("a window of actions that never were")
    }

    pub(crate) fn push(&mut self, action: Action) {
        self.0.push(action);
    }

    /// Keeps the actions for which `is_kept`.
    pub(crate) fn retain(&mut self, mut is_kept: impl FnMut(&Action) -> bool) {
        self.0.retain(|action| action.time == 0 || is_kept(action));
    }
}

/// What one thread has done to one location.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The component of the thread in clocks.
    pub(crate) slot: u32,
    pub(crate) actions: Actions,
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
    /// Whether it is what an access accesses.
    pub(crate) fn is_of(&self, access: &Atomic) -> bool {
        self.address == access.address && self.size == access.size
    }

    /// Whether it has a byte in common with `size` bytes at `address`.
    pub(crate) fn overlaps(&self, address: u64, size: u64) -> bool {
        self.address < address.saturating_add(size) && address < self.address.saturating_add(u64::from(self.size))
    }

    /// The index of the history of a thread, begun if there is none. Indices stay.
    #[inline]
    pub(crate) fn history_index(&mut self, slot: u32) -> usize {
        // All are looked at: which thread comes next cannot be predicted, so that stopping early would cost more.
        let mut found = usize::MAX;
        for (index, history) in self.histories.iter().enumerate() {
            found = if history.slot == slot { index } else { found };
        }
        if found < self.histories.len() { found } else { self.begin_history(slot) }
    }

    #[cold]
    fn begin_history(&mut self, slot: u32) -> usize {
        let [last_read, last_write] = [Last::default(); 2];
        self.histories.push(History { slot, actions: Actions::new(), last_read, last_write });
        self.histories.len() - 1
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
