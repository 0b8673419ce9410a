//! The search for a justification.
//!
//! # States instead of sequences
//!
//! What a stage of a sequence has to satisfy mentions the target, the stage's graph, what is committed after it and what was committed before
//! (conditions 1 to 7, 9), and, by condition 8, synchronization edges that later graphs must have. So whether a sequence can be
//! continued depends on a [`State`] alone: the committed actions and the edges that persist. A target is justified if and only if the state
//! in which all its actions are committed can be reached and the target has the edges.
//!
//! # Steps in normal form
//!
//! A stage that commits several actions can be split into stages with the same graph that commit one of them each: first writes and reads
//! that see in the stage what they see in the target, in any order, and then, together, the reads that see another write.
//! For conditions 1 to 4, 8 are downward closed in what is committed; a read that was committed first agrees with the target
//! (condition 5), and 6 and 7 only get easier. Where an external action was committed, what happens before it in the stage's graph
//! must join in at once (condition 9). So a state has as successors: for each graph, single actions, and sets of reads that change what they see.
//!
//! # Orders that stand for several
//!
//! Where a graph stands for one with each linear extension of its synchronization order ([`SymbolicGraph::ordered`](crate::SymbolicGraph)), condition 3 asks for extensions, one
//! of the target and one of each stage, that agree on what is committed. An extension `t` of the target's order agrees with one of the stage's order
//! `s` on the committed actions `C` if and only if `t` contains what `s` orders of `C`: then `s` and what `t` says of `C` have no cycle, as `s` is
//! transitive. So the stages together ask that the target's order and what their orders say of what is committed with them have no
//! cycle; a state carries the closure of that.
//!
//! # Projections
//!
//! Of a graph, conditions see the part that it shares with the target. Graphs with the same part are one [`Projection`].
//!
//! A read that sees a write which does not happen before it is committed before (condition 6), and then sees what it sees in the target (condition
//! 5). So only graphs whose racy reads see what they see in the target are stages; they are found by these. Most targets are justified by graphs
//! that order everything as the target does, which are tried by themselves first. (On a test with seven racy reads of four writes each, 65,000 targets,
//! the two take the search from more than an hour to seconds.)

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use execution::Limits;
use program::Index;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::actions::{ActionId, ActionKey, ActionKind, ActionSet};
use crate::edges::EdgeSet;
use crate::error::JavaError;
use crate::executions::Executions;
use crate::graph::{ActionView, GraphId};
use crate::rules::{HappensBefore, Rules};

/// A stage of a justification sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The execution.
    pub graph: GraphId,
    /// All that is committed with it.
    pub committed: ActionSet,
    /// Its synchronization order, where the graph stands for several orders: first to last.
    pub order: Option<Vec<ActionId>>,
}

/// A justification sequence for a target. The last stage is the target with all its actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Justification {
    /// What is justified.
    pub target: GraphId,
    /// Its synchronization order, where the graph stands for several orders: first to last.
    pub order: Option<Vec<ActionId>>,
    /// The stages in order.
    pub stages: Vec<Stage>,
}

/// How far a search got that found nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Furthest {
    /// What was not justified.
    pub target: GraphId,
    /// One of the largest sets of actions that can be committed, and the stages that lead there.
    pub stages: Vec<Stage>,
}

/// Justifies targets among some executions, under some rules.
pub struct Search<'a> {
    executions: &'a Executions,
    rules: &'a Rules,
    initial: ActionSet,
    /// The actions that are what an update writes, each with what it reads.
    halves: Vec<(ActionId, ActionId)>,
    /// Under conditions 5 and 6, the graphs by their races: the reads, then the writes that these see.
    by_races: BTreeMap<u128, FxHashMap<Vec<ActionId>, Vec<GraphId>>>,
    /// How many states were looked at.
    pub states: u64,
    /// Set by another thread when the result is no longer wanted: the search then ends as if it had come no further ([`Search::check_cancelled`]).
    pub cancel: Option<&'a AtomicBool>,
}

/// What is reached, and how.
#[derive(Clone, Copy, Debug)]
struct State {
    committed: u128,
    edges: EdgeSet,
    /// What stages ask of the target's synchronization order, as a number in [`Orders`].
    order: usize,
    /// The state before, and the graph of the stage in between.
    from: Option<(usize, GraphId)>,
}

