//! Values of nodes over one numbering of events.

use relation::rows;

use crate::BaseKind;
use crate::compile::plan::{FixpointId, NodeId, Op, Plan};

use super::schedule::Schedule;

/// Storage for the value of every node, over `n` events in rows of `width` words. It is kept from one event structure to the next.
#[derive(Debug, Default)]
pub(super) struct Space {
    pub(super) n: usize,
    /// One of [`rows::WIDTHS`].
    pub(super) width: usize,
    /// All events.
    pub(super) all: Vec<u64>,
    values: Vec<Vec<u64>>,
}

impl Space {
    pub(super) fn new(plan: &Plan) -> Space {
        Space { n: 0, width: 1, all: Vec::new(), values: vec![Vec::new(); plan.nodes.len()] }
    }

    /// Prepares for `n` events. Values are void until they are computed.
    pub(super) fn resize(&mut self, n: usize, width: usize) {
        (self.n, self.width) = (n, width);
        self.all.clear();
        self.all.resize(width, 0);
        match width {
            1 => rows::full_set::<1>(&mut self.all, n),
            2 => rows::full_set::<2>(&mut self.all, n),
            4 => rows::full_set::<4>(&mut self.all, n),
            _ => rows::full_set::<8>(&mut self.all, n),
        }
    }

    fn len(&self, kind: BaseKind) -> usize {
        match kind {
            BaseKind::Set => self.width,
            BaseKind::Relation => self.n * self.width,
        }
    }

    pub(super) fn value(&self, node: NodeId) -> &[u64] {
        &self.values[node.number() as usize]
    }

    /// The storage of a node, emptied.
    pub(super) fn cleared(&mut self, node: NodeId, kind: BaseKind) -> &mut [u64] {
        let len = self.len(kind);
        let value = &mut self.values[node.number() as usize];
        value.clear();
        value.resize(len, 0);
        value
    }

    /// The storage of a node as it is.
    pub(super) fn value_mut(&mut self, node: NodeId) -> &mut [u64] {
        &mut self.values[node.number() as usize]
    }

    /// Takes the storage of a node away, with the right length and any content.
    pub(super) fn take(&mut self, node: NodeId, kind: BaseKind) -> Vec<u64> {
        let len = self.len(kind);
        let mut value = std::mem::take(&mut self.values[node.number() as usize]);
        if value.len() != len {
            value.clear();
            value.resize(len, 0);
        }
        value
    }

    pub(super) fn put(&mut self, node: NodeId, value: Vec<u64>) {
        self.values[node.number() as usize] = value;
    }

    /// Computes a node whose operands are computed. What words and choices stand for is not computed but given.
    pub(super) fn compute<const W: usize>(&mut self, plan: &Plan, schedule: &Schedule, node: NodeId) {
        let description = &plan.nodes[node];
        match description.op {
            Op::Base(_) | Op::Chosen(_) | Op::Recursive(..) | Op::OrderedByFences(_) | Op::DifferentValues(_) => {}
            Op::Fixpoint(id, index) => {
                self.fixpoint::<W>(plan, schedule, id);
                let mut value = self.take(node, description.kind);
                value.copy_from_slice(self.value(schedule.variables[id][index as usize]));
                self.put(node, value);
            }
            ref op => {
                let mut value = self.take(node, description.kind);
                apply::<W>(op, description.kind, &self.all, &mut value, |operand, _| self.value(operand));
                self.put(node, value);
            }
        }
    }

    /// Iterates a `let rec`, as the interpreter does: one definition after the other, until a round adds nothing to any.
    fn fixpoint<const W: usize>(&mut self, plan: &Plan, schedule: &Schedule, id: FixpointId) {
        let variables = &schedule.variables[id];
        for &variable in variables {
            self.cleared(variable, plan.nodes[variable].kind);
        }
        loop {
            let mut stable = true;
            for ((&variable, &body), round) in
                variables.iter().zip(&plan.fixpoints[id].bodies).zip(&schedule.rounds[id])
            {
                for &node in round {
                    self.compute::<W>(plan, schedule, node);
                }
                let mut old = self.take(variable, plan.nodes[variable].kind);
                let new = self.value(body);
                stable &= rows::is_subset(new, &old);
                old.copy_from_slice(new);
                self.put(variable, old);
            }
            if stable {
                return;
            }
        }
    }
}

/// Applies an operator. `operand` gives the value of an operand; it is told whether the result shrinks where that grows.
pub(super) fn apply<'v, const W: usize>(
    op: &Op,
    kind: BaseKind,
    all: &[u64],
    into: &mut [u64],
    operand: impl Fn(NodeId, bool) -> &'v [u64],
) {
    let value = |node| operand(node, false);
    match *op {
        Op::Empty => into.fill(0),
        Op::Full if kind == BaseKind::Set => into.copy_from_slice(all),
        Op::Full => rows::product::<W>(into, all, all),
        Op::Identity => rows::identity_on::<W>(into, all),
        Op::Union(ref operands) => {
            into.copy_from_slice(value(operands[0]));
            operands[1..].iter().for_each(|&more| rows::unite(into, value(more)));
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
            match closed {
                Some(closed) => into.copy_from_slice(value(closed)),
                None => into.fill(0),
            }
            rest.iter().for_each(|&more| rows::unite(into, value(more)));
            rows::close::<W>(into);
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
