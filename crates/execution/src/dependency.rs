//! Where a value comes from.

use smallvec::SmallVec;

/// The memory reads of one path that a value comes from, and whether a choice had part in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Indices of events, ascending.
    reads: SmallVec<[u32; 4]>,
    /// Whether a guess, or a choice within an instruction, had part in it: it may be constant here and another constant on
    /// another path.
    is_chosen: bool,
}

impl Clone for Origin {
    fn clone(&self) -> Origin {
        // Copies the list, where a derived one would clone it item by item.
        Origin { reads: SmallVec::from_slice(&self.reads), is_chosen: self.is_chosen }
    }
}

impl Origin {
    /// One read.
    pub(crate) fn read(read: u32) -> Origin {
        Origin { reads: SmallVec::from_slice(&[read]), is_chosen: false }
    }

    /// A choice.
    pub(crate) fn choice() -> Origin {
        Origin { reads: SmallVec::new(), is_chosen: true }
    }

    /// Adds what `other` says.
    pub(crate) fn add_all(&mut self, other: &Origin) {
        for &read in &other.reads {
            if let Err(at) = self.reads.binary_search(&read) {
                self.reads.insert(at, read);
            }
        }
        self.is_chosen |= other.is_chosen;
    }

    /// The reads.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.reads.iter().copied()
    }

    /// Whether a choice had part in it.
    pub(crate) fn is_chosen(&self) -> bool {
        self.is_chosen
    }
}
