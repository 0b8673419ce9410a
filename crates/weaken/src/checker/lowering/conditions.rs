//! Condition variables of POSIX and C11, made of locks.
//!
//! Who waits may wake up at any time, also when nothing was signalled (POSIX, pthread_cond_wait). But a program must not rely on that: where all threads wait, it is a deadlock. So each wait
//! goes one of two ways: it gives the lock back and takes it again, or it sleeps until it is signalled. All that can be seen of a program is seen on the first way; the second one shows signals that are lost.
//!
//! A thread that sleeps is at a gate, a lock that it has closed itself, and has noted at which condition variable. Who signals chooses one of those that are noted there, takes the note away
//! and opens the gate. As POSIX has it (4.12), a signal synchronises memory, where some thread may sleep in the program. A timed wait does not sleep, as it comes to its end.

use cprog::ir::{Operation, Program, RegisterId, Type};

use super::Lowering;
use super::barriers::{CLOSED, ONE, ZERO};
use super::globals::most_threads;
use crate::checker::code::address::ObjectNumber;
use crate::checker::code::compute::{Compute, Operator};
use crate::checker::code::{Annotation, SlotId, Step, StepId, Value};

/// Where threads sleep: arrays with an element for each thread.
#[derive(Clone, Copy)]
pub(super) struct Sleepers {
    /// The address of the condition variable at which the thread sleeps, or 0.
    notes: Value,
    /// Its gate.
    gates: Value,
    /// A lock that is never closed, for threads that do not sleep.
    open: Value,
    threads: u64,
}

/// Whether some thread of a program may sleep until it is signalled.
fn has_waits(program: &Program) -> bool {
    let mut instructions =
        program.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions);
    instructions.any(|instruction| matches!(instruction.operation, Operation::Wait { timeout: None, .. }))
}

