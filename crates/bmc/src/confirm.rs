//! Executions of programs that were found, shown to the evaluator of models, so that no mistake in the formula makes a violation.
//!
//! The events that happen become an event structure of their own, with numbers and addresses in the place of expressions, and each read with what it reads from. What the model chooses beside that (the order of writes) the evaluator
//! chooses anew.

use execution::{Action, Candidate, Cell, Event, EventStructure, ThreadPath};
use program::{Expressions, IdVec, Index, ThreadId};
use relation::EventId;
use rustc_hash::FxHashMap;
use sim::Model;

use crate::Refusal;
use crate::unrolled::{Dependency, ShownValue, Unrolled};

/// The evaluator goes through the orders of writes; of more to one place there are too many.
const MOST_WRITES: usize = 12;

/// What the assignment says of an event that happens.
pub(crate) struct Chosen {
    pub(crate) event: EventId,
    pub(crate) address: Option<ShownValue>,
    /// Of what reads and writes, what it writes.
    pub(crate) value: Option<ShownValue>,
    pub(crate) from: Option<EventId>,
}

/// An execution of an unrolled program.
pub(crate) struct Found<'f> {
    pub(crate) unrolled: &'f Unrolled,
    /// How many initial writes there are.
    pub(crate) initial: usize,
    /// Where each thread's events begin.
    pub(crate) first: &'f IdVec<ThreadId, usize>,
    /// The events of threads, ascending.
    pub(crate) events: Vec<Chosen>,
}

