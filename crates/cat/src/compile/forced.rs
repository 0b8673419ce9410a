//! What an order that is chosen has to contain for the checks to hold.
//!
//! Where what a check is about contains `l; c; r`, with `c` an order that a `with` chooses and the rest known before, a pair `(a, b)` of `c` closes
//! a cycle if `r` and what else is known lead from `b` back to `a`, and then `l` to the pair's source. No allowed execution has that pair; an
//! order is total, so it has `(b, a)`, if both are events that it orders. Coherence, for one, says in this way of nearly all writes that are read
//! how they come one after the other, so that there is little left to try.
//!
//! Only part of what a check implies is found: where an operator has two operands that are chosen, and in fixpoints, nothing is looked for. What is
//! found is true of all executions that pass the checks, so that no way through the choices is lost.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::builder::Builder;
use super::plan::{ChoiceId, Level, NodeId, Op, Plan, Question};
use crate::BaseKind::Relation;
use crate::ast::Property;

/// A model can mention an order in more ways than are worth a look.
const MOST_MENTIONS: usize = 24;

/// One way in which a value contains the order `c` that is looked at: `outer_before; ((before; c; after) less what the filter takes away);
/// outer_after`.
#[derive(Clone, Debug, Default)]
struct Mention {
    before: Vec<NodeId>,
    after: Vec<NodeId>,
    filtered: Option<Filtered>,
}

/// What comes after a filter.
#[derive(Clone, Debug)]
struct Filtered {
    filter: Filter,
    before: Vec<NodeId>,
    after: Vec<NodeId>,
}

#[derive(Clone, Copy, Debug)]
enum Filter {
    /// Only the pairs of this.
    Within(NodeId),
    /// Only other pairs.
    Without(NodeId),
}

impl Mention {
    fn begun_with(mut self, node: NodeId) -> Mention {
        self.filtered.as_mut().map_or(&mut self.before, |filtered| &mut filtered.before).insert(0, node);
        self
    }

    fn ended_with(mut self, node: NodeId) -> Mention {
        self.filtered.as_mut().map_or(&mut self.after, |filtered| &mut filtered.after).push(node);
        self
    }

    /// The same, filtered; one filter is all that a mention can have.
    fn through(mut self, filter: Filter) -> Option<Mention> {
        let filtered = Filtered { filter, before: Vec::new(), after: Vec::new() };
        self.filtered.replace(filtered).is_none().then_some(self)
    }
}

/// A plan with what the order of a choice has to contain: a plan that ends in more nodes, and the one of them that says it.
#[derive(Debug)]
pub(crate) struct Forced {
    pub(crate) plan: Plan,
    /// Pairs of events that come in this order, if the order has them both, in all executions that pass the checks.
    pub(crate) forced: NodeId,
}

/// Finds what the order of a choice has to contain, if that is anything.
pub(crate) fn find(plan: &Plan, choice: ChoiceId) -> Option<Forced> {
    let mut builder = Builder::of(plan.clone());
    let forced = Search { builder: &mut builder, choice, found: FxHashMap::default() }.forced()?;
    Some(Forced { plan: builder.plan, forced })
}

struct Search<'b> {
    builder: &'b mut Builder,
    choice: ChoiceId,
    /// The mentions in nodes that have been looked at.
    found: FxHashMap<NodeId, Rc<[Mention]>>,
}

