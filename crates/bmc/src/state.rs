//! Final states in the formula, and conditions on them.

use batsat::Lit;
use execution::{Cell, ThreadPaths};
use litmus::{Expected, FinalAtom, FinalPlace, FinalValue, Proposition, RegisterPart, ShownPlace};
use program::{LocationId, ThreadId, Width};
use rustc_hash::FxHashMap;

use crate::formula::Formula;
use crate::memory::{Ground, Memory};
use crate::numbers;
use crate::possible::Kind;
use crate::values::{Value, Values};

/// What registers and memory hold at the end.
pub(crate) struct Finals {
    registers: FxHashMap<(ThreadId, RegisterPart), Value>,
    cells: FxHashMap<(LocationId, u32), Value>,
    /// Whether something that is looked at depends on the bits of an address.
    pub(crate) is_unclear: Lit,
}

impl Finals {
    pub(crate) fn new(
        ground: &mut Ground<'_, '_, '_>,
        memory: &Memory,
        registers: &[(ThreadId, RegisterPart, Vec<program::ExprId>)],
        cells: &[(Cell, Vec<Cell>)],
    ) -> Finals {
        let mut finals =
            Finals { registers: FxHashMap::default(), cells: FxHashMap::default(), is_unclear: ground.formula.no() };
        for (thread, part, by_path) in registers {
            let mut value: Option<Value> = None;
            for (&expr, &is_taken) in by_path.iter().zip(&ground.skeleton.taken[*thread]) {
                let own = ground.values.of(ground.formula, expr);
                value = Some(match value {
                    Some(before) => Values::choose(ground.formula, is_taken, &own, &before),
                    None => own,
                });
            }
            if let Some(value) = value {
                finals.is_unclear = ground.formula.or(finals.is_unclear, value.is_unclear);
                finals.registers.insert((*thread, *part), value);
            }
        }
        for (cell, pieces) in cells {
            let mut whole: Option<Value> = None;
            for piece in pieces {
                let Some(value) = last_written(ground, memory, *piece) else { continue };
                // The lowest piece comes first.
                whole = Some(match whole {
                    None => value,
                    Some(below) => {
                        let bits = below.bits.iter().chain(&value.bits).copied().collect();
                        let doubts = value.kind.iter().chain(&below.kind).copied();
                        let doubts: Vec<Lit> = doubts.chain([value.is_unclear, below.is_unclear]).collect();
                        let is_unclear = ground.formula.or_all(doubts);
                        Value { bits, kind: ground.values.of_kind(ground.formula, Kind::NUMBER), is_unclear }
                    }
                });
            }
            let Some(mut value) = whole else { continue };
            finals.is_unclear = ground.formula.or(finals.is_unclear, value.is_unclear);
            // What accesses of several widths leave behind compares at the width of the cell.
            if let Some(element) = ground.structure.program.locations[cell.location].element {
                let width = usize::from(element.width);
                let is_number = !ground.formula.or_all(value.kind.iter().copied());
                for bit in value.bits.iter_mut().skip(width) {
                    *bit = ground.formula.and(*bit, !is_number);
                }
            }
            finals.cells.insert((cell.location, cell.index), value);
        }
        finals
    }

    /// The literals that say which state it is.
    pub(crate) fn literals(&self, formula: &Formula<'_>) -> Vec<Lit> {
        let values = self.registers.values().chain(self.cells.values());
        let all = values.flat_map(|value| value.kind.iter().chain(&value.bits));
        let mut literals: Vec<Lit> = all.copied().filter(|&literal| formula.known(literal).is_none()).collect();
        // Tables have no order.
        literals.sort_unstable();
        literals.dedup();
        literals
    }

    /// Whether a proposition holds at the end.
    pub(crate) fn holds(&self, ground: &mut Ground<'_, '_, '_>, proposition: &Proposition<FinalAtom>) -> Lit {
        match proposition {
            Proposition::True => ground.formula.yes(),
            Proposition::False => ground.formula.no(),
            Proposition::Atom(atom) => self.atom(ground, atom),
            Proposition::Not(inner) => !self.holds(ground, inner),
            Proposition::And(all) => {
                let all: Vec<Lit> = all.iter().map(|inner| self.holds(ground, inner)).collect();
                ground.formula.and_all(all)
            }
            Proposition::Or(all) => {
                let all: Vec<Lit> = all.iter().map(|inner| self.holds(ground, inner)).collect();
                ground.formula.or_all(all)
            }
            Proposition::Implies(left, right) => {
                let (left, right) = (self.holds(ground, left), self.holds(ground, right));
                ground.formula.or(!left, right)
            }
        }
    }

