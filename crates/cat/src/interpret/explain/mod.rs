//! Why a check fails, or a flag is raised: the shortest cycle, or the pairs or events that should not be there, with how each step
//! comes about.
//!
//! The value of an expression says *that* two events are related. Here the expression is evaluated once more, over the costs of
//! pairs in the place of pairs ([`costs`]): a pair of a base relation takes one step, a sequence the sum of its operands' steps, a union the
//! least of them, a closure the cheapest way. (That is evaluation in the semiring of minimum and plus; J. Goodman, *Semiring parsing*,
//! Computational Linguistics 25(4), 1999, has the general case.) What the pairs were made of is kept ([`derivation`]), so that a
//! cheapest derivation can be read off.
//!
//! What has no steps to show (a set, a `match`, a primitive function) is evaluated as it is, and its pairs are steps of their own under the
//! text of the expression. So is a `let rec` that takes pairs away again.
//!
//! # Where unfolding ends
//! At the words that every paper of the field leaves undefined, or defines once and for all ([`KNOWN`]). A model that defines such a word
//! itself (`co`, `fr`, `po-loc`) is believed: its value counts, whatever it is.

mod costs;
mod derivation;
mod derive;

use std::collections::HashMap;
use std::rc::Rc;

use relation::EventId;
use source::Span;

use super::machine::Machine;
use super::value::Frame;
use super::{CheckedValue, Shown};
use crate::ast::Property;
use crate::ir::{BindingId, Slot};
use derivation::Derivation;
use derive::Site;

/// Relations whose pairs are shown as they are.
pub const KNOWN: &[&str] = &[
    "po",
    "po-loc",
    "rf",
    "rfi",
    "rfe",
    "co",
    "coi",
    "coe",
    "fr",
    "fri",
    "fre",
    "addr",
    "data",
    "ctrl",
    "rmw",
    "amo",
    "lxsx",
    "pick-addr",
    "pick-data",
    "pick-ctrl",
    "iico_data",
    "iico_ctrl",
    "iico_order",
    "rf-reg",
];

/// What a step is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// A relation that has a name.
    Name {
        /// The name.
        name: String,
        /// Where the model defines it, if it does.
        definition: Option<Span>,
    },
    /// An expression of the model, by its text.
    Text(Span),
    /// Likewise; one that says only which pairs there may be.
    Filter(Span),
}

/// Two events that a relation relates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// From here,
    pub source: EventId,
    /// to there,
    pub target: EventId,
    /// by this relation
    pub label: Label,
    /// or, where it is followed against its direction, by its inverse.
    pub is_inverse: bool,
    /// What it consists of, from `source` to `target`; nothing when it is not taken apart.
    pub parts: Vec<Step>,
}

impl Step {
    /// The steps that are not taken apart any further, in order.
    pub fn base_steps(&self) -> Vec<&Step> {
        if self.parts.is_empty() { vec![self] } else { self.parts.iter().flat_map(Step::base_steps).collect() }
    }

    fn turn(&mut self) {
        std::mem::swap(&mut self.source, &mut self.target);
        self.is_inverse = !self.is_inverse;
        self.parts.reverse();
        self.parts.iter_mut().for_each(Step::turn);
    }
}

/// What makes a check fail, or a flag be raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// From an event back to itself, in as few base steps as possible.
    Cycle(Vec<Step>),
    /// Two events that are related and should not be. There may be several reasons, all of which hold (`a & b`).
    Pair {
        /// From here
        source: EventId,
        /// to there.
        target: EventId,
        /// Each a way from the one to the other.
        ways: Vec<Vec<Step>>,
    },
    /// Events that are in a set that should be empty.
    Members(Vec<EventId>),
    /// Nothing, where there should be something: the check is a negated one.
    Nothing,
}

impl Evidence {
    /// The steps that are not taken apart any further, in order: those of the cycle, or of all ways from the one event to the other.
    pub fn base_steps(&self) -> Vec<&Step> {
        match self {
            Evidence::Cycle(steps) => steps.iter().flat_map(Step::base_steps).collect(),
            Evidence::Pair { ways, .. } => ways.iter().flatten().flat_map(Step::base_steps).collect(),
            Evidence::Members(_) | Evidence::Nothing => Vec::new(),
        }
    }

