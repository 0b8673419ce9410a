//! `lakmus verify --engine bmc` of programs in C: loops and calls unrolled, and the program with a cat model as one formula.
//!
//! The bound of loops is raised until no execution needs more turns, or there is no time left.

use std::fmt::Write;

use bmc::unrolled::Awaited;
use bmc::unrolled::ShownValue;
use bmc::violations::{ProgramEvent, ProgramExecution, ProgramReport, ProgramVerdict, Wrong};
use bmc::{Limits, Refusal, Statistics};
use cprog::ir::{Program, SourcePlace};
use execution::Action;
use lakmus::record::{AtomicsRecord, ProgramStepRecord};
use sim::Model;
use source::{Diagnostic, Severity, Sources};
use unroll::{Refused, Target, Unrolling};

use super::args::{BackendName, VerifyArgs};
use super::atomics::Atomics;
use super::budget::Budget;
use super::programs::Source;
use super::record::BoundedProgramRecord;
use super::{Done, Said};
use crate::files::{Includes, SearchPath};
use crate::render::Render;
use crate::{Status, clock, panics, progress};

/// The model of a program where none is named: that of its language.
const DEFAULT_MODEL: &str = "rc11";

/// The same where the search through states was asked first, which has this default.
const DEFAULT_MACHINE: &str = arch::Model::TSO.facts().name;

/// The most turns of a loop, one bound after the other. Loops that wait need one.
const BOUNDS: &[u32] = &[1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

/// What is said of a program no execution of which ends: that is a violation only for the search through states.
const NEVER_ENDS: &str = "no execution comes to the end of the program: threads wait for ever";

/// The most steps of all threads, over which a program is unrolled.
const STEPS: usize = 2_000_000;

/// Verifies a program.
pub(super) fn program(source: &Source<'_>, args: &VerifyArgs, budget: Budget<'_>, render: &Render) -> Done {
    let Source { name: shown, program, .. } = source;
    let refuse = |message: String| Done::refused(vec![format!("error: {shown}: {message}")]);
    let begin = clock::thread_time();
    let mut sources = Sources::new();
    let verify = || verify(program, args, &mut sources, budget);
    let found = match panics::caught(|| format!("verifying {shown}"), verify) {
        Ok(Ok(found)) => found,
        Ok(Err(Failure::Message(message))) => return refuse(message),
        Ok(Err(Failure::NotUnderstood(what))) => return refuse(format!("{what} is not understood by --engine bmc")),
        Ok(Err(Failure::Found(found))) => {
            let complaints = found.iter().map(|found| render.diagnostic(found, &sources)).collect();
            return Done::refused(complaints);
        }
        Err(panic) => return refuse(panic.message),
    };
    let seconds = clock::thread_time().saturating_sub(begin).as_secs_f64();
    let report = Shown { name: shown, program, found: &found, args };
    let text = if args.json { report.json(seconds) } else { report.text() };
    Done { complaints: Vec::new(), said: Said::Text(text, found.status()) }
}

/// Why there is no result.
pub(crate) enum Failure {
    Message(String),
    /// What the program does, and where, that is not understood.
    NotUnderstood(String),
    Found(Vec<Diagnostic>),
}

/// How far to go.
pub(crate) struct Search<'s> {
    /// The most turns of a loop, one bound after the other.
    pub(crate) bounds: &'s [u32],
    /// The most variables of a formula.
    pub(crate) variables: usize,
    pub(crate) cancelled: &'s dyn Fn() -> bool,
}

