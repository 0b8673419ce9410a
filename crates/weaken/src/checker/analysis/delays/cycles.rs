//! Critical cycles of the abstract event graph, each as the pairs that a model leaves open.
//!
//! A cycle visits threads: it comes to an access, leaves the thread at that access or a later one, and goes on to an access of another thread that competes. J. Alglave,
//! L. Maranget, *Stability in Weak Memory Models* (CAV 2011): a thread is visited once, by accesses of different locations, and a location has at most
//! three accesses, of different threads.

use aeg::bits::Matrix;
use aeg::dependencies::Dependencies;
use aeg::graph::{Aeg, ClassId, EventId};
use aeg::model::{Direction, Strength};
use aeg::walk::{Slots, Walker};
use cprog::ir::Program;
use cprog::points_to::PointsTo;
use cprog::threads::ThreadId;
use relation::Index;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::checker::transform::model::TransformModel;

/// Steps of the search after which it is given up.
const MOST_STEPS: usize = 5_000_000;
/// Different cycles that are kept.
const MOST_CYCLES: usize = 50_000;
/// A thread function that runs many times at once is visited so often at most.
const MOST_VISITS: usize = 4;

/// A cycle that the model allows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct CriticalCycle {
    /// The pairs of accesses of one thread that may change places, ascending.
    pub(super) open: Vec<(EventId, EventId)>,
    /// Where writes may reach threads at different times, the writes of the cycle, ascending.
    pub(super) writes: Vec<EventId>,
}

/// Where to search.
pub(super) struct Cycles<'a> {
    pub(super) program: &'a Program,
    pub(super) points_to: &'a PointsTo,
    pub(super) aeg: &'a Aeg,
    /// Program order.
    pub(super) order: &'a Matrix,
    /// Competing accesses that no lock orders.
    pub(super) open: &'a Matrix,
    /// What lets pairs change places.
    pub(super) model: TransformModel,
}

struct Search<'a> {
    cycles: &'a Cycles<'a>,
    walker: Walker<'a>,
    cells: Vec<Option<ClassId>>,
    /// How strongly pairs are ordered; none where no path leads from the first to the second.
    known: FxHashMap<(EventId, EventId), Option<Strength>>,
    found: FxHashSet<CriticalCycle>,
    /// Thread, arrival and departure.
    visits: Vec<(ThreadId, EventId, EventId)>,
    steps: usize,
}

impl Cycles<'_> {
    /// The cell of each access, where it surely is one.
    pub(super) fn cells(&self) -> Vec<Option<ClassId>> {
        self.aeg.events.ids().map(|event| self.aeg.cell(self.program, self.points_to, event)).collect()
    }

    /// All cycles with a pair that the model leaves open; none when there are too many.
    pub(super) fn find(&self, dependencies: &Dependencies) -> Option<Vec<CriticalCycle>> {
        let aeg = self.aeg;
        let slots = Slots::default();
        let mut search = Search {
            cycles: self,
            walker: Walker::new(aeg, dependencies, &slots).to_the_end(),
            cells: self.cells(),
            known: FxHashMap::default(),
            found: FxHashSet::default(),
            visits: Vec::new(),
            steps: 0,
        };
        for first in aeg.events.ids() {
            for thread in aeg.threads_of(first) {
                search.visit(*thread, first)?;
            }
        }
        let mut found: Vec<CriticalCycle> = search.found.into_iter().collect();
        found.sort_unstable_by(|left, right| left.open.cmp(&right.open));
        Some(found)
    }
}

