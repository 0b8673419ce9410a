//! The abstract event graph: all events that a program may have, in static program order.
//!
//! Section 5 of musketeer's paper, with differences. Functions are not copied into their callers: the graph has one part for each function, and paths
//! match calls with returns ([`crate::walk`]), which is as precise, and recursion is no obstacle. Loops are not copied either: a path
//! that enters a node again is a path. Competing pairs are not edges but classes of locations ([`Aeg::competing`]).
//!
//! Over-approximates: each po, rf, co and fr edge of an execution between accesses of different threads has an image here, if the points-to sets do.

pub mod addresses;
mod build;
mod competition;
mod concurrency;
mod sharing;

use cprog::ir::{FunctionId, GlobalId, Point, Program};
use cprog::points_to::{Location, ObjectKind, PointsTo};
use cprog::threads::{ThreadId, Threads};
use relation::{IdVec, newtype_index};

use addresses::{Address, is_one_access};
use concurrency::Concurrent;

use crate::evidence::Evidence;
use crate::locks;
use crate::model::{AtomicOrder, Direction, Fence, Model};
use crate::rules::Rules;

newtype_index! {
    /// A node of the graph.
    pub struct NodeId("n");
    /// An abstract event.
    pub struct EventId("e");
    /// A class of accesses to the same bytes of the same object.
    pub struct ClassId("c");
}

/// How the program's own synchronisation is read.
pub use arch::Locks;

/// What functions do that are neither in the program nor known as library functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// They may read and write everything that they could have come to know, and call back what they know.
    Anything,
    /// They read and write only what their arguments lead to. Not sound for libraries that keep pointers.
    Arguments,
    /// They touch nothing of the program's memory, as musketeer has it. Not sound.
    Nothing,
}

/// Which pairs of accesses are to be ordered (musketeer's paper, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Those on critical cycles (M).
    Cycles,
    /// Those that the model relaxes, each access of which competes with another thread's: pensieve's delay set analysis (P).
    Pensieve,
    /// Those that begin with a read, or end with a write, of an atomic or volatile variable: Visual Studio's acquire and release (V). Not sequential consistency.
    Volatile,
    /// A full fence behind every access to a shared object (E).
    Shared,
    /// A full fence behind every access to static or heap memory, or every write where only writes are relaxed (H).
    Memory,
}

/// What to look at, and how.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The memory model.
    pub model: Model,
    /// Whether dependencies count.
    pub dependencies: bool,
    /// What locks are.
    pub locks: Locks,
    /// Whether the inner accesses of C++'s and C11's atomics order as their mapping does (else they are plain accesses with fences for
    /// sequentially consistent and read-modify-write ones).
    pub mapped_atomics: bool,
    /// By what rules pairs of accesses are no race.
    pub rules: Rules,
    /// What unknown functions do.
    pub unknown: Unknown,
    /// What is to be ordered.
    pub strategy: Strategy,
    /// Pairs on whose cycles less is known to be the same memory are set aside: what is left is not robust.
    pub least: Evidence,
    /// The model that the program was written for: cycles that it allows need no order. None: all but sequentially consistent executions are to be excluded.
    pub from: Option<Model>,
}

impl Options {
    /// Everything as usual.
    pub fn new(model: Model) -> Options {
        Options {
            model,
            dependencies: true,
            locks: Locks::Usual,
            mapped_atomics: true,
            rules: Rules::default(),
            unknown: Unknown::Anything,
            strategy: Strategy::Cycles,
            least: Evidence::Possible,
            from: None,
        }
    }
}

/// A shared access.
#[derive(Clone, Debug)]
pub struct Event {
    /// The instruction.
    pub point: Point,
    /// Its node.
    pub node: NodeId,
    /// Whether it reads or writes.
    pub direction: Direction,
    /// What it may access.
    pub classes: Vec<ClassId>,
    /// Where, in terms of its function.
    pub address: Option<Address>,
    /// What it orders by itself.
    pub order: AtomicOrder,
    /// Whether the source marks it: atomic or volatile.
    pub marked: bool,
    /// Whether it may touch everything that is shared.
    pub is_havoc: bool,
    /// What it is of a read-modify-write.
    pub part: Part,
}

