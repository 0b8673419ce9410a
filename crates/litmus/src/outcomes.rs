//! The outcomes of a test: collected, sorted and printed, many at a time.

use crate::state::Names;
use crate::{Base, FinalValue, LoweredTest, NumberFormat, ShownPlace};

/// Different outcomes, as rows of small numbers: an outcome has a value for each place of [`LoweredTest::displayed`] (an array's
/// cells one after the other), and the different values that are met at one place are numbered.
///
/// Invariant: `rows` has `count` rows of as many numbers as there are elements of `values`; a row may be there more than once.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    values: Vec<Vec<FinalValue>>,
    rows: Vec<u32>,
    count: usize,
}

impl Outcomes {
    /// None yet, with room for `count`; each will have `width` values.
    pub fn with_capacity(width: usize, count: usize) -> Outcomes {
        Outcomes { values: vec![Vec::new(); width], rows: Vec::with_capacity(width * count), count: 0 }
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

/// A place of an outcome: its different values in order.
struct Column {
    /// The line of a log from the value before up to this one, for each of them.
    texts: Vec<String>,
    /// For each number of [`Outcomes`] where the value stands.
    standings: Vec<Standing>,
}

/// Where a value stands among those of its column.
#[derive(Clone, Copy, Default)]
struct Standing {
    order: u32,
    /// The same, but values between which herd's order does not decide share the first place.
    rank: u32,
}

impl Column {
    fn new(names: Names<'_>, values: &[FinalValue], before: &str, format: NumberFormat, base: Base) -> Column {
        let mut sorted: Vec<usize> = (0..values.len()).collect();
        sorted.sort_by(|&left, &right| {
            let (left, right) = (&values[left], &values[right]);
            names.compare_values(left, right).then_with(|| left.cmp(right))
        });
        let mut standings = vec![Standing::default(); values.len()];
        for (at, &number) in sorted.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| sorted[before]);
            let ties = before.filter(|&before| names.compare_values(&values[before], &values[number]).is_eq());
            let rank = ties.map_or(at as u32, |before| standings[before].rank);
            standings[number] = Standing { order: at as u32, rank };
        }
        let text = |&number: &usize| {
            let mut text = String::with_capacity(before.len() + USUAL_DIGITS);
            text.push_str(before);
            names.write(&values[number], format, base, &mut text);
            text
        };
        Column { texts: sorted.iter().map(text).collect(), standings }
    }
}

/// What stands before each value in the line of an outcome, with the format of the value; and what stands behind the last.
pub(crate) fn line_frame(places: &[ShownPlace]) -> (Vec<(String, NumberFormat)>, String) {
    let mut values = Vec::with_capacity(places.len());
    let mut text = String::new();
    for place in places {
        if !text.is_empty() {
            text.push(' ');
        }
        match place.cells {
            None => {
                place.write_bracketed(&mut text);
                text.push('=');
                values.push((std::mem::take(&mut text), place.format));
                text.push(';');
            }
            Some(cells) => {
                text.extend([place.name.as_str(), "={"]);
                for cell in 0..cells {
                    text.push_str(if cell == 0 { "" } else { "," });
                    values.push((std::mem::take(&mut text), place.format));
                }
                text.push_str("};");
            }
        }
    }
    (values, text)
}

impl LoweredTest {
    /// The lines of a log that show `outcomes`, without line ends, in herd's order.
    pub fn print_outcomes(&self, outcomes: &Outcomes, base: Base) -> Vec<String> {
        let names = Names(&self.program.locations);
        let (frame, end) = line_frame(&self.displayed);
        let columns = frame.iter().zip(&outcomes.values);
        let columns: Vec<Column> =
            columns.map(|((before, format), values)| Column::new(names, values, before, *format, base)).collect();
        // Each row as it is sorted: by ranks, and, where they do not decide, by the order of the values.
        let width = columns.len();
        let mut keys = Vec::with_capacity(2 * outcomes.rows.len());
        for row in 0..outcomes.count {
            let row = || outcomes.rows[row * width..][..width].iter().map(|&number| number as usize).zip(&columns);
            keys.extend(row().map(|(number, column)| column.standings[number].rank));
            keys.extend(row().map(|(number, column)| column.standings[number].order));
        }
        let mut rows: Vec<&[u32]> = (0..outcomes.count).map(|row| &keys[row * 2 * width..][..2 * width]).collect();
        rows.sort_unstable();
        rows.dedup();
        let longest_text = |column: &Column| column.texts.iter().map(String::len).max().unwrap_or(0);
        let longest = columns.iter().map(longest_text).sum::<usize>() + end.len();
        let line = |row: &&[u32]| {
            let mut line = String::with_capacity(longest);
            line.extend(row[width..].iter().zip(&columns).map(|(&at, column)| column.texts[at as usize].as_str()));
            line.push_str(&end);
            line
        };
        rows.iter().map(line).collect()
    }
}
