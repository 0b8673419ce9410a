//! Local variables that nothing but their own function can access, and those of them that are as good as registers.

use rustc_hash::FxHashMap;

use crate::checker::code::compute::{Compute, Conversion, signed};
use crate::checker::code::{Annotation, Body, Code, SlotId, Step, StepId, Value};

/// The local variables of a function.
pub(crate) struct Locals {
    /// The register that holds each one's address.
    pub(crate) slots: Vec<SlotId>,
    /// Whether all accesses to it are seen: its address goes nowhere else.
    are_known: Vec<bool>,
    /// What registers hold addresses in.
    addresses: FxHashMap<SlotId, Address>,
}

/// An address in a local variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Address {
    local: u32,
    /// How far it is in it, where that is always the same.
    offset: Option<u64>,
}

impl Locals {
    /// Finds them among the `steps` of a function.
    pub(crate) fn new(code: &Code, steps: &[StepId]) -> Locals {
        let made = steps.iter().filter_map(|step| match &code.steps[*step] {
            Step::Allocate { result, is_local: true, .. } => Some(*result),
            _ => None,
        });
        let slots: Vec<SlotId> = made.collect();
        let start = |local| Address { local, offset: Some(0) };
        let addresses = slots.iter().zip(0..).map(|(slot, local)| (*slot, start(local))).collect();
        let are_known = vec![true; slots.len()];
        let mut locals = Locals { slots, are_known, addresses };
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for step in steps {
                has_changed |= locals.follow(&code.steps[*step]);
            }
        }
        for step in steps {
            locals.find_leaks(&code.steps[*step]);
        }
        locals
    }

    /// The address that a value is, if it is one in a local variable.
    fn address(&self, value: Value) -> Option<Address> {
        match value {
            Value::Slot(slot) => self.addresses.get(&slot).copied(),
            Value::Constant(_) => None,
        }
    }

    /// The local variable that a value may be an address in.
    fn of(&self, value: Value) -> Option<u32> {
        self.address(value).map(|address| address.local)
    }

    fn leak(&mut self, local: u32) {
        self.are_known[local as usize] = false;
    }

    /// Notes where a step puts an address; whether that is new.
    fn follow(&mut self, step: &Step) -> bool {
        let Step::Compute { result, how } = step else { return false };
        let found = match how {
            Compute::Copy(from) => self.address(*from),
            Compute::Element { base, offset, index, bits, scale } => self.address(*base).map(|base| {
                let distance = match index {
                    Value::Constant(index) => Some((signed(*index, *bits) as u64).wrapping_mul(*scale)),
                    Value::Slot(_) => None,
                };
                let from = base.offset.zip(distance);
                let offset = from.map(|(from, distance)| from.wrapping_add(*offset as u64).wrapping_add(distance));
                Address { offset, ..base }
            }),
            Compute::Binary { .. }
            | Compute::Compare { .. }
            | Compute::Convert { .. }
            | Compute::Select { .. }
            | Compute::Negate { .. } => None,
        };
        let Some(found) = found else { return false };
        let old = self.addresses.get(result).copied();
        let joined = match old {
            None => found,
            // Different offsets on different ways: only the variable stays known, so that the iteration ends.
            Some(old) if old.local == found.local => {
                Address { offset: old.offset.filter(|_| old.offset == found.offset), ..old }
            }
            Some(old) => {
                // Addresses in both may be there: neither is followed.
                self.leak(found.local);
                self.leak(old.local);
                Address { offset: None, ..old }
            }
        };
        self.addresses.insert(*result, joined);
        old != Some(joined)
    }

    /// Notes which addresses a step gives away.
    fn find_leaks(&mut self, step: &Step) {
        // The address as what is accessed, or as the base of another one, goes nowhere; any other use of the same slot gives it away.
        let harmless = match step {
            Step::Compute { how: Compute::Copy(from) | Compute::Element { base: from, .. }, .. } => Some(*from),
            Step::Load { address, .. } | Step::Store { address, .. } => Some(*address),
            Step::Start { handle, .. } => Some(*handle),
            _ => None,
        };
        let mut is_first = true;
        let mut leaks = Vec::new();
        step.visit_uses(&mut |slot| {
            let is_harmless = harmless == Some(Value::Slot(slot)) && std::mem::take(&mut is_first);
            leaks.extend(self.of(Value::Slot(slot)).filter(|_| !is_harmless));
        });
        // A register that gets anything else, too, does not say which variable is accessed: a phi of two pointers.
        step.visit_definitions(&mut |slot| {
            let Some(local) = self.of(Value::Slot(slot)) else { return };
            let is_same = match step {
                Step::Compute { how: Compute::Copy(from) | Compute::Element { base: from, .. }, .. } => {
                    self.of(*from) == Some(local)
                }
                Step::Allocate { .. } => self.slots[local as usize] == slot,
                _ => false,
            };
            leaks.extend((!is_same).then_some(local));
        });
        leaks.into_iter().for_each(|local| self.leak(local));
    }
}

