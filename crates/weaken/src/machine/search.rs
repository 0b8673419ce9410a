//! The search through the states of a machine, depth first.

pub(crate) mod explore;
pub(crate) mod final_state;
pub(crate) mod programs;

use std::collections::BTreeSet;
use std::hash::BuildHasher;

use litmus::{Outcome, Quantifier};
use program::{CodePlace, Program};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::flat::StepId;
use super::front::{Front, Value};
use explore::{
    Domain, End, Explored, Found, Happening, Known, Limits, Next, Settled, TraceStep, Unknown, Verdict, Wrong,
};
use final_state::Final;

/// A step of a thread.
type Step<M> = (usize, <M as Explored>::Transition);

/// A state, and where its threads stand.
struct Node<M: Explored> {
    state: M::State,
    stops: M::Stops,
}

struct Frame<M: Explored> {
    /// Until its last step takes it along: most states have one step, and are not copied for it.
    node: Option<Node<M>>,
    next: Vec<Step<M>>,
    /// What led here.
    step: Option<Step<M>>,
    /// Whether there are other steps beside `next`, which may come later.
    has_more: bool,
    /// Whether these steps have led back here, so that the others may be left out for ever.
    is_closed: bool,
    /// The hash of the state, if it is stored.
    stored: Option<u64>,
    /// How many states before this one are not stored.
    unstored: usize,
}

impl<M: Explored> Frame<M> {
    /// The node, for a step from it: itself if this is the last one. Only to stored states a step can lead back, so that there may be more.
    fn follow(&mut self) -> Option<Node<M>> {
        let may_have_more = self.has_more && self.stored.is_some();
        if self.next.is_empty() && !may_have_more {
            return self.node.take();
        }
        self.node.as_ref().map(|node| Node { state: node.state.clone(), stops: node.stops.clone() })
    }
}

/// What a step led to.
enum Entered<M: Explored> {
    New(Frame<M>),
    /// A state that was there before, or is none of an execution.
    Nowhere,
    /// One on the way here, with this hash.
    Back(u64),
    TooFar(Unknown),
    Wrong(Wrong),
}

pub(super) struct Search<'a, M: Explored> {
    program: &'a Program,
    end: End<'a, M>,
    machine: &'a M,
    limits: &'a Limits<'a>,
    initial: &'a [u8],
    pub(super) known: Known<'a>,
    pub(super) visited: FxHashSet<Box<[u8]>>,
    /// The hashes of the stored states on the way to the current one.
    way: FxHashSet<u64>,
    pub(super) transitions: usize,
    pub(super) bytes: usize,
    outcomes: BTreeSet<Outcome>,
    violation: Option<(Vec<TraceStep>, Outcome)>,
}

/// How many states with one step each may follow each other without being stored. A thread that goes round alone comes to an end by this.
const MOST_UNSTORED: usize = 64;

/// How many transitions pass between questions whether to stop.
const BETWEEN_QUESTIONS: usize = 4096;

/// What a stored state takes beside its bytes, and what a place in the table of states does.
const ALLOCATED: usize = 16;
const TABLE: usize = 17;

