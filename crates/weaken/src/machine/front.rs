//! What a thread does by itself, under every model: computing, branching, and coming to its next access.
//!
//! Values carry where they come from (`S`), as models see it: what a value is computed from, what the branches so far depend on.

use program::{BinaryOperator, Computation, TagSet, Temp, UnaryOperator, Width, truncate};
use smallvec::SmallVec;

use super::flat::{Code, Slot, Step, StepId};
use super::memory::{Layout, Named, Range};

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Direction {
    Read,
    Write,
}

impl Direction {
    /// The same in the words of `arch`.
    pub(crate) fn in_arch(self) -> arch::Direction {
        match self {
            Direction::Read => arch::Direction::Read,
            Direction::Write => arch::Direction::Write,
        }
    }
}

/// Where values come from.
pub(super) trait Provenance: Copy + Default {
    /// From both.
    #[must_use]
    fn with(self, other: Self) -> Self;

    /// What a value depends on that is chosen by a choice within an instruction which depends on `self`.
    #[must_use]
    fn picked(self) -> Self;
}

/// A value with what it depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Value<S> {
    pub(super) bits: u128,
    pub(super) width: u16,
    pub(super) sources: S,
}

/// A thread as far as its code goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Front<S> {
    /// The step that it stands before.
    pub(super) at: StepId,
    pub(super) registers: Vec<Value<S>>,
    /// Of the instruction that it is in.
    pub(super) temps: Vec<Value<S>>,
    /// What the branches so far depend on.
    pub(super) control: S,
    /// What the choices within the instruction depend on, outermost first; each with what those outside of it do.
    pub(super) choices: SmallVec<[S; 2]>,
}

/// A read that a thread stands before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load<S> {
    pub(super) result: Temp,
    pub(super) range: Range,
    pub(super) width: Width,
    pub(super) tags: TagSet,
    pub(super) address: S,
}

/// A write that a thread enters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Store<S> {
    pub(super) step: StepId,
    pub(super) range: Range,
    pub(super) tags: TagSet,
    pub(super) address: S,
    pub(super) value: Value<S>,
}

/// What has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// An access beside all locations.
    Address(u128),
    /// A division by zero.
    Division,
    /// A jump to what is no code.
    NotCode(u128),
    /// An access that overlaps another without being equal to it, where a machine does not do that.
    Overlap,
}

/// What a thread comes to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Act<S> {
    /// It goes on with the next instruction.
    Begin,
    /// It stands before a read.
    Load(Load<S>),
    /// It has passed a write.
    Store(Store<S>),
    /// It has passed a fence.
    Fence(StepId, TagSet),
    /// It has passed the place where the last write is known to be done: this becomes 1, and depends on that write.
    Written(Temp),
    /// It stands before a bit that nothing constrains.
    Choice(Temp),
    /// It has ended.
    Ended,
    /// There is no such execution: a choice that was made cannot be.
    Dead,
    /// It stands before something that has no meaning, if what this depends on is as it is supposed to be.
    Fault(FaultKind, S),
    /// It runs in a circle.
    Circle,
}

impl<S: Provenance> Front<S> {
    pub(super) fn new(at: StepId, registers: Vec<Value<S>>) -> Front<S> {
        Front { at, registers, temps: Vec::new(), control: S::default(), choices: SmallVec::new() }
    }

    /// Goes on to the next act, by no more than `steps` steps, which are counted down.
    pub(super) fn go_on(&mut self, code: &Code, layout: &Layout, steps: &mut usize) -> Act<S> {
        while *steps > 0 {
            *steps -= 1;
            let at = self.at;
            self.at = StepId::from_number(at.number() + 1);
            match &code.steps[at] {
                Step::Begin => {
                    self.leave_instruction();
                    return Act::Begin;
                }
                Step::Let { result, operation } => self.define(*result, self.compute(layout, operation)),
                Step::ReadRegister { result, register, low, width } => {
                    self.define(*result, self.read_register(*register, *low, *width));
                }
                Step::WriteRegister { register, low, value } => {
                    self.write_register(*register, *low, self.temp(*value));
                }
                Step::Load { result, address, width, tags } => {
                    // The thread stays before the read: what it returns is the machine's choice, and `pass` steps over it.
                    self.at = at;
                    return self.load(layout, *result, self.temp(*address), *width, *tags);
                }
                Step::Store { address, value, tags } => {
                    return self.store(layout, at, self.temp(*address), self.temp(*value), *tags);
                }
                Step::Written { result } => return Act::Written(*result),
                Step::Fence { tags } => return Act::Fence(at, *tags),
                Step::Nondeterministic { result } => {
                    self.at = at;
                    return Act::Choice(*result);
                }
                Step::Assume { condition } => {
                    if self.temp(*condition).bits == 0 {
                        self.at = at;
                        return Act::Dead;
                    }
                }
                Step::Require { condition } => {
                    let condition = self.temp(*condition);
                    if condition.bits == 0 {
                        return self.fault(at, FaultKind::Division, condition.sources);
                    }
                }
                step @ (Step::Jump(_)
                | Step::JumpTo { .. }
                | Step::Branch { .. }
                | Step::Enter { .. }
                | Step::Leave) => {
                    if let Some(fault) = self.jump(code, layout, at, step) {
                        return fault;
                    }
                }
                Step::End => return self.end(at),
            }
        }
        Act::Circle
    }

