//! Making nodes: equal ones once, and simpler where the algebra of relations allows it.
//!
//! The rules that matter are those that separate what is known early from what is known late: the operands of unions are grouped by
//! level, those of sequences are joined where they are known earliest, and of a closure the part that is known earlier is closed
//! first: `(a | b)+ = (a+ | b)+`.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::plan::{Fixpoint, FixpointId, Level, Node, NodeId, Op, Plan};
use crate::{BaseId, BaseKind, Vocabulary};

/// A plan in the making.
pub(crate) struct Builder {
    pub(crate) plan: Plan,
    known: FxHashMap<(Op, BaseKind), NodeId>,
    /// What [`Builder::sequence`] has given.
    pub(super) sequences: FxHashSet<NodeId>,
}

use BaseKind::{Relation, Set};

impl Builder {
    pub(crate) fn new() -> Builder {
        // Room for as many nodes as most models have.
        let nodes = 192;
        Builder {
            plan: Plan { nodes: Vec::with_capacity(nodes).into(), ..Plan::default() },
            known: FxHashMap::with_capacity_and_hasher(nodes, Default::default()),
            sequences: FxHashSet::default(),
        }
    }

    /// Goes on with a plan.
    pub(super) fn of(plan: Plan) -> Builder {
        let known =
            plan.nodes.iter_enumerated().map(|(node, Node { op, kind, .. })| ((op.clone(), *kind), node)).collect();
        Builder { plan, known, sequences: FxHashSet::default() }
    }

    pub(crate) fn kind(&self, node: NodeId) -> BaseKind {
        self.plan.nodes[node].kind
    }

    pub(crate) fn op(&self, node: NodeId) -> &Op {
        &self.plan.nodes[node].op
    }

    pub(crate) fn is_empty(&self, node: NodeId) -> bool {
        *self.op(node) == Op::Empty
    }

    fn is_full(&self, node: NodeId) -> bool {
        *self.op(node) == Op::Full
    }

    /// Whether it changes in the rounds of a fixpoint.
    pub(crate) fn is_open(&self, node: NodeId) -> bool {
        self.plan.nodes[node].open != 0
    }

    /// Whether it is known with the event structure.
    pub(crate) fn is_structural(&self, node: NodeId) -> bool {
        self.plan.is_static(node)
    }

    fn level(&self, node: NodeId) -> Level {
        self.plan.nodes[node].level
    }

    /// What is compared to find out what is known first: recursive values change most often.
    fn order(&self, node: NodeId) -> (bool, Level) {
        let node = &self.plan.nodes[node];
        (node.open != 0, node.level)
    }

