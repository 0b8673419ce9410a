//! Local variables that only their function touches become registers.
//!
//! clang at -O0 keeps each local variable in memory. One whose address is used by nothing but whole loads and stores of one type, none of them
//! volatile or atomic, is invisible to other threads, and is rewritten to SSA form. Construction: Braun and others, "Simple and Efficient
//! Construction of Static Single Assignment Form" (CC 2013), with all blocks sealed before they are filled (each block that has several
//! predecessors and needs a value gets a phi, and trivial phis are removed).
//!
//! Exact: nothing is approximated. A read of a variable before any write is [`Operand::Undefined`].

use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use crate::decided::follow_constants;
use crate::ir::{Block, BlockId, Function, Instruction, Operand, Operation, Order, Program, RegisterId, Type};
use crate::zeros::set_scales;

/// Rewrites all functions of a program; then branches on what turned out to be constant become jumps, and indices that turned out to be 0 are marked.
pub fn promote(program: &mut Program) {
    let mut functions = std::mem::take(&mut program.functions);
    for function in functions.iter_mut() {
        if function.is_defined() {
            Promotion::new(function).run();
            follow_constants(function);
            set_scales(function);
        }
    }
    program.functions = functions;
}

struct Promotion<'f> {
    function: &'f mut Function,
    /// The type of each register that is the address of a variable to promote.
    variables: FxHashMap<RegisterId, Type>,
    predecessors: IdVec<BlockId, Vec<BlockId>>,
    /// The value of a variable at the end of a block.
    at_end: FxHashMap<(BlockId, RegisterId), Operand>,
    /// The value of a variable at the beginning of a block.
    at_start: FxHashMap<(BlockId, RegisterId), Operand>,
    /// Phis that were made: block, variable, incoming values.
    phis: FxHashMap<RegisterId, Phi>,
    /// What loads and trivial phis stand for.
    replaced: FxHashMap<RegisterId, Operand>,
}

struct Phi {
    block: BlockId,
    ty: Type,
    incoming: Vec<(BlockId, Operand)>,
}

/// Variables of a function: address and type.
fn promotable(function: &Function) -> FxHashMap<RegisterId, Type> {
    let mut variables: FxHashMap<RegisterId, Option<Type>> = FxHashMap::default();
    for block in &function.blocks {
        for instruction in &block.instructions {
            if let (Some(result), Operation::Alloca { count: Operand::Integer(1), .. }) =
                (instruction.result, &instruction.operation)
            {
                variables.insert(result, None);
            }
        }
    }
    let spoil = |variables: &mut FxHashMap<RegisterId, Option<Type>>, operand: &Operand| {
        if let Operand::Register(register) = operand {
            variables.remove(register);
        }
    };
    for block in &function.blocks {
        for instruction in &block.instructions {
            let (pointer, ty, plain) = match &instruction.operation {
                Operation::Load { ty, pointer, access } => {
                    (pointer, ty, !access.volatile && access.order == Order::Plain)
                }
                Operation::Store { ty, value, pointer, access } => {
                    spoil(&mut variables, value);
                    (pointer, ty, !access.volatile && access.order == Order::Plain)
                }
                other => {
                    other.operands(&mut |operand| spoil(&mut variables, operand));
                    continue;
                }
            };
            let Operand::Register(register) = pointer else { continue };
            let Some(known) = variables.get_mut(register) else { continue };
            let fits = known.as_ref().is_none_or(|known| known == ty);
            if plain && fits {
                *known = Some(ty.clone());
            } else {
                variables.remove(register);
            }
        }
        if let Some(condition) = block.terminator.condition() {
            spoil(&mut variables, condition);
        }
        if let crate::ir::Terminator::Return(Some(value)) = &block.terminator {
            spoil(&mut variables, value);
        }
    }
    variables.into_iter().filter_map(|(register, ty)| Some((register, ty?))).collect()
}

