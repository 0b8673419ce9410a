//! `lakmus run`: tests under models.

use std::mem::ManuallyDrop;
use std::sync::{Arc, Mutex};

use isa::{CWithMacros, MacroFile};
use litmus::Language;
use sim::Report;
use source::{Diagnostic, Sources};

use crate::batch::Batch;
use crate::files::Includes;
use crate::one_test::{BatchContext, Models};
use crate::output::{self, Closed};
use crate::progress::Progress;
use crate::render::Render;
use crate::request::{Format, RunRequest};
use crate::show::differ;
use crate::timeout::Limits;
use crate::{Status, expect, inputs, timeout, variants};

/// Does what is asked.
pub(crate) fn run(request: &RunRequest) -> Status {
    let mut models = Models::new();
    let render = Render::for_stderr();
    let complain = |found: &Diagnostic, sources: &Sources| output::complain(&render.diagnostic(found, sources));
    let Prepared { languages, expected, warnings } = match prepare(request, &mut models) {
        Ok(ready) => ready,
        Err(found) => {
            render.diagnostics(&found, &models.sources).iter().for_each(|text| output::complain(text));
            return Status::Usage;
        }
    };
    models.warnings().chain(&warnings).for_each(|warning| complain(warning, &models.sources));
    let (tests, piped) = inputs::expand_piped(&request.tests);
    let progress = Progress::new(tests.len() * models.names().len());
    let end = timeout::watched(Limits { time: request.timeout, memory: request.memory }, |watch| {
        let models = Mutex::new(models);
        let context = BatchContext { request, render, languages, models, watch, progress: &progress, piped };
        // The process ends after this: the system takes all memory back at once.
        let context = ManuallyDrop::new(context);
        if request.why_differ {
            return differ::all(&context, &tests);
        }
        Batch::new(&context).all(&tests)
    });
    drop(progress);
    if let Ok(done) = &end
        && request.herd.is_none()
        && let Some(summary) = done.summary()
    {
        output::complain(&summary);
    }
    let end = end.and_then(|done| match expected {
        Some(expected) => tell_differences(&expected, &done.reports, done.status),
        None => Ok(done.status),
    });
    end.unwrap_or_else(|closed| closed.status())
}

/// What must be there before any test is run, beside the models.
struct Prepared {
    /// Languages that stand in for those of their names: C with macros, LISA with the annotations of a bell file.
    languages: Vec<Arc<dyn Language>>,
    /// The expected log.
    expected: Option<Vec<Report>>,
    /// What there is to say about the variants.
    warnings: Vec<Diagnostic>,
}

fn prepare(request: &RunRequest, models: &mut Models) -> Result<Prepared, Vec<Diagnostic>> {
    let bell = request.bell.as_ref().map(|name| request.search.file(name, "bell file", &mut models.sources));
    let bell = bell.transpose().map_err(|error| vec![error])?;
    let languages = request.macros.as_ref().map(|name| c_with_macros(name, request, &mut models.sources));
    let mut languages: Vec<Arc<dyn Language>> = languages.transpose()?.into_iter().collect();
    if let Some(outcome) = request.show.as_ref().and_then(|show| show.outcome.as_ref()) {
        models.ask_about(outcome);
    }
    for model in &request.models {
        models.load(model, bell, request)?;
    }
    let warnings = variants::checked(&request.variants, |variant| models.look_at(variant, request))?;
    if let Some(bell) = bell {
        let mut includes = Includes::new(&request.search);
        let is_active = |name: &str| request.variants.contains(name);
        let language = sim::lisa_with_bell(&mut models.sources, bell, &mut includes, &is_active);
        languages.push(language.map_err(|found| [found, includes.unreadable].concat())?);
    }
    let expected = match &request.format {
        Format::Differences(log) => Some(expect::read(log, &mut models.sources).map_err(|error| vec![error])?),
        Format::Log | Format::Json => None,
    };
    Ok(Prepared { languages, expected, warnings })
}

/// C with the macros of the file that the user calls `name`.
fn c_with_macros(
    name: &str,
    request: &RunRequest,
    sources: &mut Sources,
) -> Result<Arc<dyn Language>, Vec<Diagnostic>> {
    let source = request.search.file(name, "macro file", sources).map_err(|error| vec![error])?;
    let macros = MacroFile::parse(sources.text(source), source)?;
    Ok(Arc::new(CWithMacros(macros)))
}

/// Gives what the run comes to, which was `status` before.
fn tell_differences(expected: &[Report], actual: &[Report], status: Status) -> Result<Status, Closed> {
    let (text, summary, is_equal) = expect::tell(expected, actual);
    let status = status.max(if is_equal { Status::Success } else { Status::Found });
    output::write(text.as_bytes()).map_err(|closed| closed.after(status))?;
    output::complain(&summary);
    Ok(status)
}
