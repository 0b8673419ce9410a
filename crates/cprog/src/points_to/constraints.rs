//! From the program to constraints.

use relation::{IdVec, Index};

use super::integers::Integers;
use super::object::{ObjectKind, Objects};
use super::solver::{Complex, Site, SiteKind, Solver, Steps};
use super::{Calls, UnknownSource};
use crate::assembly;
use crate::ir::{
    Assembly, Callee, Function, FunctionId, GlobalId, Instruction, Operand, Operation, Point, Program, RegisterId,
    Step, Terminator, Type,
};
use crate::library::{self, Effects, Moment, Role, Start};

pub(super) struct Builder<'p> {
    program: &'p Program,
    solver: Solver<'p>,
    /// For each function.
    integers: IdVec<FunctionId, Integers>,
}

/// Bytes that a copy of memory is followed field by field; of longer ones, all that is behind a pointer is taken to be copied to all that is behind the other.
const MAX_COPY: i128 = 256;

impl<'p> Builder<'p> {
    pub(super) fn new(program: &'p Program) -> Builder<'p> {
        let mut next = 0;
        let mut first_register = Vec::new();
        let mut returns = Vec::new();
        for function in &program.functions {
            first_register.push(next);
            next += u32::try_from(function.registers.len()).expect("fewer than 2^32 registers");
            returns.push(next);
            next += 1;
        }
        let mut objects = Objects::default();
        for (id, global) in program.globals.iter_enumerated() {
            objects.make(ObjectKind::Global(id), Some(&global.ty), Some(global.ty.size()));
        }
        for id in program.functions.ids() {
            objects.make(ObjectKind::Function(id), None, None);
        }
        let solver = Solver::new(program, objects, first_register, returns, next);
        let integers = program.functions.iter().map(Integers::of).collect();
        Builder { program, solver, integers }
    }

    pub(super) fn build(mut self, roots: &[FunctionId], calls: Calls) -> Solver<'p> {
        self.solver.call_types.calls = calls;
        let program = self.program;
        for (id, global) in program.globals.iter_enumerated() {
            let object = self.solver.objects.global(id);
            for piece in &global.initial {
                if piece.ty.may_hold_pointer() {
                    let cell = self.solver.cell(object, piece.offset as i64);
                    // An initial value uses no registers, so any function will do.
                    self.flow_operand(FunctionId::new(0), &piece.value, cell);
                }
            }
            if !global.defined && library::is_variable(&global.name) {
                let cell = self.solver.cell(object, 0);
                self.solver.seed(cell, self.solver.library);
            } else if !global.defined {
                self.solver.sources.push(UnknownSource::Variable(id));
                let location = self.solver.location(object, 0);
                self.solver.seed(self.solver.outside, location);
            }
        }
        for (id, function) in program.functions.iter_enumerated() {
            if function.is_defined() {
                self.function(id, function);
            }
        }
        for root in roots {
            if program.functions[*root].name == "main" {
                for parameter in &program.functions[*root].parameters {
                    // The arguments and the environment.
                    let node = self.solver.register(*root, *parameter);
                    self.solver.seed(node, self.solver.library);
                }
            } else {
                self.entry(*root);
            }
        }
        self.solver
    }

    /// A function of a library's interface: its callers pass memory of their own, and what they were given by this or another one.
    fn entry(&mut self, entry: FunctionId) {
        self.solver.sources.push(UnknownSource::Entry(entry));
        let object = self.solver.objects.make(ObjectKind::Caller, None, None);
        self.solver.objects.fold_all(object, 1);
        let outside = self.solver.outside;
        // What is outside is in this memory, and what the library stores there is outside: the solver joins the two.
        self.seed_object(object, Some(outside));
        for parameter in &self.program.functions[entry].parameters {
            let node = self.solver.register(entry, *parameter);
            self.solver.copy(outside, node);
        }
        let returned = self.solver.returned(entry);
        self.solver.copy(returned, outside);
    }

