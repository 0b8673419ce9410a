//! The search through the states of a program, breadth first, so that counterexamples are short.

pub(crate) mod chunks;
pub(crate) mod components;
pub(crate) mod encode;
pub(crate) mod expand;
pub(crate) mod footprints;
mod progress;
mod spinning;
pub(crate) mod store;

use std::collections::BTreeSet;

use cprog::ir::Program;
use relation::{IdVec, Index};

use crate::Model;
use crate::checker::analysis::choices::note_compared;
use crate::checker::analysis::delays::{Chosen, DelayedAccesses, Delays};
use crate::checker::analysis::live::Live;
use crate::checker::analysis::locals::promote;
use crate::checker::analysis::overtake::{Half, overtaken};
use crate::checker::analysis::read_loops::ReadLoops;
use crate::checker::checks::{Check, Checks};
use crate::checker::code::{ClassId, Code, Step, StepId};
use crate::checker::lowering::{Refusal, lower};
use crate::checker::report::trace::{self, Violation, ViolationKind};
use crate::checker::state::bytes::Memory;
use crate::checker::state::happens_before::{HappensBefore, ThreadOrder};
use crate::checker::state::knowledge::Knowledge;
use crate::checker::state::knowledge_state::{KnowledgeState, ThreadKnowledge};
use crate::checker::state::{State, Thread};
use crate::checker::target::CompileTarget;
use crate::checker::transition::effects::needs_values;
use crate::checker::transition::event::Event;
use crate::checker::transition::machine::Machine;
use arch::Updates;
use chunks::{States, Together};
use components::{ComponentId, Components};
use encode::MEMORY;
use expand::{Expanded, Expander, Outcome, Successor, Values, is_real};
use progress::Graph;
use store::{StateId, Store, Stored};

/// How far to go.
pub struct Limits<'a> {
    /// The most states that are stored.
    pub states: usize,
    /// The most accesses of a thread that are pending at once, up to 64.
    pub buffer: usize,
    /// The most bytes that the stored states may take, with what finds them.
    pub memory: usize,
    /// Whether to stop; asked now and then.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
    /// Is given the number of states that are stored, now and then.
    pub progress: &'a dyn Fn(usize),
    /// Whether hashes of 64 bits stand for states: less memory, and no certainty that all states were seen.
    pub is_compact: bool,
    /// What runs parts of the search on other threads, if there are to be some. What is found does not depend on it.
    pub together: Option<&'a Together<'a>>,
    /// Whether accesses that the program itself orders are left out of interleavings.
    pub reduction: bool,
    /// Which accesses may be delayed. The verdict is the same, and few of them have fewer states.
    pub delays: Delays,
    /// What the program is compiled for, where that is not the usual target of the model.
    pub target: Option<CompileTarget>,
    /// What is looked for, beside failed assertions and deadlocks.
    pub checks: Checks,
    /// Whether the search goes on behind a violation, so that all are found and all final states counted.
    pub all: bool,
}

