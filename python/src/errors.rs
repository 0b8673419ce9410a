//! The exceptions of `lakmus/errors.py`.

use std::sync::atomic::{AtomicBool, Ordering};

use lakmus::record::DiagnosticRecord;
use lakmus::source::{Diagnostic, Sources};
use lakmus::{Error, ErrorKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pythonize::pythonize;

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something that was given is at fault.
    Refused {
        text: String,
        /// The mistakes, with their places in `sources`; empty where they have none.
        found: Vec<Diagnostic>,
        sources: Box<Sources>,
    },
    /// A limit of the library was reached.
    Limit(String),
    /// The limit of time was reached.
    Time,
}

impl Failure {
    /// A refusal that has no place.
    pub(crate) fn plain(text: impl ToString) -> Failure {
        Failure::Refused { text: text.to_string(), found: Vec::new(), sources: Box::default() }
    }

    /// Mistakes with their places.
    pub(crate) fn refused(found: Vec<Diagnostic>, sources: &Sources) -> Failure {
        Failure::new(&Error::refused(found, sources), &AtomicBool::new(false))
    }

    /// Of an error of work that was to stop when `flag` was set.
    pub(crate) fn new(error: &Error, flag: &AtomicBool) -> Failure {
        match error.kind() {
            ErrorKind::Refused(found) => Failure::Refused {
                text: error.to_string(),
                found: found.clone(),
                sources: Box::new(error.sources().clone()),
            },
            // Whatever else there may be has a message.
            _ if flag.load(Ordering::Relaxed) => Failure::Time,
            _ => Failure::Limit(error.to_string()),
        }
    }

    /// Of clang, or of a file that it cannot have.
    pub(crate) fn of_clang(error: lakmus::clang::Error) -> Failure {
        match error {
            lakmus::clang::Error::Malformed(malformed) => Failure::refused(malformed.diagnostics, &malformed.sources),
            other => Failure::plain(other),
        }
    }

    /// As an exception.
    pub(crate) fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            Failure::Refused { text, found, sources } => {
                let records: Vec<DiagnosticRecord<'_>> =
                    found.iter().map(|one| DiagnosticRecord::new(one, &sources)).collect();
                match pythonize(py, &records) {
                    Ok(records) => exception(py, "Refused", (text, records)),
                    Err(error) => error.into(),
                }
            }
            Failure::Limit(text) => exception(py, "LimitReached", (text,)),
            Failure::Time => exception(py, "LimitReached", ("the time is over",)),
        }
    }
}

/// A mistake in the caller's arguments.
pub(crate) fn value(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// A mistake of ours.
pub(crate) fn internal(py: Python<'_>, text: &str) -> PyErr {
    exception(py, "InternalError", (format!("a mistake in lakmus: {text}"),))
}

/// An exception of this name, made of these arguments.
fn exception<'py>(py: Python<'py>, name: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let class = py.import("lakmus.errors").and_then(|module| module.getattr(name));
    class.and_then(|class| class.call1(arguments)).map_or_else(|error| error, PyErr::from_value)
}