    /// The node of an operand; constants get one of their own.
    fn node(&mut self, function: FunctionId, operand: &Operand) -> Option<u32> {
        match operand {
            Operand::Register(register) => Some(self.solver.register(function, *register)),
            Operand::Global(..) | Operand::Function(_) | Operand::Aggregate(_) => {
                let node = self.solver.new_node();
                self.flow_operand(function, operand, node);
                Some(node)
            }
            Operand::Integer(_) | Operand::Float(_) | Operand::Zero | Operand::Undefined => None,
        }
    }

    fn flow_operand(&mut self, function: FunctionId, operand: &Operand, to: u32) {
        match operand {
            Operand::Register(register) => {
                let from = self.solver.register(function, *register);
                self.solver.copy(from, to);
            }
            Operand::Global(global, offset) => self.seed_global(*global, *offset, to),
            Operand::Function(target) => {
                let object = self.solver.objects.function(*target);
                let location = self.solver.location(object, 0);
                self.solver.seed(to, location);
            }
            Operand::Aggregate(parts) => {
                for part in parts {
                    self.flow_operand(function, part, to);
                }
            }
            Operand::Integer(_) | Operand::Float(_) | Operand::Zero | Operand::Undefined => {}
        }
    }

    fn seed_global(&mut self, global: GlobalId, offset: i64, to: u32) {
        let object = self.solver.objects.global(global);
        let location = self.solver.location(object, offset);
        self.solver.seed(to, location);
    }

    fn function(&mut self, id: FunctionId, function: &'p Function) {
        for (block_id, block) in function.blocks.iter_enumerated() {
            for (index, instruction) in block.instructions.iter().enumerate() {
                let point = Point { function: id, block: block_id, index: index as u32 };
                self.instruction(point, instruction);
            }
            if let Terminator::Return(Some(value)) = &block.terminator {
                let to = self.solver.returned(id);
                self.flow_operand(id, value, to);
            }
        }
    }

    fn load(&mut self, function: FunctionId, pointer: &Operand, ty: &Type, to: Option<u32>) {
        let (Some(to), Some(from)) = (to, self.node(function, pointer)) else { return };
        if *ty == Type::Pointer {
            self.solver.numbers.loaded.push((from, to));
        }
        for offset in pointer_offsets(ty) {
            self.solver.complex(from, Complex::Load { to, offset });
        }
    }

    fn store(&mut self, function: FunctionId, pointer: &Operand, ty: &Type, value: &Operand) {
        let (Some(from), Some(to)) = (self.node(function, value), self.node(function, pointer)) else { return };
        for offset in pointer_offsets(ty) {
            self.solver.complex(to, Complex::Store { from, offset });
        }
    }

    fn flow_all(&mut self, function: FunctionId, operands: &[&Operand], to: Option<u32>) {
        let Some(to) = to else { return };
        for operand in operands {
            self.flow_operand(function, operand, to);
        }
    }

