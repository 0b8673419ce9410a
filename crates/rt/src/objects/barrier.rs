//! Barriers.

use c11::SyncObject;

/// A barrier.
#[derive(Debug, Default)]
pub(crate) struct Barrier {
    /// How many threads it waits for.
    pub(crate) needed: usize,
    /// Those that have come, in the order of coming.
    pub(crate) arrived: Vec<usize>,
    /// From all that have come to all that leave.
    pub(crate) sync: SyncObject,
}

impl Barrier {
    /// For so many threads.
    pub(crate) fn new(needed: usize) -> Barrier {
        Barrier { needed, ..Barrier::default() }
    }

    /// A thread comes. Gives all who leave, if it was the last that was waited for.
    pub(crate) fn arrive(&mut self, thread: usize) -> Option<Vec<usize>> {
        self.arrived.push(thread);
        (self.arrived.len() >= self.needed).then(|| std::mem::take(&mut self.arrived))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_barrier_serves_again_and_again() {
        let mut barrier = Barrier::new(2);
        for _ in 0..3 {
            assert_eq!(barrier.arrive(4), None);
            assert_eq!(barrier.arrive(5), Some(vec![4, 5]));
        }
    }
}
