//! Making the choices of a model: total orders, one event after the other.
//!
//! An order is a product over classes (one class, or one for each location), each of which is ordered from its first event on. With each event
//! placed, its pairs are final: it comes before all events of its class that are not placed yet.

use relation::rows::{Row, Shape};
use relation::{EventId, Index};

use super::{Allowed, Choices, Evaluator, State, Stop};
use crate::compile::plan::{Choice, ChoiceId, Level, NodeId};

/// How many placements pass between two looks at whether the search is cancelled.
const STEPS_BETWEEN_LOOKS: u64 = 1024;

/// How many ways to begin a choice are kept.
const KEPT: usize = 8;

/// The ways in which a choice was begun last. What is known of orders are mostly the final writes, of which there are few combinations: they come by again
/// with each choice of what is read.
#[derive(Debug, Default)]
pub(super) struct Makings {
    kept: Vec<Making>,
    /// The one that is given up next.
    oldest: usize,
}

impl Makings {
    /// The event structure is another one.
    pub(super) fn forget(&mut self) {
        self.kept.iter_mut().for_each(Making::forget);
    }

    /// The number of the one that was made of this, or else of the one to be made of it; and whether it was.
    fn find(&mut self, set: &[u64], known: &[u64]) -> (usize, bool) {
        if let Some(same) = self.kept.iter().position(|making| making.is_made_of(set, known)) {
            return (same, true);
        }
        if self.kept.len() < KEPT {
            self.kept.push(Making::default());
            return (self.kept.len() - 1, false);
        }
        let oldest = self.oldest;
        self.oldest = (oldest + 1) % KEPT;
        (oldest, false)
    }
}

/// A choice while it is made.
#[derive(Clone, Debug, Default)]
struct Making {
    /// What of each class can be ordered in more ways than one, as rows.
    classes: Vec<u64>,
    /// What each event is related to before it is placed: what must come after it in its class. Events whose place is known have it.
    unplaced: Vec<u64>,
    /// The set and the known pairs; nothing if that cannot serve for the next candidate.
    made_of: Vec<u64>,
    /// How many places these leave open; later knowledge may leave fewer.
    open: u32,
}

impl Making {
    fn forget(&mut self) {
        self.made_of.clear();
    }

    /// Whether it can serve where the set and the known pairs are these.
    fn is_made_of(&self, set: &[u64], known: &[u64]) -> bool {
        self.made_of.split_at_checked(set.len()) == Some((set, known))
    }

    /// The classes from this one on.
    fn classes_from<S: Shape>(&self, class: usize) -> impl Iterator<Item = S::Row> {
        self.classes.chunks_exact(S::SET_WORDS).skip(class).map(S::set)
    }

    /// Those of `rest` that nothing in it must come before.
    fn first<S: Shape>(&self, rest: S::Row) -> S::Row {
        let mut later = S::Row::NONE;
        rest.for_each(|event| later = later.or(S::row(&self.unplaced, event)));
        rest.without(later)
    }

    /// Those of `rest` that all others of it must come before, and that must come before none.
    fn last<S: Shape>(&self, rest: S::Row) -> S::Row {
        let mut last = rest;
        rest.for_each(|event| {
            let mut not_before = S::row(&self.unplaced, event);
            if !not_before.and(rest).is_empty() {
                last.remove(event);
            }
            not_before.insert(event);
            last = last.and(not_before);
        });
        last
    }

    /// Begins anew, with relations of so many words.
    fn clear(&mut self, of_relation: usize) {
        self.classes.clear();
        self.unplaced.clear();
        self.unplaced.resize(of_relation, 0);
    }

    /// Adds a class: its known pairs, and the places of those events that have only one.
    fn add<S: Shape>(&mut self, class: S::Row, known: &[u64]) {
        class.for_each(|source| S::put(&mut self.unplaced, source, S::row(known, source).and(class)));
        let mut rest = class;
        while !rest.is_empty() {
            let first = self.first::<S>(rest);
            // From here on there is something to choose.
            if first.len() != 1 {
                break;
            }
            rest = rest.without(first);
            first.for_each(|event| S::put(&mut self.unplaced, event, rest));
        }
        // A final write, for one, is the last in any order, and all others are known to come before it.
        let mut last = self.last::<S>(rest);
        while last.len() == 1 {
            rest = rest.without(last);
            last = self.last::<S>(rest);
        }
        if !rest.is_empty() {
            let at = self.classes.len();
            self.classes.resize(at + S::SET_WORDS, 0);
            S::put_set(&mut self.classes[at..], rest);
        }
    }
}

/// What a search for all ways through the choices carries along.
pub(super) struct Search<'s> {
    pub(super) candidate: &'s dyn Choices,
    pub(super) cancelled: &'s dyn Fn() -> bool,
    pub(super) allowed: &'s mut Allowed,
}