    /// How many base steps it has.
    pub fn length(&self) -> usize {
        let count = |steps: &[Step]| steps.iter().map(|step| step.base_steps().len()).sum::<usize>();
        match self {
            Evidence::Cycle(steps) => count(steps),
            Evidence::Pair { ways, .. } => ways.iter().map(|way| count(way)).sum(),
            Evidence::Members(_) => 1,
            Evidence::Nothing => 0,
        }
    }
}

/// A slot of a frame, identified by its address.
type Name = (*const Frame, Slot);

/// The derivation of what a slot holds. The frame must live as long as its address is used.
type Known = (Rc<Frame>, Rc<Derivation>);

/// Explains the checks of a run, when it is reported.
pub struct Explainer<'e, 'r> {
    pub(super) machine: &'e mut Machine<'r>,
    /// What was found out about names.
    known: HashMap<Name, Known>,
    sites: HashMap<BindingId, Site>,
    /// How deep in calls the expression is that is derived.
    depth: usize,
}

impl<'e, 'r> Explainer<'e, 'r> {
    pub(super) fn new(machine: &'e mut Machine<'r>) -> Explainer<'e, 'r> {
        Explainer { machine, known: HashMap::new(), sites: HashMap::new(), depth: 0 }
    }

    /// Why `check` failed, or why its flag was raised.
    pub fn explain(&mut self, check: &CheckedValue) -> Evidence {
        let site = &self.machine.model.checks[check.id];
        let is_broken = site.negated != (site.mode == crate::ast::CheckMode::Flag);
        // `~empty r` fails since there is nothing; `flag ~empty r` is raised since there is something.
        if is_broken {
            return Evidence::Nothing;
        }
        let relation = match &check.value {
            Shown::Set(set) => return Evidence::Members(set.iter().collect()),
            Shown::Relation(relation) => relation,
        };
        let derivation = self.derive_or_leaf(site.argument, &check.frame, relation);
        match site.property {
            Property::Acyclic => Evidence::Cycle(shortest_cycle(&derivation)),
            Property::Irreflexive => {
                let loops = derivation.costs.pairs().filter(|(source, target, _)| source == target);
                match loops.min_by_key(|&(source, _, cost)| (cost, source)) {
                    Some((event, ..)) => Evidence::Cycle(derivation.steps(event, event)),
                    None => Evidence::Nothing,
                }
            }
            Property::Empty => {
                let least = derivation.costs.pairs().min_by_key(|&(source, target, cost)| (cost, source, target));
                let Some((source, target, _)) = least else { return Evidence::Nothing };
                let ways = self.reasons(site.argument, &check.frame);
                let ways = ways.iter().filter(|way| !way.is_filter()).map(|way| way.steps(source, target));
                let mut ways: Vec<Vec<Step>> = ways.filter(|way| !way.is_empty()).collect();
                if ways.is_empty() {
                    ways.push(derivation.steps(source, target));
                }
                ways.dedup();
                Evidence::Pair { source, target, ways }
            }
        }
    }
}

/// A cheapest cycle.
fn shortest_cycle(derivation: &Derivation) -> Vec<Step> {
    let closure = derivation.costs.closure();
    let loops = closure.pairs().filter(|(source, target, _)| source == target);
    let Some((event, ..)) = loops.min_by_key(|&(source, _, cost)| (cost, source)) else { return Vec::new() };
    let way = derivation.costs.way(event, event).unwrap_or_default();
    way.windows(2).flat_map(|ends| derivation.steps(ends[0], ends[1])).collect()
}

impl std::fmt::Debug for Explainer<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Explainer").finish_non_exhaustive()
    }
}

impl Label {
    /// The name, if it has one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Label::Name { name, .. } => Some(name),
            Label::Text(_) | Label::Filter(_) => None,
        }
    }
}
