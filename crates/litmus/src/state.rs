//! Final states: what is looked at, what is found there, how it prints and sorts.
//!
//! Source: herdtools7, `herd/archExtra_herd.ml` (`do_dump_rstate`, `pp_typed`, `RState`) and `lib/constant.ml`,
//! checked against the program. Two deviations: numbers sort as signed numbers of the width of their place, those of 8 and
//! 16 bits, and those of 32 where stores mask them, as unsigned ones (herd sorts the words that it computes with, in which a narrow negative number
//! is sign-extended only where it comes from the initial state or a constant); a one-cell array prints and compares as an array (herd takes it for a scalar).

use std::cmp::Ordering;
use std::fmt::Write as _;

use program::{CodePlace, IdVec, Location, LocationId, Name, ThreadId, Width, truncate};

use crate::{Proposition, RegisterPart, Style};

/// A place in a final state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FinalPlace {
    /// A register, or a part of one.
    Register(ThreadId, RegisterPart),
    /// A scalar, or an array as a whole.
    Whole(LocationId),
    /// A cell of an array, or what a pointer's `p[0]` means.
    Cell(LocationId, u32),
}

/// A value in a final state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FinalValue {
    /// A number of so many bits; the bits above are 0.
    Number(u128, Width),
    /// The address of a location plus an offset in bytes.
    Address(LocationId, i64),
    /// The address of an instruction, and a label that stands there.
    Label(CodePlace, Name),
    /// Anything else, as it prints.
    Text(String),
}

impl FinalValue {
    /// The number that the low `width` bits make; other values stay as they are.
    #[must_use]
    pub fn cut(self, width: Width) -> FinalValue {
        match self {
            FinalValue::Number(bits, from) if from > width => FinalValue::Number(truncate(bits, width), width),
            other => other,
        }
    }

    /// Whether both are the same value when numbers are cut to their low `width` bits.
    fn same_within(&self, other: &FinalValue, width: Width) -> bool {
        // A narrower value has no bits above.
        let cut = |bits: u128, from: Width| if from > width { truncate(bits, width) } else { bits };
        match (self, other) {
            (&FinalValue::Number(left, from), &FinalValue::Number(right, other)) => {
                cut(left, from) == cut(right, other)
            }
            _ => self.same(other),
        }
    }

    /// Whether both are the same value; the widths of numbers and the names of labels count for nothing.
    pub fn same(&self, other: &FinalValue) -> bool {
        match (self, other) {
            (FinalValue::Number(left, _), FinalValue::Number(right, _)) => left == right,
            (FinalValue::Label(left, _), FinalValue::Label(right, _)) => left == right,
            _ => self == other,
        }
    }
}

/// What can be asked of a final state. The simulator implements it for its candidate executions.
pub trait FinalState {
    /// What a part of a register holds at the end.
    fn register(&self, thread: ThreadId, part: RegisterPart) -> FinalValue;

    /// What the cell number `index` of a location holds at the end; scalars have the cell 0 only.
    fn cell(&self, location: LocationId, index: u32) -> FinalValue;
}

/// An atom of a condition, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FinalAtom {
    /// The place holds the value.
    Holds {
        /// Where to look.
        place: ShownPlace,
        /// The value expected, one for each cell. A wrong number of values never holds.
        expected: Expected,
    },
    /// Both places hold the same. Numbers are compared without regard to types.
    Same(ShownPlace, ShownPlace),
}

/// The value that a condition expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// One value.
    Scalar(FinalValue),
    /// The cells of an array.
    Array(Vec<FinalValue>),
}

/// A place together with what is needed to look at it and to print it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPlace {
    /// The place.
    pub place: FinalPlace,
    /// How its numbers print and compare.
    pub format: NumberFormat,
    /// The size of an array that is shown as a whole; `None` for anything else.
    pub cells: Option<u32>,
    /// Its name: `0:rax`, `x`, `a`, `a[1]`. A condition and what states show share it.
    pub name: Name,
}

impl ShownPlace {
    /// What is found there: one value, or one for each cell of a whole array.
    pub fn look<'s>(&'s self, state: &'s dyn FinalState) -> impl Iterator<Item = FinalValue> + 's {
        let cells = self.cells.unwrap_or(1);
        (0..cells).map(move |index| match self.place {
            FinalPlace::Register(thread, part) => state.register(thread, part),
            FinalPlace::Whole(location) => state.cell(location, index),
            FinalPlace::Cell(location, cell) => state.cell(location, cell),
        })
    }

    /// Writes the name as conditions show it: memory in brackets.
    pub(crate) fn write_bracketed(&self, out: &mut String) {
        match self.place {
            FinalPlace::Whole(_) => out.extend(["[", &self.name, "]"]),
            FinalPlace::Register(..) | FinalPlace::Cell(..) => out.push_str(&self.name),
        }
    }
}

