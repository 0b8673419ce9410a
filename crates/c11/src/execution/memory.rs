//! The life of memory: when it is allocated, when it is given back, and what comes of using it before and after.
//!
//! Allocating memory counts as a write to all of it, and so does giving it back: who uses it without knowing of the one, or without the other knowing of that, races with it. After its end any use is
//! wrong, also one that comes after it. Of small blocks both are recorded byte by byte as other writes are; of large ones as a whole.

use super::Execution;
use crate::clock::Row;
use crate::shadow::{Entry, RangeAccess};
use crate::{AccessKind, AccessSite, ThreadId};

/// Of blocks up to this size what happens to them is recorded byte by byte.
const SMALL: u64 = 1 << 16;

/// A large block, or what is left of its record when a part has got other uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Large {
    end: u64,
    /// Its allocation, or its end: the component of the thread, when, and where.
    slot: u32,
    time: u64,
    place: AccessSite,
    is_gone: bool,
}

impl Execution {
    /// The bytes are new or gone, in a way that is none of the program's business: mapped, unmapped, a stack. Nothing that was done to them counts any more.
    pub fn forget(&mut self, address: u64, size: u64) {
        self.remove_locations(address, size);
        self.shadow.forget_range(address, size);
        if !self.large.is_empty() {
            self.forget_large(address, size);
        }
    }

    /// `thread` allocates memory: nothing that was done to it before counts any more, and it is as if the thread wrote to all of it, but that no atomic access finds a value of it.
    pub fn allocate(&mut self, thread: ThreadId, address: u64, size: u64, place: AccessSite) {
        self.forget(address, size);
        let Some(state) = self.thread(thread) else { return };
        let (slot, clock) = (state.slot, state.clock);
        if size > SMALL {
            let time = self.clocks.get(clock, slot as usize) + 1;
            self.large.insert(address, Large { end: address.saturating_add(size), slot, time, place, is_gone: false });
            return;
        }
        let Some(epoch) = self.epochs[thread.0 as usize] else { return };
        let known = self.clocks.components(clock);
        let new = RangeAccess { slot, epoch, is_write: true, place, known, is_fresh: false };
        // What is not simple to record lies beside an atomic location in the same eight bytes, outside the block: blocks are aligned.
        self.shadow.record_range(&new, address, size, |_, _| ());
    }

    /// `thread` gives memory back. It is as if it wrote to all of it; and every use of it from then on is reported, until it is allocated again or forgotten.
    pub fn end_memory(&mut self, thread: ThreadId, address: u64, size: u64, place: AccessSite) {
        let Some(state) = self.thread(thread) else { return };
        let (slot, clock) = (state.slot, state.clock);
        if size <= SMALL {
            self.access(thread, AccessKind::Write, address, size, place);
            self.shadow.mark_gone(address, size);
        } else {
            let time = self.clocks.get(clock, slot as usize) + 1;
            let new = Entry { slot, time, mask: 0, kind: AccessKind::Write, place };
            if self.meets_large(clock, address, size, &new) {
                return;
            }
            for (granule, mask) in self.shadow.touched(address, size) {
                self.access_granule(clock, granule, &Entry { mask, ..new });
            }
            self.remove_locations(address, size);
            self.forget_large(address, size);
            self.large.insert(address, Large { end: address.saturating_add(size), slot, time, place, is_gone: true });
        }
        // What the thread has done to the memory before, it has not done since.
        self.tick(thread);
    }

    /// The memory of a thread that has ended, its stack above all, is not to be used any more. That other threads have used it before is not compared with its end.
    pub fn end_stack(&mut self, thread: ThreadId, address: u64, size: u64, place: AccessSite) {
        let Some(state) = self.thread(thread) else { return };
        let (slot, time) = (state.slot, self.clocks.get(state.clock, state.slot as usize));
        self.forget(address, size);
        if size > 0 {
            self.large.insert(address, Large { end: address.saturating_add(size), slot, time, place, is_gone: true });
        }
    }

    /// Compares an access with the large block that it meets, if it meets one: its end must not have come, its allocation must be known. Gives whether its end has come.
    #[cold]
    pub(super) fn meets_large(&mut self, clock: Row, address: u64, size: u64, new: &Entry) -> bool {
        let before = self.large.range(..address.saturating_add(size.max(1))).next_back();
        let Some((&start, &block)) = before.filter(|(_, block)| block.end > address) else { return false };
        let is_known = block.slot == new.slot || self.clocks.components(clock)[block.slot as usize] >= block.time;
        if block.is_gone || !is_known {
            let at = address.max(start);
            let mask = 1 << (at & 7);
            let Large { slot, time, place, .. } = block;
            let old = Entry { slot, time, mask, kind: AccessKind::Write, place };
            self.report(at >> 3, &old, &Entry { mask, ..*new }, is_known);
        }
        block.is_gone
    }

    /// A use of memory that was given back.
    #[cold]
    pub(super) fn check_gone(&mut self, clock: Row, granule: u64, new: &Entry) {
        let known = self.clocks.components(clock);
        let mut found: Vec<(Entry, bool)> = Vec::new();
        self.shadow.visit(granule, new.mask, &mut |old| {
            let is_known = old.slot == new.slot || known[old.slot as usize] >= old.time;
            found.push((*old, is_known));
        });
        for (old, is_known) in found.into_iter().filter(|(old, _)| old.kind == AccessKind::Write) {
            self.report(granule, &old, new, is_known);
        }
    }

    fn forget_large(&mut self, address: u64, size: u64) {
        let end = address.saturating_add(size);
        let met = self.large.range(..end).rev().take_while(|(_, block)| block.end > address);
        let met: Vec<(u64, Large)> = met.map(|(&start, &block)| (start, block)).collect();
        for (start, block) in met {
            self.large.remove(&start);
            if start < address {
                self.large.insert(start, Large { end: address, ..block });
            }
            if block.end > end {
                self.large.insert(end, block);
            }
        }
    }

    fn remove_locations(&mut self, address: u64, size: u64) {
        // A location has up to 16 bytes, so that one that begins before the range may reach into it.
        for first in self.shadow.locations_in(address.saturating_sub(16), size.saturating_add(address.min(16))) {
            let mut next = Some(first);
            while let Some(id) = next {
                let location = &self.locations[id];
                next = location.next;
                if location.overlaps(address, size) {
                    self.remove_location(id);
                }
            }
        }
    }
}
