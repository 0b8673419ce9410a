//! The steps of threads: found again by their footprints where they are recorded, else taken by the machine and recorded.

use super::{Expanded, Expander, Met, Offered, Outcome, Values, is_given_up, is_unseen, own_value, supposed};
use crate::checker::checks::Check;
use crate::checker::code::Step;
use crate::checker::search::components::ComponentId;
use crate::checker::search::encode::{
    FRAME, KNOWN, MEMORY, THREADS, decode_known, decode_memory, encode_known, encode_memory, is_plain,
};
use crate::checker::search::footprints::{Delay, Learned, Recorded, Steps, ThreadSteps, To, Writes};
use crate::checker::state::bytes::{Memory, read_bytes};
use crate::checker::state::knowledge_state::KnowledgeStep;
use crate::checker::state::{Exclusive, Range, State};
use crate::checker::transition::machine::{Machine, Stop, Transition};
use crate::checker::transition::memory::Storage;

/// The steps of a thread that are offered without memory being looked at.
fn offered(thread: usize, steps: &ThreadSteps) -> impl Iterator<Item = Offered> + '_ {
    steps.offers.iter().map(move |offer| Offered { thread, transition: offer.transition, root: Some(offer.root) })
}

impl Expander<'_, '_> {
    /// Puts the steps of all threads into `offers`, some of which may prove impossible; false where a state has to be looked at as a whole.
    pub(super) fn offer(
        &mut self,
        packed: &[ComponentId],
        values: &Values,
        learned: &mut Vec<(Range, u64)>,
        outcome: &mut Outcome,
        offers: &mut Vec<Offered>,
    ) -> bool {
        if !is_plain(self.components.get(packed[FRAME])) {
            return false;
        }
        // Neighbouring states mostly share their memory, which need not be decoded again then.
        if self.memory_of.replace(packed[MEMORY]) != Some(packed[MEMORY]) {
            decode_memory(self.components.get(packed[MEMORY]), &mut self.memory);
        }
        let mut has_pins = false;
        for thread in 0..packed.len() - THREADS {
            let (frame, component) = (packed[FRAME], packed[THREADS + thread]);
            // The frame is part of the key: it says which objects there are, and so where addresses lead.
            let id = match self.footprints.number(frame, component) {
                Some(id) => id,
                None => {
                    self.unpack(packed);
                    let (thread_steps, offers) = self.thread_steps(thread);
                    self.footprints.add(frame, component, thread_steps, offers)
                }
            };
            let thread_steps = self.footprints.thread_steps(id);
            if !thread_steps.is_plain {
                return false;
            }
            if thread_steps.is_urgent {
                // It is the only step that is offered.
                offers.clear();
                offers.extend(offered(thread, thread_steps));
                return true;
            }
            has_pins |= thread_steps.has_pins;
            outcome.is_buffer_full |= thread_steps.is_buffer_full;
            outcome.is_given_up |= thread_steps.is_given_up;
            offers.extend(offered(thread, thread_steps));
            if let Some(delay) = thread_steps.delay {
                let now = match delay.place {
                    Some(Storage::Constant(start)) => {
                        Some(read_bytes(&self.code().constants, start, delay.range.bytes))
                    }
                    Some(Storage::Memory { start, .. }) => Some(read_bytes(&self.memory, start, delay.range.bytes)),
                    None => None,
                };
                for value in supposed(delay.range, now, delay.own, values, learned) {
                    let root = Some(self.footprints.delayed(id, value));
                    offers.push(Offered { thread, transition: Transition::Delay(value), root });
                }
            }
        }
        // Whether a write of a thread may take effect depends on reads of others then.
        !has_pins
    }

