//! The checks of a model in the formula: what must hold, what must fail, and what raises flags.

use batsat::Lit;
use cat::BaseKind;
use cat::ast::Property;
use cat::plan::{ChoiceId, NodeId, Question};
use relation::{EventId, Relation};

use crate::encoder::{Encoder, Mode};

/// The nodes that checks, choices and flags look at.
pub(crate) fn wanted(plan: &cat::plan::Plan) -> Vec<NodeId> {
    let mut wanted = Vec::new();
    let flags = plan.flagging.iter().map(|flagging| &flagging.check);
    for check in plan.assertions.iter().chain(&plan.required).chain(&plan.refused).chain(flags) {
        check.question.for_each_node(&mut |node| wanted.push(node));
    }
    for choice in plan.choices.iter() {
        choice.for_each_node(&mut |node| wanted.push(node));
    }
    wanted
}

/// What a test for cycles is about, closures among it taken apart.
fn parts(encoder: &Encoder<'_, '_, '_, '_>, question: &Question) -> Option<Vec<NodeId>> {
    let mut parts = Vec::new();
    match question {
        Question::AcyclicUnion { closed, rest } => {
            closed.iter().chain(rest.iter()).for_each(|&node| encoder.flatten(node, &mut parts));
        }
        &Question::Property(Property::Acyclic, node) => encoder.flatten(node, &mut parts),
        Question::Property(Property::Irreflexive | Property::Empty, _) => return None,
    }
    Some(parts)
}

impl Encoder<'_, '_, '_, '_> {
    /// Whether an assertion about the event structure may fail.
    pub(crate) fn may_fail(&self, question: &Question) -> bool {
        match question {
            Question::Property(Property::Empty, node) => match &self.bounds(*node).may {
                crate::bounds::Bound::Set(set) => !set.is_empty(),
                crate::bounds::Bound::Relation(relation) => !relation.is_empty(),
            },
            Question::Property(Property::Irreflexive, node) => !self.may(*node).is_irreflexive(),
            Question::Property(Property::Acyclic, _) | Question::AcyclicUnion { .. } => {
                !self.union_of(&parts(self, question).unwrap_or_default()).is_acyclic()
            }
        }
    }

    fn union_of(&self, parts: &[NodeId]) -> Relation {
        let mut all = Relation::empty(self.ground.skeleton.happens.len());
        parts.iter().for_each(|&part| all.union_with(self.may(part)));
        all
    }

    /// Every choice of an order: total on its set, and with what is known of it.
    pub(crate) fn choose_orders(&mut self) {
        for choice in self.plan.choices.ids() {
            self.choose_order(choice);
        }
    }

    fn choose_order(&mut self, choice: ChoiceId) {
        let of = self.plan.choices[choice];
        let events: Vec<EventId> = self.bounds(of.set).may.set().iter().collect();
        let nodes: Vec<_> = events.iter().map(|_| self.ground.formula.node()).collect();
        for (at, &a) in events.iter().enumerate() {
            if self.ground.formula.is_stopped() {
                return;
            }
            for (other, &b) in events.iter().enumerate() {
                if !self.ground.skeleton.together.contains(a, b) {
                    continue;
                }
                let pair = self.chosen(choice, a, b);
                self.ground.formula.edge(nodes[at], nodes[other], pair);
                let happens = self.both_happen(a, b);
                self.contains_known(choice, a, b, pair, happens);
            }
        }
    }

    /// What is known of the order is in it.
    fn contains_known(&mut self, choice: ChoiceId, a: EventId, b: EventId, pair: Lit, happens: Lit) {
        let of = self.plan.choices[choice];
        let known = self.pair(of.known, a, b, Mode::Over);
        if self.ground.formula.known(known) == Some(false) {
            return;
        }
        let (first, second) = (self.member(of.set, a, Mode::Over), self.member(of.set, b, Mode::Over));
        let mut conditions = vec![known, happens, first, second];
        if of.by_location {
            conditions.push(self.memory.same_location(self.ground, a, b));
        }
        self.ground.formula.clause(conditions.into_iter().map(|condition| !condition).chain([pair]));
    }

    pub(crate) fn both_happen(&mut self, a: EventId, b: EventId) -> Lit {
        let first = self.happens(a);
        let second = self.happens_beside(b, a, a);
        let first = if self.ground.skeleton.needs.contains(b, a) { self.ground.formula.yes() } else { first };
        match self.ground.formula.known(second) == Some(true) && self.ground.formula.known(first) == Some(true) {
            // Each needs the other.
            true => self.happens(a),
            false => self.ground.formula.and(first, second),
        }
    }

