//! Semaphores.

use c11::SyncObject;

/// A semaphore.
#[derive(Debug, Default)]
pub(crate) struct Semaphore {
    /// How often it can be taken.
    pub(crate) value: u32,
    /// From post to wait.
    pub(crate) sync: SyncObject,
}

impl Semaphore {
    /// With this value.
    pub(crate) fn new(value: u32) -> Semaphore {
        Semaphore { value, sync: SyncObject::new() }
    }
}