/// What was found under a model, by the worst of several mappings.
struct Bounded {
    model: String,
    /// The mappings, and the verdict by each.
    by: Vec<(String, &'static str)>,
    outcome: Outcome,
}

/// What was found by one mapping.
pub(crate) struct Outcome {
    pub(crate) verdict: Verdict,
    /// The turns of loops that were looked at.
    pub(crate) turns: u32,
    flags: Vec<String>,
    statistics: Statistics,
    /// Whether executions were looked for that make no progress.
    looks_for_progress: bool,
    /// What else was not.
    not_looked_for: Vec<&'static str>,
}

pub(crate) enum Verdict {
    Violated(Box<(ProgramExecution, Unrolling)>),
    Holds,
    /// What may go on, and where.
    HoldsSoFar(String, Option<SourcePlace>),
    /// Threads wait for ever in each execution.
    NeverEnds,
    Unknown(String),
}

impl Outcome {
    pub(crate) fn is_undefined(&self) -> bool {
        self.flags.iter().any(|flag| flag == cat::UNDEFINED)
    }

    fn badness(&self) -> u8 {
        match &self.verdict {
            Verdict::Violated(_) => 4,
            _ if self.is_undefined() => 3,
            Verdict::Unknown(_) | Verdict::NeverEnds => 2,
            Verdict::HoldsSoFar(..) => 1,
            Verdict::Holds => 0,
        }
    }

    /// `holds`, `violated` or `unknown`.
    fn name(&self) -> &'static str {
        match self.badness() {
            0 => "holds",
            1 | 2 => "unknown",
            _ => "violated",
        }
    }
}

impl Bounded {
    fn status(&self) -> Status {
        match self.outcome.badness() {
            0 => Status::Success,
            1 | 2 => Status::Incomplete,
            _ => Status::Found,
        }
    }
}

fn verify(program: &Program, args: &VerifyArgs, sources: &mut Sources, budget: Budget<'_>) -> Result<Bounded, Failure> {
    let default = match args.backend {
        _ if unroll::kernel::is_called(program) => unroll::kernel::MODEL,
        BackendName::Auto => DEFAULT_MACHINE,
        _ => DEFAULT_MODEL,
    };
    let name = args.named_model().unwrap_or(default).to_owned();
    let mut by = Vec::new();
    let mut worst: Option<Outcome> = None;
    let mappings = mappings(program, &name, args)?;
    let asked = args.unroll.map(|turns| [turns]);
    let end = budget.time.map(|time| clock::thread_time() + time);
    for (number, mapping) in mappings.iter().enumerate() {
        let (target, model) = prepare(program, (&name, *mapping), args.locks.into(), sources)?;
        // Each mapping has an equal part of the time that is left: what one takes for more turns says nothing of the others.
        let end = end.map(|end| {
            let now = clock::thread_time();
            now + end.saturating_sub(now) / (mappings.len() - number) as u32
        });
        let search = Search {
            bounds: asked.as_ref().map_or(BOUNDS, |asked| asked),
            variables: super::bounded::formula_variables(args).unwrap_or(Limits::default().variables),
            cancelled: &|| budget.with_time(end).is_spent(clock::thread_time()),
        };
        let outcome = raise(program, &target, &model, &search)?;
        if let Some(mapping) = target.mapping {
            by.push((mapping.name.to_owned(), outcome.name()));
        }
        // Of two bounds the lower one holds for both.
        let rank = |outcome: &Outcome| (outcome.badness(), std::cmp::Reverse(outcome.turns));
        if worst.as_ref().is_none_or(|worst| rank(&outcome) > rank(worst)) {
            worst = Some(outcome);
        }
    }
    let Some(outcome) = worst else { return Err(Failure::Message("there is no mapping to verify it by".to_owned())) };
    Ok(Bounded { model: name, by, outcome })
}

/// The mappings to verify a program by: the one that is asked for, or those that the compiler's options leave open; none in the language's own models.
fn mappings(program: &Program, model: &str, args: &VerifyArgs) -> Result<Vec<Option<&'static arch::Mapping>>, Failure> {
    let machine = weaken::LitmusModel::find(model).filter(|machine| machine.facts().is_some());
    if let Some(machine) = machine {
        let atomics = Atomics::of(program, machine, args).map_err(Failure::Message)?;
        return Ok(atomics.mappings());
    }
    match &args.mapping {
        None => Ok(vec![None]),
        Some(name) => match arch::mapping(name) {
            Some(mapping) => Ok(vec![Some(mapping)]),
            None => Err(Failure::Message(format!("there is no mapping `{name}`"))),
        },
    }
}

