//! The pairs of accesses that a model may reorder on a critical cycle.
//!
//! No cycle is enumerated. A pair `(u, v)` of one thread lies on a cycle when `v` leads to `u` by program order of other threads and competing
//! accesses: reachability in a graph whose strongly connected components are computed once for each thread. That over-approximates critical cycles (characteristics CS2 and
//! CS3 of musketeer's paper, section 4.4, are not asked of the rest of the cycle), so it is sound. [`refine`](Delays::refine) then searches each pair's cycle
//! exactly, within a budget: what has none is dropped, what was found is the witness.

use cprog::ir::Program;
use cprog::points_to::PointsTo;
use cprog::threads::ThreadId;
use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use crate::bits::{Matrix, components};
use crate::dependencies::Dependencies;
use crate::graph::{Aeg, EventId, NodeId, NodeKind};
use crate::model::{Direction, Strength};
use crate::walk::{Slots, Walker};

/// A pair of accesses that must be ordered.
#[derive(Clone, Debug)]
pub struct Delay {
    /// The earlier access.
    pub first: EventId,
    /// The later one.
    pub second: EventId,
    /// How strongly the model asks for it.
    pub need: Strength,
    /// A critical cycle that it lies on, from `second` round to `first`: the events in order, without the pair itself; empty when none was searched.
    pub witness: Vec<EventId>,
}

/// What is known of a graph's cycles.
pub struct Delays {
    /// Events that follow each event in program order.
    pub order: Matrix,
    /// Events that compete with each event.
    pub competing: Matrix,
    /// The pairs, ordered by their events.
    pub pairs: Vec<Delay>,
    /// Pairs that the exact search has shown to lie on no critical cycle.
    pub refuted: usize,
    /// Pairs whose exact search was given up.
    pub undecided: usize,
}

impl Delays {
    /// Finds the pairs that `aeg`'s model relaxes, that no path between them orders, and that lie on a cycle. `budget` bounds the steps of the exact
    /// search for each pair; 0 leaves it out.
    pub fn find(
        program: &Program,
        points_to: &PointsTo,
        aeg: &Aeg,
        dependencies: &Dependencies,
        budget: usize,
    ) -> Delays {
        let competing = competing(aeg);
        let order = order(aeg);
        let mut delays = Delays { order, competing, pairs: Vec::new(), refuted: 0, undecided: 0 };
        let hits = delays.hits(aeg);
        let slots = Slots::default();
        let mut walker = Walker::new(aeg, dependencies, &slots);
        for first in aeg.events.ids() {
            let mut weakest: FxHashMap<EventId, Strength> = FxHashMap::default();
            for reached in walker.from(first) {
                let direction = aeg.events[reached.event].direction;
                if !aeg.options.model.relaxes(aeg.events[first].direction, direction)
                    || !hits.has(reached.event.index(), first)
                {
                    continue;
                }
                let strength = reached.state.strength(direction);
                let known = weakest.entry(reached.event).or_insert(strength);
                *known = (*known).min(strength);
            }
            let mut seconds: Vec<(EventId, Strength)> = weakest.into_iter().collect();
            seconds.sort_unstable();
            for (second, strength) in seconds {
                let need = need(aeg, first, second);
                if strength < need
                    && share_a_thread(aeg, first, second)
                    && !aeg.must_alias(program, points_to, first, second)
                {
                    delays.pairs.push(Delay { first, second, need, witness: Vec::new() });
                }
            }
        }
        if budget > 0 {
            delays.refine(program, points_to, aeg, budget);
        }
        delays
    }

    /// For each event `v`, the events `u` of the same thread that `v` leads to through other threads; row = v.
    fn hits(&self, aeg: &Aeg) -> Matrix {
        let count = aeg.events.len();
        let mut hits = Matrix::new(count, count);
        for thread in aeg.threads.threads.ids() {
            self.hits_of_thread(aeg, thread, &mut hits);
        }
        hits
    }

