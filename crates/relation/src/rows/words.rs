//! Relations with whole words for rows.

use super::{Row, Shape, difference, intersection, is_empty, unite};

/// Each row is `W` words, `W` being 1, 2, 4, or 8: for up to 64 events a row is one word in a register.
#[derive(Clone, Copy, Debug)]
pub struct Words<const W: usize>;

impl<const W: usize> Shape for Words<W> {
    type Row = [u64; W];

    const SET_WORDS: usize = W;

    #[inline(always)]
    fn row(relation: &[u64], source: usize) -> [u64; W] {
        Self::set(&relation[source * W..])
    }

    #[inline(always)]
    fn put(relation: &mut [u64], source: usize, row: [u64; W]) {
        Self::put_set(&mut relation[source * W..], row);
    }

    #[inline(always)]
    fn put_all(relation: &mut [u64], rows: impl Iterator<Item = [u64; W]>) {
        relation.chunks_exact_mut(W).zip(rows).for_each(|(into, row)| into.copy_from_slice(&row));
    }

    #[inline(always)]
    fn set(words: &[u64]) -> [u64; W] {
        let words = &words[..W];
        std::array::from_fn(|word| words[word])
    }

    #[inline(always)]
    fn put_set(words: &mut [u64], row: [u64; W]) {
        words[..W].copy_from_slice(&row);
    }

    fn complement(into: &mut [u64], a: &[u64], all: [u64; W]) {
        for (into, a) in into.chunks_exact_mut(W).zip(a.chunks_exact(W)) {
            difference(into, &all, a);
        }
    }

    fn product(into: &mut [u64], sources: [u64; W], targets: [u64; W]) {
        into.fill(0);
        sources.for_each(|source| Self::put(into, source, targets));
    }

    fn identity_on(into: &mut [u64], set: [u64; W]) {
        into.fill(0);
        set.for_each(|event| Self::insert(into, event, event));
    }

    fn restrict(into: &mut [u64], sources: [u64; W], relation: &[u64], targets: [u64; W]) {
        into.fill(0);
        sources.for_each(|source| Self::put(into, source, Self::row(relation, source).and(targets)));
    }

    fn restrict_sources(into: &mut [u64], sources: [u64; W], relation: &[u64]) {
        into.fill(0);
        sources.for_each(|source| Self::put(into, source, Self::row(relation, source)));
    }

    fn restrict_targets(into: &mut [u64], relation: &[u64], targets: [u64; W]) {
        for (into, row) in into.chunks_exact_mut(W).zip(relation.chunks_exact(W)) {
            intersection(into, row, &targets);
        }
    }

    fn sequence(into: &mut [u64], a: &[u64], b: &[u64]) {
        for (into, a) in into.chunks_exact_mut(W).zip(a.chunks_exact(W)) {
            let mut sum = [0; W];
            Self::set(a).for_each(|middle| sum = sum.or(Self::row(b, middle)));
            into.copy_from_slice(&sum);
        }
    }

    fn inverse(into: &mut [u64], a: &[u64]) {
        into.fill(0);
        for (source, targets) in a.chunks_exact(W).enumerate() {
            Self::set(targets).for_each(|target| Self::insert(into, target, source));
        }
    }

    fn close(relation: &mut [u64]) {
        // Which events are between others does not change on the way.
        Self::between(relation).for_each(|middle| {
            let through = Self::row(relation, middle);
            for row in relation.chunks_exact_mut(W) {
                if Self::set(row).contains(middle) {
                    unite(row, &through);
                }
            }
        });
    }

    #[inline(always)]
    fn ends(relation: &[u64]) -> ([u64; W], [u64; W]) {
        let (mut sources, mut targets) = ([0; W], [0; W]);
        for (source, row) in relation.chunks_exact(W).enumerate() {
            if !is_empty(row) {
                sources.insert(source);
                unite(&mut targets, row);
            }
        }
        (sources, targets)
    }

    fn is_irreflexive(relation: &[u64]) -> bool {
        relation.chunks_exact(W).enumerate().all(|(event, row)| !Self::set(row).contains(event))
    }

    fn is_diagonal(relation: &[u64]) -> bool {
        relation.chunks_exact(W).enumerate().all(|(event, row)| {
            let mut others = Self::set(row);
            others.remove(event);
            others.is_empty()
        })
    }

    fn is_acyclic(relation: &[u64]) -> bool {
        // Events without a target are taken away until none is left, or none can be.
        let mut alive = Self::between(relation);
        while !alive.is_empty() {
            let mut left = alive;
            // Relations mostly lead to greater numbers: from there, one round takes a path away.
            alive.for_each_down(|event| {
                if Self::row(relation, event).and(left).is_empty() {
                    left.remove(event);
                }
            });
            if left == alive {
                return false;
            }
            alive = left;
        }
        true
    }
}
