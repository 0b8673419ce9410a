//! Threads and locks, as words in memory that are written and waited for; what fences stand around that says the target.

use arch::{Barrier, Pairs, Synchronisation};
use program::{
    BinaryOperator, Block, BlockBuilder, InstructionId, LocationId, RegisterId, Target as JumpTarget, Temp, ThreadId,
};
use relation::Index;

use super::steps::{Here, give};
use super::{EXCLUSIVE, Flattener, Frame, MOST_THREADS, PLAIN};
use crate::checker::code::address;
use crate::checker::code::{SlotId, Step, Value, next};
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
        let is_started = wait_for_one(self.flag(0), number, &mut start);
        // The fence behind it waits for what a branch depends on.
        if self.is_decided(Synchronisation::Begin) {
            start.branch(is_started, JumpTarget::Instruction(InstructionId::from_number(1)));
        }
        let mut block = BlockBuilder::new();
        self.take_over(&mut block);
        if let (Some(argument), Some(frame)) = (argument, frame)
            && self.code.bodies[frame.function].is_some_and(|body| body.parameters > 0)
        {
            let value = match argument {
                Value::Constant(_) => self.value(argument, 0, &mut block),
                Value::Slot(_) => {
                    let address = block.address(self.flag(2), 8 * number as i64, 64);
                    // An argument that is computed is handed over in a word: the read has to come behind the one of the start.
                    block.load(address, 64, PLAIN)
                }
            };
            block.write(RegisterId::from_number(frame.registers), 0, value);
        }
        [start.finish(), block.finish()]
    }

    /// Notes that a thread is started, and gives its number.
    pub(super) fn start(&mut self, here: &Here, frames: &[Frame], argument: Value) -> Result<usize, String> {
        let Step::Start { function: Value::Constant(pointer), .. } = self.code.steps[here.step] else {
            return Err("a start of a function by a pointer".to_owned());
        };
        let Some(started) = address::function(pointer) else { return Err("a start of no function".to_owned()) };
        let mut frame = Some((here.frame, here.step));
        while let Some((at, step)) = frame {
            if self.code.is_in_loop(step) {
                return Err("a thread that is started in a loop".to_owned());
            }
            // A call in a loop repeats all starts of what it calls.
            frame = frames[at].caller;
        }
        if self.threads.len() >= MOST_THREADS {
            return Err("so many threads".to_owned());
        }
        self.threads.push((started, Some(argument)));
        Ok(self.threads.len() - 1)
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
            // Handles differ in what is joined only.
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
        // The fence before it keeps what comes before the step in front; what the library itself writes for the thread is behind that.
        self.hand_on(Synchronisation::Start, b);
        let (one, started) = (b.constant(1, 64), b.address(self.flag(0), 8 * number as i64, 64));
        b.store(started, one, PLAIN);
        Ok(())
    }

    /// Waits for the end of a thread.
    pub(super) fn join_thread(
        &mut self,
        here: &Here,
        handle: Value,
        returned: Value,
        b: &mut BlockBuilder,
    ) -> Result<(), String> {
        self.waits.insert(here.place, Wait { until: is_set, meaning: WaitMeaning::Blocked });
        if returned != Value::Constant(0) {
            return Err("what a joined thread returns".to_owned());
        }
        let handle = self.value(handle, here.registers, b);
        let three = b.constant(3, 64);
        let offset = b.binary(BinaryOperator::ShiftLeft, handle, three);
        let ended = b.address(self.flag(1), 0, 64);
        let address = b.binary(BinaryOperator::Add, ended, offset);
        let is_there = wait_for(address, b);
        // Compilers branch on what such a load has read; a fence may stand behind that.
        if self.is_decided(Synchronisation::Join) {
            b.branch(is_there, here.instruction(next(here.step)));
        }
        Ok(())
    }

    /// Takes a lock, or tries to; `result` is whether it was found taken.
    pub(super) fn lock(
        &mut self,
        here: &Here,
        result: Option<SlotId>,
        lock: Value,
        (try_only, shared): (bool, bool),
        b: &mut BlockBuilder,
    ) {
        let lock = self.value(lock, here.registers, b);
        let (word, is_free) = self.read_lock(lock, shared, b);
        if try_only {
            let is_taken = b.not(is_free);
            if let Some(result) = result {
                let bit = b.resize(is_taken, 64);
                b.write(here.register(result), 0, bit);
            }
            b.branch(is_taken, here.instruction(next(here.step)));
        } else {
            let until = if shared { is_free_for_readers } else { is_free_for_all };
            // Where the lock never becomes free, the assumption leaves the execution out; by this note it is still found as a deadlock.
            self.waits.insert(here.place, Wait { until, meaning: WaitMeaning::Blocked });
            b.assume(is_free);
            give(here, result, 0, b);
        }
        self.take_lock(here.thread, (lock, word), shared, b);
        // What a lock is taken by branches on what it has read.
        b.branch(is_free, here.instruction(next(here.step)));
    }

    /// Reads the word of a lock, and whether the lock can be taken.
    pub(super) fn read_lock(&self, lock: Temp, shared: bool, b: &mut BlockBuilder) -> (Temp, Temp) {
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
    }

    pub(super) fn give_lock_back(&self, lock: Temp, b: &mut BlockBuilder) {
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
    }

    /// Whether what waits for a branch stands behind an operation.
    fn is_decided(&self, how: Synchronisation) -> bool {
        self.target.synchronisation(how).is_some_and(|compiled| compiled.is_decided)
    }

    /// The fence before a write that hands on what came before.
    fn hand_on(&self, how: Synchronisation, b: &mut BlockBuilder) {
        let Some(compiled) = self.target.synchronisation(how) else { return };
        if let Some(tag) = tag(compiled.before) {
            b.fence(tag.set());
        }
    }

    /// What a thread begins with that has read that it is started.
    fn take_over(&self, b: &mut BlockBuilder) {
        let Some(compiled) = self.target.synchronisation(Synchronisation::Begin) else { return };
        if compiled.is_decided {
            b.fence(ProgramTag::Control.set());
        }
        if let Some(tag) = tag(compiled.after) {
            b.fence(tag.set());
        }
    }

    /// What other threads do after the end of the process they can do before it as well.
    pub(super) fn exit(&mut self, here: &Here, b: &mut BlockBuilder) {
        self.waits.insert(here.place, Wait { until: is_set, meaning: WaitMeaning::ProcessEnded });
        self.wait_for_ever(b);
    }

    /// The thread ends without a return. When `main` does, the other threads go on.
    pub(super) fn end_thread(&mut self, here: &Here, b: &mut BlockBuilder) {
        if here.thread.index() == 0 {
            self.waits.insert(here.place, Wait { until: is_set, meaning: WaitMeaning::Outside });
            self.wait_for_ever(b);
        } else {
            self.end(here.thread, b);
        }
    }

    /// The thread sets the flag that those read who wait for its end.
    pub(super) fn end(&self, thread: ThreadId, block: &mut BlockBuilder) {
        // `main` is not joined.
        if thread.index() > 0 {
            self.hand_on(Synchronisation::End, block);
            let (one, ended) = (block.constant(1, 64), block.address(self.flag(1), 8 * thread.index() as i64, 64));
            block.store(ended, one, PLAIN);
        }
        block.jump(JumpTarget::Exit);
    }

    /// The thread does no more, but has not returned. (`main` is never started.)
    fn wait_for_ever(&self, block: &mut BlockBuilder) {
        wait_for_one(self.flag(0), 0, block);
        block.jump(JumpTarget::Exit);
    }
}

