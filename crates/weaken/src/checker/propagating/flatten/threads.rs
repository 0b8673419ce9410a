//! Threads and locks, as words in memory that are written and waited for between fences.

use program::{BinaryOperator, Block, BlockBuilder, LocationId, RegisterId, Target as JumpTarget, Temp, ThreadId};
use relation::Index;

use super::{EXCLUSIVE, Flattener, Frame, PLAIN};
use crate::checker::code::{Step, StepId, Value};
use crate::checker::state::lock_word;
use crate::machine::{ProgramTag, Wait, WaitMeaning};

/// The bit of [`lock_word::READERS`].
const READERS_BIT: u16 = lock_word::READERS.trailing_zeros() as u16;
/// With how many instructions a started thread begins.
pub(super) const PROLOGUE: u32 = 2;

impl Flattener<'_> {
    /// What a started thread begins with: it waits for its start, and reads its argument.
    pub(super) fn begin(
        &self,
        number: usize,
        argument: Option<Value>,
        frame: Option<&Frame>,
    ) -> [Block; PROLOGUE as usize] {
        let mut start = BlockBuilder::new();
        wait_for_one(self.flag(0), number, &mut start);
        let mut block = BlockBuilder::new();
        block.fence(ProgramTag::Lightweight.set());
        if let (Some(argument), Some(frame)) = (argument, frame)
            && self.code.bodies[frame.function].is_some_and(|body| body.parameters > 0)
        {
            let value = match argument {
                Value::Constant(_) => self.value(argument, 0, &mut block),
                Value::Slot(_) => {
                    let address = block.address(self.flag(2), 8 * number as i64, 64);
                    block.load(address, 64, PLAIN)
                }
            };
            block.write(RegisterId::from_number(frame.registers), 0, value);
        }
        [start.finish(), block.finish()]
    }

    /// What a thread waits for at a step.
    pub(super) fn wait(&self, thread: ThreadId, step: StepId) -> Option<Wait> {
        match &self.code.steps[step] {
            Step::Lock { try_only: false, shared: false, .. } => {
                Some(Wait { until: |word| word == 0, meaning: WaitMeaning::Blocked })
            }
            Step::Lock { try_only: false, shared: true, .. } => {
                Some(Wait { until: |word| lock_word::is_free(word as u64, true), meaning: WaitMeaning::Blocked })
            }
            Step::Join { .. } => Some(Wait { until: is_set, meaning: WaitMeaning::Blocked }),
            Step::Exit => Some(Wait { until: is_set, meaning: WaitMeaning::ProcessEnded }),
            // The other threads go on.
            Step::EndThread(_) => {
                (thread.index() == 0).then_some(Wait { until: is_set, meaning: WaitMeaning::Outside })
            }
            Step::Lock { try_only: true, .. }
            | Step::Compute { .. }
            | Step::Load { .. }
            | Step::Store { .. }
            | Step::Update { .. }
            | Step::CompareExchange { .. }
            | Step::Fence(_)
            | Step::Jump(_)
            | Step::Branch { .. }
            | Step::Switch { .. }
            | Step::Call { .. }
            | Step::Return { .. }
            | Step::Allocate { .. }
            | Step::Free { .. }
            | Step::Start { .. }
            | Step::Unlock { .. }
            | Step::AtomicBegin
            | Step::AtomicEnd
            | Step::Assume(_)
            | Step::Assert(_)
            | Step::Violation
            | Step::Choose { .. }
            | Step::Identity { .. }
            | Step::Unsupported(_) => None,
        }
    }

    /// Starts a thread, and writes its number behind the handle.
    pub(super) fn start_thread(
        &mut self,
        number: usize,
        handle: Value,
        argument: Value,
        registers: u32,
        b: &mut BlockBuilder,
    ) -> Result<(), String> {
        match self.local_at(handle, registers) {
            // Only what is joined tells handles apart.
            Some(local) => {
                if self.handles.insert(local, number).is_some() {
                    return Err("a handle for several threads".to_owned());
                }
            }
            // CBMC's calls that begin a thread have no handle.
            None if handle == Value::Constant(0) => {}
            None => {
                let handle = self.value(handle, registers, b);
                let value = b.constant(number as i128, 64);
                b.store(handle, value, PLAIN);
            }
        }
        if let Value::Slot(_) = argument {
            let (value, to) = (self.value(argument, registers, b), b.address(self.flag(2), 8 * number as i64, 64));
            b.store(to, value, PLAIN);
        }
        b.fence(ProgramTag::Lightweight.set());
        let (one, started) = (b.constant(1, 64), b.address(self.flag(0), 8 * number as i64, 64));
        b.store(started, one, PLAIN);
        Ok(())
    }

    /// Waits for the end of a thread.
    pub(super) fn join_thread(&self, handle: Value, registers: u32, b: &mut BlockBuilder) {
        let handle = self.value(handle, registers, b);
        let three = b.constant(3, 64);
        let offset = b.binary(BinaryOperator::ShiftLeft, handle, three);
        let ended = b.address(self.flag(1), 0, 64);
        let address = b.binary(BinaryOperator::Add, ended, offset);
        wait_for(address, b);
        b.fence(ProgramTag::Lightweight.set());
    }

    /// Reads the word of a lock, and whether the lock can be taken.
    pub(super) fn read_lock(&self, lock: Temp, shared: bool, b: &mut BlockBuilder) -> (Temp, Temp) {
        b.fence(ProgramTag::Full.set());
        let word = b.load(lock, 32, EXCLUSIVE);
        let zero = b.constant(0, 32);
        let is_unheld = b.equal(word, zero);
        if !shared {
            return (word, is_unheld);
        }
        let is_read = b.extract(word, READERS_BIT, 1);
        (word, b.binary(BinaryOperator::Or, is_unheld, is_read))
    }

    /// Takes a lock that is free, with the word that has been read.
    pub(super) fn take_lock(&self, thread: ThreadId, (lock, word): (Temp, Temp), shared: bool, b: &mut BlockBuilder) {
        let taken = if shared {
            let (readers, one) = (b.constant(lock_word::READERS.into(), 32), b.constant(1, 32));
            let readers = b.binary(BinaryOperator::Or, word, readers);
            b.binary(BinaryOperator::Add, readers, one)
        } else {
            b.constant(thread.index() as i128 + 1, 32)
        };
        b.store(lock, taken, EXCLUSIVE);
        b.fence(ProgramTag::Full.set());
    }

    pub(super) fn give_lock_back(&self, lock: Temp, b: &mut BlockBuilder) {
        b.fence(ProgramTag::Full.set());
        let zero = b.constant(0, 32);
        if self.has_readers {
            // The count of readers, one less; 0 behind the last, and behind a holder.
            let word = b.load(lock, 32, EXCLUSIVE);
            let (last, one) = (b.constant(i128::from(lock_word::READERS) + 1, 32), b.constant(1, 32));
            let is_shared = b.binary(BinaryOperator::Less, last, word);
            let fewer = b.binary(BinaryOperator::Subtract, word, one);
            let left = b.select(is_shared, fewer, zero);
            b.store(lock, left, EXCLUSIVE);
        } else {
            b.store(lock, zero, PLAIN);
        }
        b.fence(ProgramTag::Full.set());
    }

    /// The thread tells those who wait for it.
    pub(super) fn end(&self, thread: ThreadId, block: &mut BlockBuilder) {
        if thread.index() > 0 {
            block.fence(ProgramTag::Lightweight.set());
            let (one, ended) = (block.constant(1, 64), block.address(self.flag(1), 8 * thread.index() as i64, 64));
            block.store(ended, one, PLAIN);
        }
        block.jump(JumpTarget::Exit);
    }

    /// The thread does no more, but has not returned. (`main` is never started.)
    pub(super) fn wait_for_ever(&self, block: &mut BlockBuilder) {
        wait_for_one(self.flag(0), 0, block);
        block.jump(JumpTarget::Exit);
    }
}

/// Whether a flag is as [`wait_for`] wants it.
pub(super) fn is_set(flag: u128) -> bool {
    flag == 1
}

/// Reads a flag until it is 1; executions in which that does not come are left out.
fn wait_for(address: Temp, block: &mut BlockBuilder) {
    let found = block.load(address, 64, PLAIN);
    let wanted = block.constant(1, 64);
    let is_there = block.equal(found, wanted);
    block.assume(is_there);
}

fn wait_for_one(flag: LocationId, number: usize, block: &mut BlockBuilder) {
    let address = block.address(flag, 8 * number as i64, 64);
    wait_for(address, block);
}
