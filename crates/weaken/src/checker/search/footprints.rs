//! Steps of threads, each computed once and found again by what it reads.
//!
//! A thread that stands in one place with the same registers does so in thousands of states. What a step of it does follows from the thread, from the objects that
//! there are, and from what the step reads in memory: its *footprint*. So the first time, the step is taken by the machine, which notes what is read, and what came of it is kept in a
//! tree: a node asks for some bytes of memory, their value says which node is next, and a leaf says how thread, memory and knowledge change. What depends on anything else
//! (other threads, doubts, a race) is not recorded, and is taken by the machine each time. Nothing that is found depends on what is recorded.
//!
//! With states made of components, this is what makes the search fast: the filter lock of four threads takes a sixth of the time, a stack of four threads a third.

use std::hash::Hash;

use relation::Index;
use rustc_hash::FxHashMap;

use super::components::ComponentId;
use crate::checker::state::Range;
use crate::checker::state::bytes::read_bytes;
use crate::checker::state::knowledge_state::KnowledgeStep;
use crate::checker::transition::machine::Transition;
use crate::checker::transition::memory::Storage;

/// What came of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recorded {
    /// It is not possible.
    Disabled,
    /// It cannot be taken after all.
    Failed,
    /// Nothing is to be said of where it leads, as other states say it; whether a thread goes no further there.
    Dropped {
        is_given_up: bool,
    },
    To(To),
}

/// How a state changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct To {
    pub(crate) thread: ComponentId,
    /// What it leaves in memory, and what it does to what is known.
    pub(crate) writes: u32,
    pub(crate) knowledge: u32,
    /// What reaches memory, where delayed reads may return it.
    pub(crate) learned: u32,
    /// Whether more accesses could have been delayed at once.
    pub(crate) is_buffer_full: bool,
    /// Whether other threads may have waited for this.
    pub(crate) has_ended: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    Unknown,
    /// So many bytes of memory from there on.
    Read(u32, u8),
    Recorded(Recorded),
}

/// The tree of a step, by the number of its first node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Root(u32);

/// A step that a thread may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer {
    pub(crate) transition: Transition,
    pub(crate) root: Root,
}

/// A read that can be delayed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delay {
    pub(crate) range: Range,
    /// Where it is.
    pub(crate) place: Option<Storage>,
    /// What the thread itself is about to write there.
    pub(crate) own: Option<u64>,
}

/// A thread that stands somewhere: all that follows from it and from the objects that there are.
#[derive(Debug, Default)]
pub(crate) struct ThreadSteps {
    /// Whether what is here is all that can be said of it: there is no choice, no fault, nothing that depends on others.
    pub(crate) is_plain: bool,
    /// Whether its one step is taken before all others.
    pub(crate) is_urgent: bool,
    /// Whether the thread goes no further, and that says nothing of the program.
    pub(crate) is_given_up: bool,
    /// The thread whose end it waits for.
    pub(crate) joins: Option<u64>,
    /// A read of it must return what a later one has returned.
    pub(crate) has_pins: bool,
    /// Whether more accesses could be delayed at once.
    pub(crate) is_buffer_full: bool,
    pub(crate) offers: Vec<Offer>,
    pub(crate) delay: Option<Delay>,
    /// By value that is supposed.
    pub(crate) delayed: Vec<(u64, Root)>,
}

/// The number of a thread that stands somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThreadStepsId(u32);

const NONE: ThreadStepsId = ThreadStepsId(u32::MAX);

/// Steps that a thread may take.
pub(crate) type Steps = Vec<Transition>;
/// Values that delayed reads may return from then on.
pub(crate) type Learned = Box<[(Range, u64)]>;
/// A list of the writes of a step: where, how many bytes, what.
pub(crate) type Writes = Box<[(u32, u8, u64)]>;
/// What a thread does to what is known.
pub(crate) type KnowledgeSteps = (usize, Box<[KnowledgeStep]>);

