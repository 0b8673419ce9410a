//! Steps of a C program as blocks of micro-operations.

use program::{
    BinaryOperator, Block, BlockBuilder, CodePlace, InstructionId, RegisterId, Target as JumpTarget, Temp, ThreadId,
    UndefinedBehaviour,
};
use relation::Index;

use super::operators::{binary, compare, updated};
use super::{EXCLUSIVE, Flattener, Frame, PLAIN};
use crate::checker::code::compute::{self, Compute, Conversion, signed};
use crate::checker::code::effect::{Effect, Jump};
use crate::checker::code::{Fence, SlotId, Step, StepId, Target, Value, next};
use crate::machine::ProgramTag;
use cprog::ir::FunctionId;

/// A step of one copy of its function.
#[derive(Clone, Copy)]
pub(super) struct Here {
    pub(super) thread: ThreadId,
    /// The instruction that it becomes.
    pub(super) place: CodePlace,
    pub(super) step: StepId,
    pub(super) function: FunctionId,
    /// Which of the frames of the thread it is in.
    pub(super) frame: usize,
    /// The steps of the function begin with this one,
    pub(super) first: StepId,
    /// their instructions here,
    pub(super) base: u32,
    /// and their registers here.
    pub(super) registers: u32,
}

impl Here {
    /// The instruction that another step of the copy becomes.
    pub(super) fn instruction(&self, to: StepId) -> JumpTarget {
        JumpTarget::Instruction(InstructionId::from_number(self.base + to.number() - self.first.number()))
    }

    pub(super) fn register(&self, slot: SlotId) -> RegisterId {
        RegisterId::from_number(self.registers + slot.number())
    }
}

