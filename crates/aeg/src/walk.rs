//! Paths in static program order, and what they cross.
//!
//! A path goes on in its function, steps over calls, returns to any caller, and enters callees; what it entered it does not leave by returning
//! elsewhere: first it only returns, then it only calls (Reps, Horwitz, Sagiv, POPL 1995). Stepping over a call means crossing what the callee surely crosses:
//! its summary, the weakest states in which it may return.
//!
//! A [`State`] says how strongly what has been crossed orders the first access with later reads and writes.

use cprog::ir::FunctionId;
use relation::{IdVec, Index, newtype_index};
use rustc_hash::FxHashMap;

use crate::dependencies::Dependencies;
use crate::graph::{Aeg, EventId, NodeId, NodeKind};
use crate::model::{Direction, FenceKind, Strength};

newtype_index! {
    /// A place where a fence may be put: a set of edges of the graph.
    pub struct SlotId("s");
}

/// Where fences may be put, and are.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    /// The slots that lie on an edge within a function.
    pub of_edge: FxHashMap<(NodeId, NodeId), Vec<SlotId>>,
    /// The fences that are put into a slot.
    pub fences: FxHashMap<SlotId, Vec<FenceKind>>,
}

/// What a path has crossed since its first access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// How strongly later reads are ordered.
    pub read: Strength,
    /// How strongly later writes are ordered.
    pub write: Strength,
    /// Whether a branch that depends on the first access was crossed.
    control: bool,
    /// Whether a release was crossed, which the first access is before.
    released: bool,
    /// Whether the first access was executed again.
    again: bool,
}

impl State {
    const START: State =
        State { read: Strength::None, write: Strength::None, control: false, released: false, again: false };

    /// How strongly a later access is ordered.
    pub fn strength(self, direction: Direction) -> Strength {
        match direction {
            Direction::Read => self.read,
            Direction::Write => self.write,
        }
    }

    fn raise(&mut self, read: Strength, write: Strength) {
        self.read = self.read.max(read);
        self.write = self.write.max(write);
    }

    fn code(self) -> u32 {
        self.read as u32
            | (self.write as u32) << 2
            | u32::from(self.control) << 4
            | u32::from(self.released) << 5
            | u32::from(self.again) << 6
    }

    /// Whether it orders nothing that `other` does not order.
    fn is_weaker(self, other: State) -> bool {
        self.read <= other.read
            && self.write <= other.write
            && self.control <= other.control
            && self.released <= other.released
            && self.again >= other.again
    }
}

/// A way through a function: what it crosses, and the slots on it.
#[derive(Clone, Debug, PartialEq)]
struct Passage {
    state: State,
    slots: Vec<SlotId>,
}

/// How a step of a path was made.
#[derive(Clone, Copy, Debug)]
enum Via {
    /// By an edge from this node to the step's.
    Edge(NodeId),
    /// By stepping over the call at this node, through this passage of this function.
    Over(NodeId, FunctionId, usize),
    /// By entering a callee.
    Into,
}

/// A step of a path.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: NodeId,
    down: bool,
    state: State,
    parent: usize,
    via: Via,
}

/// No parent: the step begins the path.
const FIRST: usize = usize::MAX;

/// Searches paths in a graph with fences in some slots.
pub struct Walker<'a> {
    aeg: &'a Aeg,
    dependencies: &'a Dependencies,
    slots: &'a Slots,
    /// For a first access of each direction, the passages of each function.
    passages: [IdVec<FunctionId, Vec<Passage>>; 2],
    seen: Vec<u128>,
    touched: Vec<usize>,
    steps: Vec<Step>,
    /// The direction of the first access of the search that is going on.
    direction: Direction,
}

/// A reached access: the event, the state there, and the path as a handle for [`Walker::path_slots`].
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// The event.
    pub event: EventId,
    /// What was crossed.
    pub state: State,
    /// The path.
    pub path: usize,
}

