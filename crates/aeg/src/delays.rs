//! The pairs of accesses that a model may reorder on a critical cycle.
//!
//! No cycle is enumerated. A pair `(u, v)` of one thread may lie on a cycle when `v` leads to `u` by program order of other threads and competing
//! accesses: reachability, computed once for each thread. That over-approximates critical cycles (characteristics CS2 and
//! CS3 of musketeer's paper, section 4.4, are not asked of the rest of the cycle), so it is sound. Pairs that a path leaves unordered are then searched for a critical cycle
//! exactly, within a budget: what has none is dropped, what was found is the witness.
//!
//! There are as many pairs as the square of the accesses, and most follow from others: what orders `u2` before `v` on every path also cuts a path from `u` through
//! `u2` to `v`. So only *direct* pairs are looked for: a path from `u` is followed as far as there is no such `u2`, and no `v` that is to be ordered itself. When all of these are
//! cut, so are the others. (memcached: 1,665,358 pairs, in 28 s; 5 % of them direct.)

mod cycles;
mod kept;
mod order;
mod own_writes;
mod possible;
mod ways;

use std::rc::Rc;

use cprog::ir::{FunctionId, Program};
use cprog::points_to::PointsTo;
use rustc_hash::FxHashMap;

use crate::bits::{Matrix, contains, insert, intersect, no_events};
use crate::dependencies::Dependencies;
use crate::evidence::Evidence;
use crate::exclusion::{self, Excluded};
use crate::graph::addresses::Address;
use crate::graph::{Aeg, EventId, NodeKind, Strategy};
use crate::model::{Annotated, Direction, Strength};
use crate::rules::Rule;
use crate::walk::{Reached, Slots, Walker};
use cycles::{CycleSearch, Outcome};
use possible::Cells;
use relation::Index;
use ways::Neighbours;

/// A pair of accesses that must be ordered.
#[derive(Clone, Debug)]
pub struct Delay {
    /// The earlier access.
    pub first: EventId,
    /// The later one.
    pub second: EventId,
    /// How strongly the model asks for it.
    pub need: Strength,
    /// What is known of that cycle's accesses being to the same memory; the most of any cycle that was found.
    pub evidence: Evidence,
    /// A critical cycle that it lies on, from `second` round to `first`: the events of each thread in order, without the pair itself; empty when none was searched.
    pub witness: Vec<Vec<EventId>>,
}

/// A pair that a path leaves open.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// Index of the pair in [`Delays::pairs`].
    pub pair: usize,
    /// The path.
    pub reached: Reached,
}

/// What was found out about a pair.
struct Known {
    need: Strength,
    evidence: Evidence,
    witness: Vec<Vec<EventId>>,
    /// Its index, when a path left it open.
    pair: Option<usize>,
}

/// What is known of a graph's cycles.
pub struct Delays {
    /// Events that follow each event in program order; in a port, those that the model it comes from may keep behind it.
    pub order: Matrix,
    /// Events that compete with each event.
    pub competing: Matrix,
    /// Of these, the ones that may be a race.
    pub open: Matrix,
    /// How many pairs each rule excludes, by the order of [`Rule::ALL`].
    pub excluded: [usize; Rule::ALL.len()],
    /// Accesses at which no cycle enters a thread.
    fresh: Vec<u64>,
    /// The pairs that were found so far, in the order in which they were.
    pub pairs: Vec<Delay>,
    /// Pairs that the exact search has shown to lie on no critical cycle.
    pub refuted: usize,
    /// Pairs whose exact search was given up.
    pub undecided: usize,
    /// Pairs that were set aside, as less is known of their cycles than was asked for.
    pub set_aside: usize,
    /// Whether there may be more pairs, as so many were found that the search for them was ended.
    pub is_cut_short: bool,
    /// How often a pair was found to need less than the most that any does.
    lowered: usize,
    cells: Cells,
    /// The accesses that are surely, or as far as is known, to the same memory as each one and compete with it: cycles of these are searched first.
    sure: Vec<(Evidence, Neighbours)>,
    /// Pairs that may lie on a cycle; row = earlier access.
    possible: Matrix,
    /// Of these, what may need more than any order of their own thread, and what may need a full fence; none on models where the first always suffices.
    stronger: Option<[Matrix; 2]>,
    /// What was found out about pairs.
    known: FxHashMap<(EventId, EventId), Known>,
    reads: Vec<u64>,
    writes: Vec<u64>,
    /// For each event, the events at its [`Address`](crate::graph::addresses::Address), if there are others.
    same_address: Vec<Option<Rc<[u64]>>>,
    has_control_fences: bool,
    budget: usize,
    /// Steps that all further searches may take together.
    total: usize,
    /// The same of searches for cycles of which more is known.
    sure_total: usize,
    /// Searches that were given up, as long as none has come to an end.
    given_up: usize,
}

