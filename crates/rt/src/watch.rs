//! Executions that are watched: their decisions are recorded, and on request all their events; and they can follow a [`Schedule`] in the place of a strategy.
//!
//! Where nothing is watched this costs nothing but a comparison at the end of an atomic operation: what is watched has another strategy, and otherwise `Runtime::looks_closely` is asked, which programs in
//! Rust need anyway.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use c11::{Atomic, Candidates, Choice, Order, Pending, PendingOperation, RacingAccess, Strategy, ThreadId};
use wire::{
    AccessKind, Action, AtomicObject, Chosen, Decision, Event, HeldLock, Memory, PlainPlace, Reading, Record, Schedule,
    Settings, Stamped, StoreSeen,
};

use crate::held::HeldLocks;
use crate::report::{place, stack};
use crate::runtime::Runtime;
use crate::stacks::{Frame, StackId};
use crate::sys::arena::Arena;

/// How many stores that a load passes over are recorded one by one.
const MOST_NEWER: usize = 8;
/// How many places of plain accesses without a step in between are distinguished.
const MOST_PLACES: usize = 64;

/// What is known of an execution that is watched: the strategy that decides has it, and the reporter.
pub(crate) type SharedWatch = Rc<RefCell<Watch>>;

/// See [`SharedWatch`].
pub(crate) struct Watch {
    arena: Option<Arena>,
    /// The number of the execution.
    execution: u64,
    /// Whether decisions are reported,
    records_decisions: bool,
    /// and all that happens besides.
    records_events: bool,
    /// The schedules of the executions, by number; none where a strategy decides.
    schedules: Option<Vec<Schedule>>,
    /// What is decided in this execution, by thread, step and attempt.
    decisions: BTreeMap<(u64, u64, u64), Vec<Chosen>>,
    /// The thread whose turn it is, the number of the step that it is about to take or in, and how often it has tried that.
    at: (u64, u64, u64),
    /// Plain accesses that have not been recorded yet.
    plain: Option<PlainRun>,
    /// What the atomic operation has read that was done last.
    reading: Option<Reading>,
    /// Blocks of the heap by address. Those that were given back stay until their memory is handed out again.
    blocks: BTreeMap<usize, Block>,
    /// The locks of threads, where findings are to name them and events are not recorded.
    locks: Option<HeldLocks>,
}

/// Plain accesses of one thread between two events.
struct PlainRun {
    /// Their places, in the order of the list in the event.
    known: Vec<(StackId, AccessKind)>,
    event: Event,
    places: Vec<PlainPlace>,
    more: u64,
}

#[derive(Clone, Copy)]
struct Block {
    size: usize,
    thread: usize,
    place: StackId,
}

impl Watch {
    /// As the driver asks for it.
    pub(crate) fn new(settings: &Settings, arena: Option<Arena>) -> Option<SharedWatch> {
        match settings.watch {
            wire::Watch::Nothing => None,
            what @ (wire::Watch::Findings | wire::Watch::Decisions | wire::Watch::Everything) => {
                let mut watch = Watch::of(what, arena);
                watch.locks = (what == wire::Watch::Findings).then(|| HeldLocks::new(&settings.racing));
                Some(Rc::new(RefCell::new(watch)))
            }
        }
    }

    fn of(what: wire::Watch, arena: Option<Arena>) -> Watch {
        Watch {
            arena,
            execution: 0,
            records_decisions: matches!(what, wire::Watch::Decisions | wire::Watch::Everything),
            records_events: what == wire::Watch::Everything,
            schedules: None,
            decisions: BTreeMap::new(),
            at: (0, 0, 0),
            plain: None,
            reading: None,
            blocks: BTreeMap::new(),
            locks: None,
        }
    }

    fn append(&self, record: Record) {
        if let Some(arena) = &self.arena {
            arena.append(&Stamped { execution: self.execution, record });
        }
    }

    /// Records plain accesses that are pending.
    pub(crate) fn flush(&mut self) {
        if let Some(run) = self.plain.take() {
            let action = Action::Plain { places: run.places, more: run.more };
            self.append(Record::Event(Event { action, ..run.event }));
        }
    }

