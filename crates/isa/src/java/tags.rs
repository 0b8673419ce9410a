//! The tags of Java events: the sets that models see.
//!
//! The first five are herd's (herdtools7, `herd/JavaAction.ml`): `O`, `ACQ`, `REL`, `V` for the mode of an access or a fence, `RA` for acquire or
//! release. `loadLoadFence` counts as an acquire fence there and `storeStoreFence` as a release fence; `LL` and `SS` distinguish
//! them apart. Plain accesses and initial writes are in none. The others are for what herd does not have: monitors, lifetimes of threads, external actions, updates that fail (`FAIL`), final fields (`FREEZE`,
//! `FINAL`), and places that hold references (`REF`).

use program::TagSet;

use super::ast::{Fence, Mode};

/// The names, by the bit of a [`TagSet`].
pub(crate) const TAGS: [&str; 19] = [
    "O", "ACQ", "REL", "V", "RA", "RMW", "LL", "SS", "LOCK", "UNLOCK", "START", "FIRST", "LAST", "JOIN", "EXT", "FAIL",
    "FREEZE", "FINAL", "REF",
];

const fn tag(index: u32) -> TagSet {
    TagSet::only(index)
}

const ACQUIRE: TagSet = tag(1).with(tag(4));
const RELEASE: TagSet = tag(2).with(tag(4));
const VOLATILE: TagSet = tag(3);

/// One event that reads and writes.
pub(crate) const RMW: TagSet = tag(5);
/// Entering a monitor.
pub(crate) const LOCK: TagSet = tag(8);
/// Leaving a monitor.
pub(crate) const UNLOCK: TagSet = tag(9);
/// The start of another thread.
pub(crate) const START: TagSet = tag(10);
/// The first event of a thread that another one starts.
pub(crate) const FIRST: TagSet = tag(11);
/// The last event of a thread that another one joins.
pub(crate) const LAST: TagSet = tag(12);
/// Waiting for the end of another thread.
pub(crate) const JOIN: TagSet = tag(13);
/// An external action.
pub(crate) const EXTERNAL: TagSet = tag(14);

/// What an update reads that does not write.
pub(crate) const FAIL: TagSet = tag(15);

/// The end of the constructor of an object with this final field.
pub(crate) const FREEZE: TagSet = tag(16);
/// An access to a final field.
pub(crate) const FINAL: TagSet = tag(17);
/// An access to a place that holds a reference.
pub(crate) const REFERENCE: TagSet = tag(18);

/// The tags of a read in this mode.
pub(crate) fn of_read(mode: Mode) -> TagSet {
    match mode {
        Mode::Plain | Mode::Release => TagSet::NONE,
        Mode::Opaque => tag(0),
        Mode::Acquire => ACQUIRE,
        Mode::Volatile => VOLATILE,
    }
}

/// The tags of a write or of a read-modify-write in this mode.
pub(crate) fn of_write(mode: Mode) -> TagSet {
    match mode {
        Mode::Plain => TagSet::NONE,
        Mode::Opaque => tag(0),
        Mode::Acquire => ACQUIRE,
        Mode::Release => RELEASE,
        Mode::Volatile => VOLATILE,
    }
}

/// The tags of a fence.
pub(crate) fn of_fence(fence: Fence) -> TagSet {
    match fence {
        Fence::Full => VOLATILE,
        Fence::Acquire => ACQUIRE,
        Fence::Release => RELEASE,
        Fence::LoadLoad => ACQUIRE.with(tag(6)),
        Fence::StoreStore => RELEASE.with(tag(7)),
    }
}
