//! The exact search for critical cycles through a pair, and how strongly each cycle asks for the pair to be ordered.
//!
//! Critical cycles: musketeer's paper, section 4.4. Each thread is visited once, with one access or two to different locations; the accesses to one location are at most three, next to
//! each other in the cycle (CS2, CS3). Of three, the one in the middle is a write, and the last one reads it.
//!
//! What a pair needs on models that are not multi-copy atomic follows from the axioms of "Herding cats" (Alglave, Maranget, Tautschnig 2014, figures 5 and 18).
//! A cycle is cut at its co and fr edges into *segments*: pairs that rf edges join, the first one possibly behind an rf edge from a
//! thread with a single write. A cycle is forbidden when the edges between its cuts are in `prop` and those within in `hb`:
//!
//! - A pair that is not the first of its segment must be in `hb`: any order of its own thread suffices ([`Strength::Local`]). So it does for all pairs if there
//!   are no cuts: then the cycle is one of `hb`.
//! - The first pair of a segment must be cumulative ([`Strength::Lightweight`]): `rfe?; fences; hb*` is in `prop` when it leads from a write to a write, as between
//!   two co edges, and behind the only fr edge of a cycle it contradicts the axiom of observation.
//! - In all other cycles (several cuts, of which the one before or the one behind the segment is an fr edge), it must be a full fence
//!   ([`Strength::Full`]): `com*; prop-base*; ffence; hb*`.

use crate::bits::{contains, ones};
use crate::graph::{Aeg, EventId};
use crate::model::{Direction, Model, Strength};
use cprog::threads::ThreadId;
use relation::Index;

use super::Delays;
use super::kept;
use super::ways::Neighbours;

/// What a search found.
pub(super) enum Outcome {
    /// How strongly the cycles through the pair ask for its order.
    Found(Strength),
    /// There is none.
    None,
    /// The search was given up.
    Unknown,
}

/// A depth-first search for critical cycles through a pair, shortest first.
pub(super) struct CycleSearch<'a> {
    delays: &'a Delays,
    aeg: &'a Aeg,
    /// Steps that may still be made.
    pub(super) budget: usize,
    /// Events so far; the first two are the pair.
    cycle: Vec<EventId>,
    /// The threads so far, one for each visit; the pair's first.
    threads: Vec<ThreadId>,
    /// Where in `cycle` each visit begins.
    visits: Vec<usize>,
    /// The strongest need so far, and its cycle.
    best: Option<(Strength, Vec<Vec<EventId>>)>,
    /// No cycle can ask for more.
    most: Strength,
    /// The accesses that cycles may go to from each one, where these are not all that compete with it.
    among: Option<&'a Neighbours>,
}

/// Threads beyond the pair's own that a cycle may visit. Critical cycles visit each thread once; with many instances there is no bound, and longer ones are
/// undecided.
const MAX_THREADS: usize = 5;

/// A write and a later read.
const WRITE_READ: (Direction, Direction) = (Direction::Write, Direction::Read);

/// Whether a search goes on.
#[derive(PartialEq)]
enum Go {
    On,
    Done,
    Spent,
}