    /// What is decided at this step, of which `find` takes what it wants; none if a strategy decides.
    fn scheduled<T>(&self, find: impl Fn(&Chosen) -> Option<T>) -> Option<Option<T>> {
        self.schedules.as_ref()?;
        Some(self.decisions.get(&self.at).and_then(|chosen| chosen.iter().find_map(find)))
    }

    fn record_decision(&mut self, chosen: Chosen) {
        if !self.records_decisions {
            return;
        }
        self.flush();
        let (thread, step, attempt) = self.at;
        self.append(Record::Decided(Decision { thread, step, attempt, chosen }));
    }

    /// A block of the heap is new.
    fn add_block(&mut self, start: usize, block: Block) {
        let end = start + block.size;
        let before = self.blocks.range(..start).next_back().filter(|(at, old)| **at + old.size > start);
        if let Some((&at, _)) = before {
            self.blocks.remove(&at);
        }
        while let Some((&at, _)) = self.blocks.range(start..end).next() {
            self.blocks.remove(&at);
        }
        self.blocks.insert(start, block);
    }

    fn block(&self, address: usize) -> Option<(usize, Block)> {
        let (&start, &block) = self.blocks.range(..=address).next_back()?;
        (address - start < block.size.max(1)).then_some((start, block))
    }
}

/// The thread that goes on where nothing is decided: the same one, unless it cannot or lets others go first; then the next one in the order of creation.
pub(crate) fn by_itself(current: ThreadId, enabled: &[Pending]) -> usize {
    let goes_on = |next: &Pending| next.thread() == current && next.operation() != PendingOperation::Yield;
    let next = || enabled.iter().position(|next| next.thread() > current);
    enabled.iter().position(goes_on).or_else(next).unwrap_or(0)
}

/// A strategy, or a schedule in its place, with an eye on what it decides.
struct Watched {
    strategy: Box<dyn Strategy>,
    watch: SharedWatch,
}

impl Strategy for Watched {
    fn begin(&mut self, seed: u64) {
        self.strategy.begin(seed);
    }

    fn was_starved(&mut self, thread: ThreadId) {
        self.strategy.was_starved(thread);
    }

    fn pick_thread(&mut self, current: ThreadId, enabled: &[Pending]) -> usize {
        let default = by_itself(current, enabled);
        let to = |chosen: &Chosen| match chosen {
            Chosen::Switch(to) => enabled.iter().position(|next| u64::from(next.thread().number()) == *to),
            Chosen::Older(_) | Chosen::Option(_) => None,
        };
        let mut watch = self.watch.borrow_mut();
        let picked = match watch.scheduled(to) {
            Some(scheduled) => scheduled.unwrap_or(default),
            None => self.strategy.pick_thread(current, enabled).min(enabled.len() - 1),
        };
        if enabled[picked].thread() != current && watch.arena.is_none() {
            crate::abi::tsan::show_turn(u64::from(enabled[picked].thread().number()));
        }
        if picked != default {
            watch.record_decision(Chosen::Switch(u64::from(enabled[picked].thread().number())));
        }
        picked
    }

    fn pick_store(&mut self, thread: ThreadId, candidates: &dyn Candidates) -> usize {
        let mut newest_first: Vec<usize> = (0..candidates.count()).collect();
        newest_first.sort_by_key(|&index| Reverse((candidates.get(index).time, index)));
        let older = |chosen: &Chosen| match chosen {
            Chosen::Older(count) => Some(*count as usize),
            Chosen::Switch(_) | Chosen::Option(_) => None,
        };
        let mut watch = self.watch.borrow_mut();
        let last = newest_first.len() - 1;
        let rank = match watch.scheduled(older) {
            Some(scheduled) => scheduled.unwrap_or(0).min(last),
            None => {
                let picked = self.strategy.pick_store(thread, candidates).min(last);
                newest_first.iter().position(|index| *index == picked).unwrap_or(0)
            }
        };
        if rank > 0 {
            watch.record_decision(Chosen::Older(rank as u64));
        }
        let seen = |&index: &usize| {
            let store = candidates.get(index);
            let thread = store.thread.map_or(0, |thread| u64::from(thread.number()) + 1);
            StoreSeen { thread, time: store.time, value: store.value, known: 0 }
        };
        watch.reading = Some(Reading {
            store: seen(&newest_first[rank]),
            newer: newest_first[..rank].iter().take(MOST_NEWER).map(seen).collect(),
            more: rank.saturating_sub(MOST_NEWER) as u64,
        });
        newest_first[rank]
    }

