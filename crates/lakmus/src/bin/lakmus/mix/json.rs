//! What `lakmus mix run --format json` prints: one object for the batch, of which each test is a line that is printed when the test is done. A run that is ended has printed
//! what it had.

use lakmus::record::{BugRecord, MixRecord};
use mix::TestResult;
use mix::classes::Classes;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cases::{self, Case, CaseOutcome, Gap as CaseGap};

use super::executions::Executions;
use super::report::{Beside, Report};

#[derive(Serialize)]
struct Gap<'a> {
    profile: &'a str,
    function: &'a str,
    reason: &'a str,
}

#[derive(Serialize)]
struct OneTest<'a> {
    // First, as its first field is the name: a line of a stream begins with that.
    #[serde(flatten)]
    record: MixRecord<'a>,
    outcome: CaseOutcome,
    gaps: &'a [CaseGap],
    /// What `--minimise` found.
    #[serde(skip_serializing_if = "Option::is_none")]
    smallest: Option<&'a str>,
}

/// What stands before the tests.
pub(super) fn begin(report: &Report<'_>, code: &Classes) -> String {
    let name = |id: mix::ProfileId| report.profiles[id.number() as usize].name.as_str();
    let refused: Vec<Value> = code.refused.iter().map(|(id, reason)| json!([name(*id), reason])).collect();
    let unsupported: Vec<Value> =
        report.batch.unsupported.iter().map(|(path, reason)| json!([path.display().to_string(), reason])).collect();
    let texts: Vec<String> =
        code.gaps.iter().map(|gap| report.batch.fragments.text(gap.fragment).trim_end().to_owned()).collect();
    let gaps: Vec<Gap<'_>> = code
        .gaps
        .iter()
        .zip(&texts)
        .map(|(gap, function)| Gap { profile: name(gap.profile), function, reason: &gap.reason })
        .collect();
    let profiles: Vec<&str> = report.profiles.iter().map(|profile| profile.name.as_str()).collect();
    format!(
        "{{\n\"profiles\": {},\n\"refused_profiles\": {},\n\"unsupported_tests\": {},\n\"unsupported_code\": {},\n\"tests\": [",
        json!(profiles),
        json!(refused),
        json!(unsupported),
        json!(gaps),
    )
}

/// What stands behind the tests.
pub(super) fn end(all: &[Case]) -> String {
    let values: Vec<Value> = all.iter().map(Case::value).collect();
    format!("\n],\n\"cases\": {},\n\"counts\": {}\n}}\n", json!(values), cases::counts_value(all))
}

/// A batch without a test that could be mixed.
pub(super) fn only(all: &[Case]) -> String {
    "{\n\"tests\": [".to_owned() + &end(all)
}

/// A test, behind its separator.
pub(super) fn test(number: usize, report: &Report<'_>, result: &TestResult, beside: &Beside, case: &Case) -> String {
    let executions = |bug: usize| beside.executions.get(&bug).filter(|_| report.args.show).map(Executions::text);
    let bugs = report.numbered_bugs(result).zip(&case.findings).map(|((number, bug), finding)| {
        BugRecord::new(result, bug, report.profiles).with(finding.accepted.as_deref(), executions(number))
    });
    let one = OneTest {
        outcome: case.outcome(),
        gaps: &case.gaps,
        record: MixRecord::with_bugs(result, bugs.collect()),
        smallest: beside.smallest.as_ref().map(|smallest| smallest.text.as_str()),
    };
    let text = serde_json::to_string(&one).unwrap_or_default();
    format!("{}{text}", if number == 0 { "\n" } else { ",\n" })
}
