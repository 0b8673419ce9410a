//! Litmus mode: a C litmus test executed on the C11 machine.
//!
//! The threads' micro-operations are interpreted on concrete values, one thread at a time. An atomic access, a fence or a lock is a step: a
//! strategy says which thread takes the next one, and what it reads. What is in between (plain accesses among it) belongs to the step before it; in
//! programs without races that makes no difference, and in others a race is found whatever the order. Final values of memory are what the main thread
//! reads when it has joined all others.
//!
//! What comes out is what `sim` makes of the same test under the model `c11tester`: the same states when exploration is exhaustive, some of them
//! otherwise. The numbers differ: here executions are counted as they were done.
//!
//! **Limits.** C only. All accesses to a cell of memory have one size. A lock is taken by the last address that its statement computes, as micro-operations
//! do not name the mutex. Of the Linux kernel's primitives none is known.

mod execution;
mod meaning;
mod state;
mod step;
mod thread;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use c11::{Exhaustive, Rules, Strategy, StrategyKind, execution_seed};
use litmus::{Base, Outcome, Quantifier};
use sim::{ConditionKind, Report, Test, Verdict};
use source::Diagnostic;

use execution::{Ended, LitmusExecution};
use meaning::Meaning;

/// The default unroll bound, that of `lakmus run`.
const UNROLL: u32 = 2;

/// Which executions to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exploration {
    /// All, up to reorderings that change nothing.
    Exhaustive,
    /// Some, as a strategy chooses.
    Sample {
        /// The strategy.
        strategy: StrategyKind,
        /// The seed of the run; that of each execution is [`execution_seed`].
        seed: u64,
        /// The number of the first execution.
        first: u64,
        /// How many.
        executions: u64,
    },
}

/// How to run a test.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Which executions to do.
    pub exploration: Exploration,
    /// Which edition of the standard the model follows.
    pub rules: Rules,
    /// How often a thread jumps back to one place before its execution is given up; a test's own `Unroll=` overrides it. Default: 2.
    pub unroll: Option<u32>,
    /// Set by the caller when the result is no longer wanted.
    pub cancel: Option<&'a AtomicBool>,
}

/// Why a test has no result.
#[derive(Clone, Debug)]
pub enum RunError {
    /// The test is at fault, or not for this tester.
    Refused(Vec<Diagnostic>),
    /// It was cancelled.
    Cancelled,
}

/// How often a state was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Seen {
    /// In how many executions.
    pub executions: u64,
    /// The number of the first of them.
    pub first: u64,
}

/// What came of a test.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LitmusReport {
    /// As a block of a log. Positive and negative are numbers of executions.
    pub report: Report,
    /// For each of the report's states.
    pub seen: Vec<Seen>,
    /// How many executions were done to their ends.
    pub executions: u64,
}

/// The flag of undefined behaviour, as in the simulator's reports.
const UNDEFINED: &str = "*undef*";

struct Tally {
    outcomes: BTreeMap<Outcome, Seen>,
    positive: u64,
    negative: u64,
    flags: BTreeSet<&'static str>,
    cut_at: Option<String>,
}

/// Runs `test`.
///
/// # Errors
/// When it is no C test, does what this tester does not know, or accesses something that is no location; and on cancellation.
pub fn run(test: &Test, options: &Options<'_>) -> Result<LitmusReport, RunError> {
    if test.language().name() != "C" {
        let message = format!("`lakmus test --litmus` takes tests in C, this one is in {}", test.language().name());
        return Err(RunError::Refused(vec![Diagnostic::new(source::Severity::Error, "not-c", message)]));
    }
    let meaning = Meaning::new(test.language());
    let unroll = test.unroll().or(options.unroll).unwrap_or(UNROLL);
    let mut execution = LitmusExecution::new(test.lowered(), &meaning, unroll, options.rules);
    let mut tally = Tally { outcomes: BTreeMap::new(), positive: 0, negative: 0, flags: BTreeSet::new(), cut_at: None };
    let mut all = Exhaustive::with_rules(options.rules);
    let mut one = |number: u64, strategy: &mut dyn Strategy| {
        if options.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(RunError::Cancelled);
        }
        tally.execution(test, number, execution.run(strategy))
    };
    match options.exploration {
        Exploration::Exhaustive => {
            for number in 0.. {
                all.begin(0);
                one(number, &mut all)?;
                if !all.advance() {
                    break;
                }
            }
        }
        Exploration::Sample { strategy, seed, first, executions } => {
            let mut strategy = strategy.build();
            for number in first..first.saturating_add(executions) {
                strategy.begin(execution_seed(seed, number));
                one(number, &mut *strategy)?;
            }
        }
    }
    Ok(tally.report(test))
}