fn same_address(aeg: &Aeg) -> Vec<Option<Rc<[u64]>>> {
    let mut rows: FxHashMap<(FunctionId, Address), Vec<u64>> = FxHashMap::default();
    let key = |id: EventId| aeg.events[id].address.map(|address| (aeg.events[id].point.function, address));
    for (id, key) in aeg.events.ids().filter_map(|id| Some((id, key(id)?))) {
        insert(rows.entry(key).or_insert_with(|| no_events(aeg.events.len())), id);
    }
    let rows: FxHashMap<_, Rc<[u64]>> = rows
        .into_iter()
        .filter(|(_, row)| row.iter().map(|bits| bits.count_ones()).sum::<u32>() > 1)
        .map(|(key, row)| (key, Rc::from(row)))
        .collect();
    aeg.events.ids().map(|id| rows.get(&key(id)?).cloned()).collect()
}

/// When so many searches were given up and none has come to an end, no more are tried: on memcached under Power, all of 73,826 would be given up.
const MAX_GIVEN_UP: usize = 64;

/// A search for a cycle of which more is known takes so much less.
const SURE_BUDGET: usize = 20;

/// All of these together take no more steps than so many other searches that use their budget up.
const TOTAL_SURE_SEARCHES: usize = 100;

/// All exact searches together take no more steps than so many that use their budget up.
const TOTAL_SEARCHES: usize = 500;

impl Delays {
    /// Finds the direct pairs that `aeg`'s model relaxes, that a path between them leaves unordered, and that lie on a cycle. `budget` bounds the steps of
    /// the exact search for each pair; 0 leaves it out.
    pub fn find(
        program: &Program,
        points_to: &PointsTo,
        aeg: &Aeg,
        dependencies: &Dependencies,
        budget: usize,
    ) -> Delays {
        Delays::find_some(program, points_to, aeg, dependencies, budget, usize::MAX)
    }

    /// The same; ends when there are more than `most` pairs. [`Delays::open_from`] finds the others, as long as they are open.
    pub fn find_some(
        program: &Program,
        points_to: &PointsTo,
        aeg: &Aeg,
        dependencies: &Dependencies,
        budget: usize,
        most: usize,
    ) -> Delays {
        let competing = aeg.competing();
        let Excluded { open, fresh, counts: excluded } = exclusion::exclude(program, points_to, aeg, &competing);
        // By what cycles go within a thread.
        let order = match aeg.options.from {
            Some(from) => kept::kept(program, points_to, aeg, from),
            None => order::order(aeg),
        };
        let cells = Cells::find(program, points_to, aeg);
        let mut possible = match aeg.options.strategy {
            Strategy::Cycles => possible::possible(aeg, &cells, &order, &competing, (&open, &fresh)),
            Strategy::Pensieve | Strategy::Volatile | Strategy::Shared | Strategy::Memory => {
                possible::without_cycles(aeg, &cells)
            }
        };
        // The pair that stands for another one may be left open by the model that the program comes from.
        if aeg.options.strategy == Strategy::Cycles && aeg.options.from.is_none() {
            own_writes::drop_pairs(program, aeg, &cells, &mut possible);
        }
        // Other strategies order pairs whether they lie on a cycle or not, so that none is refuted.
        let budget = if aeg.options.strategy == Strategy::Cycles { budget } else { 0 };
        let stronger = (!aeg.options.model.is_multi_copy_atomic).then(|| [possible.clone(), possible.clone()]);
        let sure = sure_neighbours(program, points_to, aeg, (&cells, &competing), budget);
        let mut delays = Delays {
            order,
            competing,
            open,
            excluded,
            fresh,
            pairs: Vec::new(),
            refuted: 0,
            undecided: 0,
            set_aside: 0,
            is_cut_short: false,
            lowered: 0,
            cells,
            sure,
            possible,
            stronger,
            known: FxHashMap::default(),
            reads: aeg.events_that(Direction::Read),
            writes: aeg.events_that(Direction::Write),
            same_address: same_address(aeg),
            has_control_fences: has_control_fences(aeg),
            budget,
            total: budget.saturating_mul(TOTAL_SEARCHES),
            sure_total: budget.saturating_mul(TOTAL_SURE_SEARCHES),
            given_up: 0,
        };
        delays.set_aside_at_once(aeg);
        delays.find_open(aeg, dependencies, most);
        delays
    }

