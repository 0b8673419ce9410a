//! Which locks of objects a thread surely holds at each instruction: those whose address is a sum of the same values as the address of what they protect.
//!
//! `lock(&q->m); q->a = 1;` holds, wherever `q` points, the lock that lies at a certain distance from what is written. Two accesses to the same bytes of memory with a lock held at the same distance have the
//! same lock held. So it is with elements of arrays (`lock(&t[i].m); t[i].a = 1;`), and with arrays of locks that are indexed as the data is (`lock(&m[i]); a[i] = 1;`).
//!
//! A forward analysis of "held on every path", as that of single locks: callees begin with what all of their callers hold of their arguments, and callers hold what callees took of theirs. A lock is
//! given back by whatever may give back a lock that may be it.

use std::collections::BTreeSet;

use cprog::ir::{BlockId, Callee, Effect, FunctionId, GlobalId, Operand, Operation, Point, Terminator};
use cprog::points_to::{Location, ObjectKind, PointsTo};
use cprog::threads::Threads;
use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use super::places::{Place, Root, Values};
use super::{Finder, meet};
use crate::once::Once;

/// What two accesses to the same bytes have in common if they are made with the same lock held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Protection {
    /// The lock is so many bytes behind what is accessed.
    Beside {
        /// The distance.
        distance: i64,
        /// How many bytes are accessed.
        bytes: u64,
    },
    /// The lock is this one, wherever the access is to: a variable, or what is allocated once.
    Single(Location),
    /// The lock is the element of an array that has the same index as the element of another one that is accessed.
    Indexed {
        /// The array that is accessed.
        data: GlobalId,
        /// The array of locks.
        locks: GlobalId,
        /// Bytes from one element of the data to the next.
        scale: u64,
        /// The same of the locks.
        lock_scale: u64,
        /// Where the lock of index 0 lies.
        lock_offset: i64,
    },
}

/// Locks that are held, by their places in a function.
type Held = BTreeSet<Place>;

pub(super) struct ObjectFinder<'a, 'f> {
    finder: &'a Finder<'f>,
    points_to: &'a PointsTo,
    once: Once,
    values: FxHashMap<FunctionId, Values<'a>>,
    /// Where the locks may be whose places are known.
    locations: FxHashMap<(FunctionId, Place), BTreeSet<Location>>,
    /// What each function has taken of its arguments when it returns: parameter and distance.
    taken: IdVec<FunctionId, BTreeSet<(usize, i64)>>,
}

impl<'a, 'f> ObjectFinder<'a, 'f> {
    pub(super) fn new(
        finder: &'a Finder<'f>,
        points_to: &'a PointsTo,
        threads: &Threads,
        executed: &[FunctionId],
    ) -> Self
    where
        'f: 'a,
    {
        let functions = &finder.program.functions;
        let values = executed.iter().map(|id| (*id, Values::of(&functions[*id]))).collect();
        let taken = IdVec::from_elem(BTreeSet::new(), functions.len());
        let once = Once::find(finder.program, points_to, threads);
        ObjectFinder { finder, points_to, once, values, locations: FxHashMap::default(), taken }
    }

    /// What protects each access that is made with such a lock held.
    pub(super) fn find(mut self, threads: &Threads, executed: &[FunctionId]) -> FxHashMap<Point, Vec<Protection>> {
        self.find_taken(executed);
        let entries = self.entries(threads);
        let mut found: FxHashMap<Point, Vec<Protection>> = FxHashMap::default();
        for id in executed {
            let Some(entry) = entries[*id].clone() else { continue };
            self.walk(*id, entry, &mut |this, point, held| {
                let mut held = held.clone();
                this.give_back(point, &mut held);
                let of_place = |lock: &Place| {
                    let single = this.single(point.function, lock);
                    single.into_iter().chain(this.protection(point, lock))
                };
                let protections: Vec<Protection> = held.iter().flat_map(of_place).collect();
                if !protections.is_empty() {
                    found.insert(point, protections);
                }
            });
        }
        found
    }

