//! Whether a test ends (JLS 17.4.9): the question, asked of a model. What goes on for ever is in `endless`.

use program::CodePlace;
use sim::Test;

use crate::check::{Semantics, Setting, seeds};
use crate::error::JavaError;
use crate::executions::{BuildOptions, Executions};
use crate::graph::GraphId;
use crate::observed::Observed;
use crate::rounds::rounds_repeat;
use crate::search::Search;

/// Whether a test ends.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Termination {
    /// All its executions end, if `wait` and `park` do.
    Ends,
    /// Some execution goes on for ever: in the loop that is named.
    MayGoOn(String),
    /// It has a loop, or takes a monitor, of which that is not known, and which is named.
    Unknown(String),
}

/// Asks the model whether a test ends (JLS 17.4.9).
///
/// # Errors
/// As [`check`](crate::check()); and under semantics that are no causality requirements.
pub fn termination(test: &Test, setting: Setting<'_>) -> Result<Termination, JavaError> {
    let Semantics::Causality(rules) = setting.semantics else {
        let message = "whether a test ends is asked of a model under causality requirements, as `--rules jls`";
        return Err(source::Diagnostic::new(source::Severity::Error, "no-requirements", message).into());
    };
    let observed = Observed::of(test.lowered())?;
    let options = BuildOptions {
        unroll: setting.unroll,
        cancel: setting.cancel,
        seeds: seeds(rules, test),
        ..BuildOptions::default()
    };
    let executions = Executions::build(test, setting.model, rules, observed, &options)?;
    executions.require_some(rules, setting.cancel)?;
    let name = |place: CodePlace| test.place_name(place);
    let Some(cut) = executions.cut else {
        return Ok(executions.left_out.map_or(Termination::Ends, |place| Termination::Unknown(name(place))));
    };
    if !rounds_repeat(&test.lowered().program) {
        return Ok(Termination::Unknown(name(cut)));
    }
    let mut search = Search::new(&executions, rules);
    search.cancel = setting.cancel;
    let is_endless = |graph: &GraphId| executions.symbolic_of(*graph).goes_on;
    let all: Vec<GraphId> = executions.graphs.ids().filter(is_endless).collect();
    let found = all.into_iter().find(|graph| search.is_justified(*graph));
    search.check_cancelled()?;
    Ok(match (found, executions.left_out) {
        (Some(_), _) => Termination::MayGoOn(name(cut)),
        (None, Some(place)) => Termination::Unknown(name(place)),
        (None, None) => Termination::Ends,
    })
}