    /// Sets aside the pairs of accesses by which no cycle goes of which so much is known as is asked for.
    fn set_aside_at_once(&mut self, aeg: &Aeg) {
        let least = aeg.options.least;
        if least == Evidence::Possible {
            return;
        }
        let mut known = no_events(aeg.events.len());
        for (_, neighbours) in self.sure.iter().filter(|(evidence, _)| *evidence >= least) {
            for event in aeg.events.ids().filter(|event| !neighbours[*event].is_empty()) {
                insert(&mut known, event);
            }
        }
        let count = |row: &[u64]| row.iter().map(|bits| bits.count_ones() as usize).sum::<usize>();
        for event in aeg.events.ids() {
            let row = self.possible.row_mut(event.index());
            let before = count(row);
            // A cycle comes to the thread at the first access and goes on from the second one: both need such a neighbour.
            if contains(&known, event) {
                intersect(row, &known);
            } else {
                row.fill(0);
            }
            self.set_aside += before - count(row);
        }
    }

    /// Finds pairs from every event on, until there are more than `most` or a round finds out nothing new.
    fn find_open(&mut self, aeg: &Aeg, dependencies: &Dependencies, most: usize) {
        let slots = Slots::default();
        let mut walker = Walker::new(aeg, dependencies, &slots);
        let mut open = Vec::new();
        loop {
            let before = self.lowered;
            for first in aeg.events.ids() {
                self.open_from(aeg, dependencies, &mut walker, first, &mut open);
                open.clear();
                if self.pairs.len() > most {
                    self.is_cut_short = true;
                    return;
                }
            }
            // What was dropped, or needs less than was thought, may have hidden others: `Wx; Wy; lwsync; Wz`, where the pair of y and z is found to need no more than the
            // `lwsync`, and that of x and z needs a `sync`.
            if self.lowered == before {
                return;
            }
        }
    }

    /// Finds the direct pairs of `first` that a path leaves open, each with its shortest such path. When no event has any, after a round in which
    /// [`Delays::version`] did not change, all pairs are ordered on all paths.
    pub fn open_from(
        &mut self,
        aeg: &Aeg,
        dependencies: &Dependencies,
        walker: &mut Walker,
        first: EventId,
        open: &mut Vec<Open>,
    ) {
        if self.possible.row(first.index()).iter().all(|bits| *bits == 0) {
            return;
        }
        let slots = walker.slots();
        walker.search(first, &mut |reached| {
            let second = reached.event;
            let direction = aeg.events[second].direction;
            let mut raise = self.subsumed(aeg, dependencies, slots, first, second);
            if self.possible.has(first.index(), second)
                && let Some(pair) = self.pair(aeg, first, second, reached.state.strength(direction))
            {
                open.push(Open { pair, reached });
                // What cuts this path at the need of this pair cuts longer ones for accesses of the same direction.
                let raised = &mut raise[direction as usize];
                *raised = (*raised).max(self.pairs[pair].need);
            }
            raise
        });
    }

    /// Whether all pairs are ordered on all paths.
    pub fn all_ordered(&mut self, aeg: &Aeg, dependencies: &Dependencies, walker: &mut Walker) -> bool {
        let mut open = Vec::new();
        loop {
            let version = self.version();
            for first in aeg.events.ids() {
                self.open_from(aeg, dependencies, walker, first, &mut open);
                if !open.is_empty() {
                    return false;
                }
            }
            // What was found out about a pair may uncover others of accesses that this round had passed already.
            if self.version() == version {
                return true;
            }
        }
    }

    /// Whether a pair may lie on a critical cycle of the graph on which its order matters, whatever orders it already.
    pub fn may_need_order(&self, first: EventId, second: EventId) -> bool {
        self.possible.has(first.index(), second)
    }

    /// Changes whenever something was found out about a pair.
    pub fn version(&self) -> usize {
        self.known.len()
    }

