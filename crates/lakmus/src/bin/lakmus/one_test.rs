//! One test: reading it, running it under a model, and putting into words what comes of it. Nothing is printed here, so that any thread
//! may do it at any time.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use drawing::Drawing;
use lakmus::record::DiagnosticRecord;
use litmus::Language;
use sim::{Budget, Describer, Goal, Model, Options, Report, RunError, Simulation, Test, Turns, Why};
use source::{Diagnostic, Severity, SourceId, Sources};

use crate::divided::{self, Helped};
use crate::failure::{Failure, FailureKind, Unfinished};
use crate::herd7::{self, Edits, ExecutionFilter, HerdRequest, SpeedCheck};
use crate::inputs::Piped;
use crate::jobs::IdleWorkers;
use crate::json::{self, Record};
use crate::model::NamedModel;
use crate::progress::Progress;
use crate::render::Render;
use crate::request::{Format, ModelChoice, RunRequest};
use crate::show::{self, Shown};
use crate::timeout::{Limited, Watch};
use crate::{clock, files, panics};

/// Everything that work on a test needs and that all tests share.
pub(crate) struct BatchContext<'a> {
    pub(crate) request: &'a RunRequest,
    pub(crate) render: Render,
    /// Languages that stand in for those of their names: C with macros.
    pub(crate) languages: Vec<Arc<dyn Language>>,
    pub(crate) models: Mutex<Models>,
    pub(crate) watch: &'a Watch,
    pub(crate) progress: &'a Progress,
    /// The tests that are no files.
    pub(crate) piped: Piped,
}

/// The models of a run, and the texts of all of them.
pub(crate) struct Models {
    named: Vec<NamedModel>,
    /// The first text stands for that of the test that is worked on: it is number 0 there as here, so that a diagnostic can
    /// point into both the test and the model.
    pub(crate) sources: Sources,
    /// The text of `--outcome`, for diagnostics that point into it.
    outcome: Option<SourceId>,
}

impl Models {
    /// None yet.
    pub(crate) fn new() -> Models {
        let mut sources = Sources::new();
        sources.add("", "");
        Models { named: Vec::new(), sources, outcome: None }
    }

