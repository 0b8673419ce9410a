//! How control goes through a function: predecessors, phis, landing pads, and what is defined where.

use super::super::syntax::{Block, Function, Operation, Type, Value};
use super::dominators::Dominators;
use super::locals::{Definition, Locals};
use super::{Checked, Checker};

pub(super) struct Flow {
    /// For each block those that go there, as often as they do.
    predecessors: Vec<Vec<usize>>,
    dominators: Dominators,
    /// For blocks that end with an `invoke`, the block from which on its value is there, if there is one.
    invoked: Vec<Option<Option<usize>>>,
    /// How many instructions a block has.
    lengths: Vec<usize>,
}

impl Flow {
    pub(super) fn new(function: &Function, successors: Vec<Vec<usize>>) -> Flow {
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (block, targets) in successors.iter().enumerate() {
            targets.iter().for_each(|target| predecessors[*target].push(block));
        }
        let dominators = Dominators::new(&successors);
        // Ways into a block that do not come back to it.
        let forward = |block: usize| {
            let is_forward = |from: &&usize| dominators.is_reachable(**from) && !dominators.dominates(block, **from);
            predecessors[block].iter().filter(is_forward).count()
        };
        let forward: Vec<usize> = (0..successors.len()).map(forward).collect();
        let invoked = function.blocks.iter().zip(&successors).enumerate().map(|(own, (block, targets))| {
            let last = block.instructions.last()?;
            let Operation::Call { normal: Some(_), .. } = last.operation else { return None };
            let normal = targets[0];
            let is_only_way = forward[normal] == 1 && !dominators.dominates(normal, own);
            Some(is_only_way.then_some(normal))
        });
        let invoked = invoked.collect();
        let lengths = function.blocks.iter().map(|block| block.instructions.len()).collect();
        Flow { predecessors, dominators, invoked, lengths }
    }

    /// Whether what `definition` defines is there at a block's position; the end of the block is `usize::MAX`.
    pub(super) fn is_defined(&self, definition: Definition, (block, position): (usize, usize)) -> bool {
        let Definition::Instruction(own, own_position) = definition else { return true };
        if !self.dominators.is_reachable(block) {
            return true;
        }
        // The value of an `invoke` is there on one of its ways only.
        if own_position + 1 == self.lengths[own]
            && let Some(normal) = self.invoked[own]
        {
            // At the end of the block itself only its successors' phis look, of which the one behind the edge sees the value.
            return match normal {
                _ if own == block => position == usize::MAX,
                Some(normal) => self.dominators.dominates(normal, block),
                None => false,
            };
        }
        if own == block {
            return own_position < position;
        }
        self.dominators.dominates(own, block)
    }
}

fn is_landing_pad(operation: &Operation) -> bool {
    matches!(operation, Operation::Pure { operator, .. } if operator == "landingpad")
}

/// The first instruction of a block that is no phi.
fn first_instruction(block: &Block) -> Option<&Operation> {
    block
        .instructions
        .iter()
        .map(|instruction| &instruction.operation)
        .find(|operation| !matches!(operation, Operation::Phi { .. }))
}

impl<'m> Checker<'m> {
    /// Checks the entry, phis and landing pads of a function.
    pub(super) fn flow(&mut self, function: &'m Function, locals: &Locals<'m>, flow: &Flow) {
        if !flow.predecessors[0].is_empty() {
            let refusal = ("entry-has-predecessor", "control goes to the entry of the function".to_owned());
            self.report(function.blocks[0].at.clone(), refusal);
        }
        let mut pads: Vec<&Type> = Vec::new();
        for operation in function.blocks.iter().filter_map(first_instruction) {
            if let Operation::Pure { operator, ty: Some(ty), .. } = operation
                && operator == "landingpad"
                && !pads.contains(&ty)
            {
                pads.push(ty);
            }
        }
        for (index, block) in function.blocks.iter().enumerate() {
            let mut is_head = true;
            for instruction in &block.instructions {
                let operation = &instruction.operation;
                if let Operation::Phi { incoming, .. } = operation {
                    let checked = if is_head {
                        phi(incoming, locals, &flow.predecessors[index])
                    } else {
                        Err(("bad-phi", "a phi stands behind another instruction".to_owned()))
                    };
                    if let Err(refusal) = checked {
                        self.report(instruction.at.clone(), refusal);
                    }
                    continue;
                }
                if let Err(refusal) = exceptions(function, operation, locals, is_head, &pads) {
                    self.report(instruction.at.clone(), refusal);
                }
                is_head = false;
            }
            if first_instruction(block).is_some_and(is_landing_pad) {
                let is_unwound = |predecessor: &usize| {
                    function.blocks[*predecessor].instructions.last().is_some_and(|last| match &last.operation {
                        Operation::Call { unwind: Some(unwind), normal, .. } => {
                            *unwind == block.label && normal.as_ref() != Some(&block.label)
                        }
                        _ => false,
                    })
                };
                if index == 0 || !flow.predecessors[index].iter().all(is_unwound) {
                    let message = "only exceptions of `invoke` go to a block with `landingpad`".to_owned();
                    self.report(block.at.clone(), ("bad-landing-pad", message));
                }
            }
        }
    }
}

/// Whether a phi has one value for each way to its block.
fn phi(incoming: &[(Value, String)], locals: &Locals<'_>, predecessors: &[usize]) -> Checked {
    let mut from: Vec<(usize, usize)> = Vec::with_capacity(incoming.len());
    for (index, (_, label)) in incoming.iter().enumerate() {
        match locals.blocks.get(label.as_str()) {
            Some(block) => from.push((*block, index)),
            None => return Err(("undefined-block", format!("`%{label}` is no block of this function"))),
        }
    }
    from.sort_unstable();
    let mut ways = predecessors.to_vec();
    ways.sort_unstable();
    if from.iter().map(|(block, _)| *block).ne(ways) {
        return Err(("bad-phi", "a phi has one value for each block that goes to its own".to_owned()));
    }
    let differs = from.windows(2).any(|pair| pair[0].0 == pair[1].0 && incoming[pair[0].1].0 != incoming[pair[1].1].0);
    if differs {
        return Err(("bad-phi", "a phi has two values for one block".to_owned()));
    }
    Ok(())
}

/// Whether what has to do with exceptions stands where it may.
fn exceptions(
    function: &Function,
    operation: &Operation,
    locals: &Locals<'_>,
    is_head: bool,
    pads: &[&Type],
) -> Checked {
    let wrong = |message: &str| Err(("bad-landing-pad", message.to_owned()));
    if is_landing_pad(operation) {
        if !is_head {
            return wrong("`landingpad` stands behind another instruction");
        }
        if !function.has_personality {
            return wrong("a function with `landingpad` has a personality function");
        }
    }
    match operation {
        Operation::Resume(_) if !function.has_personality => {
            wrong("a function with `resume` has a personality function")
        }
        Operation::Resume((ty, _)) if pads.iter().any(|pad| *pad != ty) => {
            wrong("`resume` has the type of each `landingpad`")
        }
        Operation::Call { unwind: Some(unwind), .. } => {
            let target =
                locals.blocks.get(unwind.as_str()).and_then(|block| first_instruction(&function.blocks[*block]));
            let is_pad = target.is_some_and(|operation| {
                is_landing_pad(operation)
                    || matches!(operation, Operation::Unknown { name, .. } if name != "callbr" && !name.ends_with("ret"))
            });
            if is_pad { Ok(()) } else { wrong("an exception goes to a block that begins with `landingpad`") }
        }
        _ => Ok(()),
    }
}
