//! Models in cat.

pub(crate) mod completion;
pub(crate) mod format;
pub(crate) mod hover;
pub(crate) mod mistakes;
pub(crate) mod symbols;
mod syntax;
pub(crate) mod tokens;
mod view;

pub(crate) use view::{ModelView, Named};

use source::{SourceId, Sources, Span};

use crate::document::Included;

/// What each `include` of a text stands for, as far as it was read.
pub(crate) fn includes(sources: &Sources, own: SourceId, included: &Included<'_>) -> Vec<(Span, SourceId)> {
    let files = syntax::includes(&cat::parse(sources, own).file);
    files.into_iter().filter_map(|(span, name)| Some((span, included.known(&name, own)?))).collect()
}