    /// Takes in the text of `--outcome`.
    pub(crate) fn ask_about(&mut self, outcome: &str) {
        self.outcome = Some(self.sources.add("--outcome", outcome));
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

    /// Whether one of them looks at a variant: a condition in it asks for that.
    pub(crate) fn look_at(&mut self, variant: &str, request: &RunRequest) -> bool {
        let Models { named, sources, outcome: _ } = self;
        named.iter_mut().any(|model| model.looks_at(variant, request, sources))
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
    /// CPU time that reading it took; it counts, as for herd.
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
    /// For files: the name of the test, and its pictures.
    pub(crate) pictures: Option<(String, Vec<Drawing>)>,
    /// Why there is no result, if there is none.
    pub(crate) failed: Option<FailureKind>,
    /// Where in the text of a model the mistake is that there is no result for: all tests that come there meet it.
    pub(crate) mistake: Option<String>,
    /// Whether there is a result.
    pub(crate) has_result: bool,
    /// Whether executions were given up at the unroll bound.
    pub(crate) is_cut: bool,
    /// Whether there is no final state, and so no answer.
    pub(crate) is_empty: bool,
}

/// A report as herd7's options want it.
struct HerdResult {
    report: Report,
    candidates: Option<u64>,
    /// Whether the log has its block.
    is_printed: bool,
}

/// What a result or an error is about.
pub(crate) struct Subject<'a> {
    pub(crate) file: &'a str,
    /// `None` when it could not be read.
    pub(crate) test: Option<&'a Test>,
    /// `None` when it did not come to that.
    pub(crate) model: Option<&'a str>,
}

impl BatchContext<'_> {
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
        let source = match self.piped.text(path) {
            Some(text) => sources.add(file.clone(), text),
            None => files::add(path, &mut sources)
                .map_err(|error| self.unread(&file, &Failure::refused(vec![error]), &sources))?,
        };
        let default_name = path.file_stem().map(|stem| files::shown(Path::new(stem))).unwrap_or_default();
        self.read_source(file, sources, source, &default_name)
    }

    /// Reads a test whose text is there already. `file` is what messages call it, `default_name` the name of a test that has none of its own.
    ///
    /// # Errors
    /// What to say when that fails.
    pub(crate) fn read_text(&self, file: &str, default_name: &str, text: String) -> Result<Box<Loaded>, Outcome> {
        clock::begin_laps();
        let mut sources = Sources::new();
        let source = sources.add(file, text);
        self.read_source(file.to_owned(), sources, source, default_name)
    }

    fn read_source(
        &self,
        file: String,
        mut sources: Sources,
        source: SourceId,
        default_name: &str,
    ) -> Result<Box<Loaded>, Outcome> {
        let read = || self.load(&sources, source, default_name);
        let test = match panics::caught(|| format!("reading {file}"), read) {
            Ok(Ok(test)) => test,
            Ok(Err(found)) => return Err(self.unread(&file, &Failure::refused(found), &sources)),
            Err(panic) => return Err(self.unread(&file, &Failure::internal(panic), &sources)),
        };
        let test = match &self.request.herd {
            Some(herd) => self.edited(&herd.edits, test, &mut sources, source)?,
            None => test,
        };
        // herd7 says nothing of what it understands.
        let warnings = if self.request.herd.is_some() { Vec::new() } else { self.notes(test.warnings(), &sources) };
        let reading = clock::lap();
        Ok(Box::new(Loaded { file, test, warnings, sources, source, reading }))
    }

    /// Reads a test, for the machine that the variants say.
    fn load(&self, sources: &Sources, source: SourceId, default_name: &str) -> Result<Test, Vec<Diagnostic>> {
        Test::load_under(&self.languages, &self.request.variants.names(), sources, source, default_name)
    }

    /// The test under the name and with the condition that herd7's options give it. Nothing at all where it is not to be run.
    fn edited(&self, edits: &Edits, mut test: Test, sources: &mut Sources, source: SourceId) -> Result<Test, Outcome> {
        let name = test.name().to_owned();
        if !edits.is_wanted(&name) {
            return Err(Outcome::default());
        }
        let own = test.lowered().print_condition(litmus::Base::Decimal);
        if let Some(condition) = edits.condition(&name, &own) {
            let file = sources.name(source).to_owned();
            let refused =
                |found: Vec<Diagnostic>, sources: &Sources| self.unread(&file, &Failure::refused(found), sources);
            let text = show::with_condition(sources, source, &condition).map_err(|found| refused(found, sources))?;
            *sources = Sources::new();
            let source = sources.add(file.as_str(), text.text);
            let hash = test.hash().to_owned();
            test = self.load(sources, source, &name).map_err(|found| refused(found, sources))?;
            test.keep_hash(&hash);
        }
        if let Some(new) = edits.names.get(&name) {
            test.rename(new);
        }
        Ok(test)
    }

    fn unread(&self, file: &str, failure: &Failure, sources: &Sources) -> Outcome {
        clock::lap();
        self.failed(&Subject { file, test: None, model: None }, failure, &[], sources)
    }

    /// Runs a test under the model of this number; if it is large, with the help of free `idle`. Its time is that of reading it and the lap
    /// that ends here.
    pub(crate) fn run(&self, loaded: &Loaded, model: usize, idle: &IdleWorkers) -> Outcome {
        let Loaded { file, test, reading, .. } = loaded;
        self.progress.begin(test.name());
        clock::begin_laps();
        let result = self.watch.limited(|limited| self.simulate(loaded, model, idle, limited));
        let result = result.map_err(|failure| failure.of(file, loaded.source));
        let spent = *reading + clock::lap();
        let name = || self.models().named[model].name_for(test.language()).to_owned();
        match result {
            Ok((report, helped)) => match self.herd_result(loaded, model, report).and_then(|result| {
                let shown = self.shown(loaded, model, &result.report)?;
                Ok((result, shown))
            }) {
                Ok((HerdResult { mut report, candidates, is_printed }, shown)) => {
                    report.time = Some(spent + helped);
                    let outcome = self.succeeded(loaded, name, report, candidates, shown);
                    if is_printed { outcome } else { Outcome { log: None, ..outcome } }
                }
                Err(failure) => {
                    let subject = Subject { file, test: Some(test), model: Some(&name()) };
                    self.failed(&subject, &failure.of(file, loaded.source), test.warnings(), &self.texts(loaded))
                }
            },
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
        idle: &IdleWorkers,
        limited: &Limited<'_>,
    ) -> Result<(Report, Helped), Failure> {
        let cancel = limited.flag();
        let options = self.options(cancel);
        self.guarded(limited, "running the test", || {
            let model = self.model_for(&loaded.test, model).map_err(RunError::Refused)?;
            let simulation = Simulation::new(&loaded.test, &model, &options)?;
            divided::run(simulation, idle, limited)
        })
    }

    /// Does a piece of work on a test; a panic in it, like a limit or a mistake that it meets, is why there is no result.
    fn guarded<T>(
        &self,
        limited: &Limited<'_>,
        what: &str,
        work: impl FnOnce() -> Result<T, Unfinished>,
    ) -> Result<T, Failure> {
        match panics::caught(|| what.to_owned(), work) {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(Unfinished::Run(error))) => Err(self.no_result(error, limited)),
            Ok(Err(Unfinished::Panicked(panic))) | Err(panic) => Err(Failure::internal(panic)),
        }
    }

    /// What a model is called for a test.
    pub(crate) fn model_name(&self, loaded: &Loaded, model: usize) -> String {
        self.models().named[model].name_for(loaded.test.language()).to_owned()
    }

    /// As [`BatchContext::failed`], with the texts of the test and of the models.
    pub(crate) fn failed_test(&self, loaded: &Loaded, subject: &Subject<'_>, failure: Failure) -> Outcome {
        let failure = failure.of(&loaded.file, loaded.source);
        self.failed(subject, &failure, loaded.test.warnings(), &self.texts(loaded))
    }

    fn options<'o>(&self, cancel: &'o AtomicBool) -> Options<'o> {
        let RunRequest { unroll, base, engine, goal, .. } = *self.request;
        let mixed_sizes = self.request.variants.contains("mixed");
        let options = Options::default().with(|set| {
            set.unroll = unroll;
            set.base = base;
            set.engine = engine;
            set.goal = goal;
            set.mixed_sizes = mixed_sizes;
            set.solver = Some(&bmc::FormulaSolver);
            set.cancel = Some(cancel);
        });
        let Some(herd) = &self.request.herd else { return options };
        let HerdRequest { ref checks, ignore_filter, any_architecture, speed_check, .. } = *herd;
        let only_deciding = speed_check != SpeedCheck::Off;
        let (accepts_no_execution, as_herd) = (true, true);
        options.with(|set| {
            set.checks = checks.clone();
            set.ignore_filter = ignore_filter;
            set.any_architecture = any_architecture;
            set.only_deciding = only_deciding;
            set.accepts_no_execution = accepts_no_execution;
            set.as_herd = as_herd;
        })
    }

    /// What herd7's options want to know beside the report, and the report as they want it.
    fn herd_result(&self, loaded: &Loaded, model: usize, report: Report) -> Result<HerdResult, Failure> {
        let as_it_is = |report| HerdResult { report, candidates: None, is_printed: true };
        let Some(herd) = &self.request.herd else { return Ok(as_it_is(report)) };
        if let (Some(option), Some(_)) = (&herd.for_whole_cells, report.pieces) {
            let message = format!("`{option}` is not supported for accesses of mixed sizes");
            return Err(Failure::refused(vec![Diagnostic::new(Severity::Error, "not-supported", message)]));
        }
        let show = self.request.show.as_ref().filter(|show| show.limit != usize::MAX);
        let is_filtered = herd.executions != ExecutionFilter::default();
        if !herd.candidates && herd.speed_check != SpeedCheck::Fast && show.is_none() && !is_filtered {
            return Ok(as_it_is(report));
        }
        let model = self.model_for(&loaded.test, model).map_err(Failure::refused)?;
        self.watch.limited(|limited| {
            let cancel = limited.flag();
            let options = self.options(cancel).with(|set| set.pieces = report.pieces);
            self.guarded(limited, "counting candidates", || {
                let simulation = Simulation::new(&loaded.test, &model, &options)?;
                let candidates = if herd.candidates { Some(simulation.count_candidates()?) } else { None };
                let report = match show {
                    Some(show) => herd7::up_to_shown(report, &loaded.test, &simulation, show)?,
                    None => report,
                };
                let report = match herd.speed_check {
                    SpeedCheck::Fast => {
                        let first = simulation.first_deciding().transpose()?;
                        herd7::decided(report, first.as_ref())
                    }
                    SpeedCheck::Off | SpeedCheck::On => report,
                };
                let filtered = match is_filtered {
                    true => herd7::filtered(report.clone(), &simulation, &model, &herd.executions)?,
                    false => Some(report.clone()),
                };
                let is_printed = filtered.is_some();
                Ok(HerdResult { report: filtered.unwrap_or(report), candidates, is_printed })
            })
        })
    }

    fn no_result(&self, error: RunError, limited: &Limited<'_>) -> Failure {
        let is_cancelled = limited.flag().load(Ordering::Relaxed);
        match (error, self.request.timeout) {
            (RunError::Refused(found), _) => Failure::refused(found),
            (RunError::Stopped(_), _) if limited.takes_too_much() => {
                let megabytes = self.request.memory.unwrap_or_default() >> 20;
                let message = format!("given up at {megabytes} MB of memory; there is no result");
                Failure::stopped(FailureKind::Memory, message)
            }
            (RunError::Stopped(_), Some(limit)) if is_cancelled => {
                let seconds = limit.as_secs_f64();
                let message = format!("given up after {seconds} s of CPU time; there is no result");
                Failure::stopped(FailureKind::Timeout, message)
            }
            (RunError::Stopped(reason), _) => Failure::stopped(FailureKind::Limit, reason.to_string()),
        }
    }

    /// What is to be shown of a test under the model of this number, if anything is.
    fn shown(&self, loaded: &Loaded, model: usize, report: &Report) -> Result<Option<Shown>, Failure> {
        let Some(request) = &self.request.show else { return Ok(None) };
        let (sources, test) = self.asked_about(loaded, request.outcome.as_deref()).map_err(Failure::refused)?;
        let test = test.as_ref().unwrap_or(&loaded.test);
        let model = self.model_for(test, model).map_err(Failure::refused)?;
        let mut texts = self.models().sources.clone();
        texts.replace(loaded.source, &sources);
        self.watch.limited(|limited| {
            let cancel = limited.flag();
            let options = self.options(cancel).with(|set| set.pieces = report.pieces);
            self.guarded(limited, "showing executions", || {
                let simulation = Simulation::new(test, &model, &options)?;
                let describer = Describer::new(test, &model, &texts);
                Ok(Some(show::show(request, &simulation, &describer)?))
            })
        })
    }

    /// What `look` sees of why the outcome of a test is forbidden under the model of this number.
    ///
    /// # Errors
    /// When there is no result.
    pub(crate) fn why<T>(
        &self,
        loaded: &Loaded,
        model: usize,
        look: impl FnOnce(&Why, &Describer<'_>) -> T,
    ) -> Result<T, Failure> {
        let test = &loaded.test;
        let model = self.model_for(test, model).map_err(Failure::refused)?;
        let sources = self.texts(loaded);
        self.watch.limited(|limited| {
            let cancel = limited.flag();
            let options = self.options(cancel);
            self.guarded(limited, "explaining the test", || {
                // What is wrong with the program is met by executions with other outcomes, too.
                let report = sim::simulate(test, &model, &options)?;
                let options = options.clone().with(|set| set.pieces = report.pieces);
                let why = Simulation::new(test, &model, &options)?.why(Budget::default())?;
                Ok(look(&why, &Describer::new(test, &model, &sources)))
            })
        })
    }

    /// The test with another condition, where one is asked about, and its text.
    fn asked_about(&self, loaded: &Loaded, outcome: Option<&str>) -> Result<(Sources, Option<Test>), Vec<Diagnostic>> {
        let Some(outcome) = outcome else { return Ok((loaded.sources.clone(), None)) };
        let conditioned = show::with_condition(&loaded.sources, loaded.source, outcome)?;
        let mut sources = Sources::new();
        let source = sources.add(loaded.file.as_str(), conditioned.text.as_str());
        match self.load(&sources, source, loaded.test.name()) {
            Ok(test) => Ok((sources, Some(test))),
            // The user has never seen the text that was made, so that places are shown in the option's own.
            Err(found) => match self.models().outcome {
                Some(option) => Err(conditioned.in_condition(found, source, (option, outcome.len()))),
                None => Err(found),
            },
        }
    }

    fn model_for(&self, test: &Test, model: usize) -> Result<Arc<Model>, Vec<Diagnostic>> {
        let Models { named, sources, outcome: _ } = &mut *self.models();
        named[model].for_test(test, self.request, sources)
    }

    fn succeeded(
        &self,
        loaded: &Loaded,
        model: impl FnOnce() -> String,
        report: Report,
        candidates: Option<u64>,
        shown: Option<Shown>,
    ) -> Outcome {
        let Shown { text: words, drawings, executions, explanation, warnings } = shown.unwrap_or_default();
        let Loaded { file, test, sources, .. } = loaded;
        let mut outcome = Outcome { has_result: true, is_cut: report.is_cut, ..Outcome::default() };
        let (cut, note) = self.remarks(file, test, &report);
        outcome.is_empty = self.request.herd.is_none() && cut.iter().any(|warning| warning.code == "no-execution");
        outcome.notes.extend(note);
        outcome.notes.extend(self.notes(&cut, sources));
        outcome.notes.extend(self.notes(&warnings, sources));
        if self.request.herd.as_ref().is_some_and(|herd| herd.has_no_viewer) && !drawings.is_empty() {
            outcome.notes.push(format!("herd7: there is no viewer; the pictures are in `{}.dot`", test.name()));
        }
        match &self.request.format {
            Format::Log => {
                // Most blocks fit.
                let mut text = String::with_capacity(512);
                // Writing into a string cannot fail.
                let _ = sim::log::print(&report, &mut text);
                if let Some(herd) = &self.request.herd {
                    text = herd7::adapted(&text, &report, herd, candidates);
                    if herd.dot_to_output {
                        text.insert_str(0, &herd7::dots(test.name(), &drawings, herd));
                    }
                }
                let words = if self.request.herd.is_some() { "" } else { words.as_str() };
                text.push_str(words);
                if !words.is_empty() && !words.ends_with("\n\n") {
                    text.push('\n');
                }
                outcome.log = Some(text);
            }
            Format::Json => {
                let subject = Subject { file, test: Some(test), model: Some(&model()) };
                let warnings = [test.warnings(), &cut, &warnings].concat();
                let shown = json::ShownObject { executions, explanation };
                outcome.log = Some(record(&subject, json::Outcome::result(&report), Some(shown), &warnings, sources));
            }
            Format::Differences(_) => outcome.report = Some(Box::new(report)),
        }
        if !drawings.is_empty() {
            outcome.pictures = Some((test.name().to_owned(), drawings));
        }
        outcome
    }

    /// What there is to say about a result: warnings, and a line in herd7's words.
    fn remarks(&self, file: &str, test: &Test, report: &Report) -> (Vec<Diagnostic>, Option<String>) {
        let (mut cut, mut note) = (Vec::new(), None);
        if let (Some(place), Some(_)) = (&report.cut_at, &self.request.herd) {
            // In herd7's words: its own regression tests compare them.
            let words = "unrolling limit exceeded at";
            let warning = format!("Warning: File \"{file}\": {words} {place}, legal outcomes may be missing.");
            note = Some(warning);
        } else if let Some(place) = &report.cut_at {
            let message =
                format!("`{file}`: unrolling limit exceeded at {place}, legal outcomes may be missing; see --unroll");
            let warning = Diagnostic::new(Severity::Warning, "unroll-limit", message);
            cut.push(warning);
        } else if report.states.is_empty() && report.goal != Goal::Decision {
            let herd = self.request.herd.as_ref();
            let why = match test.lowered().filter {
                Some(_) => "no execution that the model allows passes the filter",
                None if herd.is_some_and(|herd| herd.speed_check != SpeedCheck::Off) => {
                    "no execution decides the condition"
                }
                None if herd.is_some() => "the model allows no execution",
                None => "whatever is read, values contradict each other",
            };
            let message = format!("`{file}`: there is no final state: {why}");
            cut.push(Diagnostic::new(Severity::Warning, "no-execution", message));
        }
        cut.extend(self.in_pieces(file, test, report));
        if let (Some(place), None) = (&report.cut_place, &self.request.herd) {
            let message = format!(
                "`{file}`: a final value of `{place}` has more bits than are shown and compared: without a type these are 32"
            );
            let warning = Diagnostic::new(Severity::Warning, "cut-value", message);
            cut.push(warning.help(format!("`uint64_t {place};` in the initial state gives it a type")));
        }
        if let (Turns::Kept { reason }, None) = (&report.turns, &self.request.herd) {
            let message = format!("`{file}`: turns of loops that only wait are not left out: {reason}");
            cut.push(Diagnostic::new(Severity::Warning, "turns-kept", message));
        }
        (cut, note)
    }

    /// Says that memory was divided into pieces, where the request did not ask for it.
    fn in_pieces(&self, file: &str, test: &Test, report: &Report) -> Option<Diagnostic> {
        let is_mixed = |word: &String| word.eq_ignore_ascii_case("mixed");
        if self.request.herd.is_some()
            || self.request.variants.contains("mixed")
            || test.variants().iter().any(is_mixed)
        {
            return None;
        }
        let size = match report.pieces? {
            1 => "single bytes".to_owned(),
            bytes => format!("{bytes} bytes"),
        };
        let message = format!("`{file}`: accesses of mixed sizes: memory is simulated in pieces of {size}");
        Some(Diagnostic::new(Severity::Warning, "mixed-sizes", message))
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
        let log = is_data.then(|| record(subject, json::Outcome::failure(failure, sources), None, warnings, sources));
        let (notes, mistake) = (self.notes(&failure.found, sources), mistake_of_model(failure, sources));
        Outcome { notes, log, failed: Some(failure.kind), mistake, ..Outcome::default() }
    }

    /// Diagnostics in words.
    pub(crate) fn notes(&self, found: &[Diagnostic], sources: &Sources) -> Vec<String> {
        self.render.diagnostics(found, sources)
    }
}

/// Where in the text of a model the name stands that it does not define, if that is what is wrong.
fn mistake_of_model(failure: &Failure, sources: &Sources) -> Option<String> {
    let unbound = failure.found.iter().find(|found| found.is_error() && found.code == "unbound-name")?;
    let span = unbound.span()?;
    Some(format!("{}:{}", sources.name(span.source), sources.position(span).line))
}

fn record(
    subject: &Subject<'_>,
    outcome: json::Outcome<'_>,
    shown: Option<json::ShownObject>,
    warnings: &[Diagnostic],
    sources: &Sources,
) -> String {
    let &Subject { file, test, model } = subject;
    let warnings = warnings.iter().map(|warning| DiagnosticRecord::new(warning, sources)).collect();
    let architecture = test.map(|test| test.language().name());
    Record { file, test: test.map(Test::name), architecture, model, outcome, shown, warnings }.line()
}
