//! What computes the registers of a function.

use cprog::ir::{BlockId, Function, Operation, RegisterId};
use relation::IdVec;

/// What computes each register of a function; none for parameters.
pub(crate) type Definitions<'p> = IdVec<RegisterId, Option<(BlockId, &'p Operation)>>;

pub(crate) fn definitions(function: &Function) -> Definitions<'_> {
    let mut definitions = IdVec::from_elem(None, function.registers.len());
    for (block, body) in function.blocks.iter_enumerated() {
        for instruction in &body.instructions {
            if let Some(result) = instruction.result {
                definitions[result] = Some((block, &instruction.operation));
            }
        }
    }
    definitions
}
