//! C programs under models whose writes may reach threads at different times.

pub(crate) mod flatten;
pub(crate) mod specialise;

use program::CodePlace;
use relation::Index;

use cprog::ir::Program;

use crate::Propagating;
use crate::checker::analysis::delays::DelayedAccesses;
use crate::checker::analysis::locals::promote;
use crate::checker::checks::Check;
use crate::checker::code::{Code, Step};
use crate::checker::lowering::{Refusal, lower};
use crate::checker::report::trace::{DelayPair, TraceStep, Violation, ViolationKind};
use crate::checker::search::{Limits, Report, Statistics, Unknown, Verdict};
use crate::checker::target::CompileTarget;
use crate::checker::transform::model::TransformModel;
use crate::machine::{self, FaultKind, Hang, ProgramFound, Spin, explore_program};
use flatten::{Flattened, flatten};
use specialise::specialise;

/// How often a read in a loop may be delayed before it takes effect for the first time.
const DELAYED: usize = 2;

/// Looks for a wrong execution of `program` under `model`, by the machine for litmus tests.
///
/// C11's atomics are what compilers make of them on Power and Armv7.
/// Final states are not found, and [`Limits::buffer`] means nothing here.
///
/// Of the accesses that [`Limits::delays`] leaves out, the reads happen where they stand. Writes go on to reach threads at different times, all of them: that is how this machine has
/// a read that overtakes another one, so that fewer such writes would need more delayed reads.
///
/// # Errors
/// When there is nothing to begin with, or the program's memory is too large.
pub fn check_propagating(program: &Program, model: Propagating, limits: &Limits<'_>) -> Result<Report, Refusal> {
    let target = limits.target.unwrap_or_else(|| CompileTarget::of(model.facts()));
    let mut code = lower(program, Some(target), false)?;
    promote(&mut code);
    // Behind the promotion: the counters of loops are followed through registers alone.
    specialise(&mut code);
    let late =
        DelayedAccesses::choose(program, &code, TransformModel::Propagating(model), (limits.delays, Some(target)));
    let flattened = flatten(&code, target);
    let bounds = machine::Limits {
        states: limits.states,
        memory: limits.memory,
        progress: limits.progress,
        cancelled: limits.cancelled,
        delayed: DELAYED,
        stop_at_violation: true,
        reduction: limits.reduction,
        progress_is_checked: limits.checks.has(Check::Progress),
    };
    // What threads wait with is no access of the program, and ordered by the fences around it.
    let may_be_delayed = |place: CodePlace| match (&late, flattened.steps.get(&place)) {
        (Some(late), Some(step)) => code.steps[*step].access().is_none() || late.may_be_delayed(*step),
        (None, _) | (_, None) => true,
    };
    let describer = Describer { program, code: &code, flattened: &flattened };
    let report = match explore_program(&flattened.program, model, &flattened.waits, &may_be_delayed, &bounds) {
        Ok(report) => report,
        Err(unsupported) => {
            let place = describer.place(unsupported.place);
            let unknown = Unknown::Unsupported { what: unsupported.what.to_owned(), place };
            return Ok(describer.report(Verdict::Unknown(unknown), Statistics::default()));
        }
    };
    let statistics = Statistics {
        states: report.statistics.states,
        transitions: report.statistics.transitions,
        bytes: report.statistics.bytes,
        searches: report.statistics.rounds,
        chosen: late.as_ref().map(DelayedAccesses::chosen),
        ..Statistics::default()
    };
    let verdict = match report.found {
        ProgramFound::Nothing => Verdict::Holds,
        ProgramFound::Unknown(unknown) => Verdict::Unknown(match unknown {
            machine::Unknown::States(states) => Unknown::States(states),
            machine::Unknown::Memory(bytes) => Unknown::Memory(bytes),
            machine::Unknown::Pending => Unknown::Buffer(64),
            machine::Unknown::Writes(writes) => Unknown::Writes(writes),
            machine::Unknown::Delayed(times) => Unknown::Delayed(times),
            machine::Unknown::Cancelled => Unknown::Cancelled,
        }),
        ProgramFound::Fault { trace, place, kind } => describer.fault(&trace, place, kind),
        ProgramFound::Hang { trace, hang } => describer.violated(&trace, describer.hang(&hang)),
    };
    Ok(describer.report(verdict, statistics))
}

