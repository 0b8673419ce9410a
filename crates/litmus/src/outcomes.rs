//! The outcomes of a test: collected, sorted and printed, many at a time.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::state::{Names, Slot};
use crate::{Base, FinalValue, LoweredTest};

/// Different outcomes, as rows of small numbers: an outcome has a value for each place of [`LoweredTest::displayed`] (an array's
/// cells one after the other), and the different values that are met at one place are numbered.
///
/// Invariant: `rows` has `count` rows of as many numbers as there are elements of `values`; a row may be there more than once.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    values: Vec<SmallVec<[FinalValue; 2]>>,
    rows: Vec<u32>,
    count: usize,
}

impl Outcomes {
    /// None yet, with room for `count`; each will have `width` values.
    pub fn with_capacity(width: usize, count: usize) -> Outcomes {
        Outcomes { values: vec![SmallVec::new(); width], rows: Vec::with_capacity(width * count), count: 0 }
    }

    /// The number of `value` among those met at `place`, counted over the values of an outcome.
    pub fn number(&mut self, place: usize, value: FinalValue) -> u32 {
        let known = &mut self.values[place];
        let at = known.iter().position(|other| *other == value).unwrap_or_else(|| {
            known.push(value);
            known.len() - 1
        });
        at as u32
    }

    /// Adds the outcome that has the values of these numbers.
    pub fn push(&mut self, numbers: impl IntoIterator<Item = u32>) {
        self.rows.extend(numbers);
        self.count += 1;
        debug_assert_eq!(self.rows.len(), self.count * self.values.len());
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many different outcomes there are.
    pub fn count_different(&self) -> usize {
        let width = self.values.len();
        match self.count {
            0 | 1 => self.count,
            _ if width == 0 => 1,
            _ => self.rows.chunks_exact(width).collect::<FxHashSet<&[u32]>>().len(),
        }
    }

    /// Adds the outcomes of `other`, of the same test.
    pub fn extend(&mut self, other: Outcomes) {
        if self.count == 0 {
            *self = other;
            return;
        }
        let width = self.values.len();
        let places = other.values.into_iter().enumerate();
        let numbers: Vec<Vec<u32>> =
            places.map(|(place, values)| values.into_iter().map(|value| self.number(place, value)).collect()).collect();
        for row in 0..other.count {
            let row = &other.rows[row * width..][..width];
            self.push(row.iter().zip(&numbers).map(|(&number, numbers)| numbers[number as usize]));
        }
    }
}

/// Few places have more different values.
const USUAL_VALUES: usize = 4;

/// Few outcomes have more values.
const USUAL_WIDTH: usize = 8;

/// Few values are longer, with their names and the marks around them.
const USUAL_LENGTH: usize = 16;

/// The different values of outcomes as lines show them: place after place, those of one place in order.
struct Texts<'a> {
    names: Names<'a>,
    base: Base,
    values: SmallVec<[&'a FinalValue; USUAL_WIDTH * USUAL_VALUES]>,
    /// One behind the other.
    text: String,
    /// Where each ends in `text`.
    ends: SmallVec<[usize; USUAL_WIDTH * USUAL_VALUES]>,
    /// Whether herd's order does not decide between some.
    has_ties: bool,
}

impl<'a> Texts<'a> {
    /// Adds the values that are met at a place; gives the number of the text of each.
    fn add(&mut self, slot: &Slot<'_>, values: &'a [FinalValue]) -> SmallVec<[u32; USUAL_VALUES]> {
        let mut sorted: SmallVec<[usize; USUAL_VALUES]> = (0..values.len()).collect();
        sorted.sort_unstable_by(|&left, &right| {
            let (left, right) = (&values[left], &values[right]);
            self.names.compare_values(left, right).then_with(|| {
                self.has_ties = true;
                left.cmp(right)
            })
        });
        let mut numbers = SmallVec::from_elem(0, values.len());
        for at in sorted {
            numbers[at] = self.values.len() as u32;
            slot.write(self.names, &values[at], self.base, &mut self.text);
            self.values.push(&values[at]);
            self.ends.push(self.text.len());
        }
        numbers
    }

    /// Each of them.
    fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.text[std::mem::replace(&mut start, end)..end])
    }

    /// herd's order of two outcomes, given the numbers of their texts.
    fn compare(&self, left: &[u32], right: &[u32]) -> Ordering {
        let value = |number: u32| self.values[number as usize];
        let pairs = left.iter().zip(right);
        let mut orders = pairs.map(|(&left, &right)| self.names.compare_values(value(left), value(right)));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

impl LoweredTest {
    /// A place that shows less than it holds in some of `outcomes`: of a register of 64 bits without a type 32 are shown, and compared.
    pub fn place_that_cuts(&self, outcomes: &Outcomes) -> Option<&str> {
        let mut slots = Slot::all(&self.displayed).zip(&outcomes.values);
        slots.find(|(slot, values)| values.iter().any(|value| slot.cuts(value))).map(|(slot, _)| slot.name())
    }

    /// The lines of a log that show `outcomes`, without line ends, in herd's order.
    pub fn print_outcomes(&self, outcomes: &Outcomes, base: Base) -> Vec<String> {
        let width = outcomes.values.len();
        let mut texts = Texts {
            names: self.names(),
            base,
            values: SmallVec::new(),
            text: String::with_capacity(2 * USUAL_LENGTH * width),
            ends: SmallVec::new(),
            has_ties: false,
        };
        let columns = Slot::all(&self.displayed).zip(&outcomes.values).map(|(slot, values)| texts.add(&slot, values));
        let columns: SmallVec<[_; USUAL_WIDTH]> = columns.collect();
        // An outcome is a row of texts, whose numbers are in the order of the values.
        let numbers = outcomes.rows.iter().zip(columns.iter().cycle());
        let numbers: SmallVec<[u32; 64]> = numbers.map(|(&value, column)| column[value as usize]).collect();
        let rows = (0..outcomes.count).map(|row| &numbers[row * width..][..width]);
        let mut rows: SmallVec<[&[u32]; 16]> = rows.collect();
        rows.sort_unstable();
        rows.dedup();
        if texts.has_ties {
            rows.sort_by(|left, right| texts.compare(left, right));
        }
        let texts: SmallVec<[&str; USUAL_WIDTH * USUAL_VALUES]> = texts.iter().collect();
        let line = |row: &&[u32]| {
            let texts = || row.iter().map(|&number| texts[number as usize]);
            let mut line = String::with_capacity(texts().map(str::len).sum());
            line.extend(texts());
            line
        };
        rows.iter().map(line).collect()
    }
}
