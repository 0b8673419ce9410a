//! Relations over few events, four rows to a word.
//!
//! Litmus tests mostly have some ten events that matter, and each operator on them is a few nanoseconds of work: what costs is not the bits but the
//! branches of loops over rows and bits, which no processor can foresee. Here operators go over whole words instead, one after the other, and
//! over the events in the middle of paths, of which there are few.

use super::{Row, Shape};

/// 16 rows of 16 bits, in four words: row `i` is bits `16 * (i % 4)` and above of word `i / 4`. For up to 16 events; the rows of events that
/// there are not are empty.
#[derive(Clone, Copy, Debug)]
pub struct Packed;

/// How many rows, and how many bits in each.
pub(super) const ROWS: usize = 16;
/// The bits of the first row of a word.
const ROW: u64 = 0xffff;
/// How many words a relation has.
pub(super) const RELATION: usize = 4;
/// How many rows a word has.
const IN_WORD: usize = 4;
/// The first bit of each row of a word.
const FIRST_BITS: u64 = 0x0001_0001_0001_0001;
/// The last bit of each row of a word.
const LAST_BITS: u64 = 0x8000_8000_8000_8000;
/// The bits that relate an event to itself, in each of the words.
const DIAGONAL: Relation = [0x0008_0004_0002_0001, 0x0080_0040_0020_0010, 0x0800_0400_0200_0100, 0x8000_4000_2000_1000];

type Relation = [u64; RELATION];

/// The words of a relation.
#[inline(always)]
fn words(relation: &[u64]) -> Relation {
    let relation = &relation[..RELATION];
    std::array::from_fn(|word| relation[word])
}

#[inline(always)]
fn write(into: &mut [u64], relation: Relation) {
    into[..RELATION].copy_from_slice(&relation);
}

/// Where in its word a row begins.
#[inline(always)]
fn shift(source: usize) -> usize {
    source % IN_WORD * ROWS
}

/// All ones in the rows of a word that have bit `event`, zeros in the others.
#[inline(always)]
fn rows_with(word: u64, event: usize) -> u64 {
    let has = word >> event & FIRST_BITS;
    (has << ROWS).wrapping_sub(has)
}

/// A row in each place of a word.
#[inline(always)]
fn everywhere(row: u64) -> u64 {
    row * FIRST_BITS
}

/// All ones in the rows of the members of a set, zeros in the others.
#[inline(always)]
fn rows_of(set: u64) -> Relation {
    // Each row has the one bit that stands for itself, or none.
    DIAGONAL.map(|diagonal| rows_with(last_bit_of_non_empty(everywhere(set) & diagonal), ROWS - 1))
}

/// The last bit of each row of a word that is not empty.
#[inline(always)]
fn last_bit_of_non_empty(word: u64) -> u64 {
    // The sum carries into the last bit, and no further, where any other bit is one.
    (((word & !LAST_BITS) + !LAST_BITS) | word) & LAST_BITS
}

/// Adds the paths over one event to a relation: from `a` to it, and on to `targets`.
#[inline(always)]
fn add_paths(sum: &mut Relation, a: &Relation, middle: usize, [targets]: [u64; 1]) {
    for (sum, &word) in sum.iter_mut().zip(a) {
        // One bit in each row that has the event; so the product is `targets` in those rows.
        *sum |= (word >> middle & FIRST_BITS) * targets;
    }
}

/// A relation with all paths; `between` are the events that paths go through.
#[inline(always)]
fn closed(mut relation: Relation, between: [u64; 1]) -> Relation {
    between.for_each(|middle| {
        let (so_far, targets) = (relation, Packed::row(&relation, middle));
        add_paths(&mut relation, &so_far, middle, targets);
    });
    relation
}

/// Whether an event is related to itself.
#[inline(always)]
fn meets_diagonal(relation: Relation) -> bool {
    relation.into_iter().zip(DIAGONAL).any(|(word, diagonal)| word & diagonal != 0)
}

impl Shape for Packed {
    type Row = [u64; 1];

    const SET_WORDS: usize = 1;

    #[inline(always)]
    fn row(relation: &[u64], source: usize) -> [u64; 1] {
        [relation[source / IN_WORD] >> shift(source) & ROW]
    }

    #[inline(always)]
    fn put(relation: &mut [u64], source: usize, [row]: [u64; 1]) {
        let word = &mut relation[source / IN_WORD];
        *word = *word & !(ROW << shift(source)) | row << shift(source);
    }

    #[inline(always)]
    fn put_all(relation: &mut [u64], rows: impl Iterator<Item = [u64; 1]>) {
        let mut packed = [0; RELATION];
        rows.enumerate().for_each(|(source, [row])| packed[source / IN_WORD] |= row << shift(source));
        write(relation, packed);
    }

    #[inline(always)]
    fn set(words: &[u64]) -> [u64; 1] {
        [words[0]]
    }

    #[inline(always)]
    fn put_set(words: &mut [u64], [row]: [u64; 1]) {
        words[0] = row;
    }

    #[inline(always)]
    fn combine(into: &mut [u64], a: &[u64], b: &[u64], op: impl Fn(u64, u64) -> u64) {
        match into {
            [into] => *into = op(a[0], b[0]),
            into => {
                let (a, b) = (words(a), words(b));
                write(into, std::array::from_fn(|word| op(a[word], b[word])));
            }
        }
    }

