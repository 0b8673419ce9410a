//! How far a batch has come.

use std::io::IsTerminal;

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