impl Search<'_> {
    fn spend(&mut self) -> Option<()> {
        self.steps += 1;
        (self.steps <= MOST_STEPS && self.found.len() <= MOST_CYCLES).then_some(())
    }

    fn is_read(&self, event: EventId) -> bool {
        self.cycles.aeg.events[event].direction == Direction::Read
    }

    /// Comes to an access of a thread, and leaves the thread in all ways.
    fn visit(&mut self, thread: ThreadId, arrival: EventId) -> Option<()> {
        // A read alone joins two accesses of its location that coherence joins already.
        if !self.is_read(arrival) || !self.cycles.aeg.is_single_access(arrival) {
            self.leave(thread, arrival, arrival)?;
        }
        let later: Vec<EventId> = self.cycles.order.iter(arrival.index()).collect();
        for departure in later {
            self.spend()?;
            let is_same = self.cells[arrival.index()].is_some_and(|cell| self.cells[departure.index()] == Some(cell));
            if !is_same && self.cycles.aeg.threads_of(departure).contains(&thread) {
                self.leave(thread, arrival, departure)?;
            }
        }
        Some(())
    }

    fn leave(&mut self, thread: ThreadId, arrival: EventId, departure: EventId) -> Option<()> {
        let cells = [arrival, departure].map(|event| self.cells[event.index()]);
        let new = if arrival == departure { &cells[..1] } else { &cells[..] };
        for cell in new.iter().flatten() {
            let events =
                self.visits.iter().flat_map(|(_, from, to)| std::iter::once(*from).chain((from != to).then_some(*to)));
            // With this one, a location would have four accesses: such a cycle is no critical one.
            if events.filter(|event| self.cells[event.index()] == Some(*cell)).count() >= 3 {
                return Some(());
            }
        }
        self.visits.push((thread, arrival, departure));
        let gone_on = self.go_on(departure);
        self.visits.pop();
        gone_on
    }

    fn go_on(&mut self, departure: EventId) -> Option<()> {
        let (_, start, _) = self.visits[0];
        let next: Vec<EventId> = self.cycles.open.iter(departure.index()).collect();
        for arrival in next {
            self.spend()?;
            // A cycle needs another thread: communications within one are cut short by coherence.
            if arrival == start && self.visits.len() > 1 {
                self.close();
            }
            // Each cycle is begun with the least of the accesses by which it comes to a thread.
            if arrival < start {
                continue;
            }
            let threads = self.cycles.aeg.threads_of(arrival).to_vec();
            for thread in threads {
                let before = self.visits.iter().filter(|(visited, ..)| *visited == thread).count();
                let most = if self.cycles.aeg.threads.threads[thread].many { MOST_VISITS } else { 1 };
                if before < most {
                    self.visit(thread, arrival)?;
                }
            }
        }
        Some(())
    }

    fn close(&mut self) {
        let visits = self.visits.clone();
        let mut open: Vec<(EventId, EventId)> = visits
            .iter()
            .filter(|(_, arrival, departure)| arrival != departure && self.is_open(*arrival, *departure))
            .map(|(_, arrival, departure)| (*arrival, *departure))
            .collect();
        let mut writes = Vec::new();
        let mut is_possible = !open.is_empty();
        if self.cycles.model.propagates() {
            // All pairs of a cycle that cannot be have to be ordered for all threads; a thread that is passed by one access orders nothing.
            is_possible |= visits.iter().any(|(_, arrival, departure)| {
                arrival == departure || self.strength(*arrival, *departure) != Some(Strength::Full)
            });
            let all = visits.iter().flat_map(|(_, arrival, departure)| [*arrival, *departure]);
            writes.extend(all.filter(|event| !self.is_read(*event)));
        }
        if is_possible {
            writes.sort_unstable();
            writes.dedup();
            open.sort_unstable();
            open.dedup();
            self.found.insert(CriticalCycle { open, writes });
        }
    }

    fn strength(&mut self, first: EventId, second: EventId) -> Option<Strength> {
        *self
            .known
            .entry((first, second))
            .or_insert_with(|| aeg::delays::Delays::strength(self.cycles.aeg, &mut self.walker, first, second))
    }

    /// Whether the model lets a pair change places on some path.
    fn is_open(&mut self, first: EventId, second: EventId) -> bool {
        let aeg = self.cycles.aeg;
        let relaxes = aeg.options.model.relaxes(aeg.events[first].direction, aeg.events[second].direction);
        // The cheap question first: the other one walks the graph.
        relaxes && self.strength(first, second) == Some(Strength::None)
    }
}