/// What an access is of an operation that reads and writes in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It is an operation by itself.
    Whole,
    /// What is read. The write always follows, or only where what was read was expected.
    Read {
        /// Whether the write may be missing.
        may_fail: bool,
    },
    /// What is written, if that is.
    Write,
}

/// What happens at a node.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// Nothing that counts.
    Plain,
    /// A shared access.
    Event(EventId),
    /// A fence.
    Fence(Fence),
    /// A call; control goes on with the next node.
    Call {
        /// The functions that may be called.
        callees: Vec<FunctionId>,
        /// Whether control may also go on without any of them having been called.
        optional: bool,
    },
    /// Where a function begins.
    Entry,
    /// A branch on the value of a register.
    Branch,
    /// The function returns.
    Return,
}

/// A node: a step of an instruction, or a terminator.
#[derive(Clone, Debug)]
pub struct Node {
    /// The instruction or terminator.
    pub point: Point,
    /// What happens.
    pub kind: NodeKind,
    /// The nodes that follow in the same function.
    pub next: Vec<NodeId>,
}

/// Accesses to the same bytes of the same object.
#[derive(Clone, Debug)]
pub struct Class {
    /// Where.
    pub location: Location,
    /// How many bytes; [`u64::MAX`] for all of the object.
    pub bytes: u64,
    /// The classes that may share a byte with it, itself included.
    pub overlapping: Vec<ClassId>,
    /// Events of the class.
    pub events: Vec<EventId>,
}

/// The graph.
#[derive(Debug)]
pub struct Aeg {
    /// The nodes; those of a function follow each other.
    pub nodes: IdVec<NodeId, Node>,
    /// The first node of each function; none when it is not executed by any thread.
    pub entries: IdVec<FunctionId, Option<NodeId>>,
    /// The calls of each function.
    pub callers: IdVec<FunctionId, Vec<NodeId>>,
    /// The shared accesses.
    pub events: IdVec<EventId, Event>,
    /// What they access.
    pub classes: IdVec<ClassId, Class>,
    /// Who executes what.
    pub threads: Threads,
    /// Accesses that were looked at, shared or not.
    pub accesses: usize,
    /// The locks that are held at each instruction.
    pub locks: locks::Locks,
    /// What protects accesses beside these.
    pub protections: locks::Protections,
    /// Writes that compete with nothing, and so are no events: what they may access, and where they are.
    pub(crate) private_writes: Vec<(Vec<ClassId>, Point)>,
    /// What was read into it.
    pub options: Options,
    /// For each thread: what a root thread may execute while it runs.
    concurrent: IdVec<ThreadId, Concurrent>,
}
impl Aeg {
    /// The threads that may execute an event.
    pub fn threads_of(&self, event: EventId) -> &[ThreadId] {
        &self.threads.of_function[self.events[event].point.function]
    }

    /// Whether an event that `by` executes may happen while the thread runs: not before its start, and not after the program waited for its end. Only
    /// what a root with one instance does is placed in time.
    fn may_run_with(&self, event: EventId, by: ThreadId, thread: ThreadId) -> bool {
        let by = &self.threads.threads[by];
        !by.is_root || by.many || self.concurrent[thread].has(self.events[event].node)
    }

    /// Whether two accesses may be by different threads at a time.
    pub fn may_compete(&self, left: EventId, right: EventId) -> bool {
        let threads = self.threads_of(left).iter();
        threads
            .into_iter()
            .any(|one| self.threads_of(right).iter().any(|other| self.may_compete_in((left, *one), (right, *other))))
    }

