//! What a place means, in words.

use std::ops::Range;

use crate::document::{Document, DocumentKind, Texts};
use crate::{model, test};

/// What is said of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it is said of.
    pub range: Range<usize>,
    /// The words, in Markdown.
    pub markdown: String,
}

/// What stands at a byte of a text and what it means, if anything is known of it.
///
/// In models: names, with their kind and where they are defined, base relations, primitives, includes. In tests: instructions with what they do, registers,
/// locations, labels, the condition.
pub fn hover(document: &Document<'_>, texts: &dyn Texts, at: usize) -> Option<Hover> {
    let hover = match document.kind {
        DocumentKind::Model => model::hover::hover(&model::ModelView::new(document, texts), at),
        DocumentKind::Test => test::TestView::with(document, |view| test::hover::hover(view, at)),
    };
    hover.filter(|hover| !hover.markdown.is_empty())
}
