//! How far a batch has come, or a search.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Batches below this size end before anybody wonders.
const FEW: usize = 10;

/// A bar on the standard error where that is a terminal and the batch is long; else nothing.
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    /// For a batch of `tests`.
    pub(crate) fn new(tests: usize) -> Progress {
        if tests < FEW || !std::io::stderr().is_terminal() {
            return Progress(None);
        }
        let bar = ProgressBar::new(tests as u64);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta}") {
            bar.set_style(style);
        }
        Progress(Some(bar))
    }

    /// The next test begins.
    pub(crate) fn begin(&self, test: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(test.to_owned());
        }
    }

    /// It has ended.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    /// Prints something with the bar out of the way.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// Searches that end sooner show nothing.
const SOON: Duration = Duration::from_secs(1);

/// A line on the standard error, where that is a terminal, with the states that a search has stored and how many that are a second.
pub(crate) struct Searching {
    began: Instant,
    line: Option<ProgressBar>,
}

impl Searching {
    pub(crate) fn begin() -> Searching {
        let line = std::io::stderr().is_terminal().then(ProgressBar::new_spinner);
        Searching { began: Instant::now(), line }
    }

    /// So many states are stored.
    pub(crate) fn show(&self, states: usize) {
        let passed = self.began.elapsed();
        if let Some(line) = self.line.as_ref().filter(|_| passed >= SOON) {
            line.set_message(format!("{states} states, {:.0} a second", states as f64 / passed.as_secs_f64()));
            line.tick();
        }
    }

    pub(crate) fn end(&self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}
