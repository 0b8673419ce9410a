//! Runs in several rounds, between which what was found is looked at: those that end with the first finding, and those in which all is watched.

use std::time::Instant;

use wire::Watch;

use crate::coverage::Coverage;
use crate::program::{Request, Results, RunError, run};
use crate::report::{Suppressions, reports};

/// The first round of a run that ends with a finding has so many executions; each next one has twice as many, up to [`MOST`].
const FIRST: u64 = 8;
const MOST: u64 = 1024;
/// A round in which all is watched has no more: all that they do is kept until its end.
const MOST_WATCHED: u64 = 16;

/// Runs the program as often as the request says.
///
/// With `fail_fast` the results end with the first execution by number that shows something that is not suppressed: what others have found that ran at the same time is left out, so that they
/// do not depend on how many do. `coverage` counts what the executions do.
///
/// # Errors
/// When the program cannot be run.
pub fn run_in_rounds(
    request: &Request,
    fail_fast: Option<&Suppressions>,
    mut coverage: Option<&mut Coverage>,
) -> Result<Results, RunError> {
    let start = Instant::now();
    let end = request.executions.map_or(u64::MAX, |count| request.first.saturating_add(count));
    let most = if coverage.is_some() { MOST_WATCHED } else { MOST };
    let mut results = Results::default();
    let (mut next, mut size) = (request.first, FIRST);
    while next < end {
        let time = request.time.map(|time| time.saturating_sub(start.elapsed()));
        if next > request.first && time.is_some_and(|time| time.is_zero()) {
            break;
        }
        let count = size.min(end - next);
        let shows_output = request.shows_output && end - request.first == 1;
        let watch = if coverage.is_some() { Watch::Everything } else { request.watch };
        let mut round =
            run(&Request { first: next, executions: Some(count), time, shows_output, watch, ..request.clone() })?;
        let is_over = round.is_cancelled || round.has_given_up || round.is_single_threaded;
        let reports = fail_fast.map(|suppressions| reports(&round, suppressions).0);
        let first = reports.and_then(|reports| Some(reports.first()?.first_execution));
        if let Some(first) = first {
            round.end_with(first);
        }
        if let Some(coverage) = &mut coverage {
            round.watched.iter().for_each(|watched| coverage.count(watched));
            round.watched.clear();
        }
        results.add(round);
        if first.is_some() || is_over {
            break;
        }
        next = next.saturating_add(count);
        size = (2 * size).min(most);
    }
    Ok(results)
}
