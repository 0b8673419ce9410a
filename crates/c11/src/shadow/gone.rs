//! Memory that was given back, or that has no history any more.

use super::{ATOMIC, GONE, LISTED, PAGE_BITS, Shadow, cells_of, mask_of};

/// From this size on a range that is forgotten gives its pages back: blocks of a few hundred bytes come and go, and would take them again at once.
const LARGE: u64 = 1 << 14;

impl Shadow {
    /// The granules of a range of which something is recorded, with the bytes of the range.
    pub(crate) fn touched(&mut self, address: u64, size: u64) -> Vec<(u64, u8)> {
        let (mut found, last) = (Vec::new(), address.saturating_add(size.saturating_sub(1)));
        self.visit_pages(address, size, |shadow, number, page| {
            let (from, to) = cells_of(number, address, size);
            let first = (number << PAGE_BITS) >> 3;
            for (index, cell) in (from..to).zip(&shadow.cells_mut(page)[from..to]) {
                if cell.write_mask | cell.read_mask | cell.flags != 0 {
                    let granule = first + index as u64;
                    found.push((granule, mask_of(granule, address, last)));
                }
            }
        });
        found
    }

    /// The memory was given back, which has been recorded as a write.
    pub(crate) fn mark_gone(&mut self, address: u64, size: u64) {
        self.visit_pages(address, size, |shadow, number, page| {
            let (from, to) = cells_of(number, address, size);
            for cell in &mut shadow.cells_mut(page)[from..to] {
                cell.flags |= GONE;
            }
        });
    }

    /// Whether the memory was given back.
    pub(crate) fn is_gone(&mut self, granule: u64) -> bool {
        self.cell(granule).is_some_and(|cell| cell.flags & GONE != 0)
    }

    /// Forgets all accesses to the bytes of a range. Locations are the caller's business, and must be gone where whole pages are.
    pub(crate) fn forget_range(&mut self, address: u64, size: u64) {
        let last = address.saturating_add(size.saturating_sub(1));
        self.visit_pages(address, size, |shadow, number, page| {
            let start = number << PAGE_BITS;
            let is_whole = address <= start && address.saturating_add(size) - start >= 1 << PAGE_BITS;
            let (from, to) = cells_of(number, address, size);
            let first = (start >> 3) + from as u64;
            let ends = [mask_of(first, address, last), mask_of(first + (to - from) as u64 - 1, address, last)];
            let mask_at = |index: usize| {
                if index == 0 {
                    ends[0]
                } else if index + 1 == to - from {
                    ends[1]
                } else {
                    u8::MAX
                }
            };
            let mut has_lists = false;
            for (index, cell) in shadow.cells_mut(page)[from..to].iter_mut().enumerate() {
                let mask = mask_at(index);
                cell.write_mask &= !mask;
                cell.read_mask &= !mask;
                cell.fresh &= !mask;
                has_lists |= cell.flags & LISTED != 0;
                // Locations that overlap the range are gone.
                cell.flags &= if mask == u8::MAX { !(ATOMIC | GONE) } else { !GONE };
            }
            // Apart from the loop above, which without lists is a run over memory that the compiler can do by
            // vectors.
            for index in 0..if has_lists { to - from } else { 0 } {
                shadow.forget(first + index as u64, mask_at(index));
            }
            if is_whole && size >= LARGE {
                shadow.remove_page(number, page);
            }
        });
    }

    /// Forgets all accesses to bytes of a granule.
    fn forget(&mut self, granule: u64, mask: u8) {
        let Some(index) = self.index(granule) else { return };
        let cell = &mut self.cells[index];
        cell.write_mask &= !mask;
        cell.read_mask &= !mask;
        cell.fresh &= !mask;
        let flags = cell.flags;
        if flags & LISTED == 0 {
            return;
        }
        let mut list = self.take_list(granule, flags);
        list.retain_mut(|entry| {
            entry.mask &= !mask;
            entry.mask != 0
        });
        self.cells[index].flags = self.keep_list(granule, flags, list);
    }
}