    fn instruction(&mut self, point: Point, instruction: &'p Instruction) {
        let id = point.function;
        let result = instruction.result.map(|register| self.solver.register(id, register));
        match &instruction.operation {
            Operation::Alloca { ty, count } => {
                // The elements of an array of unknown length are one.
                let single = *count == Operand::Integer(1);
                let object = self.solver.objects.make(ObjectKind::Local(point), Some(ty), single.then(|| ty.size()));
                if !single {
                    self.solver.objects.fold_all(object, ty.size().max(1));
                }
                self.seed_object(object, result);
            }
            Operation::Load { ty, pointer, .. } => {
                if ty.may_hold_pointer() {
                    self.load(id, pointer, ty, result);
                }
            }
            Operation::Store { ty, value, pointer, .. } => {
                if ty.may_hold_pointer() {
                    self.store(id, pointer, ty, value);
                }
            }
            Operation::ReadModifyWrite { ty, pointer, value, .. } => {
                if ty.may_hold_pointer() {
                    self.load(id, pointer, ty, result);
                    self.store(id, pointer, ty, value);
                }
            }
            Operation::CompareExchange { ty, pointer, new, .. } => {
                if ty.may_hold_pointer() {
                    self.load(id, pointer, ty, result);
                    self.store(id, pointer, ty, new);
                }
            }
            Operation::Address { base, steps } => self.address(id, base, steps, result),
            Operation::Binary { operator, ty, left, right, .. } => {
                if ty.may_hold_pointer() && self.integers[id].follow(operator, right, instruction.result) {
                    match operator.as_str() {
                        // What these make of pointers is none: numbers of elements, remainders for tables.
                        "mul" | "udiv" | "sdiv" | "urem" | "srem" => {}
                        // Nor is the distance of two.
                        "sub" if self.integers[id].is_pointer(right) => {}
                        "sub" => self.arithmetic(id, &[left], result),
                        operator if operator.starts_with('f') => {}
                        _ => self.arithmetic(id, &[left, right], result),
                    }
                }
            }
            Operation::Cast { from, value, to, .. } => {
                if from.may_hold_pointer() && to.may_hold_pointer() {
                    self.flow_all(id, &[value], result);
                }
                // Constants are addresses of no object of the program, or markers.
                if let (Type::Integer(_), Type::Pointer, Operand::Register(integer), Some(result)) =
                    (from, to, value, result)
                {
                    let integer = self.solver.register(id, *integer);
                    self.solver.numbers.made.push((integer, result));
                }
            }
            Operation::Select { then, otherwise, .. } => self.flow_all(id, &[then, otherwise], result),
            Operation::Phi { incoming, ty } => {
                if ty.may_hold_pointer() {
                    let values: Vec<&Operand> = incoming.iter().map(|(_, value)| value).collect();
                    self.flow_all(id, &values, result);
                }
            }
            Operation::Extract { aggregate, .. } => self.flow_all(id, &[aggregate], result),
            Operation::Insert { aggregate, value, .. } => self.flow_all(id, &[aggregate, value], result),
            Operation::Copy(value) => self.flow_all(id, &[value], result),
            Operation::Any(operands) => self.flow_all(id, &operands.iter().collect::<Vec<_>>(), result),
            Operation::CopyMemory { to, from, bytes } => self.copy_memory(id, to, from, bytes),
            Operation::Call { callee, arguments } => self.call(point, callee, arguments, result),
            Operation::StartThread { handle: _, function, argument } => {
                let argument = self.node(id, argument);
                let site = Site { point, arguments: vec![argument], result: None, kind: SiteKind::Thread };
                self.indirect(id, function, site);
            }
            Operation::JoinThread { returned, .. } => {
                let Some(to) = self.node(id, returned) else { return };
                let from = self.solver.thread_results;
                self.solver.complex(to, Complex::Store { from, offset: 0 });
            }
            Operation::Assembly { assembly, arguments } => {
                self.assembly(point, assembly, arguments, instruction.result)
            }
            Operation::Havoc(_) => {
                self.solver.sources.push(UnknownSource::Instruction(point));
                self.flow_outside(result);
            }
            Operation::Negate { .. }
            | Operation::Compare { .. }
            | Operation::SetMemory { .. }
            | Operation::Fence { .. }
            | Operation::Lock { .. }
            | Operation::Unlock { .. }
            | Operation::Wait { .. }
            | Operation::AtomicBegin
            | Operation::AtomicEnd
            | Operation::Assume(_)
            | Operation::Assert(_)
            | Operation::Violation => {}
        }
    }

    fn seed_object(&mut self, object: super::ObjectId, to: Option<u32>) {
        if let Some(to) = to {
            let location = self.solver.location(object, 0);
            self.solver.seed(to, location);
        }
    }

    fn flow_outside(&mut self, result: Option<u32>) {
        if let Some(result) = result {
            self.solver.copy(self.solver.outside, result);
        }
    }

    fn give_away(&mut self, function: FunctionId, operand: &Operand) {
        let outside = self.solver.outside;
        self.flow_operand(function, operand, outside);
    }

