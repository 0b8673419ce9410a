//! Program order between events, over calls and returns.

use cprog::ir::FunctionId;
use relation::{IdVec, Index};

use crate::bits::{Matrix, components};
use crate::graph::{Aeg, NodeId, NodeKind};

/// Program order between events, over calls and returns.
pub(super) struct Paths<'a> {
    aeg: &'a Aeg,
    returns: IdVec<FunctionId, bool>,
    /// Of each node, twice: in paths that may still return, and in paths that have entered a callee.
    component: Vec<usize>,
    /// The same turned round.
    nodes_of: Vec<Vec<u32>>,
    /// The events that each component reaches, its own included if it is a cycle.
    after: Matrix,
}

/// Program order between events: paths that match calls and returns, whatever fences they cross.
pub(super) fn order(aeg: &Aeg) -> Matrix {
    let paths = Paths::new(aeg);
    paths.of_events(&paths.after)
}

impl<'a> Paths<'a> {
    pub(super) fn new(aeg: &'a Aeg) -> Paths<'a> {
        let count = aeg.nodes.len() * 2;
        let returns = aeg.may_return(&[]);
        let mut paths = Paths {
            aeg,
            returns,
            component: Vec::new(),
            nodes_of: Vec::new(),
            after: Matrix::new(0, aeg.events.len()),
        };
        let (component, components_count) = components(count, |index, list| paths.successors(index, list));
        let mut nodes_of: Vec<Vec<u32>> = vec![Vec::new(); components_count];
        for (index, of) in component.iter().enumerate() {
            nodes_of[*of].push(index as u32);
        }
        paths.component = component;
        paths.nodes_of = nodes_of;
        let mut after = Matrix::new(components_count, aeg.events.len());
        paths.each_step(&mut |of, next| {
            if let NodeKind::Event(event) = aeg.nodes[NodeId::new(next / 2)].kind {
                after.set(of, event);
            }
            after.add_row(of, paths.component[next]);
        });
        paths.after = after;
        paths
    }

    fn successors(&self, index: usize, list: &mut Vec<usize>) {
        let aeg = self.aeg;
        let (node, down) = (NodeId::new(index / 2), index % 2);
        let at = |node: NodeId, down: usize| node.index() * 2 + down;
        match &aeg.nodes[node].kind {
            NodeKind::Call { callees, optional } => {
                list.extend(callees.iter().filter_map(|callee| aeg.entries[*callee]).map(|entry| at(entry, 1)));
                if *optional || callees.iter().any(|callee| self.returns[*callee]) {
                    list.extend(aeg.nodes[node].next.iter().map(|next| at(*next, down)));
                }
            }
            NodeKind::Return if down == 0 => {
                for caller in &aeg.callers[aeg.nodes[node].point.function] {
                    list.extend(aeg.nodes[*caller].next.iter().map(|next| at(*next, 0)));
                }
            }
            // A callee that was entered on the path is passed by the edge behind its call.
            NodeKind::Return => {}
            NodeKind::Plain | NodeKind::Event(_) | NodeKind::Fence(_) | NodeKind::Branch | NodeKind::Entry => {
                list.extend(aeg.nodes[node].next.iter().map(|next| at(*next, down)));
            }
        }
    }

    /// Every step from a component to a node, what is reached first.
    fn each_step(&self, step: &mut dyn FnMut(usize, usize)) {
        let mut list = Vec::new();
        for (of, nodes) in self.nodes_of.iter().enumerate() {
            for index in nodes {
                list.clear();
                self.successors(*index as usize, &mut list);
                list.iter().for_each(|next| step(of, *next));
            }
        }
    }

    /// The rows of events, of the rows of components.
    fn of_events(&self, rows: &Matrix) -> Matrix {
        let mut matrix = Matrix::new(self.aeg.events.len(), self.aeg.events.len());
        for (id, event) in self.aeg.events.iter_enumerated() {
            // From the copy that may still return, as what its callers do comes after an event, too.
            matrix.add(id.index(), rows.row(self.component[event.node.index() * 2]));
        }
        matrix
    }

    /// Program order.
    pub(super) fn order(&self) -> Matrix {
        self.of_events(&self.after)
    }

    /// The events to which some path leads from each event over a node that `orders`. What a call does may count though control comes back from it another way.
    pub(super) fn over(&self, orders: &dyn Fn(NodeId) -> bool) -> Matrix {
        let aeg = self.aeg;
        // What may be passed in a call, as the way behind it goes by its edge.
        let mut passed: IdVec<FunctionId, bool> = IdVec::from_elem(false, aeg.entries.len());
        loop {
            let mut changed = false;
            for (id, node) in aeg.nodes.iter_enumerated() {
                let calls = matches!(&node.kind, NodeKind::Call { callees, .. } if callees.iter().any(|c| passed[*c]));
                changed |= (calls || orders(id)) && !std::mem::replace(&mut passed[node.point.function], true);
            }
            if !changed {
                break;
            }
        }
        let counts = |node: NodeId| {
            let calls = |callees: &[FunctionId]| callees.iter().any(|callee| passed[*callee]);
            orders(node) || matches!(&aeg.nodes[node].kind, NodeKind::Call { callees, .. } if calls(callees))
        };
        let mut over = Matrix::new(self.nodes_of.len(), aeg.events.len());
        self.each_step(&mut |of, next| {
            let to = self.component[next];
            over.add_row(of, to);
            if counts(NodeId::new(next / 2)) {
                over.add(of, self.after.row(to));
            }
        });
        self.of_events(&over)
    }
}
