//! What a model allows of a test, and whether that is what the test expects.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use execution::ExecutionError;
use litmus::Base;
use sim::{Model, Options, Simulation, Test};
use source::Sources;

use crate::error::JavaError;
use crate::executions::{BuildOptions, Executions};
use crate::graph::{GraphId, Outcome};
use crate::model::{Causality, MultiExecutionModel, no_execution};
use crate::mrd::Mrd;
use crate::observed::Observed;
use crate::question::Question;
use crate::rounds::some_loop_counts;
use crate::rules::{Rules, SHIPPED};
use crate::verdict::{Behaviour, Expectation, OutcomeState, Verdict, behaviours};

/// What tests are checked under, beside the single-execution model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Semantics {
    /// Causality requirements: an execution needs others that justify it.
    Causality(Rules),
    /// Modular relaxed dependencies, which look at threads and at no single-execution model.
    Dependencies,
    /// The single-execution model by itself.
    Model,
}

impl Semantics {
    /// The names that [`Semantics::shipped`] knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name).chain(["none", "mrd"])
    }

    /// The text of the causality requirements that ship under this name; none for `none` and `mrd`, which have none.
    pub fn text(name: &str) -> Option<&'static str> {
        SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }

    /// The causality requirements that ship under this name; `mrd` are modular relaxed dependencies, and with `none` the model is taken by itself.
    pub fn shipped(name: &str) -> Option<Semantics> {
        match name {
            "none" => return Some(Semantics::Model),
            "mrd" => return Some(Semantics::Dependencies),
            _ => {}
        }
        let (name, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
        let mut sources = Sources::new();
        let source = sources.add(format!("<lakmus>/{name}.rules"), *text);
        let rules =
            Rules::parse(&sources, source).unwrap_or_else(|found| panic!("the shipped rules {name}: {found:?}"));
        Some(Semantics::Causality(rules))
    }
}

/// What tests are checked under.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Setting<'a> {
    /// Which executions are well-formed.
    pub model: &'a Model,
    /// Which of them count.
    pub semantics: &'a Semantics,
    /// How often loops are unrolled; a test's own `Unroll=` overrides it.
    pub unroll: Option<u32>,
    /// Whether all outcomes are wanted, not only whether behaviours are allowed.
    pub all: bool,
    /// Set by another thread when the answer is no longer waited for: what is not known then is [`Verdict::Unknown`].
    pub cancel: Option<&'a AtomicBool>,
    /// As [`BuildOptions::most_graphs`].
    most_graphs: Option<usize>,
}

impl<'a> Setting<'a> {
    /// With the usual bound, for verdicts alone.
    pub fn new(model: &'a Model, semantics: &'a Semantics) -> Setting<'a> {
        Setting { model, semantics, unroll: None, all: false, cancel: None, most_graphs: None }
    }

    /// With a flag that is set by another thread when the answer is no longer waited for.
    #[must_use]
    pub fn with_cancel(self, cancel: &'a AtomicBool) -> Setting<'a> {
        Setting { cancel: Some(cancel), ..self }
    }
}

/// What became of a behaviour.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The condition, and what is expected of it.
    pub behaviour: Behaviour,
    /// Whether the model allows it.
    pub verdict: Verdict,
    /// Whether that is known to be as expected.
    pub passes: bool,
    /// An outcome that shows it, or, of a behaviour that all executions are to show, one that does not.
    pub witness: Option<String>,
}

/// What became of a test.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// Of each of its conditions.
    pub behaviours: Vec<Checked>,
    /// The lines of all outcomes that were found.
    pub outcomes: Vec<String>,
    /// Where a loop was cut: outcomes of longer executions are missing.
    pub cut_at: Option<String>,
    /// Where loops were cut, and one round more changed nothing: how many rounds there were.
    pub settled_at: Option<u32>,
    /// Whether it was cancelled: outcomes may be missing.
    pub is_cancelled: bool,
}