/// The cat model of this name or path, for programs for `target`.
fn load(name: &str, target: &Target, sources: &mut Sources) -> Result<Model, Vec<Diagnostic>> {
    let search = SearchPath::new(Vec::new());
    let source = search.model(name, sources).map_err(|error| vec![error])?;
    let mut includes = Includes::new(&search);
    Model::load(sources, source, None, &mut includes, target.language, &|_| false)
}

/// What a program is compiled for under a model by a mapping, and the model.
pub(crate) fn prepare(
    program: &Program,
    (name, mapping): (&str, Option<&'static arch::Mapping>),
    locks: arch::Locks,
    sources: &mut Sources,
) -> Result<(Target, Model), Failure> {
    let mut target = Target::of(name, mapping).map_err(Failure::Message)?.of_program(program);
    let model = load(name, &target, sources).map_err(Failure::Found)?;
    if let Err(found) = model.check_language(target.language) {
        return Err(Failure::Found(vec![found]));
    }
    target.locks = locks;
    target.sees_registers = model.cat().computes_dependencies();
    target.has_control = model.cat().mentions("ctrl");
    Ok((target, model))
}

/// Raises the bound until there is a verdict for all executions, or no time left.
pub(crate) fn raise(
    program: &Program,
    target: &Target,
    model: &Model,
    search: &Search<'_>,
) -> Result<Outcome, Failure> {
    let mut last: Option<Outcome> = None;
    let Search { bounds, variables, cancelled } = *search;
    let limits = Limits { cancelled, variables, ..Limits::default() };
    for &turns in bounds {
        progress::say(|| format!("a formula for up to {turns} turns of loops,"));
        let bound = unroll::Limits { turns, steps: STEPS, cancelled };
        let unrolling = match unroll::unroll(program, target, &bound) {
            Ok(unrolling) => unrolling,
            Err(Refused { what, .. }) if what == unroll::CANCELLED => return Ok(out_of_time(last, turns)),
            Err(refused) => {
                let place = refused.place.map_or(String::new(), |place| format!("{}: ", program.describe(place)));
                return Err(Failure::NotUnderstood(format!("{place}{}", refused.what)));
            }
        };
        let report = match bmc::violations::check(&unrolling.unrolled, model, &limits) {
            Ok(report) => report,
            Err(Refusal::Cancelled | Refusal::TooLarge(_)) => return Ok(out_of_time(last, turns)),
            Err(refusal @ Refusal::TooManyLocations) => return Ok(given_up(last, turns, refusal.to_string())),
            Err(refusal) => return Err(failure(refusal)),
        };
        let ProgramReport { verdict, looks_for_progress, looks_for_late_writes, flags, statistics } = report;
        let ends_unseen = unrolling.is_blind_to_ends || !looks_for_late_writes && !unrolling.unrolled.ends.is_empty();
        let not = [(ends_unseen, ENDS), (unrolling.is_blind_to_holders, HOLDERS)];
        let not_looked_for = not.into_iter().filter_map(|(is_so, what)| is_so.then_some(what)).collect();
        let verdict = match verdict {
            ProgramVerdict::Violated(execution) => Verdict::Violated(Box::new((*execution, unrolling))),
            ProgramVerdict::Holds => Verdict::Holds,
            ProgramVerdict::NeverEnds => Verdict::NeverEnds,
            ProgramVerdict::HoldsSoFar(cut) => {
                let cut = unrolling.cuts.get(cut);
                Verdict::HoldsSoFar(cut.map_or(String::new(), |cut| cut.what.clone()), cut.and_then(|cut| cut.place))
            }
        };
        let outcome = Outcome { verdict, turns, flags, statistics, looks_for_progress, not_looked_for };
        if outcome.badness() != 1 {
            return Ok(outcome);
        }
        last = Some(outcome);
    }
    Ok(last.unwrap_or_else(|| out_of_time(None, 0)))
}

fn out_of_time(last: Option<Outcome>, turns: u32) -> Outcome {
    given_up(last, turns, "a limit of time or memory was reached, or the formula is too large".to_owned())
}

/// What the bound before has shown stands; without one, the reason.
fn given_up(last: Option<Outcome>, turns: u32, why: String) -> Outcome {
    last.unwrap_or_else(|| Outcome {
        verdict: Verdict::Unknown(why),
        turns,
        flags: Vec::new(),
        statistics: Statistics::default(),
        looks_for_progress: false,
        not_looked_for: Vec::new(),
    })
}

fn failure(refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Run(sim::RunError::Refused(found)) => Failure::Found(found),
        Refusal::Model { span, reason } => {
            let message = format!("this cannot be written as a formula: {reason}");
            Failure::Found(vec![Diagnostic::error("no-formula", span, message)])
        }
        Refusal::AddressBits => Failure::Message(
            "accesses overlap without being of the same bytes, or something depends on the bits of an address"
                .to_owned(),
        ),
        Refusal::NoExecution => {
            Failure::Found(vec![Diagnostic::new(Severity::Error, "no-execution", refusal.to_string())])
        }
        Refusal::Run(sim::RunError::Stopped(_))
        | Refusal::TooManyLocations
        | Refusal::NotConfirmed
        | Refusal::Cancelled
        | Refusal::TooLarge(_) => Failure::Message(refusal.to_string()),
    }
}

