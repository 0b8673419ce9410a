//! Mutexes: what makes and destroys them, and those that their holder may take again or that report misuse.
//!
//! The word of a lock says who has it (`state::lock_word`). Where a program sets types of mutexes (`pthread_mutexattr_settype`, `mtx_recursive`), each has three words more, in the places that Linux's C libraries have for them: how often
//! its holder has taken it beyond once, who holds it, and its type. The type is written as the mutex is made, the other two by the holder alone; another thread that reads them never finds itself there.

use cprog::ir::{Callee, Operand, Operation, Program, RegisterId};
use cprog::library::{self, Meaning};
use cprog::mutexes::typed_mutex;

use super::Lowering;
use super::barriers::{ONE, ZERO};
use crate::checker::code::compute::{Compute, Operator};
use crate::checker::code::{SlotId, Step, StepId, Value};

/// How often the holder has taken it beyond once.
const COUNT: u64 = 4;
/// The holder, counted from 1.
const OWNER: u64 = 8;
/// The type.
const TYPE: u64 = 16;

/// Types of mutexes, as Linux's C libraries number them; the others are not looked at as they are taken.
const RECURSIVE: Value = Value::Constant(1);
const ERRORCHECK: Value = Value::Constant(2);

/// What operations give on Linux.
const EPERM: Value = Value::Constant(1);
const EDEADLK: Value = Value::Constant(35);

/// Whether a program sets types of mutexes that matter, by calls or by what they hold at first.
pub(super) fn sets_types(program: &Program) -> bool {
    if typed_mutex(program).is_some() {
        return true;
    }
    let mut instructions =
        program.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions);
    instructions.any(|instruction| {
        let Operation::Call { callee: Callee::Function(callee), arguments } = &instruction.operation else {
            return false;
        };
        let function = &program.functions[*callee];
        let is_plain = |argument: Option<&Operand>, types: &[i128]| {
            // A type that is computed may be any.
            matches!(argument, Some(Operand::Integer(ty)) if types.contains(ty)) || argument == Some(&Operand::Zero)
        };
        match library::meaning(&function.name).filter(|_| !function.is_defined()) {
            // PTHREAD_MUTEX_NORMAL and PTHREAD_MUTEX_ADAPTIVE_NP.
            Some(Meaning::MutexType) => !is_plain(arguments.get(1), &[0, 3]),
            // mtx_plain and mtx_timed.
            Some(Meaning::TypedLockInit) => !is_plain(arguments.get(1), &[0, 2]),
            _ => false,
        }
    })
}

