//! The search through the states of the machine.

use std::collections::{BTreeMap, BTreeSet};

use litmus::{FinalPlace, Language, LoweredTest, Outcome, Quantifier};
use program::{CodePlace, RegisterId};
use relation::Index;
use rustc_hash::FxHashSet;
use source::Diagnostic;

use super::advance::{FaultKind, Load, Machine, Stop};
use super::encode::encode;
use super::final_state::Final;
use super::flat::{Code, StepId};
use super::memory::{self, Layout, Range};
use super::state::{Direction, State, ThreadState, Value};
use super::tags::Meaning;
use crate::Model;

/// How far to go.
pub struct Limits<'a> {
    /// The most states that are stored.
    pub states: usize,
    /// Whether to stop; asked now and then.
    pub cancelled: &'a dyn Fn() -> bool,
    /// How often a read in a loop may be delayed before it takes effect for the first time.
    pub delayed: usize,
    /// Whether a violation ends the search. Otherwise all final states are found.
    pub stop_at_violation: bool,
}

/// Why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// More states than allowed.
    #[error("there are more than {0} states")]
    States(usize),
    /// More accesses are pending at once than the machine has room for.
    #[error("more than 64 accesses of a thread are pending at once")]
    Pending,
    /// No violation was found, but reads in loops could have been delayed further.
    #[error("no violation was found while each read is delayed at most {0} times in a loop")]
    Delayed(usize),
    /// The search was told to stop.
    #[error("the search was stopped")]
    Cancelled,
}

/// Why a test cannot be verified.
#[derive(Clone, Debug, thiserror::Error)]
pub enum VerifyError {
    /// There is no machine for its language under the model.
    #[error("there is no machine for {language} under {model} yet")]
    Machine {
        /// The language.
        language: String,
        /// The model.
        model: Model,
    },
    /// Something that it does, with its place.
    #[error("{}", .0.message)]
    Test(Box<Diagnostic>),
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
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whether a state that is looked for is reached.
    pub verdict: Verdict,
    /// The outcomes met, in the order of logs. All of them where the search was not stopped.
    pub outcomes: Vec<Outcome>,
    /// How much was done.
    pub statistics: Statistics,
}

/// Looks for an execution of `test` under `model` that ends in a violation: in a state that satisfies the condition, or, of a `forall`,
/// does not.
///
/// # Errors
/// When the machine does not know the language or something that the test does.
pub fn verify(
    test: &LoweredTest,
    language: &dyn Language,
    model: Model,
    limits: &Limits<'_>,
) -> Result<Report, VerifyError> {
    let meaning = Meaning::of(language, model)
        .ok_or_else(|| VerifyError::Machine { language: language.name().to_owned(), model })?;
    let observed: BTreeSet<RegisterId> = test
        .observed
        .iter()
        .filter_map(|place| match place {
            FinalPlace::Register(_, part) => Some(part.register),
            _ => None,
        })
        .chain(
            test.program
                .threads
                .ids()
                .flat_map(|thread| test.program.registers_at_start(thread).map(|initial| initial.register)),
        )
        .collect();
    let code = Code::new(&test.program, observed)
        .map_err(|unsupported| refuse(test, unsupported.place, "not-supported", unsupported.to_string()))?;
    let machine = Machine { model, code, layout: Layout::new(&test.program), meaning };
    let mut domain = Domain::default();
    let mut statistics = Statistics::default();
    loop {
        statistics.rounds += 1;
        let mut search = Search::new(test, &machine, limits, domain);
        let verdict = search.run()?;
        statistics.states = search.visited.len();
        statistics.transitions += search.transitions;
        statistics.bytes = search.bytes;
        let is_final = match &verdict {
            Verdict::Violated { .. } => limits.stop_at_violation,
            Verdict::Unknown(Unknown::Delayed(_)) | Verdict::Holds => false,
            Verdict::Unknown(Unknown::States(_) | Unknown::Pending | Unknown::Cancelled) => true,
        };
        if is_final || !search.domain.has_grown {
            let mut outcomes: Vec<Outcome> = search.outcomes.into_iter().collect();
            test.sort_outcomes(&mut outcomes);
            return Ok(Report { verdict, outcomes, statistics });
        }
        domain = Domain { values: search.domain.values, has_grown: false };
    }
}

fn refuse(test: &LoweredTest, place: CodePlace, code: &'static str, message: String) -> VerifyError {
    let diagnostic = match test.program.instruction(place) {
        Some(instruction) => Diagnostic::error(code, instruction.span, message),
        None => Diagnostic::new(source::Severity::Error, code, message),
    };
    VerifyError::Test(Box::new(diagnostic))
}

