//! `lakmus mix`: mix testing.

pub(crate) mod args;
mod diff;
mod executions;
mod json;
mod minimise;
pub(crate) mod profiles;
mod report;
mod sarif;
mod structure;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use lakmus::mix::{DEFAULT_SOURCE_MODEL, models};
use mix::{
    CodeCache, Fragments, KeptOutcomes, MappingTable, Models, Options, Profile, SourceTest, Split, Summary, Unusable,
    classes,
};
use source::{Diagnostic, Sources};

use crate::failure::Failure;
use crate::files::SearchPath;
use crate::inputs;
use crate::render::Render;
use crate::{Status, files, output, panics};

use args::{FormatName, MixArgs, MixCommand, MixRunArgs, SplitName};

/// Does what is asked.
pub(crate) fn run(args: MixArgs) -> Status {
    match args.command {
        MixCommand::Run(args) => run_tests(&args),
        MixCommand::Profiles(args) => profiles::list(&args),
        MixCommand::Structure(args) => structure::check(&args),
        MixCommand::Diff(args) => diff::run(&args),
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
    /// Whether a test could not be read.
    pub(super) is_refused: bool,
}

impl Batch {
    pub(super) fn load(paths: &[PathBuf], split: Split, render: &Render) -> Batch {
        let mut batch = Batch::default();
        for path in inputs::expand(paths) {
            match path {
                Ok(path) => batch.add(&path, split, render),
                Err(unusable) => {
                    batch.is_refused = true;
                    output::complain(&render.diagnostic(&unusable.error, &batch.sources));
                }
            }
        }
        batch
    }

    fn add(&mut self, path: &Path, split: Split, render: &Render) {
        let file = path.display().to_string();
        let default_name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let source = match files::add(path, &mut self.sources) {
            Ok(source) => source,
            Err(error) => return self.refused(&[error], render),
        };
        let (sources, fragments) = (&self.sources, &mut self.fragments);
        let loaded = panics::caught(
            || format!("reading {file}"),
            std::panic::AssertUnwindSafe(|| SourceTest::load(sources, source, &default_name, split, fragments)),
        );
        match loaded {
            Ok(Ok(test)) => self.tests.push(test),
            Ok(Err(Unusable::Refused(found))) => self.refused(&found, render),
            Ok(Err(Unusable::Unsupported(reason))) => self.unsupported.push((path.to_owned(), reason)),
            Err(error) => self.refused(&Failure::internal(error).found, render),
        }
    }

    fn refused(&mut self, found: &[Diagnostic], render: &Render) {
        self.is_refused = true;
        for diagnostic in found {
            output::complain(&render.diagnostic(diagnostic, &self.sources));
        }
    }
}

fn run_tests(args: &MixRunArgs) -> Status {
    let profiles = match profiles::chosen(&args.profiles) {
        Ok(profiles) => profiles,
        Err(message) => return crate::usage(&message),
    };
    let render = Render::for_stderr();
    let mut sources = Sources::new();
    let search = SearchPath::new(args.include.clone());
    let models =
        match models(&args.source_model, &args.model, &mut sources, &mut |name, sources| search.model(name, sources)) {
            // A model that is found elsewhere may have the name of a shipped one.
            Ok(models) => Models { are_shipped: models.are_shipped && args.include.is_empty(), ..models },
            Err(found) => {
                found.iter().for_each(|diagnostic| output::complain(&render.diagnostic(diagnostic, &sources)));
                return Status::Usage;
            }
        };
    let fixes = match fixes(&args.fix) {
        Ok(fixes) => fixes,
        Err(message) => return crate::usage(&message),
    };
    let split = match args.split {
        SplitName::None => Split::None,
        SplitName::Thread => Split::Thread,
        SplitName::Statement => Split::Statement,
        SplitName::Marks => Split::Marks,
    };
    let batch = Batch::load(&args.tests, split, &render);
    if batch.tests.is_empty() {
        for (path, reason) in &batch.unsupported {
            output::complain(&format!("error: `{}` cannot be mixed: {reason}", path.display()));
        }
        output::complain("error: there is no test that could be mixed");
        return Status::Usage;
    }
    let jobs = args.jobs.map_or_else(processors, std::num::NonZero::get);
    let cache = match code_cache(args.cache.as_ref()) {
        Ok(cache) => cache,
        Err(message) => return crate::usage(&message),
    };
    let code = classes::classes(&profiles, &batch.fragments, models.sameness(), jobs, &cache);
    if !(args.timeout > 0.0 && args.timeout <= 1e9) {
        return crate::usage("--timeout needs a number of seconds above 0");
    }
    let cancel = AtomicBool::new(false);
    let timeout = Some(std::time::Duration::from_secs_f64(args.timeout));
    let kept = match kept_outcomes(args.cache.as_deref().filter(|_| models.are_shipped)) {
        Ok(kept) => kept,
        Err(message) => return crate::usage(&message),
    };
    let options = Options {
        split,
        jobs,
        limit: args.limit,
        fixes,
        timeout,
        checks_classes: args.check_classes,
        kept: kept.as_ref(),
        cancel: &cancel,
    };
    let summary = mix::run(&batch.tests, &batch.fragments, &profiles, &code, &models, &options);
    let report = reported(args, &batch, &summary, &profiles, (&models, &sources), (split, &cache, &options.fixes));
    if let Err(message) = report.write_files() {
        output::complain(&format!("error: {message}"));
        return Status::Usage;
    }
    let text = match args.format {
        FormatName::Text => report.text(),
        FormatName::Json => json::print(&report),
        FormatName::Sarif => sarif::print(&report),
        FormatName::Junit => report.junit(),
    };
    let status = match summary.has_bugs() {
        true => Status::Found,
        // Profiles that were found, not asked for, need not work.
        false if !summary.refused.is_empty() && !args.profiles.are_found() => Status::Incomplete,
        false if summary.is_incomplete() || !batch.unsupported.is_empty() => Status::Incomplete,
        false => Status::Success,
    };
    let status = if batch.is_refused { status.max(Status::Refused) } else { status };
    output::print(text.as_bytes()).max(status)
}

/// The report of a batch, with what is asked for beside what was found: executions and smaller tests.
fn reported<'a>(
    args: &'a MixRunArgs,
    batch: &'a Batch,
    summary: &'a Summary,
    profiles: &'a [Profile],
    (models, texts): (&Models, &Sources),
    (split, cache, fixes): (Split, &CodeCache, &[MappingTable]),
) -> report::Report<'a> {
    let timeout = std::time::Duration::from_secs_f64(args.timeout);
    let finder = executions::Finder { models, texts, timeout };
    let (executions, smallest) = (BTreeMap::new(), BTreeMap::new());
    let mut report = report::Report { args, batch, profiles, summary, executions, smallest };
    for (number, (test, result)) in batch.tests.iter().zip(&summary.results).enumerate() {
        if args.show || args.svg.is_some() {
            let found: Vec<_> = report
                .numbered_bugs(result)
                .map(|(bug_number, bug)| ((number, bug_number), finder.executions(test, result, bug)))
                .collect();
            report.executions.extend(found);
        }
        if args.minimise
            && let Some(bug) = result.bugs.iter().find(|bug| !bug.is_load_buffering)
        {
            let minimiser = minimise::Minimiser::new(bug, profiles, (models, split), cache, (timeout, fixes));
            let found = minimiser.smallest(test, result, bug);
            report.smallest.extend(found.map(|smallest| (number, smallest)));
        }
    }
    report
}

/// Where what compilers gave is kept.
fn code_cache(directory: Option<&PathBuf>) -> Result<CodeCache, String> {
    match directory {
        None => Ok(CodeCache::none()),
        Some(directory) => CodeCache::in_directory(directory.clone())
            .map_err(|error| format!("cannot use the cache `{}`: {error}", directory.display())),
    }
}

/// What simulations of earlier runs found, in the directory of the cache.
fn kept_outcomes(directory: Option<&Path>) -> Result<Option<KeptOutcomes>, String> {
    let Some(directory) = directory else { return Ok(None) };
    KeptOutcomes::in_directory(directory)
        .map_err(|error| format!("cannot use the cache `{}`: {error}", directory.display()))
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
            .map(|table| MappingTable { file: Some(PathBuf::from(name)), ..table })
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

fn fixes(names: &[String]) -> Result<Vec<MappingTable>, String> {
    if names.is_empty() {
        return Ok(MappingTable::fixes().filter_map(MappingTable::shipped).collect());
    }
    names.iter().map(|name| table(name)).collect()
}
