//! What was asked for and what came of each part of it, in the same words in all formats: `passed`, `failed`, `skipped`, `error`.
//!
//! A case passes where all of it was looked at and nothing was found. Whatever was not looked at is a gap with its reason, so that no format shows as passed what was not tested.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Value, json};

use crate::Status;

/// What came of a case, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CaseOutcome {
    /// All of it was looked at, and nothing was found.
    Passed,
    /// Some of it was not looked at, for a reason that is known.
    Skipped,
    /// Some of it could not be looked at: a program or an input does not do what it should.
    Error,
    /// Something was found.
    Failed,
}

impl CaseOutcome {
    pub(crate) const ALL: [CaseOutcome; 4] =
        [CaseOutcome::Passed, CaseOutcome::Failed, CaseOutcome::Skipped, CaseOutcome::Error];

    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            CaseOutcome::Passed => "passed",
            CaseOutcome::Failed => "failed",
            CaseOutcome::Skipped => "skipped",
            CaseOutcome::Error => "error",
        }
    }
}

/// A part of what was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// What kind of part it is: `test`, `profile`.
    pub(crate) suite: String,
    pub(crate) name: String,
    pub(crate) findings: Vec<Finding>,
    pub(crate) gaps: Vec<Gap>,
}

/// Something that was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finding {
    /// The name of what it goes against.
    pub(crate) rule: &'static str,
    /// Whether it is worth saying and no failure.
    pub(crate) is_note: bool,
    /// In one line.
    pub(crate) message: String,
    /// In full.
    pub(crate) details: String,
    pub(crate) places: Vec<SourcePlace>,
    /// For each piece of code that it needs, the profiles that give it.
    pub(crate) blamed: Vec<Vec<String>>,
    /// What it is known as, where it is accepted.
    pub(crate) accepted: Option<String>,
}

/// A place in a file.
#[derive(Clone, Debug)]
pub(crate) struct SourcePlace {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// Something that was not looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Gap {
    /// [`CaseOutcome::Skipped`] or [`CaseOutcome::Error`].
    pub(crate) outcome: CaseOutcome,
    pub(crate) reason: String,
}

impl Gap {
    pub(crate) fn skipped(reason: impl Into<String>) -> Gap {
        Gap { outcome: CaseOutcome::Skipped, reason: reason.into() }
    }

    pub(crate) fn error(reason: impl Into<String>) -> Gap {
        Gap { outcome: CaseOutcome::Error, reason: reason.into() }
    }
}

impl Case {
    pub(crate) fn new(suite: &str, name: impl Into<String>) -> Case {
        Case { suite: suite.to_owned(), name: name.into(), findings: Vec::new(), gaps: Vec::new() }
    }

    /// What came of it.
    pub(crate) fn outcome(&self) -> CaseOutcome {
        if self.failures().next().is_some() {
            return CaseOutcome::Failed;
        }
        self.gaps.iter().map(|gap| gap.outcome).max().unwrap_or(CaseOutcome::Passed)
    }

    fn failures(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| !finding.is_note)
    }

    /// As JSON.
    pub(crate) fn value(&self) -> Value {
        json!({
            "suite": self.suite,
            "name": self.name,
            "outcome": self.outcome(),
            "findings": self.findings.iter().map(|finding| &finding.message).collect::<Vec<_>>(),
            "gaps": self.gaps,
        })
    }

    /// Reasons, a line each.
    fn reasons(&self) -> String {
        self.gaps.iter().map(|gap| format!("{}: {}\n", gap.outcome.word(), gap.reason)).collect()
    }
}

/// What the process ends with.
pub(crate) fn status_of(cases: &[Case]) -> Status {
    match cases.iter().map(Case::outcome).max() {
        Some(CaseOutcome::Failed) => Status::Found,
        Some(CaseOutcome::Error | CaseOutcome::Skipped) => Status::Incomplete,
        Some(CaseOutcome::Passed) | None => Status::Success,
    }
}

fn count(cases: &[Case], outcome: CaseOutcome) -> usize {
    cases.iter().filter(|case| case.outcome() == outcome).count()
}

