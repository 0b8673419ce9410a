//! What single instructions do with locks: looked up once, since functions are walked over until nothing changes.

use std::collections::BTreeSet;

use cprog::assembly;
use cprog::ir::{Callee, Effect, FunctionId, Operand, Operation, Point, Program};
use cprog::library::{self, Role};
use cprog::points_to::{Location, ObjectId, ObjectKind, PointsTo};
use relation::IdVec;
use rustc_hash::FxHashMap;

use super::Held;

/// What may be given back.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Given {
    /// Any lock.
    all: bool,
    /// Whatever code that is not there knows.
    outside: bool,
    /// These, as far as anything takes them.
    locks: Held,
}

impl Given {
    /// Whether nothing may be given back.
    pub(super) fn is_nothing(&self) -> bool {
        !self.all && !self.outside && self.locks.is_empty()
    }

    pub(super) fn unite(&mut self, other: &Given) {
        self.all |= other.all;
        self.outside |= other.outside;
        self.locks.extend(&other.locks);
    }
}

/// A call.
pub(super) struct CallSite {
    /// The functions of the program that it may call.
    pub(super) callees: Vec<FunctionId>,
    /// Whether control may go on without any of them having been called.
    pub(super) is_optional: bool,
    /// Whether nothing but these functions is called: a library that calls back may have given locks back before.
    pub(super) is_direct: bool,
}

/// What an instruction does.
#[derive(Default)]
pub(super) struct Action {
    /// What it may give back by itself.
    pub(super) given: Given,
    /// The lock that it surely takes.
    pub(super) taken: Option<Location>,
    /// The locks of which it takes one.
    may_take: Vec<Location>,
    pub(super) call: Option<CallSite>,
}

/// All instructions that do anything with locks.
pub(super) struct Actions {
    of_point: FxHashMap<Point, Action>,
    /// Locks that code which is not there may give back.
    outside: Held,
    /// Whether any lock is surely taken.
    pub(super) takes_any: bool,
}

impl Actions {
    pub(super) fn find(program: &Program, points_to: &PointsTo, executed: &[FunctionId]) -> Actions {
        let reader = Reader { program, points_to };
        let mut of_point: FxHashMap<Point, Action> = FxHashMap::default();
        let mut known = Held::new();
        for function in executed {
            for (block, body) in program.functions[*function].blocks.iter_enumerated() {
                for (index, instruction) in body.instructions.iter().enumerate() {
                    let point = Point { function: *function, block, index: index as u32 };
                    if let Some(action) = reader.action(point, &instruction.operation) {
                        known.extend(&action.may_take);
                        of_point.insert(point, action);
                    }
                }
                // What is called where a thread or the process ends.
                let end = Point { function: *function, block, index: body.instructions.len() as u32 };
                let callees = points_to.callees(end).to_vec();
                if !callees.is_empty() {
                    let call = Some(CallSite { callees, is_optional: true, is_direct: false });
                    of_point.insert(end, Action { call, ..Action::default() });
                }
            }
        }
        for action in of_point.values_mut() {
            action.given.locks.retain(|lock| known.contains(lock));
        }
        let outside: BTreeSet<ObjectId> = points_to.outside().into_iter().collect();
        let takes_any = !known.is_empty();
        known.retain(|lock| outside.contains(&lock.object));
        Actions { of_point, outside: known, takes_any }
    }

    /// What the instruction at a point does, if that is anything.
    pub(super) fn at(&self, point: Point) -> Option<&Action> {
        self.of_point.get(&point)
    }

    /// What the instruction at a point may give back, callees included.
    pub(super) fn given_at(&self, point: Point, of_functions: &IdVec<FunctionId, Given>) -> Given {
        let Some(action) = self.at(point) else { return Given::default() };
        let mut given = action.given.clone();
        for callee in action.call.iter().flat_map(|call| &call.callees) {
            given.unite(&of_functions[*callee]);
        }
        given
    }

    /// Whether a lock may be given back.
    pub(super) fn may_give_back(&self, given: &Given, lock: Location) -> bool {
        given.all || given.locks.contains(&lock) || given.outside && self.outside.contains(&lock)
    }

