//! What leads to a finding: the interleaving by source lines, with what loads read that is old, and why they may.
//!
//! The execution that shows a finding is done again and watched (`wire::Event`); mostly one with fewer decisions is found first, that shows the same (`shrink.rs`). A [`Trace`] has names in
//! the place of addresses, and is shown as text ([`std::fmt::Display`]) or drawn ([`Trace::drawing`]).

mod actions;
mod drawing;
mod shrink;
mod text;

use wire::{Action, Decision, Finding, Schedule, Stack};

pub use shrink::{Limits, explain};

use crate::program::{WatchedExecution, WatchedItem};
use crate::report::{Frame, Symbols};
use actions::Names;

/// How the decisions of a trace were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shrinking {
    /// They are those of the execution that has shown the finding first.
    Whole,
    /// Without any one of them the finding is not shown: that was tried, in so many executions in all.
    Minimal(u64),
    /// They are fewer than there were, and there may be some among them that are not needed: the limit was reached after so many executions.
    Cut(u64),
}

/// What leads to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The decisions up to the finding: an execution that follows them shows it.
    pub schedule: Schedule,
    /// What `--replay` needs beside it: an option with a space behind it, or nothing.
    pub replay_options: &'static str,
    /// How these were found.
    pub shrinking: Shrinking,
    /// How many switches and old values the execution has that the seed gives, up to the finding.
    pub original: [usize; 2],
    /// What the threads do in turn.
    pub turns: Vec<Turn>,
}

/// What one thread does until another one goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Number of the thread.
    pub thread: u64,
    /// Why it goes on: after "thread 1 goes on, as"; empty for the first.
    pub reason: String,
    /// The decision that lets it go on, if there is one.
    pub decision: Option<Decision>,
    /// What it does.
    pub lines: Vec<Line>,
}

/// An event of a trace, or several of a kind at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where; none if that is not known.
    pub frame: Option<Frame>,
    /// What the thread does, as a sentence without its subject.
    pub what: String,
    /// How often, in a row.
    pub times: u64,
    /// What there is to say about it: of an old value, which store it is of, and why it may be read.
    pub notes: Vec<String>,
    /// The decision that makes it what it is, if there is one.
    pub decision: Option<Decision>,
    /// What it is to the finding, such as "the first access of the race".
    pub part: Option<&'static str>,
    /// Its place in the execution.
    pub time: u64,
    /// The time of the store that it reads, if a thread has made that.
    pub reads_from: Option<u64>,
}

/// The first part of an execution: what it does until it shows a finding.
pub(crate) struct Beginning<'w> {
    watched: &'w WatchedExecution,
    items: &'w [WatchedItem],
    finding: &'w Finding,
}

