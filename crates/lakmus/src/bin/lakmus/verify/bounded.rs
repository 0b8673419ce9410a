//! `lakmus verify --engine bmc` of litmus tests: a test and a cat model as one formula.
//!
//! Loops are gone round as often as a bound says; it is raised until no execution needs more turns, or a turn too many takes too long.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use bmc::{Limits, Refusal, Verdict, Witness};
use lakmus::record::StepRecord;
use litmus::Base;
use relation::EventId;
use sim::{ExecutionEvent, Goal, Model, Options, RunError, Simulation, Test};
use source::{Diagnostic, Severity, Sources};

use super::args::VerifyArgs;
use super::budget::Budget;
use super::record::BoundedRecord;
use super::{Done, Said, load};
use crate::files::{self, Includes, SearchPath};
use crate::render::Render;
use crate::variants::Variants;
use crate::{Status, clock, panics};

/// How often a jump back to one place is taken at most, one bound after the other.
const BOUNDS: &[u32] = &[2, 3, 4, 6, 8, 12, 16, 24, 32];

/// Verifies one test.
pub(super) fn one(path: &Path, args: &VerifyArgs, budget: Budget<'_>, render: &Render) -> Done {
    let mut sources = Sources::new();
    match load(path, &mut sources) {
        Ok(test) => verify(test, sources, &files::shown(path), args, budget, render),
        Err(found) => Done::refused(found.iter().map(|found| render.diagnostic(found, &sources)).collect()),
    }
}

fn verify(
    test: Test,
    mut sources: Sources,
    file: &str,
    args: &VerifyArgs,
    budget: Budget<'_>,
    render: &Render,
) -> Done {
    let words = |found: &[Diagnostic], sources: &Sources| -> Vec<String> {
        found.iter().map(|diagnostic| render.diagnostic(diagnostic, sources)).collect()
    };
    let name = match args.model_word(&test) {
        Ok(name) => name,
        Err(message) => {
            let found = Diagnostic::new(Severity::Error, "no-default-model", message);
            return Done::refused(words(&[found], &sources));
        }
    };
    let model = match model(&name, &test, &mut sources) {
        Ok(model) => model,
        Err(found) => return Done::refused(words(&found, &sources)),
    };
    let warnings = test.warnings().iter().chain(model.warnings());
    let mut complaints: Vec<String> = warnings.map(|found| render.diagnostic(found, &sources)).collect();
    let begin = clock::thread_time();
    let cancelled = || budget.is_spent(clock::thread_time().saturating_sub(begin));
    let found = panics::caught(|| format!("verifying {file}"), || search(&test, &model, args, &cancelled));
    let found = match found {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => {
            complaints.extend(words(&diagnostics(error, file), &sources));
            return Done::refused(complaints);
        }
        Err(panic) => {
            complaints.extend(words(&[panic], &sources));
            return Done::refused(complaints);
        }
    };
    let report = Shown { test: &test, model: &name, found: &found, sources: &sources };
    let text = if args.json { report.json(file) } else { report.text() };
    Done { complaints, said: Said::Text(text, found.status()) }
}

/// The cat model of this name or path, for tests like `test`.
fn model(name: &str, test: &Test, sources: &mut Sources) -> Result<Arc<Model>, Vec<Diagnostic>> {
    let search = SearchPath::new(Vec::new());
    let source = search.model(name, sources).map_err(|error| vec![error])?;
    let mut includes = Includes::new(&search);
    let variants = Variants::new(test.variants().iter().cloned());
    let is_active = |name: &str| variants.contains(name);
    Model::load(sources, source, None, &mut includes, test.language(), &is_active).map(Arc::new)
}

fn diagnostics(refusal: Refusal, file: &str) -> Vec<Diagnostic> {
    match refusal {
        Refusal::Run(RunError::Refused(found)) => found,
        Refusal::Model { span, reason } => {
            let message = format!("this cannot be written as a formula: {reason}");
            vec![Diagnostic::error("no-formula", span, message)]
        }
        Refusal::Run(RunError::Stopped(_))
        | Refusal::TooManyLocations
        | Refusal::AddressBits
        | Refusal::NoExecution
        | Refusal::NotConfirmed
        | Refusal::Cancelled
        | Refusal::TooLarge(_) => {
            vec![Diagnostic::new(Severity::Error, "no-result", format!("`{file}`: {refusal}"))]
        }
    }
}

