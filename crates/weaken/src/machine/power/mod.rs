//! The machine for Power and 32-bit Arm, whose writes may reach threads at different times.
//!
//! J. Alglave, L. Maranget, M. Tautschnig: Herding Cats. TOPLAS 36(2), 2014: the model of section 6, as a machine in the manner of section 7. The machine of the
//! paper is given the relations of an execution; this one finds them on the way, so that it can be explored.
//!
//! # Steps
//! Each access has two parts. A read is *initiated* (it has its value) and *committed* (it is final); a write is initiated (address and value are known) and
//! committed (others can read it). The four relations of figure 25 (`ii`, `ic`, `ci`, `cc`) say which part waits for which: they are the paths of a graph
//! over parts, and so the order of steps. Fences wait for, and hold up, initiations of reads and commits of writes: that is `hb` with `rfe`, as a read of another
//! thread's write needs that committed. Steps in the order of all threads are linear extensions of `hb`, so `no-thin-air` holds by construction.
//! `rdw` and `detour` are in the paper relations of a whole execution; here a read that is late must read the same write as a later one that was not,
//! and a read of another thread's write waits until those of its own are committed.
//!
//! # Propagation
//! A write has no place where it is for all threads at once. What remains of `prop` are sets of writes ([`state::View`]): each part of an access carries
//! the writes that come before it by `prop-base`, from writes and from what fences pass on, along `hb`; a read may not read what is behind one of them in coherence
//! (`observation`). A full fence is a step. What was before it is agreed on from then on: whatever comes after a full fence that is executed later comes after that. The order
//! of these steps is one in which `propagation` has full fences.
//! Coherence is chosen when a write is committed: any place that is behind what the thread has seen of the location. `co` and `prop` between
//! writes are kept closed under transitivity ([`storage`]), and a cycle is none of its places. A commit between two older writes adds to what is before the later one.
//!
//! # Interleaving
//! Some steps come before everything else, unless [`Limits::reduction`](super::Limits::reduction) is off: `reduction` has the arguments. A fault counts when all accesses that it rests on
//! have come to their end, since a read-modify-write may prove impossible.
//!
//! # Exactness
//! The machine ends in the states that the simulator allows under `power.cat` and `arm.cat` (`crates/lakmus/tests/verify`). Views may have more than `prop` has in one case: a write of
//! the thread itself in front of its own later read, where coherence says the same.
//!
//! Accesses that overlap must be equal.

mod effects;
mod encode;
mod enter;
mod forget;
mod hangs;
mod loops;
mod meaning;
mod ordered;
mod reduction;
mod state;
mod storage;
mod writes;

use std::rc::Rc;

use program::{CodePlace, Program, ThreadId, Width};
use relation::Index;
use smallvec::SmallVec;

use loops::Foreseen;
pub(super) use meaning::Meaning;
pub(crate) use meaning::ProgramTag;
use state::{Kind, Origin, Pending, Progress, State, Stop, ThreadState};
use storage::Storage;
use writes::Source;

use super::flat::{Code, DataFlow, Effect, Slot, StepId, ValueSource};
use super::front::{FaultKind, Front, Load, Value};
use super::memory::{self, Layout, Range};
use crate::machine::search::explore::{Explored, Happening, Known, Next, Overtaken, Settled, Unknown};

/// What machine and test are.
pub(super) struct Power {
    code: Code,
    layout: Layout,
    meaning: Meaning,
    foreseen: Foreseen,
    /// Values that reads may be supposed to return beside those that were written.
    ///
    /// A write that is done under a condition within an instruction does not wait for what decides it, in these models, so that two such writes can be each other's
    /// reason. Their values are constants of the program, as far as they are not computed from what is read.
    out_of_thin_air: Vec<u128>,
    /// How many writes of a thread can be of consequence at once.
    writes_of_thread: usize,
    /// Whether some steps come first ([`Power::first_steps`]).
    is_reduced: bool,
}

/// A step that is possible.
#[derive(Clone, Copy, Debug)]
pub(super) enum Transition {
    /// The read that a thread stands before is initiated.
    Read(Source, u128),
    /// It is delayed, and supposed to return this.
    Delay(u128),
    /// It is delayed, and can return nothing but this.
    Await(u128),
    /// A free bit is this.
    Choose(bool),
    /// The pending read at this place is initiated.
    Initiate(usize, Source),
    /// The pending write at the first place is committed at the second of its location.
    Commit(usize, usize),
    /// The pending fence at this place is executed.
    Execute(usize),
}

