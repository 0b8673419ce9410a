//! Copies of memory, and memory that is filled: word by word where the size is known, else byte by byte.

use cprog::ir::{Operand, Order, Type};

use super::barriers::{ONE, ZERO};
use super::{Lowering, MOST_COPIED};
use crate::checker::code::compute::{Compute, Operator, Relation, truncate};
use crate::checker::code::{Annotation, SlotId, Step, Value};

impl Lowering<'_> {
    /// Emits a loop that goes through the numbers below `count`.
    fn for_each_below(&mut self, count: Value, body: impl FnOnce(&mut Self, SlotId)) {
        let index = self.new_slot();
        self.emit(Step::Compute { result: index, how: Compute::Copy(ZERO) });
        let head = self.code.steps.next_id();
        let relation = Relation::UnsignedLess;
        let is_inside = self.computed(Compute::Compare { relation, bits: 64, left: Value::Slot(index), right: count });
        let branch = self.emit(Step::Exit);
        let begin = self.code.steps.next_id();
        body(self, index);
        let operator = Operator::Add;
        let next = Compute::Binary { operator, bits: 64, left: Value::Slot(index), right: ONE };
        self.emit(Step::Compute { result: index, how: next });
        self.emit(Step::Jump(head));
        let behind = self.code.steps.next_id();
        self.code.steps[branch] = Step::Branch { condition: is_inside, then: begin, otherwise: behind };
    }

    fn byte(&mut self, base: Value, index: Value) -> Value {
        self.computed(Compute::Element { base, offset: 0, index, bits: 64, scale: 1 })
    }

    /// Copies so many bytes, from the end where the target lies behind what is copied: `memmove` may have the two overlap.
    fn copy_bytes(&mut self, to: &Operand, from: &Operand, bytes: &Operand) {
        let Some(count) = self.value(bytes, &Type::Integer(64)) else {
            return self.unsupported("a copy of memory of this size");
        };
        let (to, from) = (self.pointer(to), self.pointer(from));
        let relation = Relation::UnsignedLess;
        let is_back = self.computed(Compute::Compare { relation, bits: 64, left: from, right: to });
        let subtract = |left, right| Compute::Binary { operator: Operator::Subtract, bits: 64, left, right };
        let last = self.computed(subtract(count, ONE));
        self.for_each_below(count, |lowering, index| {
            let index = Value::Slot(index);
            let otherwise = lowering.computed(subtract(last, index));
            let at = lowering.computed(Compute::Select { condition: is_back, then: otherwise, otherwise: index });
            let (source, target, held) = (lowering.byte(from, at), lowering.byte(to, at), lowering.new_slot());
            let annotation = Annotation::default();
            let load = Step::Load { result: held, address: source, bytes: 1, bits: 8, annotation };
            let load = lowering.emit(load);
            lowering.language_order(load, Order::Plain);
            // To copy what was never written, as padding, is no use of it.
            lowering.code.passed_on.insert(load);
            let store = Step::Store { address: target, value: Value::Slot(held), bytes: 1, annotation };
            let store = lowering.emit(store);
            lowering.language_order(store, Order::Plain);
        });
    }

    /// Fills so many bytes.
    fn fill_bytes(&mut self, to: &Operand, value: &Operand, bytes: &Operand) -> Option<()> {
        let count = self.value(bytes, &Type::Integer(64))?;
        let value = self.value(value, &Type::Integer(8))?;
        let value = self.computed(Compute::Binary {
            operator: Operator::And,
            bits: 64,
            left: value,
            right: Value::Constant(0xff),
        });
        let to = self.pointer(to);
        self.for_each_below(count, |lowering, index| {
            let address = lowering.byte(to, Value::Slot(index));
            let store = Step::Store { address, value, bytes: 1, annotation: Annotation::default() };
            let store = lowering.emit(store);
            lowering.language_order(store, Order::Plain);
        });
        Some(())
    }

    pub(super) fn copy_memory(&mut self, to: &Operand, from: &Operand, bytes: &Operand) {
        let Operand::Integer(bytes @ 0..=MOST_COPIED) = bytes else {
            return self.copy_bytes(to, from, bytes);
        };
        let (to, from) = (self.pointer(to), self.pointer(from));
        let annotation = Annotation::default();
        // All is read before anything is written: `memmove` may have the two overlap, either way round.
        let held: Vec<_> = pieces(*bytes as u64)
            .into_iter()
            .map(|(offset, size)| {
                let (address, held) = (self.moved(from, offset), self.new_slot());
                let step = self.emit(Step::Load { result: held, address, bytes: size, bits: 8 * size, annotation });
                self.language_order(step, Order::Plain);
                self.code.passed_on.insert(step);
                (offset, size, held)
            })
            .collect();
        for (offset, size, held) in held {
            let address = self.moved(to, offset);
            let step = self.emit(Step::Store { address, value: Value::Slot(held), bytes: size, annotation });
            self.language_order(step, Order::Plain);
        }
    }

    /// Any bytes at all in memory, as if another program had written it (SV-COMP, `__VERIFIER_nondet_memory`).
    pub(super) fn choose_memory(&mut self, arguments: &[Operand]) -> Option<()> {
        let [to, Operand::Integer(bytes @ 0..=MOST_COPIED)] = arguments else {
            self.unsupported("any values in memory of unknown size");
            return Some(());
        };
        let to = self.pointer(to);
        for (offset, size) in pieces(*bytes as u64) {
            let (address, chosen) = (self.moved(to, offset), self.new_slot());
            self.emit(Step::Choose { result: chosen, bits: 8 * size });
            let annotation = Annotation::default();
            let step = self.emit(Step::Store { address, value: Value::Slot(chosen), bytes: size, annotation });
            self.language_order(step, Order::Plain);
        }
        Some(())
    }

    pub(super) fn set_memory(&mut self, to: &Operand, value: &Operand, bytes: &Operand) -> Option<()> {
        let (Operand::Integer(bytes @ 0..=MOST_COPIED), Operand::Integer(value)) = (bytes, value) else {
            return self.fill_bytes(to, value, bytes);
        };
        let to = self.pointer(to);
        let value = Value::Constant(u64::from_ne_bytes([*value as u8; 8]));
        for (offset, size) in pieces(*bytes as u64) {
            let address = self.moved(to, offset);
            let annotation = Annotation::default();
            let Value::Constant(all) = value else { return None };
            let value = Value::Constant(truncate(all, 8 * size));
            let step = self.emit(Step::Store { address, value, bytes: size, annotation });
            self.language_order(step, Order::Plain);
        }
        Some(())
    }
}

/// Cuts so many bytes into words: offsets and sizes.
fn pieces(bytes: u64) -> Vec<(u64, u8)> {
    let mut pieces = Vec::new();
    let mut offset = 0;
    while offset < bytes {
        let size = [8, 4, 2, 1].into_iter().find(|size| offset + size <= bytes).unwrap_or(1);
        pieces.push((offset, size as u8));
        offset += size;
    }
    pieces
}
