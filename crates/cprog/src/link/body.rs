//! The body of a function: names to registers and blocks, constant expressions to instructions, library calls to operations.

use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use super::atomics::{Atomic, Update, atomic};
use super::layout::{AddressStep, Layout};
use super::{Linker, Symbols, constant};
use crate::assembly;
use crate::ir::{
    Access, Assembly, Block, BlockId, Callee, FunctionId, Instruction, Operand, Operation, Order, RegisterId,
    SourcePlace, Step, Terminator, Type,
};
use crate::library::{self, Role};
use crate::ll::syntax::{self, Module, Typed, Value};

/// Parameters, types of registers, blocks.
pub(super) type Lowered = (Vec<RegisterId>, IdVec<RegisterId, Type>, IdVec<BlockId, Block>);

pub(super) struct Body<'a, 'i, 'm> {
    linker: &'a mut Linker<'i>,
    module: &'m Module,
    layout: &'a Layout<'m>,
    symbols: &'a Symbols,
    registers: IdVec<RegisterId, Type>,
    names: FxHashMap<&'m str, RegisterId>,
    labels: FxHashMap<&'m str, BlockId>,
    /// The block that is being filled.
    instructions: Vec<Instruction>,
    place: Option<SourcePlace>,
    line: u32,
}

/// What libstdc++ calls to start a thread.
const START_CXX_THREAD: &str = "_ZNSt6thread15_M_start_threadE";

/// CBMC's mark of a statement whose call is executed by a new thread: a label that begins so.
const ASYNCHRONOUS: &str = "__CPROVER_ASYNC_";

fn access(order: Order, volatile: bool) -> Access {
    Access { order, volatile }
}

impl<'a, 'i, 'm> Body<'a, 'i, 'm> {
    pub(super) fn lower(
        linker: &'a mut Linker<'i>,
        module: &'m Module,
        layout: &'a Layout<'m>,
        symbols: &'a Symbols,
        function: &'m syntax::Function,
    ) -> Lowered {
        let mut body = Body {
            linker,
            module,
            layout,
            symbols,
            registers: IdVec::new(),
            names: FxHashMap::default(),
            labels: FxHashMap::default(),
            instructions: Vec::new(),
            place: None,
            line: 0,
        };
        let mut parameters = Vec::new();
        for (name, ty) in &function.parameters {
            let register = body.registers.push(layout.resolve(ty));
            body.names.insert(name, register);
            parameters.push(register);
        }
        // All names before any instruction, since phis use registers of later blocks.
        for (index, block) in function.blocks.iter().enumerate() {
            body.labels.insert(&block.label, BlockId::new(index));
            for instruction in &block.instructions {
                if let Some(name) = &instruction.result {
                    let register = body.registers.push(Type::Opaque);
                    body.names.insert(name, register);
                }
            }
        }
        let blocks = function.blocks.iter().map(|block| body.block(block)).collect();
        (parameters, body.registers, blocks)
    }

    fn block(&mut self, block: &'m syntax::Block) -> Block {
        let mut terminator = None;
        // What has no place of its own belongs to what stands before it; spilled parameters, to the function.
        let mut last_place = None;
        let mut is_asynchronous = block.label.starts_with(ASYNCHRONOUS);
        for instruction in &block.instructions {
            let place = self.linker.place(self.module, instruction.debug).or(last_place);
            last_place = place;
            self.place = place;
            self.line = instruction.line;
            if let Some(found) = self.terminator(&instruction.operation, instruction.result.as_deref()) {
                terminator = Some(found);
                break;
            }
            let begin = self.instructions.len();
            self.plain(instruction);
            if is_asynchronous && self.start_asynchronously(begin) {
                is_asynchronous = false;
            }
        }
        let terminator = terminator.unwrap_or_else(|| unreachable!("a block of a checked module has its terminator"));
        let is_landing_pad = block.instructions.iter().any(|instruction| {
            matches!(&instruction.operation, syntax::Operation::Pure { operator, .. } if operator == "landingpad")
        });
        let instructions = std::mem::take(&mut self.instructions);
        Block { instructions, terminator, place: self.place, is_landing_pad }
    }

