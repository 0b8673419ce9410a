//! Reports to text.

use std::fmt::{Result, Write};

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
    put(&["States ", Decimal::of(report.states.len() as u64).as_str(), "\n"])?;
    for state in &report.states {
        put(&[state, "\n"])?;
    }
    put(&[if report.is_cut { "Loop " } else { "" }, verdict(report.verdict), "\n"])?;
    let (positive, negative) = report.witnesses();
    let (positive, negative) = (Decimal::of(positive), Decimal::of(negative));
    put(&["Witnesses\nPositive: ", positive.as_str(), " Negative: ", negative.as_str(), "\n"])?;
    for flag in &report.flags {
        put(&["Flag ", flag, "\n"])?;
    }
    put(&["Condition ", &report.condition, "\n"])?;
    let (positive, negative) = (Decimal::of(report.positive), Decimal::of(report.negative));
    let often = observation(report.observation());
    put(&["Observation ", name, " ", often, " ", positive.as_str(), " ", negative.as_str(), "\n"])?;
    if let Some(time) = report.time {
        // Seconds with two digits behind the point.
        let hundredths = ((time.as_millis() + 5) / 10) as u64;
        let [whole, tenths, rest] = [hundredths / 100, hundredths / 10 % 10, hundredths % 10].map(Decimal::of);
        put(&["Time ", name, " ", whole.as_str(), ".", tenths.as_str(), rest.as_str(), "\n"])?;
    }
    if let Some(hash) = &report.hash {
        put(&["Hash=", hash, "\n"])?;
    }
    put(&["\n"])
}

/// A number in digits.
struct Decimal {
    /// Those from `start` on.
    digits: [u8; 20],
    start: usize,
}

impl Decimal {
    fn of(mut number: u64) -> Decimal {
        let mut decimal = Decimal { digits: [b'0'; 20], start: 20 };
        loop {
            decimal.start -= 1;
            decimal.digits[decimal.start] += (number % 10) as u8;
            number /= 10;
            if number == 0 {
                return decimal;
            }
        }
    }

    fn as_str(&self) -> &str {
        str::from_utf8(&self.digits[self.start..]).expect("digits are characters")
    }
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
