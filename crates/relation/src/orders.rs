//! Orders: linear extensions and the classes of an equivalence.

use crate::{EventId, EventSet, Index, Relation};

/// The strict total orders on a set that contain a relation (restricted to that set), each as a [`Relation`] on the set.
///
/// Cat's `linearisations(set, order)`. A cyclic `order` has none; the empty set has one, the empty relation.
/// The sequence is deterministic: by the first event, then by the second, and so on, least event first.
#[derive(Debug)]
pub struct LinearExtensions {
    set: EventSet,
    /// `predecessors[e]`: what must come before `e`, within the set.
    predecessors: Vec<EventSet>,
    /// The prefix that is chosen, and for each position the candidates that are still to be tried there.
    chosen: Vec<EventId>,
    untried: Vec<EventSet>,
    done: bool,
}

impl LinearExtensions {
    /// The linear extensions of `order` on `set`.
    pub fn new(set: &EventSet, order: &Relation) -> LinearExtensions {
        let inverse = order.inverse();
        let predecessors =
            (0..set.universe()).map(|event| inverse.image(EventId::new(event)).intersection(set)).collect();
        let mut extensions =
            LinearExtensions { set: set.clone(), predecessors, chosen: Vec::new(), untried: Vec::new(), done: false };
        let first = extensions.available(set);
        extensions.untried.push(first);
        extensions
    }

    /// The events of `rest` (those not yet chosen) all of whose predecessors are chosen.
    fn available(&self, rest: &EventSet) -> EventSet {
        EventSet::from_fn(rest.universe(), |event| {
            rest.contains(event) && self.predecessors[event.index()].is_disjoint(rest)
        })
    }

    fn rest(&self) -> EventSet {
        let mut rest = self.set.clone();
        for &event in &self.chosen {
            rest.remove(event);
        }
        rest
    }

    fn order_of_chosen(&self) -> Relation {
        let mut order = Relation::empty(self.set.universe());
        for (position, &before) in self.chosen.iter().enumerate() {
            for &after in &self.chosen[position + 1..] {
                order.insert(before, after);
            }
        }
        order
    }
}

impl Iterator for LinearExtensions {
    type Item = Relation;

    fn next(&mut self) -> Option<Relation> {
        let len = self.set.len();
        while !self.done {
            // Of no events there is one order, the empty one.
            let full = self.chosen.len() == len;
            let result = full.then(|| self.order_of_chosen());
            let event = if full { None } else { self.untried.last().and_then(EventSet::first) };
            match event {
                Some(event) => {
                    self.untried.last_mut().expect("a position is open").remove(event);
                    self.chosen.push(event);
                    if self.chosen.len() < len {
                        let available = self.available(&self.rest());
                        self.untried.push(available);
                    } else {
                        // Nothing to try behind the last event: the next call reports the order, and then takes that
                        // event back.
                        self.untried.push(EventSet::empty(self.set.universe()));
                    }
                }
                None => {
                    self.untried.pop();
                    self.done = self.chosen.pop().is_none();
                }
            }
            if result.is_some() {
                return result;
            }
        }
        None
    }
}

/// The strict total orders on a set that contain a relation, up to what is observed of them: two that agree on all pairs of `observed` are one class.
///
/// Each class is given once, as the strict partial order that all its members have in common, the transitive closure of `order` and of the
/// directions of the observed pairs; its members are the linear extensions of that. A cyclic `order` has none; the empty set has one class.
#[derive(Debug)]
pub struct OrderClasses {
    /// Pairs of which a direction is observed.
    pairs: Vec<(EventId, EventId)>,
    /// Partial orders that are closed, and how many pairs they are known to order.
    pending: Vec<(Relation, usize)>,
}

impl OrderClasses {
    /// The classes of the linear extensions of `order` on `set`.
    pub fn new(set: &EventSet, order: &Relation, observed: &Relation) -> OrderClasses {
        let start = order.transitive_closure().restrict(set, set);
        let mut pairs = Vec::new();
        for source in set.iter() {
            // Each pair once: which way it goes is what is decided.
            for target in set.iter().filter(|&target| source < target) {
                if observed.contains(source, target) || observed.contains(target, source) {
                    pairs.push((source, target));
                }
            }
        }
        let pending = if start.is_irreflexive() { vec![(start, 0)] } else { Vec::new() };
        OrderClasses { pairs, pending }
    }
}

impl Iterator for OrderClasses {
    type Item = Relation;

