//! What a model computes, as literals: for an event and a set, or two events and a relation, whether they are in it. Nothing is computed that is not asked for.
//!
//! A literal of a pair says something only where both events happen; where a step between them is needed, it has to happen as well.
//!
//! Recursion (closures, and `let rec`) has least fixpoints. Where it only matters that nothing is missing, since what is asked of the result is that something
//! is *not* there, implications from derivations to what they derive are enough: an assignment with more in it than the fixpoint stays one with less. Where it
//! matters that nothing is in it without reason, each member chooses a derivation, and the graph of the members on which derivations rest has no cycle.

use batsat::Lit;
use cat::BaseId;
use cat::plan::{ChoiceId, FixpointId, NodeId, Op, Plan};
use program::IdVec;
use relation::{EventId, Relation};
use rustc_hash::FxHashMap;

use crate::acyclicity::GraphNode;
use crate::bounds::Bounds;
use crate::memory::{Ground, Memory};
use crate::values::{Value, Values};
use crate::words::Words;

/// On which side an approximation of a value does no harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    /// Whatever is in the value has its literal true.
    Over,
    /// Whatever has its literal true is in the value.
    Under,
}

impl Mode {
    fn flipped(self) -> Mode {
        match self {
            Mode::Over => Mode::Under,
            Mode::Under => Mode::Over,
        }
    }
}

/// What has a least fixpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Recursion {
    /// The transitive closure of this number.
    Closure(usize),
    Fixpoint(FixpointId, u32),
}

/// A member of a fixpoint.
type Atom = (Recursion, EventId, EventId, Mode);

#[derive(Clone, Copy)]
struct Defined {
    literal: Lit,
    /// In the graph of what rests on what.
    node: Option<GraphNode>,
}

/// A transitive closure.
struct ClosureOf {
    parts: Vec<NodeId>,
    /// What is closed, and the closure, at most.
    base: Relation,
    may: Relation,
    /// The closure, at least.
    must: Relation,
}

pub(crate) struct Encoder<'e, 'f, 'a, 's> {
    pub(crate) ground: &'e mut Ground<'f, 'a, 's>,
    pub(crate) memory: &'e mut Memory,
    pub(crate) words: &'e Words,
    pub(crate) plan: &'e Plan,
    pub(crate) bounds: IdVec<NodeId, Option<Bounds>>,
    /// Whether a node is computed with recursion.
    is_recursive: IdVec<NodeId, bool>,
    known: FxHashMap<(NodeId, EventId, EventId, Mode), Lit>,
    closures: Vec<ClosureOf>,
    closure_of: FxHashMap<NodeId, usize>,
    atoms: FxHashMap<Atom, Defined>,
    /// Atoms that are mentioned and not defined yet.
    open: Vec<Atom>,
    /// The member whose derivations are being written down.
    owner: Option<Atom>,
    /// By the member that rests on another one the literal for that.
    rests: FxHashMap<(Atom, Atom), Lit>,
    orders: FxHashMap<(ChoiceId, EventId, EventId), Lit>,
    /// By choice the pairs that no execution has in its order.
    excluded: FxHashMap<ChoiceId, Relation>,
}

impl<'e, 'f, 'a, 's> Encoder<'e, 'f, 'a, 's> {
    pub(crate) fn new(
        ground: &'e mut Ground<'f, 'a, 's>,
        memory: &'e mut Memory,
        words: &'e Words,
        plan: &'e Plan,
        (bounds, excluded): (IdVec<NodeId, Option<Bounds>>, FxHashMap<ChoiceId, Relation>),
    ) -> Self {
        let mut is_recursive = IdVec::from_elem(false, plan.nodes.len());
        for node in plan.nodes.ids() {
            let op = &plan.nodes[node].op;
            let mut is = matches!(op, Op::Closure { .. } | Op::Recursive(..) | Op::Fixpoint(..));
            // Operands come before what is computed of them.
            op.for_each_operand(&mut |operand| is |= is_recursive[operand]);
            is_recursive[node] = is;
        }
        Encoder {
            ground,
            memory,
            words,
            plan,
            bounds,
            is_recursive,
            known: FxHashMap::default(),
            closures: Vec::new(),
            closure_of: FxHashMap::default(),
            atoms: FxHashMap::default(),
            open: Vec::new(),
            owner: None,
            rests: FxHashMap::default(),
            orders: FxHashMap::default(),
            excluded,
        }
    }

