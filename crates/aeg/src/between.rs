//! What lies within a function between an access and the accesses that surely come before or behind it.

use relation::Index;
use rustc_hash::{FxHashMap, FxHashSet};

use cprog::ir::FunctionId;

use crate::graph::{Aeg, EventId, NodeId, NodeKind};

/// A search takes no more steps; what takes more is not known.
const MAX_STEPS: usize = 10_000;

/// What a search came to.
pub(crate) struct Between {
    /// The accesses on the ways to those that end them, without these.
    pub(crate) inside: FxHashSet<EventId>,
    /// Those that end the ways.
    pub(crate) ends: Vec<EventId>,
}

/// Ways within functions.
pub(crate) struct Ways<'a> {
    aeg: &'a Aeg,
    /// For each function that was asked for: its first node, and the nodes before each one.
    before: FxHashMap<FunctionId, (usize, Vec<Vec<NodeId>>)>,
}

/// Where a search goes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Towards {
    Begin,
    End,
}

impl<'a> Ways<'a> {
    pub(crate) fn new(aeg: &'a Aeg) -> Ways<'a> {
        Ways { aeg, before: FxHashMap::default() }
    }

    fn nodes_before(&mut self, function: FunctionId) -> &(usize, Vec<Vec<NodeId>>) {
        let aeg = self.aeg;
        self.before.entry(function).or_insert_with(|| {
            let first = aeg.entries[function].map_or(0, NodeId::index);
            let nodes = (first..aeg.nodes.len()).map(NodeId::new);
            let mine: Vec<NodeId> = nodes.take_while(|node| aeg.nodes[*node].point.function == function).collect();
            let mut before = vec![Vec::new(); mine.len()];
            for node in &mine {
                for next in &aeg.nodes[*node].next {
                    before[next.index() - first].push(*node);
                }
            }
            (first, before)
        })
    }

    /// The accesses to which control comes from an access, or which it comes from, before one that `is_end`. None where a way leaves the function or comes to a call of one: there may be others then.
    pub(crate) fn find(
        &mut self,
        from: EventId,
        towards: Towards,
        is_end: &dyn Fn(EventId) -> bool,
    ) -> Option<Between> {
        let aeg = self.aeg;
        let start = aeg.events[from].node;
        let function = aeg.events[from].point.function;
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let mut found = Between { inside: FxHashSet::default(), ends: Vec::new() };
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            let next = match towards {
                Towards::End => aeg.nodes[node].next.clone(),
                Towards::Begin => {
                    let (first, before) = self.nodes_before(function);
                    before[node.index() - first].clone()
                }
            };
            for node in next {
                if !seen.insert(node) {
                    continue;
                }
                match &aeg.nodes[node].kind {
                    NodeKind::Event(event) if is_end(*event) => {
                        found.ends.push(*event);
                        continue;
                    }
                    NodeKind::Event(event) => {
                        found.inside.insert(*event);
                    }
                    NodeKind::Call { callees, .. } if !callees.is_empty() => return None,
                    NodeKind::Entry | NodeKind::Return => return None,
                    NodeKind::Plain | NodeKind::Fence(_) | NodeKind::Call { .. } | NodeKind::Branch => {}
                }
                if seen.len() > MAX_STEPS {
                    return None;
                }
                open.push(node);
            }
        }
        Some(found)
    }
}