    fn next(&mut self) -> Option<Relation> {
        let (mut order, mut known) = self.pending.pop()?;
        // A pair that is open can go either way: what would contradict one has ordered it.
        while let Some(&(a, b)) = self.pairs.get(known) {
            known += 1;
            if !order.contains(a, b) && !order.contains(b, a) {
                let mut other = order.clone();
                insert_closed(&mut other, b, a);
                self.pending.push((other, known));
                insert_closed(&mut order, a, b);
            }
        }
        Some(order)
    }
}

/// Adds a pair to a strict order that is transitive, and what follows from it.
fn insert_closed(order: &mut Relation, source: EventId, target: EventId) {
    let mut targets = order.image(target);
    targets.insert(target);
    let before =
        (0..order.universe()).map(EventId::new).filter(|&event| event == source || order.contains(event, source));
    let before: Vec<EventId> = before.collect();
    for event in before {
        let all = order.image(event).union(&targets);
        order.set_targets(event, &all);
    }
}

/// The classes of an equivalence relation, in the order of their least events. Events that are not related to themselves are in none.
///
/// For a relation that is no equivalence the answer is the images of those events that no earlier image holds.
pub fn classes(equivalence: &Relation) -> Vec<EventSet> {
    let mut seen = EventSet::empty(equivalence.universe());
    let mut classes = Vec::new();
    for event in equivalence.domain().iter() {
        if !seen.contains(event) {
            let class = equivalence.image(event);
            seen = seen.union(&class);
            classes.push(class);
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(index: usize) -> EventId {
        EventId::new(index)
    }

    #[test]
    fn linear_extensions_of_no_order_are_all_permutations() {
        let set = EventSet::from_fn(6, |event| event.index() % 2 == 1);
        let orders: Vec<Relation> = LinearExtensions::new(&set, &Relation::empty(6)).collect();
        assert_eq!(orders.len(), 6);
        for order in &orders {
            assert_eq!(order.len(), 3);
            assert!(order.is_acyclic());
            assert_eq!(&order.transitive_closure(), order);
        }
        assert_eq!(orders[0].iter().next(), Some((event(1), event(3))));
    }

    #[test]
    fn linear_extensions_respect_the_order_and_the_empty_set_has_one() {
        let set = EventSet::full(4);
        let order = Relation::from_pairs(4, [(event(2), event(0)), (event(0), event(3))]);
        let orders: Vec<Relation> = LinearExtensions::new(&set, &order).collect();
        assert_eq!(orders.len(), 4, "the fourth event may stand anywhere");
        assert!(orders.iter().all(|linear| order.is_subset(linear)));
        assert_eq!(LinearExtensions::new(&EventSet::empty(4), &order).count(), 1);
        let cyclic = order.union(&order.inverse());
        assert_eq!(LinearExtensions::new(&set, &cyclic).count(), 0);
    }

    #[test]
    fn classes_come_by_least_event() {
        let parity = Relation::same(5, |event| (event.index() != 3).then_some(event.index() % 2));
        let found = classes(&parity);
        assert_eq!(
            found.iter().map(|class| class.iter().collect::<Vec<_>>()).collect::<Vec<_>>(),
            [vec![event(0), event(2), event(4)], vec![event(1)],]
        );
    }

    #[test]
    fn classes_of_orders_part_the_linear_extensions() {
        let event = EventId::new;
        let set = EventSet::from_fn(6, |event| event.index() != 5);
        let order = Relation::from_pairs(6, [(event(0), event(1)), (event(2), event(5)), (event(5), event(3))]);
        for observed in [
            Relation::empty(6),
            Relation::from_pairs(6, [(event(1), event(2)), (event(4), event(0)), (event(3), event(4))]),
            Relation::full(6),
        ] {
            let all: Vec<Relation> = LinearExtensions::new(&set, &order.transitive_closure()).collect();
            let classes: Vec<Relation> = OrderClasses::new(&set, &order, &observed).collect();
            for linear in &all {
                let of: Vec<&Relation> = classes.iter().filter(|class| class.is_subset(linear)).collect();
                assert_eq!(of.len(), 1);
                let seen = |order: &Relation| order.intersection(&observed.union(&observed.inverse()));
                assert_eq!(seen(of[0]), seen(linear));
            }
            // Each class has a member.
            assert!(classes.iter().all(|class| all.iter().any(|linear| class.is_subset(linear))));
        }
    }
}
