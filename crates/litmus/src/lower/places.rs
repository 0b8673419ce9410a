//! Conditions: their places and values, resolved.
//!
//! Deviations from herd: the address of a cell means the same in a condition as in an initial state (herd does not scale
//! the index there, so that `0:X1=a[1]` never holds for an array of `int`); the cell behind the last one does not exist;
//! `p[0]` is what the pointer `p` itself holds, whatever its type says.

use std::cmp::Ordering;

use program::{LocationId, Width};
use source::{Diagnostic, Span};

use super::memory::{self, Memory};
use super::registers::Registers;
use crate::print::push_register;
use crate::{
    Atom, Claim, Expected, FinalAtom, FinalPlace, FinalValue, Lvalue, Place, Proposition, Shown, ShownPlace, Symbol,
    Test, Value,
};

/// What to do with a location that neither the initial state nor the code names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unknown {
    /// It is a mistake, as in a condition.
    Refuse,
    /// It is a scalar that stays 0, as in `locations` and `filter`; a warning.
    Add,
}

/// Places, each once. (There are few: they are searched one after the other.)
#[derive(Clone, Debug, Default)]
pub(super) struct Places(Vec<ShownPlace>);

/// Few tests show more.
const USUAL_PLACES: usize = 8;

impl Places {
    /// Adds a place; of two spellings of one the first stays.
    pub(super) fn add(&mut self, place: &ShownPlace) {
        if self.0.iter().all(|known| known.place != place.place) {
            if self.0.is_empty() {
                self.0.reserve(USUAL_PLACES);
            }
            self.0.push(place.clone());
        }
    }

    /// In herd's order: registers by thread and register, locations by name, then cells by array and index.
    pub(super) fn sorted(mut self, memory: &Memory<'_>) -> Vec<ShownPlace> {
        let name = |location: LocationId| memory.locations[location].name.as_str();
        self.0.sort_by(|left, right| match (left.place, right.place) {
            (FinalPlace::Register(thread, part), FinalPlace::Register(other, second)) => {
                (thread, part).cmp(&(other, second))
            }
            (FinalPlace::Register(..), _) => Ordering::Less,
            (_, FinalPlace::Register(..)) => Ordering::Greater,
            (FinalPlace::Whole(left), FinalPlace::Whole(right)) => name(left).cmp(name(right)),
            (FinalPlace::Whole(_), FinalPlace::Cell(..)) => Ordering::Less,
            (FinalPlace::Cell(..), FinalPlace::Whole(_)) => Ordering::Greater,
            (FinalPlace::Cell(left, index), FinalPlace::Cell(right, other)) => {
                name(left).cmp(name(right)).then(index.cmp(&other))
            }
        });
        self.0
    }
}

/// Resolves the names in conditions.
pub(super) struct Resolver<'a, 'c> {
    pub(super) memory: &'a mut Memory<'c>,
    pub(super) registers: &'a Registers<'a>,
    pub(super) unknown: Unknown,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
    /// The name of a register while it is written.
    pub(super) name: String,
}

impl Resolver<'_, '_> {
    /// The proposition, and the places in it; `None` when an atom has a mistake, which is reported.
    pub(super) fn proposition(
        &mut self,
        proposition: &Proposition<Atom>,
        places: &mut Places,
    ) -> Option<Proposition<FinalAtom>> {
        let resolved = proposition.try_map(&mut |atom| {
            let resolved = self.atom(atom)?;
            resolved.places().for_each(|place| places.add(place));
            Ok::<_, Diagnostic>(resolved)
        });
        if resolved.is_err() {
            // That was the first mistake; all are reported.
            proposition.visit(&mut |atom| {
                let mistake = self.atom(atom).err();
                self.diagnostics.extend(mistake);
            });
        }
        resolved.ok()
    }

    /// The places of `locations [...]`.
    pub(super) fn shown(&mut self, test: &Test, places: &mut Places) {
        for item in &test.locations {
            let place = match &item.what {
                Shown::Place(place, _) => self.place(place, item.span),
                Shown::Fault(_) => Err(unsupported_fault(item.span)),
            };
            match place {
                Ok(place) => places.add(&place),
                Err(diagnostic) => self.diagnostics.push(diagnostic),
            }
        }
    }

