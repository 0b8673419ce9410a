//! One execution of a program.

mod atomic;
mod memory;
mod outside;
mod plain;
mod prior_set;
mod prune;
mod readable;
mod threads;

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::clock::{Clocks, Row};
use crate::location::Locations;
use crate::modification::{FIRST_STORES, ModificationGraph};
use crate::shadow::{Epoch, Shadow};
use crate::{AccessKind, AccessSite, Race, Rules, ThreadId};

pub use atomic::UpdateBegun;
use prior_set::PriorSet;
use prune::Pruning;

/// The component of clocks that stands for the world outside the program. It never synchronises; its initial values are known to all threads.
const OUTSIDE: u32 = 0;
/// The time of initial values.
const BEGINNING: u64 = 1;

/// The default of [`Execution::set_pruning`]. With less a look for dead stores is dear for what it finds; more gains nothing.
const PRUNING: usize = 96;

/// After how many stores to a location they are numbered anew. A location that keeps as many takes hundreds of gigabytes.
const RENUMBERING: u32 = 1 << 30;

/// The state of one execution: everything that the memory model has to know about its past.
///
/// The caller reports operations in the order in which they take place; that order has to respect program order, and is the order of all
/// sequentially consistent operations. The caller also keeps the memory itself: it stores what operations say, at once, and passes the
/// bytes that it finds with every atomic access.
///
/// Threads that do not exist are not accepted: a call for one changes nothing (and a load gives what is in memory). The same
/// holds for atomic accesses by a thread that has finished, and for those whose size is not between 1 and 16 bytes.
///
/// **Time.** Every event has an even number of its own, counted over all threads. What a thread does without events in between (its plain accesses) has the
/// odd number behind its last event: a thread that knows of that event alone does not know of them.
#[derive(Clone, Debug)]
pub struct Execution {
    rules: Rules,
    /// The number of the last event.
    time: u64,
    threads: Vec<Thread>,
    /// The threads that have not finished, in ascending order.
    running: Vec<ThreadId>,
    /// By component of clocks: the threads that it has stood for, with the times of their first events. One takes the component of another that has finished, if
    /// the end of that happens before its own creation: then a thread that knows of anything that the later one has done knows of all that the earlier one did.
    owners: Vec<Vec<(u64, ThreadId)>>,
    /// Components of threads that have finished, with the times of their last events.
    ended: Vec<(u32, u64)>,
    /// By thread: what stands in the shadow for its plain accesses now. None for a thread whose epoch does not fit into a word.
    epochs: Vec<Option<Epoch>>,
    clocks: Clocks<u64>,
    graph: ModificationGraph,
    locations: Locations,
    shadow: Shadow,
    /// Large blocks of memory by their addresses; no two overlap.
    large: BTreeMap<u64, memory::Large>,
    /// Whether there has been a sequentially consistent fence.
    has_seq_cst_fence: bool,
    /// Under the rules of C++20: the times of such fences, and what happens before each or an earlier one.
    fence_views: Vec<(u64, Row)>,
    /// At how many of them it is time to look for some that no access asks for any more.
    prune_views_at: usize,
    /// See [`Execution::crowding`].
    crowding: Option<ThreadId>,
    /// See [`Execution::set_unwatched`].
    is_unwatched: bool,
    /// How many new stores a location takes before it is looked through for dead ones.
    prune_after: usize,
    /// See [`Execution::set_window`].
    window: Option<u64>,
    /// [`RENUMBERING`], but for tests.
    renumber_at: u32,
    /// How many values from outside there have been.
    outside_events: u32,
    races: Vec<Race>,
    /// The races that have been reported: kinds and places of both accesses.
    known_races: FxHashSet<[(AccessKind, AccessSite); 2]>,
    /// Granules of an access that are not simple to record; empty between two calls.
    others: Vec<(u64, u8)>,
    /// Kept for their room; none while they are in use.
    prior_set: Option<Box<PriorSet>>,
    failing: Option<Box<PriorSet>>,
    pruning: Option<Box<Pruning>>,
}

/// What a thread is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Running,
    /// It waits for this thread to finish.
    Waiting(ThreadId),
    Finished,
}

#[derive(Clone, Debug)]
struct Thread {
    phase: Phase,
    /// Its component of clocks: component 0 is that of the world outside the program.
    slot: u32,
    /// What happens before its next event (C_t of section 6.1), its own last event included.
    clock: Row,
    /// Its clock at the last release fence (F^rel), once there is one.
    release_fence: Option<Row>,
    /// What it would synchronise with by an acquire fence (F^acq), once there is something.
    acquire_fence: Option<Row>,
    /// The times of its sequentially consistent fences, ascending; some that can have no effect any more are left out.
    seq_cst_fences: Vec<u64>,
    /// At how many of them it is time to look for some to leave out.
    prune_fences_at: usize,
    /// How many events it has had.
    events: u32,
}

impl Default for Execution {
    fn default() -> Execution {
        Execution::new()
    }
}

impl Execution {
    /// An execution in which the main thread runs and nothing has happened.
    pub fn new() -> Execution {
        Execution::with_rules(Rules::default())
    }

