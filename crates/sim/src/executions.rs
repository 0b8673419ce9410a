//! Executions to look at: events, relations, the model's verdict, the final state.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;

use cat::ast::Property;
use cat::{CheckId, CheckSite, CheckedValue, Evidence, Rejection, Run, Shown};
use litmus::Quantifier;
use program::{Expressions, IdVec};
use relation::{EventId, Relation};
use source::Span;

use crate::execution_event::{ExecutionEvent, describe};
use crate::final_state::FinalStates;
use crate::simulate::Simulation;
use crate::walk::{Met, Position, Walk, Walker, is_allowed};
use crate::{Model, RunError};

/// One candidate execution, and what the model says about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Execution {
    /// Its events. All relations are over these.
    pub events: IdVec<EventId, ExecutionEvent>,
    /// Program order, between events of one thread, those of one instruction left out.
    pub po: Relation,
    /// Intra-instruction causality: between events of one instruction, what comes of what (`iico_data`, `iico_ctrl` and `iico_order` together).
    pub iico: Relation,
    /// Reads-from: from writes to reads.
    pub rf: Relation,
    /// Coherence, as the model chose it under the name `co`. Where it has none: what the final state says about the last writes.
    pub co: Relation,
    /// From-reads: from a read to the writes that are in `co` after the one that it reads from.
    pub fr: Relation,
    /// What the model shows, and what [`Selection::also_show`] names.
    pub shown: BTreeMap<String, Shown>,
    /// What the model orders: the pairs with a path between them in what one of its plain checks for cycles is about. (A path through what two checks are about
    /// orders nothing.)
    pub order: Relation,
    /// The plain checks of the model that it fails; none when it is allowed.
    pub violations: Vec<Violation>,
    /// The checks that raise flags.
    pub flags: Vec<Violation>,
    /// The final state as a log shows it: `0:rax=0; [x]=1;`.
    pub final_state: String,
    /// Whether the proposition of the test's condition holds in it.
    pub satisfies_condition: bool,
}

impl Execution {
    /// Whether the model allows it.
    pub fn is_allowed(&self) -> bool {
        self.violations.is_empty()
    }

    /// The flags that `model` raises on it, as a log has them.
    pub fn raised_flags<'m>(&'m self, model: &'m Model) -> impl Iterator<Item = &'m str> {
        self.flags.iter().filter_map(|raised| match raised.site(model)?.mode {
            cat::ast::CheckMode::UndefinedUnless => Some(cat::UNDEFINED),
            _ => raised.name.as_deref(),
        })
    }

    /// Whether `model` raises this flag on it.
    pub fn has_flag(&self, flag: &str, model: &Model) -> bool {
        self.raised_flags(model).any(|raised| raised == flag)
    }
}

/// A check that fails in an execution, or that raises a flag.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Violation {
    /// The check; `None` when the model had nothing to choose from (`with x from {}`).
    pub check: Option<CheckId>,
    /// Where it stands in the model.
    pub span: Span,
    /// `as name`; of a choice the name of what is chosen.
    pub name: Option<String>,
    /// Why, if that was asked for.
    pub evidence: Option<Evidence>,
}

impl Violation {
    /// The check as it stands in `model`.
    pub fn site<'m>(&self, model: &'m Model) -> Option<&'m CheckSite> {
        self.check.map(|check| model.cat().check_site(check))
    }
}

/// Which executions are wanted, and what is to be known of them.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Selection {
    /// Only those that the model allows, or forbids.
    pub allowed: Option<bool>,
    /// Only those in which the proposition of the test's condition holds, or does not.
    pub satisfying: Option<bool>,
    /// Only those with this final state, as a log shows it ([`Execution::final_state`]).
    pub state: Option<String>,
    /// Whether to find out why checks fail ([`Violation::evidence`]).
    pub evidence: bool,
    /// Names of the model whose values are wanted beside those that it shows.
    pub also_show: Vec<String>,
}

impl Selection {
    /// This selection, changed: `Selection::default().with(|set| set.allowed = Some(true))`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// The executions of a test, one after the other; [`Simulation::executions`].
///
/// They are found as they are asked for, some at a time. After an error there are no more.
pub struct Executions<'a> {
    walk: Walk<'a>,
    collector: Collector<'a>,
    next: Option<Position>,
}

impl<'a> Simulation<'a> {
    /// The candidate executions of the test, in the order of the reference enumeration: those that the model allows and
    /// those that it forbids, as far as `selection` wants them. An execution that is cut at the unroll bound is none of them.
    pub fn executions(&'a self, selection: Selection) -> Executions<'a> {
        let walk = Walk::new(self, selection.checks());
        let next = walk.start();
        Executions { walk, collector: Collector { simulation: self, selection, found: VecDeque::new() }, next }
    }
}

impl Iterator for Executions<'_> {
    type Item = Result<Execution, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(execution) = self.collector.found.pop_front() {
                return Some(Ok(execution));
            }
            let position = self.next.take()?;
            match self.walk.part(position, &mut self.collector) {
                Ok(next) => self.next = next,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl std::fmt::Debug for Executions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Executions").field("next", &self.next).finish_non_exhaustive()
    }
}