impl<'f> Promotion<'f> {
    fn new(function: &'f mut Function) -> Promotion<'f> {
        Promotion {
            variables: promotable(function),
            predecessors: function.predecessors(),
            function,
            at_end: FxHashMap::default(),
            at_start: FxHashMap::default(),
            phis: FxHashMap::default(),
            replaced: FxHashMap::default(),
        }
    }

    fn run(mut self) {
        if self.variables.is_empty() {
            return;
        }
        self.record_last_stores();
        let ids: Vec<BlockId> = self.function.blocks.ids().collect();
        for id in &ids {
            self.rewrite_block(*id);
        }
        self.remove_trivial_phis();
        self.insert_phis();
        self.substitute();
    }

    /// The variable that an access is to.
    fn variable(&self, pointer: &Operand) -> Option<RegisterId> {
        match pointer {
            Operand::Register(register) if self.variables.contains_key(register) => Some(*register),
            _ => None,
        }
    }

    fn record_last_stores(&mut self) {
        for (id, block) in self.function.blocks.iter_enumerated() {
            for instruction in &block.instructions {
                if let Operation::Store { pointer, value, .. } = &instruction.operation
                    && let Some(variable) = self.variable(pointer)
                {
                    self.at_end.insert((id, variable), value.clone());
                }
            }
        }
    }

    fn rewrite_block(&mut self, id: BlockId) {
        let instructions = std::mem::take(&mut self.function.blocks[id].instructions);
        let mut current: FxHashMap<RegisterId, Operand> = FxHashMap::default();
        let mut kept = Vec::with_capacity(instructions.len());
        for instruction in instructions {
            match &instruction.operation {
                Operation::Alloca { .. }
                    if instruction.result.is_some_and(|result| self.variables.contains_key(&result)) =>
                {
                    continue;
                }
                Operation::Store { pointer, value, .. } => {
                    if let Some(variable) = self.variable(pointer) {
                        current.insert(variable, value.clone());
                        continue;
                    }
                }
                Operation::Load { pointer, .. } => {
                    if let (Some(variable), Some(result)) = (self.variable(pointer), instruction.result) {
                        let value = match current.get(&variable) {
                            Some(value) => value.clone(),
                            None => self.value_at_start(id, variable),
                        };
                        self.replaced.insert(result, value);
                        continue;
                    }
                }
                _ => {}
            }
            kept.push(instruction);
        }
        self.function.blocks[id].instructions = kept;
    }

    /// The value of a variable when control comes to a block. Works off a list instead of the stack, as chains of blocks are long.
    fn value_at_start(&mut self, block: BlockId, variable: RegisterId) -> Operand {
        if let Some(value) = self.at_start.get(&(block, variable)) {
            return value.clone();
        }
        // Every block from which the value may come, up to those that store it, gets a phi; trivial ones go away later.
        let mut work = vec![block];
        let mut made = Vec::new();
        while let Some(here) = work.pop() {
            if self.at_start.contains_key(&(here, variable)) {
                continue;
            }
            // Nothing is written before the function begins.
            if self.predecessors[here].is_empty() || here.index() == 0 {
                self.at_start.insert((here, variable), Operand::Undefined);
                if self.predecessors[here].is_empty() {
                    continue;
                }
            }
            let ty = self.variables[&variable].clone();
            let register = self.function.registers.push(ty.clone());
            self.phis.insert(register, Phi { block: here, ty, incoming: Vec::new() });
            self.at_start.insert((here, variable), Operand::Register(register));
            made.push((here, register));
            for predecessor in &self.predecessors[here] {
                if !self.at_end.contains_key(&(*predecessor, variable)) {
                    work.push(*predecessor);
                }
            }
        }
        for (here, register) in made {
            let incoming = self.predecessors[here]
                .iter()
                .map(|predecessor| {
                    let value = self
                        .at_end
                        .get(&(*predecessor, variable))
                        .or_else(|| self.at_start.get(&(*predecessor, variable)));
                    (*predecessor, value.cloned().unwrap_or(Operand::Undefined))
                })
                .collect();
            if let Some(phi) = self.phis.get_mut(&register) {
                phi.incoming = incoming;
            }
        }
        self.at_start[&(block, variable)].clone()
    }

    fn resolve(&self, operand: &Operand) -> Operand {
        let mut operand = operand;
        // Replacements form no cycles: a register is replaced by what was there before it.
        for _ in 0..=self.replaced.len() {
            match operand {
                Operand::Register(register) => match self.replaced.get(register) {
                    Some(next) => operand = next,
                    None => return operand.clone(),
                },
                _ => return operand.clone(),
            }
        }
        Operand::Undefined
    }

    /// A phi whose incoming values are itself and one other is that other.
    fn remove_trivial_phis(&mut self) {
        let mut order: Vec<RegisterId> = self.phis.keys().copied().collect();
        order.sort_unstable();
        loop {
            let mut changed = false;
            for register in &order {
                let Some(phi) = self.phis.get(register) else { continue };
                let mut only: Option<Operand> = None;
                let mut trivial = true;
                for (_, value) in &phi.incoming {
                    let value = self.resolve(value);
                    if value == Operand::Register(*register) || only.as_ref() == Some(&value) {
                        continue;
                    }
                    if only.is_some() {
                        trivial = false;
                        break;
                    }
                    only = Some(value);
                }
                if trivial {
                    self.phis.remove(register);
                    // Without any other value it is in a loop that nothing enters.
                    self.replaced.insert(*register, only.unwrap_or(Operand::Undefined));
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn insert_phis(&mut self) {
        let mut phis: Vec<(RegisterId, Phi)> = self.phis.drain().collect();
        // Each is put in front of the block, so that the last one comes first here.
        phis.sort_unstable_by_key(|(register, _)| std::cmp::Reverse(*register));
        for (register, Phi { block, ty, incoming }) in phis {
            let block: &mut Block = &mut self.function.blocks[block];
            let place = block.instructions.first().map_or(block.place, |instruction| instruction.place);
            let operation = Operation::Phi { ty, incoming };
            block.instructions.insert(0, Instruction { result: Some(register), operation, place });
        }
    }

    fn substitute(&mut self) {
        let mut blocks = std::mem::take(&mut self.function.blocks);
        for block in blocks.iter_mut() {
            for instruction in &mut block.instructions {
                instruction.operation.operands_mut(&mut |operand| *operand = self.resolve(operand));
            }
            match &mut block.terminator {
                crate::ir::Terminator::Branch { condition: value, .. }
                | crate::ir::Terminator::Switch { value, .. }
                | crate::ir::Terminator::Return(Some(value)) => *value = self.resolve(value),
                _ => {}
            }
        }
        self.function.blocks = blocks;
    }
}
