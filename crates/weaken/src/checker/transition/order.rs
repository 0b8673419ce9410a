//! What a new access has to wait for: the models.
//!
//! As in [`machine`](crate::machine), with the same sources. Fences that make a thread wait have done so before an access is entered, so that only the marks of others appear here.

use arch::{LocalOrder, OwnUpdates, Updates};

use crate::Model;
use crate::checker::state::{Direction, Exclusive, Pending, Range, State, Thread};

/// A new access.
pub(crate) struct New {
    pub(crate) direction: Direction,
    pub(crate) range: Range,
    pub(crate) is_acquire: bool,
    /// Whether it does not wait for earlier releases, although it acquires.
    pub(crate) overtakes_releases: bool,
    /// Whether it waits for all that comes before.
    pub(crate) is_release: bool,
    /// What its address depends on.
    pub(crate) address: u64,
    /// What a written value depends on.
    pub(crate) data: u64,
}

/// The last pending write to any of these bytes.
pub(crate) fn latest_write(pending: &[Pending], range: Range) -> Option<&Pending> {
    pending.iter().rev().find(|pending| pending.direction.writes() && pending.range.overlaps(range))
}

/// The bits of what has to take effect before `new`.
pub(crate) fn waits(model: Model, thread: &Thread, new: &New) -> u64 {
    if thread.pending.is_empty() {
        return 0;
    }
    // Under sequential consistency all is in program order.
    let Some(local) = model.local() else { return thread.live() };
    let ordered = thread.pending.iter().filter(|before| is_ordered(model, &local, before, new));
    let ordered = ordered.fold(0, |all, before| all | 1 << before.slot);
    let all = ordered | own_update(&local, thread, new);
    if model.has_dependencies() { all | dependencies(&local, thread, new) } else { all }
}

/// Whether a pending access takes effect before a new one whatever either depends on.
fn is_ordered(model: Model, local: &LocalOrder, before: &Pending, new: &New) -> bool {
    // A read-modify-write is both a read and a write here: one pair of halves that the model keeps in order keeps the accesses in order.
    let is_kept = |first| new.direction.in_arch().iter().any(|second| !model.relaxes().has(first, *second));
    let is_relaxed = !before.direction.in_arch().iter().any(|first| is_kept(*first));
    // A write comes after all earlier accesses of its location in coherence. A read does not wait for an earlier write of its location: it gets its value from that write.
    let is_coherence = new.direction.writes() && is_same_location(before, new);
    let is_update = before.direction == Direction::Update || new.direction == Direction::Update;
    let is_locked = local.updates == Updates::Barrier && is_update;
    // A fence between the two marks the first, where it does not make the thread wait.
    let is_fenced = before.is_fenced_before(new.direction);
    let is_annotated = new.is_release
        || local.acquires_wait_for_releases && before.is_release && new.is_acquire && !new.overtakes_releases;
    !is_relaxed || is_coherence || is_locked || is_fenced || is_annotated
}

fn is_same_location(before: &Pending, new: &New) -> bool {
    before.range.overlaps(new.range)
}

/// What a read waits for that may get its value from a read-modify-write of its thread.
fn own_update(local: &LocalOrder, thread: &Thread, new: &New) -> u64 {
    if new.direction != Direction::Read {
        return 0;
    }
    match local.own_updates {
        OwnUpdates::Forwarded => 0,
        // A load-acquire does not get its value from the write of a read-modify-write before that has reached memory.
        OwnUpdates::AcquiresWaitForReads => {
            let is_waited_for = |before: &&Pending| {
                before.exclusive != Exclusive::No && new.is_acquire && is_same_location(before, new)
            };
            thread.pending.iter().filter(is_waited_for).fold(0, |all, before| all | 1 << before.slot)
        }
        OwnUpdates::WaitedFor => {
            let is_update = |write: &&Pending| write.direction == Direction::Update || write.exclusive != Exclusive::No;
            latest_write(&thread.pending, new.range).filter(is_update).map_or(0, |write| 1 << write.slot)
        }
    }
}

/// Dependencies: an access waits for what its address is computed from, a write for its value, for all that decides whether it happens, and, in most models, for
/// where the accesses before it go (`addr; po; [W]` in the cat models): an access before could still fault. A read that may get its value from an earlier write of the thread waits
/// for that value.
fn dependencies(local: &LocalOrder, thread: &Thread, new: &New) -> u64 {
    let forwarding = latest_write(&thread.pending, new.range).map_or(0, |write| write.sources);
    let addresses = if local.knows_addresses { thread.addresses } else { 0 };
    match new.direction {
        Direction::Write | Direction::Update => new.address | new.data | thread.control | addresses,
        Direction::Read => new.address | forwarding,
    }
}

/// Whether a write by `thread` would come between reads of another thread that must read the same, or between what a read-modify-write of another thread reads and what it
/// writes.
pub(crate) fn is_pinned(state: &State, thread: usize, range: Range) -> bool {
    first_of_others(state, thread, range, |pending| pending.is_pinned || pending.exclusive == Exclusive::Reserved)
}

/// Whether a read-modify-write of another thread has read, and will write behind that.
pub(crate) fn is_reserved(state: &State, thread: usize, range: Range) -> bool {
    first_of_others(state, thread, range, |pending| pending.exclusive == Exclusive::Reserved)
}

/// Whether such an access of another thread is pending, with no earlier write to the bytes before it: behind one, it speaks of that.
fn first_of_others(state: &State, thread: usize, range: Range, is_such: fn(&Pending) -> bool) -> bool {
    state.threads.iter().enumerate().filter(|(other, _)| *other != thread).any(|(_, other)| {
        let mut is_own_before = false;
        other.pending.iter().filter(|pending| pending.range.overlaps(range)).any(|pending| {
            // Behind a write of its own a thread reads that write, whatever another thread puts before it in coherence.
            let is_first = !is_own_before;
            is_own_before |= pending.direction.writes();
            is_first && is_such(pending)
        })
    })
}