impl Selection {
    /// What the model is asked for.
    pub(crate) fn checks(&self) -> cat::Options {
        let also_show = self.also_show.iter().cloned().chain(["co".to_owned()]).collect();
        cat::Options { all_checks: true, show: true, also_show, ..cat::Options::default() }
    }
}

struct Collector<'a> {
    simulation: &'a Simulation<'a>,
    selection: Selection,
    found: VecDeque<Execution>,
}

impl Walker for Collector<'_> {
    fn is_wanted(&mut self, states: &FinalStates<'_>, x: &Expressions) -> ControlFlow<(), bool> {
        let is_wanted = match self.selection.satisfying {
            Some(wanted) => states.holds(x) == wanted,
            None => true,
        };
        let base = self.simulation.options.base;
        let has_state = |wanted: &String| states.line(x, base) == *wanted;
        ControlFlow::Continue(is_wanted && self.selection.state.as_ref().is_none_or(has_state))
    }

    fn meet(&mut self, met: Met<'_, '_, '_, '_>) -> ControlFlow<()> {
        if self.selection.allowed.is_none_or(|wanted| wanted == is_allowed(&met.run)) {
            self.found.push_back(execution(self.simulation, met, self.selection.evidence));
        }
        ControlFlow::Continue(())
    }
}

impl Simulation<'_> {
    /// The first execution that decides the condition, if there is one: that the model allows, and in which the proposition holds, or, with
    /// `forall`, in which it does not.
    pub fn first_deciding(&self) -> Option<Result<Execution, RunError>> {
        let satisfying = Some(self.is_asked_about(true));
        self.executions(Selection { allowed: Some(true), satisfying, ..Selection::default() }).next()
    }

    /// Whether a final state is one of those that the test is about: in which the proposition holds, or, where it is claimed to hold
    /// always, those in which it does not.
    pub(crate) fn is_asked_about(&self, holds: bool) -> bool {
        match self.test.lowered().quantifier {
            Quantifier::Exists | Quantifier::NotExists => holds,
            Quantifier::Forall => !holds,
        }
    }
}

/// What was met, to keep.
pub(crate) fn execution(simulation: &Simulation<'_>, met: Met<'_, '_, '_, '_>, with_evidence: bool) -> Execution {
    let candidate = met.candidate();
    let (test, model) = (simulation.test, simulation.model);
    let mut explain = |check: &CheckedValue| {
        let site = model.cat().check_site(check.id);
        let evidence = with_evidence.then(|| met.explainer.explain(check));
        Violation { check: Some(check.id), span: site.span, name: site.name.clone(), evidence }
    };
    let mut order = Relation::empty(candidate.structure.universe());
    if let Run::Accepted(accepted) = &met.run {
        for check in accepted.failed.iter().chain(accepted.held) {
            if let (Shown::Relation(relation), Property::Acyclic) =
                (&check.value, model.cat().check_site(check.id).property)
            {
                order.union_with(&relation.transitive_closure());
            }
        }
    }
    let (mut shown, violations, flags) = match &met.run {
        Run::Accepted(accepted) => (
            accepted.shown.clone(),
            accepted.failed.iter().map(&mut explain).collect(),
            accepted.raised.iter().map(&mut explain).collect(),
        ),
        Run::Rejected(Rejection::Check { check, .. }) => (BTreeMap::new(), vec![explain(check)], Vec::new()),
        Run::Rejected(Rejection::NoChoice { name, span }) => {
            let violation = Violation { check: None, span: *span, name: Some((*name).to_owned()), evidence: None };
            (BTreeMap::new(), vec![violation], Vec::new())
        }
    };
    let co = match shown.get("co") {
        Some(Shown::Relation(co)) => co.clone(),
        _ => met.view.pco(),
    };
    // Added for this; a model that shows it itself shows it as what it is, coherence.
    shown.remove("co");
    let rf = candidate.rf();
    let fr = rf.inverse().sequence(&co).difference(&Relation::identity(co.universe()));
    Execution {
        events: describe(test, simulation.options.base, met.x, candidate),
        po: candidate.structure.po(),
        iico: candidate
            .structure
            .relation(|path| &path.iico_data)
            .union(&candidate.structure.relation(|path| &path.iico_control))
            .union(&candidate.structure.relation(|path| &path.iico_order)),
        rf,
        fr,
        co,
        shown,
        order,
        violations,
        flags,
        final_state: met.states.line(met.x, simulation.options.base),
        satisfies_condition: met.states.holds(met.x),
    }
}
