//! Branches that a constant decides become jumps.
//!
//! clang folds what is constant in the source, but not what comes by way of a local variable: for `int order = memory_order_seq_cst;
//! atomic_thread_fence(order);` it switches on the variable, and as long as all arms count, the fence seems to be on one of five paths only. Once the
//! variable is a register, its value is known. No dependency is lost: a constant depends on no access.

use relation::IdVec;

use crate::ir::{Block, BlockId, Function, Operand, Operation, Terminator};

/// Makes jumps of a function's branches on constants, and empties the blocks where control cannot come then. The function is in SSA form.
pub(crate) fn follow_constants(function: &mut Function) {
    let mut changed = false;
    for block in function.blocks.iter_mut() {
        if let Some(target) = only_target(&block.terminator) {
            block.terminator = Terminator::Jump(target);
            changed = true;
        }
    }
    if !changed {
        return;
    }
    let reached = reachable(&function.blocks);
    for (block, reached) in function.blocks.iter_mut().zip(reached.iter()) {
        if !reached {
            block.instructions.clear();
            block.terminator = Terminator::Unreachable;
        }
    }
    let predecessors = function.predecessors();
    for (block, predecessors) in function.blocks.iter_mut().zip(predecessors.iter()) {
        for instruction in &mut block.instructions {
            if let Operation::Phi { incoming, .. } = &mut instruction.operation {
                incoming.retain(|(from, _)| predecessors.contains(from));
            }
        }
    }
}

/// Where control goes on for certain, if a constant says so.
fn only_target(terminator: &Terminator) -> Option<BlockId> {
    match terminator {
        Terminator::Branch { condition: Operand::Integer(bit), then, otherwise } => {
            Some(if bit & 1 == 1 { *then } else { *otherwise })
        }
        Terminator::Switch { value: Operand::Integer(value), default, cases } => {
            Some(cases.iter().find(|(case, _)| case == value).map_or(*default, |(_, target)| *target))
        }
        Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::Return(_)
        | Terminator::Jump(_)
        | Terminator::Any(_)
        | Terminator::Unreachable => None,
    }
}

/// The blocks where control may come from the first one.
fn reachable(blocks: &IdVec<BlockId, Block>) -> IdVec<BlockId, bool> {
    let mut reached = IdVec::from_elem(false, blocks.len());
    let mut work: Vec<BlockId> = blocks.ids().take(1).collect();
    while let Some(id) = work.pop() {
        if !std::mem::replace(&mut reached[id], true) {
            work.extend(blocks[id].terminator.successors());
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use crate::ir::{Operation, Program, Terminator};

    fn reached_fences(program: &Program) -> usize {
        let blocks = program.functions.iter().flat_map(|function| &function.blocks);
        blocks
            .flat_map(|block| &block.instructions)
            .filter(|one| matches!(one.operation, Operation::Fence { .. }))
            .count()
    }

    /// What clang makes of `atomic_thread_fence(order)` behind `int order = memory_order_seq_cst`, in short.
    #[test]
    fn a_switch_on_a_local_that_is_a_constant_is_a_jump() {
        let program = crate::read(["
define i32 @f() {
  %order = alloca i32
  store i32 5, i32* %order
  %1 = load i32, i32* %order
  switch i32 %1, label %none [
    i32 2, label %acquire
    i32 5, label %all
  ]
acquire:
  fence acquire
  br label %none
all:
  fence seq_cst
  br label %none
none:
  %from = phi i32 [ 0, %0 ], [ 2, %acquire ], [ 5, %all ]
  ret i32 %from
}
"])
        .expect("LLVM IR that LLVM takes");
        assert_eq!(reached_fences(&program), 1);
        let function = program.functions.iter().next().expect("one function");
        let last = function.blocks.iter().last().expect("a block");
        let Operation::Phi { incoming, .. } = &last.instructions[0].operation else { panic!("no phi") };
        assert_eq!(incoming.len(), 1, "values of arms that are not entered go away");
    }

    #[test]
    fn a_switch_on_what_is_read_keeps_its_arms() {
        let program = crate::read(["
@x = global i32 0
define void @f() {
  %1 = load i32, i32* @x
  switch i32 %1, label %none [
    i32 5, label %all
  ]
all:
  fence seq_cst
  br label %none
none:
  ret void
}
"])
        .expect("LLVM IR that LLVM takes");
        let function = program.functions.iter().next().expect("one function");
        let first = function.blocks.iter().next().expect("a block");
        assert!(matches!(first.terminator, Terminator::Switch { .. }));
        assert_eq!(reached_fences(&program), 1);
    }
}
