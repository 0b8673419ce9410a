//! Verdicts on litmus tests and programs, as data.

use serde::Serialize;

use crate::verify::{Check, Checks, Delay, Report, Step};

/// What was found of a litmus test by going through the states of a machine.
#[derive(Clone, Debug, Serialize)]
pub struct VerifyRecord<'a> {
    file: &'a str,
    test: &'a str,
    model: &'static str,
    /// `holds`, `violated` or `unknown`.
    verdict: &'static str,
    /// Why it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    condition: &'a str,
    /// The state in which the violation ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'a str>,
    /// How it comes about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trace: Vec<StepRecord>,
    /// All outcomes, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<&'a [String]>,
    states: usize,
    transitions: usize,
    /// Bytes of the stored states.
    bytes: usize,
}

/// A step of an execution of a litmus test.
#[derive(Clone, Debug, Serialize)]
pub struct StepRecord {
    thread: usize,
    /// The instruction as the test has it.
    instruction: String,
    /// Its line in the file, from 1.
    line: usize,
    what: String,
}

/// What was found of a program by going through the states of a machine.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramRecord<'a> {
    program: &'a str,
    model: &'static str,
    /// `holds`, `violated` or `unknown`.
    verdict: &'static str,
    /// Why it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    violation: Option<&'a str>,
    /// How it comes about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trace: Vec<ProgramStepRecord>,
    /// What is delayed past what.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    delays: Vec<DelayRecord>,
    /// A data race of C11 in a program that holds, where `--check race` did not ask for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    race: Option<&'a str>,
    /// All violations, where they were asked for.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    violations: &'a [String],
    states: usize,
    transitions: usize,
    /// Bytes of the stored states, with what finds them.
    bytes: usize,
    /// The probability, at most, that states were missed, as hashes stood for them.
    omission: f64,
    /// How many searches it took.
    searches: usize,
    /// Variables and places of allocation whose accesses are interleaved.
    interleaved: usize,
    /// The most accesses of a thread pending at once.
    buffer: usize,
    /// Different states of global variables at the end of the process.
    finals: usize,
    /// Accesses that may be delayed, where not every one may.
    #[serde(skip_serializing_if = "Option::is_none")]
    delayed: Option<usize>,
    /// Critical cycles that these were chosen from.
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles: Option<usize>,
    /// What the atomic operations were taken for, with what was found by each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    atomics: Vec<AtomicsRecord>,
    /// What was looked for.
    looked_for: Vec<&'static str>,
    /// CPU time of the search.
    seconds: f64,
}

/// What the atomic operations were taken for, and what was found by it.
#[derive(Clone, Debug, Serialize)]
pub struct AtomicsRecord {
    /// The name of the mapping, or of several that are the same for the program.
    mapping: String,
    verdict: &'static str,
}

/// A step of an execution of a program.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ProgramStepRecord {
    /// The thread that takes it.
    pub thread: usize,
    /// The function that it is in.
    pub function: String,
    /// Where in its source the program takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// What happens.
    pub what: String,
}

/// An access that takes effect after a later one of its thread.
#[derive(Clone, Debug, Serialize)]
pub struct DelayRecord {
    thread: usize,
    delayed: String,
    past: String,
}

impl From<&Step> for StepRecord {
    fn from(step: &Step) -> StepRecord {
        StepRecord {
            thread: step.thread,
            instruction: step.code.clone(),
            line: step.line.unwrap_or_default(),
            what: step.what.clone(),
        }
    }
}

impl ProgramStepRecord {
    /// What a thread does in a function, and where.
    pub fn new(thread: usize, function: String, place: Option<String>, what: String) -> ProgramStepRecord {
        ProgramStepRecord { thread, function, place, what }
    }
}

impl From<&Step> for ProgramStepRecord {
    fn from(step: &Step) -> ProgramStepRecord {
        let Step { thread, code, place, what, .. } = step;
        ProgramStepRecord { thread: *thread, function: code.clone(), place: place.clone(), what: what.clone() }
    }
}

impl From<&Delay> for DelayRecord {
    fn from(delay: &Delay) -> DelayRecord {
        DelayRecord { thread: delay.thread, delayed: delay.delayed.clone(), past: delay.past.clone() }
    }
}

impl AtomicsRecord {
    /// What was found by each of some mappings.
    pub fn all(by: &[(String, &'static str)]) -> Vec<AtomicsRecord> {
        by.iter().map(|(mapping, verdict)| AtomicsRecord { mapping: mapping.clone(), verdict }).collect()
    }
}

impl<'a> VerifyRecord<'a> {
    /// Of the report on a test of this name, which was read from `file`. `all`: whether all outcomes were asked for.
    pub fn new(file: &'a str, test: &'a str, report: &'a Report, all: bool) -> VerifyRecord<'a> {
        let violation = report.verdict.violation();
        VerifyRecord {
            file,
            test,
            model: report.model.name(),
            verdict: report.verdict.name(),
            reason: report.verdict.unknown(),
            condition: report.condition.as_deref().unwrap_or_default(),
            outcome: violation.and_then(|violation| violation.outcome.as_deref()),
            trace: violation.map_or(Vec::new(), |violation| violation.steps.iter().map(StepRecord::from).collect()),
            outcomes: all.then_some(&report.outcomes),
            states: report.statistics.states,
            transitions: report.statistics.transitions,
            bytes: report.statistics.bytes,
        }
    }
}

impl<'a> ProgramRecord<'a> {
    /// Of the report on a program of this name, in which these things were looked for. `seconds`: the CPU time that it took.
    pub fn new(program: &'a str, report: &'a Report, checks: Checks, seconds: f64) -> ProgramRecord<'a> {
        let violation = report.verdict.violation();
        let (steps, delays) = violation.map_or((&[][..], &[][..]), |found| (&found.steps[..], &found.delays[..]));
        let statistics = report.statistics.program.unwrap_or_default();
        ProgramRecord {
            program,
            model: report.model.name(),
            verdict: report.verdict.name(),
            reason: report.verdict.unknown(),
            violation: violation.map(|violation| violation.what.as_str()),
            trace: steps.iter().map(ProgramStepRecord::from).collect(),
            delays: delays.iter().map(DelayRecord::from).collect(),
            race: None,
            violations: &report.violations,
            states: statistics.states,
            transitions: statistics.transitions,
            bytes: statistics.bytes,
            omission: statistics.omission(),
            searches: statistics.searches,
            interleaved: statistics.interleaved,
            buffer: statistics.buffer,
            finals: statistics.finals,
            delayed: statistics.chosen.map(|chosen| chosen.accesses),
            cycles: statistics.chosen.and_then(|chosen| chosen.cycles),
            atomics: Vec::new(),
            looked_for: looked_for(checks),
            seconds,
        }
    }

    /// With what the atomic operations were taken for, what was found by each, and a data race that was not asked for.
    #[must_use]
    pub fn with(self, by: &[(String, &'static str)], race: Option<&'a str>) -> ProgramRecord<'a> {
        ProgramRecord { atomics: AtomicsRecord::all(by), race, ..self }
    }
}

/// What is looked for in a program, in words.
pub fn looked_for(checks: Checks) -> Vec<&'static str> {
    ["assertions", "memory", "deadlocks"].into_iter().chain(checks.iter().map(Check::name)).collect()
}
