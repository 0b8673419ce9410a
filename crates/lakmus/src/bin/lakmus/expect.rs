//! `--expect`: results against a log.

use std::path::Path;

use sim::Report;
use sim::log::{self, Difference};
use source::{Diagnostic, Sources};

use crate::files;

/// Reads the expected log.
///
/// # Errors
/// When it cannot be read or is no log.
pub(crate) fn read(path: &Path, sources: &mut Sources) -> Result<Vec<Report>, Diagnostic> {
    let source = files::add(path, sources)?;
    log::parse(sources, source)
}

/// What differs, to be printed, and a summary for the user.
pub(crate) fn tell(expected: &[Report], actual: &[Report]) -> (String, String, bool) {
    let differences = log::compare(expected, actual);
    let text: String = differences.iter().map(|difference: &Difference| format!("{difference}\n\n")).collect();
    let summary = match differences.len() {
        0 => format!("all as expected: {}", tests(actual.len())),
        count => format!("not as expected: {}", tests(count)),
    };
    (text, summary, differences.is_empty())
}

fn tests(count: usize) -> String {
    if count == 1 { "1 test".to_owned() } else { format!("{count} tests") }
}
