//! `lakmus test -- PROG ARGS`: a program, run many times.
//!
//! The process that the user sees starts another one, which does everything ([`front`]). That one has all processes of the program among its
//! descendants, and learns of the end of the first: so that nothing is left, not even when the first is killed.

mod by_test;
mod formats;
mod front;
mod gdb;
mod pictures;

use std::io::{IsTerminal, Write};
use std::time::Duration;

use tester::coverage::Coverage;
use tester::program::{Carriers, Model};
use tester::program::{Exhaustive, Progress, Request, Results, Schedule, Volatiles, run};
use tester::report::{Report, Suppressions, reports, summary};
use tester::run_in_rounds;
use tester::rust_tests::RustTests;
use tester::trace::{Limits, explain};
use tester::weakening::{Operated, Scope, Trials, Wish};

use crate::args::{Edition, TestArgs, Threads, VolatileMeaning};
use crate::compile::runtime_library;
use crate::output::{complain, print};
use crate::request::strategy_kind;
use crate::{Status, files, usage};

/// How long executions begin where neither their number nor a time is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// How many executions a search does where neither their number nor a time is given.
const DEFAULT_SEARCH: u64 = 100_000;

/// Seconds that an execution may take where that is not given.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long decisions of a finding are taken back to find out which are needed.
const SHRINKING: Limits = Limits::new(20_000, Duration::from_secs(20));

pub(crate) fn test(args: TestArgs) -> Status {
    let format = format(&args);
    let suppressions = match suppressions(&args) {
        Ok(suppressions) => suppressions,
        Err(message) => return usage(&message),
    };
    let limits = if args.whole { Limits::new(0, SHRINKING.time) } else { SHRINKING };
    let ways = Ways {
        format,
        suppressions,
        fail_fast: args.fail_fast,
        looks_at_coverage: args.coverage,
        traces: args.trace.then_some(limits),
    };
    let svg = args.svg.clone();
    let has_time = args.time.is_some();
    // What is about one execution, or all, is about the program.
    let by_test = args.by_test && !args.coverage && svg.is_none() && args.replay.is_none() && args.weaken.is_empty();
    let (is_debugged, lists_atomics) = (args.gdb, args.list_atomics);
    let weaken = match Weaken::new(&args) {
        Ok(weaken) => weaken,
        Err(message) => return usage(&format!("--weaken-order: {message}")),
    };
    let mut request = match request(args, format) {
        Ok(request) => request,
        Err(message) => return usage(&message),
    };
    if is_debugged {
        return gdb::run(&request);
    }
    match front::begin() {
        front::Role::Front(status) => return status,
        front::Role::Driver(cancel) => (request.is_alone, request.cancel) = (true, cancel),
        front::Role::Both => {}
    }
    if lists_atomics {
        return list_atomics(&request);
    }
    match weaken {
        Weaken::Nothing => {}
        Weaken::These(wishes) => {
            let seen = Operated::seen_in(&request).map_err(|error| error.to_string());
            match seen.and_then(|seen| seen.weakenings(&wishes)) {
                Ok(weakened) => request.weakened = weakened,
                Err(message) => return usage(&format!("--weaken-order: {message}")),
            }
        }
        Weaken::Each(scope) => return weaken_each(&request, &scope, &ways.suppressions, format),
    }
    if by_test
        && let Some(tests) = RustTests::of(&request)
        && tests.names.len() > 1
    {
        return by_test::run(&request, &tests, &ways, has_time);
    }
    let explained = match explained(&request, &ways) {
        Ok(explained) => explained,
        Err(status) => return status,
    };
    let pictures = svg.map_or(Status::Success, |path| pictures::write(&path, &explained.reports));
    let Explained { results, reports, suppressed, coverage } = &explained;
    let run = formats::Run { request: &request, results, reports, suppressed: *suppressed, test: None };
    let text = match format {
        Format::Text => text(&run) + &coverage.as_ref().map_or(String::new(), Coverage::to_string),
        Format::Json => run.json(),
        Format::Sarif => formats::sarif(&[run]),
        Format::Junit => formats::junit(&[run]),
    };
    print(text.as_bytes()).max(status_of(&request, &explained)).max(pictures)
}

/// How executions are done, and what is made of what they find.
struct Ways {
    format: Format,
    suppressions: Suppressions,
    fail_fast: bool,
    looks_at_coverage: bool,
    /// How long it is looked for what leads to a finding, if it is.
    traces: Option<Limits>,
}

/// What was found, with what leads to it.
struct Explained {
    results: Results,
    reports: Vec<Report>,
    suppressed: usize,
    coverage: Option<Coverage>,
}

