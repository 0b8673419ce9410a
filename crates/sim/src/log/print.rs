//! Reports to text.

use std::fmt::{Result, Write};

use itoa::Buffer;

use crate::{ConditionKind, Goal, Observation, Report, Turns, Verdict};

/// Writes the block of `report`, its last empty line included. Lines that the report knows nothing for (time, hash) are left out.
///
/// # Errors
/// Those of `out`.
pub fn print(report: &Report, out: &mut (impl Write + ?Sized)) -> Result {
    // Words are written as they are: a batch prints many blocks, and formatting costs more than all the rest.
    let mut put = |pieces: &[&str]| pieces.iter().try_for_each(|piece| out.write_str(piece));
    let name = report.name.as_str();
    put(&["Test ", name, " ", kind(report.kind), "\n"])?;
    put(&["States ", Buffer::new().format(report.states.len()), "\n"])?;
    for state in &report.states {
        put(&[state, "\n"])?;
    }
    put(&[if report.is_cut { "Loop " } else { "" }, verdict(report.verdict), "\n"])?;
    let (positive, negative) = report.witnesses();
    put(&[
        "Witnesses\nPositive: ",
        Buffer::new().format(positive),
        " Negative: ",
        Buffer::new().format(negative),
        "\n",
    ])?;
    if let Some(mode) = mode(report.goal) {
        put(&["Mode ", mode, "\n"])?;
    }
    if report.turns == Turns::LeftOut {
        put(&[TURNS_LEFT_OUT, "\n"])?;
    }
    for flag in &report.flags {
        put(&["Flag ", flag, "\n"])?;
    }
    put(&["Condition ", &report.condition, "\n"])?;
    put(&["Observation ", name, " ", observation(report.observation())])?;
    put(&[" ", Buffer::new().format(report.positive), " ", Buffer::new().format(report.negative), "\n"])?;
    if let Some(time) = report.time {
        // Seconds with two digits behind the point.
        let hundredths = ((time.as_millis() + 5) / 10) as u64;
        put(&["Time ", name, " ", Buffer::new().format(hundredths / 100), "."])?;
        put(&[Buffer::new().format(hundredths / 10 % 10), Buffer::new().format(hundredths % 10), "\n"])?;
    }
    if let Some(hash) = &report.hash {
        put(&["Hash=", hash, "\n"])?;
    }
    put(&["\n"])
}

/// The line of a log whose outcomes do not depend on how often loops wait.
pub(super) const TURNS_LEFT_OUT: &str = "Turns left out";

/// What a log calls a search that counts no executions.
pub(super) fn mode(goal: Goal) -> Option<&'static str> {
    match goal {
        Goal::Counts => None,
        Goal::States => Some("states"),
        Goal::Decision => Some("decide"),
    }
}

pub(super) fn kind(kind: ConditionKind) -> &'static str {
    match kind {
        ConditionKind::Allowed => "Allowed",
        ConditionKind::Forbidden => "Forbidden",
        ConditionKind::Required => "Required",
    }
}

pub(super) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => "Ok",
        Verdict::No => "No",
        Verdict::Undef => "Undef",
    }
}

pub(super) fn observation(observation: Observation) -> &'static str {
    match observation {
        Observation::Never => "Never",
        Observation::Sometimes => "Sometimes",
        Observation::Always => "Always",
    }
}
