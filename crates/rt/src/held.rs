//! Which locks threads hold, and held when they accessed memory that a race is about.
//!
//! For executions with too many events to record all of them: only the last access of a thread at a place to each of these addresses is kept, with its locks.

use std::collections::BTreeMap;
use std::ops::Range;

use wire::{Action, WaitFor};

use crate::stacks::StackId;

/// A lock that a thread holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// A mutex or a read-write lock.
    pub(crate) kind: WaitFor,
    /// Its address.
    pub(crate) object: u64,
    /// Where it was taken.
    pub(crate) taken: StackId,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct HeldLocks {
    /// By the number of the thread: in the order in which they were taken.
    held: BTreeMap<usize, Vec<Held>>,
    /// The addresses in question.
    racing: Vec<u64>,
    /// By thread, place and address: the locks at the last access.
    at_access: BTreeMap<(usize, StackId, u64), Vec<Held>>,
}

impl HeldLocks {
    /// Of races about these addresses.
    pub(crate) fn new(racing: &[u64]) -> HeldLocks {
        HeldLocks { racing: racing.to_vec(), ..HeldLocks::default() }
    }

    /// A thread does something at a place.
    pub(crate) fn does(&mut self, thread: usize, place: StackId, action: &Action) {
        match action {
            Action::Take(kind @ (WaitFor::Mutex | WaitFor::RwLock), object) => {
                self.held.entry(thread).or_default().push(Held { kind: *kind, object: *object, taken: place });
            }
            Action::Give(kind, object) => {
                let held = self.held.entry(thread).or_default();
                // A recursive lock is held as often as it was taken; the innermost is given back.
                if let Some(last) = held.iter().rposition(|held| (held.kind, held.object) == (*kind, *object)) {
                    held.remove(last);
                }
            }
            Action::Load { object, .. } | Action::Store { object, .. } | Action::Update { object, .. } => {
                self.accesses(thread, place, object.address..object.address + object.size);
            }
            Action::Plain { .. }
            | Action::Fence(_)
            | Action::Take(..)
            | Action::Wait(..)
            | Action::Wake(..)
            | Action::Create(_)
            | Action::Join(_)
            | Action::Yield
            | Action::End => {}
        }
    }

    /// A thread accesses these bytes.
    pub(crate) fn accesses(&mut self, thread: usize, place: StackId, bytes: Range<u64>) {
        for address in self.racing.iter().copied().filter(|address| bytes.contains(address)) {
            let held = self.held.get(&thread).cloned().unwrap_or_default();
            self.at_access.insert((thread, place, address), held);
        }
    }

    /// What a thread held at its last access to an address at this place.
    pub(crate) fn at(&self, thread: usize, place: StackId, address: u64) -> &[Held] {
        self.at_access.get(&(thread, place, address)).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_are_those_of_the_access() {
        let [take, access, elsewhere] = [StackId(1), StackId(2), StackId(3)];
        let held = |kind, object| Held { kind, object, taken: take };
        let mut locks = HeldLocks::new(&[0x104]);
        for (kind, object) in [(WaitFor::Mutex, 8), (WaitFor::RwLock, 16), (WaitFor::Semaphore, 24)] {
            locks.does(0, take, &Action::Take(kind, object));
        }
        locks.accesses(0, access, 0x100..0x108);
        locks.accesses(0, elsewhere, 0x108..0x110);
        locks.does(0, take, &Action::Give(WaitFor::Mutex, 8));
        locks.accesses(1, access, 0x104..0x105);
        assert_eq!(locks.at(0, access, 0x104), [held(WaitFor::Mutex, 8), held(WaitFor::RwLock, 16)]);
        assert!(locks.at(0, elsewhere, 0x104).is_empty() && locks.at(1, access, 0x104).is_empty());
        locks.accesses(0, access, 0x104..0x105);
        assert_eq!(locks.at(0, access, 0x104), [held(WaitFor::RwLock, 16)]);
    }
}
