//! How accesses become pending: what they will wait for, and come after.

use program::TagSet;

use crate::machine::flat::StepId;
use crate::machine::front::{Act, Load, Provenance, Store, Value};
use crate::machine::memory::Range;
use crate::machine::multi_copy_atomic::advance::MOST_STEPS;
use crate::machine::multi_copy_atomic::state::Mask;
use crate::model::Propagating;

use super::Power;
use super::meaning::Fence;
use super::state::{Kind, Origin, Partner, Parts, Pending, Progress, Stop, ThreadState};
use super::writes::{View, WriteId, WriteSet};

/// Bytes of what is no access.
const NOWHERE: Range = Range { start: u32::MAX - 16, bytes: 1 };

impl Power {
    /// Lets a thread go on until it has to choose.
    pub(super) fn advance(&self, thread: &mut ThreadState, number: usize) -> Stop {
        let mut steps = MOST_STEPS;
        loop {
            match thread.front.go_on(&self.code, &self.layout, &mut steps) {
                // An atomic instruction that has not written by now writes nothing.
                Act::Begin => thread.atomic_read = None,
                Act::Load(_) if free_slot(thread).is_none() => return Stop::Full,
                Act::Load(load) => return Stop::Load(load),
                Act::Store(store) => {
                    if let Err(stop) = self.enter_write(thread, number, &store) {
                        // It stands before the write again, and tries when there is room.
                        thread.front.at = store.step;
                        return stop;
                    }
                }
                // Dependencies come from reads.
                Act::Written(result) => {
                    thread.front.define(result, Value { bits: 1, width: 1, sources: Origin::default() });
                }
                Act::Fence(step, tags) => {
                    if !self.enter_fence(thread, step, tags) {
                        thread.front.at = step;
                        return Stop::Full;
                    }
                }
                Act::Choice(result) => return Stop::Choice(result),
                Act::Ended => {
                    end(thread);
                    return Stop::Ended;
                }
                Act::Dead => return Stop::Dead,
                Act::Fault(kind, origin) => return Stop::Fault(kind, until_initiated(thread, origin).0),
                Act::Circle => return Stop::Circle,
            }
        }
    }

    /// The read that a thread stands before, as it will be pending.
    pub(super) fn new_read(&self, thread: &ThreadState, load: &Load<Origin>, value: u128) -> Option<Pending> {
        let access =
            Access { kind: Kind::Read, range: load.range, value, address: load.address, data: Origin::default() };
        self.new_access(thread, thread.front.at, access)
    }

    /// The read that a thread stands before becomes pending.
    pub(super) fn enter_read(&self, thread: &mut ThreadState, load: &Load<Origin>, read: Pending) {
        let slot = read.slot;
        let origin = Origin { reads: Mask::only(slot), ..Origin::default() };
        thread.front.pass(load.result, Value { bits: read.value, width: load.width, sources: origin });
        thread.addresses = thread.addresses.with(load.address);
        if self.meaning.is_exclusive(load.tags) {
            thread.reserved = Some(Partner::Pending(slot));
        }
        if self.meaning.is_atomic(load.tags) {
            thread.atomic_read = Some(Partner::Pending(slot));
        }
        thread.pending.push(read);
    }

    fn enter_write(&self, thread: &mut ThreadState, number: usize, store: &Store<Origin>) -> Result<(), Stop> {
        let id = self.free_write(thread, number).ok_or(Stop::FullOfWrites)?;
        let Store { range, address, value, .. } = *store;
        let access = Access { kind: Kind::Write(id), range, value: value.bits, address, data: value.sources };
        let mut write = self.new_access(thread, store.step, access).ok_or(Stop::Full)?;
        if self.meaning.is_exclusive(store.tags) {
            write.partner = thread.reserved.take();
        } else if self.meaning.is_atomic(store.tags) {
            write.partner = thread.atomic_read.take();
        }
        thread.addresses = thread.addresses.with(address);
        thread.writes.push(id);
        thread.pending.push(write);
        Ok(())
    }

    /// A name for another write of the thread: names are in use from the lowest one on.
    fn free_write(&self, thread: &ThreadState, number: usize) -> Option<WriteId> {
        self.own(number).iter().nth(thread.writes.len())
    }

    /// All names of writes of a thread.
    pub(super) fn own(&self, thread: usize) -> WriteSet {
        let all = if self.writes_of_thread == 128 { u128::MAX } else { (1 << self.writes_of_thread) - 1 };
        WriteSet(all << (self.writes_of_thread * thread))
    }

    /// False where there is no room.
    fn enter_fence(&self, thread: &mut ThreadState, step: StepId, tags: TagSet) -> bool {
        for fence in self.meaning.fences(tags) {
            match fence {
                Fence::Control => thread.before_control = thread.before_control.with(thread.front.control),
                Fence::Lightweight => {
                    thread.pending.iter_mut().for_each(|pending| pending.before_lightweight = true);
                    thread.passed_on = thread.passed_on.with(thread.done);
                }
                Fence::LightweightStores => {
                    thread.pending.iter_mut().for_each(|pending| pending.before_stores = true);
                    thread.passed_to_writes = thread.passed_to_writes.with(thread.done_writes);
                }
                Fence::Full | Fence::FullStores => {
                    let stores_only = fence == Fence::FullStores;
                    let access = Access {
                        kind: Kind::Fence { stores_only },
                        range: NOWHERE,
                        value: 0,
                        address: Origin::default(),
                        data: Origin::default(),
                    };
                    let Some(fence) = self.new_access(thread, step, access) else { return false };
                    thread.pending.push(fence);
                }
            }
        }
        true
    }

