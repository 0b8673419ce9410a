//! Pairs that no execution has which passes the model's checks: a read does not read from what its thread writes later, where the model has coherence.
//!
//! What a relation has whenever both events happen is known (`bounds`). Where a check wants no cycle, a pair that would close one with such pairs is in none of the parts of what is
//! checked, and from there it is known of what these are computed from: of a composition one step is impossible where the other one is certain. What is left out of `rf` and of
//! the orders that the model chooses makes the bounds of all the rest smaller, so that this is done until nothing changes.
//!
//! Source: the idea is that of the relation analysis of Dartagnan (T. Haas, R. Meyer, H. Ponce de León: *CAAT*, OOPSLA 2022, the section on relation analysis).

use cat::ast::Property;
use cat::plan::{ChoiceId, NodeId, Op, Plan, Question};
use program::IdVec;
use relation::Relation;
use rustc_hash::FxHashMap;

use crate::bounds::{self, Bounds};
use crate::memory::{Ground, Memory};
use crate::skeleton::Skeleton;
use crate::words::{WordBounds, Words};

/// The most rounds; what is left then is only larger than it need be.
const ROUNDS: usize = 4;

/// The bounds of all values that `wanted` lists, without what no execution has, and the pairs that the orders of the model's choices do not have.
pub(crate) fn bounds(
    plan: &Plan,
    wanted: &[NodeId],
    words: &Words,
    ground: &mut Ground<'_, '_, '_>,
    memory: &mut Memory,
) -> (IdVec<NodeId, Option<Bounds>>, FxHashMap<ChoiceId, Relation>) {
    let mut excluded: FxHashMap<ChoiceId, Relation> = FxHashMap::default();
    let skeleton = ground.skeleton;
    let mut round = 0;
    loop {
        let mut given = WordBounds { words, plan, excluded: &excluded, ground, memory };
        let found = bounds::compute(plan, wanted, skeleton, &mut given);
        round += 1;
        // Each round alone is sound: fewer of them leave more pairs to the solver.
        if round == ROUNDS {
            return (found, excluded);
        }
        let mut search = Search { plan, bounds: &found, skeleton, known: FxHashMap::default() };
        search.checks();
        let mut has_changed = false;
        let known = search.known;
        let universe = skeleton.happens.len();
        for (node, pairs) in sorted(known) {
            match plan.nodes[node].op {
                Op::Base(word) if words.is_reads_from(word) => {
                    has_changed |= !pairs.is_empty();
                    for (write, read) in pairs.iter() {
                        if let Some(literal) = memory.reads_from.remove(&(write, read)) {
                            // The literal may be in clauses already, such as the read's choice of a write.
                            ground.formula.require(!literal);
                        }
                    }
                }
                Op::Chosen(choice) => {
                    let before = excluded.entry(choice).or_insert_with(|| Relation::empty(universe));
                    has_changed |= !pairs.is_subset(before);
                    before.union_with(&pairs);
                }
                _ => {}
            }
        }
        if !has_changed {
            return (found, excluded);
        }
    }
}

fn sorted(known: FxHashMap<NodeId, Relation>) -> Vec<(NodeId, Relation)> {
    let mut all: Vec<_> = known.into_iter().collect();
    all.sort_by_key(|(node, _)| *node);
    all
}

struct Search<'s> {
    plan: &'s Plan,
    bounds: &'s IdVec<NodeId, Option<Bounds>>,
    skeleton: &'s Skeleton,
    /// By relation the pairs of its upper bound that it does not have where both events happen.
    known: FxHashMap<NodeId, Relation>,
}

