//! Expressions.

use program::{BinaryOperator, Conversion, FloatOperator, RegisterId, Temp, UnaryOperator, UndefinedBehaviour, Width};

use super::floating::negated;
use super::object::Meaning;
use super::{LONG_WIDTH, ThreadLowering};
use crate::java::Dialect;
use crate::java::ast::{Binary, Expr, ExprKind, Unary};
use crate::java::class::Type;

/// A value that is computed where it is used. What memory gave is in registers.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(i64),
    /// The bits of a floating-point number.
    Floating(u64, Width),
    Register(RegisterId),
    Unary(Unary, Box<Value>),
    Binary(Binary, Box<Value>, Box<Value>),
    /// The value, and a dependency on what the register holds.
    Depending(Box<Value>, RegisterId),
    /// Two floating-point numbers of one type.
    Float(FloatOperator, Box<Value>, Box<Value>),
    /// A number as one of another type, of so many bits.
    Converted(Conversion, Box<Value>, Width),
    /// The value as a `long`.
    Widened(Box<Value>),
    /// The low bits of the value, as an `int`.
    Narrowed(Box<Value>),
}

impl ThreadLowering<'_, '_> {
    /// The value of an expression; its accesses are done.
    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Number(number) => Value::Number(*number),
            &ExprKind::Floating { bits, is_double } => Value::Floating(bits, if is_double { 64 } else { 32 }),
            ExprKind::Null => Value::Number(0),
            ExprKind::Local(name) => self.named(name),
            ExprKind::New { class, arguments } => {
                let class = self.scope().class(&class.text).expect("types were checked");
                Value::Register(self.made(class, arguments))
            }
            ExprKind::NewArray { element, length } => {
                Value::Register(self.fresh_object(Type::Array(Box::new(element.clone())), Some(*length)))
            }
            ExprKind::Cast(ty, inner) => {
                let from = self.scope().type_of(inner).unwrap_or(Type::Int);
                let inner = self.value(inner);
                self.cast(inner, &from, ty)
            }
            // Values are their bits; a NaN keeps its own until something is computed of it.
            ExprKind::Bits(function, inner) => {
                let [argument, _] = function.types();
                let value = self.value_as(inner, &argument);
                cut(&argument, value)
            }
            ExprKind::Field(..) | ExprKind::Element(_) => self.read_place(expr),
            ExprKind::InstanceOf(inner, class) => {
                let inner = self.value(inner);
                let reference = self.keep(&inner);
                self.is_instance(reference, &class.text)
            }
            ExprKind::Interrupted { thread, .. } => Value::Register(self.interrupted(*thread)),
            ExprKind::Access(access) => Value::Register(self.access(access)),
            ExprKind::Unary(Unary::Negate, inner) if self.scope().computed([inner]).is_floating() => {
                let ty = self.scope().computed([inner]);
                negated(self.value(inner), &ty)
            }
            ExprKind::Unary(operator, inner) => Value::Unary(*operator, Box::new(self.value(inner))),
            ExprKind::Binary(operator @ (Binary::AndThen | Binary::OrElse), left, right)
                if self.code.dialect == Dialect::Java && !self.is_harmless(right) =>
            {
                self.lazy(*operator, left, right)
            }
            ExprKind::Binary(operator, left, right) if self.scope().computed([left, right]).is_floating() => {
                self.floating(*operator, left, right)
            }
            ExprKind::Binary(operator, left, right) => {
                let left = self.value(left);
                let right = self.value(right);
                Value::Binary(*operator, Box::new(left), Box::new(right))
            }
            ExprKind::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                let ty = self.scope().type_of(expr).unwrap_or(Type::Int);
                let result = self.fresh_of(&ty);
                self.conditional(condition, [then, otherwise], &ty, result)
            }
        }
    }

    /// What a name stands for.
    fn named(&mut self, name: &str) -> Value {
        match self.meaning(name) {
            Meaning::Register(register) => Value::Register(register),
            Meaning::First(number) => Value::Number(number),
            Meaning::Field(this, field) => {
                let class = self.scope().this.expect("own fields are those of a constructor");
                self.get_field(this, &class.name.text, &field.name.text)
            }
        }
    }

    /// As [`ThreadLowering::value`]: not 0 for true.
    pub(super) fn truth(&mut self, expr: &Expr) -> Value {
        self.value(expr)
    }

    /// The right operand is evaluated only where it counts.
    fn lazy(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Value {
        let (result, end) = (self.fresh(), self.label());
        let left = self.value(left);
        self.put_truth(result, &left);
        self.flush();
        self.branch(Value::Register(result), end, operator == Binary::OrElse);
        let right = self.value(right);
        self.put_truth(result, &right);
        self.place(end);
        Value::Register(result)
    }

    fn conditional(&mut self, condition: &Expr, [then, otherwise]: [&Expr; 2], ty: &Type, result: RegisterId) -> Value {
        let (behind_then, end) = (self.label(), self.label());
        self.jump_unless(condition, behind_then);
        let then = self.value_as(then, ty);
        self.put(result, &then);
        self.jump(end);
        self.place(behind_then);
        let otherwise = self.value_as(otherwise, ty);
        self.put(result, &otherwise);
        self.place(end);
        Value::Register(result)
    }

    pub(super) fn put(&mut self, register: RegisterId, value: &Value) {
        let temp = self.temp_of(value, self.width_of(register));
        self.block.write(register, 0, temp);
    }

    fn put_truth(&mut self, register: RegisterId, value: &Value) {
        let bit = self.bit(value);
        let temp = self.block.resize(bit, self.int_width());
        self.block.write(register, 0, temp);
    }

    /// How many bits a value has.
    pub(super) fn width(&self, value: &Value) -> Width {
        match value {
            Value::Number(_) | Value::Narrowed(_) => self.int_width(),
            Value::Register(register) => self.width_of(*register),
            Value::Floating(_, width) | Value::Converted(_, _, width) => *width,
            Value::Float(operator, ..) if operator.is_comparison() => self.int_width(),
            Value::Float(_, left, _) => self.width(left),
            Value::Unary(Unary::Not, _) => self.int_width(),
            Value::Unary(Unary::Negate | Unary::Complement, inner) | Value::Depending(inner, _) => self.width(inner),
            Value::Binary(Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightUnsigned, left, _) => {
                self.width(left)
            }
            Value::Binary(operator, ..) if operator.is_comparison() => self.int_width(),
            Value::Binary(_, left, right) => self.width(left).max(self.width(right)),
            Value::Widened(_) => LONG_WIDTH,
        }
    }

    /// The value as a temporary of so many bits.
    pub(super) fn temp_of(&mut self, value: &Value, width: Width) -> Temp {
        let temp = self.temp(value);
        match self.block.width(temp) < width {
            true => self.block.sign_extend(temp, width),
            false => self.block.resize(temp, width),
        }
    }

    /// The value as a temporary of the instruction that is being made.
    pub(super) fn temp(&mut self, value: &Value) -> Temp {
        let width = self.int_width();
        match value {
            Value::Number(number) => self.block.constant(i128::from(*number), width),
            Value::Register(register) => self.block.read(*register, 0, self.width_of(*register)),
            &Value::Floating(bits, width) => self.block.constant(i128::from(bits), width),
            Value::Float(operator, left, right) => self.float(*operator, left, right),
            Value::Converted(conversion, inner, width) => self.converted(*conversion, inner, *width),
            Value::Widened(inner) => match &**inner {
                Value::Number(number) => self.block.constant(i128::from(*number), LONG_WIDTH),
                inner => self.temp_of(inner, LONG_WIDTH),
            },
            Value::Narrowed(inner) => self.temp_of(inner, width),
            Value::Unary(Unary::Negate, inner) => {
                let inner = self.temp(inner);
                self.block.unary(UnaryOperator::Negate, inner)
            }
            Value::Unary(Unary::Complement, inner) => {
                let inner = self.temp(inner);
                self.block.unary(UnaryOperator::Not, inner)
            }
            Value::Unary(Unary::Not, _) => {
                let bit = self.bit(value);
                self.block.resize(bit, width)
            }
            Value::Binary(operator, left, right) => self.binary(*operator, left, right, value),
            Value::Depending(value, register) => {
                let value = self.temp(value);
                let nothing = self.nothing_of(*register, self.block.width(value));
                self.block.binary(BinaryOperator::Xor, value, nothing)
            }
        }
    }

    fn binary(&mut self, operator: Binary, left: &Value, right: &Value, whole: &Value) -> Temp {
        let width = self.int_width();
        let is_truth = matches!(operator, Binary::AndThen | Binary::OrElse) && self.code.dialect == Dialect::Java;
        if operator.is_comparison() || is_truth {
            let bit = self.bit(whole);
            return self.block.resize(bit, width);
        }
        let is_shift = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightUnsigned);
        let width = self.width(left).max(if is_shift { 0 } else { self.width(right) });
        let (left, right) = (self.temp_of(left, width), self.temp_of(right, width));
        let plain = |operator| (operator, right);
        let (operator, right) = match operator {
            Binary::AndThen | Binary::And => plain(BinaryOperator::And),
            Binary::OrElse | Binary::Or => plain(BinaryOperator::Or),
            Binary::Xor => plain(BinaryOperator::Xor),
            Binary::Add => plain(BinaryOperator::Add),
            Binary::Subtract => plain(BinaryOperator::Subtract),
            Binary::Multiply => plain(BinaryOperator::Multiply),
            Binary::Divide | Binary::Remainder => {
                let zero = self.block.constant(0, width);
                let is_zero = self.block.equal(right, zero);
                let condition = self.block.not(is_zero);
                self.block.require(condition, UndefinedBehaviour::DivisionByZero);
                let is_quotient = operator == Binary::Divide;
                (if is_quotient { BinaryOperator::DivideSigned } else { BinaryOperator::RemainderSigned }, right)
            }
            Binary::ShiftLeft => (BinaryOperator::ShiftLeft, self.distance(right)),
            Binary::ShiftRight => (BinaryOperator::ShiftRightSigned, self.distance(right)),
            Binary::ShiftRightUnsigned => (BinaryOperator::ShiftRight, self.distance(right)),
            Binary::Equal
            | Binary::NotEqual
            | Binary::Less
            | Binary::Greater
            | Binary::LessEqual
            | Binary::GreaterEqual => unreachable!("comparisons are handled above"),
        };
        self.block.binary(operator, left, right)
    }

    /// How far a shift goes: only the lowest bits of the distance count (JLS 15.19).
    fn distance(&mut self, right: Temp) -> Temp {
        let width = self.block.width(right);
        let mask = self.block.constant(i128::from(width) - 1, width);
        self.block.binary(BinaryOperator::And, right, mask)
    }

    /// One bit: whether the value is not 0.
    pub(super) fn bit(&mut self, value: &Value) -> Temp {
        match value {
            Value::Unary(Unary::Not, inner) => {
                let inner = self.bit(inner);
                self.block.not(inner)
            }
            Value::Binary(operator @ (Binary::AndThen | Binary::OrElse), left, right)
                if self.code.dialect == Dialect::Java =>
            {
                let (left, right) = (self.bit(left), self.bit(right));
                let is_and = *operator == Binary::AndThen;
                self.block.binary(if is_and { BinaryOperator::And } else { BinaryOperator::Or }, left, right)
            }
            Value::Binary(operator, left, right) if operator.is_comparison() => self.comparison(*operator, left, right),
            Value::Float(operator, left, right) if operator.is_comparison() => self.float_bit(*operator, left, right),
            Value::Number(_)
            | Value::Floating(..)
            | Value::Float(..)
            | Value::Converted(..)
            | Value::Register(_)
            | Value::Unary(Unary::Negate | Unary::Complement, _)
            | Value::Depending(..)
            | Value::Widened(_)
            | Value::Narrowed(_)
            | Value::Binary(..) => {
                let temp = self.temp(value);
                let zero = self.block.constant(0, self.block.width(temp));
                let is_zero = self.block.equal(temp, zero);
                self.block.not(is_zero)
            }
        }
    }

    fn comparison(&mut self, operator: Binary, left: &Value, right: &Value) -> Temp {
        let width = self.width(left).max(self.width(right));
        let (left, right) = (self.temp_of(left, width), self.temp_of(right, width));
        let (compared, left, right, negated) = match operator {
            Binary::Equal => (BinaryOperator::Equal, left, right, false),
            Binary::NotEqual => (BinaryOperator::Equal, left, right, true),
            Binary::Less => (BinaryOperator::LessSigned, left, right, false),
            Binary::GreaterEqual => (BinaryOperator::LessSigned, left, right, true),
            Binary::Greater => (BinaryOperator::LessSigned, right, left, false),
            Binary::LessEqual => (BinaryOperator::LessSigned, right, left, true),
            Binary::OrElse
            | Binary::AndThen
            | Binary::Or
            | Binary::Xor
            | Binary::And
            | Binary::ShiftLeft
            | Binary::ShiftRight
            | Binary::ShiftRightUnsigned
            | Binary::Add
            | Binary::Subtract
            | Binary::Multiply
            | Binary::Divide
            | Binary::Remainder => unreachable!("no comparison: {operator:?}"),
        };
        let bit = self.block.binary(compared, left, right);
        if negated { self.block.not(bit) } else { bit }
    }
}

