//! The operators on bare rows of bits, for evaluators that keep their own storage.
//!
//! How a relation lies in words is its [`Shape`]: a type, so that each operator is compiled for each of them. Which one fits so many events is
//! given by a [`Form`]. Results are written over what was there; nothing is allocated. These functions do what the methods of
//! [`Relation`](crate::Relation) and [`EventSet`](crate::EventSet) of the same names do.
//!
//! Invariant: rows of events that there are not are empty, and so are their bits, in operands and results.

mod packed;
mod row;
mod words;

pub use packed::Packed;
pub use row::Row;
pub use words::Words;

/// How relations over events, and sets of events, lie in words.
pub trait Shape {
    /// A set, or a row of a relation: the targets of an event.
    type Row: Row;

    /// How many words a set has.
    const SET_WORDS: usize;

    /// Row `source` of a relation.
    fn row(relation: &[u64], source: usize) -> Self::Row;

    /// Writes row `source` of a relation.
    fn put(relation: &mut [u64], source: usize, row: Self::Row);

    /// Writes a relation, row by row; there is a row for each event.
    fn put_all(relation: &mut [u64], rows: impl Iterator<Item = Self::Row>);

    /// A set.
    fn set(words: &[u64]) -> Self::Row;

    /// Writes a set.
    fn put_set(words: &mut [u64], row: Self::Row);

    /// Computes each word of a set, or of a relation, from those of two others.
    #[inline(always)]
    fn combine(into: &mut [u64], a: &[u64], b: &[u64], op: impl Fn(u64, u64) -> u64) {
        for ((word, &a), &b) in into.iter_mut().zip(a).zip(b) {
            *word = op(a, b);
        }
    }

    /// `into | other`, of sets or relations.
    #[inline(always)]
    fn unite(into: &mut [u64], other: &[u64]) {
        unite(into, other);
    }

    /// Copies a set or a relation.
    #[inline(always)]
    fn copy(into: &mut [u64], a: &[u64]) {
        into.copy_from_slice(a);
    }

    /// `~a`, of a relation; `all` is the set of all events.
    fn complement(into: &mut [u64], a: &[u64], all: Self::Row);

    /// `sources * targets`.
    fn product(into: &mut [u64], sources: Self::Row, targets: Self::Row);

    /// `[set]`.
    fn identity_on(into: &mut [u64], set: Self::Row);

    /// `[sources]; relation; [targets]`.
    fn restrict(into: &mut [u64], sources: Self::Row, relation: &[u64], targets: Self::Row);

    /// `[sources]; relation`.
    fn restrict_sources(into: &mut [u64], sources: Self::Row, relation: &[u64]);

    /// `relation; [targets]`.
    fn restrict_targets(into: &mut [u64], relation: &[u64], targets: Self::Row);

    /// `a; b`.
    fn sequence(into: &mut [u64], a: &[u64], b: &[u64]);

    /// `a^-1`.
    fn inverse(into: &mut [u64], a: &[u64]);

    /// Makes a relation its own transitive closure (Warshall).
    fn close(relation: &mut [u64]);

    /// The sources of pairs, and their targets.
    fn ends(relation: &[u64]) -> (Self::Row, Self::Row);

    /// Whether no event is related to itself.
    fn is_irreflexive(relation: &[u64]) -> bool;

    /// Whether no event is related to another one.
    fn is_diagonal(relation: &[u64]) -> bool;

    /// Adds a pair to a relation.
    #[inline(always)]
    fn insert(relation: &mut [u64], source: usize, target: usize) {
        let mut row = Self::row(relation, source);
        row.insert(target);
        Self::put(relation, source, row);
    }

    /// Takes a pair out of a relation.
    #[inline(always)]
    fn remove(relation: &mut [u64], source: usize, target: usize) {
        let mut row = Self::row(relation, source);
        row.remove(target);
        Self::put(relation, source, row);
    }

    /// Relates every event to itself; `all` is the set of all events.
    fn make_reflexive(relation: &mut [u64], all: Self::Row) {
        all.for_each(|event| Self::insert(relation, event, event));
    }

