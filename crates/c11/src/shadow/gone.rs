//! Memory that was given back.

use super::{GONE, PAGE_BITS, Shadow, cells_of, mask_of};

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
}
