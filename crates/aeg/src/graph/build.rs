//! The graph of a program, instruction by instruction.

mod calls;

use arch::Synchronisation;
use cprog::assembly::{self, Effect};
use cprog::ir::{Assembly, BlockId, FunctionId, Operand, Operation, Order, Point, Program, Terminator};
use cprog::points_to::{Location, ObjectId, PointsTo};
use cprog::threads::Threads;
use relation::{IdVec, Index};
use rustc_hash::{FxHashMap, FxHashSet};

use super::addresses::Address;
use super::concurrency::Concurrent;
use super::{Aeg, Class, ClassId, Event, EventId, Node, NodeId, NodeKind, Options, Part, Strategy, sharing};
use crate::locks;
use crate::model::{AtomicOperation, AtomicOrder, Direction, Fence, fence_of_c11};
use crate::registers::{Definitions, definitions};

/// An access before it is known to be shared.
struct Access {
    direction: Direction,
    locations: Vec<(Location, u64)>,
    order: AtomicOrder,
    marked: bool,
    is_havoc: bool,
    address: Option<Address>,
    part: Part,
}
/// More bytes than any object has behind a location in it.
const TO_THE_END: u64 = 1 << 62;
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
impl Aeg {
    /// Builds the graph of a program.
    pub fn build(program: &Program, points_to: &PointsTo, threads: Threads, options: Options) -> Aeg {
        let shared = sharing::objects_that_count(program, points_to, options.strategy);
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
        let entries = builder.executed(&threads);
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
        let (locks, protections) = locks::Locks::find(program, points_to, &threads);
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
            protections,
            private_writes: Vec::new(),
            options,
        };
        aeg.find_concurrent(program);
        match options.strategy {
            Strategy::Cycles | Strategy::Pensieve => aeg.drop_private(),
            Strategy::Volatile | Strategy::Shared | Strategy::Memory => {}
        }
        aeg
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
                if event.direction == Direction::Write {
                    self.private_writes.push((event.classes.clone(), event.point));
                }
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
            self.callees_at_end(point);
            let kind = match &block.terminator {
                Terminator::Return(_) => NodeKind::Return,
                Terminator::Branch { .. } | Terminator::Switch { .. } => NodeKind::Branch,
                Terminator::Jump(_) | Terminator::Any(_) | Terminator::Unreachable => NodeKind::Plain,
            };
            let last = self.nodes.push(Node { point, kind, next: Vec::new() });
            // Nodes of a block are pushed one after the other, so that a fall-through edge is to the next number.
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

    /// The functions that threads execute; gives the first node of each.
    fn executed(&mut self, threads: &Threads) -> IdVec<FunctionId, Option<NodeId>> {
        let functions = &self.program.functions;
        let mut entries = IdVec::from_elem(None, functions.len());
        for id in functions.ids() {
            if !threads.of_function[id].is_empty() && functions[id].is_defined() {
                entries[id] = Some(self.function(id));
            }
        }
        entries
    }

    fn node(&mut self, point: Point, kind: NodeKind) -> NodeId {
        self.nodes.push(Node { point, kind, next: Vec::new() })
    }

    fn fence(&mut self, point: Point, fence: Fence) {
        if !fence.is_none() {
            self.node(point, NodeKind::Fence(fence));
        }
    }

    fn locations(&self, function: FunctionId, pointer: &Operand, bytes: u64) -> Vec<(Location, u64)> {
        if self.points_to.is_number(function, pointer) {
            return self.anything();
        }
        self.points_to.pointees(function, pointer).into_iter().map(|location| (location, bytes)).collect()
    }

    /// What an access may be to of which it is not known where it goes: anything that counts.
    fn anything(&self) -> Vec<(Location, u64)> {
        let mut objects: Vec<ObjectId> = self.shared.iter().copied().collect();
        objects.sort_unstable();
        objects.into_iter().map(|object| (Location { object, offset: 0 }, u64::MAX)).collect()
    }

