//! Atomic operations by their places in the source, and weaker orders for them: whether a test notices says whether it tests the order.
//!
//! What a line's operations are is not read from the source, it is seen in executions: [`LEARNING`] of them are watched, and an operation that none of them comes to keeps its
//! order. They are the same whatever the seed of the run, so that what is found with a weaker order replays by its own seed. An operation is known by return addresses, from its own to that
//! of the line, so that code that several lines share (a function that is not inlined) is distinguished.

mod each;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use wire::{Action, Event};

use crate::program::{Request, Results, RunError, Watch, WatchedItem, Weakening, run};
use crate::report::{Frame, Symbols};

pub use each::{Outcome, Scope, SourcePlace, Trials, Weaker};

/// So many executions are watched to see which atomic operations there are,
pub const LEARNING: u64 = 64;
/// of which so many at a time: all that they do is kept until the last of them ends.
const AT_A_TIME: u64 = 16;
/// The seed of the first.
const LEARNING_SEED: u64 = 1;

/// The orders by the names of C11, as compilers number them.
const ORDERS: [(&str, u8); 5] = [("relaxed", 0), ("acquire", 2), ("release", 3), ("acq_rel", 4), ("seq_cst", 5)];

fn name_of(order: u8) -> &'static str {
    ORDERS.iter().find(|(_, number)| *number == order).map_or("?", |(name, _)| name)
}

/// What the user asks for: an order for the operations of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The end of the path of the file.
    file: String,
    line: u32,
    column: Option<u32>,
    order: u8,
}

impl FromStr for Wish {
    type Err = String;

    /// `FILE:LINE=ORDER` or `FILE:LINE:COLUMN=ORDER`; without the order it is `relaxed`.
    fn from_str(text: &str) -> Result<Wish, String> {
        let (place, order) = text.split_once('=').unwrap_or((text, "relaxed"));
        let Some((_, order)) = ORDERS.iter().find(|(name, _)| *name == order) else {
            let names = ORDERS.map(|(name, _)| name).join(", ");
            return Err(format!("`{order}` is no memory order (those are {names})"));
        };
        let wrong = || format!("`{place}` is not FILE:LINE or FILE:LINE:COLUMN");
        let (before, last) = place.rsplit_once(':').ok_or_else(wrong)?;
        let last: u32 = last.parse().map_err(|_| wrong())?;
        let (file, line, column) = match before.rsplit_once(':').map(|(file, line)| (file, line.parse())) {
            Some((file, Ok(line))) => (file, line, Some(last)),
            Some((_, Err(_))) | None => (before, last, None),
        };
        if file.is_empty() {
            return Err(wrong());
        }
        Ok(Wish { file: file.to_owned(), line, column, order: *order })
    }
}

impl Wish {
    fn is_about(&self, frame: &Frame) -> bool {
        let is_file = frame.file.as_deref().is_some_and(|file| {
            file.strip_suffix(&self.file).is_some_and(|before| before.is_empty() || before.ends_with('/'))
        });
        is_file && frame.line == self.line && self.column.is_none_or(|column| column == frame.column)
    }
}

/// The atomic operations at one place of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Operations {
    /// What they are.
    kinds: BTreeSet<Kind>,
    /// The return addresses of each.
    calls: BTreeSet<Vec<u64>>,
}

/// What an atomic operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    /// In words.
    name: &'static str,
    /// Whether it reads, so that it can acquire. Fences can do both.
    reads: bool,
    /// Whether it writes, so that it can release.
    writes: bool,
    order: u8,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, name_of(self.order))
    }
}

/// The atomic operations that were seen, by place.
#[derive(Clone, Debug, Default)]
pub struct Operated(BTreeMap<Frame, Operations>);

impl Operated {
    /// Those of the program in some executions.
    ///
    /// # Errors
    /// When the program cannot be run.
    pub fn seen_in(request: &Request) -> Result<Operated, RunError> {
        let (mut symbols, mut seen) = (Symbols::default(), Operated::default());
        for first in (0..LEARNING).step_by(AT_A_TIME as usize) {
            let results = run(&Request {
                seed: LEARNING_SEED,
                first,
                executions: Some(AT_A_TIME),
                time: None,
                watch: Watch::Everything,
                exhaustive: None,
                schedules: Vec::new(),
                strategy_library: None,
                weakened: Vec::new(),
                shows_output: false,
                announce: |_| (),
                progress: None,
                ..request.clone()
            })?;
            seen.add(&results, &mut symbols);
            if results.is_cancelled || results.has_given_up || results.is_single_threaded {
                break;
            }
        }
        Ok(seen)
    }