    fn intern(&mut self, op: Op, kind: BaseKind, level: Level, open: u128) -> NodeId {
        match self.known.entry((op, kind)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let op = new.key().0.clone();
                *new.insert(self.plan.nodes.push(Node { op, kind, level, open }))
            }
        }
    }

    /// A node whose level and open fixpoints follow from its operands.
    fn derived(&mut self, op: Op, kind: BaseKind) -> NodeId {
        let (mut level, mut open) = (Level::STRUCTURE, 0);
        op.for_each_operand(&mut |operand| {
            let operand = &self.plan.nodes[operand];
            level = level.max(operand.level);
            open |= operand.open;
        });
        self.intern(op, kind, level, open)
    }

    pub(crate) fn empty(&mut self, kind: BaseKind) -> NodeId {
        self.derived(Op::Empty, kind)
    }

    pub(crate) fn full(&mut self, kind: BaseKind) -> NodeId {
        self.derived(Op::Full, kind)
    }

    pub(crate) fn identity(&mut self) -> NodeId {
        self.derived(Op::Identity, Relation)
    }

    /// A word of the vocabulary, known at `level`.
    pub(crate) fn base(&mut self, vocabulary: &Vocabulary, word: BaseId, level: Level) -> NodeId {
        let description = vocabulary.get(word);
        if description.is_always_empty {
            self.empty(description.kind)
        } else {
            self.intern(Op::Base(word), description.kind, level, 0)
        }
    }

    /// The relation of a choice.
    pub(crate) fn chosen(&mut self, choice: super::plan::ChoiceId) -> NodeId {
        self.intern(Op::Chosen(choice), Relation, Level::of_choice(choice), 0)
    }

    /// A new fixpoint without definitions, and the nodes that stand for what it defines while a round is computed.
    pub(crate) fn begin_fixpoint(&mut self, kinds: &[BaseKind]) -> (FixpointId, Vec<NodeId>) {
        let id = self.plan.fixpoints.push(Fixpoint { bodies: Vec::new() });
        // Who asks looks at the number afterwards, and gives up on fixpoints for which there is no bit.
        let open = 1u128.checked_shl(id.number()).unwrap_or(0);
        let variable = |(index, &kind): (usize, &BaseKind)| {
            self.intern(Op::Recursive(id, index as u32), kind, Level::STRUCTURE, open)
        };
        (id, kinds.iter().enumerate().map(variable).collect())
    }

    /// The values of a fixpoint, its definitions being `bodies`.
    pub(crate) fn end_fixpoint(&mut self, id: FixpointId, bodies: Vec<NodeId>) -> Vec<NodeId> {
        if let [body] = bodies[..]
            && let Some(base) = self.closed_by(id, body)
        {
            return vec![self.closure(base)];
        }
        let own = 1u128 << id.number();
        let level = bodies.iter().map(|&body| self.level(body)).max().unwrap_or(Level::STRUCTURE);
        // Seen from outside, what the fixpoint iterates does not change any more; outer fixpoints may still be open.
        let open = bodies.iter().fold(0, |open, &body| open | self.plan.nodes[body].open) & !own;
        let kinds: Vec<BaseKind> = bodies.iter().map(|&body| self.kind(body)).collect();
        self.plan.fixpoints[id].bodies = bodies;
        let value = |(index, kind)| self.intern(Op::Fixpoint(id, index as u32), kind, level, open);
        kinds.into_iter().enumerate().map(value).collect()
    }

    /// Whether `body`, a definition of a fixpoint, grows with what the fixpoint defines. If all do, iteration ends.
    pub(crate) fn grows(&self, id: FixpointId, body: NodeId) -> bool {
        let own = 1u128 << id.number();
        let mut seen = FxHashSet::default();
        let mut open = vec![(body, true)];
        while let Some((node, grows)) = open.pop() {
            let Node { op, open: fixpoints, .. } = &self.plan.nodes[node];
            // With `grows`, as a node can stand below an even and an odd number of complements.
            if fixpoints & own == 0 || !seen.insert((node, grows)) {
                continue;
            }
            match *op {
                Op::Recursive(..) if !grows => return false,
                Op::Difference(a, b) => open.extend([(a, grows), (b, !grows)]),
                Op::Complement(a) => open.push((a, !grows)),
                Op::Fixpoint(inner, _) => {
                    open.extend(self.plan.fixpoints[inner].bodies.iter().map(|&body| (body, grows)));
                }
                ref op => op.for_each_operand(&mut |operand| open.push((operand, grows))),
            }
        }
        true
    }

    /// The `r0` of `let rec r = r0 | r; r`, whose value is `r0+`.
    fn closed_by(&mut self, id: FixpointId, body: NodeId) -> Option<NodeId> {
        let own = 1u128 << id.number();
        let variable = *self.known.get(&(Op::Recursive(id, 0), Relation))?;
        let mut operands = Vec::new();
        self.union_operands(body, &mut operands);
        let step = Op::Sequence(variable, variable);
        let before = operands.len();
        operands.retain(|&operand| *self.op(operand) != step);
        let is_closed = before == operands.len() + 1;
        let is_base = operands.iter().all(|&operand| self.plan.nodes[operand].open & own == 0);
        (is_closed && is_base).then(|| self.union(Relation, &operands))
    }

    /// What a union unites, through nested unions.
    fn union_operands(&self, node: NodeId, operands: &mut Vec<NodeId>) {
        match self.op(node) {
            Op::Union(parts) => parts.iter().for_each(|&part| self.union_operands(part, operands)),
            Op::Empty => {}
            _ => operands.push(node),
        }
    }

    pub(crate) fn union(&mut self, kind: BaseKind, operands: &[NodeId]) -> NodeId {
        let mut flat = Vec::new();
        operands.iter().for_each(|&operand| self.union_operands(operand, &mut flat));
        if flat.iter().any(|&operand| self.is_full(operand)) {
            return self.full(kind);
        }
        let groups = self.by_level(flat);
        let mut united: Option<NodeId> = None;
        for group in groups {
            // The union of all earlier groups is one operand, so that it is not computed again with each later
            // choice.
            let operands: Vec<NodeId> = united.into_iter().chain(group).collect();
            united = Some(match operands[..] {
                [only] => only,
                _ => self.derived(Op::Union(operands.into()), kind),
            });
        }
        united.unwrap_or_else(|| self.empty(kind))
    }

    /// Nodes grouped by when they are known, earliest first; each node once.
    fn by_level(&self, mut nodes: Vec<NodeId>) -> Vec<Vec<NodeId>> {
        nodes.sort_by_key(|&node| (self.order(node), node));
        nodes.dedup();
        nodes.chunk_by(|&a, &b| self.order(a) == self.order(b)).map(<[NodeId]>::to_vec).collect()
    }

    pub(crate) fn intersection(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if a == b || self.is_empty(a) || self.is_full(b) {
            return a;
        }
        if self.is_empty(b) || self.is_full(a) {
            return b;
        }
        let kind = self.kind(a);
        // With a product it is a restriction, which touches fewer rows.
        for (one, other) in [(a, b), (b, a)] {
            if let Op::Product(sources, targets) = *self.op(one) {
                return self.restrict(Some(sources), other, Some(targets));
            }
        }
        // `x & (y & z)`: what is known first is intersected first.
        for (one, other) in [(a, b), (b, a)] {
            if let Op::Intersection(c, d) = *self.op(other)
                && self.order(one) < self.order(other)
            {
                let (early, late) = if self.order(c) <= self.order(d) { (c, d) } else { (d, c) };
                if self.order(early) < self.order(other) {
                    let early = self.intersection(one, early);
                    return self.intersection(early, late);
                }
            }
        }
        // In one order, so that `a & b` and `b & a` are the same node.
        self.derived(Op::Intersection(a.min(b), a.max(b)), kind)
    }

    pub(crate) fn difference(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let kind = self.kind(a);
        if self.is_empty(a) || self.is_empty(b) {
            return a;
        }
        if a == b || self.is_full(b) {
            return self.empty(kind);
        }
        if self.is_full(a) {
            return self.complement(b);
        }
        self.derived(Op::Difference(a, b), kind)
    }

    pub(crate) fn complement(&mut self, a: NodeId) -> NodeId {
        let kind = self.kind(a);
        match *self.op(a) {
            Op::Empty => self.full(kind),
            Op::Full => self.empty(kind),
            Op::Complement(inner) => inner,
            _ => self.derived(Op::Complement(a), kind),
        }
    }

    pub(crate) fn product(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if self.is_empty(a) || self.is_empty(b) {
            return self.empty(Relation);
        }
        if self.is_full(a) && self.is_full(b) {
            return self.full(Relation);
        }
        self.derived(Op::Product(a, b), Relation)
    }

    /// `[a]`.
    pub(crate) fn identity_on(&mut self, a: NodeId) -> NodeId {
        match self.op(a) {
            Op::Empty => self.empty(Relation),
            Op::Full => self.identity(),
            _ => self.derived(Op::IdentityOn(a), Relation),
        }
    }

    pub(crate) fn restrict(&mut self, sources: Option<NodeId>, relation: NodeId, targets: Option<NodeId>) -> NodeId {
        let (mut sources, mut relation, mut targets) = (sources, relation, targets);
        if let Op::Restrict { sources: before, relation: inner, targets: after } = *self.op(relation)
            && self.order(inner) == self.order(relation)
        {
            sources = self.both(before, sources);
            targets = self.both(after, targets);
            relation = inner;
        }
        let drop_full = |set: Option<NodeId>| set.filter(|&set| !self.is_full(set));
        let (sources, targets) = (drop_full(sources), drop_full(targets));
        if self.is_empty(relation) || sources.into_iter().chain(targets).any(|set| self.is_empty(set)) {
            return self.empty(Relation);
        }
        match (self.op(relation), sources, targets) {
            (_, None, None) => relation,
            (Op::Identity, _, _) => {
                let set = self.both(sources, targets).unwrap_or(relation);
                self.identity_on(set)
            }
            (&Op::IdentityOn(set), _, _) => {
                let ends = self.both(sources, targets).unwrap_or(set);
                let set = self.intersection(set, ends);
                self.identity_on(set)
            }
            (Op::Full, Some(sources), Some(targets)) => self.product(sources, targets),
            (&Op::Product(a, b), _, _) => {
                let a = self.both(Some(a), sources).unwrap_or(a);
                let b = self.both(Some(b), targets).unwrap_or(b);
                self.product(a, b)
            }
            // Where a union has parts that are known early, so have their restrictions.
            (Op::Union(parts), _, _)
                if parts.iter().any(|&part| self.order(part) < self.order(relation))
                    && sources.into_iter().chain(targets).all(|set| self.order(set) < self.order(relation)) =>
            {
                let parts = parts.clone();
                let parts: Vec<NodeId> = parts.iter().map(|&part| self.restrict(sources, part, targets)).collect();
                self.union(Relation, &parts)
            }
            _ => self.derived(Op::Restrict { sources, relation, targets }, Relation),
        }
    }

    fn both(&mut self, a: Option<NodeId>, b: Option<NodeId>) -> Option<NodeId> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.intersection(a, b)),
            (a, b) => a.or(b),
        }
    }

    /// The composition of all operands.
    pub(crate) fn sequence(&mut self, mut operands: Vec<NodeId>) -> NodeId {
        // Neighbours are joined where the result is known earliest.
        while operands.len() > 1 {
            let join = |at: &usize| self.order(operands[*at]).max(self.order(operands[at + 1]));
            let at = (0..operands.len() - 1).min_by_key(join).expect("two operands");
            operands[at] = self.compose(operands[at], operands[at + 1]);
            operands.remove(at + 1);
        }
        self.sequences.insert(operands[0]);
        operands[0]
    }

    fn compose(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if self.is_empty(a) || self.is_empty(b) {
            return self.empty(Relation);
        }
        match (self.op(a), self.op(b)) {
            (Op::Identity, _) => b,
            (_, Op::Identity) => a,
            (&Op::IdentityOn(sources), _) => self.restrict(Some(sources), b, None),
            (_, &Op::IdentityOn(targets)) => self.restrict(None, a, Some(targets)),
            _ => self.derived(Op::Sequence(a, b), Relation),
        }
    }

    pub(crate) fn inverse(&mut self, a: NodeId) -> NodeId {
        match *self.op(a) {
            Op::Empty | Op::Full | Op::Identity | Op::IdentityOn(_) => a,
            Op::Inverse(inner) => inner,
            Op::Product(sources, targets) => self.product(targets, sources),
            Op::Restrict { sources, relation, targets } => {
                let relation = self.inverse(relation);
                self.restrict(targets, relation, sources)
            }
            _ => self.derived(Op::Inverse(a), Relation),
        }
    }

    /// The operands of a union under a closure or a test for cycles, by level: closures of parts are the parts there, and
    /// identities, which add nothing to a closure but themselves, are kept.
    fn closure_groups(&self, node: NodeId) -> Vec<Vec<NodeId>> {
        let mut operands = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            let mut parts = Vec::new();
            self.union_operands(node, &mut parts);
            for part in parts {
                match self.op(part) {
                    Op::Closure { closed, rest } => open.extend(closed.iter().chain(rest.iter())),
                    _ => operands.push(part),
                }
            }
        }
        self.by_level(operands)
    }

    pub(crate) fn closure(&mut self, a: NodeId) -> NodeId {
        match self.op(a) {
            Op::Empty | Op::Full | Op::Identity | Op::IdentityOn(_) | Op::Closure { .. } => return a,
            _ => {}
        }
        let mut closed = None;
        for group in self.closure_groups(a) {
            closed = Some(self.derived(Op::Closure { closed, rest: group.into() }, Relation));
        }
        closed.unwrap_or(a)
    }

    /// The questions that together ask whether `a` has no cycle, each with what it is about: the closure of what is known earlier, and
    /// what is added to that.
    pub(crate) fn acyclic_parts(&mut self, a: NodeId) -> Vec<(Option<NodeId>, Vec<NodeId>)> {
        let mut parts = Vec::new();
        let mut closed = None;
        for group in self.closure_groups(a) {
            parts.push((closed, group.clone()));
            closed = Some(self.derived(Op::Closure { closed, rest: group.into() }, Relation));
        }
        parts
    }

    /// The operands of a union, or the node itself.
    pub(crate) fn parts(&self, node: NodeId) -> Vec<NodeId> {
        let mut operands = Vec::new();
        self.union_operands(node, &mut operands);
        operands
    }

    pub(crate) fn reflexive(&mut self, a: NodeId) -> NodeId {
        match self.op(a) {
            Op::Empty | Op::Identity | Op::IdentityOn(_) => self.identity(),
            Op::Full | Op::Reflexive(_) => a,
            _ => self.derived(Op::Reflexive(a), Relation),
        }
    }

    pub(crate) fn domain(&mut self, a: NodeId) -> NodeId {
        match *self.op(a) {
            Op::Empty => self.empty(Set),
            Op::Full | Op::Identity | Op::Reflexive(_) => self.full(Set),
            Op::IdentityOn(set) => set,
            Op::Inverse(inner) => self.range(inner),
            _ => self.derived(Op::Domain(a), Set),
        }
    }

    pub(crate) fn range(&mut self, a: NodeId) -> NodeId {
        match *self.op(a) {
            Op::Empty => self.empty(Set),
            Op::Full | Op::Identity | Op::Reflexive(_) => self.full(Set),
            Op::IdentityOn(set) => set,
            Op::Inverse(inner) => self.domain(inner),
            _ => self.derived(Op::Range(a), Set),
        }
    }

    pub(crate) fn ordered_by_fences(&mut self, a: NodeId) -> NodeId {
        if self.is_empty(a) { self.empty(Relation) } else { self.derived(Op::OrderedByFences(a), Relation) }
    }

    /// Values are known when it is known what is read.
    pub(crate) fn different_values(&mut self, a: NodeId) -> NodeId {
        if self.is_empty(a) {
            return a;
        }
        let Node { level, open, .. } = self.plan.nodes[a];
        self.intern(Op::DifferentValues(a), Relation, level.max(Level::READS_FROM), open)
    }
}
