//! Initialisation that is done once: `pthread_once`, `call_once`, and the guards of C++ static local variables.

use c11::SyncObject;

/// The state of an initialisation.
#[derive(Debug, Default)]
pub(crate) struct Once {
    /// Who is doing it.
    pub(crate) runner: Option<usize>,
    /// Whether it is done.
    pub(crate) is_done: bool,
    /// From its end to all who find it done.
    pub(crate) sync: SyncObject,
}
