//! Cycles that remain when the delays of critical cycles are chosen.
//!
//! The theorems of the paper look at critical cycles, which visit each thread once. For an execution to be one of the machine, though, *no* cycle may be left of communications, of
//! what the model orders, and of program order behind an access that is not delayed. Such a cycle need not be critical: it can come to a thread twice, and the pair of
//! program order by which it would be cut short may be the very one that is delayed. Under PSO, for instance,
//!
//! ```text
//!   z = 1; x = 2; a = y;    y = 2; b = z;    c = z; d = x (by an address that c is in)
//! ```
//!
//! can end in a = b = d = 0, c = 1. Both critical cycles are met by a delay of `z = 1`, which has to reach memory before `x = 2` does; with no delay of
//! `x = 2`, neither is past `a = y`. And a pair may lie on no critical cycle at all: where two reads of one thread see two writes of another in the order in which a third
//! thread shows that they were not. It is the same with an access between a delayed one and the one that it is to be delayed past, if the model keeps it behind the first and nothing delays it.
//!
//! So more accesses are delayed until no cycle is left. Over-approximates: communications go both ways, and of program order behind a delayed access only those pairs
//! are taken out that no path orders.

use std::cell::RefCell;
use std::collections::VecDeque;

use aeg::bits::Matrix;
use aeg::graph::{Aeg, EventId};
use aeg::model::{Direction, Strength};
use aeg::walk::Walker;
use relation::Index;
use rustc_hash::{FxHashMap, FxHashSet};

use super::cycles::Cycles;

/// More accesses than this are not looked at: all are delayed then.
const MOST_EVENTS: usize = 500;

/// What cycles may be made of, and how they are met.
pub(super) struct Remaining<'a> {
    aeg: &'a Aeg,
    /// Program order.
    order: &'a Matrix,
    /// Accesses of different threads that compete, whether a lock orders them or not.
    competing: &'a Matrix,
    /// Pairs of program order that the model may let change places.
    relaxed: Matrix,
    /// Of these, the ones of different cells. For others, coherence lets a cycle be cut short.
    open: Matrix,
    /// Whether no path orders a pair.
    is_free: &'a dyn Fn(EventId, EventId) -> bool,
    known_free: RefCell<FxHashMap<(EventId, EventId), bool>>,
    /// Whether writes may reach threads at different times, so that they are delayed for the sake of pairs that are ordered.
    propagates: bool,
}

/// What a path has met: a step to another thread, and a pair of program order.
const CROSSED: usize = 1;
const PAIR: usize = 2;
const BOTH: usize = CROSSED | PAIR;

type Steps = Vec<(EventId, EventId)>;