impl Default for Limits<'_> {
    /// Twenty million states of any size, 64 accesses, the reduction, every delay, the first violation, one thread.
    fn default() -> Self {
        Limits {
            states: 20_000_000,
            buffer: 64,
            memory: usize::MAX,
            cancelled: &|| false,
            progress: &|_| {},
            is_compact: false,
            together: None,
            reduction: true,
            delays: Delays::Every,
            target: None,
            checks: Checks::DEFAULT,
            all: false,
        }
    }
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
    /// Threads could have delayed more accesses than allowed.
    #[error("no violation was found while at most {0} accesses of a thread are delayed at once")]
    Buffer(usize),
    /// More writes of a thread are live than the machine has room for.
    #[error("more than {0} writes of a thread are of consequence at once")]
    Writes(usize),
    /// No violation was found, but reads in loops could have been delayed further.
    #[error("no violation was found while each read is delayed at most {0} times in a loop")]
    Delayed(usize),
    /// Threads may spin for ever.
    #[error("no violation was found, but there are too many steps to say whether threads make progress")]
    Progress,
    /// There are too many places that threads may race for.
    #[error("no violation was found, but threads access too many places at once to say whether they race")]
    Races,
    /// A number was chosen out of too many.
    #[error("no violation was found with the values that were tried for choices of more than 8 bits")]
    Choices,
    /// The program does something that has no meaning here.
    #[error("{what} is not understood{}", .place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default())]
    Unsupported {
        /// What it is.
        what: String,
        /// Where.
        place: Option<String>,
    },
    /// A thread does not come to the end of what it does alone.
    #[error("a thread computes for too long, calls too deep or allocates too much{}",
        .0.as_ref().map(|place| format!(" ({place})")).unwrap_or_default())]
    Endless(Option<String>),
    /// The search was stopped by its caller.
    #[error("a limit of time or memory was reached before the search ended")]
    Cancelled,
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No execution is wrong.
    Holds,
    /// This one is.
    Violated(Box<Violation>),
    /// Neither is certain.
    Unknown(Unknown),
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Different states stored, in the last search.
    pub states: usize,
    /// Steps from one state to another, in all searches.
    pub transitions: usize,
    /// Bytes of the stored states with what finds them.
    pub bytes: usize,
    /// Searches: without delays, with more values for delayed reads, more accesses interleaved, more accesses delayed.
    pub searches: usize,
    /// Global variables and places of allocation whose accesses are interleaved.
    pub interleaved: usize,
    /// The most accesses of a thread pending at once.
    pub buffer: usize,
    /// Different contents of the global variables when all threads have ended.
    pub finals: usize,
    /// Different violations, by what they are and where, as far as the search went.
    pub violations: usize,
    /// Whether hashes stood for states.
    pub is_compact: bool,
    /// What was delayed, where not every access was.
    pub chosen: Option<Chosen>,
}

