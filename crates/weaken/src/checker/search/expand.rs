//! What comes of a state: the steps that are possible in it, and the states that they lead to.
//!
//! Nothing here knows which states are stored, so that several threads can do it at once for different states. What depends on the order of the states (the
//! values that delayed reads may return, what is found first) is collected here and taken up by the search, in its order.

mod steps;

use cprog::ir::{Program, SourcePlace};
use rustc_hash::FxHashMap;

use super::components::{ComponentId, Components};
use super::encode::{FRAME, MEMORY, THREADS, has_doubts, has_exited, has_suppositions};
use super::footprints::{Footprints, Root};
use super::store;
use crate::checker::code::compute::truncate;
use crate::checker::code::{ClassId, Code, StepId};
use crate::checker::report::trace::{ViolationKind, freed};
use crate::checker::state::knowledge_state::KnowledgeState;
use crate::checker::state::{Range, State, Thread};
use crate::checker::transition::machine::{Fault, Findings, Machine, Stop, Transition};
use crate::mixed_sizes::{Written, put_together};

/// Choices of up to so many bits go through all values.
const MOST_CHOSEN_BITS: u8 = 8;

/// The values that delayed reads may return: the initial ones, and those of writes that have reached memory in some state. What a write
/// depends on is confirmed by then, so that values that only suppose each other are never among them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    of: FxHashMap<Range, Vec<u64>>,
}

impl Values {
    /// Whether it was not there.
    pub(crate) fn add(&mut self, range: Range, value: u64) -> bool {
        let known = self.of.entry(range).or_default();
        let is_new = !known.contains(&value);
        if is_new {
            known.push(value);
        }
        is_new
    }

    fn of(&self, range: Range) -> &[u64] {
        self.of.get(&range).map_or(&[], |values| values)
    }

    /// The values of ranges that overlap this one and are not equal to it.
    fn of_other_sizes(&self, range: Range) -> impl Iterator<Item = (Range, u64)> {
        let others = self.of.iter().filter(move |(other, _)| other.overlaps(range) && **other != range);
        others.flat_map(|(other, values)| values.iter().map(|&value| (*other, value)))
    }
}

/// A state that a step leads to.
#[derive(Debug)]
pub(crate) struct Successor {
    /// Where its components end in those of all.
    end: usize,
    pub(crate) hash: u64,
    /// What is wrong, if the execution that leads here is; nothing comes after it then.
    pub(crate) fault: Option<Box<ViolationKind>>,
}

/// What came of one state, beside its successors.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// How many successors were found up to its last.
    end: usize,
    pub(crate) transitions: usize,
    /// The bytes of the global variables, if all threads have ended.
    pub(crate) final_memory: Option<Vec<u8>>,
    /// What is wrong if no step is possible.
    pub(crate) deadlock: Option<Box<ViolationKind>>,
    /// A class of objects that threads race for.
    pub(crate) race: Option<ClassId>,
    /// Classes of objects that threads access while there are several of them, and whether by atomic accesses; each is said once.
    pub(crate) accessed: Vec<(ClassId, bool)>,
    /// Whether there was no room to remember an access that others may race with.
    pub(crate) has_no_room_for_races: bool,
    /// Whether more accesses could have been delayed at once.
    pub(crate) is_buffer_full: bool,
    pub(crate) unsupported: Option<StepId>,
    pub(crate) endless: Option<StepId>,
    /// Whether a number was chosen out of too many.
    pub(crate) is_choice_cut: bool,
    /// Memory, if the state is one that an execution comes to whatever is supposed: see [`is_real`].
    pub(crate) real: Option<ComponentId>,
    /// Whether the process ends here.
    pub(crate) is_end: bool,
    /// Whether the execution that leads here is given up, for a reason that says nothing of progress.
    pub(crate) is_given_up: bool,
}

