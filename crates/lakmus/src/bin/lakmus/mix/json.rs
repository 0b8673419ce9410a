//! What `lakmus mix run --format json` prints: one object for the batch, of which each test is a line that is printed when the test is done. A run that is ended has printed
//! what it had.

use std::collections::BTreeMap;

use serde::Serialize;

use mix::TestResult;
use mix::classes::Classes;
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
    name: &'a str,
    outcome: CaseOutcome,
    gaps: &'a [CaseGap],
    pieces: Vec<Piece<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'a str>,
    allowed: Vec<String>,
    bugs: Vec<OneBug<'a>>,
    combinations_of_profiles: f64,
    combinations: usize,
    judged: usize,
    different: usize,
    cut: bool,
    unknown: &'a BTreeMap<String, usize>,
    without_code: Vec<&'a str>,
    seconds: f64,
    /// What `--minimise` found.
    #[serde(skip_serializing_if = "Option::is_none")]
    smallest: Option<&'a str>,
}

#[derive(Serialize)]
struct Piece<'a> {
    name: &'a str,
    source: &'a str,
}

#[derive(Serialize)]
struct OneBug<'a> {
    /// What it is known as, where it is accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<&'a str>,
    architecture: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    machine: Option<&'static str>,
    kind: &'static str,
    extra: Vec<String>,
    culprits: Vec<OneCulprit<'a>>,
    combinations: usize,
    assignment: BTreeMap<&'a str, String>,
    litmus: String,
    /// What `--show` shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    executions: Option<String>,
    fixed_by: Vec<Fix<'a>>,
}

#[derive(Serialize)]
struct OneCulprit<'a> {
    piece: &'a str,
    profiles: Vec<String>,
    code: &'a [String],
}

#[derive(Serialize)]
struct Fix<'a> {
    pieces: Vec<&'a str>,
    table: &'a str,
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
    let piece = |number: usize| result.pieces[number].0.as_str();
    let executions = |bug: usize| beside.executions.get(&bug).filter(|_| report.args.show);
    let bugs = report.numbered_bugs(result).zip(&case.findings).map(|((number, bug), finding)| OneBug {
        accepted: finding.accepted.as_deref(),
        architecture: bug.architecture.name(),
        machine: bug.machine.name(),
        kind: if bug.is_load_buffering { "load-buffering" } else { "bug" },
        extra: bug.extra.iter().map(|values| Report::outcome(result, values)).collect(),
        culprits: bug
            .culprits
            .iter()
            .map(|culprit| OneCulprit {
                piece: piece(culprit.piece),
                profiles: culprit.members.iter().map(|member| report.name(member)).collect(),
                code: &culprit.code,
            })
            .collect(),
        combinations: bug.combinations,
        assignment: bug.example.iter().enumerate().map(|(at, member)| (piece(at), report.name(member))).collect(),
        litmus: mix::as_herd_reads(&bug.litmus, bug.architecture),
        executions: executions(number).map(Executions::text),
        fixed_by: bug
            .fixed_by
            .iter()
            .map(|(at, table)| Fix { pieces: at.iter().map(|at| piece(*at)).collect(), table })
            .collect(),
    });
    let one = OneTest {
        name: &result.name,
        outcome: case.outcome(),
        gaps: &case.gaps,
        pieces: result.pieces.iter().map(|(name, source)| Piece { name, source }).collect(),
        undefined: result.undefined.as_deref(),
        failed: result.failed.as_deref(),
        allowed: result.allowed.iter().map(|values| Report::outcome(result, values)).collect(),
        bugs: bugs.collect(),
        combinations_of_profiles: result.combinations_of_profiles,
        combinations: result.combinations,
        judged: result.judged,
        different: result.different,
        cut: result.is_cut,
        unknown: &result.unknown,
        without_code: result.without_code.iter().map(String::as_str).collect(),
        seconds: result.seconds,
        smallest: beside.smallest.as_ref().map(|smallest| smallest.text.as_str()),
    };
    let text = serde_json::to_string(&one).unwrap_or_default();
    format!("{}{text}", if number == 0 { "\n" } else { ",\n" })
}