/// The values that delayed reads may return: the initial ones, and those of writes that have reached memory in some state. What a write
/// depends on is confirmed by then, so that values that only suppose each other are never among them, and counting up ends.
#[derive(Default)]
struct Domain {
    values: BTreeMap<Range, BTreeSet<u128>>,
    /// Whether there are more than when the search began.
    has_grown: bool,
}

impl Domain {
    fn add(&mut self, range: Range, value: u128) {
        self.has_grown |= self.values.entry(range).or_default().insert(value);
    }
}

/// A step that is possible.
#[derive(Clone, Copy, Debug)]
enum Transition {
    /// The read that a thread stands before takes effect.
    Read,
    /// It is delayed, and supposed to return this.
    Delay(u128),
    /// A free bit is this.
    Choose(bool),
    /// What is pending at this place takes effect.
    Effect(usize),
}

struct Frame {
    state: State,
    stops: Vec<Stop>,
    next: Vec<(usize, Transition)>,
    /// What led here.
    step: Option<TraceStep>,
}

struct Search<'a> {
    test: &'a LoweredTest,
    machine: &'a Machine,
    limits: &'a Limits<'a>,
    /// Memory at the start.
    initial: Vec<u8>,
    domain: Domain,
    visited: FxHashSet<Box<[u8]>>,
    transitions: usize,
    bytes: usize,
    outcomes: BTreeSet<Outcome>,
    violation: Option<(Vec<TraceStep>, Outcome)>,
    /// Whether the bound of delays was met.
    is_cut: bool,
}

/// How many transitions pass between questions whether to stop.
const BETWEEN_QUESTIONS: usize = 4096;

