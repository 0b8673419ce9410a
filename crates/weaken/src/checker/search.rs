//! The search through the states of a program, breadth first, so that counterexamples are short.

use cprog::ir::{Program, SourcePlace};
use relation::{IdVec, Index};
use rustc_hash::FxHashMap;

use super::advance::{Findings, Machine, Stop};
use super::code::{Code, Step, StepId};
use super::compute::truncate;
use super::effects::{Transition, needs_values};
use super::knowledge::Knowledge;
use super::live::Live;
use super::locals::promote;
use super::lower::{Refusal, lower};
use super::overtake::overtaken;
use super::state::{Range, State};
use super::store::{StateId, Store, Stored};
use super::trace::{self, Event, Violation, ViolationKind};
use super::turns::Returns;
use crate::Model;

/// How far to go.
pub struct Limits<'a> {
    /// The most states that are stored.
    pub states: usize,
    /// The most accesses of a thread that are pending at once, up to 64.
    pub buffer: usize,
    /// Whether to stop; asked now and then.
    pub cancelled: &'a dyn Fn() -> bool,
    /// Whether accesses that the program itself orders are left out of interleavings.
    pub reduction: bool,
    /// Whether the search goes on behind a violation, so that all are found and all final states counted.
    pub all: bool,
}

/// Why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// More states than allowed.
    #[error("there are more than {0} states")]
    States(usize),
    /// Threads could have delayed more accesses than allowed.
    #[error("no violation was found while at most {0} accesses of a thread are delayed at once")]
    Buffer(usize),
    /// More writes of a thread are live than the machine has room for.
    #[error("more than {0} writes of a thread are of consequence at once")]
    Writes(usize),
    /// No violation was found, but reads in loops could have been delayed further.
    #[error("no violation was found while each read is delayed at most {0} times in a loop")]
    Delayed(usize),
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
    /// The search was told to stop.
    #[error("the search was stopped")]
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
    let mut code = lower(program, model)?;
    promote(&mut code);
    let live = Live::new(&code);
    // Only models that delay reads have turns to leave out.
    let returns = if needs_values(model) { Returns::new(&code) } else { Returns::default() };
    let mut next_bit = 0;
    let static_bits = code.statics.iter().map(|of| {
        let is_tracked = limits.reduction && !of.is_constant && next_bit < 64;
        is_tracked.then(|| {
            next_bit += 1;
            next_bit - 1
        })
    });
    let static_bits: Vec<Option<u8>> = static_bits.collect();
    let mut machine = Machine {
        is_shared: vec![!limits.reduction; code.classes.len()],
        overtaken: IdVec::new(),
        code: &code,
        live: &live,
        returns: &returns,
        // Sequentially consistent executions are executions of every model, and few: they are looked at first.
        model: Model::Sc,
        buffer: 1,
        static_bits,
        has_try_lock: code.steps.iter().any(|step| matches!(step, Step::Lock { try_only: true, .. })),
        tracks: limits.reduction,
    };
    let mut statistics = Statistics::default();
    let mut values = Values::default();
    loop {
        statistics.searches += 1;
        values.has_grown = false;
        machine.overtaken = overtaken(&code, &machine.is_shared);
        let mut search = Search::new(program, &machine, limits, values);
        let ended = search.run();
        statistics.transitions += search.transitions;
        statistics.states = search.store.len();
        statistics.bytes = search.store.memory();
        statistics.finals = search.finals.len();
        statistics.buffer = machine.buffer;
        statistics.interleaved = machine.is_shared.iter().filter(|is_shared| **is_shared).count();
        // Values that one search has met stay for the next one.
        values = std::mem::take(&mut search.values);
        if let Some(class) = search.findings.race {
            // What else this search has found rests on a reduction that was wrong.
            machine.is_shared[class.index()] = true;
            continue;
        }
        let has_violation = search.first_violation.is_some();
        let is_final = match ended {
            Some(Unknown::States(_) | Unknown::Writes(_) | Unknown::Cancelled) => true,
            Some(
                Unknown::Buffer(_)
                | Unknown::Delayed(_)
                | Unknown::Choices
                | Unknown::Unsupported { .. }
                | Unknown::Endless(_),
            ) => false,
            None => has_violation && !limits.all,
        };
        // Delayed reads may return more than this search knew when it began.
        if !is_final && values.has_grown {
            continue;
        }
        if !is_final && machine.model != model {
            machine.model = model;
            continue;
        }
        if !is_final && search.findings.is_buffer_full && machine.buffer < limits.buffer.min(64) {
            machine.buffer = (2 * machine.buffer).min(limits.buffer.min(64));
            continue;
        }
        return Ok(search.report(ended, statistics));
    }
}

