//! Values of nodes over one numbering of events.

use std::ops::Range;

use relation::{IdVec, rows};

use crate::BaseKind;
use crate::compile::plan::{FixpointId, NodeId, Op, Plan};

use super::schedule::Schedule;

/// Where the values of nodes lie: only some nodes have one, in the order of nodes.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Of the nodes that have a value.
    places: Vec<Place>,
    /// How many nodes there are.
    nodes: usize,
    sets: u32,
    relations: u32,
}

/// Where the value of a node lies.
#[derive(Clone, Copy, Debug)]
struct Place {
    node: NodeId,
    kind: BaseKind,
    /// How many sets and relations come before it.
    sets: u32,
    relations: u32,
}

impl Layout {
    /// Room for the nodes for which `has_value` says so.
    pub(super) fn new(plan: &Plan, has_value: impl Fn(NodeId) -> bool) -> Layout {
        let mut layout = Layout { places: Vec::new(), nodes: plan.nodes.len(), sets: 0, relations: 0 };
        for (node, description) in plan.nodes.iter_enumerated().filter(|&(node, _)| has_value(node)) {
            let kind = description.kind;
            layout.places.push(Place { node, kind, sets: layout.sets, relations: layout.relations });
            match kind {
                BaseKind::Set => layout.sets += 1,
                BaseKind::Relation => layout.relations += 1,
            }
        }
        layout
    }
}

/// Storage for values over `n` events in rows of `width` words. It is kept from one event structure to the next.
#[derive(Debug, Default)]
pub(super) struct Space {
    pub(super) n: usize,
    /// One of [`rows::WIDTHS`]; 0 before the first [`Space::resize`].
    pub(super) width: usize,
    /// All events.
    pub(super) all: Vec<u64>,
    words: Vec<u64>,
    /// For each node where in `words` its value begins and ends.
    spans: Vec<(u32, u32)>,
}

/// The values of a space that come before some node.
#[derive(Clone, Copy)]
pub(super) struct Before<'s> {
    spans: &'s [(u32, u32)],
    words: &'s [u64],
}

impl<'s> Before<'s> {
    #[inline]
    pub(super) fn value(&self, node: NodeId) -> &'s [u64] {
        &self.words[place(self.spans, node)]
    }
}

/// Where the value of a node lies.
#[inline]
fn place(spans: &[(u32, u32)], node: NodeId) -> Range<usize> {
    let (start, end) = spans[node.number() as usize];
    start as usize..end as usize
}

impl Space {
    /// Prepares for `n` events; the layout is always the same. Values are void until they are computed.
    pub(super) fn resize(&mut self, layout: &Layout, n: usize, width: usize) {
        if (self.n, self.width) == (n, width) {
            return;
        }
        (self.n, self.width) = (n, width);
        self.all.clear();
        self.all.resize(width, 0);
        match width {
            1 => rows::full_set::<1>(&mut self.all, n),
            2 => rows::full_set::<2>(&mut self.all, n),
            4 => rows::full_set::<4>(&mut self.all, n),
            _ => rows::full_set::<8>(&mut self.all, n),
        }
        let len = (layout.relations as usize * n + layout.sets as usize) * width;
        if self.words.len() < len {
            self.words.resize(len, 0);
        }
        // Nodes without a value keep an empty span.
        self.spans.resize(layout.nodes, (0, 0));
        for &Place { node, kind, sets, relations } in &layout.places {
            let start = (relations as usize * n + sets as usize) * width;
            let len = match kind {
                BaseKind::Relation => n * width,
                BaseKind::Set => width,
            };
            self.spans[node.number() as usize] = (start as u32, (start + len) as u32);
        }
    }

    #[inline]
    fn place(&self, node: NodeId) -> Range<usize> {
        place(&self.spans, node)
    }

    #[inline]
    pub(super) fn value(&self, node: NodeId) -> &[u64] {
        &self.words[self.place(node)]
    }

    #[inline]
    pub(super) fn value_mut(&mut self, node: NodeId) -> &mut [u64] {
        let place = self.place(node);
        &mut self.words[place]
    }

    /// The storage of a node, emptied.
    pub(super) fn cleared(&mut self, node: NodeId) -> &mut [u64] {
        let value = self.value_mut(node);
        value.fill(0);
        value
    }

    /// The storage of a node, and what comes before it: its operands, among others.
    #[inline]
    pub(super) fn split(&mut self, node: NodeId) -> (Before<'_>, &mut [u64]) {
        let place = self.place(node);
        let (before, from) = self.words.split_at_mut(place.start);
        let before = Before { spans: &self.spans, words: before };
        (before, &mut from[..place.len()])
    }

