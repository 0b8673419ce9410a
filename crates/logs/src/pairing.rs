//! The blocks of several logs that speak of the same test.
//!
//! All logs are read in step. A block waits until each other log has come to the test, so that logs that list their tests in one order are compared in
//! constant memory, however long they are, and others in the memory of what is out of order.

use std::collections::BTreeMap;
use std::io::BufRead;

use crate::block::Block;
use crate::reader::{ReadError, Reader};

/// What each log says of one test; `None` where it says nothing.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Pair {
    /// The name of the test.
    pub name: String,
    /// One for each log.
    pub blocks: Vec<Option<Block>>,
}

/// What gives tests another name; `None` leaves the one that they have.
pub type Rename = Box<dyn Fn(&str) -> Option<String>>;

/// Brings the blocks of logs together.
pub struct Pairing<R> {
    readers: Vec<Reader<R>>,
    is_done: Vec<bool>,
    /// The tests that not all logs have come to, by name, with when each was first seen.
    waiting: BTreeMap<String, Vec<Option<Block>>>,
    /// Those that all logs have come to.
    complete: Vec<Pair>,
    /// How the names of each log are changed.
    rename: Rename,
}

impl<R: BufRead> Pairing<R> {
    /// Of these logs; `rename` gives tests another name.
    pub fn new(logs: Vec<R>, rename: Rename) -> Pairing<R> {
        let is_done = vec![false; logs.len()];
        let readers = logs.into_iter().map(Reader::new).collect();
        Pairing { readers, is_done, waiting: BTreeMap::new(), complete: Vec::new(), rename }
    }

    /// The next test: those that all logs have, as soon as they have come to it; then, by name, those that some log has not.
    ///
    /// # Errors
    /// When a log cannot be read; the number is that of the log, from 0.
    pub fn next_pair(&mut self) -> Result<Option<Pair>, (usize, ReadError)> {
        loop {
            if let Some(pair) = self.complete.pop() {
                return Ok(Some(pair));
            }
            if self.is_done.iter().all(|done| *done) {
                return Ok(self.waiting.pop_first().map(|(name, blocks)| Pair { name, blocks }));
            }
            for log in 0..self.readers.len() {
                if !self.is_done[log] {
                    self.step(log).map_err(|error| (log, error))?;
                }
            }
            // The last one found is taken first.
            self.complete.reverse();
        }
    }

    fn step(&mut self, log: usize) -> Result<(), ReadError> {
        let Some(mut block) = self.readers[log].next()? else {
            self.is_done[log] = true;
            return Ok(());
        };
        if let Some(name) = (self.rename)(&block.name) {
            block.name = name;
        }
        let count = self.readers.len();
        let name = block.name.clone();
        let blocks = self.waiting.entry(name).or_insert_with(|| vec![None; count]);
        match &mut blocks[log] {
            // A log that speaks of a test twice: hardware runs, added up.
            Some(earlier) => earlier.add(&block),
            empty => *empty = Some(block),
        }
        if blocks.iter().all(Option::is_some) {
            let name = blocks[log].as_ref().map(|block| block.name.clone()).unwrap_or_default();
            if let Some(blocks) = self.waiting.remove(&name) {
                self.complete.push(Pair { name, blocks });
            }
        }
        Ok(())
    }
}
