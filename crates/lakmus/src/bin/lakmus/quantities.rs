//! Numbers on the command line that mean the same in every command: seconds, megabytes, and how much is done at a time.

use std::num::NonZero;
use std::time::Duration;

/// A limit of time, of `--timeout S` and its like: none where it is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seconds(Option<Duration>);

impl Seconds {
    /// The limit; none where there is to be none.
    pub(crate) fn limit(self) -> Option<Duration> {
        self.0
    }
}

/// The limit that an option sets; none where it is not given, or says that there is none.
pub(crate) fn limit(option: Option<Seconds>) -> Option<Duration> {
    option.and_then(Seconds::limit)
}

/// Longer than any run: what is more can be no number of seconds.
const LONGEST: f64 = 1e9;

/// Reads [`Seconds`].
pub(crate) fn seconds(text: &str) -> Result<Seconds, String> {
    let number: f64 = text.parse().map_err(|_| "it has to be a number of seconds".to_owned())?;
    if !(0.0..=LONGEST).contains(&number) {
        return Err("it has to be a number of seconds, 0 for no limit".to_owned());
    }
    let limit = Duration::from_secs_f64(number);
    match (number == 0.0, limit.is_zero()) {
        (true, _) => Ok(Seconds(None)),
        (false, true) => Err("so short a time cannot be measured; 0 is no limit".to_owned()),
        (false, false) => Ok(Seconds(Some(limit))),
    }
}

/// A limit of memory: at least one megabyte, of 2^20 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Megabytes(NonZero<u64>);

impl Megabytes {
    /// As many bytes.
    pub(crate) fn bytes(self) -> u64 {
        self.0.get().saturating_mul(1 << 20)
    }
}

/// Reads [`Megabytes`].
pub(crate) fn megabytes(text: &str) -> Result<Megabytes, String> {
    let number: u64 = text.parse().map_err(|_| "it has to be a number of megabytes".to_owned())?;
    NonZero::new(number).map(Megabytes).ok_or_else(|| "it has to be at least 1".to_owned())
}

/// Reads how much is done at a time.
pub(crate) fn at_a_time(text: &str) -> Result<NonZero<usize>, String> {
    let number: usize = text.parse().map_err(|_| "it has to be a number".to_owned())?;
    NonZero::new(number)
        .ok_or_else(|| "at least one is done at a time; without the option, as many as there are processors".to_owned())
}

/// How much is done at a time where `--jobs` does not say it: as much as there are processors.
pub(crate) fn jobs(option: Option<NonZero<usize>>) -> NonZero<usize> {
    option.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_positive_and_zero_is_no_limit() {
        assert_eq!(seconds("0").map(Seconds::limit), Ok(None));
        assert_eq!(seconds("0.5").map(Seconds::limit), Ok(Some(Duration::from_millis(500))));
        for text in ["-1", "NaN", "inf", "1e300", "1e-12", "ten", ""] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn megabytes_are_of_two_to_the_twentieth() {
        assert_eq!(megabytes("3").map(Megabytes::bytes), Ok(3 << 20));
        assert_eq!(megabytes("18446744073709551615").map(Megabytes::bytes), Ok(u64::MAX));
        assert!(megabytes("0").is_err() && megabytes("1.5").is_err() && megabytes("-1").is_err());
    }

    #[test]
    fn nothing_at_a_time_is_refused() {
        assert!(at_a_time("0").is_err() && at_a_time("many").is_err());
        assert_eq!(at_a_time("3"), Ok(NonZero::new(3).expect("it is not 0")));
    }
}