    /// Makes of the call among the instructions from `begin` on the start of a thread; false when there is none. More than one argument is
    /// more than a thread can be given, and stays a gap.
    fn start_asynchronously(&mut self, begin: usize) -> bool {
        let called = self.instructions[begin..].iter_mut().find_map(|instruction| match &instruction.operation {
            Operation::Call { callee, arguments } => {
                let function = match callee {
                    Callee::Function(function) => Operand::Function(*function),
                    Callee::Pointer(pointer) => pointer.clone(),
                };
                Some((function, arguments.clone(), instruction))
            }
            _ => None,
        });
        let Some((function, arguments, instruction)) = called else { return false };
        if arguments.len() > 1 {
            let what = "a thread with several arguments".to_owned();
            instruction.operation = Operation::Havoc(what.clone());
            self.linker.gap(self.module, self.line, self.place, what);
            return true;
        }
        let argument = arguments.into_iter().next().unwrap_or(Operand::Zero);
        instruction.operation = Operation::StartThread { handle: Operand::Zero, function, argument };
        true
    }

    fn emit(&mut self, result: Option<RegisterId>, operation: Operation) {
        self.instructions.push(Instruction { result, operation, place: self.place });
    }

    fn emit_new(&mut self, ty: Type, operation: Operation) -> Operand {
        let register = self.registers.push(ty);
        self.emit(Some(register), operation);
        Operand::Register(register)
    }

    fn target(&self, label: &str) -> BlockId {
        self.labels[label]
    }

    fn operand(&mut self, value: &Value) -> Operand {
        match value {
            Value::Local(name) => Operand::Register(self.names[name.as_str()]),
            Value::Expression(operation) => match constant(self.layout, self.symbols, value) {
                Operand::Undefined => self.expression(operation),
                known => known,
            },
            _ => constant(self.layout, self.symbols, value),
        }
    }

    /// A constant expression becomes instructions before the one that uses it.
    fn expression(&mut self, operation: &syntax::Operation) -> Operand {
        match self.computation(operation) {
            Some((operation, ty)) => self.emit_new(ty, operation),
            None => Operand::Undefined,
        }
    }

    fn steps(&mut self, ty: &syntax::Type, indices: &[Typed]) -> Vec<Step> {
        let mut steps = Vec::new();
        for step in self.layout.steps(ty, indices) {
            match step {
                AddressStep::Field(0) => {}
                AddressStep::Field(offset) => steps.push(Step::Offset(offset as i64)),
                AddressStep::Index { position, scale, extent } => {
                    let index = &indices[position].1;
                    // The first index of an access to a field is 0, and says nothing.
                    if extent.is_none() && index.integer() == Some(0) {
                        continue;
                    }
                    let index = self.operand(index);
                    steps.push(Step::Index { index, scale, extent });
                }
            }
        }
        steps
    }

