//! The fewest decisions that show a finding, by delta debugging (A. Zeller, R. Hildebrandt: Simplifying and Isolating Failure-Inducing Input. IEEE TSE 28(2), 2002), on the decisions of
//! the execution that has shown it.
//!
//! A decision that is taken back means that the thread goes on, or that the newest store is read. Others keep their meaning then, as they bear the numbers of their threads' steps;
//! whether the finding is still shown, an execution says. Several are tried in one run of the program.

use std::ops::Range;
use std::time::{Duration, Instant};

use wire::{Finding, Schedule, Watch};

use super::{Beginning, Shrinking};
use crate::program::{Request, Results, RunError, WatchedExecution, run};
use crate::report::{FindingKind, HeldLock, Report, Symbols, identity, kind, racing_memory};

/// How long decisions of one finding are taken back.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// So many executions; 0 for those of the execution found, not shrunk.
    pub executions: u64,
    /// So much time.
    pub time: Duration,
}

impl Limits {
    /// So many executions, and so much time.
    pub const fn new(executions: u64, time: Duration) -> Limits {
        Limits { executions, time }
    }
}

/// How many attempts are made in one run.
const AT_ONCE: usize = 64;
/// An attempt that takes longer is given up.
const PATIENCE: Duration = Duration::from_secs(2);
/// So many executions are watched to find out what memory races are about, where no traces are asked for: each takes a start of the program.
const MOST_DETAILED: usize = 20;
/// With fewer attempts another process is not worth its start.
const ATTEMPTS_OF_A_JOB: u64 = 8;

/// Does the first execution of each report again (once, where it is that of several), and adds what is seen when it is watched: what memory a race is about, which locks are held; and what leads to the finding, if
/// `traces` says how long its decisions may be shrunk.
///
/// # Errors
/// When the program cannot be run.
pub fn explain(request: &Request, reports: &mut [Report], traces: Option<Limits>) -> Result<(), RunError> {
    let mut symbols = Symbols::default();
    for report in reports.iter_mut() {
        let followed = usize::try_from(report.first_execution).ok().and_then(|own| request.schedules.get(own));
        report.followed = followed.cloned().or(report.followed.take());
        report.replay_options = replay_options(request);
    }
    // Those that one execution has shown first, one after the other: it is watched once for them all, which may take long.
    let mut order: Vec<usize> = (0..reports.len()).collect();
    order.sort_by_key(|index| reports[*index].first_execution);
    let racing = racing_addresses(reports);
    let (mut watched, mut count): (Option<WatchedFor>, usize) = (None, 0);
    for index in order {
        let report = &mut reports[index];
        let is_at_hand = watched.as_ref().is_some_and(|whole| whole.is_of(report));
        let is_wanted = traces.is_some()
            || (is_at_hand || count < MOST_DETAILED) && matches!(report.kind, FindingKind::Race { .. });
        if !is_wanted || request.cancel.load(std::sync::atomic::Ordering::Relaxed) {
            continue;
        }
        if report.is_timeout {
            report.no_trace = traces.map(|_| "an execution that takes too long is not watched".to_owned());
            continue;
        }
        let mut search = Search::new(request, report, &mut symbols);
        let whole = match watched.take().filter(|whole| whole.is_of(report)) {
            Some(whole) => watched.insert(whole),
            None => {
                count += 1;
                let results = run(&search.request(Watch::Everything, Vec::new()))?;
                let (seed, followed) = (report.first_seed, report.followed.clone());
                watched.insert(WatchedFor { seed, followed, results, about: None })
            }
        };
        let Some(beginning) = search.shown(&whole.results) else {
            let reason = match (whole.results.is_single_threaded, whole.results.lost) {
                (true, _) => "it happens before a thread is created",
                (false, 0) => "the execution, done again, does not show it",
                (false, _) => "the execution has too many events to show all of them",
            };
            report.no_trace = traces.map(|_| reason.to_owned());
            if whole.results.lost > 0 {
                let about = match whole.about.take() {
                    Some(about) => whole.about.insert(about),
                    None => {
                        let of_this = racing.iter().filter(|(seed, followed, _)| whole.is(*seed, followed.as_ref()));
                        let racing = of_this.map(|(_, _, address)| *address).collect();
                        let request = Request { racing, ..search.request(Watch::Findings, Vec::new()) };
                        whole.about.insert(run(&request)?)
                    }
                };
                search.add_what_is_known(&mut report.kind, about);
            }
            continue;
        };
        add_details(&mut report.kind, &beginning, search.symbols);
        if let Some(limits) = traces {
            report.trace = search.trace(&beginning, limits)?;
            if report.trace.is_none() {
                report.no_trace = Some("its decisions, followed, do not show it".to_owned());
            }
        }
    }
    Ok(())
}

/// An execution that has been watched.
struct WatchedFor {
    seed: u64,
    followed: Option<Schedule>,
    results: Results,
    /// What was found when it was done once more, and only what findings are about was recorded: if there are too many events to record all of them.
    about: Option<Results>,
}

