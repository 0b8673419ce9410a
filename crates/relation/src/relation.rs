//! Binary relations over events.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use smallvec::SmallVec;

use crate::event_set::{bits, compare_rows};
use crate::{EventId, EventSet, Index, words_for};

/// Small tests have no more events.
const USUAL_EVENTS: usize = 16;

/// The events of small tests fall into fewer classes.
const USUAL_CLASSES: usize = 8;

/// A binary relation over `n` events: `n` rows of `n` bits, row = source.
///
/// Invariant: bits at and above `n` in a row are 0. The derived order is no order of the algebra; it serves to sort
/// and to keep relations in sets.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation {
    universe: u32,
    /// Words a row.
    width: u32,
    /// Row `i` is `words[i * width..][..width]`.
    words: SmallVec<[u64; USUAL_EVENTS]>,
}

impl Clone for Relation {
    fn clone(&self) -> Relation {
        // Copies words, where a derived one would clone them one by one.
        Relation { words: SmallVec::from_slice(&self.words), ..*self }
    }
}

impl Relation {
    /// No pair.
    pub fn empty(universe: usize) -> Relation {
        let width = words_for(universe);
        Relation { universe: universe as u32, width: width as u32, words: SmallVec::from_elem(0, universe * width) }
    }

    /// Every event with every event.
    pub fn full(universe: usize) -> Relation {
        let all = EventSet::full(universe);
        Relation::product(&all, &all)
    }

    /// Every event with itself.
    pub fn identity(universe: usize) -> Relation {
        let mut relation = Relation::empty(universe);
        // From one pair to the next it is a row and a bit.
        let step = relation.width as usize * 64 + 1;
        for bit in (0..universe).map(|event| event * step) {
            relation.words[bit / 64] |= 1 << (bit % 64);
        }
        relation
    }

    /// Every event of `set` with itself: cat's `[set]`.
    pub fn identity_on(set: &EventSet) -> Relation {
        let mut relation = Relation::empty(set.universe());
        for event in set.iter() {
            relation.insert(event, event);
        }
        relation
    }

    /// Every event of `sources` with every event of `targets`: cat's `sources * targets`.
    pub fn product(sources: &EventSet, targets: &EventSet) -> Relation {
        let mut relation = Relation::empty(sources.universe());
        for event in sources.iter() {
            relation.row_mut(event).copy_from_slice(&targets.words);
        }
        relation
    }

    /// The given pairs.
    pub fn from_pairs(universe: usize, pairs: impl IntoIterator<Item = (EventId, EventId)>) -> Relation {
        let mut relation = Relation::empty(universe);
        for (source, target) in pairs {
            relation.insert(source, target);
        }
        relation
    }

    /// The equivalence whose classes are those events that `key` gives the same value; events with `None` are in no class.
    pub fn same<K: PartialEq>(universe: usize, key: impl Fn(EventId) -> Option<K>) -> Relation {
        let mut classes: SmallVec<[(K, EventSet); USUAL_CLASSES]> = SmallVec::new();
        for event in (0..universe).map(EventId::new) {
            let Some(key) = key(event) else { continue };
            match classes.iter_mut().find(|(known, _)| *known == key) {
                Some((_, class)) => _ = class.insert(event),
                None => classes.push((key, EventSet::singleton(universe, event))),
            }
        }
        let mut relation = Relation::empty(universe);
        for (_, class) in &classes {
            class.iter().for_each(|event| relation.row_mut(event).copy_from_slice(&class.words));
        }
        relation
    }

    /// Every event with every member of the set that `image` gives it.
    pub fn from_images<S: Borrow<EventSet>>(universe: usize, image: impl Fn(EventId) -> S) -> Relation {
        let mut relation = Relation::empty(universe);
        for event in relation.events() {
            relation.row_mut(event).copy_from_slice(&image(event).borrow().words);
        }
        relation
    }

    /// How many events there are to relate.
    pub fn universe(&self) -> usize {
        self.universe as usize
    }

