//! `lakmus fence`: the fences that a program needs to be sequentially consistent on relaxed memory.

mod args;
#[cfg(feature = "verify")]
mod assertion;
mod in_place;
mod report;
mod times;
mod units;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fence::diff;
use lakmus::clang::Units;
use lakmus::fence::{
    Error, Event, Evidence, Locks, Mapping, Model, Options, Outcome, Profile, Rule, Start, Strategy, Unknown,
};

pub(crate) use args::FenceArgs;
use args::{GroupName, LockOrder, RuleName, StrategyName, UnknownFunctions};
use report::Subject;
use times::Times;

use crate::output::{complain, print, write};
use crate::render::Render;
use crate::{Status, files, progress};

/// Runs `lakmus fence`.
pub(crate) fn run(args: FenceArgs) -> Status {
    match fence(&args) {
        Ok(status) => status,
        Err(message) => {
            // Errors with their places begin so already.
            let begin = if message.starts_with("error[") { "" } else { "error: " };
            complain(&format!("{begin}{message}"));
            Status::Usage
        }
    }
}

fn fence(args: &FenceArgs) -> Result<Status, String> {
    let mut times = Times::begin();
    let mut units = units(args)?;
    times.lap("build");
    #[cfg(feature = "verify")]
    if args.verify.is_some() {
        return assertion::run(args, &mut units);
    }
    let profiles = profiles(args)?;
    let options = options(args, &profiles)?;
    let mut watch = |event| match event {
        Event::Warning(text) => complain(&format!("warning: {text}")),
        event => {
            if let Event::Done(phase) = &event {
                progress::say(|| format!("after {},", phase.name()));
            }
            times.add(&event);
        }
    };
    let outcome = lakmus::fence::analyse_watched(&mut units, &options, &mut watch).map_err(message)?;
    let report = outcome.report();
    let groups = lakmus::fence::groups(&outcome).map_err(|error| error.to_string())?;
    let remaining = outcome.remaining.as_deref();
    let mut subject = Subject { report: &report, groups, times: times.laps(), remaining, new: None };
    if let Some(path) = &args.baseline {
        let listed = files::named_text(path)?;
        let listed: BTreeSet<&str> = listed.lines().collect();
        subject.new = Some(report.pairs.iter().filter(|identity| !listed.contains(identity.as_str())).count());
    }
    if let Some(path) = &args.write_baseline {
        let identities: BTreeSet<&String> = report.pairs.iter().collect();
        let lines: String = identities.iter().map(|identity| format!("{identity}\n")).collect();
        fs::write(path, lines).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if let Some(directory) = &args.litmus {
        write_tests(&outcome, directory)?;
    }
    let printed = print_all(args, &outcome, &subject)?;
    if printed != Status::Success {
        return Ok(printed);
    }
    let is_seen = report.counts.set_aside == 0
        && outcome.failed() == 0
        && !outcome.has_gaps()
        && report.not_understood.is_empty();
    let is_done = report.unplaceable.is_empty() && outcome.remaining.as_ref().is_none_or(Vec::is_empty);
    let is_accepted = report.is_robust && report.needless.is_empty() || subject.new == Some(0);
    // What is not placeable is not missing anywhere; and a baseline accepts it.
    let is_missing = !is_accepted && (!outcome.has_all_in_place() || !report.needless.is_empty());
    Ok(match (is_missing, is_seen && (is_accepted || is_done)) {
        (true, _) => Status::Found,
        (false, false) => Status::Incomplete,
        (false, true) => Status::Success,
    })
}

/// The translation units that the command line names.
fn units(args: &FenceArgs) -> Result<Units, String> {
    let units = if let Some(directory) = &args.database {
        units::of_database(directory).map_err(|error| error.to_string())
    } else if !args.build.is_empty() {
        units::of_build(&args.build).map_err(|error| error.to_string())
    } else {
        units::of_files(&args.files, &args.cflags).map_err(|error| error.to_string())
    };
    let units = units?;
    if units.is_empty() {
        return Err("there is nothing to analyse: no source file was given or compiled".to_owned());
    }
    Units::new(units, args.clang.as_deref()).map_err(|error| error.to_string())
}

fn profiles(args: &FenceArgs) -> Result<Vec<Profile>, String> {
    let read = |path: &PathBuf| {
        Profile::parse(&files::named_text(path)?).map_err(|error| format!("{}: {error}", path.display()))
    };
    args.profiles.iter().map(read).collect()
}

fn options<'p>(args: &FenceArgs, profiles: &'p [Profile]) -> Result<Options<'p>, String> {
    let mut options = Options::new(args.model);
    options.mappings = mappings(args)?;
    options.from = args.from;
    if args.from.is_some() && args.strategy != StrategyName::Cycles {
        return Err("--from: only the strategy `cycles` knows what the old model forbids".to_owned());
    }
    for cost in &args.costs {
        options.costs.set(cost).map_err(|error| format!("--cost: {error}"))?;
    }
    options.start = match args.entry.as_slice() {
        [] => Start::Main(args.main.clone()),
        names => Start::Entries(names.to_vec()),
    };
    // A baseline lists all pairs.
    if args.baseline.is_some() || args.write_baseline.is_some() {
        options.most_pairs = usize::MAX;
    }
    options.dependencies = !args.no_dependencies;
    options.put_dependencies = !args.fences_only;
    options.strengthen = !args.fences_only;
    options.atomics = args.atomics;
    options.remove = args.remove;
    options.budget = args.budget;
    options.profiles = profiles;
    options.locks = match args.locks {
        LockOrder::Usual => Locks::Usual,
        LockOrder::Full => Locks::Full,
    };
    for rule in &args.without_rule {
        options.rules = options.rules.without(match rule {
            RuleName::Lock => Rule::Lock,
            RuleName::ObjectLock => Rule::ObjectLock,
            RuleName::HandOver => Rule::HandOver,
            RuleName::Fresh => Rule::Fresh,
            RuleName::CallType => Rule::CallType,
        });
    }
    options.least = match args.group {
        GroupName::Confirmed => Evidence::SameVariable,
        GroupName::Likely => Evidence::SameObject,
        GroupName::NotExcluded => Evidence::Possible,
    };
    options.unknown = match args.unknown_functions {
        UnknownFunctions::Anything => Unknown::Anything,
        UnknownFunctions::Arguments => Unknown::Arguments,
        UnknownFunctions::Nothing => Unknown::Nothing,
    };
    options.strategy = match args.strategy {
        StrategyName::Cycles => Strategy::Cycles,
        StrategyName::Pensieve => Strategy::Pensieve,
        StrategyName::Volatile => Strategy::Volatile,
        StrategyName::Shared => Strategy::Shared,
        StrategyName::Memory => Strategy::Memory,
    };
    Ok(options)
}

