//! Values that bytes of memory may have together, where accesses of several sizes have written them.

use std::collections::BTreeSet;

/// Bytes of memory, by the number of the first one and how many there are (1 to 16), with values that were written to them together.
pub(crate) struct Written<'a> {
    pub(crate) start: u64,
    pub(crate) bytes: u8,
    pub(crate) values: Box<dyn Iterator<Item = u128> + 'a>,
}

/// The values, ascending, that `bytes` bytes from `start` on may have: each piece of them is one of what was written to it. Memory is little-endian. `written` are all
/// ranges that overlap them, at least one of which has all of them.
pub(crate) fn put_together<'a>(start: u64, bytes: u8, written: impl Iterator<Item = Written<'a>>) -> BTreeSet<u128> {
    let end = start + u64::from(bytes);
    let written: Vec<(u64, u64, BTreeSet<u128>)> =
        written.map(|of| (of.start, of.start + u64::from(of.bytes), of.values.collect())).collect();
    // No range ends between two of these.
    let cuts: BTreeSet<u64> = written.iter().flat_map(|of| [of.0.max(start), of.1.min(end)]).collect();
    let cuts: Vec<u64> = cuts.into_iter().collect();
    let mut values = BTreeSet::from([0]);
    for (&from, &to) in cuts.iter().zip(cuts.iter().skip(1)) {
        let covering = written.iter().filter(|of| of.0 <= from && to <= of.1);
        let pieces: BTreeSet<u128> = covering
            .flat_map(|of| {
                of.2.iter().map(|value| program::truncate(value >> (8 * (from - of.0)), 8 * (to - from) as u16))
            })
            .collect();
        let longer = |value: &u128| {
            let value = *value;
            pieces.iter().map(move |piece| value | piece << (8 * (from - start))).collect::<Vec<_>>()
        };
        values = values.iter().flat_map(longer).collect();
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(start: u64, bytes: u8, values: &'static [u128]) -> Written<'static> {
        Written { start, bytes, values: Box::new(values.iter().copied()) }
    }

    #[test]
    fn values_of_one_size_are_as_they_are() {
        let found = put_together(4, 4, [written(4, 4, &[7, 0])].into_iter());
        assert_eq!(found, BTreeSet::from([0, 7]));
    }

    #[test]
    fn pieces_of_other_sizes_are_put_together() {
        let all = [written(0, 4, &[0]), written(0, 2, &[0x1234]), written(3, 1, &[0x56])];
        let found = put_together(0, 4, all.into_iter());
        assert_eq!(found, BTreeSet::from([0, 0x1234, 0x5600_0000, 0x5600_1234]));
    }

    #[test]
    fn a_piece_of_something_larger_is_cut_out() {
        let found = put_together(2, 2, [written(0, 8, &[0x1122_3344_5566_7788]), written(2, 2, &[0])].into_iter());
        assert_eq!(found, BTreeSet::from([0, 0x5566]));
    }
}
