//! `lakmus verify`: litmus tests and programs under a weak machine, by exploring its states.

pub(crate) mod args;
mod atomics;
mod backend;
mod bounded;
mod budget;
pub(crate) mod programs;
mod record;
mod suggest;
pub(crate) mod unrolled;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cprog::ir::Program;
use lakmus::ErrorKind;
use lakmus::record::VerifyRecord;
use lakmus::verify::{self, Delays, MultiCopyAtomic, Options, Refusal, Report, Step, Verdict};
use sim::Test;
use source::{Diagnostic, Severity, Sources};
use system::TemporaryDirectory;
use weaken::checker::TransformModel;

use args::BackendName;
pub(crate) use args::VerifyArgs;
use budget::Budget;
use programs::Source;

use crate::inputs::{self, Unusable};
use crate::jobs::{self, IdleWorkers};
use crate::progress::{Progress, Searching};
use crate::quantities::{self, Megabytes};
use crate::render::Render;
use crate::timeout::{self, Limits, Watch};
use crate::{Status, clock, files, output, panics};

/// How long the search through states has for a program, before a formula is made of it, where there is no limit of time.
const STATES_OF_AUTO: Duration = Duration::from_secs(6);

/// How long the formula has then, before the states are gone on with.
const FORMULA_OF_AUTO: Duration = Duration::from_secs(60);

/// Does what is asked.
pub(crate) fn run(args: VerifyArgs) -> Status {
    output::go_on_without_reader();
    let time = quantities::limit(args.timeout);
    if args.states == 0 {
        return crate::usage("--max-states needs a number above 0");
    }
    let is_formula = match (args.backend, args.machine()) {
        (BackendName::Bmc, _) => true,
        (BackendName::Auto, Err(_)) => true,
        (BackendName::Auto | BackendName::States | BackendName::Cbmc | BackendName::GenMc, Ok(_)) => false,
        (BackendName::States | BackendName::Cbmc | BackendName::GenMc, Err(message)) => {
            output::complain(message.trim_end());
            return Status::Usage;
        }
    };
    let render = Render::for_stderr();
    let mut status = Status::Success;
    let (sources, tests): (Vec<PathBuf>, Vec<PathBuf>) =
        args.tests.iter().cloned().partition(|path| programs::is_program(path));
    if !tests.is_empty() && args.compact {
        return crate::usage("--compact is for programs");
    }
    if !tests.is_empty() && args.outcomes && args.delays() != Delays::Every {
        return crate::usage("--outcomes of litmus tests are found where every access may be delayed");
    }
    let memory = args.memory.map(Megabytes::bytes);
    timeout::watched(Limits { time: None, memory }, |watch| {
        if !sources.is_empty() {
            let became = watch.limited(|limited| {
                let budget = Budget { time, takes_too_much: limited.flag() };
                programs_by(&sources, &args, budget, &render)
            });
            match became {
                Ok(became) => status = status.max(became),
                Err(closed) => return closed.status(),
            }
        }
        match all_tests(&inputs::expand(&tests), &args, is_formula, (time, watch), &render) {
            Ok(became) => status.max(became),
            Err(closed) => closed.status(),
        }
    })
}

