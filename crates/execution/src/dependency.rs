//! Where values come from.

use program::IdVec;
use relation::newtype_index;
use smallvec::SmallVec;

newtype_index! {
    /// A set of events, in [`Sets`].
    pub(crate) struct SetId("set");
}

impl SetId {
    /// No event.
    pub(crate) const EMPTY: SetId = SetId::from_number(0);
}

/// Sets of events, by their indices in a path. Most values come from where their operand comes from, and share its set.
#[derive(Debug)]
pub(crate) struct Sets {
    /// Each ascending.
    sets: IdVec<SetId, SmallVec<[u32; 4]>>,
}

/// So many sets a small test has.
const USUAL_SETS: usize = 32;

impl Sets {
    /// The empty set.
    pub(crate) fn new() -> Sets {
        let mut sets: IdVec<SetId, _> = Vec::with_capacity(USUAL_SETS).into();
        sets.push(SmallVec::new());
        Sets { sets }
    }

    /// One event.
    pub(crate) fn only(&mut self, event: u32) -> SetId {
        self.sets.push(SmallVec::from_slice(&[event]))
    }

    /// The events in either.
    pub(crate) fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if b == SetId::EMPTY || a == b {
            return a;
        }
        if a == SetId::EMPTY {
            return b;
        }
        let mut all = self.sets[a].clone();
        for &event in &self.sets[b] {
            if let Err(at) = all.binary_search(&event) {
                all.insert(at, event);
            }
        }
        if all.len() == self.sets[a].len() { a } else { self.sets.push(all) }
    }

    /// The events, ascending.
    pub(crate) fn events(&self, set: SetId) -> &[u32] {
        &self.sets[set]
    }
}

/// The memory reads of one path that a value comes from, and whether a choice had part in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) reads: SetId,
    /// Whether a nondeterministic bit, or a choice within an instruction, had part in it: it may be constant here and another constant on
    /// another path.
    pub(crate) is_chosen: bool,
}

impl Origin {
    /// Nothing that was read, and no choice.
    pub(crate) const NONE: Origin = Origin { reads: SetId::EMPTY, is_chosen: false };

    /// A choice.
    pub(crate) const CHOICE: Origin = Origin { reads: SetId::EMPTY, is_chosen: true };

    /// What either says.
    pub(crate) fn with(self, other: Origin, sets: &mut Sets) -> Origin {
        Origin { reads: sets.union(self.reads, other.reads), is_chosen: self.is_chosen | other.is_chosen }
    }
}