    /// Whether an access by one thread may be made at a time with one by another one, or by another instance of the same.
    pub(crate) fn may_compete_in(&self, left: (EventId, ThreadId), right: (EventId, ThreadId)) -> bool {
        if left.1 == right.1 {
            return self.threads.threads[left.1].many;
        }
        self.may_run_with(left.0, left.1, right.1) && self.may_run_with(right.0, right.1, left.1)
    }

    /// Whether cycles leave a thread by an event. From the read of a read-modify-write that always writes, cycles go on to a write that comes after it in coherence: then that comes after
    /// its own write, too, by which the same cycle leaves the thread later.
    pub(crate) fn is_left_by(&self, event: EventId) -> bool {
        self.splits_updates() || self.events[event].part != (Part::Read { may_fail: false })
    }

    /// Whether cycles that go by one half of a read-modify-write are not the same as those that go by the other: a model that the program comes from may order the one half alone. One whose
    /// read-modify-writes are barriers orders both.
    fn splits_updates(&self) -> bool {
        self.options.from.is_some_and(|from| !from.updates_are_barriers())
    }

    /// The writes of read-modify-writes at which cycles do not enter a thread.
    pub(crate) fn writes_of_updates(&self) -> impl Iterator<Item = EventId> + '_ {
        let is_write = |event: &Event| event.part == Part::Write && !self.splits_updates();
        self.events.iter_enumerated().filter(move |(_, event)| is_write(event)).map(|(id, _)| id)
    }

    /// Whether cycles enter a thread at an event from one of another thread, when they leave the thread by a later access. What is written before the write of a read-modify-write in coherence is what its read reads, or
    /// written before that: the same cycle enters the thread earlier, at the read.
    pub(crate) fn is_entered_from(&self, event: EventId, from: EventId) -> bool {
        self.splits_updates()
            || self.events[event].part != Part::Write
            || self.events[from].direction == Direction::Read && self.is_left_by(from)
    }

    /// Whether an event is one access to one location, whichever that is.
    pub fn is_single_access(&self, event: EventId) -> bool {
        let event = &self.events[event];
        !event.is_havoc && event.classes.iter().all(|class| is_one_access(self.classes[*class].bytes))
    }

    /// Whether two events always access the same single cell: coherence orders them.
    pub fn must_alias(&self, program: &Program, points_to: &PointsTo, left: EventId, right: EventId) -> bool {
        let cell = self.cell(program, points_to, left);
        cell.is_some() && cell == self.cell(program, points_to, right)
    }

    /// The variable that a class is in.
    pub(crate) fn global_of(&self, points_to: &PointsTo, class: ClassId) -> Option<GlobalId> {
        match points_to.object(self.classes[class].location.object).kind {
            ObjectKind::Global(global) => Some(global),
            _ => None,
        }
    }

    /// The class of the single cell that an event always accesses, if there is one.
    pub fn cell(&self, program: &Program, points_to: &PointsTo, event: EventId) -> Option<ClassId> {
        let [class] = self.events[event].classes.as_slice() else { return None };
        // What is accessed in parts is many cells.
        if !is_one_access(self.classes[*class].bytes) {
            return None;
        }
        let location = self.classes[*class].location;
        let is_single_object = match points_to.object(location.object).kind {
            ObjectKind::Global(global) => !program.globals[global].thread_local,
            ObjectKind::Function(_)
            | ObjectKind::Local(_)
            | ObjectKind::Heap(_)
            | ObjectKind::Arguments(_)
            | ObjectKind::Outside
            | ObjectKind::Number
            | ObjectKind::Caller
            | ObjectKind::Library => false,
        };
        if !is_single_object {
            return None;
        }
        let bytes = self.classes[*class].bytes;
        // What is as large as the object is all of it, wherever its address was computed to be.
        if points_to.object(location.object).size == Some(bytes) {
            let of_all = self.classes[*class].overlapping.iter().filter(|other| self.classes[**other].bytes == bytes);
            return of_all.min().copied();
        }
        points_to.is_single_cell(location).then_some(*class)
    }
}
