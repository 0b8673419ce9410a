//! What accesses memory or orders accesses.

use program::{BinaryOperator, BlockBuilder, RegisterId, TagSet, Temp, Width};

use super::statement::ThreadLowering;
use super::steps::Value;
use crate::c::primitives::Outcome;
use crate::c::tags;
use crate::c::typed::{Assignable, CompareExchange, Expr, Primitive, ReadModifyWrite, Update};

/// The width of an `int`.
const INT: Width = 32;

impl ThreadLowering<'_, '_> {
    /// A primitive; `width` is that of its result.
    pub(super) fn primitive(&mut self, primitive: &Primitive, width: Width) -> Value {
        match primitive {
            Primitive::Load { address, tags, fence } => {
                let address = self.value(address);
                let value = self.load(address, width, *tags);
                if let Some(fence) = fence {
                    self.steps.fence(*fence);
                }
                return value;
            }
            Primitive::Store { address, value, tags } => {
                let [address, value] = self.operands(address, value);
                self.store(address, value, *tags);
            }
            Primitive::ReadModifyWrite(it) => return self.read_modify_write(it),
            Primitive::CompareExchange(it) => return self.compare_exchange(it),
            Primitive::CompareThenExchange { address, old, new, tags } => {
                let [address, old, new] = self.three(address, old, new);
                let result = self.steps.hidden(self.registers, width);
                self.guarded([address, old, new], |block, [address, old, new], is_written| {
                    let found = block.load(address, width, *tags);
                    assume_equal(block, found, old, is_written);
                    if is_written {
                        block.in_program_order();
                        block.store(address, new, *tags);
                    }
                    block.write(result, 0, found);
                });
                return self.steps.latest(result, width);
            }
            Primitive::CompareAndSwap { address, old, new, gives_value } => {
                let operands = self.three(address, old, new);
                return self.compare_and_swap(operands, *gives_value);
            }
            Primitive::AddUnless { address, added, unless, tags } => {
                let operands = self.three(address, added, unless);
                return self.add_unless(operands, *tags);
            }
            Primitive::Nothing => {}
            Primitive::Fence(tags) => self.steps.fence(*tags),
            Primitive::Synchronize { address, tags } => {
                let address = self.value(address);
                tags.iter()
                    .for_each(|&tags| self.synchronize(address, |block, address| block.synchronize(address, tags)));
            }
            Primitive::SynchronizeEither { address, one, zero } => {
                return self.synchronize_either(address, one, zero);
            }
        }
        Value::constant(0, width)
    }

    /// As GCC's manual has it for `__sync`: no access is moved across it either way, whether it writes or not.
    fn compare_and_swap(&mut self, operands: [Value; 3], gives_value: bool) -> Value {
        let fence = tags::PLAIN.with(tags::SEQUENTIAL);
        let order = tags::ATOMIC.with(tags::SEQUENTIAL);
        let width = operands[1].width;
        let result_width = if gives_value { width } else { INT };
        self.steps.fence(fence);
        let result = self.steps.hidden(self.registers, result_width);
        self.guarded(operands, |block, [address, old, new], success| {
            let found = match success {
                true => block.read_modify_write(address, width, order.with(tags::RMW), |_, _| new),
                false => block.load(address, width, order),
            };
            assume_equal(block, found, old, success);
            let given = if gives_value { found } else { block.constant(i128::from(success), INT) };
            block.write(result, 0, given);
        });
        let given = self.steps.latest(result, result_width);
        self.steps.fence(fence);
        given
    }

    fn add_unless(&mut self, [address, added, unless]: [Value; 3], tags: TagSet) -> Value {
        let result = self.steps.hidden(self.registers, INT);
        let width = added.width;
        self.guarded([address, added, unless], |block, [address, added, unless], is_written| {
            let found = block.load(address, width, tags);
            assume_equal(block, found, unless, !is_written);
            if is_written {
                let sum = block.binary(BinaryOperator::Add, found, added);
                block.in_program_order();
                block.store(address, sum, tags);
            }
            let flag = block.constant(i128::from(is_written), INT);
            block.write(result, 0, flag);
        });
        self.steps.latest(result, INT)
    }

