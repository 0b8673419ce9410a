//! Accesses by VarHandles.

use program::{BinaryOperator, BlockBuilder, FloatOperator, LocationId, RegisterId, Temp};

use super::expression::Value;
use super::{ADDRESS_WIDTH, LONG_WIDTH, Operation, ThreadLowering};
use crate::java::ast::{Access, AccessMethod, Expr, Mode, Name, Update};
use crate::java::class::Type;
use crate::java::{Dialect, tags};

/// Where an access goes.
pub(super) enum At<'n> {
    /// Where the initial state says, and a cell of the array that is there.
    Handle(&'n Name, Option<Value>),
    /// To a location, since a read gave the reference that leads there.
    Cell {
        /// The location.
        location: LocationId,
        /// The register with what was read.
        read: Option<RegisterId>,
    },
}

impl<'a> ThreadLowering<'a, '_> {
    /// Does the access, and gives the register that holds its value.
    pub(super) fn access(&mut self, access: &Access) -> RegisterId {
        let first = access.index.as_ref().map(|index| self.value(index));
        if let (Some(element), Some(array), Some(index)) =
            (self.scope().element_handle(&access.handle.text), &first, &access.element)
        {
            let array = self.keep(array);
            return self.element_access(array, element, index, access);
        }
        if let Some((class, field)) = self.scope().field_handle(&access.handle.text)
            && let Some(receiver) = &first
        {
            let receiver = self.keep(receiver);
            let arguments = self.values_as(&access.arguments, &field.ty);
            let operation = Operation::by(access.method, &field.ty);
            let result = self.fresh_of(&operation.result());
            self.field_access(
                receiver,
                [&class.name.text, &field.name.text],
                &operation,
                &field.ty,
                &arguments,
                result,
            );
            if operation.gives_what_it_read() {
                self.note_read(&field.ty, result);
            }
            return result;
        }
        let ty = self.program.typed_handles.get(&access.handle.text).unwrap_or(&Type::Int);
        let arguments = self.values_as(&access.arguments, ty);
        let operation = Operation::by(access.method, ty);
        let result = self.fresh_of(&operation.result());
        let at = At::Handle(&access.handle, first);
        if !self.code.reference_handles.contains(&access.handle.text) {
            self.operate(&operation, &at, &arguments, result);
            self.flush_access();
            return result;
        }
        let operation = Operation { tags: tags::REFERENCE, ..operation };
        let ty = access.arguments.first().and_then(|argument| self.scope().type_of(argument));
        match ty.filter(|ty| operation.only_writes() && ty.is_reference()) {
            Some(ty) => {
                let value = self.keep(&arguments[0]);
                self.with_reference(value, &ty, &mut |lowering, value| {
                    lowering.operate(&operation, &at, &[value], result)
                });
            }
            None => self.operate(&operation, &at, &arguments, result),
        }
        self.flush_access();
        // Which class it is of does not matter: objects have numbers of their own.
        if operation.gives_what_it_read() {
            self.note_read(&Type::Class(String::new()), result);
        }
        result
    }

    /// An access by a handle on elements of arrays.
    fn element_access(&mut self, array: RegisterId, element: &Type, index: &Expr, access: &Access) -> RegisterId {
        let index = self.value(index);
        let index = self.keep(&index);
        let arguments = self.values_as(&access.arguments, element);
        let operation = Operation::by(access.method, element);
        let (result, ty) = (self.fresh_of(&operation.result()), Type::Array(Box::new(element.clone())));
        if operation.only_writes() {
            let value = self.keep(&arguments[0]);
            self.with_reference(value, element, &mut |lowering, value| {
                lowering.element(array, &ty, index, &operation, &[value], result);
            });
        } else {
            self.element(array, &ty, index, &operation, &arguments, result);
            if operation.gives_what_it_read() {
                self.note_read(element, result);
            }
        }
        result
    }

    /// An access by a handle on a field.
    fn field_access(
        &mut self,
        receiver: RegisterId,
        [class, name]: [&str; 2],
        operation: &Operation,
        ty: &Type,
        arguments: &[Value],
        result: RegisterId,
    ) {
        if !operation.only_writes() {
            return self.field(receiver, class, name, operation, arguments, result);
        }
        let value = self.keep(&arguments[0]);
        self.with_reference(value, ty, &mut |lowering, value| {
            lowering.field(receiver, class, name, operation, &[value], result);
        });
    }

    fn address_of(&mut self, at: &At<'_>) -> Temp {
        match at {
            At::Handle(handle, index) => self.address(handle, index.as_ref()),
            At::Cell { location, read } => {
                let address = self.block.address(*location, 0, ADDRESS_WIDTH);
                let Some(read) = read else { return address };
                let nothing = self.nothing_of(*read, ADDRESS_WIDTH);
                self.block.binary(BinaryOperator::Add, address, nothing)
            }
        }
    }

    /// Does an access; its value is in `result` then.
    pub(super) fn operate(&mut self, operation: &Operation, at: &At<'_>, arguments: &[Value], result: RegisterId) {
        let width = if operation.is_wide { LONG_WIDTH } else { self.int_width() };
        let (method, kind) = (operation.method, operation.tags);
        let mode = method.mode;
        match method.operation {
            AccessMethod::Get if operation.is_wide && mode == Mode::Plain => {
                let tags = kind.with(tags::of_read(mode));
                for low in [0, LONG_WIDTH / 2] {
                    let address = self.address_of(at);
                    let value = self.block.load(address, LONG_WIDTH, tags);
                    let half = self.block.extract(value, low, LONG_WIDTH / 2);
                    self.block.write(result, low, half);
                    self.flush();
                }
            }
            AccessMethod::Get => {
                let address = self.address_of(at);
                let value = self.block.load(address, width, kind.with(tags::of_read(mode)));
                self.block.write(result, 0, value);
            }
            AccessMethod::Set => {
                let value = self.temp_of(&arguments[0], width);
                let address = self.address_of(at);
                self.block.store(address, value, kind.with(tags::of_write(mode)));
            }
            AccessMethod::GetAnd(update) => {
                let operand = self.temp_of(&arguments[0], width);
                let address = self.address_of(at);
                let tags = tags::RMW.with(kind).with(tags::of_write(mode));
                let old = self.block.read_modify_write(address, width, tags, |block, old| {
                    let operator = match update {
                        Update::Set => return operand,
                        Update::Add if operation.is_floating => BinaryOperator::Float(FloatOperator::Add),
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
                let (expected, new) = (self.temp_of(&arguments[0], width), self.temp_of(&arguments[1], width));
                let address = self.address_of(at);
                self.compare(operation, address, [expected, new], result);
            }
        }
    }

    fn compare(&mut self, operation: &Operation, address: Temp, [expected, new]: [Temp; 2], result: RegisterId) {
        let (width, of_truth) = (self.block.width(expected), self.int_width());
        let method = operation.method;
        let reading = operation.tags.with(tags::of_read(method.mode));
        let updating = tags::RMW.with(operation.tags).with(tags::of_write(method.mode));
        let is_exchange = method.operation == AccessMethod::CompareAndExchange;
        let is_weak = method.operation == AccessMethod::CompareAndSet { weak: true };
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
                let value = if is_exchange { expected } else { block.constant(1, of_truth) };
                block.write(result, 0, value);
            },
            |block: &mut BlockBuilder| {
                let old = first.unwrap_or_else(|| block.load(address, width, tags::FAIL.with(reading)));
                if !is_weak {
                    let found = block.equal(old, expected);
                    let other = block.not(found);
                    block.assume(other);
                }
                let value = if is_exchange { old } else { block.constant(0, of_truth) };
                block.write(result, 0, value);
            },
        );
    }
}