impl<'a> CycleSearch<'a> {
    pub(super) fn new(
        delays: &'a Delays,
        aeg: &'a Aeg,
        first: EventId,
        second: EventId,
        budget: usize,
    ) -> CycleSearch<'a> {
        let direction = |event: EventId| aeg.events[event].direction;
        let most = if aeg.options.model.is_multi_copy_atomic {
            Strength::Local
        } else if aeg.options.model == Model::ARMV7 || (direction(first), direction(second)) == WRITE_READ {
            // What is cumulative for such a pair is a full fence.
            Strength::Lightweight
        } else {
            Strength::Full
        };
        CycleSearch {
            delays,
            aeg,
            budget,
            cycle: vec![first, second],
            threads: Vec::new(),
            visits: vec![0],
            best: None,
            most,
            among: None,
        }
    }

    /// Only cycles that go from one thread to another by these.
    pub(super) fn among(self, neighbours: &'a Neighbours) -> CycleSearch<'a> {
        CycleSearch { among: Some(neighbours), ..self }
    }

    pub(super) fn run(&mut self) -> Outcome {
        // One more thread at a time: short cycles cost little of the budget, and are the better witnesses.
        for depth in 1..=MAX_THREADS {
            let mut deepest = false;
            for thread in self.aeg.threads_of(self.cycle[0]).to_vec() {
                if !self.aeg.threads_of(self.cycle[1]).contains(&thread) {
                    continue;
                }
                self.threads = vec![thread];
                match self.visit(false, depth, &mut deepest) {
                    Go::Done => return self.found(),
                    Go::On => {}
                    Go::Spent => return Outcome::Unknown,
                }
            }
            // No way was cut at this depth, so that longer cycles do not exist.
            if !deepest {
                return self.found();
            }
        }
        Outcome::Unknown
    }

    fn found(&self) -> Outcome {
        self.found_need().map_or(Outcome::None, Outcome::Found)
    }

    /// How strongly the cycles that were found so far ask for the pair's order.
    pub(super) fn found_need(&self) -> Option<Strength> {
        self.best.as_ref().map(|(need, _)| *need)
    }

    /// One of the cycles that ask most, of those that were found: its events from the pair's second access round to the first, without the pair.
    /// By thread.
    pub(super) fn witness(self) -> Vec<Vec<EventId>> {
        self.best.map(|(_, witness)| witness).unwrap_or_default()
    }

    fn spend(&mut self) -> bool {
        self.budget = self.budget.saturating_sub(1);
        self.budget > 0
    }

    fn last(&self) -> EventId {
        self.cycle[self.cycle.len() - 1]
    }

    /// Goes to another thread.
    fn visit(&mut self, to_read: bool, depth: usize, deepest: &mut bool) -> Go {
        if depth == 0 {
            *deepest = true;
            return Go::On;
        }
        let (delays, aeg) = (self.delays, self.aeg);
        // What a lock orders does not leave the pair's thread.
        let is_end = self.visits.len() == 1 && aeg.locks_cut_cycles();
        let competing = if is_end { &delays.open } else { &delays.competing };
        let row = competing.row(self.last().index());
        let (all, some) = match self.among {
            None => (Some(ones(row)), None),
            Some(among) => (None, Some(among[self.last()].iter().copied().filter(|other| contains(row, *other)))),
        };
        for arrival in all.into_iter().flatten().chain(some.into_iter().flatten()) {
            if !self.spend() {
                return Go::Spent;
            }
            let is_entered = !contains(&delays.fresh, arrival);
            if !is_entered || !self.fits(arrival) || to_read && aeg.events[arrival].direction == Direction::Write {
                continue;
            }
            for thread in aeg.threads_of(arrival) {
                let is_again = self.threads.contains(thread) && !aeg.threads.threads[*thread].many;
                if is_again && aeg.options.from.is_none() {
                    continue;
                }
                self.threads.push(*thread);
                self.visits.push(self.cycle.len());
                self.cycle.push(arrival);
                let go = self.leave(arrival, *thread, depth, deepest);
                self.cycle.pop();
                self.visits.pop();
                self.threads.pop();
                if go != Go::On {
                    return go;
                }
            }
        }
        Go::On
    }

    /// Leaves a thread, from the access of arrival itself or from a later one.
    fn leave(&mut self, arrival: EventId, thread: ThreadId, depth: usize, deepest: &mut bool) -> Go {
        let (delays, aeg) = (self.delays, self.aeg);
        // An access to one location, alone in its thread, that does not write what is read next can be left out: what comes before it communicates with what comes after.
        let may_be_left_out = aeg.is_single_access(arrival);
        if !may_be_left_out || aeg.events[arrival].direction == Direction::Write {
            let go = self.close_or_go_on(arrival, may_be_left_out, depth, deepest);
            if go != Go::On {
                return go;
            }
        }
        // The last thread of a cycle is left for the first access.
        let last = self.among.filter(|_| depth == 1).map(|among| among[self.cycle[0]].as_slice());
        let row = delays.order.row(arrival.index());
        let all = if last.is_none() { Some(ones(row)) } else { None };
        let some = last.unwrap_or_default().iter().copied().filter(|event| contains(row, *event));
        for departure in all.into_iter().flatten().chain(some) {
            if self.among.is_some_and(|among| among[departure].is_empty()) {
                continue;
            }
            if !self.spend() {
                return Go::Spent;
            }
            let stays = aeg.threads_of(departure).contains(&thread);
            if !stays || delays.cells.same(arrival, departure) || !self.fits(departure) {
                continue;
            }
            // The same cycle enters, or leaves, by the other half of a read-modify-write.
            if !aeg.is_left_by(departure) || !aeg.is_entered_from(arrival, self.cycle[self.cycle.len() - 2]) {
                continue;
            }
            self.cycle.push(departure);
            let go = self.close_or_go_on(departure, false, depth, deepest);
            self.cycle.pop();
            if go != Go::On {
                return go;
            }
        }
        Go::On
    }

    /// Goes on from an access, the last one in its thread. `to_read`: only to one that reads.
    fn close_or_go_on(&mut self, at: EventId, to_read: bool, depth: usize, deepest: &mut bool) -> Go {
        let may_close = !to_read || self.aeg.events[self.cycle[0]].direction == Direction::Read;
        if self.is_shorter_from(at) {
            return Go::On;
        }
        let closes = may_close && self.is_closed_by(at);
        if closes && self.is_critical() {
            let need = self.need();
            if self.best.as_ref().is_none_or(|(best, _)| *best < need) {
                let ends = self.visits[1..].iter().copied().skip(1).chain(std::iter::once(self.cycle.len()));
                let visits = self.visits[1..].iter().zip(ends).map(|(start, end)| self.cycle[*start..end].to_vec());
                self.best = Some((need, visits.collect()));
            }
            // Until then a longer cycle may ask for more.
            if need >= self.most {
                return Go::Done;
            }
        }
        self.visit(to_read, depth - 1, deepest)
    }

    /// Whether the last visit, which ends with this access, is one of a thread that was visited before, such that the cycle need not go round so far.
    fn is_shorter_from(&self, at: EventId) -> bool {
        let (Some((thread, threads)), Some((begin, visits))) = (self.threads.split_last(), self.visits.split_last())
        else {
            return false;
        };
        if self.aeg.options.from.is_none() || self.aeg.threads.threads[*thread].many {
            return false;
        }
        let last = (self.cycle[*begin], at);
        threads.iter().zip(visits).zip(visits.iter().skip(1).chain(std::iter::once(begin))).any(
            |((other, from), to)| {
                let visit = (self.cycle[*from], self.cycle[to - 1]);
                other == thread && kept::is_shorter(&self.delays.order, [visit, last])
            },
        )
    }

    /// Whether two accesses are surely to one location, and communicate: those of one thread need not, where the model that the program comes from lets a thread read what it has written before others do.
    fn communicate(&self, one: EventId, other: EventId) -> bool {
        let both = || self.aeg.threads_of(one).iter().any(|thread| self.aeg.threads_of(other).contains(thread));
        self.delays.cells.same(one, other) && (self.aeg.options.from.is_none() || !both())
    }

    /// Whether an access, the last one in its thread, leads back to the pair, by a communication that is not ordered whatever the pair does.
    fn is_closed_by(&self, at: EventId) -> bool {
        let first = self.cycle[0];
        if !self.aeg.is_entered_from(first, at) || contains(&self.delays.fresh, first) {
            return false;
        }
        if self.among.is_some_and(|among| among[at].binary_search(&first).is_err()) {
            return false;
        }
        if self.aeg.locks_cut_cycles() {
            return self.delays.open.has(at.index(), first);
        }
        // Where locks do not cut, any communication may be one that a lock orders, but not all of them: that would be a cycle of happens-before.
        let arrivals = self.visits[1..].iter().map(|visit| (self.cycle[visit - 1], self.cycle[*visit]));
        let mut edges = arrivals.chain(std::iter::once((at, first)));
        self.delays.competing.has(at.index(), first) && edges.any(|(from, to)| self.delays.open.has(from.index(), to))
    }

    /// How strongly the cycle asks for the order of its pair.
    fn need(&self) -> Strength {
        if self.most == Strength::Local {
            return Strength::Local;
        }
        let direction = |event: EventId| self.aeg.events[event].direction;
        // The communication edges from the pair round to it, as far as they are co and fr: whether they begin in a read.
        let ends = self.visits[1..].iter().copied().chain(std::iter::once(self.cycle.len()));
        let begins = self.visits[1..].iter().map(|at| self.cycle[*at]).chain(std::iter::once(self.cycle[0]));
        let cuts: Vec<bool> = ends
            .zip(begins)
            .map(|(end, begin)| (self.cycle[end - 1], begin))
            .filter(|(from, to)| !(direction(*from) == Direction::Write && direction(*to) == Direction::Read))
            .map(|(from, _)| direction(from) == Direction::Read)
            .collect();
        let last_visit = self.cycle.len() - self.visits[self.visits.len() - 1];
        // Into a read leads rf: another pair of the segment comes before, unless that thread has the write alone.
        let is_first = direction(self.cycle[0]) == Direction::Write || last_visit == 1;
        match (is_first, cuts.as_slice()) {
            (false, _) | (true, []) => Strength::Local,
            (true, [_]) => Strength::Lightweight,
            (true, [behind, .., before]) => {
                if *behind || *before {
                    Strength::Full
                } else {
                    Strength::Lightweight
                }
            }
        }
    }

    /// Whether an access may join: among those so far, other than the last two, none is surely of its location (CS3).
    fn fits(&self, event: EventId) -> bool {
        let len = self.cycle.len();
        // The first access of the cycle is a neighbour of the last.
        // Nor do the last two count: accesses to one location may be next to each other.
        self.cycle[1..].iter().take(len.saturating_sub(3)).all(|other| !self.communicate(*other, event))
    }

    /// At most three accesses to one location, next to each other, for locations that are surely one.
    fn is_critical(&self) -> bool {
        let len = self.cycle.len();
        for (index, event) in self.cycle.iter().enumerate() {
            let same = (0..len).filter(|other| *other != index && self.communicate(self.cycle[*other], *event));
            let (mut count, mut near) = (0, true);
            for other in same {
                let distance = (other + len - index) % len;
                near &= distance.min(len - distance) <= 2;
                count += 1;
            }
            if count > 2 || !near {
                return false;
            }
        }
        true
    }
}
