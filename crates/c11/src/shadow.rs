//! Shadow memory: who accessed what last without an atomic operation (paper, section 7.2; FastTrack, Flanagan and Freund, PLDI 2009).
//!
//! Eight bytes of memory, a *granule*, have one [`Cell`]: the last write and the last read as epochs, with the bytes that they touched. What does not fit
//! (several unordered readers, bytes last touched by different threads, threads and times too large for an epoch) goes to a
//! list of full entries, so that nothing is limited. Cells lie in pages that exist once they are touched.
//!
//! Differs from the paper: a cell for eight bytes with masks instead of a word for each byte; the places of accesses are kept, so that a report
//! names both; atomic accesses are not recorded here but with their location.

use rustc_hash::FxHashMap;

use crate::location::LocationId;
use crate::{AccessKind, Place};

/// log2 of the bytes of memory that a page stands for. Short executions touch a few words here and there: large pages would be memory that the
/// kernel has to clear and nobody looks at.
const PAGE_BITS: u32 = 8;
const CELLS: usize = 1 << (PAGE_BITS - 3);
/// Pages found last, by the low bits of their numbers.
const RECENT: usize = 256;

/// A thread's component and a time in one word, the time in the low 40 bits. 0 is no epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Epoch(u64);

impl Epoch {
    const TIME_BITS: u32 = 40;

    /// None when one of the two is too large, or the time is 0.
    #[inline]
    pub(crate) fn new(slot: u32, time: u64) -> Option<Epoch> {
        let fits = slot < 1 << (64 - Self::TIME_BITS) && time < 1 << Self::TIME_BITS && time > 0;
        fits.then_some(Epoch(u64::from(slot) << Self::TIME_BITS | time))
    }

    fn slot(self) -> u32 {
        (self.0 >> Self::TIME_BITS) as u32
    }

    fn time(self) -> u64 {
        self.0 & ((1 << Self::TIME_BITS) - 1)
    }
}

/// An access to some bytes of a granule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The component of the thread in clocks.
    pub(crate) slot: u32,
    pub(crate) time: u64,
    /// The bytes that it still stands for: bit i is byte i of the granule.
    pub(crate) mask: u8,
    pub(crate) kind: AccessKind,
    pub(crate) place: Place,
}

/// The shadow of a granule. An access without bytes in its mask is none.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    write: Epoch,
    read: Epoch,
    /// The places of the write and of the read, for the lower and the upper four bytes.
    write_places: [Place; 2],
    read_places: [Place; 2],
    /// The list with further entries, plus 1; 0 is none.
    more: u32,
    /// The first location that begins in the granule, plus 1; 0 is none.
    location: u32,
    write_mask: u8,
    read_mask: u8,
    /// The bytes whose last write was not atomic and has not been met by an atomic access yet.
    fresh: u8,
    /// Whether an atomic location may overlap.
    is_atomic: bool,
}

/// What an atomic access finds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fresh {
    /// The component of the thread of the last plain write to the bytes.
    pub(crate) slot: u32,
    pub(crate) time: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Shadow {
    pages: Vec<Box<[Cell]>>,
    by_number: FxHashMap<u64, u32>,
    /// Page number (plus 1) and index in `pages`.
    recent: Vec<(u64, u32)>,
    free_pages: Vec<u32>,
    more: Vec<Vec<Entry>>,
    free_more: Vec<u32>,
}

/// The bytes of a granule that an access of `size` bytes at `offset` of it touches.
#[inline]
fn mask(offset: u32, size: u32) -> u8 {
    (((1u32 << size) - 1) << offset) as u8
}

/// The granules that `size` bytes at `address` touch, with the bytes.
pub(crate) fn granules(address: u64, size: u64) -> impl Iterator<Item = (u64, u8)> {
    // The last byte of the address space is the last that an access can touch.
    let last = address.saturating_add(size.saturating_sub(1));
    let count = if size == 0 { 0 } else { (last >> 3) - (address >> 3) + 1 };
    (0..count).map(move |index| {
        let granule = (address >> 3) + index;
        let from = address.max(granule << 3) & 7;
        let to = last.min(granule << 3 | 7) & 7;
        (granule, mask(from as u32, (to - from + 1) as u32))
    })
}

