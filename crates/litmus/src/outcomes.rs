//! The outcomes of a test: collected, sorted and printed, many at a time.

use smallvec::SmallVec;

use crate::state::Names;
use crate::{Base, FinalValue, LoweredTest, NumberFormat, ShownPlace};

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

/// Longer values are rare.
const USUAL_DIGITS: usize = 4;

/// Few names of places are longer, with the marks around them.
const USUAL_NAME: usize = 16;

/// Few places have more different values.
const USUAL_VALUES: usize = 4;

/// A place of an outcome: how its different values are ordered.
struct Column {
    /// The numbers of [`Outcomes`] in the order of their values.
    sorted: SmallVec<[usize; USUAL_VALUES]>,
    /// For each number of [`Outcomes`] where the value stands.
    standings: SmallVec<[Standing; USUAL_VALUES]>,
}

/// Where a value stands among those of its column.
#[derive(Clone, Copy, Default)]
struct Standing {
    order: u32,
    /// The same, but values between which herd's order does not decide share the first place.
    rank: u32,
}

impl Column {
    fn new(names: Names<'_>, values: &[FinalValue]) -> Column {
        let mut sorted: SmallVec<[usize; USUAL_VALUES]> = (0..values.len()).collect();
        sorted.sort_by(|&left, &right| {
            let (left, right) = (&values[left], &values[right]);
            names.compare_values(left, right).then_with(|| left.cmp(right))
        });
        let mut standings: SmallVec<[Standing; USUAL_VALUES]> = SmallVec::from_elem(Standing::default(), values.len());
        for (at, &number) in sorted.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| sorted[before]);
            let ties = before.filter(|&before| names.compare_values(&values[before], &values[number]).is_eq());
            let rank = ties.map_or(at as u32, |before| standings[before].rank);
            standings[number] = Standing { order: at as u32, rank };
        }
        Column { sorted, standings }
    }
}

/// What the lines of a log that show outcomes have in common: all but the values.
pub(crate) struct LineFrame<'a> {
    names: Names<'a>,
    base: Base,
    /// What stands before each value, and behind the last.
    text: String,
    /// For each value where the text before it ends, and how it prints.
    values: Vec<(usize, NumberFormat)>,
}

impl<'a> LineFrame<'a> {
    pub(crate) fn new(names: Names<'a>, places: &[ShownPlace], base: Base) -> LineFrame<'a> {
        let mut text = String::with_capacity(USUAL_NAME * places.len());
        let mut values = Vec::with_capacity(places.len());
        for place in places {
            if !text.is_empty() {
                text.push(' ');
            }
            match place.cells {
                None => {
                    place.write_bracketed(&mut text);
                    text.push('=');
                    values.push((text.len(), place.format));
                    text.push(';');
                }
                Some(cells) => {
                    text.extend([&place.name, "={"]);
                    for cell in 0..cells {
                        text.push_str(if cell == 0 { "" } else { "," });
                        values.push((text.len(), place.format));
                    }
                    text.push_str("};");
                }
            }
        }
        LineFrame { names, base, text, values }
    }

    /// The line that shows these values, one for each cell of each place.
    pub(crate) fn line<'v>(&self, values: impl Iterator<Item = &'v FinalValue>) -> String {
        let mut line = String::with_capacity(self.text.len() + USUAL_DIGITS * self.values.len());
        let mut written = 0;
        for (&(end, format), value) in self.values.iter().zip(values) {
            line.push_str(&self.text[written..end]);
            self.names.write(value, format, self.base, &mut line);
            written = end;
        }
        line.push_str(&self.text[written..]);
        line
    }
}

impl LoweredTest {
    /// The lines of a log that show `outcomes`, without line ends, in herd's order.
    pub fn print_outcomes(&self, outcomes: &Outcomes, base: Base) -> Vec<String> {
        let names = Names(&self.program.locations);
        let frame = LineFrame::new(names, &self.displayed, base);
        let columns: SmallVec<[Column; 4]> = outcomes.values.iter().map(|values| Column::new(names, values)).collect();
        // Each row as it is sorted: by ranks, and, where they do not decide, by the order of the values.
        let width = columns.len();
        let mut keys: SmallVec<[u32; 64]> = SmallVec::with_capacity(2 * outcomes.rows.len());
        for row in 0..outcomes.count {
            let row = || outcomes.rows[row * width..][..width].iter().map(|&number| number as usize).zip(&columns);
            keys.extend(row().map(|(number, column)| column.standings[number].rank));
            keys.extend(row().map(|(number, column)| column.standings[number].order));
        }
        let rows = (0..outcomes.count).map(|row| &keys[row * 2 * width..][..2 * width]);
        let mut rows: SmallVec<[&[u32]; 8]> = rows.collect();
        rows.sort_unstable();
        rows.dedup();
        let line = |row: &&[u32]| {
            let columns = row[width..].iter().zip(columns.iter().zip(&outcomes.values));
            frame.line(columns.map(|(&at, (column, values))| &values[column.sorted[at as usize]]))
        };
        rows.iter().map(line).collect()
    }
}
