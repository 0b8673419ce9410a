//! `lakmus run`: tests under models.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use isa::{CWithMacros, MacroFile};
use litmus::Language;
use sim::{Options, Report, RunError, Test};
use source::{Diagnostic, Severity, SourceId, Sources};

use crate::failure::{Failure, FailureKind};
use crate::inputs::Unusable;
use crate::json::{self, Outcome, Record};
use crate::model::NamedModel;
use crate::output::{self, Closed};
use crate::progress::Progress;
use crate::render::Render;
use crate::request::{Format, RunRequest};
use crate::{Status, clock, expect, files, inputs, panics, timeout};

/// Does what is asked.
pub(crate) fn run(request: &RunRequest) -> Status {
    let mut sources = Sources::new();
    let render = Render::for_stderr();
    let Prepared { models, languages, expected } = match prepare(request, &mut sources) {
        Ok(ready) => ready,
        Err(found) => {
            found.iter().for_each(|diagnostic| output::complain(&render.diagnostic(diagnostic, &sources)));
            return Status::Usage;
        }
    };
    let warnings = models.iter().flat_map(NamedModel::warnings);
    warnings.for_each(|warning| output::complain(&render.diagnostic(warning, &sources)));
    let tests = inputs::expand(&request.tests);
    let progress = Progress::new(tests.len() * models.len());
    let mut batch = Batch {
        request,
        languages,
        sources,
        render,
        progress,
        names: HashMap::new(),
        reports: Vec::new(),
        has_failed: false,
    };
    let end = batch.all(models, &tests);
    let Batch { reports, has_failed, progress, .. } = batch;
    drop(progress);
    let end = end.and_then(|()| match expected {
        Some(expected) => tell_differences(&expected, &reports),
        None => Ok(Status::Success),
    });
    match end {
        Ok(status) if has_failed => status.max(Status::Failure),
        Ok(status) => status,
        Err(closed) => closed.status(),
    }
}

/// What must be there before any test is run.
struct Prepared {
    models: Vec<NamedModel>,
    /// Languages that stand in for those of their names: C with macros.
    languages: Vec<Arc<dyn Language>>,
    /// The expected log.
    expected: Option<Vec<Report>>,
}

fn prepare(request: &RunRequest, sources: &mut Sources) -> Result<Prepared, Vec<Diagnostic>> {
    let bell = request.bell.as_ref().map(|name| request.search.file(name, "bell file", sources));
    let bell = bell.transpose().map_err(|error| vec![error])?;
    let languages = request.macros.as_ref().map(|name| c_with_macros(name, request, sources));
    let languages = languages.transpose()?.into_iter().collect();
    let mut models = Vec::new();
    for model in &request.models {
        models.push(NamedModel::load(model, bell, &request.search, &request.variants, sources)?);
    }
    let expected = match &request.format {
        Format::Differences(log) => Some(expect::read(log, sources).map_err(|error| vec![error])?),
        Format::Log | Format::Json => None,
    };
    Ok(Prepared { models, languages, expected })
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

fn tell_differences(expected: &[Report], actual: &[Report]) -> Result<Status, Closed> {
    let (text, summary, is_equal) = expect::tell(expected, actual);
    output::write(text.as_bytes())?;
    output::complain(&summary);
    Ok(if is_equal { Status::Success } else { Status::Failure })
}

/// A test on its way through the models.
struct Loaded {
    file: String,
    source: SourceId,
    test: Test,
    /// CPU time that reading it took; it counts, as for herd.
    reading: Duration,
}

/// What a result or an error is about.
struct Subject<'a> {
    file: &'a str,
    /// `None` when it could not be read.
    test: Option<&'a Test>,
    /// `None` when it did not come to that.
    model: Option<&'a str>,
}

impl Subject<'_> {
    fn unread(file: &str) -> Subject<'_> {
        Subject { file, test: None, model: None }
    }
}