    fn hits_of_thread(&self, aeg: &Aeg, thread: ThreadId, hits: &mut Matrix) {
        let many = aeg.threads.threads[thread].many;
        // Events that another thread may execute while this one runs.
        let others: Vec<bool> =
            aeg.events.ids().map(|event| many || aeg.threads_of(event).iter().any(|other| *other != thread)).collect();
        let mine: Vec<EventId> = aeg.events.ids().filter(|event| aeg.threads_of(*event).contains(&thread)).collect();
        let successors = |event: usize, list: &mut Vec<usize>| {
            if others[event] {
                let next = self.order.iter(event).chain(self.competing.iter(event)).map(Index::index);
                list.extend(next.filter(|next| others[*next]));
            }
        };
        let (component, count) = components(aeg.events.len(), successors);
        // Components come after all that they lead to, so one pass suffices.
        let mut reached = Matrix::new(count, aeg.events.len());
        let mut members = vec![Vec::new(); count];
        for event in aeg.events.ids().filter(|event| others[event.index()]) {
            members[component[event.index()]].push(event);
        }
        let mut list = Vec::new();
        for (index, members) in members.iter().enumerate() {
            for member in members {
                reached.add(index, self.competing.row(member.index()));
                list.clear();
                successors(member.index(), &mut list);
                list.sort_unstable_by_key(|next| component[*next]);
                list.dedup_by_key(|next| component[*next]);
                for next in &list {
                    reached.add_row(index, component[*next]);
                }
            }
        }
        for event in &mine {
            for other in self.competing.iter(event.index()).filter(|other| others[other.index()]) {
                hits.add(event.index(), reached.row(component[other.index()]));
            }
        }
    }

    /// Searches a critical cycle for each pair; drops the pairs that have none.
    pub fn refine(&mut self, program: &Program, points_to: &PointsTo, aeg: &Aeg, budget: usize) {
        let pairs = std::mem::take(&mut self.pairs);
        let mut total = budget.saturating_mul(TOTAL_SEARCHES);
        for mut pair in pairs {
            let cycle = vec![pair.first, pair.second];
            let budget = budget.min(total);
            let mut search = CycleSearch { delays: self, program, points_to, aeg, budget, cycle, threads: Vec::new() };
            let outcome = search.run();
            total -= budget - search.budget;
            match outcome {
                Outcome::Found(witness) => {
                    pair.witness = witness;
                    self.pairs.push(pair);
                }
                Outcome::None => self.refuted += 1,
                Outcome::Unknown => {
                    self.undecided += 1;
                    self.pairs.push(pair);
                }
            }
        }
    }
}

/// All exact searches together take no more steps than so many that use their budget up.
const TOTAL_SEARCHES: usize = 500;

fn share_a_thread(aeg: &Aeg, left: EventId, right: EventId) -> bool {
    aeg.threads_of(left).iter().any(|thread| aeg.threads_of(right).contains(thread))
}

/// How strongly a pair on a cycle must be ordered. On models that are not multi-copy atomic a full fence always suffices.
fn need(aeg: &Aeg, _first: EventId, _second: EventId) -> Strength {
    if aeg.options.model.is_multi_copy_atomic() { Strength::Local } else { Strength::Full }
}

fn competing(aeg: &Aeg) -> Matrix {
    let mut matrix = Matrix::new(aeg.events.len(), aeg.events.len());
    for event in aeg.events.ids() {
        for other in aeg.competitors(event) {
            matrix.set(event.index(), other);
        }
    }
    matrix
}

