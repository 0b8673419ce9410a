//! Running a program many times.
//!
//! Each of several jobs starts the program once; the runtime in it forks the executions that are the job's share. When the process that
//! forks is itself ended by what the program does, the job starts it again behind the execution in which that happened.

mod elf;
mod environment;
mod job;
mod leftovers;
mod scratch;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;
use wire::Finding;
pub use wire::{Carriers, Chosen, Decision, Model, Schedule, ScheduleError, Volatiles, Watch, Weakening};

pub use elf::{ElfError, Inspected, Linkage, RustLibrary, inspect};

pub(crate) use elf::find as path_of;

use crate::library;
use job::{Common, Job};

/// What to run, and how often.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// The program: a path, or a name that is looked for as shells do.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The seed of the run: execution `i` has the seed `seed + i` (modulo 2^64).
    pub seed: u64,
    /// The number of the first execution.
    pub first: u64,
    /// How many executions; `None` for as many as the time allows.
    pub executions: Option<u64>,
    /// Start no execution after this time.
    pub time: Option<Duration>,
    /// How many executions run at a time.
    pub jobs: u64,
    /// How long an execution may take.
    pub timeout: Duration,
    /// After how many operations without a change an execution makes no progress.
    pub bound: u64,
    /// How choices are made: a name that `c11` knows; empty for its portfolio.
    pub strategy: String,
    /// A shared library with the strategy, in the place of one that `c11` knows.
    pub strategy_library: Option<PathBuf>,
    /// What threads run on.
    pub carriers: Carriers,
    /// Which edition of the standard the model follows; none for that of the program's language: C++20 for Rust, C++11 for C and C++.
    pub model: Option<Model>,
    /// What volatile accesses are.
    pub volatiles: Volatiles,
    /// Whether memory and threads that the program has lost when it exits are findings.
    pub leaks: bool,
    /// Atomic operations that have another order than in the program; see [`crate::weakening`].
    pub weakened: Vec<Weakening>,
    /// Give up old values that a thread could still read once they come before a store that is older than so many events.
    pub window: Option<u64>,
    /// A directory of which each execution has its own copy.
    pub scratch: Option<PathBuf>,
    /// What is recorded of executions beside findings.
    pub watch: Watch,
    /// With [`Watch::Findings`]: the addresses that races are about.
    pub racing: Vec<u64>,
    /// What executions follow in the place of a strategy: execution `i`, counted from 0, the `i`-th of these. None for all by the strategy. Decisions of an execution that follows
    /// one are always recorded.
    pub schedules: Vec<Schedule>,
    /// Every choice counts: all executions, as far as they differ, in the place of those of a strategy; with schedules, those that follow them, found by such a search.
    pub exhaustive: Option<Exhaustive>,
    /// Whether the output of a single execution goes through to ours.
    pub shows_output: bool,
    /// The runtime library.
    pub library: PathBuf,
    /// Ends the run early when it is set; what has been found until then is in the results.
    pub cancel: Arc<AtomicBool>,
    /// Whether this process does nothing but this run: then all processes that are its children at the end are ended, whichever process has started them.
    pub is_alone: bool,
    /// Says something while the run goes on.
    pub announce: fn(&str),
    /// Says now and then how far the run has come.
    pub progress: Option<fn(Progress)>,
}

impl Request {
    /// A program under this runtime library: a thousand executions of at most ten seconds, one at a time, as the portfolio of strategies chooses under the rules
    /// of its language.
    pub fn new(program: impl Into<OsString>, library: impl Into<PathBuf>) -> Request {
        Request {
            program: program.into(),
            arguments: Vec::new(),
            seed: 1,
            first: 0,
            executions: Some(1000),
            time: None,
            jobs: 1,
            timeout: Duration::from_secs(10),
            bound: 100_000,
            strategy: String::new(),
            strategy_library: None,
            carriers: Carriers::Fibers,
            model: None,
            volatiles: Volatiles::Relaxed,
            leaks: false,
            weakened: Vec::new(),
            window: None,
            scratch: None,
            watch: Watch::Nothing,
            racing: Vec::new(),
            schedules: Vec::new(),
            exhaustive: None,
            shows_output: false,
            library: library.into(),
            cancel: Arc::default(),
            is_alone: false,
            announce: |_| {},
            progress: None,
        }
    }
}

/// A search through all executions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exhaustive {
    /// How often a thread may come to one place before the execution is given up; none for [`wire::FRUITLESS`] times without changing anything in between.
    pub unroll: Option<u64>,
}

impl Exhaustive {
    /// A search in which a thread comes to one place so often.
    pub const fn new(unroll: Option<u64>) -> Exhaustive {
        Exhaustive { unroll }
    }
}

