//! What is wrong with a text.

use std::ops::Range;

use source::{Severity, SourceId, Sources, Span};

use crate::document::{Document, DocumentKind, Texts};
use crate::{model, range, test};

/// A remark at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The text that the place is in, where that is not the document.
    pub file: Option<String>,
    /// The place.
    pub range: Range<usize>,
    /// The remark; may be empty.
    pub text: String,
}

/// Something that is wrong, or suspicious: what the command says of the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The kind of mistake, such as `unknown-instruction`.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// Its place in the document. What is wrong in an included text has the place of the `include`; what is about no place, the beginning.
    pub range: Range<usize>,
    /// Remarks, that on the place itself among them.
    pub labels: Vec<Label>,
    /// What to do about it, one sentence each.
    pub help: Vec<String>,
}

/// All that is wrong with a text, in the order of its places.
///
/// For tests it is what `lakmus run` says when it reads them, for models what `lakmus model check` says.
pub fn diagnostics(document: &Document<'_>, texts: &dyn Texts) -> Vec<Diagnostic> {
    let mut found = match document.kind {
        DocumentKind::Test => {
            let read = test::mistakes::mistakes(document);
            let placed = read.found.iter().map(|found| placed(found, &read.sources, read.own, None));
            placed.collect::<Vec<_>>()
        }
        DocumentKind::Model => {
            let read = model::mistakes::mistakes(document, texts);
            let includes = model::includes(&read.sources, read.own, &read.included);
            // An included text is where its `include` stands.
            let place_of = |source: SourceId| {
                let first = read.included.way(read.own, source)?;
                includes.iter().find(|(_, included)| *included == first).map(|(span, _)| *span)
            };
            let placed = read.found.iter().map(|found| {
                let elsewhere = found.span().filter(|span| span.source != read.own);
                placed(found, &read.sources, read.own, elsewhere.and_then(|span| place_of(span.source)))
            });
            placed.collect()
        }
    };
    found.sort_by_key(|found| found.range.start);
    found
}

fn placed(found: &source::Diagnostic, sources: &Sources, own: SourceId, elsewhere: Option<Span>) -> Diagnostic {
    let place = elsewhere.or(found.span()).filter(|span| span.source == own);
    let label = |label: &source::Label| Label {
        file: (label.span.source != own).then(|| sources.name(label.span.source).to_owned()),
        range: range(label.span),
        text: label.text.clone(),
    };
    Diagnostic {
        severity: found.severity,
        code: found.code,
        message: found.message.clone(),
        range: place.map_or(0..0, range),
        labels: found.labels.iter().map(label).collect(),
        help: found.help.clone(),
    }
}
