//! Programs in C under a weak machine.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use cprog::ir::Program;
use lakmus::clang::{Error, Units};
use lakmus::record::{self, ProgramRecord};
use lakmus::verify::{self, Model, MultiCopyAtomic, Options, Report};

use super::args::VerifyArgs;
use super::atomics::{Atomics, Found};
use super::backend;
use super::budget::Budget;
use super::suggest;
use crate::progress::Searching;
use crate::{Status, clock, output, panics, render};

/// Whether a file is a source of a program, or its IR, and no litmus test.
pub(crate) fn is_program(path: &Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    matches!(end, "c" | "i" | "ii" | "cc" | "cpp" | "cxx" | "ll")
}

/// How many threads there are to be.
pub(super) fn jobs(args: &VerifyArgs) -> NonZeroUsize {
    args.jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// The most bytes that stored states may take.
pub(super) fn most_memory(args: &VerifyArgs) -> usize {
    args.search_memory.map_or(usize::MAX, |most| usize::try_from(most.bytes()).unwrap_or(usize::MAX))
}

/// A program as it was read.
pub(super) struct Source<'a> {
    pub(super) files: &'a [PathBuf],
    /// What reports call it.
    pub(super) name: String,
    pub(super) program: Program,
}

impl<'a> Source<'a> {
    /// The program that all these files make up.
    ///
    /// # Errors
    /// What is to be printed where it cannot be read.
    pub(super) fn read(files: &'a [PathBuf], args: &VerifyArgs) -> Result<Source<'a>, String> {
        let name = files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ");
        let program = program(files, args, &name)?;
        Ok(Source { files, name, program })
    }
}

/// Verifies a program.
pub(super) fn verify(source: &Source<'_>, args: &VerifyArgs, budget: Budget<'_>) -> Result<Status, output::Closed> {
    // Without another engine behind it there is always a status.
    Ok(verify_or_leave(source, args, budget, false)?.unwrap_or(Status::Incomplete))
}

/// The same. Where there is no verdict, and another engine is asked next, nothing is printed, and there is no status.
pub(super) fn verify_or_leave(
    source: &Source<'_>,
    args: &VerifyArgs,
    budget: Budget<'_>,
    has_next: bool,
) -> Result<Option<Status>, output::Closed> {
    let Source { files, name: shown, program } = source;
    let refuse = |message: String| {
        if has_next {
            return Ok(None);
        }
        output::complain(&format!("error: {message}"));
        Ok(Some(Status::Usage))
    };
    let asked = args.transform_model(|| MultiCopyAtomic::TSO.into());
    if args.backend.is_another_program() {
        return match panics::caught(|| format!("transforming {shown}"), || backend::check(program, asked, args)) {
            Ok(Ok(found)) => backend::report(shown, asked, &found, args.json).map(Some),
            Ok(Err(message)) => refuse(format!("{shown}: {message}")),
            Err(panic) => refuse(panic.message),
        };
    }
    let Some(model) = asked.litmus() else {
        return refuse(format!("{shown}: programs in C cannot be verified under {asked} without --engine cbmc"));
    };
    if matches!(model, Model::Propagating(_)) && args.compact {
        return refuse(format!("--compact is not there under {model} yet"));
    }
    let begin = clock::process_time();
    let used = || clock::process_time().saturating_sub(begin);
    let cancelled = || budget.is_spent(used());
    let searching = Searching::begin();
    let jobs = jobs(args).get();
    let together = |own: &mut dyn FnMut(), others: &(dyn Fn() + Sync)| {
        std::thread::scope(|scope| {
            (1..jobs).for_each(|_| drop(scope.spawn(others)));
            own();
        });
    };
    let progress = |states| searching.show(states);
    let mut options = options(args, model);
    options.cancelled = &cancelled;
    options.progress = &progress;
    options.together = (jobs > 1).then_some(&together);
    let atomics = match Atomics::of(program, model, args) {
        Ok(atomics) => atomics,
        Err(message) => return refuse(format!("{shown}: {message}")),
    };
    let found = panics::caught(|| format!("verifying {shown}"), || atomics.check(program, &mut options));
    let Found { report, by, race } = match found {
        Ok(Ok(found)) => found,
        Ok(Err(refusal)) => return refuse(format!("{shown}: {refusal}")),
        Err(panic) => return refuse(panic.message),
    };
    if has_next && report.verdict.unknown().is_some() {
        return Ok(None);
    }
    let seconds = used().as_secs_f64();
    let shown_with = Shown { name: shown, by: &by, race: race.as_deref(), options: &options };
    output::write(print(&shown_with, &report, args.json.then_some(seconds)).as_bytes())?;
    if args.suggest && report.verdict.violation().is_some() {
        options.all = false;
        match panics::caught(|| format!("fencing {shown}"), || suggestion(files, args, &options)) {
            Ok(Ok(found)) => output::write(found.as_bytes())?,
            // The violation stands, with or without.
            Ok(Err(error)) => output::complain(&format!("note: {shown}: nothing to suggest: {error}")),
            Err(panic) => return refuse(panic.message),
        }
    }
    Ok(Some(super::status(&report)))
}

/// Reads the program. An error is what to print.
fn program(files: &[PathBuf], args: &VerifyArgs, shown: &str) -> Result<Program, String> {
    match panics::caught(
        || format!("reading {shown}"),
        || verify::program_of_files(files, args.clang.as_deref(), &args.cflags),
    ) {
        Ok(Ok(program)) => Ok(program),
        Ok(Err(Error::Malformed(malformed))) => {
            Err(render::Render::for_stderr().diagnostics(&malformed.diagnostics, &malformed.sources).join("\n\n"))
        }
        Ok(Err(error)) => Err(format!("error: {error}")),
        Err(panic) => Err(format!("error: {}", panic.message)),
    }
}

/// What a report is about.
pub(super) struct Shown<'a> {
    /// The program or test.
    pub(super) name: &'a str,
    /// A data race that was not asked for.
    pub(super) race: Option<&'a str>,
    /// What its atomic operations were taken for.
    pub(super) by: &'a [(String, &'static str)],
    /// What was asked for.
    pub(super) options: &'a Options<'a>,
}

