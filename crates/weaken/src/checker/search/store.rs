//! All states that were met, each once, one behind the other.
//!
//! A state is the numbers of its [components](super::components). Where states are stored whole, a record is where the state is that it was reached from, how many components it has,
//! and their numbers: words of 4 bytes. A state is named by the place of its record. Beside these, a state costs 10 to 21 bytes in the hash table.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::hash::Hasher;

use hashbrown::HashTable;
use relation::Index;
use rustc_hash::FxHasher;

use super::components::ComponentId;

/// A stored state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StateId(u32);

/// Where the first state came from.
const NOWHERE: u32 = u32::MAX;

/// The states, whole or as hashes.
pub(crate) enum Store {
    Whole(Whole),
    Hashes(Hashes),
}

/// What became of a state that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    New(StateId),
    Known(StateId),
    /// There is no room for more.
    Full,
}

/// The hash that states are found by.
pub(crate) fn hash(state: &[ComponentId]) -> u64 {
    let mut hasher = FxHasher::default();
    for pair in state.chunks(2) {
        let second = pair.get(1).map_or(0, |id| u64::from(id.number()));
        hasher.write_u64(u64::from(pair[0].number()) << 32 | second);
    }
    hasher.finish()
}

/// Where the state came from, the state, and where the next record begins.
fn record(words: &[ComponentId], at: u32) -> (u32, &[ComponentId], usize) {
    let begin = at as usize + 2;
    let end = begin + words[at as usize + 1].index();
    (words[at as usize].number(), &words[begin..end], end)
}

impl Store {
    /// An empty one, with whole states or with their hashes.
    pub(crate) fn new(is_compact: bool) -> Store {
        if is_compact { Store::Hashes(Hashes::default()) } else { Store::Whole(Whole::default()) }
    }

    /// How many states there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Store::Whole(store) => store.table.len(),
            Store::Hashes(store) => store.table.len(),
        }
    }

    /// Bytes that all of them take, with the hash table.
    pub(crate) fn memory(&self) -> usize {
        // An entry has one byte for control.
        match self {
            Store::Whole(store) => store.words.len() * 4 + store.table.capacity() * 9,
            Store::Hashes(store) => store.hashes.len() * 12 + store.table.capacity() * 5 + store.words_in_front * 4,
        }
    }

    /// Stores a state whose [`hash`] is given.
    pub(crate) fn insert(&mut self, state: &[ComponentId], hash_of_state: u64, parent: Option<StateId>) -> Stored {
        let parent = parent.map_or(NOWHERE, |parent| parent.0);
        match self {
            Store::Whole(store) => store.insert(state, hash_of_state, parent),
            Store::Hashes(store) => store.insert(state, hash_of_state, parent),
        }
    }

    /// The components of a state; of hashes, only of what has not been asked for, and then for the first of these.
    pub(crate) fn next(&mut self, state: StateId) -> Cow<'_, [ComponentId]> {
        match self {
            Store::Whole(store) => Cow::Borrowed(record(&store.words, state.0).1),
            Store::Hashes(store) => Cow::Owned(store.next(state)),
        }
    }

    /// Whether a state is the one with these components, as far as is known.
    pub(crate) fn is(&self, id: StateId, state: &[ComponentId]) -> bool {
        match self {
            Store::Whole(store) => record(&store.words, id.0).1 == state,
            Store::Hashes(store) => store.hashes[id.0 as usize] == hash(state),
        }
    }

    /// The state that it was first reached from.
    pub(crate) fn parent(&self, state: StateId) -> Option<StateId> {
        let parent = match self {
            Store::Whole(store) => record(&store.words, state.0).0,
            Store::Hashes(store) => store.parents[state.0 as usize],
        };
        (parent != NOWHERE).then_some(StateId(parent))
    }

    /// The states in the order in which they were stored: the one after `state`, or the first.
    pub(crate) fn after(&self, state: Option<StateId>) -> Option<StateId> {
        let (at, end) = match self {
            Store::Whole(store) => (state.map_or(0, |state| record(&store.words, state.0).2), store.words.len()),
            Store::Hashes(store) => (state.map_or(0, |state| state.0 as usize + 1), store.hashes.len()),
        };
        (at < end).then_some(StateId(at as u32))
    }
}

/// Records one behind the other, found by their hashes.
#[derive(Default)]
pub(crate) struct Whole {
    /// Components, and as many words of other use.
    words: Vec<ComponentId>,
    /// Where a record is, and half of its hash: without that, each record is read when the table grows, which took 12 % of a search.
    table: HashTable<(u32, u32)>,
}