impl Lowering<'_> {
    /// A call that makes or destroys a lock, or sets the type of those that are made.
    pub(super) fn make_lock(
        &mut self,
        result: Option<RegisterId>,
        meaning: Meaning,
        object: Value,
        second: Option<Value>,
    ) {
        let second = second.unwrap_or(ZERO);
        match meaning {
            Meaning::MutexType => self.set_lock_type(result, object, second),
            Meaning::MutexInit => self.begin_lock(result, object, LockType::Of(second)),
            Meaning::TypedLockInit => self.begin_lock(result, object, LockType::Given(second)),
            Meaning::LockDestroy => self.end_lock(result, object),
            _ => self.begin_lock(result, object, LockType::Plain),
        }
    }

    /// A mutex or lock is made: free, and of the type that an attribute object has, or of one given.
    fn begin_lock(&mut self, result: Option<RegisterId>, lock: Value, ty: LockType) {
        if self.is_checked {
            self.emit(Step::SetLock { lock, is_destroyed: false });
        }
        if self.has_lock_types {
            let ty = match ty {
                LockType::Plain => ZERO,
                LockType::Of(attributes) => self.type_in(attributes),
                LockType::Given(ty) => {
                    // `mtx_recursive` is bit 0 of C11's types on Linux, and RECURSIVE is 1, too.
                    self.computed(Compute::Binary { operator: Operator::And, bits: 32, left: ty, right: ONE })
                }
            };
            for (offset, value) in [(COUNT, ZERO), (OWNER, ZERO), (TYPE, ty)] {
                self.store_word(lock, offset, value);
            }
        }
        self.give(result, ZERO);
    }

    /// A mutex or lock is destroyed.
    fn end_lock(&mut self, result: Option<RegisterId>, lock: Value) {
        if self.is_checked {
            self.emit(Step::SetLock { lock, is_destroyed: true });
        }
        self.give(result, ZERO);
    }

    /// The type in an object of attributes, if there is one. (0 stands for none: reading there is no access.)
    fn type_in(&mut self, attributes: Value) -> Value {
        let (is_none, ty) = (self.equal(attributes, ZERO, 64), self.new_slot());
        self.emit(Step::Compute { result: ty, how: Compute::Copy(ZERO) });
        let branch = self.emit(Step::Exit);
        let some = self.code.steps.next_id();
        let set = self.load_word(attributes, 0);
        self.emit(Step::Compute { result: ty, how: Compute::Copy(set) });
        let behind = self.code.steps.next_id();
        self.code.steps[branch] = Step::Branch { condition: is_none, then: behind, otherwise: some };
        Value::Slot(ty)
    }

    /// `pthread_mutexattr_settype`.
    fn set_lock_type(&mut self, result: Option<RegisterId>, attributes: Value, ty: Value) {
        if self.has_lock_types {
            self.store_word(attributes, 0, ty);
        }
        self.give(result, ZERO);
    }

    /// Whether the thread holds a mutex, with the number that it has as a holder.
    fn holds(&mut self, lock: Value) -> (Value, Value) {
        let own = self.new_slot();
        self.emit(Step::Identity { result: own });
        let operator = Operator::Add;
        let own = self.computed(Compute::Binary { operator, bits: 32, left: Value::Slot(own), right: ONE });
        let owner = self.load_word(lock, OWNER);
        (self.equal(owner, own, 32), own)
    }

    /// Counts up or down how often the holder has taken a mutex beyond once.
    fn count_lock(&mut self, lock: Value, operator: Operator) {
        let count = self.load_word(lock, COUNT);
        let count = self.computed(Compute::Binary { operator, bits: 32, left: count, right: ONE });
        self.store_word(lock, COUNT, count);
    }

    fn copy_to(&mut self, result: Option<SlotId>, value: Value) {
        if let Some(result) = result {
            self.emit(Step::Compute { result, how: Compute::Copy(value) });
        }
    }

    /// A branch on a condition: what `then` emits is done where it holds. Gives the branch, which leads on to the step behind where it does not hold, until that is changed.
    fn when(&mut self, condition: Value, then: impl FnOnce(&mut Self)) {
        let branch = self.emit(Step::Exit);
        let begin = self.code.steps.next_id();
        then(self);
        let behind = self.code.steps.next_id();
        self.code.steps[branch] = Step::Branch { condition, then: begin, otherwise: behind };
    }

    /// Jumps that are to lead here do.
    fn land(&mut self, jumps: Vec<StepId>) {
        let here = self.code.steps.next_id();
        jumps.into_iter().for_each(|jump| self.code.steps[jump] = Step::Jump(here));
    }

    /// Takes a mutex that may have a type, or tries to. `result` is 0, or what the library gives; `if_taken` what a try gives that finds it taken.
    pub(super) fn take_typed(&mut self, result: Option<SlotId>, lock: Value, if_taken: Option<u32>) {
        let mut ends = Vec::new();
        let ty = self.load_word(lock, TYPE);
        let (holds, own) = self.holds(lock);
        self.when(holds, |lowering| {
            let is_recursive = lowering.equal(ty, RECURSIVE, 32);
            lowering.when(is_recursive, |lowering| {
                lowering.count_lock(lock, Operator::Add);
                lowering.copy_to(result, ZERO);
                ends.push(lowering.emit(Step::Exit));
            });
            let reports = lowering.equal(ty, ERRORCHECK, 32);
            // A try gives EBUSY where its own thread holds the mutex, as for any other holder.
            if if_taken.is_none() {
                lowering.when(reports, |lowering| {
                    lowering.copy_to(result, EDEADLK);
                    ends.push(lowering.emit(Step::Exit));
                });
            }
        });
        match if_taken {
            None => self.take_lock(result, lock, (false, false)),
            Some(number) => {
                let is_taken = self.new_slot();
                self.take_lock(Some(is_taken), lock, (true, false));
                self.when(Value::Slot(is_taken), |lowering| {
                    lowering.copy_to(result, Value::Constant(number.into()));
                    ends.push(lowering.emit(Step::Exit));
                });
            }
        }
        // Behind the lock: until then the word is another holder's.
        self.store_word(lock, OWNER, own);
        self.copy_to(result, ZERO);
        self.land(ends);
    }

    /// Gives a mutex back that may have a type. `is_own`: that the thread does not hold it is looked for.
    pub(super) fn give_back_typed(&mut self, result: Option<SlotId>, lock: Value, is_own: bool) {
        let mut ends = Vec::new();
        let ty = self.load_word(lock, TYPE);
        let (holds, _) = self.holds(lock);
        let is_not_held = self.equal(holds, ZERO, 1);
        let [is_recursive, reports] = [RECURSIVE, ERRORCHECK].map(|known| self.equal(ty, known, 32));
        let is_typed =
            self.computed(Compute::Binary { operator: Operator::Or, bits: 1, left: is_recursive, right: reports });
        self.when(is_typed, |lowering| {
            lowering.when(is_not_held, |lowering| {
                lowering.copy_to(result, EPERM);
                ends.push(lowering.emit(Step::Exit));
            });
            let count = lowering.load_word(lock, COUNT);
            let is_once = lowering.equal(count, ZERO, 32);
            let is_more = lowering.equal(is_once, ZERO, 1);
            lowering.when(is_more, |lowering| {
                lowering.count_lock(lock, Operator::Subtract);
                lowering.copy_to(result, ZERO);
                ends.push(lowering.emit(Step::Exit));
            });
        });
        // Before the lock is given back: behind that, the word may be the next holder's.
        self.when(holds, |lowering| lowering.store_word(lock, OWNER, ZERO));
        self.give_back(result, lock, is_own);
        self.land(ends);
    }
}

/// Where the type of a mutex comes from.
#[derive(Clone, Copy, Debug)]
enum LockType {
    /// It has none that matters.
    Plain,
    /// An object of attributes, or a null pointer.
    Of(Value),
    /// A number of C11's.
    Given(Value),
}