/// Does what a request says. Says itself why it could not.
fn explained(request: &Request, ways: &Ways) -> Result<Explained, Status> {
    let mut coverage = ways.looks_at_coverage.then(Coverage::default);
    let results = match ways.fail_fast || coverage.is_some() {
        true => run_in_rounds(request, ways.fail_fast.then_some(&ways.suppressions), coverage.as_mut()),
        false => run(request),
    };
    if request.progress.is_some() {
        write_over("");
    }
    let results = match results {
        Ok(results) => results,
        Err(error) => {
            complain(&format!("error: {error}"));
            return Err(Status::Usage);
        }
    };
    let (mut reports, suppressed) = reports(&results, &ways.suppressions);
    if let Err(error) = explain(request, &mut reports, ways.traces) {
        complain(&format!("error: what leads to the findings is not known: {error}"));
    }
    Ok(Explained { results, reports, suppressed, coverage })
}

/// What the exit status says of it.
fn status_of(request: &Request, explained: &Explained) -> Status {
    let Explained { results, reports, .. } = explained;
    let found = if reports.is_empty() { Status::Success } else { Status::Found };
    let found = found.max(followed(request, results)).max(searched(results));
    if results.is_cancelled { found.max(front::ending()) } else { found }
}

/// Executions are samples, but a search that found nothing says so only where it has done all of them; and executions whose reports were lost, or that were not done as several in a
/// row took too long, were not looked at.
fn searched(results: &Results) -> Status {
    let is_incomplete = results.searched.as_ref().is_some_and(|searched| !searched.is_complete());
    if is_incomplete || results.has_given_up || results.lost > 0 { Status::Incomplete } else { Status::Success }
}

/// Says which decisions of `--replay` the execution has not taken. That nothing was found says nothing then.
fn followed(request: &Request, results: &Results) -> Status {
    let Some(schedule) = request.schedules.first() else { return Status::Success };
    let missing = results.not_followed(request.first, schedule);
    if missing.is_empty() || results.is_cancelled {
        return Status::Success;
    }
    complain(&format!(
        "error: --replay: the execution does not come to `{}`, or does that by itself; decisions go with the program and the options that they were found with",
        Schedule(missing)
    ));
    Status::Usage
}

/// Which operations get weaker orders.
enum Weaken {
    Nothing,
    /// Those of lines, with orders.
    These(Vec<Wish>),
    /// All in turn.
    Each(Scope),
}

impl Weaken {
    fn new(args: &TestArgs) -> Result<Weaken, String> {
        let mut files = Vec::new();
        let mut is_each = false;
        let mut wishes = Vec::new();
        for text in &args.weaken {
            match text.strip_prefix("each") {
                Some("") => is_each = true,
                Some(file) if file.starts_with('=') => {
                    is_each = true;
                    files.push(file[1..].to_owned());
                }
                Some(_) | None => wishes.push(text.parse()?),
            }
        }
        if !is_each {
            return Ok(if wishes.is_empty() { Weaken::Nothing } else { Weaken::These(wishes) });
        }
        let has_other = args.trace || args.coverage || args.svg.is_some();
        if has_other || args.replay.is_some() || !wishes.is_empty() {
            return Err(
                "`each` has a result of its own: not with other orders, traces, coverage or --replay".to_owned()
            );
        }
        Ok(Weaken::Each(Scope { files }))
    }
}

/// Each weaker order in turn; in text, a line for each as soon as it is known.
fn weaken_each(request: &Request, scope: &Scope, suppressions: &Suppressions, format: Format) -> Status {
    let mut printed = Status::Success;
    let mut told = 0;
    let trials = Operated::seen_in(request).and_then(|seen| {
        seen.weaken_each(request, scope, suppressions, |weaker| {
            told += 1;
            if matches!(format, Format::Text) {
                printed = printed.max(print(format!("{weaker}\n").as_bytes()));
            }
            if request.progress.is_some() {
                write_over(&format!("{told} weaker orders tried"));
            }
        })
    });
    if request.progress.is_some() {
        write_over("");
    }
    let trials = match trials {
        Ok(trials) => trials,
        Err(error) => {
            complain(&format!("error: {error}"));
            return Status::Usage;
        }
    };
    let text = match format {
        Format::Text => end_of_trials(&trials),
        Format::Json => formats::trials_json(request, &trials),
        Format::Junit => formats::trials_junit(request, &trials),
        Format::Sarif => formats::trials_sarif(&trials),
    };
    let found = if trials.own.is_empty() && trials.survivors() == 0 { Status::Success } else { Status::Found };
    let found = if trials.is_cancelled { found.max(front::ending()) } else { found };
    printed.max(print(text.as_bytes())).max(found)
}

/// What stands behind the lines of weaker orders.
fn end_of_trials(trials: &Trials) -> String {
    let mut text = String::new();
    for report in &trials.own {
        text += &format!("{report}\n");
    }
    text += &match (trials.own.is_empty(), trials.places) {
        (false, _) => "this is found with the program's own orders; none was weakened\n".to_owned(),
        (true, 0) => "no atomic operation was seen whose order can be weaker\n".to_owned(),
        (true, _) => format!("\n{}\n", trials.summary()),
    };
    text
}

/// The atomic operations of the program, one a line.
fn list_atomics(request: &Request) -> Status {
    match Operated::seen_in(request) {
        Ok(seen) => print(seen.to_string().as_bytes()),
        Err(error) => {
            complain(&format!("error: {error}"));
            Status::Usage
        }
    }
}

