//! One execution of a program.

use crate::{Atomic, Exchange, Exchanged, Order, Place, Race, Strategy, SyncObject, ThreadId, Updated};

/// The state of one execution: everything that the memory model has to know about its past.
///
/// Operations are told in the order in which they take place; that order has to respect program order, and is the order of all
/// sequentially consistent operations. The caller also keeps the memory itself: it stores what it is told to store, at once, and passes the
/// bytes that it finds with every atomic access.
///
/// Threads that do not exist are not accepted: a call for one changes nothing (and a load gives what is in memory).
#[derive(Debug, Default)]
pub struct Execution {
    threads: u32,
    races: Vec<Race>,
}

impl Execution {
    /// An execution in which the main thread runs and nothing has happened.
    pub fn new() -> Execution {
        Execution { threads: 1, races: Vec::new() }
    }

    /// Back to the beginning; memory that has been allocated is used again.
    pub fn reset(&mut self) {
        *self = Execution::new();
    }

    // -- Threads ---------------------------------------------------------------------------------

    /// `parent` creates a thread. What the parent has done happens before all that the new thread does.
    pub fn create_thread(&mut self, _parent: ThreadId) -> ThreadId {
        self.threads += 1;
        ThreadId::from_number(self.threads - 1)
    }

    /// `thread` has taken its last step.
    pub fn finish_thread(&mut self, _thread: ThreadId) {}

    /// `thread` does nothing more until `target` has finished and then joins it. Has no effect on what is allowed; but as long as it is not
    /// known the stores that `thread` could read now must be kept.
    pub fn wait_for_thread(&mut self, _thread: ThreadId, _target: ThreadId) {}

    /// `thread` has waited for the end of `target`: all that `target` has done happens before what comes.
    pub fn join_thread(&mut self, _thread: ThreadId, _target: ThreadId) {}

    // -- Synchronisation objects -----------------------------------------------------------------

    /// What `thread` has done so far happens before what those do that acquire `object` from now on. Earlier releases stay in force.
    pub fn release(&mut self, _thread: ThreadId, _object: &mut SyncObject) {}

    /// All releases of `object` so far happen before what `thread` does from now on.
    pub fn acquire(&mut self, _thread: ThreadId, _object: &SyncObject) {}

    // -- Atomic accesses -------------------------------------------------------------------------

    /// An atomic load. Gives the value; memory stays as it is.
    pub fn load(&mut self, access: &Atomic, _strategy: &mut dyn Strategy) -> u128 {
        access.memory
    }

    /// An atomic store of `value`, which the caller then puts into memory.
    pub fn store(&mut self, _access: &Atomic, _value: u128) {}

    /// An atomic read-modify-write. `update` computes the new value from the old one; the caller then puts the new one into memory.
    pub fn read_modify_write(
        &mut self,
        access: &Atomic,
        update: impl FnOnce(u128) -> u128,
        _strategy: &mut dyn Strategy,
    ) -> Updated {
        Updated { old: access.memory, new: update(access.memory) }
    }

    /// A compare-exchange. On success the caller puts the desired value into memory.
    pub fn compare_exchange(
        &mut self,
        access: &Atomic,
        exchange: &Exchange,
        _strategy: &mut dyn Strategy,
    ) -> Exchanged {
        Exchanged { old: access.memory, success: access.memory == exchange.expected }
    }

    /// A fence between threads (`atomic_thread_fence`). A relaxed one does nothing.
    pub fn fence(&mut self, _thread: ThreadId, _order: Order) {}

    // -- Plain accesses --------------------------------------------------------------------------

    /// A read of `size` bytes that is not atomic. Inlined: repeated accesses by one thread between two synchronisations cost next to nothing.
    #[inline]
    pub fn plain_read(&mut self, _thread: ThreadId, _address: u64, _size: u64, _place: Place) {}

    /// A write of `size` bytes that is not atomic. The value is not asked for: if an atomic access meets it, it is in memory.
    #[inline]
    pub fn plain_write(&mut self, _thread: ThreadId, _address: u64, _size: u64, _place: Place) {}

    /// A volatile read: it does not race with atomic and volatile accesses. It synchronises nothing.
    pub fn volatile_read(&mut self, _thread: ThreadId, _address: u64, _size: u64, _place: Place) {}

    /// A volatile write, likewise.
    pub fn volatile_write(&mut self, _thread: ThreadId, _address: u64, _size: u64, _place: Place) {}

    /// The bytes are new or gone: allocated, freed, mapped, unmapped. Nothing that was done to them counts any more.
    pub fn forget(&mut self, _address: u64, _size: u64) {}

    // -- Races -----------------------------------------------------------------------------------

    /// The races found so far, in the order in which they were seen.
    pub fn races(&self) -> &[Race] {
        &self.races
    }
}
