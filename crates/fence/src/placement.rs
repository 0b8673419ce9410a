//! Which fences go into which slots: a minimum-cost multicut, by an integer program whose rows are made when they are violated.
//!
//! A column is a slot and a kind of fence. A row is a path between the accesses of a delay: one of the columns on it that order the pair strongly enough must be
//! chosen. There are too many paths to write them all: the program is solved with the rows so far, and while a search finds a path that the chosen
//! fences leave open, its row is added. In the end every path of every delay is cut, and as each row had to be satisfied anyway, the choice is optimal for the delays.

use aeg::delays::{Delay, Delays};
use aeg::dependencies::Dependencies;
use aeg::graph::{Aeg, EventId};
use aeg::model::FenceKind;
use aeg::walk::{SlotId, Walker};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::slots::Found;
use crate::solve::choose;

/// A fence to put somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Fence {
    /// Where.
    pub slot: SlotId,
    /// What.
    pub kind: FenceKind,
    /// Indices into [`Delays::pairs`] of the delays that have a path through it.
    pub delays: Vec<usize>,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Placement {
    /// The fences, in the order of their slots.
    pub fences: Vec<Fence>,
    /// Indices of delays with a path on which no fence can be put.
    pub unplaceable: Vec<usize>,
    /// The cost of the fences.
    pub cost: f64,
    /// No placement costs less.
    pub bound: f64,
    /// How often the program was solved.
    pub rounds: usize,
    /// How many rows it had in the end.
    pub rows: usize,
}

/// Columns and rows so far.
#[derive(Default)]
struct Problem {
    columns: Vec<(SlotId, FenceKind)>,
    ids: FxHashMap<(SlotId, FenceKind), usize>,
    costs: Vec<f64>,
    rows: Vec<Vec<usize>>,
    known: FxHashSet<Vec<usize>>,
    /// Delays that each row is of.
    delays_of_row: Vec<usize>,
}

impl Problem {
    fn column(&mut self, slot: SlotId, kind: FenceKind, cost: f64) -> usize {
        *self.ids.entry((slot, kind)).or_insert_with(|| {
            self.columns.push((slot, kind));
            self.costs.push(cost);
            self.columns.len() - 1
        })
    }
}

/// What a fence in a slot costs: a little more in loops and where more has to be written, so that among equals the better place is taken.
fn cost(found: &Found, slot: SlotId, base: f64) -> f64 {
    let slot = &found.slots[slot];
    base * (1.0 + 0.004 * f64::from(slot.region.loops.min(8)) + 0.001 * f64::from(slot.effort()))
}

/// Places fences. `found` gets the fences in its slots.
pub fn place(aeg: &Aeg, dependencies: &Dependencies, delays: &Delays, found: &mut Found) -> Placement {
    let mut of_first: FxHashMap<EventId, FxHashMap<EventId, usize>> = FxHashMap::default();
    for (index, pair) in delays.pairs.iter().enumerate() {
        of_first.entry(pair.first).or_default().insert(pair.second, index);
    }
    let mut firsts: Vec<EventId> = of_first.keys().copied().collect();
    firsts.sort_unstable();
    let mut problem = Problem::default();
    let mut placement = Placement::default();
    let mut unplaceable: FxHashSet<usize> = FxHashSet::default();
    let mut chosen = Vec::new();
    loop {
        let before = problem.rows.len();
        {
            let mut walker = Walker::new(aeg, dependencies, &found.edges);
            for first in &firsts {
                violated(aeg, delays, &of_first[first], *first, &mut walker, found, &mut problem, &mut unplaceable);
            }
        }
        if problem.rows.len() == before {
            break;
        }
        let choice = choose(&problem.costs, &problem.rows);
        placement.rounds += 1;
        placement.cost = choice.cost;
        placement.bound = choice.bound;
        found.edges.fences.clear();
        for column in &choice.columns {
            let (slot, kind) = problem.columns[*column];
            found.edges.fences.entry(slot).or_default().push(kind);
        }
        chosen = choice.columns;
    }
    placement.fences = chosen
        .iter()
        .map(|column| {
            let (slot, kind) = problem.columns[*column];
            Fence { slot, kind, delays: delays_through(&problem, *column) }
        })
        .collect();
    placement.fences.sort_by_key(|fence| (fence.slot, fence.kind));
    placement.rows = problem.rows.len();
    placement.unplaceable = unplaceable.into_iter().collect();
    placement.unplaceable.sort_unstable();
    placement
}

fn delays_through(problem: &Problem, column: usize) -> Vec<usize> {
    let rows = problem.rows.iter().zip(&problem.delays_of_row).filter(|(row, _)| row.contains(&column));
    let mut delays: Vec<usize> = rows.map(|(_, delay)| *delay).collect();
    delays.sort_unstable();
    delays.dedup();
    delays
}

/// Rows that are added for one first access before the program is solved again.
const MAX_ROWS_OF_FIRST: usize = 32;

/// Adds a row for each delay from `first` that has an open path, the shortest such path.
#[allow(clippy::too_many_arguments, reason = "the parts of one computation, not of one thing")]
fn violated(
    aeg: &Aeg,
    delays: &Delays,
    seconds: &FxHashMap<EventId, usize>,
    first: EventId,
    walker: &mut Walker,
    found: &Found,
    problem: &mut Problem,
    unplaceable: &mut FxHashSet<usize>,
) {
    let direction = aeg.events[first].direction;
    let open: Vec<_> = walker
        .from(first)
        .into_iter()
        .filter_map(|reached| {
            let index = *seconds.get(&reached.event)?;
            let pair: &Delay = &delays.pairs[index];
            (reached.state.strength(aeg.events[reached.event].direction) < pair.need).then_some((index, reached))
        })
        .collect();
    let mut done: FxHashSet<usize> = FxHashSet::default();
    let mut added = 0;
    for (index, reached) in &open {
        // Short paths come first, and what cuts them cuts most of the longer ones: these are looked at again when the short ones are cut.
        if added == MAX_ROWS_OF_FIRST {
            break;
        }
        if unplaceable.contains(index) || !done.insert(*index) {
            continue;
        }
        let pair = &delays.pairs[*index];
        let second = aeg.events[reached.event].direction;
        let mut row = Vec::new();
        for slot in walker.path_slots(reached.path) {
            for (kind, base) in aeg.options.model.columns() {
                if aeg.options.model.fence(*kind, direction, second) >= pair.need {
                    row.push(problem.column(slot, *kind, cost(found, slot, *base)));
                }
            }
        }
        if row.is_empty() {
            unplaceable.insert(*index);
            continue;
        }
        row.sort_unstable();
        if problem.known.insert(row.clone()) {
            added += 1;
            problem.rows.push(row);
            problem.delays_of_row.push(*index);
        }
    }
}
