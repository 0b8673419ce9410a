//! How far a command has come, in one line on the standard error where that is a terminal: never in files and pipes.
//!
//! Every command that may take long has such a line after a second ([`Working`], which `main` begins). Where it is known how much there is to do, a bar with the time that is left takes
//! its place ([`Progress`]). What commands print takes the line out of the way ([`aside`], by `output`).

use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Commands that end sooner show nothing.
const SOON: Duration = Duration::from_secs(1);

/// The time between two changes of a line on which nothing happens.
const TICK: Duration = Duration::from_millis(200);

/// The lines, of which the last one is shown: work within work.
static LINES: Mutex<Vec<(usize, ProgressBar)>> = Mutex::new(Vec::new());

/// The number of the next line.
static NEXT: AtomicUsize = AtomicUsize::new(0);

fn lines() -> MutexGuard<'static, Vec<(usize, ProgressBar)>> {
    LINES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The line that is shown.
fn current() -> Option<ProgressBar> {
    lines().last().map(|(_, line)| line.clone())
}

/// Prints something with the line out of the way.
pub(crate) fn aside<T>(print: impl FnOnce() -> T) -> T {
    // Not under the lock: what is printed may take its time.
    match current() {
        Some(line) => line.suspend(print),
        None => print(),
    }
}

/// Says what is being done, on the line of the command.
pub(crate) fn say(what: impl FnOnce() -> String) {
    if let Some(line) = current() {
        line.set_message(what());
    }
}

/// A line that is shown from [`SOON`] on, until this is dropped.
struct Line {
    number: usize,
    bar: ProgressBar,
    ended: Arc<(Mutex<bool>, Condvar)>,
}

impl Line {
    /// None where the standard error is no terminal.
    fn new(bar: ProgressBar, template: &str) -> Option<Line> {
        if !std::io::stderr().is_terminal() {
            return None;
        }
        bar.set_draw_target(ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        if let Some(above) = current() {
            above.set_draw_target(ProgressDrawTarget::hidden());
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        lines().push((number, bar.clone()));
        let ended = Arc::new((Mutex::new(false), Condvar::new()));
        let (waited, shown) = (Arc::clone(&ended), bar.clone());
        std::thread::spawn(move || {
            let (is_over, change) = &*waited;
            let guard = is_over.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = change.wait_timeout_while(guard, SOON, |is_over| !*is_over);
            let is_over = waited.map_or(true, |(is_over, _)| *is_over);
            let is_top = || lines().last().is_some_and(|(top, _)| *top == number);
            if !is_over && is_top() {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(TICK);
            }
        });
        Some(Line { number, bar, ended })
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let (is_over, change) = &*self.ended;
        *is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        change.notify_all();
        self.bar.finish_and_clear();
        let mut all = lines();
        all.retain(|(number, _)| *number != self.number);
        if let Some((_, above)) = all.last().filter(|(_, above)| above.elapsed() >= SOON) {
            above.set_draw_target(ProgressDrawTarget::stderr());
            above.enable_steady_tick(TICK);
        }
    }
}

/// A command at work, of which it is not known how much there is to do.
pub(crate) struct Working {
    /// Shown until it is dropped.
    _line: Option<Line>,
}

impl Working {
    /// For a command of this name.
    pub(crate) fn begin(command: &str) -> Working {
        let line = Line::new(ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}");
        if let Some(line) = &line {
            line.bar.set_message(command.to_owned());
        }
        Working { _line: line }
    }
}

/// A batch, of which it is known how much there is to do.
pub(crate) struct Progress(Option<Line>);

impl Progress {
    /// For a batch of `tests`, or of other things.
    pub(crate) fn new(tests: usize) -> Progress {
        let template = "{wide_bar} {pos}/{len} {msg} {eta} left";
        Progress((tests > 1).then(|| Line::new(ProgressBar::new(tests as u64), template)).flatten())
    }

    /// The next test begins.
    pub(crate) fn begin(&self, test: &str) {
        match &self.0 {
            Some(line) => line.bar.set_message(test.to_owned()),
            None => say(|| test.to_owned()),
        }
    }

    /// It has ended.
    pub(crate) fn end(&self) {
        if let Some(line) = &self.0 {
            line.bar.inc(1);
        }
    }
}

/// A search, with the states that it has stored and how many that are a second.
pub(crate) struct Searching {
    began: Instant,
}

impl Searching {
    pub(crate) fn begin() -> Searching {
        Searching { began: Instant::now() }
    }

    /// So many states are stored.
    pub(crate) fn show(&self, states: usize) {
        let passed = self.began.elapsed();
        if passed >= SOON {
            say(|| format!("{states} states, {:.0} a second,", states as f64 / passed.as_secs_f64()));
        }
    }
}
