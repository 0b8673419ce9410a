//! Nodes that flow into each other have the same pointees: they become one.

use rustc_hash::FxHashSet;

use super::{Complex, Node, Solver};
use crate::points_to::set::Set;

impl Solver<'_> {
    /// Merges the nodes of each strongly connected component of the flow edges (Tarjan's algorithm, its stack in a vector).
    pub(super) fn collapse_cycles(&mut self) {
        self.drop_folded_locations();
        let components = self.components();
        for component in components {
            self.merge(&component);
        }
        self.merge_edges();
    }

    /// Makes several nodes, none of them merged into another, the first of them.
    pub(super) fn merge(&mut self, members: &[u32]) {
        let [first, rest @ ..] = members else { return };
        // What one of them knew is new to the constraints of the others, as far as these did not know it.
        let mut pointees = Set::default();
        for member in members {
            pointees.union(&self.nodes[*member as usize].pointees);
        }
        let mut pending = Set::default();
        for member in members {
            let node = &self.nodes[*member as usize];
            pending.union(&pointees.difference(&node.pointees));
            pending.union(&node.pending);
        }
        for other in rest {
            let merged = std::mem::take(&mut self.nodes[*other as usize]);
            self.parents[*other as usize] = *first;
            let into = &mut self.nodes[*first as usize];
            into.flows_to.extend(merged.flows_to);
            into.complex.extend(merged.complex);
        }
        let node = &mut self.nodes[*first as usize];
        node.pointees = pointees;
        node.pending = pending;
        self.enqueue(*first);
    }

    /// Edges and constraints between nodes that were merged: each once.
    fn merge_edges(&mut self) {
        self.edges.clear();
        for node in 0..self.nodes.len() as u32 {
            let Node { flows_to, complex, .. } = &mut self.nodes[node as usize];
            let (mut flows_to, mut complex) = (std::mem::take(flows_to), std::mem::take(complex));
            for to in &mut flows_to {
                *to = self.find(*to);
            }
            flows_to.retain(|to| *to != node);
            flows_to.sort_unstable();
            flows_to.dedup();
            self.edges.extend(flows_to.iter().map(|to| (node, *to)));
            let mut seen = FxHashSet::default();
            for constraint in &mut complex {
                match constraint {
                    Complex::Load { to: other, .. }
                    | Complex::LoadAll { to: other }
                    | Complex::Address { to: other, .. }
                    | Complex::Store { from: other, .. }
                    | Complex::StoreAll { from: other } => *other = self.find(*other),
                    Complex::Call { .. } => {}
                }
            }
            complex.retain(|constraint| seen.insert(constraint.clone()));
            let node = &mut self.nodes[node as usize];
            (node.flows_to, node.complex) = (flows_to, complex);
        }
        self.edges_at_last_collapse = self.edges.len();
    }

    /// The strongly connected components of more than one node, each in the order of their numbers.
    fn components(&mut self) -> Vec<Vec<u32>> {
        let count = self.nodes.len();
        let (mut index, mut low) = (vec![0u32; count], vec![0u32; count]);
        let mut on_stack = vec![false; count];
        let (mut stack, mut next, mut components) = (Vec::new(), 1, Vec::new());
        let mut calls: Vec<(u32, usize)> = Vec::new();
        for root in 0..count as u32 {
            if index[root as usize] != 0 || self.find(root) != root {
                continue;
            }
            calls.push((root, 0));
            while let Some((node, at)) = calls.pop() {
                let here = node as usize;
                if at == 0 {
                    index[here] = next;
                    low[here] = next;
                    next += 1;
                    stack.push(node);
                    on_stack[here] = true;
                } else {
                    let done = self.nodes[here].flows_to[at - 1];
                    let done = self.find(done) as usize;
                    if on_stack[done] {
                        low[here] = low[here].min(low[done]);
                    }
                }
                if let Some(to) = self.nodes[here].flows_to.get(at).copied() {
                    calls.push((node, at + 1));
                    let to = self.find(to);
                    if index[to as usize] == 0 {
                        calls.push((to, 0));
                    }
                    continue;
                }
                if low[here] == index[here] {
                    let mut component = Vec::new();
                    while let Some(member) = stack.pop() {
                        on_stack[member as usize] = false;
                        component.push(member);
                        if member == node {
                            break;
                        }
                    }
                    if component.len() > 1 {
                        component.sort_unstable();
                        components.push(component);
                    }
                }
            }
        }
        components
    }
}