impl Statistics {
    /// A bound on the probability that two of the states have the same hash, so that some states were missed: the number of pairs by that of hashes.
    pub fn omission(&self) -> f64 {
        let states = self.states as f64;
        if self.is_compact { states * (states - 1.0).max(0.0) / 2.0 / 2_f64.powi(64) } else { 0.0 }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whether an execution is wrong.
    pub verdict: Verdict,
    /// How much was done.
    pub statistics: Statistics,
    /// The bytes of the global variables when all threads have ended, in order; only where all were asked for.
    pub finals: Vec<Vec<u8>>,
    /// What the violations are; only where all were asked for.
    pub violations: Vec<ViolationKind>,
}

/// Looks for a wrong execution of `program` under `model`.
///
/// # Errors
/// When there is nothing to begin with, or the program's memory is too large.
pub fn check(program: &Program, model: Model, limits: &Limits<'_>) -> Result<Report, Refusal> {
    let target = limits.target.or_else(|| model.facts().map(CompileTarget::of)).filter(|_| model != Model::SC);
    let mut code = lower(program, target, true)?;
    // What was never written shows in memory.
    if !limits.checks.has(Check::Uninitialised) {
        promote(&mut code);
    }
    note_compared(&mut code);
    let late = DelayedAccesses::choose(program, &code, model.into(), (limits.delays, target));
    Ok(check_with(program, &code, late.as_ref(), model, limits))
}

/// The same, where these accesses may be delayed, or all.
pub(super) fn check_with(
    program: &Program,
    code: &Code,
    late: Option<&DelayedAccesses>,
    model: Model,
    limits: &Limits<'_>,
) -> Report {
    let live = Live::new(code);
    // Only models that delay reads have turns to leave out.
    let read_loops = if needs_values(model) { ReadLoops::new(code) } else { ReadLoops::default() };
    let mut machine = machine(code, late, (&live, &read_loops), limits);
    let chosen = late.map(DelayedAccesses::chosen);
    // One bit stands for what was never written (`transition::written`).
    let most_pending = if limits.checks.has(Check::Uninitialised) { 63 } else { 64 };
    let mut statistics = Statistics { is_compact: limits.is_compact, chosen, ..Statistics::default() };
    let mut values = Values::default();
    loop {
        statistics.searches += 1;
        // What is interleaved decides what can be overtaken, and that is more from search to search.
        let are_reads_ordered = machine.model.local().is_none_or(|local| local.reads_ordered_by.is_none());
        machine.overtaken = overtaken(code, &machine.is_shared, Half::Read, are_reads_ordered);
        machine.divided = divided(code, &machine.is_shared, machine.model);
        machine.readers_are_divided = machine.has_readers && machine.divided.iter().any(|is_divided| *is_divided);
        let components = Components::default();
        let mut search = Search::new(program, &machine, &components, limits, values);
        let ended = search.run();
        search.note(&mut statistics);
        // Values that one search has met stay for the next one.
        // The report of this one goes the way to a violation once more, and asks for them, too.
        values = search.values.clone();
        if let Some(class) = search.race {
            // What else this search has found rests on a reduction that was wrong.
            machine.is_shared[class.index()] = true;
            continue;
        }
        let mixed = search.mixed();
        // Atomic accesses of these classes were not recorded, and may race with those that are not atomic.
        if search.first_violation.is_none() && mixed.iter().any(|class| !machine.is_mixed[class.index()]) {
            mixed.iter().for_each(|class| machine.is_mixed[class.index()] = true);
            continue;
        }
        let is_final = is_final(ended.as_ref(), search.first_violation.is_some() && !limits.all);
        let next = if is_final { None } else { next_search(&machine, &search, model, limits.buffer.min(most_pending)) };
        match next {
            Some(next) => (machine.model, machine.buffer) = next,
            None => return search.report(ended, statistics),
        }
    }
}

/// For each step whether it is a read-modify-write, or an operation on a lock, of which a later access can overtake what is written.
fn divided(code: &Code, is_shared: &[bool], model: Model) -> IdVec<StepId, bool> {
    let none = || IdVec::from_elem(false, code.steps.len());
    let Some(local) = model.local() else { return none() };
    let are_two = local.updates == Updates::TwoAccesses;
    let is_two = |step: &Step| match step.access().map(|access| access.annotation) {
        // Nothing comes between the halves of a pair that is a barrier.
        Some(annotation) if annotation.paired => !local.pairs_are_barriers,
        Some(_) | None => are_two,
    };
    if !are_two && !code.steps.iter().any(is_two) {
        return none();
    }
    let overtaken = overtaken(code, is_shared, Half::Write, true);
    overtaken.iter_enumerated().map(|(at, is_overtaken)| *is_overtaken && is_two(&code.steps[at])).collect()
}

/// The machine of the first search.
fn machine<'a>(
    code: &'a Code,
    late: Option<&'a DelayedAccesses>,
    (live, read_loops): (&'a Live, &'a ReadLoops),
    limits: &Limits<'a>,
) -> Machine<'a> {
    Machine {
        is_shared: vec![!limits.reduction; code.classes.len()],
        overtaken: IdVec::new(),
        divided: IdVec::new(),
        readers_are_divided: false,
        late,
        code,
        live,
        read_loops,
        // Sequentially consistent executions are executions of every model, and few: they are looked at first.
        model: Model::SC,
        buffer: 1,
        static_bits: static_bits(code, limits.reduction),
        has_readers: code.steps.iter().any(|step| matches!(step, Step::Lock { shared: true, .. })),
        has_try_lock: code.steps.iter().any(|step| matches!(step, Step::Lock { try_only: true, .. })),
        locks_are_waited_for: !code.steps.iter().any(|step| {
            matches!(
                step,
                Step::Lock { try_only: true, .. }
                    | Step::Lock { shared: true, .. }
                    | Step::SetLock { is_destroyed: true, .. }
            )
        }),
        gives_back: code.steps.iter().any(|step| matches!(step, Step::Free { .. })),
        tracks: limits.reduction,
        checks: limits.checks,
        is_mixed: vec![false; code.classes.len()],
        cancelled: limits.cancelled,
        static_bytes: code.initial.len(),
    }
}