    /// The rows, source by source: bit `i % 64` of word `i / 64` is set if event `i` is a target.
    pub fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact((self.width as usize).max(1))
    }

    fn row(&self, source: EventId) -> &[u64] {
        let width = self.width as usize;
        &self.words[source.index() * width..][..width]
    }

    fn row_mut(&mut self, source: EventId) -> &mut [u64] {
        let width = self.width as usize;
        &mut self.words[source.index() * width..][..width]
    }

    fn events(&self) -> impl Iterator<Item = EventId> + use<> {
        (0..self.universe()).map(EventId::new)
    }

    /// Adds a pair; returns whether it is new.
    pub fn insert(&mut self, source: EventId, target: EventId) -> bool {
        debug_assert!(target.index() < self.universe());
        let word = &mut self.row_mut(source)[target.index() / 64];
        let bit = 1 << (target.index() % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Makes `targets` the targets of `source`.
    pub fn set_targets(&mut self, source: EventId, targets: &EventSet) {
        debug_assert_eq!(self.universe, targets.universe);
        self.row_mut(source).copy_from_slice(&targets.words);
    }

    /// Makes `targets` the targets of each of neighbouring `sources`.
    pub fn set_targets_of_all(&mut self, sources: Range<usize>, targets: &EventSet) {
        debug_assert_eq!(self.universe, targets.universe);
        let width = self.width as usize;
        match targets.words[..] {
            [only] => self.words[sources].fill(only),
            _ => {
                let rows = self.words[sources.start * width..sources.end * width].chunks_exact_mut(width);
                rows.for_each(|row| row.copy_from_slice(&targets.words));
            }
        }
    }

    /// Takes a pair out.
    pub fn remove(&mut self, source: EventId, target: EventId) {
        self.row_mut(source)[target.index() / 64] &= !(1 << (target.index() % 64));
    }

    /// Whether the pair is in it.
    pub fn contains(&self, source: EventId, target: EventId) -> bool {
        self.row(source)[target.index() / 64] >> (target.index() % 64) & 1 == 1
    }

    /// The targets of `source`, ascending.
    pub fn targets(&self, source: EventId) -> impl Iterator<Item = EventId> + '_ {
        bits(self.row(source))
    }

    /// Its pairs, by source and then by target.
    pub fn iter(&self) -> impl Iterator<Item = (EventId, EventId)> + '_ {
        self.events().flat_map(|source| self.targets(source).map(move |target| (source, target)))
    }

    /// How many pairs are in it.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no pair is in it.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The pairs in either.
    #[must_use]
    pub fn union(&self, other: &Relation) -> Relation {
        self.combine(other, |a, b| a | b)
    }

    /// The pairs in both.
    #[must_use]
    pub fn intersection(&self, other: &Relation) -> Relation {
        self.combine(other, |a, b| a & b)
    }

    /// The pairs in this one only.
    #[must_use]
    pub fn difference(&self, other: &Relation) -> Relation {
        self.combine(other, |a, b| a & !b)
    }

    /// The pairs of events that are not in it.
    #[must_use]
    pub fn complement(&self) -> Relation {
        Relation::full(self.universe()).difference(self)
    }

    /// The pairs turned round.
    #[must_use]
    pub fn inverse(&self) -> Relation {
        let mut inverse = Relation::empty(self.universe());
        for (source, target) in self.iter() {
            inverse.insert(target, source);
        }
        inverse
    }

    /// Composition, cat's `self ; other`: from `a` to `c` when there is a `b` with `a self b` and `b other c`.
    /// Cubic in the worst case, a word at a time.
    #[must_use]
    pub fn sequence(&self, other: &Relation) -> Relation {
        debug_assert_eq!(self.universe, other.universe);
        let mut result = Relation::empty(self.universe());
        for source in self.events() {
            for middle in self.targets(source) {
                or_into(result.row_mut(source), other.row(middle));
            }
        }
        result
    }

    /// The least transitive relation that contains it, cat's `self+`. Cubic (Warshall), a word at a time.
    #[must_use]
    pub fn transitive_closure(&self) -> Relation {
        let mut closure = self.clone();
        let width = self.width as usize;
        let mut through = vec![0; width];
        for middle in self.events() {
            // A copy, as the row of `middle` itself is among those that grow.
            through.copy_from_slice(closure.row(middle));
            if through.iter().all(|&word| word == 0) {
                continue;
            }
            let (word, bit) = (middle.index() / 64, middle.index() % 64);
            for row in closure.words.chunks_exact_mut(width) {
                if row[word] >> bit & 1 == 1 {
                    or_into(row, &through);
                }
            }
        }
        closure
    }

    /// The least reflexive and transitive relation that contains it, cat's `self*`.
    #[must_use]
    pub fn reflexive_transitive_closure(&self) -> Relation {
        self.transitive_closure().reflexive_closure()
    }

    /// The same with every event related to itself, cat's `self?`.
    #[must_use]
    pub fn reflexive_closure(&self) -> Relation {
        let mut closure = self.clone();
        for event in self.events() {
            closure.insert(event, event);
        }
        closure
    }

    /// The events that have a target.
    pub fn domain(&self) -> EventSet {
        EventSet::from_fn(self.universe(), |event| self.row(event).iter().any(|&word| word != 0))
    }

    /// The events that are a target.
    pub fn range(&self) -> EventSet {
        let mut range = EventSet::empty(self.universe());
        for source in self.events() {
            or_into(&mut range.words, self.row(source));
        }
        range
    }

    /// The targets of `source` as a set.
    pub fn image(&self, source: EventId) -> EventSet {
        EventSet { universe: self.universe, words: self.row(source).into() }
    }

    /// The pairs that go from `sources` to `targets`: cat's `[sources] ; self ; [targets]`.
    #[must_use]
    pub fn restrict(&self, sources: &EventSet, targets: &EventSet) -> Relation {
        let mut result = Relation::empty(self.universe());
        for source in sources.iter() {
            let row = result.row_mut(source);
            for ((word, &mine), &keep) in row.iter_mut().zip(self.row(source)).zip(&targets.words) {
                *word = mine & keep;
            }
        }
        result
    }

    /// Whether every pair of it is in `other`.
    pub fn is_subset(&self, other: &Relation) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Whether no event is related to itself.
    pub fn is_irreflexive(&self) -> bool {
        self.events().all(|event| !self.contains(event, event))
    }

    /// Whether it has no cycle. Peels events without a target, then without any left, and so on: cheaper than the closure.
    pub fn is_acyclic(&self) -> bool {
        let mut alive = EventSet::full(self.universe());
        loop {
            let before = alive.clone();
            for event in before.iter() {
                let has_live_target = self.row(event).iter().zip(&alive.words).any(|(a, b)| a & b != 0);
                if !has_live_target {
                    alive.remove(event);
                }
            }
            if alive.is_empty() {
                return true;
            }
            if alive == before {
                return false;
            }
        }
    }

    /// A shortest cycle, as the events on it in order, the least one first; `None` when it is acyclic.
    /// Among shortest cycles it is the one with the least first event. Cost: a breadth-first search an event.
    pub fn shortest_cycle(&self) -> Option<Vec<EventId>> {
        let mut best: Option<Vec<EventId>> = None;
        for start in self.events() {
            let limit = best.as_ref().map_or(usize::MAX, Vec::len);
            if let Some(cycle) = self.shortest_cycle_through(start, limit) {
                best = Some(cycle);
            }
        }
        best
    }

    /// A shortest cycle through `start` of fewer than `limit` events.
    fn shortest_cycle_through(&self, start: EventId, limit: usize) -> Option<Vec<EventId>> {
        let mut parent: Vec<Option<EventId>> = vec![None; self.universe()];
        let mut level = vec![start];
        let mut length = 1;
        while !level.is_empty() && length < limit {
            let mut next = Vec::new();
            for &event in &level {
                for target in self.targets(event) {
                    if target == start {
                        let mut cycle = vec![event];
                        while let (true, Some(up)) =
                            (cycle[cycle.len() - 1] != start, parent[cycle[cycle.len() - 1].index()])
                        {
                            cycle.push(up);
                        }
                        cycle.reverse();
                        return Some(cycle);
                    }
                    if parent[target.index()].is_none() {
                        parent[target.index()] = Some(event);
                        next.push(target);
                    }
                }
            }
            level = next;
            length += 1;
        }
        None
    }

    /// Adds the pairs of `other`.
    pub fn union_with(&mut self, other: &Relation) {
        debug_assert_eq!(self.universe, other.universe);
        or_into(&mut self.words, &other.words);
    }

    /// Compares the relations as sequences of sources that have targets, ascending, each with its targets as
    /// [`EventSet::sequence_cmp`] compares them, lexicographically.
    pub fn sequence_cmp(&self, other: &Relation) -> Ordering {
        let rows = |relation: &Relation, from: usize| {
            relation.words[from * relation.width as usize..].iter().any(|&word| word != 0)
        };
        let Some(source) = self.events().find(|&source| self.row(source) != other.row(source)) else {
            return Ordering::Equal;
        };
        let is_empty = |relation: &Relation| relation.row(source).iter().all(|&word| word == 0);
        // Where one has no targets its next source is a later one, if there is any.
        if is_empty(self) {
            return if rows(self, source.index() + 1) { Ordering::Greater } else { Ordering::Less };
        }
        if is_empty(other) {
            return if rows(other, source.index() + 1) { Ordering::Less } else { Ordering::Greater };
        }
        compare_rows(self.row(source), other.row(source))
    }

    fn combine(&self, other: &Relation, op: impl Fn(u64, u64) -> u64) -> Relation {
        debug_assert_eq!(self.universe, other.universe);
        Relation {
            universe: self.universe,
            width: self.width,
            words: self.words.iter().zip(&other.words).map(|(&a, &b)| op(a, b)).collect(),
        }
    }
}

