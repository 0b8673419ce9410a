//! All states that were met, each once, one behind the other.
//!
//! Where states are stored whole, a record is the offset of the state that it was reached from (4 bytes), its length, and its bytes. A state is named by the offset of its record. Beside
//! the bytes of states, a state costs 4 bytes for where it came from, 1 or 2 for its length, and 5 to 12 in the hash table.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A stored state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StateId(u32);

/// Where the first state came from.
const NOWHERE: u32 = u32::MAX;

/// The states, whole or as hashes.
pub(super) enum Store {
    Whole(Whole),
    Hashes(Hashes),
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
    /// An empty one, with whole states or with their hashes.
    pub(super) fn new(is_compact: bool) -> Store {
        if is_compact { Store::Hashes(Hashes::default()) } else { Store::Whole(Whole::default()) }
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Store::Whole(store) => store.table.len(),
            Store::Hashes(store) => store.table.len(),
        }
    }

    /// Bytes that all of them take, with the hash table.
    pub(super) fn memory(&self) -> usize {
        // Four bytes and one for control an entry.
        match self {
            Store::Whole(store) => store.bytes.len() + store.table.capacity() * 5,
            Store::Hashes(store) => store.hashes.len() * 12 + store.table.capacity() * 5 + store.bytes_in_front,
        }
    }

    /// Stores a state whose [`hash`] is given.
    pub(super) fn insert(&mut self, state: &[u8], hash_of_state: u64, parent: Option<StateId>) -> Stored {
        let parent = parent.map_or(NOWHERE, |parent| parent.0);
        match self {
            Store::Whole(store) => store.insert(state, hash_of_state, parent),
            Store::Hashes(store) => store.insert(state, hash_of_state, parent),
        }
    }

    /// The bytes of a state; of hashes, only of what has not been asked for, and then for the first of these.
    pub(super) fn next(&mut self, state: StateId) -> Cow<'_, [u8]> {
        match self {
            Store::Whole(store) => Cow::Borrowed(record(&store.bytes, state.0).1),
            Store::Hashes(store) => Cow::Owned(store.next(state)),
        }
    }

    /// Whether a state is the one with these bytes, as far as is known.
    pub(super) fn is(&self, id: StateId, state: &[u8]) -> bool {
        match self {
            Store::Whole(store) => record(&store.bytes, id.0).1 == state,
            Store::Hashes(store) => store.hashes[id.0 as usize] == hash(state),
        }
    }

    /// The state that it was first reached from.
    pub(super) fn parent(&self, state: StateId) -> Option<StateId> {
        let parent = match self {
            Store::Whole(store) => record(&store.bytes, state.0).0,
            Store::Hashes(store) => store.parents[state.0 as usize],
        };
        (parent != NOWHERE).then_some(StateId(parent))
    }

    /// The states in the order in which they were stored: the one after `state`, or the first.
    pub(super) fn after(&self, state: Option<StateId>) -> Option<StateId> {
        let (at, end) = match self {
            Store::Whole(store) => (state.map_or(0, |state| record(&store.bytes, state.0).2), store.bytes.len()),
            Store::Hashes(store) => (state.map_or(0, |state| state.0 as usize + 1), store.hashes.len()),
        };
        (at < end).then_some(StateId(at as u32))
    }
}

/// Records one behind the other, found by their hashes.
#[derive(Default)]
pub(super) struct Whole {
    bytes: Vec<u8>,
    table: HashTable<u32>,
}

impl Whole {
    fn insert(&mut self, state: &[u8], hash_of_state: u64, parent: u32) -> Stored {
        let bytes = &self.bytes;
        if self.table.find(hash_of_state, |at| record(bytes, *at).1 == state).is_some() {
            return Stored::Known;
        }
        let Ok(at) = u32::try_from(self.bytes.len()) else { return Stored::Full };
        self.bytes.extend_from_slice(&parent.to_le_bytes());
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
}

/// Hash compaction (P. Wolper, D. Leroy: *Reliable hashing without collision detection*, CAV 1993): of a state its hash is kept, and its bytes until what comes of it is
/// looked for. A state with the hash of another one is taken for it, and what comes of it is missed.
#[derive(Default)]
pub(super) struct Hashes {
    hashes: Vec<u64>,
    parents: Vec<u32>,
    /// Indices of `hashes`.
    table: HashTable<u32>,
    /// Bytes of states that have not been asked for, which are the last ones.
    front: VecDeque<Box<[u8]>>,
    bytes_in_front: usize,
}

impl Hashes {
    fn insert(&mut self, state: &[u8], hash_of_state: u64, parent: u32) -> Stored {
        let hashes = &self.hashes;
        if self.table.find(hash_of_state, |at| hashes[*at as usize] == hash_of_state).is_some() {
            return Stored::Known;
        }
        let at = match u32::try_from(self.hashes.len()) {
            Ok(at) if at != NOWHERE => at,
            _ => return Stored::Full,
        };
        self.hashes.push(hash_of_state);
        self.parents.push(parent);
        self.front.push_back(state.into());
        self.bytes_in_front += state.len();
        let hashes = &self.hashes;
        self.table.insert_unique(hash_of_state, at, |at| hashes[*at as usize]);
        Stored::New(StateId(at))
    }

    fn next(&mut self, state: StateId) -> Vec<u8> {
        let first = self.hashes.len() - self.front.len();
        // What is passed over is not asked for any more.
        let passed = self.front.drain(..state.0 as usize - first);
        self.bytes_in_front -= passed.map(|bytes| bytes.len()).sum::<usize>();
        let bytes = self.front.pop_front().unwrap_or_default();
        self.bytes_in_front -= bytes.len();
        bytes.into_vec()
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
        let mut store = Store::new(false);
        let long = vec![7; 300];
        let Stored::New(first) = insert(&mut store, &[1, 2], None) else { panic!("new") };
        let Stored::New(second) = insert(&mut store, &long, Some(first)) else { panic!("new") };
        assert_eq!(insert(&mut store, &[1, 2], Some(second)), Stored::Known);
        let Stored::New(third) = insert(&mut store, &[], Some(second)) else { panic!("new") };
        assert_eq!(store.len(), 3);
        assert_eq!(&*store.next(second), &long[..]);
        assert_eq!(store.parent(third), Some(second));
        assert_eq!(store.parent(first), None);
        assert_eq!(store.after(None), Some(first));
        assert_eq!(store.after(Some(first)), Some(second));
        assert_eq!(store.after(Some(second)), Some(third));
        assert_eq!(store.after(Some(third)), None);
    }
    #[test]
    fn hashes_keep_the_bytes_of_states_that_are_to_come() {
        let mut store = Store::new(true);
        let Stored::New(first) = insert(&mut store, &[1, 2], None) else { panic!("new") };
        let Stored::New(second) = insert(&mut store, &[3], Some(first)) else { panic!("new") };
        let Stored::New(third) = insert(&mut store, &[4, 5, 6], Some(second)) else { panic!("new") };
        assert_eq!(insert(&mut store, &[3], Some(third)), Stored::Known);
        assert_eq!(&*store.next(first), [1, 2]);
        assert_eq!(&*store.next(third), [4, 5, 6]);
        assert_eq!((store.len(), store.parent(third), store.after(Some(third))), (3, Some(second), None));
        assert!(store.is(second, &[3]) && !store.is(second, &[4]));
    }
}