    /// Computes a node whose operands are computed. What words and choices stand for is not computed but given.
    /// `is_void` says which nodes are known to be empty.
    pub(super) fn compute<const W: usize>(
        &mut self,
        plan: &Plan,
        schedule: &Schedule,
        is_void: &IdVec<NodeId, bool>,
        node: NodeId,
    ) {
        let description = &plan.nodes[node];
        match description.op {
            Op::Base(_) | Op::Chosen(_) | Op::Recursive(..) | Op::OrderedByFences(_) | Op::DifferentValues(_) => {}
            Op::Fixpoint(id, index) => {
                self.fixpoint::<W>(plan, schedule, is_void, id);
                let (before, into) = self.split(node);
                into.copy_from_slice(before.value(schedule.variables[id][index as usize]));
            }
            ref op => {
                let mut all = [0; W];
                all.copy_from_slice(&self.all);
                let (before, into) = self.split(node);
                apply::<W>(op, description.kind, &all, into, is_void, |operand, _| before.value(operand));
            }
        }
    }

    /// Iterates a `let rec`, as the interpreter does: one definition after the other, until a round adds nothing to any.
    fn fixpoint<const W: usize>(
        &mut self,
        plan: &Plan,
        schedule: &Schedule,
        is_void: &IdVec<NodeId, bool>,
        id: FixpointId,
    ) {
        let variables = &schedule.variables[id];
        for &variable in variables {
            self.cleared(variable);
        }
        loop {
            let mut stable = true;
            let bodies = &plan.fixpoints[id].bodies;
            for ((&variable, &body), round) in variables.iter().zip(bodies).zip(&schedule.rounds[id]) {
                for &node in round {
                    self.compute::<W>(plan, schedule, is_void, node);
                }
                stable &= rows::is_subset(self.value(body), self.value(variable));
                let (new, old) = (self.place(body), self.place(variable));
                self.words.copy_within(new, old.start);
            }
            if stable {
                return;
            }
        }
    }
}

/// Applies an operator. `operand` gives the value of an operand; it is told whether the result shrinks where that grows. Operands that
/// `is_void` says are empty are left out where nothing comes of them.
pub(super) fn apply<'v, const W: usize>(
    op: &Op,
    kind: BaseKind,
    all: &[u64],
    into: &mut [u64],
    is_void: &IdVec<NodeId, bool>,
    operand: impl Fn(NodeId, bool) -> &'v [u64],
) {
    let value = |node| operand(node, false);
    match *op {
        Op::Empty => into.fill(0),
        Op::Full if kind == BaseKind::Set => into.copy_from_slice(all),
        Op::Full => rows::product::<W>(into, all, all),
        Op::Identity => rows::identity_on::<W>(into, all),
        Op::Union(ref operands) => {
            unite_all(into, operands.iter().filter(|&&operand| !is_void[operand]).map(|&operand| value(operand)));
        }
        Op::Intersection(a, b) => rows::intersection(into, value(a), value(b)),
        Op::Difference(a, b) => rows::difference(into, value(a), operand(b, true)),
        Op::Complement(a) => rows::complement::<W>(into, operand(a, true), all),
        Op::Product(a, b) => rows::product::<W>(into, value(a), value(b)),
        Op::IdentityOn(a) => rows::identity_on::<W>(into, value(a)),
        Op::Sequence(a, b) => rows::sequence::<W>(into, value(a), value(b)),
        Op::Restrict { sources, relation, targets } => {
            rows::restrict::<W>(into, sources.map(value), value(relation), targets.map(value));
        }
        Op::Inverse(a) => rows::inverse::<W>(into, value(a)),
        Op::Closure { closed, ref rest } => {
            let operands = closed.iter().chain(rest.iter()).filter(|&&operand| !is_void[operand]);
            unite_all(into, operands.map(|&operand| value(operand)));
            if rest.iter().any(|&operand| !is_void[operand]) {
                rows::close::<W>(into);
            }
        }
        Op::Reflexive(a) => {
            into.copy_from_slice(value(a));
            rows::make_reflexive::<W>(into);
        }
        Op::Domain(a) => rows::domain::<W>(into, value(a)),
        Op::Range(a) => rows::range::<W>(into, value(a)),
        Op::Base(_)
        | Op::Chosen(_)
        | Op::Recursive(..)
        | Op::Fixpoint(..)
        | Op::OrderedByFences(_)
        | Op::DifferentValues(_) => unreachable!("not an operator on values alone"),
    }
}

/// The union of all of `parts`.
fn unite_all<'v>(into: &mut [u64], mut parts: impl Iterator<Item = &'v [u64]>) {
    match parts.next() {
        Some(first) => into.copy_from_slice(first),
        None => into.fill(0),
    }
    parts.for_each(|more| rows::unite(into, more));
}
