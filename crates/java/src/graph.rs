//! Execution graphs: symbolic ones, as the single-execution model gives them, and those with values.

use program::IdVec;
use relation::{EventId, Index, Relation, newtype_index};

use crate::actions::{ActionId, ActionSet};
use crate::edges::{EdgeSet, Edges};
use crate::error::JavaError;
use crate::structure::{Structure, StructureId};

newtype_index! {
    /// A [`SymbolicGraph`] of some executions.
    pub struct SymbolicId("symbolic");
    /// A [`Graph`] of some executions.
    pub struct GraphId("G");
}

/// A graph that the single-execution model allows, values left open (jMT, definition 1 with so, sw, hb).
#[derive(Clone, Debug)]
pub struct SymbolicGraph {
    /// The events.
    pub structure: StructureId,
    /// For each read the write that it sees.
    pub reads_from: IdVec<EventId, Option<EventId>>,
    /// Synchronization order.
    pub so: Relation,
    /// Synchronizes-with.
    pub sw: Relation,
    /// Happens-before.
    pub hb: Relation,
}

/// What the observed registers hold at the end, one number for each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome(pub Vec<u128>);

/// A graph with values.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The graph that it is an instance of.
    pub symbolic: SymbolicId,
    /// What each event reads.
    pub read: IdVec<EventId, Option<u128>>,
    /// What each event writes.
    pub written: IdVec<EventId, Option<u128>>,
    /// What the registers hold.
    pub outcome: Outcome,
    /// Whether it divides by 0.
    pub faults: bool,
    /// The same as sets of actions.
    pub(crate) view: ActionView,
}

/// A graph as causality requirements look at it: relations between actions. Rows have the source's number.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActionView {
    pub(crate) actions: ActionSet,
    /// Irreflexive.
    pub(crate) hb: Vec<u128>,
    pub(crate) so: Vec<u128>,
    /// The write that each read sees; of other actions nothing.
    pub(crate) reads_from: Vec<Option<ActionId>>,
    /// What each write writes.
    pub(crate) written: Vec<Option<u128>>,
    pub(crate) reads: u128,
    /// The reads whose writes do not happen before them.
    pub(crate) racy: u128,
    /// All edges that have a number.
    pub(crate) edges: EdgeSet,
    /// Edges of condition 8 with what happens after them.
    pub(crate) carrying: Vec<(EdgeSet, u128)>,
    /// External actions, with what happens before them.
    pub(crate) external: Vec<(ActionId, u128)>,
}

/// What of a relation between events is between actions.
fn rows(structure: &Structure, relation: &Relation, actions: usize) -> Vec<u128> {
    let mut rows = vec![0; actions];
    for (source, target) in relation.iter() {
        if source != target {
            let [source, target] = [source, target].map(|event| structure.events[event].action.index());
            rows[source] |= 1 << target;
        }
    }
    rows
}

/// Edges of synchronizes-with that condition 8 speaks of: in the transitive reduction of happens-before, and not in program order.
pub(crate) fn carrying_edges(structure: &Structure, graph: &SymbolicGraph) -> Vec<(EventId, EventId)> {
    let is_direct = |&(source, target): &(EventId, EventId)| {
        let between = |middle: EventId| {
            middle != source
                && middle != target
                && graph.hb.contains(source, middle)
                && graph.hb.contains(middle, target)
        };
        source != target && !structure.po.contains(source, target) && !structure.events.ids().any(between)
    };
    graph.sw.iter().filter(is_direct).collect()
}

impl ActionView {
    /// Of a symbolic graph: all but the values.
    pub(crate) fn new(
        structure: &Structure,
        graph: &SymbolicGraph,
        actions: usize,
        edges: &mut Edges,
        external: impl Fn(EventId) -> bool,
    ) -> Result<ActionView, JavaError> {
        let action = |event: EventId| structure.events[event].action;
        let mut view = ActionView {
            hb: rows(structure, &graph.hb, actions),
            so: rows(structure, &graph.so, actions),
            reads_from: vec![None; actions],
            written: vec![None; actions],
            ..ActionView::default()
        };
        for (id, event) in structure.events.iter_enumerated() {
            view.actions.insert(event.action);
            if let Some(write) = graph.reads_from[id] {
                view.reads |= 1 << event.action.index();
                view.reads_from[event.action.index()] = Some(action(write));
                if !graph.hb.contains(write, id) {
                    view.racy |= 1 << event.action.index();
                }
            }
            if external(id) {
                let before = (0..actions).filter(|&source| view.hb[source] >> event.action.index() & 1 == 1);
                let before = before.fold(0, |before, source| before | 1 << source);
                view.external.push((event.action, before));
            }
        }
        for (source, target) in carrying_edges(structure, graph) {
            let edge = edges.intern((action(source), action(target)))?;
            let target = action(target);
            view.carrying.push((edge, view.hb[target.index()] | 1 << target.index()));
        }
        Ok(view)
    }

    /// Notes which edges with numbers it has, when all have them.
    pub(crate) fn find_edges(&mut self, structure: &Structure, graph: &SymbolicGraph, edges: &Edges) {
        let action = |event: EventId| structure.events[event].action;
        let found = graph.sw.iter().filter_map(|(source, target)| edges.find((action(source), action(target))));
        self.edges = found.fold(0, |all, edge| all | edge);
    }
}