    /// What assembly gives, and writes, is made of its arguments and of what it reads.
    fn assembly(&mut self, point: Point, assembly: &Assembly, arguments: &[Operand], result: Option<RegisterId>) {
        let id = point.function;
        let to = result.map(|register| self.solver.register(id, register));
        let Some(footprint) = assembly::footprint(assembly) else {
            self.solver.sources.push(UnknownSource::Assembly(point));
            for argument in arguments {
                self.give_away(id, argument);
            }
            self.flow_outside(to);
            return;
        };
        let values = self.solver.new_node();
        for argument in arguments {
            self.flow_operand(id, argument, values);
        }
        for argument in footprint.reads.iter().filter_map(|index| arguments.get(*index)) {
            if let Some(from) = self.node(id, argument) {
                self.solver.complex(from, Complex::LoadAll { to: values });
            }
        }
        for argument in footprint.writes.iter().filter_map(|index| arguments.get(*index)) {
            if let Some(written) = self.node(id, argument) {
                self.solver.complex(written, Complex::StoreAll { from: values });
            }
        }
        let (Some(result), Some(to)) = (result, to) else { return };
        let ty = &self.program.functions[id].registers[result];
        if holds_pointer(ty) || ty.may_hold_pointer() && self.integers[id].makes_pointers {
            let mut steps = Steps::default();
            steps.add_arithmetic(1);
            self.solver.complex(values, Complex::Address { to, steps });
        } else if ty.may_hold_pointer() {
            self.solver.copy(values, to);
        }
    }

    fn address(&mut self, function: FunctionId, base: &Operand, steps: &[Step], result: Option<u32>) {
        let Some(to) = result else { return };
        let Some(from) = self.node(function, base) else { return };
        let mut followed = Steps::default();
        for step in steps {
            match step {
                Step::Offset(offset) => followed.add_offset(*offset),
                Step::Index { scale: 0, .. } => {}
                Step::Index { index, scale, extent: Some(extent) } => {
                    let constant = match index {
                        Operand::Integer(value) => Some(*value),
                        _ => None,
                    };
                    followed.add_array(*scale, *extent, constant);
                }
                // `p[k]` and `p + k`: a constant number of bytes (through `char *`, or of fields) is an offset, one element on or back is a
                // walk over an array.
                Step::Index { index: Operand::Integer(0), extent: None, .. } => {}
                Step::Index { index: Operand::Integer(value), scale: 1, extent: None } if value.abs() > 1 => {
                    followed.add_offset(i64::try_from(*value).unwrap_or(0));
                }
                Step::Index { scale, extent: None, .. } => followed.add_arithmetic(*scale),
            }
        }
        if followed.is_nothing() {
            self.solver.copy(from, to);
        } else {
            self.solver.complex(from, Complex::Address { to, steps: followed });
        }
    }

    /// Integers that are computed of pointers point anywhere in the object.
    fn arithmetic(&mut self, function: FunctionId, operands: &[&Operand], result: Option<u32>) {
        let Some(to) = result else { return };
        for operand in operands {
            if let Some(from) = self.node(function, operand) {
                let mut steps = Steps::default();
                steps.add_arithmetic(1);
                self.solver.complex(from, Complex::Address { to, steps });
            }
        }
    }

    fn copy_memory(&mut self, function: FunctionId, to: &Operand, from: &Operand, bytes: &Operand) {
        let (Some(to), Some(from)) = (self.node(function, to), self.node(function, from)) else { return };
        let between = |offset: i64, solver: &mut Solver| {
            let middle = solver.new_node();
            solver.complex(from, Complex::Load { to: middle, offset });
            solver.complex(to, Complex::Store { from: middle, offset });
        };
        match bytes {
            Operand::Integer(bytes) if *bytes <= MAX_COPY => {
                for offset in (0..*bytes).step_by(8) {
                    between(offset as i64, &mut self.solver);
                }
            }
            _ => self.solver.copy_all(from, to),
        }
    }

