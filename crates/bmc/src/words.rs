//! The words of the vocabulary as literals, and their bounds.

use batsat::Lit;
use cat::BaseId;
use cat::plan::{ChoiceId, Node, NodeId, Op, Plan};
use execution::{Action, Event, EventStructure};
use relation::{EventId, EventSet, Index, Relation};
use rustc_hash::FxHashMap;
use sim::symbolic::{self, WordValue};

use crate::bounds::{Bound, Bounds, Given};
use crate::formula::Formula;
use crate::memory::{Ground, Memory};
use crate::skeleton::Skeleton;

/// The words that a plan mentions.
pub(crate) struct Words {
    values: FxHashMap<BaseId, WordValue>,
    po: Relation,
    fences: EventSet,
    conditional: Conditional,
}

/// Pairs of relations between events of one thread that are there only sometimes when both happen, with when: by the name of the relation.
pub(crate) type Conditional = FxHashMap<(&'static str, EventId, EventId), Lit>;

impl Words {
    pub(crate) fn new(plan: &Plan, structure: &EventStructure<'_>, conditional: &Conditional) -> Words {
        let mut values = FxHashMap::default();
        for node in plan.nodes.iter() {
            if let Op::Base(word) = node.op {
                values.entry(word).or_insert_with(|| symbolic::word_value(structure, word));
            }
        }
        let fences = structure.select(|event| event.action == Action::Fence);
        Words { values, po: structure.po(), fences, conditional: conditional.clone() }
    }

    /// When a pair is there that is there only sometimes.
    fn condition(&self, word: BaseId, a: EventId, b: EventId) -> Option<Lit> {
        self.conditional.get(&(symbolic::word_name(word)?, a, b)).copied()
    }

    /// Whether a word says which write a read reads from.
    pub(crate) fn is_reads_from(&self, word: BaseId) -> bool {
        matches!(self.values.get(&word), Some(WordValue::ReadsFrom))
    }

    /// The fences between two events in program order.
    pub(crate) fn fences_between(&self, a: EventId, b: EventId) -> impl Iterator<Item = EventId> + '_ {
        self.po.targets(a).filter(move |&fence| self.fences.contains(fence) && self.po.contains(fence, b))
    }

    /// Whether an event is in a set, or two events are in a relation, where that is not certain before.
    pub(crate) fn literal(
        &self,
        word: BaseId,
        a: EventId,
        b: EventId,
        ground: &mut Ground<'_, '_, '_>,
        memory: &mut Memory,
    ) -> Lit {
        match &self.values[&word] {
            WordValue::Set(set) => ground.formula.constant(set.contains(a)),
            WordValue::Relation(relation) => match self.condition(word, a, b) {
                Some(when) => when,
                None => ground.formula.constant(relation.contains(a, b)),
            },
            WordValue::SourcesOf(relation) => {
                let targets: Vec<Lit> = relation.targets(a).map(|target| ground.skeleton.happens[target]).collect();
                ground.formula.or_all(targets)
            }
            WordValue::FinalWrites => {
                let all = memory.finals.iter().flat_map(|(_, writes)| writes);
                let own: Vec<Lit> = all.filter(|(write, _)| *write == a).map(|&(_, is_final)| is_final).collect();
                ground.formula.or_all(own)
            }
            WordValue::ReadsFrom => memory.reads_from.get(&(a, b)).copied().unwrap_or(ground.formula.no()),
            WordValue::FinalWritesOrder => final_order(a, b, ground, memory),
            WordValue::SameLocation(registers) => match registers.contains(a, b) {
                true => ground.formula.yes(),
                false => memory.same_location(ground, a, b),
            },
            WordValue::SameIndex => same_index(a, b, ground, memory),
        }
    }
}

/// Initial writes come first, final ones last.
fn final_order(a: EventId, b: EventId, ground: &mut Ground<'_, '_, '_>, memory: &mut Memory) -> Lit {
    let [first, second] = [a, b].map(|event| ground.structure.events[event]);
    if second.thread.is_none() {
        return ground.formula.no();
    }
    if first.thread.is_none() {
        return memory.same_location(ground, a, b);
    }
    if a == b {
        return ground.formula.no();
    }
    let last: Vec<_> = memory
        .finals
        .iter()
        .filter_map(|(cell, writes)| Some((*cell, writes.iter().find(|(write, _)| *write == b)?.1)))
        .collect();
    let mut ways = Vec::new();
    for (cell, is_last) in last {
        if memory.cells[a.index()].contains(&cell) {
            let is_there = ground.is_at(a, cell);
            ways.push(ground.formula.and(is_last, is_there));
        }
    }
    ground.formula.or_all(ways)
}