impl Search<'_> {
    /// What the first check implies that implies anything. That is coherence, mostly; what later checks add costs more than it saves.
    fn forced(&mut self) -> Option<NodeId> {
        (0..self.builder.plan.required.len()).find_map(|check| self.forced_by(check))
    }

    /// What a check of [`Plan::required`] implies.
    fn forced_by(&mut self, check: usize) -> Option<NodeId> {
        // From the end of what is asked back to its start lead nothing, or paths that have no cycle by themselves.
        let (nodes, back) = match &self.builder.plan.required[check].question {
            &Question::Property(Property::Irreflexive, node) => (vec![node], None),
            Question::AcyclicUnion { closed, rest } => (rest.to_vec(), *closed),
            Question::Property(..) => return None,
        };
        let back = back.filter(|&back| self.is_known(back)).map(|back| self.builder.reflexive(back));
        let mut parts = Vec::new();
        for node in nodes {
            for mention in self.mentions(node).iter() {
                parts.push(self.leading_back(mention, back));
            }
        }
        // An event with itself is no pair of an order.
        parts.retain(|&part| !matches!(self.builder.op(part), Op::Empty | Op::Identity | Op::IdentityOn(_)));
        (!parts.is_empty()).then(|| self.builder.union(Relation, &parts))
    }

    /// Whether the value of a node is known when the choice is made.
    fn is_known(&self, node: NodeId) -> bool {
        self.builder.plan.level(node) < Level::of_choice(self.choice) && !self.builder.is_open(node)
    }

    /// The pairs `(b, a)` for which a pair `(a, b)` of the order would close a cycle, `back` being what may close it beside the mention itself.
    fn leading_back(&mut self, mention: &Mention, back: Option<NodeId>) -> NodeId {
        let Mention { before, after, filtered } = mention;
        let Some(Filtered { filter, before: outer_before, after: outer_after }) = filtered else {
            return self.path(after.iter().copied().chain(back).chain(before.iter().copied()));
        };
        let way = self.path(outer_after.iter().copied().chain(back).chain(outer_before.iter().copied()));
        let (Filter::Within(node) | Filter::Without(node)) = *filter;
        // The filter looks at the mention from its start to its end; the way back leads from its end to its start.
        let back_through = self.builder.inverse(node);
        let way = match filter {
            Filter::Within(_) => self.builder.intersection(way, back_through),
            Filter::Without(_) => self.builder.difference(way, back_through),
        };
        self.path(after.iter().copied().chain([way]).chain(before.iter().copied()))
    }

    fn path(&mut self, steps: impl Iterator<Item = NodeId>) -> NodeId {
        let steps: Vec<NodeId> = steps.collect();
        if steps.is_empty() { self.builder.identity() } else { self.builder.sequence(steps) }
    }

    /// How the value of a node contains the order.
    fn mentions(&mut self, node: NodeId) -> Rc<[Mention]> {
        // What is known before the choice does not contain it; fixpoints are not looked into.
        if self.builder.plan.level(node) < Level::of_choice(self.choice) || self.builder.is_open(node) {
            return Rc::default();
        }
        if let Some(found) = self.found.get(&node) {
            return found.clone();
        }
        let mut mentions = Vec::new();
        self.look(node, &mut mentions);
        // Those left out imply something, too; not to use it costs time and no way through the choices.
        mentions.truncate(MOST_MENTIONS);
        let mentions: Rc<[Mention]> = mentions.into();
        self.found.insert(node, mentions.clone());
        mentions
    }

    /// The same, for a node that has not been looked at.
    fn look(&mut self, node: NodeId, mentions: &mut Vec<Mention>) {
        match self.builder.op(node).clone() {
            Op::Chosen(choice) if choice == self.choice => mentions.push(Mention::default()),
            Op::Union(parts) => parts.iter().for_each(|&part| mentions.extend_from_slice(&self.mentions(part))),
            Op::Reflexive(of) => mentions.extend_from_slice(&self.mentions(of)),
            Op::Sequence(a, b) => {
                // What is reflexive may be left out.
                let step = |search: &Self, node| match *search.builder.op(node) {
                    _ if search.is_known(node) => Some(Some(node)),
                    Op::Reflexive(_) => Some(None),
                    _ => None,
                };
                // Each operand may contain the order while the other one is known.
                if let Some(step) = step(self, a) {
                    let begun = |mention: Mention| step.into_iter().fold(mention, Mention::begun_with);
                    mentions.extend(self.mentions(b).iter().cloned().map(begun));
                }
                if let Some(step) = step(self, b) {
                    let ended = |mention: Mention| step.into_iter().fold(mention, Mention::ended_with);
                    mentions.extend(self.mentions(a).iter().cloned().map(ended));
                }
            }
            Op::Restrict { sources, relation, targets } => {
                if sources.into_iter().chain(targets).any(|set| !self.is_known(set)) {
                    return;
                }
                let [sources, targets] = [sources, targets].map(|set| set.map(|set| self.builder.identity_on(set)));
                let restricted = |mention: Mention| {
                    let mention = sources.into_iter().fold(mention, Mention::begun_with);
                    targets.into_iter().fold(mention, Mention::ended_with)
                };
                mentions.extend(self.mentions(relation).iter().cloned().map(restricted));
            }
            Op::Closure { closed, rest } => {
                let around =
                    closed.filter(|&closed| self.is_known(closed)).map(|closed| self.builder.reflexive(closed));
                let within = |mention: Mention| {
                    around.into_iter().fold(mention, |mention, node| mention.begun_with(node).ended_with(node))
                };
                for &part in &rest {
                    mentions.extend(self.mentions(part).iter().cloned().map(within));
                }
                closed.into_iter().for_each(|closed| mentions.extend_from_slice(&self.mentions(closed)));
            }
            Op::Intersection(a, b) => {
                for (one, other) in [(a, b), (b, a)] {
                    if self.is_known(one) {
                        let through = |mention: Mention| mention.through(Filter::Within(one));
                        mentions.extend(self.mentions(other).iter().cloned().filter_map(through));
                    }
                }
            }
            Op::Difference(a, b) if self.is_known(b) => {
                let through = |mention: Mention| mention.through(Filter::Without(b));
                mentions.extend(self.mentions(a).iter().cloned().filter_map(through));
            }
            _ => {}
        }
    }
}