    /// A step that says where the thread goes on; the fault, if that is nowhere.
    fn jump(&mut self, code: &Code, layout: &Layout, at: StepId, step: &Step) -> Option<Act<S>> {
        match step {
            Step::Jump(target) => self.at = *target,
            Step::JumpTo { address, is_return } => {
                let address = self.temp(*address);
                // A computed jump is a control dependency as a branch is.
                self.control = self.control.with(address.sources);
                match jump_target(code, layout, at, (address.bits, *is_return)) {
                    Some(target) => self.at = target,
                    None => return Some(self.fault(at, FaultKind::NotCode(address.bits), address.sources)),
                }
            }
            Step::Branch { condition, target } => {
                let condition = self.temp(*condition);
                self.control = self.control.with(condition.sources);
                if condition.bits != 0 {
                    self.at = *target;
                }
            }
            Step::Enter { condition, otherwise } => {
                let condition = self.temp(*condition);
                self.enter_choice(condition.sources);
                if condition.bits == 0 {
                    self.at = *otherwise;
                }
            }
            Step::Leave => {
                self.choices.pop();
            }
            // All other steps go on behind themselves.
            _ => {}
        }
        None
    }

    fn end(&mut self, at: StepId) -> Act<S> {
        self.at = at;
        self.leave_instruction();
        // Ended threads differ in what is observed only.
        self.control = S::default();
        Act::Ended
    }

    /// Temporaries and choices are those of one instruction.
    fn leave_instruction(&mut self) {
        self.temps.clear();
        self.choices.clear();
    }

    /// All that is done within a choice depends on its condition, and on those of the choices around it.
    fn enter_choice(&mut self, condition: S) {
        let outer = self.choices.last().copied().unwrap_or_default();
        self.choices.push(outer.with(condition));
    }

    fn load(&mut self, layout: &Layout, result: Temp, address: Value<S>, width: Width, tags: TagSet) -> Act<S> {
        match layout.range(address.bits, width) {
            Some(range) => Act::Load(Load { result, range, width, tags, address: address.sources }),
            None => self.fault(self.at, FaultKind::Address(address.bits), address.sources),
        }
    }

    fn store(&mut self, layout: &Layout, step: StepId, address: Value<S>, value: Value<S>, tags: TagSet) -> Act<S> {
        match layout.range(address.bits, value.width) {
            Some(range) => Act::Store(Store { step, range, tags, address: address.sources, value }),
            None => self.fault(step, FaultKind::Address(address.bits), address.sources),
        }
    }

    fn fault(&mut self, at: StepId, kind: FaultKind, sources: S) -> Act<S> {
        self.at = at;
        Act::Fault(kind, sources.with(self.control()))
    }

    /// What the thread does depends on these choices of values.
    pub(super) fn control(&self) -> S {
        self.choices.last().map_or(self.control, |choice| choice.with(self.control))
    }

    /// All provenances that the thread holds.
    pub(super) fn provenances(&mut self) -> impl Iterator<Item = &mut S> {
        let values = self.registers.iter_mut().chain(&mut self.temps).map(|value| &mut value.sources);
        values.chain(&mut self.choices).chain(std::iter::once(&mut self.control))
    }

    /// Steps over the read or the choice that the thread stands before, which gave `value`.
    pub(super) fn pass(&mut self, result: Temp, value: Value<S>) {
        self.define(result, value);
        self.at = StepId::from_number(self.at.number() + 1);
    }

