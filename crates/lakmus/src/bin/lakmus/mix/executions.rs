//! `lakmus mix run --show`, `--svg`: an execution of a bug's code that ends in an outcome which the source cannot have, and beside it the candidate of the
//! source with this outcome that comes nearest to being allowed.

use std::fmt::Write;
use std::time::Duration;

use drawing::Drawing;
use mix::{Bug, Models, SourceTest, TestResult};
use relation::IdVec;
use sim::{Budget, Describer, Picture, Simulation, Test, Why};
use source::Sources;

use crate::{show, timeout};

/// Relations that models show and that follow from those that a cycle is drawn with.
const DERIVED: [&str; 4] = ["hb", "eco", "psc", "rb"];

/// What it takes to find executions.
pub(super) struct Finder<'a> {
    pub(super) models: &'a Models,
    /// The texts of the models.
    pub(super) texts: &'a Sources,
    /// How long each search may take.
    pub(super) timeout: Option<Duration>,
}

/// The two executions of a bug.
pub(super) struct Executions {
    /// Of its code: one that ends in the outcome.
    pub(super) of_code: Found,
    /// Of its source.
    pub(super) of_source: Found,
}

/// An execution, or why there is none to show.
pub(super) type Found = Result<Shown, String>;

/// An execution in words and as a drawing.
pub(super) struct Shown {
    pub(super) words: String,
    pub(super) drawing: Drawing,
}

impl Finder<'_> {
    /// The executions of a bug.
    pub(super) fn executions(&self, test: &SourceTest, result: &TestResult, bug: &Bug) -> Executions {
        let target = self.models.targets.get(&bug.machine).ok_or_else(|| "there is no model for it".to_owned());
        let of_code = target.and_then(|model| self.find(&bug.litmus, &bug.claim, model));
        // What only RC11's no-thin-air axiom forbids, the weaker model allows.
        let strict = self.models.strict.as_ref().filter(|_| bug.is_load_buffering);
        let claim = bug.extra.first().map_or_else(|| "true".to_owned(), |outcome| result.claim(outcome));
        let of_source = self.find(&test.text, &claim, strict.unwrap_or(&self.models.source));
        Executions { of_code, of_source }
    }

    fn find(&self, text: &str, claim: &str, model: &sim::Model) -> Found {
        let first = |found: Vec<source::Diagnostic>| {
            found.first().map_or_else(|| "it cannot be read".to_owned(), |found| found.message.clone())
        };
        let mut sources = Sources::new();
        let source = sources.add("test", text);
        let text = show::with_condition(&sources, source, claim).map_err(first)?.text;
        let mut texts = self.texts.clone();
        let source = texts.add("test", text);
        let test = Test::load(&texts, source, "test").map_err(first)?;
        let why = timeout::watched(self.timeout, |watch| {
            watch.limited(|limited| {
                let options = sim::Options::default().with(|set| set.cancel = Some(limited.flag()));
                Simulation::new(&test, model, &options)?.why(Budget::default())
            })
        });
        let picture = Picture::default().with(|set| set.unshow = DERIVED.map(str::to_owned).to_vec());
        let describer = Describer::new(&test, model, &texts);
        match why {
            Ok(Why::Allowed(execution)) => {
                let words = format!("Allowed: {}\n", execution.final_state);
                Ok(Shown { words, drawing: describer.drawing(&execution, &picture) })
            }
            Ok(Why::Forbidden(explanation)) => {
                let words = describer.explanation(&explanation, false);
                Ok(Shown { words, drawing: describer.drawing(&explanation.execution, &picture) })
            }
            Ok(Why::NoCandidate) => Err("no candidate execution computes these values".to_owned()),
            Ok(Why::NotFound) => Err("no execution with this outcome was found within the budget".to_owned()),
            Err(sim::RunError::Refused(found)) => Err(first(found)),
            Err(sim::RunError::Stopped(error)) => Err(error.to_string()),
        }
    }
}

/// By so much is what belongs to a bug indented.
const INDENT: usize = 4;

impl Executions {
    /// Both, one below the other, for the terminal.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (head, found) in [("Execution of the code", &self.of_code), ("Execution of the source", &self.of_source)] {
            let _ = writeln!(text, "  {head}:");
            let lines = match found {
                Ok(shown) => format!("{}{}", shown.words, show::for_terminal(&shown.drawing, INDENT)),
                Err(reason) => format!("none: {reason}\n"),
            };
            for line in lines.lines() {
                let _ = writeln!(text, "{}", format!("{:INDENT$}{line}", "").trim_end());
            }
        }
        text
    }

    /// Both in one drawing.
    pub(super) fn drawing(&self, title: String) -> Option<Drawing> {
        let sides = [("code", &self.of_code), ("source", &self.of_source)];
        let headed = sides.into_iter().filter_map(|(side, found)| {
            let mut drawing = found.as_ref().ok()?.drawing.clone();
            let columns: IdVec<_, _> = drawing
                .columns
                .into_iter()
                .map(|mut column| {
                    column.head = format!("{} ({side})", column.head);
                    column
                })
                .collect();
            drawing.columns = columns;
            drawing.notes.iter_mut().for_each(|note| *note = format!("{side}: {note}"));
            Some(drawing)
        });
        let mut both = headed.reduce(Drawing::beside)?;
        both.title = title;
        Some(both)
    }
}