/// The model and the number of pending accesses of the search that has to follow one that found nothing wrong; none where nothing was left out.
fn next_search(
    machine: &Machine<'_>,
    search: &Search<'_, '_>,
    model: Model,
    most_pending: usize,
) -> Option<(Model, usize)> {
    // Delayed reads may return more than this search knew when it began.
    if search.has_learned {
        return Some((machine.model, machine.buffer));
    }
    if machine.model != model {
        return Some((model, machine.buffer));
    }
    // Small buffers first: most violations need few delays, and states grow with the room.
    let is_cut = search.is_buffer_full && machine.buffer < most_pending;
    is_cut.then(|| (model, (2 * machine.buffer).min(most_pending)))
}

/// The bit of each global variable that is tracked.
fn static_bits(code: &Code, is_tracked: bool) -> Vec<Option<u8>> {
    let mut next_bit = 0;
    let bits = code.statics.iter().map(|of| {
        // Knowledge is words of 64 bits. An object without a bit is interleaved, which is always right.
        (is_tracked && !of.is_constant && next_bit < 64).then(|| {
            next_bit += 1;
            next_bit - 1
        })
    });
    bits.collect()
}

/// Whether no further search is to follow one that has ended so, with what was looked for or without.
fn is_final(ended: Option<&Unknown>, is_found: bool) -> bool {
    match ended {
        Some(Unknown::States(_) | Unknown::Memory(_) | Unknown::Writes(_) | Unknown::Cancelled) => true,
        // These are about a part of the executions. A search with more room or more interleaving may find a violation, which counts more.
        Some(
            Unknown::Buffer(_)
            | Unknown::Delayed(_)
            | Unknown::Choices
            | Unknown::Progress
            | Unknown::Races
            | Unknown::Unsupported { .. }
            | Unknown::Endless(_),
        ) => false,
        None => is_found,
    }
}

/// How many transitions pass between questions whether to stop.
const BETWEEN_QUESTIONS: usize = 4096;

pub(super) struct Search<'a, 'p> {
    program: &'p Program,
    machine: &'a Machine<'p>,
    components: &'a Components,
    /// Which of the components are those of stored states, a bit each, and what these take.
    counted: Vec<u64>,
    bytes: usize,
    limits: &'a Limits<'a>,
    pub(super) values: Values,
    /// Whether there are more values than when the search began.
    has_learned: bool,
    store: Store,
    transitions: usize,
    finals: BTreeSet<Vec<u8>>,
    /// The state before, the thread whose fault it is, and what it is.
    first_violation: Option<(StateId, ViolationKind)>,
    violations: BTreeSet<ViolationKind>,
    /// A class of objects that threads race for: all that was found rests on a reduction that was wrong.
    race: Option<ClassId>,
    /// Classes of objects that threads access while there are several of them, and whether by atomic accesses.
    accessed: BTreeSet<(ClassId, bool)>,
    has_no_room_for_races: bool,
    is_buffer_full: bool,
    unsupported: Option<StepId>,
    endless: Option<StepId>,
    is_choice_cut: bool,
    /// What is known of progress.
    graph: Graph,
    /// Whether it could not be said whether threads make progress.
    is_progress_unknown: bool,
}

/// Why a search does not go through all states.
pub(super) enum Ended {
    /// What it looks for was found, or it has to begin anew.
    Found,
    Early(Unknown),
}

impl<'a, 'p> Search<'a, 'p> {
    /// Notes how much was done, with the searches before.
    fn note(&self, statistics: &mut Statistics) {
        statistics.transitions += self.transitions;
        statistics.states = self.store.len();
        statistics.bytes = self.memory();
        statistics.finals = self.finals.len();
        statistics.buffer = self.machine.buffer;
        statistics.interleaved = self.machine.is_shared.iter().filter(|is_shared| **is_shared).count();
    }