    pub(crate) fn bounds(&self, node: NodeId) -> &Bounds {
        self.bounds[node].as_ref().expect("bounds of all that is asked for were computed")
    }

    pub(crate) fn may(&self, node: NodeId) -> &Relation {
        self.bounds(node).may.relation()
    }

    pub(crate) fn happens(&self, event: EventId) -> Lit {
        self.ground.skeleton.happens[event]
    }

    /// Whether an event is in a set.
    pub(crate) fn member(&mut self, node: NodeId, event: EventId, mode: Mode) -> Lit {
        let bounds = self.bounds(node);
        if !bounds.may.set().contains(event) {
            return self.ground.formula.no();
        }
        if bounds.must.set().contains(event) {
            return self.ground.formula.yes();
        }
        self.literal(node, event, event, mode)
    }

    /// Whether two events are in a relation.
    pub(crate) fn pair(&mut self, node: NodeId, a: EventId, b: EventId, mode: Mode) -> Lit {
        let bounds = self.bounds(node);
        if !bounds.may.relation().contains(a, b) {
            return self.ground.formula.no();
        }
        if bounds.must.relation().contains(a, b) {
            return self.ground.formula.yes();
        }
        self.literal(node, a, b, mode)
    }

    fn literal(&mut self, node: NodeId, a: EventId, b: EventId, mode: Mode) -> Lit {
        let is_recursive = self.is_recursive[node];
        // What rests on what is said anew for each member that rests on it.
        let is_kept = !is_recursive || self.owner.is_none();
        if is_kept && let Some(&known) = self.known.get(&(node, a, b, mode)) {
            return known;
        }
        let literal = self.compute(node, a, b, mode);
        if is_kept {
            self.known.insert((node, a, b, mode), literal);
        }
        literal
    }

    fn compute(&mut self, node: NodeId, a: EventId, b: EventId, mode: Mode) -> Lit {
        let plan = self.plan;
        match plan.nodes[node].op {
            Op::Empty => self.ground.formula.no(),
            Op::Full => self.ground.formula.yes(),
            Op::Identity => self.ground.formula.constant(a == b),
            Op::Base(word) => self.word(word, a, b),
            Op::Chosen(choice) => self.chosen(choice, a, b),
            Op::Recursive(id, number) | Op::Fixpoint(id, number) => {
                self.atom((Recursion::Fixpoint(id, number), a, b, mode))
            }
            Op::Closure { .. } => {
                let number = self.closure(node);
                self.atom((Recursion::Closure(number), a, b, mode))
            }
            Op::Union(ref operands) => {
                let all: Vec<Lit> = operands.iter().map(|&operand| self.either(operand, a, b, mode)).collect();
                self.any(mode, all)
            }
            Op::Intersection(x, y) => {
                let first = self.either(x, a, b, mode);
                let second = self.either(y, a, b, mode);
                self.all(mode, vec![first, second])
            }
            Op::Difference(x, y) => {
                let first = self.either(x, a, b, mode);
                let taken = self.against(y, a, b, mode);
                self.all(mode, vec![first, !taken])
            }
            Op::Complement(x) => !self.against(x, a, b, mode),
            Op::Product(x, y) => self.both_ends(Some(x), a, Some(y), b, mode),
            Op::IdentityOn(x) => self.member(x, a, mode),
            Op::Sequence(x, y) => self.sequence(x, y, a, b, mode),
            Op::Restrict { sources, relation, targets } => {
                let ends = self.both_ends(sources, a, targets, b, mode);
                let inner = self.pair(relation, a, b, mode);
                self.all(mode, vec![ends, inner])
            }
            Op::Inverse(x) => self.pair(x, b, a, mode),
            Op::Reflexive(x) => match a == b {
                true => self.ground.formula.yes(),
                false => self.pair(x, a, b, mode),
            },
            Op::Domain(x) => self.some_end(x, a, mode, true),
            Op::Range(x) => self.some_end(x, a, mode, false),
            Op::OrderedByFences(set) => self.ordered_by_fences(set, a, b, mode),
            Op::DifferentValues(x) => {
                let inner = self.pair(x, a, b, mode);
                let differ = self.differ(a, b);
                self.all(mode, vec![inner, differ])
            }
        }
    }