impl Shadow {
    pub(crate) fn new() -> Shadow {
        Shadow {
            pages: Vec::new(),
            by_number: FxHashMap::default(),
            recent: vec![(0, 0); RECENT],
            free_pages: Vec::new(),
            more: Vec::new(),
            free_more: Vec::new(),
        }
    }

    /// Whether a read in this epoch adds nothing to what is known: this epoch has read, or written, all the bytes.
    #[inline]
    pub(crate) fn knows_read(&self, address: u64, size: u64, epoch: Epoch) -> bool {
        let Some((cell, mask)) = self.at_once(address, size) else { return false };
        cell.read == epoch && cell.read_mask & mask == mask || cell.write == epoch && cell.write_mask & mask == mask
    }

    /// The same for a write.
    #[inline]
    pub(crate) fn knows_write(&self, address: u64, size: u64, epoch: Epoch) -> bool {
        let Some((cell, mask)) = self.at_once(address, size) else { return false };
        cell.write == epoch && cell.write_mask & cell.fresh & mask == mask
    }

    /// The cell of an access that stays within a granule on a page that was found lately.
    #[inline]
    fn at_once(&self, address: u64, size: u64) -> Option<(&Cell, u8)> {
        let offset = (address & 7) as u32;
        if size > 8 || u64::from(offset) + size > 8 {
            return None;
        }
        let number = address >> PAGE_BITS;
        let &(found, page) = self.recent.get(number as usize % RECENT)?;
        if found != number + 1 {
            return None;
        }
        let cell = self.pages.get(page as usize)?.get((address >> 3) as usize % CELLS)?;
        Some((cell, mask(offset, size as u32)))
    }

    fn page(&mut self, number: u64) -> Option<u32> {
        let (found, page) = self.recent[number as usize % RECENT];
        if found == number + 1 {
            return Some(page);
        }
        let page = *self.by_number.get(&number)?;
        self.recent[number as usize % RECENT] = (number + 1, page);
        Some(page)
    }

    fn cell(&mut self, granule: u64) -> Option<&mut Cell> {
        let page = self.page(granule >> (PAGE_BITS - 3))?;
        Some(&mut self.pages[page as usize][granule as usize % CELLS])
    }

    fn cell_made(&mut self, granule: u64) -> &mut Cell {
        let number = granule >> (PAGE_BITS - 3);
        let page = match self.page(number) {
            Some(page) => page,
            None => {
                let page = self.new_page();
                self.by_number.insert(number, page);
                self.recent[number as usize % RECENT] = (number + 1, page);
                page
            }
        };
        &mut self.pages[page as usize][granule as usize % CELLS]
    }

    fn new_page(&mut self) -> u32 {
        if let Some(page) = self.free_pages.pop() {
            self.pages[page as usize].fill(Cell::default());
            return page;
        }
        self.pages.push(vec![Cell::default(); CELLS].into_boxed_slice());
        self.pages.len() as u32 - 1
    }

