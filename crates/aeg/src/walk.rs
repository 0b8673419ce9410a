//! Paths in static program order, and what they cross.
//!
//! A path goes on in its function, enters callees and comes back to where they were called, and returns to any caller of the function that it began in (Reps, Horwitz, Sagiv,
//! POPL 1995): a *frame* stands for all calls of a function that are entered in one state, and its exits go back to all of them.
//!
//! A [`State`] says how strongly what has been crossed orders the first access with later reads and writes. Of two paths that come to one place in one frame, the one that has left all open that
//! the other has is enough: whatever is to be ordered on the other is so on it.

mod segments;

use cprog::ir::{BlockId, FunctionId};
use relation::{IdVec, newtype_index};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dependencies::Dependencies;
use crate::graph::{Aeg, EventId, NodeId, NodeKind, Strategy};
use crate::model::{Annotated, AtomicOrder, Direction, Fence, FenceKind, Role, Strength};
use segments::{Segment, SegmentId, Segments};

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
    /// Accesses that are given a stronger order than the program's: what is added.
    pub upgrades: FxHashMap<EventId, AtomicOrder>,
    /// Dependencies that are put in: the accesses whose address is computed of what each read reads.
    pub dependent: FxHashMap<EventId, Vec<EventId>>,
    /// Functions whose slots matter though nothing else happens in them.
    pub functions: FxHashSet<FunctionId>,
}

impl Slots {
    /// The accesses that are made dependent on a read.
    pub fn dependent(&self, read: EventId) -> &[EventId] {
        self.dependent.get(&read).map_or(&[], Vec::as_slice)
    }

    /// What an access orders by itself, with what it is given.
    pub fn order(&self, aeg: &Aeg, event: EventId) -> AtomicOrder {
        let order = aeg.events[event].order;
        self.upgrades.get(&event).map_or(order, |upgrade| order.and(*upgrade))
    }
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
    /// Whether the register that the first access's address is computed of may have changed, or the call that it was made in has ended.
    moved: bool,
}

impl State {
    const START: State = State {
        read: Strength::None,
        write: Strength::None,
        control: false,
        released: false,
        again: false,
        moved: false,
    };

    /// How strongly a later access is ordered.
    pub fn strength(self, direction: Direction) -> Strength {
        match direction {
            Direction::Read => self.read,
            Direction::Write => self.write,
        }
    }

    /// Whether the first access was executed again on the way: what depends on it depends on what it read the last time.
    pub fn is_again(self) -> bool {
        self.again
    }

    fn raise(&mut self, read: Strength, write: Strength) {
        self.read = self.read.max(read);
        self.write = self.write.max(write);
    }

    /// Whether what is open in the other state is open in this one, whatever both cross from here on.
    fn is_as_open_as(self, other: State) -> bool {
        self.read <= other.read
            && self.write <= other.write
            && self.control <= other.control
            && self.released <= other.released
            && self.again >= other.again
            && self.moved >= other.moved
    }

    fn code(self) -> u32 {
        self.read as u32
            | (self.write as u32) << 2
            | u32::from(self.control) << 4
            | u32::from(self.released) << 5
            | u32::from(self.again) << 6
            | u32::from(self.moved) << 7
    }
}

/// How a step of a path was made.
#[derive(Clone, Copy, Debug)]
enum Via {
    /// Along a segment.
    Along(SegmentId),
    /// By leaving a callee at this step, which the call of the step's parent had entered, and along the segment behind the call.
    Out(u32, SegmentId),
    /// By entering a callee.
    Into,
}

/// A step of a path.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: NodeId,
    /// The call that the step is in.
    frame: u32,
    state: State,
    parent: u32,
    via: Via,
}

/// A step that was made.
#[derive(Clone, Copy, Debug)]
struct Made {
    step: Step,
    /// The state in which it was made; its own may be raised later.
    arrived: State,
    /// The step at its node before it.
    previous: u32,
}

/// No parent: the step begins the path.
const FIRST: u32 = u32::MAX;