/// What conditions see of a graph, given a target.
struct Projection {
    graph: GraphId,
    /// Actions that may be committed: they are in both, and values agree.
    possible: u128,
    /// Reads that see what does not happen before them.
    racy: u128,
    /// Reads that see another write than in the target.
    differing: u128,
    /// For each possible read the writes that must be committed before it.
    reads: SmallVec<[(u128, u128); 8]>,
    /// For each possible action those that it cannot be committed with. By the number of the action.
    conflicts: Vec<u128>,
    edges: EdgeSet,
    carrying: SmallVec<[(EdgeSet, u128); 8]>,
    external: SmallVec<[(u128, u128); 2]>,
    /// Where the target stands for several orders, what this graph orders of what it shares with it and the target leaves open: by row.
    order: SmallVec<[(usize, u128); 4]>,
}

/// What is asked of the synchronization order of a target: transitive relations without cycles, as rows, numbered. The first one is the target's own.
struct Orders {
    all: Vec<Vec<u128>>,
    numbers: FxHashMap<Vec<u128>, usize>,
}

impl Orders {
    /// `writes` are what updates write.
    fn new(target: &ActionView, writes: u128) -> Orders {
        let whole = |(at, row): (usize, &u128)| if writes >> at & 1 == 1 { 0 } else { row & !writes };
        let rows: Vec<u128> = target.orders.so.iter().enumerate().map(whole).collect();
        Orders { numbers: FxHashMap::from_iter([(rows.clone(), 0)]), all: vec![rows] }
    }

    /// An order with what a graph says of committed actions added; `None` when that has a cycle.
    fn with(&mut self, order: usize, graph: &Projection, committed: u128) -> Option<usize> {
        let said = graph.order.iter().filter(|(action, _)| committed >> action & 1 == 1);
        let known = &self.all[order];
        let mut new = said
            .flat_map(|&(action, after)| {
                ActionSet(after & committed & !known[action]).iter().map(move |other| (action, other.index()))
            })
            .peekable();
        if new.peek().is_none() {
            return Some(order);
        }
        let mut rows = known.clone();
        for (action, other) in new {
            if rows[other] >> action & 1 == 1 {
                return None;
            }
            // The relation stays transitive: what comes before gets all that comes after.
            let after = rows[other] | 1 << other;
            for (at, row) in rows.iter_mut().enumerate() {
                if at == action || *row >> action & 1 == 1 {
                    *row |= after;
                }
            }
        }
        let next = self.all.len();
        let number = *self.numbers.entry(rows.clone()).or_insert(next);
        if number == next {
            self.all.push(rows);
        }
        Some(number)
    }
}