    fn new_access(&self, thread: &ThreadState, step: StepId, access: Access) -> Option<Pending> {
        let slot = free_slot(thread)?;
        let mut new = Pending {
            slot,
            step,
            kind: access.kind,
            range: access.range,
            value: access.value,
            progress: Progress::Entered,
            initiation: Parts::default(),
            commit: Parts::default(),
            ordered: ordered(thread, access.kind),
            initiated: View::default(),
            committed: View::default(),
            fenced: View::default(),
            source: None,
            is_overtaken: false,
            is_passed: false,
            before_lightweight: false,
            before_stores: false,
            partner: None,
        };
        match access.kind {
            Kind::Read => new.fenced = thread.passed_on,
            Kind::Write(_) => new.fenced = thread.passed_on.with(thread.passed_to_writes),
            Kind::Fence { .. } => return Some(new),
        }
        // ii0: what address and data are computed from. ci0: branches with a control fence behind them.
        let data = access.address.with(access.data);
        let (reads, view) = until_initiated(thread, data);
        let (branches, after_branches) = until_committed(thread, thread.before_control);
        new.initiation = Parts { initiations: reads, commits: branches };
        new.initiated = view.with(after_branches);
        // cc0: the same, branches, and the addresses of earlier accesses;
        let deciding = data.with(thread.front.control).with(thread.addresses);
        let (reads, view) = until_committed(thread, deciding);
        new.commit.commits = reads;
        new.committed = view;
        // and under Power earlier accesses to the location.
        match self.meaning.model {
            Propagating::Power => {
                new.committed = new.committed.with(thread.history(access.range).committed);
                for before in thread.pending.iter().filter(|before| before.range == access.range) {
                    match before.progress {
                        Progress::Committed => new.committed = new.committed.with(before.committed),
                        Progress::Entered | Progress::Initiated => {
                            new.commit.commits = new.commit.commits.with(Mask::only(before.slot));
                        }
                    }
                }
            }
            Propagating::Armv7 => {}
        }
        Some(new)
    }
}

/// What becomes pending.
struct Access {
    kind: Kind,
    range: Range,
    value: u128,
    address: Origin,
    data: Origin,
}

/// What fences have a new access wait for.
fn ordered(thread: &ThreadState, new: Kind) -> Mask {
    let waits = |before: &&Pending| {
        // What is done has its place in the order already; what it hands on is in `passed_on`.
        if before.is_done() {
            return false;
        }
        match (new, before.kind) {
            // A full fence waits for what it orders, and so does what it orders for the fence.
            (Kind::Fence { stores_only: false }, _)
            | (Kind::Read | Kind::Write(_), Kind::Fence { stores_only: false }) => true,
            (Kind::Fence { stores_only: true }, before) => !matches!(before, Kind::Read),
            (new, Kind::Fence { stores_only: true }) => new.is_write(),
            (Kind::Read, Kind::Read) => before.before_lightweight,
            (Kind::Read, Kind::Write(_)) => false,
            (Kind::Write(_), Kind::Read) => before.before_lightweight,
            (Kind::Write(_), Kind::Write(_)) => before.before_lightweight || before.before_stores,
        }
    };
    thread.pending.iter().filter(waits).fold(Mask::NONE, |all, before| all.with(Mask::only(before.slot)))
}

/// The reads of `origin` that are not initiated, and what the initiations of the others come after.
pub(super) fn until_initiated(thread: &ThreadState, origin: Origin) -> (Mask, View) {
    until(thread, origin, origin.initiated, Progress::Initiated, |read| read.initiated)
}

/// The reads of `origin` that are not committed, and what the commits of the others come after.
fn until_committed(thread: &ThreadState, origin: Origin) -> (Mask, View) {
    until(thread, origin, origin.committed, Progress::Committed, |read| read.committed)
}

fn until(
    thread: &ThreadState,
    origin: Origin,
    view: View,
    progress: Progress,
    after: fn(&Pending) -> View,
) -> (Mask, View) {
    let reads = thread.pending.iter().filter(|pending| origin.reads.meets(Mask::only(pending.slot)));
    reads.fold((Mask::NONE, view), |(waiting, view), read| {
        if read.progress >= progress {
            (waiting, view.with(after(read)))
        } else {
            (waiting.with(Mask::only(read.slot)), view)
        }
    })
}

fn free_slot(thread: &ThreadState) -> Option<u8> {
    let live = thread.pending.iter().fold(0_u64, |all, pending| all | 1 << pending.slot);
    (live != u64::MAX).then(|| live.trailing_ones() as u8)
}

/// Ended threads differ in what can still be observed only.
pub(super) fn end(thread: &mut ThreadState) {
    thread.addresses = Origin::default();
    thread.before_control = Origin::default();
    thread.reserved = None;
    thread.atomic_read = None;
    // As long as something is pending, fences and coherence still need what the thread has done.
    if thread.pending.is_empty() {
        thread.done = View::default();
        thread.done_writes = View::default();
        thread.passed_on = View::default();
        thread.passed_to_writes = View::default();
        thread.histories.clear();
        thread.front.provenances().for_each(|origin| *origin = Origin::default());
    }
}
