//! `lakmus test`: litmus tests on the C11 machine.

use std::path::Path;

use sim::Test;
use source::{Diagnostic, Severity, Sources};
use tester::litmus::{self, Exploration, LitmusReport, Options, RunError};

use crate::failure::{Failure, FailureKind};
use crate::inputs::{self, Unusable};
use crate::output::{self, Closed};
use crate::progress::Progress;
use crate::render::Render;
use crate::request::TestRequest;
use crate::{Status, clock, files, panics, timeout};

/// Does what is asked.
pub(crate) fn run(request: &TestRequest) -> Status {
    let tests = inputs::expand(&request.tests);
    let progress = Progress::new(tests.len());
    let mut batch =
        Batch { request, sources: Sources::new(), render: Render::for_stderr(), progress, status: Status::Success };
    if let Exploration::Sample { strategy, seed, first, executions } = request.exploration {
        let name = strategy.name();
        batch.say(&format!("strategy {name}, seed {seed}, {executions} executions from {first} on"));
    }
    for test in &tests {
        let end = match test {
            Ok(path) => batch.one(path),
            Err(Unusable { path, error }) => {
                batch.progress.begin(&path.display().to_string());
                batch.failed(&Failure::refused(vec![error.clone()]));
                Ok(())
            }
        };
        batch.progress.end();
        if let Err(closed) = end {
            return closed.after(batch.status).status();
        }
    }
    batch.status
}

struct Batch<'r> {
    request: &'r TestRequest,
    sources: Sources,
    render: Render,
    progress: Progress,
    status: Status,
}

impl Batch<'_> {
    fn one(&mut self, path: &Path) -> Result<(), Closed> {
        let file = path.display().to_string();
        self.progress.begin(&file);
        match self.report(path, &file) {
            Ok(found) => self.succeeded(&file, &found),
            Err(failure) => {
                self.failed(&failure);
                Ok(())
            }
        }
    }

    fn report(&mut self, path: &Path, file: &str) -> Result<LitmusReport, Failure> {
        let start = clock::thread_time();
        let source = files::add(path, &mut self.sources).map_err(|error| Failure::refused(vec![error]))?;
        let default_name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let sources = &self.sources;
        let test = panics::caught(|| format!("reading {file}"), || Test::load(sources, source, &default_name))
            .map_err(Failure::internal)?
            .map_err(Failure::refused)?;
        self.tell(test.warnings());
        let TestRequest { exploration, rules, unroll, timeout, .. } = *self.request;
        let result = timeout::watched(timeout, |watch| {
            watch.limited(|limited| {
                let options = Options { exploration, rules, unroll, cancel: Some(limited.flag()) };
                panics::caught(|| "running the test".to_owned(), || litmus::run(&test, &options))
            })
        });
        let mut found = result.map_err(Failure::internal)?.map_err(|error| {
            let failure = match error {
                RunError::Refused(found) => Failure::refused(found),
                RunError::Cancelled => {
                    let seconds = self.request.timeout.unwrap_or_default().as_secs_f64();
                    let message = format!("given up after {seconds} s of CPU time; there is no result");
                    Failure::stopped(FailureKind::Timeout, message)
                }
            };
            failure.of(file, source)
        })?;
        found.report.time = Some(clock::thread_time().saturating_sub(start));
        Ok(found)
    }

    fn succeeded(&mut self, file: &str, found: &LitmusReport) -> Result<(), Closed> {
        if let Some(place) = &found.report.cut_at {
            let message = format!("`{file}`: unrolling limit exceeded at {place}, states may be missing; see --unroll");
            let cut = Diagnostic::new(Severity::Warning, "unroll-limit", message);
            self.tell(std::slice::from_ref(&cut));
            self.status = self.status.max(Status::Incomplete);
        }
        if !found.report.flags.is_empty() {
            self.status = self.status.max(Status::Found);
        }
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = litmus::print(found, &mut text);
        output::write(text.as_bytes())
    }

    fn failed(&mut self, failure: &Failure) {
        self.status = self.status.max(failure.kind.status());
        self.tell(&failure.found);
    }

    fn tell(&self, found: &[Diagnostic]) {
        for diagnostic in found {
            self.say(&self.render.diagnostic(diagnostic, &self.sources));
        }
    }

    fn say(&self, text: &str) {
        output::complain(text);
    }
}
