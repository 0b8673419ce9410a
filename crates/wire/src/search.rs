//! The file of a search through all executions of a program: where it stands.
//!
//! | words of eight bytes | what |
//! | --- | --- |
//! | 0..[`SEARCH_PATH`] | [`SearchWord`]s |
//! | [`SEARCH_PATH`].. | the path: numbers that `c11` makes and reads |
//!
//! Each execution adds its decisions to the path as it makes them, so that they are there however it ends; the process that forks executions reads them, and makes
//! the path that of the next one. A process that goes on after another has ended begins with what is there.

/// The words at the beginning of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchWord {
    /// How many words the path has.
    Length = 0,
    /// Whether the search is over: 1 when there are no more executions.
    Over = 1,
    /// How the search has ended the execution that runs: 0 not at all, 1 as redundant, 2 as cut.
    Ended = 2,
    /// Whether the path, or part of it, could not be written.
    Lost = 3,
}

/// The word where the path begins.
pub const SEARCH_PATH: usize = 8;

/// The file of a search, read by the driver.
#[derive(Debug)]
pub struct SearchFile;

impl SearchFile {
    /// Bytes of the file. It is sparse: it takes what is written.
    pub const SIZE: u64 = 1 << 26;

    /// Whether its first bytes say that the search is over, and has lost nothing.
    pub fn is_over(beginning: &[u8]) -> bool {
        let word = |which: SearchWord| {
            let at = 8 * which as usize;
            beginning.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
        };
        word(SearchWord::Over) == 1 && word(SearchWord::Lost) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_over_when_it_says_so() {
        let mut bytes = vec![0; 8 * SEARCH_PATH];
        assert!(!SearchFile::is_over(&bytes));
        bytes[8 * SearchWord::Over as usize] = 1;
        assert!(SearchFile::is_over(&bytes));
        bytes[8 * SearchWord::Lost as usize] = 1;
        assert!(!SearchFile::is_over(&bytes));
        assert!(!SearchFile::is_over(&[]));
    }
}
