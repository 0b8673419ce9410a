//! Values of a symbolic execution: expressions over what threads have read.

use std::rc::Rc;

use cprog::ir::FunctionId;

/// A variable of a thread of the test: what a read returned, or what two paths join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Variable(pub(super) usize);

/// An object in memory: a global variable, or a local one of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ObjectId(pub(super) usize);

/// A scalar in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cell {
    pub(super) object: ObjectId,
    pub(super) offset: i64,
}

/// Operators on integers of one width, and comparisons, whose result is one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    DivideSigned,
    DivideUnsigned,
    RemainderSigned,
    RemainderUnsigned,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRightSigned,
    ShiftRightUnsigned,
    Equal,
    LessSigned,
    LessUnsigned,
}

impl Operator {
    pub(super) fn compares(self) -> bool {
        matches!(self, Operator::Equal | Operator::LessSigned | Operator::LessUnsigned)
    }
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Value {
    /// An integer of so many bits, zero above.
    Number(u64, u32),
    /// A variable that holds so many bits; one that holds an address has none.
    Variable(Variable, Option<u32>),
    /// What a location holds when all threads are joined; bits as of a variable.
    Final(Cell, Option<u32>),
    /// An address: an object, bytes from its start.
    Pointer(ObjectId, i64),
    /// An address and so many elements of so many bytes.
    Element(Rc<Value>, Rc<Value>, u64),
    Function(FunctionId),
    /// The thread of this number.
    Thread(usize),
    Binary(Operator, Rc<Value>, Rc<Value>),
    /// Widened with zeros to so many bits.
    ZeroExtend(Rc<Value>, u32),
    SignExtend(Rc<Value>, u32),
    Truncate(Rc<Value>, u32),
    Select(Rc<Value>, Rc<Value>, Rc<Value>),
    Aggregate(Vec<Value>),
    /// Never assigned.
    Undefined,
}

fn mask(bits: u64, width: u32) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

fn signed(bits: u64, width: u32) -> i64 {
    let above = 64_u32.saturating_sub(width);
    (bits << above) as i64 >> above
}

/// The value of an operation on numbers; none where C gives it none.
pub(super) fn calculate(operator: Operator, left: u64, right: u64, width: u32) -> Option<u64> {
    let (left_signed, right_signed) = (signed(left, width), signed(right, width));
    let count = || (right < u64::from(width)).then_some(right as u32);
    Some(match operator {
        Operator::Add => mask(left.wrapping_add(right), width),
        Operator::Subtract => mask(left.wrapping_sub(right), width),
        Operator::Multiply => mask(left.wrapping_mul(right), width),
        Operator::DivideSigned => mask(left_signed.checked_div(right_signed)? as u64, width),
        Operator::DivideUnsigned => left.checked_div(right)?,
        Operator::RemainderSigned => mask(left_signed.checked_rem(right_signed)? as u64, width),
        Operator::RemainderUnsigned => left.checked_rem(right)?,
        Operator::And => left & right,
        Operator::Or => left | right,
        Operator::Xor => left ^ right,
        Operator::ShiftLeft => mask(left << count()?, width),
        Operator::ShiftRightSigned => mask((left_signed >> count()?) as u64, width),
        Operator::ShiftRightUnsigned => left >> count()?,
        Operator::Equal => u64::from(left == right),
        Operator::LessSigned => u64::from(left_signed < right_signed),
        Operator::LessUnsigned => u64::from(left < right),
    })
}

impl Value {
    pub(super) const FALSE: Value = Value::Number(0, 1);
    pub(super) const TRUE: Value = Value::Number(1, 1);

    pub(super) fn number(bits: u64, width: u32) -> Value {
        Value::Number(mask(bits, width), width)
    }

    /// How many bits it has; none for addresses and what is no scalar.
    pub(super) fn width(&self) -> Option<u32> {
        match self {
            Value::Number(_, width)
            | Value::ZeroExtend(_, width)
            | Value::SignExtend(_, width)
            | Value::Truncate(_, width) => Some(*width),
            Value::Variable(_, width) | Value::Final(_, width) => *width,
            Value::Binary(operator, left, _) => {
                if operator.compares() {
                    Some(1)
                } else {
                    left.width()
                }
            }
            Value::Select(_, then, otherwise) => then.width().or_else(|| otherwise.width()),
            Value::Pointer(..)
            | Value::Element(..)
            | Value::Function(_)
            | Value::Thread(_)
            | Value::Aggregate(_)
            | Value::Undefined => None,
        }
    }

