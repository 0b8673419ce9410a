//! Addresses as sums: a variable or register, registers times constants, and a constant.
//!
//! Two addresses of one activation that differ in the constant alone are at that distance, whatever the registers hold, as long as none of them was computed anew in between.

use cprog::ir::{Function, GlobalId, Operand, Operation, RegisterId, Step};
use relation::IdVec;
use rustc_hash::FxHashMap;

use crate::registers::{Definitions, definitions};

/// What an address is computed of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Root {
    /// The address of a variable.
    Global(GlobalId),
    /// A value.
    Value(ValueId),
}

relation::newtype_index! {
    /// A value of a function: registers that hold the same, as they are computed of the same by the same operations.
    pub(crate) struct ValueId("v");
}

/// An address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    pub(crate) root: Root,
    /// Values that are added, each times a number of bytes; ascending.
    pub(crate) terms: Vec<(ValueId, u64)>,
    /// Bytes that are added.
    pub(crate) offset: i64,
}

impl Place {
    /// The bytes from another place to this one, if that is known.
    pub(crate) fn distance_from(&self, other: &Place) -> Option<i64> {
        let is_known = self.root == other.root && self.terms == other.terms;
        if is_known { self.offset.checked_sub(other.offset) } else { None }
    }
}

/// The values of a function.
pub(crate) struct Values<'p> {
    definitions: Definitions<'p>,
    of: IdVec<RegisterId, ValueId>,
    /// The registers that each value is computed of in the end: parameters, and what is read, called or merged.
    leaves: IdVec<ValueId, Vec<RegisterId>>,
}

/// How a value is computed of others.
#[derive(PartialEq, Eq, Hash)]
enum Computed {
    Cast(String, u64, ValueId),
    Binary(String, Term, Term),
}

#[derive(PartialEq, Eq, Hash)]
enum Term {
    Value(ValueId),
    Integer(i128),
}

impl<'p> Values<'p> {
    /// Numbers the values of a function.
    pub(crate) fn of(function: &'p Function) -> Values<'p> {
        let definitions = definitions(function);
        let mut values = Values {
            definitions,
            of: IdVec::from_elem(ValueId::from_number(0), function.registers.len()),
            leaves: IdVec::new(),
        };
        // At first each register is a value of its own: what is computed of later blocks stays so.
        for register in function.registers.ids() {
            values.of[register] = values.leaves.push(vec![register]);
        }
        let mut known: FxHashMap<Computed, ValueId> = FxHashMap::default();
        for block in &function.blocks {
            for instruction in &block.instructions {
                let Some(result) = instruction.result else { continue };
                if let Some((computed, leaves)) = values.computed(&instruction.operation) {
                    let id = match known.get(&computed) {
                        Some(id) => *id,
                        None => {
                            let id = values.leaves.push(leaves);
                            known.insert(computed, id);
                            id
                        }
                    };
                    values.of[result] = id;
                }
            }
        }
        values
    }

    fn computed(&self, operation: &Operation) -> Option<(Computed, Vec<RegisterId>)> {
        let term = |operand: &Operand| match operand {
            Operand::Register(register) => Some(Term::Value(self.of[*register])),
            Operand::Integer(number) => Some(Term::Integer(*number)),
            _ => None,
        };
        let mut leaves = Vec::new();
        operation.operands(&mut |operand| {
            if let Operand::Register(register) = operand {
                leaves.extend(&self.leaves[self.of[*register]]);
            }
        });
        leaves.sort_unstable();
        leaves.dedup();
        let computed = match operation {
            Operation::Cast { operator, value: Operand::Register(value), to, .. } => {
                Computed::Cast(operator.clone(), to.stored_bytes(), self.of[*value])
            }
            Operation::Binary { operator, left, right, .. } => {
                Computed::Binary(operator.clone(), term(left)?, term(right)?)
            }
            _ => return None,
        };
        Some((computed, leaves))
    }

    /// Whether a place is computed of a register's value.
    pub(crate) fn is_of(&self, place: &Place, register: RegisterId) -> bool {
        let values = place.terms.iter().map(|(value, _)| *value).chain(match place.root {
            Root::Value(value) => Some(value),
            Root::Global(_) => None,
        });
        let mut leaves = values.flat_map(|value| &self.leaves[value]);
        leaves.any(|leaf| *leaf == register)
    }

    /// The place that an operand points to; none where it is no sum.
    pub(crate) fn place(&self, pointer: &Operand) -> Option<Place> {
        let (mut at, mut offset, mut terms) = (pointer, 0i64, Vec::new());
        let root = loop {
            match at {
                Operand::Global(global, distance) => {
                    offset = offset.checked_add(*distance)?;
                    break Root::Global(*global);
                }
                Operand::Register(register) => match self.definitions[*register] {
                    Some((_, Operation::Address { base, steps })) => {
                        for step in steps {
                            self.add(step, &mut offset, &mut terms)?;
                        }
                        at = base;
                    }
                    Some((_, Operation::Copy(of @ (Operand::Register(_) | Operand::Global(..))))) => at = of,
                    Some(_) | None => break Root::Value(self.of[*register]),
                },
                _ => return None,
            }
        };
        terms.sort_unstable();
        Some(Place { root, terms, offset })
    }

    fn add(&self, step: &Step, offset: &mut i64, terms: &mut Vec<(ValueId, u64)>) -> Option<()> {
        match step {
            Step::Offset(bytes) => *offset = offset.checked_add(*bytes)?,
            Step::Index { scale: 0, .. } => {}
            Step::Index { index: Operand::Integer(index), scale, .. } => {
                let bytes = i64::try_from(*index).ok()?.checked_mul(i64::try_from(*scale).ok()?)?;
                *offset = offset.checked_add(bytes)?;
            }
            Step::Index { index: Operand::Register(register), scale, .. } => terms.push((self.of[*register], *scale)),
            Step::Index { .. } => return None,
        }
        Some(())
    }

    /// The place of a parameter, so many bytes on.
    pub(crate) fn of_parameter(&self, register: RegisterId, offset: i64) -> Place {
        Place { root: Root::Value(self.of[register]), terms: Vec::new(), offset }
    }
}
