//! The outcomes of a test under models.

use lakmus::Session;
use lakmus::sim::{ConditionKind, Model, Observation, Simulation, Test, Verdict};
use serde::{Deserialize, Serialize};

use super::places::{Remark, remarks};
use super::texts::{ModelText, TestText, options, refuse};
use super::{Done, Out};

/// Candidates whose outcomes are counted; where there are more, the counts are said to be of so many.
const MOST_COUNTED: u64 = 100_000;

/// The outcomes of a test under models.
#[derive(Debug, Deserialize)]
pub(super) struct Run {
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
    pub(super) fn answer(&self, out: &mut Out<'_>) -> Done {
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
        // What takes little is said of all models before what may take long is asked of any.
        for (number, model) in &loaded {
            report(out, *number, &session, &test, model)?;
        }
        for (number, model) in &loaded {
            counts(out, *number, &test, model)?;
        }
        Ok(())
    }
}

fn report(out: &mut Out<'_>, number: usize, session: &Session, test: &Test, model: &Model) -> Done {
    let begin = std::time::Instant::now();
    let report = match session.simulate(test, model, &options(out)) {
        Ok(report) => report,
        Err(error) => return refuse(out, Some(number), &error, session),
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
        positive: report.positive,
        negative: report.negative,
        states: report.states,
        flags: report.flags,
        is_cut: report.is_cut,
        cut_at: report.cut_at,
        milliseconds: u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}

fn counts(out: &mut Out<'_>, number: usize, test: &Test, model: &Model) -> Done {
    let options = options(out);
    // What has no simulation has no report either, which has said so.
    let Ok(simulation) = Simulation::new(test, model, &options) else { return Ok(()) };
    let Ok(counts) = simulation.outcome_counts(MOST_COUNTED) else { return Ok(()) };
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
    })
}
