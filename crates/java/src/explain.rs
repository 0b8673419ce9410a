//! How an execution is constructed and justified, stage by stage: in words, drawn, and as data.

use std::collections::BTreeSet;

use drawing::Drawing;
use sim::Test;
use source::{Diagnostic, Severity};

use crate::actions::ActionSet;
use crate::check::{Semantics, Setting};
use crate::error::JavaError;
use crate::executions::Executions;
use crate::graph::GraphId;
use crate::observed::Observed;
use crate::rules::Rules;
use crate::search::{Furthest, Justification, Search, Stage};
use crate::show::Show;
use crate::validate::validate;
use crate::verdict::{Behaviour, OutcomeState, behaviours};

/// What is to be explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explain {
    /// The stages in which the executions of the test are constructed.
    pub stages: bool,
    /// A justification of each behaviour, or how far one gets.
    pub justify: bool,
}

/// A justification of an execution that shows a behaviour, or how far one gets.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Justified {
    /// The behaviour.
    pub behaviour: Behaviour,
    /// The outcome of the execution that is justified; none where none is.
    pub outcome: Option<String>,
    /// The stages of the justification; where there is none, those of the longest sequence towards one.
    pub stages: Vec<JustifiedStage>,
    /// Where there is none, the execution that would show the behaviour; none where no well-formed execution does.
    pub missed: Option<Drawing>,
    /// The actions of that execution which cannot be committed next, each with the reasons, by how many executions they rule out.
    pub blocked: Vec<(String, Vec<String>)>,
    /// All of it in words.
    pub words: String,
}

/// A stage of a sequence of executions that commit more and more actions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JustifiedStage {
    /// The actions that are committed with it and were not before.
    pub commits: Vec<String>,
    /// Its execution.
    pub drawing: Drawing,
}

/// The stages of the construction, and justifications: in words, and the justifications drawn.
///
/// # Errors
/// Where there are no causality requirements, and as [`check`](crate::check()).
pub fn explain(
    test: &Test,
    text: &str,
    setting: Setting<'_>,
    what: Explain,
) -> Result<(String, Vec<Drawing>), JavaError> {
    let construction = Construction::of(test, setting)?;
    let mut words = if what.stages { construction.show(test).construction() } else { String::new() };
    let mut drawings = Vec::new();
    if what.justify {
        for one in construction.justified(test, text, setting)? {
            words += &one.words;
            if one.outcome.is_some() {
                drawings.extend(one.stages.into_iter().map(|stage| stage.drawing));
            }
        }
    }
    Ok((words, drawings))
}

/// A justification of each behaviour that the test asks about, or how far one gets.
///
/// # Errors
/// As [`explain`].
pub fn justify(test: &Test, text: &str, setting: Setting<'_>) -> Result<Vec<Justified>, JavaError> {
    Construction::of(test, setting)?.justified(test, text, setting)
}

/// The executions of a test, and what justifies some of them.
struct Construction<'s> {
    rules: &'s Rules,
    observed: Observed,
    executions: Executions,
}

