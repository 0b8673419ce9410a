//! Expressions.

use program::{BinaryOperator, BlockBuilder, Temp, UnaryOperator, UndefinedBehaviour, Width};

use super::statement::ThreadLowering;
use super::steps::Value;
use crate::c::ctype::{Integer, Type};
use crate::c::tags;
use crate::c::typed::{Assignable, Expr, ExprKind, Modify};

impl ThreadLowering<'_, '_> {
    /// An expression for what it does.
    pub(super) fn effect(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.flush();
                self.effect(right);
            }
            ExprKind::Convert(inner) if expr.ctype == Type::Void => self.effect(inner),
            ExprKind::Constant(_)
            | ExprKind::Local(_)
            | ExprKind::Convert(_)
            | ExprKind::Negate(_)
            | ExprKind::Complement(_)
            | ExprKind::Not(_)
            | ExprKind::Arithmetic(..)
            | ExprKind::Compare { .. }
            | ExprKind::Logical { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Assign { .. }
            | ExprKind::Modify(_)
            | ExprKind::Primitive(_) => {
                self.value(expr);
            }
        }
    }

    /// The value of an expression; of what is void, some number.
    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        let width = expr.ctype.width();
        match &expr.kind {
            ExprKind::Constant(value) => Value::constant(*value, width),
            ExprKind::Local(id) => {
                let part = self.registers.local(self.number, *id);
                self.steps.read(part.register, part.width)
            }
            ExprKind::Convert(inner) => self.convert(inner, width),
            ExprKind::Negate(inner) => self.unary(UnaryOperator::Negate, inner),
            ExprKind::Complement(inner) => self.unary(UnaryOperator::Not, inner),
            ExprKind::Not(_) | ExprKind::Compare { .. } => {
                let bit = self.truth(expr);
                self.steps.compute(self.registers, [bit], |block, [bit]| block.resize(bit, width))
            }
            ExprKind::Arithmetic(operator, left, right) => {
                let [left, right] = self.operands(left, right);
                let operator = *operator;
                self.steps.compute(self.registers, [left, right], |block, [left, right]| {
                    arithmetic(block, operator, left, right)
                })
            }
            ExprKind::Logical { .. } => self.logical(expr, width),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(condition, then, otherwise, &expr.ctype)
            }
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.flush();
                self.value(right)
            }
            ExprKind::Assign { place, value } => self.assign(place, value),
            ExprKind::Modify(modify) => self.modify(modify),
            ExprKind::Primitive(primitive) => self.primitive(primitive, width),
        }
    }

    /// Two values, the left one first.
    pub(super) fn operands(&mut self, left: &Expr, right: &Expr) -> [Value; 2] {
        let left = self.value(left);
        self.behind(left, right)
    }

    /// A value that there is, and that of `right`.
    pub(super) fn behind(&mut self, left: Value, right: &Expr) -> [Value; 2] {
        if !right.has_sequence_points() {
            let right = self.value(right);
            return [left, right];
        }
        let left = self.steps.keep(self.registers, left);
        self.flush();
        let right = self.value(right);
        [left, right]
    }

    /// Whether an expression is not 0, as one bit.
    pub(super) fn truth(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Not(inner) => {
                let bit = self.truth(inner);
                self.steps.compute(self.registers, [bit], |block, [bit]| block.not(bit))
            }
            ExprKind::Compare { operator, negated, left, right } => {
                let operands = self.operands(left, right);
                self.steps.compute(self.registers, operands, |block, [left, right]| {
                    let bit = block.binary(*operator, left, right);
                    if *negated { block.not(bit) } else { bit }
                })
            }
            ExprKind::Constant(_)
            | ExprKind::Local(_)
            | ExprKind::Convert(_)
            | ExprKind::Negate(_)
            | ExprKind::Complement(_)
            | ExprKind::Arithmetic(..)
            | ExprKind::Logical { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Comma(..)
            | ExprKind::Assign { .. }
            | ExprKind::Modify(_)
            | ExprKind::Primitive(_) => {
                let value = self.value(expr);
                self.steps.compute(self.registers, [value], |block, [value]| {
                    let zero = block.constant(0, value_width(block, value));
                    let is_zero = block.equal(value, zero);
                    block.not(is_zero)
                })
            }
        }
    }

    fn unary(&mut self, operator: UnaryOperator, inner: &Expr) -> Value {
        let inner = self.value(inner);
        self.steps.compute(self.registers, [inner], |block, [inner]| block.unary(operator, inner))
    }

    fn convert(&mut self, inner: &Expr, width: Width) -> Value {
        let from = inner.ctype.integer();
        let inner = self.value(inner);
        self.steps.compute(self.registers, [inner], |block, [inner]| converted(block, inner, from, width))
    }

    /// `&&` and `||` as values.
    fn logical(&mut self, expr: &Expr, width: Width) -> Value {
        let result = self.steps.hidden(self.registers, width);
        let (is_false, end) = (self.label(), self.label());
        self.jump_if(expr, is_false, false);
        self.steps.put(self.registers, result, Value::constant(1, width));
        self.jump(end);
        self.place(is_false);
        self.steps.put(self.registers, result, Value::constant(0, width));
        self.place(end);
        Value::register(result, width)
    }

    fn conditional(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, ctype: &Type) -> Value {
        let width = ctype.width();
        let result = self.steps.hidden(self.registers, width);
        let (is_false, end) = (self.label(), self.label());
        self.jump_if(condition, is_false, false);
        self.branch_value(then, ctype, result);
        self.jump(end);
        self.place(is_false);
        self.branch_value(otherwise, ctype, result);
        self.place(end);
        Value::register(result, width)
    }

    fn branch_value(&mut self, branch: &Expr, ctype: &Type, result: program::RegisterId) {
        if *ctype == Type::Void {
            self.effect(branch);
        } else {
            let value = self.value(branch);
            self.steps.put(self.registers, result, value);
        }
    }

    fn assign(&mut self, place: &Assignable, value: &Expr) -> Value {
        match place {
            Assignable::Local(id) => {
                let value = self.value(value);
                let register = self.registers.local(self.number, *id).register;
                self.steps.write(self.registers, register, value);
                value
            }
            Assignable::Memory { address, is_atomic } => {
                let [address, value] = self.operands(address, value);
                let tags = if *is_atomic { tags::ATOMIC.with(tags::SEQUENTIAL) } else { tags::PLAIN };
                self.store(address, value, tags);
                value
            }
        }
    }

    /// A store, at its step.
    pub(super) fn store(&mut self, address: Value, value: Value, tags: program::TagSet) {
        let step = self.steps.for_effect(&[address, value]);
        let address = self.steps.temp(self.registers, address, step);
        let value = self.steps.temp(self.registers, value, step);
        self.steps.within(step, |block| block.store(address, value, tags));
    }

    /// A load, at its step.
    pub(super) fn load(&mut self, address: Value, width: Width, tags: program::TagSet) -> Value {
        let step = self.steps.for_read(&[address]);
        let address = self.steps.temp(self.registers, address, step);
        self.steps.access(step, |block| block.load(address, width, tags))
    }

    fn modify(&mut self, modify: &Modify) -> Value {
        let Modify { place, ctype, operator, operand, old } = modify;
        let (stored, computed) = (ctype.integer(), operand.ctype.integer());
        let width = ctype.width();
        let update = |block: &mut BlockBuilder, [before, operand]: [Temp; 2]| {
            let left = converted(block, before, stored, computed.width);
            let result = arithmetic(block, *operator, left, operand);
            if stored.boolean {
                let zero = block.constant(0, computed.width);
                let is_zero = block.equal(result, zero);
                let bit = block.not(is_zero);
                return block.resize(bit, width);
            }
            converted(block, result, computed, width)
        };
        match place {
            Assignable::Local(id) => {
                let operand = self.value(operand);
                let register = self.registers.local(self.number, *id).register;
                let before = self.steps.read(register, width);
                let after = self.steps.compute(self.registers, [before, operand], update);
                self.steps.write(self.registers, register, after);
                if *old { before } else { after }
            }
            // C11 6.5.16.2, 6.5.2.4: one sequentially consistent read-modify-write.
            Assignable::Memory { address, is_atomic: true } => {
                let operands = self.operands(address, operand);
                let step = self.steps.for_effect(&operands);
                let [address, operand] = operands.map(|value| self.steps.temp(self.registers, value, step));
                let tags = tags::ATOMIC.with(tags::RMW).with(tags::SEQUENTIAL);
                self.steps.access(step, |block| {
                    let before =
                        block.read_modify_write(address, width, tags, |block, before| update(block, [before, operand]));
                    if *old { before } else { update(block, [before, operand]) }
                })
            }
            Assignable::Memory { address, is_atomic: false } => {
                let [address, operand] = self.operands(address, operand);
                let before = self.load(address, width, tags::PLAIN);
                let after = self.steps.compute(self.registers, [before, operand], update);
                self.store(address, after, tags::PLAIN);
                if *old { before } else { after }
            }
        }
    }
}

fn value_width(block: &BlockBuilder, temp: Temp) -> Width {
    block.width(temp)
}

/// `temp`, of the type `from`, cut or widened to `width` bits.
fn converted(block: &mut BlockBuilder, temp: Temp, from: Integer, width: Width) -> Temp {
    if from.signed && width > from.width { block.sign_extend(temp, width) } else { block.resize(temp, width) }
}

/// An operator on two temporaries of one width.
fn arithmetic(block: &mut BlockBuilder, operator: BinaryOperator, left: Temp, right: Temp) -> Temp {
    if operator.is_division() {
        let zero = block.constant(0, block.width(right));
        let is_zero = block.equal(right, zero);
        let is_sound = block.not(is_zero);
        block.require(is_sound, UndefinedBehaviour::DivisionByZero);
    }
    block.binary(operator, left, right)
}