/// All that is recorded.
pub(crate) struct Footprints {
    thread_steps: Vec<ThreadSteps>,
    /// By thread, the frame that it was last met with; all are in the table. Most programs have one frame.
    last: Vec<(ComponentId, ThreadStepsId)>,
    /// By frame and thread.
    numbers: FxHashMap<(ComponentId, ComponentId), ThreadStepsId>,
    nodes: Vec<Node>,
    /// From a node, by the value of what it reads.
    edges: FxHashMap<(u32, u64), u32>,
    pub(crate) writes: Numbered<Writes>,
    pub(crate) knowledge: Numbered<KnowledgeSteps>,
    pub(crate) learned: Numbered<Learned>,
    /// What memory is after writes.
    pub(crate) memories: Memo,
    /// What is known after steps.
    pub(crate) knowns: Memo,
}

impl Default for Footprints {
    fn default() -> Footprints {
        Footprints {
            thread_steps: Vec::new(),
            last: Vec::new(),
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
            edges: FxHashMap::default(),
            writes: Numbered::new(Box::default()),
            knowledge: Numbered::new((0, Box::default())),
            learned: Numbered::new(Box::default()),
            memories: Memo::default(),
            knowns: Memo::default(),
        }
    }
}

impl Footprints {
    /// The number of a thread that stands somewhere, if it has one.
    pub(crate) fn number(&mut self, frame: ComponentId, thread: ComponentId) -> Option<ThreadStepsId> {
        match self.last.get(thread.index()) {
            Some((of, id)) if *of == frame && *id != NONE => Some(*id),
            Some(_) | None => {
                let id = *self.numbers.get(&(frame, thread))?;
                self.meet(frame, thread, id);
                Some(id)
            }
        }
    }

    fn meet(&mut self, frame: ComponentId, thread: ComponentId, id: ThreadStepsId) {
        if thread.index() >= self.last.len() {
            self.last.resize(thread.index() + 1, (frame, NONE));
        }
        self.last[thread.index()] = (frame, id);
    }

    pub(crate) fn thread_steps(&self, id: ThreadStepsId) -> &ThreadSteps {
        &self.thread_steps[id.0 as usize]
    }

    /// Notes what can be said of a thread that stands somewhere; `offers` are its steps, with what reaches memory.
    pub(crate) fn add(
        &mut self,
        frame: ComponentId,
        thread: ComponentId,
        mut thread_steps: ThreadSteps,
        offers: Steps,
    ) -> ThreadStepsId {
        let with_root = |transition| Offer { transition, root: self.root() };
        thread_steps.offers = offers.into_iter().map(with_root).collect();
        let id = ThreadStepsId(self.thread_steps.len() as u32);
        self.thread_steps.push(thread_steps);
        self.numbers.insert((frame, thread), id);
        self.meet(frame, thread, id);
        id
    }

    fn root(&mut self) -> Root {
        self.nodes.push(Node::Unknown);
        Root(self.nodes.len() as u32 - 1)
    }

    /// The tree of a delayed read that is supposed to return `value`.
    pub(crate) fn delayed(&mut self, id: ThreadStepsId, value: u64) -> Root {
        // Few values are supposed at one place: a list is searched as fast as a table.
        let known = self.thread_steps[id.0 as usize].delayed.iter().find(|(of, _)| *of == value);
        match known {
            Some((_, root)) => *root,
            None => {
                let root = self.root();
                self.thread_steps[id.0 as usize].delayed.push((value, root));
                root
            }
        }
    }

    /// What comes of a step in this memory, if that is recorded.
    pub(crate) fn find(&self, root: Root, memory: &[u8]) -> Option<Recorded> {
        let mut at = root.0;
        loop {
            match self.nodes[at as usize] {
                Node::Unknown => return None,
                Node::Read(start, bytes) => {
                    at = *self.edges.get(&(at, read_bytes(memory, start as usize, bytes)))?;
                }
                Node::Recorded(recorded) => return Some(recorded),
            }
        }
    }

