//! The operators on bare rows of bits, for evaluators that keep their own storage.
//!
//! A relation over `n` events is a slice of `n * W` words, row = source, `W` words a row; a set is one row. `W` is a constant, so that up to
//! 64 events each row is one word in a register. Results are written over what was there; nothing is allocated. These functions do what
//! the methods of [`Relation`](crate::Relation) and [`EventSet`](crate::EventSet) of the same names do.
//!
//! Invariant: bits at and above `n` are 0, in operands and results.

/// The widths that exist, in words a row: up to 64, 128, 256, 512 events.
pub const WIDTHS: [usize; 4] = [1, 2, 4, 8];

/// The least of [`WIDTHS`] for `n` events; `None` above 512.
pub fn width_for(n: usize) -> Option<usize> {
    WIDTHS.into_iter().find(|width| n <= width * 64)
}

/// Calls `visit` with the number of each one bit of a row, ascending.
#[inline(always)]
pub fn for_each<const W: usize>(row: &[u64], mut visit: impl FnMut(usize)) {
    for (index, &word) in row[..W].iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            visit(index * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// The same, descending.
#[inline(always)]
fn for_each_down<const W: usize>(row: &[u64], mut visit: impl FnMut(usize)) {
    for (index, &word) in row[..W].iter().enumerate().rev() {
        let mut rest = word;
        while let Some(bit) = rest.checked_ilog2() {
            visit(index * 64 + bit as usize);
            rest &= !(1 << bit);
        }
    }
}

/// Whether a bit of a row is one.
#[inline(always)]
pub fn contains(row: &[u64], event: usize) -> bool {
    row[event / 64] >> (event % 64) & 1 == 1
}

/// Makes a bit of a row one.
#[inline(always)]
pub fn insert(row: &mut [u64], event: usize) {
    row[event / 64] |= 1 << (event % 64);
}

/// Makes a bit of a row zero.
#[inline(always)]
pub fn remove(row: &mut [u64], event: usize) {
    row[event / 64] &= !(1 << (event % 64));
}

/// Row `source` of a relation.
#[inline(always)]
pub fn row<const W: usize>(relation: &[u64], source: usize) -> &[u64] {
    &relation[source * W..][..W]
}

/// The same, to be changed.
#[inline(always)]
pub fn row_mut<const W: usize>(relation: &mut [u64], source: usize) -> &mut [u64] {
    &mut relation[source * W..][..W]
}

/// A row of its own.
#[inline(always)]
pub fn array<const W: usize>(row: &[u64]) -> [u64; W] {
    std::array::from_fn(|word| row[word])
}

/// The set of all `n` events.
pub fn full_set<const W: usize>(into: &mut [u64], n: usize) {
    for (index, word) in into[..W].iter_mut().enumerate() {
        *word = match n.saturating_sub(index * 64) {
            0 => 0,
            rest @ 1..64 => (1 << rest) - 1,
            _ => !0,
        };
    }
}

/// `into | other`, for sets and relations.
#[inline(always)]
pub fn unite(into: &mut [u64], other: &[u64]) {
    for (word, &other) in into.iter_mut().zip(other) {
        *word |= other;
    }
}

/// `a | b`.
#[inline(always)]
pub fn union(into: &mut [u64], a: &[u64], b: &[u64]) {
    for ((word, &a), &b) in into.iter_mut().zip(a).zip(b) {
        *word = a | b;
    }
}

/// `a & b`.
#[inline(always)]
pub fn intersection(into: &mut [u64], a: &[u64], b: &[u64]) {
    for ((word, &a), &b) in into.iter_mut().zip(a).zip(b) {
        *word = a & b;
    }
}

/// `a \ b`.
#[inline(always)]
pub fn difference(into: &mut [u64], a: &[u64], b: &[u64]) {
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

/// `~a`, of a relation; `all` is the full set.
pub fn complement<const W: usize>(into: &mut [u64], a: &[u64], all: &[u64]) {
    for (into, a) in into.chunks_exact_mut(W).zip(a.chunks_exact(W)) {
        difference(into, all, a);
    }
}

/// `sources * targets`.
pub fn product<const W: usize>(into: &mut [u64], sources: &[u64], targets: &[u64]) {
    into.fill(0);
    for_each::<W>(sources, |source| row_mut::<W>(into, source).copy_from_slice(&targets[..W]));
}

/// `[set]`.
pub fn identity_on<const W: usize>(into: &mut [u64], set: &[u64]) {
    into.fill(0);
    for_each::<W>(set, |event| insert(row_mut::<W>(into, event), event));
}

/// `[sources]; relation; [targets]`.
pub fn restrict<const W: usize>(into: &mut [u64], sources: &[u64], relation: &[u64], targets: &[u64]) {
    into.fill(0);
    for_each::<W>(sources, |source| {
        intersection(row_mut::<W>(into, source), row::<W>(relation, source), &targets[..W]);
    });
}

/// `[sources]; relation`.
pub fn restrict_sources<const W: usize>(into: &mut [u64], sources: &[u64], relation: &[u64]) {
    into.fill(0);
    for_each::<W>(sources, |source| row_mut::<W>(into, source).copy_from_slice(row::<W>(relation, source)));
}

/// `relation; [targets]`.
pub fn restrict_targets<const W: usize>(into: &mut [u64], relation: &[u64], targets: &[u64]) {
    for (into, row) in into.chunks_exact_mut(W).zip(relation.chunks_exact(W)) {
        intersection(into, row, &targets[..W]);
    }
}

/// `a; b`.
pub fn sequence<const W: usize>(into: &mut [u64], a: &[u64], b: &[u64]) {
    for (into, a) in into.chunks_exact_mut(W).zip(a.chunks_exact(W)) {
        let mut sum = [0; W];
        for_each::<W>(a, |middle| unite(&mut sum, row::<W>(b, middle)));
        into.copy_from_slice(&sum);
    }
}

/// `a^-1`.
pub fn inverse<const W: usize>(into: &mut [u64], a: &[u64]) {
    into.fill(0);
    for (source, targets) in a.chunks_exact(W).enumerate() {
        for_each::<W>(targets, |target| insert(row_mut::<W>(into, target), source));
    }
}

/// Makes a relation its own transitive closure (Warshall).
pub fn close<const W: usize>(relation: &mut [u64]) {
    // Which events those are does not change on the way.
    for_each::<W>(&between::<W>(relation), |middle| {
        let through: [u64; W] = array(row::<W>(relation, middle));
        for row in relation.chunks_exact_mut(W) {
            if contains(row, middle) {
                unite(row, &through);
            }
        }
    });
}

/// The events that a path goes through: those that are a source as well as a target.
fn between<const W: usize>(relation: &[u64]) -> [u64; W] {
    let (sources, targets) = ends::<W>(relation);
    std::array::from_fn(|word| sources[word] & targets[word])
}

/// The sources of pairs, and their targets, as sets.
#[inline(always)]
pub fn ends<const W: usize>(relation: &[u64]) -> ([u64; W], [u64; W]) {
    let (mut sources, mut targets) = ([0; W], [0; W]);
    for (source, row) in relation.chunks_exact(W).enumerate() {
        if !is_empty(row) {
            insert(&mut sources, source);
            unite(&mut targets, row);
        }
    }
    (sources, targets)
}

/// Relates every event to itself.
pub fn make_reflexive<const W: usize>(relation: &mut [u64]) {
    for (event, row) in relation.chunks_exact_mut(W).enumerate() {
        insert(row, event);
    }
}

/// The sources of pairs, as a set.
pub fn domain<const W: usize>(into: &mut [u64], relation: &[u64]) {
    into.fill(0);
    for (source, row) in relation.chunks_exact(W).enumerate() {
        if !is_empty(row) {
            insert(into, source);
        }
    }
}

/// The targets of pairs, as a set.
pub fn range<const W: usize>(into: &mut [u64], relation: &[u64]) {
    into.fill(0);
    for row in relation.chunks_exact(W) {
        unite(into, row);
    }
}

/// Whether no event is related to itself.
pub fn is_irreflexive<const W: usize>(relation: &[u64]) -> bool {
    relation.chunks_exact(W).enumerate().all(|(event, row)| !contains(row, event))
}

/// Whether there is no cycle: events without a target are taken away until none is left, or none can be.
pub fn is_acyclic<const W: usize>(relation: &[u64]) -> bool {
    let mut alive = between::<W>(relation);
    while !is_empty(&alive) {
        let mut left = alive;
        // Relations mostly lead to greater numbers: from there, one round takes a path away.
        for_each_down::<W>(&alive, |event| {
            let has_target = row::<W>(relation, event).iter().zip(&left).any(|(&row, &left)| row & left != 0);
            if !has_target {
                remove(&mut left, event);
            }
        });
        if left == alive {
            return false;
        }
        alive = left;
    }
    true
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

    fn bare<const W: usize>(relation: &Relation) -> Vec<u64> {
        let mut words = vec![0; relation.universe() * W];
        for (source, target) in relation.iter() {
            insert(row_mut::<W>(&mut words, source.index()), target.index());
        }
        words
    }

    fn bare_set<const W: usize>(set: &EventSet) -> Vec<u64> {
        let mut words = vec![0; W];
        set.iter().for_each(|event| insert(&mut words, event.index()));
        words
    }

    fn agree<const W: usize>(n: usize) {
        for seed in 0..20 {
            let (a, b) = (sample(n, seed), sample(n, seed + 100));
            let (x, y) = (bare::<W>(&a), bare::<W>(&b));
            let mut into = vec![!0; n * W];
            sequence::<W>(&mut into, &x, &y);
            assert_eq!(into, bare::<W>(&a.sequence(&b)));
            inverse::<W>(&mut into, &x);
            assert_eq!(into, bare::<W>(&a.inverse()));
            let mut all = vec![0; W];
            full_set::<W>(&mut all, n);
            assert_eq!(all, bare_set::<W>(&EventSet::full(n)));
            complement::<W>(&mut into, &x, &all);
            assert_eq!(into, bare::<W>(&a.complement()));
            let mut closed = x.clone();
            close::<W>(&mut closed);
            assert_eq!(closed, bare::<W>(&a.transitive_closure()));
            make_reflexive::<W>(&mut closed);
            assert_eq!(closed, bare::<W>(&a.reflexive_transitive_closure()));
            let (mut sources, mut targets) = (vec![0; W], vec![0; W]);
            domain::<W>(&mut sources, &x);
            range::<W>(&mut targets, &y);
            assert_eq!((&sources, &targets), (&bare_set::<W>(&a.domain()), &bare_set::<W>(&b.range())));
            let both = ends::<W>(&x);
            assert_eq!(both, (array(&sources), array(&bare_set::<W>(&a.range()))));
            restrict::<W>(&mut into, &targets, &x, &sources);
            assert_eq!(into, bare::<W>(&a.restrict(&b.range(), &a.domain())));
            let every = EventSet::full(n);
            restrict_sources::<W>(&mut into, &targets, &x);
            assert_eq!(into, bare::<W>(&a.restrict(&b.range(), &every)));
            restrict_targets::<W>(&mut into, &x, &sources);
            assert_eq!(into, bare::<W>(&a.restrict(&every, &a.domain())));
            product::<W>(&mut into, &sources, &targets);
            assert_eq!(into, bare::<W>(&Relation::product(&a.domain(), &b.range())));
            assert_eq!(is_acyclic::<W>(&x), a.is_acyclic());
            assert_eq!(is_irreflexive::<W>(&x), a.is_irreflexive());
        }
    }

    #[test]
    fn bare_rows_agree_with_relations() {
        agree::<1>(5);
        agree::<1>(64);
        agree::<2>(65);
        agree::<4>(130);
    }
}