    /// What can be said of a thread of the state that is expanded, and which steps it may take beside delaying a read.
    fn thread_steps(&mut self, t: usize) -> (ThreadSteps, Steps) {
        let (state, stop) = (&self.parent, &self.stops[t]);
        let thread = &state.threads[t];
        // What others see of atomic sections, objects and the end of the process is more than a footprint has.
        let is_recorded = |step: &Transition| matches!(step, Transition::Now | Transition::Lock | Transition::Unlock);
        let now = stop.transition().filter(is_recorded);
        let is_plain = now.is_some() || matches!(stop, Stop::Join | Stop::Blocked | Stop::Ended | Stop::Dead);
        let urgent = self.machine.urgent(thread);
        if let Some(index) = urgent {
            let thread_steps = ThreadSteps {
                is_plain: true,
                is_urgent: true,
                joins: self.joined(t),
                is_given_up: is_given_up(stop),
                ..ThreadSteps::default()
            };
            return (thread_steps, vec![Transition::Effect(index as u8)]);
        }
        let ready = thread.pending.iter().enumerate().filter(|(_, pending)| pending.waits == 0);
        let effects = ready.map(|(index, _)| Transition::Effect(index as u8));
        let divided = self.machine.may_divide(state, t, stop).then_some(Transition::Divide);
        let offers = effects.chain(now).chain(divided).collect();
        // Apart, as a full buffer here is one of this thread, and is noted with it.
        let has_found = std::mem::take(&mut self.findings.is_buffer_full);
        let access = stop.access().filter(|_| self.machine.may_delay(state, t, stop, &mut self.findings));
        let delay = access.map(|access| {
            let place = self.machine.resolve(state, access.range);
            Delay { range: access.range, place, own: own_value(state, t, access.range) }
        });
        let is_buffer_full = std::mem::replace(&mut self.findings.is_buffer_full, has_found);
        let thread_steps = ThreadSteps {
            is_plain,
            is_given_up: is_given_up(stop),
            joins: self.joined(t),
            has_pins: thread
                .pending
                .iter()
                .any(|pending| pending.is_pinned || pending.exclusive == Exclusive::Reserved),
            is_buffer_full,
            delay,
            ..ThreadSteps::default()
        };
        (thread_steps, offers)
    }

    /// The thread that thread `t` waits for.
    fn joined(&self, t: usize) -> Option<u64> {
        let thread = &self.parent.threads[t];
        let Step::Join { handle, .. } = &self.code().steps[thread.at()?] else { return None };
        matches!(self.stops[t], Stop::Join).then(|| Machine::get(thread, *handle).0)
    }

    /// Takes a step, and adds the state that it leads to; says whether it was possible.
    pub(super) fn step(
        &mut self,
        packed: &[ComponentId],
        offer: &Offered,
        outcome: &mut Outcome,
        into: &mut Expanded,
    ) -> bool {
        // Behind a race nothing counts.
        let root = offer.root.filter(|_| self.findings.race.is_none());
        let recorded = root.and_then(|root| self.footprints.find(root, &self.memory));
        match recorded {
            Some(Recorded::Disabled) => return false,
            Some(Recorded::Failed) => {
                outcome.transitions += 1;
                return false;
            }
            Some(Recorded::Dropped { is_given_up }) => {
                outcome.transitions += 1;
                outcome.is_given_up |= is_given_up && !matches!(offer.transition, Transition::Delay(_));
                return true;
            }
            Some(Recorded::To(to)) => {
                let begin = into.components.len();
                // A recorded step that is a race here, or that others wait for, is left to the machine.
                if self.follow(packed, offer.thread, to, &mut into.components) {
                    outcome.transitions += 1;
                    outcome.is_buffer_full |= to.is_buffer_full;
                    #[cfg(debug_assertions)]
                    self.compare(packed, offer, &into.components[begin..], to);
                    self.findings.learned.clear();
                    self.findings.learned.extend_from_slice(self.footprints.learned.get(to.learned));
                    into.push(None);
                    return true;
                }
                into.components.truncate(begin);
            }
            None => {}
        }
        self.step_by_machine(packed, offer, outcome, into)
    }

