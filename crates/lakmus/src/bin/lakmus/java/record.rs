//! Results as data: one JSON object a line. `docs/json.md` describes the fields.

use java::{Justified, Report};
use lakmus::record::JavaRecord;
use serde::Serialize;

use super::batch::{Failed, Loaded};
use crate::json;

/// The line of a test, with its line end, and with the justifications that were asked for.
pub(super) fn line(loaded: &Loaded, report: &Report, justified: &[Justified]) -> String {
    json::line(&JavaRecord::new(&loaded.file, loaded.test.name(), report).with_justifications(justified))
}

/// A test without a result.
#[derive(Serialize)]
pub(super) struct FailureRecord<'a> {
    file: &'a str,
    verdict: &'static str,
    error: Vec<&'a str>,
}

impl FailureRecord<'_> {
    /// The line, with its line end.
    pub(super) fn line(failed: &Failed) -> String {
        let error = failed.found.iter().map(|diagnostic| &*diagnostic.message).collect();
        json::line(&FailureRecord { file: &failed.file, verdict: "unknown", error })
    }
}