    /// The events that a path goes through: those that are a source as well as a target.
    #[inline(always)]
    fn between(relation: &[u64]) -> Self::Row {
        let (sources, targets) = Self::ends(relation);
        sources.and(targets)
    }

    /// Whether there is no cycle.
    fn is_acyclic(relation: &[u64]) -> bool;
}

/// The shapes, as values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// [`Packed`]: up to 16 events.
    #[default]
    Packed,
    /// [`Words<1>`]: up to 64 events.
    One,
    /// [`Words<2>`]: up to 128.
    Two,
    /// [`Words<4>`]: up to 256.
    Four,
    /// [`Words<8>`]: up to 512.
    Eight,
}

impl Form {
    /// The form that takes the least room and time for `n` events; `None` above 512.
    pub fn of(n: usize) -> Option<Form> {
        let all =
            [(packed::ROWS, Form::Packed), (64, Form::One), (128, Form::Two), (256, Form::Four), (512, Form::Eight)];
        all.into_iter().find(|&(most, _)| n <= most).map(|(_, form)| form)
    }

    /// How many words a set has.
    pub fn set_words(self) -> usize {
        match self {
            Form::Packed | Form::One => 1,
            Form::Two => 2,
            Form::Four => 4,
            Form::Eight => 8,
        }
    }

    /// How many words a relation over `n` events has.
    pub fn relation_words(self, n: usize) -> usize {
        match self {
            Form::Packed => packed::RELATION,
            Form::One | Form::Two | Form::Four | Form::Eight => n * self.set_words(),
        }
    }

    /// Writes the set of all `n` events.
    pub fn write_all(self, into: &mut [u64], n: usize) {
        for (index, word) in into[..self.set_words()].iter_mut().enumerate() {
            *word = match n.saturating_sub(index * 64) {
                0 => 0,
                rest @ 1..64 => (1 << rest) - 1,
                _ => !0,
            };
        }
    }
}

/// `into | other`.
#[inline(always)]
fn unite(into: &mut [u64], other: &[u64]) {
    for (word, &other) in into.iter_mut().zip(other) {
        *word |= other;
    }
}

/// `a & b`.
#[inline(always)]
fn intersection(into: &mut [u64], a: &[u64], b: &[u64]) {
    for ((word, &a), &b) in into.iter_mut().zip(a).zip(b) {
        *word = a & b;
    }
}

/// `a \ b`.
#[inline(always)]
fn difference(into: &mut [u64], a: &[u64], b: &[u64]) {
    for ((word, &a), &b) in into.iter_mut().zip(a).zip(b) {
        *word = a & !b;
    }
}

/// Whether all words are 0.
#[inline(always)]
pub fn is_empty(words: &[u64]) -> bool {
    words.iter().all(|&word| word == 0)
}

