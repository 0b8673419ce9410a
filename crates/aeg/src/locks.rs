//! Which locks a thread surely holds at each instruction.
//!
//! Only locks that exclude every other holder count (mutexes, spin locks, writers' locks), and only those that are one object: global variables that are no
//! elements of arrays. A lock that was taken by trying is not followed: it depends on the result. A waiting thread gives its lock back and has it again when it goes on.
//!
//! A forward analysis of "held on every path", over calls: what a function takes and keeps, and what it may give back, are found once for all of its
//! calls; what it begins with is what all of its calls hold. Under-approximates what is held.

use std::collections::BTreeSet;

use cprog::assembly::{self, Effect};
use cprog::ir::{BlockId, Callee, FunctionId, Operand, Operation, Point, Program, Terminator};
use cprog::library::{self, Role};
use cprog::points_to::{Location, ObjectId, ObjectKind, PointsTo};
use cprog::threads::Threads;
use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

/// Locks, by where they are.
pub type Held = BTreeSet<Location>;

/// The locks that are held at each instruction that holds any.
#[derive(Clone, Debug, Default)]
pub struct Locks {
    held: FxHashMap<Point, Held>,
}

/// What may be given back.
#[derive(Clone, Debug, Default, PartialEq)]
struct Given {
    /// Any lock.
    all: bool,
    locks: Held,
    /// All locks in these objects.
    objects: BTreeSet<ObjectId>,
}

impl Given {
    fn unite(&mut self, other: &Given) {
        self.all |= other.all;
        self.locks.extend(&other.locks);
        self.objects.extend(&other.objects);
    }

    fn take_from(&self, held: &mut Held) {
        if self.all {
            held.clear();
        } else {
            held.retain(|lock| !self.locks.contains(lock) && !self.objects.contains(&lock.object));
        }
    }
}

/// What is held on all paths that were found so far; none while there is no path.
type State = Option<Held>;

/// Keeps what both have; tells whether that changed anything.
fn meet(state: &mut State, other: &State) -> bool {
    match (&mut *state, other) {
        (_, None) => false,
        (None, Some(_)) => {
            state.clone_from(other);
            true
        }
        (Some(mine), Some(others)) => {
            let before = mine.len();
            mine.retain(|lock| others.contains(lock));
            mine.len() < before
        }
    }
}

struct Finder<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    /// Locks that code which is not there may give back.
    outside: BTreeSet<ObjectId>,
    /// What each function and all that it calls may give back.
    given: IdVec<FunctionId, Given>,
    /// What each function has taken when it returns, if it began with nothing; none while no path to a return is known.
    taken: IdVec<FunctionId, State>,
}

impl Locks {
    /// Finds them, in the functions that `threads` execute.
    pub fn find(program: &Program, points_to: &PointsTo, threads: &Threads) -> Locks {
        let executed: Vec<FunctionId> = program
            .functions
            .ids()
            .filter(|id| program.functions[*id].is_defined() && !threads.of_function[*id].is_empty())
            .collect();
        let mut finder = Finder {
            program,
            points_to,
            outside: points_to.outside().into_iter().collect(),
            given: IdVec::from_elem(Given::default(), program.functions.len()),
            taken: IdVec::from_elem(None, program.functions.len()),
        };
        finder.find_given(&executed);
        finder.find_taken(&executed);
        finder.find_held(threads, &executed)
    }

    /// The locks that are surely held while the instruction at a point is executed.
    pub fn at(&self, point: Point) -> impl Iterator<Item = Location> + '_ {
        self.held.get(&point).into_iter().flatten().copied()
    }
}

