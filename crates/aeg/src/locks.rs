//! Which locks a thread surely holds at each instruction.
//!
//! Only locks that exclude every other holder count (mutexes, spin locks, writers' locks), and only those that are one object: global variables that are no
//! elements of arrays; those of objects are found beside them (`objects`). A lock that was taken by trying is not followed: it depends on the result. A waiting thread gives its lock back and has it again when it goes on.
//!
//! A forward analysis of "held on every path", over calls: what a function takes and keeps, and what it may give back, are found once for all of its
//! calls; what it begins with is what all of its calls hold. Under-approximates what is held.

mod actions;
mod objects;
mod places;

use std::collections::BTreeSet;

use cprog::ir::{BlockId, FunctionId, Point, Program, Terminator};
use cprog::points_to::{Location, PointsTo};
use cprog::threads::Threads;
use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use actions::{Actions, Given};
use objects::ObjectFinder;
pub use objects::{Protection, Protections};

/// Locks, by where they are.
pub type Held = BTreeSet<Location>;

/// The locks that are held at each instruction that holds any.
#[derive(Clone, Debug, Default)]
pub struct Locks {
    held: FxHashMap<Point, Held>,
}

/// What is held on all paths that were found so far; none while there is no path.
type State = Option<Held>;

/// Keeps what both have; returns whether that changed anything. None is what is held where no path is known.
fn meet<T: Ord + Clone>(state: &mut Option<BTreeSet<T>>, other: &Option<BTreeSet<T>>) -> bool {
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
    actions: Actions,
    /// What each function and all that it calls may give back.
    given: IdVec<FunctionId, Given>,
    /// What each function has taken when it returns, if it began with nothing; none while no path to a return is known.
    taken: IdVec<FunctionId, State>,
}

impl Locks {
    /// Finds them, in the functions that `threads` execute, and what protects accesses beside them.
    pub fn find(program: &Program, points_to: &PointsTo, threads: &Threads) -> (Locks, Protections) {
        let executed: Vec<FunctionId> = program
            .functions
            .ids()
            .filter(|id| program.functions[*id].is_defined() && !threads.of_function[*id].is_empty())
            .collect();
        let actions = Actions::find(program, points_to, &executed);
        if !actions.takes_any {
            return (Locks::default(), Protections::default());
        }
        let mut finder = Finder {
            program,
            actions,
            given: IdVec::from_elem(Given::default(), program.functions.len()),
            taken: IdVec::from_elem(None, program.functions.len()),
        };
        finder.find_given(&executed);
        finder.find_taken(&executed);
        let locks = finder.find_held(threads, &executed);
        let protections = ObjectFinder::new(&finder, points_to, threads, &executed).find(threads, &executed);
        (locks, Protections::new(protections))
    }

    /// The locks that are surely held while the instruction at a point is executed.
    pub fn at(&self, point: Point) -> impl Iterator<Item = Location> + '_ {
        self.held.get(&point).into_iter().flatten().copied()
    }
}

impl Finder<'_> {
    fn find_given(&mut self, executed: &[FunctionId]) {
        let mut callees: IdVec<FunctionId, Vec<FunctionId>> = IdVec::from_elem(Vec::new(), self.given.len());
        for id in executed {
            for (block, body) in self.program.functions[*id].blocks.iter_enumerated() {
                for index in 0..=body.instructions.len() {
                    let point = Point { function: *id, block, index: index as u32 };
                    let Some(action) = self.actions.at(point) else { continue };
                    self.given[*id].unite(&action.given);
                    callees[*id].extend(action.call.iter().flat_map(|call| &call.callees));
                }
            }
            callees[*id].sort_unstable();
            callees[*id].dedup();
        }
        loop {
            let mut changed = false;
            for id in executed {
                let mut given = self.given[*id].clone();
                for callee in &callees[*id] {
                    given.unite(&self.given[*callee]);
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

    /// Gives back what the instruction at a point may give back.
    fn give_back(&self, point: Point, held: &mut Held) {
        if !held.is_empty() {
            self.actions.give_back(&self.actions.given_at(point, &self.given), held);
        }
    }

    /// Goes over the instruction at a point. `unwinds` says that control may go on by an exception, where nothing is known of what was taken.
    fn pass(&self, point: Point, unwinds: bool, state: &mut State) {
        let (Some(held), Some(action)) = (&mut *state, self.actions.at(point)) else { return };
        self.give_back(point, held);
        // First what is given back: a wait gives its lock back and has it again behind.
        held.extend(action.taken);
        if let Some(call) = &action.call
            && !call.is_optional
            && !unwinds
        {
            let mut taken: State = None;
            for callee in &call.callees {
                meet(&mut taken, &self.taken[*callee]);
            }
            match taken {
                Some(taken) => held.extend(taken),
                // None of them returns.
                None => *state = None,
            }
        }
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
        // A second time over each block, when what holds at its begin is final: `at` must not see more than is held in the end.
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
            // A call that may unwind ends its block.
            let is_last = index + 1 == body.instructions.len();
            let unwinds = is_last && matches!(body.terminator, Terminator::Any(_));
            self.pass(point, unwinds, &mut state);
        }
        let end = Point { function, block, index: body.instructions.len() as u32 };
        if let (Some(held), Some(_)) = (&state, self.actions.at(end)) {
            at(end, held);
            self.pass(end, false, &mut state);
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
        let mut work: BTreeSet<FunctionId> = BTreeSet::new();
        for thread in &threads.threads {
            entries[thread.entry] = Some(Held::new());
            work.insert(thread.entry);
        }
        while let Some(id) = work.pop_first() {
            let Some(entry) = entries[id].clone() else { continue };
            let mut calls: Vec<(FunctionId, State)> = Vec::new();
            self.walk(id, entry, &mut |point, held| {
                let Some(call) = self.actions.at(point).and_then(|action| action.call.as_ref()) else { return };
                let mut held = held.clone();
                // A library that calls back may have given locks back before it does.
                if !call.is_direct {
                    self.give_back(point, &mut held);
                }
                let held = Some(held);
                calls.extend(call.callees.iter().map(|callee| (*callee, held.clone())));
            });
            for (callee, held) in calls {
                if meet(&mut entries[callee], &held) {
                    work.insert(callee);
                }
            }
        }
        // Once the entries stand: what a walk sees before is held on the paths that were known then, and may be too much.
        let mut locks = Locks::default();
        for id in executed {
            let Some(entry) = entries[*id].clone() else { continue };
            self.walk(*id, entry, &mut |point, held| {
                // What a call touches it may touch after it gave a lock back.
                let mut held = held.clone();
                self.give_back(point, &mut held);
                if !held.is_empty() {
                    locks.held.insert(point, held);
                }
            });
        }
        locks
    }
}

#[cfg(test)]
mod tests {
    use cprog::ir::Operation;
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
        let program = cprog::read([text.as_str()]).expect("LLVM IR that LLVM takes");
        assert_eq!(program.gaps, [], "{text}");
        let roots = Roots::Main(program.function("main").expect("main"));
        let points_to = points_to::analyse(&program, roots.functions());
        let threads = threads::find(&program, &points_to, &roots);
        let (locks, _) = Locks::find(&program, &points_to, &threads);
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