impl Lowering<'_> {
    /// Makes room for those who sleep, if any do.
    pub(super) fn sleepers(&mut self) {
        if !has_waits(self.program) {
            return;
        }
        let threads = most_threads(self.program) as u64;
        self.code.notes = Some(ObjectNumber(self.code.statics.len() as u32));
        let mut array = |name: &str, element: Type| {
            let zeros = vec![0; (threads * element.size()) as usize];
            Value::Constant(self.array(name, element, &zeros))
        };
        self.sleepers = Some(Sleepers {
            notes: array("where threads sleep", Type::Pointer),
            gates: array("the gates of threads that sleep", Type::Integer(32)),
            open: array("the gates of threads that do not sleep", Type::Integer(32)),
            threads,
        });
    }

    /// Waits without a time limit.
    pub(super) fn wait(&mut self, result: Option<SlotId>, condition: Value, lock: Value) {
        let Some(sleepers) = self.sleepers else {
            self.leave_lock(lock);
            self.take_again(result, lock);
            return;
        };
        let begin = self.code.steps.next_id();
        let (sleeps, own) = (self.new_slot(), self.new_slot());
        self.emit(Step::Choose { result: sleeps, bits: 1 });
        self.emit(Step::Identity { result: own });
        let own = Value::Slot(own);
        let if_asleep =
            |then: Value, otherwise: Value| Compute::Select { condition: Value::Slot(sleeps), then, otherwise };
        let gates = self.computed(if_asleep(sleepers.gates, sleepers.open));
        let gate = self.element(gates, own, 4);
        let closed = self.computed(if_asleep(CLOSED, ZERO));
        self.store_word(gate, 0, closed);
        let note = self.computed(if_asleep(condition, ZERO));
        let address = self.element(sleepers.notes, own, 8);
        // Gate and note are set while the lock is still held: a signal that comes behind the program's own condition finds the sleeper.
        self.emit(Step::Store { address, value: note, bytes: 8, annotation: Annotation::default() });
        self.hide_since(begin);
        self.leave_lock(lock);
        let begin = self.code.steps.next_id();
        // The word of a closed gate has a holder, so that the thread waits here until a signal gives the gate back.
        self.take_lock(None, gate, (false, false));
        self.give_lock_back(None, gate);
        self.hide_since(begin);
        self.take_again(result, lock);
    }

    /// Gives the lock back that a thread waits with. Of one that has a type, its word for the holder says so.
    pub(super) fn leave_lock(&mut self, lock: Value) {
        match self.has_lock_types {
            true => self.give_back_typed(None, lock, false),
            false => self.give_lock_back(None, lock),
        }
    }

    /// Takes it again.
    pub(super) fn take_again(&mut self, result: Option<SlotId>, lock: Value) {
        match self.has_lock_types {
            true => self.take_typed(result, lock, None),
            false => self.take_lock(result, lock, (false, false)),
        }
    }

    /// Wakes one of the threads that sleep, or all.
    pub(super) fn signal(&mut self, result: Option<RegisterId>, condition: Value, all: bool) {
        let Some(sleepers) = self.sleepers else { return self.give(result, ZERO) };
        let (thread, found) = (self.new_slot(), self.new_slot());
        let set = |lowering: &mut Self, slot: SlotId, value: Value| {
            lowering.emit(Step::Compute { result: slot, how: Compute::Copy(value) });
        };
        let begin = self.code.steps.next_id();
        // No other signal finds the same sleeper.
        self.emit(Step::AtomicBegin);
        set(self, thread, ZERO);
        set(self, found, Value::Constant(sleepers.threads));
        let head = self.code.steps.next_id();
        let address = self.element(sleepers.notes, Value::Slot(thread), 8);
        let note = self.new_slot();
        self.emit(Step::Load { result: note, address, bytes: 8, bits: 64, annotation: Annotation::default() });
        let is_here = self.equal(Value::Slot(note), condition, 64);
        let if_here = self.emit(Step::Exit);
        let here = self.code.steps.next_id();
        set(self, found, Value::Slot(thread));
        let mut chosen = None;
        if all {
            self.wake(sleepers, Value::Slot(found));
        } else {
            // This one, or, if there are more, a later one.
            let is_it = self.new_slot();
            self.emit(Step::Choose { result: is_it, bits: 1 });
            // The branch of the choice leads to steps that are emitted below.
            chosen = Some((self.emit(Step::Exit), Value::Slot(is_it)));
        }
        let next = self.code.steps.next_id();
        let operator = Operator::Add;
        let how = Compute::Binary { operator, bits: 64, left: Value::Slot(thread), right: ONE };
        self.emit(Step::Compute { result: thread, how });
        let is_over = self.equal(Value::Slot(thread), Value::Constant(sleepers.threads), 64);
        let at_end = self.emit(Step::Exit);
        let end = self.code.steps.next_id();
        self.code.steps[if_here] = Step::Branch { condition: is_here, then: here, otherwise: next };
        self.code.steps[at_end] = Step::Branch { condition: is_over, then: end, otherwise: head };
        if let Some((step, condition)) = chosen {
            self.code.steps[step] = Step::Branch { condition, then: end, otherwise: next };
            // A signal without sleepers has no effect (POSIX, pthread_cond_signal).
            let is_none = self.equal(Value::Slot(found), Value::Constant(sleepers.threads), 64);
            let none = self.emit(Step::Exit);
            let some = self.code.steps.next_id();
            self.wake(sleepers, Value::Slot(found));
            let behind = self.code.steps.next_id();
            self.code.steps[none] = Step::Branch { condition: is_none, then: behind, otherwise: some };
        }
        self.emit(Step::AtomicEnd);
        self.hide_since(begin);
        self.give(result, ZERO);
    }

    /// Takes the note of a thread away, and opens its gate.
    fn wake(&mut self, sleepers: Sleepers, thread: Value) {
        let address = self.element(sleepers.notes, thread, 8);
        self.emit(Step::Store { address, value: ZERO, bytes: 8, annotation: Annotation::default() });
        let lock = self.element(sleepers.gates, thread, 4);
        self.give_lock_back(None, lock);
    }

    /// Traces leave out the steps from `begin` on: they have which threads sleep and which are woken.
    fn hide_since(&mut self, begin: StepId) {
        let steps = (begin.number()..self.code.steps.next_id().number()).map(StepId::from_number);
        self.code.hidden.extend(steps);
    }

    fn element(&mut self, base: Value, index: Value, bytes: u64) -> Value {
        self.computed(Compute::Element { base, offset: 0, index, bits: 64, scale: bytes })
    }
}
