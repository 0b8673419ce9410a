//! Square matrices of bits over the events of a graph.

use relation::Index;

use crate::graph::EventId;

/// `n` rows of `n` bits; row = source, bit = target.
#[derive(Clone, Debug)]
pub struct Matrix {
    words: usize,
    bits: Vec<u64>,
}

impl Matrix {
    /// `rows` empty rows of `columns` bits.
    pub fn new(rows: usize, columns: usize) -> Matrix {
        let words = columns.div_ceil(64);
        Matrix { words, bits: vec![0; words * rows] }
    }

    /// Sets a bit.
    pub fn set(&mut self, row: usize, column: EventId) {
        self.bits[row * self.words + column.index() / 64] |= 1 << (column.index() % 64);
    }

    /// Whether a bit is set.
    pub fn has(&self, row: usize, column: EventId) -> bool {
        self.bits[row * self.words + column.index() / 64] >> (column.index() % 64) & 1 == 1
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    /// Adds row `from` to row `to`.
    pub fn add_row(&mut self, to: usize, from: usize) {
        if to == from {
            return;
        }
        for word in 0..self.words {
            let bits = self.bits[from * self.words + word];
            self.bits[to * self.words + word] |= bits;
        }
    }

    /// Adds the bits of `from` to a row.
    pub fn add(&mut self, to: usize, from: &[u64]) {
        for (mine, bits) in self.bits[to * self.words..][..self.words].iter_mut().zip(from) {
            *mine |= bits;
        }
    }

    /// A row, to change.
    pub fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.bits.len().checked_div(self.words).unwrap_or(0)
    }

    /// Clears a bit.
    pub fn clear(&mut self, row: usize, column: EventId) {
        self.bits[row * self.words + column.index() / 64] &= !(1 << (column.index() % 64));
    }

    /// The matrix with rows and columns exchanged; it must be square.
    #[must_use]
    pub fn transposed(&self) -> Matrix {
        let rows = self.rows();
        let mut transposed = Matrix::new(rows, rows);
        // By squares of 64 bits, as matrices of real programs are nearly full.
        for row in (0..rows).step_by(64) {
            for word in 0..self.words {
                let mut square = [0u64; 64];
                for (bits, row) in square.iter_mut().zip(row..rows) {
                    *bits = self.bits[row * self.words + word];
                }
                transpose(&mut square);
                for (bits, column) in square.iter().zip(word * 64..rows) {
                    transposed.bits[column * self.words + row / 64] = *bits;
                }
            }
        }
        transposed
    }

    /// The events of a row.
    pub fn iter(&self, row: usize) -> impl Iterator<Item = EventId> + '_ {
        ones(self.row(row))
    }
}

/// Exchanges rows and columns of 64 rows of 64 bits: those of its quarters, and within them (Warren, "Hacker's Delight", section 7-3).
fn transpose(square: &mut [u64; 64]) {
    let (mut half, mut low) = (32, u64::from(u32::MAX));
    while half > 0 {
        for row in (0..64).filter(|row| row & half == 0) {
            let exchanged = (square[row] >> half ^ square[row + half]) & low;
            square[row] ^= exchanged << half;
            square[row + half] ^= exchanged;
        }
        half /= 2;
        low ^= low << half;
    }
}

/// The events whose bits are set.
pub fn ones(row: &[u64]) -> impl Iterator<Item = EventId> + '_ {
    row.iter().enumerate().flat_map(|(word, bits)| {
        let mut bits = *bits;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                EventId::new(word * 64 + bit)
            })
        })
    })
}

/// A set of events as bits, none of them set.
pub fn no_events(count: usize) -> Vec<u64> {
    vec![0; count.div_ceil(64)]
}

/// Clears the bits of `what`.
pub fn remove(from: &mut [u64], what: &[u64]) {
    for (mine, bits) in from.iter_mut().zip(what) {
        *mine &= !bits;
    }
}

/// Sets the bit of an event.
pub fn insert(set: &mut [u64], event: EventId) {
    set[event.index() / 64] |= 1 << (event.index() % 64);
}

/// Whether the bit of an event is set.
pub fn contains(set: &[u64], event: EventId) -> bool {
    set[event.index() / 64] >> (event.index() % 64) & 1 == 1
}

/// Adds `from` to `to`.
pub fn unite(to: &mut [u64], from: &[u64]) {
    for (mine, bits) in to.iter_mut().zip(from) {
        *mine |= bits;
    }
}

/// Keeps in `to` what is in `with`.
pub fn intersect(to: &mut [u64], with: &[u64]) {
    for (mine, bits) in to.iter_mut().zip(with) {
        *mine &= bits;
    }
}

/// Strongly connected components of a graph of `count` nodes, each component after all that it leads to; gives for each node its component, and how
/// many there are. Tarjan's algorithm with its stack in a vector.
pub fn components(count: usize, mut successors: impl FnMut(usize, &mut Vec<usize>)) -> (Vec<usize>, usize) {
    const NONE: usize = usize::MAX;
    let (mut index, mut low, mut component) = (vec![NONE; count], vec![0; count], vec![NONE; count]);
    let (mut stack, mut next, mut found) = (Vec::new(), 0, 0);
    let mut calls: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut list = Vec::new();
    for root in 0..count {
        if index[root] != NONE {
            continue;
        }
        let mut entering = Some(root);
        loop {
            if let Some(node) = entering.take() {
                index[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
                list.clear();
                successors(node, &mut list);
                calls.push((node, list.clone()));
            }
            let Some((node, rest)) = calls.last_mut() else { break };
            let node = *node;
            if let Some(to) = rest.pop() {
                if index[to] == NONE {
                    entering = Some(to);
                // Nodes that have a component are off the stack: nothing leads from there to here.
                } else if component[to] == NONE {
                    low[node] = low[node].min(index[to]);
                }
                continue;
            }
            calls.pop();
            if let Some((parent, _)) = calls.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == index[node] {
                while let Some(member) = stack.pop() {
                    component[member] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    (component, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_are_exchanged() {
        for count in [1, 63, 64, 65, 130] {
            let mut matrix = Matrix::new(count, count);
            for row in 0..count {
                for column in (0..count).filter(|column| (row * row + 3 * column) % 7 < 3) {
                    matrix.set(row, EventId::new(column));
                }
            }
            let transposed = matrix.transposed();
            for row in 0..count {
                for column in 0..count {
                    let (here, there) = (EventId::new(column), EventId::new(row));
                    assert_eq!(matrix.has(row, here), transposed.has(column, there), "{count}: {row}, {column}");
                }
            }
        }
    }
}