impl<'a> Walker<'a> {
    /// Prepares for searches. Cost: linear in the graph, times the height of the call graph.
    pub fn new(aeg: &'a Aeg, dependencies: &'a Dependencies, slots: &'a Slots) -> Walker<'a> {
        let empty = IdVec::from_elem(Vec::new(), aeg.entries.len());
        let mut walker = Walker {
            aeg,
            dependencies,
            slots,
            passages: [empty.clone(), empty],
            seen: vec![0; aeg.nodes.len() * 2],
            touched: Vec::new(),
            steps: Vec::new(),
            direction: Direction::Read,
        };
        walker.summarise(Direction::Read);
        walker.summarise(Direction::Write);
        walker
    }

    /// Finds the passages of all functions: from none until nothing is added.
    fn summarise(&mut self, direction: Direction) {
        let mut waiting: Vec<FunctionId> =
            self.aeg.entries.ids().filter(|function| self.aeg.entries[*function].is_some()).collect();
        let mut queued = IdVec::from_elem(false, self.aeg.entries.len());
        for function in &waiting {
            queued[*function] = true;
        }
        while let Some(function) = waiting.pop() {
            queued[function] = false;
            let Some(entry) = self.aeg.entries[function] else { continue };
            let passages = self.find_passages(entry, direction);
            if passages
                .iter()
                .map(|passage| passage.state)
                .eq(self.passages[direction as usize][function].iter().map(|passage| passage.state))
            {
                continue;
            }
            self.passages[direction as usize][function] = passages;
            for caller in &self.aeg.callers[function] {
                let caller = self.aeg.nodes[*caller].point.function;
                if !std::mem::replace(&mut queued[caller], true) {
                    waiting.push(caller);
                }
            }
        }
    }

    fn find_passages(&mut self, entry: NodeId, direction: Direction) -> Vec<Passage> {
        self.begin(direction);
        self.push(Step { node: entry, down: false, state: State::START, parent: FIRST, via: Via::Into });
        let mut found: Vec<Passage> = Vec::new();
        let mut at = 0;
        while at < self.steps.len() {
            let Step { node, state, .. } = self.steps[at];
            if self.aeg.nodes[node].kind == NodeKind::Return
                && !found.iter().any(|passage| passage.state.is_weaker(state))
            {
                found.retain(|passage| !state.is_weaker(passage.state));
                found.push(Passage { state, slots: self.path_slots(at) });
            }
            self.expand(at, None, direction, false);
            at += 1;
        }
        found.sort_by_key(|passage| passage.state);
        found
    }

    fn begin(&mut self, direction: Direction) {
        self.direction = direction;
        for index in self.touched.drain(..) {
            self.seen[index] = 0;
        }
        self.steps.clear();
    }

    fn push(&mut self, step: Step) {
        let index = step.node.index() * 2 + usize::from(step.down);
        let bit = 1u128 << step.state.code();
        if self.seen[index] & bit != 0 {
            return;
        }
        if self.seen[index] == 0 {
            self.touched.push(index);
        }
        self.seen[index] |= bit;
        self.steps.push(step);
    }

    /// What is crossed on an edge: the fences in its slots.
    fn cross(&self, from: NodeId, to: NodeId, direction: Direction, mut state: State) -> State {
        for slot in self.slots.of_edge.get(&(from, to)).into_iter().flatten() {
            for kind in self.slots.fences.get(slot).into_iter().flatten() {
                self.cross_fence(*kind, direction, &mut state);
            }
        }
        state
    }

    fn cross_fence(&self, kind: FenceKind, direction: Direction, state: &mut State) {
        let model = self.aeg.options.model;
        state.raise(model.fence(kind, direction, Direction::Read), model.fence(kind, direction, Direction::Write));
        if state.control && kind == FenceKind::Control {
            state.raise(Strength::Local, Strength::Local);
        }
    }

    /// What is crossed at a node itself.
    fn pass(&self, node: NodeId, first: Option<EventId>, direction: Direction, mut state: State) -> State {
        match &self.aeg.nodes[node].kind {
            NodeKind::Fence(kind) => self.cross_fence(*kind, direction, &mut state),
            NodeKind::Event(event) => {
                let order = self.aeg.events[*event].order;
                if first == Some(*event) {
                    state.again = true;
                    state.control = false;
                }
                if order.release {
                    state.released = true;
                } else if order.acquire && order.sequential && state.released {
                    state.raise(Strength::Full, Strength::Full);
                }
            }
            NodeKind::Branch => {
                if !state.again && first.is_some_and(|first| self.dependencies.branches(first, node)) {
                    state.control = true;
                    state.raise(Strength::None, Strength::Local);
                }
            }
            NodeKind::Plain | NodeKind::Call { .. } | NodeKind::Entry | NodeKind::Return => {}
        }
        state
    }

    /// Adds the steps that follow step `at`. `whole` is whether paths leave and enter functions.
    fn expand(&mut self, at: usize, first: Option<EventId>, direction: Direction, whole: bool) {
        let Step { node, down, state, .. } = self.steps[at];
        let aeg = self.aeg;
        let state = if at == 0 && whole { state } else { self.pass(node, first, direction, state) };
        if state.read == Strength::Full && state.write == Strength::Full && first.is_some() {
            return;
        }
        match &aeg.nodes[node].kind {
            NodeKind::Call { callees, optional } => {
                for callee in callees {
                    self.step_over(at, *callee, direction, state);
                    if let (true, Some(entry)) = (whole, aeg.entries[*callee]) {
                        self.push(Step { node: entry, down: true, state, parent: at, via: Via::Into });
                    }
                }
                if *optional {
                    self.step_on(at, node, down, direction, state);
                }
            }
            NodeKind::Return => {
                if whole && !down {
                    for caller in &aeg.callers[aeg.nodes[node].point.function] {
                        self.step_on(at, *caller, false, direction, state);
                    }
                }
            }
            NodeKind::Plain | NodeKind::Event(_) | NodeKind::Fence(_) | NodeKind::Branch | NodeKind::Entry => {
                self.step_on(at, node, down, direction, state);
            }
        }
    }

    /// To what follows `from` in its function.
    fn step_on(&mut self, at: usize, from: NodeId, down: bool, direction: Direction, state: State) {
        for next in &self.aeg.nodes[from].next {
            let state = self.cross(from, *next, direction, state);
            self.push(Step { node: *next, down, state, parent: at, via: Via::Edge(from) });
        }
    }

    fn step_over(&mut self, at: usize, callee: FunctionId, direction: Direction, state: State) {
        let Step { node, down, .. } = self.steps[at];
        for index in 0..self.passages[direction as usize][callee].len() {
            let mut after = state;
            let through = self.passages[direction as usize][callee][index].state;
            after.raise(through.read, through.write);
            after.released |= through.released;
            for next in &self.aeg.nodes[node].next {
                let state = self.cross(node, *next, direction, after);
                self.push(Step { node: *next, down, state, parent: at, via: Via::Over(node, callee, index) });
            }
        }
    }

    /// The accesses after `first`, each with every state in which a path may come to it. A path that orders everything fully is not followed.
    pub fn from(&mut self, first: EventId) -> Vec<Reached> {
        self.begin(self.aeg.events[first].direction);
        let event = &self.aeg.events[first];
        let mut state = State::START;
        if event.order.acquire {
            state.raise(Strength::Local, Strength::Local);
        }
        self.push(Step { node: event.node, down: false, state, parent: FIRST, via: Via::Into });
        let mut reached = Vec::new();
        let mut at = 0;
        while at < self.steps.len() {
            let Step { node, state, parent, .. } = self.steps[at];
            if let NodeKind::Event(second) = self.aeg.nodes[node].kind
                && at > 0
                && !(parent == 0 && self.aeg.events[second].point == event.point)
            {
                reached.push(Reached { event: second, state: self.with_endpoints(first, second, state), path: at });
            }
            self.expand(at, Some(first), event.direction, true);
            at += 1;
        }
        reached
    }

    /// The state with what the two accesses order by themselves.
    fn with_endpoints(&self, first: EventId, second: EventId, mut state: State) -> State {
        let (one, other) = (&self.aeg.events[first], &self.aeg.events[second]);
        if other.order.release
            || (one.order.release && one.order.sequential && other.order.acquire && other.order.sequential)
        {
            state.raise(Strength::Full, Strength::Full);
        }
        if !state.again && self.dependencies.has(first, second) {
            state.raise(Strength::Local, Strength::Local);
        }
        state
    }

    /// The slots on a path of the last search, from its end to its beginning, each once.
    pub fn path_slots(&self, path: usize) -> Vec<SlotId> {
        let mut slots = Vec::new();
        let mut at = path;
        while at != FIRST {
            let step = self.steps[at];
            match step.via {
                Via::Edge(from) => slots.extend(self.slots.of_edge.get(&(from, step.node)).into_iter().flatten()),
                Via::Over(from, callee, index) => {
                    slots.extend(self.slots.of_edge.get(&(from, step.node)).into_iter().flatten());
                    slots.extend(&self.passages[self.direction as usize][callee][index].slots);
                }
                Via::Into => {}
            }
            at = step.parent;
        }
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// Whether a path of the last search crosses an event that is in `stops`, its ends left out.
    pub fn passes(&self, path: usize, stops: &dyn Fn(EventId) -> bool) -> bool {
        let mut at = self.steps[path].parent;
        while at != FIRST && at != 0 {
            if let NodeKind::Event(event) = self.aeg.nodes[self.steps[at].node].kind
                && stops(event)
            {
                return true;
            }
            at = self.steps[at].parent;
        }
        false
    }
}
