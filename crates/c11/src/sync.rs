//! Synchronisation objects: happens-before without atomic accesses.

/// What a mutex, condition variable, barrier, thread handle and so on hands from those that release it to those that acquire it:
/// a happens-before clock. The caller keeps one for each object and says what it is for by
/// [`Execution::release`](crate::Execution::release) and [`Execution::acquire`](crate::Execution::acquire).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SyncObject {
    /// For each component of a clock the newest event that is handed on; components beyond the end are 0.
    pub(crate) clock: Vec<u64>,
}

impl SyncObject {
    /// An object that no thread has released yet: acquiring it orders nothing.
    pub const fn new() -> SyncObject {
        SyncObject { clock: Vec::new() }
    }

    /// Who acquires this object from now on acquires what has been released to another one, too.
    pub fn join(&mut self, other: &SyncObject) {
        if self.clock.len() < other.clock.len() {
            self.clock.resize(other.clock.len(), 0);
        }
        for (own, &known) in self.clock.iter_mut().zip(&other.clock) {
            *own = known.max(*own);
        }
    }

    /// Forgets all releases, as initialising the object does.
    pub fn reset(&mut self) {
        self.clock.clear();
    }
}