    #[inline(always)]
    fn unite(into: &mut [u64], other: &[u64]) {
        match into {
            [into] => *into |= other[0],
            into => {
                let (sum, other) = (words(into), words(other));
                write(into, std::array::from_fn(|word| sum[word] | other[word]));
            }
        }
    }

    #[inline(always)]
    fn copy(into: &mut [u64], a: &[u64]) {
        Self::combine(into, a, a, |word, _| word);
    }

    fn complement(into: &mut [u64], a: &[u64], [all]: [u64; 1]) {
        let (a, rows) = (words(a), rows_of(all));
        write(into, std::array::from_fn(|word| rows[word] & everywhere(all) & !a[word]));
    }

    fn product(into: &mut [u64], [sources]: [u64; 1], [targets]: [u64; 1]) {
        write(into, rows_of(sources).map(|word| word & everywhere(targets)));
    }

    fn identity_on(into: &mut [u64], [set]: [u64; 1]) {
        write(into, DIAGONAL.map(|word| word & everywhere(set)));
    }

    fn restrict(into: &mut [u64], [sources]: [u64; 1], relation: &[u64], [targets]: [u64; 1]) {
        let (rows, relation) = (rows_of(sources), words(relation));
        write(into, std::array::from_fn(|word| rows[word] & relation[word] & everywhere(targets)));
    }

    fn restrict_sources(into: &mut [u64], [sources]: [u64; 1], relation: &[u64]) {
        let (rows, relation) = (rows_of(sources), words(relation));
        write(into, std::array::from_fn(|word| rows[word] & relation[word]));
    }

    fn restrict_targets(into: &mut [u64], relation: &[u64], [targets]: [u64; 1]) {
        write(into, words(relation).map(|word| word & everywhere(targets)));
    }

    fn sequence(into: &mut [u64], a: &[u64], b: &[u64]) {
        let (_, targets) = Self::ends(a);
        let (sources, _) = Self::ends(b);
        let (a, b, mut sum) = (words(a), words(b), [0; RELATION]);
        targets.and(sources).for_each(|middle| add_paths(&mut sum, &a, middle, Self::row(&b, middle)));
        write(into, sum);
    }

    fn inverse(into: &mut [u64], a: &[u64]) {
        // Blocks of 8, 4, 2, and 1 rows and columns change places with those on the other side of the diagonal.
        let mut a = words(a);
        for (upper, lower) in [(0, 2), (1, 3)] {
            exchange(&mut a, upper, lower, 8, 0x00ff_00ff_00ff_00ff);
        }
        for (upper, lower) in [(0, 1), (2, 3)] {
            exchange(&mut a, upper, lower, 4, 0x0f0f_0f0f_0f0f_0f0f);
        }
        write(into, a.map(|word| exchange_within(exchange_within(word, 2, 0x3333_3333), 1, 0x5555_0000_5555)));
    }

    fn close(relation: &mut [u64]) {
        // Which events are between others does not change on the way.
        let between = Self::between(relation);
        write(relation, closed(words(relation), between));
    }

    #[inline(always)]
    fn ends(relation: &[u64]) -> ([u64; 1], [u64; 1]) {
        let relation = words(relation);
        let (mut sources, mut targets) = (0, 0);
        for (index, word) in relation.into_iter().enumerate() {
            // One bit a row; those of the words come to lie beside each other.
            sources |= last_bit_of_non_empty(word) >> (ROWS - 1) << (IN_WORD * index);
            targets |= word;
        }
        // The product brings the four bits that came from each row of a word together in its last row.
        let sources = sources.wrapping_mul(0x0001_0002_0004_0008) >> (ROWS * (IN_WORD - 1));
        targets |= targets >> (2 * ROWS);
        ([sources], [(targets | targets >> ROWS) & ROW])
    }

    fn is_irreflexive(relation: &[u64]) -> bool {
        !meets_diagonal(words(relation))
    }

    fn is_diagonal(relation: &[u64]) -> bool {
        words(relation).into_iter().zip(DIAGONAL).all(|(word, diagonal)| word & !diagonal == 0)
    }

    fn is_acyclic(relation: &[u64]) -> bool {
        let between = Self::between(relation);
        !meets_diagonal(closed(words(relation), between))
    }
}

/// Exchanges blocks in two words: those bits of `upper` that are `by` bits above those of `mask` with those of `lower` at `mask`.
#[inline(always)]
fn exchange(relation: &mut Relation, upper: usize, lower: usize, by: usize, mask: u64) {
    let differ = (relation[upper] >> by ^ relation[lower]) & mask;
    relation[lower] ^= differ;
    relation[upper] ^= differ << by;
}

/// Exchanges blocks of `by` rows and columns within a word: `mask` are the bits of the earlier columns in the later rows, as many rows up.
#[inline(always)]
fn exchange_within(word: u64, by: usize, mask: u64) -> u64 {
    let differ = (word >> by ^ word >> (by * ROWS)) & mask;
    word ^ differ << by ^ differ << (by * ROWS)
}