impl<'w> Beginning<'w> {
    /// Until it shows what `is_it` says; none if it does not.
    pub(crate) fn until(
        watched: &'w WatchedExecution,
        mut is_it: impl FnMut(&Finding) -> bool,
    ) -> Option<Beginning<'w>> {
        let found = |item: &WatchedItem| matches!(item, WatchedItem::Found(finding) if is_it(finding));
        let end = watched.items.iter().position(found)?;
        let WatchedItem::Found(finding) = &watched.items[end] else { return None };
        Some(Beginning { watched, items: &watched.items[..end], finding })
    }

    /// The decisions in it.
    pub(crate) fn schedule(&self) -> Schedule {
        let decision = |item: &WatchedItem| match item {
            WatchedItem::Decided(decision) => Some(*decision),
            WatchedItem::Event(_) | WatchedItem::Found(_) => None,
        };
        Schedule(self.items.iter().filter_map(decision).collect())
    }

    fn events(&self) -> impl DoubleEndedIterator<Item = (usize, &'w wire::Event)> {
        self.items.iter().enumerate().filter_map(|(index, item)| match item {
            WatchedItem::Event(event) => Some((index, event)),
            WatchedItem::Decided(_) | WatchedItem::Found(_) => None,
        })
    }

    /// The last event in which this is the access of its thread.
    fn last_access(&self, access: &wire::Access) -> Option<usize> {
        let bytes = access.address..access.address.saturating_add(access.size.max(1));
        let meets = |address: u64, size: u64| address < bytes.end && bytes.start < address.saturating_add(size.max(1));
        let stack = &access.place.stack;
        let is_it = |event: &wire::Event| match &event.action {
            // Of several accesses at one place the address of the first is known.
            Action::Plain { places, .. } => places
                .iter()
                .any(|place| place.stack == *stack && (place.count > 1 || meets(place.address, place.size))),
            Action::Load { object, .. } | Action::Store { object, .. } | Action::Update { object, .. } => {
                event.stack == *stack && meets(object.address, object.size)
            }
            Action::Fence(_)
            | Action::Take(..)
            | Action::Give(..)
            | Action::Wait(..)
            | Action::Wake(..)
            | Action::Create(_)
            | Action::Join(_)
            | Action::Yield
            | Action::End => false,
        };
        let thread = access.place.thread;
        self.events().rev().find(|(_, event)| event.thread == thread && is_it(event)).map(|(index, _)| index)
    }

    /// The locks that a thread holds when it does this access, and where it has taken each.
    pub(crate) fn locks_at(&self, access: &wire::Access) -> Vec<(wire::WaitFor, u64, &'w Stack)> {
        let mut held: Vec<(wire::WaitFor, u64, &Stack)> = Vec::new();
        let Some(last) = self.last_access(access) else { return held };
        let before = self.events().take_while(|(index, _)| *index < last);
        for (_, event) in before.filter(|(_, event)| event.thread == access.place.thread) {
            if let Action::Take(what @ (wire::WaitFor::Mutex | wire::WaitFor::RwLock), object) = &event.action {
                held.push((*what, *object, &event.stack));
            }
            if let Action::Give(what, object) = &event.action
                && let Some(last) = held.iter().rposition(|(held, at, _)| (held, at) == (what, object))
            {
                held.remove(last);
            }
        }
        held
    }

    /// The memory that a race is about, as the runtime knows it.
    pub(crate) fn finding(&self) -> &'w Finding {
        self.finding
    }

    /// What addresses mean.
    pub(crate) fn modules(&self) -> &'w [u8] {
        &self.watched.modules
    }

    /// The trace of it.
    pub(crate) fn trace(&self, symbols: &mut Symbols, shrinking: Shrinking, original: [usize; 2]) -> Trace {
        let schedule = self.schedule();
        let mut builder = Builder {
            names: Names::new(symbols, &self.watched.modules, self.finding),
            turns: Vec::new(),
            decisions: Vec::new(),
            last: None,
            parts: self.parts(),
            stores: self.events().map(|(_, event)| event).collect(),
        };
        for (index, item) in self.items.iter().enumerate() {
            match item {
                WatchedItem::Decided(decision) => builder.decisions.push(*decision),
                WatchedItem::Event(event) => builder.add(index, event),
                WatchedItem::Found(_) => {}
            }
        }
        Trace { schedule, replay_options: "", shrinking, original, turns: builder.turns }
    }

    /// The events that the finding is about, with what they are to it, and where in them.
    fn parts(&self) -> Vec<Part<'w>> {
        let part = |access: &'w wire::Access, name| {
            Some(Part { index: self.last_access(access)?, stack: &access.place.stack, name })
        };
        match self.finding {
            Finding::Race { first, second, .. } => {
                let first = part(first, "the first access of the race");
                let second = part(second, "the second access of the race");
                first.into_iter().chain(second).collect()
            }
            Finding::Assertion { .. }
            | Finding::Misuse { .. }
            | Finding::Signal { .. }
            | Finding::Exit { .. }
            | Finding::Deadlock { .. }
            | Finding::NoProgress { .. }
            | Finding::Timeout { .. }
            | Finding::Internal { .. } => Vec::new(),
        }
    }
}

/// An event that a finding is about.
struct Part<'w> {
    index: usize,
    stack: &'w Stack,
    name: &'static str,
}