impl Flattener<'_> {
    /// What a step does, after what does not matter there any more is cleared.
    pub(super) fn step(&mut self, here: &Here, frames: &mut Vec<Frame>) -> Result<Block, String> {
        let mut block = BlockBuilder::new();
        let b = &mut block;
        for slot in self.dead(here.function, here.step) {
            give(here, Some(slot), 0, b);
        }
        let step = &self.code.steps[here.step];
        match step {
            Step::Compute { result, how } => self.computation(here, *result, how, b)?,
            Step::Identity { result } => self.identity(here, *result, b),
            Step::Choose { result, bits } => choose(here, *result, *bits, b)?,
            Step::Load { .. } | Step::Store { .. } | Step::Update { .. } | Step::CompareExchange { .. } => {
                self.access(here, step, b);
            }
            Step::Fence(fence) => self.fence(here.step, *fence, b),
            Step::Jump(_) | Step::Branch { .. } | Step::Switch { .. } => self.jump(here, step, b),
            Step::Assume(value) => {
                let value = self.value(*value, here.registers, b);
                let bit = is_not_zero(value, b);
                b.assume(bit);
            }
            Step::Assert(value) => {
                let value = self.value(*value, here.registers, b);
                let bit = is_not_zero(value, b);
                b.require(bit, UndefinedBehaviour::DivisionByZero);
            }
            Step::Violation => fail(b),
            Step::Call { target, arguments, .. } => self.call(here, frames, *target, arguments, b)?,
            Step::Return { values } => self.return_from(here, frames, values, b),
            Step::Allocate { result, bytes, times, is_local: true, .. } => {
                self.local_variable(here, *result, (*bytes, *times), b)?;
            }
            Step::Allocate { .. } | Step::Free { .. } => return Err("memory of the heap".to_owned()),
            // Only the machine of multi-copy-atomic models has such steps.
            Step::SetLock { .. } => {}
            Step::Start { result, handle, argument, .. } => {
                let number = self.start(here, frames, *argument)?;
                self.start_thread(number, *handle, *argument, here.registers, b)?;
                give(here, *result, 0, b);
            }
            Step::Join { result, handle, returned, .. } => {
                give(here, *result, 0, b);
                self.join_thread(here, *handle, *returned, b)?;
            }
            Step::Lock { result, lock, try_only, shared, .. } => {
                self.lock(here, *result, *lock, (*try_only, *shared), b)
            }
            Step::Unlock { result, lock, .. } => {
                let lock = self.value(*lock, here.registers, b);
                self.give_lock_back(lock, b);
                give(here, *result, 0, b);
            }
            Step::AtomicBegin | Step::AtomicEnd => return Err("an atomic section".to_owned()),
            Step::Exit => self.exit(here, b),
            Step::EndThread(_) => self.end_thread(here, b),
            Step::Unsupported(what) => return Err(what.to_string()),
        }
        Ok(block.finish())
    }

    fn computation(&mut self, here: &Here, result: SlotId, how: &Compute, b: &mut BlockBuilder) -> Result<(), String> {
        let place = here.registers + result.number();
        if let Compute::Element { base, offset, index: Value::Constant(index), bits, scale } = how
            && let Some((location, from)) = self.local_at(*base, here.registers)
        {
            let distance = signed(*index, *bits).wrapping_mul(*scale as i64).wrapping_add(*offset);
            let offset = from.wrapping_add(distance);
            self.addresses.insert(place, (location, offset));
            let address = b.address(location, offset, 64);
            b.write(here.register(result), 0, address);
            return Ok(());
        }
        // A register that is written elsewhere as well may hold another number where it is read.
        let number = self.number(how, here.registers).filter(|_| self.is_defined_once(here.function, result));
        let value = match number {
            // The address of the thread's copy of a variable is one that is known here.
            Some(number) => {
                self.numbers.insert(place, number);
                self.addresses.extend(self.address(number).map(|address| (place, address)));
                self.value(Value::Constant(number), here.registers, b)
            }
            None => self.compute(how, here.registers, b)?,
        };
        b.write(here.register(result), 0, value);
        Ok(())
    }

    /// What is computed, when it is of the number of the thread and of constants alone.
    fn number(&self, how: &Compute, registers: u32) -> Option<u64> {
        let known = |value: Value| match value {
            Value::Slot(slot) => self.numbers.get(&(registers + slot.number())).copied(),
            Value::Constant(number) => Some(number),
        };
        let (mut is_known, mut is_own) = (true, false);
        how.visit(&mut |value| {
            is_known &= known(*value).is_some();
            is_own |= matches!(value, Value::Slot(_));
        });
        if !is_known || !is_own {
            return None;
        }
        compute::value(how, |value| known(value).unwrap_or_default()).ok()
    }

    /// Whether a register is written in one place only: that of a phi is not, nor one of a loop that has code for each iteration.
    fn is_defined_once(&self, function: FunctionId, slot: SlotId) -> bool {
        let mut definitions = 0;
        for step in self.code.steps_of(function) {
            self.code.steps[step].visit_definitions(&mut |defined| definitions += usize::from(defined == slot));
        }
        definitions == 1
    }

    fn identity(&mut self, here: &Here, result: SlotId, b: &mut BlockBuilder) {
        if self.is_defined_once(here.function, result) {
            self.numbers.insert(here.registers + result.number(), here.thread.index() as u64);
        }
        give(here, Some(result), here.thread.index() as i128, b);
    }

    fn access(&self, here: &Here, step: &Step, b: &mut BlockBuilder) {
        let value = |value: Value, b: &mut BlockBuilder| self.value(value, here.registers, b);
        match step {
            Step::Load { result, address, bytes, bits, .. } => {
                // What joins a thread knows it by the text.
                if let Some(number) = self.handle_at(*address, here.registers) {
                    return give(here, Some(*result), number as i128, b);
                }
                let address = value(*address, b);
                let value = b.load(address, 8 * u16::from(*bytes), PLAIN);
                // Fewer bits than bytes are kept, as of `i1`, and then zeros above, as in the slots of the checker.
                let value = b.resize(value, u16::from(*bits));
                let value = b.resize(value, 64);
                b.write(here.register(*result), 0, value);
            }
            Step::Store { address, value: stored, bytes, .. } => {
                let (address, stored) = (value(*address, b), value(*stored, b));
                let stored = b.resize(stored, 8 * u16::from(*bytes));
                b.store(address, stored, PLAIN);
            }
            Step::Update { result, how, address, value: operand, bytes, .. } => {
                let (address, operand) = (value(*address, b), value(*operand, b));
                let old = b.load(address, 8 * u16::from(*bytes), EXCLUSIVE);
                let operand = b.resize(operand, 8 * u16::from(*bytes));
                let new = updated(*how, old, operand, b);
                b.store(address, new, EXCLUSIVE);
                let old = b.resize(old, 64);
                b.write(here.register(*result), 0, old);
            }
            Step::CompareExchange { result, success, address, expected, new, bytes, .. } => {
                let width = 8 * u16::from(*bytes);
                let [address, expected, new] = [*address, *expected, *new].map(|operand| value(operand, b));
                let (expected, new) = (b.resize(expected, width), b.resize(new, width));
                let old = b.load(address, width, EXCLUSIVE);
                let is_same = b.equal(old, expected);
                let (found, bit) = (b.resize(old, 64), b.resize(is_same, 64));
                // Both results are set before the branch, which passes over the store alone.
                b.write(here.register(*result), 0, found);
                b.write(here.register(*success), 0, bit);
                let differs = b.not(is_same);
                b.branch(differs, here.instruction(next(here.step)));
                b.store(address, new, EXCLUSIVE);
            }
            // No other step comes here; one that did must not be passed over.
            _ => fail(b),
        }
    }

    fn fence(&self, step: StepId, fence: Fence, b: &mut BlockBuilder) {
        match (fence, self.code.steps.get(next(step))) {
            (Fence::Full, _) => b.fence(ProgramTag::Full.set()),
            // Both together are one lightweight fence.
            (Fence::Read, Some(Step::Fence(Fence::Marks(_)))) => {}
            (Fence::Read, _) => b.fence(ProgramTag::Lightweight.set()),
            // Of the fences that mark, this machine has that of writes alone (`orders::fences`).
            (Fence::Marks(_), _) => {
                let before = step.number().checked_sub(1).map(|before| &self.code.steps[StepId::from_number(before)]);
                let is_second = matches!(before, Some(Step::Fence(Fence::Read)));
                b.fence(if is_second { ProgramTag::Lightweight.set() } else { ProgramTag::Stores.set() });
            }
            (Fence::Decided, _) => b.fence(ProgramTag::Control.set()),
            // Coherence keeps reads of one location in order.
            (Fence::SameLocation, _) => {}
        }
    }

    fn jump(&self, here: &Here, step: &Step, b: &mut BlockBuilder) {
        let Effect::Jump(jump) = step.effect() else { return };
        match jump {
            Jump::To(to) => b.jump(here.instruction(to)),
            Jump::If { condition, then, otherwise } => {
                let condition = self.value(condition, here.registers, b);
                let bit = b.extract(condition, 0, 1);
                b.branch(bit, here.instruction(then));
                b.jump(here.instruction(otherwise));
            }
            Jump::Cases { value, cases, default } => {
                let value = self.value(value, here.registers, b);
                for (case, to) in cases {
                    let case = b.constant((*case).into(), 64);
                    let is_case = b.equal(value, case);
                    b.branch(is_case, here.instruction(*to));
                }
                b.jump(here.instruction(default));
            }
        }
    }

    fn call(
        &self,
        here: &Here,
        frames: &mut Vec<Frame>,
        target: Target,
        arguments: &[Value],
        b: &mut BlockBuilder,
    ) -> Result<(), String> {
        let Target::Function(called) = target else { return Err("a call through a pointer".to_owned()) };
        let frame = self.copy(here, frames, called)?;
        let parameters = self.code.bodies[called].map_or(0, |body| body.parameters) as usize;
        let arguments = arguments.iter().take(parameters);
        let values: Vec<Temp> = arguments.map(|value| self.value(*value, here.registers, b)).collect();
        for (index, value) in (0..).zip(values) {
            b.write(RegisterId::from_number(frame.registers + index), 0, value);
        }
        b.jump(JumpTarget::Instruction(InstructionId::from_number(frame.at)));
        frames.push(frame);
        Ok(())
    }

    fn return_from(&self, here: &Here, frames: &[Frame], values: &[Value], b: &mut BlockBuilder) {
        let Some((calling, call)) = frames[here.frame].caller else { return self.end(here.thread, b) };
        let values: Vec<Temp> = values.iter().map(|value| self.value(*value, here.registers, b)).collect();
        // The frame's registers are 0 again behind the call, so that states do not differ in them.
        for slot in self.live.before(here.step) {
            give(here, Some(*slot), 0, b);
        }
        let back = &frames[calling];
        if let Step::Call { results, .. } = &self.code.steps[call] {
            for (slot, value) in results.iter().zip(values) {
                b.write(RegisterId::from_number(back.registers + slot.number()), 0, value);
            }
        }
        let to = back.at + next(call).number() - back.first.number();
        b.jump(JumpTarget::Instruction(InstructionId::from_number(to)));
    }

    fn local_variable(
        &mut self,
        here: &Here,
        result: SlotId,
        (bytes, times): (Value, Value),
        b: &mut BlockBuilder,
    ) -> Result<(), String> {
        let (Value::Constant(bytes), Value::Constant(times)) = (bytes, times) else {
            return Err("a local variable whose size is not constant".to_owned());
        };
        let location = self.local(bytes.saturating_mul(times).min(1 << 15) as usize);
        // Each register is defined in one place.
        self.addresses.insert(here.registers + result.number(), (location, 0));
        let address = b.address(location, 0, 64);
        b.write(here.register(result), 0, address);
        Ok(())
    }

    fn compute(&self, how: &Compute, registers: u32, b: &mut BlockBuilder) -> Result<Temp, String> {
        let value = |value: Value, b: &mut BlockBuilder| self.value(value, registers, b);
        let result = match how {
            Compute::Copy(from) => value(*from, b),
            Compute::Binary { operator, bits, left, right } => {
                let (left, right) = (value(*left, b), value(*right, b));
                let (left, right) = (b.resize(left, u16::from(*bits)), b.resize(right, u16::from(*bits)));
                binary(*operator, left, right, b)?
            }
            Compute::Compare { relation, bits, left, right } => {
                let (left, right) = (value(*left, b), value(*right, b));
                let (left, right) = (b.resize(left, u16::from(*bits)), b.resize(right, u16::from(*bits)));
                compare(*relation, left, right, b)?
            }
            Compute::Convert { conversion, from, to, value: of } => {
                let of = value(*of, b);
                let of = b.resize(of, u16::from(*from));
                match conversion {
                    Conversion::Unsigned => b.resize(of, u16::from(*to)),
                    Conversion::Signed if to > from => b.sign_extend(of, u16::from(*to)),
                    Conversion::Signed => b.resize(of, u16::from(*to)),
                    Conversion::Float
                    | Conversion::FloatToUnsigned
                    | Conversion::FloatToSigned
                    | Conversion::UnsignedToFloat
                    | Conversion::SignedToFloat => return Err("floating point numbers".to_owned()),
                }
            }
            Compute::Select { condition, then, otherwise } => {
                let [condition, then, otherwise] = [*condition, *then, *otherwise].map(|of| value(of, b));
                let bit = b.extract(condition, 0, 1);
                b.select(bit, then, otherwise)
            }
            Compute::Element { base, offset, index, bits, scale } => {
                let (base, index) = (value(*base, b), value(*index, b));
                let index = b.resize(index, u16::from(*bits));
                let index = if *bits < 64 { b.sign_extend(index, 64) } else { index };
                let (scale, offset) = (b.constant((*scale).into(), 64), b.constant((*offset).into(), 64));
                let distance = b.binary(BinaryOperator::Multiply, index, scale);
                let sum = b.binary(BinaryOperator::Add, base, offset);
                b.binary(BinaryOperator::Add, sum, distance)
            }
            Compute::Negate { .. } => return Err("floating point numbers".to_owned()),
        };
        Ok(b.resize(result, 64))
    }

    /// The slots that matter before a step that leads here, and not here.
    fn dead(&self, function: FunctionId, step: StepId) -> Vec<SlotId> {
        let mut dead = Vec::new();
        let all = self.code.steps_of(function);
        for before in all.filter(|before| self.code.steps[*before].successors(*before).contains(&step)) {
            dead.extend_from_slice(self.live.before(before));
            self.code.steps[before].visit_definitions(&mut |slot| dead.push(slot));
        }
        dead.sort_unstable();
        dead.dedup();
        dead.retain(|slot| !self.live.before(step).contains(slot));
        dead
    }
}