    /// What holds of all, as far as the mode needs it.
    fn all(&mut self, mode: Mode, literals: Vec<Lit>) -> Lit {
        match mode {
            Mode::Over => self.ground.formula.at_least_all(literals),
            Mode::Under => self.ground.formula.at_most_all(literals),
        }
    }

    /// What holds of some, as far as the mode needs it.
    fn any(&mut self, mode: Mode, literals: Vec<Lit>) -> Lit {
        match mode {
            Mode::Over => self.ground.formula.at_least_any(literals),
            Mode::Under => self.ground.formula.at_most_any(literals),
        }
    }

    /// That all of some way hold, as far as the mode needs it. Of what is over-approximated there is one clause for each way.
    fn some_way(&mut self, mode: Mode, mut ways: Vec<Vec<Lit>>) -> Lit {
        let formula = &mut *self.ground.formula;
        // Most ways through a middle are excluded by the bounds already.
        ways.retain(|way| way.iter().all(|&literal| formula.known(literal) != Some(false)));
        if mode == Mode::Under || ways.len() < 2 {
            let ways: Vec<Lit> = ways.into_iter().map(|way| self.all(mode, way)).collect();
            return self.any(mode, ways);
        }
        if ways.iter().any(|way| way.iter().all(|&literal| formula.known(literal) == Some(true))) {
            return formula.yes();
        }
        let some = formula.fresh();
        for way in ways {
            // Only upwards: that the literal holds without a way does no harm to an over-approximation.
            formula.clause(way.into_iter().map(|literal| !literal).chain([some]));
        }
        some
    }

    /// Whether the over-approximated literal of a pair is made to hold only where both events happen.
    pub(crate) fn is_of_what_happens(&self, node: NodeId, a: EventId, b: EventId) -> bool {
        if self.bounds(node).must.relation().contains(a, b) {
            return false;
        }
        match self.plan.nodes[node].op {
            Op::Base(word) => self.words.is_reads_from(word),
            // `chosen` and `sequence` put that both ends happen into the literal.
            Op::Chosen(_) | Op::Sequence(..) => true,
            Op::Inverse(x) => self.is_of_what_happens(x, b, a),
            Op::Union(ref operands) => operands
                .iter()
                .filter(|&&operand| self.may(operand).contains(a, b))
                .all(|&operand| self.is_of_what_happens(operand, a, b)),
            Op::Intersection(x, y) => self.is_of_what_happens(x, a, b) || self.is_of_what_happens(y, a, b),
            Op::Difference(x, _) | Op::Restrict { relation: x, .. } | Op::DifferentValues(x) => {
                self.is_of_what_happens(x, a, b)
            }
            Op::Reflexive(x) => a != b && self.is_of_what_happens(x, a, b),
            Op::Empty
            | Op::Full
            | Op::Identity
            | Op::Complement(_)
            | Op::Product(..)
            | Op::IdentityOn(_)
            | Op::Closure { .. }
            | Op::Domain(_)
            | Op::Range(_)
            | Op::Recursive(..)
            | Op::Fixpoint(..)
            | Op::OrderedByFences(_) => false,
        }
    }

    /// Of a set or a relation.
    fn either(&mut self, node: NodeId, a: EventId, b: EventId, mode: Mode) -> Lit {
        match self.plan.nodes[node].kind {
            cat::BaseKind::Set => self.member(node, a, mode),
            cat::BaseKind::Relation => self.pair(node, a, b, mode),
        }
    }

