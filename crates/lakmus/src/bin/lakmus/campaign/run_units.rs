//! Units of the kind `run`: a test under a model, as `lakmus run` runs it.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use ::campaign::{
    Definition, Entry, Goal, Manifest, ModelEntry, OutcomeKind, ShownTest, UnitOptions, UnitOutcome, UnitRef,
    push_json, push_json_list, push_states,
};
use drawing::Theme;
use identity::Identity;
use sim::{Budget, ConditionKind, Describer, Model, Observation, Picture, Report, Simulation, Test, Verdict, Why};
use source::Sources;

use super::exchange::Exchange;
use super::unit_kind::{self, Choice, Part, Planning, TestText, UnitKind};
use super::units::ReadTest;
use super::{Refusal, expected, model_texts};
use crate::failure::FailureKind;
use crate::files::{Includes, SearchPath};
use crate::inputs::Piped;
use crate::jobs::IdleWorkers;
use crate::one_test::{BatchContext, Loaded, Models, Outcome};
use crate::progress::Progress;
use crate::render::Render;
use crate::request::{Format, ModelChoice, RunRequest};
use crate::timeout::{self, Limits};
use crate::variants::Variants;
use crate::{model_names, panics};

/// The kind `run`.
pub(super) struct RunUnits;

/// So many tests are read in one go, and then simulated: the two together do not fit into a processor's cache, as [`jobs`](crate::jobs) says.
const TOGETHER: usize = 64;

/// Answers the units of some tests.
type AnswerAll<'a> =
    dyn FnMut(&[Entry], &mut dyn FnMut(UnitOutcome) -> std::io::Result<()>) -> std::io::Result<()> + 'a;

impl UnitKind for RunUnits {
    fn check(&self, definition: &Definition) -> Result<(), String> {
        unit_kind::has_only(
            definition,
            &[Part::Tests, Part::Generators, Part::Models, Part::Search, Part::Expect, Part::Memory],
        )
    }

    fn choices(&self, definition: &Definition, search: &SearchPath) -> Result<Vec<Choice>, Refusal> {
        let named = definition.models.iter().map(String::as_str);
        let default = definition.models.is_empty().then_some("default");
        let choice = |name: &str| {
            Ok(match name {
                "default" => Choice::Default,
                "all" => Choice::All,
                name => {
                    let name = models::name(name);
                    let entry = ModelEntry::new(
                        name,
                        unit_kind::named(name, self.identity(name, &[], &definition.options, search))?,
                    );
                    Choice::One { entry, language: model_names::language_of_model(name) }
                }
            })
        };
        named.chain(default).map(choice).collect()
    }

    fn identity(&self, name: &str, _: &[String], _: &UnitOptions, search: &SearchPath) -> Result<Identity, String> {
        model_texts::identity_of(name, search).map_err(|error| error.message)
    }

    fn test(
        &self,
        text: String,
        file: String,
        default_name: &str,
        planning: Planning<'_>,
    ) -> Result<TestText, Refusal> {
        let test = ReadTest::of(&text, default_name, &planning.definition.options.variants);
        Ok(TestText { test, text, file })
    }

    fn serve(&self, manifest: &Manifest, exchange: &mut Exchange) -> Result<std::io::Result<()>, String> {
        with(manifest, exchange.threads(), |answer| {
            loop {
                let entries = exchange.several(TOGETHER)?;
                if entries.is_empty() {
                    return exchange.flush();
                }
                answer(&entries, &mut |outcome| exchange.take(&outcome))?;
            }
        })
    }

    fn drawing(&self, manifest: &Manifest, test: &ShownTest) -> Option<String> {
        panics::caught(|| format!("drawing {}", test.name), || drawing(manifest, test)).ok()?
    }
}

/// An execution that ends in the outcome of the test's condition, or where the model forbids it, the one that comes nearest.
fn drawing(manifest: &Manifest, shown: &ShownTest) -> Option<String> {
    let mut sources = Sources::new();
    let source = sources.add(shown.file.as_str(), shown.text.as_str());
    let test = Test::load(&sources, source, &shown.name).ok()?;
    let search = SearchPath::new(manifest.options.include.clone());
    let source = search.model(&shown.model_name, &mut sources).ok()?;
    let variants = Variants::new(manifest.options.variants.iter().cloned().chain(test.variants().iter().cloned()));
    let is_active = |name: &str| variants.contains(name);
    let mut includes = Includes::new(&search);
    let model = Model::load(&mut sources, source, None, &mut includes, test.language(), &is_active).ok()?;
    let options = sim::Options::default();
    let simulation = Simulation::new(&test, &model, &options).ok()?;
    let (execution, headline) = match simulation.why(Budget::default()).ok()? {
        Why::Forbidden(explanation) => (explanation.execution, "forbidden"),
        Why::Allowed(execution) => (*execution, "allowed"),
        Why::NoCandidate | Why::NotFound => return None,
    };
    let picture = Picture::default().with(|set| headline.clone_into(&mut set.headline));
    Some(Describer::new(&test, &model, &sources).drawing(&execution, &picture).to_svg(Theme::Light))
}

