//! Relations over classes of events: what `lift` makes.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use relation::{EventId, EventSet, Index, LinearExtensions, Relation};

/// A relation over sets of events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClassRelation {
    pub(crate) pairs: BTreeSet<(EventSet, EventSet)>,
}

impl ClassRelation {
    /// The classes of the ends of the pairs of `relation`, where they have one.
    pub(crate) fn lift(classes: &[EventSet], relation: &Relation) -> ClassRelation {
        let class_of = |event: EventId| classes.iter().rev().find(|class| class.contains(event));
        let pairs = relation.iter().filter_map(|(source, target)| Some((class_of(source)?, class_of(target)?)));
        ClassRelation { pairs: pairs.map(|(source, target)| (source.clone(), target.clone())).collect() }
    }

    /// All events of a class with all events of those that it is related to.
    pub(crate) fn delift(&self, universe: usize) -> Relation {
        let mut relation = Relation::empty(universe);
        for (sources, targets) in &self.pairs {
            relation.union_with(&Relation::product(sources, targets));
        }
        relation
    }

    /// The same, within `relation`.
    pub(crate) fn delift_within(&self, relation: &Relation) -> Relation {
        relation.intersection(&self.delift(relation.universe()))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    pub(crate) fn is_subset(&self, other: &ClassRelation) -> bool {
        self.pairs.is_subset(&other.pairs)
    }

    pub(crate) fn order(&self, other: &ClassRelation) -> Ordering {
        self.pairs.cmp(&other.pairs)
    }

    pub(crate) fn union(&self, other: &ClassRelation) -> ClassRelation {
        ClassRelation { pairs: &self.pairs | &other.pairs }
    }

    pub(crate) fn intersection(&self, other: &ClassRelation) -> ClassRelation {
        ClassRelation { pairs: &self.pairs & &other.pairs }
    }

    pub(crate) fn difference(&self, other: &ClassRelation) -> ClassRelation {
        ClassRelation { pairs: &self.pairs - &other.pairs }
    }

    pub(crate) fn inverse(&self) -> ClassRelation {
        ClassRelation { pairs: self.pairs.iter().map(|(source, target)| (target.clone(), source.clone())).collect() }
    }

    pub(crate) fn sequence(&self, other: &ClassRelation) -> ClassRelation {
        let through = |(source, middle): &(EventSet, EventSet)| -> Vec<(EventSet, EventSet)> {
            let next = other.pairs.iter().filter(|(from, _)| from == middle);
            next.map(|(_, target)| (source.clone(), target.clone())).collect()
        };
        ClassRelation { pairs: self.pairs.iter().flat_map(through).collect() }
    }

    /// The classes that are related, and the relation over their positions.
    fn numbered(&self) -> (Vec<EventSet>, Relation) {
        let classes: BTreeSet<&EventSet> = self.pairs.iter().flat_map(|(source, target)| [source, target]).collect();
        let classes: Vec<EventSet> = classes.into_iter().cloned().collect();
        let relation = self.over(&classes);
        (classes, relation)
    }

    /// The relation over positions in `classes`, a sorted list; pairs with other classes are dropped.
    fn over(&self, classes: &[EventSet]) -> Relation {
        let number = |class: &EventSet| classes.binary_search(class).ok().map(EventId::new);
        let pairs = self.pairs.iter().filter_map(|(source, target)| Some((number(source)?, number(target)?)));
        Relation::from_pairs(classes.len(), pairs)
    }

    fn from_numbers(classes: &[EventSet], relation: &Relation) -> ClassRelation {
        let class = |number: EventId| classes[number.index()].clone();
        ClassRelation { pairs: relation.iter().map(|(source, target)| (class(source), class(target))).collect() }
    }

    pub(crate) fn is_acyclic(&self) -> bool {
        self.numbered().1.is_acyclic()
    }

    pub(crate) fn is_irreflexive(&self) -> bool {
        self.pairs.iter().all(|(source, target)| source != target)
    }

    /// The total orders on `classes` that contain this relation.
    pub(crate) fn linear_extensions(&self, mut classes: Vec<EventSet>) -> impl Iterator<Item = ClassRelation> {
        classes.sort_unstable();
        classes.dedup();
        let order = self.over(&classes);
        let extensions = LinearExtensions::new(&EventSet::full(classes.len()), &order);
        extensions.map(move |extension| ClassRelation::from_numbers(&classes, &extension))
    }

    /// The greatest bisimulation of `steps` within `equivalence`.
    pub(crate) fn bisimulation(steps: &ClassRelation, equivalence: &ClassRelation) -> ClassRelation {
        let (classes, _) = steps.union(equivalence).numbered();
        let greatest = bisimulation(&steps.over(&classes), &equivalence.over(&classes));
        ClassRelation::from_numbers(&classes, &greatest)
    }
}

/// The greatest relation within `equivalence` whose related events can follow each other's `steps`: if `a` and `b` are related and one steps
/// to `c`, the other steps to an event related with `c`. An event related to itself stays so.
pub(crate) fn bisimulation(steps: &Relation, equivalence: &Relation) -> Relation {
    let mut current = equivalence.clone();
    loop {
        let follows = |from: EventId, other: EventId| {
            let answers = steps.image(other);
            steps.targets(from).all(|step| answers.iter().any(|answer| current.contains(answer, step)))
        };
        let kept = current.iter().filter(|&(a, b)| a == b || (follows(a, b) && follows(b, a)));
        let next = Relation::from_pairs(current.universe(), kept);
        if next == current {
            return current;
        }
        current = next;
    }
}

/// The connected components of a relation, events without pairs left out, in the order of their least events.
pub(crate) fn components(relation: &Relation) -> Vec<EventSet> {
    relation::classes(&relation.union(&relation.inverse()).transitive_closure())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(index: usize) -> EventId {
        EventId::new(index)
    }

    #[test]
    fn lifting_forgets_events_without_a_class_and_delifting_fills_classes() {
        let classes = [EventSet::from_fn(5, |event| event.index() < 2), EventSet::singleton(5, event(3))];
        let relation = Relation::from_pairs(5, [(event(0), event(3)), (event(3), event(4))]);
        let lifted = ClassRelation::lift(&classes, &relation);
        assert_eq!(lifted.pairs.len(), 1);
        assert_eq!(lifted.delift(5), Relation::from_pairs(5, [(event(0), event(3)), (event(1), event(3))]));
        assert_eq!(lifted.delift_within(&relation), Relation::from_pairs(5, [(event(0), event(3))]));
        assert_eq!(lifted.linear_extensions(classes.to_vec()).count(), 1);
    }

    #[test]
    fn bisimulation_drops_what_cannot_follow() {
        // 0 and 1 step to 2 and 3; 4 steps nowhere.
        let steps = Relation::from_pairs(5, [(event(0), event(2)), (event(1), event(3))]);
        let all = Relation::full(5);
        let greatest = bisimulation(&steps, &all);
        assert!(greatest.contains(event(0), event(1)) && greatest.contains(event(2), event(4)));
        assert!(!greatest.contains(event(0), event(4)));
    }
}
