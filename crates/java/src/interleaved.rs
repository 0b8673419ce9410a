//! Executions that interleave: one event after the other, each read sees the last write.
//!
//! **Such an execution is justified** under the requirements that ship, where the single-execution model allows it. Commit its actions one by one in the order
//! in which they were done. The stage for the `n`-th action is the program run as in the target up to there, and from there on with reads that see what
//! happens before them. What is committed and what happens before it lies in the common beginning, so that orders, values and synchronization agree with the target
//! (conditions 2, 3, 4, 5, 8). A read that sees a race sees in its stage a write that happens before it, which is committed as the
//! one that it sees in the target is (6, 7). So an outcome of an interleaving needs no search. The tests of this crate hold this lemma against the search.
//!
//! There are fewer interleavings than ways to give each read a write, and one that shows an outcome is found soon, where an execution that races needs all others.

//!
//! **Programs without races.** Where no interleaving has a race, all executions are interleavings, as far as outcomes go (JLS 17.4.5): so interleavings are all that there is to look at. It is enough to look for two
//! conflicting accesses that come next in two threads at the same time: of a first race in an interleaving, what does not happen before it can be left out, so that the two accesses stand side by side. A model
//! promises this by the set `synchronizing`, the accesses that do not race with each other. What a thread does that no other thread can see is done at once: which of several threads does so first
//! makes no difference, neither to outcomes nor to what comes next in other threads. Reads of final fields are outside: what comes before them is less than happens-before (17.5.1), so that an object whose constructor gives itself
//! away may be seen without their values, race or none.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use execution::Cell;
use program::{Expressions, IdVec, Index};
use relation::EventId;
use rustc_hash::{FxHashMap, FxHashSet};
use sim::Test;

use crate::actions::ActionKind;
use crate::graph::Outcome;
use crate::structure::{GraphEvent, Structure, tag_number};
use crate::values::{Environment, is_contradictory};

/// The tags of what is done to monitors and threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SynchronizationTags {
    lock: Option<u32>,
    unlock: Option<u32>,
    start: Option<u32>,
    first: Option<u32>,
    last: Option<u32>,
    join: Option<u32>,
    /// Of accesses that do not race with each other.
    volatile: Option<u32>,
    /// Of accesses to final fields.
    is_final: Option<u32>,
}

impl SynchronizationTags {
    pub(crate) fn of(test: &Test) -> SynchronizationTags {
        let number = |name| tag_number(test, name);
        SynchronizationTags {
            lock: number("LOCK"),
            unlock: number("UNLOCK"),
            start: number("START"),
            first: number("FIRST"),
            last: number("LAST"),
            join: number("JOIN"),
            volatile: number("V"),
            is_final: number("FINAL"),
        }
    }
}

/// What is found out about the interleavings of a choice of paths.
pub(crate) struct Interleavings<'a> {
    pub(crate) structure: &'a Structure,
    pub(crate) tags: SynchronizationTags,
    /// The events of each thread.
    threads: Vec<Vec<EventId>>,
    /// How many more steps are done.
    pub(crate) budget: &'a mut u64,
    /// Whether what is done by a thread is of no other thread's concern.
    is_local: IdVec<EventId, bool>,
    /// What was found of races and cuts.
    pub(crate) found: Found,
    /// The threads that are cut in a loop.
    cut: BTreeSet<usize>,
    /// Where all that is to come is the same: what threads did, what memory holds, what was read.
    seen: FxHashSet<Key>,
}

/// What is found besides outcomes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    /// Whether two accesses race, or a final field is read that another thread writes.
    pub(crate) has_race: bool,
    /// Whether some thread comes to where its loop is cut.
    pub(crate) is_cut: bool,
}

/// What threads did, what memory holds, what was read.
type Key = (Vec<usize>, Vec<(Cell, EventId)>, Vec<u128>);

/// Where an interleaving is.
#[derive(Clone)]
struct State {
    /// How many events of each thread are done.
    done: Vec<usize>,
    /// The last write to each cell.
    memory: FxHashMap<Cell, EventId>,
    reads_from: IdVec<EventId, Option<EventId>>,
    environment: Environment,
    /// Who holds each monitor, and how often it was entered.
    held: FxHashMap<Cell, (usize, u32)>,
    /// Threads that were started, and that have ended, by the location that stands for them.
    started: BTreeSet<Cell>,
    ended: BTreeSet<Cell>,
}

