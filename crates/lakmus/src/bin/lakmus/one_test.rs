//! One test: reading it, running it under a model, and putting into words what comes of it. Nothing is printed here, so that any thread
//! may do it at any time.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use litmus::Language;
use sim::{Model, Options, Report, RunError, Simulation, Test};
use source::{Diagnostic, Severity, SourceId, Sources};

use crate::divided::{self, Helped};
use crate::failure::{Failure, FailureKind};
use crate::jobs::Hands;
use crate::json::{self, Record};
use crate::model::NamedModel;
use crate::opener::Opener;
use crate::progress::Progress;
use crate::render::Render;
use crate::request::{Format, ModelChoice, RunRequest};
use crate::timeout::{Limited, Watch};
use crate::{clock, files, panics};

/// Everything that work on a test needs and that all tests share.
pub(crate) struct Workshop<'a> {
    pub(crate) request: &'a RunRequest,
    pub(crate) render: Render,
    /// Languages that stand in for those of their names: C with macros.
    pub(crate) languages: Vec<Arc<dyn Language>>,
    pub(crate) models: Mutex<Models>,
    pub(crate) watch: &'a Watch,
    pub(crate) progress: &'a Progress,
    /// Opens the files of the tests.
    pub(crate) opener: Opener,
}

/// The models of a run, and the texts of all of them.
pub(crate) struct Models {
    named: Vec<NamedModel>,
    /// The first text stands for that of the test that is worked on: it is number 0 there as here, so that a diagnostic can
    /// point into both the test and the model.
    pub(crate) sources: Sources,
}

impl Models {
    /// None yet.
    pub(crate) fn new() -> Models {
        let mut sources = Sources::new();
        sources.add("", "");
        Models { named: Vec::new(), sources }
    }

    /// One more; `bell` is what is read before it.
    ///
    /// # Errors
    /// As [`NamedModel::load`].
    pub(crate) fn load(
        &mut self,
        choice: &ModelChoice,
        bell: Option<SourceId>,
        request: &RunRequest,
    ) -> Result<(), Vec<Diagnostic>> {
        self.named.push(NamedModel::load(choice, bell, &request.search, &request.variants, &mut self.sources)?);
        Ok(())
    }

    /// What is suspicious about those that are loaded.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.named.iter().flat_map(NamedModel::warnings)
    }

    /// What messages call them.
    pub(crate) fn names(&self) -> Vec<String> {
        self.named.iter().map(|model| model.name().to_owned()).collect()
    }
}

/// A test that was read.
pub(crate) struct Loaded {
    pub(crate) file: String,
    pub(crate) test: Test,
    /// What is suspicious about it, in words.
    pub(crate) warnings: Vec<String>,
    /// Its text.
    sources: Sources,
    source: SourceId,
    /// CPU time that reading it took; it counts, as for herd. Only known where the test is run more than once: else reading and running
    /// are one lap.
    reading: Duration,
}

/// What came of a test.
#[derive(Default)]
pub(crate) struct Outcome {
    /// For the standard error, each without line end; they come first.
    pub(crate) notes: Vec<String>,
    /// For the standard output, line end included.
    pub(crate) log: Option<String>,
    /// The result, if it is to be compared.
    pub(crate) report: Option<Box<Report>>,
    pub(crate) has_failed: bool,
}

/// What a result or an error is about.
pub(crate) struct Subject<'a> {
    pub(crate) file: &'a str,
    /// `None` when it could not be read.
    pub(crate) test: Option<&'a Test>,
    /// `None` when it did not come to that.
    pub(crate) model: Option<&'a str>,
}

