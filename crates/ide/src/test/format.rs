//! The layout of tests.
use crate::document::Document;
/// The text in its usual layout.
pub(crate) fn format(_document: &Document<'_>) -> Option<String> {
    None
}