/// Where a line of a log shows a value: at a place, or at a cell of an array that is shown as a whole.
pub(crate) struct Slot<'a> {
    place: &'a ShownPlace,
    /// The number of the cell.
    cell: u32,
    /// Whether it begins the line.
    is_first: bool,
}

impl<'a> Slot<'a> {
    /// Those of a line that shows `places`, from left to right.
    pub(crate) fn all(places: &'a [ShownPlace]) -> impl Iterator<Item = Slot<'a>> {
        places.iter().enumerate().flat_map(|(number, place)| {
            let cells = 0..place.cells.unwrap_or(1);
            cells.map(move |cell| Slot { place, cell, is_first: number == 0 && cell == 0 })
        })
    }

    /// The name of its place.
    pub(crate) fn name(&self) -> &'a str {
        &self.place.name
    }

    /// Whether a value has bits that are not shown there and do not repeat the sign.
    pub(crate) fn cuts(&self, value: &FinalValue) -> bool {
        let shown = self.place.format.width;
        match *value {
            FinalValue::Number(bits, width) if width > shown => {
                let unsigned = truncate(bits, shown);
                bits != unsigned && sign_extended(bits, width) != sign_extended(unsigned, shown)
            }
            FinalValue::Number(..) | FinalValue::Address(..) | FinalValue::Label(..) | FinalValue::Text(_) => false,
        }
    }

    /// Writes the value with what stands before it, and the mark behind it.
    pub(crate) fn write(&self, names: Names<'_>, value: &FinalValue, base: Base, out: &mut String) {
        let Slot { place, cell, is_first } = *self;
        if cell == 0 {
            out.push_str(if is_first { "" } else { " " });
            match place.cells {
                None => place.write_bracketed(out),
                Some(_) => out.push_str(&place.name),
            }
            out.push('=');
        }
        if place.cells.is_some() {
            out.push(if cell == 0 { '{' } else { ',' });
        }
        names.write(value, place.format, base, out);
        match place.cells {
            None => out.push(';'),
            Some(cells) if cell + 1 == cells => out.push_str("};"),
            Some(_) => {}
        }
    }
}

/// The C type of a place, as far as it decides how numbers print and compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NumberFormat {
    /// So many low bits count.
    pub width: Width,
    /// Whether the highest of them is a sign.
    pub signed: bool,
}

impl NumberFormat {
    /// `int`: the type of what has none.
    pub const INT: NumberFormat = NumberFormat { width: 32, signed: true };

    /// The text of a number. In hexadecimal nothing has a sign.
    pub fn print(self, bits: u128, base: Base) -> String {
        let mut text = String::new();
        self.write(bits, base, &mut text);
        text
    }

    fn write(self, bits: u128, base: Base, out: &mut String) {
        let bits = truncate(bits, self.width);
        if base == Base::Decimal && bits < 10 && self.width > 4 {
            // Nearly all numbers in tests; the sign, if there is one, is not set.
            out.push(char::from(b'0' + bits as u8));
            return;
        }
        let number = sign_extended(bits, self.width);
        // Writing into a string cannot fail. Wide numbers take long to write, and hardly any number needs it.
        let _ = match base {
            Base::Hexadecimal => write!(out, "{bits:#x}"),
            Base::Decimal if self.signed => match i64::try_from(number) {
                Ok(number) => write!(out, "{number}"),
                Err(_) => write!(out, "{number}"),
            },
            Base::Decimal => match u64::try_from(bits) {
                Ok(bits) => write!(out, "{bits}"),
                Err(_) => write!(out, "{bits}"),
            },
        };
    }
}

/// The number that `width` bits make in two's complement.
fn sign_extended(bits: u128, width: Width) -> i128 {
    let unused = 128_u32.saturating_sub(width.into());
    (bits << unused) as i128 >> unused
}

/// Where a number stands among others: numbers below `signed_from` bits count without a sign, as they mostly do in the words that herd computes with.
fn ordinal(bits: u128, width: Width, signed_from: Width) -> i128 {
    if width < signed_from { bits as i128 } else { sign_extended(bits, width) }
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// With the digits 0 to 9 and a sign where the type has one.
    #[default]
    Decimal,
    /// `0x...`, without a sign (herd's `-hexa true`).
    Hexadecimal,
}

/// What one final state shows: a value for each place of [`LoweredTest::displayed`](crate::LoweredTest), an array's
/// cells one after the other. Equal outcomes are one line of a log.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome(pub Vec<FinalValue>);

/// What printing and sorting need to know about a program.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    pub(crate) locations: &'a IdVec<LocationId, Location>,
    /// Numbers with so many bits and more sort by their sign.
    pub(crate) signed_from: Width,
}

