//! Values of options.

use std::time::Duration;

/// `true` or `false`.
pub(super) fn boolean(option: &str, word: &str) -> Result<bool, String> {
    match word {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{option}: expected true or false, found `{word}`")),
    }
}

/// A whole number, 0 or more.
pub(super) fn number<T: std::str::FromStr>(option: &str, word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("{option}: expected a whole number, found `{word}`"))
}

/// Seconds.
pub(super) fn seconds(option: &str, word: &str) -> Result<Duration, String> {
    let seconds = word.parse().ok().and_then(|seconds: f64| Duration::try_from_secs_f64(seconds).ok());
    let seconds = seconds.filter(|limit| !limit.is_zero());
    seconds.ok_or_else(|| format!("{option}: expected a number of seconds above 0, found `{word}`"))
}

/// Words separated by commas.
pub(super) fn list(word: &str) -> impl Iterator<Item = String> + '_ {
    word.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned)
}
