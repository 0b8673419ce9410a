//! How accesses take effect.

use super::advance::Machine;
use super::ordering::{New, latest_write, waits};
use super::state::{Mask, MonitorState, Pending, Sources, State, ThreadState};
use crate::machine::front::{Direction, Load, Provenance, Value};
use crate::machine::memory::{self, Range};
use crate::machine::tags::Fenced;

/// Where a read gets its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Memory.
    Memory(u128),
    /// The thread's own pending write in this slot.
    Forwarded(u128, u8),
}

impl Source {
    pub(crate) fn value(self) -> u128 {
        match self {
            Source::Memory(value) | Source::Forwarded(value, _) => value,
        }
    }
}

impl Machine {
    /// What a read of `range` returns that comes in program order behind the first `before` of what is pending; `None` while a write is pending
    /// that has only some of the bytes.
    pub(crate) fn source(&self, state: &State, thread: usize, before: usize, range: Range) -> Option<Source> {
        let pending = &state.threads[thread].pending[..before];
        let write = pending.iter().rev().find(|p| p.direction == Direction::Write && p.range.overlaps(range));
        match write {
            None => Some(Source::Memory(memory::read(&state.memory, range))),
            Some(write) if write.range == range => Some(Source::Forwarded(write.value, write.slot)),
            Some(write) if write.range.start <= range.start && range.end() <= write.range.end() => {
                let shifted = write.value >> (8 * (range.start - write.range.start));
                Some(Source::Forwarded(program::truncate(shifted, 8 * u16::from(range.bytes)), write.slot))
            }
            Some(_) => None,
        }
    }

    /// What a read that a thread stands before would return now; `None` when it has to wait.
    pub(crate) fn read_now(&self, state: &State, thread: usize, load: &Load<Sources>) -> Option<Source> {
        let of_thread = &state.threads[thread];
        let new = self.new_read(load);
        if !waits(self.model, of_thread, &new).is_empty() {
            return None;
        }
        self.source(state, thread, of_thread.pending.len(), load.range)
    }

    fn new_read(&self, load: &Load<Sources>) -> New {
        New {
            direction: Direction::Read,
            range: load.range,
            annotation: self.meaning.annotation(load.tags, Direction::Read),
            address: load.address,
            data: Sources::default(),
            rmw_read: Mask::NONE,
        }
    }

    /// The read that a thread stands before takes effect at once. What it returns may still depend on delayed reads: on those that a write
    /// depends on that it reads from.
    pub(crate) fn take_read(&self, state: &mut State, thread: usize, load: &Load<Sources>, source: Source) {
        let range = load.range;
        let all = state.threads[thread].pending.len();
        self.pin(state, thread, all, range);
        let of_thread = &mut state.threads[thread];
        let sources = latest_write(of_thread, range).map_or(Mask::NONE, |write| write.sources);
        let watched = match source {
            Source::Memory(_) => MonitorState::Valid,
            Source::Forwarded(_, slot) => MonitorState::Forwarded(slot),
        };
        self.watch(of_thread, load, range, watched, Mask::NONE);
        of_thread.addresses = of_thread.addresses.with(load.address);
        let sources = Sources { strong: sources, pick: Mask::NONE };
        of_thread.front.pass(load.result, Value { bits: source.value(), width: load.width, sources });
    }

    /// The read that a thread stands before is delayed; it is supposed to return `value`.
    pub(crate) fn delay_read(&self, state: &mut State, thread: usize, load: &Load<Sources>, value: u128) {
        let range = load.range;
        let of_thread = &mut state.threads[thread];
        let Some(slot) = of_thread.free_slot() else { return };
        let new = self.new_read(load);
        let waits = waits(self.model, of_thread, &new);
        let forwarding = latest_write(of_thread, range).map_or(Mask::NONE, |write| write.sources);
        let monitor = self.watch(of_thread, load, range, MonitorState::Waiting, Mask::only(slot));
        of_thread.addresses = of_thread.addresses.with(load.address);
        let sources = Sources { strong: Mask::only(slot).with(forwarding), pick: Mask::NONE };
        let step = of_thread.front.at;
        of_thread.front.pass(load.result, Value { bits: value, width: load.width, sources });
        of_thread.pending.push(Pending {
            slot,
            step,
            direction: Direction::Read,
            range,
            value,
            annotation: new.annotation,
            waits,
            sources: Mask::NONE,
            rmw_read: Mask::NONE,
            fenced: Fenced::default(),
            orders_all: false,
            pinned: false,
            monitor,
        });
    }