    /// How strongly the pairs of `second` stand for those of `first`, on paths from `first` through `second`: for later reads and for later writes.
    fn subsumed(
        &self,
        aeg: &Aeg,
        dependencies: &Dependencies,
        slots: &Slots,
        first: EventId,
        second: EventId,
    ) -> [Strength; 2] {
        let mut raise = [Strength::None; 2];
        let event = &aeg.events[second];
        let order = slots.order(aeg, second);
        let orders_by_itself = order.acquires() || order.release == Annotated::Sequential;
        // Fences distinguish reads from writes, and what `second` orders by itself leaves `first` where it is.
        if event.direction != aeg.events[first].direction || orders_by_itself {
            return raise;
        }
        let same = self.cells.row(second);
        let dependent = dependencies.dependent(second);
        let branches = dependencies.has_branches(second);
        let addresses = dependencies.has_addresses(second);
        for (direction, mask) in [(Direction::Read, &self.reads), (Direction::Write, &self.writes)] {
            let by_branches = match direction {
                Direction::Read => branches && self.has_control_fences,
                Direction::Write => branches || addresses,
            };
            // A read of the same cell as `second` is behind it in coherence: the cycle goes through `second` as well.
            let passed = if direction == Direction::Read { same } else { None };
            // A write to the address of `second` needs no order with it, which says nothing of `first`.
            let excepted = match direction {
                Direction::Read => None,
                Direction::Write => self.same_address[second.index()].as_deref(),
            };
            let covers = |matrix: &Matrix| {
                let (mine, others) = (matrix.row(first.index()), matrix.row(second.index()));
                mine.iter().zip(others).enumerate().all(|(word, (mine, others))| {
                    // What is left is to be ordered behind `first`, and neither behind `second` nor by coherence with it.
                    let covered = others & !excepted.map_or(0, |same| same[word]);
                    mine & mask[word] & !covered & !passed.map_or(0, |same| same[word]) == 0
                })
            };
            // A dependency of `second` orders a pair of it, and none of `first`.
            let depends = dependent
                .iter()
                .chain(slots.dependent(second))
                .any(|event| aeg.events[*event].direction == direction && self.possible.has(first.index(), *event));
            if !by_branches && !depends && covers(&self.possible) {
                // What orders the pairs of `second` as they need it orders those of `first` up to the strength to which all of these need as much of `second`.
                raise[direction as usize] = match &self.stronger {
                    Some([cumulative, _]) if !covers(cumulative) => Strength::Local,
                    Some([_, full]) if !covers(full) => Strength::Lightweight,
                    Some(_) | None => Strength::Full,
                };
            }
        }
        raise
    }

    /// The index of a pair that a path orders with `strength` only; none when that suffices.
    fn pair(&mut self, aeg: &Aeg, first: EventId, second: EventId, strength: Strength) -> Option<usize> {
        let most = match aeg.options.strategy {
            Strategy::Cycles | Strategy::Pensieve if aeg.options.model.is_multi_copy_atomic => Strength::Local,
            Strategy::Cycles | Strategy::Pensieve | Strategy::Shared | Strategy::Memory => Strength::Full,
            Strategy::Volatile => Strength::Local,
        };
        // No cycle asks for more, so that none has to be searched.
        if strength >= most {
            return None;
        }
        if !self.known.contains_key(&(first, second)) {
            let known = self.find_out(aeg, first, second, most);
            self.lower(first, second, known.need);
            self.known.insert((first, second), known);
        }
        let known = self.known.get_mut(&(first, second)).expect("it was entered");
        if strength >= known.need {
            return None;
        }
        let pairs = &mut self.pairs;
        Some(*known.pair.get_or_insert_with(|| {
            let witness = std::mem::take(&mut known.witness);
            pairs.push(Delay { first, second, need: known.need, evidence: known.evidence, witness });
            pairs.len() - 1
        }))
    }

    /// Searches critical cycles through a pair. `most` is what it needs when that cannot be done.
    fn find_out(&mut self, aeg: &Aeg, first: EventId, second: EventId, most: Strength) -> Known {
        let sure = self.find_sure(aeg, first, second);
        let least = aeg.options.least;
        if let Some(known) = sure {
            // No cycle asks for more, or only those count of which so much is known.
            if most == Strength::Local || least > Evidence::Possible {
                return known;
            }
            // A cycle of which less is known may ask for more than the surest one.
            let any = self.find_any(aeg, first, second, most);
            return Known { need: known.need.max(any.need), ..known };
        }
        if least > Evidence::Possible {
            self.set_aside += 1;
            return Known { need: Strength::None, evidence: Evidence::Possible, witness: Vec::new(), pair: None };
        }
        self.find_any(aeg, first, second, most)
    }

