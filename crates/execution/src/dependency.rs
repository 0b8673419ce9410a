//! Which memory reads a value comes from.

use smallvec::SmallVec;

/// A set of memory reads of one path, as indices of events, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReadSet(SmallVec<[u32; 4]>);

impl ReadSet {
    /// One read.
    pub(crate) fn only(read: u32) -> ReadSet {
        ReadSet(SmallVec::from_slice(&[read]))
    }

    /// Adds those of `other`.
    pub(crate) fn add_all(&mut self, other: &ReadSet) {
        for &read in &other.0 {
            if let Err(at) = self.0.binary_search(&read) {
                self.0.insert(at, read);
            }
        }
    }

    /// The reads.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().copied()
    }
}
