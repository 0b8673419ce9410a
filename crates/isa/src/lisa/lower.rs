//! Instructions to micro-operations, as herd gives them meaning (herdtools7, `herd/BellSem.ml`).

use litmus::LoweringContext;
use program::{BinaryOperator, BlockBuilder, RegisterId, TagSet, Temp};

use super::WIDTH;
use super::instruction::{Address, Instruction, Operation, Operator, RegisterName, Value};

/// Of both accesses of a read-modify-write: `X` and `RMW`.
const ATOMIC: TagSet = TagSet::only(0).with(TagSet::only(1));
/// Of a fence between all accesses before and behind it: `Ftotal`.
const TOTAL: TagSet = TagSet::only(2);

/// Appends the micro-operations of an instruction to `block`.
pub(super) fn instruction(instruction: &Instruction, context: &LoweringContext<'_>, block: &mut BlockBuilder) {
    let mut l = Lowering { context, block };
    match instruction {
        Instruction::Load { to, address, annotations } => {
            let address = l.address(address);
            let value = l.block.load(address, WIDTH, annotations.tags);
            l.write(to, value);
        }
        Instruction::Store { address, value, annotations } => {
            let (address, value) = (l.address(address), l.value(value));
            l.block.store(address, value, annotations.tags);
        }
        Instruction::Fence { annotations } => l.block.fence(annotations.tags.with(TOTAL)),
        Instruction::ReadModifyWrite { to, operation, address, annotations } => {
            let tags = annotations.tags.with(ATOMIC);
            let address = l.address(address);
            let old = l.block.load(address, WIDTH, tags);
            // What was read stands for the register that it goes to.
            let new = l.operation(operation, operation.uses(to).then_some((to, old)));
            l.block.store(address, new, tags);
            l.write(to, old);
        }
        Instruction::Branch { condition, label, .. } => {
            let target = context.label(label);
            match condition {
                Some(condition) => {
                    let value = l.read(condition);
                    let zero = l.block.constant(0, WIDTH);
                    let is_zero = l.block.equal(value, zero);
                    let holds = l.block.not(is_zero);
                    l.block.branch(holds, target);
                }
                None => l.block.jump(target),
            }
        }
        Instruction::Move { to, operation } => {
            let value = l.operation(operation, None);
            l.write(to, value);
        }
    }
}

struct Lowering<'a, 'b> {
    context: &'a LoweringContext<'a>,
    block: &'b mut BlockBuilder,
}

impl Lowering<'_, '_> {
    fn register(&self, register: &RegisterName) -> RegisterId {
        match register {
            RegisterName::Numbered(register) => *register,
            // Without a register left the test is refused elsewhere.
            RegisterName::Symbolic(name) => self.context.symbolic(name).unwrap_or(RegisterId::from_number(0)),
        }
    }

    fn read(&mut self, register: &RegisterName) -> Temp {
        let register = self.register(register);
        self.block.read(register, 0, WIDTH)
    }

    fn write(&mut self, register: &RegisterName, value: Temp) {
        let register = self.register(register);
        self.block.write(register, 0, value);
    }

    fn value(&mut self, value: &Value) -> Temp {
        match value {
            Value::Register(register) => self.read(register),
            Value::Number(number) => self.block.constant(i128::from(*number), WIDTH),
            Value::Location(name) => self.block.address(self.context.location(name), 0, WIDTH),
        }
    }

    fn address(&mut self, address: &Address) -> Temp {
        let base = self.value(&address.base);
        match &address.offset {
            None => base,
            Some(offset) => {
                let offset = self.value(offset);
                self.block.binary(BinaryOperator::Add, base, offset)
            }
        }
    }

    /// The value of an operation, in which one register may have a value of its own.
    fn operation(&mut self, operation: &Operation, own: Option<(&RegisterName, Temp)>) -> Temp {
        let value = |l: &mut Self, value: &Value| match (value, own) {
            (Value::Register(register), Some((known, temp))) if register == known => temp,
            (value, _) => l.value(value),
        };
        match operation {
            Operation::Value(only) => value(self, only),
            Operation::Binary(operator, left, right) => {
                let (left, right) = (value(self, left), value(self, right));
                match operator {
                    Operator::Add => self.block.binary(BinaryOperator::Add, left, right),
                    Operator::Xor => self.block.binary(BinaryOperator::Xor, left, right),
                    Operator::And => self.block.binary(BinaryOperator::And, left, right),
                    Operator::Equal => {
                        let bit = self.block.equal(left, right);
                        self.block.resize(bit, WIDTH)
                    }
                    Operator::NotEqual => {
                        let bit = self.block.equal(left, right);
                        let bit = self.block.not(bit);
                        self.block.resize(bit, WIDTH)
                    }
                }
            }
        }
    }
}