    /// Searches cycles whose accesses are known to be to the same memory, surest first. None where there is none, or the search was given up.
    fn find_sure(&mut self, aeg: &Aeg, first: EventId, second: EventId) -> Option<Known> {
        for (evidence, neighbours) in self.sure.iter().filter(|(evidence, _)| *evidence >= aeg.options.least) {
            let budget = (self.budget / SURE_BUDGET).min(self.sure_total);
            if budget == 0 || neighbours[first].is_empty() || neighbours[second].is_empty() {
                continue;
            }
            let mut search = CycleSearch::new(self, aeg, first, second, budget).among(neighbours);
            search.run();
            let spent = budget - search.budget;
            let found = search.found_need().map(|need| Known {
                need,
                evidence: *evidence,
                witness: search.witness(),
                pair: None,
            });
            self.sure_total -= spent;
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Searches cycles whatever is known of them.
    fn find_any(&mut self, aeg: &Aeg, first: EventId, second: EventId, most: Strength) -> Known {
        let known = |need, witness| Known { need, evidence: Evidence::Possible, witness, pair: None };
        let budget = self.budget.min(self.total);
        if budget == 0 {
            // Where no search is asked for, nothing counts as undecided.
            self.undecided += usize::from(self.budget > 0);
            return known(most, Vec::new());
        }
        let mut search = CycleSearch::new(self, aeg, first, second, budget);
        let outcome = search.run();
        let spent = budget - search.budget;
        let witness = search.witness();
        self.total -= spent;
        match outcome {
            Outcome::Unknown if self.given_up < usize::MAX => {
                self.given_up += 1;
                if self.given_up == MAX_GIVEN_UP {
                    self.total = 0;
                }
            }
            // One that ends shows that others may.
            Outcome::Found(_) | Outcome::None | Outcome::Unknown => self.given_up = usize::MAX,
        }
        match outcome {
            Outcome::Found(need) => known(need, witness),
            Outcome::None => {
                self.refuted += 1;
                known(Strength::None, Vec::new())
            }
            Outcome::Unknown => {
                self.undecided += 1;
                known(most, witness)
            }
        }
    }

    /// How strongly all paths between two accesses order them, through whatever functions they lead; none when there is no path. `walker` is one that follows paths to the end
    /// ([`Walker::to_the_end`]): another one does not come to what a fence orders.
    pub fn strength(aeg: &Aeg, walker: &mut Walker, first: EventId, second: EventId) -> Option<Strength> {
        let direction = aeg.events[second].direction;
        let mut weakest: Option<Strength> = None;
        walker.search(first, &mut |reached| {
            if reached.event == second {
                let strength = reached.state.strength(direction);
                weakest = Some(weakest.map_or(strength, |weakest| weakest.min(strength)));
            }
            // Nothing is raised: each path counts here, and a longer one may order the pair less.
            [Strength::None; 2]
        });
        weakest
    }

    /// Enters that a pair needs no more than `need`.
    fn lower(&mut self, first: EventId, second: EventId, need: Strength) {
        let row = first.index();
        // Pairs were taken to need the most before, so that only less may uncover others.
        let is_less = need == Strength::None || self.stronger.is_some() && need < Strength::Full;
        self.lowered += usize::from(is_less);
        if need == Strength::None {
            self.possible.clear(row, second);
        }
        if let Some([cumulative, full]) = &mut self.stronger {
            if need < Strength::Lightweight {
                cumulative.clear(row, second);
            }
            if need < Strength::Full {
                full.clear(row, second);
            }
        }
    }
}

fn has_control_fences(aeg: &Aeg) -> bool {
    aeg.nodes.iter().any(|node| matches!(node.kind, NodeKind::Fence(fence) if fence.is_control))
}

/// What surely communicates, by how it is known, the surest first; nothing where no pair is refuted.
fn sure_neighbours(
    program: &Program,
    points_to: &PointsTo,
    aeg: &Aeg,
    (cells, competing): (&Cells, &Matrix),
    budget: usize,
) -> Vec<(Evidence, Neighbours)> {
    if budget == 0 {
        return Vec::new();
    }
    let same_object = ways::same_object(program, points_to, aeg, competing);
    vec![(Evidence::SameVariable, cells.neighbours(competing)), (Evidence::SameObject, same_object)]
}
