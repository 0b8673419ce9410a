//! The instructions that a piece of code without control flow becomes.
//!
//! Steps are numbered from 0. They are built side by side: evaluating an expression appends to any of them. [`Steps::take`] gives them
//! as finished blocks and begins anew.

use program::{Block, BlockBuilder, RegisterId, TagSet, Temp, Width};

use super::registers::Hidden;

/// A value while its piece of code is lowered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    source: Source,
    pub(super) width: Width,
    /// The first step in which it can be used.
    at: usize,
    /// The first step for memory accesses that depend on it.
    ready: usize,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    /// A temporary of the step `at`.
    Temp(Temp),
    /// A register without a name.
    Register(RegisterId),
    Constant(u128),
}

impl Value {
    /// A number.
    pub(super) fn constant(value: u128, width: Width) -> Value {
        Value { source: Source::Constant(value), width, at: 0, ready: 0 }
    }

    /// What is in a register without a name.
    pub(super) fn register(register: RegisterId, width: Width) -> Value {
        Value { source: Source::Register(register), width, at: 0, ready: 0 }
    }
}

/// When a variable was touched last.
#[derive(Clone, Copy, Debug, Default)]
struct Touched {
    /// The last step that reads or writes it.
    step: usize,
    /// When the value last written is ready.
    ready: usize,
}

/// The steps that are open.
#[derive(Default)]
pub(super) struct Steps {
    /// The steps that are open, and behind them builders to use again.
    builders: Vec<BlockBuilder>,
    /// How many steps are open.
    open: usize,
    /// The variables of the piece; there are few.
    touched: Vec<(RegisterId, Touched)>,
    /// The first step behind all memory accesses so far.
    frontier: usize,
    /// The first step behind all side effects so far.
    effects: usize,
    /// How many registers without a name, by width, are in use.
    hidden: Vec<(Width, usize)>,
}

impl Steps {
    /// The builder of a step.
    fn builder(&mut self, step: usize) -> &mut BlockBuilder {
        self.open = self.open.max(step + 1);
        while self.builders.len() < self.open {
            self.builders.push(BlockBuilder::new());
        }
        &mut self.builders[step]
    }

    /// The last step, made if there is none.
    pub(super) fn last(&mut self) -> &mut BlockBuilder {
        self.builder(self.last_step())
    }

    /// The number of the last step.
    pub(super) fn last_step(&self) -> usize {
        self.open.saturating_sub(1)
    }

    /// A register for a value of `width` bits; it is free again at [`Steps::forget`].
    pub(super) fn hidden(&mut self, registers: &mut Hidden<'_>, width: Width) -> RegisterId {
        let index = match self.hidden.iter_mut().find(|(known, _)| *known == width) {
            Some((_, used)) => {
                *used += 1;
                *used - 1
            }
            None => {
                self.hidden.push((width, 1));
                0
            }
        };
        registers.hidden(width, index)
    }

    /// Lets all registers without names be used again.
    pub(super) fn forget(&mut self) {
        self.hidden.clear();
    }

    /// Ends the steps.
    pub(super) fn take(&mut self) -> impl Iterator<Item = Block> {
        self.touched.clear();
        self.frontier = 0;
        self.effects = 0;
        let open = std::mem::take(&mut self.open);
        self.builders[..open].iter_mut().filter(|builder| !builder.is_empty()).map(BlockBuilder::take)
    }

    /// The value as a temporary of `step`. A value of an earlier step goes through a register.
    pub(super) fn temp(&mut self, registers: &mut Hidden<'_>, value: Value, step: usize) -> Temp {
        let Value { source, width, at, .. } = value;
        match source {
            Source::Constant(number) => self.builder(step).constant(number as i128, width),
            Source::Register(register) => self.builder(step).read(register, 0, width),
            Source::Temp(temp) if at == step => temp,
            Source::Temp(temp) => {
                let register = self.hidden(registers, width);
                self.builder(at).write(register, 0, temp);
                self.builder(step).read(register, 0, width)
            }
        }
    }

    /// The value in a register, where it stays when the steps end.
    pub(super) fn keep(&mut self, registers: &mut Hidden<'_>, value: Value) -> Value {
        if let Source::Temp(temp) = value.source {
            let register = self.hidden(registers, value.width);
            self.builder(value.at).write(register, 0, temp);
            return Value::register(register, value.width);
        }
        Value { at: 0, ready: 0, ..value }
    }

