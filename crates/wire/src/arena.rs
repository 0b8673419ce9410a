//! The shared file: a header of a few numbers, and a log that only grows.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0..8 | how many bytes of the log are taken, the entry being written included |
//! | 8..16 | the number of the execution that runs |
//! | 16..24 | how many records found no room |
//! | 24.. | live numbers of the execution that runs: threads, operations, digest, whether the runtime ended it |
//! | [`LOG_START`].. | entries: length of the record in bytes, the record, filled up to a multiple of eight |
//!
//! An entry's place is taken first, then its bytes are written, and its length last: a length of 0 says that the writer was stopped
//! in between. Its place is then lost, so that length has the size of the place in its upper half from the start.

use crate::record::Stamped;

/// Where the log begins.
pub const LOG_START: usize = 4096;

/// The numbers in the header, by their place in eights of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// Bytes of the log that are taken.
    Taken = 0,
    /// The number of the execution that runs.
    Execution = 1,
    /// Records that found no room.
    Dropped = 2,
    /// Threads so far in this execution.
    Threads = 3,
    /// Operations so far in this execution.
    Operations = 4,
    /// What this execution adds up to so far.
    Digest = 5,
    /// Whether the runtime ended this execution.
    Stopped = 6,
    /// Findings reported in this execution.
    Findings = 7,
    /// The signal by which this execution has announced that it ends; 0 for none.
    Signal = 8,
    /// The number of the process whose runtime has found the arena first; 0 before that.
    Attached = 9,
    /// The number, plus 1, of the system call in which an execution was that has taken too long; 0 for none.
    SystemCall = 10,
    /// How many executions have taken too long so far.
    TimedOut = 11,
    /// Findings reported in all executions so far.
    AllFindings = 12,
}

impl Header {
    /// The numbers that begin at 0 with each execution.
    pub const OF_EXECUTION: [Header; 7] = [
        Header::Threads,
        Header::Operations,
        Header::Digest,
        Header::Stopped,
        Header::Findings,
        Header::Signal,
        Header::SystemCall,
    ];
}

/// The first word of an entry: the bytes it takes, this word included, and whether they are all written.
///
/// `length` is that of the record in bytes, a multiple of eight.
pub fn place(length: usize, is_complete: bool) -> u64 {
    ((length as u64 + 8) << 1) | u64::from(is_complete)
}

/// A copy of an arena's bytes, to be read.
#[derive(Debug)]
pub struct Arena {
    bytes: Vec<u8>,
}

impl Arena {
    /// How many bytes of the file count, by its first [`LOG_START`] bytes.
    pub fn used(header: &[u8]) -> u64 {
        LOG_START as u64 + number(header, 0).unwrap_or(0)
    }

    /// An arena of these bytes from the beginning of the file.
    pub fn new(bytes: Vec<u8>) -> Arena {
        Arena { bytes }
    }

    /// A number of the header.
    pub fn header(&self, which: Header) -> u64 {
        number(&self.bytes, 8 * which as usize).unwrap_or(0)
    }

    /// The records in the order of writing.
    pub fn log(&self) -> Log<'_> {
        Log { bytes: self.bytes.get(LOG_START..).unwrap_or_default(), damaged: 0 }
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

/// Goes through the records of an arena.
#[derive(Debug)]
pub struct Log<'a> {
    bytes: &'a [u8],
    /// Entries that were not completed or make no sense, so far.
    pub damaged: u64,
}

impl Iterator for Log<'_> {
    type Item = Stamped;

    fn next(&mut self) -> Option<Stamped> {
        loop {
            let first = number(self.bytes, 0)?;
            let (size, is_complete) = ((first >> 1) as usize, first & 1 == 1);
            if size < 8 || !size.is_multiple_of(8) {
                self.damaged += u64::from(first != 0);
                return None;
            }
            let Some((entry, rest)) = self.bytes.split_at_checked(size) else {
                self.damaged += 1;
                return None;
            };
            self.bytes = rest;
            match Stamped::decode(&entry[8..]) {
                Some(stamped) if is_complete => return Some(stamped),
                _ => self.damaged += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;

    #[test]
    fn an_entry_that_was_not_completed_is_passed_over() {
        let mut bytes = vec![0; LOG_START];
        let entry = |execution| Stamped { execution, record: Record::Unmodelled("epoll".into()) }.encode();
        for (execution, is_complete) in [(0, true), (1, false), (2, true)] {
            let record = entry(execution);
            bytes.extend_from_slice(&place(record.len(), is_complete).to_le_bytes());
            bytes.extend_from_slice(&record);
        }
        let arena = Arena::new(bytes);
        let mut log = arena.log();
        let found: Vec<u64> = log.by_ref().map(|stamped| stamped.execution).collect();
        assert_eq!((found, log.damaged), (vec![0, 2], 1));
    }
}
