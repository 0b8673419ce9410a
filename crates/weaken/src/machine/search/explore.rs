//! The search through the states of a machine.

use std::collections::{BTreeMap, BTreeSet};

use litmus::{LoweredTest, Outcome};
use program::{CodePlace, Program, ThreadId, Width};

use super::Search;
use crate::machine::flat::{Code, Slot};
use crate::machine::front::{FaultKind, Front, Provenance};
use crate::machine::memory::{self, Layout, Range};
use crate::mixed_sizes::{Written, put_together};

/// How far to go.
pub struct Limits<'a> {
    /// The most states that are stored.
    pub states: usize,
    /// The most bytes that the stored states may take, with what finds them.
    pub memory: usize,
    /// Is given the number of states that are stored, now and then.
    pub progress: &'a dyn Fn(usize),
    /// Whether to stop; asked now and then.
    pub cancelled: &'a dyn Fn() -> bool,
    /// How often a read in a loop may be delayed before it takes effect for the first time.
    pub delayed: usize,
    /// Whether a violation ends the search. Otherwise all final states are found.
    pub stop_at_violation: bool,
    /// Whether steps of which one order is as good as any other are taken in one order. Verdicts and final states are the same.
    pub reduction: bool,
    /// Whether threads of a program that spin for ever are a violation.
    pub progress_is_checked: bool,
}

/// Why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// More states than allowed.
    #[error("there are more than {0} states")]
    States(usize),
    /// The states take more memory than allowed.
    #[error("the states take more than {} MB", .0 / 1_000_000)]
    Memory(usize),
    /// More accesses are pending at once than the machine has room for.
    #[error("more than 64 accesses of a thread are pending at once")]
    Pending,
    /// More writes of a thread are live than the machine has room for.
    #[error("more than {0} writes of a thread are of consequence at once")]
    Writes(usize),
    /// No violation was found, but reads in loops could have been delayed further.
    #[error("no violation was found while each read is delayed at most {0} times in a loop")]
    Delayed(usize),
    /// The search was stopped by its caller.
    #[error("a limit of time or memory was reached before the search ended")]
    Cancelled,
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No execution ends in a state that is looked for.
    Holds,
    /// This one does.
    Violated {
        /// How.
        trace: Vec<TraceStep>,
        /// Where it ends.
        outcome: Outcome,
    },
    /// Neither is certain.
    Unknown(Unknown),
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Different states stored.
    pub states: usize,
    /// Steps from one state to another.
    pub transitions: usize,
    /// Bytes of all stored states.
    pub bytes: usize,
    /// How often the search began anew because there were more values to choose from.
    pub rounds: usize,
}

/// A step of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// Whose step.
    pub thread: usize,
    /// The instruction.
    pub place: CodePlace,
    /// What happens: `reads x=0 from memory`.
    pub what: String,
    /// The accesses of the thread that are before it in program order and take effect later, and what this one is called then.
    pub overtakes: Vec<Overtaken>,
}

/// An access that takes effect after a later one of its thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overtaken {
    /// Its instruction.
    pub place: CodePlace,
    /// `the write of x`.
    pub delayed: String,
    /// The later access.
    pub past: String,
}

/// What happens in a transition.
pub(crate) struct Happening {
    pub(crate) place: CodePlace,
    pub(crate) what: String,
    pub(crate) overtakes: Vec<Overtaken>,
}

impl Happening {
    /// Something in which no access takes effect.
    pub(crate) fn new(place: CodePlace, what: impl Into<String>) -> Happening {
        Happening { place, what: what.into(), overtakes: Vec::new() }
    }
}

/// How a search ended.
pub(crate) enum Found {
    Verdict(Verdict, BTreeSet<Outcome>),
    Wrong { trace: Vec<TraceStep>, wrong: Wrong },
}

/// What a search does not go on behind.
pub(crate) enum Wrong {
    /// Something that has no meaning.
    Fault(CodePlace, FaultKind),
    /// Nothing goes on.
    Hang(Hang),
}

/// Threads that do nothing any more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hang {
    /// Where threads wait for good.
    pub waits: Vec<CodePlace>,
    /// Those that spin for ever.
    pub spins: Vec<Spin>,
}

