//! Barriers of POSIX (pthread_barrier_wait), made of locks: threads that arrive count under a lock, and wait at a gate, which the last one opens.
//!
//! A gate is a lock of readers and writers: closed as if a writer had it, passed by taking and giving back a share. There are two, in turn, since threads may come to the
//! next wait before others have passed the gate of this one; when all have come there, all have passed it, and it is closed again.

use arch::Locks;
use cprog::ir::RegisterId;

use super::Lowering;
use crate::checker::code::compute::{Compute, Operator, Relation};
use crate::checker::code::{Annotation, Asked, Fence, Step, Value};

/// How many threads a barrier is for.
const COUNT: u64 = 0;
/// How many have arrived.
const ARRIVED: u64 = 4;
/// The first gate; the other follows it.
const GATES: u64 = 8;
/// At which gate threads wait: 0 or 1.
const TURN: u64 = 16;
/// The lock of what is before.
const LOCK: u64 = 20;
/// What stands for a gate where none is to be opened, and where none is to be closed. (The type has 32 bytes.)
const NO_GATE_OPENED: u64 = 24;
const NO_GATE_CLOSED: u64 = 28;

/// The word of a gate that is closed.
pub(super) const CLOSED: Value = Value::Constant(1);
/// What one of the threads is given, as an `int`: PTHREAD_BARRIER_SERIAL_THREAD.
const SERIAL_THREAD: Value = Value::Constant(0xffff_ffff);
pub(super) const ZERO: Value = Value::Constant(0);
pub(super) const ONE: Value = Value::Constant(1);

impl Lowering<'_> {
    /// `pthread_barrier_init` for so many threads.
    pub(super) fn begin_barrier(&mut self, result: Option<RegisterId>, barrier: Value, count: Value) {
        let count = self.computed(Compute::Copy(count));
        self.ask_of_barrier(barrier, Asked::BarrierNew);
        for (offset, value) in
            [(COUNT, count), (ARRIVED, ZERO), (GATES, CLOSED), (GATES + 4, CLOSED), (TURN, ZERO), (LOCK, ZERO)]
        {
            self.store_word(barrier, offset, value);
        }
        self.give(result, ZERO);
    }

    /// `pthread_barrier_destroy`.
    pub(super) fn end_barrier(&mut self, result: Option<RegisterId>, barrier: Value) {
        self.ask_of_barrier(barrier, Asked::BarrierThere);
        self.store_word(barrier, COUNT, ZERO);
        self.give(result, ZERO);
    }

    /// A barrier is for no thread before it was made and after it was destroyed.
    fn ask_of_barrier(&mut self, barrier: Value, asked: Asked) {
        let count = self.load_word(barrier, COUNT);
        self.ask_of_count(count, asked);
    }

    fn ask_of_count(&mut self, count: Value, asked: Asked) {
        let is_none = self.equal(count, ZERO, 32);
        let is_right = match asked {
            Asked::BarrierNew => is_none,
            _ => self.equal(is_none, ZERO, 1),
        };
        let step = self.emit(Step::Assert(is_right));
        self.code.asked.insert(step, asked);
    }

    /// `pthread_barrier_wait`.
    pub(super) fn wait_at_barrier(&mut self, result: Option<RegisterId>, barrier: Value) {
        // What all threads have done before it is done behind it, so that it is a full fence for all but the last to come, which it is one for where an update that acquires and releases is one instruction.
        if self.target.is_some_and(|target| target.locks == Some(Locks::Usual) && target.model.is_multi_copy_atomic) {
            self.emit(Step::Fence(Fence::Full));
        }
        let lock = self.moved(barrier, LOCK);
        self.take_lock(None, lock, (false, false));
        let [count, arrived, turn] = [COUNT, ARRIVED, TURN].map(|offset| self.load_word(barrier, offset));
        self.ask_of_count(count, Asked::BarrierThere);
        let operator = Operator::Add;
        let arrived = self.computed(Compute::Binary { operator, bits: 32, left: arrived, right: ONE });
        let is_last = self.equal(arrived, count, 32);
        let operator = Operator::Xor;
        let other_turn = self.computed(Compute::Binary { operator, bits: 32, left: turn, right: ONE });
        let if_last = |then: Value, otherwise: Value| Compute::Select { condition: is_last, then, otherwise };
        let arrived = self.computed(if_last(ZERO, arrived));
        self.store_word(barrier, ARRIVED, arrived);
        let next_turn = self.computed(if_last(other_turn, turn));
        self.store_word(barrier, TURN, next_turn);
        let gate = |index| Compute::Element { base: barrier, offset: GATES as i64, index, bits: 32, scale: 4 };
        let (mine, other) = (self.computed(gate(turn)), self.computed(gate(other_turn)));
        let [none_opened, none_closed] = [NO_GATE_OPENED, NO_GATE_CLOSED].map(|offset| self.moved(barrier, offset));
        let closed = self.computed(if_last(other, none_closed));
        // The next gate is closed before this one opens: all have passed it, as all have come here.
        self.store_word(closed, 0, CLOSED);
        let opened = self.computed(if_last(mine, none_opened));
        self.give_lock_back(None, opened);
        // The thread waits without the lock, as the others need it to arrive.
        self.give_lock_back(None, lock);
        self.take_lock(None, mine, (false, true));
        self.give_lock_back(None, mine);
        let given = self.computed(if_last(SERIAL_THREAD, ZERO));
        self.give(result, given);
    }

    /// Whether two numbers of so many bits are equal.
    pub(super) fn equal(&mut self, left: Value, right: Value, bits: u8) -> Value {
        self.computed(Compute::Compare { relation: Relation::Equal, bits, left, right })
    }

    /// A slot with what is computed.
    pub(super) fn computed(&mut self, how: Compute) -> Value {
        let result = self.new_slot();
        self.emit(Step::Compute { result, how });
        Value::Slot(result)
    }

    /// Reads four bytes, plainly.
    pub(super) fn load_word(&mut self, base: Value, offset: u64) -> Value {
        let (address, result) = (self.moved(base, offset), self.new_slot());
        self.emit(Step::Load { result, address, bytes: 4, bits: 32, annotation: Annotation::default() });
        Value::Slot(result)
    }

    /// Writes four bytes, plainly.
    pub(super) fn store_word(&mut self, base: Value, offset: u64, value: Value) {
        let address = self.moved(base, offset);
        self.emit(Step::Store { address, value, bytes: 4, annotation: Annotation::default() });
    }
}
