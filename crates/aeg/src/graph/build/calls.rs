//! Calls: of functions of the program, of library functions that have a model, and of code that is not there.

use arch::Synchronisation;
use cprog::ir::{Callee, FunctionId, Operand, Point};
use cprog::library::{self, Effects, Role, Start};
use cprog::points_to::{Location, ObjectKind};

use super::super::{NodeKind, Unknown};
use super::{Access, Builder};
use crate::model::Direction;

impl Builder<'_> {
    pub(super) fn havoc(&mut self, point: Point) {
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

    pub(super) fn call(&mut self, point: Point, callee: &Callee, arguments: &[Operand]) {
        let callees = self.defined_callees(point);
        let optional = self.points_to.unknown_calls().binary_search(&point).is_ok();
        self.node(point, NodeKind::Plain);
        if optional {
            self.unknown_call(point, arguments);
        }
        let targets = self.library_targets(point.function, callee);
        // What only some of the functions order that are called here is not ordered on each way.
        let is_certain = !optional && targets.len() + callees.len() <= 1;
        for target in targets {
            if let Some(Role::Effects(effects)) = library::role(&self.program.functions[target].name) {
                let orders = if is_certain { effects } else { Effects { acquires: false, releases: false, ..effects } };
                self.library_call(point, orders, arguments);
            }
        }
        let is_start = |(_, start): &(FunctionId, Start)| *start != Start::Handler;
        if is_certain && self.points_to.started(point).iter().any(is_start) {
            self.synchronise(point, &[Synchronisation::Start]);
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

    /// What is called where a thread or the process ends by a return.
    pub(super) fn callees_at_end(&mut self, point: Point) {
        let callees = self.defined_callees(point);
        if !callees.is_empty() {
            let node = self.node(point, NodeKind::Call { callees, optional: true });
            self.repeated.push(node);
        }
    }

    fn defined_callees(&self, point: Point) -> Vec<FunctionId> {
        let callees = self.points_to.callees(point).iter().copied();
        callees.filter(|callee| self.program.functions[*callee].is_defined()).collect()
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
                    | ObjectKind::Number
                    | ObjectKind::Caller
                    | ObjectKind::Library => None,
                });
                functions.collect()
            }
        };
        targets.into_iter().filter(|target| !self.program.functions[*target].is_defined()).collect()
    }

    fn library_call(&mut self, point: Point, effects: Effects, arguments: &[Operand]) {
        match (effects.releases, effects.acquires) {
            (true, false) => self.synchronise(point, &[Synchronisation::SemaphorePost]),
            (true, true) => {
                self.synchronise(point, &[Synchronisation::BarrierArrive, Synchronisation::BarrierLeave]);
            }
            (false, _) => {}
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
            self.synchronise(point, &[Synchronisation::SemaphoreWait]);
        }
    }

    /// All objects that these lead to, themselves included.
    fn all_from(&self, objects: &[(Location, u64)]) -> Vec<(Location, u64)> {
        let reachable = self.points_to.reachable(objects.iter().map(|(location, _)| location.object));
        reachable.into_iter().map(|object| (Location { object, offset: 0 }, u64::MAX)).collect()
    }
}
