//! A search through all executions: the strategy of an execution, and what the server does between two of them.
//!
//! An execution goes on from where the path ends that it is given, and writes its decisions into the file of the search as it makes them: so they are there when the program crashes, exits
//! or is killed. The server reads them, and makes the path that of the next execution.

use c11::{Candidates, Choice, Exhaustive, Pending, Rules, Strategy, ThreadId};
use wire::SearchWord;

use crate::sys::search::MappedSearch;

/// What [`SearchWord::Ended`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    /// The execution has ended by itself.
    Itself = 0,
    /// What comes next is known from other executions.
    Redundant = 1,
    /// A thread has gone round a loop too often.
    Cut = 2,
}

/// What [`SearchWord::Lost`] says: an execution has not done the same again as another with the same decisions.
const DIVERGED: u64 = 1;
/// The path has no room in the file.
const TOO_LONG: u64 = 2;

/// The search, in the process that forks executions.
pub(crate) struct Search {
    file: MappedSearch,
    rules: Rules,
    /// The path of the next execution.
    next: Exhaustive,
}

impl Search {
    /// Goes on from where the file says that the search stands. None where it cannot be read.
    pub(crate) fn open(path: &str, rules: Rules) -> Option<Search> {
        let file = MappedSearch::open(path)?;
        let next = Exhaustive::of_record(&file.path(), rules).ok()?;
        Some(Search { file, rules, next })
    }

    /// Decides an execution that begins now.
    pub(crate) fn strategy(&self) -> Box<dyn Strategy> {
        self.file.set(SearchWord::Ended, SearchEnd::Itself as u64);
        Box::new(Searching { all: self.next.clone(), written: self.next.len(), file: self.file.clone() })
    }

    /// The search ends the execution that runs.
    pub(crate) fn note_end(&self, end: SearchEnd) {
        self.file.set(SearchWord::Ended, end as u64);
    }

    /// How the search has ended the last execution.
    pub(crate) fn end(&self) -> SearchEnd {
        match self.file.get(SearchWord::Ended) {
            1 => SearchEnd::Redundant,
            2 => SearchEnd::Cut,
            _ => SearchEnd::Itself,
        }
    }

    /// After an execution: makes ready for the next one. False if there is none.
    pub(crate) fn advance(&mut self) -> bool {
        let Ok(mut next) = Exhaustive::of_record(&self.file.path(), self.rules) else {
            self.file.set(SearchWord::Lost, TOO_LONG);
            return false;
        };
        let is_more = next.advance();
        // Before the new path is written: a process that is killed in between leaves a path without decisions, and not half of one.
        self.file.set(SearchWord::Length, 0);
        if !self.file.append(&next.record(0)) {
            self.file.set(SearchWord::Lost, TOO_LONG);
            return false;
        }
        self.next = next;
        self.file.set(SearchWord::Over, u64::from(!is_more));
        is_more
    }

    /// Why the search does not go through all executions, if it has lost its way.
    pub(crate) fn loss(&self) -> Option<&'static str> {
        match self.file.get(SearchWord::Lost) {
            DIVERGED => Some("an execution did not do the same again: it depends on something else than the choices"),
            TOO_LONG => Some("an execution has too many choices"),
            _ => None,
        }
    }

    /// The memory of the file, which executions share.
    pub(crate) fn memory(&self) -> std::ops::Range<usize> {
        self.file.memory()
    }
}

/// See [`Search::strategy`].
struct Searching {
    all: Exhaustive,
    /// How many decisions are in the file.
    written: usize,
    file: MappedSearch,
}

impl Searching {
    fn write(&mut self) {
        if self.all.len() > self.written {
            if !self.file.append(&self.all.record(self.written)) {
                self.file.set(SearchWord::Lost, TOO_LONG);
            }
            self.written = self.all.len();
        }
        if self.all.has_diverged() {
            self.file.set(SearchWord::Lost, DIVERGED);
        }
        if self.all.is_redundant() {
            self.file.set(SearchWord::Ended, SearchEnd::Redundant as u64);
        }
    }
}

impl Strategy for Searching {
    fn begin(&mut self, seed: u64) {
        self.all.begin(seed);
    }

    fn pick_thread(&mut self, current: ThreadId, enabled: &[Pending]) -> usize {
        let picked = self.all.pick_thread(current, enabled);
        self.write();
        picked
    }

    fn pick_store(&mut self, thread: ThreadId, candidates: &dyn Candidates) -> usize {
        let picked = self.all.pick_store(thread, candidates);
        self.write();
        picked
    }

    fn pick(&mut self, thread: ThreadId, choice: Choice, options: usize) -> usize {
        let picked = self.all.pick(thread, choice, options);
        self.write();
        picked
    }

    fn is_redundant(&self) -> bool {
        self.all.is_redundant()
    }
}
