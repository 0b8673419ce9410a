//! The algorithm of the paper, literally: stages one after the other, each with any set of actions (jMT, section 4, `GenSuccessors` and `ok`).
//!
//! It shares no justification code with the search: no projections, no steps in normal form, and values of cycles from a domain that is given. What is the
//! same (a set of committed actions with what condition 8 asks of later stages) is gone through once. Updates are two actions, and may come behind what they
//! see, as `jls.rules` says.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use lakmus_java::{ActionId, Executions, GraphId, Outcome};

/// A graph as the definition has it.
struct Graph {
    /// By action, the number of the event.
    actions: BTreeMap<ActionId, usize>,
    hb: HashSet<(ActionId, ActionId)>,
    so: HashSet<(ActionId, ActionId)>,
    sw: HashSet<(ActionId, ActionId)>,
    direct: Vec<(ActionId, ActionId)>,
    rf: HashMap<ActionId, ActionId>,
    values: HashMap<ActionId, u128>,
    /// Reads that see what does not come before them, by the text of the requirements.
    racy: HashSet<ActionId>,
}

/// What a run met.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) targets: usize,
    pub(crate) forbidden: usize,
    /// Targets that would be justified without condition 8.
    pub(crate) pruned_by_8: usize,
    /// Programs with an outcome of an execution in which an update sees a race and writes.
    pub(crate) racy_updates: usize,
    /// Programs with an outcome of an execution in which an update fails.
    pub(crate) failures: usize,
}

/// The outcomes that are justified, or `None` when an execution has more than `most` events besides initial writes.
pub(crate) fn outcomes(executions: &Executions, most: usize, tally: &mut Tally) -> Option<BTreeSet<Outcome>> {
    let graphs: Vec<Graph> = executions.graphs.ids().map(|id| graph(executions, id)).collect();
    let initial: BTreeSet<ActionId> = (graphs.iter().flat_map(|graph| graph.actions.keys().copied()))
        .filter(|&action| executions.actions.key(action).thread.is_none())
        .collect();
    if graphs.iter().any(|graph| graph.actions.len() - initial.len() > most) {
        return None;
    }
    let mut found = BTreeSet::new();
    let (mut is_racy, mut is_failing) = (false, false);
    for (target, (id, description)) in graphs.iter().zip(executions.graphs.iter_enumerated()) {
        tally.targets += 1;
        if is_justified(&graphs, target, &initial, true) {
            found.insert(description.outcome.clone());
            let (structure, symbolic) = (executions.structure_of(id), executions.symbolic_of(id));
            let updates = structure.events.iter_enumerated().filter(|(_, event)| event.is_update);
            for (event, update) in updates {
                let races = symbolic.reads_from[event].is_some_and(|write| !symbolic.comes_before(write, event));
                is_racy |= races && update.is_write();
                is_failing |= !update.is_write();
            }
        } else {
            tally.forbidden += 1;
            tally.pruned_by_8 += usize::from(is_justified(&graphs, target, &initial, false));
        }
    }
    tally.racy_updates += usize::from(is_racy);
    tally.failures += usize::from(is_failing);
    Some(found)
}

fn graph(executions: &Executions, id: GraphId) -> Graph {
    let structure = executions.structure_of(id);
    let symbolic = executions.symbolic_of(id);
    let action = |event: relation::EventId| structure.events[event].action;
    let write = |event: relation::EventId| structure.events[event].write;
    // Synchronization is between updates as wholes; they stand in it by what they read.
    let whole = |relation: &relation::Relation| -> HashSet<(ActionId, ActionId)> {
        relation.iter().map(|(a, b)| (action(a), action(b))).collect()
    };
    let pairs = |relation: &relation::Relation| -> HashSet<(ActionId, ActionId)> {
        let mut all = whole(relation);
        for (a, b) in relation.iter().filter(|(a, b)| a != b) {
            all.extend([(action(a), write(b)), (write(a), action(b)), (write(a), write(b))]);
        }
        all
    };
    let (mut hb, sw, po) = (pairs(&symbolic.hb), whole(&symbolic.sw), whole(&structure.po));
    for (event, _) in structure.events.iter_enumerated() {
        hb.insert((action(event), write(event)));
    }
    let actions: BTreeMap<ActionId, usize> =
        structure.events.iter().enumerate().flat_map(|(at, event)| event.actions().map(move |one| (one, at))).collect();
    let is_direct = |&(x, y): &(ActionId, ActionId)| {
        let between = |&z: &ActionId| actions[&z] != actions[&x] && actions[&z] != actions[&y];
        let mut others = actions.keys().copied().filter(between);
        !po.contains(&(x, y)) && !others.any(|z| hb.contains(&(x, z)) && hb.contains(&(z, y)))
    };
    let direct = sw.iter().copied().filter(is_direct).collect();
    let rf = symbolic.reads_from.iter_enumerated().filter_map(|(read, seen)| Some((action(read), write((*seen)?))));
    let rf: HashMap<ActionId, ActionId> = rf.collect();
    let written = executions.graphs[id].written.iter_enumerated();
    let values = written.filter_map(|(event, value)| Some((write(event), (*value)?))).collect();
    let updates: HashSet<ActionId> =
        structure.events.iter().filter(|event| event.is_update).map(|event| event.action).collect();
    let deemed = symbolic.deemed.as_ref().map(|relation| pairs(relation));
    let racy = racy(&rf, &hb, deemed.as_ref().unwrap_or(&hb), &updates, actions.keys().copied().collect());
    Graph { racy, rf, so: pairs(&symbolic.so), direct, actions, hb, sw, values }
}