    /// Of what is taken away: approximated on the other side.
    fn against(&mut self, node: NodeId, a: EventId, b: EventId, mode: Mode) -> Lit {
        // What is taken away is no part of a derivation: plans have no recursion through it, as fixpoints need not exist then.
        let owner = self.owner.take();
        let literal = self.either(node, a, b, mode.flipped());
        self.owner = owner;
        literal
    }

    fn both_ends(&mut self, x: Option<NodeId>, a: EventId, y: Option<NodeId>, b: EventId, mode: Mode) -> Lit {
        let yes = self.ground.formula.yes();
        let first = x.map_or(yes, |x| self.member(x, a, mode));
        let second = y.map_or(yes, |y| self.member(y, b, mode));
        self.all(mode, vec![first, second])
    }

    /// That an event happens; certain where `a` or `b` does not happen without it.
    pub(crate) fn happens_beside(&self, event: EventId, a: EventId, b: EventId) -> Lit {
        let needs = &self.ground.skeleton.needs;
        match needs.contains(a, event) || needs.contains(b, event) {
            true => self.ground.formula.yes(),
            false => self.happens(event),
        }
    }

    fn sequence(&mut self, x: NodeId, y: NodeId, a: EventId, b: EventId, mode: Mode) -> Lit {
        let targets: Vec<EventId> = self.may(x).targets(a).collect();
        let mut ways = Vec::new();
        for middle in targets {
            if !self.may(y).contains(middle, b) {
                continue;
            }
            let first = self.pair(x, a, middle, mode);
            let second = self.pair(y, middle, b, mode);
            let mut way = vec![first, second];
            let is_of = [self.is_of_what_happens(x, a, middle), self.is_of_what_happens(y, middle, b)];
            // An over-approximated step that holds only where its ends happen says so of the middle by itself.
            if mode == Mode::Under || !(is_of[0] || is_of[1]) {
                way.push(self.happens_beside(middle, a, b));
            }
            // Then the literal of the whole is made to hold only where both ends happen.
            if mode == Mode::Over {
                way.extend((!is_of[0]).then(|| self.happens(a)));
                way.extend((!is_of[1]).then(|| self.happens(b)));
            }
            ways.push(way);
        }
        self.some_way(mode, ways)
    }

    fn some_end(&mut self, x: NodeId, event: EventId, mode: Mode, is_source: bool) -> Lit {
        let others: Vec<EventId> = match is_source {
            true => self.may(x).targets(event).collect(),
            false => self.may(x).inverse().targets(event).collect(),
        };
        let mut ways = Vec::new();
        for other in others {
            let (a, b) = if is_source { (event, other) } else { (other, event) };
            let inner = self.pair(x, a, b, mode);
            ways.push(vec![inner, self.happens_beside(other, event, event)]);
        }
        self.some_way(mode, ways)
    }

    fn ordered_by_fences(&mut self, set: NodeId, a: EventId, b: EventId, mode: Mode) -> Lit {
        let fences: Vec<EventId> = self.words.fences_between(a, b).collect();
        let mut ways = Vec::new();
        for fence in fences {
            let is_meant = self.member(set, fence, mode);
            ways.push(vec![is_meant, self.happens_beside(fence, a, b)]);
        }
        self.some_way(mode, ways)
    }

    /// What an event reads or writes; of those that do both, what it writes.
    fn value(&mut self, event: EventId) -> Option<Value> {
        let description = self.ground.structure.events[event];
        if let Some(value) = description.written() {
            return Some(self.ground.values.of(self.ground.formula, value));
        }
        match description.action {
            execution::Action::Read { symbol, width, .. } => {
                Some(self.ground.values.symbol(self.ground.formula, symbol, width))
            }
            _ => None,
        }
    }

    /// Whether two events have different values, or none.
    fn differ(&mut self, a: EventId, b: EventId) -> Lit {
        match (self.value(a), self.value(b)) {
            (Some(a), Some(b)) if a.bits.len() == b.bits.len() => !Values::same(self.ground.formula, &a, &b),
            _ => self.ground.formula.yes(),
        }
    }