/// Verifies a program by the engine that is asked for.
///
/// With `auto` states come first, for a tenth of the time, then a formula, for half of what is left; where that has no verdict either, states go on to the end.
fn programs_by(
    sources: &[PathBuf],
    args: &VerifyArgs,
    budget: Budget<'_>,
    render: &Render,
) -> Result<Status, output::Closed> {
    let program = match Source::read(sources, args) {
        Ok(program) => program,
        Err(message) => {
            output::complain(&message);
            return Ok(Status::Usage);
        }
    };
    // What is asked for in addition, the formula does not look for.
    let asks_states = !args.check.is_empty() || args.outcomes || args.suggest;
    let is_of_the_kernel = unroll::kernel::is_called(&program.program);
    match args.backend {
        // No machine has its primitives.
        BackendName::Auto if is_of_the_kernel => unrolled::program(&program, args, budget, render).print(args.json),
        BackendName::Auto if args.machine().is_ok() && asks_states => programs::verify(&program, args, budget),
        BackendName::Auto if args.machine().is_ok() => {
            let share = budget.time.map_or(STATES_OF_AUTO, |time| time / 10);
            if let Some(became) = programs::verify_or_leave(&program, args, budget.with_time(Some(share)), true)? {
                return Ok(became);
            }
            let rest = budget.time.map(|time| (time - share) / 2);
            let done =
                unrolled::program(&program, args, budget.with_time(Some(rest.unwrap_or(FORMULA_OF_AUTO))), render);
            match done.status() {
                Some(Status::Success | Status::Found) => done.print(args.json),
                // So many turns of loops are more than nothing.
                Some(Status::Incomplete) => {
                    match programs::verify_or_leave(&program, args, budget.with_time(rest), true)? {
                        Some(became) => Ok(became),
                        None => done.print(args.json),
                    }
                }
                _ => programs::verify(&program, args, budget.with_time(rest)),
            }
        }
        BackendName::Bmc | BackendName::Auto => unrolled::program(&program, args, budget, render).print(args.json),
        BackendName::States | BackendName::Cbmc | BackendName::GenMc => programs::verify(&program, args, budget),
    }
}

/// Verifies litmus tests, several at a time; what is printed comes in their order.
fn all_tests(
    tests: &[Result<PathBuf, Unusable>],
    args: &VerifyArgs,
    is_formula: bool,
    (time, watch): (Option<Duration>, &Watch),
    render: &Render,
) -> Result<Status, output::Closed> {
    let progress = Progress::new(tests.len());
    // The states of several searches at once say nothing.
    let searching = (tests.len() == 1).then(Searching::begin);
    let mut status = Status::Success;
    let work = |_: usize, test: &Result<PathBuf, Unusable>, _: &IdleWorkers| match test {
        Ok(path) => {
            progress.begin(&path.display().to_string());
            watch.limited(|limited| {
                let budget = Budget { time, takes_too_much: limited.flag() };
                match is_formula {
                    true => bounded::one(path, args, budget, render),
                    false => one(path, args, budget, render, searching.as_ref()),
                }
            })
        }
        Err(Unusable { error, .. }) => Done::refused(vec![render.diagnostic(error, &Sources::new())]),
    };
    let take = |_: usize, done: Done| {
        progress.end();
        status = status.max(done.print(args.json)?);
        Ok(())
    };
    jobs::in_order(programs::jobs(args), tests.len(), |number| &tests[number], work, take)?;
    Ok(status)
}

/// What there is to print of a test.
struct Done {
    complaints: Vec<String>,
    said: Said,
}

enum Said {
    Text(String, Status),
    /// Of this test under this model.
    ByBackend(String, TransformModel, Box<backend::Found>),
}

impl Done {
    /// What it comes to, where that is known before it is printed.
    fn status(&self) -> Option<Status> {
        match self.said {
            Said::Text(_, status) => Some(status),
            Said::ByBackend(..) => None,
        }
    }

    /// Prints it.
    fn print(&self, json: bool) -> Result<Status, output::Closed> {
        self.complaints.iter().for_each(|complaint| output::complain(complaint));
        match &self.said {
            Said::Text(text, status) => output::write(text.as_bytes()).map(|()| *status),
            Said::ByBackend(test, model, found) => backend::report(test, *model, found, json),
        }
    }

    /// Says why it was verified as a formula; in JSON the statistics are those of a formula.
    fn note(&mut self, json: bool, why: &str) {
        if let Said::Text(text, _) = &mut self.said
            && !json
            && !text.is_empty()
        {
            // Writing to a string does not fail.
            let _ = writeln!(text, "  as a formula (--engine bmc): {why}");
        }
    }

    fn refused(complaints: Vec<String>) -> Done {
        Done { complaints, said: Said::Text(String::new(), Status::Usage) }
    }
}

/// A test that is read, and its text.
struct Loaded {
    file: String,
    sources: Sources,
    test: Test,
}

