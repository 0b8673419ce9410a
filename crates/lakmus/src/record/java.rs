//! What a model that looks at several executions says of a Java test, as data.

use ::java::{Checked, Justified, Report};
use serde::Serialize;

use super::DrawingRecord;

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
    /// Where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    justification: Option<JustificationRecord<'a>>,
}

/// A justification of an execution that shows the behaviour, or how far one gets.
#[derive(Clone, Debug, Serialize)]
struct JustificationRecord<'a> {
    /// The outcome of the execution; none where there is no justification.
    outcome: Option<&'a str>,
    stages: Vec<StageRecord<'a>>,
    /// Where there is none, the execution that would show it.
    missed: Option<DrawingRecord>,
    /// What cannot be committed behind the last stage.
    blocked: Vec<BlockedRecord<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct StageRecord<'a> {
    commits: &'a [String],
    drawing: DrawingRecord,
}

#[derive(Clone, Debug, Serialize)]
struct BlockedRecord<'a> {
    action: &'a str,
    reasons: &'a [String],
}

impl<'a> JustificationRecord<'a> {
    fn new(justified: &'a Justified) -> JustificationRecord<'a> {
        JustificationRecord {
            outcome: justified.outcome.as_deref(),
            stages: justified
                .stages
                .iter()
                .map(|stage| StageRecord { commits: &stage.commits, drawing: DrawingRecord::new(&stage.drawing) })
                .collect(),
            missed: justified.missed.as_ref().map(DrawingRecord::new),
            blocked: justified.blocked.iter().map(|(action, reasons)| BlockedRecord { action, reasons }).collect(),
        }
    }
}

impl<'a> BehaviourRecord<'a> {
    fn new(checked: &'a Checked) -> BehaviourRecord<'a> {
        BehaviourRecord {
            condition: &checked.behaviour.text,
            verdict: checked.verdict.word(),
            expected: checked.behaviour.expected.map(|expected| expected.word()),
            passes: checked.passes,
            witness: checked.witness.as_deref(),
            justification: None,
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

    /// With the justifications of its behaviours, in their order.
    #[must_use]
    pub fn with_justifications(mut self, justified: &'a [Justified]) -> JavaRecord<'a> {
        for (behaviour, justified) in self.behaviours.iter_mut().zip(justified) {
            behaviour.justification = Some(JustificationRecord::new(justified));
        }
        self
    }
}