impl<'a, M: Explored> Search<'a, M> {
    pub(super) fn new(
        program: &'a Program,
        end: End<'a, M>,
        machine: &'a M,
        limits: &'a Limits<'a>,
        initial: &'a [u8],
        domain: Domain,
    ) -> Search<'a, M> {
        Search {
            program,
            end,
            machine,
            limits,
            initial,
            known: Known {
                domain,
                initial,
                delayed: limits.delayed,
                is_cut: false,
                at_once: usize::MAX,
                is_bounded: false,
            },
            visited: FxHashSet::default(),
            way: FxHashSet::default(),
            transitions: 0,
            bytes: 0,
            outcomes: BTreeSet::new(),
            violation: None,
        }
    }

    pub(super) fn run(&mut self) -> Found {
        match self.verdict() {
            Ok(verdict) => Found::Verdict(verdict, std::mem::take(&mut self.outcomes)),
            Err((trace, wrong)) => Found::Wrong { trace, wrong },
        }
    }

    /// The verdict, or what is wrong and how it comes about.
    fn verdict(&mut self) -> Result<Verdict, (Vec<TraceStep>, Wrong)> {
        let mut key = Vec::new();
        let mut stack: Vec<Frame<M>> = Vec::new();
        let mut entered = Some((self.start(), None));
        loop {
            if let Some((state, from)) = entered.take() {
                let step = from.as_ref().map(|(step, _)| *step);
                let unstored = stack.last().map_or(0, |before| before.unstored);
                match self.enter(state, from, unstored, &mut key) {
                    Entered::New(frame) => stack.push(frame),
                    Entered::Nowhere => {}
                    Entered::Back(hash) => {
                        let to = stack.iter_mut().filter(|frame| frame.stored == Some(hash));
                        to.for_each(|frame| frame.is_closed = true);
                    }
                    Entered::TooFar(unknown) => return Ok(Verdict::Unknown(unknown)),
                    Entered::Wrong(wrong) => return Err((self.trace(&stack, step), wrong)),
                }
                if self.visited.len() > self.limits.states {
                    return Ok(Verdict::Unknown(Unknown::States(self.limits.states)));
                }
            }
            let Some(frame) = stack.last_mut() else { break };
            let Some((thread, transition)) = frame.next.pop() else {
                // Round a circle of states the reduction could leave the other steps out for ever (the proviso of partial order reduction): here they are taken.
                if frame.has_more && frame.is_closed {
                    frame.has_more = false;
                    let Some(Node { state, stops }) = &frame.node else { continue };
                    match self.machine.possible(state, stops, &mut self.known, false) {
                        Ok(next) => frame.next = next.steps,
                        Err(unknown) => return Ok(Verdict::Unknown(unknown)),
                    }
                    continue;
                }
                self.finish(&stack);
                if self.violation.is_some() && self.limits.stop_at_violation {
                    break;
                }
                if let Some(hash) = stack.pop().and_then(|frame| frame.stored) {
                    self.way.remove(&hash);
                }
                continue;
            };
            self.transitions += 1;
            if self.transitions.is_multiple_of(BETWEEN_QUESTIONS)
                && let Some(unknown) = self.ask()
            {
                return Ok(Verdict::Unknown(unknown));
            }
            let Some(Node { mut state, stops }) = frame.follow() else { continue };
            if self.machine.take(&mut state, &stops, thread, transition, &mut self.known) {
                entered = Some((state, Some(((thread, transition), stops))));
            }
        }
        Ok(match self.violation.take() {
            Some((trace, outcome)) => Verdict::Violated { trace, outcome },
            None if self.known.is_cut => Verdict::Unknown(Unknown::Delayed(self.limits.delayed)),
            None => Verdict::Holds,
        })
    }

    /// What happened on the way to the state on top of the stack, and then in `last`: all steps are taken again, as states are not kept.
    fn trace(&mut self, stack: &[Frame<M>], last: Option<Step<M>>) -> Vec<TraceStep> {
        let mut steps = Vec::new();
        let mut state = self.start();
        let mut settled = self.machine.settle(&mut state, None);
        for (thread, transition) in stack.iter().filter_map(|frame| frame.step).chain(last) {
            let Settled::Stopped(stops) = settled else { break };
            let Happening { place, what, overtakes } = self.machine.describe((&state, &stops), thread, transition);
            steps.push(TraceStep { thread, place, what, overtakes });
            if !self.machine.take(&mut state, &stops, thread, transition, &mut self.known) {
                break;
            }
            settled = self.machine.settle(&mut state, Some((thread, stops)));
        }
        steps
    }

    /// Says how far it is; why it is to stop, if it is.
    fn ask(&self) -> Option<Unknown> {
        (self.limits.progress)(self.visited.len());
        if (self.limits.cancelled)() {
            return Some(Unknown::Cancelled);
        }
        // The allocator's share, two words in the table and a byte of control for each place there.
        let memory = self.bytes + self.visited.len() * ALLOCATED + self.visited.capacity() * TABLE;
        (memory > self.limits.memory).then_some(Unknown::Memory(self.limits.memory))
    }

    fn start(&self) -> M::State {
        let program = self.program;
        let (code, layout) = (self.machine.code(), self.machine.layout());
        let threads = program.threads.ids().map(|thread| {
            let first = CodePlace { thread, instruction: program::InstructionId::from_number(0) };
            let at = code.start(first).unwrap_or(StepId::from_number(0));
            let registers = code.registers[thread].iter().map(|&register| {
                let width = program.registers[register].width;
                Value { bits: 0, width, sources: M::Sources::default() }
            });
            let mut front = Front::new(at, registers.collect());
            for initial in program.registers_at_start(thread) {
                let slot = code.find_slot(thread, initial.register);
                let value = layout.constant(&initial.value);
                if let (Some(slot), Some((bits, width))) = (slot, value) {
                    front.write_register(slot, initial.low, Value { bits, width, sources: M::Sources::default() });
                }
            }
            front
        });
        self.machine.start(threads.collect(), self.initial.to_vec())
    }

    /// Lets all threads do what they do alone, and stores the state. `from` is the step that led here, and where the threads stood before it. With a reduction, one that has a single step is not stored: it leads to the same states again.
    fn enter(
        &mut self,
        mut state: M::State,
        from: Option<(Step<M>, M::Stops)>,
        unstored: usize,
        key: &mut Vec<u8>,
    ) -> Entered<M> {
        let step = from.as_ref().map(|(step, _)| *step);
        let moved = from.map(|((thread, _), stops)| (thread, stops));
        let stops = match self.machine.settle(&mut state, moved) {
            Settled::Stopped(stops) => stops,
            Settled::Dead => return Entered::Nowhere,
        };
        if let Some((place, kind)) = self.machine.fault(&state, &stops) {
            return Entered::Wrong(Wrong::Fault(place, kind));
        }
        if let End::Hang(find) = self.end
            && let Some(hang) = find(&state, &stops)
        {
            return Entered::Wrong(Wrong::Hang(hang));
        }
        let mut next = None;
        // Before the state is stored, as a state with one step is not.
        if self.limits.reduction && unstored < MOST_UNSTORED {
            match self.machine.possible(&state, &stops, &mut self.known, true) {
                Ok(possible) => next = Some(possible),
                Err(unknown) => return Entered::TooFar(unknown),
            }
        }
        let has_one = next.as_ref().is_some_and(|next| next.steps.len() == 1);
        let stored = match has_one {
            true => None,
            false => match self.store(&state, key) {
                Ok(hash) => Some(hash),
                Err(entered) => return entered,
            },
        };
        let possible = next.map_or_else(|| self.machine.possible(&state, &stops, &mut self.known, true), Ok);
        let Next { steps, come_first } = match possible {
            Ok(next) => next,
            Err(unknown) => return Entered::TooFar(unknown),
        };
        let unstored = if stored.is_some() { 0 } else { unstored + 1 };
        Entered::New(Frame {
            node: Some(Node { state, stops }),
            next: steps,
            step,
            has_more: come_first,
            is_closed: false,
            stored,
            unstored,
        })
    }

    /// Stores a state on the way, and gives its hash, unless it is there.
    fn store(&mut self, state: &M::State, key: &mut Vec<u8>) -> Result<u64, Entered<M>> {
        key.clear();
        self.machine.encode(state, key);
        let hash = FxBuildHasher.hash_one(key.as_slice());
        if self.visited.contains(key.as_slice()) {
            // Two states of one hash would take more steps than needed, and leave none out.
            return Err(if self.way.contains(&hash) { Entered::Back(hash) } else { Entered::Nowhere });
        }
        self.bytes += key.len();
        self.visited.insert(key.as_slice().into());
        self.way.insert(hash);
        Ok(hash)
    }

    /// The state on top of the stack has no more steps: if it is final, it is looked at.
    fn finish(&mut self, stack: &[Frame<M>]) {
        let End::Test(test) = self.end else { return };
        // A state that a step has taken along has not ended.
        let Some(Node { state, stops }) = stack.last().and_then(|frame| frame.node.as_ref()) else { return };
        if !self.machine.has_ended(state, stops) {
            return;
        }
        let memory = self.machine.memory(state);
        let state = Final { machine: self.machine, program: self.program, state, memory: &memory };
        if test.filter.as_ref().is_some_and(|filter| !filter.holds(&state)) {
            return;
        }
        let outcome = test.outcome(&state);
        let holds = test.condition.holds(&state);
        let is_violation = match test.quantifier {
            Quantifier::Exists | Quantifier::NotExists => holds,
            Quantifier::Forall => !holds,
        };
        if is_violation && self.violation.is_none() {
            self.violation = Some((self.trace(stack, None), outcome.clone()));
        }
        self.outcomes.insert(outcome);
    }
}