/// How far a search through all executions has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// Whether it is over: there is no execution left that it knows of.
    pub is_over: bool,
    /// How many executions were ended early, as what comes next is known from others.
    pub redundant: u64,
    /// How many were ended early, as a thread has gone round a loop too often.
    pub cut: u64,
    /// Why there may be executions that it does not know of, in alphabetical order.
    pub incomplete: Vec<String>,
}

impl Searched {
    /// Whether the executions are all that the model allows, as far as they differ in more than addresses.
    pub fn is_complete(&self) -> bool {
        self.is_over && self.cut == 0 && self.incomplete.is_empty()
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many executions have begun.
    pub executions: u64,
    /// How many findings they have reported; some are the same.
    pub findings: u64,
    /// How long the run takes so far.
    pub elapsed: Duration,
}

impl Request {
    /// Whether executions are identified by their decisions, as no seed stands for them.
    pub fn is_decided(&self) -> bool {
        !self.schedules.is_empty() || self.is_search() || self.strategy_library.is_some()
    }

    /// Which edition of the standard the model follows. That of Rust is C++20's (the documentation of `std::sync::atomic`).
    pub(crate) fn model_of(&self, rust: Option<RustLibrary>) -> Model {
        self.model.unwrap_or(if rust.is_some() { Model::Cxx20 } else { Model::Cxx11 })
    }

    /// Whether a search decides.
    pub fn is_search(&self) -> bool {
        self.exhaustive.is_some() && self.schedules.is_empty()
    }
}

/// How often it is said how far a run has come.
const PROGRESS: Duration = Duration::from_millis(250);

/// Why a program could not be run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// There is no such program.
    #[error("there is no program `{}`", .0.to_string_lossy())]
    NoProgram(OsString),
    /// It is not made for this.
    #[error(transparent)]
    Elf(#[from] ElfError),
    /// The runtime did not come to life in it.
    #[error(
        "`{}` did not load the runtime library: build it with `lakmus cc` or `lakmus cxx`, or with gcc's `-fsanitize=thread`{}",
        .program.display(), ended(.status)
    )]
    NotAttached {
        /// The program.
        program: PathBuf,
        /// How it ended.
        status: Option<std::process::ExitStatus>,
    },
    /// It could not be run in a way that its executions have nothing to do with each other, or that all of it is seen.
    #[error("`{}` cannot be tested: {reason}", .program.display())]
    Refused {
        /// The program.
        program: PathBuf,
        /// Why, and what can be done.
        reason: String,
    },
    /// The system refuses something.
    #[error("cannot {what}: {error}")]
    System {
        /// What.
        what: String,
        /// Why.
        error: io::Error,
    },
}

fn ended(status: &Option<std::process::ExitStatus>) -> String {
    /// What the dynamic linker and shells end with when something is not there.
    const NOT_FOUND: Option<i32> = Some(127);
    let hint = |status: &std::process::ExitStatus| match status.code() {
        NOT_FOUND => ", as when a library is not found: run it by itself to see",
        Some(_) | None => "",
    };
    let ending = |status: std::process::ExitStatus| format!(" (it ended with {status}{})", hint(&status));
    status.filter(|status| !status.success()).map_or(String::new(), ending)
}

impl RunError {
    fn system(what: impl Into<String>) -> impl FnOnce(io::Error) -> RunError {
        let what = what.into();
        move |error| RunError::System { what, error }
    }
}

/// A finding as the runtime reported it.
#[derive(Clone, Debug)]
pub struct RawFinding {
    /// The number of the execution, from 0.
    pub execution: u64,
    /// Its seed.
    pub seed: u64,
    /// What was found.
    pub finding: Finding,
    /// What the addresses in it mean: lines of `/proc/self/maps`.
    pub modules: std::rc::Rc<[u8]>,
    /// The end of what the program printed in that execution.
    pub output: std::rc::Rc<[u8]>,
}

/// An execution that was run to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Execution {
    /// Its number, from 0.
    pub number: u64,
    /// Its seed.
    pub seed: u64,
    /// How many findings it reported.
    pub findings: u64,
    /// How many threads there were.
    pub threads: u64,
    /// How many operations the scheduler saw.
    pub operations: u64,
    /// What its choices and values add up to: equal for executions that went the same way.
    pub digest: u64,
}

/// The records of an execution that was watched.
#[derive(Clone, Debug)]
pub struct WatchedExecution {
    /// Its number, from 0.
    pub number: u64,
    /// Its records, in their order.
    pub items: Vec<WatchedItem>,
    /// What addresses mean: lines of `/proc/self/maps`.
    pub modules: std::rc::Rc<[u8]>,
}