impl Report {
    /// Whether every behaviour is known to be as expected.
    pub fn passes(&self) -> bool {
        self.behaviours.iter().all(|checked| checked.passes)
    }

    /// Whether some behaviour is known not to be as expected.
    pub fn fails(&self) -> bool {
        self.behaviours.iter().any(|checked| !checked.passes && checked.verdict != Verdict::Unknown)
    }
}

/// Asks the model about a test. `text` is what the test was read from: its header says what is expected.
///
/// # Errors
/// Why there is no answer.
pub fn check(test: &Test, text: &str, setting: Setting<'_>) -> Result<Report, JavaError> {
    let mut report = match setting.once(test, text) {
        Err(JavaError::Stopped(ExecutionError::Cancelled)) => nothing_known(test, text),
        other => other?,
    };
    if report.is_cancelled {
        return Ok(report);
    }
    if setting.unroll.is_some() || test.unroll().is_some() {
        return Ok(report);
    }
    // One round more, until that changes nothing; where loops carry something from round to round that would say nothing of further rounds.
    let can_settle = !some_loop_counts(&test.lowered().program);
    for rounds in USUAL_ROUNDS..MOST_ROUNDS {
        if report.cut_at.is_none() {
            break;
        }
        // Where a limit is reached the answer is that of the bound before, and says where it was cut.
        let more = Setting { unroll: Some(rounds + 1), most_graphs: Some(MOST_GRAPHS), ..setting };
        let Ok(next) = more.once(test, text) else { break };
        if next.is_cancelled {
            break;
        }
        let is_settled = can_settle && report.says_the_same(&next);
        report = next;
        if is_settled {
            (report.cut_at, report.settled_at) = (None, Some(rounds));
        }
    }
    Ok(report)
}

/// Where it was cancelled before anything was found.
fn nothing_known(test: &Test, text: &str) -> Report {
    let unknown = |behaviour| judge(behaviour, None, None).or_unknown();
    let behaviours = behaviours(test, text).into_iter().map(unknown).collect();
    Report { behaviours, outcomes: Vec::new(), cut_at: None, settled_at: None, is_cancelled: true }
}

impl Checked {
    /// What is known where not everything was looked at: that something is allowed, not that nothing is.
    fn or_unknown(mut self) -> Checked {
        if self.verdict == Verdict::Forbidden || self.passes && self.behaviour.expected == Some(Expectation::Always) {
            (self.verdict, self.passes) = (Verdict::Unknown, false);
        }
        self
    }
}

/// How many rounds loops have at first, and how many at most.
const USUAL_ROUNDS: u32 = 2;
const MOST_ROUNDS: u32 = 6;

/// A round more is gone through where it does not take much longer than this many questions to the model do.
const MOST_GRAPHS: usize = 20_000;

impl Report {
    fn says_the_same(&self, other: &Report) -> bool {
        let verdicts = |report: &Report| -> Vec<(Verdict, bool)> {
            report.behaviours.iter().map(|checked| (checked.verdict, checked.passes)).collect()
        };
        self.outcomes == other.outcomes && verdicts(self) == verdicts(other)
    }
}