    /// Three values, from left to right.
    fn three(&mut self, first: &Expr, second: &Expr, third: &Expr) -> [Value; 3] {
        let ends = second.has_sequence_points() || third.has_sequence_points();
        let mut first = self.value(first);
        if ends {
            first = self.steps.keep(self.registers, first);
            self.flush();
        }
        let mut second = self.value(second);
        if third.has_sequence_points() {
            second = self.steps.keep(self.registers, second);
            self.flush();
        }
        let third = self.value(third);
        [first, second, third]
    }

    fn read_modify_write(&mut self, it: &ReadModifyWrite) -> Value {
        let operands = self.operands(&it.address, &it.operand);
        let width = it.operand.ctype.width();
        if let Some(fence) = it.barrier {
            self.steps.fence(fence);
        }
        let step = self.steps.for_effect(&operands);
        let [address, operand] = operands.map(|value| self.steps.temp(self.registers, value, step));
        let result = self.steps.access(step, |block| {
            let update = |block: &mut BlockBuilder, old| updated(block, it.update, old, operand);
            let gives_new = it.outcome == Outcome::New;
            if it.is_one_event {
                let old = block.read_modify_write(address, width, it.tags, update);
                return if gives_new { update(block, old) } else { old };
            }
            let old = block.load(address, width, it.tags);
            let new = update(block, old);
            block.in_program_order();
            block.store(address, new, it.tags);
            if gives_new { new } else { old }
        });
        if let Some(fence) = it.barrier {
            self.steps.fence(fence);
        }
        result
    }

    /// Something that is done in one of two ways; `build` does it, its last argument says which way.
    fn guarded<const N: usize>(&mut self, operands: [Value; N], build: impl Fn(&mut BlockBuilder, [Temp; N], bool)) {
        let step = self.steps.for_effect(&operands);
        let temps = operands.map(|operand| self.steps.temp(self.registers, operand, step));
        self.steps.within(step, |block| {
            let bit = block.nondeterministic_bit();
            block.choose(bit, |block| build(block, temps, true), |block| build(block, temps, false));
        });
    }

    /// The expected value is read first. On success the object is read and written by one event; on failure it is read, and then the
    /// value read is written to where the expected one was.
    fn compare_exchange(&mut self, it: &CompareExchange) -> Value {
        let width = it.ctype.width();
        let is_early = it.desired.has_sequence_points();
        let mut object = self.value(&it.object);
        let mut address = match &it.expected {
            Assignable::Memory { address, .. } => {
                let [kept, address] = self.behind(object, address);
                object = kept;
                Some(address)
            }
            Assignable::Local(_) => None,
        };
        if is_early {
            object = self.steps.keep(self.registers, object);
            address = address.map(|address| self.steps.keep(self.registers, address));
            self.flush();
        }
        let desired = self.value(&it.desired);
        let local = match &it.expected {
            Assignable::Local(id) => Some(self.registers.local(self.number, *id)),
            Assignable::Memory { .. } => None,
        };
        let expected = match (address, local) {
            (Some(address), _) => self.load(address, width, tags::PLAIN),
            (None, Some(part)) => {
                let value = self.steps.read(part.register, part.width);
                self.steps.compute(self.registers, [value], |block, [value]| block.resize(value, width))
            }
            (None, None) => Value::constant(0, width),
        };
        let (result, seen) = (self.steps.hidden(self.registers, INT), self.steps.hidden(self.registers, width));
        self.guarded([object, expected, desired], |block, [object, expected, desired], success| {
            let found = if success {
                block.read_modify_write(object, width, it.success, |_, _| desired)
            } else {
                block.load(object, width, it.failure)
            };
            if success || it.strong {
                assume_equal(block, found, expected, success);
            }
            if !success {
                block.write(seen, 0, found);
                if let Some(part) = local {
                    let found = block.resize(found, part.width);
                    block.write(part.register, 0, found);
                }
            }
            let flag = block.constant(i128::from(success), INT);
            block.write(result, 0, flag);
        });
        if let Some(part) = local {
            self.steps.touch_latest(part.register);
        }
        if let Some(address) = address {
            self.write_back(address, result, seen, width);
        }
        self.steps.latest(result, INT)
    }

