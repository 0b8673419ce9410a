//! Memory of a state, byte by byte, and what a step does there.

use std::cell::RefCell;

use crate::checker::code::compute;

pub(crate) fn read_bytes(memory: &[u8], start: usize, bytes: u8) -> u64 {
    memory[start..start + usize::from(bytes)].iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Memory of a state, byte by byte. Where that is asked for, accesses are noted.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    bytes: Vec<u8>,
    noted: RefCell<Noted>,
}

/// The accesses of a step: what it finds in memory, and what it leaves there.
#[derive(Debug, Default)]
pub(crate) struct Noted {
    is_wanted: bool,
    /// Reads of what was there before, each once, in order: where, how many bytes, and what was found.
    pub(crate) reads: Vec<(u32, u8, u64)>,
    /// The last writes, in order.
    pub(crate) writes: Vec<(u32, u8, u64)>,
    /// Whether there were more accesses than are noted, or some that overlap in part.
    pub(crate) is_incomplete: bool,
}

/// More accesses of a step are not noted.
const MOST_NOTED: usize = 64;

impl Noted {
    fn is_same(place: (u32, u8), (start, bytes, _): &(u32, u8, u64)) -> bool {
        place == (*start, *bytes)
    }

    fn overlap((at, length): (u32, u8), (start, bytes, _): &(u32, u8, u64)) -> bool {
        at < start + u32::from(*bytes) && *start < at + u32::from(length)
    }

    fn read(&mut self, place: (u32, u8), value: u64) {
        match self.writes.iter().rev().find(|write| Noted::overlap(place, write)) {
            // What the step has written itself.
            Some(write) if Noted::is_same(place, write) => return,
            // The value is put together of an own write and of older memory, which no single read of a footprint can say.
            Some(_) => self.is_incomplete = true,
            None => {}
        }
        if !self.reads.iter().any(|read| Noted::is_same(place, read)) {
            self.is_incomplete |= self.reads.len() >= MOST_NOTED;
            if !self.is_incomplete {
                self.reads.push((place.0, place.1, value));
            }
        }
    }

    fn write(&mut self, place: (u32, u8), value: u64) {
        match self.writes.iter_mut().rev().find(|write| Noted::overlap(place, write)) {
            // It is the last write that overlaps, so that no other one stands between the two in the list.
            Some(write) if Noted::is_same(place, write) => write.2 = value,
            Some(_) | None => {
                self.is_incomplete |= self.writes.len() >= MOST_NOTED;
                if !self.is_incomplete {
                    self.writes.push((place.0, place.1, value));
                }
            }
        }
    }
}

impl Memory {
    pub(crate) fn new(bytes: Vec<u8>) -> Memory {
        Memory { bytes, noted: RefCell::default() }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn read(&self, start: usize, bytes: u8) -> u64 {
        let value = read_bytes(&self.bytes, start, bytes);
        let mut noted = self.noted.borrow_mut();
        if noted.is_wanted {
            noted.read((start as u32, bytes), value);
        }
        value
    }

    pub(crate) fn write(&mut self, start: usize, bytes: u8, value: u64) {
        for (to, from) in self.bytes[start..start + usize::from(bytes)].iter_mut().zip(value.to_le_bytes()) {
            *to = from;
        }
        let noted = self.noted.get_mut();
        if noted.is_wanted {
            // Of the value, only the bytes that are written.
            noted.write((start as u32, bytes), compute::truncate(value, 8 * bytes));
        }
    }

    /// Zeros behind what there is. What a step writes there has no place in the memory that the step began with, although what it has allocated may be gone again when it ends.
    pub(crate) fn grow(&mut self, bytes: usize) {
        self.bytes.resize(self.bytes.len() + bytes, 0);
        self.noted.get_mut().is_incomplete |= bytes > 0;
    }

    /// Zeros where an object was that is no more.
    pub(crate) fn clear(&mut self, start: usize, bytes: usize) {
        self.bytes[start..start + bytes].fill(0);
        self.noted.get_mut().is_incomplete = true;
    }

    /// Takes the bytes from `start` on away, where they are the last ones.
    pub(crate) fn shrink(&mut self, start: usize, bytes: usize) {
        // Bytes in the middle stay until the state is packed: objects behind them know where they begin.
        if bytes > 0 && start + bytes == self.bytes.len() {
            self.bytes.truncate(start);
            self.noted.get_mut().is_incomplete = true;
        }
    }

    /// Room for so many bytes, whose values are those of the last state here.
    pub(crate) fn refill(&mut self, fill: impl FnOnce(&mut Vec<u8>)) {
        fill(&mut self.bytes);
    }

    /// From now on accesses are noted, or not.
    pub(crate) fn note(&mut self, is_wanted: bool) {
        let noted = self.noted.get_mut();
        noted.is_wanted = is_wanted;
        noted.reads.clear();
        noted.writes.clear();
        noted.is_incomplete = false;
    }

    /// The writes that have been noted.
    pub(crate) fn noted_writes(&self) -> Vec<(u32, u8, u64)> {
        self.noted.borrow().writes.clone()
    }

    /// What has been noted.
    pub(crate) fn noted(&mut self) -> &Noted {
        self.noted.get_mut()
    }
}

/// Without what is noted.
impl Clone for Memory {
    fn clone(&self) -> Memory {
        Memory::new(self.bytes.clone())
    }

    fn clone_from(&mut self, from: &Memory) {
        self.bytes.clone_from(&from.bytes);
    }
}

impl PartialEq for Memory {
    fn eq(&self, other: &Memory) -> bool {
        self.bytes == other.bytes
    }
}
