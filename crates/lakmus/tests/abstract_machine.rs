//! The abstract machine of the transformation paper against the models in cat, execution by execution: lemma 1.
//!
//! Theorems 3.1 and 3.2 are not tested: where the machine and the model part is said in `specification`.

#[path = "verify/generated.rs"]
mod generated;

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
    for (cycle, text) in generated::tests("PPC") {
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
            let is_core = execution.violations.iter().all(|violation| violation.name.as_deref() == Some("propagation"));
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

#[test]
fn without_delays_the_machine_is_sequentially_consistent() {
    for (name, judged) in executions() {
        let path = Path::free(&judged.execution, &[]);
        assert_eq!(judged.execution.is_accepted(&path), judged.is_sequential, "{name}: {:#?}", judged.execution);
    }
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
