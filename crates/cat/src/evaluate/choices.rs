//! Making the choices of a model: total orders, one event after the other.
//!
//! An order is a product over classes (one class, or one for each location), each of which is ordered from its first event on. With each event
//! placed, its pairs are final: it comes before all events of its class that are not placed yet.

use relation::{EventId, Index, rows};

use super::{Allowed, Choices, Evaluator, Stop};
use crate::compile::plan::{Choice, ChoiceId, Level, NodeId};

/// How many placements pass between two looks at whether the search is cancelled.
const STEPS_BETWEEN_LOOKS: u64 = 1024;

/// A choice while it is made.
#[derive(Clone, Debug, Default)]
pub(super) struct Making {
    /// What of each class can be ordered in more ways than one, as rows.
    classes: Vec<u64>,
    /// What each event is related to before it is placed: what must come after it in its class. Events whose place is known have it.
    unplaced: Vec<u64>,
    /// The set and the known pairs that there was something to order of, or not; nothing if that cannot serve for the next candidate.
    made_of: Vec<u64>,
    /// Whether there was.
    is_open: bool,
}

impl Making {
    /// The event structure is another one.
    pub(super) fn forget(&mut self) {
        self.made_of.clear();
    }

    fn class<const W: usize>(&self, class: usize) -> Option<&[u64]> {
        self.classes.get(class * W..(class + 1) * W)
    }

    /// The classes from this one on.
    fn classes_from<const W: usize>(&self, class: usize) -> impl Iterator<Item = &[u64]> {
        self.classes.chunks_exact(W).skip(class)
    }

    /// Those of `rest` that nothing in it must come before.
    fn first<const W: usize>(&self, rest: &[u64; W]) -> [u64; W] {
        let mut later = [0; W];
        rows::for_each::<W>(rest, |event| rows::unite(&mut later, rows::row::<W>(&self.unplaced, event)));
        without(rest, &later)
    }

    /// Those of `rest` that all others of it must come before, and that must come before none.
    fn last<const W: usize>(&self, rest: &[u64; W]) -> [u64; W] {
        let mut last = *rest;
        rows::for_each::<W>(rest, |event| {
            let mut not_before = rows::array::<W>(rows::row::<W>(&self.unplaced, event));
            if (0..W).any(|word| not_before[word] & rest[word] != 0) {
                rows::remove(&mut last, event);
            }
            rows::insert(&mut not_before, event);
            last = std::array::from_fn(|word| last[word] & not_before[word]);
        });
        last
    }

    /// Begins anew, with `n` events.
    fn clear(&mut self, n: usize, width: usize) {
        self.classes.clear();
        self.unplaced.clear();
        self.unplaced.resize(n * width, 0);
    }