impl ThreadLowering<'_, '_> {
    /// Whether an expression may be evaluated though Java would not: it accesses nothing and divides by nothing.
    fn is_harmless(&self, expr: &Expr) -> bool {
        let mut is_harmless = true;
        expr.visit(&mut |inner| {
            is_harmless &= match &inner.kind {
                ExprKind::Access(_)
                | ExprKind::Interrupted { .. }
                | ExprKind::InstanceOf(..)
                | ExprKind::Conditional(_)
                | ExprKind::New { .. }
                | ExprKind::NewArray { .. }
                | ExprKind::Field(..)
                | ExprKind::Element(_)
                | ExprKind::Binary(Binary::Divide | Binary::Remainder, ..) => false,
                ExprKind::Local(name) => self.scope().own_field(name).is_none(),
                ExprKind::Number(_)
                | ExprKind::Floating { .. }
                | ExprKind::Null
                | ExprKind::Cast(..)
                | ExprKind::Bits(..)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..) => true,
            };
        });
        is_harmless
    }
}

/// A value as one of this type (JLS 5.1.3).
pub(super) fn cut(ty: &Type, value: Value) -> Value {
    let binary =
        |operator, left: Value, right: i64| Value::Binary(operator, Box::new(left), Box::new(Value::Number(right)));
    let narrowed = |value| match value {
        number @ Value::Number(_) => number,
        other => Value::Narrowed(Box::new(other)),
    };
    let signed = |value, unused| binary(Binary::ShiftRight, binary(Binary::ShiftLeft, value, unused), unused);
    match ty {
        Type::Byte => signed(narrowed(value), 24),
        Type::Short => signed(narrowed(value), 16),
        Type::Char => binary(Binary::And, narrowed(value), 0xffff),
        Type::Int | Type::Boolean => narrowed(value),
        Type::Long => Value::Widened(Box::new(value)),
        Type::Float | Type::Double | Type::Class(_) | Type::Array(_) => value,
    }
}