/// How many cases came to what, as JSON.
pub(crate) fn counts_value(cases: &[Case]) -> Value {
    let of = |outcome: CaseOutcome| (outcome.word().to_owned(), json!(count(cases, outcome)));
    Value::Object(CaseOutcome::ALL.into_iter().map(of).collect())
}

/// How many cases came to what, and which did not pass, for people.
pub(crate) fn summary(cases: &[Case]) -> String {
    let counts = CaseOutcome::ALL.map(|outcome| format!("{} {}", count(cases, outcome), outcome.word()));
    let mut text = format!("Cases: {}\n", counts.join(", "));
    for outcome in [CaseOutcome::Failed, CaseOutcome::Skipped, CaseOutcome::Error] {
        let of = cases.iter().filter(|case| case.outcome() == outcome);
        let names: Vec<String> = of.map(|case| format!("{} {}", case.suite, case.name)).collect();
        if !names.is_empty() {
            let _ = writeln!(text, "  {}: {}", outcome.word(), names.join(", "));
        }
    }
    text
}

/// What is accepted, and what was to be accepted and was not found, a line each.
pub(crate) fn accepted_text(cases: &[Case], unused: &[&str]) -> String {
    let mut text = String::new();
    let accepted = cases.iter().flat_map(|case| &case.findings).filter(|finding| finding.accepted.is_some());
    for finding in accepted {
        let _ = writeln!(text, "{}", finding.message);
    }
    if !unused.is_empty() {
        let _ = writeln!(text, "accepted and not found: {}", unused.join(", "));
    }
    text
}

/// JUnit's XML: a suite for each kind of case.
pub(crate) fn junit(cases: &[Case]) -> String {
    let of = |cases: &[&Case]| {
        let count = |outcome: CaseOutcome| cases.iter().filter(|case| case.outcome() == outcome).count();
        format!(
            "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
            cases.len(),
            count(CaseOutcome::Failed),
            count(CaseOutcome::Error),
            count(CaseOutcome::Skipped)
        )
    };
    let mut suites: Vec<&str> = Vec::new();
    for case in cases {
        if !suites.contains(&case.suite.as_str()) {
            suites.push(&case.suite);
        }
    }
    let all: Vec<&Case> = cases.iter().collect();
    let mut text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n", of(&all));
    for suite in suites {
        let own: Vec<&Case> = cases.iter().filter(|case| case.suite == suite).collect();
        let _ = writeln!(text, "<testsuite name=\"{}\" {}>", escaped(suite), of(&own));
        own.iter().for_each(|case| junit_case(case, &mut text));
        text.push_str("</testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn junit_case(case: &Case, text: &mut String) {
    let (suite, name) = (escaped(&case.suite), escaped(&case.name));
    let _ = write!(text, "<testcase classname=\"{suite}\" name=\"{name}\">");
    let first = case.gaps.iter().max_by_key(|gap| gap.outcome).map_or("", |gap| &gap.reason);
    let reasons = escaped(&case.reasons());
    let mut beside = String::new();
    match case.outcome() {
        CaseOutcome::Passed => {}
        CaseOutcome::Failed => {
            for finding in case.failures() {
                let (message, details) = (escaped(&finding.message), escaped(&finding.details));
                let _ = write!(text, "<failure message=\"{message}\">{details}</failure>");
            }
            beside.push_str(&reasons);
        }
        // (JUnit's schema has one of these for a case: all reasons stand in its text.)
        CaseOutcome::Skipped => _ = write!(text, "<skipped message=\"{}\">{reasons}</skipped>", escaped(first)),
        CaseOutcome::Error => _ = write!(text, "<error message=\"{}\">{reasons}</error>", escaped(first)),
    }
    for note in case.findings.iter().filter(|finding| finding.is_note) {
        let _ = writeln!(beside, "note: {}", escaped(&note.message));
    }
    if !beside.is_empty() {
        let _ = write!(text, "<system-out>{beside}</system-out>");
    }
    text.push_str("</testcase>\n");
}

/// A text in XML. Most control characters are none there.
fn escaped(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => all.push_str("&amp;"),
            '<' => all.push_str("&lt;"),
            '>' => all.push_str("&gt;"),
            '"' => all.push_str("&quot;"),
            '\n' | '\t' => all.push(character),
            '\u{fffe}' | '\u{ffff}' => all.push('?'),
            control if control.is_control() => all.push('?'),
            other => all.push(other),
        }
    }
    all
}

