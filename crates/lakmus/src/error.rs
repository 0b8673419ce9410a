//! One error for all that can go wrong in the library.

use std::fmt;

use execution::ExecutionError;
use sim::RunError;
use source::{Diagnostic, Severity, Sources};

/// Why something has no result. It works with `?`, and renders as plain text, each mistake with its place:
///
/// ```text
/// SB.litmus:4:2: error[unknown-instruction]: unknown instruction `mvol`
///   help: did you mean `movl`?
/// ```
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    text: String,
    sources: Sources,
}

/// Whose fault it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The test or the model is at fault: these are the mistakes. Their places are in [`Error::sources`].
    Refused(Vec<Diagnostic>),
    /// A limit was reached, or the work was cancelled.
    Stopped(ExecutionError),
}

impl Error {
    /// The mistakes that were found in texts of `sources`.
    pub fn refused(found: Vec<Diagnostic>, sources: &Sources) -> Error {
        let lines: Vec<String> = found.iter().map(|diagnostic| line(diagnostic, Some(sources))).collect();
        Error { kind: ErrorKind::Refused(found), text: lines.join("\n"), sources: sources.clone() }
    }

    /// An error of a run whose places are in `sources`.
    pub fn of_run(error: RunError, sources: &Sources) -> Error {
        match error {
            RunError::Refused(found) => Error::refused(found, sources),
            RunError::Stopped(reason) => Error::stopped(reason),
        }
    }

    fn stopped(reason: ExecutionError) -> Error {
        Error { text: reason.to_string(), kind: ErrorKind::Stopped(reason), sources: Sources::new() }
    }

    /// The texts that the places of mistakes are in.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Whose fault it is.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Error {}

/// Places cannot be named without the sources: [`Error::of_run`] and [`Session`](crate::Session) do that.
impl From<RunError> for Error {
    fn from(error: RunError) -> Error {
        match error {
            RunError::Refused(found) => {
                let lines: Vec<String> = found.iter().map(|diagnostic| line(diagnostic, None)).collect();
                Error { kind: ErrorKind::Refused(found), text: lines.join("\n"), sources: Sources::new() }
            }
            RunError::Stopped(reason) => Error::stopped(reason),
        }
    }
}

/// A diagnostic with its place, and advice below it.
fn line(diagnostic: &Diagnostic, sources: Option<&Sources>) -> String {
    let place = diagnostic.span().zip(sources).map_or(String::new(), |(span, sources)| {
        let position = sources.position(span);
        format!("{}:{}:{}: ", sources.name(span.source), position.line, position.column)
    });
    let severity = match diagnostic.severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let help: String = diagnostic.help.iter().map(|advice| format!("\n  help: {advice}")).collect();
    format!("{place}{severity}[{}]: {}{help}", diagnostic.code, diagnostic.message)
}
