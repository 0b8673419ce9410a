//! Why a test has no result.

use execution::ExecutionError;
use source::Diagnostic;
use thiserror::Error;

/// Why a test has no result.
#[derive(Clone, Debug, Error)]
pub enum RunError {
    /// The test or the model is at fault.
    #[error("{}", messages(.0))]
    Refused(Vec<Diagnostic>),
    /// A limit was reached, or the simulation was cancelled.
    #[error(transparent)]
    Stopped(#[from] ExecutionError),
}

impl From<Diagnostic> for RunError {
    fn from(diagnostic: Diagnostic) -> RunError {
        RunError::Refused(vec![diagnostic])
    }
}

/// The messages of the errors among `found`, without their places.
fn messages(found: &[Diagnostic]) -> String {
    let errors: Vec<&str> =
        found.iter().filter(|diagnostic| diagnostic.is_error()).map(|error| error.message.as_str()).collect();
    errors.join("; ")
}