    /// Gives back, of what is held.
    pub(super) fn give_back(&self, given: &Given, held: &mut Held) {
        held.retain(|lock| !self.may_give_back(given, *lock));
    }
}

struct Reader<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
}

impl Reader<'_> {
    fn action(&self, point: Point, operation: &Operation) -> Option<Action> {
        let mut action = Action::default();
        match operation.effect() {
            // Locks that are shared, or tried for, are not followed. Waiting gives a lock back, and has it again when it is over.
            Effect::Lock => match operation {
                Operation::Lock { lock, if_taken: None, shared: false } => {
                    action.taken = self.lock(point.function, lock);
                    action.may_take = self.points_to.pointees(point.function, lock);
                }
                Operation::Unlock { lock, .. } => action.given = self.pointed_to(point.function, lock),
                _ => return None,
            },
            Effect::Unknown => action.given.outside = true,
            Effect::Assembly(assembly, arguments) => match assembly::footprint(assembly) {
                Some(footprint) => {
                    for argument in footprint.writes.iter().filter_map(|index| arguments.get(*index)) {
                        action.given.unite(&self.pointed_to(point.function, argument));
                    }
                }
                None => action.given.outside = true,
            },
            Effect::Call(callee, arguments) => self.call(point, callee, arguments, &mut action),
            Effect::Value | Effect::Local | Effect::Access { .. } | Effect::Copy { .. } | Effect::Set { .. } => {
                return None;
            }
            Effect::Fence | Effect::StartThread(_) | Effect::JoinThread | Effect::AtomicSection | Effect::Check => {
                return None;
            }
        }
        Some(action)
    }

    fn call(&self, point: Point, callee: &Callee, arguments: &[Operand], action: &mut Action) {
        let is_unknown = self.points_to.unknown_calls().binary_search(&point).is_ok();
        action.given.outside = is_unknown;
        // By a direct call, it would be an operation of its own.
        if let Callee::Pointer(pointer) = callee
            && self.may_unlock(point.function, pointer)
        {
            match arguments.first() {
                Some(lock) => action.given.unite(&self.pointed_to(point.function, lock)),
                None => action.given.all = true,
            }
        }
        let callees = self.points_to.callees(point).to_vec();
        let is_direct = match callee {
            Callee::Function(target) => self.program.functions[*target].is_defined(),
            Callee::Pointer(pointer) => !self.calls_library(point.function, pointer),
        };
        let is_optional = callees.is_empty() || is_unknown || !is_direct;
        action.call = Some(CallSite { callees, is_optional, is_direct });
    }

    fn pointed_to(&self, function: FunctionId, lock: &Operand) -> Given {
        let locks: Held = self.points_to.pointees(function, lock).into_iter().collect();
        // A pointer to nothing known may be one that was made in a way which is not followed.
        let is_unknown = |location: &Location| {
            let kind = self.points_to.object(location.object).kind;
            matches!(kind, ObjectKind::Outside | ObjectKind::Library | ObjectKind::Number)
        };
        Given { all: locks.is_empty() || locks.iter().any(is_unknown), outside: false, locks }
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
                | ObjectKind::Number
                | ObjectKind::Caller
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
            | ObjectKind::Number
            | ObjectKind::Caller
            | ObjectKind::Library => false,
        };
        (is_one && self.points_to.is_single_cell(*location)).then_some(*location)
    }

    /// Whether a pointer may also call a function without a body.
    fn calls_library(&self, function: FunctionId, pointer: &Operand) -> bool {
        self.points_to.pointees(function, pointer).iter().any(|location| {
            match self.points_to.object(location.object).kind {
                ObjectKind::Function(target) => !self.program.functions[target].is_defined(),
                ObjectKind::Outside | ObjectKind::Library | ObjectKind::Number => true,
                ObjectKind::Global(_)
                | ObjectKind::Local(_)
                | ObjectKind::Heap(_)
                | ObjectKind::Arguments(_)
                | ObjectKind::Caller => false,
            }
        })
    }
}