/// Writes a number to a register, if there is one.
pub(super) fn give(here: &Here, result: Option<SlotId>, value: i128, b: &mut BlockBuilder) {
    if let Some(result) = result {
        let value = b.constant(value, 64);
        b.write(here.register(result), 0, value);
    }
}

fn choose(here: &Here, result: SlotId, bits: u8, b: &mut BlockBuilder) -> Result<(), String> {
    if bits > 8 {
        return Err("a choice of more than 8 bits".to_owned());
    }
    let mut chosen = b.nondeterministic_bit();
    for _ in 1..bits {
        let bit = b.nondeterministic_bit();
        chosen = b.concatenate(chosen, bit);
    }
    let chosen = b.resize(chosen, 64);
    b.write(here.register(result), 0, chosen);
    Ok(())
}

/// Whether a number holds as a condition of C: what a program assumes or asserts may be any number, not only a bit.
fn is_not_zero(value: Temp, b: &mut BlockBuilder) -> Temp {
    let zero = b.constant(0, b.width(value));
    let is_zero = b.equal(value, zero);
    b.not(is_zero)
}

/// Something that must not be reached.
pub(super) fn fail(block: &mut BlockBuilder) {
    let no = block.constant(0, 1);
    block.require(no, UndefinedBehaviour::DivisionByZero);
}
