//! What a thread does alone: computing, and entering writes.

use arch::Updates;
use program::{CodePlace, TagSet, Temp};

use super::foreseen::Foreseen;
use super::ordering::{New, waits};
use super::state::{AtomicRead, Mask, Monitor, MonitorState, Pending, Sources, ThreadState};
use crate::Model;
use crate::machine::flat::{Code, StepId};
use crate::machine::front::{Act, Direction, FaultKind, Load, Provenance, Store, Value};
use crate::machine::memory::{Layout, Range};
use crate::machine::tags::{Annotation, Fenced, Meaning};

/// More steps without an access than any test has: the thread runs in a circle.
pub(crate) const MOST_STEPS: usize = 10_000;

/// What machine and test are.
pub(crate) struct Machine {
    pub(crate) model: Model,
    pub(crate) code: Code,
    pub(crate) layout: Layout,
    pub(crate) meaning: Meaning,
    pub(crate) foreseen: Foreseen,
    /// Whether steps of which one order is as good as any other are taken in one order.
    pub(crate) is_reduced: bool,
}

/// Why a thread goes no further alone.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stop {
    /// It is about to read.
    Load(Load<Sources>),
    /// A bit that nothing constrains.
    Choice(Temp),
    /// It has ended.
    Ended,
    /// There is no such execution: a choice that was made cannot be.
    Dead,
    /// It does something that has no meaning, if the choices of values are right that this depends on.
    Fault(FaultKind, Mask),
    /// It runs in a circle without accessing memory.
    Circle,
    /// So much is pending that there is no room for another access.
    Full,
}

impl Machine {
    /// Lets `thread` go on until it has to choose.
    pub(crate) fn advance(&self, thread: &mut ThreadState) -> Stop {
        let mut steps = MOST_STEPS;
        loop {
            match thread.front.go_on(&self.code, &self.layout, &mut steps) {
                Act::Begin => thread.leave_instruction(),
                Act::Load(_) if thread.free_slot().is_none() => return Stop::Full,
                Act::Load(load) => return Stop::Load(load),
                Act::Store(store) => {
                    if let Err(stop) = self.store(thread, &store) {
                        thread.front.at = store.step;
                        return stop;
                    }
                }
                Act::Written(result) => {
                    // The write has just been entered, so it is the last of what is pending.
                    let write = thread.pending.last().map_or(Mask::NONE, |write| Mask::only(write.slot));
                    let sources = Sources { strong: write, pick: Mask::NONE };
                    thread.front.define(result, Value { bits: 1, width: 1, sources });
                }
                Act::Fence(_, tags) => self.fence(thread, tags),
                Act::Choice(result) => return Stop::Choice(result),
                Act::Ended => {
                    thread.leave_instruction();
                    thread.addresses = Sources::default();
                    return Stop::Ended;
                }
                Act::Dead => return Stop::Dead,
                Act::Fault(kind, sources) => return Stop::Fault(kind, sources.all()),
                Act::Circle => return Stop::Circle,
            }
        }
    }

    fn fence(&self, thread: &mut ThreadState, tags: TagSet) {
        // A fence waits for nothing: it marks what is pending, and later accesses look at the marks.
        let decided = thread.front.control().with(thread.addresses).all();
        for pending in &mut thread.pending {
            let is_deciding = decided.meets(Mask::only(pending.slot));
            self.meaning.barriers(tags).for_each(|barrier| pending.fenced.add(barrier, is_deciding));
            pending.fenced.orders_reads |= self.meaning.orders_reads(tags);
        }
    }

    /// Enters a write.
    fn store(&self, thread: &mut ThreadState, store: &Store<Sources>) -> Result<(), Stop> {
        let Store { range, address, value, .. } = *store;
        let slot = thread.free_slot().ok_or(Stop::Full)?;
        let annotation = self.meaning.annotation(store.tags, Direction::Write);
        let (monitor, rmw_read, orders_all) = if annotation.atomic {
            let AtomicRead { monitor, read, acquires } = thread.atomic_read.take().ok_or(Stop::Dead)?;
            (monitor, read, acquires && annotation.release)
        } else if annotation.exclusive {
            // One that fails writes nothing and does not come here.
            let monitor = thread.reserved.take();
            let read = thread.pending.iter().find(|pending| pending.monitor == monitor && monitor.is_some());
            (monitor, read.map_or(Mask::NONE, |read| Mask::only(read.slot)), false)
        } else {
            self.excuse(thread, range);
            (None, Mask::NONE, false)
        };
        let new = New { direction: Direction::Write, range, annotation, address, data: value.sources, rmw_read };
        let waits = waits(self.model, thread, &new);
        thread.addresses = thread.addresses.with(address);
        thread.pending.push(Pending {
            slot,
            step: store.step,
            direction: Direction::Write,
            range,
            value: value.bits,
            annotation,
            waits,
            sources: address.with(value.sources).strong,
            rmw_read,
            fenced: Fenced::default(),
            orders_all,
            pinned: false,
            monitor,
        });
        Ok(())
    }

    /// A thread that itself writes between its load-exclusive and its store-exclusive gives up what they guarantee, where the model has it so.
    fn excuse(&self, thread: &mut ThreadState, range: Range) {
        let is_excused = self.model.local().is_some_and(|local| local.own_writes_excuse);
        let Some(monitor) = thread.reserved.filter(|_| is_excused) else { return };
        let is_there = thread.monitors[usize::from(monitor)].is_some_and(|monitor| monitor.range.overlaps(range));
        if is_there {
            thread.reserved = None;
            thread.give_up(monitor);
        }
    }

    /// Whether a read of an atomic instruction takes effect with the write of that, at one moment.
    pub(crate) fn is_whole(&self, annotation: Annotation) -> bool {
        let is_one_access = self.model.local().is_some_and(|local| local.updates == Updates::OneAccess);
        annotation.atomic && !annotation.locked && is_one_access
    }

    /// Prepares the monitor of a read that is half of a read-modify-write.
    pub(crate) fn watch(
        &self,
        thread: &mut ThreadState,
        load: &Load<Sources>,
        range: Range,
        state: MonitorState,
        read: Mask,
    ) -> Option<u8> {
        let annotation = self.meaning.annotation(load.tags, Direction::Read);
        if annotation.atomic {
            // Nothing comes between the halves of what takes effect at one moment.
            let monitor =
                (!self.is_whole(annotation)).then(|| thread.add_monitor(Monitor { range, state, locked: true }));
            thread.atomic_read = Some(AtomicRead { monitor, read, acquires: annotation.acquire });
            return monitor;
        }
        if !annotation.exclusive {
            return None;
        }
        // A load-exclusive takes the reservation of an earlier one away.
        if let Some(old) = thread.reserved.take() {
            thread.give_up(old);
        }
        let monitor = thread.add_monitor(Monitor { range, state, locked: false });
        thread.reserved = Some(monitor);
        Some(monitor)
    }

    /// The instruction of a step.
    pub(crate) fn place(&self, step: StepId) -> CodePlace {
        self.code.places[step]
    }
}
