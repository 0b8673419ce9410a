//! The arena on the side of the program: a file mapped shared. `wire::Arena` defines its layout.
#![allow(unsafe_code)]

use std::ffi::CString;
use std::sync::atomic::{AtomicU64, Ordering};

use wire::{Header, LOG_START, Stamped};

use super::memory::map_shared;

/// A mapped arena. It stays mapped as long as the process lives.
#[derive(Clone)]
pub(crate) struct Arena {
    base: *mut u8,
    size: usize,
}

impl Arena {
    /// Maps the file, which must be at least `size` bytes long.
    pub(crate) fn open(path: &str, size: u64) -> Option<Arena> {
        let path = CString::new(path).ok()?;
        // SAFETY: the path is a C string, and the descriptor is ours to close.
        let base = unsafe {
            let descriptor = libc::open(path.as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
            if descriptor < 0 {
                return None;
            }
            let base = map_shared(descriptor, size as usize);
            libc::close(descriptor);
            base
        };
        (!base.is_null() && size as usize > LOG_START).then_some(Arena { base, size: size as usize })
    }

    fn word(&self, at: usize) -> &AtomicU64 {
        debug_assert!(at.is_multiple_of(8) && at + 8 <= self.size);
        // SAFETY: inside the mapping and aligned; other processes that map it use atomics too, or only read the file.
        unsafe { AtomicU64::from_ptr(self.base.add(at).cast()) }
    }

    /// A number of the header.
    pub(crate) fn get(&self, which: Header) -> u64 {
        self.word(8 * which as usize).load(Ordering::Relaxed)
    }

    /// Sets a number of the header.
    pub(crate) fn set(&self, which: Header, value: u64) {
        self.word(8 * which as usize).store(value, Ordering::Relaxed);
    }

    /// The memory that it takes.
    pub(crate) fn memory(&self) -> std::ops::Range<usize> {
        self.base.addr()..self.base.addr() + self.size
    }

    /// Adds to a number of the header. Gives what it was.
    pub(crate) fn add(&self, which: Header, value: u64) -> u64 {
        self.word(8 * which as usize).fetch_add(value, Ordering::Relaxed)
    }

    /// Appends to the log, or counts that there was no room.
    pub(crate) fn append(&self, record: &Stamped) {
        let bytes = record.encode();
        let room = self.size - LOG_START;
        let taken = self.add(Header::Taken, bytes.len() as u64 + 8) as usize;
        if taken > room || bytes.len() + 8 > room - taken {
            // The place is given back; a process that took one in between finds no room either.
            self.word(8 * Header::Taken as usize).fetch_sub(bytes.len() as u64 + 8, Ordering::Relaxed);
            self.add(Header::Dropped, 1);
            return;
        }
        let start = LOG_START + taken;
        self.word(start).store(wire::place(bytes.len(), false), Ordering::Relaxed);
        // SAFETY: the bytes from `start + 8` are inside the mapping and were taken for this record alone.
        unsafe { self.base.add(start + 8).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        self.word(start).store(wire::place(bytes.len(), true), Ordering::Release);
    }
}
