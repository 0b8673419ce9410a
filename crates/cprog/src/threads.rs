//! Which threads a program has, and what each of them executes.
//!
//! A thread is a function that `pthread_create` and the like may call; all threads that begin in one function are one, and it has *many instances* when
//! more than one may run: several places start it, or one place is executed several times. The thread of `main` is one instance. A handler of signals is a thread with many instances, since any
//! thread may be interrupted for it; in a program of one thread it runs beside nothing.
//! Over-approximates: calls are resolved by points-to analysis.

use std::collections::BTreeMap;

use relation::{IdVec, Index, newtype_index};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::{BlockId, Callee, Function, FunctionId, Operation, Point, Program};
use crate::library::Start;
use crate::points_to::PointsTo;

newtype_index! {
    /// A thread: all threads that begin in one function.
    pub struct ThreadId("t");
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// The function that it begins with.
    pub entry: FunctionId,
    /// The places that start it; none for a root.
    pub starts: Vec<Point>,
    /// Whether more than one may run.
    pub many: bool,
    /// Whether it is there when the program begins.
    pub is_root: bool,
    /// Whether it is what other threads do when a signal comes.
    pub is_handler: bool,
    /// Whether one place may start several.
    is_repeated: bool,
}

/// The threads of a program.
#[derive(Clone, Debug)]
pub struct Threads {
    /// The threads, roots first, handlers of signals last.
    pub threads: IdVec<ThreadId, Thread>,
    /// Places that start threads and go on when these have ended.
    pub teams: FxHashSet<Point>,
    /// The threads that may execute each function, in ascending order.
    pub of_function: IdVec<FunctionId, Vec<ThreadId>>,
}

/// What a program begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Roots {
    /// One thread that begins in `main`.
    Main(FunctionId),
    /// Any number of threads in each of these functions: a library, with the users that its interface allows.
    Library(Vec<FunctionId>),
}

impl Roots {
    /// Their functions.
    pub fn functions(&self) -> &[FunctionId] {
        match self {
            Roots::Main(main) => std::slice::from_ref(main),
            Roots::Library(functions) => functions,
        }
    }
}

/// Blocks that lie on a cycle of a function's control flow.
pub fn blocks_in_loops(function: &Function) -> IdVec<BlockId, bool> {
    let mut in_loop = IdVec::from_elem(false, function.blocks.len());
    // A block lies on a cycle when it reaches itself; functions are small enough for a search from each.
    for start in function.blocks.ids() {
        let mut seen = vec![false; function.blocks.len()];
        let mut work = function.blocks[start].terminator.successors();
        while let Some(block) = work.pop() {
            if block == start {
                in_loop[start] = true;
                break;
            }
            if !std::mem::replace(&mut seen[block.index()], true) {
                work.extend(function.blocks[block].terminator.successors());
            }
        }
    }
    in_loop
}

struct Calls {
    /// Functions that each function calls.
    callees: IdVec<FunctionId, Vec<FunctionId>>,
    /// Where each function is called.
    sites: IdVec<FunctionId, Vec<Point>>,
    /// Where each function is started as a thread, or made a handler of signals.
    starts: BTreeMap<(bool, FunctionId), Vec<(Point, Start)>>,
}

impl Calls {
    fn call(&mut self, point: Point, callee: FunctionId) {
        self.callees[point.function].push(callee);
        self.sites[callee].push(point);
    }
}

fn calls(program: &Program, points_to: &PointsTo) -> Calls {
    let count = program.functions.len();
    let mut calls = Calls {
        callees: IdVec::from_elem(Vec::new(), count),
        sites: IdVec::from_elem(Vec::new(), count),
        starts: BTreeMap::new(),
    };
    for (id, function) in program.functions.iter_enumerated() {
        for (block_id, block) in function.blocks.iter_enumerated() {
            for (index, instruction) in block.instructions.iter().enumerate() {
                let point = Point { function: id, block: block_id, index: index as u32 };
                match &instruction.operation {
                    Operation::StartThread { .. } => {
                        for callee in points_to.callees(point) {
                            calls.starts.entry((false, *callee)).or_default().push((point, Start::Once));
                        }
                    }
                    Operation::Call { callee, .. } => {
                        // Code that is not there may call back as often as it likes.
                        let is_library = matches!(callee, Callee::Function(target) if !program.functions[*target].is_defined())
                            || points_to.unknown_calls().binary_search(&point).is_ok();
                        for callee in points_to.callees(point) {
                            calls.call(point, *callee);
                            if is_library {
                                calls.sites[*callee].push(point);
                            }
                        }
                        for (function, start) in points_to.started(point) {
                            let is_handler = *start == Start::Handler;
                            calls.starts.entry((is_handler, *function)).or_default().push((point, *start));
                        }
                    }
                    _ => {}
                }
            }
            // What is called where a thread or the process ends.
            let end = Point { function: id, block: block_id, index: block.instructions.len() as u32 };
            for callee in points_to.callees(end) {
                calls.call(end, *callee);
                calls.sites[*callee].push(end);
            }
        }
    }
    calls
}

