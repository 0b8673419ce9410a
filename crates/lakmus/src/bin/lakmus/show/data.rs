//! Executions and explanations as data; `docs/json.md` describes the fields.

use std::collections::BTreeMap;

use relation::{EventId, EventSet, Index, Relation};
use serde::Serialize;
use sim::{Describer, EventKind, Evidence, Execution, ExecutionEvent, Explanation, Step, Violation};

type Pairs = Vec<(usize, usize)>;

#[derive(Serialize)]
pub(crate) struct ExecutionObject {
    allowed: bool,
    final_state: String,
    satisfies_condition: bool,
    events: Vec<EventObject>,
    /// By name; pairs of places in `events`.
    relations: BTreeMap<String, Pairs>,
    sets: BTreeMap<String, Vec<usize>>,
    violations: Vec<ViolationObject>,
    flags: Vec<ViolationObject>,
}

#[derive(Serialize)]
struct EventObject {
    name: String,
    thread: Option<usize>,
    instruction: Option<String>,
    line: Option<usize>,
    kind: &'static str,
    location: Option<String>,
    value: Option<String>,
    new_value: Option<String>,
    tags: Vec<String>,
    text: String,
}

#[derive(Serialize)]
struct ViolationObject {
    name: Option<String>,
    check: String,
    file: String,
    line: usize,
    evidence: Option<EvidenceObject>,
    /// The evidence in the field's notation.
    chains: Vec<String>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum EvidenceObject {
    Cycle { steps: Vec<StepObject> },
    Pair { source: usize, target: usize, ways: Vec<Vec<StepObject>> },
    Members { events: Vec<usize> },
    Nothing,
}

#[derive(Serialize)]
struct StepObject {
    source: usize,
    target: usize,
    relation: String,
    inverse: bool,
    parts: Vec<StepObject>,
}

#[derive(Serialize)]
pub(crate) struct ExplanationObject {
    outcome: &'static str,
    /// Whether all candidates with the outcome were looked at.
    nearest: Option<bool>,
    candidates: Option<u64>,
    text: String,
}

impl ExplanationObject {
    /// Of what is forbidden; its execution is the first of the record's.
    pub(crate) fn forbidden(explanation: &Explanation, text: String) -> ExplanationObject {
        let (nearest, candidates) = (Some(explanation.is_nearest), Some(explanation.judged));
        ExplanationObject { outcome: "forbidden", nearest, candidates, text }
    }

    /// Of what is not forbidden.
    pub(crate) fn without(outcome: &'static str, text: String) -> ExplanationObject {
        ExplanationObject { outcome, nearest: None, candidates: None, text }
    }
}

impl ExecutionObject {
    pub(crate) fn new(describer: &Describer<'_>, execution: &Execution) -> ExecutionObject {
        let usual = [("po", &execution.po), ("rf", &execution.rf), ("co", &execution.co), ("fr", &execution.fr)];
        let mut relations: BTreeMap<String, Pairs> =
            usual.into_iter().map(|(name, relation)| (name.to_owned(), pairs(relation))).collect();
        let mut sets = BTreeMap::new();
        for (name, shown) in &execution.shown {
            match shown {
                sim::Shown::Set(set) => _ = sets.insert(name.clone(), members(set)),
                sim::Shown::Relation(relation) => _ = relations.entry(name.clone()).or_insert_with(|| pairs(relation)),
            }
        }
        let violations = |all: &[Violation]| all.iter().map(|one| violation(describer, execution, one)).collect();
        ExecutionObject {
            allowed: execution.is_allowed(),
            final_state: execution.final_state.clone(),
            satisfies_condition: execution.satisfies_condition,
            events: execution.events.iter().map(|event| object(describer, event)).collect(),
            relations,
            sets,
            violations: violations(&execution.violations),
            flags: violations(&execution.flags),
        }
    }
}

fn pairs(relation: &Relation) -> Pairs {
    relation.iter().map(|(a, b)| (a.index(), b.index())).collect()
}

fn members(set: &EventSet) -> Vec<usize> {
    set.iter().map(EventId::index).collect()
}

fn object(describer: &Describer<'_>, event: &ExecutionEvent) -> EventObject {
    let filled = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let instruction = event.instruction.and_then(|place| describer.test.lowered().program.instruction(place));
    EventObject {
        name: event.name.clone(),
        thread: event.thread.map(Index::index),
        instruction: describer.instruction(event),
        line: instruction.map(|instruction| describer.sources.position(instruction.span).line),
        kind: match event.kind {
            EventKind::InitialWrite => "initial_write",
            EventKind::Read => "read",
            EventKind::Write => "write",
            EventKind::ReadModifyWrite => "read_modify_write",
            EventKind::Synchronize => "synchronize",
            EventKind::Fence => "fence",
            EventKind::Branch => "branch",
            EventKind::RegisterRead => "register_read",
            EventKind::RegisterWrite => "register_write",
        },
        location: filled(&event.location),
        value: filled(&event.value),
        new_value: filled(&event.new_value),
        tags: event.tags.clone(),
        text: event.text(),
    }
}

fn violation(describer: &Describer<'_>, execution: &Execution, violation: &Violation) -> ViolationObject {
    let steps = |steps: &[Step]| steps.iter().map(|one| step(describer, one)).collect::<Vec<_>>();
    let evidence = violation.evidence.as_ref();
    ViolationObject {
        name: violation.name.clone(),
        check: describer.check(violation),
        file: describer.sources.name(violation.span.source).to_owned(),
        line: describer.sources.position(violation.span).line,
        evidence: evidence.map(|evidence| match evidence {
            Evidence::Cycle(cycle) => EvidenceObject::Cycle { steps: steps(cycle) },
            Evidence::Pair { source, target, ways } => EvidenceObject::Pair {
                source: source.index(),
                target: target.index(),
                ways: ways.iter().map(|way| steps(way)).collect(),
            },
            Evidence::Members(events) => {
                EvidenceObject::Members { events: events.iter().map(|event| event.index()).collect() }
            }
            Evidence::Nothing => EvidenceObject::Nothing,
        }),
        chains: evidence.map_or(Vec::new(), |evidence| describer.evidence(execution, evidence)),
    }
}

fn step(describer: &Describer<'_>, one: &Step) -> StepObject {
    StepObject {
        source: one.source.index(),
        target: one.target.index(),
        relation: describer.label(&Step { is_inverse: false, ..one.clone() }),
        inverse: one.is_inverse,
        parts: one.parts.iter().map(|part| step(describer, part)).collect(),
    }
}
