//! Which fences go into which slots: a minimum-cost multicut, by an integer program whose rows are made when they are violated.
//!
//! A column is a slot and a kind of fence, or a stronger order for an access ([`crate::accesses`]). A row is a path between the accesses of a delay: one of the columns on it that order the pair strongly enough must be
//! chosen. There are too many paths to write them all: the program is solved with the rows so far, and while a search finds a path that the chosen
//! fences leave open, its row is added. In the end every path of every delay is cut, and as each row had to be satisfied anyway, the choice is optimal for the delays.

use std::collections::BTreeMap;

use aeg::delays::{Delays, Open};
use aeg::dependencies::Dependencies;
use aeg::graph::{Aeg, EventId};
use aeg::model::{FenceKind, Model, Role, Strength};
use aeg::walk::{SlotId, Walker};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::Upgrade;
use crate::costs::Costs;
use crate::removal::Removable;
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

/// A stronger order to give to an access.
#[derive(Clone, Debug, PartialEq)]
pub struct Stronger {
    /// The access and its order.
    pub upgrade: Upgrade,
    /// Indices into [`Delays::pairs`] of the delays that have a path on which it orders them.
    pub delays: Vec<usize>,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Placement {
    /// The fences, in the order of their slots.
    pub fences: Vec<Fence>,
    /// The accesses that are given a stronger order.
    pub stronger: Vec<Stronger>,
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

/// What may be put where, and what it costs.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// What fences cost.
    pub costs: Costs,
    /// Slots that are fences of the program: there, these alone may be put.
    pub standing: BTreeMap<SlotId, Removable>,
    /// The orders that accesses may be given.
    pub upgrades: Vec<Upgrade>,
}

/// How much cheaper it is to keep a fence than to put in a new one.
const KEPT: f64 = 0.95;

impl Choices {
    fn of(&self, model: Model, found: &Found, slot: SlotId) -> Vec<(FenceKind, f64)> {
        if let Some(fence) = self.standing.get(&slot) {
            let cost = self.costs.of(model, found, slot, fence.kind);
            return vec![(fence.kind, KEPT * cost)];
        }
        model.columns().iter().map(|(kind, _)| (*kind, self.costs.of(model, found, slot, *kind))).collect()
    }
}

/// Something to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Column {
    /// A fence in a slot.
    Fence(SlotId, FenceKind),
    /// A stronger order: index into [`Choices::upgrades`].
    Upgrade(usize),
}

/// Columns and rows so far.
#[derive(Default)]
struct Problem {
    columns: Vec<Column>,
    ids: FxHashMap<Column, usize>,
    /// The upgrades that concern each event: index into [`Choices::upgrades`], and into what it gives.
    upgrades_of: FxHashMap<EventId, Vec<(usize, usize)>>,
    costs: Vec<f64>,
    rows: Vec<Vec<usize>>,
    /// The number of each row.
    known: FxHashMap<Vec<usize>, usize>,
    /// The pairs that each row is of.
    delays_of_row: Vec<Vec<usize>>,
}

impl Problem {
    fn new(choices: &Choices) -> Problem {
        let mut problem = Problem::default();
        for (index, upgrade) in choices.upgrades.iter().enumerate() {
            for (part, (event, _)) in upgrade.gives.iter().enumerate() {
                problem.upgrades_of.entry(*event).or_default().push((index, part));
            }
        }
        problem
    }

    /// Adds to a row the upgrades of an access on a path that order its pair strongly enough.
    fn upgrades(&mut self, aeg: &Aeg, choices: &Choices, event: EventId, role: Role, pair: Pair, row: &mut Vec<usize>) {
        for (index, part) in self.upgrades_of.get(&event).cloned().unwrap_or_default() {
            let upgrade = &choices.upgrades[index];
            let (_, order) = upgrade.gives[part];
            let (first, second) = (aeg.events[pair.first].direction, aeg.events[pair.second].direction);
            if order.strength(aeg.options.model, role, first, second) >= pair.need {
                row.push(self.column(Column::Upgrade(index), upgrade.cost));
            }
        }
    }

    fn column(&mut self, column: Column, cost: f64) -> usize {
        *self.ids.entry(column).or_insert_with(|| {
            self.columns.push(column);
            self.costs.push(cost);
            self.columns.len() - 1
        })
    }
}

/// A pair on a path, and how strongly it must be ordered.
#[derive(Clone, Copy)]
struct Pair {
    first: EventId,
    second: EventId,
    need: Strength,
}