    /// Puts the value into a register without a name.
    pub(super) fn put(&mut self, registers: &mut Hidden<'_>, register: RegisterId, value: Value) {
        let temp = self.temp(registers, value, value.at);
        self.builder(value.at).write(register, 0, temp);
    }

    /// A value computed from others, without accesses.
    pub(super) fn compute<const N: usize>(
        &mut self,
        registers: &mut Hidden<'_>,
        operands: [Value; N],
        operation: impl FnOnce(&mut BlockBuilder, [Temp; N]) -> Temp,
    ) -> Value {
        let at = operands.iter().map(|value| value.at).max().unwrap_or(0);
        let ready = operands.iter().map(|value| value.ready).max().unwrap_or(0);
        let temps = operands.map(|value| self.temp(registers, value, at));
        let builder = self.builder(at);
        let temp = operation(builder, temps);
        let width = builder.width(temp);
        Value { source: Source::Temp(temp), width, at, ready }
    }

    fn touched(&self, register: RegisterId) -> Touched {
        let known = self.touched.iter().find(|(known, _)| *known == register);
        known.map_or(Touched::default(), |&(_, touched)| touched)
    }

    fn touch(&mut self, register: RegisterId, touched: Touched) {
        match self.touched.iter_mut().find(|(known, _)| *known == register) {
            Some((_, known)) => *known = touched,
            None => self.touched.push((register, touched)),
        }
    }

    /// Reads a variable.
    pub(super) fn read(&mut self, register: RegisterId, width: Width) -> Value {
        let touched = self.touched(register);
        let (at, ready) = (touched.step, touched.ready.max(touched.step));
        let temp = self.builder(at).read(register, 0, width);
        Value { source: Source::Temp(temp), width, at, ready }
    }

    /// Writes a variable.
    pub(super) fn write(&mut self, registers: &mut Hidden<'_>, register: RegisterId, value: Value) {
        let at = self.touched(register).step.max(value.at);
        self.touch(register, Touched { step: at, ready: value.ready });
        let temp = self.temp(registers, value, at);
        self.builder(at).write(register, 0, temp);
    }

    /// The step for a read that depends on `operands`.
    pub(super) fn for_read(&mut self, operands: &[Value]) -> usize {
        let step = operands.iter().map(|value| value.ready).max().unwrap_or(0);
        self.frontier = self.frontier.max(step + 1);
        step
    }

    /// The step for a side effect that depends on `operands`.
    pub(super) fn for_effect(&mut self, operands: &[Value]) -> usize {
        let step = operands.iter().map(|value| value.ready).max().unwrap_or(0).max(self.effects);
        self.frontier = self.frontier.max(step + 1);
        self.effects = step + 1;
        step
    }

    /// The step for something that is ordered behind everything before it.
    pub(super) fn for_fence(&mut self, operands: &[Value]) -> usize {
        self.effects = self.effects.max(self.frontier);
        self.for_effect(operands)
    }

    /// A value that an access of `step` gives; `access` builds it.
    pub(super) fn access(&mut self, step: usize, access: impl FnOnce(&mut BlockBuilder) -> Temp) -> Value {
        let builder = self.builder(step);
        let temp = access(builder);
        let width = builder.width(temp);
        Value { source: Source::Temp(temp), width, at: step, ready: step + 1 }
    }

    /// Adds to a step.
    pub(super) fn within(&mut self, step: usize, build: impl FnOnce(&mut BlockBuilder)) {
        build(self.builder(step));
    }

    /// What the last side effect wrote into a register without a name.
    pub(super) fn latest(&self, register: RegisterId, width: Width) -> Value {
        let step = self.effects.saturating_sub(1);
        Value { source: Source::Register(register), width, at: step, ready: self.effects }
    }

    /// Records that the last side effect may have written a variable.
    pub(super) fn touch_latest(&mut self, register: RegisterId) {
        let touched = Touched { step: self.effects.saturating_sub(1), ready: self.effects };
        self.touch(register, touched);
    }

    /// A fence, behind everything before it.
    pub(super) fn fence(&mut self, tags: TagSet) {
        let step = self.for_fence(&[]);
        self.builder(step).fence(tags);
    }
}