impl Finder<'_> {
    fn find_given(&mut self, executed: &[FunctionId]) {
        loop {
            let mut changed = false;
            for id in executed {
                let mut given = Given::default();
                for (block, body) in self.program.functions[*id].blocks.iter_enumerated() {
                    for index in 0..body.instructions.len() {
                        given.unite(&self.given_at(Point { function: *id, block, index: index as u32 }));
                    }
                }
                if given != self.given[*id] {
                    self.given[*id] = given;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// What the instruction at a point may give back, callees included.
    fn given_at(&self, point: Point) -> Given {
        let Some(instruction) = self.program.instruction(point) else { return Given::default() };
        let mut given = Given::default();
        match &instruction.operation {
            Operation::Unlock { lock } => given.unite(&self.pointed_to(point.function, lock)),
            Operation::Havoc(_) => given.objects.extend(&self.outside),
            Operation::Assembly { assembly, .. } if assembly::effect(assembly) == Effect::Unknown => {
                given.objects.extend(&self.outside);
            }
            Operation::Call { callee, arguments } => {
                for callee in self.points_to.callees(point) {
                    given.unite(&self.given[*callee]);
                }
                if self.points_to.unknown_calls().binary_search(&point).is_ok() {
                    given.objects.extend(&self.outside);
                }
                // By a direct call, it would be an operation of its own.
                if let Callee::Pointer(pointer) = callee
                    && self.may_unlock(point.function, pointer)
                {
                    match arguments.first() {
                        Some(lock) => given.unite(&self.pointed_to(point.function, lock)),
                        None => given.all = true,
                    }
                }
            }
            // Waiting gives a lock back, and has it again when it is over.
            Operation::Wait { .. }
            | Operation::Alloca { .. }
            | Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::ReadModifyWrite { .. }
            | Operation::CompareExchange { .. }
            | Operation::Fence { .. }
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
            | Operation::CopyMemory { .. }
            | Operation::SetMemory { .. }
            | Operation::StartThread { .. }
            | Operation::JoinThread { .. }
            | Operation::Lock { .. }
            | Operation::AtomicBegin
            | Operation::AtomicEnd
            | Operation::Assume(_)
            | Operation::Assert(_)
            | Operation::Violation
            | Operation::Any(_)
            | Operation::Assembly { .. } => {}
        }
        given
    }

    fn pointed_to(&self, function: FunctionId, lock: &Operand) -> Given {
        let locks: Held = self.points_to.pointees(function, lock).into_iter().collect();
        // A pointer to nothing known may be one that was made in a way which is not followed.
        let is_unknown = |location: &Location| {
            matches!(self.points_to.object(location.object).kind, ObjectKind::Outside | ObjectKind::Library)
        };
        Given { all: locks.is_empty() || locks.iter().any(is_unknown), locks, objects: BTreeSet::new() }
    }

    /// Whether a library function that gives a lock back is among those that a pointer points to.
    fn may_unlock(&self, function: FunctionId, pointer: &Operand) -> bool {
        self.points_to.pointees(function, pointer).iter().any(|location| {
            match self.points_to.object(location.object).kind {
                ObjectKind::Function(target) => {
                    let target = &self.program.functions[target];
                    !target.is_defined() && library::role(&target.name) == Some(Role::Unlock)
                }
                ObjectKind::Global(_)
                | ObjectKind::Local(_)
                | ObjectKind::Heap(_)
                | ObjectKind::Arguments(_)
                | ObjectKind::Outside
                | ObjectKind::Library => false,
            }
        })
    }

    /// The lock that an operand surely points to.
    fn lock(&self, function: FunctionId, lock: &Operand) -> Option<Location> {
        let pointees = self.points_to.pointees(function, lock);
        let [location] = pointees.as_slice() else { return None };
        let is_one = match self.points_to.object(location.object).kind {
            ObjectKind::Global(global) => !self.program.globals[global].thread_local,
            ObjectKind::Function(_)
            | ObjectKind::Local(_)
            | ObjectKind::Heap(_)
            | ObjectKind::Arguments(_)
            | ObjectKind::Outside
            | ObjectKind::Library => false,
        };
        (is_one && self.points_to.is_single_cell(*location)).then_some(*location)
    }

    /// Goes over the instruction at a point. `unwinds` says that control may go on by an exception, where nothing is known of what was taken.
    fn pass(&self, point: Point, unwinds: bool, state: &mut State) {
        let Some(held) = state else { return };
        let Some(instruction) = self.program.instruction(point) else { return };
        self.given_at(point).take_from(held);
        if let Operation::Lock { lock, if_taken: None, shared: false } = &instruction.operation {
            held.extend(self.lock(point.function, lock));
        } else if let Operation::Call { callee, .. } = &instruction.operation {
            let callees = self.points_to.callees(point);
            let may_be_passed_by = callees.is_empty()
                || matches!(callee, Callee::Function(target) if !self.program.functions[*target].is_defined())
                || self.points_to.unknown_calls().binary_search(&point).is_ok()
                || self.calls_library(point.function, callee);
            if !may_be_passed_by && !unwinds {
                let mut taken: State = None;
                for callee in callees {
                    meet(&mut taken, &self.taken[*callee]);
                }
                match taken {
                    Some(taken) => held.extend(taken),
                    // None of them returns.
                    None => *state = None,
                }
            }
        }
    }

    /// Whether a pointer may also call a function without a body.
    fn calls_library(&self, function: FunctionId, callee: &Callee) -> bool {
        let Callee::Pointer(pointer) = callee else { return false };
        self.points_to.pointees(function, pointer).iter().any(|location| {
            match self.points_to.object(location.object).kind {
                ObjectKind::Function(target) => !self.program.functions[target].is_defined(),
                ObjectKind::Outside | ObjectKind::Library => true,
                ObjectKind::Global(_) | ObjectKind::Local(_) | ObjectKind::Heap(_) | ObjectKind::Arguments(_) => false,
            }
        })
    }

    /// Calls `at` with what is held before each instruction of a function that begins with `entry`, and gives what is held at all of its returns.
    fn walk(&self, id: FunctionId, entry: Held, at: &mut dyn FnMut(Point, &Held)) -> State {
        let function = &self.program.functions[id];
        let mut before: IdVec<BlockId, State> = IdVec::from_elem(None, function.blocks.len());
        before[BlockId::new(0)] = Some(entry);
        let mut work = vec![BlockId::new(0)];
        while let Some(block) = work.pop() {
            let after = self.block(id, block, before[block].clone(), &mut |_, _| {});
            for next in function.blocks[block].terminator.successors() {
                if meet(&mut before[next], &after) {
                    work.push(next);
                }
            }
        }
        let mut returned = None;
        for block in function.blocks.ids() {
            let after = self.block(id, block, before[block].clone(), at);
            if let Terminator::Return(_) = function.blocks[block].terminator {
                meet(&mut returned, &after);
            }
        }
        returned
    }

    fn block(&self, function: FunctionId, block: BlockId, mut state: State, at: &mut dyn FnMut(Point, &Held)) -> State {
        let body = &self.program.functions[function].blocks[block];
        for index in 0..body.instructions.len() {
            let point = Point { function, block, index: index as u32 };
            let Some(held) = &state else { break };
            at(point, held);
            let is_last = index + 1 == body.instructions.len();
            let unwinds = is_last && matches!(body.terminator, Terminator::Any(_));
            self.pass(point, unwinds, &mut state);
        }
        state
    }

    fn find_taken(&mut self, executed: &[FunctionId]) {
        loop {
            let mut changed = false;
            for id in executed {
                let taken = self.walk(*id, Held::new(), &mut |_, _| {});
                // From no path at all to fewer and fewer locks.
                if taken != self.taken[*id] {
                    self.taken[*id] = taken;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn find_held(&self, threads: &Threads, executed: &[FunctionId]) -> Locks {
        let mut entries: IdVec<FunctionId, State> = IdVec::from_elem(None, self.program.functions.len());
        for thread in &threads.threads {
            entries[thread.entry] = Some(Held::new());
        }
        loop {
            let mut changed = false;
            for id in executed {
                let Some(entry) = entries[*id].clone() else { continue };
                let mut calls: Vec<(FunctionId, Held)> = Vec::new();
                self.walk(*id, entry, &mut |point, held| {
                    calls.extend(self.calls_at(point).map(|callee| (callee, self.at_entry(point, held))));
                });
                for (callee, held) in calls {
                    changed |= meet(&mut entries[callee], &Some(held));
                }
            }
            if !changed {
                break;
            }
        }
        let mut locks = Locks::default();
        for id in executed {
            let Some(entry) = entries[*id].clone() else { continue };
            self.walk(*id, entry, &mut |point, held| {
                // What a call touches it may touch after it gave a lock back.
                let mut held = held.clone();
                self.given_at(point).take_from(&mut held);
                if !held.is_empty() {
                    locks.held.insert(point, held);
                }
            });
        }
        locks
    }

    fn calls_at(&self, point: Point) -> impl Iterator<Item = FunctionId> + '_ {
        let is_call = matches!(
            self.program.instruction(point).map(|instruction| &instruction.operation),
            Some(Operation::Call { .. })
        );
        let callees = if is_call { self.points_to.callees(point) } else { &[] };
        callees.iter().copied()
    }

    /// What a callee begins with. One that a library calls back may come after others that gave locks back.
    fn at_entry(&self, point: Point, held: &Held) -> Held {
        let mut held = held.clone();
        let operation = self.program.instruction(point).map(|instruction| &instruction.operation);
        let is_direct = if let Some(Operation::Call { callee, .. }) = operation {
            match callee {
                Callee::Function(target) => self.program.functions[*target].is_defined(),
                Callee::Pointer(_) => !self.calls_library(point.function, callee),
            }
        } else {
            false
        };
        if !is_direct {
            self.given_at(point).take_from(&mut held);
        }
        held
    }
}

#[cfg(test)]
mod tests {
    use cprog::points_to;
    use cprog::threads::{self, Roots};

    use super::*;

    /// The number of locks that are held at each store to `@x`, in the order of the text.
    fn held(body: &str) -> Vec<usize> {
        let text = format!(
            "@x = global i32 0\n@m = global i64 0\n@n = global i64 0\n@a = global [4 x i64] zeroinitializer\n\
             declare i32 @pthread_mutex_lock(ptr)\ndeclare i32 @pthread_mutex_trylock(ptr)\ndeclare i32 @pthread_mutex_unlock(ptr)\n\
             declare i32 @pthread_rwlock_rdlock(ptr)\ndeclare i32 @pthread_rwlock_wrlock(ptr)\n\
             declare i32 @pthread_cond_wait(ptr, ptr)\ndeclare void @unknown()\n{body}"
        );
        let program = cprog::read([text.as_str()]);
        assert_eq!(program.gaps, [], "{text}");
        let roots = Roots::Main(program.function("main").expect("main"));
        let points_to = points_to::analyse(&program, roots.functions());
        let threads = threads::find(&program, &points_to, &roots);
        let locks = Locks::find(&program, &points_to, &threads);
        let mut counts = Vec::new();
        for (function, body) in program.functions.iter_enumerated() {
            for (block, body) in body.blocks.iter_enumerated() {
                for (index, instruction) in body.instructions.iter().enumerate() {
                    if let Operation::Store { .. } = instruction.operation {
                        counts.push(locks.at(Point { function, block, index: index as u32 }).count());
                    }
                }
            }
        }
        counts
    }

    #[test]
    fn a_lock_is_held_until_it_is_given_back() {
        let counts = held(
            "define i32 @main() {\n  store i32 1, ptr @x\n  %a = call i32 @pthread_mutex_lock(ptr @m)\n  store i32 1, ptr @x\n\
             \x20 %b = call i32 @pthread_mutex_lock(ptr @n)\n  store i32 1, ptr @x\n  %c = call i32 @pthread_cond_wait(ptr @a, ptr @m)\n\
             \x20 store i32 1, ptr @x\n  %d = call i32 @pthread_mutex_unlock(ptr @m)\n  store i32 1, ptr @x\n  ret i32 0\n}\n",
        );
        assert_eq!(counts, [0, 1, 2, 2, 1]);
    }

    #[test]
    fn only_what_excludes_all_others_and_is_one_lock_counts() {
        let counts = held(
            "define i32 @main() {\n  %a = call i32 @pthread_rwlock_rdlock(ptr @m)\n  store i32 1, ptr @x\n\
             \x20 %b = call i32 @pthread_mutex_trylock(ptr @n)\n  store i32 1, ptr @x\n\
             \x20 %c = call i32 @pthread_mutex_lock(ptr @a)\n  store i32 1, ptr @x\n\
             \x20 %d = call i32 @pthread_rwlock_wrlock(ptr @n)\n  store i32 1, ptr @x\n  ret i32 0\n}\n",
        );
        assert_eq!(counts, [0, 0, 0, 1]);
    }

    #[test]
    fn paths_that_meet_hold_what_both_hold() {
        let counts = held(
            "define i32 @main(i1 %p) {\n  br i1 %p, label %one, label %other\none:\n  %a = call i32 @pthread_mutex_lock(ptr @m)\n\
             \x20 %b = call i32 @pthread_mutex_lock(ptr @n)\n  br label %end\nother:\n  %c = call i32 @pthread_mutex_lock(ptr @n)\n\
             \x20 br label %end\nend:\n  store i32 1, ptr @x\n  ret i32 0\n}\n",
        );
        assert_eq!(counts, [1]);
    }

    #[test]
    fn functions_take_and_give_back_for_their_callers() {
        let counts = held(
            "define void @take() {\n  %a = call i32 @pthread_mutex_lock(ptr @m)\n  store i32 1, ptr @x\n  ret void\n}\n\
             define void @give() {\n  store i32 1, ptr @x\n  %a = call i32 @pthread_mutex_unlock(ptr @m)\n  ret void\n}\n\
             define void @work() {\n  store i32 1, ptr @x\n  ret void\n}\n\
             define i32 @main() {\n  call void @take()\n  call void @work()\n  store i32 1, ptr @x\n  call void @give()\n\
             \x20 store i32 1, ptr @x\n  call void @take()\n  call void @unknown()\n  store i32 1, ptr @x\n  ret i32 0\n}\n",
        );
        // `unknown` may do anything, but does not know the lock.
        assert_eq!(counts, [1, 1, 1, 1, 0, 1]);
    }

    #[test]
    fn a_function_holds_what_all_its_callers_hold() {
        let counts = held(
            "define void @work() {\n  store i32 1, ptr @x\n  ret void\n}\n\
             define i32 @main() {\n  %a = call i32 @pthread_mutex_lock(ptr @m)\n  call void @work()\n\
             \x20 %b = call i32 @pthread_mutex_unlock(ptr @m)\n  call void @work()\n  ret i32 0\n}\n",
        );
        assert_eq!(counts, [0]);
    }
}