    /// What can be seen of an access without looking far.
    #[inline]
    pub(crate) fn glance(&self, address: u64, size: u64) -> Option<Glance<'_>> {
        self.at_once(address, size).map(|(cell, _)| Glance(cell))
    }

    /// Calls `visit` with every recorded access to bytes of `mask`.
    pub(crate) fn visit(&mut self, granule: u64, mask: u8, visit: &mut dyn FnMut(&Entry)) {
        let Some(&mut cell) = self.cell(granule) else { return };
        if (cell.write_mask | cell.read_mask) & mask == 0 && cell.more == 0 {
            return;
        }
        for entry in cell.entries().into_iter().flatten().filter(|entry| entry.mask & mask != 0) {
            visit(&entry);
        }
        if let Some(list) = (cell.more as usize).checked_sub(1) {
            self.more[list].iter().filter(|entry| entry.mask & mask != 0).for_each(visit);
        }
    }

    /// Records an access. `is_past` tells of an earlier entry whether the new one may stand for it as well as far as order is concerned.
    pub(crate) fn record(&mut self, granule: u64, new: Entry, is_past: &dyn Fn(&Entry) -> bool) {
        let mut cell = *self.cell_made(granule);
        let mut list = match (cell.more as usize).checked_sub(1) {
            Some(list) => std::mem::take(&mut self.more[list]),
            None => Vec::new(),
        };
        let shrink = |entry: &Entry| {
            let is_covered = supersedes(new.kind, entry.kind) && is_past(entry);
            if is_covered { entry.mask & !new.mask } else { entry.mask }
        };
        let left = cell.entries().map(|entry| entry.map_or(0, |entry| shrink(&entry)));
        cell.write_mask = left[0] | left[1];
        cell.read_mask = left[2] | left[3];
        list.retain_mut(|entry| {
            entry.mask = shrink(entry);
            entry.mask != 0
        });
        if new.kind == AccessKind::Write {
            cell.fresh |= new.mask;
        }
        cell.take(&new, &mut list);
        cell.more = self.keep(cell.more, list);
        *self.cell_made(granule) = cell;
    }

    /// Puts a list of entries back and gives what the cell has to remember.
    fn keep(&mut self, more: u32, list: Vec<Entry>) -> u32 {
        match ((more as usize).checked_sub(1), list.is_empty()) {
            (Some(old), is_empty) => {
                self.more[old] = list; // Its room is used again.
                if is_empty {
                    self.free_more.push(more);
                    return 0;
                }
                more
            }
            (None, true) => 0,
            (None, false) => match self.free_more.pop() {
                Some(free) => {
                    self.more[free as usize - 1] = list;
                    free
                }
                None => {
                    self.more.push(list);
                    self.more.len() as u32
                }
            },
        }
    }

    /// An atomic access meets the bytes: the newest plain write to them that no atomic access has met. From now on it is met.
    pub(crate) fn meet(&mut self, granule: u64, mask: u8) -> Option<Fresh> {
        let cell = self.cell(granule)?;
        if cell.fresh & mask == 0 {
            return None;
        }
        cell.fresh &= !mask;
        let mut newest: Option<Fresh> = None;
        self.visit(granule, mask, &mut |entry| {
            if entry.kind == AccessKind::Write && newest.is_none_or(|newest| newest.time < entry.time) {
                newest = Some(Fresh { slot: entry.slot, time: entry.time });
            }
        });
        newest
    }

    /// The first location that begins in the granule.
    #[inline]
    pub(crate) fn location(&mut self, granule: u64) -> Option<LocationId> {
        let cell = self.cell(granule)?;
        Some(LocationId(cell.location.checked_sub(1)?))
    }

    pub(crate) fn set_location(&mut self, granule: u64, location: Option<LocationId>) {
        self.cell_made(granule).location = location.map_or(0, |location| location.0 + 1);
    }

    /// Notes that an atomic location touches the granule.
    pub(crate) fn mark_atomic(&mut self, granule: u64) {
        self.cell_made(granule).is_atomic = true;
    }

    /// Whether an atomic location may touch the granule.
    pub(crate) fn is_atomic(&mut self, granule: u64) -> bool {
        self.cell(granule).is_some_and(|cell| cell.is_atomic)
    }

    /// The granules of a range that have a shadow, with the bytes in the range; ascending.
    pub(crate) fn touched(&self, address: u64, size: u64) -> Vec<(u64, u8)> {
        let Some(last) = size.checked_sub(1).map(|more| address.saturating_add(more)) else { return Vec::new() };
        let (first_page, last_page) = (address >> PAGE_BITS, last >> PAGE_BITS);
        let mut pages: Vec<u64> = if last_page - first_page < self.by_number.len() as u64 {
            (first_page..=last_page).filter(|number| self.by_number.contains_key(number)).collect()
        } else {
            self.by_number.keys().copied().filter(|number| (first_page..=last_page).contains(number)).collect()
        };
        pages.sort_unstable();
        let within = |page: u64| {
            let (from, to) = (address.max(page << PAGE_BITS), last.min(page << PAGE_BITS | ((1 << PAGE_BITS) - 1)));
            granules(from, to - from + 1)
        };
        pages.into_iter().flat_map(within).collect()
    }

    /// Forgets all accesses to the bytes. Locations are the caller's business.
    pub(crate) fn forget(&mut self, granule: u64, mask: u8) {
        let Some(cell) = self.cell(granule) else { return };
        cell.write_mask &= !mask;
        cell.read_mask &= !mask;
        cell.fresh &= !mask;
        let more = cell.more;
        let Some(index) = (more as usize).checked_sub(1) else { return };
        let mut list = std::mem::take(&mut self.more[index]);
        list.retain_mut(|entry| {
            entry.mask &= !mask;
            entry.mask != 0
        });
        let more = self.keep(more, list);
        if let Some(cell) = self.cell(granule) {
            cell.more = more;
        }
    }

    /// Gives back the pages that lie in the range as a whole, after [`Shadow::forget`] and without locations.
    pub(crate) fn drop_pages(&mut self, address: u64, size: u64) {
        let (first, end) = (address.div_ceil(1 << PAGE_BITS), address.saturating_add(size) >> PAGE_BITS);
        let mut gone: Vec<(u64, u32)> = if first < end && end - first < self.by_number.len() as u64 {
            (first..end).filter_map(|number| Some((number, *self.by_number.get(&number)?))).collect()
        } else {
            let pages = self.by_number.iter().map(|(&number, &page)| (number, page));
            pages.filter(|(number, _)| (first..end).contains(number)).collect()
        };
        gone.sort_unstable();
        for (number, page) in gone {
            self.by_number.remove(&number);
            self.recent[number as usize % RECENT] = (0, 0);
            self.free_pages.push(page);
        }
    }
}