    fn operation(&self, point: Point) -> Option<&'a Operation> {
        let program = self.finder.program;
        let block = &program.functions[point.function].blocks[point.block];
        block.instructions.get(point.index as usize).map(|instruction| &instruction.operation)
    }

    /// The one lock that a place is, if all that it may be is one.
    fn single(&self, function: FunctionId, lock: &Place) -> Option<Protection> {
        let at = self.locations.get(&(function, lock.clone()))?;
        // With several, two threads may hold different ones.
        let location = *at.first().filter(|_| at.len() == 1)?;
        let is_one = match self.points_to.object(location.object).kind {
            ObjectKind::Global(global) => !self.finder.program.globals[global].thread_local,
            ObjectKind::Heap(point) => self.once.has(point),
            ObjectKind::Function(_)
            | ObjectKind::Local(_)
            | ObjectKind::Arguments(_)
            | ObjectKind::Outside
            | ObjectKind::Number
            | ObjectKind::Caller
            | ObjectKind::Library => false,
        };
        (is_one && self.points_to.is_single_cell(location)).then_some(Protection::Single(location))
    }

    fn protection(&self, point: Point, lock: &Place) -> Option<Protection> {
        let Effect::Access { ty, pointer, .. } = self.operation(point)?.effect() else { return None };
        let place = self.values[&point.function].place(pointer)?;
        if let Some(distance) = lock.distance_from(&place) {
            return Some(Protection::Beside { distance, bytes: ty.stored_bytes() });
        }
        let (Root::Global(data), Root::Global(locks)) = (place.root, lock.root) else { return None };
        let ([(index, scale)], [(of_lock, lock_scale)]) = (place.terms.as_slice(), lock.terms.as_slice()) else {
            return None;
        };
        // Beyond its element an access is to one of another index, which another lock protects.
        let is_within = u64::try_from(place.offset).is_ok_and(|offset| offset + ty.stored_bytes() <= *scale);
        let is_same = index == of_lock && is_within;
        let (scale, lock_scale, lock_offset) = (*scale, *lock_scale, lock.offset);
        is_same.then_some(Protection::Indexed { data, locks, scale, lock_scale, lock_offset })
    }

    /// A few rounds, from nothing on: as what is not known to be taken counts for nothing, each of them is sound.
    fn find_taken(&mut self, executed: &[FunctionId]) {
        const ROUNDS: usize = 3;
        for _ in 0..ROUNDS {
            let mut changed = false;
            for id in executed {
                let Some(held) = self.walk(*id, Held::new(), &mut |_, _, _| {}) else { continue };
                let parameters = &self.finder.program.functions[*id].parameters;
                let values = &self.values[id];
                let mut taken = BTreeSet::new();
                for (index, parameter) in parameters.iter().enumerate() {
                    let begin = values.of_parameter(*parameter, 0);
                    taken.extend(held.iter().filter_map(|lock| Some((index, lock.distance_from(&begin)?))));
                }
                changed |= taken != self.taken[*id];
                self.taken[*id] = taken;
            }
            if !changed {
                return;
            }
        }
    }

    fn entries(&mut self, threads: &Threads) -> IdVec<FunctionId, Option<Held>> {
        let mut entries: IdVec<FunctionId, Option<Held>> = IdVec::from_elem(None, self.taken.len());
        let mut work: BTreeSet<FunctionId> = BTreeSet::new();
        for thread in &threads.threads {
            entries[thread.entry] = Some(Held::new());
            work.insert(thread.entry);
        }
        while let Some(id) = work.pop_first() {
            let Some(entry) = entries[id].clone() else { continue };
            let mut calls: Vec<(FunctionId, Held)> = Vec::new();
            self.walk(id, entry, &mut |this, point, held| this.calls(point, held, &mut calls));
            for (callee, held) in calls {
                if meet(&mut entries[callee], &Some(held)) {
                    work.insert(callee);
                }
            }
        }
        entries
    }

    /// What callees begin with that an instruction calls.
    fn calls(&mut self, point: Point, held: &Held, calls: &mut Vec<(FunctionId, Held)>) {
        let finder = self.finder;
        let Some(call) = finder.actions.at(point).and_then(|action| action.call.as_ref()) else { return };
        for callee in &call.callees {
            let mut passed = Held::new();
            if call.is_direct
                && let Some(Operation::Call { arguments, .. }) = self.operation(point)
                && let Some(of_callee) = self.values.get(callee)
            {
                let parameters = &finder.program.functions[*callee].parameters;
                let mut known = Vec::new();
                for (argument, parameter) in arguments.iter().zip(parameters) {
                    let Some(argument) = self.values[&point.function].place(argument) else { continue };
                    for lock in held {
                        let Some(distance) = lock.distance_from(&argument) else { continue };
                        // The callee knows the lock by its distance from the parameter, as that is all the two functions have in common.
                        let place = of_callee.of_parameter(*parameter, distance);
                        let at = self.locations.get(&(point.function, lock.clone())).cloned().unwrap_or_default();
                        known.push(((*callee, place.clone()), at));
                        passed.insert(place);
                    }
                }
                for (place, at) in known {
                    self.locations.entry(place).or_default().extend(at);
                }
            }
            calls.push((*callee, passed));
        }
    }

    /// Gives back what an instruction may give back.
    fn give_back(&self, point: Point, held: &mut Held) {
        if held.is_empty() {
            return;
        }
        if let Some(Operation::Unlock { lock, .. }) = self.operation(point)
            && let Some(place) = self.values[&point.function].place(lock)
            && held.remove(&place)
        {
            self.give_back_of_parameters(point.function, &place, held);
            return;
        }
        let actions = &self.finder.actions;
        let given = actions.given_at(point, &self.finder.given);
        // Of a lock of which no place is known, anything that may be given back may be this one.
        held.retain(|lock| match self.locations.get(&(point.function, lock.clone())) {
            Some(at) if !at.is_empty() => !at.iter().any(|at| actions.may_give_back(&given, *at)),
            _ => given.is_nothing(),
        });
    }

    /// Two parameters may have one argument: with the lock of the one, that of the other may have been given back.
    fn give_back_of_parameters(&self, function: FunctionId, given: &Place, held: &mut Held) {
        let parameters = &self.finder.program.functions[function].parameters;
        let values = &self.values[&function];
        let is_of_parameter =
            |place: &Place| parameters.iter().any(|parameter| values.of_parameter(*parameter, 0).root == place.root);
        if !is_of_parameter(given) {
            return;
        }
        let at = |place: &Place| self.locations.get(&(function, place.clone()));
        held.retain(|lock| {
            let may_be_it = match (at(lock), at(given)) {
                (Some(lock), Some(given)) => !lock.is_disjoint(given),
                (None, _) | (_, None) => true,
            };
            !(is_of_parameter(lock) && may_be_it)
        });
    }

    /// Goes over an instruction. `unwinds`: control may go on by an exception, where nothing is known of what was taken.
    fn pass(&mut self, point: Point, unwinds: bool, held: &mut Held) {
        let function = &self.finder.program.functions[point.function];
        let instruction = &function.blocks[point.block].instructions[point.index as usize];
        self.give_back(point, held);
        match &instruction.operation {
            Operation::Lock { lock, if_taken: None, shared: false } => {
                if let Some(place) = self.values[&point.function].place(lock) {
                    let at = self.points_to.pointees(point.function, lock);
                    self.locations.entry((point.function, place.clone())).or_default().extend(at);
                    held.insert(place);
                }
            }
            Operation::Call { callee: Callee::Function(callee), arguments } if !unwinds => {
                for (index, distance) in self.taken[*callee].clone() {
                    let Some(argument) = arguments.get(index) else { continue };
                    let Some(mut place) = self.values[&point.function].place(argument) else { continue };
                    let Some(offset) = place.offset.checked_add(distance) else { continue };
                    place.offset = offset;
                    let at = self.lock_locations(point.function, argument, distance);
                    self.locations.entry((point.function, place.clone())).or_default().extend(at);
                    held.insert(place);
                }
            }
            _ => {}
        }
        if let Some(result) = instruction.result {
            let values = &self.values[&point.function];
            // The register has another value from here on, as in the next iteration of a loop: the place would mean another lock.
            held.retain(|lock| !values.is_of(lock, result));
        }
    }

    /// Where a lock may be that lies at a distance from where an argument points.
    fn lock_locations(&self, function: FunctionId, argument: &Operand, distance: i64) -> BTreeSet<Location> {
        let moved = |at: Location| self.points_to.moved(at, distance);
        self.points_to.pointees(function, argument).into_iter().map(moved).collect()
    }

    /// Calls `at` with what is held before each instruction of a function that begins with `entry`, and gives what is held at all of its returns.
    fn walk(&mut self, id: FunctionId, entry: Held, at: &mut dyn FnMut(&mut Self, Point, &Held)) -> Option<Held> {
        let function = &self.finder.program.functions[id];
        let mut before: IdVec<BlockId, Option<Held>> = IdVec::from_elem(None, function.blocks.len());
        before[BlockId::new(0)] = Some(entry);
        let mut work = vec![BlockId::new(0)];
        while let Some(block) = work.pop() {
            let Some(held) = before[block].clone() else { continue };
            let after = Some(self.block(id, block, held, &mut |_, _, _| {}));
            for next in function.blocks[block].terminator.successors() {
                if meet(&mut before[next], &after) {
                    work.push(next);
                }
            }
        }
        let mut returned: Option<Held> = None;
        for block in function.blocks.ids() {
            let Some(held) = before[block].clone() else { continue };
            let after = Some(self.block(id, block, held, at));
            if let Terminator::Return(_) = function.blocks[block].terminator {
                meet(&mut returned, &after);
            }
        }
        returned
    }

    fn block(
        &mut self,
        function: FunctionId,
        block: BlockId,
        mut held: Held,
        at: &mut dyn FnMut(&mut Self, Point, &Held),
    ) -> Held {
        let body = &self.finder.program.functions[function].blocks[block];
        let count = body.instructions.len();
        for index in 0..count {
            let point = Point { function, block, index: index as u32 };
            at(self, point, &held);
            let unwinds = index + 1 == count && matches!(body.terminator, Terminator::Any(_));
            self.pass(point, unwinds, &mut held);
        }
        // What is called where a thread or the process ends.
        at(self, Point { function, block, index: count as u32 }, &held);
        held
    }
}

/// What protects accesses, for those who ask by point.
#[derive(Clone, Debug, Default)]
pub struct Protections {
    of_point: FxHashMap<Point, Vec<Protection>>,
}

impl Protections {
    pub(super) fn new(of_point: FxHashMap<Point, Vec<Protection>>) -> Protections {
        Protections { of_point }
    }

    /// What protects the access of the instruction at a point.
    pub fn at(&self, point: Point) -> &[Protection] {
        self.of_point.get(&point).map_or(&[], Vec::as_slice)
    }
}
