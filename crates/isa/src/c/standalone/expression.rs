//! Expressions.

use super::types::{CText, TypeKind};
use super::{Writer, Written};
use crate::c::ast::{Binary, Expr, ExprKind, Unary};
use crate::c::ctype::CType;
use crate::c::primitives::Shape;

impl Writer<'_> {
    /// An expression as it can stand by itself or as an argument.
    pub(super) fn expr(&mut self, expr: &Expr<'_>) -> Written<String> {
        Ok(match &expr.kind {
            ExprKind::Number(number) => {
                let suffix = match (number.width, number.signed) {
                    (..=32, true) => "",
                    (..=32, false) => "u",
                    (..=64, true) => "l",
                    (..=64, false) => "ul",
                    _ => return Err(self.refuse(expr.span, "a number of more than 64 bits")),
                };
                format!("{}{suffix}", number.value)
            }
            ExprKind::Name(name) if matches!(&**name, "NULL" | "nullptr") => "NULL".to_owned(),
            ExprKind::Name(name) if matches!(&**name, "true" | "false") => name.to_string(),
            ExprKind::Name(name) => {
                let local = self.lookup(name, expr.span)?;
                self.locals[local].identifier.clone()
            }
            ExprKind::Unary(operator, inner) => format!("{}{}", unary(*operator), self.operand(inner)?),
            ExprKind::Binary(operator, left, right) => {
                format!("{} {} {}", self.operand(left)?, binary(*operator), self.operand(right)?)
            }
            ExprKind::Logical { and, left, right } => {
                let sign = if *and { "&&" } else { "||" };
                format!("{} {sign} {}", self.operand(left)?, self.operand(right)?)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                format!("{} ? {} : {}", self.operand(condition)?, self.operand(then)?, self.operand(otherwise)?)
            }
            ExprKind::Assign { operator, target, value } => self.assign(*operator, target, value)?,
            ExprKind::Step { increment, prefix, target } => {
                let (sign, target) = (if *increment { "++" } else { "--" }, self.lvalue(target)?);
                if *prefix { format!("{sign}{target}") } else { format!("({target}){sign}") }
            }
            ExprKind::Cast(ctype, inner) => {
                let ctype = self.spelled(&ctype.value(), expr.span)?.text;
                format!("({ctype}){}", self.operand(inner)?)
            }
            ExprKind::Call(call) => self.call(call, expr.span)?,
            ExprKind::Index(..) | ExprKind::Dereference(_) => self.lvalue(expr)?,
            ExprKind::Comma(left, right) => format!("({}, {})", self.expr(left)?, self.expr(right)?),
            ExprKind::AddressOf(inner) => match &inner.kind {
                ExprKind::Dereference(pointer) => self.expr(pointer)?,
                // Nothing is accessed here.
                ExprKind::Index(array, index) => format!("&{}[{}]", self.operand(array)?, self.expr(index)?),
                _ => format!("&{}", self.operand(inner)?),
            },
            ExprKind::SizeOfType(ctype) => format!("sizeof({})", self.spelled(ctype, expr.span)?.text),
        })
    }

    /// An expression as an operand.
    pub(super) fn operand(&mut self, expr: &Expr<'_>) -> Written<String> {
        let text = self.expr(expr)?;
        let is_atom = match &expr.kind {
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Comma(..) => true,
            ExprKind::Call(_) => text.ends_with(')') && text.starts_with(|first: char| first.is_ascii_lowercase()),
            _ => false,
        };
        Ok(if is_atom { text } else { format!("({text})") })
    }

    fn assign(&mut self, operator: Option<Binary>, target: &Expr<'_>, value: &Expr<'_>) -> Written<String> {
        let place = self.lvalue(target)?;
        Ok(match (operator, self.ctype(target)) {
            (None, Some(ctype)) => format!("{place} = {}", self.converted(&ctype.value(), value)?),
            (operator, _) => {
                format!("{place} {}= {}", operator.map_or("", binary), self.operand(value)?)
            }
        })
    }

    /// Something that is read or written: by the type of the object, plainly or atomically.
    fn lvalue(&mut self, place: &Expr<'_>) -> Written<String> {
        match &place.kind {
            ExprKind::Dereference(pointer) => {
                self.pointee(pointer)?;
                Ok(format!("*{}", self.operand(pointer)?))
            }
            ExprKind::Index(array, index) => {
                self.pointee(array)?;
                Ok(format!("{}[{}]", self.operand(array)?, self.expr(index)?))
            }
            _ => self.expr(place),
        }
    }

    /// A pointer to something that is accessed plainly, as an operand.
    pub(super) fn plain_pointer(&mut self, pointer: &Expr<'_>) -> Written<String> {
        let pointee = self.pointee(pointer)?;
        let text = self.operand(pointer)?;
        if !pointee.is_atomic() {
            return Ok(text);
        }
        let plain = self.spelled(&pointee.value().pointer(), pointer.span)?.text;
        Ok(format!("(({plain}){text})"))
    }

    /// The type of what an expression points to, which must be a scalar.
    pub(super) fn pointee(&mut self, pointer: &Expr<'_>) -> Written<CType> {
        let Some(pointee) = self.ctype(pointer).and_then(|ctype| ctype.pointee()) else {
            return Err(self.refuse(pointer.span, "an integer that is used as an address"));
        };
        if self.holders.behind(pointer, self.parameters) && pointee.is_narrow_integer() {
            return Err(self.holds_address("what this points to", pointer.span));
        }
        match self.spelled(&pointee, pointer.span)?.kind {
            TypeKind::Integer { .. } | TypeKind::Pointer => Ok(pointee),
            TypeKind::Mutex => Err(self.refuse(pointer.span, "a mutex that is accessed")),
            TypeKind::Void => Err(self.refuse(pointer.span, "a pointer to `void` that is accessed")),
        }
    }

    /// `value` as a value of the type `target`; a cast is written where C would want one.
    pub(super) fn converted(&mut self, target: &CType, value: &Expr<'_>) -> Written<String> {
        let (from, text) = (self.ctype(value), self.operand(value)?);
        let to = self.spelled(target, value.span)?;
        let from_pointer = from.as_ref().filter(|ctype| ctype.pointee().is_some());
        let is_same = match (to.kind, from_pointer) {
            (TypeKind::Pointer, Some(from)) => from.value() == *target,
            (TypeKind::Pointer, None) => false,
            (_, from) => from.is_none(),
        };
        match (is_same, to.kind) {
            (true, _) => self.expr(value),
            (false, TypeKind::Pointer) if from_pointer.is_none() => Ok(format!("({})(intptr_t){text}", to.text)),
            (false, TypeKind::Pointer) => Ok(format!("({}){text}", to.text)),
            (false, _) => Ok(format!("({})(intptr_t){text}", to.text)),
        }
    }

    /// The type of an expression as far as pointers go; none for what is an integer of some type.
    pub(super) fn ctype(&self, expr: &Expr<'_>) -> Option<CType> {
        match &expr.kind {
            ExprKind::Name(name) => {
                let index = self.scopes.iter().rev().find_map(|scope| scope.get(&**name))?;
                Some(self.locals[*index].ctype.clone())
            }
            ExprKind::Cast(ctype, _) => Some(CType::clone(ctype)),
            ExprKind::Dereference(inner) | ExprKind::Index(inner, _) => self.ctype(inner)?.pointee(),
            ExprKind::AddressOf(inner) => match &inner.kind {
                ExprKind::Dereference(pointer) | ExprKind::Index(pointer, _) => self.ctype(pointer),
                _ => Some(self.ctype(inner)?.pointer()),
            },
            ExprKind::Binary(Binary::Add | Binary::Subtract, left, right) => {
                let pointer = |expr| self.ctype(expr).filter(|ctype| ctype.pointee().is_some());
                match (pointer(left), pointer(right)) {
                    (Some(_), Some(_)) => None,
                    (left, right) => left.or(right),
                }
            }
            ExprKind::Conditional { then, otherwise, .. } => {
                let pointer = self.ctype(then).filter(|ctype| ctype.pointee().is_some());
                pointer.or_else(|| self.ctype(otherwise))
            }
            ExprKind::Comma(_, last) => self.ctype(last),
            ExprKind::Assign { target, .. } | ExprKind::Step { target, .. } => self.ctype(target),
            ExprKind::Call(call) => {
                let first = call.arguments.first().and_then(|argument| argument.expr())?;
                match call.known? {
                    Shape::Load { .. }
                    | Shape::Exchange { .. }
                    | Shape::SyncLock
                    | Shape::SyncCompareExchange { gives_value: true } => Some(self.ctype(first)?.pointee()?.value()),
                    Shape::KillDependency | Shape::ReadOnce => self.ctype(first),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn unary(operator: Unary) -> &'static str {
    match operator {
        Unary::Plus => "+",
        Unary::Minus => "-",
        Unary::Not => "!",
        Unary::Complement => "~",
    }
}

fn binary(operator: Binary) -> &'static str {
    match operator {
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Remainder => "%",
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::ShiftLeft => "<<",
        Binary::ShiftRight => ">>",
        Binary::Less => "<",
        Binary::Greater => ">",
        Binary::LessEqual => "<=",
        Binary::GreaterEqual => ">=",
        Binary::Equal => "==",
        Binary::NotEqual => "!=",
        Binary::And => "&",
        Binary::Xor => "^",
        Binary::Or => "|",
    }
}
