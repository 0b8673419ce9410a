//! `lakmus run --show`: executions, and why an outcome is forbidden, in words, as data and as pictures.

pub(crate) mod args;
pub(crate) mod differ;
pub(crate) mod files;
pub(crate) mod request;

use std::fmt::Write;

use drawing::Drawing;
use lakmus::record::{ExecutionRecord, ExplanationRecord};
use sim::{Budget, Describer, Execution, Picture, RunError, Selection, Simulation, Test, Why};
use source::{Diagnostic, Severity, SourceId, Sources, Span};

use crate::output;
use args::Wanted;
use request::ShowRequest;

/// A drawing as text, without what stands in words beside it, in the width of the terminal less `indent`; where that is too narrow, how to see it.
pub(crate) fn for_terminal(drawing: &Drawing, indent: usize) -> String {
    let mut plain = drawing.clone();
    (plain.title, plain.notes) = (String::new(), Vec::new());
    let Some(columns) = output::columns() else { return plain.to_text() };
    plain.to_text_within(columns.saturating_sub(indent)).unwrap_or_else(|too_wide| {
        let width = too_wide.width + indent;
        format!("The drawing has {width} columns, more than the {columns} of the terminal: `--svg FILE` draws it, and COLUMNS={width} prints it all the same.\n")
    })
}

/// What is to be shown of one test under one model.
#[derive(Default)]
pub(crate) struct Shown {
    /// Lines for the log.
    pub(crate) text: String,
    pub(crate) drawings: Vec<Drawing>,
    pub(crate) executions: Vec<ExecutionRecord>,
    pub(crate) explanation: Option<ExplanationRecord>,
    /// For the standard error.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// The text of a test with another condition: a whole one, or a proposition that is asked to hold in some state.
///
/// # Errors
/// When the test cannot be read so far.
pub(crate) fn with_condition(
    sources: &Sources,
    source: SourceId,
    condition: &str,
) -> Result<Conditioned, Vec<Diagnostic>> {
    let (test, found) = litmus::parse(sources, source, "test");
    let Some(test) = test else { return Err(found) };
    let is_whole = ["exists", "~exists", "forall", "final"].iter().any(|word| condition.trim_start().starts_with(word));
    let text = &sources.text(source)[..test.condition.span.start as usize];
    let (before, behind) = if is_whole { ("", "") } else { ("exists (", ")") };
    Ok(Conditioned {
        text: format!("{text}\n{before}{condition}{behind}\n"),
        condition_at: text.len() + 1 + before.len(),
    })
}

/// The text of a test with another condition.
pub(crate) struct Conditioned {
    pub(crate) text: String,
    /// Where in it the condition begins.
    condition_at: usize,
}

impl Conditioned {
    /// What was found in this text, which is called `source`: what lies in its condition, with its places in the text `condition`, which has nothing else.
    pub(crate) fn in_condition(
        &self,
        found: Vec<Diagnostic>,
        source: SourceId,
        (condition, length): (SourceId, usize),
    ) -> Vec<Diagnostic> {
        let moved = |span: Span| match (span.start as usize).checked_sub(self.condition_at) {
            Some(start) if span.source == source => {
                // What is missing at the end is found missing behind what was added to the condition.
                let end = (span.end as usize - self.condition_at).min(length);
                Span::new(condition, start.min(length), end)
            }
            Some(_) | None => span,
        };
        let each = |mut diagnostic: Diagnostic| {
            diagnostic.labels.iter_mut().for_each(|label| label.span = moved(label.span));
            diagnostic
        };
        found.into_iter().map(each).collect()
    }
}

/// What `request` wants of the test of `simulation`.
///
/// # Errors
/// As [`sim::simulate`].
pub(crate) fn show(
    request: &ShowRequest,
    simulation: &Simulation<'_>,
    describer: &Describer<'_>,
) -> Result<Shown, RunError> {
    let mut view = View { request, describer, shown: Shown::default() };
    match request.wanted {
        Wanted::Forbidden => view.why(&simulation.why(Budget::default())?),
        Wanted::All | Wanted::Prop | Wanted::Neg | Wanted::Wit => view.executions(simulation)?,
    }
    Ok(view.shown)
}

struct View<'a> {
    request: &'a ShowRequest,
    describer: &'a Describer<'a>,
    shown: Shown,
}

impl View<'_> {
    fn test(&self) -> &Test {
        self.describer.test
    }

    fn why(&mut self, why: &Why) {
        let explanation = ExplanationRecord::new(why, self.describer, self.request.unfold);
        match why {
            Why::Forbidden(forbidden) => self.draw(&forbidden.execution, "forbidden", Some(explanation.text())),
            Why::Allowed(execution) => self.draw(execution, "allowed", Some(explanation.text())),
            Why::NoCandidate | Why::NotFound => self.shown.text.push_str(explanation.text()),
        }
        self.shown.explanation = Some(explanation);
    }

    fn executions(&mut self, simulation: &Simulation<'_>) -> Result<(), RunError> {
        let satisfying = self.request.satisfying(self.test());
        let selection = Selection::default().with(|set| {
            set.allowed = Some(true);
            set.satisfying = satisfying;
            set.evidence = true;
            set.also_show.clone_from(&self.request.also_show);
        });
        let flag = self.request.flag.as_deref();
        let model = self.describer.model;
        let is_wanted = |found: &Result<Execution, RunError>| match (flag, found) {
            (Some(flag), Ok(execution)) => execution.has_flag(flag, model),
            _ => true,
        };
        for (number, execution) in simulation.executions(selection).filter(is_wanted).enumerate() {
            let execution = execution?;
            if number == self.request.limit && self.request.ends_at_limit {
                return Ok(());
            }
            if number == self.request.limit {
                let name = self.test().name();
                let message = format!("`{name}`: only {number} executions are shown, there are more; see --max-shown");
                self.shown.warnings.push(Diagnostic::new(Severity::Warning, "more-executions", message));
                return Ok(());
            }
            let flags = self.describer.flags(&execution, self.request.unfold);
            let text = format!("Execution {}: {}\n{flags}", number + 1, execution.final_state);
            self.draw(&execution, "", Some(&text));
        }
        if self.shown.executions.is_empty() {
            self.shown.text.push_str("No execution to show: the model allows none of this kind.\n");
        }
        Ok(())
    }

    /// Adds an execution.
    fn draw(&mut self, execution: &Execution, headline: &str, text: Option<&str>) {
        let picture = Picture::default().with(|set| {
            set.unshow.clone_from(&self.request.unshow);
            set.initial_writes = self.request.all_events;
            set.all_events = self.request.all_events;
            headline.clone_into(&mut set.headline);
        });
        let drawing = self.describer.drawing(execution, &picture);
        if let Some(text) = text {
            self.shown.text.push_str(text);
        }
        if self.request.in_log {
            // Writing into a string cannot fail.
            let _ = writeln!(self.shown.text, "{}", for_terminal(&drawing, 0));
        }
        self.shown.drawings.push(drawing);
        self.shown.executions.push(ExecutionRecord::new(self.describer, execution));
    }
}