    pub(super) fn is_pointer(&self) -> bool {
        match self {
            Value::Pointer(..) | Value::Element(..) | Value::Variable(_, None) | Value::Final(_, None) => true,
            Value::Select(_, then, otherwise) => then.is_pointer() || otherwise.is_pointer(),
            _ => false,
        }
    }

    pub(super) fn binary(operator: Operator, left: Value, right: Value) -> Value {
        use Operator::{Add, And, Equal, Or, Subtract, Xor};
        if let (Value::Number(a, width), Value::Number(b, _)) = (&left, &right)
            && let Some(result) = calculate(operator, *a, *b, *width)
        {
            return Value::number(result, if operator.compares() { 1 } else { *width });
        }
        let commutes = matches!(operator, Add | And | Or | Xor | Equal);
        // Constants stand on the right, so that one form of each rule is enough below.
        if commutes && matches!(left, Value::Number(..)) {
            return Value::binary(operator, right, left);
        }
        match (operator, &left, &right) {
            (Add | Subtract | Or | Xor, _, Value::Number(0, _)) => return left,
            (And, _, Value::Number(bits, width)) if *bits == mask(u64::MAX, *width) => return left,
            (And, Value::ZeroExtend(inner, _), Value::Number(bits, _))
                if inner.width().is_some_and(|width| mask(*bits, width) == mask(u64::MAX, width)) =>
            {
                return left;
            }
            // Truth values have one bit, on which these are exact.
            (And, _, Value::Number(0, 1)) => return Value::FALSE,
            (Or, _, Value::Number(1, 1)) => return Value::TRUE,
            (Equal, _, Value::Number(1, 1)) => return left,
            (Equal, Value::Pointer(a, at), Value::Pointer(b, other)) => {
                return Value::number(u64::from((a, at) == (b, other)), 1);
            }
            (Equal, Value::Pointer(..), Value::Number(0, _)) => return Value::FALSE,
            (Equal, Value::ZeroExtend(inner, _), Value::Number(bits, _)) => {
                let width = inner.width().unwrap_or(64);
                return match mask(*bits, width) == *bits {
                    true => Value::binary(Equal, (**inner).clone(), Value::Number(*bits, width)),
                    false => Value::FALSE,
                };
            }
            (Equal, Value::SignExtend(inner, to), Value::Number(bits, _)) => {
                let width = inner.width().unwrap_or(64);
                return match mask(signed(*bits, width) as u64, *to) == *bits {
                    true => Value::binary(Equal, (**inner).clone(), Value::number(*bits, width)),
                    false => Value::FALSE,
                };
            }
            // A bit that is 0 is a bit that is not 1.
            (Xor, Value::Binary(Xor, inner, one), Value::Number(1, 1)) if **one == Value::TRUE => {
                return (**inner).clone();
            }
            (Equal, _, Value::Number(0, 1)) => return left.not(),
            _ => {}
        }
        Value::Binary(operator, Rc::new(left), Rc::new(right))
    }

    /// The negation of a truth value.
    pub(super) fn not(self) -> Value {
        Value::binary(Operator::Xor, self, Value::TRUE)
    }

    pub(super) fn and(self, other: Value) -> Value {
        Value::binary(Operator::And, self, other)
    }

    pub(super) fn or(self, other: Value) -> Value {
        Value::binary(Operator::Or, self, other)
    }

    pub(super) fn zero_extend(self, to: u32) -> Value {
        match self {
            Value::Number(bits, _) => Value::Number(bits, to),
            Value::ZeroExtend(inner, _) => Value::ZeroExtend(inner, to),
            other if other.width() == Some(to) || other.width().is_none() => other,
            other => Value::ZeroExtend(Rc::new(other), to),
        }
    }

    pub(super) fn sign_extend(self, to: u32) -> Value {
        match self {
            Value::Number(bits, width) => Value::number(signed(bits, width) as u64, to),
            Value::ZeroExtend(inner, _) => Value::ZeroExtend(inner, to),
            Value::SignExtend(inner, _) => Value::SignExtend(inner, to),
            other if other.width() == Some(to) || other.width().is_none() => other,
            other => Value::SignExtend(Rc::new(other), to),
        }
    }