    /// Operations that compute a value of other values, with the type of the result.
    fn computation(&mut self, operation: &syntax::Operation) -> Option<(Operation, Type)> {
        use syntax::Operation as In;
        Some(match operation {
            In::Address { ty, base, indices } => {
                let base = self.operand(&base.1);
                (Operation::Address { base, steps: self.steps(ty, indices) }, Type::Pointer)
            }
            In::Binary { operator, ty, left, right, is_signed } => {
                let ty = self.layout.resolve(ty);
                let (left, right, is_signed) = (self.operand(left), self.operand(right), *is_signed);
                (Operation::Binary { operator: operator.clone(), ty: ty.clone(), left, right, is_signed }, ty)
            }
            In::Negate { ty, value } => {
                let ty = self.layout.resolve(ty);
                (Operation::Negate { ty: ty.clone(), value: self.operand(value) }, ty)
            }
            In::Compare { predicate, float, ty, left, right } => {
                let ty = self.layout.resolve(ty);
                let (left, right) = (self.operand(left), self.operand(right));
                (Operation::Compare { predicate: predicate.clone(), float: *float, ty, left, right }, Type::Integer(1))
            }
            In::Cast { operator, from, value, to } => {
                let (from, to) = (self.layout.resolve(from), self.layout.resolve(to));
                let value = self.operand(value);
                // Between pointers, all of which have one type here.
                if from == to && operator == "bitcast" {
                    return Some((Operation::Copy(value), to));
                }
                (Operation::Cast { operator: operator.clone(), from, value, to: to.clone() }, to)
            }
            In::Select { condition, ty, then, otherwise } => {
                let ty = self.layout.resolve(ty);
                let condition = self.operand(&condition.1);
                let (then, otherwise) = (self.operand(then), self.operand(&otherwise.1));
                (Operation::Select { condition, ty: ty.clone(), then, otherwise }, ty)
            }
            In::Extract { aggregate: (ty, value), path } => {
                let mut ty = self.layout.resolve(ty);
                for index in path {
                    ty = part(&ty, *index);
                }
                (Operation::Extract { aggregate: self.operand(value), path: path.clone() }, ty)
            }
            In::Insert { aggregate: (ty, aggregate), value: (_, value), path } => {
                let ty = self.layout.resolve(ty);
                let (aggregate, value) = (self.operand(aggregate), self.operand(value));
                (Operation::Insert { aggregate, value, path: path.clone() }, ty)
            }
            In::Freeze { value: (ty, value) } => (Operation::Copy(self.operand(value)), self.layout.resolve(ty)),
            In::Phi { ty, incoming } => {
                let ty = self.layout.resolve(ty);
                let incoming =
                    incoming.iter().map(|(value, label)| (self.target(label), self.phi_operand(value))).collect();
                (Operation::Phi { ty: ty.clone(), incoming }, ty)
            }
            In::Pure { operands, .. } => {
                (Operation::Any(operands.iter().map(|(_, value)| self.operand(value)).collect()), Type::Opaque)
            }
            _ => return None,
        })
    }

    /// Operands of phis: no instruction may stand before a phi, so expressions that are not addresses are unknown values there.
    fn phi_operand(&mut self, value: &Value) -> Operand {
        match value {
            Value::Local(_) => self.operand(value),
            _ => constant(self.layout, self.symbols, value),
        }
    }

    fn memory(&mut self, operation: &syntax::Operation) -> Option<(Operation, Type)> {
        use syntax::Operation as In;
        Some(match operation {
            In::Alloca { ty, count, .. } => {
                let count = count.as_ref().map_or(Operand::Integer(1), |(_, value)| self.operand(value));
                (Operation::Alloca { ty: self.layout.resolve(ty), count }, Type::Pointer)
            }
            In::Load { ty, pointer, order, volatile } => {
                let ty = self.layout.resolve(ty);
                let pointer = self.operand(&pointer.1);
                (Operation::Load { ty: ty.clone(), pointer, access: access(*order, *volatile) }, ty)
            }
            In::Store { ty, value, pointer, order, volatile } => {
                let (value, pointer) = (self.operand(value), self.operand(&pointer.1));
                (
                    Operation::Store { ty: self.layout.resolve(ty), value, pointer, access: access(*order, *volatile) },
                    Type::Void,
                )
            }
            In::ReadModifyWrite { operation, ty, pointer, value, order, volatile } => {
                let ty = self.layout.resolve(ty);
                let (pointer, value) = (self.operand(&pointer.1), self.operand(value));
                let access = access(*order, *volatile);
                (Operation::ReadModifyWrite { operator: operation.clone(), ty: ty.clone(), pointer, value, access }, ty)
            }
            In::CompareExchange { ty, pointer, expected, new, success, failure, weak, volatile } => {
                let ty = self.layout.resolve(ty);
                let (pointer, expected) = (self.operand(&pointer.1), self.operand(expected));
                let new = self.operand(&new.1);
                let size = ty.size();
                let result = Type::Structure {
                    fields: vec![(0, ty.clone()), (size, Type::Integer(1))],
                    size: (size + 1).next_multiple_of(ty.alignment()),
                    alignment: ty.alignment(),
                };
                let access = access(*success, *volatile);
                (
                    Operation::CompareExchange { ty, pointer, expected, new, access, failure: *failure, weak: *weak },
                    result,
                )
            }
            In::Fence { order, single_thread } => {
                (Operation::Fence { order: *order, compiler_only: *single_thread }, Type::Void)
            }
            _ => return None,
        })
    }

