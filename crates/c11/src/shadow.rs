//! Shadow memory: who accessed what last without an atomic operation (paper, section 7.2; FastTrack, Flanagan and Freund, PLDI 2009).
//!
//! Eight bytes of memory, a *granule*, have one [`Cell`]: the last write and the last read as epochs, with the bytes that they touched. What does not fit
//! (several unordered readers, bytes last touched by different threads, threads and times too large for an epoch) goes to a
//! list of full entries, so that nothing is limited. Cells lie in pages that exist once they are touched; which do, tables say of a region of memory each.
//!
//! Differs from the paper: a cell for eight bytes with masks instead of a word for each byte; the places of accesses are kept, so that a report
//! names both; atomic accesses are not recorded here but with their location.

mod gone;

use rustc_hash::FxHashMap;

use crate::location::LocationId;
use crate::{AccessKind, AccessSite};

/// log2 of the bytes of memory that a page stands for. Short executions touch a few words here and there: large pages would be memory that the
/// kernel has to clear for nothing.
const PAGE_BITS: u32 = 8;
const CELLS: usize = 1 << (PAGE_BITS - 3);
/// log2 of the pages of a region. Its table takes a sixty-fourth of the memory that it stands for.
const REGION_BITS: u32 = 8;
const PAGES: usize = 1 << REGION_BITS;
/// For how many pages there is room to begin with: short executions do not grow out of one block into the next.
const FIRST_PAGES: usize = 28;
/// Pages found last, by the low bits of their numbers.
const RECENT: usize = 256;

/// A thread's component and a time in one word, the time in the low 40 bits. 0 is no epoch.
///
/// Aligned as its half, which makes a [`Cell`] a twelfth smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, packed(4))]
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
    pub(crate) place: AccessSite,
}

/// The shadow of a granule. An access without bytes in its mask is none.
///
/// 36 bytes: memory that a program fills takes four and a half times as much here.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    write: Epoch,
    read: Epoch,
    /// The places of the write and of the read, for the lower and the upper four bytes.
    write_places: [AccessSite; 2],
    read_places: [AccessSite; 2],
    write_mask: u8,
    read_mask: u8,
    /// The bytes whose last write was not atomic and has not been met by an atomic access yet.
    fresh: u8,
    flags: u8,
}

/// Among the flags of a cell: an atomic location may overlap, or begin here.
const ATOMIC: u8 = 1;
/// Among the flags of a cell: there is a list with further entries.
const LISTED: u8 = 2;
/// Among the flags of a cell: the memory was given back, by the write that is recorded.
const GONE: u8 = 4;

/// The pages of a region.
#[derive(Clone, Debug)]
struct Table {
    /// Their indices, plus 1; 0 is none.
    pages: [u32; PAGES],
    /// How many there are.
    count: u32,
}

