//! What a program executes at most once: what is allocated there is one object.
//!
//! Under-approximates: what is not found here may be executed once all the same.

use cprog::ir::{BlockId, Callee, FunctionId, Operation, Point, Program};
use cprog::points_to::PointsTo;
use cprog::threads::{Threads, blocks_in_loops};
use relation::IdVec;

/// Where code is executed at most once: functions, and the blocks of each that lie on no loop.
pub(crate) struct Once {
    functions: IdVec<FunctionId, bool>,
    loops: IdVec<FunctionId, IdVec<BlockId, bool>>,
}

impl Once {
    /// Entries of threads with one instance are executed once if nothing calls them, and so is what is called at one place that is executed once.
    pub(crate) fn find(program: &Program, points_to: &PointsTo, threads: &Threads) -> Once {
        let functions = &program.functions;
        let executed: Vec<FunctionId> = functions.ids().filter(|id| !threads.of_function[*id].is_empty()).collect();
        let calls = calls(program, points_to, &executed);
        let loops = functions.iter().map(blocks_in_loops).collect();
        let mut once = Once { functions: IdVec::from_elem(false, functions.len()), loops };
        for thread in threads.threads.iter().filter(|thread| !thread.many) {
            let is_other = threads.threads.iter().filter(|other| other.entry == thread.entry).count() > 1;
            once.functions[thread.entry] =
                !is_other && calls[thread.entry].iter().all(|call| thread.starts.contains(call));
        }
        let is_entry = |id: FunctionId| threads.threads.iter().any(|thread| thread.entry == id);
        loop {
            let called_once = |id: &FunctionId| match calls[*id].as_slice() {
                [call] => once.has(*call) && !once.functions[*id] && !is_entry(*id),
                _ => false,
            };
            let new: Vec<FunctionId> = executed.iter().copied().filter(called_once).collect();
            if new.is_empty() {
                return once;
            }
            for id in new {
                once.functions[id] = true;
            }
        }
    }

    /// Whether an instruction is executed at most once.
    pub(crate) fn has(&self, point: Point) -> bool {
        self.functions[point.function] && !self.loops[point.function][point.block]
    }
}

/// Where each function is called, or started; twice where that may happen more than once each time.
fn calls(program: &Program, points_to: &PointsTo, executed: &[FunctionId]) -> IdVec<FunctionId, Vec<Point>> {
    let mut calls: IdVec<FunctionId, Vec<Point>> = IdVec::from_elem(Vec::new(), program.functions.len());
    for id in executed {
        for (block, body) in program.functions[*id].blocks.iter_enumerated() {
            for index in 0..=body.instructions.len() {
                let point = Point { function: *id, block, index: index as u32 };
                let is_repeated = match body.instructions.get(index).map(|instruction| &instruction.operation) {
                    // Libraries, and code that is not there, may call back as often as they like.
                    Some(Operation::Call { callee: Callee::Function(callee), .. }) => {
                        !program.functions[*callee].is_defined()
                            || points_to.unknown_calls().binary_search(&point).is_ok()
                    }
                    Some(Operation::StartThread { .. }) => false,
                    // A pointer may lead to a function of a library, too.
                    Some(_) | None => true,
                };
                for callee in points_to.callees(point) {
                    calls[*callee].extend(std::iter::repeat_n(point, 1 + usize::from(is_repeated)));
                }
            }
        }
    }
    calls
}
