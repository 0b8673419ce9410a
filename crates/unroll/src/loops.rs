//! The loops of a function, and the order in which its blocks are executed.

use cprog::ir::{BlockId, Function};
use relation::{IdVec, Index};

/// A function's blocks in an order in which each comes behind those that lead to it, but for jumps back to the heads of loops.
pub(crate) struct Order {
    /// The place of each block in reverse postorder; none where it is not reached.
    pub(crate) place: IdVec<BlockId, Option<u32>>,
    /// The heads of the loops that a block is in, the outermost one first; its own where it is one.
    pub(crate) heads: IdVec<BlockId, Vec<BlockId>>,
    /// A jump back that is to no head of a loop around it.
    pub(crate) irreducible: Option<BlockId>,
}

impl Order {
    pub(crate) fn of(function: &Function) -> Order {
        let count = function.blocks.len();
        let postorder = postorder(function);
        let mut place: IdVec<BlockId, Option<u32>> = IdVec::from_elem(None, count);
        for (at, &block) in postorder.iter().rev().enumerate() {
            place[block] = Some(at as u32);
        }
        let dominators = dominators(function, &postorder);
        let mut members: Vec<(BlockId, Vec<bool>)> = Vec::new();
        let mut irreducible = None;
        let predecessors = function.predecessors();
        for &block in postorder.iter().rev() {
            for successor in function.blocks[block].terminator.successors() {
                if place[successor] > place[block] {
                    continue;
                }
                if !dominators[block][successor.index()] {
                    irreducible = Some(successor);
                    continue;
                }
                let at = members.iter().position(|(head, _)| *head == successor).unwrap_or_else(|| {
                    members.push((successor, vec![false; count]));
                    members.len() - 1
                });
                let inside = &mut members[at].1;
                inside[successor.index()] = true;
                let mut open = vec![block];
                while let Some(block) = open.pop() {
                    if !std::mem::replace(&mut inside[block.index()], true) {
                        open.extend(predecessors[block].iter().filter(|block| place[**block].is_some()));
                    }
                }
            }
        }
        // The head of an outer loop comes before those of the loops in it.
        members.sort_by_key(|(head, _)| place[*head]);
        let mut heads: IdVec<BlockId, Vec<BlockId>> = IdVec::from_elem(Vec::new(), count);
        for (head, inside) in &members {
            for block in heads.ids().collect::<Vec<_>>() {
                if inside[block.index()] {
                    heads[block].push(*head);
                }
            }
        }
        Order { place, heads, irreducible }
    }
}

fn postorder(function: &Function) -> Vec<BlockId> {
    let mut seen = vec![false; function.blocks.len()];
    let mut order = Vec::new();
    let entry = BlockId::new(0);
    seen[0] = true;
    let mut stack = vec![(entry, function.blocks[entry].terminator.successors())];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) => {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    stack.push((next, function.blocks[next].terminator.successors()));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order
}

/// For each block the blocks that all ways to it go through.
fn dominators(function: &Function, postorder: &[BlockId]) -> IdVec<BlockId, Vec<bool>> {
    let predecessors = function.predecessors();
    let reached: Vec<bool> = (0..function.blocks.len()).map(|block| postorder.contains(&BlockId::new(block))).collect();
    let before = |block: BlockId| -> Vec<BlockId> {
        // The first block is where ways begin.
        let of_block = predecessors[block].iter().copied().filter(|before| reached[before.index()]);
        if block.index() == 0 { Vec::new() } else { of_block.collect() }
    };
    on_all_ways(function.blocks.len(), postorder.iter().rev(), &before)
}

/// For each block the first one that all ways from it to an end of the function go through (its immediate postdominator); none where some way ends before.
pub(crate) fn joins(function: &Function) -> IdVec<BlockId, Option<BlockId>> {
    let after = |block: BlockId| function.blocks[block].terminator.successors();
    let all = on_all_ways(function.blocks.len(), postorder(function).iter(), &after);
    let size = |block: BlockId| all[block].iter().filter(|is_there| **is_there).count();
    // Those behind a block stand in a row, and the nearest has all others behind it.
    let nearest = |block: BlockId| {
        let behind = all.ids().filter(|&other| other != block && all[block][other.index()]);
        behind.max_by_key(|&other| size(other)).filter(|&other| size(other) + 1 == size(block))
    };
    all.ids().map(nearest).collect::<Vec<_>>().into()
}

/// For each block those that are on all ways from it, the block itself among them, where `next` are the steps of ways: the greatest solution. Blocks that are not in `order`, which is best one in which
/// most steps lead to what was before, have all.
fn on_all_ways<'b>(
    count: usize,
    order: impl Iterator<Item = &'b BlockId> + Clone,
    next: &dyn Fn(BlockId) -> Vec<BlockId>,
) -> IdVec<BlockId, Vec<bool>> {
    let mut all: IdVec<BlockId, Vec<bool>> = IdVec::from_elem(vec![true; count], count);
    loop {
        let mut has_changed = false;
        for &block in order.clone() {
            let next = next(block);
            let mut new = vec![!next.is_empty(); count];
            for other in next {
                new.iter_mut().zip(&all[other]).for_each(|(own, other)| *own &= other);
            }
            new[block.index()] = true;
            if new != all[block] {
                all[block] = new;
                has_changed = true;
            }
        }
        if !has_changed {
            return all;
        }
    }
}
