//! What a process that answers units reads and writes.

use std::io::{BufReader, BufWriter, StdinLock, StdoutLock, Write};
use std::num::NonZero;
use std::time::{Duration, Instant};

use ::campaign::{Entry, Layout, UnitOutcome};

/// Answers are handed on together for so long, unless the process is careful.
const TOGETHER: Duration = Duration::from_millis(20);

/// Takes the units of an entry and hands on what comes of each; no more is wanted where that gives an error.
pub(super) type Answer<'a> =
    dyn FnMut(&Entry, &mut dyn FnMut(UnitOutcome) -> std::io::Result<()>) -> std::io::Result<()> + 'a;

/// Where units come from, and where answers go.
pub(super) struct Exchange {
    input: BufReader<StdinLock<'static>>,
    out: BufWriter<StdoutLock<'static>>,
    is_careful: bool,
    is_ready: bool,
    flushed: Instant,
    layout: Layout,
    threads: NonZero<usize>,
}

impl Exchange {
    /// That of this process, of which so many threads may work on a unit.
    pub(super) fn new(layout: Layout, is_careful: bool, threads: NonZero<usize>) -> Exchange {
        let input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
        let out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
        Exchange { input, out, is_careful, is_ready: false, flushed: Instant::now(), layout, threads }
    }

    /// The campaign.
    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many threads may work on a unit.
    pub(super) fn threads(&self) -> NonZero<usize> {
        self.threads
    }

    /// The next test; none at the end. The first call says that this process is ready.
    ///
    /// # Errors
    /// When there is nothing to read from or write to any more.
    pub(super) fn next(&mut self) -> std::io::Result<Option<Entry>> {
        if !self.is_ready {
            self.is_ready = true;
            self.out.write_all(b"ready\n")?;
            self.out.flush()?;
        }
        Entry::read(&mut self.input)
    }

    /// The next tests, `most` at most, for what is done sooner for several together; none at the end. Where this process is careful it is one: the next comes when that is answered.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub(super) fn several(&mut self, most: usize) -> std::io::Result<Vec<Entry>> {
        let most = if self.is_careful { 1 } else { most };
        let mut entries = Vec::new();
        while entries.len() < most
            && let Some(entry) = self.next()?
        {
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Hands on what came of a unit.
    ///
    /// # Errors
    /// When the process that takes answers is gone.
    pub(super) fn take(&mut self, outcome: &UnitOutcome) -> std::io::Result<()> {
        self.out.write_all(outcome.line().as_bytes())?;
        if self.is_careful || self.flushed.elapsed() >= TOGETHER {
            self.out.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// Hands on all that is held back.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub(super) fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }

    /// Has all tests answered, one after the other.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub(super) fn serve(&mut self, answer: &mut Answer<'_>) -> std::io::Result<()> {
        while let Some(entry) = self.next()? {
            answer(&entry, &mut |outcome| self.take(&outcome))?;
        }
        self.flush()
    }
}