/// A record of an execution that is watched.
#[derive(Clone, Debug)]
pub enum WatchedItem {
    /// A decision. It is about the event that comes next, or about the thread of that.
    Decided(Decision),
    /// Something that happens.
    Event(wire::Event),
    /// Something is found.
    Found(Finding),
}

/// The records of all executions.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Results {
    /// The executions, by number.
    pub executions: Vec<Execution>,
    /// The findings, by execution.
    pub findings: Vec<RawFinding>,
    /// The records of executions that were watched, by number.
    pub watched: Vec<WatchedExecution>,
    /// Whether executions are identified by their decisions, as no seed stands for them.
    pub are_decided: bool,
    /// How far the search has come, if there was one.
    pub searched: Option<Searched>,
    /// What is not modelled, in alphabetical order.
    pub unmodelled: Vec<String>,
    /// Assembly that may access memory, where it is not seen which, in alphabetical order.
    pub unseen: Vec<String>,
    /// What readers of the results have to know, in alphabetical order.
    pub notes: Vec<String>,
    /// Whether there are fewer executions than asked for, as several in a row have taken too long.
    pub has_given_up: bool,
    /// Whether the run was ended early.
    pub is_cancelled: bool,
    /// Whether the program ended without creating a thread, so that there is one execution only.
    pub is_single_threaded: bool,
    /// Records that found no room or could not be read.
    pub lost: u64,
    /// Whether addresses may differ from run to run, since the system would not switch that off.
    pub is_randomised: bool,
}

impl Results {
    /// Adds those of executions that come later.
    pub(crate) fn add(&mut self, later: Results) {
        self.executions.extend(later.executions);
        self.findings.extend(later.findings);
        self.watched.extend(later.watched);
        self.unmodelled.extend(later.unmodelled);
        self.unseen.extend(later.unseen);
        self.notes.extend(later.notes);
        self.are_decided |= later.are_decided;
        self.searched = later.searched.or(self.searched.take());
        self.has_given_up |= later.has_given_up;
        self.is_cancelled |= later.is_cancelled;
        self.is_single_threaded |= later.is_single_threaded;
        self.lost += later.lost;
        self.is_randomised |= later.is_randomised;
        finish(self);
    }

    /// What was decided in an execution that was watched.
    pub fn decisions(&self, execution: u64) -> Option<Schedule> {
        let place = self.watched.binary_search_by_key(&execution, |watched| watched.number).ok()?;
        let decision = |item: &WatchedItem| match item {
            WatchedItem::Decided(decision) => Some(*decision),
            WatchedItem::Event(_) | WatchedItem::Found(_) => None,
        };
        Some(Schedule(self.watched[place].items.iter().filter_map(decision).collect()))
    }

    /// The decisions of a schedule that the execution which was to follow it has not taken: it has not come there, could not do it, or does it anyway. None where
    /// something was found, which is what a schedule is there to show.
    pub fn not_followed(&self, execution: u64, schedule: &Schedule) -> Vec<Decision> {
        if self.findings.iter().any(|finding| finding.execution == execution) {
            return Vec::new();
        }
        let taken = self.decisions(execution).unwrap_or_default();
        let says_nothing = |decision: &Decision| matches!(decision.chosen, Chosen::Older(0) | Chosen::Option(0));
        let is_missing = |decision: &&Decision| !says_nothing(decision) && !taken.0.contains(decision);
        schedule.0.iter().filter(is_missing).copied().collect()
    }

    /// Leaves out the executions behind this one.
    pub(crate) fn end_with(&mut self, last: u64) {
        self.executions.retain(|execution| execution.number <= last);
        self.findings.retain(|finding| finding.execution <= last);
        self.watched.retain(|watched| watched.number <= last);
    }
}

/// The environment in which a program does one execution of a request without a driver: under a debugger, each thread on a kernel thread.
///
/// # Errors
/// When there is no such program, or it cannot be tested.
pub fn settings_without_driver(request: &Request) -> Result<Vec<(&'static str, String)>, RunError> {
    let program = elf::find(&request.program).ok_or_else(|| RunError::NoProgram(request.program.clone()))?;
    let Inspected { rust, .. } = inspect(&program)?;
    let seed = request.seed.wrapping_add(request.first);
    let settings = settings_of_one(request, seed, rust).to_string().replace('\n', " ");
    Ok(vec![("LD_PRELOAD", request.library.to_string_lossy().into_owned()), (wire::SETTINGS_VARIABLE, settings)])
}

