//! Clock vectors, side by side in one allocation.
//!
//! Clocks of the same kind come and go with every store, so rows are taken from and given back to a pool. All have the same number of
//! components: one for the world outside (component 0), one for each thread. The machine has two kinds of clocks that must
//! not be mixed up: happens-before clocks (paper, section 6.1), and those of the modification-order graph (section 4.2).

/// A clock in [`Clocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row(pub(crate) u32);

/// The pool. Row `r` is `data[r * width .. (r + 1) * width]`.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    /// A multiple of [`LANES`].
    width: usize,
    data: Vec<u64>,
    free: Vec<Row>,
}

/// Components that are joined and copied at a time.
const LANES: usize = 4;

/// Components of a clock to begin with: with the outside, enough for seven threads. Eight words fill a cache line.
const FIRST_WIDTH: usize = 2 * LANES;

impl Clocks {
    /// A pool with room for so many rows.
    pub(crate) fn new(rows: usize) -> Clocks {
        Clocks { width: FIRST_WIDTH, data: Vec::with_capacity(rows * FIRST_WIDTH), free: Vec::new() }
    }

    /// How many components a clock has.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Makes room for `components`; new ones are 0.
    pub(crate) fn widen(&mut self, components: usize) {
        if components <= self.width {
            return;
        }
        // A quarter more than there are, so that many threads do not copy everything each time.
        let width = (components + self.width / 4).next_multiple_of(LANES);
        let mut data = vec![0; self.data.len() / self.width * width];
        for (new, old) in data.chunks_mut(width).zip(self.data.chunks(self.width)) {
            new[..old.len()].copy_from_slice(old);
        }
        self.width = width;
        self.data = data;
    }

    /// A row of zeros.
    pub(crate) fn allocate(&mut self) -> Row {
        if let Some(row) = self.free.pop() {
            self.components_mut(row).fill(0);
            return row;
        }
        let row = Row((self.data.len() / self.width) as u32);
        self.data.resize(self.data.len() + self.width, 0);
        row
    }

    /// A row like `from`.
    pub(crate) fn allocate_copy(&mut self, from: Row) -> Row {
        let start = from.0 as usize * self.width;
        if let Some(row) = self.free.pop() {
            self.data.copy_within(start..start + self.width, row.0 as usize * self.width);
            return row;
        }
        let row = Row((self.data.len() / self.width) as u32);
        self.data.extend_from_within(start..start + self.width);
        row
    }

    /// Gives a row back.
    pub(crate) fn release(&mut self, row: Row) {
        self.free.push(row);
    }

    #[inline]
    pub(crate) fn components(&self, row: Row) -> &[u64] {
        let start = row.0 as usize * self.width;
        &self.data[start..start + self.width]
    }

    fn components_mut(&mut self, row: Row) -> &mut [u64] {
        let start = row.0 as usize * self.width;
        &mut self.data[start..start + self.width]
    }

    #[inline]
    pub(crate) fn get(&self, row: Row, slot: usize) -> u64 {
        self.data[row.0 as usize * self.width + slot]
    }

    #[inline]
    pub(crate) fn set(&mut self, row: Row, slot: usize, time: u64) {
        self.data[row.0 as usize * self.width + slot] = time;
    }

    /// `row` := zeros.
    pub(crate) fn clear(&mut self, row: Row) {
        self.components_mut(row).fill(0);
    }

    /// `to` := `from`.
    pub(crate) fn copy(&mut self, to: Row, from: Row) {
        let start = from.0 as usize * self.width;
        self.data.copy_within(start..start + self.width, to.0 as usize * self.width);
    }

    /// `to` := the union (component-wise maximum) of `to` and `from`.
    #[inline]
    pub(crate) fn join(&mut self, to: Row, from: Row) {
        let width = self.width;
        let (to, from) = (to.0 as usize * width, from.0 as usize * width);
        // Otherwise both are the same row.
        if let Ok([to, from]) = self.data.get_disjoint_mut([to..to + width, from..from + width]) {
            join(to, from);
        }
    }

    /// As [`Clocks::join`], from a clock that is kept elsewhere.
    pub(crate) fn join_slice(&mut self, to: Row, from: &[u64]) {
        join(self.components_mut(to), from);
    }
}

/// `to` := the union of `to` and `from`. Both have a multiple of [`LANES`] components, each below 2^63; what `from` has not is 0.
#[inline]
pub(crate) fn join(to: &mut [u64], from: &[u64]) {
    debug_assert!(to.len().is_multiple_of(LANES) && from.len().is_multiple_of(LANES));
    let (to, _) = to.as_chunks_mut::<LANES>();
    let (from, _) = from.as_chunks::<LANES>();
    for (to, from) in to.iter_mut().zip(from) {
        // By the sign of the difference: vectors of 64 bits can be subtracted everywhere, but not compared.
        let difference: [u64; LANES] = std::array::from_fn(|lane| to[lane].wrapping_sub(from[lane]));
        let is_behind = difference.map(|difference| (difference.cast_signed() >> 63).cast_unsigned());
        *to = std::array::from_fn(|lane| to[lane].wrapping_sub(difference[lane] & is_behind[lane]));
    }
}