/// What compilers write, where the command line says so.
fn mappings(args: &FenceArgs) -> Result<Vec<&'static Mapping>, String> {
    if let Some(name) = &args.mapping {
        return Ok(vec![named_mapping(args.model, name)?]);
    }
    let names_machine = |flag: &String| flag.starts_with("-march=") || flag.starts_with("-mcpu=");
    if args.model.mappings_by(&[]).len() > 1 && args.cflags.iter().any(names_machine) {
        return Ok(args.model.mappings_by(&args.cflags.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    Ok(Vec::new())
}

/// The mapping of this name for a model.
fn named_mapping(model: Model, name: &str) -> Result<&'static Mapping, String> {
    let all = model.mappings();
    let names = || all.iter().map(|mapping| mapping.name).collect::<Vec<_>>().join(", ");
    let found = all.iter().copied().find(|mapping| mapping.name == name);
    found.ok_or_else(|| format!("--mapping {name}: the mappings for {model} are {}", names()))
}

/// Why there is no result, with the options that help.
fn message(error: Error) -> String {
    match &error {
        Error::NoMain => {
            format!("{error}: name the functions that threads of a library's user may call with --entry")
        }
        Error::SeveralMains(names) => {
            format!("several files define `main`; choose one with --main: {}", names.join(", "))
        }
        Error::NoSuchMain { .. } => format!("--main: {error}"),
        Error::NoEntry(_) => format!("--entry: {error}"),
        // The others say what is wrong with the files.
        Error::FrontEnd(lakmus::clang::Error::Malformed(malformed)) => {
            Render::for_stderr().diagnostics(&malformed.diagnostics, &malformed.sources).join("\n\n")
        }
        _ => error.to_string(),
    }
}

/// Writes the tests of all critical cycles to a directory, and says of each what it is and what the simulator finds.
fn write_tests(outcome: &Outcome, directory: &Path) -> Result<(), String> {
    let tests = lakmus::fence::cycle_tests(outcome).map_err(|error| error.to_string())?;
    fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    for test in &tests.tests {
        let mut name = format!("no test of {}", test.cycle);
        if let Ok(made) = &test.made {
            let path = directory.join(format!("{}.litmus", litmus::file_name(&made.name)));
            fs::write(&path, &made.text).map_err(|error| format!("{}: {error}", path.display()))?;
            name = path.display().to_string();
        }
        complain(&format!("{name}: {test}"));
    }
    if tests.without > 0 {
        complain(&tests.rest());
    }
    Ok(())
}

fn print_all(args: &FenceArgs, outcome: &Outcome, subject: &Subject<'_>) -> Result<Status, String> {
    let changed = outcome.changed();
    if args.in_place {
        let files = changed.iter().map(|file| (file.source.path.as_path(), file.bytes()));
        in_place::replace_all(&files.collect::<Vec<_>>())?;
    }
    if args.json {
        return Ok(print(subject.json().as_bytes()));
    }
    if args.sarif {
        return Ok(print(subject.sarif().as_bytes()));
    }
    complain(subject.text(args.explain).trim_end());
    for file in changed.iter().filter(|_| !args.in_place) {
        let diff = diff::unified_diff(&name_for_diff(&file.source.path), &file.source.text, file.text);
        if let Err(closed) = write(&file.source.encode(&diff)) {
            return Ok(closed.status());
        }
    }
    Ok(Status::Success)
}

/// A path as `patch -p1` in the current directory takes it.
pub(crate) fn name_for_diff(path: &Path) -> String {
    let here = std::env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}