    fn atom(&mut self, atom: &Atom) -> Result<FinalAtom, Diagnostic> {
        match &atom.claim {
            Claim::Value(place, value) => {
                let place = self.place(place, atom.left)?;
                let width = place.format.width;
                let expected = match value {
                    Value::Array(values) => {
                        let values = values.iter().map(|value| self.value(value, width, atom.right));
                        Expected::Array(values.collect::<Result<_, _>>()?)
                    }
                    scalar => Expected::Scalar(self.value(scalar, width, atom.right)?),
                };
                Ok(FinalAtom::Holds { place, expected })
            }
            Claim::Same(left, right) => {
                let left = self.place(&Lvalue::Whole(left.clone()), atom.left)?;
                let right = self.place(&Lvalue::Whole(right.clone()), atom.right)?;
                Ok(FinalAtom::Same(left, right))
            }
            Claim::Fault(_) => Err(unsupported_fault(atom.left)),
        }
    }

    fn place(&mut self, place: &Lvalue, span: Span) -> Result<ShownPlace, Diagnostic> {
        match place {
            Lvalue::Whole(Place::Global(Symbol::Named(name))) => {
                let location = self.location(name, span)?;
                let declared = &self.memory.locations[location];
                Ok(ShownPlace {
                    place: FinalPlace::Whole(location),
                    format: self.memory.format(location),
                    cells: declared.is_array.then_some(declared.cells.len() as u32),
                    name: declared.name.clone(),
                })
            }
            Lvalue::Whole(Place::Global(symbol)) => Err(memory::unsupported_symbol(symbol, span)),
            Lvalue::Whole(register) => {
                let found = self.registers.find(register, span)?;
                self.name.clear();
                push_register(found.thread.number(), &found.name, &mut self.name);
                Ok(ShownPlace {
                    place: FinalPlace::Register(found.thread, found.part),
                    format: self.registers.format(&found),
                    cells: None,
                    name: self.name.as_str().into(),
                })
            }
            Lvalue::Cell { array, index } => self.cell(array, *index, span),
        }
    }

    fn cell(&mut self, array: &str, index: u64, span: Span) -> Result<ShownPlace, Diagnostic> {
        let location = self.location(array, span)?;
        let declared = &self.memory.locations[location];
        let is_pointer = declared.element.is_some_and(|element| element.width == self.memory.address_width);
        if !declared.is_array && !is_pointer {
            return Err(Diagnostic::error("not-an-array", span, format!("{array} is no array")));
        }
        if index >= declared.cells.len() as u64 {
            return Err(memory::out_of_bounds(array, index, declared.cells.len(), span));
        }
        Ok(ShownPlace {
            place: FinalPlace::Cell(location, index as u32),
            format: self.memory.format(location),
            cells: None,
            name: format!("{array}[{index}]").into(),
        })
    }

    fn location(&mut self, name: &str, span: Span) -> Result<LocationId, Diagnostic> {
        if let Some(location) = self.memory.find(name) {
            return Ok(location);
        }
        let message = format!("`{name}` appears neither in the initial state nor in the code");
        let diagnostic = match self.unknown {
            Unknown::Refuse => Diagnostic::error("unknown-location", span, message),
            Unknown::Add => Diagnostic::warning("unknown-location", span, message),
        };
        let diagnostic = diagnostic.suggest(self.memory.similar(name));
        if self.unknown == Unknown::Refuse {
            return Err(diagnostic);
        }
        self.diagnostics.push(diagnostic);
        Ok(self.memory.find_or_add(name))
    }

    /// The value of a place of `width` bits.
    fn value(&mut self, value: &Value, width: Width, span: Span) -> Result<FinalValue, Diagnostic> {
        match value {
            Value::Number(number) => Ok(FinalValue::Number(memory::bits(number, width, span)?, 128)),
            Value::Address(Symbol::Label { thread, label }) => {
                Ok(FinalValue::Label(self.memory.code_place(*thread, label, span)?, label.clone()))
            }
            Value::Instruction(text) => self.memory.instruction(text.as_deref(), span).map(FinalValue::Text),
            _ => {
                for name in memory::named_locations(value) {
                    self.location(name, span)?;
                }
                let (location, offset) = self.memory.address(value, span)?;
                Ok(FinalValue::Address(location, offset))
            }
        }
    }
}

impl FinalAtom {
    /// The places that it speaks about.
    pub fn places(&self) -> impl Iterator<Item = &ShownPlace> {
        let (first, second) = match self {
            FinalAtom::Holds { place, .. } => (place, None),
            FinalAtom::Same(left, right) => (left, Some(right)),
        };
        std::iter::once(first).chain(second)
    }
}

fn unsupported_fault(span: Span) -> Diagnostic {
    Diagnostic::error("not-supported", span, "not supported yet: faults")
}