    fn pick(&mut self, thread: ThreadId, choice: Choice, options: usize) -> usize {
        let option = |chosen: &Chosen| match chosen {
            Chosen::Option(number) => Some(*number as usize),
            Chosen::Switch(_) | Chosen::Older(_) => None,
        };
        let mut watch = self.watch.borrow_mut();
        let picked = match watch.scheduled(option) {
            Some(scheduled) => scheduled.unwrap_or(0),
            None => self.strategy.pick(thread, choice, options),
        };
        let picked = picked.min(options.saturating_sub(1));
        if picked > 0 {
            watch.record_decision(Chosen::Option(picked as u64));
        }
        picked
    }

    fn is_redundant(&self) -> bool {
        self.strategy.is_redundant()
    }
}

impl Runtime {
    /// Takes the schedules that the driver gives, one a line. Ends the process where they cannot be read.
    pub(crate) fn read_schedules(&mut self) {
        let (path, Some(watch)) = (&self.settings.schedules, &self.reporter.watch) else { return };
        let text = match path.is_empty() {
            true if self.settings.follows.is_empty() => return,
            true => self.settings.follows.clone(),
            false => String::from_utf8_lossy(&crate::sys::process::read_file(path)).into_owned(),
        };
        match text.lines().map(str::parse).collect::<Result<_, _>>() {
            Ok(schedules) => watch.borrow_mut().schedules = Some(schedules),
            Err(error) => {
                let error: wire::ScheduleError = error;
                self.reporter.refuse(&error.to_string());
            }
        }
    }

    /// An execution begins, in which this strategy decides, or the schedule does. Gives what does.
    pub(crate) fn watched(&mut self, strategy: Box<dyn Strategy>) -> Box<dyn Strategy> {
        let Some(shared) = self.reporter.watch.clone() else { return strategy };
        let mut watch = shared.borrow_mut();
        watch.execution = self.reporter.execution();
        let schedule = watch.schedules.as_ref().and_then(|schedules| schedules.get(watch.execution as usize)).cloned();
        for decision in schedule.unwrap_or_default().0 {
            watch
                .decisions
                .entry((decision.thread, decision.step, decision.attempt))
                .or_default()
                .push(decision.chosen);
        }
        if watch.records_events {
            watch.append(Record::Modules(crate::sys::process::code_mappings()));
        }
        // Where no decision is reported, and none is given, there is nothing to look at: long executions have loads with thousands of stores to choose from.
        if !watch.records_decisions && watch.schedules.is_none() {
            return strategy;
        }
        drop(watch);
        Box::new(Watched { strategy, watch: shared })
    }

    /// The thread whose turn it is has come to its next step: what [`Runtime::looks_closely`] is about.
    #[cold]
    pub(crate) fn look_before_step(&mut self) {
        self.finish_volatile_store();
        self.attribute_unseen();
        if let Some(watch) = &self.reporter.watch {
            let thread = &self.threads[self.current];
            watch.borrow_mut().at = (self.current as u64, thread.steps + 1, thread.attempt);
        }
    }

    /// The thread whose turn it is does something, at the place of its step.
    #[inline]
    pub(crate) fn record_action(&mut self, action: impl FnOnce(&mut Runtime) -> Action) {
        if self.looks_closely {
            self.record_watched(action);
        }
    }

