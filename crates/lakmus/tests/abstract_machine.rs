//! The abstract machine of the transformation paper against the models in cat, execution by execution: lemma 1, and theorems 3.1 and 3.2.

#[path = "verify/generated.rs"]
mod generated;

use std::collections::BTreeSet;

use lakmus::relation::{EventId, Index, Relation};
use lakmus::sim::{self, EventKind, Options, Selection, Shown, Simulation, Test};
use lakmus::source::Sources;
use lakmus::weaken::specification::{Access, Execution, Pair, Path};

/// An execution as the machine wants it, and what the models say.
struct Judged {
    execution: Execution,
    is_valid: bool,
    is_sequential: bool,
}

/// Accesses of more than this are not followed.
const MOST_ACCESSES: usize = 8;

fn judged(execution: &sim::Execution) -> Option<Judged> {
    let kept: Vec<EventId> = execution
        .events
        .iter_enumerated()
        .filter(|(_, event)| matches!(event.kind, EventKind::Read | EventKind::Write))
        .map(|(id, _)| id)
        .collect();
    if kept.len() > MOST_ACCESSES {
        return None;
    }
    let number = |id: EventId| kept.iter().position(|kept| *kept == id);
    let pairs = |relation: &Relation| -> Vec<Pair> {
        relation.iter().filter_map(|(from, to)| Some((number(from)?, number(to)?))).collect()
    };
    let shown = |name: &str| match execution.shown.get(name) {
        Some(Shown::Relation(relation)) => pairs(relation),
        Some(Shown::Set(_)) | None => Vec::new(),
    };
    let mut locations: Vec<&str> = Vec::new();
    let accesses = kept.iter().map(|id| {
        let event = &execution.events[*id];
        let known = locations.iter().position(|location| *location == event.location);
        let location = known.unwrap_or_else(|| {
            locations.push(&event.location);
            locations.len() - 1
        });
        Access {
            thread: event.thread.map_or(usize::MAX, Index::index),
            is_write: event.kind == EventKind::Write,
            location,
        }
    });
    let accesses = accesses.collect();
    let all = execution.po.union(&execution.rf).union(&execution.co).union(&execution.fr);
    let execution_of = Execution {
        accesses,
        po: pairs(&execution.po),
        rf: pairs(&execution.rf),
        ws: pairs(&execution.co),
        dp: shown("dp"),
        safe: shown("safe"),
    };
    Some(Judged { execution: execution_of, is_valid: execution.is_allowed(), is_sequential: all.is_acyclic() })
}

/// The executions of all shapes under `power-2010`.
fn executions() -> Vec<(String, Judged)> {
    let mut all = Vec::new();
    for (cycle, text) in generated::tests("PPC").into_iter().step_by(3) {
        let mut sources = Sources::new();
        let source = sources.add(cycle.clone(), text);
        let test = Test::load(&sources, source, "test").expect("a test");
        let model = lakmus::shipped_model("power-2010", test.language(), &mut sources).expect("a model");
        let options = Options::default();
        let simulation = Simulation::new(&test, &model, &options).expect("a simulation");
        let also_show = ["dp", "safe"].map(str::to_owned).to_vec();
        let selection = Selection { also_show, ..Selection::default() };
        for execution in simulation.executions(selection) {
            let execution = execution.expect("an execution");
            // Without coherence and with values out of thin air the machine is not asked: all models forbid that.
            let is_core = execution.violations.iter().all(|violation| violation.name.as_deref() == Some("consensus"));
            if is_core && let Some(judged) = judged(&execution) {
                all.push((cycle.clone(), judged));
            }
        }
    }
    assert!(all.len() > 1000, "{} executions", all.len());
    all
}

/// What `power-2010` guarantees: coherence and from-reads are no delays anyway.
fn delays(of: &Execution) -> Vec<Pair> {
    of.delays(|pair| of.safe.contains(&pair))
}

/// The critical cycles of an execution, each as the delays on it.
fn critical_cycles(of: &Execution, delays: &[Pair]) -> BTreeSet<Vec<Pair>> {
    let communication: BTreeSet<Pair> = [of.rf.clone(), of.ws.clone(), of.fr()].concat().into_iter().collect();
    let external = |pair: &&Pair| of.accesses[pair.0].thread != of.accesses[pair.1].thread;
    let edges: Vec<(Pair, bool)> = communication
        .iter()
        .filter(external)
        .map(|pair| (*pair, false))
        .chain(
            of.po
                .iter()
                .filter(|pair| of.accesses[pair.0].location != of.accesses[pair.1].location)
                .map(|pair| (*pair, true)),
        )
        .collect();
    let mut found = BTreeSet::new();
    for start in 0..of.accesses.len() {
        let mut path: Vec<(Pair, bool)> = Vec::new();
        extend(of, &edges, start, start, &mut path, &mut |path| {
            let mut on: Vec<Pair> = path.iter().map(|(pair, _)| *pair).filter(|pair| delays.contains(pair)).collect();
            on.sort_unstable();
            on.dedup();
            found.insert(on);
        });
    }
    found
}