/// Program order between events: paths that match calls and returns, whatever fences they cross. Nodes appear twice, in paths that may still return and in
/// paths that have entered a callee.
fn order(aeg: &Aeg) -> Matrix {
    let returns = may_return(aeg);
    let count = aeg.nodes.len();
    let successors = |index: usize, list: &mut Vec<usize>| {
        let (node, down) = (NodeId::new(index / 2), index % 2);
        let at = |node: NodeId, down: usize| node.index() * 2 + down;
        match &aeg.nodes[node].kind {
            NodeKind::Call { callees, optional } => {
                list.extend(callees.iter().filter_map(|callee| aeg.entries[*callee]).map(|entry| at(entry, 1)));
                if *optional || callees.iter().any(|callee| returns[*callee]) {
                    list.extend(aeg.nodes[node].next.iter().map(|next| at(*next, down)));
                }
            }
            NodeKind::Return if down == 0 => {
                for caller in &aeg.callers[aeg.nodes[node].point.function] {
                    list.extend(aeg.nodes[*caller].next.iter().map(|next| at(*next, 0)));
                }
            }
            NodeKind::Return => {}
            NodeKind::Plain | NodeKind::Event(_) | NodeKind::Fence(_) | NodeKind::Branch | NodeKind::Entry => {
                list.extend(aeg.nodes[node].next.iter().map(|next| at(*next, down)));
            }
        }
    };
    let (component, components_count) = components(count * 2, successors);
    let mut sizes = vec![0u32; components_count];
    for of in &component {
        sizes[*of] += 1;
    }
    let mut nodes_of: Vec<Vec<u32>> = vec![Vec::new(); components_count];
    for (index, of) in component.iter().enumerate() {
        nodes_of[*of].push(index as u32);
    }
    // What each component reaches, itself included if it is a cycle.
    let mut after = Matrix::new(components_count, aeg.events.len());
    let mut list = Vec::new();
    let event_of = |index: usize| match aeg.nodes[NodeId::new(index / 2)].kind {
        NodeKind::Event(event) => Some(event),
        _ => None,
    };
    for (of, nodes) in nodes_of.iter().enumerate() {
        for index in nodes {
            list.clear();
            successors(*index as usize, &mut list);
            for next in &list {
                if let Some(event) = event_of(*next) {
                    after.set(of, event);
                }
                after.add_row(of, component[*next]);
            }
        }
    }
    let mut matrix = Matrix::new(aeg.events.len(), aeg.events.len());
    for (id, event) in aeg.events.iter_enumerated() {
        matrix.add(id.index(), after.row(component[event.node.index() * 2]));
    }
    matrix
}

/// Functions with a path from their entry to a return.
fn may_return(aeg: &Aeg) -> IdVec<cprog::ir::FunctionId, bool> {
    let mut returns = IdVec::from_elem(false, aeg.entries.len());
    loop {
        let mut changed = false;
        for (function, entry) in aeg.entries.iter_enumerated() {
            let Some(entry) = entry else { continue };
            if returns[function] {
                continue;
            }
            let mut seen = rustc_hash::FxHashSet::default();
            let mut work = vec![*entry];
            while let Some(node) = work.pop() {
                if !seen.insert(node) {
                    continue;
                }
                match &aeg.nodes[node].kind {
                    NodeKind::Return => {
                        returns[function] = true;
                        changed = true;
                        break;
                    }
                    NodeKind::Call { callees, optional }
                        if !optional && !callees.iter().any(|callee| returns[*callee]) => {}
                    _ => work.extend(&aeg.nodes[node].next),
                }
            }
        }
        if !changed {
            return returns;
        }
    }
}

enum Outcome {
    Found(Vec<EventId>),
    None,
    Unknown,
}

/// A depth-first search for a critical cycle through a pair, shortest first.
struct CycleSearch<'a> {
    delays: &'a Delays,
    program: &'a Program,
    points_to: &'a PointsTo,
    aeg: &'a Aeg,
    budget: usize,
    /// Events so far; the first two are the pair.
    cycle: Vec<EventId>,
    /// The threads of the accesses after the pair, one for each visit of a thread.
    threads: Vec<ThreadId>,
}

/// Threads beyond the pair's own that a cycle may visit. Minimal cycles visit each thread once; with many instances there is no bound, and longer ones are
/// undecided.
const MAX_THREADS: usize = 5;