    fn indirect(&mut self, function: FunctionId, callee: &Operand, site: Site) {
        let site = self.solver.add_site(site);
        self.solver.call_types.by_pointer.insert(site);
        match self.node(function, callee) {
            Some(node) => self.solver.complex(node, Complex::Call { site }),
            // What is called is no address that the program has made.
            None => {
                self.solver.sources.push(UnknownSource::Address(self.solver.sites[site].point));
                self.solver.unknown_call(site);
            }
        }
    }

    fn call(&mut self, point: Point, callee: &Callee, arguments: &[Operand], result: Option<u32>) {
        let id = point.function;
        let nodes: Vec<Option<u32>> = arguments.iter().map(|argument| self.node(id, argument)).collect();
        let site = Site { point, arguments: nodes, result, kind: SiteKind::Call };
        match callee {
            Callee::Pointer(pointer) => self.indirect(id, pointer, site),
            Callee::Function(target) => {
                let site = self.solver.add_site(site);
                self.solver.call(site, *target);
            }
        }
    }
}

/// Whether a value of a type is a pointer or has parts that are.
fn holds_pointer(ty: &Type) -> bool {
    match ty {
        Type::Pointer | Type::Opaque => true,
        Type::Void | Type::Integer(_) | Type::Float(_) => false,
        Type::Array { element, .. } => holds_pointer(element),
        Type::Structure { fields, .. } => fields.iter().any(|(_, field)| holds_pointer(field)),
    }
}

/// Offsets at which a value of a type may hold pointers, one for each if they are not too many.
fn pointer_offsets(ty: &Type) -> Vec<i64> {
    match ty {
        Type::Structure { size, .. } => {
            (0..(*size).clamp(1, MAX_COPY as u64)).step_by(8).map(|offset| offset as i64).collect()
        }
        Type::Array { length, stride, .. } => {
            (0..(length * stride).clamp(1, MAX_COPY as u64)).step_by(8).map(|offset| offset as i64).collect()
        }
        // Two pointers may be compared and exchanged as one integer.
        Type::Integer(bits) => (0..u64::from(*bits).div_ceil(8)).step_by(8).map(|offset| offset as i64).collect(),
        Type::Void | Type::Float(_) | Type::Pointer | Type::Opaque => vec![0],
    }
}

/// The nodes of the arguments in a mask.
pub(super) fn selected(mask: u8, arguments: &[Option<u32>]) -> Vec<u32> {
    let chosen = arguments.iter().enumerate().filter(|(index, _)| Effects::has(mask, *index));
    chosen.filter_map(|(_, node)| *node).collect()
}