    /// Adds a class: its known pairs, and the places of those events that have only one.
    fn add<const W: usize>(&mut self, class: [u64; W], known: &[u64]) {
        rows::for_each::<W>(&class, |source| {
            let row = rows::row_mut::<W>(&mut self.unplaced, source);
            rows::intersection(row, rows::row::<W>(known, source), &class);
        });
        let mut rest = class;
        while !rows::is_empty(&rest) {
            let first = self.first::<W>(&rest);
            // From here on there is something to choose.
            if count(&first) != 1 {
                break;
            }
            rest = without(&rest, &first);
            rows::for_each::<W>(&first, |event| rows::row_mut::<W>(&mut self.unplaced, event).copy_from_slice(&rest));
        }
        // A final write, for one, is the last in any order, and all others are known to come before it.
        let mut last = self.last::<W>(&rest);
        while count(&last) == 1 {
            rest = without(&rest, &last);
            last = self.last::<W>(&rest);
        }
        if !rows::is_empty(&rest) {
            self.classes.extend_from_slice(&rest);
        }
    }
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
    ) -> Result<(), Stop> {
        self.make::<W>(choice, &mut Search { candidate, cancelled, allowed })
    }

    fn make<const W: usize>(&mut self, choice: ChoiceId, search: &mut Search<'_>) -> Result<(), Stop> {
        let compiled = self.compiled;
        if compiled.plan.choices.get(choice).is_none() {
            self.accept::<W>(search.candidate, search.allowed);
            return match self.state.stops_at_witness && self.needs_no_other_way() {
                true => Err(Stop::Enough),
                false => Ok(()),
            };
        }
        let mut making = std::mem::take(&mut self.state.making[choice.index()]);
        self.begin_choice::<W>(choice, &mut making, search.candidate);
        // A choice that nothing mentions is made all the same: each way counts.
        let node = compiled.schedule.chosen[choice];
        self.state.narrow.value_mut(node).copy_from_slice(&making.unplaced);
        // Final writes alone may be impossible with what is read.
        let result = if self.might_go_on::<W>(choice, node, &[0; W], 0, &making) {
            self.order_class::<W>(choice, node, 0, &making, search)
        } else {
            Ok(())
        };
        self.state.making[choice.index()] = making;
        result
    }

    /// Finds the classes and what is known about their orders.
    fn begin_choice<const W: usize>(&mut self, id: ChoiceId, making: &mut Making, candidate: &dyn Choices) {
        let choice = &self.compiled.plan.choices[id];
        let (set, known) = (self.state.narrow.value(choice.set), self.state.narrow.value(choice.known));
        if making.made_of.is_empty() || making.made_of[..W] != *set || making.made_of[W..] != *known {
            self.find_classes::<W>(choice, known, making, candidate);
            making.is_open = making.classes.chunks_exact(W).map(open).sum::<u32>() > 1;
            making.made_of.clear();
            // Locations that only the candidate knows may be others in the next one.
            if self.state.has_locations || !choice.by_location {
                making.made_of.extend_from_slice(set);
                making.made_of.extend_from_slice(known);
            }
        }
        if making.is_open {
            let mut known = std::mem::take(&mut self.state.scratch);
            if let Some(granted) = self.state.supposed.granted(id) {
                known.clear();
                known.extend_from_slice(self.state.narrow.value(choice.known));
                rows::unite(&mut known, granted);
                self.find_classes::<W>(choice, &known, making, candidate);
            }
            // What is granted mostly leaves nothing open. Where nothing is, what is open is still that of the candidate before.
            let is_ordered = self.state.supposed.granted(id).is_some() && making.classes.is_empty();
            if !is_ordered && self.known_and_forced::<W>(id, &mut known).is_some() {
                if let Some(granted) = self.state.supposed.granted(id) {
                    rows::unite(&mut known, granted);
                }
                self.find_classes::<W>(choice, &known, making, candidate);
            }
            self.state.scratch = known;
        }
    }

    /// The same, `known` being what is known of the orders.
    fn find_classes<const W: usize>(
        &self,
        choice: &Choice,
        known: &[u64],
        making: &mut Making,
        candidate: &dyn Choices,
    ) {
        let set = rows::array::<W>(self.state.narrow.value(choice.set));
        making.clear(self.state.narrow.n, W);
        if !choice.by_location {
            making.add(set, known);
        } else if self.state.has_locations {
            for class in self.state.location_classes.chunks_exact(W) {
                making.add::<W>(std::array::from_fn(|word| set[word] & class[word]), known);
            }
        } else {
            self.classes_of::<W>(&set, candidate).into_iter().for_each(|class| making.add(class, known));
        }
    }

    /// The events of a set, by what they access in a candidate.
    fn classes_of<const W: usize>(&self, set: &[u64; W], candidate: &dyn Choices) -> Vec<[u64; W]> {
        let mut classes: Vec<(u32, [u64; W])> = Vec::new();
        rows::for_each::<W>(set, |event| {
            let Some(location) = candidate.location(EventId::new(self.state.events[event] as usize)) else { return };
            match classes.iter_mut().find(|(other, _)| *other == location) {
                Some((_, class)) => rows::insert(class, event),
                None => {
                    let mut class = [0; W];
                    rows::insert(&mut class, event);
                    classes.push((location, class));
                }
            }
        });
        classes.into_iter().map(|(_, class)| class).collect()
    }

    /// Orders the classes from `class` on.
    fn order_class<const W: usize>(
        &mut self,
        choice: ChoiceId,
        node: NodeId,
        class: usize,
        making: &Making,
        search: &mut Search<'_>,
    ) -> Result<(), Stop> {
        let Some(members) = making.class::<W>(class) else {
            let level = Level::of_choice(choice);
            if self.level::<W>(level, search.candidate) {
                return self.make::<W>(ChoiceId::from_number(choice.number() + 1), search);
            }
            return Ok(());
        };
        self.place::<W>(choice, node, class, rows::array(members), making, search)
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
    ) -> Result<(), Stop> {
        if rows::is_empty(&rest) {
            return self.order_class::<W>(choice, node, class + 1, making, search);
        }
        self.state.steps += 1;
        if self.state.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && (search.cancelled)() {
            return Err(Stop::Cancelled);
        }
        let mut result = Ok(());
        let first = making.first::<W>(&rest);
        let is_forced = count(&first) == 1;
        rows::for_each::<W>(&first, |event| {
            if result.is_err() {
                return;
            }
            let mut others = rest;
            rows::remove(&mut others, event);
            // Beside what must come after it, those that have no place yet.
            rows::unite(rows::row_mut::<W>(self.state.narrow.value_mut(node), event), &others);
            // Where only one event can come next nothing was chosen, so that a look would tell nothing new.
            if is_forced || self.might_go_on::<W>(choice, node, &others, class + 1, making) {
                result = self.place::<W>(choice, node, class, others, making, search);
            }
            let unplaced = rows::row::<W>(&making.unplaced, event);
            rows::row_mut::<W>(self.state.narrow.value_mut(node), event).copy_from_slice(unplaced);
        });
        result
    }

    /// Whether the choice may still lead to something, `rest` of one class and all classes from `later` on not being ordered yet.
    fn might_go_on<const W: usize>(
        &mut self,
        choice: ChoiceId,
        node: NodeId,
        rest: &[u64; W],
        later: usize,
        making: &Making,
    ) -> bool {
        let left: u32 = open(rest) + making.classes_from::<W>(later).map(open).sum::<u32>();
        // Where nothing is open the checks themselves are asked next.
        if left == 0 || !self.state.worth_of_choices[choice.index()].is_worth_it() {
            return true;
        }
        self.make_room_for_bounds();
        let schedule = &self.compiled.partial_choices[choice.index()];
        if schedule.needs_upper {
            self.bound_order::<W>(node, rest, later, making);
        }
        let mut bounds = self.state.bounds();
        let possible = schedule.is_possible::<W>(&self.compiled.plan, &mut bounds);
        if !possible {
            self.state.worth_of_choices[choice.index()].hits += 1;
        }
        possible
    }

    /// The upper bound of a partial order: what has no place yet may come in any order that is not ruled out.
    fn bound_order<const W: usize>(&mut self, node: NodeId, rest: &[u64; W], later: usize, making: &Making) {
        let upper = self.state.upper.value_mut(node);
        upper.copy_from_slice(self.state.narrow.value(node));
        let mut open = |members: &[u64]| {
            rows::for_each::<W>(members, |event| {
                let row = rows::row_mut::<W>(upper, event);
                rows::unite(row, members);
                rows::remove(row, event);
            });
            rows::for_each::<W>(members, |event| {
                // Pairs that are known do not come the other way round.
                rows::for_each::<W>(rows::row::<W>(&making.unplaced, event), |later| {
                    rows::remove(rows::row_mut::<W>(upper, later), event);
                });
            });
        };
        open(rest);
        making.classes_from::<W>(later).for_each(open);
    }
}

/// `row`, less what is in `other`.
fn without<const W: usize>(row: &[u64; W], other: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|word| row[word] & !other[word])
}

/// How many places of a class are open: the last of its events has only one.
fn open(class: &[u64]) -> u32 {
    class.iter().map(|word| word.count_ones()).sum::<u32>().saturating_sub(1)
}

fn count<const W: usize>(row: &[u64; W]) -> u32 {
    row.iter().map(|word| word.count_ones()).sum()
}