/// A scalar of a local variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    local: u32,
    offset: u64,
    bytes: u8,
}

/// Makes registers of the local variables of which each access has its own scalar: what compilers do as soon as they optimise at all. Dependencies go through
/// both alike. Where registers do not matter any more, states do not hold them.
pub(crate) fn promote(code: &mut Code) {
    let functions: Vec<_> = code.bodies.ids().collect();
    for function in functions {
        let Some(body) = code.bodies[function] else { continue };
        let steps: Vec<StepId> = code.steps_of(function).collect();
        let locals = Locals::new(code, &steps);
        let cells = Cells::new(code, &locals, &steps);
        let first = body.slots;
        for (cell, number) in cells.all.iter().zip(first..) {
            cells.replace(code, &locals, &steps, *cell, SlotId::from_number(number));
        }
        code.bodies[function] = Some(Body { slots: first + cells.all.len() as u32, ..body });
    }
}

/// The scalars that become registers.
struct Cells {
    all: Vec<Cell>,
}

/// What a step accesses: its address, how many bytes, and whether nothing but the access itself matters.
fn access(step: &Step) -> Option<(Value, u8, bool)> {
    let is_plain = |annotation: &Annotation| *annotation == Annotation::default();
    match step {
        Step::Load { address, bytes, annotation, .. } | Step::Store { address, bytes, annotation, .. } => {
            Some((*address, *bytes, is_plain(annotation)))
        }
        // The library writes the number of the thread.
        Step::Start { handle, .. } => Some((*handle, 8, false)),
        _ => None,
    }
}

impl Cells {
    fn new(code: &Code, locals: &Locals, steps: &[StepId]) -> Cells {
        let mut promoted = locals.are_known.clone();
        let mut sizes = vec![None; promoted.len()];
        for step in steps {
            if let Step::Allocate { result, bytes, times, is_local: true, .. } = &code.steps[*step]
                && let Some(local) = locals.of(Value::Slot(*result))
                && let (Value::Constant(bytes), Value::Constant(times)) = (bytes, times)
                // Each turn of a loop makes a new object, which begins with zeros.
                && !code.is_in_loop(*step)
            {
                sizes[local as usize] = bytes.checked_mul(*times);
            }
        }
        let mut all: Vec<Cell> = Vec::new();
        for (address, bytes, is_plain) in steps.iter().filter_map(|step| access(&code.steps[*step])) {
            let Some(Address { local, offset }) = locals.address(address) else { continue };
            let size = sizes[local as usize];
            let cell = offset
                .filter(|offset| is_plain && size.is_some_and(|size| offset.saturating_add(bytes.into()) <= size))
                .map(|offset| Cell { local, offset, bytes });
            let Some(cell) = cell else {
                promoted[local as usize] = false;
                continue;
            };
            let overlaps = |other: &&Cell| {
                other.local == local
                    && other.offset < cell.offset + u64::from(bytes)
                    && cell.offset < other.offset + u64::from(other.bytes)
            };
            match all.iter().find(overlaps) {
                None => all.push(cell),
                Some(same) if *same == cell => {}
                // One register cannot be two scalars that overlap.
                Some(_) => promoted[local as usize] = false,
            }
        }
        all.retain(|cell| promoted[cell.local as usize]);
        Cells { all }
    }

    fn replace(&self, code: &mut Code, locals: &Locals, steps: &[StepId], cell: Cell, slot: SlotId) {
        let width = 8 * cell.bytes;
        // Memory holds whole bytes, of which a load may take fewer bits.
        let resized = |to: u8, value| Compute::Convert { conversion: Conversion::Unsigned, from: width, to, value };
        let is_there = |address: Value| {
            let Some(address) = locals.address(address) else { return false };
            (address.local, address.offset) == (cell.local, Some(cell.offset))
        };
        for at in steps {
            let step = &code.steps[*at];
            let changed = match step {
                Step::Load { result, address, bits, .. } if is_there(*address) => {
                    Step::Compute { result: *result, how: resized(*bits, Value::Slot(slot)) }
                }
                Step::Store { address, value, .. } if is_there(*address) => {
                    Step::Compute { result: slot, how: resized(width, *value) }
                }
                Step::Allocate { result, .. } if is_there(Value::Slot(*result)) => {
                    // Nothing is made; what is not initialised is 0.
                    Step::Compute { result: slot, how: Compute::Copy(Value::Constant(0)) }
                }
                _ => continue,
            };
            code.steps[*at] = changed;
        }
    }
}
