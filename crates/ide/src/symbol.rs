//! The outline of a text.

use std::ops::Range;

use crate::document::{Document, DocumentKind};
use crate::{model, test};

/// What an entry of an outline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// A file that is included.
    Include,
    /// A set or relation that a model defines.
    Value,
    /// A function or procedure of a model.
    Function,
    /// A check of a model.
    Check,
    /// An enumeration.
    Enumeration,
    /// The initial state of a test.
    InitialState,
    /// A thread of a test.
    Thread,
    /// A label of a test.
    Label,
    /// The condition of a test.
    Condition,
}

/// An entry of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub range: Range<usize>,
    /// Its name, within that.
    pub name_range: Range<usize>,
    /// What is inside.
    pub children: Vec<Symbol>,
}

/// The outline of a text: what a model defines, asks and includes; the sections of a test.
pub fn symbols(document: &Document<'_>) -> Vec<Symbol> {
    match document.kind {
        DocumentKind::Model => model::symbols::symbols(document),
        DocumentKind::Test => test::TestView::with(document, test::symbols::symbols),
    }
}
