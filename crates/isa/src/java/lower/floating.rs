//! `float` and `double`: conversions, arithmetic and comparisons.
//!
//! Source: The Java Language Specification, 5.1.2, 5.1.3 (conversions), 5.6 (numeric contexts), 15.15.4, 15.17, 15.18, 15.20 and 15.21 (operators); all arithmetic is strict (15.4, Java 17). What is computed and
//! is no number is the NaN that `Double.longBitsToDouble(0x7ff8000000000000L)` is; the specification leaves its bits open.

use program::{BinaryOperator, Conversion, FloatOperator, Temp, UnaryOperator, Width};

use super::expression::{Value, cut};
use super::{LONG_WIDTH, ThreadLowering};
use crate::java::ast::{Binary, Expr, Unary};
use crate::java::class::Type;

/// The width of a `float`.
const FLOAT_WIDTH: Width = 32;

impl ThreadLowering<'_, '_> {
    /// The value of an expression as one of a place of this type (JLS 5.2).
    pub(super) fn value_as(&mut self, expr: &Expr, ty: &Type) -> Value {
        // What a handle on a location without a type gives is an `int`, or a reference.
        let from = self.scope().type_of(expr).unwrap_or(Type::Int);
        let value = self.value(expr);
        converted(value, &from, ty)
    }

    pub(super) fn values_as(&mut self, all: &[Expr], ty: &Type) -> Vec<Value> {
        all.iter().map(|expr| self.value_as(expr, ty)).collect()
    }

    /// A cast (JLS 5.5).
    pub(super) fn cast(&self, value: Value, from: &Type, to: &Type) -> Value {
        if from.is_floating() || to.is_floating() { converted(value, from, to) } else { cut(to, value) }
    }

    /// An operator of which one operand at least is floating-point.
    pub(super) fn floating(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Value {
        let ty = self.scope().computed([left, right]);
        let left = Box::new(self.value_as(left, &ty));
        let right = Box::new(self.value_as(right, &ty));
        let not = |value| Value::Unary(Unary::Not, Box::new(value));
        // With NaN each of `<`, `>`, `<=` and `>=` is false, so that none is the negation of another.
        let or_equal = |left: Box<Value>, right: Box<Value>| {
            let less = Value::Float(FloatOperator::Less, left.clone(), right.clone());
            let equal = Value::Float(FloatOperator::Equal, left, right);
            Value::Binary(Binary::OrElse, Box::new(less), Box::new(equal))
        };
        match operator {
            Binary::Add => Value::Float(FloatOperator::Add, left, right),
            Binary::Subtract => Value::Float(FloatOperator::Subtract, left, right),
            Binary::Multiply => Value::Float(FloatOperator::Multiply, left, right),
            Binary::Divide => Value::Float(FloatOperator::Divide, left, right),
            Binary::Remainder => Value::Float(FloatOperator::Remainder, left, right),
            Binary::Equal => Value::Float(FloatOperator::Equal, left, right),
            Binary::NotEqual => not(Value::Float(FloatOperator::Equal, left, right)),
            Binary::Less => Value::Float(FloatOperator::Less, left, right),
            Binary::Greater => Value::Float(FloatOperator::Less, right, left),
            Binary::LessEqual => or_equal(left, right),
            Binary::GreaterEqual => or_equal(right, left),
            Binary::OrElse
            | Binary::AndThen
            | Binary::Or
            | Binary::Xor
            | Binary::And
            | Binary::ShiftLeft
            | Binary::ShiftRight
            | Binary::ShiftRightUnsigned => unreachable!("types were checked: {operator:?}"),
        }
    }

    /// An operator on two numbers; what a comparison gives is an `int`.
    pub(super) fn float(&mut self, operator: FloatOperator, left: &Value, right: &Value) -> Temp {
        if operator.is_comparison() {
            let bit = self.float_bit(operator, left, right);
            return self.block.resize(bit, self.int_width());
        }
        let (left, right) = (self.temp(left), self.temp(right));
        self.block.binary(BinaryOperator::Float(operator), left, right)
    }

    /// A comparison, as one bit.
    pub(super) fn float_bit(&mut self, operator: FloatOperator, left: &Value, right: &Value) -> Temp {
        let (left, right) = (self.temp(left), self.temp(right));
        self.block.binary(BinaryOperator::Float(operator), left, right)
    }

    pub(super) fn converted(&mut self, conversion: Conversion, value: &Value, width: Width) -> Temp {
        let operand = match conversion {
            Conversion::SignedToDouble | Conversion::SignedToSingle => self.temp_of(value, LONG_WIDTH),
            Conversion::DoubleToSingle
            | Conversion::SingleToDouble
            | Conversion::DoubleToInt
            | Conversion::DoubleToLong => {
                let temp = self.temp(value);
                self.block.resize(temp, LONG_WIDTH)
            }
        };
        let result = self.block.unary(UnaryOperator::Convert(conversion), operand);
        self.block.resize(result, width)
    }
}

/// A number of one type as one of another; integers among themselves are converted where their sizes meet.
fn converted(value: Value, from: &Type, to: &Type) -> Value {
    let by = |conversion, value, width| Value::Converted(conversion, Box::new(value), width);
    match (from, to) {
        (Type::Float, Type::Float) | (Type::Double, Type::Double) => value,
        (Type::Float, Type::Double) => by(Conversion::SingleToDouble, value, LONG_WIDTH),
        (Type::Double, Type::Float) => by(Conversion::DoubleToSingle, value, FLOAT_WIDTH),
        // Exact: what is cut off is the same.
        (Type::Float, to) => converted(converted(value, from, &Type::Double), &Type::Double, to),
        (Type::Double, Type::Long) => by(Conversion::DoubleToLong, value, LONG_WIDTH),
        // To the smaller types by way of `int` (5.1.3).
        (Type::Double, to) => cut(to, by(Conversion::DoubleToInt, value, FLOAT_WIDTH)),
        (_, Type::Float) => by(Conversion::SignedToSingle, value, FLOAT_WIDTH),
        (_, Type::Double) => by(Conversion::SignedToDouble, value, LONG_WIDTH),
        _ => value,
    }
}

/// The negation, of 0 too, which is -0 (JLS 15.15.4): the product with -1.
pub(super) fn negated(value: Value, ty: &Type) -> Value {
    let minus_one = match ty {
        Type::Double => Value::Floating((-1f64).to_bits(), LONG_WIDTH),
        _ => Value::Floating(u64::from((-1f32).to_bits()), FLOAT_WIDTH),
    };
    Value::Float(FloatOperator::Multiply, Box::new(value), Box::new(minus_one))
}