impl WatchedFor {
    /// Whether it is the one that has shown this first.
    fn is_of(&self, report: &Report) -> bool {
        self.is(report.first_seed, report.followed.as_ref())
    }

    fn is(&self, seed: u64, followed: Option<&Schedule>) -> bool {
        self.seed == seed && self.followed.as_ref() == followed
    }
}

/// The addresses of races, with the executions that have shown them first.
fn racing_addresses(reports: &[Report]) -> Vec<(u64, Option<Schedule>, u64)> {
    let racing = reports.iter().filter_map(|report| match report.kind {
        FindingKind::Race { address, .. } => Some((report.first_seed, report.followed.clone(), address)),
        FindingKind::Event { .. } | FindingKind::Stuck { .. } => None,
    });
    racing.collect()
}

/// The options without which a schedule of this run means something else.
fn replay_options(request: &Request) -> &'static str {
    if request.exhaustive.is_some() { "--exhaustive " } else { "" }
}

/// Adds what a watched execution says about a race.
fn add_details(kind: &mut FindingKind, beginning: &Beginning<'_>, symbols: &mut Symbols) {
    let modules = beginning.modules();
    let (FindingKind::Race { memory, first, second, .. }, Finding::Race { first: one, second: two, memory: known, .. }) =
        (kind, beginning.finding())
    else {
        return;
    };
    *memory = racing_memory(one.address, known, modules, symbols);
    for (side, access) in [(first, one), (second, two)] {
        let held = beginning.locks_at(access);
        side.locks = held
            .into_iter()
            .map(|(what, address, stack)| HeldLock::new(what, address, stack, modules, symbols))
            .collect();
    }
}

/// The search for fewer decisions that show a finding.
struct Search<'s> {
    /// The run that has shown it.
    request: &'s Request,
    /// The execution that has.
    seed: u64,
    /// The schedule that the execution has followed, or was seen to follow.
    followed: Option<Schedule>,
    /// What is looked for.
    identity: String,
    symbols: &'s mut Symbols,
    /// How many executions have been tried.
    executions: u64,
    started: Instant,
}

/// Why the search has ended without a result.
enum Stopped {
    /// The limit is reached.
    OverLimit,
    /// The program cannot be run.
    NotRun(RunError),
}

impl From<RunError> for Stopped {
    fn from(error: RunError) -> Stopped {
        Stopped::NotRun(error)
    }
}

