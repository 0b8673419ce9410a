//! What a new access has to wait for: the models.
//!
//! As in [`machine`](crate::machine), with the same sources. Fences that make a thread wait have done so before an access is entered, so that only the marks of others appear here.

use crate::Model;
use crate::checker::state::{Direction, Exclusive, Pending, Range, State, Thread};

/// A new access.
pub(crate) struct New {
    pub(crate) direction: Direction,
    pub(crate) range: Range,
    pub(crate) is_acquire: bool,
    /// Whether it does not wait for earlier releases, although it acquires.
    pub(crate) overtakes_releases: bool,
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
    let pairs = |orders: fn(&Pending, &New) -> bool| {
        let ordered = thread.pending.iter().filter(|before| orders(before, new));
        ordered.fold(0, |all, before| all | 1 << before.slot)
    };
    match model {
        Model::Sc => thread.live(),
        Model::Tso => pairs(tso),
        Model::Pso => pairs(pso),
        Model::Rmo => pairs(rmo) | dependencies(thread, new, 0),
        // Writes wait until all earlier addresses are known (`addr; po; [W]` in aarch64.cat): an access before could still fault. RMO does not ask for that.
        Model::Armv8 => pairs(armv8) | dependencies(thread, new, thread.addresses),
    }
}

fn is_locked(before: &Pending, new: &New) -> bool {
    before.direction == Direction::Update || new.direction == Direction::Update
}

fn is_same_location(before: &Pending, new: &New) -> bool {
    before.range.overlaps(new.range)
}

fn tso(before: &Pending, new: &New) -> bool {
    // A write and a later read are all that changes places, and not where one of them is locked.
    // A fence between the two makes the thread wait, so that no mark is left.
    before.direction != Direction::Write || new.direction != Direction::Read || is_locked(before, new)
}

fn pso(before: &Pending, new: &New) -> bool {
    // What follows a read waits for it, as under TSO.
    if before.direction != Direction::Write || is_locked(before, new) {
        return true;
    }
    before.is_fenced_before(new.direction) || new.direction == Direction::Write && is_same_location(before, new)
}

fn rmo(before: &Pending, new: &New) -> bool {
    let is_coherence = new.direction.writes() && is_same_location(before, new);
    is_coherence || before.is_fenced_before(new.direction)
}

fn armv8(before: &Pending, new: &New) -> bool {
    // A load-acquire does not get its value from the write of a read-modify-write before that has reached memory.
    let is_of_update = before.exclusive != Exclusive::No;
    rmo(before, new)
        || new.is_release && new.direction.writes()
        || before.is_release && new.is_acquire && !new.overtakes_releases
        || is_of_update && new.is_acquire && is_same_location(before, new)
}

/// Dependencies: an access waits for what its address is computed from, a write for its value, for all that decides whether it happens, and for
/// `addresses`: where the accesses before it go, in models that order so. A read that may get its value from an earlier write of the thread waits
/// for that value.
fn dependencies(thread: &Thread, new: &New, addresses: u64) -> u64 {
    let forwarding = latest_write(&thread.pending, new.range).map_or(0, |write| write.sources);
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
