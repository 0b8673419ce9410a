//! Semaphores of POSIX, made of locks: a gate is closed while the value is 0, and who waits goes through it alone.

use cprog::ir::RegisterId;

use super::Lowering;
use super::barriers::{CLOSED, ONE, ZERO};
use crate::checker::code::Value;
use crate::checker::code::compute::{Compute, Operator};

/// The value.
const VALUE: u64 = 0;
/// A lock that is held while the value is 0, and by the thread that is about to take one from it.
const GATE: u64 = 4;
/// The lock of the value.
const LOCK: u64 = 8;
/// What stands for the gate where it is not to be opened. (The type has 32 bytes.)
const NO_GATE: u64 = 12;

impl Lowering<'_> {
    /// `sem_init` with this value.
    pub(super) fn begin_semaphore(&mut self, result: Option<RegisterId>, semaphore: Value, value: Value) {
        let is_zero = self.equal(value, ZERO, 32);
        let gate = self.computed(Compute::Select { condition: is_zero, then: CLOSED, otherwise: ZERO });
        for (offset, value) in [(VALUE, value), (GATE, gate), (LOCK, ZERO)] {
            self.store_word(semaphore, offset, value);
        }
        self.give(result, ZERO);
    }

    /// `sem_wait`. The gate is open only where the value is not 0, and no other thread takes from it meanwhile.
    pub(super) fn wait_for_semaphore(&mut self, result: Option<RegisterId>, semaphore: Value) {
        let gate = self.moved(semaphore, GATE);
        self.take_lock(None, gate, (false, false));
        let (_, left) = self.change_semaphore(semaphore, Operator::Subtract);
        // With the value at 0 the gate stays closed behind this thread; the next post opens it.
        self.open_gate_unless_zero(semaphore, left);
        self.give(result, ZERO);
    }

    /// `sem_post`. Where the value was 0, the gate is closed, and no thread is about to take from it.
    pub(super) fn post_semaphore(&mut self, result: Option<RegisterId>, semaphore: Value) {
        let (before, _) = self.change_semaphore(semaphore, Operator::Add);
        let was_zero = self.equal(before, ZERO, 32);
        self.open_gate_unless_zero(semaphore, was_zero);
        self.give(result, ZERO);
    }

    /// `sem_getvalue`.
    pub(super) fn read_semaphore(&mut self, result: Option<RegisterId>, semaphore: Value, into: Value) {
        let lock = self.moved(semaphore, LOCK);
        self.take_lock(None, lock, (false, false));
        let value = self.load_word(semaphore, VALUE);
        self.give_lock_back(None, lock);
        // Behind the lock, as the place is the caller's.
        self.store_word(into, 0, value);
        self.give(result, ZERO);
    }

    /// Adds 1 to the value, or takes it away; gives the values before and behind.
    fn change_semaphore(&mut self, semaphore: Value, operator: Operator) -> (Value, Value) {
        let lock = self.moved(semaphore, LOCK);
        self.take_lock(None, lock, (false, false));
        let before = self.load_word(semaphore, VALUE);
        let behind = self.computed(Compute::Binary { operator, bits: 32, left: before, right: ONE });
        self.store_word(semaphore, VALUE, behind);
        self.give_lock_back(None, lock);
        (before, behind)
    }

    fn open_gate_unless_zero(&mut self, semaphore: Value, number: Value) {
        let [gate, none] = [GATE, NO_GATE].map(|offset| self.moved(semaphore, offset));
        let is_zero = self.equal(number, ZERO, 32);
        let lock = self.computed(Compute::Select { condition: is_zero, then: none, otherwise: gate });
        self.give_lock_back(None, lock);
    }
}
