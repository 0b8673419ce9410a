//! Which objects count: those that several threads may access.

use cprog::ir::{Operation, Point, Program};
use cprog::library::Start;
use cprog::points_to::{ObjectId, ObjectKind, PointsTo};
use rustc_hash::FxHashSet;

use super::Strategy;

/// The objects whose accesses are events under a strategy.
pub(super) fn objects_that_count(program: &Program, points_to: &PointsTo, strategy: Strategy) -> FxHashSet<ObjectId> {
    match strategy {
        Strategy::Memory => static_and_heap_objects(program, points_to),
        Strategy::Cycles | Strategy::Pensieve | Strategy::Volatile | Strategy::Shared => {
            shared_objects(program, points_to)
        }
    }
}

/// Objects that may be accessed by several threads: what globals, arguments of threads and code that is not there lead to, the memory of callers among it. A local variable or
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
            | ObjectKind::Number
            | ObjectKind::Caller
            | ObjectKind::Library => {}
        }
    }
    for (function, body) in program.functions.iter_enumerated() {
        for (block, data) in body.blocks.iter_enumerated() {
            for (index, instruction) in data.instructions.iter().enumerate() {
                let given = match &instruction.operation {
                    Operation::StartThread { argument, .. } => std::slice::from_ref(argument),
                    // By a pointer, or a function of a library that starts threads: which argument its function gets is not said.
                    Operation::Call { arguments, .. } => {
                        let point = Point { function, block, index: index as u32 };
                        let starts = points_to.started(point).iter().any(|(_, start)| *start != Start::Handler);
                        if starts { &arguments[..] } else { &[] }
                    }
                    _ => &[],
                };
                let pointees = given.iter().flat_map(|argument| points_to.pointees(function, argument));
                roots.extend(pointees.map(|location| location.object));
            }
        }
    }
    let shared = points_to.reachable(roots).into_iter().chain(points_to.outside());
    shared.filter(|object| !is_constant(program, points_to, *object)).collect()
}

/// All objects but local variables.
fn static_and_heap_objects(program: &Program, points_to: &PointsTo) -> FxHashSet<ObjectId> {
    let is_static_or_heap = |object: &ObjectId| match points_to.object(*object).kind {
        ObjectKind::Global(_) | ObjectKind::Heap(_) | ObjectKind::Caller => !is_constant(program, points_to, *object),
        ObjectKind::Local(_)
        | ObjectKind::Arguments(_)
        | ObjectKind::Function(_)
        | ObjectKind::Outside
        | ObjectKind::Number
        | ObjectKind::Library => false,
    };
    points_to.objects().filter(is_static_or_heap).collect()
}

fn is_constant(program: &Program, points_to: &PointsTo, object: ObjectId) -> bool {
    match points_to.object(object).kind {
        ObjectKind::Global(global) => program.globals[global].constant,
        ObjectKind::Function(_) | ObjectKind::Outside | ObjectKind::Number | ObjectKind::Library => true,
        ObjectKind::Local(_) | ObjectKind::Heap(_) | ObjectKind::Arguments(_) | ObjectKind::Caller => false,
    }
}
