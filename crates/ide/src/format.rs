//! Layout.

use crate::document::{Document, DocumentKind};
use crate::{model, test};

/// The text in its usual layout; none where mistakes keep it from being read, and then nothing is to be changed.
///
/// A model keeps its lines and its comments: blanks within lines, indentation and blank lines are put right. Of a test, each section that has no comments is
/// printed anew, as `lakmus` prints tests; the others stay as they are. Either way the text means what it meant.
pub fn format(document: &Document<'_>) -> Option<String> {
    match document.kind {
        DocumentKind::Model => model::format::format(document),
        DocumentKind::Test => test::format::format(document),
    }
}
