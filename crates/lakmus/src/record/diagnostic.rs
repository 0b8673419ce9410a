//! Diagnostics as data.

use ::source::{Diagnostic, Severity, Sources};
use serde::Serialize;

/// A diagnostic with its places.
#[derive(Clone, Debug, Serialize)]
pub struct DiagnosticRecord<'a> {
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    labels: Vec<PlaceRecord<'a>>,
    help: &'a [String],
}

/// A place that a diagnostic points to.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceRecord<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    snippet: &'a str,
    text: &'a str,
}

impl<'a> DiagnosticRecord<'a> {
    /// Of a diagnostic whose places are in `sources`.
    pub fn new(diagnostic: &'a Diagnostic, sources: &'a Sources) -> DiagnosticRecord<'a> {
        let labels = diagnostic.labels.iter().map(|label| {
            let position = sources.position(label.span);
            PlaceRecord {
                file: sources.name(label.span.source),
                line: position.line,
                column: position.column,
                snippet: sources.snippet(label.span),
                text: &label.text,
            }
        });
        let labels: Vec<PlaceRecord<'a>> = labels.collect();
        let primary = labels.first();
        DiagnosticRecord {
            severity: match diagnostic.severity {
                Severity::Warning => "warning",
                Severity::Error => "error",
            },
            code: diagnostic.code,
            message: &diagnostic.message,
            file: primary.map(|place| place.file),
            line: primary.map(|place| place.line),
            column: primary.map(|place| place.column),
            labels,
            help: &diagnostic.help,
        }
    }
}
