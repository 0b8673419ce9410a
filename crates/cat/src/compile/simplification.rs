//! Tests: whatever [`Builder`] makes of an expression means what the expression means.

use proptest::collection::vec;
use proptest::prelude::*;
use relation::{EventId, EventSet, Index, Relation};

use super::builder::Builder;
use super::plan::{Level, NodeId, Op};
use crate::BaseKind;
use crate::{Phase, Vocabulary};

const EVENTS: usize = 4;

/// Known at these levels.
const SETS: [Level; 3] = [Level::STRUCTURE, Level::STRUCTURE, Level::FINAL_WRITES];
const RELATIONS: [Level; 4] = [Level::STRUCTURE, Level::STRUCTURE, Level::READS_FROM, Level::FINAL_WRITES];

type Pairs = Vec<(usize, usize)>;

fn relation(pairs: &Pairs) -> Relation {
    Relation::from_pairs(EVENTS, pairs.iter().map(|&(source, target)| (EventId::new(source), EventId::new(target))))
}

/// What the words stand for.
struct Words {
    sets: Vec<EventSet>,
    relations: Vec<Relation>,
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Set(EventSet),
    Relation(Relation),
}

/// The meaning of a node, by the definitions of the operators.
fn meaning(builder: &Builder, words: &Words, node: NodeId) -> Value {
    let of = |node| meaning(builder, words, node);
    let set = |node| match of(node) {
        Value::Set(set) => set,
        Value::Relation(_) => panic!("a set"),
    };
    let rel = |node| match of(node) {
        Value::Relation(relation) => relation,
        Value::Set(_) => panic!("a relation"),
    };
    if builder.kind(node) == BaseKind::Set {
        return Value::Set(match *builder.op(node) {
            Op::Empty => EventSet::empty(EVENTS),
            Op::Full => EventSet::full(EVENTS),
            Op::Base(word) => words.sets[word.index()].clone(),
            Op::Union(ref parts) => parts.iter().fold(EventSet::empty(EVENTS), |all, &part| all.union(&set(part))),
            Op::Intersection(a, b) => set(a).intersection(&set(b)),
            Op::Difference(a, b) => set(a).difference(&set(b)),
            Op::Complement(a) => set(a).complement(),
            Op::Domain(a) => rel(a).domain(),
            Op::Range(a) => rel(a).range(),
            ref other => panic!("{other:?}"),
        });
    }
    let all = EventSet::full(EVENTS);
    let union = |parts: &[NodeId]| parts.iter().fold(Relation::empty(EVENTS), |all, &part| all.union(&rel(part)));
    Value::Relation(match *builder.op(node) {
        Op::Empty => Relation::empty(EVENTS),
        Op::Full => Relation::full(EVENTS),
        Op::Identity => Relation::identity(EVENTS),
        Op::Base(word) => words.relations[word.index() - SETS.len()].clone(),
        Op::Union(ref parts) => union(parts),
        Op::Intersection(a, b) => rel(a).intersection(&rel(b)),
        Op::Difference(a, b) => rel(a).difference(&rel(b)),
        Op::Complement(a) => rel(a).complement(),
        Op::Product(a, b) => Relation::product(&set(a), &set(b)),
        Op::IdentityOn(a) => Relation::identity_on(&set(a)),
        Op::Sequence(a, b) => rel(a).sequence(&rel(b)),
        Op::Restrict { sources, relation, targets } => {
            let end = |end: Option<NodeId>| end.map_or_else(|| all.clone(), set);
            rel(relation).restrict(&end(sources), &end(targets))
        }
        Op::Inverse(a) => rel(a).inverse(),
        Op::Closure { closed, ref rest } => {
            let closed = closed.map_or_else(|| Relation::empty(EVENTS), rel);
            assert_eq!(closed, closed.transitive_closure(), "closed already");
            closed.union(&union(rest)).transitive_closure()
        }
        Op::Reflexive(a) => rel(a).reflexive_closure(),
        ref other => panic!("{other:?}"),
    })
}

/// A graph in the making: for each node what it must mean.
struct Graph {
    builder: Builder,
    sets: Vec<(NodeId, EventSet)>,
    relations: Vec<(NodeId, Relation)>,
}