/// What the table goes by.
fn spread(half: u32) -> u64 {
    u64::from(half).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Whole {
    fn insert(&mut self, state: &[ComponentId], hash_of_state: u64, parent: u32) -> Stored {
        let words = &self.words;
        let half = (hash_of_state >> 32) as u32;
        let is_it = |(at, of): &(u32, u32)| *of == half && record(words, *at).1 == state;
        if let Some((at, _)) = self.table.find(spread(half), is_it) {
            return Stored::Known(StateId(*at));
        }
        let at = match u32::try_from(self.words.len()) {
            Ok(at) if at != NOWHERE => at,
            _ => return Stored::Full,
        };
        self.words.push(ComponentId::from_number(parent));
        self.words.push(ComponentId::new(state.len()));
        self.words.extend_from_slice(state);
        self.table.insert_unique(spread(half), (at, half), |(_, half)| spread(*half));
        Stored::New(StateId(at))
    }
}

/// Hash compaction (P. Wolper, D. Leroy: *Reliable hashing without collision detection*, CAV 1993): of a state its hash is kept, and its components until what comes of it is
/// looked for. A state with the hash of another one is taken for it, and what comes of it is missed.
#[derive(Default)]
pub(crate) struct Hashes {
    hashes: Vec<u64>,
    parents: Vec<u32>,
    /// Indices of `hashes`.
    table: HashTable<u32>,
    /// States that have not been asked for, which are the last ones.
    front: VecDeque<Box<[ComponentId]>>,
    words_in_front: usize,
}

impl Hashes {
    fn insert(&mut self, state: &[ComponentId], hash_of_state: u64, parent: u32) -> Stored {
        let hashes = &self.hashes;
        if let Some(at) = self.table.find(hash_of_state, |at| hashes[*at as usize] == hash_of_state) {
            return Stored::Known(StateId(*at));
        }
        let at = match u32::try_from(self.hashes.len()) {
            Ok(at) if at != NOWHERE => at,
            _ => return Stored::Full,
        };
        self.hashes.push(hash_of_state);
        self.parents.push(parent);
        self.front.push_back(state.into());
        self.words_in_front += state.len();
        let hashes = &self.hashes;
        self.table.insert_unique(hash_of_state, at, |at| hashes[*at as usize]);
        Stored::New(StateId(at))
    }

    fn next(&mut self, state: StateId) -> Vec<ComponentId> {
        // States are asked for in the order in which they were stored, so that the ones in front are the last.
        let first = self.hashes.len() - self.front.len();
        // What is passed over is not asked for any more.
        let passed = self.front.drain(..state.0 as usize - first);
        self.words_in_front -= passed.map(|state| state.len()).sum::<usize>();
        let state = self.front.pop_front().unwrap_or_default();
        self.words_in_front -= state.len();
        state.into_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(numbers: &[u32]) -> Vec<ComponentId> {
        numbers.iter().map(|number| ComponentId::from_number(*number)).collect()
    }

    fn insert(store: &mut Store, numbers: &[u32], parent: Option<StateId>) -> Stored {
        let state = state(numbers);
        store.insert(&state, hash(&state), parent)
    }

    #[test]
    fn each_state_is_stored_once_and_in_order() {
        let mut store = Store::new(false);
        let long = vec![7; 300];
        let Stored::New(first) = insert(&mut store, &[1, 2], None) else { panic!("new") };
        let Stored::New(second) = insert(&mut store, &long, Some(first)) else { panic!("new") };
        assert_eq!(insert(&mut store, &[1, 2], Some(second)), Stored::Known(first));
        let Stored::New(third) = insert(&mut store, &[], Some(second)) else { panic!("new") };
        assert_eq!(store.len(), 3);
        assert_eq!(&*store.next(second), &state(&long)[..]);
        assert_eq!(store.parent(third), Some(second));
        assert_eq!(store.parent(first), None);
        assert_eq!(store.after(None), Some(first));
        assert_eq!(store.after(Some(first)), Some(second));
        assert_eq!(store.after(Some(second)), Some(third));
        assert_eq!(store.after(Some(third)), None);
    }

    #[test]
    fn hashes_keep_the_states_that_are_to_come() {
        let mut store = Store::new(true);
        let Stored::New(first) = insert(&mut store, &[1, 2], None) else { panic!("new") };
        let Stored::New(second) = insert(&mut store, &[3], Some(first)) else { panic!("new") };
        let Stored::New(third) = insert(&mut store, &[4, 5, 6], Some(second)) else { panic!("new") };
        assert_eq!(insert(&mut store, &[3], Some(third)), Stored::Known(second));
        assert_eq!(&*store.next(first), state(&[1, 2]));
        assert_eq!(&*store.next(third), state(&[4, 5, 6]));
        assert_eq!((store.len(), store.parent(third), store.after(Some(third))), (3, Some(second), None));
        assert!(store.is(second, &state(&[3])) && !store.is(second, &state(&[4])));
    }
}