    pub(super) fn define(&mut self, temp: Temp, value: Value<S>) {
        let index = usize::from(temp.0);
        if self.temps.len() <= index {
            self.temps.resize(index + 1, Value::default());
        }
        self.temps[index] = value;
    }

    fn temp(&self, temp: Temp) -> Value<S> {
        self.temps.get(usize::from(temp.0)).copied().unwrap_or_default()
    }

    pub(super) fn read_register(&self, register: Slot, low: u16, width: Width) -> Value<S> {
        let held = self.registers[register.number() as usize];
        Value { bits: truncate(held.bits >> low, width), width, sources: held.sources }
    }

    pub(super) fn write_register(&mut self, register: Slot, low: u16, value: Value<S>) {
        // Within a choice all that is written depends on the condition, by picking only.
        let choice = self.choices.last().copied().unwrap_or_default().picked();
        let held = &mut self.registers[register.number() as usize];
        // A part that is written leaves what the rest depends on.
        let covers_all = low == 0 && value.width >= held.width;
        let hole = truncate(u128::MAX, value.width) << low;
        let kept = if covers_all { S::default() } else { held.sources };
        held.bits = truncate(held.bits & !hole | value.bits << low, held.width);
        held.sources = value.sources.with(kept).with(choice);
    }

    fn compute(&self, layout: &Layout, operation: &Computation) -> Value<S> {
        let constant = |(bits, width)| Value { bits, width, sources: S::default() };
        match *operation {
            Computation::Constant(..) | Computation::Address(..) | Computation::Code(..) | Computation::Word(..) => {
                layout.constant(operation).map(constant).unwrap_or_default()
            }
            Computation::Unary(operator, operand) => {
                let operand = self.temp(operand);
                let bits = match operator {
                    UnaryOperator::Not => !operand.bits,
                    UnaryOperator::Negate => operand.bits.wrapping_neg(),
                    UnaryOperator::Convert(conversion) => conversion.apply(operand.bits),
                };
                Value { bits: truncate(bits, operand.width), ..operand }
            }
            Computation::Binary(operator, left, right) => binary(operator, self.temp(left), self.temp(right)),
            Computation::Extract { from, low, width } => {
                let from = self.temp(from);
                Value { bits: truncate(from.bits >> low, width), width, sources: from.sources }
            }
            Computation::ZeroExtend(from, width) => Value { width, ..self.temp(from) },
            Computation::SignExtend(from, width) => {
                let from = self.temp(from);
                let is_negative = from.bits >> (from.width - 1) & 1 == 1;
                let above = if is_negative { u128::MAX << (from.width - 1) } else { 0 };
                Value { bits: truncate(from.bits | above, width), width, sources: from.sources }
            }
            Computation::Concatenate(above, below) => {
                let (above, below) = (self.temp(above), self.temp(below));
                Value {
                    bits: above.bits << below.width | below.bits,
                    width: above.width + below.width,
                    sources: above.sources.with(below.sources),
                }
            }
            Computation::Select(condition, then, otherwise) => {
                let [condition, then, otherwise] = [condition, then, otherwise].map(|operand| self.temp(operand));
                let chosen = if condition.bits != 0 { then } else { otherwise };
                // Of the operand that is not chosen, too: dependencies are in the text.
                let sources = condition.sources.with(then.sources).with(otherwise.sources);
                Value { sources, ..chosen }
            }
        }
    }
}

/// Where a jump to a number leads, if that is code, or the end of the thread, to which it returns where nothing has called.
fn jump_target(code: &Code, layout: &Layout, at: StepId, (bits, is_return): (u128, bool)) -> Option<StepId> {
    match layout.name(bits) {
        Some(Named::Code(place)) => code.start(place),
        Some(Named::Address(..)) => None,
        None => (is_return && bits == 0).then(|| code.end(at)),
    }
}

fn binary<S: Provenance>(operator: BinaryOperator, left: Value<S>, right: Value<S>) -> Value<S> {
    let width = if operator.is_comparison() { 1 } else { left.width };
    let bits = program::compute(operator, left.bits, right.bits, left.width);
    // A value that its operands do not matter for depends on them all the same: dependencies are in the text.
    Value { bits: truncate(bits, width), width, sources: left.sources.with(right.sources) }
}