    /// Where `guard` holds, so do the checks. Tests for cycles in parts of what others are about are left out.
    pub(crate) fn require_all<'q>(&mut self, questions: impl Iterator<Item = &'q Question>, guard: Lit) {
        let mut cycles: Vec<Vec<NodeId>> = Vec::new();
        for question in questions {
            match (parts(self, question), question) {
                (Some(parts), _) => cycles.push(parts),
                (None, &Question::Property(property, node)) => self.require(property, node, guard),
                (None, Question::AcyclicUnion { .. }) => unreachable!("it has parts"),
            }
        }
        let is_within = |inner: &[NodeId], outer: &[NodeId]| inner.iter().all(|part| outer.contains(part));
        for at in 0..cycles.len() {
            let is_part = cycles.iter().enumerate().any(|(other, parts)| {
                let is_other = if parts.len() == cycles[at].len() { other < at } else { other != at };
                is_other && is_within(&cycles[at], parts)
            });
            if !is_part {
                self.require_acyclic(&cycles[at].clone(), guard);
            }
        }
    }

    fn require(&mut self, property: Property, node: NodeId, guard: Lit) {
        for literal in self.counterexamples(property, node, Mode::Over) {
            self.ground.formula.implies(guard, !literal);
        }
    }

    /// The members that a value must not have: any, or events related to themselves.
    fn counterexamples(&mut self, property: Property, node: NodeId, mode: Mode) -> Vec<Lit> {
        let mut found = Vec::new();
        if self.plan.nodes[node].kind == BaseKind::Set {
            let events: Vec<EventId> = self.bounds(node).may.set().iter().collect();
            for event in events {
                let literal = self.member(node, event, mode);
                let happens = self.happens(event);
                found.push(self.ground.formula.and(literal, happens));
            }
            return found;
        }
        let is_reflexive_only = property == Property::Irreflexive;
        let pairs: Vec<(EventId, EventId)> =
            self.may(node).iter().filter(|(a, b)| !is_reflexive_only || a == b).collect();
        for (a, b) in pairs {
            let literal = self.pair(node, a, b, mode);
            if mode == Mode::Over && self.is_of_what_happens(node, a, b) {
                found.push(literal);
                continue;
            }
            let happens = self.both_happen(a, b);
            found.push(self.ground.formula.and(literal, happens));
        }
        found
    }

    /// Where `guard` holds, the union of `parts` has no cycle.
    fn require_acyclic(&mut self, parts: &[NodeId], guard: Lit) {
        let all = self.union_of(parts);
        let closure = all.transitive_closure();
        // No other pair is on a cycle.
        let edges = all.intersection(&closure.inverse());
        let ends = edges.domain();
        let mut nodes = vec![None; ends.universe()];
        for event in ends.iter() {
            nodes[relation::Index::index(event)] = Some(self.ground.formula.node());
        }
        let certain = self.certain(parts).intersection(&edges);
        let skipped = if certain.is_acyclic() { self.implied(&certain) } else { Relation::empty(edges.universe()) };
        for (a, b) in edges.difference(&skipped).iter().collect::<Vec<_>>() {
            if self.ground.formula.is_stopped() {
                return;
            }
            for present in self.present(parts, a, b, guard) {
                if a == b {
                    self.ground.formula.require(!present);
                } else if let (Some(source), Some(target)) =
                    (nodes[relation::Index::index(a)], nodes[relation::Index::index(b)])
                {
                    self.ground.formula.edge(source, target, present);
                }
            }
        }
    }

    /// Literals of which one holds where `guard` does and some of `parts` has a pair of events that happen.
    fn present(&mut self, parts: &[NodeId], a: EventId, b: EventId, guard: Lit) -> Vec<Lit> {
        let with: Vec<NodeId> = parts.iter().copied().filter(|&part| self.may(part).contains(a, b)).collect();
        let is_certain = |part: &&NodeId| self.bounds(**part).must.relation().contains(a, b);
        let with = with.iter().find(is_certain).map_or(with.clone(), |&certain| vec![certain]);
        let mut all = Vec::new();
        for part in with {
            let literal = self.pair(part, a, b, Mode::Over);
            let mut conditions = vec![literal, guard];
            if !self.is_of_what_happens(part, a, b) {
                conditions.push(self.both_happen(a, b));
            }
            let present = self.ground.formula.at_least_all(conditions);
            if self.ground.formula.known(present) != Some(false) && !all.contains(&present) {
                all.push(present);
            }
        }
        all
    }

    /// The pairs that are there whenever both events happen.
    fn certain(&self, parts: &[NodeId]) -> Relation {
        let mut all = Relation::empty(self.ground.skeleton.happens.len());
        parts.iter().for_each(|&part| all.union_with(self.bounds(part).must.relation()));
        all
    }

    /// The pairs of an acyclic relation that follow from two others whose middle happens whenever an end does.
    fn implied(&self, certain: &Relation) -> Relation {
        let needs = &self.ground.skeleton.needs;
        let with_source = certain.intersection(needs).sequence(certain);
        with_source.union(&certain.sequence(&certain.intersection(&needs.inverse()))).intersection(certain)
    }

    /// A literal that holds only where a check fails.
    pub(crate) fn failure(&mut self, question: &Question) -> Lit {
        let found = match (parts(self, question), question) {
            (Some(parts), _) => {
                let cycle = self.closure_of(&parts);
                let universe = self.ground.skeleton.happens.len();
                let events = (0..universe).map(<EventId as relation::Index>::new);
                let mut found = Vec::new();
                for event in events {
                    let literal = self.atom((cycle, event, event, Mode::Under));
                    let happens = self.happens(event);
                    found.push(self.ground.formula.and(literal, happens));
                }
                found
            }
            (None, &Question::Property(property, node)) => self.counterexamples(property, node, Mode::Under),
            (None, Question::AcyclicUnion { .. }) => unreachable!("it has parts"),
        };
        self.ground.formula.or_all(found)
    }

    /// A literal that holds only where a check holds.
    pub(crate) fn success(&mut self, question: &Question) -> Lit {
        let guard = self.ground.formula.fresh();
        self.require_all(std::iter::once(question), guard);
        guard
    }
}
