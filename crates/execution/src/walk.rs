//! A path of a thread while it is executed: values with where they come from, and the events and dependencies that follow.

use std::collections::BTreeMap;

use program::{CodePlace, ExprId, MicroOp, TagSet, Temp, ThreadId};
use smallvec::SmallVec;

use crate::ThreadPath;
use crate::dependency::{Origin, SetId, Sets};
use crate::event::{Action, Event};
use crate::path::Pairs;
use crate::pieces::Split;
use crate::waits::Mark;

/// The value of a temporary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) expr: ExprId,
    /// The events of this instruction that it comes from directly.
    pub(crate) producers: SetId,
    /// The memory reads and choices that it comes from, through any number of instructions.
    pub(crate) origin: Origin,
}

/// A block that is being executed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<'p> {
    pub(crate) rest: &'p [MicroOp],
    /// The events whose values decided that this block is executed.
    pub(crate) control: SetId,
    /// The memory reads whose values decided it, where that was an event: through any number of instructions.
    pub(crate) reads: SetId,
}

/// Choices within an instruction are nested less deep.
const USUAL_FRAMES: usize = 4;

/// Statements that choose are nested less deep.
const USUAL_CHOICES: usize = 2;

/// So many temporaries a long instruction has.
const USUAL_TEMPS: usize = 16;

/// A path that goes on.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'p> {
    pub(crate) path: ThreadPath,
    pub(crate) thread: ThreadId,
    /// The instruction that is being executed.
    pub(crate) place: CodePlace,
    pub(crate) instance: u32,
    /// The innermost block last; empty between two instructions.
    pub(crate) frames: SmallVec<[Frame<'p>; USUAL_FRAMES]>,
    pub(crate) temps: SmallVec<[Option<Value>; USUAL_TEMPS]>,
    /// How many events there were at the last [`Mark::InOrder`] of the instruction.
    pub(crate) ordered: Option<usize>,
    /// The access before a [`Mark::InProgramOrder`], until there is one behind it.
    pub(crate) first_half: Option<u32>,
    /// Whether the instruction has met a [`Mark::OneAccess`].
    pub(crate) is_one_access: bool,
    /// The reads that branches so far depended on.
    pub(crate) control: Origin,
    /// What it was when the choices began that are going on, by depth.
    pub(crate) choices: SmallVec<[Origin; USUAL_CHOICES]>,
    /// Backward jumps taken that count, by target.
    pub(crate) jumps: BTreeMap<CodePlace, u32>,
    /// Backward jumps taken that do not.
    pub(crate) known_jumps: usize,
    /// Register accesses that are no events.
    pub(crate) left_out: usize,
    /// What it was like at the heads of loops whose turns may be left out.
    pub(crate) marks: Vec<Mark>,
    /// How many turns that changed nothing it took all the same.
    pub(crate) spared: u32,
}

/// Adds a pair for each of `sources`; mostly there are none.
fn relate(pairs: &mut Pairs, sources: &[u32], target: u32) {
    for &source in sources {
        pairs.push((source, target));
    }
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

    pub(crate) fn value(&self, temp: Temp) -> Value {
        self.temps[usize::from(temp.0)].expect("a temporary is defined before it is used")
    }

    /// The events whose values decided that what is executed now is.
    pub(crate) fn deciding(&self) -> SetId {
        self.frames.last().map_or(SetId::EMPTY, |frame| frame.control)
    }

    /// The memory reads that the choices which are events, and in which this is executed, depended on.
    pub(crate) fn deciding_reads(&self) -> SetId {
        self.frames.last().map_or(SetId::EMPTY, |frame| frame.reads)
    }

    /// Adds an event that values with these producers flow into.
    pub(crate) fn emit(&mut self, sets: &Sets, action: Action, tags: TagSet, producers: SetId) -> u32 {
        let index = self.path.events.len() as u32;
        let event =
            Event { thread: Some(self.thread), instance: self.instance, instruction: Some(self.place), tags, action };
        self.path.events.push(event);
        let deciding = sets.events(self.deciding());
        relate(&mut self.path.iico_data, sets.events(producers), index);
        relate(&mut self.path.iico_control, deciding, index);
        if !event.is_register() {
            let (branched, deciding) = (sets.events(self.control.reads), sets.events(self.deciding_reads()));
            relate(&mut self.path.ctrl, branched, index);
            deciding
                .iter()
                .filter(|read| !branched.contains(read))
                .for_each(|&read| self.path.ctrl.push((read, index)));
        }
        if event.is_memory() {
            self.mark_access(index as usize);
        }
        index
    }

    /// The events of the last access have been added: relates those that are one single-copy atomic access. An access of one event is no split.
    pub(crate) fn end_split(&mut self) {
        let ThreadPath { splits, single_copy, .. } = &mut self.path;
        let Some(&Split { first, count, atomic, .. }) = splits.last() else { return };
        if count == 1 {
            splits.pop();
        }
        for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
            // Where a mark has said so of all accesses of the instruction, it is known.
            if a != b && a / atomic == b / atomic && !self.is_one_access {
                single_copy.push((first + a, first + b));
            }
        }
    }

    /// The events of the last access.
    pub(crate) fn last_access(&self, sets: &mut Sets) -> SetId {
        let last = self.path.events.len() as u32 - 1;
        let split = self.path.splits.last().filter(|split| split.first + split.count - 1 == last);
        let first = split.map_or(last, |split| split.first);
        (first..=last).fold(SetId::EMPTY, |all, event| {
            let only = sets.only(event);
            sets.union(all, only)
        })
    }

    /// Notes what the marks of the instruction say of its access `new`.
    fn mark_access(&mut self, new: usize) {
        if let Some(before) = self.first_half.take() {
            self.path.po_within.push((before, new as u32));
        }
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
    pub(crate) fn depend_on_data(&mut self, sets: &Sets, event: u32, value: Value) {
        let deciding = sets.events(self.deciding());
        let ThreadPath { data, data_ports, iico_data, .. } = &mut self.path;
        relate(data_ports, sets.events(value.producers), event);
        if !deciding.is_empty() {
            let before = iico_data.iter().filter(|(_, target)| deciding.contains(target));
            data_ports.extend(before.map(|&(producer, _)| (producer, event)));
        }
        relate(data, sets.events(value.origin.reads), event);
    }

    pub(crate) fn depend_on_address(&mut self, sets: &Sets, event: u32, address: Value) {
        relate(&mut self.path.address_ports, sets.events(address.producers), event);
        relate(&mut self.path.addr, sets.events(address.origin.reads), event);
    }
}