    fn new(
        program: &'p Program,
        machine: &'a Machine<'p>,
        components: &'a Components,
        limits: &'a Limits<'a>,
        values: Values,
    ) -> Search<'a, 'p> {
        Search {
            program,
            machine,
            components,
            counted: Vec::new(),
            bytes: 0,
            limits,
            values,
            has_learned: false,
            store: Store::new(limits.is_compact),
            transitions: 0,
            finals: BTreeSet::new(),
            first_violation: None,
            violations: BTreeSet::new(),
            race: None,
            accessed: BTreeSet::new(),
            has_no_room_for_races: false,
            is_buffer_full: false,
            unsupported: None,
            endless: None,
            is_choice_cut: false,
            graph: Graph::new(machine.code, limits.checks.has(Check::Progress)),
            is_progress_unknown: false,
        }
    }

    fn code(&self) -> &'p Code {
        self.machine.code
    }

    /// Goes through all states. Why it ended early, if it did.
    fn run(&mut self) -> Option<Unknown> {
        match self.all_states() {
            Ok(()) => {
                self.look_for_progress();
                None
            }
            Err(Ended::Found) => None,
            Err(Ended::Early(unknown)) => Some(unknown),
        }
    }

    fn all_states(&mut self) -> Result<(), Ended> {
        let mut expander = self.expander();
        let mut expanded = Expanded::default();
        expander.begin(initial(self.machine), &mut expanded);
        self.take_up(&expanded, &[None])?;
        let mut last = None;
        // One state after the other, each with all that the ones before it have taught.
        while self.store.len() < chunks::FROM {
            let Some(id) = self.store.after(last) else { return Ok(()) };
            last = Some(id);
            expanded.clear();
            expander.expand(&self.store.next(id), &self.values, &mut expanded);
            self.take_up(&expanded, &[Some(id)])?;
        }
        chunks::search(self, expander, last)
    }

    /// The next states behind `last`, for an expander; nothing if there are none yet.
    pub(super) fn chunk(&mut self, last: &mut Option<StateId>) -> Option<States> {
        let mut states = States::default();
        while states.ids.len() < chunks::STATES
            && let Some(id) = self.store.after(*last)
        {
            *last = Some(id);
            states.ids.push(Some(id));
            states.add(&self.store.next(id));
        }
        (!states.ids.is_empty()).then_some(states)
    }

    pub(super) fn together(&self) -> Option<&'a Together<'a>> {
        self.limits.together
    }

    pub(super) fn components(&self) -> &'a Components {
        self.components
    }

    fn expander(&self) -> Expander<'a, 'p> {
        Expander::new(self.program, self.machine, self.components)
    }

    /// What the stored states take.
    fn memory(&self) -> usize {
        self.store.memory() + self.bytes + self.graph.memory()
    }

    /// Adds what a state takes beside its record. What no stored state has does not count: how much of that there is depends on the threads that search.
    fn count(&mut self, state: &[ComponentId]) {
        for id in state {
            let (word, bit) = (id.index() / 64, 1 << (id.index() % 64));
            if word >= self.counted.len() {
                self.counted.resize(word + 1, 0);
            }
            if self.counted[word] & bit == 0 {
                self.counted[word] |= bit;
                self.bytes += self.components.memory(*id);
            }
        }
    }

    /// Takes up what came of the states `parents`, in their order.
    pub(super) fn take_up(&mut self, expanded: &Expanded, parents: &[Option<StateId>]) -> Result<(), Ended> {
        for &(range, value) in &expanded.learned {
            self.has_learned |= self.values.add(range, value);
        }
        for ((outcome, successors), parent) in expanded.outcomes().zip(parents) {
            // Between states, so that what one state leads to is taken up as a whole.
            if self.race.is_some() || self.is_done() {
                return Err(Ended::Found);
            }
            let before = self.transitions;
            self.transitions += outcome.transitions;
            if before / BETWEEN_QUESTIONS != self.transitions / BETWEEN_QUESTIONS {
                self.ask()?;
            }
            self.race = outcome.race;
            self.accessed.extend(outcome.accessed.iter().copied());
            self.has_no_room_for_races |= outcome.has_no_room_for_races;
            self.is_buffer_full |= outcome.is_buffer_full;
            self.unsupported = self.unsupported.or(outcome.unsupported);
            self.endless = self.endless.or(outcome.endless);
            self.is_choice_cut |= outcome.is_choice_cut;
            self.finals.extend(outcome.final_memory.clone());
            for (successor, state) in successors {
                let id = self.put(successor, state, *parent)?;
                self.note_step(outcome, id, state);
            }
            if let (true, Some(_), Some(parent)) = (self.graph.is_wanted(), outcome.real, *parent) {
                let is_over = outcome.is_given_up || outcome.deadlock.is_some();
                self.graph.state(parent, outcome.is_end, is_over);
            }
            if let (Some(kind), Some(parent)) = (&outcome.deadlock, *parent) {
                self.violations.insert(kind.in_list());
                self.first_violation.get_or_insert_with(|| (parent, (**kind).clone()));
            }
        }
        Ok(())
    }

    /// Whether it is to stop; says how far it is.
    fn ask(&self) -> Result<(), Ended> {
        (self.limits.progress)(self.store.len());
        if (self.limits.cancelled)() {
            return Err(Ended::Early(Unknown::Cancelled));
        }
        if self.memory() > self.limits.memory {
            return Err(Ended::Early(Unknown::Memory(self.limits.memory)));
        }
        Ok(())
    }

    /// Notes that a step leads to a state, for progress.
    fn note_step(&mut self, from: &Outcome, to: Option<StateId>, state: &[ComponentId]) {
        if let (Some(memory), Some(to), true) = (from.real, to, self.graph.is_wanted())
            && is_real(state, self.components)
        {
            self.graph.step(to, state[MEMORY] != memory);
        }
    }

    /// Stores what a step leads to; gives which state it is, if it is stored.
    fn put(
        &mut self,
        successor: &Successor,
        state: &[ComponentId],
        parent: Option<StateId>,
    ) -> Result<Option<StateId>, Ended> {
        if let Some(kind) = &successor.fault {
            self.violations.insert(kind.in_list());
            // Stored although nothing comes after it, as the end of the way that is replayed.
            if self.is_done() {
                return Ok(None);
            }
        }
        let stored = self.store.insert(state, successor.hash, parent);
        if matches!(stored, Stored::New(_)) {
            self.count(state);
        }
        let id = match (stored, &successor.fault) {
            (Stored::New(id), Some(kind)) => {
                self.first_violation.get_or_insert_with(|| (id, (**kind).clone()));
                id
            }
            // A fault in a known state has been noted when it was stored.
            (Stored::New(id), None) | (Stored::Known(id), _) => id,
            (Stored::Full, _) => return Err(Ended::Early(Unknown::States(self.store.len()))),
        };
        if self.store.len() > self.limits.states {
            return Err(Ended::Early(Unknown::States(self.limits.states)));
        }
        Ok(Some(id))
    }

    /// Classes of objects with atomic and other accesses.
    fn mixed(&self) -> Vec<ClassId> {
        let is_accessed = |class, is_atomic| self.accessed.contains(&(class, is_atomic));
        let atomic = self.accessed.iter().filter(|(_, is_atomic)| *is_atomic).map(|(class, _)| *class);
        atomic.filter(|class| is_accessed(*class, false)).collect()
    }

    fn is_done(&self) -> bool {
        self.first_violation.is_some() && !self.limits.all
    }

    fn place(&self, step: StepId) -> Option<String> {
        expand::place(self.program, self.code(), step)
    }

    fn report(mut self, ended: Option<Unknown>, mut statistics: Statistics) -> Report {
        statistics.violations = self.violations.len();
        let verdict = match self.first_violation.take() {
            Some((id, kind)) => {
                let (events, _) = self.replay(id);
                Verdict::Violated(Box::new(trace::violation(self.program, self.code(), &events, kind)))
            }
            None => self.unknown(ended).map_or(Verdict::Holds, Verdict::Unknown),
        };
        let (finals, violations) = if self.limits.all {
            (self.finals.into_iter().collect(), self.violations.into_iter().collect())
        } else {
            (Vec::new(), Vec::new())
        };
        Report { verdict, statistics, finals, violations }
    }

    /// Takes the way to a state once more: what happens, and the state.
    fn replay(&self, id: StateId) -> (Vec<Event>, State) {
        let mut path = vec![id];
        let mut at = id;
        while let Some(parent) = self.store.parent(at) {
            path.push(parent);
            at = parent;
        }
        path.reverse();
        let (mut stops, mut next, mut events) = (Vec::new(), Vec::new(), Vec::new());
        let (mut state, mut parent) = (initial(self.machine), State::default());
        let mut expander = self.expander();
        expander.findings.log = Some(Vec::new());
        self.machine.stops(&mut state, &mut stops, &mut expander.findings);
        events.extend(expander.findings.log.take().into_iter().flatten());
        // States are made again, as there may be only hashes of them.
        let pack = |state: &State| {
            let mut packed = Vec::new();
            self.machine.pack(state, self.components, &mut Vec::new(), &mut packed);
            packed
        };
        // States in between go through their components, as in the search: what a component leaves out must not lead elsewhere here.
        let mut from = pack(&state);
        for &to in path.iter().skip(1) {
            self.machine.unpack(&from, self.components, &mut parent);
            self.machine.stops(&mut parent, &mut stops, &mut expander.findings);
            expander.possible(&parent, &stops, &self.values, &mut Vec::new(), &mut next);
            // Which step led here is not stored: one that leads to the same is one that could have.
            let mut is_found = false;
            for (thread, transition) in &next {
                state.clone_from(&parent);
                expander.findings.log = Some(Vec::new());
                let is_taken =
                    self.machine.take(&mut state, *thread, *transition, &stops[*thread], &mut expander.findings);
                let mut new_stops = Vec::new();
                self.machine.stops(&mut state, &mut new_stops, &mut expander.findings);
                let log = expander.findings.log.take().unwrap_or_default();
                let packed = pack(&state);
                if is_taken && self.store.is(to, &packed) {
                    events.extend(log);
                    from = packed;
                    is_found = true;
                    break;
                }
            }
            assert!(is_found || self.limits.is_compact, "the step that led to a state leads there again");
        }
        self.machine.unpack(&from, self.components, &mut state);
        (events, state)
    }

    fn unknown(&self, ended: Option<Unknown>) -> Option<Unknown> {
        if ended.is_some() {
            return ended;
        }
        // What the program does that has no meaning comes before what the bounds of the search have cut: the user can change that.
        if let Some(step) = self.unsupported {
            let at = &self.code().steps[step];
            let what = if let Step::Unsupported(what) = at {
                what.to_string()
            } else if let Step::Call { .. } = at {
                "a call of a function that is defined nowhere".to_owned()
            } else if let Step::Join { .. } = at {
                "waiting for what is no thread".to_owned()
            } else {
                "starting more than 64 threads, or what is no function of the program,".to_owned()
            };
            return Some(Unknown::Unsupported { what, place: self.place(step) });
        }
        if let Some(step) = self.endless {
            return Some(Unknown::Endless(self.place(step)));
        }
        if self.is_choice_cut {
            return Some(Unknown::Choices);
        }
        if self.is_buffer_full {
            return Some(Unknown::Buffer(self.machine.buffer));
        }
        if self.has_no_room_for_races {
            return Some(Unknown::Races);
        }
        self.is_progress_unknown.then_some(Unknown::Progress)
    }
}

/// The state at the start.
fn initial(machine: &Machine<'_>) -> State {
    let threads: Vec<Thread> = machine.thread(machine.code.main, None).into_iter().collect();
    let known = KnowledgeState {
        // The initial values of memory come before all accesses.
        threads: threads.iter().map(|_| ThreadKnowledge::new(Knowledge::ALL)).collect(),
        cells: Vec::new(),
        order: HappensBefore {
            is_wanted: machine.checks.has(Check::Race),
            threads: vec![ThreadOrder::default()],
            ..HappensBefore::default()
        },
    };
    State { memory: Memory::new(machine.code.initial.clone()), threads, known, ..State::default() }
}
