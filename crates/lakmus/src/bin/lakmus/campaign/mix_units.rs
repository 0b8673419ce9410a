//! Units of the kind `mix`: a C litmus test under a pool of compiler profiles, mixed as `lakmus mix run` mixes it.
//!
//! A process compiles the functions of some tests together, as that command does of all, which is what takes long: a run of a compiler takes as long for a hundred functions as for one.

use std::collections::HashMap;
use std::time::Duration;

use ::campaign::{Definition, Entry, Manifest, ModelEntry, OutcomeKind, UnitOptions, UnitOutcome, UnitRef};
use ::mix::TestResult;
use identity::Identity;

use super::Refusal;
use super::commands::{Detail, children_micros};
use super::exchange::Exchange;
use super::unit_kind::{self, Choice, Part, Planning, TestText, UnitKind};
use super::units::ReadTest;
use crate::cases::{Case, Finding};
use crate::files::SearchPath;
use crate::mix::units::{Asked, Judged, Mixing};
use crate::{clock, panics};

/// The kind `mix`.
pub(super) struct MixUnits;

/// So many tests are compiled together.
const TOGETHER: usize = 100;

/// Seconds that a test takes where nothing is known: measured on the pool of `lakmus mix pool`.
const SECONDS: f64 = 0.1;

impl UnitKind for MixUnits {
    fn check(&self, definition: &Definition) -> Result<(), String> {
        let useful = [Part::Tests, Part::Generators, Part::Arguments, Part::Settings, Part::Cache, Part::Memory];
        unit_kind::has_only(definition, &useful)
    }

    fn choices(&self, definition: &Definition, search: &SearchPath) -> Result<Vec<Choice>, Refusal> {
        let choice = |(name, arguments): (String, Vec<String>)| {
            let identity = self.identity(&name, &arguments, &definition.options, search)?;
            Ok(Choice::One { entry: ModelEntry::new(name, identity).with_arguments(arguments), language: Some("C") })
        };
        unit_kind::settings(definition, "profiles").into_iter().map(choice).collect()
    }

    fn identity(
        &self,
        _: &str,
        arguments: &[String],
        options: &UnitOptions,
        _: &SearchPath,
    ) -> Result<Identity, String> {
        Mixing::load(&words(options, arguments), None)?.identity()
    }

    /// The profiles of an architecture each.
    fn parts(&self, entry: &ModelEntry, options: &UnitOptions) -> Result<Vec<ModelEntry>, String> {
        let parts = Mixing::load(&words(options, &entry.arguments), None)?.by_architecture();
        let part = |(name, own): (&str, Vec<String>)| {
            let arguments = [entry.arguments.as_slice(), &own].concat();
            let identity = Mixing::load(&words(options, &arguments), None)?.identity()?;
            Ok(ModelEntry::new(format!("{} {name}", entry.name), identity).with_arguments(arguments))
        };
        parts.into_iter().map(part).collect()
    }

    fn test(&self, text: String, file: String, default_name: &str, _: Planning<'_>) -> Result<TestText, Refusal> {
        // Where a finding is, is said by lines of the text, and comments mark where tests are split.
        let identity = Identity::of_text("mixed test", &text);
        let test = ReadTest::of(&text, default_name, &[]).identified(identity, Some(SECONDS));
        Ok(TestText { test, text, file })
    }

    fn serve(&self, manifest: &Manifest, exchange: &mut Exchange) -> Result<std::io::Result<()>, String> {
        let options = &manifest.options;
        let mut settings = Vec::new();
        for model in &manifest.models {
            settings.push(Mixing::load(&words(options, &model.arguments), options.cache.as_deref())?);
        }
        let limit = crate::request::seconds(options.timeout)?;
        Ok(answer_all(&settings, limit, exchange))
    }

    fn reservation(&self) -> Option<&'static str> {
        Some("bugs were looked for in the code of the profiles that compile: `query gaps` lists what was not judged")
    }
}

/// All words behind `lakmus mix run`.
fn words(options: &UnitOptions, arguments: &[String]) -> Vec<String> {
    options.arguments.iter().chain(arguments).cloned().collect()
}

/// Why no more is judged: the process that takes answers is gone, or a list cannot be read.
enum Stop {
    Closed(std::io::Error),
    Message(String),
}

impl From<String> for Stop {
    fn from(message: String) -> Stop {
        Stop::Message(message)
    }
}

