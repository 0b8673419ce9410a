//! Verdicts: the outcomes of combined tests against those of their source (*Mix Testing*, definitions 2.3 and 3.4).

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use sim::{Model, RunError};
use source::{Diagnostic, Sources};

use crate::Machine;
use crate::classes::Sameness;
use crate::compose::Composed;
use crate::outcome::{Outcomes, normal, read_state};
use crate::source_test::SourceTest;

/// The models that judge.
#[derive(Debug)]
#[non_exhaustive]
pub struct Models {
    /// For sources.
    pub source: Model,
    /// RC11 as published, where `source` is the weaker one without its no-thin-air axiom.
    pub strict: Option<Model>,
    /// For combined tests: by the machine that runs them.
    pub targets: BTreeMap<Machine, Model>,
    /// Whether `targets` are the shipped ones ([`Machine::model`]).
    pub are_shipped: bool,
}

impl Models {
    /// The models of sources and of machines; whether the latter are the shipped ones.
    pub fn new(source: Model, strict: Option<Model>, targets: BTreeMap<Machine, Model>, are_shipped: bool) -> Models {
        Models { source, strict, targets, are_shipped }
    }

    /// When code is the same under these models.
    pub fn sameness(&self) -> Sameness {
        let may_see_registers = |model: &Model| !self.are_shipped && model.cat().computes_dependencies();
        if self.targets.values().any(may_see_registers) { Sameness::Code } else { Sameness::Events }
    }
}

/// What is said of a combined test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every outcome is one of the source.
    Sound,
    /// Every outcome is one of the source, and RC11 as published forbids some: load buffering.
    LoadBuffering(Vec<Vec<String>>),
    /// Outcomes that the source cannot have.
    Bug(Vec<Vec<String>>),
    /// It could not be judged.
    Unknown(String),
}

/// What the source may do.
#[derive(Clone, Debug)]
pub(crate) struct SourceOutcomes {
    pub(crate) allowed: Outcomes,
    pub(crate) strict: Option<Outcomes>,
}

/// Why a source has no outcomes.
#[derive(Clone, Debug)]
pub(crate) enum NoOutcomes {
    /// It is racy or has undefined behaviour otherwise: the flags.
    Undefined(String),
    Failed(String),
}

/// Simulates the source.
pub(crate) fn source(test: &SourceTest, models: &Models, cancel: &AtomicBool) -> Result<SourceOutcomes, NoOutcomes> {
    let allowed = source_under(test, &models.source, cancel)?;
    let strict = models.strict.as_ref().map(|model| source_under(test, model, cancel)).transpose()?;
    Ok(SourceOutcomes { allowed, strict })
}

fn source_under(test: &SourceTest, model: &Model, cancel: &AtomicBool) -> Result<Outcomes, NoOutcomes> {
    let options = sim::Options::default().with(|set| {
        set.cancel = Some(cancel);
        set.goal = sim::Goal::States;
    });
    let report = sim::simulate(&test.test, model, &options).map_err(|error| NoOutcomes::Failed(message(&error)))?;
    if report.verdict == sim::Verdict::Undef {
        return Err(NoOutcomes::Undefined(report.flags.join(", ")));
    }
    let mut outcomes = Outcomes { cut: report.cut_at.clone(), ..Outcomes::default() };
    for state in &report.states {
        let values = read_state(state);
        let value = |part: &crate::source_test::Observed| {
            values.get(part.name.as_str()).map_or_else(String::new, |value| normal(value, part.width))
        };
        outcomes.all.insert(test.observed.iter().map(value).collect());
    }
    Ok(outcomes)
}

/// What is known of a combined test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TargetOutcomes {
    /// Its outcomes are among those of the source under the strictest of its models.
    Within {
        /// Whether some may be missing, and why.
        cut: Option<String>,
    },
    /// These are its outcomes.
    All(Outcomes),
}

/// With more outcomes of the source than these, all of the combined test's are found and looked up: the condition that lists the source's is gone through in each state, and tests of five
/// threads with read-modify-writes have some 20,000 (no end in 50 s; their outcomes take a second).
const MOST_ASKED_ABOUT: usize = 256;

const NO_OUTCOME: &str = "the combined test has no outcome";

