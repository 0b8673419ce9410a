//! What a new access has to wait for: the models.
//!
//! Each rule speaks of a pending access `before` and a new one, with the fences between them and what the new one depends on. Rules
//! that follow from others by way of a third access are left out, as that one is pending too or has taken effect.
//!
//! Sources: x86-TSO (Owens, Sarkar, Sewell 2009); SPARC V8, appendix K, for PSO; for RMO section 2 of the paper (all pairs of program order but
//! dependencies are relaxed); Armv8: DDI 0487, section B2.3, "locally-ordered-before".

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
    let pairs = |orders: fn(&Pending, &New) -> bool| {
        let ordered = thread.pending.iter().filter(|before| orders(before, new));
        ordered.fold(Mask::NONE, |all, before| all.with(Mask::only(before.slot)))
    };
    match model {
        Model::Sc => thread.live(),
        Model::Tso => pairs(tso),
        Model::Pso => pairs(pso),
        Model::Rmo => pairs(rmo).with(dependencies(thread, new)),
        Model::Armv8 => {
            let writes = new.direction == Direction::Write;
            let addresses = if writes { thread.addresses.all() } else { Mask::NONE };
            let dependencies = dependencies(thread, new).with(addresses);
            pairs(armv8).with(dependencies).with(forwarded_acquire(thread, new))
        }
    }
}

fn is_same_location(before: &Pending, new: &New) -> bool {
    before.range.overlaps(new.range)
}

/// A locked instruction waits for an empty buffer, and what follows it does.
fn is_locked(before: &Pending, new: &New) -> bool {
    before.annotation.atomic || new.annotation.atomic
}

fn tso(before: &Pending, new: &New) -> bool {
    match (before.direction, new.direction) {
        (Direction::Write, Direction::Read) => {
            before.fenced.has(before.direction, new.direction) || is_locked(before, new)
        }
        (Direction::Read, _) | (Direction::Write, Direction::Write) => true,
    }
}

fn pso(before: &Pending, new: &New) -> bool {
    match (before.direction, new.direction) {
        (Direction::Read, _) => true,
        (Direction::Write, Direction::Read) => {
            before.fenced.has(before.direction, new.direction) || is_locked(before, new)
        }
        (Direction::Write, Direction::Write) => {
            let is_fenced = before.fenced.has(before.direction, new.direction);
            is_fenced || is_locked(before, new) || is_same_location(before, new)
        }
    }
}

fn rmo(before: &Pending, new: &New) -> bool {
    let is_coherence = new.direction == Direction::Write && is_same_location(before, new);
    is_coherence || before.fenced.has(before.direction, new.direction) || is_locked(before, new)
}

fn armv8(before: &Pending, new: &New) -> bool {
    let (reads, writes) = (before.direction == Direction::Read, before.direction == Direction::Write);
    let new_writes = new.direction == Direction::Write;
    // A barrier of loads takes no notice of a read whose result is thrown away (`NoRet` in aarch64.cat): it need not have read.
    let is_noticed = writes || !before.annotation.no_return;
    let barrier = before.fenced.is_full
        || before.fenced.is_decided
        || is_noticed && before.fenced.has(before.direction, new.direction);
    let half = reads && (before.annotation.acquire || before.annotation.acquire_pc)
        || new_writes && new.annotation.release
        || writes && before.annotation.release && !new_writes && new.annotation.acquire
        || before.orders_all;
    barrier || half || new_writes && is_same_location(before, new)
}

/// Dependencies: an access waits for what its address is computed from, a write for its data, and for all that decides whether it happens (under Armv8
/// also for where the accesses before it go; section 2 of the paper does not ask for that). A read that may get its value from an earlier write of the thread waits for that value.
fn dependencies(thread: &ThreadState, new: &New) -> Mask {
    match new.direction {
        Direction::Write => {
            let decided = new.address.with(new.data).with(thread.front.control());
            decided.all().with(new.rmw_read)
        }
        Direction::Read => {
            let forwarding = latest_write(thread, new.range).map_or(Mask::NONE, |write| write.sources);
            new.address.strong.with(forwarding)
        }
    }
}

/// An acquire that may read from the write of a read-modify-write waits for the read of that.
fn forwarded_acquire(thread: &ThreadState, new: &New) -> Mask {
    let acquires = new.direction == Direction::Read && (new.annotation.acquire || new.annotation.acquire_pc);
    match latest_write(thread, new.range) {
        Some(write) if acquires => write.rmw_read,
        _ => Mask::NONE,
    }
}

/// The last pending write to any of these bytes.
pub(crate) fn latest_write(thread: &ThreadState, range: Range) -> Option<&Pending> {
    let is_write_there = |pending: &&Pending| pending.direction == Direction::Write && pending.range.overlaps(range);
    thread.pending.iter().rev().find(is_write_there)
}
