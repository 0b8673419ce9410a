//! The file of a search on the side of the program, mapped shared. `wire::SearchFile` defines its layout.
#![allow(unsafe_code)]

use std::ffi::CString;
use std::sync::atomic::{AtomicU64, Ordering};

use wire::{SEARCH_PATH, SearchFile, SearchWord};

use super::memory::map_shared;

/// A mapped search. It stays mapped as long as the process lives.
#[derive(Clone)]
pub(crate) struct MappedSearch {
    base: *mut u8,
}

/// How many words there are.
const WORDS: usize = SearchFile::SIZE as usize / 8;

impl MappedSearch {
    /// Maps the file, which must have [`SearchFile::SIZE`] bytes.
    pub(crate) fn open(path: &str) -> Option<MappedSearch> {
        let path = CString::new(path).ok()?;
        // SAFETY: the path is a C string, and the descriptor is ours to close.
        let base = unsafe {
            let descriptor = libc::open(path.as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
            if descriptor < 0 {
                return None;
            }
            let base = map_shared(descriptor, SearchFile::SIZE as usize);
            libc::close(descriptor);
            base
        };
        (!base.is_null()).then_some(MappedSearch { base })
    }

    fn word(&self, at: usize) -> &AtomicU64 {
        assert!(at < WORDS, "a word of the search");
        // SAFETY: inside the mapping and aligned; other processes that map it use atomics too, or only read the file.
        unsafe { AtomicU64::from_ptr(self.base.add(8 * at).cast()) }
    }

    /// One of the words at the beginning.
    pub(crate) fn get(&self, which: SearchWord) -> u64 {
        self.word(which as usize).load(Ordering::Relaxed)
    }

    /// Sets one of them.
    pub(crate) fn set(&self, which: SearchWord, value: u64) {
        self.word(which as usize).store(value, Ordering::Relaxed);
    }

    /// The path.
    pub(crate) fn path(&self) -> Vec<u64> {
        let length = (self.get(SearchWord::Length) as usize).min(WORDS - SEARCH_PATH);
        (0..length).map(|index| self.word(SEARCH_PATH + index).load(Ordering::Relaxed)).collect()
    }

    /// Adds these words to the path. False if there is no room.
    pub(crate) fn append(&self, words: &[u64]) -> bool {
        let length = self.get(SearchWord::Length) as usize;
        if length + words.len() > WORDS - SEARCH_PATH {
            return false;
        }
        for (index, word) in words.iter().enumerate() {
            self.word(SEARCH_PATH + length + index).store(*word, Ordering::Relaxed);
        }
        // Last, so that a process that is stopped in between has added nothing.
        self.set(SearchWord::Length, (length + words.len()) as u64);
        true
    }

    /// The memory that it takes.
    pub(crate) fn memory(&self) -> std::ops::Range<usize> {
        self.base.addr()..self.base.addr() + SearchFile::SIZE as usize
    }
}
