//! How the pairs of a relation come about.

use std::rc::Rc;

use relation::{EventId, Relation};
use source::Span;

use super::costs::Costs;
use super::{Label, Step};

/// A relation, with what it was made of.
#[derive(Debug)]
pub(super) struct Derivation {
    pub(super) costs: Costs,
    pub(super) how: How,
}

#[derive(Debug)]
pub(super) enum How {
    /// It is as it is: each pair is one step.
    Leaf(Label),
    /// The pairs of another one, under a name.
    Named { name: String, span: Span, inner: Rc<Derivation> },
    /// Each pair is one of some operand, namely one that derives it in no more steps than the costs say.
    Some(Vec<Rc<Derivation>>),
    /// A step of each operand. The costs of the first `n` operands together are those of `prefixes[n - 1]`.
    Sequence { operands: Vec<Rc<Derivation>>, prefixes: Vec<Costs> },
    /// Steps of the inner one; with `may_stay` none will do.
    Closure { inner: Rc<Derivation>, may_stay: bool },
    /// No step.
    Stay,
    /// The steps the other way round, from the last to the first.
    Inverse(Rc<Derivation>),
}

impl Derivation {
    pub(super) fn new(how: How, costs: Costs) -> Rc<Derivation> {
        Rc::new(Derivation { how, costs })
    }

    /// Each pair is one step, except for pairs that are no step at all: that an event is at its own location, in its own thread and so on.
    pub(super) fn leaf(label: Label, relation: &Relation) -> Rc<Derivation> {
        let mut leaf = Derivation { costs: Costs::of(relation, 1), how: How::Leaf(label) };
        if leaf.is_filter() {
            leaf.costs = leaf.costs.with_free_loops();
        }
        Rc::new(leaf)
    }

    /// Whether it only says which pairs there may be, not that there is a reason: `loc`, `ext`, a product of sets.
    pub(super) fn is_filter(&self) -> bool {
        match &self.how {
            How::Leaf(Label::Name { name, .. }) => FILTERS.contains(&name.as_str()),
            How::Leaf(Label::Filter(_)) | How::Stay => true,
            How::Named { inner, .. } | How::Inverse(inner) => inner.is_filter(),
            How::Some(operands) => operands.iter().all(|operand| operand.is_filter()),
            How::Leaf(Label::Text(_)) | How::Sequence { .. } | How::Closure { .. } => false,
        }
    }

    /// The steps that derive the pair of `source` and `target`, as few as possible.
    pub(super) fn steps(&self, source: EventId, target: EventId) -> Vec<Step> {
        let Some(cost) = self.costs.get(source, target) else { return Vec::new() };
        match &self.how {
            How::Leaf(_) if cost == 0 => Vec::new(),
            How::Leaf(label) => {
                vec![Step { source, target, label: label.clone(), is_inverse: false, parts: Vec::new() }]
            }
            How::Named { name, span, inner } => {
                let parts = inner.steps(source, target);
                // What only stays where it is shows in no chain of events.
                if parts.is_empty() {
                    return parts;
                }
                let label = Label::Name { name: name.clone(), definition: Some(*span) };
                vec![Step { source, target, label, is_inverse: false, parts }]
            }
            How::Some(operands) => {
                let cheapest = operands.iter().find(|operand| operand.costs.get(source, target) == Some(cost));
                cheapest.map_or(Vec::new(), |operand| operand.steps(source, target))
            }
            How::Sequence { operands, prefixes } => {
                let mut steps = Vec::new();
                let mut end = target;
                for (index, operand) in operands.iter().enumerate().skip(1).rev() {
                    let whole = prefixes[index].get(source, end);
                    let middle = prefixes[index - 1].from(source).find(|&(middle, first)| {
                        operand.costs.get(middle, end).is_some_and(|second| Some(first + second) == whole)
                    });
                    let Some((middle, _)) = middle else { return steps };
                    steps.splice(0..0, operand.steps(middle, end));
                    end = middle;
                }
                steps.splice(0..0, operands[0].steps(source, end));
                steps
            }
            How::Closure { may_stay: true, .. } if source == target => Vec::new(),
            How::Closure { inner, .. } => {
                let way = inner.costs.way(source, target).unwrap_or_default();
                way.windows(2).flat_map(|ends| inner.steps(ends[0], ends[1])).collect()
            }
            How::Stay => Vec::new(),
            How::Inverse(inner) => {
                let mut steps = inner.steps(target, source);
                steps.reverse();
                steps.iter_mut().for_each(Step::turn);
                steps
            }
        }
    }
}

/// Words that say which pairs there may be.
const FILTERS: &[&str] = &["loc", "int", "ext", "id", "same-instance", "same-low-order-bits", "sm", "si"];
