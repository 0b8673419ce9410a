//! Where the nodes of the graph stand in the text, as far as their places can be trusted.
//!
//! clang gives each instruction a place, but not always that of the code which it belongs to. A conditional branch, a phi and a conversion have the place where the whole
//! expression begins, which is also where its first operand does, as if control went back there; the comparison that ends a `do` loop has the place of a
//! statement in its body; what merges control may have none. So instructions that neither access memory nor call anything are looked through: an edge to such a
//! one is between what comes before it and what comes behind it. An access, fence or call without a place may be anywhere: no fence is put beside it.

use std::collections::BTreeMap;

use aeg::graph::{Aeg, NodeId, NodeKind};
use cprog::ir::{Effect, FileId, FunctionId, Point, Program};
use relation::IdVec;
use rustc_hash::FxHashMap;

use super::Text;

/// An edge of the control flow, by the offsets between which it leads: all that control may come from, ascending, none when that is not known; and all that it may go to, ascending and
/// not empty, with the nodes there. [`OUTSIDE`] stands for what no region holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    pub(super) left: Vec<usize>,
    pub(super) right: Vec<(usize, NodeId)>,
    pub(super) nodes: (NodeId, NodeId),
}

/// No offset of any text: where a function begins and ends.
const OUTSIDE: usize = usize::MAX;

/// No offset of any text: where an exception has come to. What stands behind a statement is not executed when the statement is left by one, and what it comes to (destructors at the
/// brace that closes a block) has places that look as if control had passed all that stands before them.
pub(super) const UNWOUND: usize = usize::MAX - 1;

/// More offsets around a node are taken for any.
const MAX_AROUND: usize = 4096;

/// Where a node stands.
#[derive(Clone, Copy, PartialEq)]
enum Position {
    /// At an offset.
    At(usize),
    /// Wherever what comes before or behind it stands.
    Transparent,
    /// Anywhere.
    Unknown,
}

/// Offsets next to a node, and the nodes there; none when there are too many, or unknown ones.
type Around = Option<Vec<(usize, NodeId)>>;

/// The edges of each file with a text.
pub(super) fn edges(program: &Program, aeg: &Aeg, texts: &FxHashMap<FileId, Text>) -> BTreeMap<FileId, Vec<Edge>> {
    let positions = positions(program, aeg, texts);
    let mut before: IdVec<NodeId, Vec<NodeId>> = IdVec::from_elem(Vec::new(), aeg.nodes.len());
    for (from, node) in aeg.nodes.iter_enumerated() {
        for to in &node.next {
            before[*to].push(from);
        }
    }
    // Nodes follow each other as their instructions do, so that one pass in their order settles most.
    let order: Vec<NodeId> = aeg.nodes.ids().collect();
    let backwards: Vec<NodeId> = order.iter().rev().copied().collect();
    let left = around(&positions, &order, &|node| &before[node]);
    let right = around(&positions, &backwards, &|node| &aeg.nodes[node].next);
    let mut edges: BTreeMap<FileId, Vec<Edge>> = BTreeMap::new();
    for (from, node) in aeg.nodes.iter_enumerated() {
        let Some(file) = file_of(program, node.point.function) else { continue };
        for to in &node.next {
            let Some(right) = &right[*to] else { continue };
            let mut left: Vec<usize> = left[from].iter().flatten().map(|(offset, _)| *offset).collect();
            left.dedup();
            if !right.is_empty() {
                edges.entry(file).or_default().push(Edge { left, right: right.clone(), nodes: (from, *to) });
            }
        }
    }
    edges.retain(|file, _| texts.contains_key(file));
    edges
}

/// The file that a function is in.
pub(super) fn file_of(program: &Program, function: FunctionId) -> Option<FileId> {
    let function = &program.functions[function];
    let of_blocks = || {
        let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
        instructions.filter_map(|instruction| instruction.place).next()
    };
    function.place.or_else(of_blocks).map(|place| place.file)
}

fn positions(program: &Program, aeg: &Aeg, texts: &FxHashMap<FileId, Text>) -> IdVec<NodeId, Position> {
    let position = |id: NodeId| {
        let node = &aeg.nodes[id];
        // What is included in the middle of a function stands in a region of the including file, at no offset of it.
        let offset = program.place(node.point).filter(|place| place.column > 0).and_then(|place| {
            let is_here = Some(place.file) == file_of(program, node.point.function);
            if is_here { texts.get(&place.file)?.offset(place) } else { None }
        });
        match (&node.kind, offset) {
            _ if is_unwound(program, aeg, id) => Position::At(UNWOUND),
            (NodeKind::Entry | NodeKind::Return, _) => Position::At(OUTSIDE),
            (NodeKind::Branch, _) => Position::Transparent,
            (NodeKind::Plain, _) if !is_placed_for_itself(program, node.point) => Position::Transparent,
            (NodeKind::Plain | NodeKind::Event(_) | NodeKind::Fence(_) | NodeKind::Call { .. }, Some(offset)) => {
                Position::At(offset)
            }
            (NodeKind::Plain, None) => Position::Transparent,
            (NodeKind::Event(_) | NodeKind::Fence(_) | NodeKind::Call { .. }, None) => Position::Unknown,
        }
    };
    aeg.nodes.ids().map(position).collect()
}

/// Whether a node is the first of a landing pad.
fn is_unwound(program: &Program, aeg: &Aeg, node: NodeId) -> bool {
    let point = aeg.nodes[node].point;
    let is_first = point.index == 0 && !matches!(aeg.nodes[node].kind, NodeKind::Entry);
    is_first && program.functions[point.function].blocks[point.block].is_landing_pad
}

/// Whether an instruction's place is that of its own operator or name: what accesses memory, shared or not, and calls.
fn is_placed_for_itself(program: &Program, point: Point) -> bool {
    let Some(instruction) = program.instruction(point) else { return false };
    !matches!(instruction.operation.effect(), Effect::Value | Effect::Local)
}

/// The offsets at each node, or next to it over those that are looked through, in the direction of `neighbours`.
fn around<'n>(
    positions: &IdVec<NodeId, Position>,
    order: &[NodeId],
    neighbours: &dyn Fn(NodeId) -> &'n [NodeId],
) -> IdVec<NodeId, Around> {
    let first = |(node, position): (NodeId, &Position)| match position {
        Position::At(offset) => Some(vec![(*offset, node)]),
        Position::Transparent => Some(Vec::new()),
        Position::Unknown => None,
    };
    let mut all: IdVec<NodeId, Around> = positions.iter_enumerated().map(first).collect();
    loop {
        let mut changed = false;
        for node in order.iter().copied().filter(|node| positions[*node] == Position::Transparent) {
            let Some(mut own) = all[node].clone() else { continue };
            let mut is_known = true;
            for neighbour in neighbours(node) {
                match &all[*neighbour] {
                    Some(offsets) => own.extend(offsets),
                    None => is_known = false,
                }
            }
            own.sort_unstable();
            own.dedup();
            let new = if is_known && own.len() <= MAX_AROUND { Some(own) } else { None };
            if new != all[node] {
                all[node] = new;
                changed = true;
            }
        }
        if !changed {
            return all;
        }
    }
}
