//! Names in functions: each is defined once, before its uses, with the type that they have.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::syntax::{Function, Instruction, Operation, Type, Value};
use super::flow::Flow;
use super::{Checked, Checker, mismatch};

/// Where a register gets its value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Definition {
    Parameter,
    /// Block and position in it.
    Instruction(usize, usize),
}

/// The names of a function.
pub(super) struct Locals<'m> {
    pub(super) registers: FxHashMap<&'m str, (Type, Definition)>,
    pub(super) blocks: FxHashMap<&'m str, usize>,
}

impl<'m> Checker<'m> {
    /// Checks a function that is defined.
    pub(super) fn function(&mut self, function: &'m Function) {
        let before = self.problems.len();
        self.types.go_to(function.at.start);
        let locals = self.names(function);
        let mut successors = Vec::with_capacity(function.blocks.len());
        for block in &function.blocks {
            let mut targets = Vec::new();
            if let Some(instruction) = block.instructions.last() {
                for label in instruction.operation.targets() {
                    match locals.blocks.get(label) {
                        Some(target) => targets.push(*target),
                        None => self.undefined_block(&instruction.at, label),
                    }
                }
            }
            successors.push(targets);
        }
        if self.problems.len() > before {
            return;
        }
        let flow = Flow::new(function, successors);
        self.flow(function, &locals, &flow);
        for (index, block) in function.blocks.iter().enumerate() {
            for (position, instruction) in block.instructions.iter().enumerate() {
                if self.problems.len() > super::MOST_PROBLEMS {
                    return;
                }
                let rest = &block.instructions[position + 1..];
                let checked = self.instruction(function, instruction, rest);
                if let Err(refusal) = checked {
                    self.report(instruction.at.clone(), refusal);
                    continue;
                }
                if let Err((refusal, name)) = self.uses(instruction, &locals, &flow, (index, position)) {
                    let at = match name {
                        Some(name) => self.place_of(&instruction.at, &format!("%{name}")),
                        None => instruction.at.clone(),
                    };
                    self.report(at, refusal);
                }
            }
        }
    }

    fn undefined_block(&mut self, at: &Range<u32>, label: &str) {
        let at = self.place_of(at, &format!("%{label}"));
        self.report(at, ("undefined-block", format!("`%{label}` is no block of this function")));
    }

    fn names(&mut self, function: &'m Function) -> Locals<'m> {
        let mut locals = Locals { registers: FxHashMap::default(), blocks: FxHashMap::default() };
        let twice = |name: &str| ("duplicate-name", format!("`%{name}` is defined twice in this function"));
        for (name, ty) in &function.parameters {
            if locals.registers.insert(name, (ty.clone(), Definition::Parameter)).is_some() {
                self.report(function.at.clone(), twice(name));
            }
        }
        for (index, block) in function.blocks.iter().enumerate() {
            let is_known = locals.registers.contains_key(block.label.as_str());
            if locals.blocks.insert(&block.label, index).is_some() || is_known {
                self.report(block.at.clone(), twice(&block.label));
            }
            for (position, instruction) in block.instructions.iter().enumerate() {
                let Some(name) = &instruction.result else { continue };
                let ty = self.result(&instruction.operation).unwrap_or(Type::Void);
                let definition = Definition::Instruction(index, position);
                let is_known = locals.blocks.contains_key(name.as_str());
                if locals.registers.insert(name, (ty, definition)).is_some() || is_known {
                    self.report(instruction.at.clone(), twice(name));
                }
            }
        }
        locals
    }

    /// Whether an instruction is right but for the names in it.
    fn instruction(&self, function: &Function, instruction: &Instruction, rest: &[Instruction]) -> Checked {
        let operation = &instruction.operation;
        self.result(operation)?;
        self.call(operation)?;
        self.must_tail(function, instruction, rest)?;
        if let Operation::Return(value) = operation {
            let own = value.as_ref().map_or(&Type::Void, |(ty, _)| ty);
            if !self.types.same(own, &function.result) {
                return mismatch(format!("the function returns `{}`, not `{own}`", function.result));
            }
        }
        Ok(())
    }

    /// Whether the operands of an instruction are there, in time, and of the types that are written.
    fn uses(
        &self,
        instruction: &'m Instruction,
        locals: &Locals<'m>,
        flow: &Flow,
        at: (usize, usize),
    ) -> Result<(), (super::Refusal, Option<&'m str>)> {
        let mut checked = Ok(());
        let operation = &instruction.operation;
        let mut visit = |ty: &Type, value: &'m Value| {
            if checked.is_ok() {
                checked = self.operand(ty, value, locals, flow, at);
            }
        };
        operation.for_each_operand(&mut visit);
        if let (Some(value @ Value::Local(_)), Operation::Call { signature, space, .. }) =
            (operation.called(), operation)
        {
            let function = Type::Function(Box::new(signature.clone()));
            visit(&Type::Pointer { to: Some(Box::new(function)), space: *space }, value);
        }
        checked?;
        let Operation::Phi { ty, incoming } = operation else { return Ok(()) };
        for (value, label) in incoming {
            // A value has to be there at the end of the block that it comes from.
            let Some(block) = locals.blocks.get(label.as_str()) else {
                let message = format!("`%{label}` is no block of this function");
                return Err((("undefined-block", message), Some(label)));
            };
            self.operand(ty, value, locals, flow, (*block, usize::MAX))?;
        }
        Ok(())
    }

    fn operand(
        &self,
        ty: &Type,
        value: &'m Value,
        locals: &Locals<'m>,
        flow: &Flow,
        at: (usize, usize),
    ) -> Result<(), (super::Refusal, Option<&'m str>)> {
        let (name, ty, is_metadata) = match value {
            Value::Local(name) => (name.as_str(), ty, false),
            Value::ValueMetadata(pair) => match &**pair {
                (own, Value::Local(name)) => (name.as_str(), own, true),
                _ => return self.constant(ty, value).map_err(|refusal| (refusal, None)),
            },
            _ => return self.constant(ty, value).map_err(|refusal| (refusal, None)),
        };
        let Some((own, definition)) = locals.registers.get(name) else {
            let refusal = match locals.blocks.contains_key(name) {
                true => ("type-mismatch", format!("`%{name}` is a block, not a value")),
                false => ("undefined-value", format!("`%{name}` is not defined in this function")),
            };
            // A block is a value of type `label` where only metadata and bundles look.
            let is_label = *ty == Type::Label && locals.blocks.contains_key(name);
            return if is_label { Ok(()) } else { Err((refusal, Some(name))) };
        };
        if !self.types.same(own, ty) {
            let refusal = ("type-mismatch", format!("`%{name}` has the type `{own}`, not `{ty}`"));
            return Err((refusal, Some(name)));
        }
        if is_metadata || flow.is_defined(*definition, at) {
            return Ok(());
        }
        let message = format!("`%{name}` is used where it need not have got its value");
        Err((("use-before-definition", message), Some(name)))
    }
}