struct Shown<'s> {
    name: &'s str,
    program: &'s Program,
    found: &'s Bounded,
    args: &'s VerifyArgs,
}

/// What is looked for.
const LOOKED_FOR: [&str; 4] = ["assertions", "memory", "division", "mutex"];

/// What is looked for under models that have an order of all writes to a place.
const WAITING: [&str; 2] = ["deadlocks", "progress"];

/// What the search through states looks for beside that, and this engine does not.
const NOT_LOOKED_FOR: [&str; 1] = ["signals that are lost"];

/// What is not looked for where the places of objects that end overlap, or are too many.
const ENDS: &str = "some accesses after memory was given back";

/// What is not looked for where locks may be at too many places.
const HOLDERS: &str = "locks that are given back by who does not hold them";

/// The kernel's model has no executions in which a `spin_lock` waits.
const KERNEL_LOCKS: &str = "spinlocks that are waited for for ever";

impl Shown<'_> {
    fn reason(&self) -> Option<String> {
        let outcome = &self.found.outcome;
        match &outcome.verdict {
            Verdict::Violated(_) => None,
            _ if outcome.is_undefined() => {
                Some("some execution has undefined behaviour, a data race for one".to_owned())
            }
            Verdict::Holds => None,
            Verdict::HoldsSoFar(what, place) => {
                let place = place.map_or(String::new(), |place| format!(" at {}", self.program.describe(place)));
                Some(format!("holds up to {} turns; {what}{place} may go on", outcome.turns))
            }
            Verdict::NeverEnds => Some(NEVER_ENDS.to_owned()),
            Verdict::Unknown(why) => Some(why.clone()),
        }
    }

    fn what(&self, execution: &ProgramExecution, unrolling: &Unrolling) -> String {
        let at = |place: Option<SourcePlace>| {
            place.map_or(String::new(), |place| format!(" at {}", self.program.describe(place)))
        };
        match &execution.wrong {
            &Wrong::Violation(number) => unrolling
                .violations
                .get(number)
                .map_or(String::new(), |found| format!("{}{}", found.what, at(found.place))),
            &Wrong::Outside((thread, event)) => {
                let (_, place) = &unrolling.places[thread][event as usize];
                format!("memory is accessed that is none{}", at(*place))
            }
            Wrong::NoProgress(waits) => {
                let each: Vec<String> = waits.iter().map(|&number| self.wait(number, unrolling)).collect();
                format!("threads wait for ever: {}", each.join("; "))
            }
            &Wrong::TooLate { access: (thread, access), end: (ending, end) } => {
                let (_, place) = &unrolling.places[thread][access as usize];
                let (_, ended) = &unrolling.places[ending][end as usize];
                match unrolling.unrolled.ends.contains(&(thread, access)) {
                    true => format!("memory is given back{} that was given back{}", at(*place), at(*ended)),
                    false => format!("an access{} to memory that is no more: it ended{}", at(*place), at(*ended)),
                }
            }
            _ => String::new(),
        }
    }

    /// Which thread waits for what, and where.
    fn wait(&self, number: usize, unrolling: &Unrolling) -> String {
        let (wait, (function, place)) = (&unrolling.unrolled.waits[number], &unrolling.waits[number]);
        let what = match wait.awaited {
            Awaited::Loop => "in a loop",
            Awaited::Lock => "for a lock",
            Awaited::Thread => "for a thread to end",
            _ => "for something",
        };
        let place = place.map_or(String::new(), |place| format!(" at {}", self.program.describe(place)));
        format!("thread {} {what} in {function}{place}", wait.thread.number())
    }

    /// What was looked for, and what was not.
    fn looked_for(&self) -> (Vec<&'static str>, Vec<&'static str>) {
        let (mut looked_for, mut not) = (LOOKED_FOR.to_vec(), NOT_LOOKED_FOR.to_vec());
        if self.found.outcome.looks_for_progress { &mut looked_for } else { &mut not }.extend(WAITING);
        not.extend(&self.found.outcome.not_looked_for);
        if unroll::kernel::is_called(self.program) {
            not.push(KERNEL_LOCKS);
        }
        (looked_for, not)
    }

    fn steps(&self, execution: &ProgramExecution, unrolling: &Unrolling) -> Vec<ProgramStepRecord> {
        let step = |event: &ProgramEvent| {
            let what = self.step(event, unrolling)?;
            let (thread, number) = event.event;
            let (function, place) = &unrolling.places[thread][number as usize];
            let place = place.map(|place| self.program.describe(place).to_string());
            Some(ProgramStepRecord::new(program::Index::index(thread), function.clone(), place, what))
        };
        execution.events.iter().filter_map(step).collect()
    }

    fn step(&self, event: &ProgramEvent, unrolling: &Unrolling) -> Option<String> {
        let shown = |value: Option<ShownValue>| value.map_or(String::new(), |value| self.value(value, unrolling));
        let place = shown(event.address);
        let place = place.strip_prefix('&').unwrap_or(&place).to_owned();
        let from = match event.from {
            Some((thread, number)) => {
                let (_, place) = &unrolling.places[thread][number as usize];
                let place = place.map_or(String::new(), |place| format!(" at {}", self.program.describe(place)));
                format!(", from thread {}{place}", thread.number())
            }
            None => ", the initial value".to_owned(),
        };
        match event.action {
            Action::Read { .. } => Some(format!("reads {} of {place}{from}", shown(event.read))),
            Action::Write { .. } => Some(format!("writes {} to {place}", shown(event.written))),
            Action::ReadModifyWrite { .. } => {
                Some(format!("reads {} of {place}{from} and writes {}", shown(event.read), shown(event.written)))
            }
            Action::Fence => Some("fence".to_owned()),
            Action::InitialWrite { .. }
            | Action::Synchronize { .. }
            | Action::RegisterRead { .. }
            | Action::RegisterWrite { .. }
            | Action::Branch
            | Action::Predicate => None,
        }
    }

    fn value(&self, value: ShownValue, unrolling: &Unrolling) -> String {
        match value {
            ShownValue::Number(number) => number.to_string(),
            ShownValue::Address(location, 0) => format!("&{}", unrolling.unrolled.program.locations[location].name),
            ShownValue::Address(location, offset) => {
                format!("&{}+{offset}", unrolling.unrolled.program.locations[location].name)
            }
        }
    }

    fn headline(&self) -> String {
        let outcome = &self.found.outcome;
        match outcome.name() {
            "holds" => "holds, complete".to_owned(),
            "unknown" if matches!(outcome.verdict, Verdict::HoldsSoFar(..)) => {
                format!("holds up to {} turns", outcome.turns)
            }
            other => other.to_owned(),
        }
    }

    fn text(&self) -> String {
        let Bounded { model, by, outcome } = self.found;
        let mut text = format!("{} under {model}: {}\n", self.name, self.headline());
        // Writing to a string does not fail.
        if let Verdict::Violated(found) = &outcome.verdict {
            let (execution, unrolling) = &**found;
            let _ = writeln!(text, "  {}", self.what(execution, unrolling));
            let _ = match execution.is_confirmed {
                true => writeln!(text, "  the evaluator of models allows this execution:"),
                false => writeln!(text, "  the evaluator of models could not be asked about this execution:"),
            };
            let steps = self.steps(execution, unrolling);
            let width = steps.iter().map(|step| step.place.as_ref().map_or(0, String::len)).max().unwrap_or(0);
            for step in &steps {
                let place = step.place.as_deref().unwrap_or_default();
                let _ = writeln!(text, "    {place:width$}  {} {}: {}", step.thread, step.function, step.what);
            }
        }
        if let Some(reason) = self.reason() {
            let _ = writeln!(text, "  {reason}");
        }
        for flag in &outcome.flags {
            let _ = writeln!(text, "  flag {flag}");
        }
        match &by[..] {
            [] => {}
            [(name, _)] => _ = writeln!(text, "  atomics as {name}"),
            several => {
                let verdicts: Vec<String> =
                    several.iter().map(|(name, verdict)| format!("{name}: {verdict}")).collect();
                let _ = writeln!(text, "  atomics as {}", verdicts.join("; as "));
            }
        }
        if arch::Locks::from(self.args.locks) == arch::Locks::Full {
            text.push_str("  locks order everything, as POSIX has it\n");
        }
        let (looked_for, not) = self.looked_for();
        let (looked_for, not) = (looked_for.join(", "), not.join(", "));
        let _ = writeln!(text, "  looked for: {looked_for}; not for: {not}");
        let Statistics { events, variables, clauses, conflicts, .. } = outcome.statistics;
        text.push_str("  engine: bmc\n");
        let _ = writeln!(text, "  {events} events, {variables} variables, {clauses} clauses, {conflicts} conflicts");
        text
    }

    fn json(&self, seconds: f64) -> String {
        let Bounded { model, by, outcome } = self.found;
        let violated = if let Verdict::Violated(found) = &outcome.verdict { Some(&**found) } else { None };
        let record = BoundedProgramRecord {
            program: self.name,
            model,
            engine: "bmc",
            verdict: outcome.name(),
            reason: self.reason(),
            violation: violated.map(|(execution, unrolling)| self.what(execution, unrolling)),
            trace: violated.map_or(Vec::new(), |(execution, unrolling)| self.steps(execution, unrolling)),
            flags: &outcome.flags,
            complete: matches!(outcome.verdict, Verdict::Holds),
            turns: outcome.turns,
            atomics: AtomicsRecord::all(by),
            looked_for: self.looked_for().0,
            not_looked_for: self.looked_for().1,
            events: outcome.statistics.events,
            variables: outcome.statistics.variables,
            clauses: outcome.statistics.clauses,
            conflicts: outcome.statistics.conflicts,
            seconds,
        };
        // All keys are strings, and no value fails to serialize.
        serde_json::to_string(&record).map_or_else(|error| panic!("{error}"), |line| line + "\n")
    }
}
