//! What keeps a test from having a result.

use cat::Failure;
use execution::ExecutionError;
use source::Diagnostic;
use thiserror::Error;

/// Why a test has no result.
#[derive(Clone, Debug, Error)]
pub enum JavaError {
    /// The test or the model is at fault.
    #[error("the test or the model is refused")]
    Refused(Vec<Diagnostic>),
    /// A limit of the enumeration was reached, or it was cancelled.
    #[error(transparent)]
    Stopped(#[from] ExecutionError),
    /// More of something than this crate takes.
    #[error("there are more than {limit} {what}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many are possible.
        limit: usize,
    },
}

impl From<Diagnostic> for JavaError {
    fn from(diagnostic: Diagnostic) -> JavaError {
        JavaError::Refused(vec![diagnostic])
    }
}

impl From<Failure> for JavaError {
    fn from(failure: Failure) -> JavaError {
        match failure {
            Failure::Cancelled => JavaError::Stopped(ExecutionError::Cancelled),
            failure => failure.to_diagnostic().into(),
        }
    }
}

impl From<sim::RunError> for JavaError {
    fn from(error: sim::RunError) -> JavaError {
        match error {
            sim::RunError::Refused(found) => JavaError::Refused(found),
            sim::RunError::Stopped(reason) => JavaError::Stopped(reason),
        }
    }
}