/// Whether an execution comes to the state with these components: not as long as it rests on what reads are supposed to return.
pub(crate) fn is_real(packed: &[ComponentId], components: &Components) -> bool {
    !has_doubts(components.get(packed[FRAME]))
        && packed[THREADS..].iter().all(|thread| !has_suppositions(components.get(*thread)))
}

/// What came of some states, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Expanded {
    components: Vec<ComponentId>,
    successors: Vec<Successor>,
    outcomes: Vec<Outcome>,
    /// Values that delayed reads may return and that were not known before, in the order in which they were met.
    pub(crate) learned: Vec<(Range, u64)>,
}

impl Expanded {
    pub(crate) fn clear(&mut self) {
        self.components.clear();
        self.successors.clear();
        self.outcomes.clear();
        self.learned.clear();
    }

    /// By state, what came of it, with its successors and their components.
    pub(crate) fn outcomes(
        &self,
    ) -> impl Iterator<Item = (&Outcome, impl Iterator<Item = (&Successor, &[ComponentId])>)> {
        let mut begin = 0;
        self.outcomes.iter().map(move |outcome| {
            let own = begin..outcome.end;
            begin = outcome.end;
            (outcome, own.map(|index| (&self.successors[index], self.components_of(index))))
        })
    }

    fn components_of(&self, successor: usize) -> &[ComponentId] {
        let begin = successor.checked_sub(1).map_or(0, |before| self.successors[before].end);
        &self.components[begin..self.successors[successor].end]
    }

    /// Adds the successor whose components are those behind the last one's.
    fn push(&mut self, fault: Option<Box<ViolationKind>>) {
        let begin = self.successors.last().map_or(0, |last| last.end);
        let hash = store::hash(&self.components[begin..]);
        self.successors.push(Successor { end: self.components.len(), hash, fault });
    }
}

/// Finds what comes of states.
pub(crate) struct Expander<'a, 'p> {
    pub(crate) program: &'p Program,
    pub(crate) machine: &'a Machine<'p>,
    components: &'a Components,
    pub(crate) findings: Findings,
    footprints: Footprints,
    /// The state that is expanded, and where its threads stop, where that was needed.
    parent: State,
    stops: Vec<Stop>,
    is_unpacked: bool,
    /// Its memory, and of which component that is.
    memory: Vec<u8>,
    memory_of: Option<ComponentId>,
    state: State,
    new_stops: Vec<Stop>,
    next: Vec<(usize, Transition)>,
    offers: Vec<Offered>,
    known: KnowledgeState,
    bytes: Vec<u8>,
    /// How many of the accessed classes have been said.
    said_accessed: usize,
    /// Whether the last state that nothing is to be said of is one in which a thread goes no further.
    is_given_up: bool,
}

/// A step that may be possible.
#[derive(Clone, Copy, Debug)]
struct Offered {
    thread: usize,
    transition: Transition,
    /// Where it is recorded what comes of it, if it may be.
    root: Option<Root>,
}

/// What a step came to, by the machine.
enum Met {
    /// Nothing is to be said of where it leads.
    Nothing,
    Fault,
    Successor,
}

impl<'a, 'p> Expander<'a, 'p> {
    pub(crate) fn new(program: &'p Program, machine: &'a Machine<'p>, components: &'a Components) -> Expander<'a, 'p> {
        Expander {
            program,
            machine,
            components,
            findings: Findings::default(),
            footprints: Footprints::default(),
            parent: State::default(),
            stops: Vec::new(),
            is_unpacked: false,
            memory: Vec::new(),
            memory_of: None,
            state: State::default(),
            new_stops: Vec::new(),
            next: Vec::new(),
            offers: Vec::new(),
            known: KnowledgeState::default(),
            bytes: Vec::new(),
            said_accessed: 0,
            is_given_up: false,
        }
    }

