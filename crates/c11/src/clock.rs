//! Clock vectors, side by side in one allocation.
//!
//! Clocks of the same kind come and go with every store, so rows are taken from and given back to a pool. All have the same number of
//! components: one for the world outside (component 0), one for each thread. The machine has two kinds of clocks that must
//! not be mixed up: happens-before clocks (paper, section 6.1), which hold the times of events, and those of the modification-order graph (section 4.2),
//! which count stores. These have 32 bits: twice as many fit into a register, and into the cache.

/// A clock in [`Clocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row(pub(crate) u32);

/// The pool. Row `r` is `data[r * width .. (r + 1) * width]`.
#[derive(Clone, Debug)]
pub(crate) struct Clocks<T> {
    /// A multiple of [`LANES`].
    width: usize,
    data: Vec<T>,
    free: Vec<Row>,
}

/// Components that are joined and copied at a time. Clocks have a multiple of them.
pub(crate) const LANES: usize = 4;

/// A clock, so many components at a time.
type Vectors<T> = [[T; LANES]];

/// A component of a clock.
pub(crate) trait Component: Copy + Default {
    /// The greater one of each two. None uses its highest bit.
    fn greater(a: [Self; LANES], b: [Self; LANES]) -> [Self; LANES];
}

/// By the sign of the difference: vectors can be subtracted everywhere, but not compared.
macro_rules! component {
    ($unsigned:ty) => {
        impl Component for $unsigned {
            #[inline(always)]
            fn greater(a: [Self; LANES], b: [Self; LANES]) -> [Self; LANES] {
                let difference: [Self; LANES] = std::array::from_fn(|lane| a[lane].wrapping_sub(b[lane]));
                let is_behind =
                    difference.map(|difference| (difference.cast_signed() >> (Self::BITS - 1)).cast_unsigned());
                std::array::from_fn(|lane| a[lane].wrapping_sub(difference[lane] & is_behind[lane]))
            }
        }
    };
}

component!(u32);
component!(u64);

/// Components of a clock to begin with: with the outside, enough for seven threads. Eight words fill a cache line.
const FIRST_WIDTH: usize = 2 * LANES;

impl<T: Component> Clocks<T> {
    /// A pool with room for so many rows.
    pub(crate) fn new(rows: usize) -> Clocks<T> {
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
        let mut data = vec![T::default(); self.data.len() / self.width * width];
        for (new, old) in data.chunks_mut(width).zip(self.data.chunks(self.width)) {
            new[..old.len()].copy_from_slice(old);
        }
        self.width = width;
        self.data = data;
    }

    /// A row of zeros.
    pub(crate) fn allocate(&mut self) -> Row {
        if let Some(row) = self.free.pop() {
            self.components_mut(row).fill(T::default());
            return row;
        }
        let row = Row((self.data.len() / self.width) as u32);
        self.data.resize(self.data.len() + self.width, T::default());
        row
    }

    /// A row like `from`.
    #[inline]
    pub(crate) fn allocate_copy(&mut self, from: Row) -> Row {
        if let Some(row) = self.free.pop() {
            self.copy(row, from);
            return row;
        }
        let start = from.0 as usize * self.width;
        let row = Row((self.data.len() / self.width) as u32);
        self.data.extend_from_within(start..start + self.width);
        row
    }

    /// Gives a row back.
    pub(crate) fn release(&mut self, row: Row) {
        self.free.push(row);
    }

    #[inline]
    pub(crate) fn components(&self, row: Row) -> &[T] {
        let start = row.0 as usize * self.width;
        &self.data[start..start + self.width]
    }

    pub(crate) fn components_mut(&mut self, row: Row) -> &mut [T] {
        let start = row.0 as usize * self.width;
        &mut self.data[start..start + self.width]
    }

    #[inline]
    pub(crate) fn get(&self, row: Row, slot: usize) -> T {
        self.data[row.0 as usize * self.width + slot]
    }