impl Power {
    pub(super) fn new(program: &Program, code: Code, layout: Layout, meaning: Meaning, is_reduced: bool) -> Power {
        let foreseen = Foreseen::new(&code, program, &meaning);
        let out_of_thin_air = conditional_values(&code, &meaning);
        // Sets of writes are 128 bits, which threads share evenly.
        let writes_of_thread = 128 / program.threads.len().max(1);
        Power { code, layout, meaning, foreseen, out_of_thin_air, writes_of_thread, is_reduced }
    }

    /// The same machine, in which only these reads may happen late.
    pub(super) fn with_late(mut self, may_be_late: &dyn Fn(CodePlace) -> bool) -> Power {
        for (delayable, place) in self.foreseen.delayable.iter_mut().zip(self.code.places.iter()) {
            *delayable &= may_be_late(*place);
        }
        self
    }

    fn place(&self, step: StepId) -> CodePlace {
        self.code.places[step]
    }

    /// Whether the read that a thread stands before may become pending.
    ///
    /// In a loop that tries until its store succeeds, an exclusive read can as well wait until earlier ones are over: what those returned is dead, and the
    /// execution without them ends in the same. So is it with a loop that only waits. Other reads in loops have a bound, which is reported.
    fn may_enter(&self, thread: &ThreadState, load: &Load<Origin>, known: &mut Known<'_>) -> bool {
        let at = thread.front.at;
        if self.foreseen.waits[at] && thread.pending.last().is_some_and(|last| last.step == at) {
            return false;
        }
        match thread.pending.iter().filter(|pending| pending.step == thread.front.at).count() {
            0 => true,
            before => !self.meaning.is_exclusive(load.tags) && known.may_delay(before),
        }
    }

    /// The values that the read that a thread stands before may be supposed to return when it is delayed.
    fn suppositions(&self, state: &State, thread: usize, load: &Load<Origin>, known: &mut Known<'_>) -> Vec<u128> {
        let of_thread = &state.threads[thread];
        if !self.foreseen.delayable[of_thread.front.at] {
            return Vec::new();
        }
        let is_late = |pending: &&Pending| pending.kind == Kind::Read && pending.progress == Progress::Entered;
        if !known.may_add_delay(of_thread.pending.iter().filter(is_late).count()) {
            return Vec::new();
        }
        let own = of_thread.pending.iter().filter(|pending| pending.kind.is_write() && pending.range == load.range);
        let written = state.storage.writes.values().filter(|write| write.range == load.range);
        let thin = self.out_of_thin_air.iter().map(|value| program::truncate(*value, 8 * u16::from(load.range.bytes)));
        known.values(load.range, own.map(|write| write.value).chain(written.map(|write| write.value)).chain(thin))
    }

    /// What an access overtakes that has so many pending ones before it.
    fn overtaken(&self, thread: &ThreadState, before: usize, access: &Pending) -> Vec<Overtaken> {
        let name = |access: &Pending| {
            let kind = if access.kind.is_write() { "write" } else { "read" };
            format!("the {kind} of {}", self.layout.describe_range(access.range))
        };
        let is_late = |pending: &&Pending| !pending.is_done() && !matches!(pending.kind, Kind::Fence { .. });
        let overtaken = thread.pending[..before].iter().filter(is_late).map(|pending| Overtaken {
            place: self.place(pending.step),
            delayed: name(pending),
            past: name(access),
        });
        overtaken.collect()
    }

    /// The first access that overlaps another without being equal to it.
    fn find_overlap(&self, state: &State, stops: &[Stop]) -> Option<StepId> {
        let mut known: SmallVec<[Range; 32]> = state.storage.order.keys().collect();
        known.extend(state.threads.iter().flat_map(|thread| thread.histories.keys()));
        let overlaps = |range: Range, known: &mut SmallVec<[Range; 32]>| {
            let is_odd = known.iter().any(|other| *other != range && other.overlaps(range));
            known.push(range);
            is_odd
        };
        for (thread, stop) in state.threads.iter().zip(stops) {
            for pending in thread.pending.iter().filter(|pending| !matches!(pending.kind, Kind::Fence { .. })) {
                if overlaps(pending.range, &mut known) {
                    return Some(pending.step);
                }
            }
            match stop {
                Stop::Load(load) if overlaps(load.range, &mut known) => return Some(thread.front.at),
                _ => {}
            }
        }
        None
    }
}

