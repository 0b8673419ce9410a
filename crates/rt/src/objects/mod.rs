//! Synchronisation objects: their rules, without threads or memory.
//!
//! An object is known by its address, and comes into being when it is first used: a zeroed or statically initialised one is as good
//! as one that was set up by a call.

mod barrier;
mod life;
mod mutex;
mod once;
mod rwlock;
mod semaphore;

use std::collections::BTreeMap;

use c11::SyncObject;

pub(crate) use barrier::Barrier;
pub(crate) use life::{Fault, Life, Moment};
pub(crate) use mutex::{Mutex, MutexKind, Soundness, Unlock};
pub(crate) use once::Once;
pub(crate) use rwlock::{Held, RwLock};
pub(crate) use semaphore::Semaphore;

/// All objects by their addresses.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    pub(crate) mutexes: BTreeMap<usize, Mutex>,
    pub(crate) rwlocks: BTreeMap<usize, RwLock>,
    pub(crate) barriers: BTreeMap<usize, Barrier>,
    pub(crate) semaphores: BTreeMap<usize, Semaphore>,
    pub(crate) onces: BTreeMap<usize, Once>,
    /// The clock of each condition variable's `pthread_cond_timedwait`, where it is not the usual one.
    pub(crate) condition_clocks: BTreeMap<usize, libc::clockid_t>,
    /// Locks that annotations speak of.
    pub(crate) annotated: BTreeMap<usize, RwLock>,
    /// Who has used and set up mutexes and their like, and who has given them up.
    pub(crate) lives: BTreeMap<usize, Life>,
    /// What else orders threads: words of memory that they wait on, annotations, locks inside library functions.
    pub(crate) others: BTreeMap<usize, SyncObject>,
}

impl Objects {
    /// Forgets all objects in memory that is gone.
    pub(crate) fn forget(&mut self, start: usize, size: usize) {
        fn remove<T>(map: &mut BTreeMap<usize, T>, start: usize, end: usize) {
            while let Some((&at, _)) = map.range(start..end).next() {
                map.remove(&at);
            }
        }
        let end = start.saturating_add(size);
        if start >= end {
            return;
        }
        remove(&mut self.mutexes, start, end);
        remove(&mut self.rwlocks, start, end);
        remove(&mut self.barriers, start, end);
        remove(&mut self.semaphores, start, end);
        remove(&mut self.onces, start, end);
        remove(&mut self.condition_clocks, start, end);
        remove(&mut self.annotated, start, end);
        remove(&mut self.lives, start, end);
        remove(&mut self.others, start, end);
    }
}
