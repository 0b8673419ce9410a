//! Sets of small numbers, sparse.

/// A set of numbers: words of 64 bits, those that are zero left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Set {
    /// Index of the word and its bits, ascending; no word is zero.
    words: Vec<(u32, u64)>,
}

impl Set {
    /// The set of some numbers.
    pub(super) fn of(mut numbers: Vec<u32>) -> Set {
        numbers.sort_unstable();
        let mut set = Set::default();
        for number in numbers {
            let bit = 1u64 << (number % 64);
            match set.words.last_mut() {
                Some((index, bits)) if *index == number / 64 => *bits |= bit,
                Some(_) | None => set.words.push((number / 64, bit)),
            }
        }
        set
    }

    /// How many numbers it has.
    pub(super) fn len(&self) -> usize {
        self.words.iter().map(|(_, bits)| bits.count_ones() as usize).sum()
    }

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

    /// Takes out what is in `other`; gives it.
    pub(super) fn remove(&mut self, other: &Set) -> Set {
        let mut removed = Set::default();
        let mut at = 0;
        for (index, bits) in &mut self.words {
            while other.words.get(at).is_some_and(|word| word.0 < *index) {
                at += 1;
            }
            let Some((_, others)) = other.words.get(at).filter(|word| word.0 == *index) else { continue };
            if *bits & others != 0 {
                removed.words.push((*index, *bits & others));
                *bits &= !others;
            }
        }
        if !removed.is_empty() {
            self.words.retain(|(_, bits)| *bits != 0);
        }
        removed
    }

    /// What is not in `other`.
    pub(super) fn difference(&self, other: &Set) -> Set {
        let mut result = Set::default();
        let mut at = 0;
        for &(index, bits) in &self.words {
            while other.words.get(at).is_some_and(|word| word.0 < index) {
                at += 1;
            }
            let others = other.words.get(at).filter(|word| word.0 == index).map_or(0, |word| word.1);
            if bits & !others != 0 {
                result.words.push((index, bits & !others));
            }
        }
        result
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
        // Sets grow until hardly anything is new: what can stay in its place does.
        let mut missing: Vec<(u32, u64)> = Vec::new();
        let mut at = 0;
        for &(index, bits) in &other.words {
            while at < self.words.len() && self.words[at].0 < index {
                at += 1;
            }
            match self.words.get_mut(at) {
                Some(word) if word.0 == index => {
                    let new = bits & !word.1;
                    if new != 0 {
                        word.1 |= new;
                        added.words.push((index, new));
                    }
                }
                Some(_) | None => {
                    added.words.push((index, bits));
                    missing.push((index, bits));
                }
            }
        }
        if !missing.is_empty() {
            self.insert_words(&missing);
        }
        added
    }

    /// Adds words, ascending, that are not there.
    fn insert_words(&mut self, missing: &[(u32, u64)]) {
        let old = self.words.len();
        self.words.resize(old + missing.len(), (0, 0));
        // From the end, so that nothing is written over that is still to be read.
        let (mut from, mut to) = (old, self.words.len());
        for word in missing.iter().rev() {
            while from > 0 && self.words[from - 1].0 > word.0 {
                from -= 1;
                to -= 1;
                self.words[to] = self.words[from];
            }
            to -= 1;
            self.words[to] = *word;
        }
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

        #[test]
        fn difference_is_that_of_ordinary_sets(
            left in prop::collection::btree_set(0u32..500, 0..60),
            right in prop::collection::btree_set(0u32..500, 0..60),
        ) {
            let make = |numbers: &BTreeSet<u32>| {
                let mut set = Set::default();
                for number in numbers {
                    set.insert(*number);
                }
                set
            };
            let (mine, other) = (make(&left), Set::of(right.iter().rev().copied().collect()));
            prop_assert_eq!(&other, &make(&right));
            prop_assert_eq!(mine.difference(&other).iter().collect::<BTreeSet<_>>(), &left - &right);
        }
    }
}
