//! Sets of small numbers, sparse.

/// A set of numbers: words of 64 bits, those that are zero left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Set {
    /// Index of the word and its bits, ascending; no word is zero.
    words: Vec<(u32, u64)>,
}

impl Set {
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn insert(&mut self, number: u32) -> bool {
        let (index, bit) = (number / 64, 1u64 << (number % 64));
        match self.words.binary_search_by_key(&index, |word| word.0) {
            Ok(at) => {
                let is_new = self.words[at].1 & bit == 0;
                self.words[at].1 |= bit;
                is_new
            }
            Err(at) => {
                self.words.insert(at, (index, bit));
                true
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().flat_map(|(index, bits)| {
            let mut bits = *bits;
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let bit = bits.trailing_zeros();
                    bits &= bits - 1;
                    index * 64 + bit
                })
            })
        })
    }

    /// Adds `other`; gives what was new.
    pub(super) fn union(&mut self, other: &Set) -> Set {
        let mut added = Set::default();
        // Most additions are of few elements, and need not write the whole set again.
        if other.words.len() <= 2 {
            for (index, bits) in &other.words {
                match self.words.binary_search_by_key(index, |word| word.0) {
                    Ok(at) => {
                        let new = bits & !self.words[at].1;
                        if new != 0 {
                            self.words[at].1 |= new;
                            added.words.push((*index, new));
                        }
                    }
                    Err(at) => {
                        self.words.insert(at, (*index, *bits));
                        added.words.push((*index, *bits));
                    }
                }
            }
            return added;
        }
        let mut merged = Vec::with_capacity(self.words.len() + other.words.len());
        let mut mine = self.words.iter().copied().peekable();
        for (index, bits) in &other.words {
            while let Some(word) = mine.next_if(|word| word.0 < *index) {
                merged.push(word);
            }
            let have = mine.next_if(|word| word.0 == *index).map_or(0, |word| word.1);
            let new = bits & !have;
            if new != 0 {
                added.words.push((*index, new));
            }
            merged.push((*index, have | bits));
        }
        merged.extend(mine);
        self.words = merged;
        added
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::Set;

    proptest! {
        #[test]
        fn union_is_that_of_ordinary_sets(
            left in prop::collection::btree_set(0u32..2000, 0..60),
            right in prop::collection::btree_set(0u32..2000, 0..60),
        ) {
            let make = |numbers: &BTreeSet<u32>| {
                let mut set = Set::default();
                for number in numbers {
                    prop_assert!(set.insert(*number));
                }
                Ok(set)
            };
            let (mut mine, other) = (make(&left)?, make(&right)?);
            let added = mine.union(&other);
            prop_assert_eq!(mine.iter().collect::<BTreeSet<_>>(), &left | &right);
            prop_assert_eq!(added.iter().collect::<BTreeSet<_>>(), &right - &left);
        }
    }
}
