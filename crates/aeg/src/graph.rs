//! The abstract event graph: all events that a program may have, in static program order.
//!
//! Section 5 of musketeer's paper, with differences. Functions are not copied into their callers: the graph has one part for each function, and paths
//! match calls with returns ([`crate::walk`]), which is as precise, and recursion is no obstacle. Loops are not copied either: a path
//! that enters a node again is a path. Competing pairs are not edges but classes of locations ([`Aeg::competing`]).
//!
//! Over-approximates: each po, rf, co and fr edge of an execution between accesses of different threads has an image here, if the points-to sets do.

pub mod addresses;
mod competition;
mod concurrency;

use cprog::assembly::{self, Effect};
use cprog::ir::{BlockId, Callee, FunctionId, Operand, Operation, Order, Point, Program, Terminator};
use cprog::library::{self, Effects, Role};
use cprog::points_to::{Location, ObjectId, ObjectKind, PointsTo};
use cprog::threads::{ThreadId, Threads};
use relation::{IdVec, Index, newtype_index};
use rustc_hash::{FxHashMap, FxHashSet};

use addresses::{Address, Definitions, definitions};
use concurrency::Concurrent;

use crate::locks;
use crate::model::{AtomicOperation, AtomicOrder, Direction, FenceKind, Model};

newtype_index! {
    /// A node of the graph.
    pub struct NodeId("n");
    /// An abstract event.
    pub struct EventId("e");
    /// A class of accesses to the same bytes of the same object.
    pub struct ClassId("c");
}

/// How the program's own synchronisation is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locks {
    /// Taking and giving back a lock are full fences, as musketeer has it (and glibc's locks on x86 are).
    Full,
    /// Taking is an acquire, giving back a release.
    AcquireRelease,
}

/// What functions do that are neither in the program nor known as library functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// What unknown functions do.
    pub unknown: Unknown,
    /// What is to be ordered.
    pub strategy: Strategy,
}

impl Options {
    /// Everything as usual.
    pub fn new(model: Model) -> Options {
        Options {
            model,
            dependencies: true,
            locks: Locks::Full,
            mapped_atomics: true,
            unknown: Unknown::Anything,
            strategy: Strategy::Cycles,
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
}

/// What happens at a node.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// Nothing that counts.
    Plain,
    /// A shared access.
    Event(EventId),
    /// A fence.
    Fence(FenceKind),
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
    /// What was read into it.
    pub options: Options,
    /// For each thread: what a root thread may execute while it runs.
    concurrent: IdVec<ThreadId, Concurrent>,
}

/// An access before it is known to be shared.
struct Access {
    direction: Direction,
    locations: Vec<(Location, u64)>,
    order: AtomicOrder,
    marked: bool,
    is_havoc: bool,
    address: Option<Address>,
}

/// More bytes than any object has behind a location in it.
const TO_THE_END: u64 = 1 << 62;

/// Whether an access of so many bytes is one on all architectures.
fn is_one_access(bytes: u64) -> bool {
    bytes <= 8
}

struct Builder<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    options: Options,
    /// Objects that several threads can reach.
    shared: FxHashSet<ObjectId>,
    /// What code that is not there may touch.
    outside: Vec<(Location, u64)>,
    nodes: IdVec<NodeId, Node>,
    events: IdVec<EventId, Event>,
    classes: IdVec<ClassId, Class>,
    class_ids: FxHashMap<(Location, u64), ClassId>,
    accesses: usize,
    /// Calls that may be made several times.
    repeated: Vec<NodeId>,
    /// What computes the registers of the function that is built.
    definitions: Definitions<'a>,
}