/// The shadow of an access that stays within a granule on a page that was found lately.
pub(crate) struct Glance<'a>(&'a Cell);

impl Glance<'_> {
    /// Whether it is clear that an atomic access races with nothing recorded: there is at most one write to the granule, which `is_known`, and,
    /// if the access `writes`, no read.
    #[inline]
    pub(crate) fn is_quiet(&self, writes: bool, is_known: impl Fn(u32, u64) -> bool) -> bool {
        let cell = self.0;
        cell.more == 0
            && (!writes || cell.read_mask == 0)
            && (cell.write_mask == 0 || is_known(cell.write.slot(), cell.write.time()))
    }

    /// Whether a byte of the granule has been written plainly since an atomic access.
    #[inline]
    pub(crate) fn is_fresh(&self) -> bool {
        self.0.fresh != 0
    }
}

/// The bytes of the two halves of a granule.
const HALVES: [u8; 2] = [0x0f, 0xf0];

impl Cell {
    /// The accesses that are in the cell itself: writes, then reads, by half.
    fn entries(&self) -> [Option<Entry>; 4] {
        let half = |kind, epoch: Epoch, mask: u8, places: [Place; 2], half: usize| {
            let mask = mask & HALVES[half];
            let entry = Entry { slot: epoch.slot(), time: epoch.time(), mask, kind, place: places[half] };
            (mask != 0).then_some(entry)
        };
        let write = |index| half(AccessKind::Write, self.write, self.write_mask, self.write_places, index);
        let read = |index| half(AccessKind::Read, self.read, self.read_mask, self.read_places, index);
        [write(0), write(1), read(0), read(1)]
    }

    /// Puts the entry into the cell, and what it displaces into the list; or, if it does not fit, itself.
    fn take(&mut self, new: &Entry, list: &mut Vec<Entry>) {
        let held = self.entries();
        let (epoch, mask, places, held) = match new.kind {
            AccessKind::Write => (&mut self.write, &mut self.write_mask, &mut self.write_places, &held[..2]),
            AccessKind::Read => (&mut self.read, &mut self.read_mask, &mut self.read_places, &held[2..]),
            AccessKind::AtomicRead | AccessKind::AtomicWrite => return list.push(*new),
        };
        let Some(now) = Epoch::new(new.slot, new.time) else { return list.push(*new) };
        if *mask != 0 && *epoch != now {
            list.extend(held.iter().flatten());
            *mask = 0;
        }
        let is_other =
            |half: usize| *mask & HALVES[half] != 0 && new.mask & HALVES[half] != 0 && places[half] != new.place;
        if is_other(0) || is_other(1) {
            return list.push(*new);
        }
        *mask |= new.mask;
        *epoch = now;
        for (place, half) in places.iter_mut().zip(HALVES) {
            if new.mask & half != 0 {
                *place = new.place;
            }
        }
    }
}

/// Whether whatever races with `old` also races with `new`, provided that `old` happens before `new`.
fn supersedes(new: AccessKind, old: AccessKind) -> bool {
    use AccessKind::{AtomicRead, AtomicWrite, Read, Write};
    [Read, Write, AtomicRead, AtomicWrite].iter().all(|kind| !old.conflicts_with(*kind) || new.conflicts_with(*kind))
}