    /// The same under other rules.
    pub fn with_rules(rules: Rules) -> Execution {
        let mut execution = Execution {
            rules,
            time: 0,
            threads: Vec::new(),
            running: Vec::new(),
            owners: vec![Vec::new()],
            ended: Vec::new(),
            epochs: Vec::new(),
            clocks: Clocks::new(FIRST_STORES),
            graph: ModificationGraph::new(),
            locations: Locations::new(),
            shadow: Shadow::new(),
            large: BTreeMap::new(),
            has_seq_cst_fence: false,
            fence_views: Vec::new(),
            prune_views_at: PRUNING,
            crowding: None,
            is_unwatched: false,
            prune_after: PRUNING,
            window: None,
            renumber_at: RENUMBERING,
            outside_events: 0,
            races: Vec::new(),
            known_races: FxHashSet::default(),
            others: Vec::new(),
            prior_set: None,
            failing: None,
            pruning: None,
        };
        let clock = execution.clocks.allocate();
        execution.clocks.set(clock, OUTSIDE as usize, BEGINNING);
        execution.add_thread(clock);
        execution
    }

    /// Back to the beginning.
    pub fn reset(&mut self) {
        *self = Execution {
            prune_after: self.prune_after,
            window: self.window,
            is_unwatched: self.is_unwatched,
            ..Execution::with_rules(self.rules)
        };
    }

    /// How many new stores to a location are let come before those are looked for that no thread can read any more. It changes the cost, and nothing
    /// else; `usize::MAX` keeps all. It holds for locations that are not known yet.
    pub fn set_pruning(&mut self, stores: usize) {
        self.prune_after = stores.max(1);
    }

    /// Gives up stores that a thread could still read once they come, in modification order, before a store that is older than so many events (the aggressive mode of section 7.1). Memory is bounded
    /// then, but for chains of read-modify-writes; loads are offered fewer old stores, and never one that they would not be offered without. `None`, as at the beginning, gives up nothing.
    pub fn set_window(&mut self, events: Option<u64>) {
        self.window = events;
    }

    /// A thread that knows so little of what others have done that very many stores to one location had to be kept for it; none so far if that has not
    /// happened.
    pub fn crowding(&self) -> Option<ThreadId> {
        self.crowding
    }

    /// Whether code that is not instrumented takes part in the program's synchronisation. Then an atomic object that is accessed for the first time may have been
    /// changed before, and back again: it counts as released by all threads.
    pub fn set_unwatched(&mut self, is_unwatched: bool) {
        self.is_unwatched = is_unwatched;
    }

    /// How many values atomic locations have got in ways of which nothing is known: by code that is not instrumented, or as the first of their size where accesses of another size were before.
    /// Then what loads could read is not all that the model allows. What was there at the beginning does not count.
    pub fn outside_events(&self) -> u32 {
        self.outside_events
    }

    /// How many stores are remembered.
    pub fn remembered_stores(&self) -> usize {
        self.graph.len()
    }

    /// The time of the last event: a number that grows with each. [`Candidate::time`](crate::Candidate::time) is such a time.
    pub fn now(&self) -> u64 {
        self.time
    }

    /// The time of the last event of `of` that happens before what `by` does next; 0 if there is none. Of a thread that has ended and whose component in clocks another one has taken
    /// over it may be the time of an event of that one.
    pub fn known(&self, by: ThreadId, of: ThreadId) -> u64 {
        match (self.thread(by), self.thread(of)) {
            (Some(by), Some(of)) => self.clocks.get(by.clock, of.slot as usize),
            _ => 0,
        }
    }

    /// The races found so far, in the order in which they were seen.
    pub fn races(&self) -> &[Race] {
        &self.races
    }

    /// The thread, if there is one.
    fn thread(&self, thread: ThreadId) -> Option<&Thread> {
        self.threads.get(thread.0 as usize)
    }

    /// A new event of a thread that exists. Gives its number.
    #[inline(always)]
    fn tick(&mut self, thread: ThreadId) -> u64 {
        self.time += 2;
        let state = &mut self.threads[thread.0 as usize];
        state.events += 1;
        let (clock, phase) = (state.clock, state.phase);
        if let Phase::Waiting(_) = phase {
            self.stop_waiting(thread);
        }
        let slot = self.threads[thread.0 as usize].slot;
        self.clocks.set(clock, slot as usize, self.time);
        self.epochs[thread.0 as usize] = Epoch::new(slot, self.time + 1);
        self.time
    }

    /// The component of a thread's events in clocks.
    #[inline(always)]
    fn slot(&self, thread: ThreadId) -> u32 {
        self.threads[thread.0 as usize].slot
    }

    /// Whose event of this component it was that took place at this time; none for the world outside.
    fn thread_of(&self, slot: u32, time: u64) -> Option<ThreadId> {
        let owners = &self.owners[slot as usize];
        let after = owners.partition_point(|&(start, _)| start <= time);
        owners.get(after.saturating_sub(1)).map(|&(_, thread)| thread)
    }
}
