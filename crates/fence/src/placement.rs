//! Which fences go into which slots: a minimum-cost multicut, by an integer program whose rows are made when they are violated.
//!
//! A column is a slot and a kind of fence, a stronger order for an access ([`crate::accesses`]), or a dependency between two ([`crate::dependencies`]), which is in the rows of their own pair alone. A row is a path between the accesses of a delay: one of the columns on it that order the pair strongly enough must be
//! chosen. There are too many paths to write them all: the program is solved with the rows so far, and while a search finds a path that the chosen
//! fences leave open, its row is added. In the end every path of every delay is cut, and as each row had to be satisfied anyway, the choice is optimal for the delays.
//!
//! Programs with a million delays have too many rows even so. From `ALL_ROWS` rows on, each new row gets a fence at once, for the rest of the round, and rows that such
//! a fence satisfies are left out: if the next solution does not satisfy them, the next round finds them. Where that takes more than `MAX_ROUNDS` or `MAX_STEPS`, the fences of
//! the last round are kept beside the last solution, which leaves nothing open either, and the gap to the bound of that solution is reported.
//!
//! Where not all pairs were looked for, as there are too many ([`Delays::is_cut_short`]), rows are left out from the beginning: most pairs never show, as fences that were found for others order them.

use std::collections::BTreeMap;
use std::hash::BuildHasher;

use aeg::delays::{Delays, Open};
use aeg::dependencies::Dependencies;
use aeg::graph::{Aeg, EventId};
use aeg::model::{DEPENDENCY, FenceKind, Model, Role, Strength};
use aeg::walk::{Reached, SlotId, Walker};
use relation::IdVec;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::accesses::Upgrade;
use crate::costs::Costs;
use crate::dependencies::{Dependency, Possible};
use crate::removal::Removable;
use crate::slots::Found;
use crate::solve::{Choice, choose};

/// A fence to put somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Fence {
    /// Where.
    pub slot: SlotId,
    /// What.
    pub kind: FenceKind,
    /// Indices into [`Delays::pairs`] of the delays that have a path through it; of very many, those that made it needed.
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

/// A dependency to put in.
#[derive(Clone, Debug, PartialEq)]
pub struct Dependent {
    /// The read.
    pub read: EventId,
    /// The access that is made to depend on it.
    pub access: EventId,
    /// Where they stand; none where there is no text.
    pub dependency: Option<Dependency>,
    /// Indices into [`Delays::pairs`] of the delays that it orders.
    pub delays: Vec<usize>,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Placement {
    /// The fences, in the order of their slots.
    pub fences: Vec<Fence>,
    /// The accesses that are given a stronger order.
    pub stronger: Vec<Stronger>,
    /// The dependencies, in the order of their reads.
    pub dependent: Vec<Dependent>,
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
    /// The dependencies that may be put in.
    pub dependencies: Possible,
}

/// How much cheaper it is to keep a fence than to put in a new one.
const KEPT: f64 = 0.95;

impl Choices {
    fn of(&self, model: Model, found: &Found, slot: SlotId) -> Vec<(FenceKind, f64)> {
        if let Some(fence) = self.standing.get(&slot) {
            let cost = self.costs.of(model, found, slot, fence.kind);
            return vec![(fence.kind, KEPT * cost)];
        }
        model.fences.iter().map(|fence| (fence.kind, self.costs.of(model, found, slot, fence.kind))).collect()
    }
}

/// Something to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Column {
    /// A fence in a slot.
    Fence(SlotId, FenceKind),
    /// A stronger order: index into [`Choices::upgrades`].
    Upgrade(usize),
    /// A dependency of the second access on the first.
    Dependency(EventId, EventId),
}