/// Says things in terms of the source.
struct Describer<'a> {
    program: &'a Program,
    code: &'a Code,
    flattened: &'a Flattened,
}

impl Describer<'_> {
    fn report(&self, verdict: Verdict, statistics: Statistics) -> Report {
        let violations = match &verdict {
            Verdict::Violated(violation) => vec![violation.kind.clone()],
            Verdict::Holds | Verdict::Unknown(_) => Vec::new(),
        };
        let statistics = Statistics { violations: violations.len(), ..statistics };
        Report { verdict, statistics, finals: Vec::new(), violations: Vec::new() }
    }

    fn place(&self, at: CodePlace) -> Option<String> {
        let place = self.code.places.get(*self.flattened.steps.get(&at)?).copied().flatten()?;
        Some(self.program.describe(place).to_string())
    }

    fn fault(&self, trace: &[machine::TraceStep], at: CodePlace, kind: FaultKind) -> Verdict {
        let place = self.place(at);
        // A refused step is an instruction that fails, so that it counts only where an execution reaches it.
        if let Some(what) = self.flattened.refused.get(&at) {
            return Verdict::Unknown(Unknown::Unsupported { what: what.clone(), place });
        }
        let step = self.flattened.steps.get(&at).map(|step| &self.code.steps[*step]);
        let kind = match (kind, step) {
            // Micro-operations have one kind of undefined behaviour for what must not be reached (`fail`); the step says which it is.
            (FaultKind::Division, Some(Step::Assert(_) | Step::Violation)) => ViolationKind::Assertion(place),
            (FaultKind::Division, _) => ViolationKind::Division(place),
            (FaultKind::Address(number), _) => ViolationKind::Address(format!("{number:#x}"), place),
            (FaultKind::NotCode(_), _) => ViolationKind::NotCode(place),
            (FaultKind::Overlap, _) => {
                let what = "an access that overlaps another without being equal to it".to_owned();
                return Verdict::Unknown(Unknown::Unsupported { what, place });
            }
        };
        self.violated(trace, kind)
    }

    fn hang(&self, hang: &Hang) -> ViolationKind {
        let waits = hang.waits.iter();
        if hang.spins.is_empty() {
            return ViolationKind::Deadlock(waits.filter_map(|at| self.place(*at)).collect());
        }
        let with_place = |(at, read): &(CodePlace, Option<String>)| {
            let place = self.place(*at).map_or(String::new(), |place| format!(" at {place}"));
            match read {
                Some(read) => format!("reads {read}{place}"),
                None => format!("goes round{place}"),
            }
        };
        let spin = |spin: &Spin| {
            let reads: Vec<String> = spin.reads.iter().map(with_place).collect();
            format!("thread {} {}", spin.thread, reads.join(", "))
        };
        let wait = |at: &CodePlace| Some(format!("thread {} at {}", at.thread.index(), self.place(*at)?));
        ViolationKind::NoProgress {
            spins: hang.spins.iter().map(spin).collect(),
            waits: waits.filter_map(wait).collect(),
        }
    }

    fn violated(&self, trace: &[machine::TraceStep], kind: ViolationKind) -> Verdict {
        let mut delays: Vec<DelayPair> = Vec::new();
        for step in trace {
            for overtaken in &step.overtakes {
                let with_place = |name: &str, at| match self.place(at) {
                    Some(place) => format!("{name} ({place})"),
                    None => name.to_owned(),
                };
                let pair = DelayPair {
                    thread: step.thread,
                    delayed: with_place(&overtaken.delayed, overtaken.place),
                    past: with_place(&overtaken.past, step.place),
                };
                if !delays.contains(&pair) {
                    delays.push(pair);
                }
            }
        }
        let steps = trace.iter().map(|step| self.step(step)).collect();
        Verdict::Violated(Box::new(Violation { kind, steps, delays }))
    }

    fn step(&self, step: &machine::TraceStep) -> TraceStep {
        let of = self.flattened.steps.get(&step.place);
        let function = of.map(|of| self.program.functions[self.code.functions[*of]].source_name.clone());
        TraceStep {
            thread: step.place.thread.index(),
            function: function.unwrap_or_default(),
            place: self.place(step.place),
            what: step.what.clone(),
        }
    }
}
