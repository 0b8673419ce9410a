//! Results as data: one JSON object a line. `docs/json.md` describes the fields; they may grow in number and do not change.

use lakmus::record::{DiagnosticRecord, ExecutionRecord, ExplanationRecord, ResultRecord};
use serde::Serialize;
use sim::Report;
use source::Sources;

use crate::failure::Failure;

/// One line.
#[derive(Serialize)]
pub(crate) struct Record<'a> {
    pub(crate) file: &'a str,
    pub(crate) test: Option<&'a str>,
    pub(crate) architecture: Option<&'a str>,
    pub(crate) model: Option<&'a str>,
    #[serde(flatten)]
    pub(crate) outcome: Outcome<'a>,
    #[serde(flatten)]
    pub(crate) shown: Option<ShownObject>,
    pub(crate) warnings: Vec<DiagnosticRecord<'a>>,
}

/// What `--show` asks for.
#[derive(Serialize)]
pub(crate) struct ShownObject {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) executions: Vec<ExecutionRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) explanation: Option<ExplanationRecord>,
}

/// What came of a test.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome<'a> {
    Result(ResultRecord<'a>),
    Error(ErrorObject<'a>),
}

#[derive(Serialize)]
pub(crate) struct ErrorObject<'a> {
    kind: &'static str,
    diagnostics: Vec<DiagnosticRecord<'a>>,
}

/// A test of which there is nothing but why it could not be read.
#[derive(Serialize)]
pub(crate) struct UnreadRecord<'a> {
    file: &'a str,
    error: ErrorObject<'a>,
}

impl<'a> UnreadRecord<'a> {
    /// The line of a test, with its line end.
    pub(crate) fn line(file: &'a str, failure: &'a Failure, sources: &'a Sources) -> String {
        line(&UnreadRecord { file, error: ErrorObject::new(failure, sources) })
    }
}

/// An object as a line, with its line end.
pub(crate) fn line(record: &impl Serialize) -> String {
    // Strings, numbers, lists, and maps with string keys: there is nothing that JSON could not hold.
    serde_json::to_string(record).expect("a record is plain data") + "\n"
}

impl<'a> Record<'a> {
    /// The line, with its line end.
    pub(crate) fn line(&self) -> String {
        line(self)
    }
}

impl<'a> ErrorObject<'a> {
    fn new(failure: &'a Failure, sources: &'a Sources) -> ErrorObject<'a> {
        let diagnostics = failure.found.iter().map(|diagnostic| DiagnosticRecord::new(diagnostic, sources)).collect();
        ErrorObject { kind: failure.kind.name(), diagnostics }
    }
}

impl<'a> Outcome<'a> {
    pub(crate) fn result(report: &'a Report) -> Outcome<'a> {
        Outcome::Result(ResultRecord::new(report))
    }

    pub(crate) fn failure(failure: &'a Failure, sources: &'a Sources) -> Outcome<'a> {
        Outcome::Error(ErrorObject::new(failure, sources))
    }
}
