//! Accesses that are not atomic, and races.

use super::Execution;
use crate::shadow::{Entry, granules};
use crate::{AccessKind, Atomic, Place, Race, RacingAccess, ThreadId};

impl Execution {
    /// A read of `size` bytes that is not atomic. Inlined: repeated accesses by one thread between two synchronisations cost next to nothing.
    #[inline]
    pub fn plain_read(&mut self, thread: ThreadId, address: u64, size: u64, place: Place) {
        if let Some(&Some(epoch)) = self.epochs.get(thread.0 as usize)
            && self.shadow.knows_read(address, size, epoch)
        {
            return;
        }
        self.access(thread, AccessKind::Read, address, size, place);
    }

    /// A write of `size` bytes that is not atomic. The value is not asked for: if an atomic access meets it, it is in memory.
    #[inline]
    pub fn plain_write(&mut self, thread: ThreadId, address: u64, size: u64, place: Place) {
        if let Some(&Some(epoch)) = self.epochs.get(thread.0 as usize)
            && self.shadow.knows_write(address, size, epoch)
        {
            return;
        }
        self.access(thread, AccessKind::Write, address, size, place);
    }

    /// A volatile read: it does not race with atomic and volatile accesses. It synchronises nothing.
    pub fn volatile_read(&mut self, thread: ThreadId, address: u64, size: u64, place: Place) {
        self.access(thread, AccessKind::AtomicRead, address, size, place);
    }

    /// A volatile write, likewise.
    pub fn volatile_write(&mut self, thread: ThreadId, address: u64, size: u64, place: Place) {
        self.access(thread, AccessKind::AtomicWrite, address, size, place);
    }

    /// The bytes are new or gone: allocated, freed, mapped, unmapped. Nothing that was done to them counts any more.
    pub fn forget(&mut self, address: u64, size: u64) {
        let touched = self.shadow.touched(address.saturating_sub(16), size.saturating_add(address.min(16)));
        for &(granule, _) in &touched {
            let mut next = self.shadow.location(granule);
            while let Some(id) = next {
                let location = &self.locations[id];
                next = location.next;
                if location.overlaps(address, size) {
                    self.remove_location(id);
                }
            }
        }
        for (granule, mask) in self.shadow.touched(address, size) {
            self.shadow.forget(granule, mask);
        }
        self.shadow.drop_pages(address, size);
    }

    #[inline(never)]
    fn access(&mut self, thread: ThreadId, kind: AccessKind, address: u64, size: u64, place: Place) {
        let Some(state) = self.thread(thread) else { return };
        let slot = thread.slot() as u32;
        let clock = state.clock;
        let time = self.clocks.get(clock, thread.slot()) + 1;
        for (granule, mask) in granules(address, size) {
            let new = Entry { slot, time, mask, kind, place };
            self.check_entries(granule, &new);
            if self.shadow.is_atomic(granule) {
                self.check_locations(granule, &new);
            }
            let known = self.clocks.components(clock);
            // After a race, too, the new access stands for both: later races with the old one are the same mistake.
            let is_past =
                |old: &Entry| old.slot == slot || known[old.slot as usize] >= old.time || old.kind.conflicts_with(kind);
            self.shadow.record(granule, new, &is_past);
        }
    }

    /// Races of an atomic access with accesses that are not.
    pub(super) fn check_against_plain(&mut self, access: &Atomic, kind: AccessKind) {
        let slot = access.thread.slot() as u32;
        for (granule, mask) in granules(access.address, u64::from(access.size)) {
            self.check_entries(granule, &Entry { slot, time: self.time, mask, kind, place: access.place });
        }
    }

    /// Races of an access with what the shadow has recorded.
    fn check_entries(&mut self, granule: u64, new: &Entry) {
        let known = self.clocks.components(self.threads[new.slot as usize - 1].clock);
        let mut racing: Vec<Entry> = Vec::new();
        self.shadow.visit(granule, new.mask, &mut |old| {
            if old.slot != new.slot && known[old.slot as usize] < old.time && old.kind.conflicts_with(new.kind) {
                racing.push(*old);
            }
        });
        for old in racing {
            self.report(granule, &old, new);
        }
    }

    /// Races of an access that is not atomic with atomic ones.
    fn check_locations(&mut self, granule: u64, new: &Entry) {
        for id in self.overlapping(granule << 3, 8) {
            let location = &self.locations[id];
            let bytes = granules(location.address, u64::from(location.size));
            let mask = bytes.filter(|&(other, _)| other == granule).map(|(_, mask)| mask).next().unwrap_or(0);
            if mask & new.mask == 0 {
                continue;
            }
            let known = self.clocks.components(self.threads[new.slot as usize - 1].clock);
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
                self.report(granule, &old, new);
            }
        }
    }

    fn report(&mut self, granule: u64, old: &Entry, new: &Entry) {
        if !self.known_races.insert([(old.kind, old.place), (new.kind, new.place)]) {
            return;
        }
        let access = |entry: &Entry| RacingAccess {
            // Nothing from outside is ever recorded as an access.
            thread: ThreadId(entry.slot.saturating_sub(1)),
            kind: entry.kind,
            place: entry.place,
        };
        let byte = (old.mask & new.mask).trailing_zeros();
        let address = granule << 3 | u64::from(byte & 7);
        self.races.push(Race { address, first: access(old), second: access(new) });
    }
}