impl Setting<'_> {
    /// The answer for one bound on loops.
    fn once(&self, test: &Test, text: &str) -> Result<Report, JavaError> {
        match self.semantics {
            Semantics::Causality(rules) => self.under_requirements(rules, test, text),
            Semantics::Dependencies => self.by_dependencies(test, text),
            Semantics::Model => self.by_itself(test, text),
        }
    }

    /// The model of modular relaxed dependencies.
    pub fn dependencies(&self) -> Mrd<'_> {
        Mrd {
            options: BuildOptions { unroll: self.unroll, cancel: self.cancel, ..BuildOptions::default() },
            values: None,
        }
    }

    /// The well-formed executions of a test.
    ///
    /// # Errors
    /// As [`Executions::build`].
    pub fn executions(&self, rules: &Rules, test: &Test, observed: &Observed) -> Result<Executions, JavaError> {
        let (unroll, most_graphs, cancel) = (self.unroll, self.most_graphs, self.cancel);
        let options =
            BuildOptions { unroll, most_graphs, cancel, seeds: seeds(rules, test), ..BuildOptions::default() };
        Causality { model: self.model, rules, options }.executions(test, observed)
    }

    /// What modular relaxed dependencies allow.
    fn by_dependencies(&self, test: &Test, text: &str) -> Result<Report, JavaError> {
        let observed = Observed::of(test.lowered())?;
        let answer = self.dependencies().outcomes(test, &observed, Question::All)?;
        if answer.allowed.is_empty() && answer.cut.is_none() {
            return Err(no_execution("dependencies and reads-from have a cycle in each").into());
        }
        let judged = |behaviour: Behaviour| {
            let of = |holds: bool| {
                let shows = |outcome: &&Outcome| {
                    behaviour.condition.holds(&OutcomeState { observed: &observed, outcome }) == holds
                };
                let found = answer.allowed.iter().find(shows);
                found.map(|outcome| OutcomeState { observed: &observed, outcome }.print(test))
            };
            let (positive, negative) = (of(true), of(false));
            judge(behaviour, positive, negative)
        };
        let behaviours = behaviours(test, text).into_iter().map(judged).collect();
        let outcomes = lines(test, &observed, &answer.allowed);
        Ok(Report {
            behaviours,
            outcomes,
            cut_at: answer.cut.map(|place| test.place_name(place)),
            settled_at: None,
            is_cancelled: false,
        })
    }

    fn under_requirements(&self, rules: &Rules, test: &Test, text: &str) -> Result<Report, JavaError> {
        let observed = Observed::of(test.lowered())?;
        if let Some(report) = self.quickly(rules, test, text, &observed)? {
            return Ok(report);
        }
        let executions = self.executions(rules, test, &observed)?;
        let mut found: Vec<(Outcome, GraphId)> = Vec::new();
        let mut is_cancelled = false;
        let mut look = |question: Question<'_>, found: &mut Vec<(Outcome, GraphId)>| match executions.justified_into(
            test,
            rules,
            question,
            self.cancel,
            found,
        ) {
            Err(JavaError::Stopped(ExecutionError::Cancelled)) => {
                is_cancelled = true;
                Ok(())
            }
            other => other,
        };
        if self.all {
            look(Question::All, &mut found)?;
        }
        let mut checked = Vec::new();
        for behaviour in behaviours(test, text) {
            let shows = |outcome: &Outcome| behaviour.condition.holds(&OutcomeState { observed: &observed, outcome });
            let mut first = |wanted: bool| -> Result<Option<Outcome>, JavaError> {
                if !self.all {
                    let keep = |outcome: &Outcome| shows(outcome) == wanted;
                    look(Question::OneWith(&keep), &mut found)?;
                }
                Ok(found.iter().map(|(outcome, _)| outcome).find(|outcome| shows(outcome) == wanted).cloned())
            };
            let (positive, negative) = match behaviour.expected {
                Some(Expectation::Always) => (first(true)?, first(false)?),
                _ => (first(true)?, None),
            };
            let print = |outcome: Option<&Outcome>| {
                outcome.map(|outcome| OutcomeState { observed: &observed, outcome }.print(test))
            };
            checked.push(judge(behaviour, print(positive.as_ref()), print(negative.as_ref())));
        }
        if is_cancelled {
            checked = checked.into_iter().map(Checked::or_unknown).collect();
        } else if found.is_empty() {
            executions.require_some(rules, self.cancel)?;
        }
        let outcomes: BTreeSet<&Outcome> = found.iter().map(|(outcome, _)| outcome).collect();
        let outcomes = lines(test, &observed, outcomes);
        let cut_at = executions.cut.map(|place| test.place_name(place));
        Ok(Report { behaviours: checked, outcomes, cut_at, settled_at: None, is_cancelled })
    }

    /// A model that needs no requirements: the simulator's answer.
    fn by_itself(&self, test: &Test, text: &str) -> Result<Report, JavaError> {
        // As herd does, so that verdicts compare with its.
        let options = Options::default().with(|set| {
            set.unroll = self.unroll;
            set.cancel = self.cancel;
            set.without_thin_air = true;
        });
        let mut checked = Vec::new();
        let (mut outcomes, mut cut_at) = (Vec::new(), None);
        for (number, behaviour) in behaviours(test, text).into_iter().enumerate() {
            let test = test.with_condition(number);
            let report = Simulation::new(&test, self.model, &options)?.run()?;
            if report.positive + report.negative == 0 && report.cut_at.is_none() {
                // Says which check fails, if it is the model that forbids all.
                Simulation::new(
                    &test,
                    self.model,
                    &Options::default().with(|set| {
                        (set.unroll, set.cancel) = (self.unroll, self.cancel);
                    }),
                )?
                .run()?;
                return Err(no_execution("in each a value is determined by itself").into());
            }
            let shown = (report.positive > 0).then(String::new);
            let other = (report.negative > 0).then(String::new);
            let mut checked_one = judge(behaviour, shown, other);
            checked_one.witness = None;
            checked.push(checked_one);
            (outcomes, cut_at) = (report.states, report.cut_at);
        }
        Ok(Report { behaviours: checked, outcomes, cut_at, settled_at: None, is_cancelled: false })
    }
}

