//! Components of states, each stored once and named by a number.
//!
//! Several threads add to them at once. Numbers are given in the order in which components come, which depends on the threads: nothing that is found may depend on
//! which number a component has. Looking one up takes no lock.

use std::hash::Hasher;
use std::sync::{Mutex, OnceLock, PoisonError};

use hashbrown::HashTable;
use relation::newtype_index;
use rustc_hash::FxHasher;

newtype_index! {
    /// A component of states.
    pub(crate) struct ComponentId("component");
}

/// What a component takes beside its bytes: where it is found by its number and by its content, and the allocator's share.
const BESIDE: usize = 48;

/// Components by number: the first part has room for `1 << FIRST` of them, each other for as many as all before it.
const FIRST: u32 = 10;

type Part = Box<[OnceLock<Box<[u8]>>]>;

#[derive(Default)]
pub(crate) struct Components {
    by_content: Mutex<HashTable<u32>>,
    parts: [OnceLock<Part>; 23],
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// The part that a component is in, its place there, and how many the part has room for.
fn place(number: u32) -> (usize, usize, usize) {
    let part = (number >> FIRST).checked_ilog2().map_or(0, |log| log + 1);
    let size = 1 << (FIRST + part.saturating_sub(1));
    let begin = if part == 0 { 0 } else { size };
    (part as usize, (number - begin) as usize, size as usize)
}

impl Components {
    fn at(&self, number: u32) -> &OnceLock<Box<[u8]>> {
        let (part, index, size) = place(number);
        &self.parts[part].get_or_init(|| (0..size).map(|_| OnceLock::new()).collect())[index]
    }

    /// The number of the component with these bytes, which is stored unless it is there.
    ///
    /// # Panics
    /// When there are more than 2^32 components.
    pub(crate) fn intern(&self, bytes: &[u8]) -> ComponentId {
        // What panics under the lock leaves the table as it was.
        let mut by_content = self.by_content.lock().unwrap_or_else(PoisonError::into_inner);
        let content = |number: u32| self.at(number).get().map_or(&[][..], |bytes| bytes);
        let hash_of_bytes = hash(bytes);
        if let Some(&number) = by_content.find(hash_of_bytes, |number| content(*number) == bytes) {
            return ComponentId::from_number(number);
        }
        let number = u32::try_from(by_content.len()).expect("fewer components than numbers of them");
        // Before the table has the number: who finds it there must find the bytes.
        self.at(number).get_or_init(|| bytes.into());
        by_content.insert_unique(hash_of_bytes, number, |number| hash(content(*number)));
        ComponentId::from_number(number)
    }

    /// The bytes of a component.
    pub(crate) fn get(&self, id: ComponentId) -> &[u8] {
        self.at(id.number()).get().map_or(&[], |bytes| bytes)
    }

    /// How much memory a component takes.
    pub(crate) fn memory(&self, id: ComponentId) -> usize {
        self.get(id).len() + BESIDE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_component_has_one_number_and_is_found_by_it() {
        let components = Components::default();
        let ids: Vec<ComponentId> = (0..5000_u32).map(|number| components.intern(&number.to_le_bytes())).collect();
        for (number, id) in ids.iter().enumerate() {
            let bytes = (number as u32).to_le_bytes();
            assert_eq!((components.get(*id), components.intern(&bytes)), (&bytes[..], *id));
        }
    }

    #[test]
    fn parts_follow_each_other() {
        assert_eq!(place(0), (0, 0, 1024));
        assert_eq!(place(1023), (0, 1023, 1024));
        assert_eq!(place(1024), (1, 0, 1024));
        assert_eq!(place(2047), (1, 1023, 1024));
        assert_eq!(place(2048), (2, 0, 2048));
        assert_eq!(place(u32::MAX).0, 22);
    }
}