/// What was found, and how far was looked.
struct Bounded {
    verdict: Verdict,
    flags: Vec<String>,
    /// The place where loops were cut that may go on, and the bound.
    cut: Option<(String, u32)>,
    statistics: bmc::Statistics,
}

impl Bounded {
    /// Whether some execution does what the language gives no meaning: then nothing is claimed of the others.
    fn is_undefined(&self) -> bool {
        self.flags.iter().any(|flag| flag == cat::UNDEFINED)
    }

    fn status(&self) -> Status {
        match (&self.verdict, &self.cut) {
            (Verdict::Reachable(_), _) => Status::Found,
            _ if self.is_undefined() => Status::Found,
            (Verdict::Unreachable, None) => Status::Success,
            (Verdict::Unreachable, Some(_)) | (Verdict::Unknown(_), _) => Status::Incomplete,
        }
    }

    /// `holds`, `violated` or `unknown`.
    fn verdict(&self) -> &'static str {
        match (&self.verdict, &self.cut) {
            (Verdict::Reachable(_), _) => "violated",
            _ if self.is_undefined() => "violated",
            (Verdict::Unreachable, None) => "holds",
            (Verdict::Unreachable, Some(_)) | (Verdict::Unknown(_), _) => "unknown",
        }
    }

    fn reason(&self) -> Option<String> {
        match (&self.verdict, &self.cut) {
            (Verdict::Unknown(why), _) => Some(why.clone()),
            (Verdict::Unreachable, Some((place, bound))) => {
                Some(format!("no violation with up to {bound} turns of loops; the loop at {place} may go on"))
            }
            (Verdict::Reachable(_), _) | (Verdict::Unreachable, None) => None,
        }
    }
}

/// The most variables of a formula that `--search-memory` has room for: a variable takes some fifty bytes with its clauses.
pub(super) fn formula_variables(args: &VerifyArgs) -> Option<usize> {
    const BYTES: u64 = 50;
    args.search_memory.map(|most| usize::try_from(most.bytes() / BYTES).unwrap_or(usize::MAX))
}

/// Raises the bound until there is a verdict for all executions, or no time left.
fn search(test: &Test, model: &Model, args: &VerifyArgs, cancelled: &dyn Fn() -> bool) -> Result<Bounded, Refusal> {
    let mut last: Option<Bounded> = None;
    // A test that says itself how far its loops go is taken at its word.
    let bounds = if test.unroll().is_some() { &BOUNDS[..1] } else { BOUNDS };
    for &bound in bounds {
        let options = Options::default().with(|set| {
            set.goal = Goal::States;
            set.unroll = Some(bound);
        });
        let variables = formula_variables(args).unwrap_or(Limits::default().variables);
        let limits = Limits { cancelled, variables, ..Limits::default() };
        let simulation = Simulation::new(test, model, &options).map_err(Refusal::from);
        let report = simulation.and_then(|simulation| bmc::decide(&simulation, &limits));
        let report = match (report, last.take()) {
            (Ok(report), _) => report,
            // What the bound before has shown stands.
            (Err(refusal), Some(before)) if is_limit(&refusal) => return Ok(before),
            (Err(Refusal::Cancelled), None) => {
                let verdict = Verdict::Unknown("a limit of time or memory was reached".to_owned());
                return Ok(Bounded { verdict, flags: Vec::new(), cut: None, statistics: bmc::Statistics::default() });
            }
            (Err(refusal), _) => return Err(refusal),
        };
        let bound = test.unroll().unwrap_or(bound);
        let found = Bounded {
            verdict: report.verdict,
            flags: report.flags,
            cut: report.cut.map(|place| (place, bound)),
            statistics: report.statistics,
        };
        if found.cut.is_none() || !matches!(found.verdict, Verdict::Unreachable) {
            return Ok(found);
        }
        last = Some(found);
    }
    last.ok_or(Refusal::Cancelled)
}