/// What the runtime is to do where there is no driver.
fn settings_of_one(request: &Request, seed: u64, rust: Option<RustLibrary>) -> wire::Settings {
    wire::Settings {
        seed,
        unwatched: rust == Some(RustLibrary::Prebuilt),
        bound: request.bound,
        carriers: Carriers::Kernel,
        strategy: request.strategy.clone(),
        model: request.model_of(rust),
        leaks: request.leaks,
        window: request.window.unwrap_or(0),
        volatiles: request.volatiles,
        weakened: request.weakened.clone(),
        exhaustive: request.exhaustive.is_some(),
        follows: request.schedules.first().map_or(String::new(), Schedule::to_string),
        watch: Watch::Decisions,
        ..wire::Settings::default()
    }
}

/// Runs the program as often as the request says.
///
/// # Errors
/// When it cannot be run at all. What is wrong with the program is in the results.
pub fn run(request: &Request) -> Result<Results, RunError> {
    let program = elf::find(&request.program).ok_or_else(|| RunError::NoProgram(request.program.clone()))?;
    let Inspected { rust, .. } = inspect(&program)?;
    if request.is_alone {
        leftovers::adopt();
    }
    // What depends on addresses, such as the order of a hash table of pointers, is the same in all runs.
    let is_randomised = nix::sys::personality::get()
        .and_then(|now| nix::sys::personality::set(now | nix::sys::personality::Persona::ADDR_NO_RANDOMIZE))
        .is_err();
    let directory = directory().map_err(RunError::system("make a directory for the executions"))?;
    link_library(directory.path(), &request.library).map_err(RunError::system("set up the runtime library"))?;
    let deadline = request.time.map(|time| Instant::now() + time);
    let end = request.executions.map_or(u64::MAX, |count| request.first.saturating_add(count));
    // A search goes on from one execution to the next, and a strategy of the user's own may.
    let jobs = if request.is_search() || request.strategy_library.is_some() {
        1
    } else {
        request.jobs.clamp(1, (end - request.first).max(1))
    };
    let common = Common { request, program: &program, rust, directory: directory.path(), end, deadline };
    let mut results = Results { is_randomised, are_decided: request.is_decided(), ..Results::default() };
    let run = run_jobs(&common, jobs, &mut results);
    if request.is_alone {
        leftovers::end();
    }
    run?;
    finish(&mut results);
    Ok(results)
}

fn run_jobs(common: &Common<'_>, jobs: u64, results: &mut Results) -> Result<(), RunError> {
    let mut running = Vec::new();
    for number in 0..jobs {
        running.push(Job::new(common, number, jobs)?);
    }
    let mut pause = Duration::from_micros(500);
    let (start, mut said) = (Instant::now(), Instant::now());
    while !running.is_empty() {
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
        if common.request.cancel.load(Ordering::Relaxed) {
            results.is_cancelled = true;
            for mut job in running {
                job.stop(results)?;
            }
            break;
        }
        if let Some(progress) = common.request.progress.filter(|_| said.elapsed() >= PROGRESS) {
            said = Instant::now();
            let (mut executions, mut findings) = (results.executions.len() as u64, results.findings.len() as u64);
            for job in &running {
                let (more, found) = job.under_way()?;
                (executions, findings) = (executions + more, findings + found);
            }
            progress(Progress { executions, findings, elapsed: start.elapsed() });
        }
        let mut going_on = Vec::new();
        for mut job in running {
            if job.poll(results)? {
                going_on.push(job);
            }
        }
        running = going_on;
    }
    Ok(())
}

/// A directory for the names of the library and for copies of files, in memory where there is a file system for that.
fn directory() -> io::Result<tempfile::TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("lakmus-").permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir_in("/dev/shm").or_else(|_| builder.tempdir())
}

/// Where the loader is to look first: there the runtime library has all names that a program could ask for.
fn link_library(directory: &Path, library: &Path) -> io::Result<()> {
    for name in library::OTHER_NAMES.into_iter().chain([library::FILE_NAME]) {
        std::os::unix::fs::symlink(library, directory.join(name))?;
    }
    Ok(())
}

/// Jobs are done in no particular order; results have one.
fn finish(results: &mut Results) {
    results.executions.sort_by_key(|execution| execution.number);
    results.findings.sort_by_key(|finding| finding.execution);
    results.watched.sort_by_key(|watched| watched.number);
    results.unmodelled.sort();
    results.unmodelled.dedup();
    results.unseen.sort();
    results.unseen.dedup();
    if let Some(searched) = &mut results.searched {
        searched.incomplete.sort();
        searched.incomplete.dedup();
        // One execution says all there is.
        searched.is_over |= results.is_single_threaded;
    }
    results.notes.sort();
    results.notes.dedup();
    if results.is_single_threaded {
        // All jobs have seen the same.
        results.executions.truncate(1);
        results.findings.retain(|finding| finding.execution == 0);
    }
}