    /// After a compare-exchange that failed: writes the value seen.
    fn write_back(&mut self, address: Value, result: RegisterId, seen: RegisterId, width: Width) {
        let result = self.steps.latest(result, INT);
        let step = self.steps.for_effect(&[address, result]);
        let address = self.steps.temp(self.registers, address, step);
        let result = self.steps.temp(self.registers, result, step);
        self.steps.within(step, |block| {
            let zero = block.constant(0, INT);
            let failed = block.equal(result, zero);
            block.choose(
                failed,
                |block| {
                    let found = block.read(seen, 0, width);
                    block.store(address, found, tags::PLAIN);
                },
                |_| {},
            );
        });
    }

    /// An event at the location `address`, behind everything before it; `build` makes it.
    fn synchronize(&mut self, address: Value, build: impl FnOnce(&mut BlockBuilder, Temp)) {
        let step = self.steps.for_fence(&[address]);
        let address = self.steps.temp(self.registers, address, step);
        self.steps.within(step, |block| build(block, address));
    }

    fn synchronize_either(&mut self, address: &Expr, one: &[TagSet], zero: &[TagSet]) -> Value {
        let address = self.value(address);
        let result = self.steps.hidden(self.registers, INT);
        for index in 0..one.len().max(zero.len()) {
            self.synchronize(address, |block, address| {
                let bit = if index == 0 { block.nondeterministic_bit() } else { block.read(result, 0, 1) };
                let event = |block: &mut BlockBuilder, tags: &[TagSet], is_one: bool| {
                    if let Some(&tags) = tags.get(index) {
                        block.synchronize(address, tags);
                    }
                    if index == 0 {
                        // What uses the result depends on the event that found it out.
                        let reported = block.written();
                        let reported = if is_one { reported } else { block.not(reported) };
                        let flag = block.resize(reported, INT);
                        block.write(result, 0, flag);
                    }
                };
                block.choose(bit, |block| event(block, one, true), |block| event(block, zero, false));
            });
        }
        self.steps.latest(result, INT)
    }
}

/// Gives up executions in which the two are not equal, or are.
fn assume_equal(block: &mut BlockBuilder, left: Temp, right: Temp, equal: bool) {
    let bit = block.equal(left, right);
    let bit = if equal { bit } else { block.not(bit) };
    block.assume(bit);
}

/// What a read-modify-write writes.
fn updated(block: &mut BlockBuilder, update: Update, old: Temp, operand: Temp) -> Temp {
    match update {
        Update::Replace => operand,
        Update::Apply(operator) => block.binary(operator, old, operand),
        Update::AndNot => {
            let mask = block.not(operand);
            block.binary(BinaryOperator::And, old, mask)
        }
        Update::Nand => {
            let both = block.binary(BinaryOperator::And, old, operand);
            block.not(both)
        }
        Update::Max { signed } => selected(block, signed, [old, operand], [operand, old]),
        Update::Min { signed } => selected(block, signed, [operand, old], [operand, old]),
    }
}

/// `chosen[0]` where `less[0] < less[1]`, else `chosen[1]`.
fn selected(block: &mut BlockBuilder, signed: bool, less: [Temp; 2], chosen: [Temp; 2]) -> Temp {
    let operator = if signed { BinaryOperator::LessSigned } else { BinaryOperator::Less };
    let bit = block.binary(operator, less[0], less[1]);
    // All ones or all zeros: what differs is taken or not.
    let mask = block.sign_extend(bit, block.width(chosen[0]));
    let differing = block.binary(BinaryOperator::Xor, chosen[0], chosen[1]);
    let taken = block.binary(BinaryOperator::And, differing, mask);
    block.binary(BinaryOperator::Xor, chosen[1], taken)
}