impl Found<'_> {
    /// Whether the model allows it; nothing where that is not known: an address is none, or there are too many writes to one place.
    pub(crate) fn is_allowed(
        &self,
        model: &Model,
        holds: &mut dyn FnMut(Dependency, EventId, EventId) -> bool,
    ) -> Result<Option<bool>, Refusal> {
        let mut x = self.unrolled.expressions.clone();
        let mut place: Vec<Option<EventId>> =
            vec![None; self.events.iter().map(|chosen| chosen.event.index() + 1).max().unwrap_or(self.initial)];
        (0..self.initial).for_each(|at| place[at] = Some(EventId::new(at)));
        for (number, chosen) in self.events.iter().enumerate() {
            place[chosen.event.index()] = Some(EventId::new(self.initial + number));
        }
        let paths: Vec<ThreadPath> =
            self.unrolled.threads.ids().map(|thread| self.path(thread, &mut x, holds)).collect();
        let threads: IdVec<ThreadId, &ThreadPath> = paths.iter().collect::<Vec<_>>().into();
        let limits = execution::Limits { events: usize::MAX, ..execution::Limits::default() };
        let structure =
            EventStructure::new(&self.unrolled.program, threads, &mut x, &limits).map_err(sim::RunError::from)?;
        let Some(cells) = &structure.known_cells else { return Ok(None) };
        let most = cells
            .iter()
            .enumerate()
            .skip(self.initial)
            .filter(|(at, _)| structure.events[EventId::new(*at)].is_write());
        let mut writes: FxHashMap<Option<Cell>, usize> = FxHashMap::default();
        most.for_each(|(_, &cell)| *writes.entry(cell).or_default() += 1);
        let has_too_many = writes.values().any(|&count| count > MOST_WRITES);
        if has_too_many || structure.universe() != self.initial + self.events.len() {
            return Ok(None);
        }
        let mut reads_from = IdVec::from_elem(None, structure.universe());
        let mut values = IdVec::from_elem(None, structure.universe());
        for event in (0..self.initial).map(EventId::new) {
            if let Action::InitialWrite { value, .. } = structure.events[event].action {
                values[event] = Some(value);
            }
        }
        for (number, chosen) in self.events.iter().enumerate() {
            let new = EventId::new(self.initial + number);
            reads_from[new] = chosen.from.and_then(|write| place[write.index()]);
            values[new] = chosen.value.and_then(|value| self.value(&mut x, chosen.event, value));
        }
        let candidate = Candidate::of(&structure, reads_from, values);
        match sim::symbolic::allows(model, &candidate) {
            Ok(is_allowed) => Ok(Some(is_allowed)),
            Err(sim::RunError::Stopped(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn thread_and_number(&self, event: EventId) -> (ThreadId, usize) {
        let thread = self
            .first
            .iter_enumerated()
            .filter(|&(_, &first)| first <= event.index())
            .map(|(thread, _)| thread)
            .next_back();
        let thread = thread.unwrap_or(ThreadId::new(0));
        (thread, event.index() - self.first[thread])
    }

    fn value(&self, x: &mut Expressions, event: EventId, value: ShownValue) -> Option<program::ExprId> {
        let (thread, number) = self.thread_and_number(event);
        let width = match self.unrolled.threads[thread].events[number].action {
            Action::Read { width, .. } | Action::ReadModifyWrite { width, .. } => width,
            Action::Write { value, .. } => x.width(value),
            _ => return None,
        };
        Some(known(x, value, width))
    }

    /// The events of a thread that happen, and the pairs between them.
    fn path(
        &self,
        thread: ThreadId,
        x: &mut Expressions,
        holds: &mut dyn FnMut(Dependency, EventId, EventId) -> bool,
    ) -> ThreadPath {
        let whole = &self.unrolled.threads[thread];
        let mut path = ThreadPath::empty(&self.unrolled.program);
        let mut place: Vec<Option<u32>> = vec![None; whole.events.len()];
        for chosen in &self.events {
            let (of, number) = self.thread_and_number(chosen.event);
            if of == thread {
                place[number] = Some(path.events.len() as u32);
                path.events.push(with_address(whole.events[number], chosen, x));
            }
        }
        let first = self.first[thread];
        let mut kept = |pairs: &[(u32, u32)], dependency: Option<Dependency>| -> Vec<(u32, u32)> {
            let both = |&(a, b): &(u32, u32)| {
                let there = (place[a as usize]?, place[b as usize]?);
                let [one, other] = [a, b].map(|at| EventId::new(first + at as usize));
                dependency.is_none_or(|dependency| holds(dependency, one, other)).then_some(there)
            };
            pairs.iter().filter_map(both).collect()
        };
        path.iico_data = kept(&whole.iico_data, Some(Dependency::Within)).into_iter().collect();
        path.iico_control = kept(&whole.iico_control, Some(Dependency::Decides)).into_iter().collect();
        path.iico_order = kept(&whole.iico_order, None).into_iter().collect();
        path.po_within = kept(&whole.po_within, None).into_iter().collect();
        path.single_copy = kept(&whole.single_copy, None).into_iter().collect();
        path.rf_register = kept(&whole.rf_register, Some(Dependency::Register)).into_iter().collect();
        path.address_ports = kept(&whole.address_ports, None).into_iter().collect();
        path.data_ports = kept(&whole.data_ports, None).into_iter().collect();
        path.addr = kept(&whole.addr, Some(Dependency::Address)).into_iter().collect();
        path.data = kept(&whole.data, Some(Dependency::Data)).into_iter().collect();
        path.ctrl = kept(&whole.ctrl, Some(Dependency::Control)).into_iter().collect();
        path
    }
}

fn known(x: &mut Expressions, value: ShownValue, width: u16) -> program::ExprId {
    match value {
        ShownValue::Number(number) => x.constant(program::truncate(number, width), width),
        ShownValue::Address(location, offset) => x.address(location, offset, width),
    }
}

/// An event with what is known of it in the place of expressions.
fn with_address(event: Event, chosen: &Chosen, x: &mut Expressions) -> Event {
    let address_of = |address: program::ExprId, x: &mut Expressions| {
        let width = x.width(address);
        chosen.address.map_or(address, |value| known(x, value, width))
    };
    let action = match event.action {
        Action::Read { address, symbol, width } => Action::Read { address: address_of(address, x), symbol, width },
        Action::Write { address, value } => {
            let width = x.width(value);
            let value = chosen.value.map_or(value, |value| known(x, value, width));
            Action::Write { address: address_of(address, x), value }
        }
        Action::ReadModifyWrite { address, symbol, width, value } => {
            let value = chosen.value.map_or(value, |value| known(x, value, width));
            Action::ReadModifyWrite { address: address_of(address, x), symbol, width, value }
        }
        other => other,
    };
    Event { action, ..event }
}