impl Table {
    const EMPTY: Table = Table { pages: [0; PAGES], count: 0 };
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
    /// Those of page `p` from `p * CELLS` on.
    cells: Vec<Cell>,
    /// Tables by the numbers of regions.
    regions: FxHashMap<u64, u32>,
    tables: Vec<Table>,
    free_tables: Vec<u32>,
    /// The region looked up last (its number plus 1) and its table.
    last_region: (u64, u32),
    /// Page number (plus 1) and index of a page.
    recent: Vec<(u64, u32)>,
    free_pages: Vec<u32>,
    /// The first location that begins in a granule.
    locations: FxHashMap<u64, LocationId>,
    /// Further entries of granules.
    lists: FxHashMap<u64, Vec<Entry>>,
    /// Empty lists, for their room.
    spare: Vec<Vec<Entry>>,
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
            cells: Vec::with_capacity(FIRST_PAGES * CELLS),
            regions: FxHashMap::default(),
            tables: Vec::new(),
            free_tables: Vec::new(),
            last_region: (0, 0),
            recent: vec![(0, 0); RECENT],
            free_pages: Vec::new(),
            locations: FxHashMap::default(),
            lists: FxHashMap::default(),
            spare: Vec::new(),
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
        // Where an atomic access has met the bytes since, they have to become fresh again.
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
        // Numbers are noted plus 1, so that an empty place is not taken for page 0.
        if found != number + 1 {
            return None;
        }
        let cell = self.cells.get(index_of(page, address >> 3))?;
        Some((cell, mask(offset, size as u32)))
    }

    fn page(&mut self, number: u64) -> Option<u32> {
        let (found, page) = self.recent[number as usize % RECENT];
        if found == number + 1 {
            return Some(page);
        }
        let table = self.table(number >> REGION_BITS)?;
        let page = self.tables[table as usize].pages[number as usize % PAGES].checked_sub(1)?;
        self.recent[number as usize % RECENT] = (number + 1, page);
        Some(page)
    }

    /// The table of a region.
    fn table(&mut self, region: u64) -> Option<u32> {
        let (found, table) = self.last_region;
        if found == region + 1 {
            return Some(table);
        }
        let table = *self.regions.get(&region)?;
        self.last_region = (region + 1, table);
        Some(table)
    }

    fn table_made(&mut self, region: u64) -> u32 {
        if let Some(table) = self.table(region) {
            return table;
        }
        let table = self.free_tables.pop().unwrap_or_else(|| {
            self.tables.push(Table::EMPTY);
            self.tables.len() as u32 - 1
        });
        self.regions.insert(region, table);
        self.last_region = (region + 1, table);
        table
    }

    /// Where the cell of a granule is.
    fn index(&mut self, granule: u64) -> Option<usize> {
        let page = self.page(granule >> (PAGE_BITS - 3))?;
        Some(index_of(page, granule))
    }

    fn cell(&mut self, granule: u64) -> Option<&mut Cell> {
        let index = self.index(granule)?;
        Some(&mut self.cells[index])
    }

    /// The cells of a page.
    fn cells_mut(&mut self, page: u32) -> &mut [Cell] {
        let start = page as usize * CELLS;
        &mut self.cells[start..start + CELLS]
    }

    /// Where the cell of a granule is, made if there is none.
    fn index_made(&mut self, granule: u64) -> usize {
        index_of(self.page_made(granule >> (PAGE_BITS - 3)), granule)
    }

    fn page_made(&mut self, number: u64) -> u32 {
        match self.page(number) {
            Some(page) => page,
            None => {
                let page = self.new_page();
                let table = self.table_made(number >> REGION_BITS);
                let table = &mut self.tables[table as usize];
                table.pages[number as usize % PAGES] = page + 1;
                table.count += 1;
                self.recent[number as usize % RECENT] = (number + 1, page);
                page
            }
        }
    }

    fn new_page(&mut self) -> u32 {
        if let Some(page) = self.free_pages.pop() {
            // Pages are cleared when they are taken, not when they are given back: many never are taken again.
            self.cells_mut(page).fill(Cell::default());
            return page;
        }
        let page = (self.cells.len() / CELLS) as u32;
        self.cells.resize(self.cells.len() + CELLS, Cell::default());
        page
    }

    /// The page is not needed any more. Its cells have no lists.
    fn remove_page(&mut self, number: u64, page: u32) {
        self.free_pages.push(page);
        self.recent[number as usize % RECENT] = (0, 0);
        let region = number >> REGION_BITS;
        let Some(index) = self.table(region) else { return };
        let table = &mut self.tables[index as usize];
        table.pages[number as usize % PAGES] = 0;
        table.count -= 1;
        if table.count == 0 {
            self.regions.remove(&region);
            self.free_tables.push(index);
            self.last_region = (0, 0);
        }
    }

    /// Records an access by the thread of `epoch` to all granules of a range for which that is simple; calls `rest` for the others. What is simple: nothing but the last write and
    /// the last read is recorded, both are known to the thread, whose clock is `known`, and no atomic location is near.
    pub(crate) fn record_range(
        &mut self,
        new: &RangeAccess<'_>,
        address: u64,
        size: u64,
        mut rest: impl FnMut(u64, u8),
    ) {
        let Some(last) = size.checked_sub(1).map(|more| address.saturating_add(more)) else { return };
        for number in address >> PAGE_BITS..=last >> PAGE_BITS {
            let page = self.page_made(number);
            let (from, to) = cells_of(number, address, size);
            let first = (number << PAGE_BITS >> 3) + from as u64;
            let mut record = |cell: &mut Cell, index: usize, mask: u8| {
                if !cell.record_simply(new, mask) {
                    rest(first + index as u64, mask);
                }
            };
            // Between the ends all bytes are accessed: with a mask that is known when this is compiled little is left to be done for a cell, and most of filled memory is there.
            let (cells, end) = (&mut self.cells_mut(page)[from..to], to - from - 1);
            record(&mut cells[0], 0, mask_of(first, address, last));
            for (index, cell) in cells.iter_mut().enumerate().take(end).skip(1) {
                record(cell, index, u8::MAX);
            }
            if end > 0 {
                record(&mut cells[end], end, mask_of(first + end as u64, address, last));
            }
        }
    }

    /// The first locations of all granules of a range that have any.
    pub(crate) fn locations_in(&mut self, address: u64, size: u64) -> Vec<LocationId> {
        let mut found = Vec::new();
        if self.locations.is_empty() {
            return found;
        }
        self.visit_pages(address, size, |shadow, number, page| {
            let (from, to) = cells_of(number, address, size);
            let first = (number << PAGE_BITS) >> 3;
            for index in from..to {
                if shadow.cells_mut(page)[index].flags & ATOMIC != 0 {
                    found.extend(shadow.locations.get(&(first + index as u64)));
                }
            }
        });
        found
    }

    /// Calls `visit` with the pages that a range touches and that exist, ascending: numbers and indices.
    fn visit_pages(&mut self, address: u64, size: u64, mut visit: impl FnMut(&mut Shadow, u64, u32)) {
        let Some(last) = size.checked_sub(1).map(|more| address.saturating_add(more)) else { return };
        let (first_page, last_page) = (address >> PAGE_BITS, last >> PAGE_BITS);
        let (first_region, last_region) = (first_page >> REGION_BITS, last_page >> REGION_BITS);
        let mut visit_region = |shadow: &mut Shadow, region: u64| {
            let Some(table) = shadow.table(region) else { return };
            let start = region << REGION_BITS;
            for number in first_page.max(start)..=last_page.min(start + PAGES as u64 - 1) {
                if let Some(page) = shadow.tables[table as usize].pages[number as usize % PAGES].checked_sub(1) {
                    visit(shadow, number, page);
                }
            }
        };
        // A range may be as large as an address space, of which a few regions exist: whichever is shorter is walked
        // through.
        if last_region - first_region <= self.regions.len() as u64 {
            (first_region..=last_region).for_each(|region| visit_region(self, region));
            return;
        }
        let all = self.regions.keys().copied();
        let mut regions: Vec<u64> = all.filter(|region| (first_region..=last_region).contains(region)).collect();
        // What is reported first must not depend on the order of a hash table.
        regions.sort_unstable();
        regions.into_iter().for_each(|region| visit_region(self, region));
    }

    /// What can be seen of an access without looking far.
    #[inline]
    pub(crate) fn recorded(&self, address: u64, size: u64) -> Option<Recorded<'_>> {
        self.at_once(address, size).map(|(cell, _)| Recorded(cell))
    }

    /// Calls `visit` with every recorded access to bytes of `mask`.
    pub(crate) fn visit(&mut self, granule: u64, mask: u8, visit: &mut dyn FnMut(&Entry)) {
        let Some(&mut cell) = self.cell(granule) else { return };
        if (cell.write_mask | cell.read_mask) & mask == 0 && cell.flags & LISTED == 0 {
            return;
        }
        for entry in cell.entries().into_iter().flatten().filter(|entry| entry.mask & mask != 0) {
            visit(&entry);
        }
        if cell.flags & LISTED != 0
            && let Some(list) = self.lists.get(&granule)
        {
            list.iter().filter(|entry| entry.mask & mask != 0).for_each(visit);
        }
    }

    /// Records an access. `is_past` decides of an earlier entry whether the new one may stand for it as well as far as order is concerned.
    pub(crate) fn record(&mut self, granule: u64, new: Entry, is_past: &dyn Fn(&Entry) -> bool) {
        let index = self.index_made(granule);
        let mut cell = self.cells[index];
        let mut list = self.take_list(granule, cell.flags);
        let shrink = |entry: &Entry| {
            // Whatever would race with the old access then races with the new one, so that no race is lost with it,
            // only a second report of one.
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
        cell.flags = self.keep_list(granule, cell.flags, list);
        self.cells[index] = cell;
    }

    /// The list of a granule with these flags, to be given back; a new one if it has none.
    fn take_list(&mut self, granule: u64, flags: u8) -> Vec<Entry> {
        let list = if flags & LISTED != 0 { self.lists.get_mut(&granule).map(std::mem::take) } else { None };
        list.unwrap_or_else(|| self.spare.pop().unwrap_or_default())
    }

    /// Puts the list of a granule back; gives the flags as they are now.
    fn keep_list(&mut self, granule: u64, flags: u8, list: Vec<Entry>) -> u8 {
        if !list.is_empty() {
            self.lists.insert(granule, list);
            return flags | LISTED;
        }
        if flags & LISTED != 0 {
            self.lists.remove(&granule);
        }
        if list.capacity() > 0 {
            self.spare.push(list);
        }
        flags & !LISTED
    }

    /// An atomic access meets the bytes: the newest plain write to them that no atomic access has met. From now on it is met.
    pub(crate) fn take_fresh(&mut self, granule: u64, mask: u8) -> Option<Fresh> {
        let cell = self.cell(granule)?;
        // Nearly all atomic accesses end here: the entries are looked at only after plain writes.
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

    /// Whether one of the bytes has been written plainly since an atomic access.
    pub(crate) fn is_fresh(&mut self, granule: u64, mask: u8) -> bool {
        self.cell(granule).is_some_and(|cell| cell.fresh & mask != 0)
    }

    /// The first location that begins in the granule.
    #[inline]
    pub(crate) fn location(&mut self, granule: u64) -> Option<LocationId> {
        let is_atomic = self.is_atomic(granule);
        if is_atomic { self.locations.get(&granule).copied() } else { None }
    }

    pub(crate) fn set_location(&mut self, granule: u64, location: Option<LocationId>) {
        match location {
            Some(location) => {
                self.mark_atomic(granule);
                self.locations.insert(granule, location);
            }
            None => {
                self.locations.remove(&granule);
            }
        }
    }

    /// Notes that an atomic location touches the granule.
    pub(crate) fn mark_atomic(&mut self, granule: u64) {
        let index = self.index_made(granule);
        self.cells[index].flags |= ATOMIC;
    }

    /// Whether an atomic location may touch the granule.
    pub(crate) fn is_atomic(&mut self, granule: u64) -> bool {
        self.cell(granule).is_some_and(|cell| cell.flags & ATOMIC != 0)
    }
}

/// The bytes of a granule that lie in a range.
fn mask_of(granule: u64, address: u64, last: u64) -> u8 {
    let (from, to) = (address.max(granule << 3) & 7, last.min(granule << 3 | 7) & 7);
    mask(from as u32, (to - from + 1) as u32)
}

/// Where the cell of a granule of a page is.
#[inline]
fn index_of(page: u32, granule: u64) -> usize {
    page as usize * CELLS + granule as usize % CELLS
}

/// Which cells of a page a range touches.
fn cells_of(number: u64, address: u64, size: u64) -> (usize, usize) {
    let start = number << PAGE_BITS;
    let (from, bytes) = (address.max(start) - start, address.saturating_add(size) - start);
    ((from >> 3) as usize, (bytes.div_ceil(8) as usize).min(CELLS))
}

/// An access that is recorded for many granules.
pub(crate) struct RangeAccess<'a> {
    /// The component of the thread in clocks.
    pub(crate) slot: u32,
    pub(crate) epoch: Epoch,
    pub(crate) is_write: bool,
    pub(crate) place: AccessSite,
    /// The clock of the thread.
    pub(crate) known: &'a [u64],
    /// Whether an atomic access that comes later finds what is written.
    pub(crate) is_fresh: bool,
}

