//! `lakmus mix`: mix testing.

pub(crate) mod args;
mod diff;
mod executions;
mod json;
mod minimise;
mod pool;
pub(crate) mod profiles;
mod report;
mod run_cases;
mod setting;
mod setup;
mod structure;
#[cfg(feature = "campaign")]
pub(crate) mod units;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use lakmus::mix::{DEFAULT_SOURCE_MODEL, models};
use mix::{
    CodeCache, Fragments, MappingTable, Models, Options, SourceTest, Split, Summary, TestResult, Unusable, classes,
};
use source::{Diagnostic, SourceId, Sources};

use crate::accepted::Accepted;
use crate::cases::{self, Case, CaseOutcome};

use crate::failure::Failure;
use crate::files::SearchPath;
use crate::inputs;
use crate::progress::{self, Progress};
use crate::render::Render;
use crate::{Status, files, output, panics};

use args::{FormatName, MixArgs, MixCommand, MixRunArgs};
use report::{Beside, Report};
pub(crate) use run_cases::gaps_of_result;
pub(crate) use setting::Caches;
use setting::{Setting, Unset};

/// Does what is asked.
pub(crate) fn run(args: MixArgs) -> Status {
    match args.command {
        MixCommand::Run(args) => run_tests(&args),
        MixCommand::Profiles(args) => profiles::list(&args),
        MixCommand::Structure(args) => structure::check(&args),
        MixCommand::Diff(args) => diff::run(&args),
        MixCommand::Setup(args) => setup::run(&args),
        MixCommand::Pool(args) => pool::run(&args),
    }
}

/// The tests of a batch.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) sources: Sources,
    pub(super) fragments: Fragments,
    pub(super) tests: Vec<SourceTest>,
    /// Tests that cannot be mixed, and why.
    pub(super) unsupported: Vec<(PathBuf, String)>,
    /// What was asked for and cannot be read, and why.
    pub(super) refused: Vec<(String, String)>,
}

impl Batch {
    pub(super) fn load(paths: &[PathBuf], split: Split, render: &Render) -> Batch {
        let mut batch = Batch::default();
        for path in inputs::expand(paths) {
            match path {
                Ok(path) => batch.add(&path, split, render),
                Err(unusable) => batch.refused(&unusable.path.display().to_string(), &[unusable.error], render),
            }
        }
        batch
    }

    fn add(&mut self, path: &Path, split: Split, render: &Render) {
        match files::add(path, &mut self.sources) {
            Ok(source) => self.add_source(path, source, split, render),
            Err(error) => self.refused(&path.display().to_string(), &[error], render),
        }
    }

    /// Takes a test whose text is there.
    fn add_source(&mut self, path: &Path, source: SourceId, split: Split, render: &Render) {
        let file = path.display().to_string();
        let default_name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let (sources, fragments) = (&self.sources, &mut self.fragments);
        let loaded = panics::caught(
            || format!("reading {file}"),
            std::panic::AssertUnwindSafe(|| SourceTest::load(sources, source, &default_name, split, fragments)),
        );
        match loaded {
            Ok(Ok(test)) => self.tests.push(test),
            Ok(Err(Unusable::Refused(found))) => self.refused(&file, &found, render),
            Ok(Err(Unusable::Unsupported(reason))) => self.unsupported.push((path.to_owned(), reason)),
            Err(error) => self.refused(&file, &Failure::internal(error).found, render),
        }
    }

    fn refused(&mut self, file: &str, found: &[Diagnostic], render: &Render) {
        let first = found.iter().find(|found| found.is_error()).or(found.first());
        let reason = first.map_or_else(|| "it cannot be read".to_owned(), |found| found.message.clone());
        self.refused.push((file.to_owned(), reason));
        for diagnostic in found {
            output::complain(&render.diagnostic(diagnostic, &self.sources));
        }
    }
}

fn run_tests(args: &MixRunArgs) -> Status {
    judged(args).unwrap_or_else(|message| crate::usage(&message))
}

