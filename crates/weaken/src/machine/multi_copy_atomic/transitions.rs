//! The transitions of the machine.

use program::{CodePlace, ThreadId, Width};
use relation::Index;

use super::advance::{Machine, Stop};
use super::effects::Source;
use super::encode::encode;
use super::reduction::First;
use super::state::{Sources, State, ThreadState};
use super::transition::Transition;
use crate::machine::flat::{Code, Slot};
use crate::machine::front::{Direction, FaultKind, Front, Load, Value};
use crate::machine::memory::{self, Layout, Range};
use crate::machine::search::explore::{Explored, Happening, Known, Next, Overtaken, Settled, Unknown};

impl Explored for Machine {
    type State = State;
    type Stops = Vec<Stop>;
    type Transition = Transition;
    type Sources = Sources;

    fn code(&self) -> &Code {
        &self.code
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn start(&self, threads: Vec<Front<Sources>>, memory: Vec<u8>) -> State {
        State { threads: threads.into_iter().map(ThreadState::new).collect(), memory }
    }

    fn settle(&self, state: &mut State, _moved: Option<(usize, Vec<Stop>)>) -> Settled<Vec<Stop>> {
        let mut stops = Vec::with_capacity(state.threads.len());
        for thread in &mut state.threads {
            let stop = self.advance(thread);
            match stop {
                Stop::Dead => return Settled::Dead,
                // A fault that rests on a supposition waits until that is confirmed, or goes with it.
                Stop::Fault(..) | Stop::Load(_) | Stop::Choice(_) | Stop::Ended | Stop::Circle | Stop::Full => {
                    stops.push(stop);
                }
            }
        }
        Settled::Stopped(stops)
    }

    fn fault(&self, state: &State, stops: &Vec<Stop>) -> Option<(CodePlace, FaultKind)> {
        state.threads.iter().zip(stops).find_map(|(thread, stop)| match stop {
            Stop::Fault(kind, supposed) => supposed.is_empty().then(|| (self.place(thread.front.at), *kind)),
            Stop::Load(_) | Stop::Choice(_) | Stop::Ended | Stop::Dead | Stop::Circle | Stop::Full => None,
        })
    }

    fn encode(&self, state: &State, into: &mut Vec<u8>) {
        encode(state, into);
    }

    fn possible(
        &self,
        state: &State,
        stops: &Vec<Stop>,
        known: &mut Known<'_>,
        in_order: bool,
    ) -> Result<Next<Transition>, Unknown> {
        let writes = self.is_reduced.then(|| self.writes_to_come(state));
        match writes.as_ref().filter(|_| in_order).and_then(|writes| self.first(state, stops, writes)) {
            Some(First::Steps(steps)) => return Ok(Next { steps, come_first: true }),
            Some(First::Nothing) => return Ok(Next { steps: Vec::new(), come_first: false }),
            None => {}
        }
        let mut next = Vec::new();
        for (thread, (of_thread, stop)) in state.threads.iter().zip(stops).enumerate() {
            for (index, pending) in of_thread.pending.iter().enumerate() {
                if pending.waits.is_empty() {
                    next.push((thread, Transition::Effect(index)));
                }
            }
            match stop {
                Stop::Load(load) => {
                    let settled = writes.as_ref().and_then(|all| self.settled_value(state, (thread, load), all));
                    let is_last = self.is_reduced && self.is_last_read(of_thread, load);
                    if !is_last && self.may_delay(of_thread, load, known) {
                        // What the thread itself is about to write may never reach memory before it is read.
                        let own = super::ordering::latest_write(of_thread, load.range).map(|write| write.value);
                        let now = memory::read(&state.memory, load.range);
                        let values = match settled {
                            Some(value) => [value].into(),
                            None => known.values(load.range, [Some(now), own].into_iter().flatten()),
                        };
                        next.extend(values.into_iter().map(|value| (thread, Transition::Delay(value))));
                    }
                    // The read of an atomic access takes effect with its write, which is entered behind it: it is always delayed.
                    if !self.is_whole(self.meaning.annotation(load.tags, Direction::Read)) {
                        next.push((thread, Transition::Read));
                    }
                }
                Stop::Choice(_) => next.extend([false, true].map(|bit| (thread, Transition::Choose(bit)))),
                Stop::Full => return Err(Unknown::Pending),
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
            (Transition::Read, Stop::Load(load)) => {
                let Some(source) = self.read_now(state, thread, load) else { return false };
                self.take_read(state, thread, load, source);
            }
            (Transition::Delay(value), Stop::Load(load)) => self.delay_read(state, thread, load, value),
            (Transition::Choose(bit), Stop::Choice(result)) => {
                let value = Value { bits: u128::from(bit), width: 1, sources: Sources::default() };
                state.threads[thread].front.pass(*result, value);
            }
            (Transition::Effect(index), _) => {
                let of_thread = &state.threads[thread];
                let write = match of_thread.pending[index].direction {
                    Direction::Write => Some(index),
                    Direction::Read => self.write_of(of_thread, index),
                };
                // Noted before the effect, which takes the write out of the list.
                let written = write.map(|write| (of_thread.pending[write].range, of_thread.pending[write].value));
                if !self.take_effect(state, thread, index) {
                    return false;
                }
                // Only delayed reads are supposed to return anything.
                if let Some((range, value)) = written.filter(|_| self.model.delays_reads()) {
                    known.learn(range, value);
                }
            }
            (Transition::Read | Transition::Delay(_) | Transition::Choose(_), _) => return false,
        }
        true
    }

    fn describe(&self, (before, stops): (&State, &Vec<Stop>), thread: usize, transition: Transition) -> Happening {
        let of_thread = &before.threads[thread];
        let place = self.place(of_thread.front.at);
        match (transition, &stops[thread]) {
            (Transition::Read, Stop::Load(load)) => {
                let (from, value) = match self.read_now(before, thread, load) {
                    Some(Source::Forwarded(value, _)) => ("from its own write that is still delayed", value),
                    Some(Source::Memory(value)) => ("from memory", value),
                    None => ("from memory", memory::read(&before.memory, load.range)),
                };
                let what = format!("reads {} {from}", self.layout.describe(load.range, value));
                let overtakes = self.overtaken(of_thread, of_thread.pending.len(), "read", load.range);
                Happening { place, what, overtakes }
            }
            (Transition::Delay(_), Stop::Load(load)) => {
                Happening::new(place, format!("delays its read of {}", self.layout.describe_range(load.range)))
            }
            (Transition::Read | Transition::Delay(_), _) => Happening::new(place, "reads"),
            (Transition::Choose(true), _) => Happening::new(place, "its store-exclusive succeeds"),
            (Transition::Choose(false), _) => Happening::new(place, "its store-exclusive fails"),
            (Transition::Effect(index), _) => {
                let pending = &of_thread.pending[index];
                let which = self.layout.describe(pending.range, pending.value);
                let written = self.write_of(of_thread, index).map(|write| of_thread.pending[write].value);
                let written = written.map(|value| self.layout.describe(pending.range, value));
                let (what, name) = match (pending.direction, written) {
                    (Direction::Read, Some(written)) => {
                        (format!("reads {which} and writes {written}, at one moment"), "read-modify-write")
                    }
                    (Direction::Write, _) => (format!("its write {which} reaches memory"), "write"),
                    (Direction::Read, None) => (format!("its delayed read takes effect: {which}"), "read"),
                };
                let overtakes = self.overtaken(of_thread, index, name, pending.range);
                Happening { place: self.place(pending.step), what, overtakes }
            }
        }
    }

    fn has_ended(&self, state: &State, stops: &Vec<Stop>) -> bool {
        let has_ended =
            |(thread, stop): (&ThreadState, &Stop)| matches!(stop, Stop::Ended) && thread.pending.is_empty();
        state.threads.iter().zip(stops).all(has_ended)
    }

    fn register(&self, state: &State, thread: ThreadId, register: Slot, low: u16, width: Width) -> u128 {
        state.threads[thread.index()].front.read_register(register, low, width).bits
    }

    fn memory(&self, state: &State) -> Vec<u8> {
        state.memory.clone()
    }
}

impl Machine {
    /// What an access overtakes that has so many pending ones before it.
    fn overtaken(&self, thread: &ThreadState, before: usize, name: &str, range: Range) -> Vec<Overtaken> {
        let overtaken = thread.pending[..before].iter().map(|pending| {
            let kind = match pending.direction {
                Direction::Write => "write",
                Direction::Read => "read",
            };
            Overtaken {
                place: self.place(pending.step),
                delayed: format!("the {kind} of {}", self.layout.describe_range(pending.range)),
                past: format!("the {name} of {}", self.layout.describe_range(range)),
            }
        });
        overtaken.collect()
    }

    /// Whether the read that a thread stands before may be delayed.
    ///
    /// An acquire need not be: all that follows waits for it, so that it can as well wait where it is. (What reads and writes at one moment always is, since its write is entered behind it.) Nor does an exclusive read of which an
    /// earlier one is pending, in a loop that tries until its store succeeds: what the earlier one returns is dead, and all that it waits
    /// for is waited for by what follows. Other reads in loops have a bound, which is reported.
    fn may_delay(&self, thread: &ThreadState, load: &Load<Sources>, known: &mut Known<'_>) -> bool {
        if !self.model.delays_reads() {
            return false;
        }
        let annotation = self.meaning.annotation(load.tags, Direction::Read);
        if self.is_whole(annotation) {
            // Without a bound: it waits for earlier ones of a loop, if there are too many.
            let before = thread.pending.iter().filter(|pending| pending.step == thread.front.at).count();
            return known.may_delay(before);
        }
        if annotation.acquire || annotation.acquire_pc {
            return false;
        }
        let before = thread.pending.iter().filter(|pending| pending.step == thread.front.at).count();
        if annotation.exclusive { before == 0 } else { known.may_delay(before) }
    }
}
