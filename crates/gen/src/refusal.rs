//! Why a cycle has no test.

use crate::edge::Edge;
use crate::vocabulary::Vocabulary;

/// Why a cycle has no test, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    message: String,
}

impl Refusal {
    pub(crate) fn new(message: impl Into<String>) -> Refusal {
        Refusal { message: message.into() }
    }

    /// Two edges that cannot be neighbours.
    pub(crate) fn between(vocabulary: &Vocabulary, left: &Edge, right: &Edge, why: &str) -> Refusal {
        let text = |edge: &Edge| vocabulary.cycle_text(std::slice::from_ref(edge));
        Refusal::new(format!("`{}` cannot be followed by `{}`: {why}", text(left), text(right)))
    }
}