impl<'s> Construction<'s> {
    fn of(test: &Test, setting: Setting<'s>) -> Result<Construction<'s>, JavaError> {
        let Semantics::Causality(rules) = setting.semantics else {
            let message =
                "`--justify` and `--stages` need causality requirements; `--rules none` and `--rules mrd` have none";
            return Err(Diagnostic::new(Severity::Error, "no-requirements", message).into());
        };
        let observed = Observed::of(test.lowered())?;
        let executions = setting.executions(rules, test, &observed)?;
        Ok(Construction { rules, observed, executions })
    }

    fn show<'a>(&'a self, test: &'a Test) -> Show<'a> {
        Show { test, executions: &self.executions }
    }

    fn justified(&self, test: &Test, text: &str, setting: Setting<'_>) -> Result<Vec<Justified>, JavaError> {
        let show = self.show(test);
        let each = |behaviour| {
            let mut search = Search::new(&self.executions, self.rules);
            search.cancel = setting.cancel;
            justified(self.rules, &show, &self.observed, behaviour, search)
        };
        behaviours(test, text).into_iter().map(each).collect()
    }
}

/// A justification of an execution that shows a behaviour, or how far one gets.
fn justified(
    rules: &Rules,
    show: &Show<'_>,
    observed: &Observed,
    behaviour: Behaviour,
    mut search: Search<'_>,
) -> Result<Justified, JavaError> {
    let executions = show.executions;
    let mut furthest: Option<Furthest> = None;
    for (outcome, targets) in executions.by_outcome() {
        let state = OutcomeState { observed, outcome };
        if !behaviour.condition.holds(&state) {
            continue;
        }
        for target in targets {
            match search.justify(target) {
                Ok(justification) => {
                    check_sequence(rules, show, &justification)?;
                    let line = state.print(show.test);
                    return Ok(Justified {
                        words: format!("justification of {line}\n{}", show.justification(&justification)),
                        stages: show.justified_stages(&justification.stages),
                        ..Justified::not(behaviour, Some(line))
                    });
                }
                Err(other) => {
                    let committed = |found: &Furthest| found.stages.last().map_or(0, |stage| stage.committed.len());
                    if furthest.as_ref().is_none_or(|best| committed(&other) > committed(best)) {
                        furthest = Some(other);
                    }
                }
            }
        }
    }
    search.check_cancelled()?;
    let Some(furthest) = furthest else {
        let words = format!("no well-formed execution shows {}\n", behaviour.text);
        return Ok(Justified { words, ..Justified::not(behaviour, None) });
    };
    let blocked = search.blocked(&furthest);
    Ok(Justified {
        words: format!("no justification for {}\n{}", behaviour.text, show.furthest(&furthest, &blocked)),
        stages: show.justified_stages(&furthest.stages),
        missed: Some(show.uncommitted(furthest.target)),
        blocked: blocked.into_iter().map(|(action, reasons)| (show.action(action), reasons)).collect(),
        ..Justified::not(behaviour, None)
    })
}

impl Justified {
    /// Nothing yet.
    fn not(behaviour: Behaviour, outcome: Option<String>) -> Justified {
        Justified { behaviour, outcome, stages: Vec::new(), missed: None, blocked: Vec::new(), words: String::new() }
    }
}

impl Show<'_> {
    /// The stages of a sequence, each with what is committed with it, and drawn.
    pub fn justified_stages(&self, stages: &[Stage]) -> Vec<JustifiedStage> {
        let mut before = ActionSet::EMPTY;
        let mut all = Vec::new();
        for (number, stage) in (1..).zip(stages) {
            let new = stage.committed.difference(before);
            all.push(JustifiedStage {
                commits: new.iter().map(|action| self.action(action)).collect(),
                drawing: self.stage(number, stages.len(), stage, before),
            });
            before = stage.committed;
        }
        all
    }

    /// A drawing of an execution of which nothing is committed.
    fn uncommitted(&self, graph: GraphId) -> Drawing {
        let stage = Stage { graph, committed: ActionSet::EMPTY, order: None };
        let mut drawing = self.stage(1, 1, &stage, ActionSet::EMPTY);
        drawing.title.clear();
        drawing
    }
}

/// What is shown has passed the checker that shares nothing with the search.
fn check_sequence(rules: &Rules, show: &Show<'_>, justification: &Justification) -> Result<(), JavaError> {
    let external = show.test.language().tags().iter().zip(0..).find(|(tag, _)| tag == "EXT").map(|(_, number)| number);
    let events = || show.executions.structures.iter().flat_map(|structure| structure.events.iter());
    let actions: BTreeSet<_> = events()
        .filter(|event| external.is_some_and(|tag| event.tags.contains(tag)))
        .map(|event| *show.executions.actions.key(event.action))
        .map(|key| format!("{key:?}"))
        .collect();
    let result = validate(show.executions, rules, justification, &|key| actions.contains(&format!("{key:?}")));
    result.map_err(|violation| {
        let message = format!(
            "a mistake of ours: the justification that was found fails its check in stage {}, condition {}: {}",
            violation.stage, violation.condition, violation.message
        );
        Diagnostic::new(Severity::Error, "internal", message).into()
    })
}
