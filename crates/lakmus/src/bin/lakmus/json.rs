//! Results as data: one JSON object a line. `docs/json.md` describes the fields; they may grow in number and do not change.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use sim::{ConditionKind, Goal, Observation, Report, Turns, Verdict};
use source::{Diagnostic, Severity, Sources};

use crate::failure::Failure;
use crate::show::data::{ExecutionObject, ExplanationObject};

/// One line.
#[derive(Serialize)]
pub(crate) struct Record<'a> {
    pub(crate) file: &'a str,
    pub(crate) test: Option<&'a str>,
    pub(crate) architecture: Option<&'a str>,
    pub(crate) model: Option<&'a str>,
    #[serde(flatten)]
    pub(crate) outcome: Outcome<'a>,
    #[serde(flatten)]
    pub(crate) shown: Option<ShownObject>,
    pub(crate) warnings: Vec<Message<'a>>,
}

/// What `--show` asks for.
#[derive(Serialize)]
pub(crate) struct ShownObject {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) executions: Vec<ExecutionObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) explanation: Option<ExplanationObject>,
}

/// What came of a test.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome<'a> {
    Result(ResultObject<'a>),
    Error(ErrorObject<'a>),
}

#[derive(Serialize)]
pub(crate) struct ResultObject<'a> {
    kind: &'static str,
    condition: &'a str,
    states: Vec<State<'a>>,
    verdict: &'static str,
    observation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<&'static str>,
    positive: u64,
    negative: u64,
    flags: &'a [String],
    complete: bool,
    cut_at: Option<&'a str>,
    time: Option<f64>,
    hash: Option<&'a str>,
}

#[derive(Serialize)]
pub(crate) struct ErrorObject<'a> {
    kind: &'static str,
    diagnostics: Vec<Message<'a>>,
}

/// A diagnostic.
#[derive(Serialize)]
pub(crate) struct Message<'a> {
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    labels: Vec<PlaceObject<'a>>,
    help: &'a [String],
}

#[derive(Serialize)]
pub(crate) struct PlaceObject<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    snippet: &'a str,
    text: &'a str,
}

/// A final state: an object from locations to values, in the order of the log.
struct State<'a>(Vec<(&'a str, &'a str)>);

impl Serialize for State<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(location, value)| map.serialize_entry(location, value))?;
        map.end()
    }
}

/// `0:rax=0; [x]=1;` taken apart. What is no equation (`Fault(P0,x)`) stands for itself, with an empty value.
fn state(line: &str) -> State<'_> {
    let items = line.split(';').map(str::trim).filter(|item| !item.is_empty());
    State(items.map(|item| item.split_once('=').unwrap_or((item, ""))).collect())
}

impl<'a> Record<'a> {
    /// The line, with its line end.
    pub(crate) fn line(&self) -> String {
        // Strings, numbers, and maps with string keys: there is nothing that JSON could not hold.
        serde_json::to_string(self).expect("a record is plain data") + "\n"
    }
}

impl<'a> Outcome<'a> {
    pub(crate) fn result(report: &'a Report) -> Outcome<'a> {
        Outcome::Result(ResultObject {
            kind: match report.kind {
                ConditionKind::Allowed => "allowed",
                ConditionKind::Forbidden => "forbidden",
                ConditionKind::Required => "required",
            },
            condition: &report.condition,
            states: report.states.iter().map(|line| state(line)).collect(),
            verdict: match report.verdict {
                Verdict::Ok => "ok",
                Verdict::No => "no",
                Verdict::Undef => "undef",
            },
            observation: match report.observation() {
                Observation::Never => "never",
                Observation::Sometimes => "sometimes",
                Observation::Always => "always",
            },
            mode: match report.goal {
                Goal::Counts => None,
                Goal::States => Some("states"),
                Goal::Decision => Some("decide"),
            },
            turns: match report.turns {
                Turns::All => None,
                Turns::LeftOut => Some("left-out"),
                Turns::Kept { .. } => Some("kept"),
            },
            positive: report.positive,
            negative: report.negative,
            flags: &report.flags,
            complete: !report.is_cut,
            cut_at: report.cut_at.as_deref(),
            time: report.time.map(|time| time.as_secs_f64()),
            hash: report.hash.as_deref(),
        })
    }

    pub(crate) fn failure(failure: &'a Failure, sources: &'a Sources) -> Outcome<'a> {
        let diagnostics = failure.found.iter().map(|diagnostic| message(diagnostic, sources)).collect();
        Outcome::Error(ErrorObject { kind: failure.kind.name(), diagnostics })
    }
}

/// A diagnostic as data.
pub(crate) fn message<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Message<'a> {
    let labels = diagnostic.labels.iter().map(|label| {
        let position = sources.position(label.span);
        PlaceObject {
            file: sources.name(label.span.source),
            line: position.line,
            column: position.column,
            snippet: sources.snippet(label.span),
            text: &label.text,
        }
    });
    let labels: Vec<PlaceObject<'a>> = labels.collect();
    let primary = labels.first();
    Message {
        severity: match diagnostic.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        },
        code: diagnostic.code,
        message: &diagnostic.message,
        file: primary.map(|place| place.file),
        line: primary.map(|place| place.line),
        column: primary.map(|place| place.column),
        labels,
        help: &diagnostic.help,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_taken_apart() {
        let line = "0:rax=x; [y]=1; a={1,2}; Fault(P0:L0,x);";
        assert_eq!(state(line).0, [("0:rax", "x"), ("[y]", "1"), ("a", "{1,2}"), ("Fault(P0:L0,x)", "")]);
        assert_eq!(state("").0, []);
    }
}