/// Columns and rows so far.
#[derive(Default)]
struct Problem {
    columns: Vec<Column>,
    ids: FxHashMap<Column, u32>,
    /// The upgrades that concern each event: index into [`Choices::upgrades`], and into what it gives.
    upgrades_of: FxHashMap<EventId, Vec<(usize, usize)>>,
    costs: Vec<f64>,
    rows: Vec<Vec<u32>>,
    /// The numbers of the rows with each hash.
    known: FxHashMap<u64, Vec<u32>>,
    /// The pairs that each row is of.
    delays_of_row: Vec<Vec<usize>>,
    /// How many rows each column is in.
    uses: Vec<u32>,
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
    fn upgrades(&mut self, aeg: &Aeg, choices: &Choices, event: EventId, role: Role, pair: Pair, row: &mut Vec<u32>) {
        for (index, part) in self.upgrades_of.get(&event).cloned().unwrap_or_default() {
            let upgrade = &choices.upgrades[index];
            let (_, order) = upgrade.gives[part];
            let (first, second) = (aeg.events[pair.first].direction, aeg.events[pair.second].direction);
            if order.strength(role, first, second) >= pair.need {
                row.push(self.column(Column::Upgrade(index), upgrade.cost));
            }
        }
    }

    fn column(&mut self, column: Column, cost: f64) -> u32 {
        *self.ids.entry(column).or_insert_with(|| {
            self.columns.push(column);
            self.costs.push(cost);
            self.uses.push(0);
            (self.columns.len() - 1) as u32
        })
    }

    /// Adds a row of a pair.
    fn add_row(&mut self, row: Vec<u32>, pair: usize) {
        let hash = FxBuildHasher.hash_one(&row);
        let same = self.known.entry(hash).or_default();
        // A path with the same places is cut with this one.
        if let Some(known) = same.iter().find(|known| self.rows[**known as usize] == row) {
            self.delays_of_row[*known as usize].push(pair);
            return;
        }
        same.push(self.rows.len() as u32);
        for column in &row {
            self.uses[*column as usize] += 1;
        }
        self.rows.push(row);
        self.delays_of_row.push(vec![pair]);
    }

    /// The fence of a row that is in most rows for its cost; none when it has only orders.
    fn best_fence(&self, row: &[u32]) -> Option<u32> {
        let is_fence = |column: &u32| matches!(self.columns[*column as usize], Column::Fence(..));
        let value = |column: u32| f64::from(self.uses[column as usize]) / self.costs[column as usize];
        // Among equals the first is taken.
        row.iter()
            .copied()
            .filter(is_fence)
            .max_by(|one, other| value(*one).total_cmp(&value(*other)).then(other.cmp(one)))
    }
}

/// A pair on a path, and how strongly it must be ordered.
#[derive(Clone, Copy)]
struct Pair {
    first: EventId,
    second: EventId,
    need: Strength,
}

/// [`Placer::all_rows`], where all pairs were looked for.
const ALL_ROWS: usize = 50_000;

/// Rows that are added before a search is repeated with fences for them.
const ROWS_AT_ONCE: usize = 8;

/// How often a problem in which rows are left out is solved.
const MAX_ROUNDS: usize = 24;

/// Steps of searches after which a problem in which rows are left out is solved no more.
const MAX_STEPS: usize = 2_000_000_000;

