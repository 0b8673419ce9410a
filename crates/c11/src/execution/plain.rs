//! Accesses that are not atomic, and races.

use super::Execution;
use crate::clock::Row;
use crate::shadow::{Entry, RangeAccess, granules};
use crate::{AccessKind, AccessSite, Atomic, Race, RacingAccess, ThreadId};

impl Execution {
    /// A read of `size` bytes that is not atomic.
    #[inline]
    pub fn plain_read(&mut self, thread: ThreadId, address: u64, size: u64, place: AccessSite) {
        if !self.knows_plain(thread, false, address, size) {
            self.access(thread, AccessKind::Read, address, size, place);
        }
    }

    /// A write of `size` bytes that is not atomic. The value is not asked for: if an atomic access meets it, it is in memory.
    #[inline]
    pub fn plain_write(&mut self, thread: ThreadId, address: u64, size: u64, place: AccessSite) {
        if !self.knows_plain(thread, true, address, size) {
            self.access(thread, AccessKind::Write, address, size, place);
        }
    }

    /// Whether a plain access changes nothing and races with nothing, as the thread has made the same one since it last synchronised. Who asks first need not work out
    /// its place: repeated accesses cost next to nothing.
    #[inline]
    pub fn knows_plain(&self, thread: ThreadId, is_write: bool, address: u64, size: u64) -> bool {
        let Some(&Some(epoch)) = self.epochs.get(thread.0 as usize) else { return false };
        match is_write {
            true => self.shadow.knows_write(address, size, epoch),
            false => self.shadow.knows_read(address, size, epoch),
        }
    }

    /// A volatile read: it does not race with atomic and volatile accesses. It synchronises nothing.
    pub fn volatile_read(&mut self, thread: ThreadId, address: u64, size: u64, place: AccessSite) {
        self.access(thread, AccessKind::AtomicRead, address, size, place);
    }

    /// A volatile write, likewise.
    pub fn volatile_write(&mut self, thread: ThreadId, address: u64, size: u64, place: AccessSite) {
        self.access(thread, AccessKind::AtomicWrite, address, size, place);
    }

    #[inline(never)]
    pub(super) fn access(&mut self, thread: ThreadId, kind: AccessKind, address: u64, size: u64, place: AccessSite) {
        let Some(state) = self.thread(thread) else { return };
        let (slot, clock) = (state.slot, state.clock);
        let time = self.clocks.get(clock, slot as usize) + 1;
        if !self.large.is_empty() && self.meets_large(clock, address, size, &Entry { slot, time, mask: 0, kind, place })
        {
            return;
        }
        let Some(epoch) = self.epochs[thread.0 as usize].filter(|_| !kind.is_atomic()) else {
            for (granule, mask) in granules(address, size) {
                self.access_granule(clock, granule, &Entry { slot, time, mask, kind, place });
            }
            return;
        };
        let known = self.clocks.components(clock);
        let new = RangeAccess { slot, epoch, is_write: kind.is_write(), place, known, is_fresh: true };
        let mut others = std::mem::take(&mut self.others);
        self.shadow.record_range(&new, address, size, |granule, mask| others.push((granule, mask)));
        for (granule, mask) in others.drain(..) {
            self.access_granule(clock, granule, &Entry { slot, time, mask, kind, place });
        }
        self.others = others;
    }

    pub(super) fn access_granule(&mut self, clock: Row, granule: u64, new: &Entry) {
        // What memory was given back with stays on record: every use of it is to be compared with that.
        if self.shadow.is_gone(granule) {
            return self.check_gone(clock, granule, new);
        }
        self.check_entries(clock, granule, new);
        if self.shadow.is_atomic(granule) {
            self.check_locations(clock, granule, new);
        }
        let known = self.clocks.components(clock);
        // After a race, too, the new access stands for both: later races with the old one are the same race.
        let is_past = |old: &Entry| {
            old.slot == new.slot || known[old.slot as usize] >= old.time || old.kind.conflicts_with(new.kind)
        };
        self.shadow.record(granule, *new, &is_past);
    }

    /// Races of an atomic access with accesses that are not.
    pub(super) fn check_against_plain(&mut self, access: &Atomic, kind: AccessKind) {
        let slot = self.slot(access.thread);
        let clock = self.threads[access.thread.0 as usize].clock;
        if !self.large.is_empty() {
            let new = Entry { slot, time: self.time, mask: 0, kind, place: access.place };
            self.meets_large(clock, access.address, u64::from(access.size), &new);
        }
        for (granule, mask) in granules(access.address, u64::from(access.size)) {
            let new = Entry { slot, time: self.time, mask, kind, place: access.place };
            match self.shadow.is_gone(granule) {
                true => self.check_gone(clock, granule, &new),
                false => self.check_entries(clock, granule, &new),
            }
        }
    }

    /// Races of an access with what the shadow has recorded. `clock` is that of the thread that makes it.
    fn check_entries(&mut self, clock: Row, granule: u64, new: &Entry) {
        let known = self.clocks.components(clock);
        let mut racing: Vec<Entry> = Vec::new();
        self.shadow.visit(granule, new.mask, &mut |old| {
            if old.slot != new.slot && known[old.slot as usize] < old.time && old.kind.conflicts_with(new.kind) {
                racing.push(*old);
            }
        });
        for old in racing {
            self.report(granule, &old, new, false);
        }
    }

    /// Races of an access that is not atomic with atomic ones.
    fn check_locations(&mut self, clock: Row, granule: u64, new: &Entry) {
        for id in self.overlapping(granule << 3, 8) {
            let location = &self.locations[id];
            let bytes = granules(location.address, u64::from(location.size));
            let mask = bytes.filter(|&(other, _)| other == granule).map(|(_, mask)| mask).next().unwrap_or(0);
            if mask & new.mask == 0 {
                continue;
            }
            let known = self.clocks.components(clock);
            let mut racing = Vec::new();
            for history in location.histories.iter().filter(|history| history.slot != new.slot) {
                let seen = known[history.slot as usize];
                let both = [(history.last_write, AccessKind::AtomicWrite), (history.last_read, AccessKind::AtomicRead)];
                let first = both.into_iter().find(|(last, kind)| last.time > seen && kind.conflicts_with(new.kind));
                let entry = |last: crate::location::Last, kind| Entry {
                    slot: history.slot,
                    time: last.time,
                    mask,
                    kind,
                    place: last.place,
                };
                racing.extend(first.map(|(last, kind)| entry(last, kind)));
            }
            for old in racing {
                self.report(granule, &old, new, false);
            }
        }
    }

    pub(super) fn report(&mut self, granule: u64, old: &Entry, new: &Entry, is_ordered: bool) {
        if !self.known_races.insert([(old.kind, old.place), (new.kind, new.place)]) {
            return;
        }
        let access = |entry: &Entry| RacingAccess {
            // Nothing from outside is ever recorded as an access.
            thread: self.thread_of(entry.slot, entry.time).unwrap_or(ThreadId::MAIN),
            kind: entry.kind,
            place: entry.place,
        };
        let byte = (old.mask & new.mask).trailing_zeros();
        let address = granule << 3 | u64::from(byte & 7);
        self.races.push(Race { address, first: access(old), second: access(new), is_ordered });
    }
}