/// Whether every bit of `a` is one in `b`.
#[inline(always)]
pub fn is_subset(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(&a, &b)| a & !b == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EventId, EventSet, Index, Relation};

    /// A relation over `n` events, decided by bits of a number.
    fn sample(n: usize, seed: u64) -> Relation {
        let mut state = seed;
        let mut next = move || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 33
        };
        let pairs: Vec<_> =
            (0..n * 2).map(|_| (EventId::new(next() as usize % n), EventId::new(next() as usize % n))).collect();
        Relation::from_pairs(n, pairs)
    }

    fn bare<S: Shape>(form: Form, relation: &Relation) -> Vec<u64> {
        let mut words = vec![0; form.relation_words(relation.universe())];
        for (source, target) in relation.iter() {
            S::insert(&mut words, source.index(), target.index());
        }
        words
    }

    fn bare_set<S: Shape>(form: Form, set: &EventSet) -> Vec<u64> {
        let mut row = S::Row::NONE;
        set.iter().for_each(|event| row.insert(event.index()));
        let mut words = vec![0; form.set_words()];
        S::put_set(&mut words, row);
        words
    }

    fn agree<S: Shape>(form: Form, n: usize) {
        let bare = |relation: &Relation| bare::<S>(form, relation);
        let bare_set = |set: &EventSet| bare_set::<S>(form, set);
        let mut all = vec![0; form.set_words()];
        form.write_all(&mut all, n);
        assert_eq!(all, bare_set(&EventSet::full(n)));
        let (all, set) = (S::set(&all), |set: &EventSet| S::set(&bare_set(set)));
        for seed in 0..50 {
            let (a, b) = (sample(n, seed), sample(n, seed + 100));
            let (x, y) = (bare(&a), bare(&b));
            let mut into = vec![!0; form.relation_words(n)];
            S::sequence(&mut into, &x, &y);
            assert_eq!(into, bare(&a.sequence(&b)));
            S::inverse(&mut into, &x);
            assert_eq!(into, bare(&a.inverse()));
            S::put_all(&mut into, (0..n).map(|event| S::row(&y, event)));
            assert_eq!(into, y);
            S::complement(&mut into, &x, all);
            assert_eq!(into, bare(&a.complement()));
            let mut closed = x.clone();
            S::close(&mut closed);
            assert_eq!(closed, bare(&a.transitive_closure()));
            S::make_reflexive(&mut closed, all);
            assert_eq!(closed, bare(&a.reflexive_transitive_closure()));
            let (sources, targets) = (set(&a.domain()), set(&b.range()));
            assert!(S::ends(&x) == (sources, set(&a.range())));
            S::restrict(&mut into, targets, &x, sources);
            assert_eq!(into, bare(&a.restrict(&b.range(), &a.domain())));
            let every = EventSet::full(n);
            S::restrict_sources(&mut into, targets, &x);
            assert_eq!(into, bare(&a.restrict(&b.range(), &every)));
            S::restrict_targets(&mut into, &x, sources);
            assert_eq!(into, bare(&a.restrict(&every, &a.domain())));
            S::product(&mut into, sources, targets);
            assert_eq!(into, bare(&Relation::product(&a.domain(), &b.range())));
            S::identity_on(&mut into, sources);
            assert_eq!(into, bare(&Relation::identity_on(&a.domain())));
            assert_eq!(S::is_acyclic(&x), a.is_acyclic());
            assert_eq!(S::is_irreflexive(&x), a.is_irreflexive());
            assert_eq!(S::is_diagonal(&x), a.is_subset(&Relation::identity(n)));
            assert!(S::is_diagonal(&bare(&Relation::identity_on(&a.domain()))));
            for event in 0..n {
                let targets = a.iter().filter(|(source, _)| source.index() == event).map(|(_, target)| target.index());
                let (mut up, mut down) = (Vec::new(), Vec::new());
                S::row(&x, event).for_each(|target| up.push(target));
                S::row(&x, event).for_each_down(|target| down.insert(0, target));
                assert_eq!((&up, &up), (&down, &targets.collect()));
                assert_eq!(S::row(&x, event).len() as usize, up.len());
            }
            if let Some((source, target)) = a.iter().next() {
                let mut less = x.clone();
                S::remove(&mut less, source.index(), target.index());
                let one = Relation::from_pairs(n, [(source, target)]);
                assert_eq!(less, bare(&a.difference(&one)));
            }
        }
    }

    #[test]
    fn bare_rows_agree_with_relations() {
        agree::<Packed>(Form::Packed, 1);
        agree::<Packed>(Form::Packed, 5);
        agree::<Packed>(Form::Packed, 11);
        agree::<Packed>(Form::Packed, 16);
        agree::<Words<1>>(Form::One, 5);
        agree::<Words<1>>(Form::One, 64);
        agree::<Words<2>>(Form::Two, 65);
        agree::<Words<4>>(Form::Four, 130);
        agree::<Words<8>>(Form::Eight, 260);
    }

    #[test]
    fn forms_take_the_least_room() {
        let forms = [1, 16, 17, 64, 65, 128, 129, 256, 257, 512, 513].map(Form::of);
        use Form::{Eight, Four, One, Packed, Two};
        let expected =
            [Packed, Packed, One, One, Two, Two, Four, Four, Eight, Eight].map(Some).into_iter().chain([None]);
        assert!(forms.into_iter().eq(expected));
    }
}
