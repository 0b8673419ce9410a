//! `lakmus run`: tests under models.

use std::sync::Mutex;

use sim::Report;
use source::{Diagnostic, Sources};

use crate::batch::Batch;
use crate::one_test::{Models, Workshop};
use crate::output::{self, Closed};
use crate::progress::Progress;
use crate::render::Render;
use crate::request::{Format, RunRequest};
use crate::{Status, expect, inputs, timeout};

/// Does what is asked.
pub(crate) fn run(request: &RunRequest) -> Status {
    let mut models = Models::new();
    let render = Render::for_stderr();
    let complain = |found: &Diagnostic, sources: &Sources| output::complain(&render.diagnostic(found, sources));
    let expected = match prepare(request, &mut models) {
        Ok(expected) => expected,
        Err(found) => {
            found.iter().for_each(|diagnostic| complain(diagnostic, &models.sources));
            return Status::Usage;
        }
    };
    models.warnings().for_each(|warning| complain(warning, &models.sources));
    let tests = inputs::expand(&request.tests);
    let progress = Progress::new(tests.len() * models.names().len());
    let end = timeout::watched(request.timeout, |watch| {
        let workshop = Workshop { request, render, models: Mutex::new(models), watch, progress: &progress };
        Batch::new(&workshop).all(&tests)
    });
    drop(progress);
    let end = end.and_then(|done| match expected {
        Some(expected) => Ok(tell_differences(&expected, &done.reports)?.max(done.status)),
        None => Ok(done.status),
    });
    end.unwrap_or_else(|closed| closed.status())
}

/// What must be there before any test is run: the models, and the expected log.
fn prepare(request: &RunRequest, models: &mut Models) -> Result<Option<Vec<Report>>, Vec<Diagnostic>> {
    for model in &request.models {
        models.load(model, request)?;
    }
    match &request.format {
        Format::Differences(log) => expect::read(log, &mut models.sources).map(Some).map_err(|error| vec![error]),
        Format::Log | Format::Json => Ok(None),
    }
}

fn tell_differences(expected: &[Report], actual: &[Report]) -> Result<Status, Closed> {
    let (text, summary, is_equal) = expect::tell(expected, actual);
    output::write(text.as_bytes())?;
    output::complain(&summary);
    Ok(if is_equal { Status::Success } else { Status::Failure })
}
