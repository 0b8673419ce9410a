//! Values that bytes of memory may have together, where accesses of several sizes have written them.

use std::collections::BTreeSet;

/// A value that was written to bytes of memory, 1 to 16 of them from `start` on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(crate) start: u64,
    pub(crate) bytes: u8,
    pub(crate) value: u128,
}

impl Written {
    fn end(self) -> u64 {
        self.start + u64::from(self.bytes)
    }
}

/// The values, ascending, that `bytes` bytes from `start` on may have: each piece of them is one of what was written to it. Memory is little-endian. `written` is all that was
/// written to any of them, and something to all of them at once.
pub(crate) fn put_together(start: u64, bytes: u8, written: &[Written]) -> BTreeSet<u128> {
    let end = start + u64::from(bytes);
    // Nothing was written to a part of what is between two of these.
    let cuts: BTreeSet<u64> = written.iter().flat_map(|of| [of.start.max(start), of.end().min(end)]).collect();
    let cuts: Vec<u64> = cuts.into_iter().collect();
    let mut values = BTreeSet::from([0]);
    for (&from, &to) in cuts.iter().zip(cuts.iter().skip(1)) {
        let covering = written.iter().filter(|of| of.start <= from && to <= of.end());
        let piece = |of: &Written| program::truncate(of.value >> (8 * (from - of.start)), 8 * (to - from) as u16);
        let pieces: BTreeSet<u128> = covering.map(piece).collect();
        let longer = |&value: &u128| pieces.iter().map(move |piece| value | piece << (8 * (from - start)));
        values = values.iter().flat_map(longer).collect();
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(start: u64, bytes: u8, value: u128) -> Written {
        Written { start, bytes, value }
    }

    #[test]
    fn values_of_one_size_are_as_they_are() {
        let found = put_together(4, 4, &[written(4, 4, 7), written(4, 4, 0)]);
        assert_eq!(found, BTreeSet::from([0, 7]));
    }

    #[test]
    fn pieces_of_other_sizes_are_put_together() {
        let all = [written(0, 4, 0), written(0, 2, 0x1234), written(3, 1, 0x56)];
        let found = put_together(0, 4, &all);
        assert_eq!(found, BTreeSet::from([0, 0x1234, 0x5600_0000, 0x5600_1234]));
    }

    #[test]
    fn a_piece_of_something_larger_is_cut_out() {
        let found = put_together(2, 2, &[written(0, 8, 0x1122_3344_5566_7788), written(2, 2, 0)]);
        assert_eq!(found, BTreeSet::from([0, 0x5566]));
    }
}