/// Calls `serve` with what answers units of this campaign, so many threads at a large one, and gives what it gives.
///
/// # Errors
/// When a model cannot be loaded.
fn with<T>(
    manifest: &Manifest,
    threads: NonZero<usize>,
    serve: impl FnOnce(&mut AnswerAll<'_>) -> T,
) -> Result<T, String> {
    let request = request(manifest)?;
    let mut models = Models::new();
    let render = Render::for_stderr();
    for model in &request.models {
        let loaded = models.load(model, None, &request);
        loaded.map_err(|found| render.diagnostics(&found, &models.sources).join("\n"))?;
    }
    let progress = Progress::new(0);
    let limits = Limits { time: request.timeout, memory: request.memory };
    Ok(timeout::watched(limits, |watch| {
        let models = Mutex::new(models);
        let (piped, request, progress) = (Piped::default(), &request, &progress);
        let context = BatchContext { request, render, languages: Vec::new(), models, watch, progress, piped };
        let idle = IdleWorkers::together(threads);
        serve(&mut |entries, take| answer(&context, &idle, entries, take))
    }))
}

fn request(manifest: &Manifest) -> Result<RunRequest, String> {
    let options = &manifest.options;
    Ok(RunRequest {
        models: manifest.models.iter().map(|model| ModelChoice::Named(model.name.clone())).collect(),
        bell: None,
        macros: None,
        search: SearchPath::new(options.include.clone()),
        base: litmus::Base::Decimal,
        engine: sim::Engine::Compiled,
        goal: match options.goal {
            Goal::Counts => sim::Goal::Counts,
            Goal::States => sim::Goal::States,
            Goal::Decide => sim::Goal::Decision,
        },
        // Reports are what is taken of each outcome.
        format: Format::Differences(PathBuf::new()),
        unroll: options.unroll,
        show: None,
        why_differ: false,
        herd: None,
        variants: Variants::new(options.variants.iter().cloned()),
        timeout: Some(crate::request::seconds(options.timeout)?),
        memory: options.memory.map(|megabytes| megabytes.saturating_mul(1 << 20)),
        jobs: NonZero::<usize>::MIN,
        tests: Vec::new(),
    })
}

fn answer(
    context: &BatchContext<'_>,
    idle: &IdleWorkers,
    entries: &[Entry],
    take: &mut dyn FnMut(UnitOutcome) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let read = |entry: &Entry| context.read_text(&entry.file, &entry.name, entry.text.clone());
    let read: Vec<Result<Box<Loaded>, Outcome>> = entries.iter().map(read).collect();
    for (entry, read) in entries.iter().zip(read) {
        match read {
            Ok(loaded) => entry.units.iter().try_for_each(|unit| take(one(context, idle, &loaded, entry, unit)))?,
            Err(outcome) => entry.units.iter().try_for_each(|unit| take(failed(unit, &outcome)))?,
        }
    }
    Ok(())
}

fn one(context: &BatchContext<'_>, idle: &IdleWorkers, loaded: &Loaded, entry: &Entry, unit: &UnitRef) -> UnitOutcome {
    let outcome = context.run(loaded, unit.model, idle);
    match &outcome.report {
        Some(report) => result(entry, unit, &outcome, report),
        None => failed(unit, &outcome),
    }
}

fn failed(unit: &UnitRef, outcome: &Outcome) -> UnitOutcome {
    let kind = match outcome.failed {
        Some(FailureKind::Refused) | None => OutcomeKind::Refused,
        Some(FailureKind::Limit) => OutcomeKind::Limit,
        Some(FailureKind::Timeout) => OutcomeKind::Timeout,
        Some(FailureKind::Memory) => OutcomeKind::Memory,
        Some(FailureKind::Internal) => OutcomeKind::Internal,
    };
    UnitOutcome::given_up(unit.id, kind, outcome.notes.join("\n").trim())
}

fn result(entry: &Entry, unit: &UnitRef, outcome: &Outcome, report: &Report) -> UnitOutcome {
    let is_whole = !outcome.is_cut && !outcome.is_empty;
    let mut made = UnitOutcome::new(unit.id, if is_whole { OutcomeKind::Complete } else { OutcomeKind::Cut });
    made.micros = u64::try_from(report.time.unwrap_or(Duration::ZERO).as_micros()).unwrap_or(u64::MAX);
    // `exists` asks, the others claim something.
    let is_claim = report.kind != ConditionKind::Allowed;
    let unexpected = expected::differences(entry, unit, report);
    made.is_alarm = is_claim && report.verdict == Verdict::No || !report.flags.is_empty() || !unexpected.is_empty();
    made.verdict = match report.verdict {
        Verdict::Ok => "ok",
        Verdict::No => "no",
        Verdict::Undef => "undef",
    }
    .to_owned();
    made.observation = match report.observation() {
        Observation::Never => "never",
        Observation::Sometimes => "sometimes",
        Observation::Always => "always",
    }
    .to_owned();
    (made.positive, made.negative) = (report.positive, report.negative);
    let mut detail = String::with_capacity(256 + report.condition.len());
    detail.push_str("{\"condition\":");
    push_json(&report.condition, &mut detail);
    detail.push(',');
    push_states(&report.states, &mut detail);
    if !report.flags.is_empty() {
        detail.push_str(",\"flags\":");
        push_json_list(&report.flags, &mut detail);
    }
    if !unexpected.is_empty() {
        detail.push_str(",\"unexpected\":");
        push_json(&unexpected.join("\n"), &mut detail);
    }
    if !outcome.notes.is_empty() {
        detail.push_str(",\"message\":");
        push_json(&outcome.notes.join("\n"), &mut detail);
    }
    detail.push('}');
    made.detail = detail;
    made
}