    fn plain(&mut self, instruction: &'m syntax::Instruction) {
        let result = instruction.result.as_deref().and_then(|name| self.names.get(name).copied());
        if let syntax::Operation::Call { signature, callee, arguments, .. } = &instruction.operation {
            self.call(result, &signature.result, callee, arguments);
            return;
        }
        let lowered = self.memory(&instruction.operation).or_else(|| self.computation(&instruction.operation));
        let (operation, ty) = lowered.unwrap_or_else(|| {
            let what = match &instruction.operation {
                syntax::Operation::Unknown { name, .. } => format!("the instruction `{name}`"),
                _ => "an instruction".to_owned(),
            };
            self.linker.gap(self.module, instruction.line, self.place, what.clone());
            (Operation::Havoc(what), Type::Opaque)
        });
        if let Some(register) = result {
            self.registers[register] = ty;
        }
        self.emit(result, operation);
    }

    fn terminator(&mut self, operation: &'m syntax::Operation, result: Option<&str>) -> Option<Terminator> {
        use syntax::Operation as In;
        Some(match operation {
            In::Return(value) => Terminator::Return(value.as_ref().map(|(_, value)| self.operand(value))),
            In::Jump(label) => Terminator::Jump(self.target(label)),
            In::Branch { condition, then, otherwise } => Terminator::Branch {
                condition: self.operand(&condition.1),
                then: self.target(then),
                otherwise: self.target(otherwise),
            },
            In::Switch { value: (_, value), default, cases } => Terminator::Switch {
                value: self.operand(value),
                default: self.target(default),
                cases: cases.iter().map(|(_, case, label)| (*case, self.target(label))).collect(),
            },
            In::IndirectJump { address, targets } => {
                self.operand(&address.1);
                Terminator::Any(targets.iter().map(|label| self.target(label)).collect())
            }
            In::Call { signature, callee, arguments, normal: Some(normal), unwind: Some(unwind), .. } => {
                let register = result.and_then(|name| self.names.get(name).copied());
                self.call(register, &signature.result, callee, arguments);
                Terminator::Any(vec![self.target(normal), self.target(unwind)])
            }
            In::Resume(_) | In::Unreachable => Terminator::Unreachable,
            In::Unknown { name, targets, terminates: true, .. } => {
                let what = format!("the instruction `{name}`");
                self.linker.gap(self.module, self.line, self.place, what.clone());
                self.emit(result.and_then(|name| self.names.get(name).copied()), Operation::Havoc(what));
                Terminator::Any(targets.iter().map(|label| self.target(label)).collect())
            }
            _ => return None,
        })
    }

