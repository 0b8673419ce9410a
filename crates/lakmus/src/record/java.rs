//! What a model that looks at several executions says of a Java test, as data.

use ::java::{Checked, Report};
use serde::Serialize;

/// What became of a test.
#[derive(Clone, Debug, Serialize)]
pub struct JavaRecord<'a> {
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

#[derive(Clone, Debug, Serialize)]
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

impl<'a> JavaRecord<'a> {
    /// Of the report on a test of this name, which was read from `file`.
    pub fn new(file: &'a str, test: &'a str, report: &'a Report) -> JavaRecord<'a> {
        let behaviours: Vec<BehaviourRecord<'a>> = report.behaviours.iter().map(BehaviourRecord::new).collect();
        JavaRecord {
            file,
            test,
            // A test has at least one condition.
            verdict: behaviours[0].verdict,
            expected: behaviours[0].expected,
            passes: behaviours.iter().all(|behaviour| behaviour.passes),
            outcomes: &report.outcomes,
            behaviours,
            cut_at: report.cut_at.as_deref(),
            cancelled: report.is_cancelled,
        }
    }
}
