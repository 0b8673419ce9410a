//! A test program of Rust's, test by test.

use std::time::Duration;

use tester::program::Request;
use tester::rust_tests::RustTests;

use super::formats::{self, Run};
use super::{Explained, Format, Ways, explained, status_of, text};
use crate::output::print;
use crate::{Status, output};

/// A test has at least so long where no time is given for each.
const LEAST: Duration = Duration::from_secs(1);

/// Tests each; in text what is found is printed when a test is done. `has_time` says whether the time of the request is for each test, or for all of them.
pub(super) fn run(whole: &Request, tests: &RustTests, ways: &Ways, has_time: bool) -> Status {
    let mut status = Status::Success;
    let mut done: Vec<(&str, Request, Explained)> = Vec::new();
    for name in &tests.names {
        let mut request = tests.request(whole, name);
        if !has_time {
            let number = u32::try_from(tests.names.len()).unwrap_or(u32::MAX);
            request.time = whole.time.map(|time| (time / number).max(LEAST));
        }
        let explained = match explained(&request, ways) {
            Ok(explained) => explained,
            Err(failed) => return status.max(failed),
        };
        status = status.max(status_of(&request, &explained));
        if matches!(ways.format, Format::Text) {
            let printed = print(format!("test {name}\n{}\n", text(&run_of(name, &request, &explained))).as_bytes());
            status = status.max(printed);
        }
        let is_over = explained.results.is_cancelled || ways.fail_fast && !explained.reports.is_empty();
        done.push((name, request, explained));
        if is_over {
            break;
        }
    }
    let runs: Vec<Run<'_>> = done.iter().map(|(name, request, explained)| run_of(name, request, explained)).collect();
    let end = match ways.format {
        Format::Text => summary(&runs, tests),
        Format::Json => runs.iter().map(Run::json).collect(),
        Format::Sarif => formats::sarif(&runs),
        Format::Junit => formats::junit(&runs),
    };
    status.max(output::print(end.as_bytes()))
}

fn run_of<'a>(test: &'a str, request: &'a Request, explained: &'a Explained) -> Run<'a> {
    let Explained { results, reports, suppressed, .. } = explained;
    Run { request, results, reports, suppressed: *suppressed, test: Some(test) }
}

/// The last line: in which tests something was found.
fn summary(runs: &[Run<'_>], tests: &RustTests) -> String {
    let found: Vec<&str> = runs.iter().filter(|run| !run.reports.is_empty()).filter_map(|run| run.test).collect();
    let not_done = tests.names.len() - runs.len();
    let rest = if not_done == 0 { String::new() } else { format!(", {not_done} not done") };
    match found[..] {
        [] => format!("{} tests{rest}: nothing found\n", runs.len()),
        _ => format!("{} tests{rest}: something was found in {}: {}\n", runs.len(), found.len(), found.join(", ")),
    }
}