impl<'a> Search<'a> {
    fn new(test: &'a LoweredTest, machine: &'a Machine, limits: &'a Limits<'a>, domain: Domain) -> Search<'a> {
        Search {
            test,
            machine,
            limits,
            initial: machine.layout.initial(&test.program),
            domain,
            visited: FxHashSet::default(),
            transitions: 0,
            bytes: 0,
            outcomes: BTreeSet::new(),
            violation: None,
            is_cut: false,
        }
    }

    fn run(&mut self) -> Result<Verdict, VerifyError> {
        let mut key = Vec::new();
        let mut stack: Vec<Frame> = Vec::new();
        stack.extend(self.enter(self.start(), None, &mut key)?);
        while let Some(frame) = stack.last_mut() {
            let Some((thread, transition)) = frame.next.pop() else {
                self.finish(&stack)?;
                if self.violation.is_some() && self.limits.stop_at_violation {
                    break;
                }
                stack.pop();
                continue;
            };
            self.transitions += 1;
            if self.transitions.is_multiple_of(BETWEEN_QUESTIONS) && (self.limits.cancelled)() {
                return Ok(Verdict::Unknown(Unknown::Cancelled));
            }
            let Some((state, step)) = self.take(frame, thread, transition) else { continue };
            if frame.stops.iter().any(|stop| matches!(stop, Stop::Full)) {
                return Ok(Verdict::Unknown(Unknown::Pending));
            }
            stack.extend(self.enter(state, Some(step), &mut key)?);
            if self.visited.len() > self.limits.states {
                return Ok(Verdict::Unknown(Unknown::States(self.limits.states)));
            }
        }
        Ok(match self.violation.take() {
            Some((trace, outcome)) => Verdict::Violated { trace, outcome },
            None if self.is_cut => Verdict::Unknown(Unknown::Delayed(self.limits.delayed)),
            None => Verdict::Holds,
        })
    }

    fn start(&self) -> State {
        let program = &self.test.program;
        let threads = program.threads.ids().map(|thread| {
            let first = CodePlace { thread, instruction: program::InstructionId::from_number(0) };
            let at = self.machine.code.start(first).unwrap_or(StepId::from_number(0));
            let registers = self.machine.code.registers.iter().map(|&register| {
                let width = program.registers[register].width;
                Value { bits: 0, width, ..Value::default() }
            });
            let mut state = ThreadState::new(at, registers.collect());
            for initial in program.registers_at_start(thread) {
                let slot = self.machine.code.find_slot(initial.register);
                let value = self.machine.layout.constant(&initial.value);
                if let (Some(slot), Some((bits, width))) = (slot, value) {
                    super::advance::write_register(
                        &mut state,
                        slot,
                        initial.low,
                        Value { bits, width, ..Value::default() },
                    );
                }
            }
            state
        });
        State { threads: threads.collect(), memory: self.initial.clone() }
    }

    /// Lets all threads do what they do alone, and stores the state. `None` when it was there before, or is no state of an execution.
    fn enter(
        &mut self,
        mut state: State,
        step: Option<TraceStep>,
        key: &mut Vec<u8>,
    ) -> Result<Option<Frame>, VerifyError> {
        let mut stops = Vec::with_capacity(state.threads.len());
        for thread in &mut state.threads {
            let stop = self.machine.advance(thread);
            match stop {
                Stop::Dead => return Ok(None),
                Stop::Fault(kind, supposed) if supposed.is_empty() => {
                    return Err(self.fault(self.machine.place(thread.at), kind));
                }
                // A fault that rests on a supposition waits until that is confirmed, or goes with it.
                _ => stops.push(stop),
            }
        }
        encode(&state, key);
        if self.visited.contains(key.as_slice()) {
            return Ok(None);
        }
        self.bytes += key.len();
        self.visited.insert(key.as_slice().into());
        let next = self.possible(&state, &stops);
        Ok(Some(Frame { state, stops, next, step }))
    }

    fn possible(&mut self, state: &State, stops: &[Stop]) -> Vec<(usize, Transition)> {
        let mut next = Vec::new();
        for (thread, (of_thread, stop)) in state.threads.iter().zip(stops).enumerate() {
            for (index, pending) in of_thread.pending.iter().enumerate() {
                if pending.waits.is_empty() {
                    next.push((thread, Transition::Effect(index)));
                }
            }
            match stop {
                Stop::Load(load) => {
                    if self.may_delay(of_thread, load) {
                        let values = self.values(state, thread, load);
                        next.extend(values.into_iter().map(|value| (thread, Transition::Delay(value))));
                    }
                    next.push((thread, Transition::Read));
                }
                Stop::Choice(_) => next.extend([false, true].map(|bit| (thread, Transition::Choose(bit)))),
                Stop::Ended | Stop::Dead | Stop::Fault(..) | Stop::Circle | Stop::Full => {}
            }
        }
        next
    }

    /// Whether the read that a thread stands before may be delayed.
    ///
    /// An acquire need not be: all that follows waits for it, so that it can as well wait where it is. Nor does an exclusive read of which an
    /// earlier one is pending, in a loop that tries until its store succeeds: what the earlier one returns is dead, and all that it waits
    /// for is waited for by what follows. Other reads in loops have a bound, which is reported.
    fn may_delay(&mut self, thread: &ThreadState, load: &Load) -> bool {
        if !self.machine.model.delays_reads() {
            return false;
        }
        let annotation = self.machine.meaning.annotation(load.tags);
        if annotation.acquire || annotation.acquire_pc {
            return false;
        }
        let is_same = |pending: &&super::state::Pending| pending.step == thread.at;
        let before = thread.pending.iter().filter(is_same).count();
        if annotation.exclusive {
            return before == 0;
        }
        self.is_cut |= before >= self.limits.delayed;
        before < self.limits.delayed
    }

    fn values(&mut self, state: &State, thread: usize, load: &Load) -> Vec<u128> {
        let Ok(range) = load.range else { return Vec::new() };
        let now = memory::read(&state.memory, range);
        let initial = memory::read(&self.initial, range);
        self.domain.add(range, initial);
        let known = self.domain.values.get(&range).into_iter().flatten().copied();
        let mut values: Vec<u128> = known.collect();
        // What the thread itself is about to write may never reach memory before it is read.
        let own = super::ordering::latest_write(&state.threads[thread], range).map(|write| write.value);
        for value in [Some(now), own].into_iter().flatten() {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    fn take(&mut self, frame: &Frame, thread: usize, transition: Transition) -> Option<(State, TraceStep)> {
        let machine = self.machine;
        let before = &frame.state.threads[thread];
        let place = machine.place(before.at);
        let tell = |place, what| TraceStep { thread, place, what };
        match (transition, &frame.stops[thread]) {
            (Transition::Read, Stop::Load(load)) => {
                let source = machine.read_now(&frame.state, thread, load)?;
                let mut state = frame.state.clone();
                machine.take_read(&mut state, thread, load, source);
                let from = match source {
                    super::effects::Source::Memory(_) => "from memory",
                    super::effects::Source::Forwarded(..) => "from its own write that is still delayed",
                };
                let what = format!("reads {} {from}", self.describe(load.range.ok()?, source.value()));
                Some((state, tell(place, what)))
            }
            (Transition::Delay(value), Stop::Load(load)) => {
                let mut state = frame.state.clone();
                machine.delay_read(&mut state, thread, load, value);
                let what = format!("delays its read of {}", self.name(load.range.ok()?));
                Some((state, tell(place, what)))
            }
            (Transition::Choose(bit), Stop::Choice(result)) => {
                let mut state = frame.state.clone();
                let value = Value { bits: u128::from(bit), width: 1, ..Value::default() };
                super::advance::define(&mut state.threads[thread], *result, value);
                let at = &mut state.threads[thread].at;
                *at = StepId::from_number(at.number() + 1);
                let what = if bit { "its store-exclusive succeeds" } else { "its store-exclusive fails" };
                Some((state, tell(place, what.to_owned())))
            }
            (Transition::Effect(index), _) => {
                let pending = &before.pending[index];
                let mut state = frame.state.clone();
                if !machine.take_effect(&mut state, thread, index) {
                    return None;
                }
                if pending.direction == Direction::Write && machine.model.delays_reads() {
                    self.domain.add(pending.range, pending.value);
                }
                let which = self.describe(pending.range, pending.value);
                let what = match pending.direction {
                    Direction::Write => format!("its write {which} reaches memory"),
                    Direction::Read => format!("its delayed read takes effect: {which}"),
                };
                Some((state, tell(machine.place(pending.step), what)))
            }
            _ => None,
        }
    }

    fn name(&self, range: Range) -> String {
        match self.machine.location(range) {
            Some((location, 0)) => self.test.program.locations[location].name.clone(),
            Some((location, offset)) => format!("{}+{offset}", self.test.program.locations[location].name),
            None => format!("byte {}", range.start),
        }
    }

    fn describe(&self, range: Range, value: u128) -> String {
        let value = match self.machine.layout.name(value) {
            Some(memory::Named::Address(location, 0)) => self.test.program.locations[location].name.clone(),
            Some(memory::Named::Address(location, offset)) => {
                format!("{}+{offset}", self.test.program.locations[location].name)
            }
            Some(memory::Named::Code(_)) | None => value.to_string(),
        };
        format!("{}={value}", self.name(range))
    }

    /// The state on top of the stack has no more steps: if it is final, it is looked at.
    fn finish(&mut self, stack: &[Frame]) -> Result<(), VerifyError> {
        let Some(frame) = stack.last() else { return Ok(()) };
        let is_done = |(thread, stop): (&ThreadState, &Stop)| matches!(stop, Stop::Ended) && thread.pending.is_empty();
        if !frame.state.threads.iter().zip(&frame.stops).all(is_done) {
            return Ok(());
        }
        let state = Final { machine: self.machine, program: &self.test.program, state: &frame.state };
        if self.test.filter.as_ref().is_some_and(|filter| !filter.holds(&state)) {
            return Ok(());
        }
        let outcome = self.test.outcome(&state);
        let holds = self.test.condition.holds(&state);
        let is_violation = match self.test.quantifier {
            Quantifier::Exists | Quantifier::NotExists => holds,
            Quantifier::Forall => !holds,
        };
        if is_violation && self.violation.is_none() {
            let trace = stack.iter().filter_map(|frame| frame.step.clone()).collect();
            self.violation = Some((trace, outcome.clone()));
        }
        self.outcomes.insert(outcome);
        Ok(())
    }

    fn fault(&self, place: CodePlace, kind: FaultKind) -> VerifyError {
        let (code, message) = match kind {
            FaultKind::Address(number) => {
                let what = match self.machine.layout.name(number) {
                    Some(memory::Named::Address(location, offset)) => {
                        format!("{}{offset:+}", self.test.program.locations[location].name)
                    }
                    Some(memory::Named::Code(_)) => "code".to_owned(),
                    None => format!("{number:#x}"),
                };
                ("bad-address", format!("this accesses {what}, which is not in memory"))
            }
            FaultKind::Division => ("division-by-zero", "this divides by 0".to_owned()),
            FaultKind::NotCode(number) => ("bad-jump", format!("this jumps to {number:#x}, which is no code")),
        };
        let mut refusal = refuse(self.test, place, code, message);
        if let VerifyError::Test(diagnostic) = &mut refusal {
            let thread = place.thread.index();
            diagnostic.help.push(format!("thread P{thread} does it in an execution that the model allows"));
        }
        refusal
    }
}