fn one(path: &Path, args: &VerifyArgs, budget: Budget<'_>, render: &Render, searching: Option<&Searching>) -> Done {
    let mut sources = Sources::new();
    let words = |found: &[Diagnostic], sources: &Sources| -> Vec<String> {
        found.iter().map(|diagnostic| render.diagnostic(diagnostic, sources)).collect()
    };
    let test = match load(path, &mut sources) {
        Ok(loaded) => loaded,
        Err(found) => return Done::refused(words(&found, &sources)),
    };
    let loaded = Loaded { file: files::shown(path), sources, test };
    let warnings = words(loaded.test.warnings(), &loaded.sources);
    let refused = |found: Diagnostic| {
        let complaints = warnings.iter().cloned().chain(words(&[found], &loaded.sources));
        Done::refused(complaints.collect())
    };
    let own = verify::machine_of(&loaded.test);
    let by_formula = |why: String| by_formula(path, args, budget, render, &why);
    let may_be_formula = args.backend == BackendName::Auto && !args.outcomes && args.delays() == Delays::Every;
    if may_be_formula && own.is_none() && args.model.is_none() {
        return by_formula(format!("there is no machine for {}", loaded.test.language().name()));
    }
    let model = args.transform_model(|| own.unwrap_or(MultiCopyAtomic::SC.into()).into());
    if args.backend.is_another_program() {
        return match loaded.by_backend(model, args) {
            Ok(said) => Done { complaints: warnings, said },
            Err(found) => refused(found),
        };
    }
    let Some(model) = model.litmus() else {
        let message = format!("`{}`: {model} is a model of programs that --engine cbmc checks", loaded.file);
        return refused(Diagnostic::new(Severity::Error, "no-machine", message));
    };
    let begin = clock::thread_time();
    let cancelled = || budget.is_spent(clock::thread_time().saturating_sub(begin));
    let progress = |states| searching.into_iter().for_each(|searching| searching.show(states));
    let mut options = programs::options(args, model);
    (options.cancelled, options.progress) = (&cancelled, &progress);
    if args.delays() != Delays::Every {
        return match loaded.by_program(args, &options) {
            Ok((report, seconds)) => {
                let shown = programs::Shown { name: loaded.test.name(), by: &[], race: None, options: &options };
                let text = programs::print(&shown, &report, args.json.then_some(seconds));
                Done { complaints: warnings, said: Said::Text(text, status(&report)) }
            }
            Err(found) => refused(found),
        };
    }
    let verify = || verify::check((&loaded.test, &loaded.sources), &options);
    let report = match panics::caught(|| format!("verifying {}", loaded.file), verify) {
        Ok(Ok(report)) => report,
        Ok(Err(Refusal::Machine(why))) if may_be_formula => return by_formula(why),
        Ok(Err(refusal)) => return refused(loaded.diagnostic(refusal)),
        Err(panic) => return refused(panic),
    };
    let text = if args.json { loaded.json(args, &report) } else { loaded.text(args, &report) };
    Done { complaints: warnings, said: Said::Text(text, status(&report)) }
}

/// A test that no machine is about, under the cat model of its language or the one that is named.
fn by_formula(path: &Path, args: &VerifyArgs, budget: Budget<'_>, render: &Render, why: &str) -> Done {
    let mut done = bounded::one(path, args, budget, render);
    done.note(args.json, why);
    done
}

/// What a report comes to.
fn status(report: &Report) -> Status {
    match &report.verdict {
        Verdict::Holds => Status::Success,
        Verdict::Violated(_) => Status::Found,
        // Whatever else there may be is no certainty.
        _ => Status::Incomplete,
    }
}

fn load(path: &Path, sources: &mut Sources) -> Result<Test, Vec<Diagnostic>> {
    let source = files::add(path, sources).map_err(|error| vec![error])?;
    let default_name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let read = || Test::load(sources, source, &default_name);
    panics::caught(|| format!("reading {}", path.display()), read).map_err(|panic| vec![panic])?
}

