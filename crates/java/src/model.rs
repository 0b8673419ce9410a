//! What models are that look at several executions.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use program::CodePlace;
use sim::{Model, Test};

use crate::error::JavaError;
use crate::executions::{BuildOptions, Executions};
use crate::graph::{GraphId, Outcome};
use crate::observed::Observed;
use crate::question::Question;
use crate::rules::Rules;
use crate::search::Search;

/// What a model answers.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Outcomes that it allows.
    pub allowed: BTreeSet<Outcome>,
    /// Where a loop was cut: outcomes of longer executions are not among them.
    pub cut: Option<CodePlace>,
}

/// A memory model that decides about a program as a whole: which outcomes it has, by whatever it compares executions with.
///
/// Implementations: [`Causality`] over well-formed executions. Event structures and predicate transformers fit in as well: an
/// implementation is given the test itself, not executions.
pub trait MultiExecutionModel {
    /// What it is called.
    fn name(&self) -> String;

    /// The outcomes of `test` on the registers in `observed`.
    ///
    /// # Errors
    /// Why there is no answer.
    fn outcomes(&self, test: &Test, observed: &Observed, question: Question<'_>) -> Result<Answer, JavaError>;
}

/// A single-execution model under causality requirements.
pub struct Causality<'a> {
    /// Which executions are well-formed.
    pub model: &'a Model,
    /// What justifies them.
    pub rules: &'a Rules,
    /// How executions are enumerated.
    pub options: BuildOptions<'a>,
}

impl Causality<'_> {
    /// The well-formed executions of a test.
    ///
    /// # Errors
    /// As [`Executions::build`].
    pub fn executions(&self, test: &Test, observed: &Observed) -> Result<Executions, JavaError> {
        Executions::build(test, self.model, self.rules, observed.clone(), &self.options)
    }
}

impl Executions {
    /// The outcomes that are justified, each with a graph that is.
    ///
    /// # Errors
    /// A division by 0 in a justified execution, at its place in `test`.
    pub fn justified(
        &self,
        test: &Test,
        rules: &Rules,
        question: Question<'_>,
    ) -> Result<Vec<(Outcome, GraphId)>, JavaError> {
        let mut found = Vec::new();
        self.justified_into(test, rules, question, None, &mut found)?;
        Ok(found)
    }

    /// As [`Executions::justified`], until `cancel` is set: what was found then is in `found`.
    ///
    /// # Errors
    /// As [`Executions::justified`], and when it was cancelled.
    pub(crate) fn justified_into(
        &self,
        test: &Test,
        rules: &Rules,
        question: Question<'_>,
        cancel: Option<&AtomicBool>,
        found: &mut Vec<(Outcome, GraphId)>,
    ) -> Result<(), JavaError> {
        let mut search = Search::new(self, rules);
        search.cancel = cancel;
        // Before any sound one, and whatever is asked: where a division by zero is justified, no outcome means anything.
        let whole = |id: &GraphId| !self.symbolic_of(*id).is_cut;
        let mut faulty = self.graphs.ids().filter(whole).filter(|&id| self.graphs[id].faults);
        if let Some(target) = faulty.find(|&target| search.is_justified(target)) {
            return Err(self.division(test, target).into());
        }
        search.check_cancelled()?;
        for (outcome, targets) in self.by_outcome() {
            if let Question::OneWith(keep) = question
                && !keep(outcome)
            {
                continue;
            }
            let sound: Vec<GraphId> = targets.into_iter().filter(|&target| !self.graphs[target].faults).collect();
            // Those that justify themselves first.
            let mut sound = sound;
            sound.sort_by_key(|&target| self.graphs[target].view.racy.count_ones());
            if let Some(&target) = sound.iter().find(|&&target| search.is_justified(target)) {
                found.push((outcome.clone(), target));
                if matches!(question, Question::OneWith(_)) {
                    break;
                }
            } else {
                search.check_cancelled()?;
            }
        }
        Ok(())
    }

    /// Whether some execution is justified, or a loop was cut so that longer ones may be.
    ///
    /// # Errors
    /// When none is, since a model without executions forbids everything, which is no answer; and when `cancel` was set before one was found.
    pub fn require_some(&self, rules: &Rules, cancel: Option<&AtomicBool>) -> Result<(), JavaError> {
        let mut search = Search::new(self, rules);
        search.cancel = cancel;
        let mut whole = self.graphs.ids().filter(|&id| !self.symbolic_of(id).is_cut);
        if self.cut.is_some() || whole.any(|target| search.is_justified(target)) {
            return Ok(());
        }
        search.check_cancelled()?;
        let why = if self.graphs.is_empty() {
            "the single-execution model allows none"
        } else {
            "the causality requirements justify none"
        };
        Err(no_execution(why).into())
    }

    /// A graph that is justified and ends in `outcome`, if there is one.
    pub fn justified_with(&self, rules: &Rules, outcome: &Outcome) -> Option<GraphId> {
        let mut search = Search::new(self, rules);
        let mut targets: Vec<GraphId> =
            self.graphs.ids().filter(|&id| self.graphs[id].outcome == *outcome && !self.graphs[id].faults).collect();
        targets.retain(|&id| !self.symbolic_of(id).is_cut);
        targets.sort_by_key(|&target| self.graphs[target].view.racy.count_ones());
        targets.into_iter().find(|&target| search.is_justified(target))
    }

    fn division(&self, test: &Test, target: GraphId) -> source::Diagnostic {
        let structure = self.structure_of(target);
        let place = structure.requirements.first().map(|&(_, place)| place);
        let found = place.and_then(|place| Some((place, test.lowered().program.instruction(place)?.span)));
        let message = "division by zero in an execution that is justified";
        match found {
            Some((place, span)) => source::Diagnostic::error("division-by-zero", span, message)
                .label(span, format!("in thread {}", place.thread.number())),
            None => source::Diagnostic::new(source::Severity::Error, "division-by-zero", message),
        }
    }
}

/// What is said of a test of which no execution is allowed.
pub(crate) fn no_execution(why: &str) -> source::Diagnostic {
    let message = format!("there is no final state: no execution of this test is allowed ({why})");
    source::Diagnostic::new(source::Severity::Error, "no-execution", message)
}

impl MultiExecutionModel for Causality<'_> {
    fn name(&self) -> String {
        self.rules.name.clone()
    }

    fn outcomes(&self, test: &Test, observed: &Observed, question: Question<'_>) -> Result<Answer, JavaError> {
        let executions = self.executions(test, observed)?;
        let allowed = executions.justified(test, self.rules, question)?;
        Ok(Answer { allowed: allowed.into_iter().map(|(outcome, _)| outcome).collect(), cut: executions.cut })
    }
}