impl<'a> Search<'a> {
    /// Among `executions`.
    pub fn new(executions: &'a Executions, rules: &'a Rules) -> Search<'a> {
        let ids = (0..executions.actions.len()).map(ActionId::new);
        let initial = ids.filter(|&action| executions.actions.key(action).thread.is_none()).collect();
        let mut by_races: BTreeMap<u128, FxHashMap<Vec<ActionId>, Vec<GraphId>>> = BTreeMap::new();
        if rules.uncommitted_reads && rules.reads_from {
            for (id, graph) in executions.graphs.iter_enumerated() {
                let races = by_races.entry(graph.view.racy).or_default();
                races.entry(seen_writes(&graph.view, graph.view.racy)).or_default().push(id);
            }
        }
        let halves = halves(executions);
        Search { executions, rules, initial, halves, by_races, states: 0, cancel: None }
    }

    /// Whether what the search says is the whole truth.
    ///
    /// # Errors
    /// When it was cancelled: what was not justified may be.
    pub fn check_cancelled(&self) -> Result<(), JavaError> {
        let limits = Limits { cancel: self.cancel, ..Limits::default() };
        Ok(limits.check_cancelled()?)
    }

    /// What updates write, as actions.
    fn update_writes(&self) -> u128 {
        self.halves.iter().fold(0, |all, (write, _)| all | 1 << write.index())
    }

    /// Of some actions those that stand for events in orders.
    fn events_of(&self, actions: u128) -> u128 {
        actions & !self.update_writes()
    }

    /// Committed actions as events: orders are of events, and an update stands in them by what it reads.
    fn events(&self, committed: u128) -> u128 {
        let whole = |all: u128, &(write, read): &(ActionId, ActionId)| match all >> write.index() & 1 {
            0 => all,
            _ => all & !(1 << write.index()) | 1 << read.index(),
        };
        self.halves.iter().fold(committed, whole)
    }

    /// Whether a target is justified.
    pub fn is_justified(&mut self, target: GraphId) -> bool {
        // It justifies itself: commit along happens-before, with itself as every stage.
        self.executions.graphs[target].view.racy == 0 || self.justify(target).is_ok()
    }

    /// A justification of a target.
    ///
    /// # Errors
    /// How far the search got, when there is none.
    pub fn justify(&mut self, target: GraphId) -> Result<Justification, Furthest> {
        let view = &self.executions.graphs[target].view;
        if view.racy == 0 {
            return self.justify_by(target, vec![target]);
        }
        let all = self.possible_stages(target);
        let orders = |graph: GraphId| &self.executions.graphs[graph].view.orders;
        let alike: Vec<GraphId> =
            all.iter().copied().filter(|&graph| Arc::ptr_eq(orders(graph), orders(target))).collect();
        if alike.len() < all.len()
            && let Ok(found) = self.justify_by(target, alike)
        {
            return Ok(found);
        }
        self.justify_by(target, all)
    }

    /// The graphs whose races allow them to be a stage for `target`, ascending.
    fn possible_stages(&self, target: GraphId) -> Vec<GraphId> {
        if !self.rules.uncommitted_reads || !self.rules.reads_from {
            return self.executions.graphs.ids().collect();
        }
        let view = &self.executions.graphs[target].view;
        let reads = view.reads_from.iter().enumerate().filter(|(_, write)| write.is_some());
        let reads = reads.fold(0, |reads, (read, _)| reads | 1 << read);
        let of_target = self.by_races.iter().filter(|(races, _)| **races & !reads == 0);
        let mut found: Vec<GraphId> =
            of_target.filter_map(|(&races, graphs)| graphs.get(&seen_writes(view, races))).flatten().copied().collect();
        found.sort_unstable();
        found
    }

    /// A justification of a target by stages with these graphs.
    fn justify_by(&mut self, target: GraphId, graphs: Vec<GraphId>) -> Result<Justification, Furthest> {
        let view = &self.executions.graphs[target].view;
        let projections = self.projections(target, graphs);
        let initial = self.initial.0 & view.actions.0;
        // Before the first stage nothing but initial writes is committed, so that none of its reads may race
        // (condition 6).
        let is_well_behaved = |projection: &&Projection| !self.rules.uncommitted_reads || projection.racy == 0;
        let Some(first) = projections.iter().find(is_well_behaved) else {
            return Err(Furthest { target, stages: Vec::new() });
        };
        let start = Stage { graph: first.graph, committed: ActionSet(initial), order: None };
        let mut orders = Orders::new(view, self.update_writes());
        let mut states = vec![State { committed: initial, edges: 0, order: 0, from: None }];
        let mut seen: FxHashSet<(u128, EdgeSet, usize)> = FxHashSet::default();
        seen.insert((initial, 0, 0));
        let mut pending = vec![0];
        let mut furthest = 0;
        let all = view.actions.0;
        while let Some(at) = pending.pop() {
            if self.check_cancelled().is_err() {
                break;
            }
            self.states += 1;
            let state = states[at];
            if state.committed.count_ones() > states[furthest].committed.count_ones() {
                furthest = at;
            }
            if state.committed == all && state.edges & !view.orders.edges == 0 {
                let mut stages = trace(&states, at, start);
                if stages.last().is_none_or(|last| last.graph != target) {
                    stages.push(Stage { graph: target, committed: view.actions, order: None });
                }
                let order = self.choose_orders(target, &orders.all[state.order], &mut stages);
                return Ok(Justification { target, order, stages });
            }
            for projection in &projections {
                self.steps(projection, state, &mut |committed| {
                    let carried = projection.carrying.iter().filter(|(_, after)| after & committed != 0);
                    let edges = carried.fold(state.edges, |edges, (edge, _)| edges | edge);
                    let Some(order) = orders.with(state.order, projection, self.events(committed)) else { return };
                    if seen.insert((committed, edges, order)) {
                        states.push(State { committed, edges, order, from: Some((at, projection.graph)) });
                        pending.push(states.len() - 1);
                    }
                });
            }
        }
        let mut stages = trace(&states, furthest, start);
        self.choose_orders(target, &orders.all[states[furthest].order], &mut stages);
        Err(Furthest { target, stages })
    }

    /// Chooses a synchronization order for a target and for each stage, so that they agree on what is committed; `asked` is what they ask of the
    /// target's. Gives the target's.
    fn choose_orders(&self, target: GraphId, asked: &[u128], stages: &mut [Stage]) -> Option<Vec<ActionId>> {
        let view = |graph: GraphId| &self.executions.graphs[graph].view;
        let ordered = view(target).orders.ordered?;
        let chosen = linear_extension(ordered, asked);
        for stage in stages {
            let Some(own) = view(stage.graph).orders.ordered else { continue };
            let mut rows = view(stage.graph).orders.so.clone();
            let committed = ActionSet(self.events(stage.committed.0));
            let shared: Vec<ActionId> = chosen.iter().copied().filter(|&action| committed.contains(action)).collect();
            for pair in shared.windows(2) {
                rows[pair[0].index()] |= 1 << pair[1].index();
            }
            stage.order = Some(linear_extension(own, &rows));
        }
        Some(chosen)
    }

    /// What keeps each action that is left from being committed after the last stage of a search that failed: reasons, over all
    /// executions, by the condition that fails first.
    pub fn blocked(&self, furthest: &Furthest) -> Vec<(ActionId, Vec<String>)> {
        let Some(last) = furthest.stages.last() else { return Vec::new() };
        let committed = last.committed.0;
        let target = &self.executions.graphs[furthest.target].view;
        let all: Vec<Projection> = self.projections(furthest.target, self.executions.graphs.ids().collect());
        let left = target.actions.difference(last.committed);
        let reasons = left.iter().map(|action| {
            let mut found: std::collections::BTreeMap<u8, usize> = std::collections::BTreeMap::new();
            for projection in &all {
                *found.entry(self.first_failure(projection, action, committed)).or_default() += 1;
            }
            let reason = |(condition, executions): (u8, usize)| {
                let what = match condition {
                    1 => "it is not in the execution, or something committed is not",
                    2 => "what is committed would be ordered otherwise (conditions 2, 3)",
                    4 => "a committed write, or this one, writes another value (condition 4)",
                    5 => "a committed read would see another write (condition 5)",
                    6 => "some read that is not committed sees a write that does not happen before it (condition 6)",
                    7 => "it sees a write that is not committed (condition 7)",
                    8 => "synchronization that must persist would be gone (condition 8)",
                    _ => {
                        "what happens before an external action is not committed, or orders differ (conditions 2, 3, 9)"
                    }
                };
                format!("in {executions} of {} executions {what}", all.len())
            };
            (action, found.into_iter().map(reason).collect())
        });
        reasons.collect()
    }

    /// The condition that keeps `action` from being committed with this graph.
    fn first_failure(&self, graph: &Projection, action: ActionId, committed: u128) -> u8 {
        let bit = 1 << action.index();
        let present = self.executions.graphs[graph.graph].view.actions.0;
        if (committed | bit) & !present != 0 {
            return 1;
        }
        if (committed | bit) & !graph.possible != 0 {
            return 4;
        }
        if committed & graph.differing != 0 {
            return 5;
        }
        if graph.racy & !committed != 0 {
            return 6;
        }
        if graph.reads.iter().any(|&(read, writes)| read == bit && writes & !committed != 0) {
            return 7;
        }
        if !is_free(graph, committed | bit) {
            return 2;
        }
        if graph.edges == 0 { 9 } else { 8 }
    }

    /// Visits what can be committed after a stage with this graph that follows `state`.
    fn steps(&self, graph: &Projection, state: State, visit: &mut dyn FnMut(u128)) {
        let committed = state.committed;
        let is_impossible = committed & !graph.possible != 0
            || graph.racy & !committed != 0
            || self.rules.reads_from && committed & graph.differing != 0
            || state.edges & !graph.edges != 0;
        if is_impossible {
            return;
        }
        let mut blocked = 0;
        for action in ActionSet(committed).iter() {
            blocked |= graph.conflicts[action.index()];
        }
        if blocked & committed != 0 {
            return;
        }
        // What happens before an external action that is committed.
        let demanded = graph.external.iter().filter(|(external, _)| external & committed != 0);
        let joined = demanded.fold(0, |all, (_, before)| all | before) & !committed;
        let mut open = graph.possible & !committed & !blocked;
        for &(read, writes) in &graph.reads {
            if writes & !committed != 0 {
                open &= !read;
            }
        }
        for &(external, before) in &graph.external {
            if before & !(committed | joined | external) != 0 {
                open &= !external;
            }
        }
        if joined & !open != 0 || !is_free(graph, joined) {
            return;
        }
        // What has to join in may be a step by itself.
        if joined != 0 {
            visit(committed | joined);
        }
        let rest = open & !joined;
        let changing = if self.rules.reads_from { rest & graph.differing } else { 0 };
        // One at a time suffices, by the normal form of steps.
        for action in ActionSet(rest & !changing).iter() {
            let step = joined | 1 << action.index();
            if is_free(graph, step) {
                visit(committed | step);
            }
        }
        // All sets of reads that change what they see; there are few such reads.
        let mut subset = changing;
        while subset != 0 {
            if is_free(graph, joined | subset) {
                visit(committed | joined | subset);
            }
            subset = (subset - 1) & changing;
        }
    }

    /// What the graphs show of themselves, each different view once.
    fn projections(&self, target: GraphId, graphs: Vec<GraphId>) -> Vec<Projection> {
        let mut seen: FxHashSet<Vec<u128>> = FxHashSet::default();
        let mut all = Vec::new();
        // The target itself comes last, since steps with it are tried first then.
        let others = graphs.into_iter().filter(|&graph| graph != target);
        for graph in others.chain([target]) {
            let Some(projection) = self.project(target, graph) else { continue };
            if seen.insert(projection.signature()) {
                all.push(projection);
            }
        }
        all
    }

    /// What is seen of `graph`; `None` when it can be no stage.
    fn project(&self, target: GraphId, graph: GraphId) -> Option<Projection> {
        let rules = self.rules;
        let stage = &self.executions.graphs[graph];
        // An execution that faults justifies nothing; whether a target that faults is justified is asked for the
        // error.
        if stage.faults && graph != target {
            return None;
        }
        let (end, stage) = (&self.executions.graphs[target].view, &stage.view);
        let racy = if rules.uncommitted_reads { stage.racy } else { 0 };
        if racy & !end.actions.0 != 0 {
            return None;
        }
        let common = stage.actions.intersection(end.actions);
        let mut projection = Projection {
            graph,
            possible: common.0,
            racy,
            differing: 0,
            reads: SmallVec::new(),
            conflicts: vec![0; stage.orders.hb.len()],
            edges: stage.orders.edges,
            carrying: SmallVec::new(),
            external: SmallVec::new(),
            order: SmallVec::new(),
        };
        let is_open = stage.orders.ordered.is_some() && end.orders.ordered.is_some();
        for action in common.iter() {
            let at = action.index();
            if rules.values && stage.written[at] != end.written[at] {
                projection.possible &= !(1 << at);
            }
            if let (Some(seen), Some(last)) = (stage.reads_from[at], end.reads_from[at]) {
                projection.read(rules, action, seen, last, stage, end);
            }
        }
        // What comes before in the target.
        let mut before = vec![0; end.orders.so.len()];
        for (at, &row) in end.orders.so.iter().enumerate() {
            ActionSet(row).iter().for_each(|other| before[other.index()] |= 1 << at);
        }
        for action in common.iter() {
            let at = action.index();
            let mut row = 0;
            if rules.happens_before == HappensBefore::Equal {
                row |= stage.orders.hb[at] ^ end.orders.hb[at];
            }
            if rules.synchronization_order && !is_open {
                row |= stage.orders.so[at] ^ end.orders.so[at];
            }
            if rules.synchronization_order && is_open {
                row |= stage.orders.so[at] & before[at];
                let left = stage.orders.so[at] & self.events_of(common.0) & !end.orders.so[at];
                projection.order.extend((left != 0 && self.events_of(1 << at) != 0).then_some((at, left)));
            }
            row &= common.0;
            projection.conflicts[at] |= row;
            for other in ActionSet(row).iter() {
                projection.conflicts[other.index()] |= 1 << at;
            }
        }
        if rules.synchronization {
            let seen = stage.orders.carrying.iter().map(|&(edge, after)| (edge, after & end.actions.0));
            projection.carrying.extend(seen.filter(|(_, after)| *after != 0));
        }
        if rules.external_actions {
            projection
                .external
                .extend(stage.orders.external.iter().map(|&(action, before)| (1 << action.index(), before)));
        }
        Some(projection)
    }
}

