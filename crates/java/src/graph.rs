//! Execution graphs: symbolic ones, as the single-execution model gives them, and those with values.

use std::sync::Arc;

use program::IdVec;
use relation::{EventId, EventSet, Index, Relation, newtype_index};

use crate::actions::{ActionId, ActionSet};
use crate::edges::{EdgeSet, Edges};
use crate::rules::Rules;
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
    /// Synchronization order; where `ordered` says so, what all orders that the graph stands for have in common.
    pub so: Arc<Relation>,
    /// The events of which the model observes only some pairs of the order: the graph stands for one graph with each linear extension of `so` on
    /// these events. `None` when `so` is the order itself.
    pub ordered: Option<EventSet>,
    /// Synchronizes-with.
    pub sw: Arc<Relation>,
    /// Happens-before.
    pub hb: Arc<Relation>,
    /// Which writes are deemed to come before a read, where the model says that this is not happens-before itself: with final fields (JLS 17.5.1).
    pub deemed: Option<Arc<Relation>>,
    /// Whether some thread was cut in a loop: the beginning of longer executions. It may be a stage, since each thread can go on with reads that see what happens
    /// before them, for ever if need be; it shows no outcome.
    pub is_cut: bool,
    /// Of one that was cut, whether the execution that it is the beginning of goes on for ever in rounds like the last one.
    pub goes_on: bool,
}

impl SymbolicGraph {
    /// Whether a write is deemed to come before a read.
    pub fn comes_before(&self, write: EventId, read: EventId) -> bool {
        self.deemed.as_ref().unwrap_or(&self.hb).contains(write, read)
    }
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
#[derive(Clone, Debug)]
pub(crate) struct ActionView {
    /// What does not depend on what is read; graphs share it.
    pub(crate) orders: Arc<OrderRows>,
    pub(crate) actions: ActionSet,
    /// The write that each read sees; of other actions nothing.
    pub(crate) reads_from: Arc<[Option<ActionId>]>,
    /// What each write writes.
    pub(crate) written: Vec<Option<u128>>,
    /// The reads whose writes do not come before them: by happens-before, or, where the rules let updates follow what they see, by that as well.
    pub(crate) racy: u128,
}

/// How a graph orders actions.
#[derive(Clone, Debug, Default)]
pub(crate) struct OrderRows {
    /// Irreflexive.
    pub(crate) hb: Vec<u128>,
    pub(crate) so: Vec<u128>,
    /// As [`SymbolicGraph::ordered`].
    pub(crate) ordered: Option<u128>,
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
        // Rows are irreflexive, whatever the model's relation is.
        if source != target {
            for action in structure.events[source].actions() {
                structure.events[target].actions().for_each(|other| rows[action.index()] |= 1 << other.index());
            }
        }
    }
    rows
}

/// The reads of a graph that see what does not come before them. Where the rules let updates follow what they see, an update comes behind it as long as that
/// makes no cycle with happens-before.
pub(crate) fn racy_reads(structure: &Structure, graph: &SymbolicGraph, rules: &Rules) -> impl Iterator<Item = EventId> {
    let races: Vec<(EventId, EventId)> = (graph.reads_from.iter_enumerated())
        .filter_map(|(read, write)| Some(((*write)?, read)))
        .filter(|&(write, read)| !graph.comes_before(write, read))
        .collect();
    let follows = |&(_, read): &(EventId, EventId)| rules.updates_follow && structure.events[read].is_update;
    let mut order = Relation::empty(0);
    if races.iter().any(follows) {
        order = graph.hb.difference(&Relation::identity(graph.hb.universe()));
        races.iter().filter(|race| follows(race)).for_each(|&(write, read)| _ = order.insert(write, read));
        order = order.transitive_closure();
    }
    races
        .into_iter()
        .filter(move |race| !follows(race) || order.contains(race.1, race.0))
        .map(|(_, read)| read)
        .collect::<Vec<_>>()
        .into_iter()
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

impl OrderRows {
    /// The orders of a graph; edges that condition 8 speaks of, in any graph, have numbers.
    pub(crate) fn new(
        structure: &Structure,
        graph: &SymbolicGraph,
        actions: usize,
        edges: &Edges,
        external: impl Fn(EventId) -> bool,
    ) -> OrderRows {
        let action = |event: EventId| structure.events[event].action;
        let find = |source, target| edges.find((action(source), action(target)));
        let mut hb = rows(structure, &graph.hb, actions);
        for event in structure.events.iter().filter(|event| event.write != event.action) {
            hb[event.action.index()] |= 1 << event.write.index();
        }
        let mut all = OrderRows {
            hb,
            so: rows(structure, &graph.so, actions),
            ordered: graph.ordered.as_ref().map(|events| events.iter().map(action).collect::<ActionSet>().0),
            edges: graph.sw.iter().filter_map(|(source, target)| find(source, target)).fold(0, |all, edge| all | edge),
            carrying: Vec::new(),
            external: Vec::new(),
        };
        for (id, event) in structure.events.iter_enumerated().filter(|&(id, _)| external(id)) {
            debug_assert_eq!(action(id), event.action);
            let before = (0..actions).filter(|&source| all.hb[source] >> event.action.index() & 1 == 1);
            let before = before.fold(0, |before, source| before | 1 << source);
            all.external.push((event.action, before));
        }
        for (source, target) in carrying_edges(structure, graph) {
            let after = all.hb[action(target).index()] | 1 << action(target).index();
            all.carrying.extend(find(source, target).map(|edge| (edge, after)));
        }
        all
    }
}

impl ActionView {
    /// Of a symbolic graph: all but the values.
    pub(crate) fn new(
        structure: &Structure,
        graph: &SymbolicGraph,
        actions: usize,
        orders: Arc<OrderRows>,
        rules: &Rules,
    ) -> ActionView {
        let mut all = ActionSet::EMPTY;
        let mut reads_from = vec![None; actions];
        for (id, event) in structure.events.iter_enumerated() {
            event.actions().for_each(|action| all.insert(action));
            if let Some(write) = graph.reads_from[id] {
                reads_from[event.action.index()] = Some(structure.events[write].write);
            }
        }
        let racy = racy_reads(structure, graph, rules).map(|read| structure.events[read].action);
        let racy = racy.collect::<ActionSet>().0;
        ActionView { orders, actions: all, reads_from: reads_from.into(), written: vec![None; actions], racy }
    }
}