/// The frame of the first access's function and its callers, into which paths return without having called.
const OUTERMOST: u32 = 0;

/// All calls of a function that are entered in the same state.
#[derive(Default)]
struct Frame {
    /// Steps at the calls.
    callers: Vec<u32>,
    /// Steps at the function's returns.
    exits: Vec<u32>,
}

/// Searches paths in a graph with fences in some slots.
pub struct Walker<'a> {
    aeg: &'a Aeg,
    dependencies: &'a Dependencies,
    slots: &'a Slots,
    /// Functions in which nothing happens: no access, no fence, and no call of one where something does.
    quiet: IdVec<FunctionId, bool>,
    segments: Segments,
    /// The slots on each segment, ascending.
    slots_of: IdVec<SegmentId, Vec<SlotId>>,
    /// The fences on each: those in slots, and those that are put in between searches.
    fences: IdVec<SegmentId, Vec<(SlotId, Fence)>>,
    /// The segments of each slot, from the first fence on that is put in.
    segments_of: Option<FxHashMap<SlotId, Vec<SegmentId>>>,
    frames: Vec<Frame>,
    frame_of: FxHashMap<(FunctionId, u32), u32>,
    steps: Vec<Made>,
    /// The last search that came to each node, and its last step there.
    last: IdVec<NodeId, (u32, u32)>,
    /// How many searches there were.
    searches: u32,
    /// The slots of the fences that the last search crossed.
    crossed: FxHashSet<SlotId>,
    /// Steps of all searches.
    taken: usize,
    /// No pair needs to be ordered more strongly, so that paths end where both directions are. None: paths are followed to the end.
    enough: Option<Strength>,
    /// The block that computes the register which the first access's address is computed of.
    root_block: Option<BlockId>,
}

/// A reached access: the event, the state there, and the path as a handle for [`Walker::path_slots`].
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// The event.
    pub event: EventId,
    /// What was crossed.
    pub state: State,
    /// The path.
    pub path: u32,
}

impl<'a> Walker<'a> {
    /// Prepares for searches. Cost: linear in the graph.
    pub fn new(aeg: &'a Aeg, dependencies: &'a Dependencies, slots: &'a Slots) -> Walker<'a> {
        let quiet = quiet(aeg, slots);
        let segments = Segments::new(aeg, &quiet, &|node| dependencies.is_addressed(node));
        let mut slots_of = IdVec::from_elem(Vec::new(), segments.len());
        for (edge, of_edge) in &slots.of_edge {
            if let Some(segment) = segments.of_edge(*edge) {
                slots_of[segment].extend(of_edge);
            }
        }
        let mut fences = IdVec::from_elem(Vec::new(), segments.len());
        for segment in segments.ids() {
            let of_segment: &mut Vec<SlotId> = &mut slots_of[segment];
            of_segment.sort_unstable();
            of_segment.dedup();
            for slot in of_segment.iter() {
                let of_slot = slots.fences.get(slot).into_iter().flatten();
                fences[segment].extend(of_slot.map(|kind| (*slot, Fence::placed(aeg.options.model, *kind))));
            }
        }
        Walker {
            aeg,
            dependencies,
            slots,
            quiet,
            segments,
            slots_of,
            fences,
            segments_of: None,
            crossed: FxHashSet::default(),
            frames: Vec::new(),
            frame_of: FxHashMap::default(),
            steps: Vec::new(),
            last: IdVec::from_elem((0, 0), aeg.nodes.len()),
            searches: 0,
            taken: 0,
            root_block: None,
            enough: Some(match aeg.options.strategy {
                Strategy::Cycles | Strategy::Pensieve if aeg.options.model.is_multi_copy_atomic => Strength::Local,
                Strategy::Volatile => Strength::Local,
                Strategy::Cycles | Strategy::Pensieve | Strategy::Shared | Strategy::Memory => Strength::Full,
            }),
        }
    }

    /// Follows paths to accesses that are ordered as strongly as anything asks for, too: for who asks what orders a pair, not whether something must.
    #[must_use]
    pub fn to_the_end(self) -> Walker<'a> {
        Walker { enough: None, ..self }
    }