/// Whether a thread does something that has no meaning and rests on no supposition.
fn is_certain_fault(stop: &Stop) -> bool {
    matches!(stop, Stop::Fault(_, supposed) if supposed.is_empty())
}

/// How many of the pending accesses of a thread have to come to their end before a fault of its own or of another thread is one of an execution. Of a thread that
/// does not fault, a delayed read that no other thread depends on, and all behind it, might as well not have begun.
fn needed(thread: &ThreadState, stop: &Stop) -> usize {
    let all = thread.pending.len();
    if is_certain_fault(stop) {
        return all;
    }
    let is_idle =
        |access: &Pending| access.kind == Kind::Read && access.progress == Progress::Entered && !access.is_passed;
    thread.pending.iter().position(is_idle).unwrap_or(all)
}

/// The constants of a program in which a write is done under a condition within an instruction.
fn conditional_values(code: &Code, meaning: &Meaning) -> Vec<u128> {
    let mut depth = 0_usize;
    let mut is_there = false;
    let mut values = Vec::new();
    for step in &code.steps {
        match step.effect() {
            Effect::Choice { .. } => depth += 1,
            Effect::ChoiceEnd => depth = depth.saturating_sub(1),
            Effect::Write { tags, .. } => is_there |= depth > 0 && !meaning.is_exclusive(tags),
            Effect::Local | Effect::Read { .. } | Effect::Fence(_) | Effect::Assume => {}
            Effect::Jump(_) | Effect::Branch { .. } | Effect::JumpToValue | Effect::End => {}
        }
        if let DataFlow::Define(_, ValueSource::Computation(program::Computation::Constant(value, _))) =
            step.data_flow()
        {
            values.push(*value);
        }
    }
    values.sort_unstable();
    values.dedup();
    if is_there { values } else { Vec::new() }
}

impl Explored for Power {
    type State = State;
    type Stops = Vec<Stop>;
    type Transition = Transition;
    type Sources = Origin;

