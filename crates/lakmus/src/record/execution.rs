//! Executions and explanations as data.

use std::collections::BTreeMap;

use ::litmus::{Base, Quantifier};
use ::relation::{EventId, EventSet, Index, Relation};
use ::sim::{Describer, EventKind, Evidence, Execution, ExecutionEvent, Step, Test, Violation, Why};
use serde::Serialize;

type Pairs = Vec<(usize, usize)>;

/// One candidate execution, and what the model says about it.
#[derive(Clone, Debug, Serialize)]
pub struct ExecutionRecord {
    allowed: bool,
    final_state: String,
    satisfies_condition: bool,
    events: Vec<EventRecord>,
    /// By name; pairs of places in `events`.
    relations: BTreeMap<String, Pairs>,
    sets: BTreeMap<String, Vec<usize>>,
    violations: Vec<ViolationRecord>,
    flags: Vec<ViolationRecord>,
}

#[derive(Clone, Debug, Serialize)]
struct EventRecord {
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

#[derive(Clone, Debug, Serialize)]
struct ViolationRecord {
    name: Option<String>,
    check: String,
    file: String,
    line: usize,
    evidence: Option<EvidenceRecord>,
    /// The evidence in the field's notation.
    chains: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum EvidenceRecord {
    Cycle { steps: Vec<StepRecord> },
    Pair { source: usize, target: usize, ways: Vec<Vec<StepRecord>> },
    Members { events: Vec<usize> },
    Nothing,
}

#[derive(Clone, Debug, Serialize)]
struct StepRecord {
    source: usize,
    target: usize,
    relation: String,
    inverse: bool,
    parts: Vec<StepRecord>,
}

/// Why an outcome is forbidden, or that it is not.
#[derive(Clone, Debug, Serialize)]
pub struct ExplanationRecord {
    outcome: &'static str,
    /// Whether all candidates with the outcome were looked at.
    nearest: Option<bool>,
    candidates: Option<u64>,
    text: String,
}

impl ExplanationRecord {
    /// Why the outcome that a test asks about is forbidden, if it is, in the words of the test's describer.
    pub fn new(why: &Why, describer: &Describer<'_>, unfold: bool) -> ExplanationRecord {
        let without = |outcome, text| ExplanationRecord { outcome, nearest: None, candidates: None, text };
        let absent = |why: &str| format!("The outcome {} is not there: {why}.\n", asked_outcome(describer.test));
        match why {
            Why::Forbidden(explanation) => ExplanationRecord {
                outcome: "forbidden",
                nearest: Some(explanation.is_nearest),
                candidates: Some(explanation.judged),
                text: describer.explanation(explanation, unfold),
            },
            Why::Allowed(execution) => {
                let flags = describer.flags(execution, unfold);
                without("allowed", format!("Allowed: {}\n{flags}", execution.final_state))
            }
            Why::NoCandidate => without("no_candidate", absent("no candidate execution computes these values")),
            Why::NotFound => {
                without("not_found", absent("no candidate execution with this outcome was found within the budget"))
            }
        }
    }

    /// The explanation in words.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The outcome that a test asks about.
fn asked_outcome(test: &Test) -> String {
    let lowered = test.lowered();
    let condition = lowered.print_condition(Base::Decimal);
    let proposition = condition.split_once(' ').map_or(condition.as_str(), |(_, proposition)| proposition);
    match lowered.quantifier {
        Quantifier::Exists | Quantifier::NotExists => proposition.to_owned(),
        Quantifier::Forall => format!("not {proposition}"),
    }
}

impl ExecutionRecord {
    /// Of an execution of the describer's test under its model.
    pub fn new(describer: &Describer<'_>, execution: &Execution) -> ExecutionRecord {
        let usual = [("po", &execution.po), ("rf", &execution.rf), ("co", &execution.co), ("fr", &execution.fr)];
        let mut relations: BTreeMap<String, Pairs> =
            usual.into_iter().map(|(name, relation)| (name.to_owned(), pairs(relation))).collect();
        let mut sets = BTreeMap::new();
        for (name, shown) in &execution.shown {
            match shown {
                ::sim::Shown::Set(set) => _ = sets.insert(name.clone(), members(set)),
                ::sim::Shown::Relation(relation) => {
                    _ = relations.entry(name.clone()).or_insert_with(|| pairs(relation))
                }
            }
        }
        let violations = |all: &[Violation]| all.iter().map(|one| violation(describer, execution, one)).collect();
        ExecutionRecord {
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

fn object(describer: &Describer<'_>, event: &ExecutionEvent) -> EventRecord {
    let filled = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let instruction = event.instruction.and_then(|place| describer.test.lowered().program.instruction(place));
    EventRecord {
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

fn violation(describer: &Describer<'_>, execution: &Execution, violation: &Violation) -> ViolationRecord {
    let steps = |steps: &[Step]| steps.iter().map(|one| step(describer, one)).collect::<Vec<_>>();
    let evidence = violation.evidence.as_ref();
    ViolationRecord {
        name: violation.name.clone(),
        check: describer.check(violation),
        file: describer.sources.name(violation.span.source).to_owned(),
        line: describer.sources.position(violation.span).line,
        evidence: evidence.map(|evidence| match evidence {
            Evidence::Cycle(cycle) => EvidenceRecord::Cycle { steps: steps(cycle) },
            Evidence::Pair { source, target, ways } => EvidenceRecord::Pair {
                source: source.index(),
                target: target.index(),
                ways: ways.iter().map(|way| steps(way)).collect(),
            },
            Evidence::Members(events) => {
                EvidenceRecord::Members { events: events.iter().map(|event| event.index()).collect() }
            }
            Evidence::Nothing => EvidenceRecord::Nothing,
        }),
        chains: evidence.map_or(Vec::new(), |evidence| describer.evidence(execution, evidence)),
    }
}

fn step(describer: &Describer<'_>, one: &Step) -> StepRecord {
    StepRecord {
        source: one.source.index(),
        target: one.target.index(),
        relation: describer.label(&Step { is_inverse: false, ..one.clone() }),
        inverse: one.is_inverse,
        parts: one.parts.iter().map(|part| step(describer, part)).collect(),
    }
}