/// Objects that may be accessed by several threads: what globals, arguments of threads and code that is not there lead to. A local variable or
/// heap object that none of them leads to belongs to the thread that made it.
fn shared_objects(program: &Program, points_to: &PointsTo) -> FxHashSet<ObjectId> {
    let mut roots = Vec::new();
    for object in points_to.objects() {
        match points_to.object(object).kind {
            ObjectKind::Global(global) if !program.globals[global].thread_local => roots.push(object),
            ObjectKind::Global(_)
            | ObjectKind::Function(_)
            | ObjectKind::Local(_)
            | ObjectKind::Heap(_)
            | ObjectKind::Arguments(_)
            | ObjectKind::Outside
            | ObjectKind::Library => {}
        }
    }
    for (function, body) in program.functions.iter_enumerated() {
        for block in &body.blocks {
            for instruction in &block.instructions {
                if let Operation::StartThread { argument, .. } = &instruction.operation {
                    roots.extend(points_to.pointees(function, argument).into_iter().map(|location| location.object));
                }
            }
        }
    }
    let shared = points_to.reachable(roots).into_iter().chain(points_to.outside());
    shared.filter(|object| !is_constant(program, points_to, *object)).collect()
}

/// All objects but local variables.
fn static_and_heap_objects(program: &Program, points_to: &PointsTo) -> FxHashSet<ObjectId> {
    let is_static_or_heap = |object: &ObjectId| match points_to.object(*object).kind {
        ObjectKind::Global(_) | ObjectKind::Heap(_) => !is_constant(program, points_to, *object),
        ObjectKind::Local(_)
        | ObjectKind::Arguments(_)
        | ObjectKind::Function(_)
        | ObjectKind::Outside
        | ObjectKind::Library => false,
    };
    points_to.objects().filter(is_static_or_heap).collect()
}

fn is_constant(program: &Program, points_to: &PointsTo, object: ObjectId) -> bool {
    match points_to.object(object).kind {
        ObjectKind::Global(global) => program.globals[global].constant,
        ObjectKind::Function(_) | ObjectKind::Outside | ObjectKind::Library => true,
        ObjectKind::Local(_) | ObjectKind::Heap(_) | ObjectKind::Arguments(_) => false,
    }
}

impl Aeg {
    /// Builds the graph of a program.
    pub fn build(program: &Program, points_to: &PointsTo, threads: Threads, options: Options) -> Aeg {
        let shared = match options.strategy {
            Strategy::Memory => static_and_heap_objects(program, points_to),
            Strategy::Cycles | Strategy::Pensieve | Strategy::Volatile | Strategy::Shared => {
                shared_objects(program, points_to)
            }
        };
        let outside: Vec<(Location, u64)> = points_to
            .outside()
            .into_iter()
            .filter(|object| shared.contains(object))
            .map(|object| (Location { object, offset: 0 }, u64::MAX))
            .collect();
        let mut builder = Builder {
            program,
            points_to,
            options,
            shared,
            outside,
            nodes: IdVec::new(),
            events: IdVec::new(),
            classes: IdVec::new(),
            class_ids: FxHashMap::default(),
            accesses: 0,
            repeated: Vec::new(),
            definitions: IdVec::new(),
        };
        let mut entries = IdVec::from_elem(None, program.functions.len());
        for id in program.functions.ids() {
            if !threads.of_function[id].is_empty() && program.functions[id].is_defined() {
                entries[id] = Some(builder.function(id));
            }
        }
        for node in std::mem::take(&mut builder.repeated) {
            // Only now: what follows within a block was written over when the block was done.
            builder.nodes[node].next.push(node);
        }
        builder.overlaps();
        let mut callers = IdVec::from_elem(Vec::new(), program.functions.len());
        for (id, node) in builder.nodes.iter_enumerated() {
            if let NodeKind::Call { callees, .. } = &node.kind {
                for callee in callees {
                    callers[*callee].push(id);
                }
            }
        }
        let locks = locks::Locks::find(program, points_to, &threads);
        let mut aeg = Aeg {
            nodes: builder.nodes,
            entries,
            callers,
            events: builder.events,
            classes: builder.classes,
            concurrent: IdVec::from_elem(Concurrent::Everything, threads.threads.len()),
            threads,
            accesses: builder.accesses,
            locks,
            options,
        };
        aeg.find_concurrent(program);
        match options.strategy {
            Strategy::Cycles | Strategy::Pensieve => aeg.drop_private(),
            Strategy::Volatile | Strategy::Shared | Strategy::Memory => {}
        }
        aeg
    }

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
        self.threads_of(left).iter().any(|one| {
            self.threads_of(right).iter().any(|other| {
                if one == other {
                    return self.threads.threads[*one].many;
                }
                self.may_run_with(left, *one, *other) && self.may_run_with(right, *other, *one)
            })
        })
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
            | ObjectKind::Library => false,
        };
        (is_single_object && points_to.is_single_cell(location)).then_some(*class)
    }

    /// Events that compete with none are no events.
    fn drop_private(&mut self) {
        let competing = self.competing();
        let kept: Vec<bool> =
            self.events.ids().map(|event| competing.row(event.index()).iter().any(|bits| *bits != 0)).collect();
        let mut new_ids = FxHashMap::default();
        let mut events = IdVec::new();
        for (id, event) in self.events.iter_enumerated() {
            if kept[id.index()] {
                new_ids.insert(id, events.push(event.clone()));
            } else {
                // An acquire or release orders other accesses, though nothing competes with its own.
                self.nodes[event.node].kind = NodeKind::Plain;
            }
        }
        for (id, event) in events.iter_enumerated() {
            self.nodes[event.node].kind = NodeKind::Event(id);
        }
        for class in self.classes.iter_mut() {
            class.events = class.events.iter().filter_map(|event| new_ids.get(event).copied()).collect();
        }
        self.events = events;
    }
}