impl Tally {
    fn execution(&mut self, test: &Test, number: u64, ended: Result<Ended<'_>, Diagnostic>) -> Result<(), RunError> {
        let lowered = test.lowered();
        match ended.map_err(|error| RunError::Refused(vec![error]))? {
            Ended::Complete { state, flags } => {
                if lowered.filter.as_ref().is_some_and(|filter| !filter.holds(&state)) {
                    return Ok(());
                }
                let counter = if lowered.condition.holds(&state) { &mut self.positive } else { &mut self.negative };
                *counter += 1;
                self.flags.extend(flags);
                let seen =
                    self.outcomes.entry(lowered.outcome(&state)).or_insert(Seen { executions: 0, first: number });
                seen.executions += 1;
            }
            Ended::Cut(place) => {
                self.cut_at.get_or_insert_with(|| test.place_name(place));
            }
            Ended::Stuck | Ended::Redundant => {}
        }
        Ok(())
    }

    fn report(mut self, test: &Test) -> LitmusReport {
        let lowered = test.lowered();
        let mut outcomes: Vec<Outcome> = self.outcomes.keys().cloned().collect();
        lowered.sort_outcomes(&mut outcomes);
        let seen = outcomes.iter().filter_map(|outcome| self.outcomes.get(outcome).cloned()).collect();
        let base = Base::Decimal;
        let (kind, holds) = match lowered.quantifier {
            Quantifier::Exists => (ConditionKind::Allowed, self.positive > 0),
            Quantifier::NotExists => (ConditionKind::Forbidden, self.positive == 0),
            Quantifier::Forall => (ConditionKind::Required, self.negative == 0),
        };
        let verdict = match holds {
            _ if !self.flags.is_empty() => Verdict::Undef,
            true => Verdict::Ok,
            false => Verdict::No,
        };
        if !self.flags.is_empty() {
            self.flags.insert(UNDEFINED);
        }
        let mut report = Report::new(lowered.name.clone(), kind, lowered.print_condition(base));
        report.states = outcomes.iter().map(|outcome| lowered.print_outcome(outcome, base)).collect();
        report.is_cut = self.cut_at.is_some();
        report.cut_at = self.cut_at;
        report.verdict = verdict;
        report.positive = self.positive;
        report.negative = self.negative;
        report.flags = self.flags.into_iter().map(str::to_owned).collect();
        report.hash = Some(test.hash().to_owned());
        LitmusReport { executions: report.positive + report.negative, report, seen }
    }
}

/// Writes the report as a block of a log, with a line `Seen EXECUTIONS FIRST STATE` for each state behind it.
///
/// # Errors
/// Those of `out`.
pub fn print(report: &LitmusReport, out: &mut dyn std::fmt::Write) -> std::fmt::Result {
    let mut block = String::new();
    sim::log::print(&report.report, &mut block)?;
    // The block ends with an empty line.
    out.write_str(block.strip_suffix('\n').unwrap_or(&block))?;
    for (state, seen) in report.report.states.iter().zip(&report.seen) {
        writeln!(out, "Seen {} {} {state}", seen.executions, seen.first)?;
    }
    writeln!(out)
}
