//! Program order between events, over calls and returns.

use relation::Index;

use crate::bits::{Matrix, components};
use crate::graph::{Aeg, NodeId, NodeKind};

/// Program order between events: paths that match calls and returns, whatever fences they cross. Nodes appear twice, in paths that may still return and in
/// paths that have entered a callee.
pub(super) fn order(aeg: &Aeg) -> Matrix {
    let returns = aeg.may_return(&[]);
    let count = aeg.nodes.len();
    let successors = |index: usize, list: &mut Vec<usize>| {
        let (node, down) = (NodeId::new(index / 2), index % 2);
        let at = |node: NodeId, down: usize| node.index() * 2 + down;
        match &aeg.nodes[node].kind {
            NodeKind::Call { callees, optional } => {
                list.extend(callees.iter().filter_map(|callee| aeg.entries[*callee]).map(|entry| at(entry, 1)));
                if *optional || callees.iter().any(|callee| returns[*callee]) {
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
    };
    let (component, components_count) = components(count * 2, successors);
    let mut sizes = vec![0u32; components_count];
    for of in &component {
        sizes[*of] += 1;
    }
    let mut nodes_of: Vec<Vec<u32>> = vec![Vec::new(); components_count];
    for (index, of) in component.iter().enumerate() {
        nodes_of[*of].push(index as u32);
    }
    // What each component reaches, itself included if it is a cycle.
    let mut after = Matrix::new(components_count, aeg.events.len());
    let mut list = Vec::new();
    let event_of = |index: usize| match aeg.nodes[NodeId::new(index / 2)].kind {
        NodeKind::Event(event) => Some(event),
        _ => None,
    };
    for (of, nodes) in nodes_of.iter().enumerate() {
        for index in nodes {
            list.clear();
            successors(*index as usize, &mut list);
            for next in &list {
                if let Some(event) = event_of(*next) {
                    after.set(of, event);
                }
                after.add_row(of, component[*next]);
            }
        }
    }
    let mut matrix = Matrix::new(aeg.events.len(), aeg.events.len());
    for (id, event) in aeg.events.iter_enumerated() {
        // From the copy that may still return, as what its callers do comes after an event, too.
        matrix.add(id.index(), after.row(component[event.node.index() * 2]));
    }
    matrix
}