impl Builder<'_> {
    /// Adds a function's nodes; gives the first.
    fn function(&mut self, id: FunctionId) -> NodeId {
        let function = &self.program.functions[id];
        self.definitions = definitions(function);
        let entry_point = Point { function: id, block: BlockId::new(0), index: 0 };
        let entry = self.node(entry_point, NodeKind::Entry);
        let mut first_of_block = IdVec::from_elem(NodeId::new(0), function.blocks.len());
        let mut last_of_block = Vec::new();
        for (block_id, block) in function.blocks.iter_enumerated() {
            let first = self.nodes.next_id();
            first_of_block[block_id] = first;
            for (index, instruction) in block.instructions.iter().enumerate() {
                let point = Point { function: id, block: block_id, index: index as u32 };
                self.instruction(point, &instruction.operation);
            }
            let point = Point { function: id, block: block_id, index: block.instructions.len() as u32 };
            let kind = match &block.terminator {
                Terminator::Return(_) => NodeKind::Return,
                Terminator::Branch { .. } | Terminator::Switch { .. } => NodeKind::Branch,
                Terminator::Jump(_) | Terminator::Any(_) | Terminator::Unreachable => NodeKind::Plain,
            };
            let last = self.nodes.push(Node { point, kind, next: Vec::new() });
            for node in first.index()..last.index() {
                self.nodes[NodeId::new(node)].next = vec![NodeId::new(node + 1)];
            }
            last_of_block.push(last);
        }
        for (last, block) in last_of_block.into_iter().zip(&function.blocks) {
            let mut next: Vec<NodeId> =
                block.terminator.successors().into_iter().map(|block| first_of_block[block]).collect();
            // A switch may name a block twice.
            next.sort_unstable();
            next.dedup();
            self.nodes[last].next = next;
        }
        self.nodes[entry].next = vec![first_of_block[BlockId::new(0)]];
        entry
    }

    fn node(&mut self, point: Point, kind: NodeKind) -> NodeId {
        self.nodes.push(Node { point, kind, next: Vec::new() })
    }

    fn fence(&mut self, point: Point, kind: Option<FenceKind>) {
        if let Some(kind) = kind {
            self.node(point, NodeKind::Fence(kind));
        }
    }

    fn locations(&self, function: FunctionId, pointer: &Operand, bytes: u64) -> Vec<(Location, u64)> {
        self.points_to.pointees(function, pointer).into_iter().map(|location| (location, bytes)).collect()
    }

    /// Whole objects that an operand points to.
    fn objects(&self, function: FunctionId, pointer: &Operand) -> Vec<(Location, u64)> {
        let mut objects: Vec<ObjectId> =
            self.points_to.pointees(function, pointer).into_iter().map(|location| location.object).collect();
        objects.dedup();
        objects.into_iter().map(|object| (Location { object, offset: 0 }, u64::MAX)).collect()
    }

    /// What begins where an operand points, up to the ends of the objects: functions that are given a string or buffer do not look before it.
    fn rest(&self, function: FunctionId, pointer: &Operand) -> Vec<(Location, u64)> {
        self.locations(function, pointer, TO_THE_END)
    }

    /// The bytes behind where an operand points, as far as their number is known.
    fn range(&self, function: FunctionId, pointer: &Operand, bytes: &Operand) -> Vec<(Location, u64)> {
        match bytes {
            Operand::Integer(bytes) if u64::try_from(*bytes).is_ok() => {
                self.locations(function, pointer, *bytes as u64)
            }
            _ => self.rest(function, pointer),
        }
    }

    fn access(&mut self, point: Point, mut access: Access) {
        self.accesses += 1;
        access.locations.retain(|(location, _)| self.shared.contains(&location.object));
        if access.locations.is_empty() {
            // Nothing is shared; what it orders stays.
            self.fence(point, access.order.before);
            self.fence(point, access.order.after);
            return;
        }
        self.fence(point, access.order.before);
        let mut classes: Vec<ClassId> = access.locations.iter().map(|key| self.class(*key)).collect();
        classes.sort_unstable();
        classes.dedup();
        let event = self.events.next_id();
        let node = self.node(point, NodeKind::Event(event));
        for class in &classes {
            self.classes[*class].events.push(event);
        }
        let Access { direction, order, marked, is_havoc, address, .. } = access;
        self.events.push(Event { point, node, direction, classes, address, order, marked, is_havoc });
        self.fence(point, order.after);
    }

    fn class(&mut self, key: (Location, u64)) -> ClassId {
        if let Some(class) = self.class_ids.get(&key) {
            return *class;
        }
        let class =
            self.classes.push(Class { location: key.0, bytes: key.1, overlapping: Vec::new(), events: Vec::new() });
        self.class_ids.insert(key, class);
        class
    }

    fn overlaps(&mut self) {
        let mut of_object: FxHashMap<ObjectId, Vec<ClassId>> = FxHashMap::default();
        for (id, class) in self.classes.iter_enumerated() {
            of_object.entry(class.location.object).or_default().push(id);
        }
        for ids in of_object.values() {
            for one in ids {
                let overlapping = ids.iter().copied().filter(|other| {
                    let (one, other) = (&self.classes[*one], &self.classes[*other]);
                    one.bytes == u64::MAX
                        || other.bytes == u64::MAX
                        || self.points_to.overlap(one.location, one.bytes, other.location, other.bytes)
                });
                let overlapping = overlapping.collect();
                self.classes[*one].overlapping = overlapping;
            }
        }
    }

    /// The order of an atomic access under the options.
    fn atomic(&self, operation: AtomicOperation, order: Order) -> AtomicOrder {
        if order == Order::Plain && operation != AtomicOperation::ReadModifyWrite {
            return AtomicOrder::default();
        }
        if self.options.mapped_atomics {
            return self.options.model.atomic(operation, order);
        }
        // As the paper treats them: what is stronger than a plain access is a full fence.
        let full = operation == AtomicOperation::ReadModifyWrite || order == Order::SeqCst;
        let fence = full.then_some(FenceKind::Full);
        AtomicOrder { before: fence, after: fence, ..AtomicOrder::default() }
    }

    fn plain(direction: Direction, locations: Vec<(Location, u64)>) -> Access {
        Access { direction, locations, order: AtomicOrder::default(), marked: false, is_havoc: false, address: None }
    }

    fn instruction(&mut self, point: Point, operation: &Operation) {
        let function = point.function;
        match operation {
            Operation::Load { ty, pointer, access } => {
                let locations = self.locations(function, pointer, ty.stored_bytes());
                let address = Address::of(&self.definitions, pointer, ty.stored_bytes());
                let order = self.atomic(AtomicOperation::Load, access.order);
                let marked = access.volatile || access.order != Order::Plain;
                self.access(point, Access { order, marked, address, ..Self::plain(Direction::Read, locations) });
            }
            Operation::Store { ty, pointer, access, .. } => {
                let locations = self.locations(function, pointer, ty.stored_bytes());
                let address = Address::of(&self.definitions, pointer, ty.stored_bytes());
                let order = self.atomic(AtomicOperation::Store, access.order);
                let marked = access.volatile || access.order != Order::Plain;
                self.access(point, Access { order, marked, address, ..Self::plain(Direction::Write, locations) });
            }
            Operation::ReadModifyWrite { ty, pointer, access, .. }
            | Operation::CompareExchange { ty, pointer, access, .. } => {
                let locations = self.locations(function, pointer, ty.stored_bytes());
                let address = Address::of(&self.definitions, pointer, ty.stored_bytes());
                self.read_modify_write(point, locations, address, access.order);
            }
            Operation::Fence { order, compiler_only } => {
                let kind = if *compiler_only { None } else { self.options.model.c11_fence(*order) };
                self.fence_or_plain(point, kind);
            }
            Operation::Assembly { assembly, .. } => match assembly::effect(assembly) {
                Effect::None => {
                    self.node(point, NodeKind::Plain);
                }
                Effect::Fence(instruction) => {
                    let kind = self.options.model.instruction(instruction);
                    self.fence_or_plain(point, Some(kind));
                }
                Effect::Unknown => self.havoc(point),
            },
            Operation::CopyMemory { to, from, bytes } => {
                let (from, to) = (self.range(function, from, bytes), self.range(function, to, bytes));
                self.access(point, Self::plain(Direction::Read, from));
                self.access(point, Self::plain(Direction::Write, to));
            }
            Operation::SetMemory { to, bytes, .. } => {
                let to = self.range(function, to, bytes);
                self.access(point, Self::plain(Direction::Write, to));
            }
            Operation::Call { callee, arguments } => self.call(point, callee, arguments),
            Operation::StartThread { .. }
            | Operation::JoinThread { .. }
            | Operation::AtomicBegin
            | Operation::AtomicEnd => {
                self.fence_or_plain(point, Some(FenceKind::Full));
            }
            Operation::Lock { .. } => self.lock(point, FenceKind::Load),
            Operation::Unlock { .. } => self.lock(point, FenceKind::Release),
            Operation::Wait { .. } => self.fence_or_plain(point, Some(FenceKind::Full)),
            Operation::Havoc(_) => self.havoc(point),
            Operation::Alloca { .. }
            | Operation::Address { .. }
            | Operation::Binary { .. }
            | Operation::Negate { .. }
            | Operation::Compare { .. }
            | Operation::Cast { .. }
            | Operation::Select { .. }
            | Operation::Phi { .. }
            | Operation::Extract { .. }
            | Operation::Insert { .. }
            | Operation::Copy(_)
            | Operation::Assume(_)
            | Operation::Assert(_)
            | Operation::Violation
            | Operation::Any(_) => {
                self.node(point, NodeKind::Plain);
            }
        }
    }

    fn fence_or_plain(&mut self, point: Point, kind: Option<FenceKind>) {
        self.node(point, kind.map_or(NodeKind::Plain, NodeKind::Fence));
    }

    fn lock(&mut self, point: Point, weak: FenceKind) {
        let kind = match self.options.locks {
            Locks::Full => FenceKind::Full,
            Locks::AcquireRelease => weak,
        };
        self.node(point, NodeKind::Fence(kind));
    }

    fn read_modify_write(
        &mut self,
        point: Point,
        locations: Vec<(Location, u64)>,
        address: Option<Address>,
        order: Order,
    ) {
        let order = self.atomic(AtomicOperation::ReadModifyWrite, order);
        // What comes before the operation stands before its read, what comes after it behind its write.
        let read = AtomicOrder { after: None, release: false, ..order };
        let write = AtomicOrder { before: None, acquire: false, ..order };
        let marked = true;
        let locations_of_both = locations.clone();
        self.access(point, Access { order: read, marked, address, ..Self::plain(Direction::Read, locations_of_both) });
        self.access(point, Access { order: write, marked, address, ..Self::plain(Direction::Write, locations) });
    }

    fn havoc(&mut self, point: Point) {
        self.node(point, NodeKind::Plain);
        let outside = self.outside.clone();
        self.access(point, Access { is_havoc: true, ..Self::plain(Direction::Read, outside.clone()) });
        self.access(point, Access { is_havoc: true, ..Self::plain(Direction::Write, outside) });
    }

    /// A call of code that is not there.
    fn unknown_call(&mut self, point: Point, arguments: &[Operand]) {
        match self.options.unknown {
            Unknown::Anything => self.havoc(point),
            Unknown::Arguments => {
                let given: Vec<_> =
                    arguments.iter().flat_map(|argument| self.objects(point.function, argument)).collect();
                let touched = self.all_from(&given);
                if !touched.is_empty() {
                    self.access(point, Self::plain(Direction::Read, touched.clone()));
                    self.access(point, Self::plain(Direction::Write, touched));
                }
            }
            Unknown::Nothing => {}
        }
    }

    fn call(&mut self, point: Point, callee: &Callee, arguments: &[Operand]) {
        let callees: Vec<FunctionId> = self
            .points_to
            .callees(point)
            .iter()
            .copied()
            .filter(|callee| self.program.functions[*callee].is_defined())
            .collect();
        let optional = self.points_to.unknown_calls().binary_search(&point).is_ok();
        self.node(point, NodeKind::Plain);
        if optional {
            self.unknown_call(point, arguments);
        }
        for target in self.library_targets(point.function, callee) {
            if let Some(Role::Effects(effects)) = library::role(&self.program.functions[target].name) {
                self.library_call(point, effects, arguments);
            }
        }
        if !callees.is_empty() {
            // Code that is not there may call back never, or often.
            let by_library =
                optional || matches!(callee, Callee::Function(target) if !self.program.functions[*target].is_defined());
            let node = self.node(point, NodeKind::Call { callees, optional: by_library });
            if by_library {
                self.repeated.push(node);
            }
        }
    }

    /// The functions without a body that a call may go to.
    fn library_targets(&self, function: FunctionId, callee: &Callee) -> Vec<FunctionId> {
        let targets = match callee {
            Callee::Function(target) => vec![*target],
            Callee::Pointer(pointer) => {
                let objects = self.points_to.pointees(function, pointer).into_iter();
                let functions = objects.filter_map(|location| match self.points_to.object(location.object).kind {
                    ObjectKind::Function(target) => Some(target),
                    ObjectKind::Global(_)
                    | ObjectKind::Local(_)
                    | ObjectKind::Heap(_)
                    | ObjectKind::Arguments(_)
                    | ObjectKind::Outside
                    | ObjectKind::Library => None,
                });
                functions.collect()
            }
        };
        targets.into_iter().filter(|target| !self.program.functions[*target].is_defined()).collect()
    }

    fn library_call(&mut self, point: Point, effects: Effects, arguments: &[Operand]) {
        if effects.releases {
            let both = if effects.acquires { FenceKind::Full } else { FenceKind::Release };
            self.lock(point, both);
        }
        let touched = |mask: u8, builder: &Self| -> Vec<(Location, u64)> {
            let given = arguments.iter().enumerate().filter(|(index, _)| Effects::has(mask, *index));
            if effects.deep {
                let objects: Vec<_> =
                    given.flat_map(|(_, argument)| builder.objects(point.function, argument)).collect();
                builder.all_from(&objects)
            } else {
                given.flat_map(|(_, argument)| builder.rest(point.function, argument)).collect()
            }
        };
        let (reads, writes) = (touched(effects.reads, self), touched(effects.writes, self));
        if !reads.is_empty() {
            self.access(point, Self::plain(Direction::Read, reads));
        }
        if !writes.is_empty() {
            self.access(point, Self::plain(Direction::Write, writes));
        }
        if effects.acquires && !effects.releases {
            self.lock(point, FenceKind::Load);
        }
    }

    /// All objects that these lead to, themselves included.
    fn all_from(&self, objects: &[(Location, u64)]) -> Vec<(Location, u64)> {
        let reachable = self.points_to.reachable(objects.iter().map(|(location, _)| location.object));
        reachable.into_iter().map(|object| (Location { object, offset: 0 }, u64::MAX)).collect()
    }
}
