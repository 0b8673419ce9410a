//! What came of a test under a model, as data.

use ::sim::{ConditionKind, Goal, Observation, Report, Turns, Verdict};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The result of a test under a model.
#[derive(Clone, Debug, Serialize)]
pub struct ResultRecord<'a> {
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

impl<'a> ResultRecord<'a> {
    /// Of a report.
    pub fn new(report: &'a Report) -> ResultRecord<'a> {
        ResultRecord {
            kind: match report.kind {
                ConditionKind::Allowed => "allowed",
                ConditionKind::Forbidden => "forbidden",
                ConditionKind::Required => "required",
            },
            condition: &report.condition,
            states: report.states.iter().map(|line| State::new(line)).collect(),
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
        }
    }
}

/// A final state: an object from locations to values, in the order of the log.
#[derive(Clone, Debug)]
struct State<'a>(Vec<(&'a str, &'a str)>);

impl<'a> State<'a> {
    /// `0:rax=0; [x]=1;` taken apart. What is no equation (`Fault(P0,x)`) stands for itself, with an empty value.
    fn new(line: &'a str) -> State<'a> {
        let items = line.split(';').map(str::trim).filter(|item| !item.is_empty());
        State(items.map(|item| item.split_once('=').unwrap_or((item, ""))).collect())
    }
}

impl Serialize for State<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(location, value)| map.serialize_entry(location, value))?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_taken_apart() {
        let line = "0:rax=x; [y]=1; a={1,2}; Fault(P0:L0,x);";
        assert_eq!(State::new(line).0, [("0:rax", "x"), ("[y]", "1"), ("a", "{1,2}"), ("Fault(P0:L0,x)", "")]);
        assert_eq!(State::new("").0, []);
    }
}
