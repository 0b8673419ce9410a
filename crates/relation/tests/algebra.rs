//! The operators against their definitions on plain sets of pairs, and laws of the relation algebra.
//!
//! Universes reach over one word, so that both the fast case and the general one are met.

use std::collections::BTreeSet;

use lakmus_relation::{EventId, EventSet, Index, LinearExtensions, Relation, classes};
use proptest::prelude::*;

type Pairs = BTreeSet<(usize, usize)>;

fn relation(universe: usize, pairs: &Pairs) -> Relation {
    Relation::from_pairs(universe, pairs.iter().map(|&(a, b)| (EventId::new(a), EventId::new(b))))
}

fn pairs(relation: &Relation) -> Pairs {
    relation.iter().map(|(a, b)| (a.index(), b.index())).collect()
}

fn compose(left: &Pairs, right: &Pairs) -> Pairs {
    left.iter().flat_map(|&(a, b)| right.iter().filter(move |&&(c, _)| b == c).map(move |&(_, d)| (a, d))).collect()
}

fn closure(pairs: &Pairs) -> Pairs {
    let mut all = pairs.clone();
    loop {
        let longer: Pairs = compose(&all, pairs);
        if longer.is_subset(&all) {
            return all;
        }
        all.extend(longer);
    }
}

/// A universe with two relations on it; sparse ones, so that cycles and their absence are both met.
fn two_relations() -> impl Strategy<Value = (usize, Pairs, Pairs)> {
    prop_oneof![1usize..9, 60usize..70, Just(130usize)].prop_flat_map(|universe| {
        let some = || prop::collection::btree_set((0..universe, 0..universe), 0..14);
        (Just(universe), some(), some())
    })
}

proptest! {
    #[test]
    fn operators_are_their_definitions((universe, a, b) in two_relations()) {
        let (r, s) = (relation(universe, &a), relation(universe, &b));
        prop_assert_eq!(pairs(&r.union(&s)), a.union(&b).copied().collect::<Pairs>());
        prop_assert_eq!(pairs(&r.intersection(&s)), a.intersection(&b).copied().collect::<Pairs>());
        prop_assert_eq!(pairs(&r.difference(&s)), a.difference(&b).copied().collect::<Pairs>());
        prop_assert_eq!(pairs(&r.inverse()), a.iter().map(|&(x, y)| (y, x)).collect::<Pairs>());
        prop_assert_eq!(pairs(&r.sequence(&s)), compose(&a, &b));
        prop_assert_eq!(pairs(&r.transitive_closure()), closure(&a));
        prop_assert_eq!(r.is_empty(), a.is_empty());
        prop_assert_eq!(r.len(), a.len());
        prop_assert_eq!(r.is_subset(&s), a.is_subset(&b));
        prop_assert_eq!(r.complement().len() + a.len(), universe * universe);
        prop_assert_eq!(r.is_irreflexive(), a.iter().all(|&(x, y)| x != y));
        prop_assert_eq!(r.is_acyclic(), closure(&a).iter().all(|&(x, y)| x != y));
        prop_assert_eq!(r.domain().iter().map(Index::index).collect::<BTreeSet<_>>(), a.iter().map(|&(x, _)| x).collect());
        prop_assert_eq!(r.range().iter().map(Index::index).collect::<BTreeSet<_>>(), a.iter().map(|&(_, y)| y).collect());
    }

    #[test]
    fn laws_of_the_algebra((universe, a, b) in two_relations()) {
        let (r, s) = (relation(universe, &a), relation(universe, &b));
        prop_assert_eq!(r.sequence(&s).inverse(), s.inverse().sequence(&r.inverse()));
        let closure = r.transitive_closure();
        prop_assert_eq!(closure.transitive_closure(), closure.clone());
        prop_assert_eq!(r.reflexive_transitive_closure(), closure.union(&Relation::identity(universe)));
        prop_assert_eq!(r.complement().complement(), r.clone());
        prop_assert_eq!(r.union(&s).complement(), r.complement().intersection(&s.complement()));
        let (from, to) = (s.domain(), s.range());
        let around = Relation::identity_on(&from).sequence(&r).sequence(&Relation::identity_on(&to));
        prop_assert_eq!(r.restrict(&from, &to), around.clone());
        prop_assert_eq!(around, r.intersection(&Relation::product(&from, &to)));
    }

    #[test]
    fn a_shortest_cycle_is_a_cycle_and_there_is_one_when_not_acyclic((universe, a, _) in two_relations()) {
        let r = relation(universe, &a);
        match r.shortest_cycle() {
            None => prop_assert!(r.is_acyclic()),
            Some(cycle) => {
                prop_assert!(!cycle.is_empty());
                for (at, &event) in cycle.iter().enumerate() {
                    prop_assert!(r.contains(event, cycle[(at + 1) % cycle.len()]));
                }
                let distinct: BTreeSet<_> = cycle.iter().collect();
                prop_assert_eq!(distinct.len(), cycle.len());
            }
        }
    }

    #[test]
    fn linear_extensions_are_all_of_them(order in prop::collection::btree_set((0usize..4, 0usize..4), 0..4), keep in 0u8..16) {
        let set = EventSet::from_fn(4, |event| keep >> event.index() & 1 == 1);
        let order = relation(4, &order);
        let found: BTreeSet<Relation> = LinearExtensions::new(&set, &order).collect();
        let wanted = order.restrict(&set, &set);
        // All strict total orders on the set, by filtering all permutations.
        let members: Vec<EventId> = set.iter().collect();
        let mut expected = BTreeSet::new();
        permutations(&members, &mut Vec::new(), &mut |sequence| {
            let total = Relation::from_pairs(4, (0..sequence.len())
                .flat_map(|i| (i + 1..sequence.len()).map(move |j| (i, j)))
                .map(|(i, j)| (sequence[i], sequence[j])));
            if wanted.is_subset(&total) {
                expected.insert(total);
            }
        });
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn sets_behave_like_sets(universe in 1usize..140, members in prop::collection::btree_set(0usize..140, 0..20)) {
        let set = EventSet::from_fn(universe, |event| members.contains(&event.index()));
        let expected: Vec<usize> = members.iter().copied().filter(|&member| member < universe).collect();
        prop_assert_eq!(set.iter().map(Index::index).collect::<Vec<_>>(), expected.clone());
        prop_assert_eq!(set.len(), expected.len());
        prop_assert_eq!(set.complement().len(), universe - expected.len());
        prop_assert_eq!(set.union(&set.complement()), EventSet::full(universe));
        prop_assert!(set.is_disjoint(&set.complement()));
        prop_assert_eq!(Relation::identity_on(&set).domain(), set.clone());
        prop_assert_eq!(classes(&Relation::product(&set, &set)).len(), usize::from(!set.is_empty()));
    }
}

fn permutations(rest: &[EventId], sequence: &mut Vec<EventId>, visit: &mut impl FnMut(&[EventId])) {
    if rest.is_empty() {
        return visit(sequence);
    }
    for (at, &event) in rest.iter().enumerate() {
        let mut others = rest.to_vec();
        others.remove(at);
        sequence.push(event);
        permutations(&others, sequence, visit);
        sequence.pop();
    }
}