/// SARIF 2.1.0 (OASIS): a result for each finding, a notification for each gap.
pub(crate) fn sarif(tool: &str, rules: &[(&str, &str)], cases: &[Case]) -> String {
    let rule = |(id, text): &(&str, &str)| json!({ "id": id, "shortDescription": { "text": text } });
    let place = |place: &SourcePlace| {
        json!({ "physicalLocation": {
            "artifactLocation": { "uri": place.file },
            "region": { "startLine": place.line, "startColumn": place.column },
        } })
    };
    let suppression = |bug: &String| json!({ "kind": "external", "justification": format!("known as {bug}") });
    let result = |finding: &Finding| {
        json!({
            "ruleId": finding.rule,
            "level": if finding.is_note { "note" } else { "error" },
            "message": { "text": finding.message },
            "suppressions": finding.accepted.iter().map(suppression).collect::<Vec<Value>>(),
            "locations": finding.places.iter().map(place).collect::<Vec<Value>>(),
        })
    };
    let notification = |case: &Case, gap: &Gap| {
        json!({
            "level": if gap.outcome == CaseOutcome::Error { "error" } else { "warning" },
            "descriptor": { "id": gap.outcome },
            "message": { "text": format!("{} {}: {}", case.suite, case.name, gap.reason) },
        })
    };
    let notifications: Vec<Value> =
        cases.iter().flat_map(|case| case.gaps.iter().map(|gap| notification(case, gap))).collect();
    let is_successful = cases.iter().flat_map(|case| &case.gaps).all(|gap| gap.outcome != CaseOutcome::Error);
    let descriptors = [
        rule(&("skipped", "Something was not looked at, for a reason that is known")),
        rule(&("error", "Something could not be looked at")),
    ];
    let whole = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": tool,
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(rule).collect::<Vec<Value>>(),
                "notifications": descriptors,
            } },
            "invocations": [{ "executionSuccessful": is_successful, "toolExecutionNotifications": notifications }],
            "results": cases.iter().flat_map(|case| &case.findings).map(result).collect::<Vec<Value>>(),
            "properties": { "counts": counts_value(cases) },
        }],
    });
    let mut text = serde_json::to_string_pretty(&whole).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(gaps: &[Gap], is_found: bool) -> Case {
        let finding = Finding { rule: "r", message: "m".to_owned(), ..Finding::default() };
        let findings = if is_found { vec![finding] } else { Vec::new() };
        Case { findings, gaps: gaps.to_vec(), ..Case::new("test", "a<b") }
    }

    #[test]
    fn what_was_not_looked_at_never_passes() {
        assert_eq!(case(&[], false).outcome(), CaseOutcome::Passed);
        assert_eq!(case(&[Gap::skipped("s")], false).outcome(), CaseOutcome::Skipped);
        assert_eq!(case(&[Gap::skipped("s"), Gap::error("e")], false).outcome(), CaseOutcome::Error);
        assert_eq!(case(&[Gap::error("e")], true).outcome(), CaseOutcome::Failed);
        assert_eq!(status_of(&[case(&[], false), case(&[Gap::skipped("s")], false)]), Status::Incomplete);
    }

    #[test]
    fn formats_have_the_same_cases() {
        let all = [case(&[Gap::skipped("s\u{1}")], false), case(&[], true), case(&[Gap::error("e")], false)];
        let xml = junit(&all);
        assert!(xml.contains("tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"1\""), "{xml}");
        assert!(xml.contains("name=\"a&lt;b\"><skipped message=\"s?\">"), "{xml}");
        let found: Value = serde_json::from_str(&sarif("t", &[], &all)).expect("it is JSON");
        let run = &found["runs"][0];
        assert_eq!(run["results"].as_array().map(Vec::len), Some(1));
        assert_eq!(run["invocations"][0]["toolExecutionNotifications"].as_array().map(Vec::len), Some(2));
        assert!(summary(&all).starts_with("Cases: 0 passed, 1 failed, 1 skipped, 1 error\n"));
    }
}