    #[inline]
    pub(crate) fn set(&mut self, row: Row, slot: usize, time: T) {
        self.data[row.0 as usize * self.width + slot] = time;
    }

    /// `row` := zeros.
    pub(crate) fn clear(&mut self, row: Row) {
        self.components_mut(row).fill(T::default());
    }

    /// `to` := `from`.
    #[inline]
    pub(crate) fn copy(&mut self, to: Row, from: Row) {
        // Clocks are short: calling the C library for that takes longer than it, and one of a known length is copied without a loop. Nearly all have the width
        // to begin with, or the next one.
        const NEXT_WIDTH: usize = FIRST_WIDTH + LANES;
        match self.width {
            FIRST_WIDTH => self.copy_whole::<FIRST_WIDTH>(to, from),
            NEXT_WIDTH => self.copy_whole::<NEXT_WIDTH>(to, from),
            width => {
                let from = from.0 as usize * width;
                self.data.copy_within(from..from + width, to.0 as usize * width);
            }
        }
    }

    #[inline(always)]
    fn copy_whole<const WIDTH: usize>(&mut self, to: Row, from: Row) {
        let (clocks, _) = self.data.as_chunks_mut::<WIDTH>();
        clocks[to.0 as usize] = clocks[from.0 as usize];
    }

    /// Two rows in vectors, unless they are the same one.
    #[inline]
    fn pair(&mut self, to: Row, from: Row) -> Option<(&mut Vectors<T>, &Vectors<T>)> {
        let width = self.width;
        let (to, from) = (to.0 as usize * width, from.0 as usize * width);
        let [to, from] = self.data.get_disjoint_mut([to..to + width, from..from + width]).ok()?;
        Some((to.as_chunks_mut().0, from.as_chunks().0))
    }

    /// `to` := the union (component-wise maximum) of `to` and `from`.
    #[inline]
    pub(crate) fn join(&mut self, to: Row, from: Row) {
        if let Some((to, from)) = self.pair(to, from) {
            join_vectors(to, from);
        }
    }

    /// As [`Clocks::join`], from a clock that is kept elsewhere.
    pub(crate) fn join_slice(&mut self, to: Row, from: &[T]) {
        join(self.components_mut(to), from);
    }
}

/// `difference` := `from` - `what`, of as many components as it has; gives their sum. All have a multiple of [`LANES`] components.
#[inline]
pub(crate) fn subtract(difference: &mut [u32], from: &[u32], what: &[u32]) -> u32 {
    debug_assert!(difference.len().is_multiple_of(LANES) && from.len().min(what.len()) >= difference.len());
    let mut sums = [0; LANES];
    let (difference, _) = difference.as_chunks_mut::<LANES>();
    let (from, what) = (from.as_chunks::<LANES>().0, what.as_chunks::<LANES>().0);
    for ((difference, from), what) in difference.iter_mut().zip(from).zip(what) {
        *difference = std::array::from_fn(|lane| from[lane] - what[lane]);
        sums = std::array::from_fn(|lane| sums[lane] + difference[lane]);
    }
    sums.iter().sum()
}

/// The sum of a clock.
#[inline]
pub(crate) fn sum(counts: &[u32]) -> u32 {
    let (counts, _) = counts.as_chunks::<LANES>();
    let sums = counts.iter().fold([0; LANES], |sums, counts| std::array::from_fn(|lane| sums[lane] + counts[lane]));
    sums.iter().sum()
}

/// `to` := the union of `to` and `from`. Both have a multiple of [`LANES`] components; what `from` has not is 0.
#[inline]
pub(crate) fn join<T: Component>(to: &mut [T], from: &[T]) {
    debug_assert!(to.len().is_multiple_of(LANES) && from.len().is_multiple_of(LANES));
    join_vectors(to.as_chunks_mut().0, from.as_chunks().0);
}

#[inline]
fn join_vectors<T: Component>(to: &mut Vectors<T>, from: &Vectors<T>) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = T::greater(*to, *from);
    }
}