/// The values that delayed reads may return: the initial ones, and those of writes that have reached memory in some state. What a write
/// depends on is confirmed by then, so that values that only suppose each other are never among them.
#[derive(Default)]
struct Values {
    of: FxHashMap<Range, Vec<u64>>,
    /// Whether there are more than when the search began.
    has_grown: bool,
}

impl Values {
    fn add(&mut self, range: Range, value: u64) {
        let known = self.of.entry(range).or_default();
        if !known.contains(&value) {
            known.push(value);
            self.has_grown = true;
        }
    }
}

/// How many transitions pass between questions whether to stop.
const BETWEEN_QUESTIONS: usize = 4096;
/// Choices of up to so many bits go through all values.
const MOST_CHOSEN_BITS: u8 = 8;

struct Search<'a, 'p> {
    program: &'p Program,
    machine: &'a Machine<'p>,
    limits: &'a Limits<'a>,
    values: Values,
    findings: Findings,
    store: Store,
    transitions: usize,
    finals: std::collections::BTreeSet<Vec<u8>>,
    /// The state before, the thread whose fault it is, and what it is.
    first_violation: Option<(StateId, ViolationKind)>,
    violations: std::collections::BTreeSet<ViolationKind>,
    unsupported: Option<StepId>,
    endless: Option<StepId>,
    is_choice_cut: bool,
    key: Vec<u8>,
}

/// What became of a state.
enum Met {
    /// All threads stand where they have to choose.
    Stops,
    /// It is no state of an execution, or all is said of it.
    Done,
    /// It is known.
    Known,
    Full,
}

impl<'a, 'p> Search<'a, 'p> {
    fn new(program: &'p Program, machine: &'a Machine<'p>, limits: &'a Limits<'a>, values: Values) -> Search<'a, 'p> {
        Search {
            program,
            machine,
            limits,
            values,
            findings: Findings::default(),
            store: Store::default(),
            transitions: 0,
            finals: std::collections::BTreeSet::new(),
            first_violation: None,
            violations: std::collections::BTreeSet::new(),
            unsupported: None,
            endless: None,
            is_choice_cut: false,
            key: Vec::new(),
        }
    }

