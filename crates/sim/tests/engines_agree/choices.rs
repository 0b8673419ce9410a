//! Where generated things come from: a list of numbers, each of which decides one thing.
//!
//! A shorter list with smaller numbers gives a smaller thing, so that shrinking lists shrinks what is made of them.

use std::slice::Iter;

/// Numbers that decide. When they run out, everything is as simple as can be.
pub(crate) struct Choices<'a> {
    rest: Iter<'a, u32>,
}

impl<'a> Choices<'a> {
    pub(crate) fn new(numbers: &'a [u32]) -> Choices<'a> {
        Choices { rest: numbers.iter() }
    }

    /// A number below `n`; 0 is the simplest.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.rest.next().map_or(0, |&number| number as usize % n)
    }

    /// Yes, once in `n` times.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// One of `all`, of which the first is the simplest.
    pub(crate) fn pick<'t, T: ?Sized>(&mut self, all: &[&'t T]) -> &'t T {
        all[self.below(all.len())]
    }
}