    fn code(&self) -> &Code {
        &self.code
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn start(&self, threads: Vec<Front<Origin>>, memory: Vec<u8>) -> State {
        let threads = threads.into_iter().map(|front| Rc::new(ThreadState::new(front))).collect();
        State { threads, storage: Rc::new(Storage::default()), initial: memory.into() }
    }

    fn settle(&self, state: &mut State, moved: Option<(usize, Vec<Stop>)>) -> Settled<Vec<Stop>> {
        // The other threads stand where they stood.
        let (moved, mut stops) = moved.map_or((None, Vec::new()), |(moved, stops)| (Some(moved), stops));
        for number in 0..state.threads.len() {
            if moved.is_some_and(|moved| moved != number) {
                continue;
            }
            let stop = self.advance(state.thread(number), number);
            // Before the slots are renumbered, as it takes accesses out of the list.
            self.tidy(state, number);
            match stop {
                Stop::Dead => return Settled::Dead,
                Stop::Ended => enter::end(state.thread(number)),
                // A fault waits until all that it rests on has happened, or goes with it.
                Stop::Fault(..) | Stop::Load(_) | Stop::Choice(_) | Stop::Circle | Stop::Full | Stop::FullOfWrites => {}
            }
            state.thread(number).renumber();
            match stops.get_mut(number) {
                Some(held) => *held = stop,
                None => stops.push(stop),
            }
        }
        // Writes are forgotten when all threads have moved: what the slowest of them may still read counts.
        let has_forgotten = self.forget(state, &stops);
        for (number, stop) in stops.iter_mut().enumerate() {
            // Where its address comes from has other names now.
            if matches!(stop, Stop::Load(_)) && (has_forgotten || moved.is_none_or(|moved| moved == number)) {
                *stop = self.advance(state.thread(number), number);
            }
        }
        if (0..state.threads.len()).any(|thread| self.is_broken(state, thread)) {
            return Settled::Dead;
        }
        Settled::Stopped(stops)
    }

    fn fault(&self, state: &State, stops: &Vec<Stop>) -> Option<(CodePlace, FaultKind)> {
        if let Some(step) = self.find_overlap(state, stops) {
            return Some((self.place(step), FaultKind::Overlap));
        }
        // What is on its way may prove impossible, and the execution with it.
        let mut threads = state.threads.iter().zip(stops);
        if threads.clone().any(|(thread, stop)| needed(thread, stop) > 0) {
            return None;
        }
        threads.find_map(|(thread, stop)| match stop {
            Stop::Fault(kind, supposed) if supposed.is_empty() => Some((self.place(thread.front.at), *kind)),
            Stop::Fault(..)
            | Stop::Load(_)
            | Stop::Choice(_)
            | Stop::Ended
            | Stop::Dead
            | Stop::Circle
            | Stop::Full
            | Stop::FullOfWrites => None,
        })
    }

    fn encode(&self, state: &State, into: &mut Vec<u8>) {
        encode::encode(state, into);
    }

    fn possible(
        &self,
        state: &State,
        stops: &Vec<Stop>,
        known: &mut Known<'_>,
        in_order: bool,
    ) -> Result<Next<Transition>, Unknown> {
        if self.is_reduced
            && in_order
            && let Some(first) = self.first_steps(state, stops)
        {
            return Ok(Next { steps: first, come_first: true });
        }
        let mut next = Vec::new();
        // Behind a fault nothing more begins: what it needs is brought to its end.
        let is_ending = stops.iter().any(is_certain_fault);
        for (thread, (of_thread, stop)) in state.threads.iter().zip(stops).enumerate() {
            let ending = if is_ending { needed(of_thread, stop) } else { of_thread.pending.len() };
            for (index, pending) in of_thread.pending[..ending].iter().enumerate() {
                match pending.kind {
                    // A delayed read that nothing has overtaken could as well be waited for where it stands.
                    Kind::Read if pending.is_done() || !pending.is_overtaken && !is_ending => {}
                    Kind::Read => {
                        let candidates = self.candidates(state, thread, index, pending);
                        // A write of another value is none that the read was supposed to read.
                        let right = candidates.into_iter().filter(|&(_, value)| value == pending.value);
                        next.extend(right.map(|(source, _)| (thread, Transition::Initiate(index, source))));
                    }
                    Kind::Write(_) => {
                        let places = self.places(state, thread, index);
                        next.extend(places.into_iter().map(|place| (thread, Transition::Commit(index, place))));
                    }
                    Kind::Fence { .. } if pending.ordered.is_empty() => {
                        next.push((thread, Transition::Execute(index)));
                    }
                    Kind::Fence { .. } => {}
                }
            }
            match stop {
                _ if is_ending => {}
                Stop::Load(load) if !self.may_enter(of_thread, load, known) => {}
                Stop::Load(load) => {
                    let values = self.suppositions(state, thread, load, known);
                    next.extend(values.into_iter().map(|value| (thread, Transition::Delay(value))));
                    if let Some(read) = self.new_read(of_thread, load, 0) {
                        let candidates = self.candidates(state, thread, of_thread.pending.len(), &read);
                        let reads = candidates.into_iter().map(|(source, value)| Transition::Read(source, value));
                        next.extend(reads.map(|read| (thread, read)));
                    }
                }
                Stop::Choice(_) => next.extend([false, true].map(|bit| (thread, Transition::Choose(bit)))),
                Stop::Full => return Err(Unknown::Pending),
                Stop::FullOfWrites => return Err(Unknown::Writes(self.writes_of_thread)),
                Stop::Ended | Stop::Dead | Stop::Fault(..) | Stop::Circle => {}
            }
        }
        Ok(Next { steps: next, come_first: false })
    }

    fn take(
        &self,
        state: &mut State,
        stops: &Vec<Stop>,
        thread: usize,
        transition: Transition,
        known: &mut Known<'_>,
    ) -> bool {
        match (transition, &stops[thread]) {
            (Transition::Read(source, value), Stop::Load(load)) => {
                let of_thread = state.thread(thread);
                let Some(read) = self.new_read(of_thread, load, value) else { return false };
                let index = of_thread.pending.len();
                self.enter_read(of_thread, load, read);
                self.initiate_read(state, thread, index, source);
            }
            (Transition::Delay(value) | Transition::Await(value), Stop::Load(load)) => {
                let of_thread = state.thread(thread);
                let Some(mut read) = self.new_read(of_thread, load, value) else { return false };
                // It is not there for the sake of what overtakes it.
                read.is_overtaken = matches!(transition, Transition::Await(_));
                self.enter_read(of_thread, load, read);
            }
            (Transition::Choose(bit), Stop::Choice(result)) => {
                let value = Value { bits: u128::from(bit), width: 1, sources: Origin::default() };
                state.thread(thread).front.pass(*result, value);
            }
            (Transition::Initiate(index, source), _) => self.initiate_read(state, thread, index, source),
            (Transition::Commit(index, place), _) => {
                let write = &state.threads[thread].pending[index];
                let (range, value) = (write.range, write.value);
                if !self.commit_write(state, thread, index, place) {
                    return false;
                }
                // A value may be supposed from now on: what the write depends on has proved right.
                known.learn(range, value);
            }
            (Transition::Execute(index), _) => self.execute_fence(state, thread, index),
            (Transition::Read(..) | Transition::Delay(_) | Transition::Await(_) | Transition::Choose(_), _) => {
                return false;
            }
        }
        true
    }

    fn describe(&self, (before, stops): (&State, &Vec<Stop>), thread: usize, transition: Transition) -> Happening {
        let of_thread = &before.threads[thread];
        let place = self.place(of_thread.front.at);
        let own = self.own(thread);
        let from = |range: Range, source: Source| {
            let what = match source {
                Source::Initial => "the initial state",
                Source::Write(id) if own.has(id) => "its own write",
                Source::Write(_) => "another thread's write",
            };
            match before.storage.place(range, source).map(|place| before.storage.order(range).len() - place) {
                None | Some(0) => what.to_owned(),
                Some(_) => format!("{what}: a later write has not reached it"),
            }
        };
        match (transition, &stops[thread]) {
            (Transition::Read(source, value), Stop::Load(load)) => {
                let what =
                    format!("reads {} from {}", self.layout.describe(load.range, value), from(load.range, source));
                let read = self.new_read(of_thread, load, value);
                let overtakes = read.map(|read| self.overtaken(of_thread, of_thread.pending.len(), &read));
                Happening { place, what, overtakes: overtakes.unwrap_or_default() }
            }
            (Transition::Delay(_) | Transition::Await(_), Stop::Load(load)) => {
                Happening::new(place, format!("delays its read of {}", self.layout.describe_range(load.range)))
            }
            (Transition::Read(..) | Transition::Delay(_) | Transition::Await(_), _) => Happening::new(place, "reads"),
            (Transition::Choose(true), _) => Happening::new(place, "its store-conditional succeeds"),
            (Transition::Choose(false), _) => Happening::new(place, "its store-conditional fails"),
            (Transition::Initiate(index, source), _) => {
                let read = &of_thread.pending[index];
                let which = self.layout.describe(read.range, read.value);
                let what = format!("its delayed read takes effect: {which} from {}", from(read.range, source));
                let overtakes = self.overtaken(of_thread, index, read);
                Happening { place: self.place(read.step), what, overtakes }
            }
            (Transition::Commit(index, coherence), _) => {
                let write = &of_thread.pending[index];
                let which = self.layout.describe(write.range, write.value);
                let what = match before.storage.order(write.range).get(coherence) {
                    None => format!("its write {which} can be read by others"),
                    Some(later) => {
                        let value = before.storage.writes.get(*later).map_or(0, |later| later.value);
                        let later = self.layout.describe(write.range, value);
                        format!("its write {which} can be read by others, and is overwritten by {later}")
                    }
                };
                let overtakes = self.overtaken(of_thread, index, write);
                Happening { place: self.place(write.step), what, overtakes }
            }
            (Transition::Execute(index), _) => {
                Happening::new(self.place(of_thread.pending[index].step), "its fence is executed")
            }
        }
    }

    fn has_ended(&self, state: &State, stops: &Vec<Stop>) -> bool {
        let has_ended =
            |(thread, stop): (&Rc<ThreadState>, &Stop)| matches!(stop, Stop::Ended) && thread.pending.is_empty();
        state.threads.iter().zip(stops).all(has_ended)
    }

    fn register(&self, state: &State, thread: ThreadId, register: Slot, low: u16, width: Width) -> u128 {
        state.threads[thread.index()].front.read_register(register, low, width).bits
    }

    fn memory(&self, state: &State) -> Vec<u8> {
        let mut all = state.initial.to_vec();
        for (range, order) in state.storage.order.iter() {
            let last = order.last().and_then(|id| state.storage.writes.get(*id));
            if let Some(last) = last {
                memory::write(&mut all, range, last.value);
            }
        }
        all
    }
}
