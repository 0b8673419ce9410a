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
    /// The first block that all ways from a block go through (its immediate postdominator); none where some way ends before.
    pub(crate) join: IdVec<BlockId, Option<BlockId>>,
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
        Order { place, heads, irreducible, join: joins(function, &postorder) }
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
    let count = function.blocks.len();
    let mut all: IdVec<BlockId, Vec<bool>> = IdVec::from_elem(vec![true; count], count);
    let entry = BlockId::new(0);
    all[entry] = vec![false; count];
    all[entry][0] = true;
    let predecessors = function.predecessors();
    let reached: Vec<bool> = (0..count).map(|block| postorder.contains(&BlockId::new(block))).collect();
    loop {
        let mut has_changed = false;
        for &block in postorder.iter().rev().filter(|block| **block != entry) {
            let mut new = vec![true; count];
            for predecessor in predecessors[block].iter().filter(|block| reached[block.index()]) {
                new.iter_mut().zip(&all[*predecessor]).for_each(|(own, other)| *own &= other);
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

/// For each block the first one that all ways from it to an end of the function go through.
fn joins(function: &Function, postorder: &[BlockId]) -> IdVec<BlockId, Option<BlockId>> {
    let count = function.blocks.len();
    let mut all: IdVec<BlockId, Vec<bool>> = IdVec::from_elem(vec![true; count], count);
    loop {
        let mut has_changed = false;
        for &block in postorder {
            let successors = function.blocks[block].terminator.successors();
            let mut new = vec![!successors.is_empty(); count];
            for successor in successors {
                new.iter_mut().zip(&all[successor]).for_each(|(own, other)| *own &= other);
            }
            new[block.index()] = true;
            if new != all[block] {
                all[block] = new;
                has_changed = true;
            }
        }
        if !has_changed {
            break;
        }
    }
    let size = |block: BlockId| all[block].iter().filter(|is_there| **is_there).count();
    // Those behind a block stand in a row, and the nearest has all others behind it.
    let nearest = |block: BlockId| {
        let behind = all.ids().filter(|&other| other != block && all[block][other.index()]);
        behind.max_by_key(|&other| size(other)).filter(|&other| size(other) + 1 == size(block))
    };
    all.ids().map(nearest).collect::<Vec<_>>().into()
}