impl Workshop<'_> {
    /// The models; a panic while one was loaded leaves the others as they were.
    pub(crate) fn models(&self) -> MutexGuard<'_, Models> {
        self.models.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An argument that no tests can be had from.
    pub(crate) fn unusable(&self, path: &Path, error: &Diagnostic) -> Outcome {
        let failure = Failure::refused(vec![error.clone()]);
        self.unread(&path.display().to_string(), &failure, &Sources::new())
    }

    /// Reads the test in a file.
    ///
    /// # Errors
    /// What to say when that fails.
    pub(crate) fn read(&self, path: &Path) -> Result<Box<Loaded>, Outcome> {
        clock::begin_laps();
        let file = files::shown(path);
        self.progress.begin(&file);
        let mut sources = Sources::new();
        let source = files::add_opened(path, self.opener.open(path), &mut sources)
            .map_err(|error| self.unread(&file, &Failure::refused(vec![error]), &sources))?;
        let default_name = path.file_stem().map(OsStr::to_string_lossy).unwrap_or_default();
        let read = || Test::load_in(&self.languages, &sources, source, &default_name);
        let test = match panics::caught(|| format!("reading {file}"), read) {
            Ok(Ok(test)) => test,
            Ok(Err(found)) => return Err(self.unread(&file, &Failure::refused(found), &sources)),
            Err(panic) => return Err(self.unread(&file, &Failure::internal(panic), &sources)),
        };
        let warnings = self.notes(test.warnings(), &sources);
        let is_kept = self.request.models.len() > 1;
        let reading = if is_kept { clock::lap() } else { Duration::ZERO };
        Ok(Box::new(Loaded { file, test, warnings, sources, source, reading }))
    }

    fn unread(&self, file: &str, failure: &Failure, sources: &Sources) -> Outcome {
        clock::lap();
        self.failed(&Subject { file, test: None, model: None }, failure, &[], sources)
    }

    /// Runs a test under the model of this number; if it is large, with the help of free `hands`. Its time is that of reading it and the lap
    /// that ends here; before the first model, which is run by the thread that has read it, at once, both are one lap.
    pub(crate) fn run(&self, loaded: &Loaded, model: usize, hands: &Hands) -> Outcome {
        let Loaded { file, test, reading, .. } = loaded;
        self.progress.begin(test.name());
        clock::begin_laps();
        let result = self.watch.limited(|limited| self.simulate(loaded, model, hands, limited));
        let result = result.map_err(|failure| failure.of(file, loaded.source));
        let spent = *reading + clock::lap();
        let name = || self.models().named[model].name_for(test.language()).to_owned();
        match result {
            Ok((report, helped)) => self.succeeded(loaded, name, Report { time: Some(spent + helped), ..report }),
            Err(failure) => {
                let subject = Subject { file, test: Some(test), model: Some(&name()) };
                self.failed(&subject, &failure, test.warnings(), &self.texts(loaded))
            }
        }
    }

    /// The texts of the models and of the test.
    fn texts(&self, loaded: &Loaded) -> Sources {
        let mut sources = self.models().sources.clone();
        sources.replace(loaded.source, &loaded.sources);
        sources
    }

    fn simulate(
        &self,
        loaded: &Loaded,
        model: usize,
        hands: &Hands,
        limited: &Limited<'_>,
    ) -> Result<(Report, Helped), Failure> {
        let RunRequest { unroll, base, engine, .. } = *self.request;
        let cancel = limited.flag();
        let options = Options { unroll, base, engine, cancel: Some(cancel), ..Options::default() };
        let run = || {
            let model = match self.model_for(&loaded.test, model) {
                Ok(model) => model,
                Err(found) => return Ok((Err(RunError::Refused(found)), Helped::ZERO)),
            };
            match Simulation::new(&loaded.test, &model, &options) {
                Ok(simulation) => divided::run(simulation, hands, limited),
                Err(error) => Ok((Err(error), Helped::ZERO)),
            }
        };
        let (result, helped) = panics::caught(|| "running the test".to_owned(), run)
            .and_then(|result| result)
            .map_err(Failure::internal)?;
        match result {
            Ok(report) => Ok((report, helped)),
            Err(RunError::Refused(found)) => Err(Failure::refused(found)),
            Err(RunError::Stopped(reason)) => Err(match self.request.timeout {
                Some(limit) if cancel.load(Ordering::Relaxed) => {
                    let seconds = limit.as_secs_f64();
                    let message = format!("given up after {seconds} s of CPU time; there is no result");
                    Failure::stopped(FailureKind::Timeout, message)
                }
                _ => Failure::stopped(FailureKind::Limit, reason.to_string()),
            }),
        }
    }

    fn model_for(&self, test: &Test, model: usize) -> Result<Arc<Model>, Vec<Diagnostic>> {
        let Models { named, sources } = &mut *self.models();
        named[model].for_test(test, self.request, sources)
    }

    fn succeeded(&self, loaded: &Loaded, model: impl FnOnce() -> String, report: Report) -> Outcome {
        let Loaded { file, test, sources, .. } = loaded;
        let mut outcome = Outcome::default();
        let mut cut = Vec::new();
        if let Some(place) = &report.cut_at {
            let message =
                format!("`{file}`: unrolling limit exceeded at {place}, legal outcomes may be missing; see --unroll");
            let warning = Diagnostic::new(Severity::Warning, "unroll-limit", message);
            outcome.notes = self.notes(std::slice::from_ref(&warning), sources);
            cut.push(warning);
        }
        match &self.request.format {
            Format::Log => {
                // Most blocks fit.
                let mut text = String::with_capacity(512);
                // Writing into a string cannot fail.
                let _ = sim::log::print(&report, &mut text);
                outcome.log = Some(text);
            }
            Format::Json => {
                let subject = Subject { file, test: Some(test), model: Some(&model()) };
                let warnings = [test.warnings(), &cut].concat();
                outcome.log = Some(record(&subject, json::Outcome::result(&report), &warnings, sources));
            }
            Format::Differences(_) => outcome.report = Some(Box::new(report)),
        }
        outcome
    }

    /// What to say about a test that has no result. The places of what was found lie in `sources`.
    pub(crate) fn failed(
        &self,
        subject: &Subject<'_>,
        failure: &Failure,
        warnings: &[Diagnostic],
        sources: &Sources,
    ) -> Outcome {
        let is_data = self.request.format == Format::Json;
        let log = is_data.then(|| record(subject, json::Outcome::failure(failure, sources), warnings, sources));
        Outcome { notes: self.notes(&failure.found, sources), log, report: None, has_failed: true }
    }

    /// Diagnostics in words.
    pub(crate) fn notes(&self, found: &[Diagnostic], sources: &Sources) -> Vec<String> {
        found.iter().map(|diagnostic| self.render.diagnostic(diagnostic, sources)).collect()
    }
}

fn record(subject: &Subject<'_>, outcome: json::Outcome<'_>, warnings: &[Diagnostic], sources: &Sources) -> String {
    let &Subject { file, test, model } = subject;
    let warnings = warnings.iter().map(|warning| json::message(warning, sources)).collect();
    let architecture = test.map(|test| test.language().name());
    Record { file, test: test.map(Test::name), architecture, model, outcome, warnings }.line()
}
