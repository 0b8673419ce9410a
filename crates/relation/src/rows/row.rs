//! A single row of bits, as a value.

/// A set of events by their numbers, or the targets of one event, as a value in registers: bit `i % 64` of word `i / 64` is set if event
/// `i` is in it.
///
/// Invariant: bits of events that there are not are 0.
pub trait Row: Copy + PartialEq {
    /// No event.
    const NONE: Self;

    /// The row with these words first. Where it has fewer, what they say is left out, where it has more, those are empty.
    fn from_words(words: &[u64]) -> Self;

    /// Whether an event is in it.
    fn contains(&self, event: usize) -> bool;

    /// Puts an event into it.
    fn insert(&mut self, event: usize);

    /// Takes an event out of it.
    fn remove(&mut self, event: usize);

    /// What is in either.
    #[must_use]
    fn or(self, other: Self) -> Self;

    /// What is in both.
    #[must_use]
    fn and(self, other: Self) -> Self;

    /// What is in this one only.
    #[must_use]
    fn without(self, other: Self) -> Self;

    /// Whether no event is in it.
    fn is_empty(&self) -> bool;

    /// How many events are in it.
    fn len(&self) -> u32;

    /// Calls `visit` with each event in it, ascending.
    fn for_each(self, visit: impl FnMut(usize));

    /// The same, descending.
    fn for_each_down(self, visit: impl FnMut(usize));
}

impl<const W: usize> Row for [u64; W] {
    const NONE: [u64; W] = [0; W];

    #[inline(always)]
    fn from_words(words: &[u64]) -> [u64; W] {
        std::array::from_fn(|word| words.get(word).copied().unwrap_or_default())
    }

    #[inline(always)]
    fn contains(&self, event: usize) -> bool {
        self[event / 64] >> (event % 64) & 1 == 1
    }

    #[inline(always)]
    fn insert(&mut self, event: usize) {
        self[event / 64] |= 1 << (event % 64);
    }

    #[inline(always)]
    fn remove(&mut self, event: usize) {
        self[event / 64] &= !(1 << (event % 64));
    }

    #[inline(always)]
    fn or(self, other: [u64; W]) -> [u64; W] {
        std::array::from_fn(|word| self[word] | other[word])
    }

    #[inline(always)]
    fn and(self, other: [u64; W]) -> [u64; W] {
        std::array::from_fn(|word| self[word] & other[word])
    }

    #[inline(always)]
    fn without(self, other: [u64; W]) -> [u64; W] {
        std::array::from_fn(|word| self[word] & !other[word])
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.iter().all(|&word| word == 0)
    }

    #[inline(always)]
    fn len(&self) -> u32 {
        self.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn for_each(self, mut visit: impl FnMut(usize)) {
        for (index, word) in self.into_iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                visit(index * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }

    #[inline(always)]
    fn for_each_down(self, mut visit: impl FnMut(usize)) {
        for (index, word) in self.into_iter().enumerate().rev() {
            let mut rest = word;
            while let Some(bit) = rest.checked_ilog2() {
                visit(index * 64 + bit as usize);
                rest &= !(1 << bit);
            }
        }
    }
}
