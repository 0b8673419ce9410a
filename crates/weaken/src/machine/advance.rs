//! What a thread does alone: computing, and entering writes.

use program::{BinaryOperator, CodePlace, Computation, LocationId, TagSet, Temp, UnaryOperator, Width, truncate};

use super::flat::{Code, Slot, Step, StepId};
use super::memory::{Layout, Range};
use super::ordering::{New, waits};
use super::state::{Direction, Mask, Monitor, MonitorState, Pending, Sources, ThreadState, Value};
use super::tags::{FenceKind, Meaning};
use crate::Model;

/// More steps without an access than any test has: the thread runs in a circle.
const MOST_STEPS: usize = 10_000;

/// What machine and test are.
pub(super) struct Machine {
    pub(super) model: Model,
    pub(super) code: Code,
    pub(super) layout: Layout,
    pub(super) meaning: Meaning,
}

/// A read that a thread stands before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    pub(super) result: Temp,
    /// The bytes, or the address that is none of memory.
    pub(super) range: Result<Range, u128>,
    pub(super) width: Width,
    pub(super) tags: TagSet,
    pub(super) address: Sources,
}

/// Why a thread goes no further alone.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stop {
    /// It is about to read.
    Load(Load),
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

/// What has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaultKind {
    /// An access beside all locations.
    Address(u128),
    /// A division by zero.
    Division,
    /// A jump to what is no code.
    NotCode(u128),
}

impl Machine {
    /// Lets `thread` go on until it has to choose.
    pub(super) fn advance(&self, thread: &mut ThreadState) -> Stop {
        for _ in 0..MOST_STEPS {
            let at = thread.at;
            let next = StepId::from_number(at.number() + 1);
            thread.at = next;
            match &self.code.steps[at] {
                Step::Begin => {
                    thread.temps.clear();
                    thread.choices.clear();
                    thread.atomic_read = None;
                }
                Step::Let { result, operation } => {
                    let value = self.compute(thread, operation);
                    define(thread, *result, value);
                }
                Step::ReadRegister { result, register, low, width } => {
                    let value = read_register(thread, *register, *low, *width);
                    define(thread, *result, value);
                }
                Step::WriteRegister { register, low, value } => {
                    let value = temp(thread, *value);
                    write_register(thread, *register, *low, value);
                }
                Step::Load { result, address, width, tags } => {
                    thread.at = at;
                    let address = temp(thread, *address);
                    let range = self.layout.range(address.bits, *width).ok_or(address.bits);
                    return match (range, thread.free_slot()) {
                        (Err(number), _) => {
                            Stop::Fault(FaultKind::Address(number), self.supposed(thread, address.sources))
                        }
                        (Ok(_), None) => Stop::Full,
                        (Ok(_), Some(_)) => Stop::Load(Load {
                            result: *result,
                            range,
                            width: *width,
                            tags: *tags,
                            address: address.sources,
                        }),
                    };
                }
                Step::Store { address, value, tags } => {
                    if let Err(stop) = self.store(thread, at, (*address, *value), *tags) {
                        thread.at = at;
                        return stop;
                    }
                }
                Step::Written { result } => {
                    // The write has just been entered, so it is the last of what is pending.
                    let write = thread.pending.last().map_or(Mask::NONE, |write| Mask::only(write.slot));
                    let sources = Sources { strong: write, pick: Mask::NONE };
                    define(thread, *result, Value { bits: 1, width: 1, sources });
                }
                Step::Fence { tags } => self.fence(thread, *tags),
                Step::Nondeterministic { result } => {
                    thread.at = at;
                    return Stop::Choice(*result);
                }
                Step::Assume { condition } => {
                    if temp(thread, *condition).bits == 0 {
                        thread.at = at;
                        return Stop::Dead;
                    }
                }
                Step::Require { condition } => {
                    let condition = temp(thread, *condition);
                    if condition.bits == 0 {
                        thread.at = at;
                        return Stop::Fault(FaultKind::Division, self.supposed(thread, condition.sources));
                    }
                }
                Step::Jump(target) => thread.at = *target,
                Step::JumpTo { address } => {
                    let address = temp(thread, *address);
                    thread.control = thread.control.with(address.sources);
                    match self.jump_target(address.bits) {
                        Some(target) => thread.at = target,
                        None => {
                            thread.at = at;
                            return Stop::Fault(
                                FaultKind::NotCode(address.bits),
                                self.supposed(thread, address.sources),
                            );
                        }
                    }
                }
                Step::Branch { condition, target } => {
                    let condition = temp(thread, *condition);
                    thread.control = thread.control.with(condition.sources);
                    if condition.bits != 0 {
                        thread.at = *target;
                    }
                }
                Step::Enter { condition, otherwise } => {
                    let condition = temp(thread, *condition);
                    let outer = thread.choices.last().copied().unwrap_or_default();
                    thread.choices.push(outer.with(condition.sources));
                    if condition.bits == 0 {
                        thread.at = *otherwise;
                    }
                }
                Step::Leave => {
                    thread.choices.pop();
                }
                Step::End => {
                    thread.at = at;
                    thread.temps.clear();
                    thread.choices.clear();
                    thread.atomic_read = None;
                    // What has ended is told apart by what is observed only.
                    thread.control = Sources::default();
                    thread.addresses = Sources::default();
                    return Stop::Ended;
                }
            }
        }
        Stop::Circle
    }