/// What is printed.
#[derive(Clone, Copy, Debug)]
enum Format {
    Text,
    Json,
    Sarif,
    Junit,
}

fn format(args: &TestArgs) -> Format {
    match (args.json, args.sarif, args.junit) {
        (true, _, _) => Format::Json,
        (_, true, _) => Format::Sarif,
        (_, _, true) => Format::Junit,
        (false, false, false) => Format::Text,
    }
}

/// Those of the file that the user names.
fn suppressions(args: &TestArgs) -> Result<Suppressions, String> {
    let Some(path) = &args.suppressions else { return Ok(Suppressions::default()) };
    let text = files::named_text(path)?;
    Suppressions::parse(&text).map_err(|error| format!("`{}`, {error}", path.display()))
}

fn text(run: &formats::Run<'_>) -> String {
    let mut text = String::new();
    for report in run.reports {
        text += &format!("{report}\n");
    }
    text += &summary(run.results, run.reports, run.suppressed, run.request.seed);
    text.push('\n');
    text
}

fn request(args: TestArgs, format: Format) -> Result<Request, String> {
    let TestArgs {
        executions,
        exhaustive,
        unroll,
        first,
        time,
        seed,
        jobs,
        timeout,
        bound,
        strategy,
        strategy_library,
        threads,
        scratch,
        window,
        volatile,
        leaks,
        model,
        replay,
        program,
        ..
    } = args;
    let Some((program, arguments)) = program.split_first() else {
        return Err("there is no program".to_owned());
    };
    if executions == Some(0) || bound == 0 || window == Some(0) {
        return Err("--executions, --stuck-after and --window need numbers above 0".to_owned());
    }
    let has_no_end = time.is_some_and(|time| time.limit().is_none());
    let time = crate::quantities::limit(time);
    if unroll.is_some() && !exhaustive {
        return Err("--unroll needs --exhaustive, or --litmus".to_owned());
    }
    if unroll == Some(0) {
        return Err("--unroll needs a number above 0 for programs".to_owned());
    }
    let exhaustive = exhaustive.then_some(Exhaustive::new(unroll.map(u64::from)));
    let schedule =
        replay.map(|text| text.parse::<Schedule>()).transpose().map_err(|error| format!("--replay: {error}"))?;
    let executions = match exhaustive {
        _ if schedule.is_some() => Some(1),
        Some(_) if time.is_none() && !has_no_end => executions.or(Some(DEFAULT_SEARCH)),
        Some(_) | None => executions,
    };
    let library = runtime_library().map_err(|error| error.to_string())?;
    let mut request = Request::new(program, library);
    request.arguments = arguments.to_vec();
    (request.seed, request.first, request.executions) = (seed, first, executions);
    request.time = time.or_else(|| (executions.is_none() && !has_no_end).then_some(DEFAULT_TIME));
    request.jobs = crate::quantities::jobs(jobs).get() as u64;
    // For the runtime, 0 is no limit.
    request.timeout = timeout.map_or(DEFAULT_TIMEOUT, |timeout| timeout.limit().unwrap_or_default());
    (request.bound, request.window, request.scratch) = (bound, window, scratch);
    request.strategy = strategy_kind(strategy).name().to_owned();
    if let Some(path) = strategy_library {
        let found = path.canonicalize();
        let found = found.map_err(|error| format!("--strategy-library: `{}`: {error}", path.display()))?;
        request.strategy_library = Some(found);
    }
    request.carriers = match threads {
        Threads::Fibers => Carriers::Fibers,
        Threads::Kernel => Carriers::Kernel,
    };
    request.model = model.map(|model| match model {
        Edition::Cxx11 => Model::Cxx11,
        Edition::Cxx20 => Model::Cxx20,
    });
    (request.volatiles, request.leaks) = (volatiles(volatile), leaks);
    request.schedules = schedule.into_iter().collect();
    request.exhaustive = exhaustive;
    // What programs read is not mixed with what the program under test prints.
    request.shows_output = matches!(format, Format::Text);
    request.announce = complain;
    request.progress = std::io::stderr().is_terminal().then_some(say_progress);
    Ok(request)
}

fn volatiles(meaning: VolatileMeaning) -> Volatiles {
    match meaning {
        VolatileMeaning::Relaxed => Volatiles::Relaxed,
        VolatileMeaning::AcquireRelease => Volatiles::AcquireRelease,
        VolatileMeaning::Plain => Volatiles::Plain,
    }
}

/// How far the run has come, in the last line of the terminal.
fn say_progress(progress: Progress) {
    let Progress { executions, findings, elapsed } = progress;
    let rate = executions as f64 / elapsed.as_secs_f64().max(0.001);
    write_over(&format!("{executions} executions, {rate:.0} a second; told {findings} times that something is wrong"));
}

/// Writes over the last line of the terminal.
fn write_over(text: &str) {
    // Whether anybody sees it makes no difference.
    let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
}
