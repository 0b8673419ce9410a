//! Bounds of what a model computes: the pairs that may be in a relation, and those that are in it whenever both of their events happen.
//!
//! Source: the relation analysis of Dartagnan (H. Ponce de León, F. Furbach, K. Heljanko, R. Meyer: *Dartagnan: Bounded Model Checking for Weak Memory
//! Models*, TACAS 2020). The upper bounds are over-approximated, the lower ones under-approximated.

use cat::BaseKind;
use cat::plan::{Node, NodeId, Op, Plan};
use program::IdVec;
use relation::{EventId, EventSet, Index, Relation};

use crate::skeleton::Skeleton;

/// A set of events, or a relation between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Set(EventSet),
    Relation(Relation),
}

/// What may be in a value, and what must.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) may: Bound,
    pub(crate) must: Bound,
}

impl Bound {
    pub(crate) fn set(&self) -> &EventSet {
        match self {
            Bound::Set(set) => set,
            Bound::Relation(_) => unreachable!("plans are typed: a set is wanted"),
        }
    }

    pub(crate) fn relation(&self) -> &Relation {
        match self {
            Bound::Relation(relation) => relation,
            Bound::Set(_) => unreachable!("plans are typed: a relation is wanted"),
        }
    }

    fn union_with(&mut self, other: &Bound) {
        match self {
            Bound::Set(set) => *set = set.union(other.set()),
            Bound::Relation(relation) => relation.union_with(other.relation()),
        }
    }

    fn intersection(&self, other: &Bound) -> Bound {
        match self {
            Bound::Set(set) => Bound::Set(set.intersection(other.set())),
            Bound::Relation(relation) => Bound::Relation(relation.intersection(other.relation())),
        }
    }

    fn difference(&self, other: &Bound) -> Bound {
        match self {
            Bound::Set(set) => Bound::Set(set.difference(other.set())),
            Bound::Relation(relation) => Bound::Relation(relation.difference(other.relation())),
        }
    }

    fn is_subset(&self, other: &Bound) -> bool {
        match self {
            Bound::Set(set) => set.is_subset(other.set()),
            Bound::Relation(relation) => relation.is_subset(other.relation()),
        }
    }
}

/// Where the bounds of what a plan does not compute come from.
pub(crate) trait Given {
    /// Of a word of the vocabulary, of a choice, of what fences order, and of different values.
    fn bounds(&mut self, node: &Node, of: &dyn Fn(NodeId) -> Bounds) -> Bounds;
}

/// The bounds of all values of a plan that `wanted` lists, with what they are computed from.
pub(crate) fn compute(
    plan: &Plan,
    wanted: &[NodeId],
    skeleton: &Skeleton,
    given: &mut dyn Given,
) -> IdVec<NodeId, Option<Bounds>> {
    let needed = needed(plan, wanted);
    let bounds = IdVec::from_elem(None, plan.nodes.len());
    let mut analysis = Analysis { plan, skeleton, needed, bounds };
    for node in plan.nodes.ids() {
        if analysis.needed[node] {
            analysis.node(node, given);
        }
    }
    analysis.bounds
}

/// Paths of certain steps, whose middles happen whenever an end does.
pub(crate) fn certain_paths(steps: Relation, skeleton: &Skeleton) -> Relation {
    let needs = &skeleton.needs;
    let mut all = steps;
    loop {
        // The middle of a path must happen: it does where the source, or the target, does not happen without it.
        let with_source = all.intersection(needs).sequence(&all);
        let with_target = all.sequence(&all.intersection(&needs.inverse()));
        let longer = all.union(&with_source.union(&with_target).intersection(&skeleton.together));
        if longer == all {
            return all;
        }
        all = longer;
    }
}

/// The nodes that are looked at, directly or through others.
fn needed(plan: &Plan, wanted: &[NodeId]) -> IdVec<NodeId, bool> {
    let mut needed = IdVec::from_elem(false, plan.nodes.len());
    let mut open = wanted.to_vec();
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut needed[node], true) {
            continue;
        }
        let op = &plan.nodes[node].op;
        op.for_each_operand(&mut |operand| open.push(operand));
        match *op {
            Op::Fixpoint(id, _) | Op::Recursive(id, _) => open.extend(&plan.fixpoints[id].bodies),
            Op::Chosen(choice) => plan.choices[choice].for_each_node(&mut |node| open.push(node)),
            _ => {}
        }
    }
    needed
}

struct Analysis<'p> {
    plan: &'p Plan,
    skeleton: &'p Skeleton,
    needed: IdVec<NodeId, bool>,
    bounds: IdVec<NodeId, Option<Bounds>>,
}

