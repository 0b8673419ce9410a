//! Expected logs.

use std::collections::HashMap;
use std::path::Path;

use sim::{Report, log};
use source::Sources;

/// What is to come of a test.
pub(crate) enum Expected {
    /// This.
    Report(Box<Report>),
    /// Something else than this.
    Other(Box<Report>),
    /// An error, and what it says; nothing where that is not known.
    Rejected(&'static str),
    /// A result, which is not known: the reference simulator refuses the test.
    Accepted,
    /// Listed as such, and the reference simulator has a result: it has to be another one.
    Different(Box<Report>),
    /// Listed as such, and it cannot be: a failure.
    Surprise,
    /// The result is not known, which is a failure.
    Nothing,
}

impl Expected {
    /// For a test that is listed as refused by the reference simulator and accepted here, or judged differently.
    pub(crate) fn accepted(self) -> Expected {
        match self {
            Expected::Rejected(_) | Expected::Nothing => Expected::Accepted,
            Expected::Report(report) => Expected::Different(report),
            _ => Expected::Surprise,
        }
    }
}

/// The blocks of a log by the names of their tests.
///
/// # Panics
/// When there is no such log, or it is none.
pub(crate) fn read(path: &Path) -> HashMap<String, Report> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut sources = Sources::new();
    let source = sources.add(path.display().to_string(), text);
    let reports = log::parse(&sources, source).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
    reports.into_iter().map(|report| (report.name.clone(), report)).collect()
}