    /// Whole objects that an operand points to.
    fn objects(&self, function: FunctionId, pointer: &Operand) -> Vec<(Location, u64)> {
        if self.points_to.is_number(function, pointer) {
            return self.anything();
        }
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
        // What one thread alone can reach competes with nothing.
        access.locations.retain(|(location, _)| self.shared.contains(&location.object));
        if access.locations.is_empty() {
            // Nothing is shared; what it orders stays, and so does the access, whose address may depend on what is.
            self.fence(point, access.order.before);
            if self.options.model.local.knows_addresses {
                self.node(point, NodeKind::Plain);
            }
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
        let Access { direction, order, marked, is_havoc, address, part, .. } = access;
        self.events.push(Event { point, node, direction, classes, address, order, marked, is_havoc, part });
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
        // Bytes of two objects never overlap, so that only the classes of one are compared.
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
        let is_update = matches!(operation, AtomicOperation::ReadModifyWrite | AtomicOperation::CompareExchange);
        if order == Order::Plain && !is_update {
            return AtomicOrder::default();
        }
        // What the compiler makes of it counts: an acquire load is a plain `mov` on x86.
        if self.options.mapped_atomics {
            return AtomicOrder::of(self.options.model, operation, order);
        }
        // As the paper treats them: what is stronger than a plain access is a full fence.
        let full = is_update || order == Order::SeqCst;
        let fence = if full { Fence::FULL } else { Fence::NONE };
        AtomicOrder { before: fence, after: fence, ..AtomicOrder::default() }
    }

    fn plain(direction: Direction, locations: Vec<(Location, u64)>) -> Access {
        let order = AtomicOrder::default();
        Access { direction, locations, order, marked: false, is_havoc: false, address: None, part: Part::Whole }
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
            Operation::ReadModifyWrite { ty, pointer, access, .. } => {
                let locations = self.locations(function, pointer, ty.stored_bytes());
                let address = Address::of(&self.definitions, pointer, ty.stored_bytes());
                self.read_modify_write(point, locations, address, (access.order, false));
            }
            Operation::CompareExchange { ty, pointer, access, failure, .. } => {
                let locations = self.locations(function, pointer, ty.stored_bytes());
                let address = Address::of(&self.definitions, pointer, ty.stored_bytes());
                self.read_modify_write(point, locations, address, (in_both_cases(access.order, *failure), true));
            }
            Operation::Fence { order, compiler_only } => {
                let fence = if *compiler_only { Fence::NONE } else { fence_of_c11(self.options.model, *order) };
                self.fence_or_plain(point, fence);
            }
            Operation::Assembly { assembly, arguments } => self.assembly(point, assembly, arguments),
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
            // No instruction is named for these sections of SV-COMP: either end is taken to order everything.
            Operation::AtomicBegin | Operation::AtomicEnd => self.fence_or_plain(point, Fence::FULL),
            Operation::StartThread { .. } => self.synchronise(point, &[Synchronisation::Start]),
            Operation::JoinThread { .. } => self.synchronise(point, &[Synchronisation::Join]),
            // What is tried for may be taken or not: then nothing is ordered.
            Operation::Lock { if_taken: Some(_), .. } => self.synchronise(point, &[]),
            Operation::Lock { if_taken: None, .. } => self.synchronise(point, &[Synchronisation::Lock]),
            Operation::Unlock { spins, .. } => self.synchronise(point, &[unlock(*spins)]),
            Operation::Wait { .. } => {
                self.synchronise(point, &[Synchronisation::Unlock, Synchronisation::Wake, Synchronisation::Lock]);
            }
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

    fn assembly(&mut self, point: Point, assembly: &Assembly, arguments: &[Operand]) {
        let model = self.options.model;
        if let Effect::Barriers(barriers) = assembly::effect(assembly, Some(model)) {
            // A barrier that needs a branch is a node of its own, behind those that do not.
            let fences: Vec<Fence> = barriers.into_iter().map(|barrier| Fence::of(model, barrier)).collect();
            let control = fences.iter().find(|fence| fence.is_control);
            let all = fences.iter().filter(|fence| !fence.is_control).fold(Fence::NONE, |all, fence| all.and(*fence));
            if !all.is_none() || control.is_none() {
                self.fence_or_plain(point, all);
            }
            if let Some(control) = control {
                self.fence(point, *control);
            }
            return;
        }
        let Some(footprint) = assembly::footprint(assembly) else {
            self.havoc(point);
            return;
        };
        self.node(point, NodeKind::Plain);
        let touched = |of: &[usize]| -> Vec<(Location, u64)> {
            let arguments = of.iter().filter_map(|index| arguments.get(*index));
            arguments.flat_map(|argument| self.rest(point.function, argument)).collect()
        };
        let (reads, writes) = (touched(&footprint.reads), touched(&footprint.writes));
        for (direction, locations) in [(Direction::Read, reads), (Direction::Write, writes)] {
            if !locations.is_empty() {
                self.access(point, Self::plain(direction, locations));
            }
        }
    }

    fn fence_or_plain(&mut self, point: Point, fence: Fence) {
        self.node(point, if fence.is_none() { NodeKind::Plain } else { NodeKind::Fence(fence) });
    }

    /// What operations of a thread library order, one after the other.
    fn synchronise(&mut self, point: Point, operations: &[Synchronisation]) {
        let model = self.options.model;
        self.node(point, NodeKind::Plain);
        for operation in operations {
            let code = model.weakest_synchronisation(*operation, self.options.locks);
            if code.access.is_locked {
                self.fence(point, Fence::FULL);
                continue;
            }
            // Between the two barriers is an access of the library's own.
            for barrier in [code.before, code.after] {
                self.fence(point, Fence::of(model, barrier));
            }
        }
    }

    fn read_modify_write(
        &mut self,
        point: Point,
        locations: Vec<(Location, u64)>,
        address: Option<Address>,
        (order, may_fail): (Order, bool),
    ) {
        let operation = if may_fail { AtomicOperation::CompareExchange } else { AtomicOperation::ReadModifyWrite };
        let order = self.atomic(operation, order);
        // What comes before the operation stands before its read, what comes after it behind its write.
        let (read, write) = (order.of_read(), order.of_write());
        let marked = true;
        let locations_of_both = locations.clone();
        let (of_read, of_write) =
            (Self::plain(Direction::Read, locations_of_both), Self::plain(Direction::Write, locations));
        self.access(point, Access { order: read, marked, address, part: Part::Read { may_fail }, ..of_read });
        self.access(point, Access { order: write, marked, address, part: Part::Write, ..of_write });
    }
}

/// How a lock is given back.
fn unlock(spins: bool) -> Synchronisation {
    if spins { Synchronisation::SpinUnlock } else { Synchronisation::Unlock }
}

/// What the order of a compare-and-exchange is sure to give: it is a release where it succeeds and writes, and an acquire only where it is one as it fails, too.
fn in_both_cases(success: Order, failure: Order) -> Order {
    let acquires = |order| matches!(order, Order::Acquire | Order::AcquireRelease | Order::SeqCst);
    let is_acquire = acquires(success) && acquires(failure);
    match success {
        Order::SeqCst if failure == Order::SeqCst => Order::SeqCst,
        Order::Release | Order::AcquireRelease | Order::SeqCst if is_acquire => Order::AcquireRelease,
        Order::Release | Order::AcquireRelease | Order::SeqCst => Order::Release,
        Order::Acquire if is_acquire => Order::Acquire,
        Order::Acquire | Order::Plain | Order::Unordered | Order::Relaxed => Order::Relaxed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compare_and_exchange_that_may_fail_relaxed_is_no_acquire() {
        assert_eq!(in_both_cases(Order::AcquireRelease, Order::Relaxed), Order::Release);
        assert_eq!(in_both_cases(Order::Acquire, Order::Relaxed), Order::Relaxed);
        assert_eq!(in_both_cases(Order::SeqCst, Order::Acquire), Order::AcquireRelease);
        assert_eq!(in_both_cases(Order::SeqCst, Order::SeqCst), Order::SeqCst);
    }
}