impl RangeAccess<'_> {
    #[inline]
    fn knows(&self, epoch: Epoch) -> bool {
        epoch.slot() == self.slot || self.known[epoch.slot() as usize] >= epoch.time()
    }
}

/// The shadow of an access that stays within a granule on a page that was found lately.
pub(crate) struct Recorded<'a>(&'a Cell);

impl Recorded<'_> {
    /// Whether it is clear that an atomic access races with nothing recorded: there is at most one write to the granule, which `is_known`, and,
    /// if the access `writes`, no read.
    #[inline]
    pub(crate) fn is_quiet(&self, writes: bool, is_known: impl Fn(u32, u64) -> bool) -> bool {
        let cell = self.0;
        cell.flags & (LISTED | GONE) == 0
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
    /// Records an access to the bytes of `mask`, if that is simple: see [`Shadow::record_range`]. Changes nothing otherwise.
    #[inline(always)]
    fn record_simply(&mut self, new: &RangeAccess<'_>, mask: u8) -> bool {
        let is_known = self.flags == 0
            && (self.write_mask == 0 || new.knows(self.write))
            && (self.read_mask == 0 || new.knows(self.read));
        if !is_known {
            return false;
        }
        let (epoch, recorded, places) = match new.is_write {
            true => (&mut self.write, &mut self.write_mask, &mut self.write_places),
            false => (&mut self.read, &mut self.read_mask, &mut self.read_places),
        };
        let left = *recorded & !mask;
        if left != 0 {
            // Bytes of another epoch, or of another place in the same half, need an entry of their own.
            let is_other =
                |half: usize| left & HALVES[half] != 0 && mask & HALVES[half] != 0 && places[half] != new.place;
            if *epoch != new.epoch || is_other(0) || is_other(1) {
                return false;
            }
        }
        *epoch = new.epoch;
        *recorded = left | mask;
        for (place, half) in places.iter_mut().zip(HALVES) {
            if mask & half != 0 {
                *place = new.place;
            }
        }
        if new.is_write {
            // The reads are known to the thread, and what races with one of them races with this write.
            self.read_mask &= !mask;
            self.fresh = if new.is_fresh { self.fresh | mask } else { self.fresh & !mask };
        }
        true
    }

    /// The accesses that are in the cell itself: writes, then reads, by half.
    fn entries(&self) -> [Option<Entry>; 4] {
        let half = |kind, epoch: Epoch, mask: u8, places: [AccessSite; 2], half: usize| {
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
            // A cell has no room for what kind an access is of: one epoch is of plain writes, the other of plain
            // reads.
            AccessKind::AtomicRead | AccessKind::AtomicWrite => return list.push(*new),
        };
        let Some(now) = Epoch::new(new.slot, new.time) else { return list.push(*new) };
        // A cell has one epoch for all its bytes: what is left of another one has to move.
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
