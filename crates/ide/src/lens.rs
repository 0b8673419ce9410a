//! Results beside a test: its outcomes under a model, and why its outcome is forbidden.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use sim::{Budget, ConditionKind, Describer, Observation, Options, Picture, RunError, Simulation, Verdict, Why};
use source::Sources;

use crate::document::{Document, DocumentKind};
use crate::{range, test};

/// What a lens shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LensKind {
    /// The outcomes under the default model: [`outcomes`].
    Outcomes,
    /// Why the outcome is forbidden, or an execution that has it: [`why`].
    Why,
}

/// Something that can be found out about a test, and where it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The condition.
    pub range: Range<usize>,
    /// What is found out.
    pub kind: LensKind,
    /// The name of the model.
    pub model: &'static str,
}

/// What can be found out about a text. Nothing is run for it.
pub fn lenses(document: &Document<'_>) -> Vec<Lens> {
    if document.kind != DocumentKind::Test {
        return Vec::new();
    }
    test::TestView::with(document, |view| {
        let (Some(parsed), Some(language)) = (&view.test, view.language.as_deref()) else { return Vec::new() };
        let (Some(model), condition) = (language.descriptor().default_model, &parsed.condition) else {
            return Vec::new();
        };
        let mut span = condition.span;
        if span.start == span.end {
            span = parsed.architecture.span;
        }
        let lens = |kind| Lens { range: range(span), kind, model };
        vec![lens(LensKind::Outcomes), lens(LensKind::Why)]
    })
}

/// The name of the model that a test runs under where none is named.
pub fn default_model(document: &Document<'_>) -> Option<&'static str> {
    lenses(document).first().map(|lens| lens.model)
}

/// The outcomes of a test under a model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcomes {
    /// The model.
    pub model: String,
    /// `Allowed`, `Forbidden`, `Required`: what the condition claims.
    pub kind: &'static str,
    /// `Ok`, `No`, `Undef`: whether it does so rightly.
    pub verdict: &'static str,
    /// `Never`, `Sometimes`, `Always`: how often the proposition of the condition holds.
    pub observation: &'static str,
    /// The final states, one line each.
    pub states: Vec<String>,
    /// How many allowed executions satisfy the proposition.
    pub positive: u64,
    /// How many do not.
    pub negative: u64,
    /// The flags that the model raised.
    pub flags: Vec<String>,
    /// Whether executions were cut at the unroll bound, so that outcomes may be missing.
    pub is_cut: bool,
    /// All of it as a block of herd's log.
    pub log: String,
}

/// Why an outcome is forbidden, or how it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WhyForbidden {
    /// The model.
    pub model: String,
    /// Whether it allows the outcome; none where no execution with the outcome was found.
    pub is_allowed: Option<bool>,
    /// The explanation in words.
    pub words: String,
    /// The execution as a picture, in SVG and in characters: the one that has the outcome, or comes nearest to being allowed.
    pub pictures: Option<Pictures>,
}

/// A picture of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pictures {
    /// SVG.
    pub svg: String,
    /// Characters.
    pub text: String,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoResult {
    /// The test or the model has mistakes: their messages.
    Refused(Vec<String>),
    /// It was stopped: by the flag, or at a limit.
    Stopped(String),
}

/// Runs a test under a shipped model, or the default model of its language. `cancel` ends it.
///
/// # Errors
/// Why there is no result.
pub fn outcomes(document: &Document<'_>, model: Option<&str>, cancel: &AtomicBool) -> Result<Outcomes, NoResult> {
    with_model(document, model, cancel, |simulation, _, model| {
        let report = simulation.run()?;
        let mut log = String::new();
        // Writing into a string cannot fail.
        let _ = sim::log::print(&report, &mut log);
        Ok(Outcomes {
            model: model.to_owned(),
            kind: match report.kind {
                ConditionKind::Allowed => "Allowed",
                ConditionKind::Forbidden => "Forbidden",
                ConditionKind::Required => "Required",
            },
            verdict: match report.verdict {
                Verdict::Ok => "Ok",
                Verdict::No => "No",
                Verdict::Undef => "Undef",
            },
            observation: match report.observation() {
                Observation::Never => "Never",
                Observation::Sometimes => "Sometimes",
                Observation::Always => "Always",
            },
            positive: report.positive,
            negative: report.negative,
            is_cut: report.is_cut,
            log,
            states: report.states,
            flags: report.flags,
        })
    })
}

/// Finds out why a test's outcome is forbidden under a shipped model, or the default model of its language. `cancel` ends it.
///
/// # Errors
/// Why there is no result.
pub fn why(document: &Document<'_>, model: Option<&str>, cancel: &AtomicBool) -> Result<WhyForbidden, NoResult> {
    with_model(document, model, cancel, |simulation, describer, model| {
        let why = simulation.why(Budget::default())?;
        let (is_allowed, words, execution) = match &why {
            Why::Allowed(execution) => {
                (Some(true), "the model allows it, as this execution shows".to_owned(), Some(&**execution))
            }
            Why::Forbidden(explanation) => {
                (Some(false), describer.explanation(explanation, false), Some(&explanation.execution))
            }
            Why::NoCandidate => {
                let words = "no execution of the program ends so, whatever the model: its values contradict each other";
                (Some(false), words.to_owned(), None)
            }
            Why::NotFound => (None, "no such execution was found among those that were looked at".to_owned(), None),
        };
        let pictures = execution.map(|execution| {
            let drawing = describer.drawing(execution, &Picture::default());
            Pictures { svg: drawing.to_svg(drawing::Theme::Light), text: drawing.to_text() }
        });
        Ok(WhyForbidden { model: model.to_owned(), is_allowed, words, pictures })
    })
}

fn with_model<T>(
    document: &Document<'_>,
    model: Option<&str>,
    cancel: &AtomicBool,
    look: impl FnOnce(Simulation<'_>, &Describer<'_>, &str) -> Result<T, RunError>,
) -> Result<T, NoResult> {
    let mut sources = Sources::new();
    let own = sources.add(document.name, document.text);
    let refused =
        |found: Vec<source::Diagnostic>| NoResult::Refused(found.into_iter().map(|found| found.message).collect());
    let test = sim::Test::load(&sources, own, document.stem()).map_err(refused)?;
    let Some(name) = model.or(test.language().descriptor().default_model) else {
        let message = format!("there is no default model for tests of {}", test.language().name());
        return Err(NoResult::Refused(vec![message]));
    };
    let model = test::mistakes::shipped_model(name, &test, &mut sources).map_err(refused)?;
    let options = Options::default().with(|set| set.cancel = Some(cancel));
    let describer = Describer::new(&test, &model, &sources);
    let result = Simulation::new(&test, &model, &options).and_then(|simulation| look(simulation, &describer, name));
    result.map_err(|error| match error {
        RunError::Refused(found) => refused(found),
        RunError::Stopped(reason) => NoResult::Stopped(reason.to_string()),
    })
}