/// Accesses to cells of one index.
fn same_index(a: EventId, b: EventId, ground: &mut Ground<'_, '_, '_>, memory: &Memory) -> Lit {
    if a == b {
        return ground.formula.yes();
    }
    let mut ways = Vec::new();
    for &one in &memory.cells[a.index()] {
        for &other in memory.cells[b.index()].iter().filter(|other| other.index == one.index) {
            let (first, second) = (ground.is_at(a, one), ground.is_at(b, other));
            ways.push(ground.formula.and(first, second));
        }
    }
    ground.formula.or_all(ways)
}

/// The bounds of words, choices and what is computed from values.
pub(crate) struct WordBounds<'w, 'f, 'a, 's> {
    pub(crate) words: &'w Words,
    pub(crate) plan: &'w Plan,
    /// By choice the pairs that no execution has in its order.
    pub(crate) excluded: &'w FxHashMap<ChoiceId, Relation>,
    pub(crate) ground: &'w mut Ground<'f, 'a, 's>,
    pub(crate) memory: &'w mut Memory,
}

fn exactly(bound: Bound) -> Bounds {
    Bounds { may: bound.clone(), must: bound }
}

impl Given for WordBounds<'_, '_, '_, '_> {
    fn bounds(&mut self, node: &Node, of: &dyn Fn(NodeId) -> Bounds) -> Bounds {
        match node.op {
            Op::Base(word) => self.word(word),
            Op::Chosen(choice) => {
                let excluded = self.excluded.get(&choice);
                let choice = self.plan.choices[choice];
                self.order((&of(choice.set), &of(choice.known)), choice.by_location, excluded)
            }
            Op::OrderedByFences(set) => {
                let (set, words) = (of(set), self.words);
                let between =
                    |set: &EventSet| words.po.restrict(&EventSet::full(set.universe()), set).sequence(&words.po);
                let [may, must] = [set.may, set.must].map(|set| words.fences.intersection(set.set()));
                let needs = &self.ground.skeleton.needs;
                let inner = words.po.restrict(&EventSet::full(must.universe()), &must);
                let must = inner.intersection(needs).sequence(&words.po);
                Bounds { may: Bound::Relation(between(&may)), must: Bound::Relation(must) }
            }
            Op::DifferentValues(relation) => {
                let empty = Relation::empty(self.ground.skeleton.happens.len());
                Bounds { may: of(relation).may, must: Bound::Relation(empty) }
            }
            _ => unreachable!("not a word, nor computed from values"),
        }
    }
}

impl WordBounds<'_, '_, '_, '_> {
    fn word(&mut self, word: BaseId) -> Bounds {
        let words = self.words;
        let universe = self.ground.skeleton.happens.len();
        match &words.values[&word] {
            WordValue::Set(set) => exactly(Bound::Set(set.clone())),
            WordValue::Relation(relation) => {
                let mut must = relation.clone();
                let name = symbolic::word_name(word);
                let own = words.conditional.keys().filter(|(of, ..)| Some(*of) == name);
                own.for_each(|&(_, a, b)| must.remove(a, b));
                Bounds { may: Bound::Relation(relation.clone()), must: Bound::Relation(must) }
            }
            WordValue::SourcesOf(relation) => {
                let must = relation.intersection(&self.ground.skeleton.needs).domain();
                Bounds { may: Bound::Set(relation.domain()), must: Bound::Set(must) }
            }
            WordValue::FinalWrites => {
                let (mut may, mut must) = (EventSet::empty(universe), EventSet::empty(universe));
                for &(write, is_final) in self.memory.finals.iter().flat_map(|(_, writes)| writes) {
                    let is_certain = is_certain(self.ground.formula, self.ground.skeleton, is_final, write);
                    _ = may.insert(write);
                    _ = is_certain && must.insert(write);
                }
                Bounds { may: Bound::Set(may), must: Bound::Set(must) }
            }
            WordValue::ReadsFrom => {
                let (mut may, mut must) = (Relation::empty(universe), Relation::empty(universe));
                for (&(write, read), &literal) in &self.memory.reads_from {
                    may.insert(write, read);
                    if is_certain(self.ground.formula, self.ground.skeleton, literal, read) {
                        must.insert(write, read);
                    }
                }
                Bounds { may: Bound::Relation(may), must: Bound::Relation(must) }
            }
            WordValue::FinalWritesOrder => self.by_literals(final_order),
            WordValue::SameLocation(registers) => {
                let mut bounds = self.by_cells(|one, other| one == other);
                for bound in [&mut bounds.may, &mut bounds.must] {
                    if let Bound::Relation(relation) = bound {
                        relation.union_with(registers);
                    }
                }
                bounds
            }
            WordValue::SameIndex => self.by_cells(|one, other| one.index == other.index),
        }
    }