    fn code(&self) -> &'p Code {
        self.machine.code
    }

    /// Adds to `into` what comes of the state with these components, where delayed reads may return `values` and what `into` has learned.
    pub(crate) fn expand(&mut self, packed: &[ComponentId], values: &Values, into: &mut Expanded) {
        let real = is_real(packed, self.components).then_some(packed[MEMORY]);
        let is_end = has_exited(self.components.get(packed[FRAME]));
        let mut outcome = Outcome { real, is_end, ..Outcome::default() };
        self.is_unpacked = false;
        let mut offers = std::mem::take(&mut self.offers);
        offers.clear();
        let is_recorded = self.offer(packed, values, &mut into.learned, &mut outcome, &mut offers);
        if !is_recorded {
            self.unpack(packed);
            let (parent, stops) = (std::mem::take(&mut self.parent), std::mem::take(&mut self.stops));
            let mut next = std::mem::take(&mut self.next);
            outcome.is_choice_cut = self.possible(&parent, &stops, values, &mut into.learned, &mut next);
            outcome.final_memory = self.final_memory(&parent, &stops);
            outcome.is_given_up |= stops.iter().any(is_given_up);
            offers.clear();
            offers.extend(next.iter().map(|&(thread, transition)| Offered { thread, transition, root: None }));
            (self.parent, self.stops, self.next) = (parent, stops, next);
        }
        let mut is_stuck = true;
        for offer in &offers {
            self.findings.learned.clear();
            is_stuck &= !self.step(packed, offer, &mut outcome, into);
            for &(range, value) in &self.findings.learned {
                add(range, value, values, &mut into.learned);
            }
        }
        // A state whose steps were all found by their footprints has not been unpacked yet.
        if is_stuck {
            self.unpack(packed);
            outcome.deadlock = self.deadlock(&self.parent, &self.stops).map(Box::new);
            outcome.final_memory = self.final_memory(&self.parent, &self.stops);
        }
        // What is stuck in another way than by waiting, or by going round for ever, is of no interest where progress is asked for.
        let goes_round = |stop: &Stop| matches!(stop, Stop::Circle);
        outcome.is_end |= outcome.final_memory.is_some();
        outcome.is_given_up |= is_stuck && !self.stops.iter().any(goes_round);
        self.offers = offers;
        self.end(outcome, into);
    }

    /// Makes the state that is expanded of its components. Where threads stop is not stored; they stop there again.
    fn unpack(&mut self, packed: &[ComponentId]) {
        if !std::mem::replace(&mut self.is_unpacked, true) {
            self.machine.unpack(packed, self.components, &mut self.parent);
            self.machine.stops(&mut self.parent, &mut self.stops, &mut self.findings);
        }
    }

    /// The bytes of the global variables, if all threads have ended.
    fn final_memory(&self, state: &State, stops: &[Stop]) -> Option<Vec<u8>> {
        let ends = |stop: &Stop| matches!(stop, Stop::Ended | Stop::Exit);
        let has_ended =
            !state.has_exited && stops.iter().all(ends) && state.threads.iter().all(|t| t.pending.is_empty());
        has_ended.then(|| state.memory.bytes()[..self.code().initial.len()].to_vec())
    }

    /// Adds the state at the start to `into`, as what came of none.
    pub(crate) fn begin(&mut self, mut initial: State, into: &mut Expanded) {
        let mut outcome = Outcome::default();
        self.meet(&mut initial, None, &mut outcome, into);
        self.end(outcome, into);
    }

    fn end(&mut self, mut outcome: Outcome, into: &mut Expanded) {
        outcome.race = outcome.race.or(self.findings.race.take());
        outcome.is_buffer_full |= std::mem::take(&mut self.findings.is_buffer_full);
        outcome.has_no_room_for_races |= std::mem::take(&mut self.findings.has_no_room_for_races);
        let new = &self.findings.accessed[self.said_accessed..];
        outcome.accessed.extend_from_slice(new);
        self.said_accessed = self.findings.accessed.len();
        outcome.end = into.successors.len();
        into.outcomes.push(outcome);
    }

    /// Lets all threads do what they do alone, and adds the state. `moved` is the thread that made the step, and whether others cannot see it.
    fn meet(
        &mut self,
        state: &mut State,
        moved: Option<(usize, bool)>,
        outcome: &mut Outcome,
        into: &mut Expanded,
    ) -> Met {
        let mut stops = std::mem::take(&mut self.new_stops);
        self.findings.has_touched = false;
        self.machine.stops(state, &mut stops, &mut self.findings);
        let found = self.findings.fault.take();
        // What a race shows that was taken for none before counts from the next search on.
        let found = found.filter(|(_, _, fault)| matches!(fault, Fault::Race(_)) || self.findings.race.is_none());
        // A data race of the program is one whether or not the reduction was right, so that the search need not begin anew for it.
        if found.is_some() {
            self.findings.race = None;
        }
        let is_said = found.is_none() && self.is_of_no_execution(state, &stops, moved);
        self.is_given_up = is_said && moved.is_some_and(|(thread, _)| stops.get(thread).is_some_and(is_given_up));
        let of_step = found.map(|(thread, step, fault)| {
            let place = state.threads.get(thread).and_then(|thread| self.place_in(thread, step));
            ViolationKind::of_fault(fault, place, self.program, self.code())
        });
        let fault = if is_said { None } else { of_step.or_else(|| self.fault(state, &stops, outcome)).map(Box::new) };
        self.new_stops = stops;
        if is_said {
            return Met::Nothing;
        }
        self.machine.pack(state, self.components, &mut self.bytes, &mut into.components);
        let met = if fault.is_some() { Met::Fault } else { Met::Successor };
        into.push(fault);
        met
    }

    /// Whether nothing is to be said of a state: a race makes all of this search wrong, or other states say it.
    fn is_of_no_execution(&self, state: &State, stops: &[Stop], moved: Option<(usize, bool)>) -> bool {
        if self.findings.race.is_some() {
            return true;
        }
        let Some((thread, is_unseen)) = moved else { return false };
        let stop = stops.get(thread);
        // What the others can do is what they could do before a step that none of them sees, and that the thread does not survive.
        if is_unseen && matches!(stop, Some(Stop::Dead)) && !self.findings.has_touched {
            return true;
        }
        matches!(stop, Some(Stop::Read(_) | Stop::Update(..))) && self.machine.is_repeated(&state.threads[thread])
    }

    /// What is wrong in a state, if something is; what is not understood is noted.
    ///
    /// A race that is none unless reads prove right has let accesses that are not interleaved take effect at once, so that other threads may have read what such a write leaves. As long as there is such a doubt, nothing
    /// that a thread does is certain, however certain its own reads are: if the reads prove right, the search begins anew with these objects interleaved, and if they prove wrong there is no such execution.
    /// Only within an atomic section can nothing prove right or wrong; a race is always a right thing to say.
    #[allow(
        clippy::collapsible_match,
        reason = "in the guard it would let the faults of other states fall to the arms below"
    )]
    fn fault(&self, state: &State, stops: &[Stop], outcome: &mut Outcome) -> Option<ViolationKind> {
        for (thread, stop) in stops.iter().enumerate() {
            match stop {
                Stop::Fault(_, supposed)
                    if supposed & state.threads[thread].live() == 0 && !state.doubts.is_empty() =>
                {
                    // No read proves right while the section lasts, so that the doubt counts as a race.
                    if state.atomic.is_some() {
                        let doubt = state.doubts.iter().find(|doubt| doubt.fault.is_none());
                        outcome.race = outcome.race.or(doubt.map(|doubt| doubt.class));
                    }
                }
                Stop::Unsupported(_) | Stop::Endless if !state.doubts.is_empty() && state.atomic.is_none() => {}
                Stop::Fault(fault, supposed) if supposed & state.threads[thread].live() == 0 => {
                    let step = state.threads[thread].at().unwrap_or(relation::Index::new(0));
                    let place = self.place_in(&state.threads[thread], step);
                    let freed = freed(*fault, state, place.clone(), self.program, self.code());
                    return freed.or_else(|| Some(ViolationKind::of_fault(*fault, place, self.program, self.code())));
                }
                Stop::Unsupported(step) => outcome.unsupported = outcome.unsupported.or(Some(*step)),
                Stop::Endless => outcome.endless = outcome.endless.or(state.threads[thread].at()),
                // A fault that rests on a supposition shows where that has proved right. All other stops are of executions that go on, or have ended as they may.
                _ => {}
            }
        }
        None
    }

    /// Puts the steps that are possible into `next`; says whether a number is chosen out of too many.
    pub(crate) fn possible(
        &mut self,
        state: &State,
        stops: &[Stop],
        values: &Values,
        learned: &mut Vec<(Range, u64)>,
        next: &mut Vec<(usize, Transition)>,
    ) -> bool {
        next.clear();
        if state.has_exited {
            return false;
        }
        for (thread, stop) in stops.iter().enumerate() {
            // No other thread does anything while a section lasts, nor do its pending accesses take effect.
            if state.atomic.is_some_and(|inside| usize::from(inside) != thread) {
                continue;
            }
            // An ample set of one step: the module `transition::lock_words` says why no other one is needed here.
            if let Some(index) = self.machine.urgent(&state.threads[thread]) {
                next.clear();
                next.push((thread, Transition::Effect(index as u8)));
                return false;
            }
            for (index, pending) in state.threads[thread].pending.iter().enumerate() {
                if pending.waits == 0 {
                    next.push((thread, Transition::Effect(index as u8)));
                }
            }
            if let Some(transition) = stop.transition()
                && self.machine.is_enabled(state, thread, stop)
            {
                next.push((thread, transition));
            }
            if self.machine.may_divide(state, thread, stop) {
                next.push((thread, Transition::Divide));
            }
            if let Some(access) = stop.access()
                && self.machine.may_delay(state, thread, stop, &mut self.findings)
            {
                let now = self.machine.read_memory(state, access.range);
                let own = own_value(state, thread, access.range);
                let values = supposed(access.range, now, own, values, learned);
                next.extend(values.into_iter().map(|value| (thread, Transition::Delay(value))));
            }
            if let Stop::Choose(bits) = stop {
                let (values, is_cut) = self.choices(*bits);
                // No other thread sees what is chosen: it is chosen first.
                next.clear();
                next.extend(values.into_iter().map(|value| (thread, Transition::Choose(value))));
                return is_cut;
            }
        }
        false
    }

    /// The numbers that a choice of so many bits is gone through with, and whether these are not all.
    fn choices(&self, bits: u8) -> (Vec<u64>, bool) {
        if bits <= MOST_CHOSEN_BITS {
            return ((0..1 << bits).collect(), false);
        }
        let mut values: Vec<u64> = self.code().interesting.iter().map(|value| truncate(*value, bits)).collect();
        values.sort_unstable();
        values.dedup();
        (values, true)
    }

    /// What is wrong where no step is possible, unless that is the end of an execution, or a choice of values that proved wrong.
    fn deadlock(&self, state: &State, stops: &[Stop]) -> Option<ViolationKind> {
        let is_drained = state.threads.iter().all(|thread| thread.pending.is_empty());
        if state.has_exited || stops.iter().all(|stop| matches!(stop, Stop::Ended)) {
            return None;
        }
        let waits = |stop: &Stop| matches!(stop, Stop::Lock { .. } | Stop::Join | Stop::Ended);
        // Something pending that cannot take effect is a supposition that proved wrong: there is no such execution.
        if !is_drained || state.atomic.is_some() || !stops.iter().all(waits) {
            return None;
        }
        let waiting = stops.iter().zip(&state.threads).filter(|(stop, _)| !matches!(stop, Stop::Ended));
        let places = waiting.filter_map(|(_, thread)| thread.at()).filter_map(|at| self.place(at)).collect();
        Some(ViolationKind::Deadlock(places))
    }

    /// Where a step of a thread stands in the source: of what is the library's, where it is called.
    fn place_in(&self, thread: &Thread, step: StepId) -> Option<String> {
        let callers = thread.frames.iter().rev().skip(1).filter_map(|frame| frame.at.number().checked_sub(1));
        [step].into_iter().chain(callers.map(StepId::from_number)).find_map(|at| self.place(at))
    }

    fn place(&self, step: StepId) -> Option<String> {
        place(self.program, self.code(), step)
    }
}