    #[cold]
    fn record_watched(&mut self, action: impl FnOnce(&mut Runtime) -> Action) {
        // Before the first thread is created nothing happens that could have happened otherwise.
        let Some(watch) = self.reporter.watch.clone().filter(|_| self.live.is_some()) else { return };
        if watch.borrow().locks.is_some() {
            let (action, place) = (action(self), self.threads[self.current].place);
            if let Some(locks) = &mut watch.borrow_mut().locks {
                locks.does(self.current, place, &action);
            }
        } else if watch.borrow().records_events {
            let action = action(self);
            let event = self.event(self.threads[self.current].place, action);
            let mut watch = watch.borrow_mut();
            watch.flush();
            watch.append(Record::Event(event));
        }
    }

    /// An atomic operation has been done that has read `read`, if it reads, and stored `stored`, if it does.
    #[cold]
    pub(crate) fn record_atomic(
        &mut self,
        access: &Atomic,
        order: Order,
        read: Option<u128>,
        stored: Option<u128>,
        is_exchange: bool,
    ) {
        self.note_rounds(access.address as usize, access.size, read, stored);
        self.record_watched(|runtime| {
            let object = atomic_object(access, order);
            match (read, stored) {
                (None, stored) => Action::Store { object, value: stored.unwrap_or_default() },
                (Some(read), None) => Action::Load { object, is_exchange, reading: runtime.reading(read) },
                (Some(read), Some(value)) => {
                    Action::Update { object, is_exchange, value, reading: runtime.reading(read) }
                }
            }
        });
    }

    fn event(&self, place: StackId, action: Action) -> Event {
        Event {
            thread: self.current as u64,
            step: self.threads[self.current].steps,
            time: self.live.as_ref().map_or(0, |live| live.execution.now()),
            stack: stack(&self.stacks, place),
            action,
        }
    }

    /// What the atomic operation has read that has just been done.
    fn reading(&mut self, value: u128) -> Reading {
        let store = StoreSeen { thread: 0, time: 0, value, known: 0 };
        let read = self.reporter.watch.as_ref().and_then(|watch| watch.borrow_mut().reading.take());
        let mut reading = read.unwrap_or(Reading { store, newer: Vec::new(), more: 0 });
        let me = self.me();
        if let Some(live) = &self.live {
            for store in reading.newer.iter_mut().filter(|store| store.thread > 0) {
                store.known = live.execution.known(me, ThreadId::from_number((store.thread - 1) as u32));
            }
        }
        reading
    }

    /// A plain access by a call that returns to `pc`: what [`Runtime::looks_closely`] is about.
    #[cold]
    pub(crate) fn look_closely(&mut self, address: usize, size: usize, is_write: bool, pc: usize) {
        self.finish_volatile_store();
        self.attribute_unseen();
        let kind = if is_write { AccessKind::Write } else { AccessKind::Read };
        let place = self.place(Frame::access(pc, size));
        if self.exploring.is_some() {
            // Should the memory not be there, the signal comes from the runtime, which looks at it.
            self.thread().place = place;
        }
        if !is_write {
            self.note_plain_read(address, size);
        }
        self.record_plain(kind, address, size, place);
    }

    /// A plain access of the thread whose turn it is.
    #[cold]
    pub(crate) fn record_plain(&mut self, kind: AccessKind, address: usize, size: usize, place: StackId) {
        let Some(shared) = self.reporter.watch.clone() else { return };
        let mut watch = shared.borrow_mut();
        if let Some(locks) = &mut watch.locks {
            locks.accesses(self.current, place, address as u64..(address + size.max(1)) as u64);
        }
        if !watch.records_events {
            return;
        }
        if watch.plain.as_ref().is_none_or(|run| run.event.thread != self.current as u64) {
            watch.flush();
            let event = self.event(StackId::EMPTY, Action::Yield);
            watch.plain = Some(PlainRun { known: Vec::new(), event, places: Vec::new(), more: 0 });
        }
        let Some(run) = &mut watch.plain else { return };
        match run.known.iter().position(|known| *known == (place, kind)) {
            Some(known) => run.places[known].count += 1,
            None if run.known.len() == MOST_PLACES => run.more += 1,
            None => {
                run.known.push((place, kind));
                run.places.push(PlainPlace {
                    kind,
                    address: address as u64,
                    size: size as u64,
                    is_own_stack: self.threads[self.current].memory.contains(&address),
                    count: 1,
                    stack: stack(&self.stacks, place),
                });
            }
        }
    }

