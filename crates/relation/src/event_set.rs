//! Sets of events.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use smallvec::SmallVec;

use crate::{EventId, Index, words_for};

/// A set of events out of a universe of `n`, as a row of bits.
///
/// Invariant: bits at and above `n` are 0.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventSet {
    pub(crate) universe: u32,
    pub(crate) words: SmallVec<[u64; INLINE_WORDS]>,
}

/// Sets over most tests' events have no more words.
const INLINE_WORDS: usize = 2;

impl Clone for EventSet {
    fn clone(&self) -> EventSet {
        // Copies words, where a derived one would clone them one by one.
        EventSet { universe: self.universe, words: SmallVec::from_slice(&self.words) }
    }
}

impl EventSet {
    /// No event out of `universe`.
    pub fn empty(universe: usize) -> EventSet {
        let words = words_for(universe);
        // What lies in the set itself is there without a call.
        let words = match words <= INLINE_WORDS {
            true => SmallVec::from_buf_and_len([0; INLINE_WORDS], words),
            false => SmallVec::from_elem(0, words),
        };
        EventSet { universe: universe as u32, words }
    }

    /// All events of `universe`.
    pub fn full(universe: usize) -> EventSet {
        let mut set = EventSet { universe: universe as u32, words: SmallVec::from_elem(!0, words_for(universe)) };
        set.clear_tail();
        set
    }

    /// One event.
    pub fn singleton(universe: usize, event: EventId) -> EventSet {
        let mut set = EventSet::empty(universe);
        set.insert(event);
        set
    }

    /// Neighbouring events.
    pub fn from_range(universe: usize, events: Range<usize>) -> EventSet {
        debug_assert!(events.end <= universe);
        let mut set = EventSet::empty(universe);
        for (number, word) in set.words.iter_mut().enumerate() {
            // How many bits of this word lie before an event.
            let before = |event: usize| event.saturating_sub(number * 64).min(64);
            // A shift by the width of a word has no result.
            let below = |bits: usize| if bits == 64 { !0 } else { (1u64 << bits) - 1 };
            *word = below(before(events.end)) & !below(before(events.start));
        }
        set
    }

    /// The events that satisfy `keep`.
    pub fn from_fn(universe: usize, mut keep: impl FnMut(EventId) -> bool) -> EventSet {
        let mut set = EventSet::empty(universe);
        for (number, word) in set.words.iter_mut().enumerate() {
            let events = number * 64..universe.min((number + 1) * 64);
            *word = events.fold(0, |word, event| word | u64::from(keep(EventId::new(event))) << (event % 64));
        }
        set
    }

    /// How many events there are to choose from.
    pub fn universe(&self) -> usize {
        self.universe as usize
    }

    /// The bits: bit `i % 64` of word `i / 64` is set if event `i` is a member.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Adds an event; returns whether it is new.
    pub fn insert(&mut self, event: EventId) -> bool {
        debug_assert!(event.index() < self.universe());
        let word = &mut self.words[event.index() / 64];
        let bit = 1 << (event.index() % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes an event out.
    pub fn remove(&mut self, event: EventId) {
        self.words[event.index() / 64] &= !(1 << (event.index() % 64));
    }

    /// Whether `event` is in it.
    pub fn contains(&self, event: EventId) -> bool {
        event.index() < self.universe() && self.words[event.index() / 64] >> (event.index() % 64) & 1 == 1
    }

    /// How many events are in it.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no event is in it.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The least event in it.
    pub fn first(&self) -> Option<EventId> {
        self.iter().next()
    }

    /// Its events, ascending.
    pub fn iter(&self) -> impl Iterator<Item = EventId> + '_ {
        bits(&self.words)
    }

    /// The events in either.
    #[must_use]
    pub fn union(&self, other: &EventSet) -> EventSet {
        self.combine(other, |a, b| a | b)
    }

    /// The events in both.
    #[must_use]
    pub fn intersection(&self, other: &EventSet) -> EventSet {
        self.combine(other, |a, b| a & b)
    }

    /// The events in this one only.
    #[must_use]
    pub fn difference(&self, other: &EventSet) -> EventSet {
        self.combine(other, |a, b| a & !b)
    }

    /// The events of the universe that are not in it.
    #[must_use]
    pub fn complement(&self) -> EventSet {
        let mut set = EventSet { universe: self.universe, words: self.words.iter().map(|word| !word).collect() };
        set.clear_tail();
        set
    }

    /// Whether every event of it is in `other`.
    pub fn is_subset(&self, other: &EventSet) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Whether no event is in both.
    pub fn is_disjoint(&self, other: &EventSet) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & b == 0)
    }

    /// Compares the sets as sequences of ascending events, lexicographically: `{} < {0} < {0, 1} < {0, 2} < {1}`.
    pub fn sequence_cmp(&self, other: &EventSet) -> Ordering {
        compare_rows(&self.words, &other.words)
    }

    fn combine(&self, other: &EventSet, op: impl Fn(u64, u64) -> u64) -> EventSet {
        debug_assert_eq!(self.universe, other.universe);
        EventSet {
            universe: self.universe,
            words: self.words.iter().zip(&other.words).map(|(&a, &b)| op(a, b)).collect(),
        }
    }

    fn clear_tail(&mut self) {
        if let (tail @ 1.., Some(last)) = (self.universe % 64, self.words.last_mut()) {
            *last &= (1 << tail) - 1;
        }
    }
}

impl fmt::Debug for EventSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Compares rows as sequences of ascending events, lexicographically.
pub(crate) fn compare_rows(row: &[u64], other: &[u64]) -> Ordering {
    let Some(index) = (0..row.len()).find(|&index| row[index] != other[index]) else { return Ordering::Equal };
    let difference = row[index] ^ other[index];
    let lowest = difference & difference.wrapping_neg();
    // The row that has the first event that the other lacks is less, unless the other has ended there.
    let (lacking, order) = if row[index] & lowest != 0 { (other, Ordering::Less) } else { (row, Ordering::Greater) };
    let has_more = lacking[index] & !(lowest | (lowest - 1)) != 0 || lacking[index + 1..].iter().any(|&word| word != 0);
    if has_more { order } else { order.reverse() }
}

/// The positions of the one bits of a row, ascending.
pub(crate) fn bits(words: &[u64]) -> impl Iterator<Item = EventId> + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(EventId::new(index * 64 + bit))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_the_events_from_its_start_to_its_end() {
        for (start, end) in [(0, 0), (0, 1), (3, 64), (0, 64), (63, 65), (64, 128), (5, 130), (130, 130)] {
            let expected = EventSet::from_fn(130, |event| (start..end).contains(&event.index()));
            assert_eq!(EventSet::from_range(130, start..end), expected, "{start}..{end}");
        }
    }

    #[test]
    fn sequence_order_is_that_of_the_lists_of_events() {
        let sets: Vec<EventSet> = (0..256u32)
            .map(|bits| {
                EventSet::from_fn(130, |event| bits >> (event.index() / 18).min(31) & 1 == 1 && event.index() % 18 == 3)
            })
            .collect();
        for a in &sets {
            for b in &sets {
                let lists = a.iter().collect::<Vec<_>>().cmp(&b.iter().collect::<Vec<_>>());
                assert_eq!(a.sequence_cmp(b), lists, "{a:?} and {b:?}");
            }
        }
    }
}
