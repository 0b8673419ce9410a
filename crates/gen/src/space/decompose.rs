//! The words that make one cycle.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::{Letter, LetterId, Space, edges_fit};
use crate::edge::{Annotation, Direction, Edge, EdgeKind};

/// For each edge that a cycle may have the letters whose first step may make it ([`is_made_by`]), as bits.
pub(super) fn makers(letters: &[Letter]) -> HashMap<EdgeKind, Vec<u64>> {
    let mut makers: HashMap<EdgeKind, Vec<u64>> = HashMap::new();
    for (number, letter) in letters.iter().enumerate() {
        let Some(step) = letter.edges.iter().find(|edge| edge.kind != EdgeKind::Annotation) else { continue };
        let choices = |known: Option<Direction>| match known {
            Some(_) => vec![None],
            None => vec![None, Some(Direction::Read), Some(Direction::Write)],
        };
        for source in choices(step.source_direction()) {
            for target in choices(step.target_direction()) {
                let mut made = *step;
                source.into_iter().for_each(|direction| made.set_source_direction(direction));
                target.into_iter().for_each(|direction| made.set_target_direction(direction));
                let row = makers.entry(made.kind).or_insert_with(|| vec![0; letters.len().div_ceil(64)]);
                row[number / 64] |= 1 << (number % 64);
            }
        }
    }
    makers
}

impl Space {
    /// Whether no smaller word than `word` (a shorter one, or one that comes before it) makes the resolved cycle.
    pub(super) fn is_first(&self, prefix: &[Edge], word: &[LetterId], cycle: &[Edge]) -> bool {
        let makers = cycle.iter().map(|edge| self.makers.get(&edge.kind).map(Vec::as_slice)).collect();
        let mut parts = Parts { space: self, cycle, makers, word, used: SmallVec::new(), ends: SmallVec::new() };
        for start in 0..cycle.len() {
            if self.prefixes.is_empty() {
                if parts.finds_smaller(start, start, cycle.len()) {
                    return false;
                }
                continue;
            }
            for (number, other) in self.prefixes.iter().enumerate() {
                let Some(length) = parts.matches(start, cycle.len(), other) else { continue };
                parts.ends.push((other[0], other[other.len() - 1]));
                let is_smaller = parts.finds_smaller(start, (start + length) % cycle.len(), cycle.len() - length);
                parts.ends.pop();
                // Of two prefixes that make the same cycle with the same word, the first one counts.
                let same = self.prefixes.iter().position(|known| known.as_slice() == prefix);
                let is_earlier = same.is_some_and(|own| number < own) && parts.equal_is_found(start, length);
                if is_smaller || is_earlier {
                    return false;
                }
            }
        }
        true
    }
}

struct Parts<'a> {
    space: &'a Space,
    cycle: &'a [Edge],
    /// For each edge of the cycle the letters whose first step may make it; `None` where there are none.
    makers: SmallVec<[Option<&'a [u64]>; 16]>,
    /// The word to compare with.
    word: &'a [LetterId],
    used: SmallVec<[LetterId; 16]>,
    /// The first and the last edge of each part, as the pool has them.
    ends: SmallVec<[(Edge, Edge); 16]>,
}

