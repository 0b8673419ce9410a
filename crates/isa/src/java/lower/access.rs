//! Accesses by VarHandles.

use program::{BinaryOperator, BlockBuilder, RegisterId, Temp};

use super::ThreadLowering;
use super::expression::Value;
use crate::java::ast::{Access, AccessMethod, Update};
use crate::java::{Dialect, tags};

impl ThreadLowering<'_, '_> {
    /// Does the access, and gives the register that holds its value.
    pub(super) fn access(&mut self, access: &Access) -> RegisterId {
        let index = access.index.as_ref().map(|index| self.value(index));
        let arguments: Vec<Value> = access.arguments.iter().map(|argument| self.value(argument)).collect();
        let result = self.fresh();
        let width = self.int_width();
        let mode = access.method.mode;
        match access.method.operation {
            AccessMethod::Get => {
                let address = self.address(&access.handle, index.as_ref());
                let value = self.block.load(address, width, tags::of_read(mode));
                self.block.write(result, 0, value);
            }
            AccessMethod::Set => {
                let value = self.temp(&arguments[0]);
                let address = self.address(&access.handle, index.as_ref());
                self.block.store(address, value, tags::of_write(mode));
            }
            AccessMethod::GetAnd(update) => {
                let operand = self.temp(&arguments[0]);
                let address = self.address(&access.handle, index.as_ref());
                let tags = tags::RMW.with(tags::of_write(mode));
                let old = self.block.read_modify_write(address, width, tags, |block, old| {
                    let operator = match update {
                        Update::Set => return operand,
                        Update::Add => BinaryOperator::Add,
                        Update::Or => BinaryOperator::Or,
                        Update::And => BinaryOperator::And,
                        Update::Xor => BinaryOperator::Xor,
                    };
                    block.binary(operator, old, operand)
                });
                self.block.write(result, 0, old);
            }
            AccessMethod::CompareAndSet { .. } | AccessMethod::CompareAndExchange => {
                let (expected, new) = (self.temp(&arguments[0]), self.temp(&arguments[1]));
                let address = self.address(&access.handle, index.as_ref());
                self.compare(access, address, [expected, new], result);
            }
        }
        self.flush_access();
        result
    }

    fn compare(&mut self, access: &Access, address: Temp, [expected, new]: [Temp; 2], result: RegisterId) {
        let width = self.int_width();
        let mode = access.method.mode;
        let (reading, updating) = (tags::of_read(mode), tags::RMW.with(tags::of_write(mode)));
        let is_exchange = access.method.operation == AccessMethod::CompareAndExchange;
        let is_weak = access.method.operation == AccessMethod::CompareAndSet { weak: true };
        // herd's exchange reads in any case.
        let read_first = is_exchange && self.code.dialect == Dialect::Herd;
        let first = read_first.then(|| self.block.load(address, width, reading));
        let succeeds = self.block.nondeterministic_bit();
        self.block.choose(
            succeeds,
            |block| {
                let old = block.read_modify_write(address, width, updating, |_, _| new);
                let found = block.equal(old, expected);
                block.assume(found);
                let value = if is_exchange { expected } else { block.constant(1, width) };
                block.write(result, 0, value);
            },
            |block: &mut BlockBuilder| {
                let old = first.unwrap_or_else(|| block.load(address, width, tags::FAIL.with(reading)));
                if !is_weak {
                    let found = block.equal(old, expected);
                    let other = block.not(found);
                    block.assume(other);
                }
                let value = if is_exchange { old } else { block.constant(0, width) };
                block.write(result, 0, value);
            },
        );
    }
}