    fn word(&mut self, word: BaseId, a: EventId, b: EventId) -> Lit {
        self.words.literal(word, a, b, self.ground, self.memory)
    }

    /// Whether an order that the model chooses has a pair; only where both events happen.
    pub(crate) fn chosen(&mut self, choice: ChoiceId, a: EventId, b: EventId) -> Lit {
        if let Some(&known) = self.orders.get(&(choice, a, b)) {
            return known;
        }
        let of = self.plan.choices[choice];
        let is_excluded = |a, b| self.excluded.get(&choice).is_some_and(|pairs| pairs.contains(a, b));
        let is_excluded = [is_excluded(a, b), is_excluded(b, a)];
        let ends = self.both_ends(Some(of.set), a, Some(of.set), b, Mode::Over);
        if self.ground.formula.known(ends).is_none() {
            // Where what the order is of depends on what is read, both approximations are the same.
            let under = self.both_ends(Some(of.set), a, Some(of.set), b, Mode::Under);
            self.ground.formula.implies(ends, under);
        }
        let happen = self.both_happen(a, b);
        let mut conditions = vec![ends, happen];
        if of.by_location {
            conditions.push(self.memory.same_location(self.ground, a, b));
        }
        let formula = &mut *self.ground.formula;
        let is_ordered = formula.and_all(conditions);
        let (one, other) = match is_excluded {
            _ if formula.known(is_ordered) == Some(false) || a == b => (formula.no(), formula.no()),
            [true, true] => {
                formula.require(!is_ordered);
                (formula.no(), formula.no())
            }
            [false, true] => (is_ordered, formula.no()),
            [true, false] => (formula.no(), is_ordered),
            [false, false] => {
                let (one, other) = (formula.fresh(), formula.fresh());
                // Total: one of the two directions, and not both. That the order is acyclic is required once for all pairs.
                formula.one_of(is_ordered, &[one, other]);
                (one, other)
            }
        };
        self.orders.insert((choice, a, b), one);
        // Both directions at a time, so that the second one is not chosen anew.
        self.orders.insert((choice, b, a), other);
        one
    }

    /// The number of the closure that a node is.
    fn closure(&mut self, node: NodeId) -> usize {
        if let Some(&known) = self.closure_of.get(&node) {
            return known;
        }
        let mut parts = Vec::new();
        self.flatten(node, &mut parts);
        let bounds = self.bounds(node);
        let (may, must) = (bounds.may.relation().clone(), bounds.must.relation().clone());
        let number = self.new_closure(parts, may, must);
        self.closure_of.insert(node, number);
        number
    }

    fn new_closure(&mut self, parts: Vec<NodeId>, may: Relation, must: Relation) -> usize {
        let mut base = Relation::empty(may.universe());
        parts.iter().for_each(|&part| base.union_with(self.may(part)));
        self.closures.push(ClosureOf { parts, base, may, must });
        self.closures.len() - 1
    }

    /// A closure that the plan does not have: of the union of `parts`.
    pub(crate) fn closure_of(&mut self, parts: &[NodeId]) -> Recursion {
        let mut base = Relation::empty(self.ground.skeleton.happens.len());
        parts.iter().for_each(|&part| base.union_with(self.may(part)));
        let must = Relation::empty(base.universe());
        Recursion::Closure(self.new_closure(parts.to_vec(), base.transitive_closure(), must))
    }

    /// What a closure closes, closures among it taken apart.
    pub(crate) fn flatten(&self, node: NodeId, parts: &mut Vec<NodeId>) {
        match self.plan.nodes[node].op {
            Op::Closure { closed, ref rest } => {
                closed.iter().chain(rest).for_each(|&part| self.flatten(part, parts));
            }
            Op::Union(ref operands) => operands.iter().for_each(|&part| self.flatten(part, parts)),
            _ if parts.contains(&node) => {}
            _ => parts.push(node),
        }
    }