/// A thread that spins for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spin {
    /// Which.
    pub thread: usize,
    /// What it reads, and where: `go=0`; nothing in a loop without a read.
    pub reads: Vec<(CodePlace, Option<String>)>,
}

/// Who waits or spins for good in a state.
pub(crate) type FindHang<'a, M> = &'a dyn Fn(&<M as Explored>::State, &<M as Explored>::Stops) -> Option<Hang>;

/// What is looked at where executions end.
pub(crate) enum End<'a, M: Explored> {
    /// The final states of a test.
    Test(&'a LoweredTest),
    /// Whether the threads of a program do nothing any more.
    Hang(FindHang<'a, M>),
}

impl<M: Explored> Clone for End<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Explored> Copy for End<'_, M> {}

/// Also gives the transitions of all rounds.
pub(crate) fn explore<M: Explored>(
    program: &Program,
    end: End<'_, M>,
    machine: &M,
    limits: &Limits<'_>,
) -> (Found, Statistics, usize) {
    let mut domain = Domain::default();
    let mut statistics = Statistics::default();
    let mut transitions = 0;
    let initial = machine.layout().initial(program);
    // Violations are found with few delays; a search without a bound can get lost among many. Tests are small.
    let mut at_once = match end {
        End::Hang(_) if limits.reduction => 0,
        End::Hang(_) | End::Test(_) => usize::MAX,
    };
    loop {
        statistics.rounds += 1;
        let mut search = Search::new(program, end, machine, limits, &initial, domain);
        search.known.at_once = at_once;
        let found = search.run();
        statistics.states = search.visited.len();
        statistics.bytes = search.bytes;
        transitions += search.transitions;
        let is_final = match &found {
            Found::Wrong { .. } => true,
            Found::Verdict(verdict, _) => match verdict {
                Verdict::Violated { .. } => limits.stop_at_violation,
                // More values to suppose, or more delays at once, may still find a violation.
                Verdict::Unknown(Unknown::Delayed(_)) | Verdict::Holds => false,
                Verdict::Unknown(
                    Unknown::States(_)
                    | Unknown::Memory(_)
                    | Unknown::Pending
                    | Unknown::Writes(_)
                    | Unknown::Cancelled,
                ) => true,
            },
        };
        if is_final {
            return (found, statistics, transitions);
        }
        // First all values at this bound: a higher one has more states for each of them.
        if !search.known.domain.has_grown {
            if !search.known.is_bounded {
                return (found, statistics, transitions);
            }
            at_once = (2 * at_once).max(1);
        }
        domain = Domain { values: search.known.domain.values, has_grown: false };
    }
}

/// A machine that can be explored.
pub(crate) trait Explored {
    /// A state between two transitions.
    type State: Clone;
    /// Where its threads stand.
    type Stops: Clone;
    /// A step that is possible.
    type Transition: Copy;
    /// Where the values of a thread come from.
    type Sources: Provenance;

    fn code(&self) -> &Code;
    fn layout(&self) -> &Layout;

    /// The state in which threads and memory are these.
    fn start(&self, threads: Vec<Front<Self::Sources>>, memory: Vec<u8>) -> Self::State;

    /// Lets all threads do what they do alone. `moved` is the thread whose step led to the state, and where all threads stood before it.
    fn settle(&self, state: &mut Self::State, moved: Option<(usize, Self::Stops)>) -> Settled<Self::Stops>;

    /// What has no meaning in a state, where nothing that is on its way can undo it.
    fn fault(&self, state: &Self::State, stops: &Self::Stops) -> Option<(CodePlace, FaultKind)>;

    /// Writes the state as bytes, equal ones for equal states only.
    fn encode(&self, state: &Self::State, into: &mut Vec<u8>);

    /// The transitions that may be possible. `in_order` is whether those that may come before all others are enough, if there are any. An error where there is no room for what is.
    fn possible(
        &self,
        state: &Self::State,
        stops: &Self::Stops,
        known: &mut Known<'_>,
        in_order: bool,
    ) -> Result<Next<Self::Transition>, Unknown>;

    /// Takes a transition; false, and the state is of no use, when it is not possible after all.
    fn take(
        &self,
        state: &mut Self::State,
        stops: &Self::Stops,
        thread: usize,
        transition: Self::Transition,
        known: &mut Known<'_>,
    ) -> bool;

    /// What happens in a transition that is possible.
    fn describe(&self, from: (&Self::State, &Self::Stops), thread: usize, transition: Self::Transition) -> Happening;

    /// Whether all threads have ended and nothing is on its way.
    fn has_ended(&self, state: &Self::State, stops: &Self::Stops) -> bool;

    /// The bits of a register in a state.
    fn register(&self, state: &Self::State, thread: ThreadId, register: Slot, low: u16, width: Width) -> u128;

    /// The bytes of memory in a state that has ended.
    fn memory(&self, state: &Self::State) -> Vec<u8>;
}

/// Transitions that may be possible.
pub(crate) struct Next<T> {
    /// With the threads whose they are; the last is tried first.
    pub(crate) steps: Vec<(usize, T)>,
    /// Whether there are others, which may come later in all executions but those in which these go round for ever.
    pub(crate) come_first: bool,
}

/// What becomes of a state when all threads do what they do alone.
pub(crate) enum Settled<T> {
    /// Where each thread has stopped.
    Stopped(T),
    /// It is no state of an execution.
    Dead,
}

/// The values that delayed reads may return: the initial ones, and those of writes that have reached memory in some state. What a write
/// depends on is confirmed by then, so that values that only suppose each other are never among them, and counting up ends.
#[derive(Default)]
pub(crate) struct Domain {
    pub(crate) values: BTreeMap<Range, BTreeSet<u128>>,
    /// Whether there are more than when the search began.
    pub(crate) has_grown: bool,
}

impl Domain {
    fn add(&mut self, range: Range, value: u128) {
        self.has_grown |= self.values.entry(range).or_default().insert(value);
    }

    /// The values that these bytes may have together, ascending.
    fn of<'a>(&'a self, range: Range) -> BTreeSet<u128> {
        let overlapping = || self.values.iter().filter(|(other, _)| other.overlaps(range));
        // Nearly always there is one size.
        if overlapping().all(|(other, _)| *other == range) {
            return self.values.get(&range).cloned().unwrap_or_default();
        }
        let written = |(of, values): (&Range, &'a BTreeSet<u128>)| {
            let (start, bytes) = (of.start.into(), of.bytes);
            values.iter().map(move |&value| Written { start, bytes, value })
        };
        put_together(range.start.into(), range.bytes, &overlapping().flat_map(written).collect::<Vec<_>>())
    }
}