fn answer_all(settings: &[Mixing], limit: Duration, exchange: &mut Exchange) -> std::io::Result<()> {
    loop {
        let entries = exchange.several(TOGETHER)?;
        if entries.is_empty() {
            return exchange.flush();
        }
        if let [mixing] = settings {
            of_setting(mixing, 0, &entries, limit, &mut |outcome| exchange.take(&outcome))?;
            continue;
        }
        // Answers come test by test, and compilers run for all tests.
        let mut all: HashMap<u128, UnitOutcome> = HashMap::new();
        for (number, mixing) in settings.iter().enumerate() {
            let is_of = |entry: &&Entry| entry.units.iter().any(|unit| unit.model == number);
            let own: Vec<Entry> = entries.iter().filter(is_of).cloned().collect();
            of_setting(mixing, number, &own, limit, &mut |outcome| {
                all.insert(outcome.id.number(), outcome);
                Ok(())
            })?;
        }
        for unit in entries.iter().flat_map(|entry| &entry.units) {
            if let Some(outcome) = all.remove(&unit.id.number()) {
                exchange.take(&outcome)?;
            }
        }
    }
}

/// Answers the units of tests under one setting.
fn of_setting(
    mixing: &Mixing,
    number: usize,
    entries: &[Entry],
    limit: Duration,
    take: &mut dyn FnMut(UnitOutcome) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let asked: Vec<Asked<'_>> = entries.iter().map(|entry| Asked { file: &entry.file, text: &entry.text }).collect();
    let spent = || clock::process_time().as_micros() as u64;
    let (compilers, began) = (children_micros(), spent());
    let (mut before, mut of_compilers, mut answered) = (began, None, 0);
    let judged = panics::caught(
        || format!("mixing {}", entries.first().map_or("", |entry| &entry.name)),
        std::panic::AssertUnwindSafe(|| {
            mixing.judge::<Stop>(&asked, limit, &mut |test, judged, refused| {
                // Each has its share of what compilers took.
                let share = *of_compilers
                    .get_or_insert_with(|| children_micros().saturating_sub(compilers) / asked.len() as u64);
                let now = spent();
                let micros = share + now.saturating_sub(before);
                before = now;
                for unit in entries[test].units.iter().filter(|unit| unit.model == number) {
                    let mut made = outcome(unit, &judged, refused);
                    made.micros = micros;
                    take(made).map_err(Stop::Closed)?;
                }
                answered = test + 1;
                Ok(())
            })
        }),
    );
    let (kind, message) = match judged {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(Stop::Closed(error))) => return Err(error),
        Ok(Err(Stop::Message(message))) => (OutcomeKind::Limit, message),
        Err(panic) => (OutcomeKind::Internal, panic.message),
    };
    // The first one that has no answer is at fault; the others are tried again.
    if let Some(entry) = entries.get(answered) {
        for unit in entry.units.iter().filter(|unit| unit.model == number) {
            take(UnitOutcome::given_up(unit.id, kind, &message))?;
        }
        return of_setting(mixing, number, &entries[answered + 1..], limit, take);
    }
    Ok(())
}

fn outcome(unit: &UnitRef, judged: &Judged, refused: &[(String, String)]) -> UnitOutcome {
    match judged {
        Judged::Unsuitable(reason) => UnitOutcome::given_up(unit.id, OutcomeKind::Refused, reason),
        Judged::TooLong => UnitOutcome::given_up(unit.id, OutcomeKind::Timeout, "given up after its CPU time"),
        Judged::Result(result) => of_result(unit, &result.0, &result.1, refused),
    }
}

fn of_result(unit: &UnitRef, case: &Case, result: &TestResult, refused: &[(String, String)]) -> UnitOutcome {
    let findings = || case.findings.iter().filter(|finding| !finding.is_note);
    let notes = case.findings.iter().filter(|finding| finding.is_note).map(|finding| finding.message.clone());
    let refused = refused.iter().map(|(profile, reason)| format!("the profile {profile} is not used: {reason}"));
    let states = result.allowed.iter().map(|values| Mixing::outcome(result, values));
    let mut detail = Detail {
        rule: findings().map(|finding| finding.rule).next(),
        found: findings().map(|finding: &Finding| finding.message.clone()).collect(),
        gaps: case.gaps.iter().map(|gap| gap.reason.clone()).collect(),
        notes: notes.chain(refused).collect(),
        more: vec![("states", states.collect::<Vec<_>>().into()), ("combinations", result.combinations.into())],
    };
    let details: Vec<String> = findings().map(|finding| finding.details.clone()).collect();
    if !details.is_empty() {
        detail.more.push(("details", details.into()));
    }
    let verdict = if detail.found.is_empty() { "ok" } else { "bug" };
    // What is not judged at all has no result.
    let kind = match (&result.undefined, &result.failed) {
        (Some(_), _) => OutcomeKind::Refused,
        (None, Some(_)) => OutcomeKind::Limit,
        (None, None) if detail.gaps.is_empty() => OutcomeKind::Complete,
        (None, None) => OutcomeKind::Cut,
    };
    let verdict = if kind.has_result() { verdict } else { "" };
    let mut made = detail.outcome_of_kind(unit, verdict, kind);
    (made.positive, made.negative) = (result.bugs.len() as u64, result.judged as u64);
    made
}