/// What is done with an interleaving: what each read sees, the values, the outcome.
pub(crate) type Visit<'v> =
    dyn FnMut(&mut Expressions, &IdVec<EventId, Option<EventId>>, &Environment, Outcome) -> ControlFlow<()> + 'v;

impl<'a> Interleavings<'a> {
    pub(crate) fn new(
        structure: &'a Structure,
        tags: SynchronizationTags,
        cut: BTreeSet<usize>,
        budget: &'a mut u64,
    ) -> Interleavings<'a> {
        let mut threads: Vec<Vec<EventId>> = Vec::new();
        for (id, event) in structure.events.iter_enumerated() {
            if let Some(thread) = event.thread {
                threads.resize(threads.len().max(thread.index() + 1), Vec::new());
                threads[thread.index()].push(id);
            }
        }
        let is_local = structure.events.ids().map(|event| is_local(structure, event)).collect();
        let has_race = structure.events.ids().any(|event| is_read_of_final(structure, tags, event));
        let (found, seen) = (Found { has_race, is_cut: false }, FxHashSet::default());
        Interleavings { structure, tags, threads, budget, is_local, found, cut, seen }
    }

    /// Goes through all of them, as far as they differ in what is read, until `visit` breaks off or the budget is used up.
    pub(crate) fn visit(
        &mut self,
        x: &mut Expressions,
        environment: Environment,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let initial = self.structure.events.iter_enumerated().filter(|(_, event)| event.thread.is_none());
        let state = State {
            done: vec![0; self.threads.len()],
            memory: initial.filter_map(|(id, event)| Some((event.cell?, id))).collect(),
            reads_from: IdVec::from_elem(None, self.structure.events.len()),
            environment,
            held: FxHashMap::default(),
            started: BTreeSet::new(),
            ended: BTreeSet::new(),
        };
        self.from(x, state, visit)
    }

    fn from(&mut self, x: &mut Expressions, state: State, visit: &mut Visit<'_>) -> ControlFlow<()> {
        if *self.budget == 0 {
            return ControlFlow::Break(());
        }
        *self.budget -= 1;
        if is_contradictory(x, self.structure, &state.environment) {
            return ControlFlow::Continue(());
        }
        let is_done = |thread: usize| state.done[thread] == self.threads[thread].len();
        self.found.is_cut |= self.cut.iter().any(|&thread| self.threads.get(thread).is_none_or(|_| is_done(thread)));
        if state.done.iter().zip(&self.threads).all(|(done, events)| *done == events.len()) {
            if !self.cut.is_empty() {
                return ControlFlow::Continue(());
            }
            let observed = self.structure.observed.iter().map(|&expr| {
                let value = state.environment.evaluate(x, expr);
                x.as_constant(value)
            });
            // A register that is no number is none of an outcome here.
            let Some(outcome) = observed.collect::<Option<Vec<u128>>>() else { return ControlFlow::Continue(()) };
            return visit(x, &state.reads_from, &state.environment, Outcome(outcome));
        }
        if !self.seen.insert(self.key(x, &state)) {
            return ControlFlow::Continue(());
        }
        let next = |thread: usize| self.threads[thread].get(state.done[thread]).copied();
        self.found.has_race |= self.has_race(&state);
        let local = (0..self.threads.len()).find(|&thread| next(thread).is_some_and(|event| self.is_local[event]));
        let steps = local.map_or(0..self.threads.len(), |thread| thread..thread + 1);
        for thread in steps {
            if let Some(&event) = self.threads[thread].get(state.done[thread])
                && let Some(next) = self.step(x, state.clone(), thread, event)
            {
                self.from(x, next, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether two conflicting accesses come next, of which one at least races.
    fn has_race(&self, state: &State) -> bool {
        let next =
            |(events, &done): (&Vec<EventId>, &usize)| events.get(done).map(|&event| &self.structure.events[event]);
        let all: Vec<&GraphEvent> = self.threads.iter().zip(&state.done).filter_map(next).collect();
        let is_access = |event: &GraphEvent| event.is_read() || event.is_write();
        let synchronizes = |event: &GraphEvent| self.tags.volatile.is_some_and(|tag| event.tags.contains(tag));
        all.iter().enumerate().any(|(at, one)| {
            all[at + 1..].iter().any(|other| {
                one.cell == other.cell
                    && is_access(one)
                    && is_access(other)
                    && (one.is_write() || other.is_write())
                    && !(synchronizes(one) && synchronizes(other))
            })
        })
    }

    /// What decides what is to come, and what outcomes show.
    fn key(&self, x: &Expressions, state: &State) -> Key {
        let mut memory: Vec<(Cell, EventId)> = state.memory.iter().map(|(&cell, &write)| (cell, write)).collect();
        memory.sort_unstable();
        let reads = self.structure.events.iter().filter_map(|event| event.read);
        let value = |symbol| state.environment.get(symbol).and_then(|value| x.as_constant(value));
        (state.done.clone(), memory, reads.filter_map(|(symbol, _)| value(symbol)).collect())
    }

    /// The next event of a thread, if it can be done now.
    fn step(&self, x: &mut Expressions, mut state: State, thread: usize, event: EventId) -> Option<State> {
        let description = &self.structure.events[event];
        state.done[thread] += 1;
        let Some(cell) = description.cell else { return Some(state) };
        if description.kind == ActionKind::Synchronization {
            return self.synchronize(state, thread, cell, event);
        }
        if let Some((symbol, width)) = description.read {
            let write = *state.memory.get(&cell)?;
            state.reads_from[event] = Some(write);
            let written = state.environment.evaluate(x, self.structure.events[write].written?);
            x.as_constant(written)?;
            let value = x.resize(written, width);
            state.environment.set(symbol, value);
        }
        if description.is_write() {
            state.memory.insert(cell, event);
        }
        Some(state)
    }

    fn synchronize(&self, mut state: State, thread: usize, cell: Cell, event: EventId) -> Option<State> {
        let tags = self.structure.events[event].tags;
        let is = |tag: Option<u32>| tag.is_some_and(|tag| tags.contains(tag));
        if is(self.tags.lock) {
            let holder = state.held.entry(cell).or_insert((thread, 0));
            if holder.1 > 0 && holder.0 != thread {
                return None;
            }
            *holder = (thread, holder.1 + 1);
        } else if is(self.tags.unlock) {
            let holder = state.held.get_mut(&cell).filter(|holder| holder.0 == thread && holder.1 > 0)?;
            holder.1 -= 1;
        } else if is(self.tags.start) {
            state.started.insert(cell);
        } else if is(self.tags.first) && !state.started.contains(&cell) {
            return None;
        } else if is(self.tags.last) {
            state.ended.insert(cell);
        } else if is(self.tags.join) && !state.ended.contains(&cell) {
            return None;
        }
        Some(state)
    }
}

/// Whether an event reads a final field that another thread writes.
fn is_read_of_final(structure: &Structure, tags: SynchronizationTags, event: EventId) -> bool {
    let one = &structure.events[event];
    let writes_it = |other: &GraphEvent| {
        other.is_write() && other.cell == one.cell && other.thread.is_some() && other.thread != one.thread
    };
    one.is_read() && tags.is_final.is_some_and(|tag| one.tags.contains(tag)) && structure.events.iter().any(writes_it)
}

/// Whether no other thread's events have anything to do with this one: fences, and accesses to cells that no other thread accesses, or only reads as this one does.
fn is_local(structure: &Structure, event: EventId) -> bool {
    let one = &structure.events[event];
    let Some(cell) = one.cell else { return true };
    let only_reads = one.kind == ActionKind::Read;
    let conflicts = |other: &GraphEvent| {
        other.thread.is_some()
            && other.thread != one.thread
            && other.cell == Some(cell)
            && !(only_reads && other.kind == ActionKind::Read)
    };
    !structure.events.iter().any(conflicts)
}