    fn code(&self) -> &'p Code {
        self.machine.code
    }

    /// Goes through all states. Why it ended early, if it did.
    fn run(&mut self) -> Option<Unknown> {
        let mut state = initial(self.machine);
        let mut stops = Vec::new();
        match self.meet(&mut state, &mut stops, None, None) {
            Met::Full => return Some(Unknown::States(self.store.len())),
            Met::Stops | Met::Done | Met::Known => {}
        }
        let mut parent = State::default();
        let (mut next, mut new_stops) = (Vec::new(), Vec::new());
        let mut last = None;
        while let Some(id) = self.store.after(last) {
            last = Some(id);
            if self.findings.race.is_some() || self.is_done() {
                return None;
            }
            // Where threads stop is not stored; they stop there again.
            self.machine.decode(self.store.get(id), &mut parent);
            self.machine.stops(&mut parent, &mut stops, &mut self.findings);
            self.possible(&parent, &stops, &mut next);
            let ends = |stop: &Stop| matches!(stop, Stop::Ended | Stop::Exit);
            if !parent.has_exited && stops.iter().all(ends) && parent.threads.iter().all(|t| t.pending.is_empty()) {
                self.finals.insert(parent.memory[..self.code().initial.len()].to_vec());
            }
            let mut is_stuck = true;
            for (thread, transition) in &next {
                self.transitions += 1;
                if self.transitions.is_multiple_of(BETWEEN_QUESTIONS) && (self.limits.cancelled)() {
                    return Some(Unknown::Cancelled);
                }
                state.clone_from(&parent);
                if !self.machine.take(&mut state, *thread, *transition, &stops[*thread], &mut self.findings) {
                    continue;
                }
                self.learn(&parent, *thread, *transition);
                is_stuck = false;
                let kind = Some((*thread, is_unseen(*transition, &stops[*thread])));
                match self.meet(&mut state, &mut new_stops, Some(id), kind) {
                    Met::Full => return Some(Unknown::States(self.store.len())),
                    Met::Stops | Met::Done | Met::Known => {}
                }
                if self.store.len() > self.limits.states {
                    return Some(Unknown::States(self.limits.states));
                }
            }
            if is_stuck {
                self.stuck(id, &parent, &stops);
            }
        }
        None
    }

    fn is_done(&self) -> bool {
        self.first_violation.is_some() && !self.limits.all
    }

    /// Lets all threads do what they do alone, and stores the state. `moved` is the thread that made the step, and whether others cannot see it.
    fn meet(
        &mut self,
        state: &mut State,
        stops: &mut Vec<Stop>,
        parent: Option<StateId>,
        moved: Option<(usize, bool)>,
    ) -> Met {
        self.findings.has_touched = false;
        self.machine.stops(state, stops, &mut self.findings);
        if self.findings.race.is_some() {
            return Met::Done;
        }
        // What the others can do is what they could do before a step that none of them sees, and that the thread does not survive.
        if let Some((thread, true)) = moved
            && matches!(stops.get(thread), Some(Stop::Dead))
            && !self.findings.has_touched
        {
            return Met::Done;
        }
        if let Some((thread, _)) = moved
            && matches!(stops.get(thread), Some(Stop::Read(_) | Stop::Update(..)))
            && self.machine.is_repeated(&state.threads[thread])
        {
            return Met::Done;
        }
        for (thread, stop) in stops.iter().enumerate() {
            let live = state.threads[thread].live();
            match stop {
                Stop::Fault(fault, supposed) if supposed & live == 0 => {
                    let step = state.threads[thread].at().unwrap_or(StepId::new(0));
                    let kind = ViolationKind::of_fault(*fault, self.place(step), self.program, self.code());
                    self.violations.insert(kind.clone());
                    // Stored although nothing comes after it, as the end of the way that is replayed.
                    if self.first_violation.is_none() || self.limits.all {
                        self.key.clear();
                        self.machine.encode(state, &mut self.key);
                        if let Stored::New(id) = self.store.insert(&self.key, parent)
                            && self.first_violation.is_none()
                        {
                            self.first_violation = Some((id, kind));
                        }
                    }
                    return Met::Done;
                }
                Stop::Unsupported(step) => self.unsupported = self.unsupported.or(Some(*step)),
                Stop::Endless => self.endless = self.endless.or(state.threads[thread].at()),
                Stop::Fault(..)
                | Stop::Read(_)
                | Stop::Update(..)
                | Stop::Lock { .. }
                | Stop::Unlock { .. }
                | Stop::Join
                | Stop::Choose(_)
                | Stop::Atomic
                | Stop::Object
                | Stop::Blocked
                | Stop::Ended
                | Stop::Exit
                | Stop::Dead
                | Stop::Circle => {}
            }
        }
        self.key.clear();
        self.machine.encode(state, &mut self.key);
        match self.store.insert(&self.key, parent) {
            Stored::New(_) => Met::Stops,
            Stored::Known => Met::Known,
            Stored::Full => Met::Full,
        }
    }

    fn possible(&mut self, state: &State, stops: &[Stop], next: &mut Vec<(usize, Transition)>) {
        next.clear();
        if state.has_exited {
            return;
        }
        for (thread, stop) in stops.iter().enumerate() {
            if state.atomic.is_some_and(|inside| usize::from(inside) != thread) {
                continue;
            }
            for (index, pending) in state.threads[thread].pending.iter().enumerate() {
                if pending.waits == 0 {
                    next.push((thread, Transition::Effect(index as u8)));
                }
            }
            if self.machine.is_enabled(state, thread, stop) {
                let transition = match stop {
                    Stop::Lock { .. } => Transition::Lock,
                    Stop::Unlock { .. } => Transition::Unlock,
                    Stop::Atomic => Transition::Atomic,
                    Stop::Object => Transition::Object,
                    Stop::Exit => Transition::Exit,
                    Stop::Read(_)
                    | Stop::Update(..)
                    | Stop::Join
                    | Stop::Choose(_)
                    | Stop::Blocked
                    | Stop::Ended
                    | Stop::Dead
                    | Stop::Fault(..)
                    | Stop::Unsupported(_)
                    | Stop::Circle
                    | Stop::Endless => Transition::Now,
                };
                next.push((thread, transition));
            }
            match stop {
                Stop::Read(access) | Stop::Update(access, ..) => {
                    if self.machine.may_delay(state, thread, stop, &mut self.findings) {
                        let values = self.values(state, thread, access.range);
                        next.extend(values.into_iter().map(|value| (thread, Transition::Delay(value))));
                    }
                }
                Stop::Choose(bits) => {
                    let values = self.choices(*bits);
                    // No other thread sees what is chosen: it is chosen first.
                    next.clear();
                    next.extend(values.into_iter().map(|value| (thread, Transition::Choose(value))));
                    return;
                }
                Stop::Lock { .. }
                | Stop::Unlock { .. }
                | Stop::Join
                | Stop::Atomic
                | Stop::Object
                | Stop::Blocked
                | Stop::Ended
                | Stop::Exit
                | Stop::Dead
                | Stop::Fault(..)
                | Stop::Unsupported(_)
                | Stop::Circle
                | Stop::Endless => {}
            }
        }
    }

    fn choices(&mut self, bits: u8) -> Vec<u64> {
        if bits <= MOST_CHOSEN_BITS {
            return (0..1 << bits).collect();
        }
        self.is_choice_cut = true;
        let mut values: Vec<u64> = self.code().interesting.iter().map(|value| truncate(*value, bits)).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    fn values(&mut self, state: &State, thread: usize, range: Range) -> Vec<u64> {
        let now = self.machine.read_memory(state, range);
        if let Some(now) = now {
            self.values.add(range, now);
        }
        let mut values = self.values.of.get(&range).cloned().unwrap_or_default();
        // What the thread itself is about to write may never reach memory before it is read.
        let own = super::order::latest_write(&state.threads[thread].pending, range);
        let own = own.filter(|write| write.range == range).map(|write| write.value);
        values.extend(own.filter(|own| !values.contains(own)));
        values
    }

    /// What reaches memory is what delayed reads may return.
    fn learn(&mut self, before: &State, thread: usize, transition: Transition) {
        if !needs_values(self.machine.model) {
            return;
        }
        if let Transition::Effect(index) = transition {
            let pending = &before.threads[thread].pending[usize::from(index)];
            if pending.direction.writes() {
                self.values.add(pending.range, pending.value);
            }
        }
    }

    /// No step is possible: the end of an execution, a deadlock, or a choice of values that proved wrong.
    fn stuck(&mut self, id: StateId, state: &State, stops: &[Stop]) {
        let is_drained = state.threads.iter().all(|thread| thread.pending.is_empty());
        if state.has_exited || stops.iter().all(|stop| matches!(stop, Stop::Ended)) {
            return;
        }
        let waits = |stop: &Stop| matches!(stop, Stop::Lock { .. } | Stop::Join | Stop::Ended);
        if is_drained && state.atomic.is_none() && stops.iter().all(waits) {
            let waiting = stops.iter().zip(&state.threads).filter(|(stop, _)| !matches!(stop, Stop::Ended));
            let places = waiting.filter_map(|(_, thread)| thread.at()).filter_map(|at| self.place(at)).collect();
            let kind = ViolationKind::Deadlock(places);
            self.violations.insert(kind.clone());
            if self.first_violation.is_none() {
                self.first_violation = Some((id, kind));
            }
        }
    }

    fn place(&self, step: StepId) -> Option<String> {
        let place: SourcePlace = self.code().places.get(step).copied().flatten()?;
        Some(self.program.describe(place).to_string())
    }

    fn report(mut self, ended: Option<Unknown>, mut statistics: Statistics) -> Report {
        statistics.violations = self.violations.len();
        let verdict = match self.first_violation.take() {
            Some((id, kind)) => {
                let events = self.replay(id);
                Verdict::Violated(Box::new(trace::tell(self.program, self.code(), &events, kind)))
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

    /// Takes the way to a state once more, and notes what happens.
    fn replay(&mut self, id: StateId) -> Vec<Event> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(parent) = self.store.parent(at) {
            path.push(parent);
            at = parent;
        }
        path.reverse();
        let (mut stops, mut next, mut events) = (Vec::new(), Vec::new(), Vec::new());
        let (mut state, mut parent) = (initial(self.machine), State::default());
        self.findings.log = Some(Vec::new());
        self.machine.stops(&mut state, &mut stops, &mut self.findings);
        events.extend(self.findings.log.take().into_iter().flatten());
        for pair in path.windows(2) {
            let (from, to) = (self.store.get(pair[0]).to_vec(), self.store.get(pair[1]).to_vec());
            self.machine.decode(&from, &mut parent);
            self.machine.stops(&mut parent, &mut stops, &mut self.findings);
            self.possible(&parent, &stops, &mut next);
            // Which step led here is not stored: one that makes the same bytes is one that could have.
            for (thread, transition) in &next {
                state.clone_from(&parent);
                self.findings.log = Some(Vec::new());
                let is_taken = self.machine.take(&mut state, *thread, *transition, &stops[*thread], &mut self.findings);
                let mut new_stops = Vec::new();
                self.machine.stops(&mut state, &mut new_stops, &mut self.findings);
                let log = self.findings.log.take().unwrap_or_default();
                let mut key = Vec::new();
                self.machine.encode(&state, &mut key);
                if is_taken && key == to {
                    events.extend(log);
                    break;
                }
            }
        }
        events
    }

    fn unknown(&self, ended: Option<Unknown>) -> Option<Unknown> {
        if ended.is_some() {
            return ended;
        }
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
        self.findings.is_buffer_full.then_some(Unknown::Buffer(self.machine.buffer))
    }
}

/// Whether no other thread can see a step, and all that they can do without it was possible before.
fn is_unseen(transition: Transition, stop: &Stop) -> bool {
    match (transition, stop) {
        (Transition::Now, Stop::Read(_)) | (Transition::Delay(_), _) => true,
        (
            Transition::Now
            | Transition::Choose(_)
            | Transition::Effect(_)
            | Transition::Lock
            | Transition::Unlock
            | Transition::Atomic
            | Transition::Object
            | Transition::Exit,
            _,
        ) => false,
    }
}

/// The state at the start.
fn initial(machine: &Machine<'_>) -> State {
    let thread = machine.thread(machine.code.main, None, Knowledge::ALL);
    State { memory: machine.code.initial.clone(), threads: thread.into_iter().collect(), ..State::default() }
}