    /// Adds what these executions have done.
    fn add(&mut self, results: &Results, symbols: &mut Symbols) {
        // The same place comes again and again.
        let mut places: BTreeMap<Vec<u64>, Option<(Frame, Vec<u64>)>> = BTreeMap::new();
        for watched in &results.watched {
            for item in &watched.items {
                let WatchedItem::Event(event) = item else { continue };
                let Some(kind) = kind(event) else { continue };
                let place = places
                    .entry(event.stack.0.clone())
                    .or_insert_with(|| place(&event.stack.0, &watched.modules, symbols));
                let Some((frame, calls)) = place else { continue };
                let operations = self.0.entry(frame.clone()).or_default();
                operations.kinds.insert(kind);
                operations.calls.insert(calls.clone());
            }
        }
    }

    /// What the runtime is to do for these wishes.
    ///
    /// # Errors
    /// When there is no operation at one of the places, as a sentence.
    pub fn weakenings(&self, wishes: &[Wish]) -> Result<Vec<Weakening>, String> {
        let mut weakenings = Vec::new();
        for wish in wishes {
            let before = weakenings.len();
            for (_, operations) in self.0.iter().filter(|(frame, _)| wish.is_about(frame)) {
                let calls = operations.calls.iter();
                weakenings.extend(calls.map(|calls| Weakening { order: wish.order, calls: calls.clone() }));
            }
            if weakenings.len() == before {
                let Wish { file, line, .. } = wish;
                return Err(format!(
                    "no atomic operation was seen at {file}:{line}; --list-atomics lists those that were"
                ));
            }
        }
        Ok(weakenings)
    }
}

impl fmt::Display for Operated {
    /// A line for each place: where it is, and what is done there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (frame, operations) in &self.0 {
            let Some(file) = &frame.file else { continue };
            write!(f, "{file}:{}", frame.line)?;
            if frame.column > 0 {
                write!(f, ":{}", frame.column)?;
            }
            let kinds: Vec<String> = operations.kinds.iter().map(Kind::to_string).collect();
            writeln!(f, ": {}, in {}", kinds.join(", "), frame.name())?;
        }
        Ok(())
    }
}

/// The place of an operation in the program's own source, and the return addresses that lead there.
fn place(addresses: &[u64], maps: &[u8], symbols: &mut Symbols) -> Option<(Frame, Vec<u64>)> {
    let own = symbols.own_frame(addresses, maps)?;
    let mut is_inside = |count: &usize| symbols.trace(&addresses[..*count], maps).contains(&own);
    let count = (1..=addresses.len()).find(|count| is_inside(count))?;
    Some((own, addresses[..count].to_vec()))
}

/// What an atomic operation is; none for other calls.
fn kind(event: &Event) -> Option<Kind> {
    let (name, reads, writes, order) = match &event.action {
        Action::Load { object, is_exchange: false, .. } => ("load", true, false, object.order),
        Action::Load { object, is_exchange: true, .. } => ("failing compare-exchange", true, false, object.order),
        Action::Store { object, .. } => ("store", false, true, object.order),
        Action::Update { object, is_exchange: false, .. } => ("read-modify-write", true, true, object.order),
        Action::Update { object, is_exchange: true, .. } => ("compare-exchange", true, true, object.order),
        Action::Fence(order) => ("fence", true, true, *order),
        Action::Plain { .. }
        | Action::Take(..)
        | Action::Give(..)
        | Action::Wait(..)
        | Action::Wake(..)
        | Action::Create(_)
        | Action::Join(_)
        | Action::Yield
        | Action::End => return None,
    };
    let (_, order) = ORDERS.into_iter().find(|(_, number)| u64::from(*number) == order)?;
    Some(Kind { name, reads, writes, order })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_read() {
        let wish = |file: &str, line, column, order| Ok(Wish { file: file.into(), line, column, order });
        assert_eq!("src/a.rs:7".parse(), wish("src/a.rs", 7, None, 0));
        assert_eq!("a.c:7:12=acq_rel".parse(), wish("a.c", 7, Some(12), 4));
        assert_eq!("a:b.c:7=release".parse(), wish("a:b.c", 7, None, 3));
        for wrong in ["a.c", "a.c:x", ":7", "a.c:7=strong", "7"] {
            assert!(wrong.parse::<Wish>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_is_named_by_the_end_of_its_path() {
        let wish: Wish = "queue.c:7".parse().expect("it is one");
        let mut frame = Frame::unknown("program", 0);
        (frame.file, frame.line, frame.column) = (Some("/home/me/queue.c".into()), 7, 5);
        assert!(wish.is_about(&frame));
        frame.line = 8;
        assert!(!wish.is_about(&frame));
        (frame.file, frame.line) = (Some("/home/me/myqueue.c".into()), 7);
        assert!(!wish.is_about(&frame));
    }
}
