//! What tests with random programs share.

/// Numbers from a seed (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % bound as u64) as usize
    }
}

/// The programs that are tried: as many as `variable` says, or else `default`, from number `LAKMUS_SEED` on.
pub(crate) fn asked_for(variable: &str, default: u64) -> std::ops::Range<u64> {
    let number = testing::variables::number;
    let (count, first) = (number(variable, default), number("LAKMUS_SEED", 0));
    first..first + count
}
