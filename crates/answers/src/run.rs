//! The outcomes of a test under models.

use std::sync::atomic::AtomicBool;

use lakmus::Session;
use lakmus::sim::{ConditionKind, Goal, Model, Observation, Simulation, Test, Verdict};
use serde::{Deserialize, Serialize};

use crate::places::{Remark, remarks};
use crate::texts::{ModelText, TestText, options, refuse};
use crate::{Done, Out};

/// Candidates whose outcomes are counted; where there are more, the counts are said to be of so many.
const MOST_COUNTED: u64 = 100_000;

/// So many are counted before anything that may take long: a run that is cut has these to show.
const FIRST_COUNTED: u64 = 300;

/// The outcomes of a test under models.
#[derive(Debug, Deserialize)]
pub(crate) struct Run {
    test: TestText,
    models: Vec<ModelText>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Answer {
    /// The test was read.
    Test {
        name: String,
        language: String,
        /// The model under which its tests are run where none is named.
        default_model: Option<&'static str>,
        threads: usize,
        hash: String,
        warnings: Vec<Remark>,
    },
    /// It was run under a model: what herd's log has.
    Report {
        model: usize,
        states: Vec<String>,
        claim: &'static str,
        condition: String,
        verdict: &'static str,
        observation: &'static str,
        /// Whether executions were counted; where they were not, the two numbers are those of states.
        is_counted: bool,
        positive: u64,
        negative: u64,
        flags: Vec<String>,
        is_cut: bool,
        cut_at: Option<String>,
        milliseconds: u64,
    },
    /// Its candidate executions were counted by outcome.
    Counts { model: usize, rows: Vec<Row>, candidates: u64, is_complete: bool },
}

#[derive(Debug, Serialize)]
struct Row {
    state: String,
    satisfies: bool,
    allowed: u64,
    forbidden: u64,
}

impl Run {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        let mut session = Session::new();
        let test = match self.test.load(&mut session) {
            Ok(test) => test,
            Err(error) => return refuse(out, None, &error, &session),
        };
        out.say(&Answer::Test {
            name: test.name().to_owned(),
            language: test.language().name().to_owned(),
            default_model: test.language().descriptor().default_model,
            threads: test.lowered().program.threads.len(),
            hash: test.hash().to_owned(),
            warnings: remarks(test.warnings(), session.sources()),
        })?;
        let mut loaded = Vec::new();
        for (number, model) in self.models.iter().enumerate() {
            match model.load(&mut session, &test) {
                Ok(model) => loaded.push((number, model)),
                Err(error) => refuse(out, Some(number), &error, &session)?,
            }
        }
        // What takes little is said of all models before what may take long is asked of any: outcomes, then how some executions are divided among these, then how all are.
        let mut known = Vec::new();
        for (number, model) in &loaded {
            if report(out, *number, &session, &test, model, Goal::States)? {
                known.push((*number, model));
            }
        }
        let mut uncounted = Vec::new();
        for &(number, model) in &known {
            if !counts(out, number, &test, model, FIRST_COUNTED, out.half)? {
                uncounted.push((number, model));
            }
        }
        for (number, model) in known {
            report(out, number, &session, &test, model, Goal::Counts)?;
        }
        for (number, model) in uncounted {
            counts(out, number, &test, model, MOST_COUNTED, out.over)?;
        }
        Ok(())
    }
}

/// Says what a model has of the test, and gives whether it could. That executions are too many to be counted is said by what is there without their number.
fn report(
    out: &mut Out<'_>,
    number: usize,
    session: &Session,
    test: &Test,
    model: &Model,
    goal: Goal,
) -> std::io::Result<bool> {
    let begin = std::time::Instant::now();
    // The other half is for counts of what could be looked at, where this is all too much.
    let options = options(out).with(|set| (set.cancel, set.goal) = (Some(out.half), goal));
    let report = match session.simulate(test, model, &options) {
        Ok(report) => report,
        Err(_) if goal == Goal::Counts && out.is_half_over() => return Ok(false),
        Err(error) => return refuse(out, Some(number), &error, session).map(|()| false),
    };
    let observation = report.observation();
    out.say(&Answer::Report {
        model: number,
        claim: match report.kind {
            ConditionKind::Allowed => "allowed",
            ConditionKind::Forbidden => "forbidden",
            ConditionKind::Required => "required",
        },
        condition: report.condition,
        verdict: match report.verdict {
            Verdict::Ok => "ok",
            Verdict::No => "no",
            Verdict::Undef => "undef",
        },
        observation: match observation {
            Observation::Never => "never",
            Observation::Sometimes => "sometimes",
            Observation::Always => "always",
        },
        is_counted: goal == Goal::Counts,
        positive: report.positive,
        negative: report.negative,
        states: report.states,
        flags: report.flags,
        is_cut: report.is_cut,
        cut_at: report.cut_at,
        milliseconds: u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX),
    })?;
    Ok(true)
}

/// Counts candidate executions by outcome, at most `most` and until the flag is set. Gives whether there is nothing left to count.
fn counts(
    out: &mut Out<'_>,
    number: usize,
    test: &Test,
    model: &Model,
    most: u64,
    until: &AtomicBool,
) -> std::io::Result<bool> {
    let options = options(out).with(|set| set.cancel = Some(until));
    // What has no simulation has no report either, which says so.
    let Ok(simulation) = Simulation::new(test, model, &options) else { return Ok(true) };
    let Ok(counts) = simulation.outcome_counts(most) else { return Ok(true) };
    // Where the time was over at once, more was said before.
    if counts.candidates == 0 && !counts.is_complete {
        return Ok(false);
    }
    let row = |(state, counts): (String, lakmus::sim::OutcomeCount)| Row {
        state,
        satisfies: counts.satisfies_condition,
        allowed: counts.allowed,
        forbidden: counts.forbidden,
    };
    out.say(&Answer::Counts {
        model: number,
        candidates: counts.candidates,
        is_complete: counts.is_complete,
        rows: counts.outcomes.into_iter().map(row).collect(),
    })?;
    Ok(counts.is_complete)
}