/// The fence that a barrier of Power or 32-bit Arm is.
fn tag(barrier: Barrier) -> Option<ProgramTag> {
    if barrier.is_nothing() {
        None
    } else if barrier.pairs == Pairs::ALL {
        Some(ProgramTag::Full)
    } else if barrier.pairs == Pairs::WRITE_WRITE {
        Some(ProgramTag::Stores)
    } else {
        Some(ProgramTag::Lightweight)
    }
}

fn is_free_for_all(word: u128) -> bool {
    word == 0
}

fn is_free_for_readers(word: u128) -> bool {
    lock_word::is_free(word as u64, true)
}

/// Whether a flag is as [`wait_for`] wants it.
pub(super) fn is_set(flag: u128) -> bool {
    flag == 1
}

/// Reads a flag until it is 1; executions in which that does not come are left out.
fn wait_for(address: Temp, block: &mut BlockBuilder) -> Temp {
    let found = block.load(address, 64, PLAIN);
    let wanted = block.constant(1, 64);
    let is_there = block.equal(found, wanted);
    block.assume(is_there);
    is_there
}

fn wait_for_one(flag: LocationId, number: usize, block: &mut BlockBuilder) -> Temp {
    let address = block.address(flag, 8 * number as i64, 64);
    wait_for(address, block)
}