    /// The bounds of a relation between writes whose literals cost little.
    fn by_literals(&mut self, literal: fn(EventId, EventId, &mut Ground<'_, '_, '_>, &mut Memory) -> Lit) -> Bounds {
        let universe = self.ground.skeleton.happens.len();
        let (mut may, mut must) = (Relation::empty(universe), Relation::empty(universe));
        let writes: Vec<EventId> = self.ground.structure.select(Event::is_write).iter().collect();
        for &a in &writes {
            for &b in &writes {
                let is_apart =
                    self.memory.cells[a.index()].iter().all(|cell| !self.memory.cells[b.index()].contains(cell));
                if is_apart || !self.ground.skeleton.together.contains(a, b) {
                    continue;
                }
                let found = literal(a, b, self.ground, self.memory);
                match self.ground.formula.known(found) {
                    Some(false) => {}
                    Some(true) => _ = (may.insert(a, b), must.insert(a, b)),
                    None => _ = may.insert(a, b),
                }
            }
        }
        Bounds { may: Bound::Relation(may), must: Bound::Relation(must) }
    }

    /// The bounds of a relation between accesses that depends on the cells alone.
    fn by_cells(&self, are_alike: impl Fn(execution::Cell, execution::Cell) -> bool) -> Bounds {
        let universe = self.ground.skeleton.happens.len();
        let (mut may, mut must) = (Relation::empty(universe), Relation::empty(universe));
        let cells = &self.memory.cells;
        let is_static = self.ground.structure.known_cells.is_some();
        for (a, of_a) in cells.iter().enumerate().filter(|(_, cells)| !cells.is_empty()) {
            for (b, of_b) in cells.iter().enumerate() {
                let pair = (EventId::new(a), EventId::new(b));
                if of_a.iter().any(|&one| of_b.iter().any(|&other| are_alike(one, other))) {
                    may.insert(pair.0, pair.1);
                    if is_static || a == b {
                        must.insert(pair.0, pair.1);
                    }
                }
            }
        }
        Bounds { may: Bound::Relation(may), must: Bound::Relation(must) }
    }

    fn order(&self, (set, known): (&Bounds, &Bounds), by_location: bool, excluded: Option<&Relation>) -> Bounds {
        let product = |set: &Bound| Relation::product(set.set(), set.set());
        let (mut may, mut certain) = (product(&set.may), product(&set.must));
        if by_location {
            let same = self.by_cells(|one, other| one == other);
            (may, certain) = (may.intersection(same.may.relation()), certain.intersection(same.must.relation()));
        }
        let certain = certain.difference(&Relation::identity(may.universe()));
        let mut must = certain.intersection(known.must.relation());
        let mut may = may.difference(&Relation::identity(may.universe())).difference(&must.inverse());
        if let Some(excluded) = excluded {
            may = may.difference(excluded);
            // Of two events that are in the order, one is first.
            must.union_with(&certain.intersection(&excluded.inverse()));
        }
        Bounds { must: Bound::Relation(must.intersection(&may)), may: Bound::Relation(may) }
    }
}

/// Whether a literal about an event holds whenever the event happens.
fn is_certain(formula: &Formula<'_>, skeleton: &Skeleton, literal: Lit, event: EventId) -> bool {
    formula.known(literal) == Some(true) || literal == skeleton.happens[event]
}