    /// Lets what is pending at `index` take effect; false, and the state is of no use, when it cannot now.
    pub(crate) fn take_effect(&self, state: &mut State, thread: usize, index: usize) -> bool {
        let pending = state.threads[thread].pending[index].clone();
        if !pending.waits.is_empty() {
            return false;
        }
        let done = match pending.direction {
            Direction::Read => self.confirm_read(state, thread, index, &pending),
            Direction::Write => write_memory(state, thread, &pending),
        };
        if !done {
            return false;
        }
        // Looked for while the read is still in the list, as the write names it.
        let write = self.write_of(&state.threads[thread], index);
        let of_thread = &mut state.threads[thread];
        of_thread.pending.remove(index);
        of_thread.confirm(pending.slot);
        match write {
            // It was behind the read that is gone now.
            Some(write) => self.take_effect(state, thread, write - 1),
            None => true,
        }
    }

    /// The place of the write that takes effect with the read that is pending at `index`.
    pub(crate) fn write_of(&self, thread: &ThreadState, index: usize) -> Option<usize> {
        let read = &thread.pending[index];
        let is_half = |write: &Pending| write.annotation.atomic && write.rmw_read.meets(Mask::only(read.slot));
        let is_whole = read.direction == Direction::Read && self.is_whole(read.annotation);
        thread.pending.iter().position(is_half).filter(|_| is_whole)
    }

    fn confirm_read(&self, state: &mut State, thread: usize, index: usize, read: &Pending) -> bool {
        let Some(source) = self.source(state, thread, index, read.range) else { return false };
        // It was supposed to return something else: there is no such execution.
        if source.value() != read.value {
            return false;
        }
        self.pin(state, thread, index, read.range);
        if let Some(monitor) = read.monitor {
            let watched = match source {
                Source::Memory(_) => MonitorState::Valid,
                Source::Forwarded(_, slot) => MonitorState::Forwarded(slot),
            };
            if let Some(monitor) = &mut state.threads[thread].monitors[usize::from(monitor)] {
                monitor.state = watched;
            }
        }
        true
    }

    /// A read takes effect before the first `before` of what is pending: reads of the location among them must read the same write, back to a write
    /// of the thread's own. What was read before that write, another write may well come behind; not so where the write is that of an
    /// atomic instruction, which stands right behind what its read has read. Where a model lets reads of one location swap, it takes a barrier between them.
    fn pin(&self, state: &mut State, thread: usize, before: usize, range: Range) {
        let are_ordered = self.model.local().is_none_or(|local| local.reads_ordered_by.is_none());
        let ThreadState { pending, monitors, .. } = &mut state.threads[thread];
        for pending in pending[..before].iter_mut().rev().filter(|pending| pending.range.overlaps(range)) {
            let monitor = pending.monitor.and_then(|monitor| monitors[usize::from(monitor)].as_ref());
            match pending.direction {
                Direction::Read => pending.pinned |= are_ordered || pending.fenced.orders_reads,
                Direction::Write if monitor.is_some_and(|monitor| monitor.locked) => {}
                Direction::Write => return,
            }
        }
    }
}

/// Puts a write into memory, unless that breaks a read-modify-write or comes between reads that must read the same.
fn write_memory(state: &mut State, thread: usize, write: &Pending) -> bool {
    if let Some(monitor) = write.monitor
        && state.threads[thread].monitors[usize::from(monitor)].is_some_and(|own| own.state == MonitorState::Lost)
    {
        return false;
    }
    let others = || state.threads.iter().enumerate().filter(|&(other, _)| other != thread).map(|(_, other)| other);
    let is_pinned = others().any(|other| {
        let mut is_own_before = false;
        other.pending.iter().filter(|pending| pending.range.overlaps(write.range)).any(|pending| {
            // Behind a write of its own a thread reads that write, whatever this one puts before it in coherence.
            is_own_before |= pending.direction == Direction::Write;
            pending.pinned && !is_own_before
        })
    });
    // Between the halves of an atomic read-modify-write no other write takes effect.
    let is_watched = |other: &ThreadState| {
        let mut monitors = other.monitors.iter().flatten();
        monitors.any(|m| m.locked && m.state == MonitorState::Valid && m.range.overlaps(write.range))
    };
    if is_pinned || others().any(is_watched) {
        return false;
    }
    memory::write(&mut state.memory, write.range, write.value);
    for (at, of_thread) in state.threads.iter_mut().enumerate() {
        for monitor in of_thread.monitors.iter_mut().flatten().filter(|monitor| monitor.range.overlaps(write.range)) {
            monitor.state = match monitor.state {
                MonitorState::Valid if at != thread => MonitorState::Lost,
                // What the read has returned is in memory from now on, so that others can write over it.
                MonitorState::Forwarded(slot) if at == thread && slot == write.slot => MonitorState::Valid,
                other => other,
            };
        }
    }
    if let Some(monitor) = write.monitor {
        state.threads[thread].drop_monitor(monitor);
    }
    true
}