    /// What a fault depends on: all choices that led here.
    fn supposed(&self, thread: &ThreadState, sources: Sources) -> Mask {
        sources.with(thread.control()).all()
    }

    fn jump_target(&self, address: u128) -> Option<StepId> {
        match self.layout.name(address) {
            Some(super::memory::Named::Code(place)) => self.code.start(place),
            _ => None,
        }
    }

    fn fence(&self, thread: &mut ThreadState, tags: TagSet) {
        // A fence waits for nothing: it marks what is pending, and later accesses look at the marks.
        let kind = self.meaning.fence(tags);
        let decided = thread.control().with(thread.addresses).all();
        for pending in &mut thread.pending {
            let is_deciding = decided.meets(Mask::only(pending.slot));
            for part in [FenceKind::FULL, FenceKind::READ, FenceKind::WRITE, FenceKind::WRITE_WRITE] {
                if kind.has(part) {
                    pending.fenced = pending.fenced.with(part);
                }
            }
            if kind.has(FenceKind::DECIDED) && is_deciding {
                pending.fenced = pending.fenced.with(FenceKind::DECIDED);
            }
        }
    }

    /// Enters a write.
    fn store(
        &self,
        thread: &mut ThreadState,
        step: StepId,
        (address, value): (Temp, Temp),
        tags: TagSet,
    ) -> Result<(), Stop> {
        let (address, value) = (temp(thread, address), temp(thread, value));
        let Some(range) = self.layout.range(address.bits, value.width) else {
            return Err(Stop::Fault(FaultKind::Address(address.bits), self.supposed(thread, address.sources)));
        };
        let slot = thread.free_slot().ok_or(Stop::Full)?;
        let annotation = self.meaning.annotation(tags);
        let (monitor, rmw_read, orders_all) = if annotation.atomic {
            let (monitor, read, acquires) = thread.atomic_read.take().ok_or(Stop::Dead)?;
            (Some(monitor), read, acquires && annotation.release)
        } else if annotation.exclusive {
            let monitor = thread.reserved.take();
            let read = thread.pending.iter().find(|pending| pending.monitor == monitor && monitor.is_some());
            (monitor, read.map_or(Mask::NONE, |read| Mask::only(read.slot)), false)
        } else {
            self.excuse(thread, range);
            (None, Mask::NONE, false)
        };
        let new = New {
            direction: Direction::Write,
            range,
            annotation,
            address: address.sources,
            data: value.sources,
            rmw_read,
        };
        let waits = waits(self.model, thread, &new);
        thread.addresses = thread.addresses.with(address.sources);
        thread.pending.push(Pending {
            slot,
            step,
            direction: Direction::Write,
            range,
            value: value.bits,
            annotation,
            waits,
            sources: address.sources.with(value.sources).strong,
            rmw_read,
            fenced: FenceKind::NONE,
            orders_all,
            pinned: false,
            monitor,
        });
        Ok(())
    }

    /// A thread that itself writes between its load-exclusive and its store-exclusive gives up what they guarantee.
    fn excuse(&self, thread: &mut ThreadState, range: Range) {
        let Some(monitor) = thread.reserved else { return };
        let is_there = thread.monitors[usize::from(monitor)].is_some_and(|monitor| monitor.range.overlaps(range));
        if is_there {
            thread.reserved = None;
            thread
                .pending
                .iter_mut()
                .filter(|pending| pending.monitor == Some(monitor))
                .for_each(|read| read.monitor = None);
            thread.drop_monitor(monitor);
        }
    }

