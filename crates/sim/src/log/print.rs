//! Reports to text.

use std::fmt::{Result, Write};

use crate::{Kind, Observation, Report, Verdict};

/// Writes the block of `report`, its last empty line included. Lines that the report knows nothing for (time, hash) are left out.
///
/// # Errors
/// Those of `out`.
pub fn print(report: &Report, out: &mut dyn Write) -> Result {
    let name = &report.name;
    writeln!(out, "Test {name} {}", kind(report.kind))?;
    writeln!(out, "States {}", report.states.len())?;
    for state in &report.states {
        writeln!(out, "{state}")?;
    }
    let cut = if report.is_cut { "Loop " } else { "" };
    writeln!(out, "{cut}{}", verdict(report.verdict))?;
    let (positive, negative) = report.witnesses();
    writeln!(out, "Witnesses\nPositive: {positive} Negative: {negative}")?;
    for flag in &report.flags {
        writeln!(out, "Flag {flag}")?;
    }
    writeln!(out, "Condition {}", report.condition)?;
    let observed = observation(report.observation());
    writeln!(out, "Observation {name} {observed} {} {}", report.positive, report.negative)?;
    if let Some(time) = report.time {
        writeln!(out, "Time {name} {:.2}", time.as_secs_f64())?;
    }
    if let Some(hash) = &report.hash {
        writeln!(out, "Hash={hash}")?;
    }
    writeln!(out)
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
