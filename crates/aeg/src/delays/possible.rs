//! Which pairs may be on a cycle at all: reachability through other threads.

use relation::Index;
use rustc_hash::FxHashMap;

use cprog::ir::Program;
use cprog::points_to::PointsTo;
use cprog::threads::ThreadId;

use crate::bits::{Matrix, contains, insert, intersect, no_events, ones, remove, unite};
use crate::graph::{Aeg, ClassId, EventId, Strategy};
use crate::model::Direction;
use crate::reachability::Reachability;

use super::ways::Neighbours;

/// The accesses that are surely to the same single cell as an access: a row of bits for each cell.
pub(super) struct Cells {
    of_event: Vec<Option<usize>>,
    rows: Vec<Vec<u64>>,
}

impl Cells {
    pub(super) fn find(program: &Program, points_to: &PointsTo, aeg: &Aeg) -> Cells {
        let mut known: FxHashMap<ClassId, usize> = FxHashMap::default();
        let mut cells = Cells { of_event: Vec::new(), rows: Vec::new() };
        for event in aeg.events.ids() {
            let cell = aeg.cell(program, points_to, event).map(|class| {
                *known.entry(class).or_insert_with(|| {
                    cells.rows.push(no_events(aeg.events.len()));
                    cells.rows.len() - 1
                })
            });
            if let Some(cell) = cell {
                insert(&mut cells.rows[cell], event);
            }
            cells.of_event.push(cell);
        }
        cells
    }

    /// The accesses to the cell of this one, which is among them; none when it may be to several.
    pub(super) fn row(&self, event: EventId) -> Option<&[u64]> {
        self.of_event[event.index()].map(|cell| self.rows[cell].as_slice())
    }

    /// For each access, those of the competing ones that are surely to its cell.
    pub(super) fn neighbours(&self, competing: &Matrix) -> Neighbours {
        let of_event = self.of_event.iter().enumerate().map(|(event, cell)| match cell {
            Some(cell) => competing.iter(event).filter(|other| contains(&self.rows[*cell], *other)).collect(),
            None => Vec::new(),
        });
        of_event.collect()
    }

    /// Whether two accesses are surely to the same cell.
    pub(super) fn same(&self, left: EventId, right: EventId) -> bool {
        let cell = self.of_event[left.index()];
        cell.is_some() && cell == self.of_event[right.index()]
    }
}

/// The pairs of one thread that the model relaxes and that other threads lead back from the later to the earlier access of; row = earlier access. Whether there is a path of
/// program order between them is not asked. `open` holds the competing pairs by which a cycle may leave and enter the thread.
pub(super) fn possible(
    aeg: &Aeg,
    cells: &Cells,
    order: &Matrix,
    competing: &Matrix,
    (open, fresh): (&Matrix, &[u64]),
) -> Matrix {
    let count = aeg.events.len();
    let mut hits = Matrix::new(count, count);
    // The reachability of components needs the graph in both directions.
    let backwards = order.transposed();
    let edges = Communication { competing, open, fresh, ends: if aeg.locks_cut_cycles() { open } else { competing } };
    for thread in aeg.threads.threads.ids() {
        hits_of_thread(aeg, thread, [order, &backwards], &edges, &mut hits);
    }
    // Rows were later accesses; from here on they are earlier ones.
    let mut possible = hits.transposed();
    let of_direction = [aeg.events_that(Direction::Read), aeg.events_that(Direction::Write)];
    for event in aeg.events.ids() {
        let first = aeg.events[event].direction;
        let row = possible.row_mut(event.index());
        if aeg.options.from.is_some() {
            intersect(row, order.row(event.index()));
        }
        for second in [Direction::Read, Direction::Write] {
            if !aeg.options.model.relaxes(first, second) {
                remove(row, &of_direction[second as usize]);
            }
        }
        // Coherence orders these.
        if let Some(same) = cells.row(event) {
            remove(row, same);
        }
    }
    possible
}

/// The pairs that are to be ordered whether they lie on a cycle or not.
pub(super) fn without_cycles(aeg: &Aeg, cells: &Cells) -> Matrix {
    let count = aeg.events.len();
    let mut possible = Matrix::new(count, count);
    let is_wanted = |first: EventId, second: EventId| {
        let (one, other) = (&aeg.events[first], &aeg.events[second]);
        let is_relaxed = aeg.options.model.relaxes(one.direction, other.direction);
        match aeg.options.strategy {
            Strategy::Cycles | Strategy::Pensieve => is_relaxed && !cells.same(first, second),
            Strategy::Volatile => {
                let acquires = one.marked && one.direction == Direction::Read;
                let releases = other.marked && other.direction == Direction::Write;
                is_relaxed && (acquires || releases) && !cells.same(first, second)
            }
            Strategy::Shared => true,
            // Where reads are never delayed, a fence behind each write will do.
            Strategy::Memory => {
                one.direction == Direction::Write || aeg.options.model.relaxes(Direction::Read, Direction::Read)
            }
        }
    };
    for first in aeg.events.ids() {
        for second in aeg.events.ids() {
            if is_wanted(first, second) {
                possible.set(first.index(), second);
            }
        }
    }
    possible
}