fn or_into(row: &mut [u64], more: &[u64]) {
    for (word, &other) in row.iter_mut().zip(more) {
        *word |= other;
    }
}

impl fmt::Debug for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequence_order_is_that_of_the_lists_of_sources_with_their_targets() {
        let lists = |relation: &Relation| -> Vec<(EventId, Vec<EventId>)> {
            let sources = relation.domain();
            sources.iter().map(|source| (source, relation.targets(source).collect())).collect()
        };
        let relations: Vec<Relation> = (0..512u32)
            .map(|bits| {
                let pairs = (0..9).filter(|pair| bits >> pair & 1 == 1);
                Relation::from_pairs(3, pairs.map(|pair| (EventId::new(pair / 3), EventId::new(pair % 3))))
            })
            .collect();
        for a in &relations {
            for b in &relations {
                assert_eq!(a.sequence_cmp(b), lists(a).cmp(&lists(b)), "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn what_is_removed_is_not_there() {
        let event = EventId::new;
        let mut relation = Relation::from_pairs(70, [(event(1), event(69)), (event(1), event(2))]);
        relation.remove(event(1), event(69));
        assert_eq!(relation, Relation::from_pairs(70, [(event(1), event(2))]));
    }

    #[test]
    fn targets_that_are_set_replace_those_that_were_there() {
        let event = EventId::new;
        let mut relation = Relation::from_pairs(70, [(event(1), event(69)), (event(2), event(3))]);
        relation.set_targets(event(1), &EventSet::singleton(70, event(68)));
        assert_eq!(relation, Relation::from_pairs(70, [(event(1), event(68)), (event(2), event(3))]));
    }

    #[test]
    fn targets_of_neighbours_are_those_of_each() {
        for universe in [9, 70] {
            let event = EventId::new;
            let targets = EventSet::from_range(universe, 3..universe);
            let (mut one_by_one, mut at_once) = (Relation::identity(universe), Relation::identity(universe));
            (2..5).for_each(|source| one_by_one.set_targets(event(source), &targets));
            at_once.set_targets_of_all(2..5, &targets);
            assert_eq!(one_by_one, at_once);
        }
    }

    #[test]
    fn identity_relates_each_event_to_itself_alone() {
        for universe in [0, 1, 9, 64, 65, 130] {
            let pairs = (0..universe).map(|event| (EventId::new(event), EventId::new(event)));
            assert_eq!(Relation::identity(universe), Relation::from_pairs(universe, pairs));
        }
    }

    #[test]
    fn union_in_place_is_union() {
        let event = EventId::new;
        let (a, b) =
            (Relation::from_pairs(70, [(event(1), event(69))]), Relation::from_pairs(70, [(event(69), event(0))]));
        let mut both = a.clone();
        both.union_with(&b);
        assert_eq!(both, a.union(&b));
    }
}