    fn look(&self, place: &ShownPlace) -> Vec<&Value> {
        let at = |index: u32| match place.place {
            FinalPlace::Register(thread, part) => self.registers.get(&(thread, part)),
            FinalPlace::Whole(location) => self.cells.get(&(location, index)),
            FinalPlace::Cell(location, cell) => self.cells.get(&(location, cell)),
        };
        (0..place.cells.unwrap_or(1)).map(|index| at(index).expect("what is mentioned is observed")).collect()
    }

    fn atom(&self, ground: &mut Ground<'_, '_, '_>, atom: &FinalAtom) -> Lit {
        match atom {
            FinalAtom::Holds { place, expected } => {
                let expected = match expected {
                    Expected::Scalar(value) if place.cells.is_none() => std::slice::from_ref(value),
                    Expected::Array(values) if place.cells.is_some() => values,
                    // An array is no number.
                    Expected::Scalar(_) | Expected::Array(_) => return ground.formula.no(),
                };
                let found = self.look(place);
                if found.len() != expected.len() {
                    return ground.formula.no();
                }
                let width = place.format.width;
                let all: Vec<Lit> =
                    found.iter().zip(expected).map(|(found, expected)| is(ground, found, expected, width)).collect();
                ground.formula.and_all(all)
            }
            FinalAtom::Same(left, right) => {
                let (left, right) = (self.look(left), self.look(right));
                if left.len() != right.len() {
                    return ground.formula.no();
                }
                let mut all = Vec::new();
                for (left, right) in left.into_iter().zip(right) {
                    let width = left.bits.len().max(right.bits.len());
                    let [left, right] = [left, right].map(|value| Values::resized(ground.formula, value, width));
                    all.push(Values::same(ground.formula, &left, &right));
                }
                ground.formula.and_all(all)
            }
        }
    }
}

/// What the last write of a cell wrote.
fn last_written(ground: &mut Ground<'_, '_, '_>, memory: &Memory, cell: Cell) -> Option<Value> {
    let (_, writes) = memory.finals.iter().find(|(of, _)| *of == cell)?;
    let mut values = Vec::new();
    for &(write, is_last) in writes {
        let value = ground.structure.events[write].written()?;
        values.push((ground.values.of(ground.formula, value), is_last));
    }
    let width = values.iter().map(|(value, _)| value.bits.len()).max()?;
    let mut last: Option<Value> = None;
    for (value, is_last) in values {
        let value = Values::resized(ground.formula, &value, width);
        last = Some(match last {
            Some(before) => Values::choose(ground.formula, is_last, &value, &before),
            None => value,
        });
    }
    last
}

/// Whether a value is the one expected, numbers cut to their low `width` bits.
fn is(ground: &mut Ground<'_, '_, '_>, found: &Value, expected: &FinalValue, width: Width) -> Lit {
    let kinds = ground.values.analysis.kinds;
    let words = &ground.structure.program.words;
    let (kind, bits) = match *expected {
        FinalValue::Number(bits, _) => (Kind::NUMBER, program::truncate(bits, width)),
        FinalValue::Address(location, offset) => (kinds.location(location), offset as u128),
        FinalValue::Label(place, _) => match kinds.code(place) {
            Some(kind) => (kind, 0),
            None => return ground.formula.no(),
        },
        FinalValue::Text(ref text) => match words.iter_enumerated().find(|(_, word)| *word == text) {
            Some((word, _)) => (kinds.word(word), 0),
            None => return ground.formula.no(),
        },
    };
    let wanted_kind = ground.values.of_kind(ground.formula, kind);
    let same_kind = numbers::equal(ground.formula, &found.kind, &wanted_kind);
    let width = match kind == Kind::NUMBER {
        true => usize::from(width).min(found.bits.len()),
        false => found.bits.len(),
    };
    // A narrower value has no bits above.
    if kind == Kind::NUMBER && width < 128 && bits >> width != 0 {
        return ground.formula.no();
    }
    let wanted = numbers::constant(ground.formula, bits, width);
    let same = numbers::equal(ground.formula, &found.bits[..width], &wanted);
    ground.formula.and(same_kind, same)
}

/// What observed registers hold at the end of each path.
pub(crate) fn registers_at_end(
    paths: &ThreadPaths,
    x: &mut program::Expressions,
    registers: &[(ThreadId, RegisterPart)],
) -> Vec<(ThreadId, RegisterPart, Vec<program::ExprId>)> {
    let of = |&(thread, part): &(ThreadId, RegisterPart)| {
        let RegisterPart { register, low, width } = part;
        let by_path = paths.threads[thread].iter().map(|path| path.register(x, register, low, width)).collect();
        (thread, part, by_path)
    };
    registers.iter().map(of).collect()
}