impl Evaluator<'_> {
    /// Makes a choice in all ways, and those after it.
    pub(super) fn make<S: Shape>(&mut self, choice: ChoiceId, search: &mut Search<'_>) -> Result<(), Stop> {
        let compiled = self.compiled;
        if compiled.plan.choices.get(choice).is_none() {
            self.accept::<S>(search.candidate, search.allowed);
            return match self.state.stops_at_witness && self.needs_no_other_way() {
                true => Err(Stop::Enough),
                false => Ok(()),
            };
        }
        let (at, mut making) = self.known_orders::<S>(choice, search.candidate);
        self.add_late_knowledge::<S>(choice, &mut making, search.candidate);
        // A choice that nothing mentions is made all the same: each way counts.
        let node = compiled.schedule.chosen[choice];
        self.state.narrow.value_mut(node).copy_from_slice(&making.unplaced);
        // Final writes alone may be impossible with what is read.
        let result = if self.might_go_on::<S>(choice, node, S::Row::NONE, 0, &making) {
            self.order_class::<S>(choice, node, 0, &making, search)
        } else {
            Ok(())
        };
        self.state.makings[choice.index()].kept[at] = making;
        result
    }

    /// Makes a choice if what is known leaves only one way to; returns whether it does.
    pub(super) fn make_only_order<S: Shape>(&mut self, id: ChoiceId, candidate: &dyn Choices) -> bool {
        let (at, making) = self.known_orders::<S>(id, candidate);
        // A class with one event that is known to come before itself leaves no place open, and no way.
        let is_only = making.open == 0 && making.classes.is_empty();
        if is_only {
            let node = self.compiled.schedule.chosen[id];
            self.state.narrow.value_mut(node).copy_from_slice(&making.unplaced);
        }
        self.state.makings[id.index()].kept[at] = making;
        is_only
    }

    /// What is known of the orders of a choice, taken out of where it is kept, and its number there.
    fn known_orders<S: Shape>(&mut self, id: ChoiceId, candidate: &dyn Choices) -> (usize, Making) {
        let choice = &self.compiled.plan.choices[id];
        let State { narrow, makings, has_locations, .. } = &mut self.state;
        let (set, known) = (narrow.value(choice.set), narrow.value(choice.known));
        let makings = &mut makings[id.index()];
        let (at, is_made) = makings.find(set, known);
        let mut making = std::mem::take(&mut makings.kept[at]);
        if !is_made {
            making.made_of.clear();
            // Locations that only the candidate knows may be others in the next one.
            if *has_locations || !choice.by_location {
                making.made_of.extend_from_slice(set);
                making.made_of.extend_from_slice(known);
            }
            self.find_classes::<S>(choice, self.state.narrow.value(choice.known), &mut making, candidate);
            making.open = making.classes_from::<S>(0).map(open).sum();
        }
        (at, making)
    }

    /// Adds what is known of orders only now and then: what was granted, and what checks force on them.
    fn add_late_knowledge<S: Shape>(&mut self, id: ChoiceId, making: &mut Making, candidate: &dyn Choices) {
        // One open place is tried both ways sooner than looked at.
        if making.open < 2 {
            return;
        }
        let choice = &self.compiled.plan.choices[id];
        let mut known = std::mem::take(&mut self.state.scratch);
        if let Some(granted) = self.state.supposed.granted(id) {
            known.clear();
            known.extend_from_slice(self.state.narrow.value(choice.known));
            S::unite(&mut known, granted);
            self.find_classes::<S>(choice, &known, making, candidate);
        }
        // What is granted mostly leaves nothing open. Where nothing is, what is open is still that of the candidate before.
        let is_ordered = self.state.supposed.granted(id).is_some() && making.classes.is_empty();
        if !is_ordered && self.known_and_forced::<S>(id, &mut known).is_some() {
            if let Some(granted) = self.state.supposed.granted(id) {
                S::unite(&mut known, granted);
            }
            self.find_classes::<S>(choice, &known, making, candidate);
        }
        self.state.scratch = known;
    }

    /// The same, `known` being what is known of the orders.
    fn find_classes<S: Shape>(&self, choice: &Choice, known: &[u64], making: &mut Making, candidate: &dyn Choices) {
        let set = S::set(self.state.narrow.value(choice.set));
        making.clear(known.len());
        if !choice.by_location {
            making.add::<S>(set, known);
        } else if self.state.has_locations {
            for class in self.state.location_classes.chunks_exact(S::SET_WORDS) {
                making.add::<S>(set.and(S::set(class)), known);
            }
        } else {
            self.classes_of::<S>(set, candidate).into_iter().for_each(|class| making.add::<S>(class, known));
        }
    }

    /// The events of a set, by what they access in a candidate.
    fn classes_of<S: Shape>(&self, set: S::Row, candidate: &dyn Choices) -> Vec<S::Row> {
        let mut classes: Vec<(u32, S::Row)> = Vec::new();
        set.for_each(|event| {
            let Some(location) = candidate.location(EventId::new(self.state.events[event] as usize)) else { return };
            match classes.iter_mut().find(|(other, _)| *other == location) {
                Some((_, class)) => class.insert(event),
                None => {
                    let mut class = S::Row::NONE;
                    class.insert(event);
                    classes.push((location, class));
                }
            }
        });
        classes.into_iter().map(|(_, class)| class).collect()
    }

    /// All classes are ordered, and what final writes alone decide holds.
    pub(super) fn ordered<S: Shape>(&mut self, choice: ChoiceId, search: &mut Search<'_>) -> Result<(), Stop> {
        if self.level::<S>(Level::of_choice(choice), search.candidate) {
            return self.make::<S>(ChoiceId::from_number(choice.number() + 1), search);
        }
        Ok(())
    }

    /// Orders the classes from `class` on.
    fn order_class<S: Shape>(
        &mut self,
        choice: ChoiceId,
        node: NodeId,
        class: usize,
        making: &Making,
        search: &mut Search<'_>,
    ) -> Result<(), Stop> {
        let Some(members) = making.classes_from::<S>(class).next() else {
            let is_first = choice == ChoiceId::FIRST;
            if is_first && !self.all_hold::<S>(|work| &work.final_writes.ordered, search.candidate) {
                return Ok(());
            }
            return self.ordered::<S>(choice, search);
        };
        self.place::<S>(choice, node, class, members, making, search)
    }

    /// Places one of `rest`, all of its class that have no place yet, and then the others.
    fn place<S: Shape>(
        &mut self,
        choice: ChoiceId,
        node: NodeId,
        class: usize,
        rest: S::Row,
        making: &Making,
        search: &mut Search<'_>,
    ) -> Result<(), Stop> {
        if rest.is_empty() {
            return self.order_class::<S>(choice, node, class + 1, making, search);
        }
        self.state.steps += 1;
        if self.state.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && (search.cancelled)() {
            return Err(Stop::Cancelled);
        }
        let mut result = Ok(());
        let first = making.first::<S>(rest);
        let is_forced = first.len() == 1;
        first.for_each(|event| {
            if result.is_err() {
                return;
            }
            let mut others = rest;
            others.remove(event);
            let order = self.state.narrow.value_mut(node);
            // Beside what must come after it, those that have no place yet.
            S::put(order, event, S::row(order, event).or(others));
            // Where only one event can come next nothing was chosen, so that a look would show nothing new.
            if is_forced || self.might_go_on::<S>(choice, node, others, class + 1, making) {
                result = self.place::<S>(choice, node, class, others, making, search);
            }
            S::put(self.state.narrow.value_mut(node), event, S::row(&making.unplaced, event));
        });
        result
    }

    /// Whether the choice may still lead to something, `rest` of one class and all classes from `later` on not being ordered yet.
    fn might_go_on<S: Shape>(
        &mut self,
        choice: ChoiceId,
        node: NodeId,
        rest: S::Row,
        later: usize,
        making: &Making,
    ) -> bool {
        let left: u32 = open(rest) + making.classes_from::<S>(later).map(open).sum::<u32>();
        // Where nothing is open the checks themselves are asked next.
        if left == 0 || !self.state.worth_of_choices[choice.index()].is_worth_it() {
            return true;
        }
        self.make_room_for_bounds();
        let schedule = &self.compiled.partial_choices[choice.index()];
        if schedule.needs_upper {
            self.bound_order::<S>(node, rest, later, making);
        }
        let mut bounds = self.state.bounds();
        let possible = schedule.is_possible::<S>(&self.compiled.plan, &mut bounds);
        if !possible {
            self.state.worth_of_choices[choice.index()].hits += 1;
        }
        possible
    }

    /// The upper bound of a partial order: what has no place yet may come in any order that is not ruled out.
    fn bound_order<S: Shape>(&mut self, node: NodeId, rest: S::Row, later: usize, making: &Making) {
        let upper = self.state.upper.value_mut(node);
        upper.copy_from_slice(self.state.narrow.value(node));
        let mut open = |members: S::Row| {
            members.for_each(|event| {
                let mut row = S::row(upper, event).or(members);
                row.remove(event);
                S::put(upper, event, row);
            });
            members.for_each(|event| {
                // Pairs that are known do not come the other way round.
                S::row(&making.unplaced, event).for_each(|later| S::remove(upper, later, event));
            });
        };
        open(rest);
        making.classes_from::<S>(later).for_each(open);
    }
}

/// How many places of a class are open: the last of its events has only one.
fn open(class: impl Row) -> u32 {
    class.len().saturating_sub(1)
}
