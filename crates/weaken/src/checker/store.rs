//! All states that were met, each once, one behind the other.
//!
//! A record is the offset of the state that it was reached from (4 bytes), its length, and its bytes. A state is named by the offset of its record. Beside
//! the bytes of states, a state costs 4 bytes for where it came from, 1 or 2 for its length, and 5 to 12 in the hash table.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A stored state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StateId(u32);

/// Where the first state came from.
const NOWHERE: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Store {
    bytes: Vec<u8>,
    table: HashTable<u32>,
}

/// What became of a state that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    New(StateId),
    Known,
    /// There is no room for more.
    Full,
}

/// The hash that states are found by.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

fn record(bytes: &[u8], at: u32) -> (u32, &[u8], usize) {
    let at = at as usize;
    let parent = u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let (mut begin, mut length) = (at + 5, usize::from(bytes[at + 4]));
    if length == 255 {
        length = u32::from_le_bytes([bytes[at + 5], bytes[at + 6], bytes[at + 7], bytes[at + 8]]) as usize;
        begin += 4;
    }
    (parent, &bytes[begin..begin + length], begin + length)
}

impl Store {
    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// Bytes that all of them take, with the hash table.
    pub(super) fn memory(&self) -> usize {
        // Four bytes and one for control an entry.
        self.bytes.len() + self.table.capacity() * 5
    }

    /// Stores a state whose [`hash`] is given.
    pub(super) fn insert(&mut self, state: &[u8], hash_of_state: u64, parent: Option<StateId>) -> Stored {
        let bytes = &self.bytes;
        if self.table.find(hash_of_state, |at| record(bytes, *at).1 == state).is_some() {
            return Stored::Known;
        }
        let Ok(at) = u32::try_from(self.bytes.len()) else { return Stored::Full };
        self.bytes.extend_from_slice(&parent.map_or(NOWHERE, |parent| parent.0).to_le_bytes());
        if state.len() < 255 {
            self.bytes.push(state.len() as u8);
        } else {
            self.bytes.push(255);
            self.bytes.extend_from_slice(&(state.len() as u32).to_le_bytes());
        }
        self.bytes.extend_from_slice(state);
        let bytes = &self.bytes;
        self.table.insert_unique(hash_of_state, at, |at| hash(record(bytes, *at).1));
        Stored::New(StateId(at))
    }

    pub(super) fn get(&self, state: StateId) -> &[u8] {
        record(&self.bytes, state.0).1
    }

    /// The state that it was first reached from.
    pub(super) fn parent(&self, state: StateId) -> Option<StateId> {
        let (parent, ..) = record(&self.bytes, state.0);
        (parent != NOWHERE).then_some(StateId(parent))
    }

    /// The states in the order in which they were stored: the one after `state`, or the first.
    pub(super) fn after(&self, state: Option<StateId>) -> Option<StateId> {
        let at = state.map_or(0, |state| record(&self.bytes, state.0).2);
        (at < self.bytes.len()).then_some(StateId(at as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insert(store: &mut Store, state: &[u8], parent: Option<StateId>) -> Stored {
        store.insert(state, hash(state), parent)
    }

    #[test]
    fn each_state_is_stored_once_and_in_order() {
        let mut store = Store::default();
        let long = vec![7; 300];
        let Stored::New(first) = insert(&mut store, &[1, 2], None) else { panic!("new") };
        let Stored::New(second) = insert(&mut store, &long, Some(first)) else { panic!("new") };
        assert_eq!(insert(&mut store, &[1, 2], Some(second)), Stored::Known);
        let Stored::New(third) = insert(&mut store, &[], Some(second)) else { panic!("new") };
        assert_eq!(store.len(), 3);
        assert_eq!(store.get(second), &long[..]);
        assert_eq!(store.parent(third), Some(second));
        assert_eq!(store.parent(first), None);
        assert_eq!(store.after(None), Some(first));
        assert_eq!(store.after(Some(first)), Some(second));
        assert_eq!(store.after(Some(second)), Some(third));
        assert_eq!(store.after(Some(third)), None);
    }
}
