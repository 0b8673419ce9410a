//! Answers that need no search: what interleavings show is justified (`interleaved`), and what no execution of the single-execution model shows is forbidden.
//!
//! The simulator finds the outcomes of the single-execution model without listing its executions. Where all of them are outcomes of interleavings,
//! nothing is left to be justified. Of programs without races nothing else has to be asked.

use std::collections::BTreeSet;

use sim::{Goal, Options, Report as Simulated, Simulation, Test};

use crate::check::{Checked, Report, Setting, judge, lines};
use crate::error::JavaError;
use crate::executions::{BuildOptions, Executions, Interleaved};
use crate::graph::Outcome;
use crate::observed::Observed;
use crate::question::Question;
use crate::rules::Rules;
use crate::verdict::{Behaviour, Expectation, OutcomeState, behaviours};

impl Setting<'_> {
    /// The answer, where it takes no search; `None` where it does.
    pub(crate) fn quickly(
        &self,
        rules: &Rules,
        test: &Test,
        text: &str,
        observed: &Observed,
    ) -> Result<Option<Report>, JavaError> {
        if !rules.uncommitted_reads || !rules.reads_from || !rules.values {
            // Such requirements may justify values that no execution computes.
            return Ok(None);
        }
        if self.all {
            self.all_quickly(rules, test, text, observed)
        } else {
            self.verdicts(rules, test, text, observed)
        }
    }

    fn interleaved(
        &self,
        rules: &Rules,
        test: &Test,
        observed: &Observed,
        question: Question<'_>,
    ) -> Result<Interleaved, JavaError> {
        let options = BuildOptions { unroll: self.unroll, cancel: self.cancel, ..BuildOptions::default() };
        Executions::interleaved(test, self.model, rules, observed, &options, question)
    }

    /// What the single-execution model shows of a test with one of its conditions; `None` where that is not known for sure.
    fn simulated(&self, test: &Test, condition: usize) -> Option<Simulated> {
        let options = Options::default().with(|set| {
            set.unroll = self.unroll;
            set.cancel = self.cancel;
            set.goal = Goal::States;
        });
        let test = test.with_condition(condition);
        let report = Simulation::new(&test, self.model, &options).ok()?.run().ok()?;
        // A value that nothing determines is no number: causality requirements find those that it may have.
        let is_number = |item: &str| {
            item.trim().is_empty() || item.split_once('=').is_some_and(|(_, value)| value.trim().parse::<i64>().is_ok())
        };
        report.states.iter().all(|line| line.split(';').all(is_number)).then_some(report)
    }

    fn all_quickly(
        &self,
        rules: &Rules,
        test: &Test,
        text: &str,
        observed: &Observed,
    ) -> Result<Option<Report>, JavaError> {
        let interleaved = self.interleaved(rules, test, observed, Question::All)?;
        if interleaved.is_race_free {
            return Ok(Some(answer(&interleaved, test, text, observed)));
        }
        // The simulator's states do not show exceptions that the test does not ask for.
        if observed.exceptions > 0 {
            return Ok(None);
        }
        if !interleaved.is_complete || !test.lowered().further_conditions.is_empty() {
            return Ok(None);
        }
        let Some(simulated) = self.simulated(test, 0) else { return Ok(None) };
        let found = lines(test, observed, &interleaved.found);
        let known: BTreeSet<&String> = found.iter().collect();
        if simulated.cut_at.is_some() || !simulated.states.iter().all(|line| known.contains(line)) {
            return Ok(None);
        }
        Ok(Some(answer(&interleaved, test, text, observed)))
    }

    fn verdicts(
        &self,
        rules: &Rules,
        test: &Test,
        text: &str,
        observed: &Observed,
    ) -> Result<Option<Report>, JavaError> {
        let mut report = Report {
            behaviours: Vec::new(),
            outcomes: Vec::new(),
            cut_at: None,
            settled_at: None,
            is_cancelled: false,
        };
        for (number, behaviour) in behaviours(test, text).into_iter().enumerate() {
            let Some(checked) = self.verdict(rules, test, observed, number, behaviour, &mut report)? else {
                return Ok(None);
            };
            report.behaviours.push(checked);
        }
        Ok(Some(report))
    }

    /// What becomes of one behaviour; notes in the report where a loop was cut.
    fn verdict(
        &self,
        rules: &Rules,
        test: &Test,
        observed: &Observed,
        number: usize,
        behaviour: Behaviour,
        report: &mut Report,
    ) -> Result<Option<Checked>, JavaError> {
        let mut simulated: Option<Simulated> = None;
        let mut shown = [None, None];
        let wanted = if behaviour.expected == Some(Expectation::Always) { 2 } else { 1 };
        for (at, shows) in [true, false].into_iter().enumerate().take(wanted) {
            let keep = |outcome: &Outcome| behaviour.condition.holds(&OutcomeState { observed, outcome }) == shows;
            let interleaved = self.interleaved(rules, test, observed, Question::OneWith(&keep))?;
            if let Some(outcome) = interleaved.found.first() {
                shown[at] = Some(OutcomeState { observed, outcome }.print(test));
                continue;
            }
            if interleaved.is_race_free {
                let cut = interleaved.cut.map(|place| test.place_name(place));
                report.cut_at = report.cut_at.take().or(cut);
                continue;
            }
            if simulated.is_none() {
                simulated = self.simulated(test, number);
            }
            let Some(simulated) = &simulated else { return Ok(None) };
            let count = if shows { simulated.positive } else { simulated.negative };
            // A search says whether what is left is justified, and finds what is wrong where no execution is allowed.
            if count > 0 || simulated.positive + simulated.negative == 0 {
                return Ok(None);
            }
            report.cut_at = report.cut_at.take().or(simulated.cut_at.clone());
        }
        let [positive, negative] = shown;
        Ok(Some(judge(behaviour, positive, negative)))
    }
}

/// The answer where the outcomes of interleavings are all that there are.
fn answer(interleaved: &Interleaved, test: &Test, text: &str, observed: &Observed) -> Report {
    let judged = |behaviour: Behaviour| {
        let of = |wanted: bool| {
            let state = |outcome| OutcomeState { observed, outcome };
            let mut all = interleaved.found.iter();
            let found = all.find(|&outcome| behaviour.condition.holds(&state(outcome)) == wanted);
            found.map(|outcome| state(outcome).print(test))
        };
        let (positive, negative) = (of(true), of(false));
        judge(behaviour, positive, negative)
    };
    let behaviours = behaviours(test, text).into_iter().map(judged).collect();
    let outcomes = lines(test, observed, &interleaved.found);
    let cut_at = interleaved.cut.map(|place| test.place_name(place));
    Report { behaviours, outcomes, cut_at, settled_at: None, is_cancelled: false }
}