    /// A block of the heap has been allocated by a call that returns to `pc`.
    #[cold]
    pub(crate) fn record_block(&mut self, start: usize, size: usize, pc: usize) {
        let (thread, place) = (self.current, self.place(Frame::call(pc)));
        if let Some(watch) = &self.reporter.watch {
            watch.borrow_mut().add_block(start, Block { size, thread, place });
        }
    }

    /// The locks that a thread held when it did this access of a race, if that is watched.
    pub(crate) fn locks_at(&self, address: u64, racing: &RacingAccess) -> Vec<HeldLock> {
        let Some(watch) = self.reporter.watch.as_ref().map(|watch| watch.borrow()) else { return Vec::new() };
        let Some(locks) = &watch.locks else { return Vec::new() };
        let held = locks.at(racing.thread.number() as usize, StackId(racing.place.0), address).iter();
        held.map(|lock| HeldLock { kind: lock.kind, object: lock.object, taken: stack(&self.stacks, lock.taken) })
            .collect()
    }

    /// What lies at an address.
    pub(crate) fn memory_at(&self, address: usize) -> Memory {
        let block = self.reporter.watch.as_ref().and_then(|watch| watch.borrow().block(address));
        if let Some((start, block)) = block {
            let created = self.threads.get(block.thread).map_or(StackId::EMPTY, |thread| thread.created);
            let allocated = place(&self.stacks, block.thread, block.place, created);
            return Memory::Block { start: start as u64, size: block.size as u64, allocated };
        }
        if let Some(block) = self.block_at(address) {
            return block;
        }
        // The memory of a thread that has ended may be that of a later one.
        let owner = (0..self.threads.len()).rev().find(|thread| self.threads[*thread].memory.contains(&address));
        owner.map_or(Memory::Other, |thread| Memory::Stack(thread as u64))
    }
}

/// What an atomic access is done to, as the driver receives it.
fn atomic_object(access: &Atomic, order: Order) -> AtomicObject {
    AtomicObject { address: access.address, size: u64::from(access.size), order: number_of(order) }
}

/// The order as compilers number it.
pub(crate) fn number_of(order: Order) -> u64 {
    match order {
        Order::Relaxed => 0,
        Order::Acquire => 2,
        Order::Release => 3,
        Order::AcquireRelease => 4,
        Order::SeqCst => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pending(threads: &[(u32, PendingOperation)]) -> Vec<Pending> {
        threads.iter().map(|&(thread, operation)| Pending::new(ThreadId::from_number(thread), operation)).collect()
    }

    #[test]
    fn a_thread_goes_on_until_it_waits_or_yields() {
        let (start, wait) = (PendingOperation::Start, PendingOperation::Yield);
        let all = pending(&[(0, start), (2, start), (3, wait)]);
        let next = |current| by_itself(ThreadId::from_number(current), &all);
        assert_eq!([next(0), next(1), next(2), next(3), next(4)], [0, 1, 1, 0, 0]);
    }

    #[test]
    fn a_block_is_found_until_its_memory_is_handed_out_again() {
        let mut watch = Watch::of(wire::Watch::Everything, None);
        let block = |size| Block { size, thread: 0, place: StackId::EMPTY };
        watch.add_block(100, block(50));
        watch.add_block(200, block(10));
        let found = |watch: &Watch, address| watch.block(address).map(|(start, block)| (start, block.size));
        assert_eq!(found(&watch, 149), Some((100, 50)));
        assert_eq!(found(&watch, 150), None);
        watch.add_block(140, block(65));
        assert_eq!([found(&watch, 120), found(&watch, 204), found(&watch, 205)], [None, Some((140, 65)), None]);
    }
}