impl Parts<'_> {
    /// Whether `left` edges of the cycle from `at` on can be made by a smaller word than the one to compare with. `start`: where the cycle closes.
    fn finds_smaller(&mut self, start: usize, at: usize, left: usize) -> bool {
        if left == 0 {
            let is_smaller = self.used.len() < self.word.len() || self.used.as_slice() < self.word;
            return is_smaller && self.is_possible_length() && self.closes(start);
        }
        let place = self.used.len();
        if place >= self.word.len() {
            return false;
        }
        // A word of the same length that is larger up to here cannot become smaller; a shorter one can be anything.
        let may_be_shorter = !self.space.limits.is_exact;
        let is_equal_so_far = self.used[..] == self.word[..place];
        let Some(makers) = self.makers[at] else { return false };
        let space = self.space;
        for letter in space.letters_after(self.used.last().copied(), 0, [Some(makers), None]) {
            if is_equal_so_far && letter > self.word[place] && !may_be_shorter {
                return false;
            }
            let edges = &space.letters[usize::from(letter)].edges;
            let Some(length) = self.matches(at, left, edges) else { continue };
            self.used.push(letter);
            self.ends.push((edges[0], edges[edges.len() - 1]));
            let found = self.finds_smaller(start, (at + length) % self.cycle.len(), left - length);
            self.used.pop();
            self.ends.pop();
            if found {
                return true;
            }
        }
        false
    }

    fn is_possible_length(&self) -> bool {
        let limits = &self.space.limits;
        let relaxed = self.space.different_relaxed(&self.used).len();
        let has_relaxed = self.space.letters.iter().any(|letter| letter.is_relaxed);
        let relaxed_fits = !has_relaxed || (limits.least_relaxed..=limits.most_relaxed).contains(&relaxed);
        relaxed_fits && if limits.is_exact { self.used.len() == limits.size } else { self.used.len() <= limits.size }
    }

    /// Whether the parts, with what the pool says of their annotations, give the annotations of the cycle, and the last may be followed by the first.
    fn closes(&self, start: usize) -> bool {
        if self.space.prefixes.is_empty()
            && let (Some(last), Some(first)) = (self.used.last(), self.used.first())
            && !self.space.may_follow(*last, *first)
        {
            return false;
        }
        let mut at = start;
        let count = self.ends.len();
        (0..count).all(|index| {
            let ((first, _), (_, before)) = (&self.ends[index], &self.ends[(index + count - 1) % count]);
            let joined = match (before.target, first.source) {
                (None, one) | (one, None) => one,
                (Some(left), Some(right)) => left.merge(right),
            };
            let fits = joined == self.cycle[at].source && edges_fit(before, first);
            at = (at + self.length_of(index)) % self.cycle.len();
            fits
        })
    }

    fn length_of(&self, index: usize) -> usize {
        let has_prefix = self.ends.len() > self.used.len();
        let steps = |edges: &[Edge]| edges.iter().filter(|edge| edge.kind != EdgeKind::Annotation).count();
        match (has_prefix, index) {
            (true, 0) => {
                self.cycle.len()
                    - self
                        .used
                        .iter()
                        .map(|letter| steps(&self.space.letters[usize::from(*letter)].edges))
                        .sum::<usize>()
            }
            (true, index) => steps(&self.space.letters[usize::from(self.used[index - 1])].edges),
            (false, index) => steps(&self.space.letters[usize::from(self.used[index])].edges),
        }
    }

    /// How many edges of the cycle from `at` on, `left` at most, the relaxation makes, if it can.
    fn matches(&self, at: usize, left: usize, relaxation: &[Edge]) -> Option<usize> {
        let mut length = 0;
        let mut pending: Option<Annotation> = None;
        for edge in relaxation {
            if edge.kind == EdgeKind::Annotation {
                pending = edge.source;
                continue;
            }
            if length == left {
                return None;
            }
            let made = &self.cycle[(at + length) % self.cycle.len()];
            let allows = |pool: Option<Annotation>, found: Option<Annotation>| match (pool, found) {
                (None, _) => true,
                (Some(pool), Some(found)) => pool.merge(found) == Some(found),
                (Some(_), None) => false,
            };
            if !is_made_by(made, edge)
                || !allows(edge.source, made.source)
                || !allows(edge.target, made.target)
                || !allows(pending, made.source)
            {
                return None;
            }
            pending = None;
            length += 1;
        }
        (length > 0).then_some(length)
    }

    /// Whether the very word to compare with makes the cycle behind another prefix of `length` edges at `start`.
    fn equal_is_found(&self, start: usize, length: usize) -> bool {
        let mut at = (start + length) % self.cycle.len();
        let mut left = self.cycle.len() - length;
        for letter in self.word {
            let edges = &self.space.letters[usize::from(*letter)].edges;
            match self.matches(at, left, edges) {
                Some(length) => (at, left) = ((at + length) % self.cycle.len(), left - length),
                None => return false,
            }
        }
        left == 0
    }
}

/// Whether an edge of a cycle can come from one of a pool, whose directions may be open.
fn is_made_by(made: &Edge, pool: &Edge) -> bool {
    if made.kind == pool.kind {
        return true;
    }
    let mut completed = *pool;
    if let Some(direction) = made.source_direction().filter(|_| pool.source_direction().is_none()) {
        completed.set_source_direction(direction);
    }
    if let Some(direction) = made.target_direction().filter(|_| pool.target_direction().is_none()) {
        completed.set_target_direction(direction);
    }
    completed.kind == made.kind
}
