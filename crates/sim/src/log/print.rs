//! Reports to text.

use std::fmt::{Result, Write};
use std::time::Duration;

use crate::{Kind, Observation, Report, Verdict};

/// Writes the block of `report`, its last empty line included. Lines that the report knows nothing for (time, hash) are left out.
///
/// # Errors
/// Those of `out`.
pub fn print(report: &Report, out: &mut (impl Write + ?Sized)) -> Result {
    // Words are written as they are: a batch prints many blocks, and formatting costs more than all the rest.
    let mut put = |pieces: &[&str]| pieces.iter().try_for_each(|piece| out.write_str(piece));
    let name = report.name.as_str();
    put(&["Test ", name, " ", kind(report.kind), "\n"])?;
    put(&["States ", &report.states.len().to_string(), "\n"])?;
    for state in &report.states {
        put(&[state, "\n"])?;
    }
    put(&[if report.is_cut { "Loop " } else { "" }, verdict(report.verdict), "\n"])?;
    let (positive, negative) = report.witnesses();
    put(&["Witnesses\nPositive: ", &positive.to_string(), " Negative: ", &negative.to_string(), "\n"])?;
    for flag in &report.flags {
        put(&["Flag ", flag, "\n"])?;
    }
    put(&["Condition ", &report.condition, "\n"])?;
    let (positive, negative) = (report.positive.to_string(), report.negative.to_string());
    put(&["Observation ", name, " ", observation(report.observation()), " ", &positive, " ", &negative, "\n"])?;
    if let Some(time) = report.time {
        put(&["Time ", name, " ", &seconds(time), "\n"])?;
    }
    if let Some(hash) = &report.hash {
        put(&["Hash=", hash, "\n"])?;
    }
    put(&["\n"])
}

/// Seconds with two digits behind the point.
fn seconds(time: Duration) -> String {
    let hundredths = (time.as_millis() + 5) / 10;
    let mut text = (hundredths as u64).to_string();
    while text.len() < 3 {
        text.insert(0, '0');
    }
    text.insert(text.len() - 2, '.');
    text
}

pub(super) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Allowed => "Allowed",
        Kind::Forbidden => "Forbidden",
        Kind::Required => "Required",
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