/// What a combined test may do. Whether it has an outcome that the source has not is asked first: that passes over every execution that ends in one that
/// the source has. Mostly nothing is left.
///
/// # Errors
/// What keeps it from being simulated, or that it has no outcome at all.
pub(crate) fn target(
    test: &SourceTest,
    composed: &Composed,
    model: &Model,
    source: &SourceOutcomes,
    cancel: &AtomicBool,
) -> Result<TargetOutcomes, String> {
    let strictest = source.strict.as_ref().unwrap_or(&source.allowed);
    if strictest.all.len() > MOST_ASKED_ABOUT {
        let found = outcomes(test, composed, model, cancel)?;
        if found.all.is_empty() && found.cut.is_none() {
            return Err(NO_OUTCOME.to_owned());
        }
        return Ok(match found.all.is_subset(&strictest.all) {
            true => TargetOutcomes::Within { cut: found.cut },
            false => TargetOutcomes::All(found),
        });
    }
    let loaded = load(test, composed.with_conditions(&strictest.all))?;
    let options = sim::Options::default().with(|set| {
        set.cancel = Some(cancel);
        set.goal = sim::Goal::Decision;
    });
    let is_met = |condition: usize| {
        let asked = loaded.with_condition(condition);
        sim::simulate(&asked, model, &options).map_err(|error| message(&error))
    };
    let outside = is_met(0)?;
    if outside.positive > 0 {
        return outcomes(test, composed, model, cancel).map(TargetOutcomes::All);
    }
    let cut = outside.cut_at.filter(|label| !composed.retries.contains(label));
    // A test that ends in nothing has been put together wrongly, and says nothing.
    if is_met(1)?.positive == 0 && cut.is_none() {
        return Err(NO_OUTCOME.to_owned());
    }
    Ok(TargetOutcomes::Within { cut })
}

/// Reads a combined test.
fn load(test: &SourceTest, text: String) -> Result<sim::Test, String> {
    let mut sources = Sources::new();
    let source = sources.add(&test.name, text);
    let printed = |found: Vec<Diagnostic>| {
        let first = found.iter().find(|found| found.is_error()).or(found.first());
        first.map_or_else(
            || "it cannot be read".to_owned(),
            |found| {
                let place = found.span().map(|span| sources.snippet(span).to_owned()).unwrap_or_default();
                format!("{} (`{place}`)", found.message)
            },
        )
    };
    sim::Test::load(&sources, source, &test.name).map_err(printed)
}

/// All outcomes of a combined test.
///
/// # Errors
/// What keeps it from being simulated.
pub(crate) fn outcomes(
    test: &SourceTest,
    composed: &Composed,
    model: &Model,
    cancel: &AtomicBool,
) -> Result<Outcomes, String> {
    let loaded = load(test, composed.text.clone())?;
    let options = sim::Options::default().with(|set| {
        set.cancel = Some(cancel);
        set.goal = sim::Goal::States;
    });
    let report = sim::simulate(&loaded, model, &options).map_err(|error| message(&error))?;
    // A loop that only retries gives no outcome that one round fewer does not give.
    let cut = report.cut_at.clone().filter(|label| !composed.retries.contains(label));
    let mut outcomes = Outcomes { cut, ..Outcomes::default() };
    for state in &report.states {
        let values = read_state(state);
        let value = |(part, names): (&crate::source_test::Observed, &Vec<String>)| {
            let halves: Vec<&str> = names.iter().map(|name| values.get(name.as_str()).copied().unwrap_or("")).collect();
            match halves.as_slice() {
                [low, high] => {
                    let half = |text: &str| normal(text, composed.half).parse::<u128>().ok();
                    match (half(low), half(high)) {
                        (Some(low), Some(high)) => normal(&((high << composed.half) | low).to_string(), part.width),
                        _ => format!("{low}:{high}"),
                    }
                }
                [one] => normal(one, part.width),
                _ => String::new(),
            }
        };
        outcomes.all.insert(test.observed.iter().zip(&composed.names).map(value).collect());
    }
    Ok(outcomes)
}

/// Compares.
pub(crate) fn verdict(source: &SourceOutcomes, target: &TargetOutcomes) -> Verdict {
    let (target, cut) = match target {
        TargetOutcomes::Within { cut: None } => return Verdict::Sound,
        TargetOutcomes::Within { cut: Some(place) } => return Verdict::Unknown(cut_at(place)),
        TargetOutcomes::All(outcomes) => (outcomes, &outcomes.cut),
    };
    let extra = |allowed: &Outcomes| -> Vec<Vec<String>> {
        target.all.iter().filter(|outcome| !allowed.all.contains(*outcome)).cloned().collect()
    };
    let bug = extra(&source.allowed);
    if !bug.is_empty() {
        // What a loop that was cut would have added to the source is not known.
        return match &source.allowed.cut {
            Some(place) => {
                Verdict::Unknown(format!("the source was cut at {place}, and an outcome is not among its others"))
            }
            None => Verdict::Bug(bug),
        };
    }
    if target.all.is_empty() {
        return Verdict::Unknown(NO_OUTCOME.to_owned());
    }
    let buffering = source.strict.as_ref().map(extra).unwrap_or_default();
    match cut {
        _ if !buffering.is_empty() => Verdict::LoadBuffering(buffering),
        Some(place) => Verdict::Unknown(cut_at(place)),
        None => Verdict::Sound,
    }
}

fn cut_at(place: &str) -> String {
    format!("cut at the unroll bound at {place}")
}

fn message(error: &RunError) -> String {
    match error {
        RunError::Refused(found) => found.first().map_or_else(String::new, |found| found.message.clone()),
        RunError::Stopped(error) => error.to_string(),
    }
}