/// What updates write, each with what the same update reads.
fn halves(executions: &Executions) -> Vec<(ActionId, ActionId)> {
    let actions = &executions.actions;
    let ids = || (0..actions.len()).map(ActionId::new);
    let read_of = |write: ActionId| {
        let key = ActionKey { kind: ActionKind::Update, ..*actions.key(write) };
        Some((write, ids().find(|&other| *actions.key(other) == key)?))
    };
    ids().filter(|&action| actions.key(action).kind == ActionKind::UpdateWrite).filter_map(read_of).collect()
}

/// The writes that these reads see, by the order of the reads.
fn seen_writes(view: &ActionView, reads: u128) -> Vec<ActionId> {
    ActionSet(reads).iter().filter_map(|read| view.reads_from[read.index()]).collect()
}

/// Whether actions can be committed together.
fn is_free(graph: &Projection, actions: u128) -> bool {
    ActionSet(actions).iter().all(|action| graph.conflicts[action.index()] & actions == 0)
}

impl Projection {
    /// A read that is in both, where it sees the writes `seen` and `last`.
    fn read(
        &mut self,
        rules: &Rules,
        action: ActionId,
        seen: ActionId,
        last: ActionId,
        stage: &ActionView,
        end: &ActionView,
    ) {
        let bit = 1 << action.index();
        if seen != last {
            self.differing |= bit;
        }
        if rules.happens_before == HappensBefore::OfReads {
            let before = |view: &ActionView| view.actions.contains(last) && view.orders.hb[last.index()] & bit != 0;
            let after = stage.orders.hb[action.index()] >> last.index() & 1 == 1;
            if before(stage) != before(end) || after {
                self.possible &= !bit;
            }
        }
        let mut writes = 0;
        if rules.seen_writes {
            writes |= 1 << seen.index();
        }
        if rules.final_writes {
            writes |= 1 << last.index();
        }
        self.reads.push((bit, writes));
    }

