//! The algorithm of the paper, literally: stages one after the other, each with any set of actions (jMT, section 4, `GenSuccessors` and `ok`).
//!
//! It shares no justification code with the search: no projections, no steps in normal form, and values of cycles from a domain that is given. What is the
//! same (a set of committed actions with what condition 8 asks of later stages) is gone through once.

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
}

/// What a run met.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) targets: usize,
    pub(crate) forbidden: usize,
    /// Targets that would be justified without condition 8.
    pub(crate) pruned_by_8: usize,
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
    for (target, description) in graphs.iter().zip(executions.graphs.iter()) {
        tally.targets += 1;
        if is_justified(&graphs, target, &initial, true) {
            found.insert(description.outcome.clone());
        } else {
            tally.forbidden += 1;
            tally.pruned_by_8 += usize::from(is_justified(&graphs, target, &initial, false));
        }
    }
    Some(found)
}

fn graph(executions: &Executions, id: GraphId) -> Graph {
    let structure = executions.structure_of(id);
    let symbolic = executions.symbolic_of(id);
    let action = |event: relation::EventId| structure.events[event].action;
    let pairs = |relation: &relation::Relation| -> HashSet<(ActionId, ActionId)> {
        relation.iter().map(|(a, b)| (action(a), action(b))).collect()
    };
    let (hb, sw, po) = (pairs(&symbolic.hb), pairs(&symbolic.sw), pairs(&structure.po));
    let actions: BTreeMap<ActionId, usize> =
        structure.events.iter().enumerate().map(|(at, event)| (event.action, at)).collect();
    let is_direct = |&(x, y): &(ActionId, ActionId)| {
        !po.contains(&(x, y))
            && !actions.keys().any(|&z| z != x && z != y && hb.contains(&(x, z)) && hb.contains(&(z, y)))
    };
    let direct = sw.iter().copied().filter(is_direct).collect();
    let rf = symbolic.reads_from.iter_enumerated().filter_map(|(read, write)| Some((action(read), action((*write)?))));
    let written = executions.graphs[id].written.iter_enumerated();
    let values = written.filter_map(|(event, value)| Some((action(event), (*value)?))).collect();
    Graph { rf: rf.collect(), so: pairs(&symbolic.so), direct, actions, hb, sw, values }
}

type State = (BTreeSet<ActionId>, BTreeSet<(ActionId, ActionId)>);

fn is_justified(graphs: &[Graph], target: &Graph, initial: &BTreeSet<ActionId>, with_8: bool) -> bool {
    // The first stage: a well-behaved graph, initial writes committed.
    if !graphs.iter().any(|graph| graph.rf.iter().all(|(read, write)| graph.hb.contains(&(*write, *read)))) {
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
        } else if !graph.hb.contains(&(*write, *read)) {
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