/// Judges a batch.
///
/// # Errors
/// What of the command line makes no sense.
fn judged(args: &MixRunArgs) -> Result<Status, String> {
    let setting = match Setting::load(args, args.cache.as_deref()) {
        Ok(setting) => setting,
        Err(Unset::Usage(message)) => return Err(message),
        Err(Unset::Model(said)) => {
            said.iter().for_each(|text| output::complain(text));
            return Ok(Status::Usage);
        }
    };
    let Setting { profiles, models, sources, fixes, timeout, caches } = &setting;
    let split = args.split.split();
    let batch = Batch::load(&args.tests, split, &Render::for_stderr());
    if batch.tests.is_empty() {
        return Ok(without_tests(&batch, args.format.chosen()));
    }
    let jobs = args.jobs.map_or_else(processors, std::num::NonZero::get);
    progress::say(|| format!("compiling {} functions with {} profiles", batch.fragments.len(), profiles.len()));
    let code = classes::classes(profiles, &batch.fragments, models.sameness(), jobs, &caches.code);
    let cancel = AtomicBool::new(false);
    let options = Options {
        split,
        jobs,
        limit: args.limit,
        fixes: fixes.clone(),
        timeout: *timeout,
        checks_classes: args.check_classes,
        kept: caches.outcomes.as_ref(),
        cancel: &cancel,
    };
    let finder = executions::Finder { models, texts: sources, timeout: *timeout };
    let accepted = Accepted::read(args.accepted.as_deref(), profiles)?;
    let accepted = Mutex::new(accepted);
    let work =
        Work { accepted: &accepted, report: Report { args, batch: &batch, profiles }, finder, cache: &caches.code };
    Ok(work.run(&code, models, &options))
}

/// What is printed where no test could be mixed.
fn without_tests(batch: &Batch, format: FormatName) -> Status {
    for (path, reason) in &batch.unsupported {
        output::complain(&format!("error: `{}` cannot be mixed: {reason}", path.display()));
    }
    output::complain("error: there is no test that could be mixed");
    let cases = run_cases::of_batch(batch);
    let text = match format {
        FormatName::Text => String::new(),
        FormatName::Json => json::only(&cases),
        FormatName::Sarif => cases::sarif("lakmus mix", &run_cases::RULES, &cases),
        FormatName::Junit => cases::junit(&cases),
    };
    output::print(text.as_bytes()).max(Status::Usage)
}

/// A batch that is ready to be judged.
struct Work<'a> {
    /// Asked by one test at a time.
    accepted: &'a Mutex<Accepted<'a>>,
    report: Report<'a>,
    finder: executions::Finder<'a>,
    cache: &'a CodeCache,
}

/// What a batch has come to so far.
struct SoFar {
    cases: Vec<Case>,
    /// By the number of the test.
    beside: BTreeMap<usize, Beside>,
    /// What printing has come to.
    printed: Status,
}

