//! One simulation in shares, for several threads that the caller has started.
//!
//! The sequential enumeration is cut into pieces by its first choices: the event structure, then what its first reads read from, then (where
//! the reads are too few) the final writes. A piece belongs to one share; which, is a matter of its place alone. Event structures
//! that are cut at the unroll bound are no pieces: each share looks at them, until one has a candidate, since one is enough.
//!
//! What the shares find adds up to what the sequential simulation finds: counts, states and flags are sums and unions. The sequential
//! simulation ends at its first error; that is the one with the least place, and of a share nothing is asked beyond it.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::run::{Failure, Tally};

/// How many pieces there should be for each share, so that shares are about equal.
const PIECES: u64 = 8;

/// Where the enumeration is; ordered as it is gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    /// Which event structure.
    pub(crate) structure: u64,
    /// The number of what the first reads read from.
    pub(crate) reads: u64,
    /// The number of the final writes.
    pub(crate) finals: u64,
}

/// How a simulation is divided.
#[derive(Debug)]
pub struct Shares {
    count: NonZero<usize>,
    first_error: Mutex<Option<Position>>,
    is_settled: AtomicBool,
}

impl Shares {
    /// So many.
    pub fn new(count: NonZero<usize>) -> Shares {
        Shares { count, first_error: Mutex::new(None), is_settled: AtomicBool::new(false) }
    }

    /// One of them knows what all come to.
    pub(crate) fn settle(&self) {
        self.is_settled.store(true, Ordering::Relaxed);
    }

    /// Whether one of them knows what all come to.
    pub(crate) fn is_settled(&self) -> bool {
        self.is_settled.load(Ordering::Relaxed)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count.get()
    }

    /// How many pieces each of `structures` event structures should be divided into.
    pub(crate) fn pieces_of_each(&self, structures: u64) -> u64 {
        (self.count.get() as u64 * PIECES).div_ceil(structures.max(1))
    }
}

/// One of several shares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share<'a> {
    pub(crate) shares: &'a Shares,
    pub(crate) index: usize,
}

impl Share<'_> {
    /// Whether a piece belongs to this share.
    pub(crate) fn has(self, place: Position) -> bool {
        // Neighbours are alike in what they cost, so the numbers are well mixed first (the finalizer of splitmix64, Steele,
        // Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
        let mix = |hash: u64, number: u64| {
            let mut z = (hash ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        let Position { structure, reads, finals } = place;
        let hash = [structure, reads, finals].into_iter().fold(0, mix);
        hash % self.shares.count.get() as u64 == self.index as u64
    }

    /// Whether a piece is to be looked at by this share.
    pub(crate) fn wants(self, place: Position) -> bool {
        self.has(place) && !self.is_over(place)
    }

    /// Whether some share has met an error before `place`.
    pub(crate) fn is_over(self, place: Position) -> bool {
        let first = self.shares.first_error.lock().unwrap_or_else(PoisonError::into_inner);
        first.is_some_and(|first| first < place)
    }

    /// There is an error at `place`.
    pub(crate) fn failed_at(self, place: Position) {
        let mut first = self.shares.first_error.lock().unwrap_or_else(PoisonError::into_inner);
        *first = Some(first.map_or(place, |first| first.min(place)));
    }
}

/// What one share has found.
#[derive(Debug)]
pub struct Partial(pub(crate) Result<Tally, (Position, Failure)>);

impl Partial {
    /// What all shares have found; of errors, the first.
    pub(crate) fn merge(all: impl IntoIterator<Item = Partial>) -> Result<Tally, Failure> {
        let mut sum = Tally::default();
        let mut first: Option<(Position, Failure)> = None;
        for Partial(found) in all {
            match found {
                Ok(tally) => sum.add(tally),
                Err((place, error)) if first.as_ref().is_none_or(|(least, _)| place < *least) => {
                    first = Some((place, error));
                }
                Err(_) => {}
            }
        }
        first.map_or(Ok(sum), |(_, error)| Err(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_belongs_to_one_share() {
        for count in [1, 2, 3, 12] {
            let shares = Shares::new(NonZero::new(count).expect("not zero"));
            let mut sizes = vec![0; count];
            for number in 0..1200 {
                let place = Position { structure: number % 7, reads: number / 7, finals: 0 };
                let owners: Vec<usize> =
                    (0..count).filter(|&index| Share { shares: &shares, index }.has(place)).collect();
                assert_eq!(owners.len(), 1, "{place:?}");
                sizes[owners[0]] += 1;
            }
            assert!(sizes.iter().all(|&size| size > 1200 / count / 2), "{sizes:?}");
        }
    }

    #[test]
    fn the_first_error_counts() {
        let shares = Shares::new(NonZero::new(3).expect("not zero"));
        let share = Share { shares: &shares, index: 0 };
        let at = |structure, reads| Position { structure, reads, finals: 0 };
        assert!(!share.is_over(at(9, 0)));
        share.failed_at(at(2, 5));
        share.failed_at(at(4, 1));
        assert!(share.is_over(at(2, 6)) && share.is_over(at(3, 0)));
        assert!(!share.is_over(at(2, 5)) && !share.is_over(at(1, 9)));
    }
}