impl Names<'_> {
    /// The line of a log that shows `outcome`, without a line end.
    pub(crate) fn print_outcome(self, places: &[ShownPlace], outcome: &Outcome, base: Base) -> String {
        let mut line = String::new();
        for (slot, value) in Slot::all(places).zip(&outcome.0) {
            slot.write(self, value, base, &mut line);
        }
        line
    }

    /// Writes a value at a place with this format.
    pub(crate) fn write(self, value: &FinalValue, format: NumberFormat, base: Base, out: &mut String) {
        match value {
            FinalValue::Number(bits, _) => format.write(*bits, base, out),
            FinalValue::Address(location, offset) => {
                out.push_str(&self.locations[*location].name);
                if *offset != 0 {
                    // Writing into a string cannot fail.
                    let _ = write!(out, "{offset:+}");
                }
            }
            FinalValue::Label(place, label) => _ = write!(out, "label:\"P{}:{label}\"", place.thread.number()),
            FinalValue::Text(text) => out.push_str(text),
        }
    }

    /// herd's order: by value place after place; numbers before addresses, addresses by name.
    pub(crate) fn compare(self, left: &Outcome, right: &Outcome) -> Ordering {
        let pairs = left.0.iter().zip(&right.0);
        let first = pairs.map(|(left, right)| self.compare_values(left, right)).find(|order| order.is_ne());
        first.unwrap_or_else(|| left.0.len().cmp(&right.0.len()))
    }

    pub(crate) fn compare_values(self, left: &FinalValue, right: &FinalValue) -> Ordering {
        match (left, right) {
            (FinalValue::Number(left, width), FinalValue::Number(right, other)) => {
                ordinal(*left, *width, self.signed_from).cmp(&ordinal(*right, *other, self.signed_from))
            }
            (FinalValue::Address(left, offset), FinalValue::Address(right, other)) => {
                let names = self.locations[*left].name.cmp(&self.locations[*right].name);
                names.then(offset.cmp(other))
            }
            (FinalValue::Label(left_place, left), FinalValue::Label(right_place, right)) => {
                (left_place.thread, left).cmp(&(right_place.thread, right))
            }
            (FinalValue::Text(left), FinalValue::Text(right)) => left.cmp(right),
            _ => rank(left).cmp(&rank(right)),
        }
    }

    /// Writes a proposition as the `Condition` line of a log shows it. `word` is the width of the numbers there,
    /// which are signed whatever they are compared with; a place that is wider than a word makes them as wide as itself.
    pub(crate) fn write_proposition(
        self,
        proposition: &Proposition<FinalAtom>,
        word: Width,
        base: Base,
        out: &mut String,
    ) {
        proposition.print(Style::Herd, &|atom, out| self.write_atom(atom, word, base, out), out);
    }

    fn write_atom(self, atom: &FinalAtom, word: Width, base: Base, out: &mut String) {
        let format = |place: &ShownPlace| NumberFormat { width: word.max(place.format.width), signed: true };
        match atom {
            FinalAtom::Same(left, right) => {
                left.write_bracketed(out);
                out.push('=');
                right.write_bracketed(out);
            }
            FinalAtom::Holds { place, expected: Expected::Scalar(value) } => {
                place.write_bracketed(out);
                out.push('=');
                self.write(value, format(place), base, out);
            }
            FinalAtom::Holds { place, expected: Expected::Array(values) } => {
                out.push_str(&place.name);
                out.push_str("={");
                for (number, value) in values.iter().enumerate() {
                    out.push_str(if number == 0 { "" } else { "," });
                    self.write(value, format(place), base, out);
                }
                out.push('}');
            }
        }
    }
}

/// The order of the kinds of values.
fn rank(value: &FinalValue) -> u8 {
    match value {
        FinalValue::Number(..) => 0,
        FinalValue::Label(..) => 1,
        FinalValue::Address(..) => 2,
        FinalValue::Text(_) => 3,
    }
}

impl FinalAtom {
    /// Whether it holds in `state`.
    pub fn holds(&self, state: &dyn FinalState) -> bool {
        match self {
            FinalAtom::Holds { place, expected } => {
                let expected = match expected {
                    Expected::Scalar(value) if place.cells.is_none() => std::slice::from_ref(value),
                    Expected::Array(values) if place.cells.is_some() => values,
                    _ => return false, // An array is no number.
                };
                let width = place.format.width;
                let mut found = place.look(state);
                let same =
                    expected.iter().all(|value| found.next().is_some_and(|found| found.same_within(value, width)));
                same && found.next().is_none()
            }
            FinalAtom::Same(left, right) => {
                let mut right = right.look(state);
                let same = left.look(state).all(|value| right.next().is_some_and(|other| value.same(&other)));
                same && right.next().is_none()
            }
        }
    }
}

impl Proposition<FinalAtom> {
    /// Whether it holds in `state`. A number is compared with what the type of the place leaves of it.
    pub fn holds(&self, state: &dyn FinalState) -> bool {
        self.evaluate(&|atom| atom.holds(state))
    }
}
