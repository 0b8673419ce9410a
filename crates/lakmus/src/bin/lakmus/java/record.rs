//! Results as data: one JSON object a line. `docs/json.md` describes the fields.

use java::{Checked, Report};
use serde::Serialize;

use super::batch::{Failed, Loaded};

/// What became of a test.
#[derive(Serialize)]
pub(super) struct CheckRecord<'a> {
    file: &'a str,
    test: &'a str,
    /// Of the first condition.
    verdict: &'static str,
    expected: Option<&'static str>,
    passes: bool,
    outcomes: &'a [String],
    behaviours: Vec<BehaviourRecord<'a>>,
    cut_at: Option<&'a str>,
    /// Whether the time was up: outcomes may be missing, and verdicts may be unknown.
    cancelled: bool,
}

#[derive(Serialize)]
struct BehaviourRecord<'a> {
    condition: &'a str,
    verdict: &'static str,
    expected: Option<&'static str>,
    passes: bool,
    witness: Option<&'a str>,
}

impl<'a> BehaviourRecord<'a> {
    fn new(checked: &'a Checked) -> BehaviourRecord<'a> {
        BehaviourRecord {
            condition: &checked.behaviour.text,
            verdict: checked.verdict.word(),
            expected: checked.behaviour.expected.map(|expected| expected.word()),
            passes: checked.passes,
            witness: checked.witness.as_deref(),
        }
    }
}

impl CheckRecord<'_> {
    /// The line, with its line end.
    pub(super) fn line(loaded: &Loaded, report: &Report) -> String {
        let behaviours: Vec<BehaviourRecord<'_>> = report.behaviours.iter().map(BehaviourRecord::new).collect();
        let record = CheckRecord {
            file: &loaded.file,
            test: loaded.test.name(),
            verdict: behaviours[0].verdict,
            expected: behaviours[0].expected,
            passes: behaviours.iter().all(|behaviour| behaviour.passes),
            outcomes: &report.outcomes,
            behaviours,
            cut_at: report.cut_at.as_deref(),
            cancelled: report.is_cancelled,
        };
        to_line(&record)
    }
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
        to_line(&FailureRecord { file: &failed.file, verdict: "unknown", error })
    }
}

/// An object as a line.
pub(super) fn to_line(record: &impl Serialize) -> String {
    // Strings, numbers and lists of them: there is nothing that JSON could not hold.
    serde_json::to_string(record).expect("a record is plain data") + "\n"
}