impl Solver<'_> {
    /// What a call of a function that is not defined does with pointers.
    pub(super) fn library_call(&mut self, site: usize, target: FunctionId) {
        let name = &self.program.functions[target].name;
        match library::role(name) {
            Some(Role::Effects(effects)) => {
                if effects.returns_unknown {
                    self.sources.push(UnknownSource::Function(self.sites[site].point, target));
                }
                self.library_effects(site, effects);
                self.called_elsewhere(site, effects);
            }
            Some(Role::End(moment)) => self.moments.extend(moment.map(|moment| (moment, self.sites[site].point))),
            Some(Role::Nondeterministic) => {}
            Some(Role::StartThread(_, function, argument)) => {
                // Only by a pointer: direct calls became operations of their own.
                let arguments = self.sites[site].arguments.clone();
                let data = arguments.get(argument).copied().flatten();
                let point = self.sites[site].point;
                let kind = SiteKind::Start(Start::Once);
                let thread = self.add_site(Site { point, arguments: vec![data], result: None, kind });
                if let Some(node) = arguments.get(function).copied().flatten() {
                    self.complex(node, Complex::Call { site: thread });
                }
            }
            Some(
                Role::JoinThread(_)
                | Role::LeaveThread { .. }
                | Role::Lock
                | Role::SharedLock
                | Role::TrySharedLock(_)
                | Role::TryLockAsBool { .. }
                | Role::TryLock(_)
                | Role::Unlock
                | Role::Wait(_)
                | Role::AtomicBegin
                | Role::AtomicEnd
                | Role::Assume
                | Role::Assert
                | Role::Violation
                | Role::Fence { .. },
            ) => {}
            None => {
                self.sources.push(UnknownSource::Function(self.sites[site].point, target));
                self.unknown_call(site);
            }
        }
    }

    /// What is called, or started, by the library elsewhere than in this call of the thread that makes it.
    fn called_elsewhere(&mut self, site: usize, effects: Effects) {
        let Site { point, arguments, .. } = self.sites[site].clone();
        if effects.forks {
            self.moments.push((Moment::Fork, point));
        }
        let by_mask = [
            (effects.at_exit, SiteKind::At(Moment::ProcessEnd)),
            (effects.at_fork, SiteKind::At(Moment::Fork)),
            (effects.starts, SiteKind::Start(Start::Once)),
            (effects.handles, SiteKind::Start(Start::Handler)),
        ];
        for (mask, kind) in by_mask {
            for (index, function) in arguments.iter().enumerate() {
                let Some(function) = function.filter(|_| Effects::has(mask, index)) else { continue };
                let given = self.new_node();
                let others = arguments.iter().enumerate().filter(|(other, _)| !Effects::has(mask, *other));
                for node in others.filter_map(|(_, node)| *node).collect::<Vec<_>>() {
                    self.copy(node, given);
                }
                let callback = self.add_site(Site { point, arguments: vec![Some(given); 4], result: None, kind });
                self.complex(function, Complex::Call { site: callback });
            }
        }
        let held_by_mask = [
            (effects.starts_held, SiteKind::Start(Start::Repeatedly)),
            (effects.handles_held, SiteKind::Start(Start::Handler)),
        ];
        for (mask, kind) in held_by_mask {
            for table in selected(mask, &arguments) {
                let held = self.new_node();
                self.complex(table, Complex::LoadAll { to: held });
                let callback = self.add_site(Site { point, arguments: vec![Some(held); 4], result: None, kind });
                self.complex(held, Complex::Call { site: callback });
            }
        }
        for (index, function) in arguments.iter().enumerate() {
            let Some(function) = function.filter(|_| Effects::has(effects.starts_team, index)) else { continue };
            // Two pointers to numbers of threads, which belong to the library.
            let mut given = vec![None, None];
            given.extend(arguments.iter().skip(index + 1).copied());
            let kind = SiteKind::Start(Start::Team);
            let callback = self.add_site(Site { point, arguments: given, result: None, kind });
            self.complex(function, Complex::Call { site: callback });
        }
    }

    /// A list of variable arguments begins with those of the function of `point`.
    fn start_arguments(&mut self, list: u32, point: Point) {
        let area = self.variable_arguments(point.function);
        let middle = self.new_node();
        self.seed(middle, area);
        // The list is a pointer into the area or, on x86-64 and Armv8, a structure with up to three of them.
        for offset in [0, 8, 16] {
            self.complex(list, Complex::Store { from: middle, offset });
        }
    }

    /// What objects lead to by the pointer at their begin, wherever in there.
    fn held_by(&mut self, object: u32) -> u32 {
        let (held, inside) = (self.new_node(), self.new_node());
        self.complex(object, Complex::Load { to: held, offset: 0 });
        let mut steps = Steps::default();
        steps.add_arithmetic(1);
        self.complex(held, Complex::Address { to: inside, steps });
        inside
    }

    fn owned_buffers(&mut self, effects: Effects, arguments: &[Option<u32>], result: Option<u32>) {
        if let Some(result) = result {
            for object in selected(effects.returns_held, arguments) {
                let held = self.held_by(object);
                self.copy(held, result);
            }
        }
        if let (true, [Some(to), Some(from), ..]) = (effects.fills, arguments) {
            let (to, held) = (self.held_by(*to), self.held_by(*from));
            self.copy_all(*from, to);
            self.copy_all(held, to);
        }
    }

    fn library_effects(&mut self, site: usize, effects: Effects) {
        let Site { point, arguments, result, .. } = self.sites[site].clone();
        let argument = |index: usize| arguments.get(index).copied().flatten();
        if effects.allocates || effects.reallocates || effects.stores_new != 0 {
            let object = self.objects.make(ObjectKind::Heap(point), None, None);
            if effects.linked {
                self.objects.fold_all(object, 1);
            }
            let location = self.location(object, 0);
            if effects.linked {
                let cell = self.cell(object, 0);
                self.seed(cell, location);
            }
            for to in selected(effects.stores_new, &arguments) {
                let middle = self.new_node();
                self.seed(middle, location);
                self.complex(to, Complex::Store { from: middle, offset: 0 });
            }
            if let Some(result) = result
                && (effects.allocates || effects.reallocates)
            {
                self.seed(result, location);
            }
        }
        if effects.stores_first != 0
            && let Some(first) = argument(0)
        {
            let inside = self.new_node();
            let mut steps = Steps::default();
            steps.add_arithmetic(1);
            self.complex(first, Complex::Address { to: inside, steps });
            // Where argument 0 is itself such a pointer to a pointer (`strsep`), what it points to moves on in its own object.
            let held = self.new_node();
            self.complex(first, Complex::Load { to: held, offset: 0 });
            let mut steps = Steps::default();
            steps.add_arithmetic(1);
            self.complex(held, Complex::Address { to: inside, steps });
            for to in selected(effects.stores_first, &arguments) {
                self.complex(to, Complex::Store { from: inside, offset: 0 });
            }
        }
        for kept in selected(effects.keeps, &arguments) {
            self.copy(kept, self.kept);
        }
        if effects.starts_arguments
            && let Some(list) = argument(0)
        {
            self.start_arguments(list, point);
        }
        self.called_in_loops(site, effects);
        for kept in selected(effects.keeps_specific, &arguments) {
            self.copy(kept, self.specific);
        }
        if effects.returns_specific
            && let Some(result) = result
        {
            self.copy(self.specific, result);
        }
        for destructor in selected(effects.destroys, &arguments) {
            let arguments = vec![Some(self.specific)];
            let callback =
                self.add_site(Site { point, arguments, result: None, kind: SiteKind::At(Moment::ThreadEnd) });
            self.complex(destructor, Complex::Call { site: callback });
        }
        if effects.returns_kept
            && let Some(result) = result
        {
            self.copy(self.kept, result);
        }
        if effects.reallocates
            && let (Some(from), Some(result)) = (argument(0), result)
        {
            // The object may stay where it is, which also keeps what it holds.
            self.copy(from, result);
        }
        if effects.copies
            && let (Some(to), Some(from)) = (argument(0), argument(1))
        {
            self.copy_all(from, to);
        }
        self.owned_buffers(effects, &arguments, result);
        for (index, node) in arguments.iter().enumerate() {
            let Some(node) = *node else { continue };
            if Effects::has(effects.returns, index)
                && let Some(result) = result
            {
                let mut steps = Steps::default();
                steps.add_arithmetic(1);
                self.complex(node, Complex::Address { to: result, steps });
            }
            if Effects::has(effects.calls, index) {
                let all = self.new_node();
                for other in arguments.iter().flatten() {
                    self.copy(*other, all);
                }
                let callback = Site { point, arguments: vec![Some(all); 4], result: None, kind: SiteKind::Call };
                let callback = self.add_site(callback);
                self.complex(node, Complex::Call { site: callback });
            }
        }
        if effects.returns_library_object
            && let Some(result) = result
        {
            self.seed(result, self.library);
        }
        if effects.returns_unknown
            && let Some(result) = result
        {
            self.seed(result, self.unknown);
        }
    }
}
