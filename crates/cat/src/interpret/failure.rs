//! Why a model cannot be run to its end.

use std::fmt;

use source::{Diagnostic, Span};

use super::value::Mixed;
use crate::Unsupported;
use crate::ir::Unbound;

/// Why a run of a model stopped without an answer.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The model does something that has no meaning.
    Evaluation(EvaluationError),
    /// A limit is exceeded: there may be an answer, but it is not known.
    Limit {
        /// Which one.
        limit: Limit,
        /// What was being evaluated.
        span: Span,
    },
    /// An `assert` of the model does not hold: the test is not one that the model can judge.
    Assertion {
        /// The check.
        span: Span,
        /// Its name.
        name: Option<String>,
    },
    /// The caller asked to stop.
    Cancelled,
}

/// What is limited; see [`Limits`](super::Limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Steps of evaluation.
    Steps,
    /// Evaluations that wait for others, or values inside values.
    Depth,
    /// Elements of a set of sets, relations or tuples.
    Elements,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Steps => "too many steps",
            Limit::Depth => "too deep a recursion",
            Limit::Elements => "too many elements in a set",
        })
    }
}

/// An error that cat's `try` can catch.
#[derive(Clone, Debug)]
pub struct EvaluationError {
    /// The expression that has no value.
    pub span: Span,
    pub(crate) complaint: Complaint,
    /// The calls that led there, innermost first; the first few of them.
    pub(crate) calls: Vec<Span>,
}

/// What is wrong with an expression.
#[derive(Clone, Debug)]
pub(crate) enum Complaint {
    Unbound(Unbound),
    Expected { expected: &'static str, found: &'static str },
    Mixed(Mixed),
    Unsupported(Unsupported),
    Other(String),
}

impl From<Mixed> for Complaint {
    fn from(mixed: Mixed) -> Complaint {
        Complaint::Mixed(mixed)
    }
}

impl From<Unsupported> for Complaint {
    fn from(unsupported: Unsupported) -> Complaint {
        Complaint::Unsupported(unsupported)
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Complaint::Unbound(unbound) => write!(f, "`{}` is not defined", unbound.name),
            Complaint::Expected { expected, found } => write!(f, "expected {expected}, found {found}"),
            Complaint::Mixed(Mixed(one, other)) if one == other => write!(f, "{one} cannot be compared with another"),
            Complaint::Mixed(Mixed(one, other)) => write!(f, "{one} and {other} do not go together"),
            Complaint::Unsupported(unsupported) => unsupported.fmt(f),
            Complaint::Other(message) => f.write_str(message),
        }
    }
}

impl EvaluationError {
    /// The error for people to read.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let code = if matches!(self.complaint, Complaint::Unbound(_)) { "unbound-name" } else { "evaluation" };
        let mut diagnostic = Diagnostic::error(code, self.span, self.complaint.to_string());
        for &call in &self.calls {
            diagnostic = diagnostic.label(call, "called from here");
        }
        match &self.complaint {
            Complaint::Unbound(unbound) => unbound.advise(diagnostic),
            _ => diagnostic,
        }
    }
}

impl Failure {
    /// The failure for people to read.
    pub fn to_diagnostic(&self) -> Diagnostic {
        match self {
            Failure::Evaluation(error) => error.to_diagnostic(),
            Failure::Limit { limit, span } => {
                Diagnostic::error("limit", *span, format!("the model cannot be evaluated within the limits: {limit}"))
                    .label(*span, "stopped here")
                    .help("does a recursion in the model not end?")
            }
            Failure::Assertion { span, name } => {
                let name = name.as_ref().map_or(String::new(), |name| format!(" `{name}`"));
                Diagnostic::error(
                    "assertion",
                    *span,
                    format!("the model's assertion{name} does not hold for this test"),
                )
            }
            Failure::Cancelled => Diagnostic::new(source::Severity::Error, "cancelled", "cancelled"),
        }
    }

    /// Whether `try` catches it.
    pub(crate) fn is_catchable(&self) -> bool {
        matches!(self, Failure::Evaluation(_))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_diagnostic().message)
    }
}

impl std::error::Error for Failure {}