impl Work<'_> {
    /// Judges, and prints each test as soon as it is done where the format has room for that.
    fn run(&self, code: &classes::Classes, models: &Models, options: &Options<'_>) -> Status {
        let Report { args, batch, profiles } = self.report;
        let cases = run_cases::Cases::new(batch, profiles, code, args.profiles.are_found());
        let printed = match args.format.chosen() {
            FormatName::Json => output::print(json::begin(&self.report, code).as_bytes()),
            FormatName::Text | FormatName::Sarif | FormatName::Junit => Status::Success,
        };
        let so_far = Mutex::new(SoFar { cases: Vec::new(), beside: BTreeMap::new(), printed });
        let progress = Progress::new(batch.tests.len());
        let done = |number: usize, result: &TestResult| {
            progress.begin(&result.name);
            progress.end();
            let beside = self.beside(number, result, models, options);
            let mut case = cases.test(number, result, self.report.findings(number, result));
            self.accepted.lock().unwrap_or_else(PoisonError::into_inner).apply(&mut case);
            let text = match args.format.chosen() {
                FormatName::Json => json::test(number, &self.report, result, &beside, &case),
                FormatName::Text => self.report.of_test(result, &beside, &case),
                FormatName::Sarif | FormatName::Junit => String::new(),
            };
            let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
            if so_far.printed == Status::Success {
                so_far.printed = output::print(text.as_bytes());
                options.cancel.fetch_or(so_far.printed != Status::Success, Ordering::Relaxed);
            }
            so_far.cases.push(case);
            so_far.beside.insert(number, beside);
        };
        let (tests, fragments) = (&batch.tests, &batch.fragments);
        let summary = mix::run_reporting(tests, fragments, profiles, (code, models), options, &done);
        let mut so_far = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
        so_far.cases.extend(cases.others());
        if let Err(message) = self.report.write_files(&summary, &so_far.beside) {
            output::complain(&format!("error: {message}"));
            return Status::Usage;
        }
        if so_far.printed != Status::Success {
            return so_far.printed;
        }
        let text = match args.format.chosen() {
            FormatName::Text => {
                let accepted = self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
                let text = self.report.end(&summary) + &cases::accepted_text(&so_far.cases, &accepted.unused());
                text + &cases::summary(&so_far.cases)
            }
            FormatName::Json => json::end(&so_far.cases),
            FormatName::Sarif => cases::sarif("lakmus mix", &run_cases::RULES, &so_far.cases),
            FormatName::Junit => cases::junit(&so_far.cases),
        };
        let status = status(&so_far.cases, &summary, batch, args.profiles.are_found());
        output::print(text.as_bytes()).max(status)
    }

    /// What is asked for of a test beside what was found: executions, and a smaller test.
    fn beside(&self, number: usize, result: &TestResult, models: &Models, options: &Options<'_>) -> Beside {
        let Report { args, batch, profiles } = self.report;
        let test = &batch.tests[number];
        let mut beside = Beside::default();
        if args.show || args.svg.is_some() {
            let bugs = self.report.numbered_bugs(result);
            beside.executions.extend(bugs.map(|(bug, of)| (bug, self.finder.executions(test, result, of))));
        }
        if args.minimise
            && let Some(bug) = result.bugs.iter().find(|bug| !bug.is_load_buffering)
        {
            let (with, limits) = ((models, options.split), (self.finder.timeout, options.fixes.as_slice()));
            let minimiser = minimise::Minimiser::new(bug, profiles, with, self.cache, limits);
            beside.smallest = minimiser.smallest(test, result, bug);
        }
        beside
    }
}

/// What the process ends with.
fn status(cases: &[Case], summary: &Summary, batch: &Batch, are_found: bool) -> Status {
    // What is accepted is no failure.
    let status = match cases.iter().any(|case| case.outcome() == CaseOutcome::Failed) {
        true => Status::Found,
        // Profiles that were found, not asked for, need not work.
        false if !summary.refused.is_empty() && !are_found => Status::Incomplete,
        false if summary.is_incomplete() || !batch.unsupported.is_empty() => Status::Incomplete,
        false => Status::Success,
    };
    if batch.refused.is_empty() { status } else { status.max(Status::Refused) }
}

/// An outcome of a test as a state.
pub(crate) fn outcome(result: &TestResult, values: &[String]) -> String {
    Report::outcome(result, values)
}

/// How many tests are worked on at a time where nothing is said.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The models that judge where none is named.
///
/// # Errors
/// What is wrong with a model.
pub(crate) fn target_models(sources: &mut Sources) -> Result<Models, Vec<Diagnostic>> {
    let search = SearchPath::new(Vec::new());
    models(DEFAULT_SOURCE_MODEL, &[], sources, &mut |name, sources| search.model(name, sources))
}

/// The tables of these names or files.
pub(crate) fn table(name: &str) -> Result<MappingTable, String> {
    if let Some(table) = MappingTable::shipped(name) {
        return Ok(table);
    }
    match crate::files::text(name.as_ref()) {
        Ok(text) => MappingTable::parse(&text)
            .map(|mut table| {
                table.file = Some(PathBuf::from(name));
                table
            })
            .map_err(|message| format!("`{name}`: {message}")),
        Err(error) => {
            let near = source::nearest(name, MappingTable::shipped_names());
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            let all: Vec<&str> = MappingTable::shipped_names().collect();
            Err(format!(
                "there is no mapping table `{name}`: it is no file ({error}), and those that ship are {}{near}",
                all.join(", ")
            ))
        }
    }
}