/// The values that cycles may take where nothing else says it: those that conditions name.
pub(crate) fn seeds(rules: &Rules, test: &Test) -> BTreeSet<u128> {
    let mut seeds = BTreeSet::new();
    if !rules.uncommitted_reads || !rules.values || !rules.reads_from {
        let lowered = test.lowered();
        let conditions = lowered.further_conditions.iter().map(|(_, condition)| condition);
        for condition in conditions.chain([&lowered.condition]) {
            for atom in condition.atoms() {
                if let litmus::FinalAtom::Holds { expected: litmus::Expected::Scalar(value), .. } = atom
                    && let litmus::FinalValue::Number(number, _) = value
                {
                    seeds.insert(*number);
                }
            }
        }
    }
    seeds
}

/// Outcomes in the order of logs.
pub(crate) fn lines<'a>(
    test: &Test,
    observed: &Observed,
    outcomes: impl IntoIterator<Item = &'a Outcome>,
) -> Vec<String> {
    let lowered = test.lowered();
    let shown = |outcome| (lowered.outcome(&OutcomeState { observed, outcome }), observed.exceptions_in(outcome));
    let with_exceptions: Vec<(litmus::Outcome, String)> = outcomes.into_iter().map(shown).collect();
    let mut all: Vec<litmus::Outcome> = with_exceptions.iter().map(|(outcome, _)| outcome.clone()).collect();
    lowered.sort_outcomes(&mut all);
    all.dedup();
    let mut lines = Vec::new();
    for outcome in all {
        let alike = with_exceptions.iter().filter(|(other, _)| *other == outcome);
        let exceptions: BTreeSet<&String> = alike.map(|(_, exceptions)| exceptions).collect();
        let line = lowered.print_outcome(&outcome, Base::Decimal);
        lines.extend(exceptions.into_iter().map(|exceptions| format!("{line}{exceptions}")));
    }
    lines
}

pub(crate) fn judge(behaviour: Behaviour, positive: Option<String>, negative: Option<String>) -> Checked {
    let verdict = if positive.is_some() { Verdict::Allowed } else { Verdict::Forbidden };
    let passes = match behaviour.expected {
        None => true,
        Some(Expectation::Allowed) => positive.is_some(),
        Some(Expectation::Forbidden) => positive.is_none(),
        Some(Expectation::Always) => positive.is_some() && negative.is_none(),
    };
    let witness = negative.or(positive);
    Checked { behaviour, verdict, passes, witness }
}
