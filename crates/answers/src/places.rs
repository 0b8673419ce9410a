//! Places in texts, as browsers count them: in units of UTF-16.

use lakmus::source::{Diagnostic, Severity, Sources, Span};
use serde::Serialize;

/// A piece of a text.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Place {
    /// The text's name; `<lakmus>/` stands before that of a file that ships.
    pub(crate) file: String,
    /// The line that it begins in, from 1.
    pub(crate) line: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// A diagnostic.
#[derive(Debug, Serialize)]
pub(crate) struct Remark {
    severity: &'static str,
    code: &'static str,
    message: String,
    help: Vec<String>,
    /// The first is that of the mistake.
    labels: Vec<(Place, String)>,
}

/// Where a span is.
pub(crate) fn place(span: Span, sources: &Sources) -> Place {
    let text = sources.text(span.source);
    let units = |text: &str| text.encode_utf16().count();
    let (start, end) = (span.start as usize, span.end as usize);
    let from = units(text.get(..start).unwrap_or_default());
    Place {
        file: sources.name(span.source).to_owned(),
        line: sources.position(span).line,
        from,
        to: from + units(text.get(start..end).unwrap_or_default()),
    }
}

/// Diagnostics for the page.
pub(crate) fn remarks(found: &[Diagnostic], sources: &Sources) -> Vec<Remark> {
    let remark = |one: &Diagnostic| Remark {
        severity: match one.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        },
        code: one.code,
        message: one.message.clone(),
        help: one.help.clone(),
        labels: one.labels.iter().map(|label| (place(label.span, sources), label.text.clone())).collect(),
    };
    found.iter().map(remark).collect()
}
