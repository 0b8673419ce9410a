//! Operations that compute a register of others.

use cprog::ir::{self, Operand, RegisterId, Type};

use super::operators::{binary_operator, conversion, relation};
use super::{Lowering, leaves};
use crate::checker::code::compute::{Compute, truncate};
use crate::checker::code::{SlotId, Step, StepId, Value};

impl Lowering<'_> {
    pub(super) fn cast(
        &mut self,
        result: Option<RegisterId>,
        operator: &str,
        (value, from): (&Operand, &Type),
        to: &Type,
    ) -> Option<()> {
        let (from_leaf, to_leaf) = (*leaves(from)?.first()?, *leaves(to)?.first()?);
        let value = self.value(value, from)?;
        let Some(conversion) = conversion(operator) else {
            self.unsupported(format!("the conversion `{operator}`"));
            return Some(());
        };
        let how = Compute::Convert { conversion, from: from_leaf.bits, to: to_leaf.bits, value };
        let result = self.result(result);
        self.emit(Step::Compute { result, how });
        Some(())
    }

    pub(super) fn select(
        &mut self,
        result: Option<RegisterId>,
        ty: &Type,
        condition: &Operand,
        [then, otherwise]: [&Operand; 2],
    ) -> Option<()> {
        let condition = self.value(condition, &Type::Integer(1))?;
        let (then, otherwise) = (self.values(then, ty)?, self.values(otherwise, ty)?);
        for ((slot, then), otherwise) in self.results(result)?.into_iter().zip(then).zip(otherwise) {
            self.emit(Step::Compute { result: slot, how: Compute::Select { condition, then, otherwise } });
        }
        Some(())
    }

    pub(super) fn extract(&mut self, result: Option<RegisterId>, aggregate: &Operand, path: &[u64]) -> Option<()> {
        let (first, count) = self.part(aggregate, path)?;
        for (index, slot) in self.results(result)?.into_iter().take(count).enumerate() {
            let from = Value::Slot(SlotId::from_number(first + index as u32));
            self.emit(Step::Compute { result: slot, how: Compute::Copy(from) });
        }
        Some(())
    }

    pub(super) fn copy(&mut self, result: Option<RegisterId>, operand: &Operand) -> Option<()> {
        let ty = &self.program.functions[self.function].registers[result?];
        let values = self.values(operand, ty)?;
        for (slot, value) in self.results(result)?.into_iter().zip(values) {
            self.emit(Step::Compute { result: slot, how: Compute::Copy(value) });
        }
        Some(())
    }

    pub(super) fn negate(&mut self, result: Option<RegisterId>, ty: &Type, value: &Operand) -> Option<()> {
        let (value, bits) = (self.value(value, ty)?, leaves(ty)?.first()?.bits);
        let result = self.result(result);
        self.emit(Step::Compute { result, how: Compute::Negate { bits, value } });
        Some(())
    }

    pub(super) fn choose(&mut self, result: Option<RegisterId>) -> Option<()> {
        let Some(register) = result else { return Some(()) };
        let leaves = leaves(&self.program.functions[self.function].registers[register])?;
        for (slot, leaf) in self.results(result)?.into_iter().zip(leaves) {
            self.emit(Step::Choose { result: slot, bits: leaf.bits });
        }
        Some(())
    }

    pub(super) fn address(&mut self, result: Option<RegisterId>, base: &Operand, steps: &[ir::Step]) -> Option<()> {
        let result = self.result(result);
        let mut base = self.pointer(base);
        let mut offset: i64 = 0;
        let mut indices = Vec::new();
        for step in steps {
            match step {
                ir::Step::Offset(bytes) => offset = offset.wrapping_add(*bytes),
                ir::Step::Index { index: Operand::Integer(index), scale, .. } => {
                    offset = offset.wrapping_add((*index as i64).wrapping_mul(*scale as i64));
                }
                ir::Step::Index { index, scale, .. } => {
                    let bits = match index {
                        Operand::Register(register) => self.slots[register].1.as_ref()?.first()?.bits,
                        Operand::Integer(_)
                        | Operand::Float(_)
                        | Operand::Zero
                        | Operand::Global(..)
                        | Operand::Function(_)
                        | Operand::Aggregate(_)
                        | Operand::Undefined => 64,
                    };
                    indices.push((self.value(index, &Type::Integer(64))?, bits, *scale));
                }
            }
        }
        let mut indices = indices.into_iter().peekable();
        if indices.peek().is_none() {
            let how = Compute::Element { base, offset, index: Value::Constant(0), bits: 64, scale: 0 };
            self.emit(Step::Compute { result, how });
        }
        // A step takes one index; what is constant goes with the first.
        while let Some((index, bits, scale)) = indices.next() {
            let target = if indices.peek().is_some() { self.new_slot() } else { result };
            self.emit(Step::Compute { result: target, how: Compute::Element { base, offset, index, bits, scale } });
            (base, offset) = (Value::Slot(target), 0);
        }
        Some(())
    }

    /// An operator with two operands; of signed numbers, an overflow of which has no meaning.
    pub(super) fn arithmetic(
        &mut self,
        result: Option<RegisterId>,
        operator: &str,
        ty: &Type,
        [left, right]: [&Operand; 2],
        is_signed: bool,
    ) -> Option<()> {
        let first = self.code.steps.next_id();
        self.binary(result, operator, ty, left, right)?;
        if is_signed {
            let steps = first.number()..self.code.steps.next_id().number();
            self.code.signed.extend(steps.map(StepId::from_number));
        }
        Some(())
    }

    fn binary(
        &mut self,
        result: Option<RegisterId>,
        operator: &str,
        ty: &Type,
        left: &Operand,
        right: &Operand,
    ) -> Option<()> {
        let Some(operator) = binary_operator(operator) else {
            self.unsupported(format!("the operator `{operator}`"));
            return Some(());
        };
        let (left, right, leaves) = (self.values(left, ty)?, self.values(right, ty)?, leaves(ty)?);
        for (((slot, left), right), leaf) in self.results(result)?.into_iter().zip(left).zip(right).zip(leaves) {
            let how = Compute::Binary { operator, bits: leaf.bits, left, right };
            self.emit(Step::Compute { result: slot, how });
        }
        Some(())
    }

    pub(super) fn compare(
        &mut self,
        result: Option<RegisterId>,
        predicate: &str,
        is_float: bool,
        ty: &Type,
        left: &Operand,
        right: &Operand,
    ) -> Option<()> {
        let Some((relation, is_swapped)) = relation(predicate, is_float) else {
            self.unsupported(format!("the comparison `{predicate}`"));
            return Some(());
        };
        let bits = leaves(ty)?.first()?.bits;
        let (mut left, mut right) = (self.value(left, ty)?, self.value(right, ty)?);
        for value in [left, right] {
            if let Value::Constant(constant) = value {
                let around = [constant.wrapping_sub(1), constant, constant.wrapping_add(1)];
                // Choices too wide to go through are tried on both sides of what programs compare with.
                self.code.interesting.extend(around.map(|number| truncate(number, bits)));
            }
        }
        if is_swapped {
            std::mem::swap(&mut left, &mut right);
        }
        let result = self.result(result);
        self.emit(Step::Compute { result, how: Compute::Compare { relation, bits, left, right } });
        Some(())
    }

    /// The first slot of a part of an aggregate in a register, and how many it has.
    pub(super) fn part(&self, aggregate: &Operand, path: &[u64]) -> Option<(u32, usize)> {
        let Operand::Register(register) = aggregate else { return None };
        let mut ty = &self.program.functions[self.function].registers[*register];
        let mut first = self.slots.get(register)?.0;
        for index in path {
            let index = usize::try_from(*index).ok()?;
            let before: Vec<&Type> = match ty {
                Type::Structure { fields, .. } => fields.get(..index)?.iter().map(|(_, field)| field).collect(),
                Type::Array { element, .. } => vec![&**element; index],
                Type::Void | Type::Integer(_) | Type::Float(_) | Type::Pointer | Type::Opaque => return None,
            };
            // Scalars lie side by side in the order of the fields, as `leaves` lists them.
            for field in before {
                first += leaves(field)?.len() as u32;
            }
            ty = match ty {
                Type::Structure { fields, .. } => &fields.get(index)?.1,
                Type::Array { element, .. } => element,
                Type::Void | Type::Integer(_) | Type::Float(_) | Type::Pointer | Type::Opaque => return None,
            };
        }
        Some((first, leaves(ty)?.len()))
    }

    pub(super) fn insert(
        &mut self,
        result: Option<RegisterId>,
        aggregate: &Operand,
        value: &Operand,
        path: &[u64],
    ) -> Option<()> {
        let register = result?;
        let ty = self.program.functions[self.function].registers[register].clone();
        let whole = self.values(aggregate, &ty)?;
        let slots = self.results(result)?;
        let (first, count) = self.part(&Operand::Register(register), path)?;
        let mut at = &ty;
        for index in path {
            at = match at {
                Type::Structure { fields, .. } => &fields.get(usize::try_from(*index).ok()?)?.1,
                Type::Array { element, .. } => element,
                Type::Void | Type::Integer(_) | Type::Float(_) | Type::Pointer | Type::Opaque => return None,
            };
        }
        let new = self.values(value, at)?;
        let begin = (first - self.slots[&register].0) as usize;
        for (index, (slot, old)) in slots.into_iter().zip(whole).enumerate() {
            let is_new = (begin..begin + count).contains(&index);
            let value = if is_new { *new.get(index - begin)? } else { old };
            self.emit(Step::Compute { result: slot, how: Compute::Copy(value) });
        }
        Some(())
    }
}