/// Places fences. `found` gets the fences in its slots, `delays` the pairs that are found on the way.
pub fn place(
    aeg: &Aeg,
    dependencies: &Dependencies,
    delays: &mut Delays,
    found: &mut Found,
    choices: &Choices,
) -> Placement {
    let mut problem = Problem::new(choices);
    let mut placement = Placement::default();
    let mut unplaceable: FxHashSet<usize> = FxHashSet::default();
    let mut chosen = Vec::new();
    loop {
        let (rows, version) = (problem.rows.len(), delays.version());
        {
            let mut walker = Walker::new(aeg, dependencies, &found.edges);
            for first in aeg.events.ids() {
                violated(aeg, dependencies, delays, first, &mut walker, found, choices, &mut problem, &mut unplaceable);
            }
        }
        if problem.rows.len() == rows {
            // What was found out about a pair on the way may have hidden others.
            if delays.version() == version {
                break;
            }
            continue;
        }
        let choice = choose(&problem.costs, &problem.rows);
        placement.rounds += 1;
        placement.cost = choice.cost;
        placement.bound = choice.bound;
        // A solution replaces the one before as a whole: fences that later rows made needless go.
        found.edges.fences.clear();
        found.edges.upgrades.clear();
        for column in &choice.columns {
            match problem.columns[*column] {
                Column::Fence(slot, kind) => found.edges.fences.entry(slot).or_default().push(kind),
                Column::Upgrade(index) => {
                    for (event, order) in &choices.upgrades[index].gives {
                        let known = found.edges.upgrades.entry(*event).or_default();
                        *known = known.and(*order);
                    }
                }
            }
        }
        chosen = choice.columns;
    }
    let delays_of = delays_of_columns(&problem);
    for column in chosen {
        let delays = delays_of[column].clone();
        match problem.columns[column] {
            Column::Fence(slot, kind) => placement.fences.push(Fence { slot, kind, delays }),
            Column::Upgrade(index) => {
                placement.stronger.push(Stronger { upgrade: choices.upgrades[index].clone(), delays });
            }
        }
    }
    placement.fences.sort_by_key(|fence| (fence.slot, fence.kind));
    placement.stronger.sort_by_key(|stronger| (stronger.upgrade.file, stronger.upgrade.site.start()));
    placement.rows = problem.rows.len();
    placement.unplaceable = unplaceable.into_iter().collect();
    placement.unplaceable.sort_unstable();
    placement
}

/// For each column, the pairs that have a row with it, ascending.
fn delays_of_columns(problem: &Problem) -> Vec<Vec<usize>> {
    let mut delays = vec![Vec::new(); problem.columns.len()];
    for (row, of_row) in problem.rows.iter().zip(&problem.delays_of_row) {
        for column in row {
            delays[*column].extend(of_row);
        }
    }
    for delays in &mut delays {
        delays.sort_unstable();
        delays.dedup();
    }
    delays
}

/// Adds a row for each pair of `first` that a path leaves open.
#[allow(clippy::too_many_arguments, reason = "the parts of one computation, not of one thing")]
fn violated(
    aeg: &Aeg,
    dependencies: &Dependencies,
    delays: &mut Delays,
    first: EventId,
    walker: &mut Walker,
    found: &Found,
    choices: &Choices,
    problem: &mut Problem,
    unplaceable: &mut FxHashSet<usize>,
) {
    let direction = aeg.events[first].direction;
    let mut open = Vec::new();
    delays.open_from(aeg, dependencies, walker, first, &mut open);
    for Open { pair, reached } in open {
        let need = delays.pairs[pair].need;
        let second = aeg.events[reached.event].direction;
        let mut row = Vec::new();
        for slot in walker.path_slots(reached.path) {
            for (kind, cost) in choices.of(aeg.options.model, found, slot) {
                if aeg.options.model.fence(kind, direction, second) >= need {
                    row.push(problem.column(Column::Fence(slot, kind), cost));
                }
            }
        }
        if !choices.upgrades.is_empty() {
            let ends = Pair { first, second: reached.event, need };
            problem.upgrades(aeg, choices, first, Role::First, ends, &mut row);
            problem.upgrades(aeg, choices, reached.event, Role::Second, ends, &mut row);
            for event in walker.path_events(reached.path) {
                problem.upgrades(aeg, choices, event, Role::Between, ends, &mut row);
            }
        }
        if row.is_empty() {
            unplaceable.insert(pair);
            continue;
        }
        row.sort_unstable();
        row.dedup();
        // A path with the same places is cut with this one.
        match problem.known.get(&row) {
            Some(&known) => problem.delays_of_row[known].push(pair),
            None => {
                problem.known.insert(row.clone(), problem.rows.len());
                problem.rows.push(row);
                problem.delays_of_row.push(vec![pair]);
            }
        }
    }
}