/// Finds the threads of a program.
pub fn find(program: &Program, points_to: &PointsTo, roots: &Roots) -> Threads {
    let calls = calls(program, points_to);
    let mut threads: IdVec<ThreadId, Thread> = roots
        .functions()
        .iter()
        .map(|entry| Thread {
            entry: *entry,
            starts: Vec::new(),
            many: matches!(roots, Roots::Library(_)),
            is_root: true,
            is_handler: false,
            is_repeated: false,
        })
        .collect();
    let mut teams = FxHashSet::default();
    for ((is_handler, entry), starts) in &calls.starts {
        let is_repeated = starts.iter().any(|(_, start)| *start != Start::Once);
        let points: Vec<Point> = starts.iter().map(|(point, _)| *point).collect();
        let many = is_repeated || starts.len() > 1;
        let is_handler = *is_handler;
        threads.push(Thread { entry: *entry, starts: points, many, is_root: false, is_handler, is_repeated });
        teams.extend(starts.iter().filter(|(_, start)| *start == Start::Team).map(|(point, _)| *point));
    }
    let mut of_function = IdVec::from_elem(Vec::new(), program.functions.len());
    for (id, thread) in threads.iter_enumerated() {
        let mut work = vec![thread.entry];
        let mut seen = FxHashSet::default();
        while let Some(function) = work.pop() {
            if seen.insert(function) {
                of_function[function].push(id);
                work.extend(&calls.callees[function]);
            }
        }
    }
    let mut found = Threads { threads, teams, of_function };
    found.drop_unreachable(program);
    found.find_repeated(program, &calls);
    found.drop_handlers_of_one_thread(program);
    found
}

impl Threads {
    /// Threads that only code which no thread executes would start do not exist.
    fn drop_unreachable(&mut self, program: &Program) {
        let mut alive: Vec<bool> = self.threads.iter().map(|thread| thread.is_root).collect();
        loop {
            let mut changed = false;
            for (id, thread) in self.threads.iter_enumerated() {
                let starts = thread
                    .starts
                    .iter()
                    .any(|start| self.of_function[start.function].iter().any(|by| alive[by.index()]));
                if starts && !alive[id.index()] {
                    alive[id.index()] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        self.keep(program, &alive);
    }

    /// Handlers of signals interrupt the one thread that there is, and run beside none.
    fn drop_handlers_of_one_thread(&mut self, program: &Program) {
        let others: Vec<&Thread> = self.threads.iter().filter(|thread| !thread.is_handler).collect();
        if let [one] = others.as_slice()
            && !one.many
        {
            let kept: Vec<bool> = self.threads.iter().map(|thread| !thread.is_handler).collect();
            self.keep(program, &kept);
        }
    }

    fn keep(&mut self, program: &Program, kept: &[bool]) {
        let mut new_ids: FxHashMap<ThreadId, ThreadId> = FxHashMap::default();
        let mut threads = IdVec::new();
        for (id, thread) in self.threads.iter_enumerated() {
            if kept[id.index()] {
                new_ids.insert(id, threads.push(thread.clone()));
            }
        }
        self.threads = threads;
        for function in program.functions.ids() {
            self.of_function[function] =
                self.of_function[function].iter().filter_map(|id| new_ids.get(id).copied()).collect();
        }
    }

    /// A place is executed once if its function is entered once and it is on no cycle; a function, if it is a root that is not called,
    /// or has one call, executed once.
    fn find_repeated(&mut self, program: &Program, calls: &Calls) {
        // What is not shown to be executed once may be executed often: grows from the roots.
        let mut once: FxHashSet<FunctionId> = FxHashSet::default();
        loop {
            let mut changed = false;
            for function in program.functions.ids() {
                if once.contains(&function) {
                    continue;
                }
                let entered: Vec<&Thread> = self.threads.iter().filter(|thread| thread.entry == function).collect();
                let sites: Vec<Point> = calls.sites[function]
                    .iter()
                    .copied()
                    .filter(|site| !self.of_function[site.function].is_empty())
                    .collect();
                let is_once = match (entered.as_slice(), sites.as_slice()) {
                    ([thread], []) if thread.is_root => !thread.many,
                    ([thread], []) => {
                        let is_once = |start: &Point| !thread.is_repeated && self.is_once(program, &once, *start);
                        matches!(thread.starts.as_slice(), [start] if is_once(start))
                    }
                    ([], [site]) => self.is_once(program, &once, *site),
                    _ => false,
                };
                if is_once {
                    once.insert(function);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for thread in self.threads.iter_mut() {
            if !thread.is_root {
                let is_once = |start: &Point| {
                    let in_loop = blocks_in_loops(&program.functions[start.function]);
                    once.contains(&start.function) && !in_loop[start.block]
                };
                thread.many = thread.is_repeated || !matches!(thread.starts.as_slice(), [start] if is_once(start));
            }
        }
    }

    fn is_once(&self, program: &Program, once: &FxHashSet<FunctionId>, point: Point) -> bool {
        once.contains(&point.function) && !blocks_in_loops(&program.functions[point.function])[point.block]
    }

    /// Whether two accesses by these threads may be by different ones.
    pub fn differ(&self, left: &[ThreadId], right: &[ThreadId]) -> bool {
        left.iter().any(|one| right.iter().any(|other| one != other || self.threads[*one].many))
    }
}