/// By which pairs of accesses cycles go from thread to thread.
struct Communication<'a> {
    competing: &'a Matrix,
    /// Those that may be a race.
    open: &'a Matrix,
    /// Accesses at which no cycle enters a thread.
    fresh: &'a [u64],
    /// By which cycles leave and enter the thread that is looked at.
    ends: &'a Matrix,
}

impl Communication<'_> {
    /// Whether a cycle may consist of pairs alone that locks order.
    fn may_be_closed(&self) -> bool {
        std::ptr::eq(self.open, self.ends)
    }
}

/// For each event `v` of a thread, the events `u` of it that `v` leads to through other threads; row = `v`. `order`: program order, and the same turned round.
fn hits_of_thread(aeg: &Aeg, thread: ThreadId, order: [&Matrix; 2], edges: &Communication, hits: &mut Matrix) {
    let count = aeg.events.len();
    let many = aeg.threads.threads[thread].many;
    // Events that another thread may execute while this one runs.
    let (mut others, mut mine) = (no_events(count), no_events(count));
    for event in aeg.events.ids() {
        // Another instance of the thread is another thread. Cycles of a port come back to a thread that they have visited.
        if many || aeg.options.from.is_some() || aeg.threads_of(event).iter().any(|other| *other != thread) {
            insert(&mut others, event);
        }
        if aeg.threads_of(event).contains(&thread) {
            insert(&mut mine, event);
        }
    }
    let [forward, backward] = order.map(|order| [order, edges.competing]);
    let search = Search { aeg, edges, reachable: Reachability::new(forward, backward, &others), others };
    let mut arrivals: Vec<Option<Arrivals>> = (0..search.reachable.components()).map(|_| None).collect();
    for event in ones(&mine) {
        if !aeg.is_left_by(event) {
            continue;
        }
        let mut all = no_events(count);
        // A cycle needs one communication that no lock orders: ways that leave by such a one may come back by any, others need one further on.
        for is_open in [true, false] {
            let mut left = edges.ends.row(event.index()).to_vec();
            intersect(&mut left, &search.others);
            if is_open {
                intersect(&mut left, edges.open.row(event.index()));
            }
            while let Some(next) = first(&left) {
                let component = search.reachable.component(next).expect("it is one of the others");
                let arrived = arrivals[component].get_or_insert_with(|| search.arrivals(component));
                unite(&mut all, if is_open || edges.may_be_closed() { &arrived.any } else { &arrived.by_open });
                // What the component reaches has been seen with it.
                remove(&mut left, search.reachable.closure(component));
            }
            if edges.may_be_closed() {
                break;
            }
        }
        intersect(&mut all, &mine);
        hits.add(event.index(), &all);
    }
}

fn first(events: &[u64]) -> Option<EventId> {
    ones(events).next()
}

/// What is reached in other threads.
struct Search<'a> {
    aeg: &'a Aeg,
    edges: &'a Communication<'a>,
    reachable: Reachability,
    others: Vec<u64>,
}

/// Where cycles enter a thread again that have gone through a component.
struct Arrivals {
    any: Vec<u64>,
    /// On ways with a pair that no lock orders.
    by_open: Vec<u64>,
}

impl Search<'_> {
    fn arrivals(&self, component: usize) -> Arrivals {
        let count = self.aeg.events.len();
        let any = self.entered(component, self.edges.ends);
        if self.edges.may_be_closed() {
            return Arrivals { any, by_open: Vec::new() };
        }
        let mut by_open = self.entered(component, self.edges.open);
        // What such a pair leads to within the other threads.
        let mut behind = no_events(count);
        for event in ones(self.reachable.closure(component)) {
            unite(&mut behind, self.edges.open.row(event.index()));
        }
        intersect(&mut behind, &self.others);
        while let Some(next) = first(&behind) {
            let component = self.reachable.component(next).expect("it is one of the others");
            unite(&mut by_open, &self.entered(component, self.edges.ends));
            remove(&mut behind, self.reachable.closure(component));
        }
        Arrivals { any, by_open }
    }

    /// The events at which cycles enter a thread from what a component reaches.
    fn entered(&self, component: usize, edges: &Matrix) -> Vec<u64> {
        let count = self.aeg.events.len();
        let (mut by_reads, mut by_others) = (no_events(count), no_events(count));
        for event in ones(self.reachable.closure(component)) {
            let is_read = self.aeg.events[event].direction == Direction::Read && self.aeg.is_left_by(event);
            unite(if is_read { &mut by_reads } else { &mut by_others }, edges.row(event.index()));
        }
        for write in self.aeg.writes_of_updates() {
            // Only by fr from a read that cycles leave by, as `Aeg::is_entered_from` has it: otherwise the cycle enters at the read of the same operation.
            by_others[write.index() / 64] &= !(1 << (write.index() % 64));
        }
        unite(&mut by_reads, &by_others);
        remove(&mut by_reads, self.edges.fresh);
        by_reads
    }
}