/// The reads that see what does not come before them: what an update sees comes before it unless that makes a circle.
fn racy(
    rf: &HashMap<ActionId, ActionId>,
    hb: &HashSet<(ActionId, ActionId)>,
    deemed: &HashSet<(ActionId, ActionId)>,
    updates: &HashSet<ActionId>,
    actions: Vec<ActionId>,
) -> HashSet<ActionId> {
    let races = || rf.iter().filter(|&(read, write)| !deemed.contains(&(*write, *read)));
    let mut before: HashSet<(ActionId, ActionId)> = hb.iter().copied().filter(|(a, b)| a != b).collect();
    before.extend(races().filter(|(read, _)| updates.contains(read)).map(|(read, write)| (*write, *read)));
    // Floyd and Warshall.
    for &middle in &actions {
        for &source in &actions {
            for &target in &actions {
                if before.contains(&(source, middle)) && before.contains(&(middle, target)) {
                    before.insert((source, target));
                }
            }
        }
    }
    let in_circle = |read: &ActionId, write: &ActionId| before.contains(&(*read, *write));
    races().filter(|(read, write)| !updates.contains(read) || in_circle(read, write)).map(|(read, _)| *read).collect()
}

type State = (BTreeSet<ActionId>, BTreeSet<(ActionId, ActionId)>);

fn is_justified(graphs: &[Graph], target: &Graph, initial: &BTreeSet<ActionId>, with_8: bool) -> bool {
    // The first stage: a well-behaved graph, initial writes committed.
    if !graphs.iter().any(|graph| graph.racy.is_empty()) {
        return false;
    }
    let mut seen: HashSet<State> = HashSet::new();
    let mut pending: Vec<State> = vec![(initial.clone(), BTreeSet::new())];
    while let Some(state) = pending.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        let (committed, persisting) = &state;
        if committed.len() == target.actions.len() && persisting.iter().all(|edge| target.sw.contains(edge)) {
            return true;
        }
        for graph in graphs {
            if !persisting.iter().all(|edge| graph.sw.contains(edge)) {
                continue;
            }
            let open: Vec<ActionId> =
                graph.actions.keys().copied().filter(|action| !committed.contains(action)).collect();
            for subset in 1_u32..1 << open.len() {
                let chosen = open.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1).map(|(_, action)| *action);
                let next: BTreeSet<ActionId> = committed.iter().copied().chain(chosen).collect();
                if !ok(target, graph, &next, committed) {
                    continue;
                }
                let mut edges = persisting.clone();
                if with_8 {
                    let carries =
                        |(_, y): &(ActionId, ActionId)| next.iter().any(|z| y == z || graph.hb.contains(&(*y, *z)));
                    edges.extend(graph.direct.iter().copied().filter(carries));
                }
                pending.push((next, edges));
            }
        }
    }
    false
}

/// Conditions 1 to 7.
fn ok(target: &Graph, graph: &Graph, now: &BTreeSet<ActionId>, before: &BTreeSet<ActionId>) -> bool {
    // 1, and that all is committed in the end.
    if !now.iter().all(|action| graph.actions.contains_key(action) && target.actions.contains_key(action)) {
        return false;
    }
    // 4.
    if now.iter().any(|action| graph.values.get(action) != target.values.get(action)) {
        return false;
    }
    for (read, write) in &graph.rf {
        // 5, 6, 7.
        let agrees = target.rf.get(read) == Some(write);
        if before.contains(read) {
            if !agrees {
                return false;
            }
        } else if graph.racy.contains(read) {
            return false;
        }
        if now.contains(read) && !before.contains(read) {
            let last = target.rf.get(read);
            if !before.contains(write) || !last.is_some_and(|last| before.contains(last)) {
                return false;
            }
        }
    }
    // 2, 3.
    now.iter().all(|a| {
        now.iter().all(|b| {
            graph.hb.contains(&(*a, *b)) == target.hb.contains(&(*a, *b))
                && graph.so.contains(&(*a, *b)) == target.so.contains(&(*a, *b))
        })
    })
}