impl Loaded {
    /// The test as a C program, transformed and checked by another tool.
    fn by_backend(&self, model: TransformModel, args: &VerifyArgs) -> Result<Said, Diagnostic> {
        let check = || backend::check(&self.program(args)?, model, args);
        match panics::caught(|| format!("transforming {}", self.file), check)? {
            Ok(found) => Ok(Said::ByBackend(self.test.name().to_owned(), model, Box::new(found))),
            Err(message) => {
                let message = format!("`{}`: {message}", self.file);
                Err(Diagnostic::new(Severity::Error, "no-backend", message))
            }
        }
    }

    /// What is found of the test as a C program, whose critical cycles are known, and the CPU seconds that it took.
    fn by_program(&self, args: &VerifyArgs, options: &Options<'_>) -> Result<(Report, f64), Diagnostic> {
        let begin = clock::thread_time();
        let check = || {
            let program = self.program(args)?;
            verify::check(&program, options).map_err(|refusal| refusal.to_string())
        };
        let found = panics::caught(|| format!("verifying {}", self.file), check)?;
        let seconds = clock::thread_time().saturating_sub(begin).as_secs_f64();
        found.map(|report| (report, seconds)).map_err(|message| {
            let message = format!("`{}`: {message}", self.file);
            Diagnostic::new(Severity::Error, "no-program", message)
        })
    }

    /// Why the test cannot be verified.
    fn diagnostic(&self, refusal: Refusal) -> Diagnostic {
        let message = format!("`{}`: {refusal}", self.file);
        match refusal {
            Refusal::Test(error) => match error.kind() {
                ErrorKind::Refused(found) if !found.is_empty() => found[0].clone(),
                _ => Diagnostic::new(Severity::Error, "no-machine", message),
            },
            _ => Diagnostic::new(Severity::Error, "no-machine", message),
        }
    }

    fn program(&self, args: &VerifyArgs) -> Result<Program, String> {
        let text = verify::as_program(&self.test).map_err(|error| error.to_string())?;
        let directory = TemporaryDirectory::new("the test as a program").map_err(|error| error.to_string())?;
        // Places are named as in what `lakmus litmus2c` would write there.
        let name = Path::new(&self.file).with_extension("c").file_name().map_or_else(|| "test.c".into(), PathBuf::from);
        let file = directory.path().join(&name);
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        verify::program_in(directory.path(), &[name], args.clang.as_deref(), &args.cflags)
            .map_err(|error| error.to_string())
    }

    fn text(&self, args: &VerifyArgs, report: &Report) -> String {
        let mut text = format!("{} under {}: {}\n", self.test.name(), report.model, report.verdict.name());
        // Writing to a string does not fail.
        if let Some(why) = report.verdict.unknown() {
            let _ = writeln!(text, "  {why}");
        } else if let Some(violation) = report.verdict.violation() {
            let _ = writeln!(text, "  {}", violation.what);
            trace(&violation.steps, &mut text);
            let _ = writeln!(text, "  ends in {}", violation.outcome.as_deref().unwrap_or_default());
        } else {
            let _ = writeln!(text, "  no execution: {}", report.condition.as_deref().unwrap_or_default());
        }
        if args.outcomes {
            let _ = writeln!(text, "  outcomes: {}", report.outcomes.len());
            for outcome in &report.outcomes {
                let _ = writeln!(text, "    {outcome}");
            }
        }
        let statistics = report.statistics;
        let _ = writeln!(text, "  {} states, {} transitions", statistics.states, statistics.transitions);
        text
    }

    fn json(&self, args: &VerifyArgs, report: &Report) -> String {
        let record = VerifyRecord::new(&self.file, self.test.name(), report, args.outcomes);
        // All keys are strings, and no value fails to serialize.
        serde_json::to_string(&record).map_or_else(|error| panic!("{error}"), |line| line + "\n")
    }
}

/// The steps of a litmus test.
fn trace(steps: &[Step], text: &mut String) {
    let width = steps.iter().map(|step| step.code.chars().count()).max().unwrap_or(0);
    for Step { thread, code, what, .. } in steps {
        // Writing to a string does not fail.
        let _ = writeln!(text, "    P{thread}  {code:width$}  {what}");
    }
}