    /// Whether some of `parts` has a pair.
    pub(crate) fn union(&mut self, parts: &[NodeId], a: EventId, b: EventId, mode: Mode) -> Lit {
        let all: Vec<Lit> = parts.iter().map(|&part| self.pair(part, a, b, mode)).collect();
        self.any(mode, all)
    }

    /// A member of a fixpoint, seen from the member that is being defined, if there is one.
    pub(crate) fn atom(&mut self, atom: Atom) -> Lit {
        let (recursion, a, b, mode) = atom;
        if let Recursion::Closure(number) = recursion {
            let closure = &self.closures[number];
            if !closure.may.contains(a, b) {
                return self.ground.formula.no();
            }
            if closure.must.contains(a, b) {
                return self.ground.formula.yes();
            }
        }
        let defined = match self.atoms.get(&atom) {
            Some(&known) => known,
            None => {
                let node = (mode == Mode::Under).then(|| self.ground.formula.node());
                let defined = Defined { literal: self.ground.formula.fresh(), node };
                self.atoms.insert(atom, defined);
                self.open.push(atom);
                defined
            }
        };
        let (Some(owner), Mode::Under) = (self.owner, mode) else { return defined.literal };
        if let Some(&known) = self.rests.get(&(owner, atom)) {
            return known;
        }
        let rests = self.ground.formula.fresh();
        self.ground.formula.implies(rests, defined.literal);
        if let (Some(Defined { node: Some(source), .. }), Some(target)) =
            (self.atoms.get(&owner).copied(), defined.node)
        {
            // An edge only where the derivation is used: a cycle of members that each rest on the next has no reason.
            self.ground.formula.edge(source, target, rests);
        }
        self.rests.insert((owner, atom), rests);
        rests
    }

    /// Defines all members that were mentioned.
    pub(crate) fn define(&mut self) {
        // Definitions mention further members: what is asked for is defined and no more.
        while let Some(atom) = self.open.pop() {
            if self.ground.formula.is_stopped() {
                return;
            }
            let (recursion, a, b, mode) = atom;
            let literal = self.atoms[&atom].literal;
            // Over-approximations may rest on each other in a circle, as they may hold without reason.
            self.owner = (mode == Mode::Under).then_some(atom);
            let mut derivations: Vec<Vec<Lit>> = Vec::new();
            match recursion {
                Recursion::Fixpoint(id, number) => {
                    let body = self.plan.fixpoints[id].bodies[number as usize];
                    derivations.push(vec![self.either(body, a, b, mode)]);
                }
                Recursion::Closure(number) => self.paths(number, a, b, mode, &mut derivations),
            }
            self.owner = None;
            match mode {
                Mode::Over => derivations.into_iter().for_each(|way| {
                    self.ground.formula.clause(way.into_iter().map(|literal| !literal).chain([literal]));
                }),
                Mode::Under => {
                    let ways: Vec<Lit> = derivations.into_iter().map(|way| self.all(mode, way)).collect();
                    self.ground.formula.clause(ways.into_iter().chain([!literal]));
                }
            }
        }
    }

    /// How a pair comes to be in a closure: by one step, or by one step and a shorter path.
    fn paths(&mut self, number: usize, a: EventId, b: EventId, mode: Mode, derivations: &mut Vec<Vec<Lit>>) {
        let parts = self.closures[number].parts.clone();
        if self.closures[number].base.contains(a, b) {
            derivations.push(vec![self.union(&parts, a, b, mode)]);
        }
        let middles: Vec<EventId> = self.closures[number].base.targets(a).collect();
        for middle in middles {
            // A path that comes back to an end has a shorter one.
            if middle == a || middle == b || !self.closures[number].may.contains(middle, b) {
                continue;
            }
            let step = self.union(&parts, a, middle, mode);
            if self.ground.formula.known(step) == Some(false) {
                continue;
            }
            let rest = self.atom((Recursion::Closure(number), middle, b, mode));
            let happens = self.happens_beside(middle, a, b);
            derivations.push(vec![step, rest, happens]);
        }
    }
}
