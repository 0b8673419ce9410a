//! A path of a thread while it is executed: values with where they come from, and the events and dependencies that follow.

use std::collections::BTreeMap;

use program::{CodePlace, ExprId, MicroOp, TagSet, Temp, ThreadId};
use smallvec::SmallVec;

use crate::ThreadPath;
use crate::dependency::Origin;
use crate::event::{Action, Event};

/// Indices of events of the same instruction.
pub(crate) type Producers = SmallVec<[u32; 4]>;

/// The value of a temporary.
#[derive(Debug)]
pub(crate) struct Value {
    pub(crate) expr: ExprId,
    /// The events of this instruction that it comes from directly.
    pub(crate) producers: Producers,
    /// The memory reads and choices that it comes from, through any number of instructions.
    pub(crate) origin: Origin,
}

impl Clone for Value {
    fn clone(&self) -> Value {
        // Copies the list, where a derived one would clone it item by item.
        Value { expr: self.expr, producers: Producers::from_slice(&self.producers), origin: self.origin.clone() }
    }
}

/// A block that is being executed.
#[derive(Clone, Debug)]
pub(crate) struct Frame<'p> {
    pub(crate) rest: &'p [MicroOp],
    /// The events whose values decided that this block is executed.
    pub(crate) control: Producers,
}

/// A path that goes on.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'p> {
    pub(crate) path: ThreadPath,
    pub(crate) thread: ThreadId,
    /// The instruction that is being executed.
    pub(crate) place: CodePlace,
    pub(crate) instance: u32,
    /// The innermost block last; empty between two instructions.
    pub(crate) frames: Vec<Frame<'p>>,
    pub(crate) temps: Vec<Option<Value>>,
    /// How many events there were at the last [`Mark::InOrder`] of the instruction.
    pub(crate) ordered: Option<usize>,
    /// Whether the instruction has met a [`Mark::OneAccess`].
    pub(crate) is_one_access: bool,
    /// The reads that branches so far depended on.
    pub(crate) control: Origin,
    /// Backward jumps taken that count, by target.
    pub(crate) jumps: BTreeMap<CodePlace, u32>,
    /// Backward jumps taken that do not.
    pub(crate) known_jumps: usize,
}

impl Walk<'_> {
    /// Whether what is executed now depends on a choice within the instruction.
    pub(crate) fn is_inside_choice(&self) -> bool {
        self.frames.len() > 1
    }

    pub(crate) fn define(&mut self, temp: Temp, value: Value) {
        let at = usize::from(temp.0);
        if self.temps.len() == at {
            self.temps.push(Some(value));
            return;
        }
        if self.temps.len() < at {
            self.temps.resize(at + 1, None);
        }
        self.temps[at] = Some(value);
    }

    pub(crate) fn temp(&self, temp: Temp) -> &Value {
        self.temps[usize::from(temp.0)].as_ref().expect("a temporary is defined before it is used")
    }

    pub(crate) fn value(&self, temp: Temp) -> Value {
        self.temp(temp).clone()
    }

    /// Adds an event that `operands` flow into.
    pub(crate) fn emit(&mut self, action: Action, tags: TagSet, operands: &[&Value]) -> u32 {
        let index = self.path.events.len() as u32;
        let event =
            Event { thread: Some(self.thread), instance: self.instance, instruction: Some(self.place), tags, action };
        self.path.events.push(event);
        for &producer in operands.iter().flat_map(|value| &value.producers) {
            if !self.path.iico_data.contains(&(producer, index)) {
                self.path.iico_data.push((producer, index));
            }
        }
        let control = self.frames.last().map(|frame| frame.control.as_slice()).unwrap_or_default();
        self.path.iico_control.extend(control.iter().map(|&producer| (producer, index)));
        if event.is_memory() {
            self.mark_access(index as usize);
        }
        if !event.is_register() {
            self.path.ctrl.extend(self.control.iter().map(|read| (read, index)));
        }
        index
    }

    /// Notes what the marks of the instruction say of its access `new`.
    fn mark_access(&mut self, new: usize) {
        let events = &self.path.events;
        let is_of_instruction = |&old: &usize| events[old].instance == self.instance && events[old].is_memory();
        for old in (0..new).rev().take_while(|&old| events[old].instance == self.instance).filter(is_of_instruction) {
            let (before, after) = (old as u32, new as u32);
            if self.ordered.is_some_and(|mark| old < mark) {
                self.path.iico_order.push((before, after));
            }
            if self.is_one_access && events[old].is_read() == events[new].is_read() {
                self.path.single_copy.extend([(before, after), (after, before)]);
            }
        }
    }

    /// What decides whether a write happens gives its value, too, as far as ports go.
    pub(crate) fn depend_on_data(&mut self, event: u32, value: &Value) {
        self.path.data_ports.extend(value.producers.iter().map(|&producer| (producer, event)));
        let control = self.frames.last().map(|frame| frame.control.clone()).unwrap_or_default();
        let deciding = self.path.iico_data.iter().filter(|(_, target)| control.contains(target));
        let deciding: Vec<(u32, u32)> = deciding.map(|&(producer, _)| (producer, event)).collect();
        self.path.data_ports.extend(deciding);
        self.path.data.extend(value.origin.iter().map(|read| (read, event)));
    }

    pub(crate) fn depend_on_address(&mut self, event: u32, address: &Value) {
        self.path.address_ports.extend(address.producers.iter().map(|&producer| (producer, event)));
        self.path.addr.extend(address.origin.iter().map(|read| (read, event)));
    }
}