impl<'a> Remaining<'a> {
    /// Finds the pairs; none where there are too many.
    pub(super) fn new(
        cycles: &Cycles<'a>,
        competing: &'a Matrix,
        walker: &mut Walker<'_>,
        is_free: &'a dyn Fn(EventId, EventId) -> bool,
    ) -> Option<Remaining<'a>> {
        let aeg = cycles.aeg;
        let count = aeg.events.len();
        if count > MOST_EVENTS {
            return None;
        }
        let cells = cycles.cells();
        let (mut relaxed, mut open) = (Matrix::new(count, count), Matrix::new(count, count));
        for first in aeg.events.ids() {
            walker.search(first, &mut |reached| {
                let direction = aeg.events[reached.event].direction;
                let relaxes = aeg.options.model.relaxes(aeg.events[first].direction, direction);
                if relaxes && reached.state.strength(direction) == Strength::None {
                    relaxed.set(first.index(), reached.event);
                    let [mine, others] = [first, reached.event].map(|event| cells[event.index()]);
                    // An access whose cell is not known counts as one of another location.
                    if mine.is_none() || mine != others {
                        open.set(first.index(), reached.event);
                    }
                }
                [Strength::None; 2]
            });
        }
        let propagates = cycles.model.propagates();
        let known_free = RefCell::default();
        Some(Remaining { aeg, order: cycles.order, competing, relaxed, open, is_free, known_free, propagates })
    }

    /// Adds to `late` what has to be delayed, too: of each cycle one access, if `is_one` and there is one by which it is met, else all whose pairs are open.
    pub(super) fn meet(&self, late: &mut [bool], is_one: bool) {
        for event in self.aeg.events.ids() {
            // What has been delayed for one event takes cycles from others, and gives them none.
            while let Some(cycle) = self.cycle(event, late) {
                for event in self.chosen(&cycle, late, is_one) {
                    late[event.index()] = true;
                }
            }
        }
    }

    /// What is delayed because of a cycle.
    fn chosen(&self, cycle: &[(EventId, EventId)], late: &[bool], is_one: bool) -> Vec<EventId> {
        let is_open =
            |(first, second): &&(EventId, EventId)| !late[first.index()] && self.open.has(first.index(), *second);
        let open: Vec<(EventId, EventId)> = cycle.iter().filter(is_open).copied().collect();
        // Only a pair that no path orders ends the cycle in every execution.
        let met = open.iter().find(|(first, second)| is_one && self.is_free(*first, *second));
        if let Some((first, _)) = met {
            return vec![*first];
        }
        let is_held = |event: &EventId| self.propagates && self.writes(*event);
        let held = cycle.iter().map(|(first, _)| *first).filter(is_held);
        open.iter().map(|(first, _)| *first).chain(held).collect()
    }

    /// Whether a cycle that comes from another thread leads from one of some accesses to one of others.
    pub(super) fn leads(&self, from: &[EventId], to: &[EventId], late: &[bool]) -> bool {
        let mut known: FxHashSet<(EventId, usize)> = from.iter().map(|event| (*event, 0)).collect();
        let mut open: Vec<(EventId, usize)> = known.iter().copied().collect();
        while let Some((at, met)) = open.pop() {
            if met & CROSSED != 0 && to.contains(&at) {
                return true;
            }
            open.extend(self.steps(at, late, met).into_iter().filter(|next| known.insert(*next)));
        }
        false
    }

    fn writes(&self, event: EventId) -> bool {
        self.aeg.events[event].direction == Direction::Write
    }

    fn is_free(&self, first: EventId, second: EventId) -> bool {
        if !self.relaxed.has(first.index(), second) {
            return false;
        }
        *self.known_free.borrow_mut().entry((first, second)).or_insert_with(|| (self.is_free)(first, second))
    }

    /// The steps of a shortest cycle for which an access that is not late may have to be.
    fn cycle(&self, from: EventId, late: &[bool]) -> Option<Steps> {
        if late[from.index()] {
            return None;
        }
        // The cycle begins with an open pair, as it is the delay of its first access that would end it.
        let pairs = self.open.iter(from.index()).map(|second| (second, PAIR));
        self.path_back(from, pairs.collect(), late).or_else(|| {
            // Where writes reach threads at different times, a write may have to be delayed although its pair is ordered.
            let is_held = self.propagates && self.writes(from);
            is_held.then(|| self.path_back(from, self.steps(from, late, 0), late)).flatten()
        })
    }

    /// Where a path that has met so much goes on, with what it has met then.
    fn steps(&self, at: EventId, late: &[bool], met: usize) -> Vec<(EventId, usize)> {
        let is_kept = |next: &EventId| !(late[at.index()] && self.is_free(at, *next));
        let later = self.order.iter(at.index()).filter(is_kept).map(|next| (next, met | PAIR));
        let others = self.competing.iter(at.index()).map(|next| (next, met | CROSSED));
        // The two accesses of a read-modify-write happen together.
        let point = self.aeg.events[at].point;
        let together = self.aeg.events.iter_enumerated().filter(|(other, event)| *other != at && event.point == point);
        later.chain(others).chain(together.map(|(other, _)| (other, met))).collect()
    }

    /// The shortest path that begins with one of some steps and comes back, by another thread.
    fn path_back(&self, from: EventId, first: Vec<(EventId, usize)>, late: &[bool]) -> Option<Steps> {
        let mut before: FxHashMap<(EventId, usize), (EventId, usize)> = FxHashMap::default();
        let mut queue = VecDeque::new();
        for step in first {
            if before.insert(step, (from, 0)).is_none() {
                queue.push_back(step);
            }
        }
        while let Some((at, met)) = queue.pop_front() {
            // A path within one thread, or of communications alone, is no cycle that program order closes.
            if (at, met) == (from, BOTH) {
                return Some(path_to((at, met), (from, 0), &before));
            }
            for next in self.steps(at, late, met) {
                before.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    (at, met)
                });
            }
        }
        None
    }
}

/// The steps to a place, each of which has another before it, up to the first.
fn path_to(
    mut at: (EventId, usize),
    first: (EventId, usize),
    before: &FxHashMap<(EventId, usize), (EventId, usize)>,
) -> Steps {
    let mut steps = Vec::new();
    while at != first
        && let Some(from) = before.get(&at)
    {
        steps.push((from.0, at.0));
        at = *from;
    }
    steps.reverse();
    steps
}