    fn call(&mut self, result: Option<RegisterId>, ty: &syntax::Type, callee: &syntax::Callee, arguments: &[Typed]) {
        let name = match callee {
            syntax::Callee::Value(Value::Global(name)) => name.as_str(),
            _ => "",
        };
        // Debug and lifetime markers do nothing.
        if ["llvm.dbg.", "llvm.lifetime.", "llvm.invariant.", "llvm.experimental.noalias"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
        {
            return;
        }
        if let Some(register) = result {
            self.registers[register] = self.layout.resolve(ty);
        }
        let operands: Vec<Operand> = arguments.iter().map(|(_, value)| self.operand(value)).collect();
        let operation = match callee {
            syntax::Callee::Assembly(template, constraints) => {
                let assembly = Assembly { template: template.clone(), constraints: constraints.clone() };
                match operands.as_slice() {
                    [value] if result.is_some() && assembly::is_identity(&assembly) => Operation::Copy(value.clone()),
                    _ => match atomic(&assembly, &operands, &self.layout.resolve(ty)) {
                        Some(atomic) => return self.atomic(result, atomic),
                        None => Operation::Assembly { assembly, arguments: operands },
                    },
                }
            }
            syntax::Callee::Value(value) => match self.operand(value) {
                Operand::Function(id) if self.linker.function_name(id).starts_with(START_CXX_THREAD) => {
                    self.start_cxx_thread(&operands)
                }
                Operand::Function(id) => self.direct_call(id, operands),
                pointer => Operation::Call { callee: Callee::Pointer(pointer), arguments: operands },
            },
        };
        self.emit(result, operation);
    }

    /// A read-modify-write that was written as assembly.
    fn atomic(&mut self, result: Option<RegisterId>, atomic: Atomic) {
        let Atomic { update, ty, pointer, order, gives_old } = atomic;
        let result = result.filter(|_| gives_old);
        let access = access(order, true);
        match update {
            Update::Operator(operator, value) => {
                let operator = operator.to_owned();
                self.emit(result, Operation::ReadModifyWrite { operator, ty, pointer, value, access });
            }
            Update::Compare(expected, new) => {
                let size = ty.size();
                let fields = vec![(0, ty.clone()), (size, Type::Integer(1))];
                let pair = Type::Structure { fields, size: size * 2, alignment: size };
                let failure = Order::SeqCst;
                let compare = Operation::CompareExchange { ty, pointer, expected, new, access, failure, weak: false };
                let pair = self.emit_new(pair, compare);
                self.emit(result, Operation::Extract { aggregate: pair, path: vec![0] });
            }
        }
    }

    /// `std::lock_guard` holds the lock that it is given. A constructor and destructor of its own, in a header, do no more.
    fn lock_guard(&mut self, name: &str, arguments: &[Operand]) -> Option<Operation> {
        let rest = name.strip_prefix("_ZNSt10lock_guardI").or_else(|| name.strip_prefix("_ZNSt3__110lock_guardI"))?;
        let (guard, plain) = (arguments.first()?.clone(), access(Order::Plain, false));
        let is = |endings: [&str; 2]| endings.iter().any(|ending| rest.contains(ending));
        if is(["EC1ERS", "EC2ERS"]) && !rest.contains("adopt_lock") {
            let lock = arguments.get(1)?.clone();
            self.emit(None, Operation::Store { ty: Type::Pointer, value: lock.clone(), pointer: guard, access: plain });
            Some(Operation::Lock { lock, if_taken: None, shared: false })
        } else if is(["ED1Ev", "ED2Ev"]) {
            let lock =
                self.emit_new(Type::Pointer, Operation::Load { ty: Type::Pointer, pointer: guard, access: plain });
            Some(Operation::Unlock { lock, spins: false })
        } else {
            None
        }
    }

    /// `std::thread` starts a thread by the third virtual function (`_M_run`) of the state that its second argument owns, as libstdc++ lays
    /// both out; the thread owns the state from then on.
    fn start_cxx_thread(&mut self, arguments: &[Operand]) -> Operation {
        let argument = |index: usize| arguments.get(index).cloned().unwrap_or(Operand::Undefined);
        let load = |pointer| Operation::Load { ty: Type::Pointer, pointer, access: access(Order::Plain, false) };
        let state = self.emit_new(Type::Pointer, load(argument(1)));
        let table = self.emit_new(Type::Pointer, load(state.clone()));
        let slot = self.emit_new(Type::Pointer, Operation::Address { base: table, steps: vec![Step::Offset(16)] });
        let function = self.emit_new(Type::Pointer, load(slot));
        self.emit(None, Operation::StartThread { handle: argument(0), function, argument: state });
        let (ty, value, pointer) = (Type::Pointer, Operand::Zero, argument(1));
        Operation::Store { ty, value, pointer, access: access(Order::Plain, false) }
    }

    /// `std::thread::join` waits for the thread whose handle is in the object; `detach` does not. Both leave an object that stands for no thread.
    fn leave_cxx_thread(&mut self, object: Operand, joins: bool) -> Operation {
        let ty = Type::Integer(64);
        if joins {
            let load = Operation::Load { ty: ty.clone(), pointer: object.clone(), access: access(Order::Plain, false) };
            let handle = self.emit_new(ty.clone(), load);
            self.emit(None, Operation::JoinThread { handle, returned: Operand::Zero, bytes: 8 });
        }
        Operation::Store { ty, value: Operand::Zero, pointer: object, access: access(Order::Plain, false) }
    }

    /// The operation gives 1 where the lock is taken already.
    fn try_lock_as_bool(&mut self, lock: Operand, shared: bool) -> Operation {
        let ty = Type::Integer(32);
        let found = self.emit_new(ty.clone(), Operation::Lock { lock, if_taken: Some(1), shared });
        Operation::Compare { predicate: "eq".to_owned(), float: false, ty, left: found, right: Operand::Zero }
    }

    fn direct_call(&mut self, id: FunctionId, arguments: Vec<Operand>) -> Operation {
        let name = self.linker.function_name(id);
        let argument = |index: usize| arguments.get(index).cloned().unwrap_or(Operand::Undefined);
        if ["llvm.memcpy.", "llvm.memmove."].iter().any(|prefix| name.starts_with(prefix)) {
            return Operation::CopyMemory { to: argument(0), from: argument(1), bytes: argument(2) };
        }
        if name.starts_with("llvm.memset.") {
            return Operation::SetMemory { to: argument(0), value: argument(1), bytes: argument(2) };
        }
        let name = name.to_owned();
        if let Some(operation) = self.lock_guard(&name, &arguments) {
            return operation;
        }
        let name = name.as_str();
        match library::role(name) {
            Some(Role::StartThread(handle, function, data)) => Operation::StartThread {
                handle: argument(handle),
                function: argument(function),
                argument: argument(data),
            },
            Some(Role::LeaveThread { joins }) => self.leave_cxx_thread(argument(0), joins),
            Some(Role::JoinThread(bytes)) => Operation::JoinThread {
                handle: argument(0),
                returned: arguments.get(1).cloned().unwrap_or(Operand::Zero),
                bytes,
            },
            Some(Role::Lock) => Operation::Lock { lock: argument(0), if_taken: None, shared: false },
            Some(Role::SharedLock) => Operation::Lock { lock: argument(0), if_taken: None, shared: true },
            Some(Role::TryLock(number)) => Operation::Lock { lock: argument(0), if_taken: Some(number), shared: false },
            Some(Role::TrySharedLock(number)) => {
                Operation::Lock { lock: argument(0), if_taken: Some(number), shared: true }
            }
            Some(Role::TryLockAsBool { shared }) => self.try_lock_as_bool(argument(0), shared),
            Some(Role::Unlock) => Operation::Unlock { lock: argument(0), spins: name.contains("_spin_") },
            Some(Role::Wait(timeout)) => Operation::Wait { condition: argument(0), lock: argument(1), timeout },
            Some(Role::AtomicBegin) => Operation::AtomicBegin,
            Some(Role::AtomicEnd) => Operation::AtomicEnd,
            Some(Role::Assume) => Operation::Assume(argument(0)),
            Some(Role::Assert) => Operation::Assert(argument(0)),
            Some(Role::Violation) => Operation::Violation,
            Some(Role::Nondeterministic) => Operation::Any(Vec::new()),
            Some(Role::Fence { compiler_only }) => match fence_order(&argument(0)) {
                Some(order) => Operation::Fence { order, compiler_only },
                // What is computed or relaxed is left to the body, where the fence is on some paths.
                None => Operation::Call { callee: Callee::Function(id), arguments },
            },
            Some(Role::End(_) | Role::Effects(_)) | None => Operation::Call { callee: Callee::Function(id), arguments },
        }
    }
}

/// The order of a fence by its number in `<atomic>` and `<stdatomic.h>`; consume is acquire, as compilers have it.
fn fence_order(number: &Operand) -> Option<Order> {
    match number {
        Operand::Integer(1 | 2) => Some(Order::Acquire),
        Operand::Integer(3) => Some(Order::Release),
        Operand::Integer(4) => Some(Order::AcquireRelease),
        Operand::Integer(5) => Some(Order::SeqCst),
        _ => None,
    }
}

/// The type of a part of an aggregate.
fn part(ty: &Type, index: u64) -> Type {
    match ty {
        Type::Structure { fields, .. } => usize::try_from(index)
            .ok()
            .and_then(|index| fields.get(index))
            .map_or(Type::Opaque, |(_, field)| field.clone()),
        Type::Array { element, .. } => (**element).clone(),
        Type::Void | Type::Integer(_) | Type::Float(_) | Type::Pointer | Type::Opaque => Type::Opaque,
    }
}