impl Graph {
    /// Adds one more expression over those that are there.
    fn add(&mut self, [operator, x, y, z]: [usize; 4]) {
        let b = &mut self.builder;
        let ((s, s_value), (t, t_value)) = (&self.sets[x % self.sets.len()], &self.sets[y % self.sets.len()]);
        let at = |number: usize| &self.relations[number % self.relations.len()];
        let ((r, r_value), (q, q_value), (p, p_value)) = (at(x), at(y), at(z));
        let (s, t, r, q, p) = (*s, *t, *r, *q, *p);
        use BaseKind::{Relation as R, Set as S};
        let set = match operator % 20 {
            0 => Some((b.union(S, &[s, t]), s_value.union(t_value))),
            1 => Some((b.intersection(s, t), s_value.intersection(t_value))),
            2 => Some((b.difference(s, t), s_value.difference(t_value))),
            3 => Some((b.complement(s), s_value.complement())),
            4 => Some((b.domain(r), r_value.domain())),
            5 => Some((b.range(r), r_value.range())),
            _ => None,
        };
        if let Some(set) = set {
            return self.sets.push(set);
        }
        let next = match operator % 20 {
            6 | 7 => (b.union(R, &[r, q, p]), r_value.union(q_value).union(p_value)),
            8 => (b.intersection(r, q), r_value.intersection(q_value)),
            9 => (b.difference(r, q), r_value.difference(q_value)),
            10 => (b.complement(r), r_value.complement()),
            11 => (b.product(s, t), Relation::product(s_value, t_value)),
            12 => (b.identity_on(s), Relation::identity_on(s_value)),
            13 | 14 => (b.sequence(vec![r, q, p]), r_value.sequence(q_value).sequence(p_value)),
            15 => (b.restrict(Some(s), r, Some(t)), r_value.restrict(s_value, t_value)),
            16 => (b.inverse(r), r_value.inverse()),
            17 | 18 => (b.closure(r), r_value.transitive_closure()),
            _ => (b.reflexive(r), r_value.reflexive_closure()),
        };
        self.relations.push(next);
    }
}

proptest! {
    #[test]
    fn what_is_simpler_means_the_same(
        sets in vec(vec(0..EVENTS, 0..4), SETS.len()),
        relations in vec(vec((0..EVENTS, 0..EVENTS), 0..6), RELATIONS.len()),
        steps in vec(proptest::array::uniform4(0usize..1000), 1..14),
    ) {
        let of_set = |members: &Vec<usize>| EventSet::from_fn(EVENTS, |event| members.contains(&event.index()));
        let words = Words { sets: sets.iter().map(of_set).collect(), relations: relations.iter().map(relation).collect() };
        let mut vocabulary = Vocabulary::new();
        let mut builder = Builder::new();
        let mut graph_sets = Vec::new();
        for (number, (&level, value)) in SETS.iter().zip(&words.sets).enumerate() {
            let word = vocabulary.set(format!("s{number}"), Phase::Structure);
            graph_sets.push((builder.base(&vocabulary, word, level), value.clone()));
        }
        let mut graph_relations = vec![
            (builder.identity(), Relation::identity(EVENTS)),
            (builder.empty(BaseKind::Relation), Relation::empty(EVENTS)),
            (builder.full(BaseKind::Relation), Relation::full(EVENTS)),
        ];
        for (number, (&level, value)) in RELATIONS.iter().zip(&words.relations).enumerate() {
            let word = vocabulary.relation(format!("r{number}"), Phase::Structure);
            graph_relations.push((builder.base(&vocabulary, word, level), value.clone()));
        }
        let mut graph = Graph { builder, sets: graph_sets, relations: graph_relations };
        steps.into_iter().for_each(|step| graph.add(step));
        for (node, value) in &graph.sets {
            prop_assert_eq!(meaning(&graph.builder, &words, *node), Value::Set(value.clone()));
        }
        for (node, value) in &graph.relations {
            prop_assert_eq!(meaning(&graph.builder, &words, *node), Value::Relation(value.clone()));
        }
        for (node, value) in &graph.relations {
            // A union has no cycle exactly if each part has none with what is closed before it.
            let parts = graph.builder.acyclic_parts(*node);
            let is_acyclic = parts.iter().all(|(closed, rest)| {
                let union = closed.iter().chain(rest).fold(Relation::empty(EVENTS), |all, &part| {
                    match meaning(&graph.builder, &words, part) {
                        Value::Relation(part) => all.union(&part),
                        Value::Set(_) => unreachable!("a part of a relation"),
                    }
                });
                union.is_acyclic()
            });
            prop_assert_eq!(is_acyclic, value.is_acyclic());
        }
    }
}