/// Makes turns of events.
struct Builder<'b, 'w> {
    names: Names<'b>,
    turns: Vec<Turn>,
    /// Those that have not found their event yet.
    decisions: Vec<Decision>,
    /// The last event.
    last: Option<&'w wire::Event>,
    parts: Vec<Part<'w>>,
    /// All events, by time.
    stores: Vec<&'w wire::Event>,
}

impl<'w> Builder<'_, 'w> {
    fn add(&mut self, index: usize, event: &'w wire::Event) {
        let is_switch = |decision: &Decision| matches!(decision.chosen, wire::Chosen::Switch(_));
        if self.turns.last().is_none_or(|turn| turn.thread != event.thread) {
            let decision = self.decisions.iter().copied().rfind(is_switch);
            let reason = self.reason(decision);
            self.turns.push(Turn { thread: event.thread, reason, decision, lines: Vec::new() });
        }
        self.decisions.retain(|decision| !is_switch(decision));
        // Plain accesses come before the operation that was decided about.
        let is_plain = matches!(event.action, Action::Plain { .. });
        let decision = if is_plain { None } else { self.decisions.pop() };
        let lines = self.lines(index, event, decision);
        self.last = Some(event);
        let Some(turn) = self.turns.last_mut() else { return };
        for line in lines {
            match turn.lines.last_mut().filter(|last| last.is_like(&line)) {
                Some(last) => last.times += line.times,
                None => turn.lines.push(line),
            }
        }
    }

    /// Why another thread goes on than the one of the last event.
    fn reason(&self, decision: Option<Decision>) -> String {
        let Some(last) = self.last else { return String::new() };
        let thread = last.thread;
        match (decision, &last.action) {
            (Some(decision), _) => format!("decided: {decision}"),
            (None, Action::Wait(..)) => format!("thread {thread} waits"),
            (None, Action::End) => format!("thread {thread} has ended"),
            (None, Action::Yield) => format!("thread {thread} lets others go first"),
            (None, _) => format!("thread {thread} waits, spins, or has left it alone for long"),
        }
    }

    fn lines(&mut self, index: usize, event: &'w wire::Event, decision: Option<Decision>) -> Vec<Line> {
        let mut lines = Vec::new();
        let parts: Vec<(&'w Stack, &'static str)> =
            self.parts.iter().filter(|part| part.index == index).map(|part| (part.stack, part.name)).collect();
        let part_of = |stack: &Stack| parts.iter().find(|(its, _)| *its == stack).map(|(_, name)| *name);
        if let Action::Plain { places, more } = &event.action {
            // What is on the thread's own stack seldom concerns other threads.
            let shown = places.iter().filter(|place| !place.is_own_stack || part_of(&place.stack).is_some());
            let (apart, folded): (Vec<_>, Vec<_>) = shown.partition(|place| part_of(&place.stack).is_some());
            if let Some(line) = self.names.folded(&folded, *more, event.time) {
                lines.push(line);
            }
            for place in apart {
                lines.push(self.names.plain(place, part_of(&place.stack), event.time));
            }
            return lines;
        }
        let (what, notes, reads_from) = self.names.action(event, &self.stores);
        let frame = self.names.frame(&event.stack);
        let part = part_of(&event.stack);
        lines.push(Line { frame, what, times: 1, notes, decision, part, time: event.time, reads_from });
        lines
    }
}

impl Line {
    /// Whether both are shown in one line.
    fn is_like(&self, other: &Line) -> bool {
        let is_simple = |line: &Line| line.notes.is_empty() && line.decision.is_none() && line.part.is_none();
        is_simple(self) && is_simple(other) && self.frame == other.frame && self.what == other.what
    }
}

impl Turn {
    /// Whether in both the same happens.
    fn is_like(&self, other: &Turn) -> bool {
        let are_like =
            self.lines.iter().zip(&other.lines).all(|(one, other)| one.is_like(other) && one.times == other.times);
        are_like
            && self.lines.len() == other.lines.len()
            && self.thread == other.thread
            && self.decision.is_none()
            && other.decision.is_none()
    }
}
