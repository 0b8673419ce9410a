//! Read-write locks.

use c11::SyncObject;

/// A read-write lock. Readers do not order one another.
#[derive(Debug, Default)]
pub(crate) struct RwLock {
    writer: Option<usize>,
    /// One entry for each time that a thread has it for reading.
    readers: Vec<usize>,
    /// From the end of writing to all who come next.
    pub(crate) writers_sync: SyncObject,
    /// From the end of reading to the next writers.
    pub(crate) readers_sync: SyncObject,
}

/// How a read-write lock was held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// For reading.
    Reading,
    /// For writing.
    Writing,
}

impl RwLock {
    /// Whether it can be had for reading.
    pub(crate) fn can_read(&self) -> bool {
        self.writer.is_none()
    }

    /// Whether it can be had for writing.
    pub(crate) fn can_write(&self) -> bool {
        self.writer.is_none() && self.readers.is_empty()
    }

    /// Whether the thread has it for writing.
    pub(crate) fn is_writer(&self, thread: usize) -> bool {
        self.writer == Some(thread)
    }

    /// Whether the thread has it.
    pub(crate) fn is_held_by(&self, thread: usize) -> bool {
        self.writer == Some(thread) || self.readers.contains(&thread)
    }

    /// Whether a thread has it.
    pub(crate) fn is_held(&self) -> bool {
        !self.can_write()
    }

    pub(crate) fn read(&mut self, thread: usize) {
        self.readers.push(thread);
    }

    pub(crate) fn write(&mut self, thread: usize) {
        self.writer = Some(thread);
    }

    /// Gives it back; `None` if the thread does not have it.
    pub(crate) fn unlock(&mut self, thread: usize) -> Option<Held> {
        if self.writer == Some(thread) {
            self.writer = None;
            return Some(Held::Writing);
        }
        let at = self.readers.iter().rposition(|reader| *reader == thread)?;
        self.readers.swap_remove(at);
        Some(Held::Reading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_read_and_one_writes() {
        let mut lock = RwLock::default();
        lock.read(1);
        lock.read(2);
        assert!(lock.can_read() && !lock.can_write());
        assert_eq!((lock.unlock(3), lock.unlock(1), lock.unlock(2)), (None, Some(Held::Reading), Some(Held::Reading)));
        lock.write(3);
        assert!(!lock.can_read() && lock.is_writer(3));
        assert_eq!(lock.unlock(3), Some(Held::Writing));
        assert!(!lock.is_held());
    }
}