/// Places fences. `found` gets the fences in its slots, `delays` the pairs that are found on the way.
pub fn place(
    aeg: &Aeg,
    dependencies: &Dependencies,
    delays: &mut Delays,
    found: &mut Found,
    choices: &Choices,
) -> Placement {
    let mut placer = Placer {
        all_rows: if delays.is_cut_short { 0 } else { ALL_ROWS },
        aeg,
        dependencies,
        choices,
        problem: Problem::new(choices),
        unplaceable: FxHashSet::default(),
        closed: IdVec::from_elem(None, aeg.events.len()),
        steps: 0,
    };
    let mut placement = Placement::default();
    let mut chosen: Vec<u32> = Vec::new();
    let mut is_cut_short = false;
    let mut is_whole = true;
    loop {
        let (rows, version) = (placer.problem.rows.len(), delays.version());
        let added = placer.round(delays, found, is_whole);
        let is_same = placer.problem.rows.len() == rows;
        if is_same && added.is_empty() {
            // What was found out about a pair on the way may have hidden others.
            if delays.version() == version && is_whole {
                break;
            }
            is_whole = true;
            continue;
        }
        is_whole = false;
        // To solve the same rows again would change nothing.
        is_cut_short |= is_same || placer.is_lazy() && (placement.rounds >= MAX_ROUNDS || placer.steps > MAX_STEPS);
        if is_cut_short {
            chosen.extend(&added);
            placement.cost = chosen.iter().map(|column| placer.problem.costs[*column as usize]).sum();
        } else {
            let Choice { columns, cost, bound } = choose(&placer.problem.costs, &placer.problem.rows);
            placement.rounds += 1;
            // A solution replaces the one before as a whole: fences that later rows made needless go.
            (chosen, placement.cost, placement.bound) = (columns, cost, bound);
        }
        placer.put_in(&chosen, &added, found);
    }
    let delays_of = placer.delays_of_columns(&chosen);
    for (column, delays) in chosen.into_iter().zip(delays_of) {
        match placer.problem.columns[column as usize] {
            Column::Fence(slot, kind) => placement.fences.push(Fence { slot, kind, delays }),
            Column::Upgrade(index) => {
                placement.stronger.push(Stronger { upgrade: choices.upgrades[index].clone(), delays });
            }
            Column::Dependency(read, access) => {
                let dependency = choices.dependencies.dependency(read, access);
                placement.dependent.push(Dependent { read, access, dependency, delays });
            }
        }
    }
    placement.fences.sort_by_key(|fence| (fence.slot, fence.kind));
    placement.dependent.sort_by_key(|dependent| (dependent.read, dependent.access));
    placement.stronger.sort_by_key(|stronger| (stronger.upgrade.file, stronger.upgrade.site.start()));
    placement.rows = placer.problem.rows.len();
    placement.unplaceable = placer.unplaceable.into_iter().collect();
    placement.unplaceable.sort_unstable();
    placement
}

/// The parts of a placement that stay through all rounds.
struct Placer<'a> {
    /// With so many rows, rows that are satisfied for the time being are left out.
    all_rows: usize,
    aeg: &'a Aeg,
    dependencies: &'a Dependencies,
    choices: &'a Choices,
    problem: Problem,
    /// Pairs with a path on which nothing can be put.
    unplaceable: FxHashSet<usize>,
    /// For each event that was found to have no open pair: the slots of the fences that its paths cross. As long as these stay, it has none.
    closed: IdVec<EventId, Option<Vec<SlotId>>>,
    /// Steps of all searches.
    steps: usize,
}