struct Batch<'r> {
    request: &'r RunRequest,
    languages: Vec<Arc<dyn Language>>,
    sources: Sources,
    render: Render,
    progress: Progress,
    /// By the name of each test its hash and file.
    names: HashMap<String, (String, String)>,
    /// Results that are to be compared.
    reports: Vec<Report>,
    has_failed: bool,
}

impl Batch<'_> {
    /// All tests under the first model, then all under the second.
    fn all(&mut self, mut models: Vec<NamedModel>, inputs: &[Result<PathBuf, Unusable>]) -> Result<(), Closed> {
        let count = models.len();
        let mut tests: Vec<Option<Loaded>> = Vec::new();
        for (index, model) in models.iter_mut().enumerate() {
            if count > 1 && self.request.format == Format::Log {
                self.say(&format!("model {}", model.name()));
            }
            if index == 0 {
                for input in inputs {
                    let test = self.read(input)?;
                    if let Some(test) = &test {
                        self.one(test, model)?;
                    }
                    self.progress.end();
                    // One model needs no test twice.
                    tests.push(test.filter(|_| count > 1));
                }
            } else {
                for test in &tests {
                    if let Some(test) = test {
                        self.one(test, model)?;
                    }
                    self.progress.end();
                }
            }
        }
        Ok(())
    }

    /// Reads a test. What is wrong with it is told; so is that it has been run already.
    fn read(&mut self, input: &Result<PathBuf, Unusable>) -> Result<Option<Loaded>, Closed> {
        let path = match input {
            Ok(path) => path,
            Err(Unusable { path, error }) => {
                let file = path.display().to_string();
                self.failed(&Subject::unread(&file), &Failure::refused(vec![error.clone()]), &[])?;
                return Ok(None);
            }
        };
        let file = path.display().to_string();
        self.progress.begin(&file);
        let loaded = match self.load(path, &file) {
            Ok(loaded) => loaded,
            Err(failure) => {
                self.failed(&Subject::unread(&file), &failure, &[])?;
                return Ok(None);
            }
        };
        let name = loaded.test.name().to_owned();
        match self.names.get(&name) {
            None => {
                self.names.insert(name, (loaded.test.hash().to_owned(), file));
                Ok(Some(loaded))
            }
            Some((hash, first)) if hash == loaded.test.hash() => {
                let message = match *first == file {
                    true => format!("`{file}` is named more than once; it is run once"),
                    false => format!("`{file}` is skipped: it is the same test `{name}` as `{first}`"),
                };
                let warning = Diagnostic::new(Severity::Warning, "same-test", message);
                self.tell(&[warning]);
                Ok(None)
            }
            Some((_, first)) => {
                let message = format!("two different tests are called `{name}`: `{first}` and `{file}`");
                let error = Diagnostic::new(Severity::Error, "same-name", message).help("the second one was not run");
                let subject = Subject { file: &file, test: Some(&loaded.test), model: None };
                self.failed(&subject, &Failure::refused(vec![error]), &[])?;
                Ok(None)
            }
        }
    }

    fn load(&mut self, path: &Path, file: &str) -> Result<Loaded, Failure> {
        let start = clock::thread_time();
        let source = files::add(path, &mut self.sources).map_err(|error| Failure::refused(vec![error]))?;
        let default_name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let (sources, languages) = (&self.sources, &self.languages);
        let read = || Test::load_in(languages, sources, source, &default_name);
        let test =
            panics::caught(&format!("reading {file}"), read).map_err(Failure::internal)?.map_err(Failure::refused)?;
        self.tell(test.warnings());
        Ok(Loaded { file: file.to_owned(), source, test, reading: clock::thread_time().saturating_sub(start) })
    }

    /// Runs one test under one model and prints what comes of it.
    fn one(&mut self, loaded: &Loaded, model: &mut NamedModel) -> Result<(), Closed> {
        let Loaded { file, test, reading, .. } = loaded;
        self.progress.begin(test.name());
        let start = clock::thread_time();
        let result = timeout::limited(self.request.timeout, |cancel| self.simulate(loaded, model, cancel));
        let result = result.map_err(|failure| failure.of(file, loaded.source));
        let name = model.name_for(test.language()).to_owned();
        let subject = Subject { file, test: Some(test), model: Some(&name) };
        let spent = *reading + clock::thread_time().saturating_sub(start);
        match result {
            Ok(mut report) => {
                report.time = Some(spent);
                let mut warnings = test.warnings().to_vec();
                if let Some(place) = &report.cut_at {
                    let message = format!(
                        "`{file}`: unrolling limit exceeded at {place}, legal outcomes may be missing; see --unroll"
                    );
                    let cut = Diagnostic::new(Severity::Warning, "unroll-limit", message);
                    self.tell(std::slice::from_ref(&cut));
                    warnings.push(cut);
                }
                self.succeeded(&subject, report, &warnings)
            }
            Err(failure) => self.failed(&subject, &failure, test.warnings()),
        }
    }

    fn simulate(&mut self, loaded: &Loaded, model: &mut NamedModel, cancel: &AtomicBool) -> Result<Report, Failure> {
        let test = &loaded.test;
        let model = model.for_test(test, self.request, &mut self.sources).map_err(Failure::refused)?;
        let RunRequest { unroll, base, engine, .. } = *self.request;
        let options = Options { unroll, base, engine, cancel: Some(cancel), ..Options::default() };
        match panics::caught("running the test", || sim::simulate(test, model, &options)) {
            Ok(Ok(report)) => Ok(report),
            Ok(Err(RunError::Refused(found))) => Err(Failure::refused(found)),
            Ok(Err(RunError::Stopped(reason))) => Err(match self.request.timeout {
                Some(limit) if cancel.load(Ordering::Relaxed) => {
                    let seconds = limit.as_secs_f64();
                    let message = format!("given up after {seconds} s of CPU time; there is no result");
                    Failure::stopped(FailureKind::Timeout, message)
                }
                _ => Failure::stopped(FailureKind::Limit, reason.to_string()),
            }),
            Err(error) => Err(Failure::internal(error)),
        }
    }

    fn succeeded(&mut self, subject: &Subject<'_>, report: Report, warnings: &[Diagnostic]) -> Result<(), Closed> {
        let text = match &self.request.format {
            Format::Log => {
                let mut text = String::new();
                // Writing into a string cannot fail.
                let _ = sim::log::print(&report, &mut text);
                text
            }
            Format::Json => self.record(subject, Outcome::result(&report), warnings),
            Format::Differences(_) => {
                self.reports.push(report);
                return Ok(());
            }
        };
        self.progress.aside(|| output::write(text.as_bytes()))
    }

    fn failed(&mut self, subject: &Subject<'_>, failure: &Failure, warnings: &[Diagnostic]) -> Result<(), Closed> {
        self.has_failed = true;
        self.tell(&failure.found);
        if self.request.format != Format::Json {
            return Ok(());
        }
        let line = self.record(subject, Outcome::failure(failure, &self.sources), warnings);
        self.progress.aside(|| output::write(line.as_bytes()))
    }

    fn record(&self, subject: &Subject<'_>, outcome: Outcome<'_>, warnings: &[Diagnostic]) -> String {
        let &Subject { file, test, model } = subject;
        let warnings = warnings.iter().map(|warning| json::message(warning, &self.sources)).collect();
        let architecture = test.map(|test| test.language().name());
        Record { file, test: test.map(Test::name), architecture, model, outcome, warnings }.line()
    }

    fn tell(&self, found: &[Diagnostic]) {
        for diagnostic in found {
            self.say(&self.render.diagnostic(diagnostic, &self.sources));
        }
    }

    fn say(&self, text: &str) {
        self.progress.aside(|| output::complain(text));
    }
}
