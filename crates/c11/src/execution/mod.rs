//! One execution of a program.

mod atomic;
mod outside;
mod plain;
mod prune;
mod readable;
mod survey;
mod threads;

use rustc_hash::FxHashSet;

use crate::clock::{Clocks, Row};
use crate::location::Locations;
use crate::modification::{FIRST_STORES, ModificationGraph};
use crate::shadow::{Epoch, Shadow};
use crate::{AccessKind, Place, Race, ThreadId};

use prune::Pruning;
use survey::Survey;

/// The component of clocks that stands for the world outside the program. It never synchronises; its initial values are known to all threads.
const OUTSIDE: u32 = 0;
/// The time of initial values.
const BEGINNING: u64 = 1;

/// The default of [`Execution::set_pruning`].
const PRUNING: usize = 64;

/// After how many stores to a location they are numbered anew. A location that keeps as many takes hundreds of gigabytes.
const RENUMBERING: u32 = 1 << 30;

/// The state of one execution: everything that the memory model has to know about its past.
///
/// Operations are told in the order in which they take place; that order has to respect program order, and is the order of all
/// sequentially consistent operations. The caller also keeps the memory itself: it stores what it is told to store, at once, and passes the
/// bytes that it finds with every atomic access.
///
/// Threads that do not exist are not accepted: a call for one changes nothing (and a load gives what is in memory). The same
/// holds for atomic accesses by a thread that has finished, and for those whose size is not between 1 and 16 bytes.
///
/// **Time.** Every event has an even number of its own, counted over all threads. What a thread does without events in between (its plain accesses) has the
/// odd number behind its last event: whoever knows of that event alone does not know of them.
#[derive(Clone, Debug)]
pub struct Execution {
    /// The number of the last event.
    time: u64,
    threads: Vec<Thread>,
    /// By thread: what stands in the shadow for its plain accesses now. None for a thread whose epoch does not fit into a word.
    epochs: Vec<Option<Epoch>>,
    clocks: Clocks<u64>,
    graph: ModificationGraph,
    locations: Locations,
    shadow: Shadow,
    /// Whether there has been a sequentially consistent fence.
    has_seq_cst_fence: bool,
    /// How many new stores a location takes before it is looked through for dead ones.
    prune_after: usize,
    /// [`RENUMBERING`], but for tests.
    renumber_at: u32,
    /// How many values from outside there have been.
    outside_events: u32,
    races: Vec<Race>,
    /// The races that have been reported: kinds and places of both accesses.
    known_races: FxHashSet<[(AccessKind, Place); 2]>,
    /// Kept for their room; none while they are in use.
    survey: Option<Box<Survey>>,
    failing: Option<Box<Survey>>,
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
        let mut execution = Execution {
            time: 0,
            threads: Vec::new(),
            epochs: Vec::new(),
            clocks: Clocks::new(FIRST_STORES),
            graph: ModificationGraph::new(),
            locations: Locations::new(),
            shadow: Shadow::new(),
            has_seq_cst_fence: false,
            prune_after: PRUNING,
            renumber_at: RENUMBERING,
            outside_events: 0,
            races: Vec::new(),
            known_races: FxHashSet::default(),
            survey: None,
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
        *self = Execution { prune_after: self.prune_after, ..Execution::new() };
    }

    /// How many new stores to a location are let come before those are looked for that nobody can read any more. It changes the cost, and nothing
    /// else; `usize::MAX` keeps all. It holds for locations that are not known yet.
    pub fn set_pruning(&mut self, stores: usize) {
        self.prune_after = stores.max(1);
    }

    /// How many stores are remembered.
    pub fn remembered_stores(&self) -> usize {
        self.graph.len()
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
        self.clocks.set(clock, thread.slot(), self.time);
        self.epochs[thread.0 as usize] = Epoch::new(thread.slot() as u32, self.time + 1);
        self.time
    }
}
