//! Results without a final state.
//!
//! `Never 0 0` looks like an answer, and says nothing. There are reasons for which it is one: the test's `filter` lets nothing pass, the program
//! computes values that contradict what is asked of them on every path, executions are cut at the unroll bound. A model that forbids whatever
//! the program does is none of these: it was written for something else, or it is wrong.

use source::{Diagnostic, Severity};

use crate::executions::{Selection, Violation};
use crate::run::Tally;
use crate::simulate::Simulation;
use crate::{Goal, Model, RunError};

impl Simulation<'_> {
    /// Whether a tally without executions is a result all the same.
    ///
    /// # Errors
    /// When the model forbids all candidates of the test: where the first of them fails.
    pub(crate) fn check_has_executions(&self, tally: &Tally) -> Result<(), RunError> {
        let options = self.options;
        // A search for a witness that finds none has said nothing about other executions.
        let is_search = options.only_deciding || options.goal == Goal::Decision;
        let is_selective = self.has_filter() || is_search || options.without_thin_air;
        if tally.positive + tally.negative > 0 || tally.cut.is_some() || is_selective || options.accepts_no_execution {
            return Ok(());
        }
        // Nothing was allowed, so that the first candidate that there is was forbidden. The interpreter finds it again and says by what: this
        // is asked for once a test at most, and the enumeration stops there.
        match self.executions(Selection::default()).next().transpose()? {
            Some(execution) => Err(forbidden(self.model, execution.violations.first()).into()),
            None => Ok(()),
        }
    }

    fn has_filter(&self) -> bool {
        self.test.lowered().filter.is_some() && !self.options.ignore_filter
    }
}

fn forbidden(model: &Model, violation: Option<&Violation>) -> Diagnostic {
    let message = "there is no final state: the model allows no execution of this test";
    let diagnostic = Diagnostic::new(Severity::Error, "no-execution", message);
    let Some(violation) = violation else { return diagnostic };
    let label = match violation.site(model) {
        Some(_) => "the first execution fails this check",
        None => "for the first execution there is nothing to choose from here",
    };
    diagnostic.label(violation.span, label)
}
