//! What a new access has to wait for: the models.
//!
//! Each rule speaks of a pending access `before` and a new one, with the fences between them and what the new one depends on. Rules
//! that follow from others by way of a third access are left out, as that one is pending too or has taken effect. What a model relaxes, and what it keeps beyond fences and
//! dependencies, is looked up in `arch` ([`arch::LocalOrder`]).
//!
//! Sources: x86-TSO (Owens, Sarkar, Sewell 2009); SPARC V8, appendix K, for PSO; for RMO section 2 of the paper (all pairs of program order but
//! dependencies are relaxed); Armv8: DDI 0487, section B2.3, "locally-ordered-before"; RISC-V: the rules of preserved program order in the chapter "RVWMO"; the others: the manuals that
//! `arch` names.

use arch::{LocalOrder, OwnUpdates};

use super::state::{Mask, Pending, Sources, ThreadState};
use crate::Model;
use crate::machine::front::{Direction, Provenance};
use crate::machine::memory::Range;
use crate::machine::tags::Annotation;

/// A new access.
pub(crate) struct New {
    pub(crate) direction: Direction,
    pub(crate) range: Range,
    pub(crate) annotation: Annotation,
    /// What its address depends on.
    pub(crate) address: Sources,
    /// What a written value depends on.
    pub(crate) data: Sources,
    /// The read of its read-modify-write.
    pub(crate) rmw_read: Mask,
}

/// What has to take effect before `new`.
pub(crate) fn waits(model: Model, thread: &ThreadState, new: &New) -> Mask {
    // Under sequential consistency all is in program order.
    let Some(local) = model.local() else { return thread.live() };
    let ordered = thread.pending.iter().filter(|before| is_ordered(model, &local, before, new));
    let ordered = ordered.fold(Mask::NONE, |all, before| all.with(Mask::only(before.slot)));
    let all = ordered.with(own_update(&local, thread, new));
    if model.has_dependencies() { all.with(dependencies(&local, thread, new)) } else { all }
}

fn is_same_location(before: &Pending, new: &New) -> bool {
    before.range.overlaps(new.range)
}

/// Whether a pending access takes effect before a new one whatever either depends on.
fn is_ordered(model: Model, local: &LocalOrder, before: &Pending, new: &New) -> bool {
    let is_relaxed = model.relaxes().has(before.direction.in_arch(), new.direction.in_arch());
    // A write waits for all accesses of its location before it; a read forwards from a write, and pins earlier reads.
    let is_coherence = new.direction == Direction::Write && is_same_location(before, new);
    // A locked instruction waits for an empty buffer, and what follows it does.
    let is_locked = before.annotation.locked || new.annotation.locked;
    !is_relaxed || is_coherence || is_locked || is_fenced(before, new) || is_annotated(local, before, new)
}

fn is_fenced(before: &Pending, new: &New) -> bool {
    // A barrier of loads takes no notice of a read whose result is thrown away (`NoRet` in aarch64.cat): it need not have read.
    let is_noticed = before.direction == Direction::Write || !before.annotation.no_return;
    before.fenced.is_full
        || before.fenced.is_decided
        || is_noticed && before.fenced.has(before.direction, new.direction)
}

fn is_annotated(local: &LocalOrder, before: &Pending, new: &New) -> bool {
    let is_kept = local.acquires_wait_for_releases && before.annotation.release && new.annotation.acquire;
    before.annotation.acquire || before.annotation.acquire_pc || new.annotation.release || is_kept || before.orders_all
}

/// What a read waits for that may get its value from the write of a read-modify-write of its thread.
fn own_update(local: &LocalOrder, thread: &ThreadState, new: &New) -> Mask {
    let Some(write) = latest_write(thread, new.range).filter(|_| new.direction == Direction::Read) else {
        return Mask::NONE;
    };
    let acquires = new.annotation.acquire || new.annotation.acquire_pc;
    let is_update = write.annotation.atomic || write.annotation.exclusive;
    match local.own_updates {
        OwnUpdates::AcquiresWaitForReads if acquires => write.rmw_read,
        OwnUpdates::WaitedFor if is_update => Mask::only(write.slot),
        OwnUpdates::Forwarded | OwnUpdates::AcquiresWaitForReads | OwnUpdates::WaitedFor => Mask::NONE,
    }
}

/// Dependencies: an access waits for what its address is computed from, a write for its data, and for all that decides whether it happens (under most models
/// also for where the accesses before it go; section 2 of the paper does not ask for that). A read that may get its value from an earlier write of the thread waits for that value.
fn dependencies(local: &LocalOrder, thread: &ThreadState, new: &New) -> Mask {
    match new.direction {
        Direction::Write => {
            let decided = new.address.with(new.data).with(thread.front.control());
            let addresses = if local.knows_addresses { thread.addresses.all() } else { Mask::NONE };
            // Its own read comes first: what is written replaces what was read.
            decided.all().with(new.rmw_read).with(addresses)
        }
        Direction::Read => {
            let forwarding = latest_write(thread, new.range).map_or(Mask::NONE, |write| write.sources);
            // A choice of a value within an instruction holds up writes alone (pick dependencies of Armv8).
            new.address.strong.with(forwarding)
        }
    }
}

/// The last pending write to any of these bytes.
pub(crate) fn latest_write(thread: &ThreadState, range: Range) -> Option<&Pending> {
    let is_write_there = |pending: &&Pending| pending.direction == Direction::Write && pending.range.overlaps(range);
    thread.pending.iter().rev().find(is_write_there)
}