fn is_limit(refusal: &Refusal) -> bool {
    match refusal {
        Refusal::Cancelled | Refusal::TooLarge(_) | Refusal::Run(RunError::Stopped(_)) => true,
        Refusal::Run(RunError::Refused(_))
        | Refusal::Model { .. }
        | Refusal::TooManyLocations
        | Refusal::AddressBits
        | Refusal::NotConfirmed
        | Refusal::NoExecution => false,
    }
}

struct Shown<'s> {
    test: &'s Test,
    model: &'s str,
    found: &'s Bounded,
    sources: &'s Sources,
}

impl Shown<'_> {
    fn condition(&self) -> String {
        self.test.lowered().print_condition(Base::Decimal)
    }

    fn text(&self) -> String {
        let Bounded { verdict, flags, cut, statistics } = self.found;
        let mut text = format!("{} under {}: {}\n", self.test.name(), self.model, self.found.verdict());
        // Writing to a string does not fail.
        match verdict {
            Verdict::Reachable(witness) => {
                let _ = writeln!(text, "  {}", self.condition());
                super::trace(&self.steps(witness), &mut text);
                let _ = writeln!(text, "  ends in {}", witness.execution.outcome);
            }
            Verdict::Unreachable if self.found.is_undefined() => {
                let _ = writeln!(text, "  some execution has undefined behaviour, a data race for one");
            }
            Verdict::Unreachable if cut.is_none() => _ = writeln!(text, "  no execution: {}", self.condition()),
            Verdict::Unreachable | Verdict::Unknown(_) => {
                let _ = writeln!(text, "  {}", self.found.reason().unwrap_or_default());
            }
        }
        for flag in flags {
            let _ = writeln!(text, "  flag {flag}");
        }
        let bmc::Statistics { events, variables, clauses, conflicts, .. } = statistics;
        let _ = writeln!(text, "  {events} events, {variables} variables, {clauses} clauses, {conflicts} conflicts");
        text
    }

    /// The accesses and fences of an execution, thread by thread, each read with what it reads from.
    fn steps(&self, witness: &Witness) -> Vec<lakmus::verify::Step> {
        let events = &witness.execution.events;
        let shown = events.iter_enumerated().filter(|(_, event)| event.thread.is_some() && event.is_usually_shown());
        shown.map(|(id, event)| self.step(witness, id, event)).collect()
    }

    fn step(&self, witness: &Witness, id: EventId, event: &ExecutionEvent) -> lakmus::verify::Step {
        let instruction = event.instruction.and_then(|place| self.test.lowered().program.instruction(place));
        let (code, line) = instruction.map_or_else(Default::default, |instruction| {
            let text = self.sources.snippet(instruction.span).trim().to_owned();
            (text, Some(self.sources.position(instruction.span).line))
        });
        let source =
            witness.reads_from.iter().find(|(read, _)| *read == id).map(|&(_, write)| &witness.execution.events[write]);
        let from = match source {
            None => String::new(),
            Some(write) if write.thread.is_none() => ", the initial value".to_owned(),
            Some(write) => format!(", from {}", write.named_text()),
        };
        let thread = event.thread.map_or(0, relation::Index::index);
        lakmus::verify::Step::new(thread, code, line, format!("{}{from}", event.named_text()))
    }

    fn json(&self, file: &str) -> String {
        let Bounded { verdict, flags, cut, statistics } = self.found;
        let witness = if let Verdict::Reachable(witness) = verdict { Some(witness) } else { None };
        let record = BoundedRecord {
            file,
            test: self.test.name(),
            model: self.model,
            engine: "bmc",
            verdict: self.found.verdict(),
            reason: self.found.reason(),
            condition: self.condition(),
            outcome: witness.map(|witness| witness.execution.outcome.clone()),
            trace: witness.map_or(Vec::new(), |witness| self.steps(witness).iter().map(StepRecord::from).collect()),
            flags,
            turns: cut.as_ref().map(|(_, bound)| *bound),
            events: statistics.events,
            variables: statistics.variables,
            clauses: statistics.clauses,
            conflicts: statistics.conflicts,
        };
        // All keys are strings, and no value fails to serialize.
        serde_json::to_string(&record).map_or_else(|error| panic!("{error}"), |line| line + "\n")
    }
}