/// Whether a thread goes no further for a reason that says nothing of the program: what it assumes does not hold, or it does what is not understood.
fn is_given_up(stop: &Stop) -> bool {
    match stop {
        Stop::Dead | Stop::Unsupported(_) | Stop::Endless | Stop::Fault(..) => true,
        Stop::Read(_) | Stop::Update(..) | Stop::Lock { .. } | Stop::Unlock { .. } | Stop::Join | Stop::Choose(_) => {
            false
        }
        Stop::Atomic | Stop::Object | Stop::Blocked | Stop::Ended | Stop::Exit | Stop::Circle => false,
    }
}

/// What a thread itself is about to write: it may never reach memory before it is read.
fn own_value(state: &State, thread: usize, range: Range) -> Option<u64> {
    let own = crate::checker::transition::order::latest_write(&state.threads[thread].pending, range);
    own.filter(|write| write.range == range).map(|write| write.value)
}

/// What a delayed read of `range` may return, where memory has `now` there, and its thread has written `own`.
fn supposed(
    range: Range,
    now: Option<u64>,
    own: Option<u64>,
    known: &Values,
    learned: &mut Vec<(Range, u64)>,
) -> Vec<u64> {
    if let Some(now) = now {
        add(range, now, known, learned);
    }
    let mut values = known.of(range).to_vec();
    values.extend(learned.iter().filter(|(of, _)| *of == range).map(|(_, value)| value));
    let learned_of_others = learned.iter().filter(|(of, _)| of.overlaps(range) && *of != range).copied();
    let others: Vec<(Range, u64)> = known.of_other_sizes(range).chain(learned_of_others).collect();
    // Accesses of other sizes have written some of the bytes: each mixture of pieces may be found.
    if !others.is_empty() {
        let own_size = values.iter().map(|&value| (range, value));
        let written = own_size.chain(others).map(|(of, value)| {
            let (start, bytes, value) = (of.address, of.bytes, value.into());
            Written { start, bytes, value }
        });
        let all = put_together(range.address, range.bytes, &written.collect::<Vec<_>>());
        values = all.into_iter().map(|value| value as u64).collect();
    }
    values.extend(own.filter(|own| !values.contains(own)));
    values
}

/// Where a step stands in the source.
pub(crate) fn place(program: &Program, code: &Code, step: StepId) -> Option<String> {
    let place: SourcePlace = code.places.get(step).copied().flatten()?;
    Some(program.describe(place).to_string())
}

fn add(range: Range, value: u64, known: &Values, learned: &mut Vec<(Range, u64)>) {
    if !known.of(range).contains(&value) && !learned.contains(&(range, value)) {
        learned.push((range, value));
    }
}

/// Whether no other thread can see a step, and all that they can do without it was possible before.
fn is_unseen(transition: Transition, stop: &Stop) -> bool {
    // Where it is not certain, others can see it: that costs states alone.
    match transition {
        Transition::Delay(_) => true,
        Transition::Now => matches!(stop, Stop::Read(_)),
        Transition::Divide | Transition::Choose(_) | Transition::Effect(_) => false,
        Transition::Lock | Transition::Unlock | Transition::Atomic | Transition::Object | Transition::Exit => false,
    }
}
