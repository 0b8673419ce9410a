//! Why a test has no result.

use sim::RunError;
use source::{Diagnostic, Severity, SourceId};

use crate::Status;

/// Why a test has no result.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    /// What to say about it, warnings included.
    pub(crate) found: Vec<Diagnostic>,
}

/// Why a piece of work on a test came to no result.
#[derive(Debug)]
pub(crate) enum Unfinished {
    /// The simulator refused the test or the model, or was stopped.
    Run(RunError),
    /// A thread that helped has panicked; this says where.
    Panicked(Diagnostic),
}

impl From<RunError> for Unfinished {
    fn from(error: RunError) -> Unfinished {
        Unfinished::Run(error)
    }
}

/// Whose fault it is that a test has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The test's or the model's.
    Refused,
    /// A limit of the simulator was reached.
    Limit,
    /// It needs more CPU time than `--timeout` allows.
    Timeout,
    /// It needs more memory than `--memory` allows.
    Memory,
    /// Ours.
    Internal,
}

impl FailureKind {
    /// The code of the diagnostic, and what JSON calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            FailureKind::Refused => "refused",
            FailureKind::Limit => "limit",
            FailureKind::Timeout => "timeout",
            FailureKind::Memory => "memory",
            FailureKind::Internal => "internal",
        }
    }
}

impl FailureKind {
    /// What the command ends with.
    pub(crate) fn status(self) -> Status {
        match self {
            FailureKind::Refused | FailureKind::Internal => Status::Refused,
            FailureKind::Limit | FailureKind::Timeout | FailureKind::Memory => Status::Incomplete,
        }
    }
}

impl Failure {
    /// Because of these, errors among them.
    pub(crate) fn refused(found: Vec<Diagnostic>) -> Failure {
        Failure { kind: FailureKind::Refused, found }
    }

    /// Because of a panic.
    pub(crate) fn internal(error: Diagnostic) -> Failure {
        Failure { kind: FailureKind::Internal, found: vec![error] }
    }

    /// Because it was stopped, for a reason that is the user's to change.
    pub(crate) fn stopped(kind: FailureKind, message: String) -> Failure {
        Failure { kind, found: vec![Diagnostic::new(Severity::Error, kind.name(), message)] }
    }

    /// The same, with the name of the test's file where no place in the test tells it.
    pub(crate) fn of(mut self, file: &str, source: SourceId) -> Failure {
        for diagnostic in &mut self.found {
            if diagnostic.labels.iter().all(|label| label.span.source != source) {
                diagnostic.message = format!("`{file}`: {}", diagnostic.message);
            }
        }
        self
    }
}