impl Shown<'_> {
    /// What was looked for, in words.
    fn looked_for(&self) -> Vec<&'static str> {
        record::looked_for(self.options.checks)
    }
}

/// What was found of the program or test `shown`: as JSON with the seconds that it took, if these are given.
pub(super) fn print(shown: &Shown<'_>, report: &Report, json_seconds: Option<f64>) -> String {
    match json_seconds {
        Some(seconds) => json(shown, report, seconds),
        None => text(shown, report),
    }
}

/// What the command line says of how far to go.
pub(super) fn options(args: &VerifyArgs, model: Model) -> Options<'static> {
    let mut options = Options::new(model);
    options.states = args.states;
    options.buffer = usize::from(args.buffer);
    options.delayed = args.delayed;
    options.memory = most_memory(args);
    options.compact = args.compact;
    options.reduction = !args.no_reduction;
    options.delays = args.delays();
    options.checks = args.checks();
    options.locks = args.locks.into();
    options.all = args.outcomes;
    options
}

/// Fences that remove the violation, as text.
fn suggestion(files: &[PathBuf], args: &VerifyArgs, options: &Options<'_>) -> Result<String, String> {
    let words: Vec<String> = verify::compiler_options(&args.cflags).collect();
    let units = Units::new(suggest::units(files, &words)?, args.clang.as_deref());
    let found = suggest::suggest(&mut units.map_err(|error| error.to_string())?, options)?;
    Ok(format!(
        "{}with {}, of {} that make it sequentially consistent: holds ({} states)\n",
        found.diff, found.changes, found.of, found.states
    ))
}

fn text(shown: &Shown<'_>, report: &Report) -> String {
    let mut text = format!("{} under {}: {}\n", shown.name, report.model, report.verdict.name());
    // Writing to a string does not fail.
    if let Some(why) = report.verdict.unknown() {
        let _ = writeln!(text, "  {why}");
    }
    if let Some(violation) = report.verdict.violation() {
        let _ = writeln!(text, "  {}", violation.what);
        let places: Vec<&str> = violation.steps.iter().map(|step| step.place.as_deref().unwrap_or_default()).collect();
        let width = places.iter().map(|place| place.len()).max().unwrap_or(0);
        for (step, place) in violation.steps.iter().zip(places) {
            let _ = writeln!(text, "    {place:width$}  {} {}: {}", step.thread, step.code, step.what);
        }
        for delay in &violation.delays {
            let _ = writeln!(text, "  thread {}: {} is delayed past {}", delay.thread, delay.delayed, delay.past);
        }
    }
    for violation in &report.violations {
        let _ = writeln!(text, "  violation: {violation}");
    }
    let statistics = report.statistics.program.unwrap_or_default();
    if let Some(chosen) = statistics.chosen {
        let cycles = chosen.cycles.map_or_else(String::new, |cycles| format!("; critical cycles: {cycles}"));
        let _ = writeln!(text, "  accesses that may be delayed: {}{cycles}", chosen.accesses);
    }
    match shown.by {
        [] => {}
        [(names, _)] => _ = writeln!(text, "  atomics as {names}"),
        several => {
            let verdicts: Vec<String> = several.iter().map(|(names, verdict)| format!("{names}: {verdict}")).collect();
            let _ = writeln!(text, "  atomics as {}", verdicts.join("; as "));
        }
    }
    if shown.options.locks == verify::Locks::Full {
        text.push_str("  locks order everything, as POSIX has it\n");
    }
    if let Some(race) = shown.race {
        let _ = writeln!(text, "  by C11 there is {race} (a violation with --check race)");
    }
    let _ = writeln!(text, "  looked for: {}", shown.looked_for().join(", "));
    let _ = writeln!(text, "  {} states, {} transitions", statistics.states, statistics.transitions);
    if statistics.is_compact {
        let omission = statistics.omission();
        let _ =
            writeln!(text, "  hashes stood for states: some are missed with a probability of at most {omission:.0e}");
    }
    text
}

fn json(shown: &Shown<'_>, report: &Report, seconds: f64) -> String {
    let record = ProgramRecord::new(shown.name, report, shown.options.checks, seconds).with(shown.by, shown.race);
    // All keys are strings, and no value fails to serialize.
    serde_json::to_string(&record).map_or_else(|error| panic!("{error}"), |line| line + "\n")
}