impl Search<'_> {
    fn of(&self, node: NodeId) -> Option<&Bounds> {
        self.bounds[node].as_ref()
    }

    fn is_relation(&self, node: NodeId) -> bool {
        self.plan.nodes[node].kind == cat::BaseKind::Relation
    }

    fn checks(&mut self) {
        for check in &self.plan.required {
            match &check.question {
                &Question::Property(property, node) if self.is_relation(node) => match property {
                    Property::Empty => self.all_of(node),
                    Property::Irreflexive => {
                        let identity = Relation::identity(self.skeleton.happens.len());
                        self.without(node, &identity);
                    }
                    Property::Acyclic => self.acyclic(&[node]),
                },
                Question::Property(..) => {}
                Question::AcyclicUnion { closed, rest } => {
                    let parts: Vec<NodeId> = closed.iter().chain(rest.iter()).copied().collect();
                    self.acyclic(&parts);
                }
            }
        }
    }

    fn all_of(&mut self, node: NodeId) {
        if let Some(bounds) = self.of(node) {
            let all = bounds.may.relation().clone();
            self.without(node, &all);
        }
    }

    /// What closes a cycle with what is certain is in no part.
    fn acyclic(&mut self, parts: &[NodeId]) {
        let universe = self.skeleton.happens.len();
        let mut certain = Relation::empty(universe);
        for &part in parts {
            if let Some(bounds) = self.of(part) {
                certain.union_with(bounds.must.relation());
            }
        }
        let closed = bounds::certain_paths(certain, self.skeleton);
        // A pair against a certain path, or of an event with itself, would be the rest of a cycle.
        let against = closed.inverse().union(&Relation::identity(universe));
        for &part in parts {
            self.without(part, &against);
        }
    }

    /// A relation does not have these pairs where both of their events happen.
    fn without(&mut self, node: NodeId, pairs: &Relation) {
        let Some(bounds) = self.of(node) else { return };
        let pairs = pairs.intersection(bounds.may.relation());
        let universe = pairs.universe();
        let before = self.known.entry(node).or_insert_with(|| Relation::empty(universe));
        // Nodes are shared in plans: nothing new is passed on twice.
        if pairs.is_subset(before) {
            return;
        }
        before.union_with(&pairs);
        match self.plan.nodes[node].op {
            Op::Union(ref operands) => operands.iter().for_each(|&operand| self.without(operand, &pairs)),
            Op::Closure { closed, ref rest } => {
                closed.iter().chain(rest).for_each(|&operand| self.without(operand, &pairs));
            }
            Op::Reflexive(x) => self.without(x, &pairs),
            Op::Inverse(x) => self.without(x, &pairs.inverse()),
            Op::Intersection(x, y) => {
                for (of, other) in [(x, y), (y, x)] {
                    if let Some(other) = self.of(other) {
                        // The pair is in the other one for certain: then it is not in this one.
                        let certain = pairs.intersection(other.must.relation());
                        self.without(of, &certain);
                    }
                }
            }
            Op::Difference(x, y) => {
                if let Some(other) = self.of(y) {
                    // What may be taken away may be why the pair is missing.
                    let left = pairs.difference(other.may.relation());
                    self.without(x, &left);
                }
            }
            Op::Restrict { sources, relation, targets } => {
                let all = relation::EventSet::full(universe);
                let certain = |set: Option<NodeId>| match set {
                    None => all.clone(),
                    Some(set) => self.of(set).map_or(relation::EventSet::empty(universe), |set| set.must.set().clone()),
                };
                let inside = pairs.restrict(&certain(sources), &certain(targets));
                self.without(relation, &inside);
            }
            Op::Sequence(x, y) => self.without_in_sequence(x, y, &pairs),
            Op::Base(_)
            | Op::Chosen(_)
            | Op::Empty
            | Op::Full
            | Op::Identity
            | Op::Complement(_)
            | Op::Product(..)
            | Op::IdentityOn(_)
            | Op::Domain(_)
            | Op::Range(_)
            | Op::Recursive(..)
            | Op::Fixpoint(..)
            | Op::OrderedByFences(_)
            | Op::DifferentValues(_) => {}
        }
    }

    /// A step is impossible that the other, certain one makes a path of; the end of which happens whenever those of the step do.
    fn without_in_sequence(&mut self, x: NodeId, y: NodeId, pairs: &Relation) {
        let (Some(first), Some(second)) = (self.of(x), self.of(y)) else { return };
        let needs = &self.skeleton.needs;
        let (first, second) = (first.must.relation().clone(), second.must.relation().clone());
        let by_source = pairs.intersection(needs).sequence(&second.inverse());
        let by_middle = pairs.sequence(&second.intersection(needs).inverse());
        let without_first = by_source.union(&by_middle);
        let by_target = first.inverse().sequence(&pairs.intersection(&needs.inverse()));
        let by_middle = first.intersection(&needs.inverse()).inverse().sequence(pairs);
        let without_second = by_target.union(&by_middle);
        self.without(x, &without_first);
        self.without(y, &without_second);
    }
}