    /// Puts the components of the state that a recorded step leads to behind what is in `into`; false where that is not all that comes of it.
    fn follow(&mut self, packed: &[ComponentId], thread: usize, to: To, into: &mut Vec<ComponentId>) -> bool {
        // Threads that have waited go on.
        if to.has_ended && self.is_waited_for(packed, thread) {
            return false;
        }
        let Some(known) = self.known_after(packed[KNOWN], to.knowledge) else { return false };
        let memory = self.memory_after(packed[MEMORY], to.writes);
        let begin = into.len();
        into.extend_from_slice(packed);
        into[begin + KNOWN] = known;
        into[begin + MEMORY] = memory;
        into[begin + THREADS + thread] = to.thread;
        true
    }

    fn is_waited_for(&mut self, packed: &[ComponentId], thread: usize) -> bool {
        packed[THREADS..].iter().enumerate().any(|(other, component)| {
            let id = self.footprints.number(packed[FRAME], *component);
            // A thread that was never looked at may wait, for all that is known here.
            other != thread && id.is_none_or(|id| self.footprints.thread_steps(id).joins == Some(thread as u64))
        })
    }

    /// What is known after steps; none for a race.
    fn known_after(&mut self, known: ComponentId, steps: u32) -> Option<ComponentId> {
        if steps == 0 {
            return Some(known);
        }
        if let Some(after) = self.footprints.knowns.get(known, steps) {
            return Some(after);
        }
        self.known.order.is_wanted = self.machine.checks.has(Check::Race);
        let tracked = decode_known(self.components.get(known), &mut self.known);
        let (thread, list) = self.footprints.knowledge.get(steps);
        for step in list {
            // What threads know is not in the footprint: the step may be a race here that was none where it was recorded.
            if !self.known.allows(*thread, *step) {
                return None;
            }
            self.known.apply(self.machine.model, *thread, *step);
        }
        self.bytes.clear();
        encode_known(&self.known, tracked, &mut self.bytes);
        let after = self.components.intern(&self.bytes);
        self.footprints.knowns.put(known, steps, after);
        Some(after)
    }

    /// What memory is after writes, where it is that of the state that is expanded before.
    fn memory_after(&mut self, memory: ComponentId, writes: u32) -> ComponentId {
        if writes == 0 {
            return memory;
        }
        if let Some(after) = self.footprints.memories.get(memory, writes) {
            return after;
        }
        let mut changed = Memory::new(self.memory.clone());
        for (start, bytes, value) in self.footprints.writes.get(writes) {
            changed.write(*start as usize, *bytes, *value);
        }
        self.bytes.clear();
        encode_memory(changed.bytes(), &mut self.bytes);
        let after = self.components.intern(&self.bytes);
        self.footprints.memories.put(memory, writes, after);
        after
    }

