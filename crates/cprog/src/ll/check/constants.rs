//! Constants have the type that stands before them.

use super::super::syntax::{Brackets, FloatFormat, Operation, Type, Value};
use super::{Checked, Checker, mismatch};

impl Checker<'_> {
    /// Whether `value` is a constant of the type `ty`. Registers are none.
    pub(super) fn constant(&self, ty: &Type, value: &Value) -> Checked {
        let resolved = self.types.resolved(ty);
        let is_right = match value {
            Value::Local(name) => return Err(("not-constant", format!("`%{name}` is no constant"))),
            Value::Global(name) => return self.symbol(ty, name),
            Value::Integer(_) => matches!(resolved, Type::Integer(_)),
            Value::Boolean(_) => *resolved == Type::Integer(1),
            Value::Float(text) => match resolved {
                Type::Float(format) if is_number_of(text, *format) => true,
                Type::Float(_) => return mismatch(format!("`{text}` is no number of type `{ty}`")),
                _ => false,
            },
            Value::Null => matches!(resolved, Type::Pointer { .. }),
            Value::NoToken => *resolved == Type::Token,
            Value::Undefined | Value::Zero => {
                self.types.is_first_class(ty) && !matches!(resolved, Type::Label | Type::Metadata | Type::Token)
            }
            Value::Bytes(bytes) => matches!(resolved, Type::Array(length, element)
                if *length == bytes.len() as u64 && *self.types.resolved(element) == Type::Integer(8)),
            Value::Aggregate(brackets, elements) => return self.aggregate(ty, *brackets, elements),
            Value::Expression(operation) => return self.expression(ty, operation),
            Value::BlockAddress(..) => match resolved {
                Type::Pointer { to, .. } => to.as_deref().is_none_or(|to| *to == Type::Integer(8)),
                _ => false,
            },
            Value::ValueMetadata(pair) => {
                if !matches!(pair.1, Value::Local(_)) {
                    self.constant(&pair.0, &pair.1)?;
                }
                *resolved == Type::Metadata
            }
            Value::Metadata => *resolved == Type::Metadata,
        };
        if is_right { Ok(()) } else { mismatch(format!("this is no constant of type `{ty}`")) }
    }

    fn symbol(&self, ty: &Type, name: &str) -> Checked {
        let Some(known) = self.symbols.get(name) else {
            return Err(("undefined-symbol", format!("`@{name}` is not defined or declared")));
        };
        if name.starts_with("llvm.")
            && matches!(known, Type::Pointer { to: Some(to), .. } if matches!(**to, Type::Function(_)))
        {
            return Err(("bad-intrinsic", format!("`@{name}` is an intrinsic function, which has no address")));
        }
        if self.types.same(ty, known) {
            return Ok(());
        }
        mismatch(format!("`@{name}` has the type `{known}`, not `{ty}`"))
    }

    fn aggregate(&self, ty: &Type, brackets: Brackets, elements: &[(Type, Value)]) -> Checked {
        let wrong = || mismatch(format!("this is no constant of type `{ty}`"));
        match (brackets, self.types.resolved(ty)) {
            (Brackets::Structure, Type::Structure(fields, false))
            | (Brackets::Packed, Type::Structure(fields, true)) => {
                if fields.len() != elements.len() {
                    return mismatch(format!("`{ty}` has {} fields, not {}", fields.len(), elements.len()));
                }
                for ((own, value), field) in elements.iter().zip(fields) {
                    if !self.types.same(own, field) {
                        return mismatch(format!("a field of `{ty}` has the type `{field}`, not `{own}`"));
                    }
                    self.constant(own, value)?;
                }
                Ok(())
            }
            (Brackets::Array, Type::Array(length, element)) => self.elements(ty, *length, element, elements),
            (Brackets::Vector, Type::Vector { length, element, scalable: false }) => {
                self.elements(ty, *length, element, elements)
            }
            (Brackets::Splat, Type::Vector { element, .. }) => self.elements(ty, 1, element, elements),
            _ => wrong(),
        }
    }

    fn elements(&self, ty: &Type, length: u64, element: &Type, elements: &[(Type, Value)]) -> Checked {
        if elements.len() as u64 != length {
            return mismatch(format!("`{ty}` has {length} elements, not {}", elements.len()));
        }
        for (own, value) in elements {
            if !self.types.same(own, element) {
                return mismatch(format!("an element of `{ty}` has the type `{element}`, not `{own}`"));
            }
            self.constant(own, value)?;
        }
        Ok(())
    }

    fn expression(&self, ty: &Type, operation: &Operation) -> Checked {
        let result = self.result(operation)?;
        if !self.types.same(ty, &result) {
            return mismatch(format!("the expression has the type `{result}`, not `{ty}`"));
        }
        let mut checked = Ok(());
        operation.for_each_operand(&mut |ty, value| {
            if checked.is_ok() {
                checked = self.constant(ty, value);
            }
        });
        checked
    }
}

/// Whether a number is written in a way that its format has: what a shorter format does not hold exactly is none of it.
fn is_number_of(text: &str, format: FloatFormat) -> bool {
    let Some(hexadecimal) = text.strip_prefix("0x") else {
        let exact = text.parse::<f64>().unwrap_or(f64::NAN);
        return format != FloatFormat::Single || f64::from(exact as f32) == exact;
    };
    match hexadecimal.as_bytes().first() {
        Some(b'K') => format == FloatFormat::Extended,
        Some(b'L') => format == FloatFormat::Quadruple,
        Some(b'M') => format == FloatFormat::DoubleDouble,
        Some(b'H') => format == FloatFormat::Half,
        Some(b'R') => format == FloatFormat::Bfloat,
        _ => {
            let Ok(bits) = u64::from_str_radix(hexadecimal, 16) else { return false };
            let exact = f64::from_bits(bits);
            format != FloatFormat::Single || exact.is_nan() || f64::from(exact as f32) == exact
        }
    }
}