    /// Whether an access that comes after may need more order than there is.
    fn is_open(&self, state: State) -> bool {
        self.enough.is_none_or(|enough| state.read < enough || state.write < enough)
    }

    fn begin(&mut self) {
        self.frames.clear();
        self.frames.push(Frame::default());
        self.frame_of.clear();
        // Entries of `last` are those of earlier searches from here on: to clear it would cost the whole graph for each search.
        self.searches += 1;
        self.crossed.clear();
        self.steps.clear();
    }

    /// Makes a step, if none was made to its node that leaves as much open.
    fn push(&mut self, step: Step) {
        // Behind what orders everything there is nothing to find; that an access was come to is for who searches to know.
        if !self.is_open(step.state) && !matches!(self.aeg.nodes[step.node].kind, NodeKind::Event(_)) {
            return;
        }
        let (search, last) = self.last[step.node];
        let last = if search == self.searches { last } else { FIRST };
        let mut at = last;
        while at != FIRST {
            let made = &self.steps[at as usize];
            // As it arrived: what the judge has raised since then, it would raise for this step, too.
            if made.step.frame == step.frame && made.arrived.is_as_open_as(step.state) {
                return;
            }
            at = made.previous;
        }
        self.last[step.node] = (self.searches, self.steps.len() as u32);
        self.steps.push(Made { step, arrived: step.state, previous: last });
    }

    fn step(&self, at: u32) -> Step {
        self.steps[at as usize].step
    }

    /// What is crossed on a segment: the fences in its slots.
    fn cross(&mut self, segment: SegmentId, direction: Direction, mut state: State) -> State {
        for (slot, fence) in &self.fences[segment] {
            self.crossed.insert(*slot);
            Self::cross_fence(*fence, direction, &mut state);
        }
        state
    }

    /// Puts a fence into a slot, for the searches that follow.
    pub fn add_fence(&mut self, slot: SlotId, kind: FenceKind) {
        let slots_of = &self.slots_of;
        let segments_of = self.segments_of.get_or_insert_with(|| {
            let mut segments_of: FxHashMap<SlotId, Vec<SegmentId>> = FxHashMap::default();
            for (segment, slots) in slots_of.iter_enumerated() {
                for slot in slots {
                    segments_of.entry(*slot).or_default().push(segment);
                }
            }
            segments_of
        });
        let fence = Fence::placed(self.aeg.options.model, kind);
        for segment in segments_of.get(&slot).into_iter().flatten() {
            self.fences[*segment].push((slot, fence));
        }
    }

    /// The slots of the fences that the last search crossed, ascending: as long as these are there, it finds no more than it did.
    pub fn crossed(&self) -> Vec<SlotId> {
        let mut crossed: Vec<SlotId> = self.crossed.iter().copied().collect();
        crossed.sort_unstable();
        crossed
    }

    /// How many steps all searches have taken: a measure of time that is the same on each machine.
    pub fn steps_taken(&self) -> usize {
        self.taken
    }

    fn cross_fence(fence: Fence, direction: Direction, state: &mut State) {
        state.raise(fence.strength(direction, Direction::Read), fence.strength(direction, Direction::Write));
        // `isync` and `isb` behind a branch order reads, too ("Herding cats", section 4.3: ctrl+cfence).
        if state.control && fence.is_control {
            state.raise(Strength::Local, Strength::Local);
        }
    }