    /// Has the machine take a step, and records what came of it.
    fn step_by_machine(
        &mut self,
        packed: &[ComponentId],
        offer: &Offered,
        outcome: &mut Outcome,
        into: &mut Expanded,
    ) -> bool {
        self.unpack(packed);
        let (t, transition) = (offer.thread, offer.transition);
        let mut state = std::mem::take(&mut self.state);
        state.clone_from(&self.parent);
        // From here on reads are noted: those that say whether the step is possible belong to its footprint.
        state.memory.note(offer.root.is_some());
        self.findings.knowledge.clear();
        self.findings.learned.clear();
        (self.findings.onlookers, self.findings.full) = (0, 0);
        self.findings.fault = None;
        let was_full = std::mem::take(&mut self.findings.is_buffer_full);
        let stop = &self.stops[t];
        // Whether what is offered unseen is possible.
        let is_now = matches!(transition, Transition::Now | Transition::Lock | Transition::Unlock);
        let is_possible = !(is_now && offer.root.is_some()) || self.machine.is_enabled(&state, t, stop);
        let mut recorded = Some(Recorded::Disabled);
        let mut is_taken = false;
        if is_possible {
            outcome.transitions += 1;
            recorded = Some(Recorded::Failed);
            is_taken = self.machine.take(&mut state, t, transition, stop, &mut self.findings);
        }
        if is_taken {
            let moved = Some((t, is_unseen(transition, stop)));
            let begin = into.components.len();
            recorded = match self.meet(&mut state, moved, outcome, into) {
                Met::Nothing => {
                    let is_given_up = self.is_given_up;
                    outcome.is_given_up |= is_given_up && !matches!(transition, Transition::Delay(_));
                    self.findings.learned.is_empty().then_some(Recorded::Dropped { is_given_up })
                }
                Met::Fault => None,
                Met::Successor => self.change(packed, &into.components[begin..], &state, t).map(Recorded::To),
            };
        }
        if let (Some(root), Some(recorded)) = (offer.root, recorded) {
            let noted = state.memory.noted();
            // Who has looked at other threads may find them elsewhere next time.
            let is_complete = !noted.is_incomplete && self.findings.onlookers >> t & 1 == 0;
            if is_complete && self.findings.race.is_none() {
                self.footprints.record(root, &noted.reads, recorded);
            }
        }
        self.findings.is_buffer_full |= was_full;
        state.memory.note(false);
        self.state = state;
        is_taken
    }

    /// How a step has changed a state, if it follows from its footprint.
    fn change(&mut self, before: &[ComponentId], after: &[ComponentId], state: &State, t: usize) -> Option<To> {
        let is_own = |place: usize| [KNOWN, MEMORY, THREADS + t].contains(&place);
        // Another thread, or an object, that changes as well is no change that can be recorded for this thread alone.
        let is_change_of_one =
            before.len() == after.len() && (0..before.len()).all(|at| is_own(at) || before[at] == after[at]);
        if !is_change_of_one || matches!(self.new_stops.get(t), None | Some(Stop::Unsupported(_) | Stop::Endless)) {
            return None;
        }
        let writes: Writes = state.memory.noted_writes().into();
        // Other threads that stood before locks have done nothing.
        let own = self.findings.knowledge.iter().filter(|(thread, _)| *thread == t).map(|(_, step)| *step);
        let steps: Box<[KnowledgeStep]> =
            if self.machine.tracks || self.machine.checks.has(Check::Race) { own.collect() } else { Box::default() };
        let learned: Learned = self.findings.learned.as_slice().into();
        Some(To {
            thread: after[THREADS + t],
            writes: if writes.is_empty() { 0 } else { self.footprints.writes.number(writes) },
            knowledge: if steps.is_empty() { 0 } else { self.footprints.knowledge.number((t, steps)) },
            learned: if learned.is_empty() { 0 } else { self.footprints.learned.number(learned) },
            is_buffer_full: self.findings.full >> t & 1 == 1,
            has_ended: state.threads[t].has_ended() && state.threads[t].pending.is_empty(),
        })
    }

    /// What is recorded is what the machine does.
    #[cfg(debug_assertions)]
    fn compare(&mut self, packed: &[ComponentId], offer: &Offered, to: &[ComponentId], recorded: To) {
        let (mut outcome, mut into) = (Outcome::default(), Expanded::default());
        let was_full = self.findings.is_buffer_full;
        let is_taken = self.step_by_machine(packed, &Offered { root: None, ..*offer }, &mut outcome, &mut into);
        self.findings.is_buffer_full = was_full;
        assert!(is_taken, "{offer:?} is possible");
        assert!(self.findings.race.is_none(), "{offer:?} is a race");
        assert_eq!(into.components, to, "{offer:?}");
        assert_eq!(*self.findings.learned, **self.footprints.learned.get(recorded.learned), "{offer:?}");
        assert!(into.successors.iter().all(|successor| successor.fault.is_none()), "{offer:?}");
    }
}