    /// All that steps look at.
    fn signature(&self) -> Vec<u128> {
        let mut all = vec![self.possible, self.racy, self.differing, self.edges];
        all.extend(self.reads.iter().flat_map(|&(read, writes)| [read, writes]));
        all.push(u128::MAX);
        all.extend(&self.conflicts);
        all.push(u128::MAX);
        all.extend(self.carrying.iter().flat_map(|&(edge, after)| [edge, after]));
        all.push(u128::MAX);
        all.extend(self.external.iter().flat_map(|&(external, before)| [external, before]));
        all.push(u128::MAX);
        all.extend(self.order.iter().flat_map(|&(action, after)| [action as u128, after]));
        all
    }
}

/// A linear extension on `set` of what rows say, which has no cycle there.
fn linear_extension(set: u128, rows: &[u128]) -> Vec<ActionId> {
    let mut order = Vec::new();
    let mut left = set;
    while let Some(next) = ActionSet(left)
        .iter()
        .find(|action| ActionSet(left).iter().all(|other| rows[other.index()] >> action.index() & 1 == 0))
    {
        order.push(next);
        left &= !(1 << next.index());
    }
    order
}

/// The stages that lead to a state.
fn trace(states: &[State], mut at: usize, start: Stage) -> Vec<Stage> {
    let mut stages = Vec::new();
    while let Some((before, graph)) = states[at].from {
        stages.push(Stage { graph, committed: ActionSet(states[at].committed), order: None });
        at = before;
    }
    stages.push(start);
    stages.reverse();
    stages
}