impl CycleSearch<'_> {
    fn run(&mut self) -> Outcome {
        let mut cut = false;
        for depth in 1..=MAX_THREADS {
            let mut deepest = false;
            for thread in self.aeg.threads_of(self.cycle[0]).to_vec() {
                if !self.aeg.threads_of(self.cycle[1]).contains(&thread) {
                    continue;
                }
                self.threads = vec![thread];
                match self.visit(depth, &mut deepest) {
                    Some(true) => return Outcome::Found(self.cycle[2..].to_vec()),
                    Some(false) => {}
                    None => return Outcome::Unknown,
                }
            }
            if !deepest {
                return Outcome::None;
            }
            cut = deepest;
        }
        if cut { Outcome::Unknown } else { Outcome::None }
    }

    fn spend(&mut self) -> bool {
        self.budget = self.budget.saturating_sub(1);
        self.budget > 0
    }

    fn last(&self) -> EventId {
        self.cycle[self.cycle.len() - 1]
    }

    /// Goes to another thread; `Some(true)` when the cycle is closed, none when the budget is spent.
    fn visit(&mut self, depth: usize, deepest: &mut bool) -> Option<bool> {
        if depth == 0 {
            *deepest = true;
            return Some(false);
        }
        let (delays, aeg) = (self.delays, self.aeg);
        for arrival in delays.competing.iter(self.last().index()) {
            if !self.spend() {
                return None;
            }
            for thread in aeg.threads_of(arrival) {
                let taken = self.threads.contains(thread) && !aeg.threads.threads[*thread].many;
                if taken || !self.fits(arrival) {
                    continue;
                }
                self.threads.push(*thread);
                self.cycle.push(arrival);
                let closed = self.leave(arrival, *thread, depth, deepest);
                if closed != Some(false) {
                    return closed;
                }
                self.cycle.pop();
                self.threads.pop();
            }
        }
        Some(false)
    }

    /// Leaves a thread, from the access of arrival itself or from a later one.
    fn leave(&mut self, arrival: EventId, thread: ThreadId, depth: usize, deepest: &mut bool) -> Option<bool> {
        let (delays, aeg) = (self.delays, self.aeg);
        // A single access: between two of another location it is passed by coherence, unless it is a write between reads.
        if aeg.events[arrival].direction == Direction::Write || self.cycle.len() > 2 {
            let closed = self.close_or_go_on(arrival, depth, deepest);
            if closed != Some(false) {
                return closed;
            }
        }
        for departure in delays.order.iter(arrival.index()) {
            if !self.spend() {
                return None;
            }
            let stays = aeg.threads_of(departure).contains(&thread);
            if !stays || aeg.must_alias(self.program, self.points_to, arrival, departure) || !self.fits(departure) {
                continue;
            }
            self.cycle.push(departure);
            let closed = self.close_or_go_on(departure, depth, deepest);
            if closed != Some(false) {
                return closed;
            }
            self.cycle.pop();
        }
        Some(false)
    }

    fn close_or_go_on(&mut self, at: EventId, depth: usize, deepest: &mut bool) -> Option<bool> {
        if self.delays.competing.has(at.index(), self.cycle[0]) && self.is_critical() {
            return Some(true);
        }
        self.visit(depth - 1, deepest)
    }

    /// Whether an access may join: among those so far, other than the last two, none is surely of its location (CS3).
    fn fits(&self, event: EventId) -> bool {
        let len = self.cycle.len();
        // The first access of the cycle is a neighbour of the last.
        self.cycle[1..].iter().take(len.saturating_sub(3)).all(|other| !self.alias(*other, event))
    }

    fn alias(&self, left: EventId, right: EventId) -> bool {
        left == right && self.is_single(left) || self.aeg.must_alias(self.program, self.points_to, left, right)
    }

    fn is_single(&self, event: EventId) -> bool {
        self.aeg.must_alias(self.program, self.points_to, event, event)
    }

    /// At most three accesses to one location, next to each other, for locations that are surely one.
    fn is_critical(&self) -> bool {
        let len = self.cycle.len();
        for (index, event) in self.cycle.iter().enumerate() {
            let same: Vec<usize> =
                (0..len).filter(|other| *other != index && self.alias(self.cycle[*other], *event)).collect();
            let near = same.iter().all(|other| {
                let distance = (other + len - index) % len;
                distance.min(len - distance) <= 2
            });
            if same.len() > 2 || !near {
                return false;
            }
        }
        true
    }
}
