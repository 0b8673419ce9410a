//! Making the choices of a model: total orders, one event after the other.
//!
//! An order is a product over classes (one class, or one for each location), each of which is ordered from its first event on. With each event
//! placed, its pairs are final: it comes before all events of its class that are not placed yet.

use relation::{EventId, Index, rows};

use super::bounds::Bounds;
use super::{Allowed, Cancelled, Choices, Evaluator};
use crate::compile::plan::{Choice, ChoiceId, Level, NodeId};

/// How many placements pass between two looks at whether the search is cancelled.
const STEPS_BETWEEN_LOOKS: u64 = 1024;

/// A choice while it is made.
#[derive(Clone, Debug, Default)]
pub(super) struct Making {
    /// The members of each class.
    classes: Vec<Vec<u64>>,
    /// For each event what must come before it in its class.
    before: Vec<u64>,
    /// What each event is related to before it is placed.
    unplaced: Vec<u64>,
}

/// What a search for all ways through the choices carries along.
struct Search<'s> {
    candidate: &'s dyn Choices,
    cancelled: &'s dyn Fn() -> bool,
    allowed: &'s mut Allowed,
}

impl Evaluator<'_> {
    /// Makes a choice in all ways, and those after it.
    pub(super) fn choose<const W: usize>(
        &mut self,
        choice: ChoiceId,
        candidate: &dyn Choices,
        cancelled: &dyn Fn() -> bool,
        allowed: &mut Allowed,
    ) -> Result<(), Cancelled> {
        self.make::<W>(choice, &mut Search { candidate, cancelled, allowed })
    }

    fn make<const W: usize>(&mut self, choice: ChoiceId, search: &mut Search<'_>) -> Result<(), Cancelled> {
        let compiled = self.compiled;
        let Some(description) = compiled.plan.choices.get(choice) else {
            self.accept::<W>(search.candidate, search.allowed);
            return Ok(());
        };
        let mut making = std::mem::take(&mut self.making[choice.index()]);
        self.begin_choice::<W>(description, &mut making, search.candidate);
        // A choice that nothing mentions is made all the same: each way counts.
        let node = compiled.schedule.chosen[choice];
        self.narrow.value_mut(node).copy_from_slice(&making.unplaced);
        let result = self.order_class::<W>(choice, node, 0, &making, search);
        self.making[choice.index()] = making;
        result
    }

    /// Finds the classes and what is known about their orders.
    fn begin_choice<const W: usize>(&mut self, choice: &Choice, making: &mut Making, candidate: &dyn Choices) {
        let (set, known, by_location) = match *choice {
            Choice::Orders { set, known } => (set, known, false),
            Choice::OrdersByLocation { set, known } => (set, known, true),
        };
        let (set, known) = (self.narrow.value(set), self.narrow.value(known));
        let n = self.narrow.n;
        let mut used = 0;
        let mut locations: Vec<u32> = Vec::new();
        let class = |classes: &mut Vec<Vec<u64>>, used: &mut usize| {
            if classes.len() == *used {
                classes.push(Vec::new());
            }
            classes[*used].clear();
            classes[*used].resize(W, 0);
            *used += 1;
            *used - 1
        };
        if !by_location {
            let only = class(&mut making.classes, &mut used);
            making.classes[only].copy_from_slice(set);
        } else {
            rows::for_each::<W>(set, |event| {
                let Some(location) = candidate.location(EventId::new(self.events[event] as usize)) else { return };
                let at = locations.iter().position(|&other| other == location).unwrap_or_else(|| {
                    locations.push(location);
                    class(&mut making.classes, &mut used)
                });
                rows::insert(&mut making.classes[at], event);
            });
        }
        making.classes.truncate(used);
        for table in [&mut making.before, &mut making.unplaced] {
            table.clear();
            table.resize(n * W, 0);
        }
        for class in &making.classes {
            rows::for_each::<W>(class, |source| {
                let row = rows::row_mut::<W>(&mut making.unplaced, source);
                rows::intersection(row, rows::row::<W>(known, source), class);
                rows::for_each::<W>(row, |target| {
                    rows::insert(rows::row_mut::<W>(&mut making.before, target), source);
                });
            });
        }
    }

    /// Orders the classes from `class` on.
    fn order_class<const W: usize>(
        &mut self,
        choice: ChoiceId,
        node: NodeId,
        class: usize,
        making: &Making,
        search: &mut Search<'_>,
    ) -> Result<(), Cancelled> {
        let Some(members) = making.classes.get(class) else {
            let level = Level::of_choice(choice);
            if self.level::<W>(level, search.candidate) {
                return self.make::<W>(ChoiceId::from_number(choice.number() + 1), search);
            }
            return Ok(());
        };
        let rest: [u64; W] = std::array::from_fn(|word| members[word]);
        self.place::<W>(choice, node, class, rest, making, search)
    }

    /// Places one of `rest`, all of its class that have no place yet, and then the others.
    fn place<const W: usize>(
        &mut self,
        choice: ChoiceId,
        node: NodeId,
        class: usize,
        rest: [u64; W],
        making: &Making,
        search: &mut Search<'_>,
    ) -> Result<(), Cancelled> {
        if rows::is_empty(&rest) {
            return self.order_class::<W>(choice, node, class + 1, making, search);
        }
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && (search.cancelled)() {
            return Err(Cancelled);
        }
        let mut result = Ok(());
        let mut first = [0; W];
        rows::for_each::<W>(&rest, |event| {
            let before = rows::row::<W>(&making.before, event);
            if before.iter().zip(&rest).all(|(before, rest)| before & rest == 0) {
                rows::insert(&mut first, event);
            }
        });
        let is_forced = count(&first) == 1;
        rows::for_each::<W>(&first, |event| {
            if result.is_err() {
                return;
            }
            let mut others = rest;
            others[event / 64] &= !(1 << (event % 64));
            rows::row_mut::<W>(self.narrow.value_mut(node), event).copy_from_slice(&others);
            if is_forced || self.might_go_on::<W>(choice, node, class, &others, making) {
                result = self.place::<W>(choice, node, class, others, making, search);
            }
            let unplaced = rows::row::<W>(&making.unplaced, event);
            rows::row_mut::<W>(self.narrow.value_mut(node), event).copy_from_slice(unplaced);
        });
        result
    }

    /// Whether the choice may still lead to something, `rest` of `class` and all later classes not being ordered yet.
    fn might_go_on<const W: usize>(
        &mut self,
        choice: ChoiceId,
        node: NodeId,
        class: usize,
        rest: &[u64; W],
        making: &Making,
    ) -> bool {
        let open = |class: &[u64]| class.iter().map(|word| word.count_ones()).sum::<u32>().saturating_sub(1);
        let left: u32 = open(rest) + making.classes[class + 1..].iter().map(|class| open(class)).sum::<u32>();
        if left < 2 || !self.worth_of_choices[choice.index()].is_worth_it() {
            return true;
        }
        self.make_room_for_bounds();
        let schedule = &self.compiled.partial_choices[choice.index()];
        if schedule.needs_upper {
            self.bound_order::<W>(node, class, rest, making);
        }
        let mut bounds = Bounds {
            exact: &self.narrow,
            lower: &mut self.lower,
            upper: &mut self.upper,
            same_location: &self.same_location,
            scratch: &mut self.scratch,
        };
        let possible = schedule.is_possible::<W>(&self.compiled.plan, &mut bounds);
        if !possible {
            self.worth_of_choices[choice.index()].hits += 1;
        }
        possible
    }

    /// The upper bound of a partial order: what has no place yet may come in any order that is not ruled out.
    fn bound_order<const W: usize>(&mut self, node: NodeId, class: usize, rest: &[u64; W], making: &Making) {
        let upper = self.upper.value_mut(node);
        upper.copy_from_slice(self.narrow.value(node));
        let mut open = |members: &[u64]| {
            rows::for_each::<W>(members, |source| {
                let row = rows::row_mut::<W>(upper, source);
                rows::difference(row, members, rows::row::<W>(&making.before, source));
                row[source / 64] &= !(1 << (source % 64));
            });
        };
        open(rest);
        making.classes[class + 1..].iter().for_each(|class| open(class));
    }
}

fn count<const W: usize>(row: &[u64; W]) -> u32 {
    row.iter().map(|word| word.count_ones()).sum()
}