    /// Records what came of a step that has read this.
    pub(crate) fn record(&mut self, root: Root, reads: &[(u32, u8, u64)], recorded: Recorded) {
        let mut at = root.0;
        for &(start, bytes, value) in reads {
            let node = &mut self.nodes[at as usize];
            if *node == Node::Unknown {
                *node = Node::Read(start, bytes);
            }
            debug_assert_eq!(*node, Node::Read(start, bytes), "what a step reads follows from what it has read");
            let next = self.nodes.len() as u32;
            at = *self.edges.entry((at, value)).or_insert(next);
            if at == next {
                self.nodes.push(Node::Unknown);
            }
        }
        debug_assert!(
            [Node::Unknown, Node::Recorded(recorded)].contains(&self.nodes[at as usize]),
            "{recorded:?} where there is {:?}",
            self.nodes[at as usize]
        );
        self.nodes[at as usize] = Node::Recorded(recorded);
    }
}

/// Things by number; number 0 stands for nothing to do.
pub(crate) struct Numbered<T> {
    things: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn new(nothing: T) -> Numbered<T> {
        Numbered { things: vec![nothing], numbers: FxHashMap::default() }
    }

    pub(crate) fn number(&mut self, thing: T) -> u32 {
        if let Some(number) = self.numbers.get(&thing) {
            return *number;
        }
        let number = self.things.len() as u32;
        self.things.push(thing.clone());
        self.numbers.insert(thing, number);
        number
    }

    pub(crate) fn get(&self, number: u32) -> &T {
        &self.things[number as usize]
    }
}

/// What changes make of components, as far as there is room: a newer entry takes the place of an older one.
pub(crate) struct Memo {
    entries: Vec<(ComponentId, u32, ComponentId)>,
    /// How many entries were new since there was room for so many.
    new: usize,
}

/// How many entries there are at the start, and at the most: 6 MB.
const FEWEST: usize = 1 << 12;
const MOST: usize = 1 << 19;

/// No change has number 0.
const EMPTY: (ComponentId, u32, ComponentId) = (ComponentId::from_number(0), 0, ComponentId::from_number(0));

impl Default for Memo {
    fn default() -> Memo {
        Memo { entries: vec![EMPTY; FEWEST], new: 0 }
    }
}

impl Memo {
    fn place(&self, from: ComponentId, change: u32) -> usize {
        let mixed = (u64::from(from.number()) << 32 | u64::from(change)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 40) as usize % self.entries.len()
    }

    pub(crate) fn get(&self, from: ComponentId, change: u32) -> Option<ComponentId> {
        let (of, by, to) = self.entries[self.place(from, change)];
        (of == from && by == change).then_some(to)
    }

    pub(crate) fn put(&mut self, from: ComponentId, change: u32, to: ComponentId) {
        self.new += 1;
        // Old entries are put where the larger table has them; a component's number stays what it was.
        if self.new > self.entries.len() / 2 && self.entries.len() < MOST {
            let larger = vec![EMPTY; 4 * self.entries.len()];
            let entries = std::mem::replace(&mut self.entries, larger);
            for entry in entries.into_iter().filter(|(_, change, _)| *change != 0) {
                let place = self.place(entry.0, entry.1);
                self.entries[place] = entry;
            }
            self.new = 0;
        }
        let place = self.place(from, change);
        self.entries[place] = (from, change, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_found_by_what_it_reads() {
        let mut footprints = Footprints::default();
        let root = footprints.root();
        assert_eq!(footprints.find(root, &[1, 0, 5]), None);
        footprints.record(root, &[(0, 1, 1), (2, 1, 5)], Recorded::Failed);
        footprints.record(root, &[(0, 1, 2)], Recorded::Disabled);
        assert_eq!(footprints.find(root, &[1, 0, 5]), Some(Recorded::Failed));
        assert_eq!(footprints.find(root, &[2, 0, 5]), Some(Recorded::Disabled));
        assert_eq!(footprints.find(root, &[1, 0, 6]), None);
    }

    #[test]
    fn changes_are_remembered_while_there_is_room() {
        let mut memo = Memo::default();
        let [one, two] = [1, 2].map(ComponentId::from_number);
        assert_eq!(memo.get(one, 1), None);
        memo.put(one, 1, two);
        assert_eq!((memo.get(one, 1), memo.get(two, 1)), (Some(two), None));
        for change in 2..10_000 {
            memo.put(two, change, one);
            assert_eq!(memo.get(two, change), Some(one));
        }
        assert!(memo.entries.len() > FEWEST);
    }
}