    /// Where fences may be put, and are.
    pub fn slots(&self) -> &'a Slots {
        self.slots
    }

    /// What an upgraded access orders by itself, beyond what it does in the program.
    fn cross_upgrade(&self, event: EventId, role: Role, direction: Direction, state: &mut State) {
        if let Some(order) = self.slots.upgrades.get(&event) {
            let strength = |second| order.strength(role, direction, second);
            state.raise(strength(Direction::Read), strength(Direction::Write));
        }
    }

    /// What is crossed at a node itself.
    fn pass(&self, node: NodeId, first: EventId, direction: Direction, mut state: State) -> State {
        if !state.again && self.dependencies.addresses(first, node) {
            state.raise(Strength::None, Strength::Local);
        }
        match &self.aeg.nodes[node].kind {
            NodeKind::Fence(fence) => Self::cross_fence(*fence, direction, &mut state),
            NodeKind::Event(event) => {
                let order = self.slots.order(self.aeg, *event);
                self.cross_upgrade(*event, Role::Between, direction, &mut state);
                // Dependencies are on the value that was read the last time.
                if first == *event {
                    state.again = true;
                    state.control = false;
                }
                if order.release == Annotated::Sequential {
                    state.released = true;
                } else if order.acquire == Annotated::Sequential && state.released {
                    // An `LDAR` is not made before an `STLR` that it follows: `[L]; po; [A]` in the model of AArch64.
                    state.raise(Strength::Full, Strength::Full);
                }
            }
            NodeKind::Branch => {
                if !state.again && self.dependencies.branches(first, node) {
                    // Writes are not made on speculation, while reads are: the branch alone orders no later read.
                    state.control = true;
                    state.raise(Strength::None, Strength::Local);
                }
            }
            NodeKind::Plain | NodeKind::Call { .. } | NodeKind::Entry | NodeKind::Return => {}
        }
        state
    }

    /// Adds the steps that follow step `at`.
    fn expand(&mut self, at: u32, first: EventId, direction: Direction) {
        let Step { node, frame, state, .. } = self.step(at);
        let aeg = self.aeg;
        // What the first access orders as the first one is in its state already: to pass it would count it as executed again.
        let state = if at == 0 { state } else { self.pass(node, first, direction, state) };
        // All that comes after is ordered as strongly as anything asks for.
        if !self.is_open(state) {
            return;
        }
        match &aeg.nodes[node].kind {
            NodeKind::Call { callees, optional } => {
                let mut is_passed = *optional;
                for callee in callees {
                    is_passed |= self.quiet[*callee];
                    if !self.quiet[*callee] {
                        self.call(at, *callee, direction, state);
                    }
                }
                // What is quiet is passed by: to go through it would find nothing, in as many frames as there are
                // states.
                if is_passed {
                    self.step_on(at, node, frame, direction, state);
                }
            }
            NodeKind::Return if frame == OUTERMOST => {
                let state = State { moved: true, ..state };
                // The path began in this call, so that it is not known which one it was.
                for caller in &aeg.callers[aeg.nodes[node].point.function] {
                    self.step_on(at, *caller, OUTERMOST, direction, state);
                }
            }
            NodeKind::Return => {
                let frame = frame as usize;
                self.frames[frame].exits.push(at);
                // Calls that enter this frame later find the exit in it, see `call`.
                for index in 0..self.frames[frame].callers.len() {
                    self.leave(self.frames[frame].callers[index], at, direction);
                }
            }
            NodeKind::Plain | NodeKind::Event(_) | NodeKind::Fence(_) | NodeKind::Branch | NodeKind::Entry => {
                self.step_on(at, node, frame, direction, state);
            }
        }
    }

    /// To what follows `from` in its function.
    fn step_on(&mut self, at: u32, from: NodeId, frame: u32, direction: Direction, state: State) {
        for id in self.segments.from(from) {
            let segment = self.segments[id];
            self.follow(
                (id, segment),
                direction,
                Step { node: segment.to, frame, state, parent: at, via: Via::Along(id) },
            );
        }
    }

    /// Makes a step along a segment; the state of `step` is the one in which the segment begins.
    fn follow(&mut self, (id, segment): (SegmentId, Segment), direction: Direction, mut step: Step) {
        step.state = self.cross(id, direction, step.state);
        step.state.moved |= step.frame == OUTERMOST && self.enters_root_block(segment);
        self.push(step);
    }

    /// Whether the block that computes the register of the first access's address begins on this segment. What follows a node in its block has a greater index.
    fn enters_root_block(&self, segment: Segment) -> bool {
        let Some(block) = self.root_block else { return false };
        let nodes = self.segments.inside(segment).iter().chain(std::iter::once(&segment.to));
        let mut from = self.aeg.nodes[segment.from].point;
        nodes.map(|node| self.aeg.nodes[*node].point).any(|to| {
            let before = std::mem::replace(&mut from, to);
            block == to.block && (before.block != to.block || to.index <= before.index)
        })
    }

    /// Into a callee, in the frame of all calls that enter it in this state.
    fn call(&mut self, at: u32, callee: FunctionId, direction: Direction, state: State) {
        let Some(entry) = self.aeg.entries[callee] else { return };
        let next = self.frames.len() as u32;
        // What is crossed in the callee depends on the state alone, so that the body is gone through once for all calls in it. Recursion ends by this, too.
        let frame = *self.frame_of.entry((callee, state.code())).or_insert(next);
        if frame == next {
            self.frames.push(Frame::default());
            self.push(Step { node: entry, frame, state, parent: at, via: Via::Into });
        }
        let frame = frame as usize;
        self.frames[frame].callers.push(at);
        for index in 0..self.frames[frame].exits.len() {
            self.leave(at, self.frames[frame].exits[index], direction);
        }
    }

    /// Out of a callee, from its step `exit` to what follows the call of step `caller`.
    fn leave(&mut self, caller: u32, exit: u32, direction: Direction) {
        let Step { node, frame, .. } = self.step(caller);
        let state = self.step(exit).state;
        for id in self.segments.from(node) {
            let segment = self.segments[id];
            let via = Via::Out(exit, id);
            self.follow((id, segment), direction, Step { node: segment.to, frame, state, parent: caller, via });
        }
    }

    /// Follows the paths from `first`, shortest first. `judge` is shown each access that is reached, with the states in which a path may come to it and that leave most open, and says what
    /// longer paths need not be followed for: those to later reads and writes that are to be ordered no more strongly than that.
    pub fn search(&mut self, first: EventId, judge: &mut dyn FnMut(Reached) -> [Strength; 2]) {
        let event = &self.aeg.events[first];
        let model = self.aeg.options.model;
        self.begin();
        let mut state = State::START;
        for (direction, strength) in [(Direction::Read, &mut state.read), (Direction::Write, &mut state.write)] {
            let is_naive = matches!(self.aeg.options.strategy, Strategy::Shared | Strategy::Memory);
            if !is_naive && !model.relaxes(event.direction, direction) {
                *strength = Strength::Full;
            }
        }
        // Where there is nothing to compare, one state is enough.
        let is_compared = match self.aeg.options.strategy {
            Strategy::Cycles | Strategy::Pensieve | Strategy::Volatile => event.address.is_some(),
            Strategy::Shared | Strategy::Memory => false,
        };
        state.moved = !is_compared;
        self.root_block = event.address.and_then(|address| address.block);
        if event.order.acquires() {
            state.raise(Strength::Local, Strength::Local);
        }
        self.cross_upgrade(first, Role::First, event.direction, &mut state);
        self.push(Step { node: event.node, frame: OUTERMOST, state, parent: FIRST, via: Via::Into });
        let mut at = 0;
        while (at as usize) < self.steps.len() {
            let Step { node, frame, state, parent, .. } = self.step(at);
            if let NodeKind::Event(second) = self.aeg.nodes[node].kind
                && at > 0
                // The read and the write of one instruction are no pair; those of two executions of it have a step between them.
                && !(parent == 0 && self.aeg.events[second].point == event.point)
            {
                let mut state = self.with_endpoints(first, second, state);
                if frame == OUTERMOST && !state.moved && event.address == self.aeg.events[second].address {
                    // One cell: coherence orders the two.
                    state.raise(Strength::Full, Strength::Full);
                }
                let [read, write] = judge(Reached { event: second, state, path: at });
                self.steps[at as usize].step.state.raise(read, write);
            }
            self.expand(at, first, event.direction);
            at += 1;
        }
        self.taken += self.steps.len();
    }

    /// The state with what the two accesses order by themselves.
    fn with_endpoints(&self, first: EventId, second: EventId, mut state: State) -> State {
        let (one, other) = (self.slots.order(self.aeg, first), self.slots.order(self.aeg, second));
        let are_sequential = one.release == Annotated::Sequential && other.acquire == Annotated::Sequential;
        if other.releases() || are_sequential {
            state.raise(Strength::Full, Strength::Full);
        }
        self.cross_upgrade(second, Role::Second, self.aeg.events[first].direction, &mut state);
        let depends = || self.dependencies.has(first, second) || self.slots.dependent(first).contains(&second);
        // The second access depends on what was read the last time, which is a later read than the first one if that was made again.
        if !state.again && depends() {
            state.raise(Strength::Local, Strength::Local);
        }
        state
    }

    /// The slots on a path of the last search, each once.
    pub fn path_slots(&self, path: u32) -> Vec<SlotId> {
        let mut slots = Vec::new();
        self.collect_slots(path, false, &mut slots);
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// The accesses between the ends of a path of the last search, each once.
    pub fn path_events(&self, path: u32) -> Vec<EventId> {
        let mut events = Vec::new();
        let step = self.step(path);
        self.collect_events(step.parent, false, &mut events);
        if let Via::Out(exit, _) = step.via {
            self.collect_events(exit, true, &mut events);
        }
        events.sort_unstable();
        events.dedup();
        events
    }

    /// Adds the events from step `at` back to where the path begins, or to where its frame was entered.
    fn collect_events(&self, mut at: u32, only_frame: bool, events: &mut Vec<EventId>) {
        while at != FIRST {
            let step = self.step(at);
            // The step that begins the path is the first access.
            if step.parent != FIRST
                && let NodeKind::Event(event) = self.aeg.nodes[step.node].kind
            {
                events.push(event);
            }
            match step.via {
                Via::Along(_) => {}
                Via::Out(exit, _) => self.collect_events(exit, true, events),
                Via::Into if only_frame => return,
                Via::Into => {}
            }
            at = step.parent;
        }
    }

    /// Adds the slots from step `at` back to the beginning, or to where its frame was entered.
    fn collect_slots(&self, mut at: u32, only_frame: bool, slots: &mut Vec<SlotId>) {
        while at != FIRST {
            let step = self.step(at);
            match step.via {
                Via::Along(segment) => slots.extend(&self.slots_of[segment]),
                Via::Out(exit, segment) => {
                    self.collect_slots(exit, true, slots);
                    slots.extend(&self.slots_of[segment]);
                }
                Via::Into if only_frame => return,
                Via::Into => {}
            }
            at = step.parent;
        }
    }
}

/// Functions that return, and in which nothing happens.
fn quiet(aeg: &Aeg, slots: &Slots) -> IdVec<FunctionId, bool> {
    let mut quiet: IdVec<FunctionId, bool> = aeg.entries.iter().map(Option::is_some).collect();
    for function in &slots.functions {
        quiet[*function] = false;
    }
    let mut returns = IdVec::from_elem(false, aeg.entries.len());
    for node in &aeg.nodes {
        match node.kind {
            NodeKind::Event(_) | NodeKind::Fence(_) => quiet[node.point.function] = false,
            NodeKind::Return => returns[node.point.function] = true,
            NodeKind::Plain | NodeKind::Call { .. } | NodeKind::Entry | NodeKind::Branch => {}
        }
    }
    loop {
        let mut changed = false;
        for node in &aeg.nodes {
            if let NodeKind::Call { callees, .. } = &node.kind
                && quiet[node.point.function]
                // Behind a call that never returns there is no path, and to pass by it would make one.
                && callees.iter().any(|callee| !quiet[*callee] || !returns[*callee])
            {
                quiet[node.point.function] = false;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    quiet.iter_enumerated().map(|(function, quiet)| *quiet && returns[function]).collect()
}