    /// Prepares the monitor of a read that is half of a read-modify-write.
    pub(super) fn watch(
        &self,
        thread: &mut ThreadState,
        load: &Load,
        range: Range,
        state: MonitorState,
        read: Mask,
    ) -> Option<u8> {
        let annotation = self.meaning.annotation(load.tags);
        if annotation.atomic {
            let monitor = thread.add_monitor(Monitor { range, state, locked: true });
            thread.atomic_read = Some((monitor, read, annotation.acquire));
            return Some(monitor);
        }
        if !annotation.exclusive {
            return None;
        }
        if let Some(old) = thread.reserved.take() {
            thread
                .pending
                .iter_mut()
                .filter(|pending| pending.monitor == Some(old))
                .for_each(|read| read.monitor = None);
            thread.drop_monitor(old);
        }
        let monitor = thread.add_monitor(Monitor { range, state, locked: false });
        thread.reserved = Some(monitor);
        Some(monitor)
    }

    fn compute(&self, thread: &ThreadState, operation: &Computation) -> Value {
        let constant = |(bits, width)| Value { bits, width, sources: Sources::default() };
        match *operation {
            Computation::Constant(..) | Computation::Address(..) | Computation::Code(..) | Computation::Word(..) => {
                self.layout.constant(operation).map(constant).unwrap_or_default()
            }
            Computation::Unary(operator, operand) => {
                let operand = temp(thread, operand);
                let bits = match operator {
                    UnaryOperator::Not => !operand.bits,
                    UnaryOperator::Negate => operand.bits.wrapping_neg(),
                };
                Value { bits: truncate(bits, operand.width), ..operand }
            }
            Computation::Binary(operator, left, right) => binary(operator, temp(thread, left), temp(thread, right)),
            Computation::Extract { from, low, width } => {
                let from = temp(thread, from);
                Value { bits: truncate(from.bits >> low, width), width, sources: from.sources }
            }
            Computation::ZeroExtend(from, width) => Value { width, ..temp(thread, from) },
            Computation::SignExtend(from, width) => {
                let from = temp(thread, from);
                let is_negative = from.bits >> (from.width - 1) & 1 == 1;
                let above = if is_negative { u128::MAX << (from.width - 1) } else { 0 };
                Value { bits: truncate(from.bits | above, width), width, sources: from.sources }
            }
            Computation::Concatenate(above, below) => {
                let (above, below) = (temp(thread, above), temp(thread, below));
                Value {
                    bits: above.bits << below.width | below.bits,
                    width: above.width + below.width,
                    sources: above.sources.with(below.sources),
                }
            }
            Computation::Select(condition, then, otherwise) => {
                let [condition, then, otherwise] = [condition, then, otherwise].map(|operand| temp(thread, operand));
                let chosen = if condition.bits != 0 { then } else { otherwise };
                let sources = condition.sources.with(then.sources).with(otherwise.sources);
                Value { sources, ..chosen }
            }
        }
    }

    /// What an access is about, for people: `x`, `a+4`.
    pub(super) fn location(&self, range: Range) -> Option<(LocationId, u32)> {
        self.layout.location_of(range)
    }

    /// The instruction of a step.
    pub(super) fn place(&self, step: StepId) -> CodePlace {
        self.code.places[step]
    }
}

fn binary(operator: BinaryOperator, left: Value, right: Value) -> Value {
    let width = if operator.is_comparison() { 1 } else { left.width };
    let bits = program::compute(operator, left.bits, right.bits, left.width);
    // A value that its operands do not matter for depends on them all the same: dependencies are in the text.
    Value { bits: truncate(bits, width), width, sources: left.sources.with(right.sources) }
}

pub(super) fn define(thread: &mut ThreadState, temp: Temp, value: Value) {
    let index = usize::from(temp.0);
    if thread.temps.len() <= index {
        thread.temps.resize(index + 1, Value::default());
    }
    thread.temps[index] = value;
}

fn temp(thread: &ThreadState, temp: Temp) -> Value {
    thread.temps.get(usize::from(temp.0)).copied().unwrap_or_default()
}

pub(super) fn read_register(thread: &ThreadState, register: Slot, low: u16, width: Width) -> Value {
    let held = thread.registers[register.number() as usize];
    Value { bits: truncate(held.bits >> low, width), width, sources: held.sources }
}

pub(super) fn write_register(thread: &mut ThreadState, register: Slot, low: u16, value: Value) {
    // Within a choice all that is written depends on the condition, by picking only.
    let choice = thread.choices.last().copied().unwrap_or_default().picked();
    let held = &mut thread.registers[register.number() as usize];
    // A part that is written leaves what the rest depends on.
    let covers_all = low == 0 && value.width >= held.width;
    let hole = truncate(u128::MAX, value.width) << low;
    let kept = if covers_all { Sources::default() } else { held.sources };
    held.bits = truncate(held.bits & !hole | value.bits << low, held.width);
    held.sources = value.sources.with(kept).with(choice);
}