/// What a search knows beside the state.
pub(crate) struct Known<'a> {
    pub(crate) domain: Domain,
    /// Memory at the start.
    pub(crate) initial: &'a [u8],
    /// How often a read in a loop may be delayed before it takes effect for the first time.
    pub(crate) delayed: usize,
    /// Whether that bound was met.
    pub(crate) is_cut: bool,
    /// How many reads a thread may delay at once in this round, and whether any delayed fewer for that.
    pub(crate) at_once: usize,
    pub(crate) is_bounded: bool,
}

impl Known<'_> {
    /// A write of this value has reached memory.
    pub(crate) fn learn(&mut self, range: Range, value: u128) {
        self.domain.add(range, value);
    }

    /// The values that a delayed read may be supposed to return, ascending, and those of `others` that are not among them.
    pub(crate) fn values(&mut self, range: Range, others: impl IntoIterator<Item = u128>) -> Vec<u128> {
        // The initial value is added as it is asked for, as ranges are known by accesses alone.
        self.domain.add(range, memory::read(self.initial, range));
        let mut values: Vec<u128> = self.domain.of(range).into_iter().collect();
        for value in others {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// Whether a thread may delay one more read, which has delayed so many.
    pub(crate) fn may_add_delay(&mut self, already: usize) -> bool {
        self.is_bounded |= already >= self.at_once;
        already < self.at_once
    }

    /// Whether a read may be delayed that is pending so often already.
    pub(crate) fn may_delay(&mut self, already: usize) -> bool {
        self.is_cut |= already >= self.delayed;
        already < self.delayed
    }
}
