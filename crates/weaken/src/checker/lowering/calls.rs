//! Calls, threads, locks, read-modify-writes, copies of memory.

use arch::Synchronisation;
use arch::c11::Operation as Atomic;
use cprog::assembly::{self, Effect};
use cprog::ir::{Assembly, Callee, FunctionId, Operand, Operation, Order, RegisterId, Type};
use cprog::library::{self, Meaning};

use super::barriers::{ONE, ZERO};
use super::orders::{self, Plan};
use super::{Lowering, leaves, weak};
use crate::checker::code::compute::{Compute, Operator};
use crate::checker::code::{Annotation, Asked, Fence, SlotId, Step, StepId, Target, Update, Value};

impl Lowering<'_> {
    pub(super) fn fences(&mut self, fences: &[Fence]) {
        for fence in fences {
            self.emit(Step::Fence(*fence));
        }
    }

    pub(super) fn assembly(&mut self, result: Option<RegisterId>, assembly: &Assembly) -> Option<()> {
        let model = self.target.map(|target| target.model);
        let mut fences: Vec<Fence> = match assembly::effect(assembly, model) {
            Effect::None => Vec::new(),
            Effect::Barriers(barriers) => {
                barriers.into_iter().flat_map(|barrier| orders::fences(model, barrier)).collect()
            }
            Effect::Unknown => {
                self.unsupported(format!("the assembly `{}`", assembly.template));
                return Some(());
            }
        };
        if model.is_some_and(|model| assembly::orders_reads(assembly, model)) {
            fences.push(Fence::SameLocation);
        }
        self.fences(&fences);
        // What the instructions compute is not known.
        self.choose(result)
    }

    pub(super) fn update(&mut self, result: Option<RegisterId>, operation: &Operation) -> Option<()> {
        match operation {
            Operation::ReadModifyWrite { operator, ty, pointer, value, access } => {
                let Some(how) = update(operator) else {
                    self.unsupported(format!("the atomic operation `{operator}`"));
                    return Some(());
                };
                let plan = Plan::update(self.target, access.order);
                let (address, value) = (self.pointer(pointer), self.value(value, ty)?);
                let bytes = leaves(ty)?.first()?.bytes;
                self.fences(&plan.before);
                let result = self.result(result);
                let step = self.emit(Step::Update { result, how, address, value, bytes, annotation: plan.annotation });
                self.language_order(step, access.order);
                if plan.branch {
                    self.branch_to_next(Value::Slot(result));
                }
                self.fences(&plan.after);
            }
            Operation::CompareExchange { ty, pointer, expected, new, access, failure, .. } => {
                let plan = Plan::compare_exchange(self.target, access.order);
                let address = self.pointer(pointer);
                let (expected, new) = (self.value(expected, ty)?, self.value(new, ty)?);
                let bytes = leaves(ty)?.first()?.bytes;
                let slots = self.results(result)?;
                let (result, success) = match slots.as_slice() {
                    [result, success] => (*result, *success),
                    _ => (self.new_slot(), self.new_slot()),
                };
                self.fences(&plan.before);
                let annotation = plan.annotation;
                let behind = match self.may_fail_for_no_reason(access.order) {
                    true => Some(self.fail_for_no_reason((result, success), (address, bytes), annotation, *failure)),
                    false => None,
                };
                let step =
                    self.emit(Step::CompareExchange { result, success, address, expected, new, bytes, annotation });
                self.language_order(step, access.order);
                if let Some(jump) = behind {
                    self.code.steps[jump] = Step::Jump(self.code.steps.next_id());
                }
                if plan.branch {
                    self.branch_to_next(Value::Slot(result));
                }
                self.fences(&plan.after);
            }
            _ => self.unsupported("an operation that is no read-modify-write"),
        }
        Some(())
    }

    /// Whether the compare-exchange that the lowering stands at may fail for no reason, and the program behaves in another way then.
    fn may_fail_for_no_reason(&self, order: Order) -> bool {
        let may = self.target.is_none_or(|target| target.is_pair(Atomic::CompareExchangeWeak, order.in_c11()));
        may && self.point.is_some_and(|point| weak::matters(self.program, point))
    }

    /// In front of a compare-exchange: a choice to only read, and fail, once in a call of the function: loops that write before they try again end. Gives the jump that is to lead behind it.
    fn fail_for_no_reason(
        &mut self,
        (result, success): (SlotId, SlotId),
        (address, bytes): (Value, u8),
        annotation: Annotation,
        failure: Order,
    ) -> StepId {
        // Slots are 0 where a call begins.
        let (fails, has_failed) = (self.new_slot(), self.new_slot());
        let passed_over = self.emit(Step::Exit);
        let first = self.code.steps.next_id();
        self.emit(Step::Choose { result: fails, bits: 1 });
        let branch = self.emit(Step::Exit);
        let then = self.code.steps.next_id();
        self.emit(Step::Compute { result: has_failed, how: Compute::Copy(ONE) });
        // The load of a pair, which acquires whether the store behind it takes place or not.
        let Annotation { acquire, overtakes_releases, .. } = annotation;
        let annotation = Annotation { acquire, overtakes_releases, ..Annotation::default() };
        let load = self.emit(Step::Load { result, address, bytes, bits: 8 * bytes, annotation });
        self.language_order(load, failure);
        self.emit(Step::Compute { result: success, how: Compute::Copy(ZERO) });
        let jump = self.emit(Step::Exit);
        let otherwise = self.code.steps.next_id();
        self.code.steps[branch] = Step::Branch { condition: Value::Slot(fails), then, otherwise };
        let condition = Value::Slot(has_failed);
        self.code.steps[passed_over] = Step::Branch { condition, then: otherwise, otherwise: first };
        jump
    }

    pub(super) fn thread_operation(&mut self, result: Option<RegisterId>, operation: &Operation) {
        let slot = |lowering: &Self| lowering.results(result).and_then(|slots| slots.first().copied());
        match operation {
            Operation::StartThread { handle, function, argument } => {
                let plan = Plan::synchronise(self.target, Synchronisation::Start);
                let step = Step::Start {
                    result: slot(self),
                    handle: self.pointer(handle),
                    function: self.pointer(function),
                    argument: self.pointer(argument),
                    annotation: plan.annotation,
                };
                // Where writes reach threads at different times, a start is several accesses, and the fence stands among them.
                if self.target.is_none_or(|target| target.model.is_multi_copy_atomic) {
                    self.fences(&plan.before);
                }
                self.emit(step);
            }
            Operation::JoinThread { handle, returned, bytes } => {
                let (handle, returned) = (self.pointer(handle), self.pointer(returned));
                let Plan { before, annotation, after, .. } = Plan::synchronise(self.target, Synchronisation::Join);
                self.fences(&before);
                self.emit(Step::Join { result: slot(self), handle, returned, bytes: *bytes, annotation });
                self.fences(&after);
            }
            Operation::Lock { lock, if_taken, shared: false } if self.has_lock_types => {
                self.take_typed(slot(self), self.pointer(lock), *if_taken);
            }
            Operation::Unlock { lock, spins: false } if self.has_lock_types => {
                self.give_back_typed(slot(self), self.pointer(lock), true);
            }
            Operation::Lock { lock, if_taken: None, shared } => {
                let lock = self.pointer(lock);
                self.take_lock(slot(self), lock, (false, *shared));
            }
            Operation::Lock { lock, if_taken: Some(number), shared } => {
                let (lock, is_taken) = (self.pointer(lock), self.new_slot());
                self.take_lock(Some(is_taken), lock, (true, *shared));
                self.give_number(slot(self), is_taken, *number);
            }
            Operation::Unlock { lock, .. } => {
                let lock = self.pointer(lock);
                self.give_back(slot(self), lock, true);
            }
            Operation::Wait { condition, lock, timeout: None } => {
                let (condition, lock) = (self.pointer(condition), self.pointer(lock));
                self.wait(slot(self), condition, lock);
            }
            // A wait with a time limit ends in any case: the lock is given back and taken again, and the limit may have passed or not.
            Operation::Wait { lock, timeout: Some(number), .. } => {
                let lock = self.pointer(lock);
                self.leave_lock(lock);
                self.take_again(slot(self), lock);
                if let result @ Some(_) = slot(self) {
                    let is_over = self.new_slot();
                    self.emit(Step::Choose { result: is_over, bits: 1 });
                    self.give_number(result, is_over, *number);
                }
            }
            _ => self.unsupported("an operation that is none of threads"),
        }
    }

    /// Takes a lock, or tries to, with what its code orders around it.
    pub(super) fn take_lock(&mut self, result: Option<SlotId>, lock: Value, (try_only, shared): (bool, bool)) {
        let Plan { before, annotation, after, .. } = Plan::synchronise(self.target, Synchronisation::Lock);
        self.fences(&before);
        self.emit(Step::Lock { result, lock, try_only, shared, annotation });
        self.fences(&after);
    }

    /// Gives a lock back, likewise.
    pub(super) fn give_lock_back(&mut self, result: Option<SlotId>, lock: Value) {
        self.give_back(result, lock, false);
    }

    pub(super) fn give_back(&mut self, result: Option<SlotId>, lock: Value, is_own: bool) {
        let Plan { before, annotation, after, .. } = Plan::synchronise(self.target, Synchronisation::Unlock);
        self.fences(&before);
        self.emit(Step::Unlock { result, lock, annotation, is_own });
        self.fences(&after);
    }

    /// The result is this number where a bit is 1, else 0.
    fn give_number(&mut self, result: Option<SlotId>, bit: SlotId, number: u32) {
        if let Some(result) = result {
            let (condition, then) = (Value::Slot(bit), Value::Constant(number.into()));
            let how = Compute::Select { condition, then, otherwise: Value::Constant(0) };
            self.emit(Step::Compute { result, how });
        }
    }

    /// The scalars of arguments: those of registers by their own types, constants as the parameters want them.
    fn arguments(&self, arguments: &[Operand], callee: Option<FunctionId>) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let parameter = callee.and_then(|callee| {
                let function = &self.program.functions[callee];
                function.parameters.get(index).map(|register| &function.registers[*register])
            });
            values.extend(self.values(argument, parameter.unwrap_or(&Type::Integer(64)))?);
        }
        Some(values)
    }

    pub(super) fn call(&mut self, result: Option<RegisterId>, callee: &Callee, arguments: &[Operand]) -> Option<()> {
        match callee {
            Callee::Pointer(pointer) => {
                // The width of a constant is its parameter's, which is known when the call is made; only below zero do the upper bits matter.
                if arguments.iter().any(|argument| matches!(argument, Operand::Integer(..0))) {
                    self.unsupported("a negative constant as argument of a call through a pointer");
                    return Some(());
                }
                let target = Target::Pointer(self.pointer(pointer));
                let arguments = self.arguments(arguments, None)?.into();
                let results = self.results(result)?.into();
                self.emit(Step::Call { target, arguments, results });
            }
            Callee::Function(id) => {
                let function = &self.program.functions[*id];
                if !function.is_defined() {
                    return self.library(result, &function.name, arguments);
                }
                let values = self.arguments(arguments, Some(*id))?.into();
                let results = self.results(result)?.into();
                // A convention of the SV-COMP: calls of such functions are atomic.
                let is_atomic = function.name.starts_with("__VERIFIER_atomic_");
                if is_atomic {
                    self.emit(Step::AtomicBegin);
                }
                self.emit(Step::Call { target: Target::Function(*id), arguments: values, results });
                if is_atomic {
                    self.emit(Step::AtomicEnd);
                }
            }
        }
        Some(())
    }

    /// A function that is defined nowhere.
    fn library(&mut self, result: Option<RegisterId>, name: &str, arguments: &[Operand]) -> Option<()> {
        let argument = |lowering: &Self, index: usize| {
            arguments.get(index).and_then(|operand| lowering.value(operand, &Type::Integer(64)))
        };
        // First, as LLVM has one such name for each width, which no table lists.
        if self.number(result, name, arguments).is_some() {
            return Some(());
        }
        let Some(meaning) = library::meaning(name) else {
            self.unsupported(format!("the function `{name}`, which is defined nowhere"));
            return Some(());
        };
        match meaning {
            Meaning::Signal | Meaning::Broadcast => {
                let condition = argument(self, 0)?;
                self.signal(result, condition, meaning == Meaning::Broadcast);
            }
            Meaning::Nothing => self.give(result, Value::Constant(0)),
            Meaning::BarrierInit => {
                let (barrier, count) = (argument(self, 0)?, argument(self, 2)?);
                self.begin_barrier(result, barrier, count);
            }
            Meaning::BarrierDestroy => {
                let barrier = argument(self, 0)?;
                self.end_barrier(result, barrier);
            }
            Meaning::BarrierWait => {
                let barrier = argument(self, 0)?;
                self.wait_at_barrier(result, barrier);
            }
            Meaning::SemaphoreInit => {
                let (semaphore, value) = (argument(self, 0)?, argument(self, 2)?);
                self.begin_semaphore(result, semaphore, value);
            }
            Meaning::SemaphoreWait => {
                let semaphore = argument(self, 0)?;
                self.wait_for_semaphore(result, semaphore);
            }
            Meaning::SemaphorePost => {
                let semaphore = argument(self, 0)?;
                self.post_semaphore(result, semaphore);
            }
            Meaning::SemaphoreValue => {
                let (semaphore, into) = (argument(self, 0)?, argument(self, 1)?);
                self.read_semaphore(result, semaphore, into);
            }
            Meaning::MutexType
            | Meaning::MutexInit
            | Meaning::LockInit
            | Meaning::TypedLockInit
            | Meaning::LockDestroy => self.make_lock(result, meaning, argument(self, 0)?, argument(self, 1)),
            Meaning::Allocate => {
                let bytes = argument(self, 0)?;
                self.allocate(result, bytes, Value::Constant(1), false);
            }
            Meaning::AllocateArray => {
                let (times, bytes) = (argument(self, 0)?, argument(self, 1)?);
                let step = self.allocate(result, bytes, times, false);
                // Memory of `calloc` counts as written (C11 7.22.3.2p2).
                self.code.zeroed.insert(step);
            }
            Meaning::AllocateAligned => {
                let (alignment, bytes) = (argument(self, 0)?, argument(self, 1)?);
                self.require_alignment(alignment);
                self.allocate(result, bytes, Value::Constant(1), false);
            }
            Meaning::Free => {
                let pointer = argument(self, 0)?;
                self.emit(Step::Free { pointer });
            }
            Meaning::Copy | Meaning::Fill => {
                match (meaning, arguments) {
                    (Meaning::Copy, [to, from, bytes]) => self.copy_memory(to, from, bytes),
                    (Meaning::Fill, [to, value, bytes]) => self.set_memory(to, value, bytes)?,
                    _ => self.unsupported(format!("`{name}` with other than three arguments")),
                }
                let to = argument(self, 0)?;
                self.give(result, to);
            }
            Meaning::Identity => {
                let result = self.result(result);
                self.emit(Step::Identity { result });
            }
            Meaning::EndThread => {
                let value = argument(self, 0)?;
                self.emit(Step::EndThread(value));
            }
            Meaning::Exit => {
                self.emit(Step::Exit);
            }
            Meaning::Choose => self.choose(result)?,
            Meaning::Argument => {
                let value = argument(self, 0)?;
                self.give(result, value);
            }
            Meaning::VariableArguments => self.unsupported("variable arguments"),
            Meaning::ChooseMemory => self.choose_memory(arguments)?,
        }
        Some(())
    }

    /// An alignment is a power of two (C11 7.22.3.1), or nothing can be allocated by it.
    fn require_alignment(&mut self, alignment: Value) {
        let compute = |operator, right| Compute::Binary { operator, bits: 64, left: alignment, right };
        let less = self.computed(compute(Operator::Subtract, ONE));
        let common = self.computed(compute(Operator::And, less));
        let (is_power, is_zero) = (self.equal(common, ZERO, 64), self.equal(alignment, ZERO, 64));
        let is_some = self.equal(is_zero, ZERO, 1);
        let is_right =
            self.computed(Compute::Binary { operator: Operator::And, bits: 1, left: is_power, right: is_some });
        let step = self.emit(Step::Assert(is_right));
        self.code.asked.insert(step, Asked::Alignment);
    }

    pub(super) fn give(&mut self, result: Option<RegisterId>, value: Value) {
        if result.is_some() {
            let result = self.result(result);
            self.emit(Step::Compute { result, how: Compute::Copy(value) });
        }
    }
}

fn update(operator: &str) -> Option<Update> {
    Some(match operator {
        "xchg" => Update::Exchange,
        "add" => Update::Add,
        "sub" => Update::Subtract,
        "and" => Update::And,
        "nand" => Update::Nand,
        "or" => Update::Or,
        "xor" => Update::Xor,
        "max" => Update::Maximum,
        "min" => Update::Minimum,
        "umax" => Update::UnsignedMaximum,
        "umin" => Update::UnsignedMinimum,
        _ => return None,
    })
}
