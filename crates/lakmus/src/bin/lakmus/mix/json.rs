//! What `lakmus mix run --json` prints: one object for the batch.

use std::collections::BTreeMap;

use serde::Serialize;

use super::executions::Executions;
use super::report::Report;

#[derive(Serialize)]
struct Whole<'a> {
    profiles: Vec<&'a str>,
    tests: Vec<OneTest<'a>>,
    refused_profiles: &'a [(String, String)],
    unsupported_tests: Vec<(String, &'a str)>,
    unsupported_code: Vec<Gap<'a>>,
}

#[derive(Serialize)]
struct Gap<'a> {
    profile: &'a str,
    function: &'a str,
    reason: &'a str,
}

#[derive(Serialize)]
struct OneTest<'a> {
    name: &'a str,
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
    architecture: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    machine: Option<&'static str>,
    kind: &'static str,
    extra: Vec<String>,
    culprits: Vec<OneCulprit<'a>>,
    combinations: usize,
    assignment: BTreeMap<&'a str, String>,
    litmus: &'a str,
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

/// The batch as JSON, a line end behind it.
pub(super) fn print(report: &Report<'_>) -> String {
    let tests = report.summary.results.iter().enumerate().map(|(test, result)| {
        let piece = |number: usize| result.pieces[number].0.as_str();
        let executions = |bug: usize| report.executions.get(&(test, bug)).filter(|_| report.args.show);
        let bugs = report.numbered_bugs(result).map(|(number, bug)| OneBug {
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
            litmus: &bug.litmus,
            executions: executions(number).map(Executions::text),
            fixed_by: bug
                .fixed_by
                .iter()
                .map(|(at, table)| Fix { pieces: at.iter().map(|at| piece(*at)).collect(), table })
                .collect(),
        });
        OneTest {
            name: &result.name,
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
            smallest: report.smallest.get(&test).map(|smallest| smallest.text.as_str()),
        }
    });
    let gap = |gap: &'_ mix::Unsupported| (gap.profile.clone(), gap.text.clone(), gap.reason.clone());
    let gaps: Vec<(String, String, String)> = report.summary.unsupported.iter().map(gap).collect();
    let whole = Whole {
        profiles: report.profiles.iter().map(|profile| profile.name.as_str()).collect(),
        tests: tests.collect(),
        refused_profiles: &report.summary.refused,
        unsupported_tests: report
            .batch
            .unsupported
            .iter()
            .map(|(path, reason)| (path.display().to_string(), reason.as_str()))
            .collect(),
        unsupported_code: gaps.iter().map(|(profile, function, reason)| Gap { profile, function, reason }).collect(),
    };
    let mut text = serde_json::to_string_pretty(&whole).unwrap_or_default();
    text.push('\n');
    text
}