    pub(super) fn truncate(self, to: u32) -> Value {
        match self {
            Value::Number(bits, _) => Value::number(bits, to),
            Value::ZeroExtend(ref inner, _) | Value::SignExtend(ref inner, _) => {
                let (inner, is_sign) = ((**inner).clone(), matches!(self, Value::SignExtend(..)));
                match inner.width() {
                    Some(width) if width > to => inner.truncate(to),
                    Some(width) if width < to && is_sign => inner.sign_extend(to),
                    Some(width) if width < to => inner.zero_extend(to),
                    _ => inner,
                }
            }
            other if other.width() == Some(to) || other.width().is_none() => other,
            other => Value::Truncate(Rc::new(other), to),
        }
    }

    pub(super) fn select(condition: Value, then: Value, otherwise: Value) -> Value {
        match (&condition, &then, &otherwise) {
            (Value::Number(bit, _), ..) => return if *bit != 0 { then } else { otherwise },
            // A value that was never assigned may be any.
            (_, Value::Undefined, _) => return otherwise,
            (_, _, Value::Undefined) => return then,
            (_, Value::Number(a, 1), Value::Number(b, 1)) if a != b => {
                return if *a == 1 { condition } else { condition.not() };
            }
            (_, _, Value::Number(0, 1)) => return condition.and(then),
            (_, Value::Number(1, 1), _) => return condition.or(otherwise),
            (_, Value::Number(0, 1), _) => return condition.not().and(otherwise),
            (_, _, Value::Number(1, 1)) => return condition.not().or(then),
            _ if then == otherwise => return then,
            _ => {}
        }
        Value::Select(Rc::new(condition), Rc::new(then), Rc::new(otherwise))
    }

    /// So many elements of `scale` bytes behind an address.
    pub(super) fn element(self, index: Value, scale: u64) -> Value {
        match (&self, &index) {
            (Value::Pointer(object, at), Value::Number(bits, width)) => {
                let distance = signed(*bits, *width).wrapping_mul(scale as i64);
                Value::Pointer(*object, at.wrapping_add(distance))
            }
            (_, Value::Number(0, _)) => self,
            _ => Value::Element(Rc::new(self), Rc::new(index), scale),
        }
    }

    /// Calls `visit` on it and all values in it.
    pub(super) fn visit(&self, visit: &mut dyn FnMut(&Value)) {
        visit(self);
        match self {
            Value::Element(left, right, _) | Value::Binary(_, left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
            Value::ZeroExtend(inner, _) | Value::SignExtend(inner, _) | Value::Truncate(inner, _) => inner.visit(visit),
            Value::Select(condition, then, otherwise) => {
                [condition, then, otherwise].iter().for_each(|inner| inner.visit(visit));
            }
            Value::Aggregate(parts) => parts.iter().for_each(|inner| inner.visit(visit)),
            Value::Number(..)
            | Value::Variable(..)
            | Value::Final(..)
            | Value::Pointer(..)
            | Value::Function(_)
            | Value::Thread(_)
            | Value::Undefined => {}
        }
    }

    /// What it is when variables and locations hold numbers; none where C gives no value, and for addresses.
    pub(super) fn evaluate(&self, of: &dyn Fn(&Value) -> Option<u64>) -> Option<u64> {
        match self {
            Value::Number(bits, _) => Some(*bits),
            Value::Variable(..) | Value::Final(..) => of(self),
            Value::Binary(operator, left, right) => {
                calculate(*operator, left.evaluate(of)?, right.evaluate(of)?, left.width()?)
            }
            Value::ZeroExtend(inner, _) => inner.evaluate(of),
            Value::SignExtend(inner, to) => Some(mask(signed(inner.evaluate(of)?, inner.width()?) as u64, *to)),
            Value::Truncate(inner, to) => Some(mask(inner.evaluate(of)?, *to)),
            Value::Select(condition, then, otherwise) => {
                if condition.evaluate(of)? != 0 {
                    then.evaluate(of)
                } else {
                    otherwise.evaluate(of)
                }
            }
            Value::Pointer(..)
            | Value::Element(..)
            | Value::Function(_)
            | Value::Thread(_)
            | Value::Aggregate(_)
            | Value::Undefined => None,
        }
    }
}