impl Analysis<'_> {
    fn of(&self, node: NodeId) -> &Bounds {
        self.bounds[node].as_ref().expect("operands come first")
    }

    fn universe(&self) -> usize {
        self.skeleton.happens.len()
    }

    fn nothing(&self, kind: BaseKind) -> Bound {
        match kind {
            BaseKind::Set => Bound::Set(EventSet::empty(self.universe())),
            BaseKind::Relation => Bound::Relation(Relation::empty(self.universe())),
        }
    }

    fn everything(&self, kind: BaseKind) -> Bound {
        match kind {
            BaseKind::Set => Bound::Set(EventSet::full(self.universe())),
            BaseKind::Relation => Bound::Relation(self.skeleton.together.clone()),
        }
    }

    fn node(&mut self, at: NodeId, given: &mut dyn Given) {
        let node = &self.plan.nodes[at];
        match node.op {
            Op::Recursive(..) => {
                let nothing = self.nothing(node.kind);
                // From nothing on, so that the iteration ends in the least fixpoint. A second visit keeps what was found.
                self.bounds[at].get_or_insert(Bounds { may: nothing.clone(), must: nothing });
            }
            Op::Fixpoint(id, number) => {
                self.iterate(at, given);
                let body = self.plan.fixpoints[id].bodies[number as usize];
                self.bounds[at] = self.bounds[body].clone();
            }
            Op::Base(_) | Op::Chosen(_) | Op::OrderedByFences(_) | Op::DifferentValues(_) => {
                let found = given.bounds(node, &|operand| self.of(operand).clone());
                let everything = self.everything(node.kind);
                // Events of different paths of a thread are in no relation, as no execution has both.
                let may = found.may.intersection(&everything);
                self.bounds[at] = Some(Bounds { must: found.must.intersection(&may), may });
            }
            _ => {
                let (may, must) = (self.bound(node, true), self.bound(node, false));
                self.bounds[at] = Some(Bounds { may, must });
            }
        }
    }

    /// Computes the definitions of a fixpoint until nothing changes.
    fn iterate(&mut self, at: NodeId, given: &mut dyn Given) {
        let Op::Fixpoint(id, _) = self.plan.nodes[at].op else { return };
        let own = 1u128 << id.number();
        let is_inside = |node: NodeId| self.plan.nodes[node].open & own != 0;
        let inside: Vec<NodeId> =
            self.plan.nodes.ids().filter(|&node| node < at && self.needed[node] && is_inside(node)).collect();
        loop {
            let mut has_changed = false;
            for &node in &inside {
                let Op::Recursive(of, number) = self.plan.nodes[node].op else { continue };
                if of != id {
                    continue;
                }
                let Some(body) = self.bounds[self.plan.fixpoints[id].bodies[number as usize]].clone() else { continue };
                let known = self.bounds[node].as_mut().expect("it was computed before");
                if !body.may.is_subset(&known.may) || !body.must.is_subset(&known.must) {
                    known.may.union_with(&body.may);
                    known.must.union_with(&body.must);
                    // Both bounds grow from nothing: the lower one stays below the fixpoint in each round.
                    has_changed = true;
                }
            }
            if !has_changed {
                return;
            }
            for &node in &inside {
                if !matches!(self.plan.nodes[node].op, Op::Recursive(..)) {
                    self.node(node, given);
                }
            }
        }
    }

    /// The upper bound, or the lower one.
    fn bound(&self, node: &Node, upper: bool) -> Bound {
        let of = |operand: NodeId| if upper { &self.of(operand).may } else { &self.of(operand).must };
        let other = |operand: NodeId| if upper { &self.of(operand).must } else { &self.of(operand).may };
        let universe = self.universe();
        match node.op {
            Op::Empty => self.nothing(node.kind),
            Op::Full => self.everything(node.kind),
            Op::Identity => Bound::Relation(Relation::identity(universe)),
            Op::Union(ref operands) => {
                let mut all = self.nothing(node.kind);
                operands.iter().for_each(|&operand| all.union_with(of(operand)));
                all
            }
            Op::Intersection(a, b) => of(a).intersection(of(b)),
            Op::Difference(a, b) => of(a).difference(other(b)),
            Op::Complement(a) => self.everything(node.kind).difference(other(a)),
            Op::Product(a, b) => {
                let product = Relation::product(of(a).set(), of(b).set());
                Bound::Relation(product.intersection(&self.skeleton.together))
            }
            Op::IdentityOn(a) => Bound::Relation(Relation::identity_on(of(a).set())),
            Op::Sequence(a, b) => Bound::Relation(self.sequence(of(a).relation(), of(b).relation(), upper)),
            Op::Restrict { sources, relation, targets } => {
                let all = EventSet::full(universe);
                let set = |set: Option<NodeId>| set.map_or(&all, |set| of(set).set());
                Bound::Relation(of(relation).relation().restrict(set(sources), set(targets)))
            }
            Op::Inverse(a) => Bound::Relation(of(a).relation().inverse()),
            Op::Closure { closed, ref rest } => {
                let mut all = Relation::empty(universe);
                closed.iter().chain(rest).for_each(|&operand| all.union_with(of(operand).relation()));
                Bound::Relation(self.closure(all, upper))
            }
            Op::Reflexive(a) => Bound::Relation(of(a).relation().reflexive_closure()),
            Op::Domain(a) => Bound::Set(self.domain(of(a).relation(), upper)),
            Op::Range(a) => Bound::Set(self.domain(&of(a).relation().inverse(), upper)),
            Op::Base(_)
            | Op::Chosen(_)
            | Op::Recursive(..)
            | Op::Fixpoint(..)
            | Op::OrderedByFences(_)
            | Op::DifferentValues(_) => unreachable!("looked at before"),
        }
    }

    /// Paths of two steps; in the lower bound those whose middle happens whenever an end does.
    fn sequence(&self, a: &Relation, b: &Relation, upper: bool) -> Relation {
        if upper {
            return a.sequence(b).intersection(&self.skeleton.together);
        }
        let needs = &self.skeleton.needs;
        let with_source = a.intersection(needs).sequence(b);
        let with_target = a.sequence(&b.intersection(&needs.inverse()));
        with_source.union(&with_target).intersection(&self.skeleton.together)
    }

    fn closure(&self, relation: Relation, upper: bool) -> Relation {
        if upper && self.skeleton.happens.iter().all(|&literal| literal == self.skeleton.happens[EventId::new(0)]) {
            return relation.transitive_closure();
        }
        let mut all = relation.clone();
        loop {
            let longer = all.union(&self.sequence(&all, &all, upper));
            if longer == all {
                return all;
            }
            all = longer;
        }
    }

    fn domain(&self, relation: &Relation, upper: bool) -> EventSet {
        if upper { relation.domain() } else { relation.intersection(&self.skeleton.needs).domain() }
    }
}
