//! Sources of jcstress: declared outcomes against the model.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use java::jcstress::{self, JcstressTest, Mismatch};
use java::{JavaError, Termination, check, termination};
use sim::Test;
use source::{SourceId, Sources};

use super::batch::{Failed, Setting};
use super::check::limited;
use crate::files;
use crate::{Status, output, panics};

/// Whether a file is one of jcstress, by its ending.
pub(crate) fn is_java(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "java")
}

/// Checks all tests of each file.
pub(super) fn run(setting: &Setting, paths: &[PathBuf], limit: Option<Duration>) -> Status {
    let mut status = Status::Success;
    for path in paths {
        let mut sources = Sources::new();
        let tests = files::add(path, &mut sources).map_err(|error| vec![error]).and_then(|source| {
            let text = sources.text(source).to_owned();
            let read = || jcstress::read_with(&text, source, &mut |name| beside(path, &text, name, &mut sources));
            panics::caught(|| format!("reading {}", files::shown(path)), read).unwrap_or_else(|panic| Err(vec![panic]))
        });
        let tests = match tests {
            Ok(tests) => tests,
            Err(found) => {
                setting.report(&found, &sources);
                status = status.max(Status::Refused);
                continue;
            }
        };
        for test in &tests {
            let (text, became) = match checked(setting, test, &sources, limit) {
                Ok(done) => done,
                Err(failed) => {
                    setting.report(&failed.found, &failed.sources);
                    (String::new(), failed.status)
                }
            };
            status = status.max(became);
            if let Err(closed) = output::write(text.as_bytes()) {
                return closed.after(status).status();
            }
        }
    }
    status
}

/// The source of the class of that name, where it stands as packages do: beside the file that names it.
fn beside(path: &Path, text: &str, name: &str, sources: &mut Sources) -> Option<(String, SourceId)> {
    let package = text.lines().find_map(|line| line.trim().strip_prefix("package "));
    let depth = package.map_or(0, |package| package.split('.').count());
    let root = path.ancestors().nth(depth + 1)?;
    let other = root.join(format!("{}.java", name.replace('.', "/")));
    let is_another = other.is_file() && other != path;
    let source = files::add(&other, sources).ok().filter(|_| is_another)?;
    Some((sources.text(source).to_owned(), source))
}

/// What becomes of one test.
fn checked(
    setting: &Setting,
    test: &JcstressTest,
    sources: &Sources,
    limit: Option<Duration>,
) -> Result<(String, Status), Failed> {
    let failed =
        |status, found, sources: &Sources| Failed { status, file: test.name.clone(), found, sources: sources.clone() };
    let litmus = test.litmus.as_ref().map_err(|error| failed(Status::Refused, vec![error.clone()], sources))?;
    let mut texts = Sources::new();
    let source = texts.add(format!("{}, as a litmus test", test.name), litmus.as_str());
    let languages = [Arc::clone(&setting.language)];
    let answer = panics::caught(
        || format!("checking {}", test.name),
        || {
            let loaded = Test::load_in(&languages, &texts, source, &test.name).map_err(JavaError::Refused)?;
            limited(limit, |flag| {
                let setting = setting.of_tests(true).with_cancel(flag);
                let ends = test.asks_for_end.then(|| termination(&loaded, setting)).transpose()?;
                Ok((check(&loaded, litmus, setting)?, ends))
            })
        },
    );
    let (report, ends) = match answer {
        Ok(Ok(answer)) => answer,
        Ok(Err(JavaError::Refused(found))) => return Err(failed(Status::Refused, found, &texts)),
        Ok(Err(limit @ (JavaError::Stopped(_) | JavaError::TooMany { .. }))) => {
            let message = format!("`{}`: {limit}", test.name);
            let error = source::Diagnostic::new(source::Severity::Error, "limit", message);
            return Err(failed(Status::Incomplete, vec![error], &texts));
        }
        Err(panic) => return Err(failed(Status::Refused, vec![panic], &texts)),
    };
    let allowed = test.results(&report.outcomes, ends.as_ref());
    let cut_at = match &ends {
        Some(Termination::Unknown(place)) => Some(place),
        Some(_) => None,
        None => report.cut_at.as_ref(),
    };
    let why = match cut_at {
        _ if report.is_cancelled => {
            Some("given up after the time that --timeout allows, outcomes may be missing".to_owned())
        }
        Some(place) if test.asks_for_end => Some(format!("it is not known whether this ends: {place}")),
        Some(place) => Some(format!("unrolling limit exceeded at {place}, outcomes may be missing; see --unroll")),
        None => None,
    };
    Ok(compared(test, &allowed, why.as_deref()))
}

/// What is declared beside what the model allows. Where a loop was cut or the time was up, what was not found may be there all the same: `incomplete` says why.
fn compared(test: &JcstressTest, allowed: &BTreeSet<String>, incomplete: Option<&str>) -> (String, Status) {
    let is_missing = |difference: &Mismatch| matches!(difference, Mismatch::Forbidden(_));
    let (missing, wrong): (Vec<Mismatch>, Vec<Mismatch>) =
        test.mismatches(allowed).into_iter().partition(|difference| incomplete.is_some() && is_missing(difference));
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = match (wrong.len(), missing.len()) {
        (0, 0) => writeln!(text, "{}: {} outcomes, as declared", test.name, allowed.len()),
        (0, count) => {
            writeln!(text, "{}: {} outcomes, and {count} that are declared were not found", test.name, allowed.len())
        }
        (count, _) => writeln!(text, "FAIL {}: {count} of its outcomes differ", test.name),
    };
    wrong.iter().for_each(|difference| _ = writeln!(text, "  {difference}"));
    if let Some(why) = incomplete {
        let _ = writeln!(text, "  {why}");
    }
    let status = match (wrong.is_empty(), incomplete) {
        (false, _) => Status::Found,
        (true, Some(_)) => Status::Incomplete,
        (true, None) => Status::Success,
    };
    (text, status)
}