impl Placer<'_> {
    /// Whether rows are left out.
    fn is_lazy(&self) -> bool {
        self.problem.rows.len() >= self.all_rows
    }

    /// Puts chosen columns in, in place of what was there and of those that were added since.
    fn put_in(&mut self, chosen: &[u32], added: &[u32], found: &mut Found) {
        let mut removed: FxHashSet<SlotId> = found.edges.fences.keys().copied().collect();
        for column in added {
            if let Column::Fence(slot, _) = self.problem.columns[*column as usize] {
                removed.insert(slot);
            }
        }
        let (before, orders, dependent) =
            (found.edges.fences.clone(), found.edges.upgrades.clone(), found.edges.dependent.clone());
        found.edges.fences.clear();
        found.edges.upgrades.clear();
        found.edges.dependent.clear();
        for column in chosen {
            match self.problem.columns[*column as usize] {
                Column::Fence(slot, kind) => found.edges.fences.entry(slot).or_default().push(kind),
                Column::Upgrade(index) => {
                    for (event, order) in &self.choices.upgrades[index].gives {
                        let known = found.edges.upgrades.entry(*event).or_default();
                        *known = known.and(*order);
                    }
                }
                Column::Dependency(read, access) => found.edges.dependent.entry(read).or_default().push(access),
            }
        }
        let kinds =
            |fences: &FxHashMap<SlotId, Vec<FenceKind>>, slot: SlotId| fences.get(&slot).cloned().unwrap_or_default();
        removed.retain(|slot| {
            let mut had = kinds(&before, *slot);
            had.extend(added.iter().filter_map(|column| match self.problem.columns[*column as usize] {
                Column::Fence(of, kind) if of == *slot => Some(kind),
                Column::Fence(..) | Column::Upgrade(_) | Column::Dependency(..) => None,
            }));
            let has = kinds(&found.edges.fences, *slot);
            had.iter().any(|kind| !has.contains(kind))
        });
        let is_other = orders != found.edges.upgrades || dependent != found.edges.dependent;
        for closed in self.closed.iter_mut() {
            if is_other || closed.as_ref().is_some_and(|crossed| crossed.iter().any(|slot| removed.contains(slot))) {
                *closed = None;
            }
        }
    }

    /// Adds rows for paths that the fences so far leave open: of all events, or of those for which that is not known. When rows are left out, gives columns that satisfy what was
    /// added and what was left out.
    fn round(&mut self, delays: &mut Delays, found: &Found, is_whole: bool) -> Vec<u32> {
        let mut walker = Walker::new(self.aeg, self.dependencies, &found.edges);
        let mut added = FxHashSet::default();
        let mut open = Vec::new();
        for first in self.aeg.events.ids() {
            if !is_whole && self.closed[first].is_some() {
                continue;
            }
            loop {
                open.clear();
                delays.open_from(self.aeg, self.dependencies, &mut walker, first, &mut open);
                let before = added.len();
                let is_open = self.violated(delays, first, &open, &mut walker, found, &mut added);
                self.closed[first] = (!is_open).then(|| walker.crossed());
                // With new fences, other paths of this event may be the shortest ones that are open.
                if added.len() == before {
                    break;
                }
            }
        }
        self.steps += walker.steps_taken();
        let mut added: Vec<u32> = added.into_iter().collect();
        added.sort_unstable();
        added
    }

    /// Adds a row for each pair of `first` that a path leaves open. When rows are left out: for the first few whose row none of the `added` columns
    /// satisfies, each with a column. Returns whether there is one that no added column satisfies.
    fn violated(
        &mut self,
        delays: &Delays,
        first: EventId,
        open: &[Open],
        walker: &mut Walker,
        found: &Found,
        added: &mut FxHashSet<u32>,
    ) -> bool {
        let before = added.len();
        let mut is_open = false;
        for Open { pair, reached } in open {
            let row = self.row(first, *reached, delays.pairs[*pair].need, walker, found);
            if row.is_empty() {
                self.unplaceable.insert(*pair);
                continue;
            }
            if !self.is_lazy() {
                is_open = true;
                self.problem.add_row(row, *pair);
                continue;
            }
            if row.iter().any(|column| added.contains(column)) {
                continue;
            }
            if let Some(best) = self.problem.best_fence(&row)
                && let Column::Fence(slot, kind) = self.problem.columns[best as usize]
            {
                added.insert(best);
                walker.add_fence(slot, kind);
            }
            is_open = true;
            self.problem.add_row(row, *pair);
            if added.len() - before >= ROWS_AT_ONCE {
                break;
            }
        }
        is_open
    }

    /// The columns of a path that order its ends strongly enough, ascending.
    fn row(&mut self, first: EventId, reached: Reached, need: Strength, walker: &Walker, found: &Found) -> Vec<u32> {
        let Placer { aeg, choices, problem, .. } = self;
        let (direction, second) = (aeg.events[first].direction, aeg.events[reached.event].direction);
        let mut row = Vec::new();
        for slot in walker.path_slots(reached.path) {
            for (kind, cost) in choices.of(aeg.options.model, found, slot) {
                if aeg::model::Fence::placed(aeg.options.model, kind).strength(direction, second) >= need {
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
        // A dependency orders its own pair, no path through other accesses.
        let depends = || choices.dependencies.has(aeg, first, reached.event);
        if need <= Strength::Local && !reached.state.is_again() && depends() {
            row.push(problem.column(Column::Dependency(first, reached.event), DEPENDENCY));
        }
        row.sort_unstable();
        row.dedup();
        row
    }

    /// For each chosen column, the pairs that have a path through it, ascending. Those whose rows were left out are not among them.
    fn delays_of_columns(&self, chosen: &[u32]) -> Vec<Vec<usize>> {
        let place: FxHashMap<u32, usize> = chosen.iter().enumerate().map(|(place, column)| (*column, place)).collect();
        let mut of_columns = vec![Vec::new(); chosen.len()];
        for (row, of_row) in self.problem.rows.iter().zip(&self.problem.delays_of_row) {
            for place in row.iter().filter_map(|column| place.get(column)) {
                of_columns[*place].extend(of_row);
            }
        }
        for delays in &mut of_columns {
            delays.sort_unstable();
            delays.dedup();
        }
        of_columns
    }
}