impl<'s> Search<'s> {
    fn new(request: &'s Request, report: &Report, symbols: &'s mut Symbols) -> Search<'s> {
        Search {
            request,
            seed: report.first_seed,
            followed: report.followed.clone(),
            identity: identity(&report.kind),
            symbols,
            executions: 0,
            started: Instant::now(),
        }
    }

    /// A request for executions that follow these schedules; without any for the execution that has shown the finding.
    fn request(&self, watch: Watch, mut schedules: Vec<Schedule>) -> Request {
        if schedules.is_empty() {
            schedules.extend(self.followed.clone());
        }
        let executions = schedules.len().max(1) as u64;
        Request {
            seed: self.seed,
            first: 0,
            executions: Some(executions),
            time: None,
            jobs: self.request.jobs.min(executions.div_ceil(ATTEMPTS_OF_A_JOB)),
            timeout: if executions > 1 { self.request.timeout.min(PATIENCE) } else { self.request.timeout },
            watch,
            schedules,
            shows_output: false,
            announce: |_| (),
            progress: None,
            ..self.request.clone()
        }
    }

    /// What an execution does until it shows the finding.
    fn beginning<'w>(&mut self, watched: &'w WatchedExecution) -> Option<Beginning<'w>> {
        let (symbols, wanted) = (&mut *self.symbols, &self.identity);
        Beginning::until(watched, |finding| identity(&kind(finding, &watched.modules, symbols)) == *wanted)
    }

    /// Replaces a race by what these findings, of which it is one, say of it: what memory it is about, and which locks are held.
    fn add_what_is_known(&mut self, of: &mut FindingKind, results: &Results) {
        for raw in &results.findings {
            let known = kind(&raw.finding, &raw.modules, self.symbols);
            if identity(&known) == self.identity && matches!(known, FindingKind::Race { .. }) {
                *of = known;
                return;
            }
        }
    }

    fn shown<'w>(&mut self, results: &'w Results) -> Option<Beginning<'w>> {
        self.beginning(results.watched.first()?)
    }

    /// The trace of the finding, given what the execution does that has shown it.
    fn trace(&mut self, whole: &Beginning<'_>, limits: Limits) -> Result<Option<super::Trace>, RunError> {
        let decisions = whole.schedule();
        let original = [decisions.switches(), decisions.stale_reads()];
        if limits.executions == 0 {
            return Ok(Some(self.described(whole, Shrinking::Whole, original)));
        }
        let mut schedule = decisions;
        let shrinking = match self.shrink(&mut schedule, limits) {
            Ok(()) => Shrinking::Minimal(self.executions),
            Err(Stopped::OverLimit) => Shrinking::Cut(self.executions),
            Err(Stopped::NotRun(error)) => return Err(error),
        };
        let results = run(&self.request(Watch::Everything, vec![schedule]))?;
        let Some(shown) = self.shown(&results) else { return Ok(None) };
        Ok(Some(self.described(&shown, shrinking, original)))
    }

    fn described(&mut self, shown: &Beginning<'_>, shrinking: Shrinking, original: [usize; 2]) -> super::Trace {
        let trace = shown.trace(self.symbols, shrinking, original);
        super::Trace { replay_options: replay_options(self.request), ..trace }
    }

    /// Takes decisions back as long as the finding is shown: in the end without any one of them it is not.
    fn shrink(&mut self, current: &mut Schedule, limits: Limits) -> Result<(), Stopped> {
        // Often one kind of decisions is enough, or none.
        let kinds: [fn(&wire::Chosen) -> bool; 3] = [|_| false, is_switch, |chosen| !is_switch(chosen)];
        let of_kinds = kinds
            .map(|is_kept| Schedule(current.0.iter().filter(|decision| is_kept(&decision.chosen)).copied().collect()));
        if let Some(found) = self.attempt(of_kinds.to_vec(), limits)?.into_iter().flatten().next() {
            *current = found;
        }
        let mut size = current.0.len().div_ceil(2).max(1);
        loop {
            let has_changed = self.pass(current, size, limits)?;
            match (size, has_changed) {
                (1, false) => return Ok(()),
                (1, true) => {}
                _ => size = size.min(current.0.len().max(1)).div_ceil(2),
            }
        }
    }

    /// Tries to take back each piece of `size` decisions. Gives whether any could be.
    fn pass(&mut self, current: &mut Schedule, size: usize, limits: Limits) -> Result<bool, Stopped> {
        let mut has_changed = false;
        let mut at = 0;
        while at < current.0.len() {
            let pieces: Vec<Range<usize>> = (at..current.0.len())
                .step_by(size)
                .take(AT_ONCE)
                .map(|start| start..(start + size).min(current.0.len()))
                .collect();
            let each = pieces.iter().map(|piece| without(current, std::slice::from_ref(piece))).collect();
            let singly = self.attempt(each, limits)?;
            let good: Vec<usize> = (0..pieces.len()).filter(|index| singly[*index].is_some()).collect();
            let kept = (pieces.len() - good.len()) * size;
            let Some(&first) = good.first() else {
                at += kept;
                continue;
            };
            has_changed = true;
            // What can be taken back by itself can mostly be taken back together.
            let counts =
                std::iter::successors(Some(good.len()), |count| Some(count / 2)).take_while(|count| *count > 1);
            let together: Vec<Schedule> = counts
                .map(|count| {
                    let pieces: Vec<Range<usize>> = good[..count].iter().map(|index| pieces[*index].clone()).collect();
                    without(current, &pieces)
                })
                .collect();
            let shown = self.attempt(together, limits)?;
            let are_all = shown.first().is_none_or(|all| all.is_some());
            if let Some(found) = shown.into_iter().flatten().next().or_else(|| singly[first].clone()) {
                *current = found;
            }
            // What has to stay is not tried again in this pass, as far as it is known where it is now.
            at += if are_all { kept } else { first * size };
        }
        Ok(has_changed)
    }

    /// Executions that follow these schedules: of each that shows the finding, the decisions that it has taken until then.
    fn attempt(&mut self, schedules: Vec<Schedule>, limits: Limits) -> Result<Vec<Option<Schedule>>, Stopped> {
        let count = schedules.len();
        if count == 0 {
            return Ok(Vec::new());
        }
        let is_cancelled = self.request.cancel.load(std::sync::atomic::Ordering::Relaxed);
        let executions = self.executions + count as u64;
        if is_cancelled || executions > limits.executions || self.started.elapsed() > limits.time {
            return Err(Stopped::OverLimit);
        }
        self.executions = executions;
        let results = run(&self.request(Watch::Decisions, schedules))?;
        let mut shown = vec![None; count];
        for watched in &results.watched {
            if let Some(place) = usize::try_from(watched.number).ok().and_then(|number| shown.get_mut(number)) {
                *place = self.beginning(watched).map(|beginning| beginning.schedule());
            }
        }
        Ok(shown)
    }
}

fn is_switch(chosen: &wire::Chosen) -> bool {
    matches!(chosen, wire::Chosen::Switch(_))
}

/// The schedule without these pieces.
fn without(schedule: &Schedule, pieces: &[Range<usize>]) -> Schedule {
    let is_kept = |index: &usize| !pieces.iter().any(|piece| piece.contains(index));
    Schedule((0..schedule.0.len()).filter(is_kept).map(|index| schedule.0[index]).collect())
}
