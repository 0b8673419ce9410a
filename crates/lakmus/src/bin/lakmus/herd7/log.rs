//! What herd7's options change in the log.

use std::collections::BTreeSet;
use std::fmt::Write;

use cat::UNDEFINED;
use drawing::Drawing;
use sim::{ConditionKind, Execution, Model, Observation, Report, RunError, Selection, Simulation, Test, Verdict};

use super::{ExecutionFilter, HerdRequest, Restriction, SpeedCheck};
use crate::show::request::ShowRequest;

/// The report of a simulation that ended with the first execution that decides the condition: `first`, if there is one.
pub(crate) fn decided(mut report: Report, first: Option<&Execution>) -> Report {
    let Some(first) = first else { return report };
    (report.positive, report.negative) = if first.satisfies_condition { (1, 0) } else { (0, 1) };
    report.states = vec![first.final_state.clone()];
    report
}

/// A block of the log as herd7 prints it under these options; `candidates` is their number, where it is wanted.
pub(crate) fn adapted(block: &str, report: &Report, request: &HerdRequest, candidates: Option<u64>) -> String {
    let mut out = String::with_capacity(block.len());
    for line in block.split_inclusive('\n') {
        // Writing into a string cannot fail.
        if let (true, Some(count)) = (line.starts_with("Hash=") || line == "\n", candidates)
            && !out.contains("\nCandidates ")
        {
            let _ = writeln!(out, "Candidates {} {count}", report.name);
        }
        match line.starts_with("Observation ") && request.speed_check != SpeedCheck::Off {
            true => {
                let Report { name, positive, negative, .. } = report;
                let _ = writeln!(out, "Observation {name} {} {positive} {negative}", observed(report));
            }
            false => out.push_str(line),
        }
    }
    out
}

/// Pictures for the standard output, between herd's marks.
pub(crate) fn dots(name: &str, drawings: &[Drawing], request: &HerdRequest) -> String {
    let (graphs, command): (String, _) = (drawings.iter().map(Drawing::to_dot).collect(), request.drawn_by());
    format!("\nDOTBEGIN {name}\nDOTCOM {command}\n{graphs}\nDOTEND {name}\n")
}

/// The report of a simulation that ended with the last execution that was to be shown, where so many were; otherwise all of it.
///
/// # Errors
/// As [`Simulation::run`].
pub(crate) fn up_to_shown(
    mut report: Report,
    test: &Test,
    simulation: &Simulation<'_>,
    show: &ShowRequest,
) -> Result<Report, RunError> {
    let wanted = show.satisfying(test);
    let mut seen = BTreeSet::new();
    let (mut shown, mut positive, mut negative) = (0, 0, 0);
    for execution in simulation.executions(Selection::default().with(|set| set.allowed = Some(true))) {
        let execution = execution?;
        let holds = execution.satisfies_condition;
        positive += u64::from(holds);
        negative += u64::from(!holds);
        seen.insert(execution.final_state);
        shown += usize::from(wanted.is_none_or(|wanted| wanted == holds));
        if shown == show.limit {
            report.states.retain(|state| seen.contains(state));
            (report.positive, report.negative) = (positive, negative);
            return Ok(report);
        }
    }
    Ok(report)
}

/// The report of the executions that count, or none where the test gets no block.
///
/// # Errors
/// As [`Simulation::run`].
pub(crate) fn filtered(
    report: Report,
    simulation: &Simulation<'_>,
    model: &Model,
    filter: &ExecutionFilter,
) -> Result<Option<Report>, RunError> {
    let mut report = match &filter.through_flag {
        Some(flag) => only(report, simulation, |execution| (execution.has_flag(flag, model), false), model)?,
        None => report,
    };
    let is_bad = |flag: &str| flag == UNDEFINED || Some(flag) == filter.bad_flag.as_deref();
    if report.flags.iter().any(|flag| is_bad(flag.as_str())) {
        if filter.ends_at_bad {
            let flag = filter.through_flag.as_deref();
            report = only(
                report,
                simulation,
                |execution| {
                    let counts = flag.is_none_or(|flag| execution.has_flag(flag, model));
                    let ends = counts && execution.raised_flags(model).any(&is_bad);
                    (counts, ends)
                },
                model,
            )?;
        }
        report.verdict = Verdict::Undef;
    }
    let is_printed = match filter.restriction {
        Restriction::None => true,
        Restriction::Observed => report.positive + report.negative > 0,
        Restriction::NonAmbiguous => report.positive + report.negative == report.states.len() as u64,
        Restriction::ConditionOnce => report.positive == satisfying_states(simulation)?,
    };
    Ok(is_printed.then_some(report))
}

/// The report of the executions that `takes` counts, up to the one that it says is the last.
fn only(
    mut report: Report,
    simulation: &Simulation<'_>,
    takes: impl Fn(&Execution) -> (bool, bool),
    model: &Model,
) -> Result<Report, RunError> {
    let (mut seen, mut flags) = (BTreeSet::new(), BTreeSet::new());
    let (mut positive, mut negative) = (0, 0);
    for execution in simulation.executions(Selection::default().with(|set| set.allowed = Some(true))) {
        let execution = execution?;
        let (counts, is_last) = takes(&execution);
        if counts {
            flags.extend(execution.raised_flags(model).map(str::to_owned));
            positive += u64::from(execution.satisfies_condition);
            negative += u64::from(!execution.satisfies_condition);
            seen.insert(execution.final_state);
        }
        if is_last {
            break;
        }
    }
    report.states.retain(|state| seen.contains(state));
    (report.positive, report.negative) = (positive, negative);
    report.flags = flags.into_iter().collect();
    report.verdict = match report.kind {
        ConditionKind::Allowed if positive > 0 => Verdict::Ok,
        ConditionKind::Forbidden if positive == 0 => Verdict::Ok,
        ConditionKind::Required if negative == 0 => Verdict::Ok,
        ConditionKind::Allowed | ConditionKind::Forbidden | ConditionKind::Required => Verdict::No,
    };
    Ok(report)
}

/// How many final states satisfy the condition.
fn satisfying_states(simulation: &Simulation<'_>) -> Result<u64, RunError> {
    let selection = Selection::default().with(|set| {
        set.allowed = Some(true);
        set.satisfying = Some(true);
    });
    let states: Result<BTreeSet<String>, RunError> =
        simulation.executions(selection).map(|execution| Ok(execution?.final_state)).collect();
    Ok(states?.len() as u64)
}

/// What an observation is worth where nothing was looked at but what decides the condition: that all executions satisfy a proposition cannot be
/// known when it is asked whether one does, nor that none does when it is asked whether all do.
fn observed(report: &Report) -> &'static str {
    match (report.kind, report.observation()) {
        (ConditionKind::Required, Observation::Never) if report.negative == 0 => "Always",
        (ConditionKind::Required, Observation::Never) => "Sometimes",
        (ConditionKind::Allowed | ConditionKind::Forbidden, Observation::Always) => "Sometimes",
        (_, Observation::Never) => "Never",
        (_, Observation::Sometimes) => "Sometimes",
        (_, Observation::Always) => "Always",
    }
}