fn extend(
    of: &Execution,
    edges: &[(Pair, bool)],
    start: usize,
    at: usize,
    path: &mut Vec<(Pair, bool)>,
    found: &mut dyn FnMut(&[(Pair, bool)]),
) {
    for (pair, is_po) in edges.iter().filter(|(pair, _)| pair.0 == at) {
        // Program order is a step of its own, and an access is met once.
        if *is_po && path.last().is_some_and(|(_, is_po)| *is_po) || pair.1 < start {
            continue;
        }
        let is_closed = pair.1 == start;
        if !is_closed && path.iter().any(|((from, _), _)| *from == pair.1) {
            continue;
        }
        path.push((*pair, *is_po));
        let thread = |access: usize| of.accesses[access].thread;
        let nodes: Vec<usize> = path.iter().map(|((from, _), _)| *from).collect();
        let is_twice =
            nodes.iter().any(|node| nodes.iter().filter(|other| thread(**other) == thread(*node)).count() > 2);
        if is_closed && !(*is_po && path[0].1) {
            found(path);
        } else if !is_closed && !is_twice {
            extend(of, edges, start, pair.1, path, found);
        }
        path.pop();
    }
}

#[test]
fn without_delays_the_machine_is_sequentially_consistent() {
    for (name, judged) in executions() {
        let path = Path::free(&judged.execution, &[]);
        assert_eq!(judged.execution.is_accepted(&path), judged.is_sequential, "{name}: {:#?}", judged.execution);
    }
}

#[test]
fn with_all_delays_it_accepts_what_the_model_allows() {
    for (name, judged) in executions() {
        let path = Path::free(&judged.execution, &delays(&judged.execution));
        assert_eq!(judged.execution.is_accepted(&path), judged.is_valid, "{name}: {:#?}", judged.execution);
    }
}

#[test]
fn one_delay_of_each_critical_cycle_is_enough_whichever_it_is() {
    let (mut weak, mut selections) = (0, 0);
    for (name, judged) in executions().into_iter().filter(|(_, judged)| judged.is_valid && !judged.is_sequential) {
        weak += 1;
        let of = &judged.execution;
        let delays = delays(of);
        let cycles = critical_cycles(of, &delays);
        assert!(!cycles.is_empty(), "{name}: {of:#?}");
        for selection in choices(&cycles) {
            selections += 1;
            // The tags of section 3.2 are on accesses: all pairs of a tagged one are free.
            let tagged = |pair: &Pair| {
                selection.iter().any(|(first, second)| match of.po.contains(&(*first, *second)) {
                    true => of.po.contains(pair) && pair.0 == *first,
                    false => pair == &(*first, *second) || of.po.contains(pair) && pair.0 == *first,
                })
            };
            let free: Vec<Pair> = delays.iter().copied().filter(tagged).collect();
            assert!(of.is_accepted(&Path::free(of, &free)), "{name}: {selection:?} of {cycles:?}: {of:#?}");
        }
    }
    assert!(weak > 50 && selections > weak, "{weak} weak executions, {selections} selections");
}

/// All selections of one pair of each cycle, up to some hundreds.
fn choices(cycles: &BTreeSet<Vec<Pair>>) -> BTreeSet<BTreeSet<Pair>> {
    let mut all = BTreeSet::from([BTreeSet::new()]);
    for cycle in cycles {
        let extended = all.iter().flat_map(|chosen: &BTreeSet<Pair>| {
            cycle.iter().map(move |pair| chosen.iter().copied().chain([*pair]).collect::<BTreeSet<Pair>>())
        });
        all = extended.take(500).collect();
    }
    all
}

#[test]
fn delays_that_must_leave_in_the_converse_order_lose_executions() {
    // The theorem as it is printed; the specification says how it is read here.
    let lost =
        executions().into_iter().filter(|(_, judged)| judged.is_valid && !judged.is_sequential).any(|(_, judged)| {
            !judged.execution.is_accepted(&Path::reversed(&judged.execution, &delays(&judged.execution)))
        });
    assert!(lost, "no execution was lost");
}
